// SPDX-License-Identifier: Apache-2.0
// More values at a time than there are registers: the compiler keeps the rest in private memory.
__attribute__((amdgpu_num_vgpr(24))) kernel void spill(global uint *out, global const uint *in) {
  const uint id = get_global_id(0);
  uint v[48];
#pragma unroll
  for (uint i = 0; i < 48; i++) v[i] = in[id] * (2 * i + 1) + i;
  for (uint step = 0; step < 5; step++) {
#pragma unroll
    for (uint i = 0; i < 48; i++) v[i] = rotate(v[i], v[(i * 7 + 5) % 48]) + v[(i + 1) % 48];
  }
  uint sum = 0;
#pragma unroll
  for (uint i = 0; i < 48; i++) sum = sum * 31 + v[i];
  out[id] = sum;
}
