#include "probe_in_place.h"

#include <cstring>

#include "probe.h"
#include "wavelock/model.h"

namespace {

constexpr int kWaves = 16;

// Of each wave: bits in which registers differ from their copies.
struct Differences {
  uint64_t wide[kWaves];
  uint32_t words[kWaves];
  uint8_t counts[kWaves];
};

// Sixteen bytes at a time, whatever the elements.
typedef uint64_t Chunk __attribute__((vector_size(16)));
inline Chunk load(const void *from) {
  Chunk c;
  memcpy(&c, from, sizeof c);
  return c;
}

// Three arrays against their copies.
template <typename T>
inline Chunk differ(T *by_wave, const T *a, const T *a_was, const T *b, const T *b_was, const T *c, const T *c_was) {
  constexpr int kStep = sizeof(Chunk) / sizeof(T);
  Chunk any = {};
#pragma GCC unroll 8
  for (int i = 0; i < kWaves; i += kStep) {
    const Chunk d = (load(a + i) ^ load(a_was + i)) | (load(b + i) ^ load(b_was + i)) | (load(c + i) ^ load(c_was + i));
    memcpy(by_wave + i, &d, sizeof d);
    any |= d;
  }
  return any;
}

// The registers as they were at the clock before, and what was made of them. All zero is what reset leaves.
struct {
  uint64_t pc[kWaves], exec[kWaves], vcc[kWaves];
  uint32_t m0[kWaves], mode[kWaves], trapsts[kWaves];
  uint8_t vm_cnt[kWaves], exp_cnt[kWaves], lgkm_cnt[kWaves];
  uint16_t valid, halt, in_barrier, in_tg, prio1, prio0, scc;
  uint64_t trap;
  wl_special special[kWaves];
} was;

wl_special compose(int i) {
  const auto bit = [i](uint16_t waves, int position) { return static_cast<uint32_t>(waves >> i & 1) << position; };
  if (!(was.valid >> i & 1)) return {};
  wl_special s = {};
  s.pc_lo = static_cast<uint32_t>(was.pc[i]);
  s.pc_hi = static_cast<uint32_t>(was.pc[i] >> 32);
  s.exec_lo = static_cast<uint32_t>(was.exec[i]);
  s.exec_hi = static_cast<uint32_t>(was.exec[i] >> 32);
  s.vcc_lo = static_cast<uint32_t>(was.vcc[i]);
  s.vcc_hi = static_cast<uint32_t>(was.vcc[i] >> 32);
  s.m0 = was.m0[i];
  s.mode = was.mode[i];
  s.status = bit(was.valid, 16) | bit(was.halt, 13) | bit(was.in_barrier, 12) | bit(was.in_tg, 11) |
             (was.vcc[i] == 0) << 10 | (was.exec[i] == 0) << 9 | bit(was.prio1, 4) | bit(was.prio0, 3) |
             bit(was.scc, 0);
  // The waves' bits of trap, 16 apart.
  const uint64_t trap = was.trap >> i;
  s.status |= static_cast<uint32_t>((trap & 1) << 5 | (trap >> 16 & 1) << 6 | (trap >> 32 & 1) << 20 |
                                    (trap >> 48 & 1) << 21);
  s.trapsts = was.trapsts[i];
  s.counters = static_cast<uint32_t>(was.lgkm_cnt[i] << 16 | was.exp_cnt[i] << 8 | was.vm_cnt[i]);
  return s;
}

}  // namespace

void wl_probe_arbiter(uint16_t fetched, uint16_t held, uint8_t units, uint8_t tried) {
  wl_probe_ready(fetched, held, units, tried < kWaves ? tried : -1);
}

void wl_probe_specials(uint64_t clock, const uint64_t *pc, const uint64_t *exec, const uint64_t *vcc, const uint32_t *m0,
                       const uint32_t *mode, const uint32_t *trapsts, const uint8_t *vm_cnt, const uint8_t *exp_cnt,
                       const uint8_t *lgkm_cnt, uint16_t valid, uint64_t trap,
                       uint16_t halt, uint16_t in_barrier, uint16_t in_tg,
                       uint16_t prio1, uint16_t prio0, uint16_t scc) {
  Differences d;
  const Chunk wide = differ(d.wide, pc, was.pc, exec, was.exec, vcc, was.vcc);
  const Chunk rest = differ(d.words, m0, was.m0, mode, was.mode, trapsts, was.trapsts) |
                     differ(d.counts, vm_cnt, was.vm_cnt, exp_cnt, was.exp_cnt, lgkm_cnt, was.lgkm_cnt);
  const uint64_t traps = trap ^ was.trap;
  const unsigned bits = (valid ^ was.valid) | (halt ^ was.halt) | (in_barrier ^ was.in_barrier) | (in_tg ^ was.in_tg) |
                        (prio1 ^ was.prio1) | (prio0 ^ was.prio0) | (scc ^ was.scc) |
                        static_cast<unsigned>((traps | traps >> 16 | traps >> 32 | traps >> 48) & 0xffff);
  const uint64_t seldom = rest[0] | rest[1] | bits;
  if (wide[0] | wide[1] | seldom) {
    was.valid = valid;
    was.trap = trap;
    was.halt = halt;
    was.in_barrier = in_barrier;
    was.in_tg = in_tg;
    was.prio1 = prio1;
    was.prio0 = prio0;
    was.scc = scc;
    for (int i = 0; i < kWaves; i++) {
      if (!d.wide[i] && (!seldom || !(d.words[i] | d.counts[i] | (bits >> i & 1)))) continue;
      was.pc[i] = pc[i];
      was.exec[i] = exec[i];
      was.vcc[i] = vcc[i];
      was.m0[i] = m0[i];
      was.mode[i] = mode[i];
      was.trapsts[i] = trapsts[i];
      was.vm_cnt[i] = vm_cnt[i];
      was.exp_cnt[i] = exp_cnt[i];
      was.lgkm_cnt[i] = lgkm_cnt[i];
      was.special[i] = compose(i);
    }
  }
  wl_probe_clock(static_cast<long long>(clock), reinterpret_cast<const uint32_t *>(was.special));
}

void wl_probe_valu_write(uint8_t slot, const uint32_t *write) {
  const uint32_t where = write[16];
  wl_probe_vgpr(WL_SRC_VALU, slot, 0, static_cast<int>(where >> 18 & 0x3ff), static_cast<int>(where >> 16 & 3),
                static_cast<int>(where & 0xffff), write);
}
