// Integer opcodes that int_forms_a and int_forms_b leave out. Stored: v_max_u16 of two hashes of the lane's number.
.globl main

// A compare; v_cmpx takes lanes from EXEC.
.macro compare op, destination
  \op \destination, v1, v2
  s_mov_b64 exec, -1
.endm

main:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  v_mul_u32_u24 v1, 0x9e3779, v0
  v_bfrev_b32 v2, v0
  v_clrexcp
  v_clrexcp_e64
  v_subrev_u16_e64 v3, v1, v2
  v_max_u16_e64 v4, v1, v2
  compare v_cmp_lt_i16_e32, vcc
  compare v_cmp_eq_i16_e32, vcc
  compare v_cmp_eq_u16_e32, vcc
  compare v_cmp_ne_u16_e32, vcc
  compare v_cmpx_t_u16_e32, vcc
  compare v_cmp_ne_i16_e64, s[10:11]
  compare v_cmp_lt_u16_e64, s[10:11]
  compare v_cmp_ne_u16_e64, s[10:11]
  compare v_cmpx_t_i16_e64, s[10:11]
  compare v_cmpx_le_u16_e64, s[10:11]
  v_lshlrev_b32 v0, 2, v0
  s_waitcnt lgkmcnt(0)
  global_store_dword v0, v4, s[2:3]
  s_endpgm
