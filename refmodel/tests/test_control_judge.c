// SPDX-License-Identifier: Apache-2.0
// The rules of programs with control words (maxwell-control.md 8.10): for each one a program that just keeps it, and
// one that breaks it alone.
#include <stdio.h>

#include "program.h"
#include "wavelock/control.h"
#include "decode/decode.h"

enum { Y = -0x10, NEUTRAL = 0x7f0, MOST = 11, PAD = 0xbf800000u };
enum { U1 = 1 << 17, U2 = 1 << 18, U3 = 1 << 19 };
static int W(int b) { return (b - 7) * 32; }
static int R(int b) { return (b - 7) * 256; }
static int B(int b) { return 1 << (11 + b); }

// ---- instructions -----------------------------------------------------------------------------------

#define V(n) (VGPR + (n))

static uint64_t vop3(uint32_t op, uint32_t vdst, uint32_t a, uint32_t b, uint32_t c) {
  return (0xd0000000u | op << 16 | vdst) | (uint64_t)(a | b << 9 | c << 18) << 32;
}
static uint64_t vop3b(uint32_t op, uint32_t vdst, uint32_t sdst, uint32_t a, uint32_t b, uint32_t c) {
  return vop3(op, vdst, a, b, c) | sdst << 8;
}
// quad_perm:[0,1,2,3]
static uint64_t dpp(uint32_t word, uint32_t src0) {
  return ((word & ~0x1ffu) | WL_SRC_DPP) | (uint64_t)(0xff00e400u | src0) << 32;
}
static uint64_t flat(uint32_t op, uint32_t vdst, uint32_t addr, uint32_t data) {
  return global(op, vdst, addr, data, 0, 0) & ~0xc000ull;
}
static uint64_t export(uint32_t target, uint32_t en, uint32_t vsrc) {
  return (0xc4000000u | en | target << 4) | (uint64_t)vsrc << 32;
}

static uint64_t v_add(uint32_t d, uint32_t a, uint32_t b) { return vop2(WL_OP_v_add_u32, d, V(a), b); }
static uint64_t v_mov(uint32_t d, uint32_t s) { return vop1(WL_OP_v_mov_b32, d, s); }
static uint64_t s_mov(uint32_t d, uint32_t s) { return sop1(WL_OP_s_mov_b32, d, s); }
static uint64_t ds_write(uint32_t addr, uint32_t data) { return ds(WL_OP_ds_write_b32, 0, addr, data, 0, 0); }
static uint64_t ds_read(uint32_t d, uint32_t addr) { return ds(WL_OP_ds_read_b32, d, addr, 0, 0, 0); }
static uint64_t load(uint32_t d, uint32_t addr) { return global(WL_OP_global_load_dword, d, addr, 0, OFF, 0); }
static uint64_t store(uint32_t addr, uint32_t data) { return global(WL_OP_global_store_dword, 0, addr, data, OFF, 0); }
static uint64_t s_load(uint32_t d) { return smem(WL_OP_s_load_dword, d, 20, 0); }
static uint64_t v_cmp(void) { return vopc(WL_OP_v_cmp_lt_u32, V(30), 31); }
static uint64_t v_cmp_to(uint32_t sdst) { return vop3(WL_OP_v_cmp_lt_u32, sdst, V(30), V(31), 0); }
static uint64_t readfirst(uint32_t d, uint32_t v) { return vop1(WL_OP_v_readfirstlane_b32, d, V(v)); }
static uint64_t nop(void) { return S_NOP; }

// ---- programs -----------------------------------------------------------------------------------------

// A program of bundles that ends with s_endpgm. Fields are sums as in vectors/include/control.inc.
struct bundles {
  struct program p;
  uint64_t word;   // of the open bundle
  uint64_t first;  // its address
  uint32_t slots;
};

static void open_delay(struct bundles *b, uint32_t delay) {
  memset(b, 0, sizeof *b);
  program_open_unit(
      &b->p,
      &(wl_config){
          .waves = 16, .phys_vgprs = 256, .lds_entries = 256, .gds_entries = 64, .control = true, .valu_delay = delay});
  b->p.init.control = true;
  b->p.init.pc = kCode + 8;
  b->p.init.sgpr_count = 24;
  b->p.init.sgpr[20] = (uint32_t)kData;
  b->first = kCode;
}
static void open(struct bundles *b) { open_delay(b, 0); }

static void flush(struct bundles *b) {
  assert_true(wl_mem_write(b->p.mem, b->first, &b->word, 8));
  b->first += 32;
  b->word = 0;
  b->slots = 0;
}

// Returns the address of the instruction.
static uint64_t slot(struct bundles *b, int field, uint64_t words) {
  const uint64_t at = b->first + 8 + 8 * b->slots;
  if (wl_insn_size((uint32_t)words) == 4) words = (uint32_t)words | (uint64_t)PAD << 32;
  assert_true(wl_mem_write(b->p.mem, at, &words, 8));
  b->word |= (uint64_t)(NEUTRAL + field) << 21 * b->slots;
  if (++b->slots == 3) flush(b);
  return at;
}

