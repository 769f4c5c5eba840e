// SPDX-License-Identifier: Apache-2.0
// The arbiter's choice (control-flow.md 9). A DUT that selects the wrong wave is reported in the same cycle. A DUT that
// has a reason for its choice is not.
#include "schedule.h"

enum {
  ALL = (1 << WAVES) - 1,
  VALU = 1 << WL_READY_VALU,
  SMEM = 1 << WL_READY_SMEM,
  LDS_UNIT = 1 << WL_READY_LDS,
  VMEM = 1 << WL_READY_VMEM,
  EXPORT = 1 << WL_READY_EXPORT,
  ALL_UNITS = VALU | SMEM | LDS_UNIT | VMEM | EXPORT,
  S_SETPRIO = SOPP_WORD(s_setprio, 0),
  S_SLEEP = SOPP_WORD(s_sleep, 0),
  V_NOP = 0x7E000000u,
  VM_0 = WAIT_VM(0),
};

// Four waves. Each sets its USER_PRIO, then goes on at `then[slot]` of the program, or with s_nop 0 where that is 0.
static uint32_t then[WAVES];
static void four(uint32_t p0, uint32_t p1, uint32_t p2, uint32_t p3) {
  const uint32_t prio[WAVES] = {p0, p1, p2, p3};
  const uint32_t nops = u.count;
  for (uint32_t i = 0; i < 8; i++) put_one(S_NOP);
  for (uint32_t slot = 0; slot < WAVES; slot++) {
    u.entry[slot] = u.count;
    put_one(S_SETPRIO | prio[slot]);
    const uint32_t to = then[slot] ? then[slot] : nops;
    put_one(SOPP_WORD(s_branch, (to - u.count - 1) & 0xFFFF));
    then[slot] = 0;
  }
  start(WAVES);
  for (uint32_t slot = 0; slot < WAVES; slot++) {
    issue(slot, 0);
    issue(slot, 0);
  }
  fine();
}

// The next place in the program, for then[]; never 0.
static uint32_t here(void) {
  if (u.count == 0) put_one(S_NOP);
  return u.count;
}

// The DUT selects `slot` while the waves of `fetched` have their instructions, and it issues.
static void selects(uint32_t fetched, uint32_t units, int slot) {
  ready(fetched, 0, units, slot);
  if (slot >= 0) issue((uint32_t)slot, 0);
  else tick();
}
// The DUT selects `slot`, and it does not issue.
static void in_vain(uint32_t fetched, uint32_t units, int slot) {
  ready(fetched, 0, units, slot);
  tick();
}

// Reported, for the cycle before the open one, with this part of the headline.
static void caught_now(const char *part) {
  const uint64_t cycle = (uint64_t)u.cycle - 1;
  wl_checker_result r;
  if (!wl_checker_stop(u.checker)) fail_msg("not noticed; expected \"%s\"", part);
  wl_checker_finish(u.checker, u.mem, &r);
  if (!strstr(r.why, part)) fail_msg("\"%s\" does not contain \"%s\"", r.why, part);
  assert_int_equal(r.verdict, WL_ILLEGAL);
  assert_int_equal(r.first_cycle, cycle);
  end();
}

static void good(void) {
  fine();
  end();
}

// ---- USER_PRIO -----------------------------------------------------------------------------------

// Decisions: D-ARB-2.
static void test_priorities(void **state) {
  (void)state;
  // Every pair: the selected wave below, at and above the other.
  for (uint32_t mine = 0; mine < 4; mine++) {
    for (uint32_t other = 0; other < 4; other++) {
      four(mine, 0, other, 0);
      selects(1 | 4, ALL_UNITS, 0);
      if (other > mine) {
        char text[80];
        snprintf(text, sizeof text, "and slot 0 (USER_PRIO %u) was selected: the highest USER_PRIO goes first", mine);
        caught_now(text);
      } else {
        good();
      }
    }
  }
}

// The whole sentence once: both waves, their priorities, the cycles, the rule.
static void test_sentence(void **state) {
  (void)state;
  four(1, 0, 3, 0);
  const long long issued = u.cycle - 3, now = u.cycle;
  char text[240];
  snprintf(text, sizeof text,
           "slot 2 (USER_PRIO 3, issued last at cycle %lld) could issue at cycle %lld, and slot 0 (USER_PRIO 1) was "
           "selected: the highest "
           "USER_PRIO goes first (control-flow.md 9)",
           issued, now);
  selects(ALL, ALL_UNITS, 0);
  caught_now(text);
}

