// SPDX-License-Identifier: Apache-2.0
// Whether a test and the options of its run are for this unit.
#include <inttypes.h>
#include <stdio.h>

#include "base/error.h"
#include "run_state.h"

static const char *memory_name(bool rdna) { return rdna ? "rdna" : "gfx9"; }

bool wl_run_fits_unit(run *r) {
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

// Refuses a key that is about GFX9. key: NULL: there is none.
static bool about_gfx9(run *r, const char *key) {
  return !key || wl_fail(&r->error, "test %s: found %s, which is about GFX9: this unit has the instruction set %s",
                         r->test->name, key, wl_device_ops(r->device)->isa);
}

bool wl_run_fits_own_isa(run *r) {
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

bool wl_run_launches_fit_own_isa(run *r) {
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

bool wl_run_has_hazard_rows(run *r) {
  const wl_exposed_hazard *given = r->options->unit.exposed_hazards;
  if (!given[WL_HAZARD_TWO_NAMES].given || wl_device_sizes(r->device)->vcc_alias) return true;
  return wl_fail(&r->error, "--exposed-hazards: row %d needs a unit in which VCC has two names (CONFIG=vcc_alias)",
                 WL_HAZARD_TWO_NAMES);
}
