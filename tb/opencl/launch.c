// SPDX-License-Identifier: Apache-2.0
// Launches of kernels: from clEnqueueNDRangeKernel to the verdict.
#include "launch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/report/disasm.h"
#include "device/error.h"
#include "device/sizes.h"
#include "printf.h"

// On the model a copy of the buffers would take longer than a short launch. A larger launch is not kept for a capture
// that nobody asked for.
enum { KEPT_ON_MODEL = 4 << 20 };  // bytes

static bool is_local(const wl_arg_info *info) { return !strcmp(info->kind, "dynamic_shared_pointer"); }
static bool is_buffer(const wl_arg_info *info) { return !strcmp(info->kind, "global_buffer"); }

// ---- what a launch needs of the device -----------------------------------------------------------

// Arguments in the kernel's layout, with the addresses of buffers, whose contents are then current on d.
static bool lay_out(ndrange *n, cl_device_id d, uint8_t *to, wl_error *error) {
  const cl_kernel k = n->kernel;
  uint32_t lds = n->of->info.group_segment_size;
  const uint32_t fixed = lds;
  for (cl_uint i = 0; i < k->count; i++) {
    const wl_arg_info *info = k->info[i];
    const kernel_argument *a = &n->arguments[i];
    uint64_t address = 0;
    if (is_local(info)) {
      const uint32_t align = info->pointee_align ? info->pointee_align : 16;
      lds = (lds + align - 1) / align * align;
      address = lds;
      lds += (uint32_t)a->size;
      memcpy(to + info->offset, &address, 4);
    } else if (is_buffer(info)) {
      if (a->memory && !(address = buffer_on(a->memory, d, error))) return false;
      memcpy(to + info->offset, &address, 8);
    } else {
      memcpy(to + info->offset, a->value, a->size);
    }
  }
  n->launch.dynamic_lds = lds - fixed;
  return true;
}

// Each root buffer of the arguments once.
static bool find_parts(ndrange *n, wl_error *error) {
  if (!(n->parts = calloc(n->kernel->count + 1, sizeof *n->parts))) return wl_fail(error, "out of memory");
  for (cl_uint i = 0; i < n->kernel->count; i++) {
    cl_uint p = 0;
    cl_mem root = n->arguments[i].memory ? n->arguments[i].memory->root : NULL;
    while (p < n->part_count && n->parts[p].root != root) p++;
    if (root && p == n->part_count)
      n->parts[n->part_count++] = (launch_part){.root = root, .address = root->address, .size = root->size};
  }
  return true;
}

// Keeps the contents of the buffers, in memory that stays for the next launch.
static bool keep(ndrange *n, wl_device *d, size_t most, wl_error *error) {
  static uint8_t *room;
  static size_t room_size;
  size_t size = 0;
  for (cl_uint i = 0; i < n->part_count; i++) size += n->parts[i].size;
  if (size > most) return true;
  if (size > room_size) {
    free(room);
    room = malloc(size);
    room_size = room ? size : 0;
    if (!room) return wl_fail(error, "out of memory for %zu bytes, the buffers of a launch", size);
  }
  uint8_t *to = room;
  for (cl_uint i = 0; i < n->part_count; to += n->parts[i++].size) {
    n->parts[i].before = to;
    if (!wl_device_read(d, n->parts[i].address, to, n->parts[i].size, error)) return false;
  }
  n->kept = true;
  return true;
}

static const wl_kernel *load(ndrange *n, cl_device_id d, wl_error *error) {
  code_object *code = n->code;
  launch_told *t = settings_told();
  if (!code->loaded[d->index] && !(code->loaded[d->index] = wl_device_load(d->device, code->path, error))) return NULL;
  wl_text(t->code.object, sizeof t->code.object, "%s", code->path);
  t->code.base = wl_code_base(code->loaded[d->index]);
  return wl_code_kernel(code->loaded[d->index], n->of->info.name, error);
}

