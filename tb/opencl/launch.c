// SPDX-License-Identifier: Apache-2.0
// Launches of kernels: from clEnqueueNDRangeKernel to the verdict.
#include "launch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/report/unmapped.h"
#include "base/error.h"
#include "base/sizes.h"
#include "joined.h"
#include "printf.h"
#include "svm.h"

static const uint64_t most_groups = UINT64_C(1) << 40;  // as the device has them
enum { LONGEST_NAME = 48 };                             // of an argument, bytes
enum { CHUNK = 1 << 18 };                               // bytes that are copied at once to another device

// Whether what an argument of this kind gets is a pointer to an object in n->objects.
static bool is_object(argument_kind kind) { return kind == ARGUMENT_IMAGE || kind == ARGUMENT_SAMPLER; }

// ---- what a launch needs of the device -----------------------------------------------------------

// Writes the object that an image or a sampler argument points to. *address: of the next; moves on.
static bool lay_out_object(ndrange *n, cl_device_id d, const kernel_argument *a, uint64_t base, uint64_t *address,
                           wl_error *error) {
  uint32_t words[IMAGE_OBJECT_BYTES / 4] = {0};
  if (a->sampler) {
    sampler_words(a->sampler, words);
  } else {
    const uint64_t memory = buffer_on(a->memory, d, error);
    if (!memory) return false;
    image_object(a->memory, memory, words);
  }
  if (!buffer_write(n->objects, *address - base, words, sizeof words, error)) return false;
  *address += sizeof words;
  return true;
}

// Arguments in the kernel's layout, with the addresses of memory objects, whose contents are then current on d.
static bool lay_out(ndrange *n, cl_device_id d, uint8_t *to, wl_error *error) {
  const cl_kernel k = n->kernel;
  uint32_t lds = n->of->info.group_segment_size;
  const uint32_t fixed = lds;
  const uint64_t objects = n->objects ? buffer_on(n->objects, d, error) : 0;
  uint64_t next_object = objects;
  if (n->objects && !objects) return false;
  for (cl_uint i = 0; i < k->count; i++) {
    const wl_arg_info *info = k->info[i];
    const kernel_argument *a = &n->arguments[i];
    const argument_kind kind = argument_kind_of(info);
    uint64_t address = 0;
    if (kind == ARGUMENT_LOCAL) {
      const uint32_t align = info->pointee_align ? info->pointee_align : 16;
      lds = (lds + align - 1) / align * align;
      address = lds;
      lds += (uint32_t)a->size;
      memcpy(to + info->offset, &address, 4);
    } else if (kind == ARGUMENT_BUFFER) {
      if (a->memory && !(address = buffer_on(a->memory, d, error))) return false;
      address += a->offset;
      memcpy(to + info->offset, &address, 8);
    } else if (is_object(kind)) {
      memcpy(to + info->offset, &next_object, 8);
      if (!lay_out_object(n, d, a, objects, &next_object, error)) return false;
    } else {
      memcpy(to + info->offset, a->value, a->size);
    }
  }
  n->launch.dynamic_lds = lds - fixed;
  for (cl_uint i = 0; i < n->shared_count; i++)
    if (!buffer_on(n->shared[i], d, error)) return false;
  return true;
}

// What a test and reports call an argument. No two have the same name, whatever the code object says.
static void name_argument(const ndrange *n, cl_uint i) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$";
  const char *name = n->kernel->info[i]->name;
  const size_t length = strspn(name, plain);
  bool good = length <= LONGEST_NAME && !name[length];
  for (cl_uint j = 0; j < i; j++) good &= !*name || strcmp(n->names[j], name) != 0;
  if (*name && good) wl_text(n->names[i], WL_NAME, "%s", name);
  else wl_text(n->names[i], WL_NAME, *name ? "argument.%u" : "arg%u", i);
}

static void add_part(ndrange *n, cl_mem root, bool whole, const char *name, const char *more) {
  launch_part *part = &n->parts[n->part_count];
  *part = (launch_part){.root = root, .address = root->address, .size = root->size, .whole = whole};
  wl_text(part->name, WL_NAME, "%s%s", name, more);
  n->named[n->part_count++] = (wl_allocation_name){.address = part->address, .name = part->name};
}

size_t launch_offset(const kernel_argument *a) { return a->memory->offset + a->offset; }

static bool is_part(const ndrange *n, cl_mem root) {
  cl_uint p = 0;
  while (p < n->part_count && n->parts[p].root != root) p++;
  return p < n->part_count;
}

