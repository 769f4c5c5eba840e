// SPDX-License-Identifier: Apache-2.0
// Memory: the sparse memory itself, SMEM, GLOBAL and DS instructions, standalone and in lockstep. In lockstep a small
// stand-in for the compute unit makes transactions and LDS accesses of addresses that the test computes.
#include "transactions.h"

static void sparse_memory(void **state) {
  (void)state;
  wl_mem *a = wl_mem_new(), *b = wl_mem_new();
  const uint64_t top = (1ull << 48) - WL_PAGE;
  uint64_t addr = 0, bytes = 0;
  uint32_t word = 0x12345678;
  assert_true(wl_mem_map(a, 0x1ff0, 0x20));  // two pages
  assert_true(wl_mem_map(b, 0x1000, 0x2000));
  assert_true(wl_mem_map(a, top, WL_PAGE) && wl_mem_map(b, top, 1));
  assert_false(wl_mem_map(a, top, WL_PAGE + 1));
  assert_false(wl_mem_map(a, 1ull << 48, 1));
  assert_false(wl_mem_mapped(a, 1ull << 48));
  assert_false(wl_mem_mapped(a, 0xfff) || wl_mem_mapped(a, 0x3000));
  assert_true(wl_mem_write(a, 0x1ffe, &word, 4));
  word = 0;
  assert_true(wl_mem_read(a, 0x1ffe, &word, 4));
  assert_int_equal(word, 0x12345678);
  assert_false(wl_mem_write(a, 0x2ffe, &word, 4));  // nothing is written when a byte is unmapped
  assert_false(wl_mem_read(a, top + WL_PAGE - 2, &word, 4));
  assert_false(wl_mem_read(a, ~0ull - 1, &word, 4));
  assert_true(wl_mem_differ(a, b, &addr, &bytes));
  assert_int_equal(addr, 0x1ffe);
  assert_true(wl_mem_write(b, 0x1ffe, &word, 4));
  assert_false(wl_mem_differ(a, b, &addr, &bytes));
  assert_int_equal(bytes, 3 * WL_PAGE);
  assert_true(wl_mem_map(b, 0x40000000, 1));
  assert_true(wl_mem_differ(a, b, &addr, &bytes));
  assert_int_equal(addr, 0x40000000);
  // The page looked at last is gone too when it is unmapped.
  assert_non_null(wl_mem_page(b, 0x1000));
  wl_mem_unmap(b, 0x1fff, 1);
  assert_false(wl_mem_mapped(b, 0x1000));
  assert_true(wl_mem_mapped(b, 0x2000));
  wl_mem_unmap(b, 0x1000, 0x40000000);
  assert_false(wl_mem_mapped(b, 0x2000) || wl_mem_mapped(b, 0x40000000));
  assert_true(wl_mem_mapped(b, wl_canonical(top)) && !wl_mem_mapped(b, top));  // D-MEM-44
  assert_true(wl_mem_map(b, 0x1000, 1));
  assert_true(wl_mem_read(b, 0x1ffc, &word, 4));
  assert_int_equal(word, 0);
  assert_true(wl_mem_map(b, 0x7000, 1));
  assert_true(wl_mem_copy(b, a));
  assert_false(wl_mem_mapped(b, 0x7000));
  assert_false(wl_mem_differ(a, b, &addr, &bytes));
  assert_int_equal(bytes, 3 * WL_PAGE);
  wl_mem_free(a);
  wl_mem_free(b);
}

// What was there before, whatever writes how often, also across pages. Only written pages are compared then.
static void memory_before(void **state) {
  (void)state;
  enum { PAGES = 5000, BASE = 1 << 20 };
  wl_mem *a = wl_mem_new(), *b = wl_mem_new();
  uint64_t addr, bytes, word = 0x1111111122222222;
  assert_true(wl_mem_map(a, BASE, (uint64_t)PAGES * WL_PAGE) && wl_mem_map(b, BASE, (uint64_t)PAGES * WL_PAGE));
  assert_true(wl_mem_write(a, BASE + WL_PAGE - 4, &word, 8) && wl_mem_write(b, BASE + WL_PAGE - 4, &word, 8));
  for (int round = 0; round < 2; round++) {
    const uint64_t first = word;
    wl_mem_keep(a, true);
    wl_mem_keep(b, true);
    for (int i = 0; i < 3; i++) {
      word++;
      assert_true(wl_mem_write(a, BASE + WL_PAGE - 4, &word, 8));
      wl_mem_page_to_write(a, BASE + 3 * WL_PAGE)[7] = (uint8_t)(i + 1);
    }
    assert_true(wl_mem_differ(a, b, &addr, &bytes));
    assert_int_equal(addr, BASE + WL_PAGE - 4);
    assert_int_equal(bytes, 3 * WL_PAGE);
    wl_mem_keep(a, false);
    const uint64_t last = word;
    word = 0;
    assert_true(wl_mem_read_before(a, BASE + WL_PAGE - 4, &word, 8));
    assert_int_equal(word, first);
    assert_int_equal(*wl_mem_page(a, BASE + 3 * WL_PAGE), 0);
    assert_true(wl_mem_read(a, BASE + WL_PAGE - 4, &word, 8));
    assert_int_equal(word, last);
    assert_false(wl_mem_read_before(a, BASE - 4, &word, 8));
    assert_true(wl_mem_copy(b, a));
  }
  // Many pages, in either memory.
  wl_mem_keep(a, true);
  wl_mem_keep(b, true);
  for (uint32_t i = 0; i < PAGES; i++) assert_true(wl_mem_write(b, BASE + (uint64_t)i * WL_PAGE + 8, &i, 4));
  assert_true(wl_mem_differ(a, b, &addr, &bytes));
  assert_int_equal(addr, BASE + WL_PAGE + 8);  // the first number is 0
  assert_int_equal(bytes, (uint64_t)PAGES * WL_PAGE);
  for (uint32_t i = 0, was = 1; i < PAGES; i++) {
    assert_true(wl_mem_read_before(b, BASE + (uint64_t)i * WL_PAGE + 8, &was, 4));
    assert_int_equal(was, 0);
  }
  wl_mem_keep(b, true);
  assert_false(wl_mem_differ(a, b, &addr, &bytes));
  assert_int_equal(bytes, 0);
  wl_mem_free(a);
  wl_mem_free(b);
}

