// SPDX-License-Identifier: Apache-2.0
// FLAT (buffer-memory.md 10; D-MEM-37 to D-MEM-39, D-MEM-78, D-MEM-79; control-flow.md 5.3): the aperture of each lane
// and its bytes are computed here.
#include "transactions.h"

#include "memory/memory.h"
#include "wavelock/decode.h"

enum { LDS_BASE = 512, LDS_SIZE = 1024, IN_LDS = 0, IN_SCRATCH = 1, IN_MEMORY = 2, LDS_TAG = 64 };

static uint64_t flat(uint32_t op, uint32_t vdst, uint32_t addr, uint32_t data, uint32_t offset) {
  return global(op, vdst, addr, data, 0, offset) & ~0xc000ull;
}

static uint32_t *vgpr(const struct program *p, uint32_t v) {
  return (uint32_t *)(uintptr_t)wl_model_phys_vgpr(p->model, v);
}

static uint8_t *lds(const struct program *p) { return (uint8_t *)(uintptr_t)wl_model_lds_words(p->model); }

struct lanes {
  uint32_t op, bytes, mode, offset;
  uint64_t base, exec;  // FLAT_SCRATCH; EXEC
  uint64_t address[WL_LANES];
};

static uint64_t sum(const struct lanes *s, uint32_t l) { return s->address[l] + s->offset; }
static uint32_t where(const struct lanes *s, uint32_t l) {
  return sum(s, l) >> 32 == 0x10000 ? IN_LDS : sum(s, l) >> 32 == 0x20000 ? IN_SCRATCH : IN_MEMORY;
}
static bool is_atomic(const struct lanes *s) { return s->op >= 64; }
static bool is_store(const struct lanes *s) { return s->op >= 24 && s->op < 32; }

// Memory address of byte b of a lane that is not in the LDS.
static uint64_t byte_address(const struct lanes *s, uint32_t l, uint32_t b) {
  const uint32_t p = (uint32_t)sum(s, l) + b;
  if (where(s, l) == IN_MEMORY) return sum(s, l) + b;
  return (s->base + (uint64_t)(p / 4) * 256 + l * 4 + p % 4) % (1ull << 48);
}

// Whether the lane accesses anything: not past the LDS; an atomic aligned, and of 64 bits not in scratch.
static bool accesses(const struct lanes *s, uint32_t l) {
  const uint32_t at = (uint32_t)sum(s, l);
  if (where(s, l) == IN_LDS) return (uint64_t)at + s->bytes <= LDS_SIZE && (!is_atomic(s) || at % s->bytes == 0);
  if (!is_atomic(s)) return true;
  return byte_address(s, l, 0) % s->bytes == 0 && !(s->bytes == 8 && where(s, l) == IN_SCRATCH);
}

static void open_flat(struct program *p, const struct lanes *s, bool glc, uint64_t seed) {
  program_open(p);
  p->init.exec = s->exec;
  p->init.lds_base = LDS_BASE;
  p->init.lds_size = LDS_SIZE;
  p->init.sgpr_count = 6;
  p->init.sgpr[4] = (uint32_t)s->base;
  p->init.sgpr[5] = (uint32_t)(s->base >> 32);
  emit(p, sop1(WL_OP_s_mov_b64, WL_FLAT_SCRATCH, 4));
  emit2(p, flat(s->op, 8, 0, 12, s->offset) | (glc ? WL_FLAT_GLC : 0));
  emit(p, S_WAITCNT_0);
  emit(p, S_ENDPGM);
  fill(p, seed);
  for (uint32_t l = 0; l < WL_LANES; l++) {
    vgpr(p, 0)[l] = (uint32_t)s->address[l];
    vgpr(p, 1)[l] = (uint32_t)(s->address[l] >> 32);
  }
  start(p, 0);
}

