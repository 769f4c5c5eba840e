// Buffers by 64-bit addresses: scalars, vectors and structs behind a reference.
// buffer of u64 3 pointers[in_,out_,sums]
// buffer in_ u32 512 random
// buffer out_ u32 512 zero
// buffer sums u32 8 zero
// groups 2
#version 450
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 64) in;
struct Item {
  uvec2 first;
  uint second, third;
};
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Items { Item item[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint word[]; };
layout(std430, binding = 0) buffer Of {
  Items from, to;
  Words sums;
};

void main() {
  uint i = gl_GlobalInvocationID.x;
  Item x = from.item[i], y;
  y.first = x.first.yx + 1;
  y.second = x.third ^ x.second;
  y.third = from.item[(i * 37) & 127].second;
  to.item[i] = y;
  atomicAdd(sums.word[i & 7], x.first.x >> 8);
}
