// Atomic operations of 64 bits on a buffer and on LDS.
// buffer a u64 256 random
// buffer r u64 25 random
// buffer s u64 36 zero
// groups 4
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_atomic_int64 : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint64_t a[]; };
layout(std430, binding = 1) buffer R { uint64_t r[]; };
layout(std430, binding = 2) buffer S { uint64_t s[]; };
shared uint64_t sum, most, odd, least, all, any, old, count;
shared int64_t lowest;

void main() {
  uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex, g = gl_WorkGroupID.x;
  uint64_t x = a[i];
  if (l == 0) {
    sum = most = odd = any = old = count = 0ul;
    least = all = ~0ul;
    lowest = 0x7fffffffffffffffl;
  }
  barrier();
  atomicAdd(r[uint(x) & 15], x >> 8);
  atomicMax(r[16], x);
  atomicOr(r[17], 1ul << (uint(x) & 63));
  atomicXor(r[18], x);
  if ((l & 1) != 0) atomicAdd(r[19], 0xffffffff0ul);
  atomicMin(r[20], x);
  atomicAnd(r[21], x | 0xfff0fff0fff0fff0ul);
  // Each value that is put is taken once, whoever takes it.
  atomicAdd(r[22], atomicExchange(r[23], x >> 16));
  atomicAdd(r[22], atomicExchange(r[23], 0ul));
  uint64_t before = r[24];
  for (;;) {
    uint64_t found = atomicCompSwap(r[24], before, before * 3ul);
    if (found == before) break;
    before = found;
  }
  atomicAdd(sum, x);
  atomicMax(most, x);
  atomicXor(odd, x);
  if ((x & 2ul) != 0ul) atomicMin(least, x);
  else atomicOr(any, x & 0x1234567800ful);
  atomicAnd(all, x | 0xff00ff00ff00fful);
  atomicMin(lowest, int64_t(x));
  atomicAdd(old, atomicExchange(count, x >> 8));
  barrier();
  if (l == 0) {
    s[9 * g] = sum;
    s[9 * g + 1] = most;
    s[9 * g + 2] = odd;
    s[9 * g + 3] = least;
    s[9 * g + 4] = any;
    s[9 * g + 5] = all;
    s[9 * g + 6] = uint64_t(lowest);
    s[9 * g + 7] = old + count;
  }
  for (;;) {
    uint64_t one = count;
    if (atomicCompSwap(count, one, one + 1ul) == one) break;
  }
  barrier();
  if (l == 0) s[9 * g + 8] = old + count;
}
