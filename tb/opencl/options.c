// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

// Options without a value, and for what they are.
enum { COMPILES = 1, LINKS = 2, CLANG = 4 };  // CLANG: clang takes it as it is
static const struct {
  const char *name;
  int use;
} plain_options[] = {{"-cl-single-precision-constant", COMPILES | CLANG},
                     {"-cl-denorms-are-zero", COMPILES | LINKS | CLANG},
                     {"-cl-fp32-correctly-rounded-divide-sqrt", COMPILES},
                     {"-cl-opt-disable", COMPILES},
                     {"-cl-strict-aliasing", COMPILES},
                     {"-cl-mad-enable", COMPILES | CLANG},
                     {"-cl-no-signed-zeros", COMPILES | LINKS | CLANG},
                     {"-cl-no-signed-zeroes", LINKS},
                     {"-cl-unsafe-math-optimizations", COMPILES | LINKS | CLANG},
                     {"-cl-finite-math-only", COMPILES | LINKS | CLANG},
                     {"-cl-fast-relaxed-math", COMPILES | LINKS | CLANG},
                     {"-cl-kernel-arg-info", COMPILES},
                     {"-cl-uniform-work-group-size", COMPILES | CLANG},
                     // Sub-groups make progress independently of each other, whether a program needs it or not.
                     {"-cl-no-subgroup-ifp", COMPILES | LINKS},
                     {"-w", COMPILES | CLANG},
                     {"-Werror", COMPILES | CLANG},
                     {"-g", COMPILES},
                     {"-create-library", LINKS},
                     {"-enable-link-options", LINKS}};

static bool starts(const char *text, const char *with) { return !strncmp(text, with, strlen(with)); }

// Cuts off the next word. Quotes hold a word together, and so does a backslash before a blank; a backslash before a
// quote makes it a character. NULL with an empty error: no word is left.
static char *next_word(char **rest, wl_error *error) {
  char *from = *rest + strspn(*rest, " \t\n\r"), *to = from, *p = from, quote = 0;
  if (!*from) return NULL;
  for (; *p && (quote || !strchr(" \t\n\r", *p)); p++) {
    if (*p == '\\' && p[1] && strchr("\"'\\ ", p[1])) *to++ = *++p;
    else if (quote ? *p == quote : *p == '"' || *p == '\'') quote = quote ? 0 : *p;
    else *to++ = *p;
  }
  if (quote) {
    wl_fail(error, "a quote %c without its end", quote);
    return NULL;
  }
  *rest = *p ? p + 1 : p;
  *to = 0;
  return from;
}

static bool is_macro(const char *text) {
  if (!isalpha((unsigned char)*text) && *text != '_') return false;
  while (isalnum((unsigned char)*text) || *text == '_') text++;
  return !*text || *text == '=' || *text == '(';
}

static bool add_plain(const char *word, options_use use, program_options *o, bool *known, wl_error *error) {
  *known = false;
  for (size_t i = 0; i < sizeof plain_options / sizeof *plain_options; i++) {
    if (strcmp(word, plain_options[i].name) != 0) continue;
    *known = true;
    if (!(plain_options[i].use & (use == FOR_LINK ? LINKS : COMPILES)))
      return wl_fail(error, "the option %s is not for %s", word, use == FOR_LINK ? "linking" : "compiling");
    o->plain |= !strcmp(word, "-cl-opt-disable");
    o->arg_info |= !strcmp(word, "-cl-kernel-arg-info");
    o->library |= !strcmp(word, "-create-library");
    o->rounded |= !strcmp(word, "-cl-fp32-correctly-rounded-divide-sqrt");
    return use == FOR_LINK || !(plain_options[i].use & CLANG) || wl_cl_options_word(&o->words, word, error);
  }
  return true;
}

// Adds a line to the notes.
__attribute__((format(printf, 3, 4))) static bool note(program_options *o, wl_error *error, const char *format, ...) {
  char line[256], *all;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  if (asprintf(&all, "%swavelock: note: %s\n", o->notes ? o->notes : "", line) < 0)
    return wl_fail(error, "out of memory");
  free(o->notes);
  o->notes = all;
  return true;
}

// OpenCL C 2.0 is no version of the devices, which lack what it demands. Most programs that ask for it need none of
// that, and clang compiles them.
static bool add_standard(const char *version, program_options *o, wl_error *error) {
  static const struct {
    const char *name;
    unsigned number;
  } versions[] = {{"CL1.0", 100}, {"CL1.1", 110}, {"CL1.2", 120}, {"CL2.0", 200}, {"CL3.0", 300}};
  char word[16];
  for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
    if (strcmp(version, versions[i].name) != 0) continue;
    o->standard = versions[i].number;
    wl_text(word, sizeof word, "-cl-std=%s", version);
    return (o->standard != 200 || note(o, error,
                                       "-cl-std=CL2.0: of OpenCL C 2.0 the devices lack pipes and kernels "
                                       "that enqueue kernels; they have OpenCL C 1.2 and 3.0")) &&
           wl_cl_options_word(&o->words, word, error);
  }
  return wl_fail(error, "the option -cl-std=%s: the devices have OpenCL C 1.2 and 3.0, expected CL1.1, CL1.2 or CL3.0",
                 version);
}

