// SPDX-License-Identifier: Apache-2.0
// Decoder of VOP1, VOP2, VOPC, VOP3 and VOP3P with SDWA and DPP (gfx9-encoding.md 3, 4, 5; numerics.md 11).
#include "decode/vector.h"

#include "decode/decode.h"
#include "wavelock/opcodes.h"

const struct wl_vop wl_vops[WL_VOP_COUNT] = {
#define VOP(id, name, fields, ...) [WL_VOP_##id] = {#name, .sources = fields, __VA_ARGS__},
#define VOP1(op, name, type, ...) VOP(name, name, 1, WL_TYPE_##type)
#define VOP2(op, name, type, ...) VOP(name, name, 2, WL_TYPE_##type)
#define VOP3(op, name, fields, type, ...) VOP(name, name, fields, WL_TYPE_##type)
#define VOP3P VOP3
#define VOPC(op, opx, name, type, ...) VOP(cmp_##name, name, 2, WL_TYPE_##type)
#include "isa/vop1.def"
#include "isa/vop2.def"
#include "isa/vop3.def"
#include "isa/vop3p.def"
#include "isa/vopc.def"
#undef VOP
#undef VOP1
#undef VOP2
#undef VOP3
#undef VOP3P
#undef VOPC
};

wl_latency wl_latency_of(const struct wl_insn *insn) {
#define LATENCY(id, class) [WL_VOP_##id] = WL_LATENCY_##class,
  static const uint8_t latencies[WL_VOP_COUNT] = {
#include "isa/latency.def"
  };
#undef LATENCY
  return (wl_latency)latencies[insn->vop - wl_vops];
}

// Opcode to wl_vop_id + 1; 0: no such opcode. VOP2 and VOP3P differ by instruction set.
#define VOP1(op, name, type, ...) [op] = WL_VOP_##name + 1,
static const uint16_t vop1_ids[256] = {
#include "isa/vop1.def"
};
#undef VOP1
#define VOP2(op, name, type, ...) [op] = WL_VOP_##name + 1,
static const uint16_t vop2_ids[WL_ISAS][64] = {
    [WL_GFX900] =
        {
#define VOP2_GFX906(...)
#include "isa/vop2.def"
        },
    [WL_GFX906] =
        {
#include "isa/vop2.def"
        },
};
#undef VOP2
#define VOPC(op, opx, name, type, ...) [op] = WL_VOP_cmp_##name + 1, [opx] = WL_VOP_cmp_##name + 1,
static const uint16_t vopc_ids[256] = {
#include "isa/vopc.def"
};
#undef VOPC
#define VOP3(op, name, sources, type, ...) [op - WL_VOP3_ONLY] = WL_VOP_##name + 1,
static const uint16_t vop3_ids[WL_VOP3_END - WL_VOP3_ONLY] = {
#include "isa/vop3.def"
};
#undef VOP3

#define VOP3P(op, name, sources, type, ...) [op] = WL_VOP_##name + 1,
static const uint16_t vop3p_ids[WL_ISAS][128] = {
    [WL_GFX900] =
        {
#define VOP3P_GFX906(...)
#include "isa/vop3p.def"
        },
    [WL_GFX906] =
        {
#define VOP3P_GFX900(...)
#include "isa/vop3p.def"
        },
};
#undef VOP3P

// Full mnemonics of compares, by opcode.
#define VOPC(op, opx, name, type, ...) [op] = "v_cmp_" #name, [opx] = "v_cmpx_" #name,
static const char *const vopc_names[256] = {
#include "isa/vopc.def"
};
#undef VOPC
#define VOPC(op, opx, name, type, ...) [opx] = true,
static const bool vopc_writes_exec[256] = {
#include "isa/vopc.def"
};
#undef VOPC

// ---- operands ----------------------------------------------------------------------------------

static bool is_register_code(uint32_t code) { return code <= WL_M0 || code == WL_EXEC || code == WL_EXEC_HI; }

// An SGPR pair that can hold a lane mask.
static bool is_mask_code(uint32_t code) { return code % 2 == 0 && (code < WL_M0 || code == WL_EXEC); }