// ---- bounded waiting -----------------------------------------------------------------------------

// Slots 0 to 2 issue s_branch to themselves.
static void three_in_loops(uint32_t p0, uint32_t p1, uint32_t p2) {
  then[0] = then[1] = then[2] = here();
  put_one(SOPP_WORD(s_branch, 0xFFFF));
  four(p0, p1, p2, 0);
}

// A wave that is passed over in cycle T is marked from T + 1 on and overdue from T + PRIO_BOUND + 1 on.
// Decisions: D-ARB-4.
static void test_bound(void **state) {
  (void)state;
  char late[120];
  snprintf(late, sizeof late, "and slot 1 (USER_PRIO 3) was selected: a wave that was passed over for %d cycles",
           PRIO_BOUND);
  three_in_loops(0, 3, 0);
  for (int round = 0; round < 3; round++) {
    for (int n = 0; n <= PRIO_BOUND; n++) selects(1 | 2, ALL_UNITS, 1);
    selects(1 | 2, ALL_UNITS, 0);
  }
  good();
  three_in_loops(0, 3, 0);
  for (int n = 0; n <= PRIO_BOUND + 1; n++) selects(1 | 2, ALL_UNITS, 1);
  caught_now(late);
  three_in_loops(0, 3, 0);
  for (int n = 0; n < PRIO_BOUND; n++) selects(1 | 2, ALL_UNITS, 1);
  selects(1 | 2, ALL_UNITS, 0);
  caught_now("slot 0 (USER_PRIO 0) was selected: the highest USER_PRIO goes first");
  // No candidate for a cycle: it begins anew.
  three_in_loops(0, 3, 0);
  for (int n = 0; n < PRIO_BOUND; n++) selects(1 | 2, ALL_UNITS, 1);
  selects(2, ALL_UNITS, 1);
  for (int n = 0; n <= PRIO_BOUND; n++) selects(1 | 2, ALL_UNITS, 1);
  selects(1 | 2, ALL_UNITS, 0);
  good();
  // Nobody outranks it in the end: it is overdue all the same, until it issues.
  three_in_loops(0, 3, 0);
  for (int n = 0; n <= PRIO_BOUND; n++) selects(1 | 2, ALL_UNITS, 1);
  in_vain(1, ALL_UNITS, -1);
  caught_now("no wave was selected");
}

// The count runs while a wave is marked, and one that is marked late becomes overdue with the others. Overdue ones go
// by the round, whatever their USER_PRIO.
// Decisions: D-ARB-4.
static void test_bound_of_two(void **state) {
  (void)state;
  for (int late = 0; late < 2; late++) {
    three_in_loops(0, 3, 1);
    for (int n = 0; n < PRIO_BOUND; n++) selects(1 | 2, ALL_UNITS, 1);
    if (late) selects(1 | 2, ALL_UNITS, 1);  // slot 2 comes when the others are marked no more
    else selects(1 | 2 | 4, ALL_UNITS, 1);   // marked, but not at the tick
    selects(1 | 2 | 4, ALL_UNITS, 0);
    selects(1 | 2 | 4, ALL_UNITS, 1);
    good();
  }
  three_in_loops(0, 3, 1);
  for (int n = 0; n <= PRIO_BOUND; n++) selects(1 | 2 | 4, ALL_UNITS, 1);
  selects(1 | 2 | 4, ALL_UNITS, 2);
  selects(1 | 2 | 4, ALL_UNITS, 0);
  selects(1 | 2 | 4, ALL_UNITS, 1);
  good();
  three_in_loops(1, 3, 0);
  for (int n = 0; n <= PRIO_BOUND; n++) selects(1 | 2 | 4, ALL_UNITS, 1);
  selects(1 | 2 | 4, ALL_UNITS, 0);
  caught_now("slot 2 (USER_PRIO 0");
}