// The half at memory: each dword of each lane by itself, each line of it.
static void serve_vmem(struct program *p, const struct lanes *s) {
  const uint32_t size = is_atomic(s) ? s->bytes : 4;
  for (uint32_t k = 0; k < (is_atomic(s) ? 1 : (s->bytes + 3) / 4); k++) {
    for (uint32_t l = 0; l < WL_LANES; l++) {
      if (!(s->exec >> l & 1) || where(s, l) == IN_LDS || !accesses(s, l)) continue;
      for (uint32_t behind = 0; behind < 2; behind++) {
        uint64_t last = ~0ull;
        for (uint32_t b = size * k; b < size * k + size && b < s->bytes; b++) {
          const bool cut = !is_atomic(s) && where(s, l) == IN_SCRATCH && (uint32_t)sum(s, l) % 4 + b % 4 >= 4;
          const uint64_t line = byte_address(s, l, b) & ~63ull;
          if (cut != behind || line == last) continue;
          last = line;
          const wl_transaction t = {.unit = WL_UNIT_VMEM,
                                    .op = is_atomic(s)  ? WL_MEM_ATOMIC
                                          : is_store(s) ? WL_MEM_STORE
                                                        : WL_MEM_LOAD,
                                    .atomic = is_atomic(s) ? (wl_mem_atomic)(s->op % 32) : WL_ATOMIC_SWAP,
                                    .wide = is_atomic(s) && s->bytes == 8,
                                    .line = line,
                                    .component = k + 4 * behind,
                                    .lanes = 1ull << l};
          transact(p, &t);
        }
      }
    }
  }
}

// The half in the LDS: of each quad each entry once; an atomic by lanes.
static void serve_lds(struct program *p, const struct lanes *s) {
  char why[160];
  for (uint32_t quad = 0; quad < 16; quad++) {
    uint32_t done[8], count = 0;
    for (uint32_t l = 4 * quad; l < 4 * quad + 4; l++) {
      if (!(s->exec >> l & 1) || where(s, l) != IN_LDS || !accesses(s, l)) continue;
      const uint32_t at = LDS_BASE + (uint32_t)sum(s, l);
      for (uint32_t entry = at / 16; entry <= (at + s->bytes - 1) / 16; entry++) {
        bool before = false;
        for (uint32_t i = 0; i < count; i++) before |= done[i] == entry && !is_atomic(s);
        if (before) continue;
        done[count++] = entry;
        wl_lds_access a = {.tag = LDS_TAG,
                           .op = is_atomic(s)  ? WL_MEM_ATOMIC
                                 : is_store(s) ? WL_MEM_STORE
                                               : WL_MEM_LOAD,
                           .quad = quad,
                           .bank = entry % 4,
                           .row = entry / 4},
                      predicted;
        bad(wl_model_lds(p->model, &a, &predicted, why), why);
      }
    }
  }
}

static void write_back(struct program *p, wl_block unit, const struct lanes *s, uint32_t rows) {
  char why[160];
  uint32_t mask, data[16];
  for (uint32_t r = 0; r < rows; r++) {
    for (uint32_t q = 0; q < 4; q++) {
      bad(wl_model_write_back_vgpr(p->model, unit, 0, unit == WL_UNIT_LDS ? LDS_TAG : 0, 8 + r, q, &mask, data, why),
          why);
      for (uint32_t l = 16 * q; l < 16 * q + 16; l++) {
        const bool expected = s->exec >> l & 1 && (where(s, l) == IN_LDS) == (unit == WL_UNIT_LDS);
        assert_int_equal(mask >> (l % 16) & 1, expected);
      }
    }
  }
}

// What memory, LDS and v[8:11] must be, lane by lane.
struct expected {
  uint8_t memory[2 * WL_PAGE], lds[4096];
  uint32_t v[4][WL_LANES];
  bool viol[2];  // of the half at memory, in the LDS
};

static uint8_t *expected_byte(struct expected *x, const struct lanes *s, uint32_t l, uint32_t b) {
  if (where(s, l) == IN_LDS) return &x->lds[LDS_BASE + (uint32_t)sum(s, l) + b];
  const uint64_t at = byte_address(s, l, b) - kData;
  return at < sizeof x->memory ? &x->memory[at] : NULL;
}

static void expect_atomic(struct expected *x, const struct lanes *s, bool glc, uint32_t l) {
  const uint32_t rows = s->bytes / 4;
  uint8_t *word = accesses(s, l) ? expected_byte(x, s, l, 0) : NULL;
  uint64_t old = 0, data = 0, compare = 0;
  for (uint32_t r = 0; r < rows; r++) {
    data |= (uint64_t)x->v[r][l] << 32 * r;
    compare |= (uint64_t)x->v[rows + r][l] << 32 * r;
  }
  if (word == NULL) {
    x->viol[where(s, l) == IN_LDS] = true;
  } else {
    memcpy(&old, word, s->bytes);
    const uint64_t value = wl_atomic_value((wl_mem_atomic)(s->op % 32), s->bytes == 8, old, data, compare);
    memcpy(word, &value, s->bytes);
  }
  for (uint32_t r = 0; r < rows && glc; r++) x->v[r][l] = (uint32_t)(old >> 32 * r);
}

