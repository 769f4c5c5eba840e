// An owner write of the last quad passes the end of the LDS: a program error (lds.md 1.2).
// Decisions: D-R700-7.
.include "../include/r700.inc"
.globl main
main:
  v_mov_b32 v1, v0
past:
  owner_write 1, 1, 4, 0
  s_waitcnt lgkmcnt(0)
  s_endpgm