// The entry into the trap handler is no issue: who was overdue before it is so after it, and goes once more.
// Decisions: D-ARB-4, D-FLOW-23.
static void test_bound_and_trap(void **state) {
  (void)state;
  enum { DEBUG_EN_OF_MODE = 11 << 6 | WL_HWREG_MODE };
  char why[160];
  for (int other = 0; other < 2; other++) {
    then[1] = here();
    put_one(SOPP_WORD(s_branch, 0xFFFF));
    then[0] = here();
    put((uint32_t[]){0xB0000000u | WL_OP_s_setreg_imm32_b32 << 23 | DEBUG_EN_OF_MODE, 1}, 2);
    put_one(S_SETPRIO);
    put_one(S_NOP);
    four(0, 3, 0, 0);
    issue(0, 0);
    issue(0, 0);
    for (int n = 0; n <= PRIO_BOUND; n++) selects(1 | 2, ALL_UNITS, 1);
    ready(1 | 2, 0, ALL_UNITS, 0);
    assert_int_equal(wl_model_trap(u.model, 0, why), WL_OK);
    wl_probe_trap(dut, 0);
    wl_probe_sgpr(dut, WL_SRC_SALU, 0, 0, WL_TTMP, 2, wl_model_sgprs(u.model, 0) + WL_TTMP);
    tick();
    selects(1 | 2, ALL_UNITS, other);
    if (other) caught_now("slot 1 (USER_PRIO 3) was selected: a wave that was passed over");
    else good();
  }
}

// s_setprio counts from the next cycle on.
static void test_setprio(void **state) {
  (void)state;
  for (int late = 0; late < 2; late++) {
    then[1] = here();
    put_one(S_SETPRIO | 2);
    put_one(S_NOP);
    four(1, 1, 1, 1);
    selects(1 | 2, ALL_UNITS, 0);
    selects(1 | 2, ALL_UNITS, 1);
    selects(1 | 2, ALL_UNITS, late ? 0 : 1);
    if (late) caught_now("slot 1 (USER_PRIO 2");
    else good();
  }
}

