# SPDX-License-Identifier: Apache-2.0
"""The listings of vectors/sass/*.txt, which scripts/tests/test_sass.py runs, each with its file NAME.expected.

    // comment
    = NAME.FORM: the purpose
    - severity RULE line other       of each finding; "strict" before it: of each with --strict
    - {...}                          further members of NAME.expected
    the lines of the listing

The listing is FOLDER/NAME.FORM, FOLDER the name of the table. `exit` is 1 where a finding is an error, 2 with `error`,
else 0.
"""
import glob
import json
import os
import re

from wl.vectors.share_vectors import VECTORS, text


HEAD = re.compile(r"= ([\w.]+): (.*)\n")
FINDING = re.compile(r"- (strict )?(error|warning|note) (\S+) (\d+) (\d+)\n")


def expectations(about, lines):
    """The members of NAME.expected, from the lines behind the head."""
    found, more = {"findings": [], "strict": []}, {}
    for line in lines:
        match = FINDING.fullmatch(line)
        if match:
            strict, severity, rule, at, other = match.groups()
            finding = {"rule": rule, "severity": severity, "line": int(at), "other": int(other)}
            found["strict" if strict else "findings"].append(finding)
        else:
            more |= json.loads(line[2:])
    if "error" in more:
        return {"about": about, "exit": 2} | more
    if not found["strict"]:
        del found["strict"]
    wrong = any(finding["severity"] == "error" for finding in found["findings"])
    return {"about": about, "exit": int(wrong)} | found | more


def of_table(path):
    """{name with its form: (expectations, listing)} of a table."""
    found = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            head = HEAD.fullmatch(line)
            if head:
                name, about = head.groups()
                found[name] = (about, [], [])
            elif not line.startswith("//"):
                found[name][1 if line.startswith("- ") else 2].append(line)
    return {name: (expectations(about, lines), "".join(code)) for name, (about, lines, code) in found.items()}


def files():
    """{path below the folder of vectors: its bytes}."""
    found = {}
    for path in sorted(glob.glob(os.path.join(VECTORS, "sass", "*.txt"))):
        folder = os.path.join("sass", os.path.splitext(os.path.basename(path))[0])
        for name, (expected, listing) in of_table(path).items():
            found[os.path.join(folder, name)] = listing.encode()
            found[os.path.join(folder, os.path.splitext(name)[0] + ".expected")] = (text(expected) + "\n").encode()
    return found
