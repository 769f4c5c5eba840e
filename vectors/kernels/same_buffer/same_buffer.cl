// In place: the caller gives one buffer for a and b. c is another.
kernel void same_buffer(global uint *a, global const uint *b, global uint *c) {
  uint i = get_global_id(0);
  c[i] = a == b ? 1000 + b[i] : 0;
  a[i] = b[i] * 3 + 1;
}
