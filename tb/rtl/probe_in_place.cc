// SPDX-License-Identifier: Apache-2.0
#include "probe_in_place.h"

#include <cstring>
#include <initializer_list>

#include "in_place.h"
#include "probe.h"

namespace {

constexpr unsigned kWaves = 16;
static_assert(kWaves == WL_MAX_WAVES, "the arrays of wave state registers.h are of as many slots");

// Bytes of a register of all slots at a time, wherever they lie.
struct Bytes32 {
  typedef uint64_t type __attribute__((vector_size(32), aligned(1), may_alias));
};
struct Bytes16 {
  typedef uint64_t type __attribute__((vector_size(16), aligned(1), may_alias));
};

// Bits in which three arrays differ from what is expected, of live slots.
template <typename Bytes, typename T>
inline __attribute__((always_inline)) uint64_t differ(const T *live, const T *a, const T *a_expected, const T *b,
                                                      const T *b_expected, const T *c, const T *c_expected) {
  typedef const typename Bytes::type *At;
  typename Bytes::type any = {};
#pragma GCC unroll 4
  for (unsigned i = 0; i < kWaves; i += sizeof any / sizeof(T)) {
    any |=
        ((*At(a + i) ^ *At(a_expected + i)) | (*At(b + i) ^ *At(b_expected + i)) | (*At(c + i) ^ *At(c_expected + i))) &
        *At(live + i);
  }
  uint64_t bits = 0;
  for (unsigned i = 0; i < sizeof any / sizeof bits; i++) bits |= any[i];
  return bits;
}

// Whether every special register of every slot is as expected; what a slot without a wave holds means nothing.
inline __attribute__((always_inline)) bool as_expected(const wl_unit_state &u, const wl_state_reg_arrays &e) {
  const unsigned bits = (*u.halt ^ e.halt) | (*u.in_barrier ^ e.in_barrier) | (*u.in_tg ^ e.in_tg) |
                        (*u.prio1 ^ e.prio1) | (*u.prio0 ^ e.prio0) | (*u.scc ^ e.scc);
  const uint64_t traps = (*u.trap ^ e.trap) & e.valid * 0x0001000100010001u;
  const uint64_t words = differ<Bytes32>(e.live64, u.pc, e.pc, u.exec, e.exec, u.vcc, e.vcc) |
                         differ<Bytes32>(e.live32, u.m0, e.m0, u.mode, e.mode, u.trapsts, e.trapsts) |
                         differ<Bytes16>(e.live8, u.vm_cnt, e.vm_cnt, u.exp_cnt, e.exp_cnt, u.lgkm_cnt, e.lgkm_cnt);
  return !((*u.valid ^ e.valid) | (bits & e.valid) | e.elsewhere | traps | words);
}

// The words of each slot, for the checker to say what differs.
__attribute__((cold, noinline)) void close_by_words(long long cycle, const wl_unit_state &u) {
  wl_state_reg_arrays unit = {};
  memcpy(unit.pc, u.pc, sizeof unit.pc);
  memcpy(unit.exec, u.exec, sizeof unit.exec);
  memcpy(unit.vcc, u.vcc, sizeof unit.vcc);
  memcpy(unit.m0, u.m0, sizeof unit.m0);
  memcpy(unit.mode, u.mode, sizeof unit.mode);
  memcpy(unit.trapsts, u.trapsts, sizeof unit.trapsts);
  memcpy(unit.vm_cnt, u.vm_cnt, sizeof unit.vm_cnt);
  memcpy(unit.exp_cnt, u.exp_cnt, sizeof unit.exp_cnt);
  memcpy(unit.lgkm_cnt, u.lgkm_cnt, sizeof unit.lgkm_cnt);
  unit.trap = *u.trap;
  unit.valid = *u.valid;
  unit.halt = *u.halt;
  unit.in_barrier = *u.in_barrier;
  unit.in_tg = *u.in_tg;
  unit.prio1 = *u.prio1;
  unit.prio0 = *u.prio0;
  unit.scc = *u.scc;
  wl_state_regs special[kWaves];
  for (uint32_t i = 0; i < kWaves; i++) wl_state_reg_arrays_get(&unit, i, &special[i]);
  wl_probe_cycle(cycle, reinterpret_cast<const uint32_t *>(special));
}

// wanted: what wl_probe_sweep says.
__attribute__((cold, noinline)) void sweep(int wanted, int phys_vgprs, int lds_rows, const wl_unit_state &u) {
  const bool one = wanted >> 3 & 1;
  for (int slot = 0; slot < static_cast<int>(kWaves) && (wanted & 1); slot++) {
    if (one && slot != (wanted >> 4 & 15)) continue;
    uint32_t words[WL_SGPRS];
    memcpy(words, u.sgpr + WL_SGPRS * slot, sizeof words);
    for (int special : {106, 107, 124, 125, 126, 127}) words[special] = 0;
    wl_probe_sweep_sgpr(slot, words);
  }
  if (wanted >> 1 & 1) {
    const int first = one ? wanted >> 8 & 0x3ff : 0;
    wl_probe_sweep_vgprs(first, one ? wanted >> 18 & 0x1ff : phys_vgprs, u.vgpr + WL_LANES * first);
  }
  for (int bank = 0; bank < 4 && (wanted >> 2 & 1); bank++) wl_probe_sweep_lds_bank(bank, lds_rows, u.lds[bank]);
}

}  // namespace

void wl_probe_arbiter(uint16_t fetched, uint16_t held, uint8_t units, uint8_t tried) {
  wl_probe_ready(fetched, held, units, tried < kWaves ? tried : -1);
}

__attribute__((target_clones("avx2", "default"))) void wl_probe_close(uint64_t cycle, int phys_vgprs, int lds_rows,
                                                                      const wl_unit_state &unit) {
  if (!wl_probe_expected) return;
  const long long n = static_cast<long long>(cycle);
  if (__builtin_expect(as_expected(unit, *wl_probe_expected), 1)) wl_probe_cycle_as_expected(n);
  else close_by_words(n, unit);
  const int wanted = wl_probe_sweep();
  if (__builtin_expect(wanted != 0, 0)) sweep(wanted, phys_vgprs, lds_rows, unit);
}

void wl_probe_valu_write(uint8_t slot, const uint32_t *write) {
  const uint32_t where = write[16];
  wl_probe_valu_lanes(slot, static_cast<int>(where >> 18 & 0x3ff), static_cast<int>(where >> 16 & 3), where & 0xffff,
                      write);
}
