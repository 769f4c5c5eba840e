# SPDX-License-Identifier: Apache-2.0
"""Tests of random programs by a table (tb/random/table), with the table of examples/mini_gpu:

  valid   programs of every profile run in an interpreter of MINI16, written from examples/mini_gpu/README.md. It
          refuses what a valid program never does (Invalid below)
  notices the same interpreter refuses programs with one FENCE less, and with addresses that are not masked
  golden  the same seed gives the same files
  rows    the programs of 400 seeds have every row of the table, with everything that a row can have
  waits   by a table with a row wait no register is named while a load to it may be in flight; addresses are made by the
          rows origin
  tables  a table that is wrong is refused, with file and line, what was found and what was expected; the table in
          docs/random.md is not

usage: test_table_programs.py [PART ...]    all when none is named
"""
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile

from wl import ROOT


GENERATOR = os.path.join("build", "wavelock-random")
TABLE = os.path.join("examples", "mini_gpu", "mini16.txt")
PROFILES = ("default", "memory", "flow", "alu")
SEEDS = 50  # of each profile
LANES, BITS, PART = 8, 16, 64
READ = {"b0": 512, "b3": 64}
OWN = ("b1", "b2")
MOST_STEPS = 50000
LONG = 250  # instructions of a program


class Invalid(Exception):
    """What a valid program does not do. It accesses memory only in the part of a buffer that its wave owns, and stores
    to no buffer that all read. Two accesses of one place have a FENCE between them where one is a store. A branch
    reaches its label, a wave ends, and a fault is expected."""


class Fault(Exception):
    """An illegal instruction."""


def legal_word(word):
    """Whether a word is an instruction (README.md, the tables of op and of control)."""
    op, d, a, b = word >> 12, word >> 8 & 15, word >> 4 & 15, word & 15
    if op == 0:
        return a == 0 and b in (1, 2, 3)
    if op in (13, 14):
        return b < 4
    if op != 15:
        return True
    return d < 3 or (d in (3, 6) and a == 0 and b < 4) or (d in (4, 5, 7, 8, 15) and word & 255 == 0)


def signed(value):
    return value - (1 << BITS) if value >> (BITS - 1) else value


ARITHMETIC = {
    "ADD": lambda a, b: a + b,
    "SUB": lambda a, b: a - b,
    "MUL": lambda a, b: a * b,
    "AND": lambda a, b: a & b,
    "OR": lambda a, b: a | b,
    "XOR": lambda a, b: a ^ b,
    "SHL": lambda a, b: a << b % BITS,
    "SHR": lambda a, b: a >> b % BITS,
    "SAR": lambda a, b: signed(a) >> b % BITS,
}
COMPARES = {
    "EQ": lambda a, b: a == b,
    "NE": lambda a, b: a != b,
    "LTU": lambda a, b: a < b,
    "LTS": lambda a, b: signed(a) < signed(b),
}
# Operands of each instruction, by their first letters; n is a number of 8 bits.
FORMS = {
    **dict.fromkeys(("LANE", "WAVE", "GROUP"), "r"),
    **dict.fromkeys(ARITHMETIC, "rrr"),
    **dict.fromkeys(COMPARES, "prr"),
    **dict.fromkeys(("LI", "LIH"), "rn"),
    **dict.fromkeys(("LD", "ST"), "rm"),
    **dict.fromkeys(("BRA", "BRZ", "BRN"), "l"),
    **dict.fromkeys(("IF", "KEEP"), "p"),
    **dict.fromkeys(("ELSE", "POP", "FENCE", "NOP", "END"), ""),
    ".word": "w",
}


def operand(kind, text):
    """The value of an operand as text. Raises Invalid."""
    if kind in "rp":
        found = re.fullmatch(rf"{kind}(\d+)", text)
        if found and int(found[1]) < (16 if kind == "r" else 4):
            return int(found[1])
    elif kind in "nw":
        if text.isdigit() and int(text) < (256 if kind == "n" else 65536):
            return int(text)
    elif kind == "m":
        found = re.fullmatch(r"(b[0-3])\[r(\d+)\]", text)
        if found and int(found[2]) < 16:
            return found[1], int(found[2])
    elif re.fullmatch(r"L\d+", text):
        return text
    raise Invalid(f"{text}: expected an operand of kind {kind}")


