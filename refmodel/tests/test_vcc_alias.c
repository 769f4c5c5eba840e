// SPDX-License-Identifier: Apache-2.0
// Second names of VCC, XNACK_MASK and FLAT_SCRATCH (D-REG-20 to D-REG-23, D-WAIT-30). Each use of a register by its
// second name is compared with the same use by the first, and tuples that straddle the second names with expected
// words.
#include "program.h"

#include <stdio.h>

enum { FLAT_SCRATCH = WL_FLAT_SCRATCH, XNACK = WL_XNACK_MASK };

static uint64_t vop3(uint32_t op, uint32_t d, uint32_t a, uint32_t b, uint32_t c) {
  return (0xd0000000u | op << 16 | d) | (uint64_t)(a | b << 9 | c << 18) << 32;
}
static uint64_t vop3b(uint32_t op, uint32_t d, uint32_t sdst, uint32_t a, uint32_t b, uint32_t c) {
  return vop3(op, d, a, b, c) | sdst << 8;
}
static uint64_t flat(uint32_t op, uint32_t vdst, uint32_t addr, uint32_t data) {
  return global(op, vdst, addr, data, OFF, 0) & ~(3ull << 14);
}
static uint64_t scratch(uint32_t op, uint32_t vdst, uint32_t data, uint32_t saddr) {
  return (global(op, vdst, 0, data, saddr, 0) & ~(3ull << 14)) | 1u << 14;
}
static uint64_t literal(uint32_t word, uint32_t value) { return word | (uint64_t)value << 32; }

static bool is_long(uint64_t words) { return words >> 32 != 0 || (uint32_t)words >> 30 == 3; }
static void put(struct program *p, uint64_t words) {
  if (is_long(words)) emit2(p, words);
  else emit(p, (uint32_t)words);
}

// ---- a wave ----------------------------------------------------------------------------------------

// What the words of the first names hold before a case. VCC and FLAT_SCRATCH are addresses in the data.
static uint32_t before(uint32_t code) {
  const uint32_t values[] = {(uint32_t)kData + 0x800, 0, 0x11223344, 0x55667788, (uint32_t)kData + 0x400, 0};
  return values[code - FLAT_SCRATCH];
}

static uint32_t word_at(uint64_t address) { return (uint32_t)(address >> 2) * 0x9e3779b1u + 0x1234567u; }

// A unit with second names, and a wave of `size` SGPRs. s[0:1] and s[4:7] (a V#) point to the data. v0 is 4 * lane, v1
// the lane, v[2:3] an address in the data.
static void open_alias(struct program *p, uint32_t size) {
  static uint32_t page[WL_PAGE / 4];
  program_open_unit(p, &(wl_config){.waves = 16, .phys_vgprs = 256, .lds_entries = 256, .vcc_alias = true});
  for (uint32_t i = 0; i < WL_PAGE / 4; i++) page[i] = word_at(kData + 4 * i);
  assert_true(wl_mem_write(p->mem, kData, page, sizeof page));
  p->init.sgpr_size = size;
  p->init.sgpr_count = 8;
  p->init.sgpr[0] = (uint32_t)kData;
  p->init.sgpr[2] = 0x20;
  p->init.sgpr[4] = (uint32_t)kData;
  p->init.sgpr[6] = 0x1000;
  p->init.vgpr_count = 2;
  for (uint32_t l = 0; l < WL_LANES; l++) {
    p->init.vgpr[0][l] = 4 * l;
    p->init.vgpr[1][l] = l;
  }
  emit2(p, literal(vop1(WL_OP_v_mov_b32, 2, LITERAL), (uint32_t)kData));
  emit(p, vop1(WL_OP_v_mov_b32, 3, 128));
  for (uint32_t code = FLAT_SCRATCH; code <= VCC + 1; code++)
    emit2(p, literal(sop1(WL_OP_s_mov_b32, code, LITERAL), before(code)));
  emit(p, sop1(WL_OP_s_mov_b64, VCC, VCC));
  emit(p, sopp(WL_OP_s_nop, 7));
}

static void execute_at_issue(struct program *p) {
  wl_model_at_issue(p->model, WL_UNIT_SMEM);
  wl_model_at_issue(p->model, WL_UNIT_VMEM);
}

// Issues up to s_endpgm. Program errors of one kind are allowed.
static void issue_all(struct program *p) {
  for (uint32_t i = 0; i < 100; i++) {
    wl_effect e;
    const wl_result r = wl_model_issue(p->model, 0, 0, &e);
    if (r != WL_OK && r != WL_HAZARD_STATES) fail_msg("at 0x%llx: %s", (unsigned long long)e.pc, e.why);
    if (e.end != WL_END_NONE) return;
  }
  fail_msg("it does not end");
}

struct outcome {
  uint32_t sgpr[WL_SGPRS], vgpr[32][WL_LANES], page[WL_PAGE / 4];
  wl_state_regs state;
};

// The state before s_endpgm. words: the instructions of the case.
static void outcome_of(uint32_t size, bool lockstep, const uint64_t *words, uint32_t count, struct outcome *o) {
  struct program p;
  open_alias(&p, size);
  for (uint32_t i = 0; i < count; i++) put(&p, words[i]);
  emit(&p, S_WAITCNT_0);
  emit(&p, S_NOP);
  emit(&p, S_NOP);
  emit(&p, S_ENDPGM);
  start(&p, 0);
  if (lockstep) {
    execute_at_issue(&p);
    issue_all(&p);
  } else {
    run(&p, WL_OK);
  }
  memset(o, 0, sizeof *o);
  memcpy(o->sgpr, wl_model_sgprs(p.model, 0), sizeof o->sgpr);
  for (uint32_t v = 0; v < 32; v++) memcpy(o->vgpr[v], wl_model_phys_vgpr(p.model, v), sizeof o->vgpr[v]);
  assert_true(wl_mem_read(p.mem, kData, o->page, sizeof o->page));
  program_close(&p);
}

// The same by first names and by second ones.
static void same(const char *what, uint32_t size, const uint64_t first[2], const uint64_t second[2]) {
  static struct outcome a, b;
  for (int lockstep = 0; lockstep < 2; lockstep++) {
    outcome_of(size, lockstep, first, 2, &a);
    outcome_of(size, lockstep, second, 2, &b);
    for (uint32_t i = 0; i < WL_SGPRS; i++) {
      if (a.sgpr[i] != b.sgpr[i])
        fail_msg("%u SGPRs, %s: s%u is 0x%08x by the first name, 0x%08x by the second", size, what, i, a.sgpr[i],
                 b.sgpr[i]);
    }
    if (memcmp(&a, &b, sizeof a) != 0) fail_msg("%u SGPRs, %s: VGPRs or memory differ", size, what);
    for (uint32_t i = size - WL_SECOND_NAMES; i < size; i++) assert_int_equal(b.sgpr[i], 0);  // not reached
  }
}