static void expect_move(struct expected *x, const struct lanes *s, uint32_t l, uint32_t b) {
  uint8_t *byte = accesses(s, l) ? expected_byte(x, s, l, b) : NULL;
  uint8_t *reg = (uint8_t *)&x->v[b / 4][l] + b % 4;
  if (byte == NULL) x->viol[where(s, l) == IN_LDS] = true;
  if (byte != NULL && is_store(s)) *byte = *reg;
  if (!is_store(s)) *reg = byte != NULL ? *byte : 0;
}

static void draw(struct lanes *s, uint64_t *random, uint32_t round) {
  const uint32_t multiple = is_atomic(s) && round % 4 != 3 ? s->bytes : round & 1 ? 4 : 1;
  s->base = kData + WL_PAGE + (is_atomic(s) && round % 4 != 3 ? 0 : random32(random) % 60);
  s->offset = round & 2 ? (random32(random) % 100) / multiple * multiple : 0;
  s->exec = round & 4 ? random64(random) : ~0ull;
  for (uint32_t l = 0; l < WL_LANES; l++) {
    const uint32_t r = random32(random), number = r >> 8, kind = round % 8 == 0 ? 0 : round % 8 == 1 ? 5 : r % 8;
    uint64_t at = 0x1000000000000;
    // Lanes of a store do not overlap; atomics of one word come often.
    if (kind < 3) at += is_store(s) ? 24 * l + number % 2 * 4 : number % (round % 3 ? 200 : 1100) / multiple * multiple;
    else if (kind < 5) at += 0x1000000000000 + number % 40 / multiple * multiple;
    else if (is_store(s)) at = kData + 64 + 24 * l + number % 7 / multiple * multiple;
    else if (kind < 7) at = kData + 64 + number % 300 / multiple * multiple;
    else at = number & 1 ? kData + 2 * WL_PAGE - 8 + number / 2 % 16 / multiple * multiple : 0x30000 + number % 64;
    s->address[l] = at - s->offset;
  }
}

static void check(struct program *p, const struct expected *x, const char *what, const struct lanes *s, uint32_t rows) {
  uint8_t memory[2 * WL_PAGE];
  assert_true(wl_mem_read(p->mem, kData, memory, sizeof memory));
  if (memcmp(memory, x->memory, sizeof memory) != 0) fail_msg("%s %u: memory", what, s->op);
  if (memcmp(lds(p), x->lds, sizeof x->lds) != 0) fail_msg("%s %u: LDS", what, s->op);
  for (uint32_t l = 0; l < WL_LANES; l++) {
    for (uint32_t r = 0; r < rows; r++) {
      if (vgpr(p, 8 + r)[l] != x->v[r][l])
        fail_msg("%s %u: v%u lane %u is 0x%x, not 0x%x", what, s->op, 8 + r, l, vgpr(p, 8 + r)[l], x->v[r][l]);
    }
  }
}

