// SPDX-License-Identifier: Apache-2.0
// Encodings: gfx9-encoding.md 2 to 4.
#include "encode.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

enum { OPERANDS = 5, INTEGERS = 128, NEGATIVES = 192, VECTOR = 256, LITERAL = 255, OFF = 127 };
enum { VOP2_IN_VOP3 = 0x100, VOP1_IN_VOP3 = 0x140 };
enum { NAMES = 4096 };  // places of the table of names: a power of two, far more than there are opcodes

// ---- operands ----------------------------------------------------------------------------------

typedef struct {
  uint32_t code;     // as in a source field
  uint32_t literal;  // where code is LITERAL
  int64_t value;     // of a number
  bool number, real, neg, abs;
} operand;

static const struct {
  const char *name;
  uint32_t code;
} named[] = {{"vcc", WL_VCC},
             {"exec", WL_EXEC},
             {"m0", WL_M0},
             {"vcc_lo", WL_VCC},
             {"vcc_hi", WL_VCC + 1},
             {"exec_lo", WL_EXEC},
             {"exec_hi", WL_EXEC + 1},
             {"flat_scratch_lo", WL_FLAT_SCRATCH},
             {"flat_scratch_hi", WL_FLAT_SCRATCH + 1},
             {"flat_scratch", WL_FLAT_SCRATCH},
             {"off", OFF}};

// The numbers that have codes of their own, as the generator writes them.
static const struct {
  const char *text;
  uint32_t code, bits;
} reals[] = {{"0.5", 240, 0x3f000000},  {"-0.5", 241, 0xbf000000}, {"1.0", 242, 0x3f800000},
             {"-1.0", 243, 0xbf800000}, {"2.0", 244, 0x40000000},  {"-2.0", 245, 0xc0000000},
             {"4.0", 246, 0x40800000},  {"-4.0", 247, 0xc0800000}, {NULL, 248, 0x3e22f983}};
enum { REALS = sizeof reals / sizeof *reals };

static bool is(const char *text, size_t size, const char *name) { return !strncmp(text, name, size) && !name[size]; }

// "12" at p. NULL: no number.
static const char *plain_number(const char *p, uint32_t *value) {
  if (!isdigit((unsigned char)*p)) return NULL;
  for (*value = 0; isdigit((unsigned char)*p); p++) *value = *value * 10 + (uint32_t)(*p - '0');
  return p;
}

// s5, s[4:7], v5, v[4:7]
static bool reads_register(const char *p, const char *end, uint32_t *code) {
  const uint32_t base = *p == 'v' ? VECTOR : 0;
  uint32_t last;
  if (*p != 's' && *p != 'v') return false;
  if (p[1] != '[') return (p = plain_number(p + 1, code)) == end && (*code += base, true);
  p = plain_number(p + 2, code);
  if (!p || *p != ':' || !(p = plain_number(p + 1, &last)) || p + 1 != end || *p != ']') return false;
  *code += base;
  return true;
}

static bool reads_number(const char *p, const char *end, operand *o) {
  const bool minus = *p == '-';
  char *stop;
  if (!isdigit((unsigned char)p[minus])) return false;
  for (uint32_t r = 0; r < REALS; r++) {
    if (!reals[r].text || !is(p, (size_t)(end - p), reals[r].text)) continue;
    o->code = reals[r].code;
    return o->real = true;
  }
  o->value = strtoll(p, &stop, 0);
  if (stop != end) return false;
  o->number = true;
  o->literal = (uint32_t)o->value;
  o->code = o->value >= 0 && o->value <= 64   ? INTEGERS + (uint32_t)o->value
            : o->value < 0 && o->value >= -16 ? NEGATIVES + (uint32_t)-o->value
                                              : LITERAL;
  return true;
}

