// SPDX-License-Identifier: Apache-2.0
// What a vector ALU instruction uses beside its own registers: LDS_DIRECT and shared registers (lds.md 2, 5.3,
// 6). Values by hand.
#include "program.h"

enum { LDS_DIRECT = WL_SRC_LDS_DIRECT };
enum { V_MOV = WL_OP_v_mov_b32, V_ADD_U32 = WL_OP_v_add_u32, V_ADD_F32 = WL_OP_v_add_f32, V_MIN_U16 = WL_OP_v_min_u16 };

static uint32_t *row(const struct program *p, uint32_t n) {
  return (uint32_t *)(uintptr_t)wl_model_phys_vgpr(p->model, n);
}
static void set_row(struct program *p, uint32_t n, uint32_t value) {
  for (uint32_t l = 0; l < WL_LANES; l++) row(p, n)[l] = value;
}

static void set_m0(struct program *p, uint32_t value) {
  emit2(p, sop1(WL_OP_s_mov_b32, M0, LITERAL) | (uint64_t)value << 32);
}

static void direct_values(void **state) {
  (void)state;
  static const struct {
    uint32_t m0, value;
  } cases[] = {
      {0x00000, 0x83},       {0x00001, 0xf2},       {0x10000, 0xf283}, {0x10003, 0x8081},     {0x20000, 0x8081f283},
      {0x20007, 0x11223344}, {0x40000, 0xffffff83}, {0x40004, 0x44},   {0x50002, 0xffff8081}, {0x30000, 0},
      {0x60000, 0},          {0x70000, 0},          {0x20200, 0},      {0x0ffff, 0},          {0xfffa0000, 0x8081f283},
      {0x201fc, 0x77},       {0x001ff, 0},          {0x001fc, 0x77},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    for (int standalone = 0; standalone < 2; standalone++) {
      struct program p;
      program_open(&p);
      p.init.lds_base = 512;
      p.init.lds_size = 512;
      uint32_t *lds = (uint32_t *)(uintptr_t)wl_model_lds_words(p.model);
      lds[128] = 0x8081f283;
      lds[129] = 0x11223344;
      lds[255] = 0x77;
      lds[256] = 0x99;
      set_m0(&p, cases[i].m0);
      emit(&p, vop1(V_MOV, 3, LDS_DIRECT));
      emit(&p, vop2(V_ADD_U32, 4, LDS_DIRECT, 5));
      emit2(&p, 0xd1340006u | (uint64_t)(LDS_DIRECT | 193u << 9) << 32);  // v_add_u32_e64 v6, lds_direct, -1
      emit(&p, S_ENDPGM);
      set_row(&p, 5, 1);
      start(&p, 0);
      if (standalone) {
        run(&p, WL_OK);
      } else {
        for (int n = 0; n < 4; n++) issue(&p, 0, WL_OK);
        assert_int_equal(state_regs(&p, 0).trapsts, 0);
      }
      if (row(&p, 3)[63] != cases[i].value) fail_msg("M0 0x%x: 0x%x", cases[i].m0, row(&p, 3)[63]);
      assert_int_equal(row(&p, 4)[0], cases[i].value + 1);
      assert_int_equal(row(&p, 6)[0], cases[i].value - 1);
      program_close(&p);
    }
  }
}

