// SPDX-License-Identifier: Apache-2.0
// Exceptions of vector instructions (numerics.md 10, control-flow.md 6.1): which opcode raises which, of which lanes,
// at every level of the host. Traps: test_control.c. Both ways to compute, over random operands: test_pure.c.
#include "vector_machine.h"

enum { A = 1, B = 2, C = 3, DST = 8 };  // rows
enum {
  I = WL_FP_INVALID,
  D = WL_FP_INPUT_DENORMAL,
  Z = WL_FP_DIVISION_BY_ZERO,
  O = WL_FP_OVERFLOW,
  U = WL_FP_UNDERFLOW,
  X = WL_FP_INEXACT,
  N = WL_FP_INTEGER_DIVISION_BY_ZERO,
  ALL = I | D | Z | O | U | X | N,
};
enum { KEEP = 0xf0 };
enum {
  ONE = 0x3f800000,
  ULP = 0x3f800001,  // 1 and a bit
  THREE = 0x40400000,
  LEAST = 0x00800000,
  MAX = 0x7f7fffff,
  INF = 0x7f800000,
  QNAN = 0x7fc00001,
  SNAN = 0x7f800001,
  MINUS = (int)0x80000000u,
  ONES16 = 0x3c003c00,  // two f16
};

// In an opcode: CLAMP; that gfx906 alone has it; that it is one of VOP3P, with its OP_SEL_HI.
enum { CLAMPED = 1 << 15, GFX906 = 1 << 16, PACKED = 1 << 17, OP_SEL_HI = 18 };

struct row {
  uint32_t op, a, b, c, mode, flags;
};

#define OP1(name) (WL_VOP3_VOP1 + WL_OP_v_##name)
#define OP2(name) (WL_VOP3_VOP2 + WL_OP_v_##name)
#define OP3(name) WL_OP_v_##name
#define OPP(name, op_sel_hi) (GFX906 | PACKED | (op_sel_hi) << OP_SEL_HI | WL_OP_v_##name)

