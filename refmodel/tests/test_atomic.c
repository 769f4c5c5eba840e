// SPDX-License-Identifier: Apache-2.0
// Atomics at memory (buffer-memory.md 5, 8; D-MEM-29, D-MEM-30): values worked from the text, lockstep against
// standalone, what is refused, legality, waits. buffer_wbinvl1 (D-WAIT-5).
#include "transactions.h"

#include "memory/memory.h"
#include "wavelock/decode.h"

// Values of 4 and of 8 bytes. inc and dec wrap at the operand and at 0; signed and unsigned disagree at the top bit.
static void values(void **state) {
  (void)state;
  const uint64_t top32 = 0x80000000, top64 = 1ull << 63, ones32 = 0xffffffff, ones64 = ~0ull;
  const struct {
    wl_mem_atomic what;
    bool wide;
    uint64_t t, data, compare, expected;
  } list[] = {
      {WL_ATOMIC_SWAP, false, 1, 2, 0, 2},
      {WL_ATOMIC_SWAP, true, 1, ones64, 0, ones64},
      {WL_ATOMIC_CMPSWAP, false, 5, 7, 5, 7},
      {WL_ATOMIC_CMPSWAP, false, 5, 7, 6, 5},
      {WL_ATOMIC_CMPSWAP, false, 5, 5, 7, 5},  // the first register is the new value, not the one to compare with
      {WL_ATOMIC_CMPSWAP, true, 1ull << 32, 9, 1ull << 32, 9},
      {WL_ATOMIC_CMPSWAP, true, 1ull << 32, 9, 0, 1ull << 32},
      {WL_ATOMIC_ADD, false, ones32, 2, 0, 1},
      {WL_ATOMIC_ADD, true, ones32, 2, 0, 0x100000001},
      {WL_ATOMIC_ADD, true, ones64, 2, 0, 1},
      {WL_ATOMIC_SUB, false, 1, 2, 0, ones32},
      {WL_ATOMIC_SUB, true, 0x100000000, 1, 0, ones32},
      {WL_ATOMIC_SUB, true, 1, 2, 0, ones64},
      {WL_ATOMIC_SMIN, false, 1, top32, 0, top32},
      {WL_ATOMIC_SMIN, false, ones32, 0, 0, ones32},
      {WL_ATOMIC_SMIN, true, 1, top32, 0, 1},
      {WL_ATOMIC_SMIN, true, 1, top64, 0, top64},
      {WL_ATOMIC_UMIN, false, 1, top32, 0, 1},
      {WL_ATOMIC_UMIN, false, ones32, 0, 0, 0},
      {WL_ATOMIC_UMIN, true, top64, 2, 0, 2},
      {WL_ATOMIC_SMAX, false, 1, top32, 0, 1},
      {WL_ATOMIC_SMAX, false, ones32, 0, 0, 0},
      {WL_ATOMIC_SMAX, true, 1, top32, 0, top32},
      {WL_ATOMIC_SMAX, true, 1, top64, 0, 1},
      {WL_ATOMIC_UMAX, false, 1, top32, 0, top32},
      {WL_ATOMIC_UMAX, false, 3, 2, 0, 3},
      {WL_ATOMIC_UMAX, true, 1, top64, 0, top64},
      {WL_ATOMIC_AND, false, 0xc, 0xa, 0, 8},
      {WL_ATOMIC_AND, true, 0xcull << 60, 0xaull << 60, 0, 8ull << 60},
      {WL_ATOMIC_OR, false, 0xc, 0xa, 0, 0xe},
      {WL_ATOMIC_OR, true, 0xcull << 60, 0xaull << 60, 0, 0xeull << 60},
      {WL_ATOMIC_XOR, false, 0xc, 0xa, 0, 6},
      {WL_ATOMIC_XOR, true, 0xcull << 60, 0xaull << 60, 0, 6ull << 60},
      {WL_ATOMIC_INC, false, 4, 5, 0, 5},
      {WL_ATOMIC_INC, false, 5, 5, 0, 0},
      {WL_ATOMIC_INC, false, 6, 5, 0, 0},
      {WL_ATOMIC_INC, false, ones32, ones32, 0, 0},
      {WL_ATOMIC_INC, false, 0, 0, 0, 0},
      {WL_ATOMIC_INC, true, ones32, ones64, 0, 0x100000000},
      {WL_ATOMIC_INC, true, ones64, ones64, 0, 0},
      {WL_ATOMIC_DEC, false, 0, 5, 0, 5},
      {WL_ATOMIC_DEC, false, 6, 5, 0, 5},
      {WL_ATOMIC_DEC, false, 5, 5, 0, 4},
      {WL_ATOMIC_DEC, false, 1, top32, 0, 0},
      {WL_ATOMIC_DEC, false, top32, 3, 0, 3},
      {WL_ATOMIC_DEC, true, 0x100000000, ones64, 0, ones32},
      {WL_ATOMIC_DEC, true, 0, ones64, 0, ones64},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    const uint64_t is = wl_atomic_value(list[i].what, list[i].wide, list[i].t, list[i].data, list[i].compare);
    if (is != list[i].expected) fail_msg("case %zu: 0x%llx", i, (unsigned long long)is);
  }
}