// Apertures and SRC_POPS_EXITING_WAVE_ID. They take the constant bus like registers; wl_inline_constant has their
// values.
static bool is_aperture(uint32_t code) { return code >= WL_SRC_SHARED_BASE && code <= WL_SRC_POPS_EXITING_WAVE_ID; }

static bool may_have_literal(const struct wl_insn *n) {
  return n->format != WL_FMT_VOP3 && n->format != WL_FMT_VOP3P && n->extra == WL_EXTRA_NONE;
}

// Opcodes whose sources are in reverse order say so in their names; v_bfrev_b32 has one source.
static bool is_reversed(const struct wl_vop *op) { return op->sources > 1 && strstr(op->name, "rev_") != NULL; }

// Fills o from a 9-bit source field. false: the code cannot be a source here.
static bool decode_source(struct wl_operand *o, const struct wl_insn *n, const struct wl_vop *op, unsigned i,
                          uint32_t code) {
  const bool wide = op->wide >> i & 1, half = op->half >> i & 1, quad = op->quad >> i & 1;
  *o = (struct wl_operand){.regs = quad ? 4 : wide ? 2 : 1};
  if (code >= WL_SRC_VGPR) {
    o->kind = WL_OPERAND_VGPR;
    o->reg = (uint16_t)(code - WL_SRC_VGPR);
    return true;
  }
  if (quad) return false;
  if (code == WL_SRC_LDS_DIRECT) {
    o->kind = WL_OPERAND_FLAG;
    o->reg = WL_SRC_LDS_DIRECT;
    return i == 0 && !wide && n->extra == WL_EXTRA_NONE && op->form != WL_FORM_WRITELANE &&
           !is_reversed(op);  // D-LDS-31
  }
  if (code <= WL_LAST_REGISTER) {
    o->kind = WL_OPERAND_SGPR;
    o->reg = (uint16_t)code;
    return wide ? is_mask_code(code) : is_register_code(code);
  }
  if (code >= WL_SRC_VCCZ && code <= WL_SRC_SCC) {
    o->kind = WL_OPERAND_FLAG;
    o->reg = (uint16_t)code;
    return true;
  }
  o->kind = WL_OPERAND_CONST;
  if (code == WL_SRC_LITERAL) {
    const bool is_f64 = wide && (op->signs >> i & 1);  // it has the high dword
    o->value = half                   ? n->literal & 0xffff
               : is_f64               ? (uint64_t)n->literal << 32
               : wide && op->signed64 ? (uint64_t)(int64_t)(int32_t)n->literal
                                      : n->literal;
    return may_have_literal(n);
  }
  // A 16-bit operand that takes NEG and ABS is an f16. A 16-bit integer uses the 32-bit constant.
  const bool is_f16 = op->mix ? n->sel >> (3 + i) & 1 : half && (op->signs >> i & 1);
  return wl_inline_constant(code, wide ? 64 : is_f16 ? 16 : 32, &o->value);
}

// Whether a code is read through the constant bus: all scalar operands except inline constants and LDS_DIRECT
// (D-LDS-32).
static bool on_constant_bus(uint32_t code) {
  const bool flag = code >= WL_SRC_VCCZ && code <= WL_SRC_SCC;
  return code <= WL_LAST_REGISTER || is_aperture(code) || flag || code == WL_SRC_LITERAL;
}

// The different operand codes that an instruction reads through the constant bus.
struct bus {
  uint32_t codes[4];
  unsigned count;
};

static void bus_add(struct bus *bus, uint32_t code) {
  if (!on_constant_bus(code)) return;
  for (unsigned i = 0; i < bus->count; i++) {
    if (bus->codes[i] == code) return;
  }
  bus->codes[bus->count++] = code;
}

// SGPR, M0, VCC, EXEC or inline constant.
static bool decode_lane_scalar(struct wl_operand *o, const struct wl_insn *n, const struct wl_vop *op, unsigned i,
                               uint32_t code) {
  return decode_source(o, n, op, i, code) &&
         (o->kind == WL_OPERAND_SGPR || (o->kind == WL_OPERAND_CONST && !on_constant_bus(code)));
}