// Operands of one lane, and what it raises.
static const struct row rows[] = {
    {OP2(add_f32), ONE, ONE, 0, KEEP, 0},
    {OP2(add_f32), SNAN, ONE, 0, KEEP, I},
    {OP2(add_f32), QNAN, ONE, 0, KEEP, 0},
    {OP2(add_f32), QNAN, 1, 0, KEEP, D},
    {OP2(add_f32), INF, MINUS | INF, 0, KEEP, I},
    {OP2(add_f32), ONE, 1, 0, KEEP, D | X},
    {OP2(add_f32), ONE, 1, 0, 0, D},
    {OP2(add_f32), MAX, MAX, 0, KEEP, O | X},
    {OP2(add_f32), INF, MAX, 0, KEEP, 0},
    {OP2(add_f32), LEAST, MINUS | (LEAST + 1), 0, KEEP, U},
    {OP2(add_f32), LEAST, MINUS | (LEAST + 1), 0, WL_MODE_DENORM32_IN, U | X},
    {OP2(sub_f32), LEAST, LEAST + 1, 0, KEEP, U},
    {OP2(subrev_f32), ONE, ULP, 0, KEEP, 0},
    {OP2(mul_f32), ULP, ULP, 0, KEEP, X},
    {OP2(mul_f32), LEAST, 0x3f000000, 0, KEEP, U},
    {OP2(mul_f32), LEAST, LEAST, 0, KEEP, U | X},
    {OP2(mul_f32), INF, 0, 0, KEEP, I},
    {OP2(mul_f32), ULP, ULP, 0, KEEP | WL_ROUND_UP, X},
    {OP2(mul_legacy_f32), INF, 0, 0, KEEP, 0},
    {OP2(mul_legacy_f32), SNAN, 0, 0, KEEP, I},
    {OP2(min_f32), 1, ONE, 0, KEEP, D},
    {OP2(max_f32), 1, ONE, 0, 0, D},
    {OP2(max_f32), SNAN, 1, 0, KEEP, I | D},
    {OP3(med3_f32), QNAN, ONE, 1, KEEP, D},
    {OP3(min3_f32), MAX, ONE, ULP, KEEP, 0},
    {OP3(fma_f32), ONE, ONE, ONE, KEEP, 0},
    {OP3(fma_f32), INF, 0, QNAN, KEEP, I},
    {OP3(fma_f32), LEAST, 0x3f000000, 0, KEEP, U},
    {OP3(fma_f32), ONE, ONE, 1, KEEP, D | X},
    {OP3(mad_f32), LEAST, 0x3f000000, ONE, KEEP, U | X},
    {OP3(mad_f32), MAX, MAX, MINUS | INF, KEEP, I | O | X},
    {OP3(mad_f32), ONE, 1, ONE, KEEP, D},
    {OP3(mad_legacy_f32), INF, 0, ULP, KEEP, 0},
    {OP2(mac_f32), ULP, ULP, 0, KEEP, X},
    {OP3(div_fmas_f32), ONE, 1, 0, 0, D | U | X},
    {OP3(div_fixup_f32), ONE, ONE, ONE, KEEP, 0},
    {OP3(div_fixup_f32), ONE, 0, ONE, KEEP, Z},
    {OP3(div_fixup_f32), ONE, 0, 0, KEEP, I},
    {OP3(div_fixup_f32), ONE, INF, INF, KEEP, I},
    {OP3(div_fixup_f32), INF, ONE, ONE, KEEP, O | X},
    {OP3(div_fixup_f32), 0, ONE, ONE, KEEP, U},  // D-NUM-47
    {OP3(div_fixup_f32), 1, ONE, ONE, KEEP, D | U},
    {OP3(div_fixup_f32), ONE, MAX, LEAST, KEEP, U | X},
    {OP3(div_fixup_f16), 0x7c01, 0x3c00, 0, KEEP, I},  // the result is no NaN
    {OP3(div_fixup_f16), 0x7c01, 0x0029, 0x7c00, KEEP, I | D},
    {OP3(div_fixup_f16), 0x3c00, 0, 0x3c00, KEEP, Z},
    {OP3(ldexp_f32), ONE, 1000, 0, KEEP, O | X},
    {OP3(ldexp_f32), ONE, (uint32_t)-140, 0, KEEP, U},
    {OP1(trunc_f32), 0x3fc00000, 0, 0, KEEP, X},
    {OP1(trunc_f32), THREE, 0, 0, KEEP, 0},
    {OP1(floor_f32), 1, 0, 0, KEEP, D | X},
    {OP1(ceil_f32), 1, 0, 0, 0, D},
    {OP1(rndne_f32), SNAN, 0, 0, KEEP, I},
    {OP1(fract_f32), 0x40200000, 0, 0, KEEP, 0},
    {OP1(fract_f32), MINUS | LEAST, 0, 0, KEEP, X},
    {OP1(fract_f32), INF, 0, 0, KEEP, I},
    {OP1(frexp_exp_i32_f32), SNAN, 0, 0, KEEP, 0},
    {OP1(frexp_exp_i32_f32), 1, 0, 0, KEEP, D},
    {OP1(frexp_mant_f32), SNAN, 0, 0, KEEP, I},
    {OP1(cvt_i32_f32), 0x3fc00000, 0, 0, KEEP, X},
    {OP1(cvt_i32_f32), 0x4f000000, 0, 0, KEEP, I},
    {OP1(cvt_i32_f32), 0xcf000000u, 0, 0, KEEP, 0},
    {OP1(cvt_i32_f32), QNAN, 0, 0, KEEP, I},
    {OP1(cvt_i32_f32), 1, 0, 0, KEEP, D | X},
    {OP1(cvt_i32_f32), 1, 0, 0, 0, D},
    {OP1(cvt_u32_f32), 0xbf000000u, 0, 0, KEEP, X},
    {OP1(cvt_u32_f32), 0xbf800000u, 0, 0, KEEP, I},
    {OP1(cvt_u32_f32), 0x4f800000, 0, 0, KEEP, I},
    {OP1(cvt_f32_i32), 0x1000001, 0, 0, KEEP, X},
    {OP1(cvt_f32_u32), 0xff000000u, 0, 0, KEEP, 0},
    {OP1(cvt_f32_ubyte0), 255, 0, 0, KEEP, 0},
    {OP1(cvt_flr_i32_f32), QNAN, 0, 0, KEEP, I},
    {OP1(cvt_f16_f32), 0x477ff000, 0, 0, KEEP, O | X},
    {OP1(cvt_f16_f32), 0x33800000, 0, 0, KEEP, U},
    {OP1(cvt_f32_f16), 1, 0, 0, KEEP, D},
    {OP3(cvt_pkrtz_f16_f32), ONE, 0x477ff000, 0, KEEP, X},
    {OP3(cvt_pk_u8_f32), 0x43800000, 0, 0, KEEP, I},
    {OP3(cvt_pknorm_i16_f32), ONE, 0x3f000000, 0, KEEP, X},
    {OP1(rcp_f32), 0, 0, 0, KEEP, Z},
    {OP1(rcp_f32), 1, 0, 0, KEEP, D | Z},
    {OP1(rcp_f32), THREE, 0, 0, KEEP, X},
    {OP1(rcp_f32), 0x7f000000, 0, 0, KEEP, U | X},
    {OP1(rcp_iflag_f32), 0, 0, 0, KEEP, N},
    {OP1(rcp_iflag_f32), 1, 0, 0, KEEP, N},
    {OP1(rcp_iflag_f32) | CLAMPED, 0, 0, 0, KEEP, 0},
    {OP1(rcp_iflag_f32), THREE, 0, 0, KEEP, 0},
    {OP1(rcp_iflag_f32), SNAN, 0, 0, KEEP, 0},
    {OP1(rsq_f32), MINUS, 0, 0, KEEP, Z},
    {OP1(sqrt_f32), MINUS | ONE, 0, 0, KEEP, I},
    {OP1(sqrt_f32), 1, 0, 0, KEEP, D},
    {OP1(sqrt_f32), THREE, 0, 0, KEEP, X},
    {OP1(exp_f32), THREE, 0, 0, KEEP, 0},
    {OP1(exp_f32), 0x43000000, 0, 0, KEEP, O | X},  // D-NUM-46
    {OP1(exp_f32), 0xc3000000u, 0, 0, KEEP, U | X},
    {OP1(log_f32), 0x40800000, 0, 0, KEEP, 0},
    {OP1(log_f32), 0, 0, 0, KEEP, Z},
    {OP1(sin_f32), INF, 0, 0, KEEP, I},
    {OP1(cos_f32), 0x3e800000, 0, 0, KEEP, 0},
    {OP1(rcp_f16), 1, 0, 0, KEEP, D | O | X},
    {OP3(div_scale_f32), 1, 1, ONE, KEEP, D},
    {OP3(div_scale_f32), SNAN, SNAN, MAX, KEEP, 0},
    {OP3(cubema_f32), MAX, MAX, MAX, KEEP, 0},
    {WL_OP_v_cmp_lt_f32, ONE, ULP, 0, KEEP, 0},
    {WL_OP_v_cmp_lt_f32, SNAN, ULP, 0, KEEP, I},
    {WL_OP_v_cmp_lt_f32, QNAN, ULP, 0, KEEP, 0},
    {WL_OP_v_cmp_eq_f32, QNAN, 1, 0, KEEP, D},
    {WL_OP_v_cmp_u_f32, 1, 1, 0, 0, D},
    {WL_OP_v_cmp_u_f32 | CLAMPED, QNAN, ULP, 0, KEEP, I},
    {WL_OP_v_cmp_nlt_f32 | CLAMPED, ONE, ULP, 0, KEEP, 0},
    {WL_OP_v_cmp_tru_f32 | CLAMPED, SNAN, 1, 0, KEEP, 0},
    {WL_OP_v_cmp_class_f32, SNAN, 1, 0, KEEP, 0},
    {OP2(cndmask_b32), SNAN, 1, 0, KEEP, 0},
    {OP1(mov_b32), SNAN, 0, 0, KEEP, 0},
    {OP2(fmac_f32) | GFX906, ONE, ONE, ONE, KEEP, 0},
    {OP2(fmac_f32) | GFX906, ONE, ONE, 1, KEEP, D | X},
    {OP2(fmac_f32) | GFX906, LEAST, 0x3f000000, 0, KEEP, U},
    {OP2(fmac_f32) | GFX906, LEAST, 0x3f000000, 0, WL_MODE_DENORM32_IN, U | X},
    {OP2(fmac_f32) | GFX906, INF, 0, QNAN, KEEP, I},
    {OPP(fma_mix_f32, 0), ULP, ULP, 0, KEEP, X},
    {OPP(fma_mix_f32, 0), MAX, MAX, 0, KEEP, O | X},
    {OPP(fma_mix_f32, 0), LEAST, 0x3f000000, 0, KEEP, U},
    {OPP(fma_mix_f32, 0), LEAST, 0x3f000000, 0, WL_MODE_DENORM32_IN, U | X},
    {OPP(fma_mix_f32, 0), 1, ONE, 0, KEEP, D | U},
    {OPP(fma_mix_f32, 1), 1, ONE, 0, KEEP, D},
    {OPP(fma_mix_f32, 1), 1, ONE, 0, 0, D},
    {OPP(fma_mix_f32, 4), ONE, QNAN, 1, KEEP, D},
    {OPP(fma_mix_f32, 2), ONE, 0x7d01, ONE, KEEP, I},
    {OPP(fma_mix_f32, 1), 0x7c00, ONE, MINUS | INF, KEEP, I},
    {OPP(fma_mixlo_f16, 0), ONE, ONE, ONE, KEEP, 0},
    {OPP(fma_mixlo_f16, 0), ULP, ONE, 0, KEEP, X},
    {OPP(fma_mixlo_f16, 0), ONE, ONE, LEAST, KEEP, X},
    {OPP(fma_mixlo_f16, 0), MAX, MAX, MINUS | MAX, KEEP, O | X},
    {OPP(fma_mixlo_f16, 0), 0x477fe000, ONE, 0, KEEP, 0},
    {OPP(fma_mixlo_f16, 0), 0x477ff000, ONE, 0, KEEP | WL_MODE_FP16_OVFL, O | X},
    {OPP(fma_mixlo_f16, 0), INF, ONE, 0, KEEP | WL_MODE_FP16_OVFL, 0},
    {OPP(fma_mixlo_f16, 0), 0x33800000, ONE, 0, KEEP, U},
    {OPP(fma_mixlo_f16, 0), 0x33800000, ONE, 0, 0, U | X},
    {OPP(fma_mixhi_f16, 0), LEAST, LEAST, 0, KEEP, U | X},
    {OPP(fma_mixhi_f16, 0), 1, 1, 0, KEEP, D | U | X},
    {OPP(fma_mixhi_f16, 0), INF, 0, QNAN, KEEP, I},
    {OPP(fma_mixhi_f16, 7), 0x3c01, 0x3c01, 0, KEEP | WL_ROUND_UP << 2, X},
    {OPP(dot2_f32_f16, 3), ONES16, ONES16, 0, 0, 0},
    {OPP(dot2_f32_f16, 3), ONES16, ONES16, 0x4b800000, KEEP, X},
    {OPP(dot2_f32_f16, 3), ONES16, ONES16, 0x4b800000, WL_ROUND_UP, X},
    {OPP(dot2_f32_f16, 3), 0x7bff7bff, 0x7bff7bff, MAX, KEEP, X},
    {OPP(dot2_f32_f16, 3), 1, ONES16, 0, 0, D},
    {OPP(dot2_f32_f16, 3), ONES16, 0x10000, 0, KEEP, D},
    {OPP(dot2_f32_f16, 3), 0x10000, ONES16, QNAN, KEEP, D},
    {OPP(dot2_f32_f16, 3), ONES16, ONES16, 1, KEEP, D},
    {OPP(dot2_f32_f16, 3), ONES16, ONES16, SNAN, KEEP, I},
    {OPP(dot2_f32_f16, 3), 0x7d010000, ONES16, 0, KEEP, I},
    {OPP(dot2_f32_f16, 3), 0x7c00, 0, QNAN, KEEP, I},
    {OPP(dot2_f32_f16, 3), 0x7c007c00, 0x3c00bc00, 0, KEEP, I},
    {OPP(dot2_f32_f16, 3), 0x7e007c00, ONES16, 1, KEEP, D},
    {OPP(dot2_i32_i16, 3), SNAN, 1, SNAN, KEEP, 0},
    {OPP(dot4_i32_i8, 7), SNAN, 1, SNAN, KEEP, 0},
};
enum { CASES = sizeof rows / sizeof *rows, LANE = 37 };

