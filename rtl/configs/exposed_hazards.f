// SPDX-License-Identifier: Apache-2.0
// No interlocks: the program keeps wait states (docs/wait-states.md).
// Not with control_words: a unit has one of them (D-CTRL-31).
+define+WL_EXPOSED_HAZARDS
