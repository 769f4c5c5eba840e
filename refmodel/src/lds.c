// wl_model_lds: one bank serves one row for one quad of a DS instruction (lds.md section 4).
#include "machine.h"

enum { kEntry = 16, kQuad = 4 };

static bool fully_served(const struct wl_pending *p) {
  return p->served[0] == p->lanes[0] && p->served[1] == p->lanes[1];
}

// Lanes of the quad that the access could still serve in this bank and row.
static uint64_t lanes_at(const struct wl_pending *p, const wl_lds_access *a, uint32_t entry) {
  uint64_t lanes = 0;
  for (uint32_t l = kQuad * a->quad; l < kQuad * a->quad + kQuad; l++) {
    if ((p->lanes[a->access] >> l & 1) && p->address[a->access][l] / kEntry == entry) lanes |= 1ull << l;
  }
  return lanes & ~p->served[a->access];
}

// Quads ascend, and access 0 of a quad comes before access 1.
static bool in_order(const struct wl_pending *p, const wl_lds_access *a) {
  const uint64_t below = (1ull << (kQuad * a->quad)) - 1;
  const uint64_t quad = 15ull << (kQuad * a->quad);
  const uint64_t left0 = p->lanes[0] & ~p->served[0], left1 = p->lanes[1] & ~p->served[1];
  return ((left0 | left1) & below) == 0 && (a->access == 0 || (left0 & quad) == 0);
}

static wl_result find(wl_model *m, const wl_lds_access *a, struct wl_pending **found, char why[WL_WHY]) {
  struct wl_pending *p = wl_pending_find(m, WL_UNIT_LDS, a->slot, a->token);
  if (p == NULL) return wl_bad(why, "LDS access of wave %u, token %u: no such instruction is under way", a->slot, a->token);
  const char *name = p->insn.name;
  if ((a->kind == WL_LDS_WRITE) != p->access->store || a->kind == WL_LDS_ATOMIC) {
    return wl_bad(why, "LDS %s of %s, which is a %s", a->kind != WL_LDS_READ ? "write" : "read", name, p->access->store ? "store" : "load");
  }
  if (a->quad >= WL_LANES / kQuad || a->access > 1 || a->bank > 3 || a->row >= m->config.lds_entries + m->config.gds_entries) {
    return wl_bad(why, "%s: quad %u, access %u, bank %u, row %u do not exist", name, a->quad, a->access, a->bank, a->row);
  }
  const struct wl_pending *oldest = m->pending[a->slot][WL_UNIT_LDS];
  while (oldest != p && fully_served(oldest)) oldest = oldest->next;
  if (oldest != p) return wl_bad(why, "%s accesses the LDS before the wave's older %s has finished", name, oldest->insn.name);
  if (m->lds_open != NULL && m->lds_open != p) {
    return wl_bad(why, "%s accesses the LDS in the middle of another wave's %s", name, m->lds_open->insn.name);
  }
  if (!in_order(p, a)) return wl_bad(why, "%s serves quad %u, access %u out of order", name, a->quad, a->access);
  *found = p;
  return WL_OK;
}

wl_result wl_model_lds(wl_model *m, const wl_lds_access *a, wl_lds_access *predicted, char why[WL_WHY]) {
  struct wl_pending *p = NULL;
  *predicted = *a;
  predicted->byte_enable = 0;
  memset(predicted->data, 0, sizeof predicted->data);
  if (find(m, a, &p, why) != WL_OK) return WL_BAD_EVENT;
  const uint32_t entry = a->row * 4 + a->bank;
  const uint64_t lanes = lanes_at(p, a, entry);
  if (lanes == 0) {
    return wl_bad(why, "%s: no unserved lane of quad %u, access %u is in bank %u, row %u", p->insn.name, a->quad, a->access,
                  a->bank, a->row);
  }
  const uint32_t bytes = p->access->bytes, rows = (bytes + 3) / 4;
  uint8_t *memory = m->lds + (size_t)entry * kEntry;
  uint8_t data[kEntry] = {0};
  uint32_t enable = 0;
  for (uint64_t left = lanes; left != 0; left &= left - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(left);
    const uint32_t first = (uint32_t)(p->address[a->access][l] % kEntry);
    for (uint32_t i = 0; i < bytes; i++) {
      uint32_t *word = &p->data[a->access * rows + i / 4][l];
      if (a->kind == WL_LDS_WRITE) {
        data[first + i] = (uint8_t)(*word >> (8 * (i % 4)));
        enable |= 1u << (first + i);
      } else {
        *word |= (uint32_t)memory[first + i] << (8 * (i % 4));
      }
    }
  }
  if (a->kind == WL_LDS_WRITE) {
    for (uint32_t i = 0; i < kEntry; i++) {
      if (enable >> i & 1) memory[i] = data[i];
    }
    memcpy(predicted->data, data, kEntry);
    predicted->byte_enable = enable;
  } else {
    memcpy(predicted->data, memory, kEntry);
    predicted->byte_enable = 0xffff;
  }
  p->served[a->access] |= lanes;
  m->lds_open = fully_served(p) ? NULL : p;
  return WL_OK;
}