static void direct_forms(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  ((uint32_t *)(uintptr_t)wl_model_lds_words(p.model))[1] = 0x40400000;  // 3.0
  set_m0(&p, 0x20004);
  emit(&p, vop2(V_ADD_F32, 4, LDS_DIRECT, 5));
  emit(&p, vopc(WL_OP_v_cmp_eq_u32, LDS_DIRECT, 5));  // v_cmp_eq_u32
  emit2(&p, 0xd1010006u | 1 << 8 |
                (uint64_t)(LDS_DIRECT | (VGPR + 5) << 9 | 1u << 29) << 32);  // v_add_f32_e64 v6, -|lds|, v5
  emit(&p, vop2(V_MIN_U16, 7, LDS_DIRECT, 8));                               // the low half alone: 0
  // The same in every lane, also where none is active (D-LDS-31).
  emit(&p, vop1(WL_OP_v_readfirstlane_b32, 4, LDS_DIRECT));
  emit2(&p, 0xd2890005u | (uint64_t)(LDS_DIRECT | (128u + 17) << 9) << 32);  // v_readlane_b32 s5, lds_direct, 17
  emit2(&p, 0xd1340009u | (uint64_t)(LDS_DIRECT | 4u << 9) << 32);           // v_add_u32_e64 v9, lds_direct, s4
  // v_pk_add_u16 v10, lds_direct, v8 op_sel:[1,0] op_sel_hi:[1,1]: twice the upper half
  emit2(&p, 0xd382080au | (uint64_t)(LDS_DIRECT | (VGPR + 8) << 9 | 3u << 27) << 32);
  emit(&p, S_ENDPGM);
  set_row(&p, 5, 0x3f800000);
  row(&p, 5)[9] = 0x40400000;
  set_row(&p, 8, 0xffff);
  start(&p, 0);
  for (int n = 0; n < 3; n++) issue(&p, 0, WL_OK);
  assert_int_equal(state_regs(&p, 0).vcc_lo, 1 << 9);
  run(&p, WL_OK);
  assert_int_equal(row(&p, 4)[0], 0x40800000);
  assert_int_equal(row(&p, 6)[0], 0xc0000000);
  assert_int_equal(row(&p, 7)[0], 0);
  assert_int_equal(row(&p, 9)[63], 0x80800000);
  assert_int_equal(row(&p, 10)[63], 0x4040403f);
  assert_int_equal(sgpr(&p, 0, 4), 0x40400000);
  assert_int_equal(sgpr(&p, 0, 5), 0x40400000);
  program_close(&p);
}

// 4 globals and 2 clause temporaries: physical VGPRs 0..3; 4..5 of slot 0; 6..7 of slot 1.
static void open_shared(struct program *p, uint32_t slot, uint32_t global, uint32_t temps) {
  program_open(p);
  p->init.vgpr_base = 16 + 32 * slot;
  p->init.shared_global = global;
  p->init.shared_temps = temps;
  for (uint32_t r = 0; r < 128; r++) set_row(p, r, 0x1000 + r);
}

static void shared_rows(void **state) {
  (void)state;
  static const struct {
    uint32_t slot, enables, from, to;  // v_mov_b32 v<to>, v<from>
    uint32_t read, written;            // rows of the pool
  } cases[] = {
      {0, 0, 2, 3, 18, 19}, {0, 1, 2, 3, 2, 19},  {0, 8, 2, 3, 18, 3},  {0, 9, 2, 3, 2, 3},   {0, 9, 4, 5, 4, 5},
      {1, 9, 4, 5, 6, 7},   {1, 1, 3, 31, 3, 79}, {1, 8, 31, 0, 79, 0}, {1, 6, 2, 3, 50, 51}, {0, 0xf, 0, 4, 0, 4},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    for (int standalone = 0; standalone < 2; standalone++) {
      struct program p;
      const uint32_t slot = cases[i].slot;
      open_shared(&p, slot, 4, 2);
      p.init.exec = 0xff00;
      set_m0(&p, 0xfff61234);
      emit(&p, sopp(WL_OP_shared_on, cases[i].enables | 0xfff0));
      emit(&p, vop1(V_MOV, cases[i].to, VGPR + cases[i].from));
      emit(&p, sopp(WL_OP_shared_off, 0));
      emit(&p, vop1(V_MOV, 30, VGPR + 29));
      emit(&p, S_ENDPGM);
      start(&p, slot);
      if (standalone) {
        run(&p, WL_OK);
      } else {
        for (int n = 0; n < 2; n++) issue(&p, slot, WL_OK);
        assert_int_equal(state_regs(&p, slot).m0, (0xfff01234 & ~0xf0000u) | (cases[i].enables << 16));
        assert_int_equal(state_regs(&p, slot).mode, 1 << 22);
        const wl_effect e = issue(&p, slot, WL_OK);
        assert_int_equal(e.vgpr_count, 1);
        assert_int_equal(e.phys_vgpr[0], cases[i].written);
        assert_int_equal(e.vgpr_mask[0], 0xff00);
        for (int n = 0; n < 3; n++) issue(&p, slot, WL_OK);
      }
      assert_int_equal(state_regs(&p, slot).mode, 0);
      for (uint32_t r = 0; r < 128; r++) {
        const uint32_t from = r == cases[i].written        ? cases[i].read
                              : r == p.init.vgpr_base + 30 ? p.init.vgpr_base + 29
                                                           : r;
        if (row(&p, r)[15] != 0x1000 + from) fail_msg("case %zu: row %u is 0x%x", i, r, row(&p, r)[15]);
        assert_int_equal(row(&p, r)[16], 0x1000 + r);
      }
      program_close(&p);
    }
  }
}

