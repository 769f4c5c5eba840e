// Waveform of one or two ranges of clocks, in one file; between them it stands still. Clock n starts at n * 10 ns, with the rising edge that ends clock n-1.
#ifndef WAVELOCK_RTL_TRACE_H
#define WAVELOCK_RTL_TRACE_H

#include <memory>
#include <string>

#include "Vcu_top.h"
#include "rtl.h"
#include "verilated_fst_c.h"

namespace wavelock {

class Trace {
 public:
  explicit Trace(const wl_rtl_options &options)
      : path_(options.trace_path ? options.trace_path : ""), from_(options.trace_from[0]), to_(options.trace_to[0]),
        next_from_(options.trace_from[1]), next_to_(options.trace_to[1]) {
    if (path_.empty()) from_ = UINT64_MAX;
    else Verilated::traceEverOn(true);
  }
  ~Trace() {
    if (file_) file_->close();
  }

  // The unit's signals in one half of a clock.
  void dump(Vcu_top &unit, uint64_t clock, bool first_half) {
    if (clock < from_) return;
    write(unit, clock, first_half);
  }

 private:
  void write(Vcu_top &unit, uint64_t clock, bool first_half) {
    if (!file_) {
      file_ = std::make_unique<VerilatedFstC>();
      unit.trace(file_.get(), 99);
      file_->set_time_resolution("1ns");
      file_->open(path_.c_str());
    }
    if (to_ && clock > to_) {
      if (!next_to_) file_->close();
      from_ = next_to_ ? next_from_ : UINT64_MAX;
      to_ = next_to_;
      next_to_ = 0;
      return dump(unit, clock, first_half);
    }
    file_->dump(clock * 10 + (first_half ? 0 : 5));
  }

  const std::string path_;
  uint64_t from_, to_;
  uint64_t next_from_, next_to_;  // to 0: none
  std::unique_ptr<VerilatedFstC> file_;
};

}  // namespace wavelock
#endif
