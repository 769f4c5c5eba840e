// SPDX-License-Identifier: Apache-2.0
// The model's reading in the normal form, with operands in the assembler's order (gfx9-encoding.md 3).
#include "decode.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static operand *add(reading *r, operand_kind kind, uint32_t reg, uint32_t regs) {
  operand *o = &r->op[r->operands++];
  *o = (operand){.kind = kind, .reg = reg, .regs = regs};
  return o;
}

static void add_number(reading *r, uint64_t value) {
  operand *o = add(r, KIND_NUMBER, 0, 0);
  o->value = value;
  o->bits = 64;
}
static void add_name(reading *r, const char *name) { snprintf(add(r, KIND_NAME, 0, 0)->text, TEXT, "%s", name); }

static void __attribute__((format(printf, 2, 3))) modifier(reading *r, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(r->modifier[r->modifiers++], TEXT, format, args);
  va_end(args);
}

static bool ends(const char *s, const char *with) {
  const size_t n = strlen(s), m = strlen(with);
  return n >= m && strcmp(s + n - m, with) == 0;
}

// Whether source i is a 16-bit integer, by the opcode's name.
static bool is_i16(const wl_decoded *d, unsigned i) {
  static const char *const types[] = {"_u16", "_i16", "_b16"};
  const char *name = d->name;
  if (strncmp(name, "v_", 2) != 0 || strcmp(name, "v_sad_u16") == 0 || strcmp(name, "v_sat_pk_u8_i16") == 0)
    return false;
  if (strcmp(name, "v_ldexp_f16") == 0 || strstr(name, "_class_f16")) return i == 1;
  if (strcmp(name, "v_mad_u32_u16") == 0 || strcmp(name, "v_mad_i32_i16") == 0) return i < 2;
  if (strncmp(name, "v_dot2_", 7) == 0) return i < 2 && !ends(name, "_f16");
  for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
    if (ends(name, types[t])) return true;
  }
  return false;
}

// Sources of f16 or f32, as OP_SEL_HI says.
static bool is_mix(const wl_decoded *d) {
  return strncmp(d->name, "v_mad_mix", 9) == 0 || strncmp(d->name, "v_fma_mix", 9) == 0;
}

// Whether source i is an f16 number.
static bool is_f16(const wl_decoded *d, unsigned i) {
  if (is_mix(d)) return d->op_sel_hi >> i & 1;
  return strncmp(d->name, "v_", 2) == 0 && ends(d->name, "_f16") && !(strcmp(d->name, "v_dot2_f32_f16") == 0 && i == 2);
}

// Width of a constant in source i. An inline constant of a 16-bit integer has 32 bits, a literal 16 (gfx9-encoding.md
// 4).
static uint32_t source_bits(const wl_decoded *d, unsigned i) {
  if (d->src[i].regs == 2) return 64;
  if (is_i16(d, i)) return d->literal != 0 ? 16 : 32;
  return is_f16(d, i) ? 16 : 32;
}

static const char *flag_name(uint32_t code) {
  switch (code) {
    case WL_SRC_VCCZ: return "src_vccz";
    case WL_SRC_EXECZ: return "src_execz";
    case WL_SRC_SCC: return "src_scc";
    default: return "src_lds_direct";
  }
}

// Packed and dot opcodes: NEG and NEG_HI are lists, and no signs of operands.
static bool has_halves(const wl_decoded *d) {
  return strncmp(d->name, "v_pk_", 5) == 0 || strncmp(d->name, "v_dot", 5) == 0;
}

static void add_source(reading *r, const wl_decoded *d, unsigned i) {
  const wl_decoded_operand *s = &d->src[i];
  operand *o;
  switch (s->kind) {
    case WL_DECODED_NONE: return;
    case WL_DECODED_VGPR: o = add(r, KIND_VGPR, s->reg, s->regs); break;
    case WL_DECODED_SGPR: o = add(r, KIND_SGPR, s->reg, s->regs); break;
    case WL_DECODED_FLAG:
      add_name(r, flag_name(s->reg));
      o = &r->op[r->operands - 1];
      break;
    default:
      o = add(r, KIND_NUMBER, 0, s->regs);
      o->bits = source_bits(d, i);
      o->value = o->bits == 16 ? s->value & 0xffff : s->value;
      o->i16 = is_i16(d, i);
      o->sign = strstr(d->name, "_i64") != NULL;
      o->high = o->bits == 64 && strstr(d->name, "_f64") != NULL && d->literal != 0;
      break;
  }
  o->neg = d->neg >> i & !has_halves(d);
  o->abs = d->abs >> i & !has_halves(d);
  o->sext = d->sdwa && i < 2 && d->src_sext[i];
}

