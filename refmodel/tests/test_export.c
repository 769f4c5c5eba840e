// SPDX-License-Identifier: Apache-2.0
// EXP: decoding, what is sent, the order of beats, EXP_CNT and missing waits (control-flow.md 11).
#include <stdio.h>

#include "program.h"
#include "wavelock/decode.h"
#include "wavelock/encoding.h"

enum { MRT0 = 0, NONE = 9, POS3 = 15, PARAM31 = 63, ALL = 15, COMPR = 1, DONE = 2, VM = 4 };

// more: COMPR, DONE, VM. vsrc: VSRC0 in the lowest byte.
static uint64_t export(uint32_t target, uint32_t en, uint32_t more, uint32_t vsrc) {
  return (0xc4000000u | en | target << 4 | more << 10) | (uint64_t)vsrc << 32;
}

// ---- decoding ------------------------------------------------------------------------------------

static wl_decoded decode(uint64_t words, uint32_t vgprs) {
  wl_decoded d;
  wl_decode_words((const uint32_t[]){(uint32_t)words, (uint32_t)(words >> 32)}, WL_GFX900, false, 96, vgprs, false, &d);
  return d;
}

// Decisions: D-EXP-1.
static void legality(void **state) {
  (void)state;
  for (uint32_t target = 0; target < 64; target++) {
    const bool legal = target <= 9 || (target >= 12 && target <= 15) || target >= 32;
    assert_int_equal(decode(export(target, 0, 0, 0), 24).legal, legal);
    assert_int_equal(decode(export(target, ALL, COMPR, 0), 24).legal, legal);
  }
  assert_true(decode(export(MRT0, ALL, 0, 0) | 0x03ffe000, 24).legal);  // reserved bits
  // Only what is sent is judged.
  for (uint32_t en = 0; en < 16; en++) {
    for (uint32_t i = 0; i < 4; i++) {
      const uint32_t high = 24u << 8 * i;
      assert_int_equal(decode(export(MRT0, en, 0, high), 24).legal, !(en >> i & 1));
      assert_int_equal(decode(export(MRT0, en, COMPR, high), 24).legal, i > 1 || !(en >> 2 * i & 3));
    }
  }
  const wl_decoded d = decode(0x04030201c400180full, 24);  // exp mrt0 v1, v2, v3, v4 done vm
  assert_string_equal(d.name, "exp");
  assert_string_equal(d.format, "EXP");
  assert_true(d.size == 8 && d.op == 0 && d.target == 0 && d.en == 15 && d.done && d.vm && !d.compr);
  for (uint32_t i = 0; i < 4; i++) assert_true(d.src[i].kind == WL_DECODED_VGPR && d.src[i].reg == i + 1);
  const wl_decoded pos = decode(0x07000000c40000f9ull, 24);  // exp pos3 v0, off, off, v7
  assert_true(pos.target == POS3 && pos.src[0].kind == WL_DECODED_VGPR && pos.src[3].reg == 7);
  assert_true(pos.src[1].kind == WL_DECODED_NONE && pos.src[2].kind == WL_DECODED_NONE);
  const wl_decoded half = decode(0x00000201c400048full, 24);  // exp mrtz v1, v1, v2, v2 compr
  assert_true(half.compr && half.target == 8 && half.src[1].reg == 2 && half.src[2].kind == WL_DECODED_NONE);
}

// ---- what is sent --------------------------------------------------------------------------------

// v0 to v2 of lane l at the start.
static uint32_t given(uint32_t vgpr, uint32_t lane) { return vgpr << 16 | lane; }

static void open_program(struct program *p) {
  program_open(p);
  p->init.vgpr_count = 3;
  for (uint32_t v = 0; v < 3; v++) {
    for (uint32_t l = 0; l < WL_LANES; l++) p->init.vgpr[v][l] = given(v, l);
  }
}

static wl_result issue_as(struct program *p, uint32_t slot, uint32_t tag, char why[160]) {
  wl_effect e;
  const wl_result r = wl_model_issue(p->model, slot, tag, &e);
  memcpy(why, e.why, 160);
  return r;
}

static void issues(struct program *p, uint32_t tag) {
  char why[160];
  const wl_result r = issue_as(p, 0, tag, why);
  if (r != WL_OK) print_error("%s\n", why);
  assert_int_equal(r, WL_OK);
}

