// SPDX-License-Identifier: Apache-2.0
// The report of a failure for people, on stderr.
#include "check/internal.h"

#include <stdio.h>

#include "check/report/before.h"
#include "check/report/source.h"
#include "check/report/values.h"

typedef unsigned long long ull;

float word_as_float(uint32_t word) {
  float f;
  memcpy(&f, &word, 4);
  return f;
}

void history_places(const wl_checker *c, const wave_state *w, char (*place)[SOURCE_TEXT]) {
  uint64_t pcs[HISTORY] = {0};
  const uint64_t count = w->issued < HISTORY ? w->issued : HISTORY;
  for (uint64_t i = w->issued - count; i < w->issued; i++) pcs[i % HISTORY] = w->history[i % HISTORY].pc;
  source_places(c->arch.options.code, pcs, (uint32_t)count, place);
}

static void print_lanes(const divergence *d, uint32_t bits) {
  const int digits = (int)(bits + 3) / 4, width = lane_digits(d->wide);
  fprintf(stderr, "  lane  %-*s    expected%s\n", width, "DUT", bits == 32 ? "    DUT (f32)       expected (f32)" : "");
  for (uint32_t lane = 0; lane < WL_LANES; lane++) {
    const ull rtl = lane_value(d->wide, d->rtl, lane), model = lane_value(d->wide, d->model, lane);
    if (!(d->lanes >> lane & 1) || rtl == model) continue;
    if (bits == 32)
      fprintf(stderr, "  %4u  0x%08x  0x%08x  %-14g  %-14g\n", lane, d->rtl[lane], d->model[lane],
              (double)word_as_float(d->rtl[lane]), (double)word_as_float(d->model[lane]));
    else fprintf(stderr, "  %4u  0x%0*llx%*s  0x%0*llx\n", lane, digits, rtl, width - digits, "", digits, model);
  }
}

static void print_words(const divergence *d) {
  fprintf(stderr, "  word  DUT         expected\n");
  for (uint32_t i = 0; i < d->count; i++) {
    fprintf(stderr, "  %4u  0x%08x  0x%08x%s\n", i, d->rtl[i], d->model[i], d->rtl[i] == d->model[i] ? "" : "  <-");
  }
}

static void print_history(const wl_checker *c, const wave_state *w, int slot) {
  char place[HISTORY][SOURCE_TEXT];
  history_places(c, w, place);
  if (!w->issued) {
    fprintf(stderr, "  slot %d has issued nothing\n", slot);
    return;
  }
  fprintf(stderr, "  last instructions of slot %d:\n  %10s  %-14s  words              instruction\n", slot, "cycle",
          "PC");
  for (uint64_t i = w->issued < HISTORY ? 0 : w->issued - HISTORY; i < w->issued; i++) {
    const history_entry *h = &w->history[i % HISTORY];
    char text[128];
    c->arch.ops.text(&c->arch.config, h->pc, h->words, text, sizeof text);
    char second[9] = "        ";
    if (h->words[1]) snprintf(second, sizeof second, "%08x", h->words[1]);
    const char *from = place[i % HISTORY], *name = strrchr(from, '/');
    fprintf(stderr, "  %10llu  0x%012llx  %08x %s  %s%s%s\n", (ull)h->cycle, (ull)h->pc, h->words[0], second, text,
            *from ? "   ; " : "", name ? name + 1 : from);
  }
  const char *last = place[(w->issued - 1) % HISTORY];
  char line[200];
  source_line(last, line, sizeof line);
  if (*last) fprintf(stderr, "  source of the last: %s: %s\n", last, line);
}

// The operands of the wave's last instruction.
static void print_operands(const wl_checker *c) {
  wl_operands o;
  char text[VALUES_TEXT + 32], instruction[128];
  const history_entry *h = last_operands(c, &o);
  if (!h || !o.count) return;
  c->arch.ops.text(&c->arch.config, h->pc, h->words, instruction, sizeof instruction);
  fprintf(stderr, "  operands of %s, as the model had them before it:\n", instruction);
  for (uint32_t i = 0; i < o.count; i++) {
    const wl_operand *p = &o.operand[i];
    if (p->lanes) lanes_text(p->lanes, c->arch.wide, c->arch.wave_mask, text, sizeof text);
    else snprintf(text, sizeof text, "=%0*llx", p->digits, (ull)p->value);
    fprintf(stderr, "    %s%s\n", p->name, text);
  }
  for (uint32_t i = 0; i < o.notes; i++) fprintf(stderr, "    %s\n", o.note[i]);
}

static void print_state_regs(const wl_model_ops *ops, const wl_state_regs *rtl, const wl_state_regs *model) {
  if (!ops->row_count) return;
  fprintf(stderr, "  %-9s %-18s  expected\n", "register", "DUT");
  for (uint32_t i = 0; i < ops->row_count; i++) {
    const wl_model_row *e = &ops->rows[i];
    const ull a = wl_row_value(e, rtl), b = wl_row_value(e, model);
    fprintf(stderr, "  %-9s 0x%016llx  0x%016llx%s\n", e->name, a, b, a == b ? "" : "  <-");
  }
}

