// SPDX-License-Identifier: Apache-2.0
// Images and memory: descriptors that are unbound, ignored or refused (image.md 6), stores (9.3), atomics (9.4), D16,
// TFE and DMASK = 0 (13), transactions (14.1), unmapped pages, wait states (14.5). Standalone and in lockstep.
#include "images.h"

#include "wavelock/memory_watch.h"

static const uint32_t JUNK = 0xdeadbeef, ONE = 0x3f800000;
static const struct resource rgba = {.base = kData,
                                     .type = WL_IMAGE_2D,
                                     .dfmt = 10,
                                     .nfmt = UNORM,
                                     .width = 8,
                                     .height = 8,
                                     .pitch = 64,
                                     .dst_sel = XYZW};
static const struct sampler nearest = {.clamp = 2};

// Fills the registers of all lanes: address from VADDR on, JUNK or data from VDATA on.
static void set(struct program *p, uint32_t first, const uint32_t *value, uint32_t count) {
  for (uint32_t v = 0; v < count; v++) {
    for (uint32_t l = 0; l < WL_LANES; l++) vgpr(p, first + v)[l] = value[v];
  }
}

// Executes the instruction of an open program: standalone, or with all its transactions in so many lines. registers:
// those that it writes.
static uint32_t execute(struct program *p, bool lockstep, wl_mem_op op, uint32_t registers, uint32_t lines) {
  uint32_t transactions = 0;
  start(p, 0);
  if (!lockstep) {
    run(p, WL_OK);
  } else {
    issue(p, 0, WL_OK);
    transactions = serve_image(p, op, lines);
    land_all(p, WL_UNIT_VMEM, VDATA, registers);
    assert_int_equal(wl_field(state_regs(p, 0).counters, WL_COUNTERS_VM), 0);
    issue(p, 0, WL_OK);  // s_waitcnt: the trap status stays to be read
  }
  return transactions;
}

// What MEM_VIOL is behind the instruction: standalone the wave has ended, so the program stores TRAPSTS in s30.
static uint32_t violated(const struct program *p, bool lockstep) {
  return lockstep ? state_regs(p, 0).trapsts & WL_TRAPSTS_MEM_VIOL : sgpr(p, 0, 30) & WL_TRAPSTS_MEM_VIOL;
}

static void open_checked(struct program *p, const uint32_t t[8], const uint32_t s[4], uint64_t words) {
  open_image(p, 3, NULL, NULL, words);
  memcpy(&p->init.sgpr[SRSRC], t, 32);
  memcpy(&p->init.sgpr[SSAMP], s, 16);
  p->at = kCode + 8;
  emit(p, S_WAITCNT_0);
  emit(p, sopk(WL_OP_s_getreg_b32, 30, 31 << 11 | WL_HWREG_TRAPSTS));
  emit(p, S_ENDPGM);
}

// ---- descriptors ---------------------------------------------------------------------------------------
enum { UNBOUND, IGNORED, REFUSED, READY };

static void judged(const char *what, uint32_t effect, const uint32_t t[8], const uint32_t s[4], uint64_t words) {
  const uint32_t address[4] = {0}, data[5] = {JUNK, JUNK, JUNK, JUNK, JUNK};
  const uint32_t op = (uint32_t)words >> 18 & 127;
  const bool store = op == WL_OP_image_store, atomic = op >= 16 && op <= 28;
  const uint32_t dmask = (uint32_t)words >> 8 & 15, regs = store ? 0 : (uint32_t)__builtin_popcount(dmask);
  for (uint32_t lockstep = 0; lockstep < 2; lockstep++) {
    struct program p;
    open_checked(&p, t, s, words);
    fill(&p, 1);
    set(&p, VADDR, address, 4);
    set(&p, VDATA, data, 5);
    const uint32_t written = op == WL_OP_image_gather4_lz ? 4 : op == WL_OP_image_atomic_cmpswap ? regs / 2 : regs;
    const uint32_t count = execute(&p, lockstep,
                                   store    ? WL_MEM_STORE
                                   : atomic ? WL_MEM_ATOMIC
                                            : WL_MEM_LOAD,
                                   written, 1);
    if (effect != READY && count != 0) fail_msg("%s: %u transactions", what, count);
    if ((violated(&p, lockstep) != 0) != (effect == REFUSED)) fail_msg("%s: MEM_VIOL is wrong (%u)", what, lockstep);
    for (uint32_t v = 0; v < 5 && effect != READY; v++) {
      const uint32_t expected = v < written && effect != IGNORED ? 0 : JUNK;
      if (vgpr(&p, VDATA + v)[9] != expected)
        fail_msg("%s: v%u is %08x (%u)", what, v, vgpr(&p, VDATA + v)[9], lockstep);
    }
    program_close(&p);
  }
}

