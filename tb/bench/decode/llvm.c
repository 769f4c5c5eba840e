// SPDX-License-Identifier: Apache-2.0
// LLVM's disassembler, and its text in the normal form.
#include "decode.h"

#include <ctype.h>
#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

wl_isa target;
static LLVMDisasmContextRef context[WL_ISAS];

bool llvm_open(void) {
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUDisassembler();
  for (wl_isa isa = WL_GFX900; isa < WL_ISAS; isa++) {
    context[isa] =
        LLVMCreateDisasmCPUFeatures("amdgcn-amd-amdhsa", wl_isa_name(isa), "-xnack,-sramecc", NULL, 0, NULL, NULL);
    if (context[isa] == NULL) return false;
  }
  return true;
}

void llvm_read(const uint32_t words[2], reading *r, char *text, size_t size) {
  uint8_t bytes[8];
  char line[LINE] = "";
  for (uint32_t i = 0; i < 8; i++) bytes[i] = (uint8_t)(words[i / 4] >> (8 * (i % 4)));
  memset(r, 0, sizeof *r);
  r->size = llvm_dies(words)
                ? 0
                : (uint32_t)LLVMDisasmInstruction(context[target], bytes, sizeof bytes, 0, line, sizeof line);
  r->legal = r->size != 0;
  text[0] = 0;
  if (!r->legal) return;
  snprintf(text, size, "%s", line + strspn(line, "\t "));
  parse_line(line, r);
}

// ---- operands ----------------------------------------------------------------------------------

static bool starts(const char *s, const char *with) { return strncmp(s, with, strlen(with)) == 0; }

static bool set_registers(operand *o, operand_kind kind, uint32_t first, uint32_t count) {
  o->kind = kind;
  o->reg = first;
  o->regs = count;
  return true;
}

// v5, v[5:6], s5, s[4:5], ttmp3, ttmp[4:7] and named registers.
static bool parse_register(const char *s, operand *o) {
  static const struct {
    const char *name;
    uint32_t code, regs;
  } named[] = {
      {"flat_scratch", WL_FLAT_SCRATCH, 2},
      {"flat_scratch_lo", WL_FLAT_SCRATCH, 1},
      {"flat_scratch_hi", WL_FLAT_SCRATCH + 1, 1},
      {"xnack_mask", WL_XNACK_MASK, 2},
      {"xnack_mask_lo", WL_XNACK_MASK, 1},
      {"xnack_mask_hi", WL_XNACK_MASK + 1, 1},
      {"vcc", WL_VCC, 2},
      {"vcc_lo", WL_VCC, 1},
      {"vcc_hi", WL_VCC_HI, 1},
      {"m0", WL_M0, 1},
      {"exec", WL_EXEC, 2},
      {"exec_lo", WL_EXEC, 1},
      {"exec_hi", WL_EXEC_HI, 1},
  };
  for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
    if (strcmp(s, named[i].name) == 0) return set_registers(o, KIND_SGPR, named[i].code, named[i].regs);
  }
  const bool ttmp = starts(s, "ttmp");
  const char *number = s + (ttmp ? 4 : 1);
  const operand_kind kind = *s == 'v' ? KIND_VGPR : KIND_SGPR;
  const uint32_t base = ttmp ? WL_TTMP : 0;
  uint32_t first, last;
  int used = 0;
  if (!ttmp && *s != 'v' && *s != 's') return false;
  if (isdigit((unsigned char)*number) && sscanf(number, "%u%n", &first, &used) == 1 && number[used] == 0) {
    return set_registers(o, kind, base + first, 1);
  }
  if (sscanf(number, "[%u:%u]%n", &first, &last, &used) == 2 && used > 0 && number[used] == 0) {
    return set_registers(o, kind, base + first, last - first + 1);
  }
  return false;
}

