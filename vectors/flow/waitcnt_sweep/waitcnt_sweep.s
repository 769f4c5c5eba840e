// s_waitcnt with every value of each field, while the other fields say "do not wait". More instructions are in flight
// than the value lets through. Then come combinations of all three fields, with bits 7, 12 and 13, which mean nothing,
// set and clear. Behind each wait the program uses the oldest results that the wait promises. A loop of the assembler
// writes the code. At each wait six vector loads, four LDS reads and three GDS writes are in flight.
//
//   out[i] for lane i: the number of waits
//   The results must add up to waits * (i + 1).
//   s[4:5] out   s[6:7] in   v2 sum of results   s25 waits
.globl main
.macro launch_all
  global_load_dword v10, v1, s[6:7]
  global_load_dword v11, v1, s[6:7]
  global_load_dword v12, v1, s[6:7]
  global_load_dword v13, v1, s[6:7]
  ds_write_b32 v1, v0 gds
  ds_write_b32 v1, v0 gds
  ds_write_b32 v1, v0 gds
.endm
.macro launch_lds
  ds_read_b32 v20, v1
  ds_read_b32 v21, v1
  ds_read_b32 v22, v1
  ds_read_b32 v23, v1
.endm
// vm, exp, lgkm: fields of the immediate. unused: its bits that mean nothing.
.macro wait vm, exp, lgkm, unused
  s_waitcnt (\vm & 15) | (\vm >> 4) << 14 | \exp << 4 | \lgkm << 8 | \unused
.endm
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_add_u32 v3, 1, v0
  v_mov_b32 v2, 0
  s_mov_b32 s25, 0
  s_mov_b32 m0, 0
  ds_write_b32 v1, v3
  s_waitcnt lgkmcnt(0)
.set vm, 0
.rept 64                               // each value of VM_CNT
  launch_all
  wait vm, 7, 15, 0
  .if vm < 4
  v_add_u32 v2, v2, v10                // at most three are left: the oldest is there
  s_add_u32 s25, s25, 1
  .endif
  s_waitcnt 0
  .set vm, vm+1
.endr
.set exp, 0
.rept 8                                // each of EXP_CNT
  launch_all
  wait 63, exp, 15, 0
  .if exp == 0
  v_mov_b32 v0, v0
  v_mov_b32 v1, v1
  .endif
  s_waitcnt 0
  .set exp, exp+1
.endr
.set lgkm, 0
.rept 16                               // each of LGKM_CNT
  launch_lds
  wait 63, 7, lgkm, 0
  .if lgkm < 4
  v_add_u32 v2, v2, v20
  s_add_u32 s25, s25, 1
  .endif
  s_waitcnt 0
  .set lgkm, lgkm+1
.endr
.set vm, 0
.rept 4
  .set exp, 0
  .rept 4
    .set lgkm, 0
    .rept 4
      .set n, vm + exp + lgkm
      launch_all
      s_waitcnt lgkmcnt(0)             // LDS and GDS share the counter: counting is for one kind
      launch_lds
      wait vm, exp, lgkm, ((n & 1) << 7 | (n & 6) << 11)
      v_add_u32 v2, v2, v10
      v_add_u32 v2, v2, v20
      s_add_u32 s25, s25, 2
      s_waitcnt 0
      .set lgkm, lgkm+1
    .endr
    .set exp, exp+1
  .endr
  .set vm, vm+1
.endr
  v_mul_lo_u32 v4, v3, s25
  v_sub_u32 v2, v2, v4
  v_add_u32 v2, s25, v2
  global_store_dword v1, v2, s[4:5]
  s_endpgm
