// SPDX-License-Identifier: Apache-2.0
// FLAT, GLOBAL, SCRATCH, MUBUF and MTBUF instructions executed at once, for wl_model_run.
//
// Each load and store has its own copies of the generic functions below, with the columns of the table as constants:
// one for GLOBAL, and one for MUBUF and SCRATCH.
#include "memory/transfer.h"

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
  wl_note_unmapped_now(w, insn, lane, address);
}

static void write_lane(struct wl_wave *w, const struct wl_insn *insn, uint32_t lane, uint64_t address,
                       const uint8_t *from, uint32_t bytes) {
  bool unmapped = false;
  for (uint32_t i = 0; i < bytes; i++) {
    uint8_t *page = wl_mem_page_to_write(w->memory->mem, address + i);
    if (page != NULL) page[(address + i) % WL_PAGE] = from[i];
    unmapped |= page == NULL;
  }
  if (!unmapped) return;
  w->trapsts |= WL_TRAPSTS_MEM_VIOL;
  wl_note_unmapped_now(w, insn, lane, address);
}

// The page that holds an address, for a load or for what writes.
ALWAYS_INLINE uint8_t *page_at(const struct wl_wave *w, wl_mem_op what, uint64_t address) {
  wl_mem *m = w->memory->mem;
  return what == WL_MEM_LOAD ? (uint8_t *)wl_mem_page(m, address) : wl_mem_page_to_write(m, address);
}

// The page that holds the bytes of all active lanes, or NULL. Inactive lanes get an address in that page.
ALWAYS_INLINE uint8_t *one_page(struct wl_wave *w, wl_mem_op what, uint64_t exec, uint64_t address[WL_LANES],
                                uint32_t bytes) {
  const uint64_t first = address[__builtin_ctzll(exec)];
  uint64_t outside = 0;
  if (exec != ~0ull) {
    for (uint32_t l = 0; l < WL_LANES; l++) address[l] = exec >> l & 1 ? address[l] : first;
  }
  for (uint32_t l = 0; l < WL_LANES; l++) {
    outside |= (address[l] ^ first) | ((address[l] + (bytes - 1)) ^ first);
  }
  return outside < WL_PAGE ? page_at(w, what, first) : NULL;
}

// One copy, if the 64 lanes access consecutive dwords inside a page. false: they do not, and nothing was done.
static bool run_now(struct wl_wave *w, const struct wl_insn *insn, wl_mem_op what) {
  const uint32_t bytes = WL_LANES * 4;
  uint64_t first;
  if (!wl_global_run(w, insn, &first) || first % WL_PAGE > WL_PAGE - bytes) return false;
  uint8_t *page = page_at(w, what, first);
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
  uint8_t *page = one_page(w, what, exec, address, bytes);
  if (page != NULL && what == WL_MEM_LOAD && exec == ~0ull) {
    for (uint32_t r = 0; r < rows; r++) {
      for (uint32_t l = 0; l < WL_LANES; l++)
        load_word(w->memory, &w->vgpr[insn->vdst + r][l], page + address[l] % WL_PAGE, r, bytes, sign, half);
    }
    return;
  }
  for (uint64_t lanes = exec; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    uint8_t bounce[16], *p = page != NULL ? page + address[l] % WL_PAGE : bounce;
    if (what == WL_MEM_LOAD) {
      if (page == NULL) read_lane(w, insn, l, address[l], bounce, bytes);
      for (uint32_t r = 0; r < rows; r++) load_word(w->memory, &w->vgpr[insn->vdst + r][l], p, r, bytes, sign, half);
    } else {
      for (uint32_t r = 0; r < rows; r++) store_word(w, insn->src[1].reg, p, l, r, bytes, half);
      if (page == NULL) write_lane(w, insn, l, address[l], bounce, bytes);
    }
  }
}

// The byte of memory that is byte i of dword k of a lane. NULL: it is not mapped.
static uint8_t *buffer_byte(const struct wl_wave *w, wl_mem_op what, const struct wl_places *at, uint32_t lane,
                            uint32_t k, uint32_t i) {
  const uint32_t cut = at->cut[lane];
  const uint64_t byte = i < cut ? at->address[k][lane] + i : at->address[WL_BEHIND_CUT + k][lane] + i - cut;
  const uint64_t address = wl_wrap(at, lane, byte);
  uint8_t *page = page_at(w, what, address);
  return page != NULL ? page + address % WL_PAGE : NULL;
}

