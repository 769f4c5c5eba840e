// SPDX-License-Identifier: Apache-2.0
// The service of DS instructions in lockstep: legal events, cycles by addresses, the GDS and EXP_CNT, owner operations.
// Cycle counts come from the examples in lds.md 4.1, or are counted by hand.
#include "program.h"

static void bad(wl_result result, const char *why) {
  if (result != WL_OK) fail_msg("%s", why);
}

static uint32_t *row(const struct program *p, uint32_t n) {
  return (uint32_t *)(uintptr_t)wl_model_phys_vgpr(p->model, n);
}
static uint32_t *lds_word(struct program *p, uint32_t byte) {
  return (uint32_t *)(uintptr_t)wl_model_lds_words(p->model) + byte / 4;
}

static wl_result serve(struct program *p, uint32_t tag, wl_mem_op op, uint32_t quad, uint32_t access, uint32_t byte) {
  char why[160];
  const wl_lds_access a = {
      .tag = tag, .op = op, .quad = quad, .access = access, .bank = byte / 16 % 4, .row = byte / 64};
  wl_lds_access predicted;
  return wl_model_lds(p->model, &a, &predicted, why);
}

static wl_result ret(struct program *p, uint32_t tag) {
  char why[160];
  return wl_model_return(p->model, WL_UNIT_LDS, 0, tag, why);
}

static wl_result issue_as(struct program *p, uint32_t tag, wl_effect *e) { return wl_model_issue(p->model, 0, tag, e); }

// A model with a GDS of one entry per bank, and one instruction. The caller chooses v0.
static void open_with_gds(struct program *p, uint32_t gds_entries) {
  program_open(p);
  wl_model_free(p->model);
  p->model = wl_model_new(&(wl_config){.waves = 16, .phys_vgprs = 256, .lds_entries = 256, .gds_entries = gds_entries},
                          p->mem);
  assert_non_null(p->model);
}

static void check_cycles(uint64_t words, uint64_t exec, uint32_t step, uint32_t cycles, uint32_t conflicts) {
  struct program p;
  char why[160];
  uint32_t got[2];
  open_with_gds(&p, 64);
  p.init.exec = exec;
  emit2(&p, words);
  for (uint32_t l = 0; l < WL_LANES; l++) row(&p, 0)[l] = step * l;
  start(&p, 0);
  issue(&p, 0, WL_OK);
  bad(wl_model_lds_cycles(p.model, 0, 0, &got[0], &got[1], why), why);
  if (got[0] != cycles || got[1] != conflicts) {
    fail_msg("0x%llx, step %u: %u cycles, %u conflicts; expected %u, %u", (unsigned long long)words, step, got[0],
             got[1], cycles, conflicts);
  }
  assert_int_equal(wl_model_lds_cycles(p.model, 0, 1, &got[0], &got[1], why), WL_BAD_EVENT);
  assert_int_equal(wl_model_lds_cycles(p.model, 1, 0, &got[0], &got[1], why), WL_BAD_EVENT);
  program_close(&p);
}

