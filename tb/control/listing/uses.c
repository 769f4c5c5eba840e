// SPDX-License-Identifier: Apache-2.0
// Which registers an instruction reads and writes, and its reuse slots (maxwell-control.md 4.5, 4.7).
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "read.h"

enum { MOST_MODIFIERS = 16, ALL_PREDICATES = 127, MOST_REGISTERS = 64 };

typedef struct {
  const char *text;
  size_t length;
} modifier;

// The modifiers of an instruction's name, without dots.
typedef struct {
  modifier list[MOST_MODIFIERS];
  int count;
} modifiers;

static modifiers modifiers_of(const char *name) {
  modifiers m = {.count = 0};
  const char *p = strchr(name, '.');
  while (p && m.count < MOST_MODIFIERS) {
    const char *end = strchr(p + 1, '.');
    m.list[m.count++] = (modifier){p + 1, end ? (size_t)(end - p - 1) : strlen(p + 1)};
    p = end;
  }
  return m;
}

static bool is(modifier m, const char *text) { return m.length == strlen(text) && !memcmp(m.text, text, m.length); }

static bool has(const modifiers *m, const char *text) {
  for (int n = 0; n < m->count; n++)
    if (is(m->list[n], text)) return true;
  return false;
}

// Registers of data in a memory operation.
static int data_width(const modifiers *m) {
  if (has(m, "128")) return 4;
  return has(m, "64") || has(m, "U64") || has(m, "S64") || has(m, "F64") ? 2 : 1;
}

// Registers of the first or the second type of a conversion, as F2F.F32.F64.
static int type_width(const modifiers *m, int which) {
  for (int n = 0; n < m->count; n++) {
    const modifier t = m->list[n];
    if (t.length < 2 || !strchr("FUS", t.text[0]) || !isdigit((unsigned char)t.text[1])) continue;
    if (which-- == 0) return is(t, "F64") || is(t, "U64") || is(t, "S64") ? 2 : 1;
  }
  return 1;
}

static int dimension(const char *text) {
  int count = !strncmp(text, "ARRAY_", 6);
  if (count) text += 6;
  if (!strncmp(text, "CUBE", 4)) return count + 3;
  return isdigit((unsigned char)*text) && text[1] == 'D' ? count + *text - '0' : 0;
}

// Coordinates of a texture: the operand that says so, one if there is none.
static int coordinates(const sass_instruction *i) {
  for (int o = 0; o < i->operand_count; o++)
    if (i->operands[o].kind == SASS_OTHER && dimension(i->operands[o].text)) return dimension(i->operands[o].text);
  return 1;
}

static int bits(uint64_t mask) { return __builtin_popcountll(mask); }

static int texture_mask(const sass_instruction *i) {
  for (int o = i->operand_count - 1; o >= 0; o--)
    if (i->operands[o].kind == SASS_IMMEDIATE) return bits(i->operands[o].value & 15);
  return 1;
}

static bool one_channel(const sass_instruction *i) {
  return i->operand_count && !strcmp(i->operands[i->operand_count - 1].text, "R");
}

static int surface_width(const modifiers *m) {
  if (has(m, "RGBA")) return 4;
  return has(m, "RG") ? 2 : data_width(m);
}

static int surface_coordinates(const modifiers *m) {
  int count = 1;
  for (int n = 0; n < m->count; n++) {
    const modifier t = m->list[n];
    if (t.length < 2 || t.text[1] != 'D' || !isdigit((unsigned char)t.text[0])) continue;
    count = t.text[0] - '0' + (t.length > 2);  // 2DARRAY
  }
  return count;
}

static bool is_predicate(const sass_operand *o) { return o->kind == SASS_PREDICATE; }

// How many operands are destinations.
static int destinations(const sass_instruction *i) {
  int count = i->opcode->to;
  if (count == SASS_TO_LEAD) {
    count = 0;
    while (count < i->operand_count && is_predicate(&i->operands[count])) count++;
    count++;
  } else if (count == SASS_TO_REST) {
    count = i->operand_count - 1;
  }
  return count < i->operand_count ? count : i->operand_count;
}

