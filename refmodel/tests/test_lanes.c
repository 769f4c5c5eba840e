// SPDX-License-Identifier: Apache-2.0
// Pending registers by lanes (D-WAIT-6, D-WAIT-7, D-WAIT-32), D16 with SRAM-ECC (D-MEM-81), canonical addresses
// (D-MEM-44, D-MEM-61).
#include "program.h"

enum { FIRST = 3, OTHERS = 12, SECOND = 2, NONE = 0 };  // EXEC: lanes 0 and 1; 2 and 3; 1; no lane

static uint64_t vop3(uint32_t op, uint32_t d, uint32_t a, uint32_t b) {
  return (0xd0000000u | op << 16 | d) | (uint64_t)(a | b << 9) << 32;
}
static uint64_t with_dpp(uint32_t w0, uint32_t a) { return w0 | (uint64_t)(0xff00e400u | a) << 32; }

static void put(struct program *p, uint64_t words) {
  if (words >> 32 != 0 || (uint32_t)words >> 30 == 3) emit2(p, words);
  else emit(p, (uint32_t)words);
}

// first issues with lanes 0 and 1 active, or with none; then EXEC changes, and second issues.
struct overlap {
  uint32_t exec;
  uint64_t first, second;
  const char *says;  // NULL: no hazard
};

static void try_overlap(size_t n, const struct overlap *o, uint32_t first_exec, const char *says) {
  for (int lockstep = 0; lockstep < 2; lockstep++) {
    struct program p;
    wl_run_report report = {.result = WL_OK};
    wl_effect e;
    program_open(&p);
    p.init.exec = first_exec;
    p.init.sgpr_count = 4;
    p.init.sgpr[2] = (uint32_t)kData;
    put(&p, o->first);
    emit(&p, sop1(WL_OP_s_mov_b64, WL_EXEC, 128 + o->exec));
    put(&p, o->second);
    emit(&p, S_ENDPGM);
    start(&p, 0);
    if (lockstep) {
      for (uint32_t i = 0; i < 3 && report.result == WL_OK; i++) report.result = wl_model_issue(p.model, 0, i, &e);
      memcpy(report.why, e.why, sizeof report.why);
    } else {
      wl_model_run(p.model, 0, &report);
    }
    if ((report.result == WL_HAZARD_PENDING || report.result == WL_HAZARD_STATES) != (says != NULL))
      fail_msg("%zu, %d: result %d, %s", n, lockstep, report.result, report.why);
    if (says != NULL && strstr(report.why, says) == NULL) fail_msg("%zu: %s", n, report.why);
    program_close(&p);
  }
}

