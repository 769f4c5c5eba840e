// SPDX-License-Identifier: Apache-2.0
// The build without a unit under test.
#include "backend.h"

const wl_backend *const wl_backend_rtl = NULL;
