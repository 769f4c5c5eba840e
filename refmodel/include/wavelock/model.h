// SPDX-License-Identifier: Apache-2.0
// The golden reference model of the compute unit: public API.
//
// The model predicts values, never schedules. There are two ways to run it:
// - In lockstep the caller reports what the unit under test did: a wave issued, memory was accessed, a register was
//   written back. The model answers with the values that must have been produced.
// - Standalone (wl_model_run) the model chooses the simplest legal schedule itself.
// It does not depend on the RTL, on SystemC or on the testbench.
//
// Functions that take `why` write a sentence for a person into it when they return anything but WL_OK. Citations such
// as "lds.md 3.2" mean docs/spec/lds.md, section 3.2.
#ifndef WAVELOCK_MODEL_H
#define WAVELOCK_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wavelock/mem.h"
#include "wavelock/instruction_set.h"
#include "wavelock/memory_operation.h"
#include "wavelock/registers.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum {
  WL_LANES = 64,
  WL_MAX_WAVES = 16,
  WL_SGPRS = 128,  // scalar registers by operand code, VCC, TTMPs, M0 and EXEC among them (wavelock/registers.h)
  WL_MAX_GROUPS = 16,
  WL_VALU_DELAY_MAX = 5,
  WL_MAX_PHYS_VGPRS = 5,  // VGPRs that one instruction may write: four of data, one of TFE
};

// The sizes of the compute unit, its instruction set and its vector memory. In lockstep they come from the RTL
// (wl_probe_config), never from here.
typedef struct {
  uint32_t waves;        // wave slots, 1..WL_MAX_WAVES
  uint32_t phys_vgprs;   // physical VGPRs in the VGPR file, 1..65536; of 64 lanes, or of wave_lanes
  uint32_t lds_entries;  // entries per bank, 1..65536; with four banks of 16 bytes the LDS has 64 * lds_entries bytes
  uint32_t gds_entries;  // the same for the global data share, at most 65536. It follows the LDS in the same banks.
  wl_isa isa;
  bool rdna;            // vector memory of RDNA: OOB_SELECT, elements of 16 bytes, VS_CNT (buffer-memory.md 14)
  bool vcc_alias;       // FLAT_SCRATCH, XNACK_MASK and VCC have second names (D-REG-20)
  bool control;         // waves may take their waits from control words (maxwell-control.md 8)
  uint32_t valu_delay;  // cycles between execution units and writeback, 0..5 (D-CTRL-36); the model does not use it
  bool sramecc;         // gfx906 with SRAM-ECC (kernel-launch.md 1): its code objects; D16 loads write both halves
  uint32_t images;      // image instructions: 0 none, 1 stage A, 2 A and B, 3 all (image.md D-IMG-1)
  bool clears;          // registers of a wave are 0 at its start, but for the initial ones
  // Sizes that GFX9 has once and for all. A checker fills them in for the model (rows SIZE of probe/events.def);
  // elsewhere they are 0, and GFX9's model does not read them.
  uint32_t wave_lanes, pass_lanes, vector_bits;  // lanes of a wave and of a pass; bits of a lane
  uint32_t sgprs, groups, line_bytes;            // scalar registers of a wave, group slots, bytes of a memory line
  uint32_t entry_bytes;                          // of an LDS entry: one bank, one row
} wl_config;
// Whether a lane has two words in each array of vector registers, the low one first: it has more than 32 bits.
static inline bool wl_wide_lanes(const wl_config *unit) { return unit->vector_bits > 32; }

// The wave state registers, which are compared in every cycle: a uint32_t for each word of WL_STATE_WORDS
// (wavelock/registers.h). The RTL probe keeps exactly this order and shape: the compare of a wave is one memcmp.
#define WL_STATE_WORD(name, sentence) uint32_t name;
typedef struct {
  WL_STATE_WORDS(WL_STATE_WORD, WL_STATE_WORD, WL_STATE_WORD)
} wl_state_regs;
#undef WL_STATE_WORD

// Bits of wl_wave_init.cond_dbg: STATUS.COND_DBG_USER and STATUS.COND_DBG_SYS.
enum { WL_COND_DBG_USER = 1, WL_COND_DBG_SYS = 2 };

