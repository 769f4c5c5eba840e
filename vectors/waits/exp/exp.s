// EXP_CNT in s_waitcnt, three bits. For each value n from 0 to 6 there are n + 1 GDS writes in flight. So the wait
// promises that the data VGPR of the oldest write has been read, and nothing about the second. The value 7 does not
// wait: with 7 writes it promises none. The writes queue up behind LDS atomics, which serve one lane after the other.
//
//   out[i]:   the sum of what the oldest write of each block has written: 7 * i + 0 + 1 + ... + 6
// Decisions: D-WAIT-6.
.globl main
.include "../../include/waits.inc"
.altmacro
.macro writes n, count
  v_add_u32 v8, \n, v0
  .rept 4
  ds_add_u32 v3, v3
  .endr
first_\n:
  ds_write_b32 v1, v8 gds
  .if \count > 1
second_\n:
  ds_write_b32 v1, v9 offset:256 gds
  .endif
  .set more, 2
  .rept \count - 2
  ds_write_b32 v1, v[10 + more] offset:256 * more gds
  .set more, more + 1
  .endr
.endm
.macro block n
  begin_block \n
  .if \n
  writes \n, \n + 1
  .else
  v_mov_b32 v8, v0
first_0:
  ds_write_b32 v1, v8 gds
  .endif
  s_waitcnt 0xcf0f | \n << 4 | (\n & 1) * 0x3080
  v_mov_b32 v8, 0x7777
  end_of_promise \n
  .if \n
early_\n:
  v_mov_b32 v9, 0x7777
  .endif
drain_\n:
  s_waitcnt 0
  ds_read_b32 v4, v1 gds
  s_waitcnt 0
  v_add_u32 v2, v2, v4
end_\n:
.endm
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0        // out
  s_load_dword s8, s[0:1], 0x8              // case
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  v_mov_b32 v3, 0
  s_mov_b32 m0, 0
  s_waitcnt lgkmcnt(0)
.set n, 0
.rept 7
  block %n
  .set n, n + 1
.endr
  s_cmp_lg_u32 s8, 7
  s_cbranch_scc1 end_7
  writes 7, 7
  s_waitcnt 0xcf7f
early_7:
  v_mov_b32 v8, 0x7777
end_7:
  s_waitcnt 0
  global_store_dword v1, v2, s[4:5]
  s_endpgm
