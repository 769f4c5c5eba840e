// SPDX-License-Identifier: Apache-2.0
#include "threads.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/error.h"
#include "base/signals.h"

static const long look_every = 100000000;  // nanoseconds: at signals, for the progress

typedef struct {
  wl_threads *of;
  uint32_t index;
  pthread_t thread;
  wl_mem *view;
  wl_model *model;
  wl_dispatcher *groups;
  uint64_t first, end;  // of the groups
  uint64_t turns, next_look;
  atomic_uint_fast64_t instructions, waves;  // so far; waves: that have ended
  bool passed;                               // it has ended, and so; under the lock while threads run
  wl_launch_result result;
} part;

struct wl_threads {
  uint32_t count, used;  // used: in this launch; parts from 0 on
  pthread_mutex_t lock;
  pthread_cond_t ended;
  uint32_t running;  // under the lock
  atomic_int last;   // parts behind this one stop
  const wl_threads_launch *launch;
  uint64_t all_waves;
  part parts[];
};

wl_threads *wl_threads_new(uint32_t count) {
  wl_threads *t = calloc(1, sizeof *t + count * sizeof *t->parts);
  pthread_condattr_t clock;
  if (!t) return NULL;
  t->count = count;
  pthread_condattr_init(&clock);
  pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
  pthread_mutex_init(&t->lock, NULL);
  pthread_cond_init(&t->ended, &clock);
  pthread_condattr_destroy(&clock);
  for (uint32_t i = 0; i < count; i++) {
    t->parts[i].of = t;
    t->parts[i].index = i;
  }
  return t;
}

void wl_threads_free(wl_threads *t, const wl_model_ops *ops) {
  if (!t) return;
  for (uint32_t i = 0; i < t->count; i++) {
    if (t->parts[i].model) ops->destroy(t->parts[i].model);
    wl_mem_free(t->parts[i].view);
  }
  pthread_cond_destroy(&t->ended);
  pthread_mutex_destroy(&t->lock);
  free(t);
}

// ---- a part, on its thread -----------------------------------------------------------------------

// This part and those behind it are of no use.
static void give_up(wl_threads *t, uint32_t index) {
  int last = atomic_load(&t->last);
  while (last >= (int)index && !atomic_compare_exchange_weak(&t->last, &last, (int)index - 1)) continue;
}

static bool has_passed(part *p) {
  pthread_mutex_lock(&p->of->lock);
  const bool passed = p->passed;
  pthread_mutex_unlock(&p->of->lock);
  return passed;
}

// Whether the part has read what an earlier one that has ended wrote. It may wait for that forever.
static bool is_wrong(part *p) {
  const wl_threads_launch *l = p->of->launch;
  wl_view_conflict byte;
  for (uint32_t i = 0; i < p->index; i++)
    if (has_passed(&p->of->parts[i]) &&
        wl_mem_views_conflict(p->of->parts[i].view, p->view, l->own, l->own_size, &byte))
      return true;
  return false;
}

// The part looks at the others ever more seldom, for that takes time.
static bool go_on(void *to, uint64_t instructions) {
  part *p = to;
  atomic_store(&p->instructions, instructions);
  atomic_store(&p->waves, wl_dispatcher_ended(p->groups));
  if (wl_mem_view_state(p->view) != WL_VIEW_WHOLE) return false;
  if (++p->turns < p->next_look) return (int)p->index <= atomic_load(&p->of->last);
  p->next_look *= 2;
  return (int)p->index <= atomic_load(&p->of->last) && !is_wrong(p);
}

static void *run_part(void *of) {
  part *p = of;
  wl_threads *t = p->of;
  wl_standalone alone = *t->launch->alone;
  alone.model = p->model;
  alone.go_on = go_on;
  alone.to = p;
  wl_standalone_run(&alone, p->groups, &p->result);
  const bool whole = wl_mem_view_state(p->view) == WL_VIEW_WHOLE;
  const bool passed = p->result.verdict == WL_PASS && !p->result.fault && whole;
  if (!passed) give_up(t, p->index);
  pthread_mutex_lock(&t->lock);
  p->passed = passed;
  t->running--;
  pthread_cond_signal(&t->ended);
  pthread_mutex_unlock(&t->lock);
  return NULL;
}

// ---- the launch ----------------------------------------------------------------------------------

