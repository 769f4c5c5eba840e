// SPDX-License-Identifier: Apache-2.0
// What the model refuses (events that no schedule allows, program errors, faults), and code that changes.
#include <stdio.h>

#include "program.h"

static void starts(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  const wl_wave_init good = p.init;
  for (int i = 0; i < 10; i++) {
    wl_wave_init w = good;
    uint32_t slot = 0;
    if (i == 0) slot = 16;
    if (i == 1) w.vgpr_base = 240;
    if (i == 2) w.lds_base = 16384;
    if (i == 3) w.sgpr_size = 103;
    if (i == 4) w.group = 16;
    if (i == 5) w.waves_in_group = 17;
    if (i == 6) w.wave_in_group = 1;
    if (i == 7) w.sgpr_count = 33;
    if (i == 8) w.vgpr_size = 260;
    if (i == 9) w.vgpr_count = 4;
    assert_int_equal(wl_model_wave_start(p.model, slot, &w), WL_BAD_EVENT);
  }
  start(&p, 0);
  assert_int_equal(wl_model_wave_start(p.model, 0, &good), WL_BAD_EVENT);  // taken
  const wl_state_regs s = state_regs(&p, 0);
  assert_int_equal(s.status, 1 << 16 | 1 << 10);
  wl_state_regs none;
  memset(&none, 0, sizeof none);
  const wl_state_regs other = state_regs(&p, 1);
  assert_memory_equal(&other, &none, sizeof none);
  wl_effect e;
  assert_int_equal(wl_model_issue(p.model, 1, 0, &e), WL_BAD_EVENT);
  const wl_config wrong = {.waves = 17, .phys_vgprs = 4, .lds_entries = 4};
  assert_null(wl_model_new(&wrong, p.mem));
  program_close(&p);
}

// Initial values of any register, and a unit that clears the others.
static void initial_registers(void **state) {
  (void)state;
  for (int clears = 0; clears < 2; clears++) {
    struct program p;
    program_open_unit(&p, &(wl_config){.waves = 16, .phys_vgprs = 256, .lds_entries = 256, .clears = clears});
    wl_initial initial[3] = {{.vector = true, .number = 3, .lanes = 6, .value = {1, 2, 3, 4}},
                             {.number = 9, .lanes = 1, .value = {7}},
                             {.number = WL_TTMP + 2, .lanes = 1, .value = {8}}};
    const wl_wave_init good = p.init;
    p.init.more = initial;
    p.init.more_count = 3;
    for (int i = 0; i < 5; i++) {
      const wl_initial right = initial[1];
      if (i < 2) initial[1] = (wl_initial){.vector = true, .number = i ? good.vgpr_size : 0, .lanes = 1};
      if (i == 2) initial[1].number = good.sgpr_size;
      if (i == 3) initial[1].number = WL_M0;
      if (i == 4) initial[1].number = 0;
      p.init.vgpr_count = p.init.sgpr_count = 1;
      assert_int_equal(wl_model_wave_start(p.model, 0, &p.init), WL_BAD_EVENT);
      initial[1] = right;
    }
    p.init.vgpr_count = good.vgpr_count;
    p.init.sgpr_count = good.sgpr_count;
    assert_int_equal(wl_model_wave_start(p.model, 0, &p.init), WL_OK);
    assert_int_equal(wl_model_phys_vgpr(p.model, good.vgpr_base + 3)[0], 0);
    assert_int_equal(wl_model_phys_vgpr(p.model, good.vgpr_base + 3)[1], 2);
    assert_int_equal(wl_model_phys_vgpr(p.model, good.vgpr_base + 3)[2], 3);
    assert_int_equal(wl_model_sgprs(p.model, 0)[9], 7);
    assert_int_equal(wl_model_sgprs(p.model, 0)[WL_TTMP + 2], 8);
    // The next wave of the slot.
    emit(&p, 0xBF810000);  // s_endpgm
    issue(&p, 0, WL_OK);
    assert_int_equal(wl_model_wave_start(p.model, 0, &good), WL_OK);
    assert_int_equal(wl_model_phys_vgpr(p.model, good.vgpr_base + 3)[2], clears ? 0 : 3);
    assert_int_equal(wl_model_sgprs(p.model, 0)[9], clears ? 0 : 7);
    program_close(&p);
  }
}

