// Vector executors for x86-64 hosts with AVX2 and FMA; used only where the processor has them.
#define WL_FNS wl_vop_fns_avx2
#define WL_HOST_FMA
#define WL_HOST_ROUNDS
#include "vector_loops.h"
#if defined(__x86_64__) && defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma,bmi,bmi2,popcnt"))), apply_to = function)
#elif defined(__x86_64__)
#pragma GCC target("avx2,fma,bmi,bmi2,popcnt")
#endif
#include "vector_opcodes.h"
#if defined(__x86_64__) && defined(__clang__)
#pragma clang attribute pop
#endif
