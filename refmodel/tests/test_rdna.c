// SPDX-License-Identifier: Apache-2.0
// A unit with RDNA memory (buffer-memory.md 14): the table of OOB_SELECT by hand, the two counters, s_waitcnt_vscnt
// (D-MEM-54, D-MEM-55, D-MEM-56, D-MEM-57, D-MEM-58, D-MEM-59). Random descriptors are in test_buffer.c.
#include "buffers.h"

#include "wavelock/decode.h"

enum { NULL_SGPR = 125 };
static const uint32_t S_WAITCNT_VM_0 = 0xbf8c0f70;

// ---- 14.1 ----------------------------------------------------------------------------------------------
// A store of the bytes b0, b1, .. by one lane. at: where the dwords' first bytes are; 0: out of range.
struct example {
  struct access a;
  uint64_t at[4];
};
#define RDNA .base = 0x100000, .data_format = 4, .rdna = true

static void examples(void **state) {
  (void)state;
  static const struct example list[] = {
      // 0: by index and by the offset inside the record, payload included.
      {{RDNA, .stride = 12, .records = 3, .form = IDXEN | OFFEN, .index = 2, .offset = 8, .bytes = 4}, {0x100020}},
      {{RDNA, .stride = 12, .records = 3, .form = IDXEN | OFFEN, .index = 2, .offset = 9, .bytes = 4}, {0}},
      {{RDNA, .stride = 12, .records = 3, .form = IDXEN | OFFEN, .index = 2, .offset = 11, .bytes = 1}, {0x100023}},
      {{RDNA, .stride = 12, .records = 3, .form = IDXEN | OFFEN, .index = 2, .offset = 11, .bytes = 2}, {0}},
      {{RDNA, .stride = 12, .records = 3, .form = IDXEN | OFFEN, .index = 3, .bytes = 4}, {0}},
      {{RDNA, .stride = 12, .records = 3, .inst_offset = 4, .bytes = 16}, {0x100004, 0x100008, 0, 0}},
      {{RDNA, .stride = 12, .records = 0, .bytes = 4}, {0}},
      {{RDNA, .stride = 0, .records = 100, .bytes = 4}, {0}},
      // An offset is not cut to 32 bits: all dwords are out.
      {{RDNA, .stride = 12, .records = 3, .form = OFFEN, .offset = 0xFFFFFFFC, .bytes = 12}, {0, 0, 0}},
      // SOFFSET plays no part.
      {{RDNA, .stride = 12, .records = 3, .soffset = 64, .inst_offset = 8, .bytes = 4}, {0x100048}},
      // ADD_TID does not exempt: the index is the lane's.
      {{.base = 0x100000, .rdna = true, .stride = 12, .records = 3, .flags = TID, .lane = 2, .bytes = 4}, {0x100018}},
      {{.base = 0x100000, .rdna = true, .stride = 12, .records = 3, .flags = TID, .lane = 3, .bytes = 4}, {0}},
      // 1: by index alone.
      {{RDNA, .oob = 1, .stride = 12, .records = 3, .form = IDXEN, .index = 2, .inst_offset = 40, .bytes = 4},
       {0x100040}},
      {{RDNA, .oob = 1, .stride = 12, .records = 3, .form = IDXEN, .index = 3, .bytes = 4}, {0}},
      {{RDNA, .oob = 1, .stride = 12, .records = 0, .bytes = 4}, {0}},
      // 2: never, but of an empty buffer.
      {{RDNA, .oob = 2, .stride = 12, .records = 1, .form = IDXEN, .index = 300, .bytes = 4}, {0x100E10}},
      {{RDNA, .oob = 2, .stride = 12, .records = 0, .bytes = 4}, {0}},
      // 3: by the offset, payload included, against NUM_RECORDS less SOFFSET.
      {{RDNA, .oob = 3, .records = 10, .inst_offset = 6, .bytes = 4}, {0x100006}},
      {{RDNA, .oob = 3, .records = 9, .inst_offset = 6, .bytes = 4}, {0}},
      {{RDNA, .oob = 3, .records = 10, .soffset = 3, .inst_offset = 3, .bytes = 4}, {0x100006}},
      {{RDNA, .oob = 3, .records = 10, .soffset = 4, .inst_offset = 3, .bytes = 4}, {0}},
      {{RDNA, .oob = 3, .records = 10, .soffset = 11, .bytes = 1}, {0}},  // D-MEM-54
      {{RDNA, .oob = 3, .records = 10, .soffset = 9, .bytes = 1}, {0x100009}},
      {{RDNA, .oob = 3, .records = 10, .soffset = 10, .bytes = 1}, {0}},
      {{RDNA, .oob = 3, .records = 10, .bytes = 12}, {0x100000, 0x100004, 0}},
      // Linear with a stride: the index plays no part. Swizzled with one: as mode 0.
      {{RDNA, .oob = 3, .stride = 12, .records = 10, .form = IDXEN, .index = 20, .bytes = 4}, {0x1000F0}},
      {{RDNA, .oob = 3, .stride = 12, .records = 10, .swizzle_enable = 1, .form = IDXEN, .index = 10, .bytes = 4}, {0}},
      {{RDNA, .oob = 3, .stride = 12, .records = 10, .swizzle_enable = 2, .inst_offset = 9, .bytes = 4}, {0}},
      {{RDNA, .oob = 3, .records = 40, .swizzle_enable = 1, .inst_offset = 8, .bytes = 4}, {0x100040}},
      // Elements of 16 bytes: record 9 of groups of 8, and the second element of a record.
      {{RDNA, .stride = 32, .records = 10, .swizzle_enable = 3, .form = IDXEN, .index = 9, .bytes = 16},
       {0x100110, 0x100114, 0x100118, 0x10011C}},
      {{RDNA, .stride = 32, .records = 10, .swizzle_enable = 3, .form = IDXEN, .index = 9, .inst_offset = 12,
        .bytes = 8},
       {0x10011C, 0x100190}},
      // Elements of 4 bytes: 1 and 2.
      {{RDNA, .stride = 32, .records = 10, .swizzle_enable = 1, .form = IDXEN, .index = 9, .bytes = 8},
       {0x100104, 0x100124}},
      {{RDNA, .stride = 32, .records = 10, .swizzle_enable = 2, .form = IDXEN, .index = 9, .bytes = 8},
       {0x100104, 0x100124}},
      // Before the range: unbound, and TYPE.
      {{.base = 0x100000, .rdna = true, .oob = 2, .records = 9, .bytes = 4}, {0}},
      {{RDNA, .oob = 2, .records = 9, .type = 1, .bytes = 4}, {0}},
  };
  for (size_t n = 0; n < sizeof list / sizeof list[0]; n++) {
    const struct example *e = &list[n];
    const uint32_t bytes = e->a.bytes, dwords = (bytes + 3) / 4;
    const uint32_t op = bytes == 1   ? WL_OP_buffer_store_byte
                        : bytes == 2 ? WL_OP_buffer_store_short
                                     : WL_OP_buffer_store_dword + dwords - 1;
    struct program p;
    uint8_t memory[WL_PAGE], expected[WL_PAGE] = {0};
    open_access(&p, &e->a, op, 8, SOFFSET);
    p.init.exec = 1ull << e->a.lane;
    for (uint32_t l = 0; l < WL_LANES; l++) set_address(&p, &e->a, l);
    assert_true(wl_mem_map(p.mem, 0x100000, WL_PAGE));
    for (uint32_t r = 0; r < dwords; r++) vgpr(&p, 8 + r)[e->a.lane] = 0xb3b2b1b0u + 0x04040404u * r;
    for (uint32_t i = 0; i < bytes; i++) {
      uint64_t at = 0;
      const bool in = e->at[i / 4] != 0;
      if (in) expected[e->at[i / 4] + i % 4 - 0x100000] = (uint8_t)(0xb0 + i);
      if (byte_address(&e->a, i, &at) != in || (in && at != e->at[i / 4] + i % 4))
        fail_msg("example %zu, byte %u", n, i);
    }
    start(&p, 0);
    run(&p, WL_OK);
    assert_true(wl_mem_read(p.mem, 0x100000, memory, sizeof memory));
    for (uint32_t i = 0; i < WL_PAGE; i++) {
      if (memory[i] != expected[i]) fail_msg("example %zu: byte 0x%x is 0x%x, not 0x%x", n, i, memory[i], expected[i]);
    }
    program_close(&p);
  }
}