// Decisions: D-WAIT-6, D-WAIT-7, D-WAIT-32.
static void by_lanes(void **state) {
  (void)state;
  const uint64_t load = global(WL_OP_global_load_dword, 8, 0, 0, 2, 0);
  const uint64_t of_lds = ds(WL_OP_ds_read_b32, 8, 0, 0, 0, 0);
  const uint64_t gds = ds(WL_OP_ds_write_b32, 0, 0, 8, 0, 0) | 1 << 16;
  const uint64_t read = vop1(WL_OP_v_mov_b32, 9, VGPR + 8), write = vop1(WL_OP_v_mov_b32, 8, 128);
  const struct overlap list[] = {
      {OTHERS, load, read, NULL},
      {SECOND, load, read, "global_load_dword at 0x10000 loads v8, v_mov_b32 at 0x1000c reads it"},
      {NONE, load, read, NULL},
      {OTHERS, load, write, NULL},
      {SECOND, load, write, "overwrites it"},
      {OTHERS, load, vop3(WL_OP_v_readlane_b32, 4, VGPR + 8, 128), "reads it"},
      {OTHERS, load, vop3(WL_OP_v_readlane_b32, 4, VGPR + 8, 133), NULL},
      {NONE, load, vop1(WL_OP_v_readfirstlane_b32, 4, VGPR + 8), "reads it"},
      {SECOND, load, vop1(WL_OP_v_readfirstlane_b32, 4, VGPR + 8), "reads it"},
      {OTHERS, load, vop1(WL_OP_v_readfirstlane_b32, 4, VGPR + 8), NULL},
      {OTHERS, load, with_dpp(vop1(WL_OP_v_mov_b32, 9, WL_SRC_DPP), 8), "reads it"},
      {OTHERS, load, with_dpp(vop2(WL_OP_v_add_u32, 9, WL_SRC_DPP, 8), 5), NULL},
      {OTHERS, load, vop3(WL_OP_v_writelane_b32, 8, 128, 129), "overwrites it"},
      {SECOND, load, vop3(WL_OP_v_writelane_b32, 8, 128, 133), NULL},
      {OTHERS, load, of_lds, NULL},
      {SECOND, load, of_lds, "overwrites it"},
      {SECOND, load, global(WL_OP_global_load_dword, 8, 0, 0, 2, 0), NULL},
      {OTHERS, of_lds, load, NULL},
      {OTHERS, load, ds(WL_OP_ds_bpermute_b32, 9, 5, 8, 0, 0), "reads it"},
      {OTHERS, load, ds(WL_OP_ds_permute_b32, 9, 8, 5, 0, 0), "reads it"},
      {OTHERS, load, ds(WL_OP_ds_swizzle_b32, 9, 8, 0, 0, 0), "reads it"},
      {OTHERS, load, ds(WL_OP_ds_write_b32, 0, 8, 8, 0, 0), NULL},
      {OTHERS, load, global(WL_OP_global_store_dword, 0, 8, 8, 2, 0), NULL},
      {SECOND, load, global(WL_OP_global_store_dword, 0, 0, 8, 2, 0), "reads it"},
      {OTHERS, load, vop1(WL_OP_v_swap_b32, 9, VGPR + 8), NULL},
      {SECOND, load, vop1(WL_OP_v_swap_b32, 9, VGPR + 8), "reads it"},
      // Operands of GDS that are yet to be read: the lanes that are written.
      {OTHERS, gds, write, NULL},
      {SECOND, gds, write, "expcnt"},
      {OTHERS, gds, vop3(WL_OP_v_writelane_b32, 8, 128, 129), "expcnt"},
      {SECOND, gds, vop3(WL_OP_v_writelane_b32, 8, 128, 133), NULL},
  };
  for (size_t n = 0; n < sizeof list / sizeof list[0]; n++) {
    try_overlap(n, &list[n], FIRST, list[n].says);
    try_overlap(n, &list[n], NONE, NULL);  // a load without lanes owns none
  }
}

// Row 11 goes by the EXEC with which the producer issued, not by the one that the instruction between them wrote.
// Decisions: D-WAIT-32.
static void states_by_lanes(void **state) {
  (void)state;
  const uint64_t write = vop1(WL_OP_v_mov_b32, 8, 128);
  const uint64_t moves = with_dpp(vop1(WL_OP_v_mov_b32, 9, WL_SRC_DPP), 8);
  const struct overlap then_all = {OTHERS, write, moves, NULL}, then_none = {NONE, write, moves, NULL};
  try_overlap(0, &then_all, NONE, NULL);
  try_overlap(1, &then_all, FIRST, "row 11");
  try_overlap(2, &then_none, FIRST, "row 11");
}

