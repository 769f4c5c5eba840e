// SPDX-License-Identifier: Apache-2.0
#include "launcher.h"

#include <cstring>

#include "dpi_layout.h"

namespace wavelock {

namespace {
constexpr uint32_t kPassLanes = 16, kPasses = WL_LANES / kPassLanes;
}

void Launcher::begin(wl_dispatcher *d, wl_checker *c) {
  checker_ = c;
  dispatcher_ = d;
  loading_ = false;
  look_ = d != nullptr;
}

unsigned Launcher::cycle(bool vgpr_taken) {
  if (vgpr_taken) passes_taken_++;
  if (!loading_) {
    if (!look_) return 0;
    if (!wl_dispatcher_next(dispatcher_, &slot_, &init_)) {
      look_ = false;
      return 0;
    }
    loading_ = true;
    sgprs_ = passes_offered_ = passes_taken_ = 0;
    if (checker_) wl_checker_dispatch(checker_, slot_, &init_);
  }
  const uint32_t passes = init_.vgpr_count * kPasses;
  if (sgprs_ == init_.sgpr_count && passes_taken_ == passes) return answer::kLaunch.put(1);
  unsigned bits = 0;
  if (sgprs_ < init_.sgpr_count) bits |= answer::kInitSgpr.put(1);
  if (passes_offered_ == passes_taken_ && passes_offered_ < passes) bits |= answer::kInitVgpr.put(1);
  return bits;
}

void Launcher::init_sgpr(int *slot_index, int *data) {
  namespace layout = wavelock::init_sgpr;
  *slot_index =
      static_cast<int>(layout::kSlot.put(slot_) | layout::kSgprSize.put(init_.sgpr_size) | layout::kIndex.put(sgprs_));
  *data = static_cast<int>(init_.sgpr[sgprs_++]);
}

void Launcher::init_vgpr(int *row_pass, uint32_t data[16]) {
  const uint32_t vgpr = passes_offered_ / kPasses, pass = passes_offered_ % kPasses;
  *row_pass =
      static_cast<int>(wavelock::init_vgpr::kVgpr.put(init_.vgpr_base + vgpr) | wavelock::init_vgpr::kPass.put(pass));
  memcpy(data, &init_.vgpr[vgpr][pass * kPassLanes], kPassLanes * sizeof *data);
  passes_offered_++;
}

const wl_wave_init &Launcher::launch(int *slot) {
  loading_ = false;
  *slot = static_cast<int>(slot_);
  return init_;
}

void Launcher::wave_ended(int slot) {
  wl_dispatcher_wave_ended(dispatcher_, static_cast<uint32_t>(slot));
  look_ = true;
}

void Launcher::close() { wl_dispatcher_close(dispatcher_); }

}  // namespace wavelock