// SH_MEM_CONFIG.alignment_mode: what happens to misaligned accesses (lds.md 3.2, buffer-memory.md 5).
enum { WL_ALIGN_DWORD, WL_ALIGN_DWORD_STRICT, WL_ALIGN_STRICT, WL_ALIGN_UNALIGNED };

// An initial value beside those of s0.. and v0.. in wl_wave_init.
typedef struct {
  bool vector;
  uint32_t number;           // of the wave's VGPR, below vgpr_size. An SGPR by operand code: below sgpr_size, or a TTMP
  uint64_t lanes;            // that get a value; 1 for an SGPR
  uint32_t value[WL_LANES];  // by lane; an SGPR gets the first
  uint32_t high[WL_LANES];   // the bits above, where a lane has more than 32
} wl_initial;

// What the dispatcher gives a wave at its start (kernel-launch.md 3). A register that is not named here keeps what the
// previous wave of the slot left, or is 0 in a unit that clears them. All registers are zero at power-on.
typedef struct {
  uint64_t pc;
  uint64_t exec;
  uint32_t mode;
  uint32_t group;           // group slot 0..WL_MAX_GROUPS-1, shared by the waves of a workgroup
  uint32_t wave_in_group;   // 0..waves_in_group-1
  uint32_t waves_in_group;  // 1..16
  uint32_t sgpr_size;       // allocated SGPRs, 1..102. The descriptor's number counts VCC and others too.
  uint32_t vgpr_base;       // first physical VGPR
  uint32_t vgpr_size;       // allocated VGPRs, 1..256
  uint32_t lds_base;        // byte address in the LDS, multiple of 512
  uint32_t lds_size;        // bytes
  uint32_t alignment_mode;  // WL_ALIGN_*
  bool trap_enabled;        // there is a trap handler (control-flow.md 6)
  uint64_t tba, tma;        // addresses of the trap handler and of its memory
  uint32_t cond_dbg;        // WL_COND_DBG_*
  bool control;             // it takes its waits from control words (maxwell-control.md 8.1); pc is a slot
  uint32_t shared_global;   // physical VGPRs from 0 on that all waves share (lds.md 2)
  uint32_t shared_temps;    // clause temporaries: so many for waves in even slots follow, then as many for odd slots
  uint32_t sgpr_count;      // initial values of s0.. that follow, at most 32
  uint32_t sgpr[32];
  uint32_t vgpr_count;         // initial values of v0.. that follow, at most 3
  uint32_t vgpr[3][WL_LANES];  // where a lane has more than 32 bits, those above are 0
  uint32_t more_count;         // initial values of other registers, each once; borrowed until the call returns
  const wl_initial *more;      // NULL: none
} wl_wave_init;

// The block of the compute unit that executes an instruction.
typedef enum {
  WL_UNIT_SCALAR,  // SALU, branches, fork and join, control. Wave state registers change at issue.
  WL_UNIT_VALU,    // PC changes at issue; VGPRs, SGPRs, VCC, EXEC and SCC when the unit under test says so
  WL_UNIT_SMEM,
  WL_UNIT_LDS,  // DS instructions, on the LDS or the GDS
  WL_UNIT_VMEM,
  WL_UNIT_EXPORT,  // EXP: to the sink of the testbench
} wl_block;

typedef enum {
  WL_OK = 0,
  WL_ILLEGAL_INST,  // the compute unit does not have the instruction, or it is malformed. TRAPSTS[11] and HALT are set,
                    // PC stays.
  WL_FETCH_FAULT,   // instruction fetch from an unmapped page. TRAPSTS[8] and HALT are set, PC stays.
  // Program errors: the instruction has executed, and its result may be wrong on hardware.
  WL_HAZARD_PENDING,   // it uses a register whose load has not been waited for (control-flow.md 5.4)
  WL_CSP_OVERFLOW,     // fork pushed with CSP >= 6 (control-flow.md 3.3)
  WL_CSP_UNDERFLOW,    // join popped with CSP == 0
  WL_LDS_OVERFLOW,     // owner write past the group's LDS (lds.md 1.2)
  WL_HAZARD_STATES,    // too few wait states (control-flow.md 7)
  WL_HAZARD_CLAUSE,    // a clause ends early (lds.md 6.1)
  WL_HAZARD_ABSOLUTE,  // absolute data of a clause is read outside of it
  WL_HAZARD_CONTROL,   // control words: a register or barrier is used too early (maxwell-control.md 8.10)
  WL_ILLEGAL_CONTROL,  // control words: a field that no schedule makes right (8.10)
  WL_BAD_EVENT,        // no legal schedule contains the reported event, or an argument is out of range
} wl_result;

