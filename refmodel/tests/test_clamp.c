// SPDX-License-Identifier: Apache-2.0
// CLAMP on integers (numerics.md 2): every opcode that saturates, at its limits and one past them, with and without
// CLAMP. Values by hand.
#include "vector_machine.h"

enum { S0_ROW = 0, S1_ROW = 2, S2_ROW = 4, D_ROW = 8, CARRY_SGPR = 10, SDST = 12 };

struct limit {
  uint8_t format;
  uint16_t op;
  uint64_t s0, s1, s2;
  bool carry;
  uint64_t clamped, wrapped;
};

#define V3 WL_FMT_VOP3
#define PROMOTED(name) (WL_VOP3_VOP2 + WL_OP_##name)  // a VOP2 instruction in VOP3
#define PK WL_FMT_VOP3P
static const struct limit limits[] = {
    // v_mul_i32_i24, v_mul_u32_u24
    {V3, PROMOTED(v_mul_i32_i24), 0x7fffff, 0x100, 0, 0, 0x7fffff00, 0x7fffff00},
    {V3, PROMOTED(v_mul_i32_i24), 0x400000, 0x200, 0, 0, 0x7fffffff, 0x80000000},
    {V3, PROMOTED(v_mul_i32_i24), 0xc00000, 0x200, 0, 0, 0x80000000, 0x80000000},
    {V3, PROMOTED(v_mul_i32_i24), 0x800000, 0x101, 0, 0, 0x80000000, 0x7f800000},
    {V3, PROMOTED(v_mul_i32_i24), 0x800000, 0x800000, 0, 0, 0x7fffffff, 0},
    {V3, PROMOTED(v_mul_i32_i24), 0xff800000, 0x7fffff, 0, 0, 0x80000000, 0x00800000},
    {V3, PROMOTED(v_mul_u32_u24), 0xffffff, 0x100, 0, 0, 0xffffff00, 0xffffff00},
    {V3, PROMOTED(v_mul_u32_u24), 0x800000, 0x200, 0, 0, 0xffffffff, 0},
    {V3, PROMOTED(v_mul_u32_u24), 0xffffff, 0xffffff, 0, 0, 0xffffffff, 0xfe000001},
    // v_add_co, v_sub_co, v_subrev_co
    {V3, PROMOTED(v_add_co_u32), 0xfffffffe, 1, 0, 0, 0xffffffff, 0xffffffff},
    {V3, PROMOTED(v_add_co_u32), 0xffffffff, 1, 0, 0, 0xffffffff, 0},
    {V3, PROMOTED(v_sub_co_u32), 1, 1, 0, 0, 0, 0},
    {V3, PROMOTED(v_sub_co_u32), 1, 2, 0, 0, 0, 0xffffffff},
    {V3, PROMOTED(v_subrev_co_u32), 1, 1, 0, 0, 0, 0},
    {V3, PROMOTED(v_subrev_co_u32), 2, 1, 0, 0, 0, 0xffffffff},
    // v_addc, v_subb, v_subbrev
    {V3, PROMOTED(v_addc_co_u32), 0xfffffffe, 0, 0, 1, 0xffffffff, 0xffffffff},
    {V3, PROMOTED(v_addc_co_u32), 0xffffffff, 0, 0, 1, 0xffffffff, 0},
    {V3, PROMOTED(v_addc_co_u32), 0xffffffff, 0xffffffff, 0, 1, 0xffffffff, 0xffffffff},
    {V3, PROMOTED(v_addc_co_u32), 0xffffffff, 0xffffffff, 0, 0, 0xffffffff, 0xfffffffe},
    {V3, PROMOTED(v_subb_co_u32), 2, 1, 0, 1, 0, 0},
    {V3, PROMOTED(v_subb_co_u32), 1, 1, 0, 1, 0, 0xffffffff},
    {V3, PROMOTED(v_subb_co_u32), 0, 0xffffffff, 0, 1, 0, 0},
    {V3, PROMOTED(v_subb_co_u32), 5, 9, 0, 0, 0, 0xfffffffc},
    {V3, PROMOTED(v_subbrev_co_u32), 1, 2, 0, 1, 0, 0},
    {V3, PROMOTED(v_subbrev_co_u32), 1, 1, 0, 1, 0, 0xffffffff},
    {V3, PROMOTED(v_subbrev_co_u32), 0xffffffff, 0, 0, 1, 0, 0},
    // v_add_u16, v_sub_u16, v_subrev_u16; v_add_u32 ...
    {V3, PROMOTED(v_add_u16), 0xfffe, 1, 0, 0, 0xffff, 0xffff},
    {V3, PROMOTED(v_add_u16), 0xffff, 1, 0, 0, 0xffff, 0},
    {V3, PROMOTED(v_sub_u16), 3, 3, 0, 0, 0, 0},
    {V3, PROMOTED(v_sub_u16), 3, 4, 0, 0, 0, 0xffff},
    {V3, PROMOTED(v_subrev_u16), 4, 3, 0, 0, 0, 0xffff},
    {V3, PROMOTED(v_add_u32), 0xffffffff, 2, 0, 0, 0xffffffff, 1},
    {V3, PROMOTED(v_sub_u32), 3, 4, 0, 0, 0, 0xffffffff},
    {V3, PROMOTED(v_subrev_u32), 4, 3, 0, 0, 0, 0xffffffff},
    // v_mad_i32_i24, v_mad_u32_u24
    {V3, WL_OP_v_mad_i32_i24, 0x7fffff, 0x100, 0xff, 0, 0x7fffffff, 0x7fffffff},
    {V3, WL_OP_v_mad_i32_i24, 0x7fffff, 0x100, 0x100, 0, 0x7fffffff, 0x80000000},
    {V3, WL_OP_v_mad_i32_i24, 0xc00000, 0x200, 0xffffffff, 0, 0x80000000, 0x7fffffff},
    {V3, WL_OP_v_mad_u32_u24, 0xffffff, 0x100, 0xff, 0, 0xffffffff, 0xffffffff},
    {V3, WL_OP_v_mad_u32_u24, 0xffffff, 0x100, 0x100, 0, 0xffffffff, 0},
    // v_sad_u8, hi_u8, u16, u32, v_msad_u8
    {V3, WL_OP_v_sad_u8, 0, 0xff, 0xffffff00, 0, 0xffffffff, 0xffffffff},
    {V3, WL_OP_v_sad_u8, 0, 0xff, 0xffffff01, 0, 0xffffffff, 0},
    {V3, WL_OP_v_sad_hi_u8, 0, 0xff, 0xff00ffff, 0, 0xffffffff, 0xffffffff},
    {V3, WL_OP_v_sad_hi_u8, 0, 0xff, 0xff010000, 0, 0xffffffff, 0},
    {V3, WL_OP_v_sad_u16, 0, 0xffffffff, 0xfffe0001, 0, 0xffffffff, 0xffffffff},
    {V3, WL_OP_v_sad_u16, 0, 0xffffffff, 0xfffe0002, 0, 0xffffffff, 0},
    {V3, WL_OP_v_sad_u32, 0, 0xffffffff, 0, 0, 0xffffffff, 0xffffffff},
    {V3, WL_OP_v_sad_u32, 0, 0xffffffff, 1, 0, 0xffffffff, 0},
    {V3, WL_OP_v_sad_u32, 0x80000001, 1, 0x80000000, 0, 0xffffffff, 0},
    {V3, WL_OP_v_msad_u8, 0, 0x01010101, 0xfffffffb, 0, 0xffffffff, 0xffffffff},
    {V3, WL_OP_v_msad_u8, 0, 0x00010001, 0xfffffffe, 0, 0xffffffff, 0},
    // v_qsad_pk_u16_u8, v_mqsad_pk_u16_u8, v_mqsad_u32_u8 (the first of its four VGPRs)
    {V3, WL_OP_v_qsad_pk_u16_u8, 0, 2, 0xfffdfffdfffdfffd, 0, ~0ull, ~0ull},
    {V3, WL_OP_v_qsad_pk_u16_u8, 0, 2, ~0ull, 0, ~0ull, 0x0001000100010001},
    {V3, WL_OP_v_qsad_pk_u16_u8, 0, 2, 0xffff0000fffe0000, 0, 0xffff0002ffff0002, 0x0001000200000002},
    {V3, WL_OP_v_mqsad_pk_u16_u8, 0, 0x200, ~0ull, 0, ~0ull, 0x0001000100010001},
    {V3, WL_OP_v_mqsad_pk_u16_u8, 0, 0, ~0ull, 0, ~0ull, ~0ull},
    {V3, WL_OP_v_mqsad_u32_u8, 0, 0x20000, 0xfffffffd, 0, 0xffffffff, 0xffffffff},
    {V3, WL_OP_v_mqsad_u32_u8, 0, 0x20000, 0xffffffff, 0, 0xffffffff, 1},
    // v_mad_u64_u32, v_mad_i64_i32
    {V3, WL_OP_v_mad_u64_u32, 0xffffffff, 0xffffffff, 0x1fffffffe, 0, ~0ull, ~0ull},
    {V3, WL_OP_v_mad_u64_u32, 0xffffffff, 0xffffffff, 0x1ffffffff, 0, ~0ull, 0},
    {V3, WL_OP_v_mad_i64_i32, 1, 1, 0x7ffffffffffffffe, 0, 0x7fffffffffffffff, 0x7fffffffffffffff},
    {V3, WL_OP_v_mad_i64_i32, 1, 1, 0x7fffffffffffffff, 0, 0x7fffffffffffffff, 0x8000000000000000},
    {V3, WL_OP_v_mad_i64_i32, 1, 0xffffffff, 0x8000000000000001, 0, 0x8000000000000000, 0x8000000000000000},
    {V3, WL_OP_v_mad_i64_i32, 1, 0xffffffff, 0x8000000000000000, 0, 0x8000000000000000, 0x7fffffffffffffff},
    {V3, WL_OP_v_mad_i64_i32, 0x80000000, 0x80000000, 0x4000000000000000, 0, 0x7fffffffffffffff, 0x8000000000000000},
    {V3, WL_OP_v_mad_i64_i32, 0x80000000, 0x7fffffff, 0x8000000000000000, 0, 0x8000000000000000, 0x4000000080000000},
    {V3, WL_OP_v_mad_i64_i32, 0xffffffff, 1, 0, 0, ~0ull, ~0ull},
    // v_mad_legacy_u16, i16; v_mad_u32_u16, i32_i16; v_mad_u16, i16 (the destination's other half is 0)
    {V3, WL_OP_v_mad_legacy_u16, 0xff, 0x101, 0, 0, 0xffff, 0xffff},
    {V3, WL_OP_v_mad_legacy_u16, 0xff, 0x101, 1, 0, 0xffff, 0},
    {V3, WL_OP_v_mad_legacy_i16, 0x7fff, 1, 0, 0, 0x7fff, 0x7fff},
    {V3, WL_OP_v_mad_legacy_i16, 0x7fff, 1, 1, 0, 0x7fff, 0x8000},
    {V3, WL_OP_v_mad_legacy_i16, 0x8000, 1, 0xffff, 0, 0x8000, 0x7fff},
    {V3, WL_OP_v_mad_u32_u16, 0xffff, 0xffff, 0x1fffe, 0, 0xffffffff, 0xffffffff},
    {V3, WL_OP_v_mad_u32_u16, 0xffff, 0xffff, 0x1ffff, 0, 0xffffffff, 0},
    {V3, WL_OP_v_mad_i32_i16, 0x7fff, 1, 0x7fff8000, 0, 0x7fffffff, 0x7fffffff},
    {V3, WL_OP_v_mad_i32_i16, 0x7fff, 1, 0x7fff8001, 0, 0x7fffffff, 0x80000000},
    {V3, WL_OP_v_mad_i32_i16, 0xffff, 1, 0x80000000, 0, 0x80000000, 0x7fffffff},
    {V3, WL_OP_v_mad_u16, 0xff, 0x101, 1, 0, 0xffff, 0},
    {V3, WL_OP_v_mad_i16, 0x7fff, 1, 1, 0, 0x7fff, 0x8000},
    // v_add_i32, v_sub_i32, v_add_i16, v_sub_i16
    {V3, WL_OP_v_add_i32, 0x7ffffffe, 1, 0, 0, 0x7fffffff, 0x7fffffff},
    {V3, WL_OP_v_add_i32, 0x7fffffff, 1, 0, 0, 0x7fffffff, 0x80000000},
    {V3, WL_OP_v_add_i32, 0x80000000, 0xffffffff, 0, 0, 0x80000000, 0x7fffffff},
    {V3, WL_OP_v_sub_i32, 0x80000001, 1, 0, 0, 0x80000000, 0x80000000},
    {V3, WL_OP_v_sub_i32, 0x80000000, 1, 0, 0, 0x80000000, 0x7fffffff},
    {V3, WL_OP_v_sub_i32, 0x7fffffff, 0xffffffff, 0, 0, 0x7fffffff, 0x80000000},
    {V3, WL_OP_v_add_i16, 0x7fff, 1, 0, 0, 0x7fff, 0x8000},
    {V3, WL_OP_v_add_i16, 0x8000, 0xffff, 0, 0, 0x8000, 0x7fff},
    {V3, WL_OP_v_sub_i16, 0x8000, 1, 0, 0, 0x8000, 0x7fff},
    {V3, WL_OP_v_sub_i16, 0x7fff, 0xffff, 0, 0, 0x7fff, 0x8000},
    // Packed: each half by itself
    {PK, WL_OP_v_pk_mad_i16, 0x80007fff, 0x00010001, 0xffff0001, 0, 0x80007fff, 0x7fff8000},
    {PK, WL_OP_v_pk_add_i16, 0x80007fff, 0xffff0001, 0, 0, 0x80007fff, 0x7fff8000},
    {PK, WL_OP_v_pk_sub_i16, 0x80007fff, 0x0001ffff, 0, 0, 0x80007fff, 0x7fff8000},
    {PK, WL_OP_v_pk_mad_u16, 0x00ff00ff, 0x01010101, 0x00010000, 0, 0xffffffff, 0x0000ffff},
    {PK, WL_OP_v_pk_add_u16, 0xfffffffe, 0x00010001, 0, 0, 0xffffffff, 0x0000ffff},
    {PK, WL_OP_v_pk_sub_u16, 0x00030003, 0x00040003, 0, 0, 0, 0xffff0000},
    // No effect: the low half of a product, shifts, and what cannot overflow
    {PK, WL_OP_v_pk_mul_lo_u16, 0x01000100, 0x01000101, 0, 0, 0x00000100, 0x00000100},
    {PK, WL_OP_v_pk_lshlrev_b16, 0x000f000f, 0x00030003, 0, 0, 0x80008000, 0x80008000},
    {V3, PROMOTED(v_mul_lo_u16), 0x100, 0x101, 0, 0, 0x100, 0x100},
    {V3, PROMOTED(v_mul_hi_u32_u24), 0xffffff, 0xffffff, 0, 0, 0xffff, 0xffff},
    {V3, WL_OP_v_max3_u16, 0xffff, 1, 2, 0, 0xffff, 0xffff},
    {V3, WL_OP_v_add3_u32, 0xffffffff, 1, 1, 0, 1, 1},
    {V3, WL_OP_v_mul_lo_u32, 0x10000, 0x10001, 0, 0, 0x10000, 0x10000},
};

