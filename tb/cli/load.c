// SPDX-License-Identifier: Apache-2.0
// The program of a run: built, loaded, its kernels and the places that the test names found.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/sizes.h"
#include "object/loader.h"
#include "run_state.h"
#include "testcase/expect.h"
#include "toolchain.h"

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

static bool narrow_to_groups(run *r) {
  const piece *p = &r->pieces[0];
  return wl_expect_groups(r->test, wl_resident_groups(wl_device_sizes(r->device), &p->kernel->info, &p->launch),
                          &r->error);
}

// The sizes of a program without a description: one workgroup, of one wave for an image.
static void default_sizes(run *r, const wl_kernel *k) {
  const wl_run_options *o = r->options;
  const uint32_t lanes = wl_device_sizes(r->device)->wave_lanes;
  if (k->info.raw && !o->grid[0]) r->test->grid[0] = lanes;
  if (k->info.raw && !o->group[0]) r->test->group[0] = lanes;
  wl_testcase_default_sizes(r->test, k, !o->grid[0], !o->group[0]);
}

bool wl_run_load(run *r) {
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
  return wl_testcase_settle(t, &r->error) && (!wl_device_is_raw(r->device) || wl_run_launches_fit_own_isa(r)) &&
         find_kernels(r, code) && (!o->args || wl_testcase_override(t, o->args, &r->error)) && wl_run_lay_out(r) &&
         find_places(r, code) && wl_expect_fits(t, r->options->device.seed, &r->error) && narrow_to_groups(r);
}