static void descriptors(void **state) {
  (void)state;
  const uint64_t load = mimg(WL_OP_image_load, DMASK_ALL, false),
                 sample = mimg(WL_OP_image_sample_lz, DMASK_ALL, false);
  const uint64_t resinfo = mimg(WL_OP_image_get_resinfo, DMASK_ALL, false);
  const uint64_t gather = mimg(WL_OP_image_gather4_lz, DMASK_1, false);
  const uint64_t compare = mimg(WL_OP_image_sample_c_lz, DMASK_ALL, false);
  const uint64_t add = mimg(WL_OP_image_atomic_add, DMASK_1 | WL_MIMG_GLC, false);
  const uint64_t add_x2 = mimg(WL_OP_image_atomic_add, 3 << 8 | WL_MIMG_GLC, false);
  const uint64_t cmpswap = mimg(WL_OP_image_atomic_cmpswap, 3 << 8 | WL_MIMG_GLC, false);
  const uint64_t store = mimg(WL_OP_image_store, DMASK_ALL, false);
  const uint64_t all[] = {load, sample, resinfo, gather, compare, add, add_x2, cmpswap, store};
  const uint32_t zeros[8] = {0};
  uint32_t t[8], s[4];
  resource_words(&rgba, t);
  sampler_words(&nearest, s);
  judged("load", READY, t, s, load);
  judged("sample", READY, t, s, sample);
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    uint32_t x[8];
    judged("zeros", UNBOUND, zeros, s, all[i]);
    memcpy(x, zeros, sizeof x);
    x[0] = 1;
    judged("TYPE 0", IGNORED, x, s, all[i]);
    memcpy(x, t, sizeof x);
    x[1] &= ~WL_IMAGE_DATA_FORMAT;
    judged("no DATA_FORMAT", UNBOUND, x, s, all[i]);
    x[3] = (x[3] & ~WL_IMAGE_TYPE) | 7u << 28;
    judged("TYPE 7", IGNORED, x, s, all[i]);
#define REFUSE(what, change)             \
  do {                                   \
    memcpy(x, t, sizeof x);              \
    change;                              \
    judged(what, REFUSED, x, s, all[i]); \
  } while (0)
    REFUSE("TYPE 14", x[3] = (x[3] & ~WL_IMAGE_TYPE) | 14u << 28);
    REFUSE("TYPE 15", x[3] |= 15u << 28);
    REFUSE("SW_MODE", x[3] |= 1 << 20);
    REFUSE("COMPRESSION_EN", x[6] |= 1 << 21);
    REFUSE("BASE_LEVEL > LAST_LEVEL", x[3] |= 1 << 12);
    REFUSE("LAST_LEVEL > MAX_MIP", x[3] |= 1 << 16);
    REFUSE("DATA_FORMAT 13", x[1] = (x[1] & ~WL_IMAGE_DATA_FORMAT) | 13 << 20);
    REFUSE("DATA_FORMAT 63", x[1] |= 63 << 20);
    REFUSE("NUM_FORMAT 6", x[1] |= 6u << 26);
    REFUSE("FLOAT 8", x[1] |= 7u << 26);
  }
  // Every pair (7.1).
  for (uint32_t pair = 16; pair < 1024; pair++) {
    static const uint16_t numbers[64] = {
        [1] = 0x3f,   [2] = 0xbf,  [3] = 0x3f,  [4] = 0xb0,  [5] = 0xbf, [6] = 0x80, [7] = 0x80, [8] = 0x3f, [9] = 0x3f,
        [10] = 0x23f, [11] = 0xb0, [12] = 0xbf, [14] = 0xb0, [16] = 1,   [17] = 1,   [18] = 1,   [19] = 1};
    struct resource r = rgba;
    uint32_t x[8];
    r.dfmt = pair >> 4;
    r.nfmt = pair & 15;
    resource_words(&r, x);
    judged("pair", numbers[r.dfmt] >> r.nfmt & 1 ? READY : REFUSED, x, s, resinfo);
  }
  struct resource r = rgba;
  uint32_t x[8], y[4];
  r.type = WL_IMAGE_CUBE;
  resource_words(&r, x);
  judged("cube, sampled", REFUSED, x, s, sample);
  judged("cube, gathered", REFUSED, x, s, gather);
  for (uint32_t type = WL_IMAGE_1D; type <= WL_IMAGE_2D_ARRAY; type++) {
    r.type = type;
    resource_words(&r, x);
    if (type != WL_IMAGE_2D && type != WL_IMAGE_2D_ARRAY) judged("type of gather4", REFUSED, x, s, gather);
    judged("type of get_resinfo", READY, x, s, resinfo);
  }
  r = rgba;
  r.nfmt = UINT;
  resource_words(&r, x);
  judged("compare of integers", REFUSED, x, s, compare);
  // Atomics: 4 and DMASK 1, 11 and DMASK 3, twice as many with cmpswap (9.4).
  for (uint32_t dfmt = 1; dfmt <= 14; dfmt++) {
    if (dfmt == 6 || dfmt == 7 || dfmt == 13) continue;
    r.dfmt = dfmt;
    resource_words(&r, x);
    if (dfmt != 4) judged("format of a word", REFUSED, x, s, add);
    if (dfmt != 11) judged("format of two words", REFUSED, x, s, add_x2);
    if (dfmt != 4) judged("format of cmpswap", REFUSED, x, s, cmpswap);
  }
  // S# counts with a sampler alone.
  static const struct {
    uint32_t word, bits;
  } wrong[] = {{0, 1 << 19}, {0, 1 << 20}, {0, 1 << 29}, {0, 1 << 30}, {3, 3u << 30}, {3, 1 << 12}};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    memcpy(y, s, sizeof y);
    y[wrong[i].word] |= wrong[i].bits;
    judged("S#", REFUSED, t, y, sample);
    judged("S# of a gather4", REFUSED, t, y, gather);
    judged("S# of a load", READY, t, y, load);
  }
}

