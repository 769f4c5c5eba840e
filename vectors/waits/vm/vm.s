// VM_CNT in s_waitcnt, with its bits 15:14. For each value n from 0 to 62 there are n + 1 loads in flight. So the wait
// promises the oldest load, and not the second. The value 63 does not wait: with 63 loads it promises none.
//
//   out[i]:   the sum of what the oldest load of each block has read   in[i] = i
// Decisions: D-WAIT-6, D-WAIT-7.
.globl main
.include "../../include/waits.inc"
.altmacro
.macro loads n, count
first_\n:
  global_load_dword v8, v1, s[6:7] offset:4 * \n
  .if \count > 1
second_\n:
  global_load_dword v9, v1, s[6:7] offset:4 * \n + 4
  .endif
  .set more, 2
  .rept \count - 2
  global_load_dword v[10 + more % 32], v1, s[6:7]
  .set more, more + 1
  .endr
.endm
.macro block n
  begin_block \n
  .if \n
  loads \n, \n + 1
  .else
first_0:
  global_load_dword v8, v1, s[6:7]
  .endif
  s_waitcnt (\n & 15) | (\n >> 4) << 14 | 0x0f70 | (\n & 1) * 0x3080
  v_add_u32 v2, v2, v8
  end_of_promise \n
  .if \n
early_\n:
  v_add_u32 v2, v2, v9
  .endif
  end_block \n
.endm
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0        // out, in
  s_load_dword s8, s[0:1], 0x10             // case
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  s_waitcnt lgkmcnt(0)
.set n, 0
.rept 63
  block %n
  .set n, n + 1
.endr
  s_cmp_lg_u32 s8, 63
  s_cbranch_scc1 end_63
  loads 63, 63
  s_waitcnt 0xcf7f
early_63:
  v_add_u32 v2, v2, v8
end_63:
  s_waitcnt 0
  global_store_dword v1, v2, s[4:5]
  s_endpgm
