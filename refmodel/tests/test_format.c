// SPDX-License-Identifier: Apache-2.0
// FORMAT accesses of MUBUF and MTBUF: conversions worked by hand from buffer-memory.md 7 (D-MEM-18, D-MEM-22 to
// D-MEM-28, D-MEM-71). Selects and missing components (D-MEM-3 to D-MEM-5, D-MEM-19, D-MEM-20). Random accesses in
// lockstep and standalone, legality, waits (D-MEM-9, D-MEM-13, D-MEM-16).
//
// test_format FILE: the cases of scripts/wl/vectors/format_cases.py instead ("-": standard input). The first that is
// wrong is printed.
#include "buffers.h"

#include <stdio.h>

#include "memory/memory.h"
#include "wavelock/decode.h"

enum { UNORM, SNORM, USCALED, SSCALED, UINT, SINT, NFMT_6, FLOAT, XYZW = 07654 };

// ---- conversions -----------------------------------------------------------------------------------------
static void loads(void **state) {
  (void)state;
  static const struct {
    struct wl_data_format f;
    uint32_t element[4], expected[4];
  } list[] = {
      {{1, UNORM, XYZW, false}, {0xaaaaaaff}, {0x3f800000}},
      {{1, UNORM, XYZW, false}, {0x80}, {0x3f008081}},  // 128 / 255
      {{1, SNORM, XYZW, false}, {0x80}, {0xbf800000}},  // -128 counts as -127
      {{1, SNORM, XYZW, false}, {0x81}, {0xbf800000}},
      {{2, SNORM, XYZW, true}, {0x0001}, {0x0200}},  // 1 / 32767, rounded up to 2^-15
      {{2, UNORM, XYZW, true}, {0x0001}, {0x0100}},  // 2^-16
      {{3, USCALED, XYZW, false}, {0xff01}, {0x3f800000, 0x437f0000}},
      {{3, SSCALED, XYZW, true}, {0xff01}, {0x3c00, 0xbc00}},
      {{2, USCALED, XYZW, true}, {0xffef}, {0x7bff}},  // 65519
      {{2, USCALED, XYZW, true}, {0xfff0}, {0x7c00}},  // 65520 is halfway to 65536
      {{5, SINT, XYZW, false}, {0x7fff8000}, {0xffff8000, 0x7fff}},
      {{1, SINT, XYZW, true}, {0x80}, {0xff80}},
      {{4, UINT, XYZW, true}, {0x89abcdef}, {0xcdef}},
      {{4, FLOAT, XYZW, false}, {0x7f800001}, {0x7f800001}},
      // Toward zero (D-MEM-18).
      {{4, FLOAT, XYZW, true}, {0x477fffff}, {0x7bff}},
      {{4, FLOAT, XYZW, true}, {0xff7fffff}, {0xfbff}},
      {{4, FLOAT, XYZW, true}, {0xff800000}, {0xfc00}},
      {{4, FLOAT, XYZW, true}, {0xff802001}, {0xfe01}},
      {{4, FLOAT, XYZW, true}, {0x33800000}, {0x0001}},
      {{4, FLOAT, XYZW, true}, {0x337fffff}, {0x0000}},
      {{4, FLOAT, XYZW, true}, {0x387fffff}, {0x03ff}},
      {{2, FLOAT, XYZW, false}, {0xfc01}, {0xff802000}},  // D-MEM-24
      {{2, FLOAT, XYZW, false}, {0x0001}, {0x33800000}},
      {{2, FLOAT, XYZW, false}, {0x83ff}, {0xb87fc000}},
      {{2, FLOAT, XYZW, true}, {0x7c01}, {0x7c01}},
      // X 10:0, Y 21:11, Z 31:22: 1, infinity, 1.
      {{6, FLOAT, XYZW, false}, {0x3c0 | 0x7c0u << 11 | 0x1e0u << 22}, {0x3f800000, 0x7f800000, 0x3f800000}},
      {{6, FLOAT, XYZW, false}, {1 | 0x7c1u << 11 | 1u << 22}, {0x35800000, 0x7f820000, 0x36000000}},
      {{6, FLOAT, XYZW, true}, {1 | 0x7c1u << 11 | 1u << 22}, {0x0010, 0x7c10, 0x0020}},
      // X 9:0, Y 20:10, Z 31:21.
      {{7, UINT, XYZW, false}, {0x3ff | 0x400u << 10 | 0x555u << 21}, {0x3ff, 0x400, 0x555}},
      {{8, UINT, XYZW, false}, {2 | 0x3ffu << 2 | 1u << 12 | 0x200u << 22}, {2, 0x3ff, 1, 0x200}},
      {{9, SNORM, XYZW, false}, {0x200 | 0x1ffu << 10 | 2u << 30}, {0xbf800000, 0x3f800000, 0, 0xbf800000}},
      {{10, UINT, XYZW, false}, {0x04030201}, {1, 2, 3, 4}},
      {{12, UINT, XYZW, false}, {0x22221111, 0x44443333}, {0x1111, 0x2222, 0x3333, 0x4444}},
      {{14, SINT, XYZW, false}, {1, 2, 3, ~0u}, {1, 2, 3, ~0u}},
      {{13, UINT, XYZW, false}, {1, 2, 3, 4}, {1, 2, 3, 0}},
      // Selects: 0, 1, 2 and 3 (D-MEM-5), a component that the format lacks (D-MEM-19).
      {{11, UINT, 05410, false}, {8, 9}, {0, 1, 8, 9}},
      {{11, FLOAT, 01327, false}, {8, 9}, {0, 0, 0, 0x3f800000}},
      {{3, UNORM, 01111, true}, {0}, {0x3c00, 0x3c00, 0x3c00, 0x3c00}},
      {{3, SINT, 01111, true}, {0}, {1, 1, 1, 1}},
      // No format (D-MEM-4, D-MEM-23).
      {{0, UINT, 01111, false}, {~0u}, {0}},
      {{15, UINT, 01111, false}, {~0u}, {0}},
      {{4, UNORM, 01111, false}, {~0u}, {0}},
      {{1, FLOAT, XYZW, false}, {~0u}, {0}},
      {{10, NFMT_6, 01111, false}, {~0u}, {0}},
      {{9, FLOAT, 01111, true}, {~0u}, {0}},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    uint32_t component[4];
    wl_format_load(&list[i].f, list[i].element, component);
    for (uint32_t c = 0; c < 4; c++) {
      if (component[c] != list[i].expected[c]) fail_msg("load %zu, component %u is 0x%x", i, c, component[c]);
    }
  }
}

