// SPDX-License-Identifier: Apache-2.0
// DS reads and writes in the four alignment modes (lds.md 3.2, 3.3), standalone and in lockstep, against a reading byte
// by byte. Cycles of accesses that reach into the next entry (lds.md 4.1), against a schedule cycle by cycle.
#include "program.h"

enum {
  LDS_BASE = 512,
  LDS_SIZE = 2048,
  LDS_BYTES = 64 * 64,
  GDS_ENTRIES = 32,
  GDS_BASE = 3,
  MEMORY = LDS_BYTES + 64 * GDS_ENTRIES
};
enum { VADDR = 0, VDATA = 4, VDST = 16, PATTERNS = 6 };

struct form {
  uint32_t op, bytes, scale;  // scale: of the offsets of two accesses; 0: one access
  bool store, sign;
  int half;  // 0 whole, 1 low half, 2 high half
};
static const struct form forms[] = {
    {WL_OP_ds_write_b32, 4, 0, 1, 0, 0},        {WL_OP_ds_write2_b32, 4, 4, 1, 0, 0},
    {WL_OP_ds_write2st64_b32, 4, 256, 1, 0, 0}, {WL_OP_ds_write_b8, 1, 0, 1, 0, 0},
    {WL_OP_ds_write_b16, 2, 0, 1, 0, 0},        {WL_OP_ds_read_b32, 4, 0, 0, 0, 0},
    {WL_OP_ds_read2_b32, 4, 4, 0, 0, 0},        {WL_OP_ds_read2st64_b32, 4, 256, 0, 0, 0},
    {WL_OP_ds_read_i8, 1, 0, 0, 1, 0},          {WL_OP_ds_read_u8, 1, 0, 0, 0, 0},
    {WL_OP_ds_read_i16, 2, 0, 0, 1, 0},         {WL_OP_ds_read_u16, 2, 0, 0, 0, 0},
    {WL_OP_ds_write_b64, 8, 0, 1, 0, 0},        {WL_OP_ds_write2_b64, 8, 8, 1, 0, 0},
    {WL_OP_ds_write2st64_b64, 8, 512, 1, 0, 0}, {WL_OP_ds_write_b8_d16_hi, 1, 0, 1, 0, 2},
    {WL_OP_ds_write_b16_d16_hi, 2, 0, 1, 0, 2}, {WL_OP_ds_read_u8_d16, 1, 0, 0, 0, 1},
    {WL_OP_ds_read_u8_d16_hi, 1, 0, 0, 0, 2},   {WL_OP_ds_read_i8_d16, 1, 0, 0, 1, 1},
    {WL_OP_ds_read_i8_d16_hi, 1, 0, 0, 1, 2},   {WL_OP_ds_read_u16_d16, 2, 0, 0, 0, 1},
    {WL_OP_ds_read_u16_d16_hi, 2, 0, 0, 0, 2},  {WL_OP_ds_read_b64, 8, 0, 0, 0, 0},
    {WL_OP_ds_read2_b64, 8, 8, 0, 0, 0},        {WL_OP_ds_read2st64_b64, 8, 512, 0, 0, 0},
    {WL_OP_ds_write_b96, 12, 0, 1, 0, 0},       {WL_OP_ds_write_b128, 16, 0, 1, 0, 0},
    {WL_OP_ds_read_b96, 12, 0, 0, 0, 0},        {WL_OP_ds_read_b128, 16, 0, 0, 0, 0}};

// One instruction: the lanes that access memory, and where.
struct accesses {
  const struct form *form;
  uint32_t count;
  uint64_t exec, served[2];
  uint32_t at[2][WL_LANES];  // byte of the whole memory
};

static uint32_t *row(const struct program *p, uint32_t n) {
  return (uint32_t *)(uintptr_t)wl_model_phys_vgpr(p->model, n);
}
static uint8_t *memory_of(const struct program *p) { return (uint8_t *)(uintptr_t)wl_model_lds_words(p->model); }
static void bad(wl_result result, const char *why) {
  if (result != WL_OK) fail_msg("%s", why);
}

