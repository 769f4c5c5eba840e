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
constexpr uint64_t kHalf = 5000;   // ps, the unit's time: from an edge of the clock to the next one
constexpr unsigned kAhead = 1000;  // cycles: what the clock may be ahead of SystemC's time
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
      unit_((std::string(name) + ".unit").c_str()),
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
  reports_state_ = options.on_state != nullptr;
  begins_ = wl_unit_asks_begin(options.unit);
  bits_.begin(&unit_);
  unit_.clk_i = 0;
  unit_.rst_ni = 1;
  SC_HAS_PROCESS(Bench);
  SC_METHOD(tick);
}

// The clock falls in the middle of a cycle and rises at its end. Nothing of the bench waits for the fall, so both are
// evaluated in one event, which has the time of the rise. A cycle costs SystemC's scheduler about 580 host
// instructions. So while nothing else is scheduled, the clock runs ahead, and then waits for SystemC's time to catch
// up.
void Bench::tick() {
  unsigned cycles = 0;
  paused_ = false;
  do {
    if (unit_.clk_i) fall();
    rise();
    cycles++;
  } while (state_ != State::kReset && !paused_ && cycles < kAhead && !sc_core::sc_pending_activity());
  next_trigger(kClock * cycles);
}

void Bench::evaluate(bool clock) {
  unit_.clk_i = clock;
  unit_.eval();
  unit_.contextp()->timeInc(kHalf);
}

// The middle of a cycle: everything of the edge before has settled. In reset, nothing looks at the unit.
void Bench::fall() {
  if (state_ != State::kReset) {
#ifdef WL_RTL_COVERAGE
    counts_.tick(cycle_, unit_.contextp());
#endif
#ifdef WL_RTL_MUTANTS
    mutants_.tick(cycle_);
    if (mutants_.wants_state()) mutants_.state(cycle_, wl_state_sum(*unit_.rootp, cycle_));
#endif
#ifdef WL_RTL_TRACE
    if (state_ == State::kRun && snapshots_.due(cycle_)) snapshot();
#endif
    if (state_ == State::kRun) bits_.tick(cycle_);
    if (injection_.pending && cycle_ == injection_.cycle) inject_now();
    if (reports_state_ && cycle_ == options_.state_cycle) report_state();
    if (begins_ && (state_ == State::kRun || state_ == State::kDrain)) wl_unit_begin(options_.unit, cycle_);
#ifdef WL_RTL_TRACE
    trace_.dump(unit_, cycle_, true);
#endif
    between_edges();
  }
  evaluate(false);
}

// The edge that ends the cycle. Reset rises at the first edge of a run.
void Bench::rise() {
  if (state_ != State::kReset) {
#ifdef WL_RTL_MUTANTS
    mutants_.tick(cycle_);
#endif
#ifdef WL_RTL_TRACE
    trace_.dump(unit_, cycle_, false);
#endif
  }
  unit_.rst_ni = state_ != State::kReset;
  evaluate(true);
}

void Bench::pause() {
  paused_ = true;
  sc_core::sc_pause();
}

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
  // Reset falls before the first edge of the clock: no register that has one works with its random start.
  unit_.eval();
  unit_.rst_ni = 0;
  unit_.eval();
  sc_core::sc_start(kClock * kResetEdges);
  fall();
#ifdef WL_RTL_PROBE
  for (const auto &[name, row] : kept_)
    kept_rows_.push_back({name.c_str(), "kept in the unit", false, row.elements, row.lanes, row.bits});
#endif
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
