// The TTMPs end at 123. A handler's pair or tuple at 124, and any operand at 125, is refused. Waves 0 and 1, which load
// TTMP12..15 and TTMP8..15, go on.
.include "../../include/refused.inc"
.globl main
main:
  start_cases
  s_trap 1
  s_branch .Lwent_on
.p2align 8
handler:
  case 0, .long 0xc00a1e02, 0                 // s_load_dwordx4 ttmp[12:15], s[4:5], 0x0
  case 1, .long 0xc00e1d02, 0                 // s_load_dwordx8 ttmp[8:15]
  case 2, .long 0xbe94017c                    // s_mov_b64 s[20:21], 124
  case 3, .long 0xbefc0180                    // s_mov_b64 124, 0
  case 4, .long 0xbe94007d                    // s_mov_b32 s20, 125
  case 5, .long 0xbefd0080                    // s_mov_b32 125, 0
  case 6, .long 0xc0061f02, 0                 // s_load_dwordx2 to 124
  case 7, .long 0xc0021f02, 0                 // s_load_dword to 124
  case 8, .long 0xc0021f42, 0                 // s_load_dword to 125
  case 9, .long 0xc002053e, 0                 // s_load_dword s20 from the address in 124
  case 10, .long 0x7e0a027d                   // v_mov_b32 v5, 125
  case 11, .long 0xc00a1f02, 0                // s_load_dwordx4 to 124
.Lwent_on:
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, 1
  v_mov_b32 v0, 1
  s_lshl_b32 s8, s8, 2
  v_mov_b32 v1, s8
  global_store_dword v1, v0, s[4:5]
  s_endpgm
