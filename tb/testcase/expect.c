// SPDX-License-Identifier: Apache-2.0
#include "expect.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "texels.h"

enum { SHOWN = 8 };  // differing elements printed of one buffer

static uint64_t bits(const wl_formula_call *c, uint32_t k, uint64_t i) {
  return wl_testcase_element(c->test, c->in[k], c->seed, i);
}
static double real(const wl_formula_call *c, uint32_t k, uint64_t i) {
  return wl_value_to_double(c->test->args[c->in[k]].type, bits(c, k, i));
}
static uint64_t count_of(const wl_test_arg *a) { return a->kind == WL_ARG_BUFFER ? a->count : 1; }

static uint64_t f32(float f) {
  uint32_t b;
  memcpy(&b, &f, 4);
  return b;
}

// A formula runs only if its inputs have the form that its row asks for: see formula_fits().

static uint64_t f_copy(const wl_formula_call *c, uint64_t i) { return bits(c, 0, i); }

static uint64_t f_iota(const wl_formula_call *c, uint64_t i) {
  return wl_value_from_double(c->to->type, real(c, 0, 0) + real(c, 1, 0) * (double)i);
}

static uint64_t f_add(const wl_formula_call *c, uint64_t i) {
  if (c->to->type == WL_F32) return f32((float)real(c, 0, i) + (float)real(c, 1, i));
  return bits(c, 0, i) + bits(c, 1, i);
}

static uint64_t f_saxpy(const wl_formula_call *c, uint64_t i) {
  if (c->to->type == WL_F32) return f32(fmaf((float)real(c, 0, 0), (float)real(c, 1, i), (float)real(c, 2, i)));
  return bits(c, 0, 0) * bits(c, 1, i) + bits(c, 2, i);
}

static uint64_t f_group_sum(const wl_formula_call *c, uint64_t g) {
  const uint64_t size = c->test->group[0], count = count_of(&c->test->args[c->in[0]]);
  uint64_t sum = 0;
  for (uint64_t i = g * size; i < (g + 1) * size && i < count; i++) sum += bits(c, 0, i);
  return sum;
}

static uint64_t f_matmul(const wl_formula_call *c, uint64_t i) {
  const uint64_t n = (uint64_t)real(c, 2, 0), y = i / n, x = i % n;
  float sum = 0;
  for (uint64_t k = 0; k < n; k++) sum = fmaf((float)real(c, 0, y * n + k), (float)real(c, 1, k * n + x), sum);
  return f32(sum);
}

// Steps of a Collatz sequence: the data decide the number of trips through a loop, at most 64.
static uint64_t f_divergent(const wl_formula_call *c, uint64_t i) {
  uint32_t v = (uint32_t)bits(c, 0, i) & 0x1F, steps = 0;
  while (v > 1 && steps < 64) {
    v = v & 1 ? 3 * v + 1 : v >> 1;
    steps++;
  }
  return v & 1 ? steps : steps + 1000;
}

