// SPDX-License-Identifier: Apache-2.0
// The tables of SMEM, DS, FLAT, GLOBAL, SCRATCH, MUBUF, MTBUF and MIMG, from isa/smem.def, ds.def, vmem.def, mubuf.def,
// format.def and mimg.def.
#include "isa/access.h"

enum { NONE, RTN, RTN_ALIGNED, SRC2 };  // forms of atomics
enum { BYTES_u32 = 4, BYTES_i32 = 4, BYTES_u64 = 8, BYTES_i64 = 8 };
#define DS(OP, NAME, WHAT, BYTES, SIGN, HALF, ACCESSES, SCALE) \
  {.name = #NAME,                                              \
   .op = OP,                                                   \
   .mem_op = WL_MEM_##WHAT,                                    \
   .bytes = BYTES,                                             \
   .sign = SIGN,                                               \
   .half = HALF,                                               \
   .accesses = ACCESSES,                                       \
   .scale = SCALE,                                             \
   .data = WL_MEM_##WHAT == WL_MEM_STORE ? ACCESSES : 0,       \
   .destination = WL_MEM_##WHAT == WL_MEM_LOAD ? WL_TO_VGPR : WL_TO_NOTHING},
#define DS_AT(OP, NAME, WHAT, BYTES, WHERE) \
  {.name = #NAME,                           \
   .op = OP,                                \
   .mem_op = WL_MEM_##WHAT,                 \
   .bytes = BYTES,                          \
   .accesses = 1,                           \
   .where = WL_AT_##WHERE,                  \
   .data = WL_MEM_##WHAT == WL_MEM_STORE,   \
   .destination = WL_MEM_##WHAT == WL_MEM_LOAD ? WL_TO_VGPR : WL_TO_NOTHING},
#define DS_ATOMIC(OP, NAME, TYPE, DATA, FORM, ...)       \
  {.name = #NAME,                                        \
   .op = OP,                                             \
   .mem_op = WL_MEM_ATOMIC,                              \
   .bytes = BYTES_##TYPE,                                \
   .accesses = 1,                                        \
   .data = DATA,                                         \
   .what = (FORM) == SRC2 ? WL_DS_SRC2 : WL_DS_ATOMIC,   \
   .where = (FORM) == SRC2          ? WL_AT_SRC2         \
            : (FORM) == RTN_ALIGNED ? WL_AT_ALIGNED_VGPR \
                                    : WL_AT_VGPR,        \
   .destination = (FORM) == RTN || (FORM) == RTN_ALIGNED ? WL_TO_VGPR : WL_TO_NOTHING},
#define DS_EXCHANGE2(OP, NAME, TYPE, SCALE) \
  {.name = #NAME,                           \
   .op = OP,                                \
   .mem_op = WL_MEM_ATOMIC,                 \
   .bytes = BYTES_##TYPE,                   \
   .accesses = 2,                           \
   .scale = SCALE,                          \
   .data = 2,                               \
   .what = WL_DS_ATOMIC,                    \
   .destination = WL_TO_VGPR},
#define DS_COUNT(OP, NAME, ...) \
  {.name = #NAME,               \
   .op = OP,                    \
   .mem_op = WL_MEM_ATOMIC,     \
   .bytes = 4,                  \
   .accesses = 1,               \
   .what = WL_DS_COUNT,         \
   .where = WL_AT_OFFSET,       \
   .destination = WL_TO_VGPR},
#define DS_LANES(OP, NAME, DATA, FN) \
  {.name = #NAME, .op = OP, .bytes = 4, .accesses = 1, .what = WL_DS_LANES, .data = DATA, .destination = WL_TO_VGPR},
#define DS_NOP(OP, NAME) \
  {.name = #NAME, .op = OP, .bytes = 4, .accesses = 1, .what = WL_DS_NOTHING, .where = WL_AT_NOWHERE},
static const struct wl_access ds_rows[] = {
#include "isa/ds.def"
};

#define SMEM(OP, NAME, WHAT, WHERE, DWORDS)              \
  {.name = #NAME,                                        \
   .op = OP,                                             \
   .mem_op = WL_MEM_##WHAT,                              \
   .bytes = 4 * (DWORDS),                                \
   .accesses = 1,                                        \
   .where = WL_AT_##WHERE,                               \
   .data = WL_MEM_##WHAT == WL_MEM_STORE ? (DWORDS) : 0, \
   .destination = WL_MEM_##WHAT == WL_MEM_LOAD ? WL_TO_SGPR : WL_TO_NOTHING},
#define SMEM_ATOMIC(OP, NAME, WHAT, WHERE, DWORDS)                          \
  {.name = #NAME,                                                           \
   .op = OP,                                                                \
   .mem_op = WL_MEM_ATOMIC,                                                 \
   .atomic = WL_ATOMIC_##WHAT,                                              \
   .bytes = 4 * (DWORDS),                                                   \
   .accesses = 1,                                                           \
   .where = WL_AT_##WHERE,                                                  \
   .data = WL_ATOMIC_##WHAT == WL_ATOMIC_CMPSWAP ? 2 * (DWORDS) : (DWORDS), \
   .destination = WL_TO_SGPR},
#define SMEM_CLOCK(OP, NAME, CYCLES) \
  {.name = #NAME,                    \
   .op = OP,                         \
   .bytes = 8,                       \
   .accesses = 1,                    \
   .scale = CYCLES,                  \
   .what = WL_SMEM_CLOCK,            \
   .where = WL_AT_NOWHERE,           \
   .destination = WL_TO_SGPR},
#define SMEM_NOTHING(OP, NAME, WHERE) {.name = #NAME, .op = OP, .what = WL_SMEM_NOTHING, .where = WL_AT_##WHERE},
#define VMEM(OP, NAME, WHAT, BYTES, SIGN, HALF) \
  {.name = PREFIX #NAME,                        \
   .op = OP,                                    \
   .mem_op = WL_MEM_##WHAT,                     \
   .bytes = BYTES,                              \
   .sign = SIGN,                                \
   .half = HALF,                                \
   .accesses = 1,                               \
   .data = WL_MEM_##WHAT == WL_MEM_STORE,       \
   .destination = WL_MEM_##WHAT == WL_MEM_LOAD ? WL_TO_VGPR : WL_TO_NOTHING},
#define VMEM_ATOMIC(OP, NAME, WHAT, BYTES) \
  {.name = PREFIX #NAME,                   \
   .op = OP,                               \
   .mem_op = WL_MEM_ATOMIC,                \
   .atomic = WL_ATOMIC_##WHAT,             \
   .what = WL_DS_ATOMIC,                   \
   .bytes = BYTES,                         \
   .accesses = 1,                          \
   .data = 1,                              \
   .destination = WL_TO_VGPR},
#define MUBUF_CACHE(OP, NAME) {.name = PREFIX #NAME, .op = OP, .accesses = 1},
#define MUBUF_FROM_LDS(OP, NAME) VMEM(OP, NAME, STORE, 4, false, WL_WHOLE)
#define FORMAT(OP, NAME, WHAT, COMPONENTS, HALF) \
  {.name = PREFIX #NAME,                         \
   .op = OP,                                     \
   .mem_op = WL_MEM_##WHAT,                      \
   .half = HALF,                                 \
   .components = COMPONENTS,                     \
   .accesses = 1,                                \
   .data = WL_MEM_##WHAT == WL_MEM_STORE,        \
   .destination = WL_MEM_##WHAT == WL_MEM_LOAD ? WL_TO_VGPR : WL_TO_NOTHING},
static const struct wl_access smem_rows[] = {
#include "isa/smem.def"
};
#define PREFIX "global_"
static const struct wl_access global_rows[] = {
#include "isa/vmem.def"
};
#undef PREFIX
#define PREFIX "flat_"
static const struct wl_access flat_rows[] = {
#include "isa/vmem.def"
};
#undef PREFIX
#define PREFIX "buffer_"
static const struct wl_access mubuf_rows[] = {
#include "isa/vmem.def"
#include "isa/mubuf.def"
#include "isa/format.def"
};
#undef PREFIX
#define PREFIX "tbuffer_"
static const struct wl_access mtbuf_rows[] = {
#include "isa/format.def"
};
#undef PREFIX
#undef VMEM_ATOMIC
#define VMEM_ATOMIC(OP, NAME, WHAT, BYTES)
#define PREFIX "scratch_"
static const struct wl_access scratch_rows[] = {
#include "isa/vmem.def"
};

#define OP_LOAD WL_MEM_LOAD
#define OP_STORE WL_MEM_STORE
#define OP_RESINFO WL_MEM_LOAD
#define OP_SAMPLE WL_MEM_LOAD
#define OP_GATHER4 WL_MEM_LOAD
#define OP_LOD WL_MEM_LOAD
#define MIMG(OP, NAME, STAGE, WHAT, LEVEL, PARTS) \
  {.name = "image_" #NAME,                        \
   .op = OP,                                      \
   .mem_op = OP_##WHAT,                           \
   .components = 4,                               \
   .accesses = 1,                                 \
   .data = OP_##WHAT == WL_MEM_STORE,             \
   .destination = OP_##WHAT == WL_MEM_LOAD ? WL_TO_VGPR : WL_TO_NOTHING},
#define MIMG_ATOMIC(OP, NAME, WHAT) \
  {.name = "image_" #NAME,          \
   .op = OP,                        \
   .mem_op = WL_MEM_ATOMIC,         \
   .atomic = WL_ATOMIC_##WHAT,      \
   .what = WL_DS_ATOMIC,            \
   .bytes = 4,                      \
   .accesses = 1,                   \
   .data = 1,                       \
   .destination = WL_TO_VGPR},
static const struct wl_access mimg_rows[] = {
#include "isa/mimg.def"
};

// w0: the first dword, which has the segment of the FLAT format.
static const struct wl_access *rows_of(wl_format format, uint32_t w0, uint32_t *count) {
  switch (format) {
    case WL_FMT_SMEM: *count = sizeof smem_rows / sizeof smem_rows[0]; return smem_rows;
    case WL_FMT_DS: *count = sizeof ds_rows / sizeof ds_rows[0]; return ds_rows;
    case WL_FMT_MUBUF: *count = sizeof mubuf_rows / sizeof mubuf_rows[0]; return mubuf_rows;
    case WL_FMT_MTBUF: *count = sizeof mtbuf_rows / sizeof mtbuf_rows[0]; return mtbuf_rows;
    case WL_FMT_MIMG: *count = sizeof mimg_rows / sizeof mimg_rows[0]; return mimg_rows;
    default: break;
  }
  switch (wl_field(w0, WL_FLAT_SEG)) {
    case WL_SEG_GLOBAL: *count = sizeof global_rows / sizeof global_rows[0]; return global_rows;
    case WL_SEG_SCRATCH: *count = sizeof scratch_rows / sizeof scratch_rows[0]; return scratch_rows;
    case WL_SEG_FLAT: *count = sizeof flat_rows / sizeof flat_rows[0]; return flat_rows;
    default: *count = 0; return NULL;
  }
}

const struct wl_access *wl_access_find(wl_format format, uint32_t w0, uint8_t *index) {
  uint32_t count;
  const struct wl_access *rows = rows_of(format, w0, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (rows[i].op == wl_op_of(format, w0)) {
      *index = (uint8_t)i;
      return &rows[i];
    }
  }
  return NULL;
}

const struct wl_access *wl_access_row(const struct wl_insn *insn) {
  uint32_t count;
  return &rows_of((wl_format)insn->format, insn->words[0], &count)[insn->sub];
}