// ---- 14.2 ----------------------------------------------------------------------------------------------
static void open_rdna(struct program *p, bool rdna) {
  program_open_on(p, rdna);
  p->init.exec = 0;
  p->init.sgpr_count = 16;
}

// What an instruction holds.
static void counters(void **state) {
  (void)state;
  const uint64_t flat = 3ull << 14, glc = WL_FLAT_GLC;
  const struct {
    uint64_t words;
    uint32_t held;
  } list[] = {
      {mubuf(WL_OP_buffer_load_dword, 8, 1, 4, SOFFSET, 0), WL_HOLDS_VM},
      {mubuf(WL_OP_buffer_load_format_x, 8, 1, 4, SOFFSET, 0), WL_HOLDS_VM},
      {mubuf(WL_OP_buffer_load_dword, 8, 1, 4, SOFFSET, WL_MUBUF_LDS), WL_HOLDS_VM},
      {mubuf(WL_OP_buffer_wbinvl1, 0, 0, 0, 0, 0), WL_HOLDS_VM},
      {mubuf(WL_OP_buffer_store_dword, 8, 1, 4, SOFFSET, WL_MUBUF_GLC), WL_HOLDS_VS},
      {mubuf(WL_OP_buffer_store_format_x, 8, 1, 4, SOFFSET, 0), WL_HOLDS_VS},
      {mubuf(WL_OP_buffer_store_lds_dword, 8, 1, 4, SOFFSET, WL_MUBUF_LDS), WL_HOLDS_VS},
      {mubuf(WL_OP_buffer_atomic_add, 8, 1, 4, SOFFSET, 0), WL_HOLDS_VS},
      {mubuf(WL_OP_buffer_atomic_add, 8, 1, 4, SOFFSET, WL_MUBUF_GLC), WL_HOLDS_VM},
      {global(WL_OP_global_load_dword, 8, 1, 0, 0, 0), WL_HOLDS_VM},
      {global(WL_OP_global_store_dword, 0, 1, 8, 0, 0), WL_HOLDS_VS},
      {global(WL_OP_global_atomic_add, 0, 1, 8, 0, 0), WL_HOLDS_VS},
      {global(WL_OP_global_atomic_add, 8, 1, 8, 0, 0) | glc, WL_HOLDS_VM},
      {(global(WL_OP_global_load_dword, 8, 1, 0, 0, 0) & ~flat), WL_HOLDS_VM | WL_HOLDS_LGKM},
      {(global(WL_OP_global_store_dword, 0, 1, 8, 0, 0) & ~flat), WL_HOLDS_VS | WL_HOLDS_LGKM},
      {(global(WL_OP_global_atomic_add, 0, 1, 8, 0, 0) & ~flat), WL_HOLDS_VS | WL_HOLDS_LGKM},
      {smem(WL_OP_s_store_dword, 8, 2, 0), WL_HOLDS_LGKM},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    const bool lgkm = list[i].held & WL_HOLDS_LGKM;
    for (int rdna = 0; rdna < 2; rdna++) {
      struct program p;
      open_rdna(&p, rdna);
      emit2(&p, list[i].words);
      start(&p, 0);
      const wl_effect e = issue(&p, 0, WL_OK);
      const uint32_t vm = list[i].held & WL_HOLDS_VS && !rdna ? WL_HOLDS_VM : list[i].held & ~(uint32_t)WL_HOLDS_LGKM;
      if (e.held != (vm | (lgkm ? WL_HOLDS_LGKM : 0))) fail_msg("%zu, rdna %d: holds 0x%x", i, rdna, e.held);
      const uint32_t expected = (vm & WL_HOLDS_VM ? 1 : 0) | (lgkm ? 1 << 16 : 0) | (vm & WL_HOLDS_VS ? 1 << 24 : 0);
      assert_int_equal(state_regs(&p, 0).counters, expected);
      program_close(&p);
    }
  }
}

