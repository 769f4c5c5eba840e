// The two dwords of data and of the result at the end of the allocation, v0 to v63. A pair that begins at v63 is
// refused. In wave 0 both pairs end at v63, and it goes on.
// Decisions: D-LDS-35.
.include "../include/refused.inc"
.globl main
main:
  start_cases
  v_mov_b32 v1, 0
  case 0, ds_condxchg32_rtn_b64 v[62:63], v1, v[62:63]
  case 1, ds_condxchg32_rtn_b64 v[4:5], v1, v[63:64]
  case 2, ds_condxchg32_rtn_b64 v[63:64], v1, v[2:3]
  end_cases