static void stores(void **state) {
  (void)state;
  static const struct {
    struct wl_data_format f;
    uint32_t count, component[4], expected[4];
    bool nothing;
  } list[] = {
      {{1, UNORM, XYZW, false}, 1, {0x3f000000}, {0x80}, false},  // 127.5 to even
      {{1, UNORM, XYZW, false}, 1, {0x3effffff}, {0x7f}, false},
      {{1, UNORM, XYZW, false}, 1, {0x7f800001}, {0}, false},
      {{1, UNORM, XYZW, false}, 1, {0xbf800000}, {0}, false},
      {{1, UNORM, XYZW, false}, 1, {0x7f800000}, {0xff}, false},
      {{3, SNORM, XYZW, false}, 2, {0xff800000, 0x3f000000}, {0x4081}, false},  // 63.5 to even
      {{3, SNORM, XYZW, false}, 2, {0x80000000, 0xffc00000}, {0}, false},
      {{9, SNORM, XYZW, true}, 4, {0, 0, 0, 0xbc00}, {3u << 30}, false},
      // Saturate (D-MEM-26).
      {{3, UINT, XYZW, false}, 2, {300, 255}, {0xffff}, false},
      {{3, SINT, XYZW, false}, 2, {(uint32_t)-200, 200}, {0x7f80}, false},
      {{1, SINT, XYZW, true}, 1, {0xff00}, {0x80}, false},
      {{4, SINT, XYZW, true}, 1, {0xff00}, {0xffffff00}, false},
      {{4, UINT, XYZW, true}, 1, {0xff00}, {0xff00}, false},
      // D-MEM-27
      {{2, FLOAT, XYZW, false}, 1, {0x477fefff}, {0x7bff}, false},
      {{2, FLOAT, XYZW, false}, 1, {0x477ff000}, {0x7c00}, false},
      {{2, FLOAT, XYZW, false}, 1, {0xff800001}, {0xfe00}, false},
      {{2, FLOAT, XYZW, false}, 1, {0x33000000}, {0}, false},
      {{2, FLOAT, XYZW, false}, 1, {0x33000001}, {1}, false},
      {{2, FLOAT, XYZW, false}, 1, {0x387fffff}, {0x0400}, false},
      // D-MEM-28
      {{6, FLOAT, XYZW, false}, 3, {0x3f800000, 0x7f800000, 0x7f800001}, {0x3c0 | 0x7c0u << 11 | 0x3ffu << 22}, false},
      {{6, FLOAT, XYZW, false}, 3, {0xff800000, 0x7149f2ca, 0xffc00000}, {0x7bfu << 11 | 0x3ffu << 22}, false},
      {{7, FLOAT, XYZW, false}, 3, {0x3fffffff, 0x35800000, 0x357fffff}, {0x1ff | 1u << 10}, false},
      // D-MEM-71
      {{2, FLOAT, XYZW, true}, 1, {0x7c01}, {0x7c01}, false},
      {{4, FLOAT, XYZW, true}, 1, {0xfc01}, {0xff802000}, false},
      {{4, FLOAT, XYZW, true}, 1, {0x0001}, {0x33800000}, false},
      // Fewer and more components than the format has.
      {{14, UINT, XYZW, false}, 2, {1, 2, 3, 4}, {1, 2, 0, 0}, false},
      {{11, UINT, XYZW, false}, 4, {1, 2, 3, 4}, {1, 2, 0, 0}, false},
      // Selects read backwards, the first match (D-MEM-20).
      {{10, UINT, 04567, false}, 4, {1, 2, 3, 4}, {0x01020304}, false},
      {{10, UINT, 04554, false}, 4, {1, 2, 3, 4}, {0x00000201}, false},
      {{10, UINT, 05477, false}, 2, {1, 2, 3, 4}, {0x01000000}, false},
      {{10, UINT, 05550, false}, 4, {1, 2, 3, 4}, {0x00000200}, false},
      // Nothing is stored (D-MEM-22, D-MEM-23).
      {{1, USCALED, XYZW, false}, 1, {1}, {0}, true},
      {{12, SSCALED, XYZW, true}, 1, {1}, {0}, true},
      {{0, UINT, XYZW, false}, 1, {1}, {0}, true},
      {{15, UINT, XYZW, false}, 1, {1}, {0}, true},
      {{11, UNORM, XYZW, false}, 1, {1}, {0}, true},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    uint32_t element[4];
    const bool stored = wl_format_store(&list[i].f, list[i].count, list[i].component, element);
    assert_int_equal(stored, !list[i].nothing);
    assert_int_equal(wl_format_bytes(&list[i].f, WL_MEM_STORE) != 0, stored);
    for (uint32_t k = 0; k < 4; k++) {
      if (element[k] != list[i].expected[k]) fail_msg("store %zu, dword %u is 0x%x", i, k, element[k]);
    }
  }
}

