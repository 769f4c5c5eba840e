// SPDX-License-Identifier: Apache-2.0
// MUBUF: the examples of buffer-memory.md 15.5, random descriptors in lockstep and standalone, also on a unit with RDNA
// memory (14.1), legality and waits.
// Addresses and range are computed here byte by byte, as 15.3 writes them (D-MEM-7, D-MEM-8, D-MEM-10, D-MEM-61,
// D-MEM-63, D-MEM-67, D-MEM-76, D-MEM-80).
#include "buffers.h"

#include "wavelock/decode.h"

// ---- examples ------------------------------------------------------------------------------------------
enum { RANGE = -1 };  // out of range
struct example {
  struct access a;
  uint32_t soffset_code;  // 0: SGPR
  uint32_t step;          // bytes between those that `at` has
  int64_t at[4];
};
#define PRIVATE .base = 0x7F0000100000, .flags = SWIZZLE | TID, .index_stride = 3

static void examples(void **state) {
  (void)state;
  static const struct example list[] = {
      {{PRIVATE, .lane = 5, .inst_offset = 4, .bytes = 4}, 0, 4, {0x7F0000100114}},
      {{PRIVATE, .form = OFFEN, .offset = 0xFFFFFFFC, .inst_offset = 8, .bytes = 4}, 0, 4, {0x7F0000100100}},
      {{PRIVATE, .lane = 1, .inst_offset = 6, .bytes = 4},
       0,
       1,
       {0x7F0000100106, 0x7F0000100107, 0x7F0000100204, 0x7F0000100205}},
      {{PRIVATE, .lane = 3, .inst_offset = 16, .soffset = 0x1000, .bytes = 16},
       0,
       4,
       {0x7F000010140C, 0x7F000010150C, 0x7F000010160C, 0x7F000010170C}},
      {{0x1000, 24, 10, 0, 0, 4, 0, IDXEN | OFFEN, 0, 0x100, 9, 20, 0, .bytes = 4}, 0, 4, {0x11EC}},
      {{0x1000, 24, 10, 0, 0, 4, 0, IDXEN | OFFEN, 0, 0x100, 10, 20, 0, .bytes = 4}, 0, 4, {RANGE}},
      {{0x1000, 24, 100, SWIZZLE | TID, 0, 0, 0, IDXEN | OFFEN, 0, 0, 10, 9, 3, .bytes = 4},
       0,
       1,
       {0x1115, 0x1116, 0x1117, 0x1134}},
      {{0x1000, 24, 100, SWIZZLE, 0, 4, 0, IDXEN | OFFEN, 0, 0, 10, 9, 3, .bytes = 4}, 0, 4, {0x10F9}},
      {{0x2000, 16, 5, TID, 0, 0, 0, IDXEN, 0, 0, 2, 0, 3, .bytes = 4}, 0, 4, {0x2020}},
      {{0x2000, 16, 5, SWIZZLE | TID, 0, 0, 0, IDXEN, 0, 0, 2, 0, 3, .bytes = 4}, 0, 4, {0x2014}},
      {{0x2000, 16, 5, SWIZZLE | TID, 0, 0, 0, IDXEN, 0, 0, 5, 0, 3, .bytes = 4}, 0, 4, {RANGE}},
      {{0x2000, 16, 5, SWIZZLE | TID, 0, 0, 0, IDXEN, 0, 0, 4, 0, 3, .bytes = 4}, 0, 4, {0x201C}},  // D-MEM-67
      {{0x1000, 0, 64, SWIZZLE, 1, 4, 0, OFFEN, 0, 0, 0, 12, 9, .bytes = 4}, 0, 4, {0x100C}},
      {{0x1000, 0, 64, 0, 1, 4, 0, IDXEN, 8, 0, 17, 0, 0, .bytes = 4}, 0, 4, {0x1008}},
      {{0x1000, 0, 64, 0, 0, 4, 0, OFFEN, 0, 0, 0, 0xFFFFFFFC, 0, .bytes = 16}, 0, 4, {RANGE, RANGE, RANGE, RANGE}},
      {{0x1000, 0, 20, 0, 0, 4, 0, OFFEN, 0, 0, 0, 8, 0, .bytes = 16}, 0, 4, {0x1008, 0x100C, 0x1010, RANGE}},
      {{0x1000, 16, 4, 0, 0, 4, 0, IDXEN | OFFEN, 0, 0, 1, 0xFFFFFFFC, 0, .bytes = 8},
       0,
       4,
       {0x10000100C, 0x100001010}},
      {{0x1000, 16, 4, SWIZZLE | TID, 0, 0, 0, IDXEN | OFFEN, 0, 0, 1, 0xFFFFFFFC, 0, .bytes = 8},
       0,
       4,
       {0x800000FE4, 0x1004}},
      // The end of the dword, or of a smaller element, decides (D-MEM-11).
      {{0x1000, 0, 8, 0, 0, 4, 0, 0, 6, 0, 0, 0, 0, .bytes = 4}, 0, 4, {RANGE}},
      {{0x1000, 0, 8, 0, 0, 4, 0, 0, 6, 0, 0, 0, 0, .bytes = 2}, 0, 4, {0x1006}},
      {{0x1000, 0, 7, 0, 0, 4, 0, 0, 6, 0, 0, 0, 0, .bytes = 2}, 0, 4, {RANGE}},
      {{0x1000, 0, 7, 0, 0, 4, 0, 0, 6, 0, 0, 0, 0, .bytes = 1}, 0, 4, {0x1006}},
      {{0, 0x3FFF, 0, TID, 0, 15, 0, 0, 4, 0, 0, 0, 63, .bytes = 4}, 0, 4, {0xFBFFC5}},
      {{0, 0x3FFF, 0xFFFFFFFF, 0, 0, 4, 0, IDXEN, 0, 0, 0xFFFFFFFE, 0, 0, .bytes = 4}, 0, 4, {0x3FFEFFFF8002}},
      {{0xFFFFFFFFFFFF, 16, 1, 0, 0, 4, 0, IDXEN, 0, 0xFFFFFFFF, 0, 0, 0, .bytes = 4}, WL_SRC_MINUS_1, 4, {0xFFFFFFFE}},
      {{0xFFFFFFFFFFFF, 0, 16, 0, 0, 4, 0, 0, 0, 0xFFFFFFFF, 0, 0, 0, .bytes = 4}, WL_SRC_MINUS_1, 4, {RANGE}},
      {{0x1000, 0, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, .bytes = 4}, 0, 4, {RANGE}},
      {{0xFFFFFFFFFFFE, 0, 64, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, .bytes = 4}, 0, 1, {0xFFFFFFFFFFFE, 0xFFFFFFFFFFFF, 0, 1}},
      {{0x1000, 0, 256, 0, 0, 4, 0, OFFEN, 64, 0, 0, 0xFFFFFFC0, 0, .bytes = 4}, 0, 4, {0x1000}},
      {{0x1000, 0, 256, 0, 0, 4, 0, OFFEN, 0, 128, 0, 124, 0, .bytes = 4}, 0, 4, {0x10FC}},
      {{0x1000, 0, 256, 0, 0, 4, 0, OFFEN, 0, 128, 0, 125, 0, .bytes = 4}, 0, 4, {RANGE}},
      {{0x1000, 0, 256, 0, 0, 4, 0, OFFEN, 0, 129, 0, 124, 0, .bytes = 4}, 0, 4, {RANGE}},
      // The sum with SOFFSET does not wrap (4.1).
      {{0x1000, 0, ~0u, 0, 0, 4, 0, OFFEN, 0, 0x80000000, 0, 0x80000000, 0, .bytes = 4}, 0, 4, {RANGE}},
      {{0x1000, 0, 64, 0, 0, 4, 2, 0, 0, 0, 0, 0, 0, .bytes = 4}, 0, 4, {RANGE}},  // TYPE (D-MEM-63)
      {{0xFFFFFFFFFFFC, 0, 64, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, .bytes = 8}, 0, 4, {0xFFFFFFFFFFFC, 0}},
      // Each dword has its own offset, mod 2^32 (D-MEM-8).
      {{PRIVATE, .lane = 2, .form = OFFEN, .offset = 0xFFFFFFF8, .bytes = 16},
       0,
       4,
       {0x7F40000FFE08, 0x7F40000FFF08, 0x7F0000100008, 0x7F0000100108}},
      // The offset is cut to 32 bits once (D-MEM-7, D-MEM-8).
      {{0x1000, 0, ~0u, 0, 0, 4, 0, OFFEN, 0, 0, 0, 0xFFFFFFF8, 0, .bytes = 16},
       0,
       4,
       {0x100000FF8, RANGE, RANGE, RANGE}},
  };
  for (size_t n = 0; n < sizeof list / sizeof list[0]; n++) {
    const struct example *e = &list[n];
    const uint32_t dwords = (e->a.bytes + 3) / 4, count = e->step == 1 ? 4 : dwords;
    struct program p;
    for (uint32_t i = 0; i < e->a.bytes; i++) {
      uint64_t at = 0;
      const bool in = byte_address(&e->a, i, &at);
      const int64_t expected = e->at[i / e->step] + (i % e->step);
      if (in != (e->at[i / e->step] != RANGE) || (in && at != (uint64_t)expected))
        fail_msg("example %zu, byte %u", n, i);
    }
    const uint32_t op = e->a.bytes == 1   ? WL_OP_buffer_store_byte
                        : e->a.bytes == 2 ? WL_OP_buffer_store_short
                                          : WL_OP_buffer_store_dword + dwords - 1;
    open_access(&p, &e->a, op, 8, e->soffset_code ? e->soffset_code : SOFFSET);
    p.init.exec = 1ull << e->a.lane;
    for (uint32_t l = 0; l < WL_LANES; l++) set_address(&p, &e->a, l);
    for (uint32_t i = 0; i < count; i++) {
      if (e->at[i] != RANGE) assert_true(wl_mem_map(p.mem, (uint64_t)e->at[i], e->step));
    }
    // Memory that a dword would reach without the wrap.
    if (e->at[0] != RANGE && e->at[0] < 1ll << 47) assert_true(wl_mem_map(p.mem, (uint64_t)e->at[0], 1024));
    for (uint32_t r = 0; r < dwords; r++) vgpr(&p, 8 + r)[e->a.lane] = 0xb3b2b1b0u + 0x04040404u * r;
    start(&p, 0);
    run(&p, WL_OK);
    for (uint32_t i = 0; i < e->a.bytes; i++) {
      uint64_t at;
      uint8_t byte = 0;
      if (!byte_address(&e->a, i, &at)) continue;
      assert_true(wl_mem_read(p.mem, at, &byte, 1));
      if (byte != 0xb0 + i) fail_msg("example %zu, byte %u at 0x%llx is 0x%x", n, i, (unsigned long long)at, byte);
    }
    program_close(&p);
  }
}

