// SPDX-License-Identifier: Apache-2.0
// The checker with the real model; a second model behind the probe stands for the DUT. The two agree, every dropped
// or repeated event is noticed, and a bit flipped in any register is noticed in its cycle.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "check/checker.h"
#include "check/internal.h"
#include "declare.h"
#include "probe/probe.h"
#include "wavelock/opcodes.h"

enum { WAVES = 2, ROWS = 32, LDS = 16, CODE = 0x10000, INPUT = 0x20000, OUTPUT = 0x30000 };

#define CMPSWAP 0xDD058000
#define ADD 0xDD088000
#define ADD_X2 0xDD888000
#define MEMTIME 0xC0900200

static const uint32_t program[] = {
    0xBE8400FF, 0x00001234,  // s_mov_b32 s4, 0x1234
    0xC0060180, 0x00000000,  // s_load_dwordx2 s[6:7], s[0:1], 0x0
    0xBF8CC07F,              // s_waitcnt lgkmcnt(0)
    0x24020082,              // v_lshlrev_b32 v1, 2, v0
    0xDC508000, 0x02000001,  // global_load_dword v2, v1, s[0:1]
    0xBF8C0F70,              // s_waitcnt vmcnt(0)
    0x68060102,              // v_add_u32 v3, v2, v0
    0x7D920700,              // v_cmp_lt_u32 vcc, v0, v3
    0xDC708000, 0x00020301,  // global_store_dword v1, v3, s[2:3]
    0xD81A0000, 0x00000301,  // ds_write_b32 v1, v3
    0xBF8CC07F,              // s_waitcnt lgkmcnt(0)
    0xD86C0000, 0x04000001,  // ds_read_b32 v4, v1
    0xBF8C0070,              // s_waitcnt vmcnt(0) lgkmcnt(0)
    0x200C0081,              // v_lshrrev_b32 v6, 1, v0
    0x240C0C82,              // v_lshlrev_b32 v6, 2, v6
    0x240E0C81,              // v_lshlrev_b32 v7, 1, v6
    CMPSWAP,    0x05020206,  // global_atomic_cmpswap v5, v6, v[2:3], s[2:3] glc
    0xBF8C0F70,              // s_waitcnt vmcnt(0)
    ADD,        0x00020306,  // global_atomic_add v6, v3, s[2:3]
    ADD_X2,     0x00020207,  // global_atomic_add_x2 v7, v[2:3], s[2:3]
    MEMTIME,    0x00000000,  // s_memtime s[8:9]
    0xBF8C0070,              // s_waitcnt vmcnt(0) lgkmcnt(0)
    0xBF8A0000,              // s_barrier
    0xBF810000,              // s_endpgm
};

// What the DUT does wrong with its first atomic, or its clock.
typedef enum {
  RIGHT,
  WRONG_WORD,
  WRONG_COMPARE,
  WRONG_ENABLE,
  WRONG_ATOMIC,
  WRONG_WIDTH,
  WRONG_ORDER,
  ID_TWICE,
  READ_WRONG,
  CLOCK_EARLY,
  CLOCK_LEFT_OUT
} mistake;

// The DUT: a model, and its registers before the next edge.
static struct {
  wl_model *model;
  wl_mem *mem, *checker_mem;
  wl_checker *checker;
  wl_state_regs state_regs[WAVES];
  uint32_t sgpr[WAVES][WL_SGPRS], vgpr[ROWS][WL_LANES], lds[16 * LDS];
  uint64_t cycle, flip_cycle;
  uint64_t ready_cycle;  // 1 + the last cycle of wl_probe_ready
  mistake mistake;
  uint32_t *flip;  // word of the arrays above with a bit to flip in cycle flip_cycle
  wl_checker_result result;
} u;
static wl_unit *dut;  // its handle

