// SPDX-License-Identifier: Apache-2.0
// wl_model_request and wl_model_perform: SMEM and VMEM instructions access memory in transactions of a 64-byte line.
#include "wave/model.h"

enum { kLine = 64 };

static const char *unit_name(wl_block unit) {
  return unit == WL_UNIT_SMEM ? "SMEM" : unit == WL_UNIT_VMEM ? "VMEM" : unit == WL_UNIT_LDS ? "LDS" : "?";
}

static struct wl_pending *find(wl_model *m, const wl_transaction *t, char why[WL_WHY]) {
  struct wl_pending *p = NULL;
  if (t->unit == WL_UNIT_SMEM || t->unit == WL_UNIT_VMEM) p = wl_pending_find(&m->memory, t->unit, t->slot, t->tag);
  if (p == NULL) {
    wl_bad(why, "%s transaction of wave %u, tag %u: no such instruction is in flight", unit_name(t->unit), t->slot,
           t->tag);
  } else if (t->op != p->access->mem_op) {
    wl_bad(why, "%s of %s, which is a %s", wl_mem_op_text(t->op), p->insn.name,
           p->access->mem_op == WL_MEM_STORE ? "store" : "load");
    p = NULL;
  } else if (t->line % kLine != 0) {
    wl_bad(why, "%s: line 0x%llx is not a multiple of 64", p->insn.name, (unsigned long long)t->line);
    p = NULL;
  }
  return p;
}

// Bytes of the instruction's dwords (bit i: byte i) that the transaction enables.
static wl_result smem_bytes(const struct wl_pending *p, const wl_transaction *t, uint64_t *bytes, char why[WL_WHY]) {
  *bytes = 0;
  if (t->component != 0 || t->lanes != 1 || t->byte_enable == 0) {
    return wl_bad(why, "%s: an SMEM transaction must have component 0, lanes 1 and a byte enabled", p->insn.name);
  }
  for (uint32_t i = 0; i < kLine; i++) {
    if (!(t->byte_enable >> i & 1)) continue;
    const uint64_t offset = t->line + i - p->address[0][0];
    if (offset >= p->access->bytes) {
      return wl_bad(why, "%s reads byte 0x%llx, outside its %u bytes at 0x%llx", p->insn.name,
                    (unsigned long long)(t->line + i), p->access->bytes, (unsigned long long)p->address[0][0]);
    }
    *bytes |= 1ull << offset;
  }
  return WL_OK;
}

static wl_result request_smem(struct wl_pending *p, const wl_transaction *t, wl_transaction *predicted,
                              char why[WL_WHY]) {
  uint64_t bytes;
  if (smem_bytes(p, t, &bytes, why) != WL_OK) return WL_BAD_EVENT;
  if (bytes & p->smem_requested) return wl_bad(why, "%s requests a byte a second time", p->insn.name);
  p->smem_requested |= bytes;
  predicted->byte_enable = t->byte_enable;
  return WL_OK;
}

// The line is unmapped. A lane that accesses it in several transactions counts once.
static void access_unmapped(struct wl_model *m, struct wl_pending *p, const wl_transaction *t) {
  for (uint64_t lanes = t->lanes & ~p->unmapped; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    wl_note_unmapped(&m->memory, t->slot, p->pc, &p->insn, l, p->address[0][l]);
  }
  p->unmapped |= t->lanes;
}

static wl_result access_smem(wl_model *m, struct wl_pending *p, const wl_transaction *t, bool mapped,
                             uint32_t rdata[16], char why[WL_WHY]) {
  uint64_t bytes;
  uint8_t line[kLine];
  if (smem_bytes(p, t, &bytes, why) != WL_OK) return WL_BAD_EVENT;
  if ((bytes & ~p->smem_requested) || (bytes & p->smem_accessed)) {
    return wl_bad(why, "%s: memory was accessed for a transaction that was not requested, or twice", p->insn.name);
  }
  p->smem_accessed |= bytes;
  if (!mapped || !wl_mem_read(m->memory.mem, t->line, line, kLine)) {
    access_unmapped(m, p, t);
    return WL_OK;
  }
  for (uint32_t i = 0; i < kLine; i++) {
    if (!(t->byte_enable >> i & 1)) continue;
    ((uint8_t *)p->smem_data)[t->line + i - p->address[0][0]] = line[i];
    ((uint8_t *)rdata)[i] = line[i];
  }
  return WL_OK;
}

// The bytes of a lane's component that lie in the line.
struct span {
  uint32_t part;   // 0: the line holds the component's first byte; 1: it is the line after
  uint32_t first;  // the first of them, as a byte of the line
  uint32_t skip;   // bytes of the component in the line before
  uint32_t count;  // 0: none
};

static struct span lane_span(const struct wl_pending *p, uint32_t component, uint32_t lane, uint64_t line) {
  const uint64_t address = p->address[0][lane] + 4ull * component;
  const uint32_t bytes = p->access->bytes < 4 ? p->access->bytes : 4;
  const uint32_t in_line = (uint32_t)(address % kLine);
  const uint32_t here = in_line + bytes <= kLine ? bytes : kLine - in_line;
  if (address - in_line == line) return (struct span){0, in_line, 0, here};
  if (here < bytes && address - in_line + kLine == line) return (struct span){1, 0, here, bytes - here};
  return (struct span){0, 0, 0, 0};
}

