// How long instructions of the LDS and the GDS take, alone in the unit. It is counted from the issue at one label to
// that at the next. docs/blocks.md has the steps under "LDS and GDS", lds.md 4.1 the cycles of service:
//
// - The operand read takes a cycle a VGPR and pass. Issue, read, service, return and the wait for LGKM_CNT take a cycle
//   each at least, and 12 at most beside what follows.
// - `first`, `second`: one lane of the GDS waits GdsLatency cycles, by default 16.
// - `third`, `fourth`: one lane of the LDS does not wait.
// - `fifth`, `sixth`: two of the GDS go one after the other.
// - `seventh`: swizzle, a quad a cycle: 16 cycles. `eighth`: permute, 16 cycles more: each quad pushes first.
// - `ninth`: lanes 64 bytes apart, four rows of a bank: 64 cycles for 16 quads. The four VGPRs of a pass are written as
//   soon as its quads are served, so only the VGPRs of the last pass come behind the service.
// - `tenth`, `eleventh`: the service of 32 swizzles, 16 cycles each and one between two of them.
// - Then lane exchanges without a lane.
//
// The result of lane 0: 3 additions in the GDS and 1 in the LDS, 0x103. Lane 3 has the 3 from the swizzle: 0x30000.
//
//   v1 byte of the lane   v2 1   v3 result   v4 0   v5 64 bytes a lane
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_lshlrev_b32 v5, 6, v0
  v_mov_b32 v2, 1
  v_mov_b32 v4, 0
  s_mov_b32 m0, 0
  ds_write_b32 v1, v4
  ds_write_b32 v1, v4 gds
  s_waitcnt lgkmcnt(0) expcnt(0)
  s_mov_b64 exec, 1
  s_branch first
.p2align 6
first:
  ds_add_u32 v1, v2 gds
  s_waitcnt lgkmcnt(0)
second:
  s_nop 3
third:
  ds_add_u32 v1, v2
  s_waitcnt lgkmcnt(0)
fourth:
  s_nop 3
  s_branch fifth
.p2align 6
fifth:
  ds_add_u32 v1, v2 gds
  ds_add_u32 v1, v2 gds
  s_waitcnt lgkmcnt(0)
sixth:
  s_mov_b64 exec, -1
  ds_read_b32 v3, v1 gds
  ds_read_b32 v4, v1
  s_waitcnt lgkmcnt(0) expcnt(0)
  s_branch seventh
.p2align 6
seventh:
  ds_swizzle_b32 v6, v3 offset:0x801b           // lane 3 has the value of lane 0
  s_waitcnt lgkmcnt(0)
eighth:
  ds_permute_b32 v7, v1, v6
  s_waitcnt lgkmcnt(0)
ninth:
  ds_read_b128 v[8:11], v5
  s_waitcnt lgkmcnt(0)
behind_ninth:
  s_branch tenth
.p2align 6
tenth:
.rept 32
  ds_swizzle_b32 v7, v6 offset:0x801b
.endr
  s_waitcnt lgkmcnt(0)
eleventh:
  ds_permute_b32 v7, v1, v6
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, 0
  ds_permute_b32 v7, v1, v4
  ds_bpermute_b32 v7, v1, v4
  ds_swizzle_b32 v7, v4 offset:0x801b
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  v_lshl_or_b32 v3, v4, 8, v3
  v_lshl_or_b32 v3, v7, 16, v3
  global_store_dword v1, v3, s[4:5]
  s_endpgm
