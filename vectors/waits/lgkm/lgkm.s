// LGKM_CNT in s_waitcnt, four bits. For each value n from 0 to 14 there are n + 1 LDS reads in flight. So the wait
// promises the oldest read, and not the second. The value 15 does not wait: with 15 reads it promises none.
//
//   out[i]:   the sum of what the oldest read of each block has read   LDS: dword i holds i
// Decisions: D-WAIT-6, D-WAIT-7.
.globl main
.include "../../include/waits.inc"
.altmacro
.macro reads n, count
first_\n:
  ds_read_b32 v8, v1 offset:4 * \n
  .if \count > 1
second_\n:
  ds_read_b32 v9, v1 offset:4 * \n + 4
  .endif
  .set more, 2
  .rept \count - 2
  ds_read_b32 v[10 + more], v1
  .set more, more + 1
  .endr
.endm
.macro block n
  begin_block \n
  .if \n
  reads \n, \n + 1
  .else
first_0:
  ds_read_b32 v8, v1
  .endif
  s_waitcnt 0xc07f | \n << 8 | (\n & 1) * 0x3080
  v_add_u32 v2, v2, v8
  end_of_promise \n
  .if \n
early_\n:
  v_add_u32 v2, v2, v9
  .endif
  end_block \n
.endm
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0        // out
  s_load_dword s8, s[0:1], 0x8              // case
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  v_add_u32 v3, 64, v0
  ds_write_b32 v1, v0
  ds_write_b32 v1, v3 offset:256
  s_waitcnt lgkmcnt(0)
.set n, 0
.rept 15
  block %n
  .set n, n + 1
.endr
  s_cmp_lg_u32 s8, 15
  s_cbranch_scc1 end_15
  reads 15, 15
  s_waitcnt 0xcf7f
early_15:
  v_add_u32 v2, v2, v8
end_15:
  s_waitcnt 0
  global_store_dword v1, v2, s[4:5]
  s_endpgm