// ---- accesses ------------------------------------------------------------------------------------------
static uint64_t mtbuf(uint32_t op, uint32_t vdata, uint32_t vaddr, uint32_t srsrc, uint32_t soffset, uint32_t format,
                      uint32_t offset) {
  return (mubuf(0, vdata, vaddr, srsrc, soffset, offset) & ~0xffffffffull) | 0xe8000000u | format << 19 | op << 15 |
         offset;
}

enum { TYPED = 64 };  // added to an opcode of MTBUF
static bool stores_data(uint32_t op) { return op == WL_OP_buffer_store_format_d16_hi_x || (op % TYPED < 16 && op & 4); }
static uint32_t registers(uint32_t op) {
  const uint32_t n = op % TYPED;
  return n >= 16 ? 1 : n & 8 ? (n % 4 + 2) / 2 : n % 4 + 1;
}

// Bytes that move, 0: none.
static uint32_t moved(uint32_t dfmt, uint32_t nfmt, bool store) {
  static const uint8_t bytes[16] = {0, 1, 2, 2, 4, 4, 4, 4, 4, 4, 4, 8, 8, 12, 16, 0};
  const bool dword = dfmt == 4 || dfmt == 11 || dfmt == 13 || dfmt == 14;
  const bool floats = dword || dfmt == 2 || dfmt == 5 || dfmt == 6 || dfmt == 7 || dfmt == 12;
  if (nfmt == NFMT_6 || (nfmt == FLOAT && !floats) || (nfmt < UINT && dword)) return 0;
  return store && (nfmt == USCALED || nfmt == SSCALED) ? 0 : bytes[dfmt];
}

