// SPDX-License-Identifier: Apache-2.0
// A lock that is waited for, longer each time. The data that it guards is read and written without atomics. With
// SUBTRACT an atomic unlocks; else an atomic store, of which clang makes a plain one (as for an exchange without a
// result).
kernel void spin_lock(volatile global atomic_uint *lock, global uint *guarded) {
  const uint id = get_global_id(0);
  if (id % 5) return;
  for (uint wait = 1, done = 0; !done; wait = min(wait * 2, 64u)) {
    if (atomic_exchange_explicit(lock, 1, memory_order_acquire, memory_scope_device) == 0) {
      guarded[0] += 1;
      guarded[1] ^= id;
      guarded[2] += id * id;
#ifdef SUBTRACT
      atomic_fetch_sub_explicit(lock, 1, memory_order_release, memory_scope_device);
#else
      atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
#endif
      done = 1;
    } else {
      for (uint i = 0; i < wait; i++) __builtin_amdgcn_s_sleep(1);
    }
  }
}
