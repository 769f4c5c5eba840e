// Where memory instructions access: GLOBAL, SMEM and DS addresses (docs/decisions.md; lds.md 3.1, 3.2).
#include "machine.h"

void wl_global_addresses(const struct wl_wave *w, const struct wl_insn *insn, uint64_t address[WL_LANES]) {
  const uint32_t *low = w->vgpr[insn->src[0].reg];
  const uint64_t offset = (uint64_t)(int64_t)insn->simm;
  if (insn->src[2].kind == WL_OPERAND_SGPR) {
    const uint64_t base = wl_sgpr64(w, insn->src[2].reg) + offset;
    for (uint32_t l = 0; l < WL_LANES; l++) address[l] = base + low[l];
  } else {
    const uint32_t *high = w->vgpr[insn->src[0].reg + 1];
    for (uint32_t l = 0; l < WL_LANES; l++) address[l] = (low[l] | (uint64_t)high[l] << 32) + offset;
  }
}

uint64_t wl_smem_address(const struct wl_wave *w, const struct wl_insn *insn) {
  uint64_t address = wl_sgpr64(w, insn->src[0].reg) + (uint64_t)(int64_t)insn->simm;
  if (insn->src[1].kind == WL_OPERAND_SGPR) address += w->sgpr[insn->src[1].reg];
  return address & ~3ull;
}

uint32_t wl_ds_accesses(const struct wl_insn *insn, const struct wl_access *a) {
  return a->accesses == 2 && (insn->simm & 0xff) != insn->simm >> 8 ? 2 : 1;
}

bool wl_ds_address(const struct wl_wave *w, const struct wl_insn *insn, const struct wl_access *a,
                   uint32_t access, uint32_t lane, uint32_t *address) {
  const uint32_t align = a->bytes == 12 ? 16 : a->bytes;
  const uint32_t offset = a->accesses == 1 ? (uint32_t)insn->simm
                                           : ((uint32_t)insn->simm >> (8 * access) & 0xff) * a->scale;
  const uint32_t at = (w->vgpr[insn->src[0].reg][lane] + offset) & ~(align - 1);
  *address = w->lds_base + at;
  return (uint64_t)at + a->bytes <= w->lds_size;
}
