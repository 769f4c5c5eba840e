// SPDX-License-Identifier: Apache-2.0
#include "run.h"

#include <stdio.h>

#include "draw.h"
#include "execute/vector.h"
#include "rows.h"

enum { SHOWN = 3 };  // wrong cases of a part that are printed
// Exceptions are compared for one instruction in FLAGGED, in full f32 sweeps for one in RARELY_FLAGGED.
enum { FLAGGED = 8, RARELY_FLAGGED = 64 };

// ---- what one instruction must give ------------------------------------------------------------------

// Where a result goes: its bits that are taken, moved up, beside those of the destination that are kept.
struct placing {
  uint64_t taken;
  unsigned up;
  uint32_t kept;
};

// What all lanes of an instruction have alike.
struct expected {
  const struct operation *o;
  const struct instruction *i;
  const struct format *f;  // of the result; NULL: an integer, a mask or packed
  struct lane start;
  bool omod;  // it is in force
  bool flushes[SOURCES];
  struct placing placing;
  row_fn *rows;     // NULL: the operation has none
  bool both;        // each lane is judged singly too
  bool exceptions;  // are compared
  bool writes_exec;
  unsigned listed;  // those that the opcode may raise
  uint64_t shown;   // wrong cases that are printed
};

static uint32_t output_bit(const struct format *f) {
  return f == &f32 ? WL_MODE_DENORM32_OUT : WL_MODE_DENORM16_64_OUT;
}

static struct placing placing_of(const struct operation *o, const struct instruction *i) {
  enum { LOW = 0xffff, UP = 16 };
  static const uint32_t high = 0xffff0000u;
  const struct placing low_kept = {.taken = LOW, .kept = high}, high_kept = {.taken = LOW, .up = UP, .kept = LOW};
  const bool to_high = i->op_sel & 8;
  switch (o->half) {
    case ZERO_ABOVE: return (struct placing){.taken = LOW};
    case KEPT: return low_kept;
    case KEPT_ABOVE: return high_kept;
    case KEPT_OP_SEL: return to_high ? high_kept : low_kept;
    case OP_SEL_RESULT: return to_high ? high_kept : (struct placing){.taken = LOW};
    default: return (struct placing){.taken = o->result == 'w' ? LOW : UINT64_MAX};
  }
}