static void expect_illegal(uint32_t global, uint32_t temps, uint32_t m0, uint32_t mode, uint64_t words, uint32_t size,
                           bool illegal) {
  for (int standalone = 0; standalone < 2; standalone++) {
    struct program p;
    open_shared(&p, 0, global, temps);
    p.init.mode = mode;
    set_m0(&p, m0);
    if (size == 8) emit2(&p, words);
    else emit(&p, (uint32_t)words);
    emit(&p, S_ENDPGM);
    start(&p, 0);
    if (standalone) {
      run(&p, illegal ? WL_ILLEGAL_INST : WL_OK);
    } else {
      issue(&p, 0, WL_OK);
      issue(&p, 0, illegal ? WL_ILLEGAL_INST : WL_OK);
    }
    program_close(&p);
  }
}

// D-R700-12, D-R700-13
static void shared_legality(void **state) {
  (void)state;
  enum {
    SHARED = WL_MODE_SHARED,
    INDEX = WL_MODE_GPR_IDX_EN,
    SRC0 = 1 << 16,
    SRC1 = 1 << 17,
    SRC2 = 1 << 18,
    DST = 1 << 19
  };
  const uint64_t shift64 = 0xd28f0004u | (uint64_t)((VGPR + 9) | (VGPR + 3) << 9)
                                             << 32;  // v_lshlrev_b64 v[4:5], v9, v[3:4]
  expect_illegal(0, 0, SRC0, SHARED, vop1(V_MOV, 4, VGPR), 4, true);
  expect_illegal(0, 0, SRC1, SHARED, vop1(V_MOV, 4, VGPR), 4, false);
  expect_illegal(0, 0, SRC0, 0, vop1(V_MOV, 4, VGPR), 4, false);
  expect_illegal(4, 2, SRC0, SHARED, vop1(V_MOV, 4, VGPR + 5), 4, false);
  expect_illegal(4, 2, SRC0, SHARED, vop1(V_MOV, 4, VGPR + 6), 4, true);
  expect_illegal(4, 2, DST, SHARED, vop1(V_MOV, 6, VGPR + 3), 4, true);
  expect_illegal(4, 2, DST, SHARED, vop1(V_MOV, 5, VGPR + 31), 4, false);
  expect_illegal(4, 2, DST, SHARED, vop1(V_MOV, 5, VGPR + 32), 4, true);  // a private one past the allocation
  expect_illegal(4, 2, SRC0, SHARED, vop1(V_MOV, 5, 4), 4, false);        // an SGPR is none of it
  expect_illegal(4, 2, SRC1, SHARED, shift64, 8, true);                   // the last global one and the first temporary
  expect_illegal(5, 2, SRC1, SHARED, shift64, 8, false);
  expect_illegal(3, 2, SRC1, SHARED, shift64, 8, false);
  expect_illegal(4, 2, DST, SHARED, shift64, 8, false);
  expect_illegal(4, 1, DST, SHARED, shift64, 8, true);
  // With an index: an absolute operand out of range does not become v0.
  expect_illegal(4, 2, SRC0 | 1 << 12 | 3, SHARED | INDEX, vop1(V_MOV, 4, VGPR + 2), 4, false);
  expect_illegal(4, 2, SRC0 | 1 << 12 | 4, SHARED | INDEX, vop1(V_MOV, 4, VGPR + 2), 4, true);
  expect_illegal(4, 2, DST | 1 << 12 | 40, SHARED | INDEX, vop1(V_MOV, 4, VGPR + 2), 4, false);
  // Memory instructions are private.
  expect_illegal(4, 2, 15 << 16, SHARED, ds(WL_OP_ds_read_b32, 16, 15, 0, 0, 0), 8, false);
  // SDWA and DPP are like the rest: v_mov_b32_sdwa v4, v6 and v_mov_b32_dpp v4, v6 quad_perm.
  expect_illegal(4, 2, SRC0, SHARED, vop1(V_MOV, 4, 249) | (0x00060606ull) << 32, 8, true);
  expect_illegal(4, 2, SRC0, SHARED, vop1(V_MOV, 4, 250) | (0xff000006ull) << 32, 8, true);
  expect_illegal(4, 2, SRC0, SHARED, vop1(V_MOV, 4, 250) | (0xff000005ull) << 32, 8, false);
}

