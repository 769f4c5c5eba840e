// SPDX-License-Identifier: Apache-2.0
// Vector opcodes against vector_reference.h over random operands of every kind, modifiers, EXEC and MODE; what is
// legal; and the executors of all levels of the host against each other.
#include "vector_machine.h"

// Source codes of a VOP3: VGPRs, and sometimes one SGPR, flag or some inline constants.
static void random_sources(const struct reference *r, uint32_t code[3]) {
  const uint32_t any = random32() % 4 ? 2 * (random32() % 50) : WL_SRC_VCCZ + random32() % 3;
  const uint32_t scalar = r->mask_in == MASK_VCC ? WL_VCC : any;
  for (unsigned i = 0; i < 3; i++) {
    const uint32_t pick = random32() % 8;
    code[i] = pick == 0 && i < r->sources   ? scalar
              : pick == 1 && i < r->sources ? random_constant()
                                            : 256 + random32() % (ROWS - 1);
  }
  if (r->mask_in != MASK_SRC2) return;
  for (unsigned i = 0; i < 2; i++) code[i] = code[i] < 128 || (code[i] > 208 && code[i] < 256) ? 128 : code[i];
  code[2] = 2 * (random32() % 50);
}

static uint64_t sign_of(const struct reference *r, unsigned i) {
  return r->wide >> i & 1 ? 1ull << 63 : r->half ? 0x8000 : 0x80000000u;
}

// Applies to m what the VOP3 instruction must do.
static void expect(struct machine *m, const struct reference *r, uint32_t vdst, uint32_t sdst, const uint32_t code[3],
                   uint32_t neg, uint32_t abs, uint32_t omod, bool clamp, uint32_t op_sel) {
  const struct machine before = *m;
  const uint64_t exec = wl_exec(&m->wave), mask_in = wl_sgpr64(&m->wave, r->mask_in == MASK_SRC2 ? code[2] : WL_VCC);
  uint64_t mask_out = 0;
  const uint32_t mode = m->wave.mode;
  for (unsigned l = 0; l < WL_LANES; l++) {
    if (!(exec >> l & 1)) continue;
    uint64_t s[3] = {0, 0, 0};
    for (unsigned i = 0; i < r->sources; i++) {
      s[i] = source_value(&before, r, i, code[i], l);
      if (r->halves & op_sel & 1u << i) s[i] = (uint32_t)s[i] / 65536;
      const uint64_t sign = sign_of(r, i);
      if (r->signs & abs & 1u << i) s[i] &= ~sign;
      if (r->signs & neg & 1u << i) s[i] ^= sign;
    }
    struct lane x = {.a = s[0],
                     .b = s[1],
                     .c = s[2],
                     .old = before.rows[vdst][l],
                     .mode = mode,
                     .lane = l,
                     .clamp = clamp,
                     .ci = mask_in >> l & 1};
    r->lane(&x);
    const struct wl_fp_format *f = r->out == F16 ? &wl_f16_format : r->out == F64 ? &wl_f64_format : &wl_f32_format;
    if (r->out != INT) x.d = wl_fp_omod(f, x.d, omod, r->out == CUBE ? mode & ~(uint32_t)WL_MODE_DENORM32_OUT : mode);
    if (r->out != INT && clamp) x.d = wl_fp_clamp(f, x.d, mode);
    if (r->result16 != ANY_RESULT) {
      const uint32_t other = r->result16 == KEEPS || (r->halves && op_sel & 8) ? before.rows[vdst][l] : 0,
                     low = x.d & 0xffff;
      x.d = r->halves && op_sel & 8 ? low * 65536 + other % 65536 : other / 65536 * 65536 + low;
    }
    m->rows[vdst][l] = (uint32_t)x.d;
    if (r->rows == 2) m->rows[vdst + 1][l] = (uint32_t)(x.d >> 32);
    mask_out |= (uint64_t)x.co << l;
  }
  if (r->carry_out) wl_set_sgpr64(&m->wave, sdst, mask_out);
}

static void vop3_round(const struct reference *r) {
  static struct machine want, got;
  struct wl_insn n;
  uint32_t code[3];
  random_sources(r, code);
  const bool modifiers = random32() % 2;
  const uint32_t vdst = random32() % (ROWS - 1), sdst = 2 * (random32() % 54);
  const uint32_t neg = modifiers ? random32() & 7 : 0, omod = modifiers ? random32() & 3 : 0,
                 clamp = modifiers & random32();
  const uint32_t abs = modifiers && !r->carry_out ? random32() & 7 : 0;
  const uint32_t op_sel = modifiers && !r->carry_out ? random32() & 15 : 0;
  const uint32_t w0 =
      0xd0000000u | r->vop3 << 16 | (clamp & 1) << 15 | op_sel << 11 | (r->carry_out ? sdst : abs) << 8 | vdst;
  const uint32_t w1 = neg << 29 | omod << 27 | code[2] << 18 | code[1] << 9 | code[0];
  randomise(&want, random_mode());
  copy(&got, &want);
  if (!decode(&n, WL_FMT_VOP3, w0, w1)) fail_msg("illegal: VOP3 %u %08x %08x", r->vop3, w0, w1);
  assert_int_equal(n.vdst_regs, r->rows);
  n.fn(&got.wave, &n);
  expect(&want, r, vdst, sdst, code, neg, abs, omod, clamp & 1, op_sel);
  same(&want, &got, &n);
}

