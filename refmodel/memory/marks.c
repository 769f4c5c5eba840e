// SPDX-License-Identifier: Apache-2.0
// Absolute data in the LDS: which dwords an owner write of a clause has written, and who reads them outside of that
// clause (D-R700-22).
#include <stdio.h>
#include <stdlib.h>

#include "memory/memory.h"

bool wl_marks_new(struct wl_memory *m) {
  if (m->marks == NULL) m->marks = calloc(m->lds_bytes / 4, sizeof *m->marks);
  return m->marks != NULL;
}

void wl_marks_clear(struct wl_memory *m, uint64_t at, uint32_t bytes) {
  if (m->marks != NULL && bytes != 0) memset(&m->marks[at / 4], 0, (bytes + 3u) / 4 * sizeof *m->marks);
}

void wl_marks_read(struct wl_memory *m, const struct wl_reader *r, uint64_t at, uint32_t bytes, uint32_t lane) {
  for (uint64_t dword = at / 4; bytes != 0 && dword <= (at + bytes - 1) / 4 && dword < m->lds_bytes / 4; dword++) {
    const struct wl_mark *mark = &m->marks[dword];
    if (mark->clause == 0 || mark->clause == r->clause || m->absolute[0] != 0) continue;
    snprintf(m->absolute, sizeof m->absolute,
             "absolute: %s at 0x%llx reads dword %u in lane %u, %s at 0x%llx wrote it in a clause", r->name,
             (unsigned long long)r->pc, (uint32_t)dword - r->lds_base / 4, lane, mark->name,
             (unsigned long long)mark->pc);
    m->absolute_pc = r->pc;
  }
}

// Whether it writes absolute data in a clause: an owner write whose threads are numbered in the wave.
static bool marks(const struct wl_pending *p) {
  return p->access->where == WL_AT_OWNER && p->reader.clause != 0 && !((uint32_t)p->insn.simm & WL_OWNER_GROUP);
}

void wl_marks_access(struct wl_memory *m, const struct wl_pending *p, wl_mem_op op, uint64_t at, uint32_t bytes,
                     uint32_t lane) {
  if (at >= m->lds_bytes) return;  // the GDS
  if (op != WL_MEM_STORE) wl_marks_read(m, &p->reader, at, bytes, lane);
  if (op == WL_MEM_LOAD) return;
  const struct wl_mark mark =
      marks(p) ? (struct wl_mark){p->reader.clause, p->reader.name, p->reader.pc} : (struct wl_mark){0};
  for (uint64_t dword = at / 4; dword <= (at + bytes - 1) / 4; dword++) m->marks[dword] = mark;
}
