// Shared VGPRs: global registers that all waves see, clause temporaries by parity, pairs, GPR indexing. One wave writes
// a shared VGPR while another reads it.
// Decisions: D-R700-12, D-R700-13, D-R700-14.
.globl ds_shared
.include "../include/r700.inc"
.include "../include/ds.inc"

.macro write_globals
  s_mov_b32 m0, 0
  s_nop 0
  shared_on 8
  v_add_u32 v3, 100, v30
  v_lshlrev_b64 v[4:5], 33, v[0:1]
  shared_off
.endm

.macro write_temporaries
  shared_on 8
  v_mov_b32 v12, v30
  v_mov_b32 v17, s20
  shared_off
.endm

.macro add_to_global
  shared_on 10
  v_add_u32 v7, s20, v7
  shared_off
.endm

ds_shared:
  start_group 8
  v_mov_b32 v11, 0x5a
// wave 2 writes global 3 and the pair 4, 5; all read them
  in_wave 2, write_globals
  shared_on 1
  v_mov_b32 v10, v3
  shared_off
  v_mov_b32 v3, v10
  rows v3
  shared_on 3
  v_add_u32 v10, v3, v5
  shared_off
  rows v10
// clause temporaries: one copy of even waves, one of odd waves; waves 2 and 3 write last
  .irp wave, 0, 1, 2, 3
    in_wave \wave, write_temporaries
  .endr
  shared_on 5
  v_add3_u32 v10, v12, v0, v17
  shared_off
  rows v10
// GPR indexing adds first
  s_mov_b32 s22, 2
  s_set_gpr_idx_on s22, 1
  shared_on 1
  v_mov_b32 v10, v1
  shared_off
  s_set_gpr_idx_off
  rows v10
// every wave in turn adds to one global register; then waves write and read one at once
  .irp wave, 0, 1, 2, 3
    in_wave \wave, add_to_global
  .endr
  shared_on 1
  v_mov_b32 v10, v7
  shared_off
  rows v10
  s_barrier
  shared_on 9
  .rept 12
    v_mov_b32 v8, 7
    v_mov_b32 v9, 7
    v_mov_b32 v8, v9
  .endr
  v_swap_b32 v8, v9
  shared_off
  shared_on 1
  v_mov_b32 v10, v8
  shared_off
  rows v10
// memory instructions are private, and so are operands without their bit
  shared_on 15
  v_mov_b32 v0, 1
  ds_write_b32 v4, v4 offset:448      // lanes 0 to 15 lie in the LDS
  ds_read_b32 v9, v4 offset:448
  s_waitcnt lgkmcnt(0)
  shared_off
  rows v9, v11
  s_endpgm