static void settle(void) {
  for (uint32_t slot = 0; slot < WAVES; slot++) {
    wl_model_state_regs(u.model, slot, &u.state_regs[slot]);
    memcpy(u.sgpr[slot], wl_model_sgprs(u.model, slot), sizeof u.sgpr[slot]);
    memset(&u.sgpr[slot][WL_VCC], 0, 2 * sizeof u.sgpr[0][0]);
    memset(&u.sgpr[slot][WL_M0], 0, (WL_SGPRS - WL_M0) * sizeof u.sgpr[0][0]);
  }
  for (uint32_t row = 0; row < ROWS; row++) memcpy(u.vgpr[row], wl_model_phys_vgpr(u.model, row), 256);
  memcpy(u.lds, wl_model_lds_words(u.model), sizeof u.lds);
}

// The ready event: the selected wave is the one that issues.
static void report_ready(int selected) {
  if (u.ready_cycle == u.cycle + 1) return;
  u.ready_cycle = u.cycle + 1;
  wl_probe_ready(dut, selected < 0 ? 0 : 1u << selected, 0, (1u << WL_READY_UNITS) - 1, selected);
}

static void tick(void) {
  if (u.flip && u.cycle == u.flip_cycle) *u.flip ^= 0x10;
  report_ready(-1);
  wl_probe_cycle(dut, (long long)u.cycle++, (const uint32_t *)u.state_regs);
  int sweep = wl_probe_sweep(dut);
  for (int slot = 0; (sweep & WL_SWEEP_SGPR) && slot < WAVES; slot++) wl_probe_sweep_sgpr(dut, slot, u.sgpr[slot]);
  for (int row = 0; (sweep & WL_SWEEP_VGPR) && row < ROWS; row++)
    for (int q = 0; q < 4; q++) wl_probe_sweep_vgpr(dut, row, q, u.vgpr[row] + 16 * q);
  for (int row = 0; (sweep & WL_SWEEP_LDS) && row < LDS; row++)
    for (int bank = 0; bank < 4; bank++) wl_probe_sweep_lds(dut, bank, row, u.lds + 16 * row + 4 * bank);
  settle();
}

static wl_mem *new_memory(void) {
  wl_mem *m = wl_mem_new();
  assert_true(wl_mem_map(m, CODE, sizeof program) && wl_mem_map(m, INPUT, 256) && wl_mem_map(m, OUTPUT, 512));
  assert_true(wl_mem_write(m, CODE, program, sizeof program));
  for (uint32_t i = 0; i < WL_LANES; i++) {
    uint32_t v = 1000 * i + 7;
    assert_true(wl_mem_write(m, INPUT + 4 * i, &v, 4));
  }
  return m;
}

static void unit_open(const wl_checker_options *options) {
  wl_error error;
  memset(&u, 0, sizeof u);
  u.mem = new_memory();
  u.checker_mem = new_memory();
  u.model = wl_model_new(&(wl_config){.waves = WAVES, .phys_vgprs = ROWS, .lds_entries = LDS, .isa = WL_GFX900}, u.mem);
  assert_non_null(u.model);
  dut = wl_unit_new("");
  u.checker = options ? wl_checker_new(options, u.checker_mem, dut, &error) : NULL;
  static const struct {
    const char *name;
    int value;
  } sizes[] = {{"waves", WAVES},   {"lanes", 16},    {"phys_vgprs", ROWS}, {"lds_entries", LDS},
               {"gds_entries", 0}, {"groups", 16},   {"sgprs", WL_SGPRS},  {"isa", 900},
               {"rdna", 0},        {"vcc_alias", 0}, {"prio_bound", 32}};
  if (options) declare(dut, DECLARED);
  for (uint32_t i = 0; options && i < sizeof sizes / sizeof *sizes; i++)
    wl_probe_config(dut, sizes[i].name, sizes[i].value);
  if (options) declare_rows(dut, &wl_gfx9_ops, 0);
}

static wl_verdict unit_close(void) {
  for (int i = 0; u.checker && i < 50 && wl_checker_busy(u.checker); i++) tick();
  if (u.checker) wl_checker_finish(u.checker, u.mem, &u.result);
  wl_checker_free(u.checker);
  wl_unit_free(dut);
  wl_model_free(u.model);
  wl_mem_free(u.mem);
  wl_mem_free(u.checker_mem);
  return u.result.verdict;
}

