// SPDX-License-Identifier: Apache-2.0
// The dispatcher: cuts a grid into workgroups and waves, and gives them wave slots, physical VGPRs and LDS.
#ifndef WAVELOCK_DISPATCH_H
#define WAVELOCK_DISPATCH_H

#include "object/kernel.h"
#include "wavelock/device.h"

#ifdef __cplusplus
extern "C" {
#endif

// Bytes of private memory of one wave: 64 * align4(private_segment_size), rounded up to 1 KiB (D-LAUNCH-5).
uint64_t wl_scratch_size(const wl_kernel_info *kernel);

// How many workgroups of full size an empty unit holds at once, by its wave slots, VGPRs and LDS. 0: wl_dispatcher_new
// refuses the launch.
uint64_t wl_resident_groups(const wl_config *unit, const wl_kernel_info *kernel, const wl_launch *launch);

// Words of arguments that the wave of an image can begin with.
uint32_t wl_argument_words(const wl_config *unit);

typedef struct wl_dispatcher wl_dispatcher;

// Waves of an image (wl_kernel_info.raw) have as many work-items as the unit has lanes. No descriptor says what they
// begin with: s0 is the number of the workgroup, s1 that of the wave in it. The words of launch->kernarg follow from
// s2 on. Each slot has an equal share of the vector registers.

// unit: sizes of the compute unit. kernarg, packet: device addresses of the kernarg segment and of the AQL packet;
// packet 0: there is none. NULL with error: a workgroup can never fit, or the descriptor asks for something that is
// missing. launch->groups is borrowed.
wl_dispatcher *wl_dispatcher_new(const wl_config *unit, const wl_kernel_info *kernel, const wl_launch *launch,
                                 uint64_t kernarg, uint64_t packet, wl_error *error);
void wl_dispatcher_free(wl_dispatcher *d);
// Where the workgroups can be cut into `parts` parts that follow each other, each for a unit of its own. A run of the
// model alone fills an empty unit again and again; it is cut there, so that waves get the same slots, VGPRs and LDS.
// Part i has the groups from first[i] to first[i + 1] - 1, counted among those that run; it may be empty. No wave has
// started.
void wl_dispatcher_split(const wl_dispatcher *d, uint32_t parts, uint64_t *first);
// A dispatcher of these groups alone. NULL: out of memory.
wl_dispatcher *wl_dispatcher_part(const wl_dispatcher *d, uint64_t first, uint64_t end);
uint64_t wl_dispatcher_groups(const wl_dispatcher *d);  // workgroups that run
// The number in the grid of the n-th workgroup that runs.
uint64_t wl_dispatcher_group(const wl_dispatcher *d, uint64_t n);
// The next wave: its slot and its initial state. A workgroup is placed as a whole; its waves come in successive calls.
// false: no workgroup fits now, or none is left.
bool wl_dispatcher_next(wl_dispatcher *d, uint32_t *slot, wl_wave_init *init);
void wl_dispatcher_wave_ended(wl_dispatcher *d, uint32_t slot);
// No further workgroup is placed. The waves of a workgroup that is placed already still come.
void wl_dispatcher_close(wl_dispatcher *d);
// *ended: waves that have ended. *waves: waves of all workgroups that run.
void wl_dispatcher_count(const wl_dispatcher *d, uint64_t *ended, uint64_t *waves);
// The same, as a wl_watch_waves (base/signals.h).
void wl_dispatcher_waves(const void *dispatcher, uint64_t *ended, uint64_t *waves);
uint64_t wl_dispatcher_ended(const wl_dispatcher *d);  // waves that have ended
uint64_t wl_dispatcher_begun(const wl_dispatcher *d);  // workgroups of which waves have started
bool wl_dispatcher_done(const wl_dispatcher *d);       // all waves have started and ended

#ifdef __cplusplus
}
#endif
#endif