// What excuses a DUT that does not select a wave of higher USER_PRIO.
// Decisions: D-ARB-1.
static void test_excuses(void **state) {
  (void)state;
  char why[160];
  four(0, 3, 0, 0);  // not fetched
  selects(1, ALL_UNITS, 0);
  good();

  then[1] = here();  // its VGPRs are being read, and then they are not
  put(vmem, 2);
  put_one(S_NOP);
  four(0, 3, 0, 0);
  issue(1, 7);
  ready(1 | 2, 2, ALL_UNITS, 0);
  issue(0, 0);
  fine();
  selects(1 | 2, ALL_UNITS, 0);
  caught_now("slot 1 (USER_PRIO 3");

  then[1] = here();  // an instruction that is complete has read them
  put(vmem, 2);
  put_one(S_NOP);
  four(0, 3, 0, 0);
  issue(1, 7);
  assert_int_equal(wl_model_return(u.model, WL_UNIT_VMEM, 1, 7, why), WL_OK);
  ready(1 | 2, 2, ALL_UNITS, 0);
  wl_probe_mem_return(dut, WL_SRC_VMEM, 1, 7, 0);
  issue(0, 0);
  fine();
  ready(1 | 2, 2, ALL_UNITS, 0);
  issue(0, 0);
  caught_now("slot 1 (USER_PRIO 3");

  then[1] = here();                              // FLAT has two halves
  put((uint32_t[]){0xDC500000, 0x017F0002}, 2);  // flat_load_dword
  put_one(S_NOP);
  four(0, 3, 0, 0);
  issue(1, 7);
  assert_int_equal(wl_model_return(u.model, WL_UNIT_VMEM, 1, 7, why), WL_OK);
  ready(1 | 2, 2, ALL_UNITS, 0);
  wl_probe_mem_return(dut, WL_SRC_VMEM, 1, 7, 0);
  issue(0, 0);
  fine();
  uint32_t cycles, conflicts;
  assert_int_equal(wl_model_lds_cycles(u.model, 1, 64 + 7, &cycles, &conflicts, why), WL_OK);
  assert_int_equal(wl_model_return(u.model, WL_UNIT_LDS, 1, 64 + 7, why), WL_OK);
  ready(1 | 2, 2, ALL_UNITS, 0);
  wl_probe_lds_cycles(dut, 1, 64 + 7, (int)cycles, (int)conflicts);
  wl_probe_mem_return(dut, WL_SRC_LDS, 1, 64 + 7, 0);
  issue(0, 0);
  fine();
  ready(1 | 2, 2, ALL_UNITS, 0);
  issue(0, 0);
  caught_now("slot 1 (USER_PRIO 3");

  for (int wide = 0; wide < 2; wide++) {  // only a store of more than 64 bits may have its data read later
    then[1] = here();
    put((uint32_t[]){wide ? 0xDC7C8000 : 0xDC748000, 0x007F0200}, 2);  // global_store_dwordx4, dwordx2
    put_one(S_NOP);
    put_one(S_NOP);
    put_one(S_NOP);
    four(0, 3, 0, 0);
    issue(1, 7);
    issue(1, 0);
    in_vain(2, ALL_UNITS, 1);
    if (!wide) {
      caught_now("nothing stalled it");
      continue;
    }
    ready(1 | 2, 2, ALL_UNITS, 0);
    issue(0, 0);
    fine();
    assert_int_equal(wl_model_return(u.model, WL_UNIT_VMEM, 1, 7, why), WL_OK);
    ready(1 | 2, 2, ALL_UNITS, 0);
    wl_probe_mem_return(dut, WL_SRC_VMEM, 1, 7, 0);
    issue(0, 0);
    fine();
    ready(1 | 2, 2, ALL_UNITS, 0);
    issue(0, 0);
    caught_now("slot 1 (USER_PRIO 3");
  }

  then[1] = here();  // a GDS instruction does not hold its wave
  put(gds, 2);
  put_one(S_NOP);
  four(0, 3, 0, 0);
  issue(1, 7);
  ready(1 | 2, 2, ALL_UNITS, 0);
  issue(0, 0);
  caught_now("slot 1 (USER_PRIO 3");

  then[1] = here();  // its vector ALU instruction is in flight
  put_one(V_NOP);
  put_one(S_NOP);
  four(0, 3, 0, 0);
  issue(1, 0);
  selects(1 | 2, ALL_UNITS, 0);
  fine();
  ready(1 | 2, 0, ALL_UNITS, 0);  // in the cycle of valu_done too
  wl_probe_valu_done(dut, 1);
  issue(0, 0);
  fine();
  selects(1 | 2, ALL_UNITS, 0);
  caught_now("slot 1 (USER_PRIO 3");

  then[1] = here();  // its wait is not met; in the cycle after the completion it is
  put(vmem, 2);
  put_one(VM_0);
  four(0, 3, 0, 0);
  issue(1, 7);
  for (int i = 0; i < 3; i++) selects(1 | 2, ALL_UNITS, 0);
  assert_int_equal(wl_model_return(u.model, WL_UNIT_VMEM, 1, 7, why), WL_OK);
  ready(1 | 2, 0, ALL_UNITS, 0);
  wl_probe_mem_return(dut, WL_SRC_VMEM, 1, 7, 0);
  issue(0, 0);
  fine();
  selects(1 | 2, ALL_UNITS, 0);
  caught_now("slot 1 (USER_PRIO 3");

  then[1] = here();  // halted
  put_one(S_SETHALT);
  put_one(S_NOP);
  four(0, 3, 0, 0);
  issue(1, 0);
  selects(1 | 2, ALL_UNITS, 0);
  good();

  then[1] = here();  // at a barrier
  put_one(S_BARRIER);
  put_one(S_NOP);
  four(0, 3, 0, 0);
  issue(1, 0);
  selects(1 | 2, ALL_UNITS, 0);
  good();
}

// A message may have to wait for space while another is in flight.
static void test_message_space(void **state) {
  (void)state;
  char why[160];
  wl_message m;
  then[1] = here();
  put_one(S_SENDMSG);
  then[2] = here();
  put_one(S_SENDMSG);
  put_one(S_NOP);
  four(0, 3, 3, 0);
  issue(2, 0);
  selects(1 | 2, ALL_UNITS, 0);
  fine();
  assert_int_equal(wl_model_message(u.model, 2, &m, why), WL_OK);
  wl_probe_message(dut, 2, 0, (int)m.simm, (int)m.m0);
  tick();
  selects(1 | 2, ALL_UNITS, 0);
  caught_now("slot 1 (USER_PRIO 3");
}

