// SPDX-License-Identifier: Apache-2.0
// The execution units' operand read, writeback and VGPR file (exec_unit.sv) with a unit of random latency and random
// back-pressure beside fixed units. The bench plays 16 waves, each with one instruction in flight, and the memory
// units.
//
// usage: wavelock-exec-unit [--count N] [--seed N] [--plant NAME]
//
// It computes each instruction when it issues. It compares every VGPR write and its lanes, and the cycle if the unit is
// fixed. It compares mask and scalar result at the end, and what memory units read. Then it plants each error of
// `plants` into another run, and must find it. Exit code 0: all this was so.
#include <array>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "Vexec_unit.h"
#include "verilated.h"

// An assertion of the RTL failed; Verilator has printed which.
void vl_stop(const char *file, int line, const char *) {
  throw std::runtime_error(std::string("assertion at ") + file + ":" + std::to_string(line));
}

namespace {

constexpr uint32_t kWaves = 16, kLanes = 64, kPasses = 4, kWidth = 16;
constexpr uint32_t kWaveVgprs = 40;                // of a wave, from kWaveVgprs * slot on
constexpr uint32_t kStored = kWaves * kWaveVgprs;  // from here on VGPRs that memory writes
constexpr uint32_t kVgprs = 1024;
constexpr uint64_t kHang = 20000;  // cycles without an end

// As kind_e and plant_e of exec_unit.sv.
enum Kind {
  Add,
  Shift64,
  Compare,
  Swap,
  Readlane,
  Writelane,
  Mqsad,
  Mirror,
  Slow,
  Half,
  HalfMirror,
  Quarter,
  RandomNone,
  RandomOne,
  RandomTwo
};
constexpr uint32_t kKinds = RandomTwo + 1;
const char *const plants[] = {
    "none",         "drop-fixed",     "double-fixed",      "delay-fixed",      "drop-variable", "double-variable",
    "drop-request", "double-request", "unstable-response", "unstable-request", "all-lanes",     "no-reservation",
    "other-mask",   "early-pass",
};
constexpr uint32_t kPlants = sizeof plants / sizeof *plants;

typedef std::array<uint32_t, kLanes> Vgpr;

struct Write {
  uint32_t vgpr, pass, lanes;
  int64_t cycle;  // -1: any
  bool seen;
  std::array<uint32_t, kWidth> data;
};

struct Instruction {
  Kind kind;
  uint32_t slot, vdst, lane;
  uint64_t exec;
  bool is_vgpr[3];
  uint32_t vgpr[3];
  uint64_t scalar[3];
};

struct Wave {
  bool busy = false;
  Kind kind = Add;
  uint64_t number = 0;  // of its instruction
  int64_t end = -1;     // cycle in which the instruction ends; -1: any
  bool has_result = false;
  uint64_t result = 0;
  std::vector<Write> writes;
};

struct Counts {
  uint64_t cycles = 0, instructions = 0, writes = 0, reads = 0, stores = 0, overtakes = 0, requests_refused = 0,
           responses_refused = 0, stores_refused = 0, slots_refused = 0;
};

[[noreturn]] void wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));
void wrong(const char *format, ...) {
  char text[256];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  throw std::runtime_error(text);
}

class Bench {
 public:
  Bench(uint64_t seed, uint32_t plant) : random_(seed), plant_(plant), dut_(&context_), file_(kVgprs) {
    context_.assertOn(true);
    for (Vgpr &v : file_) v.fill(0);
    dut_.rst_ni = 0;
    dut_.plant_i = 0;
    clock();
    dut_.rst_ni = 1;
    dut_.plant_i = plant;
  }

  // Issues so many instructions and waits for their ends.
  void run(uint64_t count) {
    while (count_.instructions < count || busy_) cycle(count_.instructions < count);
    // What memory and the waves left, read again.
    for (uint32_t n = 0; n < kVgprs * kPasses; n++) {
      read_ = true;
      dut_.read_vgpr_i = n / kPasses;
      dut_.read_pass_i = n % kPasses;
      only_read_ = true;
      cycle(false);
    }
    only_read_ = true;
    cycle(false);
  }

  const Counts &counts() const { return count_; }

 private:
  uint32_t below(uint32_t n) { return static_cast<uint32_t>((random_() >> 32) * n >> 32); }
  bool percent(uint32_t p) { return below(100) < p; }

  void clock() {
    dut_.clk_i = 0;
    dut_.eval();
    dut_.clk_i = 1;
    dut_.eval();
  }

