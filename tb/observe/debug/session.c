// SPDX-License-Identifier: Apache-2.0
// Where a debugged run stops, and how it gets there: forward, or back by a snapshot.
#include "observe/debug/session.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/verdict.h"
#include "base/signals.h"

enum { LOOK = 1024 };  // positions between two looks at the client

static volatile sig_atomic_t interrupted;

static void on_signal(int number) {
  (void)number;
  interrupted = 1;
}

// ---- the processes -------------------------------------------------------------------------------

// Waits for all processes of the session: those that lose their parent become this one's children.
static int keep(const debug_shared *s) {
  int status, ended_by = 0;
  signal(SIGINT, SIG_IGN);  // of the terminal: it stops the run
  for (;;) {
    if (wait(&status) > 0) {
      if (WIFSIGNALED(status)) ended_by = WTERMSIG(status);
    } else if (errno != EINTR) {
      break;
    }
  }
  if (s->over) return s->exit_code;
  fprintf(stderr, "ERROR: the debugged run was ended by a signal: %s\n", ended_by ? strsignal(ended_by) : "unknown");
  return WL_ERROR;
}

static void begin(wl_debug *d, const wl_debug_options *options, debug_shared *shared, int keeper) {
  const struct sigaction action = {.sa_handler = on_signal};
  sigaction(SIGINT, &action, NULL);
  signal(SIGPIPE, SIG_IGN);
  *shared = (debug_shared){.goal = {.kind = GOAL_WAVE}, .next_number = 1};
  *d = (wl_debug){
      .shared = shared, .options = *options, .listening = -1, .client = -1, .keeper = keeper, .why_break = -1};
  d->terminal = isatty(STDIN_FILENO);
}

int wl_debug_session(const wl_debug_options *options, void (*run)(void *to, wl_debug *d), void *to) {
  static wl_debug d;
  int ends[2];
  debug_shared *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED || pipe(ends) || prctl(PR_SET_CHILD_SUBREAPER, 1)) {
    fprintf(stderr, "ERROR: the debugger cannot begin: %s\n", strerror(errno));
    return WL_ERROR;
  }
  fflush(NULL);
  const pid_t child = fork();
  if (child < 0) {
    fprintf(stderr, "ERROR: the debugger cannot begin: %s\n", strerror(errno));
    return WL_ERROR;
  }
  if (child) {
    close(ends[0]);
    return keep(shared);
  }
  close(ends[1]);
  begin(&d, options, shared, ends[0]);
  wl_error error;
  if (options->gdb && !gdb_open(&d, &error)) {
    fprintf(stderr, "ERROR: %s\n", error.text);
    shared->exit_code = WL_ERROR;
    shared->over = true;
    _exit(0);
  }
  run(to, &d);
  debug_quit(&d);
}

void debug_quit(wl_debug *d) {
  debug_shared *s = d->shared;
  if (!s->over) s->exit_code = s->wrong && !d->terminal ? WL_ERROR : 0;
  s->over = true;
  edit_end();
  fflush(NULL);
  if (d->client >= 0) shutdown(d->client, SHUT_RDWR);
  snapshots_drop(d);
  _exit(0);
}

bool debug_wait_for(wl_debug *d, int file) {
  struct pollfd of[2] = {{.fd = file, .events = POLLIN}, {.fd = d->keeper, .events = POLLIN}};
  sigset_t one, before;
  sigemptyset(&one);
  sigaddset(&one, SIGINT);
  sigprocmask(SIG_BLOCK, &one, &before);
  const bool asked = interrupted || ppoll(of, 2, NULL, &before) < 0;
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (asked) {
    interrupted = 0;
    return false;
  }
  if (of[1].revents) debug_quit(d);
  return true;
}

bool debug_interrupted(wl_debug *d) {
  const bool now = interrupted;
  interrupted = 0;
  if (now) return true;
  if (d->position % LOOK) return false;
  struct pollfd keeper = {.fd = d->keeper, .events = POLLIN};
  if (poll(&keeper, 1, 0) > 0) debug_quit(d);
  return d->client >= 0 && !d->shared->detached && gdb_interrupted(d);
}

