// SPDX-License-Identifier: Apache-2.0
// A second reading of the vector opcodes, one lane at a time, for test_vector.c. Integers are computed in 64 or 128
// bits and cut off; floats go to fp_*.c, which test_fp*.c check against MPFR.
#ifndef WAVELOCK_VECTOR_REFERENCE_H
#define WAVELOCK_VECTOR_REFERENCE_H

#include "execute/fp.h"
#include "isa/state.h"

struct lane {
  uint64_t a, b, c;  // sources with their modifiers applied
  uint64_t old;      // of the destination
  uint32_t mode;
  unsigned lane;
  bool clamp, ci;
  uint64_t d;  // results
  bool co;
};

typedef __int128 wide;

static inline int64_t sx(uint64_t x, unsigned bits) { return (int64_t)(x << (64 - bits)) >> (64 - bits); }
static inline float flt(uint64_t x) {
  const uint32_t u = (uint32_t)x;
  float f;
  memcpy(&f, &u, 4);
  return f;
}
static inline uint64_t sat(const struct lane *l, wide x, wide least, wide most) {
  return (uint64_t)(l->clamp && x > most ? most : l->clamp && x < least ? least : x);
}
static inline uint64_t byte(uint64_t x, unsigned i) { return x >> (8 * i) & 255; }
static inline uint64_t distance(uint64_t x, uint64_t y) { return x > y ? x - y : y - x; }

#define UMAX 0xffffffff
#define A32 ((int64_t)(int32_t)l->a)
#define B32 ((int64_t)(int32_t)l->b)
#define C32 ((int64_t)(int32_t)l->c)
#define REF(name, ...) \
  static void ref_##name(struct lane *l) { __VA_ARGS__; }

REF(mov, l->d = l->a)
REF(not, l->d = UMAX - l->a)
REF(bfrev, for (int i = 0; i < 32; i++) l->d |= (l->a >> i & 1) << (31 - i))
REF(ffbh_u32, l->d = UMAX; for (int i = 0; i < 32; i++) if (l->a >> i & 1) l->d = 31 - i)
REF(ffbl, l->d = UMAX; for (int i = 31; i >= 0; i--) if (l->a >> i & 1) l->d = i)
REF(ffbh_i32, l->d = UMAX; for (int i = 0; i < 31; i++) if ((l->a >> i & 1) != l->a >> 31) l->d = 31 - i)
REF(cndmask, l->d = l->ci ? l->b : l->a)
REF(mul_i24, l->d = sat(l, (wide)sx(l->a, 24) * sx(l->b, 24), INT32_MIN, INT32_MAX))
REF(mul_hi_i24, l->d = (uint64_t)(sx(l->a, 24) * sx(l->b, 24)) >> 32)
REF(mul_u24, l->d = sat(l, (wide)(l->a % 0x1000000) * (l->b % 0x1000000), 0, UMAX))
REF(mul_hi_u24, l->d = (l->a % 0x1000000) * (l->b % 0x1000000) >> 32)
REF(min_i32, l->d = A32 <= B32 ? l->a : l->b)
REF(max_i32, l->d = A32 >= B32 ? l->a : l->b)
REF(min_u32, l->d = l->a <= l->b ? l->a : l->b)
REF(max_u32, l->d = l->a >= l->b ? l->a : l->b)
REF(lshrrev, l->d = l->b >> l->a % 32)
REF(ashrrev, l->d = (uint64_t)(B32 >> l->a % 32))
REF(lshlrev, l->d = l->b << l->a % 32)
REF(and, l->d = UMAX - ((UMAX - l->a) | (UMAX - l->b)))
REF(or, l->d = l->a + l->b - (l->a & l->b))
REF(xor, l->d = (l->a | l->b) - (l->a & l->b))
REF(xnor, l->d = UMAX - ((l->a | l->b) - (l->a & l->b)))
REF(add, l->d = sat(l, (wide)l->a + l->b, 0, UMAX); l->co = l->a + l->b > UMAX)
REF(sub, l->d = sat(l, (wide)l->a - l->b, 0, UMAX); l->co = l->a < l->b)
REF(subrev, l->d = sat(l, (wide)l->b - l->a, 0, UMAX); l->co = l->b < l->a)
REF(addc, l->d = sat(l, (wide)l->a + l->b + l->ci, 0, UMAX); l->co = l->a + l->b + l->ci > UMAX)
REF(subb, l->d = sat(l, (wide)l->a - l->b - l->ci, 0, UMAX); l->co = l->a < l->b + l->ci)
REF(subbrev, l->d = sat(l, (wide)l->b - l->a - l->ci, 0, UMAX); l->co = l->b < l->a + l->ci)
REF(add_i32, l->d = sat(l, A32 + B32, INT32_MIN, INT32_MAX))
REF(sub_i32, l->d = sat(l, A32 - B32, INT32_MIN, INT32_MAX))
REF(mad_i24, l->d = sat(l, (wide)sx(l->a, 24) * sx(l->b, 24) + C32, INT32_MIN, INT32_MAX))
REF(mad_u24, l->d = sat(l, (wide)(l->a % 0x1000000) * (l->b % 0x1000000) + l->c, 0, UMAX))
REF(bfe_u32, for (unsigned i = 0; i < l->c % 32 && i + l->b % 32 < 32; i++) l->d |= (l->a >> (i + l->b % 32) & 1) << i)
REF(bfe_i32, l->d = l->c % 32 ? (uint64_t)sx((uint64_t)(A32 >> l->b % 32), (unsigned)(l->c % 32)) : 0)
REF(bfi, for (int i = 0; i < 32; i++) l->d |= ((l->a >> i & 1 ? l->b : l->c) >> i & 1) << i)
REF(lerp, for (unsigned i = 0; i < 4; i++) l->d |= (byte(l->a, i) + byte(l->b, i) + byte(l->c, i) % 2) / 2 << (8 * i))
REF(alignbit, for (unsigned i = 0; i < 32; i++) l->d |=
              ((i + l->c % 32 < 32 ? l->b >> (i + l->c % 32) : l->a >> (i + l->c % 32 - 32)) & 1) << i)
REF(alignbyte, for (unsigned i = 0; i < 4; i++) l->d |=
               (i + l->c % 4 < 4 ? byte(l->b, i + l->c % 4) : byte(l->a, i + l->c % 4 - 4)) << (8 * i))