// Each root object of the arguments once, other shared virtual memory of the launch, and names.
static bool find_parts(ndrange *n, wl_error *error) {
  const cl_uint count = n->kernel->count, most = count + n->shared_count + 1;
  n->parts = calloc(most, sizeof *n->parts);
  n->names = calloc(count + 1, sizeof *n->names);
  n->named = calloc(most, sizeof *n->named);
  if (!n->parts || !n->names || !n->named) return wl_fail(error, "out of memory");
  for (cl_uint i = 0; i < count; i++) {
    const cl_mem m = n->arguments[i].memory;
    const bool image = argument_kind_of(n->kernel->info[i]) == ARGUMENT_IMAGE;
    name_argument(n, i);
    if (!m || is_part(n, m->root)) continue;
    const bool whole = !image && !launch_offset(&n->arguments[i]);
    add_part(n, m->root, whole, n->names[i], image ? ".memory" : whole ? "" : ".whole");
  }
  for (cl_uint i = 0; i < n->shared_count; i++) {
    char name[16];
    wl_text(name, sizeof name, "svm.%u", i);
    if (!is_part(n, n->shared[i])) add_part(n, n->shared[i], false, name, "");
  }
  if (n->objects) add_part(n, n->objects, false, "image.objects", "");
  n->launch.names = n->named;
  n->launch.name_count = n->part_count;
  return true;
}

bool launch_before(const ndrange *n, cl_uint part, size_t at, void *to, size_t size, wl_error *error) {
  const uint64_t address = n->parts[part].address + at;
  return n->ran ? wl_device_read_before(n->device, address, to, size, error)
                : wl_device_read(n->device, address, to, size, error);
}

uint64_t launch_code_base(const ndrange *n) { return wl_code_base(n->code->loaded[n->head.queue->device->index]); }

bool launch_variables_before(const ndrange *n, void *to, wl_error *error) {
  const wl_object *o = n->code->object;
  const uint64_t at = launch_code_base(n) + o->variables, size = o->variables_end - o->variables;
  return n->ran ? wl_device_read_before(n->device, at, to, size, error)
                : wl_device_read(n->device, at, to, size, error);
}

// Gives the program on d the variables that the launch found.
static bool place_variables(wl_device *d, const ndrange *n, wl_error *error) {
  const wl_object *o = n->code->object;
  const uint64_t size = o->variables_end - o->variables;
  if (!size) return true;
  uint8_t *bytes = malloc(size);
  const bool good = (bytes || wl_fail(error, "out of memory for the variables of a program")) &&
                    launch_variables_before(n, bytes, error) &&
                    wl_device_write(d, launch_code_base(n) + o->variables, bytes, size, error);
  free(bytes);
  return good;
}

static const wl_kernel *load(ndrange *n, cl_device_id d, wl_error *error) {
  code_object *code = n->code;
  launch_told *t = settings_told();
  if (!code->loaded[d->index] && !(code->loaded[d->index] = wl_device_load(d->device, code->path, error))) return NULL;
  wl_text(t->code.object, sizeof t->code.object, "%s", code->path);
  t->code.base = wl_code_base(code->loaded[d->index]);
  return wl_code_kernel(code->loaded[d->index], n->of->info.name, error);
}

// Memory on d for a part, with its contents before the launch.
static bool place_part(wl_device *d, const ndrange *n, cl_uint part, uint8_t *bytes, wl_error *error) {
  const launch_part *p = &n->parts[part];
  if (!n->ran) return wl_device_borrow_at(d, n->device, p->address, p->size, error);
  if (!wl_device_alloc_at(d, p->address, p->size, error)) return false;
  for (size_t at = 0; at < p->size; at += CHUNK) {
    const size_t size = p->size - at < CHUNK ? p->size - at : CHUNK;
    if (launch_before(n, part, at, bytes, size, error) && wl_device_write(d, p->address + at, bytes, size, error))
      continue;
    wl_device_free(d, p->address, NULL);
    return false;
  }
  return true;
}