static void refuses(struct program *p, wl_result result, const char *part) {
  char why[160];
  assert_int_equal(issue_as(p, 0, 60, why), result);
  if (!strstr(why, part)) fail_msg("\"%s\" does not contain \"%s\"", why, part);
}

static wl_export_beat beat(struct program *p, uint32_t tag) {
  wl_export_beat b;
  char why[160];
  const wl_result r = wl_model_export(p->model, 0, tag, &b, why);
  if (r != WL_OK) print_error("%s\n", why);
  assert_int_equal(r, WL_OK);
  return b;
}

static void bad_beat(struct program *p, uint32_t tag, const char *part) {
  wl_export_beat b;
  char why[160];
  assert_int_equal(wl_model_export(p->model, 0, tag, &b, why), WL_BAD_EVENT);
  if (!strstr(why, part)) fail_msg("\"%s\" does not contain \"%s\"", why, part);
}

static uint32_t exp_cnt(const struct program *p) { return wl_field(state_regs(p, 0).counters, WL_COUNTERS_EXP); }

// The beats of a sent VGPR under `exec`.
static void sends(struct program *p, uint32_t tag, uint32_t component, uint32_t vgpr, uint64_t exec, bool last) {
  for (uint32_t pass = 0; pass < 4; pass++) {
    const wl_export_beat b = beat(p, tag);
    assert_true(b.slot == 0 && b.tag == tag && b.component == component && b.pass == pass && b.exec == exec);
    assert_int_equal(b.last, last && pass == 3);
    for (uint32_t i = 0; i < 16; i++) {
      const uint32_t lane = 16 * pass + i;
      assert_int_equal(b.data[i], exec >> lane & 1 ? given(vgpr, lane) : 0);
    }
  }
}

static void drain(struct program *p, uint32_t tag) {
  while (!beat(p, tag).last) continue;
}

// Decisions: D-EXP-2, D-EXP-3, D-EXP-5.
static void beats(void **state) {
  (void)state;
  struct program p;
  open_program(&p);
  p.init.exec = 0xf00000000000ff01ull;
  emit2(&p, export(MRT0, 9, DONE, 0x02ffff01));      // v1, off, off, v2
  emit2(&p, export(POS3, ALL, COMPR | VM, 0x0002));  // v2, v0 in pairs
  start(&p, 0);
  issues(&p, 5);
  issues(&p, 6);
  assert_int_equal(exp_cnt(&p), 2);
  const wl_export_beat first = beat(&p, 6);
  assert_true(first.target == POS3 && first.en == 15 && first.compr && !first.done && first.vm && !first.last);
  assert_int_equal(first.component, 0);
  assert_int_equal(first.data[0], given(2, 0));
  for (uint32_t i = 0; i < 3; i++) beat(&p, 6);
  sends(&p, 6, 1, 0, p.init.exec, true);
  assert_int_equal(exp_cnt(&p), 1);
  bad_beat(&p, 6, "no export in flight under tag 6");
  sends(&p, 5, 0, 1, p.init.exec, false);
  assert_int_equal(exp_cnt(&p), 1);
  sends(&p, 5, 3, 2, p.init.exec, true);
  assert_int_equal(exp_cnt(&p), 0);
  bad_beat(&p, 5, "no export");
  program_close(&p);
}

// Decisions: D-EXP-4.
static void nothing_sent(void **state) {
  (void)state;
  struct program p;
  open_program(&p);
  p.init.exec = 0;
  emit2(&p, export(NONE, 0, DONE | VM, 0));
  emit2(&p, export(MRT0, 0, COMPR, 0));
  emit2(&p, export(MRT0, 2, 0, 0x0100));
  start(&p, 0);
  for (uint32_t i = 0; i < 3; i++) issues(&p, i);
  for (uint32_t i = 0; i < 2; i++) {
    const wl_export_beat b = beat(&p, i);
    assert_true(b.last && b.component == 4 && b.pass == 0 && b.exec == 0 && b.data[0] == 0);
  }
  sends(&p, 2, 1, 1, 0, true);  // no lane is active: all passes come
  assert_int_equal(exp_cnt(&p), 0);
  program_close(&p);
}

