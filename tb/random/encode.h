// SPDX-License-Identifier: Apache-2.0
// Frequent instructions of random programs as words, so that the assembler need not read them.
#ifndef WAVELOCK_RANDOM_ENCODE_H
#define WAVELOCK_RANDOM_ENCODE_H

#include <stdbool.h>
#include <stdint.h>

enum { ENCODED_MOST = 2 };  // words of an instruction

// The words of an instruction as the assembler makes them: scalar instructions, s_waitcnt, s_nop, vector instructions
// in the forms VOP1, VOP2, VOPC and VOP3, and a .long of words. 0: it is none of these, or has a form that is left to
// the assembler; nothing is said of whether that takes it.
uint32_t encode_instruction(const char *text, uint32_t words[ENCODED_MOST]);

// An assembly text with strings of bytes in place of such instructions. It is made by malloc; NULL: out of memory.
char *encode_program(const char *text);

#endif
