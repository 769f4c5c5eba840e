// V_cndmask_b32 in SDWA form: SEXT acts on the part that is selected, then ABS and NEG on bit 31. Even lanes have SRC0,
// odd lanes SRC1. llvm-mc writes no sext here.
//
//   out: a row for each instruction   s[6:7] in   v3 in[i]   v6 9
// Decisions: D-VEC-36, D-VEC-37.
.globl main
.macro result fields
  .long 0x000406f9, \fields       // v_cndmask_b32_sdwa v2, v6, v3, vcc
  global_store_dword v9, v2, s[4:5]
  v_add_u32 v9, 0x100, v9
.endm
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v9, v1
  v_mov_b32 v6, 9
  s_mov_b32 vcc_lo, 0xaaaaaaaa
  s_mov_b32 vcc_hi, 0xaaaaaaaa
  s_waitcnt lgkmcnt(0)
  global_load_dword v3, v1, s[6:7]
  s_waitcnt vmcnt(0)
  result 0x0c060606                            // SRC1: word 0, SEXT
  result 0x0d060606                            // SRC1: word 1, SEXT
  result 0x0b060606                            // SRC1: byte 3, SEXT
  result 0x04060606                            // SRC1: word 0
  result 0x1c060606                            // SRC1: word 0, SEXT, NEG
  result 0x2c060606                            // SRC1: word 0, SEXT, ABS
  result 0x3c060606                            // SRC1: word 0, SEXT, NEG and ABS
  result 0x36060606                            // SRC1: dword, NEG and ABS
  result 0x063e0606                            // SRC0: dword, SEXT, NEG and ABS
  result 0x06180606                            // SRC0: byte 0, SEXT, NEG
  s_endpgm
