// SPDX-License-Identifier: Apache-2.0
// One known violation in a program that is valid otherwise, and what the checker must report of it.
#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "program.h"

typedef struct {
  const char *name;
  const char *verdict;
  void (*emit)(program *p);
} kind;

// Emits the instruction that breaks the rule. why: part of what the checker must report.
__attribute__((format(printf, 3, 4))) static void broken(program *p, const char *why, const char *format, ...) {
  va_list list;
  va_start(list, format);
  const int text = vsnprintf(p->violation.text, sizeof p->violation.text, format, list);
  va_end(list);
  assert(text >= 0 && (size_t)text < sizeof p->violation.text && "violation.text is full");
  const int reason = snprintf(p->violation.why, sizeof p->violation.why, "%s", why);
  assert(reason >= 0 && (size_t)reason < sizeof p->violation.why && "violation.why is full");
  fprintf(p->out, "violation:\n");
  emit_text(p, "%s", p->violation.text);
}

// The plain VGPR n places behind r; after the last comes the first.
static uint32_t behind(const program *p, uint32_t r, uint32_t n) { return (r + n) % plain_vgprs(p); }

static void load(program *p, bool lds, uint32_t r) {
  const uint32_t offset = 4 * rng_below(&p->random, 400);
  if (lds) {
    emit_text(p, "ds_read_b32 v%u, v%u offset:%u", r, p->vgprs - 2, offset);
  } else {
    emit_text(p, "global_load_dword v%u, v%u, s[80:81] offset:-%u", r, p->vgprs - 6, 4 + offset);
  }
}

// A load, later loads of its kind, and then no wait, a wait that is too weak, or a wait for the other counter.
// Returns the register whose load is in flight.
static uint32_t unwaited_load(program *p, bool lds) {
  const uint32_t r = rng_below(&p->random, plain_vgprs(p)), later = rng_below(&p->random, 4);
  const uint32_t wait = rng_below(&p->random, 3);
  emit_text(p, "s_mov_b64 exec, -1");
  load(p, lds, r);
  for (uint32_t n = 1; n <= later; n++) load(p, lds, behind(p, r, n));
  if (wait == 1) emit_text(p, "s_waitcnt %s(%u)", lds ? "lgkmcnt" : "vmcnt", later + 1);
  if (wait == 2) emit_text(p, "s_waitcnt %s(0)", lds ? "vmcnt" : "lgkmcnt");
  return r;
}

static void not_waited(char why[64], char file, uint32_t r) { snprintf(why, 64, "loads %c%u,", file, r); }

static void read_unwaited(program *p, bool lds) {
  const uint32_t r = unwaited_load(p, lds), d = behind(p, r, 5), n = p->vgprs;
  char why[64];
  not_waited(why, 'v', r);
  switch (rng_below(&p->random, 5)) {
    case 0: broken(p, why, "v_mov_b32 v%u, v%u", d, r); break;
    case 1:
      broken(p, why, "v_add_co_u32 v%u, vcc, v%u, v%u", d, d, r);
      wrote_vcc(p);
      break;
    case 2: broken(p, why, "v_fma_f32 v%u, v%u, 1.0, v%u", d, d, r); break;
    case 3: broken(p, why, "global_store_dword v%u, v%u, s[82:83]", n - 3, r); break;
    default: broken(p, why, "ds_write_b32 v%u, v%u", n - 2, r); break;
  }
}

static void vmcnt(program *p) { read_unwaited(p, false); }
static void lgkmcnt(program *p) { read_unwaited(p, true); }

// Scalar loads return in any order: only lgkmcnt(0) waits for them.
static uint32_t unwaited_scalar(program *p) {
  const uint32_t r = rng_below(&p->random, p->plain_sgprs);
  emit_text(p, "s_load_dword s%u, s[80:81], 0x%x", r, 4 * rng_below(&p->random, 400));
  if (rng_percent(&p->random, 50)) emit_text(p, "s_waitcnt vmcnt(0) lgkmcnt(1)");
  return r;
}

static void smem(program *p) {
  const uint32_t r = unwaited_scalar(p);
  char why[64];
  not_waited(why, 's', r);
  switch (rng_below(&p->random, 3)) {
    case 0: broken(p, why, "s_add_u32 s%u, s%u, 1", (r + 1) % p->plain_sgprs, r); break;
    case 1: broken(p, why, "v_mov_b32 v1, s%u", r); break;
    default: broken(p, why, "s_cmp_eq_u32 s%u, 0", r); break;
  }
}

static void overwrite(program *p) {
  const uint32_t which = rng_below(&p->random, 3), r = which ? unwaited_load(p, which == 1) : unwaited_scalar(p);
  char why[64];
  not_waited(why, which ? 'v' : 's', r);
  if (which) {
    broken(p, why, "v_mov_b32 v%u, 0", r);
  } else {
    broken(p, why, "s_mov_b32 s%u, 0", r);
  }
}

// An export, later ones of its type, and then no wait for it, or one that is too weak.
static void expcnt(program *p) {
  const uint32_t r = rng_below(&p->random, plain_vgprs(p)), later = rng_below(&p->random, 4);
  const uint32_t wait = rng_below(&p->random, 3), to = rng_below(&p->random, 4);
  char why[64];
  emit_text(p, "s_mov_b64 exec, -1");
  emit_text(p, "exp pos%u v%u, off, off, off", to, r);
  for (uint32_t n = 1; n <= later; n++) emit_text(p, "exp pos%u off, v%u, off, off done", to, behind(p, r, n));
  if (wait == 1) emit_text(p, "s_waitcnt expcnt(%u)", later + 1);
  if (wait == 2) emit_text(p, "s_waitcnt vmcnt(0) lgkmcnt(0)");
  if (rng_percent(&p->random, 70)) {
    snprintf(why, sizeof why, "reads v%u,", r);
    broken(p, why, "v_mov_b32 v%u, 0", r);
  } else {
    broken(p, "reads exec,", "s_mov_b64 exec, 1");
  }
}

