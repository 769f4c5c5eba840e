// SPDX-License-Identifier: Apache-2.0
// Every DS atomic, lane exchange and addtid, standalone and in lockstep. Values by hand from lds.md 3 and
// numerics.md 9.
#include "execute/vector.h"
#include "memory/memory.h"
#include "program.h"

enum { PLAIN = 1, RETURNS = 2, SRC2 = 4, ALL = 7, SP_DENORM = 0x30, DP_DENORM = 0xc0 };

// What the other forms of an operation add to its opcode, and the place of those that have no form without a result.
enum { ADD_RETURNS = 32, ADD_WIDE = 64, ADD_SRC2 = 128 };
enum { WRXCHG = WL_OP_ds_wrxchg_rtn_b32 - ADD_RETURNS, WRAP = WL_OP_ds_wrap_rtn_b32 - ADD_RETURNS };
enum { CONDXCHG = WL_OP_ds_condxchg32_rtn_b64 - ADD_RETURNS - ADD_WIDE };

struct operation {
  uint32_t number;  // of the 32-bit form that returns nothing
  bool wide;
  uint32_t forms;
  uint32_t mode;
  uint64_t memory, data0, data1, result;
};

// Floats: D-NUM-12, D-NUM-35, D-NUM-36, D-NUM-38, D-NUM-40.
static const struct operation kOperations[] = {
    {WL_OP_ds_add_u32, 0, ALL, 0, 0xfffffffe, 5, 0, 3},
    {WL_OP_ds_add_u32, 1, ALL, 0, 0x1ffffffff, 0x100000001, 0, 0x300000000},
    {WL_OP_ds_sub_u32, 0, ALL, 0, 3, 5, 0, 0xfffffffe},
    {WL_OP_ds_sub_u32, 1, ALL, 0, 0x100000000, 1, 0, 0xffffffff},
    {WL_OP_ds_rsub_u32, 0, ALL, 0, 3, 5, 0, 2},
    {WL_OP_ds_rsub_u32, 1, ALL, 0, 1, 0x100000000, 0, 0xffffffff},
    {WL_OP_ds_inc_u32, 0, ALL, 0, 6, 7, 0, 7},
    {WL_OP_ds_inc_u32, 0, ALL, 0, 7, 7, 0, 0},
    {WL_OP_ds_inc_u32, 0, ALL, 0, 0xffffffff, 7, 0, 0},
    {WL_OP_ds_inc_u32, 0, ALL, 0, 0xffffffff, 0xffffffff, 0, 0},
    {WL_OP_ds_inc_u32, 1, ALL, 0, 0xffffffff, 0x100000000, 0, 0x100000000},
    {WL_OP_ds_dec_u32, 0, ALL, 0, 0, 9, 0, 9},
    {WL_OP_ds_dec_u32, 0, ALL, 0, 10, 9, 0, 9},
    {WL_OP_ds_dec_u32, 0, ALL, 0, 9, 9, 0, 8},
    {WL_OP_ds_dec_u32, 1, ALL, 0, 0x100000000, 0x100000000, 0, 0xffffffff},
    {WL_OP_ds_min_i32, 0, ALL, 0, 1, 0xffffffff, 0, 0xffffffff},
    {WL_OP_ds_min_i32, 1, ALL, 0, 1, 0xffffffff, 0, 1},
    {WL_OP_ds_min_i32, 1, ALL, 0, 1, 0xffffffffffffffff, 0, 0xffffffffffffffff},
    {WL_OP_ds_max_i32, 0, ALL, 0, 1, 0x80000000, 0, 1},
    {WL_OP_ds_max_i32, 1, ALL, 0, 1, 0x80000000, 0, 0x80000000},
    {WL_OP_ds_min_u32, 0, ALL, 0, 1, 0xffffffff, 0, 1},
    {WL_OP_ds_min_u32, 1, ALL, 0, 0x8000000000000000, 0x7fffffffffffffff, 0, 0x7fffffffffffffff},
    {WL_OP_ds_max_u32, 0, ALL, 0, 1, 0xffffffff, 0, 0xffffffff},
    {WL_OP_ds_max_u32, 1, ALL, 0, 0x8000000000000000, 0x7fffffffffffffff, 0, 0x8000000000000000},
    {WL_OP_ds_and_b32, 0, ALL, 0, 0xff00ff00, 0x0ff00ff0, 0, 0x0f000f00},
    {WL_OP_ds_and_b32, 1, ALL, 0, 0xff00ff00ff00ff00, 0x0ff00ff00ff00ff0, 0, 0x0f000f000f000f00},
    {WL_OP_ds_or_b32, 0, ALL, 0, 0xff00ff00, 0x0ff00ff0, 0, 0xfff0fff0},
    {WL_OP_ds_or_b32, 1, ALL, 0, 0xff00000000000000, 0xf, 0, 0xff0000000000000f},
    {WL_OP_ds_xor_b32, 0, ALL, 0, 0xff00ff00, 0x0ff00ff0, 0, 0xf0f0f0f0},
    {WL_OP_ds_xor_b32, 1, ALL, 0, 0xff00000000000001, 0xf000000000000001, 0, 0x0f00000000000000},
    {WL_OP_ds_mskor_b32, 0, PLAIN | RETURNS, 0, 0x12345678, 0x00ffff00, 0xa00bcd00, 0xb20bcd78},  // D1 is not masked
    {WL_OP_ds_mskor_b32, 1, PLAIN | RETURNS, 0, 0x1111111122222222, 0xffffffff00000000, 0x3300000000000000,
     0x3300000022222222},
    {WRXCHG, 0, RETURNS | SRC2, 0, 0x11, 0x22, 0, 0x22},
    {WRXCHG, 1, RETURNS | SRC2, 0, 0x1100000000, 0x2200000000, 0, 0x2200000000},
    {CONDXCHG, 1, RETURNS, 0, 0x8111111122222222, 0x3333333344444444, 0, 0x8111111122222222},
    {CONDXCHG, 1, RETURNS, 0, 0x8111111122222222, 0x33333333c4444444, 0, 0x8111111144444444},
    {CONDXCHG, 1, RETURNS, 0, 0x8111111122222222, 0xb333333344444444, 0, 0x3333333322222222},
    {CONDXCHG, 1, RETURNS, 0, 0x8111111122222222, 0x8000000080000000, 0, 0},
    {CONDXCHG, 1, RETURNS, 0, 0, 0xffffffffffffffff, 0, 0x7fffffff7fffffff},
    {WL_OP_ds_cmpst_b32, 0, PLAIN | RETURNS, 0, 5, 5, 9, 9},
    {WL_OP_ds_cmpst_b32, 0, PLAIN | RETURNS, 0, 5, 6, 9, 5},
    {WL_OP_ds_cmpst_b32, 1, PLAIN | RETURNS, 0, 0x100000005, 5, 9, 0x100000005},
    {WL_OP_ds_cmpst_b32, 1, PLAIN | RETURNS, 0, 0x100000005, 0x100000005, 0x900000009, 0x900000009},
    {WL_OP_ds_cmpst_f32, 0, PLAIN | RETURNS, 0, 0x80000000, 0, 9, 9},                    // -0 equals +0
    {WL_OP_ds_cmpst_f32, 0, PLAIN | RETURNS, 0, 0x7fc00000, 0x7fc00000, 9, 0x7fc00000},  // NaN equals nothing
    {WL_OP_ds_cmpst_f32, 0, PLAIN | RETURNS, 0, 0x3f800000, 0x3f800000, 9, 9},
    {WL_OP_ds_cmpst_f32, 0, PLAIN | RETURNS, 0, 0x3f800000, 0x3f800001, 9, 0x3f800000},
    {WL_OP_ds_cmpst_f32, 1, PLAIN | RETURNS, 0, 0x8000000000000000, 0, 9, 9},
    {WL_OP_ds_cmpst_f32, 1, PLAIN | RETURNS, 0, 0x7ff0000000000001, 0x7ff0000000000001, 9, 0x7ff0000000000001},
    {WL_OP_ds_cmpst_f32, 0, PLAIN | RETURNS, 0, 0x80000001, 2, 9, 9},  // equal when flushed
    {WL_OP_ds_cmpst_f32, 0, PLAIN | RETURNS, 0, 0x80000000, 0, 3, 3},  // what is stored is not flushed
    {WL_OP_ds_cmpst_f32, 0, PLAIN | RETURNS, SP_DENORM, 1, 2, 9, 1},
    {WL_OP_ds_cmpst_f32, 0, PLAIN | RETURNS, SP_DENORM, 2, 2, 9, 9},
    {WL_OP_ds_cmpst_f32, 1, PLAIN | RETURNS, SP_DENORM, 1, 2, 9, 9},
    {WL_OP_ds_cmpst_f32, 1, PLAIN | RETURNS, DP_DENORM, 1, 2, 9, 1},
    {WL_OP_ds_min_f32, 0, ALL, SP_DENORM, 0x3f800000, 0xbf800000, 0, 0xbf800000},
    {WL_OP_ds_min_f32, 0, ALL, SP_DENORM, 0x3f800000, 0x7fc00001, 0, 0x3f800000},  // a quiet NaN loses
    {WL_OP_ds_min_f32, 0, ALL, SP_DENORM, 0x7fc00001, 0x3f800000, 0, 0x3f800000},
    {WL_OP_ds_min_f32, 0, ALL, SP_DENORM, 0x3f800000, 0x7f800001, 0, 0x7fc00001},  // a signalling one is made quiet
    {WL_OP_ds_min_f32, 0, ALL, SP_DENORM, 0xff800001, 0x3f800000, 0, 0xffc00001},
    {WL_OP_ds_min_f32, 0, ALL, SP_DENORM, 0x7fc00001, 0xff800002, 0, 0xffc00002},
    {WL_OP_ds_min_f32, 0, ALL, SP_DENORM, 0x7fc00001, 0xffc00002, 0, 0x7fc00001},  // of two quiet ones memory's
    {WL_OP_ds_min_f32, 0, ALL, SP_DENORM, 0, 0x80000000, 0, 0x80000000},
    {WL_OP_ds_min_f32, 0, ALL, 0, 0x00000000, 0x00000001, 0, 0x00000001},  // the same when flushed: DATA0
    {WL_OP_ds_min_f32, 0, ALL, SP_DENORM, 2, 1, 0, 1},
    {WL_OP_ds_min_f32, 0, ALL, 0, 0x3f800000, 1, 0, 1},  // flushed for the comparison alone
    {WL_OP_ds_min_f32, 0, ALL, 0, 0xff800000, 0x7f800000, 0, 0xff800000},
    {WL_OP_ds_min_f32, 1, ALL, DP_DENORM, 0x3ff0000000000000, 0xbff0000000000000, 0, 0xbff0000000000000},
    {WL_OP_ds_min_f32, 1, ALL, DP_DENORM, 0x3ff0000000000000, 0x7ff0000000000001, 0, 0x7ff8000000000001},
    {WL_OP_ds_min_f32, 1, ALL, DP_DENORM, 2, 1, 0, 1},
    {WL_OP_ds_min_f32, 1, ALL, SP_DENORM, 0x3ff0000000000000, 1, 0, 1},
    {WL_OP_ds_max_f32, 0, ALL, SP_DENORM, 0x3f800000, 0xbf800000, 0, 0x3f800000},
    {WL_OP_ds_max_f32, 0, ALL, SP_DENORM, 0xbf800000, 0x7fc00001, 0, 0xbf800000},
    {WL_OP_ds_max_f32, 0, ALL, SP_DENORM, 0x80000000, 0, 0, 0},
    {WL_OP_ds_max_f32, 0, ALL, 0, 0xbf800000, 0x80000001, 0, 0x80000001},
    {WL_OP_ds_max_f32, 0, ALL, SP_DENORM, 0xffc00003, 0x7fc00002, 0, 0xffc00003},
    {WL_OP_ds_max_f32, 1, ALL, DP_DENORM, 0xbff0000000000000, 0x4000000000000000, 0, 0x4000000000000000},
    {WL_OP_ds_max_f32, 1, ALL, DP_DENORM, 0x7ff8000000000001, 0xbff0000000000000, 0, 0xbff0000000000000},
    {WRAP, 0, RETURNS, 0, 7, 5, 100, 2},  // wrap
    {WRAP, 0, RETURNS, 0, 5, 5, 100, 0},
    {WRAP, 0, RETURNS, 0, 3, 5, 100, 103},
    {WL_OP_ds_add_f32, 0, ALL, SP_DENORM, 0x3f800000, 0x40000000, 0, 0x40400000},  // 1 + 2
    {WL_OP_ds_add_f32, 0, ALL, SP_DENORM, 0x80000000, 0, 0, 0},                    // -0 + +0
    {WL_OP_ds_add_f32, 0, ALL, SP_DENORM, 0x7f800001, 0x7fc00002, 0, 0x7fc00001},  // the NaN of memory first
    {WL_OP_ds_add_f32, 0, ALL, SP_DENORM, 0x3f800000, 0xff800002, 0, 0xffc00002},
    {WL_OP_ds_add_f32, 0, ALL, SP_DENORM, 0x7f800000, 0xff800000, 0, 0xffc00000},
    {WL_OP_ds_add_f32, 0, ALL, SP_DENORM, 0x00000001, 0x00000002, 0, 0x00000003},
    {WL_OP_ds_add_f32, 0, ALL, 0, 0x00000001, 0x3f800000, 0, 0x3f800000},
    {WL_OP_ds_add_f32, 0, ALL, 0, 0x00000001, 0x80000000, 0, 0},
    {WL_OP_ds_add_f32, 0, ALL, 0x10, 0x00400000, 0x00200000, 0, 0},  // the sum is a denormal and is flushed
    {WL_OP_ds_add_f32, 0, ALL, SP_DENORM | 3, 0x3f800000, 0x33c00000, 0,
     0x3f800001},  // nearest, though MODE rounds to zero
};

