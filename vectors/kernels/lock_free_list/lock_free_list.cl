// SPDX-License-Identifier: Apache-2.0
// A stack of nodes by compare and swap. It has the order in which the work-items came; the walk finds each node once.
kernel void push(global uint *head, global uint *next) {
  const uint node = get_global_id(0) + 1;
  uint first = atomic_or(head, 0), seen;
  do {
    seen = first;
    next[node] = seen;
    first = atomic_cmpxchg(head, seen, node);
  } while (first != seen);
}

kernel void walk(global const uint *head, global const uint *next, global uint *found) {
  uint count = 0;
  for (uint node = head[0]; node; node = next[node]) found[node] += 1, count++;
  found[0] = count;
}
