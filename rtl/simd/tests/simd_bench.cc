// Bench of the SIMD alone: every opcode against host arithmetic over random and edge operands, in
// all rounding and denormal modes; the decoder against a table of decode vectors; and its speed.
//   simd_bench [rounds] [seed]     checks (default 60 instructions an opcode)
//   simd_bench decode FILE         checks gfx9-decode-vectors.tsv rows of the vector formats
//   simd_bench speed CLOCKS        v_fma_f32 and v_add_u32 back to back, and idle
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>

#include "Vsimd_bench.h"
#include "host_valu.h"

static Vsimd_bench *dut;
static void tick() {
  dut->clk_i = 1;
  dut->eval();
  dut->clk_i = 0;
  dut->eval();
}

// ---- the unit
// -----------------------------------------------------------------------------------------
static u32 shadow[1024][64];
static u64 errors;
static void write_row(int row, const u32 *v) {
  for (int q = 0; q < 4; q++) {
    dut->mwr_valid_i = 1;
    dut->mwr_row_i = row;
    dut->mwr_quarter_i = q;
    dut->mwr_lanes_i = 0xffff;
    for (int i = 0; i < 16; i++) dut->mwr_data_i[i] = v[16 * q + i];
    dut->eval();
    while (!dut->mwr_ready_o) tick();
    tick();
    dut->mwr_valid_i = 0;
  }
  memcpy(shadow[row], v, 256);
}
static void fill(int row) {
  u32 v[64];
  for (u32 &x : v) x = operand();
  write_row(row, v);
}
static void check_row(int row, const char *what) {
  for (int q = 0; q < 4; q++) {
    dut->mrd_valid_i = 1;
    dut->mrd_i = row * 4 + q;
    tick();
    dut->mrd_valid_i = 0;
    for (int i = 0; i < 16; i++)
      if (dut->mrd_data_o[i] != shadow[row][16 * q + i] && errors++ < 30)
        printf("%s: row %d lane %d is %08x, expected %08x\n", what, row, 16 * q + i,
               dut->mrd_data_o[i], shadow[row][16 * q + i]);
  }
}
static u64 issue(u32 w0, u32 w1, const char *what) {
  dut->w0_i = w0;
  dut->w1_i = w1;
  dut->eval();
  if (!dut->legal_o && errors++ < 30) printf("%s: %08x %08x is not legal\n", what, w0, w1);
  dut->req_valid_i = 1;
  dut->eval();
  while (!dut->req_ready_o) tick();
  tick();
  dut->req_valid_i = 0;
  dut->w0_i = 0xbf800000;  // the words need not stand
  int clocks = 0;
  for (dut->eval(); !dut->done_valid_o; tick())
    if (clocks++ > 100) {
      printf("%s: no end\n", what);
      exit(1);
    }
  u64 r = dut->done_sdata_o;
  tick();
  return r;
}
static u32 modified(u32 x, bool neg, bool abs, u32 sign) {
  if (abs) x &= ~sign;
  return neg ? x ^ sign : x;
}

