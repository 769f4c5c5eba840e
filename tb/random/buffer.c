// SPDX-License-Identifier: Apache-2.0
// Buffer loads, stores and atomics, with and without a format. Scalar instructions before each make its V#, so that it
// reaches known memory only: the wave's private memory, or for loads the edge values.
#include <string.h>

#include "program.h"
#include "words.h"

// Bytes that a V# may reach, and how far the SGPR pair of its base points into them.
enum { PRIVATE_SPAN = 12224, PRIVATE_BEFORE = 4096, EDGE_SPAN = 4080, EDGE_BEFORE = EDGE_BYTES / 2 };
enum { MOST_SOFFSET = 1000, ELEMENT = 16, VALUES = 15 };  // VALUES: the bits of an offset that is kept small
enum { STATUS_SHARE = 10, LOCAL_SHARE = 30 };             // in percent: with TFE; loads to the LDS
enum { WRAP_SHARE = 15 };                                 // raw buffers whose offset is near 2^32
enum { WAVE_LANES = 64 };
static const uint32_t HIGHEST = 0xFFFFF000;  // bits of such an offset

// What the lanes do with index and offset.
typedef enum { RAW, STRUCTURED, SWIZZLED, AS_SCRATCH, BY_LANE, NOTHING, KINDS } buffer_kind;

typedef struct {
  uint32_t room;  // bytes from BASE + SOFFSET on that it may reach
  uint32_t stride, records, constant, index_stride;
  bool swizzle, add_tid;
  uint32_t enable, oob_select;  // SWIZZLE_ENABLE and OOB_SELECT of a unit with the memory of RDNA
  bool index, offset;           // IDXEN, OFFEN
  bool small;                   // the offset's VGPR has one of VALUES
  uint32_t above;               // the VGPR of index or offset has these bits set; 0: it is as `small` says, or anything
  bool formatted, typed;        // with a format: of the V#, or of the instruction
  bool load;
} buffer_form;

// buffer-memory.md 7.1.
uint32_t buffer_format(program *p) {
  enum { WORDS = 1 << 4 | 1 << 11 | 1 << 13 | 1 << 14 };  // components of 32 bits
  enum { FLOATS = WORDS | 1 << 2 | 1 << 5 | 1 << 6 | 1 << 7 | 1 << 12 };
  const uint32_t data = 1 + rng_below(&p->random, 14);
  const uint32_t first = WORDS >> data & 1 ? 4 : 0, integers = 6 - first;  // UNORM, or UINT
  const uint32_t number = rng_below(&p->random, integers + (FLOATS >> data & 1));
  return data | (number == integers ? 7 : first + number) << 4;
}

// DST_SEL. Stores have all four components, in any order (D-MEM-20).
static uint32_t select_of(program *p, bool load) {
  uint32_t code[4] = {4, 5, 6, 7};
  if (load && rng_percent(&p->random, 40)) return rng_below(&p->random, 1u << 12);
  for (uint32_t i = 3; i && rng_percent(&p->random, 50); i--) {
    const uint32_t other = rng_below(&p->random, i + 1), kept = code[i];
    code[i] = code[other];
    code[other] = kept;
  }
  return code[0] | code[1] << 3 | code[2] << 6 | code[3] << 9;
}

static uint32_t up_to(program *p, uint32_t most) { return rng_below(&p->random, most + 1); }

// The records of which none ends past the room, each `stride` bytes after the one before; or fewer.
static uint32_t records_in(program *p, uint32_t room, uint32_t used, uint32_t stride) {
  const uint32_t fit = room > used ? (room - used) / stride : 0;
  return rng_percent(&p->random, 80) ? fit : up_to(p, fit);
}

// NUM_RECORDS of a raw buffer. Often the range ends near the first lanes, where it cuts elements.
static uint32_t raw_range(program *p, uint32_t room, uint32_t constant) {
  enum { FIRST_LANES = 256 };  // bytes
  const uint32_t most = room - ELEMENT, kind = rng_below(&p->random, 10);
  if (kind < 6) return most;
  if (kind == 6) return up_to(p, most);
  const uint32_t near = constant + 1 + rng_below(&p->random, kind == 7 ? FIRST_LANES : ELEMENT - 1);
  return near < most ? near : most;
}

