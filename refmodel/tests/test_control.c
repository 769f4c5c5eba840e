// SPDX-License-Identifier: Apache-2.0
// Traps, halt, messages, sleep, single step (control-flow.md 2.1, 6).
#include "program.h"

enum {
  TTMP = WL_TTMP,
  PRIV = WL_STATUS_PRIV,
  TRAP_EN = WL_STATUS_TRAP_EN,
  HALT = WL_STATUS_HALT,
  DEBUG_EN = WL_MODE_DEBUG_EN
};
static const uint64_t kHandler = 0x12000;

static void open_with_trap(struct program *p) {
  program_open(p);
  p->init.trap_enabled = true;
  p->init.tba = kHandler;
  p->init.tma = 0x123456789abcull;
}

// The next words go into the trap handler, or into the program at `at`.
static void place(struct program *p, uint64_t at) { p->at = at; }

static uint64_t pc(const struct program *p, uint32_t slot) {
  const wl_state_regs s = state_regs(p, slot);
  return s.pc_lo | (uint64_t)s.pc_hi << 32;
}

static void issues(struct program *p, uint32_t slot, int count) {
  while (count-- > 0) issue(p, slot, WL_OK);
}

static void bad_issue(struct program *p, uint32_t slot, const char *says) {
  const wl_effect e = issue(p, slot, WL_BAD_EVENT);
  if (strstr(e.why, says) == NULL) fail_msg("\"%s\" lacks \"%s\"", e.why, says);
}

// Decisions: D-FLOW-20, D-FLOW-21, D-FLOW-22.
static void trap_and_return(void **state) {
  (void)state;
  struct program p;
  open_with_trap(&p);
  emit(&p, S_NOP);
  emit(&p, sopp(WL_OP_s_trap, 0x1a5));  // s_trap: 8 bits of id count
  emit(&p, sop1(WL_OP_s_mov_b32, 5, 129));
  emit(&p, S_ENDPGM);
  place(&p, kHandler);
  emit(&p, sop1(WL_OP_s_mov_b32, TTMP + 15, 130));   // s_mov_b32 ttmp15, 2
  emit(&p, vop1(WL_OP_v_mov_b32, 3, TTMP + 15));     // v_mov_b32 v3, ttmp15
  emit(&p, sop2(WL_OP_s_add_u32, TTMP, TTMP, 132));  // s_add_u32 ttmp0, ttmp0, 4
  emit(&p, sop1(WL_OP_s_rfe_b64, 0, TTMP));          // s_rfe_b64 ttmp[0:1]
  start(&p, 0);
  issue(&p, 0, WL_OK);
  const wl_effect e = issue(&p, 0, WL_OK);
  assert_int_equal(e.sgpr_first, TTMP);
  assert_int_equal(e.sgpr_count, 2);
  assert_int_equal(pc(&p, 0), kHandler);
  assert_int_equal(state_regs(&p, 0).status & (PRIV | TRAP_EN), PRIV | TRAP_EN);
  assert_int_equal(sgpr(&p, 0, TTMP), kCode + 4);
  assert_int_equal(sgpr(&p, 0, TTMP + 1), 0xa5 << 16);
  issues(&p, 0, 4);
  assert_int_equal(pc(&p, 0), kCode + 8);
  assert_int_equal(state_regs(&p, 0).status & (PRIV | TRAP_EN), TRAP_EN);
  assert_int_equal(wl_model_phys_vgpr(p.model, 3)[63], 2);
  program_close(&p);
  // The same standalone, and with s_rfe_restore_b64.
  for (int restore = 0; restore < 2; restore++) {
    open_with_trap(&p);
    emit(&p, sopp(WL_OP_s_trap, 2));
    emit(&p, sop1(WL_OP_s_mov_b32, 5, 129));
    emit(&p, S_ENDPGM);
    place(&p, kHandler);
    emit(&p, sop2(WL_OP_s_add_u32, TTMP, TTMP, 132));
    emit(&p, restore ? sop2(WL_OP_s_rfe_restore_b64, 0, TTMP, 128) : sop1(WL_OP_s_rfe_b64, 0, TTMP));
    start(&p, 0);
    run(&p, WL_OK);
    assert_int_equal(sgpr(&p, 0, 5), 1);
    program_close(&p);
  }
}

