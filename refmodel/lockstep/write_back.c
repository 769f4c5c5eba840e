// SPDX-License-Identifier: Apache-2.0
// Write back and return: what a memory instruction writes to registers, or vector memory to the LDS, and its
// completion.
#include "lockstep/texels.h"
#include "wave/clause.h"

static uint64_t pass_lanes(uint32_t pass) { return 0xffffull << (16 * pass); }

// VMEM: lanes that have nothing more to access in the component.
static uint64_t component_done(const struct wl_pending *p, uint32_t c) {
  return ~p->at.reached[c] | (p->accessed[c][0] & (p->accessed[c][1] | ~p->split[c]));
}

// VMEM: lanes that have all of dword k.
static uint64_t dword_done(const struct wl_pending *p, uint32_t k) {
  return component_done(p, k) & component_done(p, WL_BEHIND_CUT + k);
}

// VMEM: lanes that have all dwords.
static uint64_t all_done(const struct wl_pending *p) {
  const struct wl_texels *texels = wl_texels_of(p);
  uint64_t lanes = ~0ull;
  if (texels != NULL) return wl_texels_done(p, texels);
  for (uint32_t k = 0; k < wl_access_dwords(p->access); k++)
    lanes &= dword_done(p, p->access->mem_op == WL_MEM_ATOMIC ? 0 : k);
  return lanes;
}

// Lanes whose data for VGPR vdst + r is complete.
static uint64_t ready_lanes(const struct wl_pending *p, uint32_t r) {
  const struct wl_access *a = p->access;
  if (p->insn.unit == WL_UNIT_LDS) {
    // Append and consume: all lanes get the result of the one access.
    if (a->what == WL_DS_COUNT) return wl_ds_left(p, 0) == 0 ? ~0ull : 0;
    // Lanes out of range never access the LDS: their result is 0 from the start.
    const uint32_t access = wl_ds_accesses(&p->insn, a) == 2 ? r / (wl_access_regs(a) / 2) : 0;
    return ~wl_ds_left(p, access);
  }
  if (a->components != 0 || r == p->insn.vdst_regs) return all_done(p);
  const uint32_t k = a->mem_op == WL_MEM_ATOMIC ? 0 : r;  // an atomic's word is one component
  return dword_done(p, k);
}

// The components of a lane, whose data is complete.
static void components_of(const struct wl_pending *p, uint32_t lane, uint32_t component[4]) {
  const struct wl_texels *texels = wl_texels_of(p);
  const uint32_t element[4] = {p->data[0][lane], p->data[1][lane], p->data[2][lane], p->data[3][lane]};
  if (!wl_is_image(&p->insn)) wl_format_load(&p->format, element, component);
  else if (texels != NULL) wl_image_sampled(&p->insn, &p->image, texels, lane, component);
  else wl_image_loaded(&p->insn, &p->image, element, component);
}

// FORMAT, MIMG: what a load writes to a register in the lanes of a pass. The element becomes components once.
static void write_format(const struct wl_memory *m, struct wl_pending *p, uint32_t r, uint32_t pass, uint32_t lanes,
                         uint32_t to[16], uint32_t data[16]) {
  uint32_t c[4];
  for (; lanes != 0; lanes &= lanes - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(lanes), l = 16 * pass + i;
    uint32_t(*at)[WL_LANES] = p->data;
    if (!(p->converted >> pass & 1)) {
      components_of(p, l, c);
      for (uint32_t k = 0; k < 4; k++) at[k][l] = c[k];
    }
    for (uint32_t k = 0; k < 4; k++) c[k] = at[k][l];
    const uint32_t old = wl_kept(m, to[i]);
    to[i] = data[i] = wl_is_image(&p->insn) ? wl_image_register(&p->insn, &p->image, c, r, old)
                                            : wl_format_register(p->access, c, r, old);
  }
  p->converted |= (uint8_t)(1u << pass);
}

// VGPRs that an instruction writes, the TFE VGPR included.
static uint32_t written_regs(const struct wl_insn *insn) { return insn->vdst_regs + (wl_tfe_vgpr(insn) != 0); }
static uint32_t written_reg(const struct wl_insn *insn, uint32_t r) {
  return r < insn->vdst_regs ? insn->vdst + r : wl_tfe_vgpr(insn);
}
// Which of them a VGPR is. As many as there are: none.
static uint32_t index_of(const struct wl_insn *insn, uint32_t vgpr) {
  const uint32_t r = vgpr - insn->vdst;
  if (vgpr >= insn->vdst && r < insn->vdst_regs) return r;
  return insn->vdst_regs + (wl_tfe_vgpr(insn) != 0 && vgpr != wl_tfe_vgpr(insn));
}

