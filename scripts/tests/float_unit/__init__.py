# SPDX-License-Identifier: Apache-2.0
"""Float opcodes in exact integers, for the test of the execution units alone."""
