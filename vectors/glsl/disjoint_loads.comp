// Loads of some lanes are under way while the others use the same registers.
// buffer a u32 256 random
// buffer r u32 128 zero
// buffer s u32 128 zero
// groups 2
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) buffer R { uint r[]; };
layout(std430, binding = 2) buffer S { uint s[]; };
shared uint part[64];

void main() {
  uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex, x = i * 0x9e3779b9u, y, z;
  part[l] = x;
  barrier();
  if ((x & 0x100) != 0) y = a[i];
  else if ((x & 0x200) != 0) y = part[(l + 5) & 63];
  else y = x * 3;
  z = 0;
  for (uint n = 0; n < 20; n++) {
    if (((x >> n) & 7) == 0) {
      z = a[(i + n) & 255];
      break;
    }
    z = z * 7 + n;
  }
  r[i] = y;
  s[i] = z;
}
