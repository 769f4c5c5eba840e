// SPDX-License-Identifier: Apache-2.0
// The dispatcher: cuts a grid into workgroups and waves and gives them slots, rows and LDS of a unit.
#ifndef WAVELOCK_DISPATCH_H
#define WAVELOCK_DISPATCH_H

#include "wavelock/device.h"

#ifdef __cplusplus
extern "C" {
#endif

// What a launch needs to know of a kernel: its descriptor (kernel-launch.md section 2) as loaded.
typedef struct {
  char name[128];
  uint64_t descriptor;  // address in device memory
  uint64_t entry;       // PC
  uint32_t rsrc1, rsrc2, properties;
  uint32_t group_segment_size, private_segment_size, kernarg_size;
  uint64_t scratch;  // device memory of private segments, wl_scratch_size bytes a wave slot; 0 if there are none
  uint64_t queue;    // address of the amd_queue_t, or 0
} wl_kernel_info;

// Bytes of private memory of one wave: 64 * align4(private_segment_size), in 1 KiB units (D-LAUNCH-5).
uint64_t wl_scratch_size(const wl_kernel_info *kernel);

typedef struct wl_dispatcher wl_dispatcher;

// unit: sizes of the unit under test. kernarg: address of the finished kernarg segment in device memory; packet: of the
// AQL packet, or 0. NULL with error when a workgroup can never fit or the descriptor asks for what the unit has not.
wl_dispatcher *wl_dispatcher_new(const wl_config *unit, const wl_kernel_info *kernel, const wl_launch *launch,
                                 uint64_t kernarg, uint64_t packet, wl_error *error);
void wl_dispatcher_free(wl_dispatcher *d);
// The next wave that has a place now. A workgroup is placed whole (its waves come in successive calls) or not at all.
// false: nothing fits now, or nothing is left.
bool wl_dispatcher_next(wl_dispatcher *d, uint32_t *slot, wl_wave_init *init);
void wl_dispatcher_wave_ended(wl_dispatcher *d, uint32_t slot);
// No further workgroup gets a place; one that is being handed out is handed out whole.
void wl_dispatcher_close(wl_dispatcher *d);
// Waves that have ended, and those of the whole grid.
void wl_dispatcher_count(const wl_dispatcher *d, uint64_t *ended, uint64_t *waves);
bool wl_dispatcher_done(const wl_dispatcher *d);  // everything started and ended

#ifdef __cplusplus
}
#endif
#endif