// A refused instruction without active lanes sets nothing (D-IMG-13).
static void no_lane(void **state) {
  (void)state;
  struct resource r = rgba;
  r.sw_mode = 9;
  for (uint32_t lockstep = 0; lockstep < 2; lockstep++) {
    struct program p;
    uint32_t t[8], s[4] = {0};
    resource_words(&r, t);
    open_checked(&p, t, s, mimg(WL_OP_image_load, DMASK_ALL, false));
    p.init.exec = 0;
    execute(&p, lockstep, WL_MEM_LOAD, 4, 1);
    assert_int_equal(violated(&p, lockstep), 0);
    program_close(&p);
  }
}

// ---- stores ------------------------------------------------------------------------------------------------
static void stores(void **state) {
  (void)state;
  static const struct {
    uint32_t dfmt, nfmt, dst_sel, dmask;
    bool d16;
    uint32_t data[4], element[4];
  } list[] = {
      // image.md 18
      {10, UNORM, 6 | 5 << 3 | 4 << 6 | 7 << 9, 15, false, {0x3f800000, 0x3f000000, 0x3e800000, 0}, {0x00FF8040}},
      {10, UNORM, XYZW, 5, false, {0x3f800000, 0xc0000000}, {0x000000FF}},
      {2, SNORM, XYZW, 15, false, {0xbf000000}, {0xC000}},
      {2, SNORM, XYZW, 15, false, {0x7fc00000}, {0}},
      {10, UINT, XYZW, 10, false, {7, 9}, {0x09000700}},
      {14, UINT, XYZW, 15, false, {1, 2, 3, 4}, {1, 2, 3, 4}},
      {14, UINT, XYZW, 8, false, {5}, {0, 0, 0, 5}},
      // D16: DMASK 1011 has X, Y in one register, W in the next.
      {12, UINT, XYZW, 11, true, {0x00020001, 0xaaaa0003}, {0x00020001, 0x00030000}},
      {2, FLOAT, XYZW, 1, true, {0xaaaa7c01}, {0x7c01}},
      // 5_6_5: X at bit 0; 4_4_4_4; 1.0 and 0.5 (15.5 and 7.5, ties to even).
      {16, UNORM, XYZW, 7, false, {ONE, 0, 0x3f000000}, {0x801F}},
      {16, UNORM, 6 | 5 << 3 | 4 << 6 | 1 << 9, 15, false, {ONE, 0, 0, 0}, {0xF800}},
      {19, UNORM, XYZW, 15, false, {ONE, 0x3f000000, 0, ONE}, {0xF08F}},
      {18, UNORM, XYZW, 15, false, {ONE, 0, 0, ONE}, {0xF801}},
      {17, UNORM, XYZW, 15, false, {0, ONE, 0, ONE}, {0x83E0}},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    for (uint32_t lockstep = 0; lockstep < 2; lockstep++) {
      struct program p;
      struct resource r = rgba;
      r.dfmt = list[i].dfmt;
      r.nfmt = list[i].nfmt;
      r.dst_sel = list[i].dst_sel;
      const uint32_t address[2] = {3, 2};
      open_image(&p, 3, &r, NULL, mimg(WL_OP_image_store, list[i].dmask << 8, list[i].d16));
      set(&p, VADDR, address, 2);
      set(&p, VDATA, list[i].data, 4);
      execute(&p, lockstep, WL_MEM_STORE, 0, 40);
      static const uint8_t bytes[20] = {[2] = 2, [10] = 4, [12] = 8, [14] = 16, [16] = 2, [17] = 2, [18] = 2, [19] = 2};
      const uint32_t size = bytes[r.dfmt];
      uint32_t element[4] = {0}, beside = JUNK;
      const uint64_t at = kData + (2 * 64 + 3) * size;
      assert_true(wl_mem_read(p.mem, at, element, size));
      assert_true(wl_mem_read(p.mem, at - size, &beside, size < 4 ? size : 4));
      if (memcmp(element, list[i].element, 16) != 0)
        fail_msg("store %zu (%u): %08x %08x %08x %08x", i, lockstep, element[0], element[1], element[2], element[3]);
      assert_int_equal(beside << (size < 4 ? 32 - 8 * size : 0), 0);
      program_close(&p);
    }
  }
}

// A read-only format, DMASK = 0, out of range: nothing is stored.
static void dropped(void **state) {
  (void)state;
  static const struct {
    uint32_t nfmt, dmask, x;
  } list[] = {{USCALED, 15, 0}, {SSCALED, 15, 0}, {SRGB, 15, 0}, {UNORM, 0, 0}, {UNORM, 15, 8}};
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    for (uint32_t lockstep = 0; lockstep < 2; lockstep++) {
      struct program p;
      struct resource r = rgba;
      const uint32_t address[2] = {list[i].x, 0}, data[4] = {ONE, ONE, ONE, ONE};
      uint8_t page[WL_PAGE];
      r.nfmt = list[i].nfmt;
      open_image(&p, 3, &r, NULL, mimg(WL_OP_image_store, list[i].dmask << 8, false));
      set(&p, VADDR, address, 2);
      set(&p, VDATA, data, 4);
      assert_int_equal(execute(&p, lockstep, WL_MEM_STORE, 0, 40), 0);
      assert_true(wl_mem_read(p.mem, kData, page, sizeof page));
      for (uint32_t b = 0; b < WL_PAGE; b++) assert_int_equal(page[b], 0);
      program_close(&p);
    }
  }
}

