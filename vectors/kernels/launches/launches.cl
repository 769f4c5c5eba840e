// A sort: each of its steps is a launch. The launch before them makes the keys, and the launch behind them sums the
// keys in LDS.
kernel void make(global uint *keys, uint factor) {
  uint i = get_global_id(0);
  keys[i] = (i * i + 3) * factor;
}

kernel void step(uint k, global uint *keys, uint j) {
  uint i = get_global_id(0), other = i ^ j;
  if (other > i) {
    uint a = keys[i], b = keys[other];
    if ((a > b) == ((i & k) == 0)) {
      keys[i] = b;
      keys[other] = a;
    }
  }
}

kernel void sums(global const uint *keys, global uint *out, local uint *part) {
  uint l = get_local_id(0);
  part[l] = keys[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    uint sum = 0;
    for (uint i = 0; i < get_local_size(0); i++) sum += part[i];
    out[get_group_id(0)] = sum;
  }
}
