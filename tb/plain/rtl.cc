// SPDX-License-Identifier: Apache-2.0
// The bench in a simulator that has the process (wavelock/bench.h). The command `wavelock` runs a launch as a whole,
// and a simulator runs cycle by cycle. So the command has a stack of its own: it waits there while the simulator goes
// on. One thread runs both.
#include "shell/rtl.h"

#include <ucontext.h>

#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#include "cli/command.h"
#include "probe/unit.h"
#include "shell/shell.h"
#include "wavelock/bench.h"

struct wl_rtl final : wavelock::Shell {
  wl_rtl(wl_mem *mem, const wl_rtl_options &options) : Shell(mem, options.unit, options) { out_of_reset(); }

  void run(wl_dispatcher *d, wl_launch_result *result);
  // Behind an edge. Whether the launch goes on.
  bool step() {
    between_edges();
    return !paused_;
  }

 private:
  void pause() override { paused_ = true; }

  bool paused_ = true;
};

namespace {

constexpr size_t kStack = 8 << 20;  // bytes, as of a main thread

struct {
  bool opened = false, over = false;
  int code = WL_ERROR;
  std::vector<std::string> words;
  std::vector<char *> argv;  // the same
  std::string line;          // that repeats it
  wl_rtl *unit = nullptr;
  bool runs = false;  // a launch: cycles go on. Else the command waits for the end of reset
  std::vector<char> stack;
  ucontext_t own, simulator;
} command;

void run_command() {
  command.code = wl_command(static_cast<int>(command.argv.size()) - 1, command.argv.data());
  command.over = true;
}  // to the simulator: uc_link

void to_command() { swapcontext(&command.simulator, &command.own); }
void to_simulator() { swapcontext(&command.own, &command.simulator); }

std::string quoted(const char *text) {
  std::string word(4 * strlen(text) + 3, '\0');  // a quote becomes four characters
  wl_quoted(word.data(), word.size(), text);
  return word.c_str();
}

wl_rtl *refuse(wl_error *error, const char *why) {
  if (error) snprintf(error->text, sizeof error->text, "%s", why);
  return nullptr;
}

}  // namespace

void wl_rtl::run(wl_dispatcher *d, wl_launch_result *result) {
  if (wl_dispatcher_done(d)) return;
  begin(d, result);
  paused_ = false;
  command.runs = true;
  to_simulator();
  command.runs = false;
  finish();
}

// ---- wavelock/bench.h ----------------------------------------------------------------------------

uint32_t wl_bench_version(void) { return WL_BENCH_VERSION; }

void wl_bench_open(int argc, char *const argv[]) {
  if (command.opened) return;
  command.opened = true;
  for (int i = 0; i < argc; i++) {
    command.line += (i ? " " : "") + quoted(argv[i]);
    if (i == 0 || *argv[i] != '+') command.words.emplace_back(argv[i]);
  }
  for (std::string &word : command.words) command.argv.push_back(word.data());
  command.argv.push_back(nullptr);
  command.stack.resize(kStack);
  getcontext(&command.own);
  command.own.uc_stack.ss_sp = command.stack.data();
  command.own.uc_stack.ss_size = command.stack.size();
  command.own.uc_link = &command.simulator;
  makecontext(&command.own, run_command, 0);
  to_command();
}

int wl_bench_go_on(void) {
  if (!command.opened || command.over) return 0;
  if (!command.runs || !command.unit->step()) to_command();
  return !command.over;
}

int wl_bench_code(void) { return command.code; }

// ---- shell/rtl.h ---------------------------------------------------------------------------------

wl_rtl *wl_rtl_open(wl_mem *mem, const wl_rtl_options *options, wl_error *error) {
  static bool had_one;
  if (options->trace_path) return refuse(error, "waveforms are the simulator's here: this bench writes none");
  if (options->plus) return refuse(error, "plus arguments are the simulator's here: without --plus");
  if (options->on_state || wl_unit_asks_begin(options->unit))
    return refuse(error, "the state cannot be shown: this bench does not know where the unit's registers lie");
  if (had_one) return refuse(error, "this simulation has had its unit, which cannot begin anew");
  had_one = true;
  wl_rtl *u = command.unit = new wl_rtl(mem, *options);
  wavelock::Shell::running = u;
  to_simulator();
  if (u->config().waves) return u;
  wl_rtl_close(u);
  return refuse(error, "the unit did not report its sizes at time zero (wl_tb_config)");
}

void wl_rtl_close(wl_rtl *u) {
  if (!u) return;
  wavelock::Shell::running = nullptr;
  delete u;
}

void wl_rtl_config(const wl_rtl *u, wl_config *config) { *config = u->config(); }
void wl_rtl_set_checker(wl_rtl *u, wl_checker *c) { u->set_checker(c); }

void wl_rtl_run(wl_rtl *u, wl_dispatcher *d, wl_launch_result *result) {
  timespec from, to;
  clock_gettime(CLOCK_MONOTONIC, &from);
  memset(result, 0, sizeof *result);
  u->run(d, result);
  clock_gettime(CLOCK_MONOTONIC, &to);
  result->seconds =
      static_cast<double>(to.tv_sec - from.tv_sec) + static_cast<double>(to.tv_nsec - from.tv_nsec) * 1e-9;
}

uint64_t wl_rtl_ended(const wl_rtl *u) { return u->ended(); }

bool wl_rtl_waves(wl_rtl *, wl_rtl_window *, wl_error *error) {
  return refuse(error, "waveforms are the simulator's here");
}

const wl_state_row *wl_rtl_kept_row(const wl_rtl *, uint32_t) { return nullptr; }
bool wl_rtl_inject(wl_rtl *, uint64_t, const char *, int, int, int, int) { return false; }
bool wl_rtl_read_state(const wl_rtl *, wl_dut_state *) { return false; }
bool wl_rtl_has_probe(void) { return true; }
bool wl_rtl_has_trace(void) { return false; }
bool wl_rtl_has_exposed_hazards(void) { return false; }
const char *wl_rtl_command(void) { return command.line.c_str(); }
