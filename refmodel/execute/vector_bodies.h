// SPDX-License-Identifier: Apache-2.0
// Turns the bodies in isa/vop*.def into functions of one lane, by the shape of operands and result.
#ifndef WAVELOCK_VECTOR_BODIES_H
#define WAVELOCK_VECTOR_BODIES_H

#include "execute/vector_host.h"

// How an f32 operation computes, a constant in each loop: as fp_*.c, or as the host (fp_fast.h) with or without
// flushing what it has between two steps. HOST_WIDE is of f16 alone: operands and result are f32 numbers, which the
// loop has converted and will convert back.
enum way { EXACT, HOST, HOST_FLUSH, HOST_WIDE };

// What a lane gives besides its result: CO, and beside_zero of what the host has between two steps. HOST_WIDE gives 0
// for the latter if the operation rounds between two steps: it does not compute that.
struct lane_out {
  bool co;
  uint32_t least;
};

// The operations by the names that bodies use. Both sides define the same names.
#ifdef WL_PURE
#include "execute/fp_pure.h"
#else
#include "execute/fp_fast.h"
#include "execute/fp_fast16.h"
#endif

// f16 numbers as f32 numbers in the same order, NaNs as NaNs: compares of f32 then serve both.
INLINE uint32_t f16_order(uint32_t a) {
  const uint32_t magnitude = a & 0x7fff, above = magnitude >= WL_F16_INF ? WL_F32_INF - (WL_F16_INF << 13) : 0;
  return (a & WL_F16_SIGN) << 16 | ((magnitude << 13) + above);
}

#define SATURATE(condition, value) \
  if (CLAMP && (condition)) D = (value)

typedef uint32_t body32(uint32_t, uint32_t, uint32_t, unsigned, uint32_t, bool, enum way, struct lane_out *);
typedef uint64_t body64(uint64_t, uint64_t, uint64_t, bool, bool *);
typedef bool body_compare(uint64_t, uint64_t);

// In a body with a lane mask as an operand, s2 is the lane's bit (CI).
#define BODY32(name, source, ...)                                                                                     \
  INLINE uint32_t name(uint32_t s0, uint32_t s1, uint32_t s2, unsigned LANE, uint32_t MODE, bool CLAMP, enum way WAY, \
                       struct lane_out *out) {                                                                        \
    const source S0 = (source)s0, S1 = (source)s1, S2 = (source)s2;                                                   \
    const uint32_t CI = s2, K = s2;                                                                                   \
    uint32_t D;                                                                                                       \
    bool CO = false;                                                                                                  \
    uint32_t LEAST = UINT32_MAX;                                                                                      \
    (void)S0, (void)S1, (void)S2, (void)CI, (void)K, (void)LANE, (void)MODE, (void)CLAMP, (void)WAY;                  \
    __VA_ARGS__;                                                                                                      \
    *out = (struct lane_out){CO, LEAST};                                                                              \
    return D;                                                                                                         \
  }

// A result of 16 bits: the upper bits of D are dropped.
#define BODY16(name, source, ...)                                                                                     \
  BODY32(name##_whole, source, __VA_ARGS__)                                                                           \
  INLINE uint32_t name(uint32_t s0, uint32_t s1, uint32_t s2, unsigned lane, uint32_t mode, bool clamp, enum way way, \
                       struct lane_out *out) {                                                                        \
    return name##_whole(s0, s1, s2, lane, mode, clamp, way, out) & 0xffff;                                            \
  }

// Packed: the body computes each half of the result from one half of every source.
#define BODY_PACKED(name, source, ...)                                                                                \
  BODY16(name##_half, source, __VA_ARGS__)                                                                            \
  INLINE uint32_t name(uint32_t s0, uint32_t s1, uint32_t s2, unsigned lane, uint32_t mode, bool clamp, enum way way, \
                       struct lane_out *out) {                                                                        \
    return name##_half(s0, s1, s2, lane, mode, clamp, way, out) |                                                     \
           name##_half(s0 >> 16, s1 >> 16, s2 >> 16, lane, mode, clamp, way, out) << 16;                              \
  }

#define BODY_QUAD(name, ...) \
  INLINE void name(uint64_t S0, uint32_t S1, const uint32_t S2[4], uint32_t D[4], bool CLAMP) { __VA_ARGS__; }

#define BODY_SCALED(name, ...)                                                          \
  INLINE uint32_t name(uint32_t S0, uint32_t S1, uint32_t S2, bool CI, uint32_t MODE) { \
    uint32_t D;                                                                         \
    __VA_ARGS__;                                                                        \
    return D;                                                                           \
  }

#define BODY64(name, source0, source1, ...)                                           \
  INLINE uint64_t name(uint64_t s0, uint64_t s1, uint64_t s2, bool CLAMP, bool *co) { \
    const source0 S0 = (source0)s0;                                                   \
    const source1 S1 = (source1)s1;                                                   \
    const uint64_t S2 = s2;                                                           \
    uint64_t D;                                                                       \
    bool CO = false;                                                                  \
    (void)S2, (void)CLAMP;                                                            \
    __VA_ARGS__;                                                                      \
    *co = CO;                                                                         \
    return D;                                                                         \
  }

#define BODY_COMPARE(name, convert, ...)       \
  INLINE bool name(uint64_t s0, uint64_t s1) { \
    const __auto_type S0 = convert(s0);        \
    const __auto_type S1 = convert(s1);        \
    bool D;                                    \
    (void)S0, (void)S1;                        \
    __VA_ARGS__;                               \
    return D;                                  \
  }

#define AS_U32(x) ((uint32_t)(x))
#define AS_U16(x) ((uint16_t)(x))
#define AS_I16(x) ((int16_t)(uint16_t)(x))
#define AS_F16(x) f16_order((uint16_t)(x))
#define AS_I32(x) ((int32_t)(uint32_t)(x))
#define AS_U64(x) ((uint64_t)(x))
#define AS_I64(x) ((int64_t)(x))

#endif