static void run(const Op &op) {
  M.raw = (u32)(rnd() & 0x3ff) | ((rnd() & 1) << 23);
  bool neg[3], ab[3];
  for (int i = 0; i < 3; i++) {
    neg[i] = rnd() & 1;
    ab[i] = (rnd() & 3) == 0;
  }
  int omod = (rnd() & 3) ? 0 : (int)(rnd() & 3);
  bool clamp = (rnd() & 3) == 0;
  int base = (int)(rnd() % 700);
  int reg[3] = {(int)(rnd() % 64), (int)(rnd() % 64), (int)(rnd() % 64)},
      vd = 70 + (int)(rnd() % 64);
  if (rnd() & 1) vd = reg[0];     // destination is a source
  int scalar = (int)(rnd() % 6);  // source that is s0 (3..: none)
  u64 sv = ((u64)operand() << 32) | operand();
  u64 exec = rnd() % 4 == 0 ? ~0ull : rnd() % 8 == 0 ? 0 : rnd(), mask = rnd();
  u32 code[3], w0, w1;
  bool mac = op.opcode == 278;
  for (int i = 0; i < 3; i++) {
    code[i] = i == scalar && i < op.nsrc ? (op.vcc ? 106 : 4) : 256 + reg[i];
    for (int k = 0; k < 2; k++) fill(base + reg[i] + k);
  }
  for (int k = 0; k < 2; k++) fill(base + vd + k);
  if (op.carry) {
    code[2] = 106;
    if (scalar < 2) {
      code[scalar] = 256 + reg[scalar];
      scalar = 5;
    }
  }
  u32 sdst = (u32)(rnd() % 54) * 2;
  if (sdst == 106) sdst = 126;
  w0 = 0xd0000000u | (u32)op.opcode << 16 | (clamp ? 1u << 15 : 0);
  w0 |= op.rows ? (u32)vd : sdst;
  w0 |= op.vop3b ? sdst << 8 : (u32)(ab[0] | ab[1] << 1 | ab[2] << 2) << 8;
  w1 = code[0] | code[1] << 9 | code[2] << 18 | (u32)omod << 27 |
       (u32)(neg[0] | neg[1] << 1 | neg[2] << 2) << 29;
  dut->exec_i = exec;
  dut->mask_i = mask;
  dut->mode_i = M.raw;
  dut->base_i = base;
  dut->scalar0_i = dut->scalar1_i = dut->scalar2_i = sv;
  dut->slot_i = rnd() & 15;
  if (mac) code[2] = 256 + vd, reg[2] = vd, neg[2] = ab[2] = false;  // no fields of source 2
  if (op.opcode >= 284 && op.opcode <= 286) clamp = false;            // addc, subb, subbrev ignore it
  u64 bits = 0;
  u32 out[2][64];
  for (int i = 0; i < 64; i++) {
    u64 v[3];
    for (int s = 0; s < 3; s++) {
      u64 lo = shadow[base + reg[s]][i], hi = shadow[base + reg[s] + 1][i];
      v[s] = code[s] < 256 ? sv : (hi << 32) | lo;
      if (!(op.wide >> s & 1)) v[s] &= 0xffffffff;
      bool fl =
          op.form == Flt || op.form == CmpF ||
          ((op.form == FltNoB || op.form == ToInt || op.form == H16 || op.form == Class) && s == 0);
      if (fl) v[s] = modified((u32)v[s], neg[s], ab[s], 0x80000000);
      if (fl && op.form != Class) v[s] = fz((u32)v[s], M.in32());
      if (op.opcode == 256 && s < 2) v[s] = modified((u32)v[s], neg[s], ab[s], 0x80000000);
      if (op.form == FromH16) v[s] = modified((u32)v[s], neg[s], ab[s], 0x8000);
    }
    Lane l = {v[0], v[1], v[2], (bool)(mask >> i & 1), i, clamp, omod};
    Out o = op.f(l);
    if (op.form == Flt || op.form == FltNoB || op.form == FromInt || op.form == FromH16)
      o.d = omod_clamp32((u32)o.d, omod, clamp);
    if (op.form == H16) o.d = omod_clamp16((u32)o.d, omod, clamp);
    out[0][i] = (u32)o.d;
    out[1][i] = (u32)(o.d >> 32);
    if (exec >> i & 1) bits |= (u64)o.bit << i;
  }
  char what[200];
  snprintf(what, sizeof what, "%s(%d) mode %x neg %d%d%d abs %d%d%d omod %d clamp %d", op.name,
           op.opcode, M.raw, neg[0], neg[1], neg[2], ab[0], ab[1], ab[2], omod, clamp);
  static u32 before[2][3][64];
  for (int s = 0; s < 3; s++) {
    memcpy(before[0][s], shadow[base + reg[s]], 256);
    memcpy(before[1][s], shadow[base + reg[s] + 1], 256);
  }
  u64 r = issue(w0, w1, what);
  u64 seen = errors;
  if (op.mask && r != bits && errors++ < 30)
    printf("%s: mask %016lx, expected %016lx\n", what, r, bits);
  for (int k = 0; k < op.rows; k++)
    for (int i = 0; i < 64; i++)
      if (exec >> i & 1) shadow[base + vd + k][i] = out[k][i];
  for (int k = 0; k < 2; k++) check_row(base + vd + k, what);
  if (errors != seen && errors < 30) {
    int n = 0;
    for (int i = 0; i < 64 && n < 2; i++)
      if (exec >> i & 1) {
        n++;
        printf("   lane %d: %08x %08x %08x -> %08x\n", i, before[0][0][i], before[0][1][i],
               before[0][2][i], out[0][i]);
      }
  }
}

