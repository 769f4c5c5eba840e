// SPDX-License-Identifier: Apache-2.0
// Follows waves and instructions by the events of the probe. What a view shows of them is in a file of its own.
#include "observe/views/views.h"

#include <stdlib.h>
#include <string.h>

#include "check/ops.h"
#include "base/error.h"
#include "base/output.h"
#include "observe/views/view.h"

enum { LDS_HALF = 64 };           // the tag of the LDS half of FLAT is so much higher
enum { ITSELF = 1, OF_LDS = 2 };  // halves
enum { LAST_BEAT = 1 << 7 };      // flags of export
enum { FIRST_SIZE = 256 };        // of the table of codes

const wl_model_wait *view_wait(const wl_model_ops *ops, uint32_t reason) {
  static const wl_model_wait reads = {"operands", "VGPRs of its memory instruction are being read", WL_WAITS_EXECUTES};
  return reason == VIEW_BUSY_READS ? &reads : ops_wait(ops, reason);
}

const char *view_class_name(view_class of) {
  static const char *const names[VIEW_CLASSES] = {"scalar", "vector ALU",    "scalar memory",
                                                  "LDS",    "vector memory", "export"};
  return names[of];
}

// ---- files ---------------------------------------------------------------------------------------

FILE *view_open(const char *path, wl_error *error) { return wl_output_open(path, "the view", error); }

bool view_close(FILE *file, const char *path, wl_error *error) {
  return wl_output_close(file, path, "the view", error);
}

wl_views *wl_views_new(const wl_view_options *options, const wl_model_ops *ops, wl_error *error) {
  wl_views *v = calloc(1, sizeof *v);
  if (!v) {
    wl_fail(error, "out of memory for the views");
    return NULL;
  }
  v->options = *options;
  v->ops = ops_complete(ops);
  if ((!options->pipe || (v->pipe = view_pipe_new(options->pipe, error))) &&
      (!options->perfetto || (v->perfetto = view_perfetto_new(options->perfetto, error))) &&
      (!options->viewer || (v->folder = view_folder_new(options->viewer, error))))
    return v;
  wl_views_free(v);
  return NULL;
}

// ---- the program ---------------------------------------------------------------------------------

static view_class class_of(wl_block block) {
  static const view_class of[] = {
      [WL_UNIT_SCALAR] = VIEW_SCALAR, [WL_UNIT_VALU] = VIEW_VALU, [WL_UNIT_SMEM] = VIEW_SMEM,
      [WL_UNIT_LDS] = VIEW_LDS,       [WL_UNIT_VMEM] = VIEW_VMEM, [WL_UNIT_EXPORT] = VIEW_EXPORT};
  return of[block];
}

static uint32_t hash(uint64_t pc, const uint32_t words[2]) {
  const uint64_t mixed = (pc ^ (uint64_t)words[0] << 20 ^ (uint64_t)words[1] << 31) * UINT64_C(0x9e3779b97f4a7c15);
  return (uint32_t)(mixed >> 32);
}

// Twice the room. false: out of memory.
static bool grow(wl_views *v) {
  const uint32_t size = v->code_size ? 2 * v->code_size : FIRST_SIZE, index_size = 2 * size;
  view_code *code = realloc(v->code, size * sizeof *code);
  if (code) v->code = code;
  uint32_t *index = calloc(index_size, sizeof *index);
  if (!code || !index) {
    free(index);
    return false;
  }
  free(v->code_index);
  v->code_index = index;
  v->code_size = size;
  v->index_size = index_size;
  for (uint32_t i = 0; i < v->code_count; i++) {
    uint32_t at = hash(v->code[i].pc, v->code[i].words) % index_size;
    while (index[at]) at = (at + 1) % index_size;
    index[at] = i + 1;
  }
  return true;
}

