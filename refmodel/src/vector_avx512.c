// Vector executors for x86-64 hosts with AVX512 and FMA; used only where the processor has them.
#define WL_FNS wl_vop_fns_avx512
#define WL_HOST_FMA
#define WL_HOST_ROUNDS
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#pragma clang diagnostic ignored "-Wpass-failed"   // a loop that clang does not vectorise is still right
#endif
#if defined(__x86_64__) && defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx2,fma,bmi,bmi2,popcnt"))), apply_to = function)
#elif defined(__x86_64__)
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,avx2,fma,bmi,bmi2,popcnt")
#endif
#include "vector_lanes.h"
#if defined(__x86_64__) && defined(__clang__)
#pragma clang attribute pop
#endif
