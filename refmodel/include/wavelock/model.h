// SPDX-License-Identifier: Apache-2.0
// The golden reference model of the compute unit: public API.
//
// The model predicts values, never schedules. In lockstep the caller tells it what the unit under
// test did (a wave issued, a transaction was performed, a result landed) and the model answers with
// the values that must have been produced. Alone (wl_model_run) it chooses the simplest legal
// schedule itself. No dependency on the RTL, on SystemC or on the testbench.
#ifndef WAVELOCK_MODEL_H
#define WAVELOCK_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wavelock/mem.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  WL_LANES = 64,
  WL_MAX_WAVES = 16,
  WL_SGPRS = 128,  // operand codes 0..127: VCC is 106/107, TTMP 108..123, M0 124, EXEC 126/127
  WL_MAX_GROUPS = 16,
  WL_MAX_ROWS = 4,  // VGPR rows one instruction may write
};

// The sizes of the unit. In lockstep they come from the RTL (wl_probe_config), never from here.
typedef struct {
  uint32_t waves;        // wave slots, 1..WL_MAX_WAVES
  uint32_t phys_vgprs;   // rows of 64 lanes in the VGPR pool
  uint32_t lds_entries;  // 16-byte entries a bank (four banks); LDS bytes = 64 * lds_entries
  uint32_t gds_entries;  // of the global data share: rows lds_entries.. of the same four banks
} wl_config;

// Architectural registers of a wave that are compared every cycle. Kept in exactly this order and
// shape by the RTL probe, so that a wave's compare is one memcmp.
typedef struct {
  uint32_t pc_lo, pc_hi;
  uint32_t exec_lo, exec_hi;
  uint32_t vcc_lo, vcc_hi;
  uint32_t m0;
  uint32_t mode;      // control-flow.md section 1; CSP in [31:29]
  uint32_t status;    // SCC [0], USER_PRIO [4:3], PRIV [5], TRAP_EN [6], EXECZ [9], VCCZ [10], IN_TG [11], IN_BARRIER
                      // [12], HALT [13], VALID [16], COND_DBG_USER [20], COND_DBG_SYS [21]
  uint32_t trapsts;   // MEM_VIOL [8], ILLEGAL_INST [11]
  uint32_t counters;  // VM_CNT [5:0], EXP_CNT [10:8], LGKM_CNT [19:16]
} wl_state_regs;

// SH_MEM_CONFIG.alignment_mode: what becomes of misaligned DS reads and writes (lds.md section 3.2).
enum { WL_ALIGN_DWORD, WL_ALIGN_DWORD_STRICT, WL_ALIGN_STRICT, WL_ALIGN_UNALIGNED };

// What the dispatcher gives a wave when it starts (kernel-launch.md section 3). Registers not named
// here keep what the slot's previous owner left; power-on is all zero.
typedef struct {
  uint64_t pc;
  uint64_t exec;
  uint32_t mode;
  uint32_t group;           // group slot 0..WL_MAX_GROUPS-1, shared by the waves of a workgroup
  uint32_t wave_in_group;   // 0..waves_in_group-1
  uint32_t waves_in_group;  // 1..16
  uint32_t sgpr_size;  // allocated SGPRs, multiple of 16, at most 102 (112 in the descriptor counts VCC and friends)
  uint32_t vgpr_base;  // first row in the pool
  uint32_t vgpr_size;  // rows, multiple of 4, at most 256
  uint32_t lds_base;   // byte address in the LDS, multiple of 512
  uint32_t lds_size;   // bytes
  uint32_t alignment_mode;  // WL_ALIGN_*; in any but WL_ALIGN_UNALIGNED GLOBAL instructions are illegal
  bool trap_enabled;        // there is a trap handler (control-flow.md section 6)
  uint64_t tba, tma;        // its address, and that of its memory
  uint32_t cond_dbg;        // STATUS.COND_DBG_USER [0], COND_DBG_SYS [1]
  uint32_t shared_global;   // rows 0.. of the pool that all waves share (lds.md section 2)
  uint32_t shared_temps;    // clause temporaries of waves in even slots after them, then those of odd slots
  uint32_t sgpr_count;      // initial values of s0.. that follow
  uint32_t sgpr[32];
  uint32_t vgpr_count;  // initial values of v0.. (0..3) that follow
  uint32_t vgpr[3][WL_LANES];
} wl_wave_init;

typedef enum {
  WL_UNIT_SCALAR,  // SALU, branches, fork/join, control: wave state registers change at issue
  WL_UNIT_VALU,    // PC changes at issue; VGPRs, SGPRs, VCC, EXEC, SCC when the unit says so
  WL_UNIT_SMEM,
  WL_UNIT_LDS,
  WL_UNIT_VMEM,
} wl_unit;

