// SPDX-License-Identifier: Apache-2.0
// Forms of vector instructions: packed, SDWA, DPP, and the result of four VGPRs. Each against vector_reference.h, with
// the rules of the form written again here.
#include "vector_machine.h"

enum { FORM_ROUNDS = 60, SDWA_CODE = WL_SRC_SDWA, DPP_CODE = WL_SRC_DPP };

// ---- packed ------------------------------------------------------------------------------------

static bool is_mix(uint32_t op) { return op >= WL_OP_v_mad_mix_f32 && op <= WL_OP_v_mad_mixhi_f16; }

static uint32_t vop3p_word(uint32_t op, bool clamp, uint32_t low, uint32_t high, uint32_t neg_hi) {
  return 0xd3800000u | op << 16 | (uint32_t)clamp << 15 | (high >> 2) << 14 | low << 11 | neg_hi << 8 | 5;
}
static uint32_t vop3p_second(const uint32_t code[3], uint32_t high, uint32_t neg) {
  return neg << 29 | (high & 3) << 27 | code[2] << 18 | code[1] << 9 | code[0];
}

static void packed(void **state) {
  (void)state;
  static struct machine want, got;
  struct wl_insn n;
  for (unsigned k = 0; k < 128 * FORM_ROUNDS; k++) {
    const unsigned op = k % 128;
    const bool f16 = op >= WL_OP_v_pk_fma_f16;
    const struct reference r = {.half = true, .signs = f16 ? 7 : 0};
    uint32_t code[3];
    if (is_mix(op)) continue;
    for (unsigned i = 0; i < 3; i++)
      code[i] = random32() % 4 ? 256 + random32() % ROWS : random32() % 2 ? 14 : random_constant();
    const bool plain = random32() % 2, clamp = random32() % 2;
    const uint32_t low = plain ? 0 : random32() & 7, high = plain ? 7 : random32() & 7;
    const uint32_t neg[2] = {random32() & 7, random32() & 7};
    const uint32_t w0 = vop3p_word(op, clamp, low, high, neg[1]), w1 = vop3p_second(code, high, neg[0]);
    if (op >= PACKED_REFERENCES) {
      assert_false(decode(&n, WL_FMT_VOP3P, w0, w1));
      continue;
    }
    const wl_host host = (wl_host)(random32() % WL_HOST_COUNT);
    wl_vector_use(wl_host_supported(host) ? host : WL_HOST_BASE);
    randomise(&want, random_mode());
    copy(&got, &want);
    assert_true(decode(&n, WL_FMT_VOP3P, w0, w1));
    assert_int_equal(n.vdst_regs, 1);
    n.fn(&got.wave, &n);
    uint32_t d[WL_LANES];
    for (unsigned l = 0; l < WL_LANES; l++) {
      d[l] = 0;
      for (unsigned half = 0; half < 2; half++) {
        uint64_t s[3];
        for (unsigned i = 0; i < 3; i++)
          s[i] = (source_value(&want, &r, i, code[i], l) >> (16 * ((half ? high : low) >> i & 1)) & 0xffff) ^
                 (f16 && (neg[half] >> i & 1) ? 0x8000 : 0);
        const uint32_t mode = want.wave.mode;
        struct lane x = {.a = s[0], .b = s[1], .c = s[2], .mode = mode, .clamp = clamp && packed_references[op].clamps};
        packed_references[op].lane(&x);
        if (f16 && clamp) x.d = wl_fp_clamp(&wl_f16_format, x.d, mode);
        d[l] |= (uint32_t)(x.d & 0xffff) << (16 * half);
      }
    }
    for (unsigned l = 0; l < WL_LANES; l++) {
      if (wl_exec(&want.wave) >> l & 1) want.rows[5][l] = d[l];
    }
    same(&want, &got, &n);
  }
  assert_false(decode(&n, WL_FMT_VOP3P, 0xd3820000u, 4 | 5u << 9));      // two SGPRs
  assert_false(decode(&n, WL_FMT_VOP3P, 0xd3820000u, 255 | 256u << 9));  // literal
}

