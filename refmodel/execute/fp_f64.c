// SPDX-License-Identifier: Apache-2.0
// v_trig_preop_f64 (numerics.md 3.4).
#include "execute/fp.h"
#include "execute/fp_pack.h"

// 1201 fraction bits of 2/pi, the first on top; what lies below them is 0.
static const uint64_t two_over_pi[] = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
    0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4,
    0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b0000,
};
enum { WORDS = sizeof two_over_pi / sizeof *two_over_pi };

static uint64_t word(unsigned i) { return i < WORDS ? two_over_pi[i] : 0; }

struct wl_fp wl_fp_trig_preop(uint64_t a, uint32_t segment, uint32_t mode) {
  const struct wl_fp_format *const f = &wl_f64_format;
  const int exponent = wl_exponent_field(f, a);
  const unsigned first = 53 * (segment & 31) + (unsigned)(exponent > 1077 ? exponent - 1077 : 0);
  // 53 bits behind the first ones.
  const unsigned at = first / 64, skip = first % 64;
  const uint64_t bits = (skip ? word(at) << skip | word(at + 1) >> (64 - skip) : word(at)) >> 11;
  const struct wl_number x = {false, 126 - 53 - (int)first + (exponent >= 1968 ? 128 : 0), bits};
  return (struct wl_fp){wl_round_pack(x, f, WL_ROUND_ZERO, mode & f->keep_out, false).bits, 0};
}