// Decisions: D-EXP-6, D-EXP-7, D-EXP-9.
static void order(void **state) {
  (void)state;
  static const uint32_t targets[7] = {MRT0, 32, NONE, 12, PARAM31, 8, POS3};
  struct program p;
  open_program(&p);
  for (uint32_t i = 0; i < 7; i++) emit2(&p, export(targets[i], i % 2, 0, 0));
  emit2(&p, export(MRT0, ALL, 0, 0));
  emit(&p, S_ENDPGM);
  start(&p, 0);
  for (uint32_t i = 0; i < 7; i++) issues(&p, i);
  assert_false(wl_model_could_issue(p.model, 0));
  refuses(&p, WL_BAD_EVENT, "EXP_CNT is full");
  bad_beat(&p, 2, "before an older one of its type, under tag 0");  // null is of the type color
  bad_beat(&p, 5, "under tag 0");                                   // and so is mrtz
  bad_beat(&p, 4, "under tag 1");
  bad_beat(&p, 6, "under tag 3");
  beat(&p, 3);  // types have no order among each other, and each wave and type sends one export after the other
  beat(&p, 1);
  bad_beat(&p, 4, "under tag 1");
  beat(&p, 0);
  assert_int_equal(exp_cnt(&p), 6);  // that of tag 0 sent no register
  for (uint32_t i = 0; i < 7; i++) {
    if (i != 0) drain(&p, i);
  }
  issues(&p, 9);
  refuses(&p, WL_BAD_EVENT, "at s_endpgm expcnt(0), EXP_CNT is 1");
  drain(&p, 9);
  assert_int_equal(issue(&p, 0, WL_OK).end, WL_END_PGM);
  program_close(&p);
}

static void tags(void **state) {
  (void)state;
  struct program p;
  open_program(&p);
  emit2(&p, export(MRT0, 1, 0, 0));
  emit2(&p, export(MRT0, 1, 0, 0));
  start(&p, 0);
  char why[160];
  assert_int_equal(issue_as(&p, 0, 64, why), WL_BAD_EVENT);
  issues(&p, 63);
  assert_int_equal(issue_as(&p, 0, 63, why), WL_BAD_EVENT);
  assert_non_null(strstr(why, "still in use"));
  bad_beat(&p, 1, "no export");
  wl_export_beat b;
  assert_int_equal(wl_model_export(p.model, 3, 63, &b, why), WL_BAD_EVENT);
  assert_int_equal(wl_model_export(p.model, WL_MAX_WAVES, 63, &b, why), WL_BAD_EVENT);
  program_close(&p);
}

// Decisions: D-EXP-10. VSKIP discards it; registers are the wave's own while others are shared or indexed.
static void modes(void **state) {
  (void)state;
  struct program p;
  open_program(&p);
  emit(&p, sopc(WL_OP_s_setvskip, 129, 128));
  emit(&p, sopp(WL_OP_s_nop, 3));
  emit2(&p, export(MRT0, ALL, 0, 0));
  emit2(&p, export(10, ALL, 0, 0));
  emit(&p, sopc(WL_OP_s_setvskip, 128, 128));
  emit(&p, sopp(WL_OP_s_nop, 3));
  emit(&p, sopc(WL_OP_s_set_gpr_idx_on, 129, 15));
  emit(&p, sopp(WL_OP_shared_on, 15));
  emit2(&p, export(MRT0, 2, 0, 0x0100));
  start(&p, 0);
  issues(&p, 0);
  issues(&p, 0);
  assert_true(issue(&p, 0, WL_OK).skipped && issue(&p, 0, WL_OK).skipped);
  assert_int_equal(exp_cnt(&p), 0);
  for (uint32_t i = 0; i < 5; i++) issues(&p, 1);
  sends(&p, 1, 1, 1, ~0ull, true);
  program_close(&p);
  // Row 4 of the wait states.
  open_program(&p);
  emit(&p, sopc(WL_OP_s_setvskip, 128, 128));
  emit2(&p, export(MRT0, ALL, 0, 0));
  start(&p, 0);
  issues(&p, 0);
  refuses(&p, WL_HAZARD_STATES, "row 4");
  program_close(&p);
}