// ---- in lockstep and standalone --------------------------------------------------------------------------
enum { GLC = WL_FLAT_GLC };

static wl_mem_atomic operation(uint32_t op) { return (wl_mem_atomic)(op % 32); }
static bool is_wide(uint32_t op) { return op >= WL_OP_global_atomic_swap_x2; }
static uint32_t word_bytes(uint32_t op) { return is_wide(op) ? 8 : 4; }

static uint32_t *vgpr(const struct program *p, uint32_t v) {
  return (uint32_t *)(uintptr_t)wl_model_phys_vgpr(p->model, v);
}

static wl_transaction atomic_transaction(uint32_t op, uint64_t line, uint64_t lanes) {
  return (wl_transaction){.unit = WL_UNIT_VMEM,
                          .op = WL_MEM_ATOMIC,
                          .atomic = operation(op),
                          .wide = is_wide(op),
                          .line = line,
                          .lanes = lanes};
}

// The transactions of a unit: of 16 lanes those of one line, each word once.
static void serve(struct program *p, uint32_t op, uint64_t lanes, const uint64_t address[WL_LANES]) {
  for (uint32_t pass = 0; pass < 4; pass++) {
    for (uint64_t left = lanes & 0xffffull << 16 * pass; left != 0;) {
      wl_transaction t = atomic_transaction(op, address[__builtin_ctzll(left)] & ~63ull, 0);
      uint64_t words = 0;
      for (uint32_t l = 16 * pass; l < 16 * pass + 16; l++) {
        const uint64_t word = 1ull << address[l] % 64 / 4;
        if (!(left >> l & 1) || (address[l] & ~63ull) != t.line || (words & word)) continue;
        words |= word;
        t.lanes |= 1ull << l;
      }
      left &= ~t.lanes;
      transact(p, &t);
    }
  }
}

// Lanes that share words, words of several lines, misaligned lanes and lanes past the mapped end.
static uint64_t draw_address(uint64_t *random, uint32_t bytes, uint32_t round) {
  const uint32_t r = random32(random);
  const uint64_t last = kData + 2 * WL_PAGE - 8;
  if (round % 4 == 3 && r % 8 == 0) return last + (r >> 3) % 4 * bytes;
  if (round % 4 == 2 && r % 8 == 0) return kData + (r >> 3) % 64;
  return kData + 40 + (r >> 3) % (round % 2 ? 5 : 40) * bytes;
}

