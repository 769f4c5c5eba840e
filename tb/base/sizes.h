// SPDX-License-Identifier: Apache-2.0
// The sizes of the compute unit in RTL, for the model and the list of coverage points. The build reads them in
// rtl/cu_pkg.sv.
#ifndef WAVELOCK_SIZES_H
#define WAVELOCK_SIZES_H

#include "wavelock/model.h"

extern const wl_config wl_rtl_sizes;
extern const uint32_t wl_rtl_vmem_queue;  // instructions that the queue of vector memory holds

#endif
