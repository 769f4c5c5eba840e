// Division and remainder of integers, with and without a constant divisor.
// buffer a u32 128 edge
// buffer b u32 128 random
// buffer r u32 1280 zero
// groups 2
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) buffer B { uint b[]; };
layout(std430, binding = 2) buffer R { uint r[]; };

void main() {
  uint i = gl_GlobalInvocationID.x, x = a[i], y = b[i] | 1, o = i * 10;
  int p = int(x) >> 1, q = int(b[i]) | 1;
  r[o] = x / y;
  r[o + 1] = x % y;
  r[o + 2] = uint(p / q);
  r[o + 3] = x / (y >> 20 | 1);
  r[o + 4] = x % (y >> 20 | 1);
  r[o + 5] = x / 7;
  r[o + 6] = x % 1000;
  r[o + 7] = uint(p / -3);
  r[o + 8] = uint(p / 8);
  r[o + 9] = x / 641;
}