REF(min3_i32, l->d = (uint64_t)(A32 < B32 ? (A32 < C32 ? A32 : C32) : (B32 < C32 ? B32 : C32)))
REF(max3_i32, l->d = (uint64_t)(A32 > B32 ? (A32 > C32 ? A32 : C32) : (B32 > C32 ? B32 : C32)))
REF(min3_u32, l->d = l->a < l->b ? (l->a < l->c ? l->a : l->c) : (l->b < l->c ? l->b : l->c))
REF(max3_u32, l->d = l->a > l->b ? (l->a > l->c ? l->a : l->c) : (l->b > l->c ? l->b : l->c))
REF(med3_i32, l->d = (A32 <= B32 && B32 <= C32) || (C32 <= B32 && B32 <= A32)   ? l->b
                     : (B32 <= A32 && A32 <= C32) || (C32 <= A32 && A32 <= B32) ? l->a
                                                                                : l->c)
REF(med3_u32, l->d = (l->a <= l->b && l->b <= l->c) || (l->c <= l->b && l->b <= l->a)   ? l->b
                     : (l->b <= l->a && l->a <= l->c) || (l->c <= l->a && l->a <= l->b) ? l->a
                                                                                        : l->c)
REF(sad_u8, l->d = l->c; for (unsigned i = 0; i < 4; i++) l->d += distance(byte(l->a, i), byte(l->b, i));
    l->d = sat(l, l->d, 0, UMAX))
REF(sad_hi_u8, for (unsigned i = 0; i < 4; i++) l->d += distance(byte(l->a, i), byte(l->b, i));
    l->d = sat(l, l->d * 65536 + l->c, 0, UMAX))
REF(sad_u16, l->d = sat(l, distance(l->a % 65536, l->b % 65536) + distance(l->a / 65536, l->b / 65536) + l->c, 0, UMAX))
REF(sad_u32, l->d = sat(l, distance(l->a, l->b) + l->c, 0, UMAX))
REF(mad_u64, const unsigned __int128 x = (unsigned __int128)l->a * l->b + l->c; l->co = x >> 64 & 1;
    l->d = l->clamp && l->co ? UINT64_MAX : (uint64_t)x)
REF(mad_i64, const wide x = (wide)(A32 * B32) + (int64_t)l->c; l->d = sat(l, x, INT64_MIN, INT64_MAX); l->co = x < 0)
REF(mad_u32_u16, l->d = sat(l, (wide)(l->a % 65536 * (l->b % 65536)) + l->c, 0, UMAX))
REF(mad_i32_i16, l->d = sat(l, (wide)sx(l->a, 16) * sx(l->b, 16) + C32, INT32_MIN, INT32_MAX))
REF(xad, l->d = (l->a ^ l->b) + l->c)
REF(lshl_add, l->d = (l->a << l->b % 32) + l->c)
REF(add_lshl, l->d = (l->a + l->b) << l->c % 32)
REF(add3, l->d = l->a + l->b + l->c)
REF(lshl_or, l->d = (l->a << l->b % 32) | l->c)
REF(and_or, l->d = (l->a & l->b) | l->c)
REF(or3, l->d = l->a | l->b | l->c)
REF(mul_lo, l->d = l->a * l->b)
REF(mul_hi_u32, l->d = l->a * l->b >> 32)
REF(mul_hi_i32, l->d = (uint64_t)(A32 * B32) >> 32)
REF(bcnt, l->d = l->b; for (int i = 0; i < 32; i++) l->d += l->a >> i & 1)
REF(mbcnt_lo, l->d = l->b; for (unsigned i = 0; i < 32 && i < l->lane; i++) l->d += l->a >> i & 1)
REF(mbcnt_hi, l->d = l->b; for (unsigned i = 32; i < l->lane; i++) l->d += l->a >> (i - 32) & 1)
REF(lshlrev64, l->d = l->b << l->a % 64)
REF(lshrrev64, l->d = l->b >> l->a % 64)
REF(ashrrev64, l->d = (uint64_t)((int64_t)l->b >> l->a % 64))
REF(bfm, for (unsigned i = 0; i < l->a % 32; i++) if (i + l->b % 32 < 32) l->d |= 1ull << (i + l->b % 32))
REF(
    perm, const uint64_t x = l->a << 32 | l->b; for (unsigned i = 0; i < 4; i++) {
      const uint64_t s = byte(l->c, i);
      l->d |= (s < 8     ? byte(x, (unsigned)s)
               : s < 12  ? 255 * (x >> (16 * (s - 8) + 15) & 1)
               : s == 12 ? 0
                         : 255)
              << (8 * i);
    })

#define A16 sx(l->a, 16)
#define B16 sx(l->b, 16)
#define C16 sx(l->c, 16)
#define UA16 ((int64_t)(l->a & 0xffff))
#define UB16 ((int64_t)(l->b & 0xffff))
#define UC16 ((int64_t)(l->c & 0xffff))
static inline int64_t pick3(int64_t a, int64_t b, int64_t c, int which) {  // 0 least, 1 middle, 2 most
  const int64_t x[3] = {a, b, c};
  for (int i = 0; i < 3; i++) {
    int below = 0;
    for (int k = 0; k < 3; k++) below += x[k] < x[i] || (x[k] == x[i] && k < i);
    if (below == which) return x[i];
  }
  return 0;
}
REF(add_u16, l->d = sat(l, UA16 + UB16, 0, 65535))
REF(sub_u16, l->d = sat(l, UA16 - UB16, 0, 65535))
REF(subrev_u16, l->d = sat(l, UB16 - UA16, 0, 65535))
REF(mul_lo_u16, l->d = (uint64_t)(UA16 * UB16))
REF(lshlrev16, l->d = (uint64_t)UB16 << l->a % 16)
REF(lshrrev16, l->d = (uint64_t)UB16 >> l->a % 16)
REF(ashrrev16, l->d = (uint64_t)(B16 >> l->a % 16))
REF(max_u16, l->d = (uint64_t)(UA16 > UB16 ? UA16 : UB16))
REF(max_i16, l->d = (uint64_t)(A16 > B16 ? A16 : B16))
REF(min_u16, l->d = (uint64_t)(UA16 < UB16 ? UA16 : UB16))
REF(min_i16, l->d = (uint64_t)(A16 < B16 ? A16 : B16))
REF(mad16_u, l->d = sat(l, UA16 *UB16 + UC16, 0, 65535))
REF(mad16_i, l->d = sat(l, A16 *B16 + C16, -32768, 32767))
REF(add_i16, l->d = sat(l, A16 + B16, -32768, 32767))
REF(sub_i16, l->d = sat(l, A16 - B16, -32768, 32767))
REF(min3_i16, l->d = (uint64_t)pick3(A16, B16, C16, 0))
REF(max3_i16, l->d = (uint64_t)pick3(A16, B16, C16, 2))
REF(med3_i16, l->d = (uint64_t)pick3(A16, B16, C16, 1))
REF(min3_u16, l->d = (uint64_t)pick3(UA16, UB16, UC16, 0))
REF(max3_u16, l->d = (uint64_t)pick3(UA16, UB16, UC16, 2))
REF(med3_u16, l->d = (uint64_t)pick3(UA16, UB16, UC16, 1))
static inline uint64_t between(int64_t x, int64_t least, int64_t most) {
  return (uint64_t)(x < least ? least : x > most ? most : x);
}
REF(cvt_pk_u16, l->d = between((int64_t)l->a, 0, 65535) + 65536 * between((int64_t)l->b, 0, 65535))
REF(cvt_pk_i16, l->d = between(A32, -32768, 32767) % 65536 + 65536 * (between(B32, -32768, 32767) % 65536))
REF(sat_pk, l->d = between(A16, 0, 255) + 256 * between(sx(l->a >> 16, 16), 0, 255))
static inline uint64_t sad_at(const struct lane *l, unsigned k, bool masked) {
  uint64_t sum = 0;
  for (unsigned i = 0; i < 4; i++) {
    if (!masked || byte(l->b, i) != 0) sum += distance(byte(l->a, i + k), byte(l->b, i));
  }
  return sum;
}
REF(msad, l->d = sat(l, sad_at(l, 0, true) + l->c, 0, UMAX))
// Four sums of 16 bits, cut or saturated.
static inline uint64_t packed_sad(const struct lane *l, bool masked) {
  uint64_t d = 0;
  for (unsigned k = 0; k < 4; k++)
    d += sat(l, (wide)sad_at(l, k, masked) + (l->c >> (16 * k)) % 65536, 0, 65535) % 65536 << (16 * k);
  return d;
}
REF(qsad, l->d = packed_sad(l, false))
REF(mqsad, l->d = packed_sad(l, true))