// Borrowed pages are shared with the other memory until they are written; that memory keeps its contents.
static void memory_borrowed(void **state) {
  (void)state;
  enum { BASE = 3 << 20, SIZE = 4 * WL_PAGE };
  wl_mem *owner = wl_mem_new(), *a = wl_mem_new(), *b = wl_mem_new();
  uint64_t addr, bytes, word = 7;
  assert_true(wl_mem_map(owner, BASE, SIZE) && wl_mem_map(a, BASE + WL_PAGE, WL_PAGE));
  assert_true(wl_mem_write(owner, BASE + 2 * WL_PAGE, &word, 8));
  assert_true(wl_mem_borrow(a, owner, BASE, SIZE) && wl_mem_borrow(b, owner, BASE, SIZE));
  assert_false(wl_mem_borrow(a, owner, BASE + SIZE, 1));
  assert_false(wl_mem_borrow(a, owner, (uint64_t)1 << 48, 1));
  assert_ptr_equal(wl_mem_page(a, BASE + 2 * WL_PAGE), wl_mem_page(owner, BASE + 2 * WL_PAGE));
  assert_false(wl_mem_differ(a, b, &addr, &bytes));
  assert_int_equal(bytes, SIZE);
  wl_mem_keep(a, true);
  wl_mem_keep(b, true);
  word = 8;
  assert_true(wl_mem_write(a, BASE + 2 * WL_PAGE, &word, 8));
  assert_true(wl_mem_differ(a, b, &addr, &bytes));
  assert_int_equal(addr, BASE + 2 * WL_PAGE);
  assert_true(wl_mem_read(owner, BASE + 2 * WL_PAGE, &word, 8) && word == 7);
  assert_true(wl_mem_read(b, BASE + 2 * WL_PAGE, &word, 8) && word == 7);
  assert_true(wl_mem_read_before(a, BASE + 2 * WL_PAGE, &word, 8) && word == 7);
  assert_true(wl_mem_read(a, BASE + 2 * WL_PAGE, &word, 8) && word == 8);
  wl_mem_page_to_write(b, BASE + 2 * WL_PAGE)[0] = 8;
  assert_false(wl_mem_differ(a, b, &addr, &bytes));
  assert_int_equal(bytes, WL_PAGE);
  // A page that was read just before its first write, and one that is borrowed once more.
  wl_mem_keep(a, false);
  assert_int_equal(wl_mem_page(a, BASE)[5], 0);
  wl_mem_page_to_write(a, BASE)[5] = 1;
  assert_int_equal(wl_mem_page(owner, BASE)[5], 0);
  assert_true(wl_mem_borrow(a, owner, BASE, WL_PAGE));
  assert_int_equal(wl_mem_page(a, BASE)[5], 0);
  wl_mem_page_to_write(a, BASE)[5] = 1;
  assert_int_equal(wl_mem_page(owner, BASE)[5], 0);
  wl_mem_unmap(a, BASE, SIZE);
  assert_true(wl_mem_copy(a, b));
  wl_mem_free(b);
  assert_false(wl_mem_mapped(owner, BASE + SIZE));
  wl_mem_page_to_write(owner, BASE)[0] = 1;
  assert_int_equal(wl_mem_page(a, BASE)[0], 0);
  wl_mem_free(owner);
  wl_mem_free(a);
}

