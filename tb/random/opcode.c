// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "program.h"

const opcode opcodes[] = {
#define ROW(format, number, name, operands, group) {format, number, #name, operands, GROUP_##group},
#include "opcodes.def"
#undef ROW
};
enum { OPCODES = sizeof opcodes / sizeof *opcodes };
const uint32_t opcode_count = OPCODES;

static bool has(const opcode *o, char c) { return strchr(o->operands, c) != NULL; }
static bool starts(const char *text, const char *with) { return !strncmp(text, with, strlen(with)); }

// Whether a character of the operands column is a space or a property of the opcode, and no operand.
static bool is_property(char c) { return c && strchr(" !~#^?eow&%@/|+", c); }

static void separate(insn *i) { append(i, "%s", strchr(i->text, ' ') ? ", " : " "); }

// A float source with its modifiers. VOP3B has no ABS: its field is SDST.
static void float_source(program *p, insn *i, char class, bool any, bool literal, bool modifiers, bool vop3b) {
  const bool neg = modifiers && rng_percent(&p->random, knob(p, KNOB_MODIFIER));
  const bool abs = modifiers && !vop3b && rng_percent(&p->random, knob(p, KNOB_MODIFIER));
  append(i, "%s%s", neg ? "-" : "", abs ? "|" : "");
  const size_t start = strlen(i->text);
  vector_source(p, i, class, any, literal);
  // "-1" would be another constant, not a modified one.
  if (neg && !abs && strchr("0123456789-.", i->text[start])) {
    char operand[40];
    snprintf(operand, sizeof operand, "%s", i->text + start);
    snprintf(i->text + start - 1, sizeof i->text - start + 1, "neg(%s)", operand);
  }
  append(i, "%s", abs ? "|" : "");
}

// Puts one of the two sources that the text ends in before them: v_div_scale scales its denominator or its numerator.
static void repeat_source(program *p, insn *i, size_t from) {
  char text[80];
  snprintf(text, sizeof text, "%s", i->text + from);
  char *second = strstr(text + 2, ", ");
  const bool first = rng_percent(&p->random, 50);
  i->text[from] = 0;
  append(i, ", %.*s%s", first ? (int)(second - text) - 2 : 60, first ? text + 2 : second + 2, text);
}

// CLAMP and OMOD, where the opcode has them.
static void modifiers(program *p, insn *i, const opcode *o) {
  const bool is_float = has(o, 'f') || has(o, 'F') || has(o, 'h') || has(o, '^');
  const bool clamp = has(o, '!') || (is_float && !has(o, '~'));
  const bool has_omod = is_float && o->format != VOPC && !has(o, '#');
  if (clamp && rng_percent(&p->random, knob(p, KNOB_OUTPUT))) append(i, " clamp");
  if (has_omod && rng_percent(&p->random, knob(p, KNOB_OUTPUT))) {
    static const char *const omod[] = {" mul:2", " mul:4", " div:2"};
    append(i, "%s", omod[rng_below(&p->random, 3)]);
  }
}

static void lane_select(program *p, insn *i) {
  const uint32_t kind = rng_below(&p->random, 10);
  if (kind < 3) {
    append(i, "%u", rng_below(&p->random, 65));
  } else if (kind < 4 || *i->bus) {
    append(i, "%s", *i->bus ? i->bus : "m0");
    if (!*i->bus) touch_sgprs(i, M0, 1, false);
  } else {
    const uint32_t r = rng_below(&p->random, p->sgprs);
    append(i, "s%u", r);
    touch_sgprs(i, r, 1, false);
  }
  i->lane_select = true;
}

// OP_SEL of a VOP3 opcode: one bit per source, then one for the destination. OP_SEL and OP_SEL_HI of a VOP3P opcode:
// one bit per source each. So are NEG and NEG_HI.
static void op_sel(program *p, insn *i, const opcode *o, uint32_t sources) {
  static const char *const names[] = {"op_sel", "op_sel_hi", "neg_lo", "neg_hi"};
  const bool packed = o->format == VOP3P;
  for (uint32_t list = 0; list < (has(o, '+') ? 4u : 1u + packed); list++) {
    if (rng_percent(&p->random, 40)) continue;
    append(i, " %s:[", names[list]);
    for (uint32_t n = 0; n < sources + !packed; n++) append(i, "%s%u", n ? "," : "", rng_below(&p->random, 2));
    append(i, "]");
  }
}

