// All that vector memory keeps is at work: for the flips of scripts/wl/campaigns/faults.py. Eight waves have
// instructions of all kinds in the queue. There are formats, a kept half, lanes out of range, an atomic that returns,
// and transfers with the LDS in both directions.
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0   // in, out
  s_load_dwordx4 s[8:11], s[0:1], 0x10 // back, sums
  s_lshl_b32 s12, s2, 7
  v_add_u32 v2, s12, v0                // work-item
  v_lshlrev_b32 v3, 2, v2              // its dword
  v_lshlrev_b32 v14, 4, v2             // and its four
  v_lshlrev_b32 v1, 2, v0
  v_readfirstlane_b32 s13, v1          // the wave's place in the LDS
  v_mov_b32 v8, 7
  v_mov_b32 v9, 7
  s_waitcnt lgkmcnt(0)
  s_mov_b32 s16, s4                    // in, 500 records of 8 bytes, 16_16_16_16
  s_or_b32 s17, s5, 0x80000
  s_movk_i32 s18, 500
  s_mov_b32 s19, 0x60fac
  s_mov_b32 s20, s6                    // out, 512 records
  s_or_b32 s21, s7, 0x80000
  s_movk_i32 s22, 512
  s_mov_b32 s23, s19
  s_mov_b32 s24, s4                    // in, raw
  s_mov_b32 s25, s5
  s_movk_i32 s26, 0x2000
  s_mov_b32 s27, 0x20000
  s_mov_b32 s28, s8                    // back, raw
  s_mov_b32 s29, s9
  s_movk_i32 s30, 0x800
  s_mov_b32 s31, s27
  s_mov_b32 s32, s10                   // sums, raw, without the last 16
  s_mov_b32 s33, s11
  s_movk_i32 s34, 0x7c0
  s_mov_b32 s35, s27
  s_mov_b32 m0, s13
  v_mov_b32 v15, 3
  buffer_load_format_xyzw v[4:7], v2, s[16:19], 0 idxen
  buffer_load_format_d16_hi_x v8, v2, s[16:19], 0 idxen
  buffer_load_dword v3, s[24:27], 0 offen lds
  buffer_load_short_d16_hi v9, v3, s[24:27], 0 offen
  global_load_dwordx4 v[10:13], v14, s[4:5]
  buffer_atomic_add v15, v3, s[32:35], 0 offen glc
  s_waitcnt vmcnt(0)
  .long 0xe0f51000, 0x80070003         // buffer_store_lds_dword v3, s[28:31], 0 offen lds
  buffer_store_format_xyzw v[4:7], v2, s[20:23], 0 idxen
  s_endpgm
