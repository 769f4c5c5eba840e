// SPDX-License-Identifier: Apache-2.0
#include "random/serve/serve.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "random/serve/maker.h"
#include "wavelock/device.h"

void __gcov_dump(void) __attribute__((weak));  // of a build that measures the coverage of C

// The run's process writes into its pipe: this byte when the program is made, and the seconds of its launches at last.
enum { MADE = 1 };

typedef struct {
  json_t *line;
  char **make, **run;  // NULL-terminated, with the name of the program before them; make NULL: nothing is made
  const char *log;
  double seconds;
} job;

static int count_of(char **words) {
  int count = 0;
  while (words[count]) count++;
  return count;
}

// The words of a list, behind these first ones (NULL-terminated). The list keeps the strings. NULL: it is no list of
// strings.
static char **words_of(const json_t *list, char **first) {
  const size_t count = json_array_size(list), before = (size_t)count_of(first);
  char **words = calloc(before + count + 1, sizeof *words);
  if (!words || !json_is_array(list)) {
    free(words);
    return NULL;
  }
  memcpy(words, first, before * sizeof *words);
  for (size_t i = 0; i < count; i++) {
    words[before + i] = (char *)json_string_value(json_array_get(list, i));
    if (words[before + i]) continue;
    free(words);
    return NULL;
  }
  return words;
}

static void forget(job *j) {
  free(j->make);
  free(j->run);
  json_decref(j->line);
}

// NULL, or what is wrong with the line.
static const char *read_job(const char *line, const wl_served *served, job *j) {
  char *generator[] = {(char *)"wavelock-random", NULL};
  json_error_t where;
  *j = (job){.line = json_loads(line, 0, &where)};
  const json_t *make = json_object_get(j->line, "make"), *run = json_object_get(j->line, "run");
  if (!json_is_object(j->line)) return "expected an object of JSON";
  if (make && !(j->make = words_of(make, generator))) return "make: expected a list of strings";
  if (!(j->run = words_of(run, served->words))) return "run: expected a list of strings";
  if (!(j->log = json_string_value(json_object_get(j->line, "log")))) return "log: expected a string";
  j->seconds = json_number_value(json_object_get(j->line, "seconds"));
  if (j->seconds < 0 || j->seconds > INT_MAX / 1000) return "seconds: expected a number from 0 to 2147483";
  return NULL;
}

// In the process of the run.
static _Noreturn void work(const job *j, pid_t server, int made, const wl_served *served) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != server) _exit(WL_ERROR);  // it has ended already
  const int nothing = open("/dev/null", O_RDONLY), log = open(j->log, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0666);
  if (nothing < 0 || log < 0) _exit(WL_ERROR);
  dup2(nothing, STDIN_FILENO);
  dup2(log, STDOUT_FILENO);
  dup2(log, STDERR_FILENO);
  close(nothing);
  close(log);
  maker_speaks(j->log, j->make != NULL);
  int code = j->make ? maker_generate(j->make) : 0;
  if (code) exit(code);
  const char yes = MADE;
  if (write(made, &yes, 1) != 1) _exit(WL_ERROR);
  code = served->command(count_of(j->run), j->run);
  const double launched = served->launched();
  fflush(NULL);
  if (__gcov_dump) __gcov_dump();
  // LLVM and SystemC would clean up for as long as a short program runs.
  _exit(write(made, &launched, sizeof launched) == sizeof launched ? code : WL_ERROR);
}

static double seconds_of(const struct timeval *t) { return (double)t->tv_sec + 1e-6 * (double)t->tv_usec; }

// Waits for the end of the run, and kills it when its time is over. Its exit code as the answer has it.
static json_t *end_of(pid_t pid, double seconds, struct rusage *used) {
  const int handle = pidfd_open(pid, 0);
  struct pollfd end = {.fd = handle, .events = POLLIN};
  int status, ready = 1;
  if (handle >= 0 && seconds > 0) {
    while ((ready = poll(&end, 1, (int)(seconds * 1000))) < 0 && errno == EINTR) {
    }
  }
  if (!ready) kill(pid, SIGKILL);
  while (wait4(pid, &status, 0, used) < 0 && errno == EINTR) {
  }
  if (handle >= 0) close(handle);
  if (!ready) return json_null();
  return json_integer(WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status));
}

static json_t *error_of(const char *why) { return json_pack("{s:s}", "error", why); }

static json_t *serve(const job *j, const wl_served *served) {
  int made[2];
  if (!maker_begin() || pipe2(made, O_CLOEXEC)) return error_of(strerror(errno));
  const double before = maker_seconds();
  fflush(NULL);
  const pid_t server = getpid(), pid = fork();
  const int why = errno;
  if (!pid) {
    close(made[0]);
    work(j, server, made[1], served);
  }
  close(made[1]);
  if (pid < 0) {
    close(made[0]);
    return error_of(strerror(why));
  }
  struct rusage used = {0};
  json_t *code = end_of(pid, j->seconds, &used);
  char byte = 0;
  double launched = 0;
  const bool good = read(made[0], &byte, 1) == 1 && byte == MADE;
  const bool whole = good && read(made[0], &launched, sizeof launched) == sizeof launched;
  close(made[0]);
  const double making = maker_seconds() - before;
  maker_look(!json_is_integer(code) || json_integer_value(code) < 0);
  return json_pack("{s:b, s:o, s:f, s:o}", "made", (int)good, "code", code, "cpu",
                   making + seconds_of(&used.ru_utime) + seconds_of(&used.ru_stime), "launch",
                   whole ? json_real(launched) : json_null());
}

int wl_serve(const wl_served *served) {
  char *line = NULL;
  size_t size = 0;
  if (!maker_load()) return WL_ERROR;
  served->assembler(maker_assemble);
  while (getline(&line, &size, stdin) > 0) {
    job j;
    const char *why = read_job(line, served, &j);
    json_t *answer = why ? error_of(why) : serve(&j, served);
    json_dumpf(answer, stdout, JSON_COMPACT);
    putchar('\n');
    fflush(stdout);
    json_decref(answer);
    forget(&j);
  }
  free(line);
  maker_end();
  return 0;
}