// -D, -U and -I, whose value may be the next word.
static bool add_value(const char *word, char **rest, program_options *o, wl_error *error) {
  const char name[] = {word[0], word[1], 0};
  char *both = NULL;
  const char *value = word[2] ? word + 2 : next_word(rest, error);
  if (!value || !*value) return *error->text ? false : wl_fail(error, "the option %s has no value", name);
  if (word[1] != 'I' && !is_macro(value)) return wl_fail(error, "the option %s: \"%s\" is no macro", name, value);
  // clang takes a word that begins with @ for a file of options.
  if (asprintf(&both, "%s%s%s", name, *value == '@' ? "./" : "", value) < 0) return wl_fail(error, "out of memory");
  const bool good = wl_cl_options_word(&o->words, both, error);
  free(both);
  return good;
}

// Options of other vendors that say nothing of what a program computes.
static const struct {
  const char *name;
  bool value;  // the next word, or behind a =
} vendor_options[] = {{"-cl-nv-verbose", false},
                      {"-cl-nv-maxrregcount", true},
                      {"-cl-nv-opt-level", true},
                      {"-cl-intel-no-prera-scheduling", false},
                      {"-cl-intel-128-GRF-per-thread", false},
                      {"-cl-intel-256-GRF-per-thread", false},
                      {"-fbin-source", false},
                      {"-fno-bin-source", false},
                      {"-fbin-llvmir", false},
                      {"-fno-bin-llvmir", false},
                      {"-fbin-amdil", false},
                      {"-fno-bin-amdil", false},
                      {"-fbin-exe", false},
                      {"-fno-bin-exe", false}};

// Takes such an option, and notes that. *known: it was one.
static bool skip_vendor(const char *word, char **rest, program_options *o, bool *known, wl_error *error) {
  const size_t length = strcspn(word, "=");
  *known = false;
  for (size_t i = 0; i < sizeof vendor_options / sizeof *vendor_options && !*known; i++) {
    if (strlen(vendor_options[i].name) != length || strncmp(word, vendor_options[i].name, length) != 0) continue;
    if (!vendor_options[i].value && word[length]) continue;
    *known = true;
    const char *value = word[length] ? word + length + 1 : "";
    if (vendor_options[i].value && !word[length] && !(value = next_word(rest, error)))
      return *error->text ? false : wl_fail(error, "the option %s has no value", word);
    if (vendor_options[i].value && (!*value || value[strspn(value, "0123456789")]))
      return wl_fail(error, "the option %.*s: found \"%s\", expected a number", (int)length, word, value);
  }
  if (!*known) return true;
  return note(o, error, "the option %.*s is of another vendor; it has no meaning here and is left out", (int)length,
              word);
}

bool options_parse(const char *text, options_use use, program_options *o, wl_error *error) {
  char *copy = strdup(text ? text : ""), *rest = copy, *word;
  bool good = copy || wl_fail(error, "out of memory"), known, link_options = false;
  *o = (program_options){.standard = 120};
  error->text[0] = 0;
  while (good && (word = next_word(&rest, error))) {
    if (!(good = add_plain(word, use, o, &known, error))) break;
    link_options |= !strcmp(word, "-enable-link-options");
    if (!known && !(good = skip_vendor(word, &rest, o, &known, error))) break;
    if (known) continue;
    if (use != FOR_LINK && starts(word, "-cl-std=")) good = add_standard(word + 8, o, error);
    else if (use != FOR_LINK && (starts(word, "-D") || starts(word, "-U") || starts(word, "-I")))
      good = add_value(word, &rest, o, error);
    else if (use != FOR_LINK && starts(word, "-W") && !strchr(word, ','))
      good = wl_cl_options_word(&o->words, word, error);
    else
      good = wl_fail(error, "the option \"%s\" is none of OpenCL 3.0 for %s", word,
                     use == FOR_LINK ? "linking" : "compiling");
  }
  free(copy);
  if (good && !*error->text && link_options && !o->library)
    return wl_fail(error, "the option -enable-link-options is for libraries: -create-library is missing");
  return good && !*error->text;
}

void options_free(program_options *o) {
  wl_cl_options_free(&o->words);
  free(o->notes);
}
