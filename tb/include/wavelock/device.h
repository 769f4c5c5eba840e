// SPDX-License-Identifier: Apache-2.0
// The device: runs kernels on the model, on the RTL, or on both in lockstep.
//
// The order of calls: open a device, load code objects, allocate and write buffers, launch grids, read the buffers.
// A function with a wl_error returns false, NULL or address 0 on failure, and then error has the message. error may be
// NULL. A process can have several devices of any kind. All functions are called from one thread.
#ifndef WAVELOCK_DEVICE_H
#define WAVELOCK_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "wavelock/memory_watch.h"
#include "wavelock/model_ops.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef enum { WL_DEVICE_MODEL, WL_DEVICE_RTL, WL_DEVICE_LOCKSTEP } wl_device_kind;

// The verdict of a run. Its value is the process's exit code (docs/verdicts.md).
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
} wl_error;  // one sentence: the place, what was found, what was expected. text[0] == 0: no error

// What run_cycles and run_instructions are for programs that may be long: an endless loop takes some minutes.
enum { WL_LONG_RUN = 100000000 };
static const uint64_t WL_LONG_RUN_INSTRUCTIONS = 10000000000;  // far more than WL_LONG_RUN cycles in lockstep

typedef struct {
  uint64_t seed;         // of memory latencies and back-pressure
  uint64_t hang_cycles;  // HANG after this many cycles in which no wave starts or ends, or in which one wave waits; 0:
                         // 1000000
  uint64_t run_cycles;   // of the first of these, in place of hang_cycles: a long loop is no hang; 0: hang_cycles
  uint64_t max_cycles;   // ERROR after this many cycles; 0: no limit
  // Model device only: a launch HANGs after so many, or after so many in which no wave starts or ends; 0: no limit.
  uint64_t max_instructions, run_instructions;
  bool halt_stays;        // the host does not resume a wave that halts itself; no effect on the model device
  uint64_t code_address;  // where code is loaded: a multiple of 4 KiB from 0x300000000 to 0xffff00000000; 0: the
                          // device chooses
  bool guard_pages;  // each allocation has pages of its own, and an unmapped page follows it: accesses beyond its last
                     // page are accesses to unmapped memory
  // Each access of a program is checked against what is allocated (docs/verdicts.md), and each allocation has at least
  // 1 MiB of unmapped memory behind it. WL_DEVICE_RTL has the latter alone.
  bool bounds;
  // Reads of bytes that nobody has written, and races of waves (docs/verdicts.md), are counted. WL_DEVICE_RTL has no
  // model to find them.
  bool unwritten, races;
  bool keep_before;  // for wl_device_read_before
  // The model (borrowed), of code objects of GFX9. NULL: that of the unit for which this was built. A unit with an
  // instruction set of its own has images for code objects; the others have wl_gfx9_ops.
  const wl_model_ops *ops;
  bool pure;  // the model's vector arithmetic is on integers alone (`pure` of its table), with the same values; refused
              // for WL_DEVICE_RTL, which has no model
  // Model device only: the workgroups of a launch run on so many threads, up to 64, where the result is the same as in
  // order; 0, 1: in order.
  uint32_t threads;
  wl_config sizes;  // of the compute unit, for the model device; waves 0: the RTL's sizes
} wl_device_options;

enum { WL_MAX_MESSAGES = 64, WL_MAX_EXPORTS = 64 };
enum { WL_MAX_SCRATCH = 1 << 18 };  // bytes of private memory of a work-item

// A wave that halted on a fault.
typedef struct {
  uint32_t slot;
  bool fetch;   // a fetch fault, else an illegal instruction
  uint64_t pc;  // of that instruction
} wl_fault;