// The table of lds.md 3.2 for one address. false: the lane does not access.
static bool align(uint32_t mode, uint32_t width, uint32_t *address) {
  const uint32_t n = width == 1 ? 1 : width == 2 ? 2 : width == 4 ? 4 : width == 8 ? 8 : 16;
  switch (mode) {
    case WL_ALIGN_DWORD: *address -= *address % n; return true;
    case WL_ALIGN_DWORD_STRICT: return *address % (n < 4 ? n : 4) == 0;
    case WL_ALIGN_STRICT: return *address % n == 0;
    default: return true;
  }
}

// Executes the instruction byte by byte: quads in order, access 0 before access 1, lanes in order.
static bool expect(const struct accesses *x, uint8_t *memory, uint32_t (*v)[WL_LANES]) {
  const struct form *f = x->form;
  const uint32_t rows = (f->bytes + 3) / 4;
  bool all = true;
  for (uint32_t quad = 0; quad < 16; quad++) {
    for (uint32_t access = 0; access < x->count; access++) {
      for (uint32_t l = 4 * quad; l < 4 * quad + 4; l++) {
        if (!(x->exec >> l & 1)) continue;
        const bool here = x->served[access] >> l & 1;
        uint8_t bytes[16] = {0};
        all = all && here;
        for (uint32_t i = 0; i < f->bytes; i++) {
          const uint32_t word = v[VDATA + 4 * access + i / 4][l];
          const uint8_t out = (uint8_t)(word >> (8 * (i % 4) + (f->half == 2 ? 16 : 0)));
          if (f->store && here) memory[x->at[access][l] + i] = out;
          if (!f->store && here) bytes[i] = memory[x->at[access][l] + i];
        }
        for (uint32_t r = 0; r < rows && !f->store; r++) {
          uint32_t word = 0;
          for (uint32_t i = 0; i < 4; i++) word += (uint32_t)bytes[4 * r + i] << (8 * i);
          if (f->sign && f->bytes == 1 && word > 0x7f) word += 0xffffff00;
          if (f->sign && f->bytes == 2 && word > 0x7fff) word += 0xffff0000;
          uint32_t *to = &v[VDST + rows * access + r][l];
          *to = f->half == 0 ? word : f->half == 1 ? *to / 65536 * 65536 + word % 65536 : *to % 65536 + word * 65536;
        }
      }
    }
  }
  return all;
}

static void open_small(struct program *p) {
  program_open(p);
  wl_model_free(p->model);
  p->model =
      wl_model_new(&(wl_config){.waves = 1, .phys_vgprs = 32, .lds_entries = 64, .gds_entries = GDS_ENTRIES}, p->mem);
  assert_non_null(p->model);
}

static void prepare(struct program *p, const struct accesses *x, uint32_t mode, bool gds, uint64_t seed,
                    const uint32_t vaddr[WL_LANES], uint32_t offset) {
  for (uint32_t r = 0; r < 32; r++) {
    for (uint32_t l = 0; l < WL_LANES; l++) row(p, r)[l] = random32(&seed);
  }
  for (uint32_t i = 0; i < MEMORY; i++) memory_of(p)[i] = (uint8_t)(seed >> i % 57) ^ (uint8_t)(167 * i);
  memcpy(row(p, VADDR), vaddr, WL_LANES * sizeof *vaddr);
  p->init.exec = x->exec;
  p->init.lds_base = LDS_BASE;
  p->init.lds_size = LDS_SIZE;
  p->init.alignment_mode = mode;
  p->at = kCode;
  emit2(p, sop1(WL_OP_s_mov_b32, M0, LITERAL) | (uint64_t)GDS_BASE << 48);
  emit(p, S_NOP);
  emit2(p, ds(x->form->op, VDST, VADDR, VDATA, VDATA + 4, offset) | (uint32_t)gds << 16);
  emit(p, S_WAITCNT_0);
  emit(p, S_ENDPGM);
  start(p, 0);
}

static uint32_t entry_of(const struct accesses *x, uint32_t access, uint32_t l, uint32_t part) {
  return x->at[access][l] / 16 + part;
}
static bool touches(const struct accesses *x, uint32_t access, uint32_t l, uint32_t part) {
  return part == 0 || x->at[access][l] % 16 + x->form->bytes > 16;
}

