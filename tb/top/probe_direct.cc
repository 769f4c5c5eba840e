// SPDX-License-Identifier: Apache-2.0
#include "probe_direct.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "check/checker.h"
#include "shell/dpi_layout.h"
#include "flip.h"
#include "probe/unit.h"
#include "wavelock/device.h"
#include "wavelock/registers.h"

namespace {

wl_unit *unit_of(uint64_t chandle) { return reinterpret_cast<wl_unit *>(chandle); }

constexpr unsigned kWaves = kUnitWaves;
static_assert(kWaves <= WL_MAX_WAVES, "the arrays of direct_compare.h have as many slots");

// The four masks as direct_compare.h has them.
inline uint64_t trap_of(const wl_unit_state &u) {
  if (kWaves == WL_MAX_WAVES) return *u.trap;
  const uint64_t mask = (UINT64_C(1) << kWaves) - 1, bits = *u.trap;
  uint64_t trap = 0;
#define TRAP_BIT(number, field) trap |= (bits >> number * kWaves & mask) << number * WL_MAX_WAVES;
#include "probe/state.def"
  return trap;
}

// So many bytes of an array of registers, at any alignment. half: the bits that are in either half of 32 bytes.
struct Bytes16 {
  typedef uint64_t type __attribute__((vector_size(16), aligned(1), may_alias));
};
struct Bytes32 {
  typedef uint64_t type __attribute__((vector_size(32), aligned(1), may_alias));
  static inline __attribute__((always_inline)) Bytes16::type half(const type &v) {
    return __builtin_shufflevector(v, v, 0, 1) | __builtin_shufflevector(v, v, 2, 3);
  }
};

// Adds to `any` the bits in which the registers of T's width differ from the expected ones, over all live slots. The
// last read may go beyond an array of a small unit, into what lies behind it in the DUT. No slot there is live.
template <typename Bytes, typename T>
inline __attribute__((always_inline)) void differ(typename Bytes::type &any, const T *live, const wl_unit_state &u,
                                                  const wl_state_reg_arrays &e) {
  typedef const typename Bytes::type *At;
#pragma GCC unroll 4
  for (unsigned i = 0; i < kWaves; i += sizeof any / sizeof(T)) {
    typename Bytes::type here = {};
#define REGISTER(name, bits, array, width) \
  if (width == 8 * sizeof(T)) here |= *At(u.array + i) ^ *At(e.array + i);
#ifndef WL_RTL_CONTROL_WORDS
#define WITHOUT_CONTROL_ROWS  // they are constants of the unit, and the model keeps them at 0
#endif
#include "probe/state.def"
    any |= here & *At(live + i);
  }
}

// Whether every wave state register of every live slot is as expected.
inline __attribute__((always_inline)) bool as_expected(const wl_unit_state &u, const wl_state_reg_arrays &e) {
  unsigned bits = 0;
#define STATUS_BIT(array, field, number) bits |= *u.array ^ e.array;
#include "probe/state.def"
  const uint64_t traps = (trap_of(u) ^ e.trap) & e.live_trap;
  Bytes32::type any = {};
  differ<Bytes32>(any, e.live64, u, e);
  differ<Bytes32>(any, e.live32, u, e);
  Bytes16::type words = Bytes32::half(any);
  differ<Bytes16>(words, e.live8, u, e);
  return !((*u.valid ^ e.valid) | (bits & e.valid) | e.not_representable | traps | words[0] | words[1]);
}

void read_state_regs(const wl_unit_state &u, wl_state_regs to[WL_MAX_WAVES]) {
  wl_state_reg_arrays now = {};
#define REGISTER(name, bits, array, width) memcpy(now.array, u.array, kWaves * sizeof *u.array);
#define STATUS_BIT(array, field, number) now.array = *u.array;
#include "probe/state.def"
  now.trap = trap_of(u);
  for (uint32_t i = 0; i < kWaves; i++) wl_state_reg_arrays_get(&now, i, &to[i]);
}

// Closes the cycle with the words of each slot: the checker reports what differs.
void close_by_words(wl_unit *unit, long long cycle, const wl_unit_state &u) {
  wl_state_regs special[WL_MAX_WAVES] = {};
  read_state_regs(u, special);
  wl_probe_cycle(unit, cycle, reinterpret_cast<const uint32_t *>(special));
}

// wanted: the request of wl_probe_sweep.
void sweep(wl_unit *unit, uint32_t wanted, const wl_unit_state &u) {
  const bool one = wanted & WL_SWEEP_WAVE;
  for (uint32_t slot = 0; slot < kWaves && (wanted & WL_SWEEP_SGPR); slot++) {
    if (one && slot != wl_sweep_slot(wanted)) continue;
    uint32_t words[WL_SGPRS];
    memcpy(words, u.sgpr + WL_SGPRS * slot, sizeof words);
    words[WL_VCC] = words[WL_VCC_HI] = 0;
    for (int code = WL_M0; code < WL_SGPRS; code++) words[code] = 0;
    wl_probe_sweep_sgpr(unit, static_cast<int>(slot), words);
  }
  if (wanted & WL_SWEEP_VGPR) {
    const int first = one ? static_cast<int>(wl_sweep_first(wanted)) : 0;
    const int count = one ? static_cast<int>(wl_sweep_count(wanted)) : u.phys_vgprs;
    wl_probe_sweep_vgprs(unit, first, count, u.vgpr + WL_LANES * first);
  }
  for (int bank = 0; bank < kBanks && (wanted & WL_SWEEP_LDS); bank++)
    wl_probe_sweep_lds_bank(unit, bank, u.lds_rows, u.lds[bank]);
}

// Closes the cycle and answers the checker's sweep request. equal: every register is as expected.
__attribute__((cold, noinline)) void close_and_sweep(wl_unit *unit, long long cycle, const wl_unit_state &u,
                                                     bool equal) {
  if (equal) wl_probe_cycle_as_expected(unit, cycle);
  else close_by_words(unit, cycle, u);
  const uint32_t wanted = static_cast<uint32_t>(wl_probe_sweep(unit));
  if (wanted) sweep(unit, wanted, u);
}

inline __attribute__((always_inline)) void close_cycle(uint64_t unit, uint64_t cycle) {
  wl_unit *u = unit_of(unit);
  if (!u) return;
  const wl_unit_state &state = *static_cast<const wl_unit_state *>(u->place);
  const long long n = static_cast<long long>(cycle);
  if (__builtin_expect(!u->expected, 0)) {
    if (u->seen && !u->checker) close_by_words(u, n, state);  // somebody watches a unit without a checker
    return;
  }
  const bool equal = as_expected(state, *u->expected);
  if (__builtin_expect(equal && !u->sweep_due, 1)) {
    wl_probe_cycle_as_expected(u, n);
    return;
  }
  close_and_sweep(u, n, state, equal);
}

// The same function for a host with wide registers. The choice is made here. An indirect function of the linker would
// do it, too, but tools that lay out a linked program anew lose it (mk/fast.mk).
void close_base(uint64_t unit, uint64_t cycle) { close_cycle(unit, cycle); }
#ifdef __x86_64__
__attribute__((target("avx2"))) void close_avx2(uint64_t unit, uint64_t cycle) { close_cycle(unit, cycle); }
void (*const close_of_host)(uint64_t, uint64_t) = __builtin_cpu_supports("avx2") ? close_avx2 : close_base;
#else
void (*const close_of_host)(uint64_t, uint64_t) = close_base;
#endif

}  // namespace

