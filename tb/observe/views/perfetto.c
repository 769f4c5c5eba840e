// SPDX-License-Identifier: Apache-2.0
// A trace of the run for Perfetto (docs/views.md): packets of TrackEvent in protobuf's encoding, written one by one.
// Field numbers come from Perfetto's trace_packet.proto and the files that it includes. A cycle is 1 ns.
//
// A slot has tracks of instructions in flight, as many as overlap, a track of why its wave waits, and a counter of
// the lanes in EXEC. The unit has counters of what is in flight in each execution unit.
#include <stdlib.h>
#include <string.h>

#include "observe/views/view.h"

enum { ROOM = 512 };                       // bytes of a message
enum { VARINT = 0, LENGTH = 2 };           // wire types
enum { LANES = 64, WINDOW = 100 };         // tracks of a slot; cycles for which instructions are counted
enum { SEQUENCE = 1 };                     // all packets are of one sequence
enum { CLEARED = 1, NEEDS_STATE = 2 };     // sequence_flags
enum { BEGIN = 1, END = 2, COUNTER = 4 };  // TrackEvent.type
enum { REASON_NAMES = 1 << 24 };           // numbers of the reasons' names; those of instructions begin with 1

// Numbers of fields.
enum {
  TRACE_PACKET = 1,
  PACKET_TIMESTAMP = 8,
  PACKET_SEQUENCE = 10,
  PACKET_EVENT = 11,
  PACKET_INTERNED = 12,
  PACKET_FLAGS = 13,
  PACKET_TRACK = 60,
  TRACK_UUID = 1,
  TRACK_NAME = 2,
  TRACK_PROCESS = 3,
  TRACK_PARENT = 5,
  TRACK_COUNTER = 8,
  PROCESS_PID = 1,
  PROCESS_NAME = 6,
  EVENT_ANNOTATION = 4,
  EVENT_TYPE = 9,
  EVENT_NAME = 10,  // by its number
  EVENT_TRACK = 11,
  EVENT_COUNTER = 30,
  ANNOTATION_UINT = 3,
  ANNOTATION_NAME = 10,
  INTERNED_NAMES = 2,
  NAME_NUMBER = 1,
  NAME_TEXT = 2,
};

// Tracks.
enum { UNIT = 1, WAVES, ISSUED, IN_FLIGHT = 16, WAITS = 32, EXECS = 64, INSTRUCTIONS = 1024 };

typedef struct {
  uint8_t bytes[ROOM];
  size_t used;
} message;

struct view_perfetto {
  FILE *file;
  const char *path;
  bool begun;                       // a packet has been written
  bool reason_named[VIEW_REASONS];  // and the names of instructions: view_code.named
  uint32_t slots;                   // whose tracks are described: a bit each
  uint64_t lane[WL_MAX_WAVES];      // of instructions, in use: a bit each
  uint64_t lane_described[WL_MAX_WAVES];
  bool waits[WL_MAX_WAVES];      // a slice of why is open
  uint32_t lanes[WL_MAX_WAVES];  // last said: 1 more than the number of lanes in EXEC, 0: nothing
  uint32_t in_flight[VIEW_CLASSES], waves, issued;
};

// ---- protobuf ------------------------------------------------------------------------------------

static void byte(message *m, uint8_t value) {
  if (m->used < ROOM) m->bytes[m->used++] = value;
}

static void varint(message *m, uint64_t value) {
  for (; value > 0x7f; value >>= 7) byte(m, (uint8_t)(value | 0x80));
  byte(m, (uint8_t)value);
}

static void number(message *m, uint32_t field, uint64_t value) {
  varint(m, field << 3 | VARINT);
  varint(m, value);
}

static void bytes(message *m, uint32_t field, const void *from, size_t size) {
  varint(m, field << 3 | LENGTH);
  varint(m, size);
  if (size > ROOM - m->used) size = ROOM - m->used;
  memcpy(m->bytes + m->used, from, size);
  m->used += size;
}

