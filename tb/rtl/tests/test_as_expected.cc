// SPDX-License-Identifier: Apache-2.0
// The direct compare of every cycle. Each flipped bit of each register of each slot is noticed if the slot holds a
// wave. Equal registers pass. A difference is reported with the DUT's words. The function is in an anonymous
// namespace, so this program includes its source. It is compiled as for any host and for one with AVX2.
#include "../probe_direct.cc"

#include <cstdio>
#include <cstdlib>

namespace {

wl_unit handle;

constexpr unsigned kRounds = 20;

// What the probe reported to the checker in a cycle.
bool closed_as_expected;
wl_state_regs reported[kWaves];
unsigned failures;
uint64_t checks;

void fail(const char *what, const char *array, unsigned slot, unsigned bit) {
  if (failures++ < 20) printf("FAIL: %s: %s, slot %u, bit %u\n", what, array, slot, bit);
}

uint64_t random_bits() {
  static uint64_t x = 88172645463325252u;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return x;
}

struct Unit {
  uint64_t pc[kWaves], exec[kWaves], vcc[kWaves];
  uint32_t m0[kWaves], mode[kWaves], trapsts[kWaves];
  uint8_t vm_cnt[kWaves], exp_cnt[kWaves], lgkm_cnt[kWaves];
  uint64_t trap;
  uint16_t valid, halt, in_barrier, in_tg, prio1, prio0, scc;
};

wl_unit_state view(Unit &u) {
  return {u.pc,     u.exec,  u.vcc,         u.m0,     u.mode,   u.trapsts, u.vm_cnt, u.exp_cnt, u.lgkm_cnt, &u.trap,
          &u.valid, &u.halt, &u.in_barrier, &u.in_tg, &u.prio1, &u.prio0,  &u.scc,   nullptr,   nullptr,    {},
          0,        0};
}

// An array, the bytes of a slot's register in it, and the register's bits. 0 bytes: a mask of slots; `trap` has four
// of them.
struct Row {
  const char *name;
  size_t offset;
  unsigned bytes, bits;
};
#define ARRAY(name, bits) \
  { #name, offsetof(Unit, name), sizeof(Unit::name) / kWaves, bits }
#define FLAG(name) \
  { #name, offsetof(Unit, name), 0, 1 }
const Row rows[] = {ARRAY(pc, 64),
                    ARRAY(exec, 64),
                    ARRAY(vcc, 64),
                    ARRAY(m0, 32),
                    ARRAY(mode, 32),
                    ARRAY(trapsts, 32),
                    ARRAY(vm_cnt, 8),
                    ARRAY(exp_cnt, 8),
                    ARRAY(lgkm_cnt, 8),
                    FLAG(valid),
                    FLAG(halt),
                    FLAG(in_barrier),
                    FLAG(in_tg),
                    FLAG(prio1),
                    FLAG(prio0),
                    FLAG(scc),
                    {"trap", offsetof(Unit, trap), 0, 4}};

void flip(Unit &u, const Row &row, unsigned slot, unsigned bit) {
  unsigned char *at = reinterpret_cast<unsigned char *>(&u) + row.offset;
  const unsigned n = row.bytes ? 8 * row.bytes * slot + bit : 16 * bit + slot;
  at[n / 8] ^= static_cast<unsigned char>(1u << n % 8);
}

__attribute__((target("avx2"))) bool with_avx2(const wl_unit_state &u, const wl_state_reg_arrays &e) {
  return as_expected(u, e);
}
bool without(const wl_unit_state &u, const wl_state_reg_arrays &e) { return as_expected(u, e); }

void close(Unit &u, bool *compared, bool *compared_avx2) {
  const wl_unit_state state = view(u);
  handle.place = const_cast<wl_unit_state *>(&state);
  wl_probe_close(reinterpret_cast<uint64_t>(&handle), 1);
  *compared = without(state, *handle.expected);
  *compared_avx2 = __builtin_cpu_supports("avx2") ? with_avx2(state, *handle.expected) : *compared;
  checks++;
}

void expect(Unit &u, bool equal, const char *what, const char *array, unsigned slot, unsigned bit) {
  bool any_host, avx2;
  close(u, &any_host, &avx2);
  if (closed_as_expected != equal || any_host != equal || avx2 != equal) fail(what, array, slot, bit);
}

// Random words of a wave that the arrays can represent.
wl_state_regs random_wave() {
  wl_state_regs s;
  for (unsigned i = 0; i < sizeof s / 4; i++)
    reinterpret_cast<uint32_t *>(&s)[i] = static_cast<uint32_t>(random_bits() >> 16);
  constexpr uint32_t kept = WL_STATUS_SCC | WL_STATUS_USER_PRIO | WL_STATUS_PRIV | WL_STATUS_TRAP_EN | WL_STATUS_IN_TG |
                            WL_STATUS_IN_BARRIER | WL_STATUS_HALT | WL_STATUS_COND_DBG_USER | WL_STATUS_COND_DBG_SYS;
  s.status = (s.status & kept) | WL_STATUS_VALID;
  s.counters &= WL_BITS(23, 0);
  if (!(s.vcc_lo | s.vcc_hi)) s.status |= WL_STATUS_VCCZ;
  if (!(s.exec_lo | s.exec_hi)) s.status |= WL_STATUS_EXECZ;
  return s;
}

// The checker's expected values of these waves, and a DUT that holds them. A slot without a wave holds anything.
void make(uint16_t live, wl_state_reg_arrays &e, wl_state_regs words[kWaves], Unit &u) {
  e = {};
  for (unsigned i = 0; i < kWaves; i++) {
    words[i] = live >> i & 1 ? random_wave() : wl_state_regs{};
    wl_state_reg_arrays_put(&e, i, &words[i]);
  }
  for (unsigned i = 0; i < kWaves; i++) {
    const bool on = live >> i & 1;
    const uint64_t r = random_bits();
    u.pc[i] = on ? e.pc[i] : r;
    u.exec[i] = on ? e.exec[i] : r * 3;
    u.vcc[i] = on ? e.vcc[i] : r * 5;
    u.m0[i] = on ? e.m0[i] : static_cast<uint32_t>(r * 7);
    u.mode[i] = on ? e.mode[i] : static_cast<uint32_t>(r * 11);
    u.trapsts[i] = on ? e.trapsts[i] : static_cast<uint32_t>(r * 13);
    u.vm_cnt[i] = on ? e.vm_cnt[i] : static_cast<uint8_t>(r * 17);
    u.exp_cnt[i] = on ? e.exp_cnt[i] : static_cast<uint8_t>(r * 19);
    u.lgkm_cnt[i] = on ? e.lgkm_cnt[i] : static_cast<uint8_t>(r * 23);
  }
  const uint16_t dead = static_cast<uint16_t>(~live);
  u.valid = live;
  u.halt = static_cast<uint16_t>(e.halt | (random_bits() & dead));
  u.in_barrier = static_cast<uint16_t>(e.in_barrier | (random_bits() & dead));
  u.in_tg = static_cast<uint16_t>(e.in_tg | (random_bits() & dead));
  u.prio1 = static_cast<uint16_t>(e.prio1 | (random_bits() & dead));
  u.prio0 = static_cast<uint16_t>(e.prio0 | (random_bits() & dead));
  u.scc = static_cast<uint16_t>(e.scc | (random_bits() & dead));
  u.trap = e.trap | (random_bits() & dead * WL_TRAP_SLOT_0);
}

// Every bit by itself. A noticed bit is reported as words, and only the words of its slot differ.
void every_bit(uint16_t live) {
  wl_state_reg_arrays e;
  wl_state_regs words[kWaves];
  Unit u;
  make(live, e, words, u);
  handle.expected = &e;
  expect(u, true, "equal, and found different", "none", live, 0);
  for (const Row &row : rows) {
    for (unsigned slot = 0; slot < kWaves; slot++) {
      const bool valid_bit = !strcmp(row.name, "valid"), counts = valid_bit || (live >> slot & 1);
      for (unsigned bit = 0; bit < row.bits; bit++) {
        flip(u, row, slot, bit);
        expect(u, !counts, counts ? "went unnoticed" : "of a slot without a wave, and noticed", row.name, slot, bit);
        for (unsigned other = 0; counts && other < kWaves; other++) {
          const bool differs = memcmp(&reported[other], &words[other], sizeof reported[0]) != 0;
          if (differs != (other == slot))
            fail(differs ? "reported for another slot" : "not reported", row.name, slot, bit);
        }
        flip(u, row, slot, bit);
      }
    }
  }
  // With a slot that is not representable the cycle is always compared as words.
  for (unsigned slot = 0; slot < kWaves; slot++) {
    e.not_representable = static_cast<uint16_t>(1u << slot);
    expect(u, false, "not representable, and was passed over", "not_representable", slot, 0);
    e.not_representable = 0;
  }
}

}  // namespace

// Stand-in for the checker.
void wl_probe_cycle_as_expected(wl_unit *, long long) { closed_as_expected = true; }
void wl_probe_cycle(wl_unit *, long long, const uint32_t *special) {
  closed_as_expected = false;
  memcpy(reported, special, sizeof reported);
}
int wl_probe_sweep(wl_unit *) { return 0; }
void wl_probe_sweep_sgpr(wl_unit *, int, const uint32_t *) { abort(); }
void wl_probe_sweep_vgprs(wl_unit *, int, int, const uint32_t *) { abort(); }
void wl_probe_sweep_lds_bank(wl_unit *, int, int, const uint32_t *) { abort(); }
void wl_probe_ready(wl_unit *, int, int, int, int) { abort(); }
void wl_probe_valu_lanes(wl_unit *, int, int, int, unsigned, const uint32_t *) { abort(); }

// SystemC, which the precompiled header includes, needs it.
int sc_main(int, char *[]) { return 6; }

int main() {
  // One row for each pointer of wl_unit_state to registers that are compared every cycle: all but those to register
  // files, and two sizes.
  static_assert(sizeof rows / sizeof *rows == sizeof(wl_unit_state) / sizeof(void *) - 7, "a row an array of the unit");
  every_bit(0xffff);
  every_bit(0);
  for (unsigned i = 0; i < kWaves; i++) every_bit(static_cast<uint16_t>(1u << i));
  for (unsigned i = 0; i < kRounds; i++) every_bit(static_cast<uint16_t>(random_bits() >> 20));
  printf("%llu comparisons, %u wrong\n", static_cast<unsigned long long>(checks), failures);
  return failures != 0;
}
