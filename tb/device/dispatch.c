// SPDX-License-Identifier: Apache-2.0
// From a grid to workgroups and waves, and the initial state of a wave (kernel-launch.md 3, 8).
#include "dispatch.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum {
  MAX_GROUP = 1024,   // work-items in one dimension
  VGPR_GRANULE = 4,   // physical VGPRs
  LDS_GRANULE = 512,  // bytes
  MAX_VGPR_GRANULES = 4096,
  MAX_LDS_GRANULES = 256,
  BUNDLE = 32,  // bytes of a bundle of control words
  BUNDLE_SLOT = 8,
  TRAP_ALIGNMENT = 256,  // of TBA and TMA
  // What an image has:
  FIRST_WORD = 2,  // scalar register of the first word of arguments
  MAX_WORDS = sizeof((wl_wave_init *)0)->sgpr / sizeof(uint32_t) - FIRST_WORD,
  MAX_VGPRS = 256,  // of a wave
  MAX_SGPRS = 127,  // that sgpr_size can name
};
static const uint32_t scratch_word3 = 0x00E04FAC;     // DST_SEL XYZW, UINT, INDEX_STRIDE 64, ADD_TID (D-LAUNCH-4)
static const uint32_t never_out_of_range = 2u << 28;  // OOB_SELECT, in a unit with RDNA memory (D-LAUNCH-8)

static const uint64_t max_groups = UINT64_C(1) << 40;

typedef struct {
  bool live;
  uint32_t group;
  uint32_t vgpr;  // first granule
} wave_place;

typedef struct {
  uint32_t waves;  // that have not ended
  uint32_t lds;    // first granule
} group_place;

struct wl_dispatcher {
  wl_config unit;
  wl_kernel_info kernel;
  uint64_t kernarg, packet;
  uint32_t grid[3], group[3], groups[3];
  wl_unit_setup setup;
  uint32_t alignment_mode;
  uint32_t words[MAX_WORDS], word_count;  // arguments of an image
  uint32_t vgpr_granules;                 // of a wave
  uint32_t lds_granules;                  // of a workgroup

  const uint64_t *chosen;  // numbers of the workgroups that run, x fastest; NULL: all
  uint64_t chosen_count;
  uint64_t next_group, group_count;  // of those that run
  // The workgroup that is placed and whose waves wl_dispatcher_next hands out.
  uint32_t wave_count;             // 0: there is none
  uint32_t next_wave;              // the next one to hand out
  uint32_t current;                // its group slot
  uint32_t pending[WL_MAX_WAVES];  // its wave slots
  uint32_t live_waves;
  uint64_t ended_waves;

  wave_place wave[WL_MAX_WAVES];
  group_place slot[WL_MAX_GROUPS];
  bool vgpr_used[MAX_VGPR_GRANULES];
  bool lds_used[MAX_LDS_GRANULES];
};

// Work-items of a wave.
static uint32_t lanes_of(const wl_config *unit) { return unit->wave_lanes ? unit->wave_lanes : WL_LANES; }

// Workgroups that can be in the unit at once.
static uint32_t groups_of(const wl_config *unit) { return unit->groups ? unit->groups : WL_MAX_GROUPS; }

// Vector registers of a slot, for an image.
static uint32_t share_of(const wl_config *unit) {
  const uint32_t share = unit->phys_vgprs / unit->waves;
  return share < MAX_VGPRS ? share : MAX_VGPRS;
}

uint64_t wl_scratch_size(const wl_kernel_info *k) {
  uint64_t bytes = ((uint64_t)k->private_segment_size + 3) / 4 * 4 * WL_LANES;
  return (bytes + 1023) / 1024 * 1024;
}

static uint32_t vgprs_of(const wl_kernel_info *k) { return 4 * (wl_field(k->rsrc1, WL_RSRC1_VGPRS) + 1); }

