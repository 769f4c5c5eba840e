// GDS instructions read their VGPRs after they have issued, and only EXP_CNT tells when. Four GDS instructions queue up
// behind LDS atomics, which serve one lane after the other. Then the program overwrites the data that the GDS
// instructions still have to read. With wait = 1 it waits first; else it overwrites at once.
// Decisions: D-LDS-29.
.globl main
main:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  s_load_dword s4, s[0:1], 0x8
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  v_add_u32 v3, 100, v0
  s_mov_b32 m0, 0
  s_waitcnt lgkmcnt(0)
  s_cmp_eq_u32 s4, 0
.rept 4
  ds_add_u32 v2, v2
.endr
.rept 4
  ds_write_b32 v1, v3 gds
.endr
  s_cbranch_scc1 early
  s_waitcnt expcnt(0)
early:
  v_mov_b32 v3, 7
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v4, v1 gds
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v4, s[2:3]
  s_endpgm
