// Instructions of 64 bits, of 32 bits with a pad, and with a literal, SDWA or DPP dword, in each slot.
//
//   row n: as the comments say
// Decisions: D-CTRL-15.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
start main
  ctrl 1, 1, 1
  i s_mov_b32 s8, 0x12345678
  i s_mov_b32 s9, 0xbf800000                      // a literal with the pad's value
  i s_add_u32 s10, s8, 0x1000                     // a literal in slot 3
  ctrl 11, 11, 11
  i v_mov_b32 v2, 0x600d
  i v_mad_u32_u24 v3, v0, 3, 5                    // lane * 3 + 5
  i v_mov_b32 v4, s8
  ctrl 11, 11, 11
  i v_mov_b32_sdwa v5, v4 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1   // 0x56
  i v_mov_b32_sdwa v6, v4 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1   // 0x1234
  i v_mov_b32_sdwa v7, v4 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_3   // 0x12
  ctrl 11, 11, 11
  i v_mov_b32_dpp v8, v2 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf         // 0x600d
  i v_sub_u32 v9, v3, v0
  i v_sub_u32 v9, v9, v0                          // lane + 5
  ctrl 11, 11, 11
  i v_sub_u32 v9, v9, v0                          // 5
  i v_add_u32 v10, 0x1000, v9                     // 0x1005
  i v_mul_lo_u32 v11, v9, v10                     // 5 * 0x1005
  scalar_row s8
  scalar_row s9
  scalar_row s10
  row v5
  row v6
  row v7
  row v8
  row v9
  row v11
  finish
