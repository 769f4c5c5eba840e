// SPDX-License-Identifier: Apache-2.0
// The opcodes of VOP3P.
#include "execute/vector_opcodes.h"

#include "isa/vop3p.def"
