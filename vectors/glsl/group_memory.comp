// The waves of a group hand values to each other through a buffer and a barrier, without atomics.
// buffer a u32 512 random
// buffer r u32 512 zero
// buffer s u32 512 zero
// groups 2
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) coherent buffer R { uint r[]; };
layout(std430, binding = 2) buffer S { uint s[]; };

void main() {
  uint i = gl_GlobalInvocationID.x, first = gl_WorkGroupID.x * 256, l = gl_LocalInvocationIndex, x = a[i];
  for (uint n = 0; n < 6; n++) {
    r[i] = x * 3 + n;
    groupMemoryBarrier();
    barrier();
    x = r[first + ((l + 64 * n + 17) & 255)];
    groupMemoryBarrier();
    barrier();
  }
  s[i] = x;
}