static void lockstep_is_standalone(void **state) {
  (void)state;
  uint64_t random = 11;
  for (uint32_t op = WL_OP_global_atomic_swap; op <= WL_OP_global_atomic_dec_x2; op++) {
    const uint32_t bytes = word_bytes(op);
    if (op == WL_OP_global_atomic_dec + 1) op = WL_OP_global_atomic_swap_x2;
    for (uint32_t round = 0; round < 24; round++) {
      const bool saddr = round & 1, glc = round & 4;
      const uint64_t exec = round & 8 ? random64(&random) : ~0ull, seed = random64(&random);
      uint64_t address[WL_LANES], reached = 0;
      struct program a, b;
      for (uint32_t l = 0; l < WL_LANES; l++) {
        address[l] = draw_address(&random, bytes, round);
        if (exec >> l & 1 && address[l] % word_bytes(op) == 0) reached |= 1ull << l;
      }
      for (int which = 0; which < 2; which++) {
        struct program *p = which == 0 ? &a : &b;
        program_open(p);
        fill(p, seed);
        p->init.exec = exec;
        p->init.sgpr_count = 6;
        p->init.sgpr[4] = 12;
        for (uint32_t l = 0; l < WL_LANES; l++) {
          vgpr(p, 0)[l] = (uint32_t)address[l] - 7 - (saddr ? 12 : 0);
          vgpr(p, 1)[l] = 0;
          // Equal to what is compared, in many lanes; and small numbers, at which inc and dec wrap.
          if (l % 2) vgpr(p, 4 + word_bytes(op) / 4)[l] = l % 5;
          if (l % 3) vgpr(p, 4)[l] = l % 5;
          if (l % 3 && is_wide(op)) vgpr(p, 5)[l] = 0, vgpr(p, 7)[l] = 0;
        }
        const uint64_t small = 3;
        for (uint32_t i = 0; i < 3; i++) assert_true(wl_mem_write(p->mem, kData + 40 + 8 * i, &small, 8));
        emit2(p, global(op, 8, 0, 4, saddr ? 4 : OFF, 7) | (glc ? GLC : 0));
        emit(p, S_WAITCNT_0);
        emit(p, S_ENDPGM);
        start(p, 0);
      }
      const wl_effect e = issue(&a, 0, WL_OK);
      assert_int_equal(e.mem_op, WL_MEM_ATOMIC);
      assert_int_equal(e.mem_bytes, word_bytes(op));
      assert_int_equal(state_regs(&a, 0).counters, 1);
      serve(&a, op, reached, address);
      char why[160];
      if (glc) land_all(&a, WL_UNIT_VMEM, 8, word_bytes(op) / 4);
      else bad(wl_model_return(a.model, WL_UNIT_VMEM, 0, 0, why), why);
      assert_int_equal(state_regs(&a, 0).counters, 0);
      wl_unmapped in_a, in_b;
      wl_model_unmapped(a.model, &in_a);
      const bool viol = in_a.count != 0 || reached != exec;
      assert_int_equal(state_regs(&a, 0).trapsts, viol ? WL_TRAPSTS_MEM_VIOL : 0);
      issue(&a, 0, WL_OK);
      issue(&a, 0, WL_OK);
      run(&b, WL_OK);
      same_state(&a, &b, "GLOBAL atomic", op);
      wl_model_unmapped(b.model, &in_b);
      assert_int_equal(in_a.count, in_b.count);
      program_close(&a);
      program_close(&b);
    }
  }
}

// A program with one atomic of v[4:..] at v[0:1], which returns to v[8:9]. All lanes name `at`.
static void open_atomic(struct program *p, uint32_t op, uint64_t at, uint64_t exec) {
  program_open(p);
  p->init.exec = exec;
  for (uint32_t l = 0; l < WL_LANES; l++) {
    vgpr(p, 0)[l] = (uint32_t)at;
    vgpr(p, 1)[l] = (uint32_t)(at >> 32);
    vgpr(p, 4)[l] = l + 1;
    vgpr(p, 8)[l] = vgpr(p, 9)[l] = 0x55555555;
  }
  emit2(p, global(op, 8, 0, 4, OFF, 0) | GLC);
  emit(p, S_WAITCNT_0);
  emit(p, S_ENDPGM);
}