// *_pck: whole elements, nothing is converted (D-IMG-20).
static void packed(void **state) {
  (void)state;
  static const struct {
    uint32_t op, dfmt, dmask, element[4], expected[4];
  } list[] = {
      {WL_OP_image_load_pck, 1, 1, {0x80}, {0x80}},
      {WL_OP_image_load_pck_sgn, 1, 1, {0x80}, {0xffffff80}},
      {WL_OP_image_load_pck_sgn, 2, 3, {0x8001}, {0xffff8001, 0}},
      {WL_OP_image_load_pck_sgn, 10, 1, {0x80000000}, {0x80000000}},
      {WL_OP_image_load_mip_pck, 14, 10, {1, 2, 3, 4}, {2, 4}},
      {WL_OP_image_load_mip_pck_sgn, 11, 15, {1, 2}, {1, 2, 0, 0}},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    for (uint32_t lockstep = 0; lockstep < 2; lockstep++) {
      struct program p;
      struct resource r = rgba;
      const uint32_t address[3] = {0, 0, 0};
      r.dfmt = list[i].dfmt;
      r.nfmt = list[i].dfmt == 14 || list[i].dfmt == 11 ? FLOAT : UNORM;
      r.dst_sel = 1;
      open_image(&p, 3, &r, NULL, mimg(list[i].op, list[i].dmask << 8, false));
      assert_true(wl_mem_write(p.mem, kData, list[i].element, 16));
      set(&p, VADDR, address, 3);
      const uint32_t regs = (uint32_t)__builtin_popcount(list[i].dmask);
      execute(&p, lockstep, WL_MEM_LOAD, regs, 1);
      for (uint32_t v = 0; v < regs; v++) assert_int_equal(vgpr(&p, VDATA + v)[63], list[i].expected[v]);
      program_close(&p);
    }
  }
  for (uint32_t lockstep = 0; lockstep < 2; lockstep++) {
    struct program p;
    struct resource r = rgba;
    const uint32_t address[2] = {1, 0}, data[2] = {0x11223344, 0x55667788};
    uint32_t element[2];
    r.dfmt = 11;
    r.nfmt = FLOAT;
    open_image(&p, 3, &r, NULL, mimg(WL_OP_image_store_pck, 2 << 8, false));
    set(&p, VADDR, address, 2);
    set(&p, VDATA, data, 2);
    execute(&p, lockstep, WL_MEM_STORE, 0, 40);
    assert_true(wl_mem_read(p.mem, kData + 8, element, 8));
    assert_int_equal(element[0], 0);
    assert_int_equal(element[1], 0x11223344);
    program_close(&p);
  }
}

// ---- registers ---------------------------------------------------------------------------------------------
// D16 (image.md 18), of the f32 that the load without it returns.
static void halves(void **state) {
  (void)state;
  static const struct {
    uint32_t dfmt, nfmt, element, half;
  } list[] = {
      {4, FLOAT, 0x3E9C9C9D, 0x34E5}, {4, FLOAT, 0x477FF000, 0x7C00}, {4, FLOAT, 0x7F812345, 0x7E09},
      {2, UNORM, 65455, 0x3BFE},      {2, UNORM, 65519, 0x3C00},      {4, UINT, 0x12345678, 0x5678},
      {4, FLOAT, 0xFF800000, 0xFC00},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    for (uint32_t op = 0; op < 2; op++) {
      for (uint32_t lockstep = 0; lockstep < 2; lockstep++) {
        struct program p;
        struct resource r = rgba;
        const uint32_t address[2] = {0, 0}, data[2] = {JUNK, JUNK};
        r.dfmt = list[i].dfmt;
        r.nfmt = list[i].nfmt;
        r.dst_sel = 4 | 4 << 3 | 4 << 6 | 1 << 9;
        open_image(&p, 3, &r, &nearest, mimg(op ? WL_OP_image_sample_lz : WL_OP_image_load, 7 << 8, true));
        assert_true(wl_mem_write(p.mem, kData, &list[i].element, 4));
        set(&p, VADDR, address, 2);
        set(&p, VDATA, data, 2);
        execute(&p, lockstep, WL_MEM_LOAD, 2, 1);
        assert_int_equal(vgpr(&p, VDATA)[0], list[i].half * 0x10001);
        assert_int_equal(vgpr(&p, VDATA + 1)[0], (JUNK & 0xffff0000) | list[i].half);  // D-MEM-70
        program_close(&p);
      }
    }
  }
}

// DMASK = 0 writes a 0 to one register, with D16 to its low half, and accesses nothing (D-IMG-29). TFE writes a 0 too.
static void no_components(void **state) {
  (void)state;
  static const uint32_t ops[] = {WL_OP_image_load, WL_OP_image_sample_lz, WL_OP_image_get_resinfo, WL_OP_image_get_lod};
  for (uint32_t i = 0; i < 12; i++) {
    for (uint32_t lockstep = 0; lockstep < 2; lockstep++) {
      struct program p;
      const uint32_t address[2] = {0, 0}, data[3] = {JUNK, JUNK, JUNK};
      const bool tfe = i / 4 == 1, d16 = i / 4 == 2;
      if (d16 && i % 4 >= 2) continue;
      struct resource r = rgba;
      r.dst_sel = 01111;
      open_image(&p, 3, &r, &nearest, mimg(ops[i % 4], tfe ? WL_MIMG_TFE : 0, d16));
      fill(&p, 2);
      set(&p, VADDR, address, 2);
      set(&p, VDATA, data, 3);
      assert_int_equal(execute(&p, lockstep, WL_MEM_LOAD, tfe ? 2 : 1, 1), 0);
      assert_int_equal(vgpr(&p, VDATA)[5], d16 ? JUNK & 0xffff0000 : 0);
      assert_int_equal(vgpr(&p, VDATA + 1)[5], tfe ? 0 : JUNK);
      program_close(&p);
    }
  }
}

