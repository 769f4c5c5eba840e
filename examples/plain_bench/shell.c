// SPDX-License-Identifier: Apache-2.0
// Hands the simulator's command line to the bench (docs/your-unit.md).
#include <vpi_user.h>
#include <wavelock/bench.h>

int shell_open(void) {
  s_vpi_vlog_info info;
  if (!vpi_get_vlog_info(&info)) return 0;
  wl_bench_open(info.argc, info.argv);
  return 1;
}
