// Sixteen kernels run in turn, in the same slots. Each begins with another kind of instruction, some of them over the
// border of two lines or two pages. Each ends with other operations in flight, and leaves MODE, VCC, M0, EXEC, SCC and
// a priority behind. The next kernel starts at another address, with MODE, EXEC, SCC and priority of a launch.
// Each kernel but `ends` adds a bit of its own to out[i] of its work-item i. `vector_load` stores its bit to
// out[1024 + i], too.
//
//   s[0:1] arguments   s2 group   v0 work-item of the group, at most 255   s[4:5] out of the group   v1 lane * 4
// Decisions: D-LAUNCH-1, D-LAUNCH-2.
.set bits, 0
.macro descriptor name, vgprs, sgprs
  .pushsection .rodata, "a", @progbits
  .p2align 6
  .amdhsa_kernel \name
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_group_segment_fixed_size 1024
    .amdhsa_next_free_vgpr \vgprs
    .amdhsa_next_free_sgpr \sgprs
    .amdhsa_reserve_vcc 0
    .amdhsa_reserve_flat_scratch 0
    .amdhsa_reserve_xnack_mask 0
    .amdhsa_kernarg_size 8
  .end_amdhsa_kernel
  .popsection
.endm
// place: bytes of the entry behind the beginning of a page.
.macro begin name, place, vgprs, sgprs
  descriptor \name, \vgprs, \sgprs
  .p2align 12, 0
  .fill \place/4, 4, 0xbf800000
.globl \name
.type \name,@function
\name:
.endm
.macro count
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_lshl_b32 s6, s2, 10
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 1<<bits
  s_waitcnt lgkmcnt(0)
  s_add_u32 s4, s4, s6
  s_addc_u32 s5, s5, 0
  global_atomic_add v1, v2, s[4:5]
  .set bits, bits + 1
.endm
.macro leave mode
  s_mov_b32 m0, 0x12345678
  s_mov_b64 vcc, 0x5a5a5a5a
  s_mov_b64 flat_scratch, -1
  s_setprio 3
  s_cmp_eq_u32 0, 0
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 32), \mode
.endm

begin plain, 0, 8, 16
  count
  v_rcp_f32 v3, 0
  v_sqrt_f16 v4, -1.0
  leave 0x309ff3ff                            // VSKIP, CSP 1
  s_endpgm
begin over_lines, 60, 24, 102
  v_add3_u32 v3, v0, v1, 1                    // its second dword lies in the next line
  count
  global_load_dwordx4 v[4:7], v1, s[4:5]
  leave 0xc89ff0aa                            // GPR-index mode, CSP 6
  s_mov_b64 exec, 0
  s_endpgm
begin over_pages, 4092, 12, 32
  s_mov_b32 s7, 0x13579bdf
  count
  s_load_dwordx8 s[8:15], s[0:1], 0x0
  leave 0x1000030c
  s_endpgm
begin branches, 56, 64, 102
  s_branch .Lback
.Lforth:
  count
  ds_write_b32 v1, v2
  s_sendmsg 1
  leave 0x08000001
  s_endpgm
.Lback:
  s_branch .Lforth
begin meets, 32, 4, 16
  s_barrier
  count
  s_barrier
  leave 0xe0000000
  s_endpgm
begin scalar_load, 124, 16, 48
  s_load_dwordx4 s[8:11], s[0:1], 0x0
  count
  s_sendmsg 2
  s_ttracedata
  s_ttracedata
  leave 0x2f0
  s_endpgm
begin ends, 64, 8, 16
  s_endpgm
begin vector_load, 4, 32, 96
  global_load_dword v3, v0, s[0:1]
  count
  v_add_u32 v4, 0x1000, v1
  global_store_dword v4, v2, s[4:5]
  leave 0x10000000
  s_mov_b64 exec, 0
  s_endpgm
begin lds_read, 188, 8, 16
  ds_read_b64 v[3:4], v0
  count
  ds_add_u32 v1, v2
  exp null v0, v1, off, off
  leave 0x18000000
  s_endpgm
begin exports, 256, 64, 32
  exp mrt0 v0, v0, v0, v0
  count
  exp null v0, off, off, off done
  exp null off, off, off, off done
  leave 0x30000000
  s_endpgm
begin lane_read, 2048, 20, 102
  v_readfirstlane_b32 s7, v0
  count
  s_icache_inv
  leave 0x00800000
  s_endpgm
begin sleeps, 68, 8, 16
  s_sleep 1
  count
  s_wakeup
  leave 0xf0000000
  s_endpgm
begin invalidates, 4088, 8, 16
  s_icache_inv
  s_mov_b32 s7, 0x2468ace0
  count
  leave 0x200
  s_endpgm
begin messages, 40, 40, 96
  s_sendmsg 1
  count
  v_rcp_f64 v[3:4], v[3:4]
  leave 0x38000000
  s_endpgm
begin calls, 4092, 8, 16
  s_call_b64 s[12:13], .Lcalled
  s_endpgm
.Lcalled:
  count
  leave 0x0
  s_setpc_b64 s[12:13]
begin exponent, 60, 128, 16
  v_exp_f32 v3, v0
  count
  s_endpgm
