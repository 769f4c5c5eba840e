// SPDX-License-Identifier: Apache-2.0
// All bits of the unit, kept in a cycle of one run, and where another run begins its reset. So a unit is reset in the
// middle of a program, and memory, host and checker around it are new. Plus arguments of the run:
//   +bits_to=FILE     writes the bits to the file
//   +bits_cycle=N     in this cycle (0)
//   +bits_from=FILE   the unit has these bits when its reset begins. Power-on (D-LAUNCH-1) still clears its storage
#ifndef WAVELOCK_TB_RTL_BITS_H
#define WAVELOCK_TB_RTL_BITS_H

#include <cstdint>
#include <string>

class Vcu_top;

namespace wavelock {

class Bits {
 public:
  // plus: the plus arguments of the run, or NULL.
  explicit Bits(const char *plus);
  // Before the first evaluation. Throws std::runtime_error: the file cannot be read, or is of another unit.
  void begin(Vcu_top *unit);
  // Between the edges of the clock. Throws std::runtime_error: the file cannot be written.
  void tick(uint64_t cycle) {
    if (!to_.empty() && cycle == cycle_) keep();
  }

  struct Span {
    char *at;
    size_t size;
  };

 private:
  void keep();

  std::string to_, from_;
  uint64_t cycle_ = 0;
  Span signals_ = {};
};

}  // namespace wavelock
#endif
