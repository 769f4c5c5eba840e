// SPDX-License-Identifier: Apache-2.0
// The one way to run a kernel: open a device, load a code object, place buffers, launch a grid, read back.
#ifndef WAVELOCK_DEVICE_H
#define WAVELOCK_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "wavelock/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { WL_DEVICE_MODEL, WL_DEVICE_RTL, WL_DEVICE_LOCKSTEP } wl_device_kind;

// Verdict of a run; the value is the process's exit code (docs/verdicts.md).
typedef enum {
  WL_PASS = 0,
  WL_MISMATCH = 1,
  WL_ILLEGAL = 2,
  WL_HAZARD = 3,
  WL_EXPECT = 4,
  WL_HANG = 5,
  WL_ERROR = 6
} wl_verdict;
const char *wl_verdict_name(wl_verdict v);

typedef struct {
  char text[512];
} wl_error;  // a sentence that names the place; text[0] == 0: none

typedef struct {
  uint64_t seed;              // memory latencies and back-pressure
  uint64_t hang_cycles;       // no wave starts or ends, or one waits, for so many cycles: HANG (0: 1000000)
  uint64_t max_cycles;        // after so many: ERROR (0: none)
  uint64_t max_instructions;  // model device only; 0: none
  bool halt_stays;            // a wave that halts itself is not made to go on (not on the model device)
  uint64_t code_address;  // where code is loaded, a multiple of 4 KiB from 0x300000000 to 0xffff00000000; 0: where the
                          // device likes
} wl_device_options;

enum { WL_MAX_MESSAGES = 64 };

// A wave that halted on a fault: on an illegal instruction, or on one that could not be fetched.
typedef struct {
  uint32_t slot;
  bool fetch;
  uint64_t pc;
} wl_fault;

// Counts a launch gives back.
typedef struct {
  wl_verdict verdict;  // of this launch: PASS, or what went wrong
  uint64_t cycles, instructions, events, words_compared;
  uint64_t hazards;  // missing waits and wait states of the program that were only warned of
  // Accesses to unmapped memory. Of the RTL alone: transactions of a 64-byte line, and of the first the address only.
  wl_unmapped unmapped;
  uint64_t lds_cycles,
      lds_conflicts;  // cycles of LDS service, and those of them lost to bank conflicts, where they were asked for
  double seconds;     // wall time in the unit and the checker
  bool reported;      // verdict and why have been printed, with a report
  char why[512];      // for a verdict other than PASS, and of a fault
  bool cut_short;     // by a limit of cycles or a signal, whatever the waves had done: never what a test expects
  char missed[160];   // why the bit that was to be flipped was not; "": it was, or there was none
  bool fault;         // waves halted on an illegal instruction or a fetch fault, nothing worse happened; why names them
  uint32_t fault_count;  // of them, in order of slot; 0 of the RTL alone, which does not say where they are
  wl_fault faults[WL_MAX_WAVES];
  uint32_t message_count;                // that the waves sent to the host
  wl_message messages[WL_MAX_MESSAGES];  // the first of them, in the order in which the host took them
} wl_launch_result;

// What becomes of misaligned DS reads and writes: SH_MEM_CONFIG.alignment_mode (lds.md section 3.2).
typedef enum {
  WL_ALIGNMENT_DEFAULT,  // UNALIGNED, as amdhsa sets it
  WL_ALIGNMENT_DWORD,
  WL_ALIGNMENT_DWORD_STRICT,
  WL_ALIGNMENT_STRICT,
  WL_ALIGNMENT_UNALIGNED,
} wl_alignment;

typedef struct {
  uint32_t grid[3];        // work-items
  uint32_t group[3];       // work-items a workgroup
  uint32_t dynamic_lds;    // bytes past the kernel's static LDS
  const void *kernarg;     // explicit arguments, laid out as the kernel expects them
  size_t kernarg_size;     // bytes
  uint32_t shared_global;  // VGPR rows that all waves share, global + 2 * temps at most 128 (lds.md section 2)
  uint32_t shared_temps;   // clause temporaries behind them, of even waves and of odd ones
  bool trap_enabled;       // there is a trap handler
  uint64_t tba, tma;       // its address, and that of its memory
  uint32_t cond_dbg;       // STATUS.COND_DBG_USER [0], COND_DBG_SYS [1]
  uint64_t offset[3];      // what global ids begin at; the kernel must have metadata, which says where it reads them
  wl_alignment alignment;  // in any mode but UNALIGNED a GLOBAL instruction is illegal
} wl_launch;

typedef struct wl_device wl_device;
typedef struct wl_code wl_code;      // a loaded code object
typedef struct wl_kernel wl_kernel;  // a kernel of it

wl_device *wl_device_open(wl_device_kind kind, const wl_device_options *options, wl_error *error);
void wl_device_close(wl_device *d);

// Whether code can be loaded at an address of the caller's (wl_device_options).
bool wl_code_address_fits(uint64_t address, wl_error *error);
// Loads an ELF code object (kernel-launch.md section 1): segments are mapped into device memory.
wl_code *wl_device_load(wl_device *d, const char *path, wl_error *error);
// name: the kernel's, without ".kd"; NULL: the only one. An unknown name lists those there are.
const wl_kernel *wl_code_kernel(const wl_code *c, const char *name, wl_error *error);
// Device address of a symbol of the object.
bool wl_code_symbol(const wl_code *c, const char *name, uint64_t *address, wl_error *error);
// Device address of the object's address 0: what a PC has more than the address in the file.
uint64_t wl_code_base(const wl_code *c);

// Device memory. Addresses are the same on model and RTL. 0 on failure.
uint64_t wl_device_alloc(wl_device *d, size_t size, size_t align, wl_error *error);
// The same at a given page: a multiple of WL_PAGE (4 KiB), outside the 4 GiB of the code and those of wl_device_alloc,
// not taken by another call.
bool wl_device_alloc_at(wl_device *d, uint64_t addr, size_t size, wl_error *error);
bool wl_device_write(wl_device *d, uint64_t addr, const void *from, size_t size, wl_error *error);
bool wl_device_read(wl_device *d, uint64_t addr, void *to, size_t size,
                    wl_error *error);  // from the RTL's memory where there is one

bool wl_device_launch(wl_device *d, const wl_kernel *k, const wl_launch *launch, wl_launch_result *result,
                      wl_error *error);

#ifdef __cplusplus
}
#endif
#endif
