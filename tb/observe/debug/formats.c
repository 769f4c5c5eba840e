// SPDX-License-Identifier: Apache-2.0
// Registers and memory as numbers, in the formats of GDB: "f" float, "fh" half, "fg" double, "d" signed, and so on.
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "observe/debug/session.h"

enum { TEXT = 32, LINE_CHARACTERS = 104, WORD = 4 };

bool format_parse(const char *text, debug_format *format) {
  static const struct {
    char letter;
    uint32_t bytes;
  } sizes[] = {{'h', 2}, {'w', 4}, {'g', 8}};
  if (!*text || !strchr("fdux", *text)) return false;
  *format = (debug_format){.kind = *text};
  for (size_t i = 0; text[1] && i < sizeof sizes / sizeof *sizes; i++) {
    if (text[1] != sizes[i].letter) continue;
    format->bytes = sizes[i].bytes;
    return !text[2];
  }
  return !text[1];
}

// The number that the bits of a float of IEEE 754 mean: `exponent` bits of it, `mantissa` bits.
static void float_text(uint64_t bits, uint32_t exponent, uint32_t mantissa, int digits, char text[TEXT]) {
  const uint64_t fraction = bits & ((1ull << mantissa) - 1), most = (1ull << exponent) - 1;
  const uint64_t power = bits >> mantissa & most;
  const bool negative = bits >> (mantissa + exponent) & 1;
  const char *sign = negative ? "-" : "";
  if (power == most) {
    if (fraction) snprintf(text, TEXT, "%snan(0x%" PRIx64 ")", sign, fraction);
    else snprintf(text, TEXT, "%sinf", sign);
    return;
  }
  const int scale = (int)(power ? power : 1) - (int)(most / 2) - (int)mantissa;
  const double value = ldexp((double)(power ? fraction | 1ull << mantissa : fraction), scale);
  snprintf(text, TEXT, "%s%.*g", sign, digits, value);
}

static void value_text(const debug_format *f, const uint8_t *bytes, char text[TEXT]) {
  uint64_t value = 0;
  memcpy(&value, bytes, f->bytes);
  const uint32_t above = 64 - 8 * f->bytes;
  switch (f->kind) {
    case 'f':
      if (f->bytes == 2) float_text(value, 5, 10, 5, text);
      else if (f->bytes == WORD) float_text(value, 8, 23, 9, text);
      else float_text(value, 11, 52, 17, text);
      break;
    case 'd': snprintf(text, TEXT, "%" PRId64, (int64_t)(value << above) >> above); break;
    case 'u': snprintf(text, TEXT, "%" PRIu64, value); break;
    default: snprintf(text, TEXT, "%0*" PRIx64, (int)(2 * f->bytes), value); break;
  }
}

// Characters of the longest value.
static int width_of(const debug_format *f) {
  const uint32_t size = f->bytes / 4;  // 0, 1, 2
  static const int floats[] = {11, 15, 24}, whole[] = {6, 11, 20};
  return f->kind == 'f' ? floats[size] : f->kind == 'x' ? (int)(2 * f->bytes) : whole[size];
}

static void line(FILE *out, const debug_format *f, const char *name, const uint8_t *of, uint32_t count,
                 const char *behind) {
  char text[TEXT];
  fprintf(out, "  %-14s", name);
  for (uint32_t i = 0; i < count; i++) {
    value_text(f, of + i * f->bytes, text);
    fprintf(out, " %*s", width_of(f), text);
  }
  fprintf(out, "%s\n", behind);
}

// A line of values where the sides agree or dut is NULL, else one for each and one of marks.
static void lines(FILE *out, const debug_format *f, const char *name, const uint8_t *dut, const uint8_t *expected,
                  uint32_t count) {
  if (!dut || !memcmp(dut, expected, count * f->bytes)) {
    line(out, f, name, expected, count, "");
    return;
  }
  line(out, f, name, dut, count, "  DUT");
  line(out, f, "", expected, count, "  expected");
  fprintf(out, "  %-14s", "");
  while (!memcmp(dut + (count - 1) * f->bytes, expected + (count - 1) * f->bytes, f->bytes)) count--;
  for (uint32_t i = 0; i < count; i++) {
    const bool same = !memcmp(dut + i * f->bytes, expected + i * f->bytes, f->bytes);
    fprintf(out, " %*.*s", width_of(f), width_of(f), same ? "" : "^^^^^^^^^^^^^^^^^^^^^^^^");
  }
  fprintf(out, "\n");
}

// Values in a line: a power of 2.
static uint32_t in_line(const debug_format *f) {
  uint32_t n = 16;
  while (n * (uint32_t)(width_of(f) + 1) > LINE_CHARACTERS) n /= 2;
  return n;
}

