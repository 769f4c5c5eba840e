// Loads and stores of one to four words, of bytes and of halves, at offsets of every kind.
// buffer a u32 1024 random
// buffer r u32 1024 zero
// buffer b u8 256 random
// buffer s u8 256 zero
// groups 2
#version 450
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
layout(local_size_x = 64) in;
struct Shape {
  uint one, two, three;
  uint gap;
  uvec3 more;
  uint last;
};
layout(std430, binding = 0) buffer A { Shape a[]; };
layout(std430, binding = 1) buffer R { Shape r[]; };
layout(std430, binding = 2) buffer B { uint8_t b[]; };
layout(std430, binding = 3) buffer S { uint8_t s[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  Shape x = a[127 - i];
  r[i].one = x.three;
  r[i].two = x.one;
  r[i].more = x.more.zxy;
  if ((i & 3) != 1) r[i].last = x.last + x.gap;
  s[2 * i] = b[2 * i + 1];
  if ((x.one & 1) != 0) s[2 * i + 1] = b[i] + uint8_t(x.two);
}
