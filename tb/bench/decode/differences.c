// SPDX-License-Identifier: Apache-2.0
// The deliberate differences between model and LLVM, each with its reason and the decision or section of docs/spec/.
// Any other difference is a failure.
#include "decode.h"

#include <stdio.h>
#include <string.h>

enum {
  MISALIGNED,
  ALLOCATION,
  TRAP_REGISTERS,
  TRAP_USE,
  TRAP_RETURN,
  RESERVED_CODE,
  NO_EXEC,
  NOT_VGPR,
  CONSTANT_BUS,
  GDS_BIT,
  LDS_BIT,
  TFE_BIT,
  RESOURCE,
  SOFFSET_CODE,
  DIRECT,
  FORK_JOIN,
  PC_LITERAL,
  SELECT_7,
  DPP_RESERVED,
  LANE_OPERAND,
  MOVREL_CONSTANT,
  NO_SECOND_DWORD,
  BIT_25,
  MASK_SOURCE,
  QUAD_SOURCE,
  EXPORT_TARGET,
  DESCRIPTOR,
  IMAGE_DMASK,
  IMAGE_LWE,
  NO_FIELD,
  SIGNS,
  CLAMP_IGNORED,
  FROM_LDS,
  IMAGE_DATA,
  CACHE_BITS,
  NOP,
  DPP_COMPARE,
  MOVREL_BASE,
  PC_CONSTANT,
  SMEM_TUPLE,
  MAD16_SEL,
  LEGACY_SEL,
  MASK_EXEC,
  SELECT_SEXT,
  MESSAGE_BITS,
  FLOAT_16,
  EXTENSION,
};
const int extension_difference = EXTENSION;

const difference differences[] = {
    // Refused here, read by LLVM.
    [MISALIGNED] = {"misaligned SGPR tuple",
                    "LLVM rounds the number down with a warning (D-REG-5; gfx9-encoding.md 5.5)"},
    [ALLOCATION] = {"past the allocation", "LLVM does not know the wave's allocation (D-REG-4)"},
    [TRAP_REGISTERS] = {"TTMP", "legal only with PRIV = 1 (D-REG-6; gfx9-encoding.md 4)"},
    [TRAP_USE] = {"TTMP with PRIV", "no tuple begins below TTMP0 (D-REG-7)"},
    [TRAP_RETURN] = {"s_rfe", "legal only with PRIV = 1, of an even SGPR or TTMP pair (D-FLOW-21)"},
    [RESERVED_CODE] = {"reserved code",
                       "LLVM prints null, a constant, or an invalid register (D-REG-4; gfx9-encoding.md 4)"},
    [NO_EXEC] = {"EXEC as an address",
                 "SMEM offset and SADDR cannot be EXEC, SADDR of SCRATCH not M0 either (D-ENC-3, D-MEM-36, D-MEM-72)"},
    [NOT_VGPR] = {"v_swap of no VGPR",
                  "LLVM drops bit 8 of SRC0 and prints a VGPR (gfx9-encoding.md 4: codes below 256 are no VGPRs)"},
    [CONSTANT_BUS] = {"constant bus", "LLVM's disassembler does not count scalar values (gfx9-encoding.md 5.1)"},
    [GDS_BIT] = {"GDS", "swizzle, permute, bpermute, addtid, b96 and b128 have no GDS form (D-LDS-24)"},
    [LDS_BIT] = {"LDS=1", "only MUBUF 0, 16 to 20 and 61, GLOBAL and SCRATCH 16 to 20 have it (D-MEM-33, D-MEM-65)"},
    [TFE_BIT] = {"TFE=1", "LDS=1 and buffer_wbinvl1 do not have it (D-MEM-65)"},
    [RESOURCE] = {"V# in s[100:103]", "four registers of one kind: s0..s99 or TTMPs (D-MEM-1, D-MEM-73)"},
    [SOFFSET_CODE] = {"SOFFSET", "only SGPRs, VCC, M0 and constants: no EXEC, aperture or flag (D-MEM-66)"},
    [DIRECT] = {"LDS_DIRECT", "legal only as SRC0 of 16 or 32 bits, not of v_writelane or reversed opcodes (D-LDS-31)"},
    [FORK_JOIN] = {"fork, join operand", "SGPRs or TTMPs, VCC as a mask (D-FLOW-11, D-FLOW-12)"},
    [PC_LITERAL] = {"literal as PC", "illegal (D-ENC-1)"},
    [SELECT_7] = {"reserved SDWA select",
                  "SEL 7, DST_UNUSED 3; LLVM 16 dies printing them and is not asked (D-VEC-34)"},
    [DPP_RESERVED] = {"reserved DPP",
                      "bits 18:17 or a reserved DPP_CTRL; LLVM prints the other fields (D-VEC-41; gfx9-encoding.md 3)"},
    [LANE_OPERAND] =
        {"lane operand",
         "v_readlane, v_readfirstlane, v_writelane: no flags or apertures (D-VEC-6; gfx9-encoding.md 5.2)"},
    [MOVREL_CONSTANT] = {"movrels of a constant", "the source is an SGPR number to add to (D-REG-18)"},
    [NO_SECOND_DWORD] = {"v_clrexcp SDWA, DPP",
                         "it has neither form; LLVM reads 4 bytes (D-VEC-33, D-VEC-40; gfx9-encoding.md 3)"},
    [BIT_25] = {"DS, FLAT, MUBUF bit 25",
                "0 in the format: a 1 is illegal; LLVM ignores it (D-LDS-25, D-MEM-2, D-MEM-34; gfx9-encoding.md 3)"},
    [MASK_SOURCE] = {"mask source", "SRC2 of v_cndmask, addc, subb, subbrev is an SGPR pair (D-VEC-3)"},
    [QUAD_SOURCE] = {"mqsad_u32 SRC2", "only a VGPR tuple is legal (D-VEC-1)"},
    [EXPORT_TARGET] = {"target of an export",
                       "10, 11 and 16 to 31 are no targets; LLVM prints them as invalid (D-EXP-1)"},
    [DESCRIPTOR] = {"T# in s[96:103]", "T# and S# end at s99: registers of one kind (D-IMG-2)"},
    [IMAGE_DMASK] = {"DMASK", "gather4 has one component, atomics as many as their words; LLVM prints any (D-IMG-6)"},
    [IMAGE_LWE] = {"LWE", "illegal: there is no warning (D-IMG-4)"},
    // Legal here, refused or read otherwise by LLVM; compared without the field in question.
    [NO_FIELD] = {"field without use",
                  "a field the opcode does not have is ignored; LLVM wants it zero (D-LDS-26, D-VEC-8)"},
    [SIGNS] = {"modifier without use",
               "NEG, ABS, SEXT, OMOD, OP_SEL on opcodes without them: ignored (D-VEC-14, D-VEC-37)"},
    [CLAMP_IGNORED] = {"CLAMP without use", "ignored where it has no meaning (D-VEC-14)"},
    [FROM_LDS] = {"store_lds_dword",
                  "OFFEN, IDXEN and either LDS bit are legal (D-MEM-32); LLVM has it with LDS=1 and without VADDR"},
    [IMAGE_DATA] = {"VDATA of images",
                    "LLVM has no register of TFE behind an atomic, and four registers of any gather4"},
    [CACHE_BITS] = {"GLC, SLC, NV", "ignored, but GLC of atomics (D-MEM-35; image.md 2.1)"},
    [NOP] = {"v_nop, v_clrexcp",
             "ignore their fields; LLVM reads 4 bytes where SRC0 says 8 (D-VEC-7; gfx9-encoding.md 1)"},
    [DPP_COMPARE] = {"DPP on VOPC", "legal (D-VEC-40); LLVM is asked about a VOP2 with the same fields"},
    [MOVREL_BASE] = {"movrel base", "the field is a number to add to, any code 0..127 (D-REG-18)"},
    [PC_CONSTANT] = {"constant as PC", "s_setpc, s_swappc of an inline constant (D-REG-8)"},
    [SMEM_TUPLE] = {"SMEM into specials", "a tuple of 4 or more may include 102..107 (D-ENC-4)"},
    [MAD16_SEL] = {"mad_u32_u16 OP_SEL", "source 2 and the result have 32 bits: bits 2 and 3 ignored (D-VEC-22)"},
    [LEGACY_SEL] = {"legacy OP_SEL", "bit 3 is honoured on 490 to 495 but 493 (D-VEC-23); LLVM does not read it"},
    [MASK_EXEC] = {"EXEC as a mask", "a mask source may be EXEC; LLVM marks it as invalid (D-VEC-3)"},
    [SELECT_SEXT] = {"SEXT of v_cndmask_b32", "SEXT acts (D-VEC-37); LLVM does not print it"},
    [MESSAGE_BITS] = {"sendmsg bits 7, 15:10", "the message is all of SIMM16 (D-FLOW-8); LLVM names it without them"},
    [FLOAT_16] = {"float constant, 16 bits",
                  "an integer has the f32 pattern (D-VEC-26; newer LLVM); LLVM 16 prints f16's"},
    [EXTENSION] = {"extension", "DS 224..231, SOPP 64 to 66: LLVM must reject them (D-R700-2, D-R700-17)"},
};
const uint32_t difference_count = sizeof differences / sizeof *differences;

