// Memory instructions performed at once, for wl_model_run; and the tables of all memory instructions.
//
// Each opcode gets its own copy of the generic functions below, with the table's columns as constants.
#include "machine.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

// Bytes of one lane that no fast path covers: each byte on its own, unmapped ones read 0 or are dropped.
static void read_lane(struct wl_wave *w, uint64_t address, uint8_t *to, uint32_t bytes) {
  for (uint32_t i = 0; i < bytes; i++) {
    const uint8_t *page = wl_mem_page(w->model->mem, address + i);
    to[i] = page != NULL ? page[(address + i) % WL_PAGE] : 0;
    if (page == NULL) w->trapsts |= WL_TRAPSTS_MEM_VIOL;
  }
}

static void write_lane(struct wl_wave *w, uint64_t address, const uint8_t *from, uint32_t bytes) {
  for (uint32_t i = 0; i < bytes; i++) {
    uint8_t *page = wl_mem_page(w->model->mem, address + i);
    if (page != NULL) page[(address + i) % WL_PAGE] = from[i];
    else w->trapsts |= WL_TRAPSTS_MEM_VIOL;
  }
}

// Row r of one lane from, or to, memory at p. Sub-dword accesses have one row.
ALWAYS_INLINE void load_row(struct wl_wave *w, const struct wl_insn *insn, const uint8_t *p, uint32_t lane, uint32_t r,
                            uint32_t bytes, bool sign, uint32_t half) {
  uint32_t raw = 0;
  memcpy(&raw, p + 4 * r, bytes < 4 ? bytes : 4);
  uint32_t *to = &w->vgpr[insn->vdst + r][lane];
  *to = wl_load_value(bytes, sign, half, raw, *to);
}

ALWAYS_INLINE void store_row(const struct wl_wave *w, uint32_t vgpr, uint8_t *p, uint32_t lane, uint32_t r,
                             uint32_t bytes, uint32_t half) {
  const uint32_t raw = w->vgpr[vgpr + r][lane] >> (half == WL_HIGH_HALF ? 16 : 0);
  memcpy(p + 4 * r, &raw, bytes < 4 ? bytes : 4);
}

enum { LOAD, STORE };

// All active lanes inside one page: the page, else NULL. Inactive lanes get a harmless address there.
ALWAYS_INLINE uint8_t *one_page(struct wl_wave *w, uint64_t exec, uint64_t address[WL_LANES], uint32_t bytes) {
  const uint64_t first = address[__builtin_ctzll(exec)];
  uint64_t outside = 0;
  if (exec != ~0ull) {
    for (uint32_t l = 0; l < WL_LANES; l++) address[l] = exec >> l & 1 ? address[l] : first;
  }
  for (uint32_t l = 0; l < WL_LANES; l++) {
    outside |= (address[l] ^ first) | ((address[l] + (bytes - 1)) ^ first);
  }
  return outside < WL_PAGE ? wl_mem_page(w->model->mem, first) : NULL;
}

ALWAYS_INLINE void global_now(struct wl_wave *w, const struct wl_insn *insn, int what, uint32_t bytes, bool sign,
                              uint32_t half) {
  const uint64_t exec = wl_exec(w);
  const uint32_t rows = (bytes + 3) / 4;
  uint64_t address[WL_LANES];
  if (exec == 0) return;
  wl_global_addresses(w, insn, address);
  uint8_t *page = one_page(w, exec, address, bytes);
  if (page != NULL && what == LOAD && exec == ~0ull) {
    for (uint32_t r = 0; r < rows; r++) {
      for (uint32_t l = 0; l < WL_LANES; l++) load_row(w, insn, page + address[l] % WL_PAGE, l, r, bytes, sign, half);
    }
    return;
  }
  for (uint64_t lanes = exec; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    uint8_t bounce[16], *p = page != NULL ? page + address[l] % WL_PAGE : bounce;
    if (what == LOAD) {
      if (page == NULL) read_lane(w, address[l], bounce, bytes);
      for (uint32_t r = 0; r < rows; r++) load_row(w, insn, p, l, r, bytes, sign, half);
    } else {
      for (uint32_t r = 0; r < rows; r++) store_row(w, insn->src[1].reg, p, l, r, bytes, half);
      if (page == NULL) write_lane(w, address[l], bounce, bytes);
    }
  }
}

// One access of one lane that may be out of range.
ALWAYS_INLINE void ds_lane(struct wl_wave *w, const struct wl_insn *insn, int what, uint32_t access,
                           uint32_t lane, uint32_t bytes, bool sign, uint32_t half, uint32_t at) {
  static const uint8_t zero[16];
  const bool inside = (uint64_t)at + bytes <= w->lds_size;
  uint8_t *p = w->model->lds + w->lds_base + (inside ? at : 0);
  const uint32_t rows = (bytes + 3) / 4;
  if (!inside) w->trapsts |= WL_TRAPSTS_MEM_VIOL;
  for (uint32_t r = 0; r < rows; r++) {
    if (what == LOAD) {
      uint32_t raw = 0;
      memcpy(&raw, (inside ? p : zero) + 4 * r, bytes < 4 ? bytes : 4);
      uint32_t *to = &w->vgpr[insn->vdst + access * rows + r][lane];
      *to = wl_load_value(bytes, sign, half, raw, *to);
    } else if (inside) {
      store_row(w, insn->src[1 + access].reg, p, lane, r, bytes, half);
    }
  }
}