bool launch_again(wl_device *d, const ndrange *n, const uint64_t *groups, size_t group_count, wl_launch_result *result,
                  uint8_t **after, wl_error *error) {
  launch_told *t = settings_told();
  const wl_code_place place = t->code;
  wl_launch launch = n->launch;
  wl_code *code = NULL;
  const wl_kernel *k = NULL;
  cl_uint placed = 0;
  bool good = true;
  for (; good && placed < n->part_count; placed += good) {
    const launch_part *p = &n->parts[placed];
    good = wl_device_alloc_at(d, p->address, p->size, error);
    if (good && !wl_device_write(d, p->address, p->before, p->size, error)) good = false, placed++;
  }
  good = good && (code = wl_device_load(d, n->code->path, error)) &&
         (k = wl_code_kernel(code, n->of->info.name, error)) && printf_begin(d, n->of, &launch, error);
  if (good) {
    t->code.base = wl_code_base(code);
    launch.groups = groups;
    launch.group_count = group_count;
    good = wl_device_launch(d, k, &launch, result, error);
  }
  for (cl_uint i = 0; good && after && i < placed; i++)
    good = wl_device_read(d, n->parts[i].address, after[i], n->parts[i].size, error);
  printf_end(d, NULL, &launch, NULL);
  wl_device_unload(d, code);
  for (cl_uint i = 0; i < placed; i++) wl_device_free(d, n->parts[i].address, NULL);
  t->code = place;
  return good;
}

// ---- verdict -------------------------------------------------------------------------------------

// Accesses outside of what is allocated: HAZARD if WAVELOCK_MEMCHECK asks for them, else a warning. In lockstep the
// checker has judged them already.
static void judge_memory(const ndrange *n, wl_device_kind kind, wl_launch_result *r) {
  const wl_unmapped *u = &r->unmapped;
  char first[300], why[512];
  if (!u->count || r->verdict != WL_PASS) return;
  if (kind == WL_DEVICE_RTL) {
    wl_text(why, sizeof why, "%" PRIu64 " memory transaction%s to unmapped lines; the first: line 0x%" PRIx64, u->count,
            u->count == 1 ? "" : "s", u->address);
  } else {
    unmapped_text(u, first, sizeof first);
    unmapped_why(u, first, why, sizeof why);
  }
  if (settings()->memcheck) {
    r->verdict = WL_HAZARD;
    memcpy(r->why, why, sizeof why);
  } else {
    fprintf(stderr, "wavelock: warning: launch %" PRIu64 ", kernel %s: %s\n", n->number, n->of->info.name, why);
  }
}

// Of a launch that is not PASS: what the checker has not printed already.
static void print_verdict(const wl_launch_result *r) {
  const launch_told *t = settings_told();
  if (r->reported) return;
  fprintf(stderr, "%s: %s\n", wl_verdict_name(r->verdict), r->why);
  if (*t->reproduce) fprintf(stderr, "reproduce: %s\n", t->reproduce);
}

// Writes the launch as a test, if it is to be. model: the model that ran it; NULL: none did. part: the verdict is of
// the part in lockstep. test: gets its folder.
static const char *capture(const ndrange *n, const wl_launch_result *found, wl_device *model, bool part, char *test,
                           size_t size) {
  const launch_settings *s = settings();
  const bool failed = found->verdict != WL_PASS;
  wl_error error = {""};
  if (!s->capture && (!failed || !s->out)) return NULL;
  wl_text(test, size, "%s/launch-%" PRIu64, s->capture ? s->capture : s->out, n->number);
  if (!n->kept) wl_fail(&error, "its buffers have more than %d bytes; with WAVELOCK_CAPTURE it is", (int)KEPT_ON_MODEL);
  else if (capture_write(n, test, failed ? NULL : model, part, found, &error)) return test;
  fprintf(stderr, "wavelock: launch %" PRIu64 " is not written as a test: %s\n", n->number, error.text);
  return NULL;
}

static void end_process(wl_verdict verdict) {
  record_summary();
  fflush(stdout);
  fflush(stderr);
  _exit((int)verdict);
}

// Cycles that the unit has had. A launch that fails gets the next one a new unit.
static uint64_t *spent_cycles(wl_device_kind kind) {
  static uint64_t spent[WL_DEVICE_LOCKSTEP + 1];
  return &spent[kind];
}

