// SPDX-License-Identifier: Apache-2.0
// Wait states (control-flow.md 2.3, 7): each row just broken and just kept, by issue and in a standalone run.
#include "program.h"

#include <stdio.h>

enum { M0_ = WL_M0, DPP = WL_SRC_DPP, SDWA = WL_SRC_SDWA };
enum { MODE_ALL = 31 << 11 | WL_HWREG_MODE, TRAPSTS_ALL = 31 << 11 | WL_HWREG_TRAPSTS };

// One instruction of one or two words.
static uint64_t vop3(uint32_t op, uint32_t d, uint32_t a, uint32_t b) {
  return (0xd0000000u | op << 16 | d) | (uint64_t)(a | b << 9) << 32;
}
static uint64_t div_fmas(uint32_t d) {
  return vop3(WL_OP_v_div_fmas_f32, d, VGPR, VGPR + 1) | (uint64_t)(VGPR + 2) << 50;
}
static uint64_t div_fmas_f64(uint32_t d) {
  return vop3(WL_OP_v_div_fmas_f64, d, VGPR, VGPR + 2) | (uint64_t)(VGPR + 4) << 50;
}
static uint64_t dpp_mov(uint32_t d, uint32_t a) {
  return vop1(WL_OP_v_mov_b32, d, DPP) | (uint64_t)(0xff00e400u | a) << 32;
}
static uint64_t dpp_add(uint32_t d, uint32_t a, uint32_t b) {
  return vop2(WL_OP_v_add_u32, d, DPP, b) | (uint64_t)(0xff00e400u | a) << 32;
}

struct pair {
  uint32_t row, states;
  uint64_t first, second;
  const char *names;  // a piece of what is said
};

static bool is_long(uint64_t words) {
  // Right for the instructions used here: 8 bytes by format, or with a literal or DPP dword.
  const uint32_t w0 = (uint32_t)words;
  return words >> 32 != 0 || w0 >> 30 == 3;
}

static void put(struct program *p, uint64_t words) {
  if (is_long(words)) emit2(p, words);
  else emit(p, (uint32_t)words);
}

// Wait states between the two: by s_nop, by single instructions or across a branch.
static void gap(struct program *p, uint32_t states, int how) {
  if (states == 0) return;
  if (how == 0) {
    emit(p, sopp(WL_OP_s_nop, states - 1));
  } else if (how == 1) {
    for (uint32_t i = 0; i < states; i++) emit(p, sopk(WL_OP_s_movk_i32, 90, i));
  } else {
    emit(p, sopp(WL_OP_s_branch, 3));  // a branch over what must not run
    for (uint32_t i = 0; i < 3; i++) emit(p, S_NOP + 7);
    for (uint32_t i = 1; i < states; i++) emit(p, S_NOP);
  }
}

static void open_pair(struct program *p, const struct pair *c, uint32_t states, int how) {
  program_open(p);
  p->init.trap_enabled = true;
  p->init.tba = kCode + 0x40;
  p->init.sgpr_count = 32;
  p->init.sgpr[2] = (uint32_t)kData;
  emit(p, sopp(WL_OP_s_trap, 1));
  p->at = kCode + 0x40;
  put(p, c->first);
  gap(p, states, how);
  put(p, c->second);
  emit(p, S_WAITCNT_0);
  emit(p, S_ENDPGM);
  start(p, 0);
}

static void pair_is(const struct pair *c, uint32_t states, int how, bool early) {
  struct program p;
  wl_effect e;
  wl_run_report report;
  char row[40];
  if (c->row) snprintf(row, sizeof row, "wait states, row %u:", c->row);
  else snprintf(row, sizeof row, "VCCZ:");
  open_pair(&p, c, states, how);
  wl_result r = WL_OK;
  for (uint32_t n = 0; n < 20 && r == WL_OK; n++) {
    r = wl_model_issue(p.model, 0, n, &e);
    if (e.end != WL_END_NONE || (uint32_t)c->second == e.words[0]) break;
  }
  if (r != (early ? WL_HAZARD_STATES : WL_OK))
    fail_msg("row %u, %u states (%d): result %d, %s", c->row, states, how, r, e.why);
  if (early && (strstr(e.why, row) == NULL || strstr(e.why, c->names) == NULL))
    fail_msg("\"%s\" lacks \"%s\"", e.why, c->names);
  program_close(&p);
  open_pair(&p, c, states, how);
  wl_model_run(p.model, 100, &report);
  if (early ? report.result != WL_HAZARD_STATES || strcmp(report.why, e.why) != 0 : report.result == WL_HAZARD_STATES) {
    fail_msg("row %u, %u states (%d) standalone: result %d, \"%s\", not \"%s\"", c->row, states, how, report.result,
             report.why, e.why);
  }
  program_close(&p);
  open_pair(&p, c, states, how);
  wl_model_ignore_hazards(p.model, true);
  wl_model_run(p.model, 100, &report);
  assert_int_not_equal(report.result, WL_HAZARD_STATES);
  program_close(&p);
}

