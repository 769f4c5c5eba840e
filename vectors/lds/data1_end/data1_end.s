// The second data operand of 64 bits at the end of the allocation, v0 to v63. A pair that begins at v63 is refused. In
// waves 0 and 1 the pair ends at v63, and they go on.
.include "../../include/refused.inc"
.globl main
main:
  start_cases
  v_mov_b32 v1, 0
  case 0, ds_write2_b64 v1, v[2:3], v[62:63] offset1:1
  case 1, ds_cmpst_b64 v1, v[2:3], v[62:63]
  case 2, ds_write2_b64 v1, v[2:3], v[63:64] offset1:1
  case 3, ds_write2st64_b64 v1, v[2:3], v[63:64] offset1:1
  case 4, ds_cmpst_b64 v1, v[2:3], v[63:64]
  case 5, ds_cmpst_rtn_b64 v[4:5], v1, v[2:3], v[63:64]
  case 6, ds_wrxchg2_rtn_b64 v[4:7], v1, v[2:3], v[63:64] offset1:1
  case 7, ds_mskor_b64 v1, v[2:3], v[63:64]
  case 8, ds_cmpst_f64 v1, v[2:3], v[63:64]
  end_cases
