// Reads without their s_waitcnt (control-flow.md 5.4). The program reads, writes and stores registers that wait for
// data, jumps through them, and pushes over them.
//
//   leave 0:   each wait is just enough
//   leave 1 to 8:   one of the waits is missing or too weak
//   out[i] for lane i: i + 7   in[i]: 7
// Decisions: D-WAIT-6.
.globl main
main:
  s_load_dwordx4 s[24:27], s[0:1], 0x0        // out, in
  s_load_dword s28, s[0:1], 0x10              // leave
  v_lshlrev_b32 v1, 2, v0
  s_mov_b64 s[30:31], exec
  s_mov_b64 s[32:33], 0xff
  s_waitcnt lgkmcnt(0)
.macro unless number, instruction:vararg
  s_cmp_eq_u32 s28, \number
  s_cbranch_scc1 .Lleft\@
  \instruction
.Lleft\@:
.endm
load_v2:
  global_load_dword v2, v1, s[26:27]
load_v3:
  global_load_dword v3, v1, s[26:27]
  s_waitcnt vmcnt(2)
  unless 1, s_waitcnt vmcnt(1)                // the first load alone
read_v2:
  v_mov_b32 v4, v2
  unless 2, s_waitcnt vmcnt(0)
write_v3:
  v_mov_b32 v3, 0                             // overwritten
  ds_write_b32 v1, v4
load_v5:
  ds_read_b32 v5, v1
  ds_read_b32 v6, v1
  unless 3, s_waitcnt lgkmcnt(1)              // the write and the first read: in order
read_v5:
  v_add_u32 v5, v5, v0
  s_waitcnt lgkmcnt(0)
load_s34:
  s_load_dword s34, s[26:27], 0x0
  s_load_dword s35, s[26:27], 0x4
  s_waitcnt lgkmcnt(1)                        // any order: tells nothing
  unless 4, s_waitcnt lgkmcnt(0)
read_s34:
  s_add_u32 s36, s34, s34
  s_waitcnt lgkmcnt(0)
load_vcc:
  s_load_dwordx2 vcc, s[26:27], 0x0
  unless 5, s_waitcnt lgkmcnt(0)
read_vcc:
  s_cbranch_vccz .Lback
  s_waitcnt lgkmcnt(0)
load_stack:
  s_load_dwordx4 s[0:3], s[26:27], 0x0
  unless 6, s_waitcnt lgkmcnt(0)
  s_mov_b32 s40, 0
push:
  s_cbranch_i_fork s[32:33], .Lpass           // pushes to s[0:3]
  s_nop 0
.Lpass:
  s_cbranch_join s40
  s_mov_b64 exec, s[30:31]
  s_waitcnt lgkmcnt(0)
  s_getpc_b64 s[38:39]
.Lhere:
  s_add_u32 s38, s38, .Lback-.Lhere
  s_addc_u32 s39, s39, 0
  s_cmp_eq_u32 s28, 7
  s_cbranch_scc0 jump
load_target:
  s_load_dwordx2 s[38:39], s[26:27], 0x0
jump:
  s_setpc_b64 s[38:39]
.Lback:
load_v7:
  global_load_dword v7, v1, s[26:27]
  unless 8, s_waitcnt vmcnt(0)
store_v7:
  global_store_dword v1, v7, s[26:27]         // its data
  global_store_dword v1, v5, s[24:25]
  s_endpgm