static bool is(const wl_decoded *d, const char *name) { return strcmp(d->name, name) == 0; }
static bool has_format(const wl_decoded *d, const char *name) { return strcmp(d->format, name) == 0; }

static void add_results(reading *r, const wl_decoded *d) {
  if (d->vdst_vgprs) add(r, KIND_VGPR, d->vdst, d->vdst_vgprs);
  if (d->sdst_regs) add(r, KIND_SGPR, d->sdst, d->sdst_regs);
}

// ---- scalar ------------------------------------------------------------------------------------

static void read_sopk(const wl_decoded *d, reading *r) {
  const bool setreg = is(d, "s_setreg_b32") || is(d, "s_setreg_imm32_b32");
  const bool twice = d->sdst_regs && d->src[0].kind != WL_DECODED_NONE;  // s_addk, s_mulk: one field, named once
  if (!setreg) add_results(r, d);
  if (!setreg && !twice) add_source(r, d, 0);
  add_number(r, (uint16_t)d->simm);
  if (is(d, "s_setreg_b32")) add_source(r, d, 0);
  if (is(d, "s_setreg_imm32_b32")) add_number(r, d->literal);
}

static void read_sopp(const wl_decoded *d, reading *r) {
  static const char *const without[] = {"s_barrier",    "s_icache_inv",   "s_set_gpr_idx_off",       "s_wakeup",
                                        "s_ttracedata", "s_endpgm_saved", "s_endpgm_ordered_ps_done"};
  for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
    if (is(d, without[i])) return;
  }
  if (is(d, "s_endpgm") && d->simm == 0) return;
  const uint32_t counters = WL_WAITCNT_VM_LOW | WL_WAITCNT_EXP | WL_WAITCNT_LGKM | WL_WAITCNT_VM_HIGH;
  add_number(r, (uint16_t)d->simm & (is(d, "s_waitcnt") ? counters : WL_SOP_SIMM16));
}

static void read_scalar(const wl_decoded *d, reading *r, const uint32_t words[2]) {
  if (has_format(d, "SOPK")) {
    read_sopk(d, r);
  } else if (has_format(d, "SOPP")) {
    read_sopp(d, r);
  } else {
    const bool to_base = strncmp(d->name, "s_movreld", 9) == 0, from_base = strncmp(d->name, "s_movrels", 9) == 0;
    const uint32_t base_regs = strstr(d->name, "b64") ? 2 : 1;
    if (to_base) add(r, KIND_SGPR, (uint32_t)d->simm, base_regs);
    add_results(r, d);
    if (from_base) add(r, KIND_SGPR, (uint32_t)d->simm, base_regs);
    add_source(r, d, 0);
    add_source(r, d, 1);
    if (is(d, "s_set_gpr_idx_on")) add_number(r, wl_field(words[0], WL_SOP_SSRC1) & 15);
  }
}

// ---- vector ------------------------------------------------------------------------------------

static const char *const selects[8] = {"BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD", "?"};

static void sdwa_modifiers(const wl_decoded *d, reading *r, uint32_t sources) {
  static const char *const unused[4] = {"UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE", "?"};
  if (!has_format(d, "VOPC")) {
    modifier(r, "dst_sel:%s", selects[d->dst_sel]);
    modifier(r, "dst_unused:%s", unused[d->dst_unused]);
  }
  for (uint32_t i = 0; i < sources; i++) modifier(r, "src%u_sel:%s", i, selects[d->src_sel[i]]);
}

static void dpp_modifiers(const wl_decoded *d, reading *r) {
  const uint32_t c = d->dpp_control, n = c & 15;
  static const char *const rows[3] = {"row_shl", "row_shr", "row_ror"};
  static const char *const waves[4] = {"wave_shl:1", "wave_rol:1", "wave_shr:1", "wave_ror:1"};
  static const char *const others[4] = {"row_mirror", "row_half_mirror", "row_bcast:15", "row_bcast:31"};
  if (c < 0x100) modifier(r, "quad_perm:[%u,%u,%u,%u]", c & 3, c >> 2 & 3, c >> 4 & 3, c >> 6);
  else if (c < 0x130) modifier(r, "%s:%u", rows[(c >> 4) - 0x10], n);
  else if (c < 0x140) modifier(r, "%s", waves[n >> 2]);
  else modifier(r, "%s", others[n & 3]);
  modifier(r, "row_mask:0x%x", d->row_mask);
  modifier(r, "bank_mask:0x%x", d->bank_mask);
  if (d->bound_ctrl) modifier(r, "bound_ctrl:1");
}