static buffer_form form_of(program *p, buffer_kind kind, uint32_t room) {
  buffer_form f = {.room = room};
  // The modes that move registers of vector instructions remap VGPRs, so no VGPR value is guaranteed.
  const bool moved = p->indexing || p->shared_fields;
  const uint32_t small = ELEMENT + VALUES;
  f.offset = f.small = !moved && rng_percent(&p->random, 50);
  f.stride = 1 + rng_below(&p->random, 64);
  f.index_stride = rng_below(&p->random, 4);
  const uint32_t block = 8u << f.index_stride;
  switch (kind) {
    case RAW:
      f.offset = rng_percent(&p->random, 80);
      f.small = false;
      f.index = rng_percent(&p->random, 30);
      if (f.index) f.stride = 0;
      f.constant = up_to(p, 4095);
      f.records = raw_range(p, room, f.constant);
      break;
    case STRUCTURED:
      f.index = true;
      f.add_tid = rng_percent(&p->random, 30);
      f.constant = up_to(p, room / 4);
      f.records = records_in(p, room, f.constant + small, f.stride);
      break;
    case SWIZZLED:
      f.index = f.swizzle = true;
      // Without ADD_TID linear, but for RDNA. With it the lane comes on top of the index that is compared (D-MEM-80).
      f.add_tid = rng_percent(&p->random, p->rdna ? 30 : 70);
      f.constant = up_to(p, room / block / 4);
      f.records = block * records_in(p, room / block, f.constant + small + 4, f.stride);
      if (f.add_tid && !p->rdna) f.records -= f.records < WAVE_LANES ? f.records : WAVE_LANES;
      break;
    case AS_SCRATCH:
      f.add_tid = f.swizzle = true;
      f.index_stride = 3;
      f.constant = up_to(p, room / 64 - small - 8);
      f.records = edge_value(&p->random);
      break;
    case BY_LANE:
      f.add_tid = true;
      f.stride %= 33;
      f.constant = up_to(p, room - 63 * 32 - small > 4095 ? 4095 : room - 63 * 32 - small);
      f.records = edge_value(&p->random);
      break;
    default:
      f.swizzle = f.index = rng_percent(&p->random, 50);
      f.constant = up_to(p, 4095);
      f.records = edge_value(&p->random);
      break;
  }
  return f;
}

// The kind of form that a hole of a range is made from.
static buffer_kind kind_for(const cover_range *r) {
  switch (r->buffer) {
    case BUFFER_PRIVATE: return r->swizzled ? AS_SCRATCH : BY_LANE;
    case BUFFER_STRUCTURED: return r->swizzled ? SWIZZLED : STRUCTURED;
    default: return RAW;
  }
}

// Makes the form such that lanes are where a hole of a range asks for. In range its lanes reach the first bytes.
static void set_range(program *p, buffer_form *f, const cover_range *r) {
  enum { HIGH = 0x40000000, FAR = 4000, NEAR = 16 };
  const bool structured = r->buffer == BUFFER_STRUCTURED;
  f->offset = f->small = false;
  f->swizzle = r->swizzled;
  if (r->buffer == BUFFER_PRIVATE) return;
  f->add_tid = r->swizzled;  // D-MEM-80
  f->constant = structured ? 0 : NEAR;
  f->stride = structured ? 4 : 0;
  // A raw buffer is swizzled with ADD_TID, IDXEN and no stride alone (D-MEM-10).
  if (!structured) f->index = r->swizzled || rng_percent(&p->random, 50);
  f->records = r->range == RANGE_EMPTY ? 0 : structured ? 1 + rng_below(&p->random, 16) : 2 * NEAR + 4;
  if (r->range == RANGE_INDEX) f->above = HIGH;
  if (r->range == RANGE_OFFSET) f->constant = FAR;
  // The last byte of the first dword is in range, that of the second is not (D-MEM-11).
  if (r->range == RANGE_SPLIT) f->records = NEAR + 4 + rng_below(&p->random, 4);
  // The highest offset of all: each element ends past 2^32.
  if (r->range == RANGE_CARRY) {
    f->constant = 0;
    f->offset = true;
    f->above = UINT32_MAX;
  }
}

