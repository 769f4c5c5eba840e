// R700 owner writes and linear reads: strides, indexes, by lane and by thread, broadcast
// out: rows of 64 dwords. v0 lane, v4 lane*4, v8 lane*8, v20.. rows of the input.
.text
.globl ds_owner
.p2align 8
.type ds_owner,@function
.include "../include/r700.inc"
.macro row reg
  global_store_dword v4, \reg, s[30:31]
  s_add_u32 s30, s30, 256
  s_addc_u32 s31, s31, 0
.endm
.macro lgkm
  s_waitcnt lgkmcnt(0)
.endm
ds_owner:
  s_load_dwordx4 s[28:31], s[0:1], 0x0
  lgkm
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s20, v0
  s_lshr_b32 s20, s20, 6
  v_mov_b32 v30, v0
  v_and_b32 v0, 63, v0
  v_lshlrev_b32 v4, 2, v0
  s_mul_i32 s21, s20, 59*256
  s_add_u32 s30, s30, s21
  s_addc_u32 s31, s31, 0
  v_lshlrev_b32 v31, 8, v30
  v_add_u32 v10, 1, v31
  v_add_u32 v11, 2, v31
  v_add_u32 v12, 3, v31
  v_add_u32 v13, 4, v31
  s_barrier
  owner_write 4, 10, 4, 0, 1
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_lshrrev_b32 v32, 2, v30
  v_mul_u32_u24 v32, 4, v32
  v_add_u32 v32, 0, v32
  v_lshlrev_b32 v32, 2, v32
  v_and_b32 v33, 3, v30
  v_lshlrev_b32 v33, 2, v33
  v_add_u32 v32, v33, v32
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 4, 16, 32, 0, 0
  s_waitcnt lgkmcnt(0)
  row v16
  row v17
  row v18
  row v19
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 1, 16, 32, 3, 0
  s_waitcnt lgkmcnt(0)
  row v16
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 4, 16, 32, 5, 0
  s_waitcnt lgkmcnt(0)
  row v16
  row v17
  row v18
  row v19
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 2, 16, 32, 1, 1
  s_waitcnt lgkmcnt(0)
  row v16
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 3, 16, 32, 0, 1
  s_waitcnt lgkmcnt(0)
  row v16
  s_barrier
  owner_write 3, 10, 16, 12, 1
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_lshrrev_b32 v32, 2, v30
  v_mul_u32_u24 v32, 16, v32
  v_add_u32 v32, 12, v32
  v_lshlrev_b32 v32, 2, v32
  v_and_b32 v33, 3, v30
  v_lshlrev_b32 v33, 2, v33
  v_add_u32 v32, v33, v32
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 3, 16, 32, 0, 0
  s_waitcnt lgkmcnt(0)
  row v16
  row v17
  row v18
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 1, 16, 32, 3, 0
  s_waitcnt lgkmcnt(0)
  row v16
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 4, 16, 32, 5, 0
  s_waitcnt lgkmcnt(0)
  row v16
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 2, 16, 32, 1, 1
  s_waitcnt lgkmcnt(0)
  row v16
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 3, 16, 32, 0, 1
  s_waitcnt lgkmcnt(0)
  row v16
  row v17
  row v18
  s_barrier
  owner_write 1, 10, 8, 4, 1
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_lshrrev_b32 v32, 2, v30
  v_mul_u32_u24 v32, 8, v32
  v_add_u32 v32, 4, v32
  v_lshlrev_b32 v32, 2, v32
  v_and_b32 v33, 3, v30
  v_lshlrev_b32 v33, 2, v33
  v_add_u32 v32, v33, v32
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 1, 16, 32, 0, 0
  s_waitcnt lgkmcnt(0)
  row v16
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 1, 16, 32, 3, 0
  s_waitcnt lgkmcnt(0)
  row v16
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 4, 16, 32, 5, 0
  s_waitcnt lgkmcnt(0)
  row v16
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 2, 16, 32, 1, 1
  s_waitcnt lgkmcnt(0)
  row v16
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 3, 16, 32, 0, 1
  s_waitcnt lgkmcnt(0)
  row v16
  s_barrier
  owner_write 2, 10, 12, 8, 1
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_lshrrev_b32 v32, 2, v30
  v_mul_u32_u24 v32, 12, v32
  v_add_u32 v32, 8, v32
  v_lshlrev_b32 v32, 2, v32
  v_and_b32 v33, 3, v30
  v_lshlrev_b32 v33, 2, v33
  v_add_u32 v32, v33, v32
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 2, 16, 32, 0, 0
  s_waitcnt lgkmcnt(0)
  row v16
  row v17
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 1, 16, 32, 3, 0
  s_waitcnt lgkmcnt(0)
  row v16
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 4, 16, 32, 5, 0
  s_waitcnt lgkmcnt(0)
  row v16
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 2, 16, 32, 1, 1
  s_waitcnt lgkmcnt(0)
  row v16
  row v17
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 3, 16, 32, 0, 1
  s_waitcnt lgkmcnt(0)
  row v16
  s_barrier
  s_cmp_lg_u32 s20, 2
  s_cbranch_scc1 skip32
  owner_write 4, 10, 64, 60, 0
  s_waitcnt lgkmcnt(0)
