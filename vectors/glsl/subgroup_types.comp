// Sums, limits and prefixes of a whole wave for integers of 16 and 64 bits, halves, floats and doubles.
// buffer a u32 256 random
// buffer r u64 1792 zero
// groups 4
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_subgroup_extended_types_int16 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#extension GL_EXT_shader_subgroup_extended_types_float16 : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) buffer R { uint64_t r[]; };
// Small whole numbers: each sum is exact.
#define OF_WIDE(x) (uint64_t(x) * 0x100000001ul)
#define OF_SHORT(x) uint16_t(x)
#define OF_HALF(x) float16_t((x) & 15)
#define OF_FLOAT(x) float((x) & 0xffff)
#define OF_DOUBLE(x) double((x) >> 2)
#ifdef EXPECTED
#define FOLD(name, type, of, start, step)                                  \
  type name(uint first, uint upto) {                                       \
    type sum = start;                                                      \
    for (uint n = 0; n < upto; n++) {                                      \
      type x = of(a[first + n]);                                           \
      sum = step;                                                          \
    }                                                                      \
    return sum;                                                            \
  }
FOLD(sum64, uint64_t, OF_WIDE, 0ul, sum + x)
FOLD(most64, uint64_t, OF_WIDE, 0ul, max(sum, x))
FOLD(sum16, uint16_t, OF_SHORT, uint16_t(0), sum + x)
FOLD(most16, uint16_t, OF_SHORT, uint16_t(0), max(sum, x))
FOLD(sum_half, float16_t, OF_HALF, 0.0hf, sum + x)
FOLD(sum_float, float, OF_FLOAT, 0.0, sum + x)
FOLD(sum_double, double, OF_DOUBLE, 0.0lf, sum + x)
#define REDUCE(name, lib, x) name(first, 64)
#define UPTO(name, lib, x) name(first, lane + 1)
#define BEFORE(name, lib, x) name(first, lane)
#else
#define REDUCE(name, lib, x) subgroup##lib(x)
#define UPTO(name, lib, x) subgroupInclusive##lib(x)
#define BEFORE(name, lib, x) subgroupExclusive##lib(x)
#endif

void main() {
  uint i = gl_GlobalInvocationID.x, lane = gl_LocalInvocationIndex, x = a[i], o = i * 7;
  uint first = gl_WorkGroupID.x * 64;
  r[o] = REDUCE(sum64, Add, OF_WIDE(x)) ^ UPTO(sum64, Add, OF_WIDE(x));
  r[o + 1] = REDUCE(most64, Max, OF_WIDE(x)) + BEFORE(most64, Max, OF_WIDE(x));
  r[o + 2] = uint64_t(REDUCE(sum16, Add, OF_SHORT(x))) << 16 | UPTO(most16, Max, OF_SHORT(x));
  r[o + 3] = uint64_t(REDUCE(sum_half, Add, OF_HALF(x))) << 16 | uint64_t(BEFORE(sum_half, Add, OF_HALF(x)));
  r[o + 4] = uint64_t(REDUCE(sum_float, Add, OF_FLOAT(x)));
  r[o + 5] = uint64_t(UPTO(sum_float, Add, OF_FLOAT(x)));
  r[o + 6] = uint64_t(REDUCE(sum_double, Add, OF_DOUBLE(x)) + 3.0lf * BEFORE(sum_double, Add, OF_DOUBLE(x)));
}
