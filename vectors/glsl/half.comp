// Half floats, single and in pairs: exact operations and conversions; division and root within one step.
// buffer a f16 256 random[-8,8]
// buffer b f16 256 random[-2,2]
// buffer r f16 2048 zero
// buffer s f16 256 zero ulp 1
// groups 2
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { f16vec2 a[]; };
layout(std430, binding = 1) buffer B { f16vec2 b[]; };
layout(std430, binding = 2) buffer R { f16vec2 r[]; };
layout(std430, binding = 3) buffer S { f16vec2 s[]; };

void main() {
  uint i = gl_GlobalInvocationID.x, o = i * 8;
  precise f16vec2 x = a[i], y = b[i];
  precise f16vec2 sum = x + y, product = x * y, mixed = x.yx - y.xx;
  r[o] = sum;
  r[o + 1] = product;
  r[o + 2] = min(x, y) + max(x, -y);
  r[o + 3] = mixed;
  r[o + 4] = f16vec2(x.x < y.y ? x.y : y.x, floor(x.x));
  // The product has 22 bits: in 32 bits it is exact.
  precise float wide = float(x.x) * float(y.x);
  r[o + 5] = f16vec2(float16_t(wide), float16_t(int16_t(x.y * 16.0hf)));
  r[o + 6] = abs(x) + trunc(y) - ceil(x);
  r[o + 7] = clamp(x, -1.0hf, 1.0hf) + roundEven(y);
  s[i] = f16vec2(x.x / (abs(y.x) + 1.0hf), sqrt(abs(y.y)));
}
