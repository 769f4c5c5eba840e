// The length of s_nop (D-FLOW-1): only imm[2:0] counts. A wave runs alone. Each s_nop and the instruction behind it lie
// in one line of code.
//
//   out[i] for lane i: the number of s_nop, 16
.globl main
// The s_nop is at nop<n>, the next instruction at behind<n>.
.macro idle n, imm
  .p2align 5, , 31
  s_add_u32 s20, s20, 1
  s_add_u32 s21, s21, 1
  s_add_u32 s22, s22, 1
nop\n:
  s_nop \imm
behind\n:
  s_add_u32 s23, s23, 1
.endm
main:
  s_load_dwordx2 s[6:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_mov_b32 s20, 0
  s_waitcnt lgkmcnt(0)
.set n, 0
.altmacro
.rept 8
  idle %n, %n
  .set n, n + 1
.endr
  idle 8, 8
  idle 9, 15
  idle 10, 0x10
  idle 11, 0x47
  idle 12, 0xfff8
  idle 13, 0xfffb
  idle 14, 0xffff
  idle 15, 0x8006
  v_mov_b32 v2, s20
  global_store_dword v1, v2, s[6:7]
  s_endpgm