static bool read_operand(const char *p, const char *end, operand *o) {
  *o = (operand){0};
  if (reads_number(p, end, o)) return true;
  if (*p == '-') o->neg = true, p++;
  if (*p == '|' && end - p > 2 && end[-1] == '|') o->abs = true, p++, end--;
  if (reads_register(p, end, &o->code)) return true;
  for (uint32_t n = 0; n < sizeof named / sizeof *named; n++) {
    if (!is(p, (size_t)(end - p), named[n].name)) continue;
    o->code = named[n].code;
    return true;
  }
  return false;
}

// ---- an instruction ----------------------------------------------------------------------------

typedef struct {
  const opcode *of;
  enum { FORM_ANY, FORM_SHORT, FORM_LONG } form;  // what the name asks for
  operand o[OPERANDS];
  uint32_t count;
  uint32_t clamp, omod;
  bool glc, gds;
  int32_t offset;
} reading;

static const opcode *find(const char *name, size_t size) {
  static const opcode *table[NAMES];
  static bool made;
  for (uint32_t r = 0; r < opcode_count && !made; r++) {
    uint32_t h = 0;
    for (const char *p = opcodes[r].name; *p; p++) h = h * 31 + (uint8_t)*p;
    while (table[h %= NAMES]) h++;
    table[h] = &opcodes[r];
  }
  made = true;
  uint32_t h = 0;
  for (size_t i = 0; i < size; i++) h = h * 31 + (uint8_t)name[i];
  for (; table[h %= NAMES]; h++)
    if (is(name, size, table[h]->name)) return table[h];
  return NULL;
}

// What follows the operands.
static bool read_modifiers(const char *p, reading *r) {
  static const struct {
    const char *text;
    uint32_t clamp, omod;
  } all[] = {{"clamp", 1, 0}, {"mul:2", 0, 1}, {"mul:4", 0, 2}, {"div:2", 0, 3}};
  while (*p) {
    const size_t size = strcspn(p, " ");
    bool found = is(p, size, "glc") || is(p, size, "gds");
    r->glc |= is(p, size, "glc");
    r->gds |= is(p, size, "gds");
    if (!strncmp(p, "offset:", 7)) {
      char *end;
      r->offset = (int32_t)strtol(p + 7, &end, 0);
      found = end == p + size;
    }
    for (uint32_t m = 0; m < sizeof all / sizeof *all; m++) {
      if (!is(p, size, all[m].text)) continue;
      r->clamp |= all[m].clamp;
      r->omod |= all[m].omod;
      found = true;
    }
    if (!found) return false;
    p += size;
    p += strspn(p, " ");
  }
  return true;
}

static bool read_instruction(const char *text, reading *r) {
  const char *p = text;
  size_t size = strcspn(p, " ");
  *r = (reading){0};
  if (size > 4 && !strncmp(p + size - 4, "_e32", 4)) r->form = FORM_SHORT;
  if (size > 4 && !strncmp(p + size - 4, "_e64", 4)) r->form = FORM_LONG;
  if (!(r->of = find(p, size - (r->form == FORM_ANY ? 0 : 4)))) return false;
  for (p += size; *p == ' ' || *p == ','; p += size) {
    p += strspn(p, ", ");
    if (!*p) return true;
    if (r->count == OPERANDS) return false;
    size = strcspn(p, ", ");
    if (!read_operand(p, p + size, &r->o[r->count]))
      return r->count && p[-1] == ' ' && p[-2] != ',' && read_modifiers(p, r);
    r->count++;
  }
  return !*p;
}

// Whether a literal is one for this letter of the operand. Other letters, and numbers that have a code as well, are
// left to the assembler.
static bool literal_fits(const operand *o, char letter) {
  if (o->code != LITERAL) return true;
  if (!strchr("Sfiv", letter) || o->value > UINT32_MAX || o->value < INT32_MIN) return false;
  for (uint32_t n = 0; n < REALS; n++)
    if (reals[n].bits == o->literal) return false;
  return (int32_t)o->literal < -16 || (int32_t)o->literal > 64;
}

