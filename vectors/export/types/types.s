// Shows which exports a wait for EXP_CNT covers. Exports keep their order within a type alone: colors with mrtz and
// null, positions, parameters. GDS is a type of its own. So expcnt(1) covers the older of two only if both are of one
// type.
// Case 0 overwrites what its waits cover. Each other case overwrites, at early_<case>, what its wait does not.
//
//   case:   1 color, position   2 parameter, color   3 position, parameter   4 color, GDS   5 GDS, position
//           6 color, parameter, color   7 lgkmcnt and vmcnt   8 the second of two positions
//           9 two colors, position   10 two parameters, GDS   11 two of GDS, color: expcnt(1), and the first is used
//   out[i] = 255 in case 0
//   s[4:5] out   s8 case
// Decisions: D-EXP-8, D-WAIT-8.
.globl main
.macro only case
  s_cmp_lg_u32 s8, \case
  s_cbranch_scc1 .Lnot\case
.endm
.macro overwrite case
early_\case:
  v_mov_b32 v2, -1
  s_endpgm
.Lnot\case:
.endm
.macro covered register
  v_add_u32 v10, v10, 1
  v_mov_b32 \register, v0
.endm
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_load_dword s8, s[0:1], 0x8
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v10, 0xf7
  s_mov_b32 m0, 0
  s_waitcnt lgkmcnt(0)
  only 1
color_1:
  exp mrt0 v2, off, off, off
  exp pos0 v3, off, off, off
  s_waitcnt expcnt(1)
  overwrite 1
  only 2
parameter_2:
  exp param0 off, v2, off, off
  exp null off, v3, off, off
  s_waitcnt expcnt(1)
  overwrite 2
  only 3
position_3:
  exp pos3 off, off, v2, off
  exp param31 v3, off, off, off
  s_waitcnt expcnt(1)
  overwrite 3
  only 4
color_4:
  exp mrt7 off, off, off, v2
  ds_write_b32 v1, v3 gds
  s_waitcnt expcnt(1)
  overwrite 4
  only 5
gds_5:
  ds_write_b32 v1, v2 gds
  exp pos0 v3, off, off, off
  s_waitcnt expcnt(1)
  overwrite 5
  only 6
color_6:
  exp mrt0 v2, off, off, off
  exp param0 v3, off, off, off
  exp mrt0 v4, off, off, off
  s_waitcnt expcnt(2)
  overwrite 6
  only 7
color_7:
  exp mrt0 v3, v3, v2, v2 compr
  s_waitcnt vmcnt(0) lgkmcnt(0)
  overwrite 7
  only 8
  exp pos0 v3, off, off, off
position_8:
  exp pos1 v2, off, off, off
  s_waitcnt expcnt(1)
  overwrite 8
  only 9
color_9:
  exp mrt0 v2, off, off, off
  exp mrt1 v3, off, off, off
  exp pos0 v4, off, off, off
  s_waitcnt expcnt(1)
  overwrite 9
  only 10
parameter_10:
  exp param0 v2, off, off, off
  exp param1 v3, off, off, off
  ds_write_b32 v1, v4 gds
  s_waitcnt expcnt(1)
  overwrite 10
  only 11
gds_11:
  ds_write_b32 v1, v2 gds
  ds_write_b32 v1, v3 gds
  exp mrtz v4, off, off, off
  s_waitcnt expcnt(1)
  overwrite 11
  // In flight: exports of one type.
  exp mrtz v2, off, off, off
  exp mrt0 v3, off, off, off
  exp null v4, off, off, off
  s_waitcnt expcnt(2)
  covered v2
  s_waitcnt expcnt(1)
  covered v3
  s_waitcnt expcnt(0)
  covered v4
  exp pos0 v2, off, off, off
  exp pos3 v3, off, off, off
  s_waitcnt expcnt(1)
  covered v2
  s_waitcnt expcnt(0)
  exp param0 v2, off, off, off
  exp param31 v3, off, off, off
  s_waitcnt expcnt(1)
  covered v2
  // In flight: exports of several types.
  exp mrt0 v3, off, off, off
  exp pos0 v4, off, off, off
  ds_write_b32 v1, v5 gds
  s_waitcnt expcnt(0)
  covered v3
  covered v4
  covered v5
  // A field that is not sent is not read: these fields name registers that are overwritten.
  .long 0xc4000001, 0x04050603                // exp mrt0 v3, off, off, off: VSRC1 v6, VSRC2 v5, VSRC3 v4
  .long 0xc4000433, 0x04050302                // exp mrt3 v2, v2, off, off compr: VSRC1 v3, VSRC2 v5, VSRC3 v4
  v_mov_b32 v4, 0
  v_mov_b32 v5, 0
  v_mov_b32 v6, 0
  global_store_dword v1, v10, s[4:5]
  s_endpgm
