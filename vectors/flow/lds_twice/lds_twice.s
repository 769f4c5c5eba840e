// Two loads of one VGPR by one unit, without a wait between them (control-flow.md 5.3). Two LDS reads return in order,
// and so do two global loads and two GDS reads. The value of the second load stays in the lanes of that load.
// - how 0: LDS twice, then GDS twice;
// - how 1: LDS, then GDS, which may return out of order;
// - how 2: global, then LDS;
// - how 3: GDS, then an LDS read that writes one half: not in order either;
// - how 4: LDS twice, read after a wait for the first.
//
//   out[i] for lane i: what was loaded, less i: 20, in lanes below 8: 10   out[64 + i]: 40
// Decisions: D-WAIT-7, D-LDS-30.
.globl main
main:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  s_load_dword s4, s[0:1], 0x8                // how
  v_lshlrev_b32 v1, 2, v0
  v_add_u32 v2, 10, v0
  v_add_u32 v3, 20, v0
  v_add_u32 v4, 30, v0
  v_add_u32 v5, 40, v0
  s_mov_b32 m0, 0
  s_waitcnt lgkmcnt(0)
  ds_write_b32 v1, v2
  ds_write_b32 v1, v3 offset:256
  ds_write_b32 v1, v4 gds
  ds_write_b32 v1, v5 offset:256 gds
  s_waitcnt lgkmcnt(0)
  s_cmp_eq_u32 s4, 1
  s_cbranch_scc1 gds
  s_cmp_eq_u32 s4, 2
  s_cbranch_scc1 global
  s_cmp_eq_u32 s4, 3
  s_cbranch_scc1 merge
  ds_read_b32 v6, v1
  s_cmp_eq_u32 s4, 4
  s_cbranch_scc1 early
  s_mov_b32 exec_lo, 0xffffff00
  ds_read_b32 v6, v1 offset:256
  s_mov_b32 exec_lo, -1
  ds_read_b32 v7, v1 gds
  ds_read_b32 v7, v1 offset:256 gds
  s_branch done
gds:
  ds_read_b32 v6, v1
  ds_read_b32 v6, v1 gds
  s_branch done
global:
  global_load_dword v6, v1, s[2:3]
  ds_read_b32 v6, v1
  s_branch done
merge:
  ds_read_b32 v6, v1 gds
  ds_read_u16_d16_hi v6, v1
  s_branch done
early:
  ds_read_b32 v6, v1 offset:256
  s_waitcnt lgkmcnt(1)
read_v6:
  v_mov_b32 v7, v6
done:
  s_waitcnt lgkmcnt(0)
  v_sub_u32 v6, v6, v0
  v_sub_u32 v7, v7, v0
  global_store_dword v1, v6, s[2:3]
  global_store_dword v1, v7, s[2:3] offset:256
  s_endpgm
