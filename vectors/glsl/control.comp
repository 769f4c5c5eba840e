// Nested loops with breaks and continues that depend on the lane, and a switch.
// buffer a u32 128 random
// buffer r u32 128 zero
// groups 2
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) buffer R { uint r[]; };

void main() {
  uint i = gl_GlobalInvocationID.x, x = a[i], y = 1;
  for (uint n = 0; n < (x & 15); n++) {
    if (((x >> n) & 3) == 2) continue;
    uint z = x >> 7;
    while (z > 3) {
      y = y * 5 + z;
      if ((y & 31) == 7) break;
      z >>= 1 + (y & 1);
      if ((y & 63) == 9) {
        y ^= 0x5555;
        continue;
      }
      y += n;
    }
    switch ((y ^ x) & 7) {
      case 0: y += 3; break;
      case 1: y ^= x;
      case 2: y *= 3; break;
      case 3:
        if ((x & 256) != 0) break;
        y -= 11;
        break;
      case 6: y = ~y; break;
      default: y = y << 1 | y >> 31;
    }
    if ((y & 1023) == 500) break;
  }
  r[i] = y;
}
