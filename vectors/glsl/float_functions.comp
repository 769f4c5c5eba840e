// Functions of floats that the hardware approximates, within the bounds of Vulkan.
// buffer a f32 128 random[0.01,20]
// buffer b f32 128 random[-3,3]
// buffer r f32 640 zero ulp 8
// buffer s f32 256 zero ulp 64
// groups 2
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
layout(std430, binding = 1) buffer B { float b[]; };
layout(std430, binding = 2) buffer R { float r[]; };
layout(std430, binding = 3) buffer S { float s[]; };

void main() {
  uint i = gl_GlobalInvocationID.x, o = i * 5;
  float x = a[i], y = b[i];
  r[o] = y / x;
  r[o + 1] = sqrt(x);
  r[o + 2] = inversesqrt(x);
  r[o + 3] = 1.0 / x;
  r[o + 4] = length(vec3(x, y, 2.0));
  s[2 * i] = exp2(y);
  s[2 * i + 1] = log2(x + 1.5);
}