// D-LDS-18, D-LDS-22, D-LDS-23
static void cycles(void **state) {
  (void)state;
  enum { READ = WL_OP_ds_read_b32, WRITE = WL_OP_ds_write_b32, READ2 = WL_OP_ds_read2_b32 };
  enum { ADD = WL_OP_ds_add_u32, EXCHANGE2 = WL_OP_ds_wrxchg2_rtn_b32, WRITE_B128 = WL_OP_ds_write_b128 };
  const uint64_t all = ~0ull;
  check_cycles(ds(READ, 8, 0, 4, 5, 0), all, 4, 16, 0);
  check_cycles(ds(READ, 8, 0, 4, 5, 0), all, 16, 16, 0);
  check_cycles(ds(READ, 8, 0, 4, 5, 0), all, 32, 32, 16);
  check_cycles(ds(READ, 8, 0, 4, 5, 0), all, 64, 64, 48);
  check_cycles(ds(READ, 8, 0, 4, 5, 0), all, 0, 16, 0);
  check_cycles(ds(WRITE, 8, 0, 4, 5, 0), all, 0, 16, 0);
  check_cycles(ds(WRITE_B128, 8, 0, 4, 5, 0), all, 16, 16, 0);
  check_cycles(ds(READ, 8, 0, 4, 5, 0), 0, 4, 0, 0);
  check_cycles(ds(READ, 8, 0, 4, 5, 0), 0x8000000000000013, 64, 4, 1);  // quad 0: two rows; quads 1 and 15: one each
  check_cycles(ds(READ2, 8, 0, 4, 5, 0 | 1 << 8), all, 4, 32, 0);
  check_cycles(ds(READ2, 8, 0, 4, 5, 1 | 1 << 8), all, 4, 16, 0);    // one access
  check_cycles(ds(READ2, 8, 0, 4, 5, 1 | 2 << 8), all, 32, 64, 32);  // each pass: two rows of banks 0 and 2
  check_cycles(ds(ADD, 8, 0, 4, 5, 0), all, 0, 64, 48);
  check_cycles(ds(ADD, 8, 0, 4, 5, 0), all, 4, 64, 48);  // a quad is in one bank
  check_cycles(ds(ADD, 8, 0, 4, 5, 0), all, 16, 16, 0);
  check_cycles(ds(ADD, 8, 0, 4, 5, 0), all, 2, 32, 16);  // every other lane is misaligned, and left out
  check_cycles(ds(EXCHANGE2, 8, 0, 4, 5, 0 | 4 << 8), all, 16, 32, 0);
  check_cycles(ds(EXCHANGE2, 8, 0, 4, 5, 4 | 4 << 8), all, 4, 64, 48);
  check_cycles(ds(READ, 8, 0, 4, 5, 0xfffc), all, 4, 16, 0);  // out of range: one a quad
  check_cycles(ds(ADD, 8, 0, 4, 5, 0xfffc), 0xf0f, 4, 2, 0);
  check_cycles(ds(WL_OP_ds_add_src2_u32, 0, 0, 0, 0, 4), all, 4, 128, 96);  // src2: two a lane
  check_cycles(ds(WL_OP_ds_add_src2_u32, 0, 0, 0, 0, 4), 0x11, 4, 4, 0);
  check_cycles(ds(WL_OP_ds_add_src2_u32, 0, 0, 0, 0, 4), 0x11, 4096, 3, 0);  // lane 4 is out of range
  check_cycles(ds(WL_OP_ds_add_src2_u32, 0, 0, 0, 0, 4), 0xf3, 2, 6, 2);     // lanes 0, 4 and 6
  check_cycles(ds(WL_OP_ds_append, 8, 0, 0, 0, 0), all, 4, 1, 0);
  check_cycles(ds(WL_OP_ds_append, 8, 0, 0, 0, 2), all, 4, 1, 0);
  check_cycles(ds(WL_OP_ds_append, 8, 0, 0, 0, 0), 0, 4, 0, 0);
  check_cycles(ds(WL_OP_ds_nop, 0, 0, 0, 0, 0), all, 4, 0, 0);
  check_cycles(ds(WL_OP_ds_swizzle_b32, 8, 0, 0, 0, 0), all, 4, 0, 0);
  check_cycles(ds(WL_OP_ds_read_addtid_b32, 8, 0, 0, 0, 0), all, 0, 16, 0);              // addtid
  check_cycles(ds(WL_OP_ds_write_b32, 8, 0, 4, 5, 0) | 1 << 16, all, 64, 64, 48);        // GDS
  check_cycles(ds(WL_OP_owner_write_b128, 0, 0, 4, 0, 0x8000 | 4 << 8), all, 0, 16, 0);  // owner write
  check_cycles(ds(WL_OP_owner_read_b32, 8, 0, 0, 0, 0), all, 16, 64, 48);                // owner read, 16 dwords apart
  check_cycles(ds(WL_OP_owner_read_b32, 8, 0, 0, 0, 0x100), all, 16, 16, 0);             // broadcast
}

