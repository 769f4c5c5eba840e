; SPDX-License-Identifier: Apache-2.0
; Jumps to constants: an inline integer, an inline float, a flag. Nothing is mapped there, so each wave faults at its
; first fetch. Before that it has stored 7 at the place of its group. The assembler has no s_setpc_b64 of a constant.
; PC takes bits [47:2]: they are 0 in each of them, in 1.0 of 64 bits too.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_lshl_b32 s6, s2, 2
  v_mov_b32 v0, s6
  v_mov_b32 v1, 7
  s_waitcnt lgkmcnt(0)
  global_store_dword v0, v1, s[4:5]
  s_waitcnt vmcnt(0)
.irp number, 0, 1, 2, 3, 4
  s_cmp_eq_u32 s2, \number
  s_cbranch_scc1 .Ljump\number
.endr
  s_swappc_b64 s[20:21], src_scc
.Ljump0:
  .long 0xbe801d80                      ; s_setpc_b64 0
.Ljump1:
  .long 0xbe801df2                      ; s_setpc_b64 1.0
.Ljump2:
  .long 0xbe801dfd                      ; s_setpc_b64 src_scc
.Ljump3:
  s_swappc_b64 s[20:21], 0
.Ljump4:
  s_swappc_b64 s[20:21], 1.0
