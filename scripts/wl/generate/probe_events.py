# SPDX-License-Identifier: Apache-2.0
"""Products of the lists of the probe: the SystemVerilog imports, and the tables in docs/probe.md.

The lists are the events (tb/probe/events.def), the wave state registers (tb/probe/state.def) and their words
(WL_STATE_WORDS of refmodel/include/wavelock/registers.h).
"""
import collections
import re
import sys

from wl import Error
from wl.generate import parts

LIST, REGISTERS, WORDS = parts.named("events.def"), parts.named("state.def"), parts.named("registers.h")
SLOTS = 16
IMPORTS, DOCUMENT = parts.named("wl_probe_pkg.sv"), parts.named("docs/probe.md")

Event = collections.namedtuple("Event", "kind name phase arguments sentence")
Number = collections.namedtuple("Number", "name value sentence")
Capability = collections.namedtuple("Capability", "name kind sentence")
Register = collections.namedtuple("Register", "name bits")

EVENT = re.compile(r"^(EVENT|ANSWER)\((\w+),\s*(\w+),\s*((?:\(\w+(?:\(\w+\))?, \w+\)\s*)+),\s*\"([^\"]*)\"\)", re.M)
ARGUMENT = re.compile(r"\((\w+)(?:\((\w+)\))?, (\w+)\)")
NUMBER = re.compile(r"^NUMBER\((\w+), (-?\d+), \"([^\"]*)\"\)", re.M)
CAPABILITY = re.compile(r"^CAPABILITY\((\w+), (\w+), \"([^\"]*)\"\)", re.M)


def read_all(path, text, begin, row):
    """The rows, each of which has this beginning: one that cannot be read is an error."""
    found = re.findall(row, text, re.M)
    written = len(re.findall(begin, text, re.M))
    if not found or written != len(found):
        raise Error(f"{path}: {written} rows, and only {len(found)} could be read")
    return found


def registers():
    """The wave state registers, in their order in the state table."""
    begin = r"^(?:REGISTER_\d+|STATUS_ROW)\("
    found = read_all(REGISTERS, REGISTERS.read_text(), begin, begin + r"(\w+), (\d+), ")
    return [Register(name, int(bits)) for name, bits in found]


def words():
    """The names of the words of a slot."""
    body = re.search(r"^#define WL_STATE_WORDS\(WORD, KEPT, CONTROL\)((?:.*\\\n)+.*)", WORDS.read_text(), re.M)[1]
    begin = r"\b(?:WORD|KEPT|CONTROL)\("
    return read_all(WORDS, body, begin, begin + r"(\w+), ")


def words_of(size):
    """The number of words of an argument WORDS(size)."""
    return SLOTS * len(words()) if size == "STATE_WORDS" else int(size)


def rows(text):
    """The events and answers, numbers and capabilities of the list."""
    events = [
        Event(kind, name, phase, ARGUMENT.findall(found), sentence)
        for kind, name, phase, found, sentence in EVENT.findall(text)
    ]
    numbers = [Number(name, int(value), sentence) for name, value, sentence in NUMBER.findall(text)]
    capabilities = [Capability(*found) for found in CAPABILITY.findall(text)]
    written = len(re.findall(r"^(?:EVENT|ANSWER|NUMBER|CAPABILITY)\(", text, re.M))
    if written != len(events) + len(numbers) + len(capabilities):
        raise Error(f"{LIST}: {written} rows, and only {len(events) + len(numbers) + len(capabilities)} could be read")
    return events, numbers, capabilities


def names():
    """The events by name, as INJECT takes them."""
    return [e.name for e in rows(LIST.read_text())[0] if e.kind == "EVENT"]


# ---- SystemVerilog ---------------------------------------------------------------------------------

SV = {"INT": "input int {name}", "LONG": "input longint {name}", "TEXT": "input string {name}"}


def sv_argument(kind, size, name):
    return SV[kind].format(name=name) if kind != "WORDS" else f"input bit [{32 * words_of(size) - 1}:0] {name}"


def sv_name(name):
    """WL_SRC_INIT -> SrcInit"""
    return "".join(word.capitalize() for word in name.removeprefix("WL_").split("_"))


def wrapped(text, indent):
    """At most 100 columns."""
    lines, line = [], ""
    for part in re.split(r"(?<=,) ", text):
        if line and len(line) + 1 + len(part) > 100:
            lines.append(line)
            line = " " * indent + part
        else:
            line += (" " if line else "") + part
    return "\n".join(lines + [line])


def imports(events, numbers):
    out = [
        "// SPDX-License-Identifier: Apache-2.0",
        "// Made by probe_events.py from events.def, state.def and wavelock/registers.h: `make check KIND=format`.",
        "// The probe's functions for a unit in SystemVerilog. The unit gets its handle once, at time zero:",
        '//   chandle unit; initial unit = wl_probe_pkg::wl_probe_unit($sformatf("%m"));',
        "package wl_probe_pkg;",
    ]
    out.append("  // verilator lint_off UNUSEDPARAM")
    out += [f"  localparam int {sv_name(number.name)} = {number.value};" for number in numbers]
    out.append(f"  localparam int WaveStateRows = {len(registers())};")
    out.append(f"  localparam int StateBits = {32 * words_of('STATE_WORDS')};  // of wl_probe_cycle")
    out.append("  // verilator lint_on UNUSEDPARAM")
    out += ["", '  import "DPI-C" function chandle wl_probe_unit(input string path);']
    for event in events:
        arguments = ", ".join(["input chandle unit"] + [sv_argument(*a) for a in event.arguments])
        out.append(wrapped(f'  import "DPI-C" function void wl_probe_{event.name}({arguments});', 6))
    out += ['  import "DPI-C" function int wl_probe_sweep(input chandle unit);']
    out += ['  import "DPI-C" function int wl_probe_asks_waits(input chandle unit);', ""]
    out.append("  // Tells the rows of the wave state registers. Other rows have numbers from WaveStateRows on.")
    out.append("  function automatic void wave_state_rows(chandle unit);")
    out += [f'    wl_probe_state_row(unit, "{row.name}", {i});' for i, row in enumerate(registers())]
    out += ["  endfunction", "endpackage", ""]
    return "\n".join(out)


# ---- the document ----------------------------------------------------------------------------------


def event_table(events):
    out = ["| Phase | `wl_probe_` | Arguments | What |", "|---|---|---|---|"]
    for event in events:
        arguments = ", ".join(f"`{name}[{size}]`" if size else f"`{name}`" for _, size, name in event.arguments)
        phase = event.phase.lower().replace("_", " ")
        out.append(f"| {phase} | `{event.name}` | {arguments} | {event.sentence} |")
    return "\n".join(out)


def capability_table(capabilities, kind):
    out = [
        "| `capability` | What the unit reports |" if kind == "LEVEL" else "| `capability` | The rule |",
        "|---|---|",
    ]
    out += [f"| `{c.name}` | {c.sentence} |" for c in capabilities if c.kind == kind]
    return "\n".join(out)


def document(text, events, capabilities):
    made = {
        "events": event_table(events),
        "levels": capability_table(capabilities, "LEVEL"),
        "policies": capability_table(capabilities, "POLICY"),
    }
    for name, part in made.items():
        text = parts.with_part(text, name, part, DOCUMENT, "scripts/wl/generate/probe_events.py")
    return text


def main():
    events, numbers, capabilities = rows(LIST.read_text())
    made = {IMPORTS: imports(events, numbers), DOCUMENT: document(DOCUMENT.read_text(), events, capabilities)}
    return parts.settle(made, __doc__.splitlines()[0])


if __name__ == "__main__":
    sys.exit(main())