enum { kLane = 37, kAddress = 0x98, kOther = 0x104 };  // quad 9; A: bank 1, row 2; B: bank 0, row 4

static void bad(wl_result result, const char *why) {
  if (result != WL_OK) fail_msg("%s", why);
}

static void set_row(struct program *p, uint32_t row, uint32_t value) {
  uint32_t *to = (uint32_t *)(uintptr_t)wl_model_phys_vgpr(p->model, row);
  for (uint32_t l = 0; l < WL_LANES; l++) to[l] = value;
}
static void set_rows(struct program *p, uint32_t row, uint64_t value) {
  set_row(p, row, (uint32_t)value);
  set_row(p, row + 1, (uint32_t)(value >> 32));
}
static uint32_t *lds_word(struct program *p, uint32_t byte) {
  return (uint32_t *)(uintptr_t)wl_model_lds_words(p->model) + byte / 4;
}
static void set_lds(struct program *p, uint32_t byte, uint64_t value) {
  memcpy(lds_word(p, byte), &value, sizeof value);
}

static wl_lds_access serve(struct program *p, wl_mem_op op, uint32_t quad, uint32_t access, uint32_t byte) {
  char why[160];
  const wl_lds_access a = {.op = op, .quad = quad, .access = access, .bank = byte / 16 % 4, .row = byte / 64};
  wl_lds_access predicted;
  bad(wl_model_lds(p->model, &a, &predicted, why), why);
  return predicted;
}