// s0..s101 at most: VCC, FLAT_SCRATCH and XNACK_MASK are no part of the allocation.
static uint32_t sgprs_of(const wl_kernel_info *k) {
  uint32_t count = (wl_field(k->rsrc1, WL_RSRC1_SGPRS) + 1) * 8;
  count = (count + 15) / 16 * 16;
  return count > WL_SGPR_COUNT ? WL_SGPR_COUNT : count;
}

static uint32_t mode_of(const wl_kernel_info *k) {
  return wl_field(k->rsrc1, WL_RSRC1_FLOAT_MODE) |
         wl_to_field(WL_MODE_DX10_CLAMP, wl_field(k->rsrc1, WL_RSRC1_DX10_CLAMP)) |
         wl_to_field(WL_MODE_IEEE, wl_field(k->rsrc1, WL_RSRC1_IEEE)) |
         wl_to_field(WL_MODE_FP16_OVFL, wl_field(k->rsrc1, WL_RSRC1_FP16_OVFL));
}

// The value of SH_MEM_CONFIG.alignment_mode. false: there is no such alignment.
static bool alignment_mode(wl_alignment alignment, uint32_t *mode) {
  switch (alignment) {
    case WL_ALIGNMENT_DWORD: *mode = WL_ALIGN_DWORD; return true;
    case WL_ALIGNMENT_DWORD_STRICT: *mode = WL_ALIGN_DWORD_STRICT; return true;
    case WL_ALIGNMENT_STRICT: *mode = WL_ALIGN_STRICT; return true;
    case WL_ALIGNMENT_DEFAULT:
    case WL_ALIGNMENT_UNALIGNED: *mode = WL_ALIGN_UNALIGNED; return true;
  }
  return false;
}

// Physical VGPRs that all waves share; the waves' own begin behind them.
static uint64_t shared_vgprs(const wl_unit_setup *s) {
  const uint64_t shared = (uint64_t)s->shared_global + 2ull * s->shared_temps;
  return (shared + VGPR_GRANULE - 1) / VGPR_GRANULE * VGPR_GRANULE;
}

// The units of allocation that a workgroup's LDS takes (D-LAUNCH-16).
static uint64_t lds_granules(const wl_kernel_info *k, const wl_launch *launch) {
  return ((uint64_t)k->group_segment_size + launch->dynamic_lds + LDS_GRANULE - 1) / LDS_GRANULE;
}

uint32_t wl_argument_words(const wl_config *unit) {
  const uint32_t own = unit->sgprs > FIRST_WORD ? unit->sgprs - FIRST_WORD : 0;
  return own < MAX_WORDS ? own : MAX_WORDS;
}

uint64_t wl_resident_groups(const wl_config *unit, const wl_kernel_info *kernel, const wl_launch *launch) {
  for (int i = 0; i < 3; i++)
    if (!launch->group[i] || launch->group[i] > MAX_GROUP) return 0;
  const uint64_t items = (uint64_t)launch->group[0] * launch->group[1] * launch->group[2];
  const uint64_t waves = (items + lanes_of(unit) - 1) / lanes_of(unit), shared = shared_vgprs(&launch->setup);
  if (kernel->raw) {
    const uint64_t fit = unit->waves / waves;
    return fit < groups_of(unit) ? fit : groups_of(unit);
  }
  const uint64_t lds = lds_granules(kernel, launch);
  const uint64_t own = unit->phys_vgprs > shared ? unit->phys_vgprs - shared : 0;
  uint64_t groups = unit->waves / waves;
  if (groups > own / (waves * vgprs_of(kernel))) groups = own / (waves * vgprs_of(kernel));
  if (lds && groups > 64ull * unit->lds_entries / LDS_GRANULE / lds)
    groups = 64ull * unit->lds_entries / LDS_GRANULE / lds;
  return groups;
}

static uint64_t control_entry(const wl_dispatcher *d) {
  return d->setup.control_entry ? d->setup.control_entry : d->kernel.entry;
}

