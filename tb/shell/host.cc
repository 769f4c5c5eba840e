// SPDX-License-Identifier: Apache-2.0
#include "host.h"

namespace wavelock {

namespace {
constexpr uint32_t kLeastWait = 20, kWaitSpan = 181;  // cycles from a halt to its resume: 20 to 200
}

Host::Host(uint64_t seed, bool halt_stays) : random_(seed, 0x30), halt_stays_(halt_stays) {
  static constexpr uint32_t kOpen[] = {0, 6, 60};
  if (seed == 0) return;
  max_open_ = kOpen[random_.below(3)];
  max_shut_ = 1 + random_.below(max_open_ > 6 ? 100 : 8);
}

void Host::begin(wl_launch_result *result) {
  result_ = result;
  halted_ = 0;
}

void Host::message(unsigned slot, bool trace, uint32_t simm, uint32_t m0) {
  if (result_->message_count < WL_MAX_MESSAGES) result_->messages[result_->message_count] = {slot, trace, simm, m0};
  result_->message_count++;
}

void Host::halted(unsigned slot) {
  if (halt_stays_) return;
  halted_ |= 1u << slot;
  wait_[slot] = kLeastWait + random_.below(kWaitSpan);
}

unsigned Host::cycle() {
  unsigned inputs = 0;
  if (max_open_ && --until_turn_ == 0) {
    open_ = !open_;
    until_turn_ = 1 + random_.below(open_ ? max_open_ : max_shut_);
  }
  if (open_) inputs = answer::kMsgReady.put(1);
  if (halted_ == 0) return inputs;
  bool resumed = false;
  for (unsigned slot = 0; slot < WL_MAX_WAVES; slot++) {
    if (!(halted_ >> slot & 1)) continue;
    if (wait_[slot]) {
      wait_[slot]--;
    } else if (!resumed) {
      resumed = true;
      halted_ &= ~(1u << slot);
      inputs |= answer::kResume.put(1) | answer::kResumeSlot.put(slot);
    }
  }
  return inputs;
}

}  // namespace wavelock