static void returns(struct program *p, uint32_t tag, const char *older) {
  char why[160];
  const wl_result r = wl_model_return(p->model, WL_UNIT_VMEM, 0, tag, why);
  assert_int_equal(r, older == NULL ? WL_OK : WL_BAD_EVENT);
  if (older != NULL && strstr(why, older) == NULL) fail_msg("\"%s\", not \"%s\"", why, older);
}

// Loads among each other in order, stores among each other; the two kinds in any order. On a unit with GFX9 memory all
// of them in order.
static void order(void **state) {
  (void)state;
  for (int rdna = 0; rdna < 2; rdna++) {
    struct program p;
    wl_effect e;
    open_rdna(&p, rdna);
    emit2(&p, global(WL_OP_global_store_dword, 0, 1, 8, 0, 0));
    emit2(&p, global(WL_OP_global_load_dword, 9, 1, 0, 0, 0));
    emit2(&p, global(WL_OP_global_atomic_add, 0, 1, 8, 0, 0));
    emit2(&p, mubuf(WL_OP_buffer_wbinvl1, 0, 0, 0, 0, 0));
    start(&p, 0);
    for (uint32_t tag = 0; tag < 4; tag++) assert_int_equal(wl_model_issue(p.model, 0, tag, &e), WL_OK);
    assert_int_equal(state_regs(&p, 0).counters, rdna ? 2 | 2 << 24 : 4);
    if (!rdna) {
      returns(&p, 1, "before the older global_store_dword");
    } else {
      returns(&p, 2, "before the older global_store_dword");
      returns(&p, 3, "before the older global_load_dword");
      returns(&p, 1, NULL);
      assert_int_equal(state_regs(&p, 0).counters, 1 | 2 << 24);
      returns(&p, 3, NULL);
      returns(&p, 0, NULL);
      returns(&p, 2, NULL);
      assert_int_equal(state_regs(&p, 0).counters, 0);
    }
    program_close(&p);
  }
}

