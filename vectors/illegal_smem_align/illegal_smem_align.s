// SDATA of a scalar load of eight dwords must be a multiple of 4 (D-ENC-4): the wave halts there.
// Decisions: D-ENC-4.
.text
.globl illegal_smem_align
.p2align 8
.type illegal_smem_align,@function
illegal_smem_align:
refused:
  .long 0xc00e0280, 0x00000000                // s_load_dwordx8 s[10:17], s[0:1], 0x0
  s_endpgm
