// SPDX-License-Identifier: Apache-2.0
// wavelock-points: every functional coverage point of a unit, a line each: GROUP, NAME and FILL with tabs between.
// scripts/coverage.py names those that were not hit.
#include <string.h>

#include "check/report/points.h"

int main(int argc, char **argv) {
  const bool second = argc == 2 && !strcmp(argv[1], "gfx906");
  if (argc > 2 || (argc == 2 && !second && strcmp(argv[1], "gfx900") != 0)) {
    fprintf(stderr, "wavelock-points: found \"%s\", expected gfx900 or gfx906\n", argv[1]);
    return 6;
  }
  wl_points_list(second ? WL_GFX906 : WL_GFX900, stdout);
  return ferror(stdout) || fflush(stdout) ? 6 : 0;
}
