// swizzle, permute, bpermute: every form, holes in EXEC, several lanes to one, offsets
// out: rows of 64 dwords. v0 lane, v4 lane*4, v8 lane*8, v20.. rows of the input.
.text
.globl ds_cross
.p2align 8
.type ds_cross,@function
.include "../include/r700.inc"
.macro row reg
  global_store_dword v4, \reg, s[30:31]
  s_add_u32 s30, s30, 256
  s_addc_u32 s31, s31, 0
.endm
.macro lgkm
  s_waitcnt lgkmcnt(0)
.endm
ds_cross:
  s_load_dwordx4 s[28:31], s[0:1], 0x0
  v_lshlrev_b32 v4, 2, v0
  v_lshlrev_b32 v8, 3, v0
  lgkm
  global_load_dword v20, v4, s[28:29] offset:0
  global_load_dword v21, v4, s[28:29] offset:256
  global_load_dword v22, v4, s[28:29] offset:512
  global_load_dword v23, v4, s[28:29] offset:768
  s_waitcnt vmcnt(0)
  s_mov_b64 s[10:11], exec
  s_mov_b32 exec_lo, 0xffffffff
  s_mov_b32 exec_hi, 0xffffffff
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xffffffff
  s_mov_b32 exec_hi, 0xffffffff
  ds_swizzle_b32 v10, v20 offset:32795
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xffffffff
  s_mov_b32 exec_hi, 0xffffffff
  ds_swizzle_b32 v10, v20 offset:32996
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xffffffff
  s_mov_b32 exec_hi, 0xffffffff
  ds_swizzle_b32 v10, v20 offset:32853
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xffffffff
  s_mov_b32 exec_hi, 0xffffffff
  ds_swizzle_b32 v10, v20 offset:1055
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xffffffff
  s_mov_b32 exec_hi, 0xffffffff
  ds_swizzle_b32 v10, v20 offset:31775
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xffffffff
  s_mov_b32 exec_hi, 0xffffffff
  ds_swizzle_b32 v10, v20 offset:17528
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xffffffff
  s_mov_b32 exec_hi, 0xffffffff
  ds_swizzle_b32 v10, v20 offset:319
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xffffffff
  s_mov_b32 exec_hi, 0xffffffff
  ds_permute_b32 v10, v22, v20 offset:0
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xffffffff
  s_mov_b32 exec_hi, 0xffffffff
  ds_bpermute_b32 v10, v22, v20 offset:0
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xffffffff
  s_mov_b32 exec_hi, 0xffffffff
  ds_permute_b32 v10, v22, v20 offset:36
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xffffffff
  s_mov_b32 exec_hi, 0xffffffff
  ds_bpermute_b32 v10, v22, v20 offset:36
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xffffffff
  s_mov_b32 exec_hi, 0xffffffff
  ds_permute_b32 v10, v22, v20 offset:1027
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xffffffff
  s_mov_b32 exec_hi, 0xffffffff
  ds_bpermute_b32 v10, v22, v20 offset:1027
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xffffffff
  s_mov_b32 exec_hi, 0xffffffff
  ds_permute_b32 v10, v23, v20 offset:0
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xffffffff
  s_mov_b32 exec_hi, 0xffffffff
  ds_bpermute_b32 v10, v23, v20 offset:0
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xffffffff
  s_mov_b32 exec_hi, 0xffffffff
  ds_permute_b32 v10, v23, v20 offset:36
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xffffffff
  s_mov_b32 exec_hi, 0xffffffff
  ds_bpermute_b32 v10, v23, v20 offset:36
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xffffffff
  s_mov_b32 exec_hi, 0xffffffff
  ds_permute_b32 v10, v23, v20 offset:1027
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xffffffff
  s_mov_b32 exec_hi, 0xffffffff
  ds_bpermute_b32 v10, v23, v20 offset:1027
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 s[10:11], exec
  s_mov_b32 exec_lo, 0xfdff3cf5
  s_mov_b32 exec_hi, 0xfffe0f7f
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xfdff3cf5
  s_mov_b32 exec_hi, 0xfffe0f7f
  ds_swizzle_b32 v10, v20 offset:32795
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xfdff3cf5
  s_mov_b32 exec_hi, 0xfffe0f7f
  ds_swizzle_b32 v10, v20 offset:32996
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xfdff3cf5
  s_mov_b32 exec_hi, 0xfffe0f7f
  ds_swizzle_b32 v10, v20 offset:32853
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xfdff3cf5
  s_mov_b32 exec_hi, 0xfffe0f7f
  ds_swizzle_b32 v10, v20 offset:1055
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xfdff3cf5
  s_mov_b32 exec_hi, 0xfffe0f7f
  ds_swizzle_b32 v10, v20 offset:31775
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xfdff3cf5
  s_mov_b32 exec_hi, 0xfffe0f7f
  ds_swizzle_b32 v10, v20 offset:17528
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xfdff3cf5
  s_mov_b32 exec_hi, 0xfffe0f7f
  ds_swizzle_b32 v10, v20 offset:319
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xfdff3cf5
  s_mov_b32 exec_hi, 0xfffe0f7f
  ds_permute_b32 v10, v22, v20 offset:0
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xfdff3cf5
  s_mov_b32 exec_hi, 0xfffe0f7f
  ds_bpermute_b32 v10, v22, v20 offset:0
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xfdff3cf5
  s_mov_b32 exec_hi, 0xfffe0f7f
  ds_permute_b32 v10, v22, v20 offset:36
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xfdff3cf5
  s_mov_b32 exec_hi, 0xfffe0f7f
  ds_bpermute_b32 v10, v22, v20 offset:36
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xfdff3cf5
  s_mov_b32 exec_hi, 0xfffe0f7f
  ds_permute_b32 v10, v22, v20 offset:1027
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xfdff3cf5
  s_mov_b32 exec_hi, 0xfffe0f7f
  ds_bpermute_b32 v10, v22, v20 offset:1027
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xfdff3cf5
  s_mov_b32 exec_hi, 0xfffe0f7f
  ds_permute_b32 v10, v23, v20 offset:0
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xfdff3cf5
  s_mov_b32 exec_hi, 0xfffe0f7f
  ds_bpermute_b32 v10, v23, v20 offset:0
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xfdff3cf5
  s_mov_b32 exec_hi, 0xfffe0f7f
  ds_permute_b32 v10, v23, v20 offset:36
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xfdff3cf5
  s_mov_b32 exec_hi, 0xfffe0f7f
  ds_bpermute_b32 v10, v23, v20 offset:36
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xfdff3cf5
  s_mov_b32 exec_hi, 0xfffe0f7f
  ds_permute_b32 v10, v23, v20 offset:1027
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xfdff3cf5
  s_mov_b32 exec_hi, 0xfffe0f7f
  ds_bpermute_b32 v10, v23, v20 offset:1027
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  row v10
// no lane at all, and ds_nop
  s_mov_b64 exec, 0
  ds_permute_b32 v10, v22, v20
  ds_append v11
  ds_nop
  ds_swizzle_b32 v12, v20
  s_mov_b64 exec, -1
  ds_nop
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v10, v4
  s_waitcnt lgkmcnt(0)
  row v10
  s_endpgm