static bool has(const wl_decoded *d, const char *format) { return strcmp(d->format, format) == 0; }
static bool starts(const char *s, const char *with) { return strncmp(s, with, strlen(with)) == 0; }
static bool is_vop(const wl_decoded *d) { return starts(d->format, "VOP"); }
static bool is_short_vop(const wl_decoded *d) { return has(d, "VOP1") || has(d, "VOP2") || has(d, "VOPC"); }

// ---- what the model refuses --------------------------------------------------------------------

static bool past_allocation(const operand *o, allocation a) {
  const uint32_t end = o->reg + o->regs;
  if (o->kind == KIND_VGPR) return end > a.vgprs;
  // The codes after s101 are registers that every wave has.
  return o->kind == KIND_SGPR && o->reg < WL_SGPR_COUNT && (end < WL_SGPR_COUNT ? end : WL_SGPR_COUNT) > a.sgprs;
}

static bool same_source(const operand *a, const operand *b) {
  return a->kind == b->kind && a->reg == b->reg && strcmp(a->text, b->text) == 0;
}

// How many of the first operands are results.
static uint32_t results(const reading *r) {
  const char *const two[] = {"v_add_co",     "v_sub_co",  "v_subrev_co", "v_addc_co",  "v_subb_co",
                             "v_subbrev_co", "v_mad_u64", "v_mad_i64",   "v_div_scale"};
  for (size_t i = 0; i < sizeof two / sizeof *two; i++) {
    if (starts(r->mnemonic, two[i])) return 2;
  }
  return 1;
}

// More than one distinct scalar value among the sources.
static bool breaks_constant_bus(const uint32_t words[2], const wl_decoded *d, const reading *r) {
  const bool k = starts(r->mnemonic, "v_madmk") || starts(r->mnemonic, "v_madak");
  const bool literal = k || (is_short_vop(d) && wl_field(words[0], WL_VOP_SRC0) == WL_SRC_LITERAL);
  const operand *seen[OPERANDS];
  uint32_t distinct = 0;
  bool m0 = false;
  for (uint32_t i = results(r); i < r->operands; i++) {
    const operand *o = &r->op[i];
    bool old = false;
    const bool flag = o->kind == KIND_NAME && starts(o->text, "src_") && strcmp(o->text, "src_lds_direct") != 0;
    if (o->kind != KIND_SGPR && !flag) continue;
    for (uint32_t n = 0; n < distinct; n++) old = old || same_source(seen[n], o);
    if (old) continue;
    seen[distinct++] = o;
    m0 = m0 || (o->kind == KIND_SGPR && o->reg == WL_M0);
  }
  return distinct + literal > (starts(r->mnemonic, "v_writelane") && m0 ? 2u : 1u);
}