// Twins have one page where the host wrote to both, until either writes to it; the other then has the page as it was.
static void memory_of_twins(void **state) {
  (void)state;
  enum { BASE = 5 << 20, PAGES = 6, AT = BASE + WL_PAGE - 8 };
  static uint8_t full[WL_PAGE], zero[WL_PAGE];
  wl_mem *a = wl_mem_new(), *b = wl_mem_new();
  uint64_t addr, bytes, word = 0x1122334455667788, found[2];
  memset(full, 0x5a, sizeof full);
  wl_mem_pair(a, b);
  // A page that parts is not shared again at once, as the oldest: the list begins with page 0.
  assert_true(wl_mem_map(a, 0, WL_PAGE) && wl_mem_map(b, 0, WL_PAGE) && wl_mem_write_both(a, 0, full, 8));
  wl_mem_page_to_write(a, 0)[9] = 1;
  assert_int_equal(wl_mem_page(b, 0)[9], 0);
  wl_mem_unmap(a, 0, WL_PAGE);
  wl_mem_unmap(b, 0, WL_PAGE);
  assert_true(wl_mem_map(a, BASE, PAGES * WL_PAGE) && wl_mem_map(b, BASE, PAGES * WL_PAGE));
  assert_ptr_equal(wl_mem_page(a, BASE), wl_mem_page(a, BASE + WL_PAGE));  // nobody has written either
  assert_true(wl_mem_write_both(a, BASE, zero, WL_PAGE));
  assert_ptr_equal(wl_mem_page(b, BASE), wl_mem_page(b, BASE + WL_PAGE));
  assert_true(wl_mem_write_both(a, AT + 4, &word, 8));  // across two pages
  for (uint64_t at = BASE; at < BASE + 2 * WL_PAGE; at += WL_PAGE)
    assert_true(wl_mem_page(a, at) == wl_mem_page(b, at) && wl_mem_page(a, at) != wl_mem_page(a, BASE + 3 * WL_PAGE));
  assert_false(wl_mem_write_both(a, BASE + PAGES * WL_PAGE - 4, &word, 8));
  assert_false(wl_mem_differ(a, b, &addr, &bytes));
  assert_int_equal(bytes, PAGES * WL_PAGE);
  // Either writes first, then the other. Neither sees what the other writes.
  for (int i = 0; i < 2; i++) {
    wl_mem *first = i ? b : a, *second = i ? a : b;
    const uint64_t at = BASE + (uint64_t)i * WL_PAGE + 16, one = 1, two = 2;
    const uint8_t *was = wl_mem_page(second, at);
    assert_true(wl_mem_write(first, at, &one, 8));
    assert_ptr_equal(wl_mem_page(second, at), was);
    assert_true(wl_mem_read(second, at, &found[1], 8) && found[1] == 0);
    assert_true(wl_mem_differ(a, b, &addr, &bytes) && addr == at);
    assert_true(wl_mem_write(second, at, &two, 8));
    assert_ptr_equal(wl_mem_page(second, at), was);  // now its own
    assert_true(wl_mem_read(first, at, &found[0], 8) && wl_mem_read(second, at, &found[1], 8));
    assert_true(found[0] == 1 && found[1] == 2);
    assert_true(wl_mem_read(first, AT + 4, &found[0], 8) && found[0] == word);
    // A part of the pages keeps what is different behind it. A whole page is one again.
    assert_true(wl_mem_write_both(a, at + 8, &word, 8));
    assert_true(wl_mem_read(first, at, found, 16) && found[0] == 1 && found[1] == word);
    assert_true(wl_mem_read(second, at, found, 16) && found[0] == 2 && found[1] == word);
    assert_true(wl_mem_write(second, at, &one, 8));
    assert_false(wl_mem_differ(a, b, &addr, &bytes));
  }
  assert_true(wl_mem_write_both(a, BASE, full, WL_PAGE) && wl_mem_write_both(b, BASE + WL_PAGE, full, WL_PAGE));
  assert_ptr_equal(wl_mem_page(a, BASE), wl_mem_page(b, BASE));
  assert_ptr_equal(wl_mem_page(a, BASE + WL_PAGE), wl_mem_page(b, BASE + WL_PAGE));
  // The page written last is shared anew, and written once more.
  wl_mem_page_to_write(a, BASE + 2 * WL_PAGE)[9] = 1;
  assert_true(wl_mem_write_both(a, BASE + 2 * WL_PAGE, full, WL_PAGE));
  wl_mem_page_to_write(a, BASE + 2 * WL_PAGE)[9] = 2;
  assert_int_equal(wl_mem_page(b, BASE + 2 * WL_PAGE)[9], 0x5a);
  // One borrows, one unmaps, one goes; the other has its pages.
  wl_mem *third = wl_mem_new();
  assert_true(wl_mem_map(third, BASE, WL_PAGE) && wl_mem_borrow(a, third, BASE, WL_PAGE));
  assert_int_equal(wl_mem_page(b, BASE)[0], 0x5a);
  wl_mem_page_to_write(b, BASE)[0] = 3;
  assert_int_equal(wl_mem_page(a, BASE)[0], 0);
  assert_true(wl_mem_write_both(a, BASE, full, WL_PAGE));
  assert_int_equal(wl_mem_page(third, BASE)[0], 0);
  wl_mem_unmap(a, BASE, WL_PAGE);
  assert_int_equal(wl_mem_page(b, BASE)[0], 0x5a);
  assert_false(wl_mem_write_both(a, BASE, full, WL_PAGE) || wl_mem_write_both(b, BASE, full, WL_PAGE));
  // What a shared page held before.
  wl_mem_keep(a, true);
  wl_mem_keep(b, true);
  wl_mem_page_to_write(b, BASE + WL_PAGE)[1] = 7;
  assert_true(wl_mem_read_before(b, BASE + WL_PAGE, &word, 8) && word == 0x5a5a5a5a5a5a5a5a);
  assert_true(wl_mem_differ(a, b, &addr, &bytes) && addr == BASE + WL_PAGE + 1 && bytes == WL_PAGE);
  assert_true(wl_mem_copy(a, b));
  assert_false(wl_mem_differ(a, b, &addr, &bytes));
  // Pages to which both write the same become one again, the oldest first, and once. Others do not.
  enum { MANY = 1 << 30, COUNT = 4096, OTHER = 7 };
  wl_mem_keep(a, false);
  wl_mem_keep(b, false);
  assert_true(wl_mem_map(a, MANY, COUNT * WL_PAGE) && wl_mem_map(b, MANY, COUNT * WL_PAGE));
  for (uint64_t i = 0; i < COUNT / 2; i++) assert_true(wl_mem_write_both(a, MANY + i * WL_PAGE, full, WL_PAGE));
  for (int round = 0; round < 2; round++) {
    uint32_t apart[2] = {0};
    for (uint64_t i = 0; i < COUNT; i++) {
      wl_mem_page_to_write(i % 3 ? a : b, MANY + i * WL_PAGE)[round] = (uint8_t)i;
      wl_mem_page_to_write(i % 3 ? b : a, MANY + i * WL_PAGE)[round] = (uint8_t)(i + (i == OTHER));
    }
    for (uint64_t i = 0; i < COUNT; i++)
      apart[i >= COUNT / 2] += wl_mem_page(a, MANY + i * WL_PAGE) != wl_mem_page(b, MANY + i * WL_PAGE);
    assert_true(round ? apart[0] == COUNT / 2 : apart[0] < COUNT / 4 && apart[1] < COUNT / 2);
    assert_true(wl_mem_differ(a, b, &addr, &bytes) && addr == MANY + OTHER * WL_PAGE);
  }
  wl_mem_free(a);
  assert_int_equal(wl_mem_page(b, BASE + WL_PAGE)[1], 7);
  wl_mem_free(b);
  wl_mem_free(third);
}

