// SPDX-License-Identifier: Apache-2.0
// Waves with control words in lockstep: reads and writes in their cycles (maxwell-control.md 8.6).
//
// Such a wave is held neither by its own vector ALU instructions nor by memory operands that are not read yet. So the
// model's registers are those that the unit has in this cycle. An instruction samples its VGPRs pass by pass and
// computes with what it got, be it too early or not.
//
// A cycle: reads of memory units, results, issue, edge. What was written in a cycle is new for the reads of the next.
#ifndef WAVELOCK_WAVE_FLIGHT_H
#define WAVELOCK_WAVE_FLIGHT_H

#include "control/control_judge.h"
#include "wave/model.h"

enum {
  WL_PASS_LANES = 16,
  WL_PASSES = WL_LANES / WL_PASS_LANES,
  WL_SOURCE_ROWS = 4,                                // VGPRs of an operand, at most; of an address of MIMG three times
  WL_RESULT_ROW = WL_SOURCES * WL_SOURCE_ROWS,       // of the destination's first VGPR
  WL_OPERAND_ROWS = WL_RESULT_ROW + WL_SOURCE_ROWS,  // of an instruction
  WL_LATE_SGPRS = 64,                                // words that results write in one cycle
  WL_SCALAR_RESULTS = 4,                             // of a vector ALU instruction: a lane mask, and EXEC
};

// The state of control words (maxwell-control.md 8.3), and what this cycle adds to it at its edge.
enum { WL_VALU_IN_FLIGHT = 15 };  // of a wave: VALU_N has four bits
enum { WL_CONTROL_ST, WL_CONTROL_VALU, WL_CONTROL_MEM, WL_CONTROL_SMEM, WL_CONTROL_COUNTS };
struct wl_control_state {
  uint8_t stall, stay, yield;
  uint8_t bar[WL_BARRIERS], inc[WL_BARRIERS];
  uint8_t count[WL_CONTROL_COUNTS];
  bool issued;  // an instruction issued in this cycle
  uint8_t next_stall, next_yield;
  uint8_t first;    // of `issued`: as wl_control_first, of an instruction with stall 0 that may have a second
  uint8_t decides;  // wl_rule3: of the choice of this cycle
  bool stay_open;   // STAY may be one more than it is said to be
  uint8_t adds[WL_BARRIERS], signals[WL_BARRIERS];
  int8_t change[WL_CONTROL_COUNTS];
  struct wl_sets valu[WL_VALU_IN_FLIGHT];  // vector ALU instructions in flight, oldest first
  uint32_t valu_count;
  // Fields of the instruction being checked.
  uint32_t field;
  bool long_valu;
  wl_unit_cycles unit;  // step 0: not known
};

// What an instruction takes at its issue, and the VGPRs that it has read so far. Operand i has the rows from
// i * WL_SOURCE_ROWS on, the destination of a vector ALU instruction those from WL_RESULT_ROW on.
struct wl_sampled {
  struct wl_insn insn;             // names rows in place of VGPRs
  uint16_t vgpr[WL_OPERAND_ROWS];  // of each row, the wave's number
  uint8_t read[WL_OPERAND_ROWS];   // bit p: pass p has been read
  uint32_t used;                   // bit r: the instruction has row r
  uint32_t sgpr[WL_SGPRS], mode;
  uint64_t exec, pc;
  uint64_t issued;  // cycle, as wl_flights.cycle
  uint32_t row[WL_OPERAND_ROWS][WL_LANES];
};

// A vector ALU instruction from its issue to its end.
struct wl_flight {
  struct wl_sampled at;
  uint32_t first, step, more;        // of its execution unit; more: cycles that DPP adds
  uint64_t lanes;                    // of its VGPR results
  uint8_t computed;                  // bit p: pass p
  uint8_t written[WL_OPERAND_ROWS];  // by row; bit p: pass p of a result is written
  uint32_t raised;                   // exceptions
  uint32_t scalars;                  // results for scalar registers
  struct {
    uint8_t code;
    bool due;  // an sgpr event has to report it
    uint32_t value;
  } scalar[WL_SCALAR_RESULTS];
};

