// SPDX-License-Identifier: Apache-2.0
// The launches of a run, one after the other, and the result of all.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/error.h"
#include "object/loader.h"
#include "run_state.h"

static void add_finding(wl_watch_finding *all, const wl_watch_finding *one) {
  const uint64_t count = all->count;
  if (!count) *all = *one;
  all->count = count + one->count;
}

// Adds the result of a launch. LDS cycles and transactions are counts of the whole run already.
static void add_result(run *r, uint32_t i, const wl_launch_result *one) {
  wl_launch_result *all = &r->result;
  const uint32_t launches = r->test->launch_count, kept = all->message_count;
  all->verdict = one->verdict;
  all->fault = one->fault;
  all->cut_short = one->cut_short;
  all->reported = one->reported;
  all->fault_count = one->fault_count;
  memcpy(all->faults, one->faults, sizeof all->faults);
  memcpy(all->fault_note, one->fault_note, sizeof all->fault_note);
  all->cycles += one->cycles;
  all->instructions += one->instructions;
  all->events += one->events;
  all->words_compared += one->words_compared;
  all->hazards += one->hazards;
  all->seconds += one->seconds;
  all->lds_cycles = one->lds_cycles;
  all->lds_conflicts = one->lds_conflicts;
  add_finding(&all->unwritten, &one->unwritten);
  add_finding(&all->race, &one->race);
  all->transactions = one->transactions;
  all->least_transactions = one->least_transactions;
  const uint64_t unmapped = all->unmapped.count, in_lds = all->unmapped.in_lds;
  if (!unmapped) all->unmapped = one->unmapped;
  all->unmapped.count = unmapped + one->unmapped.count;
  all->unmapped.in_lds = in_lds + one->unmapped.in_lds;
  if (launches > 1 && *one->why)
    wl_text(all->why, sizeof all->why, "launch %u of %u, kernel %.60s: %.400s", i + 1, launches,
            r->pieces[i].kernel->info.name, one->why);
  else memcpy(all->why, one->why, sizeof all->why);
  memcpy(all->missed, one->missed, sizeof all->missed);
  memcpy(all->not_checked, one->not_checked, sizeof all->not_checked);
  if (*one->not_judged && !*all->not_judged) memcpy(all->not_judged, one->not_judged, sizeof all->not_judged);
  for (uint32_t m = 0; m < messages_kept(one) && kept + m < WL_MAX_MESSAGES; m++)
    all->messages[kept + m] = one->messages[m];
  all->message_count += one->message_count;
  const uint32_t before = all->export_count;
  for (uint32_t x = 0; x < exports_kept(one) && before + x < WL_MAX_EXPORTS; x++)
    all->exports[before + x] = one->exports[x];
  all->export_count += one->export_count;
}

static clock_t launched;  // of all launches of this process

double wl_run_launched(void) { return (double)launched / CLOCKS_PER_SEC; }

static bool launch(run *r, const piece *p, wl_launch_result *one, wl_error *why) {
  const clock_t from = clock();
  const bool good = wl_device_launch(r->device, p->kernel, &p->launch, one, why);
  launched += clock() - from;
  return good;
}

// Runs the launches one after the other, up to the first that does not pass. false: one could not start.
static bool launch_all(run *r) {
  for (uint32_t i = 0; i < r->test->launch_count; i++) {
    piece *p = &r->pieces[i];
    wl_launch_result one;
    wl_error why = {""};
    if (!launch(r, p, &one, &why))
      return r->test->launch_count > 1
                 ? wl_fail(&r->error, "launch %u of %u: %.440s", i + 1, r->test->launch_count, why.text)
                 : wl_fail(&r->error, "%s", why.text);
    p->ran = true;
    p->verdict = one.verdict;
    p->cycles = one.cycles;
    p->instructions = one.instructions;
    add_result(r, i, &one);
    if (*one.in_order && r->test->launch_count > 1)
      printf("launch %u of %u ran in order: %s\n", i + 1, r->test->launch_count, one.in_order);
    else if (*one.in_order) printf("the launch ran in order: %s\n", one.in_order);
    if (one.verdict != WL_PASS || one.fault) return true;
  }
  return true;
}

bool wl_run_knobs(const run *r, char *text, size_t size) {
  wl_memory_knobs_text(&r->memory, text, size);
  return *text && r->options->kind != WL_DEVICE_MODEL;
}

static void print_knobs(const run *r) {
  char text[WL_KNOBS_TEXT];
  if (wl_run_knobs(r, text, sizeof text)) printf("memory: %s; the rest by the seed\n", text);
}

bool wl_run_execute(run *r) {
  if (r->test->default_args) {
    wl_launch_facts f = wl_run_facts(r, &r->pieces[0]);
    wl_launch_print(stdout, &f);
    fflush(stdout);
  }
  print_knobs(r);
  if (!launch_all(r)) return false;
  for (uint32_t i = 0; i < r->options->dump_count; i++)
    if (!wl_run_dump(r, r->options->dumps[i])) return false;
  return true;
}
