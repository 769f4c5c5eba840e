; SPDX-License-Identifier: Apache-2.0
; What two waves wait for while their next instruction is an export or a scalar load. A wave sleeps before its export
; and meets the other before a load of the address. Then one wait state more than rows 8 and 9 of the table ask for.
;
;   s[4:5] out   v1 16 bytes a lane   v[8:11] what they store
; Decisions: D-FLOW-2, D-WAIT-28.
.globl main
main:
  v_lshlrev_b32 v1, 4, v0
  v_mov_b32 v8, 3
  v_mov_b32 v9, 3
  v_mov_b32 v10, 3
  v_mov_b32 v11, 3
  s_sleep 1
  exp null v8, off, off, off done
  s_barrier
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v2, s4
  s_mov_b32 s4, 0
  v_readfirstlane_b32 s4, v2
  s_nop 5                               ; six states, row 9 asks for five
  global_store_dwordx4 v1, v[8:11], s[4:5]
  s_nop 1                               ; two states, row 8 asks for one
  v_mov_b32 v11, 1
  s_endpgm
