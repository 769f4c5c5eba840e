// SPDX-License-Identifier: Apache-2.0
// A small unit, its queues as short as they can be.
+define+WL_NUM_WAVES=8
+define+WL_PHYS_VGPRS=512
+define+WL_LDS_ENTRIES=256
+define+WL_GDS_ENTRIES=16
+define+WL_GDS_LATENCY=0
+define+WL_LDS_QUEUE_DEPTH=2
+define+WL_VMEM_QUEUE_DEPTH=2
+define+WL_MESSAGE_QUEUE_DEPTH=2
+define+WL_EXPORT_QUEUE_DEPTH=2
+define+WL_PRIO_BOUND=1
