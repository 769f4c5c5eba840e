// Another wave overwrites lines of code and invalidates while their fetches are in flight. The fetches may have been
// read before the store, so the lines must not stay in the cache when they arrive.
// Each of five waves runs through lines of its own, one in each round. The last instruction of each line is a barrier.
// In each round wave 0 stores to the other four waves' next lines, waits, invalidates, and comes to the barrier. The
// other waves are there already, and the line behind their barrier is being fetched. A line begins with s_add_u32 s20,
// s20, 1. Wave 0 changes its literal to 0x100.
//
//   out[wave] = rounds * 0x100; out[0] = 0x77, since nobody changes the lines of wave 0
//   s[4:5] out   s8 wave   s20 what ran   v1 place of the next line
.set rounds, 60
.set track, 64*rounds + 64                    // bytes of a wave's lines
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
  v_mul_u32_u24 v1, track, v0
  v_add_u32 v1, 64+4, v1                      // the literal of lane i's line of the first round
  v_mov_b32 v2, 0x100
  s_mul_i32 s9, s8, track
  s_add_u32 s10, s14, s9
  s_addc_u32 s11, s15, 0
  s_cmp_eq_u32 s8, 0
  s_cbranch_scc1 .Lwave0
  s_add_u32 s10, s10, 64-4
  s_addc_u32 s11, s11, 0
  s_waitcnt lgkmcnt(0)
  s_setpc_b64 s[10:11]                        // the barrier before the first line
.Lwave0:
  s_mov_b32 s20, 0x77
  s_mov_b64 exec, 0x1e                        // lanes 1 to 4, for the waves
  s_waitcnt lgkmcnt(0)
  s_setpc_b64 s[10:11]
.p2align 6
.Llines:
.rept rounds                                  // wave 0
  global_store_dword v1, v2, s[14:15]
  v_add_u32 v1, 64, v1
  s_waitcnt vmcnt(0)
  s_icache_inv
  .rept 10
  s_nop 0
  .endr
  s_barrier
.endr
  s_branch .Lend
  .fill 15, 4, 0xbf800000
.rept 4                                       // waves 1 to 4
  .fill 15, 4, 0xbf800000                     // s_nop
  s_barrier
  .set round, 0
  .rept rounds
  .long 0x8014ff14, 1                         // s_add_u32 s20, s20, 1
  .if round == rounds-1
  s_branch .Lend
  .else
  .long 0xbf82000c                            // s_branch to the barrier
  .endif
  .fill 12, 4, 0xbf800000
  s_barrier
  .set round, round+1
  .endr
.endr
.Lend:
  s_mov_b64 exec, 1
  s_lshl_b32 s8, s8, 2
  v_mov_b32 v1, s8
  v_mov_b32 v2, s20
  global_store_dword v1, v2, s[4:5]
  s_endpgm
