// A choice between a shifted 16-bit value and a word: a sign extension folded into the selection.
// buffer a u32 128 random
// buffer r u32 384 zero
// groups 2
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) buffer R { uint r[]; };

void main() {
  uint i = gl_GlobalInvocationID.x, x = a[i], y = x * 77;
  bool c = (x & 0x4000) != 0;
  r[3 * i] = c ? uint(int16_t(x) >> int16_t(2)) : y;
  r[3 * i + 1] = c ? y : uint(int(int8_t(x >> 8)));
  r[3 * i + 2] = (x & 2) != 0 ? uint(int(int16_t(x >> 16))) : uint(uint8_t(y));
}
