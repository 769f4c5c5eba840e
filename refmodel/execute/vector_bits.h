// SPDX-License-Identifier: Apache-2.0
// Integer operations for the bodies in isa/vop*.def (numerics.md 7). All are inline, so that loops over lanes
// vectorise.
#ifndef WAVELOCK_VECTOR_BITS_H
#define WAVELOCK_VECTOR_BITS_H

#include <stdbool.h>
#include <stdint.h>

#define WL_INLINE static inline __attribute__((always_inline, unused))

WL_INLINE int32_t i24(uint32_t a) { return (int32_t)(a << 8) >> 8; }
WL_INLINE uint32_t u24(uint32_t a) { return a & 0xffffff; }
WL_INLINE int32_t min_i32(int32_t a, int32_t b) { return a < b ? a : b; }
WL_INLINE int32_t max_i32(int32_t a, int32_t b) { return a > b ? a : b; }
WL_INLINE uint32_t min_u32(uint32_t a, uint32_t b) { return a < b ? a : b; }
WL_INLINE uint32_t max_u32(uint32_t a, uint32_t b) { return a > b ? a : b; }
WL_INLINE uint32_t abs_diff(uint32_t a, uint32_t b) { return max_u32(a, b) - min_u32(a, b); }
WL_INLINE uint32_t sign_mask(uint32_t a) { return (uint32_t)((int32_t)a >> 31); }
WL_INLINE uint32_t low_bits(uint32_t n) { return (1u << n) - 1; }
WL_INLINE uint32_t leading_zeros(uint32_t a) { return a ? (uint32_t)__builtin_clz(a) : ~0u; }
WL_INLINE uint32_t trailing_zeros(uint32_t a) { return a ? (uint32_t)__builtin_ctz(a) : ~0u; }
// With limit, saturates to 16 bits.
WL_INLINE uint32_t limit_i16(int32_t x, bool limit) {
  return (uint32_t)(limit ? max_i32(min_i32(x, INT16_MAX), INT16_MIN) : x);
}
WL_INLINE uint32_t limit_i32(int64_t x) {
  return (uint32_t)(x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : x);
}
// What a signed sum saturates to; a is its first operand.
WL_INLINE uint32_t overflow_i32(uint32_t a) { return 0x7fffffffu + (a >> 31); }

WL_INLINE uint32_t add_u32(uint32_t a, uint32_t b, bool clamp) { return clamp && a + b < a ? UINT32_MAX : a + b; }

WL_INLINE uint32_t bit_count(uint32_t a) {
  a -= a >> 1 & 0x55555555u;
  a = (a & 0x33333333u) + (a >> 2 & 0x33333333u);
  a = (a + (a >> 4)) & 0x0f0f0f0fu;
  return a * 0x01010101u >> 24;
}

