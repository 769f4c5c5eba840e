// SPDX-License-Identifier: Apache-2.0
// The model of MINI16 (README.md): what each instruction does, for the checker and for runs of the model alone.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wavelock/model_ops.h>

// SIZE: bytes of an instruction, and of an element of memory. BYTES: of the elements of all lanes.
enum { SLOTS = 2, LANES = 8, VECTORS = 16, SCALARS = 10, ENTRIES = 4, TAGS = 64, SIZE = 2, LINE = 64, BYTES = 16 };
// clang-format off
// What follows a name: which bits of the word then belong to the name, the fields that are registers (d 1, a 2, b 4).
enum { D, DAB, DN, PAB, DBA, P, N, BARE };
static const struct { uint32_t name, registers; const char *text; } forms[] = {
    {0xF0FF, 1, "%s r%u"}, {0xF000, 7, "%s r%u, r%u, r%u"}, {0xF000, 1, "%s r%u, %u"}, {0xFC00, 6, "%s p%u, r%u, r%u"},
    {0xF00C, 3, "%s r%u, b%u[r%u]"}, {0xFFFC, 0, "%s p%u"}, {0xFF00, 0, "%s %d"}, {0xFFFF, 0, "%s"}};
// Name, its bits, what follows it, and the value that an active lane of d gets; of EQ to LTS, of p.
#define INSTRUCTIONS(I) \
  I(LANE, 0x0001, D, lane)     I(WAVE, 0x0002, D, w->scalar[1]) I(GROUP, 0x0003, D, w->scalar[0]) \
  I(ADD, 0x1000, DAB, a + b)   I(SUB, 0x2000, DAB, a - b)   I(MUL, 0x3000, DAB, a * b)   I(AND, 0x4000, DAB, a & b) \
  I(OR, 0x5000, DAB, a | b)    I(XOR, 0x6000, DAB, a ^ b)   I(SHL, 0x7000, DAB, a << b % 16) \
  I(SHR, 0x8000, DAB, a >> b % 16) I(SAR, 0x9000, DAB, (int16_t)a >> b % 16) \
  I(LI, 0xA000, DN, i->n)      I(LIH, 0xB000, DN, i->n << 8 | (d & 0xFF)) I(EQ, 0xC000, PAB, a == b) \
  I(NE, 0xC400, PAB, a != b)   I(LTU, 0xC800, PAB, a < b)   I(LTS, 0xCC00, PAB, (int16_t)a < (int16_t)b) \
  I(LD, 0xD000, DBA, 0)        I(ST, 0xE000, DBA, 0)        I(BRA, 0xF000, N, 0)         I(BRZ, 0xF100, N, 0) \
  I(BRN, 0xF200, N, 0)         I(IF, 0xF300, P, 0)          I(ELSE, 0xF400, BARE, 0)     I(POP, 0xF500, BARE, 0) \
  I(KEEP, 0xF600, P, 0)        I(FENCE, 0xF700, BARE, 0)    I(NOP, 0xF800, BARE, 0)      I(END, 0xFF00, BARE, 0)
#define NAME(name, bits, form, value) name,
#define ROW(name, bits, form, value) {#name, bits, form},
#define VALUE(name, bits, form, formula) if (i->op == name) value = (uint32_t)(formula);
enum { INSTRUCTIONS(NAME) NONE };
static const struct { const char *name; uint32_t bits, form; } table[] = {INSTRUCTIONS(ROW) {"illegal", 0, BARE}};
// clang-format on

typedef struct {
  uint32_t op, form, d, a, b, n;  // op NONE: it is no instruction; n: bits 7:0
  uint32_t uses;                  // a bit for each register that it reads or writes
  wl_block block;
} instruction;
// A load or store. Byte k of lane l has the number 8 * k + l.
typedef struct {
  bool pending, store, written;  // written: a load has written its register
  uint32_t number, active;       // number: of the register
  uint64_t pc, address[BYTES];
  uint8_t data[BYTES];
  uint32_t bytes, requested, performed;  // a bit for each byte; bytes: those of the active lanes
} access;
typedef struct {
  bool live, faulted;
  uint64_t pc;
  uint32_t active, predicates, depth, stack, scalar[WL_SGPRS];
  access access[TAGS];
} wave;
typedef struct {
  wl_mem *mem;
  bool at_issue;  // loads and stores execute whole at their issue
  wave wave[SLOTS];
  uint32_t vector[SLOTS * VECTORS][LANES];
} mini;
static mini *of(const wl_model *m) { return (mini *)m; }
static wave *wave_of(const wl_model *m, uint32_t slot) { return &of(m)->wave[slot]; }
// The result, and why.
#define SAID(result, why, ...) (snprintf(why, 160, __VA_ARGS__), result)