// Where the instruction is in the table of codes. Out of memory: another one's place, and v->full.
static uint32_t code_at(wl_views *v, uint64_t pc, const uint32_t words[2]) {
  if (v->code_count == v->code_size && !grow(v)) {
    v->full = true;
    return 0;
  }
  uint32_t at = hash(pc, words) % v->index_size;
  for (; v->code_index[at]; at = (at + 1) % v->index_size) {
    const view_code *c = &v->code[v->code_index[at] - 1];
    // Another program may have been loaded at the same address.
    if (c->pc == pc && c->words[0] == words[0] && c->words[1] == words[1]) return v->code_index[at] - 1;
  }
  v->code_index[at] = ++v->code_count;
  view_code *c = &v->code[v->code_count - 1];
  wl_instruction of;
  v->ops.instruction(&v->unit, words, 0, 0, &of);
  *c = (view_code){.pc = pc, .words = {words[0], words[1]}, .of = class_of(of.block), .halves = of.halves};
  v->ops.text(&v->unit, pc, words, c->text, sizeof c->text);
  return v->code_count - 1;
}

// ---- instructions --------------------------------------------------------------------------------

static view_insn *appears(wl_views *v, uint32_t slot) {
  view_insn *i = calloc(1, sizeof *i);
  if (!i) {
    v->full = true;
    return NULL;
  }
  *i = (view_insn){
      .id = v->ids++, .wave = v->wave[slot].number, .slot = slot, .appeared = v->cycle, .reason = VIEW_REASONS};
  v->wave[slot].next = i;
  if (v->pipe) view_pipe_appears(v->pipe, v, i);
  return i;
}

static void ends(wl_views *v, view_insn *i, bool flushed) {
  if (v->perfetto && !flushed) view_perfetto_ends(v->perfetto, v, i);
  if (v->pipe) view_pipe_ends(v->pipe, v, i, flushed);
  free(i);
}

static void flush(wl_views *v, uint32_t slot) {
  if (v->wave[slot].next) ends(v, v->wave[slot].next, true);
  v->wave[slot].next = NULL;
}

static void stage(wl_views *v, view_insn *i, view_stage to) {
  if (i->stage >= to) return;
  i->begun = true;
  i->stage = to;
  if (v->pipe) view_pipe_stage(v->pipe, v, i);
}

// The instruction of the slot that is in flight with this tag, or the oldest of the vector ALU. NULL: none.
static view_insn *in_flight(const wl_views *v, view_class of, uint32_t slot, uint32_t tag) {
  if (slot >= WL_MAX_WAVES) return NULL;
  const bool half = of == VIEW_LDS && tag >= LDS_HALF;
  for (view_insn *i = v->wave[slot].oldest; i; i = i->next) {
    if (i->complete || i->of != (half ? VIEW_VMEM : of)) continue;
    if (of == VIEW_VALU || i->tag == (half ? tag - LDS_HALF : tag)) return i;
  }
  return NULL;
}

static view_class class_from(long long source) {
  switch (source) {
    case WL_SRC_SMEM: return VIEW_SMEM;
    case WL_SRC_LDS: return VIEW_LDS;
    case WL_SRC_VMEM: return VIEW_VMEM;
    default: return VIEW_VALU;
  }
}

static void complete(wl_views *v, view_insn *i) {
  i->complete = true;
  v->in_flight[i->of]--;
  if (v->folder) view_folder_complete(v->folder, i);
}

static void half_complete(wl_views *v, view_insn *i, uint32_t half) {
  i->halves &= ~half;
  if (!i->halves) complete(v, i);
}

// ---- events --------------------------------------------------------------------------------------

static void wave_starts(wl_views *v, uint32_t slot, const uint32_t *start) {
  view_wave *w = &v->wave[slot];
  view_wave new = {.live = true,
                   .number = (uint32_t)v->counts.waves++,
                   .group = start[WL_START_GROUP],
                   .wave_in_group = start[WL_START_WAVE_IN_GROUP],
                   .start = v->cycle + 1,
                   .last = VIEW_SCALAR};
  memcpy(new.gap, w->gap, sizeof new.gap);
  *w = new;
  v->live |= 1u << slot;
  if (v->folder) view_folder_wave(v->folder, v, slot);
}

static uint32_t active(uint64_t exec) { return (uint32_t)__builtin_popcountll(exec); }

// The cycles since the last issue are put down to what the wave that issues now waited for.
static void account_gap(wl_views *v, uint32_t slot) {
  for (uint32_t r = 0; r < VIEW_REASONS; r++) v->counts.slots_lost[r] += v->wave[slot].gap[r];
  for (uint32_t s = 0; s < WL_MAX_WAVES; s++) memset(v->wave[s].gap, 0, sizeof v->wave[s].gap);
}