static struct expected expect(const struct operation *o, const struct instruction *i) {
  struct expected e = {.o = o, .i = i, .f = format_of(o->result), .placing = placing_of(o, i)};
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
  const bool pair = o->dot && k + 1 < SOURCES;
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
    r.kept = letter == 'w' || pair ? UINT16_MAX : UINT32_MAX;
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
CLONES static void read_source(const struct reading *r, const struct expected *e, const struct machine *m, unsigned k,
                               uint64_t out[WL_LANES]) {
  const char letter = e->o->sources[k];
  const bool literal = letter == 'g' || letter == 'j', into = letter == 'a' || letter == 'b';
  const uint64_t all = literal ? e->i->literal : wl_sgpr64(&m->wave, SOURCE_SGPR);
  const uint32_t(*const row)[WL_LANES] = &m->rows[into ? DESTINATION_VGPR : SOURCE_VGPR + 2 * k];
  const uint64_t kept = r->kept, turned = r->turned;
  const unsigned down = r->down;
  if (literal || e->i->scalar == (int)k) {
    for (unsigned l = 0; l < WL_LANES; l++) out[l] = (all >> down & kept) ^ turned;
  } else {
    for (unsigned l = 0; l < WL_LANES; l++) out[l] = ((row[0][l] | (uint64_t)row[1][l] << 32) >> down & kept) ^ turned;
  }
}

CLONES static void flush_source(const struct format *f, uint64_t s[WL_LANES]) {
  const uint64_t sign = sign_of(f), exponent = infinity(f);
  for (unsigned l = 0; l < WL_LANES; l++) s[l] &= s[l] & exponent ? ~0ull : sign;
}

// The operand k of all lanes, of a packed operation in one half.
static void read_operand(const struct expected *e, const struct machine *m, unsigned k, unsigned half,
                         uint64_t out[WL_LANES], unsigned raised[WL_LANES]) {
  const struct reading r = reading_of(e, k, half);
  read_source(&r, e, m, k, out);
  for (unsigned l = 0; e->exceptions && r.f && l < WL_LANES; l++) {
    raised[l] |= is_denormal(r.f, out[l]) ? INPUT_DENORMAL : is_signalling(r.f, out[l]) ? INVALID : 0;
  }
  if (r.flushes && r.f) flush_source(r.f, out);
  for (unsigned l = 0; r.widens && l < WL_LANES; l++) out[l] = widened(out[l]);
}

static uint64_t modified(const struct expected *e, uint64_t d) {
  if (!e->omod && !e->i->clamp) return d;
  struct delivery how = e->start.how;
  how.rounding = wl_field(e->start.mode, e->f == &f32 ? WL_MODE_ROUND32 : WL_MODE_ROUND16_64);
  if (e->omod) d = apply_omod(e->f, d, e->i->omod, &how);
  return e->i->clamp && e->f ? apply_clamp(e->f, d, e->start.mode) : d;
}

// The destination from a result.
static inline uint64_t placed(struct placing p, uint64_t d, uint32_t old) {
  return (d & p.taken) << p.up | (old & p.kept);
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
  const uint64_t value = placed(e->placing, modified(e, d), old);
  const uint64_t other = placed(e->placing, modified(e, l->how.other), old);
  if (got != value && got != other) return false;
  if (e->omod || e->i->clamp) return true;
  t->approximated++;
  t->not_nearest += got != value;
  note_error(t, got == value ? l->how.error : 0 - l->how.error, l->s[0]);
  return true;
}

// Executes the lanes one after the other; those that raise nothing, together first. Only the exceptions that the opcode
// lists can be raised.
static void judge_exceptions(const struct expected *e, const struct machine *before, const struct program *program,
                             const unsigned raised[WL_LANES], uint64_t s[2][SOURCES][WL_LANES], struct tally *t) {
  static struct machine m;
  machine_start(&m);
  memcpy(m.rows, before->rows, sizeof m.rows);
  memcpy(m.wave.sgpr, before->wave.sgpr, sizeof m.wave.sgpr);
  uint64_t lanes = 0;
  for (unsigned lane = 0; lane < WL_LANES; lane++) lanes |= (uint64_t)((raised[lane] & e->listed) != 0) << lane;
  if (~lanes && execute_lanes(&m, program, ~lanes)) {
    memcpy(m.rows, before->rows, sizeof m.rows);
    lanes = ~0ull;
  }
  t->flagged += WL_LANES;
  for (; lanes; lanes &= lanes - 1) {
    const unsigned lane = (unsigned)__builtin_ctzll(lanes);
    memcpy(m.wave.sgpr, before->wave.sgpr, sizeof m.wave.sgpr);
    const unsigned want = raised[lane] & e->listed, got = execute_lanes(&m, program, 1ull << lane);
    if (want == got || t->wrong++ >= e->shown) continue;
    printf("# %s", e->o->name);
    for (unsigned k = 0; e->o->sources[k]; k++) printf(" %llx", (unsigned long long)s[0][k][lane]);
    printf(" mode %x clamp %u lane %u: exceptions expected %02x, got %02x\n", e->i->mode, e->i->clamp, lane, want, got);
  }
}

// One instruction: the machine as it was, of which only the destination and SGPRs differ, and as it is.
struct executed {
  const struct machine *before, *after;
  uint64_t s[2][SOURCES][WL_LANES];  // operands, of packed operations in both halves
  uint64_t mask, exec;               // of a mask result; v_cmpx has it in EXEC too
};

static bool has_mask(const struct operation *o) { return o->result == 'm' || o->has_flag; }

static uint64_t result_of(const struct operation *o, const struct machine *m, unsigned lane) {
  const uint64_t low = m->rows[DESTINATION_VGPR][lane];
  return o->result == 'd' ? low | (uint64_t)m->rows[DESTINATION_VGPR + 1][lane] << 32 : low;
}

// Judges a lane, and adds its exceptions to `raised`. A wrong one is counted and printed.
static bool judge_lane(const struct expected *e, const struct executed *x, unsigned lane, unsigned *raised,
                       struct tally *t) {
  const struct operation *const o = e->o;
  const bool packed = o->result == 'H';
  const uint32_t old = x->before->rows[DESTINATION_VGPR][lane];
  uint64_t want = 0, got = result_of(o, x->after, lane);
  bool good = true;
  struct lane l;
  for (unsigned half = 0; half < (packed ? 2 : 1); half++) {
    l = e->start;
    l.old = old;
    l.vcc = wl_vcc(&x->before->wave) >> lane & 1;
    for (unsigned k = 0; o->sources[k]; k++) {
      l.s[k] = x->s[half][k][lane];
      l.high[k] = packed || o->dot ? x->s[1][k][lane] : 0;
    }
    const uint64_t d = o->value(o, &l);
    if (l.approximate) {
      want = d;
      good = judge_approximate(e, &l, d, got, t);
    } else {
      want |= modified(e, d) << 16 * half;
      note_error(t, l.how.error, l.s[0]);
    }
    *raised |= l.how.flags;
  }
  if (o->result != 'm' && !l.approximate) {
    want = placed(e->placing, want, old);
    good = got == want;
  }
  if (good && has_mask(o)) {
    want = l.flag;
    got = x->mask >> lane & 1;
    good = got == want && (x->exec >> lane & 1) == want;
  }
  if (!good && t->wrong++ < e->shown) report(e, &l, lane, want, got);
  return good;
}

// ---- all lanes at once -----------------------------------------------------------------------------------

struct verdict {
  uint64_t approximated, not_nearest, error, at;
  uint64_t good, left;  // lanes
};

// The bits of whether each is not 0.
static uint64_t lanes_of(const uint64_t is[WL_LANES]) {
  uint64_t lanes = 0;
  for (unsigned l = 0; l < WL_LANES; l++) lanes |= (uint64_t)(is[l] != 0) << l;
  return lanes;
}

CLONES static struct verdict compare_rows(const struct rows *r, const struct machine *before,
                                          const struct machine *after, bool two_words, struct placing p,
                                          bool approximate) {
  const uint32_t *const old = before->rows[DESTINATION_VGPR], *const low = after->rows[DESTINATION_VGPR];
  const uint32_t *const high = after->rows[DESTINATION_VGPR + 1];
  uint64_t error[WL_LANES], is_good[WL_LANES], most = 0, not_nearest = 0, approximated = 0;
  for (unsigned l = 0; l < WL_LANES; l++) {
    const uint64_t got = low[l] | (two_words ? (uint64_t)high[l] << 32 : 0);
    const bool nearest = got == placed(p, r->d[l], old[l]);
    const bool beside = approximate && got == placed(p, r->other[l], old[l]);
    const bool good = !r->left[l] && (nearest || beside);
    is_good[l] = good;
    error[l] = !good ? 0 : nearest ? r->error[l] : 0 - r->error[l];
    most = error[l] > most ? error[l] : most;
    approximated += good && approximate;
    not_nearest += good && approximate && !nearest;
  }
  struct verdict v = {.error = most, .approximated = approximated, .not_nearest = not_nearest};
  v.good = lanes_of(is_good);
  v.left = lanes_of(r->left);
  for (unsigned l = 0; most && l < WL_LANES; l++) {
    if (error[l] == most) v.at = r->s[0][l];
  }
  return v;
}

// The oracle for all lanes (rows.h). Those that are neither good nor left are wrong.
static struct verdict judge_rows(const struct expected *e, const struct executed *x, struct rows *r) {
  const struct operation *const o = e->o;
  for (unsigned k = 0; o->sources[k]; k++) memcpy(r->s[k], x->s[0][k], sizeof r->s[k]);
  e->rows(o, &e->start, r);
  if (o->result == 'm') {
    const uint64_t mask = lanes_of(r->d);
    return (struct verdict){.good = ~(mask ^ x->mask) & ~(mask ^ x->exec)};
  }
  const bool modifies = e->omod || e->i->clamp;
  for (unsigned l = 0; modifies && l < WL_LANES; l++) r->d[l] = modified(e, r->d[l]);
  for (unsigned l = 0; modifies && o->bound != 0 && l < WL_LANES; l++) r->other[l] = modified(e, r->other[l]);
  struct verdict v = compare_rows(r, x->before, x->after, o->result == 'd', e->placing, o->bound != 0);
  if (modifies && o->bound != 0) v.approximated = v.not_nearest = v.error = 0;
  return v;
}

static void judge(const struct expected *e, const struct machine *before, const struct machine *after,
                  const struct program *program, struct tally *t) {
  static struct rows rows;
  const struct operation *const o = e->o;
  static struct executed x;
  x.before = before;
  x.after = after;
  x.mask = x.exec = wl_sgpr64(&after->wave, FLAG_SGPR);
  if (e->writes_exec) x.exec = wl_exec(&after->wave);
  unsigned raised[WL_LANES] = {0};
  for (unsigned half = 0; half < (o->result == 'H' || o->dot ? 2 : 1); half++) {
    for (unsigned k = 0; o->sources[k]; k++) read_operand(e, before, k, half, x.s[half][k], raised);
  }
  struct verdict v = {.left = ~0ull};
  if (e->rows) v = judge_rows(e, &x, &rows);
  const uint64_t singly = e->both ? ~0ull : ~v.good;
  for (uint64_t lanes = singly; lanes; lanes &= lanes - 1) {
    const unsigned lane = (unsigned)__builtin_ctzll(lanes);
    const bool good = judge_lane(e, &x, lane, &raised[lane], t);
    if (v.left >> lane & 1 || good == (v.good >> lane & 1)) continue;
    if (t->wrong++ < e->shown) printf("# %s: two ways of the oracle differ in lane %u\n", o->name, lane);
  }
  if (!e->both) {
    t->approximated += v.approximated;
    t->not_nearest += v.not_nearest;
    note_error(t, v.error, v.at);
  }
  t->cases += WL_LANES;
  if (e->exceptions) judge_exceptions(e, before, program, raised, x.s, t);
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

struct tally run_part(const struct operation *o, const struct plan *p, unsigned part, struct extent x, bool planted) {
  static struct machine before, after;
  static struct program program;
  struct tally t = {0};
  struct instruction i = {0}, decoded = {0};
  machine_start(&before);
  machine_start(&after);
  const bool compared = !planted && !o->steps && p->name != pairs && reports_exceptions();
  const unsigned listed = listed_exceptions(o->name);
  row_fn *const rows = rows_of(o);
  const bool writes_exec = strncmp(o->name, "v_cmpx", strlen("v_cmpx")) == 0;
  // A single instruction writes no other VGPRs.
  const size_t copied = sizeof after.rows[0] * (o->steps ? VGPRS : DESTINATION_VGPR + 2);
  const uint64_t step = x.spread ? p->cases / WL_LANES / x.count : 1;
  for (uint64_t k = 0; k < x.count; k++) {
    const uint64_t n = x.first + k * step + k % step;
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
    struct expected e = expect(o, &i);
    const bool flagged = n % (p->cases == PART ? RARELY_FLAGGED : FLAGGED) == 0;
    e.shown = planted ? 0 : SHOWN;
    e.exceptions = compared && flagged;
    e.listed = listed;
    e.rows = rows;
    e.both = !rows || flagged;
    e.writes_exec = writes_exec;
    memcpy(after.rows, before.rows, copied);
    memcpy(after.wave.sgpr, before.wave.sgpr, sizeof after.wave.sgpr);
    if (flagged) (void)execute_lanes(&after, &program, ~0ull);
    else execute_results(&after, &program);
    if (planted && k == 0) {
      after.rows[DESTINATION_VGPR][5] ^= 1u << 12;
      after.wave.sgpr[FLAG_SGPR] ^= o->result == 'm';
    }
    judge(&e, &before, &after, &program, &t);
  }
  return t;
}
