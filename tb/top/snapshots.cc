// SPDX-License-Identifier: Apache-2.0
#include "snapshots.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace wavelock {

namespace {
constexpr uint64_t kLookCycles = 4096;  // between two looks at the time: some milliseconds
constexpr double kSeconds = 2;          // of the processor's time, between two snapshots
constexpr size_t kMost = 8;             // snapshots at a time

// A snapshot costs some milliseconds. By this time they are the same part of a run on a busy machine.
double now() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// All files of this process, but one, become /dev/null. They are the run's: its trace, its log, sockets of others.
void let_go_of_files(int kept) {
  const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  DIR *open_files = nowhere < 0 ? nullptr : opendir("/proc/self/fd");
  if (!open_files) _exit(errno);
  while (const dirent *entry = readdir(open_files)) {
    const int file = atoi(entry->d_name);
    if (*entry->d_name != '.' && file != kept && file != nowhere && file != dirfd(open_files)) dup2(nowhere, file);
  }
  closedir(open_files);
}

int status_of(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}
}  // namespace

void Snapshots::begin() {
  drop_all();
  if (on_) look_ = 0;
}

bool Snapshots::take(uint64_t cycle, wl_rtl_window *window) {
  look_ = cycle + (every_ ? every_ : kLookCycles);
  const double at = now();
  if (!every_ && !kept_.empty() && at - last_ < kSeconds) return false;
  thin(cycle);
  last_ = at;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends)) {
    failed_ = errno;
    return false;
  }
  const pid_t run = getpid(), process = fork();
  if (process == 0) {
    wait_for_order(ends[1], run, window);
    return true;
  }
  if (process < 0) failed_ = errno;
  close(ends[1]);
  if (process < 0) close(ends[0]);
  else kept_.push_back({cycle, process, ends[0]});
  return false;
}

void Snapshots::wait_for_order(int order, pid_t run, wl_rtl_window *window) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != run) _exit(0);  // it ended before
  signal(SIGINT, SIG_IGN);         // of the terminal: the run ends, and this with it
  signal(SIGTERM, SIG_IGN);
  let_go_of_files(order);
  kept_.clear();
  stop();
  if (recv(order, window, sizeof *window, 0) != sizeof *window) _exit(0);  // it is not needed any more
  close(order);
}

// Makes room for one more. The oldest goes if the next one reaches back far enough, else the one whose neighbours are
// closest to each other.
void Snapshots::thin(uint64_t cycle) {
  while (kept_.size() > 1 && cycle - kept_[1].cycle >= reach_) drop(0);
  if (kept_.size() < kMost) return;
  size_t least = 1;
  for (size_t i = 2; i + 1 < kept_.size(); i++)
    if (kept_[i + 1].cycle - kept_[i - 1].cycle < kept_[least + 1].cycle - kept_[least - 1].cycle) least = i;
  drop(least);
}

void Snapshots::drop(size_t at) {
  close(kept_[at].order);  // which ends it
  status_of(kept_[at].process);
  kept_.erase(kept_.begin() + static_cast<ptrdiff_t>(at));
}

void Snapshots::drop_all() {
  while (!kept_.empty()) drop(kept_.size() - 1);
}

bool Snapshots::wake(wl_rtl_window *w, std::string *why) {
  if (kept_.empty()) {
    *why = std::string("there is no snapshot of the run") + (failed_ ? std::string(": ") + strerror(failed_) : "");
    return false;
  }
  size_t at = kept_.size() - 1;
  while (at && kept_[at].cycle > w->from[0]) at--;
  const Snapshot s = kept_[at];
  if (w->to[1] && w->to[0] < s.cycle) *w = {{w->from[1], 0}, {w->to[1], 0}};
  if (w->from[0] < s.cycle) w->from[0] = s.cycle;
  send(s.order, w, sizeof *w, MSG_NOSIGNAL);
  const int status = status_of(s.process);
  close(s.order);
  kept_.erase(kept_.begin() + static_cast<ptrdiff_t>(at));
  if (WIFSIGNALED(status)) *why = std::string("the snapshot was ended by a signal: ") + strsignal(WTERMSIG(status));
  else if (WEXITSTATUS(status)) *why = strerror(WEXITSTATUS(status));
  return WIFEXITED(status) && !WEXITSTATUS(status);
}

}  // namespace wavelock
