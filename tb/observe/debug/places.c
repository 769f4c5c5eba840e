// SPDX-License-Identifier: Apache-2.0
// Places in the program: its instructions, labels and source lines.
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/error.h"
#include "check/report/source.h"
#include "observe/debug/session.h"

enum { AT_A_TIME = 4096 };  // words whose lines are asked for

// ---- instructions --------------------------------------------------------------------------------

bool code_words(const wl_debug *d, uint64_t pc, uint32_t words[2]) {
  words[0] = words[1] = 0;
  if (!wl_mem_read(d->machine.expected_memory, pc, words, 4)) return false;
  (void)wl_mem_read(d->machine.expected_memory, pc + 4, words + 1, 4);
  return true;
}

uint32_t code_size(const wl_debug *d, const uint32_t words[2]) {
  wl_instruction of;
  d->now.ops->instruction(d->machine.config, words, 0, 0, &of);
  return of.size;
}

void code_text(const wl_debug *d, uint64_t pc, char *text, size_t size) {
  uint32_t words[2];
  if (code_words(d, pc, words)) d->now.ops->text(d->machine.config, pc, words, text, size);
  else snprintf(text, size, "(not mapped)");
}

bool code_begins(const wl_debug *d, uint64_t pc, const char *mnemonic) {
  static struct {
    uint32_t words[2];
    char text[DEBUG_MNEMONIC];  // "": none is here
  } seen[256];
  uint32_t words[2];
  if (!code_words(d, pc, words)) return false;
  const uint32_t i = ((words[0] ^ words[1]) * 2654435761u) >> 24;
  if (!*seen[i].text || memcmp(seen[i].words, words, sizeof words) != 0) {
    char text[160];
    code_text(d, pc, text, sizeof text);
    snprintf(seen[i].text, DEBUG_MNEMONIC, "%.*s", (int)strcspn(text, " "), text);
    memcpy(seen[i].words, words, sizeof words);
  }
  return !strncasecmp(seen[i].text, mnemonic, strlen(mnemonic));
}

static bool has_word(const char *list, const char *word, size_t length) {
  for (const char *at = list; (at = strstr(at, word)); at += length)
    if ((at == list || at[-1] == ' ') && (!at[length] || at[length] == ',')) return true;
  return false;
}

uint32_t mnemonic_places(const wl_debug *d, const char *begin, char list[DEBUG_TEXT]) {
  uint64_t pc, bytes;
  uint32_t count = 0, words[2];
  *list = 0;
  if (!*begin || !d->object || !wl_object_code(d->object, &pc, &bytes)) return 0;
  for (const uint64_t end = pc + bytes; pc < end && code_words(d, pc, words); pc += code_size(d, words)) {
    char text[160];
    code_text(d, pc, text, sizeof text);
    text[strcspn(text, " ")] = 0;
    if (strncasecmp(text, begin, strlen(begin)) != 0 || *text == '(') continue;
    count++;
    const size_t used = strlen(list);
    if (!has_word(list, text, strlen(text))) snprintf(list + used, DEBUG_TEXT - used, "%s%s", used ? ", " : "", text);
  }
  return count;
}

// ---- labels and source lines ---------------------------------------------------------------------

static bool number_parse(const char *text, uint64_t *to) {
  char *end;
  errno = 0;
  *to = strtoull(text, &end, 0);
  return isdigit((unsigned char)*text) && !*end && !errno;
}

// Whether a path ends in the names of a file.
static bool same_file(const char *path, size_t length, const char *file, size_t of_file) {
  if (length < of_file || memcmp(path + length - of_file, file, of_file) != 0) return false;
  return length == of_file || path[length - of_file - 1] == '/';
}

// The line of a place if it is in the file, else 0.
static uint64_t line_of(const char *place, const char *file, size_t of_file) {
  const char *colon = strrchr(place, ':');
  uint64_t line = 0;
  if (!colon || !same_file(place, (size_t)(colon - place), file, of_file)) return 0;
  return number_parse(colon + 1, &line) ? line : 0;
}

uint32_t line_places(const wl_debug *d, const char *text, uint64_t places[DEBUG_PLACES], char why[DEBUG_TEXT]) {
  static uint64_t pcs[AT_A_TIME];
  static char source[AT_A_TIME][SOURCE_TEXT];
  const char *colon = strrchr(text, ':');
  uint64_t wanted, pc = 0, bytes = 0, next = UINT64_MAX, before = 0;
  uint32_t count = 0;
  char some[SOURCE_TEXT] = "";  // a place of the program
  if (!colon || !number_parse(colon + 1, &wanted)) {
    snprintf(why, DEBUG_TEXT, "found \"%.100s\", expected FILE:LINE", text);
    return 0;
  }
  if (d->object) (void)wl_object_code(d->object, &pc, &bytes);
  for (const uint64_t end = pc + bytes; pc < end;) {
    uint32_t n = 0;
    for (; n < AT_A_TIME && pc < end; pc += 4) pcs[n++] = pc;
    source_places(d->code, pcs, n, source);
    for (uint32_t i = 0; i < n; i++) {
      const uint64_t line = line_of(source[i], text, (size_t)(colon - text));
      if (*source[i] && !*some) memcpy(some, source[i], sizeof some);
      if (line == wanted && before != wanted && count++ < DEBUG_PLACES) places[count - 1] = pcs[i];
      if (line > wanted && line < next) next = line;
      before = line;
    }
  }
  if (count > DEBUG_PLACES)
    snprintf(why, DEBUG_TEXT, "%.100s begins at %u places, expected at most %d", text, count, DEBUG_PLACES);
  else if (!*some) snprintf(why, DEBUG_TEXT, "found \"%.100s\", but the program has no line tables", text);
  else if (!count && next == UINT64_MAX)
    snprintf(why, DEBUG_TEXT, "found \"%.100s\": no instruction is of such a line, but one of %.200s", text, some);
  else if (!count)
    snprintf(why, DEBUG_TEXT, "found \"%.100s\": it has no instruction; the next line that has is %" PRIu64, text,
             next);
  return count <= DEBUG_PLACES ? count : 0;
}

bool place_parse(const wl_debug *d, const char *text, uint64_t *address) {
  char name[128], why[DEBUG_TEXT];
  uint64_t more = 0, places[DEBUG_PLACES];
  wl_error none;
  if (*text == '*') text++;
  if (number_parse(text, address)) return true;
  if (strchr(text, ':')) {
    if (!line_places(d, text, places, why)) return false;
    *address = places[0];
    return true;
  }
  const char *plus = strchr(text, '+');
  if (plus && !number_parse(plus + 1, &more)) return false;
  if (!wl_text(name, sizeof name, "%.*s", (int)(plus ? plus - text : (long)strlen(text)), text)) return false;
  if (!d->object || !wl_object_symbol(d->object, name, address, &none)) return false;
  *address += more;
  return true;
}

void place_text(const wl_debug *d, uint64_t address, char *text, size_t size) {
  *text = 0;
  if (d->object) wl_object_nearest(d->object, address, text, size);
}