REF(add_f32, l->d = wl_f32_add(l->a, l->b, l->mode))
REF(sub_f32, l->d = wl_f32_sub(l->a, l->b, l->mode))
REF(subrev_f32, l->d = wl_f32_subrev(l->a, l->b, l->mode))
REF(mul_f32, l->d = wl_f32_mul(l->a, l->b, l->mode))
REF(min_f32, l->d = wl_f32_min(l->a, l->b, l->mode))
REF(max_f32, l->d = wl_f32_max(l->a, l->b, l->mode))
REF(mac_f32, l->d = wl_f32_mad(l->a, l->b, l->old, l->mode))
REF(mad_f32, l->d = wl_f32_mad(l->a, l->b, l->c, l->mode))
REF(fmac_f32, l->d = wl_f32_fma(l->a, l->b, l->old, l->mode))
REF(fma_f32, l->d = wl_f32_fma(l->a, l->b, l->c, l->mode))
REF(div_fmas, l->d = wl_f32_div_fmas(l->a, l->b, l->c, l->ci, l->mode))
REF(rcp_f32, l->d = wl_f32_rcp(l->a, l->mode))
REF(sqrt_f32, l->d = wl_f32_sqrt((uint32_t)l->a, l->mode))
REF(rsq_f32, l->d = wl_f32_rsq((uint32_t)l->a, l->mode))
REF(exp_f32, l->d = wl_f32_exp((uint32_t)l->a, l->mode))
REF(log_f32, l->d = wl_f32_log((uint32_t)l->a, l->mode))
REF(sin_f32, l->d = wl_f32_sin((uint32_t)l->a, l->mode))
REF(cos_f32, l->d = wl_f32_cos((uint32_t)l->a, l->mode))
REF(rcp_f16, l->d = wl_f16_rcp((uint32_t)l->a, l->mode))
REF(sqrt_f16, l->d = wl_f16_sqrt((uint32_t)l->a, l->mode))
REF(rsq_f16, l->d = wl_f16_rsq((uint32_t)l->a, l->mode))
REF(exp_f16, l->d = wl_f16_exp((uint32_t)l->a, l->mode))
REF(log_f16, l->d = wl_f16_log((uint32_t)l->a, l->mode))
REF(sin_f16, l->d = wl_f16_sin((uint32_t)l->a, l->mode))
REF(cos_f16, l->d = wl_f16_cos((uint32_t)l->a, l->mode))
REF(add_f16, l->d = wl_f16_add((uint32_t)l->a, (uint32_t)l->b, l->mode))
REF(sub_f16, l->d = wl_f16_sub((uint32_t)l->a, (uint32_t)l->b, l->mode))
REF(subrev_f16, l->d = wl_f16_subrev((uint32_t)l->a, (uint32_t)l->b, l->mode))
REF(mul_f16, l->d = wl_f16_mul((uint32_t)l->a, (uint32_t)l->b, l->mode))
REF(min_f16, l->d = wl_f16_min((uint32_t)l->a, (uint32_t)l->b, l->mode))
REF(max_f16, l->d = wl_f16_max((uint32_t)l->a, (uint32_t)l->b, l->mode))
REF(mac_f16, l->d = wl_f16_mad((uint32_t)l->a, (uint32_t)l->b, (uint32_t)l->old, l->mode))
REF(fma_f16, l->d = wl_f16_fma((uint32_t)l->a, (uint32_t)l->b, (uint32_t)l->c, l->mode))
REF(mad_f16, l->d = wl_f16_mad((uint32_t)l->a, (uint32_t)l->b, (uint32_t)l->c, l->mode))
REF(med3_f16, l->d = wl_f16_med3((uint32_t)l->a, (uint32_t)l->b, (uint32_t)l->c, l->mode))
REF(div_fixup_f16, l->d = wl_f16_div_fixup((uint32_t)l->a, (uint32_t)l->b, (uint32_t)l->c, l->mode))
REF(min3_f16, l->d = wl_f16_min(wl_f16_min((uint32_t)l->a, (uint32_t)l->b, l->mode), (uint32_t)l->c, l->mode))
REF(max3_f16, l->d = wl_f16_max(wl_f16_max((uint32_t)l->a, (uint32_t)l->b, l->mode), (uint32_t)l->c, l->mode))
REF(ldexp_f16, l->d = wl_f16_ldexp((uint32_t)l->a, (int32_t)B16, l->mode))
REF(frexp_mant_f16, l->d = wl_f16_frexp_mant((uint32_t)l->a, l->mode))
REF(frexp_exp_f16, l->d = wl_f16_frexp_exp((uint32_t)l->a, l->mode))
REF(fract_f16, l->d = wl_f16_fract((uint32_t)l->a, l->mode))
REF(trunc_f16, l->d = wl_f16_rint((uint32_t)l->a, WL_TRUNC, l->mode))
REF(ceil_f16, l->d = wl_f16_rint((uint32_t)l->a, WL_CEIL, l->mode))
REF(floor_f16, l->d = wl_f16_rint((uint32_t)l->a, WL_FLOOR, l->mode))
REF(rndne_f16, l->d = wl_f16_rint((uint32_t)l->a, WL_RNDNE, l->mode))
REF(cvt_f16_u16, l->d = wl_f16_from_int((int32_t)UA16, l->mode))
REF(cvt_f16_i16, l->d = wl_f16_from_int((int32_t)A16, l->mode))
REF(f16_to_u16, l->d = wl_f16_to_u16((uint32_t)l->a, l->mode))
REF(f16_to_i16, l->d = wl_f16_to_i16((uint32_t)l->a, l->mode))
REF(f16_to_norm_i16, l->d = wl_f16_to_norm_i16((uint32_t)l->a, l->mode))
REF(f16_to_norm_u16, l->d = wl_f16_to_norm_u16((uint32_t)l->a, l->mode))
REF(pknorm_i16_f16,
    l->d = wl_f16_to_norm_i16((uint32_t)l->a, l->mode) + 65536ull * wl_f16_to_norm_i16((uint32_t)l->b, l->mode))
