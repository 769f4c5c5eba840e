// SPDX-License-Identifier: Apache-2.0
// result.json of a run (docs/result.md).
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/json_text.h"
#include "check/report/unmapped.h"
#include "run_state.h"
#include "testcase/exports.h"

enum { SCHEMA = 1 };  // of result.json: docs/result.md

static const char *const device_names[] = {"model", "rtl", "lockstep"};

static json_t *messages_json(const wl_launch_result *n) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < messages_kept(n); i++) {
    const wl_message *m = &n->messages[i];
    json_array_append_new(
        list, m->trace ? json_pack("{s:i, s:s, s:I}", "wave", (int)m->slot, "kind", "trace", "m0", (json_int_t)m->m0)
                       : json_pack("{s:i, s:s, s:i, s:I}", "wave", (int)m->slot, "kind", "message", "message",
                                   (int)m->simm, "m0", (json_int_t)m->m0));
  }
  return list;
}

static json_t *export_data_json(const wl_export *x) {
  json_t *data = json_object();
  for (uint32_t left = wl_export_registers(x->en, x->compr); left; left &= left - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(left);
    json_t *lanes = json_array();
    char key[8];
    for (uint32_t lane = 0; lane < WL_LANES; lane++) json_array_append_new(lanes, json_integer(x->data[i][lane]));
    wl_text(key, sizeof key, "%u", i);
    json_object_set_new(data, key, lanes);
  }
  return data;
}

static json_t *exports_json(const wl_launch_result *n) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < exports_kept(n); i++) {
    const wl_export *x = &n->exports[i];
    char target[16], exec[24];
    wl_export_target_text(x->target, target, sizeof target);
    wl_text(exec, sizeof exec, "0x%" PRIx64, x->exec);
    json_array_append_new(list, json_pack("{s:i, s:s, s:i, s:b, s:b, s:b, s:s, s:o}", "wave", (int)x->slot, "target",
                                          target, "en", (int)x->en, "compr", (int)x->compr, "done", (int)x->done, "vm",
                                          (int)x->vm, "exec", exec, "data", export_data_json(x)));
  }
  return list;
}

static json_t *watched_json(const run *r, const wl_watched_access *a) {
  char pc[24], insn[128];
  snprintf(pc, sizeof pc, "0x%" PRIx64, a->pc);
  wl_run_instruction_text(r, a->pc, a->words, insn, sizeof insn);
  return json_pack("{s:i, s:i, s:s, s:s, s:s}", "slot", (int)a->slot, "lane", (int)a->lane, "pc", pc, "instruction",
                   insn, "what", a->writes ? "writes" : "reads");
}

// A number of findings, and the first.
static json_t *finding_json(const run *r, const wl_watch_finding *f, bool race) {
  char address[24];
  json_t *j = json_pack("{s:I}", "count", (json_int_t)f->count);
  if (!f->count) return j;
  snprintf(address, sizeof address, "0x%" PRIx64, f->address);
  json_object_set_new(j, "address", json_string(address));
  json_object_set_new(j, "space", json_string(f->lds ? "lds" : "memory"));
  json_object_set_new(j, "access", watched_json(r, &f->now));
  if (race) json_object_set_new(j, "before", watched_json(r, &f->before));
  return j;
}

// Waves that halted on faults.
static json_t *faults_json(const wl_launch_result *n) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < n->fault_count; i++) {
    char pc[24];
    snprintf(pc, sizeof pc, "0x%" PRIx64, n->faults[i].pc);
    json_array_append_new(list, json_pack("{s:i, s:s, s:s}", "slot", (int)n->faults[i].slot, "kind",
                                          n->faults[i].fetch ? "fetch" : "illegal", "pc", pc));
  }
  return list;
}

