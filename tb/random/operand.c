// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "program.h"

static const uint32_t edge_values[] = {
    0x00000000,
    0x00000001,
    0xFFFFFFFF,
    0x80000000,
    0x7FFFFFFF,
    0x80000001,
    0x0000FFFF,
    0x00010000,
    0xFFFF8000,
    0x00007FFF,
    0x00FFFFFF,
    0x01000000,
    0xFF800000,
    0x7F800000,  // limits of 24 bits; -inf, inf
    0x3F800000,
    0xBF800000,
    0x3F000000,
    0xBF000000,
    0x40000000,
    0x3F7FFFFF,  // 1, -1, 0.5, -0.5, 2, below 1
    0x007FFFFF,
    0x807FFFFF,
    0x00400000,
    0x00800000,
    0x80800000,
    0x00800001,  // denormals, least normals
    0x7F7FFFFF,
    0xFF7FFFFF,
    0x7FC00000,
    0xFFC00000,
    0x7F800001,
    0xFF800001,  // greatest; quiet, signalling NaNs
    0x7FC12345,
    0xFFBFFFFF,
    0x4B000000,
    0x4B800000,
    0x4F000000,
    0x4F800000,  // 2^23, 2^24, 2^31, 2^32
    0xCF000000,
    0xCF000001,
    0x4EFFFFFF,
    0x4F7FFFFF,
    0x3EFFFFFF,
    0x3F000001,  // around integer limits, around 0.5
    0x3C00,
    0xBC00,
    0x7C00,
    0xFC00,
    0x7E00,
    0x7C01,
    0x0001,
    0x03FF,
    0x0400,
    0x7BFF,
    0xFE01,  // f16
    0x477FE000,
    0x477FEFFF,
    0x477FF000,
    0x38800000,
    0x387FE000,
    0x33800000,
    0x33000000,
    0x33000001,  // f16 limits in
                 // f32
    0x40200000,
    0x40600000,
    0xC0200000,
    0xBFC00000,
    0x000FFFFF,
    0x00100000,
    0x3FF00000,
    0x3FEFFFFF,
    0x41DFFFFF,
    0x41E00000,
    0x41F00000,
    0x7FE00000,
    0x7FEFFFFF,
    0x7FF00000,
    0xFFF00000,
    0x7FF80000,  // high words of f64
    0x00FF00FF,
    0x01020304,
    0x0C0D0E0F,
    0x55555555,
    0xAAAAAAAA,
};

uint32_t edge_value(rng *r) {
  const uint32_t kind = rng_below(r, 16), bits = (uint32_t)rng_next(r);
  if (kind < 9) return edge_values[bits % (sizeof edge_values / sizeof *edge_values)];
  if (kind == 9) return bits & 63;  // shift amounts, lanes
  if (kind == 10) return edge_values[bits % (sizeof edge_values / sizeof *edge_values)] + (bits >> 31 ? 1 : -1u);
  if (kind == 11) return (bits & 0x807FFFFF) | (120 + (bits >> 24 & 15)) << 23;  // floats around 1
  if (kind == 12) return (bits & 0x807FFFFF) | (bits >> 24 & 3) << 23;           // around the least normal
  return bits;
}

// The first of count registers below limit, a multiple of align: one of the last results, or any.
static uint32_t pick(program *p, const uint8_t recent[8], uint32_t limit, uint32_t count, uint32_t align) {
  const uint32_t chosen = recent[rng_below(&p->random, 8)], any = rng_below(&p->random, limit);
  const uint32_t r = (rng_percent(&p->random, knob(p, KNOB_RECENT)) && chosen < limit ? chosen : any) / align * align;
  return r + count <= limit ? r : (limit - count) / align * align;
}

// Whether a source is the last register: half are while destinations are.
static bool last(bool on, program *p) { return on && rng_percent(&p->random, 50); }

