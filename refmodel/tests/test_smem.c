// SPDX-License-Identifier: Apache-2.0
// Scalar memory (buffer-memory.md 13), standalone and in lockstep. Addresses, ranges and values are worked by hand from
// the specification.
#include "transactions.h"

enum { kVsharp = 8, kOffset = 12, kSdata = 16, IMM = 1, SOE = 2 };

// How the words name the offset.
static uint64_t with_offset(uint32_t op, uint32_t sdata, uint32_t sbase, uint32_t form, uint32_t offset) {
  uint64_t words = smem(op, sdata, sbase, offset);
  if (!(form & IMM)) words &= ~(1ull << 17);
  if (form == 0) words = (words & 0xffffffff) | (uint64_t)kOffset << 32;
  if (form & SOE) words |= 1ull << 14 | (uint64_t)kOffset << 57;
  return words;
}

// What memory holds before a case.
static uint32_t word_at(uint64_t address) { return (uint32_t)(address >> 2) * 0x9e3779b1u + 0x1234567u; }

static void fill_words(struct program *p, uint64_t from, uint64_t bytes) {
  assert_true(wl_mem_map(p->mem, from, bytes));
  for (uint64_t a = from; a < from + bytes; a += 4) {
    const uint32_t word = word_at(a);
    assert_true(wl_mem_write(p->mem, a, &word, 4));
  }
}

static const uint64_t kTop = (1ull << 48) - WL_PAGE;  // the last page of memory

struct access {
  const char *what;
  uint32_t op, dwords;
  uint32_t base[4];     // SBASE: a pair or a V#
  uint32_t form;        // IMM, SOE
  uint32_t offset;      // 21 bits
  uint32_t reg;         // value of the offset register
  uint64_t first;       // address of dword 0
  uint32_t in_range;    // bit k: dword k
  uint32_t at_most_48;  // addresses are mod 2^48, and stand as canonical ones (D-MEM-61)
};

static uint64_t dword_address(const struct access *c, uint32_t k) {
  const uint64_t address = c->first + 4 * k;
  return c->at_most_48 ? wl_canonical(address) : address;
}

static void open_access(struct program *p, const struct access *c) {
  program_open(p);
  fill_words(p, kData, 2 * WL_PAGE);
  fill_words(p, kTop, WL_PAGE);
  fill_words(p, 0, WL_PAGE);
  p->init.sgpr_count = 32;
  for (uint32_t i = 0; i < 32; i++) p->init.sgpr[i] = 0x5000 + i;
  memcpy(&p->init.sgpr[kVsharp], c->base, sizeof c->base);
  p->init.sgpr[kOffset] = c->reg;
  emit2(p, with_offset(c->op, kSdata, kVsharp, c->form, c->offset));
  emit(p, S_WAITCNT_0);
  emit(p, S_ENDPGM);
  start(p, 0);
}

static uint32_t lgkm(const struct program *p) { return state_regs(p, 0).counters >> 16; }

static bool in_range_in(const struct access *c, uint64_t line) {
  bool any = false;
  for (uint32_t k = 0; k < c->dwords; k++) any |= (c->in_range >> k & 1) && (dword_address(c, k) & ~63ull) == line;
  return any;
}

// One transaction for the dwords of one line. A line that has none in range is refused.
static void serve(struct program *p, const struct access *c, wl_mem_op op) {
  char why[160];
  uint32_t left = c->in_range;
  for (uint32_t k = 0; k < c->dwords; k++) {
    const uint64_t at = dword_address(c, k);
    wl_transaction t = {.unit = WL_UNIT_SMEM, .op = op, .line = at & ~63ull, .byte_enable = 1, .lanes = 1}, predicted;
    if (in_range_in(c, t.line)) continue;
    t.byte_enable <<= at % 64;
    assert_int_equal(wl_model_request(p->model, &t, &predicted, why), WL_BAD_EVENT);
  }
  while (left != 0) {
    const uint64_t line = dword_address(c, (uint32_t)__builtin_ctz(left)) & ~63ull;
    wl_transaction t = {.unit = WL_UNIT_SMEM, .op = op, .line = line, .lanes = 1};
    for (uint32_t k = 0; k < c->dwords; k++) {
      const uint64_t at = dword_address(c, k);
      if (!(left >> k & 1) || (at & ~63ull) != line) continue;
      t.byte_enable |= 15ull << (at % 64);
      left &= ~(1u << k);
    }
    transact(p, &t);
  }
}

static uint32_t loaded(const struct program *p, const struct access *c, uint32_t k) {
  const uint64_t at = dword_address(c, k);
  return c->in_range >> k & 1 && wl_mem_mapped(p->mem, at) ? word_at(at & WL_MEM_ADDRESS_BITS) : 0;
}

static void check_load(const struct access *c) {
  struct program a, b;
  char why[160];
  uint32_t data[16];
  wl_unmapped u;
  open_access(&a, c);
  issue(&a, 0, WL_OK);
  assert_int_equal(lgkm(&a), c->dwords > 1 ? 2 : 1);
  for (uint32_t k = 0; k < c->dwords && c->in_range != 0; k++) {
    const bool early = wl_model_write_back_sgpr(a.model, 0, 0, kSdata + k, 1, data, why) == WL_OK;
    assert_int_equal(early, !(c->in_range >> k & 1));
  }
  if (c->in_range != 0) {
    assert_int_equal(wl_model_return(a.model, WL_UNIT_SMEM, 0, 0, why), WL_BAD_EVENT);
    serve(&a, c, WL_MEM_LOAD);
  } else {
    bad(wl_model_write_back_sgpr(a.model, 0, 0, kSdata, c->dwords, data, why), why);
  }
  for (uint32_t k = 0; k < c->dwords; k++) {
    if (c->in_range >> k & 1) bad(wl_model_write_back_sgpr(a.model, 0, 0, kSdata + k, 1, data, why), why);
  }
  bad(wl_model_return(a.model, WL_UNIT_SMEM, 0, 0, why), why);
  assert_int_equal(lgkm(&a), 0);
  open_access(&b, c);
  run(&b, WL_OK);
  bool mapped = true;
  for (uint32_t k = 0; k < 16; k++) {
    const uint32_t expected = k < c->dwords ? loaded(&a, c, k) : 0x5000 + kSdata + k;
    if (k < c->dwords && c->in_range >> k & 1) mapped &= wl_mem_mapped(a.mem, dword_address(c, k));
    if (sgpr(&a, 0, kSdata + k) != expected || sgpr(&b, 0, kSdata + k) != expected)
      fail_msg("%s: dword %u is 0x%x in lockstep, 0x%x standalone, expected 0x%x", c->what, k, sgpr(&a, 0, kSdata + k),
               sgpr(&b, 0, kSdata + k), expected);
  }
  assert_int_equal(state_regs(&a, 0).trapsts, 0);  // no MEM_VIOL (D-MEM-46)
  wl_model_unmapped(b.model, &u);
  assert_int_equal(u.count, !mapped);
  program_close(&a);
  program_close(&b);
}