// Registers past the allocation read as 0 (D-IMG-8): of y the wave has none.
static void past_the_allocation(void **state) {
  (void)state;
  for (uint32_t lockstep = 0; lockstep < 2; lockstep++) {
    struct program p;
    struct resource r = rgba;
    r.dfmt = 4;
    r.nfmt = UINT;
    const uint32_t texel[2] = {77, 78};
    uint64_t words = mimg(WL_OP_image_load, DMASK_1, false);
    words = (words & ~(0xffffull << 32)) | 3ull << 32;  // VADDR 3, VDATA 0
    open_image(&p, 3, &r, NULL, words);
    assert_true(wl_mem_write(p.mem, kData, texel, sizeof texel));
    for (uint32_t l = 0; l < WL_LANES; l++) vgpr(&p, 3)[l] = 1, vgpr(&p, 4)[l] = 5;
    p.init.vgpr_size = 4;
    start(&p, 0);
    if (lockstep) {
      issue(&p, 0, WL_OK);
      serve_image(&p, WL_MEM_LOAD, 1);
      land_all(&p, WL_UNIT_VMEM, 0, 1);
    } else {
      run(&p, WL_OK);
    }
    assert_int_equal(vgpr(&p, 0)[33], 78);
    program_close(&p);
  }
}

// ---- atomics -----------------------------------------------------------------------------------------------
// Lane l adds l + 1 to texel l % 8, which holds 1000 l. Old values come in the order of the lanes.
static void atomics(void **state) {
  (void)state;
  struct program p;
  struct resource r = rgba;
  r.dfmt = 4;
  r.nfmt = UINT;
  open_image(&p, 3, &r, NULL, mimg(WL_OP_image_atomic_add, DMASK_1 | WL_MIMG_GLC | WL_MIMG_TFE, false));
  for (uint32_t x = 0; x < 8; x++) {
    const uint32_t word = 1000 * x;
    assert_true(wl_mem_write(p.mem, kData + 4 * x, &word, 4));
  }
  for (uint32_t l = 0; l < WL_LANES; l++) {
    vgpr(&p, VADDR)[l] = l == 63 ? 9 : l % 8;  // one lane is out of range
    vgpr(&p, VADDR + 1)[l] = 0;
    vgpr(&p, VDATA)[l] = l + 1;
    vgpr(&p, VDATA + 1)[l] = JUNK;
  }
  start(&p, 0);
  run(&p, WL_OK);
  uint32_t sum[8], word;
  for (uint32_t x = 0; x < 8; x++) sum[x] = 1000 * x;
  for (uint32_t l = 0; l < WL_LANES; l++) {
    assert_int_equal(vgpr(&p, VDATA)[l], l == 63 ? 0 : sum[l % 8]);
    assert_int_equal(vgpr(&p, VDATA + 1)[l], 0);
    if (l != 63) sum[l % 8] += l + 1;
  }
  for (uint32_t x = 0; x < 8; x++) {
    assert_true(wl_mem_read(p.mem, kData + 4 * x, &word, 4));
    assert_int_equal(word, sum[x]);
  }
  program_close(&p);
}

// cmpswap of 8 bytes in lockstep: the new value first, then the compare value, which stays.
static void cmpswap(void **state) {
  (void)state;
  struct program p;
  struct resource r = rgba;
  char why[160];
  r.dfmt = 11;
  r.nfmt = UINT;
  const uint32_t words[2] = {5, 6}, address[2] = {2, 1}, data[4] = {8, 9, 5, 6};
  const uint64_t at = kData + (64 + 2) * 8;
  open_image(&p, 3, &r, NULL, mimg(WL_OP_image_atomic_cmpswap, DMASK_ALL | WL_MIMG_GLC, false));
  p.init.exec = 4;
  assert_true(wl_mem_write(p.mem, at, words, 8));
  set(&p, VADDR, address, 2);
  set(&p, VDATA, data, 4);
  start(&p, 0);
  issue(&p, 0, WL_OK);
  const wl_transaction t = {.unit = WL_UNIT_VMEM,
                            .op = WL_MEM_ATOMIC,
                            .line = at & ~63ull,
                            .lanes = 4,
                            .atomic = WL_ATOMIC_CMPSWAP,
                            .wide = true};
  wl_transaction predicted;
  uint32_t line[16], swapped[2];
  bad(wl_model_request(p.model, &t, &predicted, why), why);
  assert_true(predicted.byte_enable == 0xffull << at % 64);
  assert_int_equal(predicted.data[at % 64 / 4], 8);
  assert_int_equal(predicted.compare[at % 64 / 4 + 1], 6);
  bad(wl_model_perform(p.model, &t, false, line, why), why);
  land_all(&p, WL_UNIT_VMEM, VDATA, 2);
  assert_true(wl_mem_read(p.mem, at, swapped, 8));
  assert_int_equal(swapped[0], 8);
  assert_int_equal(swapped[1], 9);
  assert_int_equal(vgpr(&p, VDATA)[2], 5);
  assert_int_equal(vgpr(&p, VDATA + 2)[2], 5);
  program_close(&p);
}

