// SPDX-License-Identifier: Apache-2.0
#include "run.h"

#include <stdio.h>

#include "draw.h"
#include "execute/vector.h"

enum { SHOWN = 3 };  // wrong cases of a part that are printed
// Of so many instructions one is compared in its exceptions, too: of all f32 inputs fewer.
enum { FLAGGED = 8, RARELY_FLAGGED = 64 };

// ---- what one instruction must give ------------------------------------------------------------------

// What all lanes of an instruction have alike.
struct expected {
  const struct operation *o;
  const struct instruction *i;
  const struct format *f;  // of the result; NULL: an integer, a mask or packed
  struct lane start;
  bool omod;  // it is in force
  bool flushes[SOURCES];
  bool exceptions;  // are compared
  unsigned listed;  // those that the opcode may raise
  uint64_t shown;   // wrong cases that are printed
};

static uint32_t output_bit(const struct format *f) {
  return f == &f32 ? WL_MODE_DENORM32_OUT : WL_MODE_DENORM16_64_OUT;
}

static struct expected expect(const struct operation *o, const struct instruction *i) {
  struct expected e = {.o = o, .i = i, .f = format_of(o->result)};
  const uint32_t mode = i->mode;
  // MODE's fields of the result's format; a conversion to an integer has those of its source.
  const struct format *const f = e.f ? e.f : format_of(o->sources[0]);
  const bool wide = f == &f32;
  e.start.mode = mode;
  e.start.ieee = mode & WL_MODE_IEEE;
  e.start.clamp = i->clamp;
  e.start.how.rounding =
      o->rounding == ROUND_NEAREST ? WL_ROUND_NEAREST : wl_field(mode, wide ? WL_MODE_ROUND32 : WL_MODE_ROUND16_64);
  e.start.how.denormals = o->out == NEVER || (o->out == BY_MODE && (mode & output_bit(f)));
  e.start.how.saturates = e.f == &f16 && (mode & WL_MODE_FP16_OVFL);
  e.omod = i->omod && e.f && !e.start.ieee && (o->cube || !(mode & output_bit(f)));
  for (unsigned k = 0; o->sources[k]; k++) {
    const bool kept = mode & (format_of(o->sources[k]) == &f32 ? WL_MODE_DENORM32_IN : WL_MODE_DENORM16_64_IN);
    e.flushes[k] = o->in == ALWAYS || (o->in == BY_MODE && !kept);
  }
  return e;
}

// How the bits of a source become an operand.
struct reading {
  const struct format *f;  // NULL: an integer
  unsigned down;           // 16: the high half
  uint64_t kept, turned;   // bits that are kept, then those that are inverted: ABS and NEG
  bool flushes, widens;
};

// Source k. half 1: of a packed operation's high result.
static struct reading reading_of(const struct expected *e, unsigned k, unsigned half) {
  const struct operation *const o = e->o;
  const struct instruction *const i = e->i;
  const char letter = o->sources[k];
  struct reading r = {.f = format_of(letter), .flushes = e->flushes[k]};
  bool high = false, neg = i->neg >> k & 1, abs = i->abs >> k & 1;
  const bool pair = o->dot && letter == 'h';
  if (o->dot) abs = false;
  if (o->result == 'H' || pair) {
    high = (half ? i->op_sel_hi : i->op_sel) >> k & 1;
    neg = (half ? i->abs : i->neg) >> k & 1;  // VOP3P has NEG_HI in the place of ABS
    abs = false;
  } else if (letter == 'x') {
    r.widens = i->op_sel_hi >> k & 1;
    high = r.widens && i->op_sel >> k & 1;
    if (r.widens) r.f = &f16;
  } else if (o->half == KEPT_OP_SEL || o->half == OP_SEL_SOURCES) {
    high = i->op_sel >> k & 1;
  }
  if (strchr("abgj", letter)) neg = abs = false;
  r.down = high ? 16 : 0;
  if (!r.f) {
    r.kept = letter == 'w' ? UINT16_MAX : UINT32_MAX;
    return r;
  }
  r.kept = sign_of(r.f) - 1 + (abs ? 0 : sign_of(r.f));
  r.turned = neg ? sign_of(r.f) : 0;
  return r;
}

