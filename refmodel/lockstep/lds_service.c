// SPDX-License-Identifier: Apache-2.0
// The service of DS instructions: a bank serves one row for one quad, or one lane if the access is atomic (lds.md 4).
#include "wave/clause.h"

enum { kQuad = 4 };

static bool fully_served(const struct wl_pending *p) { return (wl_ds_left(p, 0) | wl_ds_left(p, 1)) == 0; }

static uint64_t quad_mask(uint32_t quad) { return 15ull << (kQuad * quad); }

// The entry that holds the first byte of a lane's access (part 0), or the one after (part 1). Entries of a row are
// numbered across the four banks.
static uint64_t entry_of(const struct wl_pending *p, uint32_t access, uint32_t part, uint32_t l) {
  return p->at.address[access][l] / WL_LDS_ENTRY + part;
}

// The lanes that the access serves: all of the quad whose part lies in the bank's row and may be served now. An
// atomic serves only the lowest lane in the bank; in a src2 form the lowest lane left, whose access 1 (the operand)
// comes before access 0.
static uint64_t lanes_at(const struct wl_pending *p, const wl_lds_access *a, uint32_t part) {
  uint64_t left = p->lanes[a->access][part] & ~p->served[a->access][part] & quad_mask(a->quad), lanes = 0;
  if (left == 0) return 0;
  if (p->access->what == WL_DS_SRC2) {
    const uint64_t first = wl_ds_left(p, 0);
    left &= first & -first & (a->access == 0 ? p->served[1][0] : ~0ull);
  }
  const uint64_t wanted = a->row * 4ull + a->bank;
  const bool atomic = wl_lds_op(p->access, a->access) == WL_MEM_ATOMIC;
  if (!atomic) {
    const uint64_t *address = &p->at.address[a->access][kQuad * a->quad];
    uint32_t quad = 0;
#pragma GCC unroll 4
    for (uint32_t i = 0; i < kQuad; i++) quad |= (uint32_t)(address[i] / WL_LDS_ENTRY + part == wanted) << i;
    return (uint64_t)quad << kQuad * a->quad & left;
  }
  for (; left != 0; left &= left - 1) {
    const uint64_t entry = entry_of(p, a->access, part, (uint32_t)__builtin_ctzll(left));
    if (entry == wanted) lanes |= left & -left;
    if (entry % 4 == a->bank) break;
  }
  return lanes;
}

// Transfers a dword of each lane of the quad, which lies in one entry. Returns which bytes of the entry they are.
static inline uint32_t serve_dwords(uint8_t *lds, struct wl_pending *p, const wl_lds_access *a, uint64_t lanes) {
  const uint32_t first = kQuad * a->quad, quad = (uint32_t)(lanes >> first);
  const uint64_t *address = &p->at.address[a->access][first];
  uint32_t *row = &p->data[a->access][first], enable = 0;
  const bool store = a->op == WL_MEM_STORE;
#pragma GCC unroll 4
  for (uint32_t i = 0; i < kQuad; i++) {
    if (!(quad >> i & 1)) continue;
    if (store) memcpy(lds + address[i], &row[i], 4);
    else memcpy(&row[i], lds + address[i], 4);
    enable |= 15u << address[i] % WL_LDS_ENTRY;
  }
  return enable;
}

// Transfers the bytes of the lanes' access that lie in one entry: its first bytes (lanes[0]) or the rest (lanes[1]).
// Returns which bytes of the entry they are.
static uint32_t serve(struct wl_model *m, struct wl_pending *p, const wl_lds_access *a, const uint64_t lanes[2]) {
  const uint32_t access = a->access, bytes = p->access->bytes;
  const uint64_t *address = p->at.address[access];
  uint32_t enable = 0;
  p->served[access][0] |= lanes[0];
  p->served[access][1] |= lanes[1];
  // The usual access by itself, where nobody asks for the marks of absolute data.
  if (p->access->what == WL_DS_MOVE && bytes == 4 && p->lanes[access][1] == 0 && m->memory.marks == NULL)
    return serve_dwords(m->memory.lds, p, a, lanes[0]);
  // In ascending order: where lanes overlap, the highest lane wins.
  for (uint64_t left = lanes[0] | lanes[1]; left != 0; left &= left - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(left), at = address[l] % WL_LDS_ENTRY;
    const uint32_t here = at + bytes > WL_LDS_ENTRY ? WL_LDS_ENTRY - at : bytes;  // in the first entry
    const bool rest = lanes[1] >> l & 1;
    wl_lds_serve(&m->memory, p, access, l, rest ? here : 0, rest ? bytes - here : here);
    enable |= rest ? (1u << (bytes - here)) - 1 : ((1u << here) - 1) << at;
  }
  return enable;
}

// Whether it is the quad's and the access's turn: quads ascend, and access 0 of a quad comes before access 1.
static bool in_order(const struct wl_pending *p, const wl_lds_access *a) {
  if (p->access->what == WL_DS_SRC2) return true;  // lanes_in_bank checks it
  const uint64_t below = (1ull << (kQuad * a->quad)) - 1;
  const uint64_t quad = quad_mask(a->quad);
  const uint64_t left0 = wl_ds_left(p, 0), left1 = wl_ds_left(p, 1);
  return ((left0 | left1) & below) == 0 && (a->access == 0 || (left0 & quad) == 0);
}

