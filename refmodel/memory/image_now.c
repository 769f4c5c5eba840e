// SPDX-License-Identifier: Apache-2.0
// Image instructions executed at once, for wl_model_run.
#include "memory/transfer.h"

// The page that was used last: most texels of an instruction are in one or two.
struct window {
  struct wl_wave *w;
  const struct wl_insn *insn;
  const struct wl_image *image;
  uint64_t number;  // address / WL_PAGE of the page
  uint8_t *page;    // NULL: not mapped
  bool any;
  uint64_t unmapped;  // lanes
};

// Where an element is. NULL: it is not mapped, which is noted for the lane once.
ALWAYS_INLINE uint8_t *element_at(struct window *v, uint64_t address, uint32_t lane) {
  if (!v->any || v->number != address / WL_PAGE) {
    wl_mem *m = v->w->memory->mem;
    v->any = true;
    v->number = address / WL_PAGE;
    v->page = v->insn->mem_op == WL_MEM_LOAD ? (uint8_t *)wl_mem_page(m, address) : wl_mem_page_to_write(m, address);
  }
  if (__builtin_expect(v->page != NULL, 1)) return v->page + address % WL_PAGE;
  if (!(v->unmapped >> lane & 1))
    wl_note_unmapped(v->w->memory, v->w->slot, v->w->pc, v->insn, v->image, lane, address);
  v->unmapped |= 1ull << lane;
  return NULL;
}

// The element of a lane; not mapped: zeros.
ALWAYS_INLINE void fetch(struct window *v, uint64_t address, uint32_t lane, uint32_t bytes, uint32_t to[4]) {
  const uint8_t *from = element_at(v, address, lane);
  to[0] = to[1] = to[2] = to[3] = 0;
  if (from != NULL) memcpy(to, from, bytes);
}

static void write_lanes(struct wl_wave *w, const struct wl_insn *insn, const struct wl_image *i, uint64_t exec,
                        uint32_t component[WL_LANES][4]) {
  for (uint32_t r = 0; r < insn->vdst_regs; r++) {
    uint32_t *to = w->vgpr[insn->vdst + r];
    for (uint64_t lanes = exec; lanes != 0; lanes &= lanes - 1) {
      const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
      to[l] = wl_image_register(insn, i, component[l], r, wl_kept(w->memory, to[l]));
    }
  }
}

static void load(struct window *v, const struct wl_image *i, const struct wl_image_operands *o, uint64_t exec,
                 uint32_t component[WL_LANES][4]) {
  uint64_t address[WL_LANES];
  const uint64_t inside = wl_image_elements(i, o, exec, address);
  for (uint64_t lanes = exec; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    uint32_t element[4] = {0, 0, 0, 0};
    if (inside >> l & 1) fetch(v, address[l], l, i->bytes, element);
    wl_image_loaded(v->insn, i, element, component[l]);
  }
}

static void sample(struct window *v, const struct wl_image *i, const struct wl_image_operands *o, uint64_t exec,
                   uint32_t component[WL_LANES][4]) {
  struct wl_texels t;
  wl_image_texels(v->insn, i, o, exec, &t);
  for (uint32_t n = 0; n < WL_TEXELS; n++) {
    for (uint64_t lanes = t.lanes[n]; lanes != 0; lanes &= lanes - 1) {
      const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
      uint32_t element[4];
      fetch(v, t.address[n][l], l, i->bytes, element);
      for (uint32_t k = 0; k < WL_TEXEL_DWORDS; k++) t.data[n][k][l] = element[k];
    }
  }
  for (uint64_t lanes = exec; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    wl_image_sampled(v->insn, i, &t, l, component[l]);
  }
}

static void store(struct window *v, const struct wl_image *i, const struct wl_image_operands *o, uint64_t exec) {
  uint64_t address[WL_LANES];
  const uint64_t inside = wl_image_elements(i, o, exec, address);
  for (uint64_t lanes = inside; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    uint32_t element[4];
    wl_image_stored(v->insn, i, v->w->vgpr + v->insn->src[1].reg, l, element);
    uint8_t *to = element_at(v, address[l], l);
    if (to != NULL) memcpy(to, element, i->bytes);
  }
}

// Lane by lane (D-MEM-29).
static void atomic(struct window *v, const struct wl_image *i, const struct wl_image_operands *o, uint64_t exec) {
  struct wl_wave *w = v->w;
  const struct wl_insn *insn = v->insn;
  struct wl_access a = *wl_access_row(insn);
  uint64_t address[WL_LANES], inside = 0;
  a.bytes = (uint8_t)(4 * insn->src[1].regs >> (a.atomic == WL_ATOMIC_CMPSWAP));
  if (i->what == WL_IMAGE_READY) inside = wl_image_elements(i, o, exec, address);
  for (uint64_t lanes = exec; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    uint8_t *word = inside >> l & 1 ? element_at(v, address[l], l) : NULL;
    const uint64_t old =
        word != NULL ? wl_atomic_at(&a, word, wl_atomic_operands(&a, w->vgpr + insn->src[1].reg, l)) : 0;
    for (uint32_t r = 0; r < insn->vdst_regs; r++) w->vgpr[insn->vdst + r][l] = (uint32_t)(old >> 32 * r);
  }
}

void wl_image_now(struct wl_wave *w, const struct wl_insn *insn) {
  const uint64_t exec = wl_exec(w);
  struct wl_image i;
  struct window v = {.w = w, .insn = insn, .image = &i};
  struct wl_image_operands o;
  uint32_t component[WL_LANES][4] = {{0}};
  wl_image_of(w, insn, &i);
  if (exec == 0 || i.what == WL_IMAGE_IGNORED) return;
  const bool ready = i.what == WL_IMAGE_READY;
  if (ready) wl_image_operands(w, insn, &i, &o);
  if (insn->mem_op == WL_MEM_ATOMIC) {
    atomic(&v, &i, &o, exec);
  } else if (insn->mem_op == WL_MEM_STORE) {
    if (wl_image_accesses(insn, &i)) store(&v, &i, &o, exec);
  } else {
    for (uint64_t lanes = ready ? exec : 0; lanes != 0 && !wl_image_accesses(insn, &i); lanes &= lanes - 1)
      wl_image_computed(insn, &i, &o, (uint32_t)__builtin_ctzll(lanes), component[__builtin_ctzll(lanes)]);
    if (wl_image_accesses(insn, &i)) (wl_image_samples(insn) ? sample : load)(&v, &i, &o, exec, component);
    write_lanes(w, insn, &i, exec, component);
  }
  for (uint64_t lanes = wl_tfe_vgpr(insn) != 0 ? exec : 0; lanes != 0; lanes &= lanes - 1)
    w->vgpr[wl_tfe_vgpr(insn)][__builtin_ctzll(lanes)] = 0;
  if (i.what == WL_IMAGE_REFUSED || v.unmapped != 0) w->trapsts |= WL_TRAPSTS_MEM_VIOL;
}
