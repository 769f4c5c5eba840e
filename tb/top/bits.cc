// SPDX-License-Identifier: Apache-2.0
#include "bits.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "Vcu_top.h"
#include "Vcu_top___024root.h"
#include "Vcu_top__Syms.h"

namespace wavelock {

namespace {

struct Span {
  char *at;
  size_t size;
};

// Where Verilator's class has the unit's signals: behind its pointers to the packages and before the ports of SystemC.
// The packages have no signals.
Span signals(Vcu_top *unit) {
  Vcu_top___024root *root = unit->rootp;
  const char *const first = reinterpret_cast<const char *>(root->vlSymsp);
  char *at = reinterpret_cast<char *>(root) + sizeof(VerilatedModule);
  char *const end = reinterpret_cast<char *>(&root->clk_i);
  for (const char *cell; at + sizeof cell <= end; at += sizeof cell) {
    memcpy(&cell, at, sizeof cell);
    if (cell < first || cell >= first + sizeof(Vcu_top__Syms)) break;
  }
  return {at, static_cast<size_t>(end - at)};
}

}  // namespace

Bits::Bits(const char *plus) {
  std::istringstream words(plus ? plus : "");
  for (std::string word; words >> word;) {
    const size_t equal = word.find('=');
    if (equal == std::string::npos) continue;
    const std::string name = word.substr(0, equal), value = word.substr(equal + 1);
    if (name == "+bits_to") to_ = value;
    if (name == "+bits_from") from_ = value;
    if (name == "+bits_cycle") cycle_ = strtoull(value.c_str(), nullptr, 10);
  }
}

void Bits::begin(Vcu_top *unit) const {
  if (from_.empty()) return;
  std::ifstream file(from_, std::ios::binary);
  if (!file) throw std::runtime_error(from_ + ": cannot be read: " + strerror(errno));
  const std::vector<char> bits{std::istreambuf_iterator<char>(file), {}};
  const Span to = signals(unit);
  if (bits.size() != to.size)
    throw std::runtime_error(from_ + ": found " + std::to_string(bits.size()) + " bytes, expected " +
                             std::to_string(to.size) + " of this unit");
  memcpy(to.at, bits.data(), to.size);
}

void Bits::keep(const Vcu_top &unit) {
  const Span from = signals(const_cast<Vcu_top *>(&unit));
  std::ofstream file(to_, std::ios::binary);
  if (!file.write(from.at, static_cast<std::streamsize>(from.size)).flush())
    throw std::runtime_error(to_ + ": cannot be written: " + strerror(errno));
  to_.clear();
}

}  // namespace wavelock
