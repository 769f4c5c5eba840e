// SPDX-License-Identifier: Apache-2.0
#include "joined.h"

#include <string.h>

static const char inline_start[] = "define available_externally ", attributes[] = "\nattributes ";

// Whether there is a call of the kernel whose name begins at `name`, with its @.
static bool is_called(const char *text, const char *name) {
  static const char call[] = " call amdgpu_kernel void ";
  const size_t length = strcspn(name, "(") + 1;
  for (const char *p = text; (p = strstr(p, call));) {
    p += sizeof call - 1;
    if (!strncmp(p, name, length)) return true;
  }
  return false;
}

// Writes the words of a group of attributes, as "#7", but those that forbid inlining.
static void write_group(const char *text, const char *group, size_t length, FILE *to) {
  const char *p = text;
  while ((p = strstr(p, attributes))) {
    p += sizeof attributes - 1;
    if (!strncmp(p, group, length) && !strncmp(p + length, " = { ", 5)) break;
  }
  if (!p) return;
  for (p += length + 5; *p && *p != '}' && *p != '\n';) {
    const size_t word = strcspn(p, " ");
    const bool forbids = (word == 8 && !strncmp(p, "noinline", 8)) || (word == 7 && !strncmp(p, "optnone", 7));
    if (!forbids) fprintf(to, "%.*s ", (int)word, p);
    p += word + strspn(p + word, " ");
  }
}

// A line that begins the definition of a kernel that is called.
static void write_called(const char *text, const char *line, const char *end, FILE *to) {
  const char *group = line;
  // Behind its parameters, which may have attributes, but no group of them.
  while (group < end && strncmp(group, ") #", 3) != 0) group++;
  if (group == end) {
    fwrite(line, 1, (size_t)(end - line), to);
    return;
  }
  group += 2;
  const size_t length = 1 + strspn(group + 1, "0123456789");
  fprintf(to, "%.*salwaysinline ", (int)(group - line), line);
  write_group(text, group, length, to);
  fwrite(group + length, 1, (size_t)(end - group) - length, to);
}

bool prepare_joined(const char *text, FILE *to) {
  for (const char *line = text, *end; *line; line = end) {
    end = line + strcspn(line, "\n");
    end += *end == '\n';
    const bool defines = !strncmp(line, "define ", 7);
    const char *kernel = defines ? memmem(line, (size_t)(end - line), " amdgpu_kernel void @", 21) : NULL;
    if (kernel && is_called(text, kernel + 20)) {
      write_called(text, line, end, to);
    } else if (!strncmp(line, inline_start, sizeof inline_start - 1)) {
      fputs("define linkonce_odr ", to);
      line += sizeof inline_start - 1;
      fwrite(line, 1, (size_t)(end - line), to);
    } else {
      fwrite(line, 1, (size_t)(end - line), to);
    }
  }
  return !ferror(to);
}
