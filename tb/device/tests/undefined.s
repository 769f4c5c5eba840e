// A call of a function that the object does not define: the loader refuses the relocation of its entry in the GOT.
.globl main
main:
  s_getpc_b64 s[6:7]
  s_add_u32 s6, s6, elsewhere@gotpcrel32@lo+4
  s_addc_u32 s7, s7, elsewhere@gotpcrel32@hi+12
  s_load_dwordx2 s[8:9], s[6:7], 0x0
  s_waitcnt lgkmcnt(0)
  s_swappc_b64 s[30:31], s[8:9]
  s_endpgm
