# SPDX-License-Identifier: Apache-2.0
"""Exports: what one sends to the sink (control-flow.md 11)."""

# Decisions: D-EXP-1.
TARGETS = (
    {n: f"mrt{n}" for n in range(8)}
    | {8: "mrtz", 9: "null"}
    | {12 + n: f"pos{n}" for n in range(4)}
    | {32 + n: f"param{n}" for n in range(32)}
)


def sent(enable, compressed):
    """The numbers of the VSRC fields that are sent."""
    if compressed:
        return [c for c in (0, 1) if enable >> 2 * c & 3]
    return [c for c in range(4) if enable >> c & 1]


# Decisions: D-EXP-2, D-EXP-4.
def beat(slot, first, second, mask, registers):
    """An entry of expect.exports. mask: EXEC; registers: the 64 lanes of each VGPR, by number."""
    enable, compressed = first & 15, first >> 10 & 1
    return {
        "wave": slot,
        "target": TARGETS[first >> 4 & 63],
        "en": enable,
        "compr": bool(compressed),
        "done": bool(first >> 11 & 1),
        "vm": bool(first >> 12 & 1),
        "exec": f"0x{mask:016x}",
        "data": {
            str(c): [registers[second >> 8 * c & 255][lane] * (mask >> lane & 1) for lane in range(64)]
            for c in sent(enable, compressed)
        },
    }


# Decisions: D-EXP-3, D-EXP-10.
def execute(wave, first, second):
    wave.machine.exports.append(beat(wave.slot, first, second, wave.exec, wave.v))
