// SPDX-License-Identifier: Apache-2.0
// An image instruction as it is at issue (image.md 6, 9, 14).
#include <stdlib.h>

#include "memory/memory.h"

// Lanes that the instruction leaves to memory get 0 (9.4).
static void atomic_lanes(struct wl_pending *p) {
  for (uint64_t left = ~p->at.reached[0]; left != 0; left &= left - 1) {
    for (uint32_t r = 0; r < p->element.bytes / 4u; r++) p->data[r][__builtin_ctzll(left)] = 0;
  }
}

static void store_lanes(const struct wl_wave *w, struct wl_pending *p) {
  uint32_t element[WL_TEXEL_DWORDS];
  for (uint64_t left = p->at.reached[0]; left != 0; left &= left - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(left);
    wl_image_stored(&p->insn, &p->image, w->vgpr + p->insn.src[1].reg, l, element);
    for (uint32_t k = 0; k < WL_TEXEL_DWORDS; k++) p->data[k][l] = element[k];
  }
}

static void element_places(struct wl_pending *p, const struct wl_image_operands *o) {
  const bool atomic = p->insn.mem_op == WL_MEM_ATOMIC;
  const uint64_t lanes = wl_image_elements(&p->image, o, p->exec, p->at.address[0]);
  p->at.reached[0] = lanes;
  for (uint32_t k = 1; k < (atomic ? 1 : wl_access_dwords(&p->element)); k++) {
    p->at.reached[k] = lanes;
    for (uint32_t l = 0; l < WL_LANES; l++) p->at.address[k][l] = p->at.address[0][l] + 4 * k;
  }
}

// The components of lanes that nothing comes from memory for.
static void known_components(struct wl_pending *p, const struct wl_image_operands *o) {
  p->converted = 0xf;
  memset(p->data, 0, sizeof p->data);
  for (uint64_t left = p->image.what == WL_IMAGE_READY ? p->exec : 0; left != 0; left &= left - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(left);
    uint32_t component[4] = {0, 0, 0, 0};
    wl_image_computed(&p->insn, &p->image, o, l, component);
    for (uint32_t k = 0; k < 4; k++) p->data[k][l] = component[k];
  }
}

void wl_image_fill(const struct wl_wave *w, struct wl_pending *p) {
  const struct wl_insn *insn = &p->insn;
  struct wl_image_operands operands;
  memset(p->at.reached, 0, sizeof p->at.reached);
  memset(p->at.cut, 4, sizeof p->at.cut);
  p->at.violation = 0;
  p->at.wrapped = ~0ull;
  p->element = *p->access;
  p->access = &p->element;
  wl_image_of(w, insn, &p->image);
  p->ignored = p->image.what == WL_IMAGE_IGNORED;
  if (p->ignored) p->exec = 0;
  p->viol = p->image.what == WL_IMAGE_REFUSED && p->exec != 0;
  const bool atomic = insn->mem_op == WL_MEM_ATOMIC, accesses = wl_image_accesses(insn, &p->image);
  const bool pair = atomic && p->element.atomic == WL_ATOMIC_CMPSWAP;
  p->element.bytes = (uint8_t)(atomic ? 4 * insn->src[1].regs >> pair : accesses ? p->image.bytes : 0);
  if (p->image.what == WL_IMAGE_READY) wl_image_operands(w, insn, &p->image, &operands);
  if (!accesses && insn->mem_op == WL_MEM_LOAD) {
    known_components(p, &operands);
  } else if (accesses && wl_image_samples(insn)) {
    if (p->texels == NULL) p->texels = malloc(sizeof *p->texels);
    if (p->texels == NULL) return;
    wl_image_texels(insn, &p->image, &operands, p->exec, p->texels);
    memset(p->texels->requested, 0, sizeof p->texels->requested);
    memset(p->texels->accessed, 0, sizeof p->texels->accessed);
  } else if (accesses) {
    element_places(p, &operands);
  }
  if (insn->mem_op == WL_MEM_STORE) store_lanes(w, p);
  if (atomic) atomic_lanes(p);
}