static uint32_t with_literal(const operand *a, const operand *b, uint32_t words[ENCODED_MOST]) {
  const operand *const o = a->code == LITERAL ? a : b && b->code == LITERAL ? b : NULL;
  if (!o) return 1;
  if (a->code == LITERAL && b && b->code == LITERAL) return 0;
  words[1] = o->literal;
  return 2;
}

static bool plain(const operand *o) { return !o->neg && !o->abs; }
static bool is_sgpr(const operand *o) { return plain(o) && !o->number && !o->real && o->code < INTEGERS; }
static bool is_vgpr(const operand *o) { return plain(o) && o->code >= VECTOR; }
static bool of_memory(const reading *r) { return r->glc || r->gds || r->offset; }

static uint32_t scalar(const reading *r, const char *letters, uint32_t words[ENCODED_MOST]) {
  const opcode *of = r->of;
  operand none = {0}, *source[2] = {&none, &none};
  uint32_t dst = 0, sources = 0, at = 0;
  for (const char *l = letters; *l && !strchr("?e&", *l); l += strcspn(l, " "), l += strspn(l, " ")) {
    operand *o = (operand *)&r->o[at++];
    if (at > r->count || !plain(o)) return 0;
    if (*l == 'k') {
      if (of->format != SOPK || !o->number || o->value < -32768 || o->value > 65535) return 0;
      source[0] = o;
      continue;
    }
    if (o->code >= VECTOR) return 0;
    if (*l == 'D' || *l == 'M' || of->format == SOPK) {
      if (o->number || o->real) return 0;
      dst = o->code;
    } else if (*l == 'S' && sources < 2) {
      if (!literal_fits(o, l[1] == 'S' ? 'l' : 'S')) return 0;
      source[sources++] = o;
    } else {
      return 0;
    }
  }
  if (at != r->count || r->clamp || r->omod || of_memory(r)) return 0;
  switch (of->format) {
    case SOP1: words[0] = sop1_word(of->number, dst, source[0]->code); break;
    case SOP2: words[0] = sop2_word(of->number, dst, source[0]->code, source[1]->code); break;
    case SOPC: words[0] = sopc_word(of->number, source[0]->code, source[1]->code); break;
    default: words[0] = sopk_word(of->number, dst, (uint32_t)source[0]->value); return 1;
  }
  return with_literal(source[0], source[1], words);
}

// The operands of a vector instruction by their place.
typedef struct {
  operand dst, carry, source[3];  // carry: mask destination
  bool has_dst, has_carry, has_mask;
  uint32_t sources;
} vector;

static bool read_vector(const reading *r, const char *letters, vector *v) {
  uint32_t at = 0;
  *v = (vector){0};
  for (const char *l = letters; *l; l += strcspn(l, " "), l += strspn(l, " ")) {
    if (!isalpha((unsigned char)*l) || *l == 'w' || (*l == 'e' && !isalpha((unsigned char)l[1]))) continue;
    if (at == r->count) return false;
    const operand *o = &r->o[at++];
    if (strchr("VBDc", *l)) {
      if (o->number || o->real || !plain(o)) return false;
      *(*l == 'c' ? &v->carry : &v->dst) = *o;
      *(*l == 'c' ? &v->has_carry : &v->has_dst) = true;
    } else if (strchr("fhislvFrxyq", *l) && v->sources < 3) {
      if (o->real || !literal_fits(o, *l)) return false;
      v->has_mask |= *l == 'r';
      v->source[v->sources++] = *o;
    } else {
      return false;
    }
  }
  return at == r->count;
}