// An SGPR or, with PRIV, TTMP pair that holds a PC or a mask.
static bool is_fork_operand(const operand *o, bool vcc) {
  return o->kind == KIND_SGPR &&
         (o->reg < WL_SGPR_COUNT || (o->reg >= WL_TTMP && o->reg < WL_M0) || (vcc && o->reg == WL_VCC));
}

static bool breaks_fork(const reading *r) {
  if (starts(r->mnemonic, "s_cbranch_g_fork"))
    return !is_fork_operand(&r->op[0], true) || !is_fork_operand(&r->op[1], false);
  if (starts(r->mnemonic, "s_cbranch_i_fork")) return !is_fork_operand(&r->op[0], true);
  return starts(r->mnemonic, "s_cbranch_join") && r->op[0].kind != KIND_SGPR;
}

static bool sets_pc(const reading *r) { return starts(r->mnemonic, "s_setpc") || starts(r->mnemonic, "s_swappc"); }

static bool is_movrel_base(const reading *r, uint32_t i) {
  return starts(r->mnemonic, "s_movreld") ? i == 0 : starts(r->mnemonic, "s_movrels") && i == 1;
}

// Whether SSRC0 is a register: the codes after the registers are constants and flags.
static bool is_register(uint32_t w0) { return wl_field(w0, WL_SOP_SSRC0) <= WL_LAST_REGISTER; }

// LLVM's warning does not name the operand. The base of a movrel may have any number.
static bool is_misaligned(const uint32_t words[2], const reading *r) {
  if (starts(r->mnemonic, "s_movreld_b64")) return is_register(words[0]) && words[0] & 1;
  if (starts(r->mnemonic, "s_movrels_b64")) return wl_field(words[0], WL_SOP_SDST) & 1;
  return r->misaligned;
}

static bool has_modifier(const reading *r, const char *text) {
  for (uint32_t i = 0; i < r->modifiers; i++) {
    if (starts(r->modifier[i], text)) return true;
  }
  return false;
}

static bool is_mask_source(const reading *r, uint32_t i) {
  const char *const names[] = {"v_cndmask_b32_e64", "v_addc_co_u32_e64", "v_subb_co_u32_e64", "v_subbrev_co_u32_e64"};
  for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
    if (strcmp(r->mnemonic, names[n]) == 0) return i == r->operands - 1;
  }
  return false;
}

bool has_result(const reading *r) {
  static const char *const none[] = {"s_setpc",  "s_cbranch", "s_set_gpr_idx", "s_cmp",
                                     "s_bitcmp", "s_setreg",  "s_setvskip",    "s_rfe"};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
    if (starts(r->mnemonic, none[i])) return false;
  }
  return true;
}

// Whether operand i may be LDS_DIRECT: SRC0, of no more than 32 bits, without a second dword.
static bool takes_direct(const wl_decoded *d, const reading *r, uint32_t i) {
  const char *name = r->mnemonic;
  if (i != results(r) || !is_vop(d) || strstr(name, "_sdwa") || strstr(name, "_dpp")) return false;
  if (starts(name, "v_cmp")) return strstr(name, "64_e") == NULL;  // v_cmp_lt_u64_e32
  const bool reversed = strstr(name, "rev_") != NULL && !starts(name, "v_bfrev");
  return !starts(name, "v_qsad") && !starts(name, "v_mqsad") && !starts(name, "v_writelane") && !reversed;
}

static bool has_gds_form(const char *name) {
  const char *const none[] = {"ds_swizzle", "ds_permute", "ds_bpermute", "ds_read_addtid", "ds_write_addtid"};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
    if (starts(name, none[i])) return false;
  }
  return strstr(name, "_b96") == NULL && strstr(name, "_b128") == NULL;
}

static bool is_smem_offset(const wl_decoded *d, const reading *r, uint32_t i) {
  return has(d, "SMEM") && r->operands > 1 && i == r->operands - 1;
}

// Scalar memory by a V#.
static bool is_by_resource(const char *name) {
  return starts(name, "s_buffer_") || strcmp(name, "s_atc_probe_buffer") == 0;
}

static bool is_buffer(const wl_decoded *d) { return has(d, "MUBUF") || has(d, "MTBUF"); }

