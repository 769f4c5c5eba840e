// SPDX-License-Identifier: Apache-2.0
// SCRATCH (buffer-memory.md 10; D-MEM-8, D-MEM-61, D-MEM-72, D-MEM-79, D-WAIT-26): addresses are computed here byte by
// byte.
#include "transactions.h"

#include "wavelock/decode.h"

enum { FLAT_SCRATCH = WL_FLAT_SCRATCH };

static uint64_t scratch(uint32_t op, uint32_t vdst, uint32_t addr, uint32_t data, uint32_t saddr, uint32_t offset) {
  return global(op, vdst, addr, data, saddr, offset) ^ (uint64_t)(WL_SEG_GLOBAL ^ WL_SEG_SCRATCH) << 14;
}

static uint32_t *vgpr(const struct program *p, uint32_t v) {
  return (uint32_t *)(uintptr_t)wl_model_phys_vgpr(p->model, v);
}

// Byte b of a lane whose private offset is off.
static uint64_t byte_address(uint64_t base, uint32_t lane, uint32_t off, uint32_t b) {
  const uint64_t p = (uint32_t)(off + b);
  return (base + p / 4 * 256 + lane * 4 + p % 4) % (1ull << 48);
}

// FLAT_SCRATCH is `base`; then one instruction.
static void open_scratch(struct program *p, uint64_t base, uint64_t words) {
  program_open(p);
  p->init.sgpr_count = 10;
  p->init.sgpr[4] = (uint32_t)base;
  p->init.sgpr[5] = (uint32_t)(base >> 32);
  emit(p, sop1(WL_OP_s_mov_b64, FLAT_SCRATCH, 4));
  emit2(p, words);
  emit(p, S_WAITCNT_0);
  emit(p, S_ENDPGM);
}

// Examples worked from buffer-memory.md 10. OFF: the offset comes from v1. Else from s8.
static void examples(void **state) {
  (void)state;
  static const struct {
    uint64_t base;
    uint32_t lane, offset, saddr;
    int32_t inst_offset;
    uint64_t at[4];  // bytes 0, 4, 8, 12
  } list[] = {
      {0x7F0000100000, 5, 4, OFF, 0, {0x7F0000100114, 0x7F0000100214, 0x7F0000100314, 0x7F0000100414}},
      {0x7F0000100000, 0, 0xFFFFFFFC, OFF, 8, {0x7F0000100100, 0x7F0000100200, 0x7F0000100300, 0x7F0000100400}},
      {0x7F0000100000, 63, 12, 8, -4, {0x7F00001002FC, 0x7F00001003FC, 0x7F00001004FC, 0x7F00001005FC}},
      {0x7F0000100000, 1, 4, 8, -8, {0x7F40000FFF04, 0x7F0000100004, 0x7F0000100104, 0x7F0000100204}},
      {0x1000, 3, 0, 8, 0, {0x100C, 0x110C, 0x120C, 0x130C}},
      // 48 bits of FLAT_SCRATCH count, and the sum wraps there.
      {0xABCD000000001000, 3, 0, OFF, 0, {0x100C, 0x110C, 0x120C, 0x130C}},
      {0xFFFFFFFFFF00, 2, 0, OFF, 0, {0xFFFFFFFFFF08, 0x8, 0x108, 0x208}},
  };
  for (size_t n = 0; n < sizeof list / sizeof list[0]; n++) {
    struct program p;
    const uint32_t offset = (uint32_t)list[n].inst_offset;
    open_scratch(&p, list[n].base, scratch(WL_OP_scratch_store_dwordx4, 0, 1, 8, list[n].saddr, offset));
    p.init.exec = 1ull << list[n].lane;
    p.init.sgpr[8] = list[n].offset;
    for (uint32_t l = 0; l < WL_LANES; l++) vgpr(&p, 1)[l] = list[n].saddr == OFF ? list[n].offset : 0x12345678;
    for (uint32_t k = 0; k < 4; k++) {
      vgpr(&p, 8 + k)[list[n].lane] = 100 + k;
      assert_true(wl_mem_map(p.mem, list[n].at[k], 4));
    }
    start(&p, 0);
    run(&p, WL_OK);
    for (uint32_t k = 0; k < 4; k++) {
      uint32_t word = 0;
      assert_true(wl_mem_read(p.mem, list[n].at[k], &word, 4));
      if (word != 100 + k) fail_msg("example %zu, dword %u", n, k);
    }
    program_close(&p);
  }
}