REF(pknorm_u16_f16,
    l->d = wl_f16_to_norm_u16((uint32_t)l->a, l->mode) + 65536ull * wl_f16_to_norm_u16((uint32_t)l->b, l->mode))
REF(pack_f16, l->d = wl_f16_canonical((uint32_t)l->a, l->mode) + 65536ull * wl_f16_canonical((uint32_t)l->b, l->mode))
REF(mul_legacy_f32, l->d = wl_f32_mul_legacy((uint32_t)l->a, (uint32_t)l->b, l->mode))
REF(mad_legacy_f32, l->d = wl_f32_mad_legacy((uint32_t)l->a, (uint32_t)l->b, (uint32_t)l->c, l->mode))
REF(frexp_exp_f32, l->d = wl_f32_frexp_exp((uint32_t)l->a, l->mode))
REF(frexp_mant_f32, l->d = wl_f32_frexp_mant((uint32_t)l->a, l->mode))
REF(cube_id, l->d = wl_f32_cube(WL_CUBE_ID, (uint32_t)l->a, (uint32_t)l->b, (uint32_t)l->c, l->mode))
REF(cube_sc, l->d = wl_f32_cube(WL_CUBE_SC, (uint32_t)l->a, (uint32_t)l->b, (uint32_t)l->c, l->mode))
REF(cube_tc, l->d = wl_f32_cube(WL_CUBE_TC, (uint32_t)l->a, (uint32_t)l->b, (uint32_t)l->c, l->mode))
REF(cube_ma, l->d = wl_f32_cube(WL_CUBE_MA, (uint32_t)l->a, (uint32_t)l->b, (uint32_t)l->c, l->mode))
static inline void place_u8(struct lane *l, uint64_t in) {
  const uint64_t unit = 1ull << 8 * (l->b % 4);
  l->d = in - byte(in, (unsigned)(l->b % 4)) * unit + wl_f32_to_u8((uint32_t)l->a, l->mode) * unit;
}
REF(cvt_pk_u8_f32, place_u8(l, l->c))
REF(cvt_pkaccum, place_u8(l, l->old))
REF(cvt_off, static const float of[16] = {0, .0625, .125, .1875, .25, .3125, .375, .4375, -.5, -.4375, -.375, -.3125,
                                          -.25, -.1875, -.125, -.0625};
    uint32_t bits; memcpy(&bits, &of[l->a % 16], 4); l->d = bits)
REF(pknorm_i16,
    l->d = wl_f32_to_norm_i16((uint32_t)l->a, l->mode) + 65536ull * wl_f32_to_norm_i16((uint32_t)l->b, l->mode))
REF(pknorm_u16,
    l->d = wl_f32_to_norm_u16((uint32_t)l->a, l->mode) + 65536ull * wl_f32_to_norm_u16((uint32_t)l->b, l->mode))
REF(pkrtz, l->d = wl_f16_toward_zero((uint32_t)l->a, l->mode) + 65536ull * wl_f16_toward_zero((uint32_t)l->b, l->mode))
REF(div_scale, l->d = wl_f32_div_scale(l->a, l->b, l->c, l->mode, &l->co))
REF(div_fixup, l->d = wl_f32_div_fixup(l->a, l->b, l->c, l->mode))
REF(min3_f32, l->d = wl_f32_min(wl_f32_min(l->a, l->b, l->mode), l->c, l->mode))
REF(max3_f32, l->d = wl_f32_max(wl_f32_max(l->a, l->b, l->mode), l->c, l->mode))
REF(med3_f32, l->d = wl_f32_med3(l->a, l->b, l->c, l->mode))
REF(ldexp_f32, l->d = wl_f32_ldexp(l->a, (int32_t)l->b, l->mode))
REF(trunc_f32, l->d = wl_f32_rint(l->a, WL_TRUNC, l->mode))
REF(ceil_f32, l->d = wl_f32_rint(l->a, WL_CEIL, l->mode))
REF(floor_f32, l->d = wl_f32_rint(l->a, WL_FLOOR, l->mode))
REF(rndne_f32, l->d = wl_f32_rint(l->a, WL_RNDNE, l->mode))
REF(fract_f32, l->d = wl_f32_fract(l->a, l->mode))
REF(cvt_f32_i32, l->d = wl_f32_from_i32((int32_t)l->a, l->mode))
REF(cvt_f32_u32, l->d = wl_f32_from_u32(l->a, l->mode))
REF(cvt_u32_f32, const double x = flt(l->a); l->d = x != x || x <= 0 ? 0 : x >= 4294967295.0 ? UMAX : (uint64_t)x)
REF(cvt_i32_f32, const double x = flt(l->a); l->d = x != x               ? 0
                                                    : x <= -2147483648.0 ? 0x80000000u
                                                    : x >= 2147483647.0  ? 0x7fffffff
                                                                         : (uint64_t)(int64_t)x)
REF(cvt_f16_f32, l->d = wl_f16_from_f32(l->a, l->mode))
REF(cvt_f32_f16, l->d = wl_f32_from_f16(l->a, l->mode))
REF(cvt_rpi, l->d = (uint32_t)wl_f32_to_i32((uint32_t)l->a, WL_TO_INT_RPI, l->mode))
REF(cvt_flr, l->d = (uint32_t)wl_f32_to_i32((uint32_t)l->a, WL_TO_INT_FLOOR, l->mode))
REF(ubyte0, l->d = wl_f32_from_u32(l->a % 256, 0x30))
REF(ubyte1, l->d = wl_f32_from_u32(l->a / 256 % 256, 0x30))
REF(ubyte2, l->d = wl_f32_from_u32(l->a / 65536 % 256, 0x30))
REF(ubyte3, l->d = wl_f32_from_u32(l->a >> 24, 0x30))

