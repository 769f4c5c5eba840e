// Each lane leaves the loop when its own data say so. An even rest takes one path, an odd rest the other.
__kernel void divergent(__global const uint *x, __global uint *out) {
  size_t i = get_global_id(0);
  uint v = x[i] & 0x1F, steps = 0;
  while (v > 1 && steps < 64) {
    if (v & 1)
      v = 3 * v + 1;
    else
      v >>= 1;
    steps++;
  }
  out[i] = v & 1 ? steps : steps + 1000;
}