// ---- what runs -----------------------------------------------------------------------------------

void wl_debug_use(wl_debug *d, const wl_debug_machine *machine) {
  d->machine = *machine;
  if (!has_dut_registers(d)) d->shared->side = SIDE_EXPECTED;
}

void wl_debug_program(wl_debug *d, const wl_object *object, const wl_code_place *code) {
  d->object = object;
  d->code = code;
}

static void observe_begin(void *to, uint64_t cycle) { wl_debug_position(to, cycle); }

static void observe_cycle(void *to, const wl_observed_cycle *o) {
  wl_debug *d = to;
  d->has_reasons = true;
  memcpy(d->reasons, o->reasons, sizeof d->reasons);
}

void wl_debug_observe(wl_observer *to, wl_debug *d) {
  *to = (wl_observer){.to = d, .begin = observe_begin, .cycle = observe_cycle};
}

const char *debug_unit(const wl_debug *d) { return has_dut(d) ? "cycle" : "step"; }

// Counts instructions, and notes which waves have started, ended or got a new PC since the position before.
static void follow_waves(wl_debug *d) {
  const uint32_t live = d->now.live;
  d->started = live & ~d->live;
  d->ended_waves = d->live & ~live;
  d->arrived = d->started;
  for (uint32_t slots = live; slots; slots &= slots - 1) {
    const uint32_t slot = (uint32_t)__builtin_ctz(slots);
    const uint64_t issued = d->now.wave[slot].issued;
    const uint64_t before = d->started >> slot & 1 ? 0 : d->issued[slot];
    if (issued == before) continue;
    d->total[slot] += issued - before;
    d->arrived |= 1u << slot;
    d->issued[slot] = issued;
  }
  // The last instruction of a wave ends it: it is seen no more.
  for (uint32_t slots = d->ended_waves; slots; slots &= slots - 1) d->total[__builtin_ctz(slots)]++;
  for (uint32_t slots = d->started; slots; slots &= slots - 1) {
    const uint32_t slot = (uint32_t)__builtin_ctz(slots);
    d->issued[slot] = d->now.wave[slot].issued;
  }
  d->live = live;
  d->found_now = d->now.found && !d->found;
  d->found = d->now.found != NULL;
}

// ---- going back ----------------------------------------------------------------------------------

// Ends this process, and the newest snapshot below `number` that lives goes on. Returns if there is none.
static void wake_below(wl_debug *d, uint32_t number) {
  fflush(NULL);
  while (number > 0) snapshot_wake(d, --number);
}

static bool no_snapshot(char why[DEBUG_TEXT]) {
  snprintf(why, DEBUG_TEXT, "there is no snapshot of the run to go back to");
  return false;
}

// The number of snapshots that lie before a position.
static uint32_t snapshots_before(const wl_debug *d, uint64_t position) {
  uint32_t n = d->snapshot_count;
  while (n && d->snapshots[n - 1].position >= position) n--;
  return n;
}

// Goes back to a position that some snapshot reaches.
static void go_back_to(wl_debug *d, uint64_t position) {
  d->shared->goal.kind = GOAL_POSITION;
  d->shared->goal.at = position;
  d->shared->goal.silent = true;
  wake_below(d, snapshots_before(d, position + 1));
}

// A scan has seen all positions before its end: goes to the last break, or scans what lies before.
static void end_scan(wl_debug *d) {
  debug_goal *g = &d->shared->goal;
  if (g->scanned) {
    go_back_to(d, g->scanned_at);
    return;
  }
  const uint32_t before = snapshots_before(d, g->base);
  if (before) {
    g->at = g->base + 1;  // a break at the snapshot itself was not seen
    g->base = d->snapshots[before - 1].position;
    wake_below(d, before);
    return;
  }
  snprintf(g->said, sizeof g->said, "no break before: the beginning of the run");
  go_back_to(d, d->first);
}