// ---- units ---------------------------------------------------------------------------------------

// An export may find the queue full: it costs the cycle, and its wave stays a candidate (D-ARB-3). One that has issued
// does not hold its wave (D-EXP-9).
static void test_export(void **state) {
  (void)state;
  then[1] = here();
  put(export, 2);
  put_one(S_NOP);
  four(0, 0, 0, 0);
  for (int tries = 0; tries < 3; tries++) in_vain(2, ALL_UNITS & ~EXPORT, 1);
  selects(2, ALL_UNITS, 1);
  selects(2, ALL_UNITS, 1);
  good();
  then[1] = here();
  put(export, 2);
  put_one(S_NOP);
  four(0, 0, 0, 0);
  selects(2, ALL_UNITS, 1);
  in_vain(2, ALL_UNITS, -1);
  caught_now("no wave was selected");
}

// Wave 3 has the vector ALU and wave 1 needs it: wave 1 is stalled only if the DUT reports the unit as busy.
// Decisions: D-ARB-2.
static void test_units(void **state) {
  (void)state;
  for (int busy = 0; busy < 2; busy++) {
    then[3] = here();
    put_one(V_NOP);
    then[1] = here();
    put_one(V_NOP);
    four(0, 3, 0, 0);
    issue(3, 0);
    selects(1 | 2, busy ? ALL_UNITS & ~VALU : ALL_UNITS, 0);
    if (busy) good();
    else caught_now("the highest USER_PRIO");
  }
  // A wave whose unit is busy comes after one that needs another unit or none, whatever their USER_PRIO.
  then[3] = here();
  put_one(V_NOP);
  then[1] = here();
  put_one(V_NOP);
  four(0, 3, 0, 0);
  issue(3, 0);
  in_vain(1 | 2, ALL_UNITS & ~VALU, 1);
  caught_now(
      "slot 0 (USER_PRIO 0, issued last at cycle 5) could issue at cycle 13, and slot 1 (USER_PRIO 3) was selected: "
      "its "
      "unit could "
      "take an instruction in the cycle before, that of slot 1 could not");
  // If all their units are busy, USER_PRIO decides.
  for (int low = 0; low < 2; low++) {
    then[3] = then[1] = then[0] = here();
    put_one(V_NOP);
    put_one(V_NOP);
    four(0, 3, 0, 0);
    issue(3, 0);
    in_vain(1 | 2, ALL_UNITS & ~VALU, low ? 0 : 1);
    if (low) caught_now("the highest USER_PRIO");
    else good();
  }
  // With nothing in flight no unit is busy.
  static const uint32_t *const words[] = {NULL, smem, lds, vmem, export};
  for (uint32_t unit = 0; unit < WL_READY_UNITS; unit++) {
    then[1] = here();
    if (words[unit]) put(words[unit], 2);
    else put_one(V_NOP);
    four(0, 3, 0, 0);
    selects(1 | 2, ALL_UNITS & ~(1u << unit), 0);
    caught_now("slot 1 (USER_PRIO 3");
  }
  // A memory unit may be busy with an instruction in flight.
  for (uint32_t unit = 1; unit < WL_READY_UNITS; unit++) {
    then[1] = here();
    put(words[unit], 2);
    put(words[unit], 2);
    u.words[u.count - 2] += unit == 1 ? 1 << 6 : 0;
    four(0, 3, 0, 0);
    issue(1, 5);
    selects(1 | 2, ALL_UNITS & ~(1u << unit), 0);
    good();
  }
  // In the cycle of its last return it may still be: what has returned may keep a place in its queue.
  for (int again = 0; again < 2; again++) {
    char why[160];
    then[1] = here();
    put(vmem, 2);
    put(vmem, 2);
    four(0, 3, 0, 0);
    issue(1, 7);
    assert_int_equal(wl_model_return(u.model, WL_UNIT_VMEM, 1, 7, why), WL_OK);
    ready(1 | 2, 0, ALL_UNITS & ~VMEM, 0);
    wl_probe_mem_return(dut, WL_SRC_VMEM, 1, 7, 0);
    issue(0, 0);
    selects(1 | 2, ALL_UNITS & ~VMEM, 0);
    if (again) selects(1 | 2, ALL_UNITS & ~VMEM, 0);
    if (again) caught_now("slot 1 (USER_PRIO 3");
    else good();
  }
}

