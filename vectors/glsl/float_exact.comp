// Float operations that are correctly rounded: sums, products, fma, limits, roundings, comparisons.
// buffer a f32 128 random[-100,100]
// buffer b f32 128 random[-3,3]
// buffer c f32 128 random[-1000,1000]
// buffer r f32 2048 zero
// groups 2
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
layout(std430, binding = 1) buffer B { float b[]; };
layout(std430, binding = 2) buffer C { float c[]; };
layout(std430, binding = 3) buffer R { float r[]; };

void main() {
  uint i = gl_GlobalInvocationID.x, o = i * 16;
  precise float x = a[i], y = b[i], z = c[i];
  precise float sum = x + y, product = x * y, both = x * y + z;
  r[o] = sum;
  r[o + 1] = product;
  r[o + 2] = both;
  precise float fused = fma(x, y, z);
  r[o + 3] = fused;
  r[o + 4] = floor(x);
  r[o + 5] = ceil(y);
  r[o + 6] = trunc(z);
  r[o + 7] = roundEven(x * 0.5);
  precise float f = z - floor(z);
  r[o + 8] = f;
  r[o + 9] = min(x, z) + max(y, z);
  r[o + 10] = clamp(x, y, abs(z) + 3.0);
  r[o + 11] = abs(x) - sign(y);
  r[o + 12] = x < z ? -x : y;
  precise float d = x - z - y;
  r[o + 13] = d;
  r[o + 14] = clamp(y, 0.0, 1.0);
  r[o + 15] = step(x, z) + float(isnan(x)) + float(isinf(z)) + intBitsToFloat(floatBitsToInt(x) ^ 1);
}
