// Instructions of 8 bytes across every line end of two pages, and across the page end. They run in line and as the
// target of a branch: literals, VOP3, memory. s20 and v2 count them.
.globl main
.p2align 12
main:
  s_load_dwordx2 s[6:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  s_mov_b32 s20, 0
  s_branch .Lline
.org main + 0x44 - 8                  // from 4 past a line: every eighth crosses the next
.Lline:
.rept 300
  s_add_u32 s20, s20, 0x10001
  v_add3_u32 v2, v2, 1, 0
.endr
  s_branch .Lpage
.org main + 0x1fe0
.Lpage:
  s_branch .Lcross
.org main + 0x1ffc
.Lcross:
  s_add_u32 s20, s20, 0x20000
  s_branch .Lback
.org main + 0x2040
.Lback:
  s_waitcnt lgkmcnt(0)
  s_branch .Lstore
.org main + 0x2ffc
.Lstore:
  v_mad_u32_u24 v2, v2, 1, s20
  global_store_dword v1, v2, s[6:7]
  s_endpgm
