// s_getreg of TRAPSTS again and again around the return of a store to unmapped memory: it reads MEM_VIOL as it stands
// with the returns of its cycle. The trap handler clears the bit, 24 times.
//
//   out[wave] = times that MEM_VIOL was set at the end
//   s[4:5] out   s8 wave   s9 times
// Decisions: D-SCA-5.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_readfirstlane_b32 s8, v0
  s_lshr_b32 s8, s8, 6
  v_mov_b32 v1, 0
  v_mov_b32 v2, 0
  v_mov_b32 v3, 1                             // v[2:3] 0x100000000: the page before the code
  s_mov_b64 exec, 1
  s_mov_b32 s9, 0
  s_waitcnt lgkmcnt(0)
.set n, 0
.rept 24
  global_store_dword v[2:3], v1, off
  s_nop n%4
  .rept 24
  s_getreg_b32 s11, hwreg(3, 8, 1)
  .endr
  s_waitcnt vmcnt(0)
  s_getreg_b32 s11, hwreg(3, 8, 1)
  s_add_u32 s9, s9, s11
  s_trap 1
  .set n, n+1
.endr
  s_lshl_b32 s8, s8, 2
  v_mov_b32 v1, s8
  v_mov_b32 v2, s9
  global_store_dword v1, v2, s[4:5]
  s_endpgm
.p2align 8
handler:
  s_setreg_imm32_b32 hwreg(3, 8, 1), 0
  s_add_u32 ttmp0, ttmp0, 4
  s_addc_u32 ttmp1, ttmp1, 0
  s_rfe_b64 ttmp[0:1]
