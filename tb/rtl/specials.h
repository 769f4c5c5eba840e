// The C++ half of rtl/probe: the special registers of all waves at a clock, from where Verilator keeps them.
#ifndef WAVELOCK_TB_RTL_SPECIALS_H
#define WAVELOCK_TB_RTL_SPECIALS_H

#include <cstdint>

// Called once a clock, before the edge takes effect. The pointers are to arrays of 16 waves (pc: 48 bits); the
// single bits have bit i for wave i. Reads every register each time and reports them with wl_probe_clock (probe.h).
void wl_probe_specials(uint64_t clock, const uint64_t *pc, const uint64_t *exec, const uint64_t *vcc, const uint32_t *m0,
                       const uint32_t *mode, const uint32_t *trapsts, const uint8_t *vm_cnt, const uint8_t *exp_cnt,
                       const uint8_t *lgkm_cnt, uint16_t valid, uint16_t halt, uint16_t in_barrier, uint16_t in_tg,
                       uint16_t prio1, uint16_t prio0, uint16_t scc);

#endif
