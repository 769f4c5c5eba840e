// SPDX-License-Identifier: Apache-2.0
// Reads of bytes that nobody has written, and races (wavelock/memory_watch.h): at issue in lockstep, and in the run
// loop.
#include "isa/insn.h"
#include "program.h"
#include "wavelock/memory_watch.h"

static const uint32_t SLOT = 2, OTHER = 5;

// A wave with `exec` at 4 * lane of the data, s[0:1] the data, s[4:7] a buffer of elements 32_32 there. It has 64 bytes
// of LDS, which v[0:1] names as an address of FLAT.
static void begin_unit(struct program *p, uint32_t what, uint64_t exec) {
  program_open(p);
  assert_true(wl_mem_watch(p->mem, what));
  p->init.exec = exec;
  p->init.lds_size = 64;
  p->init.sgpr_count = 8;
  p->init.sgpr[0] = p->init.sgpr[4] = (uint32_t)kData;
  p->init.sgpr[6] = 1024;
  p->init.sgpr[7] = 11 << 15 | 4 << 12 | 0xfac;
  p->init.vgpr_count = 2;
  for (uint32_t l = 0; l < WL_LANES; l++) {
    p->init.vgpr[0][l] = 4 * l;
    p->init.vgpr[1][l] = (uint32_t)WL_APERTURE_SHARED << 16;
  }
}

// The same on a unit of which the model follows issue alone.
static void begin(struct program *p, uint32_t what, uint64_t exec) {
  begin_unit(p, what, exec);
  wl_model_at_issue(p->model, WL_UNIT_VMEM);
  wl_model_at_issue(p->model, WL_UNIT_SMEM);
  wl_model_at_issue(p->model, WL_UNIT_LDS);
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
static uint64_t in_lds(uint32_t op, uint32_t offset) { return ds(op, 4, 0, 1, 1, offset); }
static uint64_t flat(uint32_t op, uint32_t offset) { return global(op, 4, 0, 1, 0, offset) & ~0xc000ull; }
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
    assert_true(f.address == (f.lds ? 0 : kData) && f.now.lane == 0 && f.before.lane == 0);
  }
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
      assert_int_equal(race_of(read, transfer(WL_OP_buffer_load_format_x), 2, barrier).count, 0);
      if (groups == 2) continue;  // groups do not share their LDS
      const uint64_t reads[] = {in_lds(WL_OP_ds_read_b32, 0), in_lds(WL_OP_ds_read2_b32, 1 << 8),
                                transfer(WL_OP_buffer_store_lds_dword), flat(WL_OP_flat_load_ubyte, 0)};
      const uint64_t writes[] = {in_lds(WL_OP_ds_write_b32, 0), to_lds, flat(WL_OP_flat_store_dword, 0),
                                 in_lds(WL_OP_ds_write2_b32, 8 << 8)};
      for (size_t i = 0; i < sizeof writes / sizeof writes[0]; i++) {
        for (size_t n = 0; n < sizeof reads / sizeof reads[0]; n++) {
          f = race_of(writes[i], reads[n], 1, barrier);
          assert_true(f.count == lanes && (lanes == 0 || (f.lds && !f.now.writes && f.before.writes)));
          f = race_of(reads[n], writes[i], 1, barrier);
          const bool in_memory = i == 1 && n == 2;  // first: the transfers race there too
          assert_true(f.count == lanes && (lanes == 0 || (f.lds != in_memory && f.now.writes != f.before.writes)));
          f = race_of(writes[i], writes[n], 1, barrier);
          assert_true(f.count == lanes && (lanes == 0 || (f.lds && f.now.writes && f.before.writes)));
        }
        assert_int_equal(race_of(in_lds(WL_OP_ds_add_u32, 0), writes[i], 1, barrier).count, 0);
      }
      assert_int_equal(race_of(reads[0], reads[2], 1, barrier).count, 0);
    }
  }
}

struct counted {
  uint64_t words;
  uint32_t count;  // of lanes
};
enum { ALONE = 4 };  // the run loop; below: bit 0: the LDS works at issue, bit 1: vector memory does

