// The last record of thread trace is the newest entry of the queue when its wave comes to s_endpgm. No counter counts
// it. The wave ends when the host has it.
//
//   out[wave] = 0x600d
//   s[4:5] out   s8 wave
// Decisions: D-FLOW-4.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_readfirstlane_b32 s8, v0
  s_lshr_b32 s8, s8, 6
  s_lshl_b32 s9, s8, 2
  v_mov_b32 v1, s9
  v_mov_b32 v2, 0x600d
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v2, s[4:5]
  s_add_u32 m0, s8, 0x1230
  s_waitcnt vmcnt(0)
  s_ttracedata
  s_endpgm
