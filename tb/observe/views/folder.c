// SPDX-License-Identifier: Apache-2.0
// A folder in the layout that AMD's ROCprof Compute Viewer opens (docs/views.md). code.json has the instructions, and
// filenames.json names the waves' files. The file of a wave has its instructions, its states, and arrows from memory
// instructions to their waits. occupancy.json has starts and ends of waves. The kinds of instructions and the waits are
// GFX9's: of another instruction set they are not told apart.
//
// A wave's file has lists that end together. During the run they are kept in a temporary file for each slot; the
// files of the waves are written at the end. So memory does not grow with the run.
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/output.h"
#include "observe/views/view.h"
#include "wavelock/encoding.h"
#include "wavelock/opcodes.h"

enum { PATH = 1200 };
enum { OPEN = 256 };  // memory instructions of a wave that are remembered until something waits for them
enum { SHADER = 0, CU = 0, SIMD = 0, KERNEL = 1, OBJECT = 1 };  // the numbers of the viewer's places

// Kinds of tokens and states of waves, by the viewer's numbers.
typedef enum {
  TOKEN_NONE,
  TOKEN_SMEM,
  TOKEN_SALU,
  TOKEN_VMEM,
  TOKEN_FLAT,
  TOKEN_LDS,
  TOKEN_VALU,
  TOKEN_JUMP,
  TOKEN_NEXT,
  TOKEN_IMMEDIATE,
  TOKEN_TRAP,
  TOKEN_MESSAGE
} token_kind;
typedef enum { STATE_EMPTY, STATE_IDLE, STATE_EXECUTES, STATE_WAITS, STATE_STALLS } wave_state;

// What is kept of a wave, in order.
typedef enum { KEPT_BEGIN, KEPT_TOKEN, KEPT_STATE, KEPT_ARROW, KEPT_END } kept_kind;
typedef struct {
  kept_kind kind;
  uint32_t code;   // of a token, or of the instruction that waits
  uint32_t other;  // of an arrow: the instruction that it waits for
  uint32_t what;   // token_kind or wave_state
  uint64_t at;     // cycle
  uint64_t stall, cycles;
} kept;

// A memory instruction of a wave that no s_waitcnt has waited for.
typedef struct {
  uint32_t code;
  view_class of;
  bool complete;
  uint64_t id;
} open_insn;

typedef struct {
  FILE *file;
  bool live, has_token;
  kept token;  // the last instruction; its cycles may grow
  uint32_t state;
  uint64_t state_from;
  open_insn open[OPEN];
  uint32_t open_count;
} slot_record;

struct view_folder {
  const char *path;
  slot_record slot[WL_MAX_WAVES];
  bool failed;
  wl_error why;
};

static void failed(view_folder *f) {
  if (!f->failed) wl_fail(&f->why, "%.400s: the view cannot be written: %s", f->path, strerror(errno));
  f->failed = true;
}

view_folder *view_folder_new(const char *path, wl_error *error) {
  view_folder *f = calloc(1, sizeof *f);
  if (!f) {
    wl_fail(error, "out of memory for the views");
    return NULL;
  }
  f->path = path;
  return f;
}

// ---- during the run ------------------------------------------------------------------------------

static void keep(view_folder *f, uint32_t slot, const kept *k) {
  FILE *to = f->slot[slot].file;
  if (to && fwrite(k, sizeof *k, 1, to) != 1) failed(f);
}

static uint32_t state_of(const wl_model_ops *ops, uint32_t reason) {
  if (reason == WL_WAIT_EMPTY) return STATE_EMPTY;
  switch (view_wait(ops, reason)->kind) {
    case WL_WAITS_ISSUES_ALL:
    case WL_WAITS_EXECUTES: return STATE_EXECUTES;
    case WL_WAITS_FETCH: return STATE_IDLE;
    case WL_WAITS_STALLED: return STATE_STALLS;
    default: return STATE_WAITS;
  }
}

static bool busy(const wl_model_ops *ops, uint32_t reason) { return view_wait(ops, reason)->kind == WL_WAITS_EXECUTES; }