WL_INLINE uint32_t bit_reverse(uint32_t a) {
  a = (a >> 1 & 0x55555555u) | (a & 0x55555555u) << 1;
  a = (a >> 2 & 0x33333333u) | (a & 0x33333333u) << 2;
  a = (a >> 4 & 0x0f0f0f0fu) | (a & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(a);
}

// Lanes below this one, of lanes 0..31 and of lanes 32..63.
WL_INLINE uint32_t below_lo(unsigned lane) { return lane < 32 ? low_bits(lane & 31) : ~0u; }
WL_INLINE uint32_t below_hi(unsigned lane) { return lane < 32 ? 0 : low_bits(lane & 31); }

// {high, low} >> n, n below 32.
WL_INLINE uint32_t align_right(uint32_t high, uint32_t low, uint32_t n) { return high << 1 << (31 - n) | low >> n; }

// A field past the top is shifted in from the sign; width 0 gives 0.
WL_INLINE uint32_t bfe_i32(uint32_t a, uint32_t offset, uint32_t width) {
  const uint32_t field = (uint32_t)((int32_t)a >> offset) & low_bits(width);
  const uint32_t sign = (1u << width) >> 1;
  return (field ^ sign) - sign;
}

WL_INLINE uint32_t mad_i24(uint32_t a, uint32_t b, uint32_t c, bool clamp) {
  if (!clamp) return (uint32_t)i24(a) * (uint32_t)i24(b) + c;
  return limit_i32((int64_t)i24(a) * i24(b) + (int32_t)c);
}

WL_INLINE uint32_t mad_u24(uint32_t a, uint32_t b, uint32_t c, bool clamp) {
  if (!clamp) return u24(a) * u24(b) + c;
  const uint64_t x = (uint64_t)u24(a) * u24(b) + c;
  return x > UINT32_MAX ? UINT32_MAX : (uint32_t)x;
}

WL_INLINE uint32_t mad_i16(uint32_t a, uint32_t b, uint32_t c, bool clamp) {
  const int32_t p = (int16_t)a * (int16_t)b;
  if (!clamp) return (uint32_t)p + c;
  return limit_i32((int64_t)p + (int32_t)c);
}

WL_INLINE uint32_t mad_u16(uint32_t a, uint32_t b, uint32_t c, bool clamp) {
  const uint32_t sum = (a & 0xffff) * (b & 0xffff) + c;
  return clamp && sum < c ? UINT32_MAX : sum;
}

// Products of the parts of a and b, and c: the exact sum, saturated with clamp (numerics.md 3.1).
WL_INLINE uint32_t dot2_i16(uint32_t a, uint32_t b, uint32_t c, bool clamp) {
  const int32_t low = (int16_t)a * (int16_t)b, high = (int16_t)(a >> 16) * (int16_t)(b >> 16);
  return clamp ? limit_i32((int64_t)low + high + (int32_t)c) : (uint32_t)low + (uint32_t)high + c;
}
WL_INLINE uint32_t dot2_u16(uint32_t a, uint32_t b, uint32_t c, bool clamp) {
  const uint32_t low = (a & 0xffff) * (b & 0xffff), high = (a >> 16) * (b >> 16);
  return add_u32(add_u32(low, high, clamp), c, clamp);
}
WL_INLINE int32_t signed_part(uint32_t a, unsigned i, unsigned width) {
  return (int32_t)(a << (32 - width - i * width)) >> (32 - width);
}
WL_INLINE uint32_t unsigned_part(uint32_t a, unsigned i, unsigned width) { return a >> i * width & low_bits(width); }
WL_INLINE uint32_t dot_signed(uint32_t a, uint32_t b, uint32_t c, unsigned width, bool clamp) {
  int32_t sum = 0;
  for (unsigned i = 0; i < 32 / width; i++) sum += signed_part(a, i, width) * signed_part(b, i, width);
  return clamp ? limit_i32((int64_t)sum + (int32_t)c) : (uint32_t)sum + c;
}
WL_INLINE uint32_t dot_unsigned(uint32_t a, uint32_t b, uint32_t c, unsigned width, bool clamp) {
  uint32_t sum = 0;
  for (unsigned i = 0; i < 32 / width; i++) sum += unsigned_part(a, i, width) * unsigned_part(b, i, width);
  return add_u32(sum, c, clamp);
}
WL_INLINE uint32_t dot4_i8(uint32_t a, uint32_t b, uint32_t c, bool clamp) { return dot_signed(a, b, c, 8, clamp); }
WL_INLINE uint32_t dot4_u8(uint32_t a, uint32_t b, uint32_t c, bool clamp) { return dot_unsigned(a, b, c, 8, clamp); }
WL_INLINE uint32_t dot8_i4(uint32_t a, uint32_t b, uint32_t c, bool clamp) { return dot_signed(a, b, c, 4, clamp); }
WL_INLINE uint32_t dot8_u4(uint32_t a, uint32_t b, uint32_t c, bool clamp) { return dot_unsigned(a, b, c, 4, clamp); }

// co is bit 64 of the unsaturated sum of product and c, both sign-extended to 65 bits.
WL_INLINE uint64_t mad_i64(uint64_t a, uint64_t b, uint64_t c, bool clamp, bool *co) {
  const uint64_t p = (uint64_t)((int64_t)(int32_t)a * (int32_t)b), sum = p + c;
  *co = ((p >> 63) + (c >> 63) + (sum < p)) & 1;
  return clamp && (~(p ^ c) & (p ^ sum)) >> 63 ? (uint64_t)INT64_MAX + (c >> 63) : sum;
}

WL_INLINE uint32_t byte_of(uint32_t a, unsigned i) { return a >> (8 * i) & 0xff; }

// a with byte i replaced.
WL_INLINE uint32_t with_byte(uint32_t a, unsigned i, uint32_t value) {
  return (a & ~(0xffu << (8 * i))) | value << (8 * i);
}

WL_INLINE uint32_t lerp_u8(uint32_t a, uint32_t b, uint32_t c) {
  uint32_t r = 0;
  for (unsigned i = 0; i < 4; i++) {
    r |= (byte_of(a, i) + byte_of(b, i) + (byte_of(c, i) & 1)) >> 1 << (8 * i);
  }
  return r;
}

WL_INLINE uint32_t sad_u8(uint32_t a, uint32_t b) {
  uint32_t r = 0;
  for (unsigned i = 0; i < 4; i++) r += abs_diff(byte_of(a, i), byte_of(b, i));
  return r;
}

// A byte of b that is 0 leaves its difference out.
WL_INLINE uint32_t msad_u8(uint32_t a, uint32_t b) {
  uint32_t r = 0;
  for (unsigned i = 0; i < 4; i++) r += byte_of(b, i) ? abs_diff(byte_of(a, i), byte_of(b, i)) : 0;
  return r;
}

// Result k uses the four bytes of a from byte k on. A sum wraps at 16 bits, or with clamp saturates.
WL_INLINE uint64_t add_u16_at(uint64_t c, unsigned k, uint32_t sad, bool clamp) {
  const uint32_t sum = (uint32_t)(c >> (16 * k) & 0xffff) + sad;
  return (uint64_t)((clamp ? min_u32(sum, 0xffff) : sum) & 0xffff) << (16 * k);
}
WL_INLINE uint64_t qsad_pk(uint64_t a, uint32_t b, uint64_t c, bool clamp) {
  uint64_t r = 0;
  for (unsigned k = 0; k < 4; k++) r |= add_u16_at(c, k, sad_u8((uint32_t)(a >> (8 * k)), b), clamp);
  return r;
}
WL_INLINE uint64_t mqsad_pk(uint64_t a, uint32_t b, uint64_t c, bool clamp) {
  uint64_t r = 0;
  for (unsigned k = 0; k < 4; k++) r |= add_u16_at(c, k, msad_u8((uint32_t)(a >> (8 * k)), b), clamp);
  return r;
}
WL_INLINE void mqsad_u32(uint64_t a, uint32_t b, const uint32_t c[4], uint32_t d[4], bool clamp) {
  for (unsigned k = 0; k < 4; k++) d[k] = add_u32(c[k], msad_u8((uint32_t)(a >> (8 * k)), b), clamp);
}

WL_INLINE uint32_t limit_u8(int32_t a) { return (uint32_t)max_i32(min_i32(a, 255), 0); }
WL_INLINE uint32_t sat_pk_u8_i16(uint32_t a) { return limit_u8((int16_t)a) | limit_u8((int16_t)(a >> 16)) << 8; }

// One byte of v_perm_b32. Values 0..3 of select are a byte of b, 4..7 a byte of a, 8..11 the sign of byte 1, 3, 5 or 7.
// Value 12 gives 0x00, all above give 0xff.
WL_INLINE uint32_t perm_byte(uint64_t bytes, uint32_t select) {
  if (select < 8) return (uint32_t)(bytes >> (8 * select)) & 0xff;
  if (select < 12) return bytes >> (16 * (select - 8) + 15) & 1 ? 0xff : 0;
  return select == 12 ? 0 : 0xff;
}

WL_INLINE uint32_t perm(uint32_t a, uint32_t b, uint32_t select) {
  const uint64_t bytes = (uint64_t)a << 32 | b;
  uint32_t r = 0;
  for (unsigned i = 0; i < 4; i++) r |= perm_byte(bytes, byte_of(select, i)) << (8 * i);
  return r;
}

#endif
