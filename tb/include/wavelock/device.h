// SPDX-License-Identifier: Apache-2.0
// The one way to run a kernel: open a device, load a code object, place buffers, launch a grid, read back. The
// functions are called from one thread.
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
  uint64_t hang_cycles;       // HANG after so many without a start or end of a wave, or in which one waits (0: 1000000)
  uint64_t max_cycles;        // ERROR after so many cycles (0: no limit)
  uint64_t max_instructions;  // model device only: HANG after so many (0: no limit)
  bool halt_stays;            // a wave that halts itself is not resumed (not on the model device)
  // Where code is loaded: a multiple of 4 KiB from 0x300000000 to 0xffff00000000; 0: the device chooses.
  uint64_t code_address;
} wl_device_options;

enum { WL_MAX_MESSAGES = 64 };

// A wave that faulted: on an illegal instruction, or on a fetch from unmapped memory (fetch).
typedef struct {
  uint32_t slot;
  bool fetch;
  uint64_t pc;
} wl_fault;

// Result of a launch.
typedef struct {
  wl_verdict verdict;  // of this launch
  uint64_t cycles, instructions, events, words_compared;
  uint64_t hazards;  // missing waits and wait states of the program that were warnings only
  // Accesses to unmapped memory. On the RTL without the checker: transactions of a 64-byte line, and only the first
  // address.
  wl_unmapped unmapped;
  uint64_t lds_cycles, lds_conflicts;  // cycles of LDS service, and how many bank conflicts cost, where asked for
  double seconds;                      // wall time in the DUT and the checker
  bool reported;                       // verdict and why have been printed, with a report
  char why[512];                       // the reason of a verdict other than PASS, and of a fault
  bool cut_short;                      // a limit of cycles or a signal ended the run; no test can expect that
  char missed[160];                    // why the injected fault touched nothing; "": it did, or none was injected
  bool fault;                          // waves faulted, and nothing worse happened; why names them
  uint32_t fault_count;                // entries of faults, in order of slot; 0 on the RTL without the checker
  wl_fault faults[WL_MAX_WAVES];
  uint32_t message_count;                // messages that the waves sent to the host
  wl_message messages[WL_MAX_MESSAGES];  // the first ones, in the order in which the host took them
} wl_launch_result;

// How misaligned DS reads and writes are handled: SH_MEM_CONFIG.alignment_mode (lds.md 3.2).
typedef enum {
  WL_ALIGNMENT_DEFAULT,  // UNALIGNED, as amdhsa sets it
  WL_ALIGNMENT_DWORD,
  WL_ALIGNMENT_DWORD_STRICT,
  WL_ALIGNMENT_STRICT,
  WL_ALIGNMENT_UNALIGNED,
} wl_alignment;

typedef struct {
  uint32_t grid[3];        // work-items
  uint32_t group[3];       // work-items of a workgroup
  uint32_t dynamic_lds;    // bytes after the kernel's static LDS
  const void *kernarg;     // explicit arguments in the kernel's layout
  size_t kernarg_size;     // bytes
  uint32_t shared_global;  // physical VGPRs that all waves share; global + 2 * temps is at most 128 (lds.md 2)
  uint32_t shared_temps;   // clause temporaries after them, for waves in even slots and as many for odd ones
  bool trap_enabled;       // there is a trap handler
  uint64_t tba, tma;       // address of the handler, and of its memory
  uint32_t cond_dbg;       // STATUS.COND_DBG_USER [0], COND_DBG_SYS [1]
  uint64_t offset[3];      // the first global ids; the kernel must have metadata that says where it reads them
  wl_alignment alignment;  // in modes other than UNALIGNED, GLOBAL instructions are illegal
} wl_launch;

typedef struct wl_device wl_device;
typedef struct wl_code wl_code;      // a loaded code object
typedef struct wl_kernel wl_kernel;  // a kernel of it

wl_device *wl_device_open(wl_device_kind kind, const wl_device_options *options, wl_error *error);
void wl_device_close(wl_device *d);

// Whether wl_device_options.code_address may be this address; false, with error filled: no.
bool wl_code_address_fits(uint64_t address, wl_error *error);
// Loads an ELF code object: its segments are mapped into device memory (kernel-launch.md 1). NULL, with error filled:
// it cannot be loaded.
wl_code *wl_device_load(wl_device *d, const char *path, wl_error *error);
// The kernel of this name without ".kd"; name NULL: the only kernel. NULL: none; the error lists the kernels of the
// object.
const wl_kernel *wl_code_kernel(const wl_code *c, const char *name, wl_error *error);
// Device address of a symbol of the object. False, with error filled: it has no such symbol.
bool wl_code_symbol(const wl_code *c, const char *name, uint64_t *address, wl_error *error);
// Device address of the object's address 0, which is a PC less the address in the file.
uint64_t wl_code_base(const wl_code *c);

// Device memory. Addresses are the same on model and RTL. 0, with error filled: no memory.
uint64_t wl_device_alloc(wl_device *d, size_t size, size_t align, wl_error *error);
// The same at a given address, a multiple of WL_PAGE (4 KiB). It must not be allocated yet, and lie outside the 4 GiB
// of the code and the 4 GiB of wl_device_alloc.
bool wl_device_alloc_at(wl_device *d, uint64_t addr, size_t size, wl_error *error);
// False, with error filled: not all of it is allocated. With an RTL, reads are from its memory.
bool wl_device_write(wl_device *d, uint64_t addr, const void *from, size_t size, wl_error *error);
bool wl_device_read(wl_device *d, uint64_t addr, void *to, size_t size, wl_error *error);

// Runs one grid to its end. result has the verdict. False, with error filled: the launch itself is not possible.
bool wl_device_launch(wl_device *d, const wl_kernel *k, const wl_launch *launch, wl_launch_result *result,
                      wl_error *error);

#ifdef __cplusplus
}
#endif
#endif