// Decisions: D-WAIT-9, D-WAIT-11, D-WAIT-12, D-WAIT-20, D-WAIT-22, D-WAIT-23.
static void every_row(void **state) {
  (void)state;
  const struct pair pairs[] = {
      {1, 2, sopk(WL_OP_s_setreg_b32, 4, 1), sopk(WL_OP_s_getreg_b32, 5, 1),
       "s_setreg_b32 at 0x10040 writes hwreg(1), s_getreg_b32 at"},
      {1, 2, sopk(WL_OP_s_setreg_b32, 4, TRAPSTS_ALL), sopk(WL_OP_s_getreg_b32, 5, TRAPSTS_ALL), "hwreg(3)"},
      {2, 2, sopk(WL_OP_s_setreg_b32, 4, 3 << 11 | 1), sopk(WL_OP_s_setreg_b32, 5, 3 << 11 | 4 << 6 | 1), "hwreg(1)"},
      {2, 2, sopk(WL_OP_s_setreg_b32, 4, 3 << 11 | 2),
       (uint64_t)sopk(WL_OP_s_setreg_imm32_b32, 0, 3 << 11 | 2) | 1ull << 32, "s_setreg_imm32_b32 at"},
      {3, 2, sopc(WL_OP_s_setvskip, 128, 128), sopk(WL_OP_s_getreg_b32, 5, MODE_ALL),
       "s_setvskip at 0x10040 writes mode"},
      {4, 2, sopc(WL_OP_s_setvskip, 128, 128), vop1(WL_OP_v_mov_b32, 0, VGPR + 1), "needs 2 between"},
      {4, 2, sopk(WL_OP_s_setreg_b32, 4, MODE_ALL), vop1(WL_OP_v_nop, 0, VGPR), "v_nop at"},
      {4, 2, sopk(WL_OP_s_setreg_b32, 4, 28 << 6 | 1), ds(WL_OP_ds_read_b32, 0, 1, 0, 0, 0), "ds_read_b32 at"},
      {4, 2, sopk(WL_OP_s_setreg_b32, 4, MODE_ALL), global(WL_OP_global_load_dword, 0, 1, 0, 2, 0),
       "global_load_dword at"},
      {4, 2, sopc(WL_OP_s_setvskip, 129, 128), vop1(WL_OP_v_mov_b32, 0, VGPR + 1),
       "v_mov_b32 at"},  // VSKIP discards it, too early all the same
      {5, 5, vopc(WL_OP_v_cmp_eq_i32, VGPR, 1), vop1(WL_OP_v_mov_b32, 0, 251),
       "v_cmp_eq_i32 at 0x10040 writes vcc, v_mov_b32 at"},
      {5, 5, vopc(WL_OP_v_cmpx_eq_i32, VGPR, 0), vop1(WL_OP_v_mov_b32, 0, 252), "writes exec"},
      {6, 4, vop1(WL_OP_v_readfirstlane_b32, 6, VGPR), vop3(WL_OP_v_readlane_b32, 7, VGPR, 6),
       "v_readfirstlane_b32 at 0x10040 writes s6, v_readlane_b32 at"},
      {6, 4, vop3(WL_OP_v_cmp_eq_i32, 8, VGPR, VGPR + 1), vop3(WL_OP_v_writelane_b32, 7, 128, 9),
       "writes s9, v_writelane_b32 at"},
      {6, 4, vopc(WL_OP_v_cmp_eq_i32, VGPR, 1), vop3(WL_OP_v_readlane_b32, 7, VGPR, VCC), "writes vcc"},
      {7, 4, vopc(WL_OP_v_cmp_eq_i32, VGPR, 1), div_fmas(3), "v_cmp_eq_i32 at 0x10040 writes vcc, v_div_fmas_f32 at"},
      {7, 4, vop1(WL_OP_v_readfirstlane_b32, VCC + 1, VGPR), div_fmas(3), "writes vcc"},
      {7, 4, vopc(WL_OP_v_cmp_eq_i32, VGPR, 1), div_fmas_f64(2), "writes vcc, v_div_fmas_f64 at"},
      {8, 1, global(WL_OP_global_store_dwordx4, 0, 0, 8, 2, 0), vop1(WL_OP_v_mov_b32, 11, VGPR),
       "global_store_dwordx4 at 0x10040 stores v11, v_mov_b32 at"},
      {8, 1, global(WL_OP_global_store_dwordx3, 0, 0, 8, 2, 0), vop1(WL_OP_v_swap_b32, 0, VGPR + 10),
       "stores v10"},  // v_swap writes its source
      {9, 5, vop1(WL_OP_v_readfirstlane_b32, 3, VGPR), global(WL_OP_global_load_dword, 0, 1, 0, 2, 0),
       "v_readfirstlane_b32 at 0x10040 writes s3, global_load_dword at"},
      {9, 5, vopc(WL_OP_v_cmp_eq_i32, VGPR, 1), global(WL_OP_global_store_dword, 0, 1, 0, VCC, 0),
       "writes vcc, global_store_dword at"},
      // A constant in SOFFSET (D-WAIT-27).
      {8, 1, mubuf(WL_OP_buffer_store_dwordx4, 8, 0, 4, 128, 0), vop1(WL_OP_v_mov_b32, 11, VGPR),
       "buffer_store_dwordx4 at 0x10040 stores v11, v_mov_b32 at"},
      {8, 1, mubuf(WL_OP_buffer_store_dwordx3, 8, 0, 4, 208, 0), vop1(WL_OP_v_mov_b32, 10, VGPR), "stores v10"},
      {8, 1, mubuf(WL_OP_buffer_atomic_cmpswap_x2, 8, 0, 4, 128, 0), vop1(WL_OP_v_mov_b32, 11, VGPR), "stores v11"},
      // Any word of the V#, and SOFFSET (D-WAIT-28).
      {9, 5, vop1(WL_OP_v_readfirstlane_b32, 4, VGPR), mubuf(WL_OP_buffer_load_dword, 0, 1, 4, 8, 0),
       "v_readfirstlane_b32 at 0x10040 writes s4, buffer_load_dword at"},
      {9, 5, vop1(WL_OP_v_readfirstlane_b32, 7, VGPR), mubuf(WL_OP_buffer_store_byte, 0, 1, 4, 128, 0), "writes s7"},
      {9, 5, vop1(WL_OP_v_readfirstlane_b32, 8, VGPR), mubuf(WL_OP_buffer_load_dword, 0, 1, 4, 8, 0), "writes s8"},
      {9, 5, vop1(WL_OP_v_readfirstlane_b32, M0_, VGPR), mubuf(WL_OP_buffer_load_dword, 0, 1, 4, M0_, 0), "writes m0"},
      {10, 1, sop1(WL_OP_s_mov_b32, M0_, 128), sopp(WL_OP_s_sendmsg, 1),
       "s_mov_b32 at 0x10040 writes m0, s_sendmsg at"},
      {10, 1, sopp(WL_OP_s_set_gpr_idx_mode, 1), sopp(WL_OP_s_sendmsghalt, 1),
       "s_set_gpr_idx_mode at 0x10040 writes m0, s_sendmsghalt at"},
      {10, 1, sop1(WL_OP_s_set_gpr_idx_idx, 0, 4), sopp(WL_OP_s_ttracedata, 1), "s_ttracedata at"},
      {11, 2, vop1(WL_OP_v_mov_b32, 3, VGPR), dpp_mov(4, 3), "v_mov_b32 at 0x10040 writes v3, v_mov_b32 at"},
      {11, 2, vop1(WL_OP_v_mov_b32, 3, VGPR), dpp_add(4, 3, 5), "writes v3, v_add_u32 at"},
      {11, 2, vop3(WL_OP_v_writelane_b32, 3, 128, 130), dpp_mov(4, 3), "v_writelane_b32 at 0x10040 writes v3"},
      {11, 2, vop1(WL_OP_v_swap_b32, 3, VGPR + 5), dpp_mov(4, 5), "v_swap_b32 at 0x10040 writes v5"},
      {12, 5, vopc(WL_OP_v_cmpx_eq_i32, VGPR, 0), dpp_mov(4, 3), "writes exec"},
      {14, 1, sopk(WL_OP_s_setreg_b32, 4, 11 << 6 | 3), sop1(WL_OP_s_rfe_b64, 0, 2), "writes trapsts, s_rfe_b64 at"},
      {14, 1, (uint64_t)sopk(WL_OP_s_setreg_imm32_b32, 0, TRAPSTS_ALL) | 1ull << 32,
       sop2(WL_OP_s_rfe_restore_b64, 0, 2, 128), "s_rfe_restore_b64 at"},
      {16, 1, sop1(WL_OP_s_mov_b32, M0_, 130), sop1(WL_OP_s_movrels_b32, 5, 4), "writes m0, s_movrels_b32 at"},
      {16, 1, sop2(WL_OP_s_add_u32, M0_, 130, 128), sop1(WL_OP_s_movreld_b32, 4, 5), "s_movreld_b32 at"},
  };
  for (uint32_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
    for (int how = 0; how < 3; how++) {
      for (uint32_t states = 0; states <= pairs[i].states + 1; states++)
        pair_is(&pairs[i], states, how, states < pairs[i].states);
    }
  }
}

