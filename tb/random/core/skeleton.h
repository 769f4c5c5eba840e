// SPDX-License-Identifier: Apache-2.0
// What generators of random programs have in common, whatever the instruction set: choices by weight and in turn, and
// the skeleton of a program. A program is made of steps. A step is one instruction, a piece of them, or a block: a
// branch, a loop, whose body is made of steps again. The generator's own table says what a step is.
#ifndef WAVELOCK_RANDOM_SKELETON_H
#define WAVELOCK_RANDOM_SKELETON_H

#include "rng.h"

// The number of a weight, each as often as its weight says; they are not all 0.
uint32_t random_weighted(rng *r, const uint32_t *weights, uint32_t count);

// The turn, 0 to variants - 1, of what is taken in turn, so that all variants come equally often. place: of the program
// among others, spread evenly over 32 bits; of: what is taken, so that what is taken together begins apart; taken: how
// often before in this program.
uint32_t random_turn(uint32_t place, uint32_t of, uint32_t taken, uint32_t variants);

// The place of a program among those of other seeds, for random_turn: name is a number of what they have in common.
uint32_t random_place(uint32_t name, uint64_t seed);

typedef struct {
  uint32_t left, emitted;  // instructions: those that are still to come, and those that have come
  uint32_t depth;          // open blocks
  uint32_t labels;         // that have been given out
} skeleton;

// Counts an instruction.
static inline void skeleton_emitted(skeleton *s) {
  s->left -= s->left > 0;
  s->emitted++;
}

// A random length for a part of what is left: at most half of it, and at most 40 instructions.
uint32_t skeleton_part(const skeleton *s, rng *r);

// A step of a program. nest: whether it may be a block. false: there is no room for another one.
typedef bool skeleton_step(void *of, bool nest);

// Makes steps until there are `length` instructions, all instructions of the program, or no room. Within most_depth
// open blocks, this one counted, no step is a block.
void skeleton_block(skeleton *s, uint32_t length, uint32_t most_depth, skeleton_step *step, void *of);

#endif