// A launch with control words (maxwell-control.md 8.1).
static bool control_fits(const wl_dispatcher *d, wl_error *error) {
  const char *name = d->kernel.name;
  if (!d->setup.control) return true;
  if (!d->unit.control)
    return wl_fail(error, "kernel %.200s: it needs a unit with control words (CONFIG=control_words)", name);
  if (control_entry(d) % BUNDLE)
    return wl_fail(error, "kernel %.200s: its first bundle is at 0x%llx: expected a multiple of %d", name,
                   (unsigned long long)control_entry(d), BUNDLE);
  if (d->setup.shared_global || d->setup.shared_temps)
    return wl_fail(error, "kernel %.200s: waves with control words have no shared VGPRs (D-CTRL-31)", name);
  return true;
}

// TBA and TMA have no bits for the low eight of an address (D-SCA-7).
static bool trap_fits(const wl_dispatcher *d, wl_error *error) {
  const struct {
    const char *what;
    uint64_t at;
  } of[] = {{"trap handler", d->setup.tba}, {"memory of the trap handler (TMA)", d->setup.tma}};
  for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
    if (of[i].at % TRAP_ALIGNMENT)
      return wl_fail(error, "kernel %.200s: %s at 0x%llx: expected a multiple of %d", d->kernel.name, of[i].what,
                     (unsigned long long)of[i].at, TRAP_ALIGNMENT);
  }
  return true;
}

// Takes over the arguments of an image.
static bool words_fit(wl_dispatcher *d, const wl_launch *launch, wl_error *error) {
  const uint32_t most = wl_argument_words(&d->unit);
  const size_t count = (launch->kernarg_size + sizeof *d->words - 1) / sizeof *d->words;
  if (count > most)
    return wl_fail(error, "kernel %.200s: %zu words of arguments, and a wave begins with at most %u", d->kernel.name,
                   count, most);
  d->word_count = (uint32_t)count;
  if (count) memcpy(d->words, launch->kernarg, launch->kernarg_size);
  return true;
}

static bool check(wl_dispatcher *d, const wl_launch *launch, wl_error *error) {
  const wl_kernel_info *k = &d->kernel;
  const wl_config *u = &d->unit;
  uint64_t items = 1;
  if (!u->waves || u->waves > WL_MAX_WAVES || u->phys_vgprs / VGPR_GRANULE > MAX_VGPR_GRANULES ||
      64ull * u->lds_entries / LDS_GRANULE > MAX_LDS_GRANULES)
    return wl_fail(error, "kernel %.200s: the unit reports %u waves, %u physical VGPRs, %u LDS entries: out of range",
                   k->name, u->waves, u->phys_vgprs, u->lds_entries);
  for (int i = 0; i < 3; i++) {
    if (!launch->group[i] || launch->group[i] > MAX_GROUP || !launch->grid[i])
      return wl_fail(
          error,
          "kernel %.200s: grid %u x %u x %u in groups of %u x %u x %u: expected sizes from 1, a group's at most 1024",
          k->name, launch->grid[0], launch->grid[1], launch->grid[2], launch->group[0], launch->group[1],
          launch->group[2]);
    items *= launch->group[i];
  }
  uint32_t waves = (uint32_t)((items + lanes_of(u) - 1) / lanes_of(u));
  if (waves > u->waves)
    return wl_fail(error, "kernel %.200s: a workgroup of %llu work-items is %u waves, the unit has %u slots", k->name,
                   (unsigned long long)items, waves, u->waves);
  if (k->raw) return words_fit(d, launch, error);
  uint64_t shared = (uint64_t)d->setup.shared_global + 2ull * d->setup.shared_temps;
  if (shared > 128 || shared > u->phys_vgprs)
    return wl_fail(error, "kernel %.200s: %u global registers and 2 x %u temporaries: expected at most 128", k->name,
                   d->setup.shared_global, d->setup.shared_temps);
  shared = shared_vgprs(&d->setup);
  memset(d->vgpr_used, true, shared / VGPR_GRANULE);
  if ((uint64_t)waves * vgprs_of(k) + shared > u->phys_vgprs)
    return wl_fail(error,
                   "kernel %.200s: a workgroup of %u waves with %u VGPRs each needs %u physical VGPRs, the unit has %u",
                   k->name, waves, vgprs_of(k), waves * vgprs_of(k), u->phys_vgprs - (uint32_t)shared);
  const uint64_t lds = (uint64_t)k->group_segment_size + launch->dynamic_lds;
  const uint64_t granules = lds_granules(k, launch);
  if (granules * LDS_GRANULE > 64ull * u->lds_entries)
    return wl_fail(error, "kernel %.200s: %llu bytes of LDS (%u static, %u dynamic), the unit has %llu", k->name,
                   (unsigned long long)lds, k->group_segment_size, launch->dynamic_lds, 64ull * u->lds_entries);
  d->lds_granules = (uint32_t)granules;
  if (!alignment_mode(d->setup.alignment, &d->alignment_mode))
    return wl_fail(error, "kernel %.200s: alignment %u, expected 0 (default) to %u (unaligned)", k->name,
                   (unsigned)d->setup.alignment, (unsigned)WL_ALIGNMENT_UNALIGNED);
  if (!control_fits(d, error) || !trap_fits(d, error)) return false;
  if (k->private_segment_size && !k->scratch)
    return wl_fail(error, "kernel %.200s: private segment of %u bytes and no scratch memory", k->name,
                   k->private_segment_size);
  if ((k->properties & WL_PROPERTY_DISPATCH_PTR) && !d->packet)
    return wl_fail(error, "kernel %.200s: its descriptor asks for a dispatch packet and there is none", k->name);
  if ((k->properties & WL_PROPERTY_QUEUE_PTR) && !k->queue)
    return wl_fail(error, "kernel %.200s: its descriptor asks for a queue and there is none", k->name);
  return true;
}