static uint64_t f_work_item(const wl_formula_call *c, uint64_t i) {
  const uint32_t *g = c->test->grid;
  const uint64_t x = i % g[0], y = i / g[0] % g[1], z = i / g[0] / g[1];
  if (z < g[2]) return x | y << 10 | z << 20;
  return wl_testcase_element(c->test, (uint32_t)(c->to - c->test->args), c->seed, i);
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

static const wl_formula *formula_of(const wl_test_expect *e) {
  char names[400];
  return wl_formula_find(e->formula, names, sizeof names);
}

// Whether the inputs and the buffer have the form that the formula needs.
static bool formula_fits(const wl_testcase *t, const wl_test_expect *e, uint64_t seed, wl_error *error) {
  const wl_test_arg *a = &t->args[e->buffer];
  const wl_formula *f = formula_of(e);
  const char *type = wl_type_name(a->type);
  const wl_formula_call call = {t, seed, e->inputs, a};
  if (f->types && !strstr(f->types, type))
    return wl_fail(error, "buffer %s is of type %s, formula %s (%s) makes %s", a->name, type, f->name, f->about,
                   f->types);
  for (uint32_t i = 0; i < e->input_count; i++) {
    const wl_test_arg *in = &t->args[e->inputs[i]];
    const uint64_t least = f->needs[i] == '*' ? a->count : 1;
    if (count_of(in) < least)
      return wl_fail(error, "buffer %s: formula %s (%s): %s has %" PRIu64 " elements, expected %" PRIu64 " at least",
                     a->name, f->name, f->about, in->name, count_of(in), least);
    if (f->needs[i] != 'n') continue;
    char text[64];
    const double n = real(&call, i, 0);
    wl_value_text(in->type, bits(&call, i, 0), text, sizeof text);
    if (!(n >= 0 && n == floor(n) && n * n == (double)a->count))
      return wl_fail(error, "buffer %s: formula %s (%s): %s is %s, expected the root of the %" PRIu64 " elements",
                     a->name, f->name, f->about, in->name, text, a->count);
  }
  return true;
}

bool wl_expect_fits(const wl_testcase *t, uint64_t seed, wl_error *error) {
  for (uint32_t k = 0; k < t->expect_count; k++) {
    const wl_test_expect *e = &t->expects[k];
    const wl_test_arg *a = &t->args[e->buffer];
    const uint64_t end = e->from + e->count;
    if (a->kind == WL_ARG_IMAGE) continue;  // its sizes cannot change
    if (end > a->count || (e->to_end && end != a->count))
      return wl_fail(error,
                     "buffer %s: the test expects elements %" PRIu64 " to %" PRIu64 "%s, the buffer has %" PRIu64
                     " elements",
                     a->name, e->from, end - 1, e->to_end ? ", all that follow" : "", a->count);
    if (e->kind == WL_EXPECT_FORMULA && !formula_fits(t, e, seed, error)) return false;
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

// What an element must be. k: its number among those of the expectation. call: of a formula.
static uint64_t expected(const wl_test_expect *e, const wl_formula_call *call, const wl_formula *formula, uint64_t i,
                         uint64_t k) {
  switch (e->kind) {
    case WL_EXPECT_FORMULA: return wl_value_cut(call->to->type, formula->element(call, i));
    case WL_EXPECT_FILE: return wl_value_get(call->to->type, e->bytes, k);
    case WL_EXPECT_VALUES: return e->values[k];
    case WL_EXPECT_CONSTANT: return e->constant;
    case WL_EXPECT_UNCHANGED: return wl_testcase_element(call->test, e->buffer, call->seed, i);
    case WL_EXPECT_ONE_OF: break;  // check_one_of
  }
  return 0;
}

// Whether a value is the expected one, within the distance that is allowed.
static bool agrees(wl_type type, const wl_test_expect *e, uint64_t wanted, uint64_t got) {
  if (wanted == got || (e->ulp && wl_value_distance(type, wanted, got) <= e->ulp)) return true;
  return wl_type_is_float(type) && isnan(wl_value_to_double(type, wanted)) && isnan(wl_value_to_double(type, got));
}

bool wl_expect_holds(const wl_testcase *t, const wl_test_expect *e, uint64_t seed, uint64_t i, uint64_t k,
                     uint64_t found, uint64_t *wanted) {
  const wl_formula_call call = {t, seed, e->inputs, &t->args[e->buffer]};
  *wanted = expected(e, &call, e->kind == WL_EXPECT_FORMULA ? formula_of(e) : NULL, i, k);
  return agrees(call.to->type, e, *wanted, found);
}

// "1, 0": elements, or values.
static void list_text(wl_type type, const void *elements, const uint64_t *values, uint32_t count, char *to,
                      size_t size) {
  *to = 0;
  for (uint32_t i = 0; i < count; i++) {
    const size_t used = strlen(to);
    char one[64];
    wl_value_plain(type, elements ? wl_value_get(type, elements, i) : values[i], one, sizeof one);
    wl_text(to + used, size - used, "%s%s", i ? ", " : "", one);
  }
}

// Whether a group of elements holds one of the contents. Counts it.
static bool is_one_of(wl_type type, const wl_test_expect *e, const void *group) {
  for (uint32_t c = 0; c < e->choices; c++) {
    uint32_t i = 0;
    while (i < e->width && agrees(type, e, e->values[c * e->width + i], wl_value_get(type, group, i))) i++;
    if (i < e->width) continue;
    e->seen[c]++;
    return true;
  }
  return false;
}

static bool check_one_of(const wl_test_arg *a, const wl_test_expect *e, const wl_contents *after, wl_error *error) {
  uint64_t differing = 0;
  void *group = malloc(e->width * wl_type_size(a->type));
  bool read = group != NULL || wl_fail(error, "buffer %s: out of memory", a->name);
  for (uint64_t at = e->from; read && at < e->from + e->count; at += e->width) {
    char got[120], wanted[240] = "";
    if (!(read = after->read(after->of, e->buffer, at, e->width, group, error))) break;
    if (is_one_of(a->type, e, group) || differing++ >= SHOWN) continue;
    list_text(a->type, group, NULL, e->width, got, sizeof got);
    for (uint32_t c = 0; c < e->choices; c++) {
      const size_t used = strlen(wanted);
      char one[120];
      list_text(a->type, NULL, e->values + c * e->width, e->width, one, sizeof one);
      wl_text(wanted + used, sizeof wanted - used, "%s[%s]", c ? ", " : "", one);
    }
    fprintf(stderr, "  %s[%" PRIu64 "] on is %s, expected one of %s\n", a->name, at, got, wanted);
    if (differing == 1)
      wl_fail(error, "buffer %s: elements %" PRIu64 " to %" PRIu64 " are [%s], expected one of %s", a->name, at,
              at + e->width - 1, got, wanted);
  }
  free(group);
  if (differing)
    fprintf(stderr, "  %s: %" PRIu64 " of %" PRIu64 " groups differ\n", a->name, differing, e->count / e->width);
  return read && !differing;
}

static bool check_elements(const wl_testcase *t, const wl_test_expect *e, uint64_t seed, const wl_contents *after,
                           wl_error *error) {
  const wl_test_arg *a = &t->args[e->buffer];
  const wl_formula_call call = {t, seed, e->inputs, a};
  const wl_formula *formula = e->kind == WL_EXPECT_FORMULA ? formula_of(e) : NULL;
  const uint64_t end = e->from + e->count;
  uint64_t differing = 0;
  uint8_t part[WL_PAGE];
  for (uint64_t from = e->from, count; from < end; from += count) {
    count = sizeof part / wl_type_size(a->type);
    if (count > end - from) count = end - from;
    if (!after->read(after->of, e->buffer, from, count, part, error)) return false;
    for (uint64_t i = from; i < from + count; i++) {
      const uint64_t w = expected(e, &call, formula, i, i - e->from), g = wl_value_get(a->type, part, i - from);
      if (agrees(a->type, e, w, g)) continue;
      char wanted[64], got[64];
      wl_value_text(a->type, w, wanted, sizeof wanted);
      wl_value_text(a->type, g, got, sizeof got);
      if (differing < SHOWN) fprintf(stderr, "  %s[%" PRIu64 "] is %s, expected %s\n", a->name, i, got, wanted);
      if (!differing++) wl_fail(error, "buffer %s: element %" PRIu64 " is %s, expected %s", a->name, i, got, wanted);
    }
  }
  if (differing) fprintf(stderr, "  %s: %" PRIu64 " of %" PRIu64 " elements differ\n", a->name, differing, e->count);
  return !differing;
}

// A row of the texels of an expectation.
typedef struct {
  const wl_test_expect *e;
  wl_formula_call call;
  const wl_formula *formula;
  wl_image_texel first;
  uint64_t k;   // elements of the rows before
  void *found;  // room for its elements
} texel_row;

// Counts texels that differ. false: they cannot be read.
static bool check_row(const texel_row *row, const wl_contents *after, uint64_t *differing, wl_error *error) {
  const wl_test_expect *e = row->e;
  const wl_test_arg *a = row->call.to;
  const uint32_t components = wl_texel_components(&a->image);
  const uint64_t from = wl_texel_element(&a->image, &row->first), count = (uint64_t)e->size[0] * components;
  uint64_t last = UINT64_MAX;  // the last texel that differs
  if (!after->read(after->of, e->buffer, from, count, row->found, error)) return false;
  for (uint64_t i = 0; i < count; i++) {
    const uint64_t w = expected(e, &row->call, row->formula, from + i, row->k + i);
    const uint64_t g = wl_value_get(a->type, row->found, i);
    if (agrees(a->type, e, w, g)) continue;
    wl_image_texel at = row->first;
    char wanted[64], got[64], place[80];
    at.x += (uint32_t)(i / components);
    wl_value_text(a->type, w, wanted, sizeof wanted);
    wl_value_text(a->type, g, got, sizeof got);
    wl_image_texel_text(&a->image, &at, place, sizeof place);
    const char *component = wl_component_name((uint32_t)(i % components));
    if (*differing < SHOWN)
      fprintf(stderr, "  %s: %s: component %s is %s, expected %s\n", a->name, place, component, got, wanted);
    if (!*differing)
      wl_fail(error, "image %s: %s: component %s is %s, expected %s", a->name, place, component, got, wanted);
    *differing += last != i / components;
    last = i / components;
  }
  return true;
}

static bool check_texels(const wl_testcase *t, const wl_test_expect *e, uint64_t seed, const wl_contents *after,
                         wl_error *error) {
  const wl_test_arg *a = &t->args[e->buffer];
  const uint64_t texels = (uint64_t)e->size[0] * e->size[1] * e->size[2];
  texel_row row = {.e = e,
                   .call = {t, seed, e->inputs, a},
                   .formula = e->kind == WL_EXPECT_FORMULA ? formula_of(e) : NULL,
                   .found = calloc((size_t)e->size[0] * WL_IMAGE_COMPONENTS, wl_type_size(a->type))};
  uint64_t differing = 0;
  bool read = row.found || wl_fail(error, "image %s: out of memory", a->name);
  for (uint32_t s = 0; read && s < e->size[2]; s++)
    for (uint32_t y = 0; read && y < e->size[1]; y++) {
      row.first = (wl_image_texel){e->level, e->at[0], e->at[1] + y, e->at[2] + s};
      read = check_row(&row, after, &differing, error);
      row.k += (uint64_t)e->size[0] * wl_texel_components(&a->image);
    }
  free(row.found);
  if (differing) fprintf(stderr, "  %s: %" PRIu64 " of %" PRIu64 " texels differ\n", a->name, differing, texels);
  return read && !differing;
}

bool wl_expect_check(const wl_testcase *t, bool cycles, uint64_t seed, const wl_contents *after, uint64_t *compared,
                     wl_error *error) {
  bool good = true;
  *compared = 0;
  for (uint32_t k = 0; k < t->expect_count; k++) {
    const wl_test_expect *e = &t->expects[k];
    wl_error failed = {""};
    if (e->lockstep && !cycles) continue;
    const wl_test_arg *a = &t->args[e->buffer];
    const bool agree = a->kind == WL_ARG_IMAGE       ? check_texels(t, e, seed, after, &failed)
                       : e->kind == WL_EXPECT_ONE_OF ? check_one_of(a, e, after, &failed)
                                                     : check_elements(t, e, seed, after, &failed);
    if (!agree && good) *error = failed;
    good &= agree;
    *compared += e->count;
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
