// Each wave of a group knows its number; the whole group meets at barriers.
// buffer r u32 512 zero
// buffer s u32 8 zero
// groups 2
#version 450
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer R { uint r[]; };
layout(std430, binding = 1) buffer S { uint s[]; };
shared uint count[4];

void main() {
  uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex;
#ifdef EXPECTED
  uint wave = l / 64, lane = l % 64, waves = 4;
#else
  uint wave = gl_SubgroupID, lane = gl_SubgroupInvocationID, waves = gl_NumSubgroups;
#endif
  if (l < 4) count[l] = 0;
  barrier();
  r[i] = wave << 16 | lane << 8 | waves;
  atomicAdd(count[wave], lane);
  barrier();
  if (l < 4) s[gl_WorkGroupID.x * 4 + l] = count[l];
}
