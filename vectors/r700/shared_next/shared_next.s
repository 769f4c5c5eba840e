// A shared VGPR that another wave writes. The next instruction of that wave is fetched, and writes another one.
.globl shared_race
.macro write_two first, second
  shared_on 8
  v_mov_b32 \first, s10
  v_mov_b32 \second, s10
.endm
.include "../shared_race.inc"
race "write_two v2, v3", "read_source0 v2", "read_source0 v3"