// Decisions: D-FLOW-19, D-FLOW-20.
static void trap_waits_and_nests(void **state) {
  (void)state;
  struct program p;
  char why[160];
  wl_message m;
  open_with_trap(&p);
  emit(&p, sopp(WL_OP_s_sendmsg, 1));
  emit(&p, sopp(WL_OP_s_trap, 3));
  place(&p, kHandler);
  emit(&p, sopp(WL_OP_s_trap, 4));  // a trap in the handler
  start(&p, 0);
  issue(&p, 0, WL_OK);
  bad_issue(&p, 0, "s_trap lgkmcnt(0), LGKM_CNT is 1");
  char text[200];
  wl_model_waiting_for(p.model, 0, text, sizeof text);
  assert_non_null(strstr(text, "s_trap"));
  assert_int_equal(wl_model_message(p.model, 0, &m, why), WL_OK);
  issues(&p, 0, 2);
  assert_int_equal(pc(&p, 0), kHandler);
  assert_int_equal(sgpr(&p, 0, TTMP), kHandler);
  assert_int_equal(sgpr(&p, 0, TTMP + 1), 4 << 16);
  program_close(&p);
  // Without a handler s_trap does nothing and does not wait.
  program_open(&p);
  emit(&p, sopp(WL_OP_s_sendmsg, 1));
  emit(&p, sopp(WL_OP_s_trap, 3));
  start(&p, 0);
  issues(&p, 0, 2);
  assert_int_equal(pc(&p, 0), kCode + 8);
  assert_int_equal(state_regs(&p, 0).status & (PRIV | TRAP_EN), 0);
  program_close(&p);
}

// One instruction: illegal with PRIV = 0, result `expected` with PRIV = 1.
static void with_priv(uint32_t w0, uint32_t w1, bool two, wl_result expected) {
  for (int priv = 0; priv < 2; priv++) {
    struct program p;
    open_with_trap(&p);
    if (priv) emit(&p, sopp(WL_OP_s_trap, 1));
    else place(&p, kHandler), p.init.pc = kHandler;
    place(&p, kHandler);
    emit(&p, w0);
    if (two) emit(&p, w1);
    start(&p, 0);
    if (priv) issue(&p, 0, WL_OK);
    issue(&p, 0, priv ? expected : WL_ILLEGAL_INST);
    program_close(&p);
  }
}

// Decisions: D-FLOW-21, D-FLOW-22, D-ILL-7, D-REG-6, D-REG-7.
static void privileged_operands(void **state) {
  (void)state;
  with_priv(sop1(WL_OP_s_mov_b32, TTMP, 128), 0, false, WL_OK);
  with_priv(sop1(WL_OP_s_mov_b32, 4, TTMP + 15), 0, false, WL_OK);
  with_priv(sop1(WL_OP_s_mov_b64, TTMP + 14, TTMP), 0, false, WL_OK);
  with_priv(sop1(WL_OP_s_mov_b64, TTMP + 1, TTMP), 0, false, WL_ILLEGAL_INST);  // odd pair
  with_priv(sop1(WL_OP_s_setpc_b64, 0, TTMP + 2), 0, false, WL_OK);             // s_setpc
  with_priv(sop1(WL_OP_s_swappc_b64, TTMP + 4, TTMP + 2), 0, false, WL_OK);     // s_swappc
  with_priv(sopk(WL_OP_s_call_b64, TTMP + 4, 5), 0, false, WL_OK);              // s_call
  with_priv(sopk(WL_OP_s_cbranch_i_fork, TTMP, 5), 0, false, WL_OK);            // s_cbranch_i_fork
  with_priv(sop2(WL_OP_s_cbranch_g_fork, 0, 4, TTMP), 0, false, WL_OK);         // s_cbranch_g_fork
  with_priv(sopc(WL_OP_s_cmp_eq_i32, TTMP, 128), 0, false, WL_OK);
  with_priv(sopk(WL_OP_s_getreg_b32, TTMP, 1), 0, false, WL_OK);            // s_getreg
  with_priv(sopk(WL_OP_s_setreg_b32, TTMP, 1), 0, false, WL_OK);            // s_setreg
  with_priv(vop2(WL_OP_v_add_u32, 1, TTMP, 1), 0, false, WL_OK);            // v_add_u32 v1, ttmp0, v1
  with_priv(vop1(WL_OP_v_readfirstlane_b32, TTMP, VGPR), 0, false, WL_OK);  // v_readfirstlane ttmp0, v0
  with_priv(0xd0c9006c, 0x00020300, true, WL_OK);                           // v_cmp_lt_u32 ttmp[0:1], v0, v1
  with_priv((uint32_t)smem(WL_OP_s_load_dwordx4, TTMP + 4, TTMP, 0), 0, true, WL_OK);
  // As the offset of SMEM, and as SADDR of GLOBAL (an even pair) and SCRATCH (D-REG-7, D-MEM-36, D-MEM-72).
  const uint64_t by_offset = (smem(WL_OP_s_buffer_load_dword, 4, 0, 0) & ~(1ull << 17)) | (uint64_t)(TTMP + 5) << 32;
  const uint64_t by_soffset = smem(WL_OP_s_load_dword, 4, 0, 8) | 1ull << 14 | (uint64_t)(TTMP + 5) << 57;
  const uint64_t pair = global(WL_OP_global_load_dword, 1, 0, 0, TTMP + 6, 0);
  const uint64_t odd = global(WL_OP_global_load_dword, 1, 0, 0, TTMP + 5, 0);
  const uint64_t one = global(WL_OP_scratch_load_dword, 1, 0, 0, TTMP + 5, 0) ^ 3ull << 14;
  with_priv((uint32_t)by_offset, (uint32_t)(by_offset >> 32), true, WL_OK);
  with_priv((uint32_t)by_soffset, (uint32_t)(by_soffset >> 32), true, WL_OK);
  with_priv((uint32_t)pair, (uint32_t)(pair >> 32), true, WL_OK);
  with_priv((uint32_t)odd, (uint32_t)(odd >> 32), true, WL_ILLEGAL_INST);
  with_priv((uint32_t)one, (uint32_t)(one >> 32), true, WL_OK);
  with_priv((uint32_t)smem(WL_OP_s_load_dwordx8, TTMP + 12, 2, 0), 0, true, WL_ILLEGAL_INST);  // past ttmp15
  with_priv((uint32_t)smem(WL_OP_s_load_dwordx4, 104, 2, 0) + (2u << 6), 0, true, WL_ILLEGAL_INST);
  with_priv(sop1(WL_OP_s_rfe_b64, 0, 4), 0, false, WL_OK);
  with_priv(sop1(WL_OP_s_rfe_b64, 0, VCC), 0, false, WL_ILLEGAL_INST);
  with_priv(sop1(WL_OP_s_rfe_b64, 0, 5), 0, false, WL_ILLEGAL_INST);
  with_priv(sop2(WL_OP_s_rfe_restore_b64, 0, 4, LITERAL), 7, true, WL_OK);
  with_priv(sop2(WL_OP_s_rfe_restore_b64, 0, 128, 4), 0, false, WL_ILLEGAL_INST);
}