static void print_sgprs(const wl_checker *c) {
  uint32_t count = numbered_sgprs(&c->arch.first_wave);
  if (!count) return;
  fprintf(stderr, "  SGPRs as expected:");
  for (uint32_t i = 0; i < count; i++) {
    if (i % 8 == 0) fprintf(stderr, "\n  s%-3u", i);
    fprintf(stderr, " %08x", c->arch.first_sgpr[i]);
  }
  fprintf(stderr, "\n");
}

static void print_hang(const wl_checker *c) {
  for (uint32_t slot = 0; slot < c->arch.config.waves; slot++) {
    if (c->arch.dispatched >> slot & 1)
      fprintf(stderr, "  slot %u: dispatched, its wave_start was not reported\n", slot);
    if (!(c->arch.live >> slot & 1)) continue;
    const wave_state *w = &c->arch.wave[slot];
    char text[256];
    c->arch.ops.waiting_for(c->arch.model, slot, text, sizeof text);
    const char *told = c->arch.has_reasons ? ops_wait(&c->arch.ops, c->arch.reasons[slot])->about : "";
    fprintf(stderr, "  slot %u: PC 0x%08x%08x, %s%s%s%s\n", slot, c->arch.next[slot].pc_hi, c->arch.next[slot].pc_lo,
            text, w->valu_pending ? "; its vector ALU instruction is in flight" : "", *told ? "; the DUT says: " : "",
            told);
    for (uint32_t port = 0; port < 2; port++) {
      for (uint32_t id = 0; id < MEM_IDS; id++) {
        const wl_transaction *t = &c->arch.transaction[port][id];
        if (!in_flight(&c->arch, port, id) || t->slot != slot) continue;
        fprintf(stderr, "    %s %s of line 0x%llx (id %u, tag %u) has not been accessed at memory\n",
                port ? "vector" : "scalar", wl_mem_op_text(t->op), (ull)t->line, id, t->tag);
      }
    }
    if (c->arch.cut_verdict == WL_HANG) print_history(c, w, (int)slot);
  }
}

const divergence *report_cause(const wl_checker *c, const wl_checker_result *r) {
  if (c->arch.divergences) return &c->arch.found[0];
  if (c->arch.faulted) return &c->arch.fault;
  return r->verdict == WL_HAZARD ? &c->arch.unmapped_first : NULL;
}

void report_text(const wl_checker *c, const wl_checker_result *result) {
  const wl_checker_options *o = &c->arch.options;
  const divergence *d = report_cause(c, result);
  fprintf(stderr, "%s: %s\n", wl_verdict_name(result->verdict), result->why);
  fprintf(stderr, "  test %s, seed %llu, cycle %llu", o->test ? o->test : "(none)", (ull)o->seed,
          (ull)result->first_cycle);
  if (d && d->slot >= 0) fprintf(stderr, ", slot %d", d->slot);
  if (d) fprintf(stderr, ", row %s", d->row);
  fprintf(stderr, "\n");
  if (d && d->values == VALUE_LANES) print_lanes(d, c->arch.config.vector_bits);
  if (d && d->values == VALUE_WORDS) print_words(d);
  if (d && d->slot >= 0) {
    print_history(c, &c->arch.first_wave, d->slot);
    print_operands(c);
    print_state_regs(&c->arch.ops, &c->arch.first_rtl, &c->arch.first_model);
    print_sgprs(c);
  }
  if (c->arch.hung && !c->arch.divergences && c->arch.model && !*c->arch.not_judged) print_hang(c);
  uint64_t kept = c->arch.divergences < MAX_DIVERGENCES ? c->arch.divergences : MAX_DIVERGENCES;
  for (uint64_t i = 1; i < kept; i++) {
    fprintf(stderr, "  then, cycle %llu: %s: %s\n", (ull)c->arch.found[i].cycle,
            wl_verdict_name(c->arch.found[i].verdict), c->arch.found[i].what);
  }
  fprintf(stderr, "  compared: %llu cycles, %llu instructions, %llu events, %llu words, %llu sweeps\n",
          (ull)result->cycles, (ull)result->instructions, (ull)result->events, (ull)result->words_compared,
          (ull)result->sweeps);
  if (*result->not_checked) fprintf(stderr, "  not checked: %s\n", result->not_checked);
  if (*result->not_judged) fprintf(stderr, "  %s\n", result->not_judged);
  if (o->build) fprintf(stderr, "  build: %s\n", o->build);
  if (o->reproduce) fprintf(stderr, "reproduce: %s\n", o->reproduce);
}
