// Sixteen waves export at the same time, each four times; the last wave has 37 work-items. The waves meet first. Every
// wave goes on while the sink takes its exports.
//
//   s6 wave   out[i] = 4 * i + 6 for work-item i
// Decisions: D-EXP-7, D-EXP-9.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_readfirstlane_b32 s6, v0
  s_lshr_b32 s6, s6, 6
  v_mul_u32_u24 v2, 0x101, v0
  v_mov_b32 v4, 0
  s_waitcnt lgkmcnt(0)
  s_barrier
  exp param3 v0, off, off, off
  exp mrt2 v2, off, off, off
  exp param3 off, off, off, v1 done
  exp pos1 v2, v2, off, off compr
.set n, 0
.rept 4
  v_add_u32 v4, n, v4
  v_add_u32 v4, v4, v0
  .set n, n + 1
.endr
  global_store_dword v1, v4, s[4:5]
  s_endpgm