// All lanes at one word: each finds what the lanes before it left (D-MEM-29).
static void one_word(void **state) {
  (void)state;
  struct program p;
  const uint32_t start_value = 1000;
  uint32_t word = 0, sum = 1000;
  open_atomic(&p, WL_OP_global_atomic_add, kData + 8, 0xfffffffffff0fff7);
  assert_true(wl_mem_write(p.mem, kData + 8, &start_value, 4));
  start(&p, 0);
  run(&p, WL_OK);
  for (uint32_t l = 0; l < WL_LANES; l++) {
    const bool active = p.init.exec >> l & 1;
    assert_int_equal(vgpr(&p, 8)[l], active ? sum : 0x55555555);
    if (active) sum += l + 1;
  }
  assert_true(wl_mem_read(p.mem, kData + 8, &word, 4));
  assert_int_equal(word, sum);
  program_close(&p);

  // swap: the chain of the lanes' numbers.
  open_atomic(&p, WL_OP_global_atomic_swap, kData + 8, ~0ull);
  start(&p, 0);
  run(&p, WL_OK);
  for (uint32_t l = 0; l < WL_LANES; l++) assert_int_equal(vgpr(&p, 8)[l], l);
  program_close(&p);

  // cmpswap: lane l waits for l and leaves l + 1, so that all succeed. The compare value is the second register.
  open_atomic(&p, WL_OP_global_atomic_cmpswap, kData + 8, ~0ull);
  for (uint32_t l = 0; l < WL_LANES; l++) vgpr(&p, 5)[l] = l == 40 ? 99 : l;
  start(&p, 0);
  run(&p, WL_OK);
  for (uint32_t l = 0; l < WL_LANES; l++) assert_int_equal(vgpr(&p, 8)[l], l < 40 ? l : 40);
  assert_true(wl_mem_read(p.mem, kData + 8, &word, 4));
  assert_int_equal(word, 40);
  program_close(&p);

  // 64 bits: a carry, and both registers of the result.
  open_atomic(&p, WL_OP_global_atomic_add_x2, kData + 8, 3);
  for (uint32_t l = 0; l < WL_LANES; l++) vgpr(&p, 4)[l] = 0xffffffff, vgpr(&p, 5)[l] = 2;
  start(&p, 0);
  run(&p, WL_OK);
  assert_int_equal(vgpr(&p, 8)[1], 0xffffffff);
  assert_int_equal(vgpr(&p, 9)[1], 2);
  uint64_t pair = 0;
  assert_true(wl_mem_read(p.mem, kData + 8, &pair, 8));
  assert_true(pair == 0x5fffffffe);
  program_close(&p);
}

// Misaligned lanes return 0, change nothing and set MEM_VIOL, in alignment mode unaligned too. So does unmapped memory,
// and addresses of 2^48 and more are unmapped.
static void violations(void **state) {
  (void)state;
  const struct {
    uint32_t op;
    uint64_t at;
    uint64_t unmapped;
  } list[] = {{WL_OP_global_atomic_swap, kData + 2, 0},
              {WL_OP_global_atomic_swap_x2, kData + 4, 0},
              {WL_OP_global_atomic_swap, 0x300000, 2},
              {WL_OP_global_atomic_swap_x2, 1ull << 48 | kData, 2},
              {WL_OP_global_atomic_swap_x2, 0x300001, 0}};
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    struct program p;
    uint64_t ones = ~0ull;
    wl_unmapped unmapped;
    open_atomic(&p, list[i].op, list[i].at, 5);
    p.at -= 4;
    emit(&p, 0xc8000000u);  // illegal: TRAPSTS stays to be seen
    assert_true(wl_mem_write(p.mem, kData, &ones, 8));
    start(&p, 0);
    run(&p, WL_ILLEGAL_INST);
    assert_int_equal(state_regs(&p, 0).trapsts, WL_TRAPSTS_MEM_VIOL | WL_TRAPSTS_ILLEGAL_INST);
    assert_int_equal(vgpr(&p, 8)[2], 0);
    assert_int_equal(vgpr(&p, 8)[1], 0x55555555);
    assert_int_equal(vgpr(&p, 9)[0], list[i].op == WL_OP_global_atomic_swap ? 0x55555555 : 0);
    assert_true(wl_mem_read(p.mem, kData, &ones, 8));
    assert_true(ones == ~0ull);
    wl_model_unmapped(p.model, &unmapped);
    assert_int_equal(unmapped.count, list[i].unmapped);
    program_close(&p);
  }
}

