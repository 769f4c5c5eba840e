// SPDX-License-Identifier: Apache-2.0
// Accesses against what is allocated (wl_mem_allocated): at issue in lockstep, and in wl_model_run.
#include "isa/insn.h"
#include "program.h"

enum { SLOT = 2 };
static const uint32_t SWIZZLED = 1u << 31, RESOURCE_TID = 0x00E04FAC;  // of a scratch V# (D-LAUNCH-4)

// Two buffers that follow each other, scratch of four waves in the next page, and the code.
static const wl_mem_range ranges[] = {
    {.at = 0x201000, .size = 4 * 256, .content = WL_CONTENT_SCRATCH, .part = 256},
    {.at = 0x200000, .size = 100, .number = 7},
    {.at = 0x200064, .size = 200, .number = 8},
    {.at = 0x10000, .size = 4 * WL_PAGE, .content = WL_CONTENT_CODE},
};

struct expected {
  uint64_t count;
  uint32_t lane;
  uint64_t address;
  uint32_t bytes;
  uint64_t nearest;  // where that range begins
};

// Runs the instruction at the model's issue (unit: at_issue or not) or in its run loop. known: it was said what is
// allocated.
static wl_unmapped found(uint64_t words, const struct program *setup, int how, bool known) {
  struct program p;
  wl_unmapped u;
  program_open(&p);
  p.init = setup->init;
  if (known) assert_true(wl_mem_allocated(p.mem, ranges, sizeof ranges / sizeof *ranges));
  for (wl_block u = WL_UNIT_SMEM; how == 1 && u <= WL_UNIT_VMEM; u++) wl_model_at_issue(p.model, u);
  emit(&p, S_NOP);
  emit2(&p, words);
  emit(&p, S_ENDPGM);
  start(&p, SLOT);
  if (how == 2) {
    run(&p, WL_OK);
  } else {
    issue(&p, SLOT, WL_OK);
    issue(&p, SLOT, WL_OK);
  }
  wl_model_unmapped(p.model, &u);
  program_close(&p);
  return u;
}

// in_lds: those of them that are of the LDS.
static void check_with_lds(uint64_t words, const struct program *setup, struct expected e, uint64_t in_lds) {
  for (int how = 0; how < 3; how++) {
    const wl_unmapped u = found(words, setup, how, true);
    assert_int_equal(u.count, e.count);
    assert_int_equal(u.in_lds, in_lds);
    if (e.count == 0) continue;
    assert_int_equal(u.slot, SLOT);
    assert_int_equal(u.lane, e.lane);
    assert_int_equal(u.pc, kCode + 4);
    assert_int_equal(u.words[0], (uint32_t)words);
    assert_int_equal(u.words[1], words >> 32);
    assert_int_equal(u.address, e.address);
    assert_int_equal(u.bytes, e.bytes);
    assert_int_equal(u.nearest.at, e.nearest);
  }
}

static void check(uint64_t words, const struct program *setup, struct expected e) {
  check_with_lds(words, setup, e, 0);
}

// A wave of which v0 has `byte` + 4 * lane, and s[0:1] the first buffer.
static struct program wave(uint64_t exec, uint32_t byte) {
  struct program p = {.init = {.pc = 0x10000,
                               .exec = exec,
                               .waves_in_group = 1,
                               .sgpr_size = 96,
                               .vgpr_size = 32,
                               .alignment_mode = WL_ALIGN_UNALIGNED,
                               .sgpr_count = 8,
                               .vgpr_count = 1}};
  p.init.sgpr[0] = 0x200000;
  for (uint32_t l = 0; l < WL_LANES; l++) p.init.vgpr[0][l] = byte + 4 * l;
  return p;
}