def read_program(text):
    """[(name, operands)] with addresses in place of labels."""
    program, labels = [], {}
    for line in text.splitlines():
        line = line.strip()
        if line.endswith(":"):
            labels[line[:-1]] = len(program)
            continue
        name, _, rest = line.partition(" ")
        operands = [part.strip() for part in rest.split(",")] if rest else []
        if name not in FORMS or len(FORMS[name]) != len(operands):
            raise Invalid(f"{line}: expected an instruction with its operands")
        program.append((name, [operand(kind, text) for kind, text in zip(FORMS[name], operands)]))
    for at, (name, operands) in enumerate(program):
        if FORMS[name] == "l":
            operands[0] = labels[operands[0]]
            if not -128 <= operands[0] - at <= 127:
                raise Invalid(f"{name} at {at}: it does not reach {operands[0]}")
    return program


class Wave:
    """A wave that runs a program. first: of its elements in a buffer that waves own."""

    def __init__(self, program, group, number, lanes, first, memory):
        self.program, self.group, self.number, self.first, self.memory = program, group, number, first, memory
        self.registers = [[0] * LANES for _ in range(16)]
        self.predicates = [0] * 4
        self.active, self.stack = (1 << lanes) - 1, []
        self.flights = []  # (buffer, elements, whether it is a store) since the last FENCE

    def lanes(self):
        return [lane for lane in range(LANES) if self.active >> lane & 1]

    def write(self, register, value):
        """value: of a lane."""
        for lane in self.lanes():
            self.registers[register][lane] = value(lane) % (1 << BITS)

    def access(self, store, register, buffer, address):
        elements = {lane: self.registers[address][lane] for lane in self.lanes()}
        first, many = (0, READ[buffer]) if buffer in READ else (self.first, PART)
        for lane, element in elements.items():
            if not first <= element < first + many:
                raise Invalid(f"lane {lane}: element {element} of {buffer}, expected {first} to {first + many - 1}")
        if store and buffer in READ:
            raise Invalid(f"a store to {buffer}")
        for other, places, stored in self.flights:
            if other == buffer and (store or stored) and places & set(elements.values()):
                raise Invalid(f"an access of {buffer} without a FENCE behind another one")
        self.flights.append((buffer, set(elements.values()), store))
        for lane, element in elements.items():
            if store:
                self.memory[buffer][element] = self.registers[register][lane]
            else:
                self.registers[register][lane] = self.memory[buffer][element]

    def pop(self, keep):
        if not self.stack:
            raise Fault
        return self.stack[-1] if keep else self.stack.pop()

    def run(self):
        """Runs to END. Raises Invalid, Fault."""
        at = 0
        for _ in range(MOST_STEPS):
            if at >= len(self.program):
                raise Invalid("it runs past the end")
            name, operands = self.program[at]
            if name == "END":
                return
            at = self.step(at, name, operands)
        raise Invalid(f"it does not end within {MOST_STEPS} instructions")

    def step(self, at, name, operands):
        """Executes an instruction: the address of the next one."""
        if name in ARITHMETIC:
            a, b = (self.registers[register][:] for register in operands[1:])
            self.write(operands[0], lambda lane: ARITHMETIC[name](a[lane], b[lane]))
        elif name in COMPARES:
            a, b = (self.registers[register] for register in operands[1:])
            self.predicates[operands[0]] = sum(COMPARES[name](a[lane], b[lane]) << lane for lane in self.lanes())
        elif name in ("LANE", "WAVE", "GROUP"):
            self.write(operands[0], lambda lane: {"LANE": lane, "WAVE": self.number, "GROUP": self.group}[name])
        elif name == "LI":
            self.write(operands[0], lambda lane: operands[1])
        elif name == "LIH":
            self.write(operands[0], lambda lane: self.registers[operands[0]][lane] & 255 | operands[1] << 8)
        elif name in ("LD", "ST"):
            self.access(name == "ST", operands[0], *operands[1])
        elif name == "BRA" or (name == "BRZ" and not self.active) or (name == "BRN" and self.active):
            return operands[0]
        elif name == "IF":
            if len(self.stack) == 4:
                raise Fault
            self.stack.append(self.active)
            self.active &= self.predicates[operands[0]]
        elif name == "ELSE":
            self.active = self.pop(True) & ~self.active
        elif name == "POP":
            self.active = self.pop(False)
        elif name == "KEEP":
            self.active &= self.predicates[operands[0]]
        elif name == "FENCE":
            self.flights.clear()
        elif name == ".word":
            if legal_word(operands[0]):
                raise Invalid(f".word {operands[0]}: it is an instruction")
            raise Fault
        return at + 1