static void refused(struct program *p, const wl_transaction *t, const char *said) {
  char why[160];
  wl_transaction predicted;
  assert_int_equal(wl_model_request(p->model, t, &predicted, why), WL_BAD_EVENT);
  if (strstr(why, said) == NULL) fail_msg("\"%s\", not \"%s\"", why, said);
}

// Lanes 0 and 2 have the word at 8, lane 1 that at 16; lane 3 is misaligned; lane 4 has another line.
static void transactions(void **state) {
  (void)state;
  static const uint32_t at[] = {8, 16, 8, 10, 64};
  struct program p;
  wl_transaction predicted;
  uint32_t data[16], mask;
  char why[160];
  open_atomic(&p, WL_OP_global_atomic_cmpswap_x2, kData, 0x1f);
  for (uint32_t l = 0; l < 5; l++) {
    vgpr(&p, 0)[l] = (uint32_t)kData + at[l];
    for (uint32_t r = 0; r < 4; r++) vgpr(&p, 4 + r)[l] = 0x10 * r + l;
  }
  const uint64_t word = 0x3000000020;  // what lane 0 compares with
  assert_true(wl_mem_write(p.mem, kData + 8, &word, 8));
  start(&p, 0);
  issue(&p, 0, WL_OK);
  wl_transaction t = atomic_transaction(WL_OP_global_atomic_cmpswap_x2, kData, 4);
  refused(&p, &t, "lane 2 comes in one transaction with lane 0, or before it; both have the word at 0x200008");
  t.lanes = 5;
  refused(&p, &t, "lane 2 comes in one transaction with lane 0");
  t.lanes = 8;
  refused(&p, &t, "lanes 0x8 have nothing to access");
  t.lanes = 0x10;
  refused(&p, &t, "lane 4 accesses 0x200040 in component 0, which is not in line 0x200000");
  t.lanes = 0x20;
  refused(&p, &t, "lanes 0x20 are not active");
  t.lanes = 3;
  t.component = 1;
  refused(&p, &t, "component 1");
  t.component = 0;
  t.atomic = WL_ATOMIC_SWAP;
  refused(&p, &t, "which is atomic operation 1, reports operation 0");
  t.atomic = WL_ATOMIC_CMPSWAP;
  t.wide = false;
  refused(&p, &t, "has words of 8 bytes");
  t.wide = true;
  t.op = WL_MEM_STORE;
  refused(&p, &t, "write of global_atomic_cmpswap_x2, which is an atomic");
  t.op = WL_MEM_ATOMIC;
  assert_int_equal(wl_model_perform(p.model, &t, false, data, why), WL_BAD_EVENT);
  bad(wl_model_request(p.model, &t, &predicted, why), why);
  assert_true(predicted.byte_enable == 0xffff00);
  static const uint32_t written[16] = {0, 0, 0, 0x10, 1, 0x11}, compared[16] = {0, 0, 0x20, 0x30, 0x21, 0x31};
  assert_memory_equal(predicted.data, written, 64);
  assert_memory_equal(predicted.compare, compared, 64);
  assert_int_equal(wl_model_write_back_vgpr(p.model, WL_UNIT_VMEM, 0, 0, 8, 0, &mask, data, why), WL_BAD_EVENT);
  bad(wl_model_perform(p.model, &t, false, data, why), why);
  static const uint32_t before[16] = {0, 0, 0x20, 0x30};
  assert_memory_equal(data, before, 64);
  t.lanes = 4;
  transact(&p, &t);  // lane 2 finds 0x1000000000, not 0x3200000022
  uint64_t left = 0;
  assert_true(wl_mem_read(p.mem, kData + 8, &left, 8));
  assert_true(left == 0x1000000000);
  assert_int_equal(wl_model_return(p.model, WL_UNIT_VMEM, 0, 0, why), WL_BAD_EVENT);
  t = atomic_transaction(WL_OP_global_atomic_cmpswap_x2, kData + 64, 0x10);
  transact(&p, &t);
  bad(wl_model_write_back_vgpr(p.model, WL_UNIT_VMEM, 0, 0, 9, 0, &mask, data, why), why);
  static const uint32_t high[16] = {0x30, 0, 0x10, 0, 0};
  assert_int_equal(mask, 0x1f);
  assert_memory_equal(data, high, 64);
  program_close(&p);

  // Another operation: compare stays 0.
  open_atomic(&p, WL_OP_global_atomic_smax, kData + 60, 1);
  start(&p, 0);
  issue(&p, 0, WL_OK);
  t = atomic_transaction(WL_OP_global_atomic_smax, kData, 1);
  memset(t.compare, 1, sizeof t.compare);
  bad(wl_model_request(p.model, &t, &predicted, why), why);
  assert_true(predicted.byte_enable == 0xfull << 60);
  for (uint32_t i = 0; i < 16; i++) assert_int_equal(predicted.compare[i], 0);
  assert_int_equal(predicted.data[15], 1);
  program_close(&p);
}