static bool decode_row(struct wl_insn *n, const struct row *r) {
  const bool mask = r->op == OP2(cndmask_b32);
  const uint32_t high = r->op >> OP_SEL_HI;
  machine_isa = r->op & GFX906 ? WL_GFX906 : WL_GFX900;
  if (r->op & PACKED)
    return decode(n, WL_FMT_VOP3P, 0xd3800000u | (r->op & 127) << 16 | (high >> 2) << 14 | DST,
                  (high & 3) << 27 | (256 + C) << 18 | (256 + B) << 9 | (256 + A));
  return decode(n, WL_FMT_VOP3, 0xd0000000u | (r->op & 0x3ff) << 16 | (r->op & CLAMPED) | DST,
                (256 + B) << 9 | (256 + A) | (mask ? 20u : 256u + C) << 18);
}

// One lane has the operands of the row. The others get those of other rows, which raise everything.
static void prepare(struct machine *m, const struct row *r, uint64_t exec) {
  randomise(m, r->mode);
  for (unsigned l = 0; l < WL_LANES; l++) {
    const struct row *in = l == LANE ? r : &rows[random32() % CASES];
    m->rows[A][l] = in->a;
    m->rows[B][l] = in->b;
    m->rows[C][l] = m->rows[DST][l] = in->c;
  }
  wl_set_sgpr64(&m->wave, WL_EXEC, exec);
  wl_set_sgpr64(&m->wave, WL_VCC, random32() & 1 ? 0 : ~(1ull << LANE));
}

