// SPDX-License-Identifier: Apache-2.0
// Counts and sums of 32 and 64 bits by bin, in global memory. Only the totals are looked at.
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
kernel void histogram(global uint *bins, global ulong *sums, global const uint *in) {
  const uint value = in[get_global_id(0)];
  atomic_inc(&bins[value % 37]);
  atom_add(&sums[value >> 28], (ulong)value << 8);
}
