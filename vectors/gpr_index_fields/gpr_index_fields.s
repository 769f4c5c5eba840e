// GPR-index mode, enable by enable (gfx9-encoding.md 6): what madmk, mac, swap and writelane read and write. Before
// each check v[16+i] holds i. The index is 2 where an enable applies. Each check stores one row of 64 dwords.
//
//   s[30:31] out   v4 lane*4
// Decisions: D-REG-14, D-REG-15, D-REG-16, D-REG-17.
.text
.globl gpr_index_fields
.p2align 8
.type gpr_index_fields,@function
.macro row n, reg
  global_store_dword v4, \reg, s[30:31] offset:(\n%8)*256
  .if \n % 8 == 7
    s_add_u32 s30, s30, 2048
    s_addc_u32 s31, s31, 0
  .endif
.endm
.macro fill
  s_waitcnt vmcnt(0)
.set i, 0
.rept 10
  v_cvt_f32_u32 v[16+i], i
.set i, i+1
.endr
.endm
gpr_index_fields:
  s_load_dwordx2 s[30:31], s[0:1], 0x0
  v_lshlrev_b32 v4, 2, v0
  s_movk_i32 s8, 2
  s_waitcnt lgkmcnt(0)

// Rows 0..2: madmk is 1 * 8 + VSRC1, with VSRC1 3: 11; with SRC1 on: 13; with SRC2 on: 11.
  fill
  s_set_gpr_idx_on s8, gpr_idx()
  v_madmk_f32 v1, v17, 0x41000000, v19
  s_set_gpr_idx_mode gpr_idx(SRC1)
  v_madmk_f32 v2, v17, 0x41000000, v19
  s_set_gpr_idx_mode gpr_idx(SRC2)
  v_madmk_f32 v3, v17, 0x41000000, v19
  s_set_gpr_idx_off
  row 0, v1
  row 1, v2
  row 2, v3
// Rows 3..5: mac adds 2 * 3 to v20. With DST on: v22 = 6 + 6, v20 stays. With SRC2 on: v20 = 6 + 4.
  s_set_gpr_idx_on s8, gpr_idx(DST)
  v_mac_f32 v20, v18, v19
  s_set_gpr_idx_off
  row 3, v20
  row 4, v22
  fill
  s_set_gpr_idx_on s8, gpr_idx(SRC2)
  v_mac_f32 v20, v18, v19
  s_set_gpr_idx_off
  row 5, v20
// Rows 6..9: swap of v20 and v23. DST on: v22 and v23. SRC0 on: v20 and v25.
  fill
  s_set_gpr_idx_on s8, gpr_idx(DST)
  v_swap_b32 v20, v23
  s_set_gpr_idx_off
  row 6, v22
  row 7, v23
  fill
  s_set_gpr_idx_on s8, gpr_idx(SRC0)
  v_swap_b32 v20, v23
  s_set_gpr_idx_off
  row 8, v20
  row 9, v25
// Rows 10, 11: an index past the allocation means v0, and a pair v0 and v1.
  s_waitcnt vmcnt(0)
  v_mov_b32 v0, 5.0
  v_mov_b32 v1, 6.0
  s_movk_i32 s8, 0xff
  s_set_gpr_idx_on s8, gpr_idx(SRC0)
  v_mov_b32 v2, v20
  s_set_gpr_idx_mode gpr_idx(SRC1)
  v_lshrrev_b64 v[6:7], 32, v[20:21]
  s_set_gpr_idx_off
  row 10, v2
  row 11, v6
  s_endpgm