static int operand_refusal(const wl_decoded *d, const reading *r, uint32_t i, allocation a) {
  const operand *o = &r->op[i];
  const bool state_reg_tuple = has(d, "SMEM") && i == 0 && o->reg < WL_TTMP && d->legal;
  if (past_allocation(o, a)) return ALLOCATION;
  if (o->kind == KIND_SGPR && o->reg < WL_M0 && o->reg + o->regs > WL_TTMP) {
    if (!a.priv) return TRAP_REGISTERS;
    if (o->reg < WL_TTMP) return TRAP_USE;
  }
  const bool mask = is_mask_source(r, i) && o->kind == KIND_SGPR && o->reg == WL_EXEC;
  if (is_mask_source(r, i) && o->kind != KIND_SGPR) return MASK_SOURCE;
  if (starts(r->mnemonic, "v_mqsad_u32") && i == 3 && o->kind != KIND_VGPR) return QUAD_SOURCE;
  const bool direct = o->kind == KIND_NAME && strcmp(o->text, "src_lds_direct") == 0;
  if (direct && takes_direct(d, r, i)) return -1;
  if (o->wrong_class && !state_reg_tuple && !mask && !(sets_pc(r) && o->kind == KIND_NAME)) return RESERVED_CODE;
  if (o->kind == KIND_NAME && strcmp(o->text, "null") == 0 && !has(d, "EXP")) return RESERVED_CODE;
  if (direct) return DIRECT;
  if (o->kind == KIND_NAME && starts(o->text, "invalid_target_")) return EXPORT_TARGET;
  if (i == 0 && o->kind == KIND_NAME && is_vop(d)) return RESERVED_CODE;  // a result in a constant
  const bool resource = is_buffer(d) || (is_by_resource(r->mnemonic) && i == 1);
  if (resource && o->kind == KIND_SGPR && o->regs == 4 && o->reg < WL_TTMP && o->reg + 4 > WL_SGPR_COUNT)
    return RESOURCE;
  const bool image = has(d, "MIMG") && o->kind == KIND_SGPR && o->reg < WL_TTMP;
  if (image && o->reg + o->regs > WL_SGPR_COUNT) return DESCRIPTOR;
  const bool soffset = is_buffer(d) && i == r->operands - 1;
  if (soffset && (o->kind == KIND_NAME || (o->kind == KIND_SGPR && o->reg > WL_M0))) return SOFFSET_CODE;
  if (o->kind == KIND_SGPR && o->reg >= WL_M0 && starts(r->mnemonic, "scratch_")) return NO_EXEC;
  if (o->kind == KIND_SGPR && o->reg >= WL_EXEC && (has(d, "FLAT") || is_smem_offset(d, r, i))) return NO_EXEC;
  return -1;
}

// Between memory and the LDS: ubyte, sbyte, ushort, sshort and dword of MUBUF, GLOBAL and SCRATCH; format_x and
// store_lds_dword of MUBUF.
static bool moves_lds(const uint32_t words[2]) {
  const wl_format format = wl_format_of(words[0]);
  const uint32_t op = wl_op_of(format, words[0]);
  const bool loads = op >= WL_OP_buffer_load_ubyte && op <= WL_OP_buffer_load_dword;
  if (format == WL_FMT_FLAT) return loads && wl_field(words[0], WL_FLAT_SEG) != WL_SEG_FLAT;
  return format == WL_FMT_MUBUF && (loads || op == WL_OP_buffer_load_format_x || op == WL_OP_buffer_store_lds_dword);
}

// A register of TFE that LLVM does not print: of an atomic that returns, and of MTBUF.
static bool has_hidden_tfe(const uint32_t words[2], const wl_decoded *d, const reading *r) {
  if (!is_buffer(d) || !(words[1] & WL_MUBUF_TFE)) return false;
  if (has(d, "MTBUF")) return strstr(r->mnemonic, "_load_") != NULL;
  return strstr(r->mnemonic, "_atomic_") != NULL && (words[0] & WL_MUBUF_GLC);
}

// The registers of VDATA of an image instruction (image.md 13). LLVM does not print all: not always the one of TFE, of
// a tuple past v255 the first alone, and one of a store without DMASK.
static uint32_t image_data(const uint32_t words[2], const char *name) {
  const uint32_t mask = wl_field(words[0], WL_MIMG_DMASK), bits = (uint32_t)__builtin_popcount(mask);
  const bool store = starts(name, "image_store"), atomic = starts(name, "image_atomic");
  const bool returns = !store && (!atomic || words[0] & WL_MIMG_GLC);
  uint32_t values = strstr(name, "gather4") ? 4 : bits == 0 && !store ? 1 : bits;
  if (words[1] & WL_MIMG_D16) values = (values + 1) / 2;
  return values + (returns && words[0] & WL_MIMG_TFE);
}

// LLVM prints the register of TFE of a store, too. A store has none (D-MEM-21).
static reading without_tfe_of_store(const uint32_t words[2], const wl_decoded *d, const reading *r) {
  reading own = *r;
  if (has(d, "MIMG")) own.op[0] = (operand){.kind = KIND_VGPR, .regs = 1};  // image_refusal judges it
  const bool store = has(d, "MUBUF") && (words[1] & WL_MUBUF_TFE) && strstr(r->mnemonic, "_store_") != NULL;
  if (store && own.op[0].kind == KIND_VGPR && own.op[0].regs > 1) own.op[0].regs--;
  return own;
}

// The address registers that the words of an image instruction name (D-IMG-8), by the parts of its mnemonic.
static uint32_t image_addresses(const uint32_t words[2], const char *name) {
  const uint32_t da = (words[0] & WL_MIMG_DA) != 0;
  uint32_t before = 0, list = strstr(name, "resinfo") ? 1 : (strstr(name, "gather4") ? 2 : 1) + da;
  char text[TEXT];
  snprintf(text, sizeof text, "%s", name);
  for (char *rest, *part = strtok_r(text, "_", &rest); part != NULL; part = strtok_r(NULL, "_", &rest)) {
    const bool one = strcmp(part, "o") == 0 || strcmp(part, "b") == 0 || strcmp(part, "c") == 0;
    const bool two = strcmp(part, "d") == 0 || strcmp(part, "cd") == 0;
    before += one ? 1 : two ? 2 : 0;
    list += strcmp(part, "l") == 0 || strcmp(part, "cl") == 0 || strcmp(part, "mip") == 0;
  }
  return before + (words[0] & WL_MIMG_A16 ? (list + 1) / 2 : list);
}

static bool has_wrong_dmask(const uint32_t words[2], const char *name) {
  const uint32_t dmask = wl_field(words[0], WL_MIMG_DMASK);
  if (strstr(name, "gather4")) return __builtin_popcount(dmask) != 1;
  if (strstr(name, "cmpswap")) return dmask != 3 && dmask != 15;
  return strstr(name, "atomic") && dmask != 1 && dmask != 3;
}

