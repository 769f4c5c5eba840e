// SPDX-License-Identifier: Apache-2.0
// Views of a memory (wavelock/memory_view.h): what a model on a view reads and writes, which accesses of two views
// conflict, and what memory gets of them.
#include "program.h"
#include "wavelock/memory_view.h"

static const uint64_t kFar = 0x7000000;  // no page near it is mapped

struct pair {
  wl_mem *mem, *earlier, *later;
};

// Memory of four pages at kData, whose byte i is i mod 251, and two views of it.
static void begin(struct pair *p) {
  p->mem = wl_mem_new();
  assert_non_null(p->mem);
  assert_true(wl_mem_map(p->mem, kData, 4 * WL_PAGE));
  for (uint32_t i = 0; i < 4 * WL_PAGE; i++) assert_true(wl_mem_write(p->mem, kData + i, &(uint8_t){i % 251}, 1));
  p->earlier = wl_mem_view(p->mem);
  p->later = wl_mem_view(p->mem);
  assert_true(p->earlier != NULL && p->later != NULL);
}

static void end(struct pair *p) {
  wl_mem_free(p->earlier);
  wl_mem_free(p->later);
  wl_mem_free(p->mem);
}

static void put(wl_mem *view, uint64_t at, size_t size, uint8_t value) {
  uint8_t bytes[3 * WL_PAGE];
  memset(bytes, value, size);
  assert_true(wl_mem_write(view, at, bytes, size));
}

static void get(const wl_mem *view, uint64_t at, size_t size) {
  uint8_t bytes[3 * WL_PAGE];
  assert_true(wl_mem_read(view, at, bytes, size));
}

static uint8_t byte(const wl_mem *m, uint64_t at) {
  uint8_t b;
  assert_true(wl_mem_read(m, at, &b, 1));
  return b;
}

static void agree(const struct pair *p) {
  wl_view_conflict c;
  assert_false(wl_mem_views_conflict(p->earlier, p->later, 0, 0, &c));
  assert_false(wl_mem_views_conflict(p->later, p->earlier, 0, 0, &c));
}

// The first byte at which they conflict, and who writes it.
static void conflict(const struct pair *p, uint64_t at, bool earlier, bool later) {
  wl_view_conflict c;
  assert_true(wl_mem_views_conflict(p->earlier, p->later, 0, 0, &c));
  assert_true(c.at == at && c.earlier_writes == earlier && c.later_writes == later);
  assert_true(wl_mem_views_conflict(p->later, p->earlier, 0, 0, &c));
  assert_true(c.at == at && c.earlier_writes == later && c.later_writes == earlier);
}

// ---- two views -----------------------------------------------------------------------------------

static void disjoint(void **state) {
  (void)state;
  struct pair p;
  begin(&p);
  agree(&p);
  get(p.earlier, kData, 3 * WL_PAGE);
  get(p.later, kData, 3 * WL_PAGE);
  agree(&p);
  put(p.earlier, kData + 3 * WL_PAGE, 64, 1);
  put(p.later, kData + 3 * WL_PAGE + 64, 64, 2);
  agree(&p);
  assert_true(byte(p.earlier, kData + 3 * WL_PAGE) == 1);
  assert_true(byte(p.mem, kData + 3 * WL_PAGE) == 3 * WL_PAGE % 251);
  assert_true(wl_mem_view_apply(p.mem, p.earlier) && wl_mem_view_apply(p.mem, p.later));
  for (uint32_t i = 0; i < 4 * WL_PAGE; i++) {
    const uint8_t expected = i < 3 * WL_PAGE ? i % 251 : i < 3 * WL_PAGE + 64 ? 1 : i < 3 * WL_PAGE + 128 ? 2 : i % 251;
    assert_int_equal(byte(p.mem, kData + i), expected);
  }
  end(&p);
}

// Bytes of one dword, at every place of two words of 64 bits, and at the border of a page.
static void neighbours(void **state) {
  (void)state;
  for (uint64_t at = kData + WL_PAGE - 70; at < kData + WL_PAGE + 70; at++) {
    struct pair p;
    begin(&p);
    put(p.earlier, at, 1, 7);
    put(p.later, at + 1, 3, 8);
    agree(&p);
    assert_true(wl_mem_view_apply(p.mem, p.later) && wl_mem_view_apply(p.mem, p.earlier));
    assert_true(byte(p.mem, at) == 7 && byte(p.mem, at + 1) == 8 && byte(p.mem, at + 3) == 8);
    assert_true(byte(p.mem, at - 1) == (at - 1 - kData) % 251 && byte(p.mem, at + 4) == (at + 4 - kData) % 251);
    get(p.earlier, at + 3, 2);
    conflict(&p, at + 3, false, true);
    end(&p);
  }
}

