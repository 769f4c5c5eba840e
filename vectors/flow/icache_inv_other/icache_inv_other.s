// s_icache_inv of one wave works for the whole compute unit. Three waves wait at a barrier and have already fetched the
// instruction behind it. Wave 0 overwrites that instruction, invalidates, and comes to the barrier. All waves execute
// the new instruction. The program does so for an instruction of 4 bytes. Then it does so for the second dword of an
// 8-byte instruction across a line end.
//
//   out[wave] = 0x30 + 0x5000
//   s[4:5] out   s8 wave   s20 what ran
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_readfirstlane_b32 s8, v0
  s_lshr_b32 s8, s8, 6
  s_mov_b32 s20, 0
  s_mov_b64 s[12:13], exec
  s_mov_b64 exec, 1
  v_mov_b32 v3, 0
  s_getpc_b64 s[10:11]
.Lhere:
  s_waitcnt lgkmcnt(0)
.macro overwrite label, value                 // by wave 0, when the others have had time to come to the barrier
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc1 9f
  s_sleep 2
  s_add_u32 s14, s10, \label-.Lhere
  s_addc_u32 s15, s11, 0
  v_mov_b32 v4, \value
  global_store_dword v3, v4, s[14:15]
  s_waitcnt vmcnt(0)
  s_icache_inv
9:
.endm
  overwrite .Lfirst, 0x8014b014               // s_add_u32 s20, s20, 48
  s_barrier
.Lfirst:
  s_add_u32 s20, s20, 1
  s_barrier
  overwrite .Lsecond+4, 0x5000
  s_branch .Lnext
.p2align 6
.Lnext:
.rept 14
  s_nop 0
.endr
  s_barrier
.Lsecond:
  s_add_u32 s20, s20, 0x1000                  // its second dword begins the next line
  v_readfirstlane_b32 s8, v0
  s_lshr_b32 s8, s8, 6
  s_lshl_b32 s8, s8, 2
  v_mov_b32 v1, s8
  v_mov_b32 v2, s20
  global_store_dword v1, v2, s[4:5]
  s_endpgm
