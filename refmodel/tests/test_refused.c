// SPDX-License-Identifier: Apache-2.0
// Events of a DUT that the model refuses in lockstep, each with what it says. Their instructions are not in flight or
// their operands have not been read, there are no such lines or lanes, or they return too early. Waves do not exist, or
// they may not issue, be resumed or trap.
#include "control_unit.h"
#include "wavelock/encoding.h"

static void request(struct program *p, wl_transaction t, const char *part) {
  char why[160] = "";
  wl_transaction predicted;
  refused(wl_model_request(p->model, &t, &predicted, why), why, part);
}

static void transactions(void **state) {
  (void)state;
  struct program p;
  char why[160] = "";
  uint32_t data[16];
  program_open(&p);
  p.init.sgpr_count = 6;
  p.init.sgpr[4] = (uint32_t)kData;
  p.init.exec = 1;
  emit2(&p, smem(WL_OP_s_load_dwordx2, 8, 4, 0));
  emit2(&p, global(WL_OP_global_load_dwordx2, 2, 0, 0, 4, 0));
  const wl_transaction scalar = {.unit = WL_UNIT_SMEM, .line = kData, .byte_enable = 0xff, .lanes = 1};
  const wl_transaction vector = {.unit = WL_UNIT_VMEM, .line = kData, .byte_enable = 0xf, .lanes = 1};
  start(&p, 0);
  request(&p, scalar, "SMEM transaction of wave 0, tag 0: no such instruction is in flight");
  issue(&p, 0, WL_OK);
  issue(&p, 0, WL_OK);
  wl_transaction t = scalar, predicted;
  t.line += 4;
  request(&p, t, "line 0x200004 is not a multiple of 64");
  t = scalar;
  t.lanes = 2;
  request(&p, t, "an SMEM transaction must have component 0 and lanes 1");
  t = vector;
  t.lanes = 0;
  request(&p, t, "the transaction has no lane");
  good(wl_model_request(p.model, &scalar, &predicted, why), why);
  good(wl_model_request(p.model, &vector, &predicted, why), why);
  refused(wl_model_perform(p.model, &scalar, true, data, why), why, "memory answered that line 0x200000 is unmapped");
  good(wl_model_perform(p.model, &scalar, false, data, why), why);
  good(wl_model_perform(p.model, &vector, false, data, why), why);
  // Each returns when all of it is there.
  good(wl_model_write_back_sgpr(p.model, 0, 0, 8, 1, data, why), why);
  refused(wl_model_return(p.model, WL_UNIT_SMEM, 0, 0, why), why, "before it has written all its SGPRs (0x1 of 0x3)");
  refused(wl_model_return(p.model, WL_UNIT_VMEM, 0, 0, why), why,
          "before memory was accessed for component 1 of lanes");
  // What moves nothing between memory and the LDS.
  const wl_lds_access a = {.op = WL_MEM_STORE, .byte_enable = 15};
  wl_lds_access moved;
  refused(wl_model_lds_transfer(p.model, &a, &moved, why), why, "transfers nothing from or to the LDS");
  program_close(&p);
}

static void lds(void **state) {
  (void)state;
  struct program p;
  char why[160] = "";
  wl_lds_access predicted;
  wl_export_beat beat;
  program_open(&p);
  p.init.exec = 1;
  emit2(&p, ds(WL_OP_ds_read_b32, 4, 0, 0, 0, 0));
  start(&p, 0);
  issue(&p, 0, WL_OK);
  const wl_lds_access cases[] = {{.quad = 16}, {.access = 2}, {.bank = 4}, {.row = 256}};
  for (uint32_t i = 0; i < 4; i++) refused(wl_model_lds(p.model, &cases[i], &predicted, why), why, "is out of range");
  refused(wl_model_operands_read(p.model, WL_UNIT_LDS, 0, 0, why), why,
          "no such instruction of GDS or with control words is in flight");
  refused(wl_model_export(p.model, 5, 0, &beat, why), why, "export of slot 5, which has no wave");
  program_close(&p);
}