// VOP1 and VOP2 of the same opcode, with a VGPR, an SGPR or a literal as SRC0.
static void short_round(const struct reference *r) {
  static struct machine want, got;
  struct wl_insn n;
  const uint32_t vdst = random32() % ROWS, src1 = random32() % ROWS, literal = random_value();
  uint32_t code[3] = {256 + random32() % ROWS, 256 + src1, WL_VCC};
  const uint32_t sgpr = random32() % 102 & (r->wide & 1 ? ~1u : ~0u);
  if (!r->mask_in && random32() % 3 == 0) code[0] = random32() % 2 ? sgpr : WL_SRC_LITERAL;
  const bool vop1 = r->vop3 >= 320;
  const uint32_t w0 = vop1 ? 0x7e000000 | vdst << 17 | (r->vop3 - 320) << 9 | code[0]
                           : (r->vop3 - 256) << 25 | vdst << 17 | src1 << 9 | code[0];
  randomise(&want, random_mode());
  copy(&got, &want);
  const bool has_literal = code[0] == WL_SRC_LITERAL;
  if (!decode(&n, vop1 ? WL_FMT_VOP1 : WL_FMT_VOP2, w0, has_literal ? literal : 0)) fail_msg("illegal: %08x", w0);
  n.fn(&got.wave, &n);
  if (has_literal) {  // the same through a register that nothing else reads
    want.wave.sgpr[100] = r->half ? literal & 0xffff : r->wide & 1 ? 0 : literal;
    want.wave.sgpr[101] = literal;  // an f64 has it as its high dword
    for (unsigned i = 100; i < 102; i++) got.wave.sgpr[i] = want.wave.sgpr[i];
    code[0] = 100;
  }
  expect(&want, r, vdst, WL_VCC, code, 0, 0, 0, false, 0);
  same(&want, &got, &n);
}

static void opcodes(void **state) {
  (void)state;
  for (wl_host h = WL_HOST_PURE; h < WL_HOST_COUNT; h++) {
    if (!wl_host_supported(h)) continue;
    wl_vector_use(h);
    for (unsigned i = 0; i < REFERENCES; i++) {
      machine_isa = references[i].isa;
      for (unsigned k = 0; k < ROUNDS; k++) vop3_round(&references[i]);
      for (unsigned k = 0; k < ROUNDS / 4 && references[i].vop3 < 448; k++) short_round(&references[i]);
    }
  }
  machine_isa = WL_GFX900;
}

// v_madmk and v_madak of both formats: the order of NaNs too (D-NUM-9).
static void literal_k(void **state) {
  (void)state;
  static struct machine m, before;
  struct wl_insn n;
  for (unsigned k = 0; k < ROUNDS; k++) {
    static const uint32_t ops[] = {WL_OP_v_madmk_f32, WL_OP_v_madak_f32, WL_OP_v_madmk_f16, WL_OP_v_madak_f16};
    const uint32_t literal = random_value(), op = ops[k % 4];
    const bool madmk = k % 2 == 0, half = k % 4 >= 2;
    randomise(&m, random_mode());
    copy(&before, &m);
    assert_true(decode(&n, WL_FMT_VOP2, op << 25 | 5u << 17 | 6u << 9 | (256 + 7), literal));
    n.fn(&m.wave, &n);
    for (unsigned l = 0; l < WL_LANES; l++) {
      const uint32_t a = before.rows[7][l], b = before.rows[6][l];
      const uint32_t second = madmk ? literal : b, third = madmk ? b : literal;
      const uint32_t d = half ? (before.rows[5][l] & 0xffff0000u) | wl_f16_mad(a, second, third, m.wave.mode)
                              : wl_f32_mad(a, second, third, m.wave.mode);
      assert_int_equal(m.rows[5][l], wl_exec(&m.wave) >> l & 1 ? d : before.rows[5][l]);
    }
  }
}

static void compares(void **state) {
  (void)state;
  static struct machine want, got;
  struct wl_insn n;
  for (unsigned op = 16; op < 256; op++) {
    if (!is_compare(op)) {
      assert_false(decode(&n, WL_FMT_VOPC, 0x7c000000 | op << 17 | 256, 0));
      continue;
    }
    const bool x = compare_writes_exec(op);
    const struct reference r = compare_operands(op);
    for (unsigned k = 0; k < ROUNDS; k++) {
      const bool vop3 = k % 2;
      uint32_t code[3] = {256 + random32() % (ROWS - 1), 256 + random32() % (ROWS - 1), 0};
      if (vop3) random_sources(&r, code);
      const uint32_t neg = vop3 ? random32() & 3 : 0, abs = vop3 ? random32() & 3 : 0,
                     sdst = vop3 ? 2 * (random32() % 54) : WL_VCC;
      const uint32_t w0 = vop3 ? 0xd0000000u | op << 16 | (random32() & 1) << 15 | abs << 8 | sdst
                               : 0x7c000000 | op << 17 | (code[1] & 255) << 9 | code[0];
      randomise(&want, random_mode());
      if (k % 3 == 0) memcpy(want.rows[2], want.rows[3], sizeof want.rows[2]);
      copy(&got, &want);
      if (!decode(&n, vop3 ? WL_FMT_VOP3 : WL_FMT_VOPC, w0, vop3 ? neg << 29 | code[1] << 9 | code[0] : 0))
        fail_msg("illegal compare %u", op);
      n.fn(&got.wave, &n);
      uint64_t mask = 0;
      for (unsigned l = 0; l < WL_LANES; l++) {
        uint64_t s[2];
        for (unsigned i = 0; i < 2; i++) {
          s[i] = source_value(&want, &r, i, code[i], l);
          if (r.signs & abs & 1u << i) s[i] &= sign_of(&r, i) - 1;
          if (r.signs & neg & 1u << i) s[i] ^= sign_of(&r, i);
        }
        mask |= (uint64_t)compare_lane(op, s[0], s[1], want.wave.mode) << l;
      }
      mask &= wl_exec(&want.wave);
      wl_set_sgpr64(&want.wave, sdst, mask);
      if (x) wl_set_sgpr64(&want.wave, WL_EXEC, mask);
      assert_int_equal(n.flags & WL_INSN_WRITES_EXEC, x ? WL_INSN_WRITES_EXEC : 0);
      same(&want, &got, &n);
    }
  }
}

