// Traps and single steps with PCs of 48 bits. The program checks TBA, and TTMP0 and TTMP1 of an s_trap and of single
// steps. The PC for s_rfe has arbitrary bits 63:48 and 1:0. One step's next PC is on the other side of the page end,
// which may be a multiple of 4 GiB.
//
//   out:   pairs of the difference of the low words of PC and label (0) and PC[47:32]
//   then:   TBA against the handler's label, and s20
//   s[8:9] PC of .Lbase   s[30:31] out   v1 offset   s20 traps and steps   s[22:23] PC of the last trap or step
.globl main
.p2align 12
main:
  s_load_dwordx2 s[30:31], s[0:1], 0x0
  s_mov_b64 exec, 1
  v_mov_b32 v1, 0
  s_mov_b32 s20, 0
  s_getpc_b64 s[8:9]
.Lbase:
  s_waitcnt lgkmcnt(0)
.macro put value
  v_mov_b32 v2, \value
  global_store_dword v1, v2, s[30:31]
  v_add_u32 v1, 4, v1
.endm
.macro pc low, high, label
  s_sub_u32 s10, \low, s8
  s_sub_u32 s10, s10, \label-.Lbase
  put s10
  put \high
.endm
.Lhere:
  s_trap 5
  pc s22, s23, .Lhere                 // 0
  s_branch .Ledge
.org main + 0xf00
.Lback:
  s_mov_b64 s[26:27], s[22:23]
  s_setreg_imm32_b32 hwreg(1, 11, 1), 0
  pc s24, s25, .Lnext_page            // 1
  pc s26, s27, .Lback                 // 2
  s_branch .Llast
.org main + 0xff0
.Ledge:
  s_setreg_imm32_b32 hwreg(1, 11, 1), 1
  s_nop 0                             // stepped
  s_nop 0                             // stepped: the next PC is on the next page
.Lnext_page:
  s_mov_b64 s[24:25], s[22:23]        // of the step before this one; stepped
  s_branch .Lback                     // stepped, across the page end
.org main + 0x1040
.Ltail:
  pc s22, s23, .Lpage_end_trap        // 3
  s_getreg_b32 s12, hwreg(16)
  s_getreg_b32 s13, hwreg(17)
  s_lshl_b64 s[12:13], s[12:13], 8
  pc s12, s13, handler                // 4
  put s20
  s_endpgm
.p2align 8
handler:
  s_mov_b64 s[22:23], ttmp[0:1]
  s_and_b32 s23, s23, 0xffff
  s_add_u32 s20, s20, 1
  s_bfe_u32 ttmp2, ttmp1, 0x80010
  s_cmp_eq_u32 ttmp2, 0
  s_cbranch_scc1 .Lreturn             // a step
  s_add_u32 s20, s20, 0x100
  s_add_u32 ttmp0, ttmp0, 4
  s_addc_u32 ttmp1, ttmp1, 0
.Lreturn:
  s_or_b32 ttmp0, ttmp0, 3
  s_or_b32 ttmp1, ttmp1, 0xab000000
  s_rfe_b64 ttmp[0:1]
.org main + 0x1ffc
.Lpage_end_trap:
  s_trap 7                            // the last dword of the page
  s_branch .Ltail
.org main + 0x2040
.Llast:
  s_branch .Lpage_end_trap
