// SPDX-License-Identifier: Apache-2.0
// The arbiter's choice (control-flow.md 9): a unit that tries the wrong wave is caught in the
// cycle in which it does, and one that has a reason for its choice is not.
#include "schedule.h"

enum {
  ALL = 15,
  ALL_UNITS = 15,
  VALU = 1,
  SMEM = 2,
  LDS_UNIT = 4,
  VMEM = 8,
  S_SETPRIO = 0xBF8F0000u,
  S_SLEEP = 0xBF8E0000u,
  V_NOP = 0x7E000000u
};
enum { VM_0 = 0xBF8C0F70u };

// Four waves. Each sets its USER_PRIO, then goes on with what the test has put at `then[slot]`, s_nop 0 where it has
// put nothing.
static uint32_t then[WAVES];
static void four(uint32_t p0, uint32_t p1, uint32_t p2, uint32_t p3) {
  const uint32_t prio[WAVES] = {p0, p1, p2, p3};
  const uint32_t nops = u.count;
  for (uint32_t i = 0; i < 8; i++) put_one(S_NOP);
  for (uint32_t slot = 0; slot < WAVES; slot++) {
    u.entry[slot] = u.count;
    put_one(S_SETPRIO | prio[slot]);
    const uint32_t to = then[slot] ? then[slot] : nops;
    put_one(0xBF820000u | ((to - u.count - 1) & 0xFFFF));  // s_branch
    then[slot] = 0;
  }
  start(WAVES);
  for (uint32_t slot = 0; slot < WAVES; slot++) {
    issue(slot, 0);
    issue(slot, 0);
  }
  fine();
}

// Where the program goes on, for then[]; never 0.
static uint32_t here(void) {
  if (u.count == 0) put_one(S_NOP);
  return u.count;
}

// The unit tries `slot` while the waves of `fetched` have their instructions; it issues.
static void tries(uint32_t fetched, uint32_t units, int slot) {
  ready(fetched, 0, units, slot);
  if (slot >= 0) issue((uint32_t)slot, 0);
  else tick();
}
// It is tried in vain.
static void in_vain(uint32_t fetched, uint32_t units, int slot) {
  ready(fetched, 0, units, slot);
  tick();
}

