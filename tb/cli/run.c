// SPDX-License-Identifier: Apache-2.0
#include "run.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "base/sizes.h"
#include "testcase/expect.h"
#include "testcase/exports.h"
#include "base/json_text.h"
#include "device/kernarg.h"
#include "images.h"
#include "launch.h"
#include "object/loader.h"
#include "base/output.h"
#include "check/report/unmapped.h"
#include "observe/trace.h"
#include "missing.h"
#include "testcase/testcase.h"
#include "testcase/texels.h"
#include "toolchain.h"
#include "tools.h"
#include "base/verdict.h"
#include "base/signals.h"
#include "wavelock/encoding.h"

enum { SCHEMA = 1 };  // of result.json: docs/result.md

static const char *const device_names[] = {"model", "rtl", "lockstep"};

// A launch: its preparation and its result.
typedef struct {
  const wl_test_launch *of;
  const wl_kernel *kernel;
  uint8_t *kernarg;
  wl_launch launch;
  bool ran;
  wl_verdict verdict;
  uint64_t cycles, instructions;
} piece;

typedef struct {
  const wl_run_options *options;
  wl_debug *debug;  // NULL: none
  wl_testcase *test;
  wl_device *device;
  wl_memory_knobs memory;  // of this run
  bool races;              // are looked for
  wl_code_place code;      // the object and where it was loaded; "" and 0 before
  uint64_t tba;            // address of the trap handler
  uint64_t control_entry;  // of launch.issue's label; 0: none
  uint64_t printf_buffer;  // address; 0: none
  char why[512];           // the text that the test expects, with addresses for its places
  // Per argument of the test.
  uint64_t *address;
  uint64_t *object;  // of an image or a sampler: what a kernel gets a pointer to
  wl_allocation_name *names;
  wl_missing_list missing;
  piece *pieces;            // one for each launch of the test
  uint32_t laid_out;        // number of pieces that are ready
  wl_trace *trace;          // NULL: none
  wl_observer alone[2];     // of the model alone: debugger, trace
  wl_views *views;          // NULL: none
  wl_launch_result result;  // of all launches; the verdict is the first that is not PASS
  uint64_t elements;        // number of elements compared with expectations
  bool has_waves;           // the waveform of the failure was written
  wl_waveform waves;
  json_t *pictures;  // of images that are not as expected; NULL: there are none
  wl_error error;
} run;

// ---- arguments ---------------------------------------------------------------------------------

// Writes the initial contents of a buffer, page by page.
static bool write_contents(run *r, uint32_t i) {
  const wl_test_arg *a = &r->test->args[i];
  const size_t size = wl_type_size(a->type);
  uint8_t page[WL_PAGE];
  for (uint64_t from = 0, count; from < a->count; from += count) {
    count = sizeof page / size < a->count - from ? sizeof page / size : a->count - from;
    wl_init_fill(a->type, &a->init, r->options->device.seed, i, from, page, count);
    if (!wl_device_write(r->device, r->address[i] + from * size, page, count * size, &r->error)) return false;
  }
  return true;
}

static wl_placed placed(const run *r) {
  return (wl_placed){.test = r->test, .device = r->device, .seed = r->options->device.seed, .address = r->address};
}

// An image or a sampler, and what a kernel gets of it.
static bool place_image(run *r, uint32_t i) {
  const wl_placed p = placed(r);
  const bool image = r->test->args[i].kind == WL_ARG_IMAGE;
  const uint32_t same_as = r->test->args[i].same_as;
  if (same_as) r->address[i] = r->address[same_as - 1];
  else if (image && !wl_image_place(&p, i, &r->error)) return false;
  r->object[i] = wl_object_place(&p, i, &r->error);
  if (!image) r->address[i] = r->object[i];
  return r->object[i] != 0;
}

// Device memory with its contents for a buffer that shares no other.
static bool place_contents(run *r, uint32_t i) {
  const wl_test_arg *a = &r->test->args[i];
  const size_t bytes = wl_type_size(a->type) * a->count;
  if (a->kind >= WL_ARG_IMAGE) return place_image(r, i);
  if (a->kind != WL_ARG_BUFFER || a->null) return true;
  if (a->same_as) {
    r->address[i] = r->address[a->same_as - 1] + a->offset;
    return true;
  }
  if (a->address) {
    wl_error why;
    if (!wl_device_alloc_at(r->device, a->address, bytes, &why))
      return wl_fail(&r->error, "buffer %s: %s", a->name, why.text);
    r->address[i] = a->address;
  } else {
    r->address[i] = wl_device_alloc(r->device, bytes, WL_PAGE, &r->error);
  }
  if (!r->address[i] || !write_contents(r, i)) return false;
  if (a->no_init) wl_device_forget(r->device, r->address[i], bytes);
  return true;
}

// Buffers come before the arguments that share them.
static bool place_all_contents(run *r) {
  for (int shared = 0; shared < 2; shared++)
    for (uint32_t i = 0; i < r->test->arg_count; i++)
      if ((r->test->args[i].same_as != 0) == shared && !place_contents(r, i)) return false;
  return true;
}

// The i-th explicit argument of the kernel's metadata, NULL past the end.
static const wl_arg_info *explicit_arg(const wl_kernel *k, uint32_t i) {
  for (uint32_t j = 0; j < k->arg_count; j++)
    if (strncmp(k->args[j].kind, "hidden_", 7) && !i--) return &k->args[j];
  return NULL;
}

static size_t size_of(const wl_test_arg *a) {
  return a->kind == WL_ARG_LOCAL ? 4 : a->kind == WL_ARG_SCALAR ? wl_type_size(a->type) * a->count : 8;
}

