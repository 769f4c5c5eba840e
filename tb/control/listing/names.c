// SPDX-License-Identifier: Apache-2.0
#include "names.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

enum { MOST_DIGITS = 9 };  // of a suffix that counts

typedef struct {
  char *name;
  char *constant;  // of a constant
  int number;      // of a register
} entry;

// A hash table: slot holds entry + 1, or 0. own: entries of registers of their own, in the order of their numbers.
struct sass_names {
  entry *entries;
  size_t count;
  size_t *slots, slot_count;
  size_t *own, own_count;
};

sass_names *sass_names_new(void) { return sass_allocated(calloc(1, sizeof(sass_names))); }

void sass_names_free(sass_names *n) {
  if (!n) return;
  for (size_t i = 0; i < n->count; i++) {
    free(n->entries[i].name);
    free(n->entries[i].constant);
  }
  free(n->entries);
  free(n->slots);
  free(n->own);
  free(n);
}

// The slot of the name, or the free one where it would go.
static size_t slot_of(const sass_names *n, const char *name, size_t length) {
  uint64_t sum = 14695981039346656037u;  // FNV-1a
  for (size_t i = 0; i < length; i++) sum = (sum ^ (unsigned char)name[i]) * 1099511628211u;
  size_t slot = sum & (n->slot_count - 1);
  for (; n->slots[slot]; slot = (slot + 1) & (n->slot_count - 1)) {
    const char *other = n->entries[n->slots[slot] - 1].name;
    if (strlen(other) == length && !memcmp(other, name, length)) break;
  }
  return slot;
}

static const entry *find(const sass_names *n, const char *name, size_t length) {
  if (!n->slot_count) return NULL;
  const size_t at = n->slots[slot_of(n, name, length)];
  return at ? &n->entries[at - 1] : NULL;
}

static void grow(sass_names *n) {
  n->slot_count = n->slot_count ? 2 * n->slot_count : 64;
  free(n->slots);
  n->slots = sass_allocated(calloc(n->slot_count, sizeof *n->slots));
  for (size_t i = 0; i < n->count; i++) n->slots[slot_of(n, n->entries[i].name, strlen(n->entries[i].name))] = i + 1;
}

static bool add(sass_names *n, const char *name, size_t length, int number, const char *constant) {
  if (find(n, name, length)) return false;
  if (2 * (n->count + 1) > n->slot_count) grow(n);
  n->entries = sass_room(n->entries, n->count, sizeof *n->entries);
  n->entries[n->count] = (entry){.name = sass_allocated(strndup(name, length)),
                                 .constant = constant ? sass_allocated(strdup(constant)) : NULL,
                                 .number = number};
  n->count++;
  n->slots[slot_of(n, name, length)] = n->count;
  return true;
}

bool sass_map_register(sass_names *n, const char *name, size_t length, int number) {
  return add(n, name, length, number, NULL);
}

bool sass_map_constant(sass_names *n, const char *name, size_t length, const char *constant) {
  return add(n, name, length, SASS_NO_REGISTER, constant);
}

int sass_mapped_register(const sass_names *n, const char *name, size_t length) {
  const entry *e = find(n, name, length);
  return e && !e->constant && e->number < SASS_OWN ? e->number : SASS_NO_REGISTER;
}

const char *sass_mapped_constant(const sass_names *n, const char *name, size_t length) {
  const entry *e = find(n, name, length);
  return e ? e->constant : NULL;
}

int sass_own_register(sass_names *n, const char *name, size_t length) {
  const entry *e = find(n, name, length);
  if (e) return e->number;
  const int number = SASS_OWN + (int)n->own_count;
  n->own = sass_room(n->own, n->own_count, sizeof *n->own);
  n->own[n->own_count++] = n->count;
  add(n, name, length, number, NULL);
  return number;
}

int sass_neighbour(sass_names *n, int number, int count) {
  if (number < 0 || number == SASS_CC) return SASS_NO_REGISTER;
  if (number < SASS_OWN) return number <= SASS_LAST_R && number + count <= SASS_LAST_R ? number + count : -1;
  const char *name = n->entries[n->own[number - SASS_OWN]].name;
  size_t digits = 0, length = strlen(name);
  while (digits < length && isdigit((unsigned char)name[length - 1 - digits])) digits++;
  if (!digits || digits > MOST_DIGITS) return SASS_NO_REGISTER;
  char *next = sass_allocated(malloc(length + 16));
  sprintf(next, "%.*s%0*d", (int)(length - digits), name, (int)digits, atoi(name + length - digits) + count);
  const int found = sass_own_register(n, next, strlen(next));
  free(next);
  return found;
}

void sass_register_text(const sass_names *n, int number, char text[SASS_REGISTER_TEXT]) {
  if (number < 0) snprintf(text, SASS_REGISTER_TEXT, "none");
  else if (number <= SASS_LAST_R) snprintf(text, SASS_REGISTER_TEXT, "R%d", number);
  else if (number < SASS_CC) snprintf(text, SASS_REGISTER_TEXT, "P%d", number - SASS_P0);
  else if (number == SASS_CC) snprintf(text, SASS_REGISTER_TEXT, "CC");
  else snprintf(text, SASS_REGISTER_TEXT, "%s", n->entries[n->own[number - SASS_OWN]].name);
}
