// The opcodes of VOPC.
#include "vector_opcodes.h"

#include "../isa/vopc.def"
