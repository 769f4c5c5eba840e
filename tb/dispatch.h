// SPDX-License-Identifier: Apache-2.0
// The dispatcher: cuts a grid into workgroups and waves, and gives them wave slots, physical VGPRs and LDS.
#ifndef WAVELOCK_DISPATCH_H
#define WAVELOCK_DISPATCH_H

#include "wavelock/device.h"

#ifdef __cplusplus
extern "C" {
#endif

// A kernel for a launch: its descriptor (kernel-launch.md 2) as loaded.
typedef struct {
  char name[128];
  uint64_t descriptor;  // address in device memory
  uint64_t entry;       // PC
  uint32_t rsrc1, rsrc2, properties;
  uint32_t group_segment_size, private_segment_size, kernarg_size;
  uint64_t scratch;  // address of the private segments, wl_scratch_size bytes for each wave slot; 0: there are none
  uint64_t queue;    // address of the amd_queue_t; 0: there is none
} wl_kernel_info;

// Bytes of private memory of one wave: 64 * align4(private_segment_size), rounded up to 1 KiB (D-LAUNCH-5).
uint64_t wl_scratch_size(const wl_kernel_info *kernel);

typedef struct wl_dispatcher wl_dispatcher;

// unit: sizes of the compute unit. kernarg, packet: device addresses of the kernarg segment and of the AQL packet;
// packet 0: there is none. NULL with error: a workgroup can never fit, or the descriptor asks for something that is
// missing.
wl_dispatcher *wl_dispatcher_new(const wl_config *unit, const wl_kernel_info *kernel, const wl_launch *launch,
                                 uint64_t kernarg, uint64_t packet, wl_error *error);
void wl_dispatcher_free(wl_dispatcher *d);
// The next wave: its slot and its initial state. A workgroup is placed as a whole; its waves come in successive calls.
// false: no workgroup fits now, or none is left.
bool wl_dispatcher_next(wl_dispatcher *d, uint32_t *slot, wl_wave_init *init);
void wl_dispatcher_wave_ended(wl_dispatcher *d, uint32_t slot);
// No further workgroup is placed. The waves of a workgroup that is placed already still come.
void wl_dispatcher_close(wl_dispatcher *d);
// *ended: waves that have ended. *waves: waves of the whole grid.
void wl_dispatcher_count(const wl_dispatcher *d, uint64_t *ended, uint64_t *waves);
bool wl_dispatcher_done(const wl_dispatcher *d);  // all waves have started and ended

#ifdef __cplusplus
}
#endif
#endif