// v_mad_mix, and v_fma_mix of gfx906: the sources as OP_SEL_HI, OP_SEL, NEG_HI (absolute) and NEG say, and which half
// is written.
static void mixed(void **state) {
  (void)state;
  static const char *const unfused_names[] = {"v_mad_mix_f32", "v_mad_mixlo_f16", "v_mad_mixhi_f16"};
  static const char *const fused_names[] = {"v_fma_mix_f32", "v_fma_mixlo_f16", "v_fma_mixhi_f16"};
  static struct machine want, got;
  struct wl_insn n;
  for (unsigned k = 0; k < 32 * FORM_ROUNDS; k++) {
    const bool fused = k / 3 % 2;
    const uint32_t op = (fused ? WL_OP_v_fma_mix_f32 : WL_OP_v_mad_mix_f32) + k % 3;
    uint32_t code[3];
    for (unsigned i = 0; i < 3; i++)
      code[i] = random32() % 4 ? 256 + random32() % ROWS : random32() % 2 ? 14 : random_constant();
    const bool clamp = random32() % 4 == 0, to_half = op != WL_OP_v_mad_mix_f32;
    const uint32_t low = random32() & 7, halves = random32() & 7, neg = random32() & 7, abs = random32() & 7;
    const wl_host host = (wl_host)(random32() % WL_HOST_COUNT);
    wl_vector_use(wl_host_supported(host) ? host : WL_HOST_BASE);
    randomise(&want, random_mode());
    copy(&got, &want);
    machine_isa = fused ? WL_GFX906 : WL_GFX900;
    assert_true(decode(&n, WL_FMT_VOP3P, vop3p_word(op, clamp, low, halves, abs), vop3p_second(code, halves, neg)));
    assert_string_equal(n.name, fused ? fused_names[k % 3] : unfused_names[k % 3]);
    assert_int_equal(n.flags & WL_INSN_READS_VDST, to_half ? WL_INSN_READS_VDST : 0);
    n.fn(&got.wave, &n);
    const uint32_t mode = want.wave.mode;
    for (unsigned l = 0; l < WL_LANES; l++) {
      if (!(wl_exec(&want.wave) >> l & 1)) continue;
      uint64_t s[3];
      for (unsigned i = 0; i < 3; i++) {
        const bool half = halves >> i & 1;
        const struct reference r = {.half = half, .signs = 7};
        const uint64_t sign = half ? 0x8000 : 0x80000000u;
        s[i] = source_value(&want, &r, i, code[i], l);
        if (half) s[i] = (low >> i & 1 ? s[i] >> 16 : s[i]) & 0xffff;
        if (abs >> i & 1) s[i] &= ~sign;
        if (neg >> i & 1) s[i] ^= sign;
      }
      uint64_t d = (fused ? wl_fp_fma_mix : wl_fp_mad_mix)(s[0], s[1], s[2], halves, to_half, mode).bits;
      if (clamp) d = wl_fp_clamp(to_half ? &wl_f16_format : &wl_f32_format, d, mode);
      const uint32_t old = want.rows[5][l];
      want.rows[5][l] = (uint32_t)(!to_half                      ? d
                                   : op == WL_OP_v_mad_mixlo_f16 ? old / 65536 * 65536 + d
                                                                 : d * 65536 + old % 65536);
    }
    same(&want, &got, &n);
  }
  machine_isa = WL_GFX900;
}

// Part i of a dot product's source.
static int64_t part(uint64_t source, unsigned i, unsigned width, bool is_signed) {
  const int64_t x = (int64_t)(source >> (i * width) & ((1u << width) - 1));
  return is_signed && x >> (width - 1) ? x - (1 << width) : x;
}

