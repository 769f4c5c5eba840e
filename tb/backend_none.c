// SPDX-License-Identifier: Apache-2.0
// The model-only build has no unit under test.
#include "backend.h"

const wl_backend *const wl_backend_rtl = NULL;