// D-LDS-21
static void atomic_order(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  p.init.exec = 0x1f;
  emit2(&p, ds(WL_OP_ds_add_u32, 0, 0, 4, 0, 0));
  // Lanes 0 and 2 in bank 0, rows 0 and 1; 1 and 3 in bank 1, one dword; 4 in bank 0.
  const uint32_t at[5] = {0, 16, 64, 16, 0};
  for (uint32_t l = 0; l < 5; l++) row(&p, 0)[l] = at[l], row(&p, 4)[l] = 1;
  start(&p, 0);
  issue(&p, 0, WL_OK);
  assert_int_equal(serve(&p, 0, WL_MEM_ATOMIC, 1, 0, 0), WL_BAD_EVENT);   // quad 0 first
  assert_int_equal(serve(&p, 0, WL_MEM_ATOMIC, 0, 0, 64), WL_BAD_EVENT);  // lane 0 is the lowest of bank 0
  assert_int_equal(serve(&p, 0, WL_MEM_STORE, 0, 0, 0), WL_BAD_EVENT);
  assert_int_equal(serve(&p, 0, WL_MEM_LOAD, 0, 0, 0), WL_BAD_EVENT);
  assert_int_equal(serve(&p, 0, WL_MEM_ATOMIC, 0, 1, 0), WL_BAD_EVENT);
  assert_int_equal(serve(&p, 0, WL_MEM_ATOMIC, 0, 0, 16), WL_OK);
  assert_int_equal(serve(&p, 0, WL_MEM_ATOMIC, 0, 0, 0), WL_OK);
  assert_int_equal(serve(&p, 0, WL_MEM_ATOMIC, 0, 0, 0), WL_BAD_EVENT);
  assert_int_equal(serve(&p, 0, WL_MEM_ATOMIC, 0, 0, 16), WL_OK);
  assert_int_equal(*lds_word(&p, 16), 2);
  assert_int_equal(ret(&p, 0), WL_BAD_EVENT);
  assert_int_equal(serve(&p, 0, WL_MEM_ATOMIC, 0, 0, 64), WL_OK);
  assert_int_equal(serve(&p, 0, WL_MEM_ATOMIC, 1, 0, 0), WL_OK);
  assert_int_equal(*lds_word(&p, 0), 2);
  assert_int_equal(ret(&p, 0), WL_OK);
  program_close(&p);
}

// D-LDS-13
static void src2_order(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  p.init.exec = 3;
  emit2(&p, ds(WL_OP_ds_write_src2_b32, 0, 0, 0, 0, 64));  // ds_write_src2_b32: B is 256 bytes on
  row(&p, 0)[1] = 16;
  *lds_word(&p, 256) = 7;
  *lds_word(&p, 272) = 8;
  start(&p, 0);
  issue(&p, 0, WL_OK);
  assert_int_equal(serve(&p, 0, WL_MEM_ATOMIC, 0, 0, 0), WL_BAD_EVENT);  // B first
  assert_int_equal(serve(&p, 0, WL_MEM_LOAD, 0, 1, 272), WL_BAD_EVENT);  // lane 0 first
  assert_int_equal(serve(&p, 0, WL_MEM_LOAD, 0, 1, 256), WL_OK);
  assert_int_equal(serve(&p, 0, WL_MEM_LOAD, 0, 1, 272), WL_BAD_EVENT);
  assert_int_equal(serve(&p, 0, WL_MEM_ATOMIC, 0, 0, 0), WL_OK);
  assert_int_equal(serve(&p, 0, WL_MEM_LOAD, 0, 1, 272), WL_OK);
  assert_int_equal(serve(&p, 0, WL_MEM_STORE, 0, 0, 16), WL_BAD_EVENT);
  assert_int_equal(ret(&p, 0), WL_BAD_EVENT);
  assert_int_equal(serve(&p, 0, WL_MEM_ATOMIC, 0, 0, 16), WL_OK);
  assert_int_equal(ret(&p, 0), WL_OK);
  assert_int_equal(*lds_word(&p, 0), 7);
  assert_int_equal(*lds_word(&p, 16), 8);
  program_close(&p);
}

