# SPDX-License-Identifier: Apache-2.0
"""make help: the verbs and variables; make help VERB or KIND: what it is and takes; make help check: the kinds; make
help test: the parts."""
import os
import textwrap

from wl.door import kinds, test, variables, verbs
from wl.door.values import Refused

WIDTH = 120


def row(name, text, width):
    first = f"  {name}".ljust(width) + " "
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=" " * len(first), break_on_hyphens=False)


def grouped(rows, headings, width):
    """Lines of rows {name: (text, ...)}; headings: {name of the first row below it: line}."""
    for name, (text, *_) in rows.items():
        if name in headings:
            yield from ["", headings[name]]
        yield from row(name, text, width)


def of_kinds():
    lines = ["kinds of make check KIND=...; parts of make test: make help test"]
    return [*lines, *grouped(kinds.KINDS, kinds.HEADINGS, 16)]


def of_parts():
    """Names of the parts of make test; units are built and vectors run besides."""
    names = [f"  {name}" for name, *_ in test.PARTS]
    more = ["  proof NAME: ...", "  lockstep TEST seed N", f"  {test.SANITIZED}FOLDER/NAME, a unit test"]
    return ["parts of make test, for ONLY", *sorted(names), *more]


def of_variables(names):
    return ["variables"] + [
        line for name, text in variables.described().items() if name in names for line in row(name, text, 16)
    ]


def taken(word):
    """The variables of a verb or a kind."""
    return [name for name, takers in variables.USED_BY.items() if not takers or word in takers]


def of(word):
    """The lines about a verb or a kind."""
    if word in kinds.KINDS:
        return [f"make check KIND={word}: {kinds.KINDS[word][0]}", "", *of_variables(taken(word))]
    if word not in verbs.VERBS:
        raise Refused(variables.unknown_target(word))
    lines = [f"make {word}: {verbs.VERBS[word][0]}", ""]
    lists = {"check": of_kinds, "test": of_parts}
    return lines + ([*lists[word](), ""] if word in lists else []) + of_variables(taken(word))


def show():
    words = os.environ.get("WAVELOCK_GOALS", "").split()[1:]
    if words:
        print("\n\n".join("\n".join(of(word)) for word in words))
    else:
        listed = grouped(verbs.VERBS, verbs.HEADINGS, 14)
        lines = ["usage: make VERB [VARIABLE=value ...]", *listed, "", *of_variables(variables.USED_BY)]
        print("\n".join(lines))
    return 0
