// Names of GFX9's instruction formats and of the opcodes that the unit has (docs/spec/gfx9-encoding.md 2, 3, 6).
//
// An opcode is WL_OP_ and its mnemonic as the assembler spells it: WL_OP_s_waitcnt, WL_OP_v_mov_b32. Its number is that of
// the shortest format that has it; wl_vop3_op gives the number of the same instruction in VOP3. The numbers come from
// refmodel/isa/*.def, one row an opcode.
#ifndef WAVELOCK_OPCODES_H
#define WAVELOCK_OPCODES_H

#include <stdbool.h>
#include <stdint.h>

#include "wavelock/registers.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  WL_FMT_ILLEGAL,
  WL_FMT_SOP2, WL_FMT_SOP1, WL_FMT_SOPC, WL_FMT_SOPK, WL_FMT_SOPP, WL_FMT_SMEM,
  WL_FMT_VOP2, WL_FMT_VOP1, WL_FMT_VOPC, WL_FMT_VOP3, WL_FMT_VOP3P, WL_FMT_VINTRP,
  WL_FMT_DS, WL_FMT_FLAT, WL_FMT_MUBUF, WL_FMT_MTBUF, WL_FMT_MIMG, WL_FMT_EXP,
} wl_format;

// ---- fields of the first dword ---------------------------------------------------------------------
#define WL_SOP_SSRC0 WL_BITS(7, 0)
#define WL_SOP_SSRC1 WL_BITS(15, 8)
#define WL_SOP_SDST WL_BITS(22, 16)
#define WL_SOP_SIMM16 WL_BITS(15, 0)            // SOPK, SOPP
#define WL_VOP_SRC0 WL_BITS(8, 0)               // VOP1, VOP2, VOPC
#define WL_DS_GDS WL_BIT(16)
#define WL_FLAT_SEG WL_BITS(15, 14)             // WL_SEG_*
enum { WL_SEG_FLAT, WL_SEG_SCRATCH, WL_SEG_GLOBAL };

// The format of the instruction that starts with w0.
static inline wl_format wl_format_of(uint32_t w0) {
  if (w0 >> 31 == 0) {
    const uint32_t op = w0 >> 25;
    return op == 0x3f ? WL_FMT_VOP1 : op == 0x3e ? WL_FMT_VOPC : WL_FMT_VOP2;
  }
  if (w0 >> 30 == 2) {
    switch (w0 >> 23) {
      case 0x17d: return WL_FMT_SOP1;
      case 0x17e: return WL_FMT_SOPC;
      case 0x17f: return WL_FMT_SOPP;
      default: return w0 >> 28 == 0xb ? WL_FMT_SOPK : WL_FMT_SOP2;
    }
  }
  switch (w0 >> 26) {
    case 0x30: return WL_FMT_SMEM;
    case 0x31: return WL_FMT_EXP;
    case 0x34: return (w0 >> 23 & 7) == 7 ? WL_FMT_VOP3P : WL_FMT_VOP3;
    case 0x35: return WL_FMT_VINTRP;
    case 0x36: return WL_FMT_DS;
    case 0x37: return WL_FMT_FLAT;
    case 0x38: return WL_FMT_MUBUF;
    case 0x3a: return WL_FMT_MTBUF;
    case 0x3c: return WL_FMT_MIMG;
    default: return WL_FMT_ILLEGAL;
  }
}

// The opcode field of w0, which has this format; 0 in formats of which the unit has no opcode.
static inline uint32_t wl_op_of(wl_format format, uint32_t w0) {
  switch (format) {
    case WL_FMT_SOP2: return w0 >> 23 & 0x7f;
    case WL_FMT_SOP1: return w0 >> 8 & 0xff;
    case WL_FMT_SOPC: return w0 >> 16 & 0x7f;
    case WL_FMT_SOPK: return w0 >> 23 & 0x1f;
    case WL_FMT_SOPP: return w0 >> 16 & 0x7f;
    case WL_FMT_SMEM: return w0 >> 18 & 0xff;
    case WL_FMT_VOP2: return w0 >> 25 & 0x3f;
    case WL_FMT_VOP1: return w0 >> 9 & 0xff;
    case WL_FMT_VOPC: return w0 >> 17 & 0xff;
    case WL_FMT_VOP3: return w0 >> 16 & 0x3ff;
    case WL_FMT_VOP3P: return w0 >> 16 & 0x7f;
    case WL_FMT_DS: return w0 >> 17 & 0xff;
    case WL_FMT_FLAT: return w0 >> 18 & 0x7f;
    default: return 0;
  }
}

