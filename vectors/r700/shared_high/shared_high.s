// Physical VGPRs from 64 on are shared as those below are.
.globl shared_race
.include "../shared_race.inc"
race "write_row v100", "read_source0 v100", "read_source1 v100", "read_source2 v100"
