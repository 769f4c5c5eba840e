// SPDX-License-Identifier: Apache-2.0
// Programs that fill holes of coverage (docs/coverage.md). The file has a line for each point that was not hit: GROUP,
// NAME and FILL. The words behind "|" in FILL are weights, knobs and opcodes that bring the point about. Weights and
// knobs are raised. A hole of a single opcode is made as such: EXEC is set, then the opcode gets that operand.
#include <stdlib.h>
#include <string.h>

#include "program.h"

// The names of the formats in the list of points, by opcode.format. VOP1, VOP2 and VOPC have VOP3 as their long form.
static const char *const format_names[] = {"SOP1", "SOP2",  "SOPC",  "SOPK",   "SMEM", "VOP1",
                                           "VOP1", "VOP2",  "VOP2",  "VOPC",   "VOP3", "VOP3P",
                                           "DS",   "MUBUF", "MTBUF", "GLOBAL", "FLAT", "SCRATCH"};

enum { HOLES_A_BLOCK = 8 };  // about so many holes are tried under one EXEC

static const char *const kinds[] = {[WANT_VGPR] = "VGPR",
                                    [WANT_SGPR] = "SGPR",
                                    [WANT_INTEGER] = "inline integer",
                                    [WANT_FLOAT] = "inline float",
                                    [WANT_STATE] = "state register",
                                    [WANT_LITERAL] = "literal",
                                    [WANT_FLAG] = "flag or aperture",
                                    [WANT_DIRECT] = "LDS_DIRECT",
                                    [WANT_SDWA] = "SDWA",
                                    [WANT_DPP] = "DPP"};

static uint32_t root(uint64_t n) {
  uint32_t r = 0;
  while ((uint64_t)(r + 1) * (r + 1) <= n) r++;
  return r;
}

// The opcode of a point, and whether the point is of its long form.
static const opcode *find_opcode(const char *format, const char *name, bool *lng) {
  for (uint32_t r = 0; r < opcode_count; r++) {
    const opcode *o = &opcodes[r];
    if (strcmp(o->name, name) != 0) continue;
    *lng = !strcmp(format, "VOP3") && (o->format == VOP1 || o->format == VOP2 || o->format == VOPC);
    if (*lng || !strcmp(format, format_names[o->format])) return o;
  }
  return NULL;
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
  to->source = !strncmp(field, "src", 3) ? (uint8_t)(field[3] - '0') : COVER_NO_SOURCE;
  to->kind = WANT_ANY;
  for (uint32_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    if (to->source != COVER_NO_SOURCE && !strcmp(kind, kinds[k])) to->kind = (wanted_kind)k;
  return to->of != NULL;
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
  // The holes share half of the steps; of these, holes of single opcodes have half.
  const uint64_t share = p->cover.count ? total / 2 : total;
  for (int g = 0; g < GROUP_COUNT; g++)
    if (weights[g] && may_rise(p, g)) p->profile.weight[g] += (uint32_t)(1 + share * root(weights[g]) / roots);
  if (p->cover.count) p->profile.weight[GROUP_COVER] = (uint32_t)(1 + total / 2);
  for (int k = 0; k < KNOB_COUNT; k++) {
    const uint32_t most = most_of(k), now = p->profile.knob[k];
    if (knobs[k] && now < most) p->profile.knob[k] += (most - now) * root((uint64_t)knobs[k] * 10000 / lines) / 200;
  }
}

bool cover_read(program *p, const char *path) {
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
    if (!good) fprintf(stderr, "%s: out of memory for the holes\n", path);
  }
  fclose(f);
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

// Tries hole n, and forgets it.
static void try_hole(program *p, uint32_t n) {
  const cover_hole hole = p->cover.holes[n];
  p->cover.holes[n] = p->cover.holes[--p->cover.count];
  p->wanted.on = hole.source != COVER_NO_SOURCE && hole.kind != WANT_ANY;
  p->wanted.lng = hole.lng;
  p->wanted.source = hole.source;
  p->wanted.kind = hole.kind;
  p->wanted.at = 0;
  if (p->wanted.on && hole.kind == WANT_DIRECT) random_direct_of(p, hole.of);
  else emit_opcode(p, hole.of);
  p->wanted.on = false;
}

void random_cover(program *p) {
  if (!p->cover.count || p->indexing || p->skipping) return;
  // One EXEC for several holes. Scalar holes may stand anywhere.
  const cover_exec exec = p->cover.holes[rng_below(&p->random, p->cover.count)].exec;
  if (exec != COVER_ANY) set_exec(p, exec);
  for (uint32_t tries = 0; tries < 4 * HOLES_A_BLOCK && p->cover.count && p->left; tries++) {
    const uint32_t n = rng_below(&p->random, p->cover.count);
    const cover_hole *hole = &p->cover.holes[n];
    if (hole->exec != exec && hole->exec != COVER_ANY) continue;
    if (may_emit(hole->of, p->access)) try_hole(p, n);
  }
}
