// SPDX-License-Identifier: Apache-2.0
#include "random/serve/maker.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "random/serve/programs.h"
#include "wavelock/device.h"

void __gcov_dump(void) __attribute__((weak));  // of a build that measures the coverage of C

enum { MOST_WORDS = 64 };  // of a request

// What the library of programs gives; NULL before it is loaded.
static struct {
  __typeof__(wl_programs_prepare) *prepare;
  __typeof__(wl_programs_generate) *generate;
  __typeof__(wl_programs_assemble) *assemble;
} programs;

static struct {
  pid_t pid;        // 0: there is none
  int line;         // to it
  FILE *answers;    // of it, in the run's process
  const char *log;  // of the run
  bool made;
} maker;

bool maker_load(void) {
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path - sizeof WL_PROGRAMS_LIBRARY);
  char *slash = length > 0 ? memrchr(path, '/', (size_t)length) : NULL;
  if (!slash) return false;
  strcpy(slash + 1, WL_PROGRAMS_LIBRARY);
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "ERROR: --serve: %s\n", dlerror());
    return false;
  }
  programs.prepare = (__typeof__(programs.prepare))dlsym(library, "wl_programs_prepare");
  programs.generate = (__typeof__(programs.generate))dlsym(library, "wl_programs_generate");
  programs.assemble = (__typeof__(programs.assemble))dlsym(library, "wl_programs_assemble");
  if (!programs.prepare || !programs.generate || !programs.assemble) {
    fprintf(stderr, "ERROR: --serve: %s is of another build\n", path);
    return false;
  }
  programs.prepare();
  return true;
}

// ---- in the maker ------------------------------------------------------------------------------

// The words of a list. 0: there are none, or too many.
static int words_of(const json_t *list, const char *word[MOST_WORDS + 1]) {
  const size_t count = json_array_size(list);
  if (count > MOST_WORDS) return 0;
  for (size_t i = 0; i < count; i++) word[i] = json_string_value(json_array_get(list, i));
  word[count] = NULL;
  return (int)count;
}

// {"log": FILE, "generate": WORDS} or {"log": FILE, "made": BOOL, "assemble": WORDS}: {"code": N, "message": TEXT}
static json_t *answer_of(const json_t *request) {
  const char *word[MOST_WORDS + 1] = {NULL};
  char message[512] = "";
  int code = 1;
  const int log = open(json_string_value(json_object_get(request, "log")), O_WRONLY | O_APPEND);
  if (log >= 0) {
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    close(log);
  }
  const int count = words_of(json_object_get(request, "generate"), word);
  if (count) {
    code = programs.generate(count, (char **)word);
  } else if (words_of(json_object_get(request, "assemble"), word) == 6) {
    const bool made = json_is_true(json_object_get(request, "made"));
    code = !programs.assemble(made, word[0], word[1], word[2], word[3], word[4], word[5], message, sizeof message);
  }
  fflush(NULL);
  return json_pack("{s:i, s:s}", "code", code, "message", message);
}

static bool say(int line, json_t *what) {
  char *text = what ? json_dumps(what, JSON_COMPACT) : NULL;
  bool good = text != NULL;
  const size_t size = good ? strlen(text) : 0;
  for (size_t at = 0; good && at <= size;) {
    if (at == size) text[at] = '\n';
    const ssize_t sent = send(line, text + at, size + (at == size) - at, MSG_NOSIGNAL);
    good = sent > 0 || (sent < 0 && errno == EINTR);
    if (sent > 0) at += (size_t)sent;
  }
  free(text);
  json_decref(what);
  return good;
}

static _Noreturn void work(pid_t server, int line) {
  char *text = NULL;
  size_t size = 0;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int nothing = open("/dev/null", O_RDWR);
  FILE *requests = fdopen(line, "r");
  if (getppid() != server || nothing < 0 || !requests) _exit(WL_ERROR);
  for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++) dup2(nothing, file);
  while (getline(&text, &size, requests) > 0) {
    json_t *request = json_loads(text, 0, NULL);
    if (!request || !say(line, answer_of(request))) break;
    json_decref(request);
  }
  if (__gcov_dump) __gcov_dump();
  _exit(0);
}

// ---- in the server -----------------------------------------------------------------------------

static void forget(void) {
  while (waitpid(maker.pid, NULL, 0) < 0 && errno == EINTR) {
  }
  if (maker.line >= 0) close(maker.line);
  maker.pid = 0;
}

void maker_look(bool lost) {
  struct pollfd line = {.fd = maker.line, .events = POLLIN};
  if (!maker.pid) return;
  if (poll(&line, 1, 0) > 0 && line.revents & POLLHUP) lost = true;
  if (lost) kill(maker.pid, SIGKILL);
  if (lost) forget();
}

bool maker_begin(void) {
  int ends[2];
  maker_look(false);
  if (maker.pid) return true;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) return false;
  const pid_t server = getpid();
  fflush(NULL);
  const pid_t pid = fork();
  const int why = errno;
  if (!pid) {
    close(ends[0]);
    work(server, ends[1]);
  }
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    errno = why;
    return false;
  }
  maker.pid = pid;
  maker.line = ends[0];
  return true;
}

void maker_end(void) {
  if (!maker.pid) return;
  close(maker.line);
  maker.line = -1;
  forget();
}

double maker_seconds(void) {
  clockid_t clock;
  struct timespec t = {0};
  if (!maker.pid || clock_getcpuclockid(maker.pid, &clock) || clock_gettime(clock, &t)) return 0;
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// ---- in the run's process ----------------------------------------------------------------------

void maker_speaks(const char *log, bool made) {
  maker.log = log;
  maker.made = made;
}

// The code that the maker answers, and its message. It may have ended.
static int ask(json_t *request, char *message, size_t size) {
  if (!maker.answers) maker.answers = fdopen(maker.line, "r");
  json_t *answer = NULL;
  if (say(maker.line, request) && maker.answers) answer = json_loadf(maker.answers, JSON_DISABLE_EOF_CHECK, NULL);
  const json_t *code = json_object_get(answer, "code");
  const char *text = json_string_value(json_object_get(answer, "message"));
  snprintf(message, size, "%s", text ? text : "the process that makes programs has ended");
  const int found = code ? (int)json_integer_value(code) : WL_ERROR;
  json_decref(answer);
  return found;
}

int maker_generate(char **argv) {
  char message[512];
  json_t *words = json_array();
  while (*argv) json_array_append_new(words, json_string(*argv++));
  const int code = ask(json_pack("{s:s, s:o}", "log", maker.log, "generate", words), message, sizeof message);
  if (*message) fprintf(stderr, "ERROR: %s\n", message);
  return code;
}

bool maker_assemble(const char *text, const char *path, const char *processor, const char *features, const char *folder,
                    const char *made, char *message, size_t size) {
  json_t *words = json_pack("[ssssss]", text, path, processor, features, folder, made);
  return !ask(json_pack("{s:s, s:b, s:o}", "log", maker.log, "made", (int)maker.made, "assemble", words), message,
              size);
}
