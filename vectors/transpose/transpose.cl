// Transposes in to out, n*n matrices. A 16x16 tile goes through LDS, so that loads and stores of memory run along rows.
// PITCH is the distance of the tile's rows in dwords. With rows of 16 dwords a column meets one bank in four lanes of
// each quad. A row of 20 dwords is five entries, so the column's four lanes lie in four banks. A row of 17 would not
// do, since a bank is an entry wide.
#ifndef PITCH
#define PITCH 16
#endif
__kernel __attribute__((reqd_work_group_size(16, 16, 1))) void transpose(__global const uint *in, __global uint *out,
                                                                         uint n) {
  __local uint tile[16 * PITCH];
  uint lx = get_local_id(0), ly = get_local_id(1), gx = get_group_id(0), gy = get_group_id(1);
  tile[ly * PITCH + lx] = in[(gy * 16 + ly) * n + gx * 16 + lx];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(gx * 16 + ly) * n + gy * 16 + lx] = tile[lx * PITCH + ly];
}
