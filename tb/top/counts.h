// SPDX-License-Identifier: Apache-2.0
// What the unit that counts leaves, if WL_CODE_COVERAGE names a folder for it (docs/coverage.md): a file PID-N.dat for
// each unit of a process. With cycles in WL_CODE_COVERAGE_AT, in order as 120,150, it leaves PID-N.at120, too: what it
// had counted before that cycle.
#ifndef WAVELOCK_TB_RTL_COUNTS_H
#define WAVELOCK_TB_RTL_COUNTS_H

#include <unistd.h>
#include <verilated.h>
#include <verilated_cov.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

namespace wavelock {

class Counts {
 public:
  Counts() {
    static unsigned units;
    if (const char *folder = getenv("WL_CODE_COVERAGE")) {
      stem_ = std::string(folder) + "/" + std::to_string(getpid()) + "-" + std::to_string(units++);
    }
    if (const char *at = getenv("WL_CODE_COVERAGE_AT")) at_.str(at);
    read_next();
  }
  void tick(uint64_t cycle, VerilatedContext *context) {
    while (cycle >= next_) {
      write(context, ".at" + std::to_string(next_));
      read_next();
    }
  }
  void end(VerilatedContext *context) const { write(context, ".dat"); }

 private:
  void read_next() {
    std::string word;
    next_ = std::getline(at_, word, ',') ? strtoull(word.c_str(), nullptr, 10) : UINT64_MAX;
  }
  // A file is whole, or its run was killed.
  void write(VerilatedContext *context, const std::string &ending) const {
    if (stem_.empty()) return;
    context->coveragep()->write((stem_ + ".part").c_str());
    rename((stem_ + ".part").c_str(), (stem_ + ending).c_str());
  }

  std::string stem_;  // of the files; empty: none is asked for
  std::istringstream at_;
  uint64_t next_ = UINT64_MAX;
};

}  // namespace wavelock
#endif