// The host's fma and mad in hard cases: near-cancellation, denormals, ends of the range.
static void fma_corners(void **state) {
  (void)state;
  static struct machine m;
  struct wl_insn n;
  for (unsigned k = 0; k < 4 * ROUNDS; k++) {
    randomise(&m, 0xc0 | (random32() & 0x30));
    wl_set_sgpr64(&m.wave, WL_EXEC, ~0ull);
    for (unsigned l = 0; l < WL_LANES; l++) {
      uint32_t *a = &m.rows[1][l], *b = &m.rows[2][l], *c = &m.rows[3][l];
      if (l % 4 == 1) *a = (*a & 0x807fffff) | (random32() % 60 + 40) << 23;
      if (l % 4 == 1) *b = (*b & 0x807fffff) | (random32() % 50) << 23;  // products near the denormals
      const uint32_t p = wl_f32_mul(*a, *b, 0x30);
      if (l % 2) *c = (p ^ 0x80000000u) + random32() % 3 - 1;
      if (l % 8 == 0) *c = p ^ (random32() & 0x80000000u) ^ (random32() % 30 << 23);
    }
    for (wl_host h = WL_HOST_PURE; h < WL_HOST_COUNT; h++) {
      if (!wl_host_supported(h)) continue;
      wl_vector_use(h);
      for (unsigned op = WL_OP_v_mad_f32; op <= WL_OP_v_fma_f32; op += WL_OP_v_fma_f32 - WL_OP_v_mad_f32) {
        assert_true(decode(&n, WL_FMT_VOP3, 0xd0000000u | op << 16 | 4, 257 | 258 << 9 | 259u << 18));
        n.fn(&m.wave, &n);
        for (unsigned l = 0; l < WL_LANES; l++) {
          const uint32_t a = m.rows[1][l], b = m.rows[2][l], c = m.rows[3][l];
          const uint32_t d =
              op == WL_OP_v_fma_f32 ? wl_f32_fma(a, b, c, m.wave.mode) : wl_f32_mad(a, b, c, m.wave.mode);
          if (m.rows[4][l] != d)
            fail_msg("host %d op %u %08x %08x %08x: %08x, got %08x", (int)h, op, a, b, c, d, m.rows[4][l]);
        }
      }
    }
  }
}

static const struct reference wide_sources = {.wide = 7};

// An f64 about the limits of f64, of integers and of f32, or beside another.
static uint64_t f64_operand(uint64_t other) {
  static const uint32_t high[] = {0,          0x00000001, 0x000fffff, 0x00100000, 0x001fffff, 0x3fe00000,
                                  0x3fefffff, 0x3ff00000, 0x41dfffff, 0x41e00000, 0x41efffff, 0x43300000,
                                  0x47efffff, 0x7fdfffff, 0x7fe00000, 0x7fefffff, 0x7ff00000, 0x7ff80000};
  static const uint32_t low[] = {0, 1, 0x20000000, 0x80000000u, 0xe0000000u, 0xffffffffu};
  const uint64_t sign = (uint64_t)random32() << 63;
  switch (random32() % 4) {
    case 0: return sign | (uint64_t)high[random32() % 18] << 32 | low[random32() % 6];
    case 1: return (other ^ sign) + random32() % 3 - 1;
    case 2:
      return sign | (uint64_t)(900 + random32() % 250) << 52 | (uint64_t)(random32() & 0xfffff) << 32 | random32();
    default: return (uint64_t)random32() << 32 | random32();
  }
}

// f64 opcodes at every level of the host against fp_*.c, in every mode of f64.
static void f64_corners(void **state) {
  (void)state;
  static struct machine m;
  struct wl_insn n;
  enum { A = 1, B = 3, C = 5, D = 7 };
  for (unsigned k = 0; k < 16 * ROUNDS; k++) {
    randomise(&m, k % 3 ? 0xc0 : (k / 3) << 2 & 0xfc);
    wl_set_sgpr64(&m.wave, WL_EXEC, ~0ull);
    for (unsigned l = 0; l < WL_LANES; l++) {
      uint64_t x = 0;
      for (unsigned r = A; r <= C; r += 2) {
        const uint64_t product = r == C && random32() % 2
                                     ? wl_f64_mul(source_value(&m, &wide_sources, 0, 256 + A, l),
                                                  source_value(&m, &wide_sources, 0, 256 + B, l), 0xc0)
                                     : x;
        x = f64_operand(product);
        m.rows[r][l] = (uint32_t)x;
        m.rows[r + 1][l] = (uint32_t)(x >> 32);
      }
    }
    for (unsigned i = 0; i < REFERENCES; i++) {
      const struct reference *const r = &references[i];
      if (r->out != F64 || r->carry_out) continue;
      for (wl_host h = WL_HOST_PURE; h < WL_HOST_COUNT; h++) {
        if (!wl_host_supported(h)) continue;
        wl_vector_use(h);
        assert_true(
            decode(&n, WL_FMT_VOP3, 0xd0000000u | r->vop3 << 16 | D, (256 + A) | (256 + B) << 9 | (256u + C) << 18));
        n.fn(&m.wave, &n);
        for (unsigned l = 0; l < WL_LANES; l++) {
          struct lane x = {.mode = m.wave.mode, .lane = l, .ci = wl_vcc(&m.wave) >> l & 1};
          x.a = source_value(&m, r, 0, 256 + A, l);
          x.b = source_value(&m, r, 1, 256 + B, l);
          x.c = source_value(&m, r, 2, 256 + C, l);
          r->lane(&x);
          const uint64_t got = m.rows[D][l] | (uint64_t)m.rows[D + 1][l] << 32;
          if (got != x.d)
            fail_msg("host %d %s mode %x %016llx %016llx %016llx: %016llx, got %016llx", (int)h, n.name, m.wave.mode,
                     (long long)x.a, (long long)x.b, (long long)x.c, (long long)x.d, (long long)got);
        }
      }
    }
    for (unsigned op = WL_OP_v_cmp_f_f64; op <= WL_OP_v_cmp_tru_f64; op++) {
      for (wl_host h = WL_HOST_PURE; h < WL_HOST_COUNT; h++) {
        if (!wl_host_supported(h)) continue;
        wl_vector_use(h);
        assert_true(decode(&n, WL_FMT_VOP3, 0xd0000000u | op << 16 | 20, (256 + A) | (256 + B) << 9));
        n.fn(&m.wave, &n);
        for (unsigned l = 0; l < WL_LANES; l++) {
          const uint64_t a = source_value(&m, &wide_sources, 0, 256 + A, l);
          const uint64_t b = source_value(&m, &wide_sources, 0, 256 + B, l);
          if ((wl_sgpr64(&m.wave, 20) >> l & 1) != compare_lane(op, a, b, m.wave.mode))
            fail_msg("host %d %s mode %x %016llx %016llx", (int)h, n.name, m.wave.mode, (long long)a, (long long)b);
        }
      }
    }
  }
}

