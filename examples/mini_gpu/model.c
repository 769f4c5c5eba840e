// SPDX-License-Identifier: Apache-2.0
// The model of MINI16 (README.md): what each instruction does, for the checker and for runs of the model alone.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wavelock/model_ops.h>

enum { SLOTS = 2, LANES = 8, VECTORS = 16, SCALARS = 10, ENTRIES = 4, TAGS = 64, LINE = 64, TURN = 65536 };
enum { SIZE = 2 };  // bytes of an instruction, and of an element of memory

// What follows a name. Which bits of the word then belong to the name, and which fields are registers: d 1, a 2, b 4.
enum { D, DAB, DN, DBA, PAB, P, N, BARE };
static const uint32_t name_bits[] = {0xF0FF, 0xF000, 0xF000, 0xF00C, 0xFC00, 0xFFFC, 0xFF00, 0xFFFF};
static const uint32_t registers[] = {1, 7, 1, 3, 6, 0, 0, 0};
// Name, its bits, what follows it, and the value that an active lane of d gets; of EQ to LTS, of p.
// clang-format off
#define INSTRUCTIONS(I) \
  I(LANE, 0x0001, D, lane)         I(WAVE, 0x0002, D, w->scalar[1])  I(GROUP, 0x0003, D, w->scalar[0]) \
  I(ADD, 0x1000, DAB, a + b)       I(SUB, 0x2000, DAB, a - b)        I(MUL, 0x3000, DAB, a * b) \
  I(AND, 0x4000, DAB, a & b)       I(OR, 0x5000, DAB, a | b)         I(XOR, 0x6000, DAB, a ^ b) \
  I(SHL, 0x7000, DAB, a << b % 16) I(SHR, 0x8000, DAB, a >> b % 16)  I(SAR, 0x9000, DAB, (int16_t)a >> b % 16) \
  I(LI, 0xA000, DN, i->n)          I(LIH, 0xB000, DN, i->n << 8 | (d & 0xFF)) \
  I(EQ, 0xC000, PAB, a == b)       I(NE, 0xC400, PAB, a != b) \
  I(LTU, 0xC800, PAB, a < b)       I(LTS, 0xCC00, PAB, (int16_t)a < (int16_t)b) \
  I(LD, 0xD000, DBA, 0)  I(ST, 0xE000, DBA, 0)     I(BRA, 0xF000, N, 0)    I(BRZ, 0xF100, N, 0)  I(BRN, 0xF200, N, 0) \
  I(IF, 0xF300, P, 0)    I(ELSE, 0xF400, BARE, 0)  I(POP, 0xF500, BARE, 0) I(KEEP, 0xF600, P, 0) \
  I(FENCE, 0xF700, BARE, 0)        I(NOP, 0xF800, BARE, 0)           I(END, 0xFF00, BARE, 0)
#define NAME(name, bits, form, value) name,
#define ROW(name, bits, form, value) {#name, bits, form},
#define VALUE(name, bits, form, value) case name: return (uint32_t)(value);
enum { INSTRUCTIONS(NAME) NONE };
static const struct { const char *name; uint32_t bits, form; } table[] = {INSTRUCTIONS(ROW) {"?", 0, BARE}};
// clang-format on

typedef struct {
  uint32_t op, form, d, a, b, n;  // op NONE: it is no instruction; n: bits 7:0
  uint32_t uses;                  // a bit for each register that it reads or writes
  wl_block block;
} instruction;

// A load or store. Its bytes are bits of a mask: byte k of lane l is bit 8 * k + l.
typedef struct {
  bool pending, store, written;  // written: a load has written its register
  uint32_t number, active;       // number: of the register
  uint64_t pc, address[LANES];
  uint32_t data[LANES];
  uint32_t bytes, requested, performed;  // bytes: those of the active lanes
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
  bool (*go_on)(void *to, uint64_t instructions);
  void *go_on_to;
} mini;
static mini *of(const wl_model *m) { return (mini *)m; }
static wave *wave_of(const wl_model *m, uint32_t slot) { return &of(m)->wave[slot]; }
#define REFUSE(result, why, ...) (snprintf(why, 160, __VA_ARGS__), result)

