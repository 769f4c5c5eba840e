// Conversions of floats: to and from integers, to packed forms, to mantissa and exponent.
// buffer a f32 128 random[-30000,30000]
// buffer b u32 128 random
// buffer r u32 1408 zero
// groups 2
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
layout(std430, binding = 1) buffer B { uint b[]; };
layout(std430, binding = 2) buffer R { uint r[]; };

void main() {
  uint i = gl_GlobalInvocationID.x, o = i * 11, y = b[i];
  float x = a[i];
  int e;
  r[o] = uint(int(x));
  r[o + 1] = uint(abs(x));
  r[o + 2] = floatBitsToUint(float(y));
  r[o + 3] = floatBitsToUint(float(int(y)));
  r[o + 4] = floatBitsToUint(float(y >> 8 & 255));
  r[o + 5] = packHalf2x16(vec2(floor(x * 0.0625), float(y & 2047)));
  r[o + 6] = floatBitsToUint(unpackHalf2x16((y & 0x83ff83ff) | 0x3c004000).x);
  r[o + 7] = floatBitsToUint(unpackHalf2x16((y & 0x83ff83ff) | 0x3c004000).y);
  r[o + 8] = floatBitsToUint(frexp(x, e));
  r[o + 9] = uint(e);
  r[o + 10] = floatBitsToUint(ldexp(x, int(y & 15) - 8));
}
