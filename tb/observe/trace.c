// SPDX-License-Identifier: Apache-2.0
#include "observe/trace.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/arch/arch.h"
#include "check/report/values.h"
#include "base/error.h"
#include "base/output.h"
#include "wavelock/wave_view.h"

enum { UNITS = WL_UNIT_EXPORT + 1, WAITING = 4096, INSTRUCTION = 40, NO_CYCLE = -1 };

enum { ITSELF = 1, OF_LDS = 2 };  // the halves of FLAT; another instruction has the first

typedef struct line {
  struct line *next;
  // A memory instruction whose register writes are not complete: ITSELF, and of FLAT OF_LDS. With control words any
  // memory or vector ALU instruction that is not complete.
  uint32_t in_flight;
  wl_block unit;
  uint32_t slot, tag;
  wl_traced traced;
  uint64_t written[WL_MAX_PHYS_VGPRS];  // lanes of traced.phys_vgpr
  bool wide;                            // a lane has two words
  uint32_t vgpr[WL_MAX_PHYS_VGPRS][VGPR_WORDS];
  uint32_t sgprs_written, sgpr[16];
  char *text;
  size_t size;
  FILE *to;  // writes text, until the line is written out
} line;

struct wl_trace {
  FILE *file;
  char path[1024];
  bool failed;
  int error;  // errno of the first failure
  line *first, **end;
  uint32_t waiting;
  line *in_flight[UNITS][WL_MAX_WAVES][TAGS];
  wl_observed_model alone;  // standalone
};

wl_trace *wl_trace_open(const char *path, wl_error *error) {
  wl_trace *t = calloc(1, sizeof *t);
  if (t && strlen(path) < sizeof t->path && (t->file = wl_output_open(path, "the trace", error))) {
    strcpy(t->path, path);
    t->end = &t->first;
    fprintf(t->file, "# cycle slot PC instruction ; registers written | memory (docs/trace.md)\n");
    return t;
  }
  if (!t || strlen(path) >= sizeof t->path)
    wl_fail(error, "%.400s: the trace cannot be written: %s", path, t ? strerror(ENAMETOOLONG) : "out of memory");
  free(t);
  return NULL;
}

// ---- a line ------------------------------------------------------------------------------------

static void item(line *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void item(line *l, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vfprintf(l->to, format, args);
  va_end(args);
}

static const char *sgpr_name(uint32_t code, char text[16]) {
  const bool trap = code >= WL_TTMP && code < WL_M0;
  snprintf(text, 16, "%s%u", trap ? "ttmp" : "s", trap ? code - WL_TTMP : code);
  return text;
}

// value: of the `count` SGPRs from `first` on, of which the mask tells the written ones.
static void put_sgprs(FILE *to, const wl_traced *traced, uint32_t first, uint32_t count, uint32_t mask,
                      const uint32_t *value) {
  char name[16];
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t code = wl_first_name(traced->second_end, first + i);
    if (!(mask >> i & 1)) continue;
    if (code == WL_VCC || code == WL_VCC_HI) fprintf(to, " vcc_%s=%08x", code == WL_VCC ? "lo" : "hi", value[i]);
    else if (code < WL_M0) fprintf(to, " %s=%08x", sgpr_name(code, name), value[i]);
  }
}

static void put_vgpr(line *l, uint32_t vgpr, uint64_t mask, const uint32_t *lanes) {
  char text[VALUES_TEXT + 32];
  const uint32_t base = l->traced.vgpr_base;
  if (!mask) return;
  lanes_text(lanes, l->wide, mask, text, sizeof text);
  if (vgpr >= base) item(l, " v%u%s", vgpr - base, text);
  else item(l, " row%u%s", vgpr, text);  // a shared VGPR
}

static void put_state_regs(line *l, const wl_model_ops *ops, const wl_state_regs *a, const wl_state_regs *b) {
  char text[VALUES_TEXT] = "";
  if (ops->state_text) ops->state_text(&l->traced, a, b, text, sizeof text);
  item(l, "%s", text);
  for (uint32_t i = 0; !ops->state_text && i < ops->row_count; i++) {
    const wl_model_row *row = &ops->rows[i];
    const uint64_t value = wl_row_value(row, b);
    if (value != wl_row_value(row, a)) item(l, " %s=%0*" PRIx64, row->name, (int)(row->bits + 3) / 4, value);
  }
}