// What happened in a launch.
typedef struct {
  wl_verdict verdict;  // of this launch
  uint64_t cycles, instructions, events, words_compared;
  uint64_t groups_begun;  // workgroups of which waves have started
  uint64_t hazards;       // missing waits and wait states of the program for which only a warning was printed
  // Accesses to unmapped memory; with options.bounds, of what is not allocated. The RTL device counts transactions of
  // 64-byte lines, and of the first it has the address only.
  wl_unmapped unmapped;
  wl_watch_finding unwritten, race;  // of this launch
  uint64_t lds_cycles;               // cycles of LDS service, where the options ask for them
  uint64_t lds_conflicts;            // cycles lost to bank conflicts, contained in lds_cycles
  // Transactions of vector memory, where the options ask for them, and the least number that these accesses need.
  uint64_t transactions, least_transactions;
  double seconds;         // wall time
  bool reported;          // verdict and why have been printed, with a report
  char why[512];          // the reason of a verdict other than PASS, or of a fault
  bool cut_short;         // a limit of cycles or a signal ended the launch: no test can expect that
  char not_checked[400];  // in lockstep: levels and policies that the unit did not declare; "": none
  char not_judged[360];   // in lockstep: from where on nothing was compared, and why (D-WAIT-34); "": all was
  char missed[160];       // why an injected bit flip did not take place; "": it did, or there was none
  char in_order[480];     // why the launch ran in order though options.threads asked for more; "": it did not
  bool fault;             // waves halted on faults and nothing worse happened; why names them
  char fault_note[160];  // what led to the fault, at the end of why, as a report of the checker does not have it; or ""
  uint32_t fault_count;  // of these waves, in order of slot; 0 on the RTL device, which does not report places
  wl_fault faults[WL_MAX_WAVES];
  uint32_t message_count;                // messages and trace records that the waves sent to the host
  wl_message messages[WL_MAX_MESSAGES];  // the first of them, in the order in which the host received them
  uint32_t export_count;                 // exports that the waves sent to the sink
  wl_export exports[WL_MAX_EXPORTS];     // the first of them, in the order in which the sink had them whole
} wl_launch_result;

// How misaligned DS reads and writes are handled: SH_MEM_CONFIG.alignment_mode (lds.md 3.2).
typedef enum {
  WL_ALIGNMENT_DEFAULT,  // UNALIGNED, as amdhsa sets it
  WL_ALIGNMENT_DWORD,
  WL_ALIGNMENT_DWORD_STRICT,
  WL_ALIGNMENT_STRICT,
  WL_ALIGNMENT_UNALIGNED,
} wl_alignment;

// What a driver sets up in the compute unit beside a launch. All zero: as amdhsa has it.
typedef struct {
  bool trap_enabled;       // there is a trap handler
  uint64_t tba, tma;       // addresses of the trap handler and of its memory
  uint32_t cond_dbg;       // STATUS.COND_DBG_USER [0], COND_DBG_SYS [1]
  wl_alignment alignment;  // in all modes but UNALIGNED a GLOBAL instruction is illegal
  uint32_t shared_global;  // physical VGPRs that all waves share; global + 2 * temps is at most 128 (lds.md 2)
  uint32_t shared_temps;   // clause temporaries of even waves, and as many of odd waves, behind the global ones
  // Waves with control words (maxwell-control.md 8.1): none; all, from the kernel's entry; or the waves of each
  // workgroup whose bits are in control_waves, from control_entry.
  bool control;
  uint64_t control_entry;  // address of their first bundle; 0: the kernel's entry, for all waves
  uint32_t control_waves;
} wl_unit_setup;

// What reports call an allocation of wl_device_alloc or wl_device_alloc_at.
typedef struct {
  uint64_t address;  // as it was allocated
  const char *name;
  const char *what;  // has that name, as "image"; NULL: a buffer
  wl_where where;    // of an image: which texel lies at an offset; else NULL
  const void *of;    // for `where`
} wl_allocation_name;

typedef struct {
  uint32_t grid[3];      // work-items of the grid, x y z
  uint32_t group[3];     // work-items of a workgroup, x y z
  uint64_t offset[3];    // the first global id, x y z; other than 0 only for a kernel with metadata
  uint32_t dimensions;   // what the kernel is told of their number, 1 to 3; 0: up to the last with more than one item
  uint32_t dynamic_lds;  // bytes behind the kernel's static LDS
  uint32_t scratch;      // bytes of private memory of a work-item; 0: what the kernel states, which is the least
  const void *kernarg;   // explicit arguments, in the kernel's layout; of an image: the words of s2 and so on
  size_t kernarg_size;   // bytes
  // The workgroups that run, by their numbers in the grid, x fastest, in ascending order (borrowed); NULL: all.
  const uint64_t *groups;
  size_t group_count;
  // Address of the buffer in which printf puts its records (docs/kernels.md); 0: none, and a kernel that calls printf
  // is refused.
  uint64_t printf_buffer;
  // With options.bounds (borrowed, as long as the result is used). Other allocations have numbers.
  const wl_allocation_name *names;
  size_t name_count;
  wl_unit_setup setup;
} wl_launch;

