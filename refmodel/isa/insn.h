// SPDX-License-Identifier: Apache-2.0
// A decoded instruction: what decode/ reads out of the words, and how the layers above treat it.
//
// An instruction is decoded once into a wl_insn. Executing it is one call of its fn. What depends on the wave (register
// allocation, GPR-index mode, VSKIP, waits) is handled around that call, in wave/, lockstep/ and standalone/.
#ifndef WAVELOCK_ISA_INSN_H
#define WAVELOCK_ISA_INSN_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "wavelock/encoding.h"
#include "wavelock/model.h"

enum { WL_BLOCKS = WL_UNIT_EXPORT + 1 };

// Whether instructions of the unit access memory or the LDS: they stay pending after issue.
static inline bool wl_is_memory_unit(wl_block unit) {
  return unit == WL_UNIT_SMEM || unit == WL_UNIT_LDS || unit == WL_UNIT_VMEM;
}

// Bits 63:48 of the apertures (D-REG-11, D-REG-12).
enum { WL_APERTURE_SHARED = 1, WL_APERTURE_PRIVATE = 2 };

// How wl_model_run treats an instruction (wl_insn.kind).
typedef enum {
  WL_KIND_UNDECODED,
  WL_KIND_PLAIN,    // fn, and nothing else; leaves EXEC as it is
  WL_KIND_WATCHED,  // as plain, but it writes EXEC, or a row of the wait-state table or an s_waitcnt may be checked
  WL_KIND_FLOW,     // fn may change next_pc, or break a program rule (wl_model.event)
  WL_KIND_MODE,     // fn may change MODE.VSKIP or MODE.GPR_IDX_EN
  WL_KIND_SLOW,     // registers, legality or its result depend on the state of the wave or of the run
  WL_KIND_HALT,     // fn may halt the wave
  WL_KIND_END,
  WL_KIND_BARRIER,
  WL_KIND_ICACHE_INV,
  WL_KIND_ILLEGAL,  // by its words alone
  WL_KIND_FETCH_FAULT,
  WL_KIND_PAGE_END,  // no instruction: the code goes on in the next page
} wl_kind;

// Whether calling fn is all that the run loop has to do, apart from hazards and the program counter.
static inline bool wl_runs_in_loop(wl_kind kind) {
  return kind == WL_KIND_PLAIN || kind == WL_KIND_WATCHED || kind == WL_KIND_FLOW;
}

typedef enum {
  WL_OPERAND_NONE,
  WL_OPERAND_VGPR,   // reg: VGPR number
  WL_OPERAND_SGPR,   // reg: scalar register by operand code, 0..127
  WL_OPERAND_FLAG,   // reg: WL_SRC_VCCZ, _EXECZ, _SCC or _LDS_DIRECT; read when the instruction executes
  WL_OPERAND_CONST,  // value: inline constant, literal or aperture, extended to the operand's width
} wl_operand_kind;

struct wl_operand {
  uint8_t kind;
  uint8_t regs;  // consecutive registers that it reads; 2 for a 64-bit operand
  uint16_t reg;
  uint64_t value;
};

// wl_insn.flags: reads and writes that the operands do not show.
enum {
  WL_INSN_READS_VCC = 1,    // implicitly: carry-in or select
  WL_INSN_READS_VDST = 2,   // v_mac: the destination is also a source
  WL_INSN_WRITES_EXEC = 4,  // v_cmpx, saveexec, wrexec: EXEC besides sdst
  WL_INSN_WRITES_SRC0 = 8,  // v_swap: the VGPR of src[0] is written too
  WL_INSN_ONE_LANE = 16,    // v_writelane: writes only lane src[1] & 63, for any EXEC
  WL_INSN_READS_SDST = 32,  // bitset, cmov, SOPK: the destination is also a source
  WL_INSN_IF_SCC = 64,      // cmov: writes only with SCC = 1
  WL_INSN_MOVREL = 128,     // s_movrels, s_movreld: an SGPR number depends on M0
};

// wl_insn.in_order: memory instructions of a wave that share a bit complete in program order (control-flow.md 5.3).
// SMEM instructions and the half of FLAT in the LDS have none: they complete in any order. WL_IN_ORDER_VS: those of
// vector memory that count in VS_CNT.
enum { WL_IN_ORDER_VMEM = 1, WL_IN_ORDER_LDS = 2, WL_IN_ORDER_GDS = 4, WL_IN_ORDER_VS = 8 };

