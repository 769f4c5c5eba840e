// SPDX-License-Identifier: Apache-2.0
#include "flip.h"

#include "probe/direct_compare.h"
#include "probe_direct.h"
#include "wavelock/registers.h"

namespace wavelock {

namespace {

// Bit `bit` of element `element` of an array. The host is little-endian.
template <typename T>
Place in(T *array, size_t element, unsigned bit) {
  if (bit >= 8 * sizeof(T)) return {};
  return {reinterpret_cast<uint8_t *>(array + element) + bit / 8, static_cast<uint8_t>(1u << bit % 8)};
}

// mask: one of the four of `trap`, by its place in direct_compare.h.
Place in_trap(const wl_unit_state &u, unsigned mask, unsigned wave) {
  return in(u.trap, 0, mask / WL_MAX_WAVES * kUnitWaves + wave);
}

// A bit of STATUS by itself is in a mask with one bit a wave.
Place in_status(const wl_unit_state &u, unsigned wave, unsigned bit) {
  const uint32_t mask = UINT32_C(1) << bit;
  switch (mask) {
    case WL_STATUS_SCC: return in(u.scc, 0, wave);
    case WL_STATUS_PRIV: return in_trap(u, WL_TRAP_PRIV, wave);
    case WL_STATUS_TRAP_EN: return in_trap(u, WL_TRAP_ENABLED, wave);
    case WL_STATUS_IN_TG: return in(u.in_tg, 0, wave);
    case WL_STATUS_IN_BARRIER: return in(u.in_barrier, 0, wave);
    case WL_STATUS_HALT: return in(u.halt, 0, wave);
    case WL_STATUS_VALID: return in(u.valid, 0, wave);
    case WL_STATUS_COND_DBG_USER: return in_trap(u, WL_TRAP_DBG_USER, wave);
    case WL_STATUS_COND_DBG_SYS: return in_trap(u, WL_TRAP_DBG_SYS, wave);
  }
  if (!(WL_STATUS_USER_PRIO & mask)) return {};
  return in(WL_STATUS_USER_PRIO > 2 * mask - 1 ? u.prio0 : u.prio1, 0, wave);  // the lower bit, the upper bit
}

}  // namespace

Place place_of(const wl_unit_state &u, const StateBit &b) {
  if (!u.pc) return {};  // the unit's probe reports no places
  if (b.row == "PC") return in(u.pc, b.wave, b.bit);
  if (b.row == "EXEC") return in(u.exec, b.wave, b.bit);
  if (b.row == "VCC") return in(u.vcc, b.wave, b.bit);
  if (b.row == "SCC") return in(u.scc, 0, b.wave);
  if (b.row == "M0") return in(u.m0, b.wave, b.bit);
  if (b.row == "MODE") return in(u.mode, b.wave, b.bit);
  if (b.row == "STATUS") return in_status(u, b.wave, b.bit);
  if (b.row == "TRAPSTS") return in(u.trapsts, b.wave, b.bit);
  if (b.row == "VM_CNT") return in(u.vm_cnt, b.wave, b.bit);
  if (b.row == "EXP_CNT") return in(u.exp_cnt, b.wave, b.bit);
  if (b.row == "LGKM_CNT") return in(u.lgkm_cnt, b.wave, b.bit);
  if (b.row == "SGPR") return in(u.sgpr, WL_SGPRS * b.wave + b.index, b.bit);
  if (b.row == "VGPR") return in(u.vgpr, WL_LANES * b.index + b.lane, b.bit);
  // Byte address A of the LDS is in bank A[5:4], entry A[16:6]: a dword's number is A[16:2].
  if (b.row == "LDS") return in(u.lds[b.index / 4 % kBanks], b.index / (4 * kBanks) * 4 + b.index % 4, b.bit);
  return {};
}

}  // namespace wavelock