// Decisions: D-SCA-7, D-SCA-8, D-SCA-9.
static void registers(void **state) {
  (void)state;
  struct program p;
  open_with_trap(&p);
  p.init.tba = 0x0000ffff00012300ull;
  p.init.cond_dbg = 1;
  emit2(&p, sop1(WL_OP_s_mov_b32, 4, LITERAL) | 0xffffffffull << 32);
  emit(&p, sopk(WL_OP_s_setreg_b32, 4, 31 << 11 | 3));  // s_setreg TRAPSTS: ignored
  emit(&p, sopk(WL_OP_s_setreg_b32, 4, 31 << 11 | 2));  // STATUS: ignored
  for (uint32_t i = 16; i < 20; i++) emit(&p, sopk(WL_OP_s_getreg_b32, i, 31 << 11 | i));
  start(&p, 0);
  issues(&p, 0, 7);
  assert_int_equal(state_regs(&p, 0).trapsts, 0);
  assert_int_equal(state_regs(&p, 0).status, 1 << 6 | 1 << 10 | 1 << 16 | 1 << 20);
  assert_int_equal(sgpr64(&p, 0, 16), 0x000000ffff000123ull);  // shifted by 8
  assert_int_equal(sgpr64(&p, 0, 18), 0x123456789aull);
  program_close(&p);

  // The handler writes SCC, USER_PRIO and HALT of STATUS, in the field alone; the rest stays.
  open_with_trap(&p);
  emit2(&p, sop1(WL_OP_s_mov_b32, 4, LITERAL) | 0xffffffffull << 32);
  emit(&p, sopp(WL_OP_s_trap, 1));
  place(&p, kHandler);
  emit(&p, sopk(WL_OP_s_setreg_b32, 4, 31 << 11 | 2));
  emit(&p, S_NOP + 1);
  emit2(&p, sopk(WL_OP_s_setreg_imm32_b32, 0, 1 << 11 | 3 << 6 | 2) | 1ull << 32);  // USER_PRIO = 1
  emit(&p, S_NOP + 1);
  emit2(&p, sopk(WL_OP_s_setreg_imm32_b32, 0, 0 << 11 | 0 << 6 | 2));  // SCC = 0
  emit(&p, sop2(WL_OP_s_add_u32, TTMP, TTMP, 132));
  emit(&p, sop1(WL_OP_s_rfe_b64, 0, TTMP));
  start(&p, 0);
  issues(&p, 0, 2);
  const uint32_t handler = 1 << 5 | 1 << 6 | 1 << 10 | 1 << 16;
  assert_int_equal(state_regs(&p, 0).status, handler);
  issue(&p, 0, WL_OK);
  assert_int_equal(state_regs(&p, 0).status, handler | HALT | 3 << 3 | 1);
  issues(&p, 0, 2);
  assert_int_equal(state_regs(&p, 0).status, handler | HALT | 1 << 3 | 1);
  issues(&p, 0, 2);
  assert_int_equal(state_regs(&p, 0).status, handler | HALT | 1 << 3);
  issue(&p, 0, WL_OK);
  wl_effect e;
  assert_int_equal(wl_model_issue(p.model, 0, 1, &e), WL_OK);  // s_rfe: HALT stops the wave from now on
  assert_true(e.halt);
  assert_int_equal(wl_model_issue(p.model, 0, 2, &e), WL_BAD_EVENT);
  program_close(&p);

  open_with_trap(&p);
  emit2(&p, sop1(WL_OP_s_mov_b32, 4, LITERAL) | 0xffffffffull << 32);
  emit(&p, sopp(WL_OP_s_trap, 1));
  place(&p, kHandler);
  emit(&p, sopk(WL_OP_s_setreg_b32, 4, 31 << 11 | 3));
  emit(&p, S_NOP + 3);
  emit2(&p, sopk(WL_OP_s_setreg_imm32_b32, 0, 7 << 11 | 4 << 6 | 3));  // 8 bits at 4 to 0
  start(&p, 0);
  issues(&p, 0, 3);
  assert_int_equal(state_regs(&p, 0).trapsts, 0x79ff);
  issues(&p, 0, 2);
  assert_int_equal(state_regs(&p, 0).trapsts, 0x700f);
  program_close(&p);
}