static void put_memory(line *l) {
  const wl_traced *traced = &l->traced;
  char text[VALUES_TEXT];
  if (!traced->accesses) return;
  static const char *const ops[] = {[WL_MEM_LOAD] = "load", [WL_MEM_STORE] = "store", [WL_MEM_ATOMIC] = "atomic"};
  item(l, " | %s%s %u", traced->space == WL_SPACE_GLOBAL ? "" : "lds ", ops[traced->op], traced->bytes);
  for (uint32_t a = 0; a < traced->accesses; a++) {
    uint64_t address[WL_LANES];
    uint32_t n = 0;
    for (uint64_t left = traced->lanes[a]; left; left &= left - 1)
      address[n++] = traced->address[a][__builtin_ctzll(left)];
    values_text(address, n, 0, text, sizeof text);
    if (traced->lanes[a] == UINT64_MAX || traced->scalar) item(l, " @%s", text);
    else item(l, " &%" PRIx64 "@%s", traced->lanes[a], text);
  }
}

// ---- their order -------------------------------------------------------------------------------

static void write_out(wl_trace *t, line *l) {
  put_sgprs(l->to, &l->traced, l->traced.sgpr_first, l->traced.sgpr_count, l->sgprs_written, l->sgpr);
  for (uint32_t r = 0; r < l->traced.vgpr_count; r++) put_vgpr(l, l->traced.phys_vgpr + r, l->written[r], l->vgpr[r]);
  put_memory(l);
  item(l, "%s\n", l->in_flight ? " (in flight)" : "");
  const bool whole = fclose(l->to) == 0;
  if (!t->failed && (!whole || fwrite(l->text, 1, l->size, t->file) != l->size || ferror(t->file))) {
    t->failed = true;
    t->error = errno;
  }
  if ((l->in_flight & ITSELF) && l->unit != WL_UNIT_VALU) t->in_flight[l->unit][l->slot][l->tag] = NULL;
  if (l->in_flight & OF_LDS) t->in_flight[WL_UNIT_LDS][l->slot][LDS_HALF + l->tag] = NULL;
  free(l->text);
  free(l);
}

// Writes the first lines up to one in flight. At most WAITING lines wait.
static void flush(wl_trace *t, bool all) {
  while (t->first && (all || !t->first->in_flight || t->waiting > WAITING)) {
    line *l = t->first;
    t->first = l->next;
    if (!t->first) t->end = &t->first;
    t->waiting--;
    write_out(t, l);
  }
}

static void add(wl_trace *t, const wl_observed_model *o, int64_t cycle, uint32_t slot, uint32_t tag, const wl_effect *e,
                const wl_traced *traced, const wl_state_regs *before, bool in_flight) {
  const wl_model *m = o->model;
  line *l = calloc(1, sizeof *l);
  char text[128];
  wl_state_regs now;
  if (!l || !(l->to = open_memstream(&l->text, &l->size))) {
    free(l);
    t->failed = true;
    t->error = ENOMEM;
    return;
  }
  l->traced = *traced;
  l->wide = wl_wide_lanes(o->sizes);
  l->unit = e->unit;
  l->slot = slot;
  l->tag = tag;
  const bool no_fetch = e->end == WL_END_FAULT && !strncmp(e->why, "fetch", 5);
  if (no_fetch) snprintf(text, sizeof text, "-");
  else o->ops->text(o->sizes, e->pc, e->words, text, sizeof text);
  if (cycle == NO_CYCLE) item(l, "%10s", "-");
  else item(l, "%10" PRId64, cycle);
  item(l, " %2u %012" PRIx64 "  %-*s ;", slot, e->pc, INSTRUCTION, text);
  if (e->end == WL_END_FAULT) item(l, no_fetch ? " fetch from an unmapped page" : " illegal instruction");
  o->ops->state_regs(m, slot, &now);
  uint32_t sgpr[16] = {0};
  bool loads_vcc = false;
  for (uint32_t i = 0; i < e->sgpr_count; i++) {
    const uint32_t code = wl_first_name(traced->second_end, e->sgpr_first + i);
    sgpr[i] = o->ops->sgprs(m, slot)[code];
    loads_vcc |= code == WL_VCC || code == WL_VCC_HI;
  }
  put_sgprs(l->to, traced, e->sgpr_first, e->sgpr_count, ~0u, sgpr);
  for (uint32_t i = 0; i < e->vgpr_count; i++)
    put_vgpr(l, e->phys_vgpr[i], e->vgpr_mask[i], o->ops->phys_vgpr(m, e->phys_vgpr[i]));
  // A scalar load has VCC among its SGPRs.
  if (loads_vcc) now.vcc_lo = before->vcc_lo, now.vcc_hi = before->vcc_hi;
  const bool later = in_flight && e->unit == WL_UNIT_VALU;
  if (e->end != WL_END_PGM && !later) put_state_regs(l, o->ops, before, &now);
  if (later) {
    l->in_flight = ITSELF;
  } else if (in_flight && tag < LDS_HALF && !t->in_flight[e->unit][slot][tag]) {
    l->in_flight = ITSELF;
    t->in_flight[e->unit][slot][tag] = l;
  }
  line **half = &t->in_flight[WL_UNIT_LDS][slot][LDS_HALF + tag % LDS_HALF];
  if (l->in_flight && e->unit == WL_UNIT_VMEM && (e->held & WL_HOLDS_LGKM) && !*half) {
    l->in_flight |= OF_LDS;
    *half = l;
  }
  *t->end = l;
  t->end = &l->next;
  t->waiting++;
  flush(t, false);
}

