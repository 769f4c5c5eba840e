// SPDX-License-Identifier: Apache-2.0
// The probe interface: all that the checker learns from a device under test (DUT). Plain C, one function an event.
// The RTL side is rtl/probe/ (DPI-C). Another compute unit can be wired to the same functions.
//
// Cycles. At rising edge n the probe reports in this order:
//   1. every event whose effect is visible after the edge (the writes that the edge commits),
//   2. wl_probe_cycle(n, ...), with the wave state registers as they stood BEFORE the edge.
// The checker compares these registers with what the events of cycles < n predict. Then the events of cycle n take
// effect. So a flip-flop that holds a wrong value in cycle n is reported at cycle n.
//
// Order of the events within a cycle:
//   - before cycle 0 only: config, state_row
//   - ready; init writes; wave_start
//   - mem_performed; mem_request; lds; sgpr; vgpr; valu_done; operands_read; lds_cycles; mem_return
//   - message; resume; barrier_release; trap; issue; wave_end
//   - cycle
// An sgpr event of source SALU comes after its issue.
//
// All functions are called from one thread. Arrays are little-endian 32-bit words. The functions return nothing: the
// checker keeps what it finds, and the harness asks for it (checker.h). A bad argument becomes an ERROR of the run.
#ifndef WAVELOCK_PROBE_H
#define WAVELOCK_PROBE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Time zero: one size of the DUT: "waves", "lanes", "phys_vgprs", "lds_entries", "gds_entries", "groups" or "sgprs".
void wl_probe_config(const char *name, int value);
// Time zero: one state row of the DUT and its number for fault injection. The names: "PC", "EXEC", "VCC", "SCC", "M0",
// "MODE", "STATUS", "TRAPSTS", "VM_CNT", "EXP_CNT", "LGKM_CNT", "SGPR", "VGPR", "LDS".
void wl_probe_state_row(const char *name, int id);

// Bits of `units` in wl_probe_ready: the execution units, by number.
enum { WL_READY_VALU, WL_READY_SMEM, WL_READY_LDS, WL_READY_VMEM, WL_READY_UNITS };

// The arbiter's inputs in this cycle, and its choice (control-flow.md 9). Once in every cycle, before all other events.
// Masks have a bit per slot.
//   fetched   waves whose whole next instruction is in the instruction buffer
//   reading   waves whose last instruction is LDS (not GDS) or vector memory and still has its VGPRs read; of other
//             waves the bit means nothing
//   units     execution units that could have taken an instruction in the cycle before (WL_READY_*)
//   selected  the slot whose instruction is looked at in this cycle, whether or not it then issues; -1: none
void wl_probe_ready(unsigned fetched, unsigned reading, unsigned units, int selected);

// Where a register write comes from.
enum { WL_SRC_INIT, WL_SRC_SALU, WL_SRC_VALU, WL_SRC_SMEM, WL_SRC_LDS, WL_SRC_VMEM };

// Words of the array `start` of wl_probe_wave_start. WL_START_TRAP_EN and those after it are as in wl_wave_init.
enum {
  WL_START_SGPR_SIZE,
  WL_START_VGPR_BASE,
  WL_START_VGPR_SIZE,
  WL_START_LDS_BASE,
  WL_START_LDS_SIZE,
  WL_START_GROUP,
  WL_START_WAVE_IN_GROUP,
  WL_START_WAVES_IN_GROUP,
  WL_START_TRAP_EN,
  WL_START_TBA_LO,
  WL_START_TBA_HI,
  WL_START_TMA_LO,
  WL_START_TMA_HI,
  WL_START_COND_DBG,
  WL_START_SHARED_GLOBAL,
  WL_START_SHARED_TEMPS,
  WL_START_ALIGNMENT_MODE,
  WL_START_WORDS
};

// A wave starts in the slot. Its registers were written by events of source WL_SRC_INIT. All values are as the DUT
// latched them. start: WL_START_WORDS words.
void wl_probe_wave_start(int slot, long long pc, long long exec, int mode, const uint32_t *start);

// Memory accepted a transaction (unit WL_SRC_SMEM or WL_SRC_VMEM).
//   id                unique among the transactions in flight on the port
//   be                byte enables of the line
//   data              16 words of write data
//   component, lanes  as in wl_transaction
void wl_probe_mem_request(int unit, int id, int slot, int tag, int write, long long line, long long be, int component,
                          long long lanes, const uint32_t *data);
// The access at memory, in this order with all others. The memory of the testbench calls this, not the DUT.
// data: the line as read, before byte enables are applied (reads only).
void wl_probe_mem_performed(int unit, int id, int error, const uint32_t *data);

// One bank of the LDS served one entry (see wl_lds_access).
//   kind  wl_lds_kind
//   be    of a write or an atomic; a read serves the whole entry whatever be is
//   data  4 words
void wl_probe_lds(int slot, int tag, int kind, int quad, int access, int bank, int row, int be, const uint32_t *data);

