#!/usr/bin/env python3
"""The names nearest to a misspelt one, as "A, B, C". tb/find.c does the same for tests.

usage: near.py WORD NAME...
"""
import sys

MOST = 3


def distance(a, b):
    """Levenshtein's."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        corner, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            corner, row[j] = row[j], min(corner + (x != y), row[j] + 1, row[j - 1] + 1)
    return row[-1]


def near(word, names):
    """Names that begin with the word come first, then the least distance; upper and lower case are one."""
    word = word.lower()
    return sorted(names, key=lambda name: (not name.lower().startswith(word), distance(word, name.lower())))[:MOST]


if __name__ == "__main__":
    print(", ".join(near(sys.argv[1], sys.argv[2:])))