static void end(struct bundles *b, wl_run_report *report) {
  slot(b, 5, S_ENDPGM);
  flush(b);
  start(&b->p, 0);
  wl_model_run(b->p.model, 1000, report);
  program_close(&b->p);
}

static void good(struct bundles *b) {
  wl_run_report report;
  end(b, &report);
  if (report.result != WL_OK) fail_msg("%d: %s", (int)report.result, report.why);
}

static void bad(struct bundles *b, wl_result result, const char *why) {
  wl_run_report report;
  end(b, &report);
  if (report.result != result || strstr(report.why, why) == NULL)
    fail_msg("%d: %s, expected %d: %s", (int)report.result, report.why, (int)result, why);
}
static void hazard(struct bundles *b, const char *why) { bad(b, WL_HAZARD_CONTROL, why); }
static void illegal(struct bundles *b, const char *why) { bad(b, WL_ILLEGAL_CONTROL, why); }

// So many cycles pass from the instruction to the next, at least.
static void after(struct bundles *b, int field, uint64_t words, int cycles) {
  int first = cycles < MOST ? cycles : MOST;
  slot(b, field + first, words);
  for (cycles -= first; cycles > 0; cycles -= first) {
    first = cycles < MOST ? cycles : MOST;
    slot(b, first, nop());
  }
}

// The second instruction needs this distance from the first.
static void needs_with(uint32_t delay, const char *id, uint64_t first, uint64_t second, int distance) {
  struct bundles b;
  char why[64];
  open_delay(&b, delay);
  after(&b, 0, first, distance);
  slot(&b, 6, second);
  good(&b);
  if (distance < 2) return;
  snprintf(why, sizeof why, "needs %d, has %d", distance, distance - 1);
  for (int part = 0; part < 2; part++) {
    open_delay(&b, delay);
    after(&b, 0, first, distance - 1);
    slot(&b, 6, second);
    hazard(&b, part == 0 ? id : why);
  }
}
static void needs(const char *id, uint64_t first, uint64_t second, int distance) {
  needs_with(0, id, first, second, distance);
}

// ---- rules of one instruction ----------------------------------------------------------------------------

static void yield(void **state) {
  struct bundles b;
  (void)state;
  for (int stall = 0; stall < 16; stall++) {
    const bool sure = stall > 0 && stall < 12;
    for (int y = 0; y < 2; y++) {
      open(&b);
      slot(&b, stall + (y ? Y : 0), nop());
      if (!y && stall == 0) illegal(&b, "C-DUAL: s_nop at 0x10008");
      else if (y || sure) good(&b);
      else illegal(&b, "C-YIELD: s_nop at 0x10008");
    }
  }
  open(&b);
  slot(&b, 0 + Y, s_mov(4, 5));
  illegal(&b, "C-YIELD: s_mov_b32 at 0x10008");
}

static void least(void **state) {
  const uint32_t list[] = {sopp(WL_OP_s_branch, 7), sopp(WL_OP_s_cbranch_scc0, 7), sopp(WL_OP_s_cbranch_execz, 7),
                           S_BARRIER, S_ENDPGM};
  struct bundles b;
  (void)state;
  for (uint32_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    for (int stall = 4; stall < 6; stall++) {
      open(&b);
      slot(&b, stall, list[i]);
      slot(&b, 1, nop());
      slot(&b, 1, nop());
      if (stall == 5) good(&b);
      else hazard(&b, "C-MIN: s_");
    }
  }
  // s_getpc, which stores a PC alone; a fork and a call, which leave.
  for (int n = 0; n < 3; n++) {
    open(&b);
    if (n == 0) slot(&b, 1, sop1(WL_OP_s_getpc_b64, 6, 0));
    if (n == 1) slot(&b, 4, sopk(WL_OP_s_call_b64, 6, 1));
    if (n == 2) slot(&b, 4, sopk(WL_OP_s_cbranch_i_fork, VCC, 1));
    slot(&b, 1, nop());
    if (n == 0) good(&b);
    else hazard(&b, n == 1 ? "C-MIN: s_call_b64 at 0x10008: needs 5, has 4" : "C-MIN: s_cbranch_i_fork");
  }
}

