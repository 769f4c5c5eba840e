// Words with bits set in fields that the instruction does not use, or that LLVM reads in another way (docs/decode.md).
// All of them are legal and do what the comment says. Scalar results, by number, are stored to out[0..63]. Vector
// results are stored to rows of 64 from out[64] on. An arrow (->) gives the result.
// Decisions: D-LDS-26, D-MEM-47, D-VEC-7, D-VEC-8, D-VEC-18, D-VEC-22, D-VEC-23, D-VEC-34, D-VEC-37, D-MEM-35.
.globl main

// Scalar result n.
.macro scalar n, source
  v_writelane_b32 v40, \source, \n
.endm

// Vector result of row n. Then v3 gets the value with which the next one begins.
.macro row n, source=v3
  global_store_dword v8, \source, s[4:5] offset:256*\n
  v_mov_b32 v3, 0x0badf00d
.endm

main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v8, 2, v0
  s_mov_b32 m0, 0
  s_mov_b32 s10, 3
  s_mov_b32 s11, 5
  s_mov_b32 s12, 11
  s_mov_b32 s13, 13
  v_mov_b32 v1, 7
  v_mov_b32 v2, 0x12345678
  v_mov_b32 v3, 0x0badf00d
  v_mov_b32 v34, 77
  v_mov_b32 v40, -1
  s_waitcnt lgkmcnt(0)
// scalar
  .long 0xbf11ff0a                // s_set_gpr_idx_on s10, 15: SSRC1 is an immediate: 255 is no literal
  s_set_gpr_idx_off
  scalar 0, m0                    // -> 0xf003
  s_mov_b32 m0, 0
  .long 0xbe8e1c0b                // s_getpc_b64 s[14:15], SSRC0 11
  s_mov_b64 s[16:17], s[14:15]
  .long 0xbe8e1cd1                // s_getpc_b64 s[14:15], SSRC0 209
  s_sub_u32 s16, s14, s16
  scalar 1, s16                   // -> 8
  .long 0xbefd320a                // s_set_gpr_idx_idx s10, SDST 125
  scalar 2, m0                    // -> 3
  s_nop 1
  .long 0xba7d0801, 2             // s_setreg_imm32_b32 of MODE[1:0], SDST 125
  s_nop 1
  s_getreg_b32 s16, hwreg(1, 0, 2)
  scalar 3, s16                   // -> 2
  s_nop 1
  s_setreg_imm32_b32 hwreg(1, 0, 2), 0
  .long 0xbf931234                // s_icache_inv, SIMM16 0x1234
  .long 0xbf8affff                // s_barrier, SIMM16 0xffff
  s_mov_b32 m0, 0x16
  s_nop 4
  .long 0xbefc2d0a                // s_movreld_b64 of base 124: 124 + 0x16 is s[18:19]
  scalar 4, s18                   // -> 3
  scalar 5, s19                   // -> 5
  s_mov_b32 m0, 1
  s_nop 4
  .long 0xbe8e2b0b                // s_movrels_b64 of base 11: s[12:13]
  scalar 6, s14                   // -> 11
  scalar 7, s15                   // -> 13
// scalar memory: the kernel's arguments are out, 0x600d, 0x900d
  s_mov_b32 s20, 4
  s_mov_b32 s21, 8
  .long 0xc0036300, 20 << 25 | 8  // s_load_dword s12, s[0:1], s20 offset:8: bit 13, SOE, GLC
  .long 0xc001e400, 21 << 25 | 20 // s_load_dword s16, s[0:1], s21: NV, SOE, an OFFSET beside it
  .long 0xc00a1a00, 0             // s_load_dwordx4 into 104..107
  s_waitcnt lgkmcnt(0)
  scalar 8, s12                   // -> 0x900d
  scalar 9, s16                   // -> 0x600d
  scalar 10, vcc_lo               // -> 0x600d
  scalar 11, vcc_hi               // -> 0x900d
