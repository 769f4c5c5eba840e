// Code in the upper half of the address space reaches its constants by s_getpc_b64, s_call_b64 and s_swappc_b64. The
// pair that they write is a canonical address, with bit 47 in bits 63:48.
//
//   out: a row by s_load, by global_load, by s_call_b64, by s_swappc_b64; then the upper words of the three PCs
// Decisions: D-FLOW-33, D-MEM-44.
.globl main
.macro row register
  global_store_dword v9, \register, s[4:5]
  v_add_u32 v9, 0x100, v9
.endm
.macro table from
  s_add_u32 s8, s8, numbers-\from
  s_addc_u32 s9, s9, 0
.endm
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_and_b32 v8, 12, v1
  v_mov_b32 v9, v1
  s_getpc_b64 s[8:9]
.Lbase:
  v_mov_b32 v5, s9
  table .Lbase
  s_load_dword s10, s[8:9], 0x4
  global_load_dword v3, v8, s[8:9]
  s_waitcnt vmcnt(0) lgkmcnt(0)
  v_mov_b32 v2, s10
  row v2
  row v3
  s_call_b64 s[8:9], .Lcalled
.Lreturn:
  s_branch .Lnever
.Lcalled:
  v_mov_b32 v6, s9
  table .Lreturn
  global_load_dword v3, v8, s[8:9]
  s_waitcnt vmcnt(0)
  row v3
  s_getpc_b64 s[12:13]
.Lhere:
  s_add_u32 s12, s12, .Lswapped-.Lhere
  s_addc_u32 s13, s13, 0
  s_swappc_b64 s[8:9], s[12:13]
.Lback:
  s_branch .Lnever
.Lswapped:
  v_mov_b32 v7, s9
  table .Lback
  global_load_dword v3, v8, s[8:9]
  s_waitcnt vmcnt(0)
  row v3
  row v5
  row v6
  row v7
.Lnever:
  s_endpgm
.p2align 6
numbers:
  .long 41, 42, 43, 44