typedef enum { WL_END_NONE, WL_END_PGM, WL_END_FAULT } wl_end;

// Instructions that only let time pass, or end such a time of others (control-flow.md 2.1).
typedef enum { WL_IDLE_NONE, WL_IDLE_NOP, WL_IDLE_SLEEP, WL_IDLE_WAKEUP } wl_idle;

// How an instruction with WL_HAZARD_PENDING races (D-WAIT-34). The value read, or left in a register, then
// depends on when the unit under test reads and writes registers.
typedef enum {
  WL_RACE_NONE,
  WL_RACE_WITH_LOADS,  // if a load of the wave writes registers before the instruction is done
  WL_RACE,             // in any case
} wl_race;

// What one issued instruction did, in program order. The values are read with wl_model_sgprs and wl_model_phys_vgpr.
typedef struct {
  wl_block unit;
  bool skipped;    // MODE.VSKIP discarded the instruction: it did nothing and is not in flight. unit says nothing.
  bool dpp;        // a vector ALU instruction with DPP
  bool in_flight;  // a vector ALU instruction whose results the model gives one by one (wl_model_write_valu_vgpr)
  // Memory instructions only (unit SMEM, LDS or VMEM):
  wl_mem_op mem_op;
  wl_mem_space mem_space;
  uint32_t mem_bytes;   // of one access of a lane (ds_read2_b64: 8); of a scalar access all; FORMAT: of its registers
  uint32_t mem_data;    // VGPRs of a lane that a store or an atomic of vector memory sends
  uint32_t held;        // WL_HOLDS_*: wait counters that it holds until it returns, or until its message leaves. A GDS
                        // instruction holds EXP until wl_model_operands_read, an export until its last beat.
  wl_idle idle;         // an s_nop, s_sleep or s_wakeup
  uint32_t idle_count;  // the count in s_nop (wait states - 1) or s_sleep
  uint64_t pc;          // of the instruction
  uint32_t words[2];    // as fetched from the model's memory; words[1] is 0 for a 4-byte instruction
  uint32_t size;        // 4 or 8 bytes
  // SGPRs 0..123 without VCC that a scalar or VALU instruction wrote: first and number, at most 4. VCC, M0 and EXEC are
  // wave state registers. Numbers are first names, except for a fork entry that crosses into the second names: map
  // each with wl_first_name (D-REG-21).
  uint32_t sgpr_first;
  uint32_t sgpr_count;
  uint32_t vgpr_count;                    // VGPRs that a VALU instruction wrote
  uint32_t phys_vgpr[WL_MAX_PHYS_VGPRS];  // their physical numbers
  uint64_t vgpr_mask[WL_MAX_PHYS_VGPRS];  // the lanes written in each
  uint32_t sdst, sdst_count;              // scalar destination by operand code, VCC, M0 and EXEC among them
  uint64_t shared_rows[2];  // bit r: a VALU instruction reads or writes physical VGPR r (0..127) by its absolute number
  bool lds_direct;          // it read the LDS at issue (LDS_DIRECT): the LDS must not write in that cycle
  wl_race race;             // with WL_HAZARD_PENDING
  bool outside_lds;         // lanes access the LDS outside of the workgroup's allocation: wl_model_unmapped has them
  bool barrier;             // the wave arrived at a barrier and stalls there
  bool halt;                // the wave halted itself (s_sethalt, s_sendmsghalt): it issues again after wl_model_resume
  wl_end end;               // the wave ended here
  bool control;             // it issued with control words (maxwell-control.md 8), or was refused with them:
  uint32_t field;           // the field of its slot, 21 bits; 0 where pc is no slot, or after a fetch fault
  uint32_t clause;          // of `clause`: the instructions that follow in it
  // A program error beside the result: the instruction ends a clause early, or reads absolute data outside of its
  // clause (lds.md 6.1).
  bool clause_broken;
  char why[160];         // for a result other than WL_OK
  char clause_why[160];  // for clause_broken
} wl_effect;

typedef struct wl_model wl_model;

