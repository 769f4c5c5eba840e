// A program with relocations: a table of addresses. The third word of the table is its own address, so out[i] gets 0.
.globl main
main:
  s_load_dwordx2 s[10:11], s[0:1], 0x0
  s_getpc_b64 s[12:13]
  s_add_u32 s12, s12, table@rel32@lo+4
  s_addc_u32 s13, s13, table@rel32@hi+12
  s_load_dwordx2 s[16:17], s[12:13], 0x10
  s_waitcnt lgkmcnt(0)
  s_sub_u32 s16, s16, s12
  v_lshlrev_b32 v0, 2, v0
  v_mov_b32 v1, s16
  global_store_dword v0, v1, s[10:11]
  s_endpgm

.section .data.rel.ro,"aw",@progbits
.p2align 3
.hidden table
table:
  .quad .Lfirst, .Lfirst, table
.Lfirst:
  .long 0