// The same for f16, whose sums and products the host computes in f32.
static void half_corners(void **state) {
  (void)state;
  static struct machine m;
  struct wl_insn n;
  enum { ADD = WL_VOP3_VOP2 + WL_OP_v_add_f16, MUL = WL_VOP3_VOP2 + WL_OP_v_mul_f16 };
  static const uint32_t ops[] = {ADD, MUL, WL_OP_v_mad_f16, WL_OP_v_fma_f16};
  for (unsigned k = 0; k < 4 * ROUNDS; k++) {
    randomise(&m, random32() & 0xc0);
    wl_set_sgpr64(&m.wave, WL_EXEC, ~0ull);
    for (unsigned l = 0; l < WL_LANES; l++) {
      uint32_t *a = &m.rows[1][l], *b = &m.rows[2][l], *c = &m.rows[3][l];
      if (l % 4) *a = (*a & 0x83ff) | random32() % 31 << 10;
      if (l % 4) *b = (*b & 0x83ff) | random32() % (l % 4 == 1 ? 10 : 31) << 10;  // products near the denormals
      const uint32_t p = wl_f16_mul(*a, *b, 0xc0);
      if (l % 2) *c = ((p ^ 0x8000) + random32() % 3 - 1) & 0xffff;
      if (l % 8 == 0) *c = p ^ (random32() & 0x8000) ^ random32() % 30 << 10;
    }
    for (wl_host h = WL_HOST_PURE; h < WL_HOST_COUNT; h++) {
      if (!wl_host_supported(h)) continue;
      wl_vector_use(h);
      for (unsigned i = 0; i < 4; i++) {
        assert_true(decode(&n, WL_FMT_VOP3, 0xd0000000u | ops[i] << 16 | 4, 257 | 258 << 9 | 259u << 18));
        n.fn(&m.wave, &n);
        for (unsigned l = 0; l < WL_LANES; l++) {
          const uint32_t a = m.rows[1][l], b = m.rows[2][l], c = m.rows[3][l], mode = m.wave.mode;
          const uint32_t d = ops[i] == ADD               ? wl_f16_add(a, b, mode)
                             : ops[i] == MUL             ? wl_f16_mul(a, b, mode)
                             : ops[i] == WL_OP_v_mad_f16 ? wl_f16_mad(a, b, c, mode)
                                                         : wl_f16_fma(a, b, c, mode);
          if ((m.rows[4][l] & 0xffff) != d)
            fail_msg("host %d op %u %08x %08x %08x mode %x: %04x, got %08x", (int)h, ops[i], a, b, c, mode, d,
                     m.rows[4][l]);
        }
      }
    }
  }
}

static void lane_moves(void **state) {
  (void)state;
  static struct machine m, before;
  struct wl_insn n;
  for (unsigned k = 0; k < ROUNDS; k++) {
    randomise(&m, random_mode());
    copy(&before, &m);
    const uint64_t exec = wl_exec(&m.wave);
    assert_true(decode(&n, WL_FMT_VOP1, 0x7e000000 | 9u << 17 | 2u << 9 | (256 + 4), 0));  // v_readfirstlane_b32 s9, v4
    n.fn(&m.wave, &n);
    before.wave.sgpr[9] = before.rows[4][exec ? __builtin_ctzll(exec) : 0];
    same(&before, &m, &n);
    assert_true(
        decode(&n, WL_FMT_VOP3, 0xd0000000u | 649u << 16 | 11, 20u << 9 | (256 + 5)));  // v_readlane_b32 s11, v5, s20
    n.fn(&m.wave, &n);
    before.wave.sgpr[11] = before.rows[5][m.wave.sgpr[20] & 63];
    same(&before, &m, &n);
    assert_true(decode(&n, WL_FMT_VOP3, 0xd0000000u | 650u << 16 | 6,
                       (uint32_t)WL_M0 << 9 | 20));  // v_writelane_b32 v6, s20, m0
    n.fn(&m.wave, &n);
    before.rows[6][m.wave.sgpr[WL_M0] & 63] = m.wave.sgpr[20];
    same(&before, &m, &n);
    assert_true(decode(&n, WL_FMT_VOP1, 0x7e000000 | 2u << 17 | 81u << 9 | (256 + 3), 0));  // v_swap_b32 v2, v3
    n.fn(&m.wave, &n);
    for (unsigned l = 0; l < WL_LANES; l++) {
      if (!(exec >> l & 1)) continue;
      const uint32_t t = before.rows[2][l];
      before.rows[2][l] = before.rows[3][l];
      before.rows[3][l] = t;
    }
    same(&before, &m, &n);
  }
}