// ---- the stand-in for the compute unit ------------------------------------------------------------------
// The lines that hold the first and the last byte of a lane's component.
static uint64_t line_of(uint64_t address, uint32_t c, uint32_t bytes, uint32_t part) {
  return (address + 4 * c + (part == 0 ? 0 : (bytes < 4 ? bytes : 4) - 1)) & ~63ull;
}

// A load, component by component: one transaction for all lanes that share a line.
static void serve_load(struct program *p, uint32_t bytes, uint64_t exec, const uint64_t address[WL_LANES]) {
  for (uint32_t c = 0; c < (bytes + 3) / 4; c++) {
    for (uint32_t part = 0; part < 2; part++) {
      for (uint64_t left = exec; left != 0;) {
        const uint64_t line = line_of(address[__builtin_ctzll(left)], c, bytes, part);
        wl_transaction t = {.unit = WL_UNIT_VMEM, .line = line, .component = c};
        for (uint32_t l = 0; l < WL_LANES; l++) {
          if (!(left >> l & 1) || line_of(address[l], c, bytes, part) != line) continue;
          left &= ~(1ull << l);
          if (part == 0 || line_of(address[l], c, bytes, 0) != line) t.lanes |= 1ull << l;
        }
        if (t.lanes != 0) transact(p, &t);
      }
    }
  }
}

// A store, lane by lane: the order of a standalone run, which matters where lanes overlap.
static void serve_store(struct program *p, uint32_t bytes, uint64_t exec, const uint64_t address[WL_LANES]) {
  for (uint32_t l = 0; l < WL_LANES; l++) {
    for (uint32_t c = 0; c < (bytes + 3) / 4 && (exec >> l & 1); c++) {
      for (uint32_t part = 0; part < 2; part++) {
        const uint64_t line = line_of(address[l], c, bytes, part);
        if (part == 1 && line == line_of(address[l], c, bytes, 0)) continue;
        const wl_transaction t = {
            .unit = WL_UNIT_VMEM, .op = WL_MEM_STORE, .line = line, .component = c, .lanes = 1ull << l};
        transact(p, &t);
      }
    }
  }
}

static void serve_lds(struct program *p, bool store, uint64_t exec, uint32_t accesses, uint32_t address[2][WL_LANES],
                      const uint64_t inside[2]) {
  char why[160];
  for (uint32_t quad = 0; quad < 16; quad++) {
    for (uint32_t access = 0; access < accesses; access++) {
      uint64_t left = exec & inside[access] & 15ull << (4 * quad);
      while (left != 0) {
        const uint32_t entry = address[access][__builtin_ctzll(left)] / 16;
        wl_lds_access a = {.op = store ? WL_MEM_STORE : WL_MEM_LOAD,
                           .quad = quad,
                           .access = access,
                           .bank = entry % 4,
                           .row = entry / 4},
                      predicted;
        bad(wl_model_lds(p->model, &a, &predicted, why), why);
        for (uint32_t l = 4 * quad; l < 4 * quad + 4; l++) {
          if (address[access][l] / 16 == entry) left &= ~(1ull << l);
        }
      }
    }
  }
}

static void global_lockstep_is_standalone(void **state) {
  (void)state;
  static const uint32_t starts[] = {16, WL_PAGE - 100, 2 * WL_PAGE - 200, WL_PAGE - 256 + 11};
  uint64_t random = 7;
  for (uint32_t op = 16; op <= 37; op++) {
    for (uint32_t round = 0; round < 32; round++) {
      const bool store = op >= 24 && op < 32, saddr = round & 1;
      const uint32_t bytes = transfer_bytes(op), rows = (bytes + 3) / 4, offset = round & 2 ? 0x1ff5 : 7;  // -11
      const uint64_t exec = round & 4 ? random64(&random) & random64(&random) : ~0ull, seed = random64(&random);
      uint64_t address[WL_LANES];
      struct program a, b;
      for (int which = 0; which < 2; which++) {
        struct program *p = which == 0 ? &a : &b;
        program_open(p);
        fill(p, seed);
        p->init.exec = exec;
        p->init.sgpr_count = 6;
        p->init.sgpr[4] = (uint32_t)kData;
        uint32_t *low = (uint32_t *)(uintptr_t)wl_model_phys_vgpr(p->model, 0);
        uint32_t *high = (uint32_t *)(uintptr_t)wl_model_phys_vgpr(p->model, 1);
        for (uint32_t l = 0; l < WL_LANES; l++) {
          // Addresses that overlap, cross lines and pages, and in some rounds pass the mapped end.
          const uint32_t spread = round < 6 ? 700 : 2 * WL_PAGE;
          // From round 8 on consecutive dwords, in a page, across two, past the end; from round 24 on one lane differs.
          const uint32_t in_line = starts[round / 2 % 4] + 4 * l + (round >= 24 && l == 37 ? 4 : 0);
          low[l] = (saddr ? 0 : (uint32_t)kData) + (round < 8 ? 16 + low[l] % spread : in_line);
          high[l] = 0;
          address[l] = low[l] + (saddr ? kData : 0) + (offset == 7 ? 7u : (uint64_t)-11);
        }
        emit2(p, global(op, store ? 0 : 8, 0, 4, saddr ? 4 : OFF, offset));
        emit(p, S_WAITCNT_0);
        emit(p, S_ENDPGM);
        start(p, 0);
      }
      issue(&a, 0, WL_OK);
      assert_int_equal(state_regs(&a, 0).counters, 1);
      if (store) {
        char why[160];
        serve_store(&a, bytes, exec, address);
        bad(wl_model_return(a.model, WL_UNIT_VMEM, 0, 0, why), why);
      } else {
        serve_load(&a, bytes, exec, address);
        land_all(&a, WL_UNIT_VMEM, 8, rows);
      }
      const uint32_t viol = state_regs(&a, 0).trapsts;
      issue(&a, 0, WL_OK);
      issue(&a, 0, WL_OK);
      run(&b, WL_OK);
      same_state(&a, &b, "GLOBAL", op);
      if (round < 6) assert_int_equal(viol, 0);
      program_close(&a);
      program_close(&b);
    }
  }
}

