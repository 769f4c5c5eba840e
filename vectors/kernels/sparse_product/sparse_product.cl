// SPDX-License-Identifier: Apache-2.0
// A sparse matrix times a vector, rows compressed. All numbers are small and whole, so that every order of a sum gives
// the same float. First a work-item a row, then 16 work-items a row, which add up their parts in the LDS.
kernel void by_item(global float *y, global const uint *first, global const ushort *column, global const float *value,
                    global const float *x, uint rows) {
  const uint row = get_global_id(0);
  if (row >= rows) return;
  float sum = 0;
  for (uint i = first[row]; i < first[row + 1]; i++) sum += value[i] * x[column[i]];
  y[row] = sum;
}

kernel void by_team(global float *y, global const uint *first, global const ushort *column, global const float *value,
                    global const float *x, uint rows) {
  local float parts[64];
  const uint row = get_global_id(0) / 16, item = get_local_id(0), part = item % 16;
  float sum = 0;
  if (row < rows)
    for (uint i = first[row] + part; i < first[row + 1]; i += 16) sum = fma(value[i], x[column[i]], sum);
  parts[item] = sum;
  for (uint step = 8; step; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (part < step) parts[item] += parts[item + step];
  }
  if (part == 0 && row < rows) y[row] += 2 * parts[item];
}
