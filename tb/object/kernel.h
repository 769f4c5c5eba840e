// SPDX-License-Identifier: Apache-2.0
// What a launch needs of a kernel: its descriptor and where it lies.
#ifndef WAVELOCK_KERNEL_H
#define WAVELOCK_KERNEL_H

#include "wavelock/device.h"
#include "wavelock/registers.h"

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
  bool raw;          // the kernel of a raw image, for a unit with an instruction set of its own: no descriptor
} wl_kernel_info;

#endif
