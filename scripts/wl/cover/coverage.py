# SPDX-License-Identifier: Apache-2.0
"""Adds up what lockstep runs wrote with --coverage: opcodes, operand kinds, EXEC classes, orders of return, and the
functional points of docs/coverage.md. A unit with an instruction set of its own has its instructions alone.

It also names what was not executed, with what would fill it. Exit code 1: a point was hit that the list does not have,
so a rule of the list is wrong.

usage: coverage.py [--holes N|all] [--write-holes HOLES] [--points POINTS] FILE...

  --holes N            holes of a group that are printed (10)
  --write-holes HOLES  writes the points that were not hit, for wavelock-random --cover
  --points POINTS      the list of points of the unit that ran (build/points.tsv, of the default unit)
"""
import collections
import json
import os
import re
import sys

from wl import Error
from wl.cover import points as functional_points
from wl.cover.points import Points
from wl.runs import foreign
from wl.tree import opcodes


KINDS = ("opcode", "form", "operand", "exec", "order", "point", "instruction", "own")
NEAR = "near\t"  # lines of one run alone, which do not add up
HOLES = 10  # of a group that are printed

# An export has no opcode field, and so no example.
EXPORT = {("EXP", 0): "exp"}
# Opcodes of the unit beyond gfx900 (D-R700-2).
EXTENSIONS = {
    **{("DS", 224 + n): f"r700_owner_write_x{n + 1}" for n in range(4)},
    **{("DS", 228 + n): f"r700_owner_read_x{n + 1}" for n in range(4)},
    ("SOPP", 64): "r700_shared_on",
    ("SOPP", 65): "r700_shared_off",
    ("SOPP", 66): "r700_clause",
}


def opcodes_of(path):
    """(format, number) -> mnemonic of a list of opcodes."""
    return {(form, number): name for form, number, name in opcodes.rows(path)}


def all_opcodes():
    """(format, number) -> mnemonic of every opcode of gfx900, and of the unit's own."""
    return opcodes_of(opcodes.GFX900) | EXPORT | EXTENSIONS


# Opcodes that are left out: (formats, names, reason). The first that fits. An opcode that is implemented needs none.
OUT = [
    ("MIMG", r"image_gather4h", "gather of a row: no source says where its four texels begin (image.md 1)"),
    ("VINTRP VOP3", r"v_interp_.*", "interpolation: no source says how it rounds (gfx9-encoding.md 7, VINTRP)"),
    ("DS", r"ds_gws_.*", "global wave sync: a resource of the chip, across its compute units"),
    ("DS", r"ds_ordered_count", "ordered append: it needs the order of waves of the chip's dispatcher"),
    ("VOP1 VOP3", r"v_screen_partition_4se_b32", "screen partition: of a chip with four shader engines, and a screen"),
]
SHORT = ("VOP1", "VOP2", "VOPC")  # formats that have the forms SDWA and DPP
# Opcodes of these without the form.
WITHOUT = {
    "sdwa": r".*64.*|v_clrexcp|v_mad[am]k_\w+|v_mac_\w+|v_readfirstlane_b32|v_swap_b32",
    "dpp": r".*64.*|v_clrexcp|v_mad[am]k_\w+|v_readfirstlane_b32|v_swap_b32",
}


def reason(form, name):
    """Why an opcode is left out, or None."""
    for formats, names, why in OUT:
        if form in formats.split() and re.fullmatch(names, name):
            return why
    return None


def implemented(form=None):
    """(format, number) of the opcodes that model and RTL have: scripts/wl/checks/opcodes.py measures that they do.

    With form "sdwa" or "dpp": only those that have this form.
    """
    return {
        key
        for key, name in all_opcodes().items()
        if not reason(key[0], name) and (not form or (key[0] in SHORT and not re.fullmatch(WITHOUT[form], name)))
    }


FILLS = {
    "operand": "an instruction with this format, field and kind of operand: {}",
    "exec": "a vector instruction of this format under this EXEC: {}",
    "order": "instructions of the LDS and the GDS in flight together: {}",
}


def by_opcode(holes):
    """Holes of single opcodes in fewer lines: what follows the last comma, the EXEC class, is gathered."""
    found = collections.OrderedDict()
    for hole in holes:
        name, _, last = hole["name"].partition(", ")
        found.setdefault(name, []).append(last)
    return [f"{name}{': ' if any(lasts) else ''}{', '.join(lasts)}" for name, lasts in found.items()]


# Groups beside the list of points. The runs make their rows, so the number of rows says nothing.
BESIDE = {"operand": "operand kinds", "exec": "EXEC classes", "order": "orders of return"}


