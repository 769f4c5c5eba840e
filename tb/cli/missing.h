// SPDX-License-Identifier: Apache-2.0
// The opcodes of a kernel that the unit does not have, found before a run.
#ifndef WAVELOCK_MISSING_H
#define WAVELOCK_MISSING_H

#include "object/loader.h"

typedef struct {
  char name[40];   // LLVM's mnemonic without _e32, _e64, _sdwa, _dpp
  uint32_t count;  // instructions with it
  uint64_t first;  // device address of the first
} wl_missing;

typedef struct {
  wl_missing *of;  // the most frequent first
  uint32_t count;
  uint32_t looked_at;   // instructions
  uint32_t unfollowed;  // jumps among them whose target is in a register
} wl_missing_list;

// Follows the kernel from its entry through branches and calls with a fixed target. A path ends at a jump through a
// register and at a word that is no instruction of its target. So data and dead code do not count. false: out of
// memory.
bool wl_missing_find(const wl_object *o, const struct wl_kernel *k, bool rdna, wl_missing_list *list, wl_error *error);
void wl_missing_free(wl_missing_list *list);
// One sentence, with as many of the names as fit.
void wl_missing_text(const struct wl_kernel *k, const wl_missing_list *list, char *text, size_t size);

#endif
