// SPDX-License-Identifier: Apache-2.0
// What wl_model_issue reports of vector instructions: VGPRs and lanes written, and missing waits.
#include "program.h"

enum { S_MOV_B64 = WL_OP_s_mov_b64, V_MOV_B32 = WL_OP_v_mov_b32, V_ADD_CO_U32 = WL_OP_v_add_co_u32 };
enum { DPP_CODE = WL_SRC_DPP, SDWA_CODE = WL_SRC_SDWA, DWORD_LOAD = WL_OP_global_load_dword };

static uint64_t with(uint32_t w0, uint32_t w1) { return w0 | (uint64_t)w1 << 32; }

// Lanes of the effect: EXEC, the masks, and lanes whose source is missing or off.
static void dpp_lanes(void **state) {
  (void)state;
  struct program p;
  const uint32_t row_shl1 = 0x101 << 8, bound = 1 << 19, all = 0xff000000u;
  program_open(&p);
  p.init.exec = 0xffffffffffff00ffull;
  p.init.vgpr_count = 1;
  for (uint32_t l = 0; l < WL_LANES; l++) p.init.vgpr[0][l] = 100 + l;
  emit2(&p, with(vop1(V_MOV_B32, 3, DPP_CODE), all | row_shl1));
  emit2(&p, with(vop1(V_MOV_B32, 4, DPP_CODE), all | bound | row_shl1));
  emit2(&p, with(vop1(V_MOV_B32, 5, DPP_CODE), 0x5a000000u | bound | row_shl1));
  emit2(&p, with(vop2(V_ADD_CO_U32, 6, DPP_CODE, 0), 0x2f000000u | 0xe4 << 8));
  emit2(&p, with(vopc(WL_OP_v_cmp_t_i32, DPP_CODE, 0), 0x8f000000u | 0xe4 << 8));  // v_cmp_t_i32
  emit(&p, S_ENDPGM);
  start(&p, 0);
  wl_effect e = issue(&p, 0, WL_OK);
  assert_int_equal(e.vgpr_count, 1);
  assert_int_equal(e.phys_vgpr[0], 3);
  assert_true(e.vgpr_mask[0] == 0x7fff7fff7fff007full);
  assert_int_equal(wl_model_phys_vgpr(p.model, 3)[6], 107);
  assert_int_equal(wl_model_phys_vgpr(p.model, 3)[7], 0);
  e = issue(&p, 0, WL_OK);
  assert_true(e.vgpr_mask[0] == p.init.exec);
  assert_int_equal(wl_model_phys_vgpr(p.model, 4)[7], 0);
  e = issue(&p, 0, WL_OK);
  assert_true(e.vgpr_mask[0] == (0x0000f0f00000f0f0ull & p.init.exec));
  e = issue(&p, 0, WL_OK);
  assert_true(e.vgpr_mask[0] == 0xffff0000ull);
  assert_int_equal(state_regs(&p, 0).vcc_lo, 0);
  e = issue(&p, 0, WL_OK);
  assert_int_equal(e.vgpr_count, 0);
  assert_int_equal(state_regs(&p, 0).vcc_lo, 0);
  assert_int_equal(state_regs(&p, 0).vcc_hi, 0xffff0000);
  program_close(&p);
}

// Nothing written, nothing reported.
static void no_lanes(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  emit2(&p, with(vop1(V_MOV_B32, 3, DPP_CODE), 0xe4 << 8));
  emit(&p, S_ENDPGM);
  start(&p, 0);
  assert_int_equal(issue(&p, 0, WL_OK).vgpr_count, 0);
  program_close(&p);
}

// v_mqsad_u32_u8: four VGPRs, which must lie in the allocation like its sources.
static void four_rows(void **state) {
  (void)state;
  static const uint32_t vdst[] = {28, 29, 4}, src2[] = {4, 4, 29};
  for (unsigned i = 0; i < 3; i++) {
    struct program p;
    program_open(&p);
    emit2(&p, with(0xd1e70000u | vdst[i], 256 | 258 << 9 | (256 + src2[i]) << 18));
    emit(&p, S_ENDPGM);
    start(&p, 0);
    const wl_effect e = issue(&p, 0, i == 0 ? WL_OK : WL_ILLEGAL_INST);
    assert_int_equal(e.vgpr_count, i == 0 ? 4 : 0);
    for (unsigned r = 0; r < e.vgpr_count; r++) assert_int_equal(e.phys_vgpr[r], 28 + r);
    program_close(&p);
  }
}

// A register whose load has not been waited for: an SDWA destination that is partly kept, a source of DPP, the last
// register of a tuple.
static void loads_not_waited_for(void **state) {
  (void)state;
  const uint64_t uses[] = {with(vop1(V_MOV_B32, 9, SDWA_CODE), 6u << 16 | 2 << 11 | 4 << 8),
                           with(vop1(V_MOV_B32, 3, DPP_CODE), 0xff000000u | 0xe4 << 8 | 9),
                           with(0xd1e70000u | 12, 256 | 258 << 9 | (256 + 6) << 18),
                           with(0xd1e70000u | 6, 256 | 258 << 9 | (256 + 16) << 18),
                           with(vop2(WL_OP_v_add_u32, 3, SDWA_CODE, 9), 6u << 24 | 6 << 16 | 6 << 8)};
  for (unsigned i = 0; i < sizeof uses / sizeof *uses; i++) {
    struct program p;
    program_open(&p);
    p.init.sgpr_count = 2;
    p.init.sgpr[0] = (uint32_t)kData;
    emit2(&p, global(DWORD_LOAD, 9, 1, 0, 0, 0));
    emit2(&p, uses[i]);
    emit(&p, S_ENDPGM);
    start(&p, 0);
    issue(&p, 0, WL_OK);
    issue(&p, 0, WL_HAZARD_PENDING);
    program_close(&p);
  }
}

// GPR-index mode moves the registers of SDWA, DPP and packed instructions too.
static void gpr_index(void **state) {
  (void)state;
  const uint64_t words[] = {with(vop1(V_MOV_B32, 3, DPP_CODE), 0xff000000u | 0xe4 << 8),
                            with(vop1(V_MOV_B32, 3, SDWA_CODE), 6 << 16 | 6 << 8),
                            with(0xd3824003u, 256 | 128 << 9 | 3u << 27)};
  for (unsigned i = 0; i < 3; i++) {
    struct program p;
    program_open(&p);
    p.init.mode = 1u << 27;
    p.init.vgpr_count = 3;
    for (uint32_t l = 0; l < WL_LANES; l++) p.init.vgpr[2][l] = 0x10000 * l + l;
    emit(&p, sop1(WL_OP_s_mov_b32, M0, LITERAL));
    emit(&p, 9 << 12 | 2);  // SRC0 and VDST, by 2
    emit2(&p, words[i]);
    emit(&p, S_ENDPGM);
    start(&p, 0);
    issue(&p, 0, WL_OK);
    assert_int_equal(issue(&p, 0, WL_OK).phys_vgpr[0], 5);
    for (uint32_t l = 0; l < WL_LANES; l++) assert_int_equal(wl_model_phys_vgpr(p.model, 5)[l], 0x10000 * l + l);
    program_close(&p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dpp_lanes), cmocka_unit_test(no_lanes),
      cmocka_unit_test(four_rows), cmocka_unit_test(loads_not_waited_for),
      cmocka_unit_test(gpr_index),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
