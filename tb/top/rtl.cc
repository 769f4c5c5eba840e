// SPDX-License-Identifier: Apache-2.0
// The C interface of the DUT (rtl.h), the functions that cu_top.sv imports, and the functions that the libraries call.
#include "rtl.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <sstream>
#include <vector>

#include "bench.h"
#include "dpi_layout.h"
#include "Vcu_top__Dpi.h"
#ifdef WL_RTL_COVERAGE
#include <unistd.h>
#include <verilated_cov.h>

#include "counted.h"
#endif

using wavelock::Bench;

// SystemC's kernel is a simulation context. Each unit has one of its own, and one of Verilator's beside it: so a
// process can open and close units at any time, and they run in turns.
struct wl_rtl {
  sc_core::sc_simcontext simulation;
  VerilatedContext verilated;
  std::unique_ptr<Bench> bench;
};

namespace {

Bench *running;     // the bench whose unit is evaluated, for calls without a handle; NULL: none, or it is being made
std::string fatal;  // why its simulation stopped
void (*on_open)();  // wl_rtl_on_open
const char no_places[] = "the state cannot be shown: the unit's probe does not say where the registers lie";

// While this lives, what SystemC and Verilator do belongs to the unit.
class Turn {
 public:
  explicit Turn(wl_rtl *u)
      : simulation_(sc_core::sc_curr_simcontext), verilated_(Verilated::threadContextp()), running_(running) {
    sc_core::sc_curr_simcontext = &u->simulation;
    Verilated::threadContextp(&u->verilated);
    running = u->bench.get();
    fatal.clear();
  }
  ~Turn() {
    sc_core::sc_curr_simcontext = simulation_;
    Verilated::threadContextp(verilated_);
    running = running_;
  }
  Turn(const Turn &) = delete;
  Turn &operator=(const Turn &) = delete;

