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

// Where Verilator's class has the unit's signals: behind its pointers to the packages, from the ports on. Strings come
// behind them. One that is empty points into itself.
Bits::Span signals(Vcu_top *unit) {
  Vcu_top___024root *root = unit->rootp;
  const char *const first = reinterpret_cast<const char *>(root);
  char *const from = reinterpret_cast<char *>(&root->clk_i), *to = from;
  char *const end = reinterpret_cast<char *>(&root->__VstlTriggered);
  for (const char *word; to + sizeof word <= end; to += sizeof word) {
    memcpy(&word, to, sizeof word);
    if (word >= first && word < end) break;
  }
  return {from, static_cast<size_t>(to - from)};
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

void Bits::begin(Vcu_top *unit) {
  if (from_.empty() && to_.empty()) return;
  signals_ = signals(unit);
  if (from_.empty()) return;
  std::ifstream file(from_, std::ios::binary);
  if (!file) throw std::runtime_error(from_ + ": cannot be read: " + strerror(errno));
  const std::vector<char> bits{std::istreambuf_iterator<char>(file), {}};
  if (bits.size() != signals_.size)
    throw std::runtime_error(from_ + ": found " + std::to_string(bits.size()) + " bytes, expected " +
                             std::to_string(signals_.size) + " of this unit");
  memcpy(signals_.at, bits.data(), signals_.size);
}

void Bits::keep() {
  std::ofstream file(to_, std::ios::binary);
  if (!file.write(signals_.at, static_cast<std::streamsize>(signals_.size)).flush())
    throw std::runtime_error(to_ + ": cannot be written: " + strerror(errno));
  to_.clear();
}

}  // namespace wavelock
