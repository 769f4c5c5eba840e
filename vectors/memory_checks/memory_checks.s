// The memory checks (docs/verdicts.md) of accesses with a format and of transfers to the LDS, one for each value of
// `which`. 0: none is wrong. A group of two waves with 512 bytes of LDS. Transfers are of 16 lanes.
//
//   s[4:5] a: 1024 dwords, written   s[6:7] out: 16 dwords, not written   s8 which   s9 wave   v0 work-item
//   v1 4 * lane   s[12:15] a as dwords   s[16:19] as elements of 16 bytes   s[20:23] out as elements of 8 bytes
// Decisions: D-MEM-77.
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_load_dword s8, s[0:1], 0x10
  v_readfirstlane_b32 s9, v0
  s_lshr_b32 s9, s9, 6
  v_lshlrev_b32 v1, 2, v0
  v_and_b32 v1, 0xfc, v1
  s_mov_b32 m0, 0
  s_waitcnt lgkmcnt(0)
  s_mov_b32 s12, s4
  s_mov_b32 s13, s5
  s_movk_i32 s14, 0x2000
  s_mov_b32 s15, 0x30024fac
  s_mov_b32 s16, s4
  s_mov_b32 s17, s5
  s_movk_i32 s18, 0x2000
  s_mov_b32 s19, 0x30074fac
  s_mov_b32 s20, s6
  s_mov_b32 s21, s7
  s_movk_i32 s22, 0x2000
  s_mov_b32 s23, 0x3005cfac
  s_cmp_eq_u32 s8, 5
  s_cbranch_scc1 race
  s_cmp_eq_u32 s9, 0
  s_cbranch_scc0 end
  s_cmp_eq_u32 s8, 1
  s_cbranch_scc1 format
  s_cmp_eq_u32 s8, 2
  s_cbranch_scc1 transfer
  s_cmp_eq_u32 s8, 3
  s_cbranch_scc1 read_format
  s_cmp_eq_u32 s8, 4
  s_cbranch_scc1 read_transfer

  // The last element of a, and dwords of a through the LDS.
  v_mov_b32 v2, 0xff0
  buffer_load_format_xyzw v[4:7], v2, s[16:19], 0 offen
  s_mov_b64 exec, 0xffff
  buffer_load_dword v1, s[12:15], 0 offen lds
  s_waitcnt vmcnt(0)
  ds_read_b32 v8, v1
  s_waitcnt lgkmcnt(0)
  v_add_u32 v8, v8, v7
  global_store_dword v1, v8, s[6:7]
end:
  s_endpgm

format:                                               // two lanes have 8 bytes of the element in a, 62 have none
  s_mov_b64 exec, 3
  v_mov_b32 v2, 0xff8
format_past:
  buffer_load_format_x v4, v2, s[16:19], 0 offen
  s_waitcnt vmcnt(0)
  s_endpgm

transfer:                                             // lanes 4 to 15
  s_mov_b64 exec, 0xffff
  v_add_u32 v2, 0xff0, v1
transfer_past:
  buffer_load_dword v2, s[12:15], 0 offen lds
  s_waitcnt vmcnt(0)
  s_endpgm

read_format:                                          // the second dword of the element of lane 3
  s_mov_b64 exec, 15
  global_store_dword v1, v1, s[6:7]
element:
  buffer_load_format_x v4, v1, s[20:23], 0 offen
  s_waitcnt vmcnt(0)
  s_endpgm

read_transfer:                                        // lanes 12 to 15
  s_mov_b64 exec, 0xfff
  global_store_dword v1, v1, s[6:7]
  s_mov_b64 exec, 0xffff
  v_mov_b32 v2, s6
  v_mov_b32 v3, s7
  v_add_co_u32 v2, vcc, v2, v1
  v_addc_co_u32 v3, vcc, 0, v3, vcc
dwords:
  global_load_dword v[2:3], off lds
  s_waitcnt vmcnt(0)
  s_endpgm

race:                                                 // wave 0 stores elements, wave 1 takes dwords to the LDS
  s_cmp_eq_u32 s9, 1
  s_cbranch_scc1 take
  s_mov_b64 exec, 15
  v_lshlrev_b32 v2, 1, v1
  v_mov_b32 v4, v1
  v_mov_b32 v5, v1
write_elements:
  buffer_store_format_xy v[4:5], v2, s[20:23], 0 offen
  s_endpgm
take:
  s_sleep 100
  s_mov_b64 exec, 0xffff
  v_mov_b32 v2, s6
  v_mov_b32 v3, s7
  v_add_co_u32 v2, vcc, v2, v1
  v_addc_co_u32 v3, vcc, 0, v3, vcc
take_lds:
  global_load_dword v[2:3], off lds
  s_waitcnt vmcnt(0)
  s_endpgm