static wl_model *create(const wl_config *unit, wl_mem *mem) {
  (void)unit;
  mini *g = calloc(1, sizeof *g);
  if (g) g->mem = mem;
  return (wl_model *)g;
}
static void destroy(wl_model *m) { free(m); }

static wl_result wave_start(wl_model *m, uint32_t slot, const wl_wave_init *init) {
  const bool fits = !(init->exec >> LANES) && init->pc % SIZE == 0 && init->sgpr_count <= SCALARS;
  if (slot >= SLOTS || wave_of(m, slot)->live || !fits || init->vgpr_count || init->more_count) return WL_BAD_EVENT;
  *wave_of(m, slot) = (wave){.live = true, .pc = init->pc, .active = (uint32_t)init->exec};
  memcpy(wave_of(m, slot)->scalar, init->sgpr, init->sgpr_count * sizeof *init->sgpr);
  memset(of(m)->vector[slot * VECTORS], 0, VECTORS * sizeof *of(m)->vector);
  return WL_OK;
}

static instruction decode(uint32_t word) {
  instruction i = {.d = word >> 8 & 15, .a = word >> 4 & 15, .b = word & 15, .n = word & 255};
  while (i.op < NONE && (word & forms[table[i.op].form].name) != table[i.op].bits) i.op++;
  i.form = table[i.op].form;
  const uint32_t r = forms[i.form].registers;
  i.uses = (r & 1) << i.d | (r >> 1 & 1) << i.a | (r >> 2) << i.b;
  i.block = i.form == DBA ? WL_UNIT_VMEM : i.form < DBA ? WL_UNIT_VALU : WL_UNIT_SCALAR;
  if (i.form == PAB) i.d %= 4;
  return i;
}
// The word at PC; more than 16 bits, which is no instruction, where no code is.
static uint32_t fetched(const wl_model *m, uint32_t slot) {
  const uint64_t pc = wave_of(m, slot)->pc;
  uint16_t word;
  return wl_mem_mapped(of(m)->mem, pc) && wl_mem_read(of(m)->mem, pc, &word, SIZE) ? word : 0x10000;
}

// Whether the wave has to wait before this instruction, and for what.
static bool waits(const wave *w, const instruction *i, char why[160]) {
  const char *const kind[] = {"load", "store"}, *name = table[i->op].name;
  for (const access *x = w->access; x < w->access + TAGS; x++) {
    const bool uses = !x->store && !x->written && x->active && i->uses >> x->number & 1;
    if (x->pending && (uses || i->op == FENCE || i->op == END))
      return SAID(true, why, "%s waits for the %s of r%u at 0x%" PRIx64, name, kind[x->store], x->number, x->pc);
  }
  return false;
}

static void execute(wave *w, uint32_t (*r)[LANES], const instruction *i) {
  const uint32_t top = w->depth ? w->stack >> 8 * (w->depth - 1) & 0xFF : 0;
  uint32_t holds = 0;
  for (uint32_t lane = 0; lane < LANES; lane++) {
    const uint32_t d = r[i->d][lane], a = r[i->a][lane], b = r[i->b][lane];
    uint32_t value = 0;
    INSTRUCTIONS(VALUE);
    if (!(w->active >> lane & 1)) continue;
    holds |= (value & 1) << lane;
    if (i->form < PAB) r[i->d][lane] = value & 0xFFFF;
  }
  if (i->form == PAB) w->predicates = (w->predicates & ~(0xFFu << 8 * i->d)) | holds << 8 * i->d;
  if (i->op == IF) w->stack |= w->active << 8 * w->depth++;
  if (i->form == P) w->active &= w->predicates >> 8 * i->b;
  if (i->op == ELSE || i->op == POP) w->active = i->op == POP ? top : top & ~w->active;
  if (i->op == POP) w->stack ^= top << 8 * --w->depth;
  const bool jumps = i->op == BRA || (i->op == BRZ && !w->active) || (i->op == BRN && w->active);
  w->pc += jumps ? (uint64_t)(SIZE * (int8_t)i->n) : SIZE;
  w->live = i->op != END;
}