// A DS instruction of the LDS that has issued before p and is not served: the LDS serves the instructions of all waves
// in order of issue (D-R700-21). NULL: none. *slot: its wave.
static const struct wl_pending *older(const wl_model *m, const struct wl_pending *p, uint32_t *slot) {
  for (*slot = 0; *slot < m->config.waves; ++*slot) {
    for (const struct wl_pending *o = m->memory.in_flight[*slot]; o != NULL; o = o->next) {
      const bool ds = o->insn.format == WL_FMT_DS && !wl_is_gds(&o->insn);
      if (ds && o->order < p->order && !fully_served(o)) return o;
    }
  }
  return NULL;
}

static wl_result find(wl_model *m, const wl_lds_access *a, struct wl_pending **found, char why[WL_WHY]) {
  struct wl_pending *p = wl_pending_find(&m->memory, WL_UNIT_LDS, a->slot, a->tag);
  if (p == NULL) return wl_bad(why, "LDS access of wave %u, tag %u: no such instruction is in flight", a->slot, a->tag);
  const char *name = p->insn.name;
  if (__builtin_expect(p->operands != NULL, 0))
    return wl_bad(why, "%s accesses the LDS before its operands were read", name);
  if (a->quad >= WL_LANES / kQuad || a->access > 1 || a->bank > 3 ||
      a->row >= m->config.lds_entries + m->config.gds_entries) {
    return wl_bad(why, "%s: quad %u, access %u, bank %u, row %u is out of range", name, a->quad, a->access, a->bank,
                  a->row);
  }
  static const char *const kinds[] = {"read", "write", "read-modify-write"};
  if (a->op > WL_MEM_ATOMIC || a->op != wl_lds_op(p->access, a->access)) {
    return wl_bad(why, "LDS %s of %s, access %u: that access is a %s", a->op > WL_MEM_ATOMIC ? "?" : kinds[a->op], name,
                  a->access, kinds[wl_lds_op(p->access, a->access)]);
  }
  // LDS and GDS are unordered among each other (D-LDS-30).
  const struct wl_pending *oldest = m->memory.in_flight[a->slot];
  while (oldest != p &&
         (oldest->insn.unit != WL_UNIT_LDS || wl_is_gds(&oldest->insn) != wl_is_gds(&p->insn) || fully_served(oldest)))
    oldest = oldest->next;
  if (oldest != p)
    return wl_bad(why, "%s accesses the LDS before the wave's older %s has finished", name, oldest->insn.name);
  if (m->lds_open != NULL && m->lds_open != p) {
    return wl_bad(why, "%s accesses the LDS before another wave's %s has finished", name, m->lds_open->insn.name);
  }
  uint32_t slot;
  const bool begins = (p->served[0][0] | p->served[1][0]) == 0;
  if (begins && p->insn.format == WL_FMT_DS && !wl_is_gds(&p->insn) && older(m, p, &slot) != NULL)
    return wl_bad(why, "%s accesses the LDS before the older %s of wave %u", name, older(m, p, &slot)->insn.name, slot);
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
  const bool crosses = p->lanes[a->access][1] != 0;
  const uint64_t lanes[2] = {lanes_at(p, a, 0), crosses ? lanes_at(p, a, 1) : 0};
  if ((lanes[0] | lanes[1]) == 0) {
    return wl_bad(why, "%s: no lane of quad %u, access %u may be served now in bank %u, row %u", p->insn.name, a->quad,
                  a->access, a->bank, a->row);
  }
  const uint8_t *memory = m->memory.lds + ((size_t)a->row * 4 + a->bank) * WL_LDS_ENTRY;
  const uint32_t enable = serve(m, p, a, lanes);
  predicted->byte_enable = a->op == WL_MEM_LOAD ? 0xffff : enable;
  wl_copy_enabled(predicted->data, memory, predicted->byte_enable, WL_LDS_ENTRY);
  m->lds_open = fully_served(p) ? NULL : p;
  predicted->pc = p->pc;
  return wl_absolute_found(m, why) ? WL_HAZARD_ABSOLUTE : WL_OK;
}

// Whether its operands_read is reported: GDS, and memory instructions that a policy follows.
static bool reads_reported(const struct wl_pending *p) { return wl_is_gds(&p->insn) || p->sets.followed; }

wl_result wl_model_operands_read(wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, char why[WL_WHY]) {
  struct wl_pending *p = unit == WL_UNIT_SMEM ? NULL : wl_pending_find(&m->memory, unit, slot, tag);
  if (p == NULL || !reads_reported(p))
    return wl_bad(why,
                  "operands of wave %u, tag %u were read: no such instruction of GDS or with control words is in "
                  "flight",
                  slot, tag);
  if (p->operands_read) return wl_bad(why, "%s: its operands were read a second time", p->insn.name);
  for (const struct wl_pending *o = m->memory.in_flight[slot]; o != p; o = o->next) {
    const bool same_queue = o->insn.unit == p->insn.unit && wl_is_gds(&o->insn) == wl_is_gds(&p->insn);
    if (same_queue && reads_reported(o) && !o->operands_read) {
      return wl_bad(why, "%s: its operands were read before those of the older %s", p->insn.name, o->insn.name);
    }
  }
  wl_result result = WL_OK;
  if (__builtin_expect(p->sets.followed, 0)) result = m->second->operands(&m->wave[slot], p, why);
  p->operands_read = true;
  if (wl_is_gds(&p->insn)) m->policy->on_complete(&m->wave[slot], &p->insn, WL_HOLDS_EXP);
  return result;
}