static void expect_wait(struct program *p, const char *what) {
  char text[160];
  assert_int_equal(wl_model_could_issue(p->model, 0), what == NULL);
  wl_model_waiting_for(p->model, 0, text, sizeof text);
  if (what != NULL && strstr(text, what) == NULL) fail_msg("\"%s\", not \"%s\"", text, what);
  if (what == NULL) return;
  wl_effect e;
  assert_int_equal(wl_model_issue(p->model, 0, 9, &e), WL_BAD_EVENT);
  if (strstr(e.why, what) == NULL) fail_msg("\"%s\", not \"%s\"", e.why, what);
}

// s_waitcnt does not look at VS_CNT, s_waitcnt_vscnt at nothing else and at 6 bits of SIMM16; s_endpgm and s_trap with
// a handler wait for all.
static void waits(void **state) {
  (void)state;
  for (int trap = 0; trap < 2; trap++) {
    struct program p;
    wl_effect e;
    open_rdna(&p, true);
    p.init.trap_enabled = trap;
    for (uint32_t i = 0; i < 2; i++) emit2(&p, global(WL_OP_global_store_dword, 0, 1, 8, 0, 0));
    emit(&p, S_WAITCNT_0);
    emit2(&p, global(WL_OP_global_load_dword, 9, 1, 0, 0, 0));
    emit(&p, sopk(WL_OP_s_waitcnt_vscnt, NULL_SGPR, 2));
    emit(&p, sopk(WL_OP_s_waitcnt_vscnt, NULL_SGPR, 0xffc1));
    emit(&p, S_WAITCNT_VM_0);
    emit(&p, trap ? sopp(WL_OP_s_trap, 1) : S_ENDPGM);
    start(&p, 0);
    for (uint32_t tag = 0; tag < 2; tag++) assert_int_equal(wl_model_issue(p.model, 0, tag, &e), WL_OK);
    issue(&p, 0, WL_OK);
    assert_int_equal(wl_model_issue(p.model, 0, 2, &e), WL_OK);
    issue(&p, 0, WL_OK);
    expect_wait(&p, "at s_waitcnt_vscnt vscnt(1), VS_CNT is 2");
    returns(&p, 0, NULL);
    issue(&p, 0, WL_OK);
    expect_wait(&p, "at s_waitcnt vmcnt(0), VM_CNT is 1");
    returns(&p, 2, NULL);
    issue(&p, 0, WL_OK);
    expect_wait(&p, trap ? "at s_trap vscnt(0), VS_CNT is 1" : "at s_endpgm vscnt(0), VS_CNT is 1");
    returns(&p, 1, NULL);
    issue(&p, 0, WL_OK);
    program_close(&p);
  }
}

