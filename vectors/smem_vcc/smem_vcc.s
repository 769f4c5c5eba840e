// A scalar load writes VCC back while vector instructions of the wave are in flight (control-flow.md section 5).
//
//   in: dwords 0x11, 0x22, ...   out: rows of 64 dwords
//   s[28:29] in   s[30:31] out   v4 lane*4
.text
.globl smem_vcc
.p2align 8
.type smem_vcc,@function
smem_vcc:
  s_load_dwordx4 s[28:31], s[0:1], 0x0
  v_lshlrev_b32 v4, 2, v0
  v_mov_b32 v1, 0
  s_waitcnt lgkmcnt(0)
  s_load_dwordx2 vcc, s[28:29], 0x4
.rept 24
  v_add_u32 v1, 1, v1
.endr
  s_waitcnt lgkmcnt(0)
  v_add_u32 v1, vcc_lo, v1
  v_add_u32 v1, vcc_hi, v1
  global_store_dword v4, v1, s[30:31]
// A load of one word of VCC: the other word keeps the value of the load before.
  s_load_dword vcc_hi, s[28:29], 0x0
.rept 24
  v_add_u32 v2, 1, v1
.endr
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v1, vcc_hi
  v_lshl_or_b32 v1, v1, 16, vcc_lo
  global_store_dword v4, v1, s[30:31] offset:256
// A load writes VCC_HI back in the cycle in which an instruction writes VCC_LO. A string of such writes runs during
// each of 32 loads, so that one of them meets that cycle.
  s_mov_b32 s8, 32
  v_mov_b32 v1, 0
again:
  s_mov_b32 vcc_hi, 0
  s_load_dword vcc_hi, s[28:29], 0x0
.rept 40
  s_mov_b32 vcc_lo, 3
.endr
.rept 8
  v_readfirstlane_b32 vcc_lo, v4
.endr
  s_waitcnt lgkmcnt(0)
  v_add_u32 v1, vcc_hi, v1
  s_sub_u32 s8, s8, 1
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc1 again
  global_store_dword v4, v1, s[30:31] offset:512
  s_endpgm