// The workgroups of the grid, and those of them that run.
static bool count_groups(wl_dispatcher *d, const wl_launch *launch, wl_error *error) {
  const char *name = d->kernel.name;
  uint64_t all = 1;
  for (int i = 0; i < 3; i++) {
    d->grid[i] = launch->grid[i];
    d->group[i] = launch->group[i];
    d->groups[i] = launch->grid[i] / launch->group[i] + (launch->grid[i] % launch->group[i] != 0);
    if (all > max_groups / d->groups[i])
      return wl_fail(error, "kernel %.200s: grid %u x %u x %u has more than 2^40 workgroups", name, launch->grid[0],
                     launch->grid[1], launch->grid[2]);
    all *= d->groups[i];
  }
  d->chosen = launch->groups;
  d->chosen_count = launch->group_count;
  d->group_count = launch->groups ? launch->group_count : all;
  if (launch->groups && !launch->group_count) return wl_fail(error, "kernel %.200s: a list of no workgroups", name);
  for (size_t i = 0; launch->groups && i < launch->group_count; i++) {
    const unsigned long long number = launch->groups[i];
    if (number >= all)
      return wl_fail(error, "kernel %.200s: workgroup %llu, and the grid has %llu", name, number,
                     (unsigned long long)all);
    if (i && number <= launch->groups[i - 1])
      return wl_fail(error, "kernel %.200s: workgroup %llu behind %llu: expected ascending numbers", name, number,
                     (unsigned long long)launch->groups[i - 1]);
  }
  return true;
}

wl_dispatcher *wl_dispatcher_new(const wl_config *unit, const wl_kernel_info *kernel, const wl_launch *launch,
                                 uint64_t kernarg, uint64_t packet, wl_error *error) {
  wl_dispatcher *d = calloc(1, sizeof *d);
  if (!d) {
    wl_fail(error, "kernel %.200s: out of memory", kernel->name);
    return NULL;
  }
  d->unit = *unit;
  d->kernel = *kernel;
  d->kernarg = kernarg;
  d->packet = packet;
  d->setup = launch->setup;
  if (!check(d, launch, error) || !count_groups(d, launch, error)) {
    free(d);
    return NULL;
  }
  d->vgpr_granules = kernel->raw ? 0 : vgprs_of(kernel) / VGPR_GRANULE;
  return d;
}

void wl_dispatcher_free(wl_dispatcher *d) { free(d); }

