// Products and sums of more than 32 bits, by GLSL's functions and by 64-bit integers.
// buffer a u64 128 edge
// buffer b u64 128 random
// buffer r u64 1920 zero
// groups 2
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint64_t a[]; };
layout(std430, binding = 1) buffer B { uint64_t b[]; };
layout(std430, binding = 2) buffer R { uint64_t r[]; };

void main() {
  uint i = gl_GlobalInvocationID.x, o = i * 15;
  uint64_t x = a[i], y = b[i];
  int64_t p = int64_t(x), q = int64_t(y);
  uint n = uint(y) & 63, high, low, carry;
  int ihigh, ilow;
  umulExtended(uint(x), uint(y), high, low);
  r[o] = uint64_t(high) << 32 | low;
  imulExtended(int(x), int(y), ihigh, ilow);
  r[o + 1] = uint64_t(uint(ihigh)) << 32 | uint(ilow);
  low = uaddCarry(uint(x), uint(y), carry);
  r[o + 2] = uint64_t(carry) << 32 | low;
  low = usubBorrow(uint(x), uint(y), carry);
  r[o + 3] = uint64_t(carry) << 32 | low;
  r[o + 4] = x + y;
  r[o + 5] = x - y;
  r[o + 6] = x * y;
  r[o + 7] = x << n;
  r[o + 8] = x >> n;
  r[o + 9] = uint64_t(p >> n);
  r[o + 10] = x / (y >> 33 | 1ul);
  r[o + 11] = x % (y | 1ul);
  r[o + 12] = uint64_t((p >> 1) / (q | 1l));
  r[o + 13] = min(x, y) ^ uint64_t(max(p, q));
  r[o + 14] = uint64_t(p < q) | uint64_t(x < y) << 1 | uint64_t(x == y) << 2 | uint64_t(abs(q)) << 3;
}