// Decisions: D-ILL-4.
static void fetch_faults(void **state) {
  (void)state;
  for (int standalone = 0; standalone < 2; standalone++) {
    for (int half = 0; half < 2; half++) {
      struct program p;
      program_open(&p);
      p.init.pc = kCode + 4 * WL_PAGE - (half ? 4 : 0);
      const uint32_t w = sop1(WL_OP_s_mov_b32, 0, LITERAL);  // its literal is in the next page
      assert_true(wl_mem_write(p.mem, kCode + 4 * WL_PAGE - 4, &w, 4));
      start(&p, 0);
      if (standalone) run(&p, WL_FETCH_FAULT);
      else issue(&p, 0, WL_FETCH_FAULT);
      assert_int_equal(state_regs(&p, 0).trapsts, 1 << 8);
      assert_int_equal(state_regs(&p, 0).pc_lo, p.init.pc);
      if (!standalone) {
        char text[160];
        wl_model_waiting_for(p.model, 0, text, sizeof text);
        assert_non_null(strstr(text, "fetch fault"));
      }
      program_close(&p);
    }
  }
}

// An 8-byte instruction across two pages, and code that runs on into the next page.
static void page_crossing(void **state) {
  (void)state;
  for (int standalone = 0; standalone < 2; standalone++) {
    struct program p;
    program_open(&p);
    p.at = p.init.pc = kCode + WL_PAGE - 8;
    emit(&p, sop1(WL_OP_s_mov_b32, 3, 133));
    emit2(&p, sop1(WL_OP_s_mov_b32, 4, LITERAL) | 0xabcull << 32);
    emit(&p, sop1(WL_OP_s_mov_b32, 5, 134));
    emit(&p, S_ENDPGM);
    start(&p, 0);
    if (standalone) run(&p, WL_OK);
    else
      for (int n = 0; n < 4; n++) issue(&p, 0, WL_OK);
    assert_int_equal(sgpr(&p, 0, 3), 5);
    assert_int_equal(sgpr(&p, 0, 4), 0xabc);
    assert_int_equal(sgpr(&p, 0, 5), 6);
    program_close(&p);
  }
}

static void changed_code(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  emit(&p, sop1(WL_OP_s_mov_b32, 4, 129));
  emit(&p, sopp(WL_OP_s_branch, 0xfffe));
  start(&p, 0);
  issue(&p, 0, WL_OK), issue(&p, 0, WL_OK);
  uint32_t w = sop1(WL_OP_s_mov_b32, 4, 130);
  assert_true(wl_mem_write(p.mem, kCode, &w, 4));
  issue(&p, 0, WL_OK);
  assert_int_equal(sgpr(&p, 0, 4), 2);
  w = S_ENDPGM;
  assert_true(wl_mem_write(p.mem, kCode + 4, &w, 4));
  run(&p, WL_OK);
  // A program that overwrites itself and then says s_icache_inv: v1 = s_mov_b32 s6, 7 goes over s_mov_b32 s6, 1.
  p.at = p.init.pc = kCode + 0x100;
  emit(&p, sop1(WL_OP_s_mov_b32, 6, 129));  // decoded on the first pass
  emit(&p, sopc(WL_OP_s_cmp_eq_u32, 6, 135));
  emit(&p, sopp(WL_OP_s_cbranch_scc1, 7));  // s6 == 7: done
  emit2(&p, vop1(WL_OP_v_mov_b32, 1, LITERAL) | (uint64_t)sop1(WL_OP_s_mov_b32, 6, 135) << 32);
  emit2(&p, global(WL_OP_global_store_dword, 0, 0, 1, 10, 0));
  emit(&p, S_WAITCNT_0);
  emit(&p, sopp(WL_OP_s_icache_inv, 0));
  emit(&p, sopp(WL_OP_s_branch, 0xfff6));
  emit(&p, S_ENDPGM);
  p.init.sgpr_count = 12;
  p.init.sgpr[10] = (uint32_t)kCode + 0x100;
  p.init.exec = 1;
  start(&p, 0);
  run(&p, WL_OK);
  assert_int_equal(sgpr(&p, 0, 6), 7);
  program_close(&p);
}

