// SPDX-License-Identifier: Apache-2.0
// DS instructions on the LDS and the GDS, and the lanes of FLAT in the LDS, lane by lane.
#include "memory/memory.h"

enum { kQuad = 4 };

// Moves bytes first .. first + count - 1 of a lane's registers, data[.][l], to memory or from it.
static __attribute__((noinline)) void move(uint8_t *memory, uint32_t (*data)[WL_LANES], uint32_t l, uint32_t first,
                                           uint32_t count, bool store) {
  for (uint32_t i = first, end = first + count, n; i < end; i += n) {
    uint8_t *bytes = (uint8_t *)&data[i / 4][l] + i % 4;
    n = i % 4 == 0 && end - i >= 4 ? 4 : 1;
    if (n == 4) memcpy(store ? memory + i : bytes, store ? bytes : memory + i, 4);
    else if (store) memory[i] = *bytes;
    else *bytes = memory[i];
  }
}

void wl_lds_serve(struct wl_memory *m, struct wl_pending *p, uint32_t access, uint32_t l, uint32_t first,
                  uint32_t count) {
  const struct wl_access *a = p->access;
  const uint32_t rows = (a->bytes + 3u) / 4u;
  uint8_t *memory = m->lds + p->at.address[access][l];
  uint32_t(*data)[WL_LANES] = &p->data[a->what == WL_DS_SRC2 ? 0 : access * rows];
  const wl_mem_op op = wl_lds_op(a, access);
  if (__builtin_expect(m->marks != NULL, 0))
    wl_marks_access(m, p, op, p->at.address[access][l] + first, op == WL_MEM_ATOMIC ? a->bytes : count, l);
  if (op != WL_MEM_ATOMIC) {
    if (__builtin_expect(count == 4 && first == 0, 1)) {
      void *row = &data[0][l];
      memcpy(op == WL_MEM_STORE ? memory : row, op == WL_MEM_STORE ? row : memory, 4);
    } else {
      move(memory, data, l, first, count, op == WL_MEM_STORE);
    }
    return;
  }
  wl_note_atomic(m, p, true, p->at.address[access][l]);
  uint64_t old = 0, operand[2] = {0, 0};  // access 1 of wrxchg2 has one operand, DATA1
  if (p->insn.format == WL_FMT_FLAT) {
    old = wl_atomic_at(a, memory, wl_atomic_operands(a, data, l));
    for (uint32_t r = 0; r < rows; r++) data[r][l] = (uint32_t)(old >> (32 * r));
    return;
  }
  memcpy(&old, memory, a->bytes);
  for (uint32_t k = 0; k < (a->data == 2 && a->accesses == 1 ? 2 : 1); k++) {
    operand[k] = data[k * rows][l] | (rows == 2 ? (uint64_t)data[k * rows + 1][l] << 32 : 0);
  }
  if (a->what == WL_DS_COUNT) operand[0] = (uint64_t)__builtin_popcountll(p->exec);
  const uint64_t value = wl_ds_operate(&p->insn, old, operand[0], operand[1], p->mode);
  memcpy(memory, &value, a->bytes);
  for (uint32_t r = 0; r < rows; r++) data[r][l] = (uint32_t)(old >> (32 * r));
  for (uint32_t i = 0; i < WL_LANES && a->what == WL_DS_COUNT; i++) data[0][i] = (uint32_t)old;
}

void wl_lds_now(struct wl_wave *w, const struct wl_insn *insn) {
  struct wl_pending p;
  wl_pending_fill(w, &p, insn);
  if (p.viol) wl_note_outside_lds(w, &p, insn);
  wl_lds_finish(w, &p);
}

void wl_lds_finish(struct wl_wave *w, struct wl_pending *p) {
  for (uint32_t l = 0; l < WL_LANES && p->access->what == WL_DS_SRC2; l++) {
    for (uint32_t access = 2; access-- != 0 && (p->lanes[0][0] >> l & 1);)
      wl_lds_serve(w->memory, p, access, l, 0, p->access->bytes);
  }
  for (uint32_t i = 0; i < 2 * WL_LANES / kQuad && p->access->what != WL_DS_SRC2; i++) {
    for (uint64_t left = p->lanes[i & 1][0] & 15ull << (kQuad * (i / 2)); left != 0; left &= left - 1) {
      wl_lds_serve(w->memory, p, i & 1, (uint32_t)__builtin_ctzll(left), 0, p->access->bytes);
    }
  }
  for (uint32_t r = 0; r < p->insn.vdst_regs; r++) {
    const uint32_t *row = wl_written_back_row(p, r);
    for (uint64_t left = p->exec; left != 0; left &= left - 1) {
      const uint32_t l = (uint32_t)__builtin_ctzll(left);
      uint32_t *to = &w->vgpr[p->insn.vdst + r][l];
      *to = wl_written_back_value(p, row[l], wl_kept(w->memory, *to));
    }
  }
  if (p->viol) w->trapsts |= WL_TRAPSTS_MEM_VIOL;
}