static void start(uint32_t slot) {
  static wl_wave_init init;
  init = (wl_wave_init){.pc = CODE,
                        .exec = slot ? 0x00FF00FF0F0FFFFFull : ~0ull,
                        .mode = 0xF0,
                        .group = 2,
                        .wave_in_group = slot,
                        .waves_in_group = WAVES,
                        .sgpr_size = 16,
                        .vgpr_base = 8 * slot,
                        .vgpr_size = 8,
                        .alignment_mode = WL_ALIGN_UNALIGNED,
                        .lds_base = 512 * slot,
                        .lds_size = 512,
                        .sgpr_count = 4,
                        .vgpr_count = 1};
  init.sgpr[0] = INPUT;
  init.sgpr[2] = OUTPUT + 256 * slot;
  for (uint32_t i = 0; i < WL_LANES; i++) init.vgpr[0][i] = i;
  if (u.checker) wl_checker_dispatch(u.checker, slot, &init);
  wl_probe_sgpr(dut, WL_SRC_INIT, (int)slot, 0, 0, 4, init.sgpr);
  for (int q = 0; q < 4; q++)
    wl_probe_vgpr(dut, WL_SRC_INIT, (int)slot, 0, (int)init.vgpr_base, q, 0xFFFF, init.vgpr[0] + 16 * q);
  const uint32_t words[WL_START_WORDS] = {[WL_START_SGPR_SIZE] = init.sgpr_size,
                                          [WL_START_VGPR_BASE] = init.vgpr_base,
                                          [WL_START_VGPR_SIZE] = init.vgpr_size,
                                          [WL_START_LDS_BASE] = init.lds_base,
                                          [WL_START_LDS_SIZE] = init.lds_size,
                                          [WL_START_GROUP] = init.group,
                                          [WL_START_WAVE_IN_GROUP] = slot,
                                          [WL_START_WAVES_IN_GROUP] = WAVES,
                                          [WL_START_ALIGNMENT_MODE] = init.alignment_mode};
  wl_probe_wave_start(dut, (int)slot, CODE, (long long)init.exec, 0xF0, words);
  assert_int_equal(wl_model_wave_start(u.model, slot, &init), WL_OK);
  tick();
}

static uint64_t exec_of(uint32_t slot) {
  return (uint64_t)u.state_regs[slot].exec_hi << 32 | u.state_regs[slot].exec_lo;
}

static void transaction(wl_transaction *t, int source, int id) {
  char why[160];
  wl_transaction p;
  assert_int_equal(wl_model_request(u.model, t, &p, why), WL_OK);
  wl_probe_mem_request(dut, source, id, (int)t->slot, (int)t->tag, (int)t->op, (long long)t->line,
                       (long long)t->byte_enable, 0, (long long)t->lanes, t->data);
  tick();
  uint32_t line[16];
  assert_true(wl_mem_read(u.mem, t->line, line, 64));
  assert_int_equal(wl_model_perform(u.model, t, false, p.data, why), WL_OK);
  wl_probe_mem_performed(dut, source, id, 0, line);
  tick();
}

// As above, for an atomic; the first of all is reported with the mistake.
static void atomic_transaction(const wl_transaction *t, int id) {
  char why[160];
  wl_transaction p, told = *t;
  const mistake m = u.mistake;
  if (m < CLOCK_EARLY) u.mistake = RIGHT;
  if (wl_model_request(u.model, t, &p, why) != WL_OK) fail_msg("%s", why);
  told.data[0] ^= m == WRONG_WORD;
  told.compare[0] ^= m == WRONG_COMPARE;
  told.byte_enable ^= m == WRONG_ENABLE ? 0xFull << 60 : 0;
  if (m == WRONG_ATOMIC) told.atomic = WL_ATOMIC_SWAP;
  told.wide ^= m == WRONG_WIDTH;
  if (m == WRONG_ORDER) told.lanes <<= 1;
  for (int times = m == ID_TWICE ? 2 : 1; times > 0; times--)
    wl_probe_mem_atomic(dut, WL_SRC_VMEM, id, (int)told.slot, (int)told.tag, (int)told.atomic, told.wide,
                        (long long)told.line, (long long)told.byte_enable, (long long)told.lanes, told.data,
                        told.compare);
  tick();
  uint32_t line[16];
  assert_true(wl_mem_read(u.mem, t->line, line, 64));
  assert_int_equal(wl_model_perform(u.model, t, false, p.data, why), WL_OK);
  line[0] ^= m == READ_WRONG;
  wl_probe_mem_performed(dut, WL_SRC_VMEM, id, 0, line);
  tick();
}

