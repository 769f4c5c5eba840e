// SPDX-License-Identifier: Apache-2.0
// Control flow: branches, fork and join, hardware registers, VSKIP, GPR-index mode, barriers (control-flow.md).
#include "program.h"

static uint64_t pc(const struct program *p) {
  const wl_state_regs s = state_regs(p, 0);
  return s.pc_lo | (uint64_t)s.pc_hi << 32;
}

static void branches(void **state) {
  (void)state;
  const struct {
    uint32_t op;
    bool taken[8];  // by scc + 2 * (vcc != 0) + 4 * (exec != 0)
  } cases[] = {
      {WL_OP_s_branch, {WL_OP_s_endpgm, 1, 1, 1, 1, 1, 1, 1}},
      {WL_OP_s_cbranch_scc0, {WL_OP_s_endpgm, 0, 1, 0, 1, 0, 1, 0}},
      {WL_OP_s_cbranch_scc1, {WL_OP_s_nop, 1, 0, 1, 0, 1, 0, 1}},
      {WL_OP_s_cbranch_vccz, {WL_OP_s_endpgm, 1, 0, 0, 1, 1, 0, 0}},
      {WL_OP_s_cbranch_vccnz, {WL_OP_s_nop, 0, 1, 1, 0, 0, 1, 1}},
      {WL_OP_s_cbranch_execz, {WL_OP_s_endpgm, 1, 1, 1, 0, 0, 0, 0}},
      {WL_OP_s_cbranch_execnz, {WL_OP_s_nop, 0, 0, 0, 1, 1, 1, 1}},
      {WL_OP_s_cbranch_cdbgsys, {0}},
      {WL_OP_s_cbranch_cdbguser, {0}},
      {WL_OP_s_cbranch_cdbgsys_or_user, {0}},
      {WL_OP_s_cbranch_cdbgsys_and_user, {0}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    for (uint32_t v = 0; v < 8; v++) {
      struct program p;
      program_open(&p);
      p.init.exec = v & 4 ? 1ull << 40 : 0;
      emit(&p, sop1(WL_OP_s_mov_b64, VCC, v & 2 ? 193 : 128));
      emit(&p, sopc(WL_OP_s_cmp_lg_u32, 128, 128 + (v & 1)));
      emit(&p, sopp(cases[i].op, 0xfffe));
      start(&p, 0);
      for (int n = 0; n < 3; n++) issue(&p, 0, WL_OK);
      assert_int_equal(pc(&p), cases[i].taken[v] ? kCode + 4 : kCode + 12);
      program_close(&p);
    }
  }
}

static void jumps(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  emit(&p, sop1(WL_OP_s_getpc_b64, 10, 0));  // s_getpc_b64 s[10:11]
  emit(&p, sopk(WL_OP_s_call_b64, 12, 2));   // s_call_b64 s[12:13], +2
  emit(&p, S_NOP);
  emit(&p, S_NOP);
  emit(&p, sop1(WL_OP_s_swappc_b64, 12, 12));  // s_swappc_b64 s[12:13], s[12:13]
  start(&p, 0);
  issue(&p, 0, WL_OK);
  assert_int_equal(sgpr64(&p, 0, 10), kCode + 4);
  issue(&p, 0, WL_OK);
  assert_int_equal(sgpr64(&p, 0, 12), kCode + 8);
  assert_int_equal(pc(&p), kCode + 16);
  issue(&p, 0, WL_OK);
  assert_int_equal(pc(&p), kCode + 8);
  assert_int_equal(sgpr64(&p, 0, 12), kCode + 20);
  program_close(&p);

  // In the upper half of the address space bits 63:48 make a canonical address (D-FLOW-33).
  const uint64_t upper = 0x800000010000;
  program_open(&p);
  p.at = upper;
  assert_true(wl_mem_map(p.mem, upper, 64));
  emit(&p, sop1(WL_OP_s_getpc_b64, 10, 0));
  emit(&p, sopk(WL_OP_s_call_b64, 12, 2));
  emit(&p, S_NOP);
  emit(&p, S_NOP);
  emit(&p, sop1(WL_OP_s_swappc_b64, 12, 12));
  p.init.pc = upper;
  start(&p, 0);
  issue(&p, 0, WL_OK);
  assert_true(sgpr64(&p, 0, 10) == 0xffff800000010004);
  issue(&p, 0, WL_OK);
  assert_true(sgpr64(&p, 0, 12) == 0xffff800000010008);
  assert_true(pc(&p) == upper + 16);
  issue(&p, 0, WL_OK);
  assert_true(pc(&p) == upper + 8);
  assert_true(sgpr64(&p, 0, 12) == 0xffff800000010014);
  program_close(&p);

  program_open(&p);
  emit2(&p, sop1(WL_OP_s_mov_b32, 4, LITERAL) | (kCode + 0x103) << 32);
  emit2(&p, sop1(WL_OP_s_mov_b32, 5, LITERAL) | 0xffff0000ull << 32);  // bits past 47 and the low two are ignored
  emit(&p, sop1(WL_OP_s_setpc_b64, 0, 4));
  start(&p, 0);
  for (int n = 0; n < 3; n++) issue(&p, 0, WL_OK);
  assert_int_equal(pc(&p), kCode + 0x100);
  program_close(&p);
}

// One fork with the mask in s[40:41]; the stack starts empty.
static void fork_once(uint64_t exec, uint64_t mask, bool g, uint64_t new_exec, bool jumps_to_target, uint64_t pushed) {
  struct program p;
  program_open(&p);
  p.init.exec = exec;
  emit2(&p, sop1(WL_OP_s_mov_b32, 40, LITERAL) | (mask & 0xffffffff) << 32);
  emit2(&p, sop1(WL_OP_s_mov_b32, 41, LITERAL) | mask >> 32 << 32);
  emit2(&p, sop1(WL_OP_s_mov_b32, 42, LITERAL) | (kCode + 0x200) << 32);
  emit(&p, sop1(WL_OP_s_mov_b32, 43, 128));
  const uint64_t at = p.at;
  emit(&p, g ? sop2(WL_OP_s_cbranch_g_fork, 0, 40, 42) : sopk(WL_OP_s_cbranch_i_fork, 40, 9));
  const uint64_t target = g ? kCode + 0x200 : at + 40;
  start(&p, 0);
  for (int n = 0; n < 4; n++) issue(&p, 0, WL_OK);
  const wl_effect e = issue(&p, 0, WL_OK);
  assert_int_equal(sgpr64(&p, 0, EXEC), new_exec);
  assert_int_equal(pc(&p), jumps_to_target ? target : at + 4);
  assert_int_equal(wl_field(state_regs(&p, 0).mode, WL_MODE_CSP), pushed != 0);
  assert_int_equal(e.sgpr_count, pushed != 0 ? 4 : 0);
  if (pushed != 0) {
    assert_int_equal(sgpr64(&p, 0, 0), pushed);
    assert_int_equal(sgpr64(&p, 0, 2), jumps_to_target ? at + 4 : target);
  }
  program_close(&p);
}

static void forks(void **state) {
  (void)state;
  for (int g = 0; g < 2; g++) {
    fork_once(0, 0, g, 0, true, 0);                                         // EXEC = 0
    fork_once(0xff, ~0ull, g, 0xff, true, 0);                               // all pass
    fork_once(0xff, 0xff00, g, 0xff, false, 0);                             // all fail
    fork_once(~0ull, 0xffffffff, g, 0xffffffff, true, 0xffffffff00000000);  // tie: pass first
    fork_once(~0ull, 1, g, 1, true, ~1ull);                                 // pass is smaller
    fork_once(~0ull, ~1ull, g, 1, false, ~1ull);                            // fail is smaller
    fork_once(0xf0f0, 0x1110, g, 0x1010, true, 0xe0e0);
  }
}

// A random tree of fork and join blocks in the reference sequence of control-flow.md 3.2. Each lane must pass each leaf
// that its masks choose. The deepest CSP is checked at every step.
struct tree {
  struct program p;
  uint64_t random;
  uint32_t blocks;
};

static void block(struct tree *t, uint32_t level) {
  struct program *p = &t->p;
  const uint32_t save = 24 + level * 6;  // save+0,1 EXEC; +2 CSP; +4,5 mask
  if (level >= 9 || t->blocks == 0) {
    emit(p, vop2(WL_OP_v_add_u32, 2, VGPR + 1, 2));  // v2 += v1: one for each lane that reaches a leaf
    return;
  }
  t->blocks--;
  uint64_t mask = random64(&t->random);
  for (uint32_t n = random32(&t->random) % 3; n > 0; n--) mask &= random64(&t->random);
  if (random32(&t->random) % 4 == 0) mask = 1ull << (random32(&t->random) & 63);
  emit(p, sop1(WL_OP_s_mov_b64, save, EXEC));
  emit(p, sopk(WL_OP_s_getreg_b32, save + 2, 2 << 11 | 29 << 6 | 1));  // s_getreg_b32 CSP
  emit2(p, sop1(WL_OP_s_mov_b32, save + 4, LITERAL) | (mask & 0xffffffff) << 32);
  emit2(p, sop1(WL_OP_s_mov_b32, save + 5, LITERAL) | mask >> 32 << 32);
  const uint64_t fork = p->at;
  emit(p, sopk(WL_OP_s_cbranch_i_fork, save + 4, 0));
  block(t, level + 1);
  const uint64_t over = p->at;
  emit(p, sopp(WL_OP_s_branch, 0));
  const uint32_t to_pass = sopk(WL_OP_s_cbranch_i_fork, save + 4, (uint32_t)(p->at - fork - 4) / 4);
  block(t, level + 1);
  const uint32_t to_join = sopp(WL_OP_s_branch, (uint32_t)(p->at - over - 4) / 4);
  assert_true(wl_mem_write(p->mem, fork, &to_pass, 4));
  assert_true(wl_mem_write(p->mem, over, &to_join, 4));
  emit(p, sop1(WL_OP_s_cbranch_join, 0, save + 2));
  emit(p, sop1(WL_OP_s_mov_b64, EXEC, save));
}

static void random_forks(void **state) {
  (void)state;
  uint32_t deepest = 0;
  for (uint64_t seed = 1; seed <= 40; seed++) {
    struct tree t = {.random = seed, .blocks = 40};
    struct program *p = &t.p;
    program_open(p);
    emit(p, vop1(WL_OP_v_mov_b32, 1, 129));
    block(&t, 0);
    emit(p, vop1(WL_OP_v_mov_b32, 3, 128));  // a place to stop before the end of the wave
    const uint64_t end = p->at;
    emit(p, S_ENDPGM);
    start(p, 0);
    for (int n = 0; pc(p) != end; n++) {
      assert_true(n < 100000);
      issue(p, 0, WL_OK);
      const uint32_t csp = wl_field(state_regs(p, 0).mode, WL_MODE_CSP);
      if (csp > deepest) deepest = csp;
      assert_true(csp <= 6);
      assert_true(__builtin_popcountll(sgpr64(p, 0, EXEC)) <= 64 >> csp);
    }
    assert_int_equal(wl_field(state_regs(p, 0).mode, WL_MODE_CSP), 0);
    assert_true(sgpr64(p, 0, EXEC) == ~0ull);
    uint32_t in_lockstep[WL_LANES];
    memcpy(in_lockstep, wl_model_phys_vgpr(p->model, 2), sizeof in_lockstep);
    for (uint32_t l = 0; l < WL_LANES; l++) assert_int_equal(in_lockstep[l], 1);  // each lane reaches one leaf
    issue(p, 0, WL_OK);
    start(p, 0);
    run(p, WL_OK);
    for (uint32_t l = 0; l < WL_LANES; l++) assert_int_equal(wl_model_phys_vgpr(p->model, 2)[l], 2);
    program_close(p);
  }
  assert_true(deepest >= 5);
}

// 64 lanes split 32/16/8/4/2/1: CSP reaches six, and the seventh push is a program error.
// Decisions: D-FLOW-15.
static void fork_depth(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  p.init.sgpr_size = 96;
  uint64_t mask = ~0ull;
  for (uint32_t n = 0; n < 6; n++) {
    mask >>= 32 >> n;
    emit2(&p, sop1(WL_OP_s_mov_b32, 40, LITERAL) | (mask & 0xffffffff) << 32);
    emit2(&p, sop1(WL_OP_s_mov_b32, 41, LITERAL) | mask >> 32 << 32);
    emit(&p, sopk(WL_OP_s_cbranch_i_fork, 40, 0));
  }
  emit(&p, sop1(WL_OP_s_mov_b64, EXEC, 193));  // EXEC enlarged by the program
  emit(&p, sopk(WL_OP_s_cbranch_i_fork, 40, 0));
  emit(&p, sop1(WL_OP_s_cbranch_join, 0, 40));
  start(&p, 0);
  for (int n = 0; n < 19; n++) issue(&p, 0, WL_OK);
  assert_int_equal(wl_field(state_regs(&p, 0).mode, WL_MODE_CSP), 6);
  issue(&p, 0, WL_CSP_OVERFLOW);
  assert_int_equal(wl_field(state_regs(&p, 0).mode, WL_MODE_CSP), 7);
  program_close(&p);

  program_open(&p);
  emit(&p, sop1(WL_OP_s_cbranch_join, 0, 40));
  emit(&p, sop1(WL_OP_s_mov_b32, 40, 129));
  p.at = kCode;
  emit(&p, sop1(WL_OP_s_mov_b32, 40, 129));
  emit(&p, sop1(WL_OP_s_cbranch_join, 0, 40));
  start(&p, 0);
  issue(&p, 0, WL_OK);
  issue(&p, 0, WL_CSP_UNDERFLOW);
  assert_int_equal(wl_field(state_regs(&p, 0).mode, WL_MODE_CSP), 7);
  program_close(&p);
}

static uint32_t getreg(uint32_t d, uint32_t id, uint32_t offset, uint32_t size) {
  return sopk(WL_OP_s_getreg_b32, d, (size - 1) << 11 | offset << 6 | id);
}

// Decisions: D-SCA-1, D-SCA-2, D-SCA-3, D-SCA-4, D-SCA-6, D-SCA-7, D-SCA-8, D-SCA-10.
static void hardware_registers(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  p.init.mode = 0x2f0;
  p.init.vgpr_base = 16;
  p.init.lds_base = 512;
  p.init.lds_size = 1024;
  p.init.group = 3;
  emit(&p, sop1(WL_OP_s_mov_b32, 4, LITERAL)), emit(&p, 0xfffffff5);
  emit(&p, sopk(WL_OP_s_setreg_b32, 4, 3 << 11 | 2 << 6 | 1));  // MODE[5:2] = 5
  emit(&p, getreg(5, 1, 0, 32));
  emit(&p, getreg(6, 1, 30, 32));  // cut at bit 31
  emit2(&p, sopk(WL_OP_s_setreg_imm32_b32, 0, 31 << 11 | 0 << 6 | 1) | 0x60000123ull << 32);
  emit(&p, getreg(7, 1, 0, 32));
  emit(&p, sopk(WL_OP_s_setreg_b32, 4, 31 << 11 | 2));  // STATUS, without PRIV: ignored
  emit(&p, sopp(WL_OP_s_setprio, 6));                   // s_setprio 2
  emit(&p, getreg(8, 2, 0, 32));
  emit(&p, getreg(9, 4, 0, 32));
  emit(&p, getreg(10, 5, 0, 32));
  emit(&p, getreg(11, 6, 0, 32));
  emit(&p, getreg(12, 15, 0, 32));
  emit(&p, getreg(13, 16, 0, 32));
  emit(&p, getreg(14, 7, 0, 32));
  start(&p, 5);
  for (int n = 0; n < 14; n++) issue(&p, 5, WL_OK);
  assert_int_equal(sgpr(&p, 5, 5), 0x2d4);
  assert_int_equal(sgpr(&p, 5, 6), 0);
  assert_int_equal(sgpr(&p, 5, 7), 0x60000123);
  assert_int_equal(sgpr(&p, 5, 8), 1 << 16 | 1 << 10 | 2 << 3);
  assert_int_equal(sgpr(&p, 5, 9), 5);
  assert_int_equal(sgpr(&p, 5, 10), 4 | 7 << 8 | 40 << 16 | 5 << 24);
  assert_int_equal(sgpr(&p, 5, 11), 2 | 4 << 12);  // of 256 bytes
  assert_int_equal(sgpr(&p, 5, 12), 0x00010002);
  assert_int_equal(sgpr(&p, 5, 13), 0);
  program_close(&p);
}

// Decisions: D-FLOW-10.
static void vskip(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  emit(&p, vop1(WL_OP_v_mov_b32, 4, 133));
  emit(&p, sopc(WL_OP_s_setvskip, 129, 128));  // s_setvskip 1, 0
  emit(&p, vop1(WL_OP_v_mov_b32, 4, 134));
  emit2(&p, global(WL_OP_global_load_dword, 4, 0, 0, OFF, 0));
  emit2(&p, 0xe0000000ull);  // a MUBUF opcode that is not in the unit: skipped all the same
  emit2(&p, vop1(WL_OP_v_mov_b32, 200, LITERAL) | 5ull << 32);
  emit(&p, sop1(WL_OP_s_mov_b32, 4, 129));
  emit(&p, sopc(WL_OP_s_setvskip, 128, 128));
  emit(&p, vop1(WL_OP_v_mov_b32, 5, 135));
  emit(&p, S_ENDPGM);
  start(&p, 0);
  start(&p, (p.init.group = 1, p.init.vgpr_base = 32, 1));
  for (int n = 0; n < 10; n++) issue(&p, 0, WL_OK);
  assert_false(wl_model_wave_live(p.model, 0));
  run(&p, WL_OK);
  for (uint32_t base = 0; base <= 32; base += 32) {
    assert_int_equal(wl_model_phys_vgpr(p.model, base + 4)[0], 5);
    assert_int_equal(wl_model_phys_vgpr(p.model, base + 5)[63], 7);
  }
  assert_int_equal(sgpr(&p, 1, 4), 1);
  program_close(&p);
}

// Decisions: D-REG-14.
static void gpr_index(void **state) {
  (void)state;
  for (int standalone = 0; standalone < 2; standalone++) {
    struct program p;
    program_open(&p);
    p.init.vgpr_size = 16;
    emit(&p, vop1(WL_OP_v_mov_b32, 0, 137));  // v0 = 9
    emit(&p, vop1(WL_OP_v_mov_b32, 7, 138));  // v7 = 10
    emit(&p, sop1(WL_OP_s_mov_b32, 4, 131));
    emit(&p, sopc(WL_OP_s_set_gpr_idx_on, 4, 1));     // s_set_gpr_idx_on s4, src0
    emit(&p, vop1(WL_OP_v_mov_b32, 1, VGPR + 4));     // v1 = v7
    emit(&p, vop1(WL_OP_v_mov_b32, 2, VGPR + 14));    // v2 = v0, past the allocation
    emit(&p, sopp(WL_OP_s_set_gpr_idx_mode, 8));      // vdst only
    emit(&p, sop1(WL_OP_s_set_gpr_idx_idx, 0, 132));  // M0[7:0] = 4
    emit(&p, vop1(WL_OP_v_mov_b32, 6, VGPR + 7));     // v10 = v7
    emit(&p, sopp(WL_OP_s_set_gpr_idx_off, 0));
    emit(&p, vop1(WL_OP_v_mov_b32, 3, VGPR + 7));
    emit(&p, S_ENDPGM);
    start(&p, 0);
    if (standalone) {
      run(&p, WL_OK);
    } else {
      for (int n = 0; n < 11; n++) {
        const wl_effect e = issue(&p, 0, WL_OK);
        if (n == 8) assert_int_equal(e.phys_vgpr[0], 10);
      }
      assert_int_equal(state_regs(&p, 0).m0, 8 << 12 | 4);
      assert_int_equal(state_regs(&p, 0).mode & WL_MODE_GPR_IDX_EN, 0);
    }
    assert_int_equal(wl_model_phys_vgpr(p.model, 1)[5], 10);
    assert_int_equal(wl_model_phys_vgpr(p.model, 2)[5], 9);
    assert_int_equal(wl_model_phys_vgpr(p.model, 10)[5], 10);
    assert_int_equal(wl_model_phys_vgpr(p.model, 3)[5], 10);
    assert_int_equal(wl_model_phys_vgpr(p.model, 6)[5], 0);
    program_close(&p);
  }
}

// Decisions: D-FLOW-17, D-FLOW-18.
static void barriers(void **state) {
  (void)state;
  struct program p;
  char why[160];
  program_open(&p);
  emit(&p, S_BARRIER);
  emit(&p, sopc(WL_OP_s_cmp_eq_u32, 4, 128));
  emit(&p, sopp(WL_OP_s_cbranch_scc1, 1));  // a wave with s4 = 0 ends here
  emit(&p, S_BARRIER);
  emit(&p, S_ENDPGM);
  assert_int_equal(wl_model_barrier_release(p.model, WL_MAX_GROUPS, why), WL_BAD_EVENT);
  assert_string_equal(why, "barrier release of group 16, which does not exist");
  assert_int_equal(wl_model_barrier_release(p.model, 0, why), WL_BAD_EVENT);  // it has no wave
  p.init.waves_in_group = 3;
  p.init.sgpr_count = 5;
  for (uint32_t s = 0; s < 2; s++) {
    p.init.wave_in_group = s;
    p.init.vgpr_base = 32 * s;
    p.init.sgpr[4] = s;
    start(&p, s);
  }
  assert_int_equal(wl_model_wave_start(p.model, 2, &p.init), WL_BAD_EVENT);  // wave_in_group 1 twice
  assert_true(issue(&p, 0, WL_OK).barrier);
  issue(&p, 1, WL_OK);
  assert_false(wl_model_barrier_ready(p.model, 0));  // the third wave has not been launched
  assert_int_equal(wl_model_barrier_release(p.model, 0, why), WL_BAD_EVENT);
  p.init.wave_in_group = 2;
  p.init.vgpr_base = 64;
  start(&p, 2);
  assert_false(wl_model_barrier_ready(p.model, 0));
  issue(&p, 2, WL_OK);
  assert_true(wl_model_barrier_ready(p.model, 0));
  const uint32_t waits = WL_STATUS_IN_TG | WL_STATUS_IN_BARRIER;
  assert_int_equal(state_regs(&p, 2).status & waits, waits);
  issue(&p, 0, WL_BAD_EVENT);
  assert_int_equal(wl_model_barrier_release(p.model, 0, why), WL_OK);
  assert_int_equal(state_regs(&p, 2).status & waits, WL_STATUS_IN_TG);
  for (uint32_t s = 1; s < 3; s++) {
    for (int n = 0; n < 3; n++) issue(&p, s, WL_OK);
  }
  assert_false(wl_model_barrier_ready(p.model, 0));
  issue(&p, 0, WL_OK), issue(&p, 0, WL_OK), issue(&p, 0, WL_OK);  // wave 0 ends: the others may go on
  assert_false(wl_model_wave_live(p.model, 0));
  assert_true(wl_model_barrier_ready(p.model, 0));
  assert_int_equal(wl_model_barrier_release(p.model, 0, why), WL_OK);
  run(&p, WL_OK);
  program_close(&p);

  program_open(&p);  // a group of one wave passes
  emit(&p, S_BARRIER);
  emit(&p, S_ENDPGM);
  start(&p, 0);
  assert_false(issue(&p, 0, WL_OK).barrier);
  assert_int_equal(state_regs(&p, 0).status & (WL_STATUS_IN_TG | WL_STATUS_IN_BARRIER), 0);
  issue(&p, 0, WL_OK);
  p.init.waves_in_group = 2;  // half a group: the barrier never opens
  start(&p, 0);
  run(&p, WL_BAD_EVENT);
  program_close(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(branches),     cmocka_unit_test(jumps),      cmocka_unit_test(forks),
      cmocka_unit_test(random_forks), cmocka_unit_test(fork_depth), cmocka_unit_test(hardware_registers),
      cmocka_unit_test(vskip),        cmocka_unit_test(gpr_index),  cmocka_unit_test(barriers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
