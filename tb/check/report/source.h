// SPDX-License-Identifier: Apache-2.0
// Source lines of instructions, where the code object has line tables. Slow: for reports only.
#ifndef WAVELOCK_CHECK_SOURCE_H
#define WAVELOCK_CHECK_SOURCE_H

#include <stddef.h>
#include <stdint.h>

#include "check/checker.h"

enum { SOURCE_TEXT = 320 };

// "file:line" of each PC, "" where none is known.
void source_places(const wl_code_place *code, const uint64_t *pcs, uint32_t count, char (*text)[SOURCE_TEXT]);
// The text of a place's line without surrounding space; "" if it cannot be read.
void source_line(const char *place, char *text, size_t size);

#endif