// Whether an argument of a kernel can have one of this kind. A pointer by value may be one to a buffer. In a captured
// launch an image or a sampler is the pointer itself, to what lies in a buffer.
static bool takes(const wl_arg_info *info, wl_arg_kind kind) {
  static const struct {
    const char *kind;
    wl_arg_kind takes;
    bool pointer;  // a scalar may be it
  } kinds[] = {{"dynamic_shared_pointer", WL_ARG_LOCAL, false},
               {"global_buffer", WL_ARG_BUFFER, false},
               {"image", WL_ARG_IMAGE, true},
               {"sampler", WL_ARG_SAMPLER, true}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp(info->kind, kinds[i].kind))
      return kind == kinds[i].takes || (kind == WL_ARG_SCALAR && kinds[i].pointer);
  return kind == WL_ARG_SCALAR || (kind == WL_ARG_BUFFER && !strcmp(info->kind, "by_value"));
}

// Where an argument of an image begins: it fills whole scalar registers, which follow each other. *offset: the end of
// the one before.
static bool fits_registers(run *r, const wl_test_arg *a, size_t *offset, size_t size) {
  const uint32_t words = wl_argument_words(wl_device_sizes(r->device));
  if (a->kind == WL_ARG_LOCAL)
    return wl_fail(&r->error, "argument %s: a local, and a unit with an instruction set of its own has no LDS",
                   a->name);
  *offset = (*offset + 3) / 4 * 4;
  return *offset + size <= 4 * (size_t)words ||
         wl_fail(&r->error, "argument %s: it ends in word %zu of the arguments, and a wave of this unit begins with %u",
                 a->name, (*offset + size + 3) / 4, words);
}

// Writes the i-th argument of a launch into the kernarg segment. Its offset comes from metadata. Without metadata it
// follows the argument before, in the natural alignment of its elements.
static bool place_argument(run *r, piece *p, uint32_t i, uint32_t *lds) {
  const uint32_t index = p->of->args[i];
  const wl_test_arg *a = &r->test->args[index];
  const wl_arg_info *info = explicit_arg(p->kernel, i);
  const char *kernel = p->kernel->info.name;
  const size_t size = size_of(a), unit = a->kind == WL_ARG_SCALAR ? wl_type_size(a->type) : size;
  size_t offset = p->kernel->info.raw ? p->launch.kernarg_size : (p->launch.kernarg_size + unit - 1) / unit * unit;
  // A pointer, as the program needs it.
  uint64_t v = wl_canonical(r->object[index] ? r->object[index] : r->address[index]);
  if (p->kernel->info.raw && !fits_registers(r, a, &offset, size)) return false;
  if (p->kernel->has_metadata) {
    if (!info) return wl_fail(&r->error, "argument %s: kernel %s takes only %u", a->name, kernel, i);
    if (info->size != size || !takes(info, a->kind))
      return wl_fail(&r->error, "argument %s: a %s of %zu bytes, but argument %u of kernel %s%s%s is %s of %u bytes",
                     a->name, wl_arg_kind_name(a->kind), size, i, kernel, *info->name ? ", " : "", info->name,
                     info->kind, info->size);
    offset = info->offset;
  }
  if (size > WL_KERNARG_MAX || offset > WL_KERNARG_MAX - size)
    return wl_fail(&r->error, "argument %s: more than %d bytes of arguments", a->name, WL_KERNARG_MAX);
  if (a->kind == WL_ARG_LOCAL) {
    uint32_t align = info && info->pointee_align ? info->pointee_align : 16;
    v = *lds = (*lds + align - 1) / align * align;
    *lds += (uint32_t)a->count;
  }
  if (a->kind == WL_ARG_SCALAR)
    wl_init_fill(a->type, &a->init, r->options->device.seed, index, 0, p->kernarg + offset, a->count);
  else memcpy(p->kernarg + offset, &v, size);
  if (offset + size > p->launch.kernarg_size) p->launch.kernarg_size = offset + size;
  return true;
}

static bool place_arguments(run *r, piece *p) {
  const uint32_t fixed = p->kernel->info.group_segment_size, count = p->of->arg_count;
  uint32_t lds = fixed;
  if (!(p->kernarg = calloc(WL_KERNARG_MAX, 1))) return wl_fail(&r->error, "out of memory for the arguments");
  for (uint32_t i = 0; i < count; i++)
    if (!place_argument(r, p, i, &lds)) return false;
  const wl_arg_info *missing = p->kernel->has_metadata ? explicit_arg(p->kernel, count) : NULL;
  if (missing)
    return wl_fail(&r->error, "kernel %s: the test gives %u arguments, argument %u%s%s (%s) is missing",
                   p->kernel->info.name, count, count, *missing->name ? ", " : "", missing->name, missing->kind);
  p->launch.dynamic_lds = lds - fixed + p->of->lds;
  p->launch.scratch = p->of->scratch;
  p->launch.dimensions = p->of->dimensions;
  return true;
}

static bool lay_out(run *r, piece *p) {
  const wl_testcase *t = r->test;
  wl_launch *l = &p->launch;
  if (!place_arguments(r, p)) return false;
  l->kernarg = p->kernarg;
  memcpy(l->grid, p->of->grid, sizeof l->grid);
  memcpy(l->group, p->of->group, sizeof l->group);
  memcpy(l->offset, p->of->offset, sizeof l->offset);
  l->printf_buffer = r->printf_buffer;
  l->names = r->names;
  l->name_count = t->arg_count;
  l->groups = t->groups;
  l->group_count = t->group_count;
  l->setup = (wl_unit_setup){.trap_enabled = *t->trap_handler != 0,
                             .tba = r->tba,
                             .cond_dbg = t->cond_dbg,
                             .alignment = t->alignment,
                             .shared_global = p->of->shared_global,
                             .shared_temps = p->of->shared_temps,
                             .control = t->control,
                             .control_entry = r->control_entry,
                             .control_waves = t->control_waves};
  for (uint32_t i = 0; i < t->arg_count; i++)
    if (*t->tma && !strcmp(t->args[i].name, t->tma)) l->setup.tma = r->address[i];
  return true;
}

