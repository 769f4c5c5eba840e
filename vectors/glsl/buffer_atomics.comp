// Atomic operations on a buffer by four groups, under a condition too.
// buffer a u32 256 random
// buffer r u32 40 zero
// buffer s u32 3 random
// buffer t u32 256 zero
// groups 4
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) coherent buffer R { uint r[]; };
layout(std430, binding = 2) buffer S { int s[]; };
layout(std430, binding = 3) buffer T { uint t[]; };

void main() {
  uint i = gl_GlobalInvocationID.x, x = a[i];
  atomicAdd(r[x & 31], x >> 16);
  if ((x & 64) != 0) atomicMax(r[32], x);
  else atomicOr(r[33], x);
  atomicXor(r[34], x);
  atomicMax(s[0], int(x));
  atomicMin(s[1], int(x));
  atomicAnd(s[2], int(x | 0xf0f0f0f0));
  uint old = r[35];
  for (;;) {
    uint found = atomicCompSwap(r[35], old, old + (x & 15));
    if (found == old) break;
    old = found;
  }
  t[i] = atomicExchange(r[36 + (i & 0)], 0);
}
