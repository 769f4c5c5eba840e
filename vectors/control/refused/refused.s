// Codes that are no instruction of a bundle: each wave of a group comes to another case and halts there; the last four
// go on. They store 1 in each of their 64 dwords of `out`.
//
//   s8 wave   s[20:21] the address of `here`
// Decisions: D-CTRL-15, D-CTRL-16.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
// The control word with bit 63 set.
.macro refused_word
  .p2align 5
  .quad 0x80000000000007f1 | 0x7f1 << 21 | 0x7f1 << 42
.endm
// An instruction of 32 bits with another pad than s_nop 0.
.macro padded pad, instruction:vararg
  \instruction
  .long \pad
.endm
.set which, 0
.macro to label
  ctrl 1, 5
  i s_cmp_eq_u32 s8, which
  i s_cbranch_scc1 \label
  .set which, which + 1
.endm
.set wave, 0

start main
  ctrl 15+Y, 1, 1
  i v_readfirstlane_b32 s8, v0
  i s_lshr_b32 s8, s8, 6
  ctrl
  i s_getpc_b64 s[20:21]
here:
  to word_1
  to word_2
  to word_3
  to reuse_3
  to write_6
  to read_6
  to pad_1
  to pad_2
  to pad_3
  to control_word
  to half_slot
  to set_half_slot
  to jump_over
  to literal_like_pad
  to all_waits
  to all_reuse

  ctrl 11
on:
  i v_mov_b32 v2, 1
  row v2
  finish

refused_word
word_1:
  i s_mov_b32 s9, 1
word_2:
  i s_mov_b32 s9, 2
word_3:
  i s_mov_b32 s9, 3

  ctrl 1 + (1 << 20)
reuse_3:
  i s_mov_b32 s9, 1
  ctrl 1, 1 - (1 << 5)
  i s_mov_b32 s9, 2
write_6:
  i s_mov_b32 s9, 3
  ctrl 1, 1, 1 - (1 << 8)
  i s_mov_b32 s9, 1
  i s_mov_b32 s9, 2
read_6:
  i s_mov_b32 s9, 3

  ctrl
pad_1:
  padded 0xbf800001, s_mov_b32 s9, 1
  ctrl
  i s_mov_b32 s9, 1
pad_2:
  padded 0, s_mov_b32 s9, 1
  ctrl
  i s_mov_b32 s9, 1
  i s_mov_b32 s9, 2
pad_3:
  padded 0xbf810000, s_mov_b32 s9, 1

  // The bytes of this control word are buffer_load_ubyte v4, v0, s[0:3], s0 offset:2033.
  ctrl
  i s_mov_b32 s9, 1
.p2align 5
control_word:
  ctrl 1, 2+Y+W0, 1+Y+W0+R0
  i s_mov_b32 s9, 1
  i s_mov_b32 s9, 2
  ctrl
  i s_mov_b32 s9, 1
  s_mov_b32 s9, 2
half_slot:
  s_nop 0
  i s_mov_b32 s9, 3
  ctrl 1, 1, 5
set_half_slot:
  i s_add_u32 s30, s20, middle-here
  i s_addc_u32 s31, s21, 0
  i s_setpc_b64 s[30:31]
  ctrl
  s_mov_b32 s9, 1
middle:
  s_nop 0

  // A wrong pad and barrier 6 in slots that are not executed.
  ctrl 5, 1 - (1 << 5), 1
jump_over:
  i s_branch .Lover
  padded 0, s_mov_b32 s9, 1
.Lover:
  i s_mov_b32 s9, 1
  ctrl 5
  i s_branch on
  // The second dword is no pad where the instruction has two.
  ctrl 1, 1, 5
literal_like_pad:
  i s_mov_b32 s9, 0xbf800001
  i s_mov_b32 s9, 0
  i s_branch on
  ctrl 1+B0+B1+B2+B3+B4+B5, 5
all_waits:
  i s_mov_b32 s9, 0
  i s_branch on
  // Flags of all three slots, where sources are VGPRs: four cycles later the same registers.
  ctrl 4+U1+U2+U3, 4, 5
all_reuse:
  i v_mad_u32_u24 v2, v0, v1, v3
  i v_mad_u32_u24 v2, v0, v1, v3
  i s_branch on

// A code that is no instruction cannot be the second of a pair: the first issues alone, and the wave halts at the
// second.
start seconds
  ctrl 15+Y, 1, 1
  i v_readfirstlane_b32 s8, v0
  i s_lshr_b32 s8, s8, 6
  .set which, 0
  to first_pad
  to first_write
  to first_read
  to first_reuse
  ctrl 0
first_pad:
  i v_mov_b32 v2, 1
second_pad:
  padded 0, s_nop 0
  ctrl 0, 1 - (1 << 5)
first_write:
  i v_mov_b32 v2, 1
second_write:
  i s_nop 0
  ctrl 0, 1 - (1 << 8)
first_read:
  i v_mov_b32 v2, 1
second_read:
  i s_nop 0
  ctrl 0, 1 + (1 << 20)
first_reuse:
  i v_mov_b32 v2, 1
second_reuse:
  i s_nop 0
