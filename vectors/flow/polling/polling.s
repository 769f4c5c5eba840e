// Waves that poll at a higher USER_PRIO for what wave 0 writes at the lowest. Each of them could issue in nearly every
// cycle, and still wave 0 comes through: it is overdue after at most 257 cycles, and then goes first.
// Wave 0 runs its loop once before the barrier, so that no instruction has to be fetched for the first time behind it.
//
//   priority 0: all waves have USER_PRIO 0; 1: the waves that poll have 3
// Behind the barrier it has 60 instructions of at most 257 cycles.
//
//   out[64*wave + lane]: 7
//   s9 priority   s10 wave   s20 passes   s21 rounds
// Decisions: D-ARB-4.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_load_dword s9, s[0:1], 0x8
  v_readfirstlane_b32 s10, v0
  s_lshr_b32 s10, s10, 6
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  v_mov_b32 v3, 1
  s_waitcnt lgkmcnt(0)
  ds_write_b32 v2, v2
  s_waitcnt lgkmcnt(0)
  s_mov_b32 m0, 0x20000                // LDS_DIRECT: the flag, dword 0
  s_mov_b32 s20, 1
  s_mov_b32 s21, 2
  s_cmp_lg_u32 s10, 0
  s_cbranch_scc1 .Lpoll
work:
  .rept 12
  v_add_u32 v4, v4, v3
  .endr
  s_sub_u32 s20, s20, 1
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 work
  s_sub_u32 s21, s21, 1
  s_cmp_eq_u32 s21, 0
  s_cbranch_scc1 arrived
  s_mov_b32 s20, 4
  s_barrier
race:
  s_branch work
arrived:
  ds_write_b32 v2, v3
  s_waitcnt lgkmcnt(0)
  s_branch .Ldone
.Lpoll:
  s_barrier
  s_cmp_eq_u32 s9, 0
  s_cbranch_scc1 .Lagain
  s_setprio 3
.Lagain:
  v_cmp_eq_u32 vcc, src_lds_direct, v3
  s_nop 0
  s_nop 0
  s_cbranch_vccz .Lagain
  s_setprio 0
.Ldone:
  v_mov_b32 v5, 7
  global_store_dword v1, v5, s[4:5]
  s_endpgm
