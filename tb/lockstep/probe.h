// SPDX-License-Identifier: Apache-2.0
// The probe interface: all that the checker learns from a unit under test. Plain C; one function an
// event. The RTL side is rtl/probe/ (DPI-C), but any unit can be wired to it.
//
// Cycles. At rising edge n the probe reports, first, every event whose effect becomes visible after that
// edge (the writes that the edge commits), in the order listed in this file within one cycle, and last
// wl_probe_cycle(n, ...), which carries the wave state registers as they stood BEFORE the edge. The checker
// compares these with what the events of cycles < n predict; then the events of cycle n take effect.
// So a flip-flop that holds a wrong value in cycle n is reported at cycle n.
// Order within a cycle: config, state_row (before cycle 0 only); ready; init writes; wave_start; mem_performed;
// mem_request; lds; sgpr; vgpr; valu_done; operands_read; lds_cycles; mem_return; message; resume; barrier_release;
// trap; issue; wave_end; cycle. (sgpr of source SALU comes after its issue.)
//
// All functions are called from one thread. Arrays are little-endian 32-bit words. Nothing is returned:
// what the checker finds it keeps, and the harness asks it (checker.h).
#ifndef WAVELOCK_PROBE_H
#define WAVELOCK_PROBE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// One size of the unit: "waves", "lanes", "phys_vgprs", "lds_entries", "gds_entries", "groups", "sgprs". Time zero.
void wl_probe_config(const char *name, int value);
// One state row that the unit has and its number for fault injection ("PC", "EXEC", "VCC", "SCC", "M0", "MODE",
// "STATUS", "TRAPSTS", "VM_CNT", "EXP_CNT", "LGKM_CNT", "SGPR", "VGPR", "LDS"). Time zero.
void wl_probe_state_row(const char *name, int id);

// What the arbiter chooses from in this cycle, and its choice; once in every cycle, before all other events. Masks have
// a bit a slot. fetched: waves whose whole next instruction is in the unit's instruction buffer. reading: waves whose
// last instruction is an LDS (not GDS) or vector memory instruction that is still having its VGPRs read (of other waves
// the bit means nothing). units: those that could have taken an instruction in the cycle before: bit 0 vector ALU, 1
// scalar memory, 2 LDS, 3 vector memory. tried: the slot of the one wave whose instruction is looked at in this cycle,
// whether or not it then issues, -1: none (control-flow.md 9).
void wl_probe_ready(unsigned fetched, unsigned reading, unsigned units, int tried);

// Where a register write comes from.
enum { WL_SRC_INIT, WL_SRC_SALU, WL_SRC_VALU, WL_SRC_SMEM, WL_SRC_LDS, WL_SRC_VMEM };

// A wave starts in the slot; its registers were written by SRC_INIT events. Values as the unit latched them.
// sizes: sgpr_size, vgpr_base, vgpr_size, lds_base, lds_size, group, wave_in_group, waves_in_group, trap_en, tba (2
// words), tma (2 words), cond_dbg, shared_global, shared_temps, alignment_mode (17 words; the last nine as in
// wl_wave_init).
void wl_probe_wave_start(int slot, long long pc, long long exec, int mode, const uint32_t *sizes);

// Memory accepted a transaction (unit WL_SRC_SMEM or WL_SRC_VMEM). id: as on the port, unique among those under way
// on this unit's port. data, 16 words: write data. be: byte enables of the line. component, lanes: see wl_transaction.
void wl_probe_mem_request(int unit, int id, int slot, int tag, int write, long long line, long long be, int component,
                          long long lanes, const uint32_t *data);
// Memory performed it, in this order with all others (called by the memory of the testbench, not by the unit).
// data: the line as read, before byte enables are applied (reads only).
void wl_probe_mem_performed(int unit, int id, int error, const uint32_t *data);

