// c = a*b for n*n matrices, by 8x8 tiles of a and b in LDS; k ascending, as the formula has it.
__kernel __attribute__((reqd_work_group_size(8, 8, 1))) void matmul_tiled(__global const float *a,
                                                                          __global const float *b,
                                                                          __global float *c, uint n) {
  __local float ta[8][8], tb[8][8];
  uint lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (uint k = 0; k < n; k += 8) {
    ta[ly][lx] = a[y * n + k + lx];
    tb[ly][lx] = b[(k + ly) * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0; i < 8; i++) sum = fma(ta[ly][i], tb[i][lx], sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[y * n + x] = sum;
}
