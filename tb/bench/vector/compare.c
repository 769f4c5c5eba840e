// SPDX-License-Identifier: Apache-2.0
#include "bench/vector/compare.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "execute/vector.h"
#include "bench/exhaustive/draw.h"
#include "bench/vector/dut.h"

_Static_assert((int)DUT_LANES == (int)WL_LANES && (int)DUT_VGPRS == (int)VGPRS, "registers of the two sides");

enum { SHOWN = 3 };  // wrong instructions of a part that are printed
// One instruction in GROUPED is executed in GROUPS groups of four lanes, and the exceptions of each group are compared.
// For the others the exceptions of all lanes together are compared.
enum { GROUPED = 8, GROUPS = 16 };

// ---- plans ---------------------------------------------------------------------------------------------

static bool is_function(const char *name) {
  static const char *const functions[] = {"v_rcp_f32", "v_rsq_f32", "v_sqrt_f32", "v_exp_f32",
                                          "v_log_f32", "v_sin_f32", "v_cos_f32"};
  for (unsigned k = 0; k < sizeof functions / sizeof *functions; k++) {
    if (strcmp(name, functions[k]) == 0) return true;
  }
  return false;
}

unsigned plans_of_unit(const struct operation *o, uint64_t count, bool all, struct plan out[PLANS]) {
  if (o->steps) return 0;
  if (o->effort == EVERY_F16) {
    out[0] = (struct plan){every, MODIFIERS, MODES_F16 * ALL_F16};
    return 1;
  }
  out[0] = (struct plan){weighted, (unsigned)((count + SMALL_PART - 1) / SMALL_PART), SMALL_PART};
  if (!all || !is_function(o->name)) return 1;
  out[1] = (struct plan){every, (unsigned)(ALL_F32 / PART), PART};
  return 2;
}

// ---- one instruction on both sides -----------------------------------------------------------------------

struct instance {
  const struct operation *o;
  struct instruction i;
  struct program program;
  struct dut_instruction words;
  struct machine before;
};

// A side after the instruction.
struct side {
  struct machine machine;  // of the DUT only the VGPRs
  struct dut_answer answers[GROUPS];
};

static bool writes_mask(const struct operation *o) { return o->result == 'm' || o->has_flag; }

static void prepare(struct instance *x) {
  x->words = (struct dut_instruction){
      .words = {x->program.insns[0].words[0], x->program.insns[0].words[1]},
      .mode = x->i.mode,
      .vcc = wl_vcc(&x->before.wave),
      .scalar = wl_sgpr64(&x->before.wave, SOURCE_SGPR),
  };
}

// Executes the instruction once for each word of active lanes.
static void execute(const struct instance *x, unsigned count, const uint64_t *execs, struct side *dut,
                    struct side *model) {
  memcpy(dut->machine.rows, x->before.rows, sizeof dut->machine.rows);
  memcpy(model->machine.rows, x->before.rows, sizeof model->machine.rows);
  dut_execute(&x->words, count, execs, dut->machine.rows, dut->answers);
  const bool writes_exec = strncmp(x->o->name, "v_cmpx", strlen("v_cmpx")) == 0;
  for (unsigned k = 0; k < count; k++) {
    struct dut_answer *const a = &model->answers[k];
    memcpy(model->machine.wave.sgpr, x->before.wave.sgpr, sizeof model->machine.wave.sgpr);
    a->exceptions = execute_lanes(&model->machine, &x->program, execs[k]);
    a->mask = writes_mask(x->o) ? wl_sgpr64(&model->machine.wave, FLAG_SGPR) : 0;
    if (!writes_mask(x->o)) dut->answers[k].mask = 0;
    if (writes_exec && wl_exec(&model->machine.wave) != a->mask) {
      fprintf(stderr, "ERROR: %s: the model has other masks in EXEC and its SGPRs\n", x->o->name);
      exit(EXIT_FAILURE);
    }
  }
}

// The lanes whose results differ.
static uint64_t lanes_that_differ(const struct side *dut, const struct side *model, unsigned count) {
  uint64_t differ = 0;
  for (unsigned k = 0; k < count; k++) differ |= dut->answers[k].mask ^ model->answers[k].mask;
  if (memcmp(dut->machine.rows, model->machine.rows, sizeof dut->machine.rows) == 0) return differ;
  for (unsigned row = 0; row < VGPRS; row++) {
    for (unsigned lane = 0; lane < WL_LANES; lane++) {
      differ |= (uint64_t)(dut->machine.rows[row][lane] != model->machine.rows[row][lane]) << lane;
    }
  }
  return differ;
}

// ---- reports --------------------------------------------------------------------------------------------

static void print_operands(const struct instance *x, unsigned lane) {
  const struct operation *const o = x->o;
  for (unsigned k = 0; o->sources[k]; k++) {
    const char letter = o->sources[k];
    if (letter == 'g' || letter == 'j') {
      printf(" %08x", x->i.literal);
      continue;
    }
    const bool into = letter == 'a' || letter == 'b', wide = letter == 'd';
    const unsigned row = into ? DESTINATION_VGPR : SOURCE_VGPR + 2 * k;
    const bool scalar = x->i.scalar == (int)k;
    const uint64_t bits =
        scalar ? x->words.scalar : x->before.rows[row][lane] | (uint64_t)x->before.rows[row + 1][lane] << 32;
    if (wide) printf(" %016" PRIx64, bits);
    else printf(" %08x", (uint32_t)bits);
  }
}

