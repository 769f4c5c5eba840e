// SPDX-License-Identifier: Apache-2.0
// Names of GFX9's operand codes, hardware registers and register fields (docs/spec/control-flow.md 1,
// docs/spec/gfx9-encoding.md 4). They are used instead of numbers everywhere.
#ifndef WAVELOCK_REGISTERS_H
#define WAVELOCK_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- fields ----------------------------------------------------------------------------------------
// A field is named by its mask: WL_MODE_CSP is bits 31:29 of MODE. A one-bit field is tested with `mode &
// WL_MODE_VSKIP`.
#define WL_BITS(high, low) (0xffffffffu >> (31 - (high) + (low)) << (low))
#define WL_BIT(n) WL_BITS(n, n)

// The value of a field, at bit 0.
static inline uint32_t wl_field(uint32_t value, uint32_t field) { return (value & field) / (field & (0u - field)); }
// A register that is 0 but for this field. Bits of n that do not fit are dropped.
static inline uint32_t wl_to_field(uint32_t field, uint32_t n) { return n * (field & (0u - field)) & field; }
// The register with the field replaced.
static inline uint32_t wl_with_field(uint32_t value, uint32_t field, uint32_t n) {
  return (value & ~field) | wl_to_field(field, n);
}

// MODE
#define WL_MODE_ROUND32 WL_BITS(1, 0)     // FP_ROUND of f32: WL_ROUND_*
#define WL_MODE_ROUND16_64 WL_BITS(3, 2)  // of f16 and f64
#define WL_MODE_DENORM32_IN WL_BIT(4)     // FP_DENORM of f32: input denormals are kept, else flushed
#define WL_MODE_DENORM32_OUT WL_BIT(5)    // output denormals are kept
#define WL_MODE_DENORM16_64_IN WL_BIT(6)  // of f16 and f64
#define WL_MODE_DENORM16_64_OUT WL_BIT(7)
#define WL_MODE_DX10_CLAMP WL_BIT(8)
#define WL_MODE_IEEE WL_BIT(9)
#define WL_MODE_DEBUG_EN WL_BIT(11)  // single step
#define WL_MODE_EXCP_EN WL_BITS(20, 12)
#define WL_MODE_SHARED WL_BIT(22)  // absolute VGPR operands (D-R700-12)
#define WL_MODE_FP16_OVFL WL_BIT(23)
#define WL_MODE_GPR_IDX_EN WL_BIT(27)
#define WL_MODE_VSKIP WL_BIT(28)
#define WL_MODE_CSP WL_BITS(31, 29)  // depth of the fork stack

// Rounding: to nearest even, to plus infinity, to minus infinity, to zero.
enum { WL_ROUND_NEAREST, WL_ROUND_UP, WL_ROUND_DOWN, WL_ROUND_ZERO };

// STATUS
#define WL_STATUS_SCC WL_BIT(0)
#define WL_STATUS_SPI_PRIO WL_BITS(2, 1)
#define WL_STATUS_USER_PRIO WL_BITS(4, 3)
#define WL_STATUS_PRIV WL_BIT(5)     // the wave is in its trap handler
#define WL_STATUS_TRAP_EN WL_BIT(6)  // it has a trap handler
#define WL_STATUS_EXECZ WL_BIT(9)
#define WL_STATUS_VCCZ WL_BIT(10)
#define WL_STATUS_IN_TG WL_BIT(11)  // the workgroup has several waves
#define WL_STATUS_IN_BARRIER WL_BIT(12)
#define WL_STATUS_HALT WL_BIT(13)
#define WL_STATUS_VALID WL_BIT(16)  // the slot holds a wave
#define WL_STATUS_COND_DBG_USER WL_BIT(20)
#define WL_STATUS_COND_DBG_SYS WL_BIT(21)

// TRAPSTS
#define WL_TRAPSTS_EXCP WL_BITS(8, 0)
#define WL_TRAPSTS_EXCEPTIONS WL_BITS(6, 0)  // of vector ALU instructions; the first bits of EXCP
#define WL_TRAPSTS_MEM_VIOL WL_BIT(8)        // the last bit of EXCP
#define WL_TRAPSTS_ILLEGAL_INST WL_BIT(11)
#define WL_TRAPSTS_EXCP_HI WL_BITS(14, 12)

