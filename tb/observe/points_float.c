// SPDX-License-Identifier: Apache-2.0
// Float classes of operands and results, by what an opcode computes and in which format. Its mnemonic says both: the
// last type in it is the sources', the first the result's.
#include <stdlib.h>
#include <string.h>

#include "observe/points.h"

enum { NO_FLOAT = -1 };

// Beginnings of mnemonics behind "v_" or "v_pk_", the longer ones first.
static const struct {
  const char *begins;
  uint8_t family, operands;  // bit i: source i is a float
  bool no_result;
} families[] = {{"add_", family_SUM, 3, false},
                {"sub_", family_SUM, 3, false},
                {"subrev_", family_SUM, 3, false},
                {"mul_", family_PRODUCT, 3, false},
                {"mad_mix", family_FUSED, 0, false},
                {"fma_mix", family_FUSED, 0, false},
                {"mad_", family_FUSED, 7, false},
                {"mac_", family_FUSED, 3, false},
                {"madmk_", family_FUSED, 7, false},
                {"madak_", family_FUSED, 7, false},
                {"fma_", family_FUSED, 7, false},
                {"fmac_", family_FUSED, 3, false},
                {"min", family_ORDER, 7, false},
                {"max", family_ORDER, 7, false},
                {"med3_", family_ORDER, 7, false},
                {"cmp_class_", family_CLASS, 1, true},
                {"cmpx_class_", family_CLASS, 1, true},
                {"cmp", family_COMPARE, 3, true},
                {"cvt_pk_u8_", family_CONVERT, 1, true},
                {"cvt_", family_CONVERT, 3, false},
                {"trunc_", family_ROUND, 1, false},
                {"ceil_", family_ROUND, 1, false},
                {"rndne_", family_ROUND, 1, false},
                {"floor_", family_ROUND, 1, false},
                {"fract_", family_ROUND, 1, false},
                {"rcp_", family_ROOT, 1, false},
                {"rsq_", family_ROOT, 1, false},
                {"sqrt_", family_ROOT, 1, false},
                {"exp_", family_TRANSCENDENTAL, 1, false},
                {"log_", family_TRANSCENDENTAL, 1, false},
                {"sin_", family_TRANSCENDENTAL, 1, false},
                {"cos_", family_TRANSCENDENTAL, 1, false},
                {"div_", family_DIVIDE, 7, false},
                {"ldexp_", family_SCALE, 1, false},
                {"frexp_", family_SCALE, 1, false},
                {"trig_preop_", family_SCALE, 1, false},
                {"cube", family_CUBE, 7, false}};

// The type that starts at a text: width_*, NO_FLOAT for an integer; false: no type.
static bool type_at(const char *text, int8_t *type) {
  static const struct {
    const char *text;
    int8_t type;
  } types[] = {{"f16", width_16}, {"f32", width_32},   {"f64", width_64}, {"i16", NO_FLOAT},
               {"u16", NO_FLOAT}, {"i32", NO_FLOAT},   {"u32", NO_FLOAT}, {"i64", NO_FLOAT},
               {"u64", NO_FLOAT}, {"ubyte", NO_FLOAT}, {"u8", NO_FLOAT},  {"i4", NO_FLOAT}};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    if (strncmp(text, types[i].text, strlen(types[i].text))) continue;
    *type = types[i].type;
    return true;
  }
  return false;
}

bool wl_points_float_opcode(const char *name, point_opcode *o) {
  int8_t type = NO_FLOAT;
  bool any = false;
  if (strncmp(name, "v_", 2)) return false;
  o->from = o->to = NO_FLOAT;
  for (const char *at = strchr(name + 1, '_'); at; at = strchr(at + 1, '_')) {
    if (!type_at(at + 1, &type)) continue;
    if (!any) o->to = type;
    any = true;
    o->from = type;
  }
  o->packed = !strncmp(name, "v_pk_", 5);
  const char *of = name + (o->packed ? 5 : 2);
  for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
    if (strncmp(of, families[i].begins, strlen(families[i].begins))) continue;
    o->family = families[i].family;
    o->operands = o->from == NO_FLOAT ? 0 : families[i].operands;
    if (families[i].no_result) o->to = NO_FLOAT;
    // A conversion to packed numbers has two results in a register: v_cvt_pkrtz_f16_f32, v_cvt_pknorm_i16_f32.
    o->high = strstr(name, "mixhi") != NULL;
    o->pair = families[i].family == family_CONVERT && !strncmp(of, "cvt_pk", 6);
    return o->operands || o->to != NO_FLOAT;
  }
  return false;
}

// class_* of a number, by its sign and the fields of its format.
static uint32_t class_of(uint64_t bits, int8_t width) {
  static const struct {
    uint8_t bits, mantissa;
  } formats[] = {[width_16] = {16, 10}, [width_32] = {32, 23}, [width_64] = {64, 52}};
  const uint32_t m = formats[width].mantissa, n = formats[width].bits;
  const uint64_t mantissa = bits & ((UINT64_C(1) << m) - 1), most = (UINT64_C(1) << (n - 1 - m)) - 1;
  const uint64_t exponent = bits >> m & most;
  const uint32_t minus = bits >> (n - 1) & 1;
  if (exponent == 0) return (mantissa ? class_PLUS_DENORMAL : class_PLUS_ZERO) + minus;
  if (exponent < most) return class_PLUS_NORMAL + minus;
  if (!mantissa) return class_PLUS_INFINITY + minus;
  return (mantissa >> (m - 1) ? class_PLUS_QUIET : class_PLUS_SIGNALLING) + minus;
}

static void count_classes(wl_points *p, int8_t width, uint32_t family, uint32_t role, uint32_t classes) {
  for (; classes; classes &= classes - 1)
    wl_points_count(p, POINTS_float, (uint32_t)width, family, role, (uint32_t)__builtin_ctz(classes));
}

