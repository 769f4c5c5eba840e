// SPDX-License-Identifier: Apache-2.0
// A model as a table: what the checker calls of it, whatever its instruction set. The rows, and which of them a model
// must have, are in wavelock/model_ops.def. The functions' contracts are in wavelock/model.h.
//
// wl_model is the model's own type behind the pointer: a model of another instruction set casts it to its own.
#ifndef WAVELOCK_MODEL_OPS_H
#define WAVELOCK_MODEL_OPS_H

#include "wavelock/memory_watch.h"
#include "wavelock/model.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { WL_MODEL_OPS_VERSION = 1, WL_OPERANDS = 24, WL_OPERAND_NOTES = 6, WL_BEFORE_VGPRS = 256, WL_MODEL_ROWS = 29 };
enum { WL_MODEL_WAITS = 27 };

// What `instruction` says of an instruction.
typedef struct {
  uint32_t size;  // bytes
  wl_block block;
  bool ends;      // it ends its wave
  bool halves;    // it completes in two halves, one of the LDS and one of vector memory (FLAT)
  char name[32];  // mnemonic
} wl_instruction;

// An instruction, and its wave before it.
typedef struct {
  const wl_config *unit;
  uint64_t pc;
  uint32_t words[2];
  uint32_t sgpr_size, vgpr_size;  // as in wl_wave_init
  wl_state_regs state_regs;
  const uint32_t *sgpr;                   // WL_SGPRS words
  const uint32_t *vgpr[WL_BEFORE_VGPRS];  // the lanes of its registers, vgpr_size of them
} wl_before;
typedef struct {
  char name[16];
  uint64_t value;  // of a scalar register, printed with `digits` hexadecimal digits
  int digits;
  const uint32_t *lanes;  // of a vector register, of wl_before; NULL: it is a scalar register
} wl_operand;
typedef struct {
  uint32_t count, notes;
  wl_operand operand[WL_OPERANDS];
  char note[WL_OPERAND_NOTES][160];  // lines that a report prints behind them
} wl_operands;

// `unit`: the DUT has these sizes, and instruction set number isa. Sets config->isa. False: it models no such unit, and
// why says so.
// `has_row`: a unit with these sizes has row number `row`.
// `standing`: WL_STANDS_*.
// `state_scalar`: scalar register `number` is a wave state register and lives there: a write of it by a load puts value
// into *to. False: it is a scalar register.
// `state_text`: registers that an instruction has written or changed, each " name=value".
// `text`: the instruction at pc, as much as fits. words[1] counts where the instruction has two words.
// `instruction`: of a wave with these registers; 0 stands for any number. False: it is no legal instruction, or not
// known; size, block and halves are good even so.
// `operands`: false: it is no legal instruction. *out is zero before.

// A size that the model takes: a row SIZE of probe/events.def, from least to most. must: the unit has to tell it.
typedef struct {
  const char *name;
  uint32_t least, most;
  bool must;
} wl_model_size;

// A row of the wave state registers: the bits mask[0] of a word of wl_state_regs, shifted right, and the bits mask[1]
// of the next word above them. With mask[1] the shift is 0. Bits that no row has are not compared.
typedef struct {
  const char *name, *sentence;
  uint32_t word, mask[2], shift;
  uint32_t bits;  // that a fault can flip
  bool must;      // every unit has it; a row that a unit may lack is named among what is not checked
  bool counts;    // instructions in flight: 0 when the wave has none, and without a value in a record of retirement
} wl_model_row;
static inline uint64_t wl_row_value(const wl_model_row *row, const wl_state_regs *of) {
  const uint32_t *words = (const uint32_t *)of + row->word;
  const uint64_t low = (words[0] & row->mask[0]) >> row->shift;
  return row->mask[1] ? low | (uint64_t)(words[1] & row->mask[1]) << 32 : low;
}

// Why a wave of a unit does not issue in a cycle, as its probe may tell (wl_probe_waits), for views and reports. The
// number of reason i of the list is WL_WAIT_OWN + i (probe/events.def).
typedef enum {
  WL_WAITS_FOR_OWN,    // for something of its own: a result, the end of a load
  WL_WAITS_FETCH,      // its next instruction is not there
  WL_WAITS_STALLED,    // what it needs takes none of it now
  WL_WAITS_EXECUTES,   // its last instruction executes
  WL_WAITS_ISSUES_ALL  // no wait: it issues, and no block gets the instruction
} wl_wait_kind;
typedef struct {
  const char *name;   // one word
  const char *about;  // the same in a few words
  wl_wait_kind kind;
} wl_model_wait;

// What the wave state registers say of a wave, `standing`.
enum { WL_STANDS_HALTED = 1, WL_STANDS_IN_BARRIER = 2, WL_STANDS_VIOLATED = 4 };  // violated: it had a memory violation

typedef struct wl_control_ops wl_control_ops;  // wavelock/control.h

typedef struct {
  uint32_t size;               // of this struct
  uint32_t version;            // WL_MODEL_OPS_VERSION
  const char *isa;             // name of the instruction set
  const wl_model_size *sizes;  // size_count of them. A size of CHECKER that is not here may be any
  uint32_t size_count;
  uint32_t row_count;             // at most WL_MODEL_ROWS
  const wl_model_row *rows;       // of the wave state registers. PC is in pc_lo and pc_hi, whatever the rows
  const wl_control_ops *control;  // policy control; NULL: the model has none of it
  const wl_model_wait *waits;     // wait_count of them; 0: the unit does not tell why waves wait
  uint32_t wait_count;            // at most WL_MODEL_WAITS
#define OP(level, result, name, function, parameters, sentence) result(*name) parameters;
#include "wavelock/model_ops.def"
} wl_model_ops;

#pragma GCC visibility push(default)
// The table of the model of GFX9 (tb/gfx9).
extern const wl_model_ops wl_gfx9_ops;
#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
