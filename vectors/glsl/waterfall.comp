// Which of four buffers a work-item reads and writes differs within a wave.
// buffer a u32 128 random
// buffer p u32 128 random
// also q u32 128 random
// also r u32 128 random
// also s u32 128 random
// groups 2
#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) buffer P { uint p[]; } of[4];

void main() {
  uint i = gl_GlobalInvocationID.x, x = a[i];
  uint y = of[nonuniformEXT(x & 3)].p[i];
  of[nonuniformEXT((x + 1) & 3)].p[i] = y + x;
  a[i] = y;
}
