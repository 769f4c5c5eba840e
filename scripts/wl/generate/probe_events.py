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
Known = collections.namedtuple("Known", "event argument bits mask")
Capability = collections.namedtuple("Capability", "name kind sentence")
Register = collections.namedtuple("Register", "name bits")
Size = collections.namedtuple("Size", "name owner standard least most sentence")

EVENT = re.compile(r"^(EVENT|ANSWER)\((\w+),\s*(\w+),\s*((?:\(\w+(?:\(\w+\))?, \w+\)\s*)+),\s*\"([^\"]*)\"\)", re.M)
ARGUMENT = re.compile(r"\((\w+)(?:\((\w+)\))?, (\w+)\)")
NUMBER = re.compile(r"^NUMBER\((\w+), (-?\d+), \"([^\"]*)\"\)", re.M)
KNOWN = re.compile(r"^KNOWN\((\w+), (\w+), (\d+), \"(.*)\"\)$", re.M)
SIZE = re.compile(r"^SIZE\((\w+), (\w+), (\d+), (\d+), (\w+),\s+\"([^\"]*)\"\)", re.M)
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


def sizes():
    """The sizes of a unit."""
    return [Size(*found) for found in read_all(LIST, LIST.read_text(), r"^SIZE\(", SIZE.pattern)]


def rows(text):
    """The events and answers, numbers, capabilities and masks of the list."""
    events = [
        Event(kind, name, phase, ARGUMENT.findall(found), sentence)
        for kind, name, phase, found, sentence in EVENT.findall(text)
    ]
    numbers = [Number(name, int(value), sentence) for name, value, sentence in NUMBER.findall(text)]
    capabilities = [Capability(*found) for found in CAPABILITY.findall(text)]
    known = [Known(*found) for found in KNOWN.findall(text)]
    written = len(re.findall(r"^(?:EVENT|ANSWER|NUMBER|CAPABILITY|KNOWN)\(", text, re.M))
    found = len(events) + len(numbers) + len(capabilities) + len(known)
    if written != found:
        raise Error(f"{LIST}: {written} rows, and only {found} could be read")
    return events, numbers, capabilities, known


def names():
    """The events by name, as INJECT takes them."""
    return [e.name for e in rows(LIST.read_text())[0] if e.kind == "EVENT"]


# ---- SystemVerilog ---------------------------------------------------------------------------------

# By type: what the C function takes, and what the function that a probe calls takes. Text has no X.
TWO_STATES = {"INT": "int", "LONG": "longint", "TEXT": "string"}
FOUR_STATES = {"INT": "integer", "LONG": "logic signed [63:0]", "TEXT": "string"}


def sv_arguments(event, types, bit):
    """The arguments, with the handle first."""
    out = ["input chandle unit"]
    for kind, size, name in event.arguments:
        sv = types[kind] if kind != "WORDS" else f"{bit} [{32 * words_of(size) - 1}:0]"
        out.append(f"input {sv} {name}")
    return ", ".join(out)


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


def unknown(event, argument, known):
    """The statement that tells of X or Z in an argument."""
    kind, size, name = argument
    call = f'wl_probe_unknown(unit, "{event.name}", "{name}", '
    if kind != "WORDS":
        return f"      if ($isunknown({name})) {call}-1);\n"
    bits, mask = (int(known[name].bits), known[name].mask) if name in known else (32, None)
    elements = 32 * words_of(size) // bits
    element = f"{name}[{bits}*i +: {bits}]"
    word = "i" if bits == 32 else f"i / {32 // bits}"
    loop = f"      for (int i = 0; i < {elements}; i++) begin\n"
    if not mask:
        return loop + f"        if ($isunknown({element})) {call}{word});\n      end\n"
    out = f"      mask = {elements}'({mask});\n" + loop + f"        part = {element};\n"
    return out + f"        if (mask[i] && $isunknown(part)) {call}{word});\n      end\n"


def function(event, known):
    """The import, and the function of the same name that looks for X and Z."""
    imported = f'  import "DPI-C" wl_probe_{event.name} = function void c_{event.name}('
    out = wrapped(imported + sv_arguments(event, TWO_STATES, "bit") + ");", 6) + "\n"
    looked = [argument for argument in event.arguments if argument[0] != "TEXT"]
    if event.name == "unknown" or not looked:
        return out.replace(f"wl_probe_{event.name} = ", "").replace(f"c_{event.name}(", f"wl_probe_{event.name}(")
    head = f"  function automatic void wl_probe_{event.name}("
    out += wrapped(head + sv_arguments(event, FOUR_STATES, "logic") + ");", 6) + "\n"
    for size, bits in {(words_of(size), int(known[name].bits)) for _, size, name in looked if name in known}:
        out += f"    logic [{32 * size // bits - 1}:0] mask;\n    logic [{bits - 1}:0] part;\n"
    names = ", ".join(name for _, _, name in looked)
    out += wrapped("    if ($isunknown({" + names + "})) begin", 6) + "\n"
    out += "".join(unknown(event, argument, known) for argument in looked) + "    end\n"
    names = ", ".join(name for _, _, name in event.arguments)
    return out + wrapped(f"    c_{event.name}(unit, {names});", 6) + "\n  endfunction\n"


def imports(events, numbers, known):
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
    out += ['  import "DPI-C" function int wl_probe_sweep(input chandle unit);']
    out += ['  import "DPI-C" function int wl_probe_asks_waits(input chandle unit);']
    out += ['  import "DPI-C" function int wl_probe_lane_words(input chandle unit, input int lanes);', ""]
    out.append("  // Each takes four states, and C two: X and Z are a failure here, where C would see 0.")
    for event in events:
        out += [function(event, {mask.argument: mask for mask in known if mask.event == event.name})]
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


TITLES = {"LEVEL": "What the unit reports", "POLICY": "The rule", "CHOICE": "What the unit is"}


def capability_table(capabilities, kind):
    out = [f"| `capability` | {TITLES[kind]} |", "|---|---|"]
    out += [f"| `{c.name}` | {c.sentence} |" for c in capabilities if c.kind == kind]
    return "\n".join(out)


def size_table():
    """What the unit tells; from a policy or a model on, who reads it."""
    owners = {"CHECKER": "checker", "MODEL": "model"}
    out = ["| Size | Read by | Not told | The checker holds | What |", "|---|---|---|---|---|"]
    for size in sizes():
        owner = owners.get(size.owner, f"policy `{size.owner}`")
        holds = f"{size.least} to {size.most}" if size.least != size.most else size.least
        holds = f"{size.least} or more" if size.most.startswith("0x") else holds
        standard = size.standard if size.owner in owners else "refused"
        out.append(f"| `{size.name}` | {owner} | {standard} | {holds} | {size.sentence} |")
    return "\n".join(out)


def document(text, events, capabilities):
    made = {
        "sizes": size_table(),
        "events": event_table(events),
        "levels": capability_table(capabilities, "LEVEL"),
        "policies": capability_table(capabilities, "POLICY"),
        "choices": capability_table(capabilities, "CHOICE"),
    }
    for name, part in made.items():
        text = parts.with_part(text, name, part, DOCUMENT, "scripts/wl/generate/probe_events.py")
    return text


def main():
    events, numbers, capabilities, known = rows(LIST.read_text())
    made = {IMPORTS: imports(events, numbers, known), DOCUMENT: document(DOCUMENT.read_text(), events, capabilities)}
    return parts.settle(made, __doc__.splitlines()[0])


if __name__ == "__main__":
    sys.exit(main())
