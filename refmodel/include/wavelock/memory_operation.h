// SPDX-License-Identifier: Apache-2.0
// What a memory operation is: an operation of a size, in an address space, with a destination, that holds wait counters
// until it completes. Model, probe and memory of the testbench use these names. The RTL has the same in mem_pkg.
#ifndef WAVELOCK_MEMORY_OPERATION_H
#define WAVELOCK_MEMORY_OPERATION_H

// What happens at memory. An atomic reads and writes its bytes in one step.
typedef enum { WL_MEM_LOAD, WL_MEM_STORE, WL_MEM_ATOMIC } wl_mem_op;
static inline const char *wl_mem_op_text(wl_mem_op op) {
  switch (op) {
    case WL_MEM_LOAD: return "read";
    case WL_MEM_STORE: return "write";
    case WL_MEM_ATOMIC: return "atomic";
    default: return "unknown operation";
  }
}

// What an atomic at memory makes of a word (buffer-memory.md 8).
typedef enum {
  WL_ATOMIC_SWAP,
  WL_ATOMIC_CMPSWAP,
  WL_ATOMIC_ADD,
  WL_ATOMIC_SUB,
  WL_ATOMIC_SMIN,
  WL_ATOMIC_UMIN,
  WL_ATOMIC_SMAX,
  WL_ATOMIC_UMAX,
  WL_ATOMIC_AND,
  WL_ATOMIC_OR,
  WL_ATOMIC_XOR,
  WL_ATOMIC_INC,
  WL_ATOMIC_DEC,
} wl_mem_atomic;

// What an address means.
typedef enum {
  WL_SPACE_GLOBAL,   // device memory, by 64-bit address
  WL_SPACE_SHARED,   // the LDS of the workgroup
  WL_SPACE_GDS,      // the global data share
  WL_SPACE_PRIVATE,  // scratch of a lane
} wl_mem_space;

// Where a result goes.
typedef enum { WL_TO_NOTHING, WL_TO_VGPR, WL_TO_SGPR, WL_TO_LDS } wl_mem_destination;

// Wait counters as a set: an instruction may hold several (control-flow.md 5).
enum { WL_HOLDS_VM = 1 << 0, WL_HOLDS_LGKM = 1 << 1, WL_HOLDS_EXP = 1 << 2, WL_HOLDS_VS = 1 << 3 };

#endif
