// SSRC1 of s_set_gpr_idx_on is an immediate. There 255 is no literal, so the next dword is an instruction. Bits 7:4 are
// ignored.
//
//   out = 0x600d + what is wrong
//   s[4:5] out
// Decisions: D-ENC-5.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_mov_b32 s8, 3
  s_mov_b32 s9, 0
  s_mov_b32 m0, 0
  .long 0xbf110000 | 255 << 8 | 8             // s_set_gpr_idx_on s8, 255: enables 15
  s_mov_b32 s9, 0x100                         // as a literal this would not run
  s_set_gpr_idx_off
  s_sub_u32 s9, s9, 0x100
  s_sub_u32 s10, m0, 0xf003
  s_or_b32 s9, s9, s10
  .long 0xbf110000 | 0xa5 << 8 | 8            // s_set_gpr_idx_on s8, 0xa5: enables 5
  s_set_gpr_idx_off
  s_sub_u32 s10, m0, 0x5003
  s_or_b32 s9, s9, s10
  s_waitcnt lgkmcnt(0)
  s_add_u32 s9, s9, 0x600d
  s_mov_b64 exec, 1
  v_mov_b32 v0, 0
  v_mov_b32 v1, s9
  global_store_dword v0, v1, s[4:5]
  s_endpgm
