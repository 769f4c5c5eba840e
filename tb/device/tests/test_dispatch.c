// SPDX-License-Identifier: Apache-2.0
// Shapes of grids and the initial state of waves (kernel-launch.md 3).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <string.h>

#include "device/dispatch.h"

static const wl_config unit = {.waves = 16, .phys_vgprs = 1024, .lds_entries = 1024};

// 64 VGPRs, 112 SGPRs with VCC and the like; kernarg pointer, workgroup ids X, Y, Z, work-item ids X, Y, Z.
static wl_kernel_info plain(void) {
  return (wl_kernel_info){.name = "k", .entry = 0x100001100, .rsrc1 = 0x00AC034F, .rsrc2 = 0x1384, .properties = 8};
}

static wl_launch shape(uint32_t gx, uint32_t gy, uint32_t gz, uint32_t wx, uint32_t wy, uint32_t wz) {
  return (wl_launch){.grid = {gx, gy, gz}, .group = {wx, wy, wz}};
}

static wl_dispatcher *start(const wl_kernel_info *k, const wl_launch *l) {
  wl_error error = {""};
  wl_dispatcher *d = wl_dispatcher_new(&unit, k, l, 0x200000000, 0x200010000, &error);
  if (!d) print_error("%s\n", error.text);
  assert_non_null(d);
  return d;
}

static void refuse(const wl_kernel_info *k, wl_launch l, const char *words) {
  wl_error error = {""};
  assert_null(wl_dispatcher_new(&unit, k, &l, 1, 1, &error));
  if (!strstr(error.text, words)) fail_msg("expected \"%s\" in: %s", words, error.text);
}

static void one_full_wave(void **state) {
  (void)state;
  wl_kernel_info k = plain();
  wl_launch l = shape(64, 1, 1, 64, 1, 1);
  wl_dispatcher *d = start(&k, &l);
  uint32_t slot;
  wl_wave_init w;
  assert_true(wl_dispatcher_next(d, &slot, &w));
  assert_int_equal(slot, 0);
  assert_true(w.exec == UINT64_MAX && w.pc == k.entry);
  assert_int_equal(w.mode, 0x3C0);  // denormals of f64 and f16 kept, DX10_CLAMP, IEEE
  assert_int_equal(w.sgpr_size, 102);
  assert_int_equal(w.vgpr_size, 64);
  assert_int_equal(w.waves_in_group, 1);
  assert_int_equal(w.sgpr_count, 5);
  assert_int_equal(w.sgpr[0], 0);
  assert_int_equal(w.sgpr[1], 2);
  assert_int_equal(w.vgpr_count, 3);
  for (uint32_t i = 0; i < 64; i++) assert_int_equal(w.vgpr[0][i], i);
  assert_false(wl_dispatcher_next(d, &slot, &w));
  assert_false(wl_dispatcher_done(d));
  wl_dispatcher_wave_ended(d, 0);
  assert_true(wl_dispatcher_done(d));
  wl_dispatcher_free(d);
}

// 100 work-items in groups of 3 x 7 x 5: each work-item of the grid exactly once, with the right ids.
static void every_item_once(void **state) {
  (void)state;
  enum { X = 10, Y = 9, Z = 8 };
  static uint8_t seen[X][Y][Z];
  wl_kernel_info k = plain();
  wl_launch l = shape(X, Y, Z, 3, 7, 5);
  wl_dispatcher *d = start(&k, &l);
  uint32_t slot, groups = 0;
  uint64_t started = 0, ended, waves;
  wl_wave_init w;
  memset(seen, 0, sizeof seen);
  while (!wl_dispatcher_done(d)) {
    assert_true(wl_dispatcher_next(d, &slot, &w));
    groups += w.wave_in_group == 0;
    started++;
    wl_dispatcher_count(d, &ended, &waves);
    assert_int_equal(ended, started - 1 - w.wave_in_group);
    for (uint32_t lane = 0; lane < 64; lane++) {
      if (!(w.exec >> lane & 1)) continue;
      uint32_t x = w.sgpr[2] * 3 + w.vgpr[0][lane], y = w.sgpr[3] * 7 + w.vgpr[1][lane],
               z = w.sgpr[4] * 5 + w.vgpr[2][lane];
      assert_true(x < X && y < Y && z < Z);
      seen[x][y][z]++;
    }
    if (w.wave_in_group + 1 == w.waves_in_group)
      for (uint32_t i = 0; i < 16; i++) wl_dispatcher_wave_ended(d, i);
  }
  assert_int_equal(groups, 4 * 2 * 2);
  wl_dispatcher_count(d, &ended, &waves);
  assert_int_equal(ended, started);
  assert_int_equal(waves, started);
  for (int x = 0; x < X; x++)
    for (int y = 0; y < Y; y++)
      for (int z = 0; z < Z; z++) assert_int_equal(seen[x][y][z], 1);
  wl_dispatcher_free(d);
}