// Decisions: D-FLOW-4, D-WAIT-3, D-WAIT-4.
static void waits(void **state) {
  (void)state;
  struct program p;
  char why[160], text[160];
  program_open(&p);
  p.init.exec = 0;  // no transaction, but counted and returned all the same
  for (uint32_t i = 0; i < 16; i++) emit2(&p, ds(WL_OP_ds_read_b32, 4 + i, 0, 0, 0, 0));
  start(&p, 0);
  wl_effect e;
  for (uint32_t i = 0; i < 15; i++) assert_int_equal(wl_model_issue(p.model, 0, i, &e), WL_OK);
  assert_int_equal(wl_model_issue(p.model, 0, 15, &e), WL_BAD_EVENT);  // LGKM_CNT would be 16
  assert_non_null(strstr(e.why, "LGKM_CNT"));
  assert_int_equal(state_regs(&p, 0).pc_lo, kCode + 15 * 8);
  assert_int_equal(wl_model_return(p.model, WL_UNIT_LDS, 0, 1, why), WL_BAD_EVENT);  // out of order
  assert_int_equal(wl_model_return(p.model, WL_UNIT_VMEM, 0, 0, why), WL_BAD_EVENT);
  assert_int_equal(wl_model_return(p.model, WL_UNIT_LDS, 0, 0, why), WL_OK);
  assert_int_equal(wl_model_issue(p.model, 0, 0, &e), WL_OK);  // tag 0 is free again
  program_close(&p);

  // Who goes before a wave that nothing stops (D-ARB-2, D-ARB-4).
  program_open(&p);
  emit(&p, sopp(WL_OP_s_setprio, 3));
  emit(&p, sopp(WL_OP_s_setprio, 1));
  for (int n = 0; n < 3; n++) emit(&p, S_NOP);
  for (uint32_t slot = 0; slot < 4; slot++) {
    p.init.group = slot;
    p.init.vgpr_base = 32 * slot;
    p.init.pc = kCode + (slot == 0 ? 8 : 0);
    start(&p, slot);
  }
  wl_model_waiting_for(p.model, 0, text, sizeof text);
  assert_string_equal(text, "to issue s_nop at 0x10008; no wait condition stops it");
  issue(&p, 2, WL_OK);
  wl_model_waiting_for(p.model, 0, text, sizeof text);
  assert_string_equal(text, "to issue s_nop at 0x10008; outranked by slot 2 (USER_PRIO 3)");
  issue(&p, 1, WL_OK);
  issue(&p, 3, WL_OK);
  wl_model_waiting_for(p.model, 0, text, sizeof text);
  assert_string_equal(text, "to issue s_nop at 0x10008; outranked by slots 1, 2 and 3 (USER_PRIO 3)");
  issue(&p, 1, WL_OK);
  wl_model_waiting_for(p.model, 0, text, sizeof text);
  assert_string_equal(text, "to issue s_nop at 0x10008; outranked by slots 1, 2 and 3 (USER_PRIO up to 3)");
  wl_model_waiting_for(p.model, 2, text, sizeof text);
  assert_string_equal(text, "to issue s_setprio at 0x10004; no wait condition stops it");
  program_close(&p);

  program_open(&p);
  p.init.exec = 0;
  emit2(&p, global(WL_OP_global_load_dword, 4, 0, 0, OFF, 0));
  emit2(&p, global(WL_OP_global_store_dword, 0, 0, 8, OFF, 0));
  emit(&p, 0xbf8c0f71);  // vmcnt(1)
  emit(&p, S_ENDPGM);
  start(&p, 0);
  for (uint32_t i = 0; i < 2; i++) assert_int_equal(wl_model_issue(p.model, 0, i, &e), WL_OK);
  assert_int_equal(wl_model_issue(p.model, 0, 2, &e), WL_BAD_EVENT);
  wl_model_waiting_for(p.model, 0, text, sizeof text);
  assert_non_null(strstr(text, "vmcnt(1), VM_CNT is 2"));
  assert_int_equal(wl_model_return(p.model, WL_UNIT_VMEM, 0, 0, why), WL_OK);
  assert_int_equal(wl_model_issue(p.model, 0, 2, &e), WL_OK);
  assert_int_equal(wl_model_issue(p.model, 0, 2, &e), WL_BAD_EVENT);  // s_endpgm with VM_CNT 1
  assert_int_equal(wl_model_return(p.model, WL_UNIT_VMEM, 0, 1, why), WL_OK);
  assert_int_equal(wl_model_issue(p.model, 0, 2, &e), WL_OK);
  assert_int_equal(e.end, WL_END_PGM);
  program_close(&p);
}

