// SPDX-License-Identifier: Apache-2.0
#include "classes.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

enum { PREDICATE_LATENCY = 13, MOST_TRACED = 1000 };

// A line and where in it we are.
typedef struct {
  sass_classes *classes;
  const char *start, *p;
  int line;
  sass_error *error;
} reader;

typedef struct {
  const char *text;
  size_t length;
} word;

static bool refuse(const reader *r, const char *at, const char *what) {
  return sass_fail(r->error, r->line, (int)(at - r->start) + 1, "%s", what);
}

static void skip_space(reader *r) {
  while (*r->p != '\n' && isspace((unsigned char)*r->p)) r->p++;
}

// The next word; length 0 at the end of the line.
static word next(reader *r) {
  skip_space(r);
  word w = {r->p, 0};
  if (*r->p == '#') return w;
  while (*r->p && *r->p != '\n' && !isspace((unsigned char)*r->p) && *r->p != '#') r->p++;
  w.length = (size_t)(r->p - w.text);
  return w;
}

static bool is(word w, const char *text) { return w.length == strlen(text) && !memcmp(w.text, text, w.length); }

static bool number_up_to(reader *r, int most, int *to) {
  const word w = next(r);
  int value = 0;
  for (size_t i = 0; i < w.length; i++) {
    if (!isdigit((unsigned char)w.text[i])) return refuse(r, w.text + i, "expected a number");
    value = value * 10 + w.text[i] - '0';
    if (value > most)
      return sass_fail(r->error, r->line, (int)(w.text - r->start) + 1, "expected a number up to %d", most);
  }
  if (!w.length) return refuse(r, w.text, "expected a number");
  *to = value;
  return true;
}

// Cycles that the checker counts.
static bool number(reader *r, int *to) { return number_up_to(r, SASS_MOST_CYCLES, to); }

// One of the names; its place among them.
static bool choice(reader *r, const char *const *names, int count, int *to) {
  const word w = next(r);
  for (int i = 0; i < count; i++)
    if (is(w, names[i])) {
      *to = i;
      return true;
    }
  return refuse(r, w.text, "expected one of the words that tb/control/listing/classes.txt lists here");
}
#define CHOICE(r, to, ...)                      \
  choice(r, (const char *const[]){__VA_ARGS__}, \
         (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *)), to)

static bool name(reader *r, word w, char to[SASS_NAME]) {
  if (!w.length) return refuse(r, w.text, "expected a name");
  if (w.length >= SASS_NAME) return refuse(r, w.text, "expected a shorter name");
  for (size_t i = 0; i < w.length; i++)
    if (!isalnum((unsigned char)w.text[i]) && w.text[i] != '_') return refuse(r, w.text + i, "expected a name");
  memset(to, 0, SASS_NAME);
  memcpy(to, w.text, w.length);
  return true;
}

static int find_class(const sass_classes *c, const char *wanted) {
  for (int i = 0; i < c->class_count; i++)
    if (!strcmp(c->classes[i].name, wanted)) return i;
  return -1;
}

static bool latency(reader *r, sass_class *class) {
  reader before = *r;
  const word w = next(r);
  if (is(w, "var")) {
    class->result = SASS_VARIABLE;
  } else if (is(w, "none")) {
    class->result = SASS_NO_RESULT;
  } else {
    *r = before;
    class->result = SASS_FIXED;
    return number(r, &class->latency);
  }
  return true;
}

static bool range(reader *r, sass_range *to) {
  if (!number_up_to(r, MOST_TRACED, &to->least)) return false;
  skip_space(r);
  const char *second = r->p;
  if (!number_up_to(r, MOST_TRACED, &to->most)) return false;
  return to->most >= to->least || refuse(r, second, "expected a range, the least first");
}

static bool unit_of(reader *r, int *to) {
  const word w = next(r);
  for (*to = 0; *to < r->classes->unit_count; (*to)++)
    if (is(w, r->classes->units[*to].name)) return true;
  return refuse(r, w.text, "expected the name of a unit");
}

// "unit NAME pace N" and "queue NAME depth N": the name and the number.
static bool read_number_of(reader *r, const char *key, char named[SASS_NAME], int *to) {
  if (!name(r, next(r), named)) return false;
  const word w = next(r);
  if (!is(w, key)) return refuse(r, w.text, !strcmp(key, "pace") ? "expected pace" : "expected depth");
  return number_up_to(r, MOST_TRACED, to);
}

static bool ends(reader *r) {
  const word w = next(r);
  return !w.length || refuse(r, w.text, "expected the end of the line");
}

