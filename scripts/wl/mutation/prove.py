# SPDX-License-Identifier: Apache-2.0
"""Proves that a mutant is equivalent: no program can notice it.

Yosys makes gates of the part with the mutant and of the part without, and abc compares the two. A part is a module,
or a function of a package with its arguments as inputs. Registers of a module become inputs for what they hold, and
outputs for what they get. So do the ports of the modules in it. A register that only assertions read is left out.
Both parts give the same for all inputs and all contents of registers: then the mutant is equivalent. Where they do
not, all parts that call a function are tried in its place, and all that contain a module. A proof holds for the
default configuration. Both parts have the register of a mutant with `$past`: it may hold anything.
"""
import os
import re
import subprocess
import tempfile

from wl.mutation import instrument
from wl.tree import flatten


LEVELS = 2  # of callers
SECONDS = 120  # of a part's gates, and of a comparison
MODULE = re.compile(r"^module (\w+)", re.MULTILINE)
PORTS = re.compile(r"^module \w+.*?\n\);\n", re.MULTILINE | re.DOTALL)
ROUTINE = r"^\s*(function|task) automatic ([^;(]*?)\b(%s)\s*\(([^;]*?)\);"
SCRIPT = """read_verilog -sv -defer -noassert -noassume {files}
hierarchy -check -top {top}
proc
flatten
opt_expr
opt_clean
memory_map
opt_clean -purge
expose -evert-dff -evert t:*
opt -full
techmap
opt -fast
setundef -zero
aigmap
opt_clean -purge
rename {top} part
write_blif {out}
"""


def switched(text, mutant):
    """The file with the mutant on, in the form in which a campaign has it."""
    before, after = text[mutant.start : mutant.end], instrument.with_past(mutant)
    after = f"begin {after} end" if mutant.statement else f"(1'b1 ? {after} : {before})"
    return text[: mutant.start] + after + text[mutant.end :]


def with_register(text, mutant):
    """The file with the register of `$past`, also where nothing reads it."""
    kept = instrument.past(mutant).replace("logic", "(* keep *) logic", 1) if mutant.past else ""
    return text.replace("endmodule", kept + "endmodule")