// ---- random ---------------------------------------------------------------------------------------------
static void lockstep_is_standalone(void **state) {
  (void)state;
  uint64_t random = 5;
  uint32_t inside[4] = {0}, outside[4] = {0};  // bytes on a unit with RDNA memory, by OOB_SELECT
  for (uint32_t op = 16; op <= 37; op++) {
    for (uint32_t round = 0; round < 150; round++) {
      const bool store = op >= 24 && op < 32;
      const uint64_t exec = round & 1 ? random64(&random) & random64(&random) : ~0ull, seed = random64(&random);
      struct access lane[WL_LANES];
      struct program a, b;
      lane[0] = round % 5 < 2 ? draw_rdna(&random) : draw(&random);
      lane[0].bytes = transfer_bytes(op);
      for (uint32_t l = 1; l < WL_LANES; l++) lane[l] = lane[0];
      const bool scratch = round % 6 == 5, uniform = scratch || random32(&random) % 4 == 0;
      if (scratch) {
        for (uint32_t l = 0; l < WL_LANES; l++) {
          lane[l].base &= ~(uint64_t)(round % 4 == 3 ? 255 : 3);
          lane[l].flags = SWIZZLE | TID;
          lane[l].swizzle_enable = 2;
          lane[l].oob = round % 4 == 1 ? lane[0].oob : 2;
          lane[l].index_stride = 3;
          lane[l].form &= OFFEN;
        }
      }
      for (uint32_t l = 0; l < WL_LANES; l++) {
        lane[l].lane = l;
        lane[l].index = uniform && l > 0 ? lane[0].index : draw_number(&random, 40);
        lane[l].offset = uniform && l > 0 && (l != 37 || round % 4 != 1) ? lane[0].offset : draw_number(&random, 70);
      }
      for (int which = 0; which < 2; which++) {
        struct program *p = which == 0 ? &a : &b;
        open_access(p, &lane[0], op, 8, SOFFSET);
        p->init.exec = exec;
        fill(p, seed);
        for (uint32_t l = 0; l < WL_LANES; l++) set_address(p, &lane[l], l);
        start(p, 0);
      }
      const uint32_t before = vgpr(&a, 8)[3];
      issue(&a, 0, WL_OK);
      assert_int_equal(state_regs(&a, 0).counters, store && lane[0].rdna ? 1 << 24 : 1);
      serve(&a, lane, exec, store);
      char why[160];
      if (store || lane[0].type != 0) bad(wl_model_return(a.model, WL_UNIT_VMEM, 0, 0, why), why);
      else land_all(&a, WL_UNIT_VMEM, 8, (lane[0].bytes + 3) / 4);
      if (lane[0].type != 0) assert_int_equal(vgpr(&a, 8)[3], before);
      for (uint32_t l = 0; l < WL_LANES && lane[0].rdna; l++) {
        uint64_t at;
        for (uint32_t i = 0; i < lane[l].bytes; i++) (byte_address(&lane[l], i, &at) ? inside : outside)[lane[l].oob]++;
      }
      wl_unmapped in_a, in_b;
      wl_model_unmapped(a.model, &in_a);
      assert_int_equal((state_regs(&a, 0).trapsts & WL_TRAPSTS_MEM_VIOL) != 0, in_a.count != 0);
      issue(&a, 0, WL_OK);
      issue(&a, 0, WL_OK);
      run(&b, WL_OK);
      same_state(&a, &b, "MUBUF", op);
      wl_model_unmapped(b.model, &in_b);
      assert_int_equal(in_a.count, in_b.count);
      program_close(&a);
      program_close(&b);
    }
  }
  for (uint32_t oob = 0; oob < 4; oob++) assert_true(inside[oob] > 5000 && outside[oob] > 5000);
}