bool launch_again(wl_device *d, const ndrange *n, const uint64_t *groups, size_t group_count, wl_launch_result *result,
                  uint8_t **after, wl_error *error) {
  launch_told *t = settings_told();
  const wl_code_place place = t->code;
  wl_launch launch = n->launch;
  wl_code *code = NULL;
  const wl_kernel *k = NULL;
  cl_uint placed = 0;
  uint8_t *bytes = malloc(CHUNK);
  bool good = bytes || wl_fail(error, "out of memory for a copy between devices");
  while (good && placed < n->part_count && (good = place_part(d, n, placed, bytes, error))) placed++;
  free(bytes);
  good = good && (code = wl_device_load_at(d, n->code->path, launch_code_base(n), error)) &&
         place_variables(d, n, error) && (k = wl_code_kernel(code, n->of->info.name, error)) &&
         printf_begin(d, n->of, &launch, error);
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
    unmapped_text(&wl_gfx9_ops, wl_device_sizes(n->device), u, first, sizeof first);
    unmapped_why(u, first, why, sizeof why);
  }
  if (settings()->memcheck) {
    r->verdict = WL_HAZARD;
    memcpy(r->why, why, sizeof why);
  } else {
    fprintf(stderr, "wavelock: warning: launch %" PRIu64 ", kernel %s: %s\n", n->number, n->of->info.name, why);
  }
}

