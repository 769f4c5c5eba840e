// A group of sixteen waves sums up through LDS.
// buffer a u32 2048 random[0,100000]
// buffer r u32 2 zero
// groups 2
#version 450
layout(local_size_x = 1024) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) buffer R { uint r[]; };
shared uint sums[1024];

void main() {
  uint l = gl_LocalInvocationIndex;
  sums[l] = a[gl_GlobalInvocationID.x];
  barrier();
  for (uint n = 512; n > 0; n /= 2) {
    if (l < n) sums[l] += sums[l + n];
    barrier();
  }
  if (l == 0) r[gl_WorkGroupID.x] = sums[0];
}