static void lanes(void **state) {
  (void)state;
  const uint64_t load = global(WL_OP_global_load_dword, 4, 0, 0, 0, 0);
  struct program p = wave(0x1ffffff, 0);  // 25 lanes: all of the first buffer
  check(load, &p, (struct expected){0});
  p = wave(0x3ffffff, 0);  // one more: the second buffer
  check(load, &p, (struct expected){0});
  p = wave(0x3ffffff, 2);  // lane 24 has half of its dword in the first, half in the second
  check(load, &p, (struct expected){1, 24, 0x200062, 4, 0x200000});
  p = wave(0x2ffffff, 2);
  check(load, &p, (struct expected){0});
  p = wave(~0ull, 0x100);  // the second ends at 0x12c
  check(load, &p, (struct expected){53, 11, 0x20012c, 4, 0x200064});
  check(global(WL_OP_global_load_ubyte, 4, 0, 0, 0, 0), &p, (struct expected){53, 11, 0x20012c, 1, 0x200064});
  p = wave(0, 0x10000);
  check(load, &p, (struct expected){0});
}

// The LDS: an access that ends past the workgroup's 512 bytes, by lane (lds.md 3.3). It counts whether or not it was
// said what memory is allocated. lane, address: of the first of `count`.
static void check_lds(uint64_t words, const struct program *setup, uint64_t count, uint32_t lane, uint32_t address,
                      uint32_t bytes) {
  for (int how = 0; how < 6; how++) {
    const wl_unmapped u = found(words, setup, how % 3, how < 3);
    assert_int_equal(u.count, count);
    assert_int_equal(u.in_lds, count);
    if (count == 0) continue;
    assert_int_equal(u.slot, SLOT);
    assert_int_equal(u.lane, lane);
    assert_int_equal(u.pc, kCode + 4);
    assert_int_equal(u.words[0], (uint32_t)words);
    assert_int_equal(u.address, address);
    assert_int_equal(u.bytes, bytes);
    assert_int_equal(u.nearest.content, WL_CONTENT_LDS);
    assert_int_equal(u.nearest.size, setup->init.lds_size);
  }
}

// v0 has `byte` + 4 * lane. The second 512 bytes of the LDS are the workgroup's.
static struct program lds_wave(uint64_t exec, uint32_t byte) {
  struct program p = wave(exec, byte);
  p.init.lds_base = p.init.lds_size = 512;
  return p;
}

static void lds_lanes(void **state) {
  (void)state;
  const uint32_t read = WL_OP_ds_read_b32, far = 0xffffff00;
  struct program p = lds_wave(~0ull, 0);
  check_lds(ds(read, 4, 0, 0, 0, 256), &p, 0, 0, 0, 0);
  check_lds(ds(read, 4, 0, 0, 0, 260), &p, 1, 63, 512, 4);
  check_lds(ds(WL_OP_ds_write_b8, 0, 0, 4, 0, 259), &p, 0, 0, 0, 0);
  check_lds(ds(WL_OP_ds_write_b8, 0, 0, 4, 0, 260), &p, 1, 63, 512, 1);
  check_lds(ds(WL_OP_ds_read_b128, 4, 0, 0, 0, 256), &p, 3, 61, 500, 16);
  check_lds(ds(WL_OP_ds_add_u64, 0, 0, 4, 0, 256), &p, 1, 63, 508, 8);  // misaligned, and outside
  check_lds(ds(WL_OP_ds_read_addtid_b32, 4, 0, 0, 0, 260), &p, 1, 63, 512, 4);
  p = lds_wave(~0ull, 2);  // half of lane 63's dword
  check_lds(ds(read, 4, 0, 0, 0, 256), &p, 1, 63, 510, 4);
  p.init.alignment_mode = WL_ALIGN_DWORD;  // forced to 508 before it is judged
  check_lds(ds(read, 4, 0, 0, 0, 256), &p, 0, 0, 0, 0);
  check_lds(ds(WL_OP_ds_add_u32, 0, 0, 4, 0, 0), &p, 0, 0, 0, 0);  // misaligned, and inside
  p = lds_wave(~0ull, far);  // the sum wraps at 32 bits (D-LDS-1), what the access ends at does not
  check_lds(ds(read, 4, 0, 0, 0, 256), &p, 0, 0, 0, 0);
  check_lds(ds(read, 4, 0, 0, 0, 0), &p, 64, 0, far, 4);
  p = lds_wave(1ull << 63, far);
  check_lds(ds(read, 4, 0, 0, 0, 0), &p, 1, 63, 0xfffffffc, 4);
  p = lds_wave(~0ull, 0);
  p.init.lds_size = 0;
  check_lds(ds(read, 4, 0, 0, 0, 0), &p, 64, 0, 0, 4);
}

