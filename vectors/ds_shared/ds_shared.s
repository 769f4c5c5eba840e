// shared registers: global rows seen by all waves, clause temporaries by parity, pairs, GPR indexing, a write and a read of two waves at once
// out: rows of 64 dwords. v0 lane, v4 lane*4, v8 lane*8, v20.. rows of the input.
.text
.globl ds_shared
.p2align 8
.type ds_shared,@function
.include "../include/r700.inc"
.macro row reg
  global_store_dword v4, \reg, s[30:31]
  s_add_u32 s30, s30, 256
  s_addc_u32 s31, s31, 0
.endm
.macro lgkm
  s_waitcnt lgkmcnt(0)
.endm
ds_shared:
  s_load_dwordx4 s[28:31], s[0:1], 0x0
  lgkm
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s20, v0
  s_lshr_b32 s20, s20, 6
  v_mov_b32 v30, v0
  v_and_b32 v0, 63, v0
  v_lshlrev_b32 v4, 2, v0
  s_mul_i32 s21, s20, 8*256
  s_add_u32 s30, s30, s21
  s_addc_u32 s31, s31, 0
  v_mov_b32 v11, 0x5a
// wave 2 writes global 3 and the pair 4, 5; all read them
  s_cmp_lg_u32 s20, 2
  s_cbranch_scc1 skip1
  s_mov_b32 m0, 0
  s_nop 0
  shared_on 8
  v_add_u32 v3, 100, v30
  v_lshlrev_b64 v[4:5], 33, v[0:1]
  shared_off
skip1:
  s_barrier
  shared_on 1
  v_mov_b32 v10, v3
  shared_off
  v_mov_b32 v3, v10
  row v3
  shared_on 3
  v_add_u32 v10, v3, v5
  shared_off
  row v10
// clause temporaries: one copy of even waves, one of odd waves; waves 2 and 3 write last
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 skip2
  shared_on 8
  v_mov_b32 v12, v30
  v_mov_b32 v17, s20
  shared_off
skip2:
  s_barrier
  s_cmp_lg_u32 s20, 1
  s_cbranch_scc1 skip3
  shared_on 8
  v_mov_b32 v12, v30
  v_mov_b32 v17, s20
  shared_off
skip3:
  s_barrier
  s_cmp_lg_u32 s20, 2
  s_cbranch_scc1 skip4
  shared_on 8
  v_mov_b32 v12, v30
  v_mov_b32 v17, s20
  shared_off
skip4:
  s_barrier
  s_cmp_lg_u32 s20, 3
  s_cbranch_scc1 skip5
  shared_on 8
  v_mov_b32 v12, v30
  v_mov_b32 v17, s20
  shared_off
skip5:
  s_barrier
  shared_on 5
  v_add3_u32 v10, v12, v0, v17
  shared_off
  row v10
// GPR indexing adds first
  s_mov_b32 s22, 2
  s_set_gpr_idx_on s22, 1
  shared_on 1
  v_mov_b32 v10, v1
  shared_off
  s_set_gpr_idx_off
  row v10
// every wave adds to one global row, in turn; then waves write and read one row at once
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 skip6
  shared_on 10
  v_add_u32 v7, s20, v7
  shared_off
skip6:
  s_barrier
  s_cmp_lg_u32 s20, 1
  s_cbranch_scc1 skip7
  shared_on 10
  v_add_u32 v7, s20, v7
  shared_off
skip7:
  s_barrier
  s_cmp_lg_u32 s20, 2
  s_cbranch_scc1 skip8
  shared_on 10
  v_add_u32 v7, s20, v7
  shared_off
skip8:
  s_barrier
  s_cmp_lg_u32 s20, 3
  s_cbranch_scc1 skip9
  shared_on 10
  v_add_u32 v7, s20, v7
  shared_off
skip9:
  s_barrier
  shared_on 1
  v_mov_b32 v10, v7
  shared_off
  row v10
  s_barrier
  shared_on 9
  v_mov_b32 v8, 7
  v_mov_b32 v9, 7
  v_mov_b32 v8, v9
  v_mov_b32 v8, 7
  v_mov_b32 v9, 7
  v_mov_b32 v8, v9
  v_mov_b32 v8, 7
  v_mov_b32 v9, 7
  v_mov_b32 v8, v9
  v_mov_b32 v8, 7
  v_mov_b32 v9, 7
  v_mov_b32 v8, v9
  v_mov_b32 v8, 7
  v_mov_b32 v9, 7
  v_mov_b32 v8, v9
  v_mov_b32 v8, 7
  v_mov_b32 v9, 7
  v_mov_b32 v8, v9
  v_mov_b32 v8, 7
  v_mov_b32 v9, 7
  v_mov_b32 v8, v9
  v_mov_b32 v8, 7
  v_mov_b32 v9, 7
  v_mov_b32 v8, v9
  v_mov_b32 v8, 7
  v_mov_b32 v9, 7
  v_mov_b32 v8, v9
  v_mov_b32 v8, 7
  v_mov_b32 v9, 7
  v_mov_b32 v8, v9
  v_mov_b32 v8, 7
  v_mov_b32 v9, 7
  v_mov_b32 v8, v9
  v_mov_b32 v8, 7
  v_mov_b32 v9, 7
  v_mov_b32 v8, v9
  v_swap_b32 v8, v9
  shared_off
  shared_on 1
  v_mov_b32 v10, v8
  shared_off
  row v10
// memory instructions are private, and so are operands without their bit
  shared_on 15
  v_mov_b32 v0, 1
  ds_write_b32 v4, v4
  ds_read_b32 v9, v4
  s_waitcnt lgkmcnt(0)
  shared_off
  row v9
  row v11
  s_endpgm