static void count_cycles(wl_device_kind kind, const wl_launch_result *r) {
  uint64_t *spent = spent_cycles(kind);
  *spent = r->verdict != WL_PASS || r->fault ? 0 : *spent + r->cycles;
}

// What a launch found: says it, writes it down, and ends the process if that is a failure.
static cl_int conclude(const ndrange *n, wl_device *model, launch_record *record) {
  // The part in lockstep came first, so its failure does.
  const bool part = record->sample && record->sample->verdict != WL_PASS;
  const wl_launch_result *r = part ? record->sample : record->result;
  const bool failed = r->verdict != WL_PASS;
  char test[PATH_MAX + 64];
  record->verdict = r->verdict;
  record->why = failed || r->fault ? r->why : "";
  if (failed) print_verdict(r);
  record->test = capture(n, r, model, part, test, sizeof test);
  record_end(n, record);
  if (failed && !settings()->keep_going) end_process(r->verdict);
  return failed ? CL_OUT_OF_RESOURCES : CL_SUCCESS;
}

static cl_int run(command *c, cl_ulong *clocks) {
  ndrange *n = (ndrange *)c;
  const cl_device_id d = c->queue->device;
  const launch_settings *s = settings();
  const bool samples = d->kind == WL_DEVICE_LOCKSTEP && s->sample != SAMPLE_ALL;
  const wl_device_kind kind = samples ? WL_DEVICE_MODEL : d->kind;  // of the whole launch
  const bool part = samples && sampled(n);
  const size_t most = s->capture || part ? SIZE_MAX : !s->out ? 0 : kind == WL_DEVICE_MODEL ? KEPT_ON_MODEL : SIZE_MAX;
  wl_error error = {""};
  wl_launch_result whole, sample;
  launch_record record = {.kind = d->kind, .groups = 1};
  uint8_t *kernarg = calloc(1, n->of->explicit_size + 1);
  const wl_kernel *k = NULL;
  cl_int code = CL_OUT_OF_RESOURCES;
  for (int i = 0; i < 3; i++) record.groups *= n->launch.grid[i] / n->launch.group[i];
  bool good = (kernarg || wl_fail(&error, "out of memory")) && device_open(d, &error) &&
              record_begin(n, *spent_cycles(samples ? WL_DEVICE_LOCKSTEP : kind), &error);
  if (good && !(good = lay_out(n, d, kernarg, &error))) code = CL_MEM_OBJECT_ALLOCATION_FAILURE;
  good = good && (k = load(n, d, &error)) && find_parts(n, &error) && (!most || keep(n, d->device, most, &error));
  n->launch.kernarg = kernarg;
  n->launch.kernarg_size = n->of->explicit_size;
  if (good && part && (good = sample_run(n, &sample, &error))) {
    count_cycles(WL_DEVICE_LOCKSTEP, &sample);
    record.sample = &sample;
    record.in_lockstep = n->groups ? n->group_count : record.groups;
    judge_memory(n, WL_DEVICE_LOCKSTEP, &sample);
  }
  const bool stopped = good && record.sample && sample.verdict != WL_PASS && !s->keep_going;
  good = good && (stopped || printf_begin(d->device, n->of, &n->launch, &error));
  if (good && !stopped && (good = wl_device_launch(d->device, k, &n->launch, &whole, &error))) {
    if (!samples) count_cycles(kind, &whole);
    record.result = &whole;
    if (!record.sample) judge_memory(n, kind, &whole);
    if (kind == WL_DEVICE_LOCKSTEP) record.in_lockstep = record.groups;
    *clocks = whole.cycles ? whole.cycles : whole.instructions;
    for (cl_uint i = 0; i < n->part_count; i++) buffer_written(n->parts[i].root, d);
  }
  good = printf_end(d->device, n->code->object, &n->launch, good ? &error : NULL) && good;
  if (good) {
    code = conclude(n, kind == WL_DEVICE_MODEL ? d->device : NULL, &record);
  } else {
    fprintf(stderr, "wavelock: launch %" PRIu64 ", kernel %s: it cannot run: %s\n", n->number, n->of->info.name,
            error.text);
  }
  n->launch.kernarg = NULL;
  free(kernarg);
  return code;
}