// With control words an instruction does nothing before its operands_read.
static void operands_first(void **state) {
  (void)state;
  struct program p;
  char why[160] = "";
  uint32_t data[16], mask;
  wl_export_beat beat;
  wl_lds_access moved;
  control_open(&p);
  p.init.exec = 1;
  p.init.sgpr_count = 6;
  p.init.sgpr[4] = (uint32_t)kData;
  put2(&p, NEUTRAL + 1, ds(WL_OP_ds_read_b32, 4, 1, 0, 0, 0));
  put2(&p, NEUTRAL + 1, global(WL_OP_global_load_dword, 2, 1, 0, 4, 0));
  put2(&p, NEUTRAL + 1, global(WL_OP_global_load_dword, 2, 1, 0, 4, 0) | WL_FLAT_LDS);
  put2(&p, NEUTRAL + 1, 0xc4000000u | 1 | (uint64_t)4 << 32);  // VSRC0
  start(&p, 0);
  for (uint32_t tag = 1; tag <= 4; tag++) {
    (void)issue_to(&p, (wl_unit_cycles){0}, tag, WL_OK);
    edge(&p, 3);
  }
  const wl_lds_access read = {.tag = 1}, move = {.tag = 3, .op = WL_MEM_STORE, .byte_enable = 15};
  uint32_t cycles, conflicts;
  refused(wl_model_lds(p.model, &read, &moved, why), why, "accesses the LDS before its operands were read");
  refused(wl_model_lds_cycles(p.model, 0, 1, &cycles, &conflicts, why), why, "its operands were not read");
  request(&p, (wl_transaction){.unit = WL_UNIT_VMEM, .tag = 2, .line = kData, .lanes = 1},
          "accesses memory before its operands were read");
  refused(wl_model_write_back_vgpr(p.model, WL_UNIT_VMEM, 0, 2, 2, 0, &mask, data, why), why,
          "writes a VGPR before its operands were read");
  refused(wl_model_lds_transfer(p.model, &move, &moved, why), why, "transfers before its operands were read");
  refused(wl_model_export(p.model, 0, 4, &beat, why), why, "a beat is sent before its register was read");
  program_close(&p);
}

// Scalar loads, or one before them a vector ALU instruction, that all write in one cycle: more than the model keeps is
// no schedule of a unit.
static void many_sgprs(void **state) {
  (void)state;
  enum { LOADS = 6, KEPT = 4 };
  const wl_unit_cycles unit = {27, 1, 0};
  struct program p;
  char why[160] = "";
  uint32_t data[16];
  control_open(&p);
  p.init.sgpr_count = 6;
  p.init.sgpr[4] = (uint32_t)kData;
  put2(&p, NEUTRAL + 1, 0xd0c90004u | (uint64_t)(WL_SRC_ZERO | (VGPR + 1) << 9) << 32);  // v_cmp_lt_u32 s[4:5], 0, v1
  for (uint32_t i = 0; i < LOADS; i++) put2(&p, NEUTRAL + 1, smem(WL_OP_s_load_dwordx16, 16, 4, 0));
  start(&p, 0);
  (void)issue_to(&p, unit, 0, WL_OK);
  edge(&p, 1);
  for (uint32_t tag = 0; tag < LOADS; tag++) {
    (void)issue_to(&p, (wl_unit_cycles){0}, tag, WL_OK);
    edge(&p, 1);
    const wl_transaction t = {.unit = WL_UNIT_SMEM, .tag = tag, .line = kData, .byte_enable = ~0ull, .lanes = 1};
    wl_transaction predicted;
    good(wl_model_request(p.model, &t, &predicted, why), why);
    good(wl_model_perform(p.model, &t, false, data, why), why);
  }
  edge(&p, unit.first + 3 * unit.step - 1 - LOADS);
  for (uint32_t tag = 0; tag < KEPT; tag++) good(wl_model_write_back_sgpr(p.model, 0, tag, 16, 16, data, why), why);
  refused(wl_model_write_valu_sgpr(p.model, 0, 4, 2, data, why), why, "too many SGPRs are written in this cycle");
  refused(wl_model_write_back_sgpr(p.model, 0, KEPT, 16, 16, data, why), why,
          "too many SGPRs are written in this cycle");
  program_close(&p);
}

// ---- waves -----------------------------------------------------------------------------------------

static void refused_issue(struct program *p, uint32_t slot, uint32_t tag, const char *part) {
  wl_effect e;
  const wl_result result = wl_model_issue(p->model, slot, tag, &e);
  refused(result, e.why, part);
}

static void slots_without_wave(void **state) {
  (void)state;
  struct program p;
  char why[160] = "";
  wl_message m;
  program_open(&p);
  refused_issue(&p, 5, 0, "issue from slot 5, which has no wave");
  refused(wl_model_message(p.model, 16, &m, why), why, "message of wave 16, which does not exist");
  refused(wl_model_resume(p.model, 5, why), why, "slot 5 has no wave");
  refused(wl_model_trap(p.model, 5, why), why, "slot 5 has no wave");
  program_close(&p);
}

static void resume_after_fault(void **state) {
  (void)state;
  struct program p;
  char why[160] = "";
  program_open(&p);
  emit(&p, 0xffffffff);
  start(&p, 0);
  issue(&p, 0, WL_ILLEGAL_INST);
  refused(wl_model_resume(p.model, 0, why), why, "wave 0 is halted by a fault");
  program_close(&p);
}

