// SPDX-License-Identifier: Apache-2.0
// A function that calls itself up to 89 times. The compiler counts one frame of it; the launch asks for more.
__attribute__((noinline)) uint chain(uint value, uint depth) {
  return depth == 0 ? value : rotate(chain(value * 3 + depth, depth - 1), 3u) ^ value * depth;
}

kernel void deep_recursion(global uint *out, global const uint *in) {
  const uint id = get_global_id(0);
  out[id] = chain(in[id], id % 90);
}