// The buffer for printf of all launches: two dwords, the bytes of its records and of the buffer, and the records.
static bool place_printf(run *r) {
  const uint32_t head[WL_PRINTF_HEAD / 4] = {0, r->test->printf_bytes};
  if (!r->test->printf_bytes) return true;
  r->printf_buffer = wl_device_alloc(r->device, r->test->printf_bytes, WL_PAGE, &r->error);
  return r->printf_buffer && wl_device_write(r->device, r->printf_buffer, head, sizeof head, &r->error);
}

// What reports call the memory of an argument.
static wl_allocation_name name_of(const run *r, uint32_t i) {
  const wl_test_arg *a = &r->test->args[i];
  wl_allocation_name said = {.address = r->address[i], .name = a->name};
  if (a->kind == WL_ARG_IMAGE) {
    said.where = wl_image_where;
    said.of = &a->image;
  }
  return said;
}

static bool lay_all_out(run *r) {
  const size_t count = r->test->arg_count + 1;  // one at least
  r->address = calloc(count, sizeof *r->address);
  r->object = calloc(count, sizeof *r->object);
  r->names = calloc(count, sizeof *r->names);
  if (!r->address || !r->object || !r->names) return wl_fail(&r->error, "out of memory for the arguments");
  if (!place_all_contents(r) || !place_printf(r)) return false;
  for (uint32_t i = 0; i < r->test->arg_count; i++) r->names[i] = name_of(r, i);
  for (; r->laid_out < r->test->launch_count; r->laid_out++)
    if (!lay_out(r, &r->pieces[r->laid_out])) return false;
  return true;
}

static wl_launch_facts facts(const run *r, const piece *p) {
  return (wl_launch_facts){
      .test = r->test, .of = p->of, .kernel = p->kernel, .launch = &p->launch, .address = r->address};
}

// ---- the run -----------------------------------------------------------------------------------

// Warns of all opcodes of the kernel that the unit does not have. The kernel still runs, for it may never reach them.
// A test that expects a failure gets no warning.
static bool check_opcodes(run *r, const wl_object *object, const wl_kernel *kernel) {
  const wl_testcase *t = r->test;
  char text[sizeof r->error.text];
  wl_missing_list found;
  if (kernel->info.raw) return true;
  if (!wl_missing_find(object, kernel, wl_device_sizes(r->device)->rdna, &found, &r->error)) return false;
  if (!found.count) return true;
  wl_missing_free(&r->missing);
  r->missing = found;
  if (t->verdict != WL_PASS || t->fault) return true;
  wl_missing_text(kernel, &r->missing, text, sizeof text);
  fprintf(stderr, "warning: %s\n", text);
  for (uint32_t i = 0; i < r->missing.count; i++)
    fprintf(stderr, "  %s x %" PRIu32 ", first at 0x%" PRIx64 "\n", r->missing.of[i].name, r->missing.of[i].count,
            r->missing.of[i].first);
  return true;
}

static wl_memcheck memcheck(const run *r) {
  const wl_memcheck asked = r->options->memcheck;
  return asked == WL_MEMCHECK_OF_TEST ? r->test->memcheck : asked;
}

