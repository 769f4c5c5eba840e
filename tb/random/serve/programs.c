// SPDX-License-Identifier: Apache-2.0
#include "random/serve/programs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random/encode.h"
#include "random/generate.h"
#include "random/serve/assembler.h"

int wl_programs_generate(int argc, char **argv) { return random_generate(argc, argv); }

void wl_programs_prepare(void) { assembler_prepare(); }

// The text of a file; NULL: it cannot be read.
static char *read_file(const char *path) {
  FILE *f = fopen(path, "rb");
  char *text = NULL;
  size_t size = 0;
  if (!f) return NULL;
  if (getdelim(&text, &size, 0, f) < 0) {
    free(text);
    text = NULL;
  }
  fclose(f);
  return text;
}

// The text for the assembler with the program in place of its .include, and most of its instructions as words. NULL:
// not in this text.
static char *as_words(const char *text, const char *path) {
  const char *include = strstr(text, ".include ");
  char *program = include ? read_file(path) : NULL, *words = program ? encode_program(program) : NULL, *whole = NULL;
  if (words && asprintf(&whole, "%.*s%s%s", (int)(include - text), text, words, strchr(include, '\n')) < 0)
    whole = NULL;
  free(words);
  free(program);
  return whole;
}

bool wl_programs_assemble(bool generated, const char *text, const char *path, const char *processor,
                          const char *features, const char *folder, const char *made, char *message, size_t size) {
  char *words = generated ? as_words(text, path) : NULL;
  const bool good = assembler_run(words ? words : text, path, processor, features, folder, made, message, size);
  free(words);
  return good;
}