// Caught, in the cycle before the open one, with these words.
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
  // Every pair: tried below, at and above the other's.
  for (uint32_t mine = 0; mine < 4; mine++) {
    for (uint32_t other = 0; other < 4; other++) {
      four(mine, 0, other, 0);
      tries(1 | 4, ALL_UNITS, 0);
      if (other > mine) {
        char text[80];
        snprintf(text, sizeof text, "and slot 0 (USER_PRIO %u) was tried: the highest USER_PRIO goes first", mine);
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
           "tried: the highest "
           "USER_PRIO goes first (control-flow.md 9)",
           issued, now);
  tries(ALL, ALL_UNITS, 0);
  caught_now(text);
}

// s_setprio counts from the next cycle on.
static void test_setprio(void **state) {
  (void)state;
  for (int late = 0; late < 2; late++) {
    then[1] = here();
    put_one(S_SETPRIO | 2);
    put_one(S_NOP);
    four(1, 1, 1, 1);
    tries(1 | 2, ALL_UNITS, 0);
    tries(1 | 2, ALL_UNITS, 1);
    tries(1 | 2, ALL_UNITS, late ? 0 : 1);
    if (late) caught_now("slot 1 (USER_PRIO 2");
    else good();
  }
}

// What makes a wave of higher USER_PRIO no candidate, or none whose unit could take an instruction.
// Decisions: D-ARB-1.
static void test_excuses(void **state) {
  (void)state;
  char why[160];
  four(0, 3, 0, 0);  // not fetched
  tries(1, ALL_UNITS, 0);
  good();

  then[1] = here();  // its VGPRs are being read, and then they are not
  put(vmem, 2);
  put_one(S_NOP);
  four(0, 3, 0, 0);
  issue(1, 7);
  ready(1 | 2, 2, ALL_UNITS, 0);
  issue(0, 0);
  fine();
  tries(1 | 2, ALL_UNITS, 0);
  caught_now("slot 1 (USER_PRIO 3");

  then[1] = here();  // an instruction that has returned has read them
  put(vmem, 2);
  put_one(S_NOP);
  four(0, 3, 0, 0);
  issue(1, 7);
  assert_int_equal(wl_model_return(u.model, WL_UNIT_VMEM, 1, 7, why), WL_OK);
  ready(1 | 2, 2, ALL_UNITS, 0);
  wl_probe_mem_return(WL_SRC_VMEM, 1, 7, 0);
  issue(0, 0);
  fine();
  ready(1 | 2, 2, ALL_UNITS, 0);
  issue(0, 0);
  caught_now("slot 1 (USER_PRIO 3");

  for (int wide = 0; wide < 2; wide++) {  // a store of more than 64 bits may have its data read later, no other
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
      caught_now("nothing held it");
      continue;
    }
    ready(1 | 2, 2, ALL_UNITS, 0);
    issue(0, 0);
    fine();
    assert_int_equal(wl_model_return(u.model, WL_UNIT_VMEM, 1, 7, why), WL_OK);
    ready(1 | 2, 2, ALL_UNITS, 0);
    wl_probe_mem_return(WL_SRC_VMEM, 1, 7, 0);
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

  then[1] = here();  // its vector ALU instruction is under way
  put_one(V_NOP);
  put_one(S_NOP);
  four(0, 3, 0, 0);
  issue(1, 0);
  tries(1 | 2, ALL_UNITS, 0);
  fine();
  ready(1 | 2, 0, ALL_UNITS, 0);  // in the cycle of valu_done too
  wl_probe_valu_done(1);
  issue(0, 0);
  fine();
  tries(1 | 2, ALL_UNITS, 0);
  caught_now("slot 1 (USER_PRIO 3");

  then[1] = here();  // its wait is not met; in the cycle after the return it is
  put(vmem, 2);
  put_one(VM_0);
  four(0, 3, 0, 0);
  issue(1, 7);
  for (int i = 0; i < 3; i++) tries(1 | 2, ALL_UNITS, 0);
  assert_int_equal(wl_model_return(u.model, WL_UNIT_VMEM, 1, 7, why), WL_OK);
  ready(1 | 2, 0, ALL_UNITS, 0);
  wl_probe_mem_return(WL_SRC_VMEM, 1, 7, 0);
  issue(0, 0);
  fine();
  tries(1 | 2, ALL_UNITS, 0);
  caught_now("slot 1 (USER_PRIO 3");

  then[1] = here();  // halted
  put_one(S_SETHALT);
  put_one(S_NOP);
  four(0, 3, 0, 0);
  issue(1, 0);
  tries(1 | 2, ALL_UNITS, 0);
  good();

  then[1] = here();  // at a barrier
  put_one(S_BARRIER);
  put_one(S_NOP);
  four(0, 3, 0, 0);
  issue(1, 0);
  tries(1 | 2, ALL_UNITS, 0);
  good();
}

// A message may have to wait for room while any is under way.
static void test_room(void **state) {
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
  tries(1 | 2, ALL_UNITS, 0);
  fine();
  assert_int_equal(wl_model_message(u.model, 2, &m, why), WL_OK);
  wl_probe_message(2, 0, (int)m.simm, (int)m.m0);
  tick();
  tries(1 | 2, ALL_UNITS, 0);
  caught_now("slot 1 (USER_PRIO 3");
}

// ---- units ---------------------------------------------------------------------------------------

// Wave 3 has the vector ALU; 1 wants it too, and of what the unit says of it only "busy" holds it.
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
    tries(1 | 2, busy ? ALL_UNITS & ~VALU : ALL_UNITS, 0);
    if (busy) good();
    else caught_now("the highest USER_PRIO");
  }
  // A wave whose unit is busy is not tried before one that needs another unit or none, whatever their USER_PRIO.
  then[3] = here();
  put_one(V_NOP);
  then[1] = here();
  put_one(V_NOP);
  four(0, 3, 0, 0);
  issue(3, 0);
  in_vain(1 | 2, ALL_UNITS & ~VALU, 1);
  caught_now(
      "slot 0 (USER_PRIO 0, issued last at cycle 5) could issue at cycle 13, and slot 1 (USER_PRIO 3) was tried: its "
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
  // A unit is not busy with nothing under way.
  static const uint32_t *const words[] = {NULL, smem, lds, vmem};
  for (uint32_t unit = 0; unit < 4; unit++) {
    then[1] = here();
    if (words[unit]) put(words[unit], 2);
    else put_one(V_NOP);
    four(0, 3, 0, 0);
    tries(1 | 2, ALL_UNITS & ~(1u << unit), 0);
    caught_now("slot 1 (USER_PRIO 3");
  }
  // And of memory: with something under way it may be.
  for (uint32_t unit = 1; unit < 4; unit++) {
    then[1] = here();
    put(words[unit], 2);
    put(words[unit], 2);
    u.words[u.count - 2] += unit == 1 ? 1 << 6 : 0;
    four(0, 3, 0, 0);
    issue(1, 5);
    tries(1 | 2, ALL_UNITS & ~(1u << unit), 0);
    good();
  }
}