#define BASE(address, stride) \
  {                           \
    (uint32_t)(address), (uint32_t)((address) >> 32) | (uint32_t)(stride) << 16

// Decisions: D-MEM-49, D-MEM-61, D-MEM-68, D-MEM-74.
static void buffer_loads(void **state) {
  (void)state;
  const uint64_t d = kData;
  const uint32_t x1 = WL_OP_s_buffer_load_dword, x2 = WL_OP_s_buffer_load_dwordx2, x4 = WL_OP_s_buffer_load_dwordx4,
                 x8 = WL_OP_s_buffer_load_dwordx8, x16 = WL_OP_s_buffer_load_dwordx16;
  const struct access cases[] = {{"bytes without a stride", x4, 4, BASE(d, 0), 64, 0}, IMM, 16, 0, d + 16, 0xf, 1},
                      {"the last dword", x1, 1, BASE(d, 0), 64, 0}, IMM, 60, 0, d + 60, 1, 1
}
, {"one dword past the end", x1, 1, BASE(d, 0), 64, 0}, IMM, 64, 0, d + 64, 0, 1
}
, {"the middle of an x8", x8, 8, BASE(d, 0), 52, 0}, IMM, 32, 0, d + 32, 0x1f, 1
}
, {"a start inside decides: 53 bytes hold a part of dword 13", x2, 2, BASE(d, 0), 53, 0}, IMM, 48, 0, d + 48, 3, 1
}
, {"stride 1", x2, 2, BASE(d, 1), 8, 0}, IMM, 4, 0, d + 4, 1, 1
}
, {"stride 12 times 3 records", x16, 16, BASE(d, 12), 3, 0}, IMM, 0, 0, d, 0x1ff, 1
}
, {"stride of 14 bits, and no bit of the swizzle", x1, 1, BASE(d, 0x3fff | 3u << 14), 1, 0}, IMM, 0x3ffc, 0, d + 0x3ffc,
    1, 1
}
, {"and not further", x1, 1, BASE(d, 0x3fff | 3u << 14), 1, 0}, IMM, 0x4000, 0, d + 0x4000, 0, 1
}
, {"the product passes 32 bits", x1, 1, BASE(d, 0x1000), 0xffffffff, 0}, 0, 0, 0xfffffffc, d + 0xfffffffc, 1, 1
}
, {"no records", x4, 4, BASE(d, 4), 0, 0}, IMM, 0, 0, d, 0, 1
}
, {"DATA_FORMAT, TYPE, ADD_TID and SEL_1 are ignored", x4, 4, BASE(d, 0), 8, 0xc0800249}, IMM, 0, 0, d, 3, 1
}
, {"register", x1, 1, BASE(d, 0), 64, 0}, 0, 0, 20, d + 20, 1, 1
}
, {"SOE without IMM: OFFSET has no part", x1, 1, BASE(d, 0), 64, 0}, SOE, 40, 20, d + 20, 1, 1
}
, {"both", x1, 1, BASE(d, 0), 64, 0}, IMM | SOE, 40, 20, d + 60, 1, 1
}
, {"the sum wraps at 2^32", x2, 2, BASE(d, 0), 64, 0}, IMM | SOE, 40, 0xffffffe0, d + 8, 3, 1
}
, {"a negative OFFSET", x1, 1, BASE(d, 0), 64, 0}, IMM | SOE, 0x1ffffc, 8, d + 4, 1, 1
}
, {"a negative sum is a large one", x1, 1, BASE(d, 0), 64, 0}, IMM, 0x1ffffc, 0, d + 0xfffffffc, 0, 1
}
, {"the range does not wrap", x4, 4, BASE(d, 0), 64, 0}, IMM, 0x1ffff8, 0, d + 0xfffffff8, 0, 1
}
, {"bits 1:0 of BASE, then of the sum", x1, 1, BASE(d + 3, 0), 64, 0}, IMM, 7, 0, d + 4, 1, 1
}
, {"the range takes the sum as it is", x2, 2, BASE(d, 0), 10, 0}, IMM, 7, 0, d + 4, 1, 1
}
, {"across 2^48", x4, 4, BASE(kTop + WL_PAGE - 8, 0), 64, 0}, IMM, 0, 0, kTop + WL_PAGE - 8, 0xf, 1
}
, {"from behind 2^48", x1, 1, BASE(kTop + WL_PAGE - 8, 0), 64, 0}, IMM, 16, 0, 8, 1, 1
}
, {"unmapped in its second line", x16, 16, BASE(d + 2 * WL_PAGE - 32, 0), 64, 0}, IMM, 0, 0, d + 2 * WL_PAGE - 32,
    0xffff, 1
}
, {"unmapped dwords out of range are not accessed", x16, 16, BASE(d + 2 * WL_PAGE - 32, 0), 32, 0}, IMM, 0, 0,
    d + 2 * WL_PAGE - 32, 0xff, 1
}
, {"over a line", x16, 16, BASE(d + 28, 0), 64, 0}, IMM, 0, 0, d + 28, 0xffff, 1
}
,
}
;
for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) check_load(&cases[i]);
}

