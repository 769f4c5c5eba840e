# SPDX-License-Identifier: Apache-2.0
"""docs/vega-flow.md against the tree.

Every vector and test that it names exists, and the negative ones expect a failure. Every opcode of program flow has a
row. Every row of the chapter's tables is there. Every test below vectors/flow is named.
"""
import json
import os
import re
import sys

from wl import ROOT
from wl.runs import descriptions
from wl.tree import opcodes


DOC = os.path.join(ROOT, "docs", "vega-flow.md")
FOLDERS = [os.path.join(ROOT, *parts) for parts in (("vectors",), ("build", "vectors"))]
# Opcodes of program flow outside SOPP: what sets or shows the PC, MODE, CSP and the handler's return.
OTHERS = {
    "s_cbranch_g_fork",
    "s_rfe_restore_b64",
    "s_cbranch_i_fork",
    "s_getreg_b32",
    "s_setreg_b32",
    "s_setreg_imm32_b32",
    "s_call_b64",
    "s_getpc_b64",
    "s_setpc_b64",
    "s_swappc_b64",
    "s_rfe_b64",
    "s_cbranch_join",
    "s_setvskip",
}
# A case a run: its cases are refused one by one in make test (scripts/wavelock vectors.directed_vectors --illegal).
BY_CASE = {"directed_illegal"}
SECTIONS = {
    "4.1": 8,
    "4.2": 11,
    "4.3": 1,
    "4.4": 3,
    "4.5": 16,
    "4.6": 9,
}  # rows at least: those of the chapter's tables


def find(name):
    """The test.json of a vector, or None."""
    for folder in FOLDERS:
        for path in (os.path.join(folder, name, "test.json"), os.path.join(folder, name + ".json")):
            if os.path.isfile(path):
                return path
    return None


def rows(text):
    """(section, cells) of every table row that is no heading."""
    section = ""
    for line in text.splitlines():
        heading = re.match(r"## (\S+)", line)
        if heading:
            section = heading.group(1)
        if line.startswith("| ") and not line.startswith(("| Row |", "| Line |", "| Violation |")):
            yield section, [cell.strip() for cell in line.strip().strip("|").split(" | ")]


def quoted(cell):
    return re.findall(r"`([^`]+)`", cell)


def problems(text):
    found, named, count = [], set(), {}
    for section, cells in rows(text):
        where = f"section {section}, {cells[0]}"
        if section == "What":
            found += [
                f"{where}: no file {name}" for name in quoted(cells[-1]) if not os.path.isfile(os.path.join(ROOT, name))
            ]
            continue
        count[section] = count.get(section, 0) + 1
        negative = quoted(cells[-1])
        vectors = quoted(cells[-2])
        if not vectors and not cells[-2].startswith("none"):
            found.append(f"{where}: no vector")
        for name in vectors + negative:
            named.add(name)
            path = find(name)
            if not path:
                found.append(f"{where}: there is no vector {name}")
                continue
            with open(path, encoding="utf-8") as file:
                expect = json.load(file)["expect"]
            fails = "fault" in expect or expect.get("verdict", "PASS") != "PASS" or name in BY_CASE
            if fails != (name in negative):
                found.append(f"{where}: {name} is expected to {'fail' if fails else 'pass'}")
    for section, least in SECTIONS.items():
        if count.get(section, 0) < least:
            found.append(f"section {section}: {count.get(section, 0)} rows, the chapter has {least}")
    table = list(opcodes.rows(opcodes.GFX900))
    wanted = OTHERS | {row[2] for row in table if row[0] == "SOPP"}
    found += [f"{name} has no row" for name in sorted(wanted) if not re.search(rf"^\|[^|]*\b{name}\b", text, re.M)]
    found += [f"{name} is no opcode of the table" for name in sorted(OTHERS - {row[2] for row in table})]
    every = (name for root in FOLDERS for name, _ in descriptions.below(root))
    return found + [f"{name} is not named" for name in sorted(every) if name.startswith("flow/") and name not in named]


def self_test(text):
    """Each kind of mistake is seen."""
    mistakes = (
        ("`flow/nop`", "`flow/nap`", "no vector flow/nap"),
        ("`flow/endpgm`", "`illegal`", "expected to fail"),
        ("`join_underflow`", "`smoke`", "expected to pass"),
        ("s_wakeup", "s_wake", "s_wakeup has no row"),
        ("test_schedule.c", "test_scheme.c", "no file"),
        ("`flow/setprio`, ", "", "flow/setprio is not named"),
    )
    return [
        f"not seen: {before} for {after}"
        for before, after, said in mistakes
        if not any(said in p for p in problems(text.replace(before, after)))
    ]


def main():
    with open(DOC, encoding="utf-8") as file:
        text = file.read()
    found = problems(text)
    found = found or self_test(text)
    print("\n".join(found) if found else "docs/vega-flow.md: all that it names is there")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
