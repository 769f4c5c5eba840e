// SPDX-License-Identifier: Apache-2.0
// Points of single opcodes: opcode x operand kind x EXEC class. The decoder says which of them exist: each opcode is
// encoded with an operand of each kind in each field, and the legal ones are points.
#include <string.h>

#include "observe/points.h"

enum { SRC0, SRC1, SRC2, SDST, ADDRESS, SOFFSET, ISSUES, FIELDS };
static const char *const field_names[FIELDS] = {"src0", "src1", "src2", "sdst", "address", "soffset", "issues"};
static_assert((int)FIELDS == POINT_FIELDS, "");

enum {
  VGPR,
  SGPR,
  STATE,
  INTEGER,
  FLOAT,
  LITERAL,
  VALUE_OF,
  DIRECT,
  SDWA,
  DPP,
  IN_LDS,
  IN_GDS,
  NO_VGPR,
  OFFSET,
  INDEX,
  BOTH,
  IMMEDIATE,
  SUM,
  HALVES,
  PLAIN,
  KINDS
};
static const char *const kind_names[KINDS] = {"VGPR",
                                              "SGPR",
                                              "state register",
                                              "inline integer",
                                              "inline float",
                                              "literal",
                                              "flag or aperture",
                                              "LDS_DIRECT",
                                              "SDWA",
                                              "DPP",
                                              "in the LDS",
                                              "in the GDS",
                                              "without VGPR",
                                              "offset in a VGPR",
                                              "index in a VGPR",
                                              "index and offset in VGPRs",
                                              "immediate",
                                              "SGPR and immediate",
                                              "halves of VGPRs",
                                              ""};
static_assert((int)KINDS == POINT_KINDS, "");

// EXEC_ANY: of scalar instructions, for which EXEC means nothing.
enum { EXEC_NONE, EXEC_SOME, EXEC_FULL, EXEC_ANY = EXEC_FULL };
static const char *const exec_names[POINT_EXECS] = {"no lane", "some lanes", "all lanes"};

typedef struct {
  wl_format format;
  const char *name;
  uint32_t base, op;   // first dword without fields, field of the opcode
  bool by_exec;        // its instructions are of lanes
  uint32_t fields[4];  // of which operands are counted, up to the first 0 behind the first
  uint32_t field_count;
} form;

// The fields of image.md 2.1 that are used here: DMASK, A16.
#define IMAGE_OP WL_BITS(24, 18)
enum { IMAGE_DMASK = 8, IMAGE_A16 = 1 << 15 };

#define SOP(n) wl_to_field(WL_SOP_PREFIX, WL_##n##_PREFIX)
static const form forms[] = {
    {WL_FMT_SOP1, "SOP1", 0x17du << 23, WL_SOP1_OP, false, {SRC0, SDST}, 2},
    {WL_FMT_SOP2, "SOP2", 2u << 30, WL_SOP2_OP, false, {SRC0, SRC1, SDST}, 3},
    {WL_FMT_SOPC, "SOPC", 0x17eu << 23, WL_SOPC_OP, false, {SRC0, SRC1}, 2},
    {WL_FMT_SOPK, "SOPK", 0xbu << 28, WL_SOPK_OP, false, {SDST}, 1},
    {WL_FMT_SOPP, "SOPP", 0x17fu << 23, WL_SOPP_OP, false, {ISSUES}, 1},
    {WL_FMT_SMEM, "SMEM", 0x30u << 26, WL_SMEM_OP, false, {ADDRESS}, 1},
    {WL_FMT_VOP1, "VOP1", 0x3fu << 25, WL_VOP1_OP, true, {SRC0}, 1},
    {WL_FMT_VOP2, "VOP2", 0, WL_VOP2_OP, true, {SRC0}, 1},
    {WL_FMT_VOPC, "VOPC", 0x3eu << 25, WL_VOPC_OP, true, {SRC0}, 1},
    {WL_FMT_VOP3, "VOP3", 0x34u << 26, WL_VOP3_OP, true, {SRC0, SRC1, SRC2}, 3},
    {WL_FMT_VOP3P, "VOP3P", 0x1a7u << 23, WL_VOP3P_OP, true, {SRC0, SRC1, SRC2}, 3},
    {WL_FMT_DS, "DS", 0x36u << 26, WL_DS_OP, true, {ADDRESS}, 1},
    {WL_FMT_FLAT, "FLAT", 0x37u << 26, WL_FLAT_OP, true, {ADDRESS}, 1},
    {WL_FMT_FLAT, "SCRATCH", 0x37u << 26 | 1u << 14, WL_FLAT_OP, true, {ADDRESS}, 1},
    {WL_FMT_FLAT, "GLOBAL", 0x37u << 26 | 2u << 14, WL_FLAT_OP, true, {ADDRESS}, 1},
    {WL_FMT_MUBUF, "MUBUF", 0x38u << 26, WL_MUBUF_OP, true, {ADDRESS, SOFFSET}, 2},
    {WL_FMT_MTBUF, "MTBUF", 0x3au << 26, WL_MTBUF_OP, true, {ADDRESS, SOFFSET}, 2},
    {WL_FMT_MIMG, "MIMG", 0x3cu << 26, IMAGE_OP, true, {ADDRESS}, 1},
    {WL_FMT_EXP, "EXP", 0x31u << 26, 0, true, {ISSUES}, 1},
};
enum { FORMS = sizeof forms / sizeof *forms };