// ---- random ----------------------------------------------------------------------------------------------
struct lanes {
  uint64_t base, exec;
  uint32_t offset[WL_LANES], bytes;
};

// The lines of a lane's component, which has the bytes b of one dword before or behind the cut.
static uint32_t lines_of(const struct lanes *s, uint32_t lane, uint32_t component, uint64_t lines[2]) {
  uint32_t count = 0;
  for (uint32_t b = component % 4 * 4; b < s->bytes && b < component % 4 * 4 + 4; b++) {
    const uint64_t line = byte_address(s->base, lane, s->offset[lane], b) & ~63ull;
    const bool behind = s->offset[lane] % 4 + b % 4 >= 4;
    if (behind != (component >= 4)) continue;
    if (count == 0 || lines[count - 1] != line) lines[count++] = line;
  }
  return count;
}

static void serve(struct program *p, const struct lanes *s, bool store) {
  for (uint32_t l = 0; l < WL_LANES; l++) {
    for (uint32_t c = 0; c < 8 && (s->exec >> l & 1); c++) {
      uint64_t lines[2];
      const uint32_t count = lines_of(s, l, c, lines);
      for (uint32_t i = 0; i < count; i++) {
        const wl_transaction t = {.unit = WL_UNIT_VMEM,
                                  .op = store ? WL_MEM_STORE : WL_MEM_LOAD,
                                  .line = lines[i],
                                  .component = c,
                                  .lanes = 1ull << l};
        transact(p, &t);
      }
    }
  }
}

// Each store changes the bytes of the formula and no others; each load reads them. In lockstep as standalone.
static void all_opcodes(void **state) {
  (void)state;
  uint64_t random = 3;
  for (uint32_t op = 16; op <= 37; op++) {
    for (uint32_t round = 0; round < 40; round++) {
      const bool store = op >= 24 && op < 32, saddr = round % 5 == 4;
      const uint32_t inst_offset = round & 1 ? 0x1ff9 : 20;  // -7
      const uint32_t rows = (transfer_bytes(op) + 3) / 4;
      const uint64_t seed = random64(&random);
      struct lanes s = {.base = kData + 64 + (round & 2 ? 0 : random32(&random) % 300), .bytes = transfer_bytes(op)};
      uint8_t memory[2 * WL_PAGE], after[2 * WL_PAGE];
      uint32_t loaded[4][WL_LANES];
      struct program a, b;
      s.exec = round & 4 ? random64(&random) : ~0ull;
      const uint32_t same = random32(&random) % 30 & (round & 16 ? ~3u : ~0u);
      for (uint32_t l = 0; l < WL_LANES; l++) {
        const uint32_t drawn = round & 8 || saddr ? same : random32(&random) % (round % 8 == 7 ? 200 : 80);
        s.offset[l] = drawn + (round & 1 ? -7u : 20);
      }
      for (int which = 0; which < 2; which++) {
        struct program *p = which == 0 ? &a : &b;
        open_scratch(p, s.base, scratch(op, 8, 1, 8, saddr ? 9 : OFF, inst_offset));
        fill(p, seed);
        p->init.exec = s.exec;
        p->init.sgpr[9] = s.offset[0] - (round & 1 ? -7u : 20);
        for (uint32_t l = 0; l < WL_LANES; l++) vgpr(p, 1)[l] = s.offset[l] - (round & 1 ? -7u : 20);
        start(p, 0);
      }
      assert_true(wl_mem_read(a.mem, kData, memory, sizeof memory));
      for (uint32_t l = 0; l < WL_LANES; l++) {
        for (uint32_t r = 0; r < 4; r++) loaded[r][l] = vgpr(&a, 8 + r)[l];
        for (uint32_t i = 0; i < s.bytes && (s.exec >> l & 1); i++) {
          const uint64_t at = byte_address(s.base, l, s.offset[l], i) - kData;
          const bool hi = op == WL_OP_scratch_store_byte_d16_hi || op == WL_OP_scratch_store_short_d16_hi;
          uint8_t *reg = (uint8_t *)&loaded[i / 4][l] + i % 4 + (hi ? 2 : 0);
          if (store && at < sizeof memory) memory[at] = *reg;
          if (!store) *reg = at < sizeof memory ? memory[at] : 0;
        }
      }
      issue(&a, 0, WL_OK);
      const wl_effect e = issue(&a, 0, WL_OK);
      assert_int_equal(e.held, WL_HOLDS_VM);
      assert_int_equal(state_regs(&a, 0).counters, 1);
      serve(&a, &s, store);
      char why[160];
      if (store) bad(wl_model_return(a.model, WL_UNIT_VMEM, 0, 0, why), why);
      else land_all(&a, WL_UNIT_VMEM, 8, rows);
      wl_unmapped in_a, in_b;
      wl_model_unmapped(a.model, &in_a);
      assert_int_equal((state_regs(&a, 0).trapsts & WL_TRAPSTS_MEM_VIOL) != 0, in_a.count != 0);
      issue(&a, 0, WL_OK);
      issue(&a, 0, WL_OK);
      run(&b, WL_OK);
      same_state(&a, &b, "SCRATCH", op);
      wl_model_unmapped(b.model, &in_b);
      assert_int_equal(in_a.count, in_b.count);
      assert_true(wl_mem_read(a.mem, kData, after, sizeof after));
      assert_memory_equal(memory, after, sizeof after);
      for (uint32_t l = 0; l < WL_LANES && op >= 20 && op < 24; l++) {
        for (uint32_t r = 0; r < rows; r++) assert_int_equal(vgpr(&a, 8 + r)[l], loaded[r][l]);
      }
      program_close(&a);
      program_close(&b);
    }
  }
}

