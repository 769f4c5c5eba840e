// SPDX-License-Identifier: Apache-2.0
#include "joined.h"

#include <string.h>

#define TEXT_OF(number) #number
#define GROUP_OF(number) "\"amdgpu-flat-work-group-size\"=\"1," TEXT_OF(number) "\""
static const char inline_start[] = "define available_externally ", attributes[] = "\nattributes ";
static const char global[] = " addrspace(1) global ";  // of a variable that outlives a launch
static const char narrow_group[] = GROUP_OF(NARROW_GROUP), wide_group[] = GROUP_OF(WIDE_GROUP);

// Whether the program has variables that outlive a launch.
static bool has_variables(const char *text) {
  for (const char *p = text; (p = strstr(p, global)); p += sizeof global - 1) {
    const char *line = p;
    while (line > text && line[-1] != '\n') line--;
    if (*line == '@' && !memmem(line, (size_t)(p - line), " external ", 10)) return true;
  }
  return false;
}

// A line that defines a variable. One without a value is in the file like the others: a captured launch has it there.
static bool write_variable(const char *line, const char *end, FILE *to) {
  static const char align[] = ", align ";
  const size_t length = (size_t)(end - line);
  const char *at = *line == '@' && memmem(line, length, global, sizeof global - 1)
                       ? memmem(line, length, align, sizeof align - 1)
                       : NULL;
  if (!at || memmem(line, length, " external ", 10) || memmem(line, length, ", section ", 10)) return false;
  fprintf(to, "%.*s, section \".data\"%.*s", (int)(at - line), line, (int)(end - at), at);
  return true;
}

// Writes words of attributes. wide: with the size of large groups.
static void write_words(const char *from, size_t length, bool wide, FILE *to) {
  const char *group = wide ? memmem(from, length, narrow_group, sizeof narrow_group - 1) : NULL;
  const size_t before = group ? (size_t)(group - from) : length;
  fwrite(from, 1, before, to);
  if (!group) return;
  fputs(wide_group, to);
  fwrite(group + sizeof narrow_group - 1, 1, length - before - (sizeof narrow_group - 1), to);
}

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
static void write_group(const char *text, const char *group, size_t length, bool wide, FILE *to) {
  const char *p = text;
  while ((p = strstr(p, attributes))) {
    p += sizeof attributes - 1;
    if (!strncmp(p, group, length) && !strncmp(p + length, " = { ", 5)) break;
  }
  if (!p) return;
  for (p += length + 5; *p && *p != '}' && *p != '\n';) {
    const size_t word = strcspn(p, " ");
    const bool forbids = (word == 8 && !strncmp(p, "noinline", 8)) || (word == 7 && !strncmp(p, "optnone", 7));
    if (!forbids) write_words(p, word + 1, wide, to);
    p += word + strspn(p + word, " ");
  }
}

// A line that begins the definition of a kernel that is called.
static void write_called(const char *text, const char *line, const char *end, bool wide, FILE *to) {
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
  write_group(text, group, length, wide, to);
  fwrite(group + length, 1, (size_t)(end - group) - length, to);
}

bool takes_vectors(const char *text) {
  static const char kernel[] = " amdgpu_kernel void @";
  static const char *const words[] = {"(<", ", <", "(%", ", %struct", ", %union"};
  for (const char *p = text; (p = strstr(p, kernel)); p += sizeof kernel - 1) {
    const size_t length = strcspn(p, "\n");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
      if (memmem(p, length, words[i], strlen(words[i]))) return true;
  }
  return false;
}

bool prepare_joined(const char *text, bool wide, FILE *to) {
  wide |= has_variables(text);
  for (const char *line = text, *end; *line; line = end) {
    end = line + strcspn(line, "\n");
    end += *end == '\n';
    const bool defines = !strncmp(line, "define ", 7);
    const char *kernel = defines ? memmem(line, (size_t)(end - line), " amdgpu_kernel void @", 21) : NULL;
    if (kernel && is_called(text, kernel + 20)) {
      write_called(text, line, end, wide, to);
    } else if (write_variable(line, end, to)) {
      continue;
    } else if (!strncmp(line, attributes + 1, sizeof attributes - 2)) {
      write_words(line, (size_t)(end - line), wide, to);
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