void wl_probe_arbiter(uint64_t unit, uint16_t fetched, uint16_t in_flight, uint8_t units, uint8_t selected) {
  wl_probe_ready(unit_of(unit), fetched, in_flight, units, selected < kWaves ? selected : -1);
}

wl_unit_state *wl_unit_places;

void wl_probe_place(uint64_t unit, const wl_unit_state &state) {
  const char *missing = nullptr;
#define REGISTER(name, bits, array, width) \
  if (!state.array) missing = #array;
#define STATUS_BIT(array, field, number) \
  if (!state.array) missing = #array;
#include "probe/state.def"
  if (missing) {
    fprintf(stderr, "ERROR: rtl/probe/probe.sv gives no address of %s, a register of tb/probe/state.def\n", missing);
    _Exit(WL_ERROR);
  }
  *wl_unit_places = state;
  if (unit) unit_of(unit)->place = wl_unit_places;
}

std::map<std::string, wl_kept_row> *wl_unit_kept;

void wl_probe_kept(const std::string &row, const void *first, unsigned width, unsigned elements, unsigned from,
                   unsigned lanes, unsigned bits) {
  if (wl_unit_kept) (*wl_unit_kept)[row] = {first, width, elements, from, lanes, bits};
}

void wl_probe_close(uint64_t unit, uint64_t cycle) { close_of_host(unit, cycle); }

void wavelock::read_state(const wl_unit_state &u, wl_dut_state *to) {
  *to = {};
  read_state_regs(u, to->state_regs);
  to->sgpr = u.sgpr;
  to->vgpr = u.vgpr;
  for (int bank = 0; bank < kBanks; bank++) to->lds[bank] = u.lds[bank];
}

void wl_probe_valu_write(uint64_t unit, uint8_t slot, const uint32_t *write) {
  namespace layout = wavelock::vgpr_write;
  const uint32_t where = write[layout::kWhere];
  wl_probe_valu_lanes(unit_of(unit), slot, static_cast<int>(layout::kVgpr.of(where)),
                      static_cast<int>(layout::kPass.of(where)), layout::kLanes.of(where), write);
}