static const uint32_t sizes[] = {16, 32, 96};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

// ---- each use --------------------------------------------------------------------------------------

// The instructions of a case, with these numbers for FLAT_SCRATCH, XNACK_MASK and VCC.
#define CASE(...)                                                                              \
  do {                                                                                         \
    uint32_t f = FLAT_SCRATCH, x = XNACK, v = VCC;                                             \
    const uint64_t first[2] = {__VA_ARGS__};                                                   \
    f = size - 6, x = size - 4, v = size - 2;                                                  \
    const uint64_t second[2] = {__VA_ARGS__};                                                  \
    (void)f, (void)x, (void)v;                                                                 \
    if (first[0] == second[0] && first[1] == second[1]) fail_msg("%s: no name", #__VA_ARGS__); \
    same(#__VA_ARGS__, size, first, second);                                                   \
  } while (0)

// Decisions: D-REG-20, D-REG-21.
static void uses(void **state) {
  (void)state;
  for (uint32_t i = 0; i < SIZES; i++) {
    const uint32_t size = sizes[i], NONE = S_NOP;
    // The scalar ALU: sources and destinations, words and pairs.
    CASE(sop1(WL_OP_s_mov_b32, 8, v), NONE);
    CASE(sop1(WL_OP_s_mov_b32, 8, v + 1), NONE);
    CASE(sop1(WL_OP_s_mov_b32, 8, f), sop1(WL_OP_s_mov_b32, 9, x + 1));
    CASE(sop1(WL_OP_s_mov_b64, 8, v), NONE);
    CASE(sop1(WL_OP_s_mov_b64, 8, x), NONE);
    CASE(sop1(WL_OP_s_mov_b32, v + 1, 2), NONE);
    CASE(sop1(WL_OP_s_mov_b32, f + 1, 2), NONE);
    CASE(sop1(WL_OP_s_mov_b64, v, 0), sop1(WL_OP_s_mov_b64, f, 0));
    CASE(sop2(WL_OP_s_add_u32, x, v, f), NONE);
    CASE(sop2(WL_OP_s_and_b64, v, x, 0), NONE);
    CASE(sopc(WL_OP_s_cmp_eq_u32, v, x), sop1(WL_OP_s_cmov_b32, 8, f));
    CASE(sopk(WL_OP_s_movk_i32, v, 77), sopk(WL_OP_s_addk_i32, x, 5));
    CASE(sop1(WL_OP_s_bitset1_b32, v, 3 + 128), sop1(WL_OP_s_and_saveexec_b64, v, 0));
    CASE(sop1(WL_OP_s_and_saveexec_b64, 8, v), NONE);
    CASE(sop1(WL_OP_s_getpc_b64, v, 0), NONE);
    CASE(sopk(WL_OP_s_getreg_b32, v + 1, 31 << 11 | WL_HWREG_MODE), NONE);
    CASE(sopk(WL_OP_s_setreg_b32, x, 7 << 11 | WL_HWREG_MODE), NONE);
    CASE(sopp(WL_OP_s_nop, 0), sopk(WL_OP_s_call_b64, v, 0));
    CASE(sop1(WL_OP_s_mov_b32, M0, v), sop1(WL_OP_s_mov_b32, 8, M0));
    // The vector ALU: sources, lane masks, carries, results.
    CASE(vop1(WL_OP_v_mov_b32, 5, v), vop2(WL_OP_v_add_u32, 6, x + 1, 0));
    CASE(vop3(WL_OP_v_add3_u32, 5, v, v, VGPR), NONE);
    CASE(vop3(WL_OP_v_lshlrev_b64, 6, VGPR + 1, v, 0), NONE);
    CASE(vop3(WL_OP_v_cmp_lt_u32, v, VGPR, 2, 0), NONE);
    CASE(vop3(WL_OP_v_cmp_lt_u32, x, VGPR, v, 0), NONE);
    CASE(vop3(WL_OP_v_cmpx_lt_u32, v, VGPR + 1, 2, 0), NONE);
    CASE(vop3(WL_VOP3_VOP2 + WL_OP_v_cndmask_b32, 5, VGPR, VGPR + 1, v), NONE);
    CASE(vop3(WL_VOP3_VOP2 + WL_OP_v_cndmask_b32, 5, VGPR, VGPR + 1, x), NONE);
    CASE(vop3b(WL_VOP3_VOP2 + WL_OP_v_add_co_u32, 5, v, VGPR, VGPR + 1, 0), NONE);
    CASE(vop3b(WL_VOP3_VOP2 + WL_OP_v_addc_co_u32, 5, x, VGPR, VGPR + 1, v), NONE);
    CASE(vop3b(WL_OP_v_mad_u64_u32, 6, v, VGPR, VGPR + 1, VGPR), NONE);
    CASE(vop1(WL_OP_v_readfirstlane_b32, v, VGPR + 2), vop1(WL_OP_v_readfirstlane_b32, f, VGPR + 2));
    CASE(vop3(WL_OP_v_readlane_b32, v + 1, VGPR, x, 0), NONE);
    CASE(vop3(WL_OP_v_writelane_b32, 5, v, 129, 0), vop3(WL_OP_v_writelane_b32, 6, 129, x, 0));
    CASE(vop3(WL_OP_v_cmp_lt_u32, v, VGPR, 2, 0), vop2(WL_OP_v_cndmask_b32, 5, VGPR, 1));  // VCC is the mask
    // Scalar memory: base, offset, data.
    CASE(smem(WL_OP_s_load_dword, 8, v, 4), NONE);
    CASE(smem(WL_OP_s_load_dwordx2, 8, f, 16), NONE);
    CASE(smem(WL_OP_s_load_dword, v, 0, 4), NONE);
    CASE(smem(WL_OP_s_load_dword, v + 1, 0, 4), NONE);
    CASE(smem(WL_OP_s_load_dwordx2, v, 0, 8), smem(WL_OP_s_load_dwordx2, f, 0, 24));
    CASE(smem(WL_OP_s_load_dwordx4, x, 0, 32), NONE);
    CASE(smem(WL_OP_s_store_dwordx2, v, 0, 8), smem(WL_OP_s_store_dwordx4, x, 0, 64));
    CASE((smem(WL_OP_s_load_dword, 8, 0, 0) & ~(1ull << 17)) | (uint64_t)x << 32 | 1ull << 14 | (uint64_t)(x) << 57,
         sop1(WL_OP_s_mov_b32, 9, x));
    CASE(smem(WL_OP_s_atomic_add, v, 0, 8) | 1 << 16, smem(WL_OP_s_atomic_add_x2, x, 0, 16));
    CASE(smem(WL_OP_s_atomic_cmpswap_x2, x, 0, 16) | 1 << 16, NONE);
    CASE(smem(WL_OP_s_memtime, v, 0, 0), NONE);
    // Vector memory: SADDR, SOFFSET, FLAT_SCRATCH.
    CASE(global(WL_OP_global_load_dword, 5, 0, 0, v, 0), NONE);
    CASE(global(WL_OP_global_store_dword, 0, 0, 1, v, 0), NONE);
    CASE(sop1(WL_OP_s_mov_b32, v, 2), mubuf(WL_OP_buffer_load_dword, 5, 0, 4, v, WL_MUBUF_OFFEN));
    CASE(sop1(WL_OP_s_mov_b32, v, 2), scratch(WL_OP_scratch_load_dword, 5, 0, v));
    CASE(sop1(WL_OP_s_add_u32, f, f), scratch(WL_OP_scratch_load_dword, 5, 0, 2));
    CASE(sop2(WL_OP_s_add_u32, f, f, 128 + 64), scratch(WL_OP_scratch_store_dword, 0, 1, 2));
    CASE(sop2(WL_OP_s_add_u32, f, f, 128 + 64), flat(WL_OP_flat_load_dword, 5, 2, 0));
  }
}

// movrel reaches the register by its number; jumps and the handler's return take their pair.
static void reached(void **state) {
  (void)state;
  for (uint32_t i = 0; i < SIZES; i++) {
    const uint32_t size = sizes[i], v = size - 2;
    struct program p;
    open_alias(&p, size);
    emit(&p, sop1(WL_OP_s_mov_b32, M0, 128 + 2));
    emit(&p, S_NOP);
    emit(&p, sop1(WL_OP_s_movrels_b32, 8, v - 2));  // vcc_lo
    emit(&p, sop1(WL_OP_s_movreld_b32, v - 1, 0));  // vcc_hi = s0
    emit(&p, sop1(WL_OP_s_movreld_b64, v - 4, 4));  // XNACK_MASK = s[4:5]
    emit(&p, sop1(WL_OP_s_movrels_b64, 2, v - 4));
    start(&p, 0);
    while (sgpr(&p, 0, M0) != 2) issue(&p, 0, WL_OK);
    for (uint32_t n = 0; n < 5; n++) {
      const wl_effect e = issue(&p, 0, WL_OK);
      if (n == 2) assert_int_equal(e.sgpr_count, 0);
      if (n == 3) assert_int_equal(e.sgpr_first, XNACK);
    }
    assert_int_equal(sgpr(&p, 0, 8), before(VCC));
    assert_int_equal(state_regs(&p, 0).vcc_hi, kData);
    assert_int_equal(sgpr64(&p, 0, XNACK), kData);
    assert_int_equal(sgpr64(&p, 0, 2), kData);
    program_close(&p);

    open_alias(&p, size);
    emit2(&p, literal(sop1(WL_OP_s_mov_b32, VCC, LITERAL), (uint32_t)kCode + 0x100));
    emit(&p, sop1(WL_OP_s_swappc_b64, v - 2, v));
    start(&p, 0);
    for (uint32_t n = 0; n < 12; n++) issue(&p, 0, WL_OK);
    assert_int_equal(state_regs(&p, 0).pc_lo, kCode + 0x100);
    assert_int_equal(sgpr64(&p, 0, XNACK), p.at);
    program_close(&p);
  }
}

// ---- tuples that straddle the second names --------------------------------------------------------

// Where a word of the SGPRs lives.
static uint32_t home(uint32_t size, uint32_t number) {
  return number + 6 >= size ? FLAT_SCRATCH + number + 6 - size : number;
}

// A load of `dwords` to s[first].., at once, standalone and by write backs in pieces of first names.
static void straddling_load(uint32_t size, uint32_t op, uint32_t dwords, uint32_t first) {
  for (int how = 0; how < 3; how++) {
    struct program p;
    char why[160];
    open_alias(&p, size);
    emit2(&p, smem(op, first, 0, 0x40));
    emit(&p, S_WAITCNT_0);
    emit(&p, S_ENDPGM);
    start(&p, 0);
    if (how == 0) execute_at_issue(&p);
    if (how < 2) {
      how == 0 ? issue_all(&p) : run(&p, WL_OK);
    } else {
      while (state_regs(&p, 0).counters == 0) issue(&p, 0, WL_OK);
      wl_transaction t = {.unit = WL_UNIT_SMEM, .op = WL_MEM_LOAD, .line = kData + 0x40, .lanes = 1}, predicted;
      t.byte_enable = ~0ull >> (64 - 4 * dwords);
      uint32_t data[16];
      assert_int_equal(wl_model_request(p.model, &t, &predicted, why), WL_OK);
      assert_int_equal(wl_model_perform(p.model, &t, false, data, why), WL_OK);
      // All at once by numbers, or by the number of a second name.
      assert_int_equal(wl_model_write_back_sgpr(p.model, 0, 0, first, dwords, data, why), WL_BAD_EVENT);
      assert_int_equal(wl_model_write_back_sgpr(p.model, 0, 0, size - 6, 1, data, why), WL_BAD_EVENT);
      const uint32_t own = size - 6 - first;
      assert_int_equal(wl_model_write_back_sgpr(p.model, 0, 0, FLAT_SCRATCH, dwords - own, data, why), WL_OK);
      assert_int_equal(data[0], word_at(kData + 0x40 + 4 * own));
      assert_int_equal(wl_model_return(p.model, WL_UNIT_SMEM, 0, 0, why), WL_BAD_EVENT);
      assert_int_equal(wl_model_write_back_sgpr(p.model, 0, 0, FLAT_SCRATCH, 1, data, why), WL_BAD_EVENT);
      assert_int_equal(wl_model_write_back_sgpr(p.model, 0, 0, first, own, data, why), WL_OK);
      assert_int_equal(wl_model_return(p.model, WL_UNIT_SMEM, 0, 0, why), WL_OK);
    }
    for (uint32_t i = 0; i < dwords; i++)
      assert_int_equal(sgpr(&p, 0, home(size, first + i)), word_at(kData + 0x40 + 4 * i));
    for (uint32_t i = size - 6; i < size; i++) assert_int_equal(sgpr(&p, 0, i), 0);
    program_close(&p);
  }
}

// Decisions: D-REG-21.
static void straddling(void **state) {
  (void)state;
  for (uint32_t i = 0; i < SIZES; i++) {
    const uint32_t size = sizes[i];
    straddling_load(size, WL_OP_s_load_dwordx4, 4, size - 8);
    straddling_load(size, WL_OP_s_load_dwordx8, 8, size - 8);
    straddling_load(size, WL_OP_s_load_dwordx8, 8, size - 12);
    if (size > 16) straddling_load(size, WL_OP_s_load_dwordx16, 16, size - 16);
    if (size > 16) straddling_load(size, WL_OP_s_load_dwordx16, 16, size - 20);

    // Stores and atomics read them, and a V# lies in them.
    const uint32_t at = size - 8;  // two SGPRs and FLAT_SCRATCH
    const uint64_t programs[][2] = {
        {smem(WL_OP_s_store_dwordx4, at, 0, 0x80), S_NOP},
        {smem(WL_OP_s_atomic_cmpswap_x2, at, 0, 0x80), S_NOP},
        {smem(WL_OP_s_atomic_cmpswap_x2, at, 0, 0x80) | 1 << 16, S_NOP},
        {smem(WL_OP_s_buffer_load_dword, 2, at, 0x80), smem(WL_OP_s_buffer_store_dword, 0, at, 0x90)},
        {mubuf(WL_OP_buffer_load_dword, 5, 0, at, 128, WL_MUBUF_OFFEN),
         mubuf(WL_OP_buffer_store_dword, 1, 0, at, 128, WL_MUBUF_OFFEN)},
        {mubuf(WL_OP_buffer_load_format_x, 5, 1, at, 128, WL_MUBUF_IDXEN), S_NOP},
        {mubuf(WL_OP_buffer_load_dword, 5, 0, at, 128, WL_MUBUF_OFFEN) | 1ull << 55, S_NOP},
    };
    // The four words: a V# of 0x200 records of 0 bytes, with DATA_FORMAT 4 and all that a buffer needs.
    const uint32_t tuple[4] = {(uint32_t)kData, 4u << 16, 0x200, 4u << 15 | 4u << 12 | 4};
    for (uint32_t n = 0; n < sizeof programs / sizeof programs[0]; n++) {
      static struct outcome plain, aliased;
      for (int lockstep = 0; lockstep < 2; lockstep++) {
        uint64_t words[6];
        for (uint32_t k = 0; k < 4; k++)
          words[k] = literal(sop1(WL_OP_s_mov_b32, home(size, at + k), LITERAL), tuple[k]);
        words[4] = programs[n][0];
        words[5] = programs[n][1];
        outcome_of(size, lockstep, words, 6, &aliased);
        // The same in a wave that has no second names.
        for (uint32_t k = 0; k < 4; k++) words[k] = literal(sop1(WL_OP_s_mov_b32, at + k, LITERAL), tuple[k]);
        outcome_of(102, lockstep, words, 6, &plain);
        if (memcmp(plain.vgpr, aliased.vgpr, sizeof plain.vgpr) != 0 ||
            memcmp(plain.page, aliased.page, sizeof plain.page) != 0)
          fail_msg("%u SGPRs, program %u: VGPRs or memory differ", size, n);
        assert_int_equal(plain.sgpr[2], aliased.sgpr[2]);
        for (uint32_t k = 0; k < 4; k++) assert_int_equal(plain.sgpr[at + k], aliased.sgpr[home(size, at + k)]);
      }
    }
  }
}

// The fork stack of a wave of 16: entry 2 straddles, entry 3 is XNACK_MASK and VCC. In a wave of 32: entries 6 and 7
// (past the depth). In a wave of 12 and of 24 too: a push reaches what no instruction may name (D-FLOW-14).
static void stack(void **state) {
  (void)state;
  const uint32_t of[] = {16, 12, 32, 24};
  for (uint32_t i = 0; i < sizeof of / sizeof of[0]; i++) {
    const uint32_t size = of[i], n = (size + 15) / 16 * 16;
    for (uint32_t entry = n / 4 - 2; entry < n / 4; entry++) {
      struct program p;
      open_alias(&p, 16);
      p.at = kCode;
      p.init.sgpr_size = size;
      p.init.sgpr_count = 4;
      p.init.mode = wl_to_field(WL_MODE_CSP, entry);
      p.init.sgpr[0] = 0xff;
      p.init.sgpr[2] = entry;
      emit(&p, sop1(WL_OP_s_mov_b32, VCC, 129));  // half of it
      emit(&p, sopk(WL_OP_s_cbranch_i_fork, 0, 1));
      emit(&p, S_NOP);
      emit(&p, sop1(WL_OP_s_cbranch_join, 0, 2));
      start(&p, 0);
      issue(&p, 0, WL_OK);
      const wl_effect e = issue(&p, 0, entry >= 6 ? WL_CSP_OVERFLOW : WL_OK);
      const uint32_t at = home(n, 4 * entry);
      assert_int_equal(sgpr64(&p, 0, at), ~0xffull);
      assert_int_equal(sgpr64(&p, 0, home(n, 4 * entry + 2)), kCode + 8);
      assert_int_equal(e.sgpr_first, at);
      assert_int_equal(e.sgpr_count, at == XNACK ? 2 : 4);
      issue(&p, 0, entry == 7 ? WL_CSP_UNDERFLOW : WL_OK);
      assert_int_equal(state_regs(&p, 0).exec_lo, 0xffffff00);
      assert_int_equal(state_regs(&p, 0).pc_lo, kCode + 8);
      program_close(&p);
    }
  }
  // A push that writes VCC writes all of it (2.3).
  for (uint32_t csp = 2; csp < 4; csp++) {
    struct program p;
    wl_run_report report;
    for (int lockstep = 0; lockstep < 2; lockstep++) {
      open_alias(&p, 16);
      p.at = kCode;
      p.init.mode = wl_to_field(WL_MODE_CSP, csp);
      p.init.sgpr[0] = 0xff;
      emit(&p, sop1(WL_OP_s_mov_b32, 14, 129));
      emit(&p, sopk(WL_OP_s_cbranch_i_fork, 0, 0));
      emit(&p, sopp(WL_OP_s_cbranch_vccz, 0));
      emit(&p, S_ENDPGM);
      start(&p, 0);
      if (lockstep) {
        issue(&p, 0, WL_OK);
        issue(&p, 0, WL_OK);
        issue(&p, 0, csp == 3 ? WL_OK : WL_HAZARD_STATES);
      } else {
        wl_model_run(p.model, 0, &report);
        assert_int_equal(report.result, csp == 3 ? WL_OK : WL_HAZARD_STATES);
      }
      program_close(&p);
    }
  }
}

// ---- which waves have second names, and what is legal ------------------------------------------------

// Decisions: D-REG-20, D-REG-22.
static void legal(void **state) {
  (void)state;
  const struct {
    uint32_t size;
    uint64_t words;
    wl_result expected;
  } cases[] = {
      {16, sop1(WL_OP_s_mov_b32, 8, 15), WL_OK},
      {16, sop1(WL_OP_s_mov_b32, 8, 16), WL_ILLEGAL_INST},
      {24, sop1(WL_OP_s_mov_b32, 8, 30), WL_ILLEGAL_INST},
      {24, sop1(WL_OP_s_mov_b32, 26, 8), WL_ILLEGAL_INST},
      {28, sop1(WL_OP_s_mov_b32, 8, 27), WL_OK},
      {28, sop1(WL_OP_s_mov_b64, 8, 28), WL_ILLEGAL_INST},
      {96, sop1(WL_OP_s_mov_b32, 8, 95), WL_OK},
      {102, sop1(WL_OP_s_mov_b32, 8, 101), WL_OK},
      {32, sop1(WL_OP_s_mov_b64, 8, 31), WL_ILLEGAL_INST},
      {32, vop3(WL_OP_v_add3_u32, 5, VCC, 30, VGPR), WL_ILLEGAL_INST},  // two scalar values
      {32, vop3(WL_OP_v_add3_u32, 5, VCC, VCC, VGPR), WL_OK},
      {32, vop3(WL_OP_v_add3_u32, 5, 30, 30, VGPR), WL_OK},
      {32, vop3(WL_OP_v_add3_u32, 5, 30, 31, VGPR), WL_ILLEGAL_INST},
      {32, vop2(WL_OP_v_cndmask_b32, 5, 30, 1), WL_ILLEGAL_INST},  // beside the implicit VCC
      {32, sopk(WL_OP_s_cbranch_i_fork, FLAT_SCRATCH, 0), WL_ILLEGAL_INST},
      {32, sopk(WL_OP_s_cbranch_i_fork, 26, 0), WL_OK},
      {32, smem(WL_OP_s_load_dwordx4, 30, 0, 0), WL_ILLEGAL_INST},
      {32, smem(WL_OP_s_load_dwordx4, 28, 0, 0), WL_OK},
      {32, smem(WL_OP_s_load_dwordx8, 28, 0, 0), WL_ILLEGAL_INST},
  };
  for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    for (int indexed = 0; indexed < 2; indexed++) {
      struct program p;
      open_alias(&p, 16);
      p.at = kCode;
      p.init.sgpr_size = cases[i].size;
      if (indexed) p.init.mode = WL_MODE_GPR_IDX_EN;
      put(&p, cases[i].words);
      start(&p, 0);
      issue(&p, 0, cases[i].expected);
      program_close(&p);
    }
  }
  // A wave of 102 has none: s100 and s101, VCC and the fork stack are apart.
  struct program p;
  open_alias(&p, 102);
  emit(&p, sop1(WL_OP_s_mov_b64, 100, 0));
  emit(&p, sop1(WL_OP_s_mov_b64, 90, 0));
  emit(&p, S_ENDPGM);
  start(&p, 0);
  run(&p, WL_OK);
  for (uint32_t code = FLAT_SCRATCH; code <= VCC + 1; code++) assert_int_equal(sgpr(&p, 0, code), before(code));
  assert_int_equal(sgpr(&p, 0, 90), kData);
  assert_int_equal(sgpr(&p, 0, 100), kData);
  program_close(&p);
  // The normal unit has none either.
  program_open(&p);
  p.init.sgpr_size = 32;
  emit(&p, sop1(WL_OP_s_mov_b64, 30, 193));
  start(&p, 0);
  issue(&p, 0, WL_OK);
  assert_int_equal(sgpr64(&p, 0, VCC), 0);
  assert_int_equal(sgpr64(&p, 0, 30), ~0ull);
  program_close(&p);
}

// Waves of other sizes share the code, and a slot keeps what its last wave left under the first names (D-LAUNCH-1).
static void launch(void **state) {
  (void)state;
  struct program p;
  open_alias(&p, 16);
  p.at = kCode;
  emit(&p, sop1(WL_OP_s_mov_b64, 8, 14));
  emit(&p, S_ENDPGM);
  p.init.sgpr_count = 16;
  for (uint32_t i = 0; i < 16; i++) p.init.sgpr[i] = 0x100 + i;
  start(&p, 0);
  assert_int_equal(state_regs(&p, 0).vcc_lo, 0x10e);
  assert_int_equal(state_regs(&p, 0).vcc_hi, 0x10f);
  for (uint32_t i = 0; i < 16; i++) assert_int_equal(sgpr(&p, 0, home(16, i)), 0x100 + i);
  for (uint32_t i = 10; i < 16; i++) assert_int_equal(sgpr(&p, 0, i), 0);
  p.init.group = 1;
  p.init.sgpr_size = 32;
  p.init.vgpr_base = 32;
  p.init.sgpr_count = 16;
  start(&p, 1);
  issue(&p, 0, WL_OK);
  issue(&p, 1, WL_OK);
  assert_int_equal(sgpr(&p, 0, 8), 0x10e);
  assert_int_equal(sgpr(&p, 1, 8), 0x10e);
  assert_int_equal(sgpr(&p, 1, VCC), 0);
  issue(&p, 0, WL_OK);
  p.init.group = 2;
  p.init.sgpr_count = 0;
  p.init.vgpr_base = 0;
  p.init.sgpr_size = 96;
  start(&p, 0);
  assert_int_equal(state_regs(&p, 0).vcc_lo, 0x10e);
  program_close(&p);
}

// ---- what follows a register ---------------------------------------------------------------------------

struct pair {
  uint32_t row, states;  // states 0: no hazard
  uint64_t first, second;
};

static void pair_is(const struct pair *c, uint32_t states, bool early) {
  char row[40];
  if (c->row) snprintf(row, sizeof row, "wait states, row %u:", c->row);
  else snprintf(row, sizeof row, "VCCZ:");
  for (int lockstep = 0; lockstep < 2; lockstep++) {
    struct program p;
    wl_effect e;
    wl_run_report report;
    open_alias(&p, 32);
    put(&p, c->first);
    for (uint32_t i = 0; i < states; i++) emit(&p, S_NOP);
    put(&p, c->second);
    emit(&p, S_WAITCNT_0);
    emit(&p, S_ENDPGM);
    start(&p, 0);
    wl_result r = WL_OK;
    const char *why = report.why;
    if (lockstep) {
      execute_at_issue(&p);
      why = e.why;
      do r = wl_model_issue(p.model, 0, 0, &e);
      while (r == WL_OK && e.end == WL_END_NONE);
    } else {
      wl_model_run(p.model, 100, &report);
      r = report.result;
    }
    if (r != (early ? WL_HAZARD_STATES : WL_OK))
      fail_msg("row %u, 0x%08x 0x%08x, %u states: result %d, %s", c->row, (uint32_t)c->first, (uint32_t)c->second,
               states, r, why);
    if (early && strstr(why, row) == NULL) fail_msg("\"%s\" lacks \"%s\"", why, row);
    program_close(&p);
  }
}

// Decisions: D-WAIT-30.
static void wait_states(void **state) {
  (void)state;
  enum { LO = 30, HI = 31, F = 26, X = 28 };  // second names of a wave of 32
  const uint64_t readfirst_lo = vop1(WL_OP_v_readfirstlane_b32, VCC, VGPR),
                 by_first = vopc(WL_OP_v_cmp_eq_i32, VGPR, 1),
                 by_second = vop3(WL_OP_v_cmp_eq_i32, LO, VGPR, VGPR + 1, 0);
  const struct pair pairs[] = {
      // Row 13: by the other name, in each direction, by words.
      {13, 1, by_first, vop1(WL_OP_v_mov_b32, 5, LO)},
      {13, 1, by_first, vop1(WL_OP_v_mov_b32, 5, HI)},
      {13, 1, by_second, vop1(WL_OP_v_mov_b32, 5, VCC)},
      {13, 1, by_second, vop2(WL_OP_v_add_u32, 5, VCC + 1, 0)},
      {13, 1, readfirst_lo, vop1(WL_OP_v_mov_b32, 5, LO)},
      {13, 1, vop1(WL_OP_v_readfirstlane_b32, HI, VGPR), vop1(WL_OP_v_mov_b32, 5, VCC + 1)},
      {13, 1, vop3(WL_OP_v_readlane_b32, LO, VGPR, 128, 0), vop3(WL_OP_v_add3_u32, 5, VGPR, VGPR, VCC)},
      {13, 1, vop2(WL_OP_v_add_co_u32, 5, VGPR, 1), vop3(WL_OP_v_add3_u32, 5, VGPR, LO, VGPR)},
      {13, 1, vop3b(WL_VOP3_VOP2 + WL_OP_v_add_co_u32, 5, LO, VGPR, VGPR + 1, 0),
       vop3(WL_OP_v_lshlrev_b64, 6, VGPR, VCC, 0)},
      {13, 1, vop3b(WL_OP_v_div_scale_f32, 5, LO, VGPR, VGPR, VGPR + 1), vop1(WL_OP_v_mov_b32, 5, VCC)},
      {13, 1, by_first, vop3(WL_VOP3_VOP2 + WL_OP_v_cndmask_b32, 5, LO, VGPR, LO)},
      {13, 1, by_second, vop3(WL_OP_v_writelane_b32, 5, VCC, 129, 0)},
      {13, 1, by_first, vop3(WL_OP_v_cmp_eq_i32, 8, LO, VGPR, 0)},
      // The same name, a mask, another register, another unit: none.
      {13, 0, by_first, vop1(WL_OP_v_mov_b32, 5, VCC)},
      {13, 0, by_second, vop1(WL_OP_v_mov_b32, 5, LO)},
      {13, 0, readfirst_lo, vop1(WL_OP_v_mov_b32, 5, HI)},
      {13, 0, by_second, vop2(WL_OP_v_cndmask_b32, 5, VGPR, 1)},
      {13, 0, by_first, vop3(WL_VOP3_VOP2 + WL_OP_v_cndmask_b32, 5, VGPR, VGPR + 1, LO)},
      {13, 0, by_first, vop3b(WL_VOP3_VOP2 + WL_OP_v_addc_co_u32, 5, 8, VGPR, VGPR + 1, LO)},
      {13, 0, by_second, vop2(WL_OP_v_addc_co_u32, 5, VGPR, 1)},
      {13, 0, sop1(WL_OP_s_mov_b64, VCC, 128), vop1(WL_OP_v_mov_b32, 5, LO)},
      {13, 0, by_first, sop1(WL_OP_s_mov_b32, 8, LO)},
      {13, 0, vop1(WL_OP_v_readfirstlane_b32, X, VGPR), vop1(WL_OP_v_mov_b32, 5, XNACK)},
      {13, 0, vop1(WL_OP_v_readfirstlane_b32, FLAT_SCRATCH, VGPR), vop1(WL_OP_v_mov_b32, 5, F)},
      // The other rows look at the register under both names.
      {5, 5, by_second, vop1(WL_OP_v_mov_b32, 5, WL_SRC_VCCZ)},
      {6, 4, vop1(WL_OP_v_readfirstlane_b32, X, VGPR), vop3(WL_OP_v_readlane_b32, 8, VGPR, XNACK, 0)},
      {6, 4, vop1(WL_OP_v_readfirstlane_b32, FLAT_SCRATCH, VGPR), vop3(WL_OP_v_writelane_b32, 5, 128, F, 0)},
      {6, 4, by_second, vop3(WL_OP_v_readlane_b32, 8, VGPR, LO, 0)},
      {7, 4, by_second, vop3(WL_OP_v_div_fmas_f32, 5, VGPR, VGPR + 1, VGPR + 2)},
      {7, 4, vop1(WL_OP_v_readfirstlane_b32, HI, VGPR), vop3(WL_OP_v_div_fmas_f32, 5, VGPR, VGPR + 1, VGPR + 2)},
      {9, 5, vop1(WL_OP_v_readfirstlane_b32, HI, VGPR + 3), global(WL_OP_global_load_dword, 5, 0, 0, VCC, 0)},
      {9, 5, vop1(WL_OP_v_readfirstlane_b32, VCC + 1, VGPR + 3), global(WL_OP_global_load_dword, 5, 0, 0, LO, 0)},
      {9, 5, vop1(WL_OP_v_readfirstlane_b32, F, VGPR + 2), scratch(WL_OP_scratch_load_dword, 5, 0, 2)},
      {9, 5, vop1(WL_OP_v_readfirstlane_b32, F + 1, VGPR + 3), flat(WL_OP_flat_load_dword, 5, 2, 0)},
      {9, 5, vop1(WL_OP_v_readfirstlane_b32, X, VGPR + 3), mubuf(WL_OP_buffer_load_dword, 5, 0, 4, XNACK, 0)},
      // A V# that straddles: s[24:25] and FLAT_SCRATCH, by words.
      {9, 5, vop1(WL_OP_v_readfirstlane_b32, FLAT_SCRATCH, VGPR), mubuf(WL_OP_buffer_load_dword, 5, 0, 24, 128, 0)},
      {9, 5, vop1(WL_OP_v_readfirstlane_b32, F + 1, VGPR + 3), mubuf(WL_OP_buffer_load_dword, 5, 0, 24, 128, 0)},
      {9, 5, vop1(WL_OP_v_readfirstlane_b32, 25, VGPR + 3), mubuf(WL_OP_buffer_load_dword, 5, 0, 24, 128, 0)},
      {9, 0, vop1(WL_OP_v_readfirstlane_b32, X, VGPR + 3), mubuf(WL_OP_buffer_load_dword, 5, 0, 24, 128, 0)},
      {9, 0, vop1(WL_OP_v_readfirstlane_b32, XNACK, VGPR + 3), mubuf(WL_OP_buffer_load_dword, 5, 0, 24, 128, 0)},
      // Half of VCC (2.3).
      {0, 9, sop1(WL_OP_s_mov_b32, LO, 129), sopp(WL_OP_s_cbranch_vccz, 0)},
      {0, 9, sop1(WL_OP_s_mov_b32, HI, 129), sop1(WL_OP_s_mov_b32, 8, WL_SRC_VCCZ)},
      {0, 9, vop1(WL_OP_v_readfirstlane_b32, HI, VGPR), sopp(WL_OP_s_cbranch_vccnz, 0)},
      {0, 0, sop1(WL_OP_s_mov_b64, LO, 129), sopp(WL_OP_s_cbranch_vccz, 0)},
      {0, 0, sop1(WL_OP_s_mov_b64, X, 129), sopp(WL_OP_s_cbranch_vccz, 0)},
  };
  for (uint32_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
    const struct pair *c = &pairs[i];
    const bool always = c->row == 0 && c->states != 0;  // no wait helps
    for (uint32_t states = 0; states <= c->states + 1; states++) pair_is(c, states, always || states < c->states);
  }
  // A write of all of it mends half a write: a pair by the second name, movrel, and a load that straddles.
  const uint64_t whole[] = {sop1(WL_OP_s_mov_b64, LO, LO), sop2(WL_OP_s_or_b64, VCC, LO, LO),
                            smem(WL_OP_s_load_dwordx8, 24, 0, 0), smem(WL_OP_s_load_dwordx4, 28, 0, 0)};
  for (uint32_t i = 0; i < sizeof whole / sizeof whole[0]; i++) {
    struct program p;
    wl_run_report report;
    open_alias(&p, 32);
    emit(&p, sop1(WL_OP_s_mov_b32, VCC, 129));
    put(&p, whole[i]);
    emit(&p, S_WAITCNT_0);
    emit(&p, sopp(WL_OP_s_cbranch_vccz, 0));
    emit(&p, S_ENDPGM);
    start(&p, 0);
    wl_model_run(p.model, 0, &report);
    if (report.result != WL_OK) fail_msg("%u: %s", i, report.why);
    program_close(&p);
  }
  // movreld writes half of VCC.
  struct program p;
  wl_run_report report;
  open_alias(&p, 32);
  emit(&p, sop1(WL_OP_s_mov_b32, M0, 130));
  emit(&p, S_NOP);
  emit(&p, sop1(WL_OP_s_movreld_b32, 28, 0));
  emit(&p, sopp(WL_OP_s_cbranch_vccz, 0));
  start(&p, 0);
  wl_model_run(p.model, 0, &report);
  assert_int_equal(report.result, WL_HAZARD_STATES);
  assert_non_null(strstr(report.why, "s_movreld_b32"));
  program_close(&p);
}

// A load in flight, and an instruction that uses its register by another name, or does not.
static void in_flight(void **state) {
  (void)state;
  enum { LO = 30, HI = 31, F = 26, X = 28 };
  const struct {
    uint64_t load, use;
    bool hazard;
  } cases[] = {
      {smem(WL_OP_s_load_dwordx2, LO, 0, 0), sop1(WL_OP_s_mov_b32, 8, VCC), true},
      {smem(WL_OP_s_load_dwordx2, VCC, 0, 0), sop1(WL_OP_s_mov_b32, 8, HI), true},
      {smem(WL_OP_s_load_dwordx2, LO, 0, 0), sopp(WL_OP_s_cbranch_vccz, 0), true},
      {smem(WL_OP_s_load_dwordx2, LO, 0, 0), vop2(WL_OP_v_cndmask_b32, 5, VGPR, 1), true},
      {smem(WL_OP_s_load_dwordx2, LO, 0, 0), vopc(WL_OP_v_cmp_eq_i32, VGPR, 1), true},
      {smem(WL_OP_s_load_dwordx2, VCC, 0, 0), sop1(WL_OP_s_mov_b64, LO, 0), true},
      {smem(WL_OP_s_load_dwordx2, LO, 0, 0), sop1(WL_OP_s_mov_b32, 8, XNACK), false},
      {smem(WL_OP_s_load_dword, LO, 0, 0), sop1(WL_OP_s_mov_b32, 8, VCC + 1), false},
      {smem(WL_OP_s_load_dwordx2, F, 0, 0), flat(WL_OP_flat_load_dword, 5, 2, 0), true},
      {smem(WL_OP_s_load_dwordx2, F, 0, 0), scratch(WL_OP_scratch_load_dword, 5, 0, 2), true},
      // s[24:25] and FLAT_SCRATCH.
      {smem(WL_OP_s_load_dwordx4, 24, 0, 0), sop1(WL_OP_s_mov_b32, 8, 25), true},
      {smem(WL_OP_s_load_dwordx4, 24, 0, 0), sop1(WL_OP_s_mov_b32, 8, FLAT_SCRATCH + 1), true},
      {smem(WL_OP_s_load_dwordx4, 24, 0, 0), sop1(WL_OP_s_mov_b32, 8, F), true},
      {smem(WL_OP_s_load_dwordx4, 24, 0, 0), sop1(WL_OP_s_mov_b32, 8, X), false},
      {smem(WL_OP_s_load_dwordx4, 24, 0, 0), sop1(WL_OP_s_mov_b32, 8, VCC), false},
      {smem(WL_OP_s_load_dwordx8, 24, 0, 0), sopp(WL_OP_s_cbranch_vccz, 0), true},
      {smem(WL_OP_s_load_dwordx8, 24, 0, 0), sop1(WL_OP_s_mov_b32, 8, XNACK), true},
      {smem(WL_OP_s_load_dwordx8, 24, 0, 0), sop1(WL_OP_s_mov_b32, 8, 23), false},
      {smem(WL_OP_s_load_dwordx2, FLAT_SCRATCH, 0, 0), mubuf(WL_OP_buffer_load_dword, 5, 0, 24, 128, 0), true},
      {smem(WL_OP_s_load_dwordx2, XNACK, 0, 0), mubuf(WL_OP_buffer_load_dword, 5, 0, 24, 128, 0), false},
      {smem(WL_OP_s_load_dwordx2, F, 0, 0), smem(WL_OP_s_load_dwordx4, 24, 0, 0), true},
      {smem(WL_OP_s_load_dwordx2, F, 0, 0), smem(WL_OP_s_store_dwordx4, 24, 0, 0), true},
  };
  for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    for (int lockstep = 0; lockstep < 2; lockstep++) {
      struct program p;
      wl_run_report report;
      wl_effect e;
      open_alias(&p, 32);
      put(&p, cases[i].load);
      put(&p, cases[i].use);
      emit(&p, S_WAITCNT_0);
      emit(&p, S_ENDPGM);
      start(&p, 0);
      wl_result r = WL_OK;
      if (lockstep) {
        execute_at_issue(&p);
        do r = wl_model_issue(p.model, 0, 0, &e);
        while (r == WL_OK && e.end == WL_END_NONE);
      } else {
        wl_model_run(p.model, 0, &report);
        r = report.result;
      }
      if (r != (cases[i].hazard ? WL_HAZARD_PENDING : WL_OK))
        fail_msg("case %u: result %d, %s", i, r, lockstep ? e.why : report.why);
      program_close(&p);
    }
  }
  // A fork pushes over a load that is in flight, to VCC (entry 3) and to s[8:9] and FLAT_SCRATCH (entry 2).
  const uint32_t registers[] = {VCC, 14, XNACK, FLAT_SCRATCH, 8};
  for (uint32_t i = 0; i < 2 * 5; i++) {
    const uint32_t r = registers[i / 2], csp = 2 + i % 2;
    struct program p;
    open_alias(&p, 16);
    p.at = kCode;
    p.init.mode = wl_to_field(WL_MODE_CSP, csp);
    emit2(&p, smem(WL_OP_s_load_dwordx2, r, 0, 0));
    emit(&p, sopk(WL_OP_s_cbranch_i_fork, 2, 0));
    start(&p, 0);
    issue(&p, 0, WL_OK);
    issue(&p, 0, (csp == 3) == (i / 2 < 3) ? WL_HAZARD_PENDING : WL_OK);
    program_close(&p);
  }
}