// hwreg(NAME or number[, offset, size]) as the 16 bits of the instruction (control-flow.md 1).
static bool parse_hwreg(const char *s, operand *o) {
  static const char *const names[] = {[WL_HWREG_MODE] = "MODE",           [WL_HWREG_STATUS] = "STATUS",
                                      [WL_HWREG_TRAPSTS] = "TRAPSTS",     [WL_HWREG_HW_ID] = "HW_ID",
                                      [WL_HWREG_GPR_ALLOC] = "GPR_ALLOC", [WL_HWREG_LDS_ALLOC] = "LDS_ALLOC",
                                      [WL_HWREG_IB_STS] = "IB_STS",       [WL_HWREG_SH_MEM_BASES] = "SH_MEM_BASES",
                                      [WL_HWREG_TBA_LO] = "TBA_LO",       [WL_HWREG_TBA_HI] = "TBA_HI",
                                      [WL_HWREG_TMA_LO] = "TMA_LO",       [WL_HWREG_TMA_HI] = "TMA_HI"};
  char name[TEXT] = "";
  uint32_t id = 0, offset = 0, width = 32;
  if (sscanf(s, "hwreg(%63[^,)], %u, %u", name, &offset, &width) < 1) return false;
  if (isdigit((unsigned char)*name)) id = (uint32_t)strtoul(name, NULL, 0);
  for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (names[i] != NULL && starts(name, "HW_REG_") && strcmp(name + 7, names[i]) == 0) id = i;
  }
  o->kind = KIND_NUMBER;
  o->value =
      wl_to_field(WL_HWREG_ID, id) | wl_to_field(WL_HWREG_OFFSET, offset) | wl_to_field(WL_HWREG_SIZE, width - 1);
  return true;
}

// sendmsg(NAME or number[, operation[, stream]]) as the 16 bits of the instruction: message [3:0], operation [6:4],
// stream [9:8].
static bool parse_sendmsg(const char *s, operand *o) {
  static const struct {
    const char *name;
    uint32_t value;
  } messages[] = {{"MSG_INTERRUPT", 1},       {"MSG_GS", 2},
                  {"MSG_GS_DONE", 3},         {"MSG_SAVEWAVE", 4},
                  {"MSG_STALL_WAVE_GEN", 5},  {"MSG_HALT_WAVES", 6},
                  {"MSG_ORDERED_PS_DONE", 7}, {"MSG_EARLY_PRIM_DEALLOC", 8},
                  {"MSG_GS_ALLOC_REQ", 9},    {"MSG_GET_DOORBELL", 10},
                  {"MSG_SYSMSG", 15}},
    operations[] = {{"GS_OP_NOP", 0},
                    {"GS_OP_CUT", 1},
                    {"GS_OP_EMIT", 2},
                    {"GS_OP_EMIT_CUT", 3},
                    {"SYSMSG_OP_ECC_ERR_INTERRUPT", 1},
                    {"SYSMSG_OP_REG_RD", 2},
                    {"SYSMSG_OP_HOST_TRAP_ACK", 3},
                    {"SYSMSG_OP_TTRACE_PC", 4}};
  enum { MESSAGES = 16, OPERATIONS = 8 };  // numbers from here on name none
  char message[TEXT] = "", operation[TEXT] = "";
  uint32_t stream = 0;
  if (sscanf(s, "sendmsg(%63[^,)], %63[^,)], %u", message, operation, &stream) < 1) return false;
  uint32_t message_id = isdigit((unsigned char)*message) ? (uint32_t)atoi(message) : MESSAGES;
  uint32_t op = isdigit((unsigned char)*operation) ? (uint32_t)atoi(operation) : *operation ? OPERATIONS : 0;
  for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
    if (strcmp(message, messages[i].name) == 0) message_id = messages[i].value;
  }
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
    if (strcmp(operation, operations[i].name) == 0) op = operations[i].value;
  }
  o->kind = KIND_NUMBER;
  o->value = message_id | op << 4 | stream << 8;
  return message_id < MESSAGES && op < OPERATIONS;
}

