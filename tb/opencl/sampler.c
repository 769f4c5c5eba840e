// SPDX-License-Identifier: Apache-2.0
#include "sampler.h"

#include <stdlib.h>

#include "device/image.h"

void sampler_words(cl_sampler s, uint32_t words[SAMPLER_BYTES / 4]) {
  enum { LESS_OR_EQUAL = 3 };  // as ROCr has it
  const uint32_t clamp = s->addressing == CL_ADDRESS_REPEAT            ? WL_CLAMP_WRAP
                         : s->addressing == CL_ADDRESS_MIRRORED_REPEAT ? WL_CLAMP_MIRROR
                         : s->addressing == CL_ADDRESS_CLAMP_TO_EDGE   ? WL_CLAMP_LAST_TEXEL
                                                                       : WL_CLAMP_BORDER;
  const uint32_t filter = s->filter == CL_FILTER_LINEAR ? WL_FILTER_LINEAR : WL_FILTER_POINT;
  const wl_sampler unit = {.clamp = {clamp, clamp, clamp},
                           .unnormalized = !s->normalized,
                           .mag = filter,
                           .min = filter,
                           .max_lod = WL_SAMPLER_MOST_LOD,
                           .compare = LESS_OR_EQUAL};
  wl_sampler_words(&unit, words);
}

static void destroy_sampler(object *o) {
  cl_sampler s = (cl_sampler)o;
  object_unuse(s->context);
  free(s->given.words);
  object_free(s);
}

// With the lock held.
static cl_int check(cl_context context, cl_bool normalized, cl_addressing_mode addressing, cl_filter_mode filter,
                    const char *function) {
  if (!object_is(context, OF_CONTEXT))
    return cl_refuse(CL_INVALID_CONTEXT, function, "%p is no context", (void *)context);
  if (!cl_has_images()) return cl_refuse(CL_INVALID_OPERATION, function, "the devices have no images");
  if (normalized != CL_TRUE && normalized != CL_FALSE)
    return cl_refuse(CL_INVALID_VALUE, function, "normalized_coords is neither true nor false");
  if (addressing < CL_ADDRESS_NONE || addressing > CL_ADDRESS_MIRRORED_REPEAT)
    return cl_refuse(CL_INVALID_VALUE, function, "0x%x is no addressing mode", addressing);
  if (filter != CL_FILTER_NEAREST && filter != CL_FILTER_LINEAR)
    return cl_refuse(CL_INVALID_VALUE, function, "0x%x is no filter mode", filter);
  if (!normalized && (addressing == CL_ADDRESS_REPEAT || addressing == CL_ADDRESS_MIRRORED_REPEAT))
    return cl_refuse(CL_INVALID_VALUE, function, "addressing mode 0x%x is for normalized coordinates", addressing);
  return CL_SUCCESS;
}

// With the lock held. NULL with *code.
static cl_sampler make(cl_context context, cl_bool normalized, cl_addressing_mode addressing, cl_filter_mode filter,
                       const char *function, cl_int *code) {
  if ((*code = check(context, normalized, addressing, filter, function))) return NULL;
  cl_sampler s = object_new(OF_SAMPLER, sizeof *s, destroy_sampler);
  if (!s) {
    *code = cl_refuse(CL_OUT_OF_HOST_MEMORY, function, "out of memory");
    return NULL;
  }
  s->context = context;
  s->normalized = normalized;
  s->addressing = addressing;
  s->filter = filter;
  object_use(context);
  return s;
}

cl_sampler CL_API_CALL clCreateSampler(cl_context context, cl_bool normalized_coords,
                                       cl_addressing_mode addressing_mode, cl_filter_mode filter_mode,
                                       cl_int *errcode_ret) {
  cl_int code;
  cl_lock();
  cl_sampler s = make(context, normalized_coords, addressing_mode, filter_mode, __func__, &code);
  cl_unlock();
  if (errcode_ret) *errcode_ret = code;
  return s;
}

// The list has pairs of a name and a value, then 0.
cl_sampler CL_API_CALL clCreateSamplerWithProperties(cl_context context, const cl_sampler_properties *properties,
                                                     cl_int *errcode_ret) {
  enum { NORMALIZED, ADDRESSING, FILTER, PROPERTIES };
  static const cl_sampler_properties names[PROPERTIES] = {CL_SAMPLER_NORMALIZED_COORDS, CL_SAMPLER_ADDRESSING_MODE,
                                                          CL_SAMPLER_FILTER_MODE};
  cl_sampler_properties value[PROPERTIES] = {CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST};
  bool said[PROPERTIES] = {false};
  cl_int code = CL_SUCCESS;
  cl_sampler s = NULL;
  cl_lock();
  const bool good = object_is(context, OF_CONTEXT);
  for (const cl_sampler_properties *list = properties; good && !code && list && *list; list += 2) {
    int i = 0;
    while (i < PROPERTIES && names[i] != *list) i++;
    if (i == PROPERTIES || said[i] || list[1] > UINT32_MAX)
      code = cl_refuse(CL_INVALID_VALUE, __func__, "property 0x%llx: unknown, there twice, or its value is none",
                       (unsigned long long)*list);
    else value[i] = list[1], said[i] = true;
  }
  if (!code)
    s = make(context, (cl_bool)value[NORMALIZED], (cl_addressing_mode)value[ADDRESSING], (cl_filter_mode)value[FILTER],
             __func__, &code);
  if (s && !property_list_copy(properties, &s->given)) {
    object_release(s);
    s = NULL;
    code = cl_refuse(CL_OUT_OF_HOST_MEMORY, __func__, "out of memory");
  }
  cl_unlock();
  if (errcode_ret) *errcode_ret = code;
  return s;
}

cl_int CL_API_CALL clRetainSampler(cl_sampler sampler) {
  return object_retained(sampler, OF_SAMPLER, CL_INVALID_SAMPLER, __func__);
}

cl_int CL_API_CALL clReleaseSampler(cl_sampler sampler) {
  return object_released(sampler, OF_SAMPLER, CL_INVALID_SAMPLER, __func__);
}

static cl_int sampler_info(const char *function, cl_sampler s, cl_sampler_info param_name, size_t param_value_size,
                           void *param_value, size_t *param_value_size_ret) {
  switch (param_name) {
    case CL_SAMPLER_REFERENCE_COUNT: return CL_ANSWER(cl_uint, s->head.references);
    case CL_SAMPLER_CONTEXT: return CL_ANSWER(cl_context, s->context);
    case CL_SAMPLER_NORMALIZED_COORDS: return CL_ANSWER(cl_bool, s->normalized);
    case CL_SAMPLER_ADDRESSING_MODE: return CL_ANSWER(cl_addressing_mode, s->addressing);
    case CL_SAMPLER_FILTER_MODE: return CL_ANSWER(cl_filter_mode, s->filter);
    case CL_SAMPLER_PROPERTIES: return CL_ANSWER_LIST(s->given);
    default: return cl_unknown_name(function, param_name);
  }
}

cl_int CL_API_CALL clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param_name, size_t param_value_size,
                                    void *param_value, size_t *param_value_size_ret) {
  cl_lock();
  const cl_int code =
      object_is(sampler, OF_SAMPLER)
          ? sampler_info(__func__, sampler, param_name, param_value_size, param_value, param_value_size_ret)
          : cl_refuse(CL_INVALID_SAMPLER, __func__, "%p is no sampler", (void *)sampler);
  cl_unlock();
  return code;
}
