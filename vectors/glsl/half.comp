// Half floats, single and in pairs.
// buffer a f16 256 random[-8,8]
// buffer b f16 256 random[-2,2]
// buffer r f16 1280 zero
// groups 2
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { f16vec2 a[]; };
layout(std430, binding = 1) buffer B { f16vec2 b[]; };
layout(std430, binding = 2) buffer R { f16vec2 r[]; };

void main() {
  uint i = gl_GlobalInvocationID.x, o = i * 5;
  precise f16vec2 x = a[i], y = b[i];
  precise f16vec2 sum = x + y, product = x * y, mixed = x.yx - y.xx;
  r[o] = sum;
  r[o + 1] = product;
  r[o + 2] = min(x, y) + max(x, -y);
  r[o + 3] = mixed;
  r[o + 4] = f16vec2(x.x < y.y ? x.y : y.x, floor(x.x));
}
