// SPDX-License-Identifier: Apache-2.0
// What the parts of the model share: the state of a wave and a decoded instruction.
//
// An instruction is decoded once (decode.c, or the vector side through wl_decode_vector) into a
// wl_insn; executing it is one call of its fn. Everything that depends on the wave (register
// allocation, GPR-index mode, VSKIP, hazards) is done by the core around that call.
#ifndef WAVELOCK_INTERNAL_H
#define WAVELOCK_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "wavelock/model.h"

// Scalar operand codes (gfx9-encoding.md section 4). Codes 0..127 index wl_wave.sgpr.
enum {
  WL_FLAT_SCRATCH = 102,
  WL_XNACK_MASK = 104,
  WL_VCC = 106,
  WL_TTMP = 108,
  WL_M0 = 124,
  WL_EXEC = 126,
  WL_SRC_VCCZ = 251,
  WL_SRC_EXECZ = 252,
  WL_SRC_SCC = 253,
  WL_SRC_LDS_DIRECT = 254,
  WL_SRC_LITERAL = 255,
};

// MODE (control-flow.md section 1)
enum {
  WL_MODE_DX10_CLAMP = 1u << 8,
  WL_MODE_IEEE = 1u << 9,
  WL_MODE_SHARED = 1u << 22,  // absolute VGPR operands (D-R700-12)
  WL_MODE_DEBUG_EN = 1u << 11,
  WL_MODE_FP16_OVFL = 1u << 23,
  WL_MODE_GPR_IDX_EN = 1u << 27,
  WL_MODE_VSKIP = 1u << 28,
  WL_MODE_CSP_SHIFT = 29,
};

// TRAPSTS
enum {
  WL_TRAPSTS_MEM_VIOL = 1u << 8,
  WL_TRAPSTS_ILLEGAL_INST = 1u << 11,
  WL_TRAPSTS_WRITABLE = 0x79ffu,  // by s_setreg with PRIV = 1: EXCP, ILLEGAL_INST, EXCP_HI
};

struct wl_wave {
  uint32_t sgpr[WL_SGPRS];     // by operand code; VCC, M0 and EXEC have their home here
  uint32_t (*vgpr)[WL_LANES];  // v0 of this wave's window in the pool
  struct wl_model *model;
  uint64_t pc;       // of the instruction being executed
  uint64_t next_pc;  // set to pc + size before fn; branches overwrite it
  uint32_t mode;     // CSP in [31:29]
  uint32_t scc;      // 0 or 1
  uint32_t trapsts;
  uint32_t user_prio;  // 0..3
  uint32_t vm_cnt, exp_cnt, lgkm_cnt;
  uint32_t slot;
  uint32_t group, wave_in_group, waves_in_group;
  uint32_t sgpr_size;                    // SGPR numbers (codes 0..101) at or past this are illegal
  uint32_t vgpr_base, vgpr_size;         // rows of the pool
  uint32_t lds_base, lds_size;           // bytes
  uint32_t alignment_mode;               // WL_ALIGN_*
  uint32_t shared_global, shared_temps;  // rows at the start of the pool
  bool valid, in_barrier;
  bool halt;          // STATUS.HALT; with PRIV it holds nothing
  bool faulted;       // never issues again
  bool priv;          // in the trap handler
  bool trap_enabled;  // there is one
  bool step_due;      // single step: the trap handler comes before the next instruction
  bool asleep;        // since the instruction before
  uint32_t sleep;     // its SIMM16
  uint32_t cond_dbg;  // COND_DBG_USER [0], COND_DBG_SYS [1]
  uint64_t tba, tma;
  const char *halted_by;  // mnemonic
};

typedef enum {
  WL_FMT_ILLEGAL,
  WL_FMT_SOP2,
  WL_FMT_SOP1,
  WL_FMT_SOPC,
  WL_FMT_SOPK,
  WL_FMT_SOPP,
  WL_FMT_SMEM,
  WL_FMT_VOP2,
  WL_FMT_VOP1,
  WL_FMT_VOPC,
  WL_FMT_VOP3,
  WL_FMT_VOP3P,
  WL_FMT_VINTRP,
  WL_FMT_DS,
  WL_FMT_FLAT,
  WL_FMT_MUBUF,
  WL_FMT_MTBUF,
  WL_FMT_MIMG,
  WL_FMT_EXP,
} wl_format;

typedef enum {
  WL_OPERAND_NONE,
  WL_OPERAND_VGPR,   // reg: VGPR number
  WL_OPERAND_SGPR,   // reg: scalar operand code 0..127
  WL_OPERAND_FLAG,   // reg: 251 VCCZ, 252 EXECZ, 253 SCC, 254 LDS_DIRECT: the value is that of the moment of reading
  WL_OPERAND_CONST,  // value: inline constant, literal or aperture, already widened for this operand
} wl_operand_kind;

struct wl_operand {
  uint8_t kind;
  uint8_t regs;  // consecutive registers it reads (2: a 64-bit operand)
  uint16_t reg;
  uint64_t value;
};

