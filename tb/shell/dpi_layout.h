// SPDX-License-Identifier: Apache-2.0
// Layout of the packed arguments of the DPI calls between cu_top.sv and the bench. The wrapper has the same fields as
// packed structs, under the names given here. Both sides change together.
#ifndef WAVELOCK_SHELL_DPI_LAYOUT_H
#define WAVELOCK_SHELL_DPI_LAYOUT_H

#include <cstdint>

namespace wavelock {

// `width` bits of a word from bit `at`.
struct Field {
  unsigned at, width;
  constexpr unsigned of(unsigned word) const { return word >> at & ((1u << width) - 1); }
  constexpr unsigned put(unsigned value) const { return value << at; }
};

// The word that the DUT hands over in each cycle: status_t.
namespace status {
constexpr Field kWaveEndSlot{0, 4}, kWaveEndWhy{4, 2}, kWaveEnd{6, 1}, kInitVgprTaken{7, 1}, kActive{8, 1};
}
// The DUT's inputs in the next cycle: answer_t. kReady and kResponse have a bit a port (profile.h).
namespace answer {
constexpr Field kReady{0, 3}, kResponse{3, 3}, kInitSgpr{6, 1}, kInitVgpr{7, 1}, kLaunch{8, 1}, kMsgReady{9, 1},
    kResume{10, 1}, kResumeSlot{11, 4}, kExportReady{15, 1};
}
// target_flags of a beat of an export.
namespace export_beat {
constexpr Field kTarget{0, 6}, kEn{6, 4}, kCompr{10, 1}, kDone{11, 1}, kVm{12, 1}, kLast{13, 1};
}
// A memory response: response_place_t.
namespace response {
constexpr Field kId{0, 8}, kError{8, 1};
}
// An initial SGPR: sgpr_place_t.
namespace init_sgpr {
constexpr Field kIndex{0, 7}, kSlot{7, 4}, kSgprSize{11, 7};
}
// A pass of an initial VGPR: vgpr_place_t.
namespace init_vgpr {
constexpr Field kPass{0, 2}, kVgpr{2, 10};
}
// A launch: launch_group_t, launch_vgprs_t, launch_more_t.
namespace launch {
constexpr Field kGroup{0, 4}, kWaveInGroup{4, 4}, kWavesInGroup{8, 5};
constexpr Field kVgprBase{0, 10}, kVgprSize{16, 9};
constexpr Field kTrapEn{0, 1}, kCondDbg{1, 2}, kSharedGlobal{8, 8}, kSharedTemps{16, 7}, kAlignmentMode{24, 2},
    kIssue{26, 1};
}  // namespace launch
// Wait states of the hazard rows, 3 bits a row from row 0.
namespace hazard_row {
constexpr unsigned kBits = 3;
}

// A VGPR write of the vector ALU as 32-bit words: the data of the 16 lanes, then a word with these fields. As
// vgpr_write_t of rtl/simd/vgpr_pkg.sv; it writes both halves of the lanes.
namespace vgpr_write {
constexpr unsigned kWhere = 16;                              // number of that word
constexpr Field kLanes{0, 16}, kPass{18, 2}, kVgpr{20, 10};  // a small VGPR file needs fewer bits; the others are 0
}  // namespace vgpr_write

}  // namespace wavelock
#endif