static json_t *unmapped_json(const run *r) {
  const wl_unmapped *u = &r->result.unmapped;
  json_t *j = json_pack("{s:I}", "count", (json_int_t)u->count);
  char pc[24], address[24], insn[128], place[160];
  if (!u->count) return j;
  const bool below = u->nearest.content == WL_CONTENT_LDS && (int64_t)u->address < 0;
  snprintf(address, sizeof address, "%s0x%" PRIx64, below ? "-" : "", below ? 0 - u->address : u->address);
  json_object_set_new(j, "address", json_string(address));
  if (r->options->kind == WL_DEVICE_RTL) return j;
  snprintf(pc, sizeof pc, "0x%" PRIx64, u->pc);
  wl_run_instruction_text(r, u->pc, u->words, insn, sizeof insn);
  json_object_set_new(j, "slot", json_integer(u->slot));
  json_object_set_new(j, "lane", json_integer(u->lane));
  json_object_set_new(j, "pc", json_string(pc));
  json_object_set_new(j, "instruction", json_string(insn));
  json_object_set_new(j, "in_lds", json_integer((json_int_t)u->in_lds));
  json_object_set_new(j, "space", json_string(u->nearest.content == WL_CONTENT_LDS ? "lds" : "memory"));
  if (!u->bytes) return j;
  allocation_text(u, place, sizeof place);
  json_object_set_new(j, "allocation", json_string(place));
  return j;
}

// A launch, with its result if it ran.
static json_t *launch_json(const run *r, const piece *p) {
  wl_launch_facts f = wl_run_facts(r, p);
  json_t *j = wl_launch_json(&f);
  if (!p->ran) return j;
  json_object_set_new(j, "verdict", json_string(wl_verdict_name(p->verdict)));
  json_object_set_new(j, "cycles", json_integer((json_int_t)p->cycles));
  json_object_set_new(j, "instructions", json_integer((json_int_t)p->instructions));
  return j;
}

// Cycles between labels: how often measured, the least and the most.
static json_t *cycles_json(const wl_testcase *t) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < t->cycle_count; i++) {
    const wl_cycle_span *s = &t->spans[i];
    json_t *j = json_pack("{s:s, s:s, s:i, s:I}", "from", t->cycles[i].from.name, "to", t->cycles[i].to.name, "wave",
                          (int)s->slot, "count", (json_int_t)s->count);
    if (s->count) {
      json_object_set_new(j, "least", json_integer((json_int_t)s->least));
      json_object_set_new(j, "most", json_integer((json_int_t)s->most));
    }
    json_array_append_new(list, j);
  }
  return list;
}

// How often each content of a one_of was found. NULL: the test has none.
static json_t *one_of_json(const wl_testcase *t) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < t->expect_count; i++) {
    const wl_test_expect *e = &t->expects[i];
    json_t *seen = e->kind == WL_EXPECT_ONE_OF ? json_array() : NULL;
    for (uint32_t c = 0; seen && c < e->choices; c++) json_array_append_new(seen, json_integer((json_int_t)e->seen[c]));
    if (seen) json_array_append_new(list, json_pack("{s:s, s:o}", "buffer", t->args[e->buffer].name, "seen", seen));
  }
  if (json_array_size(list)) return list;
  json_decref(list);
  return NULL;
}

static json_t *waves_json(const run *r) {
  const wl_waveform *w = &r->waves;
  const char *path = r->options->unit.trace_path, *slash = strrchr(path, '/');
  json_t *ranges = json_array();
  for (int i = 0; i < 2 && w->to[i]; i++)
    json_array_append_new(ranges, json_pack("{s:I, s:I}", "from", (json_int_t)w->from[i], "to", (json_int_t)w->to[i]));
  return json_pack("{s:o, s:I, s:o, s:f}", "file", wl_json_text(slash ? slash + 1 : path), "cycle",
                   (json_int_t)w->cycle, "ranges", ranges, "seconds", w->seconds);
}

static json_t *count_json(uint64_t n) { return json_integer((json_int_t)n); }

// Options for clang, of the test and of the command line. NULL: there are none.
static json_t *cl_options_json(const run *r) {
  const char *more = r->options->cl_options;
  if (!r->test || (!*r->test->cl_options && !more)) return NULL;
  if (!more) more = "";
  return json_sprintf("%s%s%s", r->test->cl_options, *r->test->cl_options && *more ? " " : "", more);
}