// Takes `need` adjacent free granules of `count`, by first fit. Returns the first; -1: there are none.
static int take(bool *used, uint32_t count, uint32_t need) {
  uint32_t run = 0;
  for (uint32_t i = 0; i < count && run < need; i++) {
    run = used[i] ? 0 : run + 1;
    if (run == need) {
      memset(used + i + 1 - need, true, need);
      return (int)(i + 1 - need);
    }
  }
  return need ? -1 : 0;
}

static void group_shape(const wl_dispatcher *d, uint64_t linear, uint32_t id[3], uint32_t size[3]) {
  for (int i = 0; i < 3; i++) {
    id[i] = (uint32_t)(linear % d->groups[i]);
    linear /= d->groups[i];
    uint32_t left = d->grid[i] - id[i] * d->group[i];
    size[i] = left < d->group[i] ? left : d->group[i];
  }
}

// The number in the grid of the n-th workgroup that runs.
static uint64_t number_of(const wl_dispatcher *d, uint64_t n) { return d->chosen ? d->chosen[n] : n; }

uint64_t wl_dispatcher_groups(const wl_dispatcher *d) { return d->group_count; }

uint64_t wl_dispatcher_group(const wl_dispatcher *d, uint64_t n) { return number_of(d, n); }

static uint32_t waves_of(const wl_dispatcher *d, const uint32_t size[3]) {
  const uint32_t lanes = lanes_of(&d->unit);
  return (size[0] * size[1] * size[2] + lanes - 1) / lanes;
}

// Places the next workgroup as a whole. false: it does not fit now.
static bool place_group(wl_dispatcher *d) {
  uint32_t id[3], size[3], slot = 0, found = 0;
  group_shape(d, number_of(d, d->next_group), id, size);
  uint32_t waves = waves_of(d, size);
  while (slot < groups_of(&d->unit) && d->slot[slot].waves) slot++;
  if (slot == groups_of(&d->unit)) return false;
  for (uint32_t i = 0; i < d->unit.waves && found < waves; i++)
    if (!d->wave[i].live) d->pending[found++] = i;
  if (found < waves) return false;

  int vgpr[WL_MAX_WAVES], lds = take(d->lds_used, 64 * d->unit.lds_entries / LDS_GRANULE, d->lds_granules);
  if (lds < 0) return false;
  for (uint32_t w = 0; w < waves; w++) {
    vgpr[w] = take(d->vgpr_used, d->unit.phys_vgprs / VGPR_GRANULE, d->vgpr_granules);
    if (vgpr[w] >= 0) continue;
    memset(d->lds_used + lds, false, d->lds_granules);
    while (w--) memset(d->vgpr_used + vgpr[w], false, d->vgpr_granules);
    return false;
  }
  for (uint32_t w = 0; w < waves; w++)
    d->wave[d->pending[w]] = (wave_place){.live = true, .group = slot, .vgpr = (uint32_t)vgpr[w]};
  d->slot[slot] = (group_place){.waves = waves, .lds = (uint32_t)lds};
  d->current = slot;
  d->wave_count = waves;
  d->next_wave = 0;
  return true;
}

void wl_dispatcher_split(const wl_dispatcher *d, uint32_t parts, uint64_t *first) {
  const uint64_t all = d->group_count;
  uint64_t at = 0;
  uint32_t part = 0;
  while (at < all) {
    wl_dispatcher full = *d;  // the unit, filled from group `at` on
    for (; part < parts && at * parts >= all * part; part++) first[part] = at;
    full.next_group = at;
    while (full.next_group < all && place_group(&full)) full.next_group++;
    at = full.next_group;
  }
  for (; part <= parts; part++) first[part] = all;
}

wl_dispatcher *wl_dispatcher_part(const wl_dispatcher *d, uint64_t first, uint64_t end) {
  wl_dispatcher *part = malloc(sizeof *part);
  if (!part) return NULL;
  *part = *d;
  part->next_group = first;
  part->group_count = end;
  return part;
}

static void push64(wl_wave_init *init, uint64_t v) {
  init->sgpr[init->sgpr_count++] = (uint32_t)v;
  init->sgpr[init->sgpr_count++] = (uint32_t)(v >> 32);
}