static wl_model *create(const wl_config *unit, wl_mem *mem) {
  (void)unit;
  mini *g = calloc(1, sizeof *g);
  if (g) g->mem = mem;
  return (wl_model *)g;
}
static void destroy(wl_model *m) { free(m); }

static wl_result wave_start(wl_model *m, uint32_t slot, const wl_wave_init *init) {
  const bool fits = !(init->exec >> LANES) && init->sgpr_count <= SCALARS && !init->vgpr_count && !init->more_count;
  if (slot >= SLOTS || wave_of(m, slot)->live || !fits) return WL_BAD_EVENT;
  *wave_of(m, slot) = (wave){.live = true, .pc = init->pc, .active = (uint32_t)init->exec};
  memcpy(wave_of(m, slot)->scalar, init->sgpr, init->sgpr_count * sizeof *init->sgpr);
  memset(of(m)->vector[slot * VECTORS], 0, VECTORS * sizeof *of(m)->vector);
  return WL_OK;
}

static instruction decode(uint32_t word) {
  instruction i = {.d = word >> 8 & 15, .a = word >> 4 & 15, .b = word & 15, .n = word & 255};
  while (i.op < NONE && (word & name_bits[table[i.op].form]) != table[i.op].bits) i.op++;
  i.form = table[i.op].form;
  const uint32_t used = registers[i.form];
  i.uses = (used & 1) << i.d | (used >> 1 & 1) << i.a | (used >> 2) << i.b;
  i.block = i.form == DBA ? WL_UNIT_VMEM : i.form < DBA ? WL_UNIT_VALU : WL_UNIT_SCALAR;
  return i;
}

static uint32_t computed(const instruction *i, const wave *w, uint32_t lane, uint32_t d, uint32_t a, uint32_t b) {
  switch (i->op) {
    INSTRUCTIONS(VALUE)
    default: return 0;
  }
}

// Whether the wave has to wait before this instruction. Then text says for what.
static bool waits(const wave *w, const instruction *i, char *text, size_t size) {
  for (const access *x = w->access; x < w->access + TAGS; x++) {
    const bool uses = !x->store && !x->written && x->active && i->uses >> x->number & 1;
    if (!x->pending || !(uses || i->op == FENCE || i->op == END)) continue;
    snprintf(text, size, "%s waits for the %s of r%u at 0x%" PRIx64, table[i->op].name, x->store ? "store" : "load",
             x->number, x->pc);
    return true;
  }
  return false;
}

// Memory reads or writes bytes of an access. Of lanes that store to one place the highest one's value stays, in
// whatever order they come.
static void at_memory(mini *g, access *x, uint32_t bytes) {
  for (uint32_t i = 0; i < SIZE * LANES; i++) {
    const uint64_t at = x->address[i % LANES] + i / LANES;
    const uint32_t shift = 8 * (i / LANES);
    bool skip = !(bytes >> i & 1);
    for (uint32_t h = i + 1; x->store && h < SIZE * LANES; h++)
      skip |= x->performed >> h & 1 && x->address[h % LANES] + h / LANES == at;
    uint8_t *to = skip || !x->store ? NULL : wl_mem_page_to_write(g->mem, at);
    const uint8_t *from = skip || x->store ? NULL : wl_mem_page(g->mem, at);
    if (to) to[at % WL_PAGE] = (uint8_t)(x->data[i % LANES] >> shift);
    if (from) x->data[i % LANES] |= (uint32_t)from[at % WL_PAGE] << shift;
  }
  x->performed |= bytes;
}

static void write_loaded(uint32_t lanes[LANES], access *x) {
  for (uint32_t l = 0; l < LANES; l++) lanes[l] = x->active >> l & 1 ? x->data[l] : lanes[l];
  x->written = true;
}

static void load_or_store(mini *g, const wave *w, uint32_t (*r)[LANES], access *x, const instruction *i) {
  const uint64_t buffer = w->scalar[2 + 2 * i->b] | (uint64_t)w->scalar[3 + 2 * i->b] << 32;
  *x = (access){.pending = !g->at_issue, .store = i->op == ST, .number = i->d, .active = w->active, .pc = w->pc};
  x->bytes = x->active | x->active << LANES;
  for (uint32_t l = 0; l < LANES; l++) {
    x->address[l] = buffer + SIZE * r[i->a][l];
    x->data[l] = x->store ? r[i->d][l] : 0;
  }
  if (!g->at_issue) return;
  at_memory(g, x, x->bytes);
  if (!x->store) write_loaded(r[i->d], x);
}

