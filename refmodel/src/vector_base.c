// Vector executors for any x86-64 host (and any other): no instruction set beyond the compiler's default.
#define WL_FNS wl_vop_fns_base
#include "vector_loops.h"
#include "vector_opcodes.h"