// User SGPRs, then system SGPRs (kernel-launch.md 3).
static void fill_sgprs(const wl_dispatcher *d, uint32_t slot, const uint32_t id[3], wl_wave_init *init) {
  const wl_kernel_info *k = &d->kernel;
  uint32_t user = wl_field(k->rsrc2, WL_RSRC2_USER_SGPRS);
  uint64_t stride = wl_scratch_size(k);
  if (k->properties & WL_PROPERTY_PRIVATE_BUFFER) {
    bool any = k->scratch != 0;
    init->sgpr[0] = (uint32_t)k->scratch;
    init->sgpr[1] = (uint32_t)(k->scratch >> 32 & 0xFFFF) | (any ? 1u << 31 : 0);
    init->sgpr[2] = (uint32_t)(stride * d->unit.waves);
    init->sgpr[3] = any ? scratch_word3 | (d->unit.rdna ? never_out_of_range : 0) : 0;
    init->sgpr_count = 4;
  }
  if (k->properties & WL_PROPERTY_DISPATCH_PTR) push64(init, d->packet);
  if (k->properties & WL_PROPERTY_QUEUE_PTR) push64(init, k->queue);
  if (k->properties & WL_PROPERTY_KERNARG_PTR) push64(init, d->kernarg);
  if (k->properties & WL_PROPERTY_DISPATCH_ID) push64(init, 0);
  if (k->properties & WL_PROPERTY_FLAT_SCRATCH) push64(init, k->scratch);
  if (k->properties & WL_PROPERTY_PRIVATE_SIZE) init->sgpr[init->sgpr_count++] = k->private_segment_size;
  if (init->sgpr_count < user) init->sgpr_count = user;
  for (int i = 0; i < 3; i++)
    if (k->rsrc2 & WL_RSRC2_GROUP_ID_X << i) init->sgpr[init->sgpr_count++] = id[i];
  if (k->rsrc2 & WL_RSRC2_GROUP_INFO)
    init->sgpr[init->sgpr_count++] =
        (init->wave_in_group == 0 ? 1u << 31 : 0) | init->wave_in_group << 6 | init->waves_in_group;
  if (k->rsrc2 & WL_RSRC2_PRIVATE_SEGMENT) init->sgpr[init->sgpr_count++] = (uint32_t)(slot * stride);
}

// What a wave of an image begins with.
static void fill_raw(const wl_dispatcher *d, uint32_t slot, wl_wave_init *init) {
  const wl_config *u = &d->unit;
  const uint32_t first[FIRST_WORD] = {(uint32_t)number_of(d, d->next_group), init->wave_in_group};
  init->sgpr_size = u->sgprs < MAX_SGPRS ? u->sgprs : MAX_SGPRS;
  init->vgpr_size = share_of(u);
  init->vgpr_base = slot * share_of(u);
  init->sgpr_count = u->sgprs < FIRST_WORD ? u->sgprs : FIRST_WORD + d->word_count;
  for (uint32_t i = 0; i < init->sgpr_count; i++) init->sgpr[i] = i < FIRST_WORD ? first[i] : d->words[i - FIRST_WORD];
}

static void fill_vgprs(const wl_dispatcher *d, const uint32_t size[3], wl_wave_init *init) {
  uint32_t items = size[0] * size[1] * size[2], first = init->wave_in_group * lanes_of(&d->unit);
  init->vgpr_count = d->kernel.raw ? 0 : wl_field(d->kernel.rsrc2, WL_RSRC2_WORK_ITEM_ID) + 1;
  for (uint32_t lane = 0; lane < lanes_of(&d->unit) && first + lane < items; lane++) {
    uint32_t i = first + lane;
    uint32_t id[3] = {i % size[0], i / size[0] % size[1], i / size[0] / size[1]};
    init->exec |= 1ull << lane;
    for (uint32_t v = 0; v < init->vgpr_count; v++) init->vgpr[v][lane] = id[v];
  }
}

