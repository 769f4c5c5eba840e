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

enum { WL_MODEL_OPS_VERSION = 1, WL_OPERANDS = 24, WL_OPERAND_NOTES = 6, WL_BEFORE_VGPRS = 256 };

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
// `text`: the instruction at pc, as much as fits. words[1] counts where the instruction has two words.
// `instruction`: of a wave with these registers; 0 stands for any number. False: it is no legal instruction, or not
// known; size, block and halves are good even so.
// `operands`: false: it is no legal instruction. *out is zero before.

typedef struct wl_control_ops wl_control_ops;  // wavelock/control.h

typedef struct {
  uint32_t size;                  // of this struct
  uint32_t version;               // WL_MODEL_OPS_VERSION
  const char *isa;                // name of the instruction set
  const wl_control_ops *control;  // policy control; NULL: the model has none of it
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
