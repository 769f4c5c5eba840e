// SPDX-License-Identifier: Apache-2.0
// Decode parity: the model's reading of an instruction against LLVM's, in one normal form (docs/decode.md).
#ifndef WL_DECODE_PARITY_H
#define WL_DECODE_PARITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../lockstep/llvm_dies.h"
#include "wavelock/decode.h"

enum {
  OPERANDS = 8,
  MODIFIERS = 16,
  TEXT = 64,
  SGPRS_ALL = 102,
  VGPRS_ALL = 256,
  VCC = 106,
  TTMP = 108,
  M0 = 124,
  EXEC = 126,
  DIRECT_CODE = 254
};

// Legality depends on what the wave has and may do.
typedef struct {
  uint32_t sgprs, vgprs;
  bool priv;  // STATUS.PRIV
} allocation;

typedef enum {
  KIND_VGPR,    // reg, regs
  KIND_SGPR,    // reg, regs: scalar operand code
  KIND_NUMBER,  // value
  KIND_FLOAT,   // LLVM's text of an inline constant whose pattern depends on the operand's width: 0.5 ...
  KIND_NAME,    // text: anything else LLVM has a name for (src_scc, off, src_shared_base ...)
} operand_kind;

typedef struct {
  operand_kind kind;
  uint32_t reg, regs;
  uint64_t value;
  uint32_t bits;  // of a number, by the model: the width its value was made for
  bool i16;       // an integer of 16 bits
  bool sign;      // a 64-bit number that a literal is sign-extended to
  bool neg, abs, sext;
  bool wrong_class;  // LLVM: "Invalid register, operand has ... register class"
  char text[TEXT];
} operand;

typedef struct {
  bool legal;
  bool misaligned;  // LLVM's comment: a tuple of scalar registers that is not aligned
  uint32_t size;
  char mnemonic[TEXT];  // with LLVM's suffix
  uint32_t operands, modifiers;
  operand op[OPERANDS];
  char modifier[MODIFIERS][TEXT];
} reading;

// llvm.c. text gets LLVM's line ("" where it cannot decode).
bool llvm_open(void);
void llvm_read(const uint32_t words[2], reading *r, char *text, size_t size);
void parse_line(const char *line, reading *r);  // assembly text into the normal form; size is left alone

// model.c: a legal instruction of the model in the same form, operands in the order of the assembler.
void model_read(const wl_decoded *d, const uint32_t words[2], reading *r);

// compare.c: "" where they agree, else what differs.
void compare(const reading *llvm, const reading *model, char *why, size_t size);

// differences.c: the table of deliberate differences.
typedef struct {
  const char *name;
  const char *reason;
} difference;
extern const difference differences[];
extern const uint32_t difference_count;
// The difference that makes the model refuse what LLVM reads, or -1.
int refusal(const uint32_t words[2], const wl_decoded *d, const reading *llvm, allocation a);
// Words that mean the same to the unit, with the fields that it ignores as LLVM wants them, and the model's reading
// without what LLVM cannot say. Returns the differences that did something, a bit each.
uint64_t canonical(const uint32_t words[2], const wl_decoded *d, uint32_t out[2], reading *model);

// Whether a scalar instruction has a result in front of its sources.
bool has_result(const reading *r);

// loosen.c: whether LLVM reads the words, which the model refuses, as soon as fields without use are cleared, and no
// difference of the table explains the refusal. llvm and text are that reading.
bool refused_for_nothing(const uint32_t words[2], const wl_decoded *d, allocation a, reading *llvm, char *text,
                         size_t size);

// extension.c: opcodes that LLVM must not have. Whether the words are one; "" where LLVM rejects it, whatever its
// fields, and the model reads it as lds.md 6 says, else what is wrong.
bool is_extension(const uint32_t words[2]);
void check_extension(const uint32_t words[2], const wl_decoded *d, allocation a, char *why, size_t size);
extern const int extension_difference;

// words.c: random words; the same seed gives the same ones everywhere.
typedef struct {
  uint64_t state;
} random_state;
uint32_t random_word(random_state *r);
void make_words(random_state *r, uint64_t index, uint32_t words[2], allocation *a);

#endif
