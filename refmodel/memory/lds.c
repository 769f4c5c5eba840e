// SPDX-License-Identifier: Apache-2.0
// DS instructions. In lockstep a bank serves one row for one quad, or one lane if the access is atomic (lds.md 4). For
// wl_model_run an instruction is served at once.
#include "wave/machine.h"

enum { kQuad = 4 };

static bool fully_served(const struct wl_pending *p) { return (wl_ds_left(p, 0) | wl_ds_left(p, 1)) == 0; }

static wl_lds_kind kind_of(const struct wl_access *a, uint32_t access) {
  if (a->what == WL_DS_MOVE) return a->mem_op == WL_MEM_STORE ? WL_LDS_WRITE : WL_LDS_READ;
  return a->what == WL_DS_SRC2 && access == 1 ? WL_LDS_READ : WL_LDS_ATOMIC;
}

static uint64_t quad_mask(uint32_t quad) { return 15ull << (kQuad * quad); }

// The entry that holds the first byte of a lane's access (part 0), or the one after (part 1). Entries of a row are
// numbered across the four banks.
static uint64_t entry_of(const struct wl_pending *p, uint32_t access, uint32_t part, uint32_t l) {
  return p->address[access][l] / WL_LDS_ENTRY + part;
}

// Lanes of the quad whose part of this access lies in the bank and may be served now. Of a src2 form that is the lowest
// lane left, whose access 1 (the operand) comes before access 0.
static uint64_t lanes_in_bank(const struct wl_pending *p, const wl_lds_access *a, uint32_t part) {
  uint64_t left = p->lanes[a->access][part] & ~p->served[a->access][part] & quad_mask(a->quad), lanes = 0;
  if (p->access->what == WL_DS_SRC2) {
    const uint64_t first = wl_ds_left(p, 0);
    left &= first & -first & (a->access == 0 ? p->served[1][0] : ~0ull);
  }
  for (; left != 0; left &= left - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(left);
    if (entry_of(p, a->access, part, l) % 4 == a->bank) lanes |= 1ull << l;
  }
  return lanes;
}

// The lanes that the access serves: all that are in its row; if it is atomic only the lowest in the bank.
static uint64_t lanes_at(const struct wl_pending *p, const wl_lds_access *a, uint32_t part) {
  const uint64_t bank = lanes_in_bank(p, a, part);
  uint64_t lanes = 0;
  for (uint64_t left = kind_of(p->access, a->access) == WL_LDS_ATOMIC ? bank & -bank : bank; left != 0;
       left &= left - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(left);
    if (entry_of(p, a->access, part, l) / 4 == a->row) lanes |= 1ull << l;
  }
  return lanes;
}

// Transfers bytes first .. first + count - 1 of a lane's access. An atomic access is always whole.
static void serve_bytes(struct wl_model *m, struct wl_pending *p, uint32_t access, uint32_t l, uint32_t first,
                        uint32_t count) {
  const struct wl_access *a = p->access;
  const uint32_t rows = (a->bytes + 3u) / 4u;
  uint8_t *memory = m->lds + p->address[access][l];
  uint32_t(*data)[WL_LANES] = &p->data[a->what == WL_DS_SRC2 ? 0 : access * rows];
  uint32_t words[4] = {0};
  if (kind_of(a, access) != WL_LDS_ATOMIC) {
    for (uint32_t r = 0; r < rows; r++) words[r] = data[r][l];
  }
  if (kind_of(a, access) == WL_LDS_WRITE) {
    memcpy(memory + first, (uint8_t *)words + first, count);
    return;
  }
  memcpy((uint8_t *)words + first, memory + first, count);
  if (kind_of(a, access) == WL_LDS_ATOMIC) {
    uint64_t operand[2] = {0, 0};  // access 1 of wrxchg2 has one operand, DATA1
    for (uint32_t k = 0; k < (a->data == 2 && a->accesses == 1 ? 2 : 1); k++) {
      operand[k] = data[k * rows][l] | (rows == 2 ? (uint64_t)data[k * rows + 1][l] << 32 : 0);
    }
    if (a->what == WL_DS_COUNT) operand[0] = (uint64_t)__builtin_popcountll(p->exec);
    const uint64_t value = a->operate(words[0] | (uint64_t)words[1] << 32, operand[0], operand[1], p->mode);
    memcpy(memory, &value, a->bytes);
  }
  for (uint32_t r = 0; r < rows; r++) data[r][l] = words[r];
  for (uint32_t i = 0; i < WL_LANES && a->what == WL_DS_COUNT; i++) data[0][i] = words[0];
}

