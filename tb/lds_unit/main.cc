// SPDX-License-Identifier: Apache-2.0
// The data share alone against the model. usage: wavelock-lds-unit [--count ACCESSES] [--seed N]
//   legality      stride and index of owner writes: decoder, model and the document agree which are legal
//   owner writes  every thread, stride, index, number of dwords and mode, with 64 and 16 KiB
//   alignment     reads and writes of every size at every place in an entry, in the four modes, some distances of lanes
//   examples      the cycles of service of the document's examples
//   swizzles      every offset of ds_swizzle_b32's rotate, FFT and quad modes
//   random        DS instructions of all kinds, several waves at a time, until banks were accessed COUNT times
//   content       everything that the LDS and the GDS hold after it
// Ends with 'N passed, N failed'.
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "stimulus.h"

namespace {

// Waits until the unit takes it.
void issue(Bench &bench, uint32_t slot, Words words, const Registers &registers = {}) {
  for (int n = 0; !bench.failed() && !bench.cycle(static_cast<int>(slot), words, registers); n++) {
    if (n == 100000) {
      printf("the unit takes no instruction\n");
      exit(1);
    }
  }
}

bool legality() {
  Bench bench(1);
  uint32_t wrong = 0, legal = 0;
  for (uint32_t stride = 0; stride < 128; stride++) {
    for (uint32_t index = 0; index < 256; index++) {
      const Words words = owner_write(1, stride, index, true, 3);
      const bool wanted = stride % 4 == 0 && stride >= 4 && stride <= 64 && index % 4 == 0 && index + 4 <= stride;
      const bool unit = bench.legal(words), model = bench.model_legal(0, words);
      legal += wanted;
      if (unit == wanted && model == wanted) continue;
      if (!wrong++)
        printf("stride %u, index %u: legal %d in the unit, %d in the model, expected %d\n", stride, index, unit, model,
               wanted);
    }
  }
  printf("legality: %u strides and indices, %u legal, %u wrong\n", 128 * 256, legal, wrong);
  return !wrong && !bench.failed();
}

// The bench compares with the model; here each access is compared with the document's formula as well.
bool owner_writes() {
  Bench bench(2);
  bench.stall_percent = 0;
  Random random(2);
  static uint32_t rows[ROWS][WL_LANES];
  uint64_t wrong = 0, checked = 0;
  for (uint32_t size = 16384; size <= LDS_BYTES && !bench.failed(); size *= 4) {
    for (uint32_t wave = 0; wave < 16; wave++) {
      wl_wave_init init = {};
      init.exec = ~0ull;
      init.waves_in_group = 16;
      init.wave_in_group = wave;
      init.lds_size = size;
      random_rows(random, init, rows);
      bench.start(wave, init, 0, rows, ROWS);
      for (uint32_t n = 0; n < 16 * 16 * 4 * 2; n++) {
        const uint32_t stride = 4 + n % 16 * 4, index = n / 16 % 16 * 4, dwords = 1 + n / 256 % 4;
        const bool relative = n / 1024;
        if (index >= stride) continue;
        issue(bench, wave, owner_write(dwords, stride, index, relative, 3 + n % 20), {});
        uint64_t seen = 0, due = 0;
        while (bench.under_way(wave) && !bench.failed()) {
          bench.cycle();
          for (uint32_t i = 0; i < bench.access_count; i++) {
            const Bench::Access &a = bench.access[i];
            // The quad's lane that owns this bank.
            const uint32_t lane = 4 * a.quad + a.bank, thread = relative ? 64 * wave + lane : lane;
            const uint32_t bank_offset = (thread >> 2) * stride + index;
            wrong += thread % 4 != a.bank || a.row != bank_offset / 4 || a.byte_enable != (1u << 4 * dwords) - 1;
            seen |= 1ull << lane;
            checked++;
          }
        }
        for (uint32_t lane = 0; lane < WL_LANES; lane++) {
          const uint32_t thread = relative ? 64 * wave + lane : lane;
          const uint32_t row = ((thread >> 2) * stride + index) / 4;
          if ((row * 4 + thread % 4 + 1) * 16 <= size) due |= 1ull << lane;
        }
        wrong += seen != due;
      }
      bench.end(wave);
    }
  }
  printf("owner writes: %llu instructions, %llu entries, %llu wrong\n",
         static_cast<unsigned long long>(bench.counts.instructions), static_cast<unsigned long long>(checked),
         static_cast<unsigned long long>(wrong));
  return !wrong && !bench.failed();
}

// One wave with full EXEC whose v0 has addresses. Returns when the instruction has.
void alone(Bench &bench, uint32_t opcode, uint32_t offset) {
  issue(bench, 0, {0xD8000000 | opcode << 17 | offset, 24u << 24 | 12u << 16 | 8u << 8}, {});
  bench.drain();
}

wl_wave_init full_wave(uint32_t alignment_mode) {
  wl_wave_init init = {};
  init.exec = ~0ull;
  init.waves_in_group = 1;
  init.lds_size = LDS_BYTES;
  init.alignment_mode = alignment_mode;
  return init;
}

bool alignment() {
  // Writes, then reads that may see what these left: 8, 16, 32, 64, 96, 128 bits; two addresses of 32 and 64.
  static const uint32_t opcodes[] = {30, 31, 13, 77, 222, 223, 14, 78, 58, 60, 54, 118, 254, 255, 55, 119};
  static const uint32_t distances[] = {1, 4, 13, 16, 64};
  static uint32_t rows[ROWS][WL_LANES];
  Bench bench(3);
  Random random(3);
  for (uint32_t mode = 0; mode < 4; mode++) {
    for (uint32_t place = 0; place < 16 && !bench.failed(); place++) {
      for (uint32_t distance : distances) {
        const wl_wave_init init = full_wave(mode);
        random_rows(random, init, rows);
        for (uint32_t l = 0; l < WL_LANES; l++) rows[0][l] = 512 + place + l * distance;
        bench.start(0, init, 0, rows, ROWS);
        for (uint32_t opcode : opcodes)
          alone(bench, opcode, opcode == 14 || opcode == 78 || opcode == 55 || opcode == 119 ? 0x100 : 0);
        bench.end(0);
      }
    }
  }
  printf("alignment: %llu instructions, %llu entries, %llu cycles lost, %llu violations\n",
         static_cast<unsigned long long>(bench.counts.instructions),
         static_cast<unsigned long long>(bench.counts.accesses),
         static_cast<unsigned long long>(bench.counts.conflicts),
         static_cast<unsigned long long>(bench.counts.violations));
  return !bench.failed();
}

// lds.md 4.1. The bench compares with the model; here with the numbers printed there.
bool examples() {
  static const struct {
    uint32_t first, distance, modulo, opcode, cycles, conflicts;  // lane i: first + distance * (i % modulo)
  } table[] = {{0, 4, 64, 54, 16, 0},    {0, 16, 64, 54, 16, 0},  {0, 64, 64, 54, 64, 48}, {0, 32, 64, 54, 32, 16},
               {0, 0, 64, 54, 16, 0},    {0, 0, 64, 0, 64, 48},   {1, 4, 64, 54, 16, 0},   {4, 16, 64, 255, 32, 16},
               {8, 64, 64, 255, 64, 48}, {14, 64, 2, 54, 32, 16}, {1, 4, 64, 13, 16, 0},   {4, 16, 64, 223, 32, 16}};
  static uint32_t rows[ROWS][WL_LANES];
  Bench bench(4);
  uint32_t wrong = 0;
  for (const auto &e : table) {
    for (uint32_t l = 0; l < WL_LANES; l++) rows[0][l] = e.first + e.distance * (l % e.modulo);
    bench.start(0, full_wave(WL_ALIGN_UNALIGNED), 0, rows, ROWS);
    alone(bench, e.opcode, 0);
    if (!bench.failed() && (bench.last_cycles != e.cycles || bench.last_conflicts != e.conflicts) && !wrong++)
      printf("opcode %u, addresses %u + %u * (lane %% %u): %u cycles of service, %u lost; the document has %u and %u\n",
             e.opcode, e.first, e.distance, e.modulo, bench.last_cycles, bench.last_conflicts, e.cycles, e.conflicts);
    if (!bench.failed()) bench.end(0);
  }
  printf("examples: %zu, %u wrong\n", sizeof table / sizeof *table, wrong);
  return !wrong && !bench.failed();
}

bool swizzles() {
  static const uint64_t execs[] = {~0ull, 0xFFFE0F7FFDFF3CF5ull};
  static uint32_t rows[ROWS][WL_LANES];
  Bench bench(5);
  Random random(5);
  wl_wave_init init = full_wave(WL_ALIGN_UNALIGNED);
  random_rows(random, init, rows);
  for (uint32_t l = 0; l < WL_LANES; l++) rows[0][l] = 0x1000 + l;
  for (uint64_t exec : execs) {
    init.exec = exec;
    bench.start(0, init, 0, rows, ROWS);
    for (uint32_t offset = 0x8000; offset < 0x8100; offset++) alone(bench, 61, offset);
    for (uint32_t offset = 0xC000; offset < 0xC800; offset++) alone(bench, 61, offset);
    for (uint32_t offset = 0xE000; offset < 0xE020; offset++) alone(bench, 61, offset);
    bench.end(0);
  }
  printf("swizzles: %llu\n", static_cast<unsigned long long>(bench.counts.instructions));
  return !bench.failed();
}

// Several waves: each lives for some instructions, then begins again with another window and other registers.
void random_work(Bench &bench, Random &random, uint64_t count) {
  static uint32_t rows[ROWS][WL_LANES];
  DsInstruction next[WAVES];
  uint32_t left[WAVES] = {};
  bool live[WAVES] = {};
  while (bench.counts.accesses < count && !bench.failed()) {
    const uint32_t s = random.below(WAVES);
    if (!left[s] && !bench.under_way(s)) {
      uint32_t m0;
      if (live[s]) bench.end(s);
      const wl_wave_init init = random_wave(random, &m0);
      random_rows(random, init, rows);
      bench.start(s, init, m0, rows, live[s] && random.percent(70) ? 4 : ROWS);
      live[s] = true;
      left[s] = 1 + random.below(12);
      next[s] = random_instruction(random);
    }
    if (random.percent(4)) {
      if (live[s]) bench.direct(s);
    } else if (random.percent(5)) {
      for (uint32_t n = random.below(60); n && !bench.failed(); n--) bench.cycle();
    } else if (!left[s] || (bench.pending(s) & (next[s].registers.reads | next[s].registers.writes))) {
      bench.cycle();
    } else if (bench.cycle(static_cast<int>(s), next[s].words, next[s].registers)) {
      left[s]--;
      next[s] = random_instruction(random);
    }
  }
  bench.drain();
  for (uint32_t s = 0; s < WAVES && !bench.failed(); s++)
    if (live[s]) bench.end(s);
}

// All that the two shares hold, read by the unit.
void read_everything(Bench &bench) {
  static uint32_t rows[ROWS][WL_LANES];
  wl_wave_init init = {};
  init.exec = ~0ull;
  init.waves_in_group = 1;
  init.lds_size = LDS_BYTES;
  for (uint32_t l = 0; l < WL_LANES; l++) rows[0][l] = 16 * l;
  bench.start(0, init, 0, rows, 4);
  const uint64_t before = bench.counts.accesses;
  for (uint32_t at = 0; at < LDS_BYTES; at += 1024) {
    issue(bench, 0, {0xD8000000 | 255u << 17 | at, 4u << 24});
    bench.drain();
  }
  for (uint32_t at = 0; at < GDS_BYTES; at += 1024) {
    issue(bench, 0, {0xD8000000 | 54u << 17 | 0x10000 | at, 4u << 24});
    bench.drain();
  }
  bench.end(0);
  printf("content: %llu entries read\n", static_cast<unsigned long long>(bench.counts.accesses - before));
}

bool number(const char *text, uint64_t *to) {
  char *end;
  errno = 0;
  *to = strtoull(text, &end, 0);
  return isdigit(static_cast<unsigned char>(*text)) && !*end && !errno;
}

}  // namespace

