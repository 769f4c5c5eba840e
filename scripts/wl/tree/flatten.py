# SPDX-License-Identifier: Apache-2.0
"""Writes RTL for yosys: packages that use one another as one. yosys 0.23 knows no type of another package in a package.

usage: flatten.py FOLDER FILE...    packages and modules, in the order of rtl/files.f

FOLDER gets a file of all_pkg, which yosys must read first, and each file under its name. A name n of package p becomes
p__n in the one package all_pkg. So p::n is all_pkg::p__n in a module. The other text stays as it is, line by line. A
package stays alone if it names no other outside its functions, and no other names it there. Tasks are as functions.
"""
import os
import re
import sys

from wl import Error

TOKEN = re.compile(
    r"""(?P<blank>\s+|//[^\n]*|/\*.*?\*/|`\w+[^\n]*)
      | (?P<string>"(?:\\.|[^"\\\n])*")
      | (?P<name>[A-Za-z_$][\w$]*)
      | (?P<mark>\d*'[sS]?[bodhBODH]?[0-9a-fA-F_xXzZ?]+|::|.)""",
    re.VERBOSE | re.DOTALL,
)
PACKAGE = re.compile(r"^package (\w+);$(.*)^endpackage$", re.MULTILINE | re.DOTALL)


JOINED = "all_pkg"


class Refused(Error):
    """The text is not what this step can read."""


def tokens_of(text):
    """(kind, text) of each token; together they are the text."""
    return [(match.lastgroup, match.group()) for match in TOKEN.finditer(text)]


class Package:
    """A package's body, and the names that it declares."""

    def __init__(self, path, text):
        found = PACKAGE.search(text)
        self.path, self.name, self.body = path, found[1], found[2]
        self.head = "".join(re.findall(r"^`.*\n", text[: found.start()], re.MULTILINE))  # macros
        self.line = text.count("\n", 0, found.start(2)) + 1
        self.tokens = tokens_of(self.body)
        self.code = [i for i, (kind, _) in enumerate(self.tokens) if kind != "blank"]  # of tokens
        self.names, self.members = set(), set()  # names declared; tokens that declare members of structs
        self.uses = set()  # packages named outside functions
        self._declarations()

    def at(self, n):
        return self.tokens[self.code[n]][1] if n < len(self.code) else ""

    def _declarations(self):
        n = 0
        while n < len(self.code):
            word = self.at(n)
            if word in ("parameter", "localparam"):
                while self.at(n + 1) != "=":
                    n += 1
                self.names.add(self.at(n))
            elif word == "typedef":
                n = self._typedef(n + 1)
            elif word in ("function", "task"):
                while self.at(n + 1) not in ("(", ";"):
                    n += 1
                self.names.add(self.at(n))
                while self.at(n) not in ("endfunction", "endtask"):
                    n += 1
            elif word == "import":
                raise Refused(f"{self.path}: an import in a package; names stand with their package")
            elif word == "::":
                self.uses.add(self.at(n - 1))
            n += 1

    def _typedef(self, n):
        """The token behind the type's name."""
        kind, depth = self.at(n), 0
        while self.at(n) != ";" or depth:
            if self.at(n) == "{":
                depth += 1
                if kind == "enum" and depth == 1:
                    self.names.add(self.at(n + 1))
            elif self.at(n) == "}":
                depth -= 1
            elif kind == "enum" and depth == 1 and self.at(n) == ",":
                self.names.add(self.at(n + 1))
            elif kind in ("struct", "union") and depth and self.at(n + 1) in (";", ","):
                self.members.add(self.code[n])
            if self.at(n) == "::":
                self.uses.add(self.at(n - 1))
            n += 1
            if n >= len(self.code):
                raise Refused(f"{self.path}: a typedef without end")
        self.names.add(self.at(n - 1))
        return n

    def flat(self, packages):
        """The body with its own names and names of other packages as names of all_pkg.

        yosys puts a function's body where it is called. So there the names stand with all_pkg, but for the function's.
        """
        out, before, function = [], "", None
        tokens = iter(enumerate(self.tokens))
        for i, (kind, text) in tokens:
            prefix = f"{JOINED}::" if function else ""
            if text in ("function", "task"):
                function = self._function(i)
            elif text in ("endfunction", "endtask"):
                function = None
            elif kind == "name" and text in packages and self.tokens[i + 1][1] == "::":
                next(tokens)
                _, (_, name) = next(tokens)
                text = member(packages, text, name, "" if function == (text, name) else prefix)
            elif kind == "name" and text in self.names and i not in self.members and before not in (".", "::"):
                text = member(packages, self.name, text, "" if function == (self.name, text) else prefix)
            out.append(text)
            if kind != "blank":
                before = text
        return "".join(out)

    def _function(self, i):
        """(package, name) of the function that begins at token i."""
        words = [text for kind, text in self.tokens[i : i + 60] if kind != "blank"]
        return self.name, words[min(words.index(mark) for mark in ("(", ";") if mark in words) - 1]


def member(packages, package, name, prefix):
    if name not in packages[package].names:
        raise Refused(f"{package} does not declare {name}")
    return f"{prefix}{package}__{name}"


def of_module(text, packages):
    """A module's text with all_pkg::p__n for p::n."""
    out = []
    tokens = iter(pairwise(tokens_of(text)))
    for (kind, word), (_, after) in tokens:
        if kind == "name" and word in packages and after == "::":
            _, (_, name) = next(tokens)
            next(tokens)
            word = member(packages, word, name, f"{JOINED}::")
        out.append(word)
    return "".join(out)


def pairwise(tokens):
    """Each token with the one behind it."""
    return zip(tokens, tokens[1:] + [("blank", "")])


def flat(files):
    """[(path, text)] for yosys, all_pkg first, from [(path, text)]."""
    packages = {}
    for path, text in files:
        if PACKAGE.search(text):
            package = Package(path, text)
            packages[package.name] = package
    joined = set().union(*([name, *package.uses] for name, package in packages.items() if package.uses))
    packages = {name: package for name, package in packages.items() if name in joined}
    lines = [f'`line {package.line} "{package.path}" 0{package.flat(packages)}' for package in packages.values()]
    heads = [package.head for package in packages.values()]
    merged = {package.path for package in packages.values()}
    return [(f"{JOINED}.sv", "".join([*heads, f"package {JOINED};\n", *lines, "endpackage\n"]))] + [
        (path, "" if path in merged else of_module(text, packages)) for path, text in files
    ]


def flat_of(paths):
    files = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            files.append((path, file.read()))
    return flat(files)


def main():
    folder, *paths = sys.argv[1:]
    for path, text in flat_of(paths):
        path = os.path.join(folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
