// SPDX-License-Identifier: Apache-2.0
#include "stimulus.h"

#include <cstring>

namespace {

enum Shape { ADDRESS, LANE, TWO, SRC2, COUNT, CROSS, OWNER_WRITE, OWNER_READ, NOTHING };

// First and last opcode, what the fields mean, VGPRs of one access's data, VGPRs of the result, may be GDS.
struct Row {
  uint8_t first, last;
  Shape shape;
  uint8_t data, result;
  bool gds;
};

const Row table[] = {
    {0, 12, ADDRESS, 1, 0, true},     {13, 13, ADDRESS, 1, 0, true},        {14, 15, TWO, 1, 0, true},
    {16, 19, ADDRESS, 1, 0, true},    {20, 20, NOTHING, 0, 0, true},        {21, 21, ADDRESS, 1, 0, true},
    {29, 29, LANE, 1, 0, false},      {30, 31, ADDRESS, 1, 0, true},        {32, 45, ADDRESS, 1, 1, true},
    {46, 47, TWO, 1, 2, true},        {48, 53, ADDRESS, 1, 1, true},        {54, 54, ADDRESS, 0, 1, true},
    {55, 56, TWO, 0, 2, true},        {57, 60, ADDRESS, 0, 1, true},        {61, 63, CROSS, 1, 1, false},
    {64, 76, ADDRESS, 2, 0, true},    {77, 77, ADDRESS, 2, 0, true},        {78, 79, TWO, 2, 0, true},
    {80, 83, ADDRESS, 2, 0, true},    {84, 85, ADDRESS, 1, 0, true},        {86, 91, ADDRESS, 0, 1, true},
    {96, 109, ADDRESS, 2, 2, true},   {110, 111, TWO, 2, 4, true},          {112, 115, ADDRESS, 2, 2, true},
    {118, 118, ADDRESS, 0, 2, true},  {119, 120, TWO, 0, 4, true},          {128, 139, SRC2, 0, 0, true},
    {141, 141, SRC2, 0, 0, true},     {146, 147, SRC2, 0, 0, true},         {149, 149, SRC2, 0, 0, true},
    {182, 182, LANE, 0, 1, false},    {189, 190, COUNT, 0, 1, true},        {192, 203, SRC2, 0, 0, true},
    {205, 205, SRC2, 0, 0, true},     {210, 211, SRC2, 0, 0, true},         {222, 222, ADDRESS, 3, 0, false},
    {223, 223, ADDRESS, 4, 0, false}, {224, 227, OWNER_WRITE, 4, 0, false}, {228, 231, OWNER_READ, 0, 4, false},
    {254, 254, ADDRESS, 0, 3, false}, {255, 255, ADDRESS, 0, 4, false}};

uint32_t registers(uint32_t first, uint32_t count) { return ((1u << count) - 1) << first; }

uint32_t some_exec(Random &random) {
  switch (random.below(6)) {
    case 0: return 0;
    case 1: return static_cast<uint32_t>(random.next());
    case 2: return static_cast<uint32_t>(random.next() & random.next() & random.next());
    default: return ~0u;
  }
}

uint32_t some_data(Random &random) {
  static const uint32_t edges[] = {0,          1,          ~0u,        0x80000000, 0x7FFFFFFF, 0x3F800000,
                                   0xBF800000, 0x00000001, 0x80000001, 0x7F800000, 0xFF800000, 0x7FC00000,
                                   0x7F800001, 0x7FF00000, 0xFFF00000, 0x00100000, 0x7FEFFFFF, 0x00800000};
  if (random.percent(30)) return edges[random.below(sizeof edges / sizeof *edges)];
  if (random.percent(30)) return random.below(16);
  return static_cast<uint32_t>(random.next());
}

// One address row. size: bytes of the window.
void address_row(Random &random, uint32_t size, uint32_t row[WL_LANES]) {
  static const int32_t strides[] = {0,  1,  2,  3,  4,  5,  8,   12,  13,   16, 17,
                                    20, 32, 48, 64, 68, 80, 128, 256, 1024, -4, -64};
  const uint32_t window = size ? size : 1, kind = random.below(10);
  const uint32_t base = random.below(window) & (random.percent(70) ? ~15u : ~0u);
  const uint32_t stride = static_cast<uint32_t>(strides[random.below(sizeof strides / sizeof *strides)]);
  const uint32_t hot = 1u << random.below(9);
  for (uint32_t l = 0; l < WL_LANES; l++) {
    switch (kind) {
      case 0:
      case 1:
      case 2: row[l] = base + l * stride; break;
      case 3:
      case 4: row[l] = base + 4 * random.below(hot); break;
      case 5: row[l] = (base & ~63u) + 64 * random.below(hot); break;  // one bank
      case 6: row[l] = random.below(window); break;
      case 7: row[l] = size - 32 + random.below(64); break;  // about the end
      case 8: row[l] = random.below(window) >> 2; break;     // counted in dwords
      default: row[l] = random.percent(50) ? static_cast<uint32_t>(random.next()) : random.below(2 * window); break;
    }
    if (kind < 7 && random.percent(3)) row[l] += random.below(16);
  }
}

}  // namespace

