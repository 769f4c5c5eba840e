// c = a*b for n*n matrices, one element a work-item, k ascending.
__kernel void matmul(__global const float *a, __global const float *b, __global float *c, uint n) {
  uint x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (uint k = 0; k < n; k++) sum = fma(a[y * n + k], b[k * n + x], sum);
  c[y * n + x] = sum;
}