static void debug_branches(void **state) {
  (void)state;
  for (uint32_t op = WL_OP_s_cbranch_cdbgsys; op <= WL_OP_s_cbranch_cdbgsys_and_user; op++) {
    for (uint32_t dbg = 0; dbg < 4; dbg++) {
      struct program p;
      const bool user = dbg & 1, sys = dbg & 2;
      const bool taken = op == WL_OP_s_cbranch_cdbgsys           ? sys
                         : op == WL_OP_s_cbranch_cdbguser        ? user
                         : op == WL_OP_s_cbranch_cdbgsys_or_user ? sys || user
                                                                 : sys && user;
      program_open(&p);
      p.init.cond_dbg = dbg;
      emit(&p, sopp(op, 7));
      start(&p, 0);
      issue(&p, 0, WL_OK);
      assert_int_equal(pc(&p, 0), taken ? kCode + 32 : kCode + 4);
      program_close(&p);
    }
  }
}

// Decisions: D-FLOW-6, D-FLOW-7.
static void halt_and_resume(void **state) {
  (void)state;
  struct program p;
  char why[160], text[200];
  open_with_trap(&p);
  emit(&p, sopp(WL_OP_s_sethalt, 0));
  emit(&p, sopp(WL_OP_s_sethalt, 3));
  emit(&p, S_NOP);
  emit(&p, sopp(WL_OP_s_trap, 1));
  emit(&p, S_ENDPGM);
  place(&p, kHandler);
  emit(&p, sopp(WL_OP_s_sethalt, 1));
  emit(&p, sop2(WL_OP_s_add_u32, TTMP, TTMP, 132));
  emit(&p, sop1(WL_OP_s_rfe_b64, 0, TTMP));
  start(&p, 0);
  assert_false(issue(&p, 0, WL_OK).halt);
  assert_int_equal(wl_model_resume(p.model, 0, why), WL_BAD_EVENT);
  assert_true(issue(&p, 0, WL_OK).halt);
  assert_int_equal(state_regs(&p, 0).status & HALT, HALT);
  bad_issue(&p, 0, "halted");
  wl_model_waiting_for(p.model, 0, text, sizeof text);
  assert_non_null(strstr(text, "halted by s_sethalt before 0x10008"));
  assert_int_equal(wl_model_resume(p.model, 0, why), WL_OK);
  assert_int_equal(state_regs(&p, 0).status & HALT, 0);
  issues(&p, 0, 2);
  // In the handler HALT does not stop the wave, and the host may not clear it. After the return the wave stops.
  assert_false(issue(&p, 0, WL_OK).halt);
  assert_int_equal(state_regs(&p, 0).status & HALT, HALT);
  assert_int_equal(wl_model_resume(p.model, 0, why), WL_BAD_EVENT);
  assert_false(issue(&p, 0, WL_OK).halt);
  assert_true(issue(&p, 0, WL_OK).halt);
  bad_issue(&p, 0, "halted");
  assert_int_equal(wl_model_resume(p.model, 0, why), WL_OK);
  issue(&p, 0, WL_OK);
  program_close(&p);
  // A fault in the handler stops the wave for good.
  open_with_trap(&p);
  emit(&p, sopp(WL_OP_s_trap, 1));
  place(&p, kHandler);
  emit(&p, 0xffffffff);
  start(&p, 0);
  issue(&p, 0, WL_OK);
  issue(&p, 0, WL_ILLEGAL_INST);
  bad_issue(&p, 0, "halted");
  assert_int_equal(wl_model_resume(p.model, 0, why), WL_BAD_EVENT);
  program_close(&p);
}