// IB_STS, GPR_ALLOC, LDS_ALLOC, SHARED_VGPRS, SH_MEM_BASES
#define WL_IB_STS_VM_CNT_LOW WL_BITS(3, 0)
#define WL_IB_STS_EXP_CNT WL_BITS(6, 4)
#define WL_IB_STS_LGKM_CNT WL_BITS(11, 8)
#define WL_IB_STS_VM_CNT_HIGH WL_BITS(23, 22)
#define WL_GPR_ALLOC_VGPR_BASE WL_BITS(5, 0)   // in fours
#define WL_GPR_ALLOC_VGPR_SIZE WL_BITS(13, 8)  // in fours, less one
#define WL_GPR_ALLOC_SGPR_BASE WL_BITS(21, 16)
#define WL_GPR_ALLOC_SGPR_SIZE WL_BITS(27, 24)  // in sixteens, less one
#define WL_LDS_ALLOC_LDS_BASE WL_BITS(7, 0)     // in blocks of 256 bytes, as the size
#define WL_LDS_ALLOC_LDS_SIZE WL_BITS(20, 12)
#define WL_SHARED_VGPRS_GLOBAL WL_BITS(7, 0)
#define WL_SHARED_VGPRS_TEMPS WL_BITS(15, 8)
#define WL_SH_MEM_BASES_PRIVATE WL_BITS(15, 0)  // bits 63:48 of the private aperture
#define WL_SH_MEM_BASES_SHARED WL_BITS(31, 16)

// ---- wave state registers --------------------------------------------------------------------------
// The words of wl_state_regs (wavelock/model.h): the one list. From it come that struct, fields of the model's wave,
// and by scripts/wl/generate/probe_events.py the size of what a probe reports in a cycle. A new word goes last.
// WORD(name, sentence): the model makes it from other state.
// KEPT(name, sentence): the model keeps it as a field of its wave. It is 0 at a wave's start unless the launch sets it.
// CONTROL(name, sentence): the same, of control words. It stays 0 in a wave without them.
// clang-format off
#define WL_STATE_WORDS(WORD, KEPT, CONTROL) \
  WORD(pc_lo, "PC, bits 31:0") \
  WORD(pc_hi, "PC, bits 47:32; the others 0") \
  WORD(exec_lo, "EXEC, bits 31:0") \
  WORD(exec_hi, "EXEC, bits 63:32") \
  WORD(vcc_lo, "VCC, bits 31:0") \
  WORD(vcc_hi, "VCC, bits 63:32") \
  WORD(m0, "M0") \
  KEPT(mode, "MODE as `s_setreg` and the launch wrote it, with CSP, GPR_IDX_EN and VSKIP") \
  WORD(status, "STATUS: SCC 0, USER_PRIO 4:3, PRIV 5, TRAP_EN 6, EXECZ 9, VCCZ 10, IN_TG 11, IN_BARRIER 12, HALT 13, " \
       "VALID 16, COND_DBG_USER 20, COND_DBG_SYS 21") \
  KEPT(trapsts, "TRAPSTS: exceptions 6:0, MEM_VIOL 8, ILLEGAL_INST 11, and what `s_setreg` wrote") \
  WORD(counters, "VM_CNT 5:0, EXP_CNT 10:8, LGKM_CNT 19:16, VS_CNT 29:24") \
  CONTROL(control, "of control words: STALL 3:0, STAY 10:8, YLD 11, ST 21:16, VALU_N 27:24") \
  CONTROL(control_memory, "MEM_N 5:0, SMEM_N 13:8") \
  CONTROL(bar_lo, "BAR[b] at 6b, bits 31:0") \
  CONTROL(bar_hi, "the same, bits 35:32") \
  CONTROL(inc, "INC[b] at 3b")
// clang-format on

// The wait counters in their word.
#define WL_COUNTERS_VM WL_BITS(5, 0)
#define WL_COUNTERS_EXP WL_BITS(10, 8)
#define WL_COUNTERS_LGKM WL_BITS(19, 16)
#define WL_COUNTERS_VS WL_BITS(29, 24)
enum { WL_VM_CNT_MAX = 63, WL_EXP_CNT_MAX = 7, WL_LGKM_CNT_MAX = 15, WL_VS_CNT_MAX = 63 };

