// SPDX-License-Identifier: Apache-2.0
// Decode parity with LLVM: build/wavelock-decode [WORDS [SEED]], from the root of the tree. docs/decode.md has what
// is compared and which differences are deliberate. The last line is 'N passed, N failed'; the exit code is 1 if any
// failed.
#include "decode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const vectors[WL_ISAS] = {"docs/spec/gfx9-decode-vectors.tsv",
                                             "docs/spec/gfx906-decode-vectors.tsv"};
enum { OF_OTHER_TARGETS = 4 };  // one word of so many for each target but gfx900
enum { FORMATS = 24, SHOWN = 20, CLASSES = 64 };

// Counts of the words of one format.
typedef struct {
  const char *name;
  uint64_t words, legal, equal, both_refuse, other_opcode, different, failed;
} tally;
static tally tallies[FORMATS];
static uint64_t by_difference[CLASSES];
static uint64_t failures;

static tally *tally_of(const char *name) {
  for (uint32_t i = 0; i < FORMATS; i++) {
    if (tallies[i].name == NULL) tallies[i].name = name;
    if (strcmp(tallies[i].name, name) == 0) return &tallies[i];
  }
  abort();
}

static void show_reading(const char *who, const reading *r) {
  printf("    %s: ", who);
  if (!r->legal) {
    printf("illegal\n");
    return;
  }
  printf("%u bytes, %s", r->size, r->mnemonic);
  for (uint32_t i = 0; i < r->operands; i++) {
    const operand *o = &r->op[i];
    static const char *const kinds[] = {"VGPR", "SGPR", "number", "float", "name"};
    printf("%s %s%s%s%s", i ? "," : "", o->neg ? "neg " : "", o->abs ? "abs " : "", o->sext ? "sext " : "",
           kinds[o->kind]);
    if (o->kind <= KIND_SGPR) printf(" %u..%u", o->reg, o->reg + o->regs - 1);
    else if (o->kind == KIND_NUMBER) printf(" 0x%llx", (unsigned long long)o->value);
    else printf(" %s", o->text);
  }
  for (uint32_t i = 0; i < r->modifiers; i++) printf(" %s", r->modifier[i]);
  printf("\n");
}

static void fail(tally *t, const uint32_t words[2], allocation a, const char *why, const char *text,
                 const reading *model) {
  t->failed++;
  if (failures++ >= SHOWN) return;
  printf("FAIL %s %08x %08x, %u SGPRs, %u VGPRs, PRIV %u: %s\n    LLVM: %s\n", t->name, words[0], words[1], a.sgprs,
         a.vgprs, (unsigned)a.priv, why, text[0] ? text : "illegal");
  show_reading("model", model);
}

static void count_differences(uint64_t bits) {
  for (uint32_t i = 0; i < difference_count; i++) by_difference[i] += bits >> i & 1;
}

// Compares the two readings of the words. A difference that is not in the table is a failure.
static void check(const uint32_t words[2], allocation a) {
  wl_decoded d;
  reading llvm, model;
  char text[LINE], why[400];
  wl_decode_words(words, target, false, a.sgprs, a.vgprs, a.priv, &d);
  tally *t = tally_of(d.format);
  t->words++;
  t->legal += d.legal;
  model_read(&d, words, &model);
  llvm_read(words, &llvm, text, sizeof text);
  if (!d.known) {
    t->other_opcode++;
    if (d.legal) fail(t, words, a, "legal, but not an opcode of the unit", text, &model);
    else if (llvm.legal && llvm.size != d.size) fail(t, words, a, "sizes differ", text, &model);
    return;
  }
  if (is_extension(words)) {
    check_extension(words, &d, a, why, sizeof why);
    if (why[0] != 0) {
      fail(t, words, a, why, text, &model);
      return;
    }
    t->different += d.legal;
    t->both_refuse += !d.legal;
    count_differences((uint64_t)d.legal << extension_difference);
    return;
  }
  int reason = refusal(words, &d, &llvm, a);
  uint64_t bits = 0;
  if (reason < 0) {
    compare(&llvm, &model, why, sizeof why);
    if (why[0] == 0) {
      t->equal += d.legal;
      t->both_refuse += !d.legal;
      if (!d.legal && refused_for_nothing(words, &d, a, &llvm, text, sizeof text)) {
        fail(t, words, a, "refused by the model; LLVM wants nothing but fields without use to be zero", text, &model);
      }
      return;
    }
    uint32_t other[2];
    bits = canonical(words, &d, other, &model);
    llvm_read(other, &llvm, text, sizeof text);
    reason = refusal(other, &d, &llvm, a);
  }
  if (reason >= 0) bits |= 1ull << reason;
  if (reason >= 0 && d.legal) snprintf(why, sizeof why, "legal in spite of: %s", differences[reason].name);
  else if (reason >= 0) why[0] = 0;
  else compare(&llvm, &model, why, sizeof why);
  if (why[0] != 0) {
    fail(t, words, a, why, text, &model);
    return;
  }
  t->different++;
  count_differences(bits);
}

