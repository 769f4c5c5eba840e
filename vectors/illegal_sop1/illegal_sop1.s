// SOP1 opcode 174 is none; its low seven bits are those of s_cbranch_join (D-ILL-6): the wave halts there.
.text
.globl illegal_sop1
.p2align 8
.type illegal_sop1,@function
illegal_sop1:
refused:
  .long 0xbec4ae2a
  s_endpgm