static void same_byte(void **state) {
  (void)state;
  struct pair p;
  begin(&p);
  put(p.earlier, kData + 100, 4, 5);
  put(p.later, kData + 103, 4, 5);  // with the same value
  conflict(&p, kData + 103, true, true);
  wl_mem_view_clear(p.later);
  agree(&p);
  get(p.later, kData + 103, 1);
  conflict(&p, kData + 103, true, false);
  end(&p);
}

static void across_pages(void **state) {
  (void)state;
  struct pair p;
  begin(&p);
  put(p.earlier, kData + WL_PAGE - 3, WL_PAGE + 6, 9);
  get(p.later, kData, WL_PAGE - 3);
  get(p.later, kData + 2 * WL_PAGE + 3, 100);
  agree(&p);
  get(p.later, kData + 2 * WL_PAGE, 3);
  conflict(&p, kData + 2 * WL_PAGE, true, false);
  get(p.later, kData + WL_PAGE - 4, 2);
  conflict(&p, kData + WL_PAGE - 3, true, false);
  end(&p);
}

// In parts of wave slots the order of the views counts.
static void own_parts(void **state) {
  (void)state;
  struct pair p;
  wl_view_conflict c;
  begin(&p);
  get(p.earlier, kData + 20, 4);
  put(p.earlier, kData + 20, 8, 1);
  put(p.later, kData + 20, 8, 2);
  get(p.later, kData + 20, 8);  // its own bytes
  conflict(&p, kData + 20, true, true);
  assert_false(wl_mem_views_conflict(p.earlier, p.later, kData + 20, 8, &c));
  assert_true(wl_mem_views_conflict(p.earlier, p.later, kData + 21, 7, &c) && c.at == kData + 20);
  assert_true(wl_mem_views_conflict(p.earlier, p.later, kData + 20, 7, &c) && c.at == kData + 27);
  assert_true(wl_mem_view_apply(p.mem, p.earlier) && wl_mem_view_apply(p.mem, p.later));
  assert_int_equal(byte(p.mem, kData + 20), 2);
  wl_mem_view_clear(p.earlier);
  put(p.earlier, kData + 200, 1, 1);
  get(p.later, kData + 200, 1);
  assert_true(wl_mem_views_conflict(p.earlier, p.later, kData, WL_PAGE, &c) && c.at == kData + 200);
  assert_false(wl_mem_views_conflict(p.later, p.earlier, kData, WL_PAGE, &c));
  end(&p);
}

// A view that is cleared shares all pages anew.
static void cleared(void **state) {
  (void)state;
  struct pair p;
  begin(&p);
  put(p.later, kData, 8, 1);
  wl_mem_view_clear(p.later);
  put(p.mem, kData, 8, 3);
  assert_int_equal(byte(p.later, kData), 3);
  wl_mem_view_clear(p.later);
  put(p.later, kData, 8, 4);
  assert_true(byte(p.mem, kData) == 3 && byte(p.later, kData) == 4);
  wl_mem_view_clear(p.later);
  wl_mem_unmap(p.mem, kData, WL_PAGE);
  assert_false(wl_mem_mapped(p.later, kData));
  assert_false(wl_mem_write(p.later, kData, "x", 1));
  assert_false(wl_mem_mapped(p.later, kFar));
  assert_int_equal(wl_mem_view_state(p.later), WL_VIEW_WHOLE);
  end(&p);
}

static void many_pages(void **state) {
  (void)state;
  enum { PAGES = 1000 };
  struct pair p;
  begin(&p);
  assert_true(wl_mem_map(p.mem, kFar, PAGES * WL_PAGE));
  for (uint64_t i = 0; i < PAGES; i++) put(i % 2 ? p.earlier : p.later, kFar + i * WL_PAGE + i, 2, (uint8_t)i);
  for (uint64_t i = 0; i < PAGES; i++) get(p.earlier, kFar + i * WL_PAGE + i + 2, 1);
  agree(&p);
  get(p.earlier, kFar + 512 * WL_PAGE, 1024);
  conflict(&p, kFar + 512 * WL_PAGE + 512, false, true);
  assert_true(wl_mem_view_apply(p.mem, p.earlier) && wl_mem_view_apply(p.mem, p.later));
  for (uint64_t i = 0; i < PAGES; i++) assert_int_equal(byte(p.mem, kFar + i * WL_PAGE + i + 1), (uint8_t)i);
  end(&p);
}

// ---- instructions --------------------------------------------------------------------------------

// What a program of one wave reads and writes: two further views tell, of which one wrote all of [from, from + size)
// and one read it.
struct seen {
  struct program of;  // on `view`
  wl_mem *memory, *view;
};