static wl_uninit uninit(const run *r) {
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

static bool find_kernels(run *r, const wl_code *code) {
  const wl_testcase *t = r->test;
  if (!(r->pieces = calloc(t->launch_count, sizeof *r->pieces))) return wl_fail(&r->error, "out of memory");
  for (uint32_t i = 0; i < t->launch_count; i++) {
    piece *p = &r->pieces[i];
    p->of = &t->launches[i];
    if (!(p->kernel = wl_code_kernel(code, *p->of->kernel ? p->of->kernel : NULL, &r->error))) return false;
    bool seen = t->default_args;
    for (uint32_t j = 0; j < i; j++) seen |= r->pieces[j].kernel == p->kernel;
    if (!seen && !check_opcodes(r, wl_code_object(code), p->kernel)) return false;
  }
  return true;
}

static bool build(run *r) {
  const wl_testcase *t = r->test;
  const char *more = r->options->cl_options ? r->options->cl_options : "";
  wl_cl_options words = {0};
  if (wl_device_is_raw(r->device))
    return wl_toolchain_image(t->program, wl_unit_assembler, r->options->cache, r->code.object, sizeof r->code.object,
                              &r->error);
  const bool good = wl_cl_options_add(&words, t->cl_options, t->folder, &r->error) &&
                    wl_cl_options_add(&words, more, "", &r->error) &&
                    wl_toolchain_compile(t->program, wl_target_of(wl_device_sizes(r->device)), &words,
                                         r->options->cache, r->code.object, sizeof r->code.object, &r->error);
  wl_cl_options_free(&words);
  return good;
}

// The device address of a place that the test names.
static bool find_place(run *r, const wl_code *code, const wl_place *place, uint64_t *address) {
  const wl_testcase *t = r->test;
  wl_error none;
  uint64_t start = 0;
  bool found = !*place->name || wl_code_symbol(code, place->name, &start, &none);
  for (uint32_t i = 0; i < t->arg_count && !found; i++) {
    const wl_arg_kind kind = t->args[i].kind;
    if ((kind != WL_ARG_BUFFER && kind != WL_ARG_IMAGE) || strcmp(t->args[i].name, place->name) != 0) continue;
    start = wl_canonical(r->address[i]);
    found = true;
  }
  *address = (start + place->offset) & ((UINT64_C(1) << 48) - 1);
  return found ||
         wl_fail(&r->error, "test %s expects something at \"%s\": neither a symbol of the program nor a buffer",
                 t->name, place->name);
}

// The address of a label where cycles begin or end. where: its place in the description.
static bool find_label(run *r, const wl_code *code, const wl_place *label, const char *where, uint64_t *address) {
  wl_error why;
  if (!wl_code_symbol(code, label->name, address, &why)) return wl_fail(&r->error, "%.300s: %.200s", where, why.text);
  *address += label->offset;
  return true;
}

static bool find_places(run *r, const wl_code *code) {
  wl_testcase *t = r->test;
  size_t used = 0;
  for (uint32_t i = 0; i < t->cycle_count; i++)
    if (!find_label(r, code, &t->cycles[i].from, t->cycles[i].where[0], &t->spans[i].from) ||
        !find_label(r, code, &t->cycles[i].to, t->cycles[i].where[1], &t->spans[i].to))
      return false;
  for (uint32_t i = 0; i < t->transaction_count; i++)
    if (!find_label(r, code, &t->transactions[i].at, t->transactions[i].where, &t->counts[i].at)) return false;
  for (uint32_t i = 0; i < t->fault_count; i++)
    if (!find_place(r, code, &t->faults[i].at, &t->faults[i].address)) return false;
  for (const char *at = t->why; *at; used = strlen(r->why)) {
    const size_t plain = strcspn(at, "{");
    wl_place place;
    uint64_t address;
    wl_text(r->why + used, sizeof r->why - used, "%.*s", (int)plain, at);
    at += plain;
    if (!*at) break;
    used += plain;
    if (!wl_place_in_braces(at + 1, &place, &at) || !find_place(r, code, &place, &address)) return false;
    wl_text(r->why + used, sizeof r->why - used, "0x%" PRIx64, address);
  }
  return true;
}

static const char *memory_name(bool rdna) { return rdna ? "rdna" : "gfx9"; }

// Whether the unit is one for which the test is made. A launch does not say what it needs of the GDS.
static bool fits_unit(run *r) {
  const wl_testcase *t = r->test;
  const wl_config *u = wl_device_sizes(r->device);
  const uint64_t gds = 64ull * u->gds_entries;
  char images[12], unit_images[12], delay[12], unit_delay[12], of_delay[24], least[12], most[12], unit_gds[24];
  wl_text(images, sizeof images, "%" PRIu32, t->images);
  wl_text(unit_images, sizeof unit_images, "%" PRIu32, u->images);
  wl_text(delay, sizeof delay, "%" PRIu32, t->valu_delay);
  wl_text(unit_delay, sizeof unit_delay, "%" PRIu32, u->valu_delay);
  wl_text(of_delay, sizeof of_delay, "valu_delay%" PRIu32, t->valu_delay ? t->valu_delay : u->valu_delay);
  wl_text(least, sizeof least, "%" PRIu32, t->gds_least);
  wl_text(most, sizeof most, "%" PRIu32, t->gds_most);
  wl_text(unit_gds, sizeof unit_gds, "%" PRIu64, gds);
  const struct {
    bool lacks;
    const char *form, *asked, *has;
    bool with;             // whether the unit must have
    const char *fragment;  // this name in CONFIG, or must not have it; NULL: its sizes are other ones
  } needs[] = {
      {t->of_isa && t->isa != u->isa, "it is for %s, the unit is %s", wl_isa_name(t->isa), wl_isa_name(u->isa),
       t->isa == WL_GFX906, "gfx906"},
      {t->of_memory_unit && t->rdna != u->rdna, "it is for %s memory, the unit has %s memory", memory_name(t->rdna),
       memory_name(u->rdna), t->rdna, "rdna"},
      {t->of_vcc_alias && t->vcc_alias != u->vcc_alias, "it is for a unit in which VCC has %s, in this unit it has %s",
       t->vcc_alias ? "two names" : "one name", u->vcc_alias ? "two" : "one", t->vcc_alias, "vcc_alias"},
      {t->of_sramecc && t->sramecc != u->sramecc, "it is for a unit with%s SRAM-ECC, this unit has %s",
       t->sramecc ? "" : "out", u->sramecc ? "it (gfx906:sramecc+)" : "none", t->sramecc, "sramecc"},
      {t->control && !u->control, "it needs a unit with control words%s%s", "", "", true, "control_words"},
      {t->of_valu_delay && t->valu_delay != u->valu_delay, "it is for a unit with ValuDelay %s, this unit has %s",
       delay, unit_delay, t->valu_delay > 0, of_delay},
      {t->of_images && !t->images && u->images, "it is for a unit without images, this unit has stage %s%s",
       unit_images, "", true, "noimage"},
      {t->images > u->images, "it needs stage %s of images, the unit has stage %s", images, unit_images, false,
       "noimage"},
      {t->gds_most && gds < t->gds_least, "it needs %s bytes of GDS, the unit has %s", least, unit_gds, false, NULL},
      {t->gds_most && gds > t->gds_most, "it needs at most %s bytes of GDS, the unit has %s", most, unit_gds, false,
       NULL},
  };
  for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
    char why[160], unit[64] = "";
    if (!needs[i].lacks) continue;
    snprintf(why, sizeof why, needs[i].form, needs[i].asked, needs[i].has);
    if (needs[i].fragment)
      wl_text(unit, sizeof unit, " (CONFIG with%s %s)", needs[i].with ? "" : "out", needs[i].fragment);
    return wl_fail(&r->error, "test %s: %s%s", t->name, why, unit);
  }
  return true;
}

// ---- a unit with an instruction set of its own -------------------------------------------------

// Refuses a key that is about GFX9. key: NULL: there is none.
static bool about_gfx9(run *r, const char *key) {
  return !key || wl_fail(&r->error, "test %s: found %s, which is about GFX9: this unit has the instruction set %s",
                         r->test->name, key, wl_device_ops(r->device)->isa);
}