// A list of one bit per source. A 16-bit opcode that selects the half of its result has one more.
static void bits_modifier(reading *r, const char *name, uint32_t bits, uint32_t count) {
  char list[16] = "";
  for (uint32_t i = 0; i < count; i++) snprintf(list + strlen(list), 4, i ? ",%u" : "%u", bits >> i & 1);
  modifier(r, "%s:[%s]", name, list);
}

static void read_vector(const wl_decoded *d, reading *r) {
  static const char *const omods[4] = {NULL, "mul:2", "mul:4", "div:2"};
  const bool packed = has_format(d, "VOP3P");
  const bool madmk = is(d, "v_madmk_f32") || is(d, "v_madmk_f16"), madak = is(d, "v_madak_f32") || is(d, "v_madak_f16");
  uint32_t sources = 0;
  add_results(r, d);
  for (unsigned i = 0; i < 3; i++) {
    if (i == 1 && madmk) add_number(r, d->literal);
    add_source(r, d, i);
    sources += d->src[i].kind != WL_DECODED_NONE;
  }
  if (madak) add_number(r, d->literal);
  if (d->reads_vcc) add(r, KIND_SGPR, WL_VCC, 2);
  if (packed && d->op_sel) bits_modifier(r, "op_sel", d->op_sel, sources);
  const uint32_t usual = is_mix(d) ? 0 : (1u << sources) - 1;  // of OP_SEL_HI
  if (packed && d->op_sel_hi != usual) bits_modifier(r, "op_sel_hi", d->op_sel_hi, sources);
  if (has_halves(d) && d->neg) bits_modifier(r, "neg_lo", d->neg, sources);
  if (has_halves(d) && d->abs) bits_modifier(r, "neg_hi", d->abs, sources);
  if (!packed && d->op_sel) {
    bits_modifier(r, "op_sel", (d->op_sel & ((1u << sources) - 1)) | (d->op_sel >> 3 & 1) << sources, sources + 1);
  }
  if (d->clamp) modifier(r, "clamp");
  if (d->omod) modifier(r, "%s", omods[d->omod]);
  if (d->sdwa && r->operands > 0) sdwa_modifiers(d, r, sources);
  if (d->dpp && r->operands > 0) dpp_modifiers(d, r);
}

static const char *suffix(const wl_decoded *d) {
  static const char *const bare[] = {"v_readfirstlane_b32", "v_swap_b32",  "v_madmk_f32",
                                     "v_madak_f32",         "v_madmk_f16", "v_madak_f16"};
  if (is(d, "v_nop") || is(d, "v_clrexcp")) return "";
  if (d->sdwa) return "_sdwa";
  if (d->dpp) return "_dpp";
  if (has_format(d, "VOP1") || has_format(d, "VOP2") || has_format(d, "VOPC")) {
    for (size_t i = 0; i < sizeof bare / sizeof *bare; i++) {
      if (is(d, bare[i])) return "";
    }
    return "_e32";
  }
  // Opcodes that only VOP3 has are without a suffix.
  return has_format(d, "VOP3") && d->op < WL_VOP3_ONLY ? "_e64" : "";
}

// ---- memory ------------------------------------------------------------------------------------

// The effect of a swizzle's AND, OR and XOR masks on each bit of the lane number, from the highest: 0, 1, p (kept), i
// (inverted).
static void swizzle_modifier(reading *r, uint32_t offset) {
  char bits[6] = "";
  for (uint32_t i = 0; i < 5; i++) {
    const uint32_t at = 4 - i, and = offset >> at & 1, or = offset >> (at + 5) & 1, xor = offset >> (at + 10) & 1;
    bits[i] = "01pi"[(and&&! or) << 1 | (or ^xor)];
  }
  modifier(r, "swizzle:%s", bits);
}

enum { SWIZZLE_QUAD = 0x8000 };  // ds_swizzle_b32: from this offset on it is no mask mode
static bool has_two_offsets(const char *name) {
  return strstr(name, "read2") || strstr(name, "write2") || strstr(name, "wrxchg2");
}