// The mask that an SDWA compare writes: VCC, EXEC or an SGPR pair.
static void sdwa_mask(program *p, insn *i) {
  uint32_t r = plain_pair(p);
  if (rng_percent(&p->random, 40)) r = some_name(p, rng_percent(&p->random, 90) ? VCC : EXEC);
  append(i, r == VCC ? "vcc" : r == EXEC ? "exec" : "s[%u:%u]", r, r + 1);
  touch_sgprs(i, r, 2, true);
}

// An integer source of an SDWA instruction.
static void extended_source(program *p, insn *i, char class) {
  const bool extended = rng_percent(&p->random, knob(p, KNOB_MODIFIER));
  append(i, extended ? "sext(" : "");
  vector_source(p, i, class, true, false);
  append(i, extended ? ")" : "");
}

// The literal of madmk and madak.
static uint32_t constant(program *p, bool half) {
  if (float_here(p)) return (uint32_t)float_value(&p->random, half ? 'h' : 'f');
  return edge_value(&p->random) & (half ? 0xFFFF : 0xFFFFFFFF);
}

void vector_opcode(program *p, const opcode *o) {
  insn i = {.unit = UNIT_VALU};
  // An opcode that writes its source too must not write shared registers at random.
  if (p->shared_fields && has(o, '&')) return;
  const bool both = o->format == VOP1 || o->format == VOP2 || o->format == VOPC;
  const bool asked = p->asked;  // for one of the two forms
  const bool sdwa = !p->direct && has_sdwa(o) &&
                    (asked ? asks(p, FIELD_SRC0, KIND_SDWA) : rng_percent(&p->random, knob(p, KNOB_SDWA)));
  i.lds_done = p->direct;
  // dpp_words emits DPP compares, and takes no absolute operands.
  const bool dpp = has_dpp(o) && !sdwa && !p->direct && !(p->shared_fields && o->format == VOPC);
  i.dpp = dpp && (asked ? asks(p, FIELD_SRC0, KIND_DPP) : rng_percent(&p->random, knob(p, KNOB_DPP)));
  if (i.dpp && (o->format == VOPC || !*o->operands)) {
    dpp_words(p, o);
    return;
  }
  if (sdwa && !asked && o->format == VOP2 && o->number == WL_OP_v_cndmask_b32 && !p->indexing && !p->shared_fields &&
      !p->given.on && rng_percent(&p->random, 50)) {
    cndmask_words(p, o);
    return;
  }
  const bool lng = o->format == VOP3 || o->format == VOP3P ||
                   (both && !sdwa && !i.dpp && rng_percent(&p->random, knob(p, KNOB_LONG_FORM)));
  append(&i, "%s%s", o->name, sdwa ? "_sdwa" : i.dpp ? "_dpp" : both ? (lng ? "_e64" : "_e32") : "");
  const uint32_t wide = starts(o->operands, "VVVV") ? 4 : starts(o->operands, "VV") ? 2 : 1;
  const bool vop3b = o->format == VOP3 && has(o, 'c');
  uint32_t sources = 0;
  size_t repeated = 0;
  if (has(o, 'K') || has(o, 'r') || has(o, 'w')) memcpy(i.bus, "-", 2);
  if (has(o, 'w')) touch_sgprs(&i, VCC, 2, false);
  i.div_fmas = has(o, 'w');
  for (const char *c = o->operands; *c; c++) {
    if (is_property(*c)) continue;
    separate(&i);
    switch (*c) {
      case 'V':
        vector_destination(p, &i, wide, false);
        c += wide - 1;
        break;
      case 'B': vector_destination(p, &i, 1, true); break;
      case 'D': scalar_destination(p, &i, 32, false); break;
      case 'c':
        if (sdwa && o->format == VOPC) {
          sdwa_mask(p, &i);
        } else if (lng) {
          mask_destination(p, &i, o->format == VOPC);
        } else {
          append(&i, "vcc");
          touch_sgprs(&i, VCC, 2, true);
        }
        if (has(o, 'e')) touch_sgprs(&i, EXEC, 2, true);
        break;
      case 'r':
        if (lng) {
          mask_source(p, &i);
        } else {
          append(&i, "vcc");
          touch_sgprs(&i, VCC, 2, false);
        }
        break;
      case 'd':
        if (!p->shared_fields && !p->indexing && !p->direct) {
          i.text[strlen(i.text) - 2] = 0;
          repeated = strlen(i.text);
          i.fields++;
          break;
        }
        // fall through
      case 'f':
      case 'F':
      case 'h':
        float_source(p, &i, *c == 'd' ? c[2] : *c, !i.dpp && (lng || sdwa || !sources), !lng && !sdwa && !i.dpp,
                     (lng || sdwa || i.dpp) && !has(o, '+'), vop3b);
        sources++;
        break;
      case 'i':
      case 's':
      case 'l':
        if (sdwa) {
          extended_source(p, &i, *c);
        } else {
          vector_source(p, &i, *c, !i.dpp && (lng || !sources), !lng && !i.dpp);
        }
        sources++;
        break;
      case 'v': vector_source(p, &i, 'v', false, false); break;
      case 'q': vgpr_source(p, &i, 4); break;
      case 'K': append(&i, "0x%x", constant(p, has(o, 'h'))); break;
      case 'x': lane_select(p, &i); break;
      case 'y':
        if (rng_percent(&p->random, 50)) {
          const uint32_t r = rng_below(&p->random, p->sgprs);
          snprintf(i.bus, sizeof i.bus, "s%u", r);
          append(&i, "s%u", r);
          touch_sgprs(&i, r, 1, false);
        } else {
          append(&i, "%d", (int)rng_below(&p->random, 81) - 16);
        }
        break;
      default: break;
    }
  }
  if (repeated) repeat_source(p, &i, repeated);
  if (has(o, 'o') || o->format == VOP3P) op_sel(p, &i, o, sources);
  if (lng || (sdwa && o->format != VOPC)) modifiers(p, &i, o);
  if (sdwa) sdwa_selects(p, &i, o, sources);
  if (i.dpp) {
    char text[80];
    dpp_control(p, text, sizeof text);
    append(&i, " %s", text);
  }
  emit(p, &i);
}

