// Vector executors for any x86-64 host (and any other): no instruction set beyond the compiler's default.
#define WL_FNS wl_vop_fns_base
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#pragma clang diagnostic ignored "-Wpass-failed"   // a loop that clang does not vectorise is still right
#endif
#include "vector_lanes.h"
