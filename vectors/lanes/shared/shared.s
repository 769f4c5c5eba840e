// A register in flight is touched in a lane that owns it (control-flow.md 5.4): a HAZARD. Each case has its load at
// load_<case> and the instruction at use_<case>. The load is of the lower 32 lanes.
//
//   s[4:5] out   s[6:7] in   s8 case   v1 lane * 4   v8 lane * 8
// Decisions: D-WAIT-6, D-WAIT-7, D-WAIT-32.
.globl main
.include "../../include/cases.inc"
.macro high
  s_mov_b32 exec_lo, 0
  s_mov_b32 exec_hi, -1
.endm
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_load_dword s8, s[0:1], 0x10
  v_lshlrev_b32 v1, 2, v0
  v_lshlrev_b32 v8, 3, v0
  v_mov_b32 v2, 7
  v_mov_b32 v3, 8
  s_mov_b32 m0, 0
  ds_write_b32 v1, v1
  s_mov_b32 exec_hi, 0
  s_waitcnt lgkmcnt(0)
  cases one_lane, read_one_lane, readlane, readfirstlane, writelane
  cases dpp, swizzle, permute, bpermute, lds_over_memory
  cases d16, join, second_load, pair, gds
  cases sent
  s_endpgm
one_lane:
load_one_lane:
  global_load_dword v2, v1, s[6:7]
  s_mov_b32 exec_lo, 0x80000000
  s_mov_b32 exec_hi, -1
use_one_lane:
  v_mov_b32 v2, 5
  s_branch .Ldone
read_one_lane:
load_read_one_lane:
  global_load_dword v2, v1, s[6:7]
  s_mov_b32 exec_lo, 1
  s_mov_b32 exec_hi, -1
use_read_one_lane:
  v_add_u32 v3, v2, v0
  s_branch .Ldone
readlane:
load_readlane:
  global_load_dword v2, v1, s[6:7]
  high
use_readlane:
  v_readlane_b32 s14, v2, 20
  s_branch .Ldone
readfirstlane:
load_readfirstlane:
  global_load_dword v2, v1, s[6:7]
  s_mov_b64 exec, 0
use_readfirstlane:
  v_readfirstlane_b32 s14, v2
  s_branch .Ldone
writelane:
load_writelane:
  global_load_dword v2, v1, s[6:7]
  high
use_writelane:
  v_writelane_b32 v2, 9, 3
  s_branch .Ldone
dpp:
load_dpp:
  global_load_dword v2, v1, s[6:7]
  high
use_dpp:
  v_mov_b32_dpp v3, v2 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
  s_branch .Ldone
swizzle:
load_swizzle:
  global_load_dword v2, v1, s[6:7]
  high
use_swizzle:
  ds_swizzle_b32 v3, v2 offset:swizzle(SWAP,1)
  s_branch .Ldone
permute:
load_permute:
  global_load_dword v2, v1, s[6:7]
  high
use_permute:
  ds_permute_b32 v3, v1, v2
  s_branch .Ldone
bpermute:
load_bpermute:
  global_load_dword v2, v1, s[6:7]
  high
use_bpermute:
  ds_bpermute_b32 v3, v1, v2
  s_branch .Ldone
lds_over_memory:
load_lds_over_memory:
  global_load_dword v2, v1, s[6:7]
  s_mov_b32 exec_lo, 0x80000000
  s_mov_b32 exec_hi, -1
use_lds_over_memory:
  ds_read_b32 v2, v1
  s_branch .Ldone
d16:
load_d16:
  global_load_short_d16_hi v2, v1, s[6:7]
  high
  s_mov_b32 exec_lo, 1
use_d16:
  v_mov_b32 v3, v2
  s_branch .Ldone
join:
load_join:
  global_load_dword v2, v1, s[6:7]
  high
  v_mov_b32 v2, 5
  s_mov_b64 exec, -1
use_join:
  v_add_u32 v3, v2, v0
  s_branch .Ldone
second_load:
  global_load_dword v2, v1, s[6:7]
  high
load_second_load:
  global_load_dword v2, v1, s[6:7]
  s_waitcnt vmcnt(1)
  s_mov_b32 exec_lo, 1
use_second_load:
  v_add_u32 v3, v2, v0
  s_branch .Ldone
pair:
load_pair:
  global_load_dwordx2 v[2:3], v8, s[6:7]
  high
  s_mov_b32 exec_lo, 0x100
use_pair:
  v_mov_b32 v4, v3
  s_branch .Ldone
gds:
  ds_add_u32 v3, v3
  ds_add_u32 v3, v3
  ds_add_u32 v3, v3
  ds_add_u32 v3, v3
load_gds:
  ds_write_b32 v1, v2 gds
  high
  s_mov_b32 exec_lo, 0x8000
use_gds:
  v_mov_b32 v2, 5
  s_branch .Ldone
sent:
load_sent:
  exp mrt0 v2, v3, off, off
use_sent:
  v_writelane_b32 v2, 9, 3
  s_branch .Ldone
.Ldone:
  s_mov_b64 exec, -1
  s_waitcnt vmcnt(0) lgkmcnt(0) expcnt(0)
  global_store_dword v1, v2, s[4:5]
  s_endpgm