// Decisions: D-WAIT-21.
static void no_hazard(void **state) {
  (void)state;
  const struct pair clean[] = {
      {1, 0, sopk(WL_OP_s_setreg_b32, 4, 1), sopk(WL_OP_s_getreg_b32, 5, 3), ""},  // another register
      {2, 0, sopk(WL_OP_s_setreg_b32, 4, 1), sopk(WL_OP_s_setreg_b32, 5, 2), ""},
      {3, 0, sopc(WL_OP_s_setvskip, 128, 128), sopk(WL_OP_s_getreg_b32, 5, 3), ""},
      {4, 0, sopk(WL_OP_s_setreg_b32, 4, 27 << 11 | 1), vop1(WL_OP_v_mov_b32, 0, VGPR + 1),
       ""},  // all of MODE below VSKIP
      {4, 0, sopk(WL_OP_s_setreg_b32, 4, 2 << 11 | 29 << 6 | 1), vop1(WL_OP_v_mov_b32, 0, VGPR + 1),
       ""},  // CSP above it
      {4, 0, sopc(WL_OP_s_setvskip, 128, 128), smem(WL_OP_s_load_dword, 8, 2, 0), ""},
      {5, 0, vopc(WL_OP_v_cmp_eq_i32, VGPR, 1), vop1(WL_OP_v_mov_b32, 0, 252), ""},
      {5, 0, sop1(WL_OP_s_mov_b64, VCC, 128), vop1(WL_OP_v_mov_b32, 0, 251), ""},  // by the scalar unit
      {6, 0, vop1(WL_OP_v_readfirstlane_b32, 6, VGPR), vop3(WL_OP_v_readlane_b32, 7, VGPR, 5), ""},
      {6, 0, sop1(WL_OP_s_mov_b32, 6, 128), vop3(WL_OP_v_readlane_b32, 7, VGPR, 6), ""},
      {6, 0, vop1(WL_OP_v_readfirstlane_b32, 6, VGPR), vop2(WL_OP_v_add_u32, 1, 6, 1), ""},  // no lane select
      {7, 0, sop1(WL_OP_s_mov_b64, VCC, 128), div_fmas(3), ""},                              // by the scalar unit
      {7, 0, vop3(WL_OP_v_cmp_eq_i32, 8, VGPR, VGPR + 1), div_fmas(3), ""},                  // another pair
      {7, 0, vopc(WL_OP_v_cmp_eq_i32, VGPR, 1), vop2(WL_OP_v_cndmask_b32, 3, VGPR, 1), ""},  // v_cndmask
      {8, 0, global(WL_OP_global_store_dwordx2, 0, 0, 8, 2, 0), vop1(WL_OP_v_mov_b32, 9, VGPR), ""},  // 64 bits
      {8, 0, global(WL_OP_global_store_dwordx4, 0, 0, 8, 2, 0), vop1(WL_OP_v_mov_b32, 12, VGPR + 8), ""},
      {8, 0, global(WL_OP_global_store_dwordx4, 0, 0, 8, 2, 0),
       vop1(WL_OP_v_mov_b32, 11, DPP) | (uint64_t)(0xf000e400u | 5) << 32, ""},  // it writes no lane
      {9, 0, vop1(WL_OP_v_readfirstlane_b32, 4, VGPR), global(WL_OP_global_load_dword, 0, 1, 0, 2, 0), ""},
      {9, 0, sop1(WL_OP_s_mov_b32, 3, 128), global(WL_OP_global_load_dword, 0, 1, 0, 2, 0), ""},
      {9, 0, vop1(WL_OP_v_readfirstlane_b32, 3, VGPR), smem(WL_OP_s_load_dword, 8, 2, 0), ""},
      {8, 0, mubuf(WL_OP_buffer_store_dwordx4, 8, 0, 4, 8, 0), vop1(WL_OP_v_mov_b32, 11, VGPR), ""},  // D-WAIT-27
      {8, 0, mubuf(WL_OP_buffer_store_dwordx3, 8, 0, 4, M0_, 0), vop1(WL_OP_v_mov_b32, 10, VGPR), ""},
      {8, 0, mubuf(WL_OP_buffer_store_dwordx2, 8, 0, 4, 128, 0), vop1(WL_OP_v_mov_b32, 9, VGPR), ""},
      {8, 0, mubuf(WL_OP_buffer_atomic_cmpswap_x2, 8, 0, 4, 8, 0), vop1(WL_OP_v_mov_b32, 11, VGPR), ""},
      {8, 0, mubuf(WL_OP_buffer_atomic_cmpswap, 8, 0, 4, 128, 0), vop1(WL_OP_v_mov_b32, 9, VGPR), ""},
      {8, 0, mubuf(WL_OP_buffer_store_dwordx4, 8, 0, 4, 128, WL_MUBUF_OFFEN), vop1(WL_OP_v_mov_b32, 0, VGPR), ""},
      {9, 0, vop1(WL_OP_v_readfirstlane_b32, 3, VGPR), mubuf(WL_OP_buffer_load_dword, 0, 1, 4, 9, 0), ""},
      {9, 0, vop1(WL_OP_v_readfirstlane_b32, 8, VGPR), mubuf(WL_OP_buffer_load_dword, 0, 1, 4, 9, 0), ""},
      {9, 0, sop1(WL_OP_s_mov_b32, 4, 128), mubuf(WL_OP_buffer_load_dword, 0, 1, 4, 9, 0), ""},
      {10, 0, vop1(WL_OP_v_readfirstlane_b32, M0_, VGPR), sopp(WL_OP_s_sendmsg, 1), ""},
      {11, 0, vop1(WL_OP_v_mov_b32, 3, VGPR), dpp_mov(4, 5), ""},
      // SRC1 and an accumulator (D-WAIT-12).
      {11, 0, vop1(WL_OP_v_mov_b32, 3, VGPR), dpp_add(4, 5, 3), ""},
      {11, 0, vop1(WL_OP_v_mov_b32, 4, VGPR), vop2(WL_OP_v_mac_f32, 4, DPP, 6) | (uint64_t)(0xff00e400u | 5) << 32, ""},
      // No lane is written: the masks of the DPP dword leave none (D-WAIT-32).
      {11, 0, vop1(WL_OP_v_mov_b32, 3, DPP) | (uint64_t)(0x0f00e400u | 5) << 32, dpp_mov(4, 3), ""},
      {11, 0, vop1(WL_OP_v_mov_b32, 3, VGPR), vop1(WL_OP_v_mov_b32, 4, VGPR + 3), ""},
      {14, 0, sopk(WL_OP_s_setreg_b32, 4, 1), sop1(WL_OP_s_rfe_b64, 0, 2), ""},
      {16, 0, sop1(WL_OP_s_mov_b32, 7, 130), sop1(WL_OP_s_movrels_b32, 5, 4), ""},
  };
  for (uint32_t i = 0; i < sizeof clean / sizeof clean[0]; i++) pair_is(&clean[i], 0, 0, false);
}