// ---- transactions ----------------------------------------------------------------------------------------
static void refused_transaction(struct program *p, wl_transaction t, const char *sentence) {
  char why[160] = "";
  wl_transaction predicted;
  if (wl_model_request(p->model, &t, &predicted, why) == WL_OK) fail_msg("it was taken: %s", sentence);
  if (strcmp(why, sentence) != 0) fail_msg("\"%s\", expected \"%s\"", why, sentence);
}

// A bilinear sample of two active lanes: lane 0 between four texels, lane 1 in the middle of one.
static void sampled_texels(void **state) {
  (void)state;
  struct program p;
  char why[160];
  uint32_t mask, data[16];
  const struct sampler linear = {.clamp = 2, .xy = 1, .unnormalized = 1};
  const float place[2][2] = {{2.25f, 1.5f + 0.5f}, {4.5f, 6.5f}};
  open_image(&p, 3, &rgba, &linear, mimg(WL_OP_image_sample_lz, DMASK_ALL, false));
  p.init.exec = 3;
  for (uint32_t l = 0; l < 2; l++) {
    for (uint32_t a = 0; a < 2; a++) memcpy(&vgpr(&p, VADDR + a)[l], &place[l][a], 4);
  }
  start(&p, 0);
  issue(&p, 0, WL_OK);
  // Rows of 256 bytes. Lane 0: columns 1 and 2, rows 1 and 2. Lane 1: column 4, row 6.
  wl_transaction t = {.unit = WL_UNIT_VMEM, .op = WL_MEM_LOAD, .line = kData + 256, .component = 0, .lanes = 1};
  wl_transaction wrong = t, predicted;
  wrong.component = 1;
  refused_transaction(&p, wrong, "image_sample_lz has no component 1: an element has 1 dwords");
  wrong.component = 64;
  refused_transaction(&p, wrong, "image_sample_lz has no component 64: an element has 1 dwords");
  wrong = t;
  wrong.lanes = 2;
  wrong.component = 4;
  refused_transaction(&p, wrong, "image_sample_lz: lanes 0x2 do not fetch texel 1 (component 4)");
  wrong.lanes = 0;
  refused_transaction(&p, wrong, "image_sample_lz: the transaction has no lane");
  wrong.lanes = 4;
  refused_transaction(&p, wrong, "image_sample_lz: lanes 0x4 are not active");
  wrong = t;
  wrong.line = kData;
  refused_transaction(&p, wrong,
                      "image_sample_lz: lane 0 has dword 0 of texel 0 at 0x200104, which is not in line 0x200000");
  for (uint32_t n = 0; n < 4; n++) {
    t.component = 4 * n;
    t.line = kData + 256 + 256 * (n >> 1);
    assert_int_equal(wl_model_perform(p.model, &t, false, data, why), WL_BAD_EVENT);
    assert_non_null(strstr(why, "that was not requested, or twice"));
    bad(wl_model_request(p.model, &t, &predicted, why), why);
    assert_true(predicted.byte_enable == 0xfull << (n & 1 ? 8 : 4));
    refused_transaction(&p, t,
                        n == 0   ? "image_sample_lz: lanes 0x1 request dword 0 of texel 0 a second time"
                        : n == 1 ? "image_sample_lz: lanes 0x1 request dword 0 of texel 1 a second time"
                        : n == 2 ? "image_sample_lz: lanes 0x1 request dword 0 of texel 2 a second time"
                                 : "image_sample_lz: lanes 0x1 request dword 0 of texel 3 a second time");
    if (n == 3) break;  // that one is not accessed
    bad(wl_model_perform(p.model, &t, false, data, why), why);
  }
  const wl_transaction other = {
      .unit = WL_UNIT_VMEM, .op = WL_MEM_LOAD, .line = kData + 6 * 256, .component = 0, .lanes = 2};
  bad(wl_model_request(p.model, &other, &predicted, why), why);
  assert_true(predicted.byte_enable == 0xfull << 16);
  bad(wl_model_perform(p.model, &other, false, data, why), why);
  assert_int_equal(wl_model_write_back_vgpr(p.model, WL_UNIT_VMEM, 0, 0, VDATA, 0, &mask, data, why), WL_BAD_EVENT);
  assert_string_equal(why, "image_sample_lz writes physical VGPR 16, pass 0 before its data is complete");
  assert_int_equal(wl_model_return(p.model, WL_UNIT_VMEM, 0, 0, why), WL_BAD_EVENT);
  assert_string_equal(why, "image_sample_lz returns before memory was accessed for dword 0 of texel 3 of lanes 0x1");
  bad(wl_model_perform(p.model, &t, false, data, why), why);
  land_all(&p, WL_UNIT_VMEM, VDATA, 4);
  program_close(&p);
}