// Append: one access for all lanes, and no lane is written back before it (D-LDS-14).
static void count_service(void **state) {
  (void)state;
  struct program p;
  char why[160];
  uint32_t mask, data[16];
  program_open(&p);
  p.init.exec = 0xf00000000000ff80;
  emit2(&p, ds(WL_OP_ds_append, 8, 0, 0, 0, 20));  // ds_append
  *lds_word(&p, 20) = 3;
  start(&p, 0);
  issue(&p, 0, WL_OK);
  assert_int_equal(wl_model_write_back_vgpr(p.model, WL_UNIT_LDS, 0, 0, 8, 3, &mask, data, why), WL_BAD_EVENT);
  assert_int_equal(serve(&p, 0, WL_MEM_ATOMIC, 2, 0, 20), WL_BAD_EVENT);  // lane 7 is in quad 1
  assert_int_equal(serve(&p, 0, WL_MEM_ATOMIC, 1, 0, 20), WL_OK);
  assert_int_equal(*lds_word(&p, 20), 16);
  bad(wl_model_write_back_vgpr(p.model, WL_UNIT_LDS, 0, 0, 8, 3, &mask, data, why), why);
  assert_int_equal(mask, 0xf000);
  assert_int_equal(data[15], 3);
  assert_int_equal(ret(&p, 0), WL_BAD_EVENT);
  bad(wl_model_write_back_vgpr(p.model, WL_UNIT_LDS, 0, 0, 8, 0, &mask, data, why), why);
  assert_int_equal(ret(&p, 0), WL_OK);
  program_close(&p);
}

// D-LDS-27, D-LDS-28, D-LDS-29
static void gds(void **state) {
  (void)state;
  struct program p;
  char why[160];
  wl_effect e;
  open_with_gds(&p, 2);
  p.init.exec = 0x3;
  emit2(&p, sop1(WL_OP_s_mov_b32, M0, LITERAL) | 0x00101234ull << 32);
  emit(&p, S_NOP);
  for (uint32_t i = 0; i < 9; i++) emit2(&p, ds(WL_OP_ds_add_u32, 0, 0, 4, 0, 4) | 1 << 16);  // ds_add_u32 gds
  row(&p, 0)[0] = 0;
  row(&p, 0)[1] = 108;  // 16 + 108 + 4 is past the 128 bytes
  row(&p, 4)[0] = 9;
  start(&p, 0);
  issue(&p, 0, WL_OK);
  issue(&p, 0, WL_OK);
  for (uint32_t i = 0; i < 7; i++) {
    assert_int_equal(issue_as(&p, i, &e), WL_OK);
    assert_int_equal(state_regs(&p, 0).counters, (i + 1) << 16 | (i + 1) << 8);
  }
  assert_int_equal(issue_as(&p, 7, &e), WL_BAD_EVENT);                                      // EXP_CNT is full
  assert_int_equal(wl_model_operands_read(p.model, WL_UNIT_LDS, 0, 1, why), WL_BAD_EVENT);  // in order of issue
  assert_int_equal(wl_model_operands_read(p.model, WL_UNIT_LDS, 0, 0, why), WL_OK);
  assert_int_equal(wl_model_operands_read(p.model, WL_UNIT_LDS, 0, 0, why), WL_BAD_EVENT);
  assert_int_equal(state_regs(&p, 0).counters, 7 << 16 | 6 << 8);
  assert_int_equal(issue_as(&p, 7, &e), WL_OK);
  assert_int_equal(serve(&p, 0, WL_MEM_ATOMIC, 0, 0, 20), WL_BAD_EVENT);  // that would be the LDS
  assert_int_equal(serve(&p, 0, WL_MEM_ATOMIC, 0, 0, 256 * 64 + 20), WL_OK);
  assert_int_equal(*lds_word(&p, 256 * 64 + 20), 9);
  assert_int_equal(*lds_word(&p, 20), 0);
  assert_int_equal(ret(&p, 0), WL_OK);
  assert_int_equal(state_regs(&p, 0).trapsts, 1 << 8);
  assert_int_equal(serve(&p, 1, WL_MEM_ATOMIC, 0, 0, 256 * 64 + 20), WL_OK);
  assert_int_equal(ret(&p, 1), WL_BAD_EVENT);  // its operands have not been read
  program_close(&p);
}

