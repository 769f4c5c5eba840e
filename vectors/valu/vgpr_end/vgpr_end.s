// Vector operands at the end of the allocation, v0 to v63. A register at or past v64 is refused as source and as
// destination, also as the second of a pair. In waves 0 to 2 the last register is v63, and they go on.
.include "../../include/refused.inc"
.globl main
main:
  start_cases
  case 0, v_mov_b32 v2, v63
  case 1, v_mov_b32 v63, v2
  case 2, v_add_f64 v[62:63], v[2:3], v[62:63]
  case 3, v_mov_b32 v2, v64
  case 4, v_mov_b32 v64, v2
  case 5, v_add_f32 v2, v2, v64
  case 6, v_fma_f32 v2, v2, v2, v127
  case 7, v_add_f64 v[2:3], v[2:3], v[63:64]
  case 8, v_rcp_f64 v[63:64], v[2:3]
  end_cases
