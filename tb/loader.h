// SPDX-License-Identifier: Apache-2.0
// Code objects: an AMDHSA ELF file as an image to place in device memory, and the kernels in it.
// kernel-launch.md sections 1, 2 and 6. Knows nothing of devices.
#ifndef WAVELOCK_LOADER_H
#define WAVELOCK_LOADER_H

#include "dispatch.h"

#ifdef __cplusplus
extern "C" {
#endif

// One entry of a kernel's .args metadata.
typedef struct {
  char name[64];       // "" when the compiler gave none
  char kind[40];       // .value_kind: "by_value", "global_buffer", "hidden_block_count_x", ...
  char type_name[40];  // as the source says it, "" if unknown
  uint32_t offset, size, pointee_align;
} wl_arg_info;

struct wl_kernel {
  wl_kernel_info info;     // addresses are relative to the image until wl_object_relocate
  uint64_t code_size;      // bytes from its entry that its symbol has; 0: it does not say
  uint32_t explicit_size;  // bytes of explicit arguments (0 without metadata)
  bool has_metadata;
  uint32_t reqd_group[3];  // 0 where the kernel asks for nothing
  uint32_t max_group;      // work-items, 0 if unknown
  uint32_t arg_count;
  wl_arg_info *args;  // explicit and hidden, in the order of the file
};

typedef struct {
  char path[256];
  uint64_t base;       // where image[0] lies: 0, then as relocated
  uint64_t size;       // bytes of the image, a multiple of the page
  uint64_t file_size;  // bytes of the file: the rest of the image is zero
  uint8_t *image;
  uint64_t rela, rela_size;  // relocation table, image offset and bytes
  uint32_t kernel_count;
  struct wl_kernel *kernels;
} wl_object;

// Reads and checks a file. NULL with an error that names file, offset, what was found and what was expected.
wl_object *wl_object_open(const char *path, wl_error *error);
void wl_object_free(wl_object *o);
// Moves the image to device address base (a multiple of the page): applies R_AMDGPU_RELATIVE64 and moves kernels.
bool wl_object_relocate(wl_object *o, uint64_t base, wl_error *error);
// Address of a symbol where the image lies now, or false with an error.
bool wl_object_symbol(const wl_object *o, const char *name, uint64_t *address, wl_error *error);
// By name without ".kd"; NULL: the only one. Fails when its descriptor asks for what this unit has not.
const struct wl_kernel *wl_object_kernel(const wl_object *o, const char *name, wl_error *error);

// Fills args of the object's kernels from an NT_AMDGPU_METADATA note (MessagePack), size bytes.
bool wl_metadata_read(wl_object *o, const void *note, size_t size, wl_error *error);

#ifdef __cplusplus
}
#endif
#endif
