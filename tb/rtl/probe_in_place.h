// The C++ half of rtl/probe: what happens every clock, read where Verilator keeps it and told to the checker (probe.h).
#ifndef WAVELOCK_TB_RTL_PROBE_IN_PLACE_H
#define WAVELOCK_TB_RTL_PROBE_IN_PLACE_H

#include <cstdint>

// What the arbiter chooses from and which slot it tries, 16 for none: wl_probe_ready. held: waves with an instruction under way
// that keeps them from issuing.
void wl_probe_arbiter(uint16_t fetched, uint16_t held, uint8_t units, uint8_t tried);

// The special registers of all waves at a clock, before its edge takes effect. Pointers are to arrays of 16 waves;
// of the single bits, bit i is that of wave i. trap: PRIV, TRAP_EN, COND_DBG_USER and COND_DBG_SYS, 16 bits each from
// below. Every register is read every time.
void wl_probe_specials(uint64_t clock, const uint64_t *pc, const uint64_t *exec, const uint64_t *vcc, const uint32_t *m0,
                       const uint32_t *mode, const uint32_t *trapsts, const uint8_t *vm_cnt, const uint8_t *exp_cnt,
                       const uint8_t *lgkm_cnt, uint16_t valid, uint64_t trap,
                       uint16_t halt, uint16_t in_barrier, uint16_t in_tg,
                       uint16_t prio1, uint16_t prio0, uint16_t scc);

// A VGPR write of the vector ALU. write: cu_pkg::vgpr_write_t as words, that is 16 lanes, then lanes on [15:0],
// quarter [17:16] and pool row [27:18].
void wl_probe_valu_write(uint8_t slot, const uint32_t *write);

#endif
