// SPDX-License-Identifier: Apache-2.0
// Decoder of MIMG: fields, and legality by the words alone (image.md 2; D-IMG-2 to D-IMG-8, D-IMG-29).
#include "decode/decode.h"
#include "isa/access.h"
#include "isa/image.h"

// `count` SGPRs of one kind (D-IMG-2). false: illegal.
static bool descriptor(struct wl_operand *o, uint32_t first, uint32_t count) {
  *o = (struct wl_operand){.kind = WL_OPERAND_SGPR, .regs = (uint8_t)count, .reg = (uint16_t)first, .value = 0};
  return first + count <= WL_FLAT_SCRATCH || (first >= WL_TTMP && first + count <= WL_M0);
}

// The address registers that the words alone name (D-IMG-8).
static uint32_t address_regs(const struct wl_insn *insn, const struct wl_image_op *op) {
  const uint32_t parts = op->parts, da = (insn->words[0] & WL_MIMG_DA) != 0;
  const uint32_t body = op->what == WL_IMAGE_RESINFO ? 0 : (op->what == WL_IMAGE_GATHER4 ? 2 : 1) + da;
  const uint32_t before = (uint32_t)__builtin_popcount(parts & (WL_IMAGE_OFFSET | WL_IMAGE_BIAS | WL_IMAGE_COMPARE));
  return before + (parts & WL_IMAGE_DERIVATIVES ? 2 : 0) + wl_image_packed(insn, body + ((parts & WL_IMAGE_LAST) != 0));
}

// D-IMG-6.
static bool dmask_legal(const struct wl_access *a, const struct wl_image_op *op, uint32_t dmask) {
  if (op->what == WL_IMAGE_GATHER4) return __builtin_popcount(dmask) == 1;
  if (op->what != WL_IMAGE_ATOMIC) return true;
  return a->atomic == WL_ATOMIC_CMPSWAP ? dmask == 3 || dmask == 15 : dmask == 1 || dmask == 3;
}

// D-IMG-5.
static bool has_d16(const struct wl_image_op *op) {
  const bool moves = op->what == WL_IMAGE_LOAD || op->what == WL_IMAGE_STORE;
  return (moves && !(op->parts & WL_IMAGE_RAW)) || op->what == WL_IMAGE_SAMPLE || op->what == WL_IMAGE_GATHER4;
}

// The data registers (13.2). With rdna what returns nothing counts in VS_CNT (14.4).
static void data(struct wl_insn *insn, bool rdna, const struct wl_access *a, const struct wl_image_op *op) {
  const uint32_t vdata = wl_field(insn->words[1], WL_MIMG_VDATA), values = wl_image_values(insn);
  const bool atomic = op->what == WL_IMAGE_ATOMIC, store = op->what == WL_IMAGE_STORE;
  const uint32_t regs = wl_image_d16(insn) ? (values + 1) / 2 : values;
  if ((atomic || store) && regs != 0)
    insn->src[1] =
        (struct wl_operand){.kind = WL_OPERAND_VGPR, .regs = (uint8_t)regs, .reg = (uint16_t)vdata, .value = 0};
  if (store || (atomic && !(insn->words[0] & WL_MIMG_GLC))) {
    insn->mem_destination = WL_TO_NOTHING;
    if (rdna) insn->holds = WL_HOLDS_VS, insn->in_order = WL_IN_ORDER_VS;
    return;
  }
  insn->vdst = (uint16_t)vdata;
  insn->vdst_regs = (uint8_t)(atomic && a->atomic == WL_ATOMIC_CMPSWAP ? regs / 2 : regs);
}

bool wl_decode_image(struct wl_insn *insn, bool rdna) {
  const uint32_t w0 = insn->words[0], w1 = insn->words[1];
  insn->op = (uint16_t)wl_op_of(WL_FMT_MIMG, w0);
  const struct wl_access *a = wl_access_find(WL_FMT_MIMG, w0, &insn->sub);
  if (a == NULL) return false;
  const struct wl_image_op *op = wl_image_op(insn->sub);
  insn->name = a->name;
  insn->images = op->stage;
  insn->mem_op = a->mem_op;
  insn->mem_destination = a->destination;
  insn->kind = WL_KIND_SLOW;  // the T# says how many registers an address has
  insn->unit = WL_UNIT_VMEM;
  insn->holds = WL_HOLDS_VM;
  insn->in_order = WL_IN_ORDER_VMEM;
  if ((w0 & (WL_MIMG_OPM | WL_MIMG_LWE)) != 0 || !dmask_legal(a, op, wl_image_dmask(insn))) return false;
  if (wl_image_d16(insn) && !has_d16(op)) return false;
  insn->src[0] = (struct wl_operand){.kind = WL_OPERAND_VGPR,
                                     .regs = (uint8_t)address_regs(insn, op),
                                     .reg = (uint16_t)wl_field(w1, WL_MIMG_VADDR),
                                     .value = 0};
  data(insn, rdna, a, op);
  if (!descriptor(&insn->src[2], wl_field(w1, WL_MIMG_SRSRC) * 4, 8)) return false;
  const uint32_t ssamp = wl_field(w1, WL_MIMG_SSAMP);
  return wl_image_has_sampler(insn) ? descriptor(&insn->src[3], ssamp * 4, 4) : ssamp == 0;
}
