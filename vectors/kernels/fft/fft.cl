// Fourier transform of 256 complex numbers by a group of 128: radix 2, Stockham's order, between two halves of LDS.
// turns[k] is exp(-2 pi i k / 256). fma is where it stands, so each result has one value.
#pragma OPENCL FP_CONTRACT OFF
#define POINTS 256

float2 times(float2 a, float2 b) {
  return (float2)(fma(a.x, b.x, -(a.y * b.y)), fma(a.x, b.y, a.y * b.x));
}

kernel void fft(global float2 *data, global const float2 *turns) {
  local float2 half_a[POINTS], half_b[POINTS];
  local float2 *from = half_a, *to = half_b;
  uint t = get_local_id(0), start = get_group_id(0) * POINTS;
  from[t] = data[start + t];
  from[t + POINTS / 2] = data[start + t + POINTS / 2];
  for (uint p = 1; p < POINTS; p *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint k = t & (p - 1), j = 2 * (t - k) + k;
    float2 a = from[t], b = times(from[t + POINTS / 2], turns[k * (POINTS / 2 / p)]);
    to[j] = a + b;
    to[j + p] = a - b;
    local float2 *swap = from;
    from = to;
    to = swap;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  data[start + t] = from[t];
  data[start + t + POINTS / 2] = from[t + POINTS / 2];
}