static void count_lds(const struct counted *list, size_t length, int how, wl_watch_finding *first) {
  struct program p;
  uint32_t all = 0;
  begin_unit(&p, WL_WATCH_UNWRITTEN, 0xff);
  if (how & 1) wl_model_at_issue(p.model, WL_UNIT_LDS);
  if (how & 2) wl_model_at_issue(p.model, WL_UNIT_VMEM);
  wl_mem_host_wrote(p.mem, kData, WL_PAGE, true);
  p.init.lds_base = 1024;
  p.init.lds_size = 128;
  for (size_t i = 0; i < length; i++) {
    all += list[i].count;
    if (list[i].words >> 32 != 0) emit2(&p, list[i].words);
    else emit(&p, (uint32_t)list[i].words);
  }
  emit(&p, S_ENDPGM);
  start(&p, SLOT);
  *first = (wl_watch_finding){.count = 0};
  if (how == ALONE) {
    run(&p, WL_OK);
    *first = found(&p, WL_WATCH_UNWRITTEN);
    assert_int_equal(first->count, all);
  }
  for (size_t i = 0; how != ALONE && i < length; i++) {
    wl_effect e;
    const wl_result result = wl_model_issue(p.model, SLOT, (uint32_t)i, &e);  // some have missing waits
    if (result == WL_BAD_EVENT) fail_msg("%zu: %s", i, e.why);
    const wl_watch_finding f = found(&p, WL_WATCH_UNWRITTEN);
    if (f.count != list[i].count) fail_msg("%d, %zu: %llu", how, i, (unsigned long long)f.count);
    if (first->count == 0) *first = f;
  }
  wl_model_watched(p.model, &first->now);
  program_close(&p);
}

// Nobody has written the LDS when the group starts. Lane l has its dword l.
static void unwritten_lds(void **state) {
  (void)state;
  const struct counted ds_list[] = {
      {in_lds(WL_OP_ds_write_b16, 0), 0},
      {in_lds(WL_OP_ds_read_u16, 0), 0},
      {in_lds(WL_OP_ds_read_b32, 0), 8},  // bytes 2 and 3 of dwords 0 to 7
      {in_lds(WL_OP_ds_add_u32, 0), 8},
      {in_lds(WL_OP_ds_read_b32, 0), 0},
      {in_lds(WL_OP_ds_read2_b32, 8 | 9 << 8), 8},  // one finding a lane
      {in_lds(WL_OP_ds_swizzle_b32, 0), 0},
      {in_lds(WL_OP_ds_bpermute_b32, 32), 0},
      {in_lds(WL_OP_ds_read_b32, 128), 0},  // out of range
      {in_lds(WL_OP_ds_write2_b32, 8 | 8 << 8), 0},
      {in_lds(WL_OP_ds_read2_b32, 7 | 8 << 8), 0},
  };
  const uint32_t m0_is_8 = sop1(WL_OP_s_mov_b32, M0, 136), m0_is_0 = sop1(WL_OP_s_mov_b32, M0, 128),
                 direct = vop1(WL_OP_v_mov_b32, 9, WL_SRC_LDS_DIRECT);
  const struct counted other_ways[] = {
      {m0_is_8, 0},
      {direct, 1},
      {transfer(WL_OP_buffer_load_ubyte), 0},  // to dwords 2 to 9
      {direct, 0},
      {in_lds(WL_OP_ds_read_b32, 0), 2},
      {in_lds(WL_OP_ds_read_b32, 8), 0},
      {m0_is_0, 0},
      {transfer(WL_OP_buffer_store_lds_dword), 2},
      {global(WL_OP_global_load_dword, 4, 0, 0, 0, 0) | WL_FLAT_LDS, 0},
      {transfer(WL_OP_buffer_store_lds_dword), 0},
      {flat(WL_OP_flat_load_dwordx2, 20), 4},  // dwords 10 to 13
      {flat(WL_OP_flat_atomic_add, 20), 3},
      {flat(WL_OP_flat_store_dword, 24), 0},
      {flat(WL_OP_flat_load_dword, 24), 0},
  };
  const struct counted of_the_wave[] = {
      {m0_is_0, 0},
      {in_lds(WL_OP_ds_append, 4), 1},
      {in_lds(WL_OP_ds_consume, 4), 0},
      {in_lds(WL_OP_ds_read_addtid_b32, 0), 7},
      {in_lds(WL_OP_ds_append, 4) | WL_DS_GDS, 0},
      {in_lds(WL_OP_ds_wrxchg2_rtn_b32, 1 << 8), 8},  // dwords l and l + 1
      {in_lds(WL_OP_ds_wrxchg2_rtn_b32, 1 << 8), 0},
      {in_lds(WL_OP_ds_add_src2_u32, 4), 3},               // dword l, and l + 4 of which 9 is not written
      {ds(WL_OP_owner_read_b32, 4, 10, 0, 0, 13), 8},      // dword 13
      {ds(WL_OP_owner_write_b32, 0, 0, 1, 0, 4 << 8), 0},  // every fourth dword from 0 to 28
      {in_lds(WL_OP_ds_read_b32, 64), 6},
  };
  for (int how = 0; how <= ALONE; how++) {
    wl_watch_finding f;
    count_lds(ds_list, sizeof ds_list / sizeof ds_list[0], how, &f);
    assert_true(f.lds && f.address == 2 && f.now.lane == 0 && f.now.slot == SLOT && f.now.pc == kCode + 16);
    count_lds(other_ways, sizeof other_ways / sizeof other_ways[0], how, &f);
    assert_true(f.lds && f.address == 8 && f.now.lane == 0 && f.now.pc == kCode + 4 && f.now.words[0] == direct);
    count_lds(of_the_wave, sizeof of_the_wave / sizeof of_the_wave[0], how, &f);
    assert_true(f.lds && f.address == 4 && f.now.lane == 0);
  }
}

