// SPDX-License-Identifier: Apache-2.0
// What the parts of the model share: the state of a wave and a decoded instruction.
//
// An instruction is decoded once into a wl_insn (decode/).
// Executing it is one call of its fn. What depends on the wave (register allocation, GPR-index mode, VSKIP, hazards) is
// handled around that call, in issue.c and run.c.
#ifndef WAVELOCK_INTERNAL_H
#define WAVELOCK_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "wavelock/encoding.h"
#include "wavelock/model.h"

// TRAPSTS fields that s_setreg writes with PRIV = 1.
#define WL_TRAPSTS_WRITABLE (WL_TRAPSTS_EXCP | WL_TRAPSTS_ILLEGAL_INST | WL_TRAPSTS_EXCP_HI)

// Bits 63:48 of the apertures (D-REG-11, D-REG-12).
enum { WL_APERTURE_SHARED = 1, WL_APERTURE_PRIVATE = 2 };

struct wl_wave {
  uint32_t sgpr[WL_SGPRS];     // by operand code; VCC, TTMPs, M0 and EXEC are kept here too
  uint32_t (*vgpr)[WL_LANES];  // v0 of this wave in the VGPR file
  struct wl_model *model;
  uint64_t pc;         // of the instruction being executed
  uint64_t next_pc;    // pc + size before fn; branches overwrite it
  uint32_t mode;       // WL_MODE_*
  uint32_t scc;        // 0 or 1
  uint32_t trapsts;    // WL_TRAPSTS_*
  uint32_t user_prio;  // 0..3
  uint32_t vm_cnt, exp_cnt, lgkm_cnt;
  uint32_t slot;
  uint32_t group, wave_in_group, waves_in_group;
  uint32_t sgpr_size;                    // SGPRs from this number up to s101 are illegal
  uint32_t vgpr_base, vgpr_size;         // first physical VGPR, and number
  uint32_t lds_base, lds_size;           // bytes
  uint32_t alignment_mode;               // WL_ALIGN_*
  uint32_t shared_global, shared_temps;  // as in wl_wave_init
  bool valid, in_barrier;
  bool halt;          // STATUS.HALT; it stops the wave only while priv is false
  bool faulted;       // an illegal instruction or a fetch fault: never issues again
  bool priv;          // in the trap handler
  bool trap_enabled;  // the wave has a trap handler
  bool step_due;      // single step: the trap handler comes before the next instruction
  bool asleep;        // the last instruction was s_sleep
  uint32_t sleep;     // its count
  uint32_t cond_dbg;  // WL_COND_DBG_*
  uint64_t tba, tma;
  const char *halted_by;  // mnemonic
};

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
  WL_INSN_WRITES_EXEC = 4,  // v_cmpx: EXEC besides sdst
  WL_INSN_WRITES_SRC0 = 8,  // v_swap: the VGPR of src[0] is written too
  WL_INSN_ONE_LANE = 16,    // v_writelane: writes only lane src[1] & 63, for any EXEC
  WL_INSN_READS_SDST = 32,  // bitset, cmov, SOPK: the destination is also a source
  WL_INSN_IF_SCC = 64,      // cmov: writes only with SCC = 1
  WL_INSN_MOVREL = 128,     // s_movrels, s_movreld: an SGPR number depends on M0
};

// Whether words[1] of a VOP1, VOP2 or VOPC instruction is an SDWA or DPP dword.
enum { WL_EXTRA_NONE, WL_EXTRA_SDWA, WL_EXTRA_DPP };

struct wl_insn;
struct wl_vop;
typedef void (*wl_insn_fn)(struct wl_wave *, const struct wl_insn *);