struct ds_form {
  uint32_t op, bytes, accesses, scale;
  bool store;
};

// In mode DWORD, which aligns addresses (lds.md 3.2). All modes: test_ds_alignment.c.
static void ds_lockstep_is_standalone(void **state) {
  (void)state;
  static const struct ds_form forms[] = {
      {WL_OP_ds_write_b32, 4, 1, 0, true},        {WL_OP_ds_write2_b32, 4, 2, 4, true},
      {WL_OP_ds_write2st64_b32, 4, 2, 256, true}, {WL_OP_ds_write_b8, 1, 1, 0, true},
      {WL_OP_ds_write_b16, 2, 1, 0, true},        {WL_OP_ds_read_b32, 4, 1, 0, false},
      {WL_OP_ds_read2_b32, 4, 2, 4, false},       {WL_OP_ds_read2st64_b32, 4, 2, 256, false},
      {WL_OP_ds_read_i8, 1, 1, 0, false},         {WL_OP_ds_read_u8, 1, 1, 0, false},
      {WL_OP_ds_read_i16, 2, 1, 0, false},        {WL_OP_ds_read_u16, 2, 1, 0, false},
      {WL_OP_ds_write_b64, 8, 1, 0, true},        {WL_OP_ds_write2_b64, 8, 2, 8, true},
      {WL_OP_ds_write2st64_b64, 8, 2, 512, true}, {WL_OP_ds_write_b8_d16_hi, 1, 1, 0, true},
      {WL_OP_ds_write_b16_d16_hi, 2, 1, 0, true}, {WL_OP_ds_read_u8_d16, 1, 1, 0, false},
      {WL_OP_ds_read_u8_d16_hi, 1, 1, 0, false},  {WL_OP_ds_read_i8_d16, 1, 1, 0, false},
      {WL_OP_ds_read_i8_d16_hi, 1, 1, 0, false},  {WL_OP_ds_read_u16_d16, 2, 1, 0, false},
      {WL_OP_ds_read_u16_d16_hi, 2, 1, 0, false}, {WL_OP_ds_read_b64, 8, 1, 0, false},
      {WL_OP_ds_read2_b64, 8, 2, 8, false},       {WL_OP_ds_read2st64_b64, 8, 2, 512, false},
      {WL_OP_ds_write_b96, 12, 1, 0, true},       {WL_OP_ds_write_b128, 16, 1, 0, true},
      {WL_OP_ds_read_b96, 12, 1, 0, false},       {WL_OP_ds_read_b128, 16, 1, 0, false},
  };
  uint64_t random = 99;
  for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
    for (uint32_t round = 0; round < 32; round++) {
      const struct ds_form *f = &forms[i];
      const uint32_t offset = f->accesses == 1 ? (round & 1 ? 37 : 0) : round & 1 ? 3 | 1 << 8 : 2 | 2 << 8;
      const uint32_t accesses = f->accesses == 2 && (offset & 0xff) != offset >> 8 ? 2 : 1;
      const uint32_t rows = (f->bytes + 3) / 4 * f->accesses;
      const uint64_t exec = round & 4 ? random64(&random) : ~0ull, seed = random64(&random);
      uint32_t address[2][WL_LANES];
      uint64_t inside[2] = {0, 0};
      struct program a, b;
      for (int which = 0; which < 2; which++) {
        struct program *p = which == 0 ? &a : &b;
        program_open(p);
        fill(p, seed);
        p->init.exec = exec;
        p->init.lds_base = 512;
        p->init.lds_size = 2048;
        p->init.alignment_mode = WL_ALIGN_DWORD;
        uint32_t *v0 = (uint32_t *)(uintptr_t)wl_model_phys_vgpr(p->model, 0);
        for (uint32_t l = 0; l < WL_LANES; l++) {
          v0[l] %= round & 2 ? 3000 : 600;  // round & 2: some past lds_size
          // From round 8 on consecutive dwords; from round 24 on one lane differs.
          if (round >= 8) v0[l] = (round & 2 ? 1900 : 20) + 4 * l + (round >= 24 && l == 37 ? 4 : 0);
          for (uint32_t acc = 0; acc < accesses; acc++) {
            const uint32_t align = f->bytes == 12 ? 16 : f->bytes;
            const uint32_t at =
                (v0[l] + (f->accesses == 1 ? offset : (offset >> (8 * acc) & 0xff) * f->scale)) & ~(align - 1);
            address[acc][l] = 512 + at;
            if (which == 0 && at + f->bytes <= 2048) inside[acc] |= 1ull << l;
          }
        }
        emit2(p, ds(f->op, f->store ? 0 : 16, 0, 4, 8, offset));
        emit(p, S_WAITCNT_0);
        emit(p, S_ENDPGM);
        start(p, 0);
      }
      issue(&a, 0, WL_OK);
      assert_int_equal(state_regs(&a, 0).counters, 1 << 16);
      serve_lds(&a, f->store, exec, accesses, address, inside);
      if (f->store) {
        char why[160];
        bad(wl_model_return(a.model, WL_UNIT_LDS, 0, 0, why), why);
      } else {
        land_all(&a, WL_UNIT_LDS, 16, rows);
      }
      const bool outside = (exec & ~inside[0]) != 0 || (accesses == 2 && (exec & ~inside[1]) != 0);
      assert_int_equal(state_regs(&a, 0).trapsts, outside ? 1 << 8 : 0);
      issue(&a, 0, WL_OK);
      issue(&a, 0, WL_OK);
      run(&b, WL_OK);
      same_state(&a, &b, "DS", f->op);
      program_close(&a);
      program_close(&b);
    }
  }
}