// ---- the round -----------------------------------------------------------------------------------

// Decisions: D-ARB-2.
static void test_round(void **state) {
  (void)state;
  for (uint32_t i = 0; i < 2 * WAVES * WAVES; i++) {
    const uint32_t prio = 2 * (i % 2);  // with USER_PRIO 0 alone the checker takes a shorter way
    const int last = (int)i / 2 % WAVES, slot = (int)i / 2 / WAVES;
    for (uint32_t fetched = 1; fetched < 16; fetched++) {
      if (!(fetched >> slot & 1)) continue;
      int due = last;
      do due = (due + 1) % WAVES;
      while (!(fetched >> due & 1));
      four(prio, prio, prio, prio);
      selects(1u << last, ALL_UNITS, last);
      selects(fetched, ALL_UNITS, slot);
      char text[64];
      snprintf(text, sizeof text, "its turn comes first in the round after slot %d", last);
      if (slot == due) good();
      else caught_now(text);
    }
  }
}

// A DUT without a round robin is noticed within one round.
// Decisions: D-ARB-3.
static void test_starved(void **state) {
  (void)state;
  four(1, 1, 1, 1);
  int cycles = 0;
  for (; cycles < WAVES && !wl_checker_stop(u.checker); cycles++) selects(ALL, ALL_UNITS, 0);
  assert_int_equal(cycles, 2);
  caught_now("slot 1 (USER_PRIO 1");

  // The wave selected last counts, whether or not it issued and whatever its USER_PRIO.
  then[1] = here();
  put(vmem, 2);
  put_one(VM_0);
  four(1, 3, 1, 1);
  issue(1, 9);
  in_vain(ALL, ALL_UNITS, 1);
  selects(ALL, ALL_UNITS, 2);
  selects(ALL, ALL_UNITS, 3);
  selects(ALL, ALL_UNITS, 0);
  selects(ALL, ALL_UNITS, 2);
  good();

  // A cycle without a selected wave does not move the round.
  four(1, 1, 1, 1);
  selects(ALL, ALL_UNITS, 0);
  tick();
  selects(ALL, ALL_UNITS, 2);
  caught_now("slot 1 (USER_PRIO 1");
}

// wl_probe_ready once a cycle, with a slot that the DUT has.
static void test_probe_is_wrong(void **state) {
  (void)state;
  wl_checker_result r;
  for (int twice = 0; twice < 2; twice++) {
    four(0, 0, 0, 0);
    wl_probe_ready(dut, 0, 0, ALL_UNITS, twice ? -1 : WAVES);
    if (twice) wl_probe_ready(dut, 0, 0, ALL_UNITS, -1);
    wl_checker_finish(u.checker, u.mem, &r);
    assert_int_equal(r.verdict, WL_ERROR);
    assert_non_null(strstr(r.why, twice ? "a second time in cycle 12" : "ready: slot 4; the DUT has slots 0 to 3"));
    end();
  }
}

static void test_nobody(void **state) {
  (void)state;
  four(0, 0, 0, 0);
  selects(8, ALL_UNITS, -1);
  caught_now("slot 3 (USER_PRIO 0, issued last at cycle 11) could issue at cycle 12, and no wave was selected");
}

// ---- the selected wave ---------------------------------------------------------------------------

// Decisions: D-ARB-1.
static void test_no_candidate(void **state) {
  (void)state;
  four(0, 0, 0, 0);
  in_vain(1, ALL_UNITS, 1);
  caught_now("slot 1 (USER_PRIO 0) was selected at cycle 12 and is not eligible: its instruction has not been fetched");

  then[1] = here();
  put_one(S_SETHALT);
  put_one(S_NOP);
  four(0, 0, 0, 0);
  issue(1, 0);
  in_vain(2, ALL_UNITS, 1);
  caught_now("has halted");

  then[1] = here();
  put(lds, 2);
  put_one(S_NOP);
  four(0, 0, 0, 0);
  issue(1, 1);
  ready(2, 2, ALL_UNITS, 1);
  tick();
  caught_now("VGPRs of its memory instruction are being read");

  // A wave issues and another, or none, was selected.
  for (int nobody = 0; nobody < 2; nobody++) {
    four(0, 0, 0, 0);
    ready(nobody ? 0 : 2, 0, ALL_UNITS, nobody ? -1 : 1);
    issue(2, 0);
    caught_now(nobody ? "slot 2 issued at cycle 12, in which no wave was selected"
                      : "slot 2 issued at cycle 12, in which slot 1 was selected");
  }
}

