# SPDX-License-Identifier: Apache-2.0
"""Writes a copy of the RTL in which all mutants of a block can be switched on at run time.

Every expression E with a mutant E' reads `wl_mutant(N, E != E') ? E' : E`. wl_mutant (tb/top/mutants.h) notes the first
cycle in which they differ, and is true if mutant N is on. The folder gets files.f, the changed files, and mutants.json:
the mutants in the order of their numbers, from 1.

unit: the folder of a unit outside of rtl/, or "". For such a unit the folder gets registers.txt, too: names of what is
assigned at an edge, since no rule of style is about them.
"""
import functools
import itertools
import json
import os
import random
import re
import subprocess

from wl.mutation.events import CLOCK, RESET
from wl.mutation.operators import Finder
from wl.runs import unit_folder
from wl.tree.verilog import Reader


FILES = os.path.join("rtl", "files.f")
REGISTERS = "registers.txt"
# Modules that the default configuration, which is built, has not at all or without any effect.
OTHER_UNITS = (
    "control_bundle",
    "control_query",
    "control_state",
    "control_words",
    "exposed_hazards",
    "issue_policy_control",
    "late_store",
    "pair",
    "reuse_entries",
    "reuse_entry",
)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


@functools.cache
def generate():
    """Writes the source of the unit in rtl/ that a script makes, build/op_pkg.sv."""
    subprocess.run(["scripts/wavelock", "generate.opcode_names"], check=True)


def unit_files(unit=""):
    """The words of the unit's list of files, with paths from the root. The files are there."""
    if unit:
        return unit_folder.lists(unit)[os.path.basename(FILES)]
    generate()
    return read(FILES).split()


def blocks(unit=""):
    """The blocks that have mutants. In rtl/ they are its folders, but for the one that holds names alone."""
    if unit:
        return list(unit_folder.blocks(unit))
    return sorted({path.split("/")[1] for path in unit_files() if path.count("/") > 1} - {"isa"})


def files_of(block, unit=""):
    if unit:
        return unit_folder.blocks(unit)[block]
    paths = (path for path in unit_files() if path.startswith(f"rtl/{block}/"))
    return [path for path in paths if os.path.basename(path)[:-3] not in OTHER_UNITS]


def constant_functions(paths):
    """Names of functions that the build of the unit calls: they cannot be switched at run time."""
    found = set()
    for path in paths:
        for statement in re.findall(r"\b(?:localparam|parameter)\b[^;]*?=([^;]*)", read(path)):
            found |= set(re.findall(r"\b([a-z]\w*)\s*\(", statement))
    return found


def mutants_of(block, unit="", skipped=None):
    """All mutants of a block. skipped: a list that gets (file, line, why) of what is not read."""
    constant = constant_functions(filter(unit_folder.is_source, unit_files(unit)))
    found = []
    for path in files_of(block, unit):
        text = read(path)
        modules = len(re.findall(r"^\s*endmodule\b", text, re.M))
        if modules > 1:
            its, why = [], [(1, f"found {modules} modules, expected one in a file")]
        else:
            finder = Finder(path, text, constant)
            its, why = finder.found, finder.reader.skipped
        for mutant in its:
            mutant.block = block
        found += its
        if skipped is not None:
            skipped += [(path, *one) for one in why]
    return found


def slice_of(mutants, count, seed, chunk=0):
    """So many of them, of each operator in turn; count 0: all. In the order of the source, for one seed the same.
    chunk: further ones, without any of the chunks before."""
    by_operator = {}
    for mutant in mutants:
        by_operator.setdefault(mutant.operator, []).append(mutant)
    chance = random.Random(seed)
    for some in by_operator.values():
        chance.shuffle(some)
    turns = [m for turn in itertools.zip_longest(*by_operator.values()) for m in turn if m]
    chosen = set(turns[chunk * count :][:count] if count else turns)
    return [mutant for mutant in mutants if mutant in chosen]


