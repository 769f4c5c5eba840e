// Arithmetic of half and half2. half2 makes packed instructions; each result is rounded once.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL FP_CONTRACT OFF

kernel void scalars(global half *sums, global half *differences, global half *products, global half *fused,
                    global half *quotients, global const half *x, global const half *y, global const half *z) {
  uint i = get_global_id(0);
  sums[i] = x[i] + y[i];
  differences[i] = x[i] - y[i];
  products[i] = x[i] * y[i];
  fused[i] = fma(x[i], y[i], z[i]);
  quotients[i] = x[i] / y[i];
}

kernel void pairs(global half2 *sums, global half2 *differences, global half2 *products, global half2 *fused,
                  global half2 *least, global half2 *greatest, global const half2 *x, global const half2 *y,
                  global const half2 *z) {
  uint i = get_global_id(0);
  sums[i] = x[i] + y[i];
  differences[i] = x[i] - y[i];
  products[i] = x[i] * y[i];
  fused[i] = fma(x[i], y[i], z[i]);
  least[i] = fmin(x[i], y[i]);
  greatest[i] = fmax(x[i], y[i]);
}

kernel void others(global short *relations, global float *singles, global short *shorts, global half *of_singles,
                   global half *of_shorts, global const half *x, global const half *y, global const float *single,
                   global const short *whole) {
  uint i = get_global_id(0);
  relations[i] = (x[i] < y[i]) | (x[i] <= y[i]) << 1 | (x[i] == y[i]) << 2 | (x[i] != y[i]) << 3 |
                 (x[i] > y[i]) << 4 | (x[i] >= y[i]) << 5 | isunordered(x[i], y[i]) << 6 | signbit(x[i]) << 7;
  singles[i] = x[i];
  shorts[i] = convert_short_sat(x[i]);
  of_singles[i] = (half)single[i];
  of_shorts[i] = (half)whole[i];
}
