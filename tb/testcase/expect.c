// SPDX-License-Identifier: Apache-2.0
#include "expect.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum { SHOWN = 8 };  // differing elements printed of one buffer

static double real(const wl_formula_input *in, uint64_t i) {
  return wl_value_to_double(in->type, wl_value_get(in->type, in->data, i));
}
static uint64_t bits(const wl_formula_input *in, uint64_t i) { return wl_value_get(in->type, in->data, i); }

static uint64_t f32(float f) {
  uint32_t b;
  memcpy(&b, &f, 4);
  return b;
}

// A formula runs only if its inputs have the form that its row asks for: see formula_fits().

static void f_copy(const wl_formula_call *c) {
  for (uint64_t i = 0; i < c->count; i++) wl_value_set(c->type, c->out, i, bits(&c->in[0], i));
}

static void f_iota(const wl_formula_call *c) {
  for (uint64_t i = 0; i < c->count; i++)
    wl_value_set(c->type, c->out, i,
                 wl_value_from_double(c->type, real(&c->in[0], 0) + real(&c->in[1], 0) * (double)i));
}

static void f_add(const wl_formula_call *c) {
  for (uint64_t i = 0; i < c->count; i++) {
    uint64_t v = bits(&c->in[0], i) + bits(&c->in[1], i);
    if (c->type == WL_F32) v = f32((float)real(&c->in[0], i) + (float)real(&c->in[1], i));
    wl_value_set(c->type, c->out, i, v);
  }
}

static void f_saxpy(const wl_formula_call *c) {
  for (uint64_t i = 0; i < c->count; i++) {
    uint64_t v = bits(&c->in[0], 0) * bits(&c->in[1], i) + bits(&c->in[2], i);
    if (c->type == WL_F32)
      v = f32(fmaf((float)real(&c->in[0], 0), (float)real(&c->in[1], i), (float)real(&c->in[2], i)));
    wl_value_set(c->type, c->out, i, v);
  }
}

static void f_group_sum(const wl_formula_call *c) {
  uint64_t size = c->test->group[0];
  for (uint64_t g = 0; g < c->count; g++) {
    uint64_t sum = 0;
    for (uint64_t i = g * size; i < (g + 1) * size && i < c->in[0].count; i++) sum += bits(&c->in[0], i);
    wl_value_set(c->type, c->out, g, sum);
  }
}

static void f_matmul(const wl_formula_call *c) {
  const uint64_t n = (uint64_t)real(&c->in[2], 0);
  for (uint64_t y = 0; y < n; y++)
    for (uint64_t x = 0; x < n; x++) {
      float sum = 0;
      for (uint64_t k = 0; k < n; k++)
        sum = fmaf((float)real(&c->in[0], y * n + k), (float)real(&c->in[1], k * n + x), sum);
      wl_value_set(c->type, c->out, y * n + x, f32(sum));
    }
}

// Steps of a Collatz sequence: the data decide the number of trips through a loop, at most 64.
static void f_divergent(const wl_formula_call *c) {
  for (uint64_t i = 0; i < c->count; i++) {
    uint32_t v = (uint32_t)bits(&c->in[0], i) & 0x1F, steps = 0;
    while (v > 1 && steps < 64) {
      v = v & 1 ? 3 * v + 1 : v >> 1;
      steps++;
    }
    wl_value_set(c->type, c->out, i, v & 1 ? steps : steps + 1000);
  }
}

static void f_work_item(const wl_formula_call *c) {
  for (uint64_t i = 0; i < c->count; i++) {
    const uint32_t *g = c->test->grid;
    uint64_t x = i % g[0], y = i / g[0] % g[1], z = i / g[0] / g[1];
    if (z < g[2]) wl_value_set(c->type, c->out, i, x | y << 10 | z << 20);
  }
}

static const wl_formula formulas[] = {
    {"copy", "a: a[i]", "*", NULL, f_copy},
    {"iota", "start, step: start + step*i", "11", NULL, f_iota},
    {"add", "a, b: a[i] + b[i], integers wrap", "**", "i8 u8 i16 u16 i32 u32 i64 u64 f32", f_add},
    {"saxpy", "a, x, y: a*x[i] + y[i], f32 fused, integers wrap", "1**", "i32 u32 i64 u64 f32", f_saxpy},
    {"group_sum", "x: integer sum of x over each workgroup of the first dimension", "1",
     "i8 u8 i16 u16 i32 u32 i64 u64", f_group_sum},
    {"matmul", "a, b, n: n*n product, fused multiply-adds with k ascending", "**n", "f32", f_matmul},
    {"divergent", "x: trips of a data-dependent loop (expect.c)", "*", NULL, f_divergent},
    {"work_item", "(none): X | Y<<10 | Z<<20 of the work-item with this index in the grid", "", NULL, f_work_item}};

