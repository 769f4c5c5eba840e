// LGKM_CNT of scalar loads: one for one dword, two for more (control-flow.md 5.2). IB_STS shows the counter behind the
// loads. The program takes the largest of eight readings, so at least one is taken before the first load has returned.
//
//   out[i]:   LGKM_CNT after loads of 1, 2, 4, 8, 16 dwords; of 1 and 1; of 1 and 2; of 2 and 4; of 16 and 1
//   s[4:5] out   s[6:7] in   s9 the largest   v2 the results, one in each lane
// Decisions: D-WAIT-2.
.globl main
.macro load dwords
  .if \dwords == 1
  s_load_dword s12, s[6:7], 0x0
  .elseif \dwords == 2
  s_load_dwordx2 s[14:15], s[6:7], 0x0
  .elseif \dwords == 4
  s_load_dwordx4 s[16:19], s[6:7], 0x0
  .elseif \dwords == 8
  s_load_dwordx8 s[24:31], s[6:7], 0x0
  .else
  s_load_dwordx16 s[32:47], s[6:7], 0x0
  .endif
.endm
.macro tries lane, first, second=0
  s_mov_b32 s9, 0
  .rept 8
  load \first
  .if \second == 0
  .elseif \second == \first
  s_load_dword s13, s[6:7], 0x0
  .else
  load \second
  .endif
  s_getreg_b32 s10, hwreg(7)
  s_bfe_u32 s10, s10, 0x40008               // LGKM_CNT [11:8]
  s_max_u32 s9, s9, s10
  s_waitcnt 0
  .endr
  v_writelane_b32 v2, s9, \lane
.endm
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  s_waitcnt lgkmcnt(0)
  tries 0, 1
  tries 1, 2
  tries 2, 4
  tries 3, 8
  tries 4, 16
  tries 5, 1, 1
  tries 6, 1, 2
  tries 7, 2, 4
  tries 8, 16, 1
  global_store_dword v1, v2, s[4:5]
  s_endpgm
