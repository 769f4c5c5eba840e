// Fork and join in every shape (control-flow.md section 3), in one wave of 64 lanes. Each phase stores one row of 64
// dwords to the buffer whose address is the kernel's only argument. SGPRs 0..23 are the fork stack, so all values that
// must survive are in SGPRs above them.
//
//   s[30:31] out   s[32:33] all lanes   s[34:35] scratch mask   s36 scratch   s37 visit counter
//   s[40:51] EXEC saved at depth 0..5   s[52:57] CSP saved at depth 0..5   s[60:71] mask of depth 0..5
//   v0 lane   v4 lane*4   v1 result   v2, v3 phase scratch
.text
.globl fork_join
.p2align 8
.type fork_join,@function
fork_join:
  s_load_dwordx2 s[30:31], s[0:1], 0x0
  s_mov_b64 s[32:33], exec
  v_lshlrev_b32 v4, 2, v0
  s_waitcnt lgkmcnt(0)

// Masks: depth d passes the lanes with bit 5-d of the lane number set.
  s_mov_b32 s60, 0
  s_mov_b32 s61, -1
  s_mov_b32 s62, 0xffff0000
  s_mov_b32 s63, s62
  s_mov_b32 s64, 0xff00ff00
  s_mov_b32 s65, s64
  s_mov_b32 s66, 0xf0f0f0f0
  s_mov_b32 s67, s66
  s_mov_b32 s68, 0xcccccccc
  s_mov_b32 s69, s68
  s_mov_b32 s70, 0xaaaaaaaa
  s_mov_b32 s71, s70

// ---- phase 0, 1, 2: a full tree, 32/16/8/4/2/1 lanes. Row 0: the path taken (= lane). Row 1: the order of the visits.
// It is 63-lane, since a tie runs the pass side first. Row 2: CSP at the leaf. It is the popcount of lane, since each
// level at which the lane's side runs first adds one.
.macro tree depth, id
  .if \depth == 6
    v_mov_b32 v2, s37
    s_add_u32 s37, s37, 1
    s_getreg_b32 s36, hwreg(HW_REG_MODE, 29, 3)
    v_mov_b32 v3, s36
  .else
    s_mov_b64 s[40+2*\depth:41+2*\depth], exec
    s_getreg_b32 s[52+\depth], hwreg(HW_REG_MODE, 29, 3)
    s_cbranch_i_fork s[60+2*\depth:61+2*\depth], tree_pass_\depth\()_\id
    v_lshlrev_b32 v1, 1, v1
    tree %(\depth+1), %(2*\id)
    s_branch tree_join_\depth\()_\id
  tree_pass_\depth\()_\id:
    v_lshlrev_b32 v1, 1, v1
    v_or_b32 v1, 1, v1
    tree %(\depth+1), %(2*\id+1)
  tree_join_\depth\()_\id:
    s_cbranch_join s[52+\depth]
    s_mov_b64 exec, s[40+2*\depth:41+2*\depth]
  .endif
.endm
.altmacro
  v_mov_b32 v1, 0
  s_mov_b32 s37, 0
  tree 0, 0
.noaltmacro
  global_store_dword v4, v1, s[30:31]
  global_store_dword v4, v2, s[30:31] offset:256
  global_store_dword v4, v3, s[30:31] offset:512

// One fork/join block: lanes of \mask take the pass side. With \order v3 gets 1 on the side that runs first, and 2 on
// the second.
.macro block name, mask
  s_mov_b64 s[40:41], exec
  s_getreg_b32 s52, hwreg(HW_REG_MODE, 29, 3)
  s_mov_b32 s37, 1
  s_cbranch_i_fork \mask, \name\()_pass
  v_mov_b32 v1, 10
  v_mov_b32 v3, s37
  s_add_u32 s37, s37, 1
  s_branch \name\()_join
\name\()_pass:
  v_mov_b32 v1, 20
  v_mov_b32 v3, s37
  s_add_u32 s37, s37, 1
\name\()_join:
  s_cbranch_join s52
  s_mov_b64 exec, s[40:41]
  v_lshlrev_b32 v3, 8, v3
  v_or_b32 v1, v1, v3
.endm

// ---- phase 3: 63 pass, 1 fails (lane 5): the fail side runs first.
  s_mov_b64 s[34:35], -1
  s_bitset0_b64 s[34:35], 5
  block most_pass, s[34:35]
  global_store_dword v4, v1, s[30:31] offset:768
// ---- phase 4: 1 passes (lane 40): the pass side runs first.
  s_mov_b64 s[34:35], 0
  s_bitset1_b64 s[34:35], 40
  block one_passes, s[34:35]
  global_store_dword v4, v1, s[30:31] offset:1024
// ---- phase 5: all pass; phase 6: all fail. Nothing is pushed, one side runs.
  s_mov_b64 s[34:35], -1
  block all_pass, s[34:35]
  global_store_dword v4, v1, s[30:31] offset:1280
  s_mov_b64 s[34:35], 0
  block all_fail, s[34:35]
  global_store_dword v4, v1, s[30:31] offset:1536

// ---- phase 7: EXEC = 0 jumps to the target. s36 says where it went; the mask in VCC.
  v_mov_b32 v1, 0
  s_mov_b64 s[40:41], exec
  s_getreg_b32 s52, hwreg(HW_REG_MODE, 29, 3)
  s_mov_b64 vcc, 0x55
  s_mov_b64 exec, 0
  s_mov_b32 s36, 0
  s_cbranch_i_fork vcc, zero_pass
  s_or_b32 s36, s36, 1
  s_branch zero_join