static void barriers_that_may_be_set(void **state) {
  enum { WRITE = 1, READ = 2 };
  const struct {
    uint64_t words;
    int may;
  } list[] = {{load(3, 10), WRITE | READ},
              {ds_read(3, 2), WRITE | READ},
              {store(10, 3), READ},
              {ds_write(2, 3), READ},
              {flat(WL_OP_global_load_dword, 3, 10, 0), WRITE | READ},
              {global(WL_OP_global_atomic_add, 0, 10, 3, OFF, 0), READ},
              {global(WL_OP_global_atomic_add, 3, 10, 4, OFF, 0) | WL_FLAT_GLC, WRITE | READ},
              {mubuf(WL_OP_buffer_wbinvl1, 0, 0, 0, WL_SRC_ZERO, 0), WRITE},
              {export(0, 1, 3), READ},
              {s_load(4), WRITE},
              {smem(WL_OP_s_memtime, 4, 0, 0), WRITE},
              {smem(WL_OP_s_dcache_inv, 0, 0, 0), WRITE},
              {smem(WL_OP_s_store_dword, 4, 20, 0), 0},
              {vop1(WL_OP_v_rcp_f64, 4, V(6)), WRITE},
              {vop1(WL_OP_v_exp_f32, 4, V(6)), WRITE},
              {vop1(WL_OP_v_rcp_f32, 4, V(6)), WRITE},
              {vop3(WL_OP_v_mqsad_u32_u8, 20, V(10), V(12), V(24)), 0},
              {v_add(3, 4, 5), 0},
              {s_mov(4, 5), 0},
              {S_BARRIER, 0}};
  struct bundles b;
  (void)state;
  for (uint32_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    for (int n = 0; n < 2; n++) {
      open(&b);
      slot(&b, (n == 0 ? W(1) : R(1)) + 5, list[i].words);
      slot(&b, B(1) + 1, nop());
      if (list[i].may >> n & 1) good(&b);
      else illegal(&b, "C-SET: ");
    }
  }
}

static void reuse(void **state) {
  const struct {
    int flag;
    uint64_t words;
    bool good;
  } list[] = {{U1, v_add(3, 4, 5), true},
              {U2, v_add(3, 4, 5), true},
              {U3, v_add(3, 4, 5), false},
              {U1, v_add(4, 4, 5), false},
              {U2, v_add(4, 4, 5), true},
              {U1, vop2(WL_OP_v_add_u32, 3, 4, 5), false},  // s4
              {U3, vop3(WL_OP_v_mad_u32_u24, 3, V(4), V(5), V(6)), true},
              {U1, vop1(WL_OP_v_rcp_f64, 4, V(6)), false},
              {U1, vop1(WL_OP_v_swap_b32, 4, V(6)), false},
              {U3, vop2(WL_OP_v_mac_f32, 3, V(4), 5), false},
              {U1, s_mov(4, 5), false},
              {U1, ds_write(3, 4), false}};
  struct bundles b;
  (void)state;
  for (uint32_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    open(&b);
    slot(&b, list[i].flag + 1, list[i].words);
    if (list[i].good) good(&b);
    else illegal(&b, "C-REUSE: ");
  }
}

// ---- pairs ---------------------------------------------------------------------------------------------

static void pairs(void **state) {
  const uint64_t salu = sop2(WL_OP_s_add_u32, 6, 7, 8);
  const struct {
    uint64_t a, b;
    const char *why;  // NULL: a pair
  } list[] = {{v_add(3, 4, 5), salu, NULL},
              {v_add(3, 4, 5), nop(), NULL},
              {v_add(3, 4, 5), sopp(WL_OP_s_cbranch_scc1, 7), NULL},
              {v_add(3, 4, 5), s_load(4), NULL},
              {v_add(3, 4, 5), ds_write(6, 7), NULL},
              {v_add(3, 4, 5), load(6, 10), NULL},
              {salu, s_load(4), NULL},
              {salu, ds_write(6, 7), NULL},
              {salu, load(6, 10), NULL},
              {v_add(3, 4, 5), v_add(6, 4, 5), "is no second of it"},
              {v_add(3, 4, 5), export(0, 1, 6), "is no second of it"},
              {v_add(3, 4, 5), S_BARRIER, "is no second of it"},
              {v_add(3, 4, 5), sopp(WL_OP_s_setprio, 1), "is no second of it"},
              {v_add(3, 4, 5), sopk(WL_OP_s_setreg_b32, 4, WL_HWREG_MODE), "is no second of it"},
              {salu, salu, "is no second of it"},
              {salu, nop(), "is no second of it"},
              {ds_write(6, 7), v_add(3, 4, 5), "is no first of a pair"},
              {nop(), v_add(3, 4, 5), "is no first of a pair"},
              {sopp(WL_OP_s_setprio, 1), load(6, 10), "is no first of a pair"},
              {v_add(3, 4, 5), ds_write(6, 3), "reads its v3"},
              {v_add(3, 4, 5), load(3, 10), "writes v3 too"},
              {v_cmp(), sopp(WL_OP_s_cbranch_vccz, 7), "reads its vcc"},
              {v_cmp(), s_mov(VCC, 4), "writes vcc too"},
              {sop1(WL_OP_s_mov_b64, EXEC, EXEC), load(6, 10), "reads its exec"},
              {s_mov(6, 4), s_load(6), "writes s6 too"},
              {s_mov(20, 20), s_load(6), "reads its s20"}};
  struct bundles b;
  (void)state;
  for (uint32_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    open(&b);
    slot(&b, 0, list[i].a);
    slot(&b, 7, list[i].b);
    slot(&b, 7, nop());
    if (list[i].why == NULL) {
      good(&b);
      continue;
    }
    illegal(&b, list[i].why);
  }
  open(&b);  // never three
  slot(&b, 0, v_add(3, 4, 5));
  slot(&b, 0, s_mov(6, 4));
  slot(&b, 1, s_load(4));
  illegal(&b, "C-DUAL: v_add_u32 at 0x10008 has stall 0, s_mov_b32 at 0x10010 has stall 0 too");
}