// Transfers the bytes of dword k of a lane that are mapped. false: one is not.
static bool buffer_dword(const struct wl_wave *w, const struct wl_places *at, uint32_t lane, uint32_t k, wl_mem_op what,
                         uint8_t *bytes, uint32_t count) {
  bool mapped = true;
  for (uint32_t i = 0; i < count; i++) {
    uint8_t *byte = buffer_byte(w, what, at, lane, k, i);
    if (byte == NULL) mapped = false;
    else if (what == WL_MEM_LOAD) bytes[i] = *byte;
    else *byte = bytes[i];
  }
  return mapped;
}

// Whole dwords of scratch: a copy for each, if it lies inside a page. false: they do not, and nothing was done.
static bool scratch_now(struct wl_wave *w, const struct wl_insn *insn, wl_mem_op what, uint32_t dwords, uint64_t exec) {
  const uint32_t row = WL_LANES * 4;
  uint64_t first;
  uint8_t *at[4];
  if (!wl_scratch_run(w, insn, &first)) return false;
  for (uint32_t k = 0; k < dwords; k++) {
    const uint64_t address = wl_canonical(first + row * k);
    uint8_t *page = address % WL_PAGE <= WL_PAGE - row ? page_at(w, what, address) : NULL;
    if (page == NULL) return false;
    at[k] = page + address % WL_PAGE;
  }
  for (uint32_t k = 0; k < dwords; k++) {
    uint8_t *vgpr = (uint8_t *)w->vgpr[(what == WL_MEM_LOAD ? insn->vdst : insn->src[1].reg) + k];
    uint8_t *to = what == WL_MEM_LOAD ? vgpr : at[k];
    const uint8_t *from = what == WL_MEM_LOAD ? at[k] : vgpr;
    if (exec == ~0ull) memcpy(to, from, row);
    for (uint64_t lanes = exec; exec != ~0ull && lanes != 0; lanes &= lanes - 1) {
      const uint32_t byte = 4 * (uint32_t)__builtin_ctzll(lanes);
      memcpy(to + byte, from + byte, 4);
    }
  }
  return true;
}

// MEM_VIOL, and the lanes that met unmapped memory.
static void note_lanes(struct wl_wave *w, const struct wl_insn *insn, const struct wl_places *at, uint64_t unmapped) {
  if ((unmapped | at->violation) != 0) w->trapsts |= WL_TRAPSTS_MEM_VIOL;
  for (; unmapped != 0; unmapped &= unmapped - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(unmapped);
    wl_note_unmapped_now(w, insn, l, at->address[0][l]);
  }
}

// Dword by dword, as the unit. Lanes of a dword that are out of range or misaligned load 0.
ALWAYS_INLINE void places_now(struct wl_wave *w, const struct wl_insn *insn, uint64_t exec, wl_mem_op what,
                              uint32_t bytes, bool sign, uint32_t half) {
  const uint32_t size = bytes < 4 ? bytes : 4;
  struct wl_places at;
  uint64_t unmapped = 0;
  if (exec == 0 || !wl_vmem_places(w, insn, wl_access_row(insn), exec, &at)) return;
  for (uint32_t k = 0; k < (bytes + 3) / 4; k++) {
    const uint64_t reached = at.reached[k];
    const bool cut = at.reached[WL_BEHIND_CUT + k] != 0;
    uint8_t *page = reached != 0 && !cut ? one_page(w, what, reached, at.address[k], size) : NULL;
    for (uint64_t lanes = what == WL_MEM_LOAD ? exec : reached; lanes != 0; lanes &= lanes - 1) {
      const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
      uint32_t raw = 0;
      if (what == WL_MEM_STORE) store_word(w, insn->src[1].reg + k, (uint8_t *)&raw, l, 0, size, half);
      if (!(reached >> l & 1)) raw = 0;
      else if (page == NULL) unmapped |= (uint64_t)!buffer_dword(w, &at, l, k, what, (uint8_t *)&raw, size) << l;
      else if (what == WL_MEM_LOAD) memcpy(&raw, page + at.address[k][l] % WL_PAGE, size);
      else memcpy(page + at.address[k][l] % WL_PAGE, &raw, size);
      if (what == WL_MEM_LOAD) load_word(w->memory, &w->vgpr[insn->vdst + k][l], (uint8_t *)&raw, 0, size, sign, half);
    }
  }
  note_lanes(w, insn, &at, unmapped);
}

ALWAYS_INLINE void buffer_now(struct wl_wave *w, const struct wl_insn *insn, wl_mem_op what, uint32_t bytes, bool sign,
                              uint32_t half) {
  if (bytes >= 4 && scratch_now(w, insn, what, bytes / 4, wl_exec(w))) return;
  places_now(w, insn, wl_exec(w), what, bytes, sign, half);
}