// ---- the calls -----------------------------------------------------------------------------------

static void done(command *c) {
  ndrange *n = (ndrange *)c;
  if (n->kernel) kernel_arguments_free(n->kernel, n->arguments);
  free(n->parts);
  free(n->groups);
  if (n->kernel) object_unuse(n->kernel);
}

size_t launch_most_items(const struct wl_kernel *k) {
  size_t most = k->max_group && k->max_group < CL_MAX_GROUP ? k->max_group : CL_MAX_GROUP;
  while (most) {
    const wl_launch one = {.grid = {1, 1, 1}, .group = {(uint32_t)most, 1, 1}};
    if (wl_resident_groups(&wl_rtl_sizes, &k->info, &one)) break;
    most = (most - 1) / WL_LANES * WL_LANES;
  }
  return most;
}

// The largest group of at most `most` work-items whose sizes divide the grid; of whole waves before others.
static void choose_group(const uint32_t grid[3], size_t most, uint32_t group[3]) {
  uint32_t best = 0;
  bool whole = false;
  for (uint32_t z = 1; z <= most; z++) {
    for (uint32_t y = 1; grid[2] % z == 0 && y <= most / z; y++) {
      for (uint32_t x = (uint32_t)(most / z / y); grid[1] % y == 0 && x; x--) {
        const uint32_t items = x * y * z;
        const bool waves = items % WL_LANES == 0;
        if (grid[0] % x || (whole && !waves) || (whole == waves && items <= best)) continue;
        best = items;
        whole = waves;
        group[0] = x;
        group[1] = y;
        group[2] = z;
      }
    }
  }
}

static cl_int check_buffers(const ndrange *n, const char *function) {
  for (cl_uint i = 0; i < n->kernel->count; i++) {
    const cl_mem m = n->arguments[i].memory;
    if (m && m->offset % CL_ALIGNMENT)
      return cl_refuse(CL_MISALIGNED_SUB_BUFFER_OFFSET, function,
                       "argument %u of kernel %.200s is a sub-buffer at byte %zu, expected a multiple of %d", i,
                       n->of->info.name, m->offset, CL_ALIGNMENT);
  }
  return CL_SUCCESS;
}

static cl_int check_grid(ndrange *n, cl_uint dimensions, const size_t *offset, const size_t *global,
                         const char *function) {
  if (dimensions < 1 || dimensions > 3)
    return cl_refuse(CL_INVALID_WORK_DIMENSION, function, "%u dimensions, expected 1 to 3", dimensions);
  if (!global) return cl_refuse(CL_INVALID_GLOBAL_WORK_SIZE, function, "no global work size");
  for (cl_uint i = 0; i < 3; i++) {
    const size_t size = i < dimensions ? global[i] : 1, first = i < dimensions && offset ? offset[i] : 0;
    if (!size || size > UINT32_MAX)
      return cl_refuse(CL_INVALID_GLOBAL_WORK_SIZE, function, "%zu work-items in dimension %u, expected 1 to %u", size,
                       i, UINT32_MAX);
    if (first > SIZE_MAX - size)
      return cl_refuse(CL_INVALID_GLOBAL_OFFSET, function, "%zu work-items from %zu on in dimension %u", size, first,
                       i);
    n->launch.grid[i] = (uint32_t)size;
    n->launch.offset[i] = first;
  }
  return CL_SUCCESS;
}

