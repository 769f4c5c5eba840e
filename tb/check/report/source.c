// SPDX-License-Identifier: Apache-2.0
#include "check/report/source.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// Whether the object has line tables, so that the symbolizer can answer.
static bool has_lines(const char *path) {
  FILE *f = fopen(path, "rb");
  if (!f) return false;
  const long size = fseek(f, 0, SEEK_END) ? 0 : ftell(f);
  char *text = size > 0 ? malloc((size_t)size) : NULL;
  rewind(f);
  const bool found =
      text && fread(text, 1, (size_t)size, f) == (size_t)size && memmem(text, (size_t)size, ".debug_line", 11);
  free(text);
  fclose(f);
  return found;
}

// Starts the symbolizer and returns its output; NULL: it cannot be started.
static FILE *ask(const wl_code_place *code, const uint64_t *pcs, uint32_t count, pid_t *child) {
  const char *tool = getenv("WAVELOCK_SYMBOLIZER");
  char object[1100];
  int ends[2], n = 0;
  char(*address)[24] = calloc(count, sizeof *address);
  char **argv = calloc(count + 8, sizeof *argv);
  FILE *output = NULL;
  if (!address || !argv || pipe(ends)) {
    free(address);
    free(argv);
    return NULL;
  }
  snprintf(object, sizeof object, "--obj=%s", code->object);
  argv[n++] = (char *)(uintptr_t)(tool ? tool : "llvm-symbolizer-16");
  argv[n++] = object;
  argv[n++] = (char[]){"--output-style=GNU"};
  argv[n++] = (char[]){"--functions=none"};
  argv[n++] = (char[]){"--no-inlines"};
  for (uint32_t i = 0; i < count; i++) {
    snprintf(address[i], sizeof address[i], "0x%llx", (unsigned long long)(pcs[i] - code->base));
    argv[n++] = address[i];
  }
  argv[n] = NULL;
  if ((*child = fork()) == 0) {
    dup2(ends[1], 1);
    close(ends[0]);
    close(ends[1]);
    if (!freopen("/dev/null", "w", stderr)) _exit(1);
    execvp(argv[0], argv);
    _exit(1);
  }
  free(address);
  free(argv);
  close(ends[1]);
  if (*child > 0) output = fdopen(ends[0], "r");
  if (!output) close(ends[0]);
  return output;
}

void source_places(const wl_code_place *code, const uint64_t *pcs, uint32_t count, char (*text)[SOURCE_TEXT]) {
  pid_t child = 0;
  for (uint32_t i = 0; i < count; i++) text[i][0] = 0;
  if (!code || !*code->object || !count || !has_lines(code->object)) return;
  FILE *f = ask(code, pcs, count, &child);
  if (!f) return;
  for (uint32_t i = 0; i < count && fgets(text[i], SOURCE_TEXT, f); i++) {
    // "file:line", perhaps " (discriminator n)" behind it; "??:0" or "file:?" where there is no line.
    text[i][strcspn(text[i], "\n")] = 0;
    char *discriminator = strstr(text[i], " (discriminator"), *colon;
    if (discriminator) *discriminator = 0;
    colon = strrchr(text[i], ':');
    if (!colon || !isdigit((unsigned char)colon[1]) || colon[1] == '0' || !strncmp(text[i], "??", 2)) text[i][0] = 0;
    if (!strncmp(text[i], "./", 2)) memmove(text[i], text[i] + 2, strlen(text[i] + 2) + 1);
  }
  fclose(f);
  waitpid(child, NULL, 0);
}

void source_line(const char *place, char *text, size_t size) {
  char path[SOURCE_TEXT], *line = NULL;
  size_t space = 0;
  snprintf(path, sizeof path, "%s", place);
  char *colon = strrchr(path, ':');
  *text = 0;
  if (!colon) return;
  *colon = 0;
  FILE *f = fopen(path, "r");
  if (!f) return;
  for (long left = strtol(colon + 1, NULL, 10); left > 0 && getline(&line, &space, f) > 0; left--) {
    if (left == 1) snprintf(text, size, "%s", line + strspn(line, " \t"));
  }
  for (size_t n = strlen(text); n && isspace((unsigned char)text[n - 1]); n--) text[n - 1] = 0;
  free(line);
  fclose(f);
}
