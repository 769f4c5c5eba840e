// Accesses of the LDS outside of the workgroup's allocation (docs/verdicts.md), one for each value of `which`. The
// launch asks for 100 bytes, so the workgroup has 512. 0: all lie inside, behind the 100 bytes too.
//
//   s[4:5] in: 64 dwords   s[6:7] out   s8 which   v0 lane   v1 4 * lane
// Decisions: D-LAUNCH-16, D-LDS-11, D-LDS-12, D-LDS-33, D-MEM-77.
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_load_dword s8, s[0:1], 0x10
  v_lshlrev_b32 v1, 2, v0
  s_mov_b32 m0, 0x100
  v_mov_b32 v2, 7
init:
  ds_write_b32 v1, v2
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v4, s4
  v_mov_b32 v5, s5
  v_add_co_u32 v4, vcc, v4, v1
  v_addc_co_u32 v5, vcc, 0, v5, vcc
  v_mov_b32 v7, 0x10000                               // v[6:7] in the LDS, by the shared aperture
  s_cmp_eq_u32 s8, 1
  s_cbranch_scc1 read
  s_cmp_eq_u32 s8, 2
  s_cbranch_scc1 write_two
  s_cmp_eq_u32 s8, 3
  s_cbranch_scc1 flat
  s_cmp_eq_u32 s8, 4
  s_cbranch_scc1 transfer
  s_cmp_eq_u32 s8, 5
  s_cbranch_scc1 direct
  s_cmp_eq_u32 s8, 6
  s_cbranch_scc1 atomic
  s_cmp_eq_u32 s8, 7
  s_cbranch_scc1 append
  s_cmp_eq_u32 s8, 8
  s_cbranch_scc1 src2

  global_load_dword v[4:5], off lds                   // bytes 256 to 511
  s_waitcnt vmcnt(0)
  ds_read_b32 v2, v1 offset:256
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v2, s[6:7]
  s_endpgm

read:                                                 // lane 63 has half of its dword there
  v_add_u32 v3, 2, v1
read_half:
  ds_read_b32 v2, v3 offset:256
  s_waitcnt lgkmcnt(0)
  s_endpgm

write_two:                                            // the second dwords of lanes 62 and 63
  s_nop 0
write_second:
  ds_write2_b32 v1, v2, v2 offset1:66
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v2, s[6:7]
  s_endpgm

flat:                                                 // lanes 2 to 63
  v_add_u32 v6, 504, v1
store_flat:
  flat_store_dword v[6:7], v2
  s_waitcnt vmcnt(0) lgkmcnt(0)
  s_endpgm

transfer:                                             // lane 0 lies before the allocation
  s_mov_b32 m0, 0
  s_nop 0
load_to_lds:
  global_load_dword v[4:5], off offset:-4 lds
  s_waitcnt vmcnt(0)
  s_endpgm

direct:                                               // the lowest active lane reads
  s_mov_b64 exec, 0x30
  s_mov_b32 m0, 0x20200
  s_nop 0
read_direct:
  v_mov_b32 v2, lds_direct
  s_endpgm

atomic:                                               // 64 lanes, far away
  v_mov_b32 v3, 0xffff0000
add:
  ds_add_u32 v3, v2
  s_waitcnt lgkmcnt(0)
  s_endpgm

append:                                               // one access of the wave
  s_mov_b32 m0, 0
  s_nop 0
count:
  ds_append v2 offset:512
  s_waitcnt lgkmcnt(0)
  s_endpgm

src2:                                                 // the second operand of lane 63, 65 dwords on
  s_nop 0
add_src2:
  ds_add_src2_u32 v1 offset:65
  s_waitcnt lgkmcnt(0)
  s_endpgm
