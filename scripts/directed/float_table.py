# SPDX-License-Identifier: Apache-2.0
"""What each float opcode means: one line an opcode, on the bits of its operands behind their modifiers.

It is read from float-opcodes.md and numerics.md 3 to 6. The operations are those of floats.py.
"""
from .floats import F32, NEAREST, FORMATS, finish, operand_flags, I, N


class Row:
    """meaning(mode, *operands) -> (bits, flags), with a mask result (bits, flags, mask bit)."""

    def __init__(self, name, sources, result, meaning, **more):
        self.name, self.sources, self.result, self.meaning = name, sources.split(), result, meaning
        self.carry_in = self.carry_out = False  # a lane's bit of VCC is the last operand; a mask is made
        self.compare = False  # the mask bit is the result
        self.op_sel = self.op_sel_dst = False  # OP_SEL picks the halves of the sources; [3] the half of the destination
        self.keeps_half = False  # the other half of the destination stays
        self.lane = self.packed = self.saturates = False  # as rows of table.py have them
        assert set(more) <= set(vars(self)), more
        vars(self).update(more)

    def evaluate(self, mode, operands, omod=0, clamp=0):
        """(bits, flags, mask bit) with the output modifiers."""
        bits, flags, *mask = self.meaning(mode, *operands)
        for kind, operand in zip(self.sources, operands):
            if kind[0] == "f":
                flags |= operand_flags(FORMATS[kind], operand)
        if self.name.startswith("v_div_scale"):
            flags &= ~I
        if self.name == "v_rcp_iflag_f32":
            flags = 0 if clamp else flags & N
        if self.result and self.result[0] == "f":
            bits = finish(mode, FORMATS[self.result], bits, omod, clamp)
        return bits, flags, mask[0] if mask else False


def reciprocal(mode, a):
    """Denormals are flushed and the rounding is to nearest whatever MODE says."""
    return mode.unit(F32, flush_in=True, flush_out=True, rounding=NEAREST).reciprocal(a)


def reciprocal_iflag(mode, a):
    bits, flags = reciprocal(mode, a)
    return bits, flags | (N if not a & F32.inf else 0)


def rows():
    R = Row
    return [
        R("v_rcp_f32", "f32", "f32", reciprocal),
        R("v_rcp_iflag_f32", "f32", "f32", reciprocal_iflag),
        R("v_div_fixup_f32", "f32 f32 f32", "f32", lambda m, q, d, n: m.unit(F32).div_fixup(q, d, n)),
        R(
            "v_div_scale_f32",
            "f32 f32 f32",
            "f32",
            lambda m, a, d, n: m.unit(F32).div_scale(a, d, n),
            carry_out=True,
        ),
    ]


ROWS = {row.name: row for row in rows()}
