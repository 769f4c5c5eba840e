// R700's clause temporaries: waves of the same parity of slot share them, and hold them within a clause alone. Eight
// waves pass data through two temporaries, three times each in a clause.
//
//   s[4:5] out   v12, v13 data   v16 sum
//   shared: 0 global, 1 and 2 temporaries
//   out[i] = 3 * (3 * i + 1000 + 2 * i)
// Decisions: D-R700-12, D-R700-15, D-R700-18.
.globl main
.include "../../include/r700.inc"
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v10, 2, v0
  v_mul_u32_u24 v11, 3, v0
  v_add_u32 v12, 0x3e8, v11
  v_lshlrev_b32 v13, 1, v0
  v_mov_b32 v16, 0
  s_waitcnt lgkmcnt(0)
  s_barrier
.rept 3
  clause 8
  shared_on 8                                 // VDST
  v_mov_b32 v1, v12
  v_mov_b32 v2, v13
  v_mov_b32 v0, v13
  shared_on 1                                 // SRC0
  v_mov_b32 v14, v1
  v_add_u32 v15, v2, v14
  shared_off
  v_add_u32 v16, v16, v15
.endr
  global_store_dword v10, v16, s[4:5]
  s_endpgm
