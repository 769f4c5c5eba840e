// One wave writes a clause temporary, and the waves of its parity read it. The waves of the other parity read their own
// copy, which stays 0.
// Decisions: D-R700-13, D-R700-15.
.globl shared_race
.include "../shared_race.inc"
race "write_row v3", "read_source0 v3", "read_source1 v3"