  static uint32_t word(const VlWide<16> &wide, uint32_t lane) { return wide[lane % kWidth]; }

  // ---- instructions --------------------------------------------------------------------------
  uint32_t low(const Instruction &in, uint32_t source, uint32_t lane) const {
    return in.is_vgpr[source] ? file_[in.vgpr[source]][lane] : static_cast<uint32_t>(in.scalar[source]);
  }
  uint32_t high(const Instruction &in, uint32_t source, uint32_t lane) const {
    return in.is_vgpr[source] ? file_[in.vgpr[source] + 1][lane] : static_cast<uint32_t>(in.scalar[source] >> 32);
  }

  Instruction draw(uint32_t slot) {
    Instruction in = {};
    in.slot = slot;
    in.kind = static_cast<Kind>(below(100) < variable_ ? RandomNone + below(3) : below(RandomNone));
    if (percent(wide_)) in.kind = percent(50) ? Shift64 : Swap;
    in.exec = percent(50) ? ~0ull : percent(10) ? 0 : random_() & random_();
    in.lane = below(kLanes);
    for (uint32_t i = 0; i < 3; i++) {
      in.is_vgpr[i] = percent(70);
      in.vgpr[i] = kWaveVgprs * slot + below(kWaveVgprs - 4);
      in.scalar[i] = random_();
    }
    in.vdst = kWaveVgprs * slot + below(kWaveVgprs - 4);
    if (in.kind == Swap || in.kind == Readlane || in.kind == Mirror || in.kind == HalfMirror) in.is_vgpr[0] = true;
    if (in.kind == Swap) {
      in.is_vgpr[1] = true;
      in.vgpr[1] = in.vdst;
      if (in.vgpr[0] == in.vdst) in.vgpr[0]++;
    }
    if (in.kind == Readlane || in.kind == Writelane) {
      in.is_vgpr[1] = false;
      in.scalar[1] = in.lane;
      if (in.kind == Writelane) in.is_vgpr[0] = false;
    }
    if (in.kind == Mqsad) in.is_vgpr[2] = true;
    return in;
  }

  static uint32_t sad(uint32_t x, uint32_t y) {
    uint32_t sum = 0;
    for (uint32_t at = 0; at < 32; at += 8) {
      const int p = x >> at & 255, q = y >> at & 255;
      if (q) sum += static_cast<uint32_t>(abs(p - q));
    }
    return sum;
  }

  // The results of one lane: up to four words, and the mask bit.
  struct Lane {
    uint32_t words[4];
    bool bit;
  };
  Lane compute(const Instruction &in, uint32_t lane) const {
    const uint32_t a = low(in, 0, lane), b = low(in, 1, lane), c = low(in, 2, lane);
    const uint64_t b64 = static_cast<uint64_t>(high(in, 1, lane)) << 32 | b;
    const uint64_t a64 = static_cast<uint64_t>(high(in, 0, lane)) << 32 | a;
    switch (in.kind) {
      case Add: return {{a + b}, a + b < a};
      case Shift64:
      case Quarter:
        return {{static_cast<uint32_t>(b64 << (a & 63)), static_cast<uint32_t>(b64 << (a & 63) >> 32)}, false};
      case Compare: return {{}, a < b};
      case Swap: return {{a, b}, false};
      case Writelane: return {{a}, false};
      case Slow: return {{a * b}, false};
      case Half: return {{a ^ b}, false};
      case Mirror:
      case HalfMirror: {
        const uint32_t from = (lane & 48) | (15 - (lane & 15));
        return {{in.exec >> from & 1 ? file_[in.vgpr[0]][from] : 0}, false};
      }
      case Mqsad: {
        Lane r = {};
        for (uint32_t k = 0; k < 4; k++)
          r.words[k] = file_[in.vgpr[2] + k][lane] + sad(static_cast<uint32_t>(a64 >> (8 * k)), b);
        return r;
      }
      default: return {{a ^ (b + c), b ^ (a - c)}, ((a ^ (b + c)) & 1) != 0};
    }
  }

