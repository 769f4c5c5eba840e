// SPDX-License-Identifier: Apache-2.0
// The prompt.
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "observe/debug/session.h"

// Adds a character to the n of a line. A line that is too long has its beginning, which command_run refuses.
static size_t add(char line[DEBUG_LINE + 1], size_t n, char c) {
  if (n < DEBUG_LINE) line[n++] = c ? c : '?';
  return n;
}

// A line of stdin behind the prompt, byte by byte: what is read here no other process of the session can read. False:
// the input has ended.
static bool read_line(wl_debug *d, char line[DEBUG_LINE + 1]) {
  size_t n = 0;
  printf("%s", DEBUG_PROMPT);
  fflush(stdout);
  for (;;) {
    char c;
    if (!debug_wait_for(d, STDIN_FILENO)) {  // a signal
      n = 0;
      printf("\n%s", DEBUG_PROMPT);
      fflush(stdout);
      continue;
    }
    const ssize_t got = read(STDIN_FILENO, &c, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got != 1) {
      line[n] = 0;
      return n > 0;
    }
    if (c == '\n') break;
    n = add(line, n, c);
  }
  line[n] = 0;
  return true;
}

// ---- files of commands ---------------------------------------------------------------------------

bool prompt_source(wl_debug *d, const char *path, char why[DEBUG_TEXT]) {
  debug_shared *s = d->shared;
  debug_source *source = &s->sources[s->source_count];
  struct stat of;
  FILE *f = NULL;
  if (s->source_count == DEBUG_SOURCES) {
    snprintf(why, DEBUG_TEXT, "%.200s: %d files are open already, each named by the one before", path, DEBUG_SOURCES);
  } else if (!wl_text(source->path, sizeof source->path, "%s", path)) {
    snprintf(why, DEBUG_TEXT, "found \"%.60s...\", expected a name of less than %d characters", path, DEBUG_PATH);
  } else if (stat(path, &of) || (S_ISREG(of.st_mode) && !(f = fopen(path, "r")))) {
    snprintf(why, DEBUG_TEXT, "%s: %s", source->path, strerror(errno));
  } else if (!f) {
    snprintf(why, DEBUG_TEXT, "%s: expected a regular file", source->path);
  } else {
    fclose(f);
    source->at = 0;
    source->line = 0;
    s->source_count++;
    return true;
  }
  return false;
}

// The next line of the files that are open, and its place, "FILE:LINE: ". False: there is none.
static bool source_line_of(debug_shared *s, char line[DEBUG_LINE + 1], char place[DEBUG_PATH + 16]) {
  for (; s->source_count; s->source_count--) {
    debug_source *source = &s->sources[s->source_count - 1];
    FILE *f = fopen(source->path, "r");
    size_t n = 0;
    int c = EOF;
    if (f && !fseek(f, source->at, SEEK_SET)) c = fgetc(f);
    const bool any = c != EOF;
    for (; c != EOF && c != '\n'; c = fgetc(f)) n = add(line, n, (char)c);
    if (any) source->at = ftell(f);
    if (f) fclose(f);
    if (!any) continue;
    line[n] = 0;
    snprintf(place, DEBUG_PATH + 16, "%s:%" PRIu32 ": ", source->path, ++source->line);
    return true;
  }
  return false;
}

void prompt_serve(wl_debug *d) {
  debug_shared *s = d->shared;
  char line[DEBUG_LINE + 1], place[DEBUG_PATH + 16];
  printf("%s %" PRIu64 "%s%s\n", debug_unit(d), d->position, *d->why ? ": " : "", d->why);
  if (!d->ended) show_place(d, stdout, s->slot);
  for (;;) {
    const bool of_file = source_line_of(s, line, place);
    if (of_file) printf("%s", DEBUG_PROMPT);
    const edit_result edited = of_file ? EDIT_LINE : edit_line(d, line);
    if (edited == EDIT_ENDED || (edited == EDIT_NOT && !read_line(d, line))) {
      printf("\nend of the input at %s %" PRIu64 "%s\n", debug_unit(d), d->position,
             d->ended ? "" : ": the run had not ended, so there is no verdict");
      debug_quit(d);
    }
    if (of_file || !d->terminal) printf("%s\n", line);  // so that it is seen
    if (!of_file) {
      *place = 0;
      if (d->terminal && !*line) memcpy(line, s->last, sizeof s->last);
      else if (strlen(line) < DEBUG_LINE) memcpy(s->last, line, strlen(line) + 1);
    }
    const command_end end = command_run(d, line, place, stdout);
    if (end == COMMAND_WRONG) s->wrong = true;
    if (end == COMMAND_GO) break;
  }
  fflush(stdout);
}
