// SPDX-License-Identifier: Apache-2.0
// wavelock-points: every functional coverage point of the unit that it is built for, a line each: GROUP, NAME and FILL
// with tabs between. scripts/wl/cover/coverage.py names those that were not hit.
#include "observe/points.h"
#include "base/sizes.h"

int main(void) {
  wl_points_list(wl_rtl_sizes.isa, wl_rtl_vmem_queue, wl_rtl_sizes.images, stdout);
  return ferror(stdout) || fflush(stdout) ? 6 : 0;
}
