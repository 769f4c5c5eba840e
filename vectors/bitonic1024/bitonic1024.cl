// Bitonic sort of 1024 keys in LDS by one group of 16 waves, a barrier between steps.
__kernel __attribute__((reqd_work_group_size(1024, 1, 1))) void bitonic1024(__global uint *keys) {
  __local uint key[1024];
  uint l = get_local_id(0);
  key[l] = keys[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint size = 2; size <= 1024; size *= 2) {
    for (uint step = size / 2; step > 0; step /= 2) {
      uint other = l ^ step;
      if (other > l) {
        uint a = key[l], b = key[other];
        if ((a > b) == ((l & size) == 0)) {
          key[l] = b;
          key[other] = a;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  keys[l] = key[l];
}