static int image_refusal(const uint32_t words[2], const reading *r, allocation a) {
  if (words[0] & WL_MIMG_LWE) return IMAGE_LWE;
  if (has_wrong_dmask(words, r->mnemonic)) return IMAGE_DMASK;
  const uint32_t data = image_data(words, r->mnemonic);
  if (data != 0 && wl_field(words[1], WL_MIMG_VDATA) + data > a.vgprs) return ALLOCATION;
  return r->op[1].reg + image_addresses(words, r->mnemonic) > a.vgprs ? ALLOCATION : -1;
}

int refusal(const uint32_t words[2], const wl_decoded *d, const reading *llvm, allocation a) {
  const reading own = without_tfe_of_store(words, d, llvm);
  const reading *r = &own;
  if (llvm_dies(words) && !(d->legal && strcmp(d->name, "v_nop") == 0)) return SELECT_7;
  if (!r->legal) return -1;
  const uint32_t src0 = wl_field(words[0], WL_VOP_SRC0);
  if (is_misaligned(words, r)) return MISALIGNED;
  for (uint32_t i = 0; i < r->operands; i++) {
    const int reason = is_movrel_base(r, i) ? -1 : operand_refusal(d, r, i, a);
    if (reason >= 0) return reason;
  }
  if (has(d, "MIMG")) return image_refusal(words, r, a);
  if ((has(d, "FLAT") || has(d, "DS") || has(d, "MUBUF")) && (words[0] & WL_DS_RESERVED)) return BIT_25;
  if (starts(r->mnemonic, "v_swap") && src0 < WL_SRC_VGPR) return NOT_VGPR;
  if (has_modifier(r, "gds") && !has_gds_form(r->mnemonic)) return GDS_BIT;
  if ((has_modifier(r, "lds") || (has(d, "MUBUF") && (words[0] & WL_MUBUF_LDS))) && !moves_lds(words)) return LDS_BIT;
  if ((starts(r->mnemonic, "buffer_wbinvl1") || has_modifier(r, "lds")) && (words[1] & WL_MUBUF_TFE)) return TFE_BIT;
  if (has_hidden_tfe(words, d, r) && r->op[0].reg + r->op[0].regs >= a.vgprs) return ALLOCATION;
  if (has_modifier(r, "/*") || (strstr(r->mnemonic, "_dpp") != NULL && (words[1] & WL_DPP_RESERVED)))
    return DPP_RESERVED;
  if (is_vop(d) && breaks_constant_bus(words, d, r)) return CONSTANT_BUS;
  if (breaks_fork(r)) return FORK_JOIN;
  if (starts(r->mnemonic, "s_rfe") && (!a.priv || !is_fork_operand(&r->op[0], false))) return TRAP_RETURN;
  if ((sets_pc(r) || starts(r->mnemonic, "s_getpc")) && wl_field(words[0], WL_SOP_SSRC0) == WL_SRC_LITERAL)
    return PC_LITERAL;
  if (starts(r->mnemonic, "s_movrels") && !is_register(words[0])) return MOVREL_CONSTANT;
  const bool two = src0 == WL_SRC_SDWA || src0 == WL_SRC_DPP;
  if (starts(r->mnemonic, "v_clrexcp") && has(d, "VOP1") && two) return NO_SECOND_DWORD;
  for (uint32_t i = 0; i < r->operands && (starts(r->mnemonic, "v_read") || starts(r->mnemonic, "v_writelane")); i++) {
    if (r->op[i].kind == KIND_NAME && strcmp(r->op[i].text, "src_lds_direct") != 0) return LANE_OPERAND;
  }
  return -1;
}

// ---- what LLVM refuses or reads otherwise ------------------------------------------------------

// Sets a field of a word; notes the difference if that changes the word.
static void set(uint32_t *word, uint32_t field, uint32_t value, int reason, uint64_t *bits) {
  const uint32_t now = wl_with_field(*word, field, value);
  if (now != *word) *bits |= 1ull << reason;
  *word = now;
}

// Bit i of a field.
static uint32_t bit_of(uint32_t field, uint32_t i) { return (field & (0u - field)) << i; }

// Fields that only this file needs.
#define VOP3_OPERANDS WL_BITS(15, 0)                   // VOP3, w0: all but encoding and opcode
#define SDWA_SOURCE_1 WL_BITS(31, 24)                  // SDWA: modifiers of source 1
#define MESSAGE_NAMED (WL_BITS(9, 8) | WL_BITS(6, 0))  // s_sendmsg, SIMM16: what LLVM names
#define GPR_IDX_UNUSED WL_BITS(15, 12)                 // s_set_gpr_idx_on, SSRC1: four bits are enables
#define SMEM_NV WL_BIT(15)                             // SMEM, w0
#define FLAT_SIGN WL_BIT(12)                           // FLAT, w0: of OFFSET, which FLAT has without a sign
#define FLAT_SLC WL_BIT(17)                            // FLAT, w0
#define FLAT_NV WL_BIT(23)                             // FLAT, w1
#define MUBUF_SLC WL_BIT(17)                           // MUBUF, w0
#define MIMG_UNUSED WL_BITS(7, 1)                      // MIMG, w0
#define MIMG_UNUSED_1 WL_BITS(30, 26)                  // w1
#define MIMG_SLC WL_BIT(25)
#define MTBUF_SLC WL_BIT(22)           // MTBUF, w1
#define MEMORY_OPCODE WL_BITS(31, 18)  // FLAT, MUBUF, SMEM, w0: encoding and opcode
enum { SOURCE_BITS = 9 };              // VOP3, w1: width of a source

static void drop_modifier(reading *r, const char *text) {
  for (uint32_t i = 0; i < r->modifiers; i++) {
    if (starts(r->modifier[i], text)) memmove(r->modifier[i], r->modifier[--r->modifiers], TEXT);
  }
}

