// SPDX-License-Identifier: Apache-2.0
// wavelock --serve [OPTION...]: many programs from one process, each in a process of its own that is forked from it.
// One process makes and assembles them (maker.h). Each run has these options before its own.
//
// A line of JSON on standard input asks for a run:
//   {"make": ["--seed", "3", ...], "run": ["--device", "lockstep", ...], "log": FILE, "seconds": N}
// make: arguments of build/wavelock-random, which makes the program first; without the key none is made. run: arguments
// of build/wavelock. log: gets all that both say. seconds: after them the run is killed (0, or without the key: never).
// A line on standard output answers it:
//   {"made": true, "code": 0, "cpu": 0.047, "launch": 0.041}
// made: whether the program was made. code: the exit code of the run, or of a generator that failed; the negative
// number of the signal that ended it; null: it ran out of time. cpu: processor time in seconds that it took; launch:
// of its launches alone, null where the process did not end by itself. A line that is no such object gets {"error":
// TEXT}. The server ends with its standard input.
#ifndef WAVELOCK_SERVE_H
#define WAVELOCK_SERVE_H

#include "random/serve/maker.h"

// What is served: a command, and what the server needs of it.
typedef struct {
  int (*command)(int argc, char **argv);  // argv[0] and options, as main gets them; its exit code
  double (*launched)(void);               // processor time in seconds that its launches took
  void (*assembler)(maker_assembler *);   // from now on this one assembles
  char **words;                           // NULL-terminated: the command's name, and the options that each run has
} wl_served;

// Serves until the end of standard input. Returns the exit code of the process: 0, or that of ERROR.
int wl_serve(const wl_served *served);

#endif
