// SPDX-License-Identifier: Apache-2.0
// Scalar memory: addresses, the range check of buffers, and SMEM instructions executed at once (buffer-memory.md 13).
#include "execute/operands.h"
#include "memory/memory.h"

// SBASE and the offset. register_unit: bytes that the register offset counts.
static inline uint64_t base_address(const struct wl_wave *w, const struct wl_insn *insn, uint64_t register_unit) {
  uint64_t address = wl_sgpr64(w, insn->src[0].reg) + (uint64_t)(int64_t)insn->simm;
  if (insn->src[1].kind == WL_OPERAND_SGPR) address += register_unit * w->sgpr[insn->src[1].reg];
  return address & ~3ull;
}

// A V# and the offset (D-MEM-49, D-MEM-61, D-MEM-68). A dword is in range by the sum as it is, and lies where its bits
// 1:0 are cleared.
static void buffer_places(const struct wl_wave *w, const struct wl_insn *insn, uint32_t dwords, struct wl_places *to) {
  uint32_t space[4];
  const uint32_t *v = wl_sgpr_tuple(w, insn->src[0].reg, 4, space);
  const uint64_t base = v[0] | (uint64_t)wl_field(v[1], WL_RESOURCE_BASE_HIGH) << 32;
  const uint32_t stride = wl_field(v[1], WL_RESOURCE_STRIDE);
  const uint64_t size = (uint64_t)(stride == 0 ? 1 : stride) * v[2];
  const uint32_t offset = (uint32_t)insn->simm + wl_scalar32(w, &insn->src[1]);
  to->wrapped = 1;
  to->address[0][0] = wl_wrap(to, 0, (base & ~3ull) + (offset & ~3u));
  to->reached[0] = 0;
  for (uint32_t k = 0; k < dwords; k++) {
    if (offset + 4ull * k < size) to->reached[0] |= 15ull << (4 * k);
  }
}

// An atomic is in range if each of its dwords is (D-MEM-48). A wide atomic also clears bits 2:0 of the address
// (D-MEM-51).
static void whole_word(const struct wl_access *a, struct wl_places *to) {
  if (to->reached[0] != ~0ull >> (64 - a->bytes)) to->reached[0] = 0;
  to->address[0][0] &= ~(uint64_t)(a->bytes - 1u);
}

void wl_smem_places(const struct wl_wave *w, const struct wl_insn *insn, const struct wl_access *a,
                    struct wl_places *to) {
  to->wrapped = 0;
  to->address[0][0] = 0;
  to->reached[0] = 0;
  if (a->what == WL_SMEM_CLOCK) to->reached[0] = 0xff;
  if (a->what != WL_SMEM_ACCESS) return;
  if (a->where == WL_AT_BUFFER) {
    buffer_places(w, insn, a->bytes / 4u, to);
  } else {
    to->address[0][0] = base_address(w, insn, a->where == WL_AT_SCRATCH ? 64 : 1);
    to->reached[0] = ~0ull >> (64 - a->bytes);
  }
  if (a->mem_op == WL_MEM_ATOMIC) whole_word(a, to);
}

struct wl_atomic_operands wl_smem_operands(const struct wl_access *a, const uint32_t *sdata) {
  struct wl_atomic_operands o = {0, 0};
  memcpy(&o.data, sdata, a->bytes);
  if (a->atomic == WL_ATOMIC_CMPSWAP) memcpy(&o.compare, sdata + a->bytes / 4u, a->bytes);
  return o;
}

// Dword by dword. One that is out of range or unmapped loads 0, or is not stored.
static void move_now(struct wl_wave *w, const struct wl_insn *insn) {
  const struct wl_access *a = wl_access_row(insn);
  const bool load = a->mem_op == WL_MEM_LOAD;
  struct wl_places at;
  bool mapped = true;
  wl_smem_places(w, insn, a, &at);
  for (uint32_t i = 0; i < a->bytes / 4u; i++) {
    const uint64_t address = wl_wrap(&at, 0, at.address[0][0] + 4 * i);
    const bool inside = at.reached[0] >> (4 * i) & 1;
    uint32_t value = 0;
    const uint8_t *page = inside && load ? wl_mem_page(w->memory->mem, address) : NULL;
    if (load) {
      if (page != NULL) memcpy(&value, page + address % WL_PAGE, 4);
      mapped &= !inside || page != NULL;
      w->sgpr[wl_first_name(w->second_end, insn->sdst + i)] = value;
    } else if (inside) {
      uint8_t *to = wl_mem_page_to_write(w->memory->mem, address);
      value = w->sgpr[wl_first_name(w->second_end, insn->src[3].reg + i)];
      if (to != NULL) memcpy(to + address % WL_PAGE, &value, 4);
      mapped &= to != NULL;
    }
  }
  if (!mapped) wl_note_unmapped_now(w, insn, 0, at.address[0][0]);
}

// s_load: one copy where it lies inside a page and the registers are a row.
static void load_now(struct wl_wave *w, const struct wl_insn *insn) {
  const uint64_t address = base_address(w, insn, 1);
  const uint32_t bytes = 4u * insn->sdst_regs;
  const bool copied = address % WL_PAGE <= WL_PAGE - bytes && !wl_straddles(w->second_end, insn->sdst, insn->sdst_regs);
  const uint8_t *page = copied ? wl_mem_page(w->memory->mem, address) : NULL;
  if (page != NULL) memcpy(&w->sgpr[insn->sdst], page + address % WL_PAGE, bytes);
  else move_now(w, insn);
}

// Out of range or unmapped it returns 0.
static void atomic_now(struct wl_wave *w, const struct wl_insn *insn) {
  const struct wl_access *a = wl_access_row(insn);
  struct wl_places at;
  uint32_t space[4];
  uint64_t old = 0;
  wl_smem_places(w, insn, a, &at);
  const uint64_t address = at.address[0][0];
  uint8_t *page = at.reached[0] != 0 ? wl_mem_page_to_write(w->memory->mem, address) : NULL;
  const uint32_t *data = wl_sgpr_tuple(w, insn->src[3].reg, a->data, space);
  if (page != NULL) old = wl_atomic_at(a, page + address % WL_PAGE, wl_smem_operands(a, data));
  else if (at.reached[0] != 0) wl_note_unmapped_now(w, insn, 0, address);
  memcpy(&w->sgpr[insn->sdst], &old, 4u * insn->sdst_regs);
}

static void clock_now(struct wl_wave *w, const struct wl_insn *insn) {
  wl_set_sgpr64(w, insn->sdst, wl_smem_clock(wl_access_row(insn), w->memory->clock));
}

static void nothing_now(struct wl_wave *w, const struct wl_insn *insn) {
  (void)w;
  (void)insn;
}

wl_insn_fn wl_smem_now_fn(const struct wl_insn *insn) {
  const struct wl_access *a = wl_access_row(insn);
  if (a->what == WL_SMEM_NOTHING) return nothing_now;
  if (a->what == WL_SMEM_CLOCK) return clock_now;
  if (a->mem_op == WL_MEM_ATOMIC) return atomic_now;
  return a->where == WL_AT_BASE && a->mem_op == WL_MEM_LOAD ? load_now : move_now;
}