// Each address of two stands by itself; a lane counts once, with its first address that is outside.
static void lds_two(void **state) {
  (void)state;
  const struct program p = lds_wave(~0ull, 0);
  const uint32_t both = 65 | 66 << 8;
  check_lds(ds(WL_OP_ds_write2_b32, 0, 0, 4, 5, 0 | 64 << 8), &p, 0, 0, 0, 0);
  check_lds(ds(WL_OP_ds_write2_b32, 0, 0, 4, 5, 0 | 65 << 8), &p, 1, 63, 512, 4);
  check_lds(ds(WL_OP_ds_read2_b32, 4, 0, 0, 0, both), &p, 2, 62, 512, 4);
  check_lds(ds(WL_OP_ds_read2_b32, 4, 0, 0, 0, 65 | 65 << 8), &p, 1, 63, 512, 4);
  check_lds(ds(WL_OP_ds_read2st64_b32, 4, 0, 0, 0, 0 | 2 << 8), &p, 64, 0, 512, 4);
  check_lds(ds(WL_OP_ds_wrxchg2_rtn_b32, 4, 0, 4, 5, both), &p, 2, 62, 512, 4);
  // src2 (D-LDS-12): A is in ADDR, B `offset` dwords on.
  check_lds(ds(WL_OP_ds_add_src2_u32, 0, 0, 0, 0, 64), &p, 0, 0, 0, 0);
  check_lds(ds(WL_OP_ds_add_src2_u32, 0, 0, 0, 0, 65), &p, 1, 63, 512, 4);
  check_lds(ds(WL_OP_ds_write_src2_b32, 0, 0, 0, 0, 128), &p, 64, 0, 512, 4);
}

// One access of the wave, with its lowest active lane; accesses by dword number; what accesses no LDS of a workgroup.
static void lds_others(void **state) {
  (void)state;
  struct program p = lds_wave(0xf0, 0);
  check_lds(ds(WL_OP_ds_append, 4, 0, 0, 0, 508), &p, 0, 0, 0, 0);
  check_lds(ds(WL_OP_ds_append, 4, 0, 0, 0, 512), &p, 1, 4, 512, 4);
  check_lds(ds(WL_OP_ds_consume, 4, 0, 0, 0, 512), &p, 1, 4, 512, 4);
  p = lds_wave(~0ull, 0);  // lane l reads dword 4 * l
  check_lds(ds(WL_OP_owner_read_b32, 4, 0, 0, 0, 0), &p, 32, 32, 512, 4);
  check_lds(ds(WL_OP_ds_append, 4, 0, 0, 0, 512) | WL_DS_GDS, &p, 0, 0, 0, 0);
  check_lds(ds(WL_OP_ds_read_b32, 4, 0, 0, 0, 0xfffc) | WL_DS_GDS, &p, 0, 0, 0, 0);
  check_lds(ds(WL_OP_ds_bpermute_b32, 4, 0, 0, 0, 0xfffc), &p, 0, 0, 0, 0);
  check_lds(ds(WL_OP_ds_swizzle_b32, 4, 0, 0, 0, 0xffff), &p, 0, 0, 0, 0);
  check_lds(ds(WL_OP_ds_nop, 0, 0, 0, 0, 0xfffc), &p, 0, 0, 0, 0);
  p = lds_wave(0, 0x10000);
  check_lds(ds(WL_OP_ds_read_b32, 4, 0, 0, 0, 0), &p, 0, 0, 0, 0);
}

