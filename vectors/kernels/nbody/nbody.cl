// A step of bodies under gravity, with softening, in tiles of a group. xyz: place or speed, w: mass.
kernel void nbody(global const float4 *from, global float4 *to, global float4 *speed, local float4 *tile, float time,
                  float softening) {
  uint i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  float4 me = from[i];
  float3 pull = 0;
  for (uint start = 0; start < get_global_size(0); start += size) {
    tile[l] = from[start + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < size; k++) {
      float4 other = tile[k];
      float3 d = other.xyz - me.xyz;
      float inverse = rsqrt(d.x * d.x + d.y * d.y + d.z * d.z + softening);
      pull += d * (other.w * inverse * inverse * inverse);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  float3 now = speed[i].xyz + pull * time;
  speed[i] = (float4)(now, me.w);
  to[i] = (float4)(me.xyz + now * time, me.w);
}
