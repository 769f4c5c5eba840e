// SPDX-License-Identifier: Apache-2.0
// A workgroup writes data and sets a flag by a release store; the others poll it by acquire loads, and read the data.
// In EARLY the flag is set by a relaxed store, and the data may come behind it.
#ifdef EARLY
#define ORDER memory_order_relaxed
#else
#define ORDER memory_order_release
#endif
kernel void release_flag(global uint *data, global atomic_uint *flag, global uint *out) {
  const uint group = get_group_id(0);
  if (group == 0) {
    *data = 42;
    atomic_store_explicit(flag, 1, ORDER, memory_scope_device);
    out[0] = 42;
    return;
  }
  while (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device) == 0) {
  }
  out[group] = *data;
}
