// PCs of 48 bits in s_getpc, s_swappc, s_call, s_setpc (with arbitrary bits 63:48), both forks, their stack entries,
// and join. Straight-line code, an instruction of 8 bytes, and branches go across a page end. The program compares the
// low word of each PC that software can see with the distance of its label. The upper half of the PC goes to out.
// The launch chooses the code's address: either PC[47:32] is not 0, or the page end is a multiple of 4 GiB.
//
//   out: pairs of the difference of the low words (0) and PC[47:32]; then s20
//   s[8:9] PC of .Lbase   s[30:31] out   s20 what ran   v1 offset in out
.globl main
.p2align 12
main:
  s_load_dwordx2 s[30:31], s[0:1], 0x0
  s_mov_b64 exec, 1
  v_mov_b32 v1, 0
  s_mov_b32 s20, 0
  s_getpc_b64 s[8:9]
.Lbase:
  s_waitcnt lgkmcnt(0)
  s_branch .Lbefore
.macro put value
  v_mov_b32 v2, \value
  global_store_dword v1, v2, s[30:31]
  v_add_u32 v1, 4, v1
.endm
.macro pc low, high, label
  s_sub_u32 s10, \low, s8
  s_sub_u32 s10, s10, \label-.Lbase
  put s10
  put \high
.endm
// pair: the PC of a label of the other page
.macro address low, high, label
  s_add_u32 \low, s8, \label-.Lbase
  s_addc_u32 \high, s9, 0
.endm
.Lbefore:
  pc s8, s9, .Lbase                 // 0
  s_call_b64 s[16:17], .Lafter      // forward over the page end
.Lreturned:
  pc s16, s17, .Lreturned           // 1: as written before the call, read after it
  address s12, s13, .Lswapped
  s_or_b32 s13, s13, 0xabcd0000     // bits 63:48 of a target do not count
  s_swappc_b64 s[12:13], s[12:13]   // source and destination are one
.Lswap_returned:
  pc s12, s13, .Lswap_returned      // 2
  pc s14, s15, .Lswapped_pc         // 3: s_getpc on the other page
// Forks: the target over the page end, both sides not empty. Lane 0 passes, lanes 1 to 3 fail: the pass side runs
// first.
  s_mov_b64 s[40:41], exec
  s_getreg_b32 s42, hwreg(1, 29, 3)
  s_mov_b64 s[44:45], 1
  s_mov_b64 exec, 15
  s_cbranch_i_fork s[44:45], .Lpass
.Lfail:
  s_add_u32 s20, s20, 0x100
  s_branch .Ljoin                   // over the page end
.Lback:
  s_mov_b64 exec, s[40:41]
  pc s2, s3, .Lfail                 // 4: the PC of the side that waited
// Three lanes pass: the fail side runs first, and the target waits.
  s_mov_b64 s[44:45], 14
  address s46, s47, .Lpass2
  s_or_b32 s47, s47, 0x12340000     // the entry has zeros there
  s_mov_b64 exec, 15
  s_cbranch_g_fork s[44:45], s[46:47]
  s_add_u32 s20, s20, 0x1000
  s_branch .Ljoin2
.Lback2:
  s_mov_b64 exec, s[40:41]
  pc s2, s3, .Lpass2                // 5
  address s12, s13, .Lline_end
  s_branch .Lline
.org main + 0xfe0
.Lline:
.rept 7
  s_nop 0
.endr
  s_add_u32 s20, s20, 0x54321000    // 8 bytes, the literal on the next page
  s_branch .Lline_end
.Lpass:
  s_add_u32 s20, s20, 0x200
  s_branch .Ljoin
.Lafter:
  s_add_u32 s20, s20, 1
  s_setpc_b64 s[16:17]              // back over the page end
.Lswapped:
  s_add_u32 s20, s20, 2
  s_getpc_b64 s[14:15]
.Lswapped_pc:
  s_setpc_b64 s[12:13]
.Lpass2:
  s_add_u32 s20, s20, 0x2000
  s_branch .Ljoin2
.Ljoin:
  s_cbranch_join s42
  s_branch .Lback
.Ljoin2:
  s_cbranch_join s42
  s_branch .Lback2
.Lline_end:
  pc s12, s13, .Lline_end           // 6
  s_getpc_b64 s[14:15]
.Lhere:
  pc s14, s15, .Lhere               // 7
  put s20                           // 16
  s_endpgm