// Writes the launch as a test, if it is to be. again: no model has run all of it. part: the verdict is of the part in
// lockstep. test: gets its folder.
static const char *capture(const ndrange *n, const wl_launch_result *found, bool again, bool part, char *test,
                           size_t size) {
  const launch_settings *s = settings();
  const bool failed = found->verdict != WL_PASS;
  wl_error error = {""};
  if (!s->capture && (!failed || !s->out)) return NULL;
  wl_text(test, size, "%s/launch-%" PRIu64, s->capture ? s->capture : s->out, n->number);
  if (capture_write(n, test, again || failed, part, found, &error)) return test;
  fprintf(stderr, "wavelock: launch %" PRIu64 " is not written as a test: %s\n", n->number, error.text);
  return NULL;
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

static wl_verdict last_verdict;  // of the launch that ends the process

static void end_process(void) {
  record_summary();
  fflush(stdout);
  fflush(stderr);
  _exit((int)last_verdict);
}

// What a launch found: says it and writes it down. Nothing is promised that is not written.
static cl_int conclude(const ndrange *n, bool again, launch_record *record) {
  // The part in lockstep came first, so its failure does.
  const bool part = record->sample && record->sample->verdict != WL_PASS;
  const wl_launch_result *r = part ? record->sample : record->result;
  const bool failed = r->verdict != WL_PASS;
  char test[PATH_MAX + 64];
  record->verdict = r->verdict;
  record->why = failed || r->fault ? r->why : "";
  if (failed && !r->reported) fprintf(stderr, "%s: %s\n", wl_verdict_name(r->verdict), r->why);
  record->test = capture(n, r, again, part, test, sizeof test);
  if (failed && record->test) fprintf(stderr, "reproduce: %s\n", settings_told()->reproduce);
  record_end(n, record);
  if (!failed) return CL_SUCCESS;
  if (!settings()->keep_going) {
    last_verdict = r->verdict;
    worker_ends(end_process);
  }
  return CL_OUT_OF_RESOURCES;
}

static cl_int run(command *c, cl_ulong *clocks) {
  ndrange *n = (ndrange *)c;
  const cl_device_id d = c->queue->device;
  const launch_settings *s = settings();
  const bool samples = d->kind == WL_DEVICE_LOCKSTEP && s->sample != SAMPLE_ALL;
  const wl_device_kind kind = samples ? WL_DEVICE_MODEL : d->kind;  // of the whole launch
  const bool part = samples && sampled(n);
  wl_error error = {""};
  wl_launch_result whole, sample;
  launch_record record = {.kind = d->kind, .groups = 1};
  uint8_t *kernarg = calloc(1, n->of->explicit_size + 1);
  const wl_kernel *k = NULL;
  cl_int code = CL_OUT_OF_RESOURCES;
  for (int i = 0; i < 3; i++) record.groups *= launch_groups(n, i);
  record_name(n, *spent_cycles(samples ? WL_DEVICE_LOCKSTEP : kind));
  bool good = (kernarg || wl_fail(&error, "out of memory")) && device_open(d, &error);
  if (good && !(good = lay_out(n, d, kernarg, &error))) code = CL_MEM_OBJECT_ALLOCATION_FAILURE;
  good = good && (k = load(n, d, &error)) && find_parts(n, &error) && record_begin(n, &record, &error);
  n->device = d->device;
  n->launch.kernarg = kernarg;
  n->launch.kernarg_size = n->of->explicit_size;
  if (good && part && (good = sample_run(n, &sample, &error))) {
    count_cycles(WL_DEVICE_LOCKSTEP, &sample);
    record.sample = &sample;
    record.in_lockstep = sample.groups_begun;
    judge_memory(n, WL_DEVICE_LOCKSTEP, &sample);
  }
  const bool stopped = good && record.sample && sample.verdict != WL_PASS && !s->keep_going;
  good = good && (stopped || printf_begin(d->device, n->of, &n->launch, &error));
  if (good && !stopped && (good = wl_device_launch(d->device, k, &n->launch, &whole, &error))) {
    n->ran = true;
    if (!samples) count_cycles(kind, &whole);
    if (*whole.in_order)
      fprintf(stderr, "wavelock: launch %" PRIu64 ", kernel %s, ran in order: %s\n", n->number, n->of->info.name,
              whole.in_order);
    record.result = &whole;
    if (!record.sample) judge_memory(n, kind, &whole);
    if (kind == WL_DEVICE_LOCKSTEP) record.in_lockstep = whole.groups_begun;
    *clocks = whole.cycles ? whole.cycles : whole.instructions;
    for (cl_uint i = 0; i < n->part_count; i++) buffer_written(n->parts[i].root, d);
  }
  good = printf_end(d->device, n->code->object, &n->launch, good ? &error : NULL) && good;
  if (good) {
    code = conclude(n, kind != WL_DEVICE_MODEL, &record);
  } else {
    fprintf(stderr, "wavelock: launch %" PRIu64 ", kernel %s: it cannot run: %s\n", n->number, n->of->info.name,
            error.text);
    record.verdict = WL_ERROR;
    record.why = error.text;
    record_end(n, &record);
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
  free(n->names);
  free(n->named);
  free(n->groups);
  if (n->objects) object_release(n->objects);
  for (cl_uint i = 0; i < n->shared_count; i++) object_unuse(n->shared[i]);
  free(n->shared);
  if (n->kernel) object_unuse(n->kernel);
}

size_t launch_most_items(const struct wl_kernel *k) {
  size_t most = k->max_group && k->max_group < cl_max_group() ? k->max_group : cl_max_group();
  while (most) {
    const wl_launch one = {.grid = {1, 1, 1}, .group = {(uint32_t)most, 1, 1}};
    if (wl_resident_groups(&wl_rtl_sizes, &k->info, &one)) break;
    most = (most - 1) / WL_LANES * WL_LANES;
  }
  return most;
}

// The work-items of a group. As large as can be: more.
static size_t group_items(cl_uint dimensions, const size_t *local) {
  size_t items = 1;
  for (cl_uint i = 0; local && i < dimensions; i++)
    if (__builtin_mul_overflow(items, local[i], &items)) return SIZE_MAX;
  return items;
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
    if (m && memory_parent(m) && buffer_origin(m) % CL_ALIGNMENT)
      return cl_refuse(CL_MISALIGNED_SUB_BUFFER_OFFSET, function,
                       "argument %u of kernel %.200s is a sub-buffer at byte %zu, expected a multiple of %d", i,
                       n->of->info.name, buffer_origin(m), CL_ALIGNMENT);
  }
  return CL_SUCCESS;
}

uint64_t launch_groups(const ndrange *n, int dimension) {
  const uint32_t grid = n->launch.grid[dimension], group = n->launch.group[dimension];
  return grid / group + (grid % group != 0);
}

static bool is_empty(const ndrange *n) { return !n->launch.grid[0] || !n->launch.grid[1] || !n->launch.grid[2]; }

// Without a global size there are no work-items.
static cl_int check_grid(ndrange *n, cl_uint dimensions, const size_t *offset, const size_t *global,
                         const char *function) {
  if (dimensions < 1 || dimensions > 3)
    return cl_refuse(CL_INVALID_WORK_DIMENSION, function, "%u dimensions, expected 1 to 3", dimensions);
  n->launch.dimensions = dimensions;
  for (cl_uint i = 0; i < 3; i++) {
    const size_t size = i >= dimensions ? 1 : global ? global[i] : 0, first = i < dimensions && offset ? offset[i] : 0;
    if (size > UINT32_MAX)
      return cl_refuse(CL_INVALID_GLOBAL_WORK_SIZE, function, "%zu work-items in dimension %u, at most %u", size, i,
                       UINT32_MAX);
    if (first > SIZE_MAX - size)
      return cl_refuse(CL_INVALID_GLOBAL_OFFSET, function, "%zu work-items from %zu on in dimension %u", size, first,
                       i);
    n->launch.grid[i] = (uint32_t)size;
    n->launch.offset[i] = first;
  }
  return CL_SUCCESS;
}

// The kernel in the code object for large groups; NULL: there is none.
static const struct wl_kernel *wide_kernel(const code_object *c, const struct wl_kernel *k) {
  for (uint32_t i = 0; c->wide && i < c->wide->object->kernel_count; i++)
    if (!strcmp(c->wide->object->kernels[i].info.name, k->info.name)) return &c->wide->object->kernels[i];
  return NULL;
}

// Whether the kernel can have larger groups with other code, as far as one knows before that is made.
static bool may_widen(const code_object *c, const struct wl_kernel *k) {
  return c->count && !k->reqd_group[0] && k->max_group == NARROW_GROUP && cl_max_group() > NARROW_GROUP;
}

size_t kernel_most_items(cl_kernel k, unsigned device) {
  const code_object *c = k->code[device];
  const struct wl_kernel *wide = wide_kernel(c, k->of[device]);
  if (wide) return launch_most_items(wide);
  return may_widen(c, k->of[device]) && !c->widened ? cl_max_group() : launch_most_items(k->of[device]);
}

// Takes the code for large groups, if it is needed and there.
static void take_wide(ndrange *n, cl_uint dimensions, const size_t *local) {
  const struct wl_kernel *wide = wide_kernel(n->code, n->of);
  if (!wide || group_items(dimensions, local) <= launch_most_items(n->of)) return;
  n->of = wide;
  n->code = n->code->wide;
}

static cl_int too_large(const ndrange *n, size_t items, const char *function) {
  const char *why = n->code->wide_log ? n->code->wide_log : "";
  if (!n->code->count && items <= cl_max_group()) why = "the program is of a binary, which has no code for more";
  return cl_refuse(CL_INVALID_WORK_GROUP_SIZE, function,
                   "%zu work-items in a group, kernel %.200s can have %zu%s%.600s", items, n->of->info.name,
                   kernel_most_items(n->kernel, n->head.queue->device->index), *why ? ": " : "", why);
}

static cl_int check_group(ndrange *n, cl_uint dimensions, const size_t *local, const char *function) {
  take_wide(n, dimensions, local);
  const struct wl_kernel *k = n->of;
  const uint32_t *required = k->reqd_group;
  const char *name = k->info.name;
  const size_t most = launch_most_items(k);
  size_t items = 1;
  if (!most) return cl_refuse(CL_OUT_OF_RESOURCES, function, "kernel %.200s does not fit into the unit", name);
  if (!local && !required[0]) {
    choose_group(n->launch.grid, most, n->launch.group);
    return CL_SUCCESS;
  }
  for (cl_uint i = 0; i < 3; i++) {
    const size_t size = !local ? required[i] : i < dimensions ? local[i] : 1;
    if (required[0] && size != required[i])
      return cl_refuse(CL_INVALID_WORK_GROUP_SIZE, function,
                       "size %zu in dimension %u, kernel %.200s requires %u x %u x %u", size, i, name, required[0],
                       required[1], required[2]);
    if (!size)
      return cl_refuse(CL_INVALID_WORK_GROUP_SIZE, function, "a work-group without work-items in dimension %u", i);
    if (size > cl_max_group())
      return cl_refuse(CL_INVALID_WORK_ITEM_SIZE, function, "%zu work-items in dimension %u, at most %zu", size, i,
                       cl_max_group());
    if (n->launch.grid[i] % size && !k->uneven)
      return cl_refuse(CL_INVALID_WORK_GROUP_SIZE, function, "%u work-items in dimension %u are no multiple of %zu",
                       n->launch.grid[i], i, size);
    n->launch.group[i] = (uint32_t)size;
    items *= size;
  }
  return items > most ? too_large(n, items, function) : CL_SUCCESS;
}

static cl_int check_lds(const ndrange *n, const char *function) {
  uint64_t lds = n->of->info.group_segment_size;
  for (cl_uint i = 0; i < n->kernel->count; i++)
    if (argument_kind_of(n->kernel->info[i]) == ARGUMENT_LOCAL) lds += n->arguments[i].size;
  if (lds > cl_local_memory())
    return cl_refuse(CL_OUT_OF_RESOURCES, function,
                     "kernel %.200s needs %llu bytes of local memory, the device has %llu", n->of->info.name,
                     (unsigned long long)lds, (unsigned long long)cl_local_memory());
  return CL_SUCCESS;
}

static cl_int check_groups(const ndrange *n, const char *function) {
  uint64_t groups = 1;
  for (int i = 0; i < 3; i++) {
    const uint64_t more = launch_groups(n, i);
    if (more && groups > most_groups / more)
      return cl_refuse(CL_OUT_OF_RESOURCES, function, "a grid of more than 2^40 work-groups");
    groups *= more;
  }
  return CL_SUCCESS;
}

// The number of images and samplers has limits. Makes the memory for what they point to.
static cl_int check_images(ndrange *n, const char *function) {
  cl_uint read = 0, written = 0, samplers = 0;
  for (cl_uint i = 0; i < n->kernel->count; i++) {
    const wl_arg_info *info = n->kernel->info[i];
    const argument_kind kind = argument_kind_of(info);
    const bool writes = !strcmp(info->access, "write_only") || !strcmp(info->access, "read_write");
    samplers += kind == ARGUMENT_SAMPLER;
    read += kind == ARGUMENT_IMAGE && !writes;
    written += kind == ARGUMENT_IMAGE && writes;
  }
  if (read > IMAGE_MAX_READ || written > IMAGE_MAX_WRITE || samplers > IMAGE_MAX_SAMPLERS)
    return cl_refuse(CL_OUT_OF_RESOURCES, function,
                     "kernel %.200s reads %u images, writes %u and has %u samplers, at most %d, %d and %d are possible",
                     n->of->info.name, read, written, samplers, IMAGE_MAX_READ, IMAGE_MAX_WRITE, IMAGE_MAX_SAMPLERS);
  const size_t bytes = (size_t)(read + written + samplers) * IMAGE_OBJECT_BYTES;
  if (bytes && !(n->objects = memory_new(n->kernel->program->context, CL_MEM_OBJECT_BUFFER, NULL, 0, bytes, 0)))
    return cl_refuse(CL_OUT_OF_HOST_MEMORY, function, "out of memory");
  return CL_SUCCESS;
}

// What the kernel may access beside its arguments: of the pointers that clSetKernelExecInfo got, what is not freed.
static cl_int find_shared(ndrange *n, const char *function) {
  const cl_kernel k = n->kernel;
  if (!(n->shared = calloc(k->shared_count + 1, sizeof *n->shared)))
    return cl_refuse(CL_OUT_OF_HOST_MEMORY, function, "out of memory");
  for (size_t i = 0; i < k->shared_count; i++) {
    size_t offset;
    const cl_mem m = svm_find(k->shared[i], &offset);
    if (!m || m->context != k->program->context) continue;
    object_use(m);
    n->shared[n->shared_count++] = m;
  }
  return CL_SUCCESS;
}

// What the host asks for. An argument's object is of the context of the kernel's program: clSetKernelArg says so.
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
      (code = check_group(n, dimensions, local, function)) || (code = check_lds(n, function)) ||
      (code = check_buffers(n, function)) || (code = check_groups(n, function)) || (code = check_images(n, function)))
    return code;
  return find_shared(n, function);
}