static bool parse_gpr_idx(const char *s, operand *o) {
  o->kind = KIND_NUMBER;
  o->value = (strstr(s, "SRC0") ? 1u : 0) | (strstr(s, "SRC1") ? 2u : 0) | (strstr(s, "SRC2") ? 4u : 0) |
             (strstr(s, "DST") ? 8u : 0);
  return true;
}

static bool parse_number(const char *s, operand *o) {
  char *end;
  if (!isdigit((unsigned char)*s) && !(*s == '-' && isdigit((unsigned char)s[1]))) return false;
  o->value = (uint64_t)strtoll(s, &end, 0);
  o->kind = KIND_NUMBER;
  if (*end == '.') {
    o->kind = KIND_FLOAT;
    snprintf(o->text, sizeof o->text, "%s", s);
    return true;
  }
  return *end == 0;
}

// Takes wrap(...) off s: "abs(", "neg(", "sext(".
static bool unwrap(char **s, const char *wrap) {
  const size_t n = strlen(*s);
  if (!starts(*s, wrap) || (*s)[n - 1] != ')') return false;
  (*s)[n - 1] = 0;
  *s += strlen(wrap);
  return true;
}

static void parse_operand(char *s, operand *o) {
  memset(o, 0, sizeof *o);
  char *from = strstr(s, "/*");
  if (from != NULL) {
    o->wrong_class = true;
    *from = 0;
  }
  if (*s == '-' && !isdigit((unsigned char)s[1])) {
    o->neg = true;
    s++;
  }
  if (unwrap(&s, "neg(")) o->neg = true;
  if (unwrap(&s, "sext(")) o->sext = true;
  if (unwrap(&s, "abs(")) o->abs = true;
  const size_t n = strlen(s);
  if (n > 2 && *s == '|' && s[n - 1] == '|') {
    o->abs = true;
    s[n - 1] = 0;
    s++;
  }
  if (starts(s, "hwreg(") && parse_hwreg(s, o)) return;
  if (starts(s, "sendmsg(") && parse_sendmsg(s, o)) return;
  if (starts(s, "gpr_idx(") && parse_gpr_idx(s, o)) return;
  if (parse_register(s, o) || parse_number(s, o)) return;
  o->kind = KIND_NAME;
  snprintf(o->text, sizeof o->text, "%s", s);
}

// s_waitcnt's counters as the 16 bits of the instruction. A counter that the text does not name has its largest value.
static void parse_waitcnt(const char *s, operand *o) {
  uint32_t vm = WL_VM_CNT_MAX, exp = WL_EXP_CNT_MAX, lgkm = WL_LGKM_CNT_MAX;
  const char *p;
  if ((p = strstr(s, "vmcnt(")) != NULL) vm = (uint32_t)atoi(p + 6);
  if ((p = strstr(s, "expcnt(")) != NULL) exp = (uint32_t)atoi(p + 7);
  if ((p = strstr(s, "lgkmcnt(")) != NULL) lgkm = (uint32_t)atoi(p + 8);
  const uint32_t value = wl_to_field(WL_WAITCNT_VM_LOW, vm) | wl_to_field(WL_WAITCNT_VM_HIGH, vm >> 4) |
                         wl_to_field(WL_WAITCNT_EXP, exp) | wl_to_field(WL_WAITCNT_LGKM, lgkm);
  *o = (operand){.kind = KIND_NUMBER, .value = value};
}