static const form *form_of(uint32_t w0) {
  const wl_format f = wl_format_of(w0);
  for (uint32_t i = 0; i < FORMS; i++) {
    if (forms[i].format != f) continue;
    if (f != WL_FMT_FLAT || wl_field(w0, WL_FLAT_SEG) == wl_field(forms[i].base, WL_FLAT_SEG)) return &forms[i];
  }
  return NULL;
}

// ---- what an instruction has ----------------------------------------------------------------------

static int source_kind(uint32_t code) {
  if (code >= WL_SRC_VGPR) return VGPR;
  if (code < WL_FLAT_SCRATCH) return SGPR;
  if (code <= WL_VCC_HI || (code >= WL_M0 && code <= WL_LAST_REGISTER)) return STATE;
  if (code < WL_M0) return -1;  // trap temporaries
  if (code <= WL_SRC_MINUS_16) return INTEGER;
  if (code == WL_SRC_LITERAL) return LITERAL;
  if (code == WL_SRC_LDS_DIRECT) return DIRECT;
  if (code == WL_SRC_SDWA) return SDWA;
  if (code == WL_SRC_DPP) return DPP;
  if (code >= WL_SRC_SHARED_BASE && code <= WL_SRC_PRIVATE_LIMIT) return VALUE_OF;
  if (code == WL_SRC_VCCZ || code == WL_SRC_EXECZ || code == WL_SRC_SCC) return VALUE_OF;
  return code > WL_SRC_PRIVATE_LIMIT && code <= WL_SRC_INV_2PI && code != WL_SRC_POPS_EXITING_WAVE_ID ? FLOAT : -1;
}

static int address_kind(const form *f, const uint32_t w[2]) {
  switch (f->format) {
    case WL_FMT_SMEM: return w[0] & WL_SMEM_SOE ? SUM : w[0] & WL_SMEM_IMM ? IMMEDIATE : SGPR;
    case WL_FMT_DS: return w[0] & WL_DS_GDS ? IN_GDS : IN_LDS;
    case WL_FMT_MIMG: return w[0] & IMAGE_A16 ? HALVES : VGPR;
    case WL_FMT_FLAT: return wl_field(w[1], WL_FLAT_SADDR) == WL_SADDR_NONE || f->base == forms[12].base ? VGPR : SGPR;
    default: {
      const bool index = w[0] & WL_MUBUF_IDXEN, offset = w[0] & WL_MUBUF_OFFEN;
      return index && offset ? BOTH : index ? INDEX : offset ? OFFSET : NO_VGPR;
    }
  }
}

// The kind of the operand in a field; -1: none that is counted.
static int kind_in(const form *f, uint32_t field, const uint32_t w[2]) {
  const bool long_form = f->format == WL_FMT_VOP3 || f->format == WL_FMT_VOP3P;
  switch (field) {
    case ADDRESS: return address_kind(f, w);
    case SOFFSET: return source_kind(wl_field(w[1], WL_MUBUF_SOFFSET));
    case ISSUES: return PLAIN;
    case SDST: return source_kind(wl_field(w[0], WL_SOP_SDST));
    case SRC1: return source_kind(long_form ? wl_field(w[1], WL_VOP3_SRC1) : wl_field(w[0], WL_SOP_SSRC1));
    case SRC2: return source_kind(wl_field(w[1], WL_VOP3_SRC2));
    default:
      return source_kind(long_form    ? wl_field(w[1], WL_VOP3_SRC0)
                         : f->by_exec ? wl_field(w[0], WL_VOP_SRC0)
                                      : wl_field(w[0], WL_SOP_SSRC0));
  }
}