static void scalar(program *p, const opcode *o) {
  insn i = {.unit = UNIT_SALU, .conditional = has(o, '?')};
  append(&i, "%s", o->name);
  for (const char *c = o->operands; *c; c++) {
    const uint32_t bits = c[1] == *c ? 64 : 32;
    if (is_property(*c)) continue;
    separate(&i);
    switch (*c) {
      case 'D':
      case 'M': scalar_destination(p, &i, bits, *c == 'M'); break;
      case 'S': scalar_source(p, &i, bits, true); break;
      case 'R': {
        const uint32_t r = rng_below(&p->random, p->sgprs);
        append(&i, "s%u", r);
        touch_sgprs(&i, r, 1, false);
        break;
      }
      case 'k': append(&i, "0x%x", edge_value(&p->random) & 0xFFFF); break;
      default: break;
    }
    if (bits == 64) c++;
  }
  if (o->group == GROUP_SCALAR_EXEC) {
    touch_sgprs(&i, EXEC, 2, false);
    touch_sgprs(&i, EXEC, 2, true);
  }
  emit(p, &i);
}

// The first destination register of a scalar load. *past: a tuple that ends behind the last SGPR, in FLAT_SCRATCH,
// XNACK_MASK or VCC. The assembler refuses such tuples.
static uint32_t load_destination(program *p, uint32_t count, bool *past) {
  const uint32_t align = count < 4 ? count : 4, from = p->fork_depth ? FORK_STACK : 0;
  // s87 and below are kept. Some of 96 SGPRs may be second names, which a tuple does not mix with others.
  const uint32_t most = p->sgprs == SGPRS ? 16 : second_names(p) < SCALARS ? 4 : 8;
  if (p->last_sgprs && count <= most) {
    const bool ends_in_vcc = p->sgprs == SGPRS && count > 2 && (count == 16 || rng_percent(&p->random, 50));
    const uint32_t r = ((ends_in_vcc ? VCC + 2 : p->sgprs) - count) / align * align;
    *past = ends_in_vcc;
    return r;
  }
  // s[100:101] may hold EXEC of the last fork or the address of private memory.
  *past = (count == 4 || count == 8) && !p->asked && p->sgprs == SGPRS && p->fork_depth < 4 &&
          p->access == ACCESS_OWN && rng_percent(&p->random, 6);
  return *past ? 100 : from + rng_below(&p->random, (p->plain_sgprs - from - count) / align + 1) * align;
}