static void refused(struct program *p, const wl_transaction *t, const char *said) {
  char why[160];
  wl_transaction predicted;
  assert_int_equal(wl_model_request(p->model, t, &predicted, why), WL_BAD_EVENT);
  if (strstr(why, said) == NULL) fail_msg("\"%s\", not \"%s\"", why, said);
}

// One address for all lanes: the highest active lane in range wins (D-MEM-69). With TYPE != 0 nothing happens, and the
// instruction counts (D-MEM-6). A load of half a register keeps the other half, and is 0 out of range (D-MEM-70).
static void lanes_together(void **state) {
  (void)state;
  struct access a = {.base = kData, .stride = 4, .records = 1, .data_format = 4, .form = IDXEN};
  const uint64_t exec = 1ull << 50 | 1ull << 40 | 3;
  for (uint32_t type = 0; type < 2; type++) {
    for (int lockstep = 0; lockstep < 2; lockstep++) {
      struct program p;
      uint32_t word = 0;
      a.type = type;
      open_access(&p, &a, WL_OP_buffer_store_dword, 8, SOFFSET);
      p.init.exec = exec;
      for (uint32_t l = 0; l < WL_LANES; l++) vgpr(&p, 1)[l] = l == 50, vgpr(&p, 8)[l] = 100 + l;
      start(&p, 0);
      if (lockstep) {
        const wl_transaction t = {
            .unit = WL_UNIT_VMEM, .op = WL_MEM_STORE, .line = kData, .lanes = exec & ~(1ull << 50)};
        char why[160];
        issue(&p, 0, WL_OK);
        assert_int_equal(state_regs(&p, 0).counters, 1);
        if (type == 0) transact(&p, &t);
        else refused(&p, &t, "are not active");
        bad(wl_model_return(p.model, WL_UNIT_VMEM, 0, 0, why), why);
      } else {
        run(&p, WL_OK);
      }
      assert_true(wl_mem_read(p.mem, kData, &word, 4));
      assert_int_equal(word, type == 0 ? 140 : 0);
      program_close(&p);
    }
  }
  struct program p;
  const uint32_t word = 0x12345678;
  a.type = 0;
  open_access(&p, &a, WL_OP_buffer_load_short_d16_hi, 8, SOFFSET);
  assert_true(wl_mem_write(p.mem, kData, &word, 4));
  for (uint32_t l = 0; l < WL_LANES; l++) vgpr(&p, 1)[l] = l == 50, vgpr(&p, 8)[l] = 0xccccdddd;
  start(&p, 0);
  run(&p, WL_OK);
  assert_int_equal(vgpr(&p, 8)[49], 0x5678dddd);
  assert_int_equal(vgpr(&p, 8)[50], 0x0000dddd);
  program_close(&p);
}