// v_dot* of gfx906: OP_SEL and OP_SEL_HI pick halves of S0 and S1, of dot2 alone. NEG and NEG_HI are signs of f16.
static void dots(void **state) {
  (void)state;
  static const struct {
    uint32_t op;
    unsigned width;
    bool is_float, is_signed;
  } kinds[] = {
      {WL_OP_v_dot2_f32_f16, 16, true, false},  {WL_OP_v_dot2_i32_i16, 16, false, true},
      {WL_OP_v_dot2_u32_u16, 16, false, false}, {WL_OP_v_dot4_i32_i8, 8, false, true},
      {WL_OP_v_dot4_u32_u8, 8, false, false},   {WL_OP_v_dot8_i32_i4, 4, false, true},
      {WL_OP_v_dot8_u32_u4, 4, false, false},
  };
  enum { KINDS = sizeof kinds / sizeof *kinds };
  static struct machine want, got;
  struct wl_insn n;
  unsigned saturated = 0;
  for (unsigned k = 0; k < 200 * KINDS; k++) {
    const unsigned kind = k % KINDS, width = kinds[kind].width;
    const bool is_float = kinds[kind].is_float, is_signed = kinds[kind].is_signed;
    uint32_t code[3];
    for (unsigned i = 0; i < 3; i++)
      code[i] = random32() % 4 ? 256 + random32() % ROWS : random32() % 2 ? 14 : random_constant();
    const bool plain = random32() % 2, clamp = random32() % 2;
    const uint32_t low = plain ? 0 : random32() & 7, high = plain ? 3 : random32() & 7;
    const uint32_t neg[2] = {random32() & 7, random32() & 7};
    const wl_host host = (wl_host)(random32() % WL_HOST_COUNT);
    wl_vector_use(wl_host_supported(host) ? host : WL_HOST_BASE);
    randomise(&want, random_mode());
    copy(&got, &want);
    const uint32_t w0 = vop3p_word(kinds[kind].op, clamp, low, high, neg[1]), w1 = vop3p_second(code, high, neg[0]);
    machine_isa = WL_GFX900;
    assert_false(decode(&n, WL_FMT_VOP3P, w0, w1));
    machine_isa = WL_GFX906;
    assert_true(decode(&n, WL_FMT_VOP3P, w0, w1));
    n.fn(&got.wave, &n);
    for (unsigned l = 0; l < WL_LANES; l++) {
      if (!(wl_exec(&want.wave) >> l & 1)) continue;
      uint64_t s[3];
      for (unsigned i = 0; i < 3; i++) {
        const struct reference r = {.half = width == 16 && i < 2, .signs = is_float ? 7 : 0};
        s[i] = source_value(&want, &r, i, code[i], l);
        if (i == 2 || width < 16) continue;
        const uint64_t bottom = low >> i & 1 ? s[i] / 65536 : s[i] % 65536;
        s[i] = bottom + 65536 * (high >> i & 1 ? s[i] / 65536 : s[i] % 65536);
        if (is_float) s[i] ^= (neg[0] >> i & 1 ? 0x8000u : 0) | (neg[1] >> i & 1 ? 0x80000000u : 0);
      }
      if (is_float) {
        const uint32_t c = (uint32_t)s[2] ^ (neg[0] & 4) << 29, mode = want.wave.mode;
        const uint64_t d = wl_fp_dot2((uint32_t)s[0], (uint32_t)s[1], c, mode).bits;
        want.rows[5][l] = (uint32_t)(clamp ? wl_fp_clamp(&wl_f32_format, d, mode) : d);
        continue;
      }
      int64_t sum = is_signed ? (int32_t)s[2] : (int64_t)s[2];
      for (unsigned i = 0; i < 32 / width; i++)
        sum += part(s[0], i, width, is_signed) * part(s[1], i, width, is_signed);
      const int64_t least = is_signed ? INT32_MIN : 0, most = is_signed ? INT32_MAX : UINT32_MAX;
      saturated += clamp && (sum < least || sum > most);
      want.rows[5][l] = (uint32_t)(!clamp ? sum : sum < least ? least : sum > most ? most : sum);
    }
    same(&want, &got, &n);
  }
  assert_true(saturated > 100);
  for (uint32_t op = 0; op < 128; op++) {  // what gfx906 has not
    const uint32_t code[3] = {256, 256, 256};
    const bool legal = op < PACKED_REFERENCES || (op >= WL_OP_v_fma_mix_f32 && op <= WL_OP_v_dot2_f32_f16) ||
                       (op >= WL_OP_v_dot2_i32_i16 && op <= WL_OP_v_dot8_u32_u4);
    assert_int_equal(decode(&n, WL_FMT_VOP3P, vop3p_word(op, false, 0, 7, 0), vop3p_second(code, 7, 0)), legal);
  }
  machine_isa = WL_GFX900;
}

