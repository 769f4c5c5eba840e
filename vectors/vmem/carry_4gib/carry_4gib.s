// Global accesses over a border of 4 GiB. The buffer `border` has one page on either side of the border, and its dword
// i holds i. Lane i loads two, three and four dwords from 256 - 4*i bytes before the border on. So in some lane the
// border falls between any two neighbours of them. Four lanes load a dword that begins 3, 2, 1, 0 bytes before the
// border. Then all lanes store four dwords.
//
//   out:   each loaded dword less the lane (rows of 64: x2, x3, x4), which leaves 960 + its place; then the four
//   s[4:5] border   s[6:7] out   v1 4*lane   v[2:3] the lane's address
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
.macro address first, stride            // v[2:3] = border + first + stride*lane
  s_add_u32 s8, s4, \first
  s_addc_u32 s9, s5, 0
  v_mov_b32 v3, s9
  v_mul_u32_u24 v2, \stride, v0
  v_add_co_u32 v2, vcc, s8, v2
  v_addc_co_u32 v3, vcc, 0, v3, vcc
.endm
  address 4096-256, 4
  global_load_dwordx2 v[4:5], v[2:3], off
  global_load_dwordx3 v[6:8], v[2:3], off
  global_load_dwordx4 v[10:13], v[2:3], off
  s_mov_b64 exec, 15
  address 4096-3, 1
  global_load_dword v14, v[2:3], off
  s_mov_b64 exec, -1
  s_waitcnt vmcnt(0)
.irp row, 4, 5, 6, 7, 8, 10, 11, 12, 13
  v_sub_u32 v\row, v\row, v0
  global_store_dword v1, v\row, s[6:7]
  s_add_u32 s6, s6, 256
  s_addc_u32 s7, s7, 0
.endr
  s_mov_b64 exec, 15
  global_store_dword v1, v14, s[6:7]
  s_mov_b64 exec, -1
  address 4096-520, 16                  // lane 32: two dwords on either side
  v_lshlrev_b32 v20, 2, v0
  v_add_u32 v20, 0x10000, v20           // 0x10000 + the dword's place in the row of all
  v_add_u32 v21, 1, v20
  v_add_u32 v22, 2, v20
  v_add_u32 v23, 3, v20
  global_store_dwordx4 v[2:3], v[20:23], off
  s_endpgm