struct wl_insn {
  wl_insn_fn fn;             // executes the instruction
  const struct wl_vop *vop;  // vector instructions: the opcode, and its loop over the lanes (vector.h)
  uint64_t (*lanes)(struct wl_wave *, const struct wl_insn *, uint32_t *, const uint32_t *, const uint32_t *,
                    const uint32_t *);
  struct wl_operand src[3];  // by field: SRC0, SRC1, SRC2 (GPR-index mode goes by this position).
                             // DS: ADDR, DATA0, DATA1. GLOBAL: ADDR, DATA, SADDR. SMEM: SBASE, offset register.
  uint32_t words[2];         // words[1] is 0 for a 4-byte instruction
  uint32_t literal;          // words[1] of an instruction that has a literal
  int32_t simm;              // SIMM16 or memory offset, sign-extended
  uint16_t op;               // opcode number in its format
  uint16_t vdst;             // first VGPR written
  uint8_t format;            // wl_format
  uint8_t unit;              // wl_block
  uint8_t mem_op;            // memory instructions: wl_mem_op
  uint8_t mem_space;         // wl_mem_space
  uint8_t mem_destination;   // wl_mem_destination
  uint8_t holds;             // WL_HOLDS_*: wait counters that it holds from issue to completion
  uint8_t size;              // 4 or 8 bytes
  uint8_t vdst_regs;         // VGPRs written; 0: none
  uint8_t sdst, sdst_regs;   // first scalar register written by operand code, and number (2: a lane mask or pair)
  uint8_t flags;             // WL_INSN_*
  uint8_t neg, abs;          // bit i: source i
  uint8_t omod, clamp;
  uint8_t sel;    // OP_SEL; for VOP3P OP_SEL_HI is in [5:3]
  uint8_t extra;  // WL_EXTRA_*
  // The following are not for the vector instructions' fn.
  uint8_t kind;                           // how the run loop treats it (wl_kind in machine.h)
  uint8_t absolute_vgprs;                 // VGPR numbers are physical ones, not relative to the wave's v0 (wl_resolve)
  uint8_t sub;                            // index of a memory instruction's row in its table
  uint16_t sgpr_end, vgpr_end;            // one past the highest SGPR 0..101 and VGPR that it names
  uint32_t producer_rows, consumer_rows;  // of the wait-state table (wait_states.h)
  bool needs_priv;                        // it names a TTMP, or returns from the trap handler
  const char *name;                       // mnemonic; NULL: the compute unit has no such opcode
};

// ---- vector instructions -----------------------------------------------------------------------
// Decodes a VOP1, VOP2, VOPC, VOP3 or VOP3P instruction from its words alone (gfx9-encoding.md 4, 5; numerics.md 11).
// Returns false if it is illegal: an unknown opcode, a malformed field, or a broken constant bus rule.
// On entry *insn is zero but for words, size, format, literal (= w1) and unit = WL_UNIT_VALU; w1 is 0 for a 4-byte
// instruction. Fills vop, op, src, vdst, vdst_regs, sdst, sdst_regs, flags, modifiers and name.
//
// fn, which wl_vector_bind sets, executes over the lanes of EXEC. It reads w->sgpr, w->vgpr, w->mode, w->scc and writes
// w->vgpr and w->sgpr (SDST, VCC, EXEC), never pc. Register numbers are in range when it is called, and GPR-index mode
// has been applied.
bool wl_decode_vector(struct wl_insn *insn, uint32_t w0, uint32_t w1);
// The lanes in which insn writes its VGPR and mask results: those of EXEC, with DPP fewer.
uint64_t wl_vector_lanes(const struct wl_wave *w, const struct wl_insn *insn);

// ---- small helpers -----------------------------------------------------------------------------
static inline uint64_t wl_sgpr64(const struct wl_wave *w, uint32_t code) {
  return w->sgpr[code] | (uint64_t)w->sgpr[code + 1] << 32;
}

static inline void wl_set_sgpr64(struct wl_wave *w, uint32_t code, uint64_t value) {
  w->sgpr[code] = (uint32_t)value;
  w->sgpr[code + 1] = (uint32_t)(value >> 32);
}

static inline uint64_t wl_exec(const struct wl_wave *w) { return wl_sgpr64(w, WL_EXEC); }
static inline uint64_t wl_vcc(const struct wl_wave *w) { return wl_sgpr64(w, WL_VCC); }

// The value of LDS_DIRECT, read from the LDS as it is now (lds.c).
uint32_t wl_lds_direct(const struct wl_wave *w);

static inline uint32_t wl_flag_operand(const struct wl_wave *w, uint32_t code) {
  return code == WL_SRC_VCCZ    ? wl_vcc(w) == 0
         : code == WL_SRC_EXECZ ? wl_exec(w) == 0
         : code == WL_SRC_SCC   ? w->scc
                                : wl_lds_direct(w);
}

// The value of an operand that is not a VGPR.
static inline uint32_t wl_scalar32(const struct wl_wave *w, const struct wl_operand *o) {
  return o->kind == WL_OPERAND_SGPR   ? w->sgpr[o->reg]
         : o->kind == WL_OPERAND_FLAG ? wl_flag_operand(w, o->reg)
                                      : (uint32_t)o->value;
}

static inline uint64_t wl_scalar64(const struct wl_wave *w, const struct wl_operand *o) {
  return o->kind == WL_OPERAND_SGPR   ? wl_sgpr64(w, o->reg)
         : o->kind == WL_OPERAND_FLAG ? wl_flag_operand(w, o->reg)
                                      : o->value;
}

// The value of an inline constant or aperture (gfx9-encoding.md 4). Returns false if the code is neither.
// The argument bits is 64 for a 64-bit operand, 16 for an f16, and 32 for other operands of 16 or 32 bits. An integer
// is sign-extended to 32 or 64 bits. The pattern of an f16 has zeros above its 16 bits.
bool wl_inline_constant(uint32_t code, uint32_t bits, uint64_t *value);

#endif