// resource: NUM_FORMAT and DST_SEL of the V#. format: of MTBUF.
static void open_format(struct program *p, const struct access *a, uint32_t op, uint32_t resource, uint32_t format) {
  open_access(p, a, op % TYPED, 8, SOFFSET);
  p->init.sgpr[7] |= resource;
  p->at = kCode;
  if (op >= TYPED) emit2(p, mtbuf(op % TYPED, 8, 1, 4, SOFFSET, format, a->form | a->inst_offset));
}

static void lockstep_is_standalone(void **state) {
  (void)state;
  uint64_t random = 9;
  for (uint32_t op = 0; op < TYPED + 16; op++) {
    if (op == 16) op = WL_OP_buffer_load_format_d16_hi_x;
    if (op == 40) op = TYPED;
    for (uint32_t round = 0; round < 80; round++) {
      const bool store = stores_data(op), typed = op >= TYPED;
      const uint64_t exec = round & 1 ? random64(&random) & random64(&random) : ~0ull, seed = random64(&random);
      uint32_t dfmt = random32(&random) % 16, nfmt = random32(&random) % 8;
      struct access lane[WL_LANES];
      struct program a, b;
      for (uint32_t n = 0; n < 8 && moved(dfmt, nfmt, store) == 0; n++)
        dfmt = random32(&random) % 16, nfmt = random32(&random) % 8;
      lane[0] = round % 5 < 2 ? draw_rdna(&random) : draw(&random);
      if (!typed) lane[0].data_format = dfmt;
      const uint32_t selects = typed || round % 4 == 0 ? random32(&random) % 4096 : XYZW;
      lane[0].flags |= FORMAT_ACCESS;
      lane[0].bytes = typed && lane[0].data_format == 0 ? 0 : moved(dfmt, nfmt, store);
      for (uint32_t l = 0; l < WL_LANES; l++) {
        lane[l] = lane[0];
        lane[l].lane = l;
        lane[l].index = draw_number(&random, 40);
        lane[l].offset = draw_number(&random, 70);
      }
      for (int which = 0; which < 2; which++) {
        struct program *p = which == 0 ? &a : &b;
        open_format(p, &lane[0], op, nfmt << 12 | selects, nfmt << 4 | dfmt);
        p->init.exec = exec;
        fill(p, seed);
        for (uint32_t l = 0; l < WL_LANES; l++) set_address(p, &lane[l], l);
        start(p, 0);
      }
      issue(&a, 0, WL_OK);
      serve(&a, lane, exec, store);
      char why[160];
      if (store || lane[0].type != 0) bad(wl_model_return(a.model, WL_UNIT_VMEM, 0, 0, why), why);
      else land_all(&a, WL_UNIT_VMEM, 8, registers(op));
      wl_unmapped in_a, in_b;
      wl_model_unmapped(a.model, &in_a);
      assert_int_equal((state_regs(&a, 0).trapsts & WL_TRAPSTS_MEM_VIOL) != 0, in_a.count != 0);
      issue(&a, 0, WL_OK);
      issue(&a, 0, WL_OK);
      run(&b, WL_OK);
      same_state(&a, &b, typed ? "MTBUF" : "MUBUF", op % TYPED);
      wl_model_unmapped(b.model, &in_b);
      assert_int_equal(in_a.count, in_b.count);
      program_close(&a);
      program_close(&b);
    }
  }
}