// A group finds its LDS as nobody has written or read it, whatever the group before did there.
static void groups_of_lds(void **state) {
  (void)state;
  for (uint32_t what = WL_WATCH_UNWRITTEN; what <= WL_WATCH_RACES; what++) {
    struct program p;
    begin(&p, what, 3);
    emit2(&p, in_lds(WL_OP_ds_read_b32, 0));
    emit2(&p, in_lds(WL_OP_ds_write_b32, 0));
    emit2(&p, in_lds(WL_OP_ds_read_b32, 0));
    emit(&p, S_ENDPGM);
    for (uint32_t i = 0; i < 2; i++) {
      start(&p, SLOT);
      for (int n = 0; n < 4; n++) issue(&p, SLOT, WL_OK);
      assert_int_equal(found(&p, what).count, what == WL_WATCH_UNWRITTEN ? 2 : 0);
    }
    program_close(&p);
  }
}

// ---- order by atomics ----------------------------------------------------------------------------
// Three waves, each of which executes its steps at 0x400 * wave of the code.
struct waves {
  struct program p;
  uint32_t slot[3];
  uint64_t at[3];
};
enum { BARRIER = 3 };  // instead of a wave: the group of wave 1 passes its barrier

struct step {
  uint32_t wave;
  uint64_t words;  // 0: the wave starts, alone in group 5
};

static void step_of(struct waves *w, struct step s, uint32_t tag) {
  wl_effect e;
  char why[160];
  if (s.wave == BARRIER) {
    assert_int_equal(wl_model_barrier_release(w->p.model, 1, why), WL_OK);
    return;
  }
  w->p.at = w->at[s.wave];
  if (s.words == 0) {
    w->p.init.group = 5;
    w->p.init.waves_in_group = 1;
    w->p.init.wave_in_group = 0;
    w->p.init.vgpr_base = 32 * s.wave;
    w->p.init.pc = w->p.at;
    start(&w->p, w->slot[s.wave]);
    return;
  }
  if (s.words >> 32 != 0) emit2(&w->p, s.words);
  else emit(&w->p, (uint32_t)s.words);
  w->at[s.wave] = w->p.at;
  if (wl_model_issue(w->p.model, w->slot[s.wave], tag, &e) == WL_BAD_EVENT)
    fail_msg("%s", e.why);  // or it has no waits
}

// pair: waves `pair` and 1 are one group, and each other wave is one.
static void begin_waves(struct waves *w, uint32_t pair) {
  w->p.init.exec = 3;
  for (uint32_t i = 0; i < 3; i++) {
    const bool paired = i == 1 || i == pair;
    w->slot[i] = i == 0 ? SLOT : i == 1 ? OTHER : 7;
    w->at[i] = w->p.init.pc = kCode + 0x400 * i;
    w->p.init.group = paired ? 1 : i;
    w->p.init.waves_in_group = paired && pair != 1 ? 2 : 1;
    w->p.init.wave_in_group = paired && i != 1;
    w->p.init.vgpr_base = 32 * i;
    start(&w->p, w->slot[i]);
  }
}

static uint64_t races_of(uint32_t pair, const struct step *steps, size_t count) {
  struct waves w;
  begin(&w.p, WL_WATCH_RACES, 3);
  begin_waves(&w, pair);
  for (size_t i = 0; i < count; i++) step_of(&w, steps[i], 0);
  const uint64_t found_races = found(&w.p, WL_WATCH_RACES).count;
  program_close(&w.p);
  return found_races;
}
#define RACES_OF(pair, ...) \
  races_of(pair, (const struct step[]){__VA_ARGS__}, sizeof((const struct step[]){__VA_ARGS__}) / sizeof(struct step))

