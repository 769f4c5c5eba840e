# SPDX-License-Identifier: Apache-2.0
"""The message about a name that make does not know: its new name if it was renamed, else the nearest names.

tb/testcase/find.c finds the names near the name of a test.
"""
import os
import re

MOST = 3
# Variables, targets and beginnings of test names that had another name once.
RENAMED = {
    "WINDOWS": "EXPOSED_HAZARDS",
    "HANG_CLOCKS": "HANG_CYCLES",
    "MAX_CLOCKS": "MAX_CYCLES",
    "plant": "mutants",
    "mutate": "mutants",
    "clocks": "cycles",
}
RENAMED_KINDS = {"mutate": "KIND=mutants; with BLOCK it is KIND=mutation"}
RENAMED_TESTS = {"edge_": "directed_"}


def distance(a, b):
    """Levenshtein's."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        corner, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            corner, row[j] = row[j], min(corner + (x != y), row[j] + 1, row[j - 1] + 1)
    return row[-1]


def near(word, names):
    """Names that begin with the word come first. Then the least distance counts, less the beginning that both share.

    Upper and lower case are one.
    """
    word = word.lower()

    def order(name):
        name = name.lower()
        return not name.startswith(word), distance(word, name) - len(os.path.commonprefix([word, name]))

    return sorted(names, key=order)[:MOST]


def unknown(kind, word, names, says=str):
    """The message about a word that is none of the names. says: how a name is written."""
    if RENAMED.get(word) in names:
        return f"{word}: this {kind} is now {says(RENAMED[word])}"
    some = ", ".join(map(says, near(word, names)))
    return f"{word}: make knows no such {kind}; near names: {some} (all: make help)"


def renamed_test(text):
    """The text with the new name of each test in it, or None if it has no old one."""
    found = text
    for old, new in RENAMED_TESTS.items():
        found = re.sub(rf"(?<![\w/]){old}", new, found)
    return found if found != text else None