// D-LDS-30: LDS and GDS instructions are served and return in any order with each other, but one after the other.
static void gds_order(void **state) {
  (void)state;
  for (uint32_t gds_first = 0; gds_first < 2; gds_first++) {
    struct program p;
    char why[160];
    wl_effect e;
    open_with_gds(&p, 2);
    p.init.exec = 0x3;
    for (uint32_t i = 0; i < 4; i++)
      emit2(&p, ds(WL_OP_ds_add_u32, 0, 0, 4, 0, 0) | (uint64_t)((i & 1) != gds_first) << 16);
    row(&p, 0)[1] = 16;
    start(&p, 0);
    for (uint32_t i = 0; i < 4; i++) assert_int_equal(issue_as(&p, i, &e), WL_OK);
    // Instructions 0 and 2 are of one kind, 1 and 3 of the other.
    const uint32_t first = gds_first ? 256 * 64 : 0, second = gds_first ? 0 : 256 * 64;
    for (uint32_t i = !gds_first; i < 4; i += 2) bad(wl_model_operands_read(p.model, WL_UNIT_LDS, 0, i, why), why);
    assert_int_equal(serve(&p, 3, WL_MEM_ATOMIC, 0, 0, second), WL_BAD_EVENT);  // 1 is older, of its kind
    assert_int_equal(serve(&p, 1, WL_MEM_ATOMIC, 0, 0, second), WL_OK);
    assert_int_equal(serve(&p, 0, WL_MEM_ATOMIC, 0, 0, first), WL_BAD_EVENT);  // 1 is being served
    assert_int_equal(serve(&p, 1, WL_MEM_ATOMIC, 0, 0, second + 16), WL_OK);
    assert_int_equal(ret(&p, 1), WL_OK);
    for (uint32_t i = 0; i < 2; i++) assert_int_equal(serve(&p, 0, WL_MEM_ATOMIC, 0, 0, first + 16 * i), WL_OK);
    for (uint32_t i = 0; i < 2; i++) assert_int_equal(serve(&p, 3, WL_MEM_ATOMIC, 0, 0, second + 16 * i), WL_OK);
    assert_int_equal(ret(&p, 3), WL_OK);
    assert_int_equal(ret(&p, 2), WL_BAD_EVENT);
    assert_int_equal(ret(&p, 0), WL_OK);
    program_close(&p);
  }
}

static void gds_standalone(void **state) {
  (void)state;
  struct program p;
  open_with_gds(&p, 64);
  p.init.lds_size = 0;
  emit2(&p, sop1(WL_OP_s_mov_b32, M0, LITERAL) | 0x00400000ull << 32);
  emit(&p, S_NOP);
  emit2(&p, ds(WL_OP_ds_write_b32, 0, 0, 1, 0, 0) | 1 << 16);  // ds_write_b32 gds
  emit2(&p, ds(WL_OP_ds_read_b32, 8, 0, 0, 0, 4) | 1 << 16);   // ds_read_b32 gds
  emit2(&p, ds(WL_OP_ds_append, 9, 0, 0, 0, 8) | 1 << 16);     // ds_append gds: at 64 + 8
  emit(&p, S_ENDPGM);
  for (uint32_t l = 0; l < WL_LANES; l++) row(&p, 0)[l] = 4 * l, row(&p, 1)[l] = 0x100 + l;
  start(&p, 0);
  wl_model_run(p.model, 5, &(wl_run_report){0});
  assert_int_equal(state_regs(&p, 0).trapsts, 0);
  assert_int_equal(row(&p, 8)[0], 0x101);
  assert_int_equal(row(&p, 8)[63], 0);
  assert_int_equal(row(&p, 9)[17], 0x102);
  assert_int_equal(*lds_word(&p, 256 * 64 + 64 + 8), 0x102 + 64);
  program_close(&p);
}

