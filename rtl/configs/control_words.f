// SPDX-License-Identifier: Apache-2.0
// Waves may take their waits from control words in the program (docs/control-words-unit.md).
// Not with exposed_hazards: a unit has one of them (D-CTRL-31).
+define+WL_CONTROL_WORDS
