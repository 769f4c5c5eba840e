// SPDX-License-Identifier: Apache-2.0
// The pure arithmetic (fp_pure.h) and the fast one (fp_fast.h) leave the same state and exceptions. Every opcode of the
// vector ALU runs in every mode. Its operands are corners, numbers beside a tie, and random.
#include <stdlib.h>

#include "vector_machine.h"

enum { A = 1, B = 2, C = 3, D = 8, MASK = 20 };  // rows and SGPRs of the operands
enum { MODES = 0x400 };                          // round, denormals, DX10_CLAMP, IEEE: bits 0 to 9

// Zeros, denormals, ends of the range, infinities, NaNs, ties of rounding to integers, and those of conversions.
static const uint32_t corners[] = {0,          0x00000001, 0x00000002, 0x003fffff, 0x007fffff, 0x00800000, 0x00800001,
                                   0x00ffffff, 0x01000000, 0x33000000, 0x33800000, 0x38800000, 0x387fc000, 0x3effffff,
                                   0x3f000000, 0x3f000001, 0x3f7fffff, 0x3f800000, 0x3f800001, 0x3fc00000, 0x40200000,
                                   0x477fefff, 0x477ff000, 0x4affffff, 0x4b000001, 0x4b7fffff, 0x4effffff, 0x4f000000,
                                   0x4f7fffff, 0x4f800000, 0x7effffff, 0x7f000000, 0x7f7fffff, 0x7f800000, 0x7f800001,
                                   0x7fbfffff, 0x7fc00000, 0x7fffffff};
enum { CORNERS = sizeof corners / sizeof *corners };

// The same for two f16.
static uint32_t half_corners(void) {
  static const uint16_t halves[] = {0,      0x0001, 0x03ff, 0x0400, 0x0401, 0x0800, 0x1400, 0x3800, 0x3bff, 0x3c00,
                                    0x3c01, 0x6400, 0x77ff, 0x7800, 0x7bff, 0x7c00, 0x7c01, 0x7e00, 0x7fff};
  const uint32_t low = halves[random32() % 19], high = halves[random32() % 19];
  return (random32() & 0x80008000u) | low | high << 16;
}

static uint32_t corner(void) { return corners[random32() % CORNERS] | (random32() & 0x80000000u); }

// An operand that makes a tie, or nearly one, in the sum with a: half an ulp of a.
static uint32_t half_ulp(uint32_t a) {
  const uint32_t exponent = a >> 23 & 0xff;
  return (random32() & 0x80000000u) | (exponent > 24 ? (exponent - 24) << 23 : 0) | random32() % 2;
}

static void operands(struct machine *m, uint32_t mode) {
  randomise(m, mode);
  // Often one lane: all lanes together raise everything.
  const uint32_t some = random32() % 4;
  if (some) wl_set_sgpr64(&m->wave, WL_EXEC, some == 1 ? ~0ull : 1ull << random32() % WL_LANES);
  m->wave.trapsts = random32() % 4 ? 0 : random32() & WL_TRAPSTS_EXCEPTIONS;
  const bool halves = random32() % 4 == 0;
  for (unsigned l = 0; l < WL_LANES; l++) {
    uint32_t *a = &m->rows[A][l], *b = &m->rows[B][l], *c = &m->rows[C][l];
    if (halves) {
      *a = half_corners();
      if (l % 2) *b = half_corners();
      if (l % 4) *c = half_corners();
      continue;
    }
    if (l % 4 < 2) *a = corner();
    if (l % 4 == 1) *b = corner();
    if (l % 4 == 1) *c = corner();
    if (l % 4 == 2) *b = half_ulp(*a);
    // The exact product less a little: what is left is small, or a tie.
    if (l % 4 == 3) *c = (wl_f32_mul(*a, *b, WL_MODE_DENORM32_IN | WL_MODE_DENORM32_OUT) ^ 0x80000000u) + l % 3 - 1;
  }
}

static bool leaves_the_same(const struct machine *start, const struct wl_insn *pure, const struct wl_insn *fast,
                            struct machine *want, struct machine *got) {
  copy(want, start);
  copy(got, start);
  pure->fn(&want->wave, pure);
  fast->fn(&got->wave, fast);
  return memcmp(want->wave.sgpr, got->wave.sgpr, sizeof want->wave.sgpr) == 0 &&
         want->wave.trapsts == got->wave.trapsts && memcmp(want->rows, got->rows, sizeof want->rows) == 0;
}

#ifdef __SANITIZE_ADDRESS__
enum { STEP = 5 };  // modes that one stands for: values are compared in all of them without the sanitizers
#else
enum { STEP = 1 };
#endif

enum { VOP2_FIRST = MODES, VOP3P_FIRST = VOP2_FIRST + 64, OPCODES = VOP3P_FIRST + 128 };

// Each opcode as VOP3, with OMOD or CLAMP now and then, those that VOP2 alone has, and those of VOP3P with NEG and the
// halves of sources.
static bool decode_opcode(struct wl_insn *n, unsigned opcode, uint32_t modifiers, uint32_t literal) {
  if (opcode >= VOP3P_FIRST) {
    const uint32_t op_sel = modifiers >> 3 & 7, fields = modifiers << 27, neg_hi = modifiers >> 14 & 7;
    return decode(n, WL_FMT_VOP3P,
                  0xd3800000u | (opcode - VOP3P_FIRST) << 16 | (modifiers & 0x4000) | op_sel << 11 |
                      (modifiers & 1) << 15 | neg_hi << 8 | D,
                  fields | (256 + C) << 18 | (256 + B) << 9 | (256 + A));
  }
  if (opcode >= VOP2_FIRST)
    return decode(n, WL_FMT_VOP2, (opcode - VOP2_FIRST) << 25 | D << 17 | B << 9 | (256 + A), literal);
  const uint32_t clamp = modifiers & 1, omod = modifiers >> 1 & 3, w0 = 0xd0000000u | opcode << 16 | clamp << 15 | D;
  const uint32_t w1 = omod << 27 | (256 + B) << 9 | (256 + A);
  return decode(n, WL_FMT_VOP3, w0, w1 | (256 + C) << 18) || decode(n, WL_FMT_VOP3, w0, w1 | MASK << 18);
}

