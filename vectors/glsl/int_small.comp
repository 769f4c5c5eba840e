// Integers of 8 and 16 bits in memory and in registers, packed in pairs.
// buffer a u8 512 random
// buffer b u16 256 edge
// buffer r u8 256 zero
// buffer s u16 1280 zero
// buffer t u32 128 zero
// groups 2
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { int8_t a[]; };
layout(std430, binding = 1) buffer B { int16_t b[]; };
layout(std430, binding = 2) buffer R { uint8_t r[]; };
layout(std430, binding = 3) buffer S { int16_t s[]; };
layout(std430, binding = 4) buffer T { uint t[]; };

void main() {
  uint i = gl_GlobalInvocationID.x, o = i * 10;
  int8_t x = a[4 * i], y = a[4 * i + 3];
  int16_t p = b[2 * i], q = b[2 * i + 1];
  i16vec2 v = i16vec2(p, q), w = i16vec2(q, int16_t(x));
  i16vec2 sum = v + w, product = v * w, most = max(v, w), shifted = v >> (w & int16_t(15));
  r[2 * i] = uint8_t(x + y);
  r[2 * i + 1] = uint8_t(uint8_t(x) >> (uint8_t(y) & uint8_t(7)));
  s[o] = sum.x;
  s[o + 1] = sum.y;
  s[o + 2] = product.x;
  s[o + 3] = product.y;
  s[o + 4] = most.x;
  s[o + 5] = most.y;
  s[o + 6] = shifted.x;
  s[o + 7] = shifted.y;
  s[o + 8] = int16_t(x < y ? int16_t(x) >> 2 : q);
  s[o + 9] = p / (q | int16_t(1));
  t[i] = uint(x < y ? int(int16_t(p) >> 2) : int(q));
}