// ---- distances (8.6) --------------------------------------------------------------------------------------

static void scalar_readers(void **state) {
  (void)state;
  needs("C-RAW: v_cmp_lt_u32 at 0x10008 writes vcc, s_cbranch_vccnz at", v_cmp(), sopp(WL_OP_s_cbranch_vccnz, 7), 7);
  needs("C-RAW: v_cmp_lt_u32 at 0x10008 writes vcc, s_mov_b32 at", v_cmp(), s_mov(4, VCC), 7);
  needs("C-RAW", v_cmp(), s_mov(4, WL_SRC_VCCZ), 7);
  needs("C-RAW", v_cmp(), vop2(WL_OP_v_cndmask_b32, 3, V(4), 5), 7);
  needs("C-RAW", v_cmp_to(6), vop3(WL_VOP3_VOP2 + WL_OP_v_cndmask_b32, 3, V(4), V(5), 6), 7);
  needs("C-RAW", readfirst(6, 4), s_mov(4, 6), 7);
  needs("C-RAW", readfirst(M0, 4), sop1(WL_OP_s_movrels_b32, 4, 5), 7);
  needs("C-RAW", readfirst(20, 4), s_load(4), 7);
  needs("C-RAW", readfirst(20, 4), global(WL_OP_global_load_dword, 3, 10, 0, 20, 0), 7);
  needs("C-RAW: v_cmpx_lt_u32 at 0x10008 writes exec, v_add_u32", vopc(WL_OP_v_cmpx_lt_u32, V(30), 31), v_add(3, 4, 5),
        7);
  needs("C-RAW: v_cmpx_lt_u32 at 0x10008 writes exec, ds_read_b32", vopc(WL_OP_v_cmpx_lt_u32, V(30), 31), ds_read(3, 4),
        7);
  needs("C-RAW", vop3(WL_OP_v_cmp_lt_f64, VCC, V(4), V(6), 0), s_mov(4, VCC), 20);
  needs("C-RAW", vop3b(WL_OP_v_div_scale_f64, 2, VCC, V(4), V(6), V(8)), s_mov(4, VCC), 20);
  needs_with(3, "C-RAW", v_cmp(), s_mov(4, VCC), 10);
}

static void memory_readers(void **state) {
  (void)state;
  needs("C-RAW: v_add_u32 at 0x10008 writes v3, ds_write_b32 at", v_add(3, 4, 5), ds_write(6, 3), 5);
  needs("C-RAW", v_add(3, 4, 5), ds_write(3, 6), 5);
  needs("C-RAW", v_add(3, 4, 5), store(10, 3), 5);
  needs("C-RAW", v_add(11, 4, 5), load(3, 10), 5);
  needs("C-RAW", v_add(3, 4, 5), flat(WL_OP_global_store_dword, 0, 10, 3), 5);
  needs("C-RAW", v_add(3, 4, 5), export(0, 1, 3), 4);
  needs("C-RAW", dpp((uint32_t)v_add(3, 0, 5), 4), ds_write(6, 3), 10);
  needs("C-RAW", vop1(WL_OP_v_swap_b32, 3, V(4)), ds_write(6, 4), 5);
  needs("C-RAW", vop1(WL_OP_v_exp_f32, 3, V(4)), ds_write(6, 3), 18);
  needs("C-RAW", vop3(WL_OP_v_fma_f64, 2, V(4), V(6), V(8)), ds_write(6, 3), 18);
  needs("C-RAW", vop1(WL_OP_v_rcp_f32, 3, V(4)), ds_write(6, 3), 34);
  needs("C-RAW", vop1(WL_OP_v_rcp_f64, 2, V(4)), ds_write(6, 3), 50);
  needs("C-RAW: v_mqsad_u32_u8 at 0x10008 writes v20", vop3(WL_OP_v_mqsad_u32_u8, 20, V(10), V(12), V(24)),
        ds_write(6, 20), 8);
  needs("C-RAW: v_mqsad_u32_u8 at 0x10008 writes v23", vop3(WL_OP_v_mqsad_u32_u8, 20, V(10), V(12), V(24)),
        ds_write(6, 23), 9);
  needs_with(3, "C-RAW", v_add(3, 4, 5), ds_write(6, 3), 8);
}