wl_wave_init random_wave(Random &random, uint32_t *m0) {
  wl_wave_init w = {};
  w.exec = some_exec(random) | static_cast<uint64_t>(some_exec(random)) << 32;
  w.mode = random.below(256);  // rounding and denormals
  w.alignment_mode = WL_ALIGN_UNALIGNED;
  if (random.percent(50)) w.alignment_mode = random.below(WL_ALIGN_UNALIGNED);
  w.waves_in_group = 1 + random.below(16);
  w.wave_in_group = random.below(w.waves_in_group);
  // Many waves meet in the first KiB; others have windows of any size, the whole LDS or nothing.
  switch (random.below(5)) {
    case 0:
    case 1: w.lds_size = 1024; break;
    case 2: w.lds_size = LDS_BYTES; break;
    case 3: w.lds_size = random.below(2048); break;
    default: w.lds_size = random.below(LDS_BYTES + 1); break;
  }
  w.lds_base = random.percent(50) ? 0 : random.below((LDS_BYTES - w.lds_size) / 512 + 1) * 512;
  if (w.lds_base == LDS_BYTES) w.lds_base = 0;
  *m0 = static_cast<uint32_t>(random.next());
  if (random.percent(70)) *m0 = random.below(GDS_BYTES) << 16 | random.below(w.lds_size + 64) % 65536;
  if (random.percent(40)) *m0 = (*m0 & 0xFFF8FFFF) | random.below(6) << 16;
  if (random.percent(50)) *m0 &= 0xFFFCFFFC;
  return w;
}

void random_rows(Random &random, const wl_wave_init &wave, uint32_t rows[ROWS][WL_LANES]) {
  for (uint32_t r = 0; r < ADDRESS_ROWS; r++)
    address_row(random, random.percent(20) ? GDS_BYTES : wave.lds_size, rows[r]);
  for (uint32_t r = ADDRESS_ROWS; r < ROWS; r++)
    for (uint32_t l = 0; l < WL_LANES; l++) rows[r][l] = some_data(random);
}

Words owner_write(uint32_t dwords, uint32_t stride, uint32_t index, bool relative, uint32_t data) {
  return {0xD8000000 | (223 + dwords) << 17 | (relative ? 0x8000u : 0) | stride << 8 | index, data << 8};
}

DsInstruction random_instruction(Random &random) {
  const Row &row = table[random.below(sizeof table / sizeof *table)];
  const uint32_t opcode = row.first + random.below(row.last - row.first + 1u);
  const bool gds = row.gds && random.percent(12);
  const uint32_t address = random.below(ADDRESS_ROWS);
  const uint32_t data0 = ADDRESS_ROWS + random.below(20), data1 = ADDRESS_ROWS + random.below(20);
  const uint32_t vdst = ADDRESS_ROWS + random.below(22);
  uint32_t offset = random.percent(60) ? 0 : random.percent(80) ? random.below(256) : random.below(65536);
  uint32_t data = row.data, result = row.result;
  Registers use;
  use.gds = gds;
  switch (row.shape) {
    case TWO:
      offset = random.below(8) | random.below(8) << 8;
      if (random.percent(15)) offset = random.below(65536);
      if (random.percent(15)) offset = offset % 256 * 257;
      break;
    case SRC2:
      offset = (random.below(128) - 64) & 0x7FFF;
      if (random.percent(10)) offset = random.below(65536);
      break;
    case COUNT:
      if (random.percent(80)) offset &= ~3u;
      break;
    case CROSS:
      offset = random.below(65536);
      if (opcode == 61 && random.percent(50)) offset |= 0xC000;  // rotate, FFT
      if (opcode != 61 && random.percent(70)) offset = 0;
      break;
    case OWNER_WRITE: {
      const uint32_t stride = 4 + 4 * random.below(16);
      offset = owner_write(1, stride, 4 * random.below(stride / 4), random.percent(50), 0).w0 & 0xFFFF;
      data = opcode - 223;
      break;
    }
    case OWNER_READ:
      offset = random.below(random.percent(80) ? 8 : 256) | random.below(2) << 8;
      result = opcode - 227;
      break;
    default: break;
  }
  DsInstruction i;
  i.words.w0 = 0xD8000000 | opcode << 17 | (gds ? 0x10000u : 0) | offset;
  i.words.w1 = vdst << 24 | data1 << 16 | data0 << 8 | address;
  use.reads = 1u << address | registers(data0, data) | registers(data1, data);
  use.writes = registers(vdst, result);
  // What d16 reads keep is read as well.
  if (opcode >= 86 && opcode <= 91) use.reads |= use.writes;
  i.registers = use;
  return i;
}