// Values by hand: sign and zero extension, halves, offsets.
static void ds_values(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  ((uint32_t *)(uintptr_t)wl_model_lds_words(p.model))[0] = 0x8081f283;
  ((uint32_t *)(uintptr_t)wl_model_lds_words(p.model))[1] = 0x11223344;
  static const struct {
    uint32_t op, offset, value;
  } cases[] = {{WL_OP_ds_read_b32, 4, 0x11223344},
               {WL_OP_ds_read_i8, 0, 0xffffff83},
               {WL_OP_ds_read_u8, 1, 0xf2},
               {WL_OP_ds_read_i16, 0, 0xfffff283},
               {WL_OP_ds_read_u16, 2, 0x8081},
               {WL_OP_ds_read_u8_d16, 0, 0x55550083},
               {WL_OP_ds_read_u8_d16_hi, 0, 0x00835555},
               {WL_OP_ds_read_i8_d16, 0, 0x5555ff83},
               {WL_OP_ds_read_i8_d16_hi, 1, 0xfff25555},
               {WL_OP_ds_read_u16_d16, 0, 0x5555f283},
               {WL_OP_ds_read_u16_d16_hi, 2, 0x80815555},
               {WL_OP_ds_read_b32, 6, 0x00001122}};  // the last misaligned: lds.md 3.2, mode UNALIGNED
  const size_t count = sizeof cases / sizeof cases[0];
  for (size_t i = 0; i < count; i++) {
    emit2(&p, vop1(WL_OP_v_mov_b32, 4 + (uint32_t)i, LITERAL) | 0x55555555ull << 32);
    emit2(&p, ds(cases[i].op, 4 + (uint32_t)i, 0, 0, 0, cases[i].offset));
  }
  emit(&p, vop1(WL_OP_v_mov_b32, 20, VGPR + 4));
  emit2(&p, ds(WL_OP_ds_write_b16_d16_hi, 0, 0, 4, 0, 8));  // b16_d16_hi: 0x1122
  emit2(&p, ds(WL_OP_ds_write_b8_d16_hi, 0, 0, 4, 0, 10));  // b8_d16_hi: 0x22
  emit(&p, S_ENDPGM);
  start(&p, 0);
  run(&p, WL_OK);
  for (size_t i = 0; i < count; i++) assert_int_equal(wl_model_phys_vgpr(p.model, 4 + (uint32_t)i)[9], cases[i].value);
  assert_int_equal(wl_model_lds_words(p.model)[2], 0x221122);
  program_close(&p);
}

// D-MEM-41
static void overlapping_stores(void **state) {
  (void)state;
  struct program p;
  char why[160];
  program_open(&p);
  emit2(&p, global(WL_OP_global_store_dword, 0, 0, 2, 4, 0));
  p.init.sgpr_count = 6;
  p.init.sgpr[4] = (uint32_t)kData;
  uint32_t *v2 = (uint32_t *)(uintptr_t)wl_model_phys_vgpr(p.model, 2);
  for (uint32_t l = 0; l < WL_LANES; l++) v2[l] = 0x01010101 * l;
  p.init.exec = 0xf;
  p.init.vgpr_count = 1;
  for (uint32_t l = 0; l < 4; l++) p.init.vgpr[0][l] = l;  // one byte apart: each covers three of the next lane's
  start(&p, 0);
  issue(&p, 0, WL_OK);
  wl_transaction t = {.unit = WL_UNIT_VMEM, .op = WL_MEM_STORE, .line = kData, .lanes = 0xf}, predicted;
  bad(wl_model_request(p.model, &t, &predicted, why), why);
  assert_int_equal(predicted.byte_enable, 0x7f);
  assert_int_equal(predicted.data[0], 0x03020100);
  assert_int_equal(predicted.data[1], 0x00030303);
  program_close(&p);
}

