// SPDX-License-Identifier: Apache-2.0
// Programs that fill holes of coverage (docs/coverage.md). The file has a line for each point that was not hit: GROUP,
// NAME and FILL. The words behind "|" in FILL are weights and knobs that bring the point about: they are raised. A hole
// of a single opcode is filled as such: EXEC is set, then the opcode gets that operand. The first three quarters of a
// program do so, from its place in the list on. Programs with seeds in sequence have places that lie apart.
#include <stdlib.h>
#include <string.h>

#include "program.h"

// The names of the formats in the list of points, by opcode.format. VOP1, VOP2 and VOPC have VOP3 as their long form.
static const char *const format_names[] = {"SOP1",  "SOP2",   "SOPC", "SOPK",    "SMEM",  "VOP1", "VOP1",
                                           "VOP2",  "VOP2",   "VOPC", "VOP3",    "VOP3P", "DS",   "MUBUF",
                                           "MTBUF", "GLOBAL", "FLAT", "SCRATCH", "MIMG"};

static const char *const field_names[FIELDS_OF_OPERANDS] = {"src0", "src1", "src2", "sdst", "address", "soffset"};
static const char *const kind_names[KINDS_OF_OPERANDS] = {"VGPR",
                                                          "SGPR",
                                                          "state register",
                                                          "inline integer",
                                                          "inline float",
                                                          "literal",
                                                          "flag or aperture",
                                                          "LDS_DIRECT",
                                                          "SDWA",
                                                          "DPP",
                                                          "in the LDS",
                                                          "in the GDS",
                                                          "without VGPR",
                                                          "offset in a VGPR",
                                                          "index in a VGPR",
                                                          "index and offset in VGPRs",
                                                          "immediate",
                                                          "SGPR and immediate",
                                                          "halves of VGPRs"};

// The owner operations, which have no rows in opcodes.def: the assembler does not know them.
static const opcode owners[] = {{DS, WL_OP_owner_write_b32, "owner_write_b32", "", GROUP_OWNER},
                                {DS, WL_OP_owner_write_b64, "owner_write_b64", "", GROUP_OWNER},
                                {DS, WL_OP_owner_write_b96, "owner_write_b96", "", GROUP_OWNER},
                                {DS, WL_OP_owner_write_b128, "owner_write_b128", "", GROUP_OWNER},
                                {DS, WL_OP_owner_read_b32, "owner_read_b32", "", GROUP_OWNER},
                                {DS, WL_OP_owner_read_b64, "owner_read_b64", "", GROUP_OWNER},
                                {DS, WL_OP_owner_read_b96, "owner_read_b96", "", GROUP_OWNER},
                                {DS, WL_OP_owner_read_b128, "owner_read_b128", "", GROUP_OWNER}};

static uint32_t root(uint64_t n) {
  uint32_t r = 0;
  while ((uint64_t)(r + 1) * (r + 1) <= n) r++;
  return r;
}

// The opcode of a point, and whether the point is of its long form. NULL: code of the generator writes it, or none.
static const opcode *find_opcode(const char *format, const char *name, bool *lng) {
  *lng = false;
  for (uint32_t r = 0; r < sizeof owners / sizeof *owners; r++)
    if (!strcmp(owners[r].name, name)) return &owners[r];
  for (uint32_t r = 0; r < opcode_count; r++) {
    const opcode *o = &opcodes[r];
    if (strcmp(o->name, name) != 0) continue;
    *lng = !strcmp(format, "VOP3") && (o->format == VOP1 || o->format == VOP2 || o->format == VOPC);
    if (*lng || !strcmp(format, format_names[o->format])) return o;
  }
  return NULL;
}

static uint32_t number_of(const char *const names[], uint32_t count, const char *name) {
  uint32_t n = 0;
  while (n < count && strcmp(names[n], name) != 0) n++;
  return n;
}

// Reads NAME of a point of an opcode: "VOP3 v_add_f32 src1 inline integer, some lanes".
static bool read_hole(const char *name, cover_hole *to) {
  char format[16], of[64], field[16], kind[40] = "", *comma;
  int at = 0;
  if (sscanf(name, "%15s %63s %15s %n", format, of, field, &at) != 3 || !at) return false;
  snprintf(kind, sizeof kind, "%s", name + at);
  comma = strchr(kind, ',');
  to->exec = !comma ? COVER_ANY : strstr(comma, "no lane") ? COVER_NONE : strstr(comma, "all") ? COVER_ALL : COVER_SOME;
  if (comma) *comma = 0;
  to->of = find_opcode(format, of, &to->lng);
  to->field = (cover_field)number_of(field_names, FIELDS_OF_OPERANDS, field);
  to->kind = (cover_kind)number_of(kind_names, KINDS_OF_OPERANDS, kind);
  return to->of && to->field < FIELDS_OF_OPERANDS && to->kind < KINDS_OF_OPERANDS;
}

static bool add_hole(program *p, const char *name) {
  cover_hole hole;
  if (!read_hole(name, &hole)) return true;  // no weight and no opcode of the generator brings it about
  if ((p->cover.count & (p->cover.count - 1)) == 0) {
    const size_t room = p->cover.count ? 2 * (size_t)p->cover.count : 1;
    cover_hole *more = realloc(p->cover.holes, room * sizeof *more);
    if (!more) return false;
    p->cover.holes = more;
  }
  p->cover.holes[p->cover.count++] = hole;
  return true;
}