// A step is due, and the wave waits at a barrier, or another one is in a clause.
static void trap_that_waits(void **state) {
  (void)state;
  struct program p;
  char why[160] = "";
  program_open(&p);
  p.init.trap_enabled = true;
  p.init.waves_in_group = 2;
  p.init.mode = WL_MODE_DEBUG_EN;
  emit(&p, S_BARRIER);
  start(&p, 0);
  issue(&p, 0, WL_OK);
  refused(wl_model_trap(p.model, 0, why), why, "enters its trap handler while it waits at a barrier");
  p.init.group = 1;
  p.init.waves_in_group = 1;
  p.init.pc = p.at;
  emit(&p, S_NOP);
  start(&p, 1);
  issue(&p, 1, WL_OK);
  p.init.group = 2;
  p.init.mode = 0;
  p.init.pc = p.at;
  emit(&p, sopp(WL_OP_clause, 2));
  start(&p, 2);
  issue(&p, 2, WL_OK);
  refused(wl_model_trap(p.model, 1, why), why, "wave 1 enters its trap handler while wave 2 is in a clause");
  program_close(&p);
}

static void trap_before_stall_ends(void **state) {
  (void)state;
  struct program p;
  char why[160] = "";
  control_open(&p);
  p.init.trap_enabled = true;
  p.init.mode = WL_MODE_DEBUG_EN;
  put(&p, NEUTRAL + 3, S_NOP);
  start(&p, 0);
  (void)issue_to(&p, (wl_unit_cycles){0}, 0, WL_OK);
  edge(&p, 1);
  refused(wl_model_trap(p.model, 0, why), why, "wave 0 enters its trap handler with STALL 2");
  edge(&p, 2);
  good(wl_model_trap(p.model, 0, why), why);
  program_close(&p);
}

// An instruction that is refused waits for STALL too.
static void malformed_waits_for_stall(void **state) {
  (void)state;
  struct program p;
  control_open(&p);
  put(&p, NEUTRAL + 2, S_NOP);
  put(&p, NEUTRAL + 1, S_WAITCNT_0);
  start(&p, 0);
  (void)issue_to(&p, (wl_unit_cycles){0}, 0, WL_OK);
  edge(&p, 1);
  refused_issue(&p, 0, 0, "issued too early: STALL is 1");
  edge(&p, 1);
  (void)issue_to(&p, (wl_unit_cycles){0}, 0, WL_ILLEGAL_INST);
  program_close(&p);
}

// More of a wave than can be in flight: messages, vector ALU instructions, halves of FLAT under one tag.
static void too_many(void **state) {
  (void)state;
  enum { MESSAGES = 256, VALU = 15 };
  struct program p;
  char why[160] = "";
  program_open(&p);
  for (uint32_t i = 0; i <= MESSAGES; i++) emit(&p, sopp(WL_OP_s_ttracedata, 0));
  start(&p, 0);
  for (uint32_t i = 0; i < MESSAGES; i++) issue(&p, 0, WL_OK);
  refused_issue(&p, 0, 0, "s_ttracedata issued with 256 messages of the wave in flight");
  program_close(&p);
  program_open(&p);
  p.init.exec = 0;
  for (uint32_t i = 0; i < 2; i++) emit2(&p, 0xdc500000u | (uint64_t)1 << 32 | (uint64_t)4 << 56);  // flat_load_dword
  start(&p, 0);
  issue(&p, 0, WL_OK);
  good(wl_model_return(p.model, WL_UNIT_VMEM, 0, 0, why), why);
  refused_issue(&p, 0, 0, "flat_load_dword issued under tag 0; the LDS still has tag 64");
  program_close(&p);
  control_open(&p);
  for (uint32_t i = 0; i <= VALU; i++) put(&p, NEUTRAL + 1, vop1(WL_OP_v_mov_b32, 3 + i, VGPR + 1));
  start(&p, 0);
  for (uint32_t i = 0; i < VALU; i++) {
    (void)issue_to(&p, (wl_unit_cycles){31, 1, 5}, 0, WL_OK);
    edge(&p, 1);
  }
  wl_model_control_unit(p.model, 0, (wl_unit_cycles){31, 1, 5});
  refused_issue(&p, 0, 0, "15 vector ALU instructions in flight");
  program_close(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(transactions),
      cmocka_unit_test(lds),
      cmocka_unit_test(operands_first),
      cmocka_unit_test(many_sgprs),
      cmocka_unit_test(slots_without_wave),
      cmocka_unit_test(resume_after_fault),
      cmocka_unit_test(trap_that_waits),
      cmocka_unit_test(trap_before_stall_ends),
      cmocka_unit_test(malformed_waits_for_stall),
      cmocka_unit_test(too_many),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
