// A gather with every kind of initial values. The table comes from a file, places are a list, drawn are random numbers
// from 3 up to 99, and step counts in steps.
kernel void inits(global uint *out, global const ushort *table, global const uint *places, global const int *drawn,
                  global const short *step, global uint *good) {
  uint i = get_global_id(0);
  out[i] = table[places[i]];
  good[i] = drawn[i] >= 3 && drawn[i] < 100 && step[i] == -7 + 5 * (int)i;
}
