// SPDX-License-Identifier: Apache-2.0
// What the build knows of the compute unit. It reads the sizes of the one in RTL, for the model and the list of
// coverage points, in rtl/cu_pkg.sv. A unit with an instruction set of its own has a model and an assembler
// (docs/your-unit.md).
#ifndef WAVELOCK_SIZES_H
#define WAVELOCK_SIZES_H

#include "wavelock/model_ops.h"

extern const wl_config wl_rtl_sizes;
extern const uint32_t wl_rtl_vmem_queue;  // instructions that the queue of vector memory holds

extern const wl_model_ops *const wl_unit_ops;  // of that model; NULL: the unit has the instruction set GFX9
extern const char wl_unit_assembler[];         // path from the root of the tree, or an absolute one; "": none

#endif