// Transfers the bytes of a lane's access that lie in one entry. Returns which bytes of the entry they are.
static uint32_t serve_part(struct wl_model *m, struct wl_pending *p, uint32_t access, uint32_t part, uint32_t l) {
  const uint32_t at = p->address[access][l] % WL_LDS_ENTRY, bytes = p->access->bytes;
  const uint32_t here = at + bytes > WL_LDS_ENTRY ? WL_LDS_ENTRY - at : bytes;  // in the first entry
  p->served[access][part] |= 1ull << l;
  serve_bytes(m, p, access, l, part == 0 ? 0 : here, part == 0 ? here : bytes - here);
  return part == 0 ? ((1u << here) - 1) << at : (1u << (bytes - here)) - 1;
}

// Whether it is the quad's and the access's turn: quads ascend, and access 0 of a quad comes before access 1.
static bool in_order(const struct wl_pending *p, const wl_lds_access *a) {
  if (p->access->what == WL_DS_SRC2) return true;  // lanes_in_bank checks it
  const uint64_t below = (1ull << (kQuad * a->quad)) - 1;
  const uint64_t quad = quad_mask(a->quad);
  const uint64_t left0 = wl_ds_left(p, 0), left1 = wl_ds_left(p, 1);
  return ((left0 | left1) & below) == 0 && (a->access == 0 || (left0 & quad) == 0);
}