static void issues(wl_views *v, uint32_t slot, uint64_t pc, uint32_t w0, uint32_t w1, uint32_t tag) {
  view_wave *w = &v->wave[slot];
  view_insn *i = w->next ? w->next : appears(v, slot);  // the second of a pair has not been seen before
  if (!i) return;
  const uint32_t words[2] = {w0, w1};
  i->code = code_at(v, pc, words);
  if (v->full && !v->code) return;
  view_code *c = &v->code[i->code];
  const bool vector = c->of != VIEW_SCALAR && c->of != VIEW_SMEM;
  if (!v->issued) {
    account_gap(v, slot);
    v->counts.used++;
  }
  v->issued = true;
  v->counts.issued++;
  v->counts.instructions[c->of]++;
  c->executed++;
  if (vector) {
    c->lanes += active(w->exec);
    v->counts.lanes[c->of] += active(w->exec);
  }
  for (uint32_t r = 0; r < VIEW_REASONS; r++) c->waited[r] += i->waited[r];
  i->of = w->reason == WL_WAIT_PASSES ? VIEW_SCALAR : c->of;
  i->tag = tag;
  i->issued = v->cycle;
  i->stage = VIEW_ISSUE;
  i->halves = i->of == VIEW_VMEM && c->halves ? ITSELF | OF_LDS : ITSELF;
  w->last = i->of;
  w->next = NULL;
  view_insn **end = &w->oldest;
  while (*end) end = &(*end)->next;
  *end = i;
  v->in_flight[i->of]++;
  if (v->pipe) view_pipe_issues(v->pipe, v, i);
  if (v->perfetto) view_perfetto_issues(v->perfetto, v, i);
  if (v->folder) view_folder_issues(v->folder, v, i);
  if (i->of == VIEW_SCALAR) complete(v, i);
}

// The issue slot is lost, and the instruction that was next comes when the handler returns.
static void enters_handler(wl_views *v, uint32_t slot) {
  v->wave[slot].flushed = true;
  v->wave[slot].gap[WL_WAIT_TRAP]++;
}

static void writes(wl_views *v, long long source, uint32_t slot, uint32_t tag) {
  if (source == WL_SRC_INIT || source == WL_SRC_SALU) return;
  view_insn *i = in_flight(v, class_from(source), slot, tag);
  if (i) stage(v, i, VIEW_WRITE);
}

static void requests(wl_views *v, long long port, uint32_t slot, uint32_t tag) {
  view_insn *i = in_flight(v, class_from(port), slot, tag);
  if (!i) return;
  stage(v, i, VIEW_MEMORY);
  v->code[i->code].transactions++;
  v->counts.transactions[i->of]++;
}

static void served(wl_views *v, view_class of, uint32_t slot, uint32_t tag) {
  view_insn *i = in_flight(v, of, slot, tag);
  if (i) stage(v, i, VIEW_MEMORY);
}

static void counts_lds(wl_views *v, uint32_t slot, uint32_t tag, uint64_t cycles, uint64_t conflicts) {
  v->counts.lds_cycles += cycles;
  v->counts.lds_conflicts += conflicts;
  const view_insn *i = in_flight(v, VIEW_LDS, slot, tag);
  if (!i) return;
  v->code[i->code].lds_cycles += cycles;
  v->code[i->code].conflicts += conflicts;
}

static void returns(wl_views *v, view_class of, uint32_t slot, uint32_t tag) {
  view_insn *i = in_flight(v, of, slot, tag);
  if (i) half_complete(v, i, of == VIEW_LDS && tag >= LDS_HALF ? OF_LDS : ITSELF);
}

// ---- the cycle -----------------------------------------------------------------------------------