static void end_state(view_folder *f, uint32_t slot, uint64_t now) {
  slot_record *s = &f->slot[slot];
  if (now > s->state_from)
    keep(f, slot, &(kept){.kind = KEPT_STATE, .what = s->state, .at = s->state_from, .cycles = now - s->state_from});
  s->state_from = now;
}

static void end_token(view_folder *f, uint32_t slot) {
  slot_record *s = &f->slot[slot];
  if (s->has_token) keep(f, slot, &s->token);
  s->has_token = false;
}

void view_folder_wave(view_folder *f, const wl_views *v, uint32_t slot) {
  slot_record *s = &f->slot[slot];
  if (!s->file && !(s->file = tmpfile())) failed(f);
  s->live = true;
  s->state = STATE_IDLE;
  s->state_from = v->wave[slot].start;
  s->open_count = 0;
  keep(f, slot, &(kept){.kind = KEPT_BEGIN, .at = v->wave[slot].start});
}

void view_folder_ends(view_folder *f, const wl_views *v, uint32_t slot) {
  slot_record *s = &f->slot[slot];
  if (!s->live) return;
  end_token(f, slot);
  end_state(f, slot, v->cycle);
  keep(f, slot, &(kept){.kind = KEPT_END, .at = v->cycle});
  s->live = false;
}

void view_folder_waits(view_folder *f, const wl_views *v, uint32_t slot, uint32_t reason) {
  slot_record *s = &f->slot[slot];
  if (!s->live || v->cycle < v->wave[slot].start) return;
  if (s->has_token && busy(&v->ops, reason)) s->token.cycles++;
  const uint32_t state = state_of(&v->ops, reason);
  if (state == s->state) return;
  end_state(f, slot, v->cycle);
  s->state = state;
}

static bool is_sopp(const view_code *c, uint32_t op) {
  return wl_format_of(c->words[0]) == WL_FMT_SOPP && wl_field(c->words[0], WL_SOPP_OP) == op;
}

static uint32_t token_of(const view_code *c) {
  switch (c->of) {
    case VIEW_VALU: return TOKEN_VALU;
    case VIEW_SMEM: return TOKEN_SMEM;
    case VIEW_LDS: return TOKEN_LDS;
    case VIEW_VMEM: return c->halves ? TOKEN_FLAT : TOKEN_VMEM;
    case VIEW_EXPORT: return TOKEN_VMEM;
    default: break;
  }
  if (wl_format_of(c->words[0]) != WL_FMT_SOPP) return TOKEN_SALU;
  if (!strncmp(c->text, "s_branch", 8) || !strncmp(c->text, "s_cbranch", 9)) return TOKEN_JUMP;
  if (!strncmp(c->text, "s_sendmsg", 9)) return TOKEN_MESSAGE;
  if (!strncmp(c->text, "s_trap", 6)) return TOKEN_TRAP;
  return TOKEN_IMMEDIATE;
}

// Whether the s_waitcnt with this operand waits for instructions of the class.
static bool waits_for(uint32_t simm, view_class of) {
  switch (of) {
    case VIEW_VMEM:
      return wl_field(simm, WL_WAITCNT_VM_LOW) != wl_field(~0u, WL_WAITCNT_VM_LOW) ||
             wl_field(simm, WL_WAITCNT_VM_HIGH) != wl_field(~0u, WL_WAITCNT_VM_HIGH);
    case VIEW_EXPORT: return wl_field(simm, WL_WAITCNT_EXP) != wl_field(~0u, WL_WAITCNT_EXP);
    default: return wl_field(simm, WL_WAITCNT_LGKM) != wl_field(~0u, WL_WAITCNT_LGKM);
  }
}

// An arrow from each memory instruction that is complete, and of a class that this s_waitcnt waits for.
static void arrows(view_folder *f, uint32_t slot, uint32_t wait, uint32_t simm) {
  slot_record *s = &f->slot[slot];
  uint32_t left = 0;
  for (uint32_t i = 0; i < s->open_count; i++) {
    if (s->open[i].complete && waits_for(simm, s->open[i].of))
      keep(f, slot, &(kept){.kind = KEPT_ARROW, .code = wait, .other = s->open[i].code});
    else s->open[left++] = s->open[i];
  }
  s->open_count = left;
}

