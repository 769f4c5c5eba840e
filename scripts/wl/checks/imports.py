# SPDX-License-Identifier: Apache-2.0
"""The folders of scripts/wl have an order: a module imports modules of its own folder and of folders before it.

So no folders import each other in a circle, the third reading knows nothing of what writes vectors, and no module of
the package imports a test. `from wl.runs import programs` is the one form of an import.
"""
import ast
import os
import sys

from wl import ROOT

ORDER = (
    "reading",
    "tree",
    "runs",
    "failures",
    "control",
    "cover",
    "vectors.directed",
    "vectors",
    "mutation",
    "generate",
    "checks",
    "campaigns",
    "night",
    "door",
)


def imported(tree):
    """(line, module) of each import of the scripts, wherever it stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, "." * node.level + (node.module or "")


def folder_of(module, folders):
    """The folder that a module such as wl.vectors.directed.words is in, or that it is; None: of none of these."""
    name = module.removeprefix("wl.")
    return next((f for f in sorted(folders, key=len, reverse=True) if f"{name}.".startswith(f"{f}.")), None)


def findings(folder, name, text, order=ORDER):
    """Findings in the imports of a module. folder: below wl, with dots; name: of the file, for the texts."""
    if folder not in order:
        yield f"{name}: the folder has no place in ORDER of checks/imports.py"
        return
    for line, module in imported(ast.parse(text)):
        if module.startswith("."):
            yield f"{name}:{line}: found a relative import, expected from wl. ..."
        elif module.split(".")[0] == "tests":
            yield f"{name}:{line}: imports {module}: no module of the package knows a test"
        elif module.startswith("wl."):
            other = folder_of(module, order)
            if other is None or order.index(other) > order.index(folder):
                yield f"{name}:{line}: imports {module}, which is not below {folder}"


def main():
    found = 0
    top = os.path.join(ROOT, "scripts", "wl")
    for path, _, names in os.walk(top):
        folder = os.path.relpath(path, top).replace(os.sep, ".")
        for name in sorted(names):
            if folder != "." and name.endswith(".py"):
                file_name = os.path.join(path, name)
                with open(file_name, encoding="utf-8") as file:
                    for finding in findings(folder, os.path.relpath(file_name, ROOT), file.read()):
                        print(finding)
                        found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
