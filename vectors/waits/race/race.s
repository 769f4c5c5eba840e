// Waits that are missing, with HAZARDS=warn: one kind for each value of `which`. From a read whose value is a matter of
// chance on nothing is compared. out does not depend on that value.
//
//   s[4:5] in: 64 dwords   s[6:7] out   s8 which   v0 lane   v1 4 * lane   v2, v5, v6 loaded
// Decisions: D-WAIT-34.
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_load_dword s8, s[0:1], 0x10
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 1
  v_mov_b32 v5, 1
  v_mov_b32 v7, 7
  s_mov_b32 m0, 0
  s_waitcnt lgkmcnt(0)
  s_cmp_eq_u32 s8, 1
  s_cbranch_scc1 write
  s_cmp_eq_u32 s8, 2
  s_cbranch_scc1 store
  s_cmp_eq_u32 s8, 3
  s_cbranch_scc1 returned
  s_cmp_eq_u32 s8, 4
  s_cbranch_scc1 scalar
  s_cmp_eq_u32 s8, 5
  s_cbranch_scc1 export
  s_cmp_eq_u32 s8, 6
  s_cbranch_scc1 lds

.macro read_after nops                        // the read comes some cycles later each time
  global_load_dword v2, v1, s[4:5]
  .rept \nops
    s_nop 3
  .endr
  v_mov_b32 v3, v2
  v_add_u32 v4, v3, v2
  s_waitcnt vmcnt(0)
.endm
  .set n, 0
  .rept 24
    read_after n
    .set n, n + 1
  .endr
  s_branch end

.macro write_after nops
  global_load_dword v2, v1, s[4:5]
  .rept \nops
    s_nop 3
  .endr
  v_mov_b32 v2, v7
  s_waitcnt vmcnt(0)
  v_add_u32 v4, v2, v2
.endm
write:
  .set n, 0
  .rept 24
    write_after n
    .set n, n + 1
  .endr
  s_branch end

store:                                        // what a store in flight has yet to read
  global_load_dword v2, v1, s[4:5]
  ds_write_b32 v1, v2
  s_waitcnt vmcnt(0) lgkmcnt(0)
  s_branch end

returned:                                     // the load has returned long ago
  global_load_dword v2, v1, s[4:5]
  s_sleep 127
  v_mov_b32 v3, v2
  s_waitcnt vmcnt(0)
  s_branch end

scalar:                                       // a scalar instruction reads at its issue
  s_load_dword s10, s[4:5], 0x0
  s_add_u32 s11, s10, 1
  s_waitcnt lgkmcnt(0)
  s_branch end

export:
  exp mrt0 v1, v2, v5, v7 done vm
  v_mov_b32 v7, 9
  s_waitcnt expcnt(0)
  s_branch end

lds:                                          // an LDS load is read
  ds_write_b32 v1, v7
  s_waitcnt lgkmcnt(0)
  .rept 12
    ds_read_b32 v5, v1
    v_add_u32 v6, v5, v5
    s_waitcnt lgkmcnt(0)
  .endr

end:
  v_mov_b32 v3, 42
  global_store_dword v1, v3, s[6:7]
  s_endpgm