// ---- the round -----------------------------------------------------------------------------------

// Decisions: D-ARB-2.
static void test_round(void **state) {
  (void)state;
  for (int last = 0; last < WAVES; last++) {
    for (int slot = 0; slot < WAVES; slot++) {
      for (uint32_t fetched = 1; fetched < 16; fetched++) {
        if (!(fetched >> slot & 1)) continue;
        int due = last;
        do due = (due + 1) % WAVES;
        while (!(fetched >> due & 1));
        four(2, 2, 2, 2);
        tries(1u << last, ALL_UNITS, last);
        tries(fetched, ALL_UNITS, slot);
        char text[64];
        snprintf(text, sizeof text, "its turn comes first in the round after slot %d", last);
        if (slot == due) good();
        else caught_now(text);
      }
    }
  }
}

// The lowest slot first, or the others after a wave has waited: noticed within one round.
// Decisions: D-ARB-3.
static void test_starved(void **state) {
  (void)state;
  four(1, 1, 1, 1);
  int cycles = 0;
  for (; cycles < WAVES && !wl_checker_stop(u.checker); cycles++) tries(ALL, ALL_UNITS, 0);
  assert_int_equal(cycles, 2);
  caught_now("slot 1 (USER_PRIO 1");

  // The last tried counts, whether or not it went and whatever its USER_PRIO.
  then[1] = here();
  put(vmem, 2);
  put_one(VM_0);
  four(1, 3, 1, 1);
  issue(1, 9);
  in_vain(ALL, ALL_UNITS, 1);
  tries(ALL, ALL_UNITS, 2);
  tries(ALL, ALL_UNITS, 3);
  tries(ALL, ALL_UNITS, 0);
  tries(ALL, ALL_UNITS, 2);
  good();

  // A cycle without a try does not move the round.
  four(1, 1, 1, 1);
  tries(ALL, ALL_UNITS, 0);
  tick();
  tries(ALL, ALL_UNITS, 2);
  caught_now("slot 1 (USER_PRIO 1");
}

// Only one of its slots can be tried, and once a cycle.
static void test_probe_is_wrong(void **state) {
  (void)state;
  wl_checker_result r;
  for (int twice = 0; twice < 2; twice++) {
    four(0, 0, 0, 0);
    wl_probe_ready(0, 0, ALL_UNITS, twice ? -1 : WAVES);
    if (twice) wl_probe_ready(0, 0, ALL_UNITS, -1);
    wl_checker_finish(u.checker, u.mem, &r);
    assert_int_equal(r.verdict, WL_ERROR);
    assert_non_null(strstr(r.why, twice ? "a second time in cycle 12" : "ready: slot 4; the unit has slots 0 to 3"));
    end();
  }
}

static void test_nobody(void **state) {
  (void)state;
  four(0, 0, 0, 0);
  tries(8, ALL_UNITS, -1);
  caught_now("slot 3 (USER_PRIO 0, issued last at cycle 11) could issue at cycle 12, and no wave was tried");
}

