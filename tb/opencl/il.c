// SPDX-License-Identifier: Apache-2.0
#include "il.h"

#include "settings.h"

// A module is a header and instructions, as the specification of SPIR-V has them. An instruction begins with a word
// that has its opcode and, above that, the number of its words.
enum { MAGIC = 0x07230203, HEADER_WORDS = 5, OPCODE_BITS = 16, OPCODE_MASK = (1 << OPCODE_BITS) - 1 };
enum {
  OP_TYPE_INT = 21,
  OP_TYPE_FLOAT = 22,
  OP_SPEC_CONSTANT_TRUE = 48,
  OP_SPEC_CONSTANT_FALSE = 49,
  OP_SPEC_CONSTANT = 50,
  OP_DECORATE = 71
};
enum { DECORATION_SPEC_ID = 1 };

const cl_name_version il_versions[3] = {
    {CL_MAKE_VERSION(1, 0, 0), "SPIR-V"}, {CL_MAKE_VERSION(1, 1, 0), "SPIR-V"}, {CL_MAKE_VERSION(1, 2, 0), "SPIR-V"}};

const char *il_translator(void) { return wl_tool("WAVELOCK_LLVM_SPIRV", "llvm-spirv-15"); }

const char *cl_il_version(void) {
  static const char variable[] = "WAVELOCK_LLVM_SPIRV";
  char path[PATH_MAX];
  if (wl_find_tool(il_translator(), path, sizeof path)) return "SPIR-V_1.0 SPIR-V_1.1 SPIR-V_1.2";
  if (*wl_tool(variable, "")) settings_refuse(variable, "there is no tool %s", il_translator());
  return "";
}

// Words of the instruction at word `at`; 0: it does not fit.
static size_t length_at(const uint32_t *words, size_t count, size_t at) {
  const size_t length = words[at] >> OPCODE_BITS;
  return length <= count - at ? length : 0;
}

bool il_is_module(const void *data, size_t size) {
  const uint32_t *words = data;
  const size_t count = size / 4;
  if (size % 4 || count <= HEADER_WORDS || words[0] != MAGIC) return false;
  for (size_t at = HEADER_WORDS; at < count; at += length_at(words, count, at))
    if (!length_at(words, count, at)) return false;
  return true;
}

// The next instruction with this opcode, from word `at` on, with so many words at least. NULL: there is none.
static const uint32_t *next_of(const blob *module, size_t at, uint32_t opcode, size_t least) {
  const uint32_t *words = module->data;
  const size_t count = module->size / 4;
  for (; at < count; at += length_at(words, count, at))
    if ((words[at] & OPCODE_MASK) == opcode && length_at(words, count, at) >= least) return words + at;
  return NULL;
}

static size_t place_behind(const blob *module, const uint32_t *instruction) {
  return (size_t)(instruction - (const uint32_t *)module->data) + (instruction[0] >> OPCODE_BITS);
}

// Bytes of a number's type.
static size_t type_size(const blob *module, uint32_t type) {
  static const uint32_t opcodes[] = {OP_TYPE_INT, OP_TYPE_FLOAT};
  for (int i = 0; i < 2; i++)
    for (const uint32_t *p = next_of(module, HEADER_WORDS, opcodes[i], 3); p;
         p = next_of(module, place_behind(module, p), opcodes[i], 3))
      if (p[1] == type) return p[2] / 8;
  return 0;
}

// Bytes of the constant that has this name in the module.
static size_t constant_size(const blob *module, uint32_t name) {
  static const uint32_t opcodes[] = {OP_SPEC_CONSTANT_TRUE, OP_SPEC_CONSTANT_FALSE, OP_SPEC_CONSTANT};
  for (int i = 0; i < 3; i++)
    for (const uint32_t *p = next_of(module, HEADER_WORDS, opcodes[i], 3); p;
         p = next_of(module, place_behind(module, p), opcodes[i], 3))
      if (p[2] == name) return opcodes[i] == OP_SPEC_CONSTANT ? type_size(module, p[1]) : sizeof(cl_uchar);
  return 0;
}

size_t il_constant_size(const blob *module, cl_uint id) {
  for (const uint32_t *p = next_of(module, HEADER_WORDS, OP_DECORATE, 4); p;
       p = next_of(module, place_behind(module, p), OP_DECORATE, 4))
    if (p[2] == DECORATION_SPEC_ID && p[3] == id) return constant_size(module, p[1]);
  return 0;
}
