// The data of stores and atomics at the end of the allocation, v0 to v63: the last VGPR of each is v63. All go on.
.include "../../include/refused.inc"
.globl main
main:
  start_cases
  v_mov_b32 v1, 0
  case 0, global_store_byte v1, v63, s[6:7]
  case 1, global_store_byte_d16_hi v1, v63, s[6:7]
  case 2, global_store_short v1, v63, s[6:7]
  case 3, global_store_short_d16_hi v1, v63, s[6:7]
  case 4, global_store_dword v1, v63, s[6:7]
  case 5, global_store_dwordx2 v1, v[62:63], s[6:7]
  case 6, global_store_dwordx3 v1, v[61:63], s[6:7]
  case 7, global_store_dwordx4 v1, v[60:63], s[6:7]
  case 8, global_atomic_swap v1, v63, s[6:7]
  case 9, global_atomic_cmpswap v1, v[62:63], s[6:7]
  case 10, global_atomic_swap_x2 v1, v[62:63], s[6:7]
  case 11, global_atomic_cmpswap_x2 v1, v[60:63], s[6:7]
  case 12, buffer_store_format_x v63, off, s[4:7], 0
  case 13, buffer_store_format_xy v[62:63], off, s[4:7], 0
  case 14, buffer_store_format_xyz v[61:63], off, s[4:7], 0
  case 15, buffer_store_format_xyzw v[60:63], off, s[4:7], 0
  end_cases