// Control words: their state in its words (maxwell-control.md 8.3).
#define WL_CONTROL_STALL WL_BITS(3, 0)
#define WL_CONTROL_STAY WL_BITS(10, 8)
#define WL_CONTROL_YLD WL_BITS(11, 11)
#define WL_CONTROL_ST_N WL_BITS(21, 16)
#define WL_CONTROL_VALU_N WL_BITS(27, 24)
#define WL_CONTROL_MEM_N WL_BITS(5, 0)
#define WL_CONTROL_SMEM_N WL_BITS(13, 8)
enum { WL_BARRIERS = 6, WL_BARRIER_MAX = 63, WL_NO_BARRIER = 7, WL_STAY_MAX = 7 };

// The field of a slot in a control word (maxwell-control.md 2).
#define WL_CTRL_STALL WL_BITS(3, 0)
#define WL_CTRL_STAY WL_BITS(4, 4)  // 1: '-', 0: 'Y'
#define WL_CTRL_WRITE WL_BITS(7, 5)
#define WL_CTRL_READ WL_BITS(10, 8)
#define WL_CTRL_WAIT WL_BITS(16, 11)
#define WL_CTRL_REUSE WL_BITS(20, 17)

// M0, by what reads it
#define WL_M0_GPR_INDEX WL_BITS(7, 0)            // GPR-index mode: what is added to a VGPR number
#define WL_M0_GPR_INDEX_ENABLES WL_BITS(15, 12)  // for SRC0, SRC1, SRC2, VDST (WL_ENABLE_*)
#define WL_M0_SHARED_ENABLES WL_BITS(19, 16)     // the same for absolute VGPR numbers
#define WL_M0_DIRECT_ADDRESS WL_BITS(15, 0)      // LDS_DIRECT
#define WL_M0_DIRECT_TYPE WL_BITS(18, 16)
#define WL_M0_ADDTID_BASE WL_BITS(15, 0)  // ds_read_addtid, ds_write_addtid
#define WL_M0_GDS_BASE WL_BITS(31, 16)
enum { WL_ENABLE_SRC0, WL_ENABLE_SRC1, WL_ENABLE_SRC2, WL_ENABLE_VDST };

// ---- SIMM16 operands -------------------------------------------------------------------------------
// s_getreg, s_setreg: register, lowest bit, and number of bits less one
#define WL_HWREG_ID WL_BITS(5, 0)
#define WL_HWREG_OFFSET WL_BITS(10, 6)
#define WL_HWREG_SIZE WL_BITS(15, 11)
enum {
  WL_HWREG_MODE = 1,
  WL_HWREG_STATUS = 2,
  WL_HWREG_TRAPSTS = 3,
  WL_HWREG_HW_ID = 4,
  WL_HWREG_GPR_ALLOC = 5,
  WL_HWREG_LDS_ALLOC = 6,
  WL_HWREG_IB_STS = 7,
  WL_HWREG_SH_MEM_BASES = 15,
  WL_HWREG_TBA_LO = 16,
  WL_HWREG_TBA_HI = 17,
  WL_HWREG_TMA_LO = 18,
  WL_HWREG_TMA_HI = 19,
  WL_HWREG_SHARED_VGPRS = 32,  // docs/spec/lds.md 6.2
};

// s_waitcnt (docs/spec/control-flow.md 5.1); s_nop, s_sleep, s_setprio, s_sethalt, s_trap
#define WL_WAITCNT_VM_LOW WL_BITS(3, 0)
#define WL_WAITCNT_EXP WL_BITS(6, 4)
#define WL_WAITCNT_LGKM WL_BITS(11, 8)
#define WL_WAITCNT_VM_HIGH WL_BITS(15, 14)
#define WL_WAITCNT_VS WL_BITS(5, 0)   // s_waitcnt_vscnt
#define WL_NOP_COUNT WL_BITS(2, 0)    // idle issue slots less one
#define WL_SLEEP_COUNT WL_BITS(6, 0)  // in 64 cycles
#define WL_SETPRIO_PRIO WL_BITS(1, 0)
#define WL_SETHALT_HALT WL_BIT(0)
#define WL_TRAP_ID WL_BITS(7, 0)
enum { WL_CLAUSE_MOST = 128 };  // instructions of a clause

