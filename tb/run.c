#include "run.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "expect.h"
#include "kernarg.h"
#include "launch.h"
#include "loader.h"
#include "lockstep/disasm.h"
#include "missing.h"
#include "testcase.h"
#include "toolchain.h"
#include "watch.h"

static const char *const device_names[] = {"model", "rtl", "lockstep"};

typedef struct {
  const wl_run_options *options;
  wl_testcase *test;
  wl_device *device;
  char object[1024];  // the code object and where it was loaded, "" and 0 before
  uint64_t base;
  const wl_kernel *kernel;
  uint64_t tba;       // of the trap handler
  // Of each argument of the test. Contents of buffers; of scalars before only.
  uint64_t *address;
  void **before, **after;
  uint8_t *kernarg;   // WL_KERNARG_MAX bytes
  size_t kernarg_size;
  wl_missing_list missing;
  wl_launch launch;
  bool laid_out;      // launch is complete
  wl_launch_result result;
  uint64_t elements;  // compared with expectations
  wl_error error;
} run;

// ---- arguments ---------------------------------------------------------------------------------

static bool place_buffer(run *r, uint32_t i) {
  const wl_test_arg *a = &r->test->args[i];
  size_t bytes = wl_type_size(a->type) * a->count;
  r->before[i] = malloc(bytes ? bytes : 1);
  if (!r->before[i]) return wl_fail(&r->error, "buffer %s: out of memory for %zu bytes", a->name, bytes);
  wl_init_fill(a->type, &a->init, r->options->device.seed, i, r->before[i], a->count);
  if (a->kind == WL_ARG_SCALAR) return true;
  if (a->address) {
    wl_error why;
    if (!wl_device_alloc_at(r->device, a->address, bytes, &why)) return wl_fail(&r->error, "buffer %s: %s", a->name, why.text);
    r->address[i] = a->address;
  } else {
    r->address[i] = wl_device_alloc(r->device, bytes, WL_PAGE, &r->error);
  }
  return r->address[i] && wl_device_write(r->device, r->address[i], r->before[i], bytes, &r->error);
}

// The i-th explicit argument of the kernel's metadata, NULL past the end.
static const wl_arg_info *explicit_arg(const wl_kernel *k, uint32_t i) {
  for (uint32_t j = 0; j < k->arg_count; j++)
    if (strncmp(k->args[j].kind, "hidden_", 7) && !i--) return &k->args[j];
  return NULL;
}

static size_t size_of(const wl_test_arg *a) {
  return a->kind == WL_ARG_BUFFER ? 8 : a->kind == WL_ARG_LOCAL ? 4 : wl_type_size(a->type) * a->count;
}

// Where argument i goes: by metadata, or packed in natural alignment (that of an element) behind the ones before.
static bool place_argument(run *r, uint32_t i, uint32_t *lds) {
  const wl_test_arg *a = &r->test->args[i];
  const wl_arg_info *info = explicit_arg(r->kernel, i);
  const size_t size = size_of(a), unit = a->kind == WL_ARG_SCALAR ? wl_type_size(a->type) : size;
  size_t offset = (r->kernarg_size + unit - 1) / unit * unit;
  uint64_t v = r->address[i];
  if (r->kernel->has_metadata) {
    if (!info) return wl_fail(&r->error, "argument %s: kernel %s takes only %u", a->name, r->kernel->info.name, i);
    bool local = !strcmp(info->kind, "dynamic_shared_pointer"), buffer = !strcmp(info->kind, "global_buffer");
    if (info->size != size || local != (a->kind == WL_ARG_LOCAL) || buffer != (a->kind == WL_ARG_BUFFER))
      return wl_fail(&r->error, "argument %s: %zu bytes, but argument %u of kernel %s%s%s is %s of %u bytes", a->name,
                     size, i, r->kernel->info.name, *info->name ? ", " : "", info->name, info->kind, info->size);
    offset = info->offset;
  }
  if (size > WL_KERNARG_MAX || offset > WL_KERNARG_MAX - size)
    return wl_fail(&r->error, "argument %s: more than %d bytes of arguments", a->name, WL_KERNARG_MAX);
  if (a->kind == WL_ARG_LOCAL) {
    uint32_t align = info && info->pointee_align ? info->pointee_align : 16;
    v = *lds = (*lds + align - 1) / align * align;
    *lds += (uint32_t)a->count;
  }
  memcpy(r->kernarg + offset, a->kind == WL_ARG_SCALAR ? r->before[i] : &v, size);
  if (offset + size > r->kernarg_size) r->kernarg_size = offset + size;
  return true;
}