// v_mqsad_u32_u8, also where the result overlaps its sources.
static void four_rows(void **state) {
  (void)state;
  static struct machine want, before, got;
  struct wl_insn n;
  for (unsigned k = 0; k < 4 * FORM_ROUNDS; k++) {
    const uint32_t a = random32() % ROWS, b = random32() % ROWS, c = random32() % ROWS, d = random32() % ROWS,
                   clamp = random32() & 1;
    randomise(&want, random_mode());
    copy(&before, &want);
    copy(&got, &want);
    assert_true(decode(&n, WL_FMT_VOP3, 0xd0000000u | 487u << 16 | clamp << 15 | d,
                       (256 + a) | (256 + b) << 9 | (256 + c) << 18));
    assert_int_equal(n.vdst_regs, 4);
    assert_int_equal(n.src[2].regs, 4);
    n.fn(&got.wave, &n);
    for (unsigned l = 0; l < WL_LANES; l++) {
      if (!(wl_exec(&want.wave) >> l & 1)) continue;
      const struct lane x = {.a = before.rows[a][l] | (uint64_t)before.rows[a + 1][l] << 32, .b = before.rows[b][l]};
      for (unsigned i = 0; i < 4; i++) {
        const uint64_t sum = sad_at(&x, i, true) + before.rows[c + i][l];
        want.rows[d + i][l] = clamp && sum > UMAX ? UMAX : (uint32_t)sum;
      }
    }
    same(&want, &got, &n);
  }
}

// ---- SDWA and DPP ------------------------------------------------------------------------------

// One SDWA or DPP instruction: its words and their fields.
struct form {
  bool dpp;
  uint32_t op;             // of a compare, its VOPC opcode
  uint32_t vdst, code[2];  // source codes as in a plain instruction
  uint32_t sel[3];         // of both sources, of the destination
  uint32_t sext, neg, abs;
  uint32_t unused, omod;
  bool clamp;
  uint32_t mask_dst;
  uint32_t control, row_mask, bank_mask;
  bool bound;
  uint32_t w0, w1;
};