// The oldest is forgotten where there are too many: nothing has waited for it.
static void note_memory(view_folder *f, uint32_t slot, const view_insn *i) {
  slot_record *s = &f->slot[slot];
  if (s->open_count == OPEN) memmove(s->open, s->open + 1, --s->open_count * sizeof *s->open);
  s->open[s->open_count++] = (open_insn){.code = i->code, .of = i->of, .id = i->id};
}

void view_folder_issues(view_folder *f, const wl_views *v, const view_insn *i) {
  slot_record *s = &f->slot[i->slot];
  const view_code *c = view_code_of(v, i);
  uint64_t stall = 0;
  for (uint32_t r = 0; r < VIEW_REASONS; r++)
    if (view_wait(&v->ops, r)->kind != WL_WAITS_FETCH && !busy(&v->ops, r)) stall += i->waited[r];
  end_token(f, i->slot);
  s->token = (kept){.kind = KEPT_TOKEN,
                    .code = i->code,
                    .what = token_of(c),
                    .at = v->cycle - stall,
                    .stall = stall,
                    .cycles = stall + 1};
  s->has_token = true;
  if (is_sopp(c, WL_OP_s_waitcnt)) arrows(f, i->slot, i->code, wl_field(c->words[0], WL_SOP_SIMM16));
  if (i->of != VIEW_SCALAR && i->of != VIEW_VALU) note_memory(f, i->slot, i);
}

void view_folder_complete(view_folder *f, const view_insn *i) {
  slot_record *s = &f->slot[i->slot];
  for (uint32_t n = 0; n < s->open_count; n++)
    if (s->open[n].id == i->id) s->open[n].complete = true;
}

// ---- the files -----------------------------------------------------------------------------------

typedef struct {
  uint64_t latency, stall;  // sums over the executions
} code_sum;

typedef struct {
  uint32_t wait, source;
} arrow;

typedef struct {
  view_folder *folder;
  const wl_views *views;
  uint32_t *line;  // of each instruction of the program, from 1 in the order of addresses
  uint32_t *by_address;
  code_sum *sum;
  json_t *names, *occupancy;
  arrow *arrows;
  uint32_t arrow_count, arrow_size;
} writer;

static const wl_views *ordered;
static int by_address(const void *a, const void *b) {
  const view_code *x = &ordered->code[*(const uint32_t *)a], *y = &ordered->code[*(const uint32_t *)b];
  if (x->pc != y->pc) return x->pc < y->pc ? -1 : 1;
  return *(const uint32_t *)a < *(const uint32_t *)b ? -1 : 1;
}

static void number_lines(writer *w) {
  const uint32_t count = w->views->code_count;
  for (uint32_t i = 0; i < count; i++) w->by_address[i] = i;
  ordered = w->views;
  qsort(w->by_address, count, sizeof *w->by_address, by_address);
  for (uint32_t i = 0; i < count; i++) w->line[w->by_address[i]] = i + 1;
}

static bool next_kept(FILE *from, kept *k) { return fread(k, sizeof *k, 1, from) == 1; }

// Writes, of the wave whose records begin here, those of a kind as elements of a list. Leaves the file at its end.
static void put_list(writer *w, FILE *from, long begin, kept_kind kind, FILE *to) {
  kept k;
  const char *comma = "";
  fseek(from, begin, SEEK_SET);
  while (next_kept(from, &k) && k.kind != KEPT_END) {
    if (k.kind != kind) continue;
    if (kind == KEPT_TOKEN) {
      fprintf(to, "%s\n[%" PRIu64 ", %" PRIu32 ", %" PRIu64 ", %" PRIu64 ", %" PRIu32 "]", comma, k.at, k.what, k.stall,
              k.cycles, w->line[k.code]);
      w->sum[k.code].latency += k.cycles;
      w->sum[k.code].stall += k.stall;
    } else {
      fprintf(to, "%s\n[%" PRIu32 ", %" PRIu64 "]", comma, k.what, k.cycles);
    }
    comma = ",";
  }
}