// ---- atomics -------------------------------------------------------------------------------------------
// Transactions of an atomic, one lane each; the places have the address of byte 0.
static void serve_atomic(struct program *p, uint32_t op, const uint64_t address[WL_LANES], uint64_t lanes) {
  for (uint32_t l = 0; l < WL_LANES; l++) {
    const wl_transaction t = {.unit = WL_UNIT_VMEM,
                              .op = WL_MEM_ATOMIC,
                              .atomic = (wl_mem_atomic)(op % 32),
                              .wide = op >= WL_OP_buffer_atomic_swap_x2,
                              .line = address[l] & ~63ull,
                              .lanes = 1ull << l};
    if (lanes >> l & 1) transact(p, &t);
  }
}

// add and add_x2 on random descriptors: all or nothing a lane (D-MEM-13), on the bytes from the address of the first
// on. Misaligned, and 64 bits swizzled (D-MEM-76): MEM_VIOL in the lanes that are in range. The lanes ascend
// (D-MEM-29).
static void atomics(void **state) {
  (void)state;
  uint64_t random = 17;
  uint32_t served = 0, violations = 0, outside = 0;
  for (uint32_t round = 0; round < 600; round++) {
    const bool wide = round & 1, glc = round & 2, lockstep = round & 4;
    const uint32_t op = wide ? WL_OP_buffer_atomic_add_x2 : WL_OP_buffer_atomic_add, bytes = wide ? 8 : 4;
    const uint64_t exec = round & 8 ? random64(&random) : ~0ull;
    struct access lane[WL_LANES], first = round % 3 == 2 ? draw_rdna(&random) : draw(&random);
    uint64_t address[WL_LANES] = {0}, reached = 0, viol = 0, returned[WL_LANES] = {0};
    uint8_t memory[2 * WL_PAGE], after[2 * WL_PAGE];
    struct program p;
    first.bytes = bytes;
    if (round & 16) first.base &= ~7ull, first.soffset &= ~7u, first.inst_offset &= ~7u;
    if (round & 32) first.flags &= ~(uint32_t)SWIZZLE, first.swizzle_enable = 0;
    for (uint32_t l = 0; l < WL_LANES; l++) {
      lane[l] = first;
      lane[l].lane = l;
      lane[l].index = draw_number(&random, 40);
      lane[l].offset = draw_number(&random, 70) & (round & 16 ? ~7u : ~0u);
    }
    open_access(&p, &first, op, 8, SOFFSET);
    p.init.exec = exec;
    fill(&p, random64(&random));
    if (glc) {
      uint32_t w0;
      assert_true(wl_mem_read(p.mem, kCode, &w0, 4));
      w0 |= WL_MUBUF_GLC;
      assert_true(wl_mem_write(p.mem, kCode, &w0, 4));
    }
    assert_true(wl_mem_map(p.mem, kData - 16 * WL_PAGE, 64 * WL_PAGE));
    for (uint32_t l = 0; l < WL_LANES; l++) set_address(&p, &lane[l], l);
    assert_true(wl_mem_read(p.mem, kData, memory, sizeof memory));
    // In the test's own copy of memory.
    for (uint32_t l = 0; l < WL_LANES; l++) {
      uint64_t last = 0, old = 0;
      const uint64_t data = vgpr(&p, 8)[l] | (wide ? (uint64_t)vgpr(&p, 9)[l] << 32 : 0);
      if (!(exec >> l & 1)) continue;
      if (!byte_address(&lane[l], bytes - 1, &last)) {
        outside++;
        continue;
      }
      assert_true(byte_address(&lane[l], 0, &address[l]));
      if (address[l] % bytes != 0 || (wide && element_size(&first) != 0)) {
        viol |= 1ull << l;
        continue;
      }
      reached |= 1ull << l;
      if (address[l] - kData >= sizeof memory) continue;
      memcpy(&old, memory + address[l] - kData, bytes);
      returned[l] = old;
      old += data;
      memcpy(memory + address[l] - kData, &old, bytes);
    }
    served += (uint32_t)__builtin_popcountll(reached);
    violations += (uint32_t)__builtin_popcountll(viol);
    const uint32_t kept = vgpr(&p, 8)[5];
    start(&p, 0);
    if (lockstep) {
      char why[160];
      issue(&p, 0, WL_OK);
      serve_atomic(&p, op, address, reached);
      if (glc && first.type == 0) land_all(&p, WL_UNIT_VMEM, 8, bytes / 4);
      else bad(wl_model_return(p.model, WL_UNIT_VMEM, 0, 0, why), why);
      wl_unmapped unmapped;
      wl_model_unmapped(p.model, &unmapped);
      assert_int_equal((state_regs(&p, 0).trapsts & WL_TRAPSTS_MEM_VIOL) != 0, viol != 0 || unmapped.count != 0);
    } else {
      run(&p, WL_OK);
    }
    assert_true(wl_mem_read(p.mem, kData, after, sizeof after));
    assert_memory_equal(memory, after, sizeof after);
    for (uint32_t l = 0; l < WL_LANES; l++) {
      if (!(exec >> l & 1) || !glc || first.type != 0 || (reached >> l & 1 && address[l] - kData >= sizeof memory))
        continue;
      assert_int_equal(vgpr(&p, 8)[l], (uint32_t)returned[l]);
      if (wide) assert_int_equal(vgpr(&p, 9)[l], returned[l] >> 32);
    }
    if (!glc || first.type != 0) assert_int_equal(vgpr(&p, 8)[5], kept);
    program_close(&p);
  }
  assert_true(served > 3000 && violations > 3000 && outside > 3000);
}

