// SPDX-License-Identifier: Apache-2.0
// SMEM, DS and GLOBAL: fields, legality by the words alone (lds.md 5.1, D-MEM-33 to D-MEM-36, D-ENC-2 to D-ENC-4).
#include "machine.h"

static void vgprs(struct wl_operand *o, uint32_t first, uint32_t count) {
  o->kind = WL_OPERAND_VGPR;
  o->reg = (uint16_t)first;
  o->regs = (uint8_t)count;
}

// A TTMP is legal as the base of SMEM alone (D-REG-6, D-REG-7).
static bool sgprs(struct wl_operand *o, uint32_t first, uint32_t count, bool ttmp) {
  o->kind = WL_OPERAND_SGPR;
  o->reg = (uint16_t)first;
  o->regs = (uint8_t)count;
  if (first >= WL_TTMP && first < WL_M0 ? !ttmp : first == WL_M0 + 1 || first > WL_EXEC) return false;
  return count == 1 ? first != WL_EXEC : first % 2 == 0 && first != WL_M0;
}

static bool decode_smem(struct wl_insn *insn, const struct wl_access *a) {
  const uint32_t w0 = insn->words[0], w1 = insn->words[1];
  const bool imm = w0 >> 17 & 1, soe = w0 >> 14 & 1;
  const uint32_t dwords = a->bytes / 4u, sdst = w0 >> 6 & 127;
  insn->unit = WL_UNIT_SMEM;
  insn->sdst = (uint8_t)sdst;
  insn->sdst_regs = (uint8_t)dwords;
  if (sdst + dwords > (sdst < WL_TTMP ? WL_TTMP : WL_M0) || sdst % (dwords > 4 ? 4 : dwords) != 0) return false;
  if (imm) insn->simm = (int32_t)(w1 << 11) >> 11;
  if (soe && !sgprs(&insn->src[1], w1 >> 25, 1, false)) return false;
  if (!soe && !imm && !sgprs(&insn->src[1], w1 & 127, 1, false)) return false;
  return sgprs(&insn->src[0], (w0 & 63) * 2, 2, true);
}

// lds.md 1.2: a stride of 4 to 64 dwords, the index inside it, both multiples of 4.
static bool owner_fields_legal(uint32_t offset) {
  const uint32_t index = offset & 0xff, stride = offset >> 8 & 0x7f;
  return stride >= 4 && stride <= 64 && stride % 4 == 0 && index % 4 == 0 && index <= stride - 4;
}

static bool has_gds_form(const struct wl_access *a) {
  const bool r700 = a->where == WL_AT_OWNER || a->where == WL_AT_LINEAR;
  return a->what != WL_DS_LANES && a->where != WL_AT_ADDTID && !r700 && a->bytes <= 8;
}

static bool decode_ds(struct wl_insn *insn, const struct wl_access *a) {
  const uint32_t w0 = insn->words[0], w1 = insn->words[1], offset = w0 & 0xffff;
  if (w0 >> 25 & 1) return false;  // 0 in the format
  insn->unit = WL_UNIT_LDS;
  insn->simm = (int32_t)offset;
  if (wl_is_gds(insn)) {
    if (!has_gds_form(a)) return false;
    insn->fn = wl_lds_now;
  }
  if (a->where == WL_AT_OWNER) {
    insn->kind = WL_KIND_SLOW;  // may break a program rule
    if (!owner_fields_legal(offset)) return false;
  }
  if (a->where == WL_AT_LINEAR && offset >> 9 != 0) return false;
  if (a->where == WL_AT_VGPR || a->where == WL_AT_SRC2 || a->where == WL_AT_LINEAR) vgprs(&insn->src[0], w1 & 0xff, 1);
  for (uint32_t i = 0; i < a->data; i++) vgprs(&insn->src[1 + i], w1 >> (8 + 8 * i) & 0xff, (a->bytes + 3u) / 4u);
  if (a->returns) {
    insn->vdst = (uint8_t)(w1 >> 24);
    insn->vdst_rows = (uint8_t)wl_access_rows(a);
    if (a->half != WL_WHOLE) insn->flags |= WL_INSN_READS_VDST;
  }
  return true;
}

static bool decode_global(struct wl_insn *insn, const struct wl_access *a) {
  const uint32_t w0 = insn->words[0], w1 = insn->words[1];
  const uint32_t saddr = w1 >> 16 & 127;
  if ((w0 >> 14 & 3) != 2 || w0 >> 13 & 1 || w0 >> 25 & 1) return false;  // SEG, LDS; 0 in the format
  insn->unit = WL_UNIT_VMEM;
  insn->simm = (int32_t)(w0 << 19) >> 19;
  vgprs(&insn->src[0], w1 & 0xff, saddr == 127 ? 2 : 1);
  if (saddr != 127 && (!sgprs(&insn->src[2], saddr, 2, false) || saddr > WL_VCC)) return false;
  if (a->store) {
    vgprs(&insn->src[1], w1 >> 8 & 0xff, wl_access_rows(a));
  } else {
    insn->vdst = (uint8_t)(w1 >> 24);
    insn->vdst_rows = (uint8_t)wl_access_rows(a);
    if (a->half != WL_WHOLE) insn->flags |= WL_INSN_READS_VDST;
  }
  return true;
}

bool wl_decode_memory(struct wl_insn *insn) {
  const uint32_t w0 = insn->words[0];
  const wl_format format = (wl_format)insn->format;
  insn->op = (uint16_t)(format == WL_FMT_SMEM ? w0 >> 18 & 0xff
                        : format == WL_FMT_DS ? w0 >> 17 & 0xff
                                              : w0 >> 18 & 0x7f);
  const struct wl_access *a = wl_access_find(format, insn->op, &insn->sub);
  if (a == NULL) return false;
  insn->fn = a->fn;
  insn->name = a->name;
  insn->kind = WL_KIND_PLAIN;
  return format == WL_FMT_SMEM ? decode_smem(insn, a)
         : format == WL_FMT_DS ? decode_ds(insn, a)
                               : decode_global(insn, a);
}