static void add_arrow(writer *w, uint32_t wait, uint32_t source) {
  for (uint32_t i = 0; i < w->arrow_count; i++)
    if (w->arrows[i].wait == wait && w->arrows[i].source == source) return;
  if (w->arrow_count == w->arrow_size) {
    const uint32_t size = w->arrow_size ? 2 * w->arrow_size : 64;
    arrow *more = realloc(w->arrows, size * sizeof *more);
    if (!more) {
      failed(w->folder);
      return;
    }
    w->arrows = more;
    w->arrow_size = size;
  }
  w->arrows[w->arrow_count++] = (arrow){wait, source};
}

static int by_wait(const void *a, const void *b) {
  const arrow *x = a, *y = b;
  if (x->wait != y->wait) return x->wait < y->wait ? -1 : 1;
  return x->source < y->source ? -1 : x->source > y->source;
}

// Each pair once, by the instruction that waits.
static void put_arrows(writer *w, FILE *from, long begin, FILE *to) {
  kept k;
  w->arrow_count = 0;
  fseek(from, begin, SEEK_SET);
  while (next_kept(from, &k) && k.kind != KEPT_END)
    if (k.kind == KEPT_ARROW) add_arrow(w, w->line[k.code], w->line[k.other]);
  if (w->arrow_count) qsort(w->arrows, w->arrow_count, sizeof *w->arrows, by_wait);
  for (uint32_t i = 0; i < w->arrow_count; i++) {
    const bool first = !i || w->arrows[i - 1].wait != w->arrows[i].wait;
    if (first) fprintf(to, "%s\n[%" PRIu32 ", [", i ? "]]," : "", w->arrows[i].wait);
    fprintf(to, "%s[%" PRIu32 ", 0]", first ? "" : ", ", w->arrows[i].source);
  }
  if (w->arrow_count) fputs("]]", to);
}

static FILE *open_in(writer *w, const char *name, char path[PATH]) {
  snprintf(path, PATH, "%s/%s", w->folder->path, name);
  FILE *to = wl_output_open(path, "the view", w->folder->failed ? NULL : &w->folder->why);
  if (!to) w->folder->failed = true;
  return to;
}

static void close_in(writer *w, FILE *to) {
  const bool bad = ferror(to) != 0;
  if (fclose(to) || bad) failed(w->folder);
}

static uint64_t end_of_wave(FILE *from, uint64_t begin) {
  kept k;
  while (next_kept(from, &k))
    if (k.kind == KEPT_END) return k.at;
  return begin;
}

// The wave whose records begin at `begin`, behind that of its start. number: of the waves of its slot.
static void put_wave(writer *w, uint32_t slot, uint32_t number, long begin, uint64_t start) {
  char path[PATH], name[64];
  FILE *from = w->folder->slot[slot].file;
  const uint64_t end = end_of_wave(from, start);
  snprintf(name, sizeof name, "se%d_sm%d_sl%" PRIu32 "_wv%" PRIu32 ".json", SHADER, SIMD, slot, number);
  FILE *to = open_in(w, name, path);
  if (!to) return;
  fprintf(to,
          "{\"name\": \"SE%d\", \"duration\": %" PRIu64 ", \"wave\": {\"cu\": %d, \"simd\": %d, \"slot\": %" PRIu32
          ", \"id\": %" PRIu32 ", \"begin\": %" PRIu64 ", \"end\": %" PRIu64 ", \"info\": {},\n\"instructions\": [",
          SHADER, end - start, CU, SIMD, slot, number, start, end);
  put_list(w, from, begin, KEPT_TOKEN, to);
  fputs("],\n\"timeline\": [", to);
  put_list(w, from, begin, KEPT_STATE, to);
  fputs("],\n\"waitcnt\": [", to);
  put_arrows(w, from, begin, to);
  fputs("]}}\n", to);
  close_in(w, to);
  char at_slot[16], at_number[16];
  snprintf(at_slot, sizeof at_slot, "%" PRIu32, slot);
  snprintf(at_number, sizeof at_number, "%" PRIu32, number);
  json_t *of_slot = json_object_get(w->names, at_slot);
  if (!of_slot) json_object_set_new(w->names, at_slot, of_slot = json_object());
  json_object_set_new(of_slot, at_number, json_pack("[s, I, I]", name, (json_int_t)start, (json_int_t)end));
  for (int starts = 1; starts >= 0; starts--)
    json_array_append_new(w->occupancy, json_pack("[I, i, i, i, i, i]", (json_int_t)(starts ? start : end), CU, SIMD,
                                                  (int)slot, starts, KERNEL));
}