typedef enum {
  WL_OK = 0,
  WL_ILLEGAL_INST,    // the instruction is not in the unit or is malformed: TRAPSTS[11], HALT, PC unchanged
  WL_FETCH_FAULT,     // instruction fetch from an unmapped page: TRAPSTS[8], HALT, PC unchanged
  WL_HAZARD_PENDING,  // reads or overwrites a register whose load has not been waited for (program error)
  WL_CSP_OVERFLOW,    // fork pushed with CSP >= 6 (program error; control-flow.md 3.3)
  WL_CSP_UNDERFLOW,   // join popped with CSP == 0 (program error)
  WL_LDS_OVERFLOW,    // owner write past the group's LDS (program error; lds.md 1.2)
  WL_HAZARD_STATES,   // too few wait states (program error; control-flow.md section 7)
  WL_BAD_EVENT,       // the event cannot happen in this state: the unit did what no schedule allows
} wl_result;

typedef enum { WL_END_NONE, WL_END_PGM, WL_END_FAULT } wl_end;

// A result of one issued instruction, in program order. Values are read with wl_model_sgpr/vgpr.
typedef struct {
  wl_unit unit;
  uint64_t pc;          // of the instruction
  uint32_t words[2];    // as fetched from the model's memory; words[1] is 0 for a 4-byte instruction
  uint32_t size;        // 4 or 8
  uint32_t sgpr_first;  // SGPRs 0..123 (other than VCC) written by a scalar or VALU instruction, first and number
  uint32_t sgpr_count;  //   (VCC, M0 and EXEC are wave state registers); at most 4
  uint32_t vgpr_count;  // VGPR rows written by a VALU instruction
  uint32_t phys_vgpr[WL_MAX_ROWS];  // rows of the pool
  uint64_t vgpr_mask[WL_MAX_ROWS];  // lanes written in each
  uint32_t sdst, sdst_count;        // scalar destination by operand code, VCC, M0 and EXEC among them
  uint64_t shared_rows[2];  // rows 0..127 that a VALU instruction reads or writes by absolute numbers: a bit a row
  bool lds_direct;          // it read the LDS at issue (LDS_DIRECT): the LDS must not write in that cycle
  bool barrier;             // the wave arrived at a barrier that holds it
  bool halt;                // the wave halted itself (s_sethalt, s_sendmsghalt): it issues again after wl_model_resume
  wl_end end;               // the wave ended here
  char why[160];            // for a result other than WL_OK: a sentence for a person
} wl_effect;

typedef struct wl_model wl_model;

// A new model with all state zero and no memory mapped. mem is borrowed, must outlive the model.
// NULL if out of memory or a size is out of range.
wl_model *wl_model_new(const wl_config *config, wl_mem *mem);
void wl_model_free(wl_model *m);

// Starts a wave in a slot. WL_BAD_EVENT if the slot is taken or a window lies outside its pool.
wl_result wl_model_wave_start(wl_model *m, uint32_t slot, const wl_wave_init *init);

// Executes the next instruction of the wave, all of its effects but those of memory, which stay
// pending under (unit, tag) until the calls below perform and land them. tag: the caller's name
// for a memory instruction, below 64, free again after wl_model_return. effect is filled in always.
// A program error (hazard, CSP) executes all the same.
wl_result wl_model_issue(wl_model *m, uint32_t slot, uint32_t tag, wl_effect *effect);

// ---- vector and scalar memory (WL_UNIT_VMEM, WL_UNIT_SMEM) in lockstep -------------------------
// The unit sends an instruction's accesses as transactions of one 64-byte line. A transaction serves
// bytes of one dword component (0..3; byte and short accesses have component 0 only) of the lanes in
// `lanes`; SMEM uses component 0 and lanes = 1, and serves any bytes of its 1..16 dwords.
typedef struct {
  wl_unit unit;
  uint32_t slot, tag;
  bool write;
  uint64_t line;         // byte address of the line, multiple of 64
  uint64_t byte_enable;  // bit i: byte line+i
  uint32_t component;
  uint64_t lanes;
  uint32_t data[16];  // write data of the line; bytes not enabled are 0
} wl_transaction;

// Checks that t serves bytes the instruction still has to serve, each once, and fills predicted with
// the transaction as it must look (byte enables and write data; where lanes of one transaction
// overlap, the highest lane wins). WL_BAD_EVENT with why filled if nothing of the kind is pending.
wl_result wl_model_request(wl_model *m, const wl_transaction *t, wl_transaction *predicted, char why[160]);

