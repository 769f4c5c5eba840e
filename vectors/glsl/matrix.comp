// A matrix of each work-item times a vector, and a product of two matrices of the group in LDS.
// buffer a f32 1024 random[-4,4]
// buffer b f32 1024 random[-4,4]
// buffer r f32 256 zero
// buffer s f32 256 zero
#version 450
layout(local_size_x = 16, local_size_y = 4) in;
layout(std430, binding = 0) buffer A { float a[]; };
layout(std430, binding = 1) buffer B { float b[]; };
layout(std430, binding = 2) buffer R { float r[]; };
layout(std430, binding = 3) buffer S { float s[]; };
shared float left[16][17], right[16][17];

void main() {
  uint x = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y, l = gl_LocalInvocationIndex;
  for (uint n = 0; n < 4; n++) {
    left[4 * y + n][x] = a[(4 * y + n) * 16 + x];
    right[4 * y + n][x] = b[(4 * y + n) * 16 + x];
  }
  barrier();
  for (uint n = 0; n < 4; n++) {
    precise float sum = 0.0;
    for (uint k = 0; k < 16; k++) sum = sum + left[4 * y + n][k] * right[k][x];
    r[(4 * y + n) * 16 + x] = sum;
  }
  for (uint row = 0; row < 4; row++) {
    precise float sum = a[16 * l + row] * b[16 * l];
    for (uint k = 1; k < 4; k++) sum = sum + a[16 * l + 4 * k + row] * b[16 * l + k];
    s[4 * l + row] = sum;
  }
}