static struct form random_form(const struct reference *r, bool dpp, bool compare) {
  static const uint32_t controls[] = {0x130, 0x134, 0x138, 0x13c, 0x140, 0x141, 0x142, 0x143};
  struct form f = {.dpp = dpp, .op = r->vop3, .vdst = random32() % ROWS, .mask_dst = WL_VCC};
  for (unsigned i = 0; i < 2; i++) {
    f.code[i] = 256 + random32() % ROWS;
    if (!dpp && random32() % 4 == 0) f.code[i] = random32() % 2 && !r->mask_in ? 8 : random_constant();
  }
  f.neg = random32() & 3, f.abs = random32() & 3;
  f.w0 = compare                ? 0x7c000000 | f.op << 17
         : f.op >= WL_VOP3_VOP1 ? 0x7e000000 | (f.op - WL_VOP3_VOP1) << 9 | f.vdst << 17
                                : (f.op - WL_VOP3_VOP2) << 25 | f.vdst << 17;
  if (compare || f.op < WL_VOP3_VOP1) f.w0 |= (f.code[1] & 255) << 9;
  if (dpp) {
    const uint32_t kind = random32() % 3, n = 1 + random32() % 15;
    f.control = kind == 0 ? random32() % 256 : kind == 1 ? 0x100 + 16 * (random32() % 3) + n : controls[random32() % 8];
    f.row_mask = random32() % 2 ? 15 : random32() % 16, f.bank_mask = random32() % 2 ? 15 : random32() % 16;
    f.bound = random32() % 2;
    f.w0 |= DPP_CODE;
    f.w1 = f.row_mask << 28 | f.bank_mask << 24 | (f.abs >> 1) << 23 | (f.neg >> 1) << 22 | (f.abs & 1) << 21 |
           (f.neg & 1) << 20 | (uint32_t)f.bound << 19 | f.control << 8 | (f.code[0] & 255);
    return f;
  }
  for (unsigned i = 0; i < 3; i++) f.sel[i] = random32() % 7;
  f.sext = random32() & 3, f.unused = random32() % 3, f.omod = random32() & 3, f.clamp = random32() & 1;
  f.w0 |= SDWA_CODE;
  f.w1 = (uint32_t)(f.code[1] < 256) << 31 | (f.abs >> 1) << 29 | (f.neg >> 1) << 28 | (f.sext >> 1) << 27 |
         f.sel[1] << 24 | (uint32_t)(f.code[0] < 256) << 23 | (f.abs & 1) << 21 | (f.neg & 1) << 20 |
         (f.sext & 1) << 19 | f.sel[0] << 16 | (f.code[0] & 255);
  if (!compare) {
    f.w1 |= f.omod << 14 | (uint32_t)f.clamp << 13 | f.unused << 11 | f.sel[2] << 8;
  } else if (random32() % 2) {
    f.mask_dst = random32() % 8 ? 2 * (random32() % 54) : WL_EXEC;
    f.w1 |= 1u << 15 | f.mask_dst << 8;
  }
  return f;
}

// Lane that lane i reads by DPP_CTRL, or -1.
static int dpp_lane(uint32_t control, int i) {
  const int row = i / 16, at = i % 16, n = (int)(control % 16);
  const int quad[4] = {(int)(control & 3), (int)(control / 4 & 3), (int)(control / 16 & 3), (int)(control / 64 & 3)};
  if (control < 256) return i - i % 4 + quad[i % 4];
  switch (control) {
    case 0x130: return i == 63 ? -1 : i + 1;
    case 0x134: return i == 63 ? 0 : i + 1;
    case 0x138: return i == 0 ? -1 : i - 1;
    case 0x13c: return i == 0 ? 63 : i - 1;
    case 0x140: return 16 * row + 15 - at;
    case 0x141: return 8 * (i / 8) + 7 - i % 8;
    case 0x142: return row == 0 ? -1 : 16 * row - 1;
    case 0x143: return row < 2 ? -1 : 31;
    default: break;
  }
  if (control < 0x110) return at + n > 15 ? -1 : i + n;
  if (control < 0x120) return at - n < 0 ? -1 : i - n;
  return 16 * row + (at - n + 16) % 16;
}

static uint64_t form_lanes(const struct machine *m, const struct form *f) {
  const uint64_t exec = wl_exec(&m->wave);
  uint64_t lanes = 0;
  for (int i = 0; i < WL_LANES; i++) {
    if (!(exec >> i & 1)) continue;
    if (f->dpp) {
      const int from = dpp_lane(f->control, i);
      if (!(f->row_mask >> (i / 16) & 1) || !(f->bank_mask >> (i % 16 / 4) & 1)) continue;
      if (!f->bound && (from < 0 || !(exec >> from & 1))) continue;
    }
    lanes |= 1ull << i;
  }
  return lanes;
}