// Whether an older load has still to write lanes that p writes: loads of one register write it in program order.
static bool older_load_open(const struct wl_model *m, const struct wl_pending *p, uint32_t slot, uint32_t vgpr,
                            uint32_t pass) {
  for (const struct wl_pending *o = m->memory.in_flight[slot]; o != p; o = o->next) {
    const uint32_t r = index_of(&o->insn, vgpr);
    if ((o->insn.in_order & p->insn.in_order) != 0 && r < written_regs(&o->insn) && !(o->vgpr_written[r] >> pass & 1) &&
        (o->exec & p->exec & pass_lanes(pass))) {
      return true;
    }
  }
  return false;
}

wl_result wl_model_write_back_vgpr(wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, uint32_t number,
                                   uint32_t pass, uint32_t *mask, uint32_t data[16], char why[WL_WHY]) {
  *mask = 0;
  memset(data, 0, 16 * sizeof data[0]);
  struct wl_pending *p =
      unit == WL_UNIT_LDS || unit == WL_UNIT_VMEM ? wl_pending_find(&m->memory, unit, slot, tag) : NULL;
  if (p == NULL) return wl_bad(why, "VGPR write of wave %u, tag %u: no such instruction is in flight", slot, tag);
  if (__builtin_expect(p->operands != NULL, 0))
    return wl_bad(why, "%s writes a VGPR before its operands were read", p->insn.name);
  const struct wl_wave *w = &m->wave[slot];
  if (__builtin_expect(p->sets.followed, 0) && m->second->early(w, p, why)) return WL_BAD_EVENT;
  const uint32_t vgpr = number - w->vgpr_base, r = index_of(&p->insn, vgpr);
  if (number < w->vgpr_base || r >= written_regs(&p->insn) || pass > 3) {
    return wl_bad(why, "%s does not write physical VGPR %u, pass %u", p->insn.name, number, pass);
  }
  if (p->vgpr_written[r] >> pass & 1) {
    return wl_bad(why, "%s writes physical VGPR %u, pass %u a second time", p->insn.name, number, pass);
  }
  const uint64_t lanes = p->exec & pass_lanes(pass);
  if (lanes & ~ready_lanes(p, r)) {
    return wl_bad(why, "%s writes physical VGPR %u, pass %u before its data is complete", p->insn.name, number, pass);
  }
  if (older_load_open(m, p, slot, vgpr, pass)) {
    return wl_bad(why, "%s writes v%u before an older load of v%u has written it", p->insn.name, vgpr, vgpr);
  }
  p->vgpr_written[r] |= 1u << pass;
  *mask = (uint32_t)(lanes >> (16 * pass));
  uint32_t *to = &w->vgpr[vgpr][16 * pass];
  if (__builtin_expect(r == p->insn.vdst_regs, 0)) {  // of TFE
    for (uint32_t i = 0; i < 16; i++) to[i] = *mask >> i & 1 ? 0 : to[i];
    return WL_OK;
  }
  if (__builtin_expect(p->access->components != 0, 0)) {
    write_format(&m->memory, p, r, pass, *mask, to, data);
    return WL_OK;
  }
  const uint32_t *row = &wl_written_back_row(p, r)[16 * pass];
  if (*mask == 0xffff && p->access->bytes >= 4) {
    memcpy(data, row, 16 * sizeof data[0]);
    memcpy(to, row, 16 * sizeof data[0]);
    return WL_OK;
  }
  for (uint32_t i = 0; i < 16; i++) {
    if (*mask >> i & 1) to[i] = data[i] = wl_written_back_value(p, row[i], wl_kept(&m->memory, to[i]));
  }
  return WL_OK;
}

// SMEM: bytes that are still to come from memory or the clock. The others of a load that is out of range are 0 from the
// start.
static uint64_t smem_left(const struct wl_pending *p) { return p->at.reached[0] & ~p->smem_accessed; }

