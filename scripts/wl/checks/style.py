# SPDX-License-Identifier: Apache-2.0
"""Checks what no formatter does: the style of SystemVerilog, and lines, licence and ends of all text files.

usage: style.py [FILE...]    without files: all tracked ones

A function of OpenCL's API returns an error by cl_refuse and cl_refuse_new alone, which say why.

Exit code 1 if there is a finding. CONTRIBUTING.md lists the rules of lowRISC's SystemVerilog guide that the tree keeps.
Tables and shown output of documents may be wider than 120 columns.
"""
import os
import re
import sys

from wl.tree import sources


COLUMNS = 120
LICENCE = "SPDX-License-Identifier: Apache-2.0"
LICENSE_MISSING = f'no line "{LICENCE}" among the first three'
LICENSED = ("c", "rtl", "table", "python", "shell", "make")
# Data: a line is a row of something else's making.
DATA = (".json", ".tsv", ".bin", "golden.txt", "mutants.txt", "proofs.txt")

NAME = r"[A-Za-z_]\w*"
PORT = re.compile(
    r"^\s*(input|output|inout)\s+(?:[\w:$]+\s+)?(?:\[[^\]]*\]\s*)*"
    rf"({NAME}(?:\s*\[[^\]]*\])?(?:\s*,\s*{NAME})*)\s*[,);]?\s*$"
)
ENDING = {"input": ("_i", "_ni"), "output": ("_o", "_no"), "inout": ("_io",)}
CONSTANT = re.compile(rf"\b(?:parameter|localparam)\b[^=;]*?({NAME})\s*(?:\[[^\]]*\])?\s*=")
CAMEL = re.compile(r"[A-Z](?![A-Z_]+$)[A-Za-z0-9]*")
TYPE = re.compile(rf"^\s*}}\s*({NAME})\s*;|\btypedef\b[^{{;]*\s({NAME})\s*;")
STATEMENT = re.compile(
    r"^( *)(always_ff|always_comb|assign|if|else|end|for|while|unique|case|endcase|module|endmodule|initial)\b"
)


def code_of(line):
    """The line without its comment and what its strings hold."""
    return re.sub(r"//.*", "", re.sub(r'"(?:\\.|[^"\\])*"', '""', line))


class Rtl:
    """Findings of one file of SystemVerilog: (line, text)."""

    def __init__(self, name, text):
        self.name, self.found = name, []
        self.lines = [code_of(line) for line in text.split("\n")]
        self.head = "".join(re.findall(r"\A(?:\s*//[^\n]*\n)*", text))
        self.code = "\n".join(self.lines)

    def add(self, number, text):
        self.found.append((number, text))

    def line_of(self, at):
        return self.code.count("\n", 0, at) + 1

    def check(self):
        self.check_name()
        self.check_constants()
        inside_function = False
        for number, line in enumerate(self.lines, 1):
            inside_function = (inside_function or re.search(r"\b(function|task)\b", line)) and not re.search(
                r"\bend(function|task)\b", line
            )
            if not inside_function and not re.search(r"\bimport\b", line):
                self.check_port(number, line)
            self.check_line(number, line)
        self.check_registers()
        self.check_cases()
        return self.found

    def check_name(self):
        base = os.path.basename(self.name)[: -len(".sv")]
        units = re.findall(rf"^\s*(module|package|interface)\s+(?:automatic\s+)?({NAME})", self.code, re.MULTILINE)
        if not re.search(r"\bend(module|package|interface)\b", self.code):
            return  # a bind, or a part of a module
        if [name for _, name in units] != [base]:
            found = ", ".join(name for _, name in units) or "none"
            self.add(1, f"a file holds one module or package of its own name: found {found}, expected {base}")
        for kind, name in units:
            if kind == "package" and not name.endswith("_pkg"):
                self.add(1, f"package {name}: its name ends in _pkg")
            if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
                self.add(1, f"{kind} {name}: lower_snake_case")

    def check_port(self, number, line):
        match = PORT.match(line)
        if not match:
            return
        for name in re.findall(NAME, re.sub(r"\[[^\]]*\]", "", match.group(2))):
            if not name.endswith(ENDING[match.group(1)]):
                self.add(number, f"{match.group(1)} {name}: its name ends in {ENDING[match.group(1)][0]}")

    def check_constants(self):
        for match in CONSTANT.finditer(self.code):
            if not CAMEL.fullmatch(match.group(1)):
                self.add(self.line_of(match.start(1)), f"parameter {match.group(1)}: UpperCamelCase")
        for match in re.finditer(r"\benum\b[^{;]*\{([^}]*)\}", self.code):
            for member in re.finditer(rf"({NAME})\s*(?:=[^,]*)?(?:,|$)", match.group(1)):
                if not CAMEL.fullmatch(member.group(1)):
                    at = match.start(1) + member.start(1)
                    self.add(self.line_of(at), f"enum member {member.group(1)}: UpperCamelCase")
        for match in TYPE.finditer(self.code):
            name = match.group(1) or match.group(2)
            if not re.fullmatch(r"[a-z][a-z0-9_]*_[te]", name):
                self.add(
                    self.line_of(match.start()), f"type {name}: lower_snake_case that ends in _t, of an enum in _e"
                )

    def check_line(self, number, line):
        match = STATEMENT.match(line)
        if match and len(match.group(1)) % 2:
            self.add(number, "the indent is a multiple of two spaces")
        if re.match(r"\s*begin\b", line):
            self.add(number, "begin stands at the end of the line that needs it")
        if re.match(r"\s*else\b", line) and re.search(r"\bend\s*$", self.lines[number - 2]):
            self.add(number, "end else stands on one line")
        if re.search(r"\balways\s*(@|begin)|\balways_latch\b", line):
            self.add(number, "always_comb or always_ff")
        if re.match(r"\s*(?:(input|output|inout)\s+)?(wire|reg)\b", line):
            self.add(number, "logic instead of wire and reg")

    def check_registers(self):
        """A signal that an always_ff assigns is a register, by its name."""
        assigned = rf"(?:^|;|\bbegin|\belse|\))\s*({NAME})(?:\.{NAME}|\[[^\]]*\])*\s*<="
        for match in re.finditer(assigned, self.code):
            name, statement = match.group(1), self.code[: match.start(1)].rsplit(";", 1)[-1]
            compared = statement.count("(") != statement.count(")")
            if not compared and not name.endswith("_q"):
                self.add(self.line_of(match.start(1)), f"register {name}: its name ends in _q")

    def check_cases(self):
        for match in re.finditer(r"\b((?:unique|priority)\s+)?case[zx]?\s*\(", self.code):
            start, depth, end = match.start(), 0, len(self.code)
            for mark in re.finditer(r"\b(case[zx]?|endcase)\b", self.code[start:]):
                depth += -1 if mark.group(1) == "endcase" else 1
                if depth == 0:
                    end = start + mark.end()
                    break
            body = self.code[start:end]
            if not match.group(1):
                if "unique" not in self.head:
                    self.add(self.line_of(start), "unique case, or a reason in the comment at the head of the file")
            if not re.search(r"\bdefault\s*:", body):
                self.add(self.line_of(start), "a case has a default")


