// SPDX-License-Identifier: Apache-2.0
#include "check/report/unmapped.h"

#include <stdio.h>
#include <string.h>

static void range_text(const wl_mem_range *r, char *text, size_t size) {
  const unsigned long long bytes = r->size;
  switch (r->content) {
    case WL_CONTENT_ARGUMENTS: snprintf(text, size, "the %llu bytes of arguments", bytes); break;
    case WL_CONTENT_CODE: snprintf(text, size, "the code object of %llu bytes", bytes); break;
    case WL_CONTENT_SCRATCH: snprintf(text, size, "the wave's %llu bytes of scratch", bytes); break;
    case WL_CONTENT_QUEUE: snprintf(text, size, "the queue of %llu bytes", bytes); break;
    case WL_CONTENT_LDS: snprintf(text, size, "the workgroup's %llu bytes of LDS", bytes); break;
    default:
      if (r->name) snprintf(text, size, "%s %.40s of %llu bytes", r->what ? r->what : "buffer", r->name, bytes);
      else snprintf(text, size, "buffer %u of %llu bytes", r->number, bytes);
  }
}

void allocation_text(const wl_unmapped *u, char *text, size_t size) {
  const wl_mem_range *r = &u->nearest;
  const uint64_t end = r->at + r->size;
  const bool lds = r->content == WL_CONTENT_LDS;
  const bool before = lds ? (int64_t)u->address < 0 : u->address < r->at, past = u->address >= end;
  const unsigned long long n = before ? r->at - u->address : past ? u->address - end : u->bytes - (end - u->address);
  const char *const bytes = n == 1 ? "byte" : "bytes";
  char range[96];
  range_text(r, range, sizeof range);
  if (lds && r->size == 0) snprintf(text, size, "the workgroup has no LDS");
  else if (before) snprintf(text, size, "%llu %s before %s", n, bytes, range);
  else if (u->address == end) snprintf(text, size, "right behind %s", range);
  else if (past) snprintf(text, size, "%llu %s past %s", n, bytes, range);
  else if (u->bytes <= end - u->address) snprintf(text, size, "it runs from another allocation into %s", range);
  else if (n == 1) snprintf(text, size, "its last byte is past %s", range);
  else snprintf(text, size, "its last %llu bytes are past %s", n, range);
  const size_t used = strlen(text);
  if (r->where && !before && !u->texel.axes) r->where(r->of, u->address - r->at, text + used, size - used);
}

void texel_text(const wl_texel *t, char *text, size_t size) {
  static const char axis[] = "xyz";
  text[0] = 0;
  for (uint32_t a = 0; a < t->axes; a++) {
    const size_t used = strlen(text);
    snprintf(text + used, size - used, a ? ", %c %u" : ", texel %c %u", axis[a], t->at[a]);
  }
  const size_t used = strlen(text);
  if (t->axes && t->sliced) snprintf(text + used, size - used, ", slice %u, level %u", t->slice, t->level);
  else if (t->axes) snprintf(text + used, size - used, ", level %u", t->level);
}

void unmapped_text(const wl_model_ops *ops, const wl_config *unit, const wl_unmapped *u, char *text, size_t size) {
  char insn[128], lane[24] = "", place[240] = "", texel[80];
  const bool lds = u->nearest.content == WL_CONTENT_LDS, below = lds && (int64_t)u->address < 0;
  ops->text(unit, u->pc, u->words, insn, sizeof insn);
  if (!u->scalar) snprintf(lane, sizeof lane, ", lane %u", u->lane);
  if (!lds && !wl_is_canonical(u->address)) {
    snprintf(place, sizeof place, "bits 63:48 differ from bit 47, so nothing is there");
  } else if (u->bytes) {
    allocation_text(u, place, sizeof place);
  }
  texel_text(&u->texel, texel, sizeof texel);
  snprintf(text, size, "slot %u%s: %s at 0x%llx, %saddress %s0x%llx%s%s%s", u->slot, lane, insn,
           (unsigned long long)u->pc, lds ? "LDS " : "", below ? "-" : "",
           (unsigned long long)(below ? 0 - u->address : u->address), texel, *place ? ": " : "", place);
}