// An f16 as f32: exact, a NaN with its payload above.
static uint64_t widened(uint64_t x) {
  if (!is_nan(&f16, x) && !is_infinite(&f16, x)) {
    struct delivery exact = {.denormals = true};
    return deliver(&f32, real_of_bits(&f16, x), &exact);
  }
  const uint64_t payload = (magnitude(&f16, x) - infinity(&f16)) << (f32.fraction - f16.fraction);
  return (negative(&f16, x) ? sign_of(&f32) : 0) | infinity(&f32) | payload;
}

// Source k of all lanes.
static void read_source(const struct expected *e, const struct machine *m, unsigned k, unsigned half,
                        uint64_t out[WL_LANES], unsigned raised[WL_LANES]) {
  const struct reading r = reading_of(e, k, half);
  const char letter = e->o->sources[k];
  const bool literal = letter == 'g' || letter == 'j', into = letter == 'a' || letter == 'b';
  const bool same = literal || e->i->scalar == (int)k;
  const uint64_t all = literal ? e->i->literal : wl_sgpr64(&m->wave, SOURCE_SGPR);
  const uint32_t(*const row)[WL_LANES] = &m->rows[into ? DESTINATION_VGPR : SOURCE_VGPR + 2 * k];
  for (unsigned l = 0; l < WL_LANES; l++) {
    const uint64_t bits = same ? all : row[0][l] | (uint64_t)row[1][l] << 32;
    out[l] = (bits >> r.down & r.kept) ^ r.turned;
  }
  for (unsigned l = 0; e->exceptions && r.f && l < WL_LANES; l++) {
    raised[l] |= is_denormal(r.f, out[l]) ? INPUT_DENORMAL : is_signalling(r.f, out[l]) ? INVALID : 0;
  }
  for (unsigned l = 0; r.flushes && r.f && l < WL_LANES; l++) out[l] = flushed(r.f, out[l]);
  for (unsigned l = 0; r.widens && l < WL_LANES; l++) out[l] = widened(out[l]);
}

static uint64_t modified(const struct expected *e, uint64_t d, const struct lane *l) {
  if (!e->omod && !e->i->clamp) return d;
  struct delivery how = l->how;
  how.rounding = wl_field(l->mode, e->f == &f32 ? WL_MODE_ROUND32 : WL_MODE_ROUND16_64);
  if (e->omod) d = apply_omod(e->f, d, e->i->omod, &how);
  return e->i->clamp && e->f ? apply_clamp(e->f, d, l->mode) : d;
}

// The destination from a result.
static uint64_t placed(const struct expected *e, uint64_t d, uint32_t old) {
  const bool high = e->i->op_sel & 8;
  const uint64_t above = old & 0xffff0000u, below = old & 0xffff;
  switch (e->o->half) {
    case ZERO_ABOVE: return d & 0xffff;
    case KEPT: return above | d;
    case KEPT_ABOVE: return below | d << 16;
    case KEPT_OP_SEL: return high ? below | d << 16 : above | d;
    case OP_SEL_RESULT: return high ? below | d << 16 : d;
    default: return e->o->result == 'w' ? d & 0xffff : d;
  }
}

static void report(const struct expected *e, const struct lane *l, unsigned lane, uint64_t want, uint64_t got) {
  const struct instruction *const i = e->i;
  printf("# %s", e->o->name);
  for (unsigned k = 0; e->o->sources[k]; k++) printf(" %llx", (unsigned long long)l->s[k]);
  printf(
      " (as read, after modifiers and flush) mode %x neg %x abs %x omod %u clamp %u op_sel %x op_sel_hi %x vcc %d "
      "lane %u: expected %llx, got %llx\n",
      i->mode, i->neg, i->abs, i->omod, i->clamp, i->op_sel, i->op_sel_hi, l->vcc, lane, (unsigned long long)want,
      (unsigned long long)got);
}

