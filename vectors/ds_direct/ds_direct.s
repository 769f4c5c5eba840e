// LDS_DIRECT: every type, VOP1, VOP2, VOPC, VOP3, modifiers, halves, the end of the LDS
// out: rows of 64 dwords. v0 lane, v4 lane*4, v8 lane*8, v20.. rows of the input.
.text
.globl ds_direct
.p2align 8
.type ds_direct,@function
.include "../include/r700.inc"
.macro row reg
  global_store_dword v4, \reg, s[30:31]
  s_add_u32 s30, s30, 256
  s_addc_u32 s31, s31, 0
.endm
.macro lgkm
  s_waitcnt lgkmcnt(0)
.endm
ds_direct:
  s_load_dwordx4 s[28:31], s[0:1], 0x0
  v_lshlrev_b32 v4, 2, v0
  v_lshlrev_b32 v8, 3, v0
  lgkm
  global_load_dword v20, v4, s[28:29] offset:0
  s_waitcnt vmcnt(0)
  ds_write_b32 v4, v20
  s_waitcnt lgkmcnt(0)
  s_mov_b32 m0, 0x20008
  s_nop 0
  v_mov_b32 v10, lds_direct
  row v10
  s_mov_b32 m0, 0x2000b
  s_nop 0
  v_mov_b32 v10, lds_direct
  row v10
  s_mov_b32 m0, 0x5
  s_nop 0
  v_mov_b32 v10, lds_direct
  row v10
  s_mov_b32 m0, 0x40007
  s_nop 0
  v_mov_b32 v10, lds_direct
  row v10
  s_mov_b32 m0, 0x10006
  s_nop 0
  v_mov_b32 v10, lds_direct
  row v10
  s_mov_b32 m0, 0x50007
  s_nop 0
  v_mov_b32 v10, lds_direct
  row v10
  s_mov_b32 m0, 0x5000e
  s_nop 0
  v_mov_b32 v10, lds_direct
  row v10
  s_mov_b32 m0, 0x30008
  s_nop 0
  v_mov_b32 v10, lds_direct
  row v10
  s_mov_b32 m0, 0x60000
  s_nop 0
  v_mov_b32 v10, lds_direct
  row v10
  s_mov_b32 m0, 0x70000
  s_nop 0
  v_mov_b32 v10, lds_direct
  row v10
  s_mov_b32 m0, 0x20100
  s_nop 0
  v_mov_b32 v10, lds_direct
  row v10
  s_mov_b32 m0, 0x20102
  s_nop 0
  v_mov_b32 v10, lds_direct
  row v10
  s_mov_b32 m0, 0x20104
  s_nop 0
  v_mov_b32 v10, lds_direct
  row v10
  s_mov_b32 m0, 0x103
  s_nop 0
  v_mov_b32 v10, lds_direct
  row v10
  s_mov_b32 m0, 0x104
  s_nop 0
  v_mov_b32 v10, lds_direct
  row v10
  s_mov_b32 m0, 0x2fffc
  s_nop 0
  v_mov_b32 v10, lds_direct
  row v10
  s_mov_b32 m0, 0xfff80010
  s_nop 0
  v_mov_b32 v10, lds_direct
  row v10
  s_mov_b32 m0, 0xfffa0010
  s_nop 0
  v_mov_b32 v10, lds_direct
  row v10
  s_mov_b32 m0, 0x20014
  s_nop 0
  v_add_u32 v10, lds_direct, v20
  row v10
  v_xor_b32 v10, lds_direct, v20
  row v10
  v_cmp_lt_u32 vcc, lds_direct, v20
  v_cndmask_b32 v10, 0, 1, vcc
  row v10
  v_add3_u32 v10, lds_direct, v20, v0
  row v10
  v_add_u16 v10, lds_direct, v20
  row v10
  v_mad_u16 v10, lds_direct, v20, v0 op_sel:[1,0,0,0]
  v_and_b32 v10, 0xffff, v10
  row v10
  v_mov_b32 v10, 0
  .long 0xd28a000a, 0x00010afe // v_writelane_b32 v10, lds_direct, 5
  row v10
// reads behind writes that are under way see them or not, but the same on both sides
  ds_write_b32 v4, v0
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v10, lds_direct
  row v10
  s_endpgm
