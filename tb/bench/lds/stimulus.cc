// SPDX-License-Identifier: Apache-2.0
#include "stimulus.h"

#include <cstring>

namespace {

enum Shape { ADDRESS, LANE, TWO, SRC2, COUNT, CROSS, OWNER_WRITE, OWNER_READ, NOTHING };

// Opcodes from first to last; meaning of the fields; VGPRs of one access's data; VGPRs of the result; may be GDS.
struct Row {
  uint32_t first, last;
  Shape shape;
  uint8_t data, result;
  bool gds;
};

const Row table[] = {
    {WL_OP_ds_add_u32, WL_OP_ds_mskor_b32, ADDRESS, 1, 0, true},
    {WL_OP_ds_write_b32, WL_OP_ds_write_b32, ADDRESS, 1, 0, true},
    {WL_OP_ds_write2_b32, WL_OP_ds_write2st64_b32, TWO, 1, 0, true},
    {WL_OP_ds_cmpst_b32, WL_OP_ds_max_f32, ADDRESS, 1, 0, true},
    {WL_OP_ds_nop, WL_OP_ds_nop, NOTHING, 0, 0, true},
    {WL_OP_ds_add_f32, WL_OP_ds_add_f32, ADDRESS, 1, 0, true},
    {WL_OP_ds_write_addtid_b32, WL_OP_ds_write_addtid_b32, LANE, 1, 0, false},
    {WL_OP_ds_write_b8, WL_OP_ds_write_b16, ADDRESS, 1, 0, true},
    {WL_OP_ds_add_rtn_u32, WL_OP_ds_wrxchg_rtn_b32, ADDRESS, 1, 1, true},
    {WL_OP_ds_wrxchg2_rtn_b32, WL_OP_ds_wrxchg2st64_rtn_b32, TWO, 1, 2, true},
    {WL_OP_ds_cmpst_rtn_b32, WL_OP_ds_add_rtn_f32, ADDRESS, 1, 1, true},
    {WL_OP_ds_read_b32, WL_OP_ds_read_b32, ADDRESS, 0, 1, true},
    {WL_OP_ds_read2_b32, WL_OP_ds_read2st64_b32, TWO, 0, 2, true},
    {WL_OP_ds_read_i8, WL_OP_ds_read_u16, ADDRESS, 0, 1, true},
    {WL_OP_ds_swizzle_b32, WL_OP_ds_bpermute_b32, CROSS, 1, 1, false},
    {WL_OP_ds_add_u64, WL_OP_ds_mskor_b64, ADDRESS, 2, 0, true},
    {WL_OP_ds_write_b64, WL_OP_ds_write_b64, ADDRESS, 2, 0, true},
    {WL_OP_ds_write2_b64, WL_OP_ds_write2st64_b64, TWO, 2, 0, true},
    {WL_OP_ds_cmpst_b64, WL_OP_ds_max_f64, ADDRESS, 2, 0, true},
    {WL_OP_ds_write_b8_d16_hi, WL_OP_ds_write_b16_d16_hi, ADDRESS, 1, 0, true},
    {WL_OP_ds_read_u8_d16, WL_OP_ds_read_u16_d16_hi, ADDRESS, 0, 1, true},
    {WL_OP_ds_add_rtn_u64, WL_OP_ds_wrxchg_rtn_b64, ADDRESS, 2, 2, true},
    {WL_OP_ds_wrxchg2_rtn_b64, WL_OP_ds_wrxchg2st64_rtn_b64, TWO, 2, 4, true},
    {WL_OP_ds_cmpst_rtn_b64, WL_OP_ds_max_rtn_f64, ADDRESS, 2, 2, true},
    {WL_OP_ds_read_b64, WL_OP_ds_read_b64, ADDRESS, 0, 2, true},
    {WL_OP_ds_read2_b64, WL_OP_ds_read2st64_b64, TWO, 0, 4, true},
    {WL_OP_ds_condxchg32_rtn_b64, WL_OP_ds_condxchg32_rtn_b64, ADDRESS, 2, 2, true},
    {WL_OP_ds_add_src2_u32, WL_OP_ds_xor_src2_b32, SRC2, 0, 0, true},
    {WL_OP_ds_write_src2_b32, WL_OP_ds_write_src2_b32, SRC2, 0, 0, true},
    {WL_OP_ds_min_src2_f32, WL_OP_ds_max_src2_f32, SRC2, 0, 0, true},
    {WL_OP_ds_add_src2_f32, WL_OP_ds_add_src2_f32, SRC2, 0, 0, true},
    {WL_OP_ds_read_addtid_b32, WL_OP_ds_read_addtid_b32, LANE, 0, 1, false},
    {WL_OP_ds_consume, WL_OP_ds_append, COUNT, 0, 1, true},
    {WL_OP_ds_add_src2_u64, WL_OP_ds_xor_src2_b64, SRC2, 0, 0, true},
    {WL_OP_ds_write_src2_b64, WL_OP_ds_write_src2_b64, SRC2, 0, 0, true},
    {WL_OP_ds_min_src2_f64, WL_OP_ds_max_src2_f64, SRC2, 0, 0, true},
    {WL_OP_ds_write_b96, WL_OP_ds_write_b96, ADDRESS, 3, 0, false},
    {WL_OP_ds_write_b128, WL_OP_ds_write_b128, ADDRESS, 4, 0, false},
    {WL_OP_owner_write_b32, WL_OP_owner_write_b128, OWNER_WRITE, 4, 0, false},
    {WL_OP_owner_read_b32, WL_OP_owner_read_b128, OWNER_READ, 0, 4, false},
    {WL_OP_ds_read_b96, WL_OP_ds_read_b96, ADDRESS, 0, 3, false},
    {WL_OP_ds_read_b128, WL_OP_ds_read_b128, ADDRESS, 0, 4, false},
};

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

// Addresses of the lanes for one VGPR. size: bytes of the wave's part of the LDS.
void lane_addresses(Random &random, uint32_t size, uint32_t row[WL_LANES]) {
  static const int32_t strides[] = {0,  1,  2,  3,  4,  5,  8,   12,  13,   16, 17,
                                    20, 32, 48, 64, 68, 80, 128, 256, 1024, -4, -64};
  const uint32_t bytes = size ? size : 1, kind = random.below(10);
  const uint32_t base = random.below(bytes) & (random.percent(70) ? ~15u : ~0u);
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
      case 6: row[l] = random.below(bytes); break;
      case 7: row[l] = size - 32 + random.below(64); break;  // around the end
      case 8: row[l] = random.below(bytes) >> 2; break;      // counted in dwords
      default: row[l] = random.percent(50) ? static_cast<uint32_t>(random.next()) : random.below(2 * bytes); break;
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
  // Many waves share the first KiB. Others have a part of any size, the whole LDS, or nothing.
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

void random_vgprs(Random &random, const wl_wave_init &wave, uint32_t vgprs[INIT_VGPRS][WL_LANES]) {
  for (uint32_t r = 0; r < ADDRESS_VGPRS; r++)
    lane_addresses(random, random.percent(20) ? GDS_BYTES : wave.lds_size, vgprs[r]);
  for (uint32_t r = ADDRESS_VGPRS; r < INIT_VGPRS; r++)
    for (uint32_t l = 0; l < WL_LANES; l++) vgprs[r][l] = some_data(random);
}

Words owner_write(uint32_t dwords, uint32_t stride, uint32_t index, bool relative, uint32_t data) {
  const uint32_t fields = wl_to_field(WL_OWNER_STRIDE, stride) | wl_to_field(WL_OWNER_INDEX, index);
  const uint32_t offset = fields | (relative ? WL_OWNER_GROUP : 0);
  return ds_words(WL_OP_owner_write_b32 + dwords - 1, offset, 0, data);
}

DsInstruction random_instruction(Random &random) {
  const Row &row = table[random.below(sizeof table / sizeof *table)];
  const uint32_t opcode = row.first + random.below(row.last - row.first + 1u);
  const bool gds = row.gds && random.percent(12);
  const uint32_t address = random.below(ADDRESS_VGPRS);
  const uint32_t data0 = ADDRESS_VGPRS + random.below(20), data1 = ADDRESS_VGPRS + random.below(20);
  const uint32_t vdst = ADDRESS_VGPRS + random.below(22);
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
      if (opcode == WL_OP_ds_swizzle_b32 && random.percent(50)) offset |= 0xC000;  // rotate, FFT
      if (opcode != WL_OP_ds_swizzle_b32 && random.percent(70)) offset = 0;
      break;
    case OWNER_WRITE: {
      const uint32_t stride = 4 + 4 * random.below(16);
      offset = owner_write(1, stride, 4 * random.below(stride / 4), random.percent(50), 0).w0 & 0xFFFF;
      data = opcode - WL_OP_owner_write_b32 + 1;
      break;
    }
    case OWNER_READ:
      offset = random.below(random.percent(80) ? 8 : 256) | random.below(2) << 8;
      result = opcode - WL_OP_owner_read_b32 + 1;
      break;
    default: break;
  }
  DsInstruction i;
  i.words = ds_words(opcode, offset | (gds ? WL_DS_GDS : 0), address, data0, data1, vdst);
  use.reads = 1u << address | registers(data0, data) | registers(data1, data);
  use.writes = registers(vdst, result);
  i.registers = use;
  return i;
}
