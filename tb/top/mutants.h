// SPDX-License-Identifier: Apache-2.0
// Mutants of the unit that are switched on at run time. scripts/wl/mutation/instrument.py writes calls of wl_mutant
// into a copy of the RTL. Generated code includes this file. docs/mutation.md has the plus arguments.
#ifndef WAVELOCK_TB_RTL_MUTANTS_H
#define WAVELOCK_TB_RTL_MUTANTS_H

#include <sys/types.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

constexpr uint32_t kMutantsMost = 1 << 16;      // numbers are below this
extern bool wl_mutant_on[kMutantsMost];         // by number: whether the mutant is on
extern uint64_t wl_mutant_cycle;                // the current cycle of the run; 0: reset
extern uint64_t wl_mutant_first[kMutantsMost];  // by number: the first cycle in which it differed; 0: none yet

// Whether mutant n is on. differs: its expression has another value than the expression that it stands for.
inline bool wl_mutant(uint32_t n, bool differs) {
  if (differs && !wl_mutant_first[n]) wl_mutant_first[n] = wl_mutant_cycle;
  return wl_mutant_on[n];
}

namespace wavelock {

// A sum of 64 bits of what is added, in this order. Large memories (the VGPRs, the LDS) count in every 32nd cycle
// alone: they are most of the state, and what goes into them is in registers before.
class StateSum {
 public:
  explicit StateSum(uint64_t cycle) : large_(cycle % 32 == 0) {}
  template <typename T>
  void add(const T &variable) {
    if (sizeof variable >= kLarge && !large_) return;
    const char *at = reinterpret_cast<const char *>(&variable);
    size_t left = sizeof variable;
    // Four sums side by side: one waits for its product, the others do not.
    for (uint64_t four[4]; left >= sizeof four; left -= sizeof four, at += sizeof four) {
      memcpy(four, at, sizeof four);
      for (int i = 0; i < 4; i++) sums_[i] = mixed(sums_[i], four[i]);
    }
    for (; left; left -= std::min(left, sizeof(uint64_t)), at += sizeof(uint64_t)) {
      uint64_t word = 0;
      memcpy(&word, at, std::min(left, sizeof word));
      sums_[0] = mixed(sums_[0], word);
    }
  }
  uint64_t value() const { return mixed(mixed(sums_[0], sums_[1]), mixed(sums_[2], sums_[3])); }

 private:
  static uint64_t mixed(uint64_t sum, uint64_t word) {
    const uint64_t product = (sum ^ word) * 0x9e3779b97f4a7c15u;
    return product ^ product >> 32;
  }
  static constexpr size_t kLarge = 16384;  // bytes
  const bool large_;
  uint64_t sums_[4] = {1, 2, 3, 4};
};

// What a run does with the mutants of its unit. With +mutants_record it notes when each would first differ, and a sum
// of the unit's state in every cycle. With +mutants_plan it starts a copy of itself for each mutant of the plan, in the
// cycle of the plan, with the mutant on. The copy notes the first cycle in which its state has another sum. With
// +mutants_on some are on from the reset.
class Mutants {
 public:
  // plus: the plus arguments of the run, or NULL. Throws std::runtime_error: a file cannot be read, a number is wrong.
  explicit Mutants(const char *plus);
  ~Mutants();
  Mutants(const Mutants &) = delete;
  Mutants &operator=(const Mutants &) = delete;

  void tick(uint64_t cycle);  // at each edge of the clock, before the unit computes
  // In the second half of a cycle: whether state must be called.
  bool wants_state() const { return !record_.empty() || (copy_ && !sums_.empty() && !copy_->end && !copy_->wrong); }
  void state(uint64_t cycle, uint64_t sum);  // sum: of all registers and outputs of the unit
  void ended(uint64_t cycle) {
    if (copy_ && !copy_->end) copy_->end = cycle;
  }

 private:
  struct Planned {
    uint32_t mutant;
    uint64_t cycle, bound;
    pid_t process;
    std::string end;
  };
  struct Copy {
    uint64_t end;    // the cycle in which it ended
    uint64_t wrong;  // the first cycle with a wrong state; 0: none
  };
  void read_plan();
  static void switch_on(const std::string &numbers);
  void start(size_t at);
  void become(size_t at);
  void wait_for_one();
  void finish();
  void read_states(const std::string &path);

  std::string record_, plan_path_, out_;
  uint64_t jobs_ = 1;
  std::vector<Planned> plan_;  // by cycle
  size_t next_ = 0, running_ = 0;
  std::vector<uint64_t> sums_;  // by cycle: of the state without a mutant
  Copy *copies_ = nullptr;      // by place in the plan, shared with the copies
  Copy *copy_ = nullptr;        // in a copy: its place there
  uint64_t until_ = UINT64_MAX;
};

}  // namespace wavelock
#endif