// What has no plain VOP3 form: lane access, swap, madmk and madak.
static void run_special() {
  M.raw = (u32)(rnd() & 0x3ff);
  dut->mode_i = M.raw;
  dut->base_i = 100;
  for (int r = 0; r < 4; r++) fill(100 + r);
  u64 exec = rnd() % 4 == 0 ? 0 : rnd() << (rnd() & 63), sel = rnd() & 0xff;
  dut->exec_i = exec;
  dut->scalar0_i = operand();
  dut->scalar1_i = sel;
  dut->scalar2_i = operand();
  u32 data = (u32)dut->scalar0_i;
  u64 r = issue(0xd2890005, 256 + 1 | 7 << 9, "readlane");  // s5, v1, s7
  if (r != shadow[101][sel & 63] && errors++ < 30) printf("readlane %lx\n", r);
  r = issue(0x7e0a0400 + 0x101, 0, "readfirstlane");  // s5, v1
  if (r != shadow[101][exec ? __builtin_ctzll(exec) : 0] && errors++ < 30)
    printf("readfirstlane %lx exec %lx\n", r, exec);
  issue(0xd28a0002, 4 | 4 << 9, "writelane");  // v2, s4, s4
  shadow[102][sel & 63] = data;
  check_row(102, "writelane");
  issue(0x7e00a200 + 0x101 + (3 << 17), 0, "swap");  // v3, v1: VOP1 opcode 81
  for (int i = 0; i < 64; i++)
    if (exec >> i & 1) std::swap(shadow[103][i], shadow[101][i]);
  check_row(103, "swap");
  check_row(101, "swap");
  u32 k = operand();
  dut->scalar1_i = k;
  dut->scalar2_i = k;
  issue(0x2e000101 + (2 << 9), k, "madmk");  // v0, v1, K, v2
  for (int i = 0; i < 64; i++)
    if (exec >> i & 1) shadow[100][i] = mad32(shadow[101][i], k, shadow[102][i]);
  check_row(100, "madmk");
  issue(0x30000101 + (2 << 9), k, "madak");
  for (int i = 0; i < 64; i++)
    if (exec >> i & 1) shadow[100][i] = mad32(shadow[101][i], shadow[102][i], k);
  check_row(100, "madak");
  dut->fault_valid_i = 1;
  dut->fault_row_i = 102;
  dut->fault_lane_i = rnd() & 63;
  dut->fault_bit_i = rnd() & 31;
  shadow[102][dut->fault_lane_i] ^= 1u << dut->fault_bit_i;
  tick();
  dut->fault_valid_i = 0;
  check_row(102, "fault");
}

