// JOIN compares all 32 bits of its source with CSP. A source with CSP in its low bits and one more bit set differs from
// CSP. So the wave goes on with the other side. The program sets each of the bits 3 to 31, with CSP 1.
//
//   out[i]:   how often lane i came by the right way, 29
//   out[64 + i]:   how often it went on behind the join, 0
//   s[28:29] out   s[30:31] mask   s[32:33] EXEC   s40 a bit and CSP   s41 CSP before the fork, 0   v2, v3 results
// Decisions: D-FLOW-12.
.globl main
main:
  s_load_dwordx2 s[28:29], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  v_mov_b32 v3, 0
  s_mov_b32 s30, 0xf0f0f0f0
  s_mov_b32 s31, s30
  s_mov_b64 s[32:33], exec
  s_mov_b32 s41, 0
  s_mov_b32 s42, 8
  s_waitcnt lgkmcnt(0)
again:
  s_or_b32 s40, s42, 1
  s_cbranch_i_fork s[30:31], first            // a tie: the lanes of the mask go first
  v_add_u32 v2, 1, v2                         // the other side
  s_branch end
first:
  v_add_u32 v2, 1, v2
  s_cbranch_join s40                          // CSP is 1
  v_add_u32 v3, 1, v3
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 29, 3), 0
  s_nop 1
end:
  s_cbranch_join s41
  s_mov_b64 exec, s[32:33]
  s_lshl_b32 s42, s42, 1
  s_cmp_lg_u32 s42, 0
  s_cbranch_scc1 again
  global_store_dword v1, v2, s[28:29]
  global_store_dword v1, v3, s[28:29] offset:256
  s_endpgm
