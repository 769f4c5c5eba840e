// SPDX-License-Identifier: Apache-2.0
#include "object.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "settings.h"

// For which a process that ends waits for callbacks, and for which a thread that waits lets it end.
enum { CALLBACK_SECONDS = 1, END_SECONDS = 10 };

// ---- the lock ------------------------------------------------------------------------------------

typedef struct deferred {
  void (*call)(void *);
  void *data;
  struct deferred *next;
} deferred;

typedef struct {
  deferred *first, **last;
} deferred_list;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static deferred_list calls = {NULL, &calls.first};
static _Thread_local bool on_worker;

void cl_lock(void) { pthread_mutex_lock(&mutex); }

void cl_unlock(void) {
  deferred *d = calls.first;
  calls = (deferred_list){NULL, &calls.first};
  pthread_mutex_unlock(&mutex);
  while (d) {
    deferred *next = d->next;
    d->call(d->data);
    free(d);
    d = next;
  }
}

void cl_wait(void) {
  if (calls.first) {
    cl_unlock();
    cl_lock();
  } else {
    pthread_cond_wait(&change, &mutex);
  }
}

void cl_changed(void) { pthread_cond_broadcast(&change); }

bool cl_on_worker(void) { return on_worker; }

void cl_be_worker(void) { on_worker = true; }

static void append(deferred_list *list, void (*call)(void *), void *data) {
  deferred *d = malloc(sizeof *d);
  if (!d) {
    fprintf(stderr, "wavelock: out of memory for a callback\n");
    abort();
  }
  *d = (deferred){call, data, NULL};
  *list->last = d;
  list->last = &d->next;
}

void cl_defer(void (*call)(void *), void *data) {
  if (on_worker) cl_call_back(call, data);
  else append(&calls, call, data);
}

// ---- the thread of callbacks ---------------------------------------------------------------------

static deferred_list host_calls = {NULL, &host_calls.first};
static pthread_cond_t host_call = PTHREAD_COND_INITIALIZER;
static pthread_t caller;
static bool caller_started, calling, ended;

static void *call_back(void *unused) {
  (void)unused;
  cl_lock();
  while (!ended) {
    deferred *d = host_calls.first;
    if (!d) {
      pthread_cond_wait(&host_call, &mutex);
      continue;
    }
    if (!(host_calls.first = d->next)) host_calls.last = &host_calls.first;
    calling = true;
    cl_unlock();
    d->call(d->data);
    free(d);
    cl_lock();
    calling = false;
    cl_changed();
  }
  cl_unlock();
  return NULL;
}

void cl_call_back(void (*call)(void *), void *data) {
  if (!caller_started) caller_started = !ended && !pthread_create(&caller, NULL, call_back, NULL);
  append(caller_started ? &host_calls : &calls, call, data);
  pthread_cond_signal(&host_call);
}

static struct timespec in_seconds(int seconds) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  t.tv_sec += seconds;
  return t;
}

void cl_linger(void) {
  const struct timespec until = in_seconds(END_SECONDS);
  while (pthread_cond_timedwait(&change, &mutex, &until) != ETIMEDOUT) continue;
}

bool cl_called_back(void) {
  static struct timespec until;
  if (!until.tv_sec) until = in_seconds(CALLBACK_SECONDS);
  if (!host_calls.first && !calling) return true;
  return pthread_cond_timedwait(&change, &mutex, &until) == ETIMEDOUT;
}

void cl_forked(void) {
  change = host_call = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
  if (!caller_started) return;
  host_calls = (deferred_list){NULL, &host_calls.first};
  caller_started = calling = false;
  ended = true;
}

void cl_end_callbacks(void) {
  cl_lock();
  const bool join = caller_started && !ended && !calling;
  ended = true;
  if (caller_started && calling) pthread_detach(caller);
  pthread_cond_signal(&host_call);
  cl_unlock();
  if (join) pthread_join(caller, NULL);
}

// ---- live objects --------------------------------------------------------------------------------
//
// A hash set of the objects' addresses: open addressing, a power of two, at most half full.

static object **live;
static size_t live_size, live_count;

static size_t place_of(const void *p, size_t size) {
  return (size_t)(((uintptr_t)p >> 4) * UINT64_C(0x9E3779B97F4A7C15) >> 20) & (size - 1);
}

static void put(object **set, size_t size, object *o) {
  size_t i = place_of(o, size);
  while (set[i]) i = (i + 1) & (size - 1);
  set[i] = o;
}

static bool remember(object *o) {
  if (2 * (live_count + 1) > live_size) {
    const size_t size = live_size ? 2 * live_size : 64;
    object **set = calloc(size, sizeof(object *));
    if (!set) return false;
    for (size_t i = 0; i < live_size; i++)
      if (live[i]) put(set, size, live[i]);
    free(live);
    live = set;
    live_size = size;
  }
  put(live, live_size, o);
  live_count++;
  return true;
}

static void forget(const object *o) {
  size_t i = place_of(o, live_size);
  while (live[i] != o) i = (i + 1) & (live_size - 1);
  live[i] = NULL;
  live_count--;
  // What stands behind it in the same run is put in again.
  for (i = (i + 1) & (live_size - 1); live[i]; i = (i + 1) & (live_size - 1)) {
    object *moved = live[i];
    live[i] = NULL;
    put(live, live_size, moved);
  }
}

// Freed objects of a kind, the oldest first. So many are kept before their memory is used again.
enum { KINDS = OF_SAMPLER + 1, KEPT = 256 };
static struct {
  object *first, *last;
  size_t count;
} freed[KINDS];