static bool has_field(const wl_decoded *d, uint32_t field) {
  if (field <= SRC2) return d->src[field].kind != WL_DECODED_NONE || (field == SRC0 && d->movrel);
  return field != SDST || d->sdst_regs || d->movrel;
}

void wl_points_operands(point_opcode *o, const wl_decoded *d, const uint32_t w[2], uint64_t exec) {
  const form *f = form_of(w[0]);
  if (!f) return;
  const uint32_t class = !f->by_exec ? EXEC_ANY : !exec ? EXEC_NONE : exec == UINT64_MAX ? EXEC_FULL : EXEC_SOME;
  for (uint32_t i = 0; i < f->field_count; i++) {
    const uint32_t field = f->fields[i];
    const int kind = has_field(d, field) ? kind_in(f, field, w) : -1;
    if (kind >= 0) o->count[field][kind][class]++;
  }
}

// ---- which points exist ---------------------------------------------------------------------------

enum { ANY_SGPR = 16, ANY_VGPR = 8, MOST = 3 };

// Operand codes of a kind, of which one that is legal is enough.
static uint32_t codes_of(uint32_t kind, uint32_t code[MOST]) {
  static const uint32_t codes[KINDS][MOST] = {[VGPR] = {WL_SRC_VGPR + ANY_VGPR},
                                              [SGPR] = {ANY_SGPR},
                                              [STATE] = {WL_VCC, WL_M0, WL_FLAT_SCRATCH},
                                              [INTEGER] = {WL_SRC_ZERO},
                                              [FLOAT] = {WL_SRC_INV_2PI},
                                              [LITERAL] = {WL_SRC_LITERAL},
                                              [VALUE_OF] = {WL_SRC_SCC, WL_SRC_SHARED_BASE},
                                              [DIRECT] = {WL_SRC_LDS_DIRECT},
                                              [SDWA] = {WL_SRC_SDWA},
                                              [DPP] = {WL_SRC_DPP}};
  memcpy(code, codes[kind], sizeof codes[kind]);
  uint32_t n = 1;
  while (n < MOST && code[n]) n++;
  return n;
}

// Puts an operand code into a field.
static void put(const form *f, uint32_t field, uint32_t code, uint32_t w[2]) {
  const bool long_form = f->format == WL_FMT_VOP3 || f->format == WL_FMT_VOP3P;
  switch (field) {
    case SOFFSET: w[1] = wl_with_field(w[1], WL_MUBUF_SOFFSET, code); break;
    case SDST: w[0] = wl_with_field(w[0], WL_SOP_SDST, code); break;
    case SRC0:
      if (long_form) w[1] = wl_with_field(w[1], WL_VOP3_SRC0, code);
      else if (f->by_exec) w[0] = wl_with_field(w[0], WL_VOP_SRC0, code);
      else w[0] = wl_with_field(w[0], WL_SOP_SSRC0, code);
      break;
    case SRC1:
      if (long_form) w[1] = wl_with_field(w[1], WL_VOP3_SRC1, code);
      else w[0] = wl_with_field(w[0], WL_SOP_SSRC1, code);
      break;
    default: w[1] = wl_with_field(w[1], WL_VOP3_SRC2, code); break;
  }
}

static void put_address(const form *f, uint32_t kind, uint32_t w[2]) {
  switch (f->format) {
    case WL_FMT_SMEM:
      w[0] = (w[0] & ~(WL_SMEM_SOE | WL_SMEM_IMM)) | (kind == SGPR ? 0 : WL_SMEM_IMM) | (kind == SUM ? WL_SMEM_SOE : 0);
      w[1] = kind == SGPR ? ANY_SGPR : kind == SUM ? wl_to_field(WL_SMEM_SOFFSET, ANY_SGPR) : 0;
      break;
    case WL_FMT_DS: w[0] = (w[0] & ~WL_DS_GDS) | (kind == IN_GDS ? WL_DS_GDS : 0); break;
    case WL_FMT_FLAT: w[1] = wl_with_field(w[1], WL_FLAT_SADDR, kind == SGPR ? ANY_SGPR : WL_SADDR_NONE); break;
    case WL_FMT_MIMG: w[0] = (w[0] & ~(uint32_t)IMAGE_A16) | (kind == HALVES ? IMAGE_A16 : 0); break;
    default:
      w[0] |=
          (kind == INDEX || kind == BOTH ? WL_MUBUF_IDXEN : 0) | (kind == OFFSET || kind == BOTH ? WL_MUBUF_OFFEN : 0);
  }
}

