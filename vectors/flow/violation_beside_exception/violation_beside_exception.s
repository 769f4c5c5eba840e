// A read outside the LDS sets TRAPSTS.MEM_VIOL in the cycle in which a multiplication of its wave raises an exception.
// A string of multiplications runs during the read. In each round it begins one s_nop later. The bit stays set, so the
// trap handler clears it behind each round. The first round reads inside the LDS: it fetches the code.
//
//   out[0]: the flags that each round has left
//   s[30:31] out   s8 s_nop that are left out   s14 flags   v1 address
.globl main
main:
  s_load_dwordx2 s[30:31], s[0:1], 0x0
  v_mov_b32 v1, 0
  v_mov_b32 v4, 0
  v_mov_b32 v6, 0x7f000000            // 2^127
  s_mov_b32 m0, -1
  s_mov_b32 s8, 10
  s_mov_b32 s14, -1
  s_getpc_b64 s[10:11]
.Lhere:
  s_add_u32 s10, s10, .Lnops-.Lhere
  s_addc_u32 s11, s11, 0
.Lagain:
  s_lshl_b32 s9, s8, 2
  s_add_u32 s12, s10, s9
  s_addc_u32 s13, s11, 0
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v2, v1
  s_setpc_b64 s[12:13]
.Lnops:
.rept 10
  s_nop 0
.endr
.rept 8
  v_mul_f32 v5, v6, v6                // overflow, inexact
.endr
  s_waitcnt lgkmcnt(0)
  s_nop 3
  s_getreg_b32 s15, hwreg(3, 0, 9)
  s_trap 1
  s_cmp_eq_u32 s8, 10
  s_cselect_b32 s15, -1, s15
  s_and_b32 s14, s14, s15
  v_mov_b32 v1, 0x10000
  s_sub_u32 s8, s8, 1
  s_cbranch_scc0 .Lagain
  s_mov_b64 exec, 1
  v_mov_b32 v3, s14
  global_store_dword v4, v3, s[30:31]
  s_endpgm
.p2align 8
handler:
  s_setreg_imm32_b32 hwreg(3, 0, 9), 0
  s_add_u32 ttmp0, ttmp0, 4
  s_addc_u32 ttmp1, ttmp1, 0
  s_rfe_b64 ttmp[0:1]
