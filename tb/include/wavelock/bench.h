// SPDX-License-Identifier: Apache-2.0
// The bench in a simulator of one's own: loader, launcher, host and memory with the seed's latencies, under the command
// line of `wavelock` (docs/your-unit.md). wl_bench_pkg.sv has these functions for SystemVerilog.
//
// One bench in a process. All calls come from one thread.
#ifndef WAVELOCK_BENCH_H
#define WAVELOCK_BENCH_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// The version of this header, and that of the library.
enum { WL_BENCH_VERSION = 1 };
uint32_t wl_bench_version(void);

// ---- the simulator's side ------------------------------------------------------------------------

// The command line, as of `wavelock`; arguments that begin with + are the simulator's. Comes once, before time zero of
// the unit: in the initial value of a static variable.
void wl_bench_open(int argc, char *const argv[]);
// Comes between two edges of the clock: once at the end of reset, where it loads the program, and then behind each
// edge, where memory is accessed. Whether the simulation shall go on; 0: the run is over, and its verdict is printed.
int wl_bench_go_on(void);
// Behind that: the exit code of the command, 0 for PASS.
int wl_bench_code(void);

// ---- the unit's side, docs/your-unit.md --------------------------------------------------------

// Lines are 16 words. The tables of docs/your-unit.md have the bits of words with several fields.
void *wl_tb_bench(void);  // the handle; NULL: the command is over, and reset does not end
void wl_tb_config(void *bench, int waves, int phys_vgprs, int lds_entries, int gds_entries, int isa, int rdna,
                  int vcc_alias, int control, int valu_delay);
void wl_tb_sramecc(void *bench);
long long wl_tb_exposed_hazards(void *bench, long long states);
void wl_tb_request(void *bench, int port, int id, int op, long long address, long long be, const uint32_t *data);
void wl_tb_atomic(void *bench, int port, int id, int atomic, unsigned char wide, long long address, long long be,
                  const uint32_t *data, const uint32_t *compare);
void wl_tb_message(void *bench, int slot, unsigned char trace, int simm, int m0);
void wl_tb_export(void *bench, int slot, int target_flags, long long exec, int component, int pass,
                  const uint32_t *data);
int wl_tb_cycle(void *bench, int status);
void wl_tb_response(void *bench, int port, int *id_error, uint32_t *data);
void wl_tb_init_sgpr(void *bench, int *slot_index, int *data);
void wl_tb_init_vgpr(void *bench, int *row_pass, uint32_t *data);
void wl_tb_launch(void *bench, int *slot, long long *pc, long long *exec, int *mode, int *group, int *sgpr_size,
                  int *vgprs, int *lds_base, int *lds_size, long long *tba, long long *tma, int *more);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