// Memory reads or writes bytes of an access. If lanes store to one place, the highest one's value stays, in whatever
// order they come.
static void at_memory(wl_mem *mem, access *x, uint32_t bytes) {
  for (uint32_t i = 0; i < BYTES; i++) {
    bool over = !(bytes >> i & 1) || !wl_mem_mapped(mem, x->address[i]);
    for (uint32_t h = i + 1; x->store && h < BYTES; h++)
      over |= x->performed >> h & 1 && x->address[h] == x->address[i];
    if (!over && x->store) wl_mem_write(mem, x->address[i], &x->data[i], 1);
    if (!over && !x->store) wl_mem_read(mem, x->address[i], &x->data[i], 1);
  }
  x->performed |= bytes;
}
static void write_loaded(uint32_t lanes[LANES], access *x) {
  for (uint32_t l = 0; l < LANES; l++)
    if (x->active >> l & 1) lanes[l] = x->data[l] | (uint32_t)x->data[LANES + l] << 8;
  x->written = true;
}
static void load_or_store(const mini *g, const wave *w, uint32_t (*r)[LANES], access *x, const instruction *i) {
  const uint64_t buffer = w->scalar[2 + 2 * i->b] | (uint64_t)w->scalar[3 + 2 * i->b] << 32;
  *x = (access){.pending = !g->at_issue, .store = i->op == ST, .number = i->d, .active = w->active, .pc = w->pc};
  x->bytes = x->active | x->active << LANES;
  for (uint32_t n = 0; n < BYTES; n++) {
    x->address[n] = buffer + SIZE * r[i->a][n % LANES] + n / LANES;
    if (x->store) x->data[n] = (uint8_t)(r[i->d][n % LANES] >> 8 * (n / LANES));
  }
  if (g->at_issue) at_memory(g->mem, x, x->bytes);
  if (g->at_issue && !x->store) write_loaded(r[i->d], x);
}

static wl_result issue(wl_model *m, uint32_t slot, uint32_t tag, wl_effect *e) {
  *e = (wl_effect){.size = SIZE};
  wave *w = slot < SLOTS && tag < TAGS ? wave_of(m, slot) : NULL;
  if (!w || !w->live || w->faulted)
    return SAID(WL_BAD_EVENT, e->why, "slot %u has no wave that runs, or there is no tag %u", slot, tag);
  const uint32_t word = fetched(m, slot);
  const instruction i = decode(word);
  *e = (wl_effect){.unit = i.block, .pc = w->pc, .words = {word & 0xFFFF}, .size = SIZE, .mem_bytes = SIZE};
  e->mem_op = i.op == ST ? WL_MEM_STORE : WL_MEM_LOAD;
  if (i.op == NONE || (i.op == IF && w->depth == ENTRIES) || ((i.op == ELSE || i.op == POP) && !w->depth)) {
    w->faulted = true;
    e->end = WL_END_FAULT;
    if (word > 0xFFFF) return SAID(WL_FETCH_FAULT, e->why, "no code at 0x%" PRIx64, w->pc);
    return SAID(WL_ILLEGAL_INST, e->why, "illegal instruction at 0x%" PRIx64 ": 0x%04x", w->pc, e->words[0]);
  }
  if (i.form == DBA && w->access[tag].pending) return SAID(WL_BAD_EVENT, e->why, "the tag %u is in use", tag);
  if (waits(w, &i, e->why)) return WL_BAD_EVENT;
  e->vgpr_count = i.form < PAB;
  e->phys_vgpr[0] = slot * VECTORS + i.d;
  e->vgpr_mask[0] = w->active;
  if (i.form == DBA) load_or_store(of(m), w, &of(m)->vector[slot * VECTORS], &w->access[tag], &i);
  execute(w, &of(m)->vector[slot * VECTORS], &i);
  e->end = w->live ? WL_END_NONE : WL_END_PGM;
  return WL_OK;
}