static void land(struct program *p, uint32_t vdst, uint32_t rows) {
  char why[160];
  uint32_t mask, data[16];
  for (uint32_t r = 0; r < rows; r++) {
    for (uint32_t q = 0; q < 4; q++)
      bad(wl_model_write_back_vgpr(p->model, WL_UNIT_LDS, 0, 0, vdst + r, q, &mask, data, why), why);
  }
  bad(wl_model_return(p->model, WL_UNIT_LDS, 0, 0, why), why);
}

static void check_operation(const struct operation *o, uint32_t form, bool standalone) {
  struct program p;
  const uint32_t added = form == SRC2 ? ADD_SRC2 : form == RETURNS ? ADD_RETURNS : 0;
  const uint32_t number = o->number + added + (o->wide ? ADD_WIDE : 0);
  const uint32_t bytes = o->wide ? 8 : 4;
  const uint32_t other = o->wide ? kOther + 4 : kOther;  // 8-aligned
  program_open(&p);
  p.init.exec = 1ull << kLane;
  p.init.mode = o->mode;
  // The offset of a src2 form is B's distance in dwords; of the others it is added.
  emit2(&p, ds(number, 8, 0, 4, 6, form == SRC2 ? (other - kAddress) / 4 : 8));
  emit(&p, S_ENDPGM);
  set_row(&p, 0, form == SRC2 ? kAddress : kAddress - 8);
  set_rows(&p, 4, o->data0);
  set_rows(&p, 6, o->data1);
  set_rows(&p, 8, 0xcccccccccccccccc);
  set_lds(&p, kAddress, o->wide ? o->memory : o->memory | 0xeeeeeeeeull << 32);
  set_lds(&p, other, o->data0);
  start(&p, 0);
  if (standalone) {
    run(&p, WL_OK);
  } else {
    issue(&p, 0, WL_OK);
    if (form == SRC2) {
      const wl_lds_access b = serve(&p, WL_MEM_LOAD, kLane / 4, 1, other);
      assert_int_equal(b.byte_enable, 0xffff);
      assert_int_equal(b.data[other % 16 / 4], (uint32_t)o->data0);
    }
    const wl_lds_access a = serve(&p, WL_MEM_ATOMIC, kLane / 4, 0, kAddress);
    assert_int_equal(a.byte_enable, o->wide ? 0xff00 : 0x0f00);
    assert_int_equal(a.data[0] | a.data[1], 0);
    assert_int_equal(a.data[2], (uint32_t)o->result);
    assert_int_equal(a.data[3], o->wide ? (uint32_t)(o->result >> 32) : 0);
    land(&p, 8, form == RETURNS ? bytes / 4 : 0);
  }
  uint64_t memory;
  memcpy(&memory, lds_word(&p, kAddress), sizeof memory);
  if (memory != (o->wide ? o->result : o->result | 0xeeeeeeeeull << 32)) {
    fail_msg("DS %u %s: memory holds 0x%llx", number, standalone ? "standalone" : "in lockstep",
             (unsigned long long)memory);
  }
  const uint32_t low = wl_model_phys_vgpr(p.model, 8)[kLane], high = wl_model_phys_vgpr(p.model, 9)[kLane];
  assert_int_equal(low, form == RETURNS ? (uint32_t)o->memory : 0xcccccccc);
  assert_int_equal(high, form == RETURNS && o->wide ? (uint32_t)(o->memory >> 32) : 0xcccccccc);
  assert_int_equal(wl_model_phys_vgpr(p.model, 8)[kLane - 1], 0xcccccccc);
  program_close(&p);
}

