// Arguments by value that are no scalars: each element comes back in a word of its own.
struct inner { uchar tag; ushort small; };
struct mixed { struct inner in[2]; ulong wide; char last; };

kernel void by_value(global uint *out, float4 f, struct mixed m, uchar3 c, ulong2 u, short s) {
  uint i = get_global_id(0);
  global uint *to = out + 24 * i;
  to[0] = as_uint(f.x);
  to[1] = as_uint(f.y);
  to[2] = as_uint(f.z);
  to[3] = as_uint(f.w);
  to[4] = m.in[0].tag;
  to[5] = m.in[0].small;
  to[6] = m.in[1].tag;
  to[7] = m.in[1].small;
  to[8] = (uint)m.wide;
  to[9] = (uint)(m.wide >> 32);
  to[10] = (uint)(int)m.last;
  to[11] = c.x;
  to[12] = c.y;
  to[13] = c.z;
  to[14] = (uint)u.x;
  to[15] = (uint)(u.x >> 32);
  to[16] = (uint)u.y;
  to[17] = (uint)(u.y >> 32);
  to[18] = (uint)(int)s;
  to[19] = i;
}