// The same standalone: the run stops before the instruction with the same message, or hazards are ignored.
static void hazard_alone(uint64_t load, uint32_t wait, uint64_t use, const char *why) {
  for (int ignore = 0; ignore < 2; ignore++) {
    struct program p;
    wl_run_report report;
    program_open(&p);
    p.init.exec = 3;
    p.init.sgpr_count = 16;
    p.init.sgpr[10] = (uint32_t)kData;
    p.init.sgpr[12] = 1;  // fork mask
    emit2(&p, load);
    if (wait) emit(&p, wait);
    emit2(&p, use);
    for (int i = 0; i < 8; i++) emit(&p, S_ENDPGM);
    start(&p, 0);
    wl_model_ignore_hazards(p.model, ignore);
    wl_model_run(p.model, 1000, &report);
    if (why != NULL && !ignore) {
      assert_int_equal(report.result, WL_HAZARD_PENDING);
      assert_string_equal(report.why, why);
    } else {
      assert_int_not_equal(report.result, WL_HAZARD_PENDING);
    }
    program_close(&p);
  }
}

// Decisions: D-WAIT-6, D-WAIT-7.
static void hazards(void **state) {
  (void)state;
  const struct {
    uint64_t load;
    uint32_t wait;  // an s_waitcnt between, or 0
    uint64_t use;
    bool hazard;
  } cases[] = {
      {global(WL_OP_global_load_dword, 4, 0, 0, OFF, 0), 0, vop1(WL_OP_v_mov_b32, 5, VGPR + 4), true},
      {global(WL_OP_global_load_dword, 4, 0, 0, OFF, 0), 0xbf8cc07f, vop1(WL_OP_v_mov_b32, 5, VGPR + 4),
       true},  // lgkmcnt(0) is not vmcnt
      {global(WL_OP_global_load_dword, 4, 0, 0, OFF, 0), 0xbf8c0f70, vop1(WL_OP_v_mov_b32, 5, VGPR + 4), false},
      {global(WL_OP_global_load_dword, 4, 0, 0, OFF, 0), 0, vop1(WL_OP_v_mov_b32, 5, VGPR + 6), false},
      {global(WL_OP_global_load_dword, 4, 0, 0, OFF, 0), 0, vop1(WL_OP_v_mov_b32, 4, 128), true},    // overwrites it
      {global(WL_OP_global_load_dwordx4, 4, 0, 0, OFF, 0), 0, vop1(WL_OP_v_mov_b32, 7, 128), true},  // the last of four
      {global(WL_OP_global_load_dword, 4, 0, 0, OFF, 0), 0, global(WL_OP_global_load_dword, 4, 0, 0, OFF, 0),
       false},  // VMEM after VMEM lands in order
      {global(WL_OP_global_load_dword, 4, 0, 0, OFF, 0), 0, global(WL_OP_global_load_ubyte_d16_hi, 4, 0, 0, OFF, 0),
       false},  // also a half of the register
      {global(WL_OP_global_load_dword, 4, 0, 0, OFF, 0), 0, global(WL_OP_global_store_dword, 0, 0, 4, OFF, 0), true},
      {ds(WL_OP_ds_read_b32, 4, 0, 0, 0, 0), 0xbf8c0f70, ds(WL_OP_ds_write_b32, 0, 4, 0, 0, 0), true},
      {ds(WL_OP_ds_read_b32, 4, 0, 0, 0, 0), 0xbf8cc07f, ds(WL_OP_ds_write_b32, 0, 4, 0, 0, 0), false},
      {smem(WL_OP_s_load_dwordx2, 8, 10, 0), 0, sop1(WL_OP_s_mov_b32, 4, 9), true},
      {smem(WL_OP_s_load_dwordx2, 8, 10, 0), 0xbf8cc17f, sop1(WL_OP_s_mov_b32, 4, 9),
       true},  // lgkmcnt(1): SMEM returns in any order
      {smem(WL_OP_s_load_dwordx2, 8, 10, 0), 0xbf8cc07f, sop1(WL_OP_s_mov_b32, 4, 9), false},
      {smem(WL_OP_s_load_dword, 8, 10, 0), 0, sop1(WL_OP_s_bitset0_b32, 8, 128), true},
      {smem(WL_OP_s_load_dwordx2, VCC, 10, 0), 0, sopp(WL_OP_s_cbranch_vccz, 0), true},
      {smem(WL_OP_s_load_dwordx2, VCC, 10, 0), 0, sop1(WL_OP_s_mov_b32, 4, 251), true},
      {smem(WL_OP_s_load_dwordx2, VCC, 10, 0), 0, vop2(WL_OP_v_cndmask_b32, 5, VGPR + 6, 7),
       true},  // v_cndmask reads VCC
      {smem(WL_OP_s_load_dwordx2, VCC, 10, 0), 0, 0xd1e20000u | (uint64_t)(VGPR | VGPR << 9 | VGPR << 18) << 32,
       true},                                                                                // v_div_fmas too
      {smem(WL_OP_s_load_dwordx4, 0, 10, 0), 0, sopk(WL_OP_s_cbranch_i_fork, 12, 4), true},  // the fork's push
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct program p;
    program_open(&p);
    p.init.exec = 3;
    p.init.sgpr_count = 16;
    p.init.sgpr[10] = (uint32_t)kData;
    p.init.sgpr[12] = 1;  // fork mask
    emit2(&p, cases[i].load);
    if (cases[i].wait) emit(&p, cases[i].wait);
    const uint64_t at = p.at;
    emit2(&p, cases[i].use);
    start(&p, 0);
    wl_effect e;
    issue(&p, 0, WL_OK);
    char why[160];
    if (cases[i].wait) {
      // The test lowers the counters itself: the check must go by the program's s_waitcnt.
      uint32_t data[16], mask;
      const wl_block unit = i >= 11 ? WL_UNIT_SMEM : i >= 9 ? WL_UNIT_LDS : WL_UNIT_VMEM;
      if (unit == WL_UNIT_SMEM) {
        wl_transaction t = {.unit = unit, .line = kData, .byte_enable = 0xff, .lanes = 1}, predicted;
        assert_int_equal(wl_model_request(p.model, &t, &predicted, why), WL_OK);
        assert_int_equal(wl_model_perform(p.model, &t, false, data, why), WL_OK);
        assert_int_equal(wl_model_write_back_sgpr(p.model, 0, 0, 8, 2, data, why), WL_OK);
      } else if (unit == WL_UNIT_LDS) {
        wl_lds_access a = {0}, predicted;
        assert_int_equal(wl_model_lds(p.model, &a, &predicted, why), WL_OK);
        assert_int_equal(wl_model_write_back_vgpr(p.model, unit, 0, 0, 4, 0, &mask, data, why), WL_OK);
      } else {
        wl_transaction t = {.unit = unit, .line = 0, .lanes = 3}, predicted;
        assert_int_equal(wl_model_request(p.model, &t, &predicted, why), WL_OK);
        assert_int_equal(wl_model_perform(p.model, &t, true, data, why), WL_OK);
        assert_int_equal(wl_model_write_back_vgpr(p.model, unit, 0, 0, 4, 0, &mask, data, why), WL_OK);
      }
      assert_int_equal(wl_model_return(p.model, unit, 0, 0, why), WL_OK);
      issue(&p, 0, WL_OK);
    }
    const wl_result result = wl_model_issue(p.model, 0, 1, &e);
    if (result != (cases[i].hazard ? WL_HAZARD_PENDING : WL_OK)) fail_msg("case %zu: result %d, %s", i, result, e.why);
    assert_true((e.why[0] != 0) == cases[i].hazard);
    assert_true(state_regs(&p, 0).pc_lo != at);  // it executes all the same
    program_close(&p);
    hazard_alone(cases[i].load, cases[i].wait, cases[i].use, cases[i].hazard ? e.why : NULL);
  }
}