static void vector_readers(void **state) {
  const uint64_t add = v_add(3, 4, 5), mqsad = vop3(WL_OP_v_mqsad_u32_u8, 20, V(10), V(12), V(24));
  struct bundles b;
  (void)state;
  needs(NULL, add, v_add(6, 3, 5), 1);  // the pace hides it
  needs_with(3, "C-RAW: v_add_u32 at 0x10008 writes v3, v_add_u32 at", add, v_add(6, 3, 5), 6);
  needs_with(3, "C-RAW", add, vop2(WL_OP_v_mac_f32, 3, V(4), 5), 6);  // the old destination
  needs_with(3, "C-RAW", add, dpp((uint32_t)v_add(6, 0, 5), 3), 6);
  needs_with(3, NULL, add, dpp((uint32_t)v_add(6, 0, 3), 5), 1);  // SRC1 is read late
  needs_with(3, "C-RAW", dpp((uint32_t)v_add(3, 0, 5), 4), v_add(6, 3, 5), 11);
  needs_with(3, "C-RAW", v_add(12, 4, 5), mqsad, 6);
  needs_with(3, "C-RAW", v_add(25, 4, 5), mqsad, 6);
  needs_with(3, "C-RAW", v_add(26, 4, 5), mqsad, 5);
  needs_with(3, "C-RAW: v_rcp_f64", vop1(WL_OP_v_rcp_f64, 2, V(4)), v_add(6, 3, 5), 51);
  // The pace: a step of four keeps the next vector instruction for 16 cycles.
  open(&b);
  slot(&b, 1, vop1(WL_OP_v_exp_f32, 3, V(4)));
  slot(&b, 2, v_add(9, 7, 8));
  slot(&b, 1, ds_write(6, 3));
  good(&b);
}

static void overwritten_results(void **state) {
  (void)state;
  needs("C-WAW: v_readfirstlane_b32 at 0x10008 writes s6, s_mov_b32 at", readfirst(6, 4), s_mov(6, 4), 7);
  needs("C-WAW: v_readfirstlane_b32 at 0x10008 writes s6, s_load_dword at", readfirst(6, 4), s_load(6), 5);
  needs("C-WAW: v_cmp_lt_u32 at 0x10008 writes vcc", v_cmp(), s_mov(WL_VCC_HI, 4), 7);
  needs("C-WAW", vop3(WL_OP_v_cmpx_lt_u32, 8, V(4), V(5), 0), sop1(WL_OP_s_mov_b64, EXEC, VCC), 7);
  needs("C-WAW: v_add_u32 at 0x10008 writes v3, ds_read_b32", v_add(3, 4, 5), ds_read(3, 6), 2);
  needs("C-WAW", v_add(3, 4, 5), load(3, 10), 2);
  needs("C-WAW: v_rcp_f64", vop1(WL_OP_v_rcp_f64, 2, V(4)), load(3, 10), 47);
  needs(NULL, vop1(WL_OP_v_rcp_f64, 2, V(4)), v_mov(3, V(6)), 1);
}

static void overwritten_sources(void **state) {
  struct bundles b;
  (void)state;
  needs("C-WAR: v_rcp_f64 at 0x10008 reads v4, ds_read_b32 at", vop1(WL_OP_v_rcp_f64, 2, V(4)), ds_read(4, 6), 32);
  needs("C-WAR", vop1(WL_OP_v_exp_f32, 3, V(4)), load(4, 10), 8);
  needs(NULL, v_add(3, 4, 5), ds_read(4, 6), 1);
  needs("C-WAR", dpp((uint32_t)v_add(3, 0, 5), 4), ds_read(5, 6), 4);
  needs(NULL, dpp((uint32_t)v_add(3, 0, 5), 4), ds_read(4, 6), 1);
  open(&b);  // covered by a wait
  slot(&b, W(0) + 2, vop1(WL_OP_v_rcp_f64, 2, V(4)));
  slot(&b, B(0) + 1, ds_read(4, 6));
  good(&b);
}

// ---- waits -------------------------------------------------------------------------------------------------

// A program of three instructions. why NULL: it keeps the rules.
struct three {
  int field[3];
  uint64_t words[3];
  const char *why;
};

static void check(const struct three *list, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    struct bundles b;
    open(&b);
    for (int n = 0; n < 3; n++) slot(&b, list[i].field[n], list[i].words[n]);
    if (list[i].why == NULL) good(&b);
    else hazard(&b, list[i].why);
  }
}
#define CHECK(list) check(list, sizeof(list) / sizeof(list)[0])