// Memory performed a requested transaction: applies it to the model's memory, or reads it.
// error: memory answered that the line is unmapped. rdata gets the line's enabled bytes, others 0 (16 words).
wl_result wl_model_perform(wl_model *m, const wl_transaction *t, bool error, uint32_t rdata[16], char why[160]);

// ---- LDS in lockstep ---------------------------------------------------------------------------
// Atomic: the entry is read and written in one cycle. One lane a bank (lds.md section 4.1).
typedef enum { WL_LDS_READ, WL_LDS_WRITE, WL_LDS_ATOMIC } wl_lds_kind;

// One bank served one row for one quad (lanes 4*quad..4*quad+3) of the instruction (lds.md section 4). A lane whose
// bytes go on into the next entry (alignment mode WL_ALIGN_UNALIGNED or WL_ALIGN_DWORD_STRICT) has two of these for its
// one access, in any order.
typedef struct {
  uint32_t slot, tag;
  wl_lds_kind kind;
  uint32_t quad;         // 0..15
  uint32_t access;       // 0, or 1 for the second address of read2/write2
  uint32_t bank;         // 0..3
  uint32_t row;          // entry of the bank: LDS byte address = row*64 + bank*16; from lds_entries on: GDS
  uint32_t byte_enable;  // 16 bits; all ones for a read
  uint32_t data[4];      // the entry as read; bytes written, atomically or not (bytes not enabled are 0)
} wl_lds_access;

wl_result wl_model_lds(wl_model *m, const wl_lds_access *a, wl_lds_access *predicted, char why[160]);
// Cycles of service of a DS instruction under way, and how many of them are bank conflicts, by lds.md section 4.1 from
// its addresses alone. WL_BAD_EVENT if there is no such instruction.
wl_result wl_model_lds_cycles(const wl_model *m, uint32_t slot, uint32_t tag, uint32_t *cycles, uint32_t *conflicts,
                              char why[160]);
// The VGPRs of a GDS instruction have been read: EXP_CNT falls (control-flow.md section 5.2). In order of issue.
wl_result wl_model_operands_read(wl_model *m, uint32_t slot, uint32_t tag, char why[160]);

// ---- landing -----------------------------------------------------------------------------------
// The values that a memory instruction of (unit, slot, tag) must write to lanes 16*pass.. of the
// VGPR row, and the lane mask (16 bits). They become the model's register state. WL_BAD_EVENT if that
// instruction writes no such row, has not got all of this pass's data yet, or wrote it before.
wl_result wl_model_write_back_vgpr(wl_model *m, wl_unit unit, uint32_t slot, uint32_t tag, uint32_t row, uint32_t pass,
                                   uint32_t *mask, uint32_t data[16], char why[160]);
// SGPRs first..first+count-1 of a scalar load (a part of it or the whole).
wl_result wl_model_write_back_sgpr(wl_model *m, uint32_t slot, uint32_t tag, uint32_t first, uint32_t count,
                                   uint32_t data[16], char why[160]);
// The instruction is complete and its wait counter falls. Everything must have been requested,
// performed and landed, and be the oldest of its kind where order is promised (control-flow.md 5.3).
wl_result wl_model_return(wl_model *m, wl_unit unit, uint32_t slot, uint32_t tag, char why[160]);

// All waves of the group are released from the barrier; WL_BAD_EVENT if a live one has not arrived
// or the group has not been launched whole (control-flow.md section 4).
wl_result wl_model_barrier_release(wl_model *m, uint32_t group, char why[160]);
// True when the group's barrier must release: every live wave waits at it.
bool wl_model_barrier_ready(const wl_model *m, uint32_t group);

// ---- messages, halt, traps (control-flow.md sections 2.1 and 6) -----------------------------------
typedef struct {
  uint32_t slot;
  bool trace;     // s_ttracedata, else s_sendmsg or s_sendmsghalt
  uint32_t simm;  // 16 bits
  uint32_t m0;    // as it was at issue
} wl_message;
// The oldest message of the wave leaves the unit (LGKM_CNT falls, but for the trace); predicted gets it. WL_BAD_EVENT
// if there is none.
wl_result wl_model_message(wl_model *m, uint32_t slot, wl_message *predicted, char why[160]);
// The host lets a wave go on that halted itself. WL_BAD_EVENT if the wave is not halted, or halted by a fault.
wl_result wl_model_resume(wl_model *m, uint32_t slot, char why[160]);
// A wave that single-steps (MODE.DEBUG_EN) enters its trap handler before its next instruction. WL_BAD_EVENT if none is
// due.
wl_result wl_model_trap(wl_model *m, uint32_t slot, char why[160]);

