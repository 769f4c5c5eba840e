// y = a*x + y over integers. The last workgroup is partial.
__kernel void saxpy_int(__global int *y, __global const int *x, int a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) y[i] = a * x[i] + y[i];
}
