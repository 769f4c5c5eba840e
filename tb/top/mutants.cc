// SPDX-License-Identifier: Apache-2.0
#include "mutants.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

bool wl_mutant_on[kMutantsMost];
uint64_t wl_mutant_cycle;
uint64_t wl_mutant_first[kMutantsMost];

namespace wavelock {

namespace {
constexpr int kBound = 100;       // exit code of a copy that came to the bound without a verdict
constexpr rlim_t kSeconds = 300;  // of the processor's time, for a copy: a mutant may simulate without an end

bool value_of(const std::string &word, const char *name, std::string *to) {
  const std::string start = std::string("+mutants_") + name + "=";
  if (word.compare(0, start.size(), start) != 0) return false;
  *to = word.substr(start.size());
  return true;
}
}  // namespace

Mutants::Mutants(const char *plus) {
  std::istringstream words(plus ? plus : "");
  std::string states;
  for (std::string word, number; words >> word;) {
    if (value_of(word, "record", &record_) || value_of(word, "plan", &plan_path_) || value_of(word, "out", &out_) ||
        value_of(word, "states", &states))
      continue;
    if (value_of(word, "on", &number)) switch_on(number);
    if (value_of(word, "jobs", &number)) jobs_ = std::max<uint64_t>(1, strtoull(number.c_str(), nullptr, 10));
  }
  if (!plan_path_.empty()) read_plan();
  if (!states.empty()) read_states(states);
}

// numbers: with commas between them.
void Mutants::switch_on(const std::string &numbers) {
  std::istringstream some(numbers + ",");
  for (std::string number; std::getline(some, number, ',');) {
    char *end = nullptr;
    const unsigned long mutant = strtoul(number.c_str(), &end, 10);
    if (number.empty() || !isdigit(static_cast<unsigned char>(number[0])) || *end || !mutant || mutant >= kMutantsMost)
      throw std::runtime_error("+mutants_on: found \"" + number + "\", expected numbers of mutants, as 3 or 3,17");
    wl_mutant_on[mutant] = true;
  }
}

// What +mutants_record left: eight bytes a cycle.
void Mutants::read_states(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(path + ": cannot be read: " + strerror(errno));
  for (uint64_t sum; file.read(reinterpret_cast<char *>(&sum), sizeof sum);) sums_.push_back(sum);
}

// A line of the plan: the number of a mutant, the cycle in which it first differs, and a number of cycles. For so many
// its copy may go on from there; 0: to the end.
void Mutants::read_plan() {
  std::ifstream file(plan_path_);
  if (!file) throw std::runtime_error(plan_path_ + ": cannot be read: " + strerror(errno));
  Planned p{};
  while (file >> p.mutant >> p.cycle >> p.bound) {
    if (!p.mutant || p.mutant >= kMutantsMost)
      throw std::runtime_error(plan_path_ + ": found mutant " + std::to_string(p.mutant) + ", expected one from 1 on");
    plan_.push_back(p);
  }
  std::stable_sort(plan_.begin(), plan_.end(), [](const Planned &a, const Planned &b) { return a.cycle < b.cycle; });
  void *at =
      mmap(nullptr, (plan_.size() + 1) * sizeof *copies_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) throw std::runtime_error(std::string("no memory for the mutants: ") + strerror(errno));
  copies_ = static_cast<Copy *>(at);
}

Mutants::~Mutants() {
  if (copy_) return;
  if (!record_.empty()) {
    std::ofstream file(record_);
    for (uint32_t n = 1; n < kMutantsMost; n++)
      if (wl_mutant_first[n]) file << n << ' ' << wl_mutant_first[n] << '\n';
    std::ofstream states(record_ + ".states", std::ios::binary);
    states.write(reinterpret_cast<const char *>(sums_.data()),
                 static_cast<std::streamsize>(sums_.size() * sizeof(uint64_t)));
  }
  if (copies_) finish();
}

void Mutants::tick(uint64_t cycle) {
  wl_mutant_cycle = cycle;
  if (cycle >= until_) {
    ended(cycle);
    _exit(kBound);
  }
  if (!copies_ || copy_) return;
  while (next_ < plan_.size() && plan_[next_].cycle <= cycle && !copy_) start(next_++);
  if (next_ < plan_.size() || copy_) return;
  finish();
  _exit(0);  // nothing of this run is asked for but its copies
}

void Mutants::state(uint64_t cycle, uint64_t sum) {
  if (copy_) {
    // Where the run without the mutant has ended, the copy is on another way.
    if (cycle >= sums_.size() || sums_[cycle] != sum) copy_->wrong = cycle;
    return;
  }
  sums_.resize(cycle + 1);
  sums_[cycle] = sum;
}

void Mutants::start(size_t at) {
  while (running_ >= jobs_) wait_for_one();
  fflush(nullptr);
  const pid_t run = getpid(), process = fork();
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != run) _exit(0);
    become(at);
    return;
  }
  if (process < 0) {
    plan_[at].end = std::string("fork: ") + strerror(errno);
    return;
  }
  plan_[at].process = process;
  running_++;
}

// This process is the copy: what it prints goes into a file of its own.
void Mutants::become(size_t at) {
  const std::string path = out_ + "/" + std::to_string(plan_[at].mutant) + ".txt";
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0 || dup2(file, STDOUT_FILENO) < 0 || dup2(file, STDERR_FILENO) < 0) _exit(errno);
  close(file);
  const rlimit limit = {kSeconds, kSeconds};
  setrlimit(RLIMIT_CPU, &limit);
  copy_ = copies_ + at;
  wl_mutant_on[plan_[at].mutant] = true;
  if (plan_[at].bound) until_ = plan_[at].cycle + plan_[at].bound;
}

void Mutants::wait_for_one() {
  int status = 0;
  pid_t process;
  while ((process = wait(&status)) < 0 && errno == EINTR) continue;
  for (Planned &p : plan_) {
    if (p.process != process || !p.end.empty()) continue;
    p.end = WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                                : "code " + std::to_string(WEXITSTATUS(status));
  }
  running_--;
}

// A line for each mutant: its number and three cycles, then how the copy ended. The cycles: when it was switched on,
// when the copy ended, and the first with a wrong state.
void Mutants::finish() {
  while (running_) wait_for_one();
  std::ofstream file(out_ + "/copies.txt");
  for (size_t i = 0; i < plan_.size(); i++)
    file << plan_[i].mutant << ' ' << plan_[i].cycle << ' ' << copies_[i].end << ' ' << copies_[i].wrong << ' '
         << (plan_[i].end.empty() ? "not started" : plan_[i].end) << '\n';
}

}  // namespace wavelock