 private:
  sc_core::sc_simcontext *const simulation_;
  VerilatedContext *const verilated_;
  Bench *const running_;
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
  context->randReset(2);
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

// Writes what the unit counted, if the environment names a folder for it: a file for each unit of a process.
#ifdef WL_RTL_COVERAGE
void write_coverage(wl_rtl *u) {
  static unsigned units;
  const char *folder = getenv("WL_CODE_COVERAGE");
  if (!folder || !u->bench) return;
  const std::string name = std::string(folder) + "/" + std::to_string(getpid()) + "-" + std::to_string(units++);
  u->verilated.coveragep()->write((name + ".part").c_str());
  rename((name + ".part").c_str(), (name + ".dat").c_str());  // a file is whole, or its run was killed
}
#else
void write_coverage(wl_rtl *) {}
#endif

Bench *bench_of(void *handle) { return static_cast<Bench *>(handle); }

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
    if ((options->on_state || u->bench->begins()) && !u->bench->has_places()) throw std::runtime_error(no_places);
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
    write_coverage(u);
    running = nullptr;
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

// ---- DPI, see cu_top.sv ------------------------------------------------------------------------

void *wl_tb_bench() { return running; }

void wl_tb_config(void *bench, int waves, int phys_vgprs, int lds_entries, int gds_entries, int isa, int rdna,
                  int vcc_alias, int control, int valu_delay) {
  wl_config config = {};
  config.waves = static_cast<uint32_t>(waves);
  config.phys_vgprs = static_cast<uint32_t>(phys_vgprs);
  config.lds_entries = static_cast<uint32_t>(lds_entries);
  config.gds_entries = static_cast<uint32_t>(gds_entries);
  wl_isa_of_number(static_cast<uint32_t>(isa), &config.isa);
  config.rdna = rdna != 0;
  config.vcc_alias = vcc_alias != 0;
  config.control = control != 0;
  config.valu_delay = static_cast<uint32_t>(valu_delay);
  bench_of(bench)->set_config(config);
}

void wl_tb_sramecc(void *bench) {
  wl_config config = bench_of(bench)->config();
  config.sramecc = true;
  bench_of(bench)->set_config(config);
}

long long wl_tb_exposed_hazards(void *bench, long long states) {
  const wl_exposed_hazard *given = bench_of(bench)->exposed_hazards();
  for (int row = 0; given && row < WL_HAZARD_ROWS; row++) {
    if (!given[row].given) continue;
    const unsigned at = wavelock::hazard_row::kBits * static_cast<unsigned>(row);
    states &= ~(((1ll << wavelock::hazard_row::kBits) - 1) << at);
    states |= static_cast<long long>(given[row].states) << at;
  }
  return states;
}

// The id of a request is free: no other of the port is in flight with it. Its response could not be told apart.
static bool id_free(void *bench, int port, int id) {
  if (!bench_of(bench)->ports.in_use(port, id)) return true;
  bench_of(bench)->stop("request with id " + std::to_string(id) + " on port " + std::to_string(port) +
                        ", which is in flight already");
  return false;
}

void wl_tb_request(void *bench, int port, int id, int op, long long address, long long be, const svBitVecVal *data) {
  if (op != WL_MEM_LOAD && op != WL_MEM_STORE) {
    bench_of(bench)->stop("wl_tb_request with operation " + std::to_string(op) + ": an atomic is wl_tb_atomic");
    return;
  }
  if (!id_free(bench, port, id)) return;
  bench_of(bench)->ports.request(port, id, static_cast<wl_mem_op>(op), static_cast<uint64_t>(address),
                                 static_cast<uint64_t>(be), data);
}

void wl_tb_atomic(void *bench, int port, int id, int atomic, svBit wide, long long address, long long be,
                  const svBitVecVal *data, const svBitVecVal *compare) {
  if (!id_free(bench, port, id)) return;
  bench_of(bench)->ports.request_atomic(port, id, static_cast<wl_mem_atomic>(atomic), wide != 0,
                                        static_cast<uint64_t>(address), static_cast<uint64_t>(be), data, compare);
}

void wl_tb_message(void *bench, int slot, svBit trace, int simm, int m0) {
  bench_of(bench)->host.message(static_cast<unsigned>(slot), trace, static_cast<uint32_t>(simm),
                                static_cast<uint32_t>(m0));
}

void wl_tb_export(void *bench, int slot, int target_flags, long long exec, int component, int pass,
                  const svBitVecVal *data) {
  bench_of(bench)->sink.beat(static_cast<unsigned>(slot), static_cast<unsigned>(target_flags),
                             static_cast<uint64_t>(exec), static_cast<unsigned>(component), static_cast<unsigned>(pass),
                             data);
}

int wl_tb_cycle(void *bench, int status) {
  return static_cast<int>(bench_of(bench)->cycle(static_cast<unsigned>(status)));
}

void wl_tb_response(void *bench, int port, int *id_error, svBitVecVal *data) {
  *id_error = bench_of(bench)->take(port, data);
}

void wl_tb_init_sgpr(void *bench, int *slot_index, int *data) { bench_of(bench)->launcher.init_sgpr(slot_index, data); }

void wl_tb_init_vgpr(void *bench, int *row_pass, svBitVecVal *data) {
  bench_of(bench)->launcher.init_vgpr(row_pass, data);
}

void wl_tb_launch(void *bench, int *slot, long long *pc, long long *exec, int *mode, int *group, int *sgpr_size,
                  int *vgprs, int *lds_base, int *lds_size, long long *tba, long long *tma, int *more) {
  namespace layout = wavelock::launch;
  const wl_wave_init &w = bench_of(bench)->launcher.launch(slot);
  *pc = static_cast<long long>(w.pc);
  *exec = static_cast<long long>(w.exec);
  *mode = static_cast<int>(w.mode);
  *group = static_cast<int>(layout::kGroup.put(w.group) | layout::kWaveInGroup.put(w.wave_in_group) |
                            layout::kWavesInGroup.put(w.waves_in_group));
  *sgpr_size = static_cast<int>(w.sgpr_size);
  *vgprs = static_cast<int>(layout::kVgprBase.put(w.vgpr_base) | layout::kVgprSize.put(w.vgpr_size));
  *lds_base = static_cast<int>(w.lds_base);
  *lds_size = static_cast<int>(w.lds_size);
  *tba = static_cast<long long>(w.tba);
  *tma = static_cast<long long>(w.tma);
  *more = static_cast<int>(layout::kTrapEn.put(w.trap_enabled) | layout::kCondDbg.put(w.cond_dbg) |
                           layout::kSharedGlobal.put(w.shared_global) | layout::kSharedTemps.put(w.shared_temps) |
                           layout::kAlignmentMode.put(w.alignment_mode) | layout::kIssue.put(w.control));
}

// ---- what Verilator calls ----------------------------------------------------------------------

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
  if (!running) throw std::runtime_error(why);
  running->stop(why);
}

void vl_finish(const char *file, int line, const char *) VL_MT_UNSAFE {
  const std::string why = std::string("$finish at ") + file + ":" + std::to_string(line);
  if (!running) throw std::runtime_error(why);
  running->stop(why);
}

// Debian's SystemC has a main that needs this function, in a shared library too. The program's own main replaces it
// and never calls this.
__attribute__((visibility("default"))) int sc_main(int, char *[]) { return 6; }
