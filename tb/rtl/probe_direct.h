// SPDX-License-Identifier: Apache-2.0
// The C++ half of rtl/probe: reads the DUT's arrays where Verilator keeps them and reports them to the checker
// (probe.h).
#ifndef WAVELOCK_TB_RTL_PROBE_DIRECT_H
#define WAVELOCK_TB_RTL_PROBE_DIRECT_H

#include <cstdint>

// The unit's handle is a chandle, which is a number in what Verilator makes: the address of the wl_unit.

// wl_probe_ready. in_flight: waves that an instruction in flight stalls. selected: a slot, 16 for none.
void wl_probe_arbiter(uint64_t unit, uint16_t fetched, uint16_t in_flight, uint8_t units, uint8_t selected);

constexpr int kBanks = 4;  // of the LDS

// Where the DUT's state lies. The fields are in the order in which rtl/probe lists them. Wide registers are arrays of
// 16 waves. In masks, bit i is that of wave i.
struct wl_unit_state {
  const uint64_t *pc, *exec, *vcc;
  const uint32_t *m0, *mode, *trapsts;
  const uint8_t *vm_cnt, *exp_cnt, *lgkm_cnt;
  const uint64_t *trap;  // PRIV, TRAP_EN, COND_DBG_USER and COND_DBG_SYS: WL_TRAP_* of direct_compare.h
  const uint16_t *valid, *halt, *in_barrier, *in_tg, *prio1, *prio0, *scc;
  const uint32_t *sgpr;         // 16 waves x 128 words
  const uint32_t *vgpr;         // phys_vgprs x 64 words
  const uint32_t *lds[kBanks];  // lds_rows x 4 words each
};

// What the handle keeps of the DUT, as its `place`.
struct wl_unit_place {
  wl_unit_state state;
  int phys_vgprs, lds_rows;
};

// Closes a cycle, before its edge takes effect: compares all wave state registers of all waves and answers the
// checker's sweep request. False: the place of this unit is not known.
bool wl_probe_close(uint64_t unit, uint64_t cycle);
// In the first cycle: where the state of this unit lies. Closes the cycle, too.
void wl_probe_place(uint64_t unit, int phys_vgprs, int lds_rows, const wl_unit_state &state, uint64_t cycle);

// A VGPR write of the vector ALU. write: cu_pkg::vgpr_write_t as words (vgpr_write in dpi_layout.h).
void wl_probe_valu_write(uint64_t unit, uint8_t slot, const uint32_t *write);

#endif