// A wave in single step enters its handler when nothing is in flight.
static void trap_entry(void **state) {
  (void)state;
  struct program p;
  char why[160];
  open_rdna(&p, true);
  p.init.mode = WL_MODE_DEBUG_EN;
  p.init.trap_enabled = true;
  emit2(&p, global(WL_OP_global_store_dword, 0, 1, 8, 0, 0));
  start(&p, 0);
  issue(&p, 0, WL_OK);
  assert_int_equal(wl_model_trap(p.model, 0, why), WL_BAD_EVENT);
  assert_non_null(strstr(why, "VS_CNT 1"));
  assert_false(wl_model_could_issue(p.model, 0));
  returns(&p, 0, NULL);
  assert_true(wl_model_could_issue(p.model, 0));
  assert_int_equal(wl_model_trap(p.model, 0, why), WL_OK);
  program_close(&p);
}

// At 63 the next one waits, of the same counter alone.
static void limit(void **state) {
  (void)state;
  for (int stores = 0; stores < 2; stores++) {
    const uint64_t one = global(WL_OP_global_store_dword, 0, 1, 8, 0, 0),
                   other = global(WL_OP_global_load_dword, 9, 1, 0, 0, 0);
    struct program p;
    wl_effect e;
    open_rdna(&p, true);
    for (uint32_t i = 0; i < 64; i++) emit2(&p, stores ? one : other);
    start(&p, 0);
    for (uint32_t i = 0; i < 63; i++) assert_int_equal(wl_model_issue(p.model, 0, i, &e), WL_OK);
    assert_int_equal(state_regs(&p, 0).counters, stores ? 63u << 24 : 63);
    assert_false(wl_model_could_issue(p.model, 0));
    assert_int_equal(wl_model_issue(p.model, 0, 63, &e), WL_BAD_EVENT);
    assert_non_null(strstr(e.why, stores ? "VS_CNT is full" : "VM_CNT is full"));
    p.at = kCode + 63 * 8;
    emit2(&p, stores ? other : one);
    assert_int_equal(wl_model_issue(p.model, 0, 63, &e), WL_OK);
    assert_int_equal(state_regs(&p, 0).counters, stores ? 1 | 63u << 24 : 63 | 1 << 24);
    program_close(&p);
  }
}

// IB_STS has no place for VS_CNT (D-MEM-59).
static void hidden(void **state) {
  (void)state;
  struct program p;
  open_rdna(&p, true);
  emit2(&p, global(WL_OP_global_store_dword, 0, 1, 8, 0, 0));
  emit(&p, sopk(WL_OP_s_getreg_b32, 3, WL_HWREG_IB_STS | 31 << 11));
  start(&p, 0);
  issue(&p, 0, WL_OK);
  issue(&p, 0, WL_OK);
  assert_int_equal(sgpr(&p, 0, 3), 0);
  program_close(&p);
}