skip32:
  s_barrier
  v_lshrrev_b32 v32, 2, v0
  v_mul_u32_u24 v32, 64, v32
  v_add_u32 v32, 60, v32
  v_lshlrev_b32 v32, 2, v32
  v_and_b32 v33, 3, v30
  v_lshlrev_b32 v33, 2, v33
  v_add_u32 v32, v33, v32
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 4, 16, 32, 0, 0
  s_waitcnt lgkmcnt(0)
  row v16
  row v17
  row v18
  row v19
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 1, 16, 32, 3, 0
  s_waitcnt lgkmcnt(0)
  row v16
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 4, 16, 32, 5, 0
  s_waitcnt lgkmcnt(0)
  row v16
  row v17
  row v18
  row v19
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 2, 16, 32, 1, 1
  s_waitcnt lgkmcnt(0)
  row v16
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 3, 16, 32, 0, 1
  s_waitcnt lgkmcnt(0)
  row v16
  s_barrier
  s_cmp_lg_u32 s20, 2
  s_cbranch_scc1 skip43
  owner_write 1, 10, 64, 0, 0
  s_waitcnt lgkmcnt(0)
skip43:
  s_barrier
  v_lshrrev_b32 v32, 2, v0
  v_mul_u32_u24 v32, 64, v32
  v_add_u32 v32, 0, v32
  v_lshlrev_b32 v32, 2, v32
  v_and_b32 v33, 3, v30
  v_lshlrev_b32 v33, 2, v33
  v_add_u32 v32, v33, v32
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 1, 16, 32, 0, 0
  s_waitcnt lgkmcnt(0)
  row v16
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 1, 16, 32, 3, 0
  s_waitcnt lgkmcnt(0)
  row v16
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 4, 16, 32, 5, 0
  s_waitcnt lgkmcnt(0)
  row v16
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 2, 16, 32, 1, 1
  s_waitcnt lgkmcnt(0)
  row v16
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 3, 16, 32, 0, 1
  s_waitcnt lgkmcnt(0)
  row v16
  s_barrier
  owner_write 4, 10, 16, 4, 1
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_lshrrev_b32 v32, 2, v30
  v_mul_u32_u24 v32, 16, v32
  v_add_u32 v32, 4, v32
  v_lshlrev_b32 v32, 2, v32
  v_and_b32 v33, 3, v30
  v_lshlrev_b32 v33, 2, v33
  v_add_u32 v32, v33, v32
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 4, 16, 32, 0, 0
  s_waitcnt lgkmcnt(0)
  row v16
  row v17
  row v18
  row v19
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 1, 16, 32, 3, 0
  s_waitcnt lgkmcnt(0)
  row v16
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 4, 16, 32, 5, 0
  s_waitcnt lgkmcnt(0)
  row v16
  row v17
  row v18
  row v19
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 2, 16, 32, 1, 1
  s_waitcnt lgkmcnt(0)
  row v16
  v_mov_b32 v16, -1
  v_mov_b32 v17, -1
  v_mov_b32 v18, -1
  v_mov_b32 v19, -1
  owner_read 3, 16, 32, 0, 1
  s_waitcnt lgkmcnt(0)
  row v16
  s_endpgm