// SDWA and DPP of v_add_u32, and v_mqsad_u32_u8.
static void run_forms() {
  dut->mode_i = 0;
  dut->base_i = 200;
  for (int r = 0; r < 12; r++) fill(200 + r);
  u64 exec = rnd() & 1 ? ~0ull : rnd();
  dut->exec_i = exec;
  u32(*v)[64] = shadow + 200;
  auto pick = [](u32 x, int sel, bool sext) -> u32 {
    if (sel == 6) return x;
    if (sel >= 4) {
      u32 w = x >> 16 * (sel - 4) & 65535;
      return sext ? (u32)(int16_t)w : w;
    }
    u32 b = x >> 8 * sel & 255;
    return sext ? (u32)(int8_t)b : b;
  };
  int s0 = rnd() % 7, s1 = rnd() % 7, d = rnd() % 7, un = rnd() % 3;
  bool e0 = rnd() & 1, e1 = rnd() & 1;
  char what[100];
  snprintf(what, sizeof what, "sdwa %d %d %d %d -> %d unused %d", s0, e0, s1, e1, d, un);
  issue(0x68000000 | 249 | 2 << 9 | 3 << 17,
        1 | d << 8 | un << 11 | s0 << 16 | e0 << 19 | s1 << 24 | e1 << 27, what);
  for (int i = 0; i < 64; i++) {
    u32 x = pick(v[1][i], s0, e0) + pick(v[2][i], s1, e1);
    int size = d == 6 ? 32 : d >= 4 ? 16 : 8, at = d == 6 ? 0 : d >= 4 ? 16 * (d - 4) : 8 * d;
    u64 mask = ((1ull << size) - 1) << at, place = (u64)x << at & mask;
    if (un == 2) place |= v[3][i] & ~mask;
    if (un == 1 && (x >> (size - 1) & 1)) place |= ~0ull << (at + size);
    if (exec >> i & 1) v[3][i] = (u32)place;
  }
  check_row(203, what);

  static const int groups[] = {0x130, 0x134, 0x138, 0x13c, 0x140, 0x141, 0x142, 0x143};
  int kind = rnd() % 5, n = 1 + rnd() % 15;
  int ctrl = kind == 0 ? (int)(rnd() & 255) : kind < 4 ? 0xf0 + 16 * kind + n : groups[rnd() & 7];
  u32 rows = rnd() & 1 ? 15 : rnd() & 15, banks = rnd() & 1 ? 15 : rnd() & 15, bound = rnd() & 1;
  snprintf(what, sizeof what, "dpp %x bound %d rows %x banks %x", ctrl, bound, rows, banks);
  u32 old[64], vd = rnd() & 1 ? 4 : 1;
  memcpy(old, v[1], sizeof old);
  issue(0x68000000 | 250 | 2 << 9 | vd << 17, 1 | ctrl << 8 | bound << 19 | banks << 24 | rows << 28,
        what);
  for (int i = 0; i < 64; i++) {
    int s = -1, c = i & 15, row = i & 48;
    if (ctrl < 0x100) s = (i & ~3) + (ctrl >> 2 * (i & 3) & 3);
    else if (ctrl < 0x110) s = c + n <= 15 ? i + n : -1;
    else if (ctrl < 0x120) s = c >= n ? i - n : -1;
    else if (ctrl < 0x130) s = row + ((c - n) & 15);
    else if (ctrl == 0x130) s = i < 63 ? i + 1 : -1;
    else if (ctrl == 0x134) s = (i + 1) & 63;
    else if (ctrl == 0x138) s = i - 1;
    else if (ctrl == 0x13c) s = (i - 1) & 63;
    else if (ctrl == 0x140) s = i ^ 15;
    else if (ctrl == 0x141) s = i ^ 7;
    else if (ctrl == 0x142) s = row - 1;
    else s = i >= 32 ? 31 : -1;
    bool valid = s >= 0 && (exec >> s & 1);
    if (!(exec >> i & 1) || !(rows >> (i >> 4) & 1) || !(banks >> (i >> 2 & 3) & 1)) continue;
    if (valid || bound) v[vd][i] = (valid ? old[s] : 0) + v[2][i];
  }
  check_row(200 + vd, what);

  // v_mqsad_u32_u8 v[vd:vd+3], v[2:3], v4, v[4:7]
  vd = 2 + 2 * (rnd() & 3);
  u32 before[12][64];
  memcpy(before, v, sizeof before);
  issue(0xd1e70000 | vd, 258 | 260 << 9 | 260 << 18, "mqsad_u32");
  for (int i = 0; i < 64; i++)
    for (int k = 0; k < 4 && (exec >> i & 1); k++)
      v[vd + k][i] = (u32)std::min<u64>(
          (u64)before[4 + k][i] +
              msad8((u64)before[3][i] << 32 | before[2][i], before[4][i], k, true),
          0xffffffff);
  for (int r = 0; r < 12; r++) check_row(200 + r, "mqsad_u32");
}

