// SPDX-License-Identifier: Apache-2.0
// The kernarg segment and the AQL packet of a launch (kernel-launch.md 4, 5).
#ifndef WAVELOCK_KERNARG_H
#define WAVELOCK_KERNARG_H

#include "object/loader.h"

enum { WL_KERNARG_MAX = 65536, WL_PACKET_SIZE = 64, WL_QUEUE_SIZE = 256 };

// Bytes of the segment: explicit and hidden arguments, at least 16. 0 with error: more than WL_KERNARG_MAX, or the
// launch has fewer bytes of explicit arguments than the kernel takes.
size_t wl_kernarg_size(const struct wl_kernel *k, const wl_launch *launch, wl_error *error);
// Fills `to` (wl_kernarg_size bytes). queue: address of the amd_queue_t. false with error: the kernel needs a hidden
// argument that this device does not provide.
bool wl_kernarg_build(const struct wl_kernel *k, const wl_launch *launch, uint64_t queue, uint8_t *to, wl_error *error);
// Fills the packet. kernarg: address of the segment.
void wl_packet_build(const wl_kernel_info *k, const wl_launch *launch, uint64_t kernarg, uint8_t to[WL_PACKET_SIZE]);

#endif
