// SPDX-License-Identifier: Apache-2.0
// The arithmetic of images in the RTL (rtl/image/*_pkg.sv, rtl/vmem/vmem_format_pkg.sv) against the cases of
// scripts/wl/vectors/image_cases.py, which come on standard input.
// usage: wavelock-sample-unit [--plant N]    N: an error of sample_unit.sv that must be found
//
// Exit code: 0 all cases agree, 1 a mismatch, which is printed, 6 bad options or input.
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "Vsample_unit.h"

namespace {

constexpr int kBadInput = 6;

// A line: the function, six words and the result, in hexadecimal digits.
bool run(Vsample_unit *top, const char *line, uint64_t *seen, uint64_t *due) {
  uint32_t op, w[6];
  if (sscanf(line, "%" SCNx32 "%" SCNx32 "%" SCNx32 "%" SCNx32 "%" SCNx32 "%" SCNx32 "%" SCNx32 "%" SCNx64, &op, w,
             w + 1, w + 2, w + 3, w + 4, w + 5, due) != 8)
    return false;
  top->op_i = op;
  for (uint32_t i = 0; i < 6; i++) top->argument_i[i] = w[i];
  top->eval();
  *seen = top->result_o;
  return true;
}

}  // namespace

int main(int argc, char **argv) {
  static char line[256];
  const auto top = std::make_unique<Vsample_unit>();
  if (argc == 3 && !strcmp(argv[1], "--plant")) {
    char *end;
    top->plant_i = static_cast<uint32_t>(strtoul(argv[2], &end, 10));
    if (*end || end == argv[2]) argc = 0;
  }
  if (argc != 1 && argc != 3) {
    fprintf(stderr, "usage: wavelock-sample-unit [--plant N] <CASES\n");
    return kBadInput;
  }
  uint64_t cases = 0;
  while (fgets(line, sizeof line, stdin)) {
    uint64_t seen, due;
    if (!run(top.get(), line, &seen, &due)) {
      fprintf(stderr, "standard input, line %" PRIu64 " is no case: %s", cases + 1, line);
      return kBadInput;
    }
    if (seen != due) {
      printf("FAIL: line %" PRIu64 " gives 0x%" PRIX64 ": %s", cases + 1, seen, line);
      return 1;
    }
    cases++;
  }
  if (!cases) {
    fprintf(stderr, "standard input has no case\n");
    return kBadInput;
  }
  printf("%" PRIu64 " cases agree\n", cases);
  return 0;
}
