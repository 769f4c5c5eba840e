# SPDX-License-Identifier: Apache-2.0
"""Writes a copy of the RTL in which all mutants of a block can be switched on at run time.

Every expression E with a mutant E' reads `wl_mutant(N, E != E') ? E' : E`. wl_mutant (tb/top/mutants.h) notes the first
cycle in which they differ, and is true if mutant N is on. The folder gets files.f, the changed files, and mutants.json:
the mutants in the order of their numbers, from 1.
"""
import itertools
import json
import os
import random
import re

from wl.mutation.operators import Finder


FILES = os.path.join("rtl", "files.f")
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


def unit_files():
    return read(FILES).split()


def blocks():
    """The folders below rtl/ that have mutants: not the one that holds names alone."""
    return sorted({path.split("/")[1] for path in unit_files() if path.count("/") > 1} - {"isa"})


def constant_functions(paths):
    """Names of functions that the build of the unit calls: they cannot be switched at run time."""
    found = set()
    for path in paths:
        for statement in re.findall(r"\b(?:localparam|parameter)\b[^;]*?=([^;]*)", read(path)):
            found |= set(re.findall(r"\b([a-z]\w*)\s*\(", statement))
    return found


def mutants_of(block):
    """All mutants of a block."""
    paths = unit_files()
    constant = constant_functions(paths)
    found = []
    for path in paths:
        if path.startswith(f"rtl/{block}/") and os.path.basename(path)[:-3] not in OTHER_UNITS:
            found += Finder(path, read(path), constant).found
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
        "  always_ff @(posedge clk_i or negedge rst_ni) begin\n"
        f"    if (!rst_ni) {name} <= '0;\n    else {name} <= {mutant.past};\n  end\n"
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
        "block": mutant.path.split("/")[1],
        "file": mutant.path,
        "line": mutant.line,
        "source": mutant.source,
        "operator": mutant.operator,
        "before": " ".join(mutant.before.split()),
        "after": " ".join(mutant.after.split()),
        "target": mutant.target,
    }


def write_unit(folder, mutants):
    """The copy of the RTL with these mutants, which get their numbers."""
    for number, mutant in enumerate(mutants, 1):
        mutant.number = number
    files = []
    for path in unit_files():
        its = [mutant for mutant in mutants if mutant.path == path]
        files.append(os.path.join(folder, path) if its else path)
        if its:
            write(files[-1], Text(read(path), its).whole())
    write(os.path.join(folder, "mutants.json"), json.dumps([row(m) for m in mutants], indent=1) + "\n")
    write(os.path.join(folder, "files.f"), "\n".join(files) + "\n")
