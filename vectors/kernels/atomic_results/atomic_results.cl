// SPDX-License-Identifier: Apache-2.0
// Results that do not depend on the order of the work-items: the least, the greatest, the bits, tickets.
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
kernel void atomic_results(global uint *narrow, global ulong *wide, global uint *tickets, global const uint *in) {
  const uint id = get_global_id(0), value = in[id];
  const ulong both = (ulong)value << 32 | in[get_global_size(0) - 1 - id];
  atomic_min((volatile global int *)&narrow[0], (int)value);
  atomic_min(&narrow[1], value);
  atomic_max((volatile global int *)&narrow[2], (int)value);
  atomic_max(&narrow[3], value);
  atomic_and(&narrow[4], value | 0xff00);
  atomic_or(&narrow[5], value & 0xff00);
  atomic_xor(&narrow[6], value);
  atomic_sub(&narrow[7], value);
  atom_min((volatile global long *)&wide[0], (long)both);
  atom_min(&wide[1], both);
  atom_max((volatile global long *)&wide[2], (long)both);
  atom_max(&wide[3], both);
  atom_and(&wide[4], both | 0xff0000000000);
  atom_or(&wide[5], both & 0xff0000000000);
  atom_xor(&wide[6], both);
  atom_sub(&wide[7], both);
  tickets[atomic_inc(&narrow[8])] = 1;
  tickets[get_global_size(0) + (uint)atom_add(&wide[8], 1)] = 2;
}
