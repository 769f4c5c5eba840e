// SPDX-License-Identifier: Apache-2.0
// Code objects: an AMDHSA ELF file as an image for device memory, and the kernels in it (kernel-launch.md 1, 2, 6). For
// a unit with an instruction set of its own a file is the image itself.
#ifndef WAVELOCK_LOADER_H
#define WAVELOCK_LOADER_H

#include "kernel.h"
#include "target.h"

#ifdef __cplusplus
extern "C" {
#endif

// One entry of a kernel's .args metadata.
typedef struct {
  char *name;       // "" when the compiler gave none
  char kind[40];    // .value_kind: "by_value", "global_buffer", "hidden_block_count_x", ...
  char *type_name;  // as in the source; "": unknown
  uint32_t offset, size, pointee_align;
  char address_space[12], access[12];  // "global", ..; "read_only", ..; "": none
  bool is_const, is_restrict, is_volatile;
} wl_arg_info;

// Type of a relocation, R_AMDGPU_RELATIVE64: the code's address and the addend.
enum { WL_RELOC_RELATIVE64 = 13 };

struct wl_kernel {
  wl_kernel_info info;     // addresses are offsets in the image until wl_object_relocate
  uint64_t code_size;      // bytes of its symbol, from its entry on; 0: unknown
  uint64_t section_size;   // from its entry to the end of its section; 0: unknown
  uint32_t explicit_size;  // bytes of explicit arguments; 0 without metadata
  bool has_metadata;
  bool unread_metadata;    // its object has the metadata of version 2 (D-LAUNCH-13)
  bool opencl;             // its language is OpenCL C
  uint32_t reqd_group[3];  // reqd_work_group_size; 0: none
  uint32_t hint_group[3];  // work_group_size_hint; 0: none
  char *vec_type_hint;     // as in the source; NULL: none
  uint32_t max_group;      // work-items of a workgroup; 0: unknown
  bool uneven;             // OpenCL C of 2.0 or later, compiled for workgroups that are smaller at the grid's ends
  uint32_t arg_count;
  wl_arg_info *args;  // explicit and hidden ones, in the order of the file
};

// A dynamic relocation: what the eight bytes at an image offset get (D-LAUNCH-11).
typedef struct {
  uint64_t at, value;
  bool moves;  // the base is added
} wl_relocation;

typedef struct {
  char path[4096];
  uint64_t base;       // device address of image[0]; 0 until wl_object_relocate
  uint64_t size;       // bytes of the image, a multiple of WL_PAGE
  uint64_t file_size;  // bytes of the file
  wl_target target;    // of the unit for which it was opened
  uint8_t *image;
  bool version2;  // of code objects (kernel-launch.md 2.1)
  uint64_t relocation_count;
  wl_relocation *relocations;
  uint32_t kernel_count;
  struct wl_kernel *kernels;
  char **printf_formats;  // amdhsa.printf: "id:arguments:size of each:format"
  uint32_t printf_count;
  uint64_t variable_bytes;            // of variables in global memory: its sections .data and .bss
  uint64_t variables, variables_end;  // offsets in the image between which they lie
} wl_object;

// Reads and checks a file for a unit of this target (kernel-launch.md 1). NULL with error: file, offset,
// what was found and what was expected.
wl_object *wl_object_open(const char *path, wl_target target, wl_error *error);
// The same, for a file that need not have a kernel.
wl_object *wl_object_open_any(const char *path, wl_target target, wl_error *error);
// A file of any bytes as an image. Its one kernel and symbol is "main", the first byte. NULL with error: it is empty,
// too large, or not readable.
wl_object *wl_object_open_raw(const char *path, wl_error *error);
void wl_object_free(wl_object *o);
// Moves the image to device address base, a multiple of WL_PAGE: applies the relocations and moves the kernels.
bool wl_object_relocate(wl_object *o, uint64_t base, wl_error *error);
// Device address of a symbol. false with error: the file has no such symbol.
bool wl_object_symbol(const wl_object *o, const char *name, uint64_t *address, wl_error *error);
// "fork_join+0x10": the symbol at or before a device address inside the image, and how far behind it. "": there is
// none.
void wl_object_nearest(const wl_object *o, uint64_t address, char *text, size_t size);
// Where the code lies, from the first executable section to the end of the last: device address and bytes. false: there
// is none.
bool wl_object_code(const wl_object *o, uint64_t *address, uint64_t *bytes);
// A kernel by its name without ".kd"; NULL: the only one. NULL with error: there is no such kernel, or its descriptor
// asks for something that this unit does not have.
const struct wl_kernel *wl_object_kernel(const wl_object *o, const char *name, wl_error *error);

// Fills the arguments of the object's kernels from an NT_AMDGPU_METADATA note: MessagePack of size bytes. A note that
// is no MessagePack is an error.
bool wl_metadata_read(wl_object *o, const void *note, size_t size, wl_error *error);

#ifdef __cplusplus
}
#endif
#endif
