# SPDX-License-Identifier: Apache-2.0
"""A third reading of the instruction set, beside the model and the RTL. It runs the programs of vectors/ that
scripts/wl/vectors/program_vectors.py lists, one instruction after the other, and computes what they must leave in
memory. It is written from the specification (gfx9-encoding.md, control-flow.md, lds.md, numerics.md);
scripts/wl/reading/table.py has the integer opcodes. It has no time, counters, waits or wait states: no program can
observe them."""