// Decisions: D-WAIT-1, D-WAIT-24.
static void vccz(void **state) {
  (void)state;
  const struct pair half = {0, 0, sop1(WL_OP_s_mov_b32, VCC, 129), sopp(WL_OP_s_cbranch_vccz, 0),
                            "s_mov_b32 at 0x10040 writes half of vcc, s_cbranch_vccz at"};
  const struct pair data = {0, 0, sop1(WL_OP_s_mov_b32, VCC + 1, 129), sop1(WL_OP_s_mov_b32, 4, 251), "s_mov_b32 at"};
  const struct pair lane = {0, 0, vop1(WL_OP_v_readfirstlane_b32, VCC, VGPR), sopp(WL_OP_s_cbranch_vccnz, 0),
                            "v_readfirstlane_b32 at"};
  const struct pair cmov = {0, 0, sop1(WL_OP_s_cmov_b32, VCC, 129), sopp(WL_OP_s_cbranch_vccz, 0),
                            ""};  // SCC is 0: it writes nothing
  const struct pair whole = {0, 0, sop1(WL_OP_s_mov_b64, VCC, 129), sopp(WL_OP_s_cbranch_vccz, 0), ""};
  pair_is(&half, 0, 0, true);
  pair_is(&half, 7, 1, true);  // no wait helps
  pair_is(&data, 0, 0, true);
  pair_is(&lane, 0, 0, true);
  pair_is(&cmov, 0, 0, false);
  pair_is(&whole, 0, 0, false);
  // A write of all of it in between does.
  struct program p;
  program_open(&p);
  emit(&p, sop1(WL_OP_s_mov_b32, VCC, 129));
  emit(&p, sop1(WL_OP_s_mov_b64, VCC, VCC));
  emit(&p, sopp(WL_OP_s_cbranch_vccz, 0));
  emit(&p, sop1(WL_OP_s_mov_b32, VCC, 129));
  emit(&p, vopc(WL_OP_v_cmp_eq_i32, VGPR, 1));
  emit(&p, sopp(WL_OP_s_cbranch_vccz, 0));
  start(&p, 0);
  emit(&p, S_ENDPGM);
  p.init.group = 1;
  start(&p, 1);
  for (int n = 0; n < 6; n++) {
    wl_effect e;
    assert_int_equal(wl_model_issue(p.model, 0, 0, &e), WL_OK);
  }
  wl_run_report report;
  wl_model_run(p.model, 0, &report);
  assert_int_equal(report.result, WL_OK);
  program_close(&p);
}