static void write_back(int source, wl_block unit, uint32_t slot, uint32_t tag, uint32_t row) {
  for (uint32_t q = 0; q < 4; q++) {
    uint32_t mask, data[16];
    char why[160];
    if (!(exec_of(slot) >> (16 * q) & 0xFFFF)) continue;
    assert_int_equal(wl_model_write_back_vgpr(u.model, unit, slot, tag, row, q, &mask, data, why), WL_OK);
    wl_probe_vgpr(dut, source, (int)slot, (int)tag, (int)row, (int)q, (int)mask, data);
    tick();
  }
}

static void complete(int source, wl_block unit, uint32_t slot, uint32_t tag) {
  char why[160];
  assert_int_equal(wl_model_return(u.model, unit, slot, tag, why), WL_OK);
  wl_probe_mem_return(dut, source, (int)slot, (int)tag, 0);
  tick();
}

// v1 of the program addresses a dword of the lane's number: line i holds lanes 16*i.., 4 bytes each.
static void vmem(uint32_t slot, uint32_t tag, bool write) {
  for (uint32_t q = 0; q < 4; q++) {
    uint32_t lanes = (uint32_t)(exec_of(slot) >> (16 * q)) & 0xFFFF;
    wl_transaction t = {.unit = WL_UNIT_VMEM,
                        .slot = slot,
                        .tag = tag,
                        .op = write ? WL_MEM_STORE : WL_MEM_LOAD,
                        .line = (write ? OUTPUT + 256 * slot : INPUT) + 64 * q,
                        .lanes = (uint64_t)lanes << (16 * q)};
    for (uint32_t i = 0; i < 16; i++) {
      if (!(lanes >> i & 1)) continue;
      t.byte_enable |= 0xFull << (4 * i);
      if (write) t.data[i] = u.vgpr[8 * slot + 3][16 * q + i];
    }
    if (lanes) transaction(&t, WL_SRC_VMEM, (int)(16 * slot + q));
  }
  if (!write) write_back(WL_SRC_VMEM, WL_UNIT_VMEM, slot, tag, 8 * slot + 2);
  complete(WL_SRC_VMEM, WL_UNIT_VMEM, slot, tag);
}

// Lanes 2 * i and 2 * i + 1 have word i: two transactions a line, the even lanes first.
static void atomic(uint32_t slot, uint32_t tag, uint32_t word) {
  const bool wide = word == ADD_X2, compare = word == CMPSWAP;
  const uint32_t size = wide ? 8 : 4, lanes = 128 / size;  // lanes of a line
  const uint32_t(*vgpr)[WL_LANES] = (const uint32_t(*)[WL_LANES])u.vgpr[8 * slot];
  for (uint32_t first = 0; first < WL_LANES; first += lanes) {
    for (uint32_t odd = 0; odd < 2; odd++) {
      wl_transaction t = {.unit = WL_UNIT_VMEM,
                          .slot = slot,
                          .tag = tag,
                          .op = WL_MEM_ATOMIC,
                          .line = OUTPUT + 256 * slot + first / 2 * size,
                          .atomic = compare ? WL_ATOMIC_CMPSWAP : WL_ATOMIC_ADD,
                          .wide = wide};
      for (uint32_t l = first + odd; l < first + lanes; l += 2) {
        const uint32_t at = (l - first) / 2 * (size / 4);
        if (!(exec_of(slot) >> l & 1)) continue;
        t.lanes |= 1ull << l;
        t.byte_enable |= ((1ull << size) - 1) << (4 * at);
        t.data[at] = vgpr[word == ADD ? 3 : 2][l];
        if (wide) t.data[at + 1] = vgpr[3][l];
        if (compare) t.compare[at] = vgpr[3][l];
      }
      if (t.lanes) atomic_transaction(&t, (int)(64 + first / lanes * 2 + odd));
    }
  }
  if (compare) write_back(WL_SRC_VMEM, WL_UNIT_VMEM, slot, tag, 8 * slot + 5);
  complete(WL_SRC_VMEM, WL_UNIT_VMEM, slot, tag);
}

