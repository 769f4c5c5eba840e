// SPDX-License-Identifier: Apache-2.0
// The opcodes of VOPC.
#include "execute/vector_opcodes.h"

#include "isa/vopc.def"
