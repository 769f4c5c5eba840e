// SPDX-License-Identifier: Apache-2.0
// Random operands, weighted to the hard places: halfway cases, cancellation, the borders of denormals and of overflow,
// payloads of NaNs.
#ifndef WAVELOCK_EXHAUSTIVE_DRAW_H
#define WAVELOCK_EXHAUSTIVE_DRAW_H

#include "machine.h"

void draw_seed(uint64_t seed);
uint64_t draw_bits(void);
static inline unsigned draw_below(unsigned n) { return (unsigned)(draw_bits() >> 33) % n; }
uint64_t draw_float(const struct format *f);
// MODE, modifiers and literal for one instruction of the operation.
struct instruction draw_instruction(const struct operation *o);
// Fills the sources, the destination and VCC.
void draw_operands(struct machine *m, const struct operation *o, const struct instruction *i);

#endif