REF(add_f64, l->d = wl_f64_add(l->a, l->b, l->mode))
REF(mul_f64, l->d = wl_f64_mul(l->a, l->b, l->mode))
REF(fma_f64, l->d = wl_f64_fma(l->a, l->b, l->c, l->mode))
REF(min_f64, l->d = wl_f64_min(l->a, l->b, l->mode))
REF(max_f64, l->d = wl_f64_max(l->a, l->b, l->mode))
REF(ldexp_f64, l->d = wl_f64_ldexp(l->a, (int32_t)l->b, l->mode))
REF(trunc_f64, l->d = wl_f64_rint(l->a, WL_TRUNC, l->mode))
REF(ceil_f64, l->d = wl_f64_rint(l->a, WL_CEIL, l->mode))
REF(rndne_f64, l->d = wl_f64_rint(l->a, WL_RNDNE, l->mode))
REF(floor_f64, l->d = wl_f64_rint(l->a, WL_FLOOR, l->mode))
REF(fract_f64, l->d = wl_f64_fract(l->a, l->mode))
REF(rcp_f64, l->d = wl_f64_rcp(l->a, l->mode))
REF(rsq_f64, l->d = wl_f64_rsq(l->a, l->mode))
REF(sqrt_f64, l->d = wl_f64_sqrt(l->a, l->mode))
REF(frexp_exp_f64, l->d = (uint32_t)wl_f64_frexp_exp(l->a, l->mode))
REF(frexp_mant_f64, l->d = wl_f64_frexp_mant(l->a, l->mode))
REF(div_scale_f64, l->d = wl_f64_div_scale(l->a, l->b, l->c, l->mode, &l->co))
REF(div_fmas_f64, l->d = wl_f64_div_fmas(l->a, l->b, l->c, l->ci, l->mode))
REF(div_fixup_f64, l->d = wl_f64_div_fixup(l->a, l->b, l->c, l->mode))
REF(trig_preop_f64, l->d = wl_f64_trig_preop(l->a, (uint32_t)l->b, l->mode))
REF(cvt_f32_f64, l->d = wl_f32_from_f64(l->a, l->mode))
REF(cvt_f64_f32, l->d = wl_f64_from_f32((uint32_t)l->a, l->mode))
static inline double dbl(uint64_t x) {
  double f;
  memcpy(&f, &x, 8);
  return f;
}
static inline uint64_t dbl_bits(double x) {
  uint64_t u;
  memcpy(&u, &x, 8);
  return u;
}
REF(cvt_f64_i32, l->d = dbl_bits(A32))
REF(cvt_f64_u32, l->d = dbl_bits((double)l->a))
REF(cvt_i32_f64, const double x = dbl(l->a); l->d = x != x               ? 0
                                                    : x <= -2147483648.0 ? 0x80000000u
                                                    : x >= 2147483647.0  ? 0x7fffffff
                                                                         : (uint32_t)(int32_t)x)
REF(cvt_u32_f64, const double x = dbl(l->a); l->d = x != x || x <= 0 ? 0 : x >= 4294967295.0 ? UMAX : (uint64_t)x)

// A compare: bit 0 of truth is the result when a < b, 1 when equal, 2 when greater, 3 when unordered.
static inline bool by_order(unsigned truth, bool less, bool equal, bool greater) {
  return truth >> (less ? 0 : equal ? 1 : greater ? 2 : 3) & 1;
}

struct reference {
  unsigned vop3;  // opcode in the VOP3 space
  unsigned sources;
  void (*lane)(struct lane *);
  unsigned signs, wide;  // masks of sources
  unsigned rows;
  enum { INT, F32, F16, F64, CUBE } out;  // CUBE: OMOD needs IEEE = 0 alone
  bool half, carry_out;
  enum { NO_MASK, MASK_SRC2, MASK_VCC } mask_in;
  unsigned halves;  // sources that OP_SEL concerns, 8: none; not 0: the destination too where result16 says that it has
                    // 16 bits
  enum { ANY_RESULT, ZEROES, KEEPS } result16;
  wl_isa isa;
};