// Instructions of other waves do not count, those in a loop do, and GPR-index mode names other registers.
static void paths(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  emit(&p, sopk(WL_OP_s_setreg_b32, 4, 1));
  emit(&p, sopk(WL_OP_s_getreg_b32, 5, 1));
  start(&p, 0);
  p.init.group = 1;
  p.init.vgpr_base = 32;
  start(&p, 1);
  issue(&p, 0, WL_OK);
  issue(&p, 1, WL_OK);
  issue(&p, 0, WL_HAZARD_STATES);
  issue(&p, 1, WL_HAZARD_STATES);
  program_close(&p);

  // The consumer lies before the producer; a branch back leads to it.
  for (uint32_t states = 0; states < 2; states++) {
    wl_run_report report;
    program_open(&p);
    emit(&p, sop1(WL_OP_s_mov_b32, 4, 129));
    emit(&p, sopk(WL_OP_s_getreg_b32, 5, 1));
    emit(&p, sop2(WL_OP_s_sub_u32, 4, 4, 129));
    emit(&p, sopk(WL_OP_s_setreg_b32, 4, 1));
    if (states) emit(&p, S_NOP);
    emit(&p, sopp(WL_OP_s_cbranch_scc0, states ? 0xfffb : 0xfffc));  // s_cbranch_scc0
    emit(&p, S_ENDPGM);
    start(&p, 0);
    wl_model_run(p.model, 30, &report);
    assert_int_equal(report.result, states ? WL_OK : WL_HAZARD_STATES);
    if (!states)
      assert_non_null(strstr(
          report.why, "s_setreg_b32 at 0x1000c writes hwreg(1), s_getreg_b32 at 0x10004 needs 2 between, has 1"));
    program_close(&p);
  }

  for (int indexed = 0; indexed < 2; indexed++) {
    program_open(&p);
    emit(&p,
         sopc(WL_OP_s_set_gpr_idx_on, 131, indexed ? 8 : 1));  // s_set_gpr_idx_on 3: of the destination, or of source 0
    emit(&p, vop1(WL_OP_v_mov_b32, 4, 128));
    emit2(&p, dpp_mov(2, indexed ? 7 : 1));
    start(&p, 0);
    issue(&p, 0, WL_OK);
    issue(&p, 0, WL_OK);
    const wl_effect e = issue(&p, 0, WL_HAZARD_STATES);
    assert_non_null(strstr(e.why, indexed ? "writes v7" : "writes v4"));
    program_close(&p);
  }
}

