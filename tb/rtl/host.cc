// SPDX-License-Identifier: Apache-2.0
#include "host.h"

namespace wavelock {

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
  wait_[slot] = 20 + random_.below(181);
}

unsigned Host::cycle() {
  unsigned answer = 0;
  if (max_open_ && --until_turn_ == 0) {
    open_ = !open_;
    until_turn_ = 1 + random_.below(open_ ? max_open_ : max_shut_);
  }
  if (open_) answer = kMsgReady;
  if (halted_ == 0) return answer;
  bool resumed = false;
  for (unsigned slot = 0; slot < WL_MAX_WAVES; slot++) {
    if (!(halted_ >> slot & 1)) continue;
    if (wait_[slot]) {
      wait_[slot]--;
    } else if (!resumed) {
      resumed = true;
      halted_ &= ~(1u << slot);
      answer |= kResume | slot << kResumeSlot;
    }
  }
  return answer;
}

}  // namespace wavelock
