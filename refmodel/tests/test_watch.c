// SPDX-License-Identifier: Apache-2.0
// Reads of bytes that nobody has written, and races (wavelock/memory_watch.h): at issue in lockstep, and in the run
// loop.
#include "program.h"
#include "wavelock/memory_watch.h"

static const uint32_t SLOT = 2, OTHER = 5;

// A wave with `exec` at 4 * lane of the data, s[0:1] the data, s[4:7] a buffer of elements 32_32 there, and 64 bytes of
// LDS.
static void begin(struct program *p, uint32_t what, uint64_t exec) {
  program_open(p);
  assert_true(wl_mem_watch(p->mem, what));
  wl_model_at_issue(p->model, WL_UNIT_VMEM);
  wl_model_at_issue(p->model, WL_UNIT_SMEM);
  p->init.exec = exec;
  p->init.lds_size = 64;
  p->init.sgpr_count = 8;
  p->init.sgpr[0] = p->init.sgpr[4] = (uint32_t)kData;
  p->init.sgpr[6] = 1024;
  p->init.sgpr[7] = 11 << 15 | 4 << 12 | 0xfac;
  p->init.vgpr_count = 1;
  for (uint32_t l = 0; l < WL_LANES; l++) p->init.vgpr[0][l] = 4 * l;
}

static wl_watch_finding found(struct program *p, uint32_t what) {
  wl_watch_finding unwritten, race;
  assert_true(wl_mem_findings(p->mem, &unwritten, &race));
  assert_int_equal(what == WL_WATCH_RACES ? unwritten.count : race.count, 0);
  return what == WL_WATCH_RACES ? race : unwritten;
}

static uint64_t load(uint32_t op) { return global(op, 4, 0, 0, 0, 0); }
static uint64_t format(uint32_t op) { return mubuf(op, 4, 0, 4, WL_SRC_ZERO, WL_MUBUF_OFFEN); }
static uint64_t transfer(uint32_t op) { return mubuf(op, 0, 0, 4, WL_SRC_ZERO, WL_MUBUF_OFFEN | WL_MUBUF_LDS); }
static uint64_t store(void) { return global(WL_OP_global_store_dword, 0, 0, 1, 0, 0); }

static void unwritten(void **state) {
  (void)state;
  for (int alone = 0; alone < 2; alone++) {
    struct program p;
    begin(&p, WL_WATCH_UNWRITTEN, 0xf0f);
    wl_mem_host_wrote(p.mem, kData, 40, true);
    wl_mem_host_wrote(p.mem, kData + 10, 1, false);
    emit2(&p, load(WL_OP_global_load_dword));   // lanes 2, 10 and 11
    emit2(&p, load(WL_OP_global_load_ushort));  // lanes 10 and 11
    emit2(&p, store());
    emit2(&p, load(WL_OP_global_load_dword));  // all are written now
    emit2(&p, smem(WL_OP_s_load_dwordx2, 8, 0, 48));
    emit2(&p, global(WL_OP_global_atomic_add, 0, 0, 1, 0, 0x100));  // reads, in eight lanes
    emit(&p, S_ENDPGM);
    start(&p, SLOT);
    if (alone) wl_model_ignore_hazards(p.model, true), run(&p, WL_OK);
    for (int i = 0; !alone && i < 6; i++) issue(&p, SLOT, WL_OK);
    wl_watch_finding f = found(&p, WL_WATCH_UNWRITTEN);
    wl_model_watched(p.model, &f.now);
    assert_int_equal(f.count, 3 + 2 + 1 + 8);
    assert_true(f.address == kData + 10 && f.now.lane == 2 && f.now.slot == SLOT && f.now.pc == kCode);
    assert_true(f.now.words[1] == load(WL_OP_global_load_dword) >> 32 && !f.now.writes && !f.now.by);
    assert_int_equal(found(&p, WL_WATCH_UNWRITTEN).count, 0);
    program_close(&p);
  }
}