// Wave state registers as scalar operands: the name, the register that it reads, and the flag that it is. The first
// ones may be written.
enum { READS_NOTHING = 0xFF };  // no register that a program writes by its number
typedef enum { NO_FLAG, FLAG_VCCZ, FLAG_EXECZ } flag;
typedef struct {
  const char *name;
  uint8_t code;
  flag flag;
} state_operand;
enum { WRITABLE_REGISTERS = 9, WRITABLE_PAIRS = 4 };
static const state_operand state_registers[] = {
    {"vcc_lo", VCC, NO_FLAG},
    {"vcc_hi", VCC + 1, NO_FLAG},
    {"exec_lo", EXEC, NO_FLAG},
    {"exec_hi", EXEC + 1, NO_FLAG},
    {"flat_scratch_lo", WL_FLAT_SCRATCH, NO_FLAG},
    {"flat_scratch_hi", WL_FLAT_SCRATCH + 1, NO_FLAG},
    {"xnack_mask_lo", WL_XNACK_MASK, NO_FLAG},
    {"xnack_mask_hi", WL_XNACK_MASK + 1, NO_FLAG},
    {"m0", M0, NO_FLAG},
    {"src_scc", READS_NOTHING, NO_FLAG},
    {"src_vccz", READS_NOTHING, FLAG_VCCZ},
    {"src_execz", READS_NOTHING, FLAG_EXECZ},
    {"src_shared_base", READS_NOTHING, NO_FLAG},
    {"src_shared_limit", READS_NOTHING, NO_FLAG},
    {"src_private_base", READS_NOTHING, NO_FLAG},
    {"src_private_limit", READS_NOTHING, NO_FLAG},
    {"src_pops_exiting_wave_id", READS_NOTHING, NO_FLAG},
};
// The same for operands of 64 bits.
static const state_operand state_pairs[] = {
    {"vcc", VCC, NO_FLAG},
    {"exec", EXEC, NO_FLAG},
    {"flat_scratch", WL_FLAT_SCRATCH, NO_FLAG},
    {"xnack_mask", WL_XNACK_MASK, NO_FLAG},
    {"src_shared_base", READS_NOTHING, NO_FLAG},
    {"src_shared_limit", READS_NOTHING, NO_FLAG},
    {"src_private_base", READS_NOTHING, NO_FLAG},
    {"src_private_limit", READS_NOTHING, NO_FLAG},
};

static void sgpr_text(char *to, size_t size, uint32_t first, uint32_t count) {
  if (count == 1) {
    snprintf(to, size, "s%u", first);
  } else {
    snprintf(to, size, "s[%u:%u]", first, first + count - 1);
  }
}

static void scalar_register(program *p, insn *i, uint32_t bits, char *to, size_t size) {
  const uint32_t count = bits / 32, names = second_names(p);
  uint32_t r = last(p->last_sgprs, p) ? p->sgprs - count : pick(p, p->recent_s, p->sgprs, count, count);
  if (names < SCALARS && rng_percent(&p->random, 20)) r = names + rng_below(&p->random, 6 / count) * count;
  sgpr_text(to, size, r, count);
  touch_sgprs(i, r, count, false);
}

static void state_register(program *p, insn *i, uint32_t bits, char *to, size_t size) {
  const bool wide = bits == 64;
  const uint32_t n = wide ? sizeof state_pairs / sizeof *state_pairs : sizeof state_registers / sizeof *state_registers;
  const state_operand *o = (wide ? state_pairs : state_registers) + rng_below(&p->random, n);
  snprintf(to, size, "%s", o->name);
  if (o->code != READS_NOTHING) touch_sgprs(i, o->code, bits / 32, false);
  if (o->flag != NO_FLAG) i->reads_flags = true;
  if (o->flag != FLAG_VCCZ) return;
  i->reads_vccz = true;
  touch_sgprs(i, VCC, 2, false);
}

static uint32_t class_bits(char class) { return class == 'l' || class == 'F' ? 64 : 32; }

bool float_here(program *p) {
  return knob(p, KNOB_FLOAT_VALUES) && rng_percent(&p->random, knob(p, KNOB_FLOAT_VALUES));
}

static uint32_t literal_value(program *p, char class) {
  // A literal of an f64 operand is the high word.
  if (strchr("fhF", class) && float_here(p))
    return (uint32_t)(float_value(&p->random, class) >> (class == 'F' ? 32 : 0));
  // No inline constant has this value, so the assembler makes a literal of it.
  return (edge_value(&p->random) | 0x100) & (class == 'h' || class == 's' ? 0xFFFF : 0xFFFFFFFF);
}