// An event must show the bytes that the lanes of the quad have in the entry.
static void check_event(const struct accesses *x, const wl_lds_access *e, const uint8_t *memory,
                        uint32_t (*v)[WL_LANES]) {
  const uint32_t entry = e->row * 4 + e->bank;
  uint8_t data[16] = {0};
  uint32_t enable = 0;
  for (uint32_t i = 0; i < 16 && !x->form->store; i++) {
    enable |= 1u << i;
    data[i] = memory[16 * entry + i];
  }
  for (uint32_t l = 4 * e->quad; l < 4 * e->quad + 4 && x->form->store; l++) {
    if (!(x->served[e->access] >> l & 1)) continue;
    for (uint32_t i = 0; i < x->form->bytes; i++) {
      const uint32_t byte = x->at[e->access][l] + i;
      if (byte / 16 != entry) continue;
      enable |= 1u << byte % 16;
      data[byte % 16] = (uint8_t)(v[VDATA + 4 * e->access + i / 4][l] >> (8 * (i % 4) + (x->form->half == 2 ? 16 : 0)));
    }
  }
  assert_int_equal(e->byte_enable, enable);
  assert_memory_equal(e->data, data, 16);
}

// In each cycle every bank serves the row of its lowest lane with bytes left (D-LDS-20). Returns the cycles of the
// access.
static uint32_t serve_pass(struct program *p, const struct accesses *x, uint32_t quad, uint32_t access,
                           uint32_t (*v)[WL_LANES], uint64_t *seed) {
  bool done[WL_LANES][2] = {{false}};
  for (uint32_t cycles = 0;; cycles++) {
    const uint32_t first_bank = random32(seed);
    bool any = false;
    for (uint32_t k = 0; k < 4; k++) {
      const uint32_t bank = (first_bank + k) % 4;
      int32_t entry = -1;
      for (uint32_t l = 4 * quad; l < 4 * quad + 4; l++) {
        for (uint32_t part = 0; part < 2; part++) {
          if (!(x->served[access] >> l & 1) || !touches(x, access, l, part) || done[l][part]) continue;
          const uint32_t of_lane = entry_of(x, access, l, part);
          if (of_lane % 4 == bank && entry < 0) entry = (int32_t)of_lane;
          if ((int32_t)of_lane == entry) done[l][part] = true;
        }
      }
      if (entry < 0) continue;
      any = true;
      char why[160];
      const wl_lds_access e = {.op = x->form->store ? WL_MEM_STORE : WL_MEM_LOAD,
                               .quad = quad,
                               .access = access,
                               .bank = bank,
                               .row = (uint32_t)entry / 4};
      wl_lds_access predicted;
      bad(wl_model_lds(p->model, &e, &predicted, why), why);
      check_event(x, &predicted, memory_of(p), v);
      assert_int_equal(wl_model_lds(p->model, &e, &predicted, why), WL_BAD_EVENT);  // served once
    }
    if (!any) return cycles;
  }
}

static void in_lockstep(struct program *p, const struct accesses *x, bool gds, uint64_t *seed) {
  static uint32_t v[32][WL_LANES];
  const struct form *f = x->form;
  const uint32_t rows = f->store ? 0 : (f->bytes + 3) / 4 * (f->scale ? 2 : 1);
  uint32_t mask, data[16], cycles, conflicts, schedule = 0, free = 0;
  char why[160];
  for (uint32_t r = 0; r < 32; r++) memcpy(v[r], row(p, r), sizeof v[r]);
  for (uint32_t i = 0; i < 3; i++) issue(p, 0, WL_OK);
  bad(wl_model_lds_cycles(p->model, 0, 0, &cycles, &conflicts, why), why);
  if (gds) bad(wl_model_operands_read(p->model, WL_UNIT_LDS, 0, 0, why), why);
  for (uint32_t quad = 0; quad < 16; quad++) {
    if ((x->exec >> 4 * quad & 15) == 0) continue;
    for (uint32_t access = 0; access < x->count; access++) {
      const uint32_t pass = serve_pass(p, x, quad, access, v, seed);
      schedule += pass > 0 ? pass : 1;
      free++;
    }
  }
  if (cycles != schedule || conflicts != schedule - free) {
    fail_msg("DS %u: the model says %u cycles, %u conflicts; the schedule takes %u and %u", f->op, cycles, conflicts,
             schedule, schedule - free);
  }
  for (uint32_t r = 0; r < rows; r++) {
    for (uint32_t q = 0; q < 4; q++)
      bad(wl_model_write_back_vgpr(p->model, WL_UNIT_LDS, 0, 0, VDST + r, q, &mask, data, why), why);
  }
  bad(wl_model_return(p->model, WL_UNIT_LDS, 0, 0, why), why);
}