static void execute(wave *w, uint32_t (*r)[LANES], const instruction *i) {
  const uint32_t top = w->depth ? w->stack >> 8 * (w->depth - 1) & 0xFF : 0;
  uint32_t holds = 0;
  for (uint32_t l = 0; l < LANES; l++) {
    const uint32_t value = computed(i, w, l, r[i->d][l], r[i->a][l], r[i->b][l]);
    if (!(w->active >> l & 1)) continue;
    holds |= (value & 1) << l;
    if (i->block == WL_UNIT_VALU) r[i->d][l] = value & 0xFFFF;
  }
  if (i->form == PAB) w->predicates = (w->predicates & ~(0xFFu << 8 * (i->d & 3))) | holds << 8 * (i->d & 3);
  if (i->op == IF) w->stack |= w->active << 8 * w->depth++;
  if (i->form == P) w->active &= w->predicates >> 8 * i->b;
  if (i->op == ELSE) w->active = top & ~w->active;
  if (i->op == POP) {
    w->active = top;
    w->stack ^= top << 8 * --w->depth;
  }
  const bool jumps = i->op == BRA || (i->op == BRZ && !w->active) || (i->op == BRN && w->active);
  w->pc += jumps ? (uint64_t)(SIZE * (int8_t)i->n) : SIZE;
  w->live = i->op != END;
}

static const uint8_t *code(const wl_model *m, uint32_t slot) {
  const uint8_t *page = wl_mem_page(of(m)->mem, wave_of(m, slot)->pc);
  return page ? page + wave_of(m, slot)->pc % WL_PAGE : NULL;
}
static wl_result issue(wl_model *m, uint32_t slot, uint32_t tag, wl_effect *e) {
  *e = (wl_effect){.size = SIZE};
  wave *w = slot < SLOTS && tag < TAGS ? wave_of(m, slot) : NULL;
  if (!w || !w->live || w->faulted || w->access[tag].pending)
    return REFUSE(WL_BAD_EVENT, e->why, "slot %u has no wave that runs, or its tag %u is in use", slot, tag);
  const uint8_t *bytes = code(m, slot);
  const uint32_t word = bytes ? bytes[0] | (uint32_t)bytes[1] << 8 : 0;
  const instruction i = decode(word);
  *e = (wl_effect){.unit = i.block,
                   .pc = w->pc,
                   .words = {word},
                   .size = SIZE,
                   .vgpr_count = i.block == WL_UNIT_VALU,
                   .phys_vgpr = {slot * VECTORS + i.d},
                   .vgpr_mask = {w->active},
                   .mem_op = i.op == ST ? WL_MEM_STORE : WL_MEM_LOAD,
                   .mem_bytes = SIZE,
                   .mem_data = i.op == ST};
  if (i.op == NONE || (i.op == IF && w->depth == ENTRIES) || ((i.op == ELSE || i.op == POP) && !w->depth)) {
    w->faulted = true;
    e->end = WL_END_FAULT;
    return REFUSE(bytes ? WL_ILLEGAL_INST : WL_FETCH_FAULT, e->why,
                  "%s at 0x%" PRIx64 ": 0x%04x, %u masks on the stack", bytes ? "illegal instruction" : "no code",
                  e->pc, word, w->depth);
  }
  if (waits(w, &i, e->why, sizeof e->why)) return WL_BAD_EVENT;
  if (i.block == WL_UNIT_VMEM) load_or_store(of(m), w, &of(m)->vector[slot * VECTORS], &w->access[tag], &i);
  execute(w, &of(m)->vector[slot * VECTORS], &i);
  e->end = w->live ? WL_END_NONE : WL_END_PGM;
  return WL_OK;
}

// ---- loads and stores that the unit reports ------------------------------------------------------
static void at_issue(wl_model *m, wl_block block) { of(m)->at_issue |= block == WL_UNIT_VMEM; }

static access *pending(wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, char why[160]) {
  access *x = unit == WL_UNIT_VMEM && slot < SLOTS && tag < TAGS ? &wave_of(m, slot)->access[tag] : NULL;
  return x && x->pending ? x : REFUSE(NULL, why, "slot %u has nothing in flight with the tag %u", slot, tag);
}