static void results_of_memory(void **state) {
  const uint64_t flat_load = flat(WL_OP_global_load_dword, 3, 10, 0);
  const uint64_t atomic = global(WL_OP_global_atomic_add, 3, 10, 4, OFF, 0) | WL_FLAT_GLC;
  const struct three list[] = {
      {{1, 1, 1}, {load(3, 10), nop(), v_add(6, 3, 5)}, "C-VAR: global_load_dword at 0x10008 loads v3, v_add_u32 at"},
      {{W(0) + 2, B(0) + 1, 1}, {load(3, 10), nop(), v_add(6, 3, 5)}, NULL},
      {{W(0) + 2, 1, B(0) + 1}, {load(3, 10), nop(), v_add(6, 3, 5)}, NULL},
      {{W(0) + 2, B(1) + 1, 1}, {load(3, 10), nop(), v_add(6, 3, 5)}, "C-VAR"},
      {{R(0) + 2, B(0) + 1, 1}, {load(3, 10), nop(), v_add(6, 3, 5)}, "C-VAR"},
      {{1, 1, 1}, {load(3, 10), nop(), v_mov(3, V(5))}, "C-VAR: global_load_dword at 0x10008 loads v3, v_mov_b32 at"},
      {{1, 1, 1}, {load(3, 10), nop(), load(3, 10)}, NULL},
      {{1, 1, 1}, {load(3, 10), nop(), ds_read(3, 5)}, "C-VAR: global_load_dword at 0x10008 loads v3, ds_read_b32 at"},
      {{1, 1, 1}, {ds_read(3, 5), nop(), store(10, 3)}, "C-VAR: ds_read_b32"},
      {{1, 1, 1}, {ds_read(3, 5), nop(), export(0, 1, 3)}, "C-VAR: ds_read_b32"},
      {{1, 1, 1}, {atomic, nop(), v_mov(6, V(3))}, "C-VAR: global_atomic_add"},
      {{1, 1, 1}, {s_load(4), nop(), s_mov(6, 4)}, "C-VAR: s_load_dword at 0x10008 loads s4, s_mov_b32 at"},
      {{W(5) + 2, 1, B(5) + 1}, {s_load(4), nop(), s_mov(6, 4)}, NULL},
      {{1, 1, 1}, {s_load(4), nop(), s_load(4)}, "C-VAR: s_load_dword at 0x10008 loads s4, s_load_dword at"},
      {{1, 1, 1},
       {s_load(VCC), nop(), vop2(WL_OP_v_cndmask_b32, 3, V(4), 5)},
       "C-VAR: s_load_dword at 0x10008 loads vcc"},
      // A younger one of the queue covers the older; of another queue it does not.
      {{1, W(0) + 2, B(0) + 1}, {load(3, 10), load(6, 10), v_mov(7, V(3))}, NULL},
      {{W(0) + 1, 2, B(0) + 1}, {load(6, 10), load(3, 10), v_mov(7, V(3))}, "C-VAR"},
      {{1, W(0) + 2, B(0) + 1}, {ds_read(3, 5), load(6, 10), v_mov(7, V(3))}, "C-VAR"},
      {{1, W(0) + 2, B(0) + 1}, {s_load(4), s_load(6), s_mov(7, 4)}, "C-VAR"},
      {{1, W(0) + 2, B(0) + 1}, {load(3, 10), flat(WL_OP_global_load_dword, 6, 10, 0), v_mov(7, V(3))}, "C-VAR"},
      {{1, W(0) + 2, B(0) + 1}, {flat_load, load(6, 10), v_mov(7, V(3))}, "C-VAR"},
      {{W(0) + 2, 1, B(0) + 1}, {flat_load, nop(), v_mov(7, V(3))}, NULL},
      {{1, W(0) + 2, B(0) + 1},
       {load(3, 10), mubuf(WL_OP_buffer_wbinvl1, 0, 0, 0, WL_SRC_ZERO, 0), v_mov(7, V(3))},
       NULL},
      // A shared barrier is clear when all of its setters are done.
      {{W(0) + 1, W(0) + 2, B(0) + 1}, {ds_read(3, 5), load(6, 10), v_add(7, 3, 6)}, NULL}};
  (void)state;
  CHECK(list);
}

