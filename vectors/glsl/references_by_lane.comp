// Each work-item chooses the buffer that it reads by its address.
// buffer of u64 4 pointers[p,q,p,r]
// buffer p u32 256 random
// buffer q u32 256 random
// buffer r u32 256 random
// buffer s u32 128 zero
// groups 2
#version 450
#extension GL_EXT_buffer_reference2 : require
layout(local_size_x = 64) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint word; };
layout(std430, binding = 0) buffer Of { Words of[4]; };
layout(std430, binding = 4) buffer S { uint s[]; };

void main() {
  uint i = gl_GlobalInvocationID.x, x = i;
  for (uint n = 0; n < 6; n++) {
    Words at = of[x & 3];
    x = (at + int(x >> 3 & 255)).word;
    if ((x & 15) == 3) break;
  }
  s[i] = x;
}