// The bytes of the transaction's lanes that lie in its line.
static uint32_t in_line(const access *x, const wl_transaction *t) {
  uint32_t bytes = 0;
  for (uint32_t i = 0; i < SIZE * LANES; i++)
    if (t->lanes >> i % LANES & 1 && (x->address[i % LANES] + i / LANES) / LINE == t->line / LINE) bytes |= 1u << i;
  return bytes & x->bytes;
}

static wl_result request(wl_model *m, const wl_transaction *t, wl_transaction *predicted, char why[160]) {
  access *x = pending(m, t->unit, t->slot, t->tag, why);
  if (!x) return WL_BAD_EVENT;
  const uint32_t bytes = in_line(x, t), lanes = (bytes | bytes >> LANES) & 0xFF;
  if (t->op != (x->store ? WL_MEM_STORE : WL_MEM_LOAD) || t->component || t->lanes != lanes || bytes & x->requested)
    return REFUSE(WL_BAD_EVENT, why, "0x%" PRIx64 " has no such access of line 0x%" PRIx64 " to come", x->pc, t->line);
  *predicted = *t;
  predicted->byte_enable = 0;
  memset(predicted->data, 0, sizeof predicted->data);
  for (uint32_t i = 0; i < SIZE * LANES; i++) {
    const uint64_t at = x->address[i % LANES] + i / LANES - t->line;
    if (!(bytes >> i & 1)) continue;
    predicted->byte_enable |= 1ull << at;
    ((uint8_t *)predicted->data)[at] = (uint8_t)(x->store ? x->data[i % LANES] >> 8 * (i / LANES) : 0);
  }
  x->requested |= bytes;
  return WL_OK;
}

static wl_result perform(wl_model *m, const wl_transaction *t, bool error, uint32_t rdata[16], char why[160]) {
  access *x = pending(m, t->unit, t->slot, t->tag, why);
  if (!x) return WL_BAD_EVENT;
  const uint32_t bytes = in_line(x, t);
  if (bytes & ~x->requested || bytes & x->performed || error == wl_mem_mapped(of(m)->mem, t->line))
    return REFUSE(WL_BAD_EVENT, why, "no such access was requested, or the line is%s mapped", error ? "" : " not");
  at_memory(of(m), x, bytes);
  const uint8_t *page = wl_mem_page(of(m)->mem, t->line);
  memset(rdata, 0, LINE);
  for (uint32_t at = 0; page && at < LINE; at++)
    if (t->byte_enable >> at & 1) ((uint8_t *)rdata)[at] = page[t->line % WL_PAGE + at];
  return WL_OK;
}

static wl_result write_back_vgpr(wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, uint32_t number,
                                 uint32_t pass, uint32_t *mask, uint32_t data[16], char why[160]) {
  access *x = pending(m, unit, slot, tag, why);
  if (!x) return WL_BAD_EVENT;
  if (x->store || number != slot * VECTORS + x->number || pass || x->written || x->performed != x->bytes)
    return REFUSE(WL_BAD_EVENT, why, "0x%" PRIx64 " does not write VGPR %u now", x->pc, number);
  write_loaded(of(m)->vector[number], x);
  *mask = x->active;
  memcpy(data, x->data, sizeof x->data);
  return WL_OK;
}

static wl_result mem_return(wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, char why[160]) {
  access *x = pending(m, unit, slot, tag, why);
  if (!x) return WL_BAD_EVENT;
  x->pending = x->performed != x->bytes || (!x->store && x->active && !x->written);
  return x->pending ? REFUSE(WL_BAD_EVENT, why, "0x%" PRIx64 " has an access or a write to come", x->pc) : WL_OK;
}

// ---- state, and a run of the model alone ---------------------------------------------------------
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

