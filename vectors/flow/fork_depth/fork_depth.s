// Six levels of nested forks without a loop: 64 lanes to 1. Each fork is a tie, so the lanes of the mask run first. In
// case 7 the program makes EXEC wider at the sixth level, which a correct program never does. Then a seventh level
// begins. All its joins are there.
//
//   out[i]:   bit k is set for each level k that lane i has entered
//   out[64 + i]:   CSP at the sixth level, of its only lane
//   s[28:29] out   s30 case   s[32:45] masks   s50 to s56 CSP before each fork   s[60:73] EXEC before each fork
//   v2, v3 results
.globl main
.altmacro
.macro level k, next
  s_mov_b64 s[60+2*\k:61+2*\k], exec
  s_movk_i32 s[50+\k], \k
  s_cbranch_i_fork s[32+2*\k:33+2*\k], pass_\k
  s_branch join_\k
pass_\k:
  v_or_b32 v2, 1 << \k, v2
.endm
.macro end_level k
join_\k:
  s_cbranch_join s[50+\k]
  s_mov_b64 exec, s[60+2*\k:61+2*\k]
.endm
main:
  s_load_dwordx2 s[28:29], s[0:1], 0x0
  s_load_dword s30, s[0:1], 0x8
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  v_mov_b32 v3, 0
  s_mov_b32 s32, 0
  s_mov_b32 s33, -1
  s_mov_b32 s34, 0xffff0000
  s_mov_b32 s35, s34
  s_mov_b32 s36, 0xff00ff00
  s_mov_b32 s37, s36
  s_mov_b32 s38, 0xf0f0f0f0
  s_mov_b32 s39, s38
  s_mov_b32 s40, 0xcccccccc
  s_mov_b32 s41, s40
  s_mov_b32 s42, 0xaaaaaaaa
  s_mov_b32 s43, s42
  s_mov_b64 s[44:45], s[32:33]
  s_waitcnt lgkmcnt(0)
  level 0
  level 1
  level 2
  level 3
  level 4
  level 5
  s_getreg_b32 s31, hwreg(HW_REG_MODE, 29, 3)
  v_mov_b32 v3, s31
  s_cmp_lg_u32 s30, 7
  s_cbranch_scc1 join_5
  s_mov_b64 exec, -1
  s_mov_b64 s[72:73], exec
  s_movk_i32 s56, 6
seventh:
  s_cbranch_i_fork s[44:45], pass_6
  s_branch join_6
pass_6:
  v_or_b32 v2, 64, v2
  end_level 6
  end_level 5
  end_level 4
  end_level 3
  end_level 2
  end_level 1
  end_level 0
  global_store_dword v1, v2, s[28:29]
  global_store_dword v1, v3, s[28:29] offset:256
  s_endpgm
