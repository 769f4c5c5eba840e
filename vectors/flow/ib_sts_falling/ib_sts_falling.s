// s_getreg of IB_STS while counters fall, also in the cycle in which one falls. In lockstep each reading equals the
// checker's. Scalar and vector loads of every latency of the memory are in flight. In either counter, no reading is
// greater than the one before it.
//
//   out = 0x600d + readings that were greater
//   s[4:5] out   s9 errors   s10, s11 VM_CNT, LGKM_CNT before
// Decisions: D-SCA-5.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_mov_b32 s9, 0x600d
  s_mov_b32 s20, 4                            // rounds
  s_waitcnt lgkmcnt(0)
.Lround:
.set n, 0
.rept 7
  s_load_dword s[32+n], s[4:5], 4*n
  global_load_dword v[2+n], v1, s[4:5]
  .set n, n+1
.endr
  s_movk_i32 s10, 63
  s_movk_i32 s11, 15
.rept 60
  s_getreg_b32 s12, hwreg(7)
  s_and_b32 s13, s12, 15                      // VM_CNT [3:0]
  s_bfe_u32 s14, s12, 0x40008                 // LGKM_CNT [11:8]
  s_cmp_gt_u32 s13, s10
  s_addc_u32 s9, s9, 0
  s_cmp_gt_u32 s14, s11
  s_addc_u32 s9, s9, 0
  s_mov_b32 s10, s13
  s_mov_b32 s11, s14
  .rept 3
  s_getreg_b32 s15, hwreg(7)
  .endr
.endr
  s_waitcnt 0
  s_sub_u32 s20, s20, 1
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 .Lround
  v_mov_b32 v2, s9
  global_store_dword v1, v2, s[4:5]
  s_endpgm
