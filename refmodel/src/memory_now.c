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
ALWAYS_INLINE void load_word(uint32_t *to, const uint8_t *p, uint32_t r, uint32_t bytes, bool sign, uint32_t half) {
  uint32_t raw = 0;
  memcpy(&raw, p + 4 * r, bytes < 4 ? bytes : 4);
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
      for (uint32_t l = 0; l < WL_LANES; l++) load_word(&w->vgpr[insn->vdst + r][l], page + address[l] % WL_PAGE, r, bytes, sign, half);
    }
    return;
  }
  for (uint64_t lanes = exec; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    uint8_t bounce[16], *p = page != NULL ? page + address[l] % WL_PAGE : bounce;
    if (what == LOAD) {
      if (page == NULL) read_lane(w, address[l], bounce, bytes);
      for (uint32_t r = 0; r < rows; r++) load_word(&w->vgpr[insn->vdst + r][l], p, r, bytes, sign, half);
    } else {
      for (uint32_t r = 0; r < rows; r++) store_row(w, insn->src[1].reg, p, l, r, bytes, half);
      if (page == NULL) write_lane(w, address[l], bounce, bytes);
    }
  }
}

// Where the lanes of one access fall inside the wave's LDS; returns the active lanes that are in range.
ALWAYS_INLINE uint64_t ds_offsets(const struct wl_wave *w, const uint32_t *address, uint64_t exec, uint32_t offset,
                                  uint32_t bytes, uint32_t at[WL_LANES]) {
  const uint32_t align = bytes == 12 ? 16 : bytes;
  uint32_t highest = 0;
  uint64_t inside = exec;
  for (uint32_t l = 0; l < WL_LANES; l++) {
    at[l] = (address[l] + offset) & ~(align - 1);
    highest = at[l] > highest ? at[l] : highest;
  }
  if ((uint64_t)highest + bytes <= w->lds_size) return inside;
  for (uint32_t l = 0; l < WL_LANES; l++) {
    if ((uint64_t)at[l] + bytes > w->lds_size) inside &= ~(1ull << l);
  }
  return inside;
}

ALWAYS_INLINE void ds_load(struct wl_wave *w, const struct wl_insn *insn, uint32_t access, uint64_t exec, uint64_t inside,
                           const uint32_t at[WL_LANES], uint32_t bytes, bool sign, uint32_t half) {
  static const uint8_t zero[16];
  const uint8_t *lds = w->model->lds + w->lds_base;
  const uint32_t rows = (bytes + 3) / 4;
  for (uint32_t r = 0; r < rows; r++) {
    uint32_t *to = w->vgpr[insn->vdst + access * rows + r];
    if (inside == ~0ull) {
      for (uint32_t l = 0; l < WL_LANES; l++) load_word(&to[l], lds + at[l], r, bytes, sign, half);
      continue;
    }
    for (uint64_t lanes = exec; lanes != 0; lanes &= lanes - 1) {
      const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
      load_word(&to[l], inside >> l & 1 ? lds + at[l] : zero, r, bytes, sign, half);
    }
  }
}

ALWAYS_INLINE void ds_store(const struct wl_wave *w, const struct wl_insn *insn, uint32_t access, uint64_t lanes,
                            const uint32_t at[WL_LANES], uint32_t bytes, uint32_t half) {
  uint8_t *lds = w->model->lds + w->lds_base;
  for (; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    for (uint32_t r = 0; r < (bytes + 3) / 4; r++) store_row(w, insn->src[1 + access].reg, lds + at[l], l, r, bytes, half);
  }
}

ALWAYS_INLINE void ds_now(struct wl_wave *w, const struct wl_insn *insn, int what, uint32_t bytes, bool sign,
                          uint32_t half, uint32_t accesses, uint32_t scale) {
  const uint64_t exec = wl_exec(w);
  const uint32_t offset[2] = {accesses == 1 ? (uint32_t)insn->simm : ((uint32_t)insn->simm & 0xff) * scale,
                              ((uint32_t)insn->simm >> 8) * scale};
  uint32_t at[2][WL_LANES]; // computed first: a load may overwrite its own address register
  uint64_t inside[2] = {0, 0};
  if (what == STORE && accesses == 2 && offset[0] == offset[1]) accesses = 1;
  for (uint32_t a = 0; a < accesses; a++) {
    inside[a] = ds_offsets(w, w->vgpr[insn->src[0].reg], exec, offset[a], bytes, at[a]);
    if (inside[a] != exec) w->trapsts |= WL_TRAPSTS_MEM_VIOL;
  }
  if (what == LOAD) {
    for (uint32_t a = 0; a < accesses; a++) ds_load(w, insn, a, exec, inside[a], at[a], bytes, sign, half);
  } else if (accesses == 1) {
    ds_store(w, insn, 0, inside[0], at[0], bytes, half);
  } else {
    // Quads ascending and access 0 before access 1 in each, so that overlapping stores end as in the unit.
    for (uint32_t quad = 0; quad < WL_LANES; quad += 4) {
      for (uint32_t a = 0; a < 2; a++) ds_store(w, insn, a, inside[a] & 15ull << quad, at[a], bytes, half);
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