void scalar_load(program *p, const opcode *o, uint32_t base, int offset) {
  insn i = {.unit = UNIT_SMEM};
  uint32_t count = 1;
  sscanf(o->operands, "=%u", &count);
  bool past;
  uint32_t r = load_destination(p, count, &past);
  const bool by_sgpr = asks(p, FIELD_ADDRESS, KIND_SGPR), by_sum = asks(p, FIELD_ADDRESS, KIND_SUM);
  const uint32_t how = p->asked ? !by_sgpr && !by_sum ? 2 : 0 : rng_below(&p->random, 8);
  bool vcc = !past && count <= 2 && rng_percent(&p->random, 10);
  if (vcc && some_name(p, VCC) < SGPRS) {
    vcc = false;
    r = p->sgprs - count;
  }
  if (past) {
    append(&i, ".long 0x%08x, 0x%08x  // ", smem_word(o->number, r, base, true),
           wl_to_field(WL_SMEM_OFFSET, (uint32_t)offset));
    append(&i, "%s s[%u:%u], s[%u:%u], %d", o->name, r, r + count - 1, base, base + 1, offset);
    touch_sgprs(&i, r, count, true);
    touch_sgprs(&i, base, 2, false);
    emit(p, &i);
    return;
  }
  append(&i, "%s ", o->name);
  if (vcc) {
    append(&i, count == 1 ? "vcc_hi" : "vcc");
    touch_sgprs(&i, count == 1 ? VCC + 1 : VCC, count, true);
  } else {
    append(&i, count == 1 ? "s%u" : "s[%u:%u]", r, r + count - 1);
    touch_sgprs(&i, r, count, true);
  }
  append(&i, ", s[%u:%u], ", base, base + 1);
  if (offset >= 0 && how == 0) {
    const int immediate = by_sum ? offset / 2 : 0;
    emit_text(p, "s_movk_i32 s89, %d", offset - immediate);
    append(&i, by_sum ? "s89 offset:%d" : "s89", immediate);
  } else if (offset >= 0 && how == 1 && !p->indexing) {
    insn m0 = {.unit = UNIT_SALU};
    append(&m0, "s_movk_i32 m0, %d", offset);
    touch_sgprs(&m0, M0, 1, true);
    emit(p, &m0);
    append(&i, "m0");
    touch_sgprs(&i, M0, 1, false);
  } else {
    append(&i, "%d", offset);
  }
  touch_sgprs(&i, base, 2, false);
  emit(p, &i);
  if (p->last_sgprs) emit_wait_all(p);  // s88 and s89 may be among them
}

static void smem(program *p, const opcode *o) {
  if (*o->operands != '=') {
    scalar_memory(p, o);
    return;
  }
  uint32_t count = 1;
  sscanf(o->operands, "=%u", &count);
  const int offset = (int)rng_below(&p->random, EDGE_BYTES - 4 * count + 1) - EDGE_BYTES / 2;
  // An SGPR has no negative offset.
  scalar_load(p, o, 80, p->asked && offset < 0 ? -offset / 2 : offset);
}

static void vgprs(insn *i, uint32_t first, uint32_t count) {
  separate(i);
  append(i, count == 1 ? "v%u" : "v[%u:%u]", first, first + count - 1);
}

