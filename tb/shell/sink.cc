// SPDX-License-Identifier: Apache-2.0
#include "sink.h"

#include <cstring>

namespace wavelock {

Sink::Sink(uint64_t seed) : random_(seed, 0x31) {
  static constexpr uint32_t kOpen[] = {0, 6, 60};
  if (seed == 0) return;
  max_open_ = kOpen[random_.below(3)];
  max_shut_ = 1 + random_.below(max_open_ > 6 ? 100 : 8);
}

void Sink::begin(wl_launch_result *result) {
  result_ = result;
  open_.clear();
}

void Sink::beat(unsigned slot, unsigned target_flags, uint64_t exec, unsigned component, unsigned pass,
                const uint32_t data[16]) {
  namespace layout = export_beat;
  const unsigned target = layout::kTarget.of(target_flags);
  wl_export_type type = WL_EXPORT_TYPES;
  wl_export_type_of(target, &type);
  const std::pair<unsigned, wl_export_type> key(slot, type);
  wl_export &e = open_[key];
  e.slot = slot;
  e.target = static_cast<uint8_t>(target);
  e.en = static_cast<uint8_t>(layout::kEn.of(target_flags));
  e.compr = layout::kCompr.of(target_flags) != 0;
  e.done = layout::kDone.of(target_flags) != 0;
  e.vm = layout::kVm.of(target_flags) != 0;
  e.exec = exec;
  if (component < 4) memcpy(&e.data[component][16 * pass], data, 16 * sizeof *data);
  if (!layout::kLast.of(target_flags)) return;
  if (result_->export_count < WL_MAX_EXPORTS) result_->exports[result_->export_count] = e;
  result_->export_count++;
  open_.erase(key);
}

void Sink::turn() {
  ready_ ^= answer::kExportReady.put(1);
  until_turn_ = 1 + random_.below(ready_ ? max_open_ : max_shut_);
}

}  // namespace wavelock
