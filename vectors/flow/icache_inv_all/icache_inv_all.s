// Sixteen waves change their own code at once, each its own routine, and all of them invalidate the instruction cache.
// So lines of a wave arrive, are requested and wait for their request in the cycles of another wave's s_icache_inv. A
// routine is s_add_u32 s20, s20, literal. In waves with an odd number the literal lies in the next line. In each round
// the wave stores a new literal, waits, invalidates and calls. Every other round it also calls before the store: then
// the old lines are in the cache.
//
//   out[wave] = 0x600d + the difference of s20 from the sum of the literals
//   s[4:5] out   s8 wave   s20 sum   s21 what it must be   s22 round   s[10:11] routine
.set rounds, 12
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_readfirstlane_b32 s8, v0
  s_lshr_b32 s8, s8, 6
  s_mov_b64 exec, 1
  s_getpc_b64 s[10:11]
.Lhere:
  s_lshl_b32 s9, s8, 7
  s_add_u32 s10, s10, s9
  s_addc_u32 s11, s11, 0
  s_and_b32 s9, s8, 1
  s_lshl_b32 s9, s9, 2
  s_add_u32 s9, s9, .Lroutines+56-.Lhere       // literals end at byte 64 or begin there
  s_add_u32 s10, s10, s9
  s_addc_u32 s11, s11, 0
  v_mov_b32 v0, 0
  s_mov_b32 s20, 0
  s_mov_b32 s21, 0
  s_lshl_b32 s23, s8, 4                        // the literal that is there
  s_mov_b32 s22, rounds
.Lround:
  s_bitcmp1_b32 s22, 0
  s_cbranch_scc0 .Lchange
  s_add_u32 s21, s21, s23
  s_swappc_b64 s[12:13], s[10:11]
.Lchange:
  s_add_u32 s23, s23, 0x101
  s_add_u32 s21, s21, s23
  v_mov_b32 v1, s23
  global_store_dword v0, v1, s[10:11] offset:4
  s_waitcnt vmcnt(0)
  s_icache_inv
  s_swappc_b64 s[12:13], s[10:11]
  s_sub_u32 s22, s22, 1
  s_cmp_lg_u32 s22, 0
  s_cbranch_scc1 .Lround
  s_sub_u32 s20, s20, s21
  s_add_u32 s20, s20, 0x600d
  s_lshl_b32 s8, s8, 2
  v_mov_b32 v0, s8
  v_mov_b32 v1, s20
  s_waitcnt lgkmcnt(0)
  global_store_dword v0, v1, s[4:5]
  s_endpgm
.p2align 12
.Lroutines:
.set wave, 0
.rept 16
  .fill 14 + wave % 2, 4, 0xbf800000           // s_nop
  .long 0x8014ff14, 16*wave                    // s_add_u32 s20, s20, literal
  s_setpc_b64 s[12:13]
  .fill 15 - wave % 2, 4, 0xbf800000
  .set wave, wave+1
.endr
