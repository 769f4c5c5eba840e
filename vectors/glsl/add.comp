// Two buffers are added.
// buffer a u32 256 random
// buffer b u32 256 iota[10,3]
// buffer c u32 256 zero
// groups 4
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) buffer B { uint b[]; };
layout(std430, binding = 2) buffer C { uint c[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  c[i] = a[i] + b[i];
}
