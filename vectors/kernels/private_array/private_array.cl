// SPDX-License-Identifier: Apache-2.0
// Arrays of a work-item, indexed by numbers that only the run knows: they lie in private memory.
kernel void private_array(global uint *out, global const uint *in) {
  const uint id = get_global_id(0);
  uint words[32];
  char bytes[48];
  ushort shorts[24];
  ulong wide[8];
  uint state = in[id];
  for (uint i = 0; i < 32; i++) words[i] = state * (2 * i + 1);
  for (uint i = 0; i < 48; i++) bytes[i] = (char)(state >> i % 24);
  for (uint i = 0; i < 24; i++) shorts[i] = (ushort)(state ^ i * 0x1234);
  for (uint i = 0; i < 8; i++) wide[i] = (ulong)state * (i + 0x10001) + i;
  for (uint step = 0; step < 40; step++) {
    state = state * 1664525 + 1013904223;
    const uint a = state >> 27, b = (state >> 20) % 48, c = (state >> 12) % 24, d = state >> 5 & 7;
    words[a] += (uint)(int)bytes[b] ^ shorts[c];
    bytes[b] = (char)(words[a] >> d);
    shorts[c] += (ushort)words[31 - a];
    wide[d] = wide[d] * 3 + wide[7 - d] + words[a];
  }
  uint sum = 0;
  for (uint i = 0; i < 32; i++) sum = sum * 31 + words[i];
  for (uint i = 0; i < 48; i++) sum = sum * 31 + (uint)(int)bytes[i];
  for (uint i = 0; i < 24; i++) sum = sum * 31 + shorts[i];
  for (uint i = 0; i < 8; i++) sum = (sum * 31 + (uint)wide[i]) ^ (uint)(wide[i] >> 32);
  out[id] = sum;
}