// Opcodes in which CLAMP has a meaning: an integer saturates, or the result is a float (D-VEC-15, D-VEC-29).
static bool clamps(const char *name) {
  static const char *const integers[] = {
      "v_add_u",       "v_sub_u",       "v_subrev_u", "v_add_co", "v_sub_co", "v_subrev_co", "v_addc_co", "v_subb_co",
      "v_subbrev_co",  "v_add_i",       "v_sub_i",    "v_mad_",   "v_sad_",   "v_msad",      "v_qsad",    "v_mqsad",
      "v_mul_u32_u24", "v_mul_i32_i24", "v_pk_mad",   "v_pk_add", "v_pk_sub", "v_dot"};
  for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) {
    if (starts(name, integers[i])) return true;
  }
  if (starts(name, "v_frexp_exp") || starts(name, "v_pack") || starts(name, "v_cmp")) return false;
  if (starts(name, "v_cvt")) return starts(name, "v_cvt_f") || starts(name, "v_cvt_off");
  return strstr(name, "_f16") != NULL || strstr(name, "_f32") != NULL || strstr(name, "_f64") != NULL;
}

static void canonical_vop3(const wl_decoded *d, uint32_t w[2], reading *model, uint64_t *bits) {
  const bool vop3b = d->vdst_vgprs && d->sdst_regs;
  for (uint32_t i = 0; i < 3; i++) {
    const bool none = d->src[i].kind == WL_DECODED_NONE;
    const uint32_t source = WL_VOP3_SRC0 << SOURCE_BITS * i;
    if (none) set(&w[1], source, 0, NO_FIELD, bits);
    if (none || !(d->neg >> i & 1)) set(&w[1], bit_of(WL_VOP3_NEG, i), 0, SIGNS, bits);
    if (!vop3b && (none || !(d->abs >> i & 1))) set(&w[0], bit_of(WL_VOP3_ABS, i), 0, SIGNS, bits);
  }
  const uint32_t last = model->operands - 1;
  if (is_mask_source(model, last) && model->op[last].reg == WL_EXEC) {
    // LLVM is asked about VCC, also in the other sources: they may name the same value.
    for (uint32_t i = 0; i < 3; i++) {
      const uint32_t source = WL_VOP3_SRC0 << SOURCE_BITS * i;
      if (wl_field(w[1], source) == WL_EXEC) set(&w[1], source, WL_VCC, MASK_EXEC, bits);
    }
    for (uint32_t i = results(model); i <= last; i++) {
      if (model->op[i].kind == KIND_SGPR && model->op[i].reg == WL_EXEC) model->op[i].reg = WL_VCC;
    }
  }
  const bool mad16 = starts(d->name, "v_mad_u32_u16") || starts(d->name, "v_mad_i32_i16");
  if (!vop3b) set(&w[0], WL_VOP3_OP_SEL, d->op_sel, mad16 ? MAD16_SEL : SIGNS, bits);
  if (starts(d->name, "v_mad_legacy") || starts(d->name, "v_fma_legacy") || starts(d->name, "v_div_fixup_legacy")) {
    set(&w[0], WL_VOP3_OP_SEL, 0, LEGACY_SEL, bits);
    drop_modifier(model, "op_sel:");
  }
  set(&w[1], WL_VOP3_OMOD, d->omod, SIGNS, bits);
  if (!clamps(d->name) || !d->clamp) {
    set(&w[0], WL_VOP3_CLAMP, 0, CLAMP_IGNORED, bits);
    drop_modifier(model, "clamp");
  }
}

static void canonical_vop3p(const wl_decoded *d, uint32_t w[2], reading *model, uint64_t *bits) {
  set(&w[1], WL_VOP3_NEG, d->neg, SIGNS, bits);
  set(&w[0], WL_VOP3_ABS, d->abs, SIGNS, bits);
  if (starts(d->name, "v_dot")) {  // of 4 and 8 elements OP_SEL picks nothing, nor of a source of 32 bits
    set(&w[0], WL_VOP3P_OP_SEL, d->op_sel, SIGNS, bits);
    set(&w[0], WL_VOP3P_OP_SEL_HI_2, d->op_sel_hi >> 2 & 1, SIGNS, bits);
    set(&w[1], WL_VOP3P_OP_SEL_HI_01, d->op_sel_hi & 3, SIGNS, bits);
  }
  if (d->src[2].kind == WL_DECODED_NONE) {
    set(&w[1], WL_VOP3_SRC2, 0, NO_FIELD, bits);
    set(&w[0], bit_of(WL_VOP3P_OP_SEL, 2), 0, NO_FIELD, bits);
    set(&w[0], WL_VOP3P_OP_SEL_HI_2, 1, NO_FIELD, bits);
  }
  if (!clamps(d->name)) {
    set(&w[0], WL_VOP3_CLAMP, 0, CLAMP_IGNORED, bits);
    drop_modifier(model, "clamp");
  }
}

// Sources on which NEG and ABS act, and for which LLVM has no SEXT.
static bool is_float_source(const char *name) {
  if (starts(name, "v_cvt_f32_i") || starts(name, "v_cvt_f32_u") || starts(name, "v_cvt_off")) return false;
  return starts(name, "v_cndmask") || strstr(name, "_f32") != NULL || strstr(name, "_f16") != NULL;
}