def points_hit(groups):
    """(points that were hit, all points): of the groups of the list alone."""
    listed = [group for group in groups if group["group"] not in BESIDE.values()]
    return tuple(sum(group[key] for group in listed) for key in ("hit", "of"))


def functional_markdown(groups, most=HOLES):
    """The functional points as a section of a document. most: holes that are named of a group; None: all."""
    total, of = points_hit(groups)
    share = f"{100 * total / of:.1f} %" if of else "none"
    out = [f"## Functional points\n\n{total} of {of} points were hit: {share}. docs/coverage.md says what they are.\n"]
    out.append("| group | hit | of |\n|---|---:|---:|")
    out += [f"| {group['group']} | {group['hit']} | {group['of']} |" for group in groups]
    for group in groups:
        if not group["holes"]:
            continue
        out.append(f"\nHoles of {group['group']}:\n")
        if group["group"] == "opcode":
            lines = by_opcode(group["holes"])
        else:
            lines = [f"{hole['name']}: {hole['fill']}" for hole in group["holes"]]
        out += [f"- {line}" for line in lines[:most]]
        if most is not None and len(lines) > most:
            out.append(f"- and {len(lines) - most} more")
    return "\n".join(out) + "\n"


def merge_json(path, key, value):
    """Puts a key into a JSON object in a file, which others write too."""
    try:
        whole = foreign.read(path, {})
    except FileNotFoundError:
        whole = {}
    whole[key] = value
    with open(path + ".part", "w", encoding="utf-8") as file:
        file.write(json.dumps(whole))  # json.dump does without the encoder in C
    os.replace(path + ".part", path)


