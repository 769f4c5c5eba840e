// A histogram in LDS, and each atomic operation on it.
// buffer a u32 512 random
// buffer r u32 64 zero
// buffer s u32 18 zero
// groups 2
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) buffer R { uint r[]; };
layout(std430, binding = 2) buffer S { uint s[]; };
shared uint bins[32];
shared uint most, least, any, all, odd, count, last, old;
shared int lowest, highest;

void main() {
  uint l = gl_LocalInvocationIndex, x = a[gl_GlobalInvocationID.x], g = gl_WorkGroupID.x;
  if (l < 32) bins[l] = 0;
  if (l == 0) {
    most = any = odd = count = last = old = 0;
    least = all = ~0u;
    lowest = 0x7fffffff;
    highest = -0x7fffffff;
  }
  barrier();
  atomicAdd(bins[x & 31], 1);
  atomicMax(most, x);
  atomicMin(least, x);
  atomicMin(lowest, int(x));
  atomicMax(highest, int(x) - 5);
  if (x < 0x80000000) atomicOr(any, 1u << (x & 31));
  atomicAnd(all, x | 0xff00ff);
  atomicXor(odd, x);
  // What each gets and what is left are together what all brought.
  atomicAdd(old, atomicExchange(last, x));
  for (;;) {
    uint old = count;
    if (atomicCompSwap(count, old, old + (x & 7)) == old) break;
  }
  barrier();
  if (l < 32) r[32 * g + l] = bins[l];
  if (l == 0) {
    s[9 * g] = most;
    s[9 * g + 1] = least;
    s[9 * g + 2] = uint(lowest);
    s[9 * g + 3] = any;
    s[9 * g + 4] = all;
    s[9 * g + 5] = odd;
    s[9 * g + 6] = count;
    s[9 * g + 7] = uint(highest);
    s[9 * g + 8] = old + last;
  }
}