static void canonical_sdwa(const wl_decoded *d, uint32_t w[2], reading *model, uint64_t *bits) {
  if (d->src[1].kind == WL_DECODED_NONE) set(&w[1], SDWA_SOURCE_1, 0, NO_FIELD, bits);
  for (uint32_t i = 0; i < 2; i++) {
    if (!(d->neg >> i & 1)) set(&w[1], WL_SDWA_SRC_NEG << 8 * i, 0, SIGNS, bits);
    if (!(d->abs >> i & 1)) set(&w[1], WL_SDWA_SRC_ABS << 8 * i, 0, SIGNS, bits);
    const int sext = starts(d->name, "v_cndmask") ? SELECT_SEXT : SIGNS;
    if (is_float_source(d->name)) set(&w[1], WL_SDWA_SRC_SEXT << 8 * i, 0, sext, bits);
  }
  for (uint32_t i = 0; is_float_source(d->name) && i < model->operands; i++) model->op[i].sext = false;
  if (!has(d, "VOPC")) {
    set(&w[1], WL_SDWA_OMOD, d->omod, SIGNS, bits);
    if (!clamps(d->name)) {
      set(&w[1], WL_SDWA_CLAMP, 0, CLAMP_IGNORED, bits);
      drop_modifier(model, "clamp");
    }
  }
}

static void canonical_dpp(const wl_decoded *d, uint32_t w[2], reading *model, uint64_t *bits) {
  for (uint32_t i = 0; i < 2; i++) {
    const bool none = d->src[i].kind == WL_DECODED_NONE;
    if (none || !(d->neg >> i & 1)) set(&w[1], i ? WL_DPP_SRC1_NEG : WL_DPP_SRC0_NEG, 0, SIGNS, bits);
    if (none || !(d->abs >> i & 1)) set(&w[1], i ? WL_DPP_SRC1_ABS : WL_DPP_SRC0_ABS, 0, SIGNS, bits);
  }
  if (!has(d, "VOPC")) return;
  // v_add_f32 or v_add_u32 v0, ...
  const bool floats = is_float_source(d->name);
  w[0] = vop2_word(floats ? WL_OP_v_add_f32 : WL_OP_v_add_u32, w[0]);
  *bits |= 1ull << DPP_COMPARE;
  snprintf(model->mnemonic, TEXT, "%s", floats ? "v_add_f32_dpp" : "v_add_u32_dpp");
  model->op[0] = (operand){.kind = KIND_VGPR, .regs = 1};
}

static void canonical_scalar(const wl_decoded *d, uint32_t w[2], reading *model, uint64_t *bits) {
  const bool movrel = starts(d->name, "s_movrel");
  if (starts(d->name, "s_sendmsg")) {
    set(&w[0], WL_SOP_SIMM16 & ~MESSAGE_NAMED, 0, MESSAGE_BITS, bits);
    model->op[0].value &= MESSAGE_NAMED;
  }
  if (has(d, "SOPP") && model->operands == 0) set(&w[0], WL_SOP_SIMM16, 0, NO_FIELD, bits);
  if (strcmp(d->name, "s_set_gpr_idx_on") == 0) set(&w[0], GPR_IDX_UNUSED, 0, NO_FIELD, bits);
  if (strcmp(d->name, "s_getpc_b64") == 0) set(&w[0], WL_SOP_SSRC0, 0, NO_FIELD, bits);
  if ((has(d, "SOP1") || has(d, "SOP2")) && d->sdst_regs == 0 && !movrel) set(&w[0], WL_SOP_SDST, 0, NO_FIELD, bits);
  if (strcmp(d->name, "s_setreg_imm32_b32") == 0) set(&w[0], WL_SOP_SDST, 0, NO_FIELD, bits);
  if ((starts(d->name, "s_setpc") || starts(d->name, "s_swappc")) && d->src[0].kind == WL_DECODED_CONST) {
    // LLVM is asked about s[0:1].
    set(&w[0], WL_SOP_SSRC0, 0, PC_CONSTANT, bits);
    model->op[model->operands - 1] = (operand){.kind = KIND_SGPR, .regs = 2};
  }
  if (!movrel) return;
  // LLVM is asked about s[0:1], s0.
  const uint32_t base = starts(d->name, "s_movreld") ? 0 : 1;
  if (base == 0) set(&w[0], WL_SOP_SDST, 0, MOVREL_BASE, bits);
  else set(&w[0], WL_SOP_SSRC0, 0, MOVREL_BASE, bits);
  model->op[base].reg = 0;
}

// Without operands, or with SDATA alone: all other fields are ignored (buffer-memory.md 12.1, 13).
static bool has_no_field(const char *name) {
  return starts(name, "buffer_wbinvl1") || starts(name, "s_dcache_inv") || starts(name, "s_dcache_wb") ||
         starts(name, "s_mem");
}