// ---- loads and stores that the unit reports ------------------------------------------------------
static void at_issue(wl_model *m, wl_block block) { of(m)->at_issue |= block == WL_UNIT_VMEM; }

static access *pending(wl_model *m, wl_block unit, uint32_t slot, uint32_t tag) {
  access *x = unit == WL_UNIT_VMEM && slot < SLOTS && tag < TAGS ? &wave_of(m, slot)->access[tag] : NULL;
  return x && x->pending ? x : NULL;
}
// The bytes of the transaction's lanes that lie in its line.
static uint32_t in_line(const access *x, const wl_transaction *t) {
  uint32_t bytes = 0;
  for (uint32_t i = 0; x && i < BYTES; i++)
    if (t->lanes >> i % LANES & 1 && x->address[i] / LINE == t->line / LINE) bytes |= x->bytes & 1u << i;
  return bytes;
}
static wl_result request(wl_model *m, const wl_transaction *t, wl_transaction *predicted, char why[160]) {
  access *x = pending(m, t->unit, t->slot, t->tag);
  const uint32_t bytes = in_line(x, t), lanes = (bytes | bytes >> LANES) & 0xFF;
  if (!bytes || lanes != t->lanes || x->store != (t->op == WL_MEM_STORE) || t->component || bytes & x->requested)
    return SAID(WL_BAD_EVENT, why, "no instruction with the tag %u has such an access to come", t->tag);
  x->requested |= bytes;
  *predicted = (wl_transaction){t->unit, t->slot, t->tag, t->op, .line = t->line, .lanes = t->lanes};
  for (uint32_t i = 0; i < BYTES; i++) {
    if (!(bytes >> i & 1)) continue;
    predicted->byte_enable |= 1ull << (x->address[i] - t->line);
    ((uint8_t *)predicted->data)[x->address[i] - t->line] = x->data[i];
  }
  return WL_OK;
}
static wl_result perform(wl_model *m, const wl_transaction *t, bool error, uint32_t rdata[16], char why[160]) {
  access *x = pending(m, t->unit, t->slot, t->tag);
  const uint32_t bytes = in_line(x, t);
  if (!bytes || bytes & ~x->requested || bytes & x->performed || error == wl_mem_mapped(of(m)->mem, t->line))
    return SAID(WL_BAD_EVENT, why, "no such access was requested, or the line is%s mapped", error ? "" : " not");
  at_memory(of(m)->mem, x, bytes);
  if (error || !wl_mem_read(of(m)->mem, t->line, rdata, LINE)) memset(rdata, 0, LINE);
  for (uint32_t at = 0; at < LINE; at++) ((uint8_t *)rdata)[at] *= t->byte_enable >> at & 1;
  return WL_OK;
}

static wl_result write_back_vgpr(wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, uint32_t number,
                                 uint32_t pass, uint32_t *mask, uint32_t data[16], char why[160]) {
  access *x = pending(m, unit, slot, tag);
  if (!x || x->store || x->written || x->performed != x->bytes || number != slot * VECTORS + x->number || pass)
    return SAID(WL_BAD_EVENT, why, "no load with the tag %u writes VGPR %u now", tag, number);
  write_loaded(of(m)->vector[number], x);
  *mask = x->active;
  memcpy(data, of(m)->vector[number], sizeof *of(m)->vector);
  return WL_OK;
}
static wl_result mem_return(wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, char why[160]) {
  access *x = pending(m, unit, slot, tag);
  if (!x || x->performed != x->bytes || (!x->store && x->active && !x->written))
    return SAID(WL_BAD_EVENT, why, "the tag %u is not in use, or an access or a write of it is to come", tag);
  x->pending = false;
  return WL_OK;
}
static const wl_model_row rows[] = {{"PC", "address of the next instruction", 0, {~0u, ~0u}, 0, 64, true, false},
                                    {"ACTIVE", "lanes that execute", 2, {0xFF, 0}, 0, 8, true, false},
                                    {"PRED", "p3 to p0, 8 bits each", 3, {~0u, 0}, 0, 32, true, false},
                                    {"DEPTH", "masks on the stack", 4, {7, 0}, 0, 3, true, false},
                                    {"STACK", "masks, the oldest in bits 7:0", 5, {~0u, 0}, 0, 32, true, false}};