static cl_int check_group(ndrange *n, cl_uint dimensions, const size_t *local, const char *function) {
  const struct wl_kernel *k = n->of;
  const uint32_t *required = k->reqd_group;
  const char *name = k->info.name;
  const size_t most = launch_most_items(k);
  size_t items = 1;
  if (!most) return cl_refuse(CL_OUT_OF_RESOURCES, function, "kernel %.200s does not fit into the unit", name);
  if (!local && required[0])
    return cl_refuse(CL_INVALID_WORK_GROUP_SIZE, function, "no local work size, kernel %.200s requires %u x %u x %u",
                     name, required[0], required[1], required[2]);
  if (!local) choose_group(n->launch.grid, most, n->launch.group);
  for (cl_uint i = 0; local && i < 3; i++) {
    const size_t size = i < dimensions ? local[i] : 1;
    if (required[0] && size != required[i])
      return cl_refuse(CL_INVALID_WORK_GROUP_SIZE, function,
                       "size %zu in dimension %u, kernel %.200s requires %u x %u x %u", size, i, name, required[0],
                       required[1], required[2]);
    if (!size)
      return cl_refuse(CL_INVALID_WORK_GROUP_SIZE, function, "a work-group without work-items in dimension %u", i);
    if (size > CL_MAX_GROUP)
      return cl_refuse(CL_INVALID_WORK_ITEM_SIZE, function, "%zu work-items in dimension %u, at most %d", size, i,
                       CL_MAX_GROUP);
    if (n->launch.grid[i] % size)
      return cl_refuse(CL_INVALID_WORK_GROUP_SIZE, function, "%u work-items in dimension %u are no multiple of %zu",
                       n->launch.grid[i], i, size);
    n->launch.group[i] = (uint32_t)size;
    items *= size;
  }
  if (local && items > most)
    return cl_refuse(CL_INVALID_WORK_GROUP_SIZE, function, "%zu work-items in a group, kernel %.200s can have %zu",
                     items, name, most);
  uint64_t lds = k->info.group_segment_size;
  for (cl_uint i = 0; i < n->kernel->count; i++)
    if (is_local(n->kernel->info[i])) lds += n->arguments[i].size;
  if (lds > cl_local_memory())
    return cl_refuse(CL_OUT_OF_RESOURCES, function,
                     "kernel %.200s needs %llu bytes of local memory, the device has %llu", name,
                     (unsigned long long)lds, (unsigned long long)cl_local_memory());
  return CL_SUCCESS;
}

// What the host asks for. An argument's buffer is of the context of the kernel's program: clSetKernelArg says so.
static cl_int fill(ndrange *n, cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                   const size_t *global, const size_t *local, const char *function) {
  cl_int code;
  if (!object_is(kernel, OF_KERNEL)) return cl_refuse(CL_INVALID_KERNEL, function, "%p is no kernel", (void *)kernel);
  if (kernel->program->context != queue->context)
    return cl_refuse(CL_INVALID_CONTEXT, function, "the kernel is of another context than the queue");
  n->of = kernel->of[queue->device->index];
  n->code = kernel->code[queue->device->index];
  if (!n->of)
    return cl_refuse(CL_INVALID_PROGRAM_EXECUTABLE, function, "the program of the kernel was not built for %s",
                     queue->device->name);
  n->kernel = kernel;
  object_use(kernel);
  if ((code = kernel_arguments_copy(kernel, &n->arguments, function)) ||
      (code = check_grid(n, dimensions, offset, global, function)) ||
      (code = check_group(n, dimensions, local, function)))
    return code;
  return check_buffers(n, function);
}

static cl_int enqueue(cl_command_queue queue, cl_kernel kernel, cl_command_type type, cl_uint dimensions,
                      const size_t *offset, const size_t *global, const size_t *local, cl_uint num_events,
                      const cl_event *waits, cl_event *event, const char *function) {
  static uint64_t numbers;
  cl_int code;
  cl_lock();
  ndrange *n = command_new(sizeof *n, queue, type, num_events, waits, function, &code);
  if (n) {
    n->head.run = run;
    n->head.done = done;
    if ((code = fill(n, queue, kernel, dimensions, offset, global, local, function))) {
      command_drop(&n->head);
    } else {
      n->number = ++numbers;
      code = command_enqueue(&n->head, false, event);
    }
  }
  cl_unlock();
  return code;
}

cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                          const size_t *offset, const size_t *global, const size_t *local,
                                          cl_uint num_events, const cl_event *waits, cl_event *event) {
  return enqueue(queue, kernel, CL_COMMAND_NDRANGE_KERNEL, dimensions, offset, global, local, num_events, waits, event,
                 __func__);
}

cl_int CL_API_CALL clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint num_events, const cl_event *waits,
                                 cl_event *event) {
  static const size_t one = 1;
  return enqueue(queue, kernel, CL_COMMAND_TASK, 1, NULL, &one, &one, num_events, waits, event, __func__);
}
