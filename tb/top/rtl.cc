// SPDX-License-Identifier: Apache-2.0
// The C interface of the DUT (shell/rtl.h), and the functions that the libraries call.
#include "shell/rtl.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <sstream>
#include <vector>

#include "bench.h"
#include "Vcu_top__Dpi.h"  // a compiler that reads both sees that they agree
#include "random_words.h"
#include "wavelock/bench.h"
#ifdef WL_RTL_COVERAGE
#include "counted.h"
#endif

using wavelock::Bench;
using wavelock::Shell;

// SystemC's kernel is a simulation context. Each unit has one of its own, and one of Verilator's beside it: so a
// process can open and close units at any time, and they run in turns.
struct wl_rtl {
  sc_core::sc_simcontext simulation;
  VerilatedContext verilated;
  std::unique_ptr<Bench> bench;
};

namespace {

std::string fatal;            // why its simulation stopped
void (*on_open)();            // wl_rtl_on_open
constexpr int kAtRandom = 2;  // of VerilatedContext::randReset

// While this lives, what SystemC and Verilator do belongs to the unit.
class Turn {
 public:
  explicit Turn(wl_rtl *u)
      : simulation_(sc_core::sc_curr_simcontext), verilated_(Verilated::threadContextp()), running_(Shell::running) {
    sc_core::sc_curr_simcontext = &u->simulation;
    Verilated::threadContextp(&u->verilated);
    Shell::running = u->bench.get();
    fatal.clear();
  }
  ~Turn() {
    sc_core::sc_curr_simcontext = simulation_;
    Verilated::threadContextp(verilated_);
    Shell::running = running_;
  }
  Turn(const Turn &) = delete;
  Turn &operator=(const Turn &) = delete;

 private:
  sc_core::sc_simcontext *const simulation_;
  VerilatedContext *const verilated_;
  Shell *const running_;
};

void set_error(wl_error *error, const char *text) {
  if (error) snprintf(error->text, sizeof error->text, "%s", text);
}

// Registers that reset leaves alone start with random bits, as on a chip: from the seed, which is never 0 for
// Verilator. What is zero at power-on (D-LAUNCH-1) is so by initial blocks. Assertions begin behind reset: before, the
// bits may be anything. The unit that counts starts with zeros: a change of a random bit is no toggle.
void random_start(VerilatedContext *context, uint64_t seed) {
  context->assertOn(false);
#ifdef WL_RTL_COVERAGE
  wl_toggles_count = false;
  context->randReset(0);
#else
  context->randReset(kAtRandom);
#endif
  context->randSeed(static_cast<int>((seed + 1) * 0x9e3779b97f4a7c15u >> 33 | 1));
}

// Hands the plus arguments to the unit, which asks for them in its initial blocks. Those that begin with +verilator+
// are the library's own: "+verilator+seed+N" gives another start, "+verilator+rand+reset+0" zeros.
void plus_arguments(VerilatedContext *context, const char *text) {
  std::istringstream words(text ? text : "");
  std::vector<std::string> plus{"wavelock"};
  for (std::string word; words >> word;) plus.push_back(word);
  std::vector<const char *> argv;
  for (const std::string &word : plus) argv.push_back(word.c_str());
  context->commandArgs(static_cast<int>(argv.size()), argv.data());
}

}  // namespace

wl_rtl *wl_rtl_open(wl_mem *mem, const wl_rtl_options *options, wl_error *error) {
  if (options->trace_path && !wl_rtl_has_trace()) {
    set_error(error, "this build has no waveform tracing");
    return nullptr;
  }
  wl_rtl *u = nullptr;
  try {
    sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
    u = new wl_rtl;
    u->verilated.threads(1);  // else it starts one that waits for nothing, and a snapshot would lack it
    random_start(&u->verilated, options->seed);
    plus_arguments(&u->verilated, options->plus);
    {
      Turn turn(u);
      u->bench = std::make_unique<Bench>("wavelock", mem, *options);
    }
    Turn turn(u);
    if (on_open) on_open();
    u->bench->reset();
    u->verilated.assertOn(true);
#ifdef WL_RTL_COVERAGE
    wl_toggles_count = true;
#endif
    return u;
  } catch (const std::exception &e) {
    set_error(error, fatal.empty() ? e.what() : fatal.c_str());
    wl_rtl_close(u);
    return nullptr;
  }
}

void wl_rtl_close(wl_rtl *u) {
  if (!u) return;
  {
    Turn turn(u);
#ifdef WL_RTL_COVERAGE
    if (u->bench) u->bench->leave_counts();
#endif
    Shell::running = nullptr;
    u->bench.reset();
  }
  delete u;
}

