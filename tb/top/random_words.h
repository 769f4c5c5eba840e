// SPDX-License-Identifier: Apache-2.0
// The first bits of the unit's wide registers (rtl.cc has the rest of its random start).
#ifndef WAVELOCK_RTL_RANDOM_WORDS_H
#define WAVELOCK_RTL_RANDOM_WORDS_H

#include <verilated.h>

// As VL_RAND_RESET_W, which takes fifty host instructions a word: the unit has 100,000 words. Returns to.
WDataOutP wl_random_words(int bits, WDataOutP to);

#endif
