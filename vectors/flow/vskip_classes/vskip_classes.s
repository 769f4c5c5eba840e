// VSKIP over every class of vector instruction, implemented or not: VINTRP, MUBUF, MTBUF, MIMG, EXP, FLAT, SCRATCH,
// GLOBAL, DS, GDS, VOP1 to VOP3P, with literals, SDWA, DPP and LDS_DIRECT. Nothing is written, counted or refused.
// Scalar instructions, branches and forks between them run. s_setvskip and s_setreg set VSKIP. One wave has nothing but
// skipped instructions.
//
//   out[i] for lane i: 7
//   s20 what ran   s21 counters
// Decisions: D-FLOW-10.
.globl main
main:
  s_load_dwordx2 s[6:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 7
  s_mov_b32 s20, 0
  s_mov_b32 m0, 0
  s_mov_b64 s[12:13], 1
  s_getreg_b32 s14, hwreg(1, 29, 3)
  s_mov_b64 s[16:17], exec
  s_waitcnt lgkmcnt(0)
.macro all
  .long 0xd4000000                      // VINTRP v_interp_p1_f32, 4 bytes
  .long 0xe0501000, 0x80000201          // MUBUF buffer_load_dword v2, v1, s[0:3], 0 offen
  .long 0xe0701000, 0x80000201          // buffer_store_dword
  .long 0xe0f80000, 0x80000000          // buffer_wbinvl1
  .long 0xe8c80000, 0x80000200          // MTBUF
  .long 0xf0001f00, 0x00000201          // MIMG image_load
  .long 0xc400000f, 0x02020202          // EXP
  .long 0xdc500000, 0x02000001          // FLAT flat_load_dword v2, v[1:2]
  .long 0xdc504000, 0x027f0001          // SCRATCH scratch_load_dword
  .long 0xdd000000, 0x02020202          // flat_atomic_swap
  global_load_dwordx2 v[1:2], v1, s[6:7]
  global_store_dword v1, v0, s[6:7]
  ds_write_b32 v2, v2
  ds_add_rtn_u32 v2, v2, v2
  ds_read_b32 v2, v2 gds
  v_mov_b32 v2, 0x12345678
  v_mov_b32_sdwa v2, v0 dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:BYTE_0
  v_mov_b32_dpp v2, v0 row_shr:1 row_mask:0xf bank_mask:0xf
  v_mov_b32 v2, src_lds_direct
  v_add_u32 v2, 1, v2
  v_madmk_f32 v2, v0, 0x12345678, v0
  v_cmp_eq_u32 vcc, v0, v0
  v_cmpx_ne_u32 vcc, v0, v0
  v_add_co_u32 v2, s[6:7], v0, v0
  v_mad_u64_u32 v[2:3], vcc, v0, v0, v[0:1]
  v_readlane_b32 s20, v0, 1
  v_writelane_b32 v2, s20, 0
  v_pk_add_u16 v2, v0, v0
  v_swap_b32 v1, v2
  .long 0x7e00fe00                      // there is no VOP1 opcode 127
  .long 0xd3ff0000, 0x00000000          // nor VOP3 opcode 1023
  .long 0xd9fe0000, 0x00000000          // nor DS opcode 255 with gds bits odd
.endm
  s_setvskip 1, 0
  s_nop 1
  all
  s_add_u32 s20, s20, 1
  s_cbranch_i_fork s[12:13], .Lpass
  all
  s_add_u32 s20, s20, 2
  s_branch .Ljoin
.Lpass:
  s_add_u32 s20, s20, 4
  v_mov_b32 v2, 1
.Ljoin:
  s_cbranch_join s14
  s_mov_b64 exec, s[16:17]
  s_getreg_b32 s21, hwreg(7)            // nothing is in flight
  s_setvskip 0, 0
  s_nop 1
  s_setreg_imm32_b32 hwreg(1, 28, 1), 1
  s_nop 1
  all
  s_add_u32 s20, s20, 8
  s_setreg_imm32_b32 hwreg(1, 28, 1), 0
  s_nop 1
  s_cmp_eq_u32 s20, 15
  s_cselect_b32 s22, 0, 0x100
  s_or_b32 s22, s22, s21
  v_or_b32 v2, s22, v2
  global_store_dword v1, v2, s[6:7]
  s_endpgm
