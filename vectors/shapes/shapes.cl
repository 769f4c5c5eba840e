// Every work-item writes its own global id. The grid has partial groups. The ids come from the dispatcher and the
// hidden arguments.
__kernel void shapes(__global uint *out) {
  uint x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  out[x + get_global_size(0) * (y + get_global_size(1) * z)] = x | y << 10 | z << 20;
}
