// What a work-item is told of itself in a grid of three dimensions.
// buffer r u32 5760 zero
// groups 3 2 4
#version 450
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 6, local_size_y = 5, local_size_z = 2) in;
layout(std430, binding = 0) buffer R { uvec4 r[]; };

void main() {
  uvec3 n = gl_NumWorkGroups, g = gl_WorkGroupID, l = gl_LocalInvocationID;
  uint i = ((g.z * n.y + g.y) * n.x + g.x) * 60 + gl_LocalInvocationIndex;
  r[i] = uvec4(l, gl_GlobalInvocationID.x) + uvec4(0, g.y, 0, n.z) * 100;
}