// Three workgroups of a grid of 4 x 2 x 2: they have the ids that they have in the whole grid, and no other runs.
static void some_groups(void **state) {
  (void)state;
  static const uint64_t some[] = {1, 7, 14}, backwards[] = {7, 1}, twice[] = {1, 1}, beyond[] = {1, 16};
  static const uint32_t ids[3][3] = {{1, 0, 0}, {3, 1, 0}, {2, 1, 1}}, items[3] = {3 * 7 * 5, 2 * 7 * 5, 3 * 7 * 3};
  wl_kernel_info k = plain();
  wl_launch l = shape(11, 14, 8, 3, 7, 5);
  l.groups = some;
  l.group_count = 3;
  wl_dispatcher *d = start(&k, &l);
  uint64_t ended, waves;
  uint32_t slot, group = 0, seen = 0;
  wl_wave_init w;
  wl_dispatcher_count(d, &ended, &waves);
  assert_int_equal(waves, 2 + 2 + 1);
  while (wl_dispatcher_next(d, &slot, &w)) {
    assert_true(group < 3);
    for (int i = 0; i < 3; i++) assert_int_equal(w.sgpr[2 + i], ids[group][i]);
    seen += (uint32_t)__builtin_popcountll(w.exec);
    if (w.wave_in_group + 1 < w.waves_in_group) continue;
    assert_int_equal(seen, items[group++]);
    seen = 0;
  }
  assert_int_equal(group, 3);
  for (uint32_t i = 0; i < 16; i++) wl_dispatcher_wave_ended(d, i);
  assert_true(wl_dispatcher_done(d));
  wl_dispatcher_count(d, &ended, &waves);
  assert_int_equal(ended, waves);
  wl_dispatcher_free(d);
  l.group_count = 2;
  l.groups = backwards;
  refuse(&k, l, "workgroup 1 behind 7: expected ascending numbers");
  l.groups = twice;
  refuse(&k, l, "workgroup 1 behind 1");
  l.groups = beyond;
  refuse(&k, l, "workgroup 16, and the grid has 16");
  l.group_count = 0;
  refuse(&k, l, "a list of no workgroups");
}

// Decisions: D-LAUNCH-3.
static void alignment(void **state) {
  (void)state;
  static const struct {
    wl_alignment alignment;
    uint32_t mode;
  } cases[] = {{WL_ALIGNMENT_DEFAULT, 3},
               {WL_ALIGNMENT_DWORD, 0},
               {WL_ALIGNMENT_DWORD_STRICT, 1},
               {WL_ALIGNMENT_STRICT, 2},
               {WL_ALIGNMENT_UNALIGNED, 3}};
  wl_kernel_info k = plain();
  wl_launch l = shape(64, 1, 1, 64, 1, 1);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint32_t slot;
    wl_wave_init w;
    l.setup.alignment = cases[i].alignment;
    wl_dispatcher *d = start(&k, &l);
    assert_true(wl_dispatcher_next(d, &slot, &w));
    assert_int_equal(w.alignment_mode, cases[i].mode);
    wl_dispatcher_free(d);
  }
  l.setup.alignment = (wl_alignment)5;
  refuse(&k, l, "alignment 5, expected 0 (default) to 4 (unaligned)");
}

typedef struct {
  uint32_t slot, vgpr_base, lds_base, x, y, z;
} place;