// ---- legality and waits ----------------------------------------------------------------------------------
static bool legal(uint64_t words, wl_decoded *d) {
  const uint32_t w[2] = {(uint32_t)words, (uint32_t)(words >> 32)};
  wl_decode_words(w, WL_GFX900, false, 96, 32, false, d);
  return d->legal;
}

// D-MEM-33, D-MEM-34, D-REG-4.
static void legality(void **state) {
  (void)state;
  for (uint32_t op = 0; op < 128; op++) {
    wl_decoded d;
    const bool atomic = (op >= 64 && op <= 76) || (op >= 96 && op <= 108);
    assert_int_equal(legal(global(op, 0, 0, 0, OFF, 0), &d), atomic || (op >= 16 && op <= 37));
    if (!atomic) continue;
    const uint32_t regs = is_wide(op) ? 2 : 1, data = operation(op) == WL_ATOMIC_CMPSWAP ? 2 * regs : regs;
    assert_int_equal(d.src[1].regs, data);
    assert_int_equal(d.vdst_vgprs, 0);
    assert_true(legal(global(op, 32 - regs, 0, 32 - data, OFF, 0) | GLC, &d));
    assert_int_equal(d.vdst_vgprs, regs);
    assert_false(legal(global(op, 0, 0, 33 - data, OFF, 0) | GLC, &d));
    assert_false(legal(global(op, 33 - regs, 0, 0, OFF, 0) | GLC, &d));
    assert_true(legal(global(op, 255, 0, 0, OFF, 0), &d));  // VDST is not judged without GLC
    assert_false(legal(global(op, 0, 0, 0, OFF, 0) | WL_FLAT_LDS, &d));
    assert_false(legal(global(op, 0, 0, 0, OFF, 0) | WL_FLAT_RESERVED, &d));
  }
  // buffer_wbinvl1: its fields say nothing.
  for (uint32_t op = WL_OP_buffer_wbinvl1; op <= WL_OP_buffer_wbinvl1_vol; op++) {
    wl_decoded d;
    const uint64_t all = mubuf(op, 255, 255, 4 * 31, 255, 0xffff);
    assert_true(legal(all, &d));
    assert_int_equal(d.src[0].regs + d.src[1].regs + d.src[2].regs + d.src[3].regs + d.vdst_vgprs, 0);
    assert_false(legal(all | WL_MUBUF_LDS, &d));
    assert_false(legal(all | WL_MUBUF_RESERVED, &d));
    assert_false(legal(all | (uint64_t)WL_MUBUF_TFE << 32, &d));
  }
}

