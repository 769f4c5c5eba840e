// SPDX-License-Identifier: Apache-2.0
#include "machine.h"

#include <stdio.h>
#include <stdlib.h>

#include "decode/decode.h"
#include "execute/vector.h"

void machine_start(struct machine *m) {
  memset(m, 0, sizeof *m);
  m->wave.vgpr = m->rows;
}

// gfx906 has some opcodes beyond, or in place of, those of gfx900.
static const struct {
  const char *path;
  wl_isa isa;
} tables[] = {{"docs/spec/gfx9-decode-vectors.tsv", WL_GFX900}, {"docs/spec/gfx906-opcodes.tsv", WL_GFX906}};

enum { LISTED = 2048, NAME = 64 };

static struct row {
  char format[16], name[NAME];
  unsigned number;
  wl_isa isa;
} rows[LISTED];
static unsigned row_count;

// The mnemonic of a row: the last column, or its first word, without the encoding.
static bool read_row(const char *line, struct row *r) {
  const char *const last = strrchr(line, '\t');
  if (!last || sscanf(line, "%15s %u", r->format, &r->number) != 2 || sscanf(last, "%63s", r->name) != 1) return false;
  const size_t length = strlen(r->name);
  char *const end = r->name + (length > 4 ? length - 4 : 0);
  if (strcmp(end, "_e32") == 0 || strcmp(end, "_e64") == 0) *end = 0;
  return true;
}

static void read_table(const char *path, wl_isa isa) {
  FILE *const file = fopen(path, "r");
  if (!file) {
    fprintf(stderr, "ERROR: %s: cannot be read; run it from the root of the tree\n", path);
    exit(EXIT_FAILURE);
  }
  char line[256];
  while (row_count < LISTED && fgets(line, sizeof line, file)) {
    struct row *const r = &rows[row_count];
    if (!read_row(line, r)) break;
    r->isa = isa;
    row_count++;
  }
  fclose(file);
}

struct opcode {
  wl_format format;
  unsigned number;
  wl_isa isa;
};

static bool look_up(const char *name, struct opcode *out) {
  const bool unread = row_count == 0;
  for (unsigned i = 0; unread && i < sizeof tables / sizeof *tables; i++) read_table(tables[i].path, tables[i].isa);
  bool found = false;
  for (const struct row *r = rows; r < rows + row_count; r++) {
    if (strcmp(r->name, name) != 0) continue;
    const bool vop3 = strcmp(r->format, "VOP3") == 0, packed = strcmp(r->format, "VOP3P") == 0;
    if (!vop3 && !packed && strcmp(r->format, "VOP2") != 0) continue;
    if (found && !vop3) continue;  // its VOP3 form, where it has one
    *out = (struct opcode){vop3 ? WL_FMT_VOP3 : packed ? WL_FMT_VOP3P : WL_FMT_VOP2, r->number, r->isa};
    found = true;
  }
  return found;
}

// Keeps those that were looked up: of one part they are few.
static bool find_opcode(const char *name, struct opcode *out) {
  static struct {
    const char *name;
    struct opcode opcode;
  } kept[STEPS];
  static unsigned next;
  for (unsigned k = 0; k < STEPS; k++) {
    if (kept[k].name == name) return *out = kept[k].opcode, true;
  }
  if (!look_up(name, out)) return false;
  kept[next].name = name;
  kept[next].opcode = *out;
  next = (next + 1) % STEPS;
  return true;
}

static enum known decode(const struct opcode *opcode, uint32_t first, uint32_t second, struct wl_insn *out) {
  memset(out, 0, sizeof *out);
  out->format = (uint8_t)opcode->format;
  out->unit = WL_UNIT_VALU;
  out->size = 8;
  out->words[0] = first;
  out->words[1] = out->literal = second;
  if (!wl_decode_vector(out, opcode->isa, first, second)) return out->name ? REFUSED : UNKNOWN;
  wl_vector_bind(out, false);
  return KNOWN;
}

static uint32_t vop3(unsigned number) { return 0xd0000000u | number << 16; }

static enum known decode_steps(const struct step *step, uint32_t mode, struct program *out) {
  for (out->count = 0; step->name; step++, out->count++) {
    struct opcode opcode;
    if (!find_opcode(step->name, &opcode)) return UNKNOWN;
    const uint32_t first = vop3(opcode.number) | (step->flag ? WL_VCC << 8 : 0) | step->vdst;
    const uint32_t second =
        (uint32_t)step->neg << 29 | (uint32_t)step->src[2] << 18 | (uint32_t)step->src[1] << 9 | step->src[0];
    out->modes[out->count] = mode | (step->denormals ? WL_MODE_DENORM32_IN | WL_MODE_DENORM32_OUT : 0);
    const enum known known = decode(&opcode, first, second, &out->insns[out->count]);
    if (known != KNOWN) return known;
  }
  return KNOWN;
}