static const uint32_t part_at[7] = {0, 8, 16, 24, 0, 16, 0}, part_bits[7] = {8, 8, 8, 8, 16, 16, 32};

static uint64_t form_source(const struct machine *m, const struct reference *r, const struct form *f, unsigned i,
                            unsigned lane) {
  const uint64_t sign = r->half ? 0x8000 : 0x80000000u;
  const bool is_float = r->signs >> i & 1;
  uint64_t s;
  if (f->dpp && i == 0) {
    const int from = dpp_lane(f->control, (int)lane);
    s = from < 0 || !(wl_exec(&m->wave) >> from & 1) ? 0 : m->rows[f->code[0] - 256][from];
  } else {
    s = source_value(m, r, i, f->code[i], lane);
  }
  if (!f->dpp) {
    s = s >> part_at[f->sel[i]] & ((1ull << part_bits[f->sel[i]]) - 1);
    const bool untyped = r->vop3 == WL_VOP3_VOP2 + WL_OP_v_cndmask_b32;  // D-VEC-37
    if ((f->sext >> i & 1) && (!is_float || untyped)) s = (uint32_t)sx(s, part_bits[f->sel[i]]);
  }
  if (is_float && (f->abs >> i & 1)) s &= ~sign;
  if (is_float && (f->neg >> i & 1)) s ^= sign;
  return s;
}

static uint32_t form_place(const struct form *f, uint32_t d, uint32_t old) {
  if (f->dpp || f->sel[2] == 6) return d;
  const unsigned at = part_at[f->sel[2]], bits = part_bits[f->sel[2]];
  uint32_t r = 0;
  for (unsigned i = 0; i < 32; i++) {
    const uint32_t unused = f->unused == 2 ? old >> i : f->unused == 1 && i >= at ? d >> (bits - 1) : 0;
    r |= ((i >= at && i < at + bits ? d >> (i - at) : unused) & 1) << i;
  }
  return r;
}

static void form_round(const struct reference *r, bool dpp) {
  static struct machine want, got;
  struct wl_insn n;
  const struct form f = random_form(r, dpp, false);
  randomise(&want, random_mode());
  copy(&got, &want);
  const struct machine *before = &got;
  if (!decode(&n, f.op >= WL_VOP3_VOP1 ? WL_FMT_VOP1 : WL_FMT_VOP2, f.w0, f.w1))
    fail_msg("illegal: %08x %08x", f.w0, f.w1);
  const uint64_t lanes = form_lanes(&want, &f), vcc = wl_vcc(&want.wave);
  const bool keeps = !dpp && f.unused == 2 && f.sel[2] != 6;
  if (keeps) assert_true(n.flags & WL_INSN_READS_VDST);
  assert_true(wl_vector_lanes(&got.wave, &n) == lanes);
  uint64_t carry = 0;
  for (unsigned l = 0; l < WL_LANES; l++) {
    if (!(lanes >> l & 1)) continue;
    struct lane x = {.a = form_source(before, r, &f, 0, l),
                     .b = r->sources > 1 ? form_source(before, r, &f, 1, l) : 0,
                     .old = before->rows[f.vdst][l],
                     .mode = want.wave.mode,
                     .lane = l,
                     .clamp = f.clamp,
                     .ci = vcc >> l & 1};
    r->lane(&x);
    uint32_t d = (uint32_t)x.d;
    const struct wl_fp_format *format = r->out == F16 ? &wl_f16_format : &wl_f32_format;
    if (r->out != INT) d = (uint32_t)wl_fp_omod(format, d, f.omod, x.mode);
    if (r->out != INT && f.clamp) d = (uint32_t)wl_fp_clamp(format, d, x.mode);
    if (r->result16 != ANY_RESULT) d = (d & 0xffff) + (r->result16 == KEEPS ? (uint32_t)x.old / 65536 * 65536 : 0);
    want.rows[f.vdst][l] = form_place(&f, d, (uint32_t)x.old);
    carry |= (uint64_t)x.co << l;
  }
  if (r->carry_out) wl_set_sgpr64(&want.wave, WL_VCC, carry);
  n.fn(&got.wave, &n);
  same(&want, &got, &n);
}