static bool read_unit(reader *r) {
  sass_classes *c = r->classes;
  sass_unit unit;
  const char *start = r->p;
  if (!read_number_of(r, "pace", unit.name, &unit.pace) || !ends(r)) return false;
  if (!unit.pace) return refuse(r, start, "expected a pace of 1 or more");
  int at = 0;
  while (at < c->unit_count && strcmp(c->units[at].name, unit.name)) at++;
  if (at == SASS_UNITS) return refuse(r, start, "there are five units at most");
  c->units[at] = unit;
  if (at == c->unit_count) c->unit_count++;
  return true;
}

// A range that does not begin below a number.
static sass_range at_least(int number, int least, int most) {
  return (sass_range){number > least ? number : least, number > most ? number : most};
}

// A variable class needs ranges that keep what the checker counts on (D-CTRL-12, D-CTRL-54).
static bool good_ranges(const reader *r, sass_class *class) {
  if (class->result != SASS_VARIABLE) return true;
  if (!class->takes.most) class->takes = at_least(class->least_wait, 8, 200);
  if (!class->release.most) class->release = at_least(class->read_latency, 1, 40);
  if (class->takes.least < class->least_wait || class->takes.least < 2)
    return refuse(r, r->p, "expected takes of no less than wait and 2");
  if (class->release.least < class->read_latency || class->release.least < 1)
    return refuse(r, r->p, "expected release of no less than rlat and 1");
  return true;
}

static bool read_class(reader *r) {
  sass_class class = {.predicate_latency = PREDICATE_LATENCY, .unit = SASS_NO_UNIT};
  if (!name(r, next(r), class.name)) return false;
  bool has_latency = false;
  for (word w; (w = next(r)).length;) {
    bool good = true;
    int chosen = 0;
    if (is(w, "lat")) good = has_latency = latency(r, &class);
    else if (is(w, "predicate")) good = number(r, &class.predicate_latency);
    else if (is(w, "rlat")) good = number(r, &class.read_latency);
    else if (is(w, "min")) good = number(r, &class.least_stall);
    else if (is(w, "wait")) good = number(r, &class.least_wait);
    else if (is(w, "unit")) good = unit_of(r, &class.unit);
    else if (is(w, "takes")) good = range(r, &class.takes);
    else if (is(w, "release")) good = range(r, &class.release);
    else if (is(w, "reuse")) class.reuse = true;
    else if (is(w, "read")) class.read_barrier = true;
    else if (is(w, "dual") && (good = CHOICE(r, &chosen, "first", "second")))
      class.dual = chosen ? SASS_SECOND : SASS_FIRST;
    else if (is(w, "war") && (good = CHOICE(r, &chosen, "error", "warning")))
      class.war = chosen ? SASS_WAR_WARNING : SASS_WAR_ERROR;
    else return good ? refuse(r, w.text, "expected a key of a class") : false;
    if (!good) return false;
  }
  if (!has_latency) return refuse(r, r->p, "expected lat");
  if (!good_ranges(r, &class)) return false;
  sass_classes *c = r->classes;
  int at = find_class(c, class.name);
  if (at < 0) {
    c->classes = sass_room(c->classes, (size_t)c->class_count, sizeof *c->classes);
    at = c->class_count++;
  }
  c->classes[at] = class;
  return true;
}

sass_queue *sass_classes_queue(sass_classes *c, const char *wanted) {
  for (int q = 0; q < c->queue_count; q++)
    if (!strcmp(c->queues[q].name, wanted)) return &c->queues[q];
  return NULL;
}

// The queue of a name; a new one without limit at its first use.
static sass_queue *queue_of(sass_classes *c, const char wanted[SASS_NAME]) {
  sass_queue *old = sass_classes_queue(c, wanted);
  if (old) return old;
  c->queues = sass_room(c->queues, (size_t)c->queue_count, sizeof *c->queues);
  sass_queue *queue = &c->queues[c->queue_count++];
  memcpy(queue->name, wanted, SASS_NAME);
  queue->depth = 0;
  return queue;
}

static bool read_queue(reader *r, int *queue) {
  char wanted[SASS_NAME];
  if (!name(r, next(r), wanted)) return false;
  *queue = (int)(queue_of(r->classes, wanted) - r->classes->queues) + 1;
  return true;
}

static bool read_depth(reader *r) {
  char wanted[SASS_NAME];
  int depth;
  if (!read_number_of(r, "depth", wanted, &depth) || !ends(r)) return false;
  queue_of(r->classes, wanted)->depth = depth;
  return true;
}

