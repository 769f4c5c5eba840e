// clang compiles / and % to the sequence of v_div_scale, v_rcp, v_div_fmas and v_div_fixup for floats, and to one with
// v_rcp_iflag for integers.
kernel void division(global float *quotients, global const float *a, global const float *b, global int *signed_results,
                     global uint *unsigned_results, global const int *x, global const int *y) {
  uint i = get_global_id(0);
  quotients[i] = a[i] / b[i];
  signed_results[2 * i] = x[i] / y[i];
  signed_results[2 * i + 1] = x[i] % y[i];
  unsigned_results[2 * i] = (uint)x[i] / (uint)y[i];
  unsigned_results[2 * i + 1] = (uint)x[i] % (uint)y[i];
}
