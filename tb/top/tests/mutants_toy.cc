// SPDX-License-Identifier: Apache-2.0
// Runs mutants_toy.sv against a model of it, as the tool runs the compute unit: the word behind --plus has the plus
// arguments, the one behind --seed the seed. Exit code 0: no difference; 1: the outputs differ; 5: it hangs.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "Vmutants_toy.h"
#include "mutants_state.h"

namespace {
constexpr uint64_t kCycles = 200;

struct Model {
  unsigned count = 0;
  bool full = false;
  void edge(bool up, bool down, unsigned step, unsigned limit) {
    unsigned next = count;
    if (up && count < limit) next = (count + (step == 1 ? 2 : step == 2 ? 4 : 1)) & 15;
    else if (down && count) next = count - 1;
    count = next;
    full = next >= limit;
  }
};
}  // namespace

int main(int argc, char **argv) {
  const char *plus = "", *seed = "1";
  for (int i = 1; i + 1 < argc; i++) {
    if (!strcmp(argv[i], "--plus")) plus = argv[i + 1];
    if (!strcmp(argv[i], "--seed")) seed = argv[i + 1];
  }
  wavelock::Mutants mutants(plus);
  Verilated::threadContextp()->threads(1);  // a copy has no other
  Vmutants_toy unit;
  Model model;
  unit.clk_i = 0;
  unit.rst_ni = 0;
  unit.eval();
  unit.rst_ni = 1;
  uint32_t random = static_cast<uint32_t>(atoi(seed));
  for (uint64_t cycle = 1; cycle <= kCycles; cycle++) {
    mutants.tick(cycle);
    if (mutants.wants_state()) mutants.state(cycle, wl_state_sum(*unit.rootp, cycle));
    random = random * 1664525 + 1013904223;
    unit.up_i = random >> 31;
    unit.down_i = random >> 30 & 1;
    unit.step_i = random >> 28 & 3;
    unit.limit_i = 11;
    unit.clk_i = 0;
    unit.eval();
    model.edge(unit.up_i, unit.down_i, unit.step_i, unit.limit_i);
    unit.clk_i = 1;
    unit.eval();
    if (unit.count_o == model.count && unit.full_o == model.full) continue;
    mutants.ended(cycle);
    printf("MISMATCH: count is %u, expected %u\n", unit.count_o, model.count);
    return 1;
  }
  mutants.ended(kCycles);
  puts("PASS");
  return 0;
}