// ---- operand codes (docs/spec/gfx9-encoding.md 4) --------------------------------------------------
// 0..127 are registers and count as SGPR numbers. 0..255 fit a scalar source, 256.. are VGPRs of a vector source.
enum {
  WL_SGPR_COUNT = 102,    // s0..s101
  WL_FLAT_SCRATCH = 102,  // _lo, _hi
  WL_XNACK_MASK = 104,    // _lo, _hi
  WL_VCC = 106,           // vcc_lo
  WL_VCC_HI = 107,
  WL_TTMP = 108,  // ttmp0..ttmp15
  WL_M0 = 124,
  WL_NULL = 125,  // SDST of s_waitcnt_vscnt; elsewhere illegal
  WL_EXEC = 126,  // exec_lo
  WL_EXEC_HI = 127,
  WL_LAST_REGISTER = 127,
  WL_SRC_ZERO = 128,  // integers 0..64
  WL_SRC_INT_64 = 192,
  WL_SRC_MINUS_1 = 193,  // integers -1..-16
  WL_SRC_MINUS_16 = 208,
  WL_SRC_SHARED_BASE = 235,  // apertures
  WL_SRC_SHARED_LIMIT = 236,
  WL_SRC_PRIVATE_BASE = 237,
  WL_SRC_PRIVATE_LIMIT = 238,
  WL_SRC_POPS_EXITING_WAVE_ID = 239,
  WL_SRC_HALF = 240,  // floats: 0.5, -0.5, 1, -1, 2, -2, 4, -4, 1/(2*pi)
  WL_SRC_INV_2PI = 248,
  WL_SRC_SDWA = 249,  // in SRC0: an SDWA or DPP dword follows
  WL_SRC_DPP = 250,
  WL_SRC_VCCZ = 251,
  WL_SRC_EXECZ = 252,
  WL_SRC_SCC = 253,
  WL_SRC_LDS_DIRECT = 254,
  WL_SRC_LITERAL = 255,
  WL_SRC_VGPR = 256,    // v0
  WL_SADDR_NONE = 127,  // in SADDR of GLOBAL: the address is 64 bits of VGPRs
};

// ---- second names (docs/spec/gfx9-encoding.md D-REG-20) ----------------------------------------------
// In a unit with second names FLAT_SCRATCH, XNACK_MASK and VCC are also the last six SGPRs of the wave's allocation.
enum { WL_SECOND_NAMES = WL_TTMP - WL_FLAT_SCRATCH };

// One past these SGPRs in a wave of sgpr_size SGPRs (1..102). 0: it has none. vcc_alias: the unit has second names.
static inline uint32_t wl_second_end(bool vcc_alias, uint32_t sgpr_size) {
  const uint32_t end = (sgpr_size + 15) / 16 * 16;
  return vcc_alias && end <= WL_SGPR_COUNT ? end : 0;
}
// The operand code under which the value of a scalar register lives: of a second name the first one, else the code.
static inline uint32_t wl_first_name(uint32_t second_end, uint32_t code) {
  const uint32_t name = code + WL_SECOND_NAMES - second_end;
  return name < WL_SECOND_NAMES ? WL_FLAT_SCRATCH + name : code;
}
// Whether the SGPRs first..first+count-1 begin before the second names and end in them. Only such a tuple is not a row
// of first names.
static inline bool wl_straddles(uint32_t second_end, uint32_t first, uint32_t count) {
  const uint32_t second = second_end - WL_SECOND_NAMES;
  return first < second && first + count > second;
}
// Which register of a tuple has this first name: 0..count-1. Another number: none.
static inline uint32_t wl_in_tuple(uint32_t second_end, uint32_t first, uint32_t count, uint32_t code) {
  const uint32_t name = code - WL_FLAT_SCRATCH, second = second_end - WL_SECOND_NAMES;
  if (!wl_straddles(second_end, first, count)) return code - first;
  return name < WL_SECOND_NAMES ? second + name - first : code < second ? code - first : count;
}

#ifdef __cplusplus
}
#endif
#endif