// v_nop and v_clrexcp: no VGPR is written
  .long 0x7e0000f9, 0xffffffff    // SRC0 249, 250, 255: the second dword is there
  .long 0x7e0000fa, 0xffffffff
  .long 0x7e0000ff, 0xffffffff
  .long 0x7e0000fe                // LDS_DIRECT
  .long 0x7e0000d1                // reserved
  .long 0xd1407fff, 0xfffffefa    // VOP3, SRC0 250
  .long 0xd1407fff, 0xfffffefe    // VOP3, SRC0 254
  .long 0x7e446b7f
  .long 0x7e446afe
  .long 0x7e446aff, 0x12345678
  .long 0xd175ffff, 0xffffffff
  row 1, v34                      // -> 77
// vector
  .long 0x680602f9, 0x46460602    // v_add_u32_sdwa, bits 22 and 30
  row 2                           // -> 0x1234567f
  .long 0x7e0602f9, 0xff060602    // v_mov_b32_sdwa, all of source 1
  row 3                           // -> 0x12345678
  .long 0x7e0602fa, 0xffc0e402    // v_mov_b32_dpp, NEG and ABS of source 1
  row 4                           // -> 0x12345678
  s_mov_b64 vcc, 0
  .long 0x7d8404fa, 0xff00e402    // v_cmp_eq_i32 with DPP
  scalar 12, vcc_lo               // -> -1
  scalar 13, vcc_hi               // -> -1
  s_mov_b64 vcc, 0
  .long 0x7d8404f9, 0x06067f02    // VOPC SDWA with SD = 0 and an SDST
  scalar 14, vcc_lo               // -> -1
  scalar 15, vcc_hi               // -> -1
  .long 0xd1340003, 0x07fe0501    // v_add_u32 VOP3, SRC2 511
  row 5                           // -> 0x1234567f
  .long 0xd1340003, 0x03fa0501    // v_add_u32 VOP3, SRC2 254
  row 6                           // -> 0x1234567f
  .long 0xd1410003, 0x0003ff02    // v_mov_b32 VOP3, SRC1
  row 7                           // -> 0x12345678
  .long 0xd3824003, 0x1bfe0501    // v_pk_add_i16, SRC2
  row 8                           // -> 0x1234567f
  .long 0xd1000003, 0x01fa0501    // v_cndmask_b32 VOP3 by EXEC
  row 9                           // -> 0x12345678
  .long 0xd1eb7803, 0x040a0501    // v_mad_legacy_u16 with OP_SEL, of which the result's bit counts (numerics.md 4)
  row 10                          // -> 7 * 0x5678 + 0x5678 in the high half, 0xf00d is kept
  .long 0xd1f17803, 0x040a0501    // v_mad_u32_u16 with OP_SEL, of which the bits of the 16-bit sources count
  row 11                          // -> 0 * 0x1234 + 0x12345678
  .long 0xd0c1800e, 0x00020501    // v_cmp_lt_i32 VOP3 with CLAMP
  scalar 16, s14                  // -> -1
  scalar 17, s15                  // -> -1
  s_setreg_imm32_b32 hwreg(1, 4, 2), 3
  .long 0x020604f9, 0x0b0b0602    // v_add_f32_sdwa with SEXT: byte 3 and byte 3 of v2, denormals
  row 12                          // -> 0x24
// vector memory and LDS
  .long 0xd81a0000, 0xffff0208    // ds_write_b32, DATA1 and VDST 255
  s_waitcnt lgkmcnt(0)
  .long 0xd86c0000, 0x03ffff08    // ds_read_b32, DATA0 and DATA1 255
  s_waitcnt lgkmcnt(0)
  row 13                          // -> 0x12345678
  global_store_dword v8, v40, s[4:5]
  s_waitcnt vmcnt(0)
  .long 0xdc538000, 0x0384ff08    // global_load_dword, GLC, SLC, NV, DATA 255: the scalar results
  s_waitcnt vmcnt(0) lgkmcnt(0)
  .long 0xdc738e00, 0xff040308    // global_store_dword of them to row 14, VDST 255 -> out[0..63]
  .long 0xbf81ffff                // s_endpgm, SIMM16