// v_nop and v_clrexcp write no SGPR and no VGPR.
static void no_result(void **state) {
  (void)state;
  static struct machine m, before;
  struct wl_insn n;
  static const uint32_t ops[] = {WL_OP_v_nop, WL_OP_v_clrexcp};
  for (unsigned k = 0; k < ROUNDS; k++) {
    const uint32_t op = ops[k % 2], dst = random32() % ROWS, src = 256 + random32() % ROWS;
    randomise(&m, random_mode());
    copy(&before, &m);
    if (k / 2 % 2) assert_true(decode(&n, WL_FMT_VOP3, 0xd0000000u | (WL_VOP3_VOP1 + op) << 16 | dst, src));
    else assert_true(decode(&n, WL_FMT_VOP1, 0x7e000000u | dst << 17 | op << 9 | src, 0));
    n.fn(&m.wave, &n);
    same(&before, &m, &n);
  }
}

#define VOP3_WORDS(op, dst, s0, s1, s2)                              \
  WL_FMT_VOP3, 0xd0000000u | (uint32_t)(op) << 16 | (uint32_t)(dst), \
      (uint32_t)(s0) | (uint32_t)(s1) << 9 | (uint32_t)(s2) << 18

static void legality(void **state) {
  (void)state;
  struct wl_insn n;
  enum {
    V = WL_SRC_VGPR,
    FMA = WL_OP_v_fma_f32,
    FMA64 = WL_OP_v_fma_f64,
    DIV_FMAS = WL_OP_v_div_fmas_f32,
    DIV_FMAS64 = WL_OP_v_div_fmas_f64,
    SHIFT64 = WL_OP_v_lshlrev_b64,
    CMP = WL_OP_v_cmp_lt_i32
  };
  enum { READLANE = WL_OP_v_readlane_b32, WRITELANE = WL_OP_v_writelane_b32 };
  enum { ADD_E64 = WL_VOP3_VOP2 + WL_OP_v_add_u32, CNDMASK = WL_VOP3_VOP2 + WL_OP_v_cndmask_b32 };
  enum { ADD_CO = WL_VOP3_VOP2 + WL_OP_v_add_co_u32, ADDC = WL_VOP3_VOP2 + WL_OP_v_addc_co_u32 };
  assert_true(decode(&n, VOP3_WORDS(FMA, 0, 4, 4, 4)));
  assert_true(decode(&n, VOP3_WORDS(FMA, 0, 4, V, 193)));
  assert_false(decode(&n, VOP3_WORDS(FMA, 0, 4, 5, V)));
  assert_false(decode(&n, VOP3_WORDS(FMA, 0, 4, WL_SRC_SCC, V)));
  assert_false(decode(&n, VOP3_WORDS(FMA, 0, 255, V, V)));
  assert_false(decode(&n, VOP3_WORDS(FMA, 0, 125, V, V)));
  assert_true(decode(&n, VOP3_WORDS(FMA, 0, 108, V, V)));  // a TTMP: the wave decides
  assert_false(decode(&n, VOP3_WORDS(FMA, 0, 209, V, V)));
  assert_true(decode(&n, VOP3_WORDS(FMA, 0, 254, V, 193)));  // LDS_DIRECT: SRC0 alone (D-LDS-31)
  assert_false(decode(&n, VOP3_WORDS(FMA, 0, V, 254, V)));
  assert_false(decode(&n, VOP3_WORDS(FMA, 0, V, V, 254)));
  // It does not count on the constant bus: beside it one scalar value is legal (D-LDS-32).
  assert_true(decode(&n, VOP3_WORDS(FMA, 0, 254, 4, V)));
  assert_true(decode(&n, VOP3_WORDS(FMA, 0, 254, 4, 4)));
  assert_false(decode(&n, VOP3_WORDS(FMA, 0, 254, 4, 5)));
  assert_true(decode(&n, VOP3_WORDS(FMA, 0, 254, WL_SRC_SCC, V)));
  assert_true(decode(&n, VOP3_WORDS(CNDMASK, 0, 254, V, 4)));
  assert_true(decode(&n, WL_FMT_VOP2, 0u << 25 | 254, 0));   // v_cndmask_b32 v0, lds_direct, v0, vcc
  assert_true(decode(&n, WL_FMT_VOP2, 23u << 25 | 254, 7));  // v_madmk with K
  assert_true(decode(&n, WL_FMT_VOPC, 0x7c000000u | 193u << 17 | 254, 0));
  assert_true(decode(&n, VOP3_WORDS(READLANE, 0, 254, 4, 0)));
  assert_false(decode(&n, VOP3_WORDS(READLANE, 0, V, 254, 0)));
  assert_false(decode(&n, VOP3_WORDS(WRITELANE, 0, 254, 193, 0)));
  assert_false(decode(&n, VOP3_WORDS(WRITELANE, 0, 193, 254, 0)));
  assert_true(decode(&n, WL_FMT_VOP3P, 0xd3820000u, 254u | V << 9 | V << 18));  // v_pk_add_u16
  assert_true(decode(&n, WL_FMT_VOP3P, 0xd3820000u, 254u | 4u << 9 | V << 18));
  assert_false(decode(&n, WL_FMT_VOP3P, 0xd3820000u, V | 254u << 9 | V << 18));
  assert_true(decode(&n, WL_FMT_VOP3P, 0xd3a00000u, 254u | 4u << 9 | V << 18));  // v_mad_mix_f32
  assert_true(decode(&n, WL_FMT_VOP1, 0x7e000000u | 2 << 9 | 254, 0));           // v_readfirstlane_b32
  assert_false(decode(&n, WL_FMT_VOP1, 0x7e000000u | 81 << 9 | 254, 0));         // v_swap_b32
  // Opcodes whose operands are reversed.
  static const uint16_t reversed[] = {WL_OP_v_subrev_f32,  WL_OP_v_lshrrev_b32,   WL_OP_v_ashrrev_i32,
                                      WL_OP_v_lshlrev_b32, WL_OP_v_subrev_co_u32, WL_OP_v_subbrev_co_u32,
                                      WL_OP_v_subrev_f16,  WL_OP_v_subrev_u16,    WL_OP_v_lshlrev_b16,
                                      WL_OP_v_lshrrev_b16, WL_OP_v_ashrrev_i16,   WL_OP_v_subrev_u32};
  for (unsigned i = 0; i < sizeof reversed / sizeof *reversed; i++) {
    assert_true(decode(&n, WL_FMT_VOP2, (uint32_t)reversed[i] << 25 | V, 0));
    assert_false(decode(&n, WL_FMT_VOP2, (uint32_t)reversed[i] << 25 | 254, 0));
    assert_false(decode(&n, VOP3_WORDS(WL_VOP3_VOP2 + reversed[i], 0, 254, V, 4)));
  }
  for (unsigned op = WL_OP_v_lshlrev_b64; op <= WL_OP_v_ashrrev_i64; op++)
    assert_false(decode(&n, VOP3_WORDS(op, 0, 254, V, 0)));
  for (uint32_t op = 4; op <= 6; op++)  // v_pk_lshlrev_b16, v_pk_lshrrev_b16, v_pk_ashrrev_i16
    assert_false(decode(&n, WL_FMT_VOP3P, 0xd3800000u | op << 16, 254u | V << 9));
  assert_true(decode(&n, WL_FMT_VOP1, 0x7e000000u | WL_OP_v_bfrev_b32 << 9 | 254, 0));
  assert_true(decode(&n, WL_FMT_VOP1, 0x7e000000u | 1 << 9 | 254, 0));                                   // v_mov_b32
  assert_false(decode(&n, WL_FMT_VOP1, 0x7e000000u | 1 << 9 | 249, 254u | 1 << 23 | 6 << 16 | 6 << 8));  // SDWA
  assert_false(decode(&n, VOP3_WORDS(ADD_E64, 0, V, 249, 0)));
  assert_true(decode(&n, VOP3_WORDS(CNDMASK, 0, WL_VCC, V, WL_VCC)));
  assert_false(decode(&n, VOP3_WORDS(CNDMASK, 0, 4, V, WL_VCC)));
  assert_false(decode(&n, VOP3_WORDS(CNDMASK, 0, V, V, 5)));
  assert_false(decode(&n, VOP3_WORDS(CNDMASK, 0, V, V, V)));
  assert_true(decode(&n, VOP3_WORDS(DIV_FMAS, 0, V, V, V)));
  assert_int_equal(n.flags & WL_INSN_READS_VCC, WL_INSN_READS_VCC);
  assert_true(decode(&n, VOP3_WORDS(DIV_FMAS, 0, WL_VCC, 193, WL_VCC)));
  assert_false(decode(&n, VOP3_WORDS(DIV_FMAS, 0, WL_VCC + 1, V, V)));  // VCC is on the constant bus
  assert_false(decode(&n, VOP3_WORDS(DIV_FMAS, 0, V, V, 4)));
  assert_false(decode(&n, VOP3_WORDS(DIV_FMAS, 0, WL_SRC_VCCZ, V, V)));
  assert_true(decode(&n, VOP3_WORDS(DIV_FMAS, 0, 254, V, V)));
  assert_true(decode(&n, VOP3_WORDS(SHIFT64, 0, 4, 4, 0)));
  assert_false(decode(&n, VOP3_WORDS(SHIFT64, 0, V, 5, 0)));
  assert_false(decode(&n, VOP3_WORDS(SHIFT64, 0, V, WL_M0, 0)));
  assert_true(decode(&n, VOP3_WORDS(READLANE, WL_M0, V, 3, 0)));
  assert_false(decode(&n, VOP3_WORDS(READLANE, 3, 3, 3, 0)));
  assert_false(decode(&n, VOP3_WORDS(READLANE, 3, V, V, 0)));
  assert_false(decode(&n, VOP3_WORDS(READLANE, 130, V, 3, 0)));
  assert_true(decode(&n, VOP3_WORDS(WRITELANE, 3, 4, 4, 0)));
  assert_false(decode(&n, VOP3_WORDS(WRITELANE, 3, 4, 5, 0)));
  assert_false(decode(&n, VOP3_WORDS(WRITELANE, 3, V, 5, 0)));
  assert_true(decode(&n, VOP3_WORDS(ADD_CO, 126 << 8, V, V, 0)));
  assert_true(decode(&n, VOP3_WORDS(ADD_CO, 108 << 8, V, V, 0)));
  assert_false(decode(&n, VOP3_WORDS(ADD_CO, 124 << 8, V, V, 0)));
  assert_false(decode(&n, VOP3_WORDS(ADD_CO, 3 << 8, V, V, 0)));
  assert_false(decode(&n, VOP3_WORDS(ADDC, 2 << 8, 6, V, 4)));
  assert_false(decode(&n, VOP3_WORDS(CMP, 107, V, V, 0)));
  assert_false(decode(&n, VOP3_WORDS(256 + 23, 0, V, V, V)));  // v_madmk has no VOP3 form
  assert_false(decode(&n, VOP3_WORDS(320 + 2, 0, V, V, V)));   // nor has v_readfirstlane
  assert_false(decode(&n, VOP3_WORDS(320 + 81, 0, V, V, V)));  // nor v_swap
  assert_true(decode(&n, VOP3_WORDS(FMA64, 0, 4, 4, 193)));
  assert_false(decode(&n, VOP3_WORDS(FMA64, 0, 5, V, V)));  // odd pair
  assert_false(decode(&n, VOP3_WORDS(FMA64, 0, 255, V, V)));
  assert_false(decode(&n, VOP3_WORDS(FMA64, 0, 254, V, V)));     // LDS_DIRECT has 32 bits
  assert_false(decode(&n, VOP3_WORDS(DIV_FMAS64, 0, V, 4, V)));  // VCC is on the constant bus
  assert_int_equal(n.flags & WL_INSN_READS_VCC, WL_INSN_READS_VCC);
  // f64 operands and results have neither SDWA nor DPP.
  for (uint32_t extra = WL_SRC_SDWA; extra <= WL_SRC_DPP; extra++) {
    const uint32_t second = extra == WL_SRC_SDWA ? 0x06060600 : 0xff00e400;
    assert_true(decode(&n, WL_FMT_VOP1, 0x7e000000u | WL_OP_v_cvt_f32_i32 << 9 | extra, second));
    assert_false(decode(&n, WL_FMT_VOP1, 0x7e000000u | WL_OP_v_cvt_f64_i32 << 9 | extra, second));
    assert_false(decode(&n, WL_FMT_VOP1, 0x7e000000u | WL_OP_v_cvt_f64_f32 << 9 | extra, second));
    assert_false(decode(&n, WL_FMT_VOP1, 0x7e000000u | WL_OP_v_cvt_f32_f64 << 9 | extra, second));
    assert_false(decode(&n, WL_FMT_VOP1, 0x7e000000u | WL_OP_v_rcp_f64 << 9 | extra, second));
    assert_false(decode(&n, WL_FMT_VOPC, 0x7c000000u | WL_OP_v_cmp_class_f64 << 17 | extra, 0x06060000));
  }
  assert_false(decode(&n, WL_FMT_VOP2, 0u << 25 | 4, 0));  // v_cndmask_b32 v0, s4, v0, vcc
  assert_true(decode(&n, WL_FMT_VOP2, 0u << 25 | WL_VCC, 0));
  assert_false(decode(&n, WL_FMT_VOP2, 23u << 25 | 4, 7));  // v_madmk with an SGPR and K
  assert_false(decode(&n, WL_FMT_VOP1, 0x7e000000 | 81u << 9 | 4, 0));
  assert_false(decode(&n, VOP3_WORDS(WL_OP_v_mqsad_u32_u8, 0, V, V, 4)));  // v_mqsad_u32_u8: 128 bits from VGPRs alone
  assert_false(decode(&n, VOP3_WORDS(WL_OP_v_mqsad_u32_u8, 0, V, V, 128)));
  assert_true(decode(&n, VOP3_WORDS(WL_OP_v_mqsad_u32_u8, 0, 4, V, V)));
  assert_false(decode(&n, VOP3_WORDS(WL_OP_v_qsad_pk_u16_u8, 0, 5, V, V)));  // odd pair
  assert_false(decode(&n, VOP3_WORDS(WL_OP_v_min3_i16, 0, 4, 5, V)));
}

