// SPDX-License-Identifier: Apache-2.0
// The data share's RTL (lds_unit.sv) beside the model. The bench stands for the issue stage and the VGPR file and
// reports to the model what the RTL does. It compares every access of a bank, every VGPR write, the cycles of service
// and of conflicts, and violations.
#ifndef WAVELOCK_LDS_UNIT_BENCH_H
#define WAVELOCK_LDS_UNIT_BENCH_H

#include <cstdint>
#include <memory>

#include "wavelock/model.h"
#include "wavelock/opcodes.h"

class Vlds_unit;

// splitmix64: the same numbers on every machine.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next() {
    uint64_t z = state_ += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
  }
  uint32_t below(uint32_t n) { return static_cast<uint32_t>((next() >> 32) * n >> 32); }
  bool percent(uint32_t p) { return below(100) < p; }

 private:
  uint64_t state_;
};

#ifndef WL_LDS_ENTRIES
#define WL_LDS_ENTRIES 1024
#endif
constexpr uint32_t WAVES = 16, WAVE_VGPRS = 32, TAGS = 64, LDS_BYTES = 64 * WL_LDS_ENTRIES, GDS_BYTES = 4096;

struct Words {
  uint32_t w0, w1;
};

// A DS instruction. offset: its offset field, and WL_DS_GDS.
inline Words ds_words(uint32_t op, uint32_t offset, uint32_t addr = 0, uint32_t data0 = 0, uint32_t data1 = 0,
                      uint32_t vdst = 0) {
  constexpr uint32_t kEncoding = 0xD8000000, kOpAt = 17;
  return {kEncoding | op << kOpAt | offset, wl_to_field(WL_DS_VDST, vdst) | wl_to_field(WL_DS_DATA1, data1) |
                                                wl_to_field(WL_DS_DATA0, data0) | wl_to_field(WL_DS_ADDR, addr)};
}

// VGPRs that an accepted instruction uses, by number in its wave.
struct Registers {
  uint32_t reads = 0, writes = 0;  // a bit a VGPR
  bool gds = false;
};

struct Counts {
  uint64_t cycles = 0, instructions = 0, accesses = 0, writes = 0, service_cycles = 0, conflicts = 0, direct = 0,
           violations = 0, passed[2] = {};  // passed: LDS before an older GDS instruction of its wave, GDS before LDS
};

class Bench {
 public:
  explicit Bench(uint64_t seed);
  ~Bench();

  // A wave starts with `count` VGPRs of 64 lanes in its part of the VGPR file; later ones keep their values. M0, MODE
  // and the part of the LDS come from init.
  void start(uint32_t slot, wl_wave_init init, uint32_t m0, const uint32_t (*vgprs)[WL_LANES], uint32_t count);
  void end(uint32_t slot);  // no instruction of it may be in flight

  // One cycle. slot: the wave that offers the words at the issue port, -1: none. True: the DUT took them.
  bool cycle(int slot = -1, Words words = {0, 0}, const Registers &registers = {});
  // One cycle in which the wave reads LDS_DIRECT, unless the LDS writes.
  void direct(uint32_t slot);
  // VGPRs that the next instruction must not use, a bit each. The results of loads that no met wait of the program
  // covers, and operands that have not been read.
  uint32_t pending(uint32_t slot) const;
  uint32_t in_flight(uint32_t slot) const { return wave_[slot].in_flight; }
  void drain();  // runs until no instruction is in flight

  bool legal(Words words);  // by the RTL's decoder
  // Whether the words are legal in the model: executes them in a wave of their own.
  bool model_legal(uint32_t slot, Words words);

  // The accesses of banks in the last cycle.
  struct Access {
    uint32_t bank, row, quad, byte_enable;
  };
  Access access[4];
  uint32_t access_count = 0;
  uint32_t last_cycles = 0, last_conflicts = 0;  // of the instruction served last

  bool failed() const { return failed_; }
  Counts counts;
  uint32_t stall_percent = 20;  // of VGPR reads and writes that find the VGPR file busy

 private:
  struct Wave {
    bool live = false;
    uint64_t pc = 0;
    uint32_t m0 = 0, next_tag = 0, in_flight = 0;
    wl_wave_init init = {};
    Words words[TAGS] = {};
    Registers registers[TAGS];
    bool busy[TAGS] = {};
    bool unread[TAGS] = {};  // its operands have not been read
    // LDS instructions complete in order, and so do GDS instructions, but not among each other (control-flow.md 5.3).
    // So a counting wait covers an instruction when as many younger ones of its kind have issued.
    uint32_t issued[2] = {};    // by kind: LDS, GDS
    bool uncovered[TAGS] = {};  // no wait of the program covers it
    bool is_gds[TAGS] = {};
    uint32_t number[TAGS] = {};  // among those of its kind
    uint64_t order[TAGS] = {};   // among all
    bool covered_by(uint32_t tag, uint32_t count) const { return issued[is_gds[tag]] - number[tag] >= count; }
    bool overflow[TAGS] = {};  // a program error in the model
  };
  bool step(bool issue);
  void present(uint32_t slot, Words words, uint32_t tag);
  wl_result execute(uint32_t slot, Words words, uint32_t tag, wl_effect *effect);
  void begin(uint32_t slot, const wl_wave_init &init);
  void scalar(uint32_t slot, uint32_t w0, uint32_t w1);
  void check_accesses();
  void check_write();
  void check_cycles();
  void check_done();
  void fail(uint32_t slot, uint32_t tag, const char *format, ...) __attribute__((format(printf, 4, 5)));

  std::unique_ptr<Vlds_unit> top_;
  Random random_;
  wl_mem *mem_;
  wl_model *model_;
  Wave wave_[WAVES];
  uint32_t vgpr_file_[WAVES * WAVE_VGPRS][WL_LANES] = {};
  bool failed_ = false;
};

#endif
