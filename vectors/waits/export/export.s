// EXP_CNT in s_waitcnt, of exports of one type. For each value n from 0 to 6 there are n + 1 exports in flight. So the
// wait promises that the oldest has been sent, and nothing about the second. The value 7 does not wait: with 7 exports
// it promises none.
//
//   out[i]:   the sum of what the oldest export of each block has sent: 7 * i + 0 + 1 + ... + 6
// Decisions: D-WAIT-6, D-EXP-8.
.globl main
.include "../../include/waits.inc"
.altmacro
.macro exports n, count
  v_add_u32 v8, \n, v0
first_\n:
  exp mrtz v8, off, off, off
  .if \count > 1
second_\n:
  exp null v9, off, off, off
  .endif
  .set more, 2
  .rept \count - 2
  .long 0xc4000001 | (more - 2) << 4, 8 + more    // exp of v[8 + more] to mrt[more - 2]
  .set more, more + 1
  .endr
.endm
.macro block n
  begin_block \n
  .if \n
  exports \n, \n + 1
  .else
  v_mov_b32 v8, v0
first_0:
  exp mrtz v8, off, off, off
  .endif
  s_waitcnt 0xcf0f | \n << 4 | (\n & 1) * 0x3080
  v_add_u32 v2, v2, v8
  v_mov_b32 v8, 0x7777
  end_of_promise \n
  .if \n
early_\n:
  v_mov_b32 v9, 0x7777
  .endif
  end_block \n
.endm
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0        // out
  s_load_dword s8, s[0:1], 0x8              // case
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
.set n, 9
.rept 8
  v_mov_b32 v[n], n
  .set n, n + 1
.endr
  s_waitcnt lgkmcnt(0)
.set n, 0
.rept 7
  block %n
  .set n, n + 1
.endr
  s_cmp_lg_u32 s8, 7
  s_cbranch_scc1 end_7
  exports 7, 7
  s_waitcnt 0xcf7f
early_7:
  v_mov_b32 v8, 0x7777
end_7:
  s_waitcnt 0
  global_store_dword v1, v2, s[4:5]
  s_endpgm