static bool prepare(wl_threads *t, part *p, const wl_dispatcher *dispatcher) {
  const wl_threads_launch *l = t->launch;
  const wl_model_ops *ops = l->alone->ops;
  if (!p->view && !(p->view = wl_mem_view(l->memory))) return false;
  if (!p->model) {
    if (!(p->model = ops->create(l->sizes, p->view))) return false;
    ops->pure(p->model, l->pure);
    ops->ignore_hazards(p->model, l->ignore_hazards);
  }
  ops->inherit(p->model, l->alone->model);
  if (!(p->groups = wl_dispatcher_part(dispatcher, p->first, p->end))) return false;
  memset(&p->result, 0, sizeof p->result);
  p->result.verdict = WL_PASS;
  p->turns = 0;
  p->next_look = 1;
  p->passed = false;
  atomic_store(&p->instructions, 0);
  atomic_store(&p->waves, 0);
  return true;
}

// Cuts the launch into parts that are not empty.
static void cut(wl_threads *t, const wl_dispatcher *dispatcher) {
  uint64_t first[WL_MAX_THREADS + 1];
  wl_dispatcher_split(dispatcher, t->count, first);
  t->used = 0;
  for (uint32_t i = 0; i < t->count; i++) {
    if (first[i] == first[i + 1]) continue;
    t->parts[t->used].first = first[i];
    t->parts[t->used++].end = first[i + 1];
  }
}

// Signals are for the thread of the caller.
static bool start(wl_threads *t) {
  sigset_t all, before;
  uint32_t started = 0;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  t->running = t->used;
  while (started < t->used && !pthread_create(&t->parts[started].thread, NULL, run_part, &t->parts[started])) started++;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (started == t->used) return true;
  atomic_store(&t->last, -1);
  for (uint32_t i = 0; i < started; i++) pthread_join(t->parts[i].thread, NULL);
  return false;
}

static void count_waves(const void *of, uint64_t *ended, uint64_t *waves) {
  const wl_threads *t = of;
  *ended = 0;
  *waves = t->all_waves;
  for (uint32_t i = 0; i < t->used; i++) *ended += atomic_load(&t->parts[i].waves);
}

static uint64_t so_far(const wl_threads *t) {
  uint64_t instructions = 0;
  for (uint32_t i = 0; i < t->used; i++) instructions += atomic_load(&t->parts[i].instructions);
  return instructions;
}

// Returns when all parts have ended. false: a signal came.
static bool wait_for_parts(wl_threads *t) {
  bool good = true;
  pthread_mutex_lock(&t->lock);
  while (t->running) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += look_every;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    if (pthread_cond_timedwait(&t->ended, &t->lock, &until) != ETIMEDOUT || !good) continue;
    pthread_mutex_unlock(&t->lock);
    good = wl_watch_look(so_far(t));
    if (!good) atomic_store(&t->last, -1);
    pthread_mutex_lock(&t->lock);
  }
  pthread_mutex_unlock(&t->lock);
  for (uint32_t i = 0; i < t->used; i++) pthread_join(t->parts[i].thread, NULL);
  return good;
}

// ---- what came out -------------------------------------------------------------------------------

static void groups_of_part(const part *p, uint64_t groups[2]) {
  groups[0] = wl_dispatcher_group(p->groups, p->first);
  groups[1] = wl_dispatcher_group(p->groups, p->end - 1);
}

// Whether a conflict is in the first `count` parts.
static bool conflicts(const wl_threads *t, uint32_t count, wl_threads_outcome *outcome) {
  const wl_threads_launch *l = t->launch;
  for (uint32_t later = 1; later < count; later++) {
    for (uint32_t earlier = 0; earlier < later; earlier++) {
      if (!wl_mem_views_conflict(t->parts[earlier].view, t->parts[later].view, l->own, l->own_size, &outcome->byte))
        continue;
      outcome->end = WL_THREADS_CONFLICT;
      groups_of_part(&t->parts[earlier], outcome->earlier);
      groups_of_part(&t->parts[later], outcome->later);
      return true;
    }
  }
  return false;
}

static void say_how_it_ended(const part *p, wl_threads_outcome *outcome) {
  uint64_t groups[2];
  const wl_view_state state = wl_mem_view_state(p->view);
  groups_of_part(p, groups);
  outcome->end = WL_THREADS_OTHER;
  if (state == WL_VIEW_NO_MEMORY) wl_text(outcome->why, sizeof outcome->why, "out of memory for the threads");
  else if (state == WL_VIEW_GDS)
    wl_text(outcome->why, sizeof outcome->why, "one of workgroups %llu..%llu accesses the GDS",
            (unsigned long long)groups[0], (unsigned long long)groups[1]);
  else
    wl_text(outcome->why, sizeof outcome->why, "one of workgroups %llu..%llu did not end well: %.150s",
            (unsigned long long)groups[0], (unsigned long long)groups[1], p->result.why);
}