static void observe_cycle(void *to, const wl_observed_cycle *o) {
  const uint32_t *told = o->reasons, *exec = o->exec;
  wl_views *v = to;
  v->tells_waits = true;
  for (uint32_t slot = 0; slot < WL_MAX_WAVES; slot++) {
    view_wave *w = &v->wave[slot];
    uint32_t reason = told[slot / 4] >> 8 * (slot % 4) & 0xff;
    if (reason >= WL_WAIT_OWN + v->ops.wait_count) reason = VIEW_UNDECLARED;
    if (view_wait(&v->ops, reason)->kind == WL_WAITS_EXECUTES && w->last != VIEW_VALU) reason = VIEW_BUSY_READS;
    if (v->folder) view_folder_waits(v->folder, v, slot, reason);
    if (v->perfetto && reason != w->reason) view_perfetto_waits(v->perfetto, v, slot, reason);
    w->reason = reason;
    w->exec = (uint64_t)exec[2 * slot + 1] << 32 | exec[2 * slot];
    if (!view_issues(&v->ops, reason)) w->gap[reason]++;
    if (reason != WL_WAIT_EMPTY) v->counts.wave_cycles[reason]++;
    view_insn *i = w->next;
    if (!i || view_issues(&v->ops, reason)) continue;
    i->waited[reason]++;
    i->fetched |= v->tells_ready ? v->fetched >> slot & 1 : view_wait(&v->ops, reason)->kind != WL_WAITS_FETCH;
    const view_stage now = i->fetched ? VIEW_WAITS : VIEW_FETCH;
    if (v->pipe && (i->reason == VIEW_REASONS || i->stage != now || (now == VIEW_WAITS && i->reason != reason))) {
      i->stage = now;
      view_pipe_waits(v->pipe, v, i, view_wait(&v->ops, reason)->name);
    }
    i->reason = reason;
  }
}

// A wave that faulted keeps its slot, and has no next instruction.
static void wave_ends(view_wave *w, long long why) {
  w->over = why == WL_WAVE_ENDED;
  w->faulted = why == WL_WAVE_FAULTED;
}

// What ended in the cycle that is closed ends, and what follows an issue begins.
static void advance(wl_views *v, uint32_t slot) {
  view_wave *w = &v->wave[slot];
  for (view_insn **at = &w->oldest; *at;) {
    view_insn *i = *at;
    if (i->complete) {
      v->code[i->code].latency += v->cycle - i->issued;
      *at = i->next;
      ends(v, i, false);
      continue;
    }
    if (!i->begun) stage(v, i, VIEW_EXECUTE);
    at = &i->next;
  }
  if (w->flushed) flush(v, slot);
  w->flushed = false;
  if (w->over) {
    if (v->folder) view_folder_ends(v->folder, v, slot);
    w->live = false;
    v->live &= ~(1u << slot);
    flush(v, slot);
  } else if (!w->next && !w->faulted) {
    appears(v, slot);
  }
}

static void close_cycle(wl_views *v, uint64_t number) {
  v->counts.cycles++;
  v->cycle = v->unit_begin + number + 1;
  v->issued = false;
  for (uint32_t left = v->live; left; left &= left - 1) advance(v, (uint32_t)__builtin_ctz(left));
  if (v->perfetto) view_perfetto_cycle(v->perfetto, v);
}

// What the text of an instruction and the share of lanes depend on.
static void sizes(wl_views *v, const char *name, uint32_t value) {
  char why[160];
  if (!strcmp(name, "rdna")) v->unit.rdna = value;
  if (!strcmp(name, "wave_lanes")) v->unit.wave_lanes = value;
  if (!strcmp(name, "isa")) v->ops.unit(value, &v->unit, why);
}

