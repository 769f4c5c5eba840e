// Operations of a wave on integers of 8, 16 and 64 bits, halves, floats and doubles: of all lanes and of some.
// buffer a u32 256 random
// buffer r u64 6656 zero
// groups 4
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_subgroup_extended_types_int8 : require
#extension GL_EXT_shader_subgroup_extended_types_int16 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#extension GL_EXT_shader_subgroup_extended_types_float16 : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) buffer R { uint64_t r[]; };
// Small whole numbers and powers of two: each sum and product is exact.
#define OF_WIDE(x) (uint64_t(x) * 0x100000001ul)
#define OF_LONG(x) (int64_t(x) * -0x100000001l)
#define OF_SHORT(x) uint16_t(x)
#define OF_SIGNED(x) int16_t(x)
#define OF_BYTE(x) uint8_t(x)
#define OF_CHAR(x) int8_t(x)
#define OF_HALF(x) float16_t((x) & 15)
#define OF_FLOAT(x) float((x) & 0xffff)
#define OF_POWER(x) uintBitsToFloat(0x3f000000 + ((x) % 3 << 23) + ((x) & 0x80000000))
#define OF_DOUBLE(x) double((x) >> 2)
#ifdef EXPECTED
uint first, some;  // some: 2 for all lanes, else those whose bit 6 is as it says
#define FOLD(name, type, of, start, step)                                          \
  type name(uint from, uint upto) {                                                \
    type sum = start;                                                              \
    for (uint n = from; n < upto; n++) {                                           \
      type x = of(a[first + n]);                                                   \
      if (some == 2 || (a[first + n] >> 6 & 1) == some) sum = step;                \
    }                                                                              \
    return sum;                                                                    \
  }
FOLD(sum64, uint64_t, OF_WIDE, 0ul, sum + x)
FOLD(product64, uint64_t, OF_WIDE, 1ul, sum * (x | 1ul))
FOLD(most64, uint64_t, OF_WIDE, 0ul, max(sum, x))
FOLD(lowest64, int64_t, OF_LONG, 0x7fffffffffffffffl, min(sum, x))
FOLD(any64, uint64_t, OF_WIDE, 0ul, sum | (x & 0x1800f00c0000ul))
FOLD(all64, uint64_t, OF_WIDE, ~0ul, sum & (x | 0xfffffff0fffffful))
FOLD(odd64, uint64_t, OF_WIDE, 0ul, sum ^ x)
FOLD(sum16, uint16_t, OF_SHORT, uint16_t(0), sum + x)
FOLD(product16, uint16_t, OF_SHORT, uint16_t(1), sum * (x | uint16_t(1)))
FOLD(most16, uint16_t, OF_SHORT, uint16_t(0), max(sum, x))
FOLD(lowest16, int16_t, OF_SIGNED, int16_t(0x7fff), min(sum, x))
FOLD(odd16, uint16_t, OF_SHORT, uint16_t(0), sum ^ x)
FOLD(sum8, uint8_t, OF_BYTE, uint8_t(0), sum + x)
FOLD(product8, uint8_t, OF_BYTE, uint8_t(1), sum * (x | uint8_t(1)))
FOLD(least8, uint8_t, OF_BYTE, uint8_t(255), min(sum, x))
FOLD(highest8, int8_t, OF_CHAR, int8_t(-128), max(sum, x))
FOLD(sum_half, float16_t, OF_HALF, 0.0hf, sum + x)
FOLD(most_half, float16_t, OF_HALF, 0.0hf, max(sum, x))
FOLD(sum_float, float, OF_FLOAT, 0.0, sum + x)
FOLD(product_float, float, OF_POWER, 1.0, sum * x)
FOLD(least_float, float, OF_POWER, 4.0, min(sum, x))
FOLD(sum_double, double, OF_DOUBLE, 0.0lf, sum + x)
FOLD(least_double, double, OF_DOUBLE, 4294967296.0lf, min(sum, x))
FOLD(most_double, double, OF_DOUBLE, 0.0lf, max(sum, x))
#define REDUCE(name, lib, x) name(0, 64)
#define UPTO(name, lib, x) name(0, lane + 1)
#define BEFORE(name, lib, x) name(0, lane)
#define CLUSTER(name, lib, x, size) name(lane & ~(size - 1u), (lane & ~(size - 1u)) + size)
#define AT(of, x, n) of(a[first + (n)])
#else
#define REDUCE(name, lib, x) subgroup##lib(x)
#define UPTO(name, lib, x) subgroupInclusive##lib(x)
#define BEFORE(name, lib, x) subgroupExclusive##lib(x)
#define CLUSTER(name, lib, x, size) subgroupClustered##lib(x, size)
#define AT(of, x, n) subgroupShuffle(of(x), n)
#endif
#define BITS(x) uint64_t(floatBitsToUint(x))

