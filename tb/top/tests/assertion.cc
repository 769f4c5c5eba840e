// SPDX-License-Identifier: Apache-2.0
// Linked into the tool. It lets an assertion of the DUT fail once for each named cycle, as code made by Verilator
// does, or ends the simulation for good:
//   WAVELOCK_ASSERT="<cycle> ..."   at the edges that end these cycles
//   WAVELOCK_FATAL=<cycle>
#define SC_INCLUDE_DYNAMIC_PROCESSES  // sc_spawn
#include <verilated.h>

#include <cstdlib>
#include <sstream>
#include <string>
#include <systemc>

#include "shell/rtl.h"

namespace {

constexpr int kResetCycles = 3;

void at(uint64_t cycle, void (*what)()) {
  sc_core::sc_spawn([cycle, what] {
    sc_core::wait(sc_core::sc_time(10.0 * static_cast<double>(cycle + kResetCycles) + 5, sc_core::SC_NS));
    what();
  });
}

void arm() {
  if (const char *text = std::getenv("WAVELOCK_ASSERT")) {
    std::istringstream cycles(text);
    for (uint64_t cycle; cycles >> cycle;) at(cycle, [] { VL_STOP_MT("rtl/issue/nowhere.sv", 12, "cu_top.u_cu"); });
  }
  if (const char *text = std::getenv("WAVELOCK_FATAL"))
    at(std::strtoull(text, nullptr, 0), [] { VL_FATAL_MT("rtl/cu.sv", 34, "", "Active region did not converge."); });
}

const bool armed = [] {
  wl_rtl_on_open(arm);
  return true;
}();

}  // namespace
