// SPDX-License-Identifier: Apache-2.0
// A log of the run for Konata (docs/views.md): an instruction is a row, a wave is a thread.
#include <inttypes.h>
#include <stdlib.h>

#include "observe/views/konata.h"
#include "observe/views/view.h"

struct view_pipe {
  FILE *file;
  const char *path;
  konata_log log;
};

static const char *const stages[] = {
    [VIEW_FETCH] = "F", [VIEW_ISSUE] = "I", [VIEW_EXECUTE] = "X", [VIEW_MEMORY] = "M", [VIEW_WRITE] = "B"};

view_pipe *view_pipe_new(const char *path, wl_error *error) {
  FILE *file = view_open(path, error);
  view_pipe *p = file ? calloc(1, sizeof *p) : NULL;
  if (!p) {
    if (file) fclose(file);
    return NULL;
  }
  p->file = file;
  p->path = path;
  konata_begin(&p->log, file);
  return p;
}

bool view_pipe_free(view_pipe *p, wl_error *error) {
  if (!p) return true;
  const bool good = view_close(p->file, p->path, error);
  free(p);
  return good;
}

void view_pipe_appears(view_pipe *p, const wl_views *v, const view_insn *i) {
  konata_at(&p->log, v->cycle);
  konata_appears(&p->log, i->id, i->id, i->wave);
}

void view_pipe_waits(view_pipe *p, const wl_views *v, const view_insn *i, const char *why) {
  konata_at(&p->log, v->cycle);
  konata_stage(&p->log, i->id, i->stage == VIEW_FETCH ? stages[VIEW_FETCH] : why);
}

void view_pipe_issues(view_pipe *p, const wl_views *v, const view_insn *i) {
  const view_code *code = view_code_of(v, i);
  const view_wave *w = &v->wave[i->slot];
  view_pipe_stage(p, v, i);
  konata_label(&p->log, i->id, KONATA_LEFT);
  fprintf(p->file, "%" PRIx64 ": %s\n", code->pc, code->text);
  konata_label(&p->log, i->id, KONATA_HOVER);
  fprintf(p->file, "wave %" PRIu32 " (slot %" PRIu32 ", group %" PRIu32 "), issue %" PRIu64, i->wave, i->slot, w->group,
          v->cycle);
  if (v->tells_waits) fprintf(p->file, ", EXEC %016" PRIx64, w->exec);
  fputc('\n', p->file);
}

void view_pipe_stage(view_pipe *p, const wl_views *v, const view_insn *i) {
  konata_at(&p->log, v->cycle);
  konata_stage(&p->log, i->id, stages[i->stage]);
}

void view_pipe_ends(view_pipe *p, const wl_views *v, const view_insn *i, bool flushed) {
  konata_at(&p->log, v->cycle);
  if (flushed) konata_flushed(&p->log, i->id);
  else konata_ends(&p->log, i->id);
}