bool debug_back_to_break(wl_debug *d, char why[DEBUG_TEXT]) {
  const uint64_t before = d->ended ? d->position + 1 : d->position;
  const uint32_t n = snapshots_before(d, before);
  if (!n || before <= d->first) {
    snprintf(why, DEBUG_TEXT, "this is the beginning of the run");
    return false;
  }
  d->shared->goal = (debug_goal){.kind = GOAL_SCAN,
                                 .at = before,
                                 .base = d->snapshots[n - 1].position,
                                 .silent = true,
                                 .from = UINT64_MAX,
                                 .said_slot = -1,
                                 .said_break = -1};
  wake_below(d, n);
  return no_snapshot(why);
}

bool debug_back(wl_debug *d, uint32_t slot, uint64_t count, char why[DEBUG_TEXT]) {
  const uint64_t total = d->total[slot];
  if (!total) {
    snprintf(why, DEBUG_TEXT, "slot %u has issued nothing yet", slot);
    return false;
  }
  const uint64_t wanted = count < total ? total - count : 0;
  uint32_t n = d->snapshot_count;
  while (n > 1 && d->snapshots[n - 1].total[slot] >= wanted) n--;
  d->shared->goal = (debug_goal){.kind = GOAL_ISSUES,
                                 .at = wanted,
                                 .slot = slot,
                                 .silent = true,
                                 .from = UINT64_MAX,
                                 .said_slot = (int)slot,
                                 .said_break = -1};
  snprintf(d->shared->goal.said, DEBUG_TEXT, wanted ? "back" : "back to the start of the wave");
  wake_below(d, n);
  return no_snapshot(why);
}

// ---- going on ------------------------------------------------------------------------------------

static bool may_go_on(const wl_debug *d, char why[DEBUG_TEXT]) {
  if (d->ended) snprintf(why, DEBUG_TEXT, "the run has ended: only back from here");
  return !d->ended;
}

bool debug_continue(wl_debug *d, char why[DEBUG_TEXT]) {
  d->shared->goal = (debug_goal){.kind = GOAL_BREAK, .from = d->position};
  return may_go_on(d, why);
}

bool debug_finish(wl_debug *d, char why[DEBUG_TEXT]) {
  d->shared->goal = (debug_goal){.kind = GOAL_END, .silent = true, .from = d->position};
  return may_go_on(d, why);
}

bool debug_step(wl_debug *d, uint32_t slot, uint64_t count, char why[DEBUG_TEXT]) {
  d->shared->goal = (debug_goal){.kind = GOAL_ISSUES, .at = d->total[slot] + count, .slot = slot, .from = d->position};
  if (!may_go_on(d, why)) return false;
  if (slot_live(d, slot)) return true;
  snprintf(why, DEBUG_TEXT, "slot %u has no wave now: `waves` lists those that live", slot);
  return false;
}

bool debug_to_position(wl_debug *d, uint64_t position, char why[DEBUG_TEXT]) {
  if (position < d->first) {
    snprintf(why, DEBUG_TEXT, "found \"%" PRIu64 "\", expected a %s from %" PRIu64 " on", position, debug_unit(d),
             d->first);
    return false;
  }
  d->shared->goal =
      (debug_goal){.kind = GOAL_POSITION, .at = position, .from = d->position, .said_slot = -1, .said_break = -1};
  if (position > d->position) return may_go_on(d, why);
  if (position == d->position && !d->ended) {
    snprintf(why, DEBUG_TEXT, "this is %s %" PRIu64, debug_unit(d), position);
    return false;
  }
  d->shared->goal.from = UINT64_MAX;
  go_back_to(d, position);
  return no_snapshot(why);
}

// ---- stops ---------------------------------------------------------------------------------------

static void serve(wl_debug *d) {
  wl_watch_end();
  if (d->why_slot >= 0) d->shared->slot = (uint32_t)d->why_slot;
  else if (!slot_live(d, d->shared->slot) && d->now.live) d->shared->slot = (uint32_t)__builtin_ctz(d->now.live);
  if (d->options.gdb) gdb_serve(d);
  else prompt_serve(d);
}

static bool stop(wl_debug *d, int slot, int number, const char *why) {
  if (why != d->why) snprintf(d->why, sizeof d->why, "%s", why);
  d->why_slot = slot;
  d->why_break = number;
  return true;
}