wl_result wl_model_write_back_sgpr(wl_model *m, uint32_t slot, uint32_t tag, uint32_t first, uint32_t count,
                                   uint32_t data[16], char why[WL_WHY]) {
  memset(data, 0, 16 * sizeof data[0]);
  struct wl_pending *p = wl_pending_find(&m->memory, WL_UNIT_SMEM, slot, tag);
  if (p == NULL) return wl_bad(why, "SGPR write of wave %u, tag %u: no such instruction is in flight", slot, tag);
  struct wl_wave *w = &m->wave[slot];
  const uint32_t end = w->second_end, sdst = p->insn.sdst, regs = p->insn.sdst_regs;
  const uint32_t index = wl_in_tuple(end, sdst, regs, first);
  if (index >= regs || count < 1 || count > regs - index ||
      wl_in_tuple(end, sdst, regs, first + count - 1) != index + count - 1) {
    return wl_bad(why, "%s does not write %u SGPRs from s%u on", p->insn.name, count, first);
  }
  if (__builtin_expect(p->sets.followed, 0) && m->second->early(w, p, why)) return WL_BAD_EVENT;
  for (uint32_t i = index; i < index + count; i++) {
    const uint32_t number = wl_first_name(end, sdst + i);
    if (p->sgprs_written >> i & 1) return wl_bad(why, "%s writes s%u a second time", p->insn.name, number);
    if (smem_left(p) >> (4 * i) & 15) {
      return wl_bad(why, "%s writes s%u before its data is complete", p->insn.name, number);
    }
  }
  for (uint32_t i = 0; i < count; i++) {
    p->sgprs_written |= 1u << (index + i);
    data[i] = p->smem_data[index + i];
    if (__builtin_expect(!p->sets.followed, 1)) w->sgpr[first + i] = data[i];
    else if (!m->second->loaded(w, first + i, data[i])) return wl_bad(why, "too many SGPRs are written in this cycle");
  }
  return WL_OK;
}

// The lanes whose dword lies in an entry of the LDS and is enabled.
static uint64_t lanes_of_entry(const struct wl_pending *p, const wl_lds_access *a) {
  const uint64_t entry = (a->row * 4ull + a->bank) * WL_LDS_ENTRY;
  uint64_t lanes = 0;
  for (uint64_t left = p->lanes[0][0]; left != 0; left &= left - 1) {
    const uint64_t at = p->lds_first + 4u * (uint32_t)__builtin_ctzll(left) - entry;
    if (at < WL_LDS_ENTRY && (a->byte_enable >> at & 15) == 15) lanes |= left & -left;
  }
  return lanes;
}

wl_result wl_model_lds_transfer(wl_model *m, const wl_lds_access *a, wl_lds_access *predicted, char why[WL_WHY]) {
  struct wl_pending *p = wl_pending_find(&m->memory, WL_UNIT_VMEM, a->slot, a->tag);
  *predicted = *a;
  predicted->byte_enable = 0;
  memset(predicted->data, 0, sizeof predicted->data);
  if (p == NULL)
    return wl_bad(why, "LDS transfer of wave %u, tag %u: no such instruction is in flight", a->slot, a->tag);
  const char *name = p->insn.name;
  const bool load = p->access->mem_op == WL_MEM_LOAD;
  if (p->operands != NULL) return wl_bad(why, "%s transfers before its operands were read", name);
  if (!wl_moves_lds(&p->insn)) return wl_bad(why, "%s transfers nothing from or to the LDS", name);
  if (a->op != (load ? WL_MEM_STORE : WL_MEM_LOAD)) {
    return wl_bad(why, "%s %s the LDS", name, load ? "writes" : "reads");
  }
  if (a->bank > 3 || a->row >= m->config.lds_entries) {
    return wl_bad(why, "%s: bank %u, row %u is out of range", name, a->bank, a->row);
  }
  const uint64_t lanes = lanes_of_entry(p, a);
  if (lanes == 0) {
    return wl_bad(why, "%s: bytes 0x%x of bank %u, row %u are the dword of no lane", name, (uint32_t)a->byte_enable,
                  a->bank, a->row);
  }
  if (lanes & p->served[0][0]) {
    return wl_bad(why, "%s: lanes 0x%llx are served a second time", name,
                  (unsigned long long)(lanes & p->served[0][0]));
  }
  if (load && (lanes & ~all_done(p)) != 0) {
    return wl_bad(why, "%s writes the dwords of lanes 0x%llx before memory was accessed for them", name,
                  (unsigned long long)(lanes & ~all_done(p)));
  }
  const uint64_t entry = (a->row * 4ull + a->bank) * WL_LDS_ENTRY;
  wl_lds_move(&m->memory, p, lanes);
  for (uint64_t left = lanes; left != 0; left &= left - 1)
    predicted->byte_enable |= 15u << (p->lds_first + 4u * (uint32_t)__builtin_ctzll(left) - entry);
  wl_copy_enabled(predicted->data, m->memory.lds + entry, predicted->byte_enable, WL_LDS_ENTRY);
  p->served[0][0] |= lanes;
  predicted->pc = p->pc;
  return wl_absolute_found(m, why) ? WL_HAZARD_ABSOLUTE : WL_OK;
}