// Opcodes of gfx906 alone, by VOP3 number.
static bool is_of_gfx906(unsigned op) {
  return op == wl_vop3_op(WL_FMT_VOP2, WL_OP_v_fmac_f32) || op == wl_vop3_op(WL_FMT_VOP2, WL_OP_v_xnor_b32);
}

// Exactly the opcodes of D-VEC-1 are in the unit, by VOP3 number.
static void presence_of(wl_isa isa) {
  machine_isa = isa;
  static const uint16_t ranges[][2] = {{16, 21},   {32, 127},  {160, 278}, {281, 291}, {294, 310},
                                       {320, 321}, {323, 328}, {330, 373}, {377, 399}, {448, 519},
                                       {640, 653}, {655, 666}, {668, 672}};
  struct wl_insn n;
  for (unsigned op = 0; op < 896; op++) {
    bool present = false;
    for (unsigned i = 0; i < sizeof ranges / sizeof *ranges; i++) present |= op >= ranges[i][0] && op <= ranges[i][1];
    present |= isa == WL_GFX906 && is_of_gfx906(op);
    // Sources that suit every opcode but v_readlane and v_writelane, then those.
    const bool legal = decode(&n, VOP3_WORDS(op, 0, 256, 256, 2)) || decode(&n, VOP3_WORDS(op, 0, 256, 2, 2)) ||
                       decode(&n, VOP3_WORDS(op, 0, 256, 256, 256)) || decode(&n, VOP3_WORDS(op, 0, 2, 2, 2));
    if (legal != present) fail_msg("VOP3 %u", op);
    const uint8_t format = op >= WL_VOP3_VOP1 ? WL_FMT_VOP1 : WL_FMT_VOP2;
    const uint32_t w0 =
        op >= WL_VOP3_VOP1 ? 0x7e000100 | (op - WL_VOP3_VOP1) << 9 : (op - WL_VOP3_VOP2) << 25 | WL_SRC_VGPR;
    // madmk, madak, readfirstlane, swap
    const bool short_only = op == 279 || op == 280 || op == 292 || op == 293 || op == 322 || op == 401;
    if (op >= WL_VOP3_VOP2 && op < WL_VOP3_ONLY && decode(&n, format, w0, 0) != (present || short_only))
      fail_msg("short form of %u", op);
  }
}