// The V# of a unit with the memory of RDNA (buffer-memory.md 14.1). soffset: the value of SOFFSET. Its check, by
// OOB_SELECT, is one that keeps the lanes in the room.
static void select_check(program *p, buffer_form *f, buffer_kind kind, uint32_t soffset) {
  const uint32_t block = 8u << f->index_stride, any = rng_below(&p->random, 4);
  f->enable = f->swizzle ? 1 + rng_below(&p->random, 3) : 0;
  if (f->enable == 3 && rng_percent(&p->random, 80)) f->stride = (f->stride + 15) & ~15u;
  switch (kind) {
    case RAW:
      f->oob_select = 3;
      f->records += soffset;
      if (f->index || rng_percent(&p->random, 75)) break;
      f->oob_select = 0;  // without an index: the room is one record
      f->stride = f->records - soffset;
      f->records = edge_value(&p->random);
      break;
    case STRUCTURED:
      f->oob_select = any & 1;
      if (!f->oob_select && rng_percent(&p->random, 70)) f->constant %= f->stride + 2;
      f->records = records_in(p, f->room, f->constant + ELEMENT + VALUES, f->stride);
      break;
    case SWIZZLED:
      f->oob_select = any == 2 ? 1 : any;
      if (f->oob_select != 1 && rng_percent(&p->random, 70)) f->constant %= f->stride + 2;
      f->records = block * records_in(p, f->room / block, f->constant + 2 * ELEMENT + VALUES, f->stride);
      break;
    case AS_SCRATCH:
      f->oob_select = rng_percent(&p->random, 60) ? 2 : any;
      if (f->constant >= ELEMENT) f->constant -= ELEMENT;
      else if (f->enable == 3) f->enable = 1;
      break;
    case BY_LANE: f->oob_select = rng_percent(&p->random, 50) ? 2 : any; break;
    default: f->oob_select = any; break;
  }
}

// All that the addresses are summed from is a multiple of `word`.
static void align(buffer_form *f, uint32_t word) {
  f->stride = (f->stride + word - 1) & -word;
  f->constant &= -word;
  f->small = f->offset && !f->above;
}

// The V# in s[quad:quad+3]. unused: bits of the last word without effect.
static void resource(program *p, const buffer_form *f, buffer_kind kind, uint32_t quad, uint32_t pair, uint32_t back) {
  uint32_t unused = (uint32_t)rng_next(&p->random) & (f->formatted && !f->typed ? 0x3F180000 : 0x3F187FFF);
  if (p->rdna) unused = (unused & ~(3u << 28)) | f->oob_select << 28;
  // DATA_FORMAT 0 is unbound, but with ADD_TID a part of the stride.
  uint32_t data_format = f->add_tid && !f->typed ? 0 : 1 + rng_below(&p->random, 15), type = 0;
  if (f->formatted && !f->typed) {
    const uint32_t format = buffer_format(p);
    data_format = format & 15;
    unused |= format >> 4 << 12 | select_of(p, f->load);
  }
  if (kind == NOTHING) {
    const bool image = rng_percent(&p->random, 50);
    type = image ? 1 + rng_below(&p->random, 3) : 0;
    data_format = image ? rng_below(&p->random, 16) : 0;
  }
  scalar_op(p, quad, pair, "s_sub_u32 s%u, s%u, 0x%x", quad, pair, back);
  scalar_op(p, quad + 1, pair + 1, "s_subb_u32 s%u, s%u, 0", quad + 1, pair + 1);
  scalar_op(
      p, quad + 1, quad + 1, "s_or_b32 s%u, s%u, 0x%x", quad + 1, quad + 1,
      f->stride << 16 | (p->rdna ? f->enable << 30 : rng_below(&p->random, 2) << 30 | (uint32_t)f->swizzle << 31));
  scalar_op(p, quad + 2, quad + 2, "s_mov_b32 s%u, 0x%x", quad + 2, f->records);
  scalar_op(p, quad + 3, quad + 3, "s_mov_b32 s%u, 0x%x", quad + 3,
            unused | data_format << 15 | f->index_stride << 21 | (uint32_t)f->add_tid << 23 | type << 30);
}

// An inline float as SOFFSET: its bits are an integer. Its text and operand code.
static uint32_t float_offset(program *p, char *text, size_t size, uint32_t *code) {
  static const struct {
    const char *text;
    uint32_t bits;
  } floats[] = {{"0.5", 0x3F000000},  {"-0.5", 0xBF000000}, {"1.0", 0x3F800000},
                {"-1.0", 0xBF800000}, {"2.0", 0x40000000},  {"-2.0", 0xC0000000},
                {"4.0", 0x40800000},  {"-4.0", 0xC0800000}, {"0.15915494309189532", 0x3E22F983}};
  const uint32_t n = rng_below(&p->random, sizeof floats / sizeof *floats);
  snprintf(text, size, "%s", floats[n].text);
  *code = WL_SRC_HALF + n;
  return floats[n].bits;
}

