// An owner write of the upper 32 lanes passes the end of the LDS of 1024 bytes: a program error (lds.md 1.2).
// Decisions: D-R700-7.
.include "../include/r700.inc"
.globl main
main:
  v_mov_b32 v1, v0
past:
  owner_write 1, 1, 8, 0
  s_waitcnt lgkmcnt(0)
  s_endpgm