// both: a model in lockstep and a standalone one. Their wave has ended.
static void check(struct program both[2], const struct form *f, uint32_t mode, bool gds, uint32_t low, uint32_t pattern,
                  uint64_t *seed) {
  static uint32_t v[32][WL_LANES];
  static uint8_t memory[MEMORY];
  const uint32_t size = gds ? 64 * GDS_ENTRIES : LDS_SIZE, base = gds ? LDS_BYTES : LDS_BASE;
  const uint32_t offset = f->scale ? 1 | (pattern == 5 ? 1u : 2u) << 8 : 37 * (pattern & 1);
  struct accesses x = {
      .form = f, .count = f->scale && pattern != 5 ? 2 : 1, .exec = pattern == 2 ? random64(seed) : ~0ull};
  uint32_t vaddr[WL_LANES];
  for (uint32_t l = 0; l < WL_LANES; l++) {
    const uint32_t at[PATTERNS] = {
        64 + f->bytes * l,  16 * l, 64 * (l & 1) + 32 * (l >> 3), random32(seed) % 96 * 16 / 16,
        size - 200 + 4 * l, 20 * l};
    vaddr[l] =
        at[pattern] + low - (f->scale ? 0 : offset) - (gds ? GDS_BASE : 0);  // low: of the address, b32 pairs apart
    for (uint32_t access = 0; access < x.count; access++) {
      const uint32_t add = f->scale ? (offset >> 8 * access & 0xff) * f->scale : offset;
      uint32_t a = vaddr[l] + add + (gds ? GDS_BASE : 0);
      const bool aligned = align(mode, f->bytes, &a);
      x.at[access][l] = base + a;
      if (aligned && (uint64_t)a + f->bytes <= size && (x.exec >> l & 1)) x.served[access] |= 1ull << l;
    }
  }
  const uint64_t contents = random64(seed);
  for (int standalone = 0; standalone < 2; standalone++) {
    struct program p = both[standalone];
    prepare(&p, &x, mode, gds, contents, vaddr, offset);
    for (uint32_t r = 0; r < 32; r++) memcpy(v[r], row(&p, r), sizeof v[r]);
    memcpy(memory, memory_of(&p), sizeof memory);
    const bool all = expect(&x, memory, v);
    const uint32_t half = (f->bytes + 3) / 4;
    for (uint32_t r = 0; f->scale && x.count == 1 && !f->store && r < half; r++) {  // one access: both parts get it
      for (uint32_t l = 0; l < WL_LANES; l++)
        v[VDST + half + r][l] = x.exec >> l & 1 ? v[VDST + r][l] : v[VDST + half + r][l];
    }
    if (standalone) wl_model_run(p.model, 3, &(wl_run_report){0});
    else in_lockstep(&p, &x, gds, seed);
    for (uint32_t r = 0; r < 32; r++) {
      for (uint32_t l = 0; l < WL_LANES; l++) {
        if (row(&p, r)[l] != v[r][l]) {
          fail_msg("DS %u, mode %u, gds %d, address + %u, pattern %u, %s: v%u lane %u is %08x, expected %08x", f->op,
                   mode, gds, low, pattern, standalone ? "standalone" : "in lockstep", r, l, row(&p, r)[l], v[r][l]);
        }
      }
    }
    if (memcmp(memory_of(&p), memory, sizeof memory) != 0)
      fail_msg("DS %u, mode %u, gds %d, address + %u, pattern %u: memory differs", f->op, mode, gds, low, pattern);
    if (state_regs(&p, 0).trapsts != (all ? 0 : 1u << 8))
      fail_msg("DS %u, mode %u, address + %u, pattern %u: TRAPSTS %x", f->op, mode, low, pattern,
               state_regs(&p, 0).trapsts);
    for (uint32_t i = 0; i < 2 && !standalone; i++) issue(&p, 0, WL_OK);
    if (standalone) run(&p, WL_OK);
  }
}