// Lanes of a line travel together: 8_8_8_8 with lane = x takes 4 transactions, 32_32_32_32 four a dword and pass, and a
// bilinear sample with both weights 24 (14.1). Here each lane is asked for alone, so lines are counted.
static void numbers_of_lines(void **state) {
  (void)state;
  static const struct {
    uint32_t op, dfmt, width, lines;
    bool rows;
  } list[] = {{WL_OP_image_load, 10, 64, 4, false},       {WL_OP_image_load, 14, 64, 64, false},
              {WL_OP_image_load, 1, 64, 4, false},        {WL_OP_image_load, 10, 8, 64, true},
              {WL_OP_image_sample_lz, 10, 65, 24, false}, {WL_OP_image_sample_lz, 10, 64, 22, false}};
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    struct program p;
    struct resource r = rgba;
    const struct sampler linear = {.clamp = 2, .xy = 1, .unnormalized = 1};
    r.dfmt = list[i].dfmt;
    r.nfmt = list[i].dfmt == 14 ? UINT : UNORM;
    r.width = list[i].width;
    r.height = 64;
    r.pitch = list[i].dfmt == 10 && list[i].width == 65 ? 128 : 64;
    open_image(&p, 3, &r, &linear, mimg(list[i].op, DMASK_ALL, false));
    assert_true(wl_mem_map(p.mem, kData, 16 * WL_PAGE));
    for (uint32_t l = 0; l < WL_LANES; l++) {
      const float x = (float)l + 0.75f, y = 3.25f;
      vgpr(&p, VADDR)[l] = list[i].rows ? 0 : l;
      vgpr(&p, VADDR + 1)[l] = list[i].rows ? l : 0;
      if (list[i].op != WL_OP_image_load) {
        memcpy(&vgpr(&p, VADDR)[l], &x, 4);
        memcpy(&vgpr(&p, VADDR + 1)[l], &y, 4);
      }
    }
    start(&p, 0);
    issue(&p, 0, WL_OK);
    uint32_t lines = 0;
    for (uint32_t pass = 0; pass < 4; pass++) {
      for (uint32_t component = 0; component < 16; component++) {
        const uint32_t step = list[i].rows ? 256 : 64;
        for (uint64_t line = kData; line < kData + 64 * step; line += step) {
          bool any = false;
          for (uint32_t l = 16 * pass; l < 16 * pass + 16; l++) {
            const wl_transaction t = {.unit = WL_UNIT_VMEM, .line = line, .component = component, .lanes = 1ull << l};
            wl_transaction predicted;
            char why[160];
            any |= wl_model_request(p.model, &t, &predicted, why) == WL_OK;
          }
          lines += any;
        }
      }
    }
    if (lines != list[i].lines) fail_msg("pattern %zu: %u lines, expected %u", i, lines, list[i].lines);
    program_close(&p);
  }
}

static void same_texel(const wl_texel *t, const wl_texel *expected) {
  assert_int_equal(t->axes, expected->axes);
  assert_memory_equal(t->at, expected->at, sizeof t->at);
  assert_int_equal(t->level, expected->level);
  assert_int_equal(t->slice, expected->slice);
  assert_int_equal(t->sliced, expected->sliced);
}

// A texel of an unmapped page is 0 in the sum, and sets MEM_VIOL. With weight 0 it is not fetched (D-IMG-28).
static void unmapped(void **state) {
  (void)state;
  static const struct {
    float y;
    uint32_t expected;
    bool violates;
  } list[] = {{31.5f, 0x3f800000, false}, {31.75f, 0x3f400000, true}, {32.5f, 0, true}};
  for (size_t i = 0; i < 3; i++) {
    for (uint32_t lockstep = 0; lockstep < 2; lockstep++) {
      struct program p;
      uint32_t t[8], s[4];
      struct resource r = rgba;
      const struct sampler linear = {.clamp = 2, .xy = 1, .unnormalized = 1};
      const float x = 0.5f;
      r.height = 64;  // row 32 begins in the third page, which is not mapped
      resource_words(&r, t);
      sampler_words(&linear, s);
      open_checked(&p, t, s, mimg(WL_OP_image_sample_lz, DMASK_1, false));
      for (uint32_t at = 0; at < 2 * WL_PAGE; at += 4) {
        const uint32_t white = ~0u;
        assert_true(wl_mem_write(p.mem, kData + at, &white, 4));
      }
      for (uint32_t l = 0; l < WL_LANES; l++) {
        memcpy(&vgpr(&p, VADDR)[l], &x, 4);
        memcpy(&vgpr(&p, VADDR + 1)[l], &list[i].y, 4);
      }
      start(&p, 0);
      if (lockstep) {
        issue(&p, 0, WL_OK);
        for (uint32_t n = 0; n < 4; n += 2) {
          char why[160];
          uint32_t data[16];
          wl_transaction predicted;
          wl_transaction a = {.unit = WL_UNIT_VMEM, .component = 4 * n, .lanes = ~0ull};
          a.line = kData + 256 * (uint64_t)(31 + (list[i].y > 32) + n / 2);
          if (wl_model_request(p.model, &a, &predicted, why) != WL_OK) continue;
          bad(wl_model_perform(p.model, &a, !wl_mem_mapped(p.mem, a.line), data, why), why);
        }
        land_all(&p, WL_UNIT_VMEM, VDATA, 1);
        issue(&p, 0, WL_OK);
      } else {
        run(&p, WL_OK);
      }
      assert_int_equal(vgpr(&p, VDATA)[7], list[i].expected);
      assert_int_equal(violated(&p, lockstep) != 0, list[i].violates);
      wl_unmapped u;
      wl_model_unmapped(p.model, &u);
      assert_int_equal(u.count, list[i].violates ? 64 : 0);
      if (list[i].violates) {
        assert_true(u.address == kData + 2 * WL_PAGE);
        assert_true(u.pc == kCode);
        const wl_texel texel = {.axes = 2, .at = {0, 32}};
        same_texel(&u.texel, &texel);
      }
      program_close(&p);
    }
  }
}