// Whether w0 is the SOPP instruction with this opcode.
static inline bool wl_word_is_sopp(uint32_t w0, uint32_t op) { return w0 >> 16 == (0x17fu << 7 | op); }

// Whether w0, of format DS, addresses the global data share.
static inline bool wl_ds_word_is_gds(uint32_t w0) { return (w0 & WL_DS_GDS) != 0; }

// Whether VSKIP discards instructions of the format: all but scalar instructions and scalar loads.
static inline bool wl_is_vector_format(wl_format format) {
  switch (format) {
    case WL_FMT_ILLEGAL:
    case WL_FMT_SOP2:
    case WL_FMT_SOP1:
    case WL_FMT_SOPC:
    case WL_FMT_SOPK:
    case WL_FMT_SOPP:
    case WL_FMT_SMEM: return false;
    default: return true;
  }
}

// ---- opcodes ---------------------------------------------------------------------------------------
#define SOP1(op, name, ...) WL_OP_##name = op,
enum {
#include "../../isa/sop1.def"
};
#undef SOP1
#define SOP2(op, name, ...) WL_OP_##name = op,
enum {
#include "../../isa/sop2.def"
};
#undef SOP2
#define SOPC(op, name, ...) WL_OP_##name = op,
enum {
#include "../../isa/sopc.def"
};
#undef SOPC
#define SOPK(op, name, ...) WL_OP_##name = op,
enum {
#include "../../isa/sopk.def"
};
#undef SOPK
#define SOPP(op, name, ...) WL_OP_##name = op,
enum {
#include "../../isa/sopp.def"
};
#undef SOPP
#define SMEM(op, name, ...) WL_OP_##name = op,
enum {
#include "../../isa/smem.def"
};
#undef SMEM
#define VOP1(op, name, ...) WL_OP_##name = op,
enum {
#include "../../isa/vop1.def"
};
#undef VOP1
#define VOP2(op, name, ...) WL_OP_##name = op,
enum {
#include "../../isa/vop2.def"
  // Not in the unit, but longer than the other VOP2 instructions.
  WL_OP_v_madmk_f16 = 36,
  WL_OP_v_madak_f16 = 37,
};
#undef VOP2
#define VOPC(op, opx, name, ...) WL_OP_v_cmp_##name = op, WL_OP_v_cmpx_##name = opx,
enum {
#include "../../isa/vopc.def"
};
#undef VOPC
#define VOP3(op, name, ...) WL_OP_##name = op,
enum {
#include "../../isa/vop3.def"
};
#undef VOP3
#define VOP3P(op, name, ...) WL_OP_##name = op,
enum {
#include "../../isa/vop3p.def"
};
#undef VOP3P
#define DS(op, name, ...) WL_OP_##name = op,
#define DS_AT DS
#define DS_ATOMIC DS
#define DS_EXCHANGE2 DS
#define DS_COUNT DS
#define DS_LANES DS
#define DS_NOP(op, name) WL_OP_##name = op,
enum {
#include "../../isa/ds.def"
};
#undef DS
#undef DS_AT
#undef DS_ATOMIC
#undef DS_EXCHANGE2
#undef DS_COUNT
#undef DS_LANES
#undef DS_NOP
#define GLOBAL(op, name, ...) WL_OP_##name = op,
enum {
#include "../../isa/global.def"
};
#undef GLOBAL

// VOP3 opcodes: those of VOPC, then of VOP2, then of VOP1, then those that only VOP3 has.
enum { WL_VOP3_VOPC = 0, WL_VOP3_VOP2 = 256, WL_VOP3_VOP1 = 320, WL_VOP3_ONLY = 448, WL_VOP3_END = 1024 };
// The VOP3 opcode of an instruction of format VOPC, VOP2 or VOP1.
static inline uint32_t wl_vop3_op(wl_format format, uint32_t op) {
  return op + (format == WL_FMT_VOP1 ? WL_VOP3_VOP1 : format == WL_FMT_VOP2 ? WL_VOP3_VOP2 : WL_VOP3_VOPC);
}

#ifdef __cplusplus
}
#endif
#endif
