// Doubles: sums, products, fma, limits, conversions; division and root within one step.
// buffer a f64 128 random[-100,100]
// buffer b f64 128 random[0.5,9]
// buffer r f64 1280 zero
// buffer s f64 256 zero ulp 1
// groups 2
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { double a[]; };
layout(std430, binding = 1) buffer B { double b[]; };
layout(std430, binding = 2) buffer R { double r[]; };
layout(std430, binding = 3) buffer S { double s[]; };

void main() {
  uint i = gl_GlobalInvocationID.x, o = i * 10;
  precise double x = a[i], y = b[i];
  precise double sum = x + y, product = x * y, fused = fma(double(float(x)), double(float(y)), sum);
  r[o] = sum;
  r[o + 1] = product;
  r[o + 2] = fused;
  r[o + 3] = min(x, y) - max(x, 3.5lf);
  r[o + 4] = floor(x) + trunc(y);
  r[o + 5] = abs(x) + ceil(y);
  r[o + 6] = double(float(x));
  r[o + 7] = double(int(x * 1000.0lf)) + double(uint(y));
  r[o + 8] = x < y ? -x : y;
  r[o + 9] = roundEven(x);
  s[2 * i] = x / y;
  s[2 * i + 1] = sqrt(y);
}
