// A G_FORK reads its operands before it pushes. The push writes the entry s[0:3] (CSP 0). The target of the first fork
// and the mask of the second lie in that entry. The masks choose half of the lanes, so the side of the target runs
// first.
//
//   out[i]:   7 + the difference of lane i's sum from 0x22 in the lower half, 0x11 in the upper one
//   s[4:5] out   v1 lane * 4   v2 0x10 or 0x20 of the first fork, 1 or 2 of the second
// Decisions: D-FLOW-13.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  s_mov_b64 s[6:7], exec
  s_mov_b32 s8, -1                            // lanes 0 to 31
  s_mov_b32 s9, 0
  s_mov_b32 s10, 0
  s_waitcnt lgkmcnt(0)
  s_mov_b64 s[30:31], s[4:5]
  s_getpc_b64 s[2:3]
.Lhere:
  s_add_u32 s2, s2, .Lpass-.Lhere
  s_addc_u32 s3, s3, 0
  s_cbranch_g_fork s[8:9], s[2:3]
  v_add_u32 v2, 0x10, v2
  s_branch .Ljoin
.Lpass:
  v_add_u32 v2, 0x20, v2
.Ljoin:
  s_cbranch_join s10
  s_mov_b64 exec, s[6:7]
  s_mov_b64 s[2:3], s[8:9]
  s_getpc_b64 s[12:13]
.Lthere:
  s_add_u32 s12, s12, .Lpass2-.Lthere
  s_addc_u32 s13, s13, 0
  s_cbranch_g_fork s[2:3], s[12:13]
  v_add_u32 v2, 1, v2
  s_branch .Ljoin2
.Lpass2:
  v_add_u32 v2, 2, v2
.Ljoin2:
  s_cbranch_join s10
  s_mov_b64 exec, s[6:7]
  v_mov_b32 v3, 0x22                          // what it should be
  v_mov_b32 v4, 0x11
  v_cmp_gt_u32 vcc, 32, v0
  v_cndmask_b32 v3, v4, v3, vcc
  v_xor_b32 v2, v2, v3
  v_add_u32 v2, 7, v2
  global_store_dword v1, v2, s[30:31]
  s_endpgm