// SGPRs first..first+count-1 of the slot are written (count 1..16). data: count words. tag: the tag of the
// instruction for WL_SRC_SMEM, else 0. VCC, M0 and EXEC are wave state registers and are not reported here. The
// exception is VCC where a scalar load writes it.
void wl_probe_sgpr(int source, int slot, int tag, int first, int count, const uint32_t *data);

// Lanes 16*pass+i of a physical VGPR are written with data[i] (16 words), for each bit i of lanes. slot: any for
// WL_SRC_INIT.
void wl_probe_vgpr(int source, int slot, int tag, int vgpr, int pass, int lanes, const uint32_t *data);

// The wave's vector ALU instruction is complete: its VGPRs and SGPRs are written; VCC, EXEC and SCC change at this
// edge.
void wl_probe_valu_done(int slot);

// The operands of a GDS instruction have been read: EXP_CNT falls at this edge.
void wl_probe_operands_read(int slot, int tag);

// Cycles in which the LDS served a DS instruction, and how many of them bank conflicts cost (lds.md 4.1). Once an
// instruction, before its mem_return or in the same cycle.
void wl_probe_lds_cycles(int slot, int tag, int cycles, int conflicts);

// A memory instruction (unit WL_SRC_SMEM, WL_SRC_LDS, WL_SRC_VMEM) is complete: its wait counter falls at this edge.
// viol: it had a memory violation.
void wl_probe_mem_return(int unit, int slot, int tag, int viol);

// A message leaves the DUT. kind 0: of s_sendmsg or s_sendmsghalt, LGKM_CNT falls at this edge; 1: of s_ttracedata.
void wl_probe_message(int slot, int kind, int simm, int m0);

// The host resumes a halted wave: HALT falls at this edge.
void wl_probe_resume(int slot);

// A single-stepping wave enters its trap handler at this edge, before its next instruction.
void wl_probe_trap(int slot);

// The waves of the group leave the barrier at this edge.
void wl_probe_barrier_release(int group);

// The instruction at pc issues, in program order. PC and counters change at this edge; for scalar instructions all
// wave state registers do. A wave issues its next instruction only after valu_done of the one before.
//   w0, w1  its dwords; w1 is 0 for a 4-byte instruction
//   tag     the tag of a memory instruction until its mem_return; 0 for others
// A refused instruction (illegal, fetch fault) is reported here too, with the words it has (fetch fault: 0).
void wl_probe_issue(int slot, long long pc, int w0, int w1, int tag);

// Values of `why` in wl_probe_wave_end, as in wave_end_e of rtl/cu_pkg.sv.
typedef enum {
  WL_WAVE_ENDED = 1,    // s_endpgm: the slot is free after this edge
  WL_WAVE_FAULTED = 2,  // it halts on an illegal instruction or a fetch fault and keeps its registers
  WL_WAVE_HALTED = 3,   // it halts itself (s_sethalt, s_sendmsghalt) and may be resumed
} wl_wave_end;

// A wave ends or halts in this cycle. why: wl_wave_end.
void wl_probe_wave_end(int slot, int why);

// Closes cycle n. state_regs: the 11 words of wl_state_regs for each slot, all zero for a slot with no wave.
void wl_probe_cycle(long long cycle, const uint32_t *state_regs);

// What the checker wants swept at this edge, as one word; 0: nothing.
enum {
  WL_SWEEP_SGPR = 1 << 0,
  WL_SWEEP_VGPR = 1 << 1,
  WL_SWEEP_LDS = 1 << 2,
  WL_SWEEP_WAVE = 1 << 3,   // of one wave only, at its end; a probe may ignore this bit and answer with everything
  WL_SWEEP_SLOT_SHIFT = 4,  // with WL_SWEEP_WAVE: its slot,
  WL_SWEEP_SLOT_BITS = 4,
  WL_SWEEP_FIRST_SHIFT = 8,  // its first physical VGPR,
  WL_SWEEP_FIRST_BITS = 10,
  WL_SWEEP_COUNT_SHIFT = 18,  // and how many it has
  WL_SWEEP_COUNT_BITS = 9,
};
static inline uint32_t wl_sweep_slot(uint32_t request) {
  return request >> WL_SWEEP_SLOT_SHIFT & ((1u << WL_SWEEP_SLOT_BITS) - 1);
}
static inline uint32_t wl_sweep_first(uint32_t request) {
  return request >> WL_SWEEP_FIRST_SHIFT & ((1u << WL_SWEEP_FIRST_BITS) - 1);
}
static inline uint32_t wl_sweep_count(uint32_t request) {
  return request >> WL_SWEEP_COUNT_SHIFT & ((1u << WL_SWEEP_COUNT_BITS) - 1);
}
// The request. The probe answers with the calls below, right after wl_probe_cycle and before the next cycle's events.
// The values are those before this edge's writes.
int wl_probe_sweep(void);
void wl_probe_sweep_sgpr(int slot, const uint32_t *words);            // 128 words; 106, 107, 124..127 read 0
void wl_probe_sweep_vgpr(int vgpr, int pass, const uint32_t *words);  // 16 words
void wl_probe_sweep_lds(int bank, int row, const uint32_t *words);    // 4 words

#ifdef __cplusplus
}
#endif
#endif
