// SPDX-License-Identifier: Apache-2.0
// Decoder of SMEM, DS, FLAT, GLOBAL, SCRATCH, MUBUF and MTBUF: fields, and legality by the words alone (lds.md 5.1,
// D-MEM-1, D-MEM-2, D-MEM-33 to D-MEM-36, D-MEM-65, D-MEM-66, D-MEM-72, D-MEM-73, D-WAIT-5, D-ENC-2 to D-ENC-4,
// D-ENC-7).
#include "decode/decode.h"
#include "isa/access.h"
#include "isa/isa.h"

static void vgprs(struct wl_operand *o, uint32_t first, uint32_t count) {
  o->kind = WL_OPERAND_VGPR;
  o->reg = (uint16_t)first;
  o->regs = (uint8_t)count;
}

// Scalar registers that an address comes from, TTMPs too (D-REG-6, D-REG-7, D-MEM-66). false: illegal.
static bool sgprs(struct wl_operand *o, uint32_t first, uint32_t count) {
  o->kind = WL_OPERAND_SGPR;
  o->reg = (uint16_t)first;
  o->regs = (uint8_t)count;
  if (first == WL_M0 + 1 || first > WL_EXEC) return false;
  return count == 1 ? first != WL_EXEC : first % 2 == 0 && first != WL_M0;
}

// SRSRC, or SBASE of a scalar buffer access: four registers of one kind (D-MEM-1).
static bool resource(struct wl_operand *o, uint32_t first) {
  o->kind = WL_OPERAND_SGPR;
  o->reg = (uint16_t)first;
  o->regs = 4;
  return first + 4 <= WL_FLAT_SCRATCH || (first >= WL_TTMP && first + 4 <= WL_M0);
}

// SDATA: so many registers, written or read (D-ENC-4, D-ENC-7).
static bool smem_data_legal(uint32_t first, uint32_t count) {
  return first + count <= (first < WL_TTMP ? WL_TTMP : WL_M0) && first % (count > 4 ? 4 : count) == 0;
}

static bool smem_data(struct wl_insn *insn, const struct wl_access *a) {
  const uint32_t first = wl_field(insn->words[0], WL_SMEM_SDATA);
  if (a->mem_op == WL_MEM_ATOMIC && !(insn->words[0] & WL_SMEM_GLC)) insn->mem_destination = WL_TO_NOTHING;
  if (insn->mem_destination == WL_TO_SGPR) {
    insn->sdst = (uint8_t)first;
    insn->sdst_regs = (uint8_t)wl_access_regs(a);
    if (!smem_data_legal(first, insn->sdst_regs)) return false;
  }
  if (a->data == 0) return true;
  insn->src[3] = (struct wl_operand){.kind = WL_OPERAND_SGPR, .regs = a->data, .reg = (uint16_t)first, .value = 0};
  return smem_data_legal(first, a->data);
}

// By IMM and SOE (buffer-memory.md 13, D-ENC-3).
static bool smem_offset(struct wl_insn *insn) {
  const uint32_t w0 = insn->words[0], w1 = insn->words[1];
  const bool imm = w0 & WL_SMEM_IMM;
  if (imm) insn->simm = wl_signed_field(w1, WL_SMEM_OFFSET);
  if (w0 & WL_SMEM_SOE) return sgprs(&insn->src[1], wl_field(w1, WL_SMEM_SOFFSET), 1);
  return imm || sgprs(&insn->src[1], wl_field(w1, WL_SMEM_OFFSET_SGPR), 1);
}

static bool decode_smem(struct wl_insn *insn, const struct wl_access *a) {
  const uint32_t sbase = wl_field(insn->words[0], WL_SMEM_SBASE) * 2;
  const bool buffer = a->where == WL_AT_BUFFER;
  insn->unit = WL_UNIT_SMEM;
  insn->holds = WL_HOLDS_LGKM;
  if (a->what == WL_SMEM_CLOCK) insn->kind = WL_KIND_SLOW;
  if (!smem_data(insn, a)) return false;
  if (a->where == WL_AT_NOWHERE) return true;
  if (buffer && sbase % 4 != 0) return false;  // D-MEM-73
  return smem_offset(insn) && (buffer ? resource(&insn->src[0], sbase) : sgprs(&insn->src[0], sbase, 2));
}

// Owner write (lds.md 1.2): a stride of 4 to 64 dwords and an index inside it, both multiples of 4.
static bool owner_fields_legal(uint32_t offset) {
  const uint32_t index = wl_field(offset, WL_OWNER_INDEX), stride = wl_field(offset, WL_OWNER_STRIDE);
  return stride >= 4 && stride <= 64 && stride % 4 == 0 && index % 4 == 0 && index <= stride - 4;
}