// FLAT: the LDS has no byte here.
static void flat_lanes(void **state) {
  (void)state;
  struct program p = wave(3, 0x200062);
  p.init.vgpr_count = 2;
  p.init.vgpr[0][1] = 4;
  p.init.vgpr[1][1] = WL_APERTURE_SHARED << 16;
  check_with_lds(global(WL_OP_flat_load_dword, 4, 0, 0, 0, 0) & ~0xc000ull, &p,
                 (struct expected){2, 0, 0x200062, 4, 0x200000}, 1);
  p.init.lds_size = 512;
  check(global(WL_OP_flat_load_dword, 4, 0, 0, 0, 0) & ~0xc000ull, &p, (struct expected){1, 0, 0x200062, 4, 0x200000});
}

static void wide(void **state) {
  (void)state;
  const uint64_t store = global(WL_OP_global_store_dwordx4, 0, 0, 4, 0, 0);
  struct program p = wave(1, 84);
  check(store, &p, (struct expected){0});
  p = wave(1, 88);  // three dwords in the first buffer, one in the second
  check(store, &p, (struct expected){1, 0, 0x200058, 16, 0x200000});
  p = wave(1, 0x800);  // in a page that is mapped, nearer to the scratch
  check(store, &p, (struct expected){1, 0, 0x200800, 16, 0x200064});
  p = wave(1, 0xf00);
  check(store, &p, (struct expected){1, 0, 0x200f00, 16, 0x201200});
  p = wave(1, 0);
  check(global(WL_OP_global_store_byte, 0, 0, 4, 0, 0x1fff), &p, (struct expected){1, 0, 0x1fffff, 1, 0x200000});
  p.init.sgpr[1] = 0x10000;  // not canonical: its low 48 bits lie in the first buffer (D-MEM-44)
  check(store, &p, (struct expected){1, 0, 0x1000000200000, 16, 0x200000});
}

static void scalar(void **state) {
  (void)state;
  const struct program p = wave(0, 0);
  check(smem(WL_OP_s_load_dwordx4, 8, 0, 84), &p, (struct expected){0});
  check(smem(WL_OP_s_load_dwordx4, 8, 0, 88), &p, (struct expected){1, 0, 0x200058, 16, 0x200000});
  check(smem(WL_OP_s_load_dword, 8, 0, 0x12c), &p, (struct expected){1, 0, 0x20012c, 4, 0x200064});
  check(smem(WL_OP_s_store_dwordx2, 4, 0, 96), &p, (struct expected){1, 0, 0x200060, 8, 0x200000});
  check(smem(WL_OP_s_atomic_add_x2, 4, 0, 96), &p, (struct expected){1, 0, 0x200060, 8, 0x200000});
  check(smem(WL_OP_s_memtime, 8, 0, 0), &p, (struct expected){0});  // no address
  check(smem(WL_OP_s_dcache_inv, 0, 0, 0), &p, (struct expected){0});
  check(smem(WL_OP_s_dcache_discard, 0, 0, 0x800), &p, (struct expected){0});  // no effect
}

// A wave has its own part of the scratch: that of slot 2 is 0x201200 to 0x2012ff.
static void scratch(void **state) {
  (void)state;
  struct program p = wave(~0ull, 0);
  p.init.sgpr[4] = 0x201000;
  p.init.sgpr[5] = SWIZZLED;
  p.init.sgpr[6] = 1024;
  p.init.sgpr[7] = RESOURCE_TID;
  p.init.sgpr[0] = 256 * SLOT;
  check(mubuf(WL_OP_buffer_load_dword, 4, 0, 4, 0, 0), &p, (struct expected){0});
  check(mubuf(WL_OP_buffer_load_dword, 4, 0, 4, 0, 4), &p, (struct expected){64, 0, 0x201300, 4, 0x201200});
  check(mubuf(WL_OP_buffer_load_dwordx2, 4, 0, 4, 0, 0), &p, (struct expected){64, 0, 0x201300, 4, 0x201200});
  // Bytes 3 and 4 of each lane: the second lies behind the cut.
  check(mubuf(WL_OP_buffer_load_ushort, 4, 0, 4, 0, 3), &p, (struct expected){64, 0, 0x201300, 1, 0x201200});
  p.init.sgpr[0] = 256 * (SLOT - 1);
  check(mubuf(WL_OP_buffer_store_dword, 4, 0, 4, 0, 0), &p, (struct expected){64, 0, 0x201100, 4, 0x201200});
}

