// SPDX-License-Identifier: Apache-2.0
// What the parts of the views share: instructions and waves as followed by views.c, and the functions by which each
// view hears of them.
#ifndef WAVELOCK_VIEW_H
#define WAVELOCK_VIEW_H

#include "observe/views/views.h"
#include "wavelock/model.h"
#include "wavelock/registers.h"

// Why a wave waits: the numbers of the probe, and more.
enum {
  VIEW_BUSY_READS = WL_WAIT_OWN + WL_MODEL_WAITS,  // of WL_WAITS_EXECUTES: its last instruction is none of vector ALU
  VIEW_UNDECLARED,                                 // the model does not declare it
  VIEW_REASONS
};
const wl_model_wait *view_wait(const wl_model_ops *ops, uint32_t reason);
static inline bool view_issues(const wl_model_ops *ops, uint32_t reason) {
  return view_wait(ops, reason)->kind == WL_WAITS_ISSUES_ALL;
}

// Where an instruction executes.
typedef enum { VIEW_SCALAR, VIEW_VALU, VIEW_SMEM, VIEW_LDS, VIEW_VMEM, VIEW_EXPORT, VIEW_CLASSES } view_class;
const char *view_class_name(view_class of);

// Its stages, in their order. It may leave out each but VIEW_ISSUES.
typedef enum { VIEW_FETCH, VIEW_WAITS, VIEW_ISSUE, VIEW_EXECUTE, VIEW_MEMORY, VIEW_WRITE } view_stage;

// An instruction of the program, with what was counted of it.
typedef struct {
  uint64_t pc;
  uint32_t words[2];
  view_class of;
  bool halves;  // as in wl_instruction
  char text[128];
  bool named;                      // the trace for Perfetto has its text
  uint64_t executed, lanes;        // lanes: sum over the executions
  uint64_t waited[VIEW_REASONS];   // cycles in which it was a wave's next instruction and did not issue
  uint64_t latency;                // sum of the cycles from its issue to its completion
  uint64_t transactions;           // of memory
  uint64_t lds_cycles, conflicts;  // of service
} view_code;

// An instruction of a wave, from the cycle in which it is the wave's next one until it is complete.
typedef struct view_insn {
  struct view_insn *next;  // of its wave, younger
  uint64_t id;             // in the order of appearance
  uint32_t wave;           // number of the wave
  uint32_t slot, tag;
  uint32_t code;  // index of its code, from the issue on
  view_class of;
  view_stage stage;
  uint32_t halves;  // that are in flight: 1 itself, 2 the LDS half of FLAT
  uint64_t appeared, issued;
  uint64_t waited[VIEW_REASONS];
  uint32_t reason;  // of the last cycle in which it waited
  bool fetched;     // it has been in the instruction buffer
  bool begun;       // what follows its issue has begun
  bool complete;    // in this cycle
  uint32_t lane;    // of the trace's lanes of its slot
} view_insn;

typedef struct {
  bool live, over;  // over: it ends in this cycle
  bool faulted;
  uint32_t number;  // in the order of start
  uint32_t group, wave_in_group;
  uint64_t start;
  uint32_t reason;             // of this cycle
  uint64_t exec;               // before this cycle's edge
  view_insn *next;             // its next instruction, which has not issued
  view_insn *oldest;           // in flight
  view_class last;             // of its last instruction
  bool flushed;                // its next instruction is another one from the next cycle on
  uint64_t gap[VIEW_REASONS];  // cycles since the last issue of any wave, by reason
} view_wave;

typedef struct {
  uint64_t cycles, used, issued;  // used: cycles in which an instruction issues
  uint64_t slots_lost[VIEW_REASONS], wave_cycles[VIEW_REASONS];
  uint64_t instructions[VIEW_CLASSES], lanes[VIEW_CLASSES], transactions[VIEW_CLASSES];
  uint64_t lds_cycles, lds_conflicts, waves;
} view_counts;

typedef struct view_pipe view_pipe;
typedef struct view_perfetto view_perfetto;
typedef struct view_folder view_folder;

struct wl_views {
  wl_view_options options;
  wl_model_ops ops;
  wl_config unit;       // what texts and shares depend on
  uint64_t cycle;       // the open one
  uint64_t unit_begin;  // cycle 0 of the unit
  bool tells_waits;     // the unit has said why waves wait
  view_wave wave[WL_MAX_WAVES];
  uint32_t live;  // a bit a slot
  uint64_t ids;
  bool tells_ready;  // the unit reports the event ready: it has what is in the instruction buffer, not the reasons
  uint64_t fetched;  // waves whose next instruction is in the instruction buffer
  bool issued;       // an instruction issued in this cycle
  uint32_t in_flight[VIEW_CLASSES];
  view_counts counts;
  view_code *code;
  uint32_t code_count, code_size, *code_index, index_size;  // code_index: a hash table of numbers from 1 on
  bool full;                                                // out of memory: something is missing
  view_pipe *pipe;
  view_perfetto *perfetto;
  view_folder *folder;
};

static inline const view_code *view_code_of(const wl_views *v, const view_insn *i) { return &v->code[i->code]; }
// A file that is opened for a view, and closed: what is wrong goes to error.
FILE *view_open(const char *path, wl_error *error);
bool view_close(FILE *file, const char *path, wl_error *error);

// stats.c
void view_stats_print(const wl_views *v, FILE *to);
json_t *view_stats_json(const wl_views *v);

// pipe.c: a log for Konata.
view_pipe *view_pipe_new(const char *path, wl_error *error);
bool view_pipe_free(view_pipe *p, wl_error *error);  // p may be NULL
void view_pipe_appears(view_pipe *p, const wl_views *v, const view_insn *i);
void view_pipe_waits(view_pipe *p, const wl_views *v, const view_insn *i, const char *why);
void view_pipe_issues(view_pipe *p, const wl_views *v, const view_insn *i);
void view_pipe_stage(view_pipe *p, const wl_views *v, const view_insn *i);
void view_pipe_ends(view_pipe *p, const wl_views *v, const view_insn *i, bool flushed);

// perfetto.c: a trace for Perfetto.
view_perfetto *view_perfetto_new(const char *path, wl_error *error);
bool view_perfetto_free(view_perfetto *p, wl_error *error);  // p may be NULL
// From this cycle on the wave waits for this reason, or issues.
void view_perfetto_waits(view_perfetto *p, const wl_views *v, uint32_t slot, uint32_t reason);
void view_perfetto_issues(view_perfetto *p, wl_views *v, view_insn *i);
void view_perfetto_ends(view_perfetto *p, const wl_views *v, const view_insn *i);
void view_perfetto_cycle(view_perfetto *p, const wl_views *v);  // a cycle begins

// folder.c: a folder for ROCprof Compute Viewer.
view_folder *view_folder_new(const char *path, wl_error *error);
void view_folder_wave(view_folder *f, const wl_views *v, uint32_t slot);  // starts in the next cycle
void view_folder_ends(view_folder *f, const wl_views *v, uint32_t slot);  // its last cycle was the one before
void view_folder_waits(view_folder *f, const wl_views *v, uint32_t slot, uint32_t reason);  // in this cycle
void view_folder_issues(view_folder *f, const wl_views *v, const view_insn *i);
void view_folder_complete(view_folder *f, const view_insn *i);
// Writes the files. false with error: one could not be written.
bool view_folder_finish(view_folder *f, const wl_views *v, wl_error *error);
void view_folder_free(view_folder *f);  // f may be NULL

#endif
