# SPDX-License-Identifier: Apache-2.0
"""The reviewed list of equivalent mutants, equivalent.tsv: mutants that no program can notice, each with the reason.

A row is known by its texts, not by a line number. When the source line changes, no mutant fits the row any more: that
is an error, so the reason is read again.
"""
import os

from wl import Error
from wl.mutation.operators import Finder
from wl.tree import plant


PATH = os.path.join("scripts", "wl", "mutation", "equivalent.tsv")
COLUMNS = ["module", "operator", "line", "before", "after", "reason"]


class Stale(Error):
    """A row of the list has no mutant."""


def module_of(path):
    """A file of the RTL has one module or package, of its own name."""
    return os.path.basename(path).removesuffix(".sv")


def key(mutant):
    texts = (" ".join(text.split()) for text in (mutant.before, mutant.after))
    return (module_of(mutant.path), mutant.operator, mutant.source, *texts)


def read(path=PATH):
    """{key of a mutant: reason}."""
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    if rows[:1] != [COLUMNS]:
        raise Stale(f"{path}:1: expected the columns {', '.join(COLUMNS)}")
    known, found = {}, {}
    for line, row in enumerate(rows[1:], 2):
        if len(row) != len(COLUMNS) or not row[-1]:
            raise Stale(f"{path}:{line}: found {len(row)} columns, expected {len(COLUMNS)}, with a reason")
        name = row[0]
        if name not in known:
            try:
                home = plant.home(name)
                known[name] = {key(mutant) for mutant in Finder(home, plant.read(home)).found}
            except plant.Failed as error:
                raise Stale(f"{path}:{line}: {error}") from None
        if tuple(row[:-1]) not in known[name]:
            raise Stale(
                f"{path}:{line}: no mutant of {name} is this one any more: read it again, then change or drop it"
            )
        found[tuple(row[:-1])] = row[-1]
    return found
