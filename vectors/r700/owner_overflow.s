// An owner write whose stride is one step too large for the group: out[thread] stays 0.
// Decisions: D-R700-7.
.text
.globl owner_overflow
.p2align 8
.include "../include/r700.inc"
.macro overflow stride
  s_cmp_lg_u32 s10, \stride
  s_cbranch_scc1 skip\@
overflow_\stride:
  owner_write 1, 0, \stride, \stride-4, 1
skip\@:
.endm
owner_overflow:
  s_load_dwordx4 s[8:11], s[0:1], 0x0
  s_waitcnt lgkmcnt(0)
  .irp stride, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64
    overflow \stride
  .endr
  s_waitcnt lgkmcnt(0)
  s_endpgm