static wl_result vmem_legal(const struct wl_pending *p, const wl_transaction *t, char why[WL_WHY]) {
  const uint32_t components = wl_access_regs(p->access);
  if (t->component >= components) return wl_bad(why, "%s has no component %u", p->insn.name, t->component);
  if (t->lanes == 0) return wl_bad(why, "%s: the transaction has no lane", p->insn.name);
  if (t->lanes & ~p->exec) {
    return wl_bad(why, "%s: lanes 0x%llx are not active", p->insn.name, (unsigned long long)(t->lanes & ~p->exec));
  }
  for (uint64_t lanes = t->lanes; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    if (lane_span(p, t->component, l, t->line).count == 0) {
      return wl_bad(why, "%s: lane %u accesses 0x%llx in component %u, which is not in line 0x%llx", p->insn.name, l,
                    (unsigned long long)(p->address[0][l] + 4ull * t->component), t->component,
                    (unsigned long long)t->line);
    }
  }
  return WL_OK;
}

// The byte enables of the transaction and, for a store, its data. Where lanes overlap, the highest lane wins.
static void vmem_line(const struct wl_pending *p, const wl_transaction *t, uint64_t *enable, uint8_t data[kLine]) {
  *enable = 0;
  memset(data, 0, kLine);
  for (uint64_t lanes = t->lanes; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    const struct span s = lane_span(p, t->component, l, t->line);
    for (uint32_t i = 0; i < s.count; i++) {
      *enable |= 1ull << (s.first + i);
      if (t->op == WL_MEM_STORE) data[s.first + i] = (uint8_t)(p->data[t->component][l] >> (8 * (s.skip + i)));
    }
  }
}

// Adds the transaction's lanes to `done`, by the part that the line holds. Returns false and leaves done as it was if a
// lane is in done already, or is not in `before` (unless NULL).
static bool mark(const struct wl_pending *p, const wl_transaction *t, uint64_t done[2], const uint64_t before[2]) {
  for (int round = 0; round < 2; round++) {  // check, then mark
    for (uint64_t lanes = t->lanes; lanes != 0; lanes &= lanes - 1) {
      const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
      const uint32_t part = lane_span(p, t->component, l, t->line).part;
      if (round == 1) done[part] |= 1ull << l;
      else if ((done[part] >> l & 1) || (before != NULL && !(before[part] >> l & 1))) return false;
    }
  }
  return true;
}

static wl_result request_vmem(struct wl_pending *p, const wl_transaction *t, wl_transaction *predicted,
                              char why[WL_WHY]) {
  if (vmem_legal(p, t, why) != WL_OK) return WL_BAD_EVENT;
  if (!mark(p, t, p->requested[t->component], NULL)) {
    return wl_bad(why, "%s: a lane requests its bytes of component %u in line 0x%llx a second time", p->insn.name,
                  t->component, (unsigned long long)t->line);
  }
  uint8_t data[kLine];
  vmem_line(p, t, &predicted->byte_enable, data);
  memcpy(predicted->data, data, kLine);
  return WL_OK;
}

static wl_result access_vmem(wl_model *m, struct wl_pending *p, const wl_transaction *t, bool mapped,
                             uint32_t rdata[16], char why[WL_WHY]) {
  if (vmem_legal(p, t, why) != WL_OK) return WL_BAD_EVENT;
  if (!mark(p, t, p->accessed[t->component], p->requested[t->component])) {
    return wl_bad(why, "%s: memory was accessed for a transaction on line 0x%llx that was not requested, or twice",
                  p->insn.name, (unsigned long long)t->line);
  }
  if (!mapped) {
    p->viol = true;
    access_unmapped(m, p, t);
    return WL_OK;
  }
  uint64_t enable;
  uint8_t data[kLine];
  vmem_line(p, t, &enable, data);
  uint8_t *memory = wl_mem_page(m->memory.mem, t->line) + t->line % WL_PAGE;
  for (uint32_t i = 0; i < kLine; i++) {
    if (!(enable >> i & 1)) continue;
    if (t->op == WL_MEM_STORE) memory[i] = data[i];
    else ((uint8_t *)rdata)[i] = memory[i];
  }
  if (t->op == WL_MEM_STORE) return WL_OK;
  for (uint64_t lanes = t->lanes; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    const struct span s = lane_span(p, t->component, l, t->line);
    memcpy((uint8_t *)&p->data[t->component][l] + s.skip, memory + s.first, s.count);
  }
  return WL_OK;
}

wl_result wl_model_request(wl_model *m, const wl_transaction *t, wl_transaction *predicted, char why[WL_WHY]) {
  *predicted = *t;
  predicted->byte_enable = 0;
  memset(predicted->data, 0, sizeof predicted->data);
  struct wl_pending *p = find(m, t, why);
  if (p == NULL) return WL_BAD_EVENT;
  return t->unit == WL_UNIT_SMEM ? request_smem(p, t, predicted, why) : request_vmem(p, t, predicted, why);
}

wl_result wl_model_perform(wl_model *m, const wl_transaction *t, bool error, uint32_t rdata[16], char why[WL_WHY]) {
  memset(rdata, 0, kLine);
  struct wl_pending *p = find(m, t, why);
  if (p == NULL) return WL_BAD_EVENT;
  const bool mapped = wl_mem_mapped(m->memory.mem, t->line);
  if (error == mapped) {
    return wl_bad(why, "memory answered that line 0x%llx is %s; in the model it is %s", (unsigned long long)t->line,
                  error ? "unmapped" : "mapped", mapped ? "mapped" : "unmapped");
  }
  return t->unit == WL_UNIT_SMEM ? access_smem(m, p, t, mapped, rdata, why) : access_vmem(m, p, t, mapped, rdata, why);
}
