// SPDX-License-Identifier: Apache-2.0
#include "cl_options.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"

static bool starts(const char *text, const char *with) { return !strncmp(text, with, strlen(with)); }

bool wl_cl_options_word(wl_cl_options *o, const char *word, wl_error *error) {
  char **more = realloc(o->word, (o->count + 2) * sizeof *more), *copy = strdup(word);
  if (more) o->word = more;
  if (more && copy) {
    o->word[o->count++] = copy;
    o->word[o->count] = NULL;
    return true;
  }
  free(copy);
  return wl_fail(error, "out of memory");
}

// Cuts off the next word. NULL with an empty error->text: no word is left.
static char *next_word(char **rest, wl_error *error) {
  char *from = *rest + strspn(*rest, " \t\n"), *to = from, *p = from, quote = 0;
  error->text[0] = 0;
  if (!*from) return NULL;
  for (; *p && (quote || !strchr(" \t\n", *p)); p++) {
    if (quote ? *p == quote : *p == '"' || *p == '\'') quote = quote ? 0 : *p;
    else *to++ = *p;
  }
  if (quote) {
    wl_fail(error, "build options: a quote %c without its end", quote);
    return NULL;
  }
  *rest = *p ? p + 1 : p;
  *to = 0;
  return from;
}

// Options whose value may be the next word. FOLDER, HEADER: relative paths begin in the folder.
static const struct {
  const char *name;
  enum { TEXT, FOLDER, HEADER } value;
} with_value[] = {{"-D", TEXT},   {"-U", TEXT},         {"-isystem", FOLDER},
                  {"-I", FOLDER}, {"-include", HEADER}, {"-mllvm", TEXT}};
static const char *const without_value[] = {"-cl-", "-O", "-W", "-w", "-f", "-g", "-m"};

// A description or the line that repeats a run may be somebody else's. So no option loads code into the compiler, makes
// it write a file beside its output, or hands words to another tool. These begin so; LLVM's have such a word in them.
static const char *const harmful[] = {
    "-Wa,",       "-Wl,",          "-Wp,",        "-fbuild-session", "-fcoverage",      "-fcrash",    "-fcs-profile",
    "-fdebug",    "-fdump",        "-fembed",     "-fmodule",        "-foptimization",  "-fpass",     "-fplugin",
    "-fprebuilt", "-fprofile",     "-fproc-stat", "-fsave",          "-ftest-coverage", "-fthinlto",  "-ftime",
    "-fxray",     "-gsplit-dwarf", "-fuse-ld",    "-fno-integrated", "-fcxx-modules",   "-fimplicit", "-working"};
static const char *const harmful_llvm[] = {"load", "plugin", "file", "path", "dir", "output", "dump", "json", "/"};

static bool harms(const char *word, bool llvm) {
  for (size_t i = 0; llvm && i < sizeof harmful_llvm / sizeof *harmful_llvm; i++)
    if (strstr(word, harmful_llvm[i])) return true;
  for (size_t i = 0; !llvm && i < sizeof harmful / sizeof *harmful; i++)
    if (starts(word, harmful[i])) return true;
  return false;
}

static bool add_value(wl_cl_options *o, int which, const char *value, const char *folder, wl_error *error) {
  char path[PATH_MAX];
  const bool relative = *folder && *value != '/' && with_value[which].value != TEXT;
  if (!wl_text(path, sizeof path, "%s%s%s", relative ? folder : "", relative ? "/" : "", value))
    return wl_fail(error, "build option %s: path too long", with_value[which].name);
  // A header that is not in the folder is left to clang's search path.
  if (relative && with_value[which].value == HEADER && access(path, R_OK)) wl_text(path, sizeof path, "%s", value);
  return wl_cl_options_word(o, with_value[which].name, error) && wl_cl_options_word(o, path, error);
}

bool wl_cl_options_add(wl_cl_options *o, const char *text, const char *folder, wl_error *error) {
  char *copy = strdup(text), *rest = copy, *word;
  wl_error why = {""};
  bool good = copy || wl_fail(&why, "out of memory");
  while (good && (word = next_word(&rest, &why))) {
    const size_t options = sizeof with_value / sizeof *with_value;
    size_t which = 0;
    bool known = false;
    while (which < options && !starts(word, with_value[which].name)) which++;
    for (size_t i = 0; i < sizeof without_value / sizeof *without_value; i++) known |= starts(word, without_value[i]);
    if (which < options) {
      const char *name = with_value[which].name, *value = word + strlen(name);
      if (!*value) value = next_word(&rest, &why);
      if (value && !strcmp(name, "-mllvm") && harms(value, true))
        good = wl_fail(&why, "build option -mllvm \"%s\": it may load code or write a file", value);
      else if (value) good = add_value(o, (int)which, value, folder, &why);
      else if (!*why.text) good = wl_fail(&why, "build option %s: its value is missing", name);
    } else if (known && harms(word, false)) {
      good = wl_fail(&why, "build option \"%s\": it may load code or write a file", word);
    } else if (known) {
      good = wl_cl_options_word(o, word, &why);
    } else {
      good = wl_fail(
          &why, "build option \"%s\": expected -D, -U, -I, -isystem, -include, -cl-.., -O.., -W.., -f.., -g.. or -m..",
          word);
    }
  }
  free(copy);
  if (good && !*why.text) return true;
  return wl_fail(error, "%s", why.text);
}

void wl_cl_options_free(wl_cl_options *o) {
  for (size_t i = 0; i < o->count; i++) free(o->word[i]);
  free(o->word);
  *o = (wl_cl_options){0};
}