// s[0:1] is kData, s[4:7] a buffer there, s[12:13] kData + 8 in a slot of scratch. v0 is 4 * lane, v1 holds 1.
static void open_seen(struct seen *s, uint64_t exec) {
  memset(s, 0, sizeof *s);
  struct program *p = &s->of;
  program_open(p);
  s->memory = p->mem;
  s->view = wl_mem_view(p->mem);
  assert_non_null(s->view);
  wl_model_free(p->model);
  p->model = wl_model_new(&(wl_config){.waves = 16, .phys_vgprs = 256, .lds_entries = 256, .gds_entries = 64}, s->view);
  assert_non_null(p->model);
  p->init.exec = exec;
  p->init.sgpr_count = 8;
  p->init.sgpr[0] = p->init.sgpr[4] = (uint32_t)kData;
  p->init.sgpr[6] = 4096;
  p->init.sgpr[7] = 11 << 15 | 4 << 12 | 0xfac;
  p->init.vgpr_count = 2;
  for (uint32_t l = 0; l < WL_LANES; l++) {
    p->init.vgpr[0][l] = 4 * l;
    p->init.vgpr[1][l] = 1;
  }
}

static void close_seen(struct seen *s) {
  wl_model_free(s->of.model);
  wl_mem_free(s->view);
  wl_mem_free(s->memory);
}

static bool is_touched(struct seen *s, uint64_t at, bool by_write) {
  wl_mem *other = wl_mem_view(s->memory);
  wl_view_conflict c;
  assert_non_null(other);
  if (by_write) get(other, at, 1);  // conflicts with a write alone
  else put(other, at, 1, 0);        // conflicts with any access
  const bool found = wl_mem_views_conflict(s->view, other, 0, 0, &c);
  wl_mem_free(other);
  return found;
}

// Runs one instruction. Bytes of the data that it reads, or reads and writes, are those in the ranges: pairs of first
// byte and number; 0 bytes end them.
static void touches(uint64_t exec, uint64_t instruction, bool reads, bool writes, const uint32_t *ranges) {
  struct seen s;
  open_seen(&s, exec);
  emit2(&s.of, instruction);
  emit(&s.of, S_WAITCNT_0);
  emit(&s.of, S_ENDPGM);
  start(&s.of, 3);
  run(&s.of, WL_OK);
  assert_int_equal(wl_mem_view_state(s.view), WL_VIEW_WHOLE);
  for (uint32_t i = 0; i < 2 * WL_PAGE; i++) {
    bool inside = false;
    for (const uint32_t *r = ranges; r[1] != 0; r += 2) inside |= i >= r[0] && i - r[0] < r[1];
    if (is_touched(&s, kData + i, false) != inside) fail_msg("0x%llx: byte %u", (unsigned long long)instruction, i);
    if (is_touched(&s, kData + i, true) != (inside && writes))
      fail_msg("0x%llx: byte %u is written", (unsigned long long)instruction, i);
  }
  (void)reads;
  assert_true(is_touched(&s, kCode, false) && !is_touched(&s, kCode, true));
  close_seen(&s);
}

static const uint64_t kAll = ~0ull;
#define RANGES(...) \
  (const uint32_t[]) { __VA_ARGS__, 0, 0 }

static void global_accesses(void **state) {
  (void)state;
  touches(kAll, global(WL_OP_global_load_dword, 4, 0, 0, 0, 12), true, false, RANGES(12, 256));
  touches(kAll, global(WL_OP_global_store_dword, 0, 0, 1, 0, 12), false, true, RANGES(12, 256));
  touches(5, global(WL_OP_global_store_dword, 0, 0, 1, 0, 0), false, true, RANGES(0, 4, 8, 4));
  touches(5, global(WL_OP_global_store_byte, 0, 0, 1, 0, 1), false, true, RANGES(1, 1, 9, 1));
  touches(6, global(WL_OP_global_load_ushort, 4, 0, 0, 0, 2), true, false, RANGES(6, 2, 10, 2));
  touches(9, global(WL_OP_global_load_dwordx2, 4, 0, 0, 0, 0), true, false, RANGES(0, 8, 12, 8));
  touches(1, global(WL_OP_global_store_dwordx4, 0, 0, 4, 0, 4088 - 4096 + 8), false, true, RANGES(0, 16));
  touches(3, global(WL_OP_global_atomic_add, 0, 0, 1, 0, 64), true, true, RANGES(64, 8));
  touches(0, global(WL_OP_global_store_dword, 0, 0, 1, 0, 0), false, true, RANGES(0, 0));
}

