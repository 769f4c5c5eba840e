// SPDX-License-Identifier: Apache-2.0
#include "dut.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "Vvector_unit.h"
#include "verilated.h"

namespace {

constexpr unsigned kPassLanes = 16, kPasses = DUT_LANES / kPassLanes, kReads = 6, kWrites = 2;
constexpr unsigned kPatience = 1000;  // cycles from one end of an instruction to the next

struct Dut {
  VerilatedContext context;
  Vvector_unit top{&context};

  Dut() {
    top.clk_i = 0;
    top.rst_ni = 0;
    top.req_valid_i = 0;
    top.eval();
    edge();
    top.rst_ni = 1;
    top.eval();
  }

  // The rising edge. Inputs that depend on it are set before settle().
  void edge() {
    top.clk_i = 1;
    top.eval();
    top.clk_i = 0;
  }
  void settle() { top.eval(); }
};

Dut &dut() {
  static Dut one;
  return one;
}

// The index of the VGPR file is {VGPR, pass}.
uint32_t *place(uint32_t (*rows)[DUT_LANES], uint32_t index) {
  if (index / kPasses >= DUT_VGPRS) {
    std::fprintf(stderr, "ERROR: the DUT uses v%u\n", index / kPasses);
    std::exit(EXIT_FAILURE);
  }
  return &rows[index / kPasses][index % kPasses * kPassLanes];
}

void drive(Vvector_unit &top, const dut_instruction &i) {
  top.w0_i = i.words[0];
  top.w1_i = i.words[1];
  top.mode_i = i.mode;
  top.vcc_i = i.vcc;
  top.scalar_i = i.scalar;
}

}  // namespace

uint32_t dut_isa(void) { return dut().top.isa_o; }

bool dut_accepts(const dut_instruction *i) {
  Vvector_unit &top = dut().top;
  drive(top, *i);
  top.eval();
  return top.legal_o;
}

void dut_execute(const dut_instruction *i, unsigned count, const uint64_t *execs, uint32_t (*rows)[DUT_LANES],
                 dut_answer *answers) {
  Dut &d = dut();
  Vvector_unit &top = d.top;
  drive(top, *i);
  unsigned issued = 0, waited = 0;
  for (unsigned done = 0; done < count;) {
    top.req_valid_i = issued < count;
    if (issued < count) top.exec_i = execs[issued];
    d.settle();
    // What the edge takes.
    const bool taken = top.req_valid_i && top.req_ready_o;
    const unsigned reads = top.read_valid_o;
    uint32_t index[kReads];
    for (unsigned k = 0; k < kReads; k++) index[k] = top.read_index_o[k];
    for (unsigned k = 0; k < kWrites; k++) {
      if (!(top.write_valid_o >> k & 1)) continue;
      uint32_t *const to = place(rows, top.write_index_o[k]);
      for (unsigned lane = 0; lane < kPassLanes; lane++) {
        if (top.write_lanes_o[k] >> lane & 1) to[lane] = top.write_data_o[k][lane];
      }
    }
    if (top.done_valid_o) {
      answers[done++] = {top.done_mask_o, top.done_excp_o};
      waited = 0;
    } else if (++waited == kPatience) {
      std::fprintf(stderr, "ERROR: instruction %08x %08x does not end\n", i->words[0], i->words[1]);
      std::exit(EXIT_FAILURE);
    }
    issued += taken;
    d.edge();
    for (unsigned k = 0; k < kReads; k++) {
      if (reads >> k & 1) std::memcpy(&top.read_data_i[k][0], place(rows, index[k]), kPassLanes * sizeof(uint32_t));
    }
  }
  top.req_valid_i = 0;
}
