// SPDX-License-Identifier: Apache-2.0
// The functions of extensions of sub-groups that the device libraries lack (OpenCL C 3.0, 6.15.17, and the extensions
// cl_khr_subgroup_*), for waves of 64 lanes. What a lane gets from one that is not active is undefined there.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define OVER __attribute__((overloadable, always_inline, convergent))
#define OWN static __attribute__((always_inline, convergent))

// X(type, its least value, its greatest)
#define SMALL(X) \
  X(char, CHAR_MIN, CHAR_MAX) X(uchar, 0, UCHAR_MAX) X(short, SHRT_MIN, SHRT_MAX) X(ushort, 0, USHRT_MAX)
#define INTS(X) \
  SMALL(X) X(int, INT_MIN, INT_MAX) X(uint, 0, UINT_MAX) X(long, LONG_MIN, LONG_MAX) X(ulong, 0, ULONG_MAX)
#define FLOATS(X) X(half, -INFINITY, INFINITY) X(float, -INFINITY, INFINITY) X(double, -INFINITY, INFINITY)
#define TYPES(X) INTS(X) FLOATS(X)
#define VECTORS(X, t) X(t##2) X(t##3) X(t##4) X(t##8) X(t##16)

// ---- lanes

// LLVM 16 takes the same ballots for one, also where other lanes are active: the statement of asm tells them apart. By
// keep_apart in compiler.c it is not merged itself.
OWN ulong ballot(int p) {
  __asm volatile("" : "+v"(p));
  return __builtin_amdgcn_ballot_w64(p != 0);
}
OWN ulong active(void) { return ballot(true); }
OWN uint own(void) { return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u)); }
OWN ulong to(uint lane) { return ~0ul >> (63 - lane); }  // the lanes up to this one
OWN int highest(ulong lanes) { return 63 - (int)__builtin_clzl(lanes); }
// The active lane before the own one in its cluster; -1: there is none.
OWN int before(uint cluster) {
  const ulong lanes = active() & to(own()) & ~(1ul << own()) & ~0ul << (own() & ~(cluster - 1));
  return lanes ? highest(lanes) : -1;
}
// The last active lane of the own one's cluster.
OWN uint last(uint cluster) { return highest(active() & to(own() | (cluster - 1))); }

// ---- a value of another lane

OWN int get_int(uint lane, int v) { return __builtin_amdgcn_ds_bpermute((int)(lane << 2), v); }
OWN long get_long(uint lane, long v) {
  const uint low = (uint)get_int(lane, (int)v), high = (uint)get_int(lane, (int)(v >> 32));
  return (long)((ulong)high << 32 | low);
}
OWN char get_char(uint lane, char v) { return (char)get_int(lane, v); }
OWN uchar get_uchar(uint lane, uchar v) { return (uchar)get_int(lane, v); }
OWN short get_short(uint lane, short v) { return (short)get_int(lane, v); }
OWN ushort get_ushort(uint lane, ushort v) { return (ushort)get_int(lane, v); }
OWN uint get_uint(uint lane, uint v) { return (uint)get_int(lane, (int)v); }
OWN ulong get_ulong(uint lane, ulong v) { return (ulong)get_long(lane, (long)v); }
OWN half get_half(uint lane, half v) { return as_half(get_short(lane, as_short(v))); }
OWN float get_float(uint lane, float v) { return as_float(get_int(lane, as_int(v))); }
OWN double get_double(uint lane, double v) { return as_double(get_long(lane, as_long(v))); }
#define GET_VECTORS(t, least, greatest)                                                                        \
  OWN t##2 get_##t##2(uint lane, t##2 v) { return (t##2)(get_##t(lane, v.x), get_##t(lane, v.y)); }              \
  OWN t##3 get_##t##3(uint lane, t##3 v) { return (t##3)(get_##t##2(lane, v.xy), get_##t(lane, v.z)); }          \
  OWN t##4 get_##t##4(uint lane, t##4 v) { return (t##4)(get_##t##2(lane, v.lo), get_##t##2(lane, v.hi)); }      \
  OWN t##8 get_##t##8(uint lane, t##8 v) { return (t##8)(get_##t##4(lane, v.lo), get_##t##4(lane, v.hi)); }      \
  OWN t##16 get_##t##16(uint lane, t##16 v) { return (t##16)(get_##t##8(lane, v.lo), get_##t##8(lane, v.hi)); }