// The first of lanes 0 to 2 is in range; both dwords of the second are out, the third's last one is (D-MEM-13). A half
// that is not named stays (buffer-memory.md 6), and a lane that is out of range gets a 1 that DST_SEL names.
static void registers_of_lanes(void **state) {
  (void)state;
  const struct access a = {.base = kData, .records = 20, .data_format = 11, .form = OFFEN};
  const uint32_t memory[] = {0x3f800000, 0xc0000000}, at[] = {0, 24, 16};
  for (int lockstep = 0; lockstep < 2; lockstep++) {
    struct program p;
    open_format(&p, &a, WL_OP_buffer_load_format_d16_xyz, FLOAT << 12 | 01154, 0);
    p.init.exec = 7;
    assert_true(wl_mem_write(p.mem, kData, memory, sizeof memory));
    for (uint32_t l = 0; l < 4; l++)
      vgpr(&p, 1)[l] = at[l % 3], vgpr(&p, 8)[l] = 0x12345678, vgpr(&p, 9)[l] = 0x9abcdef0;
    start(&p, 0);
    if (lockstep) {
      wl_transaction t = {.unit = WL_UNIT_VMEM, .line = kData, .lanes = 1}, predicted;
      uint32_t mask, data[16];
      char why[160];
      issue(&p, 0, WL_OK);
      transact(&p, &t);
      // Each register needs the whole element.
      assert_int_equal(wl_model_write_back_vgpr(p.model, WL_UNIT_VMEM, 0, 0, 8, 0, &mask, data, why), WL_BAD_EVENT);
      assert_int_equal(wl_model_return(p.model, WL_UNIT_VMEM, 0, 0, why), WL_BAD_EVENT);
      t.component = 2;
      assert_int_equal(wl_model_request(p.model, &t, &predicted, why), WL_BAD_EVENT);
      t.component = 1;
      t.lanes = 5;
      assert_int_equal(wl_model_request(p.model, &t, &predicted, why), WL_BAD_EVENT);
      t.lanes = 1;
      transact(&p, &t);
      bad(wl_model_write_back_vgpr(p.model, WL_UNIT_VMEM, 0, 0, 9, 0, &mask, data, why), why);
      assert_int_equal(mask, 7);
      assert_int_equal(data[0], 0x9abc3c00);
      bad(wl_model_write_back_vgpr(p.model, WL_UNIT_VMEM, 0, 0, 8, 0, &mask, data, why), why);
      bad(wl_model_return(p.model, WL_UNIT_VMEM, 0, 0, why), why);
    } else {
      run(&p, WL_OK);
    }
    for (uint32_t l = 0; l < 4; l++) {
      static const uint32_t expected[4][2] = {
          {0xc0003c00, 0x9abc3c00}, {0, 0x9abc3c00}, {0, 0x9abc3c00}, {0x12345678, 0x9abcdef0}};
      assert_int_equal(vgpr(&p, 8)[l], expected[l][0]);
      assert_int_equal(vgpr(&p, 9)[l], expected[l][1]);
    }
    program_close(&p);
  }
}