// What an atomic returns must have been waited for, what it reads need not (D-WAIT-6). One without return lists
// nothing.
static void waits(void **state) {
  (void)state;
  const uint64_t add = global(WL_OP_global_atomic_add, 8, 0, 4, OFF, 0), read = vop1(WL_OP_v_mov_b32, 20, VGPR + 8);
  const uint64_t add_x2 = global(WL_OP_global_atomic_add_x2, 8, 0, 4, OFF, 0);
  const uint64_t cmpswap = global(WL_OP_global_atomic_cmpswap_x2, 8, 0, 4, OFF, 0);
  const struct {
    uint64_t first, second;
    const char *says;
  } list[] = {
      {add | GLC, read, "vmcnt: global_atomic_add at 0x10000 loads v8, v_mov_b32"},
      {add, read, NULL},
      {add | GLC, vop1(WL_OP_v_mov_b32, 4, 128), NULL},
      {add_x2 | GLC, vop1(WL_OP_v_mov_b32, 9, 128), "loads v[8:9], v_mov_b32"},
      {ds(WL_OP_ds_read_b32, 7, 0, 0, 0, 0), cmpswap, "loads v7, global_atomic_cmpswap_x2"},
      {ds(WL_OP_ds_read_b32, 6, 0, 0, 0, 0), add_x2, NULL},
      {cmpswap, vop1(WL_OP_v_mov_b32, 7, 128), "wait states, row 8: global_atomic_cmpswap_x2"},
      {cmpswap, vop1(WL_OP_v_mov_b32, 8, 128), NULL},
      {add_x2, vop1(WL_OP_v_mov_b32, 5, 128), NULL},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    struct program p;
    wl_effect e;
    program_open(&p);
    emit2(&p, list[i].first);
    if (list[i].second >> 32) emit2(&p, list[i].second);
    else emit(&p, (uint32_t)list[i].second);
    start(&p, 0);
    assert_int_equal(wl_model_issue(p.model, 0, 0, &e), WL_OK);
    const wl_result r = wl_model_issue(p.model, 0, 1, &e);
    if ((r != WL_OK) != (list[i].says != NULL)) fail_msg("%zu: %d %s", i, r, e.why);
    if (list[i].says != NULL && strstr(e.why, list[i].says) == NULL) fail_msg("%zu: %s", i, e.why);
    program_close(&p);
  }
}

// buffer_wbinvl1 counts on VM_CNT and returns in order; it has nothing to access.
static void wbinvl1(void **state) {
  (void)state;
  struct program p;
  wl_effect e;
  char why[160];
  program_open(&p);
  p.init.sgpr_count = 6;
  p.init.sgpr[4] = (uint32_t)kData;
  emit2(&p, global(WL_OP_global_store_dword, 0, 0, 2, 4, 0));
  emit2(&p, mubuf(WL_OP_buffer_wbinvl1_vol, 0, 0, 4 * 31, 255, 0));
  emit(&p, S_WAITCNT_0);
  p.init.exec = 0;
  start(&p, 0);
  assert_int_equal(wl_model_issue(p.model, 0, 0, &e), WL_OK);
  assert_int_equal(wl_model_issue(p.model, 0, 1, &e), WL_OK);
  assert_int_equal(e.held, WL_HOLDS_VM);
  assert_int_equal(state_regs(&p, 0).counters, 2);
  wl_transaction t = {.unit = WL_UNIT_VMEM, .tag = 1, .line = kData, .lanes = 1};
  refused(&p, &t, "buffer_wbinvl1_vol has no component 0");
  assert_int_equal(wl_model_return(p.model, WL_UNIT_VMEM, 0, 1, why), WL_BAD_EVENT);
  assert_non_null(strstr(why, "before the older global_store_dword"));
  assert_int_equal(wl_model_issue(p.model, 0, 2, &e), WL_BAD_EVENT);  // s_waitcnt
  bad(wl_model_return(p.model, WL_UNIT_VMEM, 0, 0, why), why);
  bad(wl_model_return(p.model, WL_UNIT_VMEM, 0, 1, why), why);
  assert_int_equal(wl_model_issue(p.model, 0, 2, &e), WL_OK);
  program_close(&p);

  program_open(&p);
  emit2(&p, mubuf(WL_OP_buffer_wbinvl1, 0, 0, 0, 0, 0));
  emit(&p, S_ENDPGM);
  start(&p, 0);
  run(&p, WL_OK);
  program_close(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values),       cmocka_unit_test(lockstep_is_standalone),
      cmocka_unit_test(one_word),     cmocka_unit_test(violations),
      cmocka_unit_test(transactions), cmocka_unit_test(legality),
      cmocka_unit_test(waits),        cmocka_unit_test(wbinvl1),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