static void operations(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof kOperations / sizeof kOperations[0]; i++) {
    for (uint32_t form = PLAIN; form <= SRC2; form *= 2) {
      for (int standalone = 0; standalone < 2 && (kOperations[i].forms & form); standalone++)
        check_operation(&kOperations[i], form, standalone);
    }
  }
}

static const uint32_t *row(const struct program *p, uint32_t n) { return wl_model_phys_vgpr(p->model, n); }

// 64 lanes on one dword: each returns the value that the lanes below it have made.
static void one_dword(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  p.init.exec = ~(1ull << 3);
  emit2(&p, ds(WL_OP_ds_add_rtn_u32, 8, 0, 4, 0, 0));  // ds_add_rtn_u32
  emit(&p, S_ENDPGM);
  set_row(&p, 0, 64);
  set_row(&p, 4, 10);
  set_lds(&p, 64, 1);
  start(&p, 0);
  run(&p, WL_OK);
  assert_int_equal(*lds_word(&p, 64), 631);
  assert_int_equal(row(&p, 8)[0], 1);
  assert_int_equal(row(&p, 8)[2], 21);
  assert_int_equal(row(&p, 8)[4], 31);
  assert_int_equal(row(&p, 8)[63], 621);
  program_close(&p);
}

// Misaligned or past lds_size: no access, 0 is returned, MEM_VIOL is set. wrxchg2: for each address
// (D-LDS-9, D-LDS-11).
static void left_out(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  p.init.lds_base = 512;
  p.init.lds_size = 1024;
  p.init.exec = 0xf;
  emit2(&p, ds(WL_OP_ds_add_rtn_u32, 8, 0, 4, 6, 0));                  // ds_add_rtn_u32
  emit2(&p, ds(WL_OP_ds_wrxchg2_rtn_b64, 10, 1, 4, 6, 0 | 127 << 8));  // ds_wrxchg2_rtn_b64: second at + 1016
  emit(&p, S_ENDPGM);
  set_row(&p, 4, 5);
  set_row(&p, 5, 0x50);
  set_row(&p, 6, 6);
  set_row(&p, 7, 0x60);
  for (uint32_t r = 8; r < 14; r++) set_row(&p, r, 0xcc);
  uint32_t *v0 = (uint32_t *)(uintptr_t)row(&p, 0), *v1 = (uint32_t *)(uintptr_t)row(&p, 1);
  const uint32_t first[4] = {0, 2, 1020, 1024}, second[4] = {0, 8, 4, 1016};
  for (uint32_t l = 0; l < 4; l++) v0[l] = first[l], v1[l] = second[l];
  set_lds(&p, 512, 0x100);
  set_lds(&p, 512 + 8, 0x200000200);
  set_lds(&p, 512 + 1016, 0x300000300);
  start(&p, 0);
  assert_int_equal(state_regs(&p, 0).trapsts, 0);
  wl_model_run(p.model, 1, &(wl_run_report){0});
  assert_int_equal(state_regs(&p, 0).trapsts, 1 << 8);
  assert_int_equal(row(&p, 8)[0], 0x100);
  assert_int_equal(row(&p, 8)[1], 0);
  assert_int_equal(row(&p, 8)[2], 0x3);
  assert_int_equal(row(&p, 8)[3], 0);
  assert_int_equal(*lds_word(&p, 512), 0x105);
  assert_int_equal(*lds_word(&p, 512 + 1020), 0x8);
  run(&p, WL_OK);
  // Lane 0: 0 and 1016. Lane 1: 8, then past the end. Lane 2: misaligned twice. Lane 3: 1016, then past the end. The
  // quad's access 0 comes before its access 1, so lane 0 reads at 1016 what lane 3 wrote there.
  assert_int_equal(row(&p, 10)[0], 0x105);
  assert_int_equal(row(&p, 10)[3], 0x300);
  assert_int_equal(row(&p, 11)[3], 8);
  assert_int_equal(row(&p, 12)[0], 5);
  assert_int_equal(row(&p, 13)[0], 0x50);
  assert_int_equal(*lds_word(&p, 512 + 1016), 6);
  assert_int_equal(row(&p, 10)[1], 0x200);
  assert_int_equal(row(&p, 11)[1], 2);
  assert_int_equal(row(&p, 12)[1] | row(&p, 13)[1], 0);
  assert_int_equal(row(&p, 10)[2] | row(&p, 11)[2] | row(&p, 12)[2] | row(&p, 13)[2], 0);
  program_close(&p);
}

