// SPDX-License-Identifier: Apache-2.0
#include "signals.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static const double first_after = 3, then_every = 0.5;  // seconds

static volatile sig_atomic_t came;  // the signal; 0: none
static struct {
  wl_watch_waves *waves;
  const void *of;
  const char *what;  // unit of the counts
  bool terminal;     // stderr is one
  bool shown;        // a progress line is on the terminal
  double start, next;
} run;

static void on_signal(int number) {
  if (came) {
    signal(number, SIG_DFL);
    raise(number);
  }
  came = number;
}

void wl_watch_signals(void) {
  struct sigaction action = {.sa_handler = on_signal};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
}

const char *wl_watch_signal(void) { return !came ? NULL : came == SIGINT ? "SIGINT" : "SIGTERM"; }

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void wl_watch_begin(wl_watch_waves *waves, const void *of, const char *what) {
  run.waves = waves;
  run.of = of;
  run.what = what;
  run.terminal = isatty(STDERR_FILENO);
  run.shown = false;
  run.start = now();
  run.next = run.start + first_after;
}

bool wl_watch_look(uint64_t count) {
  if (came) return false;
  if (!run.terminal) return true;
  const double at = now();
  if (at < run.next) return true;
  uint64_t ended, waves;
  run.waves(run.of, &ended, &waves);
  fprintf(stderr, "\r\033[K%s %" PRIu64 ", %" PRIu64 " of %" PRIu64 " waves done, %.0f %ss/s", run.what, count, ended,
          waves, (double)count / (at - run.start), run.what);
  fflush(stderr);
  run.shown = true;
  run.next = at + then_every;
  return true;
}

void wl_watch_end(void) {
  if (run.shown) fputs("\r\033[K", stderr);
  run.shown = false;
}
