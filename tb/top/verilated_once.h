// SPDX-License-Identifier: Apache-2.0
// Comes before generated code that runs once. It is a pragma, since another -O would not fit the precompiled header.
#include "random_words.h"
#pragma GCC optimize("O0")

#define VL_RAND_RESET_W wl_random_words