static bool fits_own_isa(run *r) {
  const wl_testcase *t = r->test;
  const struct {
    bool given;
    const char *key;
  } keys[] = {
      {t->of_isa, "isa"},
      {t->of_memory_unit, "memory_unit"},
      {t->of_vcc_alias, "vcc_alias"},
      {t->of_sramecc, "sramecc"},
      {t->of_valu_delay, "valu_delay"},
      {*t->cl_options || r->options->cl_options, "cl_options"},
      {t->gds_most != 0, "launch.gds"},
      {*t->trap_handler != 0, "launch.trap_handler"},
      {*t->tma != 0, "launch.tma"},
      {t->control, "launch.issue"},
      {t->printf_bytes != 0, "launch.printf"},
      {t->cond_dbg != 0, "launch.cond_dbg"},
      {t->alignment != WL_ALIGNMENT_DEFAULT, "launch.alignment_mode"},
      {r->options->device.pure, "--pure"},
  };
  const char *key = NULL;
  for (size_t i = 0; i < sizeof keys / sizeof *keys && !key; i++)
    if (keys[i].given) key = keys[i].key;
  return about_gfx9(r, key);
}

static bool launches_fit_own_isa(run *r) {
  const char *key = NULL;
  for (uint32_t i = 0; i < r->test->launch_count && !key; i++) {
    const wl_test_launch *l = &r->test->launches[i];
    if (l->lds) key = "launch.lds";
    if (l->scratch) key = "launch.scratch";
    if (l->shared_global || l->shared_temps) key = "launch.shared_global or launch.shared_temps";
    if (l->offset[0] || l->offset[1] || l->offset[2]) key = "launch.offset";
    if (l->dimensions) key = "launch.dimensions";
  }
  return about_gfx9(r, key);
}

// Whether the unit has the rows of --exposed-hazards: that of two names needs two names.
static bool has_hazard_rows(run *r) {
  const wl_exposed_hazard *given = r->options->unit.exposed_hazards;
  if (!given[WL_HAZARD_TWO_NAMES].given || wl_device_sizes(r->device)->vcc_alias) return true;
  return wl_fail(&r->error, "--exposed-hazards: row %d needs a unit in which VCC has two names (CONFIG=vcc_alias)",
                 WL_HAZARD_TWO_NAMES);
}

static bool narrow_to_groups(run *r) {
  const piece *p = &r->pieces[0];
  return wl_expect_groups(r->test, wl_resident_groups(wl_device_sizes(r->device), &p->kernel->info, &p->launch),
                          &r->error);
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
  unit.check.memcheck = memcheck(r) != WL_MEMCHECK_OFF;
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
  device.bounds = memcheck(r) == WL_MEMCHECK_BOUNDS;
  device.unwritten = uninit(r) == WL_UNINIT_COUNT || uninit(r) == WL_UNINIT_ERROR;
  device.races = r->races = o->has_races ? o->races : t->races;
  r->device = wl_device_open_unit(o->kind, &device, &unit, &r->error);
  if (!r->device) return false;
  return wl_device_is_raw(r->device) ? fits_own_isa(r) : fits_unit(r) && has_hazard_rows(r);
}

// The sizes of a program without a description: one workgroup, of one wave for an image.
static void default_sizes(run *r, const wl_kernel *k) {
  const wl_run_options *o = r->options;
  const uint32_t lanes = wl_device_sizes(r->device)->wave_lanes;
  if (k->info.raw && !o->grid[0]) r->test->grid[0] = lanes;
  if (k->info.raw && !o->group[0]) r->test->group[0] = lanes;
  wl_testcase_default_sizes(r->test, k, !o->grid[0], !o->group[0]);
}

// Builds the program and loads it, and lays out all launches.
static bool load(run *r) {
  const wl_run_options *o = r->options;
  wl_testcase *t = r->test;
  if (!build(r)) return false;
  wl_code *code = wl_device_load(r->device, r->code.object, &r->error);
  if (!code) return false;
  r->code.base = wl_code_base(code);
  if (r->debug) wl_debug_program(r->debug, wl_code_object(code), &r->code);
  if (*t->trap_handler && !wl_code_symbol(code, t->trap_handler, &r->tba, &r->error)) return false;
  if (*t->control_label && !wl_code_symbol(code, t->control_label, &r->control_entry, &r->error)) return false;
  if (t->default_args) {
    const wl_kernel *k = wl_code_kernel(code, *t->kernel ? t->kernel : NULL, &r->error);
    if (!k || !check_opcodes(r, wl_code_object(code), k)) return false;
    default_sizes(r, k);
    if (!wl_testcase_default_args(t, k, &r->error)) return false;
  }
  return wl_testcase_settle(t, &r->error) && (!wl_device_is_raw(r->device) || launches_fit_own_isa(r)) &&
         find_kernels(r, code) && (!o->args || wl_testcase_override(t, o->args, &r->error)) && lay_all_out(r) &&
         find_places(r, code) && wl_expect_fits(t, r->options->device.seed, &r->error) && narrow_to_groups(r);
}

static bool prepare(run *r) {
  r->test = wl_testcase_find(r->options->vectors, r->options->test, &r->error);
  return r->test && apply_options(r) && may_write(r) && open_device(r) && load(r);
}

// Elements of a buffer as they are now (wl_contents).
static bool read_elements(void *of, uint32_t i, uint64_t from, size_t count, void *to, wl_error *error) {
  const run *r = of;
  const wl_placed p = placed(r);
  if (r->test->args[i].kind == WL_ARG_IMAGE) return wl_image_read(&p, i, from, count, to, error);
  const size_t size = wl_type_size(r->test->args[i].type);
  return wl_device_read(r->device, r->address[i] + from * size, to, count * size, error);
}

static bool dump(run *r, const char *name) {
  for (uint32_t i = 0; i < r->test->arg_count; i++) {
    const wl_test_arg *a = &r->test->args[i];
    if ((a->kind != WL_ARG_BUFFER && a->kind != WL_ARG_IMAGE) || strcmp(a->name, name)) continue;
    for (uint64_t e = 0; e < a->count; e++) {
      char text[64], place[120];
      uint64_t bits = 0;
      if (!read_elements(r, i, e, 1, &bits, &r->error)) return false;
      wl_value_text(a->type, bits, text, sizeof text);
      if (a->kind == WL_ARG_IMAGE) {
        wl_image_texel t;
        uint32_t component;
        wl_texel_of_element(&a->image, e, &t, &component);
        wl_image_texel_text(&a->image, &t, place, sizeof place);
        printf("%s: %s: component %s = %s\n", name, place, wl_component_name(component), text);
      } else {
        printf("%s[%" PRIu64 "] = %s\n", name, e, text);
      }
    }
    return true;
  }
  return wl_fail(&r->error, "no buffer or image named %s in test %s", name, r->test->name);
}