class Text:
    """A file with its mutants in it."""

    def __init__(self, text, mutants):
        self.text = text
        self.at = {}
        for mutant in mutants:
            self.at.setdefault((mutant.start, mutant.end), []).append(mutant)
        # The outermost first where several begin at one place.
        self.spans = sorted(self.at, key=lambda span: (span[0], -span[1]))

    def whole(self):
        out, _ = self.between(0, len(self.text), 0)
        pasts = [mutant for span in self.spans for mutant in self.at[span] if mutant.past]
        return out.replace("endmodule", "".join(map(past, pasts)) + "endmodule") if pasts else out

    def between(self, start, end, index):
        """The text from start to end with the spans from this index on, and the index of the span behind it."""
        out, at = [], start
        while index < len(self.spans) and self.spans[index][0] < end:
            span = self.spans[index]
            out.append(self.text[at : span[0]])
            inner, index = self.between(*span, index + 1)
            for mutant in reversed(self.at[span]):
                inner = self.switched(mutant, inner)
            out.append(inner)
            at = span[1]
        out.append(self.text[at:end])
        return "".join(out), index

    def switched(self, mutant, inner):
        after = with_past(mutant)
        before = self.text[mutant.start : mutant.end]
        differs = mutant.differs if mutant.statement else f"({before}) != ({after})"
        call = f'$c1("wl_mutant({mutant.number}, ", {differs}, ")")'
        if mutant.statement:
            return f"begin if ({call}) begin {after} end\nelse begin {inner} end end"
        return f"({call} ? {after} : {inner})"


def name_of_past(mutant):
    return f"wl_past_{mutant.number}"


def with_past(mutant):
    """E' with the register in place of `$past`."""
    return mutant.after.replace(f"$past({mutant.past})", name_of_past(mutant)) if mutant.past else mutant.after


def past(mutant):
    """The register of what `$past` of a mutant means."""
    name = name_of_past(mutant)
    return (
        f"  logic [$bits({mutant.past})-1:0] {name};\n"
        f"  always_ff @(posedge {CLOCK} or negedge {RESET}) begin\n"
        f"    if (!{RESET}) {name} <= '0;\n    else {name} <= {mutant.past};\n  end\n"
    )


def write(path, text):
    """Writes a file if it changes: what is up to date is not built again."""
    if os.path.exists(path) and read(path) == text:
        return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def row(mutant):
    """A mutant's row of mutants.json."""
    return {
        "number": mutant.number,
        "id": mutant.id,
        "block": mutant.block,
        "file": mutant.path,
        "line": mutant.line,
        "source": mutant.source,
        "operator": mutant.operator,
        "before": " ".join(mutant.before.split()),
        "after": " ".join(mutant.after.split()),
        "target": mutant.target,
    }


def copy_of(folder, path):
    """Where the copy of a file lies: below the folder, also of one outside of the tree."""
    inside = os.path.relpath(path)
    return os.path.join(folder, inside if inside.split("/")[0] != ".." else os.path.abspath(path).lstrip("/"))


def registers(paths):
    """Names of what these files assign at an edge of a clock."""
    found = set()
    for path in paths:
        targets = (place.target for place in Reader(read(path)).places if place.clocked and place.target)
        for target in targets:
            found |= set(re.findall(r"(?<![\w.])[A-Za-z_]\w*", re.sub(r"\[[^]]*\]", "", target)))
    return sorted(found)


def write_unit(folder, mutants, unit=""):
    """The copy of the RTL with these mutants, which get their numbers."""
    for number, mutant in enumerate(mutants, 1):
        mutant.number = number
    files = []
    for path in unit_files(unit):
        its = [mutant for mutant in mutants if mutant.path == path]
        files.append(copy_of(folder, path) if its else path)
        if its:
            write(files[-1], Text(read(path), its).whole())
            files += [f"+incdir+{os.path.dirname(path)}"] * bool(unit)  # of what it includes from beside it
    if unit:
        names = registers(filter(unit_folder.is_source, unit_files(unit)))
        write(os.path.join(folder, REGISTERS), "".join(f"{name}\n" for name in names))
    write(os.path.join(folder, "mutants.json"), json.dumps([row(m) for m in mutants], indent=1) + "\n")
    write(os.path.join(folder, "files.f"), "\n".join(files) + "\n")