// ---- the wave tried ------------------------------------------------------------------------------

// Decisions: D-ARB-1.
static void test_no_candidate(void **state) {
  (void)state;
  four(0, 0, 0, 0);
  in_vain(1, ALL_UNITS, 1);
  caught_now("slot 1 (USER_PRIO 0) was tried at cycle 12 and is no candidate: its instruction has not been fetched");

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

  // One issues and another, or nobody, was tried.
  for (int nobody = 0; nobody < 2; nobody++) {
    four(0, 0, 0, 0);
    ready(nobody ? 0 : 2, 0, ALL_UNITS, nobody ? -1 : 1);
    issue(2, 0);
    caught_now(nobody ? "slot 2 issued at cycle 12, in which no wave was tried"
                      : "slot 2 issued at cycle 12, in which slot 1 was tried");
  }
}

// A wait that failed is tried again when a counter of the wave has fallen, and not before.
// Decisions: D-ARB-1.
static void test_tried_again(void **state) {
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
      wl_probe_mem_return(WL_SRC_VMEM, 1, 5, 0);
      tick();
    }
    fine();
    in_vain(2, ALL_UNITS, 1);
    if (early) caught_now("its wait failed before, and none of its counters has fallen since");
    else good();
  }
  // With nothing that holds it, it goes.
  four(0, 0, 0, 0);
  in_vain(2, ALL_UNITS, 1);
  caught_now("slot 1 (USER_PRIO 0) was tried at cycle 12, nothing held it, and it did not issue");
  // A vector ALU that another wave took in the cycle before excuses it.
  then[1] = here();
  put_one(V_NOP);
  four(0, 0, 0, 0);
  in_vain(2, ALL_UNITS, 1);
  good();
}

// ---- s_sleep, s_wakeup, s_nop --------------------------------------------------------------------

// Wave 1 sleeps; `cycles` after its s_sleep wave 0 is tried, or wave 1. It is asleep for 64 * imm + 1 to + 64 cycles.
static void sleeper(uint32_t imm, int cycles, int slot) {
  then[1] = here();
  put_one(S_SLEEP | imm);
  put_one(S_NOP);
  four(0, 1, 0, 0);
  issue(1, 0);
  for (int i = 1; i < cycles; i++) tries(0, ALL_UNITS, -1);
  fine();
  tries(slot < 0 ? 2 : 1 | 2, ALL_UNITS, slot);
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
  // Alone: nobody else to be tried.
  sleeper(3, 64 * 3 + 64, -1);
  good();
  sleeper(3, 64 * 3 + 65, -1);
  caught_now("no wave was tried");
  // A sleeper that is tried, and does not go, is no candidate either.
  then[1] = here();
  put_one(S_SLEEP | 2);
  four(0, 1, 0, 0);
  issue(1, 0);
  in_vain(2, ALL_UNITS, 1);
  caught_now("no candidate: it is asleep");
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
    tries(1 | 2 | 4, ALL_UNITS, 2);
    fine();
    tries(1 | 2, ALL_UNITS, after ? 1 : 0);
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
        for (uint32_t i = 1; i < cycles; i++) tries(0, ALL_UNITS, -1);
        tries(1 | 2, ALL_UNITS, slot);
        const bool idle = cycles < (imm & 7) + 1;
        if (slot == 1 && idle) caught_now("is no candidate: it is idle from an s_nop");
        else if (slot == 0 && !idle) caught_now("the highest USER_PRIO");
        else good();
      }
    }
  }
}

int main(void) {
#define TEST(name) cmocka_unit_test_teardown(name, teardown)
  const struct CMUnitTest tests[] = {
      TEST(test_priorities), TEST(test_sentence),       TEST(test_setprio),      TEST(test_excuses),
      TEST(test_room),       TEST(test_units),          TEST(test_round),        TEST(test_starved),
      TEST(test_nobody),     TEST(test_probe_is_wrong), TEST(test_no_candidate), TEST(test_tried_again),
      TEST(test_sleep),      TEST(test_wakeup),         TEST(test_nop),
  };
  return cmocka_run_group_tests_name("arbitration", tests, NULL, NULL);
}