static void presence(void **state) {
  (void)state;
  presence_of(WL_GFX906);
  presence_of(WL_GFX900);
}

// Opcodes that vector_reference.h has no row for: what a row cannot say, and the test that has their values.
static const struct {
  const char *name, *test;
} elsewhere[] = {
    {"v_nop", "no result: test_vector no_result"},
    {"v_clrexcp", "no result: test_vector no_result"},
    {"v_readfirstlane_b32", "writes an SGPR: test_vector lane_moves"},
    {"v_readlane_b32", "writes an SGPR: test_vector lane_moves"},
    {"v_writelane_b32", "writes one lane: test_vector lane_moves"},
    {"v_swap_b32", "two destinations: test_vector lane_moves"},
    {"v_madmk_f32", "a literal of its own: test_vector literal_k"},
    {"v_madak_f32", "a literal of its own: test_vector literal_k"},
    {"v_madmk_f16", "a literal of its own: test_vector literal_k"},
    {"v_madak_f16", "a literal of its own: test_vector literal_k"},
    {"v_mqsad_u32_u8", "a result of four VGPRs: test_vector_forms four_rows"},
    {"v_mad_mix_f32", "sources of two formats: test_vector_forms mixed"},
    {"v_mad_mixlo_f16", "sources of two formats: test_vector_forms mixed"},
    {"v_mad_mixhi_f16", "sources of two formats: test_vector_forms mixed"},
    {"v_fma_mix_f32", "sources of two formats: test_vector_forms mixed"},
    {"v_fma_mixlo_f16", "sources of two formats: test_vector_forms mixed"},
    {"v_fma_mixhi_f16", "sources of two formats: test_vector_forms mixed"},
    {"v_dot2_f32_f16", "a third source of 32 bits: test_vector_forms dots"},
    {"v_dot2_i32_i16", "a third source of 32 bits: test_vector_forms dots"},
    {"v_dot2_u32_u16", "a third source of 32 bits: test_vector_forms dots"},
    {"v_dot4_i32_i8", "a result of 32 bits: test_vector_forms dots"},
    {"v_dot4_u32_u8", "a result of 32 bits: test_vector_forms dots"},
    {"v_dot8_i32_i4", "a result of 32 bits: test_vector_forms dots"},
    {"v_dot8_u32_u4", "a result of 32 bits: test_vector_forms dots"},
};