// A new model: all state is zero, no memory is mapped. The model borrows mem, which must outlive it.
// NULL if out of memory or a size is out of range.
wl_model *wl_model_new(const wl_config *config, wl_mem *mem);
void wl_model_free(wl_model *m);

// Starts a wave in a slot. WL_BAD_EVENT if the slot holds a wave, a value of init is out of range, or registers or LDS
// would lie outside the compute unit (kernel-launch.md 3). The checker then says that the model cannot start the wave.
wl_result wl_model_wave_start(wl_model *m, uint32_t slot, const wl_wave_init *init);

// Executes the next instruction of the wave, also if it is a program error. The accesses and write backs of a memory
// instruction stay pending under (unit, slot, tag) until the functions below report them, and so do the beats of an
// export. The caller chooses the tag, 0..63; it may use it again after wl_model_return or the last beat. A FLAT
// instruction has two halves (buffer-memory.md 10): its lanes in the shared aperture under (WL_UNIT_LDS, slot,
// 64 + tag), the others under (WL_UNIT_VMEM, slot, tag). Each half writes its lanes and returns. In every case effect
// is filled in.
// WL_BAD_EVENT if the wave cannot issue now: it has ended, has halted or waits, another wave is in a clause, or the tag
// is in use. An instruction without accesses and beats gets a tag that does not count, and may be in use.
wl_result wl_model_issue(wl_model *m, uint32_t slot, uint32_t tag, wl_effect *effect);

// ---- vector ALU instructions in flight (maxwell-control.md 8.6) -----------------------------------
// Instructions with wl_effect.in_flight: they read and write registers in the cycles of their execution unit, which
// wl_model_control_edge (control.h) ends.
// The wave's oldest vector ALU instruction writes a pass of a physical VGPR. mask gets the lanes, data their values,
// which become the model's register state. WL_BAD_EVENT if it does not write them, or not in this cycle.
wl_result wl_model_write_valu_vgpr(wl_model *m, uint32_t slot, uint32_t number, uint32_t pass, uint32_t *mask,
                                   uint32_t data[16], char why[160]);
// It writes SGPRs first..first+count-1, all of its scalar result or a part. They are first names. data gets the values.
wl_result wl_model_write_valu_sgpr(wl_model *m, uint32_t slot, uint32_t first, uint32_t count, uint32_t data[16],
                                   char why[160]);
// It is complete. WL_BAD_EVENT: a result is missing, it is not the cycle, or none is in flight.
wl_result wl_model_valu_done(wl_model *m, uint32_t slot, char why[160]);

// Vector arithmetic from now on. pure: on integers alone. Else (the default): on the host's float units, which is
// faster. The values are the same. Not while a wave is live.
void wl_model_pure(wl_model *m, bool pure);
// The instruction set of its compute unit.
wl_isa wl_model_isa(const wl_model *m);

// For a unit under test that does not report these: from now on memory instructions of the block (WL_UNIT_SMEM, _LDS or
// _VMEM) execute whole at their issue, as in wl_model_run. Nothing of them is pending and they hold no counter.
// s_memtime and s_memrealtime then give 0. WL_UNIT_EXPORT: its beats are not reported either.
void wl_model_at_issue(wl_model *m, wl_block block);

// ---- vector and scalar memory (WL_UNIT_VMEM, WL_UNIT_SMEM) in lockstep -------------------------
// The compute unit splits an instruction into transactions of one 64-byte line. A VMEM transaction serves one
// component of the lanes in `lanes`: all bytes of it that lie in the line. Component k is dword k (0..3) of the bytes
// that the lane accesses; bytes and shorts have component 0 only. A dword that the swizzle of a buffer cuts is two: k
// has the bytes before the cut, 4 + k those behind it (buffer-memory.md 11.1). A sampled image has dword k of texel n
// as component 4 * n + k (image.md 14.1). An SMEM transaction has any bytes of 1..16 dwords, component 0 and lanes 1.
// An atomic transaction (op WL_MEM_ATOMIC, component 0) has whole aligned words of 4 or 8 bytes, one for each lane. Two
// lanes with one word are in two transactions, in ascending order of the lanes (D-MEM-29).
typedef struct {
  wl_block unit;
  uint32_t slot, tag;
  wl_mem_op op;
  uint64_t line;         // byte address of the line, multiple of 64
  uint64_t byte_enable;  // bit i: byte line+i
  uint32_t component;
  uint64_t lanes;
  uint32_t data[16];     // write data of the line; bytes not enabled are 0
  wl_mem_atomic atomic;  // these three of an atomic; otherwise 0
  bool wide;             // words of 8 bytes
  uint32_t compare[16];  // of WL_ATOMIC_CMPSWAP, as data; of another atomic 0
} wl_transaction;

