// SPDX-License-Identifier: Apache-2.0
// The extensions and the optional features of OpenCL C that the platform and its devices have: one table. The queries,
// their versions, and what the compiler defines follow from it. All devices have the same.
#ifndef WAVELOCK_OPENCL_FEATURES_H
#define WAVELOCK_OPENCL_FEATURES_H

#include "object.h"

typedef enum {
  OF_PLATFORM_ALONE = 1,  // an extension of the platform, and of no device
  OF_DEVICES = 2,         // an extension of the devices, and so of the platform (OpenCL 3.0, 4.1)
  OF_LANGUAGE = 4         // a feature of OpenCL C 3.0, by the name of its macro
} feature_kind;

// How OpenCL C gets to know of it.
typedef enum { BY_API, BY_CLANG, BY_MACRO } feature_way;  // not at all; as an extension of clang's; as a macro

typedef struct {
  const char *name;
  cl_version version;  // of the extension; of the OpenCL C that introduces the feature
  feature_kind kind;
  feature_way way;
  bool (*has)(void);  // NULL: always
} feature;

extern const feature features[];
extern const size_t feature_count;

bool feature_is(const feature *f);
// Whether there is a row of this name that holds.
bool has_feature(const char *name);

// The answer of a query `function`: the names and versions of these kinds, or the names alone with blanks between.
cl_int answer_features(const char *function, unsigned kinds, size_t room, void *to, size_t *size_ret);
cl_int answer_feature_names(const char *function, unsigned kinds, size_t room, void *to, size_t *size_ret);

#endif
