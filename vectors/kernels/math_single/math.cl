// Each math function of OpenCL C, a kernel a function. T: float, double or half. BITS: the integer of the same size.
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif

#define ONE(F) \
  kernel void call_##F(global T *result, global const T *x) { \
    uint i = get_global_id(0); \
    result[i] = F(x[i]); \
  }
#define ONE_TO_TWO(F, SECOND) \
  kernel void call_##F(global T *result, global SECOND *second, global const T *x) { \
    uint i = get_global_id(0); \
    SECOND kept; \
    result[i] = F(x[i], &kept); \
    second[i] = kept; \
  }
#define TWO(F, SECOND) \
  kernel void call_##F(global T *result, global const T *x, global const SECOND *y) { \
    uint i = get_global_id(0); \
    result[i] = F(x[i], y[i]); \
  }
#define THREE(F) \
  kernel void call_##F(global T *result, global const T *x, global const T *y, global const T *z) { \
    uint i = get_global_id(0); \
    result[i] = F(x[i], y[i], z[i]); \
  }

ONE(acos)
ONE(acosh)
ONE(acospi)
ONE(asin)
ONE(asinh)
ONE(asinpi)
ONE(atan)
ONE(atanh)
ONE(atanpi)
ONE(cbrt)
ONE(ceil)
ONE(cos)
ONE(cosh)
ONE(cospi)
ONE(erf)
ONE(erfc)
ONE(exp)
ONE(exp10)
ONE(exp2)
ONE(expm1)
ONE(fabs)
ONE(floor)
ONE(lgamma)
ONE(log)
ONE(log10)
ONE(log1p)
ONE(log2)
ONE(logb)
ONE(rint)
ONE(round)
ONE(rsqrt)
ONE(sin)
ONE(sinh)
ONE(sinpi)
ONE(sqrt)
ONE(tan)
ONE(tanh)
ONE(tanpi)
ONE(tgamma)
ONE(trunc)
ONE_TO_TWO(fract, T)
ONE_TO_TWO(frexp, int)
ONE_TO_TWO(lgamma_r, int)
ONE_TO_TWO(modf, T)
ONE_TO_TWO(sincos, T)
TWO(atan2, T)
TWO(atan2pi, T)
TWO(copysign, T)
TWO(fdim, T)
TWO(fmax, T)
TWO(fmin, T)
TWO(fmod, T)
TWO(hypot, T)
TWO(ldexp, int)
TWO(maxmag, T)
TWO(minmag, T)
TWO(nextafter, T)
TWO(pow, T)
TWO(pown, int)
TWO(powr, T)
TWO(remainder, T)
TWO(rootn, int)
THREE(fma)
THREE(mad)

kernel void call_ilogb(global int *result, global const T *x) {
  uint i = get_global_id(0);
  result[i] = ilogb(x[i]);
}

kernel void call_nan(global T *result, global const BITS *code) {
  uint i = get_global_id(0);
  result[i] = nan(code[i]);
}

kernel void call_remquo(global T *result, global int *quotient, global const T *x, global const T *y) {
  uint i = get_global_id(0);
  int kept;
  result[i] = remquo(x[i], y[i], &kept);
  quotient[i] = kept;
}

#ifdef SINGLE
#define FAST(F) ONE(half_##F) ONE(native_##F)
FAST(cos)
FAST(exp)
FAST(exp10)
FAST(exp2)
FAST(log)
FAST(log10)
FAST(log2)
FAST(recip)
FAST(rsqrt)
FAST(sin)
FAST(sqrt)
FAST(tan)
TWO(half_divide, T)
TWO(half_powr, T)
TWO(native_divide, T)
TWO(native_powr, T)
#endif