static void compare_round(unsigned op, bool dpp) {
  static struct machine want, got;
  struct wl_insn n;
  const struct reference r = compare_operands(op);
  const struct form f = random_form(&r, dpp, true);
  randomise(&want, random_mode());
  if (random32() % 3 == 0) memcpy(want.rows[2], want.rows[3], sizeof want.rows[2]);
  copy(&got, &want);
  if (!decode(&n, WL_FMT_VOPC, f.w0, f.w1)) fail_msg("illegal: %08x %08x", f.w0, f.w1);
  const uint64_t lanes = form_lanes(&want, &f);
  uint64_t mask = 0;
  for (unsigned l = 0; l < WL_LANES; l++) {
    mask |=
        (uint64_t)compare_lane(op, form_source(&want, &r, &f, 0, l), form_source(&want, &r, &f, 1, l), want.wave.mode)
        << l;
  }
  wl_set_sgpr64(&want.wave, f.mask_dst, mask & lanes);
  if (compare_writes_exec(op)) wl_set_sgpr64(&want.wave, WL_EXEC, mask & lanes);
  n.fn(&got.wave, &n);
  same(&want, &got, &n);
}

static void every_form(bool dpp) {
  for (unsigned i = 0; i < REFERENCES; i++) {
    const struct reference *r = &references[i];
    const bool mac = r->vop3 == 278 || r->vop3 == 291 || r->vop3 == 315, has_64_bits = r->wide || r->rows == 2;
    machine_isa = r->isa;
    for (unsigned k = 0; k < FORM_ROUNDS && r->vop3 < 448 && (dpp || !mac) && !has_64_bits; k++) form_round(r, dpp);
  }
  machine_isa = WL_GFX900;
  for (unsigned op = 16; op < 224; op++) {
    for (unsigned k = 0; k < FORM_ROUNDS / 2 && is_compare(op) && !compare_operands(op).wide; k++)
      compare_round(op, dpp);
  }
}

static void sdwa(void **state) {
  (void)state;
  every_form(false);
}

static void dpp(void **state) {
  (void)state;
  every_form(true);
}

#define WORDS1(op, code) WL_FMT_VOP1, 0x7e000000u | (uint32_t)(op) << 9 | (uint32_t)(code)
#define WORDS2(op, code) WL_FMT_VOP2, (uint32_t)(op) << 25 | (uint32_t)(code)
#define WORDSC(op, code) WL_FMT_VOPC, 0x7c000000u | (uint32_t)(op) << 17 | (uint32_t)(code)