static void base_loads(void **state) {
  (void)state;
  const uint64_t d = kData;
  const struct access cases[] =
      {{"s_load", WL_OP_s_load_dwordx16, 16, BASE(d + 60, 0), 0, 0}, IMM, 4, 0, d + 64, 0xffff, 0},
                      {"s_load over a page", WL_OP_s_load_dwordx8, 8, BASE(d + WL_PAGE - 12, 0), 0, 0}, IMM, 0, 0,
                      d + WL_PAGE - 12, 0xff, 0
}
, {"s_load past the mapped end", WL_OP_s_load_dwordx4, 4, BASE(d + 2 * WL_PAGE - 8, 0), 0, 0}, IMM, 0, 0,
    d + 2 * WL_PAGE - 8, 0xf, 0
}
, {"s_load at 2^48", WL_OP_s_load_dword, 1, BASE(1ull << 48, 0), 0, 0}, IMM, 0, 0, 1ull << 48, 1, 0
}
, {"s_load across 2^64", WL_OP_s_load_dwordx2, 2, BASE(~0ull, 0), 0, 0}, IMM, 0, 0, ~3ull, 3, 0
}
, {"s_load of both", WL_OP_s_load_dword, 1, BASE(d + 1, 0), 0, 0}, IMM | SOE, 0x1ffff0, 0x23, d + 0x14, 1, 0
}
, {"s_scratch_load of an immediate", WL_OP_s_scratch_load_dword, 1, BASE(d, 0), 0, 0}, IMM, 8, 0, d + 8, 1, 0
}
, {"s_scratch_load of a register", WL_OP_s_scratch_load_dwordx2, 2, BASE(d, 0), 0, 0}, 0, 0, 3, d + 192, 3, 0
}
, {"s_scratch_load of both", WL_OP_s_scratch_load_dwordx4, 4, BASE(d, 0), 0, 0}, IMM | SOE, 0x1ffff8, 2, d + 120, 0xf, 0
}
, {"64 times the register is not cut", WL_OP_s_scratch_load_dword, 1, BASE(d - (0xf0000000ull << 6), 0), 0, 0}, 0, 0,
    0xf0000000, d, 1, 0
}
,
}
;
for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) check_load(&cases[i]);
}

// ---- stores ---------------------------------------------------------------------------------------------

static uint32_t stored(const struct access *c, const struct program *p, uint64_t at) {
  uint32_t value = word_at(at);
  for (uint32_t k = 0; k < c->dwords; k++) {
    if (c->in_range >> k & 1 && dword_address(c, k) == wl_canonical(at)) value = p->init.sgpr[kSdata + k];
  }
  return value;
}

static void check_words(const struct access *c, const struct program *p, uint64_t from, uint64_t bytes) {
  for (uint64_t at = from; at < from + bytes; at += 4) {
    uint32_t value = 0;
    assert_true(wl_mem_read(p->mem, at, &value, 4));
    if (value != stored(c, p, at))
      fail_msg("%s: 0x%x at 0x%llx, expected 0x%x", c->what, value, (unsigned long long)at, stored(c, p, at));
  }
}

static void check_store(const struct access *c) {
  for (int standalone = 0; standalone < 2; standalone++) {
    struct program p;
    char why[160];
    uint32_t data[16];
    open_access(&p, c);
    if (standalone) {
      run(&p, WL_OK);
    } else {
      issue(&p, 0, WL_OK);
      assert_int_equal(lgkm(&p), c->dwords > 1 ? 2 : 1);
      // It has read its registers (D-MEM-50).
      for (uint32_t k = 0; k < c->dwords; k++) ((uint32_t *)(uintptr_t)wl_model_sgprs(p.model, 0))[kSdata + k] = 0;
      assert_int_equal(wl_model_write_back_sgpr(p.model, 0, 0, kSdata, 1, data, why), WL_BAD_EVENT);
      if (c->in_range != 0) assert_int_equal(wl_model_return(p.model, WL_UNIT_SMEM, 0, 0, why), WL_BAD_EVENT);
      serve(&p, c, WL_MEM_STORE);
      assert_int_equal(lgkm(&p), c->dwords > 1 ? 2 : 1);  // until memory has it (D-MEM-53)
      bad(wl_model_return(p.model, WL_UNIT_SMEM, 0, 0, why), why);
      assert_int_equal(lgkm(&p), 0);
      assert_int_equal(state_regs(&p, 0).trapsts, 0);
    }
    check_words(c, &p, kData, 2 * WL_PAGE);
    check_words(c, &p, kTop, WL_PAGE);
    check_words(c, &p, 0, WL_PAGE);
    program_close(&p);
  }
}

// Decisions: D-MEM-50, D-MEM-53.
static void stores(void **state) {
  (void)state;
  const uint64_t d = kData;
  const struct access cases[] = {{"s_store", WL_OP_s_store_dword, 1, BASE(d + 3, 0), 0, 0}, IMM, 0x1ffffd, 0, d, 1, 0},
                      {"s_store x2", WL_OP_s_store_dwordx2, 2, BASE(d + 60, 0), 0, 0}, IMM, 0, 0, d + 60, 3, 0
}
, {"s_store x4 by a register", WL_OP_s_store_dwordx4, 4, BASE(d, 0), 0, 0}, 0, 0, 0x33, d + 0x30, 0xf, 0
}
, {"s_store past the mapped end", WL_OP_s_store_dwordx4, 4, BASE(d + 2 * WL_PAGE - 8, 0), 0, 0}, IMM, 0, 0,
    d + 2 * WL_PAGE - 8, 0xf, 0
}
, {"s_store at 2^48", WL_OP_s_store_dword, 1, BASE(1ull << 48, 0), 0, 0}, IMM, 0, 0, 1ull << 48, 1, 0
}
, {"s_scratch_store", WL_OP_s_scratch_store_dword, 1, BASE(d, 0), 0, 0}, 0, 0, 3, d + 192, 1, 0
}
, {"s_scratch_store x2", WL_OP_s_scratch_store_dwordx2, 2, BASE(d, 0), 0, 0}, IMM | SOE, 0x1ffff8, 2, d + 120, 3, 0
}
, {"s_scratch_store x4", WL_OP_s_scratch_store_dwordx4, 4, BASE(d, 0), 0, 0}, IMM, 16, 0, d + 16, 0xf, 0
}
, {"s_buffer_store", WL_OP_s_buffer_store_dword, 1, BASE(d, 0), 64, 0}, IMM, 60, 0, d + 60, 1, 1
}
, {"s_buffer_store out of range", WL_OP_s_buffer_store_dword, 1, BASE(d, 0), 64, 0}, IMM, 64, 0, d + 64, 0, 1
}
, {"s_buffer_store x2, half", WL_OP_s_buffer_store_dwordx2, 2, BASE(d, 12), 1, 0}, IMM, 8, 0, d + 8, 1, 1
}
, {"s_buffer_store x4, three dwords", WL_OP_s_buffer_store_dwordx4, 4, BASE(d, 0), 75, 0}, IMM, 64, 0, d + 64, 7, 1
}
, {"s_buffer_store across 2^48", WL_OP_s_buffer_store_dwordx4, 4, BASE(kTop + WL_PAGE - 8, 0), 64, 0}, IMM, 0, 0,
    kTop + WL_PAGE - 8, 0xf, 1
}
,
}
;
for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) check_store(&cases[i]);
}

