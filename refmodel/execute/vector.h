// SPDX-License-Identifier: Apache-2.0
// The vector ALU: what its executors and its tests share.
//
// The macros of vector_opcodes.h turn the body of an opcode (decode/vector.h) into a loop over 64 lanes, a wl_lanes_fn.
// An executor (vector_execute.c) reads the operands, calls the loop and writes the destination: a plain executor if
// there are no modifiers, else the general one. Loops and executors are compiled for several levels of the host
// (vector_host.h), which agree bit for bit. vector_bind.c picks both for an instruction.
//
// The path of v_add_f32:
//   isa/vop2.def         its row: type F32, body D = f32_add(S0, S1)
//   decode/vector.h      what the type says of its operands (WL_TYPE_F32)
//   vector_opcodes.h     what loop the type means (LANES_F32); this defines wl_base_v_add_f32 and so on
//   vector_bodies.h      the body becomes a function of one lane (BODY32)
//   vector_lanes.h       the loop around it (lanes_f32)
//   fp_fast.h, fp_pure.h f32_add, of which the level chooses one; fp_*.c are exact in every mode
//   vector_execute.c     operands and destination (plain_2, any)
#ifndef WAVELOCK_VECTOR_H
#define WAVELOCK_VECTOR_H

#include "decode/vector.h"
#include "execute/operands.h"

// The pure level computes f32 on integers alone (fp_pure.h), the others on the host's float units (fp_fast.h).
typedef enum { WL_HOST_PURE, WL_HOST_BASE, WL_HOST_AVX2, WL_HOST_AVX512, WL_HOST_COUNT } wl_host;

// The loop of an opcode: computes d from the sources a, b and c that the opcode has. Each points to rows of 64 words,
// one word per lane. A 64-bit operand has its high words in the next row; a 128-bit operand has four rows. d may be a
// source, unless the result has several rows. If the opcode has two sources and reads a lane mask, c is the mask's two
// words. Returns a lane mask: CO, or the result of a compare.
//
// The loop computes all lanes; EXEC and operand kinds are the executor's job. It may read only w->mode (v_div_fmas also
// VCC) and n->clamp. A body that runs once per wave handles everything itself. Exceptions: below.
typedef uint64_t wl_lanes_fn(struct wl_wave *w, const struct wl_insn *n, uint32_t *d, const uint32_t *a,
                             const uint32_t *b, const uint32_t *c);

// Executors. All but WL_EXECUTE_ANY are plain: operands of any kind, no modifiers.
enum wl_executor {
  WL_EXECUTE_ONCE,  // the body runs once per wave
  WL_EXECUTE_1,     // one VGPR from one to three sources
  WL_EXECUTE_2,
  WL_EXECUTE_3,
  WL_EXECUTE_MAC,     // the third is VDST
  WL_EXECUTE_MADK,    // the third is the literal
  WL_EXECUTE_MASKED,  // one VGPR from two sources, and a lane mask in or out
  WL_EXECUTE_COMPARE,
  WL_EXECUTE_WIDE,  // two VGPRs, or 64-bit sources
  WL_EXECUTE_ANY,   // everything: modifiers, SDWA, DPP
  WL_EXECUTE_COUNT
};
extern const wl_insn_fn wl_execute_pure[WL_EXECUTE_COUNT];
extern const wl_insn_fn wl_execute_base[WL_EXECUTE_COUNT];
#ifdef __x86_64__
extern const wl_insn_fn wl_execute_avx2[WL_EXECUTE_COUNT];
extern const wl_insn_fn wl_execute_avx512[WL_EXECUTE_COUNT];
#endif

// Sets fn and lanes of a decoded vector instruction. pure: those of the pure level.
void wl_vector_bind(struct wl_insn *insn, bool pure);

bool wl_host_supported(wl_host host);
// For tests: instructions bound from now on use this level, as models made from now on. By default the best fast one of
// the host is used.
void wl_vector_use(wl_host host);
wl_host wl_host_used(void);

// Exceptions (exceptions.c). wl_collect calls the loop n->exact and puts what the active lanes raise into TRAPSTS: it
// is the loop of opcodes that fp_*.c computes. Loops of the host call wl_collect_host with their sources when the
// host's float unit has met something that TRAPSTS does not have; it finds out what it was.
wl_lanes_fn wl_collect;
void wl_collect_host(struct wl_wave *w, const struct wl_insn *n, const uint32_t *a, const uint32_t *b,
                     const uint32_t *c);
// The host's float unit forgets what it has met. wl_collect_host does so, too.
void wl_host_forget(void);

// The lanes in which insn writes its VGPR and mask results: those of EXEC, with DPP fewer.
uint64_t wl_vector_lanes(const struct wl_wave *w, const struct wl_insn *insn);
// The same with this EXEC.
uint64_t wl_vector_lanes_of(const struct wl_insn *insn, uint64_t exec);
// What each lane reads from the source `row` by DPP; 0 if the lane it would read is not there or inactive
// (vector_dpp.c).
void wl_dpp_permute(const struct wl_wave *w, const struct wl_insn *n, const uint32_t *row, uint32_t *to);

#endif