// A lane reads or writes the whole element of a format, whatever it has registers for. A transfer accesses memory for
// the lanes that have a dword in the LDS.
static void formats_and_transfers(void **state) {
  (void)state;
  const struct {
    uint64_t words;
    uint32_t count;
  } list[] = {
      {format(WL_OP_buffer_load_format_x), 18},    // lane 2 has 8 to 15 and is the first
      {transfer(WL_OP_buffer_load_dword), 13},     // lanes 3 to 15
      {transfer(WL_OP_buffer_load_format_x), 14},  // lanes 2 to 15
      {global(WL_OP_global_load_ubyte, 0, 0, 0, 0, 0) | WL_FLAT_LDS, 13},
      {format(WL_OP_buffer_store_format_x), 0},  // 0 to 83 are written now
      {format(WL_OP_buffer_load_format_xy), 0},
      {load(WL_OP_global_load_dwordx2) + 64, 16},  // lanes 4 to 19
  };
  for (int alone = 0; alone < 2; alone++) {
    struct program p;
    begin(&p, WL_WATCH_UNWRITTEN, 0xfffff);
    wl_mem_host_wrote(p.mem, kData, 12, true);
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) emit2(&p, list[i].words);
    emit(&p, S_ENDPGM);
    start(&p, SLOT);
    if (alone) {
      run(&p, WL_OK);
      uint32_t all = 0;
      for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) all += list[i].count;
      assert_int_equal(found(&p, WL_WATCH_UNWRITTEN).count, all);
    }
    for (size_t i = 0; !alone && i < sizeof list / sizeof list[0]; i++) {
      wl_effect e;
      (void)wl_model_issue(p.model, SLOT, 0, &e);  // some have missing waits
      const wl_watch_finding f = found(&p, WL_WATCH_UNWRITTEN);
      if (f.count != list[i].count) fail_msg("%zu: %llu", i, (unsigned long long)f.count);
    }
    program_close(&p);
  }
}

// A wave finds its scratch as nobody has written it, whatever the wave before did there.
static void scratch(void **state) {
  (void)state;
  struct program p;
  begin(&p, WL_WATCH_UNWRITTEN, 3);
  wl_mem_launch_begins(p.mem, kData - 2 * 256, 256);  // slot 2 has 256 bytes from kData on
  wl_mem_host_wrote(p.mem, kData, WL_PAGE, true);
  emit2(&p, load(WL_OP_global_load_dword));
  emit2(&p, store());
  emit2(&p, load(WL_OP_global_load_dword));
  emit(&p, S_ENDPGM);
  for (int i = 0; i < 2; i++) {
    start(&p, SLOT);
    for (int n = 0; n < 4; n++) issue(&p, SLOT, WL_OK);
    assert_int_equal(found(&p, WL_WATCH_UNWRITTEN).count, 2);
  }
  program_close(&p);
}

// Two waves, each of which executes one of the two instructions. groups: 1 or 2. barrier: of the group, between.
static wl_watch_finding race_of(uint64_t first, uint64_t second, uint32_t groups, bool barrier) {
  struct program p;
  char why[160];
  begin(&p, WL_WATCH_RACES, 3);
  emit2(&p, first);
  emit(&p, barrier ? S_BARRIER : S_NOP);
  emit2(&p, second);
  p.init.waves_in_group = groups == 1 ? 2 : 1;
  start(&p, SLOT);
  p.init.vgpr_base = 128;
  p.init.pc = kCode + (barrier ? 8 : 12);
  if (groups == 1) p.init.wave_in_group = 1;
  else p.init.group = 1;
  start(&p, OTHER);
  issue(&p, SLOT, WL_OK);
  if (barrier) {
    issue(&p, SLOT, WL_OK);
    issue(&p, OTHER, WL_OK);
    if (groups == 1) assert_int_equal(wl_model_barrier_release(p.model, 0, why), WL_OK);
  }
  issue(&p, OTHER, WL_OK);
  wl_watch_finding f = found(&p, WL_WATCH_RACES);
  wl_model_watched(p.model, &f.now);
  wl_model_watched(p.model, &f.before);
  if (f.count != 0) {
    assert_true(f.now.slot == OTHER && f.before.slot == SLOT && f.now.pc == kCode + 12 && f.before.pc == kCode);
    assert_true(f.address == kData && f.now.lane == 0 && f.before.lane == 0);
  }
  // The same wave again races with nobody; and a launch is a border.
  issue(&p, SLOT, WL_OK);
  if (!barrier) issue(&p, SLOT, WL_OK);
  (void)found(&p, WL_WATCH_RACES);
  program_close(&p);
  return f;
}