// The instruction with this opcode; `others` stands in all sources that may be constants.
static void plain(const form *f, uint32_t op, uint32_t others, uint32_t w[2]) {
  w[0] = f->base | (f->op ? wl_to_field(f->op, op) : 0);
  w[1] = 0;
  for (uint32_t field = SRC0; field <= SRC2; field++) {
    if (f->format == WL_FMT_VOP3 || f->format == WL_FMT_VOP3P || (field == SRC0 && f->fields[0] == SRC0) ||
        (field == SRC1 && f->field_count > 1 && f->fields[1] == SRC1))
      put(f, field, f->by_exec || others < WL_SRC_VGPR ? others : ANY_SGPR, w);
  }
  switch (f->format) {
    case WL_FMT_SOP1:
    case WL_FMT_SOP2:
    case WL_FMT_SOPK: put(f, SDST, ANY_SGPR, w); break;
    case WL_FMT_SMEM:
      w[0] |= wl_to_field(WL_SMEM_SBASE, ANY_SGPR / 2) | wl_to_field(WL_SMEM_SDATA, 2 * ANY_SGPR);
      break;
    case WL_FMT_VOP1:
    case WL_FMT_VOP2: w[0] |= wl_to_field(WL_VOP_VDST, ANY_VGPR); break;
    case WL_FMT_VOP3:
    case WL_FMT_VOP3P: w[0] |= wl_to_field(WL_VOP3_VDST, ANY_VGPR); break;
    case WL_FMT_SOPP: w[0] |= wl_to_field(WL_SOP_SIMM16, 1); break;  // a clause has an instruction
    case WL_FMT_DS:
      w[1] = wl_to_field(WL_DS_VDST, ANY_VGPR);
      if (others < WL_SRC_VGPR) w[0] |= wl_to_field(WL_OWNER_STRIDE, 4);  // of owner operations
      break;
    case WL_FMT_FLAT: w[1] = wl_to_field(WL_FLAT_VDST, ANY_VGPR) | wl_to_field(WL_FLAT_SADDR, WL_SADDR_NONE); break;
    case WL_FMT_MUBUF:
    case WL_FMT_MTBUF:
      w[1] = wl_to_field(WL_MUBUF_SRSRC, ANY_SGPR / 4) | wl_to_field(WL_MUBUF_SOFFSET, WL_SRC_ZERO);
      if (f->format == WL_FMT_MTBUF)
        w[0] |= wl_to_field(WL_MTBUF_DFMT, dfmt_32) | wl_to_field(WL_MTBUF_NFMT, nfmt_UINT);
      break;
    case WL_FMT_MIMG:  // the DMASK of cmpswap, or one that all others take
      w[0] |= (others == WL_SRC_ZERO ? 3u : 1u) << IMAGE_DMASK;
      break;
    case WL_FMT_EXP: w[0] |= wl_to_field(WL_EXP_EN, 1); break;
    default: break;
  }
}

static bool legal(wl_isa isa, const uint32_t w[2], wl_decoded *d) {
  wl_decode_words(w, isa, false, WL_SGPR_COUNT, MAX_VGPRS, true, d);
  return d->legal;
}

static const uint32_t other_codes[] = {WL_SRC_VGPR + ANY_VGPR, ANY_SGPR, WL_SRC_ZERO};
enum { OTHERS = sizeof other_codes / sizeof *other_codes };

// A legal form of the opcode.
static bool some_form(wl_isa isa, const form *f, uint32_t op, uint32_t w[2], wl_decoded *d) {
  for (uint32_t i = 0; i < OTHERS; i++) {
    plain(f, op, other_codes[i], w);
    if (legal(isa, w, d)) return true;
    for (uint32_t kind = IN_LDS; kind < PLAIN && f->fields[0] == ADDRESS; kind++) {
      plain(f, op, other_codes[i], w);
      put_address(f, kind, w);
      if (address_kind(f, w) == (int)kind && legal(isa, w, d)) return true;
    }
    // A lane number is scalar beside a VGPR.
    put(f, SRC1, ANY_SGPR, w);
    if (f->format == WL_FMT_VOP3 && legal(isa, w, d)) return true;
  }
  return false;
}