// SOFFSET: its text in the instruction, its operand code, and its value, a multiple of `word`. m0: it may be in M0.
static void soffset(program *p, uint32_t quad, uint32_t word, bool m0, char *text, size_t size, uint32_t *code,
                    uint32_t *value) {
  const uint32_t kind = !p->asked ? rng_below(&p->random, 10) : asks(p, FIELD_SOFFSET, KIND_SGPR) ? 9 : 0;
  *value = kind < 4 ? 0 : kind < 6 ? rng_below(&p->random, 65) : rng_below(&p->random, MOST_SOFFSET + 1);
  *value &= -word;
  if (asks(p, FIELD_SOFFSET, KIND_STATE)) {
    *code = VCC;
    snprintf(text, size, "vcc_lo");
  } else if (kind < 6) {
    *code = WL_SRC_ZERO + *value;
    snprintf(text, size, "%u", *value);
    return;
  } else if (kind == 6 && m0) {
    *code = M0;
    snprintf(text, size, "m0");
  } else {
    do {
      *code = FORK_STACK + rng_below(&p->random, p->plain_sgprs - FORK_STACK);
    } while (*code / 4 == quad / 4);
    if (p->last_sgprs && (p->sgprs - 1) / 4 != quad / 4) *code = p->sgprs - 1;
    snprintf(text, size, "s%u", *code);
  }
  scalar_op(p, *code, *code, "s_movk_i32 %s, 0x%x", text, *value);
}

// Bytes that a lane transfers: those of a format may be any number.
static uint32_t element(program *p, const opcode *o) {
  if (strstr(o->name, "_format_")) return 1 + rng_below(&p->random, ELEMENT);
  if (strstr(o->name, "byte")) return 1;
  if (strstr(o->name, "short")) return 2;
  const char *count = strpbrk(o->operands, "1234");
  return 4 * (uint32_t)(*count - '0');
}

// Makes the form such that NUM_RECORDS is where the element of one of the first lanes ends or begins, or a byte beside
// its end. Structured: it is the number of one of the lanes.
static void set_limit(program *p, buffer_form *f, const opcode *o) {
  enum { MOST_CONSTANT = 16, LANES_IN = 48 };
  const uint32_t lane = rng_below(&p->random, LANES_IN), bytes = element(p, o);
  const uint32_t ends[] = {bytes, 0, bytes - 1, bytes + 1};
  f->small = false;
  f->offset = !f->index;
  f->constant = f->index ? up_to(p, MOST_CONSTANT) : up_to(p, 4095);
  f->records = f->index && f->stride
                   ? lane
                   : f->constant + p->private_stride * (f->index ? 0 : lane) + ends[in_turn(p, TURN_END, 4)];
}

static void vgprs(insn *i, uint32_t first, uint32_t count) {
  append(i, count == 1 ? "v%u" : "v[%u:%u]", first, first + count - 1);
}

// The instruction in words, which llvm-mc cannot write. data: its first VGPR. soffset: an operand code. first, second:
// further bits.
static void in_words(program *p, insn *i, const opcode *o, const buffer_form *f, uint32_t quad, uint32_t soffset,
                     uint32_t address, uint32_t data, uint32_t first, uint32_t second) {
  first |= (f->index ? WL_MUBUF_IDXEN : 0) | (f->offset ? WL_MUBUF_OFFEN : 0);
  first |=
      o->format == MTBUF ? mtbuf_word(o->number, buffer_format(p), f->constant) : mubuf_word(o->number, f->constant);
  i->text[0] = 0;
  append(i, ".long 0x%08x, 0x%08x  // %s%s%s", first, mubuf_registers(soffset, quad / 4, data, address) | second,
         o->name, first & WL_MUBUF_LDS && o->format == MUBUF ? " lds" : "", second & WL_MUBUF_TFE ? " tfe" : "");
}

// As above, for an instruction that has no operands: the fields have no effect.
static void without_operands(program *p, insn *i, const opcode *o) {
  const bool both = asks(p, FIELD_ADDRESS, KIND_BOTH);
  const buffer_form f = {.index = both || asks(p, FIELD_ADDRESS, KIND_INDEX),
                         .offset = both || asks(p, FIELD_ADDRESS, KIND_OFFSET)};
  in_words(p, i, o, &f, 0, p->asked->field == FIELD_SOFFSET ? operand_code(p, p->asked->kind) : 0, 0, 0, 0, 0);
}