static void state_regs(const wl_model *m, uint32_t slot, wl_state_regs *out) {
  const wave *w = wave_of(m, slot);
  const uint32_t words[] = {(uint32_t)w->pc, (uint32_t)(w->pc >> 32), w->active, w->predicates, w->depth, w->stack};
  memset(out, 0, sizeof *out);
  if (w->live) memcpy(out, words, sizeof words);
}
static const uint32_t *sgprs(const wl_model *m, uint32_t slot) { return wave_of(m, slot)->scalar; }
static const uint32_t *phys_vgpr(const wl_model *m, uint32_t number) { return of(m)->vector[number]; }
static bool wave_live(const wl_model *m, uint32_t slot) { return wave_of(m, slot)->live; }
// The register that a load writes.
static void traced(const wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, const wl_effect *e, wl_traced *out) {
  (void)m, (void)tag;
  *out = (wl_traced){.vgpr_base = slot * VECTORS, .phys_vgpr = e->phys_vgpr[0]};
  out->vgpr_count = unit == WL_UNIT_VMEM && e->mem_op == WL_MEM_LOAD;
}
static bool what(const wl_config *unit, const uint32_t words[2], uint32_t sgprs, uint32_t vgprs, wl_instruction *out) {
  (void)unit, (void)sgprs, (void)vgprs;
  const instruction i = decode(words[0]);
  *out = (wl_instruction){.size = SIZE, .block = i.block, .ends = i.op == END};
  snprintf(out->name, sizeof out->name, "%s", table[i.op].name);
  return i.op != NONE;
}
static void text(const wl_config *unit, uint64_t pc, const uint32_t words[2], char *to, size_t size) {
  (void)unit, (void)pc;
  const instruction i = decode(words[0]);
  const uint32_t first = i.form == N ? (uint32_t)(int8_t)i.n : i.form == P ? i.b : i.d;
  const uint32_t second = i.form == DN ? i.n : i.form == DBA ? i.b : i.a;
  snprintf(to, size, forms[i.form].text, table[i.op].name, first, second, i.form == DBA ? i.a : i.b);
}
static void waiting_for(const wl_model *m, uint32_t slot, char *text, size_t size) {
  const instruction i = decode(fetched(m, slot));
  char why[160] = "nothing";
  if (wave_of(m, slot)->live) waits(wave_of(m, slot), &i, why);
  snprintf(text, size, "%s", why);
}
// clang-format off
static const wl_model_size sizes[] = {
    {"waves", SLOTS, SLOTS, true}, {"wave_lanes", LANES, LANES, true}, {"lanes", LANES, LANES, true},
    {"vector_bits", 16, 16, true}, {"sgprs", SCALARS, SCALARS, true}, {"line_bytes", LINE, LINE, false},
    {"phys_vgprs", SLOTS * VECTORS, SLOTS * VECTORS, true}};
static const wl_model_wait reasons[] = {
    {"fetch", "its next instruction is not there", WL_WAITS_FETCH}, {"halt", "it has faulted", WL_WAITS_FOR_OWN},
    {"load", "a load has not written what it uses", WL_WAITS_FOR_OWN}, {"end", "another wave ends", WL_WAITS_STALLED},
    {"full", "no more loads or stores fit", WL_WAITS_STALLED}, {"drain", "its loads and stores end", WL_WAITS_FOR_OWN}};
const wl_model_ops wl_unit_model = {
    .size = sizeof wl_unit_model, .version = WL_MODEL_OPS_VERSION, .isa = "MINI16",
    .sizes = sizes, .size_count = sizeof sizes / sizeof *sizes, .rows = rows, .row_count = sizeof rows / sizeof *rows,
    .create = create, .destroy = destroy, .wave_start = wave_start, .issue = issue, .state_regs = state_regs,
    .sgprs = sgprs, .phys_vgpr = phys_vgpr, .at_issue = at_issue, .request = request, .perform = perform,
    .mem_return = mem_return, .write_back_vgpr = write_back_vgpr, .wave_live = wave_live, .traced = traced,
    .text = text, .instruction = what, .waiting_for = waiting_for,
    .waits = reasons, .wait_count = sizeof reasons / sizeof *reasons};
// clang-format on
