// SPDX-License-Identifier: Apache-2.0
// The last instruction of the report's wave, and its operands as the model had them before it.
#ifndef WAVELOCK_CHECK_BEFORE_H
#define WAVELOCK_CHECK_BEFORE_H

#include "check/internal.h"

// NULL: the wave has issued no instruction, or the model says nothing of its last one.
const history_entry *last_operands(const wl_checker *c, wl_operands *o);

#endif
