// SPDX-License-Identifier: Apache-2.0
// The folder of a launch, its result.json, and the summary of the process.
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/build.h"
#include "base/error.h"
#include "base/json_text.h"
#include "launch.h"
#include "testcase/testcase.h"

enum { SCHEMA = 1 };  // of result.json: docs/opencl.md

static const char *const device_names[] = {"model", "rtl", "lockstep"};

static struct {
  uint64_t launches, passed, lockstep;  // lockstep: launches of which a part ran so
  uint64_t instructions, in_lockstep;   // wave-instructions
  uint64_t groups, groups_in_lockstep;  // workgroups
  bool injected, missed;                // a fault was to be injected; it has not taken place
  char why_missed[160];
} total;

// ---- folders -------------------------------------------------------------------------------------

// A path for make, as a shell reads it: in quotes if it has more than letters.
static void quoted(const char *path, char *to, size_t size) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-,:@%";
  if (!path[strspn(path, plain)]) {
    wl_text(to, size, "%s", path);
    return;
  }
  wl_text(to, size, "'");
  for (;; path++) {
    const size_t used = strlen(to), length = strcspn(path, "'");
    wl_text(to + used, size - used, "%.*s%s", (int)length, path, path[length] ? "'\\''" : "'");
    path += length;
    if (!*path) return;
  }
}

void record_name(const ndrange *n, uint64_t spent) {
  const launch_settings *s = settings();
  launch_told *t = settings_told();
  char place[4 * PATH_MAX], test[PATH_MAX + 32], more[256];
  wl_text(t->test, sizeof t->test, "launch-%" PRIu64 " (kernel %s)", n->number, n->of->info.name);
  *t->folder = *t->reproduce = 0;
  if (s->out) wl_text(t->folder, sizeof t->folder, "%s/launch-%" PRIu64, s->out, n->number);
  if (!s->out && !s->capture) return;
  wl_text(test, sizeof test, "%s/launch-%" PRIu64, s->capture ? s->capture : s->out, n->number);
  quoted(test, place, sizeof place);
  settings_for_make(spent, more, sizeof more);
  wl_text(t->reproduce, sizeof t->reproduce, "make sim TEST=%s%s", place, more);
}

// ---- result.json ---------------------------------------------------------------------------------

static json_t *triple(uint64_t x, uint64_t y, uint64_t z) {
  return json_pack("[o, o, o]", wl_json_wide(x), wl_json_wide(y), wl_json_wide(z));
}

static json_t *values_json(const wl_arg_info *info, const kernel_argument *a) {
  const wl_type type = wl_testcase_type(info->type_name, info->size);
  json_t *list = json_array();
  char text[64];
  for (size_t i = 0; i < a->size / wl_type_size(type); i++) {
    wl_value_plain(type, wl_value_get(type, a->value, i), text, sizeof text);
    json_array_append_new(list, json_string(text));
  }
  return list;
}

static json_t *image_json(const char *name, cl_mem m) {
  static const char *const types[] = {[CL_MEM_OBJECT_IMAGE2D - CL_MEM_OBJECT_IMAGE2D] = "image2d_t",
                                      [CL_MEM_OBJECT_IMAGE3D - CL_MEM_OBJECT_IMAGE2D] = "image3d_t",
                                      [CL_MEM_OBJECT_IMAGE2D_ARRAY - CL_MEM_OBJECT_IMAGE2D] = "image2d_array_t",
                                      [CL_MEM_OBJECT_IMAGE1D - CL_MEM_OBJECT_IMAGE2D] = "image1d_t",
                                      [CL_MEM_OBJECT_IMAGE1D_ARRAY - CL_MEM_OBJECT_IMAGE2D] = "image1d_array_t",
                                      [CL_MEM_OBJECT_IMAGE1D_BUFFER - CL_MEM_OBJECT_IMAGE2D] = "image1d_buffer_t"};
  const image_shape *s = &m->image;
  char address[24], format[24];
  wl_text(address, sizeof address, "0x%" PRIx64, m->root->address + m->offset);
  wl_text(format, sizeof format, "0x%x 0x%x", s->format.cl.image_channel_order, s->format.cl.image_channel_data_type);
  json_t *j = json_pack("{s:o, s:s, s:s, s:s, s:I, s:I, s:s}", "name", wl_json_text(name), "kind", "image", "type",
                        types[m->type - CL_MEM_OBJECT_IMAGE2D], "format", format, "row", (json_int_t)s->steps.row,
                        "bytes", (json_int_t)m->size, "address", address);
  json_object_set_new(j, "size", triple(s->size[0], s->size[1], s->size[2]));
  return j;
}

