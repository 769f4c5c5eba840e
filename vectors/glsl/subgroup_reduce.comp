// Reductions and prefixes over the active lanes of a wave: each operation of each kind, in both arms of a branch.
// buffer a u32 256 random
// buffer r u32 6912 zero
// groups 4
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) buffer R { uint r[]; };
#ifdef EXPECTED
uint first, arm;
// Over the lanes of the same arm, up to this one where upto is 64, before this one where it is the lane.
#define FOLD(name, type, start, step)                        \
  type name(uint upto, type unused) {                        \
    type sum = start;                                        \
    for (uint n = 0; n < upto; n++) {                        \
      type x = type(a[first + n]);                           \
      if ((a[first + n] >> 3 & 1) == arm) sum = step;        \
    }                                                        \
    return sum;                                              \
  }
FOLD(add, uint, 0, sum + x)
FOLD(mul, uint, 1, sum * (x | 1))
FOLD(least, uint, ~0u, min(sum, x))
FOLD(most, uint, 0, max(sum, x))
FOLD(lowest, int, 0x7fffffff, min(sum, x))
FOLD(highest, int, -0x7fffffff - 1, max(sum, x))
FOLD(all, uint, ~0u, sum & (x | 0xffff))
FOLD(any, uint, 0, sum | x & 0xff000000 >> (x & 7))
FOLD(odd, uint, 0, sum ^ x)
#define REDUCE(name, lib, x) name(64, x)
#define UPTO(name, lib, x) name(lane + 1, x)
#define BEFORE(name, lib, x) name(lane, x)
#else
#define REDUCE(name, lib, x) subgroup##lib(x)
#define UPTO(name, lib, x) subgroupInclusive##lib(x)
#define BEFORE(name, lib, x) subgroupExclusive##lib(x)
#endif
#define EACH(kind, n)                                        \
  r[o + n] = kind(add, Add, x);                              \
  r[o + n + 1] = kind(mul, Mul, x | 1);                      \
  r[o + n + 2] = kind(least, Min, x);                        \
  r[o + n + 3] = kind(most, Max, x);                         \
  r[o + n + 4] = uint(kind(lowest, Min, int(x)));            \
  r[o + n + 5] = uint(kind(highest, Max, int(x)));           \
  r[o + n + 6] = kind(all, And, x | 0xffff);                 \
  r[o + n + 7] = kind(any, Or, x & 0xff000000 >> (x & 7));   \
  r[o + n + 8] = kind(odd, Xor, x)

void main() {
  uint i = gl_GlobalInvocationID.x, lane = gl_LocalInvocationIndex, x = a[i], o = i * 27;
#ifdef EXPECTED
  first = gl_WorkGroupID.x * 64;
  arm = x >> 3 & 1;
#endif
  if ((x & 8) != 0) {
    EACH(REDUCE, 0);
    EACH(UPTO, 9);
    EACH(BEFORE, 18);
  } else {
    EACH(BEFORE, 0);
    EACH(REDUCE, 9);
    EACH(UPTO, 18);
  }
}