static wl_result find(wl_model *m, const wl_lds_access *a, struct wl_pending **found, char why[WL_WHY]) {
  struct wl_pending *p = wl_pending_find(m, WL_UNIT_LDS, a->slot, a->tag);
  if (p == NULL) return wl_bad(why, "LDS access of wave %u, tag %u: no such instruction is in flight", a->slot, a->tag);
  const char *name = p->insn.name;
  if (a->quad >= WL_LANES / kQuad || a->access > 1 || a->bank > 3 ||
      a->row >= m->config.lds_entries + m->config.gds_entries) {
    return wl_bad(why, "%s: quad %u, access %u, bank %u, row %u is out of range", name, a->quad, a->access, a->bank,
                  a->row);
  }
  static const char *const kinds[] = {"read", "write", "read-modify-write"};
  if (a->kind > WL_LDS_ATOMIC || a->kind != kind_of(p->access, a->access)) {
    return wl_bad(why, "LDS %s of %s, access %u: that access is a %s", a->kind > WL_LDS_ATOMIC ? "?" : kinds[a->kind],
                  name, a->access, kinds[kind_of(p->access, a->access)]);
  }
  const struct wl_pending *oldest = m->pending[a->slot][WL_UNIT_LDS];
  while (oldest != p && fully_served(oldest)) oldest = oldest->next;
  if (oldest != p)
    return wl_bad(why, "%s accesses the LDS before the wave's older %s has finished", name, oldest->insn.name);
  if (m->lds_open != NULL && m->lds_open != p) {
    return wl_bad(why, "%s accesses the LDS before another wave's %s has finished", name, m->lds_open->insn.name);
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
  const uint64_t lanes[2] = {lanes_at(p, a, 0), lanes_at(p, a, 1)};
  if ((lanes[0] | lanes[1]) == 0) {
    return wl_bad(why, "%s: no lane of quad %u, access %u may be served now in bank %u, row %u", p->insn.name, a->quad,
                  a->access, a->bank, a->row);
  }
  const uint8_t *memory = m->lds + ((size_t)a->row * 4 + a->bank) * WL_LDS_ENTRY;
  uint32_t enable = 0;
  // In ascending order: where lanes overlap, the highest lane wins.
  for (uint64_t left = lanes[0] | lanes[1]; left != 0; left &= left - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(left);
    enable |= serve_part(m, p, a->access, lanes[1] >> l & 1, l);
  }
  predicted->byte_enable = a->kind == WL_LDS_READ ? 0xffff : enable;
  for (uint32_t i = 0; i < WL_LDS_ENTRY; i++) {
    if (predicted->byte_enable >> i & 1) ((uint8_t *)predicted->data)[i] = memory[i];
  }
  m->lds_open = fully_served(p) ? NULL : p;
  return WL_OK;
}

wl_result wl_model_operands_read(wl_model *m, uint32_t slot, uint32_t tag, char why[WL_WHY]) {
  struct wl_pending *p = wl_pending_find(m, WL_UNIT_LDS, slot, tag);
  if (p == NULL || !wl_is_gds(&p->insn))
    return wl_bad(why, "operands of wave %u, tag %u were read: no such GDS instruction is in flight", slot, tag);
  if (p->operands_read) return wl_bad(why, "%s: its operands were read a second time", p->insn.name);
  for (const struct wl_pending *o = m->pending[slot][WL_UNIT_LDS]; o != p; o = o->next) {
    if (wl_is_gds(&o->insn) && !o->operands_read) {
      return wl_bad(why, "%s: its operands were read before those of the older %s", p->insn.name, o->insn.name);
    }
  }
  p->operands_read = true;
  m->wave[slot].exp_cnt--;
  return WL_OK;
}

void wl_lds_now(struct wl_wave *w, const struct wl_insn *insn) {
  struct wl_pending p;
  wl_pending_fill(w, &p, insn);
  for (uint32_t l = 0; l < WL_LANES && p.access->what == WL_DS_SRC2; l++) {
    for (uint32_t access = 2; access-- != 0 && (p.lanes[0][0] >> l & 1);)
      serve_bytes(w->model, &p, access, l, 0, p.access->bytes);
  }
  for (uint32_t i = 0; i < 2 * WL_LANES / kQuad && p.access->what != WL_DS_SRC2; i++) {
    for (uint64_t left = p.lanes[i & 1][0] & quad_mask(i / 2); left != 0; left &= left - 1) {
      serve_bytes(w->model, &p, i & 1, (uint32_t)__builtin_ctzll(left), 0, p.access->bytes);
    }
  }
  for (uint32_t r = 0; r < insn->vdst_regs; r++) {
    for (uint64_t left = p.exec; left != 0; left &= left - 1) {
      const uint32_t l = (uint32_t)__builtin_ctzll(left);
      uint32_t *to = &w->vgpr[insn->vdst + r][l];
      *to = wl_written_back_value(&p, r, l, *to);
    }
  }
  if (p.viol) w->trapsts |= WL_TRAPSTS_MEM_VIOL;
}

uint32_t wl_lds_direct(const struct wl_wave *w) {
  static const struct {
    uint8_t bytes;
    bool sign;
  } types[8] = {[0] = {1, false}, [1] = {2, false}, [2] = {4, false}, [4] = {1, true}, [5] = {2, true}};
  const uint32_t m0 = w->sgpr[WL_M0], type = wl_field(m0, WL_M0_DIRECT_TYPE), bytes = types[type].bytes;
  uint32_t raw = 0;
  if (bytes == 0) return 0;
  const uint32_t at = wl_field(m0, WL_M0_DIRECT_ADDRESS) & ~(bytes - 1);
  if (at + bytes > w->lds_size) return 0;
  memcpy(&raw, w->model->lds + w->lds_base + at, bytes);
  return wl_load_value(bytes, types[type].sign, WL_WHOLE, raw, 0);
}