static bool exists(wl_isa isa, const form *f, uint32_t op, uint32_t field, uint32_t kind) {
  uint32_t w[2], code[MOST];
  wl_decoded d;
  if (field == ISSUES) return kind == PLAIN && some_form(isa, f, op, w, &d);
  for (uint32_t i = 0; i < OTHERS * OTHERS; i++) {
    const uint32_t others = other_codes[i % OTHERS], second = other_codes[i / OTHERS];
    plain(f, op, others, w);
    if (f->format == WL_FMT_VOP3 && field != SRC1) put(f, SRC1, second, w);
    if (field == ADDRESS) {
      put_address(f, kind, w);
      if (kind_in(f, field, w) == (int)kind && legal(isa, w, &d)) return true;
      continue;
    }
    const uint32_t width = field == SDST ? 128 : field == SOFFSET || !f->by_exec ? 256 : 512;
    const uint32_t n = codes_of(kind, code);
    for (uint32_t c = 0; c < n && kind < IN_LDS; c++) {
      if (code[c] >= width) continue;
      put(f, field, code[c], w);
      if (code[c] == WL_SRC_DPP && f->format <= WL_FMT_VOPC)
        w[1] = wl_to_field(WL_DPP_ROW_MASK, 15) | wl_to_field(WL_DPP_BANK_MASK, 15);
      if (kind_in(f, field, w) == (int)kind && legal(isa, w, &d) && has_field(&d, field)) return true;
    }
  }
  return false;
}

// ---- lines ----------------------------------------------------------------------------------------

static void print_point(const form *f, const char *name, uint32_t field, uint32_t kind, uint32_t exec, FILE *file) {
  fprintf(file, "%s %s %s%s%s", f->name, name, field_names[field], *kind_names[kind] ? " " : "", kind_names[kind]);
  if (f->by_exec) fprintf(file, ", %s", exec_names[exec]);
}

void wl_points_write_opcode(const point_opcode *o, wl_isa isa, FILE *file) {
  const form *f = form_of(o->words[0]);
  wl_decoded d;
  if (!f || !legal(isa, o->words, &d)) return;
  for (uint32_t field = 0; field < FIELDS; field++) {
    for (uint32_t kind = 0; kind < KINDS; kind++) {
      for (uint32_t e = 0; e < POINT_EXECS; e++) {
        if (!o->count[field][kind][e]) continue;
        fprintf(file, "point\topcode\t");
        print_point(f, d.name, field, kind, e, file);
        fprintf(file, "\t-\t%u\n", o->count[field][kind][e]);
      }
    }
  }
}

void wl_points_list_opcodes(wl_isa isa, uint32_t images, FILE *file) {
  for (uint32_t i = 0; i < FORMS; i++) {
    const form *f = &forms[i];
    const uint32_t ops = f->op ? wl_field(UINT32_MAX, f->op) + 1 : 1;
    for (uint32_t op = 0; op < ops; op++) {
      uint32_t w[2];
      wl_decoded d;
      if (!some_form(isa, f, op, w, &d) || form_of(w[0]) != f) continue;
      if (f->format == WL_FMT_MIMG && wl_points_image_stage(op) > images) continue;
      const wl_decoded of = d;
      for (uint32_t n = 0; n < f->field_count; n++) {
        for (uint32_t kind = 0; kind < KINDS; kind++) {
          if (!exists(isa, f, op, f->fields[n], kind)) continue;
          for (uint32_t e = f->by_exec ? 0 : EXEC_ANY; e < POINT_EXECS; e++) {
            fprintf(file, "opcode\t");
            print_point(f, of.name, f->fields[n], kind, e, file);
            fprintf(file, "\t%s", of.name);
            if (f->fields[n] != ISSUES) fprintf(file, " with %s %s", field_names[f->fields[n]], kind_names[kind]);
            if (f->by_exec) fprintf(file, " and EXEC with %s", exec_names[e]);
            fprintf(file, "|%s%s\n", of.name, f->fields[n] == ADDRESS && kind == IN_GDS ? ",gds" : "");
          }
        }
      }
    }
  }
}

void wl_points_each_opcode(wl_isa isa, void (*each)(void *to, const wl_decoded *d), void *to) {
  for (uint32_t i = 0; i < FORMS; i++) {
    const uint32_t ops = forms[i].op ? wl_field(UINT32_MAX, forms[i].op) + 1 : 1;
    for (uint32_t op = 0; op < ops; op++) {
      uint32_t w[2];
      wl_decoded d;
      if (some_form(isa, &forms[i], op, w, &d) && form_of(w[0]) == &forms[i]) each(to, &d);
    }
  }
}
