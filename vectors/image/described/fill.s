// Writes texels as bytes of memory, by the base address and the pitch in the T# of an image (image.md 8.1). Lane x of
// group y has texel x of row y of level 0. It is X x, Y y, Z 7, W 255.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0        // the image
  s_waitcnt lgkmcnt(0)
  s_load_dword s6, s[4:5], 0x0              // BASE_ADDRESS
  s_load_dword s7, s[4:5], 0x10             // PITCH
  s_waitcnt lgkmcnt(0)
  s_lshr_b32 s9, s6, 24
  s_lshl_b32 s8, s6, 8                      // s[8:9] = 256 * BASE_ADDRESS
  s_bfe_u32 s7, s7, 0x10000d
  s_add_u32 s7, s7, 1
  s_mul_i32 s7, s7, s2                      // row s2
  v_add_u32 v1, s7, v0
  v_lshlrev_b32 v1, 2, v1
  s_lshl_b32 s10, s2, 8
  s_or_b32 s10, s10, 0xff070000
  v_or_b32 v2, s10, v0
  global_store_dword v1, v2, s[8:9]
  s_endpgm
