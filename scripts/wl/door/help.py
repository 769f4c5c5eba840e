# SPDX-License-Identifier: Apache-2.0
"""make help: the verbs and variables; make help VERB or KIND: what it is and takes; make help check: the kinds."""
import os
import textwrap

from wl.door import kinds, variables, verbs
from wl.door.values import Refused

WIDTH = 120


def row(name, text, width):
    first = f"  {name}".ljust(width) + " "
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=" " * len(first), break_on_hyphens=False)


def of_verbs():
    return [line for name, (text, *_) in verbs.VERBS.items() for line in row(name, text, 14)]


def of_kinds():
    lines = ["kinds of make check KIND=..."]
    return lines + [line for name, (text, *_) in kinds.KINDS.items() for line in row(name, text, 16)]


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
    return lines + (of_kinds() + [""] if word == "check" else []) + of_variables(taken(word))


def show():
    words = os.environ.get("WAVELOCK_GOALS", "").split()[1:]
    if words:
        print("\n\n".join("\n".join(of(word)) for word in words))
    else:
        lines = ["usage: make VERB [VARIABLE=value ...]", "", *of_verbs(), "", *of_variables(variables.USED_BY)]
        print("\n".join(lines))
    return 0