static bool place_arguments(run *r) {
  uint32_t lds = r->kernel->info.group_segment_size;
  const size_t count = r->test->arg_count + 1;  // one at least
  r->address = calloc(count, sizeof *r->address);
  r->before = calloc(count, sizeof *r->before);
  r->after = calloc(count, sizeof *r->after);
  r->kernarg = calloc(WL_KERNARG_MAX, 1);
  if (!r->address || !r->before || !r->after || !r->kernarg) return wl_fail(&r->error, "out of memory for the arguments");
  for (uint32_t i = 0; i < r->test->arg_count; i++)
    if ((r->test->args[i].kind != WL_ARG_LOCAL && !place_buffer(r, i)) || !place_argument(r, i, &lds)) return false;
  const wl_arg_info *missing = r->kernel->has_metadata ? explicit_arg(r->kernel, r->test->arg_count) : NULL;
  if (missing)
    return wl_fail(&r->error, "kernel %s: the test gives %u arguments, argument %u%s%s (%s) is missing",
                   r->kernel->info.name, r->test->arg_count, r->test->arg_count, *missing->name ? ", " : "",
                   missing->name, missing->kind);
  uint32_t asked = r->options->has_lds ? r->options->lds : r->test->lds;
  r->launch.dynamic_lds = lds - r->kernel->info.group_segment_size + asked;
  return true;
}

static bool lay_out(run *r) {
  const wl_testcase *t = r->test;
  wl_launch *l = &r->launch;
  if (!place_arguments(r)) return false;
  l->kernarg = r->kernarg;
  l->kernarg_size = r->kernarg_size;
  l->shared_global = t->shared_global;
  l->shared_temps = t->shared_temps;
  memcpy(l->grid, t->grid, sizeof l->grid);
  memcpy(l->group, t->group, sizeof l->group);
  l->trap_enabled = *t->trap_handler != 0;
  l->tba = r->tba;
  l->cond_dbg = t->cond_dbg;
  for (uint32_t i = 0; i < t->arg_count; i++)
    if (*t->tma && !strcmp(t->args[i].name, t->tma)) l->tma = r->address[i];
  r->laid_out = true;
  return true;
}

static wl_launch_facts facts(const run *r) {
  return (wl_launch_facts){.test = r->test, .kernel = r->kernel, .launch = &r->launch, .address = r->address};
}

// ---- the run -----------------------------------------------------------------------------------

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n >= m && !strcmp(text + n - m, end);
}

// A compiled kernel is refused for the opcodes that the unit lacks. Of a hand-written one only a warning is given: it may never come
// to them, or mean to.
static bool check_opcodes(run *r, const wl_object *object) {
  const wl_testcase *t = r->test;
  const bool compiled = r->kernel->has_metadata && !ends_with(t->program, ".s");
  char text[sizeof r->error.text];
  if (!wl_missing_find(object, r->kernel, &r->missing, &r->error)) return false;
  if (!r->missing.count) return true;
  wl_missing_text(r->kernel, &r->missing, text, sizeof text);
  if (!compiled) {
    if (t->verdict == WL_PASS && !t->fault) fprintf(stderr, "warning: %s\n", text);
    return true;
  }
  for (uint32_t i = 0; i < r->missing.count; i++)
    fprintf(stderr, "  %s x %" PRIu32 ", first at 0x%" PRIx64 "\n", r->missing.of[i].name, r->missing.of[i].count,
            r->missing.of[i].first);
  return wl_fail(&r->error, "%s", text);
}

static bool memcheck(const run *r) {
  const wl_memcheck asked = r->options->memcheck;
  return asked == WL_MEMCHECK_OF_TEST ? r->test->memcheck : asked == WL_MEMCHECK_UNMAPPED;
}