static json_t *sampler_json(const char *name, cl_sampler s) {
  uint32_t words[SAMPLER_BYTES / 4];
  json_t *list = json_array();
  sampler_words(s, words);
  for (int i = 0; i < SAMPLER_BYTES / 4; i++) {
    char text[16];
    wl_text(text, sizeof text, "0x%08" PRIx32, words[i]);
    json_array_append_new(list, json_string(text));
  }
  return json_pack("{s:o, s:s, s:o}", "name", wl_json_text(name), "kind", "sampler", "words", list);
}

static json_t *argument_json(const ndrange *n, cl_uint i) {
  const wl_arg_info *info = n->kernel->info[i];
  const kernel_argument *a = &n->arguments[i];
  char name[80], address[24] = "0x0";
  wl_text(name, sizeof name, *info->name ? "%s" : "arg%.0s%u", info->name, i);
  const argument_kind kind = argument_kind_of(info);
  if (kind == ARGUMENT_IMAGE) return image_json(name, a->memory);
  if (kind == ARGUMENT_SAMPLER) return sampler_json(name, a->sampler);
  if (kind == ARGUMENT_LOCAL)
    return json_pack("{s:o, s:s, s:I}", "name", wl_json_text(name), "kind", "local", "bytes", (json_int_t)a->size);
  if (kind != ARGUMENT_BUFFER)
    return json_pack("{s:o, s:s, s:s, s:o}", "name", wl_json_text(name), "kind", "scalar", "type",
                     wl_type_name(wl_testcase_type(info->type_name, info->size)), "values", values_json(info, a));
  if (a->memory) wl_text(address, sizeof address, "0x%" PRIx64, a->memory->root->address + launch_offset(a));
  return json_pack("{s:o, s:s, s:I, s:s}", "name", wl_json_text(name), "kind", "buffer", "bytes",
                   (json_int_t)(a->memory ? a->memory->size - a->offset : 0), "address", address);
}

// What ran in lockstep. NULL: nothing did.
static const wl_launch_result *in_lockstep(const launch_record *r) {
  return r->sample ? r->sample : r->kind == WL_DEVICE_LOCKSTEP && settings()->sample == SAMPLE_ALL ? r->result : NULL;
}

// What stands there already is replaced as a whole, or stays. When a launch begins nothing is said: if its result
// cannot be written either, that is.
static void write_json(const ndrange *n, const launch_record *r) {
  static const wl_launch_result nothing;
  const wl_launch_result *whole = r->result ? r->result : &nothing, *part = in_lockstep(r);
  const wl_launch_result *timed = r->sample ? r->sample : whole;
  const wl_launch *l = &n->launch;
  const launch_told *t = settings_told();
  json_t *arguments = json_array();
  char path[PATH_MAX + 64], base[24];
  wl_error error;
  for (cl_uint i = 0; i < n->kernel->count; i++) json_array_append_new(arguments, argument_json(n, i));
  wl_text(base, sizeof base, "0x%" PRIx64, t->code.base);
  json_t *j = json_pack(
      "{s:i, s:I, s:s, s:s, s:s, s:o, s:I, s:o, s:o, s:o, s:I, s:o}", "schema", SCHEMA, "launch", (json_int_t)n->number,
      "device", device_names[r->kind], "verdict", r->why ? wl_verdict_name(r->verdict) : "UNFINISHED", "why", "",
      "kernel", wl_json_text(n->of->info.name), "seed", (json_int_t)settings()->seed, "grid",
      triple(l->grid[0], l->grid[1], l->grid[2]), "group", triple(l->group[0], l->group[1], l->group[2]), "offset",
      triple(l->offset[0], l->offset[1], l->offset[2]), "lds",
      (json_int_t)(n->of->info.group_segment_size + l->dynamic_lds), "arguments", arguments);
  json_object_set_new(j, "why", wl_json_text(r->why ? r->why : "the launch has not ended"));
  json_object_set_new(j, "cycles", json_integer((json_int_t)timed->cycles));
  json_object_set_new(j, "instructions", json_integer((json_int_t)whole->instructions));
  json_object_set_new(j, "events", json_integer((json_int_t)timed->events));
  json_object_set_new(j, "words_compared", json_integer((json_int_t)timed->words_compared));
  json_object_set_new(j, "unmapped", json_integer((json_int_t)whole->unmapped.count));
  json_object_set_new(j, "seconds", json_real(whole->seconds + (r->sample ? r->sample->seconds : 0)));
  json_object_set_new(j, "object", wl_json_text(t->code.object));
  json_object_set_new(j, "base", json_string(base));
  json_object_set_new(j, "build", wl_json_text(wl_build));
  json_object_set_new(j, "lockstep",
                      json_pack("{s:I, s:I, s:I, s:I}", "groups", (json_int_t)(part ? r->in_lockstep : 0), "of_groups",
                                (json_int_t)r->groups, "instructions", (json_int_t)(part ? part->instructions : 0),
                                "of_instructions", (json_int_t)whole->instructions));
  if (r->test) {
    json_object_set_new(j, "test", wl_json_text(r->test));
    json_object_set_new(j, "reproduce", wl_json_text(t->reproduce));
  }
  wl_text(path, sizeof path, "%s/result.json", t->folder);
  if (!r->why) unlink(path);  // of an earlier run
  if (!wl_json_write(j, path, NULL, JSON_INDENT(2), &error) && r->why) fprintf(stderr, "wavelock: %s\n", error.text);
  json_decref(j);
}