static void all_opcodes(void **state) {
  (void)state;
  uint64_t random = 31;
  uint32_t viols[2] = {0, 0};
  for (uint32_t op = 16; op <= WL_OP_flat_atomic_dec_x2; op++) {
    if ((op > 37 && op < 64) || (op > 76 && op < 96)) continue;
    for (uint32_t round = 0; round < 40; round++) {
      struct lanes s = {.op = op};
      const bool glc = op >= 64 && round & 8;
      struct program a, b;
      struct expected x = {.viol = {false, false}};
      const uint64_t seed = random64(&random);
      s.bytes = op >= 96 ? 8 : op >= 64 ? 4 : transfer_bytes(op);
      draw(&s, &random, round);
      open_flat(&a, &s, glc, seed);
      open_flat(&b, &s, glc, seed);
      const uint32_t rows = (s.bytes + 3) / 4, shift = op == 25 || op == 27 ? 16 : 0;
      const uint32_t written = is_store(&s) || (is_atomic(&s) && !glc) ? 0 : rows;
      assert_true(wl_mem_read(a.mem, kData, x.memory, sizeof x.memory));
      memcpy(x.lds, lds(&a), sizeof x.lds);
      for (uint32_t r = 0; r < 4; r++) {
        for (uint32_t l = 0; l < WL_LANES; l++) {
          const bool reads = s.exec >> l & 1 && (is_store(&s) || is_atomic(&s));
          x.v[r][l] = vgpr(&a, (reads ? 12 : 8) + r)[l] >> (reads ? shift : 0);
        }
      }
      for (uint32_t l = 0; l < WL_LANES; l++) {
        if (!(s.exec >> l & 1)) continue;
        if (is_atomic(&s)) expect_atomic(&x, &s, glc, l);
        for (uint32_t i = 0; i < s.bytes && !is_atomic(&s); i++) expect_move(&x, &s, l, i);
      }
      issue(&a, 0, WL_OK);
      const wl_effect e = issue(&a, 0, WL_OK);
      assert_int_equal(e.unit, WL_UNIT_VMEM);
      assert_int_equal(e.held, WL_HOLDS_VM | WL_HOLDS_LGKM);
      assert_int_equal(state_regs(&a, 0).counters, 1 | 1 << 16);
      char why[160];
      for (uint32_t n = 0; n < 2; n++) {
        const bool in_lds = n == (round >> 4 & 1);  // in either order
        if (in_lds) serve_lds(&a, &s);
        else serve_vmem(&a, &s);
        const wl_block unit = in_lds ? WL_UNIT_LDS : WL_UNIT_VMEM;
        const uint32_t before = state_regs(&a, 0).trapsts;
        write_back(&a, unit, &s, written);
        bad(wl_model_return(a.model, unit, 0, in_lds ? LDS_TAG : 0, why), why);
        assert_int_equal(state_regs(&a, 0).trapsts, before | (x.viol[in_lds] ? WL_TRAPSTS_MEM_VIOL : 0));
        assert_int_equal(state_regs(&a, 0).counters, n == 1 ? 0 : in_lds ? 1 : 1 << 16);
        viols[in_lds] += x.viol[in_lds];
      }
      issue(&a, 0, WL_OK);
      issue(&a, 0, WL_OK);
      run(&b, WL_OK);
      same_state(&a, &b, "FLAT", op);
      check(&a, &x, "lockstep", &s, s.bytes >= 4 ? written : 0);
      wl_unmapped in_a, in_b;
      wl_model_unmapped(a.model, &in_a);
      wl_model_unmapped(b.model, &in_b);
      assert_int_equal(in_a.count, in_b.count);
      program_close(&a);
      program_close(&b);
    }
  }
  assert_true(viols[0] > 50 && viols[1] > 50);
}

// A load over its own address: a lane keeps its aperture.
static void over_its_address(void **state) {
  (void)state;
  struct lanes s = {.op = WL_OP_flat_load_dwordx2, .bytes = 8, .base = kData, .exec = 7};
  const uint64_t value = 0x1000000000000, other = 0x55;
  struct program p;
  s.address[0] = s.address[1] = kData + 8;
  s.address[2] = 0x1000000000010;
  open_flat(&p, &s, false, 1);
  p.at = kCode + 4;
  emit2(&p, flat(WL_OP_flat_load_dwordx2, 0, 0, 0, 0));
  assert_true(wl_mem_write(p.mem, kData + 8, &value, 8));
  memcpy(lds(&p) + LDS_BASE + 16, &other, 8);
  run(&p, WL_OK);
  assert_int_equal(vgpr(&p, 0)[0], 0);
  assert_int_equal(vgpr(&p, 1)[1], 0x10000);
  assert_int_equal(vgpr(&p, 0)[2], 0x55);
  program_close(&p);
}