static bool has_gds_form(const struct wl_access *a) {
  const bool r700 = a->where == WL_AT_OWNER || a->where == WL_AT_LINEAR;
  return a->what != WL_DS_LANES && a->where != WL_AT_ADDTID && !r700 && a->bytes <= 8;
}

static bool decode_ds(struct wl_insn *insn, const struct wl_access *a) {
  const uint32_t w0 = insn->words[0], w1 = insn->words[1], offset = wl_field(w0, WL_DS_OFFSET);
  if (w0 & WL_DS_RESERVED) return false;
  insn->unit = WL_UNIT_LDS;
  insn->mem_space = WL_SPACE_SHARED;
  insn->in_order = WL_IN_ORDER_LDS;
  insn->holds = WL_HOLDS_LGKM;
  insn->simm = (int32_t)offset;
  if (wl_ds_word_is_gds(w0)) {
    if (!has_gds_form(a)) return false;
    insn->mem_space = WL_SPACE_GDS;
    insn->in_order = WL_IN_ORDER_GDS;
    insn->holds |= WL_HOLDS_EXP;
  }
  if (a->where == WL_AT_OWNER) {
    insn->kind = WL_KIND_SLOW;  // it may pass the group's LDS, a program error
    if (!owner_fields_legal(offset)) return false;
  }
  if (a->where == WL_AT_LINEAR && (offset & WL_OWNER_READ_RESERVED) != 0) return false;
  if (a->where == WL_AT_VGPR || a->where == WL_AT_ALIGNED_VGPR || a->where == WL_AT_SRC2 || a->where == WL_AT_LINEAR)
    vgprs(&insn->src[0], wl_field(w1, WL_DS_ADDR), 1);
  if (a->data > 0) vgprs(&insn->src[1], wl_field(w1, WL_DS_DATA0), (a->bytes + 3u) / 4u);
  if (a->data > 1) vgprs(&insn->src[2], wl_field(w1, WL_DS_DATA1), (a->bytes + 3u) / 4u);
  if (a->destination == WL_TO_VGPR) {
    insn->vdst = (uint16_t)wl_field(w1, WL_DS_VDST);
    insn->vdst_regs = (uint8_t)wl_access_regs(a);
  }
  return true;
}

// What vector memory instructions have in common. data: first VGPR that a store or atomic reads. vdst: first that a
// load, or an atomic with GLC, writes. With rdna those that return nothing count in VS_CNT (buffer-memory.md 14.2).
static void vector_memory(struct wl_insn *insn, bool rdna, const struct wl_access *a, bool glc, uint32_t data,
                          uint32_t vdst) {
  insn->unit = WL_UNIT_VMEM;
  insn->holds = WL_HOLDS_VM;
  insn->in_order = WL_IN_ORDER_VMEM;
  if (a->mem_op != WL_MEM_LOAD) {
    const bool pair = a->mem_op == WL_MEM_ATOMIC && a->atomic == WL_ATOMIC_CMPSWAP;  // the new value, then the compare
    vgprs(&insn->src[1], data, wl_access_regs(a) << pair);
  }
  if (a->mem_op == WL_MEM_STORE || (a->mem_op == WL_MEM_ATOMIC && !glc)) {
    insn->mem_destination = WL_TO_NOTHING;
    if (rdna) insn->holds = WL_HOLDS_VS, insn->in_order = WL_IN_ORDER_VS;
    return;
  }
  insn->vdst = (uint16_t)vdst;
  insn->vdst_regs = (uint8_t)wl_access_regs(a);
}

// FLAT_SCRATCH is sent without a field that names it.
static void flat_scratch(struct wl_operand *o) {
  *o = (struct wl_operand){.kind = WL_OPERAND_SGPR, .regs = 2, .reg = WL_FLAT_SCRATCH, .value = 0};
}

// MUBUF, GLOBAL and SCRATCH with LDS = 1, and buffer_store_lds_dword, which has it or not (D-MEM-32). false: illegal
// (D-MEM-33, D-MEM-65).
static bool decode_lds_move(struct wl_insn *insn, const struct wl_access *a) {
  const bool mubuf = insn->format == WL_FMT_MUBUF, format_x = mubuf && a->op == WL_OP_buffer_load_format_x;
  const bool loads = format_x || (a->op >= WL_OP_buffer_load_ubyte && a->op <= WL_OP_buffer_load_dword);
  insn->vdst = insn->vdst_regs = 0;
  insn->mem_destination = loads ? WL_TO_LDS : WL_TO_NOTHING;
  insn->src[1] = (struct wl_operand){.kind = WL_OPERAND_SGPR, .regs = 1, .reg = WL_M0, .value = 0};
  if (mubuf && (insn->words[1] & WL_MUBUF_TFE) != 0) return false;
  return loads || (mubuf && a->op == WL_OP_buffer_store_lds_dword);
}

