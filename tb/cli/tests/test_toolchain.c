// SPDX-License-Identifier: Apache-2.0
// The cache of compiled kernels: an object is used again while everything that it was made from stays the same.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "cli/toolchain.h"

static char folder[] = "/tmp/wavelock_toolchain_XXXXXX";

static const char *at(const char *name) {
  static char path[4][256];
  static int next;
  char *to = path[next++ % 4];
  wl_text(to, sizeof path[0], "%s/%s", folder, name);
  return to;
}

static void put(const char *name, const char *text) {
  FILE *f = fopen(at(name), "w");
  assert_non_null(f);
  fputs(text, f);
  assert_int_equal(fclose(f), 0);
  if (!strncmp(text, "#!", 2)) assert_int_equal(chmod(at(name), 0755), 0);
}

typedef struct {
  char path[1024];
  uint8_t bytes[1 << 16];
  size_t size;
  ino_t file;
} object;

static void build(const char *name, object *o) {
  wl_error error = {""};
  struct stat st;
  if (!wl_toolchain_build(at(name), at("cache"), o->path, sizeof o->path, &error)) fail_msg("%s", error.text);
  FILE *f = fopen(o->path, "rb");
  assert_non_null(f);
  o->size = fread(o->bytes, 1, sizeof o->bytes, f);
  fclose(f);
  assert_int_equal(stat(o->path, &st), 0);
  o->file = st.st_ino;
}

static bool same(const object *a, const object *b) {
  return a->size == b->size && !memcmp(a->bytes, b->bytes, a->size);
}

// A second build gives the same object. A change gives another one, and the change taken back gives the first again.
static void follows(const char *program, const char *changed, const char *first, const char *second) {
  static object before, again, after, back;
  put(changed, first);
  build(program, &before);
  build(program, &again);
  assert_true(before.file == again.file);
  put(changed, second);
  build(program, &after);
  if (same(&before, &after)) fail_msg("%s: a change of %s is not seen", program, changed);
  put(changed, first);
  build(program, &back);
  assert_true(same(&before, &back));
}

#define MAIN "\n.globl main\nmain:\n  s_endpgm\n"

static void includes(void **state) {
  (void)state;
  put("plain.s", ".include \"one.inc\"" MAIN);
  follows("plain.s", "one.inc", ".set x, 1\n s_nop 1\n", " s_nop 2\n");
  // From the main file's folder, not from that of the file that includes.
  put("nested.s", " .INCLUDE \t\"inc/one.inc\"" MAIN);
  put("inc/one.inc", ".include \"inc/two.inc\"\n");
  follows("nested.s", "inc/two.inc", "s_nop 1\n", "s_nop 2\n");
  put("binary.s", MAIN ".p2align 2\n.incbin \"data.bin\"\n");
  follows("binary.s", "data.bin", "abcd", "abce");
}

// A file that did not exist changes the object as soon as it exists.
static void absent(void **state) {
  (void)state;
  put("absent.s", ".if 0\n.include \"absent.inc\"\n.endif\n" MAIN);
  static object before, after;
  build("absent.s", &before);
  put("absent.inc", "s_nop 1\n");
  build("absent.s", &after);
  assert_string_not_equal(before.path, after.path);
}

// A program with names of files that only the assembler knows is never taken from the cache.
static void macros(void **state) {
  (void)state;
  static object before, after;
  put("macro.s", ".macro get name\n.include \"\\name\"\n.endm\nget \"inc/three.inc\"" MAIN);
  put("inc/three.inc", "s_nop 1\n");
  build("macro.s", &before);
  put("inc/three.inc", "s_nop 2\n");
  build("macro.s", &after);
  assert_false(same(&before, &after));
}

static void headers(void **state) {
  (void)state;
  put("k.cl", "#define HEADER \"value.h\"\n#include HEADER\nkernel void k(global int *p) { p[0] = VALUE; }\n");
  follows("k.cl", "value.h", "#define VALUE 1\n", "#define VALUE 2\n");
}

// Ten files that include each other: each must be read once. Read at each include, they would take forever.
static void circles(void **state) {
  (void)state;
  static object o;
  put("circle.s", ".include \"c0.inc\"" MAIN);
  for (int i = 0; i < 10; i++) {
    char name[16], text[512];
    wl_text(name, sizeof name, "c%d.inc", i);
    int used = snprintf(text, sizeof text, ".ifndef c%d\n.set c%d, 1\n", i, i);
    for (int j = 0; j < 10; j++) used += snprintf(text + used, sizeof text - (size_t)used, ".include \"c%d.inc\"\n", j);
    snprintf(text + used, sizeof text - (size_t)used, ".endif\n");
    put(name, text);
  }
  build("circle.s", &o);
}

// A tool from an environment variable: its name, its text and its version are part of the key.
static void tools(void **state) {
  (void)state;
  put("v.cl", "kernel void k(global int *p) { p[0] = VALUE; }\n");
  assert_int_equal(setenv("WAVELOCK_CLANG", at("clang"), 1), 0);
  follows("v.cl", "clang", "#!/bin/sh\nexec clang-16 -DVALUE=1 \"$@\"\n",
          "#!/bin/sh\nexec clang-16 -DVALUE=2 \"$@\"\n");
  unsetenv("WAVELOCK_CLANG");
  static object before, after;
  put("v.s", MAIN);
  put("mc", "#!/bin/sh\n[ \"$1\" = --version ] && exec cat \"${0%/*}/version\"\nexec llvm-mc-16 \"$@\"\n");
  assert_int_equal(setenv("WAVELOCK_LLVM_MC", at("mc"), 1), 0);
  put("version", "16.0.6\n");
  build("v.s", &before);
  put("version", "16.0.7\n");
  build("v.s", &after);
  unsetenv("WAVELOCK_LLVM_MC");
  assert_string_not_equal(before.path, after.path);
}

static void refused(void **state) {
  (void)state;
  wl_error error = {""};
  char path[1024];
  assert_int_equal(setenv("WAVELOCK_LLVM_MC", "no_such_assembler", 1), 0);
  assert_false(wl_toolchain_build(at("plain.s"), at("cache"), path, sizeof path, &error));
  unsetenv("WAVELOCK_LLVM_MC");
  assert_non_null(strstr(error.text, "cannot run no_such_assembler: No such file"));
  assert_false(wl_toolchain_build(at("none.s"), at("cache"), path, sizeof path, &error));
  assert_non_null(strstr(error.text, "none.s: No such file"));
  put("bom.s", "\xEF\xBB\xBF" MAIN);
  assert_false(wl_toolchain_build(at("bom.s"), at("cache"), path, sizeof path, &error));
  assert_non_null(strstr(error.text, "bom.s:1:1: begins with a byte order mark"));
}

static int setup(void **state) {
  (void)state;
  return !mkdtemp(folder) || mkdir(at("inc"), 0777);
}

static int teardown(void **state) {
  char command[256];
  (void)state;
  wl_text(command, sizeof command, "rm -rf %s", folder);
  return system(command);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(includes), cmocka_unit_test(absent),  cmocka_unit_test(macros),
                                     cmocka_unit_test(headers),  cmocka_unit_test(circles), cmocka_unit_test(tools),
                                     cmocka_unit_test(refused)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