static void each_flag(void **state) {
  (void)state;
  static struct machine m;
  struct wl_insn n;
  for (wl_host host = WL_HOST_PURE; host < WL_HOST_COUNT; host++) {
    if (!wl_host_supported(host)) continue;
    wl_vector_use(host);
    for (unsigned i = 0; i < CASES; i++) {
      assert_true(decode_row(&n, &rows[i]));
      const uint64_t lane = 1ull << LANE;
      for (unsigned k = 0; k < 3; k++) {
        prepare(&m, &rows[i], k == 0 ? lane : k == 1 ? 0 : ~0ull);
        for (unsigned l = 0; k == 2 && l < WL_LANES; l++) {  // all lanes active, and alike
          for (unsigned r = A; r <= DST; r++) m.rows[r][l] = m.rows[r][LANE];
        }
        if (k == 2) wl_set_sgpr64(&m.wave, WL_VCC, 0);
        n.fn(&m.wave, &n);
        const uint32_t want = k == 1 ? 0 : rows[i].flags;
        if (m.wave.trapsts != want)
          fail_msg("%s of row %u, host %d, EXEC %u: raises %02x, not %02x", n.name, i, (int)host, k, m.wave.trapsts,
                   want);
        // What is there stays, and is not raised again.
        prepare(&m, &rows[i], lane);
        m.wave.trapsts = WL_TRAPSTS_ILLEGAL_INST | Z;
        m.wave.trap_enabled = true;
        m.wave.mode |= wl_to_field(WL_MODE_EXCP_EN, Z);
        n.fn(&m.wave, &n);
        assert_int_equal(m.wave.trapsts, WL_TRAPSTS_ILLEGAL_INST | Z | rows[i].flags);
        assert_false(m.wave.trap_due);
        // Each of them is seen where it is the only one that TRAPSTS lacks.
        for (uint32_t left = rows[i].flags; k == 0 && left != 0; left &= left - 1) {
          prepare(&m, &rows[i], lane);
          m.wave.trapsts = ALL & ~(left & -left);
          n.fn(&m.wave, &n);
          assert_int_equal(m.wave.trapsts, ALL);
        }
      }
    }
  }
}