// ds_condxchg32: in every mode an access lies 0 to 7 bytes before the address. It does not wrap at 64 KiB, in the LDS
// or in the GDS; the sum of the address wraps at 32 bits. Lanes that meet go in order (D-LDS-35).
static void exchange_marked(void **state) {
  (void)state;
  enum { kSize = 1024, kBase = 512, kM0Base = 16, kOffset = 8 };
  static const struct {
    uint32_t at, low, high, old_low, old_high;
  } lanes[] = {
      {8 + 7, 0x80000001, 0x10, 0xa0, 0xa1},
      {8 + 1, 2, 0x80000020, 1, 0xa1},
      {8, 0x80000003, 0x30, 1, 0x20},
      {kSize - 1, 0x80000004, 0x80000040, 0xb0, 0xb1},
      {24, 5, 0x50, 0xd0, 0xd1},
      {kSize, 0x80000006, 0x80000060, 0, 0},  // from here on out of range
      {0x10008, 0x80000007, 0x80000070, 0, 0},
      {0u - 8, 0x80000008, 0x80000080, 0, 0},
  };
  enum { kLanes = sizeof lanes / sizeof *lanes, kInside = 0x1f };
  for (uint32_t i = 0; i < 16; i++) {
    const uint32_t mode = i & 3, gds = i >> 2 & 1, inside = i >> 3, base = gds ? 256 * 64 : kBase;
    struct program p;
    program_open(&p);
    wl_model_free(p.model);
    p.model =
        wl_model_new(&(wl_config){.waves = 1, .phys_vgprs = 32, .lds_entries = 256, .gds_entries = kSize / 64}, p.mem);
    p.init.alignment_mode = mode;
    p.init.lds_base = kBase;
    p.init.lds_size = kSize;
    p.init.exec = inside ? kInside : (1 << kLanes) - 1;
    emit2(&p, sop1(WL_OP_s_mov_b32, M0, LITERAL) | (uint64_t)kM0Base << 48);
    emit(&p, S_NOP);
    emit2(&p, ds(WL_OP_ds_condxchg32_rtn_b64, 9, 0, 5, 255, kOffset) | (uint64_t)gds << 16);
    emit(&p, S_WAITCNT_0);
    emit(&p, S_ENDPGM);
    for (uint32_t r = 9; r < 12; r++) set_row(&p, r, 0xcc);
    for (uint32_t l = 0; l < kLanes; l++) {
      ((uint32_t *)(uintptr_t)row(&p, 0))[l] = lanes[l].at - kOffset - (gds ? kM0Base : 0);
      ((uint32_t *)(uintptr_t)row(&p, 5))[l] = lanes[l].low;
      ((uint32_t *)(uintptr_t)row(&p, 6))[l] = lanes[l].high;
    }
    set_lds(&p, base + 8, 0xa1000000a0);
    set_lds(&p, base + 24, 0xd1000000d0);
    set_lds(&p, base + kSize - 8, 0xb1000000b0);
    start(&p, 0);
    wl_model_run(p.model, 3, &(wl_run_report){0});
    assert_int_equal(state_regs(&p, 0).trapsts, inside ? 0 : 1 << 8);
    for (uint32_t l = 0; l < WL_LANES; l++) {
      const bool active = p.init.exec >> l & 1;
      assert_int_equal(row(&p, 9)[l], active ? lanes[l].old_low : 0xcc);
      assert_int_equal(row(&p, 10)[l], active ? lanes[l].old_high : 0xcc);
      assert_int_equal(row(&p, 11)[l], 0xcc);
    }
    const uint32_t where[] = {8, 12, 24, 28, kSize - 8, kSize - 4}, what[] = {3, 0x20, 0xd0, 0xd1, 4, 0x40};
    for (uint32_t k = 0; k < sizeof where / sizeof *where; k++)
      assert_int_equal(*lds_word(&p, base + where[k]), what[k]);
    run(&p, WL_OK);
    program_close(&p);
  }
}