static void races(void **state) {
  (void)state;
  const uint64_t read = load(WL_OP_global_load_dword), write = store(),
                 atomic = global(WL_OP_global_atomic_add, 0, 0, 1, 0, 0);
  for (uint32_t groups = 1; groups < 3; groups++) {
    for (int barrier = 0; barrier < 2; barrier++) {
      const uint64_t lanes = groups == 1 && barrier ? 0 : 2;
      wl_watch_finding f = race_of(write, write, groups, barrier);
      assert_true(f.count == lanes && (lanes == 0 || (f.now.writes && f.before.writes)));
      f = race_of(write, read, groups, barrier);
      assert_true(f.count == lanes && (lanes == 0 || (!f.now.writes && f.before.writes)));
      f = race_of(read, write, groups, barrier);
      assert_true(f.count == lanes && (lanes == 0 || (f.now.writes && !f.before.writes)));
      assert_int_equal(race_of(read, read, groups, barrier).count, 0);
      assert_int_equal(race_of(atomic, atomic, groups, barrier).count, 0);
      assert_int_equal(race_of(atomic, read, groups, barrier).count, 0);
      assert_int_equal(race_of(write, atomic, groups, barrier).count, 0);
      // The element of lane 0 reaches into the dword of lane 1: one finding a lane.
      const uint64_t wide = format(WL_OP_buffer_store_format_x), to_lds = transfer(WL_OP_buffer_load_dword);
      assert_int_equal(race_of(wide, read, groups, barrier).count, lanes);
      assert_int_equal(race_of(write, format(WL_OP_buffer_load_format_x), groups, barrier).count, lanes);
      assert_int_equal(race_of(write, to_lds, groups, barrier).count, lanes);
      assert_int_equal(race_of(transfer(WL_OP_buffer_store_lds_dword), to_lds, groups, barrier).count, lanes);
      assert_int_equal(race_of(to_lds, transfer(WL_OP_buffer_load_format_x), groups, barrier).count, 0);
    }
  }
}

// What was accessed in an earlier launch races with nothing. Many pages; nothing watched.
static void borders(void **state) {
  (void)state;
  struct program p;
  begin(&p, WL_WATCH_RACES, 3);
  emit2(&p, store());
  emit(&p, S_ENDPGM);
  start(&p, SLOT);
  issue(&p, SLOT, WL_OK);
  issue(&p, SLOT, WL_OK);
  wl_mem_launch_begins(p.mem, 0, 0);
  start(&p, OTHER);
  issue(&p, OTHER, WL_OK);
  assert_int_equal(found(&p, WL_WATCH_RACES).count, 0);
  assert_true(wl_mem_watch(p.mem, WL_WATCH_UNWRITTEN));
  for (uint64_t page = 0; page < 500; page++) wl_mem_host_wrote(p.mem, kData + page * WL_PAGE * 3, 7, true);
  assert_true(wl_mem_watch(p.mem, 0));
  wl_mem_host_wrote(p.mem, kData, 7, true);
  wl_mem_launch_begins(p.mem, 0, 0);
  assert_int_equal(found(&p, WL_WATCH_RACES).count, 0);
  program_close(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(unwritten), cmocka_unit_test(formats_and_transfers),
                                     cmocka_unit_test(scratch), cmocka_unit_test(races), cmocka_unit_test(borders)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
