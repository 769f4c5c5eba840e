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
  uint32_t at_most_48;  // addresses are mod 2^48
};

static uint64_t dword_address(const struct access *c, uint32_t k) {
  const uint64_t address = c->first + 4 * k;
  return c->at_most_48 ? address & ((1ull << 48) - 1) : address;
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

// One transaction for the dwords of one line. A byte of a dword that is out of range is refused.
static void serve(struct program *p, const struct access *c, wl_mem_op op) {
  char why[160];
  uint32_t left = c->in_range;
  for (uint32_t k = 0; k < c->dwords; k++) {
    const uint64_t at = dword_address(c, k);
    wl_transaction t = {.unit = WL_UNIT_SMEM, .op = op, .line = at & ~63ull, .byte_enable = 1, .lanes = 1}, predicted;
    if (c->in_range >> k & 1) continue;
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
  return c->in_range >> k & 1 && wl_mem_mapped(p->mem, at) ? word_at(at) : 0;
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
assert_non_null(strstr(why, "48 bits"));
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
      cmocka_unit_test(buffer_loads), cmocka_unit_test(base_loads),    cmocka_unit_test(no_effect),
      cmocka_unit_test(legality),     cmocka_unit_test(missing_waits), cmocka_unit_test(refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
