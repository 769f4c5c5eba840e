// SPDX-License-Identifier: Apache-2.0
// Alignment modes of vector memory (buffer-memory.md 5, 12; D-MEM-14, D-MEM-15, D-MEM-75), against a reference that
// computes the final address of each dword.
#include "transactions.h"

enum { KIND_GLOBAL, KIND_SCRATCH, KIND_LINEAR, KIND_SWIZZLED, KINDS, NUM_RECORDS = 200, INDEX_LANES = 16 };

static uint32_t *vgpr(const struct program *p, uint32_t v) {
  return (uint32_t *)(uintptr_t)wl_model_phys_vgpr(p->model, v);
}

// The address of dword k of a lane whose offset is `off`.
static uint64_t dword_address(uint32_t kind, uint64_t base, uint32_t lane, uint32_t off, uint32_t k) {
  const uint64_t o = off + 4 * k;
  switch (kind) {
    case KIND_SCRATCH: return base + o / 4 * 256 + lane * 4 + o % 4;
    case KIND_SWIZZLED: return base + o / 4 * 4 * INDEX_LANES + lane % INDEX_LANES * 4 + o % 4;  // of stride 0
    default: return base + o;
  }
}

// size: bytes of a dword, or of a smaller access.
static bool in_range(uint32_t kind, uint32_t off, uint32_t k, uint32_t size) {
  return kind != KIND_LINEAR || off + 4 * k + size <= NUM_RECORDS;
}

struct test {
  uint32_t kind, op, mode, bytes;
  uint64_t base, exec;
  uint32_t offset[WL_LANES];
};

// Where dword k of a lane lies. false: nowhere. *viol: the lane is misaligned.
static bool place(const struct test *t, uint32_t lane, uint32_t k, uint64_t *at, bool *viol) {
  const uint32_t size = t->bytes < 4 ? t->bytes : 4;
  const uint32_t strict = t->bytes == 12 ? 4 : t->bytes;
  const uint64_t first = dword_address(t->kind, t->base, lane, t->offset[lane], 0);
  *at = dword_address(t->kind, t->base, lane, t->offset[lane], k);
  *viol = false;
  if (!in_range(t->kind, t->offset[lane], k, size)) return false;
  if (t->mode == WL_ALIGN_DWORD) *at -= *at % size;
  if (t->mode == WL_ALIGN_DWORD_STRICT) *viol = first % size != 0;
  if (t->mode == WL_ALIGN_STRICT) *viol = first % strict != 0;
  return !*viol;
}

static void open_test(struct program *p, const struct test *t, uint64_t seed) {
  program_open(p);
  p->init.alignment_mode = t->mode;
  p->init.exec = t->exec;
  p->init.sgpr_count = 8;
  p->init.sgpr[4] = (uint32_t)t->base;
  p->init.sgpr[5] = t->kind == KIND_SWIZZLED ? 1u << 31 : 0;
  p->init.sgpr[6] = NUM_RECORDS;
  p->init.sgpr[7] = 1u << 21 | (t->kind == KIND_SWIZZLED ? WL_RESOURCE_ADD_TID : 4u << 15);
  if (t->kind == KIND_SCRATCH) emit(p, sop1(WL_OP_s_mov_b64, WL_FLAT_SCRATCH, 4));
  else emit(p, S_NOP);
  if (t->kind == KIND_GLOBAL) emit2(p, global(t->op, 8, 0, 8, 4, 0));
  else if (t->kind == KIND_SCRATCH) emit2(p, global(t->op, 8, 0, 8, OFF, 0) ^ 3ull << 14);
  else emit2(p, mubuf(t->op, 8, 0, 4, 128, WL_MUBUF_OFFEN));
  emit(p, S_WAITCNT_0);
  emit(p, S_ENDPGM);
  fill(p, seed);
  for (uint32_t l = 0; l < WL_LANES; l++) vgpr(p, 0)[l] = t->offset[l];
  start(p, 0);
}

// One transaction for each dword of each lane and each line: none is cut by the swizzle. Dword by dword, the order of a
// standalone run, which matters where lanes overlap.
static void serve(struct program *p, const struct test *t, bool store) {
  for (uint32_t k = 0; k < (t->bytes + 3) / 4; k++) {
    for (uint32_t l = 0; l < WL_LANES; l++) {
      uint64_t at;
      bool viol;
      if (!(t->exec >> l & 1) || !place(t, l, k, &at, &viol)) continue;
      const wl_transaction x = {.unit = WL_UNIT_VMEM,
                                .op = store ? WL_MEM_STORE : WL_MEM_LOAD,
                                .line = at & ~63ull,
                                .component = k,
                                .lanes = 1ull << l};
      transact(p, &x);
    }
  }
}

