# SPDX-License-Identifier: Apache-2.0
"""Prints a digest of source files: of their names without folders, and of what they say without comments and blanks.

docs/exhaustive.md has what it is for.

usage: digest.py [--text TEXT] FILE...      TEXT counts too, as options of a compiler
"""
import hashlib
import os
import re
import sys

COMMENT_OR_TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|("(?:\\.|[^"\\\n])*")', re.DOTALL)


def meaning(text):
    """Source of C or SystemVerilog without comments, and with one blank for several."""
    return " ".join(COMMENT_OR_TEXT.sub(lambda match: match.group(1) or " ", text).split())


def digest(paths, text=""):
    total = hashlib.sha256(" ".join(text.split()).encode())
    for path in sorted(paths, key=lambda path: (os.path.basename(path), path)):
        with open(path, encoding="utf-8") as file:
            total.update(f"\n{os.path.basename(path)}\n{meaning(file.read())}".encode())
    return total.hexdigest()[:12]


def main():
    words = sys.argv[1:]
    text = ""
    if words[:1] == ["--text"]:
        text, words = words[1], words[2:]
    if not words:
        print(__doc__, file=sys.stderr)
        return 6
    print(digest(words, text))
    return 0


if __name__ == "__main__":
    sys.exit(main())
