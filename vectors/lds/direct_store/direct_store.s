// LDS_DIRECT while buffer_store_lds_dword of another wave reads the LDS. Only writes keep LDS_DIRECT from issuing, so
// both read in one cycle, and each gets its own dwords. Wave 0 stores bytes 256 to 511 again and again. The others read
// dword 0.
//
//   out[wave] = 0x600d   back[64 * i + lane] = 1000 + lane
//   s[4:5] out   s[8:11] buffer `back`   s12 first item   v3 dword 0
// Decisions: D-LDS-34, D-MEM-32.
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  v_readfirstlane_b32 s12, v0
  v_and_b32 v0, 63, v0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  v_mov_b32 v3, 0x600d
  v_add_u32 v4, 0x3e8, v0
  s_mov_b32 m0, 0x20000                       // a dword at 0
  s_waitcnt lgkmcnt(0)
  s_mov_b64 s[8:9], s[6:7]
  s_movk_i32 s10, 5120
  s_mov_b32 s11, 0x00027000
  s_cmp_lg_u32 s12, 0
  s_cbranch_scc1 .Lmeet
  ds_write_b32 v2, v3
  ds_write_b32 v1, v4 offset:256
.Lmeet:
  s_waitcnt lgkmcnt(0)
  s_barrier
  s_cmp_lg_u32 s12, 0
  s_cbranch_scc1 .Lread
  s_movk_i32 m0, 256
  s_nop 0
.rept 20
  .long 0xe0f51000, 0x80020001                // buffer_store_lds_dword v1, s[8:11], 0 offen lds
  v_add_u32 v1, 0x100, v1
.endr
  s_waitcnt vmcnt(0)
  s_branch .Lend
.Lread:
  v_mov_b32 v4, 0
.rept 100
  v_mov_b32 v3, lds_direct
  v_xor_b32 v5, 0x600d, v3
  v_or_b32 v4, v4, v5
.endr
  v_xor_b32 v3, 0x600d, v4
.Lend:
  s_mov_b64 exec, 1
  s_lshr_b32 s12, s12, 4
  v_mov_b32 v1, s12
  global_store_dword v1, v3, s[4:5]
  s_endpgm