static struct {
  uint32_t count;
  wl_message last;
} reported;
static void report(void *to, const wl_message *m) {
  assert_ptr_equal(to, &reported);
  reported.count++;
  reported.last = *m;
}

// Decisions: D-FLOW-8, D-FLOW-9.
static void messages(void **state) {
  (void)state;
  struct program p;
  char why[160];
  wl_message m;
  program_open(&p);
  emit(&p, sop1(WL_OP_s_mov_b32, M0, 133));
  emit(&p, S_NOP);
  emit(&p, sopp(WL_OP_s_sendmsg, 0xf321));
  emit(&p, sop1(WL_OP_s_mov_b32, M0, 134));
  emit(&p, S_NOP);
  emit(&p, sopp(WL_OP_s_ttracedata, 0));
  emit(&p, sopp(WL_OP_s_sendmsghalt, 2));
  emit(&p, S_ENDPGM);
  start(&p, 0);
  issues(&p, 0, 6);
  assert_int_equal(state_regs(&p, 0).counters, 1 << 16);
  assert_true(issue(&p, 0, WL_OK).halt);
  assert_int_equal(state_regs(&p, 0).counters, 2 << 16);
  assert_int_equal(wl_model_resume(p.model, 0, why), WL_OK);
  bad_issue(&p, 0, "LGKM_CNT is 2");
  assert_int_equal(wl_model_message(p.model, 0, &m, why), WL_OK);
  assert_true(!m.trace && m.simm == 0xf321 && m.m0 == 5);
  assert_int_equal(state_regs(&p, 0).counters, 1 << 16);
  assert_int_equal(wl_model_message(p.model, 0, &m, why), WL_OK);
  assert_true(m.trace && m.m0 == 6);
  assert_int_equal(wl_model_message(p.model, 0, &m, why), WL_OK);
  assert_true(!m.trace && m.simm == 2 && m.m0 == 6);
  assert_int_equal(wl_model_message(p.model, 0, &m, why), WL_BAD_EVENT);
  issue(&p, 0, WL_OK);
  // Standalone: each message goes to the function of wl_model_on_message, and no wave halts.
  wl_model_on_message(p.model, report, &reported);
  start(&p, 1);
  run(&p, WL_OK);
  assert_int_equal(reported.count, 3);
  assert_true(reported.last.slot == 1 && reported.last.simm == 2 && reported.last.m0 == 6);
  program_close(&p);
  // Issue waits while LGKM_CNT is 15.
  program_open(&p);
  for (int i = 0; i < 16; i++) emit(&p, sopp(WL_OP_s_sendmsg, 1));
  start(&p, 0);
  issues(&p, 0, 15);
  bad_issue(&p, 0, "LGKM_CNT is 15");
  program_close(&p);
}

// Decisions: D-FLOW-3, D-FLOW-4, D-FLOW-5.
static void sleep_and_nothing(void **state) {
  (void)state;
  struct program p;
  char text[200];
  program_open(&p);
  p.init.waves_in_group = 2;
  emit(&p, sopp(WL_OP_s_sleep, 3));
  emit(&p, sopp(WL_OP_s_wakeup, 0));
  emit(&p, sopp(WL_OP_s_setkill, 1));
  emit(&p, sopp(WL_OP_s_incperflevel, 3));
  emit(&p, sopp(WL_OP_s_decperflevel, 3));
  emit(&p, sopp(WL_OP_s_endpgm_ordered_ps_done, 0));
  start(&p, 0);
  p.init.wave_in_group = 1;
  p.init.vgpr_base = 32;
  start(&p, 1);
  issue(&p, 0, WL_OK);
  issue(&p, 1, WL_OK);
  wl_model_waiting_for(p.model, 0, text, sizeof text);
  assert_non_null(strstr(text, "asleep before 0x10004 after s_sleep 3, at most 256 cycles"));
  issue(&p, 1, WL_OK);
  wl_model_waiting_for(p.model, 0, text, sizeof text);
  assert_null(strstr(text, "asleep"));
  const wl_state_regs before = state_regs(&p, 1);
  issues(&p, 1, 3);
  wl_state_regs after = state_regs(&p, 1);
  after.pc_lo = before.pc_lo;
  assert_memory_equal(&before, &after, sizeof before);
  assert_int_equal(issue(&p, 1, WL_OK).end, WL_END_PGM);
  issues(&p, 0, 4);
  assert_int_equal(issue(&p, 0, WL_OK).end, WL_END_PGM);
  program_close(&p);

  program_open(&p);
  emit(&p, sopp(WL_OP_s_endpgm_saved, 0));
  start(&p, 0);
  assert_int_equal(issue(&p, 0, WL_OK).end, WL_END_PGM);
  program_close(&p);
}