// The data of cmpswap is VDATA, and the value to compare with stands behind it; the result overwrites the data alone.
static void cmpswap_registers(void **state) {
  (void)state;
  const struct access a = {.base = kData, .records = 16, .data_format = 4};
  const uint64_t old = 0x2222222211111111;
  struct program p;
  open_access(&p, &a, WL_OP_buffer_atomic_cmpswap_x2, 8, SOFFSET);
  p.at = kCode;
  emit2(&p, mubuf(WL_OP_buffer_atomic_cmpswap_x2, 8, 1, 4, SOFFSET, WL_MUBUF_GLC));
  assert_true(wl_mem_write(p.mem, kData, &old, 8));
  p.init.exec = 4;
  vgpr(&p, 8)[2] = 7;
  vgpr(&p, 9)[2] = 9;
  vgpr(&p, 10)[2] = 0x11111111;
  vgpr(&p, 11)[2] = 0x22222222;
  start(&p, 0);
  run(&p, WL_OK);
  uint64_t word = 0;
  assert_true(wl_mem_read(p.mem, kData, &word, 8));
  assert_true(word == 0x900000007);
  for (uint32_t r = 0; r < 4; r++) assert_int_equal(vgpr(&p, 8 + r)[2], r % 2 ? 0x22222222 : 0x11111111);
  program_close(&p);
}

