// SPDX-License-Identifier: Apache-2.0
// wavelock-random: the generator as a command.
#include "generate.h"

int main(int argc, char **argv) { return random_generate(argc, argv); }
