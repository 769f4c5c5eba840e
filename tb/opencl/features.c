// SPDX-License-Identifier: Apache-2.0
#include "features.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context.h"

#define V1 CL_MAKE_VERSION(1, 0, 0)
#define V3 CL_MAKE_VERSION(3, 0, 0)

const feature features[] = {
    {"cl_khr_icd", V1, OF_PLATFORM_ALONE, BY_API, NULL},
    {"cl_khr_extended_versioning", V1, OF_DEVICES, BY_API, NULL},
    {"cl_khr_byte_addressable_store", V1, OF_DEVICES, BY_CLANG, NULL},
    {"cl_khr_global_int32_base_atomics", V1, OF_DEVICES, BY_CLANG, NULL},
    {"cl_khr_global_int32_extended_atomics", V1, OF_DEVICES, BY_CLANG, NULL},
    {"cl_khr_local_int32_base_atomics", V1, OF_DEVICES, BY_CLANG, NULL},
    {"cl_khr_local_int32_extended_atomics", V1, OF_DEVICES, BY_CLANG, NULL},
    {"cl_khr_int64_base_atomics", V1, OF_DEVICES, BY_CLANG, NULL},
    {"cl_khr_int64_extended_atomics", V1, OF_DEVICES, BY_CLANG, NULL},
    {"cl_khr_fp64", V1, OF_DEVICES, BY_CLANG, NULL},
    {"cl_khr_fp16", V1, OF_DEVICES, BY_CLANG, NULL},
    {"cl_khr_3d_image_writes", V1, OF_DEVICES, BY_CLANG, cl_has_images},
    {"cl_khr_image2d_from_buffer", V1, OF_DEVICES, BY_MACRO, cl_has_images},
    {"cl_khr_subgroups", V1, OF_DEVICES, BY_CLANG, NULL},
    {"cl_khr_subgroup_extended_types", V1, OF_DEVICES, BY_MACRO, NULL},
    {"cl_khr_subgroup_non_uniform_vote", V1, OF_DEVICES, BY_MACRO, NULL},
    {"cl_khr_subgroup_ballot", V1, OF_DEVICES, BY_MACRO, NULL},
    {"cl_khr_subgroup_non_uniform_arithmetic", V1, OF_DEVICES, BY_MACRO, NULL},
    {"cl_khr_subgroup_shuffle", V1, OF_DEVICES, BY_MACRO, NULL},
    {"cl_khr_subgroup_shuffle_relative", V1, OF_DEVICES, BY_MACRO, NULL},
    {"cl_khr_subgroup_clustered_reduce", V1, OF_DEVICES, BY_MACRO, NULL},
    {"cl_khr_subgroup_rotate", V1, OF_DEVICES, BY_MACRO, NULL},
    {"__opencl_c_int64", V3, OF_LANGUAGE, BY_CLANG, NULL},
    {"__opencl_c_fp64", V3, OF_LANGUAGE, BY_CLANG, NULL},
    {"__opencl_c_images", V3, OF_LANGUAGE, BY_CLANG, cl_has_images},
    {"__opencl_c_3d_image_writes", V3, OF_LANGUAGE, BY_CLANG, cl_has_images},
    {"__opencl_c_read_write_images", V3, OF_LANGUAGE, BY_CLANG, cl_has_images},
    {"__opencl_c_subgroups", V3, OF_LANGUAGE, BY_CLANG, NULL},
    {"__opencl_c_generic_address_space", V3, OF_LANGUAGE, BY_CLANG, NULL},
    {"__opencl_c_program_scope_global_variables", V3, OF_LANGUAGE, BY_CLANG, NULL},
    {"__opencl_c_atomic_order_acq_rel", V3, OF_LANGUAGE, BY_CLANG, NULL},
    {"__opencl_c_atomic_order_seq_cst", V3, OF_LANGUAGE, BY_CLANG, NULL},
    {"__opencl_c_atomic_scope_device", V3, OF_LANGUAGE, BY_MACRO, NULL},
    {"__opencl_c_atomic_scope_all_devices", V3, OF_LANGUAGE, BY_MACRO, NULL},
    {"__opencl_c_work_group_collective_functions", V3, OF_LANGUAGE, BY_MACRO, NULL},
};
const size_t feature_count = sizeof features / sizeof *features;

bool feature_is(const feature *f) { return !f->has || f->has(); }

bool has_feature(const char *name) {
  for (size_t i = 0; i < feature_count; i++)
    if (!strcmp(features[i].name, name)) return feature_is(&features[i]);
  return false;
}

cl_int answer_features(const char *function, unsigned kinds, size_t room, void *to, size_t *size_ret) {
  cl_name_version *list = calloc(feature_count, sizeof *list);
  size_t count = 0;
  if (!list) return cl_refuse(CL_OUT_OF_HOST_MEMORY, function, "out of memory");
  for (size_t i = 0; i < feature_count; i++) {
    if (!(features[i].kind & kinds) || !feature_is(&features[i])) continue;
    list[count].version = features[i].version;
    snprintf(list[count++].name, sizeof list->name, "%s", features[i].name);
  }
  const cl_int code = cl_answer(function, list, count * sizeof *list, room, to, size_ret);
  free(list);
  return code;
}

cl_int answer_feature_names(const char *function, unsigned kinds, size_t room, void *to, size_t *size_ret) {
  char *text = NULL;
  size_t size;
  FILE *f = open_memstream(&text, &size);
  const char *between = "";
  for (size_t i = 0; f && i < feature_count; i++) {
    if (!(features[i].kind & kinds) || !feature_is(&features[i])) continue;
    fprintf(f, "%s%s", between, features[i].name);
    between = " ";
  }
  if (!f || fclose(f)) return cl_refuse(CL_OUT_OF_HOST_MEMORY, function, "out of memory");
  const cl_int code = cl_answer_text(function, text, room, to, size_ret);
  free(text);
  return code;
}
