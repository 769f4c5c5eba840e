// queue_ptr leads to 256 bytes of zeros, and dispatch_id is 0. Each lane reads a dword of the queue.
// out[i] for lane i: 0x600d + what is wrong   s[0:1] queue   s[2:3] kernarg   s[4:5] dispatch_id
// Decisions: D-LAUNCH-6.
.globl queue
.type queue,@function
queue:
  s_load_dwordx2 s[6:7], s[2:3], 0x0
  v_lshlrev_b32 v1, 2, v0
  global_load_dword v2, v1, s[0:1]
  s_or_b32 s4, s4, s5
  s_waitcnt vmcnt(0) lgkmcnt(0)
  v_or_b32 v2, s4, v2
  v_add_u32 v2, 0x600d, v2
  global_store_dword v1, v2, s[6:7]
  s_endpgm

.rodata
.p2align 6
.amdhsa_kernel queue
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_next_free_vgpr 4
  .amdhsa_next_free_sgpr 16
.end_amdhsa_kernel
