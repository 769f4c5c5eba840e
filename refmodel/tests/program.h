// SPDX-License-Identifier: Apache-2.0
// Shared by the tests of the model: encoders (gfx9-encoding.md 3) and a model with one program.
#ifndef WAVELOCK_TESTS_PROGRAM_H
#define WAVELOCK_TESTS_PROGRAM_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "wavelock/model.h"
#include "wavelock/opcodes.h"

enum { VCC = WL_VCC, M0 = WL_M0, EXEC = WL_EXEC, LITERAL = WL_SRC_LITERAL, VGPR = WL_SRC_VGPR, OFF = WL_SADDR_NONE };

static inline uint32_t sop2(uint32_t op, uint32_t d, uint32_t a, uint32_t b) {
  return 0x80000000u | op << 23 | d << 16 | b << 8 | a;
}
static inline uint32_t sop1(uint32_t op, uint32_t d, uint32_t a) { return 0xbe800000u | d << 16 | op << 8 | a; }
static inline uint32_t sopc(uint32_t op, uint32_t a, uint32_t b) { return 0xbf000000u | op << 16 | b << 8 | a; }
static inline uint32_t sopk(uint32_t op, uint32_t d, uint32_t imm) {
  return 0xb0000000u | op << 23 | d << 16 | (imm & 0xffff);
}
static inline uint32_t sopp(uint32_t op, uint32_t imm) { return 0xbf800000u | op << 16 | (imm & 0xffff); }
static inline uint32_t vop1(uint32_t op, uint32_t d, uint32_t a) { return 0x7e000000u | d << 17 | op << 9 | a; }
static inline uint32_t vop2(uint32_t op, uint32_t d, uint32_t a, uint32_t b) { return op << 25 | d << 17 | b << 9 | a; }
static inline uint32_t vopc(uint32_t op, uint32_t a, uint32_t b) { return 0x7c000000u | op << 17 | b << 9 | a; }
static inline uint64_t smem(uint32_t op, uint32_t d, uint32_t base, uint32_t offset) {
  return (0xc0020000u | op << 18 | d << 6 | base / 2) | (uint64_t)(offset & 0x1fffff) << 32;
}
static inline uint64_t ds(uint32_t op, uint32_t vdst, uint32_t addr, uint32_t data0, uint32_t data1, uint32_t offset) {
  return (0xd8000000u | op << 17 | offset) | (uint64_t)(addr | data0 << 8 | data1 << 16 | vdst << 24) << 32;
}
static inline uint64_t global(uint32_t op, uint32_t vdst, uint32_t addr, uint32_t data, uint32_t saddr,
                              uint32_t offset) {
  return (0xdc008000u | op << 18 | (offset & 0x1fff)) | (uint64_t)(addr | data << 8 | saddr << 16 | vdst << 24) << 32;
}

// srsrc: the first SGPR of the V#. offset: OFFSET and the bits beside it in w0, as WL_MUBUF_OFFEN.
static inline uint64_t mubuf(uint32_t op, uint32_t vdata, uint32_t vaddr, uint32_t srsrc, uint32_t soffset,
                             uint32_t offset) {
  return (0xe0000000u | op << 18 | offset) | (uint64_t)(vaddr | vdata << 8 | srsrc / 4 << 16 | soffset << 24) << 32;
}

enum { S_NOP = 0xbf800000u, S_ENDPGM = 0xbf810000u, S_BARRIER = 0xbf8a0000u, S_WAITCNT_0 = 0xbf8c0000u };

// A model with code at kCode and one page of data at kData, and an open program that grows word by word.
struct program {
  wl_mem *mem;
  wl_model *model;
  wl_wave_init init;
  uint64_t at;  // where the next word goes
};

static const uint64_t kCode = 0x10000, kData = 0x200000;

static inline void program_open_unit(struct program *p, const wl_config *config) {
  memset(p, 0, sizeof *p);
  p->mem = wl_mem_new();
  assert_non_null(p->mem);
  assert_true(wl_mem_map(p->mem, kCode, 4 * WL_PAGE));
  assert_true(wl_mem_map(p->mem, kData, 2 * WL_PAGE));
  p->model = wl_model_new(config, p->mem);
  assert_non_null(p->model);
  p->at = kCode;
  p->init = (wl_wave_init){.pc = kCode,
                           .exec = ~0ull,
                           .waves_in_group = 1,
                           .sgpr_size = 96,
                           .vgpr_size = 32,
                           .lds_size = 4096,
                           .alignment_mode = WL_ALIGN_UNALIGNED};
}

// rdna: on a unit with RDNA memory.
static inline void program_open_on(struct program *p, bool rdna) {
  program_open_unit(p, &(wl_config){.waves = 16, .phys_vgprs = 256, .lds_entries = 256, .rdna = rdna});
}

static inline void program_open(struct program *p) { program_open_on(p, false); }

static inline void program_close(struct program *p) {
  wl_model_free(p->model);
  wl_mem_free(p->mem);
}

static inline void emit(struct program *p, uint32_t word) {
  assert_true(wl_mem_write(p->mem, p->at, &word, 4));
  p->at += 4;
}

static inline void emit2(struct program *p, uint64_t words) {
  emit(p, (uint32_t)words);
  emit(p, (uint32_t)(words >> 32));
}

static inline void start(struct program *p, uint32_t slot) {
  assert_int_equal(wl_model_wave_start(p->model, slot, &p->init), WL_OK);
}

// Issues the wave's next instruction. Too few wait states count as success: most tests do not keep them.
static inline wl_effect issue(struct program *p, uint32_t slot, wl_result expected) {
  wl_effect e;
  wl_result result = wl_model_issue(p->model, slot, 0, &e);
  if (result == WL_HAZARD_STATES && expected == WL_OK) result = WL_OK;
  if (result != expected) print_error("slot %u at 0x%llx: %s\n", slot, (unsigned long long)e.pc, e.why);
  assert_int_equal(result, expected);
  return e;
}

static inline wl_state_regs state_regs(const struct program *p, uint32_t slot) {
  wl_state_regs s;
  wl_model_state_regs(p->model, slot, &s);
  return s;
}

static inline uint32_t sgpr(const struct program *p, uint32_t slot, uint32_t n) {
  return wl_model_sgprs(p->model, slot)[n];
}
static inline uint64_t sgpr64(const struct program *p, uint32_t slot, uint32_t n) {
  return sgpr(p, slot, n) | (uint64_t)sgpr(p, slot, n + 1) << 32;
}

static inline void run(struct program *p, wl_result expected) {
  wl_run_report report;
  wl_model_ignore_hazards(p->model, true);
  wl_model_run(p->model, 10000000, &report);
  if (report.result != expected) print_error("slot %u: %s\n", report.slot, report.why);
  assert_int_equal(report.result, expected);
}

// A random generator (PCG) with a fixed sequence.
static inline uint32_t random32(uint64_t *state) {
  *state = *state * 6364136223846793005ull + 1442695040888963407ull;
  const uint32_t x = (uint32_t)((*state >> 18 ^ *state) >> 27);
  const uint32_t r = (uint32_t)(*state >> 59);
  return x >> r | x << (-r & 31);
}
static inline uint64_t random64(uint64_t *state) {
  const uint64_t high = random32(state);
  return high << 32 | random32(state);
}

#endif
