// SPDX-License-Identifier: Apache-2.0
// What a run prints when it is over.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "run_state.h"
#include "testcase/expect.h"
#include "testcase/exports.h"

// Messages and trace records, a line each, in the order in which the host received them.
static void print_messages(const wl_launch_result *n) {
  for (uint32_t i = 0; i < messages_kept(n); i++) {
    const wl_message *m = &n->messages[i];
    if (m->trace) printf("wave %u: trace data 0x%08x\n", m->slot, m->m0);
    else printf("wave %u: message 0x%x, M0 0x%08x\n", m->slot, m->simm, m->m0);
  }
  if (n->message_count > WL_MAX_MESSAGES) printf("and %u messages more\n", n->message_count - WL_MAX_MESSAGES);
}

static void print_exports(const wl_launch_result *n) {
  for (uint32_t i = 0; i < exports_kept(n); i++) {
    const wl_export *x = &n->exports[i];
    char target[16];
    wl_export_target_text(x->target, target, sizeof target);
    printf("wave %u: export %s, en %u%s%s%s, EXEC 0x%" PRIx64 "\n", x->slot, target, x->en, x->compr ? ", compr" : "",
           x->done ? ", done" : "", x->vm ? ", vm" : "", x->exec);
  }
  if (n->export_count > WL_MAX_EXPORTS) printf("and %u exports more\n", n->export_count - WL_MAX_EXPORTS);
}

// Nothing for a HAZARD about unmapped accesses: its headline has the same text.
static void print_unmapped(const run *r, wl_verdict v) {
  char first[300];
  if (!r->result.unmapped.count || (v == WL_HAZARD && strstr(r->error.text, wl_run_unmapped_what(r)))) return;
  wl_run_unmapped_first(r, first, sizeof first);
  printf("the first %s: %s\n",
         r->options->kind == WL_DEVICE_RTL ? "transaction to an unmapped line"
         : r->result.unmapped.bytes        ? "access outside what is allocated"
                                           : "access to unmapped memory",
         first);
}

// What was only counted.
static void print_unwritten(const run *r, wl_verdict v) {
  char text[400];
  if (!r->result.unwritten.count || v == WL_HAZARD) return;
  wl_run_unwritten_text(r, text, sizeof text);
  printf("%s\n", text);
}

// Whether neither the checker nor an expectation compared anything.
static bool nothing_compared(const run *r) {
  const wl_testcase *t = r->test;
  return !r->result.words_compared && !t->expect_count && !t->message_count && !t->export_count && !t->fault &&
         t->verdict == WL_PASS;
}

const char *wl_run_verdict_word(const run *r, wl_verdict v) {
  return v == WL_PASS && nothing_compared(r) ? "UNCHECKED" : wl_verdict_name(v);
}

void wl_run_summary(const run *r, wl_verdict v) {
  const wl_launch_result *n = &r->result;
  double seconds = n->seconds > 0 ? n->seconds : 1e-9;
  print_messages(n);
  print_exports(n);
  print_unmapped(r, v);
  print_unwritten(r, v);
  if (r->views) wl_views_print(r->views, stdout);
  fflush(stdout);
  // The checker's report has printed both lines if its finding is the verdict.
  const bool reported = n->reported && v == n->verdict && !strcmp(r->error.text, n->why);
  if (v != WL_PASS && !reported) {
    fprintf(stderr, "%s: %s\n", wl_verdict_name(v), r->error.text);
    if (r->options->reproduce) fprintf(stderr, "reproduce: %s\n", r->options->reproduce);
  }
  if (reported && *n->fault_note) fprintf(stderr, "%s\n", n->fault_note);
  printf("%s %s seed %" PRIu64 ": ", wl_run_verdict_word(r, v), r->options->test, r->options->device.seed);
  if (!n->cycles && !n->instructions) printf("nothing ran");
  else if (r->options->kind == WL_DEVICE_MODEL)
    printf("%" PRIu64 " instructions, %.0f wave-instructions/s", n->instructions, (double)n->instructions / seconds);
  else if (r->options->kind == WL_DEVICE_RTL)
    printf("%" PRIu64 " cycles, 0 state words compared, %.0f cycles/s", n->cycles, (double)n->cycles / seconds);
  else
    printf("%" PRIu64 " cycles, %" PRIu64 " instructions, %" PRIu64 " events, %" PRIu64
           " state words compared, %.0f cycles/s",
           n->cycles, n->instructions, n->events, n->words_compared, (double)n->cycles / seconds);
  if (n->hazards) printf(", %" PRIu64 " hazard%s", n->hazards, n->hazards == 1 ? "" : "s");
  if (n->unmapped.count) printf(", %" PRIu64 " %s", n->unmapped.count, wl_run_unmapped_what(r));
  if (r->options->unit.observe.conflicts)
    printf(", %" PRIu64 " LDS cycles, %" PRIu64 " of them lost to bank conflicts, %" PRIu64
           " vector memory transactions, at least %" PRIu64,
           n->lds_cycles, n->lds_conflicts, n->transactions, n->least_transactions);
  if (r->elements && v == WL_PASS) {
    const uint64_t all = wl_expect_elements(r->test, r->options->kind != WL_DEVICE_MODEL);
    printf(", %" PRIu64, r->elements);
    if (r->elements < all) printf(" of %" PRIu64, all);
    printf(" elements as expected");
  }
  if (n->message_count) printf(", %" PRIu32 " messages", n->message_count);
  if (n->export_count) printf(", %" PRIu32 " exports", n->export_count);
  if (r->test && r->test->cycle_count && (v == WL_PASS || v == WL_EXPECT))
    printf(wl_run_cycles_measured(r) ? ", cycles checked" : ", cycles not checked");
  if (r->test && r->test->transaction_count && (v == WL_PASS || v == WL_EXPECT))
    printf(wl_run_cycles_measured(r) ? ", transactions checked" : ", transactions not checked");
  if (v == WL_PASS && nothing_compared(r)) printf(", nothing compared");
  if (*n->not_checked) printf("; not checked: %s", n->not_checked);
  if (*n->not_judged) printf("; %s", n->not_judged);
  printf("\n");
}
