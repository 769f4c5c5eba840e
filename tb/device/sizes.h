// SPDX-License-Identifier: Apache-2.0
// The sizes of the compute unit in RTL, for the model alone. The build reads them in rtl/cu_pkg.sv.
#ifndef WAVELOCK_SIZES_H
#define WAVELOCK_SIZES_H

#include "wavelock/model.h"

extern const wl_config wl_rtl_sizes;

#endif