// What a trace and a checker are told: first names (D-REG-23).
struct told {
  uint32_t count;
  wl_effect e[64];
  wl_traced t[64];
};
static void tell(void *to, uint32_t slot, const wl_effect *e, const wl_traced *traced, const wl_state_regs *b) {
  struct told *t = to;
  (void)slot, (void)b;
  if (t->count == 64) return;
  t->e[t->count] = *e;
  t->t[t->count++] = *traced;
}

static void reports(void **state) {
  (void)state;
  static struct told told;
  struct program p;
  open_alias(&p, 32);
  p.at = kCode;
  emit(&p, sop1(WL_OP_s_mov_b64, 28, 0));           // XNACK_MASK
  emit(&p, sop1(WL_OP_s_mov_b32, 31, 0));           // vcc_hi
  emit2(&p, smem(WL_OP_s_load_dwordx8, 24, 0, 0));  // s[24:25] and all six
  emit(&p, S_WAITCNT_0);
  emit(&p, S_ENDPGM);
  start(&p, 0);
  told.count = 0;
  wl_model_on_issue(p.model, tell, &told);
  run(&p, WL_OK);
  assert_int_equal(told.count, 5);
  assert_int_equal(told.e[0].sgpr_first, XNACK);
  assert_int_equal(told.e[0].sgpr_count, 2);
  assert_int_equal(told.e[1].sgpr_count, 0);
  assert_int_equal(told.t[1].state_reg_first, VCC + 1);
  assert_int_equal(told.e[2].sgpr_first, 24);
  assert_int_equal(told.e[2].sgpr_count, 8);
  assert_int_equal(told.t[2].second_end, 32);
  assert_int_equal(wl_first_name(32, 24 + 7), VCC + 1);
  program_close(&p);
}

