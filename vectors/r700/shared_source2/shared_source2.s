// The third source is a shared VGPR that another wave writes.
.globl shared_race
.include "../shared_race.inc"
race "write_row v2", "read_source2 v2"
