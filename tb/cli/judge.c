// SPDX-License-Identifier: Apache-2.0
// The verdict of a run: what happened against what the test expects.
#include <string.h>

#include "base/error.h"
#include "base/verdict.h"
#include "run_state.h"
#include "testcase/expect.h"
#include "testcase/exports.h"

bool wl_run_cycles_measured(const run *r) {
  return r->options->kind == WL_DEVICE_LOCKSTEP && r->options->unit.check.mode != WL_CHECK_OFF;
}

// What happened against what the test expects to happen; why in r->error.
static wl_verdict against_expectations(run *r) {
  const wl_testcase *t = r->test;
  const wl_contents after = {wl_run_read_elements, r};
  wl_verdict v = r->result.verdict;
  wl_error first = {""};
  if (t->fault && r->result.fault) v = WL_PASS;
  if (v == WL_PASS && (r->result.fault || !t->fault)) v = wl_run_check_memory(r);
  if (v == WL_PASS && (r->result.fault || !t->fault)) v = wl_run_check_watched(r);
  const bool said = strstr(r->result.why, r->why) != NULL;
  if (t->fault && !r->result.fault && v == WL_PASS) {
    wl_fail(&r->error, "%s", wl_no_fault_text);
    return WL_EXPECT;
  } else if (t->verdict != WL_PASS && v == WL_PASS) {
    wl_fail(&r->error, "verdict %s was expected, and the run passed", wl_verdict_name(t->verdict));
    return WL_EXPECT;
  } else if (t->verdict != WL_PASS && v == t->verdict) {
    v = WL_PASS;
  }
  if (v != WL_PASS) {
    wl_fail(&r->error, "%s", r->result.why);
    return v;
  }
  if (!said) {
    wl_fail(&r->error, "\"%s\" was expected to be said of the run, but it said \"%.300s\"", r->why, r->result.why);
    return WL_EXPECT;
  }
  if (r->options->kind != WL_DEVICE_RTL && !wl_expect_faults(t, &r->result, &r->error)) return WL_EXPECT;
  if (wl_expect_messages(t, &r->result, &first) && wl_expect_exports(t, &r->result, &first) &&
      wl_expect_check(t, r->options->kind != WL_DEVICE_MODEL, r->options->device.seed, &after, &r->elements, &first) &&
      (!wl_run_cycles_measured(r) || (wl_expect_cycles(t, &first) && wl_expect_transactions(t, &first))))
    return WL_PASS;
  r->error = first;
  return WL_EXPECT;
}

wl_verdict wl_run_judge(run *r) {
  const wl_launch_result *n = &r->result;
  if (n->cut_short) {
    wl_fail(&r->error, "%s", n->why);
    return n->verdict == WL_PASS ? WL_ERROR : n->verdict;
  }
  const wl_verdict v = against_expectations(r);
  if (!*n->missed || (v != WL_PASS && v != WL_EXPECT)) return v;
  wl_fail(&r->error, "the fault was not applied: %s", n->missed);
  return WL_ERROR;
}