static void modes(void **state) {
  (void)state;
  uint64_t random = 23;
  for (uint32_t n = 0; n < 22 * KINDS * 3 * 6; n++) {
    struct test t = {.kind = n % KINDS, .mode = n / KINDS % 3, .op = 16 + n / KINDS / 3 % 22};
    const uint32_t round = n / KINDS / 3 / 22;
    const bool store = t.op >= 24 && t.op < 32;
    uint8_t memory[2 * WL_PAGE], after[2 * WL_PAGE];
    uint32_t loaded[4][WL_LANES];
    bool any_viol = false;
    struct program a, b;
    const uint64_t seed = random64(&random);
    t.bytes = transfer_bytes(t.op);
    t.base = kData + 64 + (round & 1 ? random32(&random) % 16 : 0);
    t.exec = round & 2 ? random64(&random) : ~0ull;
    const uint32_t multiple = 1u << random32(&random) % 5;  // of 1 to 16 bytes
    for (uint32_t l = 0; l < WL_LANES; l++)
      t.offset[l] = random32(&random) % (t.kind < 2 ? 90 : 210) / multiple * multiple;
    open_test(&a, &t, seed);
    open_test(&b, &t, seed);
    assert_true(wl_mem_read(a.mem, kData, memory, sizeof memory));
    for (uint32_t k = 0; k < 4; k++) {
      for (uint32_t l = 0; l < WL_LANES; l++) {
        loaded[k][l] = vgpr(&a, 8 + k)[l];
        if (k >= (t.bytes + 3) / 4 || !(t.exec >> l & 1)) continue;
        const uint32_t size = t.bytes < 4 ? t.bytes : 4;
        const bool hi = t.op == WL_OP_global_store_byte_d16_hi || t.op == WL_OP_global_store_short_d16_hi;
        uint64_t at;
        bool viol;
        const bool placed = place(&t, l, k, &at, &viol);
        any_viol |= viol;
        if (placed) assert_true(at - kData + 4 <= sizeof memory);
        if (store && placed) memcpy(memory + at - kData, (uint8_t *)&loaded[k][l] + (hi ? 2 : 0), size);
        if (!store) loaded[k][l] = 0;
        if (!store && placed) memcpy(&loaded[k][l], memory + at - kData, size);
      }
    }
    issue(&a, 0, WL_OK);
    issue(&a, 0, WL_OK);
    serve(&a, &t, store);
    char why[160];
    if (store) bad(wl_model_return(a.model, WL_UNIT_VMEM, 0, 0, why), why);
    else land_all(&a, WL_UNIT_VMEM, 8, (t.bytes + 3) / 4);
    assert_int_equal(state_regs(&a, 0).trapsts, any_viol ? WL_TRAPSTS_MEM_VIOL : 0);
    issue(&a, 0, WL_OK);
    issue(&a, 0, WL_OK);
    wl_run_report report;
    wl_model_run(b.model, 0, &report);
    assert_int_equal(report.result, WL_OK);
    same_state(&a, &b, "alignment", n);
    assert_true(wl_mem_read(a.mem, kData, after, sizeof after));
    assert_memory_equal(memory, after, sizeof after);
    for (uint32_t l = 0; l < WL_LANES && !store && (t.bytes >= 4 || t.op == 16 || t.op == 18); l++) {
      for (uint32_t k = 0; k < (t.bytes + 3) / 4; k++) assert_int_equal(vgpr(&a, 8 + k)[l], loaded[k][l]);
    }
    program_close(&a);
    program_close(&b);
  }
}

