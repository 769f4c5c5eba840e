// SPDX-License-Identifier: Apache-2.0
// The latency classes of the model (refmodel/isa/latency.def) against what the unit declares at time zero: of each
// opcode of the vector ALU the row of its execution unit (rtl/simd/exec_units_pkg.sv). A program that is judged without
// the RTL has the cycles of the class (maxwell-control.md 8.6); in lockstep it has those of the row.
//
// usage: wavelock-latency-unit
//
// Words of each opcode are drawn. An opcode that the model knows must have words that both decoders accept.
// Exit code: 0 all opcodes agree, 1 one does not, or a class that is wrong on purpose is not noticed.
#include <cstdint>
#include <cstdio>
#include <memory>

#include "Vlatency_unit.h"
#include "wavelock/control.h"
#include "wavelock/model.h"

namespace {

// A format: its bits, and where its opcode is.
struct Format {
  const char *name;
  uint32_t bits, place, opcodes;
};
constexpr uint32_t kEncodingOfVop1 = 0x3f, kEncodingOfVopc = 0x3e;
constexpr Format kFormats[] = {
    {"VOP2", 0, 25, kEncodingOfVopc},
    {"VOP1", kEncodingOfVop1 << 25, 9, 256},
    {"VOPC", kEncodingOfVopc << 25, 17, 256},
    {"VOP3", 0x34u << 26, 16, 1024},
};
constexpr int kDraws = 2000;  // of words of an opcode
constexpr int kEnough = 20;   // that both decoders accept
constexpr uint32_t kSgprs = 102, kVgprs = 256;

uint32_t drawn() {
  static uint64_t state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return static_cast<uint32_t>(state >> 32);
}

class Bench {
 public:
  Bench() {
    top_.eval();
    if (!wl_isa_of_number(top_.isa_o, &isa_)) wrong_ = 1;
  }

  // Compares an opcode.
  void opcode(const Format &f, uint32_t op) {
    bool known = false;
    int accepted = 0;
    for (int i = 0; i < kDraws && accepted < kEnough; i++) {
      const uint32_t fields = ~((f.opcodes == kEncodingOfVopc ? 63 : f.opcodes - 1) << f.place);
      const uint32_t words[2] = {f.bits | op << f.place | (drawn() & drawn() & fields & ((1u << 25) - 1)),
                                 drawn() & drawn()};
      wl_decoded d;
      wl_decode_words(words, isa_, false, kSgprs, kVgprs, false, &d);
      known |= d.known;
      if (!d.legal || d.unit != WL_UNIT_VALU || !drive(words)) continue;
      accepted++;
      compare(d, words);
    }
    if (known && !accepted) {
      printf("MISMATCH: %s opcode %u: no words that both decoders accept\n", f.name, op);
      wrong_++;
    }
    opcodes_ += accepted != 0;
  }

  int verdict() const {
    printf("gfx%u, ValuDelay %u: %u opcodes, %u instructions, %u mismatches\n", top_.isa_o, top_.valu_delay_o, opcodes_,
           instructions_, wrong_);
    return wrong_ != 0;
  }

 private:
  bool drive(const uint32_t words[2]) {
    top_.w0_i = words[0];
    top_.w1_i = words[1];
    top_.eval();
    return top_.legal_o;
  }

  bool agrees(wl_latency latency) const {
    const wl_unit_cycles c = wl_latency_cycles(latency, top_.valu_delay_o);
    return top_.fixed_o && top_.first_o == c.first && top_.step_o == c.step && top_.dpp_o == c.dpp;
  }

  void compare(const wl_decoded &d, const uint32_t words[2]) {
    instructions_++;
    const wl_latency other = d.latency == WL_LATENCY_USUAL ? WL_LATENCY_F64 : WL_LATENCY_USUAL;
    if (agrees(d.latency) && !agrees(other)) return;
    wrong_++;
    const wl_unit_cycles c = wl_latency_cycles(d.latency, top_.valu_delay_o);
    printf("MISMATCH: %s, words %08x %08x: the unit declares first %u, step %u, DPP %u; its class has %u, %u, %u\n",
           d.name, words[0], words[1], top_.first_o, top_.step_o, top_.dpp_o, c.first, c.step, c.dpp);
  }

  Vlatency_unit top_;
  wl_isa isa_;
  unsigned opcodes_ = 0, instructions_ = 0, wrong_ = 0;
};

}  // namespace

int main() {
  const auto bench = std::make_unique<Bench>();
  for (const Format &f : kFormats) {
    for (uint32_t op = 0; op < f.opcodes; op++) bench->opcode(f, op);
  }
  return bench->verdict();
}