// What is found names the texel by its coordinates, level and slice, as the instruction has them: a load of what nobody
// has written, and one past what is allocated.
static void named_texels(void **state) {
  (void)state;
  // Levels of 8 x 8 and 4 x 4 in rows of 256 bytes, 12 rows a slice.
  const struct resource r = {.base = kData,
                             .type = WL_IMAGE_2D_ARRAY,
                             .dfmt = 10,
                             .nfmt = UNORM,
                             .width = 8,
                             .height = 8,
                             .pitch = 12,
                             .dst_sel = XYZW,
                             .depth = 2,
                             .base_array = 1,
                             .last_level = 1,
                             .max_mip = 1};
  const uint32_t address[4] = {3, 2, 1, 1};  // x, y, slice, mip
  const uint64_t at = kData + ((2 * 12 + 8 + 2) * 64 + 3) * 4;
  const wl_texel expected = {.axes = 2, .at = {3, 2}, .level = 1, .slice = 1, .sliced = true};
  for (uint32_t kind = 0; kind < 4; kind++) {
    struct program p;
    const bool watched = kind < 2, lockstep = kind % 2;
    open_image(&p, 3, &r, NULL, mimg(WL_OP_image_load_mip, DMASK_ALL | WL_MIMG_DA, false));
    assert_true(wl_mem_map(p.mem, kData, 4 * WL_PAGE));
    const wl_mem_range range = {.at = kData, .size = at - kData + 2, .content = WL_CONTENT_BUFFER};
    if (watched) {
      assert_true(wl_mem_watch(p.mem, WL_WATCH_UNWRITTEN));
      wl_mem_launch_begins(p.mem, 0, 0);
      wl_mem_host_wrote(p.mem, kData, at - kData + 2, true);
    } else {
      assert_true(wl_mem_allocated(p.mem, &range, 1));
    }
    p.init.exec = 1;
    set(&p, VADDR, address, 4);
    start(&p, 0);
    if (lockstep) issue(&p, 0, WL_OK);
    else run(&p, WL_OK);
    if (watched) {
      wl_watch_finding unwritten, race;
      assert_true(wl_mem_findings(p.mem, &unwritten, &race));
      assert_int_equal(unwritten.count, 1);
      assert_true(unwritten.address == at + 2);
      same_texel(&unwritten.texel, &expected);
    } else {
      wl_unmapped u;
      wl_model_unmapped(p.model, &u);
      assert_int_equal(u.count, 1);
      assert_true(u.address == at && u.bytes == 4 && u.pc == kCode);
      same_texel(&u.texel, &expected);
    }
    program_close(&p);
  }
}

// ---- wait states ---------------------------------------------------------------------------------------------
// Row 9 takes all eight words of T# and the four of S# (D-IMG-37). A store needs no state before its data is written.
static void wait_states(void **state) {
  (void)state;
  for (uint32_t s = 6; s < 22; s++) {
    struct program p;
    wl_effect e;
    open_image(&p, 3, &rgba, &nearest, 0);
    p.at = kCode;
    emit2(&p, (0xd0000000u | WL_OP_v_readlane_b32 << 16 | s) | (uint64_t)((VGPR + 1) | 128 << 9)
                                                                   << 32);  // v_readlane_b32 s, v1, 0
    emit2(&p, mimg(WL_OP_image_sample_lz, DMASK_1, false));
    start(&p, 0);
    assert_int_equal(wl_model_issue(p.model, 0, 0, &e), WL_OK);
    const bool used = (s >= SRSRC && s < SRSRC + 8) || (s >= SSAMP && s < SSAMP + 4);
    assert_int_equal(wl_model_issue(p.model, 0, 0, &e), used ? WL_HAZARD_STATES : WL_OK);
    program_close(&p);
  }
  struct program p;
  wl_effect e;
  open_image(&p, 3, &rgba, NULL, mimg(WL_OP_image_store, DMASK_ALL, false));
  p.at = kCode + 8;
  emit(&p, vop1(WL_OP_v_mov_b32, VDATA + 3, 128));
  start(&p, 0);
  assert_int_equal(wl_model_issue(p.model, 0, 0, &e), WL_OK);
  assert_int_equal(wl_model_issue(p.model, 0, 0, &e), WL_OK);
  program_close(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(descriptors),    cmocka_unit_test(no_lane),
                                     cmocka_unit_test(stores),         cmocka_unit_test(dropped),
                                     cmocka_unit_test(packed),         cmocka_unit_test(halves),
                                     cmocka_unit_test(no_components),  cmocka_unit_test(past_the_allocation),
                                     cmocka_unit_test(atomics),        cmocka_unit_test(cmpswap),
                                     cmocka_unit_test(sampled_texels), cmocka_unit_test(numbers_of_lines),
                                     cmocka_unit_test(unmapped),       cmocka_unit_test(named_texels),
                                     cmocka_unit_test(wait_states)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