// ---- what memory may not do ------------------------------------------------------------------------------
static void bad_transactions(void **state) {
  (void)state;
  // Dwords at offset 6 of lanes 0 and 1, cut after two bytes (example 3); NUM_RECORDS plays no part.
  const struct access cut = {.base = kData, .flags = SWIZZLE | TID, .index_stride = 3, .inst_offset = 6};
  const struct access raw = {.base = kData, .records = 4, .data_format = 4};
  wl_transaction t = {.unit = WL_UNIT_VMEM, .line = kData + 0x100, .lanes = 3}, predicted;
  struct program p;
  char why[160];
  open_access(&p, &cut, WL_OP_buffer_load_dword, 8, SOFFSET);
  start(&p, 0);
  issue(&p, 0, WL_OK);
  bad(wl_model_request(p.model, &t, &predicted, why), why);
  assert_int_equal(predicted.byte_enable, 0xcc);
  t.component = 1;
  refused(&p, &t, "buffer_load_dword has no component 1");
  t.component = 8;
  refused(&p, &t, "buffer_load_dword has no component 8");
  t.component = 4;
  refused(&p, &t, "is not in line");
  t.line = kData + 0x200;
  bad(wl_model_request(p.model, &t, &predicted, why), why);
  assert_int_equal(predicted.byte_enable, 0x33);
  program_close(&p);

  // Two dwords of a raw buffer of 4 bytes: the second is out of range.
  open_access(&p, &raw, WL_OP_buffer_load_dwordx2, 8, SOFFSET);
  start(&p, 0);
  issue(&p, 0, WL_OK);
  t.line = kData;
  t.component = 0;
  bad(wl_model_request(p.model, &t, &predicted, why), why);
  t.component = 1;
  refused(&p, &t, "buffer_load_dwordx2: lanes 0x3 have nothing to access in component 1");
  t.component = 4;
  refused(&p, &t, "buffer_load_dwordx2: lanes 0x3 have nothing to access in component 4");
  assert_int_equal(wl_model_return(p.model, WL_UNIT_VMEM, 0, 0, why), WL_BAD_EVENT);
  assert_non_null(strstr(why, "before memory was accessed for component 0"));
  program_close(&p);
}

// ---- legality (D-MEM-1, D-MEM-2, D-MEM-65, D-MEM-66, D-REG-4) ---------------------------------------------
static bool legal(uint64_t words, bool priv) {
  const uint32_t w[2] = {(uint32_t)words, (uint32_t)(words >> 32)};
  wl_decoded d;
  wl_decode_words(w, WL_GFX900, false, 100, 32, priv, &d);
  return d.legal;
}