// A transaction was requested. The instruction must still have these bytes to serve, each byte once. predicted gets the
// whole transaction as it must look. Byte enables are compared, and write data and compare values; data of a load are
// not. Where lanes of one store overlap, the highest lane wins. WL_BAD_EVENT if no such transaction is pending.
wl_result wl_model_request(wl_model *m, const wl_transaction *t, wl_transaction *predicted, char why[160]);

// Memory was accessed by a requested transaction: applies it to the model's memory, or reads it. t: as predicted.
// With error memory answered that the line is unmapped. The 16 words of rdata get the line's enabled bytes, zero
// elsewhere; those of a store are not read. WL_BAD_EVENT if the transaction was not requested, was done before, or
// error contradicts the model's memory. An atomic computes on the model's memory; rdata is the line as it was before.
wl_result wl_model_perform(wl_model *m, const wl_transaction *t, bool error, uint32_t rdata[16], char why[160]);

// The unit samples its clock for a pending s_memtime or s_memrealtime, in this cycle since reset (D-MEM-62).
// WL_BAD_EVENT if no such instruction is pending or its clock was sampled before.
wl_result wl_model_clock(wl_model *m, uint32_t slot, uint32_t tag, uint64_t cycle, char why[160]);

// ---- LDS in lockstep ---------------------------------------------------------------------------
// One bank served one row for one quad, lanes 4*quad..4*quad+3 (lds.md 4). An atomic serves one lane: its entry is read
// and written in one cycle. A lane whose bytes reach into the next entry
// (alignment modes WL_ALIGN_UNALIGNED and WL_ALIGN_DWORD_STRICT) has two of these for one access, in any order.
typedef struct {
  uint32_t slot, tag;
  wl_mem_op op;
  uint32_t quad;         // 0..15
  uint32_t access;       // 0, or 1 for the second address of read2 and write2
  uint32_t bank;         // 0..3
  uint32_t row;          // entry of the bank: LDS byte address = row*64 + bank*16. From lds_entries on it is the GDS.
  uint64_t byte_enable;  // a bit a byte of an entry, 16 in GFX9; all ones for a read
  uint32_t data[16];     // the entry as read, or the bytes written (bytes not enabled are 0); GFX9: the first 4
  uint64_t pc;           // predicted alone, with WL_HAZARD_ABSOLUTE: of the instruction
} wl_lds_access;

// The LDS was accessed: applies the access. predicted gets its byte enables and data. WL_BAD_EVENT if no lane of the
// quad has this access left, or another access comes first. WL_HAZARD_ABSOLUTE: it was applied, and reads absolute data
// outside of its clause.
wl_result wl_model_lds(wl_model *m, const wl_lds_access *a, wl_lds_access *predicted, char why[160]);
// The same for an instruction of vector memory between memory and the LDS (buffer-memory.md 9). op: WL_MEM_STORE writes
// the LDS, WL_MEM_LOAD reads it. byte_enable names the dwords of the lanes that are served, of a read too; quad and
// access play no part. WL_BAD_EVENT if one of the dwords belongs to no lane, was served before, or has not come from
// memory yet.
wl_result wl_model_lds_transfer(wl_model *m, const wl_lds_access *a, wl_lds_access *predicted, char why[160]);
// Cycles of service of a pending DS instruction, and how many of them are bank conflicts, computed from its addresses
// alone (lds.md 4.1). WL_BAD_EVENT if there is no such instruction.
wl_result wl_model_lds_cycles(const wl_model *m, uint32_t slot, uint32_t tag, uint32_t *cycles, uint32_t *conflicts,
                              char why[160]);
// The VGPRs of an instruction of the LDS, the GDS or vector memory have been read: EXP_CNT of GDS falls
// (control-flow.md 5.2), a read barrier is signalled (maxwell-control.md 8.8). Waves without control words: GDS
// alone. WL_BAD_EVENT if an older instruction of the wave in the same queue has not read its VGPRs.
wl_result wl_model_operands_read(wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, char why[160]);

