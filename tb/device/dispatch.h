// SPDX-License-Identifier: Apache-2.0
// The dispatcher: cuts a grid into workgroups and waves, and gives them wave slots, physical VGPRs and LDS.
#ifndef WAVELOCK_DISPATCH_H
#define WAVELOCK_DISPATCH_H

#include "wavelock/device.h"
#include "wavelock/registers.h"

#ifdef __cplusplus
extern "C" {
#endif

// Fields of a kernel descriptor (kernel-launch.md 2): masks for wl_field.
#define WL_RSRC1_VGPRS WL_BITS(5, 0)  // in fours, less one
#define WL_RSRC1_SGPRS WL_BITS(9, 6)  // in eights, less one
#define WL_RSRC1_PRIORITY WL_BITS(11, 10)
#define WL_RSRC1_FLOAT_MODE WL_BITS(19, 12)  // MODE[7:0]
#define WL_RSRC1_PRIV WL_BIT(20)
#define WL_RSRC1_DX10_CLAMP WL_BIT(21)
#define WL_RSRC1_DEBUG_MODE WL_BIT(22)
#define WL_RSRC1_IEEE WL_BIT(23)
#define WL_RSRC1_BULKY WL_BIT(24)
#define WL_RSRC1_CDBG_USER WL_BIT(25)
#define WL_RSRC1_FP16_OVFL WL_BIT(26)
#define WL_RSRC1_RESERVED WL_BITS(31, 27)
#define WL_RSRC2_PRIVATE_SEGMENT WL_BIT(0)  // the wave's scratch offset in an SGPR
#define WL_RSRC2_USER_SGPRS WL_BITS(5, 1)
#define WL_RSRC2_TRAP_HANDLER WL_BIT(6)
#define WL_RSRC2_GROUP_ID_X WL_BIT(7)  // workgroup ids in SGPRs; Y and Z follow
#define WL_RSRC2_GROUP_INFO WL_BIT(10)
#define WL_RSRC2_WORK_ITEM_ID WL_BITS(12, 11)  // dimensions in VGPRs, less one
#define WL_RSRC2_MEMORY_EXCEPTIONS WL_BITS(14, 13)
#define WL_RSRC2_LDS_SIZE WL_BITS(23, 15)
#define WL_RSRC2_FLOAT_EXCEPTIONS WL_BITS(30, 24)
#define WL_RSRC2_RESERVED WL_BIT(31)
#define WL_PROPERTY_PRIVATE_BUFFER WL_BIT(0)  // user SGPRs, in this order
#define WL_PROPERTY_DISPATCH_PTR WL_BIT(1)
#define WL_PROPERTY_QUEUE_PTR WL_BIT(2)
#define WL_PROPERTY_KERNARG_PTR WL_BIT(3)
#define WL_PROPERTY_DISPATCH_ID WL_BIT(4)
#define WL_PROPERTY_FLAT_SCRATCH WL_BIT(5)
#define WL_PROPERTY_PRIVATE_SIZE WL_BIT(6)
#define WL_PROPERTY_WAVE32 WL_BIT(10)
#define WL_PROPERTY_DYNAMIC_STACK WL_BIT(11)
#define WL_PROPERTY_RESERVED (WL_BITS(9, 7) | WL_BITS(15, 12))
// code_properties of version 2 (kernel-launch.md 2.1).
#define WL_CODE_USER_SGPRS WL_BITS(6, 0)  // those of the properties
#define WL_CODE_GRID_COUNT WL_BITS(9, 7)
#define WL_CODE_ORDERED_APPEND WL_BIT(16)
#define WL_CODE_POINTERS64 WL_BIT(19)
#define WL_CODE_DYNAMIC_STACK WL_BIT(20)
#define WL_CODE_RESERVED (WL_BITS(31, 23) | WL_BITS(15, 10))

enum { WL_KERNEL_NAME = 4096 };  // of the name of a kernel, with its zero byte; messages have its first 200 characters

// A kernel for a launch: its descriptor (kernel-launch.md 2) as loaded.
typedef struct {
  char name[WL_KERNEL_NAME];
  uint64_t descriptor;  // address in device memory
  uint64_t entry;       // PC
  uint32_t rsrc1, rsrc2, properties;
  uint32_t group_segment_size, private_segment_size, kernarg_size;
  uint64_t scratch;  // address of the private segments, wl_scratch_size bytes for each wave slot; 0: there are none
  uint64_t queue;    // address of the amd_queue_t; 0: there is none
} wl_kernel_info;

// Bytes of private memory of one wave: 64 * align4(private_segment_size), rounded up to 1 KiB (D-LAUNCH-5).
uint64_t wl_scratch_size(const wl_kernel_info *kernel);

// How many workgroups of full size an empty unit holds at once, by its wave slots, VGPRs and LDS. 0: wl_dispatcher_new
// refuses the launch.
uint64_t wl_resident_groups(const wl_config *unit, const wl_kernel_info *kernel, const wl_launch *launch);

typedef struct wl_dispatcher wl_dispatcher;

// unit: sizes of the compute unit. kernarg, packet: device addresses of the kernarg segment and of the AQL packet;
// packet 0: there is none. NULL with error: a workgroup can never fit, or the descriptor asks for something that is
// missing. launch->groups is borrowed.
wl_dispatcher *wl_dispatcher_new(const wl_config *unit, const wl_kernel_info *kernel, const wl_launch *launch,
                                 uint64_t kernarg, uint64_t packet, wl_error *error);
void wl_dispatcher_free(wl_dispatcher *d);
// The next wave: its slot and its initial state. A workgroup is placed as a whole; its waves come in successive calls.
// false: no workgroup fits now, or none is left.
bool wl_dispatcher_next(wl_dispatcher *d, uint32_t *slot, wl_wave_init *init);
void wl_dispatcher_wave_ended(wl_dispatcher *d, uint32_t slot);
// No further workgroup is placed. The waves of a workgroup that is placed already still come.
void wl_dispatcher_close(wl_dispatcher *d);
// *ended: waves that have ended. *waves: waves of all workgroups that run.
void wl_dispatcher_count(const wl_dispatcher *d, uint64_t *ended, uint64_t *waves);
uint64_t wl_dispatcher_begun(const wl_dispatcher *d);  // workgroups of which waves have started
bool wl_dispatcher_done(const wl_dispatcher *d);       // all waves have started and ended

#ifdef __cplusplus
}
#endif
#endif
