// SPDX-License-Identifier: Apache-2.0
#include "serve/programs.h"

#include "random/generate.h"

int wl_programs_generate(int argc, char **argv) { return random_generate(argc, argv); }