static bool prepare(run *r) {
  const wl_run_options *o = r->options;
  wl_testcase *t = r->test = wl_testcase_find(o->vectors, o->test, &r->error);
  if (!t) return false;
  if (o->grid[0]) memcpy(t->grid, o->grid, sizeof t->grid);
  if (o->group[0]) memcpy(t->group, o->group, sizeof t->group);
  const char *kernel = o->kernel ? o->kernel : *t->kernel ? t->kernel : NULL;
  if (!wl_toolchain_build(t->program, o->cache, r->object, sizeof r->object, &r->error)) return false;
  wl_backend_options unit = o->unit;
  unit.expect_fault = t->fault;
  unit.check.memcheck = memcheck(r);
  wl_device_options device = o->device;
  if (t->code_address) device.code_address = t->code_address;
  device.halt_stays |= t->halt_stays;
  r->device = wl_device_open_unit(o->kind, &device, &unit, &r->error);
  wl_code *code = r->device ? wl_device_load(r->device, r->object, &r->error) : NULL;
  if (!code) return false;
  r->base = wl_code_base(code);
  if (!(r->kernel = wl_code_kernel(code, kernel, &r->error))) return false;
  if (!check_opcodes(r, wl_code_object(code))) return false;
  if (*t->trap_handler && !wl_code_symbol(code, t->trap_handler, &r->tba, &r->error)) return false;
  if (t->default_args) {
    wl_testcase_default_sizes(t, r->kernel, !o->grid[0], !o->group[0]);
    if (!wl_testcase_default_args(t, r->kernel, &r->error)) return false;
  }
  return (!o->args || wl_testcase_override(t, o->args, &r->error)) && lay_out(r) &&
         wl_expect_fits(t, r->before, &r->error);
}

static bool read_back(run *r) {
  for (uint32_t i = 0; i < r->test->arg_count; i++) {
    const wl_test_arg *a = &r->test->args[i];
    size_t bytes = wl_type_size(a->type) * a->count;
    if (a->kind != WL_ARG_BUFFER) continue;
    r->after[i] = malloc(bytes ? bytes : 1);
    if (!r->after[i]) return wl_fail(&r->error, "buffer %s: out of memory", a->name);
    if (!wl_device_read(r->device, r->address[i], r->after[i], bytes, &r->error)) return false;
  }
  return true;
}

static bool dump(run *r, const char *name) {
  for (uint32_t i = 0; i < r->test->arg_count; i++) {
    const wl_test_arg *a = &r->test->args[i];
    if (a->kind != WL_ARG_BUFFER || strcmp(a->name, name)) continue;
    for (uint64_t e = 0; e < a->count; e++) {
      char text[64];
      wl_value_text(a->type, wl_value_get(a->type, r->after[i], e), text, sizeof text);
      printf("%s[%" PRIu64 "] = %s\n", name, e, text);
    }
    return true;
  }
  return wl_fail(&r->error, "no buffer named %s in test %s", name, r->test->name);
}

static const char *unmapped_what(const run *r) {
  const bool one = r->result.unmapped.count == 1;
  if (r->options->kind == WL_DEVICE_RTL) return one ? "memory transaction to an unmapped line" : "memory transactions to unmapped lines";
  return one ? "access to unmapped memory" : "accesses to unmapped memory";
}

static void unmapped_first(const run *r, char *text, size_t size) {
  if (r->options->kind != WL_DEVICE_RTL) unmapped_text(&r->result.unmapped, text, size);
  else snprintf(text, size, "line 0x%" PRIx64, r->result.unmapped.address);
}

// The checker has done this in lockstep, as one of its findings.
static wl_verdict check_memory(run *r) {
  char first[300];
  if (!memcheck(r) || !r->result.unmapped.count) return WL_PASS;
  unmapped_first(r, first, sizeof first);
  wl_text(r->result.why, sizeof r->result.why, "%" PRIu64 " %s; the first: %s", r->result.unmapped.count, unmapped_what(r), first);
  return WL_HAZARD;
}

// From what happened and what the test expects to happen to the verdict of the test; why in r->error.
static wl_verdict judge(run *r) {
  const wl_testcase *t = r->test;
  wl_verdict v = r->result.verdict;
  wl_error first = {""};
  if (t->fault && r->result.fault) v = WL_PASS;
  if (v == WL_PASS && (r->result.fault || !t->fault)) v = check_memory(r);
  const bool said = !*t->why || strstr(r->result.why, t->why);
  if (t->fault && !r->result.fault && v == WL_PASS) {
    wl_fail(&r->error, "a wave was expected to halt on a fault and none did");
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
    wl_fail(&r->error, "\"%s\" was expected to be said of the run, but it said \"%.300s\"", t->why, r->result.why);
    return WL_EXPECT;
  }
  if (*r->result.missed) {
    wl_fail(&r->error, "the fault was not applied: %s", r->result.missed);
    return WL_ERROR;
  }
  if (wl_expect_messages(t, &r->result, &first) && wl_expect_check(t, r->before, r->after, &r->elements, &first))
    return WL_PASS;
  r->error = first;
  return WL_EXPECT;
}

