// A wave ends while the message queue holds messages of another wave alone. In the place behind the last of them an old
// message of its own still stands, which the host has taken. s_endpgm does not wait for that one (D-FLOW-4).
//
// Wave 0 sends one message and waits until the host has it. Then wave 1 sends three: four are the places of the queue.
// Groups run one after the other, as each has the LDS for itself. Seed by seed the host takes messages at once, or
// takes none for up to 100 cycles.
//
//   out[i] = 1   s6 wave
// Decisions: D-FLOW-4, D-FLOW-8.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_readfirstlane_b32 s6, v0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 1
  s_mov_b32 m0, 0
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v2, s[4:5]
  s_waitcnt vmcnt(0)
  s_cmp_lt_u32 s6, 64
  s_cbranch_scc1 first
  s_barrier
  s_sendmsg 2
  s_sendmsg 2
  s_sendmsg 2
  s_endpgm
// One line of code from the barrier to the end.
.p2align 6
first:
  s_sendmsg 1
  s_waitcnt lgkmcnt(0)
  s_barrier
  s_nop 7
  s_nop 7
last:
  s_nop 0
ends:
  s_endpgm
