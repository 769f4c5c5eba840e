// SPDX-License-Identifier: Apache-2.0
// The prompt.
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "observe/debug/session.h"

// A line of stdin, byte by byte: what is read here no other process of the session can read. A line that is too long
// has its beginning, which command_run refuses. False: the input has ended.
static bool read_line(wl_debug *d, char line[DEBUG_LINE + 1]) {
  size_t n = 0;
  for (;;) {
    char c;
    if (!debug_wait_for(d, STDIN_FILENO)) {  // a signal
      n = 0;
      printf("\n(wavelock) ");
      fflush(stdout);
      continue;
    }
    const ssize_t got = read(STDIN_FILENO, &c, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got != 1) {
      line[n] = 0;
      return n > 0;
    }
    if (c == '\n') break;
    if (n < DEBUG_LINE) line[n++] = c ? c : '?';
  }
  line[n] = 0;
  return true;
}

void prompt_serve(wl_debug *d) {
  debug_shared *s = d->shared;
  char line[DEBUG_LINE + 1];
  printf("%s %" PRIu64 "%s%s\n", debug_unit(d), d->position, *d->why ? ": " : "", d->why);
  if (!d->ended) show_place(d, stdout, s->slot);
  for (;;) {
    printf("(wavelock) ");
    fflush(stdout);
    if (!read_line(d, line)) {
      printf("\nend of the input at %s %" PRIu64 "%s\n", debug_unit(d), d->position,
             d->ended ? "" : ": the run had not ended, so there is no verdict");
      debug_quit(d);
    }
    if (!d->terminal) printf("%s\n", line);  // so that what a pipe gave is seen
    if (d->terminal && !*line) memcpy(line, s->last, sizeof s->last);
    else if (strlen(line) < DEBUG_LINE) memcpy(s->last, line, strlen(line) + 1);
    const command_end end = command_run(d, line, stdout);
    if (end == COMMAND_WRONG) s->wrong = true;
    if (end == COMMAND_GO) break;
  }
  fflush(stdout);
}