static bool has_row(unsigned vop3) {
  for (unsigned i = 0; i < REFERENCES; i++) {
    if (references[i].vop3 == vop3) return true;
  }
  return false;
}

static unsigned without_reference(const char *name, bool has_reference) {
  const char *test = NULL;
  for (unsigned i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++) {
    if (strcmp(elsewhere[i].name, name) == 0) test = elsewhere[i].test;
  }
  if (!has_reference && !test) print_error("%s has no row in vector_reference.h\n", name);
  if (has_reference && test)
    print_error("%s has a row in vector_reference.h and stands in elsewhere[] (%s)\n", name, test);
  return has_reference == (test != NULL);
}

static void every_opcode(void **state) {
  (void)state;
  unsigned wrong = 0;
#define VOP1(op, name, ...) wrong += without_reference(#name, has_row(WL_VOP3_VOP1 + (op)));
#include "isa/vop1.def"
#undef VOP1
#define VOP2(op, name, ...) wrong += without_reference(#name, has_row(WL_VOP3_VOP2 + (op)));
#include "isa/vop2.def"
#undef VOP2
#define VOP3(op, name, ...) wrong += without_reference(#name, has_row(op));
#include "isa/vop3.def"
#undef VOP3
#define VOP3P(op, name, ...) wrong += without_reference(#name, (op) < PACKED_REFERENCES);
#include "isa/vop3p.def"
#undef VOP3P
#define VOPC(op, opx, name, ...) \
  wrong += without_reference("v_cmp_" #name, is_compare(op)) + without_reference("v_cmpx_" #name, is_compare(opx));
#include "isa/vopc.def"
#undef VOPC
  assert_int_equal(wrong, 0);
}

// Random words: if they are legal, all levels of the host leave the same state.
static void hosts_agree(void **state) {
  (void)state;
  static struct machine start, want, got;
  unsigned executed = 0;
  for (unsigned k = 0; k < 60000; k++) {
    static const uint8_t formats[] = {WL_FMT_VOP1, WL_FMT_VOP2, WL_FMT_VOPC, WL_FMT_VOP3, WL_FMT_VOP3, WL_FMT_VOP3P};
    const uint8_t format = formats[random32() % 6];
    uint32_t w0 = random32(), w1 = random32();
    if (format == WL_FMT_VOP3 || format == WL_FMT_VOP3P) {
      w0 &= 0xffffff00u | (ROWS - 2);
      for (unsigned i = 0; i < 3; i++) {
        if (w1 >> (9 * i + 8) & 1) w1 &= ~(0xf1u << 9 * i);
      }
    } else {
      w0 &= ~(0xf1u << 9 | 0xf1u << 17);
      if (format == WL_FMT_VOP1) w0 |= (random32() & 0xf1) << 9;
      if (format == WL_FMT_VOPC) w0 |= (random32() & 0xf1) << 17;
      if (w0 >> 8 & 1) w0 &= ~0xf0u;
      if (random32() % 4 == 0) w0 = (w0 & ~0x1ffu) | (249 + random32() % 2);
      if ((w0 & 0x1ff) == 249 || (w0 & 0x1ff) == 250) w1 &= ~0xf0u;  // its VGPR number
    }
    struct wl_insn n;
    wl_vector_use(WL_HOST_PURE);
    machine_isa = random32() % 4 ? WL_GFX900 : WL_GFX906;
    if (!decode(&n, format, w0, w1)) continue;
    executed++;
    randomise(&start, random_mode());
    copy(&want, &start);
    n.fn(&want.wave, &n);
    for (wl_host h = WL_HOST_BASE; h < WL_HOST_COUNT; h++) {
      if (!wl_host_supported(h)) continue;
      wl_vector_use(h);
      assert_true(decode(&n, format, w0, w1));
      copy(&got, &start);
      n.fn(&got.wave, &n);
      same(&want, &got, &n);
    }
  }
  machine_isa = WL_GFX900;
  assert_true(executed > 5000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(opcodes),    cmocka_unit_test(literal_k),   cmocka_unit_test(compares),
      cmocka_unit_test(lane_moves), cmocka_unit_test(fma_corners), cmocka_unit_test(legality),
      cmocka_unit_test(presence),   cmocka_unit_test(hosts_agree), cmocka_unit_test(every_opcode),
      cmocka_unit_test(no_result),  cmocka_unit_test(f64_corners), cmocka_unit_test(half_corners),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