// DPP: a lane raises what it writes. v_mul_f32 row_mask 0x4: lanes 32 to 47.
static void lanes_of_dpp(void **state) {
  (void)state;
  static struct machine m;
  struct wl_insn n;
  for (wl_host host = WL_HOST_PURE; host < WL_HOST_COUNT; host++) {
    if (!wl_host_supported(host)) continue;
    wl_vector_use(host);
    for (unsigned special = 0; special < WL_LANES; special++) {
      const uint32_t identity = 0xe4, quad = wl_to_field(WL_DPP_CTRL, identity) | wl_to_field(WL_DPP_SRC0, A);
      const uint32_t word = quad | wl_to_field(WL_DPP_ROW_MASK, 4) | wl_to_field(WL_DPP_BANK_MASK, 15);
      assert_true(decode(&n, WL_FMT_VOP2, WL_OP_v_mul_f32 << 25 | DST << 17 | B << 9 | WL_SRC_DPP, word));
      randomise(&m, KEEP);
      wl_set_sgpr64(&m.wave, WL_EXEC, ~0ull);
      for (unsigned l = 0; l < WL_LANES; l++) {
        m.rows[A][l] = l == special ? 0 : ONE;
        m.rows[B][l] = l == special ? INF : ONE;
      }
      n.fn(&m.wave, &n);
      assert_int_equal(m.wave.trapsts, special / 16 == 2 ? I : 0);
    }
  }
}

