// SPDX-License-Identifier: Apache-2.0
// Fork and join, hardware registers, STATUS (control-flow.md 1, 3).
#include "execute/flow.h"

// TRAPSTS fields that s_setreg writes with PRIV = 1.
#define WL_TRAPSTS_WRITABLE (WL_TRAPSTS_EXCP | WL_TRAPSTS_ILLEGAL_INST | WL_TRAPSTS_EXCP_HI)

enum { MAX_DEPTH = 6 };  // entries of the fork stack that a program may use (control-flow.md 3.3)

static void set_csp(struct wl_wave *w, uint32_t csp) { w->mode = wl_with_field(w->mode, WL_MODE_CSP, csp); }

static void push(struct wl_wave *w, uint64_t exec, uint64_t pc) {
  const uint32_t csp = wl_csp(w);
  if (csp >= MAX_DEPTH) w->event = WL_CSP_OVERFLOW;
  // A pair of an entry lies wholly in the second names or outside.
  wl_set_sgpr64(w, wl_first_name(w->second_end, 4 * csp), exec);
  wl_set_sgpr64(w, wl_first_name(w->second_end, 4 * csp + 2), pc);
  set_csp(w, (csp + 1) & 7);
}

void wl_fork_wave(struct wl_wave *w, uint64_t mask, uint64_t target) {
  const uint64_t exec = wl_exec(w);
  const uint64_t pass = mask & exec;
  const uint64_t fail = ~mask & exec;
  if (pass == exec) {
    w->next_pc = target;
  } else if (fail == exec) {
    return;
  } else if (__builtin_popcountll(fail) < __builtin_popcountll(pass)) {
    push(w, pass, target);
    wl_set_sgpr64(w, WL_EXEC, fail);
  } else {
    push(w, fail, w->next_pc);
    wl_set_sgpr64(w, WL_EXEC, pass);
    w->next_pc = target;
  }
}

void wl_join_wave(struct wl_wave *w, uint32_t saved_csp) {
  if (wl_csp(w) == saved_csp) return;
  if (wl_csp(w) == 0) w->event = WL_CSP_UNDERFLOW;
  set_csp(w, (wl_csp(w) - 1) & 7);
  const uint32_t entry = 4 * wl_csp(w);
  const uint64_t pc = wl_sgpr64(w, wl_first_name(w->second_end, entry + 2));
  wl_set_sgpr64(w, WL_EXEC, wl_sgpr64(w, wl_first_name(w->second_end, entry)));
  w->next_pc = wl_pc_mask(pc);
}

static uint32_t hwreg_read(const struct wl_wave *w, uint32_t id) {
  switch (id) {
    case WL_HWREG_MODE: return w->mode;
    case WL_HWREG_STATUS: return wl_status(w);
    case WL_HWREG_TRAPSTS: return w->trapsts;
    case WL_HWREG_HW_ID: return w->slot;
    case WL_HWREG_GPR_ALLOC:
      return wl_to_field(WL_GPR_ALLOC_VGPR_BASE, w->vgpr_base / 4) |
             wl_to_field(WL_GPR_ALLOC_VGPR_SIZE, w->vgpr_size / 4 - 1) |
             wl_to_field(WL_GPR_ALLOC_SGPR_BASE, w->slot * 8) |
             wl_to_field(WL_GPR_ALLOC_SGPR_SIZE, (w->sgpr_size + 15) / 16 - 1);
    case WL_HWREG_LDS_ALLOC:
      return wl_to_field(WL_LDS_ALLOC_LDS_BASE, w->lds_base / 256) |
             wl_to_field(WL_LDS_ALLOC_LDS_SIZE, (w->lds_size + 511) / 512 * 2);
    case WL_HWREG_IB_STS:  // without VS_CNT (D-MEM-59)
      return wl_to_field(WL_IB_STS_VM_CNT_LOW, w->vm_cnt) | wl_to_field(WL_IB_STS_VM_CNT_HIGH, w->vm_cnt >> 4) |
             wl_to_field(WL_IB_STS_EXP_CNT, w->exp_cnt) | wl_to_field(WL_IB_STS_LGKM_CNT, w->lgkm_cnt);
    case WL_HWREG_SH_MEM_BASES:
      return wl_to_field(WL_SH_MEM_BASES_PRIVATE, WL_APERTURE_PRIVATE) |
             wl_to_field(WL_SH_MEM_BASES_SHARED, WL_APERTURE_SHARED);
    case WL_HWREG_TBA_LO: return (uint32_t)(w->tba >> 8);
    case WL_HWREG_TBA_HI: return (uint32_t)(w->tba >> 40) & 0xff;
    case WL_HWREG_TMA_LO: return (uint32_t)(w->tma >> 8);
    case WL_HWREG_TMA_HI: return (uint32_t)(w->tma >> 40) & 0xff;
    case WL_HWREG_SHARED_VGPRS:
      return wl_to_field(WL_SHARED_VGPRS_GLOBAL, w->shared_global) |
             wl_to_field(WL_SHARED_VGPRS_TEMPS, w->shared_temps);
    default: return 0;
  }
}

// The field that simm names: its offset, and its size as a mask at bit 0. A field past bit 31 is cut.
static uint32_t hwreg_field(uint32_t simm, uint32_t *offset) {
  *offset = wl_field(simm, WL_HWREG_OFFSET);
  uint32_t size = wl_field(simm, WL_HWREG_SIZE) + 1;
  if (size > 32 - *offset) size = 32 - *offset;
  return 0xffffffffu >> (32 - size);
}

uint32_t wl_get_hwreg(const struct wl_wave *w, uint32_t simm) {
  uint32_t offset;
  const uint32_t mask = hwreg_field(simm, &offset);
  return hwreg_read(w, wl_field(simm, WL_HWREG_ID)) >> offset & mask;
}

void wl_set_hwreg(struct wl_wave *w, uint32_t simm, uint32_t value) {
  uint32_t offset;
  const uint32_t mask = hwreg_field(simm, &offset);
  const uint32_t bits = mask << offset, id = wl_field(simm, WL_HWREG_ID);
  value = (value & mask) << offset;
  if (id == WL_HWREG_MODE) w->mode = (w->mode & ~bits) | value;
  if (!w->priv) return;
  if (id == WL_HWREG_TRAPSTS) w->trapsts = (w->trapsts & ~(bits & WL_TRAPSTS_WRITABLE)) | (value & WL_TRAPSTS_WRITABLE);
  if (id == WL_HWREG_STATUS) {  // D-SCA-8
    const uint32_t status = (wl_status(w) & ~bits) | value;
    w->scc = wl_field(status, WL_STATUS_SCC);
    w->user_prio = wl_field(status, WL_STATUS_USER_PRIO);
    w->halt = wl_field(status, WL_STATUS_HALT);
  }
}

void wl_set_gpr_idx_on(struct wl_wave *w, uint32_t index, uint32_t enables) {
  w->mode |= WL_MODE_GPR_IDX_EN;
  set_m0(w, WL_M0_GPR_INDEX, index);
  set_m0(w, WL_M0_GPR_INDEX_ENABLES, enables);
}
