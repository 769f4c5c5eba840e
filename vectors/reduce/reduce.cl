// Sum of each workgroup's part of x: a tree in LDS, a barrier at every level.
__kernel void reduce(__global const uint *x, __global uint *sums, __local uint *part, uint n) {
  size_t i = get_global_id(0), l = get_local_id(0);
  part[l] = i < n ? x[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = get_local_size(0) / 2; step > 0; step >>= 1) {
    if (l < step) part[l] += part[l + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) sums[get_group_id(0)] = part[0];
}
