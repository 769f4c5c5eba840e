// Two waves with opposite MODE run roots, reciprocals, other transcendental instructions and f64 back to back: one
// wave's instruction ends when the other's begins. Special values of the last 16 lanes are the last that each computes.
// Wave 0: IEEE, DX10_CLAMP, denormals kept. Wave 1: none of these, FP16_OVFL.
//
//   in: 16 f32, 16 f16, the low and the high dwords of 16 f64
//   out[64 * (14 * wave + n) + 4 * (lane - 48)]: v[8+4*n:11+4*n]
//   s[28:29] in   s[30:31] out   s4 wave   v1 byte of in, then of out   v2 f32   v3 f16   v[4:5] f64
.globl main
main:
  s_load_dwordx4 s[28:31], s[0:1], 0x0
  v_readfirstlane_b32 s4, v0
  s_lshr_b32 s4, s4, 6
  s_mul_i32 s5, s4, 14*256
  v_and_b32 v1, 15, v0
  v_lshlrev_b32 v1, 2, v1
  s_waitcnt lgkmcnt(0)
  global_load_dword v2, v1, s[28:29]
  global_load_dword v3, v1, s[28:29] offset:64
  global_load_dword v4, v1, s[28:29] offset:128
  global_load_dword v5, v1, s[28:29] offset:192
  s_cmp_eq_u32 s4, 0
  s_cbranch_scc1 .Lieee
  s_setreg_imm32_b32 hwreg(1, 4, 6), 0
  s_nop 1
  s_setreg_imm32_b32 hwreg(1, 23, 1), 1
  s_branch .Lgo
.Lieee:
  s_setreg_imm32_b32 hwreg(1, 4, 6), 63
.Lgo:
  s_waitcnt vmcnt(0)
  v_lshl_add_u32 v1, v1, 2, s5
  s_barrier
.set n, 8
.irp op, rcp, rsq, sqrt, exp, log, sin
  v_\op\()_f32 v[n], v2
  v_\op\()_f32 v[n+1], v2 clamp
  v_\op\()_f16 v[n+2], v3
  v_\op\()_f16 v[n+3], v3 clamp
.set n, n+4
.endr
.irp op, rcp, rsq, sqrt, fract
  v_\op\()_f64 v[n:n+1], v[4:5]
  v_\op\()_f64 v[n+2:n+3], v[4:5] clamp
.set n, n+4
.endr
.irp op, add, mul
  v_\op\()_f64 v[n:n+1], v[4:5], v[4:5]
  v_\op\()_f64 v[n+2:n+3], v[4:5], v[4:5] clamp
.set n, n+4
.endr
  v_fma_f64 v[n:n+1], v[4:5], v[4:5], v[4:5]
  v_fma_f64 v[n+2:n+3], v[4:5], v[4:5], v[4:5] clamp
  v_ldexp_f64 v[n+4:n+5], v[4:5], -1
  v_ldexp_f64 v[n+6:n+7], v[4:5], -1 clamp
  s_mov_b32 exec_lo, 0
  s_mov_b32 exec_hi, 0xffff0000
.set n, 0
.rept 14
  global_store_dwordx4 v1, v[8+4*n:11+4*n], s[30:31] offset:256*n
.set n, n+1
.endr
  s_endpgm