static void set_rows(struct machine *m, unsigned row, uint64_t value, bool same) {
  for (unsigned l = 0; l < WL_LANES; l++) {
    for (unsigned r = 0; r < 4; r++)
      m->rows[row + r][l] = same || r % 2 == 0 ? (uint32_t)value : (uint32_t)(value >> 32);
  }
}

static void check(const struct limit *x, bool clamp, wl_host host) {
  static struct machine m;
  struct wl_insn n;
  const bool carry_in = x->op >= PROMOTED(v_addc_co_u32) && x->op <= PROMOTED(v_subbrev_co_u32);
  const bool carry_out = (x->op >= PROMOTED(v_add_co_u32) && x->op <= PROMOTED(v_subbrev_co_u32)) ||
                         x->op == WL_OP_v_mad_u64_u32 || x->op == WL_OP_v_mad_i64_i32;
  const uint32_t s2 = carry_in && x->format == V3 ? CARRY_SGPR : 256 + S2_ROW;
  const uint32_t base = x->format == V3 ? 0xd0000000u : 0xd3800000u | 1 << 14;  // OP_SEL_HI
  const uint32_t hi = x->format == V3 ? 0 : 3u << 27;
  randomise(&m, 0xf0);
  wl_set_sgpr64(&m.wave, WL_EXEC, ~0ull);
  set_rows(&m, D_ROW, 0, true);
  set_rows(&m, S0_ROW, x->s0, false);
  set_rows(&m, S1_ROW, x->s1, false);
  set_rows(&m, S2_ROW, x->s2, x->op == WL_OP_v_mqsad_u32_u8);
  wl_set_sgpr64(&m.wave, CARRY_SGPR, x->carry ? ~0ull : 0);
  wl_vector_use(host);
  const uint32_t w0 =
      base | (uint32_t)x->op << 16 | (uint32_t)clamp << 15 | (carry_out && x->format == V3 ? SDST << 8 : 0) | D_ROW;
  if (!decode(&n, x->format, w0, hi | (256 + S0_ROW) | (256 + S1_ROW) << 9 | s2 << 18))
    fail_msg("illegal: op %u", x->op);
  n.fn(&m.wave, &n);
  const uint64_t want = clamp ? x->clamped : x->wrapped;
  for (unsigned l = 0; l < WL_LANES; l += 21) {
    const uint64_t got = m.rows[D_ROW][l] | (n.vdst_regs == 2 ? (uint64_t)m.rows[D_ROW + 1][l] << 32 : 0);
    if (got == want) continue;
    fail_msg("%s 0x%llx, 0x%llx, 0x%llx, carry %d, clamp %d: 0x%llx, expected 0x%llx", n.name,
             (unsigned long long)x->s0, (unsigned long long)x->s1, (unsigned long long)x->s2, x->carry, clamp,
             (unsigned long long)got, (unsigned long long)want);
  }
}