static void legality(void **state) {
  (void)state;
  struct wl_insn n;
  enum { FULL = 6u << 24 | 6 << 16 | 6 << 8, S0 = WL_SDWA_SRC0_IS_SGPR };
  enum {
    ADD = WL_OP_v_add_u32,
    MAC = WL_OP_v_mac_f32,
    FMAC = WL_OP_v_fmac_f32,
    MADMK = WL_OP_v_madmk_f32,
    MADAK = WL_OP_v_madak_f32,
    CNDMASK = WL_OP_v_cndmask_b32
  };
  const uint32_t s1 = 1u << 31, dpp_all = 0xff000000u | 0xe4 << 8;
  assert_true(decode(&n, WORDS2(ADD, SDWA_CODE), FULL));
  assert_int_equal(n.flags & WL_INSN_READS_VDST, 0);
  assert_false(decode(&n, WORDS2(ADD, SDWA_CODE), FULL | 1 << 8));
  assert_false(decode(&n, WORDS2(ADD, SDWA_CODE), FULL | 1 << 16));
  assert_false(decode(&n, WORDS2(ADD, SDWA_CODE), FULL | 1 << 24));
  assert_false(decode(&n, WORDS2(ADD, SDWA_CODE), FULL | 3 << 11));
  assert_true(decode(&n, WORDS1(1, SDWA_CODE), FULL | 1 << 24));  // v_mov_b32 has no SRC1
  assert_true(decode(&n, WORDS2(ADD, SDWA_CODE), FULL | S0 | 4));
  assert_false(decode(&n, WORDS2(ADD, SDWA_CODE), FULL | S0 | 255));
  assert_false(decode(&n, WORDS2(ADD, SDWA_CODE), FULL | S0 | 125));
  assert_true(decode(&n, WORDS2(ADD, 4 << 9 | SDWA_CODE), FULL | S0 | s1 | 4));
  assert_false(decode(&n, WORDS2(ADD, 5 << 9 | SDWA_CODE), FULL | S0 | s1 | 4));
  assert_true(decode(&n, WORDS2(ADD, 5 << 9 | SDWA_CODE), FULL | S0 | s1 | 130));
  assert_false(decode(&n, WORDS2(CNDMASK, SDWA_CODE), FULL | S0 | 4));
  assert_true(decode(&n, WORDS2(CNDMASK, SDWA_CODE), FULL | S0 | WL_VCC));
  assert_true(decode(&n, WORDSC(193, SDWA_CODE), 6u << 24 | 6 << 16 | 1 << 15 | 126 << 8));
  assert_false(decode(&n, WORDSC(193, SDWA_CODE), 6u << 24 | 6 << 16 | 1 << 15 | 5 << 8));
  assert_true(decode(&n, WORDSC(193, SDWA_CODE), 6u << 24 | 6 << 16 | 5 << 8));
  assert_false(decode(&n, WORDSC(225, SDWA_CODE), 6u << 24 | 6 << 16));  // 64-bit
  assert_false(decode(&n, WORDS2(MAC, SDWA_CODE), FULL));
  assert_true(decode(&n, WORDS1(0, SDWA_CODE), ~0u));  // v_nop ignores its fields
  assert_true(decode(&n, WORDS1(0, DPP_CODE), ~0u));
  assert_true(decode(&n, WORDS2(MAC, DPP_CODE), dpp_all));
  machine_isa = WL_GFX906;
  assert_false(decode(&n, WORDS2(FMAC, SDWA_CODE), FULL));
  assert_true(decode(&n, WORDS2(FMAC, DPP_CODE), dpp_all));
  machine_isa = WL_GFX900;
  assert_false(decode(&n, WORDSC(225, DPP_CODE), dpp_all));
  static const uint8_t vop1_without[] = {2, 53, 81};  // readfirstlane, clrexcp, swap
  for (unsigned code = SDWA_CODE; code <= DPP_CODE; code++) {
    const uint32_t w1 = code == SDWA_CODE ? FULL : dpp_all;
    for (unsigned i = 0; i < 3; i++) assert_false(decode(&n, WORDS1(vop1_without[i], code), w1));
    assert_false(decode(&n, WORDS2(MADMK, code), w1));
    assert_false(decode(&n, WORDS2(MADAK, code), w1));
  }
  assert_false(decode(&n, WORDS2(ADD, DPP_CODE), dpp_all | 1 << 17));
  assert_false(decode(&n, WORDS2(ADD, DPP_CODE), dpp_all | 1 << 18));
  unsigned legal = 0;
  for (uint32_t control = 0; control < 512; control++)
    legal += decode(&n, WORDS2(ADD, DPP_CODE), 0xff000000u | control << 8);
  assert_int_equal(legal, 256 + 3 * 15 + 8);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(packed), cmocka_unit_test(mixed), cmocka_unit_test(dots),     cmocka_unit_test(four_rows),
      cmocka_unit_test(sdwa),   cmocka_unit_test(dpp),   cmocka_unit_test(legality),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
