// SPDX-License-Identifier: Apache-2.0
// Functional coverage points: what a lockstep run did, in groups of which all points are known (points.def, and
// points_opcode.c for opcode x operand kind x EXEC class). Nothing here is compared. With the counting off none of this
// is called. scripts/wl/cover/coverage.py adds the counts up and names the points that were not hit. The points are
// GFX9's.
#ifndef WAVELOCK_POINTS_H
#define WAVELOCK_POINTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "check/arch/arch.h"
#include "wavelock/decode.h"
#include "wavelock/encoding.h"

// The values of each axis: <axis>_<id>, and how many: <axis>_COUNT.
#define AXIS(axis) enum {
#define VALUE(axis, id, word) axis##_##id,
#define END(axis) \
  axis##_COUNT    \
  }               \
  ;
#include "observe/points.def"

enum {
#define GROUP(id, axis1, axis2, axis3, axis4, fill) POINTS_##id,
#include "observe/points.def"
  POINT_GROUPS
};

// What the counting keeps of an opcode. words: of the first that issued.
enum { POINT_FIELDS = 7, POINT_KINDS = 20, POINT_EXECS = 3 };
typedef struct {
  uint32_t count[POINT_FIELDS][POINT_KINDS][POINT_EXECS];
  uint32_t words[2];
  bool seen;
  bool is_float;      // the next say which
  bool packed, pair;  // two halves of operands and result; of the result
  bool high;          // the result is the high half
  uint8_t family;     // family_*
  uint8_t operands;   // bit i: source i is a float
  int8_t from, to;    // width_* of sources and of the result; -1: no result
} point_opcode;

// What the counting of points_limit.c keeps of a slot.
typedef struct {
  bool lives, issued;          // a wave is there; it has issued an instruction
  uint32_t work;               // its last one: work_*
  uint32_t left;               // bits left_*: what the wave there would leave
  uint32_t flags;              // the exceptions in TRAPSTS when it issued last
  const point_opcode *floats;  // of its last instruction, if that computes on floats
} point_wave;

typedef struct wl_points wl_points;
wl_points *wl_points_new(void);  // NULL: out of memory
void wl_points_free(wl_points *p);

// ---- counting; the checker calls these ------------------------------------------------------------
// Before the model executes the next instruction of a wave.
void wl_points_before(wl_points *p, const arch_state *a, uint32_t slot);
// An instruction issued and was legal (a->effect); registers of the shadow are those before it.
void wl_points_issue(wl_points *p, const arch_state *a, uint32_t slot, uint32_t tag);
// One bank of the LDS served one entry.
void wl_points_lds(wl_points *p, uint32_t slot, uint32_t tag, uint32_t op, uint32_t quad, uint32_t access,
                   uint32_t bank, bool gds);
// An LDS or GDS instruction of the wave returned.
void wl_points_lds_return(wl_points *p, uint32_t slot);
// A wave of a group ended; the barrier of a group released its waves.
void wl_points_wave_end(wl_points *p, uint32_t group);
void wl_points_release(wl_points *p, const arch_state *a, uint32_t group);
// Once a cycle: why each wave does not issue (WL_WAIT_*), and which wave is selected (-1: none).
void wl_points_cycle(wl_points *p, const arch_state *a, const uint8_t reasons[WL_MAX_WAVES], int selected);

// ---- lines ----------------------------------------------------------------------------------------
// The points that were hit: point GROUP NAME - COUNT.
void wl_points_write(const wl_points *p, wl_isa isa, FILE *file);
// Every point of a unit of this instruction set: GROUP NAME FILL. Its queue of vector memory holds vmem_queue
// instructions, and it has the stages of image instructions up to `images` (image.md 1). A FILL that has "|" names
// behind it the weights of a profile that raise it.
void wl_points_list(wl_isa isa, uint32_t vmem_queue, uint32_t images, FILE *file);

// ---- between the files of points ------------------------------------------------------------------
// The value of a scalar register before the instruction that issues, by operand code.
uint32_t wl_points_sgpr(const arch_state *a, uint32_t slot, uint32_t code);
void wl_points_count(wl_points *p, uint32_t group, uint32_t i, uint32_t j, uint32_t k, uint32_t l);
point_opcode *wl_points_opcode(wl_points *p, const uint32_t words[2]);
point_wave *wl_points_wave(wl_points *p, uint32_t slot);
// The lanes of a VGPR of the wave before the instruction that issues.
const uint32_t *wl_points_vgpr(const arch_state *a, uint32_t slot, uint32_t number);

// points_opcode.c
void wl_points_operands(point_opcode *o, const wl_decoded *d, const uint32_t words[2], uint64_t exec);
void wl_points_write_opcode(const point_opcode *o, wl_isa isa, FILE *file);
void wl_points_list_opcodes(wl_isa isa, uint32_t images, FILE *file);
// Calls `each` with every opcode that the unit has, in a form that is legal.
void wl_points_each_opcode(wl_isa isa, void (*each)(void *to, const wl_decoded *d), void *to);

// points_float.c
// Whether an opcode of this name computes on floats, and which.
bool wl_points_float_opcode(const char *name, point_opcode *o);
void wl_points_floats(wl_points *p, const arch_state *a, uint32_t slot, const point_opcode *o, const wl_decoded *d);
// Whether an opcode of the family has floats of this class in this role.
bool wl_points_float_exists(wl_isa isa, const uint32_t at[4]);

// points_buffer.c
void wl_points_buffer(wl_points *p, const arch_state *a, uint32_t slot, const wl_decoded *d);
bool wl_points_range_exists(const uint32_t at[4]);
bool wl_points_format_exists(const uint32_t at[4]);

// points_image.c
void wl_points_image(wl_points *p, const arch_state *a, uint32_t slot);
uint32_t wl_points_image_stage(uint32_t op);  // 1 to 3
// The stage that a unit needs for a point of images; 0: the group is another one.
uint32_t wl_points_stage(uint32_t group, const uint32_t at[4]);
bool wl_points_image_exists(const uint32_t at[4]);
bool wl_points_sampler_exists(const uint32_t at[4]);
bool wl_points_texel_exists(const uint32_t at[4]);
bool wl_points_image_format_exists(const uint32_t at[4]);
bool wl_points_mip_exists(const uint32_t at[4]);
bool wl_points_outside_exists(const uint32_t at[4]);
bool wl_points_descriptor_exists(const uint32_t at[4]);
bool wl_points_data_exists(const uint32_t at[4]);

// points_limit.c
uint32_t wl_points_place(uint64_t at, uint64_t bytes, uint64_t limit);
void wl_points_slots(wl_points *p, const arch_state *a);  // once a cycle: waves that start
// An instruction issued. plain: its registers are those that it names.
void wl_points_edges(wl_points *p, const arch_state *a, uint32_t slot, const wl_decoded *d, bool plain);
bool wl_points_tuple_exists(const uint32_t at[4]);

#endif