static void read_ds(const wl_decoded *d, reading *r) {
  const uint32_t offset = (uint32_t)d->simm;
  if (is(d, "ds_nop")) return;
  add_results(r, d);
  for (unsigned i = 0; i < 3; i++) add_source(r, d, i);
  if (has_two_offsets(d->name)) {
    const uint32_t first = wl_field(offset, WL_DS_OFFSET0), second = wl_field(offset >> 8, WL_DS_OFFSET0);
    if (first) modifier(r, "offset0:%u", first);
    if (second) modifier(r, "offset1:%u", second);
  } else if (is(d, "ds_swizzle_b32") && offset > 0 && offset < SWIZZLE_QUAD) {
    swizzle_modifier(r, offset);
  } else if (offset) {
    modifier(r, "offset:%u", offset);
  }
  if (d->gds) modifier(r, "gds");
}

static bool is_atomic(const wl_decoded *d) { return strstr(d->name, "_atomic_") != NULL; }

static void read_global(const wl_decoded *d, const uint32_t words[2], reading *r) {
  const bool flat = strncmp(d->name, "flat_", 5) == 0, scratch = strncmp(d->name, "scratch_", 8) == 0;
  const bool lds = d->src[1].kind == WL_DECODED_SGPR;
  add_results(r, d);
  if (scratch && d->src[0].kind == WL_DECODED_NONE) add_name(r, "off");
  add_source(r, d, 0);
  if (!lds) add_source(r, d, 1);
  if (!flat && d->src[2].kind == WL_DECODED_NONE) add_name(r, "off");
  if (!flat) add_source(r, d, 2);
  if (d->simm) modifier(r, "offset:%d", d->simm);
  if (is_atomic(d) && (words[0] & WL_FLAT_GLC)) modifier(r, "glc");
  if (lds) modifier(r, "lds");
}

// The two parts of an MTBUF's format; LLVM leaves out 8 and UNORM, which the assembler has without them.
static void format_modifier(reading *r, uint32_t word) {
  static const char *const data[16] = {"INVALID",     "8",        "16",          "8_8",        "32",      "16_16",
                                       "10_11_11",    "11_11_10", "10_10_10_2",  "2_10_10_10", "8_8_8_8", "32_32",
                                       "16_16_16_16", "32_32_32", "32_32_32_32", "RESERVED_15"};
  static const char *const number[8] = {"UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT", "RESERVED_6", "FLOAT"};
  const uint32_t d = wl_field(word, WL_MTBUF_DFMT), n = wl_field(word, WL_MTBUF_NFMT);
  if (d != 1 && n != 0) modifier(r, "format:[BUF_DATA_FORMAT_%s,BUF_NUM_FORMAT_%s]", data[d], number[n]);
  else if (d != 1) modifier(r, "format:[BUF_DATA_FORMAT_%s]", data[d]);
  else if (n != 0) modifier(r, "format:[BUF_NUM_FORMAT_%s]", number[n]);
}

// MUBUF and MTBUF. An atomic returns in VDATA, which is named once.
static void read_buffer(const wl_decoded *d, const uint32_t words[2], reading *r) {
  if (strncmp(d->name, "buffer_wbinvl1", 14) == 0) return;
  const bool from_lds = is(d, "buffer_store_lds_dword"), lds = d->src[1].kind == WL_DECODED_SGPR;
  if (!is_atomic(d)) add_results(r, d);
  if (!lds) add_source(r, d, 1);
  if (d->src[0].kind == WL_DECODED_NONE && !from_lds) add_name(r, "off");
  if (!from_lds) add_source(r, d, 0);
  add_source(r, d, 2);
  add_source(r, d, 3);
  if (has_format(d, "MTBUF")) format_modifier(r, words[0]);
  if ((words[0] & WL_MUBUF_IDXEN) && !from_lds) modifier(r, "idxen");
  if ((words[0] & WL_MUBUF_OFFEN) && !from_lds) modifier(r, "offen");
  if (d->simm) modifier(r, "offset:%d", d->simm);
  if (is_atomic(d) && (words[0] & WL_MUBUF_GLC)) modifier(r, "glc");
  if (lds) modifier(r, "lds");
  // Not printed of MTBUF. TFE's register is the last of a tuple.
  if (!has_format(d, "MUBUF") || is_atomic(d) || d->vdst_vgprs == 0 || !(words[1] & WL_MUBUF_TFE)) return;
  modifier(r, "tfe");
  r->op[0].regs++;
}