// v_readlane, v_readfirstlane: one SGPR.
static bool set_sgpr_result(struct wl_insn *n, uint32_t code) {
  n->sdst = (uint8_t)code;
  n->sdst_regs = 1;
  return is_register_code(code);
}

static bool set_mask_result(struct wl_insn *n, uint32_t code) {
  n->sdst = (uint8_t)code;
  n->sdst_regs = 2;
  return is_mask_code(code);
}

// ---- forms -------------------------------------------------------------------------------------

static bool decode_lanes(struct wl_insn *n, const struct wl_vop *op, const uint32_t code[3], uint32_t sdst) {
  const bool vop3 = n->format == WL_FMT_VOP3;
  const unsigned fields = (1u << op->sources) - 1;
  struct bus bus = {{0}, 0};
  for (unsigned i = 0; i < op->sources; i++) {
    if (!decode_source(&n->src[i], n, op, i, code[i])) return false;
    bus_add(&bus, code[i]);
  }
  if (op->mask_in && vop3 && op->sources < 3) {
    if (!is_mask_code(code[2])) return false;
    n->src[2] = (struct wl_operand){WL_OPERAND_SGPR, 2, (uint16_t)code[2], 0};
    bus_add(&bus, code[2]);
  } else if (op->mask_in) {
    n->flags |= WL_INSN_READS_VCC;
    bus_add(&bus, WL_VCC);
  }
  if (op->literal_k) bus_add(&bus, WL_SRC_LITERAL);
  if (bus.count > 1) return false;
  if (op->mask_out && !set_mask_result(n, sdst)) return false;
  if (op->reads_vdst) n->flags |= WL_INSN_READS_VDST;
  n->vdst_regs = op->rows;
  n->neg &= op->signs & fields;
  n->abs &= op->signs & fields & (op->packed ? op->packed : fields);
  if (op->out == WL_OUT_INT) n->omod = 0;
  const bool vop3p = op->packed || op->mix;
  n->sel &= op->mix          ? fields | fields << 3
            : op->packed     ? (op->packed & fields) | (op->packed & fields) << 3
            : op->op_sel     ? (op->half & fields) | (op->result16 ? 8u : 0)
            : op->op_sel_dst ? 8u
                             : 0;
  if (op->result16 >= WL_RESULT_16_KEEP || (!vop3p && n->sel & 8)) n->flags |= WL_INSN_READS_VDST;
  return true;
}

// v_readlane, v_readfirstlane: a VGPR, or LDS_DIRECT, which is the same in every lane (D-VEC-6).
static bool decode_lanes_source(struct wl_insn *n, const struct wl_vop *op, uint32_t code) {
  return (code >= WL_SRC_VGPR || code == WL_SRC_LDS_DIRECT) && decode_source(&n->src[0], n, op, 0, code);
}

static bool decode_form(struct wl_insn *n, const struct wl_vop *op, const uint32_t code[3], uint32_t sdst) {
  struct bus bus = {{0}, 0};
  if (op->form == WL_FORM_LANES) return decode_lanes(n, op, code, sdst);
  n->neg = n->abs = n->omod = n->clamp = n->sel = 0;
  switch (op->form) {
    case WL_FORM_NOP: return true;
    case WL_FORM_READFIRST: return decode_lanes_source(n, op, code[0]) && set_sgpr_result(n, n->vdst);
    case WL_FORM_READLANE:
      return decode_lanes_source(n, op, code[0]) && decode_lane_scalar(&n->src[1], n, op, 1, code[1]) &&
             set_sgpr_result(n, n->vdst);
    case WL_FORM_WRITELANE:
      n->vdst_regs = 1;
      n->flags |= WL_INSN_ONE_LANE;
      bus_add(&bus, code[0]);
      bus_add(&bus, code[1]);
      return decode_lane_scalar(&n->src[0], n, op, 0, code[0]) && decode_lane_scalar(&n->src[1], n, op, 1, code[1]) &&
             (bus.count < 2 || code[0] == WL_M0 || code[1] == WL_M0);
    case WL_FORM_SWAP:
      n->vdst_regs = 1;
      n->flags |= WL_INSN_WRITES_SRC0;
      return code[0] >= WL_SRC_VGPR && decode_source(&n->src[0], n, op, 0, code[0]);
    default: return false;
  }
}