// Decisions: D-EXP-11. STATUS of a wave says nothing of exports.
static void status(void **state) {
  (void)state;
  struct program p;
  open_program(&p);
  emit2(&p, export(MRT0, 1, 0, 0));
  start(&p, 0);
  const uint32_t before = state_regs(&p, 0).status;
  assert_int_equal(before & (1u << 7 | 1u << 18 | 1u << 26), 0);
  issues(&p, 0);
  assert_int_equal(state_regs(&p, 0).status, before);
  program_close(&p);
}

// A unit that does not report exports: they are done at issue.
static void at_issue(void **state) {
  (void)state;
  struct program p;
  open_program(&p);
  for (uint32_t i = 0; i < 9; i++) emit2(&p, export(MRT0, 1, 0, 0));
  wl_model_at_issue(p.model, WL_UNIT_EXPORT);
  start(&p, 0);
  for (uint32_t i = 0; i < 9; i++) issues(&p, 0);
  assert_int_equal(exp_cnt(&p), 0);
  bad_beat(&p, 0, "no export");
  program_close(&p);
}

// ---- missing waits -------------------------------------------------------------------------------

enum { EXP0 = 0xcf0f, EXP1 = 0xcf1f };  // s_waitcnt expcnt(0), expcnt(1)

// Two exports, of mrt0 v1 and of `target` v2 (or a GDS write of v2: target GDS), a wait, then an instruction. part: of
// the hazard; NULL: there is none.
enum { GDS = 64 };
static void after_wait(uint32_t target, uint32_t wait, uint32_t word, const char *part) {
  struct program p;
  open_program(&p);
  emit2(&p, export(MRT0, 1, 0, 1));
  if (target == GDS) emit2(&p, ds(WL_OP_ds_write_b32, 0, 2, 2, 0, 0) | 1u << 16);
  else emit2(&p, export(target, 1, 0, 2));
  if (wait != 0) emit(&p, sopp(WL_OP_s_waitcnt, wait));
  emit(&p, word);
  emit(&p, S_ENDPGM);
  start(&p, 0);
  wl_run_report report;
  wl_model_run(p.model, 100, &report);
  if (part == NULL) {
    if (report.result != WL_OK) print_error("%s\n", report.why);
    assert_int_equal(report.result, WL_OK);
  } else {
    assert_int_equal(report.result, WL_HAZARD_PENDING);
    if (!strstr(report.why, part)) fail_msg("\"%s\" does not contain \"%s\"", report.why, part);
  }
  program_close(&p);
}

static uint32_t write_vgpr(uint32_t n) { return vop1(WL_OP_v_mov_b32, n, 128); }

// Decisions: D-EXP-8.
static void waits(void **state) {
  (void)state;
  after_wait(8, 0, write_vgpr(1), "missing wait, expcnt: exp at 0x10000 reads v1, v_mov_b32");
  after_wait(8, 0, write_vgpr(3), NULL);
  after_wait(8, 0, vop1(WL_OP_v_mov_b32, 3, VGPR + 1), NULL);  // a read is no write
  after_wait(8, EXP0, write_vgpr(1), NULL);
  after_wait(8, EXP1, write_vgpr(1), NULL);  // both are of the type color
  after_wait(8, EXP1, write_vgpr(2), "exp at 0x10008 reads v2");
  for (uint32_t i = 0; i < 3; i++) {
    const uint32_t other = (const uint32_t[]){POS3, PARAM31, GDS}[i];
    after_wait(other, EXP1, write_vgpr(1), "exp at 0x10000 reads v1");
    after_wait(other, EXP1, write_vgpr(2), i == 2 ? "ds_write_b32 at 0x10008 reads v2" : "exp at 0x10008 reads v2");
    after_wait(other, EXP0, write_vgpr(1), NULL);
    after_wait(other, EXP0, write_vgpr(2), NULL);
  }
  after_wait(GDS, 0xc07f, write_vgpr(2), NULL);  // lgkmcnt(0) covers GDS, not the export
  after_wait(GDS, 0xc07f, write_vgpr(1), "exp at 0x10000 reads v1");
}