static void move_lanes(struct wl_wave *w, const struct wl_insn *insn, uint64_t exec) {
  const struct wl_access *a = wl_access_row(insn);
  places_now(w, insn, exec, (wl_mem_op)a->mem_op, a->bytes, a->sign, a->half);
}

// FORMAT, dword by dword as the unit.
static void format_now(struct wl_wave *w, const struct wl_insn *insn) {
  const uint64_t exec = wl_exec(w);
  struct wl_data_format format;
  const struct wl_access a = wl_format_access(w, insn, &format);
  const uint32_t size = a.bytes < 4 ? a.bytes : 4, dwords = wl_access_dwords(&a);
  const bool load = a.mem_op == WL_MEM_LOAD;
  struct wl_places at;
  uint32_t element[WL_LANES][4] = {{0}}, component[4];
  uint64_t unmapped = 0;
  if (exec == 0 || !wl_vmem_places(w, insn, &a, exec, &at)) return;
  for (uint64_t lanes = load ? 0 : at.reached[0]; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    wl_format_given(&a, w->vgpr + insn->src[1].reg, l, component);
    wl_format_store(&format, a.components, component, element[l]);
  }
  for (uint32_t k = 0; k < dwords; k++) {
    for (uint64_t lanes = at.reached[k]; lanes != 0; lanes &= lanes - 1) {
      const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
      uint8_t *bytes = (uint8_t *)&element[l][k];
      unmapped |= (uint64_t)!buffer_dword(w, &at, l, k, (wl_mem_op)a.mem_op, bytes, size) << l;
    }
  }
  for (uint64_t lanes = load ? exec : 0; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    wl_format_load(&format, element[l], component);
    for (uint32_t r = 0; r < insn->vdst_regs; r++) {
      uint32_t *to = &w->vgpr[insn->vdst + r][l];
      *to = wl_format_register(&a, component, r, wl_kept(w->memory, *to));
    }
  }
  note_lanes(w, insn, &at, unmapped);
}

// Between memory and the LDS.
static void lds_move_now(struct wl_wave *w, const struct wl_insn *insn) {
  struct wl_pending p;
  wl_pending_fill(w, &p, insn);
  const wl_mem_op what = (wl_mem_op)insn->mem_op;
  const uint32_t bytes = p.access->bytes < 4 ? p.access->bytes : 4;
  uint64_t unmapped = 0;
  if (wl_may_be_outside(w, &p)) wl_note_outside_lds(w, &p, insn);
  if (what == WL_MEM_STORE) wl_lds_move(w->memory, &p, p.lanes[0][0]);
  for (uint32_t k = 0; k < wl_access_dwords(p.access); k++) {
    for (uint64_t lanes = p.at.reached[k]; lanes != 0; lanes &= lanes - 1) {
      const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
      unmapped |= (uint64_t)!buffer_dword(w, &p.at, l, k, what, (uint8_t *)&p.data[k][l], bytes) << l;
    }
  }
  if (what == WL_MEM_LOAD) wl_lds_move(w->memory, &p, p.lanes[0][0]);
  note_lanes(w, insn, &p.at, unmapped);
}

// Atomics, lane by lane (D-MEM-29).
static void atomic_lanes(struct wl_wave *w, const struct wl_insn *insn, uint64_t exec) {
  const struct wl_access *a = wl_access_row(insn);
  struct wl_places at;
  if (exec == 0 || !wl_vmem_places(w, insn, a, exec, &at)) return;
  if (at.violation != 0) w->trapsts |= WL_TRAPSTS_MEM_VIOL;
  for (uint64_t lanes = exec; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    const uint64_t address = at.address[0][l];
    uint64_t old = 0;
    if (at.reached[0] >> l & 1) {
      uint8_t *page = wl_mem_page_to_write(w->memory->mem, address);
      if (page == NULL) {
        w->trapsts |= WL_TRAPSTS_MEM_VIOL;
        wl_note_unmapped_now(w, insn, l, address);
      } else {
        old = wl_atomic_at(a, page + address % WL_PAGE, wl_atomic_operands(a, w->vgpr + insn->src[1].reg, l));
      }
    }
    if (insn->vdst_regs != 0) w->vgpr[insn->vdst][l] = (uint32_t)old;
    if (insn->vdst_regs == 2) w->vgpr[insn->vdst + 1][l] = (uint32_t)(old >> 32);
  }
}

