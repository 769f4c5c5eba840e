// An owner write whose stride is one step too large for the group: out[thread] stays 0.
.text
.globl owner_overflow
.p2align 8
.include "../include/r700.inc"
.macro overflow stride
  s_cmp_lg_u32 s10, \stride
  s_cbranch_scc1 skip\@
  owner_write 1, 0, \stride, \stride-4, 1
skip\@:
.endm
owner_overflow:
  s_load_dwordx4 s[8:11], s[0:1], 0x0
  s_waitcnt lgkmcnt(0)
  .set s, 4
  .rept 16
    overflow s
    .set s, s + 4
  .endr
  s_waitcnt lgkmcnt(0)
  s_endpgm
