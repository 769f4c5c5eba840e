// SPDX-License-Identifier: Apache-2.0
// Inline constants as 16-bit operands (gfx9-encoding.md 4, "Constant expansion"): each constant in each kind of
// operand, read through opcodes whose result shows it.
#include "vector_machine.h"

enum { SDWA_CODE = WL_SRC_SDWA, ONE = WL_SRC_ZERO + 1, ZERO = WL_SRC_ZERO, VD = 5, VZERO = 6, VONE = 7 };

struct constant {
  uint32_t code, whole, f16;  // 32 bits of an integer opcode, 16 of an f16 one
};

static struct constant constant(uint32_t k) {
  static const struct constant floats[9] = {
      {240, 0x3f000000, 0x3800}, {241, 0xbf000000, 0xb800}, {242, 0x3f800000, 0x3c00},
      {243, 0xbf800000, 0xbc00}, {244, 0x40000000, 0x4000}, {245, 0xc0000000, 0xc000},
      {246, 0x40800000, 0x4400}, {247, 0xc0800000, 0xc400}, {248, 0x3e22f983, 0x3118}};
  if (k < 65) return (struct constant){128 + k, k, k};
  if (k < 81) return (struct constant){128 + k, 64 - k, (64 - k) & 0xffff};  // -1 .. -16
  return floats[k - 81];
}
enum { CONSTANTS = 65 + 16 + 9 };

static uint32_t half(uint32_t value, bool high) { return high ? value / 65536 : value % 65536; }

// Runs the instruction on rows that hold VZERO: 0, VONE: 1, the destination: 0xabcdabcd. The result of lane 17.
static uint32_t result(uint8_t format, uint32_t w0, uint32_t w1) {
  static struct machine m;
  struct wl_insn n;
  randomise(&m, 0xf0);
  wl_set_sgpr64(&m.wave, WL_EXEC, ~0ull);
  for (unsigned l = 0; l < WL_LANES; l++) {
    m.rows[VZERO][l] = 0;
    m.rows[VONE][l] = 1;
    m.rows[VD][l] = 0xabcdabcd;
  }
  wl_set_sgpr64(&m.wave, WL_VCC, 0);
  if (!decode(&n, format, w0, w1)) fail_msg("illegal: %08x %08x", w0, w1);
  n.fn(&m.wave, &n);
  return n.vdst_regs ? m.rows[VD][17] : (uint32_t)wl_vcc(&m.wave);
}

static uint32_t vop3(uint32_t op, uint32_t op_sel, uint32_t s0, uint32_t s1, uint32_t s2) {
  return result(WL_FMT_VOP3, 0xd0000000u | op << 16 | op_sel << 11 | VD, s0 | s1 << 9 | s2 << 18);
}
static uint32_t packed(uint32_t op, uint32_t low, uint32_t high, uint32_t s0, uint32_t s1, uint32_t s2) {
  return result(WL_FMT_VOP3P, 0xd3800000u | op << 16 | (high >> 2) << 14 | low << 11 | VD,
                (high & 3) << 27 | s0 | s1 << 9 | s2 << 18);
}

