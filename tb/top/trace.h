// SPDX-License-Identifier: Apache-2.0
// Waveform of one or two ranges of cycles in one file. Cycle n starts at n * 10 ns, with the rising edge that ends
// cycle n-1.
#ifndef WAVELOCK_RTL_TRACE_H
#define WAVELOCK_RTL_TRACE_H

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "Vcu_top.h"
#include "probe/direct_compare.h"
#include "shell/rtl.h"
#include "verilated_fst_c.h"
#include "wavelock/registers.h"

namespace wavelock {

// The checker's expected values of the registers that are compared every cycle, as rows of the waveform beside the
// DUT's: wavelock.expected.EXEC[slot]. In the cycles of a waveform the checker has compared the DUT with these
// values.
class Expected {
 public:
  explicit Expected(const wl_unit *unit) : unit_(unit) {}
  void add(VerilatedFst *trace) {
    trace->addInitCb(&Expected::declare, this);
    trace->addFullCb(&Expected::full, this);
    trace->addChgCb(&Expected::change, this);
  }

 private:
  struct Row {
    const char *name;
    int bits;
  };
  static constexpr Row kRows[] = {
#define REGISTER_64(name, bits, array, low, high, sentence) {#name, bits},
#define REGISTER_32(name, bits, array, word, sentence) {#name, bits},
#define REGISTER_8(name, bits, array, word, from, mask, sentence) {#name, 8},
#define STATUS_ROW(name, bits, mask, sentence) {#name, bits},
#include "probe/state.def"
  };
  static constexpr uint32_t kRowCount = sizeof kRows / sizeof *kRows;

  static void declare(void *self, VerilatedFst *trace, uint32_t code) {
    Expected &e = *static_cast<Expected *>(self);
    e.code_ = code;
    trace->pushNamePrefix("wavelock.expected ");
    for (const Row &row : kRows) {
      for (int slot = 0; slot < WL_MAX_WAVES; slot++, code += 2) {
        if (row.bits > 32)
          trace->declQuad(code, row.name, -1, FST_VD_IMPLICIT, FST_VT_SV_LOGIC, true, slot, row.bits - 1, 0);
        else trace->declBus(code, row.name, -1, FST_VD_IMPLICIT, FST_VT_SV_LOGIC, true, slot, row.bits - 1, 0);
      }
    }
    trace->popNamePrefix();
  }

  template <typename Write>
  void each(Write write) const {
#ifdef WL_RTL_PROBE
    const wl_state_reg_arrays *e = wl_unit_expected(unit_);
#else
    const wl_state_reg_arrays *e = nullptr;
#endif
    for (uint32_t slot = 0; slot < WL_MAX_WAVES; slot++) {
      uint64_t values[kRowCount] = {};
      if (e && (e->valid >> slot & 1)) {
        const uint64_t all[kRowCount] = {
#define REGISTER(name, bits, array, width) e->array[slot],
#define STATUS_ROW(name, bits, mask, sentence) e->status[slot] & (mask),
#include "probe/state.def"
        };
        memcpy(values, all, sizeof values);
      }
      for (uint32_t row = 0; row < kRowCount; row++)
        write(code_ + 2 * (row * WL_MAX_WAVES + slot), values[row], kRows[row].bits);
    }
  }
  static void full(void *self, VerilatedFst::Buffer *to) {
    static_cast<Expected *>(self)->each([to](uint32_t code, uint64_t v, int bits) {
      if (bits > 32) to->fullQData(to->oldp(code), v, bits);
      else to->fullIData(to->oldp(code), static_cast<uint32_t>(v), bits);
    });
  }
  static void change(void *self, VerilatedFst::Buffer *to) {
    static_cast<Expected *>(self)->each([to](uint32_t code, uint64_t v, int bits) {
      if (bits > 32) to->chgQData(to->oldp(code), v, bits);
      else to->chgIData(to->oldp(code), static_cast<uint32_t>(v), bits);
    });
  }

  const wl_unit *unit_;
  uint32_t code_ = 0;
};

class Trace {
 public:
  explicit Trace(const wl_rtl_options &options)
      : path_(options.trace_path ? options.trace_path : ""), expected_(options.unit) {
    if (!path_.empty()) Verilated::traceEverOn(true);
    if (!path_.empty() && !options.snapshots) set(options.trace);
  }
  ~Trace() {
    if (file_) file_->close();
  }

  // This process is a snapshot that writes these cycles and then leaves.
  void write_and_leave(const wl_rtl_window &window) {
    leaves_ = true;
    const int file = open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0) _exit(errno);
    close(file);
    set(window);
  }
  // No further cycle comes: a snapshot leaves.
  void end() {
    if (!leaves_) return;
    if (file_) file_->close();
    _exit(0);
  }

  // The DUT's signals in one half of a cycle.
  void dump(Vcu_top &unit, uint64_t cycle, bool first_half) {
    if (cycle < from_) return;
    write(unit, cycle, first_half);
  }

 private:
  void set(const wl_rtl_window &window) {
    from_ = window.from[0];
    to_ = window.to[0];
    next_from_ = window.from[1];
    next_to_ = window.to[1];
  }

  void write(Vcu_top &unit, uint64_t cycle, bool first_half) {
    if (!file_) {
      file_ = std::make_unique<VerilatedFstC>();
      unit.trace(file_.get(), 99);
      expected_.add(file_->spTrace());
      file_->set_time_resolution("1ns");
      watch_for_full_disk();
      file_->open(path_.c_str());
    }
    if (to_ && cycle > to_) {
      if (!next_to_) {
        end();
        file_->close();
      }
      from_ = next_to_ ? next_from_ : UINT64_MAX;
      to_ = next_to_;
      next_to_ = 0;
      return dump(unit, cycle, first_half);
    }
    file_->dump(cycle * 10 + (first_half ? 0 : 5));
  }

  // The writer maps its file. Where the disk has no room for a page of it, the process gets SIGBUS.
  void watch_for_full_disk() {
    struct sigaction action = {};
    full_.file = path_;
    full_.names = path_ + ".hier";
    full_.said = leaves_ ? "" : "ERROR: " + path_ + ": the waveform could not be written: " + strerror(ENOSPC) + "\n";
    full_.code = leaves_ ? ENOSPC : WL_ERROR;
    action.sa_handler = leave_full_disk;
    sigaction(SIGBUS, &action, nullptr);
  }
  static void leave_full_disk(int) {
    unlink(full_.file.c_str());
    unlink(full_.names.c_str());
    if (::write(STDERR_FILENO, full_.said.c_str(), full_.said.size()) < 0) _exit(full_.code);
    _exit(full_.code);
  }

  struct FullDisk {
    std::string file, names, said;  // the waveform, what its writer has beside it, the line that is printed
    int code;                       // of the process
  };
  static inline FullDisk full_;

  const std::string path_;
  uint64_t from_ = UINT64_MAX, to_ = 0;
  uint64_t next_from_ = 0, next_to_ = 0;  // to 0: no second range
  bool leaves_ = false;
  Expected expected_;
  std::unique_ptr<VerilatedFstC> file_;
};

}  // namespace wavelock
#endif
