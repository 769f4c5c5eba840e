// SPDX-License-Identifier: Apache-2.0
// The opcodes of VOP1.
#include "execute/vector_opcodes.h"

#include "isa/vop1.def"