// Registers of operand o; source: its number among the general sources, from 0; negative for a destination.
static int width(const sass_instruction *i, const modifiers *m, int o, int source) {
  const sass_operand *operand = &i->operands[o];
  const bool to = source < 0, address = operand->kind == SASS_ADDRESS;
  switch (i->opcode->width) {
    case SASS_MEMORY:
      if (address) return has(m, "E") ? 2 : 1;
      if (operand->kind == SASS_CONSTANT) return 1;
      return data_width(m) * (!to && has(m, "CAS") && i->opcode->to ? 2 : 1);
    case SASS_SURFACE: return address ? surface_coordinates(m) : surface_width(m);
    case SASS_TEXTURE:
      if (to) return texture_mask(i);
      if (source == 0) return coordinates(i);
      return (has(m, "B") || has(m, "LL") + has(m, "LB") + has(m, "DC") == 0) + has(m, "LL") + has(m, "LB") +
             has(m, "DC");
    case SASS_SHORT_TEXTURE: {
      if (to) return one_channel(i) ? 1 : 2;
      const int all = coordinates(i) + has(m, "LL") + has(m, "AOFFI") + has(m, "DC");
      return source == 0 ? (all + 1) / 2 : all / 2 > 0 ? all / 2 : 1;
    }
    case SASS_CONVERT: return type_width(m, to ? 0 : 1);
    case SASS_DOUBLE: return to && !strncmp(i->opcode->name, "DSET", 4) ? 1 : 2;
    default: return 1;
  }
}

static void writes(sass_instruction *i, int number) {
  if (number < 0) return;
  for (int n = 0; n < i->write_count; n++)
    if (i->writes[n] == number) return;
  i->writes = sass_room(i->writes, (size_t)i->write_count, sizeof *i->writes);
  i->writes[i->write_count++] = number;
}

static void reads(sass_instruction *i, int number) {
  if (number < 0) return;
  for (int n = 0; n < i->read_count; n++)
    if (i->reads[n].number == number) return;
  i->reads = sass_room(i->reads, (size_t)i->read_count, sizeof *i->reads);
  i->reads[i->read_count++] = (sass_source){number, number < SASS_P0 || number > SASS_CC};
}

typedef void add(sass_instruction *i, int number);

static void wide(sass_reader *r, sass_instruction *i, add *to, int number, int count) {
  if (number < 0) return;
  to(i, number);
  for (int n = 1; n < count; n++) to(i, sass_neighbour(r->listing->names, number, n));
}

// P2R and R2P name predicates by a mask, the last immediate.
static void masked(sass_instruction *i) {
  uint64_t mask = ALL_PREDICATES;
  for (int o = 0; o < i->operand_count; o++)
    if (i->operands[o].kind == SASS_IMMEDIATE && i->operands[o].integer) mask = i->operands[o].value;
  const bool to_predicates = !strcmp(i->opcode->name, "R2P");
  for (int p = 0; p < SASS_PREDICATES; p++) {
    if (!to_predicates && mask >> p & 1) reads(i, SASS_P0 + p);
    if (to_predicates && mask >> p & 1) writes(i, SASS_P0 + p);
    if (to_predicates && !(mask >> p & 1)) reads(i, SASS_P0 + p);
  }
}

int sass_reuse_flags(const sass_instruction *i) {
  int flags = 0;
  for (int s = 0; s < SASS_GROUP; s++)
    if (i->slots[s] >= 0 && i->operands[i->slots[s]].reuse) flags |= 1 << s;
  return flags;
}

bool sass_find_uses(sass_reader *r, sass_instruction *i) {
  const modifiers m = modifiers_of(i->name);
  const int to = destinations(i);
  int general = 0, slot = 0;
  bool good = true;
  reads(i, i->guard);
  for (int o = 0; o < i->operand_count; o++) {
    const sass_operand *operand = &i->operands[o];
    if (o < to) {
      if (operand->kind == SASS_REGISTER || is_predicate(operand))
        wide(r, i, writes, operand->number, is_predicate(operand) ? 1 : width(i, &m, o, -1));
      if (operand->writes_cc) writes(i, SASS_CC);
      if (operand->reuse) good = sass_refuse(r, r->start + operand->column - 1, "a destination has no reuse flag");
      continue;
    }
    if (operand->kind == SASS_CODES) reads(i, SASS_CC);
    if (is_predicate(operand)) {
      reads(i, operand->number);
      continue;
    }
    if (operand->kind == SASS_CODES || operand->kind == SASS_TARGET) continue;
    wide(r, i, reads, operand->number, operand->number < 0 ? 1 : width(i, &m, o, general));
    reads(i, operand->second);
    if (operand->kind == SASS_REGISTER) general++;
    if (slot < SASS_GROUP) i->slots[slot] = o;
    else if (operand->reuse)
      good = sass_refuse(r, r->start + operand->column - 1, "only the first three sources have reuse flags");
    slot++;
  }
  if (has(&m, "X")) reads(i, SASS_CC);
  if (i->opcode->width == SASS_MASK) masked(i);
  sass_keep(r->listing, i->writes);
  sass_keep(r->listing, i->reads);
  if (i->write_count > MOST_REGISTERS || i->read_count > MOST_REGISTERS)
    return sass_refuse(r, r->start + i->column - 1, "more than %d registers", MOST_REGISTERS);
  return good;
}
