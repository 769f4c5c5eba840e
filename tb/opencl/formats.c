// SPDX-License-Identifier: Apache-2.0
#include "formats.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// The string constant that defines a name, as "c"...". NULL: the name has none.
static const char *definition(const char *text, const char *name, size_t length) {
  for (const char *p = text; (p = strchr(p, '@')); p++) {
    if ((p > text && p[-1] != '\n') || strncmp(p, name, length) != 0 || strncmp(p + length, " = ", 3) != 0) continue;
    const char *end = strchr(p, '\n'), *value = strstr(p, " c\"");
    return value && (!end || value < end) ? value + 3 : NULL;
  }
  return NULL;
}

static int hex(char c) { return isdigit((unsigned char)c) ? c - '0' : (c | 32) - 'a' + 10; }

// Writes a constant of the marked format. from: between its quotes.
static bool write_constant(FILE *to, unsigned number, const char *from) {
  char *bytes = NULL;
  size_t size, length = 0;
  bool conversion = false;
  FILE *f = open_memstream(&bytes, &size);
  if (!f) return false;
  for (; *from && *from != '"'; from++, length++) {
    char c = *from;
    if (c == '\\' && from[1] == '\\') {
      from++;
    } else if (c == '\\' && isxdigit((unsigned char)from[1]) && isxdigit((unsigned char)from[2])) {
      c = (char)(16 * hex(from[1]) + hex(from[2]));
      from += 2;
    }
    const char *mark = c ? strchr(FORMAT_MARKS, c) : NULL;
    if (mark && (conversion || c == '\\')) {
      fprintf(f, "\\%02X", (unsigned)(mark - FORMAT_MARKS + 1));
      conversion = false;
      if (c == '\\') continue;
      length++;
      c = 'e';
    }
    // A conversion ends with its letter; h, l and v, with what stands before them, do not end it.
    conversion = c == '%' ? !conversion : conversion && (!isalpha((unsigned char)c) || strchr("hlv", c));
    fprintf(f, "\\%02X", (unsigned char)c);
  }
  if (fclose(f)) return false;
  fprintf(to, "@wavelock.format.%u = private unnamed_addr addrspace(4) constant [%zu x i8] c\"%s\", align 1\n", number,
          length, bytes);
  free(bytes);
  return true;
}

bool mark_formats(const char *text, FILE *to) {
  static const char call[] = "@printf(ptr addrspace(4) ";
  const char *done = text;
  char *constants = NULL;
  size_t size;
  unsigned count = 0;
  FILE *more = open_memstream(&constants, &size);
  if (!more) return false;
  bool good = true;
  for (const char *p = text; good && (p = strstr(p, call));) {
    p += sizeof call - 1;
    const char *name = p + strcspn(p, "@(),\n");
    const size_t length = strcspn(name, ",)\n");
    const char *value = *name == '@' ? definition(text, name, length) : NULL;
    if (!value) continue;
    fwrite(done, 1, (size_t)(name - done), to);
    fprintf(to, "@wavelock.format.%u", count);
    done = p = name + length;
    good = write_constant(more, count++, value);
  }
  fputs(done, to);
  if (fclose(more)) return false;
  fputs(constants, to);
  free(constants);
  return good && !ferror(to);
}