static void put_waves(writer *w) {
  for (uint32_t slot = 0; slot < WL_MAX_WAVES; slot++) {
    FILE *from = w->folder->slot[slot].file;
    uint32_t number = 0;
    kept k;
    if (!from) continue;
    if (fflush(from)) failed(w->folder);
    rewind(from);
    while (next_kept(from, &k))
      if (k.kind == KEPT_BEGIN) put_wave(w, slot, number++, ftell(from), k.at);
  }
}

static void put_json(writer *w, const char *name, json_t *j) {
  char path[PATH];
  FILE *to = open_in(w, name, path);
  if (to) {
    if (json_dumpf(j, to, JSON_COMPACT)) failed(w->folder);
    close_in(w, to);
  }
  json_decref(j);
}

static json_t *code_json(const writer *w) {
  static const char *const header[] = {"ISA",   "_",   "LineNumber", "Source", "Codeobj",
                                       "Vaddr", "Hit", "Latency",    "Stall",  "Idle"};
  json_t *names = json_array(), *rows = json_array();
  for (size_t i = 0; i < sizeof header / sizeof *header; i++) json_array_append_new(names, json_string(header[i]));
  for (uint32_t i = 0; i < w->views->code_count; i++) {
    const uint32_t at = w->by_address[i];
    const view_code *c = &w->views->code[at];
    uint64_t idle = 0;
    for (uint32_t r = 0; r < VIEW_REASONS; r++)
      if (view_wait(&w->views->ops, r)->kind == WL_WAITS_FETCH) idle += c->waited[r];
    json_array_append_new(rows,
                          json_pack("[s, i, I, s, i, I, I, I, I, I]", c->text, 0, (json_int_t)w->line[at], "", OBJECT,
                                    (json_int_t)c->pc, (json_int_t)c->executed, (json_int_t)w->sum[at].latency,
                                    (json_int_t)w->sum[at].stall, (json_int_t)idle));
  }
  return json_pack("{s:o, s:o}", "header", names, "code", rows);
}

static void put_all(writer *w) {
  number_lines(w);
  put_waves(w);
  put_json(w, "code.json", code_json(w));
  put_json(w, "filenames.json",
           json_pack("{s:{s:{s:O}}, s:i, s:s, s:b, s:b, s:[]}", "wave_filenames", "0", "0", w->names, "gfxip", 9,
                     "gfxv", "vega", "thread_trace", 1, "pc_sampling", 0, "counter_names"));
  put_json(w, "occupancy.json", json_pack("{s:O, s:{s:s}}", "0", w->occupancy, "dispatches", "1", "compute unit"));
}

bool view_folder_finish(view_folder *f, const wl_views *v, wl_error *error) {
  const size_t room = v->code_count + 1;  // one at least
  writer w = {.folder = f,
              .views = v,
              .line = calloc(room, sizeof *w.line),
              .sum = calloc(room, sizeof *w.sum),
              .by_address = calloc(room, sizeof *w.by_address),
              .names = json_object(),
              .occupancy = json_array()};
  if (w.line && w.sum && w.by_address) put_all(&w);
  else failed(f);
  free(w.line);
  free(w.sum);
  free(w.by_address);
  free(w.arrows);
  json_decref(w.names);
  json_decref(w.occupancy);
  return !f->failed || wl_fail(error, "%s", f->why.text);
}

void view_folder_free(view_folder *f) {
  if (!f) return;
  for (uint32_t slot = 0; slot < WL_MAX_WAVES; slot++)
    if (f->slot[slot].file) fclose(f->slot[slot].file);
  free(f);
}