static void exchange2(void **state) {
  (void)state;
  static const struct {
    uint32_t op, offset, first, second;
  } cases[] = {{WL_OP_ds_wrxchg2_rtn_b32, 1 | 3 << 8, 4, 12},
               {WL_OP_ds_wrxchg2st64_rtn_b32, 1 | 2 << 8, 256, 512},
               {WL_OP_ds_wrxchg2_rtn_b64, 1 | 3 << 8, 8, 24},
               {WL_OP_ds_wrxchg2st64_rtn_b64, 1 | 2 << 8, 512, 1024}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    for (uint32_t same = 0; same < 2; same++) {
      const bool wide = cases[i].op >= WL_OP_ds_wrxchg2_rtn_b64;
      struct program p;
      program_open(&p);
      p.init.exec = 1;
      emit2(&p, ds(cases[i].op, 8, 0, 4, 6, same ? 1 | 1 << 8 : cases[i].offset));
      emit(&p, S_ENDPGM);
      set_row(&p, 0, 64);
      set_rows(&p, 4, 0x400000004);
      set_rows(&p, 6, 0x600000006);
      set_lds(&p, 64 + cases[i].first, 0x1100000010);
      set_lds(&p, 64 + cases[i].second, 0x2200000020);
      start(&p, 0);
      run(&p, WL_OK);
      assert_int_equal(*lds_word(&p, 64 + cases[i].first), 4);
      assert_int_equal(*lds_word(&p, 64 + cases[i].second), same ? 0x20 : 6);
      assert_int_equal(row(&p, 8)[0], 0x10);
      if (wide) {
        assert_int_equal(row(&p, 9)[0], 0x11);
        assert_int_equal(row(&p, 10)[0], same ? 0x10 : 0x20);
        assert_int_equal(row(&p, 11)[0], same ? 0x11 : 0x22);
        assert_int_equal(lds_word(&p, 64 + cases[i].first)[1], 4);
      } else {
        assert_int_equal(row(&p, 9)[0], same ? 0x10 : 0x20);
      }
      program_close(&p);
    }
  }
}

// The address of the src2 operand: a distance in the offset, negative too, or in the high bits of ADDR.
static void src2_distance(void **state) {
  (void)state;
  static const struct {
    uint32_t a, offset, b;
    bool legal;
  } cases[] = {{64, 3, 76, true},      {64, 0x7ffe, 56, true}, {64, 0x100, 64 + 1024, true}, {64, 0x4000, 0, false},
               {64, 0x8000, 64, true}, {64, 0x8123, 64, true}, {0x20000, 0x8000, 0, false},  {66, 0, 0, false},
               {4092, 1, 0, false},    {0, 0x7fff, 0, false}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct program p;
    program_open(&p);
    p.init.exec = 1ull << 63;
    emit2(&p, ds(WL_OP_ds_write_src2_b32, 0, 0, 0, 0, cases[i].offset));  // ds_write_src2_b32
    emit(&p, S_ENDPGM);
    set_row(&p, 0, cases[i].a);
    for (uint32_t b = 0; b < 4096; b += 4) *lds_word(&p, b) = 0x1000 + b;
    start(&p, 0);
    wl_model_run(p.model, 1, &(wl_run_report){0});
    assert_int_equal(state_regs(&p, 0).trapsts, cases[i].legal ? 0 : 1 << 8);
    for (uint32_t b = 0; b < 4096; b += 4) {
      const uint32_t from = cases[i].legal && b == cases[i].a ? cases[i].b : b;
      assert_int_equal(*lds_word(&p, b), 0x1000 + from);
    }
    program_close(&p);
  }
}

// A lane's src2 operand may be what a lower lane has just written.
static void src2_in_lane_order(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  p.init.exec = 0x17;
  emit2(&p, ds(WL_OP_ds_add_src2_u32, 0, 0, 0, 0, 0x7fff));  // ds_add_src2_u32: B is the dword before
  emit(&p, S_ENDPGM);
  uint32_t *v0 = (uint32_t *)(uintptr_t)row(&p, 0);
  for (uint32_t l = 0; l < WL_LANES; l++) v0[l] = 64 + 4 * l;
  for (uint32_t l = 0; l < 8; l++) *lds_word(&p, 60 + 4 * l) = 1;
  start(&p, 0);
  run(&p, WL_OK);
  const uint32_t expected[8] = {1, 2, 3, 4, 1, 2, 1, 1};
  for (uint32_t l = 0; l < 8; l++) assert_int_equal(*lds_word(&p, 60 + 4 * l), expected[l]);
  program_close(&p);
}

static void counts(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  p.init.exec = 0xff0;
  emit2(&p, ds(WL_OP_ds_append, 8, 0, 0, 0, 0x100));    // ds_append
  emit2(&p, ds(WL_OP_ds_consume, 9, 0, 0, 0, 0x104));   // ds_consume
  emit2(&p, ds(WL_OP_ds_consume, 10, 0, 0, 0, 0x102));  // misaligned
  emit(&p, S_ENDPGM);
  for (uint32_t r = 8; r < 11; r++) set_row(&p, r, 0xcc);
  *lds_word(&p, 0x100) = 100;
  *lds_word(&p, 0x104) = 5;
  start(&p, 0);
  wl_model_run(p.model, 2, &(wl_run_report){0});
  assert_int_equal(state_regs(&p, 0).trapsts, 0);
  assert_int_equal(*lds_word(&p, 0x100), 108);
  assert_int_equal(*lds_word(&p, 0x104), 0xfffffffd);
  wl_model_run(p.model, 1, &(wl_run_report){0});
  assert_int_equal(state_regs(&p, 0).trapsts, 1 << 8);
  for (uint32_t l = 0; l < WL_LANES; l++) {
    const bool active = l >= 4 && l < 12;
    assert_int_equal(row(&p, 8)[l], active ? 100 : 0xcc);
    assert_int_equal(row(&p, 9)[l], active ? 5 : 0xcc);
    assert_int_equal(row(&p, 10)[l], active ? 0 : 0xcc);
  }
  program_close(&p);
}

