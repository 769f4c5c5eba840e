// SPDX-License-Identifier: Apache-2.0
// The C++ half of rtl/probe: reads the DUT's arrays where Verilator keeps them and reports them to the checker
// (probe.h).
#ifndef WAVELOCK_TB_RTL_PROBE_DIRECT_H
#define WAVELOCK_TB_RTL_PROBE_DIRECT_H

#include <cstdint>
#include <map>
#include <string>
#include <type_traits>

// The unit's handle is a chandle, which is a number in what Verilator makes: the address of the wl_unit.

// wl_probe_ready. in_flight: waves that an instruction in flight stalls. selected: a slot, 16 for none.
void wl_probe_arbiter(uint64_t unit, uint16_t fetched, uint16_t in_flight, uint8_t units, uint8_t selected);

constexpr int kBanks = 4;  // of the LDS

// Wave slots of the unit for which this is compiled: from its configuration (rtl/configs/). rtl/probe checks it.
#ifndef WL_NUM_WAVES
#define WL_NUM_WAVES 16
#endif
constexpr unsigned kUnitWaves = WL_NUM_WAVES;

// Verilator's type of a vector of so many bits.
template <unsigned bits>
using wl_vector = std::conditional_t<
    (bits <= 8), uint8_t,
    std::conditional_t<(bits <= 16), uint16_t, std::conditional_t<(bits <= 32), uint32_t, uint64_t>>>;

// Where the DUT's registers lie. The probe reads them there, and an injected fault flips a bit there (flip.h). The
// fields are in the order in which rtl/probe lists their addresses: the wave state registers as in state.def, then the
// rest. It names each, and none may be left out. Wide registers are arrays of all waves. In masks, bit i belongs to
// wave i. Verilator's classes include this file, and they are compiled without tb/ among the include folders.
struct wl_unit_state {
#define REGISTER(name, bits, array, width) uint##width##_t *array;
#include "../probe/state.def"
  wl_vector<4 * kUnitWaves> *trap;  // the masks of TRAP_BIT, from bit 0 on
#define STATUS_BIT(array, field, number) wl_vector<kUnitWaves> *array;
#include "../probe/state.def"
  uint32_t *sgpr;         // of each wave, 128 words
  uint32_t *vgpr;         // phys_vgprs x 64 words
  uint32_t *lds[kBanks];  // lds_rows x 4 words each
  int phys_vgprs, lds_rows;
};

// In reset the probe says where the registers lie. They go to wl_unit_places, which the bench of the unit sets before,
// and the handle knows that address.
extern wl_unit_state *wl_unit_places;
void wl_probe_place(uint64_t unit, const wl_unit_state &state);

// What the unit keeps beside the state that is compared, for injected faults: rows by name. A row is an array of
// elements of `width` bits. The row has, from bit `from` of an element on, `bits` bits of each of `lanes` lanes.
struct wl_kept_row {
  const void *first;
  unsigned width, elements, from, lanes, bits;
};

// At time zero the probe says where they lie. They go to wl_unit_kept, which the bench of the unit sets before.
extern std::map<std::string, wl_kept_row> *wl_unit_kept;
void wl_probe_kept(const std::string &row, const void *first, unsigned width, unsigned elements, unsigned from,
                   unsigned lanes, unsigned bits);

// Closes a cycle, before its edge takes effect: compares all wave state registers of all waves and answers the
// checker's sweep request.
void wl_probe_close(uint64_t unit, uint64_t cycle);

// A VGPR write of the vector ALU. write: vgpr_pkg::vgpr_write_t as words (vgpr_write in dpi_layout.h).
void wl_probe_valu_write(uint64_t unit, uint8_t slot, const uint32_t *write);

#endif