// If the unit reports no LDS events, a load writes the LDS when it returns.
static void finish_lds_move(struct wl_model *m, struct wl_pending *p) {
  if (!wl_moves_lds(&p->insn) || !(m->at_issue >> WL_UNIT_LDS & 1) || p->access->mem_op != WL_MEM_LOAD) return;
  if ((p->lanes[0][0] & ~all_done(p)) != 0) return;
  wl_lds_move(&m->memory, p, p->lanes[0][0]);
  p->served[0][0] = p->lanes[0][0];
}

static wl_result complete(const struct wl_pending *p, char why[WL_WHY]) {
  const struct wl_access *a = p->access;
  const char *name = p->insn.name;
  if (p->insn.unit == WL_UNIT_SMEM) {
    const uint32_t all = (1u << p->insn.sdst_regs) - 1;
    if (p->sgprs_written != all)
      return wl_bad(why, "%s returns before it has written all its SGPRs (0x%x of 0x%x)", name, p->sgprs_written, all);
    const uint64_t left = smem_left(p);
    if (left != 0) {
      return wl_bad(why, "%s returns before memory was accessed for its bytes 0x%llx", name, (unsigned long long)left);
    }
    return WL_OK;
  }
  if (p->insn.unit == WL_UNIT_LDS && (wl_ds_left(p, 0) | wl_ds_left(p, 1)) != 0) {
    return wl_bad(why, "%s returns before the LDS has served all its lanes", name);
  }
  if ((wl_is_gds(&p->insn) || (p->sets.followed && p->insn.unit != WL_UNIT_SMEM)) && !p->operands_read)
    return wl_bad(why, "%s returns before its operands were read", name);
  const struct wl_texels *texels = wl_texels_of(p);
  if (texels != NULL && wl_texels_complete(p, texels, why) != WL_OK) return WL_BAD_EVENT;
  if (p->insn.unit == WL_UNIT_VMEM && texels == NULL) {
    for (uint32_t k = 0; k < wl_access_dwords(a); k++) {
      const uint64_t left = ~dword_done(p, a->mem_op == WL_MEM_ATOMIC ? 0 : k);
      if (left != 0) {
        return wl_bad(why, "%s returns before memory was accessed for component %u of lanes 0x%llx", name, k,
                      (unsigned long long)left);
      }
    }
  }
  const uint64_t unwritten = p->lanes[0][0] & ~p->served[0][0];
  if (wl_moves_lds(&p->insn) && a->mem_op == WL_MEM_LOAD && unwritten != 0) {
    return wl_bad(why, "%s returns before it has written the LDS for lanes 0x%llx", name,
                  (unsigned long long)unwritten);
  }
  for (uint32_t r = 0; r < written_regs(&p->insn); r++) {
    for (uint32_t q = 0; q < 4; q++) {
      if ((p->exec & pass_lanes(q)) && !(p->vgpr_written[r] >> q & 1)) {
        return wl_bad(why, "%s returns before it has written v%u, pass %u", name, written_reg(&p->insn, r), q);
      }
    }
  }
  return WL_OK;
}

wl_result wl_model_return(wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, char why[WL_WHY]) {
  struct wl_pending *p = wl_pending_find(&m->memory, unit, slot, tag);
  if (p == NULL) return wl_bad(why, "return to wave %u, tag %u: no such instruction is in flight", slot, tag);
  const struct wl_pending *before = wl_pending_before(&m->memory, slot, p);
  if (before != NULL) return wl_bad(why, "%s returns before the older %s", p->insn.name, before->insn.name);
  finish_lds_move(m, p);
  if (complete(p, why) != WL_OK) return WL_BAD_EVENT;
  struct wl_wave *w = &m->wave[slot];
  if (__builtin_expect(p->sets.followed, 0) && m->second->early(w, p, why)) return WL_BAD_EVENT;
  m->policy->on_complete(w, &p->insn,
                         p->insn.holds & ~(uint32_t)WL_HOLDS_EXP);  // EXP is free since the operands were read
  if (__builtin_expect(p->sets.followed, 0)) m->second->returned(w, p);
  if (p->viol) w->trapsts |= WL_TRAPSTS_MEM_VIOL;
  wl_pending_remove(&m->memory, slot, p);
  return WL_OK;
}
