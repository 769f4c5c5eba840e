// SPDX-License-Identifier: Apache-2.0
// Snapshots of a run: processes forked from it. Each waits at its cycle until it is woken to write a waveform, and ends
// with the run at the latest. A snapshot has no file of the run: what it prints or writes is lost.
#ifndef WAVELOCK_TB_RTL_SNAPSHOTS_H
#define WAVELOCK_TB_RTL_SNAPSHOTS_H

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "shell/rtl.h"

namespace wavelock {

class Snapshots {
 public:
  // reach: the oldest snapshot lies at least so many cycles back, if the launch is as long. every: cycles between two
  // snapshots; 0: seconds decide.
  Snapshots(bool on, uint64_t reach, uint64_t every) : on_(on), reach_(reach), every_(every) {}
  ~Snapshots() { drop_all(); }
  Snapshots(const Snapshots &) = delete;
  Snapshots &operator=(const Snapshots &) = delete;

  void begin();  // a launch begins: the snapshots of the one before go, and the next look takes the first
  void stop() { look_ = UINT64_MAX; }  // no further snapshots; those that are there stay
  bool due(uint64_t cycle) const { return cycle >= look_; }
  // Takes a snapshot of this process if it is time. False: this is the run. True: this is a snapshot that was woken to
  // write the window. Nothing but _exit ends it.
  bool take(uint64_t cycle, wl_rtl_window *window);
  // Wakes the newest snapshot that has the whole window, else the oldest, and waits for its end. Cuts from the window
  // what lies before the snapshot. False: why has the reason.
  bool wake(wl_rtl_window *window, std::string *why);

 private:
  struct Snapshot {
    uint64_t cycle;
    pid_t process;
    int order;  // socket for the window
  };
  void thin(uint64_t cycle);
  void drop(size_t at);
  void drop_all();
  void wait_for_order(int order, pid_t run, wl_rtl_window *window);

  const bool on_;
  const uint64_t reach_, every_;
  uint64_t look_ = UINT64_MAX;  // cycle of the next look at the time
  double last_ = 0;             // time of the newest
  int failed_ = 0;              // errno of the last one that could not be taken
  std::vector<Snapshot> kept_;  // oldest first
};

}  // namespace wavelock
#endif
