// buffer_wbinvl1 has no lanes, with EXEC = -1 as with EXEC = 0. Sixteen of them go one behind the other, and each is
// sent in two cycles. With the issue, the operand read and the wait that is 6 cycles each at most. A pass would take
// two cycles more, and there would be four.
//
//   out[lane] = 1
// Decisions: D-MEM-65.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 1
  s_waitcnt lgkmcnt(0)
.macro flushes from, to, mask
  s_mov_b64 exec, \mask
  s_branch \from
.p2align 6
\from:
.rept 16
  buffer_wbinvl1
.endr
  s_waitcnt vmcnt(0)
\to:
  s_nop 0
.endm
  flushes empty, behind_empty, 0
  flushes full, behind_full, -1
  global_store_dword v1, v2, s[4:5]
  s_endpgm
