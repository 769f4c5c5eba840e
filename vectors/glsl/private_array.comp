// An array of each work-item with an index that differs: private memory.
// buffer a u32 128 random
// buffer r u32 128 zero
// groups 2
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) buffer R { uint r[]; };

void main() {
  uint i = gl_GlobalInvocationID.x, x = a[i];
  uint t[40];
  for (uint n = 0; n < 40; n++) t[n] = x * (n + 1);
  for (uint n = 0; n < 60; n++) {
    uint p = (x >> (n & 15)) % 40, q = (n * 7) % 40;
    uint old = t[p];
    t[p] = t[q] ^ n;
    t[q] = old + 1;
  }
  uint y = 0;
  for (uint n = 0; n < 40; n++) y = y * 31 + t[n];
  r[i] = y;
}
