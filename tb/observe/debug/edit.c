// SPDX-License-Identifier: Apache-2.0
// Lines that somebody types: libedit, with the history of the session and completion. It is loaded for the first line,
// so that no other run pays for it. An editor lives for one line: the next command may wake another process.
#include <dlfcn.h>
#include <errno.h>
#include <histedit.h>
#include <string.h>
#include <unistd.h>

#include "observe/debug/session.h"

// What is used of libedit.
#define FUNCTIONS(X) \
  X(el_init)         \
  X(el_end) X(el_set) X(el_gets) X(el_line) X(el_insertstr) X(el_deletestr) X(history_init) X(history) X(history_end)
#define MEMBER(name) __typeof__(name) *name;
static struct {
  FUNCTIONS(MEMBER)
} lib;

// The line that is being read, of which there is one in a process.
static struct {
  wl_debug *d;
  EditLine *editor;  // NULL: none
  bool signal;       // a signal has ended the line
} now;

static bool load(void) {
  static bool tried;
  if (tried) return lib.history_end != NULL;
  tried = true;
  void *library = dlopen("libedit.so.2", RTLD_NOW | RTLD_LOCAL);
  bool all = library != NULL;
#define FIND(name) all = all && (lib.name = (__typeof__(name) *)dlsym(library, #name));
  FUNCTIONS(FIND)
  if (!all) lib.history_end = NULL;
  return all;
}

static char *prompt(EditLine *editor) {
  (void)editor;
  static char text[] = DEBUG_PROMPT;
  return text;
}

static int next_character(EditLine *editor, wchar_t *to) {
  (void)editor;
  unsigned char c;
  ssize_t got;
  do {
    if (!debug_wait_for(now.d, STDIN_FILENO)) {
      now.signal = true;
      return -1;
    }
    got = read(STDIN_FILENO, &c, 1);
  } while (got < 0 && errno == EINTR);
  if (got != 1) return 0;
  *to = c < 0x80 ? c : '?';
  return 1;
}

// Completes the word before the cursor as far as it is certain, and lists the words where it is not.
static unsigned char complete(EditLine *editor, int key) {
  (void)key;
  static char words[DEBUG_COMPLETIONS][DEBUG_MNEMONIC];
  char line[DEBUG_LINE];
  const LineInfo *info = lib.el_line(editor);
  const size_t length = (size_t)(info->cursor - info->buffer);
  if (length >= sizeof line) return CC_ERROR;
  memcpy(line, info->buffer, length);
  line[length] = 0;
  const uint32_t count = command_complete(now.d, line, words);
  if (!count) return CC_ERROR;
  const char *space = strrchr(line, ' ');
  const size_t typed = strlen(space ? space + 1 : line);
  size_t same = strlen(words[0]);
  for (uint32_t i = 1; i < count; i++)
    while (strncmp(words[0], words[i], same) != 0) same--;
  if (count > 1 && same == typed) {
    printf("\n");
    for (uint32_t i = 0; i < count; i++) printf("%s%s", words[i], i + 1 < count ? " " : "\n");
    fflush(stdout);
    return CC_REDISPLAY;
  }
  char text[DEBUG_MNEMONIC + 1];
  snprintf(text, sizeof text, "%.*s%s", (int)same, words[0], count == 1 ? " " : "");
  lib.el_deletestr(editor, (int)typed);
  return lib.el_insertstr(editor, text) ? CC_ERROR : CC_REFRESH;
}

// A history of the lines that the processes of the session share. NULL: no memory.
static History *lines_before(const debug_shared *s) {
  HistEvent event;
  History *h = lib.history_init();
  if (!h) return NULL;
  lib.history(h, &event, H_SETSIZE, DEBUG_HISTORY);
  for (uint32_t i = s->history_count < DEBUG_HISTORY ? 0 : s->history_count - DEBUG_HISTORY; i < s->history_count; i++)
    lib.history(h, &event, H_ENTER, s->history[i % DEBUG_HISTORY]);
  return h;
}

static void remember(debug_shared *s, const char *line) {
  if (!*line || strlen(line) >= DEBUG_LINE) return;
  if (s->history_count && !strcmp(line, s->history[(s->history_count - 1) % DEBUG_HISTORY])) return;
  memcpy(s->history[s->history_count++ % DEBUG_HISTORY], line, strlen(line) + 1);
}

void edit_end(void) {
  if (now.editor) lib.el_end(now.editor);
  now.editor = NULL;
}

edit_result edit_line(wl_debug *d, char line[DEBUG_LINE + 1]) {
  if (!d->terminal || !isatty(STDOUT_FILENO) || !load()) return EDIT_NOT;
  static FILE *nowhere;  // what libedit says of a terminal that it does not know
  if (!nowhere && !(nowhere = fopen("/dev/null", "we"))) return EDIT_NOT;
  History *before = lines_before(d->shared);
  now.d = d;
  now.editor = before ? lib.el_init("wavelock", stdin, stdout, nowhere) : NULL;
  if (!now.editor) {
    if (before) lib.history_end(before);
    return EDIT_NOT;
  }
  lib.el_set(now.editor, EL_PROMPT, prompt);
  lib.el_set(now.editor, EL_EDITOR, "emacs");
  lib.el_set(now.editor, EL_HIST, lib.history, before);
  lib.el_set(now.editor, EL_GETCFN, next_character);
  lib.el_set(now.editor, EL_ADDFN, "complete", "complete the word", complete);
  lib.el_set(now.editor, EL_BIND, "^I", "complete", NULL);
  int count = 0;
  const char *text;
  do {
    now.signal = false;
    lib.el_set(now.editor, EL_PREP_TERM, 1);  // before the prompt: what is typed at it is for the editor
    text = lib.el_gets(now.editor, &count);
    if (now.signal) printf("\n");
  } while (now.signal);
  size_t n = text && count > 0 ? (size_t)count : 0;
  if (n && text[n - 1] == '\n') n--;
  if (n > DEBUG_LINE) n = DEBUG_LINE;
  if (n) memcpy(line, text, n);
  line[n] = 0;
  edit_end();
  lib.history_end(before);
  remember(d->shared, line);
  return text && count > 0 ? EDIT_LINE : EDIT_ENDED;
}