static void memtime(uint32_t slot, uint32_t tag) {
  uint32_t data[16];
  char why[160];
  assert_int_equal(wl_model_clock(u.model, slot, tag, u.cycle - (u.mistake == CLOCK_EARLY), why), WL_OK);
  if (u.mistake != CLOCK_LEFT_OUT) wl_probe_clock(dut, (int)slot, (int)tag);
  tick();
  assert_int_equal(wl_model_write_back_sgpr(u.model, slot, tag, 8, 2, data, why), WL_OK);
  wl_probe_sgpr(dut, WL_SRC_SMEM, (int)slot, (int)tag, 8, 2, data);
  tick();
  complete(WL_SRC_SMEM, WL_UNIT_SMEM, slot, tag);
}

static void smem(uint32_t slot, uint32_t tag) {
  wl_transaction t = {.unit = WL_UNIT_SMEM, .slot = slot, .tag = tag, .line = INPUT, .byte_enable = 0xFF, .lanes = 1};
  uint32_t data[16];
  char why[160];
  transaction(&t, WL_SRC_SMEM, (int)slot);
  assert_int_equal(wl_model_write_back_sgpr(u.model, slot, tag, 6, 2, data, why), WL_OK);
  wl_probe_sgpr(dut, WL_SRC_SMEM, (int)slot, (int)tag, 6, 2, data);
  tick();
  complete(WL_SRC_SMEM, WL_UNIT_SMEM, slot, tag);
}

static void lds(uint32_t slot, uint32_t tag, bool write) {
  for (uint32_t quad = 0; quad < 16; quad++) {
    uint32_t lanes = (uint32_t)(exec_of(slot) >> (4 * quad)) & 0xF;
    wl_lds_access a = {.slot = slot,
                       .tag = tag,
                       .op = write ? WL_MEM_STORE : WL_MEM_LOAD,
                       .quad = quad,
                       .bank = quad % 4,
                       .row = 8 * slot + quad / 4};
    for (uint32_t i = 0; i < 4; i++) {
      if (write && (lanes >> i & 1)) a.byte_enable |= 0xFu << (4 * i);
      if (write && (lanes >> i & 1)) a.data[i] = u.vgpr[8 * slot + 3][4 * quad + i];
      if (!write) a.data[i] = u.lds[16 * a.row + 4 * a.bank + i];
    }
    if (!write) a.byte_enable = 0xFFFF;
    if (!lanes) continue;
    wl_lds_access p;
    char why[160];
    assert_int_equal(wl_model_lds(u.model, &a, &p, why), WL_OK);
    wl_probe_lds(dut, (int)slot, (int)tag, write, (int)quad, 0, (int)a.bank, (int)a.row, (int)a.byte_enable, a.data);
    tick();
  }
  if (!write) write_back(WL_SRC_LDS, WL_UNIT_LDS, slot, tag, 8 * slot + 4);
  uint32_t cycles, conflicts;
  char why[160];
  assert_int_equal(wl_model_lds_cycles(u.model, slot, tag, &cycles, &conflicts, why), WL_OK);
  wl_probe_lds_cycles(dut, (int)slot, (int)tag, (int)cycles, (int)conflicts);
  complete(WL_SRC_LDS, WL_UNIT_LDS, slot, tag);
}