bool wl_trace_close(wl_trace *t, wl_error *error) {
  if (!t) return true;
  flush(t, true);
  if (fclose(t->file) && !t->failed) {
    t->failed = true;
    t->error = errno;
  }
  const bool good = !t->failed;
  if (!good) {
    wl_fail(error, "%.400s: the trace cannot be written: %s", t->path, strerror(t->error));
    wl_output_remove(t->path);
  }
  free(t);
  return good;
}

// ---- lockstep ----------------------------------------------------------------------------------

static void issues(wl_trace *t, const arch_state *a, uint32_t slot, uint32_t tag) {
  const wl_effect *e = &a->effect;
  wl_traced traced;
  wl_effect now = *e;
  a->ops.traced(a->model, e->unit, slot, tag, e, &traced);
  bool in_flight = traced.vgpr_count || traced.sgpr_count;
  // With control words vector instructions read and write later (maxwell-control.md 8.6).
  if (e->control && e->unit == WL_UNIT_VALU) {
    now.vgpr_count = now.sgpr_count = 0;
    in_flight = true;
  } else if (e->control && (e->unit == WL_UNIT_LDS || e->unit == WL_UNIT_VMEM)) {
    traced.accesses = 0;
    in_flight = true;
  }
  add(t, &(wl_observed_model){&a->ops, a->model, &a->config, a->mem}, (int64_t)a->cycle, slot, tag, &now, &traced,
      &a->at_issue[slot].state_regs, in_flight);
}

// Only the first half of FLAT has a line.
static void reads(wl_trace *t, const arch_state *a, wl_block unit, uint32_t slot, uint32_t tag) {
  line *l = tag < LDS_HALF ? t->in_flight[unit][slot][tag] : NULL;
  if (l) a->ops.accessed(a->model, unit, slot, tag, &l->traced);
}

// The oldest vector ALU instruction of a wave with control words ends.
static void vector_ends(wl_trace *t, const arch_state *a, uint32_t slot) {
  line *l = t->first;
  wl_traced_vector done;
  wl_state_regs before, after;
  while (l && !(l->in_flight && l->unit == WL_UNIT_VALU && l->slot == slot)) l = l->next;
  if (!l || !a->ops.traced_vector(a->model, slot, &done)) return;
  a->ops.state_regs(a->model, slot, &before);
  after = before;
  for (uint32_t i = 0; i < done.scalars; i++) {
    const uint32_t code = wl_first_name(l->traced.second_end, done.code[i]);
    if (code == WL_VCC) after.vcc_lo = done.value[i];
    else if (code == WL_VCC_HI) after.vcc_hi = done.value[i];
    else if (code == WL_EXEC) after.exec_lo = done.value[i];
    else if (code == WL_EXEC_HI) after.exec_hi = done.value[i];
    else if (code == WL_M0) after.m0 = done.value[i];
    else put_sgprs(l->to, &l->traced, done.code[i], 1, 1, &done.value[i]);
  }
  for (uint32_t i = 0; i < done.vgprs; i++) put_vgpr(l, done.phys_vgpr[i], done.mask, done.lanes[i]);
  put_state_regs(l, &a->ops, &before, &after);
  l->in_flight = 0;
  flush(t, false);
}