ALWAYS_INLINE void ds_now(struct wl_wave *w, const struct wl_insn *insn, int what, uint32_t bytes, bool sign,
                          uint32_t half, uint32_t accesses, uint32_t scale) {
  const uint32_t align = bytes == 12 ? 16 : bytes;
  const uint64_t exec = wl_exec(w);
  const uint32_t offset0 = accesses == 1 ? (uint32_t)insn->simm : ((uint32_t)insn->simm & 0xff) * scale;
  const uint32_t offset1 = ((uint32_t)insn->simm >> 8) * scale;
  uint32_t address[WL_LANES]; // a load may overwrite its own address register
  memcpy(address, w->vgpr[insn->src[0].reg], sizeof address);
  // Quads ascending and access 0 before access 1 inside a quad, so that overlapping stores end as in the unit.
  for (uint32_t quad = 0; quad < WL_LANES / 4; quad++) {
    for (uint32_t access = 0; access < accesses; access++) {
      if (access == 1 && what == STORE && offset0 == offset1) continue;
      const uint32_t offset = access == 0 ? offset0 : offset1;
      for (uint32_t l = 4 * quad; l < 4 * quad + 4; l++) {
        if (!(exec >> l & 1)) continue;
        ds_lane(w, insn, what, access, l, bytes, sign, half, (address[l] + offset) & ~(align - 1));
      }
    }
  }
}

static void smem_now(struct wl_wave *w, const struct wl_insn *insn) {
  const uint64_t address = wl_smem_address(w, insn);
  for (uint32_t i = 0; i < insn->sdst_regs; i++) {
    uint32_t value = 0;
    (void)wl_mem_read(w->model->mem, address + 4 * i, &value, 4);
    w->sgpr[insn->sdst + i] = value;
  }
}

#define SMEM(OP, NAME, DWORDS)
#define DS(OP, NAME, WHAT, BYTES, SIGN, HALF, ACCESSES, SCALE)                    \
  static void NAME##_now(struct wl_wave *w, const struct wl_insn *insn) {         \
    ds_now(w, insn, WHAT, BYTES, SIGN, HALF, ACCESSES, SCALE);                    \
  }
#define GLOBAL(OP, NAME, WHAT, BYTES, SIGN, HALF)                                 \
  static void NAME##_now(struct wl_wave *w, const struct wl_insn *insn) {         \
    global_now(w, insn, WHAT, BYTES, SIGN, HALF);                                 \
  }
#include "../isa/ds.def"
#include "../isa/global.def"
#undef SMEM
#undef DS
#undef GLOBAL

#define SMEM(OP, NAME, DWORDS) {#NAME, OP, false, 4 * (DWORDS), false, WL_WHOLE, 1, 0, smem_now},
#define DS(OP, NAME, WHAT, BYTES, SIGN, HALF, ACCESSES, SCALE) \
  {#NAME, OP, (WHAT) == STORE, BYTES, SIGN, HALF, ACCESSES, SCALE, NAME##_now},
#define GLOBAL(OP, NAME, WHAT, BYTES, SIGN, HALF) \
  {#NAME, OP, (WHAT) == STORE, BYTES, SIGN, HALF, 1, 0, NAME##_now},
static const struct wl_access smem_rows[] = {
#include "../isa/smem.def"
};
static const struct wl_access ds_rows[] = {
#include "../isa/ds.def"
};
static const struct wl_access global_rows[] = {
#include "../isa/global.def"
};

static const struct wl_access *rows_of(wl_format format, uint32_t *count) {
  switch (format) {
    case WL_FMT_SMEM: *count = sizeof smem_rows / sizeof smem_rows[0]; return smem_rows;
    case WL_FMT_DS: *count = sizeof ds_rows / sizeof ds_rows[0]; return ds_rows;
    default: *count = sizeof global_rows / sizeof global_rows[0]; return global_rows;
  }
}

const struct wl_access *wl_access_find(wl_format format, uint32_t op, uint8_t *index) {
  uint32_t count;
  const struct wl_access *rows = rows_of(format, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (rows[i].op == op) {
      *index = (uint8_t)i;
      return &rows[i];
    }
  }
  return NULL;
}

const struct wl_access *wl_access_row(const struct wl_insn *insn) {
  uint32_t count;
  return &rows_of((wl_format)insn->format, &count)[insn->sub];
}