// ---- looking at state --------------------------------------------------------------------------
bool wl_model_wave_live(const wl_model *m, uint32_t slot);
void wl_model_state_regs(const wl_model *m, uint32_t slot, wl_state_regs *out);  // all zero for a slot with no wave
const uint32_t *wl_model_sgprs(const wl_model *m, uint32_t slot);                // WL_SGPRS words
const uint32_t *wl_model_phys_vgpr(const wl_model *m, uint32_t row);             // 64 words
const uint32_t *wl_model_lds_words(const wl_model *m);  // 16 * (lds_entries + gds_entries) words, linear byte order
wl_mem *wl_model_mem(wl_model *m);
// Whether the wave could issue its next instruction now (or, when it single-steps, enter its trap handler) as far as
// the architecture goes: it is live and neither halted nor at a barrier, no wait condition holds it (control-flow.md
// section 5), and no message is under way that it may have to wait for (of its own before s_endpgm, of anybody before
// it sends one). An instruction that would be refused waits for nothing. What only a schedule knows (fetch, units,
// sleep, s_nop) is left to the caller.
bool wl_model_could_issue(wl_model *m, uint32_t slot);
// One line on what the wave waits for, for a hang report ("at s_waitcnt vmcnt(0), VM_CNT is 2").
void wl_model_waiting_for(const wl_model *m, uint32_t slot, char *text, size_t size);

// Accesses to unmapped memory: lanes of GLOBAL instructions, and scalar loads, of which some byte is not mapped.
typedef struct {
  uint64_t count;
  // Of the first; in lockstep, of the first that memory performed.
  uint32_t slot, lane;   // lane 0 of a scalar load
  uint64_t pc, address;  // address: of the lane's first byte
  uint32_t words[2];     // of the instruction
} wl_unmapped;
// Those since the call before, or since there is the model.
void wl_model_unmapped(wl_model *m, wl_unmapped *out);

// ---- telling of instructions, for a trace ---------------------------------------------------------
// What an effect does not say.
typedef struct {
  uint32_t vgpr_base;  // row of the pool that is the wave's v0
  uint32_t state_reg_first,
      state_reg_count;  // VCC, M0, EXEC by operand code, where they are a destination; count 0: none
  // Registers that a memory instruction writes when its data is there.
  uint32_t phys_vgpr, vgpr_count;  // rows of the pool
  uint32_t sgpr_first, sgpr_count;
  // Memory that it touches. accesses 0: none; 2: two addresses a lane
  uint32_t accesses, bytes;  // bytes of one access of a lane; of a scalar load all
  bool load, store;          // both: an atomic
  bool scalar, lds;          // lds: addresses are bytes of the LDS, which ends in the GDS
  uint64_t lanes[2], address[2][WL_LANES];
} wl_told;
// Of the instruction that the wave has issued last, under this tag.
void wl_model_told(const wl_model *m, wl_unit unit, uint32_t slot, uint32_t tag, const wl_effect *e, wl_told *out);
// Who hears of every instruction of wl_model_run after it has executed; hear may be NULL (the default). before: the
// wave's wave state registers. e has the registers of loads, too.
void wl_model_on_issue(wl_model *m,
                       void (*hear)(void *to, uint32_t slot, const wl_effect *e, const wl_told *told,
                                    const wl_state_regs *before),
                       void *to);

// ---- alone -------------------------------------------------------------------------------------
typedef struct {
  uint64_t instructions;  // wave-instructions
  wl_result result;       // WL_OK when every wave ended by itself
  uint32_t slot;          // else: the wave that stopped
  char why[160];
} wl_run_report;

// Runs all live waves to their end, in turns in order of slot: a wave runs until it ends, waits at a barrier or has
// issued 65536 instructions. Memory is performed at issue. limit: wave-instructions after which it gives up (0 = none;
// result WL_BAD_EVENT).
// A wave that halts itself goes on at once; its messages go to the function of wl_model_on_message.
void wl_model_run(wl_model *m, uint64_t limit, wl_run_report *report);
// A register used before its load was waited for (WL_HAZARD_PENDING; control-flow.md 5.4) and too few wait states
// (WL_HAZARD_STATES) end it before the instruction, a fork or join that uses the stack so after it, unless
// wl_model_ignore_hazards.
void wl_model_ignore_hazards(wl_model *m, bool ignore);
// Who is asked in wl_model_run whether to go on, after every turn of a wave; instructions: executed so far in the run.
// When it says no, the run ends with WL_BAD_EVENT and every wave stands before its next instruction. NULL (the
// default): nobody.
void wl_model_on_turn(wl_model *m, bool (*go_on)(void *to, uint64_t instructions), void *to);
// Who hears of messages in wl_model_run; hear may be NULL (the default).
void wl_model_on_message(wl_model *m, void (*hear)(void *to, const wl_message *message), void *to);

#ifdef __cplusplus
}
#endif
#endif
