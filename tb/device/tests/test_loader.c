// SPDX-License-Identifier: Apache-2.0
// Code objects: a good one, and each reason to refuse one. Run it from the root of the tree.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/kernarg.h"
#include "object/loader.h"
#include "cli/toolchain.h"

static char smoke[1024], saxpy[1024], relocated[1024], got[1024], undefined[1024], version2[1024],
    broken[] = "/tmp/wavelock_loader_XXXXXX";
static uint8_t bytes[1 << 16];
static size_t size;

// Reads the object into bytes and size. Other than 0: it cannot be read.
static int read_object(const char *path) {
  FILE *f = fopen(path, "rb");
  if (!f) return 1;
  size = fread(bytes, 1, sizeof bytes, f);
  fclose(f);
  return 0;
}

static int setup(void **state) {
  (void)state;
  wl_error error = {""};
  bool good =
      wl_toolchain_build("vectors/smoke/smoke.s", "build/kernels", smoke, sizeof smoke, &error) &&
      wl_toolchain_build("vectors/saxpy/saxpy.cl", "build/kernels", saxpy, sizeof saxpy, &error) &&
      wl_toolchain_build("tb/device/tests/relocated.s", "build/kernels", relocated, sizeof relocated, &error) &&
      wl_toolchain_build("vectors/launch/got/got.s", "build/kernels", got, sizeof got, &error) &&
      wl_toolchain_build("tb/device/tests/undefined.s", "build/kernels", undefined, sizeof undefined, &error) &&
      wl_toolchain_build("vectors/launch/version2/version2.s", "build/kernels", version2, sizeof version2, &error);
  if (!good) print_error("%s\n", error.text);
  int fd = mkstemp(broken);
  if (fd < 0) return 1;
  close(fd);
  return !good || read_object(smoke);
}

static int teardown(void **state) {
  (void)state;
  return unlink(broken);
}