// Whether the form has the VGPRs that a hole asks for.
static bool has_address(const program *p, const buffer_form *f) {
  if (!p->asked || p->asked->field != FIELD_ADDRESS) return true;
  const bool both = p->asked->kind == KIND_BOTH;
  return f->index == (both || p->asked->kind == KIND_INDEX) && f->offset == (both || p->asked->kind == KIND_OFFSET);
}

void buffer_access(program *p, const opcode *o) {
  if (!*o->operands) {  // buffer_wbinvl1
    insn i = {.unit = UNIT_VMEM};
    if (p->asked) without_operands(p, &i, o);
    else append(&i, "%s", o->name);
    emit(p, &i);
    return;
  }
  // The modes that move registers of vector instructions remap VGPRs, so no VGPR value is guaranteed.
  const bool moved = p->indexing || p->shared_fields;
  const cover_range *range = p->asked_range;
  const bool atomic = strchr(o->operands, '*');
  const bool aligned = atomic && !moved && (range || rng_percent(&p->random, 90));
  const uint32_t word = !aligned ? 1 : strstr(o->name, "_x2") ? 8 : 4;
  const bool load = o->operands[0] == '=', stores_local = !strcmp(o->name, "buffer_store_lds_dword");
  // A transfer of a dword or less, into the wave's own LDS.
  const bool small = o->format == MUBUF && !strcmp(o->operands, "=1 a") && !strstr(o->name, "_d16_");
  const bool local = stores_local || (small && !moved && !range && !p->asked && !p->limiting &&
                                      p->access == ACCESS_OWN && rng_percent(&p->random, LOCAL_SHARE));
  if (stores_local && (moved || p->access != ACCESS_OWN)) return;
  const bool edge = load && !p->limiting && (p->access == ACCESS_STORE || rng_percent(&p->random, 40));
  const uint32_t span = edge ? EDGE_SPAN : PRIVATE_SPAN, before = edge ? EDGE_BEFORE : PRIVATE_BEFORE;
  const uint32_t plain_quad = FORK_STACK + 4 * rng_below(&p->random, (p->plain_sgprs - FORK_STACK) / 4);
  const uint32_t quad = p->last_sgprs ? (p->sgprs - 4) & ~3u : plain_quad;
  const uint32_t any = rng_percent(&p->random, 60) ? 4 * rng_below(&p->random, 16) : rng_below(&p->random, 64);
  const uint32_t shift = any & -word;
  char text[24];
  uint32_t code, value = 0, lower = 0;  // lower: so many bytes more the base lies before the memory
  if (asks(p, FIELD_SOFFSET, KIND_FLOAT)) lower = float_offset(p, text, sizeof text, &code);
  else soffset(p, quad, word, !p->indexing && !local, text, sizeof text, &code, &value);
  const uint32_t reg = code < SCALARS ? code : SCALARS;
  buffer_kind kind;
  buffer_form f;
  do {
    kind = range ? kind_for(range) : p->limiting ? (buffer_kind)p->limited : rng_below(&p->random, KINDS);
    f = form_of(p, kind, span - shift - value);
  } while (!has_address(p, &f));
  if (range) set_range(p, &f, range);
  if (p->limiting) set_limit(p, &f, o);
  f.formatted = strstr(o->name, "_format_");
  f.typed = o->format == MTBUF;
  f.load = load;
  if (aligned) align(&f, word);
  if (p->rdna && p->limiting) f.oob_select = kind == RAW ? 3 : 1;
  else if (p->rdna) select_check(p, &f, kind, value);
  // SOFFSET counts, and the sum of VGPR and OFFSET wraps (buffer-memory.md 4.1).
  else if (kind == RAW && (range ? range->range != RANGE_EMPTY : p->limiting || rng_percent(&p->random, 85)))
    f.records += value + lower;
  if (kind == RAW && f.offset && !moved && !range && !p->limiting && !atomic && rng_percent(&p->random, WRAP_SHARE))
    f.above = HIGHEST;
  f.constant &= -word;
  if (local) f.constant %= LDS_BYTES / 4;
  resource(p, &f, kind, quad, edge ? 80 : 82, before - shift + lower);

  const uint32_t address = rng_below(&p->random, plain_vgprs(p) - 1), last = address + (f.index && f.offset);
  if (f.above) vector_op(p, last, p->vgprs - 3, "v_or_b32 v%u, 0x%x, v%u", last, f.above, p->vgprs - 3);
  if (f.small) {
    insn i = {.unit = UNIT_VALU};
    const uint32_t values = rng_percent(&p->random, 60) ? VALUES & ~3u : VALUES;
    append(&i, "v_and_b32 v%u, %u, v%u", last, values & -word, p->vgprs - 3);
    touch_vgprs(&i, p->vgprs - 3, 1, false);
    touch_vgprs(&i, last, 1, true);
    emit(p, &i);
  }

  const bool returns = atomic && rng_percent(&p->random, 50);
  const bool status = !local && (load || returns) && rng_percent(&p->random, STATUS_SHARE);
  uint32_t data = rng_below(&p->random, VGPRS);  // of a transfer to or from the LDS nothing
  insn i = {.unit = UNIT_VMEM};
  if (local) wave_m0(p, false, LDS_BYTES, 0, rng_below(&p->random, LDS_BYTES / 2) | rng_below(&p->random, 16) << 20);
  append(&i, "%s ", o->name);
  if (local) {
    touch_sgprs(&i, M0, 1, false);
    i.takes_m0 = i.ordered = i.lds_done = true;
    i.stores = stores_local;
  } else if (load) {
    vector_destination(p, &i, (uint32_t)(o->operands[1] - '0') + status, false);
  } else {
    const uint32_t n = (uint32_t)(o->operands[0] - '0'), limit = returns ? plain_vgprs(p) - status : p->vgprs;
    data = rng_below(&p->random, limit - n + 1);
    vgprs(&i, data, n);
    touch_vgprs(&i, data, n, false);
    if (returns) touch_vgprs(&i, data, (uint32_t)(strchr(o->operands, '=')[1] - '0'), true);
    if (status) touch_vgprs(&i, data + n, 1, true);
    i.stores = true;
    if (n > 2 && reg == SCALARS) {
      i.wide_store = (uint8_t)(data + 1);
      i.wide_count = (uint8_t)n;
    }
  }
  for (int t = 0; load && !local && t < i.touch_count; t++) data = i.touches[t].first;
  append(&i, ", ");
  // Raw: lane*stride is mostly in range, any other VGPR mostly not.
  const bool strided = f.offset && !f.index && !f.small && !f.above && (p->limiting || rng_percent(&p->random, 70));
  const bool numbered = f.index && !f.offset && (range ? !f.above : p->limiting || rng_percent(&p->random, 70));
  const uint32_t first = strided ? p->vgprs - 3 : numbered ? p->vgprs - 1 : address;
  if (f.index || f.offset) {
    vgprs(&i, first, (uint32_t)f.index + f.offset);
    touch_vgprs(&i, first, (uint32_t)f.index + f.offset, false);
  } else {
    append(&i, "off");
  }
  append(&i, ", s[%u:%u], %s", quad, quad + 3, text);
  if (f.typed) append(&i, " format:%u", buffer_format(p));
  append(&i, "%s%s offset:%u", f.index ? " idxen" : "", f.offset ? " offen" : "", f.constant);
  if (returns || (!atomic && rng_percent(&p->random, 10))) append(&i, " glc");
  if (rng_percent(&p->random, 10)) append(&i, " slc");
  touch_sgprs(&i, quad, 4, false);
  if (reg != SCALARS) touch_sgprs(&i, reg, 1, false);
  if (status || local) {
    // The LDS bit of a store has no effect.
    const uint32_t bits = returns ? WL_MUBUF_GLC : 0;
    const uint32_t lds = local && (load || rng_percent(&p->random, 50)) ? WL_MUBUF_LDS : 0;
    in_words(p, &i, o, &f, quad, code, first, data, bits | lds, status ? WL_MUBUF_TFE : 0);
  }
  i.reads_private = load && !edge;
  emit(p, &i);
  // Only a wait for vector memory orders it before the LDS instructions behind it.
  if (local) emit_wait_all(p);
}

void buffer_limit(program *p, const opcode *o, uint32_t kind) {
  p->limiting = true;
  p->limited = kind;
  buffer_access(p, o);
  p->limiting = false;
}