static void valu(uint32_t slot, const wl_effect *e) {
  for (uint32_t i = 0; i < e->vgpr_count; i++) {
    for (int q = 0; q < 4; q++) {
      wl_probe_vgpr(dut, WL_SRC_VALU, (int)slot, 0, (int)e->phys_vgpr[i], q,
                    (int)(e->vgpr_mask[i] >> (16 * q) & 0xFFFF), wl_model_phys_vgpr(u.model, e->phys_vgpr[i]) + 16 * q);
    }
  }
  wl_probe_valu_done(dut, (int)slot);
  tick();
}

// One instruction of the wave with all its events. False: the wave has ended or waits at a barrier.
static bool step(uint32_t slot) {
  wl_effect e;
  uint32_t tag = 5 + slot;
  wl_result r = wl_model_issue(u.model, slot, tag, &e);
  if (r != WL_OK) fail_msg("%s", e.why);
  bool memory = e.unit != WL_UNIT_SCALAR && e.unit != WL_UNIT_VALU;
  bool write = e.words[0] == 0xDC708000 || e.words[0] == 0xD81A0000;
  report_ready((int)slot);
  wl_probe_issue(dut, (int)slot, (long long)e.pc, (int)e.words[0], (int)e.words[1], memory ? (int)tag : 0, -1);
  if (e.sgpr_count) {
    wl_probe_sgpr(dut, WL_SRC_SALU, (int)slot, 0, (int)e.sgpr_first, (int)e.sgpr_count,
                  wl_model_sgprs(u.model, slot) + e.sgpr_first);
  }
  if (e.end == WL_END_PGM) wl_probe_wave_end(dut, (int)slot, WL_WAVE_ENDED);
  if (e.unit == WL_UNIT_VALU) valu(slot, &e);
  else tick();
  if (e.words[0] == MEMTIME) memtime(slot, tag);
  else if (e.unit == WL_UNIT_SMEM) smem(slot, tag);
  if (e.unit == WL_UNIT_VMEM && e.mem_op == WL_MEM_ATOMIC) atomic(slot, tag, e.words[0]);
  else if (e.unit == WL_UNIT_VMEM) vmem(slot, tag, write);
  if (e.unit == WL_UNIT_LDS) lds(slot, tag, write);
  return !e.barrier && e.end == WL_END_NONE;
}

static void run(void) {
  char why[160];
  for (uint32_t slot = 0; slot < WAVES; slot++) start(slot);
  for (uint32_t slot = 0; slot < WAVES; slot++)
    while (step(slot)) {
    }
  assert_int_equal(wl_model_barrier_release(u.model, 2, why), WL_OK);
  wl_probe_barrier_release(dut, 2);
  for (int i = 0; i < 3; i++) tick();
  for (uint32_t slot = 0; slot < WAVES; slot++)
    while (step(slot)) {
    }
}

static wl_verdict scenario(const wl_checker_options *options) {
  unit_open(options);
  run();
  return unit_close();
}

static void test_agree(void **state) {
  (void)state;
  for (int mode = WL_CHECK_DEFAULT; mode <= WL_CHECK_EVERY; mode++) {
    wl_verdict v = scenario(&(wl_checker_options){.mode = (wl_check_mode)mode, .test = "agree"});
    if (v != WL_PASS) fail_msg("%s", u.result.why);
  }
}

static void test_every_event(void **state) {
  (void)state;
  static const char *const events[] = {
      "config",        "state_row",    "wave_start",      "mem_performed", "mem_performed:2", "mem_request",
      "mem_request:2", "lds",          "lds:20",          "sgpr",          "sgpr:3",          "sgpr:4",
      "vgpr",          "vgpr:9",       "vgpr:13",         "vgpr:17",       "vgpr:25",         "valu_done",
      "mem_return",    "mem_return:2", "mem_return:4",    "mem_atomic",    "mem_atomic:2",    "mem_atomic:9",
      "clock",         "clock:2",      "barrier_release", "issue",         "issue:7",         "wave_end",
      "cycle"};
  for (uint32_t i = 0; i < sizeof events / sizeof events[0]; i++) {
    for (int repeat = 0; repeat < 2; repeat++) {
      char text[64];
      snprintf(text, sizeof text, "%s:%s", repeat ? "repeat" : "drop", events[i]);
      if (scenario(&(wl_checker_options){.mode = WL_CHECK_DEFAULT, .test = text, .event_fault = text}) == WL_PASS) {
        fail_msg("%s was not noticed", text);
      }
    }
  }
}