static uint32_t short_form(const reading *r, const vector *v, uint32_t words[ENCODED_MOST]) {
  const opcode *of = r->of;
  const uint32_t number = of->number, masks = v->has_mask ? 1 : 0;
  if (r->clamp || r->omod) return 0;
  for (uint32_t s = 0; s < v->sources; s++)
    if (!plain(&v->source[s])) return 0;
  if (v->has_carry && v->carry.code != WL_VCC) return 0;
  if (v->has_mask && v->source[v->sources - 1].code != WL_VCC) return 0;
  const uint32_t sources = v->sources - masks;
  if (sources > 1 && v->source[1].code < VECTOR) return 0;
  if (of->format == VOP1 && sources == 1) words[0] = vop1_word(number, v->dst.code & 0xff, v->source[0].code);
  else if (of->format == VOP2 && sources == 2)
    words[0] = vop2_word(number, v->dst.code & 0xff, v->source[0].code, v->source[1].code & 0xff);
  else if (of->format == VOPC && sources == 2)
    words[0] = vopc_word(number, v->source[0].code, v->source[1].code & 0xff);
  else return 0;
  return with_literal(&v->source[0], NULL, words);
}

static uint32_t long_form(const reading *r, const vector *v, uint32_t words[ENCODED_MOST]) {
  const opcode *of = r->of;
  uint32_t src[3] = {0}, abs = 0, neg = 0;
  for (uint32_t s = 0; s < v->sources; s++) {
    src[s] = v->source[s].code;
    if (src[s] == LITERAL) return 0;
    abs |= (uint32_t)v->source[s].abs << s;
    neg |= (uint32_t)v->source[s].neg << s;
  }
  const uint32_t number = of->number + (of->format == VOP2 ? VOP2_IN_VOP3 : of->format == VOP1 ? VOP1_IN_VOP3 : 0);
  const bool compare = of->format == VOPC;
  if (compare ? !v->has_carry || v->has_dst : !v->has_dst) return 0;
  if (v->has_carry && !compare && abs) return 0;
  words[0] = vop3_word(number, (compare ? v->carry.code : v->dst.code) & 0xff) | wl_to_field(WL_BITS(10, 8), abs) |
             wl_to_field(WL_BITS(15, 15), r->clamp);
  if (v->has_carry && !compare) words[0] |= wl_to_field(WL_BITS(14, 8), v->carry.code);
  words[1] = vop3_sources(src) | wl_to_field(WL_BITS(28, 27), r->omod) | wl_to_field(WL_BITS(31, 29), neg);
  return 2;
}

static uint32_t scalar_memory_load(const reading *r, uint32_t words[ENCODED_MOST]) {
  const operand *o = r->o;
  if (strncmp(r->of->name, "s_load_", 7) || r->count != 3 || r->gds || r->offset || r->clamp || r->omod) return 0;
  if (!is_sgpr(&o[0]) || !is_sgpr(&o[1]) || !o[2].number || o[2].value < -(1 << 20) || o[2].value >= 1 << 20) return 0;
  words[0] = smem_word(r->of->number, o[0].code, o[1].code, true) | wl_to_field(WL_BITS(16, 16), r->glc);
  words[1] = (uint32_t)o[2].value & 0x1fffff;
  return 2;
}

static uint32_t global(const reading *r, uint32_t words[ENCODED_MOST]) {
  const operand *o = r->o;
  const bool load = !strncmp(r->of->name, "global_load_", 12), store = !strncmp(r->of->name, "global_store_", 13);
  if ((!load && !store) || r->count != 3 || r->gds || r->clamp || r->omod) return 0;
  if (!is_vgpr(&o[0]) || !is_vgpr(&o[1]) || !is_sgpr(&o[2]) || r->offset < -4096 || r->offset > 4095) return 0;
  const uint32_t first = o[0].code & 0xff, second = o[1].code & 0xff;
  words[0] = flat_word(r->of->number, WL_SEG_GLOBAL, (uint32_t)r->offset) | wl_to_field(WL_BITS(16, 16), r->glc);
  words[1] = load ? flat_registers(first, o[2].code, 0, second) : flat_registers(0, o[2].code, second, first);
  return 2;
}

