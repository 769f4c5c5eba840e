// SPDX-License-Identifier: Apache-2.0
#include "shell.h"

#include <cstdio>
#include <stdexcept>

#include "base/signals.h"
#include "dpi_layout.h"
#include "probe/probe.h"
#include "probe/unit.h"

namespace wavelock {

namespace {
constexpr uint64_t kHangCycles = 1000000;
constexpr uint64_t kLookCycles = 4096;  // cycles between two looks at signals and progress: some milliseconds
constexpr uint32_t kSettleCycles = 32;  // after the last response, its result may take so many cycles to a register
constexpr uint32_t kStillCycles = 2;    // a complete barrier or a resume shows a cycle later
}  // namespace

Shell *Shell::running;

Shell::Shell(wl_mem *mem, wl_unit *unit, const wl_rtl_options &options)
    : ports(options.seed, options.memory),
      host(options.seed, options.halt_stays),
      sink(options.seed),
      options_(options),
      memory_(mem, unit, options.seed, options.memory) {
  ports.connect(&memory_);
  memory_.connect(&ports);
}

void Shell::begin(wl_dispatcher *d, wl_launch_result *result) {
  dispatcher_ = d;
  result_ = result;
  start_ = progress_ = watch_ = cycle_;
  faulted_ = still_ = 0;
  state_ = State::kRun;
  launcher.begin(d, checker_);
  host.begin(result);
  sink.begin(result);
}

void Shell::finish() {
  result_->cycles = cycle_ - start_;
  result_->unmapped = memory_.take_unmapped();
  dispatcher_ = nullptr;
  result_ = nullptr;
}

uint64_t Shell::hang_limit() const { return options_.hang_cycles ? options_.hang_cycles : kHangCycles; }

unsigned Shell::cycle(unsigned word) {
  unsigned inputs = answer::kResponse.put(ports.responses());
  const unsigned ready = answer::kReady.put(ports.ready());
  if (state_ == State::kRun) {
    if (status::kWaveEnd.of(word)) wave_ended(status::kWaveEndSlot.of(word), status::kWaveEndWhy.of(word));
    look_for_end(status::kActive.of(word));
  }
  if (state_ == State::kRun) {
    const unsigned launch = launcher.cycle(status::kInitVgprTaken.of(word));
    if (answer::kLaunch.of(launch)) progress_ = cycle_;
    inputs |= launch | ready | host.cycle() | sink.cycle();
  } else {
    drain();
  }
  cycle_++;
  return inputs;
}

void Shell::wave_ended(unsigned slot, unsigned why) {
  progress_ = cycle_;
  if (why == WL_WAVE_HALTED) {
    host.halted(slot);
  } else if (why == WL_WAVE_FAULTED) {
    if (!faulted_) first_fault_ = slot;
    faulted_ |= 1u << slot;
    launcher.close();
  } else {
    launcher.wave_ended(static_cast<int>(slot));
    if (wl_dispatcher_done(dispatcher_)) end(WL_PASS, "");
  }
}

// Ends a run in which waves faulted. more: the end of the headline.
void Shell::end_faulted(const std::string &more) {
  std::string text = "slot " + std::to_string(first_fault_) +
                     ": halted on an illegal instruction or an instruction fetch from unmapped memory",
              others;
  unsigned count = 0;
  for (unsigned slot = 0; slot < WL_MAX_WAVES; slot++) {
    if (!(faulted_ >> slot & 1) || slot == first_fault_) continue;
    others += (count++ ? ", slot " : ": slot ") + std::to_string(slot);
  }
  if (count) text += "; " + std::to_string(count) + " other wave" + (count > 1 ? "s" : "") + " faulted" + others;
  result_->fault = true;
  end(WL_ERROR, text + more);
}

void Shell::look_for_end(bool active) {
  if (state_ != State::kRun) return;
  if (checker_stops()) return end(WL_MISMATCH, "the checker found a divergence");
  if (faulted_) {
    still_ = active || !host.idle() || !launcher.idle() ? 0 : still_ + 1;
    if (still_ == kStillCycles) return end_faulted("");
  }
  const uint64_t limit = hang_limit();
  const uint64_t run_limit = options_.run_cycles ? options_.run_cycles : limit;
  if (cycle_ >= watch_) watch(limit);
  if (cycle_ - progress_ >= run_limit) {
    cut_short(WL_HANG, "no wave has started or ended for " + std::to_string(run_limit) + " cycles, at cycle " +
                           std::to_string(cycle_));
  } else if (options_.max_cycles && cycle_ - start_ >= options_.max_cycles) {
    cut_short(WL_ERROR, "the limit of " + std::to_string(options_.max_cycles) + " cycles was reached; " + waves_left());
  } else if (cycle_ % kLookCycles == 0 && !wl_watch_look(cycle_ - start_)) {
    cut_short(WL_ERROR, std::string("stopped by ") + wl_watch_signal() + " at cycle " + std::to_string(cycle_) + "; " +
                            waves_left());
  }
}

// The watch over single waves. It needs the checker, which knows when a wave issued.
void Shell::watch(uint64_t limit) {
  watch_ = UINT64_MAX;
  uint64_t pc, again;
  int slot;
  if (!checker_) return;
  while ((slot = wl_checker_overdue(checker_, limit, &pc, &again)) >= 0) {
    if (!host.owes(static_cast<unsigned>(slot)) && !ports.owes(kImem, pc) && !ports.owes(kImem, pc + 4)) {
      cut_short(WL_HANG,
                "slot " + std::to_string(slot) + " has waited for " + std::to_string(limit) + " cycles, at cycle " +
                    std::to_string(cycle_) + ", and nothing is owed to it",
                slot);
      return;
    }
    wl_checker_wait_anew(checker_, static_cast<uint32_t>(slot));
  }
  watch_ = cycle_ + again;
}

std::string Shell::waves_left() const {
  uint64_t ended, waves;
  wl_dispatcher_count(dispatcher_, &ended, &waves);
  return std::to_string(waves - ended) + " of " + std::to_string(waves) + " waves had not ended";
}

// After a fault the headline stays the fault's: other waves may wait for the faulted one.
void Shell::cut_short(wl_verdict verdict, const std::string &why, int slot) {
  if (checker_) wl_checker_cut_short(checker_, verdict, slot, why.c_str());
  result_->cut_short = verdict == WL_ERROR;  // not in a hang, in which the waves do not go on
  if (faulted_) end_faulted("; the others did not end: " + why);
  else end(verdict, why);
}

void Shell::end(wl_verdict verdict, const std::string &why) {
  at_end();
  result_->verdict = verdict;
  snprintf(result_->why, sizeof result_->why, "%s", why.c_str());
  state_ = State::kDrain;
  ended_ = cycle_;
  settle_ = kSettleCycles;
  launcher.begin(nullptr, nullptr);
}

// No further request is taken. The run is over when those in flight have been answered, their results have been
// written back, and the checker has no open sweep. The report has what a run that was cut short leaves behind.
void Shell::drain() {
  if (state_ != State::kDrain || !ports.idle() || (settle_ != 0 && --settle_ != 0)) return;
  if (checker_busy() && !checker_stops()) return;
  state_ = State::kPause;
  pause();
}

int Shell::take(int port, uint32_t data[16]) {
  uint64_t line;
  const int id_error = ports.take(port, data, &line);
  if (!checker_) return id_error;
  if (port == kImem) wl_checker_fetched(checker_, line);
  else
    wl_checker_answered(checker_, port == kSmem ? WL_UNIT_SMEM : WL_UNIT_VMEM,
                        response::kId.of(static_cast<unsigned>(id_error)));
  return id_error;
}

void Shell::stop(const std::string &why) {
  if (state_ == State::kReset) throw std::runtime_error(why);
  if (checker_) wl_checker_unit_failed(checker_, WL_ILLEGAL, why.c_str());
  if (state_ == State::kRun) {
    end(WL_ILLEGAL, why);
  } else if (result_ && (result_->verdict == WL_PASS || result_->fault)) {
    // While memory drains: a failed assertion replaces a PASS and a fault.
    result_->verdict = WL_ILLEGAL;
    result_->fault = false;
    snprintf(result_->why, sizeof result_->why, "%s", why.c_str());
  }
}

void Shell::broken(const std::string &why) {
  if (checker_) wl_checker_unit_failed(checker_, WL_ERROR, why.c_str());
}

}  // namespace wavelock
