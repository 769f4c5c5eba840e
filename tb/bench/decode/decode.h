// SPDX-License-Identifier: Apache-2.0
// Decode parity: the model's reading of an instruction and LLVM's, compared in one normal form (docs/decode.md).
#ifndef WL_DECODE_PARITY_H
#define WL_DECODE_PARITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gfx9/llvm_dies.h"
#include "wavelock/decode.h"
#include "wavelock/opcodes.h"

enum { OPERANDS = 8, MODIFIERS = 16, TEXT = 64, LINE = 512, VGPRS_ALL = 256 };

// What the wave has and may do: legality depends on it.
typedef struct {
  uint32_t sgprs, vgprs;
  bool priv;  // STATUS.PRIV
} allocation;

typedef enum {
  KIND_VGPR,    // reg, regs
  KIND_SGPR,    // reg, regs: scalar operand code
  KIND_NUMBER,  // value
  KIND_FLOAT,   // text: LLVM's inline float constant, as 0.5; its bits depend on the operand's width
  KIND_NAME,    // text: any other operand that LLVM names, as src_scc, off, src_shared_base
} operand_kind;

typedef struct {
  operand_kind kind;
  uint32_t reg, regs;
  uint64_t value;
  uint32_t bits;  // of a number from the model: its width
  bool i16;       // a 16-bit integer
  bool sign;      // a 64-bit number: literals are sign-extended
  bool high;      // the literal of an f64: its high dword
  bool neg, abs, sext;
  bool wrong_class;  // LLVM's comment: "Invalid register, operand has ... register class"
  char text[TEXT];
} operand;

typedef struct {
  bool legal;
  bool misaligned;  // LLVM's comment: a misaligned tuple of scalar registers
  uint32_t size;
  char mnemonic[TEXT];  // with LLVM's suffix
  uint32_t operands, modifiers;
  operand op[OPERANDS];
  char modifier[MODIFIERS][TEXT];
} reading;

// The target that is compared.
extern wl_isa target;

// llvm.c. False: this LLVM has no disassembler of the targets. text gets LLVM's line, "" where it cannot decode the
// words.
bool llvm_open(void);
void llvm_read(const uint32_t words[2], reading *r, char *text, size_t size);
// Gives the address of an image instruction the number of registers that the words name (D-IMG-8): LLVM names the
// fewest of any form of the opcode. Its data gets the number of image.md 13.2 where LLVM names another.
void count_image_registers(const uint32_t words[2], reading *r);
void parse_line(const char *line, reading *r);  // assembly text into the normal form, without the size

// model.c: the model's reading in the same form, with operands in the assembler's order.
void model_read(const wl_decoded *d, const uint32_t words[2], reading *r);

// compare.c: why is "" where they agree, else the difference.
void compare(const reading *llvm, const reading *model, char *why, size_t size);

// differences.c: the table of deliberate differences.
typedef struct {
  const char *name;
  const char *reason;
} difference;
extern const difference differences[];
extern const uint32_t difference_count;
// The difference for which the model refuses what LLVM reads; -1: none.
int refusal(const uint32_t words[2], const wl_decoded *d, const reading *llvm, allocation a);
// Words that mean the same to the unit, with LLVM's values in fields that the unit ignores. The model's reading loses
// what LLVM cannot express. Returns the differences that changed something, a bit each.
uint64_t canonical(const uint32_t words[2], const wl_decoded *d, uint32_t out[2], reading *model);

// The first dword of a VOP2 instruction with this opcode and the operands of w0, which is VOP2 or VOPC.
static inline uint32_t vop2_word(uint32_t op, uint32_t w0) { return op << 25 | (w0 & (WL_VOP_VSRC1 | WL_VOP_SRC0)); }

// Whether a scalar instruction's first operand is a result.
bool has_result(const reading *r);

// relaxed.c: words that model and LLVM both refuse. True: LLVM reads them once fields without use are cleared, and no
// difference of the table explains the model's refusal. That reading is in llvm and text.
bool refused_for_nothing(const uint32_t words[2], const wl_decoded *d, allocation a, reading *llvm, char *text,
                         size_t size);

// extension.c: opcodes that LLVM must not have, and whether the words are one of them.
bool is_extension(const uint32_t words[2]);
// The text why is "" where LLVM rejects the words whatever their fields, and the model reads them as lds.md 6
// defines. Else it says what is wrong.
void check_extension(const uint32_t words[2], const wl_decoded *d, allocation a, char *why, size_t size);
extern const int extension_difference;

// words.c: random words; the same seed gives the same words on every machine.
typedef struct {
  uint64_t state;
} random_state;
uint32_t random_word(random_state *r);
void make_words(random_state *r, uint64_t index, uint32_t words[2], allocation *a);

#endif
