// SPDX-License-Identifier: Apache-2.0
#include "kernarg.h"

#include <string.h>

#include "base/error.h"

enum { PRIVATE_APERTURE = 0x00020000, SHARED_APERTURE = 0x00010000 };  // address bits 63:32 (kernel-launch.md 3)
enum { KERNEL_DISPATCH = 2 };                                          // type of the AQL packet

static void put(uint8_t *to, uint64_t v, uint32_t bytes) {
  for (uint32_t i = 0; i < bytes; i++) to[i] = i < 8 ? (uint8_t)(v >> 8 * i) : 0;
}

static uint32_t dimensions(const wl_launch *l) {
  if (l->dimensions) return l->dimensions;
  if (l->grid[2] > 1 || l->group[2] > 1) return 3;
  return l->grid[1] > 1 || l->group[1] > 1 ? 2 : 1;
}

size_t wl_kernarg_size(const struct wl_kernel *k, const wl_launch *launch, wl_error *error) {
  uint64_t size = k->info.kernarg_size < 16 ? 16 : k->info.kernarg_size;
  if (launch->kernarg_size < k->explicit_size) {
    wl_fail(error, "kernel %.200s: takes %u bytes of arguments, the launch gives %zu", k->info.name, k->explicit_size,
            launch->kernarg_size);
    return 0;
  }
  if (launch->kernarg_size > size) size = launch->kernarg_size;
  for (uint32_t i = 0; i < k->arg_count; i++) {
    uint64_t end = (uint64_t)k->args[i].offset + k->args[i].size;
    if (end > size) size = end;
  }
  if (size <= WL_KERNARG_MAX) return (size_t)size;
  wl_fail(error, "kernel %.200s: kernarg segment of %llu bytes, at most %d", k->info.name, (unsigned long long)size,
          WL_KERNARG_MAX);
  return 0;
}

// The value of a hidden argument. false: the device does not provide it.
static bool hidden_value(const struct wl_kernel *k, const char *kind, const wl_launch *l, uint64_t queue, uint64_t *v) {
  static const char *const zero[] = {"none", "heap_v1", "default_queue", "completion_action", "multigrid_sync_arg"};
  *v = 0;
  for (size_t i = 0; i < sizeof zero / sizeof *zero; i++)
    if (!strcmp(kind, zero[i])) return true;
  // clang asks for it in all OpenCL C that it does not fully inline, and nothing in OpenCL C uses it.
  if (k->opencl && !strcmp(kind, "hostcall_buffer")) return true;
  if (l->printf_buffer && !strcmp(kind, "printf_buffer")) {
    *v = l->printf_buffer;
    return true;
  }
  size_t length = strlen(kind);
  uint32_t d = length ? (uint32_t)(kind[length - 1] - 'x') : 3;
  if (d < 3) {
    if (!strncmp(kind, "block_count_", 12)) *v = l->grid[d] / l->group[d];
    else if (!strncmp(kind, "group_size_", 11)) *v = l->group[d];
    else if (!strncmp(kind, "remainder_", 10)) *v = l->grid[d] % l->group[d];
    else if (!strncmp(kind, "global_offset_", 14)) *v = l->offset[d];
    else return false;
    return true;
  }
  if (!strcmp(kind, "grid_dims")) *v = dimensions(l);
  else if (!strcmp(kind, "private_base")) *v = PRIVATE_APERTURE;
  else if (!strcmp(kind, "shared_base")) *v = SHARED_APERTURE;
  else if (!strcmp(kind, "queue_ptr")) *v = queue;
  else if (!strcmp(kind, "dynamic_lds_size")) *v = l->dynamic_lds;
  else return false;
  return true;
}

// What in the source makes the compiler need a hidden argument.
static const char *needed_for(const char *kind) {
  return !strcmp(kind, "hostcall_buffer") ? ": the kernel calls functions of the host, as printf or assert of HIP"
         : !strcmp(kind, "printf_buffer") ? ": the kernel calls printf"
                                          : "";
}

bool wl_kernarg_build(const struct wl_kernel *k, const wl_launch *launch, uint64_t queue, uint8_t *to,
                      wl_error *error) {
  size_t size = wl_kernarg_size(k, launch, error);
  if (!size) return false;
  memset(to, 0, size);
  if (!k->has_metadata && (launch->offset[0] || launch->offset[1] || launch->offset[2]))
    return wl_fail(
        error,
        "kernel %.200s: a global offset of %llu, %llu, %llu, but no metadata that says where the kernel reads it",
        k->info.name, (unsigned long long)launch->offset[0], (unsigned long long)launch->offset[1],
        (unsigned long long)launch->offset[2]);
  if (launch->kernarg_size) memcpy(to, launch->kernarg, launch->kernarg_size);
  for (uint32_t i = 0; i < k->arg_count; i++) {
    const wl_arg_info *a = &k->args[i];
    uint64_t v;
    if (strncmp(a->kind, "hidden_", 7)) continue;
    if (!hidden_value(k, a->kind + 7, launch, queue, &v))
      return wl_fail(error, "kernel %.200s: argument %u at offset %u is %s, which this device does not provide%s",
                     k->info.name, i, a->offset, a->kind, needed_for(a->kind + 7));
    put(to + a->offset, v, a->size);
  }
  return true;
}

void wl_packet_build(const wl_kernel_info *k, const wl_launch *l, uint64_t kernarg, uint8_t to[WL_PACKET_SIZE]) {
  memset(to, 0, WL_PACKET_SIZE);
  put(to, KERNEL_DISPATCH, 2);
  put(to + 2, dimensions(l), 2);
  for (int i = 0; i < 3; i++) {
    put(to + 4 + 2 * i, l->group[i], 2);
    put(to + 12 + 4 * i, l->grid[i], 4);
  }
  put(to + 24, k->private_segment_size, 4);
  put(to + 28, (uint64_t)k->group_segment_size + l->dynamic_lds, 4);
  put(to + 32, k->descriptor, 8);
  put(to + 40, kernarg, 8);
}
