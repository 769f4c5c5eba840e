// SPDX-License-Identifier: Apache-2.0
// Each work-item calls functions by pointers of its own. One keeps an array in private memory.
// Decisions: D-LAUNCH-14.
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable

typedef uint (*step)(uint, uint);

__attribute__((noinline)) uint sum(uint a, uint b) { return a + 3 * b; }

__attribute__((noinline)) uint product(uint a, uint b) { return a * b + 1; }

__attribute__((noinline)) uint chosen(uint a, uint b) {
  uint word[8];
  for (uint i = 0; i < 8; i++) word[i] = a * (i + b);
  return word[a & 7] ^ word[b & 7];
}

static step step_of(uint number) { return number == 0 ? sum : number == 1 ? product : chosen; }

kernel void function_pointers(global uint *out, global const uint *in) {
  const uint i = get_global_id(0);
  const step first = step_of(in[i] % 3), second = step_of(i % 3);
  out[i] = second(first(in[i], i), in[i] >> 16);
}