bool flat_operands(program *p, insn *i, const opcode *o, uint32_t address, uint32_t count) {
  // What an atomic returns stands last in its row, and first in the text.
  const bool atomic = has(o, '*'), returns = atomic && rng_percent(&p->random, 50);
  if (returns) {
    separate(i);
    vector_destination(p, i, (uint32_t)(strchr(o->operands, '=')[1] - '0'), false);
  }
  for (const char *c = o->operands; *c && *c != '*'; c++) {
    if (*c == '=') {
      const uint32_t n = (uint32_t)(*++c - '0');
      separate(i);
      vector_destination(p, i, n, false);
      c += c[1] == 'd';
    } else if (*c == 'a') {
      if (!count) {
        separate(i);
        append(i, "off");
        continue;
      }
      vgprs(i, address, count);
      touch_vgprs(i, address, count, false);
    } else if (*c >= '1' && *c <= '4') {
      const uint32_t n = (uint32_t)(*c - '0'), r = rng_below(&p->random, p->vgprs - n + 1);
      vgprs(i, r, n);
      touch_vgprs(i, r, n, false);
      i->stores = true;
      if (n > 2) {
        i->wide_store = (uint8_t)(r + 1);
        i->wide_count = (uint8_t)n;
      }
    }
  }
  return returns;
}

enum { TO_LDS = 15, REACH = 768 };  // in percent: loads to the LDS; their offsets

bool goes_to_lds(program *p, const opcode *o, int *offset) {
  // In the modes that move registers of vector instructions M0 is an index.
  if (strcmp(o->operands, "=1 a") || p->indexing || p->shared_fields || p->access != ACCESS_OWN) return false;
  if (!rng_percent(&p->random, TO_LDS)) return false;
  *offset = (int)rng_below(&p->random, 2 * REACH) - REACH;
  const uint32_t add = rng_range(&p->random, REACH, LDS_BYTES - REACH - 256);
  wave_m0(p, false, LDS_BYTES, 0, add | rng_below(&p->random, 16) << 20);
  return true;
}

void load_to_lds(program *p, insn *i) {
  append(i, " lds");
  touch_sgprs(i, M0, 1, false);
  i->takes_m0 = i->ordered = i->lds_done = true;
  emit(p, i);
  // Only a wait for vector memory orders it before the LDS instructions behind it.
  emit_wait_all(p);
}

void global_access(program *p, const opcode *o, uint32_t address, uint32_t saddr, int offset) {
  insn i = {.unit = UNIT_VMEM};
  append(&i, "%s", o->name);
  const bool returns = flat_operands(p, &i, o, address, saddr ? 1 : 2);
  if (saddr) {
    append(&i, ", s[%u:%u] offset:%d", saddr, saddr + 1, offset);
    touch_sgprs(&i, saddr, 2, false);
  } else {
    append(&i, ", off offset:%d", offset);
  }
  if (returns) append(&i, " glc");
  i.reads_private = !i.stores && (!saddr || saddr == 82);
  emit(p, &i);
}

enum { OFFSETS = 8192 };  // values of the field OFFSET

// An atomic on the wave's own memory, mostly on aligned words. Lanes that are less than a word apart share words.
static void global_atomic(program *p, const opcode *o) {
  const uint32_t size = strstr(o->name, "_x2") ? 8 : 4, n = p->vgprs, range = OFFSETS / size;
  const int offset = (int)((rng_below(&p->random, range) - range / 2) * size);
  // The modes that move registers of vector instructions remap VGPRs, so no VGPR value is guaranteed.
  const bool by_pair = asks(p, FIELD_ADDRESS, KIND_VGPR);
  if (by_pair || p->indexing || p->shared_fields || rng_percent(&p->random, 10)) {
    const bool pair = p->asked ? by_pair : rng_percent(&p->random, 50);
    global_access(p, o, pair ? n - 5 : n - 3, pair ? 0 : 82, offset);
    return;
  }
  const uint32_t address = rng_below(&p->random, plain_vgprs(p));
  insn i = {.unit = UNIT_VALU};
  append(&i, "v_and_b32 v%u, -%u, v%u", address, rng_percent(&p->random, 30) ? 16 : size, n - 3);
  touch_vgprs(&i, n - 3, 1, false);
  touch_vgprs(&i, address, 1, true);
  emit(p, &i);
  global_access(p, o, address, 82, offset);
}