  // The instruction issues in this cycle: what must follow.
  void expect(const Instruction &in) {
    Wave &w = wave_[in.slot];
    const bool variable = in.kind >= RandomNone;
    const bool two = in.kind == Shift64 || in.kind == Swap || in.kind == Quarter || in.kind == RandomTwo;
    const bool none = in.kind == Compare || in.kind == Readlane || in.kind == RandomNone;
    const uint32_t words = in.kind == Mqsad ? 4 : two ? 2 : none ? 0 : 1;
    const bool half = in.kind == Half || in.kind == HalfMirror;
    const bool mirror = in.kind == Mirror || in.kind == HalfMirror;
    // The rows of exec_units_pkg.sv.
    const int64_t first = now_ + (in.kind == Slow ? 5 : half ? 4 : in.kind == Quarter ? 6 : 3) + (mirror ? 5 : 0);
    const int64_t step = in.kind == Mqsad || half ? 2 : in.kind == Quarter ? 4 : 1;
    w = Wave();
    w.busy = true;
    w.kind = in.kind;
    w.number = count_.instructions++;
    w.end = variable ? -1 : first + 3 * step + (in.kind == Mqsad);
    w.has_result =
        in.kind == Add || in.kind == Compare || in.kind == Readlane || in.kind == RandomNone || in.kind == RandomOne;
    const uint64_t exec = in.kind == Writelane ? 1ull << in.lane : in.exec;
    for (uint32_t k = 0; k < words; k++) {
      for (uint32_t pass = 0; pass < kPasses; pass++) {
        Write write = {};
        write.vgpr = in.kind == Swap && k == 1 ? in.vgpr[0] : in.vdst + k;
        write.pass = pass;
        write.lanes = exec >> (kWidth * pass) & 0xffff;
        write.cycle = variable ? -1 : first + step * pass + k / 2;
        for (uint32_t i = 0; i < kWidth; i++) write.data[i] = compute(in, kWidth * pass + i).words[k];
        if (write.lanes) w.writes.push_back(write);
      }
    }
    if (in.kind == Readlane) {
      w.result = file_[in.vgpr[0]][in.lane];
    } else if (w.has_result) {
      for (uint32_t l = 0; l < kLanes; l++)
        w.result |= static_cast<uint64_t>((exec >> l & 1) && compute(in, l).bit) << l;
    }
    busy_++;
  }

  // ---- what the DUT did in a cycle -------------------------------------------------------------
  void written(uint32_t vgpr, uint32_t pass, uint32_t lanes, const VlWide<16> &data, bool second) {
    if (second && store_taken_) {
      if (vgpr != dut_.store_vgpr_i || pass != dut_.store_pass_i || lanes != dut_.store_lanes_i ||
          memcmp(data.data(), dut_.store_data_i.data(), 4 * kWidth))
        wrong("VGPR %u pass %u is written in place of a memory unit's write", vgpr, pass);
      store_taken_ = false;
    } else {
      if (!lanes) wrong("a write of no lanes to VGPR %u", vgpr);
      if (vgpr >= kStored) wrong("VGPR %u is no wave's", vgpr);
      const uint32_t slot = vgpr / kWaveVgprs;
      Write *found = nullptr;
      for (Write &e : wave_[slot].writes)
        if (!e.seen && e.vgpr == vgpr && e.pass == pass) found = &e;
      if (!found) wrong("wave %u: unexpected write of VGPR %u pass %u", slot, vgpr, pass);
      if (found->cycle >= 0 && found->cycle != now_)
        wrong("wave %u: VGPR %u pass %u is written in cycle %lld, its slot is %lld", slot, vgpr, pass,
              static_cast<long long>(now_), static_cast<long long>(found->cycle));
      if (found->lanes != lanes)
        wrong("wave %u: VGPR %u pass %u: lanes %04x, expected %04x", slot, vgpr, pass, lanes, found->lanes);
      for (uint32_t i = 0; i < kWidth; i++)
        if ((lanes >> i & 1) && data[i] != found->data[i])
          wrong("wave %u: VGPR %u pass %u lane %u is %08x, expected %08x", slot, vgpr, pass, i, data[i],
                found->data[i]);
      found->seen = true;
      count_.writes++;
    }
    for (uint32_t i = 0; i < kWidth; i++)
      if (lanes >> i & 1) file_[vgpr][kWidth * pass + i] = data[i];
  }

