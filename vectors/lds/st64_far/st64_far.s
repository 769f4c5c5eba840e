// The st64 forms with an offset of 64 KiB and more, which b64 reaches with offset 128: the second access is out of
// range, unless the address is as far below 0. Each wave has another one. A read returns 0 there, a write is dropped,
// and MEM_VIOL is set; the first access is served.
//
//   out[4*wave + 0, 1] what the two accesses read   [2] the LDS at 0 after the write   [3] MEM_VIOL
//   s[4:5] out   v2 address, 0 or -65536   v[10:11] the LDS at 0
// Decisions: D-LDS-11.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_mov_b32 m0, -1
  s_mov_b64 exec, 1
  v_mov_b32 v10, 0x12345678
  v_mov_b32 v11, 0x9abcdef1
  v_mov_b32 v1, 0
  ds_write_b64 v1, v[10:11]
  s_cmp_lg_u32 s2, 0
  s_cselect_b32 s8, 0xffff0000, 0
  v_mov_b32 v2, s8
  s_waitcnt lgkmcnt(0)
  ds_read2st64_b64 v[4:7], v2 offset0:0 offset1:128
  v_not_b32 v12, v10
  v_not_b32 v13, v11
  s_waitcnt lgkmcnt(0)
  ds_write2st64_b64 v2, v[10:11], v[12:13] offset0:0 offset1:128
  s_waitcnt lgkmcnt(0)
  ds_read_b64 v[14:15], v1
  s_getreg_b32 s7, hwreg(3, 8, 1)
  v_mov_b32 v17, s7
  s_lshl_b32 s8, s2, 4
  v_mov_b32 v1, s8
  v_mov_b32 v5, v6
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v6, v14
  v_mov_b32 v7, v17
  global_store_dwordx4 v1, v[4:7], s[4:5]
  s_endpgm
