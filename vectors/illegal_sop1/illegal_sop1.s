// SOP1 has no opcode 174. Its low seven bits equal the opcode of s_cbranch_join (D-ILL-6). The wave halts there.
.text
.globl illegal_sop1
.p2align 8
.type illegal_sop1,@function
illegal_sop1:
refused:
  .long 0xbec4ae2a
  s_endpgm
