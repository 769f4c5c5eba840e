// SPDX-License-Identifier: Apache-2.0
// Mutants of the unit that are switched on at run time. scripts/mutation/instrument.py writes calls of wl_mutant into a
// copy of the RTL. Generated code includes this file. docs/mutation.md has the plus arguments.
#ifndef WAVELOCK_TB_RTL_MUTANTS_H
#define WAVELOCK_TB_RTL_MUTANTS_H

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

constexpr uint32_t kMutantsMost = 1 << 16;      // numbers are below this
extern uint32_t wl_mutant_on;                   // the mutant that is on; 0: none
extern uint64_t wl_mutant_cycle;                // the current cycle of the run; 0: reset
extern uint64_t wl_mutant_first[kMutantsMost];  // by number: the first cycle in which it differed; 0: none yet

// Whether mutant n is on. differs: its expression has another value than the expression that it stands for.
inline bool wl_mutant(uint32_t n, bool differs) {
  if (differs && !wl_mutant_first[n]) wl_mutant_first[n] = wl_mutant_cycle;
  return n == wl_mutant_on;
}

namespace wavelock {

// What a run does with the mutants of its unit. With +mutants_record it notes when each would first differ. With
// +mutants_plan it starts a copy of itself for each mutant of the plan, in the cycle of the plan, with the mutant on.
class Mutants {
 public:
  // plus: the plus arguments of the run, or NULL. Throws std::runtime_error: a file cannot be read.
  explicit Mutants(const char *plus);
  ~Mutants();
  Mutants(const Mutants &) = delete;
  Mutants &operator=(const Mutants &) = delete;

  void tick(uint64_t cycle);  // at each edge of the clock, before the unit computes
  void ended(uint64_t cycle) {
    if (copy_ && !*copy_) *copy_ = cycle;
  }

 private:
  struct Planned {
    uint32_t mutant;
    uint64_t cycle, bound;
    pid_t process;
    std::string end;
  };
  void read_plan();
  void start(size_t at);
  void become(size_t at);
  void wait_for_one();
  void finish();

  std::string record_, plan_path_, out_;
  uint64_t jobs_ = 1;
  std::vector<Planned> plan_;  // by cycle
  size_t next_ = 0, running_ = 0;
  uint64_t *ends_ = nullptr;  // by place in the plan, shared with the copies: the cycle in which the copy ended
  uint64_t *copy_ = nullptr;  // in a copy: its place there
  uint64_t until_ = UINT64_MAX;
};

}  // namespace wavelock
#endif
