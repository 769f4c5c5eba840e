// Code that changes itself. A routine runs, and a store overwrites one of its instructions. Behind it come s_icache_inv
// and twelve s_nop, or a branch. Then the routine runs again. In the same way the program changes both dwords of an
// 8-byte instruction across a line end.
//
//   s[8:9] address of .Lfunction   s[10:11] return   s20 what ran
.globl main
main:
  s_load_dwordx2 s[6:7], s[0:1], 0x0
  s_mov_b32 s20, 0
  s_getpc_b64 s[8:9]
.Lhere:
  s_add_u32 s8, s8, .Lfunction-.Lhere
  s_addc_u32 s9, s9, 0
  s_mov_b64 s[12:13], exec
  s_mov_b64 exec, 1
  v_mov_b32 v3, 0
  s_call_b64 s[10:11], .Lfunction           // 1 + 0x1000
  v_mov_b32 v4, 0x80148214                  // s_add_u32 s20, s20, 2
  global_store_dword v3, v4, s[8:9]
  s_waitcnt vmcnt(0) lgkmcnt(0)
  s_icache_inv
.rept 12
  s_nop 0
.endr
  s_call_b64 s[10:11], .Lfunction           // 2 + 0x1000
  v_mov_b32 v4, 0x80148414                  // s_add_u32 s20, s20, 4
  global_store_dword v3, v4, s[8:9]
  s_waitcnt vmcnt(0)
  s_icache_inv
  s_branch .Lagain
.Lagain:
  s_call_b64 s[10:11], .Lfunction           // 4 + 0x1000
  v_mov_b32 v4, 0x8094ff14                  // s_sub_u32 s20, s20, literal
  v_mov_b32 v5, 0x00000900
  v_mov_b32 v6, 60
  global_store_dwordx2 v6, v[4:5], s[8:9]
  s_waitcnt vmcnt(0)
  s_icache_inv
  s_cbranch_execnz .Lonce_more
  s_nop 0
.Lonce_more:
  s_call_b64 s[10:11], .Lfunction           // 4 - 0x900
  s_mov_b64 exec, s[12:13]
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, s20
  global_store_dword v1, v2, s[6:7]
  s_endpgm
.p2align 6
.Lfunction:
  s_add_u32 s20, s20, 1
.rept 14
  s_nop 0
.endr
  s_add_u32 s20, s20, 0x1000                // at 60: its literal in the next line
  s_setpc_b64 s[10:11]