static void between_lanes(void **state) {
  (void)state;
  static const struct {
    uint32_t op, offset, lane, from;  // from 64: 0
  } cases[] = {
      {WL_OP_ds_swizzle_b32, 0x801b, 0, 3},
      {WL_OP_ds_swizzle_b32, 0x801b, 5, 6},
      {WL_OP_ds_swizzle_b32, 0x801b, 63, 60},  // quad: reversed
      {WL_OP_ds_swizzle_b32, 0x041f, 6, 7},
      {WL_OP_ds_swizzle_b32, 0x041f, 41, 40},  // xor 1
      {WL_OP_ds_swizzle_b32, 0x0000, 33, 32},
      {WL_OP_ds_swizzle_b32, 0x0000, 5, 0},
      {WL_OP_ds_swizzle_b32, 0x0010 | 3 << 5, 63, 32 + 19},  // and 16, or 3
      {WL_OP_ds_swizzle_b32, 0x8002, 8, 64},                 // lane 10 is off
      {WL_OP_ds_permute_b32, 0, 1, 0},
      {WL_OP_ds_permute_b32, 4, 2, 0},
      {WL_OP_ds_permute_b32, 0, 0, 63},  // push to the next lane
      {WL_OP_ds_bpermute_b32, 0, 1, 2},
      {WL_OP_ds_bpermute_b32, 8, 1, 4},
      {WL_OP_ds_bpermute_b32, 0, 63, 0},  // pull from it
      {WL_OP_ds_permute_b32, 0, 11, 64},
      {WL_OP_ds_bpermute_b32, 0, 9, 64},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    for (int standalone = 0; standalone < 2; standalone++) {
      struct program p;
      program_open(&p);
      p.init.exec = ~(1ull << 10);
      emit2(&p, ds(cases[i].op, 8, cases[i].op == WL_OP_ds_swizzle_b32 ? 1 : 0, 1, 0, cases[i].offset));
      emit(&p, S_ENDPGM);
      uint32_t *v0 = (uint32_t *)(uintptr_t)row(&p, 0), *v1 = (uint32_t *)(uintptr_t)row(&p, 1);
      for (uint32_t l = 0; l < WL_LANES; l++) v0[l] = 4 * (l + 1) + 0x1001, v1[l] = 0x700 + l;
      set_row(&p, 8, 0xcc);
      start(&p, 0);
      if (standalone) {
        run(&p, WL_OK);
      } else {
        char why[160];
        uint32_t cycles, conflicts;
        issue(&p, 0, WL_OK);
        assert_int_equal(state_regs(&p, 0).counters, 1 << 16);
        bad(wl_model_lds_cycles(p.model, 0, 0, &cycles, &conflicts, why), why);
        assert_int_equal(cycles + conflicts, 0);
        land(&p, 8, 1);
      }
      if (row(&p, 8)[cases[i].lane] != (cases[i].from == 64 ? 0 : 0x700 + cases[i].from)) {
        fail_msg("case %zu: lane %u got 0x%x", i, cases[i].lane, row(&p, 8)[cases[i].lane]);
      }
      assert_int_equal(row(&p, 8)[10], 0xcc);
      program_close(&p);
    }
  }
}

// The lane that lane i of a swizzle reads: lds.md 3.5, one bit and one step at a time.
static uint32_t swizzle_from(uint32_t offset, uint32_t i) {
  const uint32_t half = i / 32 * 32, lane = i % 32, mask = offset % 32, kept = lane & mask;
  uint32_t from = lane;
  if (offset >= 0xe000) {
    uint32_t reversed = 0, ones = 0;
    for (uint32_t b = 0; b < 5; b++) {
      if (lane >> b & 1) reversed += 16 >> b;
      ones += mask >> b & 1;
    }
    return half + ((reversed >> ones) | kept);
  }
  if (offset >= 0xc000) {
    const uint32_t n = offset / 32 % 32;
    const bool down = offset / 1024 % 2 != 0;
    for (uint32_t step = 0; step < n; step++) from = down ? (from == 0 ? 31 : from - 1) : (from == 31 ? 0 : from + 1);
    for (uint32_t b = 0; b < 5; b++) {
      if (mask >> b & 1) from = (from & ~(1u << b)) | (kept & 1u << b);
    }
    return half + from;
  }
  if (offset >= 0x8000) {
    const uint32_t quad[4] = {offset % 4, offset / 4 % 4, offset / 16 % 4, offset / 64 % 4};
    return i / 4 * 4 + quad[i % 4];
  }
  from = 0;
  for (uint32_t b = 0; b < 5; b++) {
    bool bit = lane >> b & 1;
    if (!(offset >> b & 1)) bit = false;
    if (offset >> (5 + b) & 1) bit = true;
    if (offset >> (10 + b) & 1) bit = !bit;
    from += (uint32_t)bit << b;
  }
  return half + from;
}