// Alignment modes other than unaligned clear low bits of each dword, without MEM_VIOL (D-MEM-16).
static void alignment(void **state) {
  (void)state;
  static const uint8_t bytes[] = {0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18};
  static const struct {
    uint32_t dfmt, offset, first;
  } list[] = {{1, 3, 3}, {2, 3, 2}, {3, 1, 0}, {4, 3, 0}, {10, 7, 4}, {11, 2, 0}};
  for (uint32_t mode = WL_ALIGN_DWORD; mode <= WL_ALIGN_UNALIGNED; mode++) {
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
      const struct access a = {.base = kData,
                               .records = 64,
                               .data_format = list[i].dfmt,
                               .inst_offset = mode == WL_ALIGN_UNALIGNED ? list[i].first : list[i].offset};
      struct program p;
      open_format(&p, &a, WL_OP_buffer_load_format_x, UINT << 12 | XYZW, 0);
      p.init.alignment_mode = mode;
      assert_true(wl_mem_write(p.mem, kData, bytes, sizeof bytes));
      start(&p, 0);
      run(&p, WL_OK);
      assert_int_equal(vgpr(&p, 8)[63] & 0xff, 0x10 + list[i].first);
      assert_int_equal(state_regs(&p, 0).trapsts & WL_TRAPSTS_MEM_VIOL, 0);
      program_close(&p);
    }
  }
}

// ---- decoding --------------------------------------------------------------------------------------------
static bool decode(uint64_t words, wl_decoded *d) {
  const uint32_t w[2] = {(uint32_t)words, (uint32_t)(words >> 32)};
  wl_decode_words(w, WL_GFX900, false, 100, 32, false, d);
  return d->legal;
}

static void legality(void **state) {
  (void)state;
  static const char *const ends[] = {"x", "xy", "xyz", "xyzw"};
  for (uint32_t op = 0; op < TYPED + 16; op++) {
    if (op == 16) op = WL_OP_buffer_load_format_d16_hi_x;
    if (op == 40) op = TYPED;
    const bool hi = op % TYPED >= 16;
    const uint32_t regs = registers(op);
    char name[40];
    snprintf(name, sizeof name, "%sbuffer_%s_format_%s%s", op >= TYPED ? "t" : "", stores_data(op) ? "store" : "load",
             hi       ? "d16_hi_"
             : op & 8 ? "d16_"
                      : "",
             hi ? "x" : ends[op % 4]);
    for (uint32_t format = 0; format < (op >= TYPED ? 128 : 1); format++) {
      const uint64_t word =
          op >= TYPED ? mtbuf(op % TYPED, 32 - regs, 31, 4, 8, format, OFFEN) : mubuf(op, 32 - regs, 31, 4, 8, OFFEN);
      wl_decoded d;
      assert_true(decode(word, &d));
      assert_string_equal(d.name, name);
      assert_int_equal(stores_data(op) ? d.src[1].regs : d.vdst_vgprs, regs);
      assert_false(decode(word + (1ull << 40), &d));  // VDATA past the allocation
      assert_false(decode(word + (1ull << 32), &d));  // VADDR
      // GLC and w1[22:21] are ignored.
      assert_true(decode(word | 1u << 14 | 3ull << 53, &d));
      assert_false(decode((word & ~(31ull << 48)) | 25ull << 48, &d));  // SRSRC
      assert_false(decode((word & ~(255ull << 56)) | 125ull << 56, &d));
    }
  }
}

// A constant in SOFFSET: the data of xyz and xyzw may not be written at once, those of D16 may (row 8, D-WAIT-27).
static void wait_states(void **state) {
  (void)state;
  for (uint32_t op = 0; op < TYPED + 16; op++) {
    if (op == 16) op = WL_OP_buffer_store_format_d16_hi_x;
    if (op == 40) op = TYPED;
    for (uint32_t constant = stores_data(op) ? 0 : 2; constant < 2; constant++) {
      const uint32_t soffset = constant ? WL_SRC_ZERO : SOFFSET;
      const bool early = constant && stores_data(op) && registers(op) > 2;
      struct program p;
      wl_effect e;
      program_open(&p);
      emit2(&p, op >= TYPED ? mtbuf(op % TYPED, 8, 1, 4, soffset, 0, 0) : mubuf(op, 8, 1, 4, soffset, 0));
      emit(&p, vop1(WL_OP_v_mov_b32, 10, VGPR));
      start(&p, 0);
      assert_int_equal(wl_model_issue(p.model, 0, 0, &e), WL_OK);
      assert_int_equal(wl_model_issue(p.model, 0, 1, &e), early ? WL_HAZARD_STATES : WL_OK);
      program_close(&p);
    }
  }
}

