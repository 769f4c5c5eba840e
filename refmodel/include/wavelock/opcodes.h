// SPDX-License-Identifier: Apache-2.0
// Names of the opcodes that the compute unit has (docs/spec/gfx9-encoding.md 3, 6).
//
// An opcode is WL_OP_ and its mnemonic as the assembler spells it: WL_OP_s_waitcnt, WL_OP_v_mov_b32. Its number
// belongs to the shortest format that has it; wl_vop3_op gives the same instruction's number in VOP3. The numbers come
// from refmodel/isa/*.def, one row per opcode.
#ifndef WAVELOCK_OPCODES_H
#define WAVELOCK_OPCODES_H

#include "wavelock/encoding.h"

#ifdef __cplusplus
extern "C" {
#endif

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
#define SMEM_ATOMIC SMEM
#define SMEM_CLOCK SMEM
#define SMEM_NOTHING SMEM
enum {
#include "../../isa/smem.def"
};
#undef SMEM
#undef SMEM_ATOMIC
#undef SMEM_CLOCK
#undef SMEM_NOTHING
#define VOP1(op, name, ...) WL_OP_##name = op,
enum {
#include "../../isa/vop1.def"
};
#undef VOP1
#define VOP2(op, name, ...) WL_OP_##name = op,
enum {
#include "../../isa/vop2.def"
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
#define VMEM_ATOMIC VMEM
#define VMEM(op, name, ...) WL_OP_global_##name = op,
enum {
#include "../../isa/vmem.def"
};
#undef VMEM
#define VMEM(op, name, ...) WL_OP_flat_##name = op,
enum {
#include "../../isa/vmem.def"
};
#undef VMEM
#define VMEM(op, name, ...) WL_OP_buffer_##name = op,
#define MUBUF_CACHE(op, name) WL_OP_buffer_##name = op,
#define MUBUF_FROM_LDS VMEM
#define FORMAT VMEM
enum {
#include "../../isa/vmem.def"
#include "../../isa/mubuf.def"
#include "../../isa/format.def"
};
#undef VMEM
#undef VMEM_ATOMIC
#undef MUBUF_CACHE
#undef MUBUF_FROM_LDS
#undef FORMAT
#define FORMAT(op, name, ...) WL_OP_tbuffer_##name = op,
enum {
#include "../../isa/format.def"
};
#undef FORMAT
#define VMEM(op, name, ...) WL_OP_scratch_##name = op,
#define VMEM_ATOMIC(op, name, ...)
enum {
#include "../../isa/vmem.def"
};
#undef VMEM
#undef VMEM_ATOMIC

#define MIMG(op, name, ...) WL_OP_image_##name = op,
#define MIMG_ATOMIC(op, name, ...) WL_OP_image_##name = op,
enum {
#include "../../isa/mimg.def"
};
#undef MIMG
#undef MIMG_ATOMIC

// VOP3 opcodes, in this order: VOPC's, VOP2's, VOP1's, and the opcodes that only VOP3 has.
enum { WL_VOP3_VOPC = 0, WL_VOP3_VOP2 = 256, WL_VOP3_VOP1 = 320, WL_VOP3_ONLY = 448, WL_VOP3_END = 1024 };
// The VOP3 opcode of an instruction of format VOPC, VOP2 or VOP1.
static inline uint32_t wl_vop3_op(wl_format format, uint32_t op) {
  return op + (format == WL_FMT_VOP1 ? WL_VOP3_VOP1 : format == WL_FMT_VOP2 ? WL_VOP3_VOP2 : WL_VOP3_VOPC);
}

#ifdef __cplusplus
}
#endif
#endif
