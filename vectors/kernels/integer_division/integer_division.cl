// / and % of every integer type, by numbers of the same type and by constants. The compiler makes each of them another
// way: by v_rcp_iflag for 8 to 32 bits, by steps of 64 bits, by a high product for a constant.
#define DIVIDE(T) \
  kernel void divide_##T(global T *results, global const T *x, global const T *y) { \
    uint i = get_global_id(0); \
    results[6 * i] = x[i] / y[i]; \
    results[6 * i + 1] = x[i] % y[i]; \
    results[6 * i + 2] = x[i] / 7; \
    results[6 * i + 3] = x[i] % 7; \
    results[6 * i + 4] = x[i] / 100; \
    results[6 * i + 5] = x[i] % 100; \
  }

DIVIDE(char)
DIVIDE(uchar)
DIVIDE(short)
DIVIDE(ushort)
DIVIDE(int)
DIVIDE(uint)
DIVIDE(long)
DIVIDE(ulong)