static wl_verdict execute(run *r) {
  if (r->test->default_args) {
    wl_launch_facts f = facts(r);
    wl_launch_print(stdout, &f);
    fflush(stdout);
  }
  if (!wl_device_launch(r->device, r->kernel, &r->launch, &r->result, &r->error) || !read_back(r)) return WL_ERROR;
  for (uint32_t i = 0; i < r->options->dump_count; i++)
    if (!dump(r, r->options->dumps[i])) return WL_ERROR;
  return judge(r);
}

// ---- what is said ------------------------------------------------------------------------------

static uint32_t messages_kept(const wl_launch_result *n) {
  return n->message_count < WL_MAX_MESSAGES ? n->message_count : WL_MAX_MESSAGES;
}

// What the waves sent to the host, one line each, in the order in which it came.
static void print_messages(const wl_launch_result *n) {
  for (uint32_t i = 0; i < messages_kept(n); i++) {
    const wl_message *m = &n->messages[i];
    if (m->trace) printf("wave %u: trace data 0x%08x\n", m->slot, m->m0);
    else printf("wave %u: message 0x%x, M0 0x%08x\n", m->slot, m->simm, m->m0);
  }
  if (n->message_count > WL_MAX_MESSAGES)
    printf("and %u messages more\n", n->message_count - WL_MAX_MESSAGES);
}

static json_t *messages_json(const wl_launch_result *n) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < messages_kept(n); i++) {
    const wl_message *m = &n->messages[i];
    json_array_append_new(list, m->trace ? json_pack("{s:i, s:s, s:I}", "wave", (int)m->slot, "kind", "trace", "m0",
                                                     (json_int_t)m->m0)
                                         : json_pack("{s:i, s:s, s:i, s:I}", "wave", (int)m->slot, "kind", "message",
                                                     "message", (int)m->simm, "m0", (json_int_t)m->m0));
  }
  return list;
}

// The headline of a HAZARD for it says the same.
static void print_unmapped(const run *r, wl_verdict v) {
  char first[300];
  if (!r->result.unmapped.count || (v == WL_HAZARD && strstr(r->error.text, unmapped_what(r)))) return;
  unmapped_first(r, first, sizeof first);
  printf("the first %s: %s\n", r->options->kind == WL_DEVICE_RTL ? "transaction to an unmapped line" : "access to unmapped memory", first);
}

static json_t *unmapped_json(const run *r) {
  const wl_unmapped *u = &r->result.unmapped;
  json_t *j = json_pack("{s:I}", "count", (json_int_t)u->count);
  char pc[24], address[24], insn[128];
  if (!u->count) return j;
  snprintf(address, sizeof address, "0x%" PRIx64, u->address);
  json_object_set_new(j, "address", json_string(address));
  if (r->options->kind == WL_DEVICE_RTL) return j;
  snprintf(pc, sizeof pc, "0x%" PRIx64, u->pc);
  disassemble(u->pc, u->words, insn, sizeof insn);
  json_object_set_new(j, "slot", json_integer(u->slot));
  json_object_set_new(j, "lane", json_integer(u->lane));
  json_object_set_new(j, "pc", json_string(pc));
  json_object_set_new(j, "instruction", json_string(insn));
  return j;
}

