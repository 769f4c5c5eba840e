// The three counters (control-flow.md section 5). VMEM loads and stores return in order, so counting waits hold. SMEM,
// LDS and VMEM complete out of order with one another. Every counter is filled to its limit.
//
//   in: 4096 dwords, in[i] = i*3   out: rows of 64 dwords
//   s[30:31] in   s[32:33] out   v0 lane   v4 lane*4
.text
.globl waitcnt
.p2align 8
.type waitcnt,@function
waitcnt:
  s_load_dwordx4 s[28:31], s[0:1], 0x0
  v_lshlrev_b32 v4, 2, v0
  s_waitcnt lgkmcnt(0)
  s_mov_b64 s[32:33], s[30:31]
  s_mov_b64 s[30:31], s[28:29]

// Row 0: four loads, used one by one as they return, each behind its own count.
  global_load_dword v10, v4, s[30:31]
  global_load_dword v11, v4, s[30:31] offset:256
  global_load_dword v12, v4, s[30:31] offset:512
  global_load_dword v13, v4, s[30:31] offset:768
  s_waitcnt vmcnt(3)
  v_mov_b32 v1, v10
  s_waitcnt vmcnt(2)
  v_add_u32 v1, v1, v11
  s_waitcnt vmcnt(1)
  v_add_u32 v1, v1, v12
  s_waitcnt vmcnt(0)
  v_add_u32 v1, v1, v13
  global_store_dword v4, v1, s[32:33]

// Row 1: a store between two loads counts too; the load behind it is waited for with vmcnt(1).
  global_load_dword v10, v4, s[30:31] offset:1024
  global_store_dword v4, v0, s[32:33] offset:512   // row 2 = lane
  global_load_dword v11, v4, s[30:31] offset:1280
  s_waitcnt vmcnt(2)
  v_mov_b32 v1, v10
  s_waitcnt vmcnt(0)
  v_add_u32 v1, v1, v11
  global_store_dword v4, v1, s[32:33] offset:256

// Row 3: scalar, LDS and vector loads in flight together; each wait takes only its own counter.
  ds_write_b32 v4, v0
  global_load_dword v10, v4, s[30:31] offset:1536
  s_load_dwordx8 s[40:47], s[30:31], 0x20
  s_load_dword s48, s[30:31], 0x0c
  ds_read_b32 v11, v4
  s_waitcnt lgkmcnt(0)
  v_add_u32 v1, s40, v11
  v_add_u32 v1, s47, v1
  v_add_u32 v1, s48, v1
  s_waitcnt vmcnt(0)
  v_add_u32 v1, v1, v10
  global_store_dword v4, v1, s[32:33] offset:768

// Row 4: more loads than VM_CNT can count (72 > 63), each into its own register: the issue waits.
  s_waitcnt vmcnt(0)
.set i, 0
.rept 36
  global_load_dword v[20+i], v4, s[30:31] offset:i*64
  global_load_dword v[56+i], v4, s[30:31] offset:i*64+4
  .set i, i+1
.endr
  v_mov_b32 v1, 0
  s_waitcnt vmcnt(0)
.set i, 0
.rept 36
  v_add_u32 v1, v1, v[20+i]
  v_sub_u32 v1, v1, v[56+i]
  .set i, i+1
.endr
  global_store_dword v4, v1, s[32:33] offset:1024

// Row 5: more LDS reads than LGKM_CNT can count (24 > 15), in order, the last eight taken behind counting waits.
  ds_write_b32 v4, v0 offset:256
  s_waitcnt lgkmcnt(0)
.set i, 0
.rept 24
  ds_read_b32 v[20+i], v4 offset:256
  .set i, i+1
.endr
  s_waitcnt lgkmcnt(7)
  v_mov_b32 v1, 0
.set i, 0
.rept 17
  v_add_u32 v1, v1, v[20+i]
  .set i, i+1
.endr
  s_waitcnt lgkmcnt(3)
  v_add_u32 v1, v1, v37
  v_add_u32 v1, v1, v38
  v_add_u32 v1, v1, v39
  v_add_u32 v1, v1, v40
  s_waitcnt lgkmcnt(0)
  v_add_u32 v1, v1, v41
  v_add_u32 v1, v1, v42
  v_add_u32 v1, v1, v43
  global_store_dword v4, v1, s[32:33] offset:1280

// Row 6: scalar loads of every width, waited for together.
  s_load_dword s40, s[30:31], 0x0
  s_load_dwordx2 s[42:43], s[30:31], 0x4
  s_load_dwordx4 s[44:47], s[30:31], 0x38
  s_load_dwordx8 s[48:55], s[30:31], 0x70
  s_load_dwordx16 s[56:71], s[30:31], 0x3c
  s_waitcnt lgkmcnt(0)
.set i, 43
  s_add_u32 s40, s40, s42
.rept 29
  s_add_u32 s40, s40, s[i]
  .set i, i+1
.endr
  v_mov_b32 v1, s40
  global_store_dword v4, v1, s[32:33] offset:1536
  s_endpgm
.Lend:
.size waitcnt, .Lend-waitcnt

.rodata
.p2align 6
.amdhsa_kernel waitcnt
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_group_segment_fixed_size 512
  .amdhsa_next_free_vgpr 96
  .amdhsa_next_free_sgpr 80
.end_amdhsa_kernel
