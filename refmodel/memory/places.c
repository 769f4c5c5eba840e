// SPDX-License-Identifier: Apache-2.0
// Where the lanes of a vector memory instruction access, whatever its format; alignment (buffer-memory.md 5).
#include "memory/memory.h"

static void global_places(const struct wl_wave *w, const struct wl_insn *insn, const struct wl_access *a, uint64_t exec,
                          struct wl_places *p) {
  const uint32_t dwords = a->mem_op == WL_MEM_ATOMIC ? 1 : (a->bytes + 3u) / 4u;
  wl_global_addresses(w, insn, p->address[0]);
  for (uint32_t k = 0; k < dwords; k++) {
    p->reached[k] = exec;
    for (uint32_t l = 0; l < WL_LANES && k != 0; l++) p->address[k][l] = p->address[0][l] + 4 * k;
  }
}

// Leaves out the lanes of which one of these bits is not 0 in the address of the first byte (buffer-memory.md 5).
static void leave_misaligned(struct wl_places *p, uint64_t bits) {
  uint64_t wrong = 0, reached = 0;
  for (uint32_t l = 0; l < WL_LANES; l++) wrong |= (uint64_t)((p->address[0][l] & bits) != 0) << l;
  for (uint32_t k = 0; k < WL_COMPONENTS; k++) {
    reached |= p->reached[k];
    p->reached[k] &= ~wrong;
  }
  p->violation |= reached & wrong;
}

// Alignment by the size of an element, and of an atomic by its word (buffer-memory.md 5; D-MEM-15, D-MEM-75).
// A format has no strict mode (D-MEM-16).
static void align(const struct wl_wave *w, const struct wl_access *a, struct wl_places *p) {
  const bool forced = a->components != 0 && w->alignment_mode != WL_ALIGN_UNALIGNED;
  const uint32_t dword = (a->bytes < 4 ? a->bytes : 4) - 1u;  // bits of the address of one of its dwords
  if (a->mem_op == WL_MEM_ATOMIC) {
    leave_misaligned(p, a->bytes - 1u);
    return;
  }
  switch (forced ? WL_ALIGN_DWORD : w->alignment_mode) {
    case WL_ALIGN_DWORD:
      for (uint32_t k = 0; k < (a->bytes + 3u) / 4u; k++) {
        for (uint32_t l = 0; l < WL_LANES; l++) p->address[k][l] &= ~(uint64_t)dword;
      }
      break;
    case WL_ALIGN_DWORD_STRICT: leave_misaligned(p, dword); break;
    case WL_ALIGN_STRICT: leave_misaligned(p, a->bytes == 12 ? dword : a->bytes - 1u); break;
    default: break;
  }
}

bool wl_vmem_places(const struct wl_wave *w, const struct wl_insn *insn, const struct wl_access *a, uint64_t exec,
                    struct wl_places *p) {
  memset(p->reached, 0, sizeof p->reached);
  memset(p->cut, 4, sizeof p->cut);
  p->violation = p->wrapped = 0;
  if (a->bytes == 0 && a->components == 0) return false;
  if (insn->format == WL_FMT_MUBUF || insn->format == WL_FMT_MTBUF) {
    if (!wl_buffer_places(w, insn, a, exec, p)) return false;
  } else if (wl_segment(insn) == WL_SEG_SCRATCH) {
    wl_scratch_places(w, insn, a, exec, p);
  } else if (wl_segment(insn) == WL_SEG_FLAT) {
    wl_flat_places(w, insn, a, exec, p);
  } else {
    global_places(w, insn, a, exec, p);
  }
  align(w, a, p);
  return true;
}
