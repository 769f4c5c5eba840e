// s_nop 0 to 7, and immediates of which only bits 2:0 count. SCC, VCC and EXEC keep their values.
//
//   out[i] for lane i: i + 40
//   s20 instructions of scalar code between
.globl main
main:
  s_load_dwordx2 s[6:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_mov_b32 s20, 0
  s_mov_b64 vcc, 5
  s_cmp_eq_u32 s20, 0
.macro idle imm
  s_nop \imm
  s_addc_u32 s20, s20, 0           // SCC is 1 before the first, 0 after
  s_nop \imm
  s_cmp_eq_u32 0, 0
.endm
.irp imm, 0, 1, 2, 3, 4, 5, 6, 7
  idle \imm
.endr
.irp imm, 8, 0x10, 0xfff8, 0xfffb
  idle \imm
.endr
  s_nop 7
  s_nop 7
  s_addc_u32 s20, s20, vcc_lo      // 12 + 1 + 5
  s_addk_i32 s20, 22
  v_add_u32 v2, s20, v0
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v2, s[6:7]
  s_endpgm