bool record_begin(const ndrange *n, launch_record *r, wl_error *error) {
  const char *folder = settings_told()->folder;
  if (*folder && mkdir(folder, 0777) && errno != EEXIST) return wl_fail(error, "%.400s: %s", folder, strerror(errno));
  r->begun = true;
  if (*folder) write_json(n, r);
  return true;
}

// ---- counts --------------------------------------------------------------------------------------

void record_end(const ndrange *n, const launch_record *r) {
  const wl_launch_result *part = in_lockstep(r);
  total.launches++;
  total.passed += r->verdict == WL_PASS;
  if (r->result || part) total.groups += r->groups;
  if (r->result) total.instructions += r->result->instructions;
  if (part) {
    total.lockstep++;
    // A wave that waits for others can have more of them in the unit than on the model.
    const bool more = r->result && part->instructions > r->result->instructions;
    total.in_lockstep += more ? r->result->instructions : part->instructions;
    total.groups_in_lockstep += r->in_lockstep;
  }
  const wl_launch_result *unit = r->sample ? r->sample : r->kind != WL_DEVICE_MODEL ? r->result : NULL;
  if (settings()->inject && unit && (!total.injected || total.missed)) {
    total.injected = true;
    total.missed = *unit->missed && r->verdict == WL_PASS;
    wl_text(total.why_missed, sizeof total.why_missed, "%s", unit->missed);
  }
  if (r->begun && *settings_told()->folder) write_json(n, r);
}

void record_summary(void) {
  static bool done;
  if (done || !total.launches || worker_lost()) return;
  done = true;
  // A part that fails early may have run more in lockstep than the model did.
  const uint64_t of = total.instructions > total.in_lockstep ? total.instructions : total.in_lockstep;
  fprintf(stderr,
          "wavelock: %" PRIu64 " launch%s, %" PRIu64 " passed; in lockstep: %" PRIu64 " of them, %" PRIu64
          " of %" PRIu64 " work-groups, %.4g %% of the instructions\n",
          total.launches, total.launches == 1 ? "" : "es", total.passed, total.lockstep, total.groups_in_lockstep,
          total.groups, of ? 100.0 * (double)total.in_lockstep / (double)of : 0);
  if (settings()->inject && !total.injected)
    fprintf(stderr, "wavelock: WAVELOCK_INJECT: the fault was not applied: no launch ran on the RTL\n");
  if (total.missed) fprintf(stderr, "wavelock: WAVELOCK_INJECT: the fault was not applied: %s\n", total.why_missed);
}

// After the worker has ended: destructors without a priority come first.
__attribute__((destructor(200))) static void at_end(void) { record_summary(); }