  void ended(uint32_t slot, uint64_t result) {
    Wave &w = wave_[slot];
    if (!w.busy) wrong("wave %u: an end without an instruction", slot);
    if (w.end >= 0 && w.end != now_)
      wrong("wave %u: ends in cycle %lld, expected %lld", slot, static_cast<long long>(now_),
            static_cast<long long>(w.end));
    for (const Write &e : w.writes)
      if (!e.seen) wrong("wave %u: ends without the write of VGPR %u pass %u", slot, e.vgpr, e.pass);
    if (w.has_result && w.result != result)
      wrong("wave %u: result %016llx, expected %016llx", slot, static_cast<unsigned long long>(result),
            static_cast<unsigned long long>(w.result));
    for (const Wave &other : wave_) count_.overtakes += other.busy && other.number < w.number;
    w.busy = false;
    busy_--;
    last_end_ = now_;
  }

  void cycle(bool issue) {
    if (now_ % 512 == 0) {
      accept_ = percent(30) ? 100 : 1 + below(99);
      respond_ = percent(30) ? 100 : 1 + below(99);
      variable_ = percent(20) ? 0 : below(100);
      wide_ = percent(30) ? 90 : 0;
      store_rate_ = percent(50) ? 0 : below(100);
      issue_rate_ = percent(50) ? 100 : 10 + below(90);
    }
    // inputs
    if (!offered_ && issue && percent(issue_rate_)) {
      const uint32_t slot = below(kWaves);
      if (!wave_[slot].busy) {
        offer_ = draw(slot);
        offered_ = true;
      }
    }
    put();
    dut_.accept_i = percent(accept_);
    dut_.respond_i = percent(respond_);
    dut_.pick_i = below(16);
    dut_.plant_now_i = plant_ && percent(3);
    if (!only_read_) {
      const uint32_t vgpr = below(kVgprs);
      read_ = percent(50) && (vgpr >= kStored || !wave_[vgpr / kWaveVgprs].busy);
      dut_.read_vgpr_i = vgpr;
      dut_.read_pass_i = below(kPasses);
      if (!store_ && percent(store_rate_)) {
        store_ = true;
        dut_.store_vgpr_i = kStored + below(kVgprs - kStored);
        dut_.store_pass_i = below(kPasses);
        dut_.store_lanes_i = static_cast<uint16_t>(percent(50) ? 0xffff : random_());
        for (uint32_t i = 0; i < kWidth; i++) dut_.store_data_i[i] = static_cast<uint32_t>(random_());
      }
    }
    only_read_ = false;
    dut_.read_valid_i = read_;
    dut_.store_valid_i = store_;

    dut_.clk_i = 0;
    dut_.eval();

    // the read of the cycle before, and what this one will give
    if (was_read_)
      for (uint32_t i = 0; i < kWidth; i++)
        if (dut_.read_data_o[i] != read_expected_[i])
          wrong("a memory unit reads %08x, expected %08x", dut_.read_data_o[i], read_expected_[i]);
    was_read_ = read_;
    if (read_)
      for (uint32_t i = 0; i < kWidth; i++) read_expected_[i] = file_[dut_.read_vgpr_i][kWidth * dut_.read_pass_i + i];
    count_.reads += read_;
    read_ = false;

    store_taken_ = store_ && dut_.store_ready_o;
    count_.stores += store_taken_;
    count_.stores_refused += store_ && !dut_.store_ready_o;
    if (store_taken_) store_ = false;
    if (dut_.write_valid_o & 1)
      written(dut_.write0_vgpr_o, dut_.write0_pass_o, dut_.write0_lanes_o, dut_.write0_data_o, false);
    if (dut_.write_valid_o & 2)
      written(dut_.write1_vgpr_o, dut_.write1_pass_o, dut_.write1_lanes_o, dut_.write1_data_o, true);
    if (store_taken_) wrong("a memory unit's write is lost");
    if (dut_.done_o) ended(dut_.done_slot_o, dut_.done_data_o);
    if (offered_ && dut_.req_ready_o) {
      expect(offer_);
      offered_ = false;
    }
    count_.requests_refused += dut_.req_refused_o;
    count_.responses_refused += dut_.rsp_refused_o;
    count_.slots_refused += dut_.slot_refused_o;
    if (busy_ && now_ - last_end_ > static_cast<int64_t>(kHang)) wrong("no instruction ends");
    if (!busy_) last_end_ = now_;

    dut_.clk_i = 1;
    dut_.eval();
    now_++;
    count_.cycles++;
  }

