// SPDX-License-Identifier: Apache-2.0
// Where Verilator keeps the DUT's state (probe_direct.h): a bit of it, for fault injection, and all of it.
#ifndef WAVELOCK_TB_RTL_FLIP_H
#define WAVELOCK_TB_RTL_FLIP_H

#include <cstdint>
#include <map>
#include <string>

struct wl_dut_state;
struct wl_unit_state;
struct wl_kept_row;

namespace wavelock {

// A bit by its row and the numbers that the row has. The row is one of the state table, or one that the unit keeps
// beside it. wave: slot. index: SGPR, physical VGPR, dword of the LDS, or element of what is kept.
struct StateBit {
  std::string row;
  unsigned wave, index, lane, bit;
};

// The bit as a byte of the host's memory. at is NULL if no register holds the bit, as for the computed ones of STATUS.
struct Place {
  uint8_t *at = nullptr;
  uint8_t mask = 0;
};

// All of the DUT's state.
void read_state(const wl_unit_state &unit, wl_dut_state *to);

Place place_of(const wl_unit_state &unit, const std::map<std::string, wl_kept_row> &kept, const StateBit &bit);

}  // namespace wavelock
#endif