static void memory(program *p, const opcode *o) {
  if (has(o, '*')) {
    global_atomic(p, o);
    return;
  }
  // 0: edge values; 1: private memory by SGPR base and offset; 2: private memory by 64-bit address.
  const bool only_edge = p->access == ACCESS_STORE;
  const uint32_t form = asks(p, FIELD_ADDRESS, KIND_VGPR)   ? 2
                        : asks(p, FIELD_ADDRESS, KIND_SGPR) ? 1
                        : !has(o, '=')                      ? 1 + rng_below(&p->random, 2)
                        : only_edge                         ? 0
                                                            : rng_below(&p->random, 3),
                 n = p->vgprs;
  int offset = form == 0 ? (int)rng_below(&p->random, 2000) - 2048 : (int)rng_below(&p->random, 8192) - 4096;
  if (form && goes_to_lds(p, o, &offset)) {
    insn i = {.unit = UNIT_VMEM, .reads_private = true};
    const uint32_t first = form == 1 ? n - 3 : n - 5;
    if (form == 1) append(&i, "%s v%u, s[82:83] offset:%d", o->name, first, offset);
    else append(&i, "%s v[%u:%u], off offset:%d", o->name, first, first + 1, offset);
    touch_vgprs(&i, first, form, false);
    if (form == 1) touch_sgprs(&i, 82, 2, false);
    load_to_lds(p, &i);
    return;
  }
  global_access(p, o, form == 0 ? n - 6 : form == 1 ? n - 3 : n - 5, form == 0 ? 80 : form == 1 ? 82 : 0, offset);
}

bool may_emit(const opcode *o, memory_access access) {
  const bool flat = o->format == FLAT || o->format == SCRATCH;
  const bool buffer = o->format == MUBUF || o->format == MTBUF || o->format == MIMG;
  const bool memory = o->format == DS || o->format == GLOBAL || buffer || flat;
  const bool store = memory && (!has(o, '=') || has(o, '*'));
  // Atomics and scalar stores reach the wave's own memory alone.
  const bool changes = has(o, '*') || (o->format == SMEM && strpbrk(o->operands, "124") && !has(o, '='));
  const bool shared_word =
      (o->format == GLOBAL || buffer || o->format == SMEM || flat) && changes && access != ACCESS_OWN;
  const bool shared_load = flat && !store && access == ACCESS_STORE;
  return !(store && access == ACCESS_LOAD) && !shared_word && !shared_load;
}

// The opcodes of a group that may be emitted, in the order of the table.
typedef struct {
  bool known;
  uint32_t count;
  const opcode *of[OPCODES];
} choice;

static const choice *choice_of(int group, memory_access access) {
  static choice all[GROUP_COUNT][ACCESS_STORE + 1];
  choice *c = &all[group][access];
  for (uint32_t r = 0; r < OPCODES && !c->known; r++)
    if (opcodes[r].group == group && may_emit(&opcodes[r], access)) c->of[c->count++] = &opcodes[r];
  c->known = true;
  return c;
}

void random_opcode(program *p, int group) {
  const choice *c = choice_of(group, p->access);
  if (c->count) emit_opcode(p, c->of[rng_below(&p->random, c->count)]);  // else only stores, which are not allowed
}

void emit_opcode(program *p, const opcode *o) {
  switch (o->format) {
    case SOP1:
    case SOP2:
    case SOPC:
    case SOPK: scalar(p, o); break;
    case SMEM: smem(p, o); break;
    case DS: data_share(p, o); break;
    case MUBUF:
    case MTBUF: buffer_access(p, o); break;
    case MIMG: image_access(p, o); break;
    case GLOBAL: memory(p, o); break;
    case FLAT: flat_access(p, o); break;
    case SCRATCH: scratch_access(p, o); break;
    default: vector_opcode(p, o); break;
  }
}