static uint32_t share(const reading *r, uint32_t words[ENCODED_MOST]) {
  uint32_t at = 0, addr = 0, dst = 0, data[2] = {0}, datas = 0;
  if (r->glc || r->clamp || r->omod || r->offset < 0 || r->offset > 65535) return 0;
  for (const char *l = r->of->operands; *l && *l != '*'; l += strcspn(l, " "), l += strspn(l, " ")) {
    const bool known =
        (*l == '=' && isdigit((unsigned char)l[1])) || *l == 'a' || (isdigit((unsigned char)*l) && datas < 2);
    if (!known || at == r->count || !is_vgpr(&r->o[at])) return 0;
    const uint32_t number = r->o[at++].code & 0xff;
    if (*l == '=') dst = number;
    else if (*l == 'a') addr = number;
    else data[datas++] = number;
  }
  if (at != r->count) return 0;
  words[0] = ds_word(r->of->number, (uint32_t)r->offset) | wl_to_field(WL_BITS(16, 16), r->gds);
  words[1] = ds_registers(dst, data[1], data[0], addr);
  return 2;
}

// "hwreg(HW_REG_MODE, 4, 2)" or "hwreg(5, 4, 2)" as the 16 bits of the instruction. NULL: another text.
static const char *hardware_register(const char *p, uint32_t *simm) {
  uint32_t number = 0, at, size;
  if (strncmp(p, "hwreg(", 6)) return NULL;
  p += 6;
  if (!strncmp(p, "HW_REG_MODE", 11)) number = 1, p += 11;
  else if (!(p = plain_number(p, &number))) return NULL;
  if (strncmp(p, ", ", 2) || !(p = plain_number(p + 2, &at))) return NULL;
  if (strncmp(p, ", ", 2) || !(p = plain_number(p + 2, &size)) || *p != ')') return NULL;
  *simm = number | at << 6 | (size - 1) << 11;
  return p + 1;
}

static uint32_t state_register(const char *text, uint32_t words[ENCODED_MOST]) {
  const bool get = !strncmp(text, "s_getreg_b32 ", 13), set = !strncmp(text, "s_setreg_b32 ", 13);
  const bool immediate = !strncmp(text, "s_setreg_imm32_b32 ", 19);
  uint32_t simm;
  operand o;
  if (get) {
    const char *comma = strchr(text, ',');
    if (!comma || !read_operand(text + 13, comma, &o) || !is_sgpr(&o)) return 0;
    const char *end = hardware_register(comma + 2, &simm);
    if (!end || *end) return 0;
    words[0] = sopk_word(WL_OP_s_getreg_b32, o.code, simm);
    return 1;
  }
  if (!set && !immediate) return 0;
  const char *p = hardware_register(text + (set ? 13 : 19), &simm);
  if (!p || strncmp(p, ", ", 2) || !read_operand(p + 2, p + strlen(p), &o) || (set ? !is_sgpr(&o) : !o.number))
    return 0;
  words[0] = sopk_word(set ? WL_OP_s_setreg_b32 : WL_OP_s_setreg_imm32_b32, set ? o.code : 0, simm);
  words[1] = o.literal;
  return set ? 1 : 2;
}

static uint32_t fixed(const char *text, uint32_t words[ENCODED_MOST]) {
  if (!strncmp(text, "s_nop ", 6)) {
    uint32_t n;
    const char *p = plain_number(text + 6, &n);
    if (!p || *p || n > 15) return 0;
    words[0] = sopp_word(WL_OP_s_nop, n);
    return 1;
  }
  if (!strcmp(text, "s_barrier")) {
    words[0] = sopp_word(WL_OP_s_barrier, 0);
    return 1;
  }
  static const char *const names[] = {"s_waitcnt vmcnt(", ") expcnt(", ") lgkmcnt("};
  uint32_t count[3];
  if (strncmp(text, names[0], strlen("s_waitcnt "))) return state_register(text, words);
  const char *p = text;
  for (uint32_t i = 0; i < 3; i++) {
    const size_t size = strlen(names[i]);
    if (strncmp(p, names[i], size) || !(p = plain_number(p + size, &count[i]))) return 0;
  }
  const uint32_t vm = count[0], exp = count[1], lgkm = count[2];
  if (strcmp(p, ")") || vm > WL_VM_CNT_MAX || exp > WL_EXP_CNT_MAX || lgkm > WL_LGKM_CNT_MAX) return 0;
  words[0] = sopp_word(WL_OP_s_waitcnt, (vm & 15) | exp << 4 | lgkm << 8 | vm >> 4 << 14);
  return 1;
}