zero_pass:
  s_or_b32 s36, s36, 2
zero_join:
  s_cbranch_join s52
  s_mov_b64 exec, s[40:41]
  v_mov_b32 v1, s36
  global_store_dword v4, v1, s[30:31] offset:1792

// ---- phase 8: holes in EXEC (every third lane off), lanes 0..31 pass. Dead lanes keep 7.
  v_mov_b32 v1, 7
  v_mov_b32 v3, 0
  s_mov_b32 s34, 0xb6db6db6
  s_mov_b32 s35, 0x6db6db6d
  s_mov_b64 exec, s[34:35]
  s_mov_b32 s38, -1
  s_mov_b32 s39, 0
  block holes, s[38:39]
  s_mov_b64 exec, s[32:33]
  global_store_dword v4, v1, s[30:31] offset:2048

// ---- phase 9: uniform forks nested eight deep push nothing: CSP stays 0.
.macro uniform depth
  s_cbranch_i_fork s[32:33], uniform_\depth
  v_mov_b32 v1, 99
uniform_\depth:
.endm
  v_mov_b32 v1, 0
  s_getreg_b32 s52, hwreg(HW_REG_MODE, 29, 3)
  uniform 0
  uniform 1
  uniform 2
  uniform 3
  uniform 4
  uniform 5
  uniform 6
  uniform 7
  s_getreg_b32 s36, hwreg(HW_REG_MODE, 29, 3)
  s_cbranch_join s52
  s_cbranch_join s52
  s_cbranch_join s52
  s_cbranch_join s52
  s_cbranch_join s52
  s_cbranch_join s52
  s_cbranch_join s52
  s_cbranch_join s52
  v_add_u32 v1, s36, v1
  global_store_dword v4, v1, s[30:31] offset:2304

// ---- phase 10: a fork in a divergent loop. Lane l runs the body (l & 7) + 1 times. Each time adds 16 on lanes 32 and
// up (pass) and 1 on the others.
  v_mov_b32 v1, 0
  v_and_b32 v2, 7, v0
  s_mov_b64 s[42:43], exec
loop_top:
  s_mov_b64 s[40:41], exec
  s_getreg_b32 s52, hwreg(HW_REG_MODE, 29, 3)
  s_cbranch_i_fork s[60:61], loop_pass
  v_add_u32 v1, 1, v1
  s_branch loop_join
loop_pass:
  v_add_u32 v1, 16, v1
loop_join:
  s_cbranch_join s52
  s_mov_b64 exec, s[40:41]
  v_cmp_lt_i32 vcc, 0, v2
  v_add_u32 v2, -1, v2
  s_and_b64 exec, exec, vcc
  s_cbranch_execnz loop_top
  s_mov_b64 exec, s[42:43]
  global_store_dword v4, v1, s[30:31] offset:2560

// ---- phase 11: G_FORK, target behind (lanes of mask depth 5, odd) and ahead (mask depth 4).
  v_mov_b32 v1, 0
  s_mov_b64 s[40:41], exec
  s_getreg_b32 s52, hwreg(HW_REG_MODE, 29, 3)
  s_branch gfork_start
gfork_back:
  v_add_u32 v1, 3, v1
  s_branch gfork_join
gfork_start:
  s_getpc_b64 s[38:39]
gfork_here:
  s_sub_u32 s38, s38, gfork_here-gfork_back
  s_subb_u32 s39, s39, 0
  s_cbranch_g_fork s[70:71], s[38:39]
  v_add_u32 v1, 5, v1
gfork_join:
  s_cbranch_join s52
  s_mov_b64 exec, s[40:41]
  s_getreg_b32 s52, hwreg(HW_REG_MODE, 29, 3)
  s_getpc_b64 s[38:39]
gfork_here2:
  s_add_u32 s38, s38, gfork_ahead-gfork_here2
  s_addc_u32 s39, s39, 0
  s_cbranch_g_fork s[68:69], s[38:39]
  v_add_u32 v1, 32, v1
  s_branch gfork_join2
gfork_ahead:
  v_add_u32 v1, 64, v1
gfork_join2:
  s_cbranch_join s52
  s_mov_b64 exec, s[40:41]
  global_store_dword v4, v1, s[30:31] offset:2816

// ---- phase 12: the stack entry read back: EXEC of the side that waits, and the distance of its PC from the fork.
// Lanes 0..31 wait: they fail, and a tie runs the pass side first. The fork's mask lies in s[0:1], in the entry that
// the push overwrites.
  s_mov_b64 s[40:41], exec
  s_getreg_b32 s52, hwreg(HW_REG_MODE, 29, 3)
  s_mov_b64 s[0:1], s[60:61]
  s_getpc_b64 s[38:39]
stack_here:
  s_cbranch_i_fork s[0:1], stack_pass
stack_next:
  s_branch stack_join
stack_pass:
  v_mov_b32 v1, s0
  v_mov_b32 v2, s1
  s_sub_u32 s36, s2, s38
  v_mov_b32 v3, s36
  s_sub_u32 s36, s3, s39
  v_mov_b32 v5, s36
stack_join:
  s_cbranch_join s52
  s_mov_b64 exec, s[60:61]
  v_mov_b32 v6, 0
  global_store_dwordx3 v6, v[1:3], s[30:31] offset:3072
  global_store_dword v6, v5, s[30:31] offset:3084
  s_mov_b64 exec, s[32:33]
  s_endpgm
.Lend:
.size fork_join, .Lend-fork_join

.rodata
.p2align 6
.amdhsa_kernel fork_join
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 80
.end_amdhsa_kernel