// The classes of a value in a register of a lane: the number that the instruction takes, with its sign as ABS and NEG
// make it.
static uint32_t operand_class(const point_opcode *o, const wl_decoded *d, uint32_t source, uint64_t raw) {
  const bool abs = d->abs >> source & 1, neg = d->neg >> source & 1;
  if (o->packed) {
    const uint32_t low = d->op_sel >> source & 1, high = d->op_sel_hi >> source & 1;
    return 1u << class_of(raw >> 16 * low & UINT16_MAX, width_16) |
           1u << class_of(raw >> 16 * high & UINT16_MAX, width_16);
  }
  if (o->from == width_16) raw = raw >> (d->op_sel >> source & 1 ? 16 : 0) & UINT16_MAX;
  uint32_t class = class_of(raw, o->from);
  if (abs) class &= ~1u;
  return 1u << (class ^ neg);
}

static uint64_t scalar_value(const arch_state *a, uint32_t slot, const wl_decoded_operand *s) {
  if (s->kind == WL_DECODED_CONST) return s->value;
  return wl_points_sgpr(a, slot, s->reg) | (s->regs > 1 ? (uint64_t)wl_points_sgpr(a, slot, s->reg + 1) << 32 : 0);
}

static uint32_t operand_classes(const arch_state *a, uint32_t slot, const point_opcode *o, const wl_decoded *d,
                                uint32_t source, uint64_t exec) {
  const wl_decoded_operand *s = &d->src[source];
  uint32_t classes = 0;
  if (s->kind == WL_DECODED_CONST || s->kind == WL_DECODED_SGPR)
    return exec ? operand_class(o, d, source, scalar_value(a, slot, s)) : 0;
  if (s->kind != WL_DECODED_VGPR) return 0;
  const uint32_t *low = a->vgpr + (size_t)(a->wave[slot].vgpr_base + s->reg) * WL_LANES, *high = low + WL_LANES;
  for (uint64_t left = exec; left; left &= left - 1) {
    const uint32_t lane = (uint32_t)__builtin_ctzll(left);
    classes |= operand_class(o, d, source, low[lane] | (s->regs > 1 ? (uint64_t)high[lane] << 32 : 0));
  }
  return classes;
}

static uint32_t result_classes(const arch_state *a, const point_opcode *o, const wl_decoded *d) {
  const wl_effect *e = &a->effect;
  const bool upper = o->high || (d->op_sel >> 3 & 1 && !o->packed);
  const uint32_t shift = o->to == width_16 && upper ? 16 : 0;
  const uint32_t *low = a->ops.phys_vgpr(a->model, e->phys_vgpr[0]), *high = low + WL_LANES;
  uint32_t classes = 0;
  for (uint64_t left = e->vgpr_mask[0]; left; left &= left - 1) {
    const uint32_t lane = (uint32_t)__builtin_ctzll(left);
    const uint64_t raw = o->to == width_64 ? low[lane] | (uint64_t)high[lane] << 32 : low[lane];
    if (o->to == width_16) classes |= 1u << class_of(raw >> shift & UINT16_MAX, width_16);
    else classes |= 1u << class_of(raw, o->to);
    if (o->to == width_16 && (o->packed || o->pair)) classes |= 1u << class_of(raw >> 16, width_16);
  }
  return classes;
}

void wl_points_floats(wl_points *p, const arch_state *a, uint32_t slot, const point_opcode *o, const wl_decoded *d) {
  const wl_state_regs *before = &a->at_issue[slot].state_regs;
  const uint64_t exec = (uint64_t)before->exec_hi << 32 | before->exec_lo;
  // SDWA selects parts of operands and of the result, DPP takes those of other lanes.
  if (d->sdwa || d->dpp) return;
  uint32_t classes = 0;
  for (uint32_t i = 0; i < 3; i++)
    if (o->operands >> i & 1) classes |= operand_classes(a, slot, o, d, i, exec);
  if (o->from >= 0) count_classes(p, o->from, o->family, role_OPERAND, classes);
  if (o->to >= 0 && a->effect.vgpr_count) count_classes(p, o->to, o->family, role_RESULT, result_classes(a, o, d));
}

// ---- which points exist ---------------------------------------------------------------------------

static bool there[width_COUNT][family_COUNT][role_COUNT];

static void note(void *to, const wl_decoded *d) {
  point_opcode o;
  (void)to;
  if (!wl_points_float_opcode(d->name, &o)) return;
  if (o.operands) there[o.from][o.family][role_OPERAND] = true;
  if (o.to >= 0 && d->vdst_vgprs) there[o.to][o.family][role_RESULT] = true;
}

// Results that no operand gives (numerics.md 4 to 7):
static bool result_never(const uint32_t at[4]) {
  const uint32_t class = at[3];
  const bool denormal = class == class_PLUS_DENORMAL || class == class_MINUS_DENORMAL;
  switch (at[1]) {
    // Only fract gives what is no integer, and nothing below 0.
    case family_ROUND: return class == class_MINUS_DENORMAL;
    // f32 reciprocals and roots always flush their results.
    case family_ROOT: return at[0] == width_32 && denormal;
    // f64 has every f32 and every integer as a normal number; NaNs that become f16 are made quiet.
    case family_CONVERT:
      return (at[0] == width_64 && denormal) || (at[0] == width_16 && class >= class_PLUS_SIGNALLING);
    default: return false;
  }
}

bool wl_points_float_exists(wl_isa isa, const uint32_t at[4]) {
  static bool known;
  if (!known) wl_points_each_opcode(isa, note, NULL);
  known = true;
  return there[at[0]][at[1]][at[2]] && !(at[2] == role_RESULT && result_never(at));
}