// The same bytes as a buffer with the V# of scratch names (buffer-memory.md 3, 10).
static void same_as_buffer(void **state) {
  (void)state;
  struct program p;
  open_scratch(&p, kData, scratch(WL_OP_scratch_store_dwordx2, 0, 1, 8, OFF, 5));
  p.at -= 8;
  p.init.sgpr_count = 16;
  p.init.sgpr[12] = (uint32_t)kData;
  p.init.sgpr[13] = 1u << 31;
  p.init.sgpr[14] = 0;
  p.init.sgpr[15] = 0x00EA4FAC;
  emit2(&p, mubuf(WL_OP_buffer_load_dwordx2, 10, 1, 12, 128, WL_MUBUF_OFFEN | 5));
  emit(&p, S_WAITCNT_0);
  emit(&p, S_ENDPGM);
  for (uint32_t l = 0; l < WL_LANES; l++) {
    vgpr(&p, 1)[l] = l % 7;
    vgpr(&p, 8)[l] = 1000 + l;
    vgpr(&p, 9)[l] = 2000 + l;
  }
  start(&p, 0);
  run(&p, WL_OK);
  for (uint32_t l = 0; l < WL_LANES; l++) {
    assert_int_equal(vgpr(&p, 10)[l], 1000 + l);
    assert_int_equal(vgpr(&p, 11)[l], 2000 + l);
  }
  program_close(&p);
}

// ---- legality and waits ----------------------------------------------------------------------------------
static bool legal(uint64_t words, bool priv) {
  const uint32_t w[2] = {(uint32_t)words, (uint32_t)(words >> 32)};
  wl_decoded d;
  wl_decode_words(w, WL_GFX900, false, 96, 32, priv, &d);
  return d.legal;
}

static void legality(void **state) {
  (void)state;
  for (uint32_t op = 0; op < 128; op++) {
    assert_int_equal(legal(scratch(op, 0, 0, 0, OFF, 0), false), op >= 16 && op <= 37);  // no atomics
    assert_int_equal(legal(scratch(op, 255, 0, 0, OFF, 0) | WL_FLAT_LDS, false), op >= 16 && op <= 20);
    assert_false(legal(scratch(op, 0, 0, 0, OFF, 0) | WL_FLAT_RESERVED, false));
    assert_false(legal(global(op, 0, 0, 0, OFF, 0) | 3 << 14, false));  // SEG 3 (D-MEM-79)
  }
  const uint32_t op = WL_OP_scratch_load_dword;
  for (uint32_t code = 0; code < 128; code++) {
    const bool sgpr = code < 96 || (code >= 102 && code <= 107) || code == OFF;
    const bool ttmp = code >= 108 && code <= 123;  // D-MEM-72
    assert_int_equal(legal(scratch(op, 0, 0, 0, code, 0), false), sgpr);
    assert_int_equal(legal(scratch(op, 0, 0, 0, code, 0), true), sgpr || ttmp);
    // ADDR is judged without SADDR alone (D-MEM-79).
    assert_int_equal(legal(scratch(op, 0, 32, 0, code, 0), true), (sgpr || ttmp) && code != OFF);
    // SADDR of GLOBAL is a pair (D-MEM-36).
    const bool even = code % 2 == 0;
    assert_int_equal(legal(global(op, 0, 0, 0, code, 0), false), (sgpr && even) || code == OFF);
    assert_int_equal(legal(global(op, 0, 0, 0, code, 0), true), ((sgpr || ttmp) && even) || code == OFF);
  }
  assert_true(legal(scratch(op, 31, 31, 255, OFF, 0) | 1ull << 55 | 3 << 16, false));  // GLC, SLC, NV (D-MEM-35)
  assert_false(legal(scratch(op, 32, 31, 0, OFF, 0), false));
  assert_false(legal(scratch(WL_OP_scratch_store_dwordx4, 0, 0, 29, OFF, 0), false));
}

