// Vector memory instructions of 64 lanes, and the transactions that each makes (buffer-memory.md 11.1, D-MEM-60).
//
//   s[4:5] a, 8 KiB + 64 bytes   s[6:7] b, which the atomics change   v0 lane
.globl main

// \op of lane addresses that are 2^\shift bytes apart.
.macro strided label, shift, op:vararg
  v_lshlrev_b32 v1, \shift, v0
\label:
  \op
  s_waitcnt vmcnt(0)
.endm

main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  v_mov_b32 v2, 7
  s_waitcnt lgkmcnt(0)
  strided unit, 2, global_load_dword v4, v1, s[4:5]
  strided unit_misaligned, 2, global_load_dword v4, v1, s[4:5] offset:4
  strided unit_unaligned, 2, global_load_dword v4, v1, s[4:5] offset:2
  strided stride_2, 3, global_load_dword v4, v1, s[4:5]
  strided stride_4, 4, global_load_dword v4, v1, s[4:5]
  strided stride_8, 5, global_load_dword v4, v1, s[4:5]
  strided stride_16, 6, global_load_dword v4, v1, s[4:5]
  strided stride_32, 7, global_load_dword v4, v1, s[4:5]
  strided bytes, 0, global_load_ubyte v4, v1, s[4:5]
  strided shorts, 1, global_load_ushort v4, v1, s[4:5]
  strided x2, 3, global_load_dwordx2 v[4:5], v1, s[4:5]
  strided x3, 4, global_load_dwordx3 v[4:6], v1, s[4:5]
  strided x4, 4, global_load_dwordx4 v[4:7], v1, s[4:5]
  v_mov_b32 v1, 64
broadcast:
  global_load_dword v4, v1, s[4:5]
broadcast_x4:
  global_load_dwordx4 v[4:7], v1, s[4:5]
add_one_word:                                         // each lane by itself
  global_atomic_add v1, v2, s[6:7]
  v_lshlrev_b32 v1, 2, v0
add_unit:
  global_atomic_add v1, v2, s[6:7] offset:128
  v_lshlrev_b32 v1, 1, v0
  v_and_b32 v1, -4, v1
add_pairs:                                            // two lanes a word
  global_atomic_add v1, v2, s[6:7] offset:384
  s_mov_b32 flat_scratch_lo, s6                       // b as private memory, from offset 0 on
  s_mov_b32 flat_scratch_hi, s7
  s_mov_b32 s8, 0
scratch:
  scratch_load_dword v4, off, s8
scratch_x4:
  scratch_load_dwordx4 v[4:7], off, s8
  s_mov_b64 exec, 0xff                                // 8 lanes of the first pass
  v_lshlrev_b32 v1, 2, v0
store_half:
  global_store_dword v1, v0, s[6:7] offset:512
  s_mov_b64 exec, 0
nobody:
  global_load_dword v4, v1, s[4:5]
  s_endpgm
