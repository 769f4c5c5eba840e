// Scalar loads of 2, 4, 8 and 16 dwords over a border of 4 GiB. The buffer `border` has one page on either side of the
// border, and its dword i holds i. First the base is the border itself, and the offset is negative. Then the base lies
// below, and the offset leads over. Then offset and address come from a register.
//
//   s[4:5] border + 4096   s[6:7] out
//   s2   the differences of the loaded dwords from their places (0), + 1028
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_waitcnt lgkmcnt(0)
  s_add_u32 s4, s4, 0x1000
  s_addc_u32 s5, s5, 0
  s_sub_u32 s8, s4, 0x800
  s_subb_u32 s9, s5, 0
  s_mov_b32 s10, 0x7f8
  s_load_dwordx2 s[12:13], s[4:5], -4     // 1023, 1024
  s_load_dwordx4 s[16:19], s[4:5], -12    // 1021 ..
  s_load_dwordx8 s[20:27], s[4:5], -8     // 1022 ..
  s_load_dwordx16 s[28:43], s[4:5], -32   // 1016 ..
  s_load_dwordx4 s[44:47], s[8:9], 0x7f4  // 1021 ..
  s_load_dwordx8 s[48:55], s[8:9], s10    // 1022 ..
  s_load_dword s56, s[4:5], -4            // 1023
  s_load_dword s57, s[8:9], 0x800         // 1024
  s_waitcnt lgkmcnt(0)
  s_mov_b32 s2, 0
.macro check first, count, value
  .set n, 0
  .rept \count
  s_sub_u32 s3, s[\first+n], \value+n
  s_or_b32 s2, s2, s3
  .set n, n+1
  .endr
.endm
  check 12, 2, 1023
  check 16, 4, 1021
  check 20, 8, 1022
  check 28, 16, 1016
  check 44, 4, 1021
  check 48, 8, 1022
  check 56, 2, 1023
  s_add_u32 s2, s2, s40                   // 1028
  s_mov_b64 exec, 1
  v_mov_b32 v0, 0
  v_mov_b32 v1, s2
  global_store_dword v0, v1, s[6:7]
  s_endpgm