// Instructions of many waves back to back, with the memory units' ports busy: order of completion,
// one instruction every four clocks, and no write lost or misplaced.
static void run_stream(int count) {
  struct Flight {
    int slot;
    u64 sdata;
    bool has_sdata;
  };
  std::deque<Flight> flight;
  u32 busy = 0;
  int issued = 0, done = 0, mwr_row = -1;
  u64 clocks = 0, idle = 0;
  for (int r = 0; r < 16 * 8; r++) fill(r);
  while (done < count) {
    int slot = (int)(rnd() & 15);
    bool want = issued < count && !(busy >> slot & 1);
    u64 exec = rnd(), bits = 0;
    int kind = (int)(rnd() % 5), lane = (int)(rnd() & 63);
    u32(*v)[64] = shadow + 8 * slot;
    static const u32 words[5][2] = {
        {0x68080501, 0},               // v_add_u32 v4, v1, v2
        {0xd28f0004, 257 | 258 << 9},  // v_lshlrev_b64 v[4:5], v1, v[2:3]
        {0x7e06a301, 0},               // v_swap_b32 v3, v1
        {0x7d940501, 0},               // v_cmp_eq_u32 vcc, v1, v2
        {0xd2890005, 257 | 7 << 9}};   // v_readlane_b32 s5, v1, s7
    dut->w0_i = words[kind][0];
    dut->w1_i = words[kind][1];
    dut->exec_i = exec;
    dut->slot_i = slot;
    dut->base_i = 8 * slot;
    dut->scalar1_i = lane;
    dut->req_valid_i = want;
    // A memory write to the row v7 of any wave, or to the destination's neighbour of a wave at
    // rest.
    if (mwr_row < 0 && (rnd() & 1)) {
      int s = (int)(rnd() & 15);
      mwr_row = 8 * s + ((busy >> s & 1) || s == slot ? 7 : 6);
      dut->mwr_row_i = mwr_row;
      dut->mwr_quarter_i = rnd() & 3;
      dut->mwr_lanes_i = rnd();
      for (int i = 0; i < 16; i++) dut->mwr_data_i[i] = (u32)rnd();
    }
    dut->mwr_valid_i = mwr_row >= 0;
    dut->eval();
    bool taken = want && dut->req_ready_o, written = mwr_row >= 0 && dut->mwr_ready_o;
    if (dut->done_valid_o) {
      if (flight.empty()) {
        if (errors++ < 30) printf("stream: an end too many\n");
      } else {
        Flight f = flight.front();
        flight.pop_front();
        bool bad = dut->done_slot_o != f.slot || (f.has_sdata && dut->done_sdata_o != f.sdata);
        if (bad && errors++ < 30) {
          printf("stream: slot %d sdata %016lx, expected %d %016lx\n", dut->done_slot_o,
                 dut->done_sdata_o, f.slot, f.sdata);
        }
        busy &= ~(1u << f.slot);
      }
      done++;
    }
    tick();
    clocks++;
    idle += !want;
    if (written) {
      for (int i = 0; i < 16; i++) {
        if (dut->mwr_lanes_i >> i & 1) {
          shadow[mwr_row][16 * dut->mwr_quarter_i + i] = dut->mwr_data_i[i];
        }
      }
      mwr_row = -1;
    }
    if (!taken) continue;
    issued++;
    busy |= 1u << slot;
    for (int i = 0; i < 64; i++) {
      if (kind == 3 && (exec >> i & 1) && v[1][i] == v[2][i]) bits |= 1ull << i;
      if (!(exec >> i & 1)) continue;
      u64 wide = (((u64)v[3][i] << 32) | v[2][i]) << (v[1][i] & 63);
      if (kind == 0) v[4][i] = v[1][i] + v[2][i];
      if (kind == 1) v[4][i] = (u32)wide, v[5][i] = (u32)(wide >> 32);
      if (kind == 2) std::swap(v[3][i], v[1][i]);
    }
    flight.push_back({slot, kind == 4 ? v[1][lane] : bits, kind >= 3});
  }
  dut->req_valid_i = dut->mwr_valid_i = 0;
  tick();
  for (int r = 0; r < 16 * 8; r++) check_row(r, "stream");
  if (clocks - idle > (u64)count * 4 + 16 && errors++ < 30) printf("stream: %lu clocks\n", clocks);
}

