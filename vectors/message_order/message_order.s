// Messages that the test expects. Every wave sends three messages, the second with a halt, and one record of thread
// trace. The payload is the wave and a count; the last message has -1.
//
//   s4 wave number
// Decisions: D-FLOW-8.
.globl main
main:
  v_readfirstlane_b32 s4, v0
  s_lshr_b32 s4, s4, 6
  s_lshl_b32 s5, s4, 8
  s_mov_b32 m0, s5
  s_nop 0
  s_sendmsg 1
  s_add_u32 m0, s5, 1
  s_nop 0
  s_sendmsghalt 0x1a4
  s_add_u32 m0, s5, 2
  s_nop 0
  s_ttracedata
  s_mov_b32 m0, -1
  s_nop 0
  s_sendmsg 15
  s_endpgm
