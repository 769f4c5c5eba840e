// SPDX-License-Identifier: Apache-2.0
// A queue of vector memory that takes what a wave may have in flight: VM_CNT reaches 63 (D-WAIT-3;
// scripts/tests/lds256).
+define+WL_VMEM_QUEUE_DEPTH=64