// The first register of the address is compared. The register of TFE is the last of VDATA. Without DMASK a store
// has no data; LLVM is asked about v0.
static void read_image(const wl_decoded *d, const uint32_t words[2], reading *r) {
  const uint32_t w0 = words[0], data = d->src[1].regs > d->vdst_vgprs ? d->src[1].regs : d->vdst_vgprs;
  const bool tfe = d->tfe_vgpr != 0;
  add(r, KIND_VGPR, data != 0 ? wl_field(words[1], WL_MIMG_VDATA) : 0, (data != 0 ? data : 1) + tfe);
  add(r, KIND_VGPR, d->src[0].reg, 1);
  add_source(r, d, 2);
  add_source(r, d, 3);
  if (w0 & WL_MIMG_DMASK) modifier(r, "dmask:0x%x", wl_field(w0, WL_MIMG_DMASK));
  if (w0 & WL_MIMG_UNORM) modifier(r, "unorm");
  if (is_atomic(d) && (w0 & WL_MIMG_GLC)) modifier(r, "glc");
  if (w0 & WL_MIMG_A16) modifier(r, "a16");
  if (tfe) modifier(r, "tfe");
  if (w0 & WL_MIMG_DA) modifier(r, "da");
  if (words[1] & WL_MIMG_D16) modifier(r, "d16");
}

// SDATA comes first, named once by an atomic that returns. The register offset comes last. An immediate beside it is a
// modifier.
static void read_smem(const wl_decoded *d, const uint32_t words[2], reading *r) {
  if (strncmp(d->name, "s_dcache_inv", 12) == 0 || strncmp(d->name, "s_dcache_wb", 11) == 0) return;
  if (strncmp(d->name, "s_atc_probe", 11) == 0) add_number(r, wl_field(words[0], WL_SMEM_SDATA));
  if (!is_atomic(d)) add_results(r, d);
  if (strncmp(d->name, "s_mem", 5) == 0) return;  // the clocks
  add_source(r, d, 3);
  add_source(r, d, 0);
  add_source(r, d, 1);
  if (d->src[1].kind == WL_DECODED_NONE) add_number(r, (uint64_t)(int64_t)d->simm);
  else if (d->simm < 0) modifier(r, "offset:-0x%x", -(uint32_t)d->simm);
  else if (d->simm) modifier(r, "offset:0x%x", (uint32_t)d->simm);
  if (is_atomic(d) && (words[0] & WL_SMEM_GLC)) modifier(r, "glc");
}

// With COMPR LLVM names each register of a pair twice, by its bits of EN.
static void read_export(const wl_decoded *d, reading *r) {
  char name[TEXT];
  if (d->target == WL_EXP_MRTZ || d->target == WL_EXP_NULL)
    snprintf(name, sizeof name, d->target == WL_EXP_MRTZ ? "mrtz" : "null");
  else if (d->target >= WL_EXP_PARAM0) snprintf(name, sizeof name, "param%u", d->target - WL_EXP_PARAM0);
  else if (d->target >= WL_EXP_POS0) snprintf(name, sizeof name, "pos%u", d->target - WL_EXP_POS0);
  else snprintf(name, sizeof name, "mrt%u", d->target);
  add_name(r, name);
  for (unsigned i = 0; i < WL_DECODED_SOURCES; i++) {
    if (d->en >> i & 1) add_source(r, d, d->compr ? i / 2 : i);
    else add_name(r, "off");
  }
  if (d->done) modifier(r, "done");
  if (d->compr) modifier(r, "compr");
  if (d->vm) modifier(r, "vm");
}

void model_read(const wl_decoded *d, const uint32_t words[2], reading *r) {
  memset(r, 0, sizeof *r);
  r->legal = d->legal;
  r->size = d->size;
  if (!d->legal) return;
  const bool scalar = strncmp(d->format, "SOP", 3) == 0;
  snprintf(r->mnemonic, TEXT, "%s%s", d->name, strncmp(d->format, "VOP", 3) == 0 ? suffix(d) : "");
  if (scalar) read_scalar(d, r, words);
  else if (has_format(d, "SMEM")) read_smem(d, words, r);
  else if (has_format(d, "EXP")) read_export(d, r);
  else if (has_format(d, "DS")) read_ds(d, r);
  else if (has_format(d, "FLAT")) read_global(d, words, r);
  else if (has_format(d, "MUBUF") || has_format(d, "MTBUF")) read_buffer(d, words, r);
  else if (has_format(d, "MIMG")) read_image(d, words, r);
  else read_vector(d, r);
}