// One bank of the LDS served one entry (see wl_lds_access). kind: wl_lds_kind. data: 4 words. be: of a write or atomic;
// a read serves the whole entry whatever be is.
void wl_probe_lds(int slot, int tag, int kind, int quad, int access, int bank, int row, int be, const uint32_t *data);

// SGPRs first..first+count-1 of the slot are written (count 1..16, data: count words). VCC (106, 107), M0 and EXEC
// are wave state registers and are not reported here, except where a scalar load writes them. tag: the instruction's
// for SRC_SMEM, else 0.
void wl_probe_sgpr(int source, int slot, int tag, int first, int count, const uint32_t *data);

// Lanes 16*pass+i of a pool row, for each bit i of lanes, are written with data[i] (16 words). slot: any for SRC_INIT.
void wl_probe_vgpr(int source, int slot, int tag, int row, int pass, int lanes, const uint32_t *data);

// The wave's vector ALU instruction is complete: its VGPRs and SGPRs are written, VCC, EXEC and SCC change at this
// edge.
void wl_probe_valu_done(int slot);

// The VGPRs of a GDS instruction have been read: EXP_CNT falls at this edge.
void wl_probe_operands_read(int slot, int tag);

// Cycles in which the LDS served a DS instruction, and those of them that bank conflicts cost (lds.md section 4.1).
// Once an instruction, at the latest with its mem_return and before it.
void wl_probe_lds_cycles(int slot, int tag, int cycles, int conflicts);

// A memory instruction of (unit WL_SRC_SMEM, WL_SRC_LDS, WL_SRC_VMEM) is complete and its wait counter falls at this
// edge.
void wl_probe_mem_return(int unit, int slot, int tag, int viol);

// A message leaves the unit; kind 0: of s_sendmsg or s_sendmsghalt, LGKM_CNT falls at this edge; 1: of s_ttracedata.
void wl_probe_message(int slot, int kind, int simm, int m0);

// The host lets a halted wave go on: HALT falls at this edge.
void wl_probe_resume(int slot);

// A wave that single-steps enters its trap handler at this edge, before its next instruction.
void wl_probe_trap(int slot);

// The waves of the group leave the barrier at this edge.
void wl_probe_barrier_release(int group);

// The instruction at pc leaves its wave, in program order: PC, counters (and for scalar instructions all wave state
// registers) change at this edge. A wave issues its next instruction only after valu_done of the one before. tag: names
// a memory instruction until its mem_return; 0 for others. w1: second dword, 0 for a 4-byte instruction. An instruction
// that the unit refuses (illegal, fetch fault) is reported here too, with the words it has (fetch fault: 0).
void wl_probe_issue(int slot, long long pc, int w0, int w1, int tag);

// The slot is free after this edge. why: 1 s_endpgm. A wave that halts on an illegal instruction or fetch fault does
// not end here: it is reported with why 2 in the cycle in which it halts and keeps its registers; one that halts
// itself, with why 3.
void wl_probe_wave_end(int slot, int why);

// Closes cycle n. special: for each wave slot the 11 words of wl_state_regs (all zero for a slot with no wave).
void wl_probe_cycle(long long cycle, const uint32_t *state_regs);

// What the checker wants swept at this edge: bit 0 SGPRs, bit 1 VGPRs, bit 2 LDS. The probe answers with the sweep
// calls below, values as they stood before this edge's writes, right after wl_probe_cycle, before the next cycle's
// events. Bit 3: of these only the SGPRs of slot [7:4] and the VGPR rows from [17:8], [26:18] of them (a wave's end). A
// probe may ignore bit 3 and answer with everything.
int wl_probe_sweep(void);
void wl_probe_sweep_sgpr(int slot, const uint32_t *words);           // 128 words; 106,107,124..127 read 0
void wl_probe_sweep_vgpr(int row, int pass, const uint32_t *words);  // 16 words
void wl_probe_sweep_lds(int bank, int row, const uint32_t *words);   // 4 words

#ifdef __cplusplus
}
#endif
#endif
