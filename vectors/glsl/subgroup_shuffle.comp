// Lanes read each other: by number, exclusive or, distance, in quads, and from the first one; in both arms of a branch.
// buffer a u32 256 random
// buffer r u32 5120 zero
// groups 4
#version 450
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_quad : require
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) buffer R { uint r[]; };
#ifdef EXPECTED
#define AT(real, n) a[gl_WorkGroupID.x * 64 + (n)]
#else
#define AT(real, n) real
#endif

void main() {
  uint i = gl_GlobalInvocationID.x, lane = gl_LocalInvocationIndex, x = a[i], o = i * 20;
  r[o] = AT(subgroupShuffle(x, (lane * 5 + 3) & 63), (lane * 5 + 3) & 63);
  r[o + 1] = AT(subgroupShuffleXor(x, 1), lane ^ 1);
  r[o + 2] = AT(subgroupShuffleXor(x, 21), lane ^ 21);
  r[o + 3] = AT(subgroupShuffleXor(x, 32), lane ^ 32);
  uint up = AT(subgroupShuffleUp(x, 7), (lane - 7) & 63);
  if (lane >= 7) r[o + 4] = up;
  uint down = AT(subgroupShuffleDown(x, 9), (lane + 9) & 63);
  if (lane < 55) r[o + 5] = down;
  r[o + 6] = AT(subgroupQuadSwapHorizontal(x), lane ^ 1);
  r[o + 7] = AT(subgroupQuadSwapVertical(x), lane ^ 2);
  r[o + 8] = AT(subgroupQuadSwapDiagonal(x), lane ^ 3);
  r[o + 9] = AT(subgroupQuadBroadcast(x, 2), (lane & 60) + 2);
  r[o + 10] = AT(subgroupBroadcast(x, 17), 17);
  r[o + 11] = AT(subgroupShuffle(x, x & 63), x & 63);
  // Whole quads go one way or the other. Each lane reads one of its own arm.
  if ((a[i & ~3u] & 16) != 0) {
    r[o + 12] = AT(subgroupShuffle(x, lane ^ (x & 3)), lane ^ (x & 3));
    r[o + 13] = AT(subgroupShuffleXor(x, 3), lane ^ 3);
    r[o + 14] = AT(subgroupQuadSwapHorizontal(x), lane ^ 1);
    r[o + 15] = AT(subgroupQuadBroadcast(x, 1), (lane & 60) + 1);
    uint next = AT(subgroupShuffleDown(x, 1), (lane + 1) & 63);
    if ((lane & 3) != 3) r[o + 16] = next;
  } else {
    r[o + 12] = AT(subgroupShuffleXor(x, 2), lane ^ 2);
    r[o + 13] = AT(subgroupShuffle(x, (lane & 60) + (x & 3)), (lane & 60) + (x & 3));
    r[o + 17] = AT(subgroupQuadSwapVertical(x), lane ^ 2);
    r[o + 18] = AT(subgroupQuadSwapDiagonal(x), lane ^ 3);
    uint before = AT(subgroupShuffleUp(x, 2), (lane - 2) & 63);
    if ((lane & 3) > 1) r[o + 19] = before;
  }
}
