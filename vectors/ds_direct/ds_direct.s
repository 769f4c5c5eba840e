// LDS_DIRECT: every type and form, lane reads, scalar values beside it, modifiers, halves, the end of the LDS.
// Decisions: D-LDS-31, D-LDS-32, D-LDS-33, D-VEC-6.
.globl ds_direct
.include "../include/ds.inc"

// A value by M0: type in [18:16], byte address in [15:0].
.macro direct m0
  s_mov_b32 m0, \m0
  s_nop 0
  v_mov_b32 v10, lds_direct
  rows v10
.endm

ds_direct:
  start_wave 1
  ds_write_b32 v4, v20
  s_waitcnt lgkmcnt(0)
  direct 0x20008
  direct 0x2000b
  direct 0x5
  direct 0x40007
  direct 0x10006
  direct 0x50007
  direct 0x5000e
  direct 0x30008
  direct 0x60000
  direct 0x70000
  direct 0x201fc
  direct 0x201fe
  direct 0x20200
  direct 0x1ff
  direct 0x200
  direct 0x2fffc
  direct 0xfff80010
  direct 0xfffa0010
  s_mov_b32 m0, 0x20014
  s_nop 0
  v_add_u32 v10, lds_direct, v20
  rows v10
  v_xor_b32 v10, lds_direct, v20
  rows v10
  v_cmp_lt_u32 vcc, lds_direct, v20
  v_cndmask_b32 v10, 0, 1, vcc
  rows v10
  v_add3_u32 v10, lds_direct, v20, v0
  rows v10
  v_add_u16 v10, lds_direct, v20
  rows v10
  v_mad_u16 v10, lds_direct, v20, v0 op_sel:[1,0,0,0]
  v_and_b32 v10, 0xffff, v10
  rows v10
// Beside a scalar value, which alone is on the constant bus.
  s_mov_b32 s20, 0x1234
  v_add_u32_e64 v10, lds_direct, s20
  rows v10
  v_add3_u32 v10, lds_direct, s20, s20
  rows v10
  v_cmp_eq_u32_e64 vcc, lds_direct, s20
  v_addc_co_u32 v10, vcc, lds_direct, v20, vcc
  rows v10
  v_xor_b32_e64 v10, lds_direct, m0
  rows v10
  v_pk_add_u16 v10, lds_direct, s20
  rows v10
  v_readlane_b32 s21, lds_direct, 5
  v_readfirstlane_b32 s22, lds_direct
  v_mov_b32 v10, s21
  v_xor_b32 v10, s22, v10
  v_or_b32 v10, s22, v10
  rows v10
// A read behind writes in flight may see them or not, but RTL and model must agree.
  ds_write_b32 v4, v0
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v10, lds_direct
  rows v10
  s_endpgm
