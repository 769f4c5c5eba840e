// SPDX-License-Identifier: Apache-2.0
// A parser by recursive descent through generic pointers. Its text lies in global, local or private memory, by the
// work-item; so do the place where it stands in the text and the place of its result. Neighbours differ in all three.
enum { LENGTH = 32 };  // bytes of a text

// Level 0 is a sum, 1 a product, 2 a number or a sum in brackets. One function for all, since clang does not count
// the frames of functions that call each other.
__attribute__((noinline)) uint parse(const uchar **at, uint level) {
  if (level == 2) {
    uint value = 0;
    if (**at == '(') {
      ++*at;
      value = parse(at, 0);
      ++*at;  // the closing bracket
    } else {
      while (**at >= '0' && **at <= '9') value = 10 * value + *(*at)++ - '0';
    }
    return value;
  }
  const uchar up = level ? '*' : '+', down = level ? '&' : '-';
  uint value = parse(at, level + 1);
  while (**at == up || **at == down) {
    const uchar sign = *(*at)++;
    const uint right = parse(at, level + 1);
    if (level) value = sign == up ? value * right : value & right;
    else value = sign == up ? value + right : value - right;
  }
  return value;
}

// The compiler counts one frame of a function that calls itself. This array makes room for the others.
__attribute__((noinline)) uint room(uint seed) {
  uint frame[512];
  for (uint i = 0; i < 512; i += 8) frame[i + seed % 8] = seed + i;
  return frame[seed % 8 + (seed & 0x1F8)];
}

// Adds to a number and to a total, wherever they are.
__attribute__((noinline)) void note(uint *to, volatile uint *total, uint value) {
  *to += value;
  atomic_fetch_add_explicit((volatile atomic_uint *)total, value, memory_order_relaxed, memory_scope_work_group);
}

kernel void flat_descent(global uint *out, global uint *totals, global const uchar *texts,
                         global ulong *places) {
  local uchar shared[64 * LENGTH];
  local const uchar *shared_at[64];
  local uint shared_result[64];
  local uint shared_total;
  uchar own[LENGTH];
  const uint id = get_global_id(0), item = get_local_id(0);
  for (uint i = 0; i < LENGTH; i++) shared[LENGTH * item + i] = own[i] = texts[LENGTH * id + i];
  if (item == 0) shared_total = 0;
  shared_result[item] = 7;
  barrier(CLK_LOCAL_MEM_FENCE);

  const uchar *text = id % 3 == 0 ? (const uchar *)(texts + LENGTH * id)
                      : id % 3 == 1 ? (const uchar *)(shared + LENGTH * item) : own;
  const uchar *own_at;
  const uint second = id / 3 % 3, third = id / 9 % 3;
  const uchar **at = second == 0 ? (const uchar **)(places + id)
                     : second == 1 ? (const uchar **)(shared_at + item) : &own_at;
  *at = text;
  uint own_result = 9;
  out[2 * id] = 5;
  uint *result = third == 0 ? (uint *)(out + 2 * id) : third == 1 ? (uint *)(shared_result + item) : &own_result;
  volatile uint *total = id % 2 ? (volatile uint *)(totals + id / 64) : (volatile uint *)&shared_total;
  note(result, total, parse(at, 0));
  barrier(CLK_LOCAL_MEM_FENCE);
  out[2 * id] = *result;
  out[2 * id + 1] = (uint)(*at - text) + room(id) * 64;
  if (item == 0) atomic_add(totals + get_num_groups(0) + id / 64, shared_total);
}