// Each lane goes by the rules of its aperture: in mode strict three dwords need 16 bytes in the LDS (lds.md 3.2) and 4
// in memory (D-MEM-15). A sum past 2^48 that is in no aperture is unmapped (D-MEM-44).
static void alignment(void **state) {
  (void)state;
  static const struct {
    uint64_t at;
    bool reads, viol;
  } list[] = {{0x200004, true, false},        {0x200002, false, true},        {0x1000000000004, false, true},
              {0x1000000000010, true, false}, {0x2000000000004, true, false}, {0x2000000000005, false, true},
              {0x3000000000000, false, true}, {0x1000100000010, false, true}, {0x10000000003f8, false, true}};
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    struct program p;
    program_open(&p);
    p.init.exec = 1;
    p.init.alignment_mode = WL_ALIGN_STRICT;
    p.init.lds_size = LDS_SIZE;
    p.init.sgpr_count = 6;
    p.init.sgpr[4] = (uint32_t)kData;
    emit(&p, sop1(WL_OP_s_mov_b64, WL_FLAT_SCRATCH, 4));
    emit2(&p, flat(WL_OP_flat_load_dwordx3, 8, 0, 0, 0));
    emit(&p, 0xc8000000u);  // illegal: TRAPSTS stays to be seen
    fill(&p, 9);
    vgpr(&p, 0)[0] = (uint32_t)list[i].at;
    vgpr(&p, 1)[0] = (uint32_t)(list[i].at >> 32);
    start(&p, 0);
    run(&p, WL_ILLEGAL_INST);
    if ((vgpr(&p, 8)[0] != 0) != list[i].reads) fail_msg("case %zu reads 0x%x", i, vgpr(&p, 8)[0]);
    assert_int_equal(state_regs(&p, 0).trapsts, (list[i].viol ? WL_TRAPSTS_MEM_VIOL : 0) | WL_TRAPSTS_ILLEGAL_INST);
    program_close(&p);
  }
}

// A unit that reports neither the LDS nor memory.
static void at_issue(void **state) {
  (void)state;
  for (uint32_t which = 1; which < 4; which++) {
    struct lanes s = {.op = WL_OP_flat_load_dword, .bytes = 4, .base = kData, .exec = 3};
    struct program p;
    char why[160];
    s.address[0] = kData + 8;
    s.address[1] = 0x1000000000010;
    open_flat(&p, &s, false, 3);
    if (which & 1) wl_model_at_issue(p.model, WL_UNIT_LDS);
    if (which & 2) wl_model_at_issue(p.model, WL_UNIT_VMEM);
    issue(&p, 0, WL_OK);
    const wl_effect e = issue(&p, 0, WL_OK);
    assert_int_equal(e.held, which == 1 ? WL_HOLDS_VM : 0);
    assert_int_equal(state_regs(&p, 0).counters, which == 1);
    uint32_t word;
    memcpy(&word, lds(&p) + LDS_BASE + 16, 4);
    assert_int_equal(vgpr(&p, 8)[1], word);
    if (which == 1) {
      serve_vmem(&p, &s);
      uint32_t mask, data[16];
      bad(wl_model_write_back_vgpr(p.model, WL_UNIT_VMEM, 0, 0, 8, 0, &mask, data, why), why);
      bad(wl_model_return(p.model, WL_UNIT_VMEM, 0, 0, why), why);
    }
    assert_true(wl_mem_read(p.mem, kData + 8, &word, 4));
    assert_int_equal(vgpr(&p, 8)[0], word);
    issue(&p, 0, WL_OK);
    program_close(&p);
  }
}

// ---- legality and waits ----------------------------------------------------------------------------------
static bool legal(uint64_t words) {
  const uint32_t w[2] = {(uint32_t)words, (uint32_t)(words >> 32)};
  wl_decoded d;
  wl_decode_words(w, WL_GFX900, false, 96, 32, false, &d);
  return d.legal;
}

static void legality(void **state) {
  (void)state;
  for (uint32_t op = 0; op < 128; op++) {
    const bool in_unit = (op >= 16 && op <= 37) || (op >= 64 && op <= 76) || (op >= 96 && op <= 108);
    assert_int_equal(legal(flat(op, 0, 0, 0, 0)), in_unit);
    assert_int_equal(legal(flat(op, 0, 0, 0, 0x1fff)), in_unit);             // OFFSET[12] is ignored
    assert_int_equal(legal(flat(op, 0, 0, 0, 0) | 0x7full << 48), in_unit);  // SADDR too
    assert_false(legal(flat(op, 0, 0, 0, 0) | WL_FLAT_LDS));
    assert_int_equal(legal(global(op, 255, 0, 255, OFF, 0) | WL_FLAT_LDS), op >= 16 && op <= 20);
    assert_false(legal(flat(op, 0, 0, 0, 0) | WL_FLAT_RESERVED));
  }
  assert_true(legal(flat(WL_OP_flat_load_dword, 31, 30, 0, 0)));
  assert_false(legal(flat(WL_OP_flat_load_dword, 0, 31, 0, 0)));
  assert_false(legal(flat(WL_OP_flat_load_dword, 32, 0, 0, 0)));
  assert_false(legal(flat(WL_OP_flat_atomic_cmpswap_x2, 0, 0, 29, 0)));
}