static uint64_t add(uint32_t offset) { return global(WL_OP_global_atomic_add, 4, 0, 1, 0, offset); }
static uint64_t returning(uint64_t words) { return words | WL_FLAT_GLC; }

static void order_of_atomics(void **state) {
  (void)state;
  const uint64_t read = load(WL_OP_global_load_dword), write = store();
  const uint64_t lds_add = in_lds(WL_OP_ds_add_u32, 32), lds_returns = in_lds(WL_OP_ds_add_rtn_u32, 32);
  const uint64_t scalar = smem(WL_OP_s_atomic_add, 2, 0, 0x100);
  const struct {
    uint64_t first, second;
    bool ordered;
  } list[] = {
      {add(0x100), returning(add(0x100)), true},
      {returning(add(0x100)), returning(add(0x100)), true},
      {add(0x100), add(0x100), false},  // nothing tells the wave when
      {add(0x100), returning(add(0x108)), false},
      {add(0x104), returning(global(WL_OP_global_atomic_add_x2, 4, 0, 2, 0, 0x100)), true},
      {add(0x100), scalar | WL_SMEM_GLC, true},
      {add(0x100), scalar, false},
      {scalar, returning(add(0x100)), true},
      {lds_add, lds_returns, true},
      {lds_returns, lds_returns, true},
      {lds_add, lds_add, false},
      {lds_add, in_lds(WL_OP_ds_add_rtn_u32, 40), false},
      {lds_add, returning(flat(WL_OP_flat_atomic_add, 32)), true},
      {flat(WL_OP_flat_atomic_add, 32), lds_returns, true},
      {flat(WL_OP_flat_atomic_add, 32), returning(add(32)), false},
      {in_lds(WL_OP_ds_append, 32), in_lds(WL_OP_ds_consume, 32), true},
      {ds(WL_OP_ds_add_src2_u32, 4, 0, 0, 0, 8), in_lds(WL_OP_ds_add_rtn_u32, 0), true},
      {lds_add, in_lds(WL_OP_ds_read_b32, 32), false},
      {in_lds(WL_OP_ds_write_b32, 32), lds_returns, false},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    const uint64_t first = list[i].first, second = list[i].second;
    if (RACES_OF(1, {0, write}, {0, first}, {1, second}, {1, read}) != (list[i].ordered ? 0 : 2)) fail_msg("%zu", i);
    assert_int_equal(RACES_OF(1, {0, read}, {0, first}, {1, second}, {1, write}), list[i].ordered ? 0 : 2);
    assert_int_equal(RACES_OF(1, {0, first}, {0, write}, {1, second}, {1, read}), 2);
    assert_int_equal(RACES_OF(1, {0, write}, {1, second}, {0, first}, {1, read}), 2);
    assert_int_equal(RACES_OF(1, {0, write}, {0, first}, {1, read}, {1, second}), 2);
  }
  const uint64_t other = in_lds(WL_OP_ds_add_rtn_u32, 40), end = S_ENDPGM;
  // On to a third wave: by another word, by the same, by a barrier; and not on to it.
  assert_int_equal(RACES_OF(1, {0, write}, {0, lds_add}, {1, lds_returns}, {1, other}, {2, other}, {2, read}), 0);
  assert_int_equal(RACES_OF(1, {0, write}, {0, lds_add}, {1, lds_add}, {2, lds_returns}, {2, read}), 0);
  assert_int_equal(RACES_OF(1, {0, write}, {0, lds_add}, {1, lds_returns}, {2, other}, {2, read}), 2);
  assert_int_equal(
      RACES_OF(2, {0, write}, {0, lds_add}, {1, lds_returns}, {1, S_BARRIER}, {2, S_BARRIER}, {BARRIER, 0}, {2, read}),
      0);
  assert_int_equal(RACES_OF(2, {0, write}, {1, S_BARRIER}, {2, S_BARRIER}, {BARRIER, 0}, {2, read}), 2);
  // Waves that follow each other in a slot: what the second did is not what the first told of.
  assert_int_equal(RACES_OF(1, {0, lds_add}, {0, end}, {0, 0}, {0, write}, {1, lds_returns}, {1, read}), 2);
  assert_int_equal(RACES_OF(1, {0, write}, {0, end}, {0, 0}, {0, lds_add}, {1, lds_returns}, {1, read}), 2);
  assert_int_equal(RACES_OF(1, {0, write}, {0, end}, {0, 0}, {0, read}), 2);
  // A barrier orders what a wave did that has ended, and whose slot another wave has.
  assert_int_equal(RACES_OF(0, {0, write}, {0, end}, {1, S_BARRIER}, {BARRIER, 0}, {1, read}), 0);
  assert_int_equal(RACES_OF(0, {0, write}, {0, end}, {0, 0}, {1, S_BARRIER}, {BARRIER, 0}, {1, read}), 0);
  assert_int_equal(RACES_OF(0, {0, end}, {0, 0}, {0, write}, {1, S_BARRIER}, {BARRIER, 0}, {1, read}), 2);
}