// ---- write back --------------------------------------------------------------------------------
// A memory instruction writes back one pass of a physical VGPR: lanes 16 * pass to 16 * pass + 15 of VGPR `number`. The
// values become the model's register state.
// The 16 bits of mask get the lanes that it must write, whatever they were, and data gets their values.
// WL_BAD_EVENT if the instruction does not write this register, does not have all data of these lanes yet, or wrote
// them before.
wl_result wl_model_write_back_vgpr(wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, uint32_t number,
                                   uint32_t pass, uint32_t *mask, uint32_t data[16], char why[160]);
// A scalar memory instruction writes back SGPRs first..first+count-1, all of its destination or a part. They are first
// names (D-REG-23). data gets the values.
wl_result wl_model_write_back_sgpr(wl_model *m, uint32_t slot, uint32_t tag, uint32_t first, uint32_t count,
                                   uint32_t data[16], char why[160]);
// A memory instruction is complete and its wait counter falls. WL_BAD_EVENT if an access or a write back is missing, or
// an older instruction must complete first (control-flow.md 5.3).
wl_result wl_model_return(wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, char why[160]);

// ---- barrier (control-flow.md 4) ---------------------------------------------------------------
// All waves of the group are released. WL_BAD_EVENT if a live wave has not arrived, or waves of the group have not been
// launched.
wl_result wl_model_barrier_release(wl_model *m, uint32_t group, char why[160]);
// Whether the group's barrier must release: all its waves were launched and every live one waits at the barrier.
bool wl_model_barrier_ready(const wl_model *m, uint32_t group);

// ---- messages, halt, traps (control-flow.md 2.1, 6) --------------------------------------------
typedef struct {
  uint32_t slot;
  bool trace;     // s_ttracedata, else s_sendmsg or s_sendmsghalt
  uint32_t simm;  // 16 bits
  uint32_t m0;    // as it was at issue
} wl_message;
// The wave's oldest message leaves the compute unit; predicted gets it. LGKM_CNT falls, except for trace data.
// WL_BAD_EVENT if no message of the wave is in flight.
wl_result wl_model_message(wl_model *m, uint32_t slot, wl_message *predicted, char why[160]);
// The host resumes a wave that halted itself. WL_BAD_EVENT if the wave is not halted, or halted on a fault.
wl_result wl_model_resume(wl_model *m, uint32_t slot, char why[160]);
// A wave enters its trap handler before its next instruction: a single step (MODE.DEBUG_EN), or an exception of its
// last instruction (MODE.EXCP_EN). WL_BAD_EVENT if neither is due. WL_HAZARD_CLAUSE: it has entered, which ends its
// clause early.
wl_result wl_model_trap(wl_model *m, uint32_t slot, char why[160]);

// ---- exports (control-flow.md 11) --------------------------------------------------------------
// What an export sends to the sink.
typedef struct {
  uint32_t slot;
  uint8_t target, en, compr, done, vm;  // the fields of the instruction
  uint64_t exec;                        // of its issue
  uint32_t data[4][WL_LANES];           // by VSRC; 0 in a VSRC that is not sent, and in lanes that are not active
} wl_export;
// The sink takes an export in beats: four passes of each VSRC that is sent, the lowest VSRC first. One that sends no
// VSRC is one beat of component 4 and pass 0.
typedef struct {
  uint32_t slot, tag;
  uint8_t target, en, compr, done, vm;
  bool last;  // beat of the export: EXP_CNT falls
  uint64_t exec;
  uint32_t component;  // VSRC
  uint32_t pass;       // of its lanes 16 * pass to 16 * pass + 15
  uint32_t data[16];
} wl_export_beat;
// The sink took the next beat of an export; predicted gets it. WL_BAD_EVENT if no such export is pending, or an older
// one of the wave and of its type must be sent first (D-EXP-7).
wl_result wl_model_export(wl_model *m, uint32_t slot, uint32_t tag, wl_export_beat *predicted, char why[160]);