// The LDS serves one instruction at a time, in order, and each lane once.
static void lds_order(void **state) {
  (void)state;
  struct program p;
  char why[160];
  wl_effect e;
  wl_lds_access predicted;
  uint32_t mask, data[16];
  program_open(&p);
  p.init.vgpr_count = 1;
  for (uint32_t l = 0; l < WL_LANES; l++) p.init.vgpr[0][l] = 16 * l;
  p.init.exec = 0xff;
  emit2(&p, ds(WL_OP_ds_read_b32, 4, 0, 0, 0, 0));
  emit2(&p, ds(WL_OP_ds_write_b32, 0, 0, 1, 0, 0));
  start(&p, 0);
  assert_int_equal(wl_model_issue(p.model, 0, 0, &e), WL_OK);
  assert_int_equal(wl_model_issue(p.model, 0, 1, &e), WL_OK);
  wl_lds_access write = {.tag = 1, .op = WL_MEM_STORE};
  assert_int_equal(wl_model_lds(p.model, &write, &predicted, why), WL_BAD_EVENT);  // the read is older
  wl_lds_access a = {.quad = 1, .bank = 0, .row = 1};
  assert_int_equal(wl_model_lds(p.model, &a, &predicted, why), WL_BAD_EVENT);  // quad 0 first
  a = (wl_lds_access){.op = WL_MEM_STORE};
  assert_int_equal(wl_model_lds(p.model, &a, &predicted, why), WL_BAD_EVENT);  // it is a read
  for (uint32_t q = 0; q < 2; q++) {
    for (uint32_t bank = 0; bank < 4; bank++) {
      a = (wl_lds_access){.quad = q, .bank = 3 - bank, .row = q};
      assert_int_equal(wl_model_write_back_vgpr(p.model, WL_UNIT_LDS, 0, 0, 4, 0, &mask, data, why), WL_BAD_EVENT);
      assert_int_equal(wl_model_lds(p.model, &a, &predicted, why), WL_OK);
      assert_int_equal(predicted.byte_enable, 0xffff);
      assert_int_equal(wl_model_lds(p.model, &a, &predicted, why), WL_BAD_EVENT);  // twice
    }
  }
  assert_int_equal(wl_model_return(p.model, WL_UNIT_LDS, 0, 0, why), WL_BAD_EVENT);  // not landed
  assert_int_equal(wl_model_write_back_vgpr(p.model, WL_UNIT_LDS, 0, 0, 5, 0, &mask, data, why), WL_BAD_EVENT);
  assert_int_equal(wl_model_write_back_vgpr(p.model, WL_UNIT_LDS, 0, 0, 4, 0, &mask, data, why), WL_OK);
  assert_int_equal(mask, 0xff);
  assert_int_equal(wl_model_return(p.model, WL_UNIT_LDS, 0, 0, why), WL_OK);
  assert_int_equal(wl_model_lds(p.model, &write, &predicted, why), WL_OK);
  assert_int_equal(predicted.byte_enable, 0xf);
  program_close(&p);
}