// A standalone run remembers producers across a barrier, other waves' turns, new code and calls of wl_model_run.
static void interrupted(void **state) {
  (void)state;
  wl_run_report report;
  struct program p;
  for (uint32_t states = 1; states < 3; states++) {
    program_open(&p);
    emit(&p, sopc(WL_OP_s_setvskip, 128, 128));  // s_setvskip: row 4
    emit(&p, S_BARRIER);
    if (states == 2) emit(&p, S_NOP);
    emit(&p, vop1(WL_OP_v_mov_b32, 0, 128));
    emit(&p, S_ENDPGM);
    p.init.waves_in_group = 2;
    start(&p, 0);
    p.init.wave_in_group = 1;
    p.init.vgpr_base = 32;
    start(&p, 1);
    wl_model_run(p.model, 0, &report);
    assert_int_equal(report.result, states == 2 ? WL_OK : WL_HAZARD_STATES);
    program_close(&p);

    program_open(&p);
    emit(&p, sopk(WL_OP_s_setreg_b32, 4, 1));
    emit(&p, sopp(WL_OP_s_icache_inv, 0));  // s_icache_inv
    if (states == 2) emit(&p, S_NOP);
    emit(&p, sopk(WL_OP_s_getreg_b32, 5, 1));
    emit(&p, S_ENDPGM);
    start(&p, 0);
    wl_model_run(p.model, 2, &report);
    assert_int_equal(report.result, WL_BAD_EVENT);  // its limit
    assert_int_equal(report.instructions, 2);
    wl_model_run(p.model, 0, &report);
    assert_int_equal(report.result, states == 2 ? WL_OK : WL_HAZARD_STATES);
    const char *said = "s_setreg_b32 at 0x10000 writes hwreg(1), s_getreg_b32 at 0x10008 needs 2";
    if (states == 1) assert_non_null(strstr(report.why, said));
    program_close(&p);
  }
}