static void note_error(struct tally *t, uint64_t error, uint64_t at) {
  if (error <= t->worst) return;
  t->worst = error;
  t->worst_at = at;
}

// An approximate result: one of the two neighbours of the exact value. Without modifiers its error counts.
static bool judge_approximate(const struct expected *e, const struct lane *l, uint64_t d, uint64_t got,
                              struct tally *t) {
  const uint32_t old = (uint32_t)l->old;
  const uint64_t value = placed(e, modified(e, d, l), old), other = placed(e, modified(e, l->how.other, l), old);
  if (got != value && got != other) return false;
  if (e->omod || e->i->clamp) return true;
  t->approximated++;
  t->not_nearest += got != value;
  note_error(t, got == value ? l->how.error : 0 - l->how.error, l->s[0]);
  return true;
}

// Executes the lanes one after the other. Only the exceptions that the opcode lists can be raised.
static void judge_exceptions(const struct expected *e, const struct machine *before, const struct program *program,
                             const unsigned raised[WL_LANES], uint64_t s[2][SOURCES][WL_LANES], struct tally *t) {
  static struct machine m;
  machine_start(&m);
  memcpy(m.rows, before->rows, sizeof m.rows);
  for (unsigned lane = 0; lane < WL_LANES; lane++) {
    memcpy(m.wave.sgpr, before->wave.sgpr, sizeof m.wave.sgpr);
    const unsigned want = raised[lane] & e->listed, got = execute_lanes(&m, program, 1ull << lane);
    t->flagged++;
    if (want == got || t->wrong++ >= e->shown) continue;
    printf("# %s", e->o->name);
    for (unsigned k = 0; e->o->sources[k]; k++) printf(" %llx", (unsigned long long)s[0][k][lane]);
    printf(" mode %x clamp %u lane %u: exceptions expected %02x, got %02x\n", e->i->mode, e->i->clamp, lane, want, got);
  }
}

// before: the machine as it was, of which only the destination and SGPRs differ.
static void judge(const struct expected *e, const struct machine *before, const struct machine *after,
                  const struct program *program, struct tally *t) {
  const struct operation *const o = e->o;
  const uint64_t vcc = wl_vcc(&before->wave);
  const unsigned halves = o->result == 'H' ? 2 : 1, reads = o->dot ? 2 : halves;
  const unsigned sources = (unsigned)strlen(o->sources);
  uint64_t mask = 0, s[2][SOURCES][WL_LANES];
  unsigned raised[WL_LANES] = {0};
  for (unsigned half = 0; half < reads; half++) {
    for (unsigned k = 0; k < sources; k++) read_source(e, before, k, half, s[half][k], raised);
  }
  struct lane l = e->start;
  const uint64_t wrong = t->wrong;
  for (unsigned lane = 0; lane < WL_LANES; lane++) {
    const uint32_t old = before->rows[DESTINATION_VGPR][lane];
    uint64_t want = 0, got = after->rows[DESTINATION_VGPR][lane];
    if (o->result == 'd') got |= (uint64_t)after->rows[DESTINATION_VGPR + 1][lane] << 32;
    bool good = true;
    for (unsigned half = 0; half < halves; half++) {
      l.how = e->start.how;
      l.approximate = l.flag = false;
      l.old = old;
      l.vcc = vcc >> lane & 1;
      for (unsigned k = 0; k < sources; k++) {
        l.s[k] = s[half][k][lane];
        l.high[k] = reads == 2 ? s[1][k][lane] : 0;
      }
      const uint64_t d = o->value(o, &l);
      if (l.approximate) {
        want = d;
        good = judge_approximate(e, &l, d, got, t);
      } else {
        want |= modified(e, d, &l) << 16 * half;
        note_error(t, l.how.error, l.s[0]);
      }
      mask |= (uint64_t)l.flag << lane;
      raised[lane] |= l.how.flags;
    }
    if (o->result == 'm') continue;
    if (!l.approximate) {
      want = placed(e, want, old);
      good = got == want;
    }
    if (good) continue;
    if (t->wrong++ < e->shown) report(e, &l, lane, want, got);
  }
  t->cases += WL_LANES;
  if (e->exceptions) judge_exceptions(e, before, program, raised, s, t);
  if (o->result != 'm' && !o->has_flag) return;
  const uint64_t got = wl_sgpr64(&after->wave, FLAG_SGPR);
  const bool writes_exec = strncmp(o->name, "v_cmpx", strlen("v_cmpx")) == 0;
  const uint64_t differ = (got ^ mask) | (writes_exec ? wl_exec(&after->wave) ^ mask : 0);
  t->wrong += (uint64_t)__builtin_popcountll(differ);
  if (!differ || wrong >= e->shown) return;
  const unsigned lane = (unsigned)__builtin_ctzll(differ);
  for (unsigned k = 0; k < sources; k++) l.s[k] = s[0][k][lane];
  report(e, &l, lane, mask >> lane & 1, got >> lane & 1);
}