// Every offset: masks, quad permutation, rotation from 0xc000 on, FFT from 0xe000 on.
static void swizzle(void **state) {
  (void)state;
  static const struct {
    uint32_t offset, from[8];
  } examples[] = {{0xc020, {1, 2, 3, 4, 5, 6, 7, 8}},    {0xc420, {31, 0, 1, 2, 3, 4, 5, 6}},
                  {0xc021, {0, 3, 2, 5, 4, 7, 6, 9}},    {0xe000, {0, 16, 8, 24, 4, 20, 12, 28}},
                  {0xe010, {0, 8, 4, 12, 2, 10, 6, 14}}, {0xe01f, {0, 1, 2, 3, 4, 5, 6, 7}},
                  {0xffff, {0, 1, 2, 3, 4, 5, 6, 7}},    {0xbf1b, {3, 2, 1, 0, 7, 6, 5, 4}}};
  uint8_t index;
  assert_non_null(wl_access_find(WL_FMT_DS, (uint32_t)ds(WL_OP_ds_swizzle_b32, 0, 0, 0, 0, 0), &index));
  uint32_t from[WL_LANES], to[WL_LANES];
  uint64_t seed = 11;
  for (uint32_t l = 0; l < WL_LANES; l++) from[l] = 0x500 + l;
  for (uint32_t offset = 0; offset < 0x10000; offset++) {
    const uint64_t exec = random64(&seed) | random64(&seed);
    const struct wl_insn insn = {.format = WL_FMT_DS, .sub = index, .simm = (int32_t)offset};
    wl_ds_exchange(&insn, from, NULL, exec, to);
    for (uint32_t l = 0; l < WL_LANES; l++) {
      const uint32_t source = swizzle_from(offset, l), expected = exec >> source & 1 ? 0x500 + source : 0;
      if (to[l] != expected) fail_msg("offset 0x%x: lane %u got 0x%x, expected 0x%x", offset, l, to[l], expected);
    }
  }
  for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
    for (uint32_t l = 0; l < 40; l++) {
      if (l % 32 < 8) assert_int_equal(swizzle_from(examples[i].offset, l), l / 32 * 32 + examples[i].from[l % 32]);
    }
  }
}

static void addtid(void **state) {
  (void)state;
  struct program p;
  program_open(&p);
  emit2(&p, sop1(WL_OP_s_mov_b32, M0, LITERAL) | 0xffff0041ull << 32);  // s_mov_b32
  emit2(&p, ds(WL_OP_ds_write_addtid_b32, 0, 0, 4, 0, 0x80));           // ds_write_addtid_b32
  emit2(&p, ds(WL_OP_ds_read_addtid_b32, 8, 0, 0, 0, 0x84));            // ds_read_addtid_b32
  emit(&p, S_ENDPGM);
  uint32_t *v4 = (uint32_t *)(uintptr_t)row(&p, 4);
  for (uint32_t l = 0; l < WL_LANES; l++) v4[l] = 0x900 + l;
  set_row(&p, 0, 0xfffffff0);  // no address
  start(&p, 0);
  run(&p, WL_OK);
  assert_int_equal(*lds_word(&p, 0xc0), 0x900);
  assert_int_equal(*lds_word(&p, 0xc0 + 4 * 63), 0x93f);
  assert_int_equal(row(&p, 8)[0], 0x901);
  assert_int_equal(row(&p, 8)[62], 0x93f);
  assert_int_equal(row(&p, 8)[63], 0);
  program_close(&p);
}

// A dword of each lane: consecutive ones, those of lanes that are exchanged by a mask, and others. Aligned and not.
static void dwords(void **state) {
  (void)state;
  enum { CONSECUTIVE, EXCHANGED, OTHERS, KINDS };
  for (uint32_t k = 0; k < KINDS * WL_LANES * 2 * WL_HOST_COUNT; k++) {
    const wl_host host = (wl_host)(k / WL_LANES / KINDS / 2);
    const uint32_t mask = k % WL_LANES, kind = k / WL_LANES % KINDS, odd = k / WL_LANES / KINDS % 2;
    const uint32_t base = 0x300 + odd, offset = odd ? 0x102 : 0;
    struct program p;
    if (!wl_host_supported(host)) continue;
    wl_vector_use(host);
    program_open(&p);
    emit2(&p, ds(WL_OP_ds_write_b32, 0, 2, 4, 0, offset));
    emit2(&p, ds(WL_OP_ds_read_b32, 8, 2, 0, 0, offset));
    emit(&p, S_ENDPGM);
    uint32_t *at = (uint32_t *)(uintptr_t)row(&p, 2), *data = (uint32_t *)(uintptr_t)row(&p, 4);
    for (uint32_t l = 0; l < WL_LANES; l++) {
      at[l] = base + 4 * (kind == CONSECUTIVE ? l + mask
                          : kind == EXCHANGED ? l ^ mask
                                              : l * (2 * mask + 1) % WL_LANES);
      data[l] = 0x01020304 * l + mask;
    }
    start(&p, 0);
    run(&p, WL_OK);
    for (uint32_t l = 0; l < WL_LANES; l++) {
      uint32_t word;
      memcpy(&word, (const uint8_t *)wl_model_lds_words(p.model) + at[l] + offset, sizeof word);
      if (word != data[l] || row(&p, 8)[l] != data[l])
        fail_msg("kind %u, mask %u, lane %u: wrote 0x%x, read 0x%x, expected 0x%x", kind, mask, l, word, row(&p, 8)[l],
                 data[l]);
    }
    program_close(&p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(operations),
      cmocka_unit_test(one_dword),
      cmocka_unit_test(left_out),
      cmocka_unit_test(exchange2),
      cmocka_unit_test(exchange_marked),
      cmocka_unit_test(src2_distance),
      cmocka_unit_test(src2_in_lane_order),
      cmocka_unit_test(counts),
      cmocka_unit_test(between_lanes),
      cmocka_unit_test(addtid),
      cmocka_unit_test(swizzle),
      cmocka_unit_test(dwords),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
