// SPDX-License-Identifier: Apache-2.0
// The opcodes of VOP2.
#include "vector_opcodes.h"

#include "../isa/vop2.def"