// Where waves begin, in order, on a unit that is filled whenever it is empty. Returns their number.
static size_t places(wl_dispatcher *d, place *to) {
  size_t count = 0;
  while (!wl_dispatcher_done(d)) {
    uint32_t slot;
    wl_wave_init w;
    while (wl_dispatcher_next(d, &slot, &w))
      to[count++] = (place){slot, w.vgpr_base, w.lds_base, w.sgpr[2], w.sgpr[3], w.sgpr[4]};
    for (uint32_t i = 0; i < 16; i++) wl_dispatcher_wave_ended(d, i);
  }
  return count;
}

// Parts that follow each other place the waves as the whole does, also where groups at the ends of the grid are smaller
// than the others. Parts hold about the same number of groups.
static void parts_of_a_grid(void **state) {
  (void)state;
  enum { MOST = 2000 };
  static place whole[MOST], part[MOST];
  static const uint64_t some[] = {0, 3, 4, 5, 9, 20, 21, 22, 23, 24, 30, 31};
  const wl_launch shapes[] = {shape(64, 1, 1, 64, 1, 1),    shape(6400, 1, 1, 64, 1, 1), shape(1000, 3, 2, 96, 2, 1),
                              shape(2000, 1, 1, 200, 1, 1), shape(70, 50, 3, 9, 9, 2),   shape(320, 10, 1, 64, 1, 1)};
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
    for (uint32_t count = 1; count <= 9; count++) {
      wl_kernel_info k = plain();
      wl_launch l = shapes[s];
      l.dynamic_lds = 3000;
      if (s == 5) l.groups = some, l.group_count = sizeof some / sizeof *some;
      wl_dispatcher *d = start(&k, &l);
      uint64_t first[10];
      wl_dispatcher_split(d, count, first);
      const uint64_t groups = wl_dispatcher_groups(d);
      const uint64_t resident = wl_resident_groups(&unit, &k, &l);
      size_t waves = 0;
      assert_true(first[0] == 0 && first[count] == groups);
      for (uint32_t i = 0; i < count; i++) {
        assert_true(first[i] <= first[i + 1] && first[i + 1] - first[i] <= groups / count + 1 + 4 * resident);
        wl_dispatcher *p = wl_dispatcher_part(d, first[i], first[i + 1]);
        assert_non_null(p);
        waves += places(p, part + waves);
        wl_dispatcher_free(p);
      }
      assert_int_equal(places(d, whole), waves);
      assert_memory_equal(whole, part, waves * sizeof *whole);
      wl_dispatcher_free(d);
    }
  }
}

static void partial_waves(void **state) {
  (void)state;
  wl_kernel_info k = plain();
  wl_launch l = shape(170, 1, 1, 100, 1, 1);  // groups of 100 (64 + 36) and 70 (64 + 6)
  static const uint32_t lanes[] = {64, 36, 64, 6};
  wl_dispatcher *d = start(&k, &l);
  uint32_t slot;
  wl_wave_init w;
  for (uint32_t i = 0; i < 4; i++) {
    assert_true(wl_dispatcher_next(d, &slot, &w));
    assert_int_equal(__builtin_popcountll(w.exec), lanes[i]);
    assert_int_equal(w.group, i / 2);
    assert_int_equal(w.wave_in_group, i % 2);
    assert_int_equal(w.waves_in_group, 2);
  }
  wl_dispatcher_free(d);
}

// wl_dispatcher_close: the remaining waves of the current workgroup come, no other workgroup does.
static void closed(void **state) {
  (void)state;
  wl_kernel_info k = plain();
  wl_launch l = shape(128 * 4, 1, 1, 128, 1, 1);
  wl_dispatcher *d = start(&k, &l);
  uint32_t slot;
  wl_wave_init w;
  for (uint32_t i = 0; i < 4; i++) {
    assert_true(wl_dispatcher_next(d, &slot, &w));
    assert_int_equal(w.group, i / 2);
    if (i == 2) wl_dispatcher_close(d);
  }
  assert_false(wl_dispatcher_next(d, &slot, &w));
  wl_dispatcher_close(d);
  for (uint32_t i = 0; i < 4; i++) {
    assert_false(wl_dispatcher_done(d));
    wl_dispatcher_wave_ended(d, i);
    assert_false(wl_dispatcher_next(d, &slot, &w));
  }
  assert_true(wl_dispatcher_done(d));
  wl_dispatcher_free(d);
}