// FLAT_SCRATCH and SADDR must have been waited for (D-WAIT-6); rows 8 and 9 (D-WAIT-26).
static void waits(void **state) {
  (void)state;
  const uint64_t load = scratch(WL_OP_scratch_load_dword, 8, 1, 0, OFF, 0);
  const uint64_t by_sgpr = scratch(WL_OP_scratch_load_dword, 8, 1, 0, 9, 0);
  const uint32_t to_flat_scratch_hi = vop1(WL_OP_v_readfirstlane_b32, FLAT_SCRATCH + 1, VGPR);
  const struct {
    uint64_t first, second;
    const char *says;
  } list[] = {
      {smem(WL_OP_s_load_dword, FLAT_SCRATCH + 1, 2, 0), load, "lgkmcnt: s_load_dword"},
      {smem(WL_OP_s_load_dword, 9, 2, 0), by_sgpr, "loads s9, scratch_load_dword"},
      {smem(WL_OP_s_load_dword, 10, 2, 0), by_sgpr, NULL},
      {ds(WL_OP_ds_read_b32, 1, 0, 0, 0, 0), load, "loads v1, scratch_load_dword"},
      {ds(WL_OP_ds_read_b32, 1, 0, 0, 0, 0), by_sgpr, NULL},
      {to_flat_scratch_hi, load, "wait states, row 9: v_readfirstlane_b32"},
      {vop1(WL_OP_v_readfirstlane_b32, 9, VGPR), by_sgpr, "writes s9"},
      {vop1(WL_OP_v_readfirstlane_b32, 9, VGPR), load, NULL},
      {vop1(WL_OP_v_readfirstlane_b32, 10, VGPR), by_sgpr, NULL},
      {scratch(WL_OP_scratch_store_dwordx3, 0, 1, 8, OFF, 0), vop1(WL_OP_v_mov_b32, 10, 128), "row 8"},
      {scratch(WL_OP_scratch_store_dwordx4, 0, 1, 8, 9, 0), vop1(WL_OP_v_mov_b32, 11, 128), "row 8"},
      {scratch(WL_OP_scratch_store_dwordx2, 0, 1, 8, OFF, 0), vop1(WL_OP_v_mov_b32, 9, 128), NULL},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    struct program p;
    wl_effect e;
    program_open(&p);
    p.init.sgpr_count = 4;
    p.init.sgpr[2] = (uint32_t)kData;
    for (int n = 0; n < 2; n++) {
      const uint64_t words = n == 0 ? list[i].first : list[i].second;
      if (words >> 31 & 1) emit2(&p, words);  // memory
      else emit(&p, (uint32_t)words);
    }
    start(&p, 0);
    assert_int_equal(wl_model_issue(p.model, 0, 0, &e), WL_OK);
    const wl_result r = wl_model_issue(p.model, 0, 1, &e);
    if ((r != WL_OK) != (list[i].says != NULL)) fail_msg("%zu: %d %s", i, r, e.why);
    if (list[i].says != NULL && strstr(e.why, list[i].says) == NULL) fail_msg("%zu: %s", i, e.why);
    program_close(&p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(examples), cmocka_unit_test(all_opcodes),
                                     cmocka_unit_test(same_as_buffer), cmocka_unit_test(legality),
                                     cmocka_unit_test(waits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
