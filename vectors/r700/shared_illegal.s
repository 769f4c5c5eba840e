// Absolute numbers that do not exist: s10 chooses one. With 4 globals and 2 temporaries the numbers 0 to 5 exist.
// Decisions: D-R700-13, D-R700-16.
.text
.globl shared_illegal
.p2align 8
.include "../include/r700.inc"
shared_illegal:
  s_load_dwordx4 s[8:11], s[0:1], 0x0
  s_waitcnt lgkmcnt(0)
  shared_on 9
absolute:
  v_mov_b32 v5, v3
  s_cmp_eq_u32 s10, 0
  s_cbranch_scc1 past
  s_cmp_eq_u32 s10, 1
  s_cbranch_scc1 pair
  s_cmp_eq_u32 s10, 2
  s_cbranch_scc1 indexed
  s_endpgm
past:       // the temporaries end
  v_mov_b32 v6, v3
  s_endpgm
pair:       // a pair is in one part
  v_lshrrev_b64 v[3:4], 1, v[10:11]
  s_endpgm
indexed:    // an index register leads past the end
  s_mov_b32 s12, 3
  s_set_gpr_idx_on s12, 1
  shared_on 1
index_past:
  v_mov_b32 v1, v3
  s_endpgm