// Adds what a part did to the result, as it would have come behind the earlier ones.
static void add(wl_launch_result *all, const wl_launch_result *one) {
  const uint64_t unmapped = all->unmapped.count, in_lds = all->unmapped.in_lds;
  const uint32_t messages = all->message_count, exports = all->export_count;
  all->instructions += one->instructions;
  if (!unmapped) all->unmapped = one->unmapped;
  all->unmapped.count = unmapped + one->unmapped.count;
  all->unmapped.in_lds = in_lds + one->unmapped.in_lds;
  for (uint32_t i = 0; i < one->message_count && messages + i < WL_MAX_MESSAGES; i++)
    all->messages[messages + i] = one->messages[i];
  all->message_count += one->message_count;
  for (uint32_t i = 0; i < one->export_count && exports + i < WL_MAX_EXPORTS; i++)
    all->exports[exports + i] = one->exports[i];
  all->export_count += one->export_count;
}

static wl_threads_outcome judge(const wl_threads *t) {
  const uint64_t limit = t->launch->alone->max_instructions;
  wl_threads_outcome outcome = {.end = WL_THREADS_DONE};
  uint32_t count = 0;  // parts up to the first that has not passed, with it
  uint64_t instructions = 0;
  while (count < t->used && t->parts[count].passed) count++;
  const part *failed = count < t->used ? &t->parts[count++] : NULL;
  if (conflicts(t, count, &outcome)) return outcome;
  if (failed) say_how_it_ended(failed, &outcome);
  for (uint32_t i = 0; i < t->used; i++) instructions += t->parts[i].result.instructions;
  if (!failed && limit && instructions >= limit) {
    outcome.end = WL_THREADS_OTHER;
    wl_text(outcome.why, sizeof outcome.why, "it reaches the limit of %llu instructions", (unsigned long long)limit);
  }
  return outcome;
}

// All that the parts did goes to memory, the model and the result.
static bool take_over(const wl_threads *t, wl_launch_result *result) {
  const wl_threads_launch *l = t->launch;
  for (uint32_t i = 0; i < t->used; i++) {
    if (!wl_mem_view_apply(l->memory, t->parts[i].view)) return false;
    add(result, &t->parts[i].result);
  }
  l->alone->ops->inherit(l->alone->model, t->parts[t->used - 1].model);
  return true;
}

static void clean(wl_threads *t) {
  for (uint32_t i = 0; i < t->used; i++) {
    part *p = &t->parts[i];
    wl_dispatcher_free(p->groups);
    p->groups = NULL;
    if (p->view) wl_mem_view_clear(p->view);
    if (p->model && !p->passed) t->launch->alone->ops->destroy(p->model);  // it has waves
    if (!p->passed) p->model = NULL;
  }
}

wl_threads_outcome wl_threads_run(wl_threads *t, const wl_threads_launch *launch, const wl_dispatcher *dispatcher,
                                  wl_launch_result *result) {
  wl_threads_outcome outcome = {.end = WL_THREADS_OTHER, .why = "out of memory for the threads"};
  uint64_t ended;
  bool good = true;
  t->launch = launch;
  cut(t, dispatcher);
  if (t->used < 2) return (wl_threads_outcome){.end = WL_THREADS_NO_PARTS};
  for (uint32_t i = 0; i < t->used; i++) t->parts[i].passed = false;
  for (uint32_t i = 0; i < t->used && good; i++) good = prepare(t, &t->parts[i], dispatcher);
  atomic_store(&t->last, (int)t->used - 1);
  wl_dispatcher_count(dispatcher, &ended, &t->all_waves);
  wl_watch_begin(count_waves, t, "instruction");
  if (good && start(t)) {
    if (wait_for_parts(t)) outcome = judge(t);
    else outcome.end = WL_THREADS_STOPPED;
  }
  wl_watch_end();
  if (outcome.end == WL_THREADS_DONE && !take_over(t, result)) {
    result->verdict = WL_ERROR;
    wl_text(result->why, sizeof result->why, "out of memory for what the threads wrote");
  }
  clean(t);
  return outcome;
}