static bool is_float(const struct wl_insn *n) { return n->vop->signs || n->vop->out != WL_OUT_INT; }

// Runs each float opcode of an instruction set in every mode (STEP), `passes` times. In three passes a mode meets each
// level of the host. Returns how many opcodes there are.
static unsigned same_of(wl_isa isa, unsigned passes) {
  static struct machine start, want, got;
  unsigned floats = 0;
  machine_isa = isa;
  for (unsigned opcode = 0; opcode < OPCODES; opcode++) {
    struct wl_insn pure, fast;
    wl_vector_use(WL_HOST_PURE);
    if (!decode_opcode(&pure, opcode, 0, 0) || !is_float(&pure)) continue;
    floats++;
    for (uint32_t k = 0; k < passes * MODES; k += STEP) {
      const uint32_t mode = k % MODES | (random32() & WL_MODE_FP16_OVFL), modifiers = random32() % 4 ? 0 : random32();
      const uint32_t literal = corner();
      operands(&start, mode);
      const wl_host host = (wl_host)(WL_HOST_BASE + k % (WL_HOST_COUNT - WL_HOST_BASE));
      wl_vector_use(WL_HOST_PURE);
      assert_true(decode_opcode(&pure, opcode, modifiers, literal));
      wl_vector_use(wl_host_supported(host) ? host : WL_HOST_BASE);
      assert_true(decode_opcode(&fast, opcode, modifiers, literal));
      assert_true(pure.fn != fast.fn);
      if (leaves_the_same(&start, &pure, &fast, &want, &got)) continue;
      same(&want, &got, &fast);
      fail_msg("%s %08x %08x mode %x: the pure level raises %02x, the host %02x", fast.name, fast.words[0],
               fast.words[1], mode, want.wave.trapsts, got.wave.trapsts);
    }
  }
  machine_isa = WL_GFX900;
  return floats;
}

// Each opcode runs in each mode once, and at each level in a third of the modes. With WHOLE in the environment, as in
// the nightly, each mode meets each level.
static void same_in_every_mode(void **state) {
  (void)state;
  const unsigned floats = same_of(WL_GFX900, getenv("WHOLE") ? 3 : 1);
  assert_true(floats >= 60);
  assert_int_equal(same_of(WL_GFX906, 1),
                   floats + 3);  // v_fmac_f32 twice, v_dot2_f32_f16; the others have the same code
}

// Additions that are wrong: a denormal result is lost, so is what a NaN carries, and a sum is cut off. Each is found.
static enum { NO_DENORMAL, NO_PAYLOAD, CUT_OFF, WRONG_COUNT } error;

static uint64_t wrong_add(struct wl_wave *w, const struct wl_insn *n, uint32_t *d, const uint32_t *a, const uint32_t *b,
                          const uint32_t *c) {
  (void)n, (void)c;
  for (unsigned i = 0; i < WL_LANES; i++) {
    const uint32_t right = wl_f32_add(a[i], b[i], w->mode);
    d[i] = error == NO_DENORMAL  ? wl_f32_flush(right)
           : error == NO_PAYLOAD ? (wl_f32_is_nan(right) ? 0xffc00000u : right)
                                 : wl_f32_add(a[i], b[i], w->mode | WL_ROUND_ZERO);
  }
  return 0;
}

static void wrong_additions_are_found(void **state) {
  (void)state;
  static struct machine start, want, got;
  struct wl_insn pure, wrong;
  wl_vector_use(WL_HOST_PURE);
  assert_true(decode_opcode(&pure, WL_VOP3_VOP2 + WL_OP_v_add_f32, 0, 0));
  wrong = pure;
  wrong.lanes = wrong_add;
  for (error = NO_DENORMAL; error < WRONG_COUNT; error++) {
    unsigned found = 0;
    for (unsigned k = 0; k < 10; k++) {
      operands(&start, WL_MODE_DENORM32_IN | WL_MODE_DENORM32_OUT);
      found += !leaves_the_same(&start, &pure, &wrong, &want, &got);
    }
    if (!found) fail_msg("wrong addition %d is not found", (int)error);
  }
}

// A model that computes on integers alone binds the pure level, whatever the host has.
static void asked_for(void **state) {
  (void)state;
  struct wl_insn n, pure;
  wl_vector_use(WL_HOST_PURE);
  assert_true(decode_opcode(&pure, WL_VOP3_VOP2 + WL_OP_v_add_f32, 0, 0));
  wl_vector_use(WL_HOST_BASE);
  assert_true(decode_opcode(&n, WL_VOP3_VOP2 + WL_OP_v_add_f32, 0, 0));
  assert_true(n.lanes != pure.lanes && n.fn != pure.fn);
  wl_vector_bind(&n, true);
  assert_true(n.lanes == pure.lanes && n.fn == pure.fn);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_in_every_mode), cmocka_unit_test(wrong_additions_are_found),
                                     cmocka_unit_test(asked_for)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