#define IS(expression, expected)                                                                               \
  do {                                                                                                         \
    const uint32_t is_ = (expression), should_ = (expected);                                                   \
    if (is_ != should_) fail_msg("constant %u: %s is %08x, expected %08x", c.code, #expression, is_, should_); \
  } while (0)

enum {
  V = WL_SRC_VGPR,
  ADD_U16 = WL_OP_v_add_u16,
  ADD_U16_E64 = WL_VOP3_VOP2 + WL_OP_v_add_u16,
  CMP_EQ_U16 = WL_OP_v_cmp_eq_u16
};
enum { CVT_F32_F16 = WL_OP_v_cvt_f32_f16, MAD_LEGACY_U16 = WL_OP_v_mad_legacy_u16, MAD_U32_U16 = WL_OP_v_mad_u32_u16 };
enum { MAX3_U16 = WL_OP_v_max3_u16, MAD_U16 = WL_OP_v_mad_u16, ADD_I16 = WL_OP_v_add_i16 };
enum { PK_MAD_U16 = WL_OP_v_pk_mad_u16, PK_ADD_U16 = WL_OP_v_pk_add_u16 };

// VOP1, VOP2, VOPC and their VOP3 forms: the low half, OP_SEL or not.
static void without_selection(void **state) {
  (void)state;
  for (uint32_t k = 0; k < CONSTANTS; k++) {
    const struct constant c = constant(k);
    const uint32_t low = half(c.whole, false);
    IS(result(WL_FMT_VOP2, ADD_U16 << 25 | VD << 17 | VZERO << 9 | c.code, 0), low);
    IS(vop3(ADD_U16_E64, 0, c.code, V + VZERO, 0), low);
    IS(vop3(ADD_U16_E64, 15, V + VZERO, c.code, 0), low);
    IS(result(WL_FMT_VOPC, 0x7c000000u | CMP_EQ_U16 << 17 | VZERO << 9 | c.code, 0), low == 0 ? ~0u : 0);
    // An f16 operand has the f16 pattern, an integer constant as it is.
    IS(result(WL_FMT_VOP1, 0x7e000000u | VD << 17 | CVT_F32_F16 << 9 | c.code, 0), wl_f32_from_f16(c.f16, 0xf0));
    IS(vop3(WL_VOP3_VOP1 + CVT_F32_F16, 0, c.code, 0, 0), wl_f32_from_f16(c.f16, 0xf0));
  }
}

static void op_sel(void **state) {
  (void)state;
  for (uint32_t k = 0; k < CONSTANTS; k++) {
    const struct constant c = constant(k);
    for (uint32_t high = 0; high < 2; high++) {
      const uint32_t picked = half(c.whole, high);
      IS(vop3(MAD_LEGACY_U16, 7 * high, c.code, ONE, ZERO), half(c.whole, false));  // no selection of sources
      IS(vop3(MAD_U16, high, c.code, ONE, ZERO) % 65536, picked);
      IS(vop3(MAD_U16, 2 * high, ONE, c.code, ZERO) % 65536, picked);
      IS(vop3(MAD_U16, 4 * high, ONE, ZERO, c.code) % 65536, picked);
      IS(vop3(MAX3_U16, 2 * high, ZERO, c.code, ZERO) % 65536, picked);
      IS(vop3(ADD_I16, high, c.code, ZERO, 0) % 65536, picked);
      IS(vop3(ADD_I16, 2 * high | 8, ZERO, c.code, 0) / 65536, picked);
      // Source 2 has 32 bits: all of them are used.
      IS(vop3(MAD_U32_U16, high, c.code, ONE, ZERO), picked);
      IS(vop3(MAD_U32_U16, 2 * high | 12, ONE, c.code, ZERO), picked);
      IS(vop3(MAD_U32_U16, 4 * high, ZERO, ZERO, c.code), c.whole);
    }
  }
}

static void op_sel_hi(void **state) {
  (void)state;
  for (uint32_t k = 0; k < CONSTANTS; k++) {
    const struct constant c = constant(k);
    for (uint32_t pick = 0; pick < 4; pick++) {
      const uint32_t low = pick & 1, high = pick >> 1;
      const uint32_t both = half(c.whole, low) | half(c.whole, high) << 16;
      IS(packed(PK_ADD_U16, low, high, c.code, V + VZERO, 0), both);
      IS(packed(PK_ADD_U16, 2 * low, 2 * high, V + VZERO, c.code, 0), both);
      IS(packed(PK_MAD_U16, 4 * low, 4 * high, ZERO, ZERO, c.code), both);
    }
  }
}

static void sdwa(void **state) {
  (void)state;
  for (uint32_t k = 0; k < CONSTANTS; k++) {
    const struct constant c = constant(k);
    for (uint32_t sel = 0; sel < 7; sel++) {
      for (uint32_t sext = 0; sext < 2; sext++) {
        uint32_t part = sel < 4 ? c.whole >> 8 * sel & 0xff : half(c.whole, sel == 5);
        if (sel < 4 && sext && part > 127) part += 0xff00;
        const uint32_t word = sext << 19 | sel << 16 | 6u << 24 | 6 << 8 | 1 << 23 | c.code;
        IS(result(WL_FMT_VOP2, ADD_U16 << 25 | VD << 17 | VZERO << 9 | SDWA_CODE, word), part);
        const uint32_t second = 1u << 31 | sext << 27 | sel << 24 | 6 << 16 | 6 << 8 | VZERO;
        IS(result(WL_FMT_VOP2, ADD_U16 << 25 | VD << 17 | (c.code & 255) << 9 | SDWA_CODE, second), part);
      }
      // f16: an integer constant has a high half as well, a float one has 0 there. SEXT does not act on a float.
      const uint32_t whole = c.code < WL_SRC_HALF ? c.whole : c.f16;
      const uint32_t part = sel < 4 ? whole >> 8 * sel & 0xff : half(whole, sel == 5);
      const uint32_t word = 1 << 19 | sel << 16 | 6 << 8 | 1 << 23 | c.code;
      IS(result(WL_FMT_VOP1, 0x7e000000u | VD << 17 | CVT_F32_F16 << 9 | SDWA_CODE, word), wl_f32_from_f16(part, 0xf0));
    }
  }
}

// LLVM's example: v_pk_add_u16 v16, -1, v6 on 0x00050005.
static void packed_minus_one(void **state) {
  (void)state;
  const struct constant c = {193, ~0u, 0xffff};
  IS(packed(PK_ADD_U16, 0, 3, c.code, c.code, 0), 0xfffefffe);
  IS(packed(PK_MAD_U16, 0, 7, c.code, ONE, c.code), 0xfffffffe);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(without_selection), cmocka_unit_test(op_sel),
                                     cmocka_unit_test(op_sel_hi), cmocka_unit_test(sdwa),
                                     cmocka_unit_test(packed_minus_one)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
