// SPDX-License-Identifier: Apache-2.0
// Numbers of waves, VGPRs and GDS entries that are no powers of two; more GDS, and a longer wait for it.
+define+WL_NUM_WAVES=12
+define+WL_PHYS_VGPRS=768
+define+WL_GDS_ENTRIES=96
+define+WL_GDS_LATENCY=100
+define+WL_LDS_QUEUE_DEPTH=8
+define+WL_VMEM_QUEUE_DEPTH=4
+define+WL_MESSAGE_QUEUE_DEPTH=8
+define+WL_EXPORT_QUEUE_DEPTH=8
+define+WL_PRIO_BOUND=7