// A scalar operand's text. class: as for vector_source. Integers of 16 bits take no float constants; operands of 16
// bits take literals of 16 bits only. *inline_constant: whether it is one.
static void scalar_text(program *p, insn *i, char class, bool literal, char *to, size_t size, bool *inline_constant) {
  static const char *const floats[] = {
      "0.5", "-0.5", "1.0", "-1.0", "2.0", "-2.0", "4.0", "-4.0", "0.15915494309189532"};
  const uint32_t bits = class_bits(class);
  const uint32_t w[] = {knob(p, KNOB_USE_SGPR), knob(p, KNOB_USE_INTEGER), class == 's' ? 0 : knob(p, KNOB_USE_FLOAT),
                        knob(p, KNOB_USE_STATE_REGISTER), literal ? knob(p, KNOB_USE_LITERAL) : 0};
  uint32_t at = rng_below(&p->random, w[0] + w[1] + w[2] + w[3] + w[4]), kind = 0;
  while (at >= w[kind]) at -= w[kind++];
  *inline_constant = kind == 1 || kind == 2;
  if (kind == 0) {
    scalar_register(p, i, bits, to, size);
  } else if (kind == 1) {
    snprintf(to, size, "%d", (int)rng_below(&p->random, 81) - 16);
  } else if (kind == 2) {
    snprintf(to, size, "%s", floats[rng_below(&p->random, 9)]);
  } else if (kind == 3) {
    state_register(p, i, bits, to, size);
  } else {
    snprintf(to, size, "0x%x", literal_value(p, class));
    i->literal = true;
  }
}

void scalar_source(program *p, insn *i, uint32_t bits, bool literal) {
  char text[32];
  bool constant;
  scalar_text(p, i, bits == 64 ? 'l' : 'i', literal && !i->literal, text, sizeof text, &constant);
  append(i, "%s", text);
}

uint32_t some_name(program *p, uint32_t code) {
  const uint32_t first = second_names(p);
  if (first == SCALARS || code < WL_FLAT_SCRATCH || code > VCC + 1 || rng_percent(&p->random, 50)) return code;
  return first + code - WL_FLAT_SCRATCH;
}

uint32_t plain_pair(program *p) {
  const uint32_t from = p->fork_depth ? FORK_STACK : 0;
  return from + rng_below(&p->random, (p->plain_sgprs - from) / 2) * 2;
}

void scalar_destination(program *p, insn *i, uint32_t bits, bool also_read) {
  const bool wide = bits == 64;
  uint32_t r;
  if (rng_percent(&p->random, knob(p, KNOB_WRITE_STATE_REGISTER))) {
    const state_operand *from = wide ? state_pairs : state_registers;
    const state_operand *o = from + rng_below(&p->random, wide ? WRITABLE_PAIRS : WRITABLE_REGISTERS);
    // M0 holds the index while GPR-index mode is on.
    if (!wide && p->indexing && o->code == M0) o = from;
    r = some_name(p, o->code);
    char text[32];
    sgpr_text(text, sizeof text, r, bits / 32);
    append(i, "%s", r < SGPRS ? text : o->name);
  } else {
    char text[32];
    r = p->last_sgprs ? p->sgprs - 2 : plain_pair(p);
    if (!wide) r += rng_below(&p->random, 2);
    sgpr_text(text, sizeof text, r, bits / 32);
    append(i, "%s", text);
  }
  if (also_read) touch_sgprs(i, r, bits / 32, false);
  touch_sgprs(i, r, bits / 32, true);
}

uint32_t vgpr_source(program *p, insn *i, uint32_t count) {
  const uint32_t field = i->fields++;
  const bool shared = p->shared_fields >> field & 1;
  const uint32_t r = p->given.on              ? p->given.vgpr[field]
                     : shared                 ? shared_register(p, count)
                     : last(p->last_vgprs, p) ? p->vgprs - count
                                              : pick(p, p->recent_v, p->vgprs, count, 1);
  if (count == 1) {
    append(i, "v%u", r);
  } else {
    append(i, "v[%u:%u]", r, r + count - 1);
  }
  if (!shared) touch_vgprs(i, r, count, false);
  if (!shared && field == 0) i->permuted = (uint16_t)(r + 1);
  return r;
}

