// Scalar loads into VCC, one half and both, that land while vector instructions which leave VCC alone are under way.
.text
.globl smem_vcc
.p2align 8
.type smem_vcc,@function
smem_vcc:
  s_load_dwordx4 s[28:31], s[0:1], 0x0
  v_lshlrev_b32 v4, 2, v0
  v_mov_b32 v1, 0
  s_waitcnt lgkmcnt(0)
.set i, 0
.rept 16
  s_load_dwordx2 vcc, s[28:29], i*8
  v_lshlrev_b32 v2, 1, v0
  v_max3_i32 v2, v2, v0, v1
  v_add_u32 v2, v2, v0
  s_waitcnt lgkmcnt(0)
  v_cndmask_b32 v2, 0, 1, vcc
  v_lshl_add_u32 v1, v1, 1, v2
  s_load_dword vcc_hi, s[28:29], i*8+4
  v_min3_u32 v2, v2, v0, v1
  v_xor_b32 v2, v2, v0
  s_waitcnt lgkmcnt(0)
  s_load_dword vcc_lo, s[28:29], i*8
  v_min3_u32 v2, v2, v0, v1
  s_waitcnt lgkmcnt(0)
  .set i, i+1
.endr
  global_store_dword v4, v1, s[30:31]
  s_endpgm
.Lend:
.size smem_vcc, .Lend-smem_vcc

.rodata
.p2align 6
.amdhsa_kernel smem_vcc
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 48
.end_amdhsa_kernel
