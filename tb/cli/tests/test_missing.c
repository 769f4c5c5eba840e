// SPDX-License-Identifier: Apache-2.0
// The opcodes of a program that the unit does not have: counted where the program's entry reaches them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/missing.h"
#include "cli/toolchain.h"

static char path[] = "/tmp/wavelock_missing_XXXXXX.s";

static wl_object *assemble(const char *text) {
  wl_error error = {""};
  char object[1024];
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
  if (!wl_toolchain_build(path, "build/kernels", object, sizeof object, &error)) fail_msg("%s", error.text);
  wl_object *o = wl_object_open(object, WL_TARGET_GFX900, &error);
  if (!o || !wl_object_relocate(o, 0x100000000, &error)) fail_msg("%s", error.text);
  return o;
}

static wl_missing_list find(wl_object *o) {
  wl_missing_list list;
  wl_error error = {""};
  if (!wl_missing_find(o, &o->kernels[0], false, &list, &error)) fail_msg("%s", error.text);
  return list;
}

static void counted(void **state) {
  (void)state;
  wl_object *o = assemble(
      ".globl main\nmain:\n  v_interp_p1_f32 v1, v2, attr0.x\n  s_cbranch_scc0 far\n  v_interp_p2_f32 v1, v2, attr0.x\n"
      "  v_interp_p1_f32 v1, v2, attr0.x\nback:\n  s_call_b64 s[20:21], sub\n  s_endpgm\n"
      "  v_interp_mov_f32 v1, p10, attr0.x\n .long 0xffffffff\n"
      "sub:\n  s_cbranch_i_fork s[8:9], fork\n  s_setpc_b64 s[20:21]\nfar:\n  v_interp_mov_f32 v1, p10, attr0.x\n  "
      "s_branch back\n"
      "fork:\n  v_interp_p2_f32 v1, v2, attr0.x\n  v_interp_p1_f32 v1, v2, attr0.x\n  "
      "s_endpgm\n");
  wl_missing_list list = find(o);
  assert_int_equal(list.count, 3);
  assert_string_equal(list.of[0].name, "v_interp_p1_f32");
  assert_int_equal(list.of[0].count, 3);
  assert_int_equal(list.of[0].first, o->kernels[0].info.entry);
  assert_string_equal(list.of[1].name, "v_interp_p2_f32");
  assert_int_equal(list.of[1].count, 2);
  assert_string_equal(list.of[2].name, "v_interp_mov_f32");
  assert_int_equal(list.looked_at, 13);
  assert_int_equal(list.unfollowed, 1);
  char text[512];
  wl_missing_text(&o->kernels[0], &list, text, sizeof text);
  assert_string_equal(
      text,
      "kernel main: Wavelock does not have 3 of its opcodes yet (no fault of the kernel): v_interp_p1_f32 x 3, "
      "v_interp_p2_f32 x 2, v_interp_mov_f32 x 1 (looked at 13 instructions that its entry reaches, not behind "
      "1 jump through registers)");
  wl_missing_text(&o->kernels[0], &list, text, 215);
  assert_non_null(strstr(text, "v_interp_p1_f32 x 3 and 2 more (looked at"));
  wl_missing_free(&list);
  wl_object_free(o);
}

// A path that leaves the image, data behind the end, words that are no instructions.
static void ends(void **state) {
  (void)state;
  wl_object *o = assemble(
      ".globl main\nmain:\n  s_cbranch_scc1 0x7fff\n  s_cbranch_scc1 0x8000\n  s_endpgm\n"
      " .long 0xd4d4d4d4, 0xffffffff\n");
  wl_missing_list list = find(o);
  assert_int_equal(list.count, 0);
  assert_int_equal(list.looked_at, 3);
  wl_missing_free(&list);
  wl_object_free(o);
  // The unit has loads with a format, and no interpolation.
  o = assemble(
      ".globl main\nmain:\n  buffer_load_format_x v1, off, s[4:7], 0\n  v_interp_p1_f32 v1, v2, attr0.x\n"
      "  s_endpgm\n");
  list = find(o);
  assert_int_equal(list.count, 1);
  assert_string_equal(list.of[0].name, "v_interp_p1_f32");
  wl_missing_free(&list);
  wl_object_free(o);
  // To registers and to the LDS.
  o = assemble(
      ".globl main\nmain:\n  buffer_load_format_x v1, off, s[4:7], 0\n  buffer_load_format_x v1, s[4:7], 0 offen lds\n"
      "  buffer_atomic_add v1, off, s[4:7], 0\n  s_endpgm\n");
  list = find(o);
  assert_int_equal(list.count, 0);
  assert_int_equal(list.looked_at, 4);
  wl_missing_free(&list);
  wl_object_free(o);
  // A path ends at a word that is no instruction, and at the end of the kernel's symbol.
  o = assemble(
      ".globl main\nmain:\n  s_nop 0\n .long 0xf4000000, 0\n  v_interp_p1_f32 v1, v2, attr0.x\n  "
      "s_endpgm\n");
  list = find(o);
  assert_int_equal(list.count, 0);
  assert_int_equal(list.looked_at, 1);
  wl_missing_free(&list);
  wl_object_free(o);
  o = assemble(
      ".globl main\nmain:\n  s_cbranch_scc1 more\n  s_trap 2\nend:\n .size main, end-main\n"
      "  v_interp_p1_f32 v1, v2, attr0.x\nmore:\n  s_endpgm\n");
  list = find(o);
  assert_int_equal(list.count, 0);
  assert_int_equal(list.looked_at, 3);
  wl_missing_free(&list);
  wl_object_free(o);
}

// A path that leaves the file and runs through the zeros of a large segment. Zeros are instructions, but the path ends.
static void zeros(void **state) {
  (void)state;
  wl_error error = {""};
  wl_missing_list list;
  wl_object o = {.size = 1 << 20, .file_size = 4096, .image = calloc(1, 1 << 20)};
  const struct wl_kernel k = {.info = {.name = "k", .entry = 64}};
  assert_non_null(o.image);
  assert_true(wl_missing_find(&o, &k, false, &list, &error));
  assert_in_range(list.looked_at, 1, 4096 / 4 + 1);
  wl_missing_free(&list);
  free(o.image);
}

// s_waitcnt_vscnt is an opcode of a unit with RDNA memory, and LLVM does not know it (D-MEM-57).
static void stores_counted(void **state) {
  (void)state;
  wl_object *o = assemble(".globl main\nmain:\n  .long 0xbbfd0000\n  s_endpgm\n");
  for (int rdna = 0; rdna < 2; rdna++) {
    wl_missing_list list;
    wl_error error;
    assert_true(wl_missing_find(o, &o->kernels[0], rdna, &list, &error));
    assert_int_equal(list.count, !rdna);
    assert_int_equal(list.looked_at, 2);
    if (!rdna) assert_string_equal(list.of[0].name, "s_waitcnt_vscnt");
    wl_missing_free(&list);
  }
  wl_object_free(o);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(zeros), cmocka_unit_test(stores_counted),
                                     cmocka_unit_test(counted), cmocka_unit_test(ends)};
  int fd = mkstemps(path, 2);
  if (fd < 0) return 1;
  close(fd);
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  unlink(path);
  return failed;
}