// Decisions: D-WAIT-29.
static void exec_hazards(void **state) {
  (void)state;
  static const char whole[] = "exp at 0x10000 reads exec, ";
  after_wait(8, 0, sop1(WL_OP_s_mov_b64, EXEC, 193), "missing wait, expcnt: exp at 0x10000 reads exec, s_mov_b64");
  after_wait(8, 0, sop1(WL_OP_s_mov_b32, EXEC, 193), "reads exec_lo, s_mov_b32");
  after_wait(8, 0, sop1(WL_OP_s_mov_b32, EXEC + 1, 193), "reads exec_hi, s_mov_b32");
  after_wait(8, 0, sop1(WL_OP_s_and_saveexec_b64, 4, 193), whole);
  after_wait(8, 0, sop1(WL_OP_s_andn1_wrexec_b64, 4, 128), whole);
  after_wait(8, 0, vopc(WL_OP_v_cmpx_eq_u32, 128, 0), whole);
  after_wait(8, 0, sop1(WL_OP_s_mov_b64, 4, EXEC), NULL);  // a read is no write
  after_wait(8, EXP1, sop1(WL_OP_s_mov_b64, EXEC, 193), "exp at 0x10008 reads exec");
  after_wait(8, EXP0, sop1(WL_OP_s_mov_b64, EXEC, 193), NULL);
  after_wait(GDS, EXP1, sop1(WL_OP_s_mov_b64, EXEC, 193), whole);
}

// A fork that splits the wave, and the join behind it, write EXEC; others do not.
static void forks(void **state) {
  (void)state;
  for (int splits = 0; splits < 2; splits++) {
    struct program p;
    open_program(&p);
    p.init.sgpr_count = 12;
    p.init.sgpr[10] = splits ? 0xff : ~0u;
    p.init.sgpr[11] = splits ? 0 : ~0u;
    emit2(&p, export(MRT0, 1, 0, 1));
    emit(&p, sopk(WL_OP_s_cbranch_i_fork, 10, 0));
    emit(&p, S_ENDPGM);
    start(&p, 0);
    wl_run_report report;
    wl_model_run(p.model, 100, &report);
    assert_int_equal(report.result, splits ? WL_HAZARD_PENDING : WL_OK);
    if (splits) assert_non_null(strstr(report.why, "exp at 0x10000 reads exec, s_cbranch_i_fork"));
    program_close(&p);
  }
}

// A load that an export reads before it has been waited for.
static void unwaited_source(void **state) {
  (void)state;
  struct program p;
  open_program(&p);
  emit2(&p, ds(WL_OP_ds_read_b32, 1, 0, 0, 0, 0));
  emit2(&p, export(MRT0, 2, 0, 0x0100));
  start(&p, 0);
  wl_run_report report;
  wl_model_run(p.model, 100, &report);
  assert_int_equal(report.result, WL_HAZARD_PENDING);
  assert_non_null(strstr(report.why, "loads v1, exp at"));
  program_close(&p);
}

// ---- standalone ----------------------------------------------------------------------------------

static struct {
  uint32_t count;
  wl_export last;
} reported;
static void report_export(void *to, const wl_export *sent) {
  assert_ptr_equal(to, &reported);
  reported.count++;
  reported.last = *sent;
}

static void standalone(void **state) {
  (void)state;
  struct program p;
  open_program(&p);
  p.init.exec = 6;
  for (uint32_t i = 0; i < 9; i++) emit2(&p, export(32 + i, 2, VM, 0x0200));
  emit(&p, S_ENDPGM);
  wl_model_on_export(p.model, report_export, &reported);
  start(&p, 4);
  run(&p, WL_OK);
  assert_int_equal(reported.count, 9);
  const wl_export *x = &reported.last;
  assert_true(x->slot == 4 && x->target == 40 && x->en == 2 && !x->compr && !x->done && x->vm && x->exec == 6);
  for (uint32_t l = 0; l < WL_LANES; l++) {
    assert_int_equal(x->data[1][l], 6ull >> l & 1 ? given(2, l) : 0);
    assert_int_equal(x->data[0][l] | x->data[2][l] | x->data[3][l], 0);
  }
  program_close(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(legality),   cmocka_unit_test(beats),        cmocka_unit_test(nothing_sent),
      cmocka_unit_test(order),      cmocka_unit_test(tags),         cmocka_unit_test(modes),
      cmocka_unit_test(status),     cmocka_unit_test(at_issue),     cmocka_unit_test(waits),
      cmocka_unit_test(forks),      cmocka_unit_test(exec_hazards), cmocka_unit_test(unwaited_source),
      cmocka_unit_test(standalone),
  };
  return cmocka_run_group_tests_name("export", tests, NULL, NULL);
}