// ---- SDWA and DPP ------------------------------------------------------------------------------

// Decodes an SDWA dword. Fields that the opcode does not have are ignored. false: illegal.
static bool decode_sdwa(struct wl_insn *n, const struct wl_vop *op, uint32_t w0, uint32_t w1, uint32_t code[3],
                        uint32_t *sdst) {
  if (op->form == WL_FORM_NOP) return true;
  if (op->reads_vdst) return false;
  code[0] = wl_field(w1, WL_SDWA_SRC0) + (w1 & WL_SDWA_SRC0_IS_SGPR ? 0 : WL_SRC_VGPR);
  code[1] = wl_field(w0, WL_VOP_VSRC1) + (w1 & WL_SDWA_SRC1_IS_SGPR ? 0 : WL_SRC_VGPR);
  for (unsigned i = 0; i < op->sources; i++) {
    if (wl_sdwa_sel(w1, i) > WL_SDWA_DWORD) return false;
    n->neg |= (uint8_t)(wl_field(w1 >> 8 * i, WL_SDWA_SRC_NEG) << i);
    n->abs |= (uint8_t)(wl_field(w1 >> 8 * i, WL_SDWA_SRC_ABS) << i);
  }
  if (op->compare) {
    if (w1 & WL_SDWA_SD) *sdst = wl_field(w1, WL_SDWA_SDST);
    return true;
  }
  const uint32_t sel = wl_sdwa_dst_sel(w1), unused = wl_sdwa_dst_unused(w1);
  n->clamp = (uint8_t)wl_field(w1, WL_SDWA_CLAMP);
  n->omod = (uint8_t)wl_field(w1, WL_SDWA_OMOD);
  if (unused == WL_SDWA_KEEP && sel != WL_SDWA_DWORD) n->flags |= WL_INSN_READS_VDST;
  return sel <= WL_SDWA_DWORD && unused <= WL_SDWA_KEEP;
}

static bool is_dpp_control(uint32_t control) {
  const uint32_t group = control & WL_DPP_GROUP;
  if (control <= WL_DPP_QUAD_PERM_LAST) return true;
  if (group <= WL_DPP_ROW_ROR) return control != group;  // a row shifted or rotated by 1..15
  if (group == WL_DPP_WAVE) return control % 4 == 0;
  return control >= WL_DPP_ROW_MIRROR && control <= WL_DPP_ROW_BCAST31;
}

static bool decode_dpp(struct wl_insn *n, const struct wl_vop *op, uint32_t w1, uint32_t code[3]) {
  if (op->form == WL_FORM_NOP) return true;
  code[0] = WL_SRC_VGPR + wl_field(w1, WL_DPP_SRC0);
  n->neg = (uint8_t)(wl_field(w1, WL_DPP_SRC0_NEG) | wl_field(w1, WL_DPP_SRC1_NEG) << 1);
  n->abs = (uint8_t)(wl_field(w1, WL_DPP_SRC0_ABS) | wl_field(w1, WL_DPP_SRC1_ABS) << 1);
  return (w1 & WL_DPP_RESERVED) == 0 && is_dpp_control(wl_dpp_control(w1));
}

static bool decode_extra(struct wl_insn *n, const struct wl_vop *op, uint32_t w0, uint32_t w1, uint32_t code[3],
                         uint32_t *sdst) {
  if (op->no_extra_word || op->wide) return false;
  n->extra = code[0] == WL_SRC_SDWA ? WL_EXTRA_SDWA : WL_EXTRA_DPP;
  return n->extra == WL_EXTRA_SDWA ? decode_sdwa(n, op, w0, w1, code, sdst) : decode_dpp(n, op, w1, code);
}