static const struct reference references[] = {
    {321, 1, ref_mov, .rows = 1},
    {363, 1, ref_not, .rows = 1},
    {364, 1, ref_bfrev, .rows = 1},
    {317, 2, ref_xnor, .rows = 1, .isa = WL_GFX906},
    {365, 1, ref_ffbh_u32, .rows = 1},
    {366, 1, ref_ffbl, .rows = 1},
    {367, 1, ref_ffbh_i32, .rows = 1},
    {325, 1, ref_cvt_f32_i32, .rows = 1, .out = F32},
    {326, 1, ref_cvt_f32_u32, .rows = 1, .out = F32},
    {327, 1, ref_cvt_u32_f32, .rows = 1, .signs = 1},
    {328, 1, ref_cvt_i32_f32, .rows = 1, .signs = 1},
    {330, 1, ref_cvt_f16_f32, .rows = 1, .signs = 1, .out = F16},
    {331, 1, ref_cvt_f32_f16, .rows = 1, .signs = 1, .out = F32, .half = true},
    {332, 1, ref_cvt_rpi, .rows = 1, .signs = 1},
    {333, 1, ref_cvt_flr, .rows = 1, .signs = 1},
    {334, 1, ref_cvt_off, .rows = 1, .out = F32},
    {337, 1, ref_ubyte0, .rows = 1, .out = F32},
    {338, 1, ref_ubyte1, .rows = 1, .out = F32},
    {339, 1, ref_ubyte2, .rows = 1, .out = F32},
    {340, 1, ref_ubyte3, .rows = 1, .out = F32},
    {347, 1, ref_fract_f32, .rows = 1, .signs = 1, .out = F32},
    {348, 1, ref_trunc_f32, .rows = 1, .signs = 1, .out = F32},
    {349, 1, ref_ceil_f32, .rows = 1, .signs = 1, .out = F32},
    {350, 1, ref_rndne_f32, .rows = 1, .signs = 1, .out = F32},
    {351, 1, ref_floor_f32, .rows = 1, .signs = 1, .out = F32},
    {354, 1, ref_rcp_f32, .rows = 1, .signs = 1, .out = F32},
    {355, 1, ref_rcp_f32, .rows = 1, .signs = 1, .out = F32},
    {352, 1, ref_exp_f32, .rows = 1, .signs = 1, .out = F32},
    {353, 1, ref_log_f32, .rows = 1, .signs = 1, .out = F32},
    {356, 1, ref_rsq_f32, .rows = 1, .signs = 1, .out = F32},
    {359, 1, ref_sqrt_f32, .rows = 1, .signs = 1, .out = F32},
    {361, 1, ref_sin_f32, .rows = 1, .signs = 1, .out = F32},
    {362, 1, ref_cos_f32, .rows = 1, .signs = 1, .out = F32},
    {395, 1, ref_exp_f32, .rows = 1, .signs = 1, .out = F32},
    {396, 1, ref_log_f32, .rows = 1, .signs = 1, .out = F32},
    {371, 1, ref_frexp_exp_f32, .rows = 1, .signs = 1},
    {372, 1, ref_frexp_mant_f32, .rows = 1, .signs = 1, .out = F32},
    {381, 1, ref_rcp_f16, .rows = 1, .signs = 1, .out = F16, .half = true, .result16 = ZEROES},
    {382, 1, ref_sqrt_f16, .rows = 1, .signs = 1, .out = F16, .half = true, .result16 = ZEROES},
    {383, 1, ref_rsq_f16, .rows = 1, .signs = 1, .out = F16, .half = true, .result16 = ZEROES},
    {384, 1, ref_log_f16, .rows = 1, .signs = 1, .out = F16, .half = true, .result16 = ZEROES},
    {385, 1, ref_exp_f16, .rows = 1, .signs = 1, .out = F16, .half = true, .result16 = ZEROES},
    {393, 1, ref_sin_f16, .rows = 1, .signs = 1, .out = F16, .half = true, .result16 = ZEROES},
    {394, 1, ref_cos_f16, .rows = 1, .signs = 1, .out = F16, .half = true, .result16 = ZEROES},
    {256, 2, ref_cndmask, .rows = 1, .signs = 3, .mask_in = MASK_SRC2},
    {257, 2, ref_add_f32, .rows = 1, .signs = 3, .out = F32},
    {258, 2, ref_sub_f32, .rows = 1, .signs = 3, .out = F32},
    {259, 2, ref_subrev_f32, .rows = 1, .signs = 3, .out = F32},
    {260, 2, ref_mul_legacy_f32, .rows = 1, .signs = 3, .out = F32},
    {261, 2, ref_mul_f32, .rows = 1, .signs = 3, .out = F32},
    {262, 2, ref_mul_i24, .rows = 1},
    {263, 2, ref_mul_hi_i24, .rows = 1},
    {264, 2, ref_mul_u24, .rows = 1},
    {265, 2, ref_mul_hi_u24, .rows = 1},
    {266, 2, ref_min_f32, .rows = 1, .signs = 3, .out = F32},
    {267, 2, ref_max_f32, .rows = 1, .signs = 3, .out = F32},
    {268, 2, ref_min_i32, .rows = 1},
    {269, 2, ref_max_i32, .rows = 1},
    {270, 2, ref_min_u32, .rows = 1},
    {271, 2, ref_max_u32, .rows = 1},
    {272, 2, ref_lshrrev, .rows = 1},
    {273, 2, ref_ashrrev, .rows = 1},
    {274, 2, ref_lshlrev, .rows = 1},
    {275, 2, ref_and, .rows = 1},
    {276, 2, ref_or, .rows = 1},
    {277, 2, ref_xor, .rows = 1},
    {315, 2, ref_fmac_f32, .rows = 1, .signs = 3, .out = F32, .isa = WL_GFX906},
    {278, 2, ref_mac_f32, .rows = 1, .signs = 3, .out = F32},
    {281, 2, ref_add, .rows = 1, .carry_out = true},
    {282, 2, ref_sub, .rows = 1, .carry_out = true},
    {283, 2, ref_subrev, .rows = 1, .carry_out = true},
    {284, 2, ref_addc, .rows = 1, .carry_out = true, .mask_in = MASK_SRC2},
    {285, 2, ref_subb, .rows = 1, .carry_out = true, .mask_in = MASK_SRC2},
    {286, 2, ref_subbrev, .rows = 1, .carry_out = true, .mask_in = MASK_SRC2},
    {308, 2, ref_add, .rows = 1},
    {309, 2, ref_sub, .rows = 1},
    {310, 2, ref_subrev, .rows = 1},
    {448, 3, ref_mad_legacy_f32, .rows = 1, .signs = 7, .out = F32},
    {449, 3, ref_mad_f32, .rows = 1, .signs = 7, .out = F32},
    {450, 3, ref_mad_i24, .rows = 1},
    {451, 3, ref_mad_u24, .rows = 1},
    {452, 3, ref_cube_id, .rows = 1, .signs = 7, .out = CUBE},
    {453, 3, ref_cube_sc, .rows = 1, .signs = 7, .out = CUBE},
    {454, 3, ref_cube_tc, .rows = 1, .signs = 7, .out = CUBE},
    {455, 3, ref_cube_ma, .rows = 1, .signs = 7, .out = CUBE},
    {456, 3, ref_bfe_u32, .rows = 1},
    {457, 3, ref_bfe_i32, .rows = 1},
    {458, 3, ref_bfi, .rows = 1},
    {459, 3, ref_fma_f32, .rows = 1, .signs = 7, .out = F32},
    {461, 3, ref_lerp, .rows = 1},
    {462, 3, ref_alignbit, .rows = 1},
    {463, 3, ref_alignbyte, .rows = 1},
    {464, 3, ref_min3_f32, .rows = 1, .signs = 7, .out = F32},
    {465, 3, ref_min3_i32, .rows = 1},
    {466, 3, ref_min3_u32, .rows = 1},
    {467, 3, ref_max3_f32, .rows = 1, .signs = 7, .out = F32},
    {468, 3, ref_max3_i32, .rows = 1},
    {469, 3, ref_max3_u32, .rows = 1},
    {470, 3, ref_med3_f32, .rows = 1, .signs = 7, .out = F32},
    {471, 3, ref_med3_i32, .rows = 1},
    {472, 3, ref_med3_u32, .rows = 1},
    {473, 3, ref_sad_u8, .rows = 1},
    {474, 3, ref_sad_hi_u8, .rows = 1},
    {475, 3, ref_sad_u16, .rows = 1},
    {476, 3, ref_sad_u32, .rows = 1},
    {477, 3, ref_cvt_pk_u8_f32, .rows = 1, .signs = 1},
    {488, 3, ref_mad_u64, .rows = 2, .wide = 4, .carry_out = true},
    {489, 3, ref_mad_i64, .rows = 2, .wide = 4, .carry_out = true},
    {493, 3, ref_perm, .rows = 1},
    {496, 2, ref_cvt_pkaccum, .rows = 1, .signs = 1},
    {497, 3, ref_mad_u32_u16, .rows = 1, .halves = 3},
    {498, 3, ref_mad_i32_i16, .rows = 1, .halves = 3},
    {499, 3, ref_xad, .rows = 1},
    {509, 3, ref_lshl_add, .rows = 1},
    {510, 3, ref_add_lshl, .rows = 1},
    {511, 3, ref_add3, .rows = 1},
    {512, 3, ref_lshl_or, .rows = 1},
    {513, 3, ref_and_or, .rows = 1},
    {514, 3, ref_or3, .rows = 1},
    {645, 2, ref_mul_lo, .rows = 1},
    {646, 2, ref_mul_hi_u32, .rows = 1},
    {647, 2, ref_mul_hi_i32, .rows = 1},
    {648, 2, ref_ldexp_f32, .rows = 1, .signs = 1, .out = F32},
    {651, 2, ref_bcnt, .rows = 1},
    {652, 2, ref_mbcnt_lo, .rows = 1},
    {653, 2, ref_mbcnt_hi, .rows = 1},
    {655, 2, ref_lshlrev64, .rows = 2, .wide = 2},
    {656, 2, ref_lshrrev64, .rows = 2, .wide = 2},
    {657, 2, ref_ashrrev64, .rows = 2, .wide = 2},
    {659, 2, ref_bfm, .rows = 1},
    {660, 2, ref_pknorm_i16, .rows = 1, .signs = 3},
    {661, 2, ref_pknorm_u16, .rows = 1, .signs = 3},
    {662, 2, ref_pkrtz, .rows = 1, .signs = 3},
    {668, 2, ref_add_i32, .rows = 1},
    {669, 2, ref_sub_i32, .rows = 1},
    {287, 2, ref_add_f16, .rows = 1, .signs = 3, .out = F16, .half = true, .result16 = ZEROES},
    {288, 2, ref_sub_f16, .rows = 1, .signs = 3, .out = F16, .half = true, .result16 = ZEROES},
    {289, 2, ref_subrev_f16, .rows = 1, .signs = 3, .out = F16, .half = true, .result16 = ZEROES},
    {290, 2, ref_mul_f16, .rows = 1, .signs = 3, .out = F16, .half = true, .result16 = ZEROES},
    {291, 2, ref_mac_f16, .rows = 1, .signs = 3, .out = F16, .half = true, .result16 = KEEPS},
    {301, 2, ref_max_f16, .rows = 1, .signs = 3, .out = F16, .half = true, .result16 = ZEROES},
    {302, 2, ref_min_f16, .rows = 1, .signs = 3, .out = F16, .half = true, .result16 = ZEROES},
    {307, 2, ref_ldexp_f16, .rows = 1, .signs = 1, .out = F16, .half = true, .result16 = ZEROES},
    {377, 1, ref_cvt_f16_u16, .rows = 1, .out = F16, .half = true, .result16 = ZEROES},
    {378, 1, ref_cvt_f16_i16, .rows = 1, .out = F16, .half = true, .result16 = ZEROES},
    {379, 1, ref_f16_to_u16, .rows = 1, .signs = 1, .half = true, .result16 = ZEROES},
    {380, 1, ref_f16_to_i16, .rows = 1, .signs = 1, .half = true, .result16 = ZEROES},
    {386, 1, ref_frexp_mant_f16, .rows = 1, .signs = 1, .out = F16, .half = true, .result16 = ZEROES},
    {387, 1, ref_frexp_exp_f16, .rows = 1, .signs = 1, .half = true, .result16 = ZEROES},
    {388, 1, ref_floor_f16, .rows = 1, .signs = 1, .out = F16, .half = true, .result16 = ZEROES},
    {389, 1, ref_ceil_f16, .rows = 1, .signs = 1, .out = F16, .half = true, .result16 = ZEROES},
    {390, 1, ref_trunc_f16, .rows = 1, .signs = 1, .out = F16, .half = true, .result16 = ZEROES},
    {391, 1, ref_rndne_f16, .rows = 1, .signs = 1, .out = F16, .half = true, .result16 = ZEROES},
    {392, 1, ref_fract_f16, .rows = 1, .signs = 1, .out = F16, .half = true, .result16 = ZEROES},
    {397, 1, ref_f16_to_norm_i16, .rows = 1, .signs = 1, .half = true, .result16 = ZEROES},
    {398, 1, ref_f16_to_norm_u16, .rows = 1, .signs = 1, .half = true, .result16 = ZEROES},
    {490, 3, ref_mad_f16, .rows = 1, .signs = 7, .out = F16, .half = true, .result16 = ZEROES, .halves = 8},
    {494, 3, ref_fma_f16, .rows = 1, .signs = 7, .out = F16, .half = true, .result16 = ZEROES, .halves = 8},
    {495, 3, ref_div_fixup_f16, .rows = 1, .signs = 7, .out = F16, .half = true, .result16 = ZEROES, .halves = 8},
    {500, 3, ref_min3_f16, .rows = 1, .signs = 7, .out = F16, .half = true, .result16 = KEEPS, .halves = 7},
    {503, 3, ref_max3_f16, .rows = 1, .signs = 7, .out = F16, .half = true, .result16 = KEEPS, .halves = 7},
    {506, 3, ref_med3_f16, .rows = 1, .signs = 7, .out = F16, .half = true, .result16 = KEEPS, .halves = 7},
    {515, 3, ref_mad_f16, .rows = 1, .signs = 7, .out = F16, .half = true, .result16 = KEEPS, .halves = 7},
    {518, 3, ref_fma_f16, .rows = 1, .signs = 7, .out = F16, .half = true, .result16 = KEEPS, .halves = 7},
    {519, 3, ref_div_fixup_f16, .rows = 1, .signs = 7, .out = F16, .half = true, .result16 = KEEPS, .halves = 7},
    {665, 2, ref_pknorm_i16_f16, .rows = 1, .signs = 3, .half = true, .halves = 3},
    {666, 2, ref_pknorm_u16_f16, .rows = 1, .signs = 3, .half = true, .halves = 3},
    {672, 2, ref_pack_f16, .rows = 1, .signs = 3, .half = true, .halves = 3},
    {294, 2, ref_add_u16, .rows = 1, .half = true, .result16 = ZEROES},
    {295, 2, ref_sub_u16, .rows = 1, .half = true, .result16 = ZEROES},
    {296, 2, ref_subrev_u16, .rows = 1, .half = true, .result16 = ZEROES},
    {297, 2, ref_mul_lo_u16, .rows = 1, .half = true, .result16 = ZEROES},
    {298, 2, ref_lshlrev16, .rows = 1, .half = true, .result16 = ZEROES},
    {299, 2, ref_lshrrev16, .rows = 1, .half = true, .result16 = ZEROES},
    {300, 2, ref_ashrrev16, .rows = 1, .half = true, .result16 = ZEROES},
    {303, 2, ref_max_u16, .rows = 1, .half = true, .result16 = ZEROES},
    {304, 2, ref_max_i16, .rows = 1, .half = true, .result16 = ZEROES},
    {305, 2, ref_min_u16, .rows = 1, .half = true, .result16 = ZEROES},
    {306, 2, ref_min_i16, .rows = 1, .half = true, .result16 = ZEROES},
    {491, 3, ref_mad16_u, .rows = 1, .half = true, .result16 = ZEROES, .halves = 8},
    {492, 3, ref_mad16_i, .rows = 1, .half = true, .result16 = ZEROES, .halves = 8},
    {501, 3, ref_min3_i16, .rows = 1, .half = true, .result16 = KEEPS, .halves = 7},
    {502, 3, ref_min3_u16, .rows = 1, .half = true, .result16 = KEEPS, .halves = 7},
    {504, 3, ref_max3_i16, .rows = 1, .half = true, .result16 = KEEPS, .halves = 7},
    {505, 3, ref_max3_u16, .rows = 1, .half = true, .result16 = KEEPS, .halves = 7},
    {507, 3, ref_med3_i16, .rows = 1, .half = true, .result16 = KEEPS, .halves = 7},
    {508, 3, ref_med3_u16, .rows = 1, .half = true, .result16 = KEEPS, .halves = 7},
    {516, 3, ref_mad16_u, .rows = 1, .half = true, .result16 = KEEPS, .halves = 7},
    {517, 3, ref_mad16_i, .rows = 1, .half = true, .result16 = KEEPS, .halves = 7},
    {670, 2, ref_add_i16, .rows = 1, .half = true, .result16 = KEEPS, .halves = 3},
    {671, 2, ref_sub_i16, .rows = 1, .half = true, .result16 = KEEPS, .halves = 3},
    {399, 1, ref_sat_pk, .rows = 1},
    {478, 3, ref_div_fixup, .rows = 1, .signs = 7, .out = F32},
    {480, 3, ref_div_scale, .rows = 1, .signs = 7, .out = F32, .carry_out = true},
    {482, 3, ref_div_fmas, .rows = 1, .signs = 7, .out = F32, .mask_in = MASK_VCC},
    {484, 3, ref_msad, .rows = 1},
    {485, 3, ref_qsad, .rows = 2, .wide = 5},
    {486, 3, ref_mqsad, .rows = 2, .wide = 5},
    {663, 2, ref_cvt_pk_u16, .rows = 1},
    {664, 2, ref_cvt_pk_i16, .rows = 1},
    {323, 1, ref_cvt_i32_f64, .rows = 1, .signs = 1, .wide = 1},
    {324, 1, ref_cvt_f64_i32, .rows = 2, .out = F64},
    {335, 1, ref_cvt_f32_f64, .rows = 1, .signs = 1, .wide = 1, .out = F32},
    {336, 1, ref_cvt_f64_f32, .rows = 2, .signs = 1, .out = F64},
    {341, 1, ref_cvt_u32_f64, .rows = 1, .signs = 1, .wide = 1},
    {342, 1, ref_cvt_f64_u32, .rows = 2, .out = F64},
    {343, 1, ref_trunc_f64, .rows = 2, .signs = 1, .wide = 1, .out = F64},
    {344, 1, ref_ceil_f64, .rows = 2, .signs = 1, .wide = 1, .out = F64},
    {345, 1, ref_rndne_f64, .rows = 2, .signs = 1, .wide = 1, .out = F64},
    {346, 1, ref_floor_f64, .rows = 2, .signs = 1, .wide = 1, .out = F64},
    {357, 1, ref_rcp_f64, .rows = 2, .signs = 1, .wide = 1, .out = F64},
    {358, 1, ref_rsq_f64, .rows = 2, .signs = 1, .wide = 1, .out = F64},
    {360, 1, ref_sqrt_f64, .rows = 2, .signs = 1, .wide = 1, .out = F64},
    {368, 1, ref_frexp_exp_f64, .rows = 1, .signs = 1, .wide = 1},
    {369, 1, ref_frexp_mant_f64, .rows = 2, .signs = 1, .wide = 1, .out = F64},
    {370, 1, ref_fract_f64, .rows = 2, .signs = 1, .wide = 1, .out = F64},
    {460, 3, ref_fma_f64, .rows = 2, .signs = 7, .wide = 7, .out = F64},
    {479, 3, ref_div_fixup_f64, .rows = 2, .signs = 7, .wide = 7, .out = F64},
    {481, 3, ref_div_scale_f64, .rows = 2, .signs = 7, .wide = 7, .out = F64, .carry_out = true},
    {483, 3, ref_div_fmas_f64, .rows = 2, .signs = 7, .wide = 7, .out = F64, .mask_in = MASK_VCC},
    {640, 2, ref_add_f64, .rows = 2, .signs = 3, .wide = 3, .out = F64},
    {641, 2, ref_mul_f64, .rows = 2, .signs = 3, .wide = 3, .out = F64},
    {642, 2, ref_min_f64, .rows = 2, .signs = 3, .wide = 3, .out = F64},
    {643, 2, ref_max_f64, .rows = 2, .signs = 3, .wide = 3, .out = F64},
    {644, 2, ref_ldexp_f64, .rows = 2, .signs = 1, .wide = 1, .out = F64},
    {658, 2, ref_trig_preop_f64, .rows = 2, .signs = 1, .wide = 1, .out = F64},
};
enum { REFERENCES = sizeof references / sizeof *references };

// VOP3P, by opcode: one half of the result from halves of the sources.
static const struct {
  unsigned sources;
  void (*lane)(struct lane *);
  bool clamps;  // as an integer
} packed_references[] = {
    {3, ref_mad16_i, true},    {2, ref_mul_lo_u16, false}, {2, ref_add_i16, true},    {2, ref_sub_i16, true},
    {2, ref_lshlrev16, false}, {2, ref_lshrrev16, false},  {2, ref_ashrrev16, false}, {2, ref_max_i16, false},
    {2, ref_min_i16, false},   {3, ref_mad16_u, true},     {2, ref_add_u16, true},    {2, ref_sub_u16, true},
    {2, ref_max_u16, false},   {2, ref_min_u16, false},    {3, ref_fma_f16, false},   {2, ref_add_f16, false},
    {2, ref_mul_f16, false},   {2, ref_min_f16, false},    {2, ref_max_f16, false},
};
enum { PACKED_REFERENCES = sizeof packed_references / sizeof *packed_references };

#endif
