; One scalar move, one vector move, the end.
.globl main
main:
  s_mov_b32 s8, 7
  v_mov_b32 v3, s8
  s_endpgm
