// SPDX-License-Identifier: Apache-2.0
// What the checks of memory found, as text and as a verdict: unmapped accesses, reads of unwritten memory, races.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "check/report/unmapped.h"
#include "run_state.h"

const char *wl_run_unmapped_what(const run *r) {
  if (r->options->kind == WL_DEVICE_RTL)
    return r->result.unmapped.count == 1 ? "memory transaction to an unmapped line"
                                         : "memory transactions to unmapped lines";
  return unmapped_noun(&r->result.unmapped);
}

void wl_run_unmapped_first(const run *r, char *text, size_t size) {
  if (r->options->kind != WL_DEVICE_RTL)
    unmapped_text(wl_device_ops(r->device), wl_device_sizes(r->device), &r->result.unmapped, text, size);
  else snprintf(text, size, "line 0x%" PRIx64, r->result.unmapped.address);
}

wl_verdict wl_run_check_memory(run *r) {
  char first[300];
  if (wl_run_memcheck(r) == WL_MEMCHECK_OFF || !r->result.unmapped.count) return WL_PASS;
  wl_run_unmapped_first(r, first, sizeof first);
  if (r->options->kind != WL_DEVICE_RTL) unmapped_why(&r->result.unmapped, first, r->result.why, sizeof r->result.why);
  else
    wl_text(r->result.why, sizeof r->result.why, "%" PRIu64 " %s; the first: %s", r->result.unmapped.count,
            wl_run_unmapped_what(r), first);
  return WL_HAZARD;
}

void wl_run_instruction_text(const run *r, uint64_t pc, const uint32_t words[2], char *text, size_t size) {
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
  wl_run_instruction_text(r, a->pc, a->words, insn, sizeof insn);
  if (!is_scalar_load(r, a->words)) wl_text(lane, sizeof lane, ", lane %u", a->lane);
  wl_text(text, size, "slot %u%s: %s at 0x%" PRIx64, a->slot, lane, insn, a->pc);
}

// "address 0x200000000", "LDS address 0x40", "address 0x200000008 of image from, x 2, y 0". An image that the test does
// not describe has no name: "address 0x200000000, texel x 3, y 4, level 0".
static void place_text(const run *r, const wl_watch_finding *f, char *text, size_t size) {
  wl_text(text, size, "%saddress 0x%" PRIx64, f->lds ? "LDS " : "", f->address);
  for (uint32_t i = 0; i < r->test->arg_count && !f->lds; i++) {
    const wl_test_arg *a = &r->test->args[i];
    const wl_allocation_name *n = &r->names[2 * i];
    const uint64_t offset = f->address - n->address;
    if (!n->where || a->same_as || offset >= a->image_bytes) continue;
    wl_text(text + strlen(text), size - strlen(text), " of %s %.40s", n->what, n->name);
    n->where(n->of, offset, text + strlen(text), size - strlen(text));
    return;
  }
  texel_text(&f->texel, text + strlen(text), size - strlen(text));
}

void wl_run_unwritten_text(const run *r, char *text, size_t size) {
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

wl_verdict wl_run_check_watched(run *r) {
  if (r->result.race.count) {
    race_text(r, r->result.why, sizeof r->result.why);
    return WL_HAZARD;
  }
  if (!r->result.unwritten.count || wl_run_uninit(r) != WL_UNINIT_ERROR) return WL_PASS;
  wl_run_unwritten_text(r, r->result.why, sizeof r->result.why);
  return WL_HAZARD;
}