static void print_results(const struct side *dut, const struct side *model, unsigned lane) {
  const struct dut_answer *const d = &dut->answers[0], *const m = &model->answers[0];
  for (unsigned row = 0; row < VGPRS; row++) {
    const uint32_t got = dut->machine.rows[row][lane], want = model->machine.rows[row][lane];
    if (got != want) printf(" v%u: DUT %08x, model %08x;", row, got, want);
  }
  if (d->mask != m->mask) {
    printf(" mask: DUT %u, model %u;", (unsigned)(d->mask >> lane & 1), (unsigned)(m->mask >> lane & 1));
  }
  if (d->exceptions != m->exceptions) printf(" exceptions: DUT %02x, model %02x;", d->exceptions, m->exceptions);
}

// Executes the instruction again, lane by lane, and prints the first that differs.
static void report(const struct instance *x, const struct plan *p, unsigned part, uint64_t seed, uint64_t n) {
  static struct side dut, model;
  machine_start(&dut.machine);
  machine_start(&model.machine);
  unsigned lane = 0;
  for (; lane < WL_LANES; lane++) {
    const uint64_t exec = 1ull << lane;
    execute(x, 1, &exec, &dut, &model);
    if (lanes_that_differ(&dut, &model, 1) || dut.answers[0].exceptions != model.answers[0].exceptions) break;
  }
  printf("# %s: words %08x %08x, MODE %03x, VCC %016" PRIx64, x->o->name, x->words.words[0], x->words.words[1],
         x->i.mode, x->words.vcc);
  if (lane == WL_LANES) {
    printf(": no lane differs where it alone is active\n");
  } else {
    printf(", lane %u: operands", lane);
    print_operands(x, lane);
    printf(":");
    print_results(&dut, &model, lane);
    printf("\n");
  }
  printf("# repeat: build/wavelock-vector-unit %s %s %u --seed %" PRIu64 " --first %" PRIu64 " --instructions 1\n",
         x->o->name, p->name, part, seed, n);
}

// ---- parts ------------------------------------------------------------------------------------------------

static wl_host drawn_host(void) {
  wl_host host;
  do host = (wl_host)draw_below(WL_HOST_COUNT);
  while (!wl_host_supported(host));
  return host;
}

struct counts compare_part(const struct operation *o, const struct plan *p, unsigned part, const struct extent *e,
                           enum flip flip) {
  static struct instance x;
  static struct side dut, model;
  static const uint64_t all_lanes[] = {~0ull};
  uint64_t groups[GROUPS];
  for (unsigned k = 0; k < GROUPS; k++) groups[k] = 0x0001000100010001ull << k;
  struct counts t = {0};
  x.o = o;
  machine_start(&x.before);
  machine_start(&dut.machine);
  machine_start(&model.machine);
  const uint64_t rest = p->cases / WL_LANES > e->first ? p->cases / WL_LANES - e->first : 0;
  const uint64_t count = e->count && e->count < rest ? e->count : rest;
  const uint64_t step = e->spread && count ? rest / count : 1;
  unsigned shown = 0;
  for (uint64_t k = 0; k < count; k++) {
    const uint64_t n = e->first + k * step + k % step;
    draw_case(o, p, part, e->seed, n, &x.i, &x.before);
    if (p->name == weighted) wl_vector_use(drawn_host());
    const enum known known = decode_program(o, &x.i, &x.program);
    prepare(&x);
    if (known != KNOWN || !dut_accepts(&x.words)) {
      printf("# %s: words %08x %08x are refused by the %s\n", o->name, x.words.words[0], x.words.words[1],
             known == KNOWN ? "DUT" : "model");
      t.wrong++;
      return t;
    }
    const bool grouped = n % GROUPED == 0;
    const unsigned times = grouped ? GROUPS : 1;
    execute(&x, times, grouped ? groups : all_lanes, &dut, &model);
    if (k == 0 && flip == FLIP_RESULT && o->result == 'm') dut.answers[0].mask ^= 1;
    else if (k == 0 && flip == FLIP_RESULT) dut.machine.rows[DESTINATION_VGPR][5] ^= 1u << 12;
    if (k == 0 && flip == FLIP_EXCEPTION) dut.answers[times - 1].exceptions ^= INEXACT;
    uint64_t wrong = (uint64_t)__builtin_popcountll(lanes_that_differ(&dut, &model, times));
    for (unsigned g = 0; g < times; g++) wrong += dut.answers[g].exceptions != model.answers[g].exceptions;
    t.cases += WL_LANES;
    t.wrong += wrong;
    if (wrong && flip == FLIP_NONE && shown++ < SHOWN) report(&x, p, part, e->seed, n);
  }
  return t;
}