static void join(program *p) {
  emit_text(p, "s_mov_b32 s89, %u", rng_range(&p->random, 1, 7));
  broken(p, "join popped with CSP 0", "s_cbranch_join s89");
}

static void fork(program *p) {
  const uint32_t label = p->body.labels++;
  emit_text(p, "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 29, 3), 7");
  emit_text(p, "s_mov_b64 exec, -1");
  emit_text(p, "s_nop 0");
  emit_text(p, "s_bfm_b64 vcc, %u, 0", rng_range(&p->random, 1, 63));
  broken(p, "fork pushed with CSP 7", "s_cbranch_i_fork vcc, .L%u", label);
  fprintf(p->out, ".L%u:\n", label);
  emit_text(p, "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 29, 3), 0");
}

static void reserved(program *p) {
  const uint32_t zero = WL_SRC_ZERO, v0 = WL_SRC_VGPR;
  const uint32_t words[] = {sopp_word(127, 0),   sop1_word(200, 0, zero),      sopc_word(63, zero, zero),
                            sopk_word(27, 0, 0), sop2_word(60, 0, zero, zero), vop1_word(100, 0, zero),
                            vopc_word(0, v0, 0), vop2_word(60, 0, v0, 0)};
  broken(p, "illegal instruction", ".long 0x%08x", words[rng_below(&p->random, sizeof words / sizeof *words)]);
}

static void sgpr(program *p) {
  const uint32_t r = rng_range(&p->random, p->sgprs, SGPRS - 1);
  switch (rng_below(&p->random, 4)) {
    case 0: broken(p, "illegal instruction", "s_mov_b32 s%u, s%u", FORK_STACK, r); break;
    case 1: broken(p, "illegal instruction", "s_mov_b32 s%u, 0", r); break;
    case 2: broken(p, "illegal instruction", "s_and_b64 vcc, exec, s[%u:%u]", r & ~1u, r | 1); break;
    default: broken(p, "illegal instruction", "v_mov_b32 v0, s%u", r); break;
  }
}

static void vgpr(program *p) {
  const uint32_t n = p->vgprs;
  switch (rng_below(&p->random, 4)) {
    case 0: broken(p, "illegal instruction", "v_mov_b32 v0, v%u", n); break;
    case 1: broken(p, "illegal instruction", "v_mov_b32 v%u, 0", n + rng_below(&p->random, 4)); break;
    case 2: broken(p, "illegal instruction", "v_lshlrev_b64 v[0:1], 1, v[%u:%u]", n - 1, n); break;
    default: broken(p, "illegal instruction", "ds_read_b128 v[%u:%u], v%u", n - 3, n, n - 2); break;
  }
}

static const kind kinds[] = {
    {"vmcnt", "HAZARD", vmcnt},   {"lgkmcnt", "HAZARD", lgkmcnt},
    {"smem", "HAZARD", smem},     {"overwrite", "HAZARD", overwrite},
    {"expcnt", "HAZARD", expcnt}, {"join", "HAZARD", join},
    {"fork", "HAZARD", fork},     {"opcode", "ERROR", reserved},
    {"sgpr", "ERROR", sgpr},      {"vgpr", "ERROR", vgpr},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

bool violation_find(program *p, const char *name) {
  for (int k = 0; k < KINDS; k++) {
    if (!strcmp(name, kinds[k].name)) p->violation.kind = k + 1;
  }
  return p->violation.kind;
}

void violation_prepare(program *p) {
  if (!p->violation.kind) return;
  // Exactly one wave must execute the violation.
  p->profile.weight[GROUP_EARLY_END] = 0;
  p->groups = 1;
  p->traps = false;
  p->faults = false;
  p->cond_dbg = 0;
  p->violation.left = rng_below(&p->random, p->body.left);
  p->violation.wave = rng_below(&p->random, p->waves);
  // An operand must be able to name a register past the allocation.
  if (kinds[p->violation.kind - 1].emit == sgpr) p->sgprs = 96;
  if (kinds[p->violation.kind - 1].emit == vgpr && p->vgprs == VGPRS) p->vgprs -= 4;
}

void random_violation(program *p) {
  const uint32_t label = p->body.labels++;
  settle(p);
  emit_text(p, "s_and_b32 s89, s86, 15");
  emit_text(p, "s_cmp_lg_u32 s89, %u", p->violation.wave);
  emit_text(p, "s_cbranch_scc1 .L%u", label);
  kinds[p->violation.kind - 1].emit(p);
  p->violation.done = true;
  emit_label(p, label);
  p->exec_due = 1;
}

void violation_expect(const program *p, FILE *json) {
  const kind *k = &kinds[p->violation.kind - 1];
  fprintf(json, "\"why\": \"%s\", ", p->violation.why);
  fprintf(json, "\"verdict\": \"%s\"", k->verdict);
}

void violation_report(const program *p) {
  const kind *k = &kinds[p->violation.kind - 1];
  printf("violation: kind %s, wave %u, expected %s: \"%s\", instruction %s\n", k->name, p->violation.wave, k->verdict,
         p->violation.why, p->violation.text);
}