enum { VM_0 = 0xbf8c0f70u, LGKM_0 = 0xbf8cc07fu, VM_1 = 0xbf8c0f71u, LGKM_1 = 0xbf8cc17fu };

// The lanes of FLAT in memory are covered by vmcnt as those of GLOBAL, the lanes in the LDS by lgkmcnt(0) alone.
// Decisions: D-WAIT-7, D-WAIT-31.
static void waits(void **state) {
  (void)state;
  const uint64_t load = flat(WL_OP_flat_load_dword, 8, 0, 0, 0), other = flat(WL_OP_flat_load_dword, 9, 0, 0, 0);
  const uint64_t plain = global(WL_OP_global_load_dword, 8, 0, 0, OFF, 0), read = vop1(WL_OP_v_mov_b32, 20, VGPR + 8);
  const uint64_t plain9 = global(WL_OP_global_load_dword, 9, 0, 0, OFF, 0);
  const uint64_t plain10 = global(WL_OP_global_load_dword, 10, 0, 0, OFF, 0);
  const uint64_t of_lds = ds(WL_OP_ds_read_b32, 8, 0, 0, 0, 0);
  const uint64_t add = flat(WL_OP_flat_atomic_add, 8, 0, 4, 0);
  enum { MEMORY = 1, SHARED = 2, BOTH = 3 };  // EXEC: lane 0 names memory, lane 1 the LDS
  const struct {
    uint64_t exec, code[5];
    const char *says;
  } list[] = {
      {MEMORY, {load, read}, "vmcnt: flat_load_dword"},
      {MEMORY, {load, VM_0, read}, NULL},
      {MEMORY, {load, LGKM_0, read}, "vmcnt: flat_load_dword"},
      {MEMORY, {load, other, VM_1, read}, NULL},
      {MEMORY, {load, plain9, VM_1, read}, NULL},
      {MEMORY, {plain, other, VM_1, read}, NULL},
      {MEMORY, {plain9, load, VM_1, read}, "vmcnt: flat_load_dword"},
      {MEMORY, {plain, plain9, VM_1, read}, NULL},
      {MEMORY, {plain, other, plain10, VM_1, read}, NULL},
      {MEMORY, {of_lds, other, LGKM_1, read}, "lgkmcnt: ds_read_b32"},
      {MEMORY, {load, load}, NULL},
      {MEMORY, {plain, load}, NULL},
      {MEMORY, {load, plain}, NULL},
      {MEMORY, {load, of_lds}, "overwrites it"},
      {MEMORY, {add, read}, NULL},
      {MEMORY, {add | WL_FLAT_GLC, VM_0, read}, NULL},
      {MEMORY, {add | WL_FLAT_GLC, LGKM_0, read}, "vmcnt: flat_atomic_add"},
      {MEMORY, {smem(WL_OP_s_load_dword, WL_FLAT_SCRATCH, 2, 0), load}, "lgkmcnt: s_load_dword"},
      {MEMORY, {vop1(WL_OP_v_readfirstlane_b32, WL_FLAT_SCRATCH, VGPR), load}, "row 9"},
      {MEMORY, {flat(WL_OP_flat_store_dwordx4, 0, 0, 8, 0), vop1(WL_OP_v_mov_b32, 11, 128)}, "row 8"},
      {MEMORY, {flat(WL_OP_flat_atomic_cmpswap_x2, 0, 0, 8, 0), vop1(WL_OP_v_mov_b32, 11, 128)}, "row 8"},
      {SHARED, {load, VM_0, read}, "lgkmcnt: flat_load_dword"},
      {SHARED, {load, LGKM_0, read}, NULL},
      {SHARED, {load, other, LGKM_1, read}, "lgkmcnt: flat_load_dword"},
      {SHARED, {load, load}, "overwrites it"},
      {SHARED, {load, plain}, "overwrites it"},
      {SHARED, {of_lds, load}, "overwrites it"},
      // It may overwrite its address: the lanes stay as at the issue.
      {SHARED,
       {flat(WL_OP_flat_load_dwordx2, 0, 0, 0, 0), VM_0, vop1(WL_OP_v_mov_b32, 20, VGPR)},
       "lgkmcnt: flat_load"},
      {BOTH, {load, VM_0, read}, "lgkmcnt: flat_load_dword"},
      {BOTH, {load, LGKM_0, read}, "vmcnt: flat_load_dword"},
      {BOTH, {load, VM_0, LGKM_0, read}, NULL},
      {BOTH, {load, S_WAITCNT_0, read}, NULL},
      {BOTH, {plain, load}, "overwrites it"},  // by the lane in the LDS
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    struct program p;
    wl_run_report report;
    program_open(&p);
    p.init.exec = list[i].exec;
    p.init.sgpr_count = 4;
    p.init.sgpr[2] = (uint32_t)kData;
    ((uint32_t *)(uintptr_t)wl_model_phys_vgpr(p.model, 1))[1] = WL_APERTURE_SHARED << 16;
    for (uint32_t n = 0; n < 5 && list[i].code[n] != 0; n++) {
      const uint32_t w0 = (uint32_t)list[i].code[n];
      if (w0 >> 31 && w0 >> 23 != 0xbf8c0000u >> 23) emit2(&p, list[i].code[n]);
      else emit(&p, w0);
    }
    emit(&p, S_ENDPGM);
    start(&p, 0);
    wl_model_run(p.model, 0, &report);
    if ((report.result != WL_OK) != (list[i].says != NULL)) fail_msg("%zu: %d %s", i, report.result, report.why);
    if (list[i].says != NULL && strstr(report.why, list[i].says) == NULL) fail_msg("%zu: %s", i, report.why);
    program_close(&p);
  }
}