// ".long 0x7d8408fa, 0xff08bd09  // what it is"
static uint32_t bare(const char *p, uint32_t words[ENCODED_MOST]) {
  uint32_t count = 0;
  do {
    char *end;
    if (count == ENCODED_MOST || !isdigit((unsigned char)p[strspn(p, " ")])) return 0;
    words[count++] = (uint32_t)strtoul(p, &end, 0);
    p = end;
  } while (*p++ == ',');
  p--;
  p += strspn(p, " ");
  return !*p || !strncmp(p, "//", 2) ? count : 0;
}

uint32_t encode_instruction(const char *text, uint32_t words[ENCODED_MOST]) {
  reading r;
  vector v;
  if (!strncmp(text, ".long ", 6)) return bare(text + 6, words);
  const uint32_t count = fixed(text, words);
  if (count || !read_instruction(text, &r)) return count;
  const opcode *of = r.of;
  if (of->format <= SOPK) return scalar(&r, of->operands, words);
  if (of->format == SMEM) return scalar_memory_load(&r, words);
  if (of->format == GLOBAL) return global(&r, words);
  if (of->format == DS) return share(&r, words);
  if (of_memory(&r)) return 0;
  const bool both = of->format == VOP1 || of->format == VOP2 || of->format == VOPC;
  if ((!both && of->format != VOP3) || !read_vector(&r, of->operands, &v)) return 0;
  if (of->format == VOP3) return r.form == FORM_ANY ? long_form(&r, &v, words) : 0;
  return r.form == FORM_LONG ? long_form(&r, &v, words) : short_form(&r, &v, words);
}

// ---- a program ---------------------------------------------------------------------------------

// Appends a word as four characters of a string.
static char *put_word(char *to, uint32_t word) {
  for (uint32_t byte = 0; byte < 4; byte++) {
    const uint32_t c = word >> 8 * byte & 0xff;
    if (isalnum((int)c)) {
      *to++ = (char)c;
      continue;
    }
    *to++ = '\\';
    for (int bit = 6; bit >= 0; bit -= 3) *to++ = (char)('0' + (c >> bit & 7));
  }
  return to;
}

// LLVM reads strings far faster than numbers.
char *encode_program(const char *text) {
  enum { STRING = 4 * 4 * ENCODED_MOST, AROUND = 16 };  // bytes of an instruction's words, and of the line around them
  size_t most = 1;
  for (const char *p = text; *p; p += strcspn(p, "\n"), p += *p == '\n') most += STRING + AROUND;
  char *made = malloc(most + strlen(text)), *to = made, line[256];
  bool open = false;  // a string that may go on
  while (made && *text) {
    uint32_t words[ENCODED_MOST], count = 0;
    const size_t length = strcspn(text, "\n"), whole = length + (text[length] == '\n');
    if (length > 2 && length < sizeof line && text[0] == ' ' && text[1] == ' ') {
      memcpy(line, text + 2, length - 2);
      line[length - 2] = 0;
      count = encode_instruction(line, words);
    }
    if ((count > 0) != open) to = stpcpy(to, open ? "\"\n" : ".ascii \"");
    open = count > 0;
    for (uint32_t w = 0; w < count; w++) to = put_word(to, words[w]);
    if (!open) to = mempcpy(to, text, whole);
    text += whole;
  }
  if (open) to = stpcpy(to, "\"\n");
  if (made) *to = 0;
  return made;
}
