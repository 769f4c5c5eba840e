// More scalars at a time than there are SGPRs: they are spilled to lanes of VGPRs.
// buffer a u32 512 random
// buffer r u32 128 zero
// groups 2
#version 450
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { uint a[]; };
layout(std430, binding = 1) buffer R { uint r[]; };
#define VALUES 120

void main() {
  uint i = gl_GlobalInvocationID.x, g = gl_WorkGroupID.x, x = i, y = 0;
  uint v[VALUES];
  [[unroll]] for (uint n = 0; n < VALUES; n++) v[n] = a[g * 3 + n * 4] + n;
  [[unroll]] for (uint n = 0; n < VALUES; n++) {
    uint other = v[(n * 7 + 5) % VALUES];
    y += v[n] * other;
    v[(n * 11 + 3) % VALUES] = y ^ v[n];
    if ((y & 0x1000) != 0) x = x * 5 + v[n];
  }
  [[unroll]] for (uint n = 0; n < VALUES; n++) y ^= v[n];
  r[i] = x + y;
}