// A wave whose wait was not met is eligible again when one of its counters has fallen, and not before.
// Decisions: D-ARB-1.
static void test_selected_again(void **state) {
  (void)state;
  char why[160];
  for (int early = 0; early < 2; early++) {
    then[1] = here();
    put(vmem, 2);
    put(vmem, 2);
    put_one(VM_0);
    four(0, 0, 0, 0);
    issue(1, 5);
    issue(1, 6);
    in_vain(2, ALL_UNITS, 1);
    tick();
    if (!early) {
      assert_int_equal(wl_model_return(u.model, WL_UNIT_VMEM, 1, 5, why), WL_OK);
      wl_probe_mem_return(dut, WL_SRC_VMEM, 1, 5, 0);
      tick();
    }
    fine();
    in_vain(2, ALL_UNITS, 1);
    if (early) caught_now("its wait was not met before, and none of its counters has fallen since");
    else good();
  }
  // A wave that nothing stalls issues.
  four(0, 0, 0, 0);
  in_vain(2, ALL_UNITS, 1);
  caught_now("slot 1 (USER_PRIO 0) was selected at cycle 12, nothing stalled it, and it did not issue");
  // Another wave may have taken the vector ALU in the cycle before.
  then[1] = here();
  put_one(V_NOP);
  four(0, 0, 0, 0);
  in_vain(2, ALL_UNITS, 1);
  good();
}

// ---- s_sleep, s_wakeup, s_nop --------------------------------------------------------------------

// Wave 1 sleeps. `cycles` cycles after its s_sleep the DUT selects `slot`. The wave is asleep for 64 * imm + 1 to +
// 64 cycles.
static void sleeper(uint32_t imm, int cycles, int slot) {
  then[1] = here();
  put_one(S_SLEEP | imm);
  put_one(S_NOP);
  four(0, 1, 0, 0);
  issue(1, 0);
  for (int i = 1; i < cycles; i++) selects(0, ALL_UNITS, -1);
  fine();
  selects(slot < 0 ? 2 : 1 | 2, ALL_UNITS, slot);
}

// Decisions: D-FLOW-2.
static void test_sleep(void **state) {
  (void)state;
  static const uint32_t imms[] = {0, 1, 5, 127, 0x1001};
  for (uint32_t i = 0; i < sizeof imms / sizeof *imms; i++) {
    const int least = 64 * (int)(imms[i] & 127) + 2, most = 64 * (int)(imms[i] & 127) + 65;
    sleeper(imms[i], least - 1, 1);
    caught_now("while it sleeps");
    sleeper(imms[i], least, 1);
    good();
    sleeper(imms[i], most - 1, 0);
    good();
    sleeper(imms[i], most, 1);
    good();
    sleeper(imms[i], most, 0);
    caught_now("is awake since cycle");
  }
  // No other wave is eligible.
  sleeper(3, 64 * 3 + 64, -1);
  good();
  sleeper(3, 64 * 3 + 65, -1);
  caught_now("no wave was selected");
  // Selecting a wave that sleeps is wrong even if it does not issue.
  then[1] = here();
  put_one(S_SLEEP | 2);
  four(0, 1, 0, 0);
  issue(1, 0);
  in_vain(2, ALL_UNITS, 1);
  caught_now("not eligible: it is asleep");
}

// Decisions: D-FLOW-3.
static void test_wakeup(void **state) {
  (void)state;
  for (int after = 0; after < 2; after++) {
    then[1] = here();
    put_one(S_SLEEP | 100);
    put_one(S_NOP);
    then[2] = here();
    put_one(S_WAKEUP);
    put_one(S_NOP);
    four(0, 1, 0, 0);
    issue(1, 0);
    for (int i = 0; i < 70; i++) tick();
    selects(1 | 2 | 4, ALL_UNITS, 2);
    fine();
    selects(1 | 2, ALL_UNITS, after ? 1 : 0);
    if (after) good();
    else caught_now("slot 1 (USER_PRIO 1");
  }
}

