// SPDX-License-Identifier: Apache-2.0
// The RTL that converts between elements of a buffer and registers (rtl/vmem/vmem_format_*.sv) against the cases of
// scripts/wl/vectors/format_cases.py, which come on standard input.
// usage: wavelock-format-unit [--plant N]    N: an error of format_unit.sv that must be found
//
// A case runs in one of the 16 lanes; the others hold what is left of earlier cases. A load is checked register by
// register, as the instructions of one to four components have them, a store dword by dword. With D16 the halves that
// an instruction does not name are 0 here. A lane out of range must load what an element of zeros gives.
// Exit code: 0 all cases agree, 1 a mismatch, which is printed, 6 bad options or input.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "Vformat_unit.h"

namespace {

constexpr int kLanes = 16;
constexpr int kBadInput = 6;

struct Case {
  bool store;
  uint32_t dfmt, nfmt, half, dst_sel, count, valid;
  uint32_t element[4], component[4];
};

// The dwords of a number of up to 32 hexadecimal digits; false: not a number.
bool read_element(const char *digits, uint32_t element[4]) {
  const size_t length = strlen(digits);
  memset(element, 0, 16);
  if (!length || length > 32) return false;
  for (size_t i = 0; i < length; i++) {
    const char digit[2] = {digits[length - 1 - i], 0};
    char *end;
    element[i / 8] |= static_cast<uint32_t>(strtoul(digit, &end, 16)) << i % 8 * 4;
    if (*end) return false;
  }
  return true;
}

bool read_case(const char *line, Case *c) {
  char element[64];
  uint32_t *v = c->component;
  *c = {};
  if (sscanf(line, "L %x %x %x %x %63s %x %x %x %x", &c->dfmt, &c->nfmt, &c->half, &c->dst_sel, element, v, v + 1,
             v + 2, v + 3) == 9)
    return read_element(element, c->element);
  c->store = true;
  return sscanf(line, "S %x %x %x %x %x %x %x %x %x %x %63s", &c->dfmt, &c->nfmt, &c->half, &c->dst_sel, &c->count, v,
                v + 1, v + 2, v + 3, &c->valid, element) == 11 &&
         read_element(element, c->element);
}

class Bench {
 public:
  explicit Bench(uint32_t plant) { top_.plant_i = plant; }

  // The name of what differs, or NULL. `turn` counts the cases.
  const char *run(const Case &c, uint64_t turn) {
    // Bytes of an element by DATA_FORMAT (buffer-memory.md 7.1).
    static const uint32_t sizes[16] = {0, 1, 2, 2, 4, 4, 4, 4, 4, 4, 4, 8, 8, 12, 16, 0};
    lane_ = turn % kLanes;
    top_.store_i = c.store;
    top_.dfmt_i = c.dfmt;
    top_.nfmt_i = c.nfmt;
    top_.half_i = c.half;
    top_.dst_sel_i = c.dst_sel;
    top_.hi_i = 0;
    top_.out_i = 0;
    top_.number_i = 0;
    top_.last_i = 0;
    top_.eval();
    if (top_.bound_o && top_.size_o != sizes[c.dfmt]) return "size";
    return c.store ? run_store(c) : run_load(c, turn);
  }

 private:
  void set(uint32_t dword, uint32_t value) { top_.words_i[kLanes * dword + lane_] = value; }
  void set_element(const uint32_t element[4]) {
    for (uint32_t i = 0; i < 4; i++) set(i, element[i]);
  }
  uint32_t word(uint32_t number) {
    top_.number_i = number;
    top_.eval();
    return top_.word_o[lane_];
  }

  const char *run_load(const Case &c, uint64_t turn) {
    static const uint32_t zeros[4] = {};
    const uint32_t count = c.half ? 1 + turn / kLanes % 4 : 4;
    set_element(c.element);
    top_.last_i = count - 1;
    for (uint32_t r = 0; r < (c.half ? (count + 1) / 2 : 4); r++) {
      uint32_t due = c.component[r];
      if (c.half) {
        const uint32_t high = 2 * r + 1 < count ? c.component[2 * r + 1] : 0;
        due = high << 16 | c.component[2 * r];
      }
      if (word(r) != due) return "register";
    }
    if (c.half) {  // the opcode whose X goes to the high half
      top_.last_i = 0;
      top_.hi_i = 1;
      if (word(0) != c.component[0] << 16) return "register with X in its high half";
      top_.hi_i = 0;
      top_.last_i = count - 1;
    }
    top_.out_i = 1u << lane_;
    const uint32_t out = word(0);
    top_.out_i = 0;
    set_element(zeros);
    if (word(0) != out) return "register of a lane out of range";
    return nullptr;
  }

  const char *run_store(const Case &c) {
    if (top_.bound_o != c.valid) return "format";
    if (!c.valid) return nullptr;
    top_.last_i = c.count - 1;
    for (uint32_t i = 0; i < 4; i++) {
      if (!c.half) set(i, c.component[i]);
      else if (i < 2) set(i, c.component[2 * i + 1] << 16 | c.component[2 * i]);
    }
    for (uint32_t i = 0; i < 4; i++)
      if (word(i) != c.element[i]) return "dword";
    if (c.half && c.count == 1) {  // the opcode whose X is in the high half
      set(0, c.component[0] << 16 | (c.component[1] & 0xFFFF));
      top_.hi_i = 1;
      for (uint32_t i = 0; i < 4; i++)
        if (word(i) != c.element[i]) return "dword with X in the high half";
    }
    return nullptr;
  }

  Vformat_unit top_;
  uint32_t lane_ = 0;
};

}  // namespace

int main(int argc, char **argv) {
  static char line[256];
  uint32_t plant = 0;
  if (argc == 3 && !strcmp(argv[1], "--plant")) {
    char *end;
    plant = static_cast<uint32_t>(strtoul(argv[2], &end, 10));
    if (*end || end == argv[2]) argc = 0;
  }
  if (argc != 1 && argc != 3) {
    fprintf(stderr, "usage: wavelock-format-unit [--plant N] <CASES\n");
    return kBadInput;
  }
  const auto bench = std::make_unique<Bench>(plant);
  uint64_t cases = 0;
  while (fgets(line, sizeof line, stdin)) {
    Case c;
    if (!read_case(line, &c)) {
      fprintf(stderr, "standard input, line %llu is no case: %s", static_cast<unsigned long long>(cases + 1), line);
      return kBadInput;
    }
    const char *wrong = bench->run(c, cases);
    if (wrong) {
      printf("FAIL: line %llu, %s: %s", static_cast<unsigned long long>(cases + 1), wrong, line);
      return 1;
    }
    cases++;
  }
  if (!cases) {
    fprintf(stderr, "standard input has no case\n");
    return kBadInput;
  }
  printf("%llu cases agree\n", static_cast<unsigned long long>(cases));
  return 0;
}