static void on_turn(wl_model *m, bool (*go_on)(void *to, uint64_t instructions), void *to) {
  of(m)->go_on = go_on;
  of(m)->go_on_to = to;
}
// Each wave runs to its end or fault, in order of slot. The report has the first fault.
static void run(wl_model *m, uint64_t limit, wl_run_report *report) {
  const bool before = of(m)->at_issue;
  *report = (wl_run_report){.result = WL_OK};
  of(m)->at_issue = true;
  for (uint32_t slot = 0; slot < SLOTS && report->result != WL_BAD_EVENT; slot++) {
    while (wave_of(m, slot)->live && !wave_of(m, slot)->faulted && report->result != WL_BAD_EVENT) {
      wl_effect e;
      wl_result result = issue(m, slot, 0, &e);
      const uint64_t n = report->instructions += result == WL_OK;
      if (n == limit ? limit > 0 : n % TURN == 0 && of(m)->go_on && !of(m)->go_on(of(m)->go_on_to, n))
        result = REFUSE(WL_BAD_EVENT, e.why, "the run was stopped after %" PRIu64 " instructions", n);
      if (result == WL_OK || (report->result != WL_OK && result != WL_BAD_EVENT)) continue;
      report->slot = slot;
      report->result = result;
      memcpy(report->why, e.why, sizeof report->why);
    }
  }
  of(m)->at_issue = before;
}

// ---- words for people ----------------------------------------------------------------------------
static bool what(const wl_config *unit, const uint32_t words[2], uint32_t sgprs, uint32_t vgprs, wl_instruction *out) {
  (void)unit, (void)sgprs, (void)vgprs;
  const instruction i = decode(words[0]);
  *out = (wl_instruction){.size = SIZE, .block = i.block, .ends = i.op == END};
  snprintf(out->name, sizeof out->name, "%s", table[i.op].name);
  return i.op != NONE;
}

static void text(const wl_config *unit, uint64_t pc, const uint32_t words[2], char *to, size_t size) {
  (void)unit;
  const instruction i = decode(words[0]);
  const char *name = table[i.op].name;
  switch (i.form) {
    case D: snprintf(to, size, "%s r%u", name, i.d); break;
    case DAB: snprintf(to, size, "%s r%u, r%u, r%u", name, i.d, i.a, i.b); break;
    case DN: snprintf(to, size, "%s r%u, %u", name, i.d, i.n); break;
    case DBA: snprintf(to, size, "%s r%u, b%u[r%u]", name, i.d, i.b, i.a); break;
    case PAB: snprintf(to, size, "%s p%u, r%u, r%u", name, i.d & 3, i.a, i.b); break;
    case P: snprintf(to, size, "%s p%u", name, i.b); break;
    case N:
      snprintf(to, size, "%s %d  // to 0x%" PRIx64, name, (int8_t)i.n, pc + (uint64_t)(SIZE * (int8_t)i.n));
      break;
    default: snprintf(to, size, "%s", name);
  }
}

static void waiting_for(const wl_model *m, uint32_t slot, char *text, size_t size) {
  const uint8_t *bytes = code(m, slot);
  const instruction i = decode(bytes ? bytes[0] | (uint32_t)bytes[1] << 8 : 0);
  if (!wave_of(m, slot)->live || !waits(wave_of(m, slot), &i, text, size)) snprintf(text, size, "nothing");
}

// clang-format off
static const wl_model_size sizes[] = {
    {"waves", SLOTS, SLOTS, true}, {"wave_lanes", LANES, LANES, true}, {"lanes", LANES, LANES, true},
    {"vector_bits", 16, 16, true}, {"sgprs", SCALARS, SCALARS, true}, {"line_bytes", LINE, LINE, false},
    {"phys_vgprs", SLOTS * VECTORS, SLOTS * VECTORS, true}};
const wl_model_ops wl_unit_model = {
    .size = sizeof wl_unit_model, .version = WL_MODEL_OPS_VERSION, .isa = "MINI16",
    .sizes = sizes, .size_count = sizeof sizes / sizeof *sizes, .rows = rows, .row_count = sizeof rows / sizeof *rows,
    .create = create, .destroy = destroy, .wave_start = wave_start, .issue = issue, .state_regs = state_regs,
    .sgprs = sgprs, .phys_vgpr = phys_vgpr, .at_issue = at_issue, .request = request, .perform = perform,
    .mem_return = mem_return, .write_back_vgpr = write_back_vgpr, .wave_live = wave_live, .run = run,
    .on_turn = on_turn, .text = text, .instruction = what, .waiting_for = waiting_for};
// clang-format on
