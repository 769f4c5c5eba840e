# SPDX-License-Identifier: Apache-2.0
"""The options of the tool that are variables of make, as tb/cli/options.def has them: read before anything is built."""
import collections
import os
import re

from wl import ROOT

TABLE = os.path.join(ROOT, "tb", "cli", "options.def")

# variable, option (--seed), argument and help of its text, form: NUMBER, WORDS, FLAG and so on, words that it takes,
# place: its order in the line that repeats a run, or 0, takers: BOTH, UNIT or MODEL, standard: left out of that line.
Option = collections.namedtuple("Option", "variable option argument help form words place takers standard")

STRING = r'"((?:[^"\\]|\\.)*)"'
ROW = re.compile(rf"\({STRING},\s*{STRING},\s*((?:{STRING}\s*)+),\s*(\w+)\(")
OWN = re.compile(r"\bOWN\((\w+), [^,]+, (\w+)")  # as KIND(field
MAKE = re.compile(rf"\bMAKE\((\d+), {STRING}, (\w+), {STRING}\)")
WORDS = re.compile(r"\bTAKES\(([^)]*)\)|\bWORDS\([^,]*,[^,]*,([^)]*)\)")


def text_of(literals):
    """String literals of C side by side, as one line."""
    return "".join(re.findall(STRING, literals)).replace("\\n", " ").replace('\\"', '"')


def table():
    """The options that have a variable, in order."""
    with open(TABLE, encoding="utf-8") as file:
        rows = re.split(r"^OPTION", OWN.sub(r"\1(\2", file.read()), flags=re.M)[1:]
    found = []
    for row in rows:
        make = MAKE.search(row)
        if make:
            name, argument, literals, _, form = ROW.match(row).groups()
            words = re.findall(STRING, "".join(text or "" for pair in WORDS.findall(row) for text in pair))
            place, variable, takers, standard = make.groups()
            argument, words = text_of(f'"{argument}"'), tuple(words)
            found.append(
                Option(variable, f"--{name}", argument, text_of(literals), form, words, int(place), takers, standard)
            )
    return found
