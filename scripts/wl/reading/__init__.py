# SPDX-License-Identifier: Apache-2.0
"""A third reading of the instruction set, beside the model and the RTL. It runs the programs of vectors/ that
scripts/wl/vectors/program_vectors.py lists, one instruction after the other, to say what they must leave in memory. It
is written from the specification (gfx9-encoding.md, control-flow.md, lds.md, numerics.md); the integer opcodes are
those of scripts/wl/reading/table.py. What a program cannot observe is not here: time, counters, waits, wait states."""
