// c = a * b of doubles, in tiles of 8 times 8 in LDS. Then each row is scaled to a sum of 1.
#pragma OPENCL FP_CONTRACT OFF
#define TILE 8

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void product(global double *c, global const double *a,
                                                                         global const double *b, uint n) {
  local double of_a[TILE][TILE], of_b[TILE][TILE];
  uint x = get_local_id(0), y = get_local_id(1), column = get_global_id(0), row = get_global_id(1);
  double sum = 0;
  for (uint start = 0; start < n; start += TILE) {
    of_a[y][x] = a[row * n + start + x];
    of_b[y][x] = b[(start + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < TILE; k++) sum = fma(of_a[y][k], of_b[k][x], sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}

kernel void scale(global double *c, uint n) {
  global double *row = c + get_global_id(0) * n;
  double sum = 0;
  for (uint i = 0; i < n; i++) sum += row[i];
  for (uint i = 0; i < n; i++) row[i] /= sum;
}
