// SPDX-License-Identifier: Apache-2.0
// A memory instruction as it is at issue: addresses, lanes and data.
#include "memory/memory.h"

// The lanes whose access reaches into the entry after.
static uint64_t crossing(const uint64_t address[WL_LANES], uint64_t lanes, uint32_t bytes) {
  uint64_t crossing = 0;
  if (lanes == ~0ull) {
    // Where every lane is aligned, none crosses.
    uint64_t places = 0;
#pragma GCC unroll 16
    for (uint32_t l = 0; l < WL_LANES; l++) places |= address[l];
    if (places % wl_natural(bytes) == 0) return 0;
  }
  for (uint64_t left = lanes; left != 0; left &= left - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(left);
    if (address[l] % WL_LDS_ENTRY + bytes > WL_LDS_ENTRY) crossing |= 1ull << l;
  }
  return crossing;
}

static void fill_lds(const struct wl_wave *w, struct wl_pending *p) {
  const struct wl_insn *insn = &p->insn;
  const struct wl_access *a = p->access;
  const uint32_t rows = (a->bytes + 3u) / 4u, accesses = wl_ds_accesses(insn, a);
  const uint64_t lanes = a->what == WL_DS_COUNT ? p->exec & -p->exec : p->exec;
  for (uint32_t access = 0; access < accesses; access++) {
    p->lanes[access][0] = wl_ds_addresses(w, insn, a, access, lanes, p->at.address[access]);
    p->viol |= p->lanes[access][0] != lanes;
    p->lanes[access][1] = crossing(p->at.address[access], p->lanes[access][0], a->bytes);
  }
  if (a->what == WL_DS_SRC2) p->lanes[0][0] = p->lanes[1][0] = p->lanes[0][0] & p->lanes[1][0];
  if (a->what == WL_DS_LANES) {
    const uint32_t *data = a->data != 0 ? w->vgpr[insn->src[1].reg] : NULL;
    wl_ds_exchange(insn, w->vgpr[insn->src[0].reg], data, p->exec, p->data[0]);
  }
  // An atomic returns 0 in lanes that are out of range or misaligned.
  for (uint32_t access = 0; access < accesses && a->mem_op == WL_MEM_ATOMIC && a->destination == WL_TO_VGPR; access++) {
    for (uint32_t l = 0; l < WL_LANES; l++) {
      if (p->lanes[access][0] >> l & 1) continue;
      for (uint32_t r = 0; r < rows; r++) p->data[access * rows + r][l] = 0;
    }
  }
}

static void fill_vmem(const struct wl_wave *w, struct wl_pending *p) {
  const struct wl_access *a = p->access;
  p->ignored = !wl_vmem_places(w, &p->insn, a, p->exec, &p->at);
  if (p->ignored) p->exec = p->lanes[0][0] = 0;
  p->viol = p->at.violation != 0;
  if (a->mem_op != WL_MEM_ATOMIC) return;
  // Lanes that are left out return 0.
  for (uint64_t left = ~p->at.reached[0]; left != 0; left &= left - 1) {
    for (uint32_t r = 0; r < a->bytes / 4u; r++) p->data[r][__builtin_ctzll(left)] = 0;
  }
}

static void fill_format(const struct wl_wave *w, struct wl_pending *p) {
  p->element = wl_format_access(w, &p->insn, &p->format);
  p->access = &p->element;
  fill_vmem(w, p);
  if (p->access->mem_op != WL_MEM_STORE) return;
  for (uint64_t left = p->at.reached[0]; left != 0; left &= left - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(left);
    uint32_t component[4], element[4];
    wl_format_given(p->access, w->vgpr + p->insn.src[1].reg, l, component);
    wl_format_store(&p->format, p->access->components, component, element);
    for (uint32_t k = 0; k < 4; k++) p->data[k][l] = element[k];
  }
}

void wl_pending_fill(const struct wl_wave *w, struct wl_pending *p, const struct wl_insn *insn) {
  const struct wl_access *a = wl_access_row(insn);
  const uint32_t rows = (a->bytes + 3u) / 4u;
  const bool vgprs = insn->src[1].kind == WL_OPERAND_VGPR;
  const uint32_t data = insn->format == WL_FMT_DS ? a->data * rows : vgprs ? insn->src[1].regs : 0;
  memset(p, 0, offsetof(struct wl_pending, at));
  p->insn = *insn;
  p->access = a;
  p->exec = wl_is_flat(insn) ? wl_flat_lanes(w, insn) : wl_exec(w);
  p->mode = w->mode;
  p->pc = w->pc;
  p->reader = (struct wl_reader){w->memory->clause, w->lds_base, insn->name, w->pc};
  if (insn->unit == WL_UNIT_SMEM) {
    wl_smem_places(w, insn, a, &p->at);
    // An atomic that is out of range returns 0.
    const bool read = a->mem_op != WL_MEM_ATOMIC || p->at.reached[0] != 0;
    uint32_t space[4];
    if (read && a->data != 0) memcpy(p->smem_data, wl_sgpr_tuple(w, insn->src[3].reg, a->data, space), 4u * a->data);
    return;
  }
  if (wl_moves_lds(insn)) wl_lds_move_fill(w, p);
  if (a->components != 0) {
    (wl_is_image(insn) ? wl_image_fill : fill_format)(w, p);
    return;
  }
  for (uint32_t r = 0; r < data && a->what != WL_DS_LANES; r++) {
    const bool second = insn->format == WL_FMT_DS && r >= rows;  // DATA1
    const uint32_t *from = w->vgpr[second ? insn->src[2].reg + r - rows : insn->src[1].reg + r];
    const uint32_t shift = a->half == WL_HIGH_HALF ? 16 : 0;
    if (shift == 0) memcpy(p->data[r], from, sizeof p->data[r]);
    for (uint32_t l = 0; l < WL_LANES && shift != 0; l++) p->data[r][l] = from[l] >> shift;
  }
  if (wl_is_image(insn)) wl_image_fill(w, p);
  else if (insn->unit == WL_UNIT_VMEM) fill_vmem(w, p);
  else fill_lds(w, p);
}