void wl_rtl_config(const wl_rtl *u, wl_config *config) { *config = u->bench->config(); }

void wl_rtl_set_checker(wl_rtl *u, wl_checker *c) { u->bench->set_checker(c); }

void wl_rtl_run(wl_rtl *u, wl_dispatcher *d, wl_launch_result *result) {
  timespec from, to;
  clock_gettime(CLOCK_MONOTONIC, &from);
  memset(result, 0, sizeof *result);
  Turn turn(u);
  try {
    u->bench->run(d, result);
  } catch (const std::exception &e) {
    result->verdict = WL_ERROR;
    snprintf(result->why, sizeof result->why, "%s", fatal.empty() ? e.what() : fatal.c_str());
    u->bench->broken(result->why);
  }
  clock_gettime(CLOCK_MONOTONIC, &to);
  result->seconds =
      static_cast<double>(to.tv_sec - from.tv_sec) + static_cast<double>(to.tv_nsec - from.tv_nsec) * 1e-9;
}

uint64_t wl_rtl_ended(const wl_rtl *u) { return u->bench->ended(); }

bool wl_rtl_waves(wl_rtl *u, wl_rtl_window *window, wl_error *error) {
  std::string why;
  const bool written = u->bench->waves(window, &why);
  if (!written) set_error(error, why.c_str());
  return written;
}

const wl_state_row *wl_rtl_kept_row(const wl_rtl *u, uint32_t i) { return u->bench->kept_row(i); }

bool wl_rtl_inject(wl_rtl *u, uint64_t cycle, const char *row, int wave, int index, int lane, int bit) {
  return u->bench->inject(cycle, {row, static_cast<unsigned>(wave), static_cast<unsigned>(index),
                                  static_cast<unsigned>(lane), static_cast<unsigned>(bit)});
}

bool wl_rtl_read_state(const wl_rtl *u, wl_dut_state *to) { return u->bench->read_dut(to); }

void wl_rtl_on_open(void (*call)(void)) { on_open = call; }

bool wl_rtl_has_probe(void) {
#ifdef WL_RTL_PROBE
  return true;
#else
  return false;
#endif
}

bool wl_rtl_has_trace(void) {
#ifdef WL_RTL_TRACE
  return true;
#else
  return false;
#endif
}

bool wl_rtl_has_exposed_hazards(void) {
#ifdef WL_RTL_EXPOSED_HAZARDS
  return true;
#else
  return false;
#endif
}

const char *wl_rtl_command(void) { return nullptr; }

// ---- what Verilator calls ----------------------------------------------------------------------

WDataOutP wl_random_words(int bits, WDataOutP to) {
  const int words = VL_WORDS_I(bits), reset = Verilated::threadContextp()->randReset();
  if (reset != kAtRandom) {
    memset(to, reset ? 0xff : 0, sizeof *to * static_cast<size_t>(words));
  } else {
    uint64_t state = vl_rand64();
    for (int i = 0; i < words; i++) {
      state = state * 0x5851f42d4c957f2d + 0x14057b7ef767814f;  // the multiplier of Knuth's MMIX
      to[i] = static_cast<EData>(state >> 32);
    }
  }
  to[words - 1] &= VL_MASK_E(bits);
  return to;
}

// The simulation cannot go on: signals that do not settle, or an error of Verilator's library. It would call again
// and again.
void vl_fatal(const char *file, int line, const char *, const char *message) VL_MT_UNSAFE {
  fatal =
      std::string(message && *message ? message : "the simulation ended") + " at " + file + ":" + std::to_string(line);
  throw std::runtime_error(fatal);
}

// A failed assertion ($error, $fatal), and $stop.
void vl_stop(const char *file, int line, const char *hier) VL_MT_UNSAFE {
  const std::string why = std::string("an assertion failed") + (hier && *hier ? std::string(" in ") + hier : "") +
                          " at " + file + ":" + std::to_string(line);
  if (!Shell::running) throw std::runtime_error(why);
  Shell::running->stop(why);
}

void vl_finish(const char *file, int line, const char *) VL_MT_UNSAFE {
  const std::string why = std::string("$finish at ") + file + ":" + std::to_string(line);
  if (!Shell::running) throw std::runtime_error(why);
  Shell::running->stop(why);
}

// Debian's SystemC has a main that needs this function, in a shared library too. The program's own main replaces it
// and never calls this.
__attribute__((visibility("default"))) int sc_main(int, char *[]) { return 6; }
