// SPDX-License-Identifier: Apache-2.0
#include "exports.h"

#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "wavelock/encoding.h"

enum { TARGETS = 64 };

void wl_export_target_text(uint32_t target, char *text, size_t size) {
  if (target >= WL_EXP_PARAM0) wl_text(text, size, "param%u", target - WL_EXP_PARAM0);
  else if (target >= WL_EXP_POS0) wl_text(text, size, "pos%u", target - WL_EXP_POS0);
  else if (target == WL_EXP_NULL) wl_text(text, size, "null");
  else if (target == WL_EXP_MRTZ) wl_text(text, size, "mrtz");
  else wl_text(text, size, "mrt%u", target);
}

static wl_export_type type_of(uint32_t target) {
  wl_export_type type;
  wl_export_type_of(target, &type);
  return type;
}

bool wl_export_target_parse(const char *text, uint32_t *target) {
  for (uint32_t t = 0; t < TARGETS; t++) {
    char name[16];
    wl_export_type type;
    wl_export_target_text(t, name, sizeof name);
    if (!wl_export_type_of(t, &type) || strcmp(name, text)) continue;
    *target = t;
    return true;
  }
  return false;
}

static void describe(const wl_export *x, char *text, size_t size) {
  char target[16];
  wl_export_target_text(x->target, target, sizeof target);
  wl_text(text, size, "%s with en %u%s%s%s and EXEC 0x%" PRIx64, target, x->en, x->compr ? ", compr" : "",
          x->done ? ", done" : "", x->vm ? ", vm" : "", x->exec);
}

static bool same_fields(const wl_export *a, const wl_export *b) {
  return a->target == b->target && a->en == b->en && a->compr == b->compr && a->done == b->done && a->vm == b->vm &&
         a->exec == b->exec;
}

static bool same_data(const wl_export *wanted, const wl_export *got, uint32_t n, wl_error *error) {
  char target[16];
  wl_export_target_text(got->target, target, sizeof target);
  for (uint32_t left = wl_export_registers(wanted->en, wanted->compr); left; left &= left - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(left);
    for (uint32_t lane = 0; lane < WL_LANES; lane++) {
      if (wanted->data[i][lane] == got->data[i][lane]) continue;
      return wl_fail(error, "wave %u, export %u of its type, to %s: VSRC%u is 0x%08x in lane %u, expected 0x%08x",
                     got->slot, n, target, i, got->data[i][lane], lane, wanted->data[i][lane]);
    }
  }
  return true;
}

// The exports of one wave and type.
static bool check(const wl_testcase *t, const wl_launch_result *got, uint32_t wave, wl_export_type type,
                  wl_error *error) {
  uint32_t e = 0, g = 0;
  char wanted[96], had[96];
  for (uint32_t n = 0;; e++, g++, n++) {
    while (e < t->export_count && (t->exports[e].slot != wave || type_of(t->exports[e].target) != type)) e++;
    while (g < got->export_count && (got->exports[g].slot != wave || type_of(got->exports[g].target) != type)) g++;
    const bool more = e < t->export_count, came = g < got->export_count;
    if (!more && !came) return true;
    if (more && came && same_fields(&t->exports[e], &got->exports[g])) {
      if (same_data(&t->exports[e], &got->exports[g], n, error)) continue;
      return false;
    }
    if (more) describe(&t->exports[e], wanted, sizeof wanted);
    if (came) describe(&got->exports[g], had, sizeof had);
    return wl_fail(error, "wave %u exported %s as number %u of its type, expected %s", wave, came ? had : "nothing", n,
                   more ? wanted : "nothing");
  }
}

bool wl_expect_exports(const wl_testcase *t, const wl_launch_result *got, wl_error *error) {
  if (!t->expects_exports) return true;
  if (got->export_count > WL_MAX_EXPORTS)
    return wl_fail(error, "the sink got %u exports, a test can expect %d", got->export_count, WL_MAX_EXPORTS);
  for (uint32_t wave = 0; wave < WL_MAX_WAVES; wave++)
    for (wl_export_type type = 0; type < WL_EXPORT_TYPES; type++)
      if (!check(t, got, wave, type, error)) return false;
  return true;
}