// wl_vop_id + 1 of a VOP3 opcode, 0 if there is none. VOP3 has the opcodes of VOPC, VOP2 and VOP1 in turn, then its
// own.
static uint16_t vop3_id(wl_isa isa, uint32_t op) {
  if (op < WL_VOP3_VOP2) return vopc_ids[op];
  if (op >= WL_VOP3_ONLY) return vop3_ids[op - WL_VOP3_ONLY];
  const uint16_t id = op < WL_VOP3_VOP1 ? vop2_ids[isa][op - WL_VOP3_VOP2] : vop1_ids[op - WL_VOP3_VOP1];
  if (id == 0) return 0;
  const struct wl_vop *row = &wl_vops[id - 1];
  const bool short_only = row->literal_k || row->form == WL_FORM_SWAP || row->form == WL_FORM_READFIRST;
  return short_only ? 0 : id;
}

// The fields that VOP3 and VOP3P have alike. NEG_HI lies where VOP3 has ABS.
static void vop3_sources(struct wl_insn *n, uint32_t w0, uint32_t w1, uint32_t code[3]) {
  n->vdst = (uint16_t)wl_field(w0, WL_VOP3_VDST);
  n->clamp = (uint8_t)wl_field(w0, WL_VOP3_CLAMP);
  n->abs = (uint8_t)wl_field(w0, WL_VOP3_ABS);
  n->neg = (uint8_t)wl_field(w1, WL_VOP3_NEG);
  code[0] = wl_field(w1, WL_VOP3_SRC0);
  code[1] = wl_field(w1, WL_VOP3_SRC1);
  code[2] = wl_field(w1, WL_VOP3_SRC2);
}

bool wl_decode_vector(struct wl_insn *n, wl_isa isa, uint32_t w0, uint32_t w1) {
  uint32_t code[3] = {wl_field(w0, WL_VOP_SRC0), WL_SRC_VGPR + wl_field(w0, WL_VOP_VSRC1), 0};
  uint32_t sdst = WL_VCC;
  uint16_t id = 0;
  n->op = (uint16_t)wl_op_of((wl_format)n->format, w0);
  switch (n->format) {
    case WL_FMT_VOP1:
      n->vdst = (uint16_t)wl_field(w0, WL_VOP_VDST);
      id = vop1_ids[n->op];
      break;
    case WL_FMT_VOP2:
      n->vdst = (uint16_t)wl_field(w0, WL_VOP_VDST);
      id = vop2_ids[isa][n->op];
      break;
    case WL_FMT_VOPC: id = vopc_ids[n->op]; break;
    case WL_FMT_VOP3:
      id = vop3_id(isa, n->op);
      n->sel = (uint8_t)wl_field(w0, WL_VOP3_OP_SEL);
      n->omod = (uint8_t)wl_field(w1, WL_VOP3_OMOD);
      vop3_sources(n, w0, w1, code);
      break;
    case WL_FMT_VOP3P:
      id = vop3p_ids[isa][n->op];
      n->sel = (uint8_t)(wl_field(w0, WL_VOP3P_OP_SEL) | wl_field(w1, WL_VOP3P_OP_SEL_HI_01) << 3 |
                         wl_field(w0, WL_VOP3P_OP_SEL_HI_2) << 5);
      vop3_sources(n, w0, w1, code);
      break;
    default: return false;
  }
  if (id == 0) return false;
  const struct wl_vop *op = &wl_vops[id - 1];
  n->vop = op;
  n->name = op->name;
  const bool short_form = n->format != WL_FMT_VOP3 && n->format != WL_FMT_VOP3P;
  const bool ignores_fields = op->form == WL_FORM_NOP;
  if ((code[0] == WL_SRC_SDWA || code[0] == WL_SRC_DPP) && (short_form || !ignores_fields)) {
    if (!short_form || !decode_extra(n, op, w0, w1, code, &sdst)) return false;
  }
  if (op->compare) {
    n->name = vopc_names[n->op];
    if (vopc_writes_exec[n->op]) n->flags |= WL_INSN_WRITES_EXEC;
    if (!short_form) sdst = n->vdst;
    n->vdst = 0;
    if (op->raises == WL_RAISES_NOTHING) n->clamp = 0;  // of a float compare it says that it signals (D-VEC-18)
  } else if (n->format == WL_FMT_VOP3 && op->mask_out) {
    sdst = wl_field(w0, WL_VOP3_SDST);
    n->abs = 0;
  }
  return decode_form(n, op, code, sdst);
}