// What the core cannot see from the operands.
enum {
  WL_INSN_READS_VCC = 1,    // implicitly: carry-in or select
  WL_INSN_READS_VDST = 2,   // v_mac: the destination is also a source
  WL_INSN_WRITES_EXEC = 4,  // v_cmpx: EXEC besides sdst
  WL_INSN_WRITES_SRC0 = 8,  // v_swap: the VGPR of src[0] is written too
  WL_INSN_ONE_LANE = 16,    // v_writelane: writes only lane src[1] & 63, whatever EXEC is
};

// A dword after a VOP1, VOP2 or VOPC instruction that changes how it reads and writes; it is words[1].
enum { WL_EXTRA_NONE, WL_EXTRA_SDWA, WL_EXTRA_DPP };

struct wl_insn;
struct wl_vop;
typedef void (*wl_insn_fn)(struct wl_wave *, const struct wl_insn *);

struct wl_insn {
  wl_insn_fn fn;
  const struct wl_vop *vop;  // vector side only: the opcode, and its loop over the lanes (vector.h)
  uint64_t (*lanes)(struct wl_wave *, const struct wl_insn *, uint32_t *, const uint32_t *, const uint32_t *,
                    const uint32_t *);
  struct wl_operand src[3];  // by field: SRC0, SRC1, SRC2 (GPR-index mode adds M0[7:0] by this position).
                             // DS: ADDR, DATA0, DATA1. GLOBAL: ADDR, DATA, SADDR. SMEM: SBASE, offset register
  uint32_t words[2];         // words[1] is 0 for a 4-byte instruction
  uint32_t literal;          // words[1] of an instruction that has a literal
  int32_t simm;              // SIMM16 or memory offset, sign-extended
  uint16_t op;               // opcode number in its format
  uint16_t vdst;             // VGPR rows written from vdst on
  uint8_t format;            // wl_format
  uint8_t unit;              // wl_unit
  uint8_t size;              // 4 or 8 bytes
  uint8_t vdst_rows;         // 0: none
  uint8_t sdst, sdst_regs;   // SGPRs written from this operand code on (0: none; 2: a lane mask or pair)
  uint8_t flags;             // WL_INSN_*
  uint8_t neg, abs;          // bit i: source i
  uint8_t omod, clamp;
  uint8_t sel;                  // OP_SEL; VOP3P: and OP_SEL_HI in [5:3]
  uint8_t extra;                // WL_EXTRA_*
  uint8_t kind;                 // core only: how the run loop treats it (decode.h)
  uint8_t pool;                 // core only: VGPR numbers are rows of the pool, not of the wave's window (wl_resolve)
  uint8_t sub;                  // core only: index of a memory instruction's row in its table
  uint16_t sgpr_end, vgpr_end;  // core only: one past the highest SGPR 0..101 / VGPR named
  uint32_t firsts, seconds;     // core only: rows of wait states (wait_states.h)
  bool needs_priv;              // core only: names a TTMP, or returns from the trap handler
  const char *name;             // mnemonic; NULL: no such opcode in the unit
};

// ---- provided by the vector side ---------------------------------------------------------------
// Decodes a VOP1, VOP2, VOPC, VOP3 or VOP3P instruction from its words alone: opcode present, fields
// well formed, constant bus kept (gfx9-encoding.md 4, 5; numerics.md 11). On entry *insn is zero but for words, size,
// format, literal (= w1) and unit = WL_UNIT_VALU. Fills fn, op, src, vdst, vdst_rows, sdst, sdst_regs, flags, modifiers
// and name. false: illegal instruction. w1 is 0 for a 4-byte instruction.
//
// fn executes over the lanes of EXEC: reads w->sgpr, w->vgpr, w->mode, w->scc; writes w->vgpr, w->sgpr (SDST, VCC,
// EXEC). It never touches pc. Register numbers are in range when it is called, GPR-index mode already applied.
bool wl_decode_vector(struct wl_insn *insn, uint32_t w0, uint32_t w1);
// The lanes in which insn writes its VGPR and mask results: those of EXEC, or with DPP fewer.
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

// lds.c: the value of LDS_DIRECT, from the LDS as it is now.
uint32_t wl_lds_direct(const struct wl_wave *w);

static inline uint32_t wl_flag_operand(const struct wl_wave *w, uint32_t code) {
  return code == WL_SRC_VCCZ    ? wl_vcc(w) == 0
         : code == WL_SRC_EXECZ ? wl_exec(w) == 0
         : code == WL_SRC_SCC   ? w->scc
                                : wl_lds_direct(w);
}

// Value of a scalar operand (not a VGPR).
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

// Value of an inline constant or aperture code (128..208, 235..248) for an operand of an f16 (bits 16), of 16 or 32
// bits (32) or of 64 bits (gfx9-encoding.md section 4): an integer is sign-extended to 32 or 64 bits, the float pattern
// of f16 is that alone of the low half. false: the code is not a constant.
bool wl_inline_constant(uint32_t code, uint32_t bits, uint64_t *value);

#endif