// Has the code for large groups made, if the launch needs it and nothing else is wrong with its group.
static void widen(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *local) {
  code_object *code = NULL;
  cl_lock();
  if (local && dimensions && dimensions <= 3 && object_is(queue, OF_QUEUE) && object_is(kernel, OF_KERNEL) &&
      kernel->of[queue->device->index]) {
    const unsigned device = queue->device->index;
    const size_t items = group_items(dimensions, local);
    if (items > launch_most_items(kernel->of[device]) && items <= cl_max_group() &&
        may_widen(kernel->code[device], kernel->of[device]))
      code = kernel->code[device];
  }
  if (code) code_object_use(code);
  cl_unlock();
  if (!code) return;
  code_object_widen(code);
  cl_lock();
  code_object_unuse(code);
  cl_unlock();
}

static cl_int enqueue(cl_command_queue queue, cl_kernel kernel, cl_command_type type, cl_uint dimensions,
                      const size_t *offset, const size_t *global, const size_t *local, cl_uint num_events,
                      const cl_event *waits, cl_event *event, const char *function) {
  static uint64_t numbers;
  cl_int code;
  widen(queue, kernel, dimensions, local);
  cl_lock();
  ndrange *n = command_new(sizeof *n, queue, type, num_events, waits, function, &code);
  if (n) {
    n->head.done = done;
    if ((code = fill(n, queue, kernel, dimensions, offset, global, local, function))) {
      command_drop(&n->head);
    } else {
      // Without work-items nothing runs (OpenCL 3.0, 5.10).
      if (!is_empty(n)) {
        n->head.run = run;
        n->number = ++numbers;
      }
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