static void run_limit(void **state) {
  (void)state;
  struct program p;
  wl_run_report report;
  program_open(&p);
  emit(&p, S_NOP);
  emit(&p, sopp(WL_OP_s_branch, 0xfffe));
  start(&p, 0);
  wl_model_run(p.model, 1001, &report);
  assert_int_equal(report.result, WL_BAD_EVENT);
  assert_int_equal(report.instructions, 1001);
  assert_int_equal(state_regs(&p, 0).pc_lo, kCode + 4);
  program_close(&p);
}

// Random words: nothing crashes, and issue and a standalone run have the same result. Memory instructions only have to
// be accepted or refused by both.
static void random_words(void **state) {
  (void)state;
  uint64_t random = 2026;
  struct program a, b;
  uint32_t executed = 0;
  program_open(&a);
  program_open(&b);
  for (uint32_t n = 0; n < 6000; n++) {
    static const uint32_t prefix[] = {0x80000000, 0xbe800000, 0xbf000000, 0xb0000000, 0xbf800000,
                                      0x00000000, 0x7e000000, 0x7c000000, 0xd0000000, 0xd1000000,
                                      0xc0000000, 0xd8000000, 0xdc008000};
    static const uint32_t opcode[] = {0x7f800000, 0x0000ff00, 0x007f0000, 0x0f800000, 0x007f0000,
                                      0x7e000000, 0x0001fe00, 0x01fe0000, 0x03ff0000, 0x03ff0000,
                                      0x03fc0000, 0x01fe0000, 0x01fc0000};
    const uint32_t f = random32(&random) % 13;
    uint32_t words[2] = {random32(&random), random32(&random)};
    // Mostly small register numbers, so that most instructions are legal.
    if (n % 8 != 0)
      words[0] = (words[0] & (opcode[f] | 0x0e0e0e0e)) | (f >= 5 && f <= 7 ? 0x100 : 0), words[1] &= 0x060e0e0e;
    words[0] |= prefix[f];
    wl_effect e;
    wl_run_report report;
    struct program *both[2] = {&a, &b};
    a.init.exec = n % 3 == 0 ? ~0ull : random64(&random);
    a.init.mode = n % 5 == 0 ? random32(&random) & 0x180000ff : 0xf0;
    a.init.sgpr_count = 32;
    for (uint32_t i = 0; i < 32; i++) a.init.sgpr[i] = random32(&random) >> random32(&random) % 32;
    a.init.pc = kCode + 8 * (n % 1000);
    b.init = a.init;
    for (int i = 0; i < 2; i++) {
      assert_true(wl_mem_write(both[i]->mem, a.init.pc, words, 8));
      start(both[i], 0);
    }
    const wl_result issued = wl_model_issue(a.model, 0, 0, &e);
    wl_model_run(b.model, 1, &report);
    const bool stopped = report.instructions == 1 && strstr(report.why, "limit") != NULL;
    if (issued == WL_OK && e.unit != WL_UNIT_SCALAR && e.unit != WL_UNIT_VALU) {
      assert_true(stopped);
      program_close(&a), program_close(&b);
      program_open(&a), program_open(&b);
      continue;
    }
    // Standalone, messages leave at once and a wave that halts itself is resumed.
    wl_message message;
    while (wl_model_message(a.model, 0, &message, NULL) == WL_OK) {
    }
    if (e.halt) assert_int_equal(wl_model_resume(a.model, 0, NULL), WL_OK);
    const wl_state_regs x = state_regs(&a, 0), y = state_regs(&b, 0);
    if (issued != (stopped ? WL_OK : report.result) && !(e.barrier || e.end == WL_END_PGM)) {
      fail_msg("0x%08x 0x%08x: %d issued, %d standalone (%s)", words[0], words[1], issued, report.result, report.why);
    }
    if (memcmp(&x, &y, sizeof x) != 0 ||
        memcmp(wl_model_sgprs(a.model, 0), wl_model_sgprs(b.model, 0), WL_SGPRS * sizeof(uint32_t)) != 0) {
      fail_msg("0x%08x 0x%08x: scalar state differs", words[0], words[1]);
    }
    for (uint32_t v = 0; v < a.init.vgpr_size; v++) {
      if (memcmp(wl_model_phys_vgpr(a.model, v), wl_model_phys_vgpr(b.model, v), 256) != 0) {
        fail_msg("0x%08x 0x%08x: v%u differs", words[0], words[1], v);
      }
    }
    executed += issued == WL_OK;
    program_close(&a), program_close(&b);
    program_open(&a), program_open(&b);
  }
  print_message("%u executed\n", executed);
  assert_true(executed > 1000);
  program_close(&a);
  program_close(&b);
}

