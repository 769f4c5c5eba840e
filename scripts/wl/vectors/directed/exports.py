# SPDX-License-Identifier: Apache-2.0
"""Exports (control-flow.md 11): every target, every enable with and without COMPR, shapes of EXEC.

The device keeps 64 exports of a launch, so each program has at most as many.
"""
import random

from wl.reading import export, words
from wl.reading.bits import ALL
from wl.vectors.directed.program import Program


ROWS, FIRST = 24, 8  # v8 to v31 hold what is sent
MOST = 64
PAST = (64, 100, 200, 255)  # past the 64 VGPRs of the wave: legal in a field that is not sent


class Exports(Program):
    def __init__(self, name, about, seed):
        self.random = random.Random(seed)
        corners = [0, 1, 0x80000000, 0xFFFFFFFF, 0x7F800000, 0x00010000, 0x0000FFFF, 0x3C00BC00]
        super().__init__(
            name,
            about,
            [
                [
                    self.random.choice(corners) if self.random.random() < 0.1 else self.random.getrandbits(32)
                    for _ in range(64)
                ]
                for _ in range(ROWS)
            ],
        )

    def row(self):
        return FIRST + self.random.randrange(ROWS)

    def mask(self, value):
        """EXEC, when what was issued has been sent (D-WAIT-29)."""
        if self.exec != value:
            self.asm("s_waitcnt expcnt(0)")
            self.set_exec(value)

    def export(self, target, enable, sources=None, compressed=0, done=0, valid_mask=0, reserved=0):
        assert len(self.exports) < MOST
        if sources is None:
            sources = [self.row() for _ in range(4)]
        code = words.exp(target, enable, sources, compressed, done, valid_mask, reserved)
        self.exports.append(export.beat(0, *code, self.exec, self.v))
        self.word(code, f"exp {export.TARGETS[target]}, en {enable}" + (", compr" if compressed else ""))
        self.cover("EXP", "exp", target)

    def finish(self):
        self.mask(ALL)
        self.store(FIRST, self.v[FIRST], "behind the exports")
        return self


# Decisions: D-EXP-5, D-EXP-6.
def targets():
    """Every target; more in a row than EXP_CNT counts."""
    p = Exports("directed_export_targets", "exports to every target, more in a row than EXP_CNT counts", 1)
    for n, target in enumerate(export.TARGETS):
        p.export(target, 15, done=n >> 1 & 1, valid_mask=n & 1)
    # One target again and again, each time with other data.
    for n in range(12):
        p.export((0, 12, 32)[n % 3], 15, done=1)
    return p.finish()


# Decisions: D-EXP-1, D-EXP-2.
def enables():
    """A field that is not sent names a register past the allocation, and the reserved bits are set."""
    p = Exports("directed_export_enables", "exports with each EN, with and without COMPR; other fields are ignored", 2)
    targets_of = list(export.TARGETS)
    for compressed in (0, 1):
        for enable in range(16):
            taken = export.sent(enable, compressed)
            sources = [p.row() if c in taken else PAST[c] for c in range(4)]
            p.export(
                p.random.choice(targets_of),
                enable,
                sources,
                compressed,
                done=enable & 1,
                valid_mask=enable >> 1 & 1,
                reserved=p.random.choice((0, 0x1FFF, p.random.getrandbits(13))),
            )
    # One register in all fields, and a register twice.
    for compressed in (0, 1):
        for n in range(6):
            one, other = p.row(), p.row()
            sources = [one] * 4 if n < 2 else [one, other, one, other] if n < 4 else [other, one, one, other]
            p.export(p.random.choice(targets_of), 15 if n % 2 else p.random.randrange(1, 16), sources, compressed)
    return p.finish()


# Decisions: D-EXP-3, D-EXP-4.
def lanes():
    p = Exports("directed_export_lanes", "exports under shapes of EXEC: none, one lane, holes, each pass alone", 3)
    shapes = [0, 1, 1 << 63, ALL, ALL >> 1, 0x5555555555555555, 0xAAAAAAAAAAAAAAAA, 0x8000000180000001]
    shapes += [0xFFFF << 16 * n for n in range(4)] + [1 << 15, 1 << 16, 1 << 31 | 1 << 32, 1 << 47, 1 << 48]
    shapes += [p.random.getrandbits(64) for _ in range(4)] + [0xFFFF0000FFFF0000, 0]
    for n, shape in enumerate(shapes):
        p.mask(shape)
        for compressed in (0, 1):
            p.export(p.random.choice(list(export.TARGETS)), 15 - n % 5, None, compressed, done=1, valid_mask=compressed)
    return p.finish()


def programs():
    return [targets(), enables(), lanes()]
