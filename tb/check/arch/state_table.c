// SPDX-License-Identifier: Apache-2.0
// The table of architectural state. The model declares the wave state registers (wl_model_ops.rows). One memcmp
// compares the words of all waves every cycle, and a walk over the rows names a difference. Scalar and vector registers
// and the LDS, behind them, are compared as they are written, and swept.
#include "check/arch/arch.h"

static const wl_state_row others[] = {
    [COMPARE_SGPR] = {"SGPR", "scalar registers; indices: number", true, WL_SGPRS, 1, 32},
    [COMPARE_VGPR] = {"VGPR", "vector registers; indices: physical VGPR (0: as many as the DUT has)", false, 0,
                      WL_LANES, 32},
    [COMPARE_LDS] = {"LDS", "local data share; indices: dword (0: as many as the DUT has)", false, 0, 1, 32},
};

bool wl_state_table(const wl_model_ops *ops, uint32_t i, wl_state_row *row) {
  const uint32_t other = i - ops->row_count;
  if (i < ops->row_count)
    *row = (wl_state_row){ops->rows[i].name, ops->rows[i].sentence, true, 1, 1, ops->rows[i].bits};
  else if (other < sizeof others / sizeof *others) *row = others[other];
  else return false;
  return true;
}
