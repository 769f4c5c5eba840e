// SPDX-License-Identifier: Apache-2.0
// The data share's RTL against the model. usage: wavelock-lds-unit [--count ACCESSES] [--seed N]
//   legality      stride and index of owner writes: decoder and model agree with the document which are legal
//   owner writes  every thread, stride, index, number of dwords and mode, with 64 and 16 KiB
//   alignment     reads and writes of every size at every place in an entry, in the four modes, at several distances
//   examples      the cycles of service of the document's examples
//   swizzles      every offset of ds_swizzle_b32's rotate, FFT and quad modes
//   random        DS instructions of all kinds, several waves at a time, until COUNT accesses of banks
//   orders        LDS instructions returned before older GDS instructions of their wave, and the other way round
//   content       everything that the LDS and the GDS hold after it
// Ends with 'N passed, N failed'; exit code 1 if any failed, 6 for bad options.
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "stimulus.h"

namespace {

constexpr int kPatience = 100000;              // cycles
constexpr uint64_t kEnoughForOrders = 100000;  // accesses

// Offers the instruction until the DUT takes it.
void issue(Bench &bench, uint32_t slot, Words words, const Registers &registers = {}) {
  for (int n = 0; !bench.failed() && !bench.cycle(static_cast<int>(slot), words, registers); n++) {
    if (n == kPatience) {
      printf("the DUT takes no instruction\n");
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
        printf("stride %u, index %u: legal %d in the DUT, %d in the model, expected %d\n", stride, index, unit, model,
               wanted);
    }
  }
  printf("legality: %u strides and indices, %u legal, %u wrong\n", 128 * 256, legal, wrong);
  return !wrong && !bench.failed();
}

// The bench compares with the model. Here each access is also compared with the document's formula.
bool owner_writes() {
  Bench bench(2);
  bench.stall_percent = 0;
  Random random(2);
  static uint32_t vgprs[INIT_VGPRS][WL_LANES];
  uint64_t wrong = 0, checked = 0;
  for (uint32_t size = 16384; size <= LDS_BYTES && !bench.failed(); size *= 4) {
    for (uint32_t wave = 0; wave < 16; wave++) {
      wl_wave_init init = {};
      init.exec = ~0ull;
      init.waves_in_group = 16;
      init.wave_in_group = wave;
      init.lds_size = size;
      random_vgprs(random, init, vgprs);
      bench.start(wave, init, 0, vgprs, INIT_VGPRS);
      for (uint32_t n = 0; n < 16 * 16 * 4 * 2; n++) {
        const uint32_t stride = 4 + n % 16 * 4, index = n / 16 % 16 * 4, dwords = 1 + n / 256 % 4;
        const bool relative = n / 1024;
        if (index >= stride) continue;
        issue(bench, wave, owner_write(dwords, stride, index, relative, 3 + n % 20), {});
        uint64_t seen = 0, due = 0;
        while (bench.in_flight(wave) && !bench.failed()) {
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

// Issues an instruction of slot 0 with addresses in v0, data in v8 and v12 and the result in v24, and waits for its
// completion.
void run_one(Bench &bench, uint32_t opcode, uint32_t offset) {
  issue(bench, 0, ds_words(opcode, offset, 0, 8, 12, 24), {});
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

bool has_two_addresses(uint32_t opcode) {
  return opcode == WL_OP_ds_write2_b32 || opcode == WL_OP_ds_write2_b64 || opcode == WL_OP_ds_read2_b32 ||
         opcode == WL_OP_ds_read2_b64;
}

bool alignment() {
  // Writes of 8, 16, 32, 64, 96 and 128 bits and with two addresses of 32 and 64 bits; then such reads.
  static const uint32_t opcodes[] = {
      WL_OP_ds_write_b8,  WL_OP_ds_write_b16,  WL_OP_ds_write_b32,  WL_OP_ds_write_b64,
      WL_OP_ds_write_b96, WL_OP_ds_write_b128, WL_OP_ds_write2_b32, WL_OP_ds_write2_b64,
      WL_OP_ds_read_u8,   WL_OP_ds_read_u16,   WL_OP_ds_read_b32,   WL_OP_ds_read_b64,
      WL_OP_ds_read_b96,  WL_OP_ds_read_b128,  WL_OP_ds_read2_b32,  WL_OP_ds_read2_b64,
  };
  static const uint32_t distances[] = {1, 4, 13, 16, 64};
  static uint32_t vgprs[INIT_VGPRS][WL_LANES];
  Bench bench(3);
  Random random(3);
  for (uint32_t mode = 0; mode < 4; mode++) {
    for (uint32_t place = 0; place < 16 && !bench.failed(); place++) {
      for (uint32_t distance : distances) {
        const wl_wave_init init = full_wave(mode);
        random_vgprs(random, init, vgprs);
        for (uint32_t l = 0; l < WL_LANES; l++) vgprs[0][l] = 512 + place + l * distance;
        bench.start(0, init, 0, vgprs, INIT_VGPRS);
        for (uint32_t opcode : opcodes) run_one(bench, opcode, has_two_addresses(opcode) ? 0x100 : 0);  // OFFSET1 = 1
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

// The examples of lds.md 4.1 and their numbers.
bool examples() {
  static const struct {
    uint32_t first, distance, modulo, opcode, cycles, conflicts;  // lane i: first + distance * (i % modulo)
  } table[] = {
      {0, 4, 64, WL_OP_ds_read_b32, 16, 0},    {0, 16, 64, WL_OP_ds_read_b32, 16, 0},
      {0, 64, 64, WL_OP_ds_read_b32, 64, 48},  {0, 32, 64, WL_OP_ds_read_b32, 32, 16},
      {0, 0, 64, WL_OP_ds_read_b32, 16, 0},    {0, 0, 64, WL_OP_ds_add_u32, 64, 48},
      {1, 4, 64, WL_OP_ds_read_b32, 16, 0},    {4, 16, 64, WL_OP_ds_read_b128, 32, 16},
      {8, 64, 64, WL_OP_ds_read_b128, 64, 48}, {14, 64, 2, WL_OP_ds_read_b32, 32, 16},
      {1, 4, 64, WL_OP_ds_write_b32, 16, 0},   {4, 16, 64, WL_OP_ds_write_b128, 32, 16},
  };
  static uint32_t vgprs[INIT_VGPRS][WL_LANES];
  Bench bench(4);
  uint32_t wrong = 0;
  for (const auto &e : table) {
    for (uint32_t l = 0; l < WL_LANES; l++) vgprs[0][l] = e.first + e.distance * (l % e.modulo);
    bench.start(0, full_wave(WL_ALIGN_UNALIGNED), 0, vgprs, INIT_VGPRS);
    run_one(bench, e.opcode, 0);
    if (!bench.failed() && (bench.last_cycles != e.cycles || bench.last_conflicts != e.conflicts) && !wrong++)
      printf("opcode %u, addresses %u + %u * (lane %% %u): %u cycles of service, %u lost; the document has %u and %u\n",
             e.opcode, e.first, e.distance, e.modulo, bench.last_cycles, bench.last_conflicts, e.cycles, e.conflicts);
    if (!bench.failed()) bench.end(0);
  }
  printf("examples: %zu, %u wrong\n", sizeof table / sizeof *table, wrong);
  return !wrong && !bench.failed();
}

bool swizzles() {
  static const uint32_t modes[][2] = {{0x8000, 0x8100}, {0xC000, 0xC800}, {0xE000, 0xE020}};  // quad, rotate, FFT
  static const uint64_t execs[] = {~0ull, 0xFFFE0F7FFDFF3CF5ull};
  static uint32_t vgprs[INIT_VGPRS][WL_LANES];
  Bench bench(5);
  Random random(5);
  wl_wave_init init = full_wave(WL_ALIGN_UNALIGNED);
  random_vgprs(random, init, vgprs);
  for (uint32_t l = 0; l < WL_LANES; l++) vgprs[0][l] = 0x1000 + l;
  for (uint64_t exec : execs) {
    init.exec = exec;
    bench.start(0, init, 0, vgprs, INIT_VGPRS);
    for (const auto &mode : modes)
      for (uint32_t offset = mode[0]; offset < mode[1]; offset++) run_one(bench, WL_OP_ds_swizzle_b32, offset);
    bench.end(0);
  }
  printf("swizzles: %llu\n", static_cast<unsigned long long>(bench.counts.instructions));
  return !bench.failed();
}

// Several waves: each runs some instructions, then starts again with another part of the LDS and other VGPRs.
void random_work(Bench &bench, Random &random, uint64_t count) {
  static uint32_t vgprs[INIT_VGPRS][WL_LANES];
  DsInstruction next[WAVES];
  uint32_t left[WAVES] = {};
  bool live[WAVES] = {};
  while (bench.counts.accesses < count && !bench.failed()) {
    // At times one wave alone: its LDS instructions pass those of the GDS.
    const uint32_t s = bench.counts.instructions / 500 % 4 ? random.below(WAVES) : 0;
    if (!left[s] && !bench.in_flight(s)) {
      uint32_t m0;
      if (live[s]) bench.end(s);
      const wl_wave_init init = random_wave(random, &m0);
      random_vgprs(random, init, vgprs);
      bench.start(s, init, m0, vgprs, live[s] && random.percent(70) ? 4 : INIT_VGPRS);
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

// Reads all of the LDS and the GDS.
void read_everything(Bench &bench) {
  static uint32_t vgprs[INIT_VGPRS][WL_LANES];
  wl_wave_init init = {};
  init.exec = ~0ull;
  init.waves_in_group = 1;
  init.lds_size = LDS_BYTES;
  for (uint32_t l = 0; l < WL_LANES; l++) vgprs[0][l] = 16 * l;
  bench.start(0, init, 0, vgprs, 4);
  const uint64_t before = bench.counts.accesses;
  for (uint32_t at = 0; at < LDS_BYTES; at += 1024) {
    issue(bench, 0, ds_words(WL_OP_ds_read_b128, at, 0, 0, 0, 4));
    bench.drain();
  }
  for (uint32_t at = 0; at < GDS_BYTES; at += 1024) {
    issue(bench, 0, ds_words(WL_OP_ds_read_b32, WL_DS_GDS | at, 0, 0, 0, 4));
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
  // Both orders of LDS and GDS instructions, once there are enough of them.
  printf("orders: %llu LDS instructions returned before an older one of the GDS, %llu GDS before LDS\n",
         static_cast<unsigned long long>(n.passed[0]), static_cast<unsigned long long>(n.passed[1]));
  count_one(count < kEnoughForOrders || (n.passed[0] && n.passed[1]));
  if (!bench.failed()) {
    read_everything(bench);
    count_one(!bench.failed());
  }
  printf("%u passed, %u failed\n", passed, failed);
  return failed ? 1 : 0;
}
