// Pairs for which GFX9 asks for wait states and this mode for none: one cycle is enough, and of what the vector ALU
// writes the distance to a scalar reader.
//
//   rows: 5 10 1 33 44 12 77 3   s[6:7] in: 77
// Decisions: D-CTRL-17.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
start_in main
  // Rows 1, 2 and 3: MODE written and read.
  ctrl
  i s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 5
  i s_getreg_b32 s8, hwreg(HW_REG_MODE, 0, 4)
  i s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 6
  ctrl
  i s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 10
  i s_getreg_b32 s9, hwreg(HW_REG_MODE, 0, 4)
  i s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0
  ctrl
  i s_setvskip 1, 0
  i s_getreg_b32 s10, hwreg(HW_REG_MODE, 28, 1)
  i s_setvskip 0, 0
  // Row 4: a vector instruction behind s_setvskip.
  ctrl 11, 1, 11
  i v_mov_b32 v2, 33
  i s_setvskip 1, 0
  i v_mov_b32 v2, 34
  ctrl 1, 11, 1
  i s_setvskip 0, 0
  i v_mov_b32 v3, 44
  // Row 16: M0 and relative moves.
  ctrl
  i s_mov_b32 s20, 11
  i s_mov_b32 s21, 12
  i s_mov_b32 m0, 1
  ctrl
  i s_movrels_b32 s11, s20
  // Row 9: a pair of SADDR that the vector ALU has written, at the distance of a scalar reader.
  set v4, 5
  ctrl 12+Y, 2+W0, 11+B0
  i v_readfirstlane_b32 s7, v4
  i global_load_dword v5, v1, s[6:7]
  i v_mov_b32 v5, v5
  // Row 6: a lane select.
  set v6, 3
  ctrl 12+Y, 12+Y, 1
  i v_readfirstlane_b32 s22, v6
  i v_readlane_b32 s23, v0, s22
  // Row 8: 128 bits of data, overwritten behind a read barrier.
  set v8, 1
  set v9, 2
  set v10, 3
  set v11, 4
  ctrl 2+R1, 11+B1, 11
  i global_store_dwordx4 v1, v[8:11], s[6:7] offset:512
  i v_mov_b32 v8, 0
  i v_mov_b32 v11, 0
  scalar_row s8
  scalar_row s9
  scalar_row s10
  row v2
  row v3
  scalar_row s11
  row v5
  scalar_row s23
  finish