static void operands_of_memory(void **state) {
  const struct three list[] = {
      {{1, 1, 1}, {ds_write(6, 3), nop(), v_mov(3, V(5))}, "C-WAR: ds_write_b32 at 0x10008 reads v3, v_mov_b32 at"},
      {{1, 1, 1}, {ds_write(3, 6), nop(), v_mov(3, V(5))}, "C-WAR"},
      {{R(0) + 2, 1, B(0) + 1}, {ds_write(6, 3), nop(), v_mov(3, V(5))}, NULL},
      {{W(0) + 2, 1, B(0) + 1}, {ds_read(6, 3), nop(), v_mov(3, V(5))}, NULL},
      {{1, R(0) + 2, B(0) + 1}, {ds_write(6, 3), ds_write(6, 7), v_mov(3, V(5))}, NULL},
      {{1, W(0) + 2, B(0) + 1}, {ds_write(6, 3), ds_read(7, 8), v_mov(3, V(5))}, NULL},
      {{1, R(0) + 2, B(0) + 1}, {ds_write(6, 3), store(10, 7), v_mov(3, V(5))}, "C-WAR"},
      {{1, R(0) + 2, B(0) + 1}, {store(10, 3), load(7, 10), v_mov(3, V(5))}, NULL},
      {{1, R(0) + 2, B(0) + 1}, {store(10, 3), flat(WL_OP_global_store_dword, 0, 10, 7), v_mov(3, V(5))}, "C-WAR"},
      {{1, 1, 1}, {ds_write(6, 3), nop(), ds_read(3, 7)}, NULL},
      {{1, 1, 1}, {store(10, 3), nop(), load(3, 10)}, NULL},
      {{1, 1, 1},
       {ds_write(6, 3), nop(), load(3, 10)},
       "C-WAR: ds_write_b32 at 0x10008 reads v3, global_load_dword at"},
      {{1, 1, 1}, {export(0, 1, 3), nop(), v_mov(3, V(5))}, "C-WAR: exp at 0x10008 reads v3, v_mov_b32 at"},
      {{R(2) + 2, 1, B(2) + 1}, {export(0, 1, 3), nop(), v_mov(3, V(5))}, NULL},
      {{1, R(2) + 2, B(2) + 1}, {export(0, 1, 3), export(1, 1, 6), v_mov(3, V(5))}, NULL},
      {{1, R(2) + 2, B(2) + 1}, {export(0, 1, 3), export(32, 1, 6), v_mov(3, V(5))}, "C-WAR"},
      {{1, 1, 1}, {export(0, 1, 3), nop(), sop1(WL_OP_s_mov_b64, EXEC, EXEC)}, NULL},
      {{1, 1, 1}, {s_load(4), nop(), s_mov(20, 20)}, NULL},
      // s_barrier waits for stores (8.9).
      {{1, 5, 1}, {store(10, 3), S_BARRIER, v_mov(3, V(5))}, NULL},
      {{1, 5, 1}, {ds_read(7, 3), S_BARRIER, v_mov(3, V(5))}, "C-WAR"}};
  (void)state;
  CHECK(list);
}

static void early_waits(void **state) {
  const struct three list[] = {
      {{W(0) + 1, B(0) + 1, 1},
       {load(3, 10), nop(), nop()},
       "C-EARLY: global_load_dword at 0x10008 sets barrier 0, s_nop at"},
      {{W(0) + 1, B(0) + 1, 1}, {load(3, 10), nop(), nop()}, "needs 2, has 1"},
      {{R(0) + 1, B(0) + 1, 1}, {ds_write(6, 3), nop(), nop()}, "C-EARLY: ds_write_b32"},
      {{W(0) + 2, B(0) + 1, 1}, {load(3, 10), nop(), nop()}, NULL},
      {{W(0) + 1, B(1) + 1, B(0) + 1}, {load(3, 10), nop(), nop()}, NULL},
      // The wait for an older setter says nothing of the time since the younger one, which may issue late.
      {{W(0) + 1, W(1) + 1, B(0) + B(1) + 1},
       {ds_read(3, 5), load(6, 10), v_add(7, 3, 6)},
       "C-EARLY: global_load_dword"},
      {{W(0) + 1, W(1) + 2, B(0) + B(1) + 1}, {ds_read(3, 5), load(6, 10), v_add(7, 3, 6)}, NULL},
      {{1, W(0) + 1, B(0) + 1}, {vop1(WL_OP_v_exp_f32, 3, V(4)), load(6, 10), v_mov(7, V(6))}, "C-EARLY"},
      {{W(0) + 2, 2, R(0) + 1}, {load(3, 10), nop(), ds_write(6, 7)}, NULL}};
  struct bundles b;
  (void)state;
  CHECK(list);
  open(&b);  // the second of a pair sets too
  slot(&b, 0, v_add(3, 4, 5));
  slot(&b, W(0) + 1, load(6, 10));
  slot(&b, B(0) + 1, nop());
  hazard(&b, "C-EARLY: global_load_dword at 0x10010");
}

// A wait lasts at least until the return of what it waits for, and s_nop n takes n + 1 cycles. Both count from their
// own instruction on.
static void guaranteed_time(void **state) {
  const struct three list[] = {
      {{1, W(0) + 2, 1}, {v_add(3, 4, 5), ds_read(9, 8), ds_write(6, 3)}, "C-RAW: v_add_u32"},
      {{1, W(0) + 2, B(0) + 1}, {v_add(3, 4, 5), ds_read(9, 8), ds_write(6, 3)}, NULL},
      {{W(0) + 1, 1, B(0) + 1}, {ds_read(9, 8), v_add(3, 4, 5), ds_write(6, 3)}, "needs 5, has 1"},
      {{1, 1, 1}, {v_add(3, 4, 5), sopp(WL_OP_s_nop, 2), ds_write(6, 3)}, "needs 5, has 4"},
      {{1, 1, 1}, {v_add(3, 4, 5), sopp(WL_OP_s_nop, 3), ds_write(6, 3)}, NULL},
      {{1, 1, 1}, {v_add(3, 4, 5), v_add(7, 4, 5), ds_write(6, 3)}, NULL}};
  (void)state;
  CHECK(list);
}