static void observe(void *to, const wl_observed *o) {
  const wl_probe_argument *a = o->argument;
  wl_views *v = to;
  const uint32_t first = (uint32_t)a[0].number;
  switch (o->event) {
    case WL_EVENT_config: sizes(v, a[0].text, (uint32_t)a[1].number); break;
    case WL_EVENT_ready:
      v->tells_ready = true;
      v->fetched = (uint64_t)a[0].number;
      break;
    case WL_EVENT_wave_start:
      if (first < WL_MAX_WAVES) wave_starts(v, first, a[4].words);
      break;
    case WL_EVENT_mem_request:
    case WL_EVENT_mem_atomic: requests(v, a[0].number, (uint32_t)a[2].number, (uint32_t)a[3].number); break;
    case WL_EVENT_lds:
    case WL_EVENT_lds_wide: served(v, VIEW_LDS, first, (uint32_t)a[1].number); break;
    case WL_EVENT_lds_transfer: served(v, VIEW_VMEM, first, (uint32_t)a[1].number); break;
    case WL_EVENT_sgpr:
    case WL_EVENT_vgpr: writes(v, a[0].number, (uint32_t)a[1].number, (uint32_t)a[2].number); break;
    case WL_EVENT_valu_done: returns(v, VIEW_VALU, first, 0); break;
    case WL_EVENT_lds_cycles:
      counts_lds(v, first, (uint32_t)a[1].number, (uint64_t)a[2].number, (uint64_t)a[3].number);
      break;
    case WL_EVENT_mem_return: returns(v, class_from(first), (uint32_t)a[1].number, (uint32_t)a[2].number); break;
    case WL_EVENT_export:
      served(v, VIEW_EXPORT, first, (uint32_t)a[1].number);
      if (a[3].number & LAST_BEAT) returns(v, VIEW_EXPORT, first, (uint32_t)a[1].number);
      break;
    case WL_EVENT_trap:
      if (first < WL_MAX_WAVES) enters_handler(v, first);
      break;
    case WL_EVENT_issue:
      if (first < WL_MAX_WAVES)
        issues(v, first, (uint64_t)a[1].number, (uint32_t)a[2].number, (uint32_t)a[3].number, (uint32_t)a[4].number);
      break;
    case WL_EVENT_wave_end:
      if (first < WL_MAX_WAVES) wave_ends(&v->wave[first], a[1].number);
      break;
    case WL_EVENT_cycle: close_cycle(v, (uint64_t)a[0].number); break;
    default: break;
  }
}

// ---- begin and end -------------------------------------------------------------------------------

// The waves that are left end here: the run was cut short, or they faulted.
static void drop_waves(wl_views *v) {
  for (uint32_t slot = 0; slot < WL_MAX_WAVES; slot++) {
    view_wave *w = &v->wave[slot];
    for (view_insn *i = w->oldest, *next; i; i = next) {
      next = i->next;
      ends(v, i, false);
    }
    flush(v, slot);
    if (v->folder) view_folder_ends(v->folder, v, slot);
    if (v->perfetto && w->reason != WL_WAIT_EMPTY) view_perfetto_waits(v->perfetto, v, slot, WL_WAIT_EMPTY);
    *w = (view_wave){0};
  }
  v->live = 0;
  memset(v->in_flight, 0, sizeof v->in_flight);
}

static void starts(void *to, wl_unit *unit) {
  (void)unit;
  wl_views *v = to;
  drop_waves(v);
  v->unit_begin = v->cycle;
}

void wl_views_observe(wl_observer *to, wl_views *v) {
  *to = (wl_observer){
      .to = v, .wants = {[WL_SEEN] = UINT64_MAX}, .start = starts, .event = observe, .cycle = observe_cycle};
}

bool wl_views_finish(wl_views *v, wl_error *error) {
  wl_error ignored;
  // Cycles behind the last issue: the unit had no wave, or none issued any more.
  for (uint32_t r = 0; r < VIEW_REASONS; r++) v->counts.slots_lost[r] += v->wave[0].gap[r];
  drop_waves(v);
  bool good = view_pipe_free(v->pipe, error);
  v->pipe = NULL;
  good = view_perfetto_free(v->perfetto, good ? error : &ignored) && good;
  v->perfetto = NULL;
  if (v->folder) good = view_folder_finish(v->folder, v, good ? error : &ignored) && good;
  if (good && v->full) good = wl_fail(error, "out of memory for the views");
  return good;
}

void wl_views_print(const wl_views *v, FILE *to) {
  if (v->options.stats) view_stats_print(v, to);
}

json_t *wl_views_json(const wl_views *v) { return v->options.stats ? view_stats_json(v) : NULL; }

void wl_views_free(wl_views *v) {
  if (!v) return;
  wl_error ignored;
  drop_waves(v);
  view_pipe_free(v->pipe, &ignored);
  view_perfetto_free(v->perfetto, &ignored);
  view_folder_free(v->folder);
  free(v->code);
  free(v->code_index);
  free(v);
}
