// Each operation over clusters of 2 to 32 lanes, of all lanes and under a condition.
// buffer a u32 256 random
// buffer r u32 6144 zero
// groups 4
#version 450
#extension GL_KHR_shader_subgroup_clustered : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) buffer R { uint r[]; };
#ifdef EXPECTED
uint first, lane, some;  // some: 2 for all lanes, else those whose bit 5 is as it says
#define FOLD(name, type, start, step)                                                               \
  type name(type unused, uint size) {                                                               \
    type sum = start;                                                                               \
    for (uint n = 0; n < 64; n++) {                                                                 \
      type x = type(a[first + n]);                                                                  \
      if (n / size == lane / size && (some == 2 || (a[first + n] >> 5 & 1) == some)) sum = step;    \
    }                                                                                               \
    return sum;                                                                                     \
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
#define CLUSTER(name, lib, x, size) name(x, size)
#else
#define CLUSTER(name, lib, x, size) subgroupClustered##lib(x, size)
#endif

void main() {
  uint i = gl_GlobalInvocationID.x, x = a[i], o = i * 24;
#ifdef EXPECTED
  first = gl_WorkGroupID.x * 64;
  lane = gl_LocalInvocationIndex;
  some = 2;
#endif
  r[o] = CLUSTER(add, Add, x, 2);
  r[o + 1] = CLUSTER(add, Add, x, 4);
  r[o + 2] = CLUSTER(most, Max, x, 8);
  r[o + 3] = CLUSTER(add, Add, x, 16);
  r[o + 4] = CLUSTER(most, Max, x, 32);
  r[o + 5] = CLUSTER(mul, Mul, x | 1, 32);
  r[o + 6] = CLUSTER(least, Min, x, 16);
  r[o + 7] = uint(CLUSTER(lowest, Min, int(x), 4));
  r[o + 8] = uint(CLUSTER(highest, Max, int(x), 2));
  r[o + 9] = CLUSTER(all, And, x | 0xffff, 8);
  r[o + 10] = CLUSTER(any, Or, x & 0xff000000 >> (x & 7), 16);
  r[o + 11] = CLUSTER(odd, Xor, x, 32);
#ifdef EXPECTED
  some = x >> 5 & 1;
#endif
  if ((x & 32) != 0) {
    r[o + 12] = CLUSTER(add, Add, x, 8);
    r[o + 13] = CLUSTER(most, Max, x, 16);
    r[o + 14] = CLUSTER(mul, Mul, x | 1, 4);
    r[o + 15] = CLUSTER(least, Min, x, 2);
    r[o + 16] = uint(CLUSTER(lowest, Min, int(x), 32));
    r[o + 17] = uint(CLUSTER(highest, Max, int(x), 8));
    r[o + 18] = CLUSTER(all, And, x | 0xffff, 16);
    r[o + 19] = CLUSTER(any, Or, x & 0xff000000 >> (x & 7), 8);
    r[o + 20] = CLUSTER(odd, Xor, x, 4);
  } else {
    r[o + 12] = CLUSTER(add, Add, x, 32);
    r[o + 13] = CLUSTER(add, Add, x, 4);
    r[o + 14] = CLUSTER(mul, Mul, x | 1, 16);
    r[o + 21] = CLUSTER(any, Or, x & 0xff000000 >> (x & 7), 32);
    r[o + 22] = CLUSTER(odd, Xor, x, 2);
    r[o + 23] = CLUSTER(all, And, x | 0xffff, 4);
  }
}
