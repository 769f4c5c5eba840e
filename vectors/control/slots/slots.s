// Control flow of a wave with control words: branches into each slot, a loop in one bundle, instructions that store a
// PC.
//
//   s8 bits of what must be executed   s9 bits of what must be left out
// Decisions: D-CTRL-15, D-CTRL-16, D-CTRL-32.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
start main
  ctrl 1, 1, 5
  i s_mov_b32 s8, 0
  i s_mov_b32 s9, 0
  i s_branch slot_1
  ctrl
  i s_or_b32 s9, s9, 1
  ctrl 1, 1, 5
slot_1:
  i s_or_b32 s8, s8, 1
  i s_cmp_eq_u32 s9, 0
  i s_cbranch_scc1 slot_2
  ctrl 1, 5, 1
  i s_or_b32 s9, s9, 2
slot_2:
  i s_branch slot_3
  i s_or_b32 s9, s9, 4
  ctrl
  i s_or_b32 s9, s9, 8
  i s_or_b32 s9, s9, 16
slot_3:
  i s_or_b32 s8, s8, 2
  // A loop of one bundle, and one into its slot 3 from the next bundle.
  ctrl
  i s_mov_b32 s10, 0
  i s_mov_b32 s11, 0
  ctrl 1, 1, 5
loop:
  i s_add_u32 s10, s10, 1
  i s_cmp_lt_u32 s10, 5
  i s_cbranch_scc1 loop
  ctrl
  i s_or_b32 s8, s8, 4
  i s_or_b32 s8, s8, 8
second_loop:
  i s_add_u32 s11, s11, 3
  ctrl 1, 5, 1
  i s_cmp_lt_u32 s11, 20
  i s_cbranch_scc1 second_loop
  i s_or_b32 s8, s8, 16
  // s_getpc stores the next slot: behind slot 3 it is 16 bytes on.
  ctrl
  i s_getpc_b64 s[20:21]
here:
  i s_getpc_b64 s[22:23]
  i s_getpc_b64 s[24:25]
  ctrl
  i s_sub_u32 s12, s22, s20
  i s_sub_u32 s13, s24, s20
  // Calls in slots 1 and 3: the routine returns to the next slot.
  ctrl 5, 1, 5
  i s_call_b64 s[26:27], routine
return_1:
  i s_sub_u32 s14, s28, s20
  i s_call_b64 s[26:27], routine
  ctrl
return_3:
  i s_sub_u32 s15, s28, s20
  i s_sub_u32 s14, s14, return_1-here
  i s_sub_u32 s15, s15, return_3-here
  // s_swappc in slot 3, to the routine's slot 2.
  ctrl 1, 1, 5
  i s_add_u32 s30, s20, routine_2-here
  i s_addc_u32 s31, s21, 0
  i s_swappc_b64 s[26:27], s[30:31]
  ctrl
return_swap:
  i s_sub_u32 s16, s26, s20
  i s_sub_u32 s16, s16, return_swap-here
  // s_setpc to a slot 3.
  ctrl 1, 1, 5
  i s_add_u32 s30, s20, target-here
  i s_addc_u32 s31, s21, 0
  i s_setpc_b64 s[30:31]
  ctrl
  i s_or_b32 s9, s9, 32
  i s_or_b32 s9, s9, 64
target:
  i s_or_b32 s8, s8, 32
  scalar_row s8
  scalar_row s9
  scalar_row s10
  scalar_row s11
  scalar_row s12
  scalar_row s13
  scalar_row s14
  scalar_row s15
  scalar_row s16
  scalar_row s17
  finish

  ctrl 1, 1, 5
routine:
  i s_mov_b32 s28, s26
routine_2:
  i s_mov_b32 s17, 0x600d
  i s_setpc_b64 s[26:27]
