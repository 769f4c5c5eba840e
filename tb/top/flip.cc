// SPDX-License-Identifier: Apache-2.0
#include "flip.h"

#include "probe/direct_compare.h"
#include "probe_direct.h"
#include "wavelock/registers.h"

namespace wavelock {

namespace {

// Bit `bit` of element `element` of an array. The host is little-endian.
template <typename T>
Place in(T *array, size_t element, unsigned bit) {
  if (bit >= 8 * sizeof(T)) return {};
  return {reinterpret_cast<uint8_t *>(array + element) + bit / 8, static_cast<uint8_t>(1u << bit % 8)};
}

// A bit of STATUS by itself is in a mask with one bit a wave.
Place in_status(const wl_unit_state &u, unsigned wave, unsigned bit) {
  const uint32_t mask = UINT32_C(1) << bit;
#define TRAP_BIT(number, field) \
  if (mask == (field)) return in(u.trap, 0, number * kUnitWaves + wave);
#define STATUS_BIT(array, field, number) \
  if (mask == wl_to_field(field, 1u << number)) return in(u.array, 0, wave);
#include "probe/state.def"
  return {};
}

// Verilator keeps an element in the least of 1, 2, 4 and 8 bytes that holds it, a wider one in words of 4.
Place in_kept(const wl_kept_row &row, const StateBit &b) {
  if (b.index >= row.elements || b.lane >= row.lanes || b.bit >= row.bits) return {};
  unsigned bytes = 1;
  while (bytes < 8 && 8 * bytes < row.width) bytes *= 2;
  if (8 * bytes < row.width) bytes = (row.width + 31) / 32 * 4;
  const unsigned bit = row.from + row.bits * b.lane + b.bit;
  uint8_t *first = static_cast<uint8_t *>(const_cast<void *>(row.first));
  return {first + size_t{bytes} * b.index + bit / 8, static_cast<uint8_t>(1u << bit % 8)};
}

}  // namespace

Place place_of(const wl_unit_state &u, const std::map<std::string, wl_kept_row> &kept, const StateBit &b) {
  const auto row = kept.find(b.row);
  if (row != kept.end()) return in_kept(row->second, b);
  if (!u.pc) return {};  // the unit's probe reports no places
#define REGISTER(name, bits, array, width) \
  if (b.row == #name) return in(u.array, b.wave, b.bit);
#define STATUS_ROW(name, bits, mask, sentence) \
  if (b.row == #name) return in_status(u, b.wave, b.bit);
#include "probe/state.def"
  if (b.row == "SGPR") return in(u.sgpr, WL_SGPRS * b.wave + b.index, b.bit);
  if (b.row == "VGPR") return in(u.vgpr, WL_LANES * b.index + b.lane, b.bit);
  // Byte address A of the LDS is in bank A[5:4], entry A[16:6]: a dword's number is A[16:2].
  if (b.row == "LDS") return in(u.lds[b.index / 4 % kBanks], b.index / (4 * kBanks) * 4 + b.index % 4, b.bit);
  return {};
}

}  // namespace wavelock
