// SPDX-License-Identifier: Apache-2.0
// Functions that call themselves: frames in private memory, of another depth in each lane. The compiler counts one
// frame of such a function. The array of `table` makes room for the others.
__attribute__((noinline)) uint fibonacci(uint n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__attribute__((noinline)) uint ackermann(uint m, uint n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

__attribute__((noinline)) uint table(uint seed) {
  uint frame[512];
  for (uint i = 0; i < 512; i += 8) frame[i + seed % 8] = seed * i;
  return frame[seed % 8 + (seed & 0x1F8)];
}

kernel void recursion(global uint *out) {
  const uint id = get_global_id(0);
  out[3 * id] = fibonacci(id % 9);
  out[3 * id + 1] = table(id * 37);
  out[3 * id + 2] = ackermann(id % 3, id % 4);
}