const wl_formula *wl_formula_find(const char *name, char *names, size_t size) {
  const wl_formula *found = NULL;
  names[0] = 0;
  for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
    size_t used = strlen(names);
    wl_text(names + used, size - used, "%s%s", i ? ", " : "", formulas[i].name);
    if (!strcmp(name, formulas[i].name)) found = &formulas[i];
  }
  return found;
}

// ---- buffers -----------------------------------------------------------------------------------

static void inputs_of(const wl_testcase *t, const wl_test_expect *e, void *const *before, wl_formula_input *in) {
  for (uint32_t i = 0; i < e->input_count; i++) {
    const wl_test_arg *from = &t->args[e->inputs[i]];
    in[i] = (wl_formula_input){from->type, from->kind == WL_ARG_BUFFER ? from->count : 1, before[e->inputs[i]]};
  }
}

static const wl_formula *formula_of(const wl_test_expect *e) {
  char names[400];
  return wl_formula_find(e->formula, names, sizeof names);
}

// Whether the inputs and the buffer have the form that the formula needs.
static bool formula_fits(const wl_testcase *t, const wl_test_expect *e, void *const *before, wl_error *error) {
  const wl_test_arg *a = &t->args[e->buffer];
  const wl_formula *f = formula_of(e);
  const char *type = wl_type_name(a->type);
  wl_formula_input in[WL_MAX_INPUTS];
  inputs_of(t, e, before, in);
  if (f->types && !strstr(f->types, type))
    return wl_fail(error, "buffer %s is of type %s, formula %s (%s) makes %s", a->name, type, f->name, f->about,
                   f->types);
  for (uint32_t i = 0; i < e->input_count; i++) {
    const char *name = t->args[e->inputs[i]].name;
    const uint64_t least = f->needs[i] == '*' ? a->count : 1;
    if (in[i].count < least)
      return wl_fail(error, "buffer %s: formula %s (%s): %s has %" PRIu64 " elements, expected %" PRIu64 " at least",
                     a->name, f->name, f->about, name, in[i].count, least);
    if (f->needs[i] != 'n') continue;
    char text[64];
    const double n = real(&in[i], 0);
    wl_value_text(in[i].type, bits(&in[i], 0), text, sizeof text);
    if (!(n >= 0 && n == floor(n) && n * n == (double)a->count))
      return wl_fail(error, "buffer %s: formula %s (%s): %s is %s, expected the root of the %" PRIu64 " elements",
                     a->name, f->name, f->about, name, text, a->count);
  }
  return true;
}

bool wl_expect_fits(const wl_testcase *t, void *const *before, wl_error *error) {
  for (uint32_t k = 0; k < t->expect_count; k++) {
    const wl_test_expect *e = &t->expects[k];
    const wl_test_arg *a = &t->args[e->buffer];
    const uint64_t end = e->from + e->count;
    if (end > a->count || (e->to_end && end != a->count))
      return wl_fail(error,
                     "buffer %s: the test expects elements %" PRIu64 " to %" PRIu64 "%s, the buffer has %" PRIu64
                     " elements",
                     a->name, e->from, end - 1, e->to_end ? ", all that follow" : "", a->count);
    if (e->kind == WL_EXPECT_FORMULA && !formula_fits(t, e, before, error)) return false;
  }
  return true;
}

bool wl_expect_groups(wl_testcase *t, uint64_t resident, wl_error *error) {
  for (uint32_t k = 0; resident && k < t->expect_count; k++) {
    wl_test_expect *e = &t->expects[k];
    const char *buffer = t->args[e->buffer].name;
    if (e->groups == WL_GROUPS_ALL) continue;
    const wl_test_launch *l = &t->launches[0];
    if (t->launch_count > 1 || l->grid[1] > 1 || l->grid[2] > 1 || l->group[1] > 1 || l->group[2] > 1)
      return wl_fail(error, "buffer %s: an expectation of groups needs one launch, of one dimension", buffer);
    const uint64_t groups = ((uint64_t)l->grid[0] + l->group[0] - 1) / l->group[0];
    const uint64_t limit = (resident < groups ? resident : groups) * l->group[0], first = e->from;
    uint64_t end = first + e->count;
    if (e->groups == WL_GROUPS_WAITING && e->from < limit) e->from = limit;
    if (e->groups == WL_GROUPS_RESIDENT && end > limit) end = limit;
    if (e->from >= end)
      return wl_fail(error,
                     "buffer %s: elements %" PRIu64 " to %" PRIu64 " are not of %s groups; of %" PRIu64
                     " groups the unit holds %" PRIu64 " at once",
                     buffer, first, first + e->count - 1, e->groups == WL_GROUPS_WAITING ? "waiting" : "resident",
                     groups, resident);
    e->count = end - e->from;
    e->groups = WL_GROUPS_ALL;
  }
  return true;
}

