// Integers of 32 bits: shifts, fields of bits, counts, limits, comparisons.
// buffer a u32 128 edge
// buffer b u32 128 random
// buffer r u32 2560 zero
// groups 2
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) buffer B { uint b[]; };
layout(std430, binding = 2) buffer R { uint r[]; };

void main() {
  uint i = gl_GlobalInvocationID.x, x = a[i], y = b[i], o = i * 20;
  int p = int(x), q = int(y);
  uint n = y & 31, w = min((y >> 5) & 31, 32 - n);
  r[o] = x * y;
  r[o + 1] = x << n;
  r[o + 2] = x >> n;
  r[o + 3] = uint(p >> n);
  r[o + 4] = bitfieldExtract(x, int(n), int(w));
  r[o + 5] = uint(bitfieldExtract(p, int(n), int(w)));
  r[o + 6] = bitfieldInsert(x, y, int(n), int(w));
  r[o + 7] = bitfieldReverse(x);
  r[o + 8] = uint(bitCount(x));
  r[o + 9] = uint(findMSB(x));
  r[o + 10] = uint(findMSB(p));
  r[o + 11] = uint(findLSB(x));
  r[o + 12] = min(x, y) ^ max(x + 1, y);
  r[o + 13] = uint(min(p, q) - max(p, q + 5));
  r[o + 14] = uint(clamp(p, -1000, q & 0xffff));
  r[o + 15] = uint(abs(p) + sign(q));
  r[o + 16] = uint(p < q) | uint(x < y) << 1 | uint(x == y) << 2 | uint(p >= 0) << 3;
  r[o + 17] = (x & y) | (~x & 0x0f0f0f0f);
  r[o + 18] = x - y - 1;
  r[o + 19] = (x & 0xffffff) * (y & 0xffffff) + 7;
}