static void legality(void **state) {
  (void)state;
  const uint32_t op = WL_OP_buffer_load_dword;
  for (uint32_t n = 0; n < 128; n++) {
    const bool atomic = (n >= 64 && n <= 76) || (n >= 96 && n <= 108);
    const bool lds = n == 0 || (n >= 16 && n <= 20) || n == 61;
    const bool in_unit = atomic || n <= 39 || n == 61 || n == WL_OP_buffer_wbinvl1 || n == WL_OP_buffer_wbinvl1_vol;
    assert_int_equal(legal(mubuf(n, 0, 0, 4, 8, 0), false), in_unit);
    assert_int_equal(legal(mubuf(n, 0, 0, 4, 8, WL_MUBUF_LDS), false), lds);
    assert_false(legal(mubuf(n, 0, 0, 4, 8, WL_MUBUF_RESERVED), false));
    const bool tfe = in_unit && n != 61 && n != WL_OP_buffer_wbinvl1 && n != WL_OP_buffer_wbinvl1_vol;
    assert_int_equal(legal(mubuf(n, 0, 0, 4, 8, 0) | (uint64_t)WL_MUBUF_TFE << 32, false), tfe);
    // GLC, bit 15, SLC and w1[22:21] are ignored.
    assert_int_equal(legal(mubuf(n, 0, 0, 4, 8, 1u << 14 | 1u << 15 | 1u << 17) | 3ull << 53, false), in_unit);
  }
  for (uint32_t field = 0; field < 32; field++) {
    const bool ttmp = field >= 27 && field <= 30;
    assert_int_equal(legal(mubuf(op, 0, 0, 4 * field, 8, 0), false), field < 25);
    assert_int_equal(legal(mubuf(op, 0, 0, 4 * field, 8, 0), true), field < 25 || ttmp);
  }
  for (uint32_t code = 0; code < 256; code++) {
    const bool sgpr = code < 100 || (code >= 102 && code < 108) || code == M0;
    const bool constant = (code >= 128 && code <= 208) || (code >= 240 && code <= 248);
    assert_int_equal(legal(mubuf(op, 0, 0, 4, code, 0), false), sgpr || constant);
    assert_int_equal(legal(mubuf(op, 0, 0, 4, code, 0), true), sgpr || constant || (code >= 108 && code < 124));
  }
  for (uint32_t n = 16; n <= 37; n++) {
    const uint32_t regs = (transfer_bytes(n) + 3) / 4;
    assert_true(legal(mubuf(n, 32 - regs, 0, 4, 8, 0), false));
    assert_false(legal(mubuf(n, 33 - regs, 0, 4, 8, 0), false));
    // VADDR counts only with OFFEN or IDXEN.
    assert_true(legal(mubuf(n, 0, 255, 4, 8, 0), false));
    assert_true(legal(mubuf(n, 0, 31, 4, 8, OFFEN), false));
    assert_false(legal(mubuf(n, 0, 32, 4, 8, IDXEN), false));
    assert_true(legal(mubuf(n, 0, 30, 4, 8, OFFEN | IDXEN), false));
    assert_false(legal(mubuf(n, 0, 31, 4, 8, OFFEN | IDXEN), false));
  }
}

// The registers of atomics: VDATA has the operands, and with GLC the result.
static void atomic_registers(void **state) {
  (void)state;
  for (uint32_t n = WL_OP_buffer_atomic_swap; n <= WL_OP_buffer_atomic_dec_x2; n++) {
    if (n > WL_OP_buffer_atomic_dec && n < WL_OP_buffer_atomic_swap_x2) continue;
    const uint32_t regs = n >= WL_OP_buffer_atomic_swap_x2 ? 2 : 1,
                   data = n % 32 == WL_ATOMIC_CMPSWAP ? 2 * regs : regs;
    assert_true(legal(mubuf(n, 32 - data, 0, 4, 8, WL_MUBUF_GLC), false));
    assert_false(legal(mubuf(n, 33 - data, 0, 4, 8, 0), false));
  }
}

