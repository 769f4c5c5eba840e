// Prefix sums of a group of four waves in LDS, with a barrier for each step.
// buffer a u32 512 random[0,1000]
// buffer r u32 512 zero
// groups 2
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) buffer R { uint r[]; };
shared uint sums[256];

void main() {
  uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex;
  sums[l] = a[i];
  barrier();
  for (uint step = 1; step < 256; step *= 2) {
    uint before = l >= step ? sums[l - step] : 0;
    barrier();
    sums[l] += before;
    barrier();
  }
  r[i] = sums[l];
}