// Operand and destination rules that the decode vectors do not touch.
static void check_legality() {
  static const struct {
    u32 w0, w1;
    bool legal;
    const char *what;
  } t[] = {
      {0x02000200, 0, true, "v_add_f32 v0, s0, v1"},
      {0x020002f9, 0x06060600, true, "SDWA"},
      {0x020002f9, 0x07060600, false, "SDWA with selection 7"},
      {0x020002f9, 0x06061e00, false, "SDWA with DST_UNUSED 3"},
      {0x2c0002f9, 0x06060600, false, "v_mac_f32 with SDWA"},
      {0x2c0002fa, 0xff014000, true, "v_mac_f32 with DPP"},
      {0x020002fa, 0xff00e400, true, "DPP"},
      {0x020002fa, 0xff010000, false, "DPP with a reserved control"},
      {0x020002fe, 0, true, "LDS_DIRECT"},
      {0xd3800000, 254 | 256 << 9 | 256 << 18, false, "LDS_DIRECT packed"},
      {0x020002d1, 0, false, "reserved code 209"},
      {0x0200027d, 0, false, "reserved code 125"},
      {0x00000200, 0, false, "v_cndmask_b32 v0, s0, v1, vcc"},
      {0x0000026a, 0, true, "v_cndmask_b32 v0, vcc_lo, v1, vcc"},
      {0x0000026b, 0, false, "v_cndmask_b32 v0, vcc_hi, v1, vcc"},
      {0x2e000200, 0, false, "v_madmk_f32 v0, s0, K, v1"},
      {0xd1cb0000, 0, true, "v_fma_f32 v0, s0, s0, s0"},
      {0xd1cb0000, 1 << 9, false, "v_fma_f32 v0, s0, s1, s0"},
      {0xd1cb0000, 255 | 256 << 9, false, "v_fma_f32 with a literal"},
      {0xd1e20000, 256 | 257 << 9 | 258 << 18, true, "v_div_fmas_f32 v0, v0, v1, v2"},
      {0xd1e20000, 106 | 106 << 9 | 106 << 18, true, "v_div_fmas_f32 with vcc_lo"},
      {0xd1e20000, 4 | 257 << 9 | 258 << 18, false, "v_div_fmas_f32 v0, s4, v1, v2"},
      {0xd1e20000, 256 | 4 << 9 | 258 << 18, false, "v_div_fmas_f32 v0, v0, s4, v2"},
      {0xd1e20000, 256 | 257 << 9 | 107 << 18, false, "v_div_fmas_f32 v0, v0, v1, vcc_hi"},
      {0xd1e20000, 254 | 257 << 9 | 258 << 18, false, "v_div_fmas_f32 with LDS_DIRECT"},
      {0xd1e20000, 242 | 257 << 9 | 128 << 18, true, "v_div_fmas_f32 v0, 1.0, v1, 0"},
      {0xd28a0000, 1 | 124 << 9, true, "v_writelane_b32 v0, s1, m0"},
      {0xd28a0000, 1 | 2 << 9, false, "v_writelane_b32 v0, s1, s2"},
      {0xd28a0000, 256 | 2 << 9, false, "v_writelane_b32 v0, v0, s2"},
      {0xd28a0000, 1 | 253 << 9, false, "v_writelane_b32 v0, s1, scc"},
      {0xd2890000, 1 | 1 << 9, false, "v_readlane_b32 s0, s1, s1"},
      {0xd2890000, 256 | 257 << 9, false, "v_readlane_b32 s0, v0, v1"},
      {0xd0c90001, 256 | 257 << 9, false, "v_cmp with an odd destination"},
      {0xd0c9006a, 256 | 257 << 9, true, "v_cmp to vcc"},
      {0xd0c9006c, 256 | 257 << 9, false, "v_cmp to ttmp"},
      {0xd0c9007e, 256 | 257 << 9, true, "v_cmp to exec"},
      {0xd0c900ea, 256 | 257 << 9, false, "v_cmp to 234"},
      {0x7dc20001, 0, false, "v_cmp_lt_i64 of an odd pair"},
      {0x7dc20002, 0, true, "v_cmp_lt_i64 vcc, s[2:3], v[0:1]"},
      {0xd1000000, 256 | 257 << 9 | 258 << 18, false, "v_cndmask_b32 with a VGPR mask"},
      {0xd1420000, 256, false, "v_readfirstlane_b32 in VOP3"},
      {0xd1170000, 256, false, "v_madmk_f32 in VOP3"},
      {0xd1910000, 256, false, "v_swap_b32 in VOP3"},
      {0x7e00a200, 0, false, "v_swap_b32 v0, s0"},
  };
  for (auto &x : t) {
    dut->w0_i = x.w0;
    dut->w1_i = x.w1;
    dut->eval();
    if (dut->legal_o != x.legal && errors++ < 30) printf("legality: %s\n", x.what);
  }
}