// A D16 load writes 0 to the half that it does not name.
// Decisions: D-MEM-81.
static void sramecc(void **state) {
  (void)state;
  const uint64_t loads[] = {
      global(WL_OP_global_load_short_d16, 8, 0, 0, 2, 0),
      global(WL_OP_global_load_short_d16_hi, 8, 0, 0, 2, 0),
      global(WL_OP_global_load_ubyte_d16, 8, 0, 0, 2, 0),
      global(WL_OP_global_load_sbyte_d16_hi, 8, 0, 0, 2, 0),
      mubuf(WL_OP_buffer_load_short_d16_hi, 8, 0, 4, 128, 0),
      mubuf(WL_OP_buffer_load_format_d16_x, 8, 0, 4, 128, 0),
      mubuf(WL_OP_buffer_load_format_d16_hi_x, 8, 0, 4, 128, 0),
      ds(WL_OP_ds_read_u16_d16, 8, 0, 0, 0, 0),
      ds(WL_OP_ds_read_u16_d16_hi, 8, 0, 0, 0, 0),
  };
  const uint32_t with[] = {0x1234, 0x12340000, 0x34, 0x340000, 0x12340000, 0x1234, 0x12340000, 0x1234, 0x12340000};
  for (size_t n = 0; n < sizeof loads / sizeof loads[0]; n++) {
    for (int ecc = 0; ecc < 2; ecc++) {
      struct program p;
      const uint32_t word = 0x1234;
      wl_run_report report;
      program_open_unit(
          &p, &(wl_config){.waves = 16, .phys_vgprs = 256, .lds_entries = 256, .isa = WL_GFX906, .sramecc = ecc});
      p.init.exec = 1;
      p.init.sgpr_count = 8;
      p.init.sgpr[2] = p.init.sgpr[4] = (uint32_t)kData;
      p.init.sgpr[6] = 64;
      p.init.sgpr[7] = 2u << 15 | 4u << 12 | 4;  // 16_UINT, X
      assert_true(wl_mem_write(p.mem, kData, &word, 4));
      *(uint32_t *)(uintptr_t)wl_model_lds_words(p.model) = word;
      uint32_t *v8 = (uint32_t *)(uintptr_t)wl_model_phys_vgpr(p.model, 8);
      v8[0] = v8[1] = 0xaaaabbbb;
      put(&p, loads[n]);
      emit(&p, S_WAITCNT_0);
      emit(&p, S_ENDPGM);
      start(&p, 0);
      wl_model_run(p.model, 0, &report);
      assert_int_equal(report.result, WL_OK);
      const uint32_t kept = with[n] > 0xffff ? 0xbbbb : 0xaaaa0000;
      if (v8[0] != (with[n] | (ecc ? 0 : kept))) fail_msg("%zu, %d: 0x%x", n, ecc, v8[0]);
      assert_int_equal(v8[1], 0xaaaabbbb);
      program_close(&p);
    }
  }
}

// Each form of address reaches the same place by its canonical address; by the 48 bits alone only a buffer does.
// Decisions: D-MEM-44, D-MEM-61.
static void canonical(void **state) {
  (void)state;
  const uint64_t low = 0x800000100000, high = 0xffff800000100000;
  for (int n = 0; n < 4; n++) {
    for (int full = 0; full < 2; full++) {
      struct program p;
      wl_run_report report;
      wl_unmapped unmapped;
      const uint32_t word = 0xcafe0000u + (uint32_t)n;
      const uint64_t at = full ? high : low;
      program_open(&p);
      p.init.exec = 1;
      p.init.sgpr_count = 8;
      p.init.sgpr[2] = (uint32_t)at;
      p.init.sgpr[3] = (uint32_t)(at >> 32);
      p.init.sgpr[4] = (uint32_t)at;
      p.init.sgpr[5] = (uint32_t)(at >> 32) & 0xffff;
      p.init.sgpr[6] = 64;
      p.init.sgpr[7] = 4u << 15;
      // The host may name the place either way.
      assert_true(wl_mem_map(p.mem, full ? low : high, 64) && wl_mem_write(p.mem, full ? low : high, &word, 4));
      assert_true(wl_mem_mapped(p.mem, high) && !wl_mem_mapped(p.mem, low));
      uint32_t *v0 = (uint32_t *)(uintptr_t)wl_model_phys_vgpr(p.model, 0);
      v0[0] = n == 2 ? (uint32_t)at : 0;
      v0[WL_LANES] = (uint32_t)(at >> 32);
      if (n == 0) put(&p, smem(WL_OP_s_load_dword, 10, 2, 0));
      else if (n == 1) put(&p, global(WL_OP_global_load_dword, 8, 0, 0, 2, 0));
      else if (n == 2) put(&p, global(WL_OP_flat_load_dword, 8, 0, 0, 0, 0) ^ 2u << 14);
      else put(&p, mubuf(WL_OP_buffer_load_dword, 8, 0, 4, 128, 0));
      emit(&p, S_WAITCNT_0);
      emit(&p, S_ENDPGM);
      start(&p, 0);
      wl_model_run(p.model, 0, &report);
      assert_int_equal(report.result, WL_OK);
      const uint32_t got = n == 0 ? sgpr(&p, 0, 10) : *wl_model_phys_vgpr(p.model, 8);
      if (got != (full || n == 3 ? word : 0)) fail_msg("%d, %d: 0x%x", n, full, got);
      wl_model_unmapped(p.model, &unmapped);
      assert_int_equal(unmapped.count, !full && n != 3);
      program_close(&p);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(by_lanes), cmocka_unit_test(states_by_lanes),
                                     cmocka_unit_test(sramecc), cmocka_unit_test(canonical)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