// The model predicts what the port must carry.
static void store_data(void **state) {
  (void)state;
  const struct access c = {"", WL_OP_s_store_dwordx2, 2, BASE(kData + 60, 0), 0, 0}, IMM, 0, 0, kData + 60, 3, 0
};
struct program p;
char why[160];
open_access(&p, &c);
issue(&p, 0, WL_OK);
wl_transaction t = {.unit = WL_UNIT_SMEM, .op = WL_MEM_LOAD, .line = kData, .byte_enable = 15ull << 60, .lanes = 1};
wl_transaction predicted;
assert_int_equal(wl_model_request(p.model, &t, &predicted, why), WL_BAD_EVENT);  // it is a store
t.op = WL_MEM_STORE;
bad(wl_model_request(p.model, &t, &predicted, why), why);
assert_int_equal(predicted.byte_enable, t.byte_enable);
for (uint32_t i = 0; i < 16; i++) assert_int_equal(predicted.data[i], i == 15 ? 0x5000 + kSdata : 0);
t.line += 64;
t.byte_enable = 0xe;  // a byte too few
bad(wl_model_request(p.model, &t, &predicted, why), why);
assert_int_equal(predicted.byte_enable, 0xf);
assert_int_equal(predicted.data[0], 0x5000 + kSdata + 1);
program_close(&p);
}

// ---- the clock --------------------------------------------------------------------------------------------
// Decisions: D-MEM-62.

static void clock_in_lockstep(void **state) {
  (void)state;
  static const struct {
    uint32_t op;
    uint64_t cycle, value;
  } cases[] = {{WL_OP_s_memtime, 0x123456789abcull, 0x123456789abcull},
               {WL_OP_s_memtime, 0, 0},
               {WL_OP_s_memrealtime, 0x12345678full, 0x12345678},
               {WL_OP_s_memrealtime, 15, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct program p;
    char why[160];
    uint32_t data[16];
    const struct access c = {"", cases[i].op, 2, BASE(kData, 0), 0, 0}, IMM, 0, 0, kData, 0, 0
  };
  open_access(&p, &c);
  assert_int_equal(wl_model_clock(p.model, 0, 0, 5, why), WL_BAD_EVENT);  // nothing is in flight
  wl_effect e = issue(&p, 0, WL_OK);
  assert_int_equal(e.held, WL_HOLDS_LGKM);
  assert_int_equal(lgkm(&p), 2);
  const wl_transaction t = {.unit = WL_UNIT_SMEM, .byte_enable = 15, .lanes = 1};
  wl_transaction predicted;
  assert_int_equal(wl_model_request(p.model, &t, &predicted, why), WL_BAD_EVENT);
  assert_int_equal(wl_model_write_back_sgpr(p.model, 0, 0, kSdata, 2, data, why), WL_BAD_EVENT);
  assert_int_equal(wl_model_return(p.model, WL_UNIT_SMEM, 0, 0, why), WL_BAD_EVENT);
  bad(wl_model_clock(p.model, 0, 0, cases[i].cycle, why), why);
  assert_int_equal(wl_model_clock(p.model, 0, 0, cases[i].cycle + 1, why), WL_BAD_EVENT);
  bad(wl_model_write_back_sgpr(p.model, 0, 0, kSdata, 2, data, why), why);
  assert_int_equal(data[0] | (uint64_t)data[1] << 32, cases[i].value);
  assert_int_equal(sgpr64(&p, 0, kSdata), cases[i].value);
  bad(wl_model_return(p.model, WL_UNIT_SMEM, 0, 0, why), why);
  assert_int_equal(lgkm(&p), 0);
  program_close(&p);
}
struct program p;
char why[160];
const struct access c = {"", WL_OP_s_load_dwordx2, 2, BASE(kData, 0), 0, 0}, IMM, 0, 0, kData, 3, 0
}
;
open_access(&p, &c);
issue(&p, 0, WL_OK);
assert_int_equal(wl_model_clock(p.model, 0, 0, 5, why), WL_BAD_EVENT);
program_close(&p);
}

// The number of instructions before it, those of other waves too.
static void clock_standalone(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  emit2(&p, smem(WL_OP_s_memtime, 16, 0, 0));
  for (int i = 0; i < 40; i++) emit(&p, S_NOP);
  emit2(&p, smem(WL_OP_s_memrealtime, 18, 0, 0));
  emit2(&p, smem(WL_OP_s_memtime, VCC, 0, 0));
  emit(&p, S_WAITCNT_0);
  emit2(&p, smem(WL_OP_s_store_dwordx4, 16, 4, 0));
  emit(&p, S_ENDPGM);  // the 46th
  p.init.sgpr_count = 6;
  for (uint32_t slot = 0; slot < 2; slot++) {
    p.init.sgpr[4] = (uint32_t)kData + 16 * slot;
    p.init.group = slot;
    start(&p, slot);
  }
  run(&p, WL_OK);
  for (uint32_t slot = 0; slot < 2; slot++) {
    uint64_t stored_values[2];
    assert_true(wl_mem_read(p.mem, kData + 16 * slot, stored_values, 16));
    assert_int_equal(stored_values[0], 46 * slot);
    assert_int_equal(stored_values[1], (46 * slot + 41) / 16);
    assert_int_equal(sgpr64(&p, slot, VCC), 46 * slot + 42);
  }
  program_close(&p);
}

// A unit that does not report scalar memory.
static void at_issue(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  wl_model_at_issue(p.model, WL_UNIT_SMEM);
  p.init.sgpr_count = 32;
  for (uint32_t i = 0; i < 32; i++) p.init.sgpr[i] = 0x5000 + i;
  p.init.sgpr[4] = (uint32_t)kData;
  p.init.sgpr[5] = 0;
  emit2(&p, smem(WL_OP_s_store_dwordx2, 16, 4, 0));
  emit2(&p, smem(WL_OP_s_atomic_add, 17, 4, 0) | 1 << 16);
  emit2(&p, smem(WL_OP_s_memtime, 18, 4, 0));
  start(&p, 0);
  for (int i = 0; i < 3; i++) assert_int_equal(issue(&p, 0, WL_OK).held, 0);
  uint64_t value = 0;
  assert_true(wl_mem_read(p.mem, kData, &value, 8));
  assert_int_equal(value, 0x501100005010 + 0x5011);
  assert_int_equal(sgpr(&p, 0, 17), 0x5010);
  assert_int_equal(sgpr64(&p, 0, 18), 0);
  program_close(&p);
}

// ---- atomics --------------------------------------------------------------------------------------------

struct operation {
  wl_mem_atomic what;
  uint64_t t, data, compare, value;  // memory before, operands, memory after
};