void object_free(void *p) {
  object *o = p;
  *o = (object){.dispatch = &cl_dispatch, .kind = o->kind};
  if (freed[o->kind].first) freed[o->kind].last->next = o;
  else freed[o->kind].first = o;
  freed[o->kind].last = o;
  freed[o->kind].count++;
}

void *object_new(object_kind kind, size_t size, void (*destroy)(object *)) {
  object *o = freed[kind].count > KEPT ? freed[kind].first : NULL;
  if (o) {
    freed[kind].first = o->next;
    freed[kind].count--;
    memset(o, 0, size);
  } else if (!(o = calloc(1, size))) {
    return NULL;
  }
  *o = (object){.dispatch = &cl_dispatch, .kind = kind, .references = 1, .destroy = destroy};
  if (remember(o)) return o;
  object_free(o);
  return NULL;
}

bool object_is(const void *handle, object_kind kind) {
  if (!handle || !live_size) return false;
  for (size_t i = place_of(handle, live_size); live[i]; i = (i + 1) & (live_size - 1))
    if (live[i] == handle) return live[i]->kind == kind;
  return false;
}

static void drop(object *o) {
  if (o->references || o->uses) return;
  forget(o);
  o->destroy(o);
}

void object_use(void *o) { ((object *)o)->uses++; }

void object_unuse(void *o) {
  ((object *)o)->uses--;
  drop(o);
}

void object_retain(void *o) { ((object *)o)->references++; }

void object_release(void *o) {
  ((object *)o)->references--;
  drop(o);
}

static cl_int counted(void *handle, object_kind kind, cl_int invalid, const char *function, void (*count)(void *)) {
  cl_lock();
  const bool good = object_is(handle, kind) && (count != object_release || ((object *)handle)->references);
  if (good) count(handle);
  cl_unlock();
  return good ? CL_SUCCESS : cl_refuse(invalid, function, "the handle %p is none, or was released", handle);
}

cl_int object_retained(void *handle, object_kind kind, cl_int invalid, const char *function) {
  return counted(handle, kind, invalid, function, object_retain);
}

cl_int object_released(void *handle, object_kind kind, cl_int invalid, const char *function) {
  return counted(handle, kind, invalid, function, object_release);
}

cl_int object_add_destructor(void *handle, object_kind kind, cl_int invalid, const destructor *one,
                             const char *function) {
  destructor *d = one ? malloc(sizeof *d) : NULL;
  object *o = handle;
  cl_lock();
  const bool good = object_is(handle, kind);
  if (good && d) {
    *d = *one;
    d->next = o->destructors;
    o->destructors = d;
  }
  cl_unlock();
  if (good && d) return CL_SUCCESS;
  free(d);
  if (!good) return cl_refuse(invalid, function, "%p is a bad handle", handle);
  return one ? cl_refuse(CL_OUT_OF_HOST_MEMORY, function, "out of memory")
             : cl_refuse(CL_INVALID_VALUE, function, "no callback");
}

void object_call_destructors(void *handle) {
  object *o = handle;
  while (o->destructors) {
    destructor *d = o->destructors;
    o->destructors = d->next;
    if (o->kind == OF_CONTEXT) d->call.context((cl_context)o, d->data);
    else d->call.memory((cl_mem)o, d->data);
    free(d);
  }
}

// ---- refusals and answers ------------------------------------------------------------------------

static void say(cl_int code, const char *function, const char *format, va_list args) {
  char text[512];
  if (!settings_flag("WAVELOCK_VERBOSE")) return;
  vsnprintf(text, sizeof text, format, args);
  fprintf(stderr, "wavelock: %s: %s (error %d)\n", function, text, code);
}

cl_int cl_refuse(cl_int code, const char *function, const char *format, ...) {
  va_list args;
  va_start(args, format);
  say(code, function, format, args);
  va_end(args);
  return code;
}

void *cl_refuse_new(cl_int *errcode, cl_int code, const char *function, const char *format, ...) {
  va_list args;
  va_start(args, format);
  say(code, function, format, args);
  va_end(args);
  if (errcode) *errcode = code;
  return NULL;
}

void *cl_made(cl_int *errcode, void *o) {
  if (errcode) *errcode = CL_SUCCESS;
  return o;
}

cl_int cl_answer(const char *function, const void *from, size_t size, size_t room, void *to, size_t *size_ret) {
  if (to && room < size)
    return cl_refuse(CL_INVALID_VALUE, function, "the value has %zu bytes, the room for it %zu", size, room);
  if (to && size) memcpy(to, from, size);
  if (size_ret) *size_ret = size;
  return CL_SUCCESS;
}

cl_int cl_answer_text(const char *function, const char *text, size_t room, void *to, size_t *size_ret) {
  return cl_answer(function, text, strlen(text) + 1, room, to, size_ret);
}

bool property_list_copy(const cl_ulong *list, property_list *to) {
  size_t count = 0;
  *to = (property_list){NULL, 0};
  if (!list) return true;
  while (list[count]) count += 2;
  to->count = count + 1;
  if (!(to->words = malloc(to->count * sizeof *list))) return false;
  memcpy(to->words, list, to->count * sizeof *list);
  return true;
}

cl_int cl_unknown_name(const char *function, cl_uint param_name) {
  return cl_refuse(CL_INVALID_VALUE, function, "param_name 0x%x is none of OpenCL 3.0", param_name);
}