static bool destinations(reader *r, int *to) {
  reader before = *r;
  const word w = next(r);
  if (is(w, "lead")) {
    *to = SASS_TO_LEAD;
  } else if (is(w, "rest")) {
    *to = SASS_TO_REST;
  } else {
    *r = before;
    return number(r, to);
  }
  return true;
}

static bool read_opcodes(reader *r) {
  sass_classes *c = r->classes;
  sass_opcode opcode = {.to = 1};
  char class_name[SASS_NAME];
  const word first = next(r);
  if (!name(r, first, class_name)) return false;
  opcode.class_number = find_class(c, class_name);
  if (opcode.class_number < 0) return refuse(r, first.text, "expected the name of a class");
  word w;
  while ((w = next(r)).length && !is(w, ":")) {
    bool good = true;
    int chosen = 0;
    if (is(w, "to")) good = destinations(r, &opcode.to);
    else if (is(w, "queue")) good = read_queue(r, &opcode.queue);
    else if (is(w, "width") &&
             (good = CHOICE(r, &chosen, "plain", "memory", "surface", "texture", "short", "convert", "double", "mask")))
      opcode.width = (sass_width)chosen;
    else if (is(w, "flow") && (good = CHOICE(r, &chosen, "next", "branch", "call", "return", "exit", "sync", "break",
                                             "continue", "indirect", "ssy", "pbk", "pcnt", "target")))
      opcode.flow = (sass_flow_kind)chosen;
    else if (is(w, "special") && (good = CHOICE(r, &chosen, "none", "depbar", "bar", "padding")))
      opcode.special = (sass_special)chosen;
    else return good ? refuse(r, w.text, "expected a key of opcodes, or \":\"") : false;
    if (!good) return false;
  }
  if (!w.length) return refuse(r, w.text, "expected \":\" and opcodes");
  while ((w = next(r)).length) {
    if (!name(r, w, opcode.name)) return false;
    sass_opcode *old = (sass_opcode *)sass_classes_find(c, w.text, w.length);
    if (!old) {
      c->opcodes = sass_room(c->opcodes, (size_t)c->opcode_count, sizeof *c->opcodes);
      old = &c->opcodes[c->opcode_count++];
    }
    *old = opcode;
  }
  return true;
}

bool sass_classes_add(sass_classes *classes, const char *text, size_t size, sass_error *error) {
  reader r = {.classes = classes, .start = text, .line = 1, .error = error};
  for (;; r.line++) {
    r.p = r.start;
    const char *nul = r.p + strcspn(r.p, "\n");
    if (!*nul && nul < text + size) return refuse(&r, nul, "expected text, found a byte of 0");
    const word w = next(&r);
    if (is(w, "class")) {
      if (!read_class(&r)) return false;
    } else if (is(w, "unit")) {
      if (!read_unit(&r)) return false;
    } else if (is(w, "queue")) {
      if (!read_depth(&r)) return false;
    } else if (is(w, "opcodes")) {
      if (!read_opcodes(&r)) return false;
    } else if (w.length) {
      return refuse(&r, w.text, "expected class, opcodes, unit, queue or a comment");
    }
    const char *end = strchr(r.p, '\n');
    if (!end) return true;
    r.start = end + 1;
  }
}

sass_classes *sass_classes_new(void) {
  sass_classes *classes = sass_allocated(calloc(1, sizeof *classes));
  sass_error error;
  if (!sass_classes_add(classes, sass_classes_text, strlen(sass_classes_text), &error)) {
    fprintf(stderr, "tb/control/listing/classes.txt:%d:%d: %s\n", error.line, error.column, error.text);
    abort();
  }
  return classes;
}

void sass_classes_free(sass_classes *classes) {
  if (!classes) return;
  free(classes->classes);
  free(classes->opcodes);
  free(classes->queues);
  free(classes);
}

const sass_opcode *sass_classes_find(const sass_classes *classes, const char *wanted, size_t length) {
  for (int i = 0; i < classes->opcode_count; i++) {
    const sass_opcode *o = &classes->opcodes[i];
    if (strlen(o->name) == length && !memcmp(o->name, wanted, length)) return o;
  }
  return NULL;
}

bool sass_has_target(const sass_opcode *opcode) {
  switch (opcode->flow) {
    case SASS_BRANCH:
    case SASS_CALL:
    case SASS_SSY:
    case SASS_PBK:
    case SASS_PCNT:
    case SASS_TARGET_ONLY: return true;
    default: return false;
  }
}