// A wave's instructions in flight.
struct wl_flights {
  uint64_t cycle;  // edges since the wave started
  uint32_t count;  // oldest first
  struct wl_flight list[WL_VALU_IN_FLIGHT];
  // Results of this cycle that scalar registers get at its edge, in the order of D-CTRL-38.
  uint32_t late_count;
  struct {
    uint8_t code;
    uint32_t value;
  } late[WL_LATE_SGPRS];
  uint32_t raised;            // exceptions that enter TRAPSTS at its edge
  uint32_t first, step, dpp;  // of the next issue: its execution unit, and the cycles that DPP adds
  // Before the scalar instruction that issues in this cycle, if late_count was not 0.
  bool kept;
  uint32_t before[WL_SGPRS], old_csp;
};

// The reuse entries of the SIMD (maxwell-control.md 8.11), each as a physical VGPR + 1; 0: it holds none.
enum { WL_REUSE_ENTRIES = 3 };
struct wl_reuse {
  uint32_t now[WL_REUSE_ENTRIES];   // for the vector ALU instruction that issued last
  uint32_t left[WL_REUSE_ENTRIES];  // for the next one
};

// State of a model whose unit has control words.
struct wl_control {
  wl_control_sizes sizes;
  struct wl_control_state at[WL_MAX_WAVES];
  struct wl_control_judge judge[WL_MAX_WAVES];
  struct wl_flights flights[WL_MAX_WAVES];
  struct wl_reuse reuse;
};

static inline struct wl_control_state *wl_control_at(const struct wl_wave *w) {
  return &w->model->control->at[w->slot];
}
static inline struct wl_flights *wl_flights_of(const struct wl_wave *w) { return &w->model->control->flights[w->slot]; }
// A wave starts.
void wl_flights_reset(struct wl_wave *w);

// A vector ALU instruction issues. false: the wave has as many in flight as VALU_N can count.
bool wl_flight_begin(struct wl_wave *w, const struct wl_insn *insn);
// Whether row r of the instruction is a result, and its number among them.
bool wl_flight_result(const struct wl_flight *f, uint32_t row, uint32_t *index);
// Cycles from its issue to the write of a pass of result number `index`; to the end.
uint32_t wl_flight_due(const struct wl_flight *f, uint32_t index, uint32_t pass);
uint32_t wl_flight_end(const struct wl_flight *f);
// A result for a scalar register, at the edge. false: too many in one cycle.
bool wl_flight_late(struct wl_wave *w, uint32_t code, uint32_t value);
// A scalar instruction executes between these: what it writes stands against results of the same cycle. A fork or join
// that changes CSP writes EXEC.
void wl_flight_keep(const struct wl_wave *w);
void wl_flight_overwrite(const struct wl_wave *w, const struct wl_insn *insn);
// The edge of a cycle. Returns whether scalar registers or TRAPSTS have changed.
bool wl_flight_edge(struct wl_wave *w);

// What insn takes at its issue.
void wl_sample_begin(struct wl_sampled *s, const struct wl_wave *w, const struct wl_insn *insn);
// Reads a pass of a row from the wave's registers as they are.
void wl_sample_read(struct wl_sampled *s, const struct wl_wave *w, uint32_t row, uint32_t pass);
// All operands of a memory instruction have been read: it is what they say from now on. WL_BAD_EVENT: one is missing.
// WL_LDS_OVERFLOW: as of wl_model_issue. (control_operands.c)
wl_result wl_control_operands(struct wl_wave *w, struct wl_pending *p, char why[WL_WHY]);
// A vector ALU instruction issues, with this field or, with 0, as that of a GFX9 wave: the reuse entries that it finds
// and leaves.
void wl_reuse_issued(const struct wl_wave *w, const struct wl_insn *insn, uint32_t field);
// Beats of an export that need no further read: of a pass without lanes nothing is read. (control_operands.c)
uint32_t wl_export_beats_read(const struct wl_sending *s);
// Whether a memory instruction with control words writes or returns sooner than the unit says (D-CTRL-37).
bool wl_control_early(const struct wl_wave *w, const struct wl_pending *p, char why[WL_WHY]);
// The wave with these operands in place of its registers, for a function that executes. Not its messages and exports.
void wl_sampled_wave(struct wl_wave *to, const struct wl_wave *w, struct wl_sampled *s);

#endif
