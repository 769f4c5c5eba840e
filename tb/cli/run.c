// SPDX-License-Identifier: Apache-2.0
// A run from its options to its exit code; its parts are in the files that run_state.h names.
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/output.h"
#include "base/sizes.h"
#include "base/signals.h"
#include "run_state.h"
#include "tools.h"

wl_memcheck wl_run_memcheck(const run *r) {
  const wl_memcheck asked = r->options->memcheck;
  return asked == WL_MEMCHECK_OF_TEST ? r->test->memcheck : asked;
}

wl_uninit wl_run_uninit(const run *r) {
  const wl_uninit asked = r->options->uninit;
  return asked == WL_UNINIT_OF_TEST && r->test ? r->test->uninit : asked;
}

// Options that replace what the test says.
static bool apply_options(run *r) {
  const wl_run_options *o = r->options;
  wl_testcase *t = r->test;
  const char *given = o->kernel       ? "--kernel"
                      : o->grid[0]    ? "--grid"
                      : o->group[0]   ? "--group"
                      : o->has_offset ? "--offset"
                      : o->has_lds    ? "--lds"
                      : o->scratch    ? "--scratch"
                                      : NULL;
  if (given && t->launch_count)
    return wl_fail(&r->error, "%s: the test has a list of launches, each with its own", given);
  if (o->kernel && !wl_text(t->kernel, sizeof t->kernel, "%s", o->kernel))
    return wl_fail(&r->error, "--kernel: longer than %zu characters", sizeof t->kernel - 1);
  if (o->grid[0]) {
    memcpy(t->grid, o->grid, sizeof t->grid);
    t->dimensions = 0;
  }
  if (o->group[0]) memcpy(t->group, o->group, sizeof t->group);
  if (o->has_offset) memcpy(t->offset, o->offset, sizeof t->offset);
  if (o->has_lds) t->lds = o->lds;
  if (o->scratch) t->scratch = o->scratch;
  if (o->alignment) t->alignment = o->alignment;
  return true;
}

// Files that the options name: whether each may be written.
static bool may_write(run *r) {
  const wl_run_options *o = r->options;
  const struct {
    const char *path, *what;
    bool mapped;
  } files[] = {{o->trace, "the trace", false},
               {o->views.pipe, "the view", false},
               {o->views.perfetto, "the view", false},
               {o->unit.observe.coverage, "the coverage", false},
               {o->unit.state_path, "the states", false},
               {o->unit.trace_path, "the waveform", true}};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    if (files[i].path && !wl_output_allowed(files[i].path, files[i].what, files[i].mapped, &r->error)) return false;
  return true;
}

// Whether two outputs of the run are one file, where one would be lost.
static bool writes_twice(run *r) {
  const wl_run_options *o = r->options;
  const char *const files[] = {o->trace, o->views.pipe, o->views.perfetto};
  struct stat s[3];
  for (int n = 0; n < 3; n++) {
    if (!files[n] || stat(files[n], &s[n]) || !S_ISREG(s[n].st_mode)) s[n].st_nlink = 0;
    for (int m = 0; m < n && s[n].st_nlink; m++)
      if (s[m].st_nlink && s[n].st_dev == s[m].st_dev && s[n].st_ino == s[m].st_ino)
        return !wl_fail(&r->error, "%s: two of --trace, --pipe and --perfetto name this file", files[n]);
  }
  return false;
}

// The observers of a run of the model alone, as a list.
static wl_observer *alone_observers(run *r) {
  wl_observer *first = NULL;
  if (r->debug) {
    wl_debug_observe_alone(&r->alone[0], r->debug);
    first = &r->alone[0];
  }
  if (!r->trace) return first;
  wl_trace_observe(&r->alone[1], r->trace);
  r->alone[1].next = first;
  return &r->alone[1];
}

static const wl_model_ops *unit_ops(void) { return wl_unit_ops ? wl_unit_ops : &wl_gfx9_ops; }

// Opens the device with the options of the command line and of the test, and what watches the run.
static bool open_device(run *r) {
  const wl_run_options *o = r->options;
  const wl_testcase *t = r->test;
  wl_backend_options unit = o->unit;
  unit.expect_fault = t->fault;
  unit.check.memcheck = wl_run_memcheck(r) != WL_MEMCHECK_OFF;
  if (!o->has_hazards && t->hazards_warn) unit.check.hazards = WL_HAZARDS_WARN;
  if (!o->has_memory) unit.memory = t->memory;
  r->memory = unit.memory;
  unit.check.code = &r->code;
  unit.check.spans = t->spans;
  unit.check.span_count = t->cycle_count;
  unit.observe.transactions = t->counts;
  unit.observe.transaction_count = t->transaction_count;
  if (o->trace && !(r->trace = wl_trace_open(o->trace, &r->error))) return false;
  unit.observe.trace = r->trace;
  if (o->views.viewer && !wl_make_folders(o->views.viewer, &r->error)) return false;
  if (wl_views_wanted(&o->views) && !(r->views = wl_views_new(&o->views, unit_ops(), &r->error))) return false;
  if (writes_twice(r)) return false;
  unit.observe.views = r->views;
  unit.observe.debug = r->debug;
  unit.alone = alone_observers(r);
  wl_device_options device = o->device;
  if (t->code_address) device.code_address = t->code_address;
  if (!device.hang_cycles) device.run_cycles = t->hang_cycles ? t->hang_cycles : WL_LONG_RUN;
  device.halt_stays |= t->halt_stays;
  device.guard_pages = true;
  device.bounds = wl_run_memcheck(r) == WL_MEMCHECK_BOUNDS;
  device.unwritten = wl_run_uninit(r) == WL_UNINIT_COUNT || wl_run_uninit(r) == WL_UNINIT_ERROR;
  device.races = r->races = o->has_races ? o->races : t->races;
  r->device = wl_device_open_unit(o->kind, &device, &unit, &r->error);
  if (!r->device) return false;
  return wl_device_is_raw(r->device) ? wl_run_fits_own_isa(r) : wl_run_fits_unit(r) && wl_run_has_hazard_rows(r);
}