static void summary(const run *r, wl_verdict v) {
  const wl_launch_result *n = &r->result;
  double seconds = n->seconds > 0 ? n->seconds : 1e-9;
  print_messages(n);
  print_unmapped(r, v);
  fflush(stdout);
  if (v != WL_PASS) {
    fprintf(stderr, "%s: %s\n", wl_verdict_name(v), r->error.text);
    if (r->options->reproduce) fprintf(stderr, "reproduce: %s\n", r->options->reproduce);
  }
  printf("%s %s seed %" PRIu64 ": ", wl_verdict_name(v), r->options->test, r->options->device.seed);
  if (!n->clocks && !n->instructions) printf("nothing ran");
  else if (r->options->kind == WL_DEVICE_MODEL)
    printf("%" PRIu64 " instructions, %.0f wave-instructions/s", n->instructions, (double)n->instructions / seconds);
  else if (r->options->kind == WL_DEVICE_RTL)
    printf("%" PRIu64 " clocks, 0 state words compared, %.0f clocks/s", n->clocks, (double)n->clocks / seconds);
  else
    printf("%" PRIu64 " clocks, %" PRIu64 " instructions, %" PRIu64 " events, %" PRIu64
           " state words compared, %.0f clocks/s",
           n->clocks, n->instructions, n->events, n->words_compared, (double)n->clocks / seconds);
  if (n->hazards) printf(", %" PRIu64 " hazards", n->hazards);
  if (n->unmapped.count) printf(", %" PRIu64 " %s", n->unmapped.count, unmapped_what(r));
  if (r->options->unit.check.conflicts)
    printf(", %" PRIu64 " LDS clocks, %" PRIu64 " of them lost to bank conflicts", n->lds_cycles, n->lds_conflicts);
  if (r->elements && v == WL_PASS) printf(", %" PRIu64 " elements as expected", r->elements);
  if (n->message_count) printf(", %" PRIu32 " messages", n->message_count);
  printf("\n");
}

static bool write_result(run *r, wl_verdict v) {
  char path[1024];
  const wl_launch_result *n = &r->result;
  char base[24];
  if (!r->options->run_dir) return true;
  if (!wl_text(path, sizeof path, "%s/result.json", r->options->run_dir))
    return wl_fail(&r->error, "%s: path too long", r->options->run_dir);
  snprintf(base, sizeof base, "0x%" PRIx64, r->base);
  json_t *j =
      json_pack("{s:s, s:I, s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:f, s:s, s:s, s:s, s:s, s:I, s:o, s:o}", "test", r->options->test,
                "seed", (json_int_t)r->options->device.seed, "device", device_names[r->options->kind], "verdict",
                wl_verdict_name(v), "why", v != WL_PASS ? r->error.text : n->fault ? n->why : "", "clocks",
                (json_int_t)n->clocks, "instructions", (json_int_t)n->instructions, "events", (json_int_t)n->events, "words_compared",
                (json_int_t)n->words_compared, "elements", (json_int_t)r->elements, "seconds", n->seconds, "reproduce",
                r->options->reproduce ? r->options->reproduce : "", "object", r->object, "base", base, "build",
                r->options->unit.check.build ? r->options->unit.check.build : "", "message_count",
                (json_int_t)n->message_count, "messages", messages_json(n), "unmapped",
                unmapped_json(r));
  if (r->missing.count) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < r->missing.count; i++)
      json_array_append_new(list, json_pack("{s:s, s:I}", "name", r->missing.of[i].name, "count",
                                            (json_int_t)r->missing.of[i].count));
    json_object_set_new(j, "missing_opcodes", list);
  }
  if (r->laid_out) {
    wl_launch_facts f = facts(r);
    json_object_set_new(j, "launch", wl_launch_json(&f));
  }
  bool good = j && !json_dump_file(j, path, JSON_INDENT(2));
  json_decref(j);
  return good || wl_fail(&r->error, "%s: cannot be written: %s", path, strerror(errno));
}

int wl_run(const wl_run_options *options) {
  run *r = calloc(1, sizeof *r);
  if (!r) {
    fprintf(stderr, "ERROR: out of memory\n");
    return WL_ERROR;
  }
  r->options = options;
  wl_verdict v = WL_ERROR;
  if (!options->run_dir || wl_make_folders(options->run_dir, &r->error)) {
    if (prepare(r)) v = execute(r);
    if (!write_result(r, v)) v = WL_ERROR;
  }
  summary(r, v);
  for (uint32_t i = 0; r->test && i < r->test->arg_count; i++) {
    if (r->before) free(r->before[i]);
    if (r->after) free(r->after[i]);
  }
  free(r->before);
  free(r->after);
  free(r->address);
  free(r->kernarg);
  wl_missing_free(&r->missing);
  wl_device_close(r->device);
  wl_testcase_free(r->test);
  free(r);
  return v == WL_ERROR && wl_watch_signal() ? WL_STOPPED_EXIT : (int)v;
}