void main() {
  uint i = gl_GlobalInvocationID.x, lane = gl_LocalInvocationIndex, x = a[i], o = i * 26;
#ifdef EXPECTED
  first = gl_WorkGroupID.x * 64;
  some = 2;
#endif
  r[o] = REDUCE(sum64, Add, OF_WIDE(x)) ^ UPTO(sum64, Add, OF_WIDE(x));
  r[o + 1] = REDUCE(most64, Max, OF_WIDE(x)) + BEFORE(most64, Max, OF_WIDE(x));
  r[o + 2] = uint64_t(REDUCE(sum16, Add, OF_SHORT(x))) << 16 | UPTO(most16, Max, OF_SHORT(x));
  r[o + 3] = uint64_t(REDUCE(sum_half, Add, OF_HALF(x))) << 16 | uint64_t(BEFORE(sum_half, Add, OF_HALF(x)));
  r[o + 4] = uint64_t(REDUCE(sum_float, Add, OF_FLOAT(x)));
  r[o + 5] = uint64_t(UPTO(sum_float, Add, OF_FLOAT(x)));
  r[o + 6] = uint64_t(REDUCE(sum_double, Add, OF_DOUBLE(x)) + 3.0lf * BEFORE(sum_double, Add, OF_DOUBLE(x)));
  r[o + 7] = AT(OF_WIDE, x, lane * 3 & 63) ^ uint64_t(AT(OF_SHORT, x, 63 - lane)) << 8 ^ AT(OF_BYTE, x, lane ^ 5);
  r[o + 8] = uint64_t(AT(OF_DOUBLE, x, lane ^ 33)) ^ BITS(AT(OF_POWER, x, lane ^ 2)) << 32;
#ifdef EXPECTED
  some = x >> 6 & 1;
#endif
  if ((x & 64) != 0) {
    r[o + 9] = REDUCE(product64, Mul, OF_WIDE(x) | 1ul) ^ UPTO(product64, Mul, OF_WIDE(x) | 1ul);
    r[o + 10] = uint64_t(REDUCE(lowest64, Min, OF_LONG(x))) ^ uint64_t(UPTO(lowest64, Min, OF_LONG(x))) << 1;
    r[o + 11] = REDUCE(any64, Or, OF_WIDE(x) & 0x1800f00c0000ul) ^ BEFORE(odd64, Xor, OF_WIDE(x));
    r[o + 12] = UPTO(all64, And, OF_WIDE(x) | 0xfffffff0fffffful) ^ CLUSTER(odd64, Xor, OF_WIDE(x), 16);
    r[o + 13] = uint64_t(REDUCE(product16, Mul, OF_SHORT(x) | uint16_t(1))) << 16 | BEFORE(odd16, Xor, OF_SHORT(x));
    r[o + 14] = uint64_t(uint16_t(UPTO(lowest16, Min, OF_SIGNED(x)))) << 16 | CLUSTER(sum16, Add, OF_SHORT(x), 8);
    r[o + 15] = uint64_t(REDUCE(sum8, Add, OF_BYTE(x))) << 8 | UPTO(product8, Mul, OF_BYTE(x) | uint8_t(1));
    r[o + 16] = uint64_t(uint8_t(BEFORE(highest8, Max, OF_CHAR(x)))) << 8 | CLUSTER(least8, Min, OF_BYTE(x), 4);
    r[o + 17] = uint64_t(CLUSTER(sum_half, Add, OF_HALF(x), 32)) << 16 | uint64_t(UPTO(most_half, Max, OF_HALF(x)));
  } else {
    r[o + 18] = BITS(REDUCE(product_float, Mul, OF_POWER(x))) << 32 | BITS(UPTO(product_float, Mul, OF_POWER(x)));
    r[o + 19] = BITS(REDUCE(least_float, Min, OF_POWER(x))) << 32 | BITS(CLUSTER(least_float, Min, OF_POWER(x), 8));
    r[o + 20] = uint64_t(REDUCE(least_double, Min, OF_DOUBLE(x)));
    r[o + 20] |= uint64_t(UPTO(most_double, Max, OF_DOUBLE(x))) << 32;
    r[o + 21] = uint64_t(CLUSTER(sum_double, Add, OF_DOUBLE(x), 4));
    r[o + 21] ^= uint64_t(CLUSTER(most_double, Max, OF_DOUBLE(x), 2)) << 20;
    r[o + 22] = CLUSTER(sum64, Add, OF_WIDE(x), 32) ^ CLUSTER(product64, Mul, OF_WIDE(x) | 1ul, 8);
    r[o + 23] = uint64_t(CLUSTER(lowest64, Min, OF_LONG(x), 2)) ^ UPTO(most64, Max, OF_WIDE(x));
    r[o + 24] = uint64_t(CLUSTER(product8, Mul, OF_BYTE(x) | uint8_t(1), 16)) << 8 | BEFORE(sum8, Add, OF_BYTE(x));
    r[o + 25] = uint64_t(BEFORE(product16, Mul, OF_SHORT(x) | uint16_t(1))) << 16 | REDUCE(most16, Max, OF_SHORT(x));
  }
}