// Atomics of 32 bits, by the table of buffer-memory.md 8.
static const struct operation kOperations32[] = {
    {WL_ATOMIC_SWAP, 1, 2, 0, 2},
    {WL_ATOMIC_CMPSWAP, 7, 9, 7, 9},
    {WL_ATOMIC_CMPSWAP, 9, 7, 7, 9},  // the compare value is the second register
    {WL_ATOMIC_ADD, 0xffffffff, 3, 0, 2},
    {WL_ATOMIC_SUB, 1, 3, 0, 0xfffffffe},
    {WL_ATOMIC_SMIN, 0x80000000, 1, 0, 0x80000000},
    {WL_ATOMIC_UMIN, 0x80000000, 1, 0, 1},
    {WL_ATOMIC_SMAX, 0x80000000, 1, 0, 1},
    {WL_ATOMIC_UMAX, 0x80000000, 1, 0, 0x80000000},
    {WL_ATOMIC_AND, 0xff00ff00, 0x0ff00ff0, 0, 0x0f000f00},
    {WL_ATOMIC_OR, 0xff00ff00, 0x0ff00ff0, 0, 0xfff0fff0},
    {WL_ATOMIC_XOR, 0xff00ff00, 0x0ff00ff0, 0, 0xf0f0f0f0},
    {WL_ATOMIC_INC, 4, 5, 0, 5},
    {WL_ATOMIC_INC, 5, 5, 0, 0},
    {WL_ATOMIC_DEC, 0, 5, 0, 5},
    {WL_ATOMIC_DEC, 6, 5, 0, 5},
    {WL_ATOMIC_DEC, 5, 5, 0, 4},
};
static const struct operation kOperations64[] = {
    {WL_ATOMIC_SWAP, 1, 2ull << 40, 0, 2ull << 40},
    {WL_ATOMIC_CMPSWAP, 7ull << 33, 9ull << 34, 7ull << 33, 9ull << 34},
    {WL_ATOMIC_CMPSWAP, 7ull << 33 | 1, 9, 7ull << 33, 7ull << 33 | 1},
    {WL_ATOMIC_ADD, 0xffffffff, 3, 0, 0x100000002},
    {WL_ATOMIC_SUB, 0x100000001, 3, 0, 0xfffffffe},
    {WL_ATOMIC_SMIN, 1ull << 63, 1, 0, 1ull << 63},
    {WL_ATOMIC_UMIN, 1ull << 63, 1, 0, 1},
    {WL_ATOMIC_SMAX, 1ull << 63, 1, 0, 1},
    {WL_ATOMIC_UMAX, 1ull << 63, 1, 0, 1ull << 63},
    {WL_ATOMIC_AND, 0xff00ff00ff, 0x0ff00ff000, 0, 0x0f000f0000},
    {WL_ATOMIC_OR, 0xff00ff00ff, 0x0ff00ff000, 0, 0xfff0fff0ff},
    {WL_ATOMIC_XOR, 0xff00ff00ff, 0x0ff00ff000, 0, 0xf0f0f0f0ff},
    {WL_ATOMIC_INC, 0xffffffff, 1ull << 33, 0, 1ull << 32},
    {WL_ATOMIC_INC, 1ull << 33, 1ull << 33, 0, 0},
    {WL_ATOMIC_DEC, 1ull << 32, 1ull << 33, 0, 0xffffffff},
    {WL_ATOMIC_DEC, 1ull << 34, 1ull << 33, 0, 1ull << 33},
};

struct atomic {
  const struct operation *o;
  bool wide, buffer, glc;
  uint32_t base[4], offset;
  uint64_t at;  // of the word
  bool in_range;
};

static void open_atomic(struct program *p, const struct atomic *c) {
  const uint32_t op = c->o->what + (c->wide ? 32 : 0) + (c->buffer ? 64 : 128), regs = c->wide ? 2 : 1;
  program_open(p);
  fill_words(p, kData, 2 * WL_PAGE);
  if (wl_mem_mapped(p->mem, c->at)) assert_true(wl_mem_write(p->mem, c->at, &c->o->t, 4 * regs));
  p->init.sgpr_count = 32;
  for (uint32_t i = 0; i < 32; i++) p->init.sgpr[i] = 0x5000 + i;
  memcpy(&p->init.sgpr[kVsharp], c->base, sizeof c->base);
  memcpy(&p->init.sgpr[kSdata], &c->o->data, 4 * regs);
  if (c->o->what == WL_ATOMIC_CMPSWAP) memcpy(&p->init.sgpr[kSdata + regs], &c->o->compare, 4 * regs);
  emit2(p, smem(op, kSdata, kVsharp, c->offset) | (uint64_t)c->glc << 16);
  emit(p, S_WAITCNT_0);
  emit(p, S_ENDPGM);
  start(p, 0);
}

static void refuse_request(struct program *p, const wl_transaction *t) {
  char why[160];
  wl_transaction predicted;
  assert_int_equal(wl_model_request(p->model, t, &predicted, why), WL_BAD_EVENT);
}

static void serve_atomic(struct program *p, const struct atomic *c) {
  const uint32_t bytes = c->wide ? 8 : 4, first = (uint32_t)(c->at % 64) / 4;
  const bool mapped = wl_mem_mapped(p->mem, c->at);
  char why[160];
  uint32_t data[16];
  wl_transaction predicted, t = {.unit = WL_UNIT_SMEM,
                                 .op = WL_MEM_ATOMIC,
                                 .line = c->at & ~63ull,
                                 .byte_enable = ((1ull << bytes) - 1) << (c->at % 64),
                                 .lanes = 1,
                                 .atomic = c->o->what,
                                 .wide = c->wide};
  wl_transaction other = t;
  other.op = WL_MEM_STORE;
  refuse_request(p, &other);
  other = t;
  other.atomic = (c->o->what + 1) % 13;
  refuse_request(p, &other);
  other = t;
  other.wide = !t.wide;
  refuse_request(p, &other);
  other = t;
  other.line += 64;
  refuse_request(p, &other);
  other = t;
  other.lanes = 2;
  refuse_request(p, &other);
  if (!c->in_range) {
    refuse_request(p, &t);
    return;
  }
  assert_int_equal(wl_model_perform(p->model, &t, !mapped, data, why), WL_BAD_EVENT);  // not requested
  bad(wl_model_request(p->model, &t, &predicted, why), why);
  refuse_request(p, &t);
  assert_int_equal(predicted.byte_enable, t.byte_enable);
  const uint64_t compare = c->o->what == WL_ATOMIC_CMPSWAP ? c->o->compare : 0;
  for (uint32_t i = 0; i < 16; i++) {
    const uint32_t word = i - first, in = word < bytes / 4;
    assert_int_equal(predicted.data[i], in ? (uint32_t)(c->o->data >> (32 * word)) : 0);
    assert_int_equal(predicted.compare[i], in ? (uint32_t)(compare >> (32 * word)) : 0);
  }
  bad(wl_model_perform(p->model, &t, !mapped, data, why), why);
  assert_int_equal(wl_model_perform(p->model, &t, !mapped, data, why), WL_BAD_EVENT);
}

