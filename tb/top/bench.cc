// SPDX-License-Identifier: Apache-2.0
#include "bench.h"

#include "probe/probe.h"
#include "probe/unit.h"
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
constexpr uint64_t kFirstFault = 2;  // the first cycle that can begin with a wrong bit
const sc_core::sc_time kClock(10, sc_core::SC_NS);
#ifdef WL_RTL_PROBE
constexpr bool kHasProbe = true;
#else
constexpr bool kHasProbe = false;
#endif
}  // namespace

Bench::Bench(sc_core::sc_module_name name, wl_mem *mem, const wl_rtl_options &options)
    : sc_module(name),
      Shell(mem, kHasProbe ? options.unit : nullptr, options),
      initiator_("ports", &ports, kClock),
      target_("memory", &memory_, kClock),
      unit_("unit"),
      half_(kClock / 2),
      bits_(options.plus)
#ifdef WL_RTL_TRACE
      ,
      trace_(options),
      snapshots_(options.snapshots, options.snapshot_before + hang_limit(), options.snapshot_cycles)
#endif
{
  for (int port = 0; port < kPorts; port++) initiator_.socket[port].bind(target_.socket[port]);
  ports.connect(&initiator_);
  memory_.connect(&target_);
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
  if (state_ != State::kReset && clk_.read()) between_edges();
  clk_.write(!clk_.read());
  next_trigger(half_);
}

void Bench::pause() { sc_core::sc_pause(); }

void Bench::at_end() {
#ifdef WL_RTL_MUTANTS
  mutants_.ended(cycle_);
#endif
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
  sc_core::sc_start(kClock * kResetEdges);
#ifdef WL_RTL_PROBE
  for (const auto &[name, row] : kept_)
    kept_rows_.push_back({name.c_str(), "kept in the unit", false, row.elements, row.lanes, row.bits});
#endif
  rst_n_.write(true);
  out_of_reset();
}

void Bench::run(wl_dispatcher *d, wl_launch_result *result) {
  if (wl_dispatcher_done(d)) return;
  begin(d, result);
#ifdef WL_RTL_TRACE
  snapshots_.begin();
  // Also where the simulation cannot go on.
  const struct AtEnd {
    Trace &trace;
    ~AtEnd() { trace.end(); }
  } at_end{trace_};
#endif
  sc_core::sc_start();
  finish();
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
  options_.on_state(options_.state_to, read_dut(&dut) ? &dut : nullptr);
}

bool Bench::read_dut(wl_dut_state *to) const {
#ifdef WL_RTL_PROBE
  if (has_places()) read_state(places_, to);
#else
  (void)to;
#endif
  return has_places();
}

}  // namespace wavelock