// Compares the text of a row with the model's fields, and its words with LLVM like any others.
static bool check_row(char *line, uint64_t *outside) {
  uint32_t op, words[2] = {0, 0};
  char format[16], why[400];
  wl_decoded d;
  reading row, model;
  if (sscanf(line, "%15s %u %x %x", format, &op, &words[0], &words[1]) < 3) return false;
  const char *text = strrchr(line, '\t') + 1;
  const allocation a = {WL_SGPR_COUNT, VGPRS_ALL, true};
  wl_decode_words(words, target, false, a.sgprs, a.vgprs, a.priv, &d);
  check(words, a);
  const bool segment = strcmp(format, "GLOBAL") == 0 || strcmp(format, "SCRATCH") == 0;
  if (!d.known || (strcmp(format, d.format) != 0 && !segment)) {
    (*outside)++;
    return !d.legal;
  }
  memset(&row, 0, sizeof row);
  row.legal = true;
  row.size = d.size;
  parse_line(text, &row);
  count_image_registers(words, &row);
  model_read(&d, words, &model);
  const int reason = refusal(words, &d, &row, a);
  if (reason >= 0) return !d.legal;
  compare(&row, &model, why, sizeof why);
  if (why[0] == 0) return true;
  printf("FAIL row %s    %s\n", line, why);
  show_reading("model", &model);
  return false;
}

// A row of gfx906's own opcodes: they are opcodes of its unit, and on gfx900 none or another.
static bool check_own_row(char *line) {
  uint32_t words[2] = {0, 0};
  uint64_t outside = 0;
  wl_decoded own, other;
  const allocation a = {WL_SGPR_COUNT, VGPRS_ALL, true};
  if (sscanf(line, "%*s %*u %x %x", &words[0], &words[1]) < 1) return false;
  target = WL_GFX900;
  check(words, a);
  wl_decode_words(words, WL_GFX900, false, a.sgprs, a.vgprs, a.priv, &other);
  target = WL_GFX906;
  wl_decode_words(words, WL_GFX906, false, a.sgprs, a.vgprs, a.priv, &own);
  const bool apart = own.legal && !(other.legal && strcmp(own.name, other.name) == 0);
  if (!apart) printf("FAIL row %s    %s\n", line, own.legal ? "an opcode of gfx900 too" : "no opcode of gfx906");
  return check_row(line, &outside) && apart;
}

// The rows of the target.
static void check_rows(uint64_t *passed, uint64_t *failed) {
  char line[LINE];
  uint64_t rows = 0, wrong = 0, outside = 0;
  FILE *f = fopen(vectors[target], "r");
  if (f == NULL) {
    printf("FAIL cannot open %s\n", vectors[target]);
    (*failed)++;
    return;
  }
  while (fgets(line, sizeof line, f) != NULL) {
    rows++;
    wrong += target == WL_GFX900 ? !check_row(line, &outside) : !check_own_row(line);
  }
  fclose(f);
  printf("%s: %llu rows, %llu equal, %llu of opcodes out of the unit's set, %llu failed\n", vectors[target],
         (unsigned long long)rows, (unsigned long long)(rows - outside - wrong), (unsigned long long)outside,
         (unsigned long long)wrong);
  *passed += rows - wrong;
  *failed += wrong;
}

static void show_tables(void) {
  printf("%-8s %9s %9s %9s %9s %9s %9s %9s\n", "format", "words", "legal", "equal", "refused", "other op", "differs",
         "failed");
  for (uint32_t i = 0; i < FORMATS && tallies[i].name != NULL; i++) {
    const tally *t = &tallies[i];
    printf("%-8s %9llu %9llu %9llu %9llu %9llu %9llu %9llu\n", t->name, (unsigned long long)t->words,
           (unsigned long long)t->legal, (unsigned long long)t->equal, (unsigned long long)t->both_refuse,
           (unsigned long long)t->other_opcode, (unsigned long long)t->different, (unsigned long long)t->failed);
  }
  for (uint32_t i = 0; i < difference_count; i++) {
    printf("%9llu  %-24s %s\n", (unsigned long long)by_difference[i], differences[i].name, differences[i].reason);
  }
}

int main(int argc, char **argv) {
  const uint64_t words = argc > 1 ? strtoull(argv[1], NULL, 0) : 1000000;
  random_state r = {argc > 2 ? strtoull(argv[2], NULL, 0) : 1};
  uint64_t passed = 0, failed = 0;
  struct timespec from, to;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
  if (!llvm_open()) {
    printf("FAIL no gfx900 or gfx906 disassembler in this LLVM\n0 passed, 1 failed\n");
    return 1;
  }
  for (target = WL_GFX900; target < WL_ISAS; target++) check_rows(&passed, &failed);
  failed += failures;
  failures = 0;
  for (target = WL_GFX900; target < WL_ISAS; target++) {
    const uint64_t count = target == WL_GFX900 ? words : words / OF_OTHER_TARGETS;
    for (uint64_t i = 0; i < count; i++) {
      uint32_t w[2];
      allocation a;
      make_words(&r, i, w, &a);
      check(w, a);
    }
    passed += count;
  }
  failed += failures;
  passed -= failures;
  show_tables();
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
  printf("%.1f s\n", (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec));
  printf("%llu passed, %llu failed\n", (unsigned long long)passed, (unsigned long long)failed);
  return failed != 0 || ferror(stdout) || fflush(stdout);
}