// A load over a pending load of one of its registers needs no wait, the one half written included (D-WAIT-7).
static void waits(void **state) {
  (void)state;
  for (uint32_t pending = 8; pending < 11; pending++) {
    for (uint32_t op = WL_OP_buffer_load_format_d16_x; op <= WL_OP_buffer_load_format_d16_xyzw; op++) {
      struct program p;
      wl_effect e;
      program_open(&p);
      emit2(&p, mubuf(WL_OP_buffer_load_dword, pending, 1, 4, SOFFSET, 0));
      emit2(&p, mubuf(op, 8, 1, 4, SOFFSET, 0));
      start(&p, 0);
      assert_int_equal(wl_model_issue(p.model, 0, 0, &e), WL_OK);
      assert_int_equal(wl_model_issue(p.model, 0, 1, &e), WL_OK);
      program_close(&p);
    }
  }
}

// ---- the cases of a file -----------------------------------------------------------------------------------
// 128 bits in hexadecimal.
static void read_element(const char *digits, uint32_t element[4]) {
  memset(element, 0, 16);
  for (; *digits != 0; digits++) {
    const uint32_t digit = (uint32_t)(*digits <= '9' ? *digits - '0' : *digits - 'a' + 10);
    for (uint32_t k = 3; k > 0; k--) element[k] = element[k] << 4 | element[k - 1] >> 28;
    element[0] = element[0] << 4 | digit;
  }
}

// false: the line is no case.
static bool case_holds(const char *line, bool *holds) {
  char kind, digits[40];
  uint32_t dfmt, nfmt, d16, select, count = 0, c[4], valid = 0, element[4], got[4];
  const int head = sscanf(line, "%c %x %x %x %x", &kind, &dfmt, &nfmt, &d16, &select);
  const char *rest = line;
  for (int field = 0; field < 5 && rest != NULL; field++) rest = strchr(rest + 1, ' ');
  if (head != 5 || rest == NULL) return false;
  const struct wl_data_format f = {(uint8_t)dfmt, (uint8_t)nfmt, (uint16_t)select, d16 != 0};
  if (kind == 'L') {
    if (sscanf(rest, "%39s %x %x %x %x", digits, &c[0], &c[1], &c[2], &c[3]) != 5) return false;
    read_element(digits, element);
    wl_format_load(&f, element, got);
    *holds = memcmp(got, c, sizeof c) == 0;
    return true;
  }
  if (sscanf(rest, "%x %x %x %x %x %x %39s", &count, &c[0], &c[1], &c[2], &c[3], &valid, digits) != 7) return false;
  read_element(digits, element);
  *holds = wl_format_store(&f, count, c, got) == (valid != 0) && memcmp(got, element, sizeof got) == 0;
  return true;
}

static int run_cases(const char *name) {
  FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "r");
  char line[256];
  unsigned long count = 0;
  if (file == NULL) return perror(name), 2;
  while (fgets(line, sizeof line, file) != NULL) {
    bool holds = false;
    if (!case_holds(line, &holds)) return fprintf(stderr, "%s: found \"%s\", expected a case\n", name, line), 2;
    if (!holds) return printf("FAIL case %lu: %s", count + 1, line), 1;
    count++;
  }
  printf("%lu cases of formats hold\n", count);
  return count == 0;
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(loads),
                                     cmocka_unit_test(stores),
                                     cmocka_unit_test(lockstep_is_standalone),
                                     cmocka_unit_test(registers_of_lanes),
                                     cmocka_unit_test(alignment),
                                     cmocka_unit_test(legality),
                                     cmocka_unit_test(wait_states),
                                     cmocka_unit_test(waits)};
  return argc > 1 ? run_cases(argv[1]) : cmocka_run_group_tests(tests, NULL, NULL);
}