// Decisions: D-WAIT-2.
static void scalar_loads(void **state) {
  (void)state;
  struct program p;
  char why[160];
  uint32_t data[16], memory[32];
  for (uint32_t i = 0; i < 32; i++) memory[i] = 0x1000 + i;
  program_open(&p);
  assert_true(wl_mem_write(p.mem, kData, memory, sizeof memory));
  p.init.sgpr_count = 10;
  p.init.sgpr[4] = (uint32_t)kData + 8;
  p.init.sgpr[9] = 22;                                      // the low two bits of the sum are cleared
  emit2(&p, smem(WL_OP_s_load_dwordx16, 16, 4, 0x1ffffc));  // s_load_dwordx16 s[16:31], s[4:5], -4
  emit2(&p, (smem(WL_OP_s_load_dword, VCC, 4, 0) & ~(1ull << 17)) | 9ull << 32);  // register offset
  emit(&p, S_WAITCNT_0);
  start(&p, 0);
  issue(&p, 0, WL_OK);
  wl_effect e;
  assert_int_equal(wl_model_issue(p.model, 0, 0, &e), WL_BAD_EVENT);  // tag in use
  assert_int_equal(wl_model_issue(p.model, 0, 64, &e), WL_BAD_EVENT);
  assert_int_equal(wl_model_issue(p.model, 0, 1, &e), WL_OK);
  assert_int_equal(state_regs(&p, 0).counters, 3 << 16);
  wl_transaction t = {.unit = WL_UNIT_SMEM, .line = kData, .byte_enable = 0xfffffffffffffff0, .lanes = 1}, predicted;
  assert_int_equal(wl_model_perform(p.model, &t, false, data, why), WL_BAD_EVENT);  // not requested
  bad(wl_model_request(p.model, &t, &predicted, why), why);
  t.byte_enable = 0xff;  // four bytes too many
  t.line += 64;
  bad(wl_model_request(p.model, &t, &predicted, why), why);
  assert_int_equal(predicted.byte_enable, 0xf);
  t.byte_enable = 0xf;
  bad(wl_model_perform(p.model, &t, false, data, why), why);
  assert_int_equal(data[0], 0x1010);
  bad(wl_model_write_back_sgpr(p.model, 0, 0, 31, 1, data, why), why);
  assert_int_equal(wl_model_write_back_sgpr(p.model, 0, 0, 30, 1, data, why), WL_BAD_EVENT);  // not performed
  assert_int_equal(wl_model_return(p.model, WL_UNIT_SMEM, 0, 0, why), WL_BAD_EVENT);
  t.line = kData;
  t.byte_enable = 0xfffffffffffffff0;
  bad(wl_model_perform(p.model, &t, false, data, why), why);
  t = (wl_transaction){.unit = WL_UNIT_SMEM, .tag = 1, .line = kData, .byte_enable = 0xfull << 28, .lanes = 1};
  bad(wl_model_request(p.model, &t, &predicted, why), why);
  bad(wl_model_perform(p.model, &t, false, data, why), why);
  bad(wl_model_write_back_sgpr(p.model, 0, 1, VCC, 1, data, why), why);
  bad(wl_model_return(p.model, WL_UNIT_SMEM, 0, 1, why), why);  // in any order
  assert_int_equal(state_regs(&p, 0).counters, 2 << 16);
  assert_int_equal(state_regs(&p, 0).vcc_lo, 0x1007);
  bad(wl_model_write_back_sgpr(p.model, 0, 0, 16, 15, data, why), why);
  bad(wl_model_return(p.model, WL_UNIT_SMEM, 0, 0, why), why);
  for (uint32_t i = 0; i < 16; i++) assert_int_equal(sgpr(&p, 0, 16 + i), 0x1001 + i);
  issue(&p, 0, WL_OK);
  program_close(&p);

  program_open(&p);  // unmapped: 0, and no violation
  p.init.sgpr_count = 8;
  p.init.sgpr[6] = 77;
  p.init.sgpr[5] = 1;
  emit2(&p, smem(WL_OP_s_load_dword, 6, 4, 0));
  emit(&p, S_ENDPGM);
  start(&p, 0);
  run(&p, WL_OK);
  assert_int_equal(sgpr(&p, 0, 6), 0);
  program_close(&p);
}

// D-MEM-33, D-MEM-36
// Decisions: D-ENC-2, D-ENC-3, D-ENC-4.
static void illegal_memory(void **state) {
  (void)state;
  const uint64_t words[] = {
      smem(13, 8, 4, 0),
      smem(WL_OP_s_load_dwordx2, 9, 4, 0),
      smem(WL_OP_s_load_dwordx4, 10, 4, 0),
      smem(WL_OP_s_load_dword, M0, 4, 0),
      smem(WL_OP_s_load_dword, EXEC, 4, 0),
      smem(WL_OP_s_load_dword, 110, 4, 0),
      smem(WL_OP_s_load_dword, 8, 110, 0),
      smem(WL_OP_s_load_dword, 8, M0, 0),
      smem(WL_OP_s_load_dwordx16, 96, 4, 0),
      smem(WL_OP_s_load_dword, 8, 96, 0),
      (smem(WL_OP_s_load_dword, 8, 4, 0) & ~(1ull << 17)) | 96ull << 32,
      (smem(WL_OP_s_load_dword, 8, 4, 0) & ~(1ull << 17)) | 125ull << 32,
      ds(152, 0, 0, 0, 0, 0),
      ds(191, 0, 0, 0, 0, 0),
      ds(WL_OP_ds_write_b128, 0, 0, 0, 0, 0) | 1 << 16,
      ds(WL_OP_ds_read_b32, 32, 0, 0, 0, 0),
      ds(WL_OP_ds_read_b128, 29, 0, 0, 0, 0),
      ds(WL_OP_ds_read2st64_b64, 29, 0, 0, 0, 0),
      ds(WL_OP_ds_write2_b32, 0, 0, 0, 32, 0),
      ds(WL_OP_ds_write_b32, 0, 32, 0, 0, 0),
      global(63, 0, 0, 0, OFF, 0),
      global(38, 0, 0, 0, OFF, 0),
      global(WL_OP_global_load_dword, 0, 31, 0, OFF, 0),
      global(WL_OP_global_load_dword, 32, 0, 0, OFF, 0),
      global(WL_OP_global_store_dwordx4, 0, 0, 29, OFF, 0),
      global(WL_OP_global_load_dword, 0, 0, 0, 5, 0),
      global(WL_OP_global_load_dword, 0, 0, 0, 96, 0),
      global(WL_OP_global_load_dword, 0, 0, 0, M0, 0),
      global(WL_OP_global_load_dword, 0, 0, 0, EXEC, 0),
      global(WL_OP_global_load_dword, 0, 0, 0, 108, 0),
      global(WL_OP_global_store_dword, 0, 0, 0, OFF, 0) | 1 << 13,
      global(WL_OP_global_load_dword, 0, 0, 0, OFF, 0) | 0x4000,
  };
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    for (int standalone = 0; standalone < 2; standalone++) {
      struct program p;
      program_open(&p);
      emit2(&p, words[i]);
      start(&p, 0);
      wl_effect e;
      wl_run_report report;
      if (standalone) wl_model_run(p.model, 0, &report);
      const wl_result result = standalone ? report.result : wl_model_issue(p.model, 0, 0, &e);
      if (result != WL_ILLEGAL_INST) fail_msg("case %zu: result %d", i, result);
      assert_int_equal(state_regs(&p, 0).pc_lo, kCode);
      program_close(&p);
    }
  }
}