// Indexed and absolute; a swap; two registers in the temporaries of an odd slot; readlane.
static void shared_forms(void **state) {
  (void)state;
  struct program p;
  open_shared(&p, 1, 4, 2);  // window at 48
  set_m0(&p, 0x9001);        // indexes of source 0 and destination: 1
  p.init.mode = 1 << 27;
  emit(&p, sopp(WL_OP_shared_on, 1));              // source 0 absolute
  emit(&p, vop1(V_MOV, 8, VGPR + 2));              // v9 = row 3
  emit(&p, sopp(WL_OP_s_set_gpr_idx_off, 0));      // s_set_gpr_idx_off
  emit(&p, vop1(WL_OP_v_swap_b32, 10, VGPR + 1));  // v_swap_b32 v10, row 1
  emit(&p, sopp(WL_OP_shared_on, 9));
  emit2(&p, 0xd28f0004u | (uint64_t)(128 | (VGPR + 11) << 9) << 32);  // v_lshlrev_b64 rows 6 and 7, 0, v[11:12]
  emit2(&p, 0xd2890008u | (uint64_t)((VGPR + 5) | 192u << 9) << 32);  // v_readlane_b32 s8, row 7, 64
  emit(&p, sopp(WL_OP_shared_off, 0));
  emit(&p, vop1(V_MOV, 2, VGPR + 1));  // private again
  emit(&p, S_ENDPGM);
  start(&p, 1);
  run(&p, WL_OK);
  assert_int_equal(row(&p, 48 + 9)[5], 0x1003);
  assert_int_equal(row(&p, 48 + 10)[5], 0x1001);
  assert_int_equal(row(&p, 1)[5], 0x1000 + 48 + 10);
  assert_int_equal(row(&p, 6)[5], 0x1000 + 48 + 11);
  assert_int_equal(row(&p, 7)[5], 0x1000 + 48 + 12);
  assert_int_equal(row(&p, 4)[5], 0x1004);
  assert_int_equal(sgpr(&p, 1, 8), 0x1000 + 48 + 12);
  assert_int_equal(row(&p, 48 + 2)[5], 0x1000 + 48 + 1);
  program_close(&p);
}

// A load in flight writes the wave's own registers, not shared ones.
static void shared_hazard(void **state) {
  (void)state;
  for (uint32_t i = 0; i < 2; i++) {
    struct program p;
    open_shared(&p, 0, 4, 2);
    emit(&p, sopp(WL_OP_shared_on, i == 0 ? 1 : 0));
    emit2(&p, ds(WL_OP_ds_read_b32, 2, 20, 0, 0, 0));
    emit(&p, vop1(V_MOV, 4, VGPR + 2));  // row 2 of the pool, or v2
    start(&p, 0);
    issue(&p, 0, WL_OK);
    issue(&p, 0, WL_OK);
    issue(&p, 0, i == 0 ? WL_OK : WL_HAZARD_PENDING);
    program_close(&p);
  }
}

// D-R700-16
static void shared_launch(void **state) {
  (void)state;
  static const struct {
    uint32_t global, temps, base;
    bool legal;
  } cases[] = {{4, 2, 8, true},      {4, 2, 7, false},     {64, 32, 128, true},
               {64, 33, 130, false}, {129, 0, 129, false}, {0, 0, 0, true}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct program p;
    program_open(&p);
    p.init.vgpr_base = cases[i].base;
    p.init.shared_global = cases[i].global;
    p.init.shared_temps = cases[i].temps;
    assert_int_equal(wl_model_wave_start(p.model, 0, &p.init), cases[i].legal ? WL_OK : WL_BAD_EVENT);
    program_close(&p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(direct_values),   cmocka_unit_test(direct_forms), cmocka_unit_test(shared_rows),
      cmocka_unit_test(shared_legality), cmocka_unit_test(shared_forms), cmocka_unit_test(shared_hazard),
      cmocka_unit_test(shared_launch),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
