// Groups of n waves meet at barriers, and their waves end one after the other. Each group has its own order. The
// group's row of the table says which wave ends before the barrier of round r. The other waves count themselves in LDS,
// meet, and must find n - r. They meet again before the next round counts in another place. The last wave meets nobody.
// A wave ends early or idles first, so the others may already wait at the barrier or not.
//
//   out[i] for work-item i: 1000 + errors
//   s[4:5] out   s[6:7] order: a byte for each wave, 16 bytes for each group   s8 n   s9 wave   s10 errors
// Decisions: D-FLOW-17.
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_load_dword s8, s[0:1], 0x10
  s_mov_b32 m0, -1
  v_readfirstlane_b32 s9, v0
  s_lshr_b32 s9, s9, 6
  s_waitcnt lgkmcnt(0)
  s_lshl_b32 s11, s8, 6
  s_mul_i32 s11, s11, s2
  v_add_u32 v1, s11, v0
  v_lshlrev_b32 v1, 2, v1                 // out
  s_lshl_b32 s12, s2, 4
  s_add_u32 s6, s6, s12
  s_addc_u32 s7, s7, 0
  s_and_b32 s13, s9, 12
  s_load_dword s14, s[6:7], s13
  s_and_b32 s13, s9, 3
  s_lshl_b32 s13, s13, 3
  s_waitcnt lgkmcnt(0)
  s_lshr_b32 s14, s14, s13
  s_and_b32 s14, s14, 15                  // the round before whose barrier this wave ends
  s_mov_b64 s[20:21], exec
  s_mov_b64 exec, 1
  v_mov_b32 v3, 1
  v_mov_b32 v5, 0
  v_cmp_eq_u32 vcc, 0, v0                 // wave 0 clears the counts
  s_cbranch_vccz .Lstart
.set n, 0
.rept 16
  ds_write_b32 v5, v5 offset:4*n
  .set n, n+1
.endr
  s_waitcnt lgkmcnt(0)
.Lstart:
  s_barrier
  s_mov_b32 s15, 0                        // round
  s_mov_b32 s10, 0
.Lround:
  s_cmp_eq_u32 s15, s14
  s_cbranch_scc1 .Lleave
  s_lshl_b32 s16, s15, 2
  v_mov_b32 v4, s16
  ds_add_u32 v4, v3
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_read_b32 v2, v4
  s_sub_u32 s17, s8, s15
  s_sub_u32 s17, s17, 1                   // one has left before this barrier
  s_waitcnt lgkmcnt(0)
  v_readfirstlane_b32 s18, v2
  s_cmp_lg_u32 s17, s18
  s_addc_u32 s10, s10, 0
  s_add_u32 s15, s15, 1
  s_branch .Lround
.Lleave:
  s_and_b32 s17, s14, 3                   // not at once: 0, 64, 128, 192 turns
  s_lshl_b32 s17, s17, 6
.Lidle:
  s_cmp_eq_u32 s17, 0
  s_cbranch_scc1 .Lout
  s_sub_u32 s17, s17, 1
  s_branch .Lidle
.Lout:
  s_addk_i32 s10, 1000
  s_mov_b64 exec, s[20:21]
  v_mov_b32 v2, s10
  global_store_dword v1, v2, s[4:5]
  s_endpgm