// What the descriptor has out of range is no access.
static void out_of_range(void **state) {
  (void)state;
  struct program p = wave(~0ull, 0);
  p.init.sgpr[4] = 0x200000;
  p.init.sgpr[6] = 0x12c;
  p.init.sgpr[7] = 0x00024fac;
  p.init.sgpr[0] = 0;
  check(mubuf(WL_OP_buffer_load_dword, 4, 0, 4, 0, WL_MUBUF_OFFEN | 0x100), &p, (struct expected){0});
  p.init.sgpr[6] = 0x130;
  check(mubuf(WL_OP_buffer_load_dword, 4, 0, 4, 0, WL_MUBUF_OFFEN | 0x100), &p,
        (struct expected){1, 11, 0x20012c, 4, 0x200064});
}

// The element of a format is the access.
static void formats(void **state) {
  (void)state;
  const uint32_t zero = WL_SRC_ZERO, dfmt_8 = 1, dfmt_32x4 = 14, uint = 4;
  const uint64_t load = mubuf(WL_OP_buffer_load_format_x, 4, 0, 4, zero, WL_MUBUF_OFFEN);
  const uint64_t store = mubuf(WL_OP_buffer_store_format_d16_xyzw, 4, 0, 4, zero, WL_MUBUF_OFFEN);
  struct program p = wave(1, 84);
  p.init.sgpr[4] = 0x200000;
  p.init.sgpr[6] = 0x200;
  p.init.sgpr[7] = dfmt_32x4 << 15 | uint << 12 | 0xfac;
  check(load, &p, (struct expected){0});
  p.init.vgpr[0][0] = 88;
  check(load, &p, (struct expected){1, 0, 0x200058, 16, 0x200000});
  check(store, &p, (struct expected){1, 0, 0x200058, 16, 0x200000});
  p.init.sgpr[6] = 100;  // out of range by its descriptor
  check(load, &p, (struct expected){0});
  p.init.sgpr[6] = 0x200;
  p.init.sgpr[7] = dfmt_8 << 15 | uint << 12 | 0xfac;
  p.init.vgpr[0][0] = 0x12b;
  check(store, &p, (struct expected){0});
  p.init.vgpr[0][0] = 0x12c;
  check(store, &p, (struct expected){1, 0, 0x20012c, 1, 0x200064});
}

// Lanes whose dword lies past the LDS are taken out: they access no memory, and are counted for the LDS.
static void transfers(void **state) {
  (void)state;
  const uint32_t zero = WL_SRC_ZERO, form = WL_MUBUF_OFFEN | WL_MUBUF_LDS;
  const struct expected five = {53, 11, 0x20012c, 4, 0x200064};
  struct program p = wave(~0ull, 0x100);
  p.init.lds_size = 64;
  p.init.sgpr[4] = 0x200000;
  p.init.sgpr[6] = 0x300;
  p.init.sgpr[7] = 1 << 15 | 4 << 12 | 0xfac;  // the format: 8 bits
  check_with_lds(mubuf(WL_OP_buffer_load_dword, 0, 0, 4, zero, form), &p, five, 48);
  check_with_lds(mubuf(WL_OP_buffer_store_lds_dword, 0, 0, 4, zero, form), &p, five, 48);
  check_with_lds(global(WL_OP_global_load_dword, 0, 0, 0, 0, 0) | WL_FLAT_LDS, &p, five, 48);
  check_with_lds(mubuf(WL_OP_buffer_load_format_x, 0, 0, 4, zero, form), &p,
                 (struct expected){53, 11, 0x20012c, 1, 0x200064}, 48);
  p.init.lds_size = 44;
  check_with_lds(mubuf(WL_OP_buffer_load_dword, 0, 0, 4, zero, form), &p, (struct expected){53, 11, 44, 4, 0}, 53);
}

