# SPDX-License-Identifier: Apache-2.0
"""X in an argument of the probe is a failure that names it: the functions of wl_probe_pkg.sv in a simulator with four
states, Icarus Verilog. It has no DPI, so the imports become functions that print; the rest is the package as it is.

Each event is called with X in one argument after the other, and once without. Where a part of an array counts alone,
X in the rest is no failure.

usage: test_probe_unknown.py
"""
import collections
import os
import re
import subprocess
import sys
import tempfile

from wl import ROOT
from wl.generate import probe_events

# All other arguments are 1: the first element of an array counts, a mem_request is a store.
Call = collections.namedtuple("Call", "text says")


def package():
    """The package as the beginning of a module, without DPI-C."""
    with open(probe_events.IMPORTS, encoding="utf-8") as file:
        text = file.read()
    name = r"(?:\w+ = )?function (chandle|void|int) (\w+)\(([^;]*)\);"
    body = r"function automatic \1 \2(\3);\n  endfunction"
    text = re.sub(r"import \"DPI-C\" " + name, body, text)
    says = r'\g<0>\n    $display("%s %s %0d", name, argument, word);'
    text = re.sub(r"function automatic void wl_probe_unknown\([^;]*\);", says, text).replace("chandle", "int")
    lanes = r"\g<0>\n    wl_probe_lane_words = lanes;"
    text = re.sub(r"function automatic int wl_probe_lane_words\([^;]*\);", lanes, text)
    # Icarus elaborates functions by name, and stops at a call of a later one.
    text = text.replace("wl_probe_unknown", "a_unknown").replace("wave_state_rows", "z_wave_state_rows")
    return text.replace("package wl_probe_pkg;", "module unknown;").replace("endpackage", "")


def call(event, unknown=None, value=str):
    """A call of the event in which an argument has another value, by its width."""
    out = ["0"]
    for kind, size, name in event.arguments:
        width = {"INT": 32, "LONG": 64}.get(kind) or (kind == "WORDS" and 32 * probe_events.words_of(size))
        out.append('"text"' if kind == "TEXT" else value(width) if name == unknown else f"{width}'d1")
    return f"wl_probe_{event.name}({', '.join(out)});"


def calls():
    events, _, _, masks = probe_events.rows(probe_events.LIST.read_text())
    for event in events:
        if event.name == "unknown":
            continue
        yield Call(call(event), [])
        for kind, size, name in event.arguments:
            if kind == "TEXT":
                continue
            bits = next((int(m.bits) for m in masks if (m.event, m.argument) == (event.name, name)), None)
            says = [f"{event.name} {name} {0 if kind == 'WORDS' else -1}"]
            for bit in "xz":
                yield Call(call(event, name, lambda width, bit=bit: f"{{{width - 1}'d0, 1'b{bit}}}"), says)
            if bits:
                yield Call(call(event, name, lambda width, bits=bits: f"{{{{{width - bits}{{1'bx}}}}, {bits}'d1}}"), [])


def main():
    os.chdir(ROOT)
    wanted = list(calls())
    body = "\n".join(f'    $display("call {i}");\n    {c.text}' for i, c in enumerate(wanted))
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, "unknown.sv"), os.path.join(folder, "unknown")
        with open(source, "w", encoding="utf-8") as file:
            file.write(f"{package()}\n  initial begin\n{body}\n  end\nendmodule\n")
        subprocess.run(["iverilog", "-g2012", "-o", program, source], check=True)
        said = subprocess.run(["vvp", "-n", program], check=True, capture_output=True, text=True).stdout
    got = [part.split("\n")[1:-1] for part in said.split("call ")[1:]]
    bad = [(c, g) for c, g in zip(wanted, got, strict=True) if c.says != g]
    for c, g in bad:
        print(f"FAIL: {c.text}\n  printed {g}, expected {c.says}")
    print(f"{len(wanted)} calls, {len(bad)} wrong")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