// Whether words[1] of a VOP1, VOP2 or VOPC instruction is an SDWA or DPP dword.
enum { WL_EXTRA_NONE, WL_EXTRA_SDWA, WL_EXTRA_DPP };

enum { WL_SOURCES = 4 };  // places of operands that are read; the vector ALU uses three of them

struct wl_wave;
struct wl_insn;
struct wl_vop;
typedef void (*wl_insn_fn)(struct wl_wave *, const struct wl_insn *);

struct wl_insn {
  wl_insn_fn fn;             // executes the instruction; the layers above decode/ set it
  const struct wl_vop *vop;  // vector instructions: the opcode (decode/vector.h), and its loop over the lanes
  uint64_t (*lanes)(struct wl_wave *, const struct wl_insn *, uint32_t *, const uint32_t *, const uint32_t *,
                    const uint32_t *);
  // The same computed by fp_*.c, which also says what exceptions it raises (execute/exceptions.c).
  uint64_t (*exact)(struct wl_wave *, const struct wl_insn *, uint32_t *, const uint32_t *, const uint32_t *,
                    const uint32_t *);
  // By field: SRC0, SRC1, SRC2 (GPR-index mode goes by this position). DS: ADDR, DATA0, DATA1. GLOBAL: ADDR, DATA,
  // SADDR. SCRATCH, FLAT: the same, FLAT_SCRATCH. MUBUF: VADDR, VDATA or M0, SRSRC, SOFFSET; MIMG: SSAMP. SMEM:
  // SBASE, offset register, none, SDATA that is read. EXP: VSRC0 to VSRC3, those that are sent.
  struct wl_operand src[WL_SOURCES];
  uint32_t words[2];        // words[1] is 0 for a 4-byte instruction
  uint32_t literal;         // words[1] of an instruction that has a literal
  int32_t simm;             // SIMM16 or memory offset, sign-extended
  uint16_t op;              // opcode number in its format
  uint16_t vdst;            // first VGPR written
  uint8_t format;           // wl_format
  uint8_t unit;             // wl_block
  uint8_t mem_op;           // memory instructions: wl_mem_op
  uint8_t mem_space;        // wl_mem_space
  uint8_t mem_destination;  // wl_mem_destination
  uint8_t holds;            // WL_HOLDS_*: wait counters that it holds from issue to completion
  uint8_t in_order;         // WL_IN_ORDER_*
  uint8_t size;             // 4 or 8 bytes
  uint8_t vdst_regs;        // VGPRs written; 0: none
  uint8_t sdst, sdst_regs;  // first scalar register written by operand code, and number (2: a lane mask or pair)
  uint8_t flags;            // WL_INSN_*
  uint8_t neg, abs;         // bit i: source i; of packed f16, abs is NEG_HI
  uint8_t omod, clamp;
  uint8_t sel;    // OP_SEL; for VOP3P OP_SEL_HI is in [5:3]
  uint8_t extra;  // WL_EXTRA_*
  // The following are not for the vector instructions' fn.
  uint8_t kind;                           // wl_kind: how the run loop treats it
  uint8_t absolute_vgprs;                 // VGPR numbers are physical ones, not relative to the wave's v0 (wl_resolve)
  uint8_t images;                         // image instructions: the least size `images` of a unit that has it
  uint8_t sub;                            // index of a memory instruction's row in its table
  uint16_t sgpr_end, vgpr_end;            // one past the highest SGPR 0..101 and VGPR that it names
  uint32_t producer_rows, consumer_rows;  // of the wait-state table (decode/wait_rows.h)
  bool needs_priv;                        // it names a TTMP, or returns from the trap handler
  uint8_t by_second_name;                 // bit i: src[i], bit WL_SOURCES: sdst (decode/second_names.h)
  const char *name;                       // mnemonic; NULL: the compute unit has no such opcode
};

static inline bool wl_is_gds(const struct wl_insn *insn) { return insn->mem_space == WL_SPACE_GDS; }
// The segment of an instruction of the FLAT format: WL_SEG_*.
static inline uint32_t wl_segment(const struct wl_insn *insn) { return wl_field(insn->words[0], WL_FLAT_SEG); }
// FLAT itself. Its lanes in the shared aperture and its others are two halves (D-MEM-78).
static inline bool wl_is_flat(const struct wl_insn *insn) {
  return insn->format == WL_FMT_FLAT && wl_segment(insn) == WL_SEG_FLAT;
}

#endif
