// Work-items of a group exchange values of 4, 8 and 16 bytes in LDS.
// buffer a u32 1024 random
// buffer r u32 1024 zero
// buffer s u32 256 zero
// buffer t u32 512 zero
// groups 2
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer A { uvec4 a[]; };
layout(std430, binding = 1) buffer R { uvec4 r[]; };
layout(std430, binding = 2) buffer S { uint s[]; };
layout(std430, binding = 3) buffer T { uvec2 t[]; };
shared uvec4 wide[128];
shared uint one[128];
shared uvec2 two[128];

void main() {
  uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex;
  wide[l] = a[i];
  one[l] = a[i].y * 3;
  two[l] = a[i].zw;
  barrier();
  r[i] = wide[127 - l];
  s[i] = one[l ^ 85];
  t[i] = two[(l + 77) & 127];
}