static void test_atomics(void **state) {
  (void)state;
  static const struct {
    mistake mistake;
    wl_verdict verdict;
    const char *why;
  } cases[] = {
      {WRONG_WORD, WL_MISMATCH, "write data of line 0x30000 differs"},
      {WRONG_COMPARE, WL_MISMATCH, "compare data of line 0x30000 differs"},
      {WRONG_ENABLE, WL_MISMATCH, "atomic of line 0x30000 has byte enables"},
      {WRONG_ATOMIC, WL_ILLEGAL, "atomic of line 0x30000: global_atomic_cmpswap"},
      {WRONG_WIDTH, WL_ILLEGAL, "atomic of line 0x30000: global_atomic_cmpswap"},
      {WRONG_ORDER, WL_ILLEGAL, "atomic of line 0x30000: global_atomic_cmpswap"},
      {ID_TWICE, WL_ILLEGAL, "transaction id 64 is in flight already"},
      {READ_WRONG, WL_MISMATCH, "data read from line 0x30000 differs"},
      {CLOCK_EARLY, WL_MISMATCH, "s8 is written"},
      {CLOCK_LEFT_OUT, WL_ILLEGAL, "scalar load writes s8"},
  };
  for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    unit_open(&(wl_checker_options){.mode = WL_CHECK_DEFAULT, .test = "atomics"});
    u.mistake = cases[i].mistake;
    run();
    assert_int_equal(unit_close(), cases[i].verdict);
    if (!strstr(u.result.why, cases[i].why)) fail_msg("\"%s\" does not contain \"%s\"", u.result.why, cases[i].why);
  }
}

static void test_every_row(void **state) {
  (void)state;
  uint32_t *const flips[] = {&u.state_regs[1].pc_lo,   &u.state_regs[1].exec_hi,  &u.state_regs[0].vcc_lo,
                             &u.state_regs[0].m0,      &u.state_regs[1].mode,     &u.state_regs[0].status,
                             &u.state_regs[1].trapsts, &u.state_regs[0].counters, &u.sgpr[1][4],
                             &u.vgpr[11][17],          &u.vgpr[31][63],           &u.lds[16 * 9 + 3]};
  for (uint32_t i = 0; i < sizeof flips / sizeof flips[0]; i++) {
    unit_open(&(wl_checker_options){.mode = WL_CHECK_EVERY, .test = "flip"});
    u.flip = flips[i];
    u.flip_cycle = 40 + i;
    run();
    assert_int_equal(unit_close(), WL_MISMATCH);
    assert_int_equal(u.result.first_cycle, 40 + i);
  }
}

// The checker's cost per cycle: the same runs with and without it. Printed only.
static void test_cost(void **state) {
  (void)state;
  double seconds[2];
  uint64_t cycles = 0;
  for (int with = 0; with < 2; with++) {
    struct timespec from, to;
    unit_open(with ? &(wl_checker_options){.mode = WL_CHECK_DEFAULT, .test = "cost"} : NULL);
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (int i = 0; i < 3000; i++) run();
    clock_gettime(CLOCK_MONOTONIC, &to);
    seconds[with] = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
    cycles = u.cycle;
    assert_int_equal(unit_close(), WL_PASS);
  }
  print_message("%.0f ns a cycle\n", (seconds[1] - seconds[0]) * 1e9 / (double)cycles);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_agree),   cmocka_unit_test(test_every_event), cmocka_unit_test(test_every_row),
      cmocka_unit_test(test_atomics), cmocka_unit_test(test_cost),
  };
  return cmocka_run_group_tests_name("checker with the model", tests, NULL, NULL);
}