static const char *unmapped_what(const run *r) {
  if (r->options->kind == WL_DEVICE_RTL)
    return r->result.unmapped.count == 1 ? "memory transaction to an unmapped line"
                                         : "memory transactions to unmapped lines";
  return unmapped_noun(&r->result.unmapped);
}

static void unmapped_first(const run *r, char *text, size_t size) {
  if (r->options->kind != WL_DEVICE_RTL)
    unmapped_text(wl_device_ops(r->device), wl_device_sizes(r->device), &r->result.unmapped, text, size);
  else snprintf(text, size, "line 0x%" PRIx64, r->result.unmapped.address);
}

// In lockstep the checker has reported unmapped accesses already.
static wl_verdict check_memory(run *r) {
  char first[300];
  if (memcheck(r) == WL_MEMCHECK_OFF || !r->result.unmapped.count) return WL_PASS;
  unmapped_first(r, first, sizeof first);
  if (r->options->kind != WL_DEVICE_RTL) unmapped_why(&r->result.unmapped, first, r->result.why, sizeof r->result.why);
  else
    wl_text(r->result.why, sizeof r->result.why, "%" PRIu64 " %s; the first: %s", r->result.unmapped.count,
            unmapped_what(r), first);
  return WL_HAZARD;
}

static void text_of(const run *r, uint64_t pc, const uint32_t words[2], char *text, size_t size) {
  wl_device_ops(r->device)->text(wl_device_sizes(r->device), pc, words, text, size);
}

static bool is_scalar_load(const run *r, const uint32_t words[2]) {
  wl_instruction i = {0};
  wl_device_ops(r->device)->instruction(wl_device_sizes(r->device), words, 0, 0, &i);
  return i.block == WL_UNIT_SMEM;
}

// "slot 0, lane 3: global_load_dword v1, v2, off at 0x100002314"
static void watched_text(const run *r, const wl_watched_access *a, char *text, size_t size) {
  char insn[128], lane[24] = "";
  text_of(r, a->pc, a->words, insn, sizeof insn);
  if (!is_scalar_load(r, a->words)) wl_text(lane, sizeof lane, ", lane %u", a->lane);
  wl_text(text, size, "slot %u%s: %s at 0x%" PRIx64, a->slot, lane, insn, a->pc);
}

// "address 0x200000000", "LDS address 0x40", "address 0x200000008 of image from, x 2, y 0". An image that the test does
// not describe has no name: "address 0x200000000, texel x 3, y 4, level 0".
static void place_text(const run *r, const wl_watch_finding *f, char *text, size_t size) {
  wl_text(text, size, "%saddress 0x%" PRIx64, f->lds ? "LDS " : "", f->address);
  for (uint32_t i = 0; i < r->test->arg_count && !f->lds; i++) {
    const wl_test_arg *a = &r->test->args[i];
    const uint64_t offset = f->address - r->address[i];
    if (a->kind != WL_ARG_IMAGE || a->same_as || offset >= a->image_bytes) continue;
    wl_text(text + strlen(text), size - strlen(text), " of image %.40s", a->name);
    wl_image_where(&a->image, offset, text + strlen(text), size - strlen(text));
    return;
  }
  texel_text(&f->texel, text + strlen(text), size - strlen(text));
}

// "2 reads of memory that nobody has written; the first: slot 0, lane 3: ..., address 0x200000000"
static void unwritten_text(const run *r, char *text, size_t size) {
  const wl_watch_finding *f = &r->result.unwritten;
  char now[200], place[160];
  watched_text(r, &f->now, now, sizeof now);
  place_text(r, f, place, sizeof place);
  wl_text(text, size, "%" PRIu64 " read%s of memory that nobody has written; the first: %s, %s", f->count,
          f->count == 1 ? "" : "s", now, place);
}

static void race_text(const run *r, char *text, size_t size) {
  const wl_watch_finding *f = &r->result.race;
  char now[180], before[180], place[160];
  watched_text(r, &f->now, now, sizeof now);
  watched_text(r, &f->before, before, sizeof before);
  place_text(r, f, place, sizeof place);
  wl_text(text, size, "%" PRIu64 " race%s; the first: %s %s %s, which %s %s", f->count, f->count == 1 ? "" : "s", now,
          f->now.writes ? "writes" : "reads", place, before, f->before.writes ? "wrote" : "read");
}

// Races, and reads of memory that nobody has written.
static wl_verdict check_watched(run *r) {
  if (r->result.race.count) {
    race_text(r, r->result.why, sizeof r->result.why);
    return WL_HAZARD;
  }
  if (!r->result.unwritten.count || uninit(r) != WL_UNINIT_ERROR) return WL_PASS;
  unwritten_text(r, r->result.why, sizeof r->result.why);
  return WL_HAZARD;
}

// Only the checker counts cycles between instructions, and transactions of an instruction.
static bool cycles_measured(const run *r) {
  return r->options->kind == WL_DEVICE_LOCKSTEP && r->options->unit.check.mode != WL_CHECK_OFF;
}