// offset:swizzle(...) of ds_swizzle_b32. QUAD_PERM becomes its number; the other modes become their effect on each
// bit of the lane number (model.c), because the text has no more.
static bool parse_swizzle(const char *s, char out[TEXT]) {
  uint32_t a, b, c, d;
  char bits[6];
  if (sscanf(s, "offset:swizzle(QUAD_PERM,%u,%u,%u,%u)", &a, &b, &c, &d) == 4) {
    snprintf(out, TEXT, "offset:%u", 0x8000 | a | b << 2 | c << 4 | d << 6);
    return true;
  }
  if (sscanf(s, "offset:swizzle(BITMASK_PERM,\"%5[01pi]\")", bits) == 1) {
    snprintf(out, TEXT, "swizzle:%s", bits);
    return true;
  }
  uint32_t kept = 0x1f, set = 0, inverted = 0;
  if (sscanf(s, "offset:swizzle(SWAP,%u)", &a) == 1) {
    inverted = a;
  } else if (sscanf(s, "offset:swizzle(REVERSE,%u)", &a) == 1) {
    inverted = a - 1;
  } else if (sscanf(s, "offset:swizzle(BROADCAST,%u,%u)", &a, &b) == 2) {
    kept = ~(a - 1);
    set = b;
  } else {
    return false;
  }
  for (uint32_t i = 0; i < 5; i++) {
    const uint32_t bit = 16u >> i;
    bits[i] = inverted & bit ? 'i' : kept & bit ? 'p' : set & bit ? '1' : '0';
  }
  snprintf(out, TEXT, "swizzle:%.5s", bits);
  return true;
}

// End of the piece that starts at s: a stop character outside brackets and comments, or the end.
static char *piece_end(char *s, const char *stops) {
  int depth = 0;
  bool comment = false;
  for (; *s; s++) {
    if (starts(s, "/*")) comment = true;
    if (comment) {
      if (starts(s, "*/")) comment = false;
    } else if (*s == '(' || *s == '[') {
      depth++;
    } else if (*s == ')' || *s == ']') {
      depth--;
    } else if (depth == 0 && strchr(stops, *s) != NULL) {
      break;
    }
  }
  return s;
}

void parse_line(const char *line, reading *r) {
  char copy[LINE];
  snprintf(copy, sizeof copy, "%s", line + strspn(line, "\t "));
  copy[strcspn(copy, "\n")] = 0;
  char *comment = strstr(copy, " ;");
  r->misaligned = comment != NULL && strstr(comment, "isn't aligned") != NULL;
  if (comment != NULL) *comment = 0;
  for (size_t n = strlen(copy); n > 0 && copy[n - 1] == ' '; n--) copy[n - 1] = 0;
  char *s = copy + strcspn(copy, " \t");
  snprintf(r->mnemonic, sizeof r->mnemonic, "%.*s", (int)(s - copy), copy);
  r->operands = r->modifiers = 0;
  if (strcmp(r->mnemonic, "s_waitcnt") == 0) {
    parse_waitcnt(s, &r->op[r->operands++]);
    return;
  }
  s += strspn(s, " \t");
  // The target of an export has no comma behind it.
  if (strcmp(r->mnemonic, "exp") == 0) {
    char *end = piece_end(s, " ");
    if (*end) *end++ = 0;
    parse_operand(s, &r->op[r->operands++]);
    s = end + strspn(end, " ");
  }
  // v_nop_dpp and v_nop_sdwa have modifiers and no operands.
  bool more =
      *s != 0 && !starts(s, "quad_perm:") && !starts(s, "row_") && !starts(s, "wave_") && !starts(s, "dst_sel:");
  while (more && r->operands < OPERANDS) {
    char *end = piece_end(s, ", ");
    more = *end == ',';
    if (*end) *end++ = 0;
    parse_operand(s, &r->op[r->operands++]);
    s = end + strspn(end, " ");
  }
  // LLVM does not print VCC of v_div_fmas.
  const operand vcc = {.kind = KIND_SGPR, .reg = WL_VCC, .regs = 2};
  if (starts(r->mnemonic, "v_div_fmas") && r->operands < OPERANDS) r->op[r->operands++] = vcc;
  // LLVM prints the address registers of an image opcode's shortest form; how many there are stands in the T#.
  if (starts(r->mnemonic, "image_") && r->operands > 1) r->op[1].regs = 1;
  while (*s && r->modifiers < MODIFIERS) {
    char *end = piece_end(s, " ");
    if (*end) *end++ = 0;
    char *text = r->modifier[r->modifiers++];
    if (!parse_swizzle(s, text)) snprintf(text, TEXT, "%.63s", s);
    s = end + strspn(end, " ");
  }
}
