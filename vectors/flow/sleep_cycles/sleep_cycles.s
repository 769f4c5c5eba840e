// The length of s_sleep: imm[6:0] beats of 64 cycles, and 1 to 64 cycles more. A wave runs alone.
//
//   out[i] for lane i: the number of s_sleep, 10
// Decisions: D-FLOW-2.
.globl main
// The s_sleep is at sleep<n>, the next instruction at awake<n>.
.macro nap n, imm
  .p2align 5, , 31
  s_add_u32 s20, s20, 1
sleep\n:
  s_sleep \imm
awake\n:
  s_add_u32 s21, s21, 1
.endm
main:
  s_load_dwordx2 s[6:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_mov_b32 s20, 0
  s_waitcnt lgkmcnt(0)
  nap 0, 0
  nap 1, 1
  nap 2, 2
  nap 3, 3
  nap 4, 8
  nap 5, 15
  nap 6, 16
  nap 7, 64
  nap 8, 127
  nap 9, 0x81
  v_mov_b32 v2, s20
  global_store_dword v1, v2, s[6:7]
  s_endpgm