// The LDS serves the atomic of lanes 0 and 1 at a byte below 64.
static void serve(struct program *p, uint32_t slot, uint32_t tag, uint32_t at) {
  for (uint32_t lane = 0; lane < 2; lane++) {
    const wl_lds_access a = {.slot = slot, .tag = tag, .op = WL_MEM_ATOMIC, .bank = at / 16};
    wl_lds_access predicted;
    char why[160];
    if (wl_model_lds(p->model, &a, &predicted, why) != WL_OK) fail_msg("%s", why);
  }
}

// Memory performs that of the same lanes.
static void perform(struct program *p, uint32_t slot, uint32_t tag, uint64_t line) {
  const wl_transaction t = {.unit = WL_UNIT_VMEM,
                            .slot = slot,
                            .tag = tag,
                            .op = WL_MEM_ATOMIC,
                            .atomic = WL_ATOMIC_ADD,
                            .lanes = 3,
                            .line = line};
  wl_transaction predicted;
  uint32_t data[16];
  char why[160];
  if (wl_model_request(p->model, &t, &predicted, why) != WL_OK) fail_msg("%s", why);
  if (wl_model_perform(p->model, &t, false, data, why) != WL_OK) fail_msg("%s", why);
}

// In flight: an atomic tells what its wave did before it issued, and tells it to those that are performed later. Its
// own wave knows of others when it is performed.
static void atomics_in_flight(void **state) {
  (void)state;
  for (int lds = 0; lds < 2; lds++) {
    const uint64_t release = lds ? in_lds(WL_OP_ds_add_u32, 32) : add(0x100),
                   acquire = lds ? in_lds(WL_OP_ds_add_rtn_u32, 32) : returning(add(0x100));
    for (uint32_t early = 0; early < 2; early++) {  // the second atomic is performed before the first
      if (early && lds) continue;                   // the LDS serves in order of issue
      struct waves w;
      begin_unit(&w.p, WL_WATCH_RACES, 3);
      begin_waves(&w, 1);
      step_of(&w, (struct step){0, store()}, 0);
      step_of(&w, (struct step){0, release}, 1);
      step_of(&w, (struct step){0, store() + 64}, 2);
      step_of(&w, (struct step){1, acquire}, 0);
      for (uint32_t i = 0; i < 2; i++) {
        const bool first = i == early;
        step_of(&w, (struct step){1, load(WL_OP_global_load_dword)}, 1 + i);
        assert_int_equal(found(&w.p, WL_WATCH_RACES).count, 2);  // not before its own is performed
        if (lds) serve(&w.p, first ? SLOT : OTHER, first, 32);
        else perform(&w.p, first ? SLOT : OTHER, first, kData + 0x100);
      }
      step_of(&w, (struct step){1, load(WL_OP_global_load_dword)}, 3);
      assert_int_equal(found(&w.p, WL_WATCH_RACES).count, early ? 2 : 0);
      step_of(&w, (struct step){1, load(WL_OP_global_load_dword) + 64}, 4);
      assert_int_equal(found(&w.p, WL_WATCH_RACES).count, 2);
      program_close(&w.p);
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
  const struct CMUnitTest tests[] = {cmocka_unit_test(unwritten),        cmocka_unit_test(formats_and_transfers),
                                     cmocka_unit_test(scratch),          cmocka_unit_test(races),
                                     cmocka_unit_test(borders),          cmocka_unit_test(unwritten_lds),
                                     cmocka_unit_test(groups_of_lds),    cmocka_unit_test(order_of_atomics),
                                     cmocka_unit_test(atomics_in_flight)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