static line *find(wl_trace *t, wl_block unit, uint32_t slot, uint32_t tag) {
  return tag < TAGS ? t->in_flight[unit][slot][tag] : NULL;
}

// first: lane of the register with which the pass begins.
static void writes_lanes(wl_trace *t, wl_block unit, uint32_t slot, uint32_t tag, uint32_t vgpr, uint32_t first,
                         uint32_t lanes, const uint32_t data[16]) {
  line *l = find(t, unit, slot, tag);
  if (!l || vgpr - l->traced.phys_vgpr >= l->traced.vgpr_count) return;
  const uint32_t r = vgpr - l->traced.phys_vgpr;
  for (uint32_t i = 0; i < 16; i++) {
    if (lanes >> i & 1) memcpy(&l->vgpr[r][(first + i) << l->wide], &data[i << l->wide], 4 << l->wide);
  }
  l->written[r] |= (uint64_t)lanes << first;
}

static void writes_sgprs(wl_trace *t, uint32_t slot, uint32_t tag, uint32_t first, uint32_t count,
                         const uint32_t *data) {
  line *l = find(t, WL_UNIT_SMEM, slot, tag);
  for (uint32_t i = 0; l && i < count; i++) {
    const uint32_t n = wl_in_tuple(l->traced.second_end, l->traced.sgpr_first, l->traced.sgpr_count, first + i);
    if (n >= l->traced.sgpr_count) continue;
    l->sgpr[n] = data[i];
    l->sgprs_written |= 1u << n;
  }
}

static void returns(wl_trace *t, wl_block unit, uint32_t slot, uint32_t tag) {
  line *l = find(t, unit, slot, tag);
  if (!l) return;
  l->in_flight &= ~(uint32_t)(unit == WL_UNIT_LDS && tag >= LDS_HALF ? OF_LDS : ITSELF);
  t->in_flight[unit][slot][tag] = NULL;
  flush(t, false);
}

static void observe(void *to, const wl_observed *o) {
  if (o->when == WL_ALONE) {
    wl_trace *t = to;
    add(t, &t->alone, NO_CYCLE, o->alone->slot, 0, o->alone->effect, o->alone->traced, o->alone->before, false);
    return;
  }
  const wl_probe_argument *a = o->argument;
  const uint32_t first = (uint32_t)a[0].number, second = (uint32_t)a[1].number, third = (uint32_t)a[2].number;
  switch (o->event) {
    case WL_EVENT_issue: issues(to, o->arch, first, (uint32_t)a[4].number); break;
    case WL_EVENT_operands_read: reads(to, o->arch, block_of((int)third), first, second); break;
    case WL_EVENT_valu_done: vector_ends(to, o->arch, first); break;
    case WL_EVENT_vgpr:
      writes_lanes(to, block_of((int)first), second, third, (uint32_t)a[3].number,
                   (uint32_t)a[4].number * o->arch->config.pass_lanes, (uint32_t)a[5].number, a[6].words);
      break;
    case WL_EVENT_sgpr:
      writes_sgprs(to, second, third, (uint32_t)a[3].number, (uint32_t)a[4].number, a[5].words);
      break;
    case WL_EVENT_mem_return: returns(to, block_of((int)first), second, third); break;
    default: break;
  }
}

static void start_alone(void *to, const wl_observed_model *m) {
  wl_trace *t = to;
  t->alone = *m;
}

void wl_trace_observe(wl_observer *to, wl_trace *t) {
  *to = (wl_observer){.to = t,
                      .wants = {[WL_BEFORE] = wl_event_bit(WL_EVENT_valu_done),
                                [WL_AFTER] = wl_event_bit(WL_EVENT_issue) | wl_event_bit(WL_EVENT_operands_read) |
                                             wl_event_bit(WL_EVENT_vgpr) | wl_event_bit(WL_EVENT_sgpr) |
                                             wl_event_bit(WL_EVENT_mem_return),
                                [WL_ALONE] = wl_event_bit(WL_EVENT_issue)},
                      .start_alone = start_alone,
                      .event = observe};
}