// wl_second_end, wl_first_name, wl_straddles and wl_in_tuple.
static void names(void **state) {
  (void)state;
  for (uint32_t size = 1; size <= WL_SGPR_COUNT; size++) {
    const uint32_t n = (size + 15) / 16 * 16, end = wl_second_end(true, size);
    assert_int_equal(wl_second_end(false, size), 0);
    assert_int_equal(end, size > 96 ? 0 : n);
    for (uint32_t code = 0; code < WL_SGPRS; code++) {
      const bool second = end != 0 && code < n && code + 6 >= n;
      assert_int_equal(wl_first_name(end, code), second ? home(n, code) : code);
      assert_int_equal(wl_first_name(0, code), code);
    }
    for (uint32_t first = 0; first < n; first += 4) {
      for (uint32_t count = 4; count <= 16 && first + count <= n && end != 0; count *= 2) {
        assert_int_equal(wl_straddles(end, first, count), first < n - 6 && first + count > n - 6);
        if (!wl_straddles(end, first, count)) continue;
        for (uint32_t code = 0; code < WL_SGPRS; code++) {
          uint32_t which = count;
          for (uint32_t i = 0; i < count; i++) which = wl_first_name(end, first + i) == code ? i : which;
          const uint32_t found = wl_in_tuple(end, first, count, code);
          assert_int_equal(found < count ? found : count, which);
        }
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(uses),    cmocka_unit_test(reached), cmocka_unit_test(straddling),  cmocka_unit_test(stack),
      cmocka_unit_test(legal),   cmocka_unit_test(launch),  cmocka_unit_test(wait_states), cmocka_unit_test(in_flight),
      cmocka_unit_test(reports), cmocka_unit_test(names),
  };
  return cmocka_run_group_tests_name("second names", tests, NULL, NULL);
}