// A GDS instruction reads its registers after issue: the program must wait for expcnt before it writes them.
static void gds_operands(void **state) {
  (void)state;
  for (uint32_t i = 0; i < 4; i++) {
    struct program p;
    char why[160];
    open_with_gds(&p, 64);
    emit2(&p, ds(WL_OP_ds_write_b32, 0, 0, 1, 0, 0) | (i == 3 ? 0 : 1 << 16));
    if (i == 2) emit(&p, sopp(WL_OP_s_waitcnt, 0x3f8f & ~0x70u));  // s_waitcnt expcnt(0)
    emit(&p, i == 0 ? vop1(WL_OP_v_mov_b32, 9, VGPR + 1) : vop1(WL_OP_v_mov_b32, 1, VGPR + 9));
    start(&p, 0);
    issue(&p, 0, WL_OK);
    if (i == 2) {
      wl_effect e;
      assert_int_equal(wl_model_issue(p.model, 0, 0, &e), WL_BAD_EVENT);  // EXP_CNT is 1
      bad(wl_model_operands_read(p.model, WL_UNIT_LDS, 0, 0, why), why);
      issue(&p, 0, WL_OK);
    }
    issue(&p, 0, i == 1 ? WL_HAZARD_PENDING : WL_OK);
    program_close(&p);
  }
}

// D-LDS-19, D-LDS-24, D-LDS-26, D-R700-4, D-R700-10, D-R700-11
static void illegal(void **state) {
  (void)state;
  const uint64_t gds_bit = 1 << 16;
  const uint64_t words[] = {
      ds(152, 0, 0, 0, 0, 0),
      ds(191, 0, 0, 0, 0, 0),
      ds(232, 0, 0, 0, 0, 0),
      ds(22, 0, 0, 0, 0, 0),
      ds(142, 0, 0, 0, 0, 0),
      ds(WL_OP_ds_swizzle_b32, 0, 0, 0, 0, 0) | gds_bit,
      ds(WL_OP_ds_permute_b32, 0, 0, 0, 0, 0) | gds_bit,
      ds(WL_OP_ds_bpermute_b32, 0, 0, 0, 0, 0) | gds_bit,
      ds(WL_OP_ds_write_addtid_b32, 0, 0, 0, 0, 0) | gds_bit,
      ds(WL_OP_ds_read_addtid_b32, 0, 0, 0, 0, 0) | gds_bit,
      ds(WL_OP_ds_write_b96, 0, 0, 0, 0, 0) | gds_bit,
      ds(WL_OP_ds_read_b128, 0, 0, 0, 0, 0) | gds_bit,
      ds(WL_OP_owner_write_b32, 0, 0, 0, 0, 0x400) | gds_bit,
      ds(WL_OP_owner_read_b32, 0, 0, 0, 0, 0) | gds_bit,
      ds(WL_OP_owner_write_b32, 0, 0, 0, 0, 0),
      ds(WL_OP_owner_write_b32, 0, 0, 0, 0, 0x600),
      ds(WL_OP_owner_write_b32, 0, 0, 0, 0, 0x4400),
      ds(WL_OP_owner_write_b32, 0, 0, 0, 0, 0x404),
      ds(WL_OP_owner_write_b32, 0, 0, 0, 0, 0x802),
      ds(WL_OP_owner_write_b32, 0, 0, 0, 0, 0x440),
      ds(WL_OP_owner_read_b32, 0, 0, 0, 0, 0x200),
      ds(WL_OP_owner_read_b32, 0, 0, 0, 0, 0x8000),
      ds(WL_OP_owner_write_b128, 0, 0, 29, 0, 0x400),
      ds(WL_OP_owner_read_b128, 29, 0, 0, 0, 0),
      ds(WL_OP_ds_wrxchg2st64_rtn_b64, 29, 0, 0, 0, 0),
      ds(WL_OP_ds_cmpst_rtn_b64, 0, 0, 0, 31, 0),
      ds(WL_OP_ds_add_rtn_u64, 31, 0, 0, 0, 0),
      ds(WL_OP_ds_condxchg32_rtn_b64, 31, 0, 0, 0, 0),
      ds(WL_OP_ds_condxchg32_rtn_b64, 0, 0, 31, 0, 0),
      ds(253, 0, 0, 0, 0, 0),
  };
  const uint64_t legal[] = {
      ds(WL_OP_ds_nop, 255, 255, 255, 255, 0),
      ds(WL_OP_ds_append, 8, 255, 255, 255, 0),
      ds(WL_OP_ds_condxchg32_rtn_b64, 30, 0, 29, 255, 0),
      ds(WL_OP_ds_condxchg32_rtn_b64, 29, 0, 30, 255, 0) | gds_bit,
      ds(WL_OP_ds_add_u64, 255, 0, 30, 255, 0),
      ds(WL_OP_ds_add_src2_u64, 255, 0, 255, 255, 0),
      ds(WL_OP_ds_swizzle_b32, 8, 0, 255, 255, 0),
      ds(WL_OP_ds_read_addtid_b32, 8, 255, 255, 255, 0),
      ds(WL_OP_owner_write_b32, 255, 255, 31, 255, 0x403c | 0x8000),
      ds(WL_OP_ds_add_u32, 0, 0, 0, 0, 0) | gds_bit,
      ds(WL_OP_ds_nop, 0, 0, 0, 0, 0) | gds_bit,
      ds(WL_OP_ds_wrxchg2st64_rtn_b64, 28, 0, 30, 30, 0) | gds_bit,
  };
  for (size_t i = 0; i < sizeof words / sizeof words[0] + sizeof legal / sizeof legal[0]; i++) {
    const size_t illegal_count = sizeof words / sizeof words[0];
    struct program p;
    wl_effect e;
    program_open(&p);
    p.init.exec = 1;
    emit2(&p, i < illegal_count ? words[i] : legal[i - illegal_count]);
    start(&p, 0);
    const wl_result result = wl_model_issue(p.model, 0, 0, &e);
    if (result != (i < illegal_count ? WL_ILLEGAL_INST : WL_OK)) fail_msg("case %zu: result %d", i, result);
    program_close(&p);
  }
}