static void table(bool gds) {
  uint64_t seed = 17;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    struct program both[2];
    if (gds && forms[i].bytes > 8) continue;
    for (int k = 0; k < 2; k++) open_small(&both[k]);
    for (uint32_t mode = 0; mode < 4; mode++) {
      for (uint32_t low = 0; low < 16; low++) {
        for (uint32_t pattern = 0; pattern < PATTERNS; pattern++)
          check(both, &forms[i], mode, gds, low, pattern, &seed);
      }
    }
    for (int k = 0; k < 2; k++) program_close(&both[k]);
  }
}
static void lds_table(void **state) {
  (void)state;
  table(false);
}
static void gds_table(void **state) {
  (void)state;
  table(true);
}

// What no mode changes: misaligned atomics are left out (D-LDS-9); addresses of addtid, LDS_DIRECT (D-LDS-10) and the
// R700 operations (D-R700-9) are made aligned.
static void in_every_mode(void **state) {
  (void)state;
  for (uint32_t mode = 0; mode < 4; mode++) {
    struct program p;
    program_open(&p);
    p.init.alignment_mode = mode;
    p.init.exec = 0xf;
    emit2(&p, sop1(WL_OP_s_mov_b32, M0, LITERAL) | 0x00020042ull << 32);  // s_mov_b32: byte 0x42, type dword
    emit(&p, S_NOP);
    emit(&p, vop1(WL_OP_v_mov_b32, 9, 254));                   // v_mov_b32 v9, src_lds_direct
    emit2(&p, ds(WL_OP_ds_read_addtid_b32, 10, 0, 0, 0, 1));   // ds_read_addtid_b32: from 0x43 on
    emit2(&p, ds(WL_OP_owner_read_b32, 11, 2, 0, 0, 0x010));   // owner read of a dword
    emit2(&p, ds(WL_OP_owner_read_b64, 12, 2, 0, 0, 0x011));   // of two
    emit2(&p, ds(WL_OP_owner_write_b64, 0, 0, 4, 0, 0x0800));  // owner write
    emit2(&p, ds(WL_OP_ds_add_rtn_u32, 14, 0, 4, 0, 0));       // ds_add_rtn_u32
    emit2(&p, ds(WL_OP_ds_add_rtn_u64, 16, 1, 4, 0, 0));       // ds_add_rtn_u64
    emit(&p, S_ENDPGM);
    for (uint32_t i = 0; i < 1024; i++) ((uint32_t *)(void *)memory_of(&p))[i] = 0x1000 + i;
    const uint32_t at32[4] = {0x100, 0x105, 0x10a, 0x10c}, at64[4] = {0x200, 0x20c, 0x212, 0x218};
    for (uint32_t l = 0; l < 4; l++) {
      row(&p, 0)[l] = at32[l];
      row(&p, 1)[l] = at64[l];
      row(&p, 2)[l] = 2 * l;
      row(&p, 4)[l] = 7;
      row(&p, 5)[l] = 0;
    }
    start(&p, 0);
    wl_model_run(p.model, 7, &(wl_run_report){0});
    assert_int_equal(state_regs(&p, 0).trapsts, 0);
    for (uint32_t l = 0; l < 4; l++) {
      assert_int_equal(row(&p, 9)[l], 0x1010);
      assert_int_equal(row(&p, 10)[l], 0x1010 + l);
      assert_int_equal(row(&p, 11)[l], 0x1010 + 2 * l);
      assert_int_equal(row(&p, 12)[l], 0x1010 + 2 * l);
      assert_int_equal(row(&p, 13)[l], 0x1011 + 2 * l);
      assert_int_equal(((uint32_t *)(void *)memory_of(&p))[4 * l], 7);  // thread l: row 0, bank l
    }
    wl_model_run(p.model, 2, &(wl_run_report){0});
    assert_int_equal(state_regs(&p, 0).trapsts, 1 << 8);
    const uint32_t got32[4] = {0x1040, 0, 0, 0x1043}, got64[4] = {0x1080, 0, 0, 0x1086};
    for (uint32_t l = 0; l < 4; l++) {
      assert_int_equal(row(&p, 14)[l], got32[l]);
      assert_int_equal(row(&p, 16)[l], got64[l]);
    }
    for (uint32_t i = 0x41; i < 0x43; i++) assert_int_equal(((uint32_t *)(void *)memory_of(&p))[i], 0x1000 + i);
    program_close(&p);
  }
}

