// A table of constants, which lies behind the code.
// buffer a u32 128 random
// buffer r u32 128 zero
// buffer s f32 128 zero
// groups 2
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) buffer R { uint r[]; };
layout(std430, binding = 2) buffer S { float s[]; };
const uint table[24] = uint[](7, 99, 0xdeadbeef, 3, 1 << 31, 5, 6, 77, 8, 912, 10, 1111, 12, 13, 141, 15, 16, 17, 1818,
                              19, 20, 0xffffffff, 22, 23);
const vec2 points[5] = vec2[](vec2(0.5, 1), vec2(-3, 0.25), vec2(8, 9), vec2(1e10, -1e-10), vec2(0, 7));

void main() {
  uint i = gl_GlobalInvocationID.x, x = a[i];
  r[i] = table[x % 24] + table[gl_WorkGroupID.x + 2];
  s[i] = points[x % 5][(x >> 8) & 1];
}