// The object with n bytes replaced at an offset and cut to length must be refused, and the message must have these
// words.
static void refuse(size_t at, const void *with, size_t n, size_t length, const char *kernel, const char *words) {
  static uint8_t copy[sizeof bytes];
  wl_error error = {""};
  memcpy(copy, bytes, size);
  if (n) memcpy(copy + at, with, n);
  FILE *f = fopen(broken, "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(copy, 1, length, f), length);
  fclose(f);
  wl_object *o = wl_object_open(broken, WL_TARGET_GFX900, &error);
  if (o) assert_null(wl_object_kernel(o, kernel, &error));
  wl_object_free(o);
  if (!strstr(error.text, words)) fail_msg("expected \"%s\" in: %s", words, error.text);
  if (!strstr(error.text, broken)) fail_msg("no file name in: %s", error.text);
}

static size_t descriptor(void) {
  wl_error error = {""};
  wl_object *o = wl_object_open(smoke, WL_TARGET_GFX900, &error);
  assert_non_null(o);
  size_t at = (size_t)o->kernels[0].info.descriptor;  // its segment is mapped at its file offset
  wl_object_free(o);
  return at;
}

static void good(void **state) {
  (void)state;
  wl_error error = {""};
  wl_object *o = wl_object_open(smoke, WL_TARGET_GFX900, &error);
  assert_non_null(o);
  assert_true(wl_object_relocate(o, 0x100001000, &error));
  const struct wl_kernel *k = wl_object_kernel(o, NULL, &error);
  assert_non_null(k);
  assert_string_equal(k->info.name, "main");
  assert_true(k->info.entry > 0x100001000 && k->info.entry < 0x100001000 + o->size);
  assert_int_equal(k->info.properties, 8);
  assert_int_equal(k->info.rsrc1 & 0x3F, 15);
  uint32_t first;
  memcpy(&first, o->image + (k->info.entry - o->base), 4);
  assert_int_equal(first, 0xC0060100);  // s_load_dwordx2 s[4:5], s[0:1], 0x0
  wl_object_free(o);
}

static void metadata(void **state) {
  (void)state;
  wl_error error = {""};
  wl_object *o = wl_object_open(saxpy, WL_TARGET_GFX900, &error);
  assert_non_null(o);
  const struct wl_kernel *k = wl_object_kernel(o, "saxpy", &error);
  assert_non_null(k);
  assert_true(k->has_metadata);
  assert_int_equal(k->explicit_size, 24);
  assert_string_equal(k->args[0].name, "y");
  assert_string_equal(k->args[2].type_name, "float");
  assert_int_equal(k->args[3].offset, 20);

  // v5: the hidden block begins at align8(24).
  uint8_t arguments[24] = {1}, segment[512];
  wl_launch l = {.grid = {1000, 1, 1}, .group = {128, 1, 1}, .kernarg = arguments, .kernarg_size = sizeof arguments};
  assert_in_range(wl_kernarg_size(k, &l, &error), 92, sizeof segment);
  assert_true(wl_kernarg_build(k, &l, 0, segment, &error));
  uint32_t blocks;
  uint16_t group, rest;
  memcpy(&blocks, segment + 24, 4);
  memcpy(&group, segment + 36, 2);
  memcpy(&rest, segment + 42, 2);
  assert_int_equal(segment[0], 1);
  assert_int_equal(blocks, 7);
  assert_int_equal(group, 128);
  assert_int_equal(rest, 104);
  // The number of dimensions: that of the grid, or what the launch says.
  uint16_t dimensions;
  for (uint32_t say = 0; say <= 3; say++) {
    uint8_t packet[WL_PACKET_SIZE];
    l.dimensions = say;
    assert_true(wl_kernarg_build(k, &l, 0, segment, &error));
    memcpy(&dimensions, segment + 24 + 64, 2);
    assert_int_equal(dimensions, say ? say : 1);
    wl_packet_build(&k->info, &l, 0, packet);
    assert_int_equal(packet[2] & 3, say ? say : 1);
  }
  l.kernarg_size = 8;
  assert_int_equal(wl_kernarg_size(k, &l, &error), 0);
  assert_non_null(strstr(error.text, "takes 24 bytes"));
  wl_object_free(o);
}

#define LONG "a_name_that_is_longer_than_the_sixty_four_characters_that_most_names_have"

// What the metadata say of the arguments and of the kernel's attributes is whole.
static void all_of_the_metadata(void **state) {
  (void)state;
  wl_error error = {""};
  char source[] = "/tmp/wavelock_loader_XXXXXX.cl", path[256];
  const int fd = mkstemps(source, 3);
  FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
  assert_non_null(f);
  fputs("typedef int " LONG
        ";\n__attribute__((work_group_size_hint(8, 2, 1), vec_type_hint(float4)))\n"
        "kernel void k(global const " LONG " *restrict " LONG ", constant float *c, local volatile short *l, int n) {}",
        f);
  fclose(f);
  const bool built = wl_toolchain_build(source, "build/kernels", path, sizeof path, &error);
  unlink(source);
  if (!built) fail_msg("%s", error.text);
  wl_object *o = wl_object_open(path, WL_TARGET_GFX900, &error);
  unlink(path);
  assert_non_null(o);
  const struct wl_kernel *k = &o->kernels[0];
  const wl_arg_info *a = k->args;
  assert_string_equal(a[0].name, LONG);
  assert_string_equal(a[0].type_name, LONG "*");
  assert_string_equal(a[0].address_space, "global");
  assert_true(a[0].is_const && a[0].is_restrict && !a[0].is_volatile);
  assert_string_equal(a[1].address_space, "constant");
  assert_string_equal(a[2].address_space, "local");
  assert_true(a[2].is_volatile && !a[2].is_restrict);
  assert_string_equal(a[3].address_space, "");
  assert_true(k->opencl);
  assert_int_equal(k->hint_group[1], 2);
  assert_int_equal(k->reqd_group[0], 0);
  assert_string_equal(k->vec_type_hint, "float4");
  assert_int_equal(o->printf_count, 0);
  wl_object_free(o);
}

// A kernel that calls functions of the host is refused, unless it is OpenCL C: that has none. One that needs a buffer
// for printf is refused without it.
static void host_calls(void **state) {
  (void)state;
  wl_error error = {""};
  wl_arg_info args[] = {{.kind = "hidden_hostcall_buffer", .size = 8}};
  const struct wl_kernel k = {.info = {.name = "k"}, .has_metadata = true, .arg_count = 1, .args = args};
  const wl_launch l = {.grid = {64, 1, 1}, .group = {64, 1, 1}};
  uint8_t segment[64];
  assert_false(wl_kernarg_build(&k, &l, 0, segment, &error));
  assert_non_null(
      strstr(error.text,
             "hidden_hostcall_buffer, which this device does not provide: the kernel calls functions of the host"));
  struct wl_kernel cl = k;
  cl.opencl = true;
  memset(segment, 0xFF, sizeof segment);
  assert_true(wl_kernarg_build(&cl, &l, 0, segment, &error));
  assert_int_equal(segment[0], 0);
  strcpy(args[0].kind, "hidden_printf_buffer");
  assert_false(wl_kernarg_build(&cl, &l, 0, segment, &error));
  assert_non_null(
      strstr(error.text, "hidden_printf_buffer, which this device does not provide: the kernel calls printf"));
  wl_launch with = l;
  with.printf_buffer = 0x1234;
  assert_true(wl_kernarg_build(&cl, &with, 0, segment, &error));
  assert_memory_equal(segment, "\x34\x12\0\0\0\0\0\0", 8);
}

static void bad_header(void **state) {
  (void)state;
  static const uint8_t zero[16], machine[] = {62, 0}, flags[] = {0x2F}, rdna2[] = {0x36}, none[] = {0xFF},
                                 xnack[] = {0x2C, 0x03}, relocatable[] = {1, 0}, osabi[] = {0};
  refuse(0, zero, 4, size, NULL, "not an ELF file");
  refuse(0, NULL, 0, 0, NULL, "not an ELF file");
  refuse(0, NULL, 0, 20, NULL, "");
  refuse(18, machine, 2, size, NULL, "machine 62, expected 224");
  refuse(48, flags, 1, size, NULL, "processor 0x2f (gfx906) in e_flags");
  refuse(48, rdna2, 1, size, NULL, "processor 0x36 (gfx1030) in e_flags");
  refuse(48, none, 1, size, NULL, "processor 0xff (unknown) in e_flags");
  refuse(48, flags, 1, size, NULL, "expected 0x2c (gfx900)");
  refuse(48, xnack, 2, size, NULL, "XNACK");
  refuse(16, relocatable, 2, size, NULL, "ELF type 1");
  refuse(7, osabi, 1, size, NULL, "OS ABI 0, expected 64");
}

// A unit takes the code objects of its own instruction set, made for its setting of SRAM-ECC or for any, and for XNACK
// off or any (D-LAUNCH-15). Byte 8 is the ABI version.
static void target(void **state) {
  (void)state;
  static const struct {
    wl_target target;
    uint8_t flags[2], abi;
    const char *words;  // NULL: it is taken
  } cases[] = {
      {WL_TARGET_GFX906, {0x2F, 0x0A}, 2, NULL},
      {WL_TARGET_GFX906, {0x2F, 0x05}, 2, NULL},
      {WL_TARGET_GFX906, {0x2F, 0x09}, 2, NULL},
      {WL_TARGET_GFX906, {0x2F, 0x06}, 3, NULL},
      {WL_TARGET_GFX906, {0x2F, 0x00}, 1, NULL},
      {WL_TARGET_GFX906, {0x2F, 0x03}, 1, NULL},
      {WL_TARGET_GFX906, {0x2F, 0x0E}, 2, "0xe2f are of code for SRAM-ECC on, this unit is gfx906:sramecc-:xnack-"},
      {WL_TARGET_GFX906, {0x2F, 0x0B}, 2, "of code for XNACK on, this unit is gfx906:sramecc-:xnack-"},
      {WL_TARGET_GFX906_SRAMECC, {0x2F, 0x0E}, 2, NULL},
      {WL_TARGET_GFX906_SRAMECC, {0x2F, 0x05}, 2, NULL},
      {WL_TARGET_GFX906_SRAMECC, {0x2F, 0x0D}, 3, NULL},
      {WL_TARGET_GFX906_SRAMECC, {0x2F, 0x02}, 1, NULL},
      {WL_TARGET_GFX906_SRAMECC, {0x2F, 0x0A}, 2, "of code for SRAM-ECC off, this unit is gfx906:sramecc+:xnack-"},
      {WL_TARGET_GFX906_SRAMECC, {0x2F, 0x00}, 1, "of code for SRAM-ECC off"},
      {WL_TARGET_GFX906_SRAMECC, {0x2F, 0x0F}, 2, "of code for XNACK on"},
      {WL_TARGET_GFX900, {0x2C, 0x01}, 2, NULL},
      {WL_TARGET_GFX900, {0x2C, 0x01}, 1, NULL},
      {WL_TARGET_GFX900, {0x2C, 0x03}, 2, "of code for XNACK on, this unit is gfx900:xnack-"},
      {WL_TARGET_GFX906, {0x2C, 0x02}, 2, "processor 0x2c (gfx900) in e_flags 0x22c, expected 0x2f (gfx906)"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    static uint8_t copy[sizeof bytes];
    wl_error error = {""};
    memcpy(copy, bytes, size);
    memcpy(copy + 48, cases[i].flags, 2);
    copy[8] = cases[i].abi;
    FILE *f = fopen(broken, "wb");
    fwrite(copy, 1, size, f);
    fclose(f);
    wl_object *o = wl_object_open(broken, cases[i].target, &error);
    assert_int_equal(o != NULL, !cases[i].words);
    if (!o && !strstr(error.text, cases[i].words)) fail_msg("expected \"%s\" in: %s", cases[i].words, error.text);
    if (o) assert_int_equal(o->target, cases[i].target);
    wl_object_free(o);
  }
}

// A file that is cut at any place is refused. The sanitizer build shows that it is not read past its end.
static void truncated(void **state) {
  (void)state;
  refuse(0, NULL, 0, 0x300, NULL, "truncated?");
  for (size_t n = 0; n < size; n += 37) {
    wl_error error = {""};
    FILE *f = fopen(broken, "wb");
    fwrite(bytes, 1, n, f);
    fclose(f);
    wl_object *o = wl_object_open(broken, WL_TARGET_GFX900, &error);
    if (!o) assert_true(error.text[0]);
    wl_object_free(o);
  }
}

static void bad_segments(void **state) {
  (void)state;
  static const uint8_t huge[8] = {0, 0, 0, 0, 0, 0, 0, 0x40};
  uint64_t phoff;
  memcpy(&phoff, bytes + 32, 8);
  for (uint64_t i = 0; i < bytes[56]; i++) {
    uint64_t header = phoff + 56 * i;
    if (bytes[header] != 1) continue;  // PT_LOAD
    refuse(header + 8, huge, 8, size, NULL, "truncated?");
    refuse(header + 16, huge, 8, size, NULL, "pass the limit");
    refuse(header + 40, huge, 8, size, NULL, "pass the limit");
    return;
  }
  fail();
}

static void bad_descriptor(void **state) {
  (void)state;
  size_t d = descriptor();
  static const uint8_t one[] = {1}, wave32[] = {8, 4}, queue[] = {0x0F, 0}, entry[8] = {0, 0, 0, 0, 1};
  uint8_t word[4];
  refuse(d + 13, one, 1, size, NULL, "byte 13 of the descriptor");
  refuse(d + 44, one, 1, size, NULL, "compute_pgm_rsrc3");
  refuse(d + 16, entry, 8, size, NULL, "lies outside the image");
  refuse(d + 56, wave32, 2, size, NULL, "wavefront size 32");
  refuse(d + 56, queue, 2, size, NULL, "more user SGPRs");
  memcpy(word, bytes + d + 52, 4);
  word[0] |= 1 << 6;
  refuse(d + 52, word, 4, size, NULL, "trap handler");
  memcpy(word, bytes + d + 48, 4);
  word[2] |= 1 << 4;
  refuse(d + 48, word, 4, size, NULL, "privileged mode");
}

// The symbol main.kd at the last bytes of the image: its descriptor would pass the end.
static void truncated_descriptor(void **state) {
  (void)state;
  size_t d = descriptor();
  uint64_t value = d, end = 0x3FC0 + 0x20;
  for (size_t at = 0; at + 24 <= size; at++)
    if (!memcmp(bytes + at, &value, 8) && bytes[at - 4] == 0x11) {  // STB_GLOBAL, STT_OBJECT
      refuse(at, &end, 8, size, NULL, "descriptor truncated");
      return;
    }
  fail();
}

static void missing_kernel(void **state) {
  (void)state;
  refuse(0, NULL, 0, size, "nothing", "no kernel named nothing; there are: main");
  wl_error error = {""};
  assert_null(wl_object_open("/no/such/file.co", WL_TARGET_GFX900, &error));
  assert_non_null(strstr(error.text, "/no/such/file.co: No such file"));
}

static uint64_t word_at(const wl_object *o, uint64_t at) {
  uint64_t v;
  assert_true(at + 8 <= o->size);
  memcpy(&v, o->image + at, 8);
  return v;
}

// A relocated word is the base and the addend, wherever the image was before.
static void relocations(void **state) {
  (void)state;
  wl_error error = {""};
  wl_object *o = wl_object_open(relocated, WL_TARGET_GFX900, &error);
  assert_non_null(o);
  assert_int_equal(o->relocation_count, 3);
  for (uint64_t base = 0x100001000; base < 0x100004000; base += 0x1000) {
    assert_true(wl_object_relocate(o, base, &error));
    for (uint64_t i = 0; i < o->relocation_count; i++)
      assert_true(o->relocations[i].moves && word_at(o, o->relocations[i].at) == base + o->relocations[i].value);
  }
  wl_object_free(o);
}

// An entry of the GOT has the address of its symbol, wherever the image lies; a word of a table has an addend too. An
// undefined symbol is refused (D-LAUNCH-11).
static void relocated_symbols(void **state) {
  (void)state;
  wl_error error = {""};
  uint64_t twice;
  wl_object *o = wl_object_open(got, WL_TARGET_GFX900, &error);
  assert_non_null(o);
  assert_int_equal(o->relocation_count, 3);
  assert_true(wl_object_relocate(o, 0x100001000, &error) && wl_object_relocate(o, 0x200003000, &error));
  assert_true(wl_object_symbol(o, "twice", &twice, &error));
  for (uint64_t i = 0; i < 3; i++) {
    const uint64_t word = word_at(o, o->relocations[i].at);
    assert_true(word == twice || word == twice + 4);
  }
  wl_object_free(o);
  assert_null(wl_object_open(undefined, WL_TARGET_GFX900, &error));
  assert_non_null(strstr(error.text, "relocation with the undefined symbol elsewhere"));
}

// The first place in the file of these words, which are 8 bytes aligned.
static size_t place_of(const void *words, size_t count) {
  size_t at = 0;
  while (at + count <= size && memcmp(bytes + at, words, count) != 0) at += 8;
  assert_true(at + count <= size);
  return at;
}

static void bad_relocations(void **state) {
  (void)state;
  assert_int_equal(read_object(got), 0);
  static const uint64_t rela_size[] = {8, 72};  // DT_RELASZ: three relocations
  static const uint8_t type[] = {1}, symbol[] = {0xFF, 0xFF, 0xFF, 0xFF};
  const size_t at = place_of(rela_size, sizeof rela_size);
  uint64_t rela;
  memcpy(&rela, bytes + at - 8, 8);  // its segment is mapped at its file offset
  const uint64_t last = (UINT64_C(1) << 28) - 7, wild = UINT64_MAX, odd = 71, relr = 36;
  refuse((size_t)rela, &last, 8, size, NULL, "which lies outside the image");
  refuse((size_t)rela, &wild, 8, size, NULL, "which lies outside the image");
  refuse((size_t)rela + 8, type, 1, size, NULL, "relocation type 1, expected 3 (R_AMDGPU_ABS64) or 13");
  refuse((size_t)rela + 12, symbol, 4, size, NULL, "relocation with symbol 4294967295, which lies outside the image");
  refuse(at + 8, &odd, 8, size, NULL, "DT_RELASZ 0x47 is no multiple of 24");
  refuse(at, &relr, 8, size, NULL, "dynamic tag 0x24 is not supported (only DT_RELA)");
  assert_int_equal(read_object(smoke), 0);
}

// A note that announces more than it has is refused before anything is allocated for it.
static void large_metadata(void **state) {
  (void)state;
  static const char key[] = "amdhsa.kernels";
  static const uint8_t array[] = {0xDD, 0x08, 0, 0, 0}, map[] = {0xDF, 0x08, 0, 0, 0};
  assert_int_equal(read_object(saxpy), 0);
  size_t at = 0;
  while (memcmp(bytes + at, key, sizeof key - 1) != 0) at++;
  refuse(at + sizeof key - 1, array, sizeof array, size, NULL, "more objects are announced than its bytes can hold");
  refuse(at + sizeof key - 1, map, sizeof map, size, NULL, "more objects are announced than its bytes can hold");
  assert_int_equal(read_object(smoke), 0);
}

// A kernel of version 2 (kernel-launch.md 2.1).
static void version2_kernel(void **state) {
  (void)state;
  wl_error error = {""};
  wl_object *o = wl_object_open(version2, WL_TARGET_GFX900, &error);
  assert_non_null(o);
  const struct wl_kernel *k = wl_object_kernel(o, NULL, &error);
  assert_non_null(k);
  assert_string_equal(k->info.name, "version2");
  assert_int_equal(k->info.entry, k->info.descriptor + 256);
  assert_int_equal(k->info.properties, WL_PROPERTY_DISPATCH_PTR | WL_PROPERTY_KERNARG_PTR);
  assert_int_equal(k->info.kernarg_size, 8);
  assert_int_equal(k->info.rsrc1 & 0x3FF, 0x41);
  assert_int_equal(wl_field(k->info.rsrc2, WL_RSRC2_USER_SGPRS), 4);
  assert_false(k->has_metadata);
  wl_object_free(o);
}

// Decisions: D-LAUNCH-12.
static void bad_version2(void **state) {
  (void)state;
  static const struct {
    size_t at;  // in the structure
    uint8_t bytes[4];
    size_t count;
    const char *words;
  } cases[] = {{0, {3}, 1, "amd_kernel_code_version_major of its amd_kernel_code_t is 0x3, expected 1"},
               {8, {2}, 1, "amd_machine_kind"},
               {10, {8}, 1, "code for 8.0.0, expected 9.0.0 (gfx900)"},
               {14, {6}, 1, "code for 9.0.6, expected 9.0.0 (gfx900)"},
               {16, {0, 0, 0, 8}, 4, "lies outside the image"},
               {16, {2}, 1, "is not 4-aligned"},
               {48, {0, 4}, 2, "a wave priority"},
               {56, {0x8A}, 1, "grid_workgroup_count (code_properties bits 9:7)"},
               {57, {4}, 1, "reserved code_properties bits"},
               {58, {9}, 1, "ordered_append_gds"},
               {58, {0}, 1, "is_ptr64"},
               {59, {1}, 1, "reserved code_properties bits"},
               {68, {4}, 1, "gds_segment_byte_size of its amd_kernel_code_t is 0x4, expected 0"},
               {76, {1}, 1, "kernarg_segment_byte_size"},
               {80, {1}, 1, "workgroup_fbarrier_count"},
               {103, {5}, 1, "wavefront_size"},
               {255, {1}, 1, "control_directives"}};
  static const uint32_t first[] = {1, 2, 9 << 16 | 1, 0};
  static const uint8_t unknown[] = {0x2D}, none[] = {0x00}, fiji[] = {8};
  assert_int_equal(read_object(version2), 0);
  const size_t at = place_of(first, sizeof first);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    refuse(at + cases[i].at, cases[i].bytes, cases[i].count, size, NULL, cases[i].words);
  refuse(48, unknown, 1, size, NULL, "processor 0x2d (gfx902)");
  refuse(48, none, 1, size, "nothing", "no kernel named nothing; there are: version2");
  static const char owner[] = "AMD\0\4\0\7";  // of the note of type 3, and the sizes of its names
  size_t note = 0;
  while (memcmp(bytes + note, owner, sizeof owner) != 0) note += 4;
  refuse(note + 8, fiji, 1, size, NULL, "note NT_AMD_HSA_ISA_VERSION: code for 8.0.0, expected 9.0.0 (gfx900)");
  assert_int_equal(read_object(smoke), 0);
}

// The code of an object is its executable sections; of an image, all of the file.
static void where_code_lies(void **state) {
  (void)state;
  wl_error error = {""};
  uint64_t at = 0, length = 0;
  wl_object *o = wl_object_open(smoke, WL_TARGET_GFX900, &error);
  assert_non_null(o);
  assert_true(wl_object_relocate(o, 0x100001000, &error) && wl_object_code(o, &at, &length));
  assert_int_equal(at, o->kernels[0].info.entry);
  assert_int_equal(length, o->kernels[0].section_size);
  wl_object_free(o);
  o = wl_object_open_raw(smoke, &error);
  assert_non_null(o);
  assert_true(wl_object_relocate(o, 0x100001000, &error) && wl_object_code(o, &at, &length));
  assert_int_equal(at, 0x100001000);
  assert_int_equal(length, size);
  wl_object_free(o);
}

// With any single byte changed the file is refused or loaded, without a crash.
static void any_byte(void **state) {
  (void)state;
  static uint8_t copy[sizeof bytes];
  for (size_t at = 0; at < size; at += at < 0x400 ? 1 : 13) {
    wl_error error = {""};
    memcpy(copy, bytes, size);
    copy[at] ^= 0xFF;
    FILE *f = fopen(broken, "wb");
    fwrite(copy, 1, size, f);
    fclose(f);
    wl_object *o = wl_object_open(broken, WL_TARGET_GFX900, &error);
    if (!o) assert_true(error.text[0]);
    wl_object_free(o);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(good),
                                     cmocka_unit_test(metadata),
                                     cmocka_unit_test(all_of_the_metadata),
                                     cmocka_unit_test(host_calls),
                                     cmocka_unit_test(bad_header),
                                     cmocka_unit_test(target),
                                     cmocka_unit_test(truncated),
                                     cmocka_unit_test(bad_segments),
                                     cmocka_unit_test(bad_descriptor),
                                     cmocka_unit_test(truncated_descriptor),
                                     cmocka_unit_test(missing_kernel),
                                     cmocka_unit_test(relocations),
                                     cmocka_unit_test(relocated_symbols),
                                     cmocka_unit_test(bad_relocations),
                                     cmocka_unit_test(large_metadata),
                                     cmocka_unit_test(version2_kernel),
                                     cmocka_unit_test(bad_version2),
                                     cmocka_unit_test(where_code_lies),
                                     cmocka_unit_test(any_byte)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
