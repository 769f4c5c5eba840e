// SPDX-License-Identifier: Apache-2.0
// SMEM and GLOBAL instructions executed at once, for wl_model_run.
//
// Each GLOBAL opcode has its own copy of the generic functions below, with the columns of the table as constants.
#include "memory/transfer.h"

// The run loop knows the pc of the first by the instruction.
static void note_unmapped(struct wl_wave *w, const struct wl_insn *insn, uint32_t lane, uint64_t address) {
  if (w->memory->unmapped.count == 0) w->memory->unmapped_by = insn;
  wl_note_unmapped(w->memory, w->slot, 0, insn, lane, address);
}

// A lane's access byte by byte, for lanes that are not all in one page. Unmapped bytes read 0, or are not written.
static void read_lane(struct wl_wave *w, const struct wl_insn *insn, uint32_t lane, uint64_t address, uint8_t *to,
                      uint32_t bytes) {
  bool unmapped = false;
  for (uint32_t i = 0; i < bytes; i++) {
    const uint8_t *page = wl_mem_page(w->memory->mem, address + i);
    to[i] = page != NULL ? page[(address + i) % WL_PAGE] : 0;
    unmapped |= page == NULL;
  }
  if (!unmapped) return;
  w->trapsts |= WL_TRAPSTS_MEM_VIOL;
  note_unmapped(w, insn, lane, address);
}

static void write_lane(struct wl_wave *w, const struct wl_insn *insn, uint32_t lane, uint64_t address,
                       const uint8_t *from, uint32_t bytes) {
  bool unmapped = false;
  for (uint32_t i = 0; i < bytes; i++) {
    uint8_t *page = wl_mem_page(w->memory->mem, address + i);
    if (page != NULL) page[(address + i) % WL_PAGE] = from[i];
    unmapped |= page == NULL;
  }
  if (!unmapped) return;
  w->trapsts |= WL_TRAPSTS_MEM_VIOL;
  note_unmapped(w, insn, lane, address);
}

// The page that holds the bytes of all active lanes, or NULL. Inactive lanes get an address in that page.
ALWAYS_INLINE uint8_t *one_page(struct wl_wave *w, uint64_t exec, uint64_t address[WL_LANES], uint32_t bytes) {
  const uint64_t first = address[__builtin_ctzll(exec)];
  uint64_t outside = 0;
  if (exec != ~0ull) {
    for (uint32_t l = 0; l < WL_LANES; l++) address[l] = exec >> l & 1 ? address[l] : first;
  }
  for (uint32_t l = 0; l < WL_LANES; l++) {
    outside |= (address[l] ^ first) | ((address[l] + (bytes - 1)) ^ first);
  }
  return outside < WL_PAGE ? wl_mem_page(w->memory->mem, first) : NULL;
}

// One copy, if the 64 lanes access consecutive dwords inside a page. false: they do not, and nothing was done.
static bool run_now(struct wl_wave *w, const struct wl_insn *insn, wl_mem_op what) {
  const uint32_t bytes = WL_LANES * 4;
  uint64_t first;
  if (!wl_global_run(w, insn, &first) || first % WL_PAGE > WL_PAGE - bytes) return false;
  uint8_t *page = wl_mem_page(w->memory->mem, first);
  if (page == NULL) return false;
  if (what == WL_MEM_LOAD) memcpy(w->vgpr[insn->vdst], page + first % WL_PAGE, bytes);
  else memcpy(page + first % WL_PAGE, w->vgpr[insn->src[1].reg], bytes);
  return true;
}

ALWAYS_INLINE void global_now(struct wl_wave *w, const struct wl_insn *insn, wl_mem_op what, uint32_t bytes, bool sign,
                              uint32_t half) {
  const uint64_t exec = wl_exec(w);
  const uint32_t rows = (bytes + 3) / 4;
  uint64_t address[WL_LANES];
  if (exec == 0) return;
  if (bytes == 4 && half == WL_WHOLE && exec == ~0ull && run_now(w, insn, what)) return;
  wl_global_addresses(w, insn, address);
  uint8_t *page = one_page(w, exec, address, bytes);
  if (page != NULL && what == WL_MEM_LOAD && exec == ~0ull) {
    for (uint32_t r = 0; r < rows; r++) {
      for (uint32_t l = 0; l < WL_LANES; l++)
        load_word(&w->vgpr[insn->vdst + r][l], page + address[l] % WL_PAGE, r, bytes, sign, half);
    }
    return;
  }
  for (uint64_t lanes = exec; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    uint8_t bounce[16], *p = page != NULL ? page + address[l] % WL_PAGE : bounce;
    if (what == WL_MEM_LOAD) {
      if (page == NULL) read_lane(w, insn, l, address[l], bounce, bytes);
      for (uint32_t r = 0; r < rows; r++) load_word(&w->vgpr[insn->vdst + r][l], p, r, bytes, sign, half);
    } else {
      for (uint32_t r = 0; r < rows; r++) store_word(w, insn->src[1].reg, p, l, r, bytes, half);
      if (page == NULL) write_lane(w, insn, l, address[l], bounce, bytes);
    }
  }
}

static void smem_now(struct wl_wave *w, const struct wl_insn *insn) {
  const uint64_t address = wl_smem_address(w, insn);
  bool unmapped = false;
  for (uint32_t i = 0; i < insn->sdst_regs; i++) {
    uint32_t value = 0;
    unmapped |= !wl_mem_read(w->memory->mem, address + 4 * i, &value, 4);
    w->sgpr[insn->sdst + i] = value;
  }
  if (unmapped) note_unmapped(w, insn, 0, address);
}

#define GLOBAL(OP, NAME, WHAT, BYTES, SIGN, HALF)                         \
  static void NAME##_now(struct wl_wave *w, const struct wl_insn *insn) { \
    global_now(w, insn, WL_MEM_##WHAT, BYTES, SIGN, HALF);                \
  }
#include "isa/global.def"
#undef GLOBAL

// By wl_insn.sub.
static const wl_insn_fn globals[] = {
#define GLOBAL(OP, NAME, WHAT, BYTES, SIGN, HALF) NAME##_now,
#include "isa/global.def"
};

void wl_memory_bind(struct wl_insn *insn) {
  switch (insn->unit) {
    case WL_UNIT_SMEM: insn->fn = smem_now; break;
    case WL_UNIT_LDS: insn->fn = wl_ds_now_fn(insn); break;
    default: insn->fn = globals[insn->sub]; break;
  }
}