static void check_atomic(const struct atomic *c) {
  const uint32_t regs = c->wide ? 2 : 1;
  for (int standalone = 0; standalone < 2; standalone++) {
    struct program p;
    char why[160];
    uint32_t data[16];
    open_atomic(&p, c);
    const bool done = c->in_range && wl_mem_mapped(p.mem, c->at);
    if (standalone) {
      run(&p, WL_OK);
    } else {
      const wl_effect e = issue(&p, 0, WL_OK);
      assert_int_equal(e.mem_op, WL_MEM_ATOMIC);
      assert_int_equal(lgkm(&p), regs);  // 1 for 32 bits, cmpswap too
      if (c->in_range) {
        assert_int_equal(wl_model_return(p.model, WL_UNIT_SMEM, 0, 0, why), WL_BAD_EVENT);
        assert_int_equal(wl_model_write_back_sgpr(p.model, 0, 0, kSdata, regs, data, why), WL_BAD_EVENT);
      }
      serve_atomic(&p, c);
      assert_int_equal(wl_model_write_back_sgpr(p.model, 0, 0, kSdata, regs, data, why), c->glc ? WL_OK : WL_BAD_EVENT);
      bad(wl_model_return(p.model, WL_UNIT_SMEM, 0, 0, why), why);
      assert_int_equal(state_regs(&p, 0).trapsts, 0);
    }
    const uint64_t old = done ? c->o->t : 0;
    for (uint32_t s = 0; s < 32; s++) {
      const bool written = c->glc && s >= kSdata && s < kSdata + regs;
      assert_int_equal(sgpr(&p, 0, s), written ? (uint32_t)(old >> (32 * (s - kSdata))) : p.init.sgpr[s]);
    }
    for (uint64_t at = kData; at < kData + 2 * WL_PAGE; at += 4) {
      uint32_t word = 0;
      assert_true(wl_mem_read(p.mem, at, &word, 4));
      const bool in = at >= c->at && at < c->at + 4 * regs;
      assert_int_equal(word, in ? (uint32_t)((done ? c->o->value : c->o->t) >> (8 * (at - c->at))) : word_at(at));
    }
    program_close(&p);
  }
}

// Decisions: D-MEM-48, D-MEM-51.
static void atomics(void **state) {
  (void)state;
  const uint32_t narrow = sizeof kOperations32 / sizeof kOperations32[0];
  const uint32_t wide = sizeof kOperations64 / sizeof kOperations64[0];
  for (uint32_t form = 0; form < 4; form++) {
    const bool buffer = form & 1, glc = form & 2;
    for (uint32_t i = 0; i < narrow + wide; i++) {
      const bool is_wide = i >= narrow;
      const struct atomic c = {.o = is_wide ? &kOperations64[i - narrow] : &kOperations32[i],
                               .wide = is_wide,
                               .buffer = buffer,
                               .glc = glc,
                               .base = BASE(kData, 0),
                               64,
                               0},
                          .offset = is_wide ? 56 : 60, .at = kData + (is_wide ? 56 : 60), .in_range = true
    };
    check_atomic(&c);
  }
}
}

static void atomic_places(void **state) {
  (void)state;
  const uint64_t d = kData, past = kData + 2 * WL_PAGE;
  const struct operation add = {WL_ATOMIC_ADD, 40, 2, 0, 42};
  const struct atomic cases[] = {{&add, false, false, true, BASE(d + 3, 0), 0, 0},
                                 7,
                                 d + 8,
                                 true},  // bits 1:0 of the sum
      {&add, true, false, true, BASE(d + 3, 0), 0, 0}, 12, d + 8, true
}
,  // bits 2:0 of the sum
    {&add, true, true, true, BASE(d + 4, 0), 64, 0}, 8, d + 8, true
}
,  // 12, cleared
    {&add, true, true, true, BASE(d + 3, 0), 64, 0}, 7, d, true
}
,  // d + 4, cleared
    {&add, false, true, true, BASE(d, 0), 64, 0}, 64, d + 64, false
}
,  // out of range
    {&add, false, true, false, BASE(d, 0), 64, 0}, 64, d + 64, false
}
, {&add, true, true, true, BASE(d, 0), 61, 0}, 56, d + 56, true
}
,  // both dwords begin inside
    {&add, true, true, true, BASE(d, 0), 60, 0}, 56, d + 56, false
}
,  // the second does not
    {&add, true, true, true, BASE(d, 0), 64, 0}, 60, d + 56, false
}
,  // 64 is outside, though the word is not
    {&add, true, false, true, BASE(past, 0), 0, 0}, 0, past, true
}
,  // unmapped
    {&add, false, true, true, BASE(past, 0), 64, 0}, 4, past + 4, true
}
, {&add, false, false, true, BASE(1ull << 48, 0), 0, 0}, 0, 1ull << 48, true
}
,
}
;
for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) check_atomic(&cases[i]);
}

// s_dcache_*, s_atc_probe*: one count, and nothing else.
static void no_effect(void **state) {
  (void)state;
  static const uint32_t ops[] = {WL_OP_s_dcache_inv,    WL_OP_s_dcache_wb,       WL_OP_s_dcache_inv_vol,
                                 WL_OP_s_dcache_wb_vol, WL_OP_s_dcache_discard,  WL_OP_s_dcache_discard_x2,
                                 WL_OP_s_atc_probe,     WL_OP_s_atc_probe_buffer};
  for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
    const struct access c = {"", ops[i], 1, BASE(0x123456780000ull, 0), 64, 0}, IMM | SOE, 0, 0, 0, 0, 0
  };
  struct program a, b;
  char why[160];
  uint32_t data[16];
  open_access(&a, &c);
  open_access(&b, &c);
  const wl_effect e = issue(&a, 0, WL_OK);
  assert_int_equal(e.held, WL_HOLDS_LGKM);
  assert_int_equal(e.mem_bytes, 0);
  assert_int_equal(lgkm(&a), 1);
  wl_traced traced;
  wl_model_traced(a.model, WL_UNIT_SMEM, 0, 0, &e, &traced);
  assert_int_equal(traced.accesses, 0);
  const wl_transaction t = {.unit = WL_UNIT_SMEM, .byte_enable = 15, .lanes = 1};
  wl_transaction predicted;
  assert_int_equal(wl_model_request(a.model, &t, &predicted, why), WL_BAD_EVENT);
  assert_int_equal(wl_model_write_back_sgpr(a.model, 0, 0, kSdata, 1, data, why), WL_BAD_EVENT);
  bad(wl_model_return(a.model, WL_UNIT_SMEM, 0, 0, why), why);
  assert_int_equal(lgkm(&a), 0);
  run(&b, WL_OK);
  for (uint32_t s = 0; s < 32; s++) {
    assert_int_equal(sgpr(&a, 0, s), a.init.sgpr[s]);
    assert_int_equal(sgpr(&b, 0, s), b.init.sgpr[s]);
  }
  program_close(&a);
  program_close(&b);
}
}