typedef struct wl_device wl_device;
typedef struct wl_code wl_code;      // a loaded code object
typedef struct wl_kernel wl_kernel;  // a kernel of it

// options: NULL for all defaults. Fails if this build has no RTL, no probe for lockstep, an option is out of range, or
// out of memory.
wl_device *wl_device_open(wl_device_kind kind, const wl_device_options *options, wl_error *error);
void wl_device_close(wl_device *d);  // frees the code objects too; d may be NULL
// As closed and opened anew: memory, code objects and kernels are gone, and the unit starts from its seed. After false
// the device can only be closed or reset again.
bool wl_device_reset(wl_device *d, wl_error *error);
const wl_config *wl_device_sizes(const wl_device *d);  // of its compute unit

// Whether code_address of wl_device_options may have this value.
bool wl_code_address_fits(uint64_t address, wl_error *error);
// Loads an ELF code object (kernel-launch.md 1) into device memory. A device holds as many as fit into 4 GiB. A unit
// with an instruction set of its own takes an image, whose kernel "main" begins at its first byte.
wl_code *wl_device_load(wl_device *d, const char *path, wl_error *error);
// The same, at the address at which another device has the object.
wl_code *wl_device_load_at(wl_device *d, const char *path, uint64_t base, wl_error *error);
// Frees a code object of this device, its kernels and its memory. c may be NULL.
void wl_device_unload(wl_device *d, wl_code *c);
// A kernel by its name without ".kd". NULL: the only kernel of the object. The message for an unknown name lists all.
const wl_kernel *wl_code_kernel(const wl_code *c, const char *name, wl_error *error);
// Device address of a symbol of the object.
bool wl_code_symbol(const wl_code *c, const char *name, uint64_t *address, wl_error *error);
// Device address of the object's address 0: a PC less this is the address in the file.
uint64_t wl_code_base(const wl_code *c);

// Device memory. Addresses are the same on model and RTL. Pages without an allocation are unmapped. New memory is zero.
// Allocates size bytes at a multiple of align, a power of two; 0: 16 bytes. Returns the address. A freed address comes
// again only when the 4 GiB of addresses have been used.
uint64_t wl_device_alloc(wl_device *d, size_t size, size_t align, wl_error *error);
// Allocates the pages that hold size bytes at a page of the caller's: a multiple of WL_PAGE above 0. Fails if they
// overlap the 4 GiB for code, the 4 GiB of wl_device_alloc, or another allocation.
bool wl_device_alloc_at(wl_device *d, uint64_t addr, size_t size, wl_error *error);
// The same with the contents that another device has at these addresses, which must be mapped there. Nothing is copied
// before d writes to a page. Until the allocation is freed in d, nobody writes to the memory of `from` or frees it.
bool wl_device_borrow_at(wl_device *d, const wl_device *from, uint64_t addr, size_t size, wl_error *error);
// Frees an allocation by its address. Fails if no allocation begins there, as when it was freed before.
bool wl_device_free(wl_device *d, uint64_t addr, wl_error *error);
// Fails, and copies nothing, if a byte is unmapped.
bool wl_device_write(wl_device *d, uint64_t addr, const void *from, size_t size, wl_error *error);
// With options.unwritten these bytes count as never written, whatever they hold. New memory does.
void wl_device_forget(wl_device *d, uint64_t addr, size_t size);
// In lockstep: reads the RTL's memory.
bool wl_device_read(wl_device *d, uint64_t addr, void *to, size_t size, wl_error *error);
// What memory held before the last launch, with options.keep_before. A launch then keeps the pages that it writes. What
// the host writes after the launch is seen here too, where the launch did not write.
bool wl_device_read_before(wl_device *d, uint64_t addr, void *to, size_t size, wl_error *error);

// Runs a grid to its end (kernel-launch.md 3, 4, 8). true: result has the verdict. false: the launch could not start,
// as when its sizes do not fit. Its arguments have device memory of their own until it ends.
//
// A verdict other than PASS, or a fault, ends the launch and not the device. Memory then holds what was stored until
// then, and code objects and allocations stay. The next launch starts on a new unit, with registers, LDS and cycles as
// after wl_device_open; in lockstep the RTL's memory gets the contents of the model's first.
bool wl_device_launch(wl_device *d, const wl_kernel *k, const wl_launch *launch, wl_launch_result *result,
                      wl_error *error);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
