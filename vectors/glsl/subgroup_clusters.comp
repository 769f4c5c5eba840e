// Sums over clusters of 2 to 32 lanes, of all lanes and under a condition.
// buffer a u32 256 random
// buffer r u32 2048 zero
// groups 4
#version 450
#extension GL_KHR_shader_subgroup_clustered : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) buffer R { uint r[]; };
#ifdef EXPECTED
uint first, lane, some;  // some: 2 for all lanes, else those whose bit 5 is as it says
uint sum(uint size) {
  uint all = 0;
  for (uint n = 0; n < 64; n++)
    if (n / size == lane / size && (some == 2 || (a[first + n] >> 5 & 1) == some)) all += a[first + n];
  return all;
}
uint most(uint size) {
  uint all = 0;
  for (uint n = 0; n < 64; n++)
    if (n / size == lane / size && (some == 2 || (a[first + n] >> 5 & 1) == some)) all = max(all, a[first + n]);
  return all;
}
#define ADD(x, size) sum(size)
#define MAX(x, size) most(size)
#else
#define ADD(x, size) subgroupClusteredAdd(x, size)
#define MAX(x, size) subgroupClusteredMax(x, size)
#endif

void main() {
  uint i = gl_GlobalInvocationID.x, x = a[i], o = i * 8;
#ifdef EXPECTED
  first = gl_WorkGroupID.x * 64;
  lane = gl_LocalInvocationIndex;
  some = 2;
#endif
  r[o] = ADD(x, 2);
  r[o + 1] = ADD(x, 4);
  r[o + 2] = MAX(x, 8);
  r[o + 3] = ADD(x, 16);
  r[o + 4] = MAX(x, 32);
#ifdef EXPECTED
  some = x >> 5 & 1;
#endif
  if ((x & 32) != 0) {
    r[o + 5] = ADD(x, 8);
    r[o + 6] = MAX(x, 16);
  } else {
    r[o + 5] = ADD(x, 32);
    r[o + 7] = ADD(x, 4);
  }
}
