// SPDX-License-Identifier: Apache-2.0
#include "bench.h"

#include <cstdio>

#include "dpi_layout.h"
#include "probe/probe.h"
#include "probe/unit.h"
#include "base/signals.h"
#include "probe_direct.h"
#ifdef WL_RTL_MUTANTS
#include "mutants_state.h"
#endif

#ifdef WL_RTL_PROBE
// A function of Verilator's model: computes all combinational logic from the registers and inputs.
void Vcu_top___024root___eval_settle(Vcu_top___024root *);
#endif

namespace wavelock {

namespace {
constexpr uint64_t kHangCycles = 1000000;
constexpr uint64_t kLookCycles = 4096;  // cycles between two looks at signals and progress: some milliseconds
constexpr uint32_t kResetCycles = 3;
constexpr uint32_t kSettleCycles = 32;  // after the last response, its result may take so many cycles to a register
constexpr uint32_t kStillCycles = 2;    // a complete barrier or a resume shows a cycle later
constexpr uint64_t kFirstFault = 2;     // the first cycle that can begin with a wrong bit
const sc_core::sc_time kClock(10, sc_core::SC_NS);

uint64_t hang_limit(const wl_rtl_options &o) { return o.hang_cycles ? o.hang_cycles : kHangCycles; }
}  // namespace

Bench::Bench(sc_core::sc_module_name name, wl_mem *mem, const wl_rtl_options &options)
    : sc_module(name),
      ports("ports", options.seed, options.memory, kClock),
      host(options.seed, options.halt_stays),
      sink(options.seed),
      options_(options),
      memory_("memory", mem, options.unit, options.seed, options.memory, kClock),
      unit_("unit"),
      half_(kClock / 2),
      bits_(options.plus)
#ifdef WL_RTL_TRACE
      ,
      trace_(options),
      snapshots_(options.snapshots, options.snapshot_before + hang_limit(options), options.snapshot_cycles)
#endif
{
  for (int port = 0; port < kPorts; port++) ports.socket[port].bind(memory_.socket[port]);
  unit_.clk_i(clk_);
  unit_.rst_ni(rst_n_);
  reports_state_ = options.on_state != nullptr;
  begins_ = wl_unit_asks_begin(options.unit);
  bits_.begin(&unit_);
  SC_HAS_PROCESS(Bench);
  SC_METHOD(tick);
}

// The clock: as fast as sc_clock. It runs when everything of the edge before has settled.
void Bench::tick() {
  // Reset falls before the first edge of the clock: no register that has one works with its random start.
  if (state_ == State::kReset && rst_n_.read()) {
    rst_n_.write(false);
    return next_trigger(sc_core::SC_ZERO_TIME);
  }
#ifdef WL_RTL_MUTANTS
  if (state_ != State::kReset) {
    mutants_.tick(cycle_);
    if (clk_.read() && mutants_.wants_state()) mutants_.state(cycle_, wl_state_sum(*unit_.rootp, cycle_));
  }
#endif
#ifdef WL_RTL_TRACE
  if (state_ == State::kRun && clk_.read() && snapshots_.due(cycle_)) snapshot();
#endif
  if (state_ == State::kRun && clk_.read()) bits_.tick(unit_, cycle_);
  if (injection_.pending && cycle_ == injection_.cycle) inject_now();
  if (reports_state_ && cycle_ == options_.state_cycle) report_state();
  if (begins_ && clk_.read() && (state_ == State::kRun || state_ == State::kDrain))
    wl_unit_begin(options_.unit, cycle_);
#ifdef WL_RTL_TRACE
  // Everything of the edge before has settled here.
  if (state_ != State::kReset) trace_.dump(unit_, cycle_, clk_.read());
#endif
  clk_.write(!clk_.read());
  next_trigger(half_);
}

// The first finding of the checker may be long before the end of the run: the snapshots before it stay.
void Bench::snapshot() {
#ifdef WL_RTL_TRACE
  wl_rtl_window window;
  if (checker_found()) snapshots_.stop();
  else if (snapshots_.take(cycle_, &window)) trace_.write_and_leave(window);
#endif
}

bool Bench::waves(wl_rtl_window *window, std::string *why) {
#ifdef WL_RTL_TRACE
  return snapshots_.wake(window, why);
#else
  (void)window;
  *why = "this build has no waveform tracing";
  return false;
#endif
}

void Bench::reset() {
#ifdef WL_RTL_PROBE
  wl_unit_places = &places_;
  wl_unit_kept = &kept_;
#endif
  sc_core::sc_start(kClock * kResetCycles);
#ifdef WL_RTL_PROBE
  for (const auto &[name, row] : kept_)
    kept_rows_.push_back({name.c_str(), "kept in the unit", false, row.elements, row.lanes, row.bits});
#endif
  rst_n_.write(true);
  state_ = State::kPause;
}

void Bench::run(wl_dispatcher *d, wl_launch_result *result) {
  if (wl_dispatcher_done(d)) return;
  dispatcher_ = d;
  result_ = result;
  start_ = progress_ = watch_ = cycle_;
  faulted_ = still_ = 0;
  state_ = State::kRun;
  launcher.begin(d, checker_);
  host.begin(result);
  sink.begin(result);
#ifdef WL_RTL_TRACE
  snapshots_.begin();
  // Also where the simulation cannot go on.
  const struct AtEnd {
    Trace &trace;
    ~AtEnd() { trace.end(); }
  } at_end{trace_};
#endif
  sc_core::sc_start();
  result_->cycles = cycle_ - start_;
  result_->unmapped = memory_.take_unmapped();
  dispatcher_ = nullptr;
  result_ = nullptr;
}

bool Bench::inject(uint64_t cycle, const StateBit &bit) {
#ifdef WL_RTL_PROBE
  injection_ = {cycle >= kFirstFault, cycle, place_of(places_, kept_, bit)};
  return injection_.place.at != nullptr;
#else
  (void)cycle, (void)bit;
  return false;
#endif
}

// The registers have the values of the new cycle, and so has what depends on them. After the flip Verilator computes
// the latter anew, as it does before the first cycle.
void Bench::inject_now() {
  injection_.pending = false;
#ifdef WL_RTL_PROBE
  if (!injection_.place.at) return;
  *injection_.place.at ^= injection_.place.mask;
  Vcu_top___024root___eval_settle(unit_.rootp);
#endif
}

bool Bench::has_places() const {
#ifdef WL_RTL_PROBE
  return places_.pc != nullptr;
#else
  return false;
#endif
}

void Bench::report_state() {
  if (!clk_.read()) return;
  reports_state_ = false;
  wl_dut_state dut;
  if (read_dut(&dut)) options_.on_state(options_.state_to, &dut);
}

bool Bench::read_dut(wl_dut_state *to) const {
#ifdef WL_RTL_PROBE
  if (has_places()) read_state(places_, to);
#else
  (void)to;
#endif
  return has_places();
}

unsigned Bench::cycle(unsigned word) {
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

void Bench::wave_ended(unsigned slot, unsigned why) {
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
void Bench::end_faulted(const std::string &more) {
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

void Bench::look_for_end(bool active) {
  if (state_ != State::kRun) return;
  if (checker_stops()) return end(WL_MISMATCH, "the checker found a divergence");
  if (faulted_) {
    still_ = active || !host.idle() || !launcher.idle() ? 0 : still_ + 1;
    if (still_ == kStillCycles) return end_faulted("");
  }
  const uint64_t limit = hang_limit(options_);
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
void Bench::watch(uint64_t limit) {
  watch_ = UINT64_MAX;
#ifdef WL_RTL_PROBE
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
#else
  (void)limit;
#endif
}

std::string Bench::waves_left() const {
  uint64_t ended, waves;
  wl_dispatcher_count(dispatcher_, &ended, &waves);
  return std::to_string(waves - ended) + " of " + std::to_string(waves) + " waves had not ended";
}

// After a fault the headline stays the fault's: other waves may wait for the faulted one.
void Bench::cut_short(wl_verdict verdict, const std::string &why, int slot) {
#ifdef WL_RTL_PROBE
  if (checker_) wl_checker_cut_short(checker_, verdict, slot, why.c_str());
#else
  (void)slot;
#endif
  result_->cut_short = verdict == WL_ERROR;  // not in a hang, in which the waves do not go on
  if (faulted_) end_faulted("; the others did not end: " + why);
  else end(verdict, why);
}

void Bench::end(wl_verdict verdict, const std::string &why) {
#ifdef WL_RTL_MUTANTS
  mutants_.ended(cycle_);
#endif
  result_->verdict = verdict;
  snprintf(result_->why, sizeof result_->why, "%s", why.c_str());
  state_ = State::kDrain;
  ended_ = cycle_;
  settle_ = kSettleCycles;
  launcher.begin(nullptr, nullptr);
}

bool Bench::checker_stops() const {
#ifdef WL_RTL_PROBE
  return checker_ && wl_checker_stop(checker_);
#else
  return false;
#endif
}

bool Bench::checker_busy() const {
#ifdef WL_RTL_PROBE
  return checker_ && wl_checker_busy(checker_);
#else
  return false;
#endif
}

bool Bench::checker_found() const {
#ifdef WL_RTL_PROBE
  return checker_ && wl_checker_found(checker_);
#else
  return false;
#endif
}

// No further request is taken. The run is over when those in flight have been answered, their results have been
// written back, and the checker has no open sweep. The report has what a run that was cut short leaves behind.
void Bench::drain() {
  if (state_ != State::kDrain || !ports.idle() || (settle_ != 0 && --settle_ != 0)) return;
  if (checker_busy() && !checker_stops()) return;
  state_ = State::kPause;
  sc_core::sc_pause();
}

int Bench::take(int port, uint32_t data[16]) {
  uint64_t line;
  const int id_error = ports.take(port, data, &line);
#ifdef WL_RTL_PROBE
  if (!checker_) return id_error;
  if (port == kImem) wl_checker_fetched(checker_, line);
  else
    wl_checker_answered(checker_, port == kSmem ? WL_UNIT_SMEM : WL_UNIT_VMEM,
                        response::kId.of(static_cast<unsigned>(id_error)));
#endif
  return id_error;
}

void Bench::stop(const std::string &why) {
  if (state_ == State::kReset) throw std::runtime_error(why);
#ifdef WL_RTL_PROBE
  if (checker_) wl_checker_unit_failed(checker_, WL_ILLEGAL, why.c_str());
#endif
  if (state_ == State::kRun) {
    end(WL_ILLEGAL, why);
  } else if (result_ && (result_->verdict == WL_PASS || result_->fault)) {
    // While memory drains: a failed assertion replaces a PASS and a fault.
    result_->verdict = WL_ILLEGAL;
    result_->fault = false;
    snprintf(result_->why, sizeof result_->why, "%s", why.c_str());
  }
}

void Bench::broken(const std::string &why) {
#ifdef WL_RTL_PROBE
  if (checker_) wl_checker_unit_failed(checker_, WL_ERROR, why.c_str());
#else
  (void)why;
#endif
}

}  // namespace wavelock