static wl_result legal(uint64_t words, bool priv) {
  struct program p;
  wl_effect e;
  program_open(&p);
  p.init.trap_enabled = priv;
  p.init.tba = kCode + 64;
  emit(&p, sopp(WL_OP_s_trap, 1));
  if (priv) p.at = kCode + 64;
  else p.init.pc = p.at;
  emit2(&p, words);
  start(&p, 0);
  if (priv) assert_int_equal(wl_model_issue(p.model, 0, 0, &e), WL_OK);
  const wl_result result = wl_model_issue(p.model, 0, 1, &e);
  program_close(&p);
  return result;
}

// Decisions: D-ENC-2, D-ENC-3, D-ENC-4, D-ENC-7, D-MEM-47, D-MEM-73, D-REG-7, D-REG-19. The wave has s0..s95.
static void legality(void **state) {
  (void)state;
  const uint32_t load = WL_OP_s_buffer_load_dword, x4 = WL_OP_s_buffer_load_dwordx4;
  const struct {
    uint64_t words;
    bool legal, with_priv;
  } cases[] = {
      {smem(13, 8, 4, 0), false, false},
      {smem(42, 8, 4, 0), false, false},
      {smem(load, 8, 0, 0), true, true},
      {smem(load, 8, 92, 0), true, true},
      {smem(load, 8, 2, 0), false, false},   // no multiple of 4
      {smem(load, 8, 96, 0), false, false},  // past the allocation
      {smem(load, 8, 100, 0), false, false},
      {smem(load, 8, 104, 0), false, false},
      {smem(load, 8, 108, 0), false, true},  // TTMP group
      {smem(load, 8, 110, 0), false, false},
      {smem(load, 8, 120, 0), false, true},
      {smem(load, 8, 124, 0), false, false},
      {smem(load, 8, 126, 0), false, false},
      {smem(x4, 100, 4, 0), false, false},  // from the past of the allocation into FLAT_SCRATCH
      {smem(x4, 104, 4, 0), true, true},    // XNACK_MASK and VCC
      {smem(x4, 106, 4, 0), false, false},
      {smem(x4, 10, 4, 0), false, false},
      {smem(load, 8, 4, 0) | 1 << 13, true, true},
      {smem(load, 8, 4, 0) | 3 << 15, true, true},  // GLC, NV
      {with_offset(load, 8, 4, SOE, 0), true, true},
      {with_offset(load, 8, 4, SOE, 0) | 127ull << 57, false, false},
      {smem(WL_OP_s_scratch_load_dword, 8, 106, 0), true, true},  // VCC, a pair
      {smem(WL_OP_s_scratch_load_dwordx2, 9, 4, 0), false, false},
      {smem(WL_OP_s_scratch_load_dwordx4, 10, 4, 0), false, false},
      {smem(WL_OP_s_store_dword, 95, 4, 0), true, true},
      {smem(WL_OP_s_store_dword, 96, 4, 0), false, false},
      {smem(WL_OP_s_store_dword, 123, 4, 0), false, true},
      {smem(WL_OP_s_store_dword, M0, 4, 0), false, false},
      {smem(WL_OP_s_store_dword, EXEC, 4, 0), false, false},
      {smem(WL_OP_s_store_dwordx2, 9, 4, 0), false, false},
      {smem(WL_OP_s_store_dwordx2, 106, 4, 0), true, true},
      {smem(WL_OP_s_store_dwordx4, 10, 4, 0), false, false},
      {smem(WL_OP_s_store_dwordx4, 104, 4, 0), true, true},
      {smem(WL_OP_s_store_dwordx4, 106, 4, 0), false, false},
      {smem(WL_OP_s_store_dwordx4, 120, 4, 0), false, true},
      {smem(WL_OP_s_buffer_store_dword, 8, 6, 0), false, false},
      {smem(WL_OP_s_scratch_store_dwordx4, 10, 4, 0), false, false},
      {smem(19, 8, 4, 0), false, false},
      {smem(27, 8, 4, 0), false, false},
      {smem(WL_OP_s_atomic_add, 9, 4, 0), true, true},
      {smem(WL_OP_s_atomic_cmpswap, 9, 4, 0), false, false},  // two registers, with GLC and without
      {smem(WL_OP_s_atomic_cmpswap, 9, 4, 0) | 1 << 16, false, false},
      {smem(WL_OP_s_atomic_cmpswap, 10, 4, 0), true, true},
      {smem(WL_OP_s_atomic_add_x2, 9, 4, 0), false, false},
      {smem(WL_OP_s_atomic_add_x2, 10, 4, 0) | 1 << 16, true, true},
      {smem(WL_OP_s_atomic_cmpswap_x2, 10, 4, 0), false, false},
      {smem(WL_OP_s_atomic_cmpswap_x2, 12, 4, 0), true, true},
      {smem(WL_OP_s_atomic_cmpswap_x2, 92, 4, 0), true, true},
      {smem(WL_OP_s_atomic_cmpswap_x2, 96, 4, 0), false, false},
      {smem(WL_OP_s_atomic_swap, M0, 4, 0) | 1 << 16, false, false},
      {smem(WL_OP_s_atomic_swap, 108, 4, 0) | 1 << 16, false, true},
      {smem(WL_OP_s_buffer_atomic_swap, 8, 6, 0), false, false},
      {with_offset(WL_OP_s_buffer_atomic_swap, 8, 4, 0, 0), true, true},  // any SGPR (D-MEM-52)
      {smem(77, 8, 4, 0), false, false},
      {smem(95, 8, 4, 0), false, false},
      {smem(141, 8, 4, 0), false, false},
      {smem(173, 8, 4, 0), false, false},
      {smem(WL_OP_s_memtime, 9, 4, 0), false, false},
      {smem(WL_OP_s_memtime, 106, M0, 0), true, true},  // no address
      {smem(WL_OP_s_memrealtime, M0, 4, 0), false, false},
      {with_offset(WL_OP_s_memrealtime, 8, 96, SOE, 0) | 127ull << 57, true, true},
      {smem(WL_OP_s_atc_probe, 127, 4, 0), true, true},  // SDATA is an immediate
      {smem(WL_OP_s_atc_probe, 0, 110, 0), false, true},
      {smem(WL_OP_s_atc_probe, 0, M0, 0), false, false},
      {smem(WL_OP_s_atc_probe_buffer, 127, 4, 0), true, true},
      {smem(WL_OP_s_atc_probe_buffer, 0, 6, 0), false, false},
      {smem(WL_OP_s_dcache_discard, 127, 6, 0), true, true},
      {smem(WL_OP_s_dcache_discard_x2, 0, 96, 0), false, false},
      {smem(WL_OP_s_dcache_inv, 127, M0, 0), true, true},  // no operands
      {with_offset(WL_OP_s_dcache_wb_vol, 127, 96, SOE, 0) | 127ull << 57, true, true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const wl_result without = legal(cases[i].words, false), with = legal(cases[i].words, true);
    if (without != (cases[i].legal ? WL_OK : WL_ILLEGAL_INST) || with != (cases[i].with_priv ? WL_OK : WL_ILLEGAL_INST))
      fail_msg("case %zu: %d without PRIV, %d with PRIV", i, without, with);
  }
}

// What a program must wait for: each register that it reads or writes.
static void missing_waits(void **state) {
  (void)state;
  const uint64_t load = smem(WL_OP_s_load_dwordx4, kSdata, 4, 0);
  const struct {
    uint64_t words;
    bool hazard;
  } cases[] = {
      {smem(WL_OP_s_buffer_load_dword, 32, 16, 0), true},  // its V#
      {smem(WL_OP_s_buffer_load_dword, 32, 12, 0), false},
      {smem(WL_OP_s_buffer_load_dword, 19, 12, 0), true},  // its destination
      {smem(WL_OP_s_dcache_discard, 0, 18, 0), true},
      {smem(WL_OP_s_dcache_discard, 18, 4, 0), false},  // SDATA is no operand
      {smem(WL_OP_s_dcache_inv, 18, 18, 0), false},
      {smem(WL_OP_s_store_dwordx2, 18, 4, 0), true},
      {smem(WL_OP_s_store_dwordx2, 20, 4, 0), false},
      {smem(WL_OP_s_atomic_add, 19, 4, 0), true},
      {smem(WL_OP_s_atomic_cmpswap_x2, 16, 4, 0), true},
      {smem(WL_OP_s_memtime, 18, 18, 0), true},
      {smem(WL_OP_s_memtime, 20, 18, 0), false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct program p;
    wl_effect e;
    program_open(&p);
    p.init.sgpr_count = 6;
    p.init.sgpr[4] = (uint32_t)kData;
    emit2(&p, load);
    emit2(&p, cases[i].words);
    start(&p, 0);
    issue(&p, 0, WL_OK);
    const wl_result result = wl_model_issue(p.model, 0, 1, &e);
    if (result != (cases[i].hazard ? WL_HAZARD_PENDING : WL_OK)) fail_msg("case %zu: %d: %s", i, result, e.why);
    program_close(&p);
  }
}

// An atomic with GLC writes its registers when it returns; one without does not, and a store neither.
static void pending_results(void **state) {
  (void)state;
  const struct {
    uint64_t words;
    uint32_t hazards;  // bit k: a use of s16 + k
  } cases[] = {
      {smem(WL_OP_s_atomic_cmpswap_x2, kSdata, 4, 0) | 1 << 16, 3},
      {smem(WL_OP_s_atomic_cmpswap, kSdata, 4, 0) | 1 << 16, 1},
      {smem(WL_OP_s_atomic_add, kSdata, 4, 0), 0},
      {smem(WL_OP_s_store_dwordx4, kSdata, 4, 0), 0},
      {smem(WL_OP_s_memrealtime, kSdata, 4, 0), 3},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    for (uint32_t k = 0; k < 5; k++) {
      struct program p;
      wl_effect e;
      program_open(&p);
      p.init.sgpr_count = 6;
      p.init.sgpr[4] = (uint32_t)kData;
      emit2(&p, cases[i].words);
      emit(&p, sop1(WL_OP_s_mov_b32, k < 4 ? kSdata + k : 30, k < 4 ? 30 : 31));
      start(&p, 0);
      issue(&p, 0, WL_OK);
      const wl_result result = wl_model_issue(p.model, 0, 1, &e);
      if (result != (cases[i].hazards >> k & 1 ? WL_HAZARD_PENDING : WL_OK))
        fail_msg("case %zu, s%u: %d: %s", i, kSdata + k, result, e.why);
      program_close(&p);
    }
  }
}

// Transactions that no unit may make.
static void refused(void **state) {
  (void)state;
  const struct access c = {"", WL_OP_s_buffer_load_dword, 1, BASE(kData, 0), 64, 0}, IMM, 0, 0, kData, 1, 1
};
struct program p;
char why[160];
uint32_t data[16];
open_access(&p, &c);
issue(&p, 0, WL_OK);
wl_transaction t = {.unit = WL_UNIT_SMEM, .line = kData, .byte_enable = 15, .lanes = 1}, predicted;
t.line |= 1ull << 48;  // it would be the same line with fewer bits
assert_int_equal(wl_model_request(p.model, &t, &predicted, why), WL_BAD_EVENT);
assert_non_null(strstr(why, "is not canonical"));
t.line = kData;
t.op = WL_MEM_STORE;
assert_int_equal(wl_model_request(p.model, &t, &predicted, why), WL_BAD_EVENT);
t.op = WL_MEM_LOAD;
bad(wl_model_request(p.model, &t, &predicted, why), why);
bad(wl_model_perform(p.model, &t, false, data, why), why);
assert_int_equal(data[0], word_at(kData));
program_close(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(buffer_loads),      cmocka_unit_test(base_loads),       cmocka_unit_test(stores),
      cmocka_unit_test(store_data),        cmocka_unit_test(atomics),          cmocka_unit_test(atomic_places),
      cmocka_unit_test(clock_in_lockstep), cmocka_unit_test(clock_standalone), cmocka_unit_test(at_issue),
      cmocka_unit_test(no_effect),         cmocka_unit_test(legality),         cmocka_unit_test(missing_waits),
      cmocka_unit_test(pending_results),   cmocka_unit_test(refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