// It issues only if both counters have space, and its halves return each on their own (D-MEM-78). The tag of the LDS
// half is in use until that half returns.
static void both_counters(void **state) {
  (void)state;
  struct program p;
  wl_effect e;
  char why[160];
  program_open(&p);
  for (uint32_t i = 0; i < 17; i++) emit2(&p, flat(WL_OP_flat_store_dword, 0, 0, 4, 0));
  p.init.exec = 0;
  start(&p, 0);
  for (uint32_t i = 0; i < 15; i++) assert_int_equal(wl_model_issue(p.model, 0, i, &e), WL_OK);
  assert_int_equal(wl_model_issue(p.model, 0, 20, &e), WL_BAD_EVENT);
  assert_non_null(strstr(e.why, "LGKM_CNT is 15"));
  // In memory in order of issue, with vector memory (D-WAIT-31); in the LDS in any order.
  assert_int_equal(wl_model_return(p.model, WL_UNIT_VMEM, 0, 3, why), WL_BAD_EVENT);
  assert_non_null(strstr(why, "flat_store_dword returns before the older flat_store_dword"));
  for (uint32_t i = 0; i < 4; i++) bad(wl_model_return(p.model, WL_UNIT_VMEM, 0, i, why), why);
  assert_int_equal(wl_model_issue(p.model, 0, 20, &e), WL_BAD_EVENT);
  bad(wl_model_return(p.model, WL_UNIT_LDS, 0, LDS_TAG + 7, why), why);
  assert_int_equal(wl_model_return(p.model, WL_UNIT_LDS, 0, LDS_TAG + 7, why), WL_BAD_EVENT);
  assert_int_equal(wl_model_issue(p.model, 0, 3, &e), WL_BAD_EVENT);
  assert_non_null(strstr(e.why, "still has tag 67"));
  assert_int_equal(wl_model_issue(p.model, 0, 20, &e), WL_OK);
  program_close(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_opcodes),  cmocka_unit_test(over_its_address),
                                     cmocka_unit_test(alignment),    cmocka_unit_test(at_issue),
                                     cmocka_unit_test(legality),     cmocka_unit_test(waits),
                                     cmocka_unit_test(both_counters)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