enum known decode_program(const struct operation *o, const struct instruction *i, struct program *out) {
  struct opcode opcode;
  if (o->steps) return decode_steps(o->steps, i->mode, out);
  if (!find_opcode(o->name, &opcode)) return UNKNOWN;
  uint32_t field[SOURCES] = {0};
  unsigned registers = 0;
  for (unsigned k = 0; o->sources[k]; k++) {
    if (strchr("abgj", o->sources[k])) continue;
    field[registers++] = i->scalar == (int)k ? SOURCE_SGPR : WL_SRC_VGPR + SOURCE_VGPR + 2 * k;
  }
  const uint32_t vdst = DESTINATION_VGPR, sources = field[2] << 18 | field[1] << 9 | field[0];
  uint32_t first, second;
  switch (opcode.format) {
    case WL_FMT_VOP2:
      first = opcode.number << 25 | vdst << 17 | (field[1] & 255) << 9 | field[0];
      second = i->literal;
      break;
    case WL_FMT_VOP3P:
      first = 0xd3800000u | opcode.number << 16 | i->clamp << 15 | (i->op_sel_hi & 4) << 12 | (i->op_sel & 7) << 11 |
              i->abs << 8 | vdst;
      second = i->neg << 29 | (i->op_sel_hi & 3) << 27 | sources;
      break;
    default: {
      const bool flag = o->has_flag, compare = o->result == 'm';
      first = vop3(opcode.number) | i->clamp << 15 | (flag ? 0 : i->op_sel << 11) | (flag ? FLAG_SGPR : i->abs) << 8 |
              (compare ? FLAG_SGPR : vdst);
      second = i->neg << 29 | i->omod << 27 | sources;
    }
  }
  out->count = 1;
  out->modes[0] = i->mode;
  return decode(&opcode, first, second, &out->insns[0]);
}

bool is_of(const struct program *p, wl_isa isa) {
  for (unsigned i = 0; i < p->count; i++) {
    struct wl_insn again = {.format = p->insns[i].format, .unit = p->insns[i].unit, .size = p->insns[i].size};
    memcpy(again.words, p->insns[i].words, sizeof again.words);
    if (!wl_decode_vector(&again, isa, again.words[0], again.words[1]) || again.vop != p->insns[i].vop) return false;
  }
  return true;
}

enum { ALL = INVALID | INPUT_DENORMAL | DIVISION_BY_ZERO | OVERFLOW | UNDERFLOW | INEXACT | INTEGER_DIVISION };

static void execute(struct machine *m, const struct program *p, uint64_t lanes, uint32_t trapsts) {
  m->wave.trapsts = trapsts;
  wl_set_sgpr64(&m->wave, WL_EXEC, lanes);
  for (unsigned n = 0; n < p->count; n++) {
    m->wave.mode = p->modes[n];
    p->insns[n].fn(&m->wave, &p->insns[n]);
  }
}

unsigned execute_lanes(struct machine *m, const struct program *p, uint64_t lanes) {
  execute(m, p, lanes, 0);
  return m->wave.trapsts & ALL;
}

void execute_results(struct machine *m, const struct program *p) { execute(m, p, ~0ull, ALL); }

unsigned listed_exceptions(const char *name) {
  static const char path[] = "docs/spec/float-opcodes.md", letters[] = "IDZOUXN";
  static const char *last_name;
  static unsigned last;
  if (name == last_name) return last;
  FILE *const file = fopen(path, "r");
  if (!file) {
    fprintf(stderr, "ERROR: %s: cannot be read; run it from the root of the tree\n", path);
    exit(EXIT_FAILURE);
  }
  char line[1024], opcode[NAME];
  unsigned found = 0;
  while (fgets(line, sizeof line, file)) {
    if (sscanf(line, "| %63s |", opcode) != 1 || strcmp(opcode, name) != 0) continue;
    char *const end = strrchr(line, '|');
    *end = 0;
    const char *const column = strrchr(line, '|');
    if (strstr(column, "none")) break;
    for (unsigned bit = 0; letters[bit]; bit++) {
      const char word[] = {' ', letters[bit], ' ', 0};
      found |= strstr(column, word) ? 1u << bit : 0;
    }
  }
  fclose(file);
  last_name = name;
  return last = found;
}