void vector_source(program *p, insn *i, char class, bool any, bool literal) {
  const uint32_t bits = class_bits(class);
  char text[32];
  bool constant;
  if (p->direct) {
    p->direct = false;
    i->fields++;
    i->takes_m0 = true;
    append(i, "lds_direct");
    touch_sgprs(i, M0, 1, false);  // no value on the constant bus (D-LDS-32)
    return;
  }
  if (p->given.on) {
    if (!p->given.scalar || p->given.field != i->fields || !any || *i->bus) {
      vgpr_source(p, i, bits / 32);
      return;
    }
    i->fields++;
    sgpr_text(i->bus, sizeof i->bus, p->given.sgpr, bits / 32);
    append(i, "%s", i->bus);
    touch_sgprs(i, p->given.sgpr, bits / 32, false);
    return;
  }
  const bool scalar = any && class != 'v' && rng_percent(&p->random, knob(p, KNOB_SCALAR_SOURCE));
  if (!scalar) {
    vgpr_source(p, i, bits / 32);
    return;
  }
  const int touches = i->touch_count;
  const bool flags = i->reads_flags, vccz = i->reads_vccz, had_literal = i->literal;
  scalar_text(p, i, class, literal && !i->literal && !*i->bus, text, sizeof text, &constant);
  if (!constant && *i->bus && strcmp(text, i->bus)) {
    // The constant bus is in use: the same value again, or a VGPR.
    i->touch_count = touches;
    i->reads_flags = flags;
    i->reads_vccz = vccz;
    i->literal = had_literal;
    if (i->bus_bits == bits && rng_percent(&p->random, 50)) {
      i->fields++;
      append(i, "%s", i->bus);
    } else {
      vgpr_source(p, i, bits / 32);
    }
    return;
  }
  if (!constant) {
    snprintf(i->bus, sizeof i->bus, "%s", text);
    i->bus_bits = i->literal && !had_literal ? 0 : bits;
  }
  i->fields++;
  append(i, "%s", text);
}

void vector_destination(program *p, insn *i, uint32_t count, bool also_read) {
  uint32_t limit = plain_vgprs(p);
  // An indexed destination stays within the plain registers, or leads past all registers and then is v0.
  if (i->unit == UNIT_VALU && p->indexing && p->index_writes && p->index < p->vgprs) limit -= p->index;
  const bool shared = i->unit == UNIT_VALU && p->shared_fields >> 3 & 1;
  uint32_t r = shared          ? shared_register(p, count)
               : p->last_vgprs ? p->vgprs - count
                               : pick(p, p->recent_v, limit, count, 1);
  while (p->given.on && r < p->given.end && r + count > p->given.vgpr[0]) r = rng_below(&p->random, limit - count + 1);
  // A sum with three operands has one in the destination.
  if (p->given.on && also_read) r = p->given.vgpr[2];
  if (count == 1) {
    append(i, "v%u", r);
  } else {
    append(i, "v[%u:%u]", r, r + count - 1);
  }
  if (shared) return;
  if (also_read) touch_vgprs(i, r, count, false);
  touch_vgprs(i, r, count, true);
}

void mask_destination(program *p, insn *i, bool exec) {
  const uint32_t kind = rng_below(&p->random, 20);
  uint32_t r = plain_pair(p);
  if (kind < 6) r = VCC;
  if (kind == 6 && exec) r = EXEC;
  if (kind == 7) r = rng_below(&p->random, 2) ? WL_XNACK_MASK : WL_FLAT_SCRATCH;
  r = some_name(p, r);
  if (r < SGPRS) {
    append(i, "s[%u:%u]", r, r + 1);
  } else {
    append(i, "%s", r == VCC ? "vcc" : r == EXEC ? "exec" : r == WL_FLAT_SCRATCH ? "flat_scratch" : "xnack_mask");
  }
  touch_sgprs(i, r, 2, true);
}

void mask_source(program *p, insn *i) {
  uint32_t r = pick(p, p->recent_s, p->sgprs, 2, 2);
  if (rng_percent(&p->random, 30)) r = some_name(p, rng_percent(&p->random, 80) ? VCC : EXEC);
  if (r < SGPRS) {
    append(i, "s[%u:%u]", r, r + 1);
  } else {
    append(i, "%s", r == VCC ? "vcc" : "exec");
  }
  touch_sgprs(i, r, 2, false);
}
