# SPDX-License-Identifier: Apache-2.0
"""Directed vectors: which operands, forms and modes each opcode is run with."""