// NULL: no opcode is missing.
static json_t *missing_json(const wl_missing_list *m) {
  json_t *list = m->count ? json_array() : NULL;
  for (uint32_t i = 0; i < m->count; i++)
    json_array_append_new(list, json_pack("{s:s, s:I}", "name", m->of[i].name, "count", (json_int_t)m->of[i].count));
  return list;
}

// NULL: there is one launch, or none.
static json_t *launches_json(const run *r) {
  json_t *list = r->laid_out > 1 ? json_array() : NULL;
  for (uint32_t i = 0; list && i < r->laid_out; i++) json_array_append_new(list, launch_json(r, &r->pieces[i]));
  return list;
}

bool wl_run_write_result(run *r, wl_verdict v) {
  char path[1024];
  const wl_launch_result *n = &r->result;
  char base[24];
  if (!r->options->run_dir) return true;
  if (!wl_text(path, sizeof path, "%s/result.json", r->options->run_dir))
    return wl_fail(&r->error, "%s: path too long", r->options->run_dir);
  snprintf(base, sizeof base, "0x%" PRIx64, r->code.base);
  const wl_run_options *o = r->options;
  const bool spans = r->test && r->test->cycle_count && wl_run_cycles_measured(r);
  char memory[WL_KNOBS_TEXT];
  // Keys without a value are left out.
  const struct {
    const char *key;
    json_t *value;
  } keys[] = {
      {"schema", json_integer(SCHEMA)},
      {"test", wl_json_text(o->test)},
      {"seed", count_json(o->device.seed)},
      {"device", json_string(device_names[o->kind])},
      {"verdict", json_string(wl_run_verdict_word(r, v))},
      {"why", wl_json_text(v != WL_PASS ? r->error.text
                           : n->fault   ? n->why
                                        : "")},
      {"cycles", count_json(n->cycles)},
      {"instructions", count_json(n->instructions)},
      {"events", count_json(n->events)},
      {"words_compared", count_json(n->words_compared)},
      {"elements", count_json(r->elements)},
      {"seconds", json_real(n->seconds)},
      {"reproduce", wl_json_text(o->reproduce ? o->reproduce : "")},
      {"object", wl_json_text(r->code.object)},
      {"base", json_string(base)},
      {"build", json_string(o->unit.check.build ? o->unit.check.build : "")},
      {"message_count", count_json(n->message_count)},
      {"messages", messages_json(n)},
      {"unmapped", unmapped_json(r)},
      {"hazards", count_json(n->hazards)},
      {"lds_cycles", count_json(n->lds_cycles)},
      {"lds_conflicts", count_json(n->lds_conflicts)},
      {"transactions", count_json(n->transactions)},
      {"least_transactions", count_json(n->least_transactions)},
      {"faults", faults_json(n)},
      {"export_count", count_json(n->export_count)},
      {"exports", exports_json(n)},
      {"not_checked", o->kind == WL_DEVICE_LOCKSTEP ? wl_json_text(n->not_checked) : NULL},
      {"not_judged", *n->not_judged ? wl_json_text(n->not_judged) : NULL},
      {"cl_options", cl_options_json(r)},
      {"unwritten", wl_run_uninit(r) > WL_UNINIT_OFF ? finding_json(r, &n->unwritten, false) : NULL},
      {"races", r->races ? finding_json(r, &n->race, true) : NULL},
      {"memory_knobs", wl_run_knobs(r, memory, sizeof memory) ? json_string(memory) : NULL},
      {"waveform", r->has_waves ? waves_json(r) : NULL},
      {"missing_opcodes", missing_json(&r->missing)},
      {"cycle_spans", spans ? cycles_json(r->test) : NULL},
      {"one_of", r->test ? one_of_json(r->test) : NULL},
      {"pictures", json_incref(r->pictures)},
      {"stats", r->views ? wl_views_json(r->views) : NULL},
      {"launch", r->laid_out ? launch_json(r, &r->pieces[0]) : NULL},
      {"launches", launches_json(r)},
  };
  json_t *j = json_object();
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (keys[i].value) json_object_set_new(j, keys[i].key, keys[i].value);
  const bool good = wl_json_write(j, path, NULL, JSON_INDENT(2), &r->error);
  json_decref(j);
  return good;
}
