// SPDX-License-Identifier: Apache-2.0
// The decoder against LLVM, with one encoding per opcode: docs/spec/gfx9-decode-vectors.tsv (format, opcode,
// words, assembly). Compares size and format for all; name and opcode for those that the compute unit has.
#include "isa/isa.h"
#include "decode/decode.h"
#include "program.h"

#include <stdio.h>

static const char kVectors[] = "docs/spec/gfx9-decode-vectors.tsv";

static const char *const kFormats[] = {
    [WL_FMT_SOP2] = "SOP2", [WL_FMT_SOP1] = "SOP1",   [WL_FMT_SOPC] = "SOPC",   [WL_FMT_SOPK] = "SOPK",
    [WL_FMT_SOPP] = "SOPP", [WL_FMT_SMEM] = "SMEM",   [WL_FMT_VOP2] = "VOP2",   [WL_FMT_VOP1] = "VOP1",
    [WL_FMT_VOPC] = "VOPC", [WL_FMT_VOP3] = "VOP3",   [WL_FMT_VOP3P] = "VOP3P", [WL_FMT_VINTRP] = "VINTRP",
    [WL_FMT_DS] = "DS",     [WL_FMT_FLAT] = "GLOBAL", [WL_FMT_MUBUF] = "MUBUF", [WL_FMT_MTBUF] = "MTBUF",
    [WL_FMT_MIMG] = "MIMG",
};

static bool in_list(uint32_t op, const uint8_t *list, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (list[i] == op) return true;
  }
  return false;
}

// The opcodes of the scalar and memory formats that the compute unit has (D-ILL-6, D-LDS-19, D-MEM-33,
// D-MEM-65, D-IMG-1).
static bool in_unit(const char *format, uint32_t op) {
  static const uint8_t not_ds[] = {152, 153, 154, 155, 156, 157, 191};
  // LLVM's example of s_cbranch_g_fork (41) has a constant for its target, which the compute unit refuses.
  if (strcmp(format, "SOP2") == 0) return op != 41;
  if (strcmp(format, "SOP1") == 0 || strcmp(format, "SOPC") == 0 || strcmp(format, "SOPK") == 0) return true;
  if (strcmp(format, "SOPP") == 0) return op <= 30;
  if (strcmp(format, "SMEM") == 0) return true;
  if (strcmp(format, "DS") == 0) return !in_list(op, not_ds, sizeof not_ds);
  if (strcmp(format, "MTBUF") == 0) return true;
  if (strcmp(format, "GLOBAL") == 0 || strcmp(format, "SCRATCH") == 0 || strcmp(format, "FLAT") == 0) return true;
  if (strcmp(format, "MUBUF") == 0) return true;
  if (strcmp(format, "MIMG") == 0) return op != 66;  // image_gather4h (image.md 1)
  return false;
}

// The formats of which the compute unit has opcodes.
static bool has_opcodes(wl_format format) { return format != WL_FMT_VINTRP; }

static void against_llvm(void **state) {
  (void)state;
  char line[512];
  uint32_t rows = 0, legal = 0, wrong = 0;
  FILE *f = fopen(kVectors, "r");
  if (f == NULL) fail_msg("cannot open %s (run from the root of the tree)", kVectors);
  while (fgets(line, sizeof line, f) != NULL) {
    char format[16], *text;
    uint32_t op, w0, w1 = 0;
    if (sscanf(line, "%15s %u %x", format, &op, &w0) != 3) continue;
    const char *words = strchr(strchr(line, '\t') + 1, '\t') + 1;
    text = strchr(words, '\t') + 1;
    const uint32_t size = words[8] == ' ' ? 8 : 4;
    if (size == 8 && sscanf(words + 9, "%x", &w1) != 1) fail_msg("bad row: %s", line);
    text[strcspn(text, " \n")] = 0;
    char *suffix = strstr(text, "_e32");
    if (suffix == NULL) suffix = strstr(text, "_e64");
    if (suffix != NULL) *suffix = 0;
    rows++;

    struct wl_insn insn;
    wl_decode(&insn, WL_GFX900, false, w0, w1);
    const bool is_legal = insn.kind != WL_KIND_ILLEGAL;
    const char *name = kFormats[insn.format];
    const bool flat = insn.format == WL_FMT_FLAT && (strcmp(format, "FLAT") == 0 || strcmp(format, "SCRATCH") == 0);
    const bool vector_alu = strncmp(format, "VOP", 3) == 0;
    bool ok = insn.size == size && name != NULL && (flat || strcmp(name, format) == 0);
    if (is_legal) ok = ok && insn.op == op && strcmp(insn.name, text) == 0;
    if (has_opcodes((wl_format)insn.format)) ok = ok && wl_op_of((wl_format)insn.format, w0) == op;
    if (!vector_alu) ok = ok && is_legal == in_unit(format, op);
    if (!ok)
      print_error("%s %u %08x %08x %s: got %s, %u bytes, %s\n", format, op, w0, w1, text, name, insn.size,
                  insn.name ? insn.name : "none");
    wrong += !ok;
    legal += is_legal;
  }
  fclose(f);
  assert_int_equal(wrong, 0);
  assert_true(rows >= 1400);
  print_message("%u encodings, %u of them in the unit\n", rows, legal);
}

// The functions of wavelock/registers.h, encoding.h and opcodes.h.
static void fields(void **state) {
  (void)state;
  assert_int_equal(wl_field(0xa0000000, WL_MODE_CSP), 5);
  assert_int_equal(wl_to_field(WL_MODE_CSP, 9), 1u << 29);  // the bit that does not fit is dropped
  assert_int_equal(wl_with_field(0xffffffff, WL_MODE_CSP, 2), 0x5fffffff);
  assert_int_equal(wl_with_field(0, WL_BITS(31, 0), 0x12345678), 0x12345678);
  assert_int_equal(wl_signed_field(0xffffffff, WL_FLAT_OFFSET), -1);
  assert_int_equal(wl_signed_field(0xffffefff, WL_FLAT_OFFSET), 4095);
  assert_int_equal(wl_signed_field(0x4000, WL_SRC2_DISTANCE), -16384);
  assert_true(wl_word_is_sopp(0xbf8c0f70, WL_OP_s_waitcnt));
  assert_false(wl_word_is_sopp(0xbf8d0f70, WL_OP_s_waitcnt));
  assert_false(wl_word_is_sopp(0x3f8c0f70, WL_OP_s_waitcnt));
  assert_true(wl_ds_word_is_gds(0xd81b0000));
  assert_false(wl_ds_word_is_gds(0xd81a0000));
  assert_int_equal(wl_vop3_op(WL_FMT_VOP1, WL_OP_v_mov_b32), 0x141);
  assert_int_equal(wl_vop3_op(WL_FMT_VOP2, WL_OP_v_add_u32), 0x134);
  assert_int_equal(wl_vop3_op(WL_FMT_VOPC, WL_OP_v_cmp_eq_u32), 0xca);
  // VSKIP discards all but scalar instructions and scalar loads.
  for (wl_format f = WL_FMT_ILLEGAL; f <= WL_FMT_EXP; f++) {
    const bool scalar = f == WL_FMT_SMEM || f == WL_FMT_SOP1 || f == WL_FMT_SOP2 || f == WL_FMT_SOPC ||
                        f == WL_FMT_SOPK || f == WL_FMT_SOPP || f == WL_FMT_ILLEGAL;
    assert_int_equal(wl_is_vector_format(f), !scalar);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(against_llvm), cmocka_unit_test(fields)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