// One lane may have or give a denormal, and no other one. Every level flushes it and raises exceptions as the pure one,
// whatever instructions before have met.
static void one_small_lane(void **state) {
  (void)state;
  static const uint32_t values[] = {0,          1,          0x007fffff, LEAST, LEAST + 1, 0x00ffffff, 0x3effffff,
                                    0x3f000000, 0x3f7fffff, ONE,        ULP,   THREE,     0x4b000000, 0x7e800001,
                                    0x7f000000, MAX,        INF,        QNAN,  SNAN};
  static const uint32_t ops[] = {
      OP2(add_f32),     OP2(sub_f32),     OP2(subrev_f32),  OP2(mul_f32),       OP2(mac_f32),
      OP2(min_f32),     OP2(max_f32),     OP3(fma_f32),     OP3(mad_f32),       OP3(med3_f32),
      OP3(min3_f32),    OP1(rcp_f32),     OP1(sqrt_f32),    OP1(rcp_iflag_f32), OP1(trunc_f32),
      OP1(ceil_f32),    OP1(floor_f32),   OP1(rndne_f32),   OP1(fract_f32),     OP1(cvt_i32_f32),
      OP1(cvt_u32_f32), OP1(cvt_f32_i32), OP1(cvt_f32_u32), WL_OP_v_cmp_lt_f32, WL_OP_v_cmp_eq_f32};
  enum { VALUES = sizeof values / sizeof *values, OPS = sizeof ops / sizeof *ops };
  static struct machine start, want, got;
  struct wl_insn n;
  for (unsigned k = 0; k < 40000; k++) {
    const struct row r = {.op = ops[random32() % OPS]};
    const unsigned lane = random32() % WL_LANES;
    randomise(&start, 0xc0 | (random32() & (WL_MODE_DENORM32_IN | WL_MODE_DENORM32_OUT)));
    wl_set_sgpr64(&start.wave, WL_EXEC, ~0ull);
    start.wave.trapsts = random32() % 4 ? ALL : random32() & ALL;
    for (unsigned row = A; row <= C; row++) {
      for (unsigned l = 0; l < WL_LANES; l++) start.rows[row][l] = ONE;
      start.rows[row][lane] = values[random32() % VALUES] ^ (random32() & (uint32_t)MINUS);
    }
    memcpy(start.rows[DST], start.rows[C], sizeof start.rows[C]);
    wl_vector_use(WL_HOST_PURE);
    assert_true(decode_row(&n, &r));
    copy(&want, &start);
    n.fn(&want.wave, &n);
    for (wl_host host = WL_HOST_BASE; host < WL_HOST_COUNT; host++) {
      if (!wl_host_supported(host)) continue;
      wl_vector_use(host);
      assert_true(decode_row(&n, &r));
      copy(&got, &start);
      n.fn(&got.wave, &n);
      same(&want, &got, &n);
      if (got.wave.trapsts != want.wave.trapsts)
        fail_msg("%s of %08x %08x %08x, MODE %02x, host %d: TRAPSTS %02x, not %02x", n.name, start.rows[A][lane],
                 start.rows[B][lane], start.rows[C][lane], start.wave.mode, (int)host, got.wave.trapsts,
                 want.wave.trapsts);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(each_flag), cmocka_unit_test(lanes_of_dpp),
                                     cmocka_unit_test(one_small_lane)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
