// SPDX-License-Identifier: Apache-2.0
// What the DUT's wrapper imports (wavelock/bench.h, tb/top/cu_top.sv).
#include <string>

#include "shell.h"
#include "wavelock/bench.h"

using wavelock::Shell;

static Shell *shell_of(void *handle) { return static_cast<Shell *>(handle); }

void *wl_tb_bench(void) { return Shell::running; }

void wl_tb_config(void *bench, int waves, int phys_vgprs, int lds_entries, int gds_entries, int isa, int rdna,
                  int vcc_alias, int control, int valu_delay) {
  if (!bench) return;
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
  shell_of(bench)->set_config(config);
}

void wl_tb_sramecc(void *bench) {
  if (!bench) return;
  wl_config config = shell_of(bench)->config();
  config.sramecc = true;
  shell_of(bench)->set_config(config);
}

long long wl_tb_exposed_hazards(void *bench, long long states) {
  const wl_exposed_hazard *given = bench ? shell_of(bench)->exposed_hazards() : nullptr;
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
  if (!shell_of(bench)->ports.in_use(port, id)) return true;
  shell_of(bench)->stop("request with id " + std::to_string(id) + " on port " + std::to_string(port) +
                        ", which is in flight already");
  return false;
}

void wl_tb_request(void *bench, int port, int id, int op, long long address, long long be, const uint32_t *data) {
  if (op != WL_MEM_LOAD && op != WL_MEM_STORE) {
    shell_of(bench)->stop("wl_tb_request with operation " + std::to_string(op) + ": an atomic is wl_tb_atomic");
    return;
  }
  if (!id_free(bench, port, id)) return;
  shell_of(bench)->ports.request(port, id, static_cast<wl_mem_op>(op), static_cast<uint64_t>(address),
                                 static_cast<uint64_t>(be), data);
}

void wl_tb_atomic(void *bench, int port, int id, int atomic, unsigned char wide, long long address, long long be,
                  const uint32_t *data, const uint32_t *compare) {
  if (!id_free(bench, port, id)) return;
  shell_of(bench)->ports.request_atomic(port, id, static_cast<wl_mem_atomic>(atomic), wide != 0,
                                        static_cast<uint64_t>(address), static_cast<uint64_t>(be), data, compare);
}

void wl_tb_message(void *bench, int slot, unsigned char trace, int simm, int m0) {
  shell_of(bench)->host.message(static_cast<unsigned>(slot), trace, static_cast<uint32_t>(simm),
                                static_cast<uint32_t>(m0));
}

void wl_tb_export(void *bench, int slot, int target_flags, long long exec, int component, int pass,
                  const uint32_t *data) {
  shell_of(bench)->sink.beat(static_cast<unsigned>(slot), static_cast<unsigned>(target_flags),
                             static_cast<uint64_t>(exec), static_cast<unsigned>(component), static_cast<unsigned>(pass),
                             data);
}

int wl_tb_cycle(void *bench, int status) {
  return static_cast<int>(shell_of(bench)->cycle(static_cast<unsigned>(status)));
}

void wl_tb_response(void *bench, int port, int *id_error, uint32_t *data) {
  *id_error = shell_of(bench)->take(port, data);
}

void wl_tb_init_sgpr(void *bench, int *slot_index, int *data) { shell_of(bench)->launcher.init_sgpr(slot_index, data); }

void wl_tb_init_vgpr(void *bench, int *row_pass, uint32_t *data) {
  shell_of(bench)->launcher.init_vgpr(row_pass, data);
}

void wl_tb_launch(void *bench, int *slot, long long *pc, long long *exec, int *mode, int *group, int *sgpr_size,
                  int *vgprs, int *lds_base, int *lds_size, long long *tba, long long *tma, int *more) {
  namespace layout = wavelock::launch;
  const wl_wave_init &w = shell_of(bench)->launcher.launch(slot);
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
