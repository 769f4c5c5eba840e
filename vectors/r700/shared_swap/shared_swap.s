// v_swap_b32 writes the shared VGPR that is its source. Another wave that reads it waits.
.globl shared_race
.include "../shared_race.inc"
race "swap_row v2", "read_source0 v2", "read_source1 v2", "read_source2 v2"
