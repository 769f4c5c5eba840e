// SPDX-License-Identifier: Apache-2.0
// clCreateSamplerWithProperties of OpenCL 3.0 (5.7.1).
#define CL_TARGET_OPENCL_VERSION 200
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "opencl_test.h"

typedef struct {
  cl_bool normalized;
  cl_addressing_mode addressing;
  cl_filter_mode filter;
} properties;

static properties made_with(const cl_sampler_properties *list) {
  properties found;
  cl_sampler sampler = clCreateSamplerWithProperties(on.context, list, &error);
  OK(error);
  OK(clGetSamplerInfo(sampler, CL_SAMPLER_NORMALIZED_COORDS, sizeof found.normalized, &found.normalized, NULL));
  OK(clGetSamplerInfo(sampler, CL_SAMPLER_ADDRESSING_MODE, sizeof found.addressing, &found.addressing, NULL));
  OK(clGetSamplerInfo(sampler, CL_SAMPLER_FILTER_MODE, sizeof found.filter, &found.filter, NULL));
  OK(clReleaseSampler(sampler));
  return found;
}

// What the list leaves out is normalized, CL_ADDRESS_CLAMP and CL_FILTER_NEAREST.
static void lists(void **state) {
  NEEDS_IMAGES;
  static const struct {
    cl_sampler_properties list[7];
    properties expected;
  } cases[] = {{{0}, {CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST}},
               {{CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0}, {CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR}},
               {{CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_REPEAT, 0}, {CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST}},
               {{CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE,
                 CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_CLAMP_TO_EDGE, 0},
                {CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR}}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    const properties found = made_with(cases[i].list);
    assert_memory_equal(&found, &cases[i].expected, sizeof found);
  }
  const properties found = made_with(NULL);
  assert_memory_equal(&found, &cases[0].expected, sizeof found);
}

static void refused(void **state) {
  NEEDS_IMAGES;
  static const cl_sampler_properties lists[][5] = {
      {CL_QUEUE_PROPERTIES, 0, 0},
      {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0},
      {CL_SAMPLER_FILTER_MODE, CL_ADDRESS_CLAMP, 0},
      {CL_SAMPLER_ADDRESSING_MODE, CL_FILTER_NEAREST, 0},
      {CL_SAMPLER_NORMALIZED_COORDS, 2, 0},
      {CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE, CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_REPEAT, 0}};
  NONE(clCreateSamplerWithProperties(NULL, NULL, &error), CL_INVALID_CONTEXT);
  for (size_t i = 0; i < COUNT(lists); i++)
    NONE(clCreateSamplerWithProperties(on.context, lists[i], &error), CL_INVALID_VALUE);
  assert_null(clCreateSamplerWithProperties(on.context, lists[0], NULL));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lists), cmocka_unit_test(refused)};
  return RUN(tests);
}