TYPES(GET_VECTORS)

// ---- shuffles and broadcasts

#define SHUFFLES(t, least, greatest)                                                                         \
  OVER t sub_group_shuffle(t v, uint index) { return get_##t(index, v); }                                    \
  OVER t sub_group_shuffle_xor(t v, uint mask) { return get_##t(own() ^ mask, v); }                          \
  OVER t sub_group_shuffle_up(t v, uint delta) { return get_##t(own() - delta, v); }                         \
  OVER t sub_group_shuffle_down(t v, uint delta) { return get_##t(own() + delta, v); }                       \
  OVER t sub_group_rotate(t v, int delta) { return get_##t(own() + (uint)delta, v); }                        \
  OVER t sub_group_clustered_rotate(t v, int delta, uint cluster) {                                          \
    return get_##t((own() & ~(cluster - 1)) | ((own() + (uint)delta) & (cluster - 1)), v);                   \
  }                                                                                                          \
  OVER t sub_group_broadcast_first(t v) { return get_##t((uint)__builtin_ctzl(active()), v); }               \
  OVER int sub_group_non_uniform_all_equal(t v) {                                                            \
    return ballot(sub_group_broadcast_first(v) == v) == active();                                            \
  }
TYPES(SHUFFLES)
#define BROADCAST(t) OVER t sub_group_non_uniform_broadcast(t v, uint index) { return get_##t(index, v); }
#define UNIFORM_BROADCAST(t) OVER t sub_group_broadcast(t v, uint index) { return get_##t(index, v); }
#define BROADCASTS(t, least, greatest) BROADCAST(t) VECTORS(BROADCAST, t) VECTORS(UNIFORM_BROADCAST, t)
TYPES(BROADCASTS)
#define SMALL_BROADCASTS(t, least, greatest) UNIFORM_BROADCAST(t)
SMALL(SMALL_BROADCASTS)

// ---- votes and ballots

OVER int sub_group_elect(void) { return own() == (uint)__builtin_ctzl(active()); }
OVER int sub_group_non_uniform_all(int p) { return ballot(p) == active(); }
OVER int sub_group_non_uniform_any(int p) { return ballot(p) != 0; }
OWN uint4 mask_of(ulong lanes) { return (uint4)((uint)lanes, (uint)(lanes >> 32), 0, 0); }
OWN ulong lanes_of(uint4 mask) { return (ulong)mask.y << 32 | mask.x; }
OWN uint count(ulong lanes) { return (uint)__builtin_popcountl(lanes); }
OVER uint4 sub_group_ballot(int p) { return mask_of(ballot(p)); }
OVER int sub_group_inverse_ballot(uint4 mask) { return (int)(lanes_of(mask) >> own() & 1); }
OVER int sub_group_ballot_bit_extract(uint4 mask, uint index) { return (int)(lanes_of(mask) >> (index & 63) & 1); }
OVER uint sub_group_ballot_bit_count(uint4 mask) { return count(lanes_of(mask)); }
OVER uint sub_group_ballot_inclusive_scan(uint4 mask) { return count(lanes_of(mask) & to(own())); }
OVER uint sub_group_ballot_exclusive_scan(uint4 mask) { return count(lanes_of(mask) & to(own()) >> 1); }
OVER uint sub_group_ballot_find_lsb(uint4 mask) { return (uint)__builtin_ctzl(lanes_of(mask)); }
OVER uint sub_group_ballot_find_msb(uint4 mask) { return (uint)highest(lanes_of(mask)); }
OVER uint4 get_sub_group_eq_mask(void) { return mask_of(1ul << own()); }
OVER uint4 get_sub_group_ge_mask(void) { return mask_of(~0ul << own()); }
OVER uint4 get_sub_group_gt_mask(void) { return mask_of(~to(own())); }
OVER uint4 get_sub_group_le_mask(void) { return mask_of(to(own())); }
OVER uint4 get_sub_group_lt_mask(void) { return mask_of(to(own()) >> 1); }

// ---- sums and their like, of the active lanes of a cluster

// Each step joins the sum of a lane with that of the lane at which it ends: six steps for 64 lanes.
#define SCAN(t, op, joined)                                                                            \
  OWN t scan_##op##_##t(t b, uint cluster) {                                                               \
    int from = before(cluster);                                                                            \
    for (uint count = 1; count < cluster; count <<= 1) {                                                   \
      const t a = get_##t((uint)from, b);                                                                  \
      const int next = get_int((uint)from, from);                                                          \
      b = from < 0 ? b : (t)(joined);                                                                      \
      from = from < 0 ? from : next;                                                                       \
    }                                                                                                      \
    return b;                                                                                              \
  }                                                                                                        \
  OWN t scan_exclusive_##op##_##t(t v, t none) {                                                            \
    const int from = before(64);                                                                           \
    const t sum = get_##t((uint)from, scan_##op##_##t(v, 64));                                             \
    return from < 0 ? none : sum;                                                                          \
  }                                                                                                        \
  OWN t reduce_##op##_##t(t v, uint cluster) { return get_##t(last(cluster), scan_##op##_##t(v, cluster)); }
#define NON_UNIFORM(t, op, none)                                                                           \
  OVER t sub_group_non_uniform_reduce_##op(t v) { return reduce_##op##_##t(v, 64); }                       \
  OVER t sub_group_non_uniform_scan_inclusive_##op(t v) { return scan_##op##_##t(v, 64); }                 \
  OVER t sub_group_non_uniform_scan_exclusive_##op(t v) { return scan_exclusive_##op##_##t(v, none); }     \
  OVER t sub_group_clustered_reduce_##op(t v, uint cluster) { return reduce_##op##_##t(v, cluster); }
#define BOTH(t, op, none, joined) SCAN(t, op, joined) NON_UNIFORM(t, op, none)
#define NUMBERS(t, least, greatest)          \
  BOTH(t, add, 0, a + b)                     \
  BOTH(t, mul, 1, a * b)                     \
  BOTH(t, min, greatest, a < b ? a : b)      \
  BOTH(t, max, least, a > b ? a : b)
TYPES(NUMBERS)
#define BITS(t, least, greatest) \
  BOTH(t, and, (t)~0, a & b)     \
  BOTH(t, or, 0, a | b)          \
  BOTH(t, xor, 0, a ^ b)
INTS(BITS)
#define LOGICAL(op, none)                                                                                         \
  OVER int sub_group_non_uniform_reduce_logical_##op(int p) { return reduce_##op##_int(p != 0, 64); }             \
  OVER int sub_group_non_uniform_scan_inclusive_logical_##op(int p) { return scan_##op##_int(p != 0, 64); }       \
  OVER int sub_group_non_uniform_scan_exclusive_logical_##op(int p) {                                             \
    return scan_exclusive_##op##_int(p != 0, none);                                                               \
  }                                                                                                               \
  OVER int sub_group_clustered_reduce_logical_##op(int p, uint cluster) { return reduce_##op##_int(p != 0, cluster); }
LOGICAL(and, 1)
LOGICAL(or, 0)
LOGICAL(xor, 0)
#define UNIFORM(t, op, none)                                                                    \
  OVER t sub_group_reduce_##op(t v) { return reduce_##op##_##t(v, 64); }                        \
  OVER t sub_group_scan_inclusive_##op(t v) { return scan_##op##_##t(v, 64); }                  \
  OVER t sub_group_scan_exclusive_##op(t v) { return scan_exclusive_##op##_##t(v, none); }
#define UNIFORMS(t, least, greatest) UNIFORM(t, add, 0) UNIFORM(t, min, greatest) UNIFORM(t, max, least)
SMALL(UNIFORMS)