// Decisions: D-FLOW-1.
static void test_nop(void **state) {
  (void)state;
  for (uint32_t imm = 0; imm < 10; imm++) {
    for (uint32_t cycles = 1; cycles < 11; cycles++) {
      for (int slot = 0; slot < 2; slot++) {
        then[1] = here();
        put_one(S_NOP | imm);
        put_one(S_NOP);
        four(0, 1, 0, 0);
        issue(1, 0);
        for (uint32_t i = 1; i < cycles; i++) selects(0, ALL_UNITS, -1);
        selects(1 | 2, ALL_UNITS, slot);
        const bool idle = cycles < (imm & 7) + 1;
        if (slot == 1 && idle) caught_now("is not eligible: it is idle from an s_nop");
        else if (slot == 0 && !idle) caught_now("the highest USER_PRIO");
        else good();
      }
    }
  }
}

// Decisions: D-R700-18. While a clause runs, its wave is the only candidate: a DUT whose count of its instructions is
// wrong selects another wave too early, or none too late.
static void test_clause(void **state) {
  (void)state;
  enum { N = 3 };
  for (uint32_t issued = 0; issued <= N; issued++) {
    for (int other = 0; other < 2; other++) {
      then[1] = here();
      put_one(SOPP_WORD(clause, N));
      for (int i = 0; i <= N; i++) put_one(S_NOP);
      four(0, 1, 0, 0);
      selects(ALL, ALL_UNITS, 1);
      for (uint32_t i = 0; i < issued; i++) {
        in_vain(ALL & ~2u, ALL_UNITS, -1);  // its instruction has not been fetched: nobody is selected
        selects(ALL, ALL_UNITS, 1);
      }
      // Now only the others have an instruction.
      in_vain(ALL & ~2u, ALL_UNITS, other ? 2 : -1);
      if (issued == N && other) caught_now("nothing stalled it");
      else if (issued == N) caught_now("no wave was selected");
      else if (other) caught_now("is not eligible: another wave is in a clause");
      else good();
    }
  }
  // The wave of the clause goes before others of higher USER_PRIO, and it may wait.
  then[1] = here();
  put_one(SOPP_WORD(clause, 2));
  put_one(S_SLEEP | 1);
  put_one(S_NOP);
  four(0, 0, 3, 0);
  selects(2, ALL_UNITS, 1);
  selects(ALL, ALL_UNITS, 1);
  selects(ALL, ALL_UNITS, -1);
  good();
}

// An instruction that ends the clause early is a program error.
static void test_clause_ends(void **state) {
  (void)state;
  static const uint32_t words[] = {S_BARRIER, S_SETHALT, S_TRAP};
  for (uint32_t i = 0; i < sizeof words / sizeof *words; i++) {
    then[1] = here();
    put_one(SOPP_WORD(clause, 9));
    put_one(words[i]);
    four(0, 0, 0, 0);
    selects(2, ALL_UNITS, 1);
    selects(ALL, ALL_UNITS, 1);
    caught(WL_HAZARD, "ends the clause of");
  }
}

int main(void) {
#define TEST(name) cmocka_unit_test_teardown(name, teardown)
  const struct CMUnitTest tests[] = {
      TEST(test_bound),          TEST(test_bound_of_two), TEST(test_bound_and_trap), TEST(test_priorities),
      TEST(test_sentence),       TEST(test_setprio),      TEST(test_excuses),        TEST(test_message_space),
      TEST(test_units),          TEST(test_round),        TEST(test_starved),        TEST(test_nobody),
      TEST(test_probe_is_wrong), TEST(test_no_candidate), TEST(test_selected_again), TEST(test_sleep),
      TEST(test_wakeup),         TEST(test_nop),          TEST(test_export),         TEST(test_clause),
      TEST(test_clause_ends),
  };
  return cmocka_run_group_tests_name("arbitration", tests, NULL, NULL);
}