// ---- parts ---------------------------------------------------------------------------------------------

bool reports_exceptions(void) {
  static const struct operation sum = {.name = "v_add_f32", .sources = "ff", .result = 'f'};
  static const struct instruction i = {.scalar = -1, .op_sel_hi = 7};
  static struct machine m;
  static struct program program;
  machine_start(&m);
  m.rows[SOURCE_VGPR][0] = (uint32_t)one(&f32);
  m.rows[SOURCE_VGPR + 2][0] = (uint32_t)least_normal(&f32);
  return decode_program(&sum, &i, &program) == KNOWN && execute_lanes(&m, &program, 1) == INEXACT;
}

bool is_offered(const struct operation *o) {
  static struct program program;
  const struct instruction plain = {.scalar = -1, .op_sel_hi = 7};
  return decode_program(o, &plain, &program) != UNKNOWN;
}

struct tally run_part(const struct operation *o, const struct plan *p, unsigned part, uint64_t cases, bool planted) {
  static struct machine before, after;
  static struct program program;
  struct tally t = {0};
  struct instruction i = {0}, decoded = {0};
  machine_start(&before);
  machine_start(&after);
  if (!cases) cases = p->cases;
  const bool compared = !planted && !o->steps && p->name != pairs && reports_exceptions();
  const unsigned listed = listed_exceptions(o->name);
  // Fewer cases than the part has are spread over it.
  const uint64_t all = p->cases / WL_LANES, count = (cases + WL_LANES - 1) / WL_LANES;
  const uint64_t step = all / count;
  for (uint64_t k = 0; k < count; k++) {
    const uint64_t n = k * step + k % step;
    draw_case(o, p, part, 0, n, &i, &before);
    if (!is_run(o, p, n, &i, &before)) continue;
    if (t.cases == 0 || memcmp(&decoded, &i, sizeof i) != 0) {
      decoded = i;
      if (p->name == weighted) {
        wl_host host;
        do host = (wl_host)draw_below(WL_HOST_COUNT);
        while (!wl_host_supported(host));
        wl_vector_use(host);
      }
      const enum known known = decode_program(o, &i, &program);
      if (known != KNOWN) {
        printf("# %s: the model refuses it as %s\n", o->name, known == UNKNOWN ? "unknown" : "malformed");
        t.wrong++;
        return t;
      }
    }
    memcpy(after.rows, before.rows, sizeof after.rows);
    memcpy(after.wave.sgpr, before.wave.sgpr, sizeof after.wave.sgpr);
    (void)execute_lanes(&after, &program, ~0ull);
    if (planted && k == 0) {
      after.rows[DESTINATION_VGPR][5] ^= 1u << 12;
      after.wave.sgpr[FLAG_SGPR] ^= o->result == 'm';
    }
    struct expected e = expect(o, &i);
    e.shown = planted ? 0 : SHOWN;
    e.exceptions = compared && n % (p->cases == PART ? RARELY_FLAGGED : FLAGGED) == 0;
    e.listed = listed;
    judge(&e, &before, &after, &program, &t);
  }
  return t;
}