// Missing waits: stores do not count in vmcnt(n), and their registers need no wait.
static void hazards(void **state) {
  (void)state;
  // All lanes are active, and out of range: the V# is all zeros.
  const uint64_t load = mubuf(WL_OP_buffer_load_dword, 9, 0, 4, 128, 0),
                 store = mubuf(WL_OP_buffer_store_dword, 8, 0, 4, 128, 0);
  const uint32_t vm1 = sopp(WL_OP_s_waitcnt, 0xf71), vs0 = sopk(WL_OP_s_waitcnt_vscnt, NULL_SGPR, 0);
  const uint32_t use = vop1(WL_OP_v_mov_b32, 11, VGPR + 9), over = vop1(WL_OP_v_mov_b32, 8, VGPR + 1);
  const struct {
    bool rdna;
    uint64_t second;
    uint32_t wait, use;
    bool hazard;
  } list[] = {
      {false, store, vm1, use, false},
      {true, store, vm1, use, true},
      {true, load + (1ull << 40), vm1, use, false},
      {true, store, vs0, use, true},
      {true, store, S_WAITCNT_VM_0, use, false},
      {true, store, 0, over, false},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    for (int alone = 0; alone < 2; alone++) {
      struct program p;
      wl_effect e;
      open_rdna(&p, list[i].rdna);
      p.init.exec = ~0ull;
      emit2(&p, load);
      emit2(&p, list[i].second);
      if (list[i].wait) emit(&p, list[i].wait);
      emit(&p, list[i].use);
      emit(&p, S_WAITCNT_0);
      emit(&p, S_ENDPGM);
      start(&p, 0);
      if (alone) {
        wl_run_report report;
        wl_model_run(p.model, 100, &report);
        assert_int_equal(report.result, list[i].hazard ? WL_HAZARD_PENDING : WL_OK);
        program_close(&p);
        continue;
      }
      char why[160];
      uint32_t mask, data[16];
      const bool two = list[i].second != store;
      for (uint32_t tag = 0; tag < 2; tag++) assert_int_equal(wl_model_issue(p.model, 0, tag, &e), WL_OK);
      for (uint32_t q = 0; q < 4; q++) {
        for (uint32_t tag = 0; tag < 1u + two; tag++)
          bad(wl_model_write_back_vgpr(p.model, WL_UNIT_VMEM, 0, tag, 9 + tag, q, &mask, data, why), why);
      }
      returns(&p, 0, NULL);
      returns(&p, 1, NULL);
      if (list[i].wait) issue(&p, 0, WL_OK);
      if (wl_model_issue(p.model, 0, 2, &e) != (list[i].hazard ? WL_HAZARD_PENDING : WL_OK))
        fail_msg("%zu: %s", i, e.why);
      if (list[i].hazard) assert_non_null(strstr(e.why, "missing wait, vmcnt: buffer_load_dword"));
      program_close(&p);
    }
  }
}

// s_waitcnt_vscnt is there with SDST null alone, and not on a unit with GFX9 memory (D-MEM-57).
static void legality(void **state) {
  (void)state;
  for (uint32_t sdst = 0; sdst < 128; sdst++) {
    for (int rdna = 0; rdna < 2; rdna++) {
      const uint32_t words[2] = {sopk(WL_OP_s_waitcnt_vscnt, sdst, 0x1234), 0};
      wl_decoded d;
      wl_decode_words(words, WL_GFX900, rdna, WL_SGPR_COUNT, 256, true, &d);
      assert_int_equal(d.known, rdna);
      assert_int_equal(d.legal, rdna && sdst == NULL_SGPR);
      if (d.legal) assert_string_equal(d.name, "s_waitcnt_vscnt");
    }
  }
  struct program p;
  open_rdna(&p, false);
  emit(&p, sopk(WL_OP_s_waitcnt_vscnt, NULL_SGPR, 0));
  start(&p, 0);
  issue(&p, 0, WL_ILLEGAL_INST);
  program_close(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(examples), cmocka_unit_test(counters),   cmocka_unit_test(order),
      cmocka_unit_test(waits),    cmocka_unit_test(trap_entry), cmocka_unit_test(limit),
      cmocka_unit_test(hidden),   cmocka_unit_test(hazards),    cmocka_unit_test(legality)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