bool wl_dispatcher_next(wl_dispatcher *d, uint32_t *slot, wl_wave_init *init) {
  if (!d->wave_count && (d->next_group == d->group_count || !place_group(d))) return false;
  const wl_kernel_info *k = &d->kernel;
  uint32_t id[3], size[3], at = d->pending[d->next_wave];
  group_shape(d, number_of(d, d->next_group), id, size);
  *slot = at;
  memset(init, 0, sizeof *init);
  init->control = d->setup.control && (!d->setup.control_entry || d->setup.control_waves >> d->next_wave & 1);
  init->pc = init->control ? control_entry(d) + BUNDLE_SLOT : k->entry;
  init->group = d->current;
  init->wave_in_group = d->next_wave;
  init->waves_in_group = d->wave_count;
  if (k->raw) {
    fill_raw(d, at, init);
  } else {
    init->mode = mode_of(k);
    init->sgpr_size = sgprs_of(k);
    init->vgpr_base = d->wave[at].vgpr * VGPR_GRANULE;
    init->vgpr_size = vgprs_of(k);
  }
  init->shared_global = d->setup.shared_global;
  init->shared_temps = d->setup.shared_temps;
  init->lds_base = d->slot[d->current].lds * LDS_GRANULE;
  init->lds_size = d->lds_granules * LDS_GRANULE;
  init->trap_enabled = d->setup.trap_enabled;
  init->tba = d->setup.tba;
  init->tma = d->setup.tma;
  init->cond_dbg = d->setup.cond_dbg;
  init->alignment_mode = d->alignment_mode;
  if (!k->raw) fill_sgprs(d, at, id, init);
  fill_vgprs(d, size, init);
  d->live_waves++;
  if (++d->next_wave == d->wave_count) {
    d->wave_count = 0;
    d->next_group++;
  }
  return true;
}

void wl_dispatcher_wave_ended(wl_dispatcher *d, uint32_t slot) {
  if (slot >= WL_MAX_WAVES || !d->wave[slot].live) return;
  wave_place *w = &d->wave[slot];
  group_place *g = &d->slot[w->group];
  memset(d->vgpr_used + w->vgpr, false, d->vgpr_granules);
  if (!--g->waves) memset(d->lds_used + g->lds, false, d->lds_granules);
  w->live = false;
  d->live_waves--;
  d->ended_waves++;
}

// Workgroups at the upper ends of the grid may be smaller than the others. ends: a bit per dimension.
void wl_dispatcher_count(const wl_dispatcher *d, uint64_t *ended, uint64_t *waves) {
  *ended = d->ended_waves;
  *waves = 0;
  if (d->chosen) {
    for (uint64_t n = 0; n < d->chosen_count; n++) {
      uint32_t id[3], size[3];
      group_shape(d, d->chosen[n], id, size);
      *waves += waves_of(d, size);
    }
    return;
  }
  for (uint32_t ends = 0; ends < 8; ends++) {
    uint64_t groups = 1;
    uint32_t items = 1;
    for (int i = 0; i < 3; i++) {
      const uint32_t whole = d->grid[i] / d->group[i], rest = d->grid[i] % d->group[i];
      groups *= ends >> i & 1 ? rest != 0 : whole;
      items *= ends >> i & 1 ? rest : d->group[i];
    }
    *waves += groups * ((items + lanes_of(&d->unit) - 1) / lanes_of(&d->unit));
  }
}

void wl_dispatcher_waves(const void *dispatcher, uint64_t *ended, uint64_t *waves) {
  wl_dispatcher_count(dispatcher, ended, waves);
}

void wl_dispatcher_close(wl_dispatcher *d) { d->group_count = d->next_group + (d->wave_count != 0); }

uint64_t wl_dispatcher_ended(const wl_dispatcher *d) { return d->ended_waves; }

uint64_t wl_dispatcher_begun(const wl_dispatcher *d) {
  return d->next_group + (d->wave_count != 0 && d->next_wave != 0);
}

bool wl_dispatcher_done(const wl_dispatcher *d) { return d->next_group == d->group_count && !d->live_waves; }
