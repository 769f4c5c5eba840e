// Atomic operations of 64 bits on a buffer and on LDS.
// buffer a u64 256 random
// buffer r u64 20 zero
// buffer s u64 12 zero
// groups 4
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_atomic_int64 : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint64_t a[]; };
layout(std430, binding = 1) buffer R { uint64_t r[]; };
layout(std430, binding = 2) buffer S { uint64_t s[]; };
shared uint64_t sum, most, odd;

void main() {
  uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex, g = gl_WorkGroupID.x;
  uint64_t x = a[i];
  if (l == 0) sum = most = odd = 0ul;
  barrier();
  atomicAdd(r[uint(x) & 15], x >> 8);
  atomicMax(r[16], x);
  atomicOr(r[17], 1ul << (uint(x) & 63));
  atomicXor(r[18], x);
  if ((l & 1) != 0) atomicAdd(r[19], 0xffffffff0ul);
  atomicAdd(sum, x);
  atomicMax(most, x);
  atomicXor(odd, x);
  barrier();
  if (l == 0) {
    s[3 * g] = sum;
    s[3 * g + 1] = most;
    s[3 * g + 2] = odd;
  }
}
