// How a clause ends, in a group of two waves. In case 0 each clause ends with its last instruction: an s_barrier, a
// halt, a trap, another clause. The last one ends early with s_endpgm. Each other case ends one clause early: at
// bad_<case>, of the clause at clause_<case>.
//
//   Cases 1 to 6 say what counts one, before an s_barrier: s_nop, s_sleep and a wait; instructions that VSKIP discards;
//   a loop; a call; s_sethalt 0 and s_wakeup; 127 instructions.
//   Cases 7 to 11: what ends it: s_sethalt, s_sendmsghalt, s_trap, another clause, an illegal instruction.
//
//   s[4:5] out   s8 case   s9 counter   out[i] = number of the cases that have run
// Decisions: D-R700-17, D-R700-18, D-R700-19, D-R700-20.
.globl main
.include "../../include/r700.inc"

// The clause of a case: its macro has n - 1 instructions, and the s_barrier is the last. In a run of the case alone the
// clause is longer by one.
.macro counted case, n, name
  s_cmp_eq_u32 s8, 0
  s_cbranch_scc1 .Lgood\case
  s_cmp_lg_u32 s8, \case
  s_cbranch_scc1 .Lend\case
clause_\case:
  clause \n + 1
  \name
bad_\case:
  s_barrier
  s_branch .Lend\case
.Lgood\case:
  clause \n
  \name
  s_barrier
  v_add_u32 v2, 1, v2
.Lend\case:
.endm
// As counted, with an instruction that ends the clause: the second of two, or of five.
.macro ended case, instruction:vararg
  s_cmp_eq_u32 s8, 0
  s_cbranch_scc1 .Lgood\case
  s_cmp_lg_u32 s8, \case
  s_cbranch_scc1 .Lend\case
clause_\case:
  clause 5
  s_nop 0
bad_\case:
  \instruction
  s_branch .Lend\case
.Lgood\case:
  clause 2
  s_nop 0
  \instruction
  v_add_u32 v2, 1, v2
.Lend\case:
.endm

.macro idle
  s_nop 7
  s_sleep 1
  s_waitcnt 0
  s_setprio 1
.endm
.macro skipped
  s_setvskip 1, 0
  s_nop 1
  v_mov_b32 v2, -1
  ds_write_b32 v2, v2
  s_setvskip 0, 0
  s_nop 1
.endm
.macro loop
  s_mov_b32 s9, 4
1:
  s_sub_u32 s9, s9, 1
  s_cmp_lg_u32 s9, 0
  s_cbranch_scc1 1b
.endm
.macro call
  s_getpc_b64 s[10:11]
  s_add_u32 s10, s10, 16
  s_addc_u32 s11, s11, 0
  s_swappc_b64 s[12:13], s[10:11]
  s_branch 2f
  s_setpc_b64 s[12:13]
2:
.endm
.macro no_halt
  s_sethalt 0
  s_wakeup
.endm
.macro many
  .rept 127
  s_nop 0
  .endr
.endm
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_load_dword s8, s[0:1], 0x8
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  s_mov_b32 m0, 0x70
  s_waitcnt lgkmcnt(0)
  counted 1, 5, idle
  counted 2, 7, skipped
  counted 3, 14, loop
  counted 4, 7, call
  counted 5, 3, no_halt
  s_cmp_eq_u32 s8, 6
  s_cbranch_scc1 .Lmany
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc1 .Lmany_end
  clause 128
  many
  s_barrier
  v_add_u32 v2, 1, v2
  s_branch .Lmany_end
.Lmany:
clause_6:
  clause 128
  .rept 126
  s_nop 0
  .endr
bad_6:
  s_barrier
.Lmany_end:
  ended 7, s_sethalt 1
  ended 8, s_sendmsghalt 1
  ended 9, s_trap 5
  s_cmp_lg_u32 s8, 10
  s_cbranch_scc1 .Lnested
clause_10:
  clause 5
  s_nop 0
bad_10:
  clause 3
  s_endpgm
.Lnested:
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc1 .Lillegal
  clause 2
  s_nop 0
  clause 2
  s_nop 0
  s_barrier
  v_add_u32 v2, 1, v2
.Lillegal:
  s_cmp_lg_u32 s8, 11
  s_cbranch_scc1 .Llast
clause_11:
  clause 5
  s_nop 0
bad_11:
  .long 0xbf800000 | 66 << 16                 // clause 0
.Llast:
  clause 128
  global_store_dword v1, v2, s[4:5]
  s_endpgm
.p2align 8
handler:
  s_add_u32 ttmp0, ttmp0, 4
  s_addc_u32 ttmp1, ttmp1, 0
  s_and_b32 ttmp1, ttmp1, 0xffff
  s_rfe_b64 ttmp[0:1]
