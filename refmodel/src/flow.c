// SPDX-License-Identifier: Apache-2.0
#include "flow.h"

static void set_csp(struct wl_wave *w, uint32_t csp) { w->mode = (w->mode & 0x1fffffffu) | csp << WL_MODE_CSP_SHIFT; }

static void push(struct wl_wave *w, uint64_t exec, uint64_t pc) {
  const uint32_t csp = wl_csp(w);
  if (csp >= 6) w->model->event = WL_CSP_OVERFLOW;
  wl_set_sgpr64(w, 4 * csp, exec);
  wl_set_sgpr64(w, 4 * csp + 2, pc);
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
  if (wl_csp(w) == 0) w->model->event = WL_CSP_UNDERFLOW;
  set_csp(w, (wl_csp(w) - 1) & 7);
  const uint32_t entry = 4 * wl_csp(w);
  wl_set_sgpr64(w, WL_EXEC, wl_sgpr64(w, entry));
  w->next_pc = wl_pc_mask(wl_sgpr64(w, entry + 2));
}

uint32_t wl_status(const struct wl_wave *w) {
  return w->scc | w->user_prio << 3 | (uint32_t)w->priv << 5 | (uint32_t)w->trap_enabled << 6 | w->cond_dbg << 20 |
         (uint32_t)(wl_exec(w) == 0) << 9 | (uint32_t)(wl_vcc(w) == 0) << 10 | (uint32_t)(w->waves_in_group > 1) << 11 |
         (uint32_t)w->in_barrier << 12 | (uint32_t)w->halt << 13 | (uint32_t)w->valid << 16;
}

static uint32_t hwreg_read(const struct wl_wave *w, uint32_t id) {
  switch (id) {
    case 1: return w->mode;
    case 2: return wl_status(w);
    case 3: return w->trapsts;
    case 4: return w->slot;
    case 5:
      return (w->vgpr_base / 4 & 0x3f) | ((w->vgpr_size / 4 - 1) & 0x3f) << 8 | (w->slot * 8 & 0x3f) << 16 |
             (((w->sgpr_size + 15) / 16 - 1) & 15) << 24;
    case 6: return (w->lds_base / 512 & 0xff) | ((w->lds_size + 511) / 512 & 0x1ff) << 12;
    case 7: return (w->vm_cnt & 15) | w->exp_cnt << 4 | w->lgkm_cnt << 8 | (w->vm_cnt >> 4) << 22;
    case 15: return 0x00010002;
    case 16: return (uint32_t)w->tba;
    case 17: return (uint32_t)(w->tba >> 32);
    case 18: return (uint32_t)w->tma;
    case 19: return (uint32_t)(w->tma >> 32);
    default: return 0;
  }
}

// The field named by simm: its offset and, as a mask at bit 0, its size. A field past bit 31 is cut.
static uint32_t hwreg_field(uint32_t simm, uint32_t *offset) {
  *offset = simm >> 6 & 31;
  uint32_t size = (simm >> 11 & 31) + 1;
  if (size > 32 - *offset) size = 32 - *offset;
  return 0xffffffffu >> (32 - size);
}

uint32_t wl_get_hwreg(const struct wl_wave *w, uint32_t simm) {
  uint32_t offset;
  const uint32_t mask = hwreg_field(simm, &offset);
  return hwreg_read(w, simm & 0x3f) >> offset & mask;
}

void wl_set_hwreg(struct wl_wave *w, uint32_t simm, uint32_t value) {
  uint32_t offset;
  const uint32_t mask = hwreg_field(simm, &offset);
  const uint32_t bits = mask << offset, id = simm & 0x3f;
  value = (value & mask) << offset;
  if (id == 1) w->mode = (w->mode & ~bits) | value;
  if (id == 3 && w->priv) w->trapsts = (w->trapsts & ~(bits & WL_TRAPSTS_WRITABLE)) | (value & WL_TRAPSTS_WRITABLE);
}

void wl_set_gpr_idx_on(struct wl_wave *w, uint32_t index, uint32_t enables) {
  w->mode |= WL_MODE_GPR_IDX_EN;
  w->sgpr[WL_M0] = (w->sgpr[WL_M0] & 0xffff0f00u) | (index & 0xff) | enables << 12;
}