// Values worked from buffer-memory.md 5: a dwordx3 at an address = 4 mod 16, a short at an odd address, and others.
static void table(void **state) {
  (void)state;
  static const struct {
    uint32_t op, at, mode, low, viol;
  } list[] = {
      {WL_OP_global_load_dword, 6, WL_ALIGN_DWORD, 0x07060504, 0},
      {WL_OP_global_load_dword, 6, WL_ALIGN_DWORD_STRICT, 0, 1},
      {WL_OP_global_load_dword, 6, WL_ALIGN_STRICT, 0, 1},
      {WL_OP_global_load_dword, 6, WL_ALIGN_UNALIGNED, 0x09080706, 0},
      {WL_OP_global_load_ushort, 7, WL_ALIGN_DWORD, 0x0706, 0},
      {WL_OP_global_load_ushort, 7, WL_ALIGN_DWORD_STRICT, 0, 1},
      {WL_OP_global_load_ushort, 6, WL_ALIGN_STRICT, 0x0706, 0},
      {WL_OP_global_load_ubyte, 7, WL_ALIGN_STRICT, 7, 0},
      {WL_OP_global_load_ubyte, 7, WL_ALIGN_DWORD, 7, 0},
      {WL_OP_global_load_dwordx2, 4, WL_ALIGN_DWORD_STRICT, 0x07060504, 0},
      {WL_OP_global_load_dwordx2, 4, WL_ALIGN_STRICT, 0, 1},
      {WL_OP_global_load_dwordx3, 4, WL_ALIGN_STRICT, 0x07060504, 0},  // D-MEM-15
      {WL_OP_global_load_dwordx3, 2, WL_ALIGN_STRICT, 0, 1},
      {WL_OP_global_load_dwordx4, 8, WL_ALIGN_STRICT, 0, 1},
      {WL_OP_global_load_dwordx4, 16, WL_ALIGN_STRICT, 0x13121110, 0},
      {WL_OP_global_load_dwordx4, 11, WL_ALIGN_DWORD, 0x0b0a0908, 0},
      {WL_OP_global_atomic_or, 2, WL_ALIGN_DWORD, 0, 1},  // an atomic is not forced
      {WL_OP_global_atomic_or, 4, WL_ALIGN_STRICT, 0x07060504, 0},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    struct program p;
    uint8_t bytes[64];
    for (uint32_t b = 0; b < 64; b++) bytes[b] = (uint8_t)b;
    program_open(&p);
    p.init.alignment_mode = list[i].mode;
    p.init.sgpr_count = 6;
    p.init.sgpr[4] = (uint32_t)kData + list[i].at;
    assert_true(wl_mem_write(p.mem, kData, bytes, 64));
    emit2(&p, global(list[i].op, 8, 0, 12, 4, 0) | WL_FLAT_GLC);
    emit(&p, 0xc8000000u);  // illegal: TRAPSTS stays to be seen
    p.init.exec = 1;
    start(&p, 0);
    run(&p, WL_ILLEGAL_INST);
    if (vgpr(&p, 8)[0] != list[i].low) fail_msg("case %zu: 0x%x", i, vgpr(&p, 8)[0]);
    assert_int_equal(state_regs(&p, 0).trapsts, (list[i].viol ? WL_TRAPSTS_MEM_VIOL : 0) | WL_TRAPSTS_ILLEGAL_INST);
    program_close(&p);
  }
}

// Waves of several modes run the same code. VSKIP discards the instruction in each of them.
static void same_code(void **state) {
  (void)state;
  for (uint32_t skipped = 0; skipped < 2; skipped++) {
    struct program p;
    wl_run_report report;
    const uint32_t word = 0x44332211;
    program_open(&p);
    emit2(&p, global(WL_OP_global_load_dword, 8, 0, 0, 2, 0));
    emit(&p, S_WAITCNT_0);
    emit(&p, S_ENDPGM);
    p.init.sgpr_count = 4;
    p.init.sgpr[2] = (uint32_t)kData + 1;
    p.init.mode = skipped ? WL_MODE_VSKIP : 0;
    assert_true(wl_mem_write(p.mem, kData, &word, 4));
    for (uint32_t i = 0; i < 8; i++) {
      p.init.alignment_mode = (7 - i) % 4;
      p.init.vgpr_base = 32 * (i % 8);
      p.init.group = i;
      start(&p, i);
    }
    wl_model_run(p.model, 0, &report);
    assert_int_equal(report.result, WL_OK);
    for (uint32_t i = 0; i < 8; i++) {
      static const uint32_t values[4] = {0x44332211, 0, 0, 0x00443322};
      assert_int_equal(vgpr(&p, 32 * i + 8)[5], skipped ? 0 : values[(7 - i) % 4]);
    }
    program_close(&p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(modes), cmocka_unit_test(table), cmocka_unit_test(same_code)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
