// SPDX-License-Identifier: Apache-2.0
// wavelock-random: the generator as a command.
#include <stdio.h>

#include "generate.h"

int main(int argc, char **argv) {
  const int code = random_generate(argc, argv);
  if (!fflush(stdout) && !ferror(stdout)) return code;
  perror("wavelock-random: standard output");
  return code ? code : 2;
}
