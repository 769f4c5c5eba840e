// SPDX-License-Identifier: Apache-2.0
// A step of a stencil of five points on a grid of whole numbers. A workgroup loads its tile and the border of it into
// the LDS. Cells outside the grid are those at its edge.
enum { WIDE = 16, HIGH = 8 };

__attribute__((reqd_work_group_size(WIDE, HIGH, 1))) kernel void step_of(global uint *to, global const uint *from,
                                                                         int columns, int rows) {
  local uint tile[HIGH + 2][WIDE + 2];
  const int x = get_global_id(0), y = get_global_id(1), i = get_local_id(0), j = get_local_id(1);
  for (int n = WIDE * j + i; n < (WIDE + 2) * (HIGH + 2); n += WIDE * HIGH) {
    const int column = clamp(x - i + n % (WIDE + 2) - 1, 0, columns - 1);
    const int row = clamp(y - j + n / (WIDE + 2) - 1, 0, rows - 1);
    tile[n / (WIDE + 2)][n % (WIDE + 2)] = from[columns * row + column];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x < columns && y < rows)
    to[columns * y + x] = 5 * tile[j + 1][i + 1] - tile[j][i + 1] - 3 * tile[j + 2][i + 1] + (tile[j + 1][i] >> 3) +
                          (tile[j + 1][i + 2] ^ 0x55);
}
