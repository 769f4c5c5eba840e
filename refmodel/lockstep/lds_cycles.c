// SPDX-License-Identifier: Apache-2.0
// wl_model_lds_cycles: cycles of service of a DS instruction, computed from its addresses alone (lds.md 4.1,
// D-LDS-22, D-LDS-23). It shares no code with the service in lds_service.c.
#include "wave/model.h"

enum { kBanks = 4, kQuadLanes = 4, kQuads = WL_LANES / kQuadLanes };

// Whether these lanes of the quad need no more than one entry.
static bool in_one_entry(const struct wl_pending *p, uint32_t access, uint32_t quad, uint64_t lanes) {
  const uint64_t *address = &p->at.address[access][kQuadLanes * quad];
  uint64_t differs = 0;
  for (uint64_t left = lanes; left != 0; left &= left - 1) {
    const uint64_t at = address[__builtin_ctzll(left)];
    differs |= (at ^ address[__builtin_ctzll(lanes)]) | (at ^ (at + p->access->bytes - 1));
  }
  return differs / 16 == 0;
}

// Cycles of one access of a quad: the number of rows that its busiest bank serves; with lane_by_lane the number of
// lanes. A lane whose bytes reach into the next entry needs that one too.
static uint32_t access_cycles(const struct wl_pending *p, uint32_t access, uint32_t quad, bool lane_by_lane) {
  const uint64_t used = p->lanes[access][0] >> (kQuadLanes * quad) & 15;
  if (!lane_by_lane && in_one_entry(p, access, quad, used)) return 1;
  uint64_t needed[2 * kQuadLanes];  // entries: bank in the low two bits, row above
  uint32_t count = 0, in_bank[kBanks] = {0}, most = 1;
  for (uint32_t lane = kQuadLanes * quad; lane < kQuadLanes * (quad + 1); lane++) {
    if (!(used >> (lane - kQuadLanes * quad) & 1)) continue;
    const uint64_t first = p->at.address[access][lane], last = first + p->access->bytes - 1;
    for (uint64_t entry = first / 16; entry <= last / 16; entry++) {
      bool counted = false;
      for (uint32_t i = 0; i < count && !lane_by_lane; i++) counted |= needed[i] == entry;
      if (counted) continue;
      needed[count++] = entry;
      if (++in_bank[entry % kBanks] > most) most = in_bank[entry % kBanks];
    }
  }
  return most;
}

// Whether all lanes of all quads are used, and none of the quads needs more than one entry.
static bool always_one_entry(const struct wl_pending *p, uint32_t access) {
  const uint64_t last = p->access->bytes - 1u;
  uint64_t differs = 0;
  if (p->lanes[access][0] != ~0ull) return false;
  for (uint32_t lane = 0; lane < WL_LANES; lane += kQuadLanes) {
    const uint64_t *a = &p->at.address[access][lane];
    differs |= (a[0] ^ a[1]) | (a[0] ^ a[2]) | (a[0] ^ a[3]);
    differs |= (a[0] ^ (a[0] + last)) | (a[1] ^ (a[1] + last)) | (a[2] ^ (a[2] + last)) | (a[3] ^ (a[3] + last));
  }
  return differs / 16 == 0;
}

wl_result wl_model_lds_cycles(const wl_model *m, uint32_t slot, uint32_t tag, uint32_t *cycles, uint32_t *conflicts,
                              char why[WL_WHY]) {
  const struct wl_pending *p = wl_pending_find(&m->memory, WL_UNIT_LDS, slot, tag);
  uint32_t free = 0;  // cycles if there were no conflict
  *cycles = *conflicts = 0;
  if (p == NULL) return wl_bad(why, "LDS cycles of wave %u, tag %u: no such instruction is in flight", slot, tag);
  if (p->operands != NULL) return wl_bad(why, "%s: its operands were not read", p->insn.name);
  const struct wl_access *a = p->access;
  if (a->what == WL_DS_COUNT) {
    *cycles = p->exec != 0;
    return WL_OK;
  }
  const uint32_t accesses = wl_ds_accesses(&p->insn, a);
  if (a->what == WL_DS_MOVE && accesses == 1 && always_one_entry(p, 0)) {
    *cycles = kQuads;
    return WL_OK;
  }
  for (uint32_t quad = 0; quad < kQuads; quad++) {
    const uint64_t active = p->exec >> (kQuadLanes * quad) & 15, used = p->lanes[0][0] >> (kQuadLanes * quad) & 15;
    if (active == 0) continue;
    if (a->what == WL_DS_SRC2) {
      *cycles += used != 0 ? 2 * (uint32_t)__builtin_popcountll(used) : 1;
      free += 2;
      continue;
    }
    for (uint32_t access = 0; access < accesses; access++) {
      *cycles += access_cycles(p, access, quad, a->what == WL_DS_ATOMIC);
      free++;
    }
  }
  *conflicts = *cycles > free ? *cycles - free : 0;
  return WL_OK;
}
