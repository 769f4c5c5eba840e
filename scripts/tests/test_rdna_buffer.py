# SPDX-License-Identifier: Apache-2.0
"""docs/rdna-buffer.md against the tree.

Every vector and test that it names exists. Every row has one or is planned. No row of a section is lost.
"""
import os
import re
import sys

from tests.test_vega_flow import find, quoted
from wl import ROOT


DOC = os.path.join(ROOT, "docs", "rdna-buffer.md")
SECTIONS = {
    "Buffers and instructions": 14,
    "Simplified view of the address": 8,
    "Microcode formats": 5,
    "VGPRs": 11,
    "What is loaded or stored": 7,
    "D16": 10,
    "Component counts that differ": 5,
    "Addressing": 12,
    "Range": 12,
    "Structured, raw and scratch buffers": 9,
    "Scalar memory": 6,
    "Swizzled addressing": 12,
    "Alignment": 13,
    "The resource": 6,
}


def problems(text):
    found, count, section = [], {}, ""
    for line in text.splitlines():
        if line.startswith("## "):
            section = line[3:]
        if not line.startswith("| ") or line.startswith("| The document says"):
            continue
        count[section] = count.get(section, 0) + 1
        says, _, shown = (cell.strip() for cell in line.strip("|").split(" | "))
        names = [name for name in quoted(shown) if not name.startswith("make ")]
        found += [f"{says}: there is no {name}" for name in names if not is_there(name)]
        if not quoted(shown) and not re.search(r"\bplanned\b", shown):
            found.append(f"{says}: nothing shows it")
    for name in sorted(SECTIONS.keys() | count.keys()):
        if count.get(name, 0) != SECTIONS.get(name, 0):
            found.append(f"{name}: {count.get(name, 0)} rows, the document has {SECTIONS.get(name, 0)}")
    return found


def is_there(name):
    return os.path.isfile(os.path.join(ROOT, name)) if name.endswith((".c", ".py")) else bool(find(name))


def self_test(text):
    """Each kind of mistake is seen."""
    row = next(line + "\n" for line in text.splitlines() if line.startswith("| OOB_SELECT (table lost)"))
    mistakes = (
        ("`kernels/spill`", "`kernels/split`", "there is no kernels/split"),
        ("test_buffer.c", "test_buffers.c", "there is no refmodel/tests/test_buffers.c"),
        (row, row.replace("`", ""), "nothing shows it"),
        (row, "", "Range: 11 rows"),
    )
    return [
        f"not seen: {before} for {after}"
        for before, after, said in mistakes
        if before not in text or not any(said in p for p in problems(text.replace(before, after)))
    ]


def main():
    with open(DOC, encoding="utf-8") as file:
        text = file.read()
    found = problems(text)
    found = found or self_test(text)
    print("\n".join(found) if found else f"docs/rdna-buffer.md: {sum(SECTIONS.values())} rows, all they name is there")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