static void unmapped_global(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  p.init.exec = 3;
  p.init.vgpr_count = 2;
  p.init.vgpr[0][0] = (uint32_t)kData + 2 * WL_PAGE - 2;  // two bytes mapped, two not
  p.init.vgpr[0][1] = (uint32_t)kData;
  const uint32_t ones = 0xffffffff;
  assert_true(wl_mem_write(p.mem, kData, &ones, 4));
  assert_true(wl_mem_write(p.mem, kData + 2 * WL_PAGE - 4, &ones, 4));
  emit2(&p, global(WL_OP_global_load_dword, 4, 0, 0, OFF, 0));
  emit2(&p, global(WL_OP_global_store_dword, 0, 0, 8, OFF, 0));
  emit(&p, 0xc8000000u);  // illegal: the wave stops and its TRAPSTS stays to be seen
  start(&p, 0);
  run(&p, WL_ILLEGAL_INST);
  assert_int_equal(wl_model_phys_vgpr(p.model, 4)[0], 0xffff);
  assert_int_equal(wl_model_phys_vgpr(p.model, 4)[1], 0xffffffff);
  assert_int_equal(state_regs(&p, 0).trapsts, 1 << 8 | 1 << 11);
  uint32_t word;
  assert_true(wl_mem_read(p.mem, kData + 2 * WL_PAGE - 4, &word, 4));
  assert_int_equal(word, 0xffff);
  program_close(&p);
}

// A unit that reports no vector memory: its instructions are done when they issue. Scalar loads stay pending.
static void at_issue(void **state) {
  (void)state;
  struct program p;
  char why[160];
  program_open(&p);
  const uint32_t value = 0x12345678;
  assert_true(wl_mem_write(p.mem, kData, &value, 4));
  p.init.sgpr_count = 2;
  p.init.sgpr[0] = (uint32_t)kData;
  emit2(&p, global(WL_OP_global_load_dword, 4, 1, 0, 0, 0));
  emit2(&p, ds(WL_OP_ds_write_b32, 0, 1, 4, 0, 0));
  emit2(&p, global(WL_OP_global_store_dword, 0, 1, 4, 0, 64));
  emit2(&p, smem(WL_OP_s_load_dword, 4, 0, 0));
  wl_model_at_issue(p.model, WL_UNIT_VMEM);
  wl_model_at_issue(p.model, WL_UNIT_LDS);
  wl_model_at_issue(p.model, WL_UNIT_SCALAR);  // no memory block: it changes nothing
  start(&p, 0);
  wl_effect e = issue(&p, 0, WL_OK);
  assert_int_equal(e.held, 0);
  assert_int_equal(e.mem_bytes, 4);
  assert_int_equal(wl_model_phys_vgpr(p.model, 4)[63], value);
  issue(&p, 0, WL_HAZARD_PENDING);  // what the program must wait for stays
  assert_int_equal(wl_model_lds_words(p.model)[0], value);
  e = issue(&p, 0, WL_HAZARD_PENDING);
  assert_int_equal(e.mem_op, WL_MEM_STORE);
  uint32_t stored = 0;
  assert_true(wl_mem_read(p.mem, kData + 64, &stored, 4));
  assert_int_equal(stored, value);
  assert_int_equal(state_regs(&p, 0).counters, 0);
  assert_int_equal(wl_model_return(p.model, WL_UNIT_VMEM, 0, 0, why), WL_BAD_EVENT);
  assert_int_equal(issue(&p, 0, WL_OK).held, WL_HOLDS_LGKM);
  program_close(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(at_issue),
      cmocka_unit_test(sparse_memory),
      cmocka_unit_test(memory_before),
      cmocka_unit_test(memory_borrowed),
      cmocka_unit_test(memory_of_twins),
      cmocka_unit_test(global_lockstep_is_standalone),
      cmocka_unit_test(ds_lockstep_is_standalone),
      cmocka_unit_test(ds_values),
      cmocka_unit_test(overlapping_stores),
      cmocka_unit_test(scalar_loads),
      cmocka_unit_test(illegal_memory),
      cmocka_unit_test(unmapped_global),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
