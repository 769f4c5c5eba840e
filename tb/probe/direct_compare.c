// SPDX-License-Identifier: Apache-2.0
// Wave state registers of a slot, as words and as arrays with one entry per slot.
#include "probe/direct_compare.h"

#include <stddef.h>
#include <string.h>

#include "wavelock/wave_view.h"

// Bits of STATUS that the arrays hold or that follow from them.
static const uint32_t status_held = WL_STATUS_VCCZ | WL_STATUS_EXECZ
#define TRAP_BIT(number, field) | (field)
#define STATUS_BIT(array, field, number) | (field)
#include "probe/state.def"
    ;

// Bits that the arrays hold of a word with registers of a byte. offset: the word's in wl_state_regs.
static inline uint32_t bytes_held(size_t offset) {
  uint32_t held = 0;
#define REGISTER_8(name, bits, array, word, from, mask, sentence) \
  if (offset == offsetof(wl_state_regs, word)) held |= (uint32_t)UINT8_MAX << (from);
#include "probe/state.def"
  return held;
}

static inline uint16_t with(uint16_t mask, uint32_t slot, bool bit) {
  return (uint16_t)((mask & ~(1u << slot)) | (uint32_t)bit << slot);
}

static void put_status(wl_state_reg_arrays *a, uint32_t slot, uint32_t status) {
  const bool live = status & WL_STATUS_VALID;
  uint64_t trap = 0;
#define TRAP_BIT(number, field) trap |= (uint64_t)((status & (field)) != 0) << (number)*WL_MAX_WAVES;
#define STATUS_BIT(array, field, number) a->array = with(a->array, slot, wl_field(status, field) >> (number)&1);
#include "probe/state.def"
  a->trap = (a->trap & ~(WL_TRAP_SLOT_0 << slot)) | trap << slot;
  a->live_trap = (a->live_trap & ~(WL_TRAP_SLOT_0 << slot)) | (live ? WL_TRAP_SLOT_0 : 0) << slot;
  a->status[slot] = status;
  a->live64[slot] = live ? UINT64_MAX : 0;
  a->live32[slot] = live ? UINT32_MAX : 0;
  a->live8[slot] = live ? UINT8_MAX : 0;
}

// Whether wl_state_reg_arrays_get certainly returns these words of a live wave.
static inline bool representable_live(const wl_state_regs *s) {
  const bool vccz = !(s->vcc_lo | s->vcc_hi), execz = !(s->exec_lo | s->exec_hi);
  uint32_t lost = s->status & ~status_held;
#define REGISTER_8(name, bits, array, word, from, mask, sentence) \
  lost |= s->word & ~bytes_held(offsetof(wl_state_regs, word));
#include "probe/state.def"
  return (s->status & WL_STATUS_VALID) && !lost && wl_field(s->status, WL_STATUS_VCCZ) == vccz &&
         wl_field(s->status, WL_STATUS_EXECZ) == execz;
}

// Puts what is usually as before: STATUS, and whether the words are representable.
static __attribute__((noinline)) void put_rest(wl_state_reg_arrays *a, uint32_t slot, const wl_state_regs *s) {
  static const wl_state_regs none;
  const bool by_words = !representable_live(s) && memcmp(s, &none, sizeof none) != 0;
  if (a->status[slot] != s->status) put_status(a, slot, s->status);
  a->not_representable = with(a->not_representable, slot, by_words);
}

#define PUT_64(name, bits, array, low, high, sentence) a->array[slot] = (uint64_t)s->high << 32 | s->low;
#define PUT_32(name, bits, array, word, sentence) a->array[slot] = s->word;
#define PUT_8(name, bits, array, word, from, mask, sentence) a->array[slot] = (uint8_t)(s->word >> (from));

// Puts what is zero in a wave without control words.
static __attribute__((noinline)) void put_control(wl_state_reg_arrays *a, uint32_t slot, const wl_state_regs *s) {
#define REGISTER_64 PUT_64
#define REGISTER_32 PUT_32
#define REGISTER_8 PUT_8
#include "probe/state.def"
  a->control = with(a->control, slot, wl_wave_control_set(s));
  put_rest(a, slot, s);
}

void wl_state_reg_arrays_put(wl_state_reg_arrays *a, uint32_t slot, const wl_state_regs *s) {
#define REGISTER_64 PUT_64
#define REGISTER_32 PUT_32
#define REGISTER_8 PUT_8
#define WITHOUT_CONTROL_ROWS
#include "probe/state.def"
  if (__builtin_expect(wl_wave_control_set(s) || a->control, 0)) put_control(a, slot, s);
  else if (a->status[slot] != s->status || a->not_representable || !representable_live(s)) put_rest(a, slot, s);
}

void wl_state_reg_arrays_get(const wl_state_reg_arrays *a, uint32_t slot, wl_state_regs *s) {
  memset(s, 0, sizeof *s);
  if (!(a->valid >> slot & 1)) return;
#define REGISTER_64(name, bits, array, low, high, sentence) \
  s->low = (uint32_t)a->array[slot];                        \
  s->high = (uint32_t)(a->array[slot] >> 32);
#define REGISTER_32(name, bits, array, word, sentence) s->word = a->array[slot];
#define REGISTER_8(name, bits, array, word, from, mask, sentence) s->word |= (uint32_t)a->array[slot] << (from);
#define TRAP_BIT(number, field) \
  s->status |= wl_to_field(field, (uint32_t)(a->trap >> (slot + (number)*WL_MAX_WAVES)) & 1);
#define STATUS_BIT(array, field, number) s->status |= wl_to_field(field, (a->array >> slot & 1u) << (number));
#include "probe/state.def"
  s->status |= wl_to_field(WL_STATUS_VCCZ, a->vcc[slot] == 0) | wl_to_field(WL_STATUS_EXECZ, a->exec[slot] == 0);
}
