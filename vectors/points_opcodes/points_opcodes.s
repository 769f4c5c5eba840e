; SPDX-License-Identifier: Apache-2.0
; Opcodes of control flow and of indices with every kind of operand, each without an effect on what follows. s50 is a
; sum of what they give; the comments say the terms.

.macro add value
  s_add_u32 s50, s50, \value
.endm
.macro set_scc
  s_cmp_eq_u32 s50, s50
.endm
; s_set_gpr_idx_on of a source by its code, without an index; the term is M0[7:0].
.macro index_on code, literal
  .long 0xbf110000 | \code
  .ifnb \literal
  .long \literal
  .endif
  s_set_gpr_idx_off
  s_and_b32 s24, m0, 0xff
  add s24
.endm
.macro index source
  s_set_gpr_idx_idx \source
  add m0
.endm

.globl main
main:
  s_load_dwordx2 s[52:53], s[0:1], 0x0
  s_mov_b32 s50, 0
  s_waitcnt lgkmcnt(0)

; The number of VCC_LO is 106: 106 + 24 is 2 in the low 7 bits (D-REG-18).
  s_mov_b32 s2, 1
  s_mov_b32 s3, 2
  s_mov_b32 m0, 24
  s_nop 4
  s_movrels_b32 s4, vcc_lo
  s_movrels_b64 s[6:7], vcc
  s_movrels_b32 vcc_lo, vcc_lo
  s_mov_b32 vcc_hi, 0
  s_movreld_b32 vcc_lo, 5
  add s4                                ; 1
  add s6                                ; 1
  add s7                                ; 2
  add vcc_lo                            ; 1
  add s2                                ; 5
  s_mov_b32 m0, 0
  s_nop 4
  set_scc
  s_movreld_b32 s8, vcc_lo
  s_movreld_b32 s9, 3
  s_movreld_b32 s10, 1.0
  s_movreld_b32 s11, src_scc
  s_movreld_b64 s[12:13], 7
  s_movreld_b64 s[14:15], 1.0
  s_movreld_b64 s[16:17], 0x12345
  s_movreld_b64 s[18:19], src_scc
  s_lshr_b32 s10, s10, 23
  add s8                                ; 1
  add s9                                ; 3
  add s10                               ; 127
  add s11                               ; 1
  add s12                               ; 7
  add s13                               ; 0
  add s16                               ; 74565
  add s17                               ; 0
  add s18                               ; 1

  index vcc_lo                          ; 1
  index 5                               ; 5
  index 1.0                             ; 0
  index 0x109                           ; 9
  set_scc
  index src_scc                         ; 1
  index_on 106                          ; VCC_LO: 1
  index_on 242                          ; 1.0: 0
  index_on 255, 0x109                   ; 9
  set_scc
  index_on 253                          ; SCC: 1

; The bit is 0 in all of them.
  s_mov_b32 s5, 0
  set_scc
  s_setvskip s5, 0
  s_setvskip vcc_lo, 1
  s_setvskip 1.0, 0
  s_setvskip 0x100, 0
  s_setvskip src_scc, 1
  s_setvskip 0, s5
  s_setvskip 0, vcc_lo
  s_setvskip 0, 1.0
  s_setvskip 0, 0x61
  s_setvskip 0, src_scc
  s_nop 4

  s_getreg_b32 vcc_lo, hwreg(HW_REG_MODE, 29, 3)
  s_cbranch_join vcc_lo                 ; CSP is 0, and so is the source

  s_getpc_b64 vcc
.Lhere:
  s_add_u32 vcc_lo, vcc_lo, .Lthere-.Lhere
  s_addc_u32 vcc_hi, vcc_hi, 0
  s_swappc_b64 s[20:21], vcc
  add 1000                              ; is jumped over
.Lthere:
  s_getpc_b64 s[20:21]
.Lnow:
  s_add_u32 s20, s20, .Lthen-.Lnow
  s_addc_u32 s21, s21, 0
  s_swappc_b64 vcc, s[20:21]
  add 1000                              ; is jumped over
.Lthen:

; The handler returns from each number in another way. Together they are 28.
.set n, 1
.rept 7
  s_trap n
.set n, n + 1
.endr

  v_mov_b32 v1, s50
  v_lshlrev_b32 v0, 2, v0
  global_store_dword v0, v1, s[52:53]
  .long 0xbf9e0000                      ; s_endpgm_ordered_ps_done

.p2align 8
handler:
  s_bfe_u32 s60, ttmp1, 0x80010         ; the number of the trap
  add s60
  s_and_b32 s63, ttmp1, 0xffff
  s_add_u32 s62, ttmp0, 4
  s_addc_u32 s63, s63, 0
.irp number, 1, 2, 3, 4, 5, 6
  s_cmp_eq_u32 s60, \number
  s_cbranch_scc1 .Lback\number
.endr
  s_rfe_restore_b64 s[62:63], src_scc
.Lback1:
  s_rfe_b64 s[62:63]
.Lback2:
  s_rfe_restore_b64 s[62:63], s60
.Lback3:
  s_rfe_restore_b64 s[62:63], vcc_lo
.Lback4:
  s_rfe_restore_b64 s[62:63], 5
.Lback5:
  s_rfe_restore_b64 s[62:63], 1.0
.Lback6:
  s_rfe_restore_b64 s[62:63], 0x1234