// The part of a scalar buffer that is out of range is no access.
static void scalar_buffer(void **state) {
  (void)state;
  struct program p = wave(0, 0);
  p.init.sgpr[4] = 0x200000;
  p.init.sgpr[6] = 100;
  check(smem(WL_OP_s_buffer_load_dwordx4, 8, 4, 92), &p, (struct expected){0});
  p.init.sgpr[6] = 104;
  check(smem(WL_OP_s_buffer_load_dwordx4, 8, 4, 92), &p, (struct expected){1, 0, 0x20005c, 12, 0x200000});
}

// The lanes of the shared aperture access no memory.
static void flat(void **state) {
  (void)state;
  struct program p = wave(3, 0);
  const uint64_t load = global(WL_OP_flat_load_dword, 4, 0, 0, OFF, 0) & ~(uint64_t)0x8000;
  p.init.lds_size = 64;
  p.init.vgpr_count = 2;
  p.init.vgpr[0][0] = 0x200062;
  p.init.vgpr[0][1] = 8;
  p.init.vgpr[1][1] = 0x10000;
  check(load, &p, (struct expected){1, 0, 0x200062, 4, 0x200000});
  p.init.vgpr[0][0] = 0x200060;
  check(load, &p, (struct expected){0});
  p.init.vgpr[1][1] = 0;
  check(load, &p, (struct expected){1, 1, 8, 4, 0x10000});
}

static void atomics(void **state) {
  (void)state;
  struct program p = wave(1, 92);
  const uint64_t add = global(WL_OP_global_atomic_add_x2, 0, 0, 4, 0, 0);
  p.init.vgpr[0][0] = 88;
  check(add, &p, (struct expected){0});
  p.init.vgpr[0][0] = 96;  // a word in the first buffer, one in the second
  check(add, &p, (struct expected){1, 0, 0x200060, 8, 0x200000});
  p.init.vgpr[0][0] = 97;  // misaligned: no access
  check(add, &p, (struct expected){0});
}

// The check begins and ends with wl_mem_allocated, also for code that has run before.
static void on_and_off(void **state) {
  (void)state;
  struct program p;
  wl_unmapped u;
  uint32_t count = 9;
  program_open(&p);
  p.init.exec = 1;
  emit2(&p, global(WL_OP_global_load_dword, 4, 0, 0, 0, 0));
  emit(&p, S_ENDPGM);
  p.init.sgpr_count = 1;
  p.init.sgpr[0] = 0x200800;
  assert_null(wl_mem_ranges(p.mem, &count));
  assert_int_equal(count, 0);
  for (int i = 0; i < 4; i++) {
    assert_true(wl_mem_allocated(p.mem, ranges, i % 2 ? 4 : 0));
    start(&p, SLOT);
    run(&p, WL_OK);
    wl_model_unmapped(p.model, &u);
    assert_int_equal(u.count, i % 2);
    assert_int_equal(u.bytes, i % 2 ? 4 : 0);
  }
  assert_int_equal(wl_mem_ranges(p.mem, &count)[0].at, 0x10000);  // in order
  assert_int_equal(count, 4);
  program_close(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lanes),     cmocka_unit_test(flat_lanes), cmocka_unit_test(wide),
      cmocka_unit_test(scalar),    cmocka_unit_test(scratch),    cmocka_unit_test(out_of_range),
      cmocka_unit_test(atomics),   cmocka_unit_test(on_and_off), cmocka_unit_test(scalar_buffer),
      cmocka_unit_test(flat),      cmocka_unit_test(formats),    cmocka_unit_test(transfers),
      cmocka_unit_test(lds_lanes), cmocka_unit_test(lds_two),    cmocka_unit_test(lds_others),
  };
  return cmocka_run_group_tests_name("bounds", tests, NULL, NULL);
}
