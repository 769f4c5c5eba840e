// More loads in flight than VM_CNT counts: the wave waits at issue while it is 63 (D-WAIT-3). IB_STS shows the counter
// before each of the last loads; the greatest is kept. How many a unit has in flight is its own affair: only a queue
// that is deep enough (rtl/configs/deep.f) brings it to 63, as in scripts/tests/lds256.
//
//   out[i]:   the sum of what the last 32 of 96 loads have read   in[i] = i
//   most[0]:  the greatest VM_CNT
// Decisions: D-WAIT-3, D-WAIT-7, D-SCA-5.
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_load_dwordx2 s[10:11], s[0:1], 0x10
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  s_mov_b32 s20, 0
  s_waitcnt 0
.set n, 0
.rept 96
  global_load_dword v[8 + n % 32], v1, s[6:7] offset:4 * n
  .if n > 60
  s_getreg_b32 s21, hwreg(HW_REG_IB_STS, 0, 4)
  s_getreg_b32 s22, hwreg(HW_REG_IB_STS, 22, 2)
  s_lshl_b32 s22, s22, 4
  s_or_b32 s21, s21, s22
  s_max_u32 s20, s20, s21
  .endif
  .set n, n + 1
.endr
  s_waitcnt vmcnt(0)
.set n, 0
.rept 32
  v_add_u32 v2, v2, v[8 + n]
  .set n, n + 1
.endr
  global_store_dword v1, v2, s[4:5]
  v_mov_b32 v3, s20
  v_mov_b32 v4, 0
  s_mov_b64 exec, 1
  global_store_dword v4, v3, s[10:11]
  s_endpgm