  void put() {
    dut_.req_valid_i = offered_;
    dut_.kind_i = offer_.kind;
    dut_.slot_i = offer_.slot;
    dut_.exec_i = offer_.exec;
    dut_.is_vgpr_i = offer_.is_vgpr[0] | offer_.is_vgpr[1] << 1 | offer_.is_vgpr[2] << 2;
    dut_.vgpr0_i = offer_.vgpr[0];
    dut_.vgpr1_i = offer_.vgpr[1];
    dut_.vgpr2_i = offer_.vgpr[2];
    dut_.scalar0_i = offer_.scalar[0];
    dut_.scalar1_i = offer_.scalar[1];
    dut_.scalar2_i = offer_.scalar[2];
    dut_.vdst_i = offer_.vdst;
  }

  std::mt19937_64 random_;
  uint32_t plant_;
  VerilatedContext context_;
  Vexec_unit dut_;
  std::vector<Vgpr> file_;  // the VGPR file as it must be
  Wave wave_[kWaves];
  Counts count_;
  int64_t now_ = 0, last_end_ = 0;
  uint32_t busy_ = 0;
  bool offered_ = false, store_ = false, store_taken_ = false, read_ = false, was_read_ = false, only_read_ = false;
  Instruction offer_ = {};
  std::array<uint32_t, kWidth> read_expected_ = {};
  uint32_t accept_ = 0, respond_ = 0, variable_ = 0, wide_ = 0, store_rate_ = 0, issue_rate_ = 0;  // percent
};

// What was wrong, or nothing.
std::string run(uint64_t seed, uint64_t count, uint32_t plant, Counts *counts) {
  std::string text;
  std::unique_ptr<Bench> bench(new Bench(seed, plant));
  try {
    bench->run(count);
  } catch (const std::runtime_error &error) {
    text = std::string(error.what()) + " (cycle " + std::to_string(bench->counts().cycles) + ")";
  }
  *counts = bench->counts();
  return text;
}

// Whether the plant is found.
bool found(uint64_t seed, uint64_t count, uint32_t plant) {
  Counts counts;
  const std::string text = run(seed, count, plant, &counts);
  printf("%s: %s\n", plants[plant], text.empty() ? "NOT FOUND" : text.c_str());
  return !text.empty();
}

uint64_t number(const char *text) {
  char *end;
  const uint64_t n = strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end) {
    fprintf(stderr, "ERROR: found \"%s\", expected a number\n", text);
    exit(2);
  }
  return n;
}

}  // namespace

int main(int argc, char **argv) {
  uint64_t count = 20000, seed = 1;
  uint32_t only = 0;
  for (int i = 1; i < argc; i += 2) {
    const std::string name = argv[i];
    const bool more = i + 1 < argc;
    if (more && name == "--count") count = number(argv[i + 1]);
    else if (more && name == "--seed") seed = number(argv[i + 1]);
    else if (more && name == "--plant") {
      while (only < kPlants && strcmp(plants[only], argv[i + 1]) != 0) only++;
    }
    if (!more || only == kPlants || (name != "--count" && name != "--seed" && name != "--plant")) {
      fprintf(stderr, "usage: %s [--count N] [--seed N] [--plant NAME]\nplants:", argv[0]);
      for (uint32_t p = 1; p < kPlants; p++) fprintf(stderr, " %s", plants[p]);
      fprintf(stderr, "\n");
      return 2;
    }
  }
  if (only) return found(seed, count, only) ? 0 : 1;

  Counts c;
  const std::string text = run(seed, count, 0, &c);
  if (!text.empty()) {
    printf("FAIL seed %llu: %s\n", static_cast<unsigned long long>(seed), text.c_str());
    return 1;
  }
  bool all = true;
  for (uint32_t p = 1; p < kPlants; p++) all = found(seed, count, p) && all;
  // A run without stalls would show nothing.
  if (!c.overtakes || !c.requests_refused || !c.responses_refused || !c.stores_refused || !c.slots_refused) {
    printf("FAIL seed %llu: too few instructions for every kind of stall\n", static_cast<unsigned long long>(seed));
    return 1;
  }
  const auto n = [](uint64_t value) { return static_cast<unsigned long long>(value); };
  printf("refused: %llu requests, %llu responses, %llu issues for a slot, %llu memory writes\n", n(c.requests_refused),
         n(c.responses_refused), n(c.slots_refused), n(c.stores_refused));
  printf("%s exec unit seed %llu: %llu instructions in %llu cycles, %llu VGPR writes, %llu overtakes, %s\n",
         all ? "PASS" : "FAIL", n(seed), n(c.instructions), n(c.cycles), n(c.writes), n(c.overtakes),
         all ? "every planted error found" : "a planted error not found");
  return all ? 0 : 1;
}