// What a program is laid out by stays as the profile has it: blocks that need room, and whole kinds of programs.
static bool may_rise(const program *p, int group) {
  switch (group) {
    case GROUP_RAW:
    case GROUP_SHARED:
    case GROUP_CODE:
    case GROUP_BORDER:
    case GROUP_MEM_VIOLATION: return p->profile.weight[group] != 0;
    default: return true;
  }
}

// The limit of a knob that holes raise.
static uint32_t most_of(int k) { return k == KNOB_WAVES ? 16 : k == KNOB_GROUPS ? 4 : 100; }

static void raise(program *p, const uint32_t weights[GROUP_COUNT], const uint32_t knobs[KNOB_COUNT], uint32_t lines) {
  uint64_t total = 0, roots = 0;
  for (int g = 0; g < GROUP_COUNT; g++) {
    total += p->profile.weight[g];
    roots += root(weights[g]);
  }
  // The holes share half of the steps.
  for (int g = 0; g < GROUP_COUNT; g++)
    if (weights[g] && may_rise(p, g)) p->profile.weight[g] += (uint32_t)(1 + total * root(weights[g]) / roots);
  for (int k = 0; k < KNOB_COUNT; k++) {
    const uint32_t most = most_of(k), now = p->profile.knob[k];
    if (knobs[k] && now < most) p->profile.knob[k] += (most - now) * root((uint64_t)knobs[k] * 10000 / lines) / 200;
  }
}

bool cover_read(program *p, const char *path, uint32_t place) {
  static char line[1024];
  uint32_t weights[GROUP_COUNT] = {0}, knobs[KNOB_COUNT] = {0}, lines = 0;
  FILE *f = fopen(path, "r");
  if (!f) {
    perror(path);
    return false;
  }
  bool good = true;
  while (good && fgets(line, sizeof line, f)) {
    char *name = strchr(line, '\t'), *fill = name ? strchr(name + 1, '\t') : NULL,
         *words = fill ? strchr(fill, '|') : NULL;
    lines++;
    line[strcspn(line, "\n")] = 0;
    if (!fill) {
      fprintf(stderr, "%s:%u: found \"%s\", expected GROUP, NAME and FILL with tabs between\n", path, lines, line);
      good = false;
      break;
    }
    *name++ = *fill++ = 0;
    for (char *word = words ? strtok(words + 1, ",") : NULL; word; word = strtok(NULL, ",")) {
      const int group = profile_group(word), k = profile_knob(word);
      if (group >= 0) weights[group]++;
      if (k >= 0) knobs[k]++;
    }
    if (!strcmp(line, "opcode")) good = add_hole(p, name);
    else cover_note(p, line, name);
    if (!good) fprintf(stderr, "%s: out of memory for the holes\n", path);
  }
  fclose(f);
  p->cover.first = (uint32_t)((uint64_t)place * p->cover.count >> 32);
  if (good && lines) raise(p, weights, knobs, lines);
  return good;
}

static void set_exec(program *p, cover_exec exec) {
  insn i = {.unit = UNIT_SALU};
  if (exec == COVER_ALL) {
    append(&i, "s_mov_b64 exec, -1");
  } else if (exec == COVER_NONE) {
    append(&i, "s_mov_b64 exec, 0");
  } else {
    append(&i, "s_bfm_b64 exec, %u, ", 1 + rng_below(&p->random, 62));
    append(&i, "%u", rng_below(&p->random, 2));
  }
  touch_sgprs(&i, EXEC, 2, true);
  emit(p, &i);
  p->exec_due = exec == COVER_ALL ? 0 : 2;
}

static void fill(program *p, const cover_hole *h) {
  const opcode *o = h->of;
  p->asked = h;
  if (o->group == GROUP_OWNER) owner_access(p, o->number);
  else if (h->kind == KIND_GDS) gds_access(p, o);
  else if (h->field >= FIELD_ADDRESS || h->kind == KIND_SDWA || h->kind == KIND_DPP) emit_opcode(p, o);
  else cover_in_words(p, h);
  p->asked = NULL;
}

enum { TOGETHER = 96 };  // holes of which those with one EXEC are filled together

// The holes from number `from` on that belong to an EXEC.
static void fill_some(program *p, uint32_t from, uint32_t count, cover_exec exec, uint32_t until) {
  bool set = exec == COVER_ANY;
  for (uint32_t n = 0; n < count && p->body.left > until; n++) {
    const cover_hole *h = &p->cover.holes[(from + n) % p->cover.count];
    if (h->exec != exec) continue;
    if (!set) set_exec(p, exec);
    fill(p, h);
    set = exec == COVER_ANY || !strchr(h->of->operands, 'e');  // v_cmpx writes EXEC
  }
}

void cover_opcodes(program *p) {
  const uint32_t count = p->cover.count, until = p->body.left / 4;
  for (uint32_t done = 0; done < count && p->body.left > until; done += TOGETHER) {
    const uint32_t some = count - done < TOGETHER ? count - done : TOGETHER;
    for (int exec = COVER_NONE; exec <= COVER_ANY; exec++)
      fill_some(p, p->cover.first + done, some, (cover_exec)exec, until);
  }
  if (!count) return;
  set_exec(p, COVER_ALL);
  p->exec_due = 0;
}