// What counts, and what does not. A vector instruction that VSKIP discards is one state. A load that has been waited
// for is no writer of row 11. Decisions: D-WAIT-10, D-WAIT-12.
static void counted(void **state) {
  (void)state;
  wl_run_report report;
  struct program p;
  for (uint32_t discarded = 1; discarded < 3; discarded++) {
    program_open(&p);
    emit(&p, sopc(16, 129, 128));  // s_setvskip 1, 0
    emit(&p, S_NOP + 1);
    emit(&p, sopk(18, 4, 1));
    for (uint32_t i = 0; i < discarded; i++) emit(&p, vop1(1, 3, VGPR));
    emit(&p, sopk(17, 5, 1));
    emit(&p, S_ENDPGM);
    start(&p, 0);
    wl_model_run(p.model, 0, &report);
    assert_int_equal(report.result, discarded == 2 ? WL_OK : WL_HAZARD_STATES);
    program_close(&p);
  }
  for (int writer = 0; writer < 2; writer++) {
    program_open(&p);
    p.init.sgpr_count = 4;
    p.init.sgpr[2] = (uint32_t)kData;
    emit(&p, vop1(1, 1, 128));
    if (writer == 0) emit2(&p, global(20, 3, 1, 0, 2, 0));
    else emit(&p, vop1(1, 3, VGPR));
    emit(&p, S_WAITCNT_0);
    emit2(&p, dpp_mov(4, 3));
    emit(&p, S_ENDPGM);
    start(&p, 0);
    wl_model_run(p.model, 0, &report);
    assert_int_equal(report.result, writer == 0 ? WL_OK : WL_HAZARD_STATES);
    program_close(&p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_row), cmocka_unit_test(no_hazard),   cmocka_unit_test(vccz),
      cmocka_unit_test(paths),     cmocka_unit_test(interrupted), cmocka_unit_test(counted),
  };
  return cmocka_run_group_tests_name("wait states", tests, NULL, NULL);
}