// D-R700-3, D-R700-5, D-R700-6, D-R700-9, D-R700-10
static void owner(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  p.init.lds_base = 1024;
  p.init.lds_size = 8192;
  p.init.waves_in_group = 2;
  p.init.wave_in_group = 1;
  emit2(&p, ds(WL_OP_owner_write_b64, 0, 0, 4, 0, 0x8804));  // wave relative, stride 8, index 4: v4, v5
  emit2(&p, ds(WL_OP_owner_write_b32, 0, 0, 6, 0, 0x1000));  // absolute, stride 16, index 0: v6
  emit2(&p, ds(WL_OP_owner_read_b96, 8, 0, 0, 0, 0x3));      // L = v0 + 3, forced to 4
  emit2(&p, ds(WL_OP_owner_read_b64, 12, 0, 0, 0, 0x101));   // broadcast of lane 0: L = v0[0] + 1, forced to 2
  emit(&p, S_ENDPGM);
  for (uint32_t l = 0; l < WL_LANES; l++) {
    for (uint32_t r = 4; r < 7; r++) row(&p, r)[l] = 0x100 * r + l;
    row(&p, 0)[l] = 16 * 16 + 4 * l;  // entries from row 16 of bank 0 on
  }
  start(&p, 0);
  wl_model_run(p.model, 4, &(wl_run_report){0});
  assert_int_equal(state_regs(&p, 0).trapsts, 0);
  // Thread 64 + l: row ((64 + l) / 4 * 8 + 4) / 4 = 33 + 2 * (l / 4), bank l % 4.
  assert_int_equal(*lds_word(&p, 1024 + 33 * 64), 0x400);
  assert_int_equal(*lds_word(&p, 1024 + 33 * 64 + 4), 0x500);
  assert_int_equal(*lds_word(&p, 1024 + 33 * 64 + 8), 0);
  assert_int_equal(*lds_word(&p, 1024 + 63 * 64 + 48), 0x43f);
  // Lane l: row l / 4 * 16 / 4.
  assert_int_equal(*lds_word(&p, 1024), 0x600);
  assert_int_equal(*lds_word(&p, 1024 + 8 * 64 + 16), 0x609);
  assert_int_equal(*lds_word(&p, 1024 + 60 * 64 + 48), 0x63f);
  // Dword 256 is row 16 of bank 0, which lane 16 wrote; lane 3 reads bank 3 of that row, lane 16 the row of lane 20.
  assert_int_equal(row(&p, 8)[0], 0x610);
  assert_int_equal(row(&p, 9)[0], 0);
  assert_int_equal(row(&p, 8)[3], 0x613);
  assert_int_equal(row(&p, 8)[16], 0x614);
  for (uint32_t l = 0; l < WL_LANES; l++) assert_int_equal(row(&p, 12)[l], 0x610);
  program_close(&p);
}

