# SPDX-License-Identifier: Apache-2.0
"""Pages and sources that a script makes, or parts of them.

Without an option it says which are out of date, as KIND=lint does; --write writes them, as KIND=format does.
"""
import argparse
import pathlib

from wl import ROOT, Error
from wl.tree import sources


def named(name):
    """The path of a tracked file."""
    return pathlib.Path(ROOT, sources.named(name))


def with_part(text, name, part, path, script):
    """The text of a page with this part between the two comments that name it."""
    begin, end = f"<!-- {name}: made by {script} -->\n\n", f"\n\n<!-- end of {name} -->"
    at, to = text.find(begin), text.find(end)
    if at < 0 or to < at:
        raise Error(f"{path}: no place for {name}")
    return text[: at + len(begin)] + part + text[to:]


def settle(made, about):
    """The exit code of a script that makes these files, {path: text}: it says which are out of date; --write writes."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--write", action="store_true")
    write = parser.parse_args().write
    late = [path for path, text in made.items() if not path.exists() or path.read_text() != text]
    for path in late:
        if write:
            path.write_text(made[path])
        else:
            print(f"{path.relative_to(ROOT)}: not as its script makes it; make check KIND=format writes it")
    return 1 if late and not write else 0