// Decisions: D-FLOW-23, D-FLOW-24.
static void single_step(void **state) {
  (void)state;
  struct program p;
  char why[160], text[200];
  wl_message m;
  open_with_trap(&p);
  emit2(&p, (uint64_t)sopk(WL_OP_s_setreg_imm32_b32, 0, 11 << 6 | 1) |
                1ull << 32);  // MODE.DEBUG_EN = 1: not followed by a step
  emit(&p, sopp(WL_OP_s_branch, 1));
  emit(&p, S_NOP);
  emit(&p, sopp(WL_OP_s_sendmsg, 1));
  emit(&p, sopp(WL_OP_s_sethalt, 1));  // halts: no step
  emit(&p, sopp(WL_OP_s_trap, 7));     // its own trap: no step
  emit(&p, S_ENDPGM);
  place(&p, kHandler);
  emit(&p, sop1(WL_OP_s_rfe_b64, 0, TTMP));
  start(&p, 0);
  issue(&p, 0, WL_OK);
  assert_int_equal(wl_model_trap(p.model, 0, why), WL_BAD_EVENT);
  issue(&p, 0, WL_OK);  // s_branch
  bad_issue(&p, 0, "single step");
  assert_int_equal(wl_model_trap(p.model, 0, why), WL_OK);
  assert_int_equal(sgpr(&p, 0, TTMP), kCode + 16);
  assert_int_equal(sgpr(&p, 0, TTMP + 1), 0);
  assert_int_equal(pc(&p, 0), kHandler);
  assert_int_equal(state_regs(&p, 0).status & PRIV, PRIV);
  issue(&p, 0, WL_OK);  // s_rfe
  assert_int_equal(wl_model_trap(p.model, 0, why), WL_BAD_EVENT);
  issue(&p, 0, WL_OK);  // s_sendmsg: the step waits for it
  wl_model_waiting_for(p.model, 0, text, sizeof text);
  assert_non_null(strstr(text, "single step"));
  assert_int_equal(wl_model_trap(p.model, 0, why), WL_BAD_EVENT);
  assert_int_equal(wl_model_message(p.model, 0, &m, why), WL_OK);
  assert_int_equal(wl_model_trap(p.model, 0, why), WL_OK);
  issue(&p, 0, WL_OK);
  assert_true(issue(&p, 0, WL_OK).halt);
  assert_int_equal(wl_model_trap(p.model, 0, why), WL_BAD_EVENT);
  assert_int_equal(wl_model_resume(p.model, 0, why), WL_OK);
  issue(&p, 0, WL_OK);  // s_trap
  assert_int_equal(wl_model_trap(p.model, 0, why), WL_BAD_EVENT);
  assert_int_equal(sgpr(&p, 0, TTMP + 1), 7 << 16);
  program_close(&p);
}

// Standalone, the handler counts the steps of a loop with vector instructions and a memory access.
static void single_step_alone(void **state) {
  (void)state;
  struct program p;
  open_with_trap(&p);
  emit(&p, sop1(WL_OP_s_mov_b32, 4, 131));
  emit2(&p, (uint64_t)sopk(WL_OP_s_setreg_imm32_b32, 0, 11 << 6 | 1) | 1ull << 32);
  emit(&p, vop2(WL_OP_v_add_u32, 1, 129, 1));  // loop, 4 instructions, 3 times
  emit(&p, sop2(WL_OP_s_sub_u32, 4, 4, 129));  // s_sub_u32
  emit(&p, sopc(WL_OP_s_cmp_lg_u32, 4, 128));  // s_cmp_lg_u32
  emit(&p, sopp(WL_OP_s_cbranch_scc1, 0xfffc));
  emit(&p, S_ENDPGM);
  place(&p, kHandler);
  emit(&p, sop2(WL_OP_s_add_u32, 10, 10, 129));  // SCC is lost: keep it
  emit(&p, sop1(WL_OP_s_rfe_b64, 0, TTMP));
  start(&p, 0);
  // s_add_u32 clears SCC, so the branch is never taken and the loop runs once: 4 steps.
  run(&p, WL_OK);
  assert_int_equal(sgpr(&p, 0, 10), 4);
  assert_int_equal(wl_model_phys_vgpr(p.model, 1)[0], 1);
  program_close(&p);
}

// v_rcp_f32 of 0: division by zero. v_rcp_f32 of 3.0: inexact. v_log_f32 of -1.0: invalid.
enum { Z = 1 << 2, X = 1 << 5, I = 1 << 0, EXCP_EN = 12 };
static void divide_by_zero(struct program *p) { emit(p, vop1(WL_OP_v_rcp_f32, 1, 128)); }
static void inexact(struct program *p) { emit2(p, vop1(WL_OP_v_rcp_f32, 1, LITERAL) | 0x40400000ull << 32); }
static void invalid(struct program *p) { emit(p, vop1(WL_OP_v_log_f32, 1, 243)); }