// SOFFSET as a constant (D-MEM-66) and from M0; a load of a byte at each.
static void soffset(void **state) {
  (void)state;
  static const struct {
    uint32_t code, value;
  } list[] = {{128, 0}, {192, 64}, {193, ~0u}, {208, -16u}, {240, 0x3f000000}, {248, 0x3e22f983}, {M0, 77}, {VCC, 99}};
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    struct access a = {.base = 0x100000, .flags = TID, .inst_offset = 5};  // stride 0, and never out of range
    const uint8_t byte = (uint8_t)(0xa0 + i);
    const uint64_t at = a.base + list[i].value + 5;
    struct program p;
    program_open(&p);
    p.init.sgpr_count = 16;
    resource(&a, &p.init.sgpr[4]);
    emit(&p, sop1(WL_OP_s_mov_b32, M0, LITERAL));
    emit(&p, 77);
    emit(&p, sop1(WL_OP_s_mov_b32, VCC, LITERAL));
    emit(&p, 99);
    emit2(&p, mubuf(WL_OP_buffer_load_ubyte, 8, 1, 4, list[i].code, 5));
    emit(&p, S_WAITCNT_0);
    emit(&p, S_ENDPGM);
    assert_true(wl_mem_map(p.mem, at, 1) && wl_mem_write(p.mem, at, &byte, 1));
    start(&p, 0);
    run(&p, WL_OK);
    assert_int_equal(vgpr(&p, 8)[63], byte);
    program_close(&p);
  }
}

// Each register of the V#, SOFFSET and VADDR must have been waited for (D-WAIT-6); a load over a pending load need not
// (D-WAIT-7).
static void waits(void **state) {
  (void)state;
  const uint64_t use = mubuf(WL_OP_buffer_load_dword, 8, 1, 4, SOFFSET, OFFEN | IDXEN);
  const struct {
    uint64_t load, use;
    const char *names;
  } list[] = {
      {smem(WL_OP_s_load_dword, 4, 2, 0), use, "loads s4, buffer_load_dword at"},
      {smem(WL_OP_s_load_dword, 7, 2, 0), use, "loads s7, buffer_load_dword at"},
      {smem(WL_OP_s_load_dword, 8, 2, 0), use, "loads s8, buffer_load_dword at"},
      {smem(WL_OP_s_load_dword, 9, 2, 0), use, NULL},
      {ds(WL_OP_ds_read_b32, 1, 0, 0, 0, 0), use, "loads v1, buffer_load_dword at"},
      {ds(WL_OP_ds_read_b32, 2, 0, 0, 0, 0), use, "loads v2, buffer_load_dword at"},
      {ds(WL_OP_ds_read_b32, 3, 0, 0, 0, 0), use, NULL},
      {ds(WL_OP_ds_read_b32, 8, 0, 0, 0, 0), use, "loads v8, buffer_load_dword at"},
      {mubuf(WL_OP_buffer_load_dword, 8, 1, 4, SOFFSET, 0), use, NULL},
      {mubuf(WL_OP_buffer_load_dword, 8, 1, 4, SOFFSET, 0), mubuf(WL_OP_buffer_load_short_d16_hi, 8, 1, 4, SOFFSET, 0),
       NULL},
      {mubuf(WL_OP_buffer_atomic_add, 8, 1, 4, SOFFSET, WL_MUBUF_GLC), use, NULL},
      {mubuf(WL_OP_buffer_atomic_add, 3, 1, 4, SOFFSET, WL_MUBUF_GLC),
       mubuf(WL_OP_buffer_atomic_add, 3, 1, 4, SOFFSET, 0), "loads v3, buffer_atomic_add at"},
      {mubuf(WL_OP_buffer_load_dwordx4, 8, 1, 4, SOFFSET, 0), mubuf(WL_OP_buffer_store_dwordx2, 10, 1, 4, SOFFSET, 0),
       "loads v[8:11], buffer_store_dwordx2 at"},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    struct program p;
    wl_effect e;
    program_open(&p);
    p.init.sgpr_count = 16;
    p.init.sgpr[2] = (uint32_t)kData;
    emit2(&p, list[i].load);
    emit2(&p, list[i].use);
    start(&p, 0);
    assert_int_equal(wl_model_issue(p.model, 0, 0, &e), WL_OK);
    const wl_result r = wl_model_issue(p.model, 0, 1, &e);
    assert_int_equal(r, list[i].names != NULL ? WL_HAZARD_PENDING : WL_OK);
    if (list[i].names != NULL && strstr(e.why, list[i].names) == NULL) fail_msg("%zu: %s", i, e.why);
    program_close(&p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(examples),          cmocka_unit_test(lockstep_is_standalone),
                                     cmocka_unit_test(lanes_together),    cmocka_unit_test(atomics),
                                     cmocka_unit_test(cmpswap_registers), cmocka_unit_test(bad_transactions),
                                     cmocka_unit_test(legality),          cmocka_unit_test(atomic_registers),
                                     cmocka_unit_test(soffset),           cmocka_unit_test(waits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