// The examples of lds.md 4.1: first + step * lane, or 14 + 64 * (lane & 1).
static void examples(void **state) {
  (void)state;
  static const struct {
    uint32_t op, first, step, cycles, conflicts;
  } cases[] = {{WL_OP_ds_read_b32, 1, 4, 16, 0},    {WL_OP_ds_write_b32, 1, 4, 16, 0},
               {WL_OP_ds_read_b128, 4, 16, 32, 16}, {WL_OP_ds_write_b128, 4, 16, 32, 16},
               {WL_OP_ds_read_b128, 8, 64, 64, 48}, {WL_OP_ds_read_b32, 14, 0, 32, 16},
               {WL_OP_ds_read_b64, 12, 64, 64, 48}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct program p;
    char why[160];
    uint32_t cycles, conflicts;
    program_open(&p);
    emit2(&p, ds(cases[i].op, 8, 0, 4, 0, 0));
    for (uint32_t l = 0; l < WL_LANES; l++)
      row(&p, 0)[l] = cases[i].first + (cases[i].step ? cases[i].step * l : 64 * (l & 1));
    start(&p, 0);
    issue(&p, 0, WL_OK);
    bad(wl_model_lds_cycles(p.model, 0, 0, &cycles, &conflicts, why), why);
    assert_int_equal(cycles, cases[i].cycles);
    assert_int_equal(conflicts, cases[i].conflicts);
    program_close(&p);
  }
}

// Two events for one lane, in any order (D-LDS-20). The register is written back after both.
static void either_order(void **state) {
  (void)state;
  for (uint32_t k = 0; k < 2; k++) {
    struct program p;
    char why[160];
    uint32_t mask, data[16];
    program_open(&p);
    p.init.exec = 1;
    emit2(&p, ds(WL_OP_ds_read_b64, 8, 0, 0, 0, 0));  // ds_read_b64
    row(&p, 0)[0] = 62;                               // bank 3 of row 0, bank 0 of row 1
    for (uint32_t i = 0; i < 128; i++) memory_of(&p)[i] = (uint8_t)i;
    start(&p, 0);
    issue(&p, 0, WL_OK);
    wl_lds_access e[2] = {{.bank = 3, .row = 0}, {.bank = 0, .row = 1}}, predicted;
    bad(wl_model_lds(p.model, &e[k], &predicted, why), why);
    assert_int_equal(wl_model_write_back_vgpr(p.model, WL_UNIT_LDS, 0, 0, 8, 0, &mask, data, why), WL_BAD_EVENT);
    assert_int_equal(wl_model_return(p.model, WL_UNIT_LDS, 0, 0, why), WL_BAD_EVENT);
    bad(wl_model_lds(p.model, &e[1 - k], &predicted, why), why);
    bad(wl_model_write_back_vgpr(p.model, WL_UNIT_LDS, 0, 0, 8, 0, &mask, data, why), why);
    assert_int_equal(data[0], 0x41403f3e);
    bad(wl_model_write_back_vgpr(p.model, WL_UNIT_LDS, 0, 0, 9, 0, &mask, data, why), why);
    assert_int_equal(data[0], 0x45444342);
    bad(wl_model_return(p.model, WL_UNIT_LDS, 0, 0, why), why);
    program_close(&p);
  }
}

static void no_such_mode(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  p.init.alignment_mode = 4;
  assert_int_equal(wl_model_wave_start(p.model, 0, &p.init), WL_BAD_EVENT);
  program_close(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lds_table), cmocka_unit_test(gds_table),    cmocka_unit_test(in_every_mode),
      cmocka_unit_test(examples),  cmocka_unit_test(either_order), cmocka_unit_test(no_such_mode),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
