# SPDX-License-Identifier: Apache-2.0
"""One float instruction: the operands that its opcode sees, and what it leaves in each lane (numerics.md 1, 2, 11)."""
from wl.reading.bits import width
from wl.reading.cases import L, Case, select
from wl.reading.float_table import raised_to
from wl.reading.floats import F16, F32, F64, FORMATS, operand_flags

F16_CONSTANTS = [0x3800, 0xB800, 0x3C00, 0xBC00, 0x4000, 0xC000, 0x4400, 0xC400, 0x3118]  # codes 240 to 248


class FloatCase(Case):
    """accumulator: the register of the old contents, which some opcodes read."""

    def __init__(self, mode, *operands, accumulator, **fields):
        super().__init__(*operands, **fields)
        self.mode, self.accumulator, self.flags = mode, accumulator, 0

    def modifier(self, i):
        """(NEG, ABS) of source i."""
        fields = self.sdwa if self.sdwa is not None else self.dpp
        if fields is not None:
            return fields.get("neg", (0, 0))[i], fields.get("absolute", (0, 0))[i]
        if self.form != "VOP3":
            return 0, 0
        if i >= len(self.row.sources):
            return 0, 0
        # VOP3B has SDST where ABS is.
        return self.neg >> i & 1, 0 if self.row.carry_out else self.absolute >> i & 1

    def operand(self, p, i, lane):
        """The bits that the opcode sees as source i (D-VEC-36, D-VEC-37, D-VEC-42); None: there is no source."""
        kind, source, f = self.row.sources[i], self.sources[i], FORMATS.get(self.row.sources[i])
        if self.dpp is not None and i == 0:
            lane = self.dpp_lane(lane)
            if lane is None and not self.dpp.get("bound"):
                return None
        raw = 0 if lane is None else self.read(p, source, f, lane, width(kind))
        if self.row.op_sel and self.op_sel >> i & 1 and width(kind) == 16:  # D-VEC-22
            raw >>= 16
        if self.sdwa is not None:
            raw = select(raw, self.sdwa.get("sel", (6, 6))[i], self.sdwa.get("sext", (0, 0))[i] and not f)
        if f:
            raw &= 2 * f.sign - 1
            neg, absolute = self.modifier(i)
            raw = (f.magnitude(raw) if absolute else raw) ^ (f.sign if neg else 0)
        return raw

    @staticmethod
    def read(p, source, f, lane, bits):
        """The contents of a source: all 32 bits of a 16-bit one."""
        if f is F16 and 240 <= source.code <= 248:  # D-VEC-26, D-VEC-27
            return F16_CONSTANTS[source.code - 240]
        if f is F64 and isinstance(source, L):
            return source.value << 32
        return source.raw(p, lane, bits)

    def result(self, p, lane, values, carry):
        if self.row.reads_dst:  # D-VEC-19: without modifiers
            values.append(p.v[self.accumulator][lane] & (1 << width(self.row.result)) - 1)
        if self.row.carry_in:
            values.append(carry)
        fields = {"omod": self.omod, "clamp": self.clamp} if self.form == "VOP3" else self.sdwa or {}
        bits, flags, bit = self.row.evaluate(self.mode, values, fields.get("omod", 0), fields.get("clamp", 0))
        self.flags |= flags
        return bits, int(bit)

    def packed(self, p, lane):
        """Both halves, or the register of a mix or dot opcode. Here ABS is NEG_HI (D-VEC-26, D-VEC-30)."""
        if self.row.mix:
            return self.mixed(p, lane)
        if self.row.dot:
            return self.dot(p, lane)
        whole = 0
        for shift, picks, negs in ((0, self.op_sel, self.neg), (16, self.op_sel_hi, self.absolute)):
            values = []
            for i, source in enumerate(self.sources):
                raw = self.read(p, source, F16, lane, 16) >> 16 * (picks >> i & 1) & 0xFFFF
                values.append(raw ^ (negs >> i & 1) << 15)
            bits, flags, _ = self.row.evaluate(self.mode, values, 0, self.clamp)
            whole |= bits << shift
            self.flags |= flags
        return whole

    def mixed(self, p, lane):
        values = []
        for i, source in enumerate(self.sources):
            f = F16 if self.op_sel_hi >> i & 1 else F32
            raw = self.read(p, source, f, lane, f.size)
            if f is F16:
                raw = raw >> 16 * (self.op_sel >> i & 1) & 0xFFFF
            raw = (f.magnitude(raw) if self.absolute >> i & 1 else raw) ^ (f.sign if self.neg >> i & 1 else 0)
            self.flags |= operand_flags(f, raw)
            if f is F16:
                flushes = self.row.flushes_halves or self.mode.flushes_input(F32)  # D-NUM-13, 3.1
                raw = raised_to(f, F32, f.flushed(raw) if flushes else raw)
            values.append(raw)
        bits, flags, _ = self.row.evaluate(self.mode, values, 0, self.clamp)
        self.flags |= flags
        old = p.v[self.accumulator][lane]
        return {"all": bits, "low": old & 0xFFFF0000 | bits, "high": old & 0xFFFF | bits << 16}[self.row.mix]

    def dot(self, p, lane):
        """S2 has 32 bits: of it OP_SEL, OP_SEL_HI and NEG_HI do nothing."""
        values = []
        for picks, negs in ((self.op_sel, self.neg), (self.op_sel_hi, self.absolute)):
            for i, source in enumerate(self.sources[:2]):
                raw = self.read(p, source, F16, lane, 16) >> 16 * (picks >> i & 1) & 0xFFFF
                values.append(raw ^ (negs >> i & 1) << 15)
        values.append(self.read(p, self.sources[2], F32, lane, 32) ^ (F32.sign if self.neg >> 2 & 1 else 0))
        bits, flags, _ = self.row.evaluate(self.mode, values, 0, self.clamp)
        self.flags |= flags
        return bits

    def write_lane(self, old, result, bits):
        return result if self.row.packed else super().write_lane(old, result, bits)