class Coverage:
    """Counts by (kind, format, what, which); lines as tb/observe/coverage.h describes them."""

    def __init__(self):
        self.counts = collections.Counter()

    def add(self, lines):
        for line in lines:
            if line.startswith(NEAR):
                continue
            columns = line.rstrip("\n").split("\t")
            if len(columns) != 5 or columns[0] not in KINDS or not re.fullmatch("[0-9]{1,18}", columns[4]):
                raise ValueError(f"no line of a coverage file: {line[:80]!r}")
            kind, form, what, which, count = columns
            if kind in ("opcode", "form") and not re.fullmatch("[0-9]{1,9}", what):
                raise ValueError(f"no line of a coverage file: {line[:80]!r}")
            # The mnemonic is for people; the number names the opcode.
            self.counts[kind, form, what, "" if kind == "opcode" else which] += int(count)

    def add_file(self, path):
        with open(path, encoding="utf-8") as file:
            try:
                self.add(file)
            except ValueError as error:
                raise functional_points.Unreadable(f"{path}: {error}") from None

    def add_counts(self, counts):
        for key, count in counts.items():
            self.counts[key] += count

    def lines(self):
        names = all_opcodes()
        for (kind, form, what, which), count in sorted(self.counts.items()):
            shown = names.get((form, int(what)), "?") if kind == "opcode" else which
            yield f"{kind}\t{form}\t{what}\t{shown}\t{count}\n"

    def opcodes(self):
        return {(form, int(what)): n for (kind, form, what, _), n in self.counts.items() if kind == "opcode" and n}

    def forms(self, form):
        return {
            (f, int(what)): n
            for (kind, f, what, which), n in self.counts.items()
            if kind == "form" and which == form and n
        }

    def table(self, kind):
        """[(format, field, {kind: count})] of "operand"; of "exec" and "order": [(format, "", {class: count})]."""
        rows = collections.OrderedDict()
        for (k, form, what, which), count in self.counts.items():
            if k == kind:
                row, column = ((form, what), which) if kind == "operand" else ((form, ""), what)
                rows.setdefault(row, collections.OrderedDict())[column] = count
        return [(form, what, columns) for (form, what), columns in rows.items()]

    def points(self):
        """(group, name) of the functional points that were hit."""
        return [(group, name) for (kind, group, name, _), n in self.counts.items() if kind == "point" and n]

    def functional(self, points):
        """[{group, hit, of, holes}] of the functional points, of operand kinds, EXEC classes and orders of return."""
        found = functional_points.hit(points, points.set_of(self.points())[0])
        for kind, title in BESIDE.items():
            rows = [
                (" ".join(word for word in (form, what, which) if word), n)
                for form, what, columns in self.table(kind)
                for which, n in columns.items()
            ]
            holes = [{"name": name, "fill": FILLS[kind].format(name)} for name, n in rows if not n]
            if rows:
                found.append({"group": title, "hit": len(rows) - len(holes), "of": len(rows), "holes": holes})
        return found

    def holes(self):
        """Lines that name what is there and was not hit, by kind."""
        names, have = all_opcodes(), implemented()
        hit = self.opcodes()
        text = []
        if have:
            for which, there, seen in [("opcodes", have, hit)] + [
                (f, implemented(f), self.forms(f)) for f in ("sdwa", "dpp")
            ]:
                missing = collections.OrderedDict()
                for row in names:
                    if row in there and row not in seen:
                        missing.setdefault(row[0], []).append(names[row])
                text += [f"{which} {form}: {', '.join(list_of)}" for form, list_of in missing.items()]
        for kind in ("operand", "exec", "order"):
            for form, what, columns in self.table(kind):
                none = [c for c, n in columns.items() if not n]
                if none:
                    text.append(f"{kind} {form}{' ' + what if what else ''}: {', '.join(none)}")
        return text

    def instructions(self):
        """[(block, name, count)] of a unit with an instruction set of its own."""
        return sorted((block, name, n) for (kind, block, name, _), n in self.counts.items() if kind == "instruction")

    def own(self):
        """Functional points of such a unit, as of `functional`: tb/observe/own_points.def has the groups."""
        groups = {}
        for (kind, group, key, value), n in sorted(self.counts.items()):
            if kind == "own":
                hole = {"name": key, "fill": "not seen" if value == "seen" else value}
                groups.setdefault(group, []).append((hole, n))
        return [
            {
                "group": group,
                "hit": sum(n > 0 for _, n in rows),
                "of": len(rows),
                "holes": [hole for hole, n in rows if not n],
            }
            for group, rows in groups.items()
        ]

    def markdown(self):
        """The whole of it as sections of a document."""
        if self.instructions():
            rows = [f"| {name} | {block} | {count} |" for block, name, count in self.instructions()]
            head = f"## Instructions\n\n{len(rows)} instructions issued in lockstep.\n\n| instruction | block | hits |"
            return "\n".join([functional_markdown(self.own()), head, "|---|---|---:|", *rows]) + "\n"
        names, have, hit = all_opcodes(), implemented(), self.opcodes()
        of = f" of {len(have)} implemented"
        out = [f"## Holes\n\n{len(hit)}{of} opcodes issued in lockstep. Implemented or possible, and not hit:\n"]
        out += [f"- {line}" for line in self.holes()] or ["- none"]
        out.append("\n## EXEC of vector instructions\n")
        rows = self.table("exec")
        if rows:
            out.append("| format | " + " | ".join(rows[0][2]) + " |\n|---" + "|---:" * len(rows[0][2]) + "|")
            out += [f"| {form} | " + " | ".join(str(n) for n in columns.values()) + " |" for form, _, columns in rows]
        out.append("\n## Returns out of order\n")
        out += [f"- {form}: {what} {n}" for form, _, columns in self.table("order") for what, n in columns.items()]
        out.append("\n## Operand kinds\n\n| format | field | hits |\n|---|---|---|")
        out += [
            f"| {form} | {field} | " + ", ".join(f"{kind} {n}" for kind, n in columns.items()) + " |"
            for form, field, columns in self.table("operand")
        ]
        out.append("\n## Opcodes\n\n| format | hits |\n|---|---|")
        by_format = collections.OrderedDict()
        for row, name in names.items():
            if row in hit:
                by_format.setdefault(row[0], []).append(f"{name} {hit[row]}")
        out += [f"| {form} | {', '.join(list_of)} |" for form, list_of in by_format.items()]
        return "\n".join(out) + "\n"


def main():
    words, files, most, written, listed = sys.argv[1:], [], HOLES, None, functional_points.TABLE
    while words:
        word = words.pop(0)
        if word in ("--holes", "--write-holes", "--points") and words:
            value = words.pop(0)
            if word == "--write-holes":
                written = value
            elif word == "--points":
                listed = value
            elif value == "all" or value.isdecimal():
                most = None if value == "all" else int(value)
            else:
                raise Error(f'--holes: found "{value}", expected a number or all')
        elif word.startswith("-"):
            files = []
            break
        else:
            files.append(word)
    if not files:
        print(__doc__.strip())
        return 0 if "--help" in sys.argv else 6
    total = Coverage()
    for path in files:
        total.add_file(path)
    points = Points(listed)
    some, unlisted = points.set_of(total.points())
    if written:
        with open(written, "w", encoding="utf-8") as file:
            file.write(points.lines(i for i in range(len(points)) if not some >> i & 1))
    if not total.instructions():
        print(functional_markdown(total.functional(points), most))
    if unlisted:
        print(f"Hit, and not in the list of points: {'; '.join(': '.join(name) for name in sorted(unlisted))}\n")
    print(total.markdown(), end="")
    return 1 if unlisted else 0


if __name__ == "__main__":
    sys.exit(main())