// The expected contents of the whole buffer; NULL with error.
static void *expected(const wl_testcase *t, const wl_test_expect *e, void *const *before, wl_error *error) {
  const wl_test_arg *a = &t->args[e->buffer];
  size_t bytes = wl_type_size(a->type) * a->count;
  void *want = malloc(bytes ? bytes : 1);
  if (!want) {
    wl_fail(error, "buffer %s: out of memory", a->name);
    return NULL;
  }
  memcpy(want, before[e->buffer], bytes);
  if (e->kind == WL_EXPECT_FORMULA) {
    wl_formula_input in[WL_MAX_INPUTS];
    inputs_of(t, e, before, in);
    formula_of(e)->run(&(wl_formula_call){t, in, a->type, a->count, want});
    return want;
  }
  if (e->kind == WL_EXPECT_FILE) {
    const size_t size = wl_type_size(a->type);
    memcpy((uint8_t *)want + e->from * size, e->bytes, e->count * size);
    return want;
  }
  for (uint64_t i = 0; i < e->count && e->kind != WL_EXPECT_UNCHANGED; i++)
    wl_value_set(a->type, want, e->from + i, e->kind == WL_EXPECT_VALUES ? e->values[i] : e->constant);
  return want;
}

// Whether a value is the expected one, within the distance that is allowed.
static bool agrees(wl_type type, const wl_test_expect *e, uint64_t wanted, uint64_t got) {
  if (wanted == got || (e->ulp && wl_value_distance(type, wanted, got) <= e->ulp)) return true;
  return wl_type_is_float(type) && isnan(wl_value_to_double(type, wanted)) && isnan(wl_value_to_double(type, got));
}

// "1, 0": elements from `from` on, or values.
static void list_text(wl_type type, const void *buffer, uint64_t from, const uint64_t *values, uint32_t count, char *to,
                      size_t size) {
  *to = 0;
  for (uint32_t i = 0; i < count; i++) {
    const size_t used = strlen(to);
    char one[64];
    wl_value_plain(type, buffer ? wl_value_get(type, buffer, from + i) : values[i], one, sizeof one);
    wl_text(to + used, size - used, "%s%s", i ? ", " : "", one);
  }
}

// Each group of elements holds one of the contents. Counts them.
static bool check_one_of(const wl_test_arg *a, const wl_test_expect *e, const void *after, wl_error *error) {
  uint64_t differing = 0;
  for (uint64_t at = e->from; at < e->from + e->count; at += e->width) {
    char got[120], wanted[240] = "";
    uint32_t c = 0;
    for (; c < e->choices; c++) {
      uint32_t i = 0;
      while (i < e->width && agrees(a->type, e, e->values[c * e->width + i], wl_value_get(a->type, after, at + i))) i++;
      if (i == e->width) break;
    }
    if (c < e->choices) {
      e->seen[c]++;
      continue;
    }
    if (differing++ >= SHOWN) continue;
    list_text(a->type, after, at, NULL, e->width, got, sizeof got);
    for (c = 0; c < e->choices; c++) {
      const size_t used = strlen(wanted);
      char one[120];
      list_text(a->type, NULL, 0, e->values + c * e->width, e->width, one, sizeof one);
      wl_text(wanted + used, sizeof wanted - used, "%s[%s]", c ? ", " : "", one);
    }
    fprintf(stderr, "  %s[%" PRIu64 "] on is %s, expected one of %s\n", a->name, at, got, wanted);
    if (differing == 1)
      wl_fail(error, "buffer %s: elements %" PRIu64 " to %" PRIu64 " are [%s], expected one of %s", a->name, at,
              at + e->width - 1, got, wanted);
  }
  if (differing)
    fprintf(stderr, "  %s: %" PRIu64 " of %" PRIu64 " groups differ\n", a->name, differing, e->count / e->width);
  return !differing;
}