static void at_their_limits(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
    for (wl_host h = WL_HOST_PURE; h < WL_HOST_COUNT; h++) {
      if (!wl_host_supported(h)) continue;
      check(&limits[i], false, h);
      check(&limits[i], true, h);
    }
  }
}

// CLAMP does not change the carry (D-VEC-16). Each case: S0, S1, carry in; carry out of addc, subb, subbrev.
static void carries(void **state) {
  (void)state;
  static const struct {
    uint32_t s0, s1;
    bool in, out[3];
  } cases[] = {{0xffffffff, 0, 1, {1, 0, 1}},
               {0xffffffff, 0, 0, {0, 0, 1}},
               {5, 5, 1, {0, 1, 1}},
               {5, 5, 0, {0, 0, 0}},
               {0, 0xffffffff, 1, {1, 1, 0}}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    for (uint32_t k = 0; k < 6; k++) {
      static struct machine m;
      struct wl_insn n;
      randomise(&m, 0xf0);
      wl_set_sgpr64(&m.wave, WL_EXEC, ~0ull);
      set_rows(&m, S0_ROW, cases[i].s0, false);
      set_rows(&m, S1_ROW, cases[i].s1, false);
      wl_set_sgpr64(&m.wave, CARRY_SGPR, cases[i].in ? ~0ull : 0);
      const uint32_t w0 = 0xd0000000u | (284 + k % 3) << 16 | (k / 3) << 15 | SDST << 8 | D_ROW;
      assert_true(decode(&n, V3, w0, (256 + S0_ROW) | (256 + S1_ROW) << 9 | CARRY_SGPR << 18));
      n.fn(&m.wave, &n);
      assert_true(wl_sgpr64(&m.wave, SDST) == (cases[i].out[k % 3] ? ~0ull : 0));
    }
  }
}

