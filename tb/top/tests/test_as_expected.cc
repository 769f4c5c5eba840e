// SPDX-License-Identifier: Apache-2.0
// The direct compare of every cycle. Each flipped bit of each register of each slot is noticed if the slot holds a
// wave. Equal registers pass. A difference is reported with the DUT's words. The function is in an anonymous
// namespace, so this program includes its source. It is compiled as for any host and for one with AVX2.
#include "../probe_direct.cc"

#include <sys/wait.h>
#include <unistd.h>

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
#define REGISTER(name, bits, array, width) uint##width##_t array[kWaves];
#include "probe/state.def"
  uint64_t trap;
#define STATUS_BIT(array, field, number) uint16_t array;
#include "probe/state.def"
};

wl_unit_state view(Unit &u) {
  wl_unit_state state = {};
#define REGISTER(name, bits, array, width) state.array = u.array;
#define STATUS_BIT(array, field, number) state.array = &u.array;
#include "probe/state.def"
  state.trap = &u.trap;
  return state;
}

// An array, the bytes of a slot's register in it, and the register's bits. 0 bytes: a mask of slots; `trap` has four
// of them.
struct Row {
  const char *name;
  size_t offset;
  unsigned bytes, bits;
};
const Row rows[] = {
#define REGISTER(name, bits, array, width) {#array, offsetof(Unit, array), sizeof(Unit::array) / kWaves, width},
#define STATUS_BIT(array, field, number) {#array, offsetof(Unit, array), 0, 1},
#include "probe/state.def"
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
  wl_state_regs bytes = {};
#define REGISTER_8(name, bits, array, word, from, mask, sentence) bytes.word |= 0xFFu << (from);
#include "probe/state.def"
#define REGISTER_8(name, bits, array, word, from, mask, sentence) s.word &= bytes.word;
#include "probe/state.def"
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
    unsigned factor = 0;
#define REGISTER(name, bits, array, width) u.array[i] = on ? e.array[i] : static_cast<uint##width##_t>(r * ++factor);
#include "probe/state.def"
  }
  const uint16_t dead = static_cast<uint16_t>(~live);
#define STATUS_BIT(array, field, number) u.array = static_cast<uint16_t>(e.array | (random_bits() & dead));
#include "probe/state.def"
  u.valid = live;
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

// A register without an address ends the program.
void missing_place() {
  Unit u = {};
  wl_unit_state state = view(u), kept;
  wl_unit_places = &kept;
  wl_probe_place(0, state);
  state.mode = nullptr;
  fflush(stdout);
  const pid_t child = fork();
  if (!child) {
    wl_probe_place(0, state);
    _Exit(0);
  }
  int status = 0;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != WL_ERROR)
    fail("a missing address is no error", "mode", 0, 0);
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

int main() {
  // One row for each pointer of wl_unit_state to registers that are compared every cycle: all but those to register
  // files, and two sizes.
  static_assert(sizeof rows / sizeof *rows == sizeof(wl_unit_state) / sizeof(void *) - 7, "a row an array of the unit");
  every_bit(0xffff);
  every_bit(0);
  for (unsigned i = 0; i < kWaves; i++) every_bit(static_cast<uint16_t>(1u << i));
  missing_place();
  for (unsigned i = 0; i < kRounds; i++) every_bit(static_cast<uint16_t>(random_bits() >> 20));
  printf("%llu comparisons, %u wrong\n", static_cast<unsigned long long>(checks), failures);
  return failures != 0;
}
