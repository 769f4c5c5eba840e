// SPDX-License-Identifier: Apache-2.0
#include "missing.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "gfx9/disasm.h"
#include "wavelock/decode.h"

enum { MORE = 20 };  // characters of " and 4294967295 more"
enum { MAX_VGPRS = 256 };

typedef struct {
  const wl_object *object;
  bool rdna;       // of the unit (wl_config)
  uint64_t *todo;  // image offsets where paths begin
  size_t todo_count, todo_capacity;
  bool *seen;    // a flag per dword of the image
  uint64_t end;  // image offset of the end of the kernel's symbol; its entry if unknown
  wl_missing_list *list;
} scan;

static bool later(scan *s, uint64_t at) {
  if (s->todo_count == s->todo_capacity) {
    size_t capacity = s->todo_capacity ? 2 * s->todo_capacity : 64;
    uint64_t *more = realloc(s->todo, capacity * sizeof *more);
    if (!more) return false;
    s->todo = more;
    s->todo_capacity = capacity;
  }
  s->todo[s->todo_count++] = at;
  return true;
}

static bool starts(const char *text, const char *with) { return !strncmp(text, with, strlen(with)); }

// LLVM's mnemonic. false: no instruction of the instruction set.
static bool name_of(wl_isa isa, uint64_t pc, const uint32_t words[2], char *name, size_t size) {
  static const char *const endings[] = {"_e32", "_e64", "_sdwa", "_dpp"};
  char text[256];
  disassemble(isa, pc, words, text, sizeof text);
  if (*text == '(') return false;
  text[strcspn(text, " ")] = 0;
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    size_t length = strlen(text), end = strlen(endings[i]);
    if (length > end && !strcmp(text + length - end, endings[i])) text[length - end] = 0;
  }
  wl_text(name, size, "%.39s", text);
  return true;
}

static bool add(wl_missing_list *list, wl_missing m) {
  for (uint32_t i = 0; i < list->count; i++)
    if (!strcmp(list->of[i].name, m.name)) {
      list->of[i].count++;
      if (m.first < list->of[i].first) list->of[i].first = m.first;
      return true;
    }
  wl_missing *more = realloc(list->of, (list->count + 1) * sizeof *more);
  if (!more) return false;
  list->of = more;
  list->of[list->count++] = m;
  return true;
}

typedef enum { GOES_ON, BRANCHES, JUMPS, CALLS_REGISTER, JUMPS_REGISTER, ENDS } flow;

static flow flow_of(const wl_decoded *d) {
  if (!d->legal) return GOES_ON;
  const char *n = d->name;
  if (starts(n, "s_endpgm") || !strcmp(n, "s_rfe_b64")) return ENDS;
  if (!strcmp(n, "s_branch")) return JUMPS;
  if (!strcmp(n, "s_setpc_b64")) return JUMPS_REGISTER;
  if (!strcmp(n, "s_swappc_b64") || !strcmp(n, "s_cbranch_g_fork")) return CALLS_REGISTER;
  if (!strcmp(n, "s_cbranch_join")) return GOES_ON;  // or it goes to the other path of a fork, which is followed anyway
  return starts(n, "s_cbranch_") || !strcmp(n, "s_call_b64") ? BRANCHES : GOES_ON;
}

// Follows a path from an image offset to its end. The end is an instruction that does not go on, a word that is no
// instruction, or the end of the kernel's symbol. (Compilers emit nothing behind a trap that does not return.) A
// path with more instructions than the file has dwords runs through zeros, and ends too.
static bool follow(scan *s, uint64_t at) {
  const wl_object *o = s->object;
  while (s->list->looked_at <= o->file_size / 4 && at % 4 == 0 && at < o->size && o->size - at >= 4 &&
         !s->seen[at / 4]) {
    uint32_t words[2] = {0};
    wl_decoded d;
    memcpy(words, o->image + at, o->size - at >= 8 ? 8 : 4);
    // With all registers allocated: only the opcode counts.
    wl_decode_words(words, wl_target_isa(s->object->target), s->rdna, WL_SGPR_COUNT, MAX_VGPRS, true, &d);
    wl_missing m = {.count = 1, .first = o->base + at};
    const bool missing = !d.known;
    if (missing && !name_of(wl_target_isa(s->object->target), m.first, words, m.name, sizeof m.name)) return true;
    if (missing && !add(s->list, m)) return false;
    s->seen[at / 4] = true;
    s->list->looked_at++;
    const flow f = flow_of(&d);
    const uint64_t next = at + d.size, target = next + 4 * (uint64_t)(int64_t)d.simm;
    if (f == CALLS_REGISTER || f == JUMPS_REGISTER) s->list->unfollowed++;
    if (f == BRANCHES && !later(s, target)) return false;
    if (f == ENDS || f == JUMPS_REGISTER || (f != JUMPS && next == s->end)) return true;
    at = f == JUMPS ? target : next;
  }
  return true;
}

static int by_count(const void *a, const void *b) {
  const wl_missing *x = a, *y = b;
  if (x->count != y->count) return x->count < y->count ? 1 : -1;
  return x->first < y->first ? -1 : x->first > y->first;
}

bool wl_missing_find(const wl_object *o, const struct wl_kernel *k, bool rdna, wl_missing_list *list, wl_error *error) {
  const uint64_t entry = k->info.entry - o->base;
  scan s = {.object = o,
            .rdna = rdna,
            .list = list,
            .end = entry + k->code_size,
            .seen = calloc(o->size / 4 + 1, sizeof *s.seen)};
  *list = (wl_missing_list){0};
  bool good = s.seen && later(&s, entry);
  while (good && s.todo_count) good = follow(&s, s.todo[--s.todo_count]);
  free(s.seen);
  free(s.todo);
  if (list->count) qsort(list->of, list->count, sizeof *list->of, by_count);
  return good || wl_fail(error, "kernel %s: out of memory", k->info.name);
}

void wl_missing_free(wl_missing_list *list) {
  free(list->of);
  *list = (wl_missing_list){0};
}

void wl_missing_text(const struct wl_kernel *k, const wl_missing_list *list, char *text, size_t size) {
  char end[160], unfollowed[80] = "";
  if (list->unfollowed)
    wl_text(unfollowed, sizeof unfollowed, ", not behind %" PRIu32 " jump%s through registers", list->unfollowed,
            list->unfollowed > 1 ? "s" : "");
  wl_text(end, sizeof end, " (looked at %" PRIu32 " instructions that its entry reaches%s)", list->looked_at,
          unfollowed);
  wl_text(text, size,
          "kernel %.60s: Wavelock does not have %" PRIu32 " of its opcodes yet (no fault of the kernel):", k->info.name,
          list->count);
  for (uint32_t i = 0; i < list->count; i++) {
    const size_t used = strlen(text);
    char one[80];
    wl_text(one, sizeof one, "%s %s x %" PRIu32, i ? "," : "", list->of[i].name, list->of[i].count);
    if (used + strlen(one) + strlen(end) + MORE < size) {
      wl_text(text + used, size - used, "%s", one);
    } else {
      wl_text(text + used, size - used, " and %" PRIu32 " more", list->count - i);
      break;
    }
  }
  wl_text(text + strlen(text), size - strlen(text), "%s", end);
}
