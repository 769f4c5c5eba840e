# SPDX-License-Identifier: Apache-2.0
"""What scripts know of the table of an instruction set (docs/random.md): its rows, as they stand. build/wavelock-random
--table judges them."""
import re

COMMENT = re.compile(r"^\s*#.*|\s#(\s.*)?$")


def rows(path):
    """{first word of a row: the rest of each such row}."""
    found = {}
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            word, _, rest = COMMENT.sub("", line.rstrip("\r\n")).strip().partition(" ")
            if word:
                found.setdefault(word, []).append(rest.strip())
    return found


def profiles(path):
    """Names of its profiles, in their order."""
    return list(dict.fromkeys(rest.split()[0] for rest in rows(path).get("profile", []) if rest))