def check_text(name, text, kind):
    """Findings that any text file can have."""
    data = name.endswith(DATA) or name.startswith(sources.SPEC)
    lines = text.split("\n")
    if text and not text.endswith("\n"):
        yield len(lines), "the last line has no end"
    if text.endswith("\n\n"):
        yield len(lines), "empty lines at the end"
    if kind in LICENSED and not name.startswith(sources.APART):
        if not any(LICENCE in line for line in lines[:3]):
            yield 1, LICENSE_MISSING
    if data:
        return
    fence = False
    for number, line in enumerate(lines, 1):
        if line.startswith(("<<<<<<< ", ">>>>>>> ")):
            yield number, "a conflict that was not resolved"
        if line.endswith((" ", "\t", "\r")):
            yield number, "blanks at the end of the line"
        if "\t" in line.lstrip("\t") or (line.startswith("\t") and kind != "make"):
            if not name.endswith(".md"):
                yield number, "a tab"
        shown = False
        if name.endswith(".md"):
            fence ^= line.lstrip().startswith("```")
            shown = fence or line.lstrip().startswith("|")
        if len(line) > COLUMNS and not shown and not re.search(r"https?://\S{60}", line):
            yield number, f"{len(line)} columns, at most {COLUMNS}"


API = re.compile(r"\bCL_API_CALL \w+\([^{;]*\{(?:[^\n]*\}$|.*?^\})", re.MULTILINE | re.DOTALL)
GIVEN = re.compile(r"(?:\breturn\b|\berrcode_ret =)([^;]*);")
ERROR = re.compile(r"\bCL_(?:INVALID|OUT_OF|MEM|DEVICE|PROFILING|KERNEL|MAP)_\w+")


def check_refusals(text):
    """Errors that functions of OpenCL's API return without a word."""
    code = "\n".join(code_of(line) for line in text.split("\n"))
    for function in API.finditer(code):
        for given in GIVEN.finditer(function.group()):
            value, nested = given[1], 1
            while nested:  # what is handed to another function
                value, nested = re.subn(r"\([^()]*\)", "", value)
            error = ERROR.search(value)
            if error:
                line = code.count("\n", 0, function.start() + given.start()) + 1
                yield line, f"{error[0]} without a sentence: cl_refuse"


def findings(name, text, executable=True):
    """All findings of a file, (line, text), in order. executable: whether its mode says so."""
    kind = sources.kind_of(name)
    found = list(check_text(name, text, kind))
    if text.startswith("#!") and not executable:
        found.append((1, "a program that is not executable (chmod +x)"))
    if kind == "rtl":
        found += Rtl(name, text).check()
    if kind == "c" and name.startswith("tb/opencl/"):
        found += check_refusals(text)
    return sorted(found)


def main(names):
    count = 0
    for name in names or sources.tracked():
        path = name if names else sources.path(name)
        with open(path, "rb") as file:
            raw = file.read()
        if b"\0" in raw:
            continue
        for line, text in findings(name, raw.decode("utf-8"), os.access(path, os.X_OK)):
            print(f"{name}:{line}: {text}")
            count += 1
    if count:
        print(f"style: {count} findings")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
