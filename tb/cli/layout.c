// SPDX-License-Identifier: Apache-2.0
// Where the arguments of a test lie: their memory and contents, the kernarg segment of each launch, and what of them is
// read back.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "device/kernarg.h"
#include "object/loader.h"
#include "run_state.h"
#include "testcase/texels.h"

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

wl_placed wl_run_placed(const run *r) {
  return (wl_placed){.test = r->test, .device = r->device, .seed = r->options->device.seed, .address = r->address};
}

// An image or a sampler, and what a kernel gets of it.
static bool place_image(run *r, uint32_t i) {
  const wl_placed p = wl_run_placed(r);
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
  l->name_count = 2 * t->arg_count;
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

// What reports call the memory of an argument. names: the contents and, of an image, the image object.
static void name_memory(const run *r, uint32_t i, wl_allocation_name names[2]) {
  const wl_test_arg *a = &r->test->args[i];
  names[0] = (wl_allocation_name){.address = r->address[i], .name = a->name};
  if (a->kind == WL_ARG_SAMPLER) names[0].what = "sampler";
  if (a->kind != WL_ARG_IMAGE) return;
  names[0].what = "image";
  names[0].where = wl_image_where;
  names[0].of = &a->image;
  names[1] = (wl_allocation_name){.address = r->object[i], .name = a->name, .what = "image object"};
}

bool wl_run_lay_out(run *r) {
  const size_t count = r->test->arg_count + 1;  // one at least
  r->address = calloc(count, sizeof *r->address);
  r->object = calloc(count, sizeof *r->object);
  r->names = calloc(2 * count, sizeof *r->names);
  if (!r->address || !r->object || !r->names) return wl_fail(&r->error, "out of memory for the arguments");
  if (!place_all_contents(r) || !place_printf(r)) return false;
  for (uint32_t i = 0; i < r->test->arg_count; i++) name_memory(r, i, &r->names[2 * i]);
  for (; r->laid_out < r->test->launch_count; r->laid_out++)
    if (!lay_out(r, &r->pieces[r->laid_out])) return false;
  return true;
}

wl_launch_facts wl_run_facts(const run *r, const piece *p) {
  return (wl_launch_facts){
      .test = r->test, .of = p->of, .kernel = p->kernel, .launch = &p->launch, .address = r->address};
}

bool wl_run_read_elements(void *of, uint32_t i, uint64_t from, size_t count, void *to, wl_error *error) {
  const run *r = of;
  const wl_placed p = wl_run_placed(r);
  if (r->test->args[i].kind == WL_ARG_IMAGE) return wl_image_read(&p, i, from, count, to, error);
  const size_t size = wl_type_size(r->test->args[i].type);
  return wl_device_read(r->device, r->address[i] + from * size, to, count * size, error);
}

bool wl_run_dump(run *r, const char *name) {
  for (uint32_t i = 0; i < r->test->arg_count; i++) {
    const wl_test_arg *a = &r->test->args[i];
    if ((a->kind != WL_ARG_BUFFER && a->kind != WL_ARG_IMAGE) || strcmp(a->name, name)) continue;
    for (uint64_t e = 0; e < a->count; e++) {
      char text[64], place[120];
      uint64_t bits = 0;
      if (!wl_run_read_elements(r, i, e, 1, &bits, &r->error)) return false;
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
