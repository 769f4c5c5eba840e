; A call by the global offset table: its entry is a relocation of a symbol that the object defines. The table of
; addresses has symbols of default visibility too, one of them with an addend.
; Decisions: D-LAUNCH-11.
.globl main
.globl twice
.type twice,@function
twice:
  v_add_u32 v1, v1, v1
  s_setpc_b64 s[30:31]
.p2align 8
.type main,@function
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_mov_b32 v1, 21
  s_getpc_b64 s[6:7]
  s_add_u32 s6, s6, twice@gotpcrel32@lo+4
  s_addc_u32 s7, s7, twice@gotpcrel32@hi+12
  s_load_dwordx2 s[8:9], s[6:7], 0x0
  s_getpc_b64 s[10:11]
  s_add_u32 s10, s10, table@rel32@lo+4
  s_addc_u32 s11, s11, table@rel32@hi+12
  s_load_dwordx4 s[12:15], s[10:11], 0x0
  s_waitcnt lgkmcnt(0)
  s_swappc_b64 s[30:31], s[8:9]
  s_sub_u32 s14, s14, s12            ; twice + 4 less twice
  s_sub_u32 s12, s12, s8             ; 0
  s_add_u32 s14, s14, s12
  v_add_u32 v1, s14, v1
  v_lshlrev_b32 v0, 2, v0
  global_store_dword v0, v1, s[4:5]
  s_endpgm

.section .data.rel.ro,"aw",@progbits
.p2align 4
.hidden table
table:
  .quad twice, twice+4