def check(text, test):
    """Runs all waves of a program. Raises Invalid. Waves have no place of memory in common that one stores to."""
    program = read_program(text)
    (grid,), (size,) = test["launch"]["grid"], test["launch"]["group"]
    memory = {arg["buffer"]: [0] * arg["count"] for arg in test["args"]}
    for arg in test["args"]:
        if arg["buffer"] in READ:
            memory[arg["buffer"]] = arg["init"]["values"]
    waves = -(-size // LANES)
    faults = 0
    for group in range(-(-grid // size)):
        left = min(size, grid - group * size)
        for number in range(-(-left // LANES)):
            lanes = min(LANES, left - number * LANES)
            first = (group * waves + number) * PART
            try:
                Wave(program, group, number, lanes, first, memory).run()
            except Fault:
                faults += 1
    if bool(faults) != bool(test["expect"].get("fault")):
        raise Invalid(f"{faults} faults, expected {test['expect'].get('fault', 'none')}")


def generate(folder, *arguments):
    """The generator's run, finished."""
    command = [GENERATOR, "--table", TABLE, "--out", folder, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def program_of(folder, profile, seed, count=LONG):
    """(text, description) of a seed."""
    done = generate(folder, "--profile", profile, "--seed", seed, "--count", count)
    if done.returncode or done.stderr:
        raise Invalid(f"the generator ends with {done.returncode}: {done.stderr}")
    with open(os.path.join(folder, "random.s"), encoding="ascii") as file:
        text = file.read()
    with open(os.path.join(folder, "test.json"), encoding="ascii") as file:
        return text, json.load(file)


def programs(seeds=SEEDS):
    """(name, text, description) of programs of all profiles."""
    with tempfile.TemporaryDirectory() as folder:
        for profile in PROFILES:
            for seed in range(1, seeds + 1):
                yield f"{profile} seed {seed}", *program_of(folder, profile, seed)


def refusal(text, test):
    try:
        check(text, test)
    except Invalid as error:
        return str(error)
    return ""


def valid():
    return [f"{name}: {said}" for name, text, test in programs() for said in [refusal(text, test)] if said]


def notices():
    """Programs that are made wrong: some of each kind must be refused, and each of most kinds."""
    wrong = []
    changes = {
        "no FENCE": lambda text: re.sub(r"^  FENCE$", "  NOP", text, flags=re.M),
        "no AND": lambda text: re.sub(r"^  AND (r\d+), (r\d+), r12$", r"  OR \1, \2, r12", text, flags=re.M),
        "another base": lambda text: text.replace("ADD r13, r13, r12", "SUB r13, r13, r12", 1),
        "no POP": lambda text: re.sub(r"^  POP$", "  NOP", text, flags=re.M),
        "an endless loop": lambda text: text.replace("  SUB r14, r14, r12", "  OR r14, r14, r12"),
    }
    for name, change in changes.items():
        found = [refusal(change(text), test) for _, text, test in programs(5)]
        if sum(map(bool, found)) < 4:
            wrong.append(f"{name}: {sum(map(bool, found))} of {len(found)} programs are refused, expected 4 and more")
    return wrong


# The first digits of SHA-256 of random.s and test.json, of seed 1 of each profile.
GOLDEN = {
    "default": "e95e3625416f3aa1",
    "memory": "2facb4855de959f3",
    "flow": "0912f0178a7e0f02",
    "alu": "16d0de0c0f3bfe9b",
}


def golden():
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for profile, expected in GOLDEN.items():
            program_of(folder, profile, 1)
            both = b"".join(open(os.path.join(folder, name), "rb").read() for name in ("random.s", "test.json"))
            found = hashlib.sha256(both).hexdigest()[:16]
            if found != expected:
                wrong.append(f"{profile}: {found}, expected {expected}")
    return wrong


def rows():
    command = [GENERATOR, "--table", TABLE, "--rows", "1..400", "--count", str(LONG)]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    said = re.search(r"400 programs: (\d+) of (\d+) rows, (\d+) of (\d+) points", text)
    if not said or said[1] != said[2] or said[3] != said[4]:
        return [line.strip() for line in text.splitlines() if "never" in line or line.split()[0] == "0"] + [str(said)]
    return []


# Units that do not wait for loads, with addresses in bytes; loops whose lanes go together. Each line that starts with
# BACK or OVER jumps.
WAITING = """
lanes 4
bits 8
label @%u @%u
register r $%u 0..7
temp $8
base $9
counter $10 $11
address r
buffer in read 16
buffer out own 8
start PARAMETERS $12 $13
set SET {d} {n}
lane LANE {d}
add ADD {d} {a} {b}
origin in ADD {d} {d} {d}
origin in ADD {d} {d} $12
origin out ADD {d} {d} $13
op sum ADD {r:w} {r} {r}
load LOAD {r:w} {at}
store STORE {r} {at}
wait WAIT
trips 3
loop BEGIN {counter}
next BACK {counter} {top}
endloop NOP
jump OVER {label}
end STOP
profile default sum 10 load 10 store 5 loop 2 jump 3
"""


def loading_at(lines):
    """For each line the registers to which a load may be in flight before it, over all ways to it."""
    labels = {line: n for n, line in enumerate(lines) if line.startswith("@")}
    before = [set() for _ in lines]
    again = True
    while again:
        again = False
        for n, line in enumerate(lines[:-1]):
            words = line.split()
            after = set() if words[0] == "WAIT" else before[n] | ({words[1]} if words[0] == "LOAD" else set())
            for to in [n + 1] + ([labels[words[-1]]] if words[0] in ("BACK", "OVER") else []):
                again |= not after <= before[to]
                before[to] |= after
    return before


def waits():
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "table.txt")
        with open(path, "w", encoding="ascii") as file:
            file.write(WAITING)
        loads = waited = 0
        for seed in range(1, 41):
            command = [GENERATOR, "--table", path, "--seed", str(seed), "--count", "150", "--out", folder]
            subprocess.run(command, check=True)
            with open(os.path.join(folder, "random.s"), encoding="ascii") as file:
                lines = [line.strip() for line in file]
            for line, loading in zip(lines, loading_at(lines)):
                if loading & set(line.split()[1:]):
                    wrong.append(f"seed {seed}: {line} with loads to {' '.join(sorted(loading))} in flight")
            loads += sum(line.startswith("LOAD") for line in lines)
            waited += lines.count("WAIT")
            if lines[0] != "PARAMETERS $12 $13" or not any(re.fullmatch(r"ADD (\S+) \1 \$13", line) for line in lines):
                wrong.append(f"seed {seed}: found {lines[0]}, expected the row start, and addresses by origin")
        if not 0 < waited < loads:
            wrong.append(f"{waited} waits for {loads} loads, expected some")
    return wrong


# (what is replaced in the table, by what, what the generator says: the line's text stands for its number)
MISTAKES = [
    ("lanes 8\n", "lanes 65\n", 'lanes 65: found "65", expected a number from 1 to 64'),
    ("op nop NOP\n", "nop NOP\n", 'nop NOP: found "nop", expected the first word of a row (docs/random.md)'),
    (
        "op sum ADD {r:w}, {r}, {r}\n",
        "op sum ADD {v:w}, {r}, {r}\n",
        'op sum ADD {v:w}, {r}, {r}: found "v:w", expected a class of operands that a row before this one names, '
        "or what op gives",
    ),
    ("op nop NOP\n", "op nop NOP {r\n", 'op nop NOP {r: found "{r", expected a place with } at its end'),
    ("op nop NOP\n", "op load NOP\n", 'op load NOP: found "load", expected a group that no other word of a profile is'),
    (
        "immediate byte 0..255 ",
        "immediate byte 255..0 ",
        'immediate byte 255..0 corners 0 1 127 128 254 255: found "255..0", expected a number, or a range as 0..15',
    ),
    (
        "temp r12\n",
        "temp r11\n",
        'temp r11: found "r11", expected a register that no class has: programs use those of r',
    ),
    ("buffer b1 own 64\n", "buffer b1 own 48\n", 'buffer b1 own 48: found "48", expected a power of two'),
    (
        "buffer b1 own 64\n",
        "buffer b1 own 32\n",
        'buffer b2 own 64: found "64", expected 32, as the other buffers of this kind have',
    ),
    ("place 2 sum 20", "place 2 some 20", None),
    ("end END\n", "", 'found "the end of the table", expected a row end, for a program'),
    ("label L%u L%u:\n", "", 'found "the end of the table", expected a row label, for jumps'),
    ("label L%u L%u:\n", "label L L%u:\n", None),
    ("set LIH {d}, {n[15:8]}", "set LIH {d}, {n[8:15]}", None),
    (
        "and AND {d}, {a}, {b}\n",
        "",
        'found "the end of the table", expected a row and, and a row address, for lane_trips',
    ),
    ("waves 2 groups 6 reuse 80", "waves 3 groups 6 reuse 80", None),
]


def tables():
    wrong = []
    with open(TABLE, encoding="ascii") as file:
        table = file.read()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "table.txt")
        with open(os.path.join("docs", "random.md"), encoding="utf-8") as page, open(
            path, "w", encoding="utf-8"
        ) as file:
            file.write(re.search(r"This table is complete.*?```text\n(.*?)```", page.read(), re.S)[1])
        done = subprocess.run(
            [GENERATOR, "--table", path, "--out", folder], capture_output=True, text=True, check=False
        )
        if done.returncode or done.stderr:
            wrong.append(f"the table of docs/random.md: exit code {done.returncode}: {done.stderr}")
        for old, new, expected in MISTAKES:
            changed = table.replace(old, new, 1)
            with open(path, "w", encoding="ascii") as file:
                file.write(changed)
            done = subprocess.run(
                [GENERATOR, "--table", path, "--out", folder], capture_output=True, text=True, check=False
            )
            said = re.fullmatch(rf'{re.escape(path)}:(\d+): (found ".*", expected .*)\n', done.stderr)
            if changed == table or done.returncode != 2 or not said:
                wrong.append(f"{new.strip() or old.strip()}: exit code {done.returncode}: {done.stderr.strip()}")
                continue
            line = changed.splitlines()[int(said[1]) - 1]
            if expected and expected not in (said[2], f"{line}: {said[2]}"):
                wrong.append(f"{line}: {said[2]}, expected {expected}")
    return wrong


def main():
    os.chdir(ROOT)
    tests = {"valid": valid, "notices": notices, "golden": golden, "rows": rows, "waits": waits, "tables": tables}
    if any(name not in tests for name in sys.argv[1:]):
        sys.exit(__doc__)
    failed = 0
    for name in sys.argv[1:] or tests:
        wrong = tests[name]()
        failed += len(wrong)
        print(f"{'FAILED' if wrong else 'ok    '} {name}")
        for line in wrong[:20]:
            print(f"  {line}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
