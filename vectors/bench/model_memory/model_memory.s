// Times the model on LDS and memory. Each trip loads a dword, passes it through the LDS, and stores it where the
// neighbour's dword was. After an even number of trips out[i] = i.
// Arguments: out, number of trips (even). Each trip: 4 memory instructions, their waits, and 3 scalar instructions.
.text
.globl model_memory
.p2align 8
.type model_memory,@function
model_memory:
  s_load_dwordx2 s[30:31], s[0:1], 0x0
  s_load_dword s20, s[0:1], 0x8
  v_lshlrev_b32 v1, 2, v0
  v_xor_b32 v4, 4, v1
  s_waitcnt lgkmcnt(0)
trip:
  global_load_dword v2, v1, s[30:31]
  s_waitcnt vmcnt(0)
  ds_write_b32 v1, v2
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v3, v4
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v3, s[30:31]
  s_waitcnt vmcnt(0)
  s_sub_u32 s20, s20, 1
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 trip
  s_endpgm
.Lend:
.size model_memory, .Lend-model_memory

.rodata
.p2align 6
.amdhsa_kernel model_memory
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_group_segment_fixed_size 2048
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 48
.end_amdhsa_kernel