// What happened against what the test expects to happen; why in r->error.
static wl_verdict against_expectations(run *r) {
  const wl_testcase *t = r->test;
  const wl_contents after = {read_elements, r};
  wl_verdict v = r->result.verdict;
  wl_error first = {""};
  if (t->fault && r->result.fault) v = WL_PASS;
  if (v == WL_PASS && (r->result.fault || !t->fault)) v = check_memory(r);
  if (v == WL_PASS && (r->result.fault || !t->fault)) v = check_watched(r);
  const bool said = strstr(r->result.why, r->why) != NULL;
  if (t->fault && !r->result.fault && v == WL_PASS) {
    wl_fail(&r->error, "%s", wl_no_fault_text);
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
    wl_fail(&r->error, "\"%s\" was expected to be said of the run, but it said \"%.300s\"", r->why, r->result.why);
    return WL_EXPECT;
  }
  if (r->options->kind != WL_DEVICE_RTL && !wl_expect_faults(t, &r->result, &r->error)) return WL_EXPECT;
  if (wl_expect_messages(t, &r->result, &first) && wl_expect_exports(t, &r->result, &first) &&
      wl_expect_check(t, r->options->kind != WL_DEVICE_MODEL, r->options->device.seed, &after, &r->elements, &first) &&
      (!cycles_measured(r) || (wl_expect_cycles(t, &first) && wl_expect_transactions(t, &first))))
    return WL_PASS;
  r->error = first;
  return WL_EXPECT;
}

// The verdict of the test; why in r->error. Expectations are not checked in a run that was cut short, or
// whose injected fault touched nothing.
static wl_verdict judge(run *r) {
  const wl_launch_result *n = &r->result;
  if (n->cut_short) {
    wl_fail(&r->error, "%s", n->why);
    return n->verdict == WL_PASS ? WL_ERROR : n->verdict;
  }
  const wl_verdict v = against_expectations(r);
  if (!*n->missed || (v != WL_PASS && v != WL_EXPECT)) return v;
  wl_fail(&r->error, "the fault was not applied: %s", n->missed);
  return WL_ERROR;
}

static uint32_t messages_kept(const wl_launch_result *n) {
  return n->message_count < WL_MAX_MESSAGES ? n->message_count : WL_MAX_MESSAGES;
}

static uint32_t exports_kept(const wl_launch_result *n) {
  return n->export_count < WL_MAX_EXPORTS ? n->export_count : WL_MAX_EXPORTS;
}

static void add_finding(wl_watch_finding *all, const wl_watch_finding *one) {
  const uint64_t count = all->count;
  if (!count) *all = *one;
  all->count = count + one->count;
}

// Adds the result of a launch. LDS cycles and transactions are counts of the whole run already.
static void add_result(run *r, uint32_t i, const wl_launch_result *one) {
  wl_launch_result *all = &r->result;
  const uint32_t launches = r->test->launch_count, kept = all->message_count;
  all->verdict = one->verdict;
  all->fault = one->fault;
  all->cut_short = one->cut_short;
  all->reported = one->reported;
  all->fault_count = one->fault_count;
  memcpy(all->faults, one->faults, sizeof all->faults);
  memcpy(all->fault_note, one->fault_note, sizeof all->fault_note);
  all->cycles += one->cycles;
  all->instructions += one->instructions;
  all->events += one->events;
  all->words_compared += one->words_compared;
  all->hazards += one->hazards;
  all->seconds += one->seconds;
  all->lds_cycles = one->lds_cycles;
  all->lds_conflicts = one->lds_conflicts;
  add_finding(&all->unwritten, &one->unwritten);
  add_finding(&all->race, &one->race);
  all->transactions = one->transactions;
  all->least_transactions = one->least_transactions;
  const uint64_t unmapped = all->unmapped.count, in_lds = all->unmapped.in_lds;
  if (!unmapped) all->unmapped = one->unmapped;
  all->unmapped.count = unmapped + one->unmapped.count;
  all->unmapped.in_lds = in_lds + one->unmapped.in_lds;
  if (launches > 1 && *one->why)
    wl_text(all->why, sizeof all->why, "launch %u of %u, kernel %.60s: %.400s", i + 1, launches,
            r->pieces[i].kernel->info.name, one->why);
  else memcpy(all->why, one->why, sizeof all->why);
  memcpy(all->missed, one->missed, sizeof all->missed);
  memcpy(all->not_checked, one->not_checked, sizeof all->not_checked);
  if (*one->not_judged && !*all->not_judged) memcpy(all->not_judged, one->not_judged, sizeof all->not_judged);
  for (uint32_t m = 0; m < messages_kept(one) && kept + m < WL_MAX_MESSAGES; m++)
    all->messages[kept + m] = one->messages[m];
  all->message_count += one->message_count;
  const uint32_t before = all->export_count;
  for (uint32_t x = 0; x < exports_kept(one) && before + x < WL_MAX_EXPORTS; x++)
    all->exports[before + x] = one->exports[x];
  all->export_count += one->export_count;
}

static clock_t launched;  // of all launches of this process

double wl_run_launched(void) { return (double)launched / CLOCKS_PER_SEC; }

static bool launch(run *r, const piece *p, wl_launch_result *one, wl_error *why) {
  const clock_t from = clock();
  const bool good = wl_device_launch(r->device, p->kernel, &p->launch, one, why);
  launched += clock() - from;
  return good;
}

// Runs the launches one after the other, up to the first that does not pass. false: one could not start.
static bool launch_all(run *r) {
  for (uint32_t i = 0; i < r->test->launch_count; i++) {
    piece *p = &r->pieces[i];
    wl_launch_result one;
    wl_error why = {""};
    if (!launch(r, p, &one, &why))
      return r->test->launch_count > 1
                 ? wl_fail(&r->error, "launch %u of %u: %.440s", i + 1, r->test->launch_count, why.text)
                 : wl_fail(&r->error, "%s", why.text);
    p->ran = true;
    p->verdict = one.verdict;
    p->cycles = one.cycles;
    p->instructions = one.instructions;
    add_result(r, i, &one);
    if (*one.in_order && r->test->launch_count > 1)
      printf("launch %u of %u ran in order: %s\n", i + 1, r->test->launch_count, one.in_order);
    else if (*one.in_order) printf("the launch ran in order: %s\n", one.in_order);
    if (one.verdict != WL_PASS || one.fault) return true;
  }
  return true;
}