static void atomic_now(struct wl_wave *w, const struct wl_insn *insn) { atomic_lanes(w, insn, wl_exec(w)); }
// Any load or store in the alignment modes other than unaligned.
static void aligned_now(struct wl_wave *w, const struct wl_insn *insn) { move_lanes(w, insn, wl_exec(w)); }

// The lanes of the LDS are found before a lane's address is overwritten.
static void flat_now(struct wl_wave *w, const struct wl_insn *insn) {
  const struct wl_insn half = wl_flat_half(insn, WL_UNIT_LDS);
  const uint64_t exec = wl_exec(w);
  struct wl_pending shared;
  wl_pending_fill(w, &shared, &half);
  if (shared.viol) wl_note_outside_lds(w, &shared, insn);
  if (insn->mem_op == WL_MEM_ATOMIC) atomic_lanes(w, insn, exec & ~shared.exec);
  else move_lanes(w, insn, exec & ~shared.exec);
  wl_lds_finish(w, &shared);
}

static void cache_now(struct wl_wave *w, const struct wl_insn *insn) { (void)w, (void)insn; }

#define VMEM_ATOMIC(OP, NAME, WHAT, BYTES)
#define VMEM(OP, NAME, WHAT, BYTES, SIGN, HALF)                                    \
  static void global_##NAME##_now(struct wl_wave *w, const struct wl_insn *insn) { \
    global_now(w, insn, WL_MEM_##WHAT, BYTES, SIGN, HALF);                         \
  }                                                                                \
  static void buffer_##NAME##_now(struct wl_wave *w, const struct wl_insn *insn) { \
    buffer_now(w, insn, WL_MEM_##WHAT, BYTES, SIGN, HALF);                         \
  }
#include "isa/vmem.def"
#undef VMEM
#undef VMEM_ATOMIC

// By wl_insn.sub, which is the same in SCRATCH and MUBUF.
#define VMEM_ATOMIC(OP, NAME, WHAT, BYTES) atomic_now,
#define MUBUF_CACHE(OP, NAME) cache_now,
#define MUBUF_FROM_LDS(OP, NAME) lds_move_now,
#define FORMAT(OP, NAME, WHAT, COMPONENTS, HALF) format_now,
static const wl_insn_fn globals[] = {
#define VMEM(OP, NAME, WHAT, BYTES, SIGN, HALF) global_##NAME##_now,
#include "isa/vmem.def"
#undef VMEM
};
static const wl_insn_fn buffers[] = {
#define VMEM(OP, NAME, WHAT, BYTES, SIGN, HALF) buffer_##NAME##_now,
#include "isa/vmem.def"
#include "isa/mubuf.def"
#include "isa/format.def"
};

static bool is_global(const struct wl_insn *insn) {
  return insn->format == WL_FMT_FLAT && wl_segment(insn) == WL_SEG_GLOBAL;
}

// What executes an instruction but FLAT, whatever its TFE is.
static wl_insn_fn plain_fn(const struct wl_insn *insn, uint32_t alignment_mode) {
  const wl_insn_fn fn = insn->format == WL_FMT_MTBUF ? format_now
                        : is_global(insn)            ? globals[insn->sub]
                                                     : buffers[insn->sub];
  const bool whole = fn == atomic_now || fn == cache_now || fn == format_now;
  return alignment_mode != WL_ALIGN_UNALIGNED && !whole ? aligned_now : fn;
}

// With TFE: the register behind the data gets 0, unless the instruction is ignored (D-MEM-21, D-MEM-63).
static void tfe_now(struct wl_wave *w, const struct wl_insn *insn) {
  const uint32_t resource = w->sgpr[wl_first_name(w->second_end, insn->src[2].reg + 3u)];
  const bool ignored = wl_field(resource, WL_RESOURCE_TYPE) != 0;
  plain_fn(insn, w->alignment_mode)(w, insn);
  for (uint64_t lanes = ignored ? 0 : wl_exec(w); lanes != 0; lanes &= lanes - 1)
    w->vgpr[wl_tfe_vgpr(insn)][__builtin_ctzll(lanes)] = 0;
}

wl_insn_fn wl_memory_fn(const struct wl_insn *insn, uint32_t alignment_mode) {
  if (insn->unit == WL_UNIT_SMEM) return wl_smem_now_fn(insn);
  if (insn->unit == WL_UNIT_LDS) return wl_ds_now_fn(insn);
  if (wl_is_flat(insn)) return flat_now;
  if (wl_is_image(insn)) return wl_image_now;
  return wl_moves_lds(insn) ? lds_move_now : wl_tfe_vgpr(insn) != 0 ? tfe_now : plain_fn(insn, alignment_mode);
}
