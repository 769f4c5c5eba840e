// SPDX-License-Identifier: Apache-2.0
// GFX9's instruction formats and the fields of their one or two dwords, w0 and w1 (docs/spec/gfx9-encoding.md 2, 3).
#ifndef WAVELOCK_ENCODING_H
#define WAVELOCK_ENCODING_H

#include <stdbool.h>
#include <stdint.h>

#include "wavelock/registers.h"

#ifdef __cplusplus
extern "C" {
#endif

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

// ---- fields: masks for wl_field --------------------------------------------------------------------
// Scalar ALU and control, w0
#define WL_SOP_PREFIX WL_BITS(31, 23)  // of SOP1, SOPC, SOPP
enum { WL_SOP1_PREFIX = 0x17d, WL_SOPC_PREFIX = 0x17e, WL_SOPP_PREFIX = 0x17f };
#define WL_SOP2_OP WL_BITS(29, 23)
#define WL_SOP1_OP WL_BITS(15, 8)
#define WL_SOPC_OP WL_BITS(22, 16)
#define WL_SOPK_OP WL_BITS(27, 23)
#define WL_SOPP_OP WL_BITS(22, 16)
#define WL_SOP_SSRC0 WL_BITS(7, 0)
#define WL_SOP_SSRC1 WL_BITS(15, 8)
#define WL_SOP_SDST WL_BITS(22, 16)
#define WL_SOP_SIMM16 WL_BITS(15, 0)  // SOPK, SOPP

// SMEM, w0 and w1
#define WL_SMEM_SBASE WL_BITS(5, 0)  // SGPR number / 2
#define WL_SMEM_SDATA WL_BITS(12, 6)
#define WL_SMEM_SOE WL_BIT(14)  // SOFFSET is a register
#define WL_SMEM_OP WL_BITS(25, 18)
#define WL_SMEM_GLC WL_BIT(16)             // an atomic returns the old value
#define WL_SMEM_IMM WL_BIT(17)             // OFFSET is an immediate
#define WL_SMEM_OFFSET WL_BITS(20, 0)      // w1; with IMM signed
#define WL_SMEM_OFFSET_SGPR WL_BITS(6, 0)  // w1, without IMM and SOE
#define WL_SMEM_SOFFSET WL_BITS(31, 25)    // w1

// VOP1, VOP2, VOPC, w0
#define WL_VOP_SRC0 WL_BITS(8, 0)
#define WL_VOP_VSRC1 WL_BITS(16, 9)
#define WL_VOP_VDST WL_BITS(24, 17)  // not VOPC
#define WL_VOP2_OP WL_BITS(30, 25)
#define WL_VOP1_OP WL_BITS(16, 9)
#define WL_VOPC_OP WL_BITS(24, 17)

// VOP3 and VOP3P, w0 and w1
#define WL_VOP3_VDST WL_BITS(7, 0)
#define WL_VOP3_ABS WL_BITS(10, 8)
#define WL_VOP3_SDST WL_BITS(14, 8)  // where the result has a lane mask, in place of ABS and OP_SEL
#define WL_VOP3_OP_SEL WL_BITS(14, 11)
#define WL_VOP3P_OP_SEL WL_BITS(13, 11)
#define WL_VOP3P_OP_SEL_HI_2 WL_BIT(14)  // of source 2
#define WL_VOP3_CLAMP WL_BIT(15)
#define WL_VOP3_OP WL_BITS(25, 16)
#define WL_VOP3P_OP WL_BITS(22, 16)
#define WL_VOP3_SRC0 WL_BITS(8, 0)  // w1 from here on
#define WL_VOP3_SRC1 WL_BITS(17, 9)
#define WL_VOP3_SRC2 WL_BITS(26, 18)
#define WL_VOP3_OMOD WL_BITS(28, 27)
#define WL_VOP3P_OP_SEL_HI_01 WL_BITS(28, 27)
#define WL_VOP3_NEG WL_BITS(31, 29)

// SDWA: the dword after VOP1, VOP2 or VOPC
#define WL_SDWA_SRC0 WL_BITS(7, 0)
#define WL_SDWA_DST_SEL WL_BITS(10, 8)
#define WL_SDWA_DST_UNUSED WL_BITS(12, 11)
#define WL_SDWA_CLAMP WL_BIT(13)
#define WL_SDWA_OMOD WL_BITS(15, 14)
#define WL_SDWA_SDST WL_BITS(14, 8)  // VOPC, in place of the four before
#define WL_SDWA_SD WL_BIT(15)        // VOPC: SDST is the destination, else VCC
#define WL_SDWA_SRC0_IS_SGPR WL_BIT(23)
#define WL_SDWA_SRC1_IS_SGPR WL_BIT(31)
// Fields of source 0. The fields of source 1 lie 8 bits higher.
#define WL_SDWA_SRC_SEL WL_BITS(18, 16)
#define WL_SDWA_SRC_SEXT WL_BIT(19)
#define WL_SDWA_SRC_NEG WL_BIT(20)
#define WL_SDWA_SRC_ABS WL_BIT(21)

// DPP: the dword after VOP1, VOP2 or VOPC
#define WL_DPP_SRC0 WL_BITS(7, 0)
#define WL_DPP_CTRL WL_BITS(16, 8)
#define WL_DPP_RESERVED WL_BITS(18, 17)
#define WL_DPP_BOUND_CTRL WL_BIT(19)
#define WL_DPP_SRC0_NEG WL_BIT(20)
#define WL_DPP_SRC0_ABS WL_BIT(21)
#define WL_DPP_SRC1_NEG WL_BIT(22)
#define WL_DPP_SRC1_ABS WL_BIT(23)
#define WL_DPP_BANK_MASK WL_BITS(27, 24)
#define WL_DPP_ROW_MASK WL_BITS(31, 28)

// DS, w0 and w1
#define WL_DS_OFFSET WL_BITS(15, 0)
#define WL_DS_OFFSET0 WL_BITS(7, 0)  // of two addresses; OFFSET1 lies 8 bits higher
#define WL_DS_GDS WL_BIT(16)
#define WL_DS_OP WL_BITS(24, 17)
#define WL_DS_RESERVED WL_BIT(25)
#define WL_DS_ADDR WL_BITS(7, 0)  // w1 from here on
#define WL_DS_DATA0 WL_BITS(15, 8)
#define WL_DS_DATA1 WL_BITS(23, 16)
#define WL_DS_VDST WL_BITS(31, 24)
// OFFSET of the R700 operations (docs/spec/lds.md 1.2, 1.3)
#define WL_OWNER_INDEX WL_BITS(7, 0)    // in dwords
#define WL_OWNER_STRIDE WL_BITS(14, 8)  // in dwords
#define WL_OWNER_GROUP WL_BIT(15)       // threads are numbered in the group, else in the wave
#define WL_OWNER_READ_OFFSET WL_BITS(7, 0)
#define WL_OWNER_READ_BROADCAST WL_BIT(8)
#define WL_OWNER_READ_RESERVED WL_BITS(15, 9)
// OFFSET of the src2 atomics
#define WL_SRC2_DISTANCE WL_BITS(14, 0)  // in dwords, signed
#define WL_SRC2_FROM_VGPR WL_BIT(15)     // the distance is ADDR[31:17]

// FLAT, w0 and w1
#define WL_FLAT_OFFSET WL_BITS(12, 0)           // GLOBAL, SCRATCH: signed
#define WL_FLAT_OFFSET_UNSIGNED WL_BITS(11, 0)  // FLAT
#define WL_FLAT_LDS WL_BIT(13)
#define WL_FLAT_SEG WL_BITS(15, 14)  // WL_SEG_*
#define WL_FLAT_GLC WL_BIT(16)
#define WL_FLAT_OP WL_BITS(24, 18)
#define WL_FLAT_RESERVED WL_BIT(25)
#define WL_FLAT_ADDR WL_BITS(7, 0)  // w1 from here on
#define WL_FLAT_DATA WL_BITS(15, 8)
#define WL_FLAT_SADDR WL_BITS(22, 16)
#define WL_FLAT_VDST WL_BITS(31, 24)
enum { WL_SEG_FLAT, WL_SEG_SCRATCH, WL_SEG_GLOBAL };

// MUBUF, w0 and w1
#define WL_MUBUF_OFFSET WL_BITS(11, 0)
#define WL_MUBUF_OFFEN WL_BIT(12)
#define WL_MUBUF_IDXEN WL_BIT(13)
#define WL_MUBUF_GLC WL_BIT(14)
#define WL_MUBUF_LDS WL_BIT(16)
#define WL_MUBUF_OP WL_BITS(24, 18)
#define WL_MUBUF_RESERVED WL_BIT(25)
#define WL_MUBUF_VADDR WL_BITS(7, 0)  // w1 from here on
#define WL_MUBUF_VDATA WL_BITS(15, 8)
#define WL_MUBUF_SRSRC WL_BITS(20, 16)  // SGPR number / 4
#define WL_MUBUF_TFE WL_BIT(23)
#define WL_MUBUF_SOFFSET WL_BITS(31, 24)  // an operand code

// MTBUF, w0; the rest is as in MUBUF, which has no format here and two bits of its own
#define WL_MTBUF_OP WL_BITS(18, 15)
#define WL_MTBUF_DFMT WL_BITS(22, 19)
#define WL_MTBUF_NFMT WL_BITS(25, 23)

// MIMG, w0 and w1 (docs/spec/image.md 2.1)
#define WL_MIMG_OPM WL_BIT(0)
#define WL_MIMG_DMASK WL_BITS(11, 8)
#define WL_MIMG_UNORM WL_BIT(12)
#define WL_MIMG_GLC WL_BIT(13)
#define WL_MIMG_DA WL_BIT(14)
#define WL_MIMG_A16 WL_BIT(15)
#define WL_MIMG_TFE WL_BIT(16)
#define WL_MIMG_LWE WL_BIT(17)
#define WL_MIMG_OP WL_BITS(24, 18)
#define WL_MIMG_VADDR WL_BITS(7, 0)  // w1 from here on
#define WL_MIMG_VDATA WL_BITS(15, 8)
#define WL_MIMG_SRSRC WL_BITS(20, 16)  // SGPR number / 4, as SSAMP
#define WL_MIMG_SSAMP WL_BITS(25, 21)
#define WL_MIMG_D16 WL_BIT(31)

// The buffer resource V#, by words (docs/spec/buffer-memory.md 2)
#define WL_RESOURCE_BASE_HIGH WL_BITS(15, 0)  // word 1; word 0 is BASE[31:0]
#define WL_RESOURCE_STRIDE WL_BITS(29, 16)
#define WL_RESOURCE_SWIZZLE_ENABLE WL_BIT(31)
#define WL_RESOURCE_SWIZZLE_RDNA WL_BITS(31, 30)  // SWIZZLE_ENABLE of a unit with RDNA memory
#define WL_RESOURCE_DST_SEL WL_BITS(11, 0)        // word 3; word 2 is NUM_RECORDS
#define WL_RESOURCE_NUM_FORMAT WL_BITS(14, 12)
#define WL_RESOURCE_DATA_FORMAT WL_BITS(18, 15)
#define WL_RESOURCE_INDEX_STRIDE WL_BITS(22, 21)
#define WL_RESOURCE_ADD_TID WL_BIT(23)
#define WL_RESOURCE_OOB_SELECT WL_BITS(29, 28)  // of a unit with RDNA memory: WL_OOB_*
#define WL_RESOURCE_TYPE WL_BITS(31, 30)
enum { WL_OOB_STRUCTURED_OFFSET, WL_OOB_STRUCTURED, WL_OOB_DISABLED, WL_OOB_RAW };

// The image resource T#, by words (docs/spec/image.md 4)
#define WL_IMAGE_BASE_HIGH WL_BITS(7, 0)  // word 1; word 0 is BASE[39:8]
#define WL_IMAGE_MIN_LOD WL_BITS(19, 8)
#define WL_IMAGE_DATA_FORMAT WL_BITS(25, 20)
#define WL_IMAGE_NUM_FORMAT WL_BITS(29, 26)
#define WL_IMAGE_WIDTH WL_BITS(13, 0)  // word 2; less one, as HEIGHT and PITCH
#define WL_IMAGE_HEIGHT WL_BITS(27, 14)
#define WL_IMAGE_DST_SEL WL_BITS(11, 0)  // word 3
#define WL_IMAGE_BASE_LEVEL WL_BITS(15, 12)
#define WL_IMAGE_LAST_LEVEL WL_BITS(19, 16)
#define WL_IMAGE_SW_MODE WL_BITS(24, 20)
#define WL_IMAGE_TYPE WL_BITS(31, 28)  // WL_IMAGE_1D ...
#define WL_IMAGE_DEPTH WL_BITS(12, 0)  // word 4; depth less one, or the number of the last slice
#define WL_IMAGE_PITCH WL_BITS(28, 13)
#define WL_IMAGE_BC_SWIZZLE WL_BITS(31, 29)
#define WL_IMAGE_BASE_ARRAY WL_BITS(12, 0)  // word 5
#define WL_IMAGE_MAX_MIP WL_BITS(31, 28)
#define WL_IMAGE_COMPRESSION_EN WL_BIT(21)  // word 6
enum {
  WL_IMAGE_1D = 8,
  WL_IMAGE_2D,
  WL_IMAGE_3D,
  WL_IMAGE_CUBE,
  WL_IMAGE_1D_ARRAY,
  WL_IMAGE_2D_ARRAY,
  WL_IMAGE_2D_MSAA,
  WL_IMAGE_2D_MSAA_ARRAY
};

// The sampler S#, by words (docs/spec/image.md 5)
#define WL_SAMPLER_CLAMP_X WL_BITS(2, 0)  // CLAMP_Y and CLAMP_Z lie 3 and 6 bits higher
#define WL_SAMPLER_COMPARE WL_BITS(14, 12)
#define WL_SAMPLER_UNNORMALIZED WL_BIT(15)
#define WL_SAMPLER_COORD_TRUNC WL_BIT(19)  // MC_COORD_TRUNC
#define WL_SAMPLER_FORCE_DEGAMMA WL_BIT(20)
#define WL_SAMPLER_TRUNC_COORD WL_BIT(27)
#define WL_SAMPLER_FILTER_MODE WL_BITS(30, 29)
#define WL_SAMPLER_MIN_LOD WL_BITS(11, 0)  // word 1
#define WL_SAMPLER_MAX_LOD WL_BITS(23, 12)
#define WL_SAMPLER_LOD_BIAS WL_BITS(13, 0)  // word 2; signed
#define WL_SAMPLER_XY_MAG WL_BITS(21, 20)
#define WL_SAMPLER_XY_MIN WL_BITS(23, 22)
#define WL_SAMPLER_Z_FILTER WL_BITS(25, 24)
#define WL_SAMPLER_MIP_FILTER WL_BITS(27, 26)
#define WL_SAMPLER_SKIP_DEGAMMA WL_BIT(12)  // word 3
#define WL_SAMPLER_BORDER WL_BITS(31, 30)

// EXP, w0; w1 has VSRC0 to VSRC3, a byte each
#define WL_EXP_EN WL_BITS(3, 0)
#define WL_EXP_TARGET WL_BITS(9, 4)  // WL_EXP_MRT0 ...
#define WL_EXP_COMPR WL_BIT(10)
#define WL_EXP_DONE WL_BIT(11)
#define WL_EXP_VM WL_BIT(12)
enum { WL_EXP_MRT0 = 0, WL_EXP_MRTZ = 8, WL_EXP_NULL = 9, WL_EXP_POS0 = 12, WL_EXP_PARAM0 = 32 };

// The type of a target: exports of one type keep their order (D-EXP-7).
typedef enum { WL_EXPORT_COLOR, WL_EXPORT_POSITION, WL_EXPORT_PARAMETER, WL_EXPORT_TYPES } wl_export_type;
// false: the target is illegal (D-EXP-1).
static inline bool wl_export_type_of(uint32_t target, wl_export_type *type) {
  *type = target >= WL_EXP_PARAM0 ? WL_EXPORT_PARAMETER : target >= WL_EXP_POS0 ? WL_EXPORT_POSITION : WL_EXPORT_COLOR;
  return target <= WL_EXP_NULL || target >= WL_EXP_PARAM0 || (target >= WL_EXP_POS0 && target < WL_EXP_POS0 + 4);
}
// The VGPRs that an export sends: bit i is VSRC i (control-flow.md 11.1).
static inline uint32_t wl_export_registers(uint32_t en, bool compr) {
  return compr ? (uint32_t)((en & 3) != 0) | (uint32_t)((en & 12) != 0) << 1 : en;
}

// ---- formats and opcodes ---------------------------------------------------------------------------
// The format of the instruction that starts with w0.
static inline wl_format wl_format_of(uint32_t w0) {
  if (!(w0 & WL_BIT(31))) {
    switch (wl_field(w0, WL_VOP2_OP)) {
      case 0x3f: return WL_FMT_VOP1;
      case 0x3e: return WL_FMT_VOPC;
      default: return WL_FMT_VOP2;
    }
  }
  if (!(w0 & WL_BIT(30))) {
    switch (wl_field(w0, WL_SOP_PREFIX)) {
      case WL_SOP1_PREFIX: return WL_FMT_SOP1;
      case WL_SOPC_PREFIX: return WL_FMT_SOPC;
      case WL_SOPP_PREFIX: return WL_FMT_SOPP;
      default: return wl_field(w0, WL_BITS(31, 28)) == 0xb ? WL_FMT_SOPK : WL_FMT_SOP2;
    }
  }
  switch (wl_field(w0, WL_BITS(31, 26))) {
    case 0x30: return WL_FMT_SMEM;
    case 0x31: return WL_FMT_EXP;
    case 0x34: return wl_field(w0, WL_BITS(25, 23)) == 7 ? WL_FMT_VOP3P : WL_FMT_VOP3;
    case 0x35: return WL_FMT_VINTRP;
    case 0x36: return WL_FMT_DS;
    case 0x37: return WL_FMT_FLAT;
    case 0x38: return WL_FMT_MUBUF;
    case 0x3a: return WL_FMT_MTBUF;
    case 0x3c: return WL_FMT_MIMG;
    default: return WL_FMT_ILLEGAL;
  }
}

// The opcode of w0, which has this format. 0 for formats without an opcode in the compute unit.
static inline uint32_t wl_op_of(wl_format format, uint32_t w0) {
  switch (format) {
    case WL_FMT_SOP2: return wl_field(w0, WL_SOP2_OP);
    case WL_FMT_SOP1: return wl_field(w0, WL_SOP1_OP);
    case WL_FMT_SOPC: return wl_field(w0, WL_SOPC_OP);
    case WL_FMT_SOPK: return wl_field(w0, WL_SOPK_OP);
    case WL_FMT_SOPP: return wl_field(w0, WL_SOPP_OP);
    case WL_FMT_SMEM: return wl_field(w0, WL_SMEM_OP);
    case WL_FMT_VOP2: return wl_field(w0, WL_VOP2_OP);
    case WL_FMT_VOP1: return wl_field(w0, WL_VOP1_OP);
    case WL_FMT_VOPC: return wl_field(w0, WL_VOPC_OP);
    case WL_FMT_VOP3: return wl_field(w0, WL_VOP3_OP);
    case WL_FMT_VOP3P: return wl_field(w0, WL_VOP3P_OP);
    case WL_FMT_DS: return wl_field(w0, WL_DS_OP);
    case WL_FMT_FLAT: return wl_field(w0, WL_FLAT_OP);
    case WL_FMT_MUBUF: return wl_field(w0, WL_MUBUF_OP);
    case WL_FMT_MTBUF: return wl_field(w0, WL_MTBUF_OP);
    case WL_FMT_MIMG: return wl_field(w0, WL_MIMG_OP);
    default: return 0;
  }
}

// Whether w0 is the SOPP instruction with this opcode.
static inline bool wl_word_is_sopp(uint32_t w0, uint32_t op) {
  return (w0 & (WL_SOP_PREFIX | WL_SOPP_OP)) ==
         (wl_to_field(WL_SOP_PREFIX, WL_SOPP_PREFIX) | wl_to_field(WL_SOPP_OP, op));
}

// Whether VSKIP discards instructions of the format: all but scalar instructions and scalar memory.
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

// Whether w0, of format DS, addresses the global data share.
static inline bool wl_ds_word_is_gds(uint32_t w0) { return (w0 & WL_DS_GDS) != 0; }

// A field as a signed number.
static inline int32_t wl_signed_field(uint32_t value, uint32_t field) {
  const int above = __builtin_clz(field);
  return (int32_t)((value & field) << above) >> (above + __builtin_ctz(field));
}

#ifdef __cplusplus
}
#endif
#endif