// What is said of the memory, as MEMORY_KNOBS takes it. The model alone has no memory times.
static bool knobs(const run *r, char *text, size_t size) {
  wl_memory_knobs_text(&r->memory, text, size);
  return *text && r->options->kind != WL_DEVICE_MODEL;
}

static void print_knobs(const run *r) {
  char text[WL_KNOBS_TEXT];
  if (knobs(r, text, sizeof text)) printf("memory: %s; the rest by the seed\n", text);
}

// Runs the launches, and prints what of their buffers is asked for.
static bool execute(run *r) {
  if (r->test->default_args) {
    wl_launch_facts f = facts(r, &r->pieces[0]);
    wl_launch_print(stdout, &f);
    fflush(stdout);
  }
  print_knobs(r);
  if (!launch_all(r)) return false;
  for (uint32_t i = 0; i < r->options->dump_count; i++)
    if (!dump(r, r->options->dumps[i])) return false;
  return true;
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

// ---- output --------------------------------------------------------------------------------------

// Messages and trace records, a line each, in the order in which the host received them.
static void print_messages(const wl_launch_result *n) {
  for (uint32_t i = 0; i < messages_kept(n); i++) {
    const wl_message *m = &n->messages[i];
    if (m->trace) printf("wave %u: trace data 0x%08x\n", m->slot, m->m0);
    else printf("wave %u: message 0x%x, M0 0x%08x\n", m->slot, m->simm, m->m0);
  }
  if (n->message_count > WL_MAX_MESSAGES) printf("and %u messages more\n", n->message_count - WL_MAX_MESSAGES);
}

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

// Nothing for a HAZARD about unmapped accesses: its headline has the same text.
static void print_unmapped(const run *r, wl_verdict v) {
  char first[300];
  if (!r->result.unmapped.count || (v == WL_HAZARD && strstr(r->error.text, unmapped_what(r)))) return;
  unmapped_first(r, first, sizeof first);
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
  unwritten_text(r, text, sizeof text);
  printf("%s\n", text);
}

static json_t *watched_json(const run *r, const wl_watched_access *a) {
  char pc[24], insn[128];
  snprintf(pc, sizeof pc, "0x%" PRIx64, a->pc);
  text_of(r, a->pc, a->words, insn, sizeof insn);
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
  text_of(r, u->pc, u->words, insn, sizeof insn);
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

// Whether neither the checker nor an expectation compared anything.
static bool nothing_compared(const run *r) {
  const wl_testcase *t = r->test;
  return !r->result.words_compared && !t->expect_count && !t->message_count && !t->export_count && !t->fault &&
         t->verdict == WL_PASS;
}

// A run that compared nothing says nothing of the unit, so it does not say PASS.
static const char *verdict_word(const run *r, wl_verdict v) {
  return v == WL_PASS && nothing_compared(r) ? "UNCHECKED" : wl_verdict_name(v);
}

static void summary(const run *r, wl_verdict v) {
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
  printf("%s %s seed %" PRIu64 ": ", verdict_word(r, v), r->options->test, r->options->device.seed);
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
  if (n->unmapped.count) printf(", %" PRIu64 " %s", n->unmapped.count, unmapped_what(r));
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
    printf(cycles_measured(r) ? ", cycles checked" : ", cycles not checked");
  if (r->test && r->test->transaction_count && (v == WL_PASS || v == WL_EXPECT))
    printf(cycles_measured(r) ? ", transactions checked" : ", transactions not checked");
  if (v == WL_PASS && nothing_compared(r)) printf(", nothing compared");
  if (*n->not_checked) printf("; not checked: %s", n->not_checked);
  if (*n->not_judged) printf("; %s", n->not_judged);
  printf("\n");
}

// A launch, with its result if it ran.
static json_t *launch_json(const run *r, const piece *p) {
  wl_launch_facts f = facts(r, p);
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

// The pictures of images that are not as expected, into the run's folder. Says where they are.
static bool write_pictures(run *r) {
  const wl_placed p = placed(r);
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

static bool write_result(run *r, wl_verdict v) {
  char path[1024];
  const wl_launch_result *n = &r->result;
  char base[24];
  if (!r->options->run_dir) return true;
  if (!wl_text(path, sizeof path, "%s/result.json", r->options->run_dir))
    return wl_fail(&r->error, "%s: path too long", r->options->run_dir);
  snprintf(base, sizeof base, "0x%" PRIx64, r->code.base);
  const wl_run_options *o = r->options;
  const bool spans = r->test && r->test->cycle_count && cycles_measured(r);
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
      {"verdict", json_string(verdict_word(r, v))},
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
      {"unwritten", uninit(r) > WL_UNINIT_OFF ? finding_json(r, &n->unwritten, false) : NULL},
      {"races", r->races ? finding_json(r, &n->race, true) : NULL},
      {"memory_knobs", knobs(r, memory, sizeof memory) ? json_string(memory) : NULL},
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

// The result counts more than the waveform, which goes where both have no room.
static bool write_result_first(run *r, wl_verdict v) {
  const wl_error said = r->error;
  if (write_result(r, v)) return true;
  if (!r->has_waves) return false;
  const char *path = r->options->unit.trace_path;
  fprintf(stderr, "%s: the waveform is removed: %s\n", path, r->error.text);
  remove_waveform(path);
  r->has_waves = false;
  r->error = said;
  return write_result(r, v);
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
    if (prepare(r) && execute(r)) v = judge(r);
    write_waves(r, v);
    if (v == WL_EXPECT && !write_pictures(r)) v = WL_ERROR;
    if (!wl_trace_close(r->trace, &r->error)) v = WL_ERROR;
    if (r->views && !wl_views_finish(r->views, &r->error)) v = WL_ERROR;
    if (!write_result_first(r, v)) v = WL_ERROR;
  }
  summary(r, v);
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