static void canonical_memory(const wl_decoded *d, uint32_t w[2], reading *model, uint64_t *bits) {
  const bool atomic = strstr(d->name, "_atomic_") != NULL;
  if (has_no_field(d->name)) {
    const uint32_t kept = starts(d->name, "s_mem") ? MEMORY_OPCODE | WL_SMEM_SDATA : MEMORY_OPCODE;
    set(&w[0], ~kept, 0, NO_FIELD, bits);
    set(&w[1], WL_BITS(31, 0), 0, NO_FIELD, bits);
    return;
  }
  if (has(d, "MIMG")) {
    const bool data = d->vdst_vgprs != 0 || d->src[1].regs != 0;
    set(&w[0], MIMG_UNUSED, 0, NO_FIELD, bits);
    set(&w[1], MIMG_UNUSED_1, 0, NO_FIELD, bits);
    if (!atomic) set(&w[0], WL_MIMG_GLC, 0, CACHE_BITS, bits);
    set(&w[0], MIMG_SLC, 0, CACHE_BITS, bits);
    if (d->vdst_vgprs == 0) set(&w[0], WL_MIMG_TFE, 0, NO_FIELD, bits);
    if (!data) set(&w[1], WL_MIMG_VDATA, 0, NO_FIELD, bits);
    const bool gather = strstr(d->name, "gather4") && w[1] & WL_MIMG_D16, hidden = atomic || gather;
    if (gather && d->vdst + 4 > VGPRS_ALL) {
      set(&w[1], WL_MIMG_VDATA, 0, IMAGE_DATA, bits);
      model->op[0].reg = 0;
    }
    if (hidden && w[0] & WL_MIMG_TFE) {
      set(&w[0], WL_MIMG_TFE, 0, IMAGE_DATA, bits);
      model->op[0].regs--;
      drop_modifier(model, "tfe");
    }
    return;
  }
  if (has(d, "SMEM")) {
    set(&w[0], SMEM_NV, 0, CACHE_BITS, bits);
    if (!atomic) set(&w[0], WL_SMEM_GLC, 0, CACHE_BITS, bits);
    if (starts(d->name, "s_dcache_discard")) set(&w[0], WL_SMEM_SDATA, 0, NO_FIELD, bits);
    const operand *data = &model->op[0];
    if (data->kind == KIND_SGPR && data->regs >= 4 && data->reg < WL_TTMP && data->reg + data->regs > WL_SGPR_COUNT) {
      // LLVM is asked about s[0:...].
      set(&w[0], WL_SMEM_SDATA, 0, SMEM_TUPLE, bits);
      model->op[0].reg = 0;
    }
    return;
  }
  if (is_buffer(d)) {
    if (!atomic) set(&w[0], WL_MUBUF_GLC, 0, CACHE_BITS, bits);
    if (has(d, "MUBUF")) set(&w[0], MUBUF_SLC, 0, CACHE_BITS, bits);
    else set(&w[1], MTBUF_SLC, 0, CACHE_BITS, bits);
    if (d->vdst_vgprs == 0) set(&w[1], WL_MUBUF_TFE, 0, NO_FIELD, bits);
    if (strcmp(d->name, "buffer_store_lds_dword") == 0) {
      set(&w[0], WL_MUBUF_OFFEN | WL_MUBUF_IDXEN, 0, FROM_LDS, bits);
      set(&w[0], WL_MUBUF_LDS, 1, FROM_LDS, bits);
    }
    return;
  }
  const uint32_t sources = has(d, "DS") ? 3 : 2;
  for (uint32_t i = 0; i < sources; i++) {
    if (d->src[i].kind != WL_DECODED_VGPR) set(&w[1], WL_DS_ADDR << 8 * i, 0, NO_FIELD, bits);
  }
  if (d->vdst_vgprs == 0) set(&w[1], WL_DS_VDST, 0, NO_FIELD, bits);
  if (starts(d->name, "flat_")) {
    set(&w[0], FLAT_SIGN, 0, NO_FIELD, bits);
    set(&w[1], WL_FLAT_SADDR, 0, NO_FIELD, bits);
  }
  if (has(d, "FLAT")) {
    if (!atomic) set(&w[0], WL_FLAT_GLC, 0, CACHE_BITS, bits);
    set(&w[0], FLAT_SLC, 0, CACHE_BITS, bits);
    set(&w[1], FLAT_NV, 0, CACHE_BITS, bits);
  }
  if (strcmp(d->name, "ds_nop") == 0) set(&w[0], WL_DS_OFFSET | WL_DS_GDS, 0, NO_FIELD, bits);
}

// v_nop and v_clrexcp: LLVM is asked about the instruction without operands. The size is checked here.
static void canonical_nop(const wl_decoded *d, uint32_t w[2], reading *model) {
  const uint32_t src0 = wl_field(w[0], WL_VOP_SRC0);
  const bool vop3 = has(d, "VOP3");
  const bool two = vop3 || src0 == WL_SRC_SDWA || src0 == WL_SRC_DPP || src0 == WL_SRC_LITERAL;
  w[0] &= ~(vop3 ? VOP3_OPERANDS : WL_VOP_VDST | WL_VOP_SRC0);
  w[1] = 0;
  model->modifiers = model->operands = 0;
  if (d->size == (two ? 8u : 4u)) model->size = vop3 ? 8 : 4;
  snprintf(model->mnemonic, TEXT, "%s", d->name);
}

// A float constant as a 16-bit integer gets the bits that LLVM 16 prints.
static void canonical_float16(reading *model, uint64_t *bits) {
  static const struct {
    uint32_t f32, f16;
  } floats[] = {
      {0x3f000000, 0x3800}, {0x3f800000, 0x3c00}, {0x40000000, 0x4000}, {0x40800000, 0x4400}, {0x3e22f983, 0x3118}};
  for (uint32_t i = 0; i < model->operands; i++) {
    operand *o = &model->op[i];
    if (!o->i16 || o->bits != 32) continue;
    for (size_t k = 0; k < sizeof floats / sizeof *floats; k++) {
      if ((o->value & 0x7fffffff) != floats[k].f32) continue;
      o->value = floats[k].f16 | (o->value >> 31) << 15;
      o->bits = 16;
      *bits |= 1ull << FLOAT_16;
      break;
    }
  }
}

uint64_t canonical(const uint32_t words[2], const wl_decoded *d, uint32_t out[2], reading *model) {
  uint64_t bits = 0;
  out[0] = words[0];
  out[1] = words[1];
  if (!d->legal) return 0;
  if (strcmp(d->name, "v_nop") == 0 || strcmp(d->name, "v_clrexcp") == 0) {
    canonical_nop(d, out, model);
    return 1ull << NOP;
  }
  if (has(d, "VOP3")) canonical_vop3(d, out, model, &bits);
  else if (has(d, "VOP3P")) canonical_vop3p(d, out, model, &bits);
  else if (d->sdwa) canonical_sdwa(d, out, model, &bits);
  else if (d->dpp) canonical_dpp(d, out, model, &bits);
  else if (starts(d->format, "SOP")) canonical_scalar(d, out, model, &bits);
  else if (!is_vop(d)) canonical_memory(d, out, model, &bits);
  canonical_float16(model, &bits);
  return bits;
}