// Standalone, a wave that polls memory for another wave's write sees it, in each run after the same number of
// instructions.
static void turns(void **state) {
  (void)state;
  uint64_t instructions[2];
  for (int n = 0; n < 2; n++) {
    struct program p;
    wl_run_report report;
    program_open(&p);
    p.init.sgpr_count = 4;
    p.init.sgpr[2] = (uint32_t)kData;
    emit2(&p, smem(WL_OP_s_load_dword, 4, 2, 0));
    emit(&p, S_WAITCNT_0);
    emit(&p, sopc(WL_OP_s_cmp_eq_u32, 4, 128));    // s_cmp_eq_u32 s4, 0
    emit(&p, sopp(WL_OP_s_cbranch_scc1, 0xfffb));  // s_cbranch_scc1 to the load
    emit(&p, S_ENDPGM);
    start(&p, 0);
    p.init.pc = p.at;
    p.init.group = 1;
    p.init.vgpr_base = 32;
    emit(&p, vop1(WL_OP_v_mov_b32, 0, 128));
    emit(&p, vop1(WL_OP_v_mov_b32, 1, 129));
    emit2(&p, global(WL_OP_global_store_dword, 0, 0, 1, 2, 0));
    emit(&p, S_ENDPGM);
    start(&p, 1);
    wl_model_run(p.model, 0, &report);
    if (report.result != WL_OK) fail_msg("%s", report.why);
    instructions[n] = report.instructions;
    assert_false(wl_model_wave_live(p.model, 0));
    program_close(&p);
  }
  assert_true(instructions[0] > 65536);
  assert_int_equal(instructions[0], instructions[1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(starts),       cmocka_unit_test(initial_registers),
      cmocka_unit_test(fetch_faults), cmocka_unit_test(page_crossing),
      cmocka_unit_test(changed_code), cmocka_unit_test(waits),
      cmocka_unit_test(hazards),      cmocka_unit_test(lds_order),
      cmocka_unit_test(run_limit),    cmocka_unit_test(random_words),
      cmocka_unit_test(turns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