bool wl_expect_check(const wl_testcase *t, bool cycles, void *const *before, void *const *after, uint64_t *compared,
                     wl_error *error) {
  bool good = true;
  *compared = 0;
  for (uint32_t k = 0; k < t->expect_count; k++) {
    const wl_test_expect *e = &t->expects[k];
    const wl_test_arg *a = &t->args[e->buffer];
    wl_error failed = {""};
    uint64_t differing = 0;
    if (e->lockstep && !cycles) continue;
    if (e->kind == WL_EXPECT_ONE_OF) {
      if (!check_one_of(a, e, after[e->buffer], &failed)) {
        if (good) *error = failed;
        good = false;
      }
      *compared += e->count;
      continue;
    }
    void *want = expected(t, e, before, &failed);
    if (!want) {
      if (good) *error = failed;
      good = false;
      continue;
    }
    for (uint64_t i = e->from; i < e->from + e->count; i++) {
      uint64_t w = wl_value_get(a->type, want, i), g = wl_value_get(a->type, after[e->buffer], i);
      if (agrees(a->type, e, w, g)) continue;
      char wanted[64], got[64];
      wl_value_text(a->type, w, wanted, sizeof wanted);
      wl_value_text(a->type, g, got, sizeof got);
      if (differing < SHOWN) fprintf(stderr, "  %s[%" PRIu64 "] is %s, expected %s\n", a->name, i, got, wanted);
      if (!differing++ && good)
        wl_fail(error, "buffer %s: element %" PRIu64 " is %s, expected %s", a->name, i, got, wanted);
      good = false;
    }
    if (differing) fprintf(stderr, "  %s: %" PRIu64 " of %" PRIu64 " elements differ\n", a->name, differing, e->count);
    *compared += e->count;
    free(want);
  }
  return good;
}

uint64_t wl_expect_elements(const wl_testcase *t, bool cycles) {
  uint64_t count = 0;
  for (uint32_t b = 0; b < t->arg_count; b++) {
    bool judged = false;
    for (uint32_t k = 0; k < t->expect_count; k++)
      judged |= t->expects[k].buffer == b && (!t->expects[k].lockstep || cycles);
    if (judged) count += t->args[b].count;
  }
  return count;
}

// ---- messages ----------------------------------------------------------------------------------

static void describe(const wl_message *m, bool any_m0, char *text, size_t size) {
  char m0[24];
  if (any_m0) wl_text(m0, sizeof m0, "any M0");
  else wl_text(m0, sizeof m0, "M0 0x%08x", m->m0);
  if (m->trace) wl_text(text, size, "trace data with %s", m0);
  else wl_text(text, size, "message 0x%x with %s", m->simm, m0);
}

static bool same(const wl_test_message *wanted, const wl_message *got) {
  return (wanted->message.trace || wanted->message.simm == got->simm) &&
         (wanted->any_m0 || wanted->message.m0 == got->m0);
}

// The messages, or the trace records, of one wave.
static bool check_wave(const wl_testcase *t, const wl_launch_result *got, uint32_t wave, bool trace, wl_error *error) {
  uint32_t e = 0, g = 0;
  char wanted[64], had[64];
  for (uint32_t n = 0;; e++, g++, n++) {
    while (e < t->message_count && (t->messages[e].message.slot != wave || t->messages[e].message.trace != trace)) e++;
    while (g < got->message_count && (got->messages[g].slot != wave || got->messages[g].trace != trace)) g++;
    const bool more = e < t->message_count, came = g < got->message_count;
    if (!more && !came) return true;
    if (more) describe(&t->messages[e].message, t->messages[e].any_m0, wanted, sizeof wanted);
    if (came) describe(&got->messages[g], false, had, sizeof had);
    if (more && came && same(&t->messages[e], &got->messages[g])) continue;
    return wl_fail(error, "wave %u sent %s as its %s %u, expected %s", wave, came ? had : "nothing",
                   trace ? "trace record" : "message", n, more ? wanted : "nothing");
  }
}

bool wl_expect_messages(const wl_testcase *t, const wl_launch_result *got, wl_error *error) {
  if (!t->expects_messages && !t->expects_trace) return true;
  if (got->message_count > WL_MAX_MESSAGES)
    return wl_fail(error, "the host got %u messages and trace records, a test can expect %d", got->message_count,
                   WL_MAX_MESSAGES);
  for (uint32_t wave = 0; wave < WL_MAX_WAVES; wave++)
    if ((t->expects_messages && !check_wave(t, got, wave, false, error)) ||
        (t->expects_trace && !check_wave(t, got, wave, true, error)))
      return false;
  return true;
}

// ---- faults ------------------------------------------------------------------------------------

static bool same_fault(const wl_test_fault *wanted, const wl_fault *got) {
  return wanted->fetch == got->fetch && wanted->address == got->pc &&
         (wanted->wave < 0 || (uint32_t)wanted->wave == got->slot);
}