class Prover:
    """Proofs about the RTL. texts: {path: text} of the unit, in the order in which it is read."""

    def __init__(self, texts, folder):
        self.texts, self.folder = texts, os.path.abspath(folder)  # yosys runs in a folder below it
        packages = (flatten.Package(*item) for item in texts.items() if flatten.PACKAGE.search(item[1]))
        self.packages = {package.name: package for package in packages}
        self.of_packages = {package.path: package.name for package in self.packages.values()}
        self.names = {path: MODULE.search(text)[1] for path, text in texts.items() if path not in self.of_packages}
        self.gates = {}  # of parts without a mutant

    @classmethod
    def of_unit(cls, folder):
        return cls({path: instrument.read(path) for path in instrument.unit_files()}, folder)

    def proved(self, mutant):
        """The parts whose comparison proves it, as text; empty: it is not proved."""
        text = self.texts[mutant.path]
        gold, changed = (
            {**self.texts, mutant.path: with_register(its, mutant)} for its in (text, switched(text, mutant))
        )
        package = self.of_packages.get(mutant.path, "")
        name = mutant.scope if package else self.names[mutant.path]
        return self.part(gold, changed, package, name, (), LEVELS)

    def part(self, gold, changed, package, name, whole, levels):
        sized = not package and self.sized(name)
        if not sized and self.same(gold, changed, package, name, whole):
            return f"{package}::{name}" if package else name
        if not levels or not (package or sized):
            return ""
        inside = () if package else (*whole, name)
        found = []
        for user in self.users(package, name):
            found.append(self.part(gold, changed, *user, inside, levels - 1 if bool(package) == bool(user[0]) else 0))
            if not found[-1]:
                return ""
        return ", ".join(found)

    def sized(self, name):
        """Whether the unit has it with other parameters than its own."""
        return any(re.search(rf"\b{name}\s*#\(", text) for text in self.texts.values())

    def users(self, package, name):
        """(package, name) of the routines and modules that use it."""
        found = []
        for path, text in self.texts.items():
            code = re.sub(r"//[^\n]*", "", text)
            own = package and self.packages[package].path == path
            if not package:
                pattern = rf"^\s*{name}\s+(#\(|u_)"
            else:
                pattern = rf"\b{package}::{name}\b" + (rf"|(?<![\w.:]){name}\s*\(" if own else "")
            if not re.search(r"^package", code, re.MULTILINE):
                if re.search(pattern, code, re.MULTILINE):
                    found.append(("", MODULE.search(code)[1]))
                continue
            home = re.search(r"^package (\w+)", code, re.MULTILINE)[1]
            for routine in re.finditer(r"\b(function|task) automatic.*?\bend\1\b", code, re.DOTALL):
                its = re.match(ROUTINE % r"\w+", routine[0])
                if its and (home, its[3]) != (package, name) and re.search(pattern, routine[0][its.end() :]):
                    found.append((home, its[3]))
        return found

    # ---- one part

    def same(self, texts, changed, package, name, whole):
        key = (package, name, whole)
        if texts != self.texts:
            gold = self.gates_of(texts, *key, "with_register.blif")
        else:
            if key not in self.gates:
                self.gates[key] = self.gates_of(texts, *key, f"part{len(self.gates)}.blif")
            gold = self.gates[key]
        gate = self.gates_of(changed, *key, "mutant.blif")
        if not gold or not gate or not self.ports(gold) or self.ports(gold) != self.ports(gate):
            return False
        if not self.ports(gold)[1]:
            return True  # a module of assertions
        said = self.call(["yosys-abc", "-c", f"cec -T {SECONDS} {gold} {gate}"])
        return "Networks are equivalent" in said

    def gates_of(self, texts, package, name, whole, out):
        """A file with the part's gates; None: yosys makes none."""
        if package:
            top = "part_of_package"
            files = [(path, texts[path]) for path in self.of_packages]
            files.append((f"{top}.sv", self.around(texts, package, name, top)))
        else:
            top = name
            files = self.with_ports(texts, (name, *whole))
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            names = []
            for number, (path, text) in enumerate(flatten.flat(list(files))):
                if text.strip():
                    names.append(f"{number}_{os.path.basename(path)}")
                    with open(os.path.join(folder, names[-1]), "w", encoding="utf-8") as file:
                        file.write(text)
            with open(os.path.join(folder, "part.ys"), "w", encoding="utf-8") as file:
                file.write(SCRIPT.format(files=" ".join(names), top=top, out=os.path.join("..", out)))
            path = os.path.join(self.folder, out)
            if os.path.exists(path):
                os.remove(path)
            self.call(["yosys", "-q", "part.ys"], folder)
        return out if os.path.exists(path) else None

    def with_ports(self, texts, whole):
        """The packages, these modules, and the ports of the modules in them."""
        inside = "".join(text for path, text in texts.items() if self.names.get(path) in whole)
        for path, text in texts.items():
            if path in self.of_packages or self.names[path] in whole:
                yield path, text
            elif re.search(rf"\b{self.names[path]}\b", inside):
                yield path, "(* blackbox *)\n" + PORTS.search(text)[0] + "endmodule\n"

    def around(self, texts, package, name, top):
        """A module around a routine of a package: the arguments are its ports."""
        found = re.search(ROUTINE % name, texts[self.packages[package].path], re.MULTILINE | re.DOTALL)
        kind, result, _, arguments = found.groups()
        names = self.packages[package].names

        def full(text):
            return re.sub(r"(?<![\w:.])[A-Za-z]\w*(?!\w|::)", lambda m: self.named(m[0], package, names), text)

        ports, given = [], []
        for argument in (" ".join(re.sub(r"//[^\n]*", "", a).split()) for a in arguments.split(",")):
            type_of, _, word = argument.rpartition(" ")
            type_of = type_of if type_of.startswith(("input", "output")) else f"input {type_of}"
            ports.append(f"{full(type_of)} {word}_a")
            given.append(f"{word}_a")
        call = f"{package}::{name}({', '.join(given)})"
        if kind == "function":
            ports.append(f"output {full(result)} result_o")
            call = f"assign result_o = {call};"
        else:
            call = f"always_comb {call};"
        return f"module {top} (\n  " + ",\n  ".join(ports) + f"\n);\n  {call}\nendmodule\n"

    @staticmethod
    def named(word, package, names):
        return f"{package}::{word}" if word in names else word

    def ports(self, name):
        """The names of inputs and outputs of gates, none for a part that has a register or a module left in it."""
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            text = file.read().replace("\\\n", " ")
        if re.search(r"^\.(latch|subckt)", text, re.MULTILINE):
            return []
        return [sorted(re.search(rf"^\.{kind}s(.*)$", text, re.MULTILINE)[1].split()) for kind in ("input", "output")]

    def call(self, argv, folder=""):
        """The output of a program; nothing, if it takes too long."""
        try:
            done = subprocess.run(
                argv,
                cwd=os.path.join(self.folder, folder),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=SECONDS * 2,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return ""
        return done.stdout