static void reset() {
  dut->rst_ni = 0;
  dut->req_valid_i = 0;
  dut->mwr_valid_i = 0;
  dut->mrd_valid_i = 0;
  dut->fault_valid_i = 0;
  tick();
  tick();
  dut->rst_ni = 1;
  tick();
}

static void decode(const char *path) {
  FILE *f = fopen(path, "r");
  if (!f) {
    perror(path);
    exit(1);
  }
  char line[512];
  int rows = 0, legal = 0;
  while (fgets(line, sizeof line, f)) {
    char fmt[32], words[64], text[256];
    int opcode;
    unsigned w0 = 0, w1 = 0;
    if (sscanf(line, "%31[^\t]\t%d\t%63[^\t]\t%255[^\n]", fmt, &opcode, words, text) != 4) continue;
    int n = sscanf(words, "%x %x", &w0, &w1);
    dut->w0_i = w0;
    dut->w1_i = w1;
    dut->eval();
    bool vop = !strncmp(fmt, "VOP", 3);
    rows++;
    legal += dut->legal_o;
    if (!vop && dut->legal_o && errors++ < 30) printf("legal: %s", line);
    if (vop && dut->size8_o != (n == 2) && errors++ < 30) printf("size: %s", line);
    if (vop && strcmp(fmt, "VOP3P"))
      printf("%c %s %d %s\n", dut->legal_o ? '+' : '-', fmt, opcode, text);
  }
  fclose(f);
  printf("decode: %d rows, %d legal\n", rows, legal);
}

static void speed(u64 clocks) {
  for (int r = 0; r < 8; r++) fill(r);
  struct {
    const char *name;
    u32 w0, w1;
    bool valid;
  } t[] = {{"idle", 0xd1cb0004, 0x040a0501, false},
           {"v_fma_f32", 0xd1cb0004, 0x040e0501, true},
           {"v_add_u32", 0x68080501, 0, true},
           {"v_mad_f32", 0xd1c10004, 0x040e0501, true}};
  dut->exec_i = ~0ull;
  dut->mode_i = 0x3f0;
  dut->base_i = 0;
  for (auto &x : t) {
    dut->w0_i = x.w0;
    dut->w1_i = x.w1;
    dut->req_valid_i = x.valid;
    auto start = std::chrono::steady_clock::now();
    u64 done = 0;
    for (u64 i = 0; i < clocks; i++) {
      tick();
      done += dut->done_valid_o;
    }
    double s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    printf("%-10s %9.0f clocks/s, %.3f instructions a clock\n", x.name, clocks / s,
           (double)done / clocks);
  }
}

int main(int argc, char **argv) {
  dut = new Vsimd_bench;
  reset();
  if (argc > 2 && !strcmp(argv[1], "decode")) {
    decode(argv[2]);
    return errors != 0;
  }
  if (argc > 2 && !strcmp(argv[1], "speed")) {
    speed(strtoull(argv[2], 0, 0));
    return 0;
  }
  int rounds = argc > 1 ? atoi(argv[1]) : 60;
  if (argc > 2) rng_state = strtoull(argv[2], 0, 0) * 2 + 1;
  table();
  u64 n = 0;
  for (auto &op : ops) {
    u64 seen = errors;
    for (int i = 0; i < rounds && errors == seen; i++, n++) run(op);
  }
  for (int i = 0; i < rounds; i++) run_special();
  for (int i = 0; i < 10 * rounds; i++) run_forms();
  check_legality();
  run_stream(rounds * 50);
  printf("%lu instructions of %zu opcodes, %lu errors\n", n, ops.size(), errors);
  return errors != 0;
}