// As many groups start on an empty unit as it is said to hold, and one more is left: slots, VGPRs or LDS decide.
static void resident(void **state) {
  (void)state;
  static const struct {
    wl_config unit;
    uint32_t group[3], lds, shared, groups;
  } cases[] = {{{.waves = 16, .phys_vgprs = 1024, .lds_entries = 1024}, {256, 1, 1}, 0, 0, 4},
               {{.waves = 12, .phys_vgprs = 768, .lds_entries = 1024}, {256, 1, 1}, 0, 0, 3},
               {{.waves = 8, .phys_vgprs = 512, .lds_entries = 256}, {16, 16, 1}, 0, 0, 2},
               {{.waves = 7, .phys_vgprs = 1024, .lds_entries = 1024}, {65, 1, 1}, 0, 0, 3},
               {{.waves = 16, .phys_vgprs = 256, .lds_entries = 1024}, {64, 1, 1}, 0, 0, 4},
               {{.waves = 16, .phys_vgprs = 1024, .lds_entries = 1024}, {64, 1, 1}, 0, 3, 15},
               {{.waves = 16, .phys_vgprs = 1024, .lds_entries = 256}, {8, 8, 2}, 5000, 0, 3},
               {{.waves = 2, .phys_vgprs = 256, .lds_entries = 2}, {64, 1, 1}, 0, 0, 2},
               {{.waves = 16, .phys_vgprs = 1024, .lds_entries = 1024}, {64, 1, 1}, 512, 0, 16},
               {{.waves = 16, .phys_vgprs = 1024, .lds_entries = 1024}, {1024, 1, 1}, 65536, 0, 1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const uint32_t *g = cases[i].group;
    wl_kernel_info k = plain();
    wl_launch l = shape(g[0] * 40, g[1], g[2], g[0], g[1], g[2]);
    l.dynamic_lds = cases[i].lds;
    l.setup.shared_global = cases[i].shared;
    wl_error error = {""};
    wl_dispatcher *d = wl_dispatcher_new(&cases[i].unit, &k, &l, 1, 1, &error);
    if (!d) fail_msg("case %zu: %s", i, error.text);
    uint32_t slot, waves = 0;
    wl_wave_init w;
    while (wl_dispatcher_next(d, &slot, &w)) waves++;
    assert_int_equal(waves, cases[i].groups * ((g[0] * g[1] * g[2] + 63) / 64));
    assert_int_equal(wl_resident_groups(&cases[i].unit, &k, &l), cases[i].groups);
    wl_dispatcher_free(d);
  }
  const wl_kernel_info k = plain();
  wl_launch never[] = {shape(64, 1, 1, 0, 1, 1), shape(1, 1, 1, UINT32_MAX, 2, 1), shape(64, 1, 1, 1024, 2, 1)};
  for (size_t i = 0; i < sizeof never / sizeof *never; i++)
    assert_int_equal(wl_resident_groups(&unit, &k, &never[i]), 0);
  never[0] = shape(64, 1, 1, 64, 1, 1);
  never[0].dynamic_lds = 65537;
  assert_int_equal(wl_resident_groups(&unit, &k, &never[0]), 0);
}

// VGPR allocations lie in the VGPR file, are aligned, and never overlap. A workgroup is placed as a whole.
static void windows_do_not_overlap(void **state) {
  (void)state;
  wl_kernel_info k = plain();
  k.rsrc1 = (k.rsrc1 & ~0x3Fu) | 24;  // 100 VGPRs: ten waves fit
  k.group_segment_size = 5000;        // ten steps of 512 (D-LDS-5)
  wl_launch l = shape(64 * 40, 1, 1, 128, 1, 1);
  wl_dispatcher *d = start(&k, &l);
  wl_wave_init live[16];
  bool is_live[16] = {false};
  uint32_t slot, started = 0;
  wl_wave_init w;
  while (!wl_dispatcher_done(d)) {
    while (wl_dispatcher_next(d, &slot, &w)) {
      assert_false(is_live[slot]);
      assert_true(w.vgpr_base % 4 == 0 && w.vgpr_base + w.vgpr_size <= 1024);
      assert_true(w.lds_base % 512 == 0 && w.lds_base + w.lds_size <= 65536);
      assert_int_equal(w.lds_size, 5120);  // D-LAUNCH-10
      for (uint32_t i = 0; i < 16; i++) {
        if (!is_live[i]) continue;
        assert_true(w.vgpr_base + w.vgpr_size <= live[i].vgpr_base ||
                    live[i].vgpr_base + live[i].vgpr_size <= w.vgpr_base);
        if (live[i].group == w.group) assert_int_equal(live[i].lds_base, w.lds_base);
        else assert_true(w.lds_base + 5120 <= live[i].lds_base || live[i].lds_base + 5120 <= w.lds_base);
      }
      live[slot] = w;
      is_live[slot] = true;
      started++;
    }
    // The lowest live wave ends, then the dispatcher places waves again.
    for (uint32_t i = 0; i < 16; i++)
      if (is_live[i]) {
        is_live[i] = false;
        wl_dispatcher_wave_ended(d, i);
        break;
      }
  }
  assert_int_equal(started, 40);
  wl_dispatcher_free(d);
}

// clang's v5 layout with a stack: V#, kernarg, flat_scratch_init; WG id X, scratch offset.
// Decisions: D-LAUNCH-4, D-LAUNCH-5.
static void scratch_registers(void **state) {
  (void)state;
  wl_kernel_info k = plain();
  k.rsrc2 = 0x1091;
  k.properties = 0x29;
  k.private_segment_size = 68;  // 4352 bytes a wave: 5 KiB
  k.scratch = 0x300000000;
  wl_launch l = shape(128, 1, 1, 64, 1, 1);
  wl_dispatcher *d = start(&k, &l);
  uint32_t slot;
  wl_wave_init w;
  assert_true(wl_dispatcher_next(d, &slot, &w));
  assert_true(wl_dispatcher_next(d, &slot, &w));
  static const uint32_t want[] = {0, 0x80000003, 16 * 5120, 0x00E04FAC, 0, 2, 0, 3, 1, 5120};
  assert_int_equal(w.sgpr_count, 10);
  assert_memory_equal(w.sgpr, want, sizeof want);
  wl_dispatcher_free(d);
  // In a unit with RDNA memory the V# has OOB_SELECT = 2 (D-LAUNCH-8).
  wl_config rdna = unit;
  wl_error error = {""};
  rdna.rdna = true;
  d = wl_dispatcher_new(&rdna, &k, &l, 0x200000000, 0x200010000, &error);
  assert_true(d && wl_dispatcher_next(d, &slot, &w));
  assert_int_equal(w.sgpr[1], want[1]);
  assert_int_equal(w.sgpr[3], 0x20E04FAC);
  wl_dispatcher_free(d);
}

static void group_info_register(void **state) {
  (void)state;
  wl_kernel_info k = plain();
  k.rsrc2 |= 1u << 10;
  wl_launch l = shape(192, 1, 1, 192, 1, 1);
  wl_dispatcher *d = start(&k, &l);
  uint32_t slot;
  wl_wave_init w;
  assert_true(wl_dispatcher_next(d, &slot, &w));
  assert_int_equal(w.sgpr[5], 0x80000003);
  // ordered_append_term [16:6] is the number of the wave (D-LAUNCH-10).
  assert_true(wl_dispatcher_next(d, &slot, &w));
  assert_int_equal(w.sgpr[5], 1 << 6 | 3);
  assert_true(wl_dispatcher_next(d, &slot, &w));
  assert_int_equal(w.sgpr[5], 2 << 6 | 3);
  wl_dispatcher_free(d);
}

// Decisions: D-LAUNCH-7.
static void refusals(void **state) {
  (void)state;
  wl_kernel_info k = plain();
  refuse(&k, shape(0, 1, 1, 64, 1, 1), "expected sizes from 1");
  refuse(&k, shape(64, 1, 1, 0, 1, 1), "expected sizes from 1");
  refuse(&k, shape(4096, 1, 1, 1024, 2, 1), "the unit has 16 slots");
  refuse(&k, shape(UINT32_MAX, UINT32_MAX, UINT32_MAX, 1, 1, 1), "more than 2^40 workgroups");
  // TBA and TMA (D-SCA-7).
  wl_launch trap = shape(64, 1, 1, 64, 1, 1);
  trap.setup = (wl_unit_setup){.trap_enabled = true, .tba = 0x10080};
  refuse(&k, trap, "trap handler at 0x10080: expected a multiple of 256");
  trap.setup = (wl_unit_setup){.trap_enabled = true, .tba = 0x10100, .tma = 0x20004};
  refuse(&k, trap, "memory of the trap handler (TMA) at 0x20004: expected a multiple of 256");
  k.rsrc1 |= 0x3F;  // 256 VGPRs
  refuse(&k, shape(512, 1, 1, 512, 1, 1), "physical VGPRs");
  k.group_segment_size = 65537;
  refuse(&k, shape(64, 1, 1, 64, 1, 1), "bytes of LDS");
  k = plain();
  k.private_segment_size = 4;
  refuse(&k, shape(64, 1, 1, 64, 1, 1), "no scratch memory");
}

// Waves of an image: 20 work-items in groups of 12, 8 lanes, two slots with a share of the registers each.
static void waves_of_an_image(void **state) {
  (void)state;
  const wl_config own = {.waves = 2, .phys_vgprs = 32, .wave_lanes = 8, .vector_bits = 16, .sgprs = 6, .groups = 1};
  const wl_kernel_info k = {.name = "main", .entry = 0x100001000, .raw = true};
  const uint32_t words[] = {0x1000, 2, 7};
  wl_launch l = shape(20, 1, 1, 12, 1, 1);
  wl_error error = {""};
  uint32_t slot;
  wl_wave_init w;
  l.kernarg = words;
  l.kernarg_size = sizeof words;
  assert_int_equal(wl_argument_words(&own), 4);
  wl_dispatcher *d = wl_dispatcher_new(&own, &k, &l, 0, 0, &error);
  assert_non_null(d);
  const uint64_t exec[2][2] = {{0xFF, 0x0F}, {0xFF, 0}};
  for (uint32_t group = 0; group < 2; group++) {
    const uint32_t waves = group ? 1 : 2;
    for (uint32_t wave = 0; wave < waves; wave++) {
      assert_true(wl_dispatcher_next(d, &slot, &w));
      assert_int_equal(slot, wave);
      assert_true(w.pc == k.entry && w.exec == exec[group][wave]);
      assert_true(w.wave_in_group == wave && w.waves_in_group == waves && !w.group);
      assert_true(w.vgpr_base == 16 * slot && w.vgpr_size == 16 && !w.vgpr_count && w.sgpr_size == 6);
      const uint32_t sgprs[] = {group, wave, 0x1000, 2, 7};
      assert_int_equal(w.sgpr_count, 5);
      assert_memory_equal(w.sgpr, sgprs, sizeof sgprs);
      assert_true(!w.mode && !w.lds_size && !w.tba);
    }
    assert_false(wl_dispatcher_next(d, &slot, &w));  // one group at once
    for (uint32_t wave = 0; wave < waves; wave++) wl_dispatcher_wave_ended(d, wave);
  }
  assert_true(wl_dispatcher_done(d));
  wl_dispatcher_free(d);
  l.kernarg_size = 5 * sizeof *words;
  assert_null(wl_dispatcher_new(&own, &k, &l, 0, 0, &error));
  assert_string_equal(error.text, "kernel main: 5 words of arguments, and a wave begins with at most 4");
  l = shape(24, 1, 1, 24, 1, 1);
  assert_null(wl_dispatcher_new(&own, &k, &l, 0, 0, &error));
  assert_string_equal(error.text, "kernel main: a workgroup of 24 work-items is 3 waves, the unit has 2 slots");
  assert_int_equal(wl_resident_groups(&own, &k, &(wl_launch){.grid = {8, 1, 1}, .group = {8, 1, 1}}), 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(one_full_wave),
                                     cmocka_unit_test(waves_of_an_image),
                                     cmocka_unit_test(every_item_once),
                                     cmocka_unit_test(some_groups),
                                     cmocka_unit_test(parts_of_a_grid),
                                     cmocka_unit_test(partial_waves),
                                     cmocka_unit_test(alignment),
                                     cmocka_unit_test(windows_do_not_overlap),
                                     cmocka_unit_test(scratch_registers),
                                     cmocka_unit_test(group_info_register),
                                     cmocka_unit_test(closed),
                                     cmocka_unit_test(resident),
                                     cmocka_unit_test(refusals)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
