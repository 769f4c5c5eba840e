// An index that is added to an absolute destination: through the globals, and on into the clause temporaries. There are
// two waves, one of each parity. Each wave writes number 1 + i, with i from 0 to 4. The globals are 0 to 3.
//
//   out: for each wave five rows of 64, the numbers 1 to 5
// Decisions: D-R700-13.
.globl shared_index_destination
.include "../include/r700.inc"
.include "../include/ds.inc"
.macro write_all
  s_mov_b32 s22, 0
.Lwrite\@:
  s_set_gpr_idx_on s22, 8
  shared_on 8
  v_add_u32 v1, s22, v31
  shared_off
  s_set_gpr_idx_off
  s_add_u32 s22, s22, 1
  s_cmp_lg_u32 s22, 5
  s_cbranch_scc1 .Lwrite\@
.endm
shared_index_destination:
  start_group 5
  v_lshlrev_b32 v31, 8, v30
  in_wave 0, write_all
  in_wave 1, write_all
  s_barrier
  shared_on 1
  v_mov_b32 v10, v1
  v_mov_b32 v11, v2
  v_mov_b32 v12, v3
  v_mov_b32 v13, v4
  v_mov_b32 v14, v5
  shared_off
  rows v10, v11, v12, v13, v14
  s_endpgm
