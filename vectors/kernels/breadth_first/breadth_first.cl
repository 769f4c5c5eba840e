// SPDX-License-Identifier: Apache-2.0
// Breadth-first search of a graph, a level a launch. The vertices of a level lie in a list; whoever reaches a vertex
// first, by compare and swap, appends it to the list of the next. Its order is left open, the distances are not.
enum { UNSEEN = 0xFFFFFFFF };

kernel void level(global uint *distance, global uint *count, global uint *lists, global const uint *first,
                  global const uint *edges, uint vertices, uint number) {
  global const uint *mine = lists + vertices * number;
  global uint *next = lists + vertices * (number + 1);
  for (uint i = get_global_id(0); i < count[number]; i += get_global_size(0)) {
    const uint from = mine[i];
    for (uint e = first[from]; e < first[from + 1]; e++)
      if (atomic_cmpxchg(distance + edges[e], UNSEEN, number + 1) == UNSEEN)
        next[atomic_inc(count + number + 1)] = edges[e];
  }
}

// Each list has the vertices of its distance: the sum of their squares.
kernel void sums(global uint *result, global const uint *count, global const uint *lists, uint vertices) {
  const uint number = get_global_id(0);
  uint total = 0;
  for (uint i = 0; i < count[number]; i++) total += lists[vertices * number + i] * lists[vertices * number + i];
  result[number] = total;
}
