// s_trap waits for what is in flight. So its handler may read what was loaded before, without a wait of its own.
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
  global_load_dword v2, v1, s[6:7]
  s_trap 2
  global_store_dword v1, v2, s[4:5]
  s_endpgm
.p2align 8
handler:
  v_add_u32 v2, 1, v2
  s_add_u32 ttmp0, ttmp0, 4
  s_addc_u32 ttmp1, ttmp1, 0
  s_rfe_b64 ttmp[0:1]
