// SPDX-License-Identifier: Apache-2.0
// The C++ half of rtl/probe: what happens every cycle, read where Verilator keeps it and told to the checker (probe.h).
#ifndef WAVELOCK_TB_RTL_PROBE_IN_PLACE_H
#define WAVELOCK_TB_RTL_PROBE_IN_PLACE_H

#include <cstdint>

// What the arbiter chooses from and which slot it tries, 16 for none: wl_probe_ready. held: waves with an instruction
// under way that keeps them from issuing.
void wl_probe_arbiter(uint16_t fetched, uint16_t held, uint8_t units, uint8_t tried);

// Where the unit's state lies, in the order in which rtl/probe lists it. Of the wave state registers, the wide ones are
// arrays of 16 waves; of single bits, bit i is that of wave i.
struct wl_unit_state {
  const uint64_t *pc, *exec, *vcc;
  const uint32_t *m0, *mode, *trapsts;
  const uint8_t *vm_cnt, *exp_cnt, *lgkm_cnt;
  const uint64_t *trap;  // PRIV, TRAP_EN, COND_DBG_USER and COND_DBG_SYS, 16 bits each from below
  const uint16_t *valid, *halt, *in_barrier, *in_tg, *prio1, *prio0, *scc;
  const uint32_t *sgpr;    // 16 waves x 128 words
  const uint32_t *vgpr;    // phys_vgprs x 64 words
  const uint32_t *lds[4];  // of each bank, lds_rows x 4 words
};

// Closes a cycle, before its edge takes effect: compares the wave state registers of all waves, every one every time,
// and answers the sweep that the checker asks for.
void wl_probe_close(uint64_t cycle, int phys_vgprs, int lds_rows, const wl_unit_state &unit);

// A VGPR write of the vector ALU. write: cu_pkg::vgpr_write_t as words, that is 16 lanes, then lanes on [15:0],
// pass [17:16] and pool row [27:18].
void wl_probe_valu_write(uint8_t slot, const uint32_t *write);

#endif