static void text(message *m, uint32_t field, const char *from) { bytes(m, field, from, strlen(from)); }
static void inner(message *m, uint32_t field, const message *of) { bytes(m, field, of->bytes, of->used); }

// ---- packets -------------------------------------------------------------------------------------

static void packet(view_perfetto *p, message *m) {
  message head = {.used = 0};
  number(m, PACKET_SEQUENCE, SEQUENCE);
  number(m, PACKET_FLAGS, p->begun ? NEEDS_STATE : CLEARED | NEEDS_STATE);
  p->begun = true;
  varint(&head, TRACE_PACKET << 3 | LENGTH);
  varint(&head, m->used);
  fwrite(head.bytes, 1, head.used, p->file);
  fwrite(m->bytes, 1, m->used, p->file);
}

static void describe(view_perfetto *p, uint32_t track, const char *name, bool counter) {
  message m = {.used = 0}, of = {.used = 0};
  number(&of, TRACK_UUID, track);
  number(&of, TRACK_PARENT, UNIT);
  text(&of, TRACK_NAME, name);
  if (counter) bytes(&of, TRACK_COUNTER, "", 0);
  inner(&m, PACKET_TRACK, &of);
  packet(p, &m);
}

static void describe_unit(view_perfetto *p) {
  message m = {.used = 0}, of = {.used = 0}, process = {.used = 0};
  number(&process, PROCESS_PID, 1);
  text(&process, PROCESS_NAME, "compute unit");
  number(&of, TRACK_UUID, UNIT);
  inner(&of, TRACK_PROCESS, &process);
  inner(&m, PACKET_TRACK, &of);
  packet(p, &m);
  describe(p, WAVES, "waves", true);
  describe(p, ISSUED, "instructions issued in 100 cycles", true);
  for (int of_class = VIEW_VALU; of_class < VIEW_CLASSES; of_class++) {
    char name[40];
    snprintf(name, sizeof name, "in flight: %s", view_class_name((view_class)of_class));
    describe(p, (uint32_t)(IN_FLIGHT + of_class), name, true);
  }
}

static void describe_slot(view_perfetto *p, uint32_t slot) {
  char name[40];
  if (p->slots >> slot & 1) return;
  p->slots |= 1u << slot;
  snprintf(name, sizeof name, "slot %u waits", slot);
  describe(p, WAITS + slot, name, false);
  snprintf(name, sizeof name, "slot %u lanes in EXEC", slot);
  describe(p, EXECS + slot, name, true);
}

static uint32_t lane_track(uint32_t slot, uint32_t lane) { return INSTRUCTIONS + slot * LANES + lane; }

static void event(message *of, uint32_t type, uint32_t track) {
  of->used = 0;
  number(of, EVENT_TYPE, type);
  number(of, EVENT_TRACK, track);
}

// new_name: the text of the name, which has not been said; NULL: it has.
static void put_event(view_perfetto *p, uint64_t at, const message *of, uint32_t name, const char *new_name) {
  message m = {.used = 0};
  number(&m, PACKET_TIMESTAMP, at);
  if (new_name) {
    message entry = {.used = 0}, interned = {.used = 0};
    number(&entry, NAME_NUMBER, name);
    text(&entry, NAME_TEXT, new_name);
    inner(&interned, INTERNED_NAMES, &entry);
    inner(&m, PACKET_INTERNED, &interned);
  }
  inner(&m, PACKET_EVENT, of);
  packet(p, &m);
}

static void count(view_perfetto *p, uint64_t at, uint32_t track, uint64_t value) {
  message of;
  event(&of, COUNTER, track);
  number(&of, EVENT_COUNTER, value);
  put_event(p, at, &of, 0, NULL);
}

static void end(view_perfetto *p, uint64_t at, uint32_t track) {
  message of;
  event(&of, END, track);
  put_event(p, at, &of, 0, NULL);
}