static void set_excp_en(struct program *p, uint32_t exceptions) {
  emit2(p, (uint64_t)sopk(WL_OP_s_setreg_imm32_b32, 0, 6 << 11 | EXCP_EN << 6 | WL_HWREG_MODE) | (uint64_t)exceptions
                                                                                                     << 32);
}
static void set_trapsts(struct program *p, uint32_t exceptions) {
  emit2(p, (uint64_t)sopk(WL_OP_s_setreg_imm32_b32, 0, 6 << 11 | WL_HWREG_TRAPSTS) | (uint64_t)exceptions << 32);
}

// Decisions: D-FLOW-25, D-FLOW-26, D-FLOW-27, D-FLOW-29.
static void exception_trap(void **state) {
  (void)state;
  struct program p;
  wl_message m;
  char why[160], text[200];
  open_with_trap(&p);
  p.init.mode = Z << EXCP_EN;
  inexact(&p);  // no bit of EXCP_EN: no trap
  emit(&p, sopp(WL_OP_s_sendmsg, 1));
  divide_by_zero(&p);  // traps when the message is taken
  divide_by_zero(&p);  // the bit is there: no trap
  set_excp_en(&p, X);  // of a bit that is there: no trap
  inexact(&p);
  emit(&p, S_ENDPGM);
  place(&p, kHandler);
  emit(&p, sop1(WL_OP_s_rfe_b64, 0, TTMP));
  start(&p, 0);
  issue(&p, 0, WL_OK);
  assert_int_equal(state_regs(&p, 0).trapsts, X);
  assert_int_equal(wl_model_trap(p.model, 0, why), WL_BAD_EVENT);
  issues(&p, 0, 2);
  assert_int_equal(state_regs(&p, 0).trapsts, X | Z);
  bad_issue(&p, 0, "exception");
  assert_false(wl_model_could_issue(p.model, 0));
  wl_model_waiting_for(p.model, 0, text, sizeof text);
  assert_non_null(strstr(text, "exception"));
  assert_int_equal(wl_model_trap(p.model, 0, why), WL_BAD_EVENT);
  assert_int_equal(wl_model_message(p.model, 0, &m, why), WL_OK);
  assert_true(wl_model_could_issue(p.model, 0));
  assert_int_equal(wl_model_trap(p.model, 0, why), WL_OK);
  assert_int_equal(pc(&p, 0), kHandler);
  assert_int_equal(sgpr64(&p, 0, TTMP), kCode + 16);
  assert_int_equal(state_regs(&p, 0).status & PRIV, PRIV);
  issues(&p, 0, 4);
  assert_int_equal(wl_model_trap(p.model, 0, why), WL_BAD_EVENT);
  program_close(&p);
}

// Standalone. The handler counts, and clears TRAPSTS; what it raises itself does not trap. The last exception is raised
// before s_endpgm.
static void exception_trap_alone(void **state) {
  (void)state;
  for (unsigned step = 0; step < 2; step++) {
    struct program p;
    open_with_trap(&p);
    p.init.mode = (Z | I) << EXCP_EN;
    emit(&p, sop1(WL_OP_s_mov_b32, 10, 128));
    inexact(&p);
    divide_by_zero(&p);  // traps
    invalid(&p);         // traps
    set_excp_en(&p, 0);
    divide_by_zero(&p);
    set_excp_en(&p, I | X);
    inexact(&p);  // X was raised with EXCP_EN = 0: no trap
    if (step)     // with a single step for the same instruction (D-FLOW-28)
      emit2(&p, (uint64_t)sopk(WL_OP_s_setreg_imm32_b32, 0, 11 << 6 | WL_HWREG_MODE) | 1ull << 32);
    invalid(&p);  // traps
    emit(&p, S_ENDPGM);
    place(&p, kHandler);
    emit(&p, sop2(WL_OP_s_add_u32, 10, 10, 129));
    set_trapsts(&p, X);
    invalid(&p);
    set_trapsts(&p, X);
    emit(&p, sop1(WL_OP_s_rfe_b64, 0, TTMP));
    start(&p, 0);
    run(&p, WL_OK);
    assert_int_equal(sgpr(&p, 0, 10), 3);
    program_close(&p);
  }
}

// Without a handler, and for lanes that are not active, nothing traps.
static void exceptions_without_trap(void **state) {
  (void)state;
  struct program p;
  char why[160];
  program_open(&p);
  p.init.mode = WL_MODE_EXCP_EN;
  divide_by_zero(&p);
  start(&p, 0);
  issue(&p, 0, WL_OK);
  assert_int_equal(state_regs(&p, 0).trapsts, Z);
  assert_int_equal(wl_model_trap(p.model, 0, why), WL_BAD_EVENT);
  program_close(&p);
  open_with_trap(&p);
  p.init.mode = WL_MODE_EXCP_EN;
  p.init.exec = 0;
  divide_by_zero(&p);
  start(&p, 0);
  issue(&p, 0, WL_OK);
  assert_int_equal(state_regs(&p, 0).trapsts, 0);
  assert_int_equal(wl_model_trap(p.model, 0, why), WL_BAD_EVENT);
  program_close(&p);
}

