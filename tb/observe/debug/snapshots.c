// SPDX-License-Identifier: Apache-2.0
// Snapshots of a debugged run: processes forked from it. Each waits at its position. Woken, it forks again: the copy
// goes on from there, with the goal that the processes share, and the snapshot stays.
//
// A snapshot knows the snapshots before it, for it has their sockets. One whose socket nobody holds any more ends.
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "observe/debug/session.h"

enum { LOOK = 512 };                              // positions between two looks at the time
enum { NEAR_POSITIONS = 200, NEAR_ISSUES = 20 };  // before the place to which the run goes back
static const double seconds = 0.2;                // of the processor's time, between two snapshots
static const char wake = 'w', end = 'e';

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void snapshots_begin(wl_debug *d) {
  d->next_look = d->position;
  d->last_snapshot = -seconds;
}

// Whether the run, on its way back to a place, is a little before it: from there the next steps back are short.
static bool near_goal(const wl_debug *d) {
  const debug_goal *g = &d->shared->goal;
  if (!g->silent || !d->snapshot_count) return false;
  if (g->kind == GOAL_POSITION) return g->at >= NEAR_POSITIONS && d->position == g->at - NEAR_POSITIONS;
  return g->kind == GOAL_ISSUES && g->at > NEAR_ISSUES && d->arrived >> g->slot & 1 &&
         d->total[g->slot] == g->at - NEAR_ISSUES;
}

bool snapshot_due(wl_debug *d) {
  if (near_goal(d)) return d->snapshots[d->snapshot_count - 1].position != d->position;
  if (d->position < d->next_look) return false;
  d->next_look = d->position + (d->options.snapshot_cycles ? d->options.snapshot_cycles : LOOK);
  return d->options.snapshot_cycles || now() - d->last_snapshot >= seconds;
}

// Ends a snapshot, and takes it out of the list.
static void drop(wl_debug *d, uint32_t at) {
  char none;
  const int order = d->snapshots[at].order;
  // It closes its end when it has read this, so that nobody takes it for one that waits.
  if (send(order, &end, 1, MSG_NOSIGNAL) == 1)
    while (recv(order, &none, 1, 0) < 0 && errno == EINTR) continue;
  close(order);
  while (waitpid(-1, NULL, WNOHANG) > 0) continue;
  memmove(&d->snapshots[at], &d->snapshots[at + 1], (--d->snapshot_count - at) * sizeof *d->snapshots);
}

void snapshots_drop(wl_debug *d) {
  while (d->snapshot_count) drop(d, d->snapshot_count - 1);
}

// Makes room for one more. The first stays. The snapshot whose loss costs least for its distance goes, so that
// they are dense near this position and rare far back.
static void thin(wl_debug *d) {
  if (d->snapshot_count < DEBUG_SNAPSHOTS) return;
  uint32_t least = 1;
  double cost = 0;
  for (uint32_t i = 1; i < d->snapshot_count; i++) {
    const uint64_t next = i + 1 < d->snapshot_count ? d->snapshots[i + 1].position : d->position;
    const double gap = (double)(next - d->snapshots[i - 1].position);
    const double far = (double)(d->position - d->snapshots[i].position) + 1;
    if (i > 1 && gap / far >= cost) continue;
    cost = gap / far;
    least = i;
  }
  drop(d, least);
}

// The life of a snapshot. Returns in the copy that goes on.
static void wait_for_order(wl_debug *d, int order) {
  signal(SIGINT, SIG_IGN);  // of the terminal: it stops the run
  for (;;) {
    char what;
    ssize_t got;
    while ((got = recv(order, &what, 1, 0)) < 0 && errno == EINTR) continue;
    while (waitpid(-1, NULL, WNOHANG) > 0) continue;
    if (got != 1 || what != wake) _exit(0);
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends)) _exit(0);
    const pid_t copy = fork();
    close(order);
    if (copy == 0) {
      close(ends[1]);
      d->snapshots[d->snapshot_count].order = ends[0];
      return;
    }
    close(ends[0]);
    if (copy < 0) _exit(0);
    order = ends[1];
  }
}

bool snapshot_take(wl_debug *d) {
  int ends[2];
  thin(d);
  d->last_snapshot = now();
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends)) return false;
  fflush(NULL);
  debug_snapshot *s = &d->snapshots[d->snapshot_count];
  s->position = d->position;
  memcpy(s->total, d->total, sizeof s->total);
  struct sigaction before;
  sigaction(SIGINT, NULL, &before);
  const pid_t process = fork();
  if (process == 0) {
    close(ends[0]);
    wait_for_order(d, ends[1]);
    sigaction(SIGINT, &before, NULL);
    d->last_snapshot = now();
    d->snapshot_count++;
    return true;
  }
  close(ends[1]);
  if (process < 0) {
    close(ends[0]);
    return false;
  }
  s->order = ends[0];
  d->snapshot_count++;
  return false;
}

void snapshot_wake(wl_debug *d, uint32_t number) {
  if (send(d->snapshots[number].order, &wake, 1, MSG_NOSIGNAL) == 1) _exit(0);
}