// FLAT, GLOBAL and SCRATCH (D-MEM-72, D-MEM-79).
static bool decode_flat(struct wl_insn *insn, bool rdna, const struct wl_access *a) {
  const uint32_t w0 = insn->words[0], w1 = insn->words[1];
  const uint32_t saddr = wl_field(w1, WL_FLAT_SADDR);
  if ((w0 & WL_FLAT_RESERVED) != 0) return false;
  vector_memory(insn, rdna, a, w0 & WL_FLAT_GLC, wl_field(w1, WL_FLAT_DATA), wl_field(w1, WL_FLAT_VDST));
  if ((w0 & WL_FLAT_LDS) != 0 && (wl_is_flat(insn) || !decode_lds_move(insn, a))) return false;
  insn->simm = wl_signed_field(w0, WL_FLAT_OFFSET);
  if (wl_is_flat(insn)) {  // it ignores SADDR
    insn->simm = (int32_t)wl_field(w0, WL_FLAT_OFFSET_UNSIGNED);
    insn->holds |= WL_HOLDS_LGKM;
    insn->in_order = 0;
    flat_scratch(&insn->src[3]);
    vgprs(&insn->src[0], wl_field(w1, WL_FLAT_ADDR), 2);
    return true;
  }
  if (wl_segment(insn) == WL_SEG_SCRATCH) {
    flat_scratch(&insn->src[3]);
    if (saddr != WL_SADDR_NONE) return sgprs(&insn->src[2], saddr, 1) && saddr < WL_M0;
    vgprs(&insn->src[0], wl_field(w1, WL_FLAT_ADDR), 1);
    return true;
  }
  vgprs(&insn->src[0], wl_field(w1, WL_FLAT_ADDR), saddr == WL_SADDR_NONE ? 2 : 1);
  return saddr == WL_SADDR_NONE || (sgprs(&insn->src[2], saddr, 2) && saddr < WL_M0);
}

// SOFFSET: a register or an inline constant (D-MEM-66).
static bool scalar_offset(struct wl_operand *o, uint32_t code) {
  if (code <= WL_LAST_REGISTER) return sgprs(o, code, 1);
  o->kind = WL_OPERAND_CONST;
  return (code < WL_SRC_SHARED_BASE || code >= WL_SRC_HALF) && wl_inline_constant(code, 32, &o->value);
}

// MUBUF and MTBUF.
static bool decode_buffer(struct wl_insn *insn, bool rdna, const struct wl_access *a) {
  const uint32_t w0 = insn->words[0], w1 = insn->words[1], vdata = wl_field(w1, WL_MUBUF_VDATA);
  const uint32_t addresses = ((w0 & WL_MUBUF_OFFEN) != 0) + ((w0 & WL_MUBUF_IDXEN) != 0);
  const bool mubuf = insn->format == WL_FMT_MUBUF;
  if (mubuf && (w0 & WL_MUBUF_RESERVED) != 0) return false;
  vector_memory(insn, rdna, a, w0 & WL_MUBUF_GLC, vdata, vdata);
  const bool lds = mubuf && ((w0 & WL_MUBUF_LDS) != 0 || a->op == WL_OP_buffer_store_lds_dword);
  if (lds && !decode_lds_move(insn, a)) return false;
  if (wl_access_regs(a) == 0) return (w1 & WL_MUBUF_TFE) == 0;  // it has no operands
  insn->simm = (int32_t)wl_field(w0, WL_MUBUF_OFFSET);
  if (addresses != 0) vgprs(&insn->src[0], wl_field(w1, WL_MUBUF_VADDR), addresses);
  return resource(&insn->src[2], wl_field(w1, WL_MUBUF_SRSRC) * 4) &&
         scalar_offset(&insn->src[3], wl_field(w1, WL_MUBUF_SOFFSET));
}

bool wl_decode_memory(struct wl_insn *insn, bool rdna) {
  const uint32_t w0 = insn->words[0];
  const wl_format format = (wl_format)insn->format;
  insn->op = (uint16_t)wl_op_of(format, w0);
  const struct wl_access *a = wl_access_find(format, w0, &insn->sub);
  if (a == NULL) return false;
  insn->name = a->name;
  insn->mem_op = a->mem_op;
  insn->mem_destination = a->destination;
  insn->kind = WL_KIND_PLAIN;
  switch (format) {
    case WL_FMT_SMEM: return decode_smem(insn, a);
    case WL_FMT_DS: return decode_ds(insn, a);
    case WL_FMT_MUBUF:
    case WL_FMT_MTBUF: return decode_buffer(insn, rdna, a);
    default: return decode_flat(insn, rdna, a);
  }
}
