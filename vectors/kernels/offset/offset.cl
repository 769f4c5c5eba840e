// Global ids begin at the offset of the launch; group ids, local ids and sizes do not change. The last groups are
// partial.
kernel void offset(global uint *out, global ulong *wide) {
  uint gx = get_global_id(0) - get_global_offset(0), gy = get_global_id(1) - get_global_offset(1);
  uint at = gy * get_global_size(0) + gx;
  out[2 * at] = (uint)get_global_id(0) + 1000 * (uint)get_global_id(1);
  out[2 * at + 1] = get_group_id(0) | get_group_id(1) << 8 | get_local_id(0) << 16 | get_local_id(1) << 24;
  wide[at] = get_global_offset(2) + get_global_id(2);
}