// A long instruction is good by distance, or by a wait.
static void long_results(void **state) {
  const uint64_t rcp = vop1(WL_OP_v_rcp_f64, 2, V(4));
  const struct three list[] = {{{W(0) + 2, 1, B(0) + 1}, {rcp, nop(), ds_write(6, 3)}, NULL},
                               {{W(0) + 2, B(0) + 1, 1}, {rcp, nop(), store(10, 3)}, NULL},
                               {{W(0) + 2, B(1) + 1, 1}, {rcp, nop(), store(10, 3)}, "C-RAW: v_rcp_f64"},
                               {{2, W(0) + 2, B(0) + 1}, {v_add(3, 4, 5), rcp, ds_write(6, 3)}, NULL}};
  (void)state;
  CHECK(list);
}

// ---- the stack of forks ----------------------------------------------------------------------------------------

// A fork that splits the lanes writes s0 to s3; the join reads them.
static void fork_stack(void **state) {
  (void)state;
  for (int split = 0; split < 2; split++) {
    struct bundles b;
    open(&b);
    b.p.init.sgpr[8] = split ? 0xf : 0;
    slot(&b, 1, s_load(2));
    slot(&b, 5, sopk(WL_OP_s_cbranch_i_fork, 8, 1));
    slot(&b, 1, nop());
    wl_run_report report;
    end(&b, &report);
    if (split) assert_non_null(strstr(report.why, "C-VAR: s_load_dword at 0x10008 loads s2, s_cbranch_i_fork at"));
    else assert_int_equal(report.result, WL_OK);
  }
}

// ---- runs ------------------------------------------------------------------------------------------------------

// An instruction that VSKIP discards is not judged, but its wait is.
static void discarded(void **state) {
  struct bundles b;
  (void)state;
  for (int early = 0; early < 2; early++) {
    open(&b);
    slot(&b, W(0) + (early ? 1 : 2), s_load(4));
    slot(&b, 1, sopc(WL_OP_s_setvskip, WL_SRC_ZERO + 1, WL_SRC_ZERO));
    slot(&b, W(1) + R(1) + U3 + (early ? B(0) : 0) + 1, v_add(3, 4, 5));
    slot(&b, 1, ds_write(6, 3));
    good(&b);
  }
  open(&b);
  slot(&b, 1, sopc(WL_OP_s_setvskip, WL_SRC_ZERO + 1, WL_SRC_ZERO));
  slot(&b, W(0) + 1, s_load(4));
  slot(&b, B(0) + 1, v_add(3, 4, 5));
  hazard(&b, "C-EARLY: s_load_dword");
}

// With findings ignored the run goes on. What no schedule makes right stops it.
static void ignored(void **state) {
  (void)state;
  for (int illegal_too = 0; illegal_too < 2; illegal_too++) {
    struct bundles b;
    wl_run_report report;
    open(&b);
    slot(&b, 1, v_add(3, 4, 5));
    slot(&b, 1, ds_write(6, 3));
    if (illegal_too) slot(&b, W(0) + 1, s_mov(4, 5));
    wl_model_ignore_hazards(b.p.model, true);
    end(&b, &report);
    assert_int_equal(report.result, illegal_too ? WL_ILLEGAL_CONTROL : WL_OK);
  }
}

// In lockstep the finding comes with the issue, which happens. The unit under test says its cycles.
static void lockstep(void **state) {
  (void)state;
  for (uint32_t later = 0; later < 2; later++) {
    struct bundles b;
    wl_effect e;
    wl_result results[3];
    open(&b);
    slot(&b, 1, v_cmp());
    slot(&b, 6, nop());
    slot(&b, 1, s_mov(4, VCC));
    start(&b.p, 0);
    for (int n = 0; n < 3; n++) {
      wl_model_control_unit(b.p.model, 0, (wl_unit_cycles){.first = 3 + later, .step = n == 0 ? 1 : 0, .dpp = 5});
      results[n] = wl_model_issue(b.p.model, 0, 0, &e);
      for (int c = 0; c < 6; c++) (void)wl_model_control_edge(b.p.model, 0);
    }
    assert_int_equal(results[0], WL_OK);
    assert_int_equal(results[1], WL_OK);
    assert_int_equal(results[2], later ? WL_HAZARD_CONTROL : WL_OK);
    if (later) assert_non_null(strstr(e.why, "needs 8, has 7"));
    program_close(&b.p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(yield),
      cmocka_unit_test(least),
      cmocka_unit_test(barriers_that_may_be_set),
      cmocka_unit_test(reuse),
      cmocka_unit_test(pairs),
      cmocka_unit_test(scalar_readers),
      cmocka_unit_test(memory_readers),
      cmocka_unit_test(vector_readers),
      cmocka_unit_test(overwritten_results),
      cmocka_unit_test(overwritten_sources),
      cmocka_unit_test(results_of_memory),
      cmocka_unit_test(operands_of_memory),
      cmocka_unit_test(early_waits),
      cmocka_unit_test(guaranteed_time),
      cmocka_unit_test(long_results),
      cmocka_unit_test(fork_stack),
      cmocka_unit_test(discarded),
      cmocka_unit_test(ignored),
      cmocka_unit_test(lockstep),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