// The lanes of `registers` vector registers from t->first on, those of a lane side by side. False: see thing_read.
static bool lanes_read(const wl_debug *d, const debug_thing *t, uint32_t registers, debug_side side, uint8_t *to) {
  uint8_t bytes[DEBUG_BYTES];
  const uint32_t each = vgpr_bytes(d) / WL_LANES;
  for (uint32_t r = 0; r < registers; r++) {
    debug_thing one = *t;
    one.first += r;
    one.count = 1;
    one.bytes = vgpr_bytes(d);
    if (!thing_read(d, &one, side, bytes)) return false;
    for (uint32_t i = 0; i < WL_LANES; i++) memcpy(to + (i * registers + r) * each, bytes + i * each, each);
  }
  return true;
}

static bool vgprs_print(const wl_debug *d, FILE *out, const debug_thing *t, uint32_t registers, const debug_format *f) {
  static uint8_t of[SIDES][2 * DEBUG_BYTES];
  const uint32_t of_lane = registers * vgpr_bytes(d) / WL_LANES, lanes = wave_lanes(d), bytes = lanes * of_lane;
  char reg[24], name[48];
  if (!lanes_read(d, t, registers, SIDE_EXPECTED, of[SIDE_EXPECTED])) return false;
  const bool dut = lanes_read(d, t, registers, SIDE_DUT, of[SIDE_DUT]);
  const bool agree = !dut || !memcmp(of[SIDE_DUT], of[SIDE_EXPECTED], bytes);
  if (registers > 1) snprintf(reg, sizeof reg, "v[%u:%u]", t->first, t->first + registers - 1);
  else snprintf(reg, sizeof reg, "v%u", t->first);
  if (agree && !memcmp(of[SIDE_EXPECTED], of[SIDE_EXPECTED] + of_lane, bytes - of_lane)) {
    line(out, f, reg, of[SIDE_EXPECTED], of_lane / f->bytes, " in all lanes");
    return true;
  }
  const uint32_t each = in_line(f) * f->bytes / of_lane;  // lanes in a line
  for (uint32_t i = 0; i < lanes; i += each) {
    const uint32_t n = lanes - i < each ? lanes - i : each;
    snprintf(name, sizeof name, "%s[%u:%u]", reg, i, i + n - 1);
    lines(out, f, name, dut ? of[SIDE_DUT] + i * of_lane : NULL, of[SIDE_EXPECTED] + i * of_lane,
          n * of_lane / f->bytes);
  }
  return true;
}

// What stands in front of a line of values from byte `at` on.
static void name_of(const wl_debug *d, const debug_thing *t, uint32_t at, char *name, size_t size) {
  if (t->kind == THING_SGPR) snprintf(name, size, "s%u", t->first + at / WORD);
  else if (t->kind == THING_MEMORY || t->kind == THING_LDS) snprintf(name, size, "0x%012" PRIx64, t->at + at);
  else if (t->kind == THING_LANE) snprintf(name, size, "v%u[%u]", t->first, t->lane);
  else row_name(d, t, name, size);
}

bool format_print(const wl_debug *d, FILE *out, const debug_thing *t, const debug_format *as, char why[DEBUG_TEXT]) {
  static uint8_t of[SIDES][DEBUG_BYTES];
  const uint32_t lane = vgpr_bytes(d) / WL_LANES;
  const bool vector = t->kind == THING_VGPR || t->kind == THING_LANE;
  const uint32_t whole = t->kind == THING_ROW ? t->bytes : vector ? lane : WORD;
  const debug_format format = {.kind = as->kind, .bytes = as->bytes ? as->bytes : whole}, *f = &format;
  const uint32_t registers = f->bytes > lane ? f->bytes / lane : 1;
  if (t->bytes % f->bytes || (t->kind == THING_VGPR && t->count % registers)) {
    snprintf(why, DEBUG_TEXT, "found %.60s, expected whole values of %u bytes%s", t->name, f->bytes,
             f->bytes > WORD ? ", as of s[4:5] and v[4:5]" : "");
    return false;
  }
  debug_thing some = *t;
  if (t->kind == THING_VGPR) {
    for (; some.first < t->first + t->count; some.first += registers)
      if (!vgprs_print(d, out, &some, registers, f)) break;
    return true;
  }
  if (!thing_read(d, t, SIDE_EXPECTED, of[SIDE_EXPECTED])) {
    snprintf(why, DEBUG_TEXT, "%.60s: not all of it is there", t->name);
    return false;
  }
  const bool dut = thing_read(d, t, SIDE_DUT, of[SIDE_DUT]);
  for (uint32_t at = 0, n; at < t->bytes; at += n * f->bytes) {
    char name[48];
    n = (t->bytes - at) / f->bytes < in_line(f) ? (t->bytes - at) / f->bytes : in_line(f);
    name_of(d, t, at, name, sizeof name);
    lines(out, f, name, dut ? of[SIDE_DUT] + at : NULL, of[SIDE_EXPECTED] + at, n);
  }
  return true;
}