// D-R700-7
static void owner_overflow(void **state) {
  (void)state;
  for (int standalone = 0; standalone < 2; standalone++) {
    struct program p;
    program_open(&p);
    p.init.lds_size = 600;  // 37 whole entries: rows 0..8 and bank 0 of row 9
    p.init.exec = ~0x2ull;
    emit2(&p, ds(WL_OP_owner_write_b32, 0, 0, 4, 0, 0x400));  // stride 4: thread t at entry t
    emit(&p, S_ENDPGM);
    for (uint32_t l = 0; l < WL_LANES; l++) row(&p, 4)[l] = 0x40 + l;
    start(&p, 0);
    if (standalone) {
      wl_run_report report;
      wl_model_run(p.model, 0, &report);
      assert_int_equal(report.result, WL_LDS_OVERFLOW);
      assert_int_equal(report.instructions, 1);
      assert_int_equal(state_regs(&p, 0).pc_lo, kCode + 8);
    } else {
      const wl_effect e = issue(&p, 0, WL_LDS_OVERFLOW);
      assert_non_null(strstr(e.why, "thread 37 "));
      assert_int_equal(state_regs(&p, 0).pc_lo, kCode + 8);
      for (uint32_t l = 0; l < 37; l++) {
        if (l != 1) assert_int_equal(serve(&p, 0, WL_MEM_STORE, l / 4, 0, 16 * l), WL_OK);
      }
      assert_int_equal(state_regs(&p, 0).trapsts, 0);
      assert_int_equal(ret(&p, 0), WL_OK);
    }
    assert_int_equal(state_regs(&p, 0).trapsts, 1 << 8);
    for (uint32_t l = 0; l < WL_LANES; l++) assert_int_equal(*lds_word(&p, 16 * l), l != 1 && l < 37 ? 0x40 + l : 0);
    program_close(&p);
  }
}

// LDS and GDS each return in order, and have no order with each other (control-flow.md 5.3).
static void return_orders(void **state) {
  (void)state;
  for (uint32_t first = 0; first < 2; first++) {
    struct program p;
    char why[160];
    wl_effect e;
    open_with_gds(&p, 2);
    p.init.exec = 0;
    for (uint32_t i = 0; i < 4; i++) emit2(&p, ds(WL_OP_ds_read_b32, 4 + i, 0, 0, 0, 0) | (i % 2) << 16);
    start(&p, 0);
    for (uint32_t i = 0; i < 4; i++) assert_int_equal(issue_as(&p, i, &e), WL_OK);
    assert_int_equal(wl_model_operands_read(p.model, WL_UNIT_LDS, 0, 1, why), WL_OK);
    assert_int_equal(wl_model_operands_read(p.model, WL_UNIT_LDS, 0, 3, why), WL_OK);
    assert_int_equal(ret(&p, first + 2), WL_BAD_EVENT);
    assert_int_equal(ret(&p, first), WL_OK);
    assert_int_equal(ret(&p, first + 2), WL_OK);
    assert_int_equal(ret(&p, 3 - first), WL_BAD_EVENT);
    assert_int_equal(ret(&p, 1 - first), WL_OK);
    assert_int_equal(ret(&p, 3 - first), WL_OK);
    program_close(&p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cycles),
      cmocka_unit_test(atomic_order),
      cmocka_unit_test(src2_order),
      cmocka_unit_test(count_service),
      cmocka_unit_test(gds),
      cmocka_unit_test(gds_order),
      cmocka_unit_test(gds_standalone),
      cmocka_unit_test(gds_operands),
      cmocka_unit_test(illegal),
      cmocka_unit_test(owner),
      cmocka_unit_test(owner_overflow),
      cmocka_unit_test(return_orders),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
