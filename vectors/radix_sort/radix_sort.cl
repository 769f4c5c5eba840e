// Sorts 256 keys with their places, stable, four bits in each round. An atomic or sets the bit of each work-item in the
// bit set of its digit, so the work-items of one digit find each other. An atomic increment counts them. A scan over
// the counts says where the digit begins.
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void radix_sort(__global uint *keys, __global uint *places) {
  __local uint key[256], place[256], set[16 * 8];
  __local uint count[16], start[16];
  uint l = get_local_id(0);
  uint k = keys[l], p = l;
  for (uint shift = 0; shift < 32; shift += 4) {
    if (l < 128) set[l] = 0;
    if (l < 16) count[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint digit = k >> shift & 15;
    atomic_or(&set[digit * 8 + l / 32], 1u << l % 32);
    atomic_inc(&count[digit]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 16) {
      uint sum = 0;
      for (uint d = 0; d < l; d++) sum += count[d];
      start[l] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint to = start[digit] + popcount(set[digit * 8 + l / 32] & ((1u << l % 32) - 1));
    for (uint w = 0; w < l / 32; w++) to += popcount(set[digit * 8 + w]);
    key[to] = k;
    place[to] = p;
    barrier(CLK_LOCAL_MEM_FENCE);
    k = key[l];
    p = place[l];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  keys[l] = k;
  places[l] = p;
}
