// More values at a time than there are registers: vectors and scalars are spilled.
// buffer a u32 4096 random
// buffer r u32 64 zero
#version 450
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) buffer R { uint r[]; };
#define VALUES 300

void main() {
  uint i = gl_GlobalInvocationID.x, sum = 0;
  uint v[VALUES];
  [[unroll]] for (uint n = 0; n < VALUES; n++) v[n] = a[i * 7 + n * 11];
  [[unroll]] for (uint n = 0; n < VALUES; n++) {
    sum = sum * 3 + (v[n] ^ v[(n * 7 + 5) % VALUES]);
    v[(n * 13) % VALUES] += sum;
  }
  [[unroll]] for (uint n = 0; n < VALUES; n++) sum ^= v[n];
  r[i] = sum;
}
