// The src2 forms with an operand that begins where the allocation of 512 bytes ends. The lane is dropped, its value
// stays, and MEM_VIOL is set. The value is the last of the allocation. Each form has a wave of its own, since MEM_VIOL
// stays.
//
//   out[wave] = 0x600d + 1 for each of value and MEM_VIOL that is wrong
//   s[4:5] out   s8 number of the form   v3 508   v4 504   v[10:11] what the LDS holds there
// Decisions: D-LDS-12.
.globl main
.macro form text:vararg
  s_cmp_lg_u32 s8, number
  s_cbranch_scc1 .Lnot\@
  \text
.Lnot\@:
  .set number, number+1
.endm
.set number, 0
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_mov_b32 s8, s2
  v_mov_b32 v3, 508
  v_mov_b32 v4, 504
  v_mov_b32 v10, 0x12345678
  v_mov_b32 v11, 0x9abcdef1
  s_mov_b64 exec, 1
  ds_write_b64 v4, v[10:11]
  s_waitcnt lgkmcnt(0)
.irp op, add_src2_u, sub_src2_u, rsub_src2_u, inc_src2_u, dec_src2_u, min_src2_i, max_src2_i, min_src2_u, max_src2_u
  form ds_\op\()32 v3 offset:1
  form ds_\op\()64 v4 offset:2
.endr
.irp op, and_src2_b, or_src2_b, xor_src2_b, write_src2_b, min_src2_f, max_src2_f
  form ds_\op\()32 v3 offset:1
  form ds_\op\()64 v4 offset:2
.endr
  form ds_add_src2_f32 v3 offset:1
  ds_read_b64 v[12:13], v4
  s_waitcnt lgkmcnt(0)
  s_getreg_b32 s7, hwreg(3, 8, 1)
  s_sub_u32 s9, 0x600e, s7
  v_mov_b32 v14, s9
  v_xor_b32 v12, v10, v12
  v_xor_b32 v13, v11, v13
  v_or_b32 v12, v12, v13
  v_cmp_ne_u32 vcc, 0, v12
  v_addc_co_u32 v14, vcc, 0, v14, vcc
  s_lshl_b32 s9, s8, 2
  v_mov_b32 v1, s9
  global_store_dword v1, v14, s[4:5]
  s_endpgm
