// An instruction of 8 bytes whose dwords lie in two lines. Another wave changes its first dword and invalidates while
// the second line is fetched. The first dword is then fetched again.
// Each of waves 1 to 4 runs through lines of its own, one in each round. A line ends with a barrier and with the first
// dword of s_add_u32 s20, s20, 1; its literal begins the next line. In each round wave 0 stores to the first dwords of
// the four waves, waits, invalidates, and comes to the barrier. Its stores change each instruction to
// s_sub_u32 s20, s20, 1.
//
//   out[wave] = -rounds; wave 0 stores the same number
//   s[4:5] out   s8 wave   s20 what ran   v1 place of the next first dword
.set rounds, 60
.set track, 64*rounds + 128                   // bytes of a wave's lines
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_readfirstlane_b32 s8, v0
  s_lshr_b32 s8, s8, 6
  v_and_b32 v0, 63, v0
  s_mov_b32 s20, 0
  s_getpc_b64 s[14:15]
.Lhere:
  s_add_u32 s14, s14, .Llines-.Lhere
  s_addc_u32 s15, s15, 0
  s_mov_b32 s3, track
  v_mul_lo_u32 v1, s3, v0
  v_add_u32 v1, 60, v1
  v_mov_b32 v2, 0x8094ff14                    // s_sub_u32 s20, s20, literal
  s_mul_i32 s9, s8, s3
  s_add_u32 s10, s14, s9
  s_addc_u32 s11, s15, 0
  s_waitcnt lgkmcnt(0)
  s_cmp_eq_u32 s8, 0
  s_cbranch_scc1 .Lwave0
  s_add_u32 s10, s10, 56                      // the first barrier
  s_addc_u32 s11, s11, 0
  s_setpc_b64 s[10:11]
.p2align 6
.Llines:
  .fill track/4, 4, 0xbf800000                // wave 0 has none
.rept 4
  .fill 14, 4, 0xbf800000                     // s_nop
  s_barrier
  .long 0x8014ff14                            // s_add_u32 s20, s20, literal
  .set round, 0
  .rept rounds
  .long 1
  .if round == rounds-1
  s_branch .Lend
  .fill 14, 4, 0xbf800000
  .else
  .long 0xbf82000c                            // s_branch to the barrier
  .fill 12, 4, 0xbf800000
  s_barrier
  .long 0x8014ff14
  .endif
  .set round, round+1
  .endr
  .fill 16, 4, 0xbf800000
.endr
.Lwave0:
  s_mov_b64 exec, 0x1e                        // lanes 1 to 4, for the waves
.rept rounds
  s_nop 4
  global_store_dword v1, v2, s[14:15]
  v_add_u32 v1, 64, v1
  s_waitcnt vmcnt(0)
  s_icache_inv
  .rept 10
  s_nop 0
  .endr
  s_barrier
.endr
  s_mov_b32 s20, -rounds
.Lend:
  s_mov_b64 exec, 1
  s_lshl_b32 s8, s8, 2
  v_mov_b32 v1, s8
  v_mov_b32 v2, s20
  global_store_dword v1, v2, s[4:5]
  s_endpgm