static void annotate(message *of, const char *name, uint64_t value) {
  message a = {.used = 0};
  number(&a, ANNOTATION_UINT, value);
  text(&a, ANNOTATION_NAME, name);
  inner(of, EVENT_ANNOTATION, &a);
}

// ---- the view ------------------------------------------------------------------------------------

view_perfetto *view_perfetto_new(const char *path, wl_error *error) {
  FILE *file = view_open(path, error);
  view_perfetto *p = file ? calloc(1, sizeof *p) : NULL;
  if (!p) {
    if (file) fclose(file);
    return NULL;
  }
  p->file = file;
  p->path = path;
  describe_unit(p);
  return p;
}

bool view_perfetto_free(view_perfetto *p, wl_error *error) {
  if (!p) return true;
  const bool good = view_close(p->file, p->path, error);
  free(p);
  return good;
}

void view_perfetto_waits(view_perfetto *p, const wl_views *v, uint32_t slot, uint32_t reason) {
  if (p->waits[slot]) end(p, v->cycle, WAITS + slot);
  p->waits[slot] = reason != WL_WAIT_EMPTY && !view_issues(&v->ops, reason);
  if (!p->waits[slot]) return;
  describe_slot(p, slot);
  message of;
  event(&of, BEGIN, WAITS + slot);
  number(&of, EVENT_NAME, REASON_NAMES + reason);
  put_event(p, v->cycle, &of, REASON_NAMES + reason, p->reason_named[reason] ? NULL : view_wait(&v->ops, reason)->name);
  p->reason_named[reason] = true;
}

void view_perfetto_issues(view_perfetto *p, wl_views *v, view_insn *i) {
  view_code *code = &v->code[i->code];
  const view_wave *w = &v->wave[i->slot];
  describe_slot(p, i->slot);
  i->lane = 0;
  while (i->lane < LANES - 1 && p->lane[i->slot] >> i->lane & 1) i->lane++;
  p->lane[i->slot] |= UINT64_C(1) << i->lane;
  const uint32_t track = lane_track(i->slot, i->lane);
  if (!(p->lane_described[i->slot] >> i->lane & 1)) {
    char name[40];
    snprintf(name, sizeof name, "slot %u", i->slot);
    describe(p, track, name, false);
    p->lane_described[i->slot] |= UINT64_C(1) << i->lane;
  }
  message of;
  event(&of, BEGIN, track);
  number(&of, EVENT_NAME, i->code + 1);
  annotate(&of, "PC", code->pc);
  annotate(&of, "wave", i->wave);
  if (v->tells_waits) annotate(&of, "lanes", (uint64_t)__builtin_popcountll(w->exec));
  put_event(p, v->cycle, &of, i->code + 1, code->named ? NULL : code->text);
  code->named = true;
  const uint32_t lanes = 1 + (uint32_t)__builtin_popcountll(w->exec);
  if (v->tells_waits && lanes != p->lanes[i->slot]) count(p, v->cycle, EXECS + i->slot, lanes - 1);
  p->lanes[i->slot] = lanes;
  p->issued++;
}

void view_perfetto_ends(view_perfetto *p, const wl_views *v, const view_insn *i) {
  end(p, v->cycle, lane_track(i->slot, i->lane));
  p->lane[i->slot] &= ~(UINT64_C(1) << i->lane);
}

void view_perfetto_cycle(view_perfetto *p, const wl_views *v) {
  const uint32_t waves = (uint32_t)__builtin_popcount(v->live);
  if (waves != p->waves) count(p, v->cycle, WAVES, waves);
  p->waves = waves;
  for (uint32_t of = VIEW_VALU; of < VIEW_CLASSES; of++) {
    if (v->in_flight[of] != p->in_flight[of]) count(p, v->cycle, IN_FLIGHT + of, v->in_flight[of]);
    p->in_flight[of] = v->in_flight[of];
  }
  if (v->cycle % WINDOW) return;
  count(p, v->cycle - WINDOW, ISSUED, p->issued);
  p->issued = 0;
}
