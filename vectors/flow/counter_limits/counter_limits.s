// More instructions are started than a counter can hold:
// - 100 vector loads and stores;
// - 40 LDS reads and writes;
// - scalar loads of one dword and of more, which count two;
// - messages, and all of these mixed (LGKM_CNT 15);
// - 20 GDS writes (EXP_CNT 7).
// VM_CNT could count to 63, but this unit's queue holds 8. So tb/check/tests/test_schedule.c alone shows issue past
// 63.
// Issue waits, and no counter wraps. Every result is there, the counters are 0 after the waits, and each wait ends.
//
//   out[i] for lane i: 0x1000 + errors
//   s25 errors   s[4:5] out, 0 before
// Decisions: D-WAIT-3.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_mov_b32 m0, -1
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v40, 0
  s_mov_b32 s25, 0
  s_waitcnt lgkmcnt(0)
.macro idle                            // IB_STS is 0
  s_getreg_b32 s26, hwreg(7)
  s_cmp_lg_u32 s26, 0
  s_addc_u32 s25, s25, 0
.endm
  idle
.set n, 0
.rept 100                              // VM_CNT: each row is stored, then read, all without a wait
  .if n % 2
  global_load_dword v[2+n/4], v1, s[4:5] offset:256
  .else
  global_store_dword v1, v0, s[4:5] offset:1024
  .endif
  .set n, n+1
.endr
  s_waitcnt vmcnt(62)
  s_waitcnt vmcnt(63)
  s_waitcnt vmcnt(1)
  s_waitcnt vmcnt(0)
  idle
.set n, 0
.rept 24                               // LGKM_CNT: LDS
  ds_write_b32 v1, v0 offset:0
  ds_add_u32 v1, v40
  ds_read_b32 v[2+n], v1
  .set n, n+1
.endr
  s_waitcnt lgkmcnt(14)
  s_waitcnt lgkmcnt(0)
  idle
.set n, 0
.rept 24
  v_sub_u32 v2, v[2+n], v0
  v_or_b32 v40, v40, v2
  .set n, n+1
.endr
.set n, 0
.rept 10                               // scalar loads, two each, then one each: 15 and 16 would be passed
  s_load_dwordx4 s[28+4*n:31+4*n], s[4:5], 0x100
  .set n, n+1
.endr
.set n, 0
.rept 20
  s_load_dword s[68+n], s[4:5], 0x100
  .set n, n+1
.endr
  s_waitcnt lgkmcnt(0)
  idle
.set n, 0
.rept 60
  s_or_b32 s25, s25, s[28+n]           // in[64..] is 0
  .set n, n+1
.endr
.rept 20                               // messages
  s_sendmsg 1
.endr
  s_waitcnt lgkmcnt(3)
  s_waitcnt lgkmcnt(0)
  idle
.set n, 0
.rept 8                                // of every kind
  s_load_dword s[28+n], s[4:5], 0x100
  ds_read_b32 v[2+n], v1
  s_load_dwordx2 s[40+2*n:41+2*n], s[4:5], 0x100
  s_sendmsg 2
  global_load_dword v[12+n], v1, s[4:5] offset:256
  .set n, n+1
.endr
  s_waitcnt vmcnt(0)
  s_waitcnt lgkmcnt(0)
  idle
  s_mov_b32 m0, 0
  v_mov_b32 v41, 0
.rept 4                                // lane after lane: the GDS instructions queue up behind them
  ds_add_u32 v41, v41
.endr
.set n, 0
.rept 20                               // EXP_CNT: GDS takes its operands from VGPRs
  ds_write_b32 v1, v0 gds
  .set n, n+1
.endr
  s_waitcnt expcnt(6)
  s_waitcnt expcnt(0)
  v_mov_b32 v0, v0                     // may be written now
  ds_read_b32 v3, v1 gds
  s_waitcnt 0
  idle
  v_sub_u32 v2, v3, v0
  v_or_b32 v40, v40, v2
  v_add_u32 v40, s25, v40
  v_add_u32 v40, 0x1000, v40
  global_store_dword v1, v40, s[4:5]
  s_endpgm