// wl_model_could_issue: each reason that stops a wave, one after the other.
static void could_issue(void **state) {
  (void)state;
  struct program p;
  wl_message m;
  char why[160];
  open_with_trap(&p);
  p.init.exec = 0;
  p.init.waves_in_group = 2;
  emit2(&p, global(WL_OP_global_load_dword, 4, 0, 0, OFF, 0));
  emit(&p, 0xbf8c0f70);                   // vmcnt(0)
  emit(&p, sopp(WL_OP_s_ttracedata, 1));  // s_ttracedata
  emit(&p, sopp(WL_OP_s_sendmsg, 1));     // s_sendmsg
  emit(&p, S_BARRIER);
  emit(&p, sopp(WL_OP_s_sethalt, 1));  // s_sethalt
  emit(&p, 0xbf9f0000);                // illegal: refused, so nothing to wait for
  assert_false(wl_model_could_issue(p.model, 0));
  start(&p, 0);
  p.init.pc += 8 * 4;
  p.init.wave_in_group = 1;
  place(&p, p.init.pc);
  emit(&p, S_BARRIER);
  emit(&p, sopp(WL_OP_s_ttracedata, 2));
  emit(&p, S_ENDPGM);
  start(&p, 1);
  for (int slot = 0; slot < 2; slot++) assert_true(wl_model_could_issue(p.model, slot));
  issue(&p, 0, WL_OK);
  assert_false(wl_model_could_issue(p.model, 0));
  assert_int_equal(wl_model_return(p.model, WL_UNIT_VMEM, 0, 0, why), WL_OK);
  assert_true(wl_model_could_issue(p.model, 0));
  issues(&p, 0, 2);
  assert_false(wl_model_could_issue(p.model, 0));  // room for one more message is not certain
  assert_int_equal(wl_model_message(p.model, 0, &m, why), WL_OK);
  assert_true(wl_model_could_issue(p.model, 0));
  issue(&p, 0, WL_OK);
  assert_int_equal(wl_model_message(p.model, 0, &m, why), WL_OK);
  issue(&p, 0, WL_OK);
  assert_false(wl_model_could_issue(p.model, 0));  // at the barrier
  issue(&p, 1, WL_OK);
  assert_int_equal(wl_model_barrier_release(p.model, 0, why), WL_OK);
  assert_true(wl_model_could_issue(p.model, 0));
  issue(&p, 0, WL_OK);
  assert_false(wl_model_could_issue(p.model, 0));  // halted
  assert_int_equal(wl_model_resume(p.model, 0, why), WL_OK);
  assert_true(wl_model_could_issue(p.model, 0));
  issue(&p, 0, WL_ILLEGAL_INST);
  assert_false(wl_model_could_issue(p.model, 0));
  issue(&p, 1, WL_OK);
  assert_false(wl_model_could_issue(p.model, 1));  // its trace data is in flight and it would end (D-FLOW-4)
  bad_issue(&p, 1, "s_endpgm issued before the host has taken all messages of the wave");
  assert_int_equal(wl_model_message(p.model, 1, &m, why), WL_OK);
  assert_true(wl_model_could_issue(p.model, 1));
  program_close(&p);

  // A single step is due: when all counters are 0.
  open_with_trap(&p);
  p.init.exec = 0;
  p.init.mode = DEBUG_EN;
  emit2(&p, ds(WL_OP_ds_read_b32, 4, 0, 0, 0, 0));
  emit(&p, 0xbf8cc07f);
  start(&p, 0);
  assert_true(wl_model_could_issue(p.model, 0));
  issue(&p, 0, WL_OK);
  assert_false(wl_model_could_issue(p.model, 0));
  assert_int_equal(wl_model_return(p.model, WL_UNIT_LDS, 0, 0, why), WL_OK);
  assert_true(wl_model_could_issue(p.model, 0));
  program_close(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(trap_and_return),
      cmocka_unit_test(trap_waits_and_nests),
      cmocka_unit_test(privileged_operands),
      cmocka_unit_test(registers),
      cmocka_unit_test(debug_branches),
      cmocka_unit_test(halt_and_resume),
      cmocka_unit_test(messages),
      cmocka_unit_test(sleep_and_nothing),
      cmocka_unit_test(single_step),
      cmocka_unit_test(could_issue),
      cmocka_unit_test(single_step_alone),
      cmocka_unit_test(exception_trap),
      cmocka_unit_test(exception_trap_alone),
      cmocka_unit_test(exceptions_without_trap),
  };
  return cmocka_run_group_tests_name("control", tests, NULL, NULL);
}