static bool stop_as_said(wl_debug *d, const char *otherwise) {
  const debug_goal *g = &d->shared->goal;
  return stop(d, *g->said ? g->said_slot : DEBUG_ANY, *g->said ? g->said_break : -1, *g->said ? g->said : otherwise);
}

// What a scan notes of this position.
static void scan(wl_debug *d) {
  debug_goal *g = &d->shared->goal;
  if (d->found_now && d->now.found_cycle > g->base && d->now.found_cycle < g->at) {
    g->scanned = true;
    g->scanned_at = d->now.found_cycle;
    g->said_slot = d->now.found_slot;
    g->said_break = -1;
    snprintf(g->said, sizeof g->said, "%s: %.300s", wl_verdict_name(d->now.found_verdict), d->now.found);
  }
  if (!*d->hit) return;
  g->scanned = true;
  g->scanned_at = d->position;
  g->said_slot = d->hit_slot;
  g->said_break = d->hit_break;
  memcpy(g->said, d->hit, sizeof g->said);
}

// A divergence is known when the events of its cycle are over: goes back to the beginning of that cycle.
static bool stop_at_finding(wl_debug *d) {
  debug_goal *g = &d->shared->goal;
  *g = (debug_goal){.silent = true, .from = UINT64_MAX, .said_slot = d->now.found_slot, .said_break = -1};
  snprintf(g->said, sizeof g->said, "%s: %.300s", wl_verdict_name(d->now.found_verdict), d->now.found);
  if (d->now.found_cycle < d->position && d->now.found_cycle >= d->first) go_back_to(d, d->now.found_cycle);
  return stop_as_said(d, "");
}

// Whether the run stops here.
static bool stops(wl_debug *d) {
  debug_goal *g = &d->shared->goal;
  if (g->kind == GOAL_SCAN) {
    if (d->position < g->at) scan(d);
    else end_scan(d);
  } else if (d->found_now && !g->silent && d->now.found_cycle > g->from) {
    return stop_at_finding(d);
  }
  if (debug_interrupted(d)) {
    d->shared->source_count = 0;
    return stop(d, DEBUG_ANY, -1, "interrupted");
  }
  if (*d->hit && !g->silent && g->kind != GOAL_POSITION) return stop(d, d->hit_slot, d->hit_break, d->hit);
  switch (g->kind) {
    case GOAL_WAVE: return d->now.live && stop(d, DEBUG_ANY, -1, "the first wave starts");
    case GOAL_POSITION: return d->position >= g->at && stop_as_said(d, "");
    case GOAL_ISSUES:
      if (d->total[g->slot] >= g->at && (g->silent ? slot_live(d, g->slot) : true))
        return d->ended_waves >> g->slot & 1 ? stop(d, DEBUG_ANY, -1, "the wave has ended") : stop_as_said(d, "step");
      return !g->silent && d->ended_waves >> g->slot & 1 && stop(d, DEBUG_ANY, -1, "the wave has ended");
    default: return false;
  }
}

void wl_debug_position(wl_debug *d, uint64_t position) {
  d->position = position;
  d->machine.expected(d->machine.to, &d->now);
  if (!d->begun) {
    d->begun = true;
    d->first = position;
    if (d->options.gdb) gdb_accept(d);  // before the first snapshot, which has the socket too
    snapshots_begin(d);
  }
  follow_waves(d);
  breaks_look(d);
  if (snapshot_due(d) && snapshot_take(d)) {
    interrupted = 0;
    breaks_rebase(d);
    *d->hit = 0;
    d->found_now = false;
  }
  if (stops(d)) serve(d);
}

void wl_debug_ended(wl_debug *d, wl_verdict verdict, const char *why) {
  fflush(NULL);
  if (!d->begun || d->shared->detached) {
    d->shared->exit_code = verdict;
    d->shared->over = true;
    debug_quit(d);
  }
  d->ended = true;
  d->live = d->now.live = 0;
  snprintf(d->verdict, sizeof d->verdict, "the run has ended: %s%s%.300s", wl_verdict_name(verdict), *why ? ": " : "",
           why);
  if (d->shared->goal.kind == GOAL_SCAN) end_scan(d);
  stop(d, DEBUG_ANY, -1, d->verdict);
  for (;;) serve(d);
}
