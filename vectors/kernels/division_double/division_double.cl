// / of doubles, and conversions of doubles from and to integers and floats.
kernel void division_double(global double *quotients, global const double *a, global const double *b,
                            global float *singles, global long *longs, global uint *words) {
  uint i = get_global_id(0);
  quotients[i] = a[i] / b[i];
  singles[i] = (float)a[i];
  longs[i] = convert_long_sat(a[i]);
  words[i] = convert_uint_sat(a[i]);
}