static void describe_fault(bool fetch, uint64_t pc, int wave, char *text, size_t size) {
  char who[24] = "a wave";
  if (wave >= 0) wl_text(who, sizeof who, "wave %d", wave);
  wl_text(text, size, "%s on %s at 0x%" PRIx64, who, fetch ? "a fetch fault" : "an illegal instruction", pc);
}

static void describe_wanted(const wl_test_fault *f, char *text, size_t size) {
  char plain[96], offset[24] = "";
  describe_fault(f->fetch, f->address, f->wave, plain, sizeof plain);
  if (f->at.offset) wl_text(offset, sizeof offset, "+0x%" PRIx64, f->at.offset);
  if (*f->at.name) wl_text(text, size, "%s (%s%s)", plain, f->at.name, offset);
  else wl_text(text, size, "%s", plain);
}

bool wl_expect_faults(const wl_testcase *t, const wl_launch_result *got, wl_error *error) {
  char wanted[200], had[96];
  for (uint32_t g = 0; t->fault_count && g < got->fault_count; g++) {
    const wl_fault *f = &got->faults[g];
    bool found = false;
    for (uint32_t e = 0; e < t->fault_count; e++) found |= same_fault(&t->faults[e], f);
    if (found) continue;
    describe_fault(f->fetch, f->pc, (int)f->slot, had, sizeof had);
    describe_wanted(&t->faults[0], wanted, sizeof wanted);
    return wl_fail(error, "halted: %s; expected: %s%s", had, wanted,
                   t->fault_count > 1 ? ", or another that the test lists" : "");
  }
  for (uint32_t e = 0; e < t->fault_count; e++) {
    bool found = false;
    for (uint32_t g = 0; g < got->fault_count; g++) found |= same_fault(&t->faults[e], &got->faults[g]);
    if (found) continue;
    describe_wanted(&t->faults[e], wanted, sizeof wanted);
    return wl_fail(error, "halted: no such wave; expected: %s", wanted);
  }
  return true;
}

// ---- cycles ------------------------------------------------------------------------------------

static void describe_label(const wl_place *place, uint64_t address, char *text, size_t size) {
  char offset[24] = "";
  if (place->offset) wl_text(offset, sizeof offset, "+0x%" PRIx64, place->offset);
  wl_text(text, size, "%s%s (0x%" PRIx64 ")", place->name, offset, address);
}

static void describe_range(const wl_test_cycles *c, char *text, size_t size) {
  if (c->least == c->most) wl_text(text, size, "%" PRIu64, c->least);
  else if (c->most == UINT32_MAX) wl_text(text, size, "at least %" PRIu64, c->least);
  else if (!c->least) wl_text(text, size, "at most %" PRIu64, c->most);
  else wl_text(text, size, "%" PRIu64 " to %" PRIu64, c->least, c->most);
}

bool wl_expect_cycles(const wl_testcase *t, wl_error *error) {
  for (uint32_t i = 0; i < t->cycle_count; i++) {
    const wl_test_cycles *c = &t->cycles[i];
    const wl_cycle_span *s = &t->spans[i];
    char from[120], to[120], range[64];
    if (s->count && c->least <= s->least && s->most <= c->most) continue;
    describe_label(&c->from, s->from, from, sizeof from);
    describe_label(&c->to, s->to, to, sizeof to);
    describe_range(c, range, sizeof range);
    if (!s->count)
      return wl_fail(error, "wave %u never came from %s to %s, expected %s cycles", s->slot, from, to, range);
    return wl_fail(error, "wave %u took %" PRIu64 " cycles from %s to %s, expected %s", s->slot,
                   s->least < c->least ? s->least : s->most, from, to, range);
  }
  return true;
}

bool wl_expect_transactions(const wl_testcase *t, wl_error *error) {
  for (uint32_t i = 0; i < t->transaction_count; i++) {
    const wl_test_transactions *e = &t->transactions[i];
    const wl_transaction_count *c = &t->counts[i];
    char at[120];
    if (c->executed && c->fewest == e->count && c->most == e->count) continue;
    describe_label(&e->at, c->at, at, sizeof at);
    if (!c->executed)
      return wl_fail(error, "no vector memory instruction completed at %s, expected one with %" PRIu64 " transactions",
                     at, e->count);
    return wl_fail(error, "the instruction at %s made %" PRIu64 " transactions, expected %" PRIu64, at,
                   c->fewest != e->count ? c->fewest : c->most, e->count);
  }
  return true;
}
