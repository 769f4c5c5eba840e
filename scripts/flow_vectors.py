#!/usr/bin/env python3
"""Writes the test.json of the vectors whose expectations are a list by the chapter on control flow (docs/spec/control-flow.md):
cycles of s_nop and s_sleep, and a case for each value of a field of s_waitcnt.

usage: flow_vectors.py            write them below vectors/
       flow_vectors.py --check    fail if one differs from what is there
"""
import sys

sys.dont_write_bytecode = True
import share_vectors  # noqa: E402

OUT = {"buffer": "out", "type": "u32", "count": 64}
ONE_WAVE = {"grid": [64], "group": [64]}


def span(start, end, least, most):
    return {"from": start, "to": end, "wave": 0, "least": least, "most": most}


def nop_cycles():
    """control-flow.md 2.1: (imm & 7) + 1 issue slots of a cycle each. A wave that is alone then issues at once or one cycle later."""
    immediates = [*range(8), 8, 15, 0x10, 0x47, 0xfff8, 0xfffb, 0xffff, 0x8006]
    spans = [span(f"nop{n}", f"behind{n}", (imm & 7) + 1, (imm & 7) + 2) for n, imm in enumerate(immediates)]
    return {"about": "s_nop idles (imm & 7) + 1 cycles: each value, and immediates of which only bits 2:0 count",
            "program": "nop_cycles.s", "launch": ONE_WAVE, "args": [OUT],
            "expect": {"cycles": spans, "buffers": [{"buffer": "out", "constant": len(immediates)}]}}


def sleep_cycles():
    """control-flow.md 2.1: 64 * imm[6:0] + 1 to 64 cycles, then a wave that is alone issues."""
    immediates = [0, 1, 2, 3, 8, 15, 16, 64, 127, 0x81]
    spans = [span(f"sleep{n}", f"awake{n}", 64 * (imm & 127) + 1, 64 * (imm & 127) + 65) for n, imm in enumerate(immediates)]
    return {"about": "s_sleep lasts 64 * imm[6:0] cycles and 1 to 64 more",
            "program": "sleep_cycles.s", "launch": ONE_WAVE, "args": [OUT],
            "expect": {"cycles": spans, "buffers": [{"buffer": "out", "constant": len(immediates)}]}}


def tests():
    return {"flow/nop_cycles": nop_cycles(), "flow/sleep_cycles": sleep_cycles()}


if __name__ == "__main__":
    sys.exit(share_vectors.write("flow_vectors.py", tests()))
