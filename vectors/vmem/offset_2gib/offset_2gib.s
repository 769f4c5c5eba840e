// An SGPR base and a VGPR offset of 2^31 and more: the offset is unsigned. Lanes below 32 access `near`, 2 GiB behind
// the base. The other lanes access `far`. Their offset is 4 GiB less their distance from base + 4 GiB. The base is 64
// bytes behind a multiple of 4 GiB, so the low words of the far lanes' sums wrap. There are loads and stores, and the
// instruction's own offset, which is signed.
//
//   s[4:5] near   s[6:7] far   s[8:9] out   s[10:11] base = near - 2 GiB = far - 4 GiB + 4096   v2 offset
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_load_dwordx2 s[8:9], s[0:1], 0x10
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
  s_add_u32 s10, s4, 0x80000040           // near + 64 - 2 GiB
  s_addc_u32 s11, s5, -1
  v_add_u32 v2, 0x80000000 - 64, v1       // near + 4*lane
  v_add_u32 v3, 0xfffff000, v1            // far + 64 + 4*lane: base + 4 GiB - 4096 + 4*lane
  v_cmp_lt_u32 vcc, 31, v0
  v_cndmask_b32 v2, v2, v3, vcc
  global_load_dword v4, v2, s[10:11]
  global_load_dword v5, v2, s[10:11] offset:16
  global_load_dword v6, v2, s[10:11] offset:-32
  s_waitcnt vmcnt(0)
.irp row, 4, 5, 6
  v_sub_u32 v\row, v\row, v0
  global_store_dword v1, v\row, s[8:9]
  s_add_u32 s8, s8, 256
  s_addc_u32 s9, s9, 0
.endr
  v_add_u32 v7, 0x5000, v0
  global_store_dword v2, v7, s[10:11] offset:1024
  s_endpgm