static bool prepare(run *r) {
  r->test = wl_testcase_find(r->options->vectors, r->options->test, &r->error);
  return r->test && apply_options(r) && may_write(r) && open_device(r) && wl_run_load(r);
}

// A waveform, or a part of one, with the names that its writer keeps beside it until it is whole.
static void remove_waveform(const char *path) {
  char names[1024];
  wl_output_remove(path);
  if (wl_text(names, sizeof names, "%s.hier", path)) wl_output_remove(names);
}

// A run that a signal stopped has no failure to show.
static void write_waves(run *r, wl_verdict v) {
  const wl_backend_options *unit = &r->options->unit;
  wl_error why = {""};
  if (v == WL_PASS || !unit->waves_auto || !r->result.cycles) return;
  r->has_waves = wl_device_waves(r->device, &r->waves, &why);
  if (r->has_waves) return;
  remove_waveform(unit->trace_path);
  fprintf(stderr, "%s: the waveform could not be written: %s\n", unit->trace_path, why.text);
}

// The pictures of images that are not as expected, into the run's folder. Says where they are.
static bool write_pictures(run *r) {
  const wl_placed p = wl_run_placed(r);
  const wl_error said = r->error;
  if (!r->options->run_dir ||
      !wl_image_pictures(&p, r->options->kind != WL_DEVICE_MODEL, r->options->run_dir, &r->pictures, &r->error))
    return !r->options->run_dir;
  r->error = said;
  for (size_t i = 0; i < json_array_size(r->pictures); i++) {
    const json_t *j = json_array_get(r->pictures, i);
    fprintf(stderr, "pictures: %s/%s, and what was expected and the difference beside it\n", r->options->run_dir,
            json_string_value(json_object_get(j, "found")));
  }
  return true;
}

// The result counts more than the waveform, which goes where both have no room.
static bool write_result_first(run *r, wl_verdict v) {
  const wl_error said = r->error;
  if (wl_run_write_result(r, v)) return true;
  if (!r->has_waves) return false;
  const char *path = r->options->unit.trace_path;
  fprintf(stderr, "%s: the waveform is removed: %s\n", path, r->error.text);
  remove_waveform(path);
  r->has_waves = false;
  r->error = said;
  return wl_run_write_result(r, v);
}

void wl_run_forget(const char *run_dir) {
  static const char *const files[] = {"result.json", "report.json"};
  char path[1024];
  for (size_t i = 0; run_dir && i < sizeof files / sizeof *files; i++)
    if (wl_text(path, sizeof path, "%s/%s", run_dir, files[i])) wl_output_remove(path);
}

int wl_run(const wl_run_options *options, wl_debug *debug) {
  run *r = calloc(1, sizeof *r);
  if (!r) {
    fprintf(stderr, "ERROR: out of memory\n");
    return WL_ERROR;
  }
  r->options = options;
  r->debug = debug;
  wl_verdict v = WL_ERROR;
  if (!options->run_dir || wl_make_folders(options->run_dir, &r->error)) {
    wl_run_forget(options->run_dir);
    if (prepare(r) && wl_run_execute(r)) v = wl_run_judge(r);
    write_waves(r, v);
    if (v == WL_EXPECT && !write_pictures(r)) v = WL_ERROR;
    if (!wl_trace_close(r->trace, &r->error)) v = WL_ERROR;
    if (r->views && !wl_views_finish(r->views, &r->error)) v = WL_ERROR;
    if (!write_result_first(r, v)) v = WL_ERROR;
  }
  wl_run_summary(r, v);
  if (debug) wl_debug_ended(debug, v, v == WL_PASS ? "" : r->error.text);
  free(r->address);
  free(r->object);
  free(r->names);
  for (uint32_t i = 0; r->pieces && i < r->test->launch_count; i++) free(r->pieces[i].kernarg);
  free(r->pieces);
  wl_missing_free(&r->missing);
  json_decref(r->pictures);
  wl_device_close(r->device);
  wl_views_free(r->views);
  wl_testcase_free(r->test);
  free(r);
  return v == WL_ERROR && wl_watch_signal() ? WL_STOPPED_EXIT : (int)v;
}
