// Votes, ballots and their counts, masks, the first lane, and a loop that ends lane by lane.
// buffer a u32 256 random
// buffer r u32 5376 zero
// groups 4
#version 450
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) buffer R { uint r[]; };
#ifdef EXPECTED
uvec4 ballot(uint mask, uint value, uint among, uint those) {
  uvec4 found = uvec4(0);
  for (uint n = 0; n < 64; n++) {
    uint x = a[gl_WorkGroupID.x * 64 + n];
    if ((x & among) == those && (x & mask) == value) found[n / 32] |= 1u << (n % 32);
  }
  return found;
}
#endif

void main() {
  uint i = gl_GlobalInvocationID.x, lane = gl_LocalInvocationIndex, x = a[i], o = i * 21;
#ifdef EXPECTED
  uvec4 odd = ballot(1, 1, 0, 0), some = ballot(3, 3, 4, 4), there = ballot(0, 0, 4, 4);
  uvec2 before = uvec2(lane >= 32 ? ~0u : (1u << lane) - 1, lane > 32 ? (1u << (lane - 32)) - 1 : 0);
  uvec2 own = uvec2(lane < 32 ? 1u << lane : 0, lane < 32 ? 0 : 1u << (lane - 32));
  r[o] = odd.x;
  r[o + 1] = odd.y;
  r[o + 2] = bitCount(odd.x) + bitCount(odd.y);
  r[o + 3] = bitCount(odd.x & before.x) + bitCount(odd.y & before.y);
  r[o + 4] = odd.x != 0 ? findLSB(odd.x) : 32 + findLSB(odd.y);
  r[o + 5] = lane < 32 ? odd.x >> lane & 1 : odd.y >> (lane - 32) & 1;
  if ((x & 4) != 0) {
    uint first = there.x != 0 ? findLSB(there.x) : 32 + findLSB(there.y);
    r[o + 6] = some.x ^ some.y;
    r[o + 7] = uint(some != uvec4(0)) | uint(some == there) << 1 | uint(lane == first) << 2;
    r[o + 8] = a[gl_WorkGroupID.x * 64 + first];
    r[o + 10] = bitCount(some.x & (before.x | own.x)) + bitCount(some.y & (before.y | own.y));
    r[o + 11] = some.y != 0 ? 32 + findMSB(some.y) : findMSB(some.x);
    r[o + 12] = some[(x >> 8 & 63) / 32] >> (x >> 8 & 31) & 1;
    r[o + 13] = 1 | uint(ballot(8, a[gl_WorkGroupID.x * 64 + first] & 8, 4, 4) == there) << 1;
  }
  r[o + 9] = (x & 31) * (x & 31) + 1;
  r[o + 14] = own.x ^ own.y * 3;
  r[o + 15] = before.x ^ before.y * 3;
  r[o + 16] = (before.x | own.x) ^ (before.y | own.y) * 3;
  r[o + 17] = ~(before.x | own.x) ^ ~(before.y | own.y) * 3;
  r[o + 18] = ~before.x ^ ~before.y * 3;
  r[o + 19] = 5;
  r[o + 20] = 64;
#else
  uvec4 odd = subgroupBallot((x & 1) != 0);
  r[o] = odd.x;
  r[o + 1] = odd.y;
  r[o + 2] = subgroupBallotBitCount(odd);
  r[o + 3] = subgroupBallotExclusiveBitCount(odd);
  r[o + 4] = subgroupBallotFindLSB(odd);
  r[o + 5] = uint(subgroupInverseBallot(odd));
  if ((x & 4) != 0) {
    uvec4 some = subgroupBallot((x & 3) == 3);
    r[o + 6] = some.x ^ some.y;
    r[o + 7] = uint(subgroupAny((x & 3) == 3)) | uint(subgroupAll((x & 3) == 3)) << 1 | uint(subgroupElect()) << 2;
    r[o + 8] = subgroupBroadcastFirst(x);
    r[o + 10] = subgroupBallotInclusiveBitCount(some);
    r[o + 11] = subgroupBallotFindMSB(some);
    r[o + 12] = uint(subgroupBallotBitExtract(some, x >> 8 & 63));
    r[o + 13] = uint(subgroupAllEqual(x & 4)) | uint(subgroupAllEqual(x & 8)) << 1;
  }
  for (;;) {
    uint one = subgroupBroadcastFirst(x & 31);
    if (one == (x & 31)) {
      r[o + 9] = one * one + 1;
      break;
    }
  }
  r[o + 14] = gl_SubgroupEqMask.x ^ gl_SubgroupEqMask.y * 3;
  r[o + 15] = gl_SubgroupLtMask.x ^ gl_SubgroupLtMask.y * 3;
  r[o + 16] = gl_SubgroupLeMask.x ^ gl_SubgroupLeMask.y * 3;
  r[o + 17] = gl_SubgroupGtMask.x ^ gl_SubgroupGtMask.y * 3;
  r[o + 18] = gl_SubgroupGeMask.x ^ gl_SubgroupGeMask.y * 3;
  r[o + 19] = uint(subgroupAllEqual(float(gl_WorkGroupID.x))) | uint(subgroupAllEqual(float(x))) << 1 | 4;
  r[o + 20] = gl_SubgroupSize;
#endif
}
