// The range of a raw buffer of 256 bytes by OFFEN (buffer-memory.md 4.1). The sum of VGPR and OFFSET wraps at 32 bits,
// SOFFSET counts, and a dword must end inside.
//
//   row 0    VGPR 4 * lane - 64, OFFSET 64: the sum wraps to 4 * lane
//   row 1    VGPR 4 * lane - 64. Lanes 0 to 15 are far outside.
//   row 2    VGPR 4 * lane, SOFFSET 128. Lanes from 32 on end behind the buffer.
//   row 3    VGPR 4 * lane + 1. The last lane ends a byte behind it.
//   row 4    VGPR 4 * lane, SOFFSET -64, which does not wrap. Nothing is inside.
//   rows 5 to 8   four dwords from VGPR 16 * lane - 64, OFFSET 56 on, dword by dword.
// Decisions: D-MEM-10, D-MEM-11.
.globl main
.macro result row, register
  global_store_dword v1, \register, s[4:5] offset:256*\row
.endm
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_add_u32 v2, -64, v1
  v_add_u32 v3, 1, v1
  v_lshlrev_b32 v4, 4, v0
  v_add_u32 v4, -64, v4
  s_waitcnt lgkmcnt(0)
  s_mov_b64 s[8:9], s[6:7]
  s_movk_i32 s10, 256
  s_mov_b32 s11, 0x27000
  s_movk_i32 s12, 128
  s_movk_i32 s13, -64
  buffer_load_dword v10, v2, s[8:11], 0 offen offset:64
  buffer_load_dword v11, v2, s[8:11], 0 offen
  buffer_load_dword v12, v1, s[8:11], s12 offen
  buffer_load_dword v13, v3, s[8:11], 0 offen
  buffer_load_dword v14, v1, s[8:11], s13 offen
  buffer_load_dwordx4 v[16:19], v4, s[8:11], 0 offen offset:56
  s_waitcnt vmcnt(0)
  result 0, v10
  result 1, v11
  result 2, v12
  result 3, v13
  result 4, v14
  result 5, v16
  result 6, v17
  result 7, v18
  result 8, v19
  s_endpgm
