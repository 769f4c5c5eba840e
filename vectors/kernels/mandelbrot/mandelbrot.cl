// Steps until the point leaves the circle of radius 2. The data decide the number of trips, so each rounding counts.
#pragma OPENCL FP_CONTRACT OFF
kernel void mandelbrot(global uint *steps, float left, float top, float width, uint limit) {
  uint x = get_global_id(0), y = get_global_id(1);
  float re = left + x * width, im = top - y * width;
  float a = 0, b = 0;
  uint n = 0;
  while (n < limit && a * a + b * b <= 4) {
    float next = a * a - b * b + re;
    b = 2 * a * b + im;
    a = next;
    n++;
  }
  steps[y * get_global_size(0) + x] = n;
}
