// The ends of the range of SIMM16: 32767 dwords forward and 32768 backward from the next instruction. The instructions
// are s_branch, s_cbranch, s_call and s_cbranch_i_fork. SIMM16 0 goes to the next instruction. The branches are
// assembled with the numbers themselves. Each target sets a bit of s20, which shows where the branch went.
.globl main
main:
  s_load_dwordx2 s[6:7], s[0:1], 0x0
  s_mov_b32 s20, 0
  s_mov_b64 s[12:13], 1               // of the fork: lane 0 passes and runs first, one against 63
  s_getreg_b32 s14, hwreg(1, 29, 3)
  s_mov_b64 s[16:17], exec
  s_branch .Lhop_start
.p2align 6
.Lback:                               // a place every 8 bytes, as the branches to them
  s_add_u32 s20, s20, 0x1
  s_branch .Lhop0
  s_add_u32 s20, s20, 0x2
  s_branch .Lhop1
  s_add_u32 s20, s20, 0x4
  s_setpc_b64 s[10:11]
  s_add_u32 s20, s20, 0x8
  s_branch .Lhop2
.org .Lback + 0x10000                // half way
.Lhop_start:
  s_branch .Lbranch0
.Lhop0:
  s_branch .Lbranch0_done
.Lhop1:
  s_branch .Lbranch1_done
.Lhop2:
  s_branch .Ljoin
.org .Lback + 0x20000 - 4
.Lbranch0:
  s_branch 0x8000
.Lback0_not:
  s_branch .Lmiddle0
.Lbranch1:
  s_cbranch_execnz 0x8000
.Lback1_not:
  s_branch .Lmiddle1
.Lcall:
  s_call_b64 s[10:11], 0x8000
  s_branch .Lmiddle2
.Lfork:
  s_cbranch_i_fork s[12:13], 0x8000
  s_branch .Ljoin                     // the fail side
.Lmiddle0:
  s_endpgm
.Lmiddle1:
  s_endpgm
.Lbranch0_done:
  s_branch .Lbranch1
.Lbranch1_done:
  s_branch .Lcall
.Lmiddle2:
  s_branch .Lfork
.Ljoin:
  s_cbranch_join s14
  s_mov_b64 exec, s[16:17]
  s_cbranch_execz 0x8000              // not taken
  s_cbranch_execz 0x7fff
  s_branch 0
  s_branch .Lforward
.p2align 6
.Lforward:
  s_branch 0x7fff
.Lplace0:
  s_branch .Lwrong
.Lnext1:
  s_cbranch_execnz 0x7fff
.Lplace1:
  s_branch .Lwrong
.Lnext2:
  s_call_b64 s[10:11], 0x7fff
  s_branch .Lnext3
.Lnext3:
  s_mov_b64 s[12:13], -2              // 63 pass, lane 0 fails and runs first; the target waits
  s_cbranch_i_fork s[12:13], 0x7ffe
  s_add_u32 s20, s20, 1
  s_branch .Ljoin2
.Lwrong:
  s_endpgm
.Ljoin2:
  s_cbranch_join s14
  s_mov_b64 exec, s[16:17]
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v2, s20
  v_lshlrev_b32 v1, 2, v0
  global_store_dword v1, v2, s[6:7]
  s_endpgm
.org .Lforward + 0x10000
.Lhop3:
  s_branch .Lnext1
.Lhop4:
  s_branch .Lnext2
.Lhop5:
  s_branch .Ljoin2
.org .Lforward + 4 + 0x1fffc
  s_add_u32 s20, s20, 0x10
  s_branch .Lhop3
  s_add_u32 s20, s20, 0x20
  s_branch .Lhop4
  s_add_u32 s20, s20, 0x40
  s_setpc_b64 s[10:11]
  s_add_u32 s20, s20, 0x40
  s_branch .Lhop5
