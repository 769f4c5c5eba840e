// SPDX-License-Identifier: Apache-2.0
// What a program that was built cannot do on the unit, for the log of its build.
#include <string.h>

#include "cli/missing.h"
#include "launch.h"

// Opcodes that the unit lacks: the kernel may never reach them.
static void warn_of_missing(const wl_object *o, const struct wl_kernel *k, FILE *log) {
  wl_missing_list list;
  char text[1024];
  if (!wl_missing_find(o, k, false, &list, NULL)) return;
  if (list.count) {
    wl_missing_text(k, &list, text, sizeof text);
    fprintf(log, "wavelock: warning: %s\n", text);
  }
  wl_missing_free(&list);
}

static bool arguments_fit(const struct wl_kernel *k, FILE *log) {
  for (uint32_t i = 0; i < k->arg_count; i++) {
    const wl_arg_info *a = &k->args[i];
    const argument_kind kind = argument_kind_of(a);
    const bool image = kind == ARGUMENT_IMAGE || kind == ARGUMENT_SAMPLER;
    if (!strcmp(a->kind, "pipe") || !strcmp(a->kind, "queue")) {
      fprintf(log, "wavelock: error: kernel %s: its argument %u%s%s is a %s, which the devices lack (%s is 0)\n",
              k->info.name, i, *a->name ? ", " : "", a->name, a->kind,
              *a->kind == 'p' ? "CL_DEVICE_PIPE_SUPPORT" : "CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES");
      return false;
    }
    if (!strncmp(a->kind, "hidden_", 7) || (image ? cl_has_images() : kind != ARGUMENT_UNKNOWN)) continue;
    fprintf(log,
            "wavelock: error: kernel %s: its argument %u%s%s is of type %s: the devices have no images and no samplers "
            "(CL_DEVICE_IMAGE_SUPPORT is CL_FALSE, __IMAGE_SUPPORT__ is not defined)\n",
            k->info.name, i, *a->name ? ", " : "", a->name, *a->type_name ? a->type_name : a->kind);
    return false;
  }
  return true;
}

// The host program says nothing of private memory, so none is known to be enough (D-LAUNCH-14).
static bool stack_fits(const struct wl_kernel *k, FILE *log) {
  if (!(k->info.properties & WL_PROPERTY_DYNAMIC_STACK)) return true;
  fprintf(log,
          "wavelock: error: kernel %s: it calls functions by pointers, or has objects of variable size: its private "
          "memory has no known size\n",
          k->info.name);
  return false;
}

static bool sizes_fit(const struct wl_kernel *k, FILE *log) {
  const unsigned long long local = cl_local_memory();
  const uint32_t *r = k->reqd_group;
  const unsigned long long items = (unsigned long long)r[0] * r[1] * r[2];
  if (k->info.group_segment_size > local)
    return fprintf(log, "wavelock: error: kernel %s: %u bytes of local memory, the unit has %llu\n", k->info.name,
                   k->info.group_segment_size, local),
           false;
  if (k->info.private_segment_size > WL_MAX_SCRATCH)
    return fprintf(log,
                   "wavelock: error: kernel %s: %u bytes of private memory for a work-item, at most %d are possible\n",
                   k->info.name, k->info.private_segment_size, WL_MAX_SCRATCH),
           false;
  if (items > cl_max_group())
    return fprintf(log,
                   "wavelock: error: kernel %s: reqd_work_group_size(%u, %u, %u) is %llu work-items, at most %zu are "
                   "possible\n",
                   k->info.name, r[0], r[1], r[2], items, cl_max_group()),
           false;
  const size_t largest = launch_most_items(k);
  if (largest && largest >= items) return true;
  fprintf(log, "wavelock: error: kernel %s: the unit's registers hold a work-group of %zu work-items%s\n", k->info.name,
          largest, items ? ", its reqd_work_group_size is larger" : "");
  return false;
}

bool diagnose(const wl_object *o, FILE *log) {
  bool good = true;
  for (uint32_t i = 0; i < o->kernel_count; i++) {
    const struct wl_kernel *k = &o->kernels[i];
    wl_error error;
    if (!wl_object_kernel(o, k->info.name, &error)) {
      fprintf(log, "wavelock: error: %s\n", error.text);
      good = false;
      continue;
    }
    good &= arguments_fit(k, log) && stack_fits(k, log) && sizes_fit(k, log);
    warn_of_missing(o, k, log);
  }
  return good;
}
