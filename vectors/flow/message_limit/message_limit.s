// s_sendmsg waits while LGKM_CNT is 15. Four LDS atomics of 64 lanes on one dword take their time. Scalar loads of four
// dwords, which count two each, and one load of a dword raise LGKM_CNT to 15. Then the wave sends a message. The
// program does all this four times. After the wait LGKM_CNT is 0, and every load and message is there.
//
//   out = 0x600d + what is wrong
//   s[4:5] in, 1 everywhere   s[6:7] out   s9 errors   s11 100 + round   v1 0   v4 what the atomics add
// Decisions: D-FLOW-8.
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  v_mov_b32 v1, 0
  v_mov_b32 v4, 1
  s_mov_b32 s9, 0x600d
  ds_write_b32 v1, v1
  s_waitcnt lgkmcnt(0)
  s_movk_i32 s11, 100
.Lround:
  s_mov_b32 m0, s11
  .rept 4
  ds_add_u32 v1, v4
  .endr
  .set n, 0
  .rept 5
  s_load_dwordx4 s[20+4*n:23+4*n], s[4:5], 16*n
  .set n, n+1
  .endr
  s_load_dword s40, s[4:5], 0x0
  s_sendmsg 1
  s_sendmsg 2
  s_waitcnt lgkmcnt(0)
  s_getreg_b32 s10, hwreg(7)
  s_or_b32 s9, s9, s10
  .set n, 0
  .rept 21
  s_sub_u32 s10, s[20+n], 1
  s_or_b32 s9, s9, s10
  s_mov_b32 s[20+n], 0
  .set n, n+1
  .endr
  s_add_u32 s11, s11, 1
  s_cmp_lg_u32 s11, 104
  s_cbranch_scc1 .Lround
  ds_read_b32 v2, v1
  s_waitcnt lgkmcnt(0)
  v_sub_u32 v2, 0x400, v2                     // 4*4*64
  v_or_b32 v2, s9, v2
  v_lshlrev_b32 v1, 2, v0
  global_store_dword v1, v2, s[6:7]
  s_endpgm