// SDWA has CLAMP too. The VOP2 form has none and wraps.
static void short_forms(void **state) {
  (void)state;
  static const struct {
    uint32_t op, s0, s1, clamped, wrapped;
  } cases[] = {{WL_OP_v_mul_u32_u24, 0xffffff, 0x101, 0xffffffff, 0x00fffeff},
               {WL_OP_v_mul_i32_i24, 0x7fffff, 0x7fffff, 0x7fffffff, 0xff000001},
               {WL_OP_v_addc_co_u32, 0xffffffff, 0, 0xffffffff, 0},
               {WL_OP_v_subb_co_u32, 1, 1, 0, 0xffffffff}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    for (uint32_t clamp = 0; clamp < 3; clamp++) {  // 2: no SDWA
      static struct machine m;
      struct wl_insn n;
      randomise(&m, 0xf0);
      wl_set_sgpr64(&m.wave, WL_EXEC, ~0ull);
      wl_set_sgpr64(&m.wave, WL_VCC, ~0ull);
      set_rows(&m, S0_ROW, cases[i].s0, false);
      set_rows(&m, S1_ROW, cases[i].s1, false);
      const uint32_t w0 =
          cases[i].op << 25 | D_ROW << 17 | S1_ROW << 9 | (clamp == 2 ? WL_SRC_VGPR + S0_ROW : WL_SRC_SDWA);
      assert_true(decode(&n, WL_FMT_VOP2, w0, clamp == 2 ? 0 : 6u << 24 | 6 << 16 | clamp << 13 | 6 << 8 | S0_ROW));
      n.fn(&m.wave, &n);
      if (m.rows[D_ROW][33] != (clamp == 1 ? cases[i].clamped : cases[i].wrapped))
        fail_msg("%s, clamp %u: %08x", n.name, clamp, m.rows[D_ROW][33]);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(at_their_limits), cmocka_unit_test(carries),
                                     cmocka_unit_test(short_forms)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
