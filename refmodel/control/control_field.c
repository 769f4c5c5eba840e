// SPDX-License-Identifier: Apache-2.0
// Fields of control words: bundles, cycles, and what an instruction sets (maxwell-control.md 2, 4.1, 8.2, 8.8).
#include "isa/access.h"
#include "isa/isa.h"
#include "control/control.h"

enum { SLOT_BITS = 21, LONG_STALL = 12, SURE_STALL = 6 };

bool wl_control_field(const wl_model *m, uint64_t pc, uint32_t *field) {
  uint32_t word[2];
  *field = 0;
  if (!wl_names_slot(pc)) return false;
  if (!wl_mem_read(m->memory.mem, pc & ~(uint64_t)(WL_BUNDLE - 1), word, sizeof word)) return false;
  const uint64_t whole = (uint64_t)word[1] << 32 | word[0];
  *field = (uint32_t)(whole >> SLOT_BITS * (pc % WL_BUNDLE / WL_SLOT_BYTES - 1)) & ((1u << SLOT_BITS) - 1);
  return true;
}

bool wl_control_malformed(const wl_model *m, uint64_t pc, uint32_t field, const struct wl_insn *insn) {
  enum { BAD_BARRIER = 6, BAD_REUSE = 1 << 20 };
  uint32_t high = 0, pad = WL_PAD;
  (void)wl_mem_read(m->memory.mem, (pc & ~(uint64_t)(WL_BUNDLE - 1)) + 4, &high, 4);
  if (insn->size == 4) (void)wl_mem_read(m->memory.mem, pc + 4, &pad, 4);
  return high >> 31 != 0 || (field & BAD_REUSE) != 0 || pad != WL_PAD ||
         wl_field(field, WL_CTRL_WRITE) == BAD_BARRIER || wl_field(field, WL_CTRL_READ) == BAD_BARRIER;
}

uint64_t wl_control_next(uint64_t pc) {
  pc += WL_SLOT_BYTES;
  return wl_pc_mask(pc % WL_BUNDLE == 0 ? pc + WL_SLOT_BYTES : pc);
}

uint32_t wl_control_cycles(uint32_t field) {
  const uint32_t stall = wl_field(field, WL_CTRL_STALL);
  const bool yield = !wl_field(field, WL_CTRL_STAY);
  if (stall == 0) return yield ? 1 : 0;
  return stall >= LONG_STALL && !yield ? SURE_STALL : stall;
}

uint32_t wl_control_cycles_of(const struct wl_insn *insn, uint32_t field) {
  const uint32_t cycles = wl_control_cycles(field);
  if (!wl_is(insn, WL_FMT_SOPP, WL_OP_s_nop)) return cycles;
  const uint32_t nop = wl_field((uint32_t)insn->simm, WL_NOP_COUNT) + 1;
  return cycles > nop ? cycles : nop;
}

static bool has_result(const struct wl_insn *insn) {
  if (insn->unit == WL_UNIT_SMEM) return insn->mem_op != WL_MEM_STORE && insn->sdst_regs != 0;
  return insn->vdst_regs != 0 || (wl_moves_lds(insn) && insn->mem_op == WL_MEM_LOAD);
}

// A store, or an atomic without result.
static bool is_store(const struct wl_insn *insn) {
  if (insn->mem_op == WL_MEM_STORE) return true;
  return insn->mem_op == WL_MEM_ATOMIC && !has_result(insn);
}

// It only waits or acts on a cache: buffer_wbinvl1, s_dcache_*, s_atc_probe, ds_nop.
static bool moves_nothing(const struct wl_insn *insn) {
  const struct wl_access *a = wl_is_memory_unit((wl_block)insn->unit) ? wl_access_row(insn) : NULL;
  if (a == NULL) return false;
  const bool cache = insn->unit == WL_UNIT_VMEM && a->bytes == 0 && a->components == 0;
  const bool ds = insn->format == WL_FMT_DS && a->what == WL_DS_NOTHING;
  return cache || ds || (insn->unit == WL_UNIT_SMEM && a->what == WL_SMEM_NOTHING);
}

void wl_control_may_set(const struct wl_insn *insn, bool long_valu, bool *write, bool *read) {
  const bool nothing = moves_nothing(insn);
  *write = *read = false;
  switch (insn->unit) {
    case WL_UNIT_VALU: *write = long_valu; break;
    case WL_UNIT_EXPORT: *read = true; break;
    case WL_UNIT_SMEM: *write = nothing || has_result(insn); break;
    case WL_UNIT_LDS:
      *write = has_result(insn);
      *read = !nothing || has_result(insn);
      break;
    case WL_UNIT_VMEM:
      *write = nothing || has_result(insn);
      *read = !nothing;
      break;
    default: break;
  }
}

struct wl_sets wl_control_sets(const struct wl_insn *insn, uint32_t field, bool long_valu) {
  bool write, read;
  wl_control_may_set(insn, long_valu, &write, &read);
  return (struct wl_sets){.followed = true,
                          .store = wl_is_memory_unit((wl_block)insn->unit) && !moves_nothing(insn) && is_store(insn),
                          .write = write ? (uint8_t)wl_field(field, WL_CTRL_WRITE) : WL_NO_BARRIER,
                          .read = read ? (uint8_t)wl_field(field, WL_CTRL_READ) : WL_NO_BARRIER};
}
