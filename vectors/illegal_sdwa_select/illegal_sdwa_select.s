// SDWA with SEL 7, which is reserved: the wave halts there. LLVM 16 cannot print the instruction; the report says so.
// Decisions: D-VEC-34.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v0, 2, v0
  v_mov_b32 v1, 1
  s_waitcnt lgkmcnt(0)
refused:
  .long 0x7d8404f9, 0x06070002
  global_store_dword v0, v1, s[4:5]
  s_endpgm