// ---- reading state -----------------------------------------------------------------------------
bool wl_model_wave_live(const wl_model *m, uint32_t slot);
void wl_model_state_regs(const wl_model *m, uint32_t slot, wl_state_regs *out);  // all zero for a slot without a wave
// For a live wave with a vector ALU instruction in flight. wl_model_take_deferred takes what it writes when it is
// complete (wave_view.h), and returns whether *out changed. wl_model_take_issued takes the rest.
void wl_model_take_issued(const wl_model *m, uint32_t slot, wl_state_regs *out);
bool wl_model_take_deferred(const wl_model *m, uint32_t slot, wl_state_regs *out);
// WL_SGPRS words; of another model as many as the size `sgprs`.
const uint32_t *wl_model_sgprs(const wl_model *m, uint32_t slot);
// The 64 lanes of a physical VGPR; of another model as many lanes as the size `wave_lanes`, each a word, or two
// (wl_wide_lanes).
const uint32_t *wl_model_phys_vgpr(const wl_model *m, uint32_t number);
// 16 * (lds_entries + gds_entries) words by byte address, LDS first. With entries of another size `entry_bytes` words
// for 16: there are four banks.
const uint32_t *wl_model_lds_words(const wl_model *m);
wl_mem *wl_model_mem(wl_model *m);
// Whether the architecture lets the wave issue its next instruction now, or enter its trap handler where
// that is due:
// - it is live and neither halted nor at a barrier;
// - its wait counters allow the instruction (control-flow.md 5);
// - no other wave is in a clause (lds.md 6.1);
// - no message is in flight that the instruction may have to wait for: any wave's before it sends one, its own before
//   s_endpgm.
// An illegal instruction never waits. Fetch, busy units, s_sleep and s_nop belong to the schedule: the caller knows
// them.
bool wl_model_could_issue(wl_model *m, uint32_t slot);
// The slot of the wave that is in a clause; no other wave may issue. -1: none.
int wl_model_clause(const wl_model *m);
// The unit that the wave's next instruction needs, by the format of its first dword, legal or not. WL_UNIT_SCALAR if
// the compute unit does not have the format. false: the dword is not mapped, or the slot has no wave.
bool wl_model_next_unit(const wl_model *m, uint32_t slot, wl_block *unit);
// Rows of the table of wait states (control-flow.md 7) of which the wave's next instruction is a consumer behind a
// producer. Bit r is row r. enough: with just as many wait states as the row asks for; more: with one more. None of a
// wave with control words.
typedef struct {
  uint32_t enough, more;
} wl_wait_rows;
wl_wait_rows wl_model_wait_rows(wl_model *m, uint32_t slot);
// One line on what the wave waits for, for a hang report ("at s_waitcnt vmcnt(0), VM_CNT is 2").
void wl_model_waiting_for(const wl_model *m, uint32_t slot, char *text, size_t size);

// Accesses to unmapped memory: lanes of vector memory instructions, and scalar accesses, of which some byte is not
// mapped. If it was said what is allocated (wl_mem_allocated): of which some byte lies outside the range of the first
// byte, or outside all ranges. Then the first of them is the first to issue. Beside them,
// lanes that access the LDS outside of their workgroup's allocation, at issue (lds.md 3.3, D-MEM-77). Lanes of DS
// and FLAT instructions, of vector memory with LDS = 1, and of LDS_DIRECT count.
typedef struct {
  uint64_t count;
  uint64_t in_lds;  // the part of count that is in the LDS
  // The first of them; in lockstep, the first at memory.
  uint32_t slot, lane;   // lane 0 for a scalar access
  uint64_t pc, address;  // address of the lane's first byte; of the LDS it counts from the allocation's first byte,
                         // with sign
  uint32_t words[2];     // of the instruction
  // Only if it was said what is allocated, or in the LDS; otherwise bytes is 0. If the bytes of the access are not
  // adjacent, address and bytes name its first part that is wrong.
  uint32_t bytes;
  wl_mem_range nearest;  // the range in which it begins, or the nearest one; of the LDS the allocation, from 0 on
  bool scalar;           // a scalar access
  wl_texel texel;        // at this address, of the instruction's image
} wl_unmapped;
// Gets the accesses since the previous call, or since the model was made, and starts again from zero.
void wl_model_unmapped(wl_model *m, wl_unmapped *out);