static void buffer_accesses(void **state) {
  (void)state;
  touches(kAll, mubuf(WL_OP_buffer_load_dword, 4, 0, 4, WL_SRC_ZERO, WL_MUBUF_OFFEN), true, false, RANGES(0, 256));
  touches(5, mubuf(WL_OP_buffer_store_dwordx2, 4, 0, 4, WL_SRC_ZERO, WL_MUBUF_OFFEN | 16), false, true,
          RANGES(16, 8, 24, 8));
  touches(2, mubuf(WL_OP_buffer_atomic_add, 1, 0, 4, WL_SRC_ZERO, WL_MUBUF_OFFEN), true, true, RANGES(4, 4));
  // Out of range: lane 1 of a buffer of 4096 bytes.
  touches(3, mubuf(WL_OP_buffer_store_dword, 1, 0, 4, WL_SRC_ZERO, WL_MUBUF_OFFEN | 4092), false, true,
          RANGES(4092, 4));
}

static void scalar_accesses(void **state) {
  (void)state;
  touches(kAll, smem(WL_OP_s_load_dwordx4, 8, 0, 8), true, false, RANGES(8, 16));
  touches(kAll, smem(WL_OP_s_store_dwordx2, 0, 0, 0x20), false, true, RANGES(0x20, 8));
  touches(kAll, smem(WL_OP_s_load_dwordx2, 8, 0, 4092), true, false, RANGES(4092, 8));
}

// FLAT, generic addresses: v[0:1] with v1 = 0 would be low memory, so the addresses are set by hand.
static void flat_accesses(void **state) {
  (void)state;
  struct seen s;
  open_seen(&s, 5);
  for (uint32_t l = 0; l < WL_LANES; l++) {
    s.of.init.vgpr[0][l] = (uint32_t)kData + 4 * l;
    s.of.init.vgpr[1][l] = 0;
  }
  emit2(&s.of, global(WL_OP_global_store_dword, 0, 0, 1, 0, 0) & ~0xc000ull);
  emit(&s.of, S_WAITCNT_0);
  emit(&s.of, S_ENDPGM);
  start(&s.of, 0);
  run(&s.of, WL_OK);
  for (uint32_t i = 0; i < 64; i++) assert_int_equal(is_touched(&s, kData + i, true), i < 4 || (i >= 8 && i < 12));
  close_seen(&s);
}

static void gds(void **state) {
  (void)state;
  struct seen s;
  open_seen(&s, 1);
  emit2(&s.of, ds(WL_OP_ds_add_u32, 0, 0, 1, 0, 0) | WL_DS_GDS);
  emit(&s.of, S_WAITCNT_0);
  emit(&s.of, S_ENDPGM);
  start(&s.of, 0);
  run(&s.of, WL_OK);
  assert_int_equal(wl_mem_view_state(s.view), WL_VIEW_GDS);
  wl_mem_view_clear(s.view);
  assert_int_equal(wl_mem_view_state(s.view), WL_VIEW_WHOLE);
  close_seen(&s);
}

// Code counts as read in each run, also where it is decoded already.
static void code(void **state) {
  (void)state;
  struct seen s;
  open_seen(&s, 1);
  emit(&s.of, S_ENDPGM);
  for (int round = 0; round < 2; round++) {
    wl_mem_view_clear(s.view);
    start(&s.of, 0);
    run(&s.of, WL_OK);
    assert_true(is_touched(&s, kCode, false));
  }
  close_seen(&s);
}

// A wave that begins behind this finds what the other model's wave left.
static void inherited(void **state) {
  (void)state;
  struct seen s;
  open_seen(&s, kAll);
  emit(&s.of, vop1(WL_OP_v_mov_b32, 5, 128 + 9));
  emit(&s.of, sop1(WL_OP_s_mov_b32, 20, 128 + 11));
  emit2(&s.of, ds(WL_OP_ds_write_b32, 0, 0, 1, 0, 0));
  emit(&s.of, S_WAITCNT_0);
  emit(&s.of, S_ENDPGM);
  start(&s.of, 2);
  run(&s.of, WL_OK);
  wl_model *other =
      wl_model_new(&(wl_config){.waves = 16, .phys_vgprs = 256, .lds_entries = 256, .gds_entries = 64}, s.memory);
  assert_non_null(other);
  wl_model_inherit(other, s.of.model);
  assert_int_equal(wl_model_phys_vgpr(other, 5)[63], 9);
  assert_int_equal(wl_model_sgprs(other, 2)[20], 11);
  assert_int_equal(wl_model_lds_words(other)[1], 1);
  wl_model_free(other);
  close_seen(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(disjoint),
      cmocka_unit_test(neighbours),
      cmocka_unit_test(same_byte),
      cmocka_unit_test(across_pages),
      cmocka_unit_test(own_parts),
      cmocka_unit_test(cleared),
      cmocka_unit_test(many_pages),
      cmocka_unit_test(global_accesses),
      cmocka_unit_test(buffer_accesses),
      cmocka_unit_test(scalar_accesses),
      cmocka_unit_test(flat_accesses),
      cmocka_unit_test(gds),
      cmocka_unit_test(code),
      cmocka_unit_test(inherited),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
