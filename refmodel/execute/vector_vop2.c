// SPDX-License-Identifier: Apache-2.0
// The opcodes of VOP2.
#include "execute/vector_opcodes.h"

#include "isa/vop2.def"