int main(int argc, char **argv) {
  uint64_t count = 300000, seed = 1;
  for (int i = 1; i < argc; i += 2) {
    const bool has = i + 1 < argc;
    if (has && !strcmp(argv[i], "--count") && number(argv[i + 1], &count) && count) continue;
    if (has && !strcmp(argv[i], "--seed") && number(argv[i + 1], &seed)) continue;
    if (has && (!strcmp(argv[i], "--count") || !strcmp(argv[i], "--seed")))
      fprintf(stderr, "ERROR: %s: found \"%s\", expected a number from %d\n", argv[i], argv[i + 1],
              !strcmp(argv[i], "--count"));
    else fprintf(stderr, "usage: wavelock-lds-unit [--count ACCESSES] [--seed N]\n");
    return 6;
  }
  uint32_t passed = 0, failed = 0;
  const auto count_one = [&](bool good) { good ? passed++ : failed++; };
  count_one(legality());
  count_one(owner_writes());
  count_one(alignment());
  count_one(examples());
  count_one(swizzles());

  Bench bench(seed);
  Random random(seed * 3 + 1);
  const auto from = std::chrono::steady_clock::now();
  random_work(bench, random, count);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
  const Counts &n = bench.counts;
  printf(
      "random, seed %llu: %llu accesses of banks by %llu instructions in %llu cycles; %llu VGPR writes, %llu cycles of "
      "service, "
      "%llu of conflicts, %llu violations, %llu LDS_DIRECT; %.1f s\n",
      static_cast<unsigned long long>(seed), static_cast<unsigned long long>(n.accesses),
      static_cast<unsigned long long>(n.instructions), static_cast<unsigned long long>(n.cycles),
      static_cast<unsigned long long>(n.writes), static_cast<unsigned long long>(n.service_cycles),
      static_cast<unsigned long long>(n.conflicts), static_cast<unsigned long long>(n.violations),
      static_cast<unsigned long long>(n.direct), seconds);
  count_one(!bench.failed());
  if (!bench.failed()) {
    read_everything(bench);
    count_one(!bench.failed());
  }
  printf("%u passed, %u failed\n", passed, failed);
  return failed ? 1 : 0;
}
