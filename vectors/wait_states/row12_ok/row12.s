// The vector ALU writes EXEC, then a DPP instruction: just the 5 wait states it needs.
.globl main
main:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v2, 5
  v_mov_b32 v3, 7
  s_nop 7
  v_cmpx_gt_u32 vcc, 32, v0
  s_nop 4
  v_mov_b32_dpp v2, v3 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
  s_mov_b64 exec, -1
  s_nop 7
  global_store_dword v1, v2, s[2:3]
  s_endpgm