// ---- trace -------------------------------------------------------------------------------------
// What a trace reports of an instruction beside its effect.
typedef struct {
  uint32_t vgpr_base;                         // physical VGPR of the wave's v0
  uint32_t second_end;                        // wl_second_end of the wave: sgpr_first here and in the effect are
                                              // numbers, wl_first_name of each is the register
  uint32_t state_reg_first, state_reg_count;  // VCC, M0 or EXEC as a destination, by operand code; count 0: none
  // Registers that a memory instruction writes back
  uint32_t phys_vgpr, vgpr_count;  // physical VGPRs; of an atomic with TFE some before the last are kept:
  uint32_t kept;                   // so many
  uint32_t sgpr_first, sgpr_count;
  // Memory that it accesses. accesses 0: none; 2: two addresses per lane
  uint32_t accesses, bytes;  // bytes of one access of a lane; of a scalar access all
  wl_mem_op op;
  wl_mem_space space;  // LDS and GDS: addresses are bytes of the LDS, which the GDS follows
  bool scalar;
  uint64_t lanes[2], address[2][WL_LANES];
} wl_traced;
// Gets this for the instruction that the wave issued last, under this tag.
void wl_model_traced(const wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, const wl_effect *e, wl_traced *out);
// Gets where a memory instruction with control words accesses memory, which has read its operands. For any other out
// stays as it is.
void wl_model_accessed(const wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, wl_traced *out);
// What the oldest vector ALU instruction in flight of a wave with control words has written when it ends.
typedef struct {
  uint32_t vgprs, phys_vgpr[WL_MAX_PHYS_VGPRS];
  const uint32_t *lanes[WL_MAX_PHYS_VGPRS];  // all 64, of which the mask is written
  uint64_t mask;
  uint32_t scalars, code[4], value[4];  // SGPRs, VCC, EXEC, M0, by operand code
} wl_traced_vector;
// false: there is none. Valid until the next call of the model.
bool wl_model_traced_vector(const wl_model *m, uint32_t slot, wl_traced_vector *out);
// In wl_model_run `report` is called after each instruction. before: the wave state registers before it. e has the
// registers of loads too. NULL (the default): nobody is called.
void wl_model_on_issue(wl_model *m,
                       void (*report)(void *to, uint32_t slot, const wl_effect *e, const wl_traced *traced,
                                      const wl_state_regs *before),
                       void *to);

// ---- standalone --------------------------------------------------------------------------------
typedef struct {
  uint64_t instructions;  // wave-instructions
  wl_result result;       // WL_OK when every wave ended by itself
  uint32_t slot;          // else: the wave that stopped
  char why[160];
} wl_run_report;

// Runs all live waves to their end, and stops at the first that does not end by itself. After a fault it is called
// again for the others: a wave that has faulted stays live, with PC at the instruction, and is left out. Waves take
// turns in order of slot: a turn ends when the wave ends, waits at a barrier or has issued 65536 instructions. Memory
// is accessed at issue. A wave that halts itself is resumed at once. s_memtime gives the number of instructions that
// the run has executed before it (D-MEM-62). After `limit` wave-instructions the run stops with WL_BAD_EVENT; 0 means
// no limit.
void wl_model_run(wl_model *m, uint64_t limit, wl_run_report *report);
// What waves find in SGPRs, VGPRs, LDS and GDS (kernel-launch.md D-LAUNCH-1): as `from`, a model of the same unit, has
// it. No wave is live in either. Clauses and control words have more state, which stays.
void wl_model_inherit(wl_model *m, const wl_model *from);
// By default a run stops before an instruction with WL_HAZARD_PENDING, WL_HAZARD_STATES or WL_HAZARD_CONTROL, and after
// a fork or join whose stack entry has not been waited for. With ignore it goes on.
void wl_model_ignore_hazards(wl_model *m, bool ignore);
// In wl_model_run `go_on` is asked after every turn of a wave; instructions: executed so far in the run. If it returns
// false, the run ends with WL_BAD_EVENT and every wave stands before its next instruction. NULL (the default): not
// asked.
void wl_model_on_turn(wl_model *m, bool (*go_on)(void *to, uint64_t instructions), void *to);
// In wl_model_run `report` gets each message. NULL (the default): messages are dropped.
void wl_model_on_message(wl_model *m, void (*report)(void *to, const wl_message *message), void *to);
// The same for exports.
void wl_model_on_export(wl_model *m, void (*report)(void *to, const wl_export *sent), void *to);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
