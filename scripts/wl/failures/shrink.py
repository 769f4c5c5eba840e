# SPDX-License-Identifier: Apache-2.0
"""Makes a failing program small (docs/shrink.md): make shrink RUN=folder.

A step proposes smaller cases. The tool of the failure runs each of them, and one that ends in the same group takes the
place of the case before. The group is what the first divergence says; one that the assembler refuses ends otherwise.
"""
import concurrent.futures
import contextlib
import dataclasses
import json
import math
import os
import re
import shutil
import subprocess
import tempfile

from wl import ROOT, Error
from wl.failures.groups import of_report
from wl.failures.waves import Failed, divergence, read_json
from wl.runs import descriptions, foreign, programs, results, tables, unit_folder, units


VERDICTS = ("MISMATCH", "ILLEGAL", "HAZARD", "HANG")  # what can be the same of a shorter program
WAITS = re.compile(r"\s*(s_waitcnt\w*|s_nop)\b")
WORDS = re.compile(r"\s*\.(?:long|int)\s+([\w\s,]+)(?://.*)?$")
DATA = re.compile(r"\s*\.(long|int|word|short|byte|quad)\b")
LABEL = re.compile(r"\s*[\w.$]+:")
BLOCKS = (".amdhsa_kernel", ".end_amdhsa_kernel"), (".amdgpu_metadata", ".end_amdgpu_metadata")
OTHER_SEEDS = 8
ABOUT = 255  # characters of the purpose of a test: tb/testcase/keys.def
# Variables of make that take the place of what a description says.
OF_DESCRIPTIONS = ("GRID", "GROUP", "OFFSET", "LDS", "SCRATCH", "ALIGNMENT", "ARGS")
# Keys of a description that are read here; the tool judges the rest of it.
SIZES = [range(1, 1 << 32)]
LAUNCH = {"grid?": SIZES, "group?": SIZES}
DESCRIPTION = {
    "about?": str,
    "program": str,
    "isa?": frozenset(("gfx900", "gfx906")),
    "launch?": LAUNCH,
    "launches?": [LAUNCH],
    "args?": [{"buffer?": str, "count?": foreign.COUNT, "init?": (str, {"values?": [object]})}],
    "expect?": {"buffers?": [{"file?": str}], "exports?": ({"file?": str}, [object])},
}
# Keys of a description that define the program.
STAYS = {"about", "program", "kernel", "launch", "launches", "args", "expect"}
TIMEOUT = 300  # seconds of a run
# Limits of an assembler that reads a foreign program: bytes of memory, seconds, bytes of output.
BOUNDED = ["prlimit", f"--as={4 << 30}", "--cpu=60", f"--fsize={256 << 20}"]
NEVER = "no divergence"
GAP = re.compile(r"gap (\d+)")  # a line of a case: room of so many words
BEHIND = "behind_gap_"  # begins the labels
NOP = "0xbf800000"  # s_nop 0
SIZE = re.compile(r"(?:;|//) encoding: \[(.*)\]")


class Refused(Error):
    """A failure that cannot be made smaller; the text says why."""


# ---- the group of a failure --------------------------------------------------------------------------


def group(folder):
    """The text that two runs have in common if they fail in the same way; NEVER for a run without a divergence."""
    verdict = results.Result.read(folder)["verdict"]
    try:
        report = read_json(os.path.join(folder, "report.json"))
    except Failed as error:
        raise Refused(str(error)) from None
    text = of_report(verdict, report)
    if not text or verdict not in VERDICTS:
        return NEVER
    if verdict == "MISMATCH":
        return text
    said = re.sub(r"\w+: to issue .*", "", divergence(report)["what"])
    return f"{text}: " + re.sub(r"0x[0-9a-f]+|(?<![a-z0-9])\d+|(?<=\b[sv])\d+", "#", said)


# ---- a case ------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Language:
    """What the steps know of an instruction set."""

    end: str  # ends a wave; "": it is not known
    waits: re.Pattern  # what goes behind all other instructions
    lanes: int  # of a wave
    own: bool = False  # of a unit: its assembler reads the programs, and there are no gaps
    # First words of what narrows the lanes, of what goes on with others, of what gives them back.
    opens: frozenset = frozenset()
    others: frozenset = frozenset()
    closes: frozenset = frozenset()


GFX9 = Language("  s_endpgm", WAITS, 64)


def words_of_rows(table, *names):
    """The first words of these rows of a table."""
    return frozenset(row.split()[0] for name in names for row in table.get(name, []) if row)


def language_of(tool):
    """The language of the programs of a tool."""
    unit = units.own_folder(units.of_folder(os.path.dirname(tool)))
    if not unit or not unit_folder.has_own_isa(unit):
        return GFX9
    name = unit_folder.about(unit)["generator"]
    table = tables.rows(os.path.join(ROOT, unit, name)) if name else {}
    waits = "|".join(map(re.escape, words_of_rows(table, "fence", "wait")))
    return Language(
        end="".join(f"  {row}" for row in table.get("end", [])[-1:]),
        waits=re.compile(rf"\s*({waits or '(?!)'})\b"),
        lanes=int(table.get("lanes", ["1"])[0], 0),
        own=True,
        opens=words_of_rows(table, "if", "loop") - words_of_rows(table, "op"),
        others=words_of_rows(table, "else"),
        closes=words_of_rows(table, "endif", "endloop"),
    )


@dataclasses.dataclass(frozen=True)
class Case:
    """A program, its description and the injected fault."""

    lines: tuple
    test: str  # the description as JSON
    inject: str
    language: Language = GFX9
    cycles: int = 0  # without the injected fault, of the case from which this one was made

    def instructions(self):
        return [n for n, line in enumerate(self.lines) if is_instruction(line)]

    def of_test(self):
        return json.loads(self.test)

    def with_test(self, test):
        return dataclasses.replace(self, test=json.dumps(test))


def is_instruction(line):
    word = line.strip()
    return bool(DATA.match(line)) or bool(word) and not word.startswith((".", "#")) and not LABEL.match(line)


def assembled(options, isa, text):
    """The text as the assembler prints it, a finished process."""
    command = [os.environ.get("WAVELOCK_LLVM_MC", "llvm-mc-16"), "-triple=amdgcn-amd-amdhsa", f"-mcpu={isa}"]
    command += ["-mattr=-xnack", "--filetype=asm", *options]
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as out:
        done = subprocess.run(
            [*BOUNDED, *command],
            input=text,
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            check=False,
        )
        out.seek(0)
        done.stdout = out.read()
    return done


def read_program(path, isa):
    """Its lines without comments, with macros and included files in place. A label has a line of its own. isa: for
    LLVM's assembler; None where the unit has one of its own."""
    text = foreign.text_of(path).decode()
    if isa and re.search(r"^\s*\.(macro|include|rept|irpc?|if\w*)\b", text, re.MULTILINE):
        done = assembled([f"-I{os.path.dirname(path)}"], isa, text)
        if done.returncode:
            said = (done.stderr.splitlines() or [f"exit code {done.returncode}"])[0]
            raise Refused(f"{path}: it does not assemble: {said}")
        text = done.stdout
    lines, block, end = [], [], ""
    for line in text.splitlines():
        word = line.split()[0] if line.split() else ""
        end = end or dict(BLOCKS).get(word, "")
        if end:  # what the loader reads is no program: one line of the case
            block.append(line)
            if word == end:
                lines.append("\n".join(block))
                block, end = [], ""
            continue
        line = line.rstrip() if DATA.match(line) else re.sub(r"(//|;).*", "", line).rstrip()
        while LABEL.match(line):
            label = LABEL.match(line)[0]
            lines.append(label)
            line = line[len(label) :]
        if line.strip():
            lines.append("  " * (not line.strip().startswith(".") or bool(DATA.match(line))) + line.strip())
    return lines


# ---- gaps: what lies behind them keeps its address -----------------------------------------------------


def with_gaps(lines):
    """The lines of a program: a branch goes over the room of each gap."""
    made = []
    for number, line in enumerate(joined(lines)):
        found = GAP.fullmatch(line)
        if not found:
            made.append(line)
        elif found[1] == "1":
            made.append("  s_nop 0")
        else:
            made += [f"  s_branch {BEHIND}{number}", f"  .fill {int(found[1]) - 1}, 4, {NOP}", f"{BEHIND}{number}:"]
    return tuple(made)


def joined(lines):
    """The lines with one gap in place of those that follow each other, and without the labels between that no line
    names."""
    named = set(re.findall(r"[\w.$]+", "\n".join(line for line in lines if not LABEL.match(line))))
    made, between = [], []  # between: labels behind a gap
    for line in filter(None, lines):
        if LABEL.match(line) and line.strip()[:-1] not in named and made and GAP.fullmatch(made[-1]):
            between.append(line)
            continue
        found = GAP.fullmatch(line)
        if found and made and GAP.fullmatch(made[-1]):
            line = f"gap {int(GAP.fullmatch(made.pop())[1]) + int(found[1])}"
        else:
            made += between
        between = []
        made.append(line)
    return tuple(made + between)


def words_of(case):
    """Words of the instructions, where they are known: {number of the line: words}."""
    isa = case.of_test().get("isa", "gfx900")
    done = assembled(["--show-encoding"], isa, "\n".join(line for line in case.lines if not GAP.fullmatch(line)))
    of_all = [len(code.split(",")) // 4 for code in SIZE.findall(done.stdout)]
    coded = [n for n in case.instructions() if not DATA.match(case.lines[n]) and not GAP.fullmatch(case.lines[n])]
    known = dict(zip(coded, of_all)) if len(coded) == len(of_all) else {}
    listed = ((n, WORDS.match(case.lines[n])) for n in case.instructions())
    known.update((n, found[1].count(",") + 1) for n, found in listed if found)
    return known


# ---- the judge ---------------------------------------------------------------------------------------


class Judge:
    """Runs cases with the tool of the failure. command(folder, run_dir, seed, inject): how, as a list of words.

    over: says whether the time is over. Then no case is found any more, so the steps come to their end."""

    def __init__(self, command, seed, folder, jobs, over):
        self.command, self.seed, self.folder, self.over = command, seed, folder, over
        self.pool = concurrent.futures.ThreadPoolExecutor(jobs)
        self.jobs, self.idle = jobs, []  # servers that run nothing
        self.known, self.runs, self.wanted = {}, 0, ""
        self.cycles, self.limit = {}, []  # of the cases that fail; the options that end a run

    def write(self, case, folder):
        """The case as the folder of a test, which runs alone."""
        test = case.of_test()
        test["program"] = "program.s"
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "program.s"), "w", encoding="utf-8") as file:
            file.write("\n".join(with_gaps(case.lines)) + "\n")
        with open(os.path.join(folder, "test.json"), "w", encoding="utf-8") as file:
            rows = (f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in test.items())
            file.write("{\n" + ",\n".join(rows) + "\n}\n")

    def run(self, case, seed=None, more=()):
        """(group, result) of a run of the case."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            self.write(case, folder)
            command = self.command(folder, folder, self.seed if seed is None else seed, case.inject)
            self.runs += 1
            command[1:1] = [*self.limit, *more]
            self.execute(command, folder)
            return group(folder), results.Result.read(folder)

    def execute(self, command, folder):
        """Runs a tool: by a server where it has one, which is faster than a process of its own with LLVM's tools."""
        if programs.serves(command[0]):
            try:
                server = self.idle.pop()
            except IndexError:
                server = programs.Server(command[0])
            server.run(None, command[1:], os.path.join(folder, "log.txt"), TIMEOUT)
            self.idle.append(server)
            return
        try:
            subprocess.run(command, capture_output=True, check=False, timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            pass

    def close(self):
        """Ends its servers."""
        self.pool.shutdown()
        for server in self.idle:
            server.end()

    def failing(self, case):
        """The case if it fails in the same way, else None. Its injected fault comes earlier where it has to."""
        if self.over():
            return None
        if case not in self.known:
            self.known[case] = self.find(case)
        return self.known[case]

    def find(self, case):
        if not case.inject:
            return self.judged(case)
        here = self.clean(case)
        row, cycle = case.inject.split("@")
        for earlier in dict.fromkeys((0, case.cycles - here.cycles)):
            moved = dataclasses.replace(here, inject=f"{row}@{max(1, int(cycle) - earlier)}")
            if self.judged(moved):
                return moved
        return None

    def judged(self, case):
        """The case if its run ends in the group."""
        found, result = self.run(case)
        if found != self.wanted:
            return None
        self.cycles[case] = max(result["cycles"], case.cycles)
        return case

    def bound(self, cycles):
        """A smaller case than one of so many cycles has an end soon, or is another failure."""
        self.limit = ["--max-cycles", str(2 * cycles + 2000)]

    def clean(self, case):
        """The case with its own number of cycles."""
        return dataclasses.replace(case, cycles=self.run(dataclasses.replace(case, inject=""))[1]["cycles"])

    def alone(self, case):
        """Whether the model runs the case to its end, and it meets its expectation."""
        return self.run(dataclasses.replace(case, inject=""), more=("--device", "model"))[1].passed

    def first(self, cases):
        """The first of the cases that fails in the same way, and its number. As many as there are jobs run at once."""
        for at in range(0, len(cases), self.jobs):
            for n, found in enumerate(self.pool.map(self.failing, cases[at : at + self.jobs])):
                if found:
                    self.bound(self.cycles[found])
                    return found, at + n
        return None, None

    def best(self, case, cases):
        """The first of the cases that fails in the same way, or the case before."""
        return self.first(cases)[0] or case

    def reduce(self, case, items, without):
        """Takes items out of the case: halves of them first, then smaller pieces, until each one left is needed.

        without(case, items): the case without these. The case and the items that are left."""
        size = max(1, (len(items) + 1) // 2)
        while items:
            at, before = len(items), len(items)
            while at > 0:
                cuts = [(max(0, end - size), end) for end in range(at, max(0, at - self.jobs * size), -size)]
                cases = [without(case, items[a:b]) for a, b in cuts]
                found, number = self.first(cases)
                if found is None:
                    at = cuts[-1][0]
                else:
                    a, b = cuts[number]
                    case, items, at = found, items[:a] + items[b:], a
            if size == 1 and len(items) == before:
                break
            size = max(1, size // 2)
        return case, items


# ---- the steps ---------------------------------------------------------------------------------------


def blank(case, gone):
    """The case without the lines of these numbers."""
    gone = set(gone)
    return dataclasses.replace(case, lines=tuple("" if n in gone else line for n, line in enumerate(case.lines)))


def reduced_lines(judge, case, chosen):
    """The case without the lines that are not needed and for which chosen holds. The last end of a wave stays."""
    numbers = [n for n, line in enumerate(case.lines) if chosen(line)]
    if numbers and case.lines[numbers[-1]].split() == case.language.end.split():
        numbers.pop()

    case, _ = judge.reduce(case, numbers, blank)
    return dataclasses.replace(case, lines=tuple(line for line in case.lines if line))


def apart(judge, case, chosen):
    """The case with gaps in place of the instructions that are not needed and for which chosen holds."""
    words = words_of(case)
    numbers = [n for n in case.instructions()[:-1] if n in words and chosen(case.lines[n])]

    case, _ = judge.reduce(case, numbers, lambda old, gone: with_gaps_at(old, gone, words))
    return dataclasses.replace(case, lines=joined(case.lines))


def with_gaps_at(case, numbers, words):
    """The case with gaps in place of the instructions of these numbers: what lies behind them keeps its address. words:
    of words_of()."""
    gone = set(numbers)
    lines = (f"gap {words[n]}" if n in gone else line for n, line in enumerate(case.lines))
    return dataclasses.replace(case, lines=tuple(lines))


def cut(judge, case):
    """Without the instructions behind the divergence: labels stay, and the end of the wave comes behind them."""
    instructions = case.instructions()

    def ends_after(many):
        gone, last = set(instructions[many:]), instructions[-1]
        lines = (
            case.language.end if n == last else line for n, line in enumerate(case.lines) if n == last or n not in gone
        )
        return dataclasses.replace(case, lines=tuple(lines))

    least, most, best = 0, len(instructions), case
    while least < most:
        middle = (least + most) // 2
        found = judge.failing(ends_after(middle))
        if found:
            best, most = found, middle
        else:
            least = middle + 1
    return best


def instructions(judge, case):
    """Without what is not needed of the program: instructions first, while all waits stay, then the waits. Gaps take
    their places; then these go, and what is needed only for its address."""
    waits = case.language.waits
    for step in (reduced_lines,) if case.language.own else (apart, reduced_lines):
        case = step(judge, case, lambda line: is_instruction(line) and not waits.match(line))
        case = step(judge, case, waits.match)
    return blocks(judge, case) if case.language.own else case


def blocks(judge, case):
    """Without the instructions of a table that narrow the lanes and give them back, where all of a block may go."""
    at = 0
    while at < len(case.lines):
        found = block_at(case, at)
        fewer = judge.failing(blank(case, found)) if found else None
        if fewer:
            case = dataclasses.replace(fewer, lines=tuple(line for line in fewer.lines if line))
        else:
            at += 1
    return case


def block_at(case, start):
    """The numbers of the lines of a block that begins with this line: what narrows the lanes, what goes on with others,
    what gives them back. None where none begins or ends."""
    first = [line.split()[0] if is_instruction(line) else "" for line in case.lines]
    if first[start] not in case.language.opens:
        return None
    depth, found = 0, []
    for n in range(start, len(first)):
        depth += first[n] in case.language.opens
        if depth == 1 and first[n] in case.language.opens | case.language.others | case.language.closes:
            found.append(n)
        depth -= first[n] in case.language.closes
        if not depth:
            return found
    return None


def simpler(line, language=GFX9):
    """A line with one operand or modifier less, or with a simpler one."""
    words = re.match(r"(\s*\S+\s*)(.*)", line)
    fixed = DATA.match(line) or language.waits.match(line) or GAP.fullmatch(line)
    if fixed or line.split() == language.end.split():
        return
    name, rest = words[1], words[2]
    for found in re.finditer(r"\s+[\w]+(:(\[[^\]]*\]|\S+))?(?=\s|$)", rest):
        if not rest[: found.start()].endswith(","):
            yield name + rest[: found.start()] + rest[found.end() :]
    for found in re.finditer(r"(?<![\w:.\[])-?(0x[0-9a-fA-F]+|\d+(\.\d+)?)(?![\w:.\]])", rest):
        for value in ("0", "1"):
            if found[0] not in ("0", "0x0", value):
                yield name + rest[: found.start()] + value + rest[found.end() :]
    for found in re.finditer(r"-(?=[vs|])|\|", rest):
        if found[0] == "-":
            yield name + rest[: found.start()] + rest[found.end() :]
        else:
            yield name + rest.replace("|", "")


def operands(judge, case):
    """With simpler operands, as far as they are not needed."""
    for n in case.instructions():
        again = True
        while again:
            line = case.lines[n]
            cases = [
                dataclasses.replace(case, lines=(*case.lines[:n], text, *case.lines[n + 1 :]))
                for text in simpler(line, case.language)
            ]
            case = judge.best(case, cases)
            again = case.lines[n] != line
    return case


def sizes(launch):
    """Smaller grids of a launch, the smallest first: a few lanes of one wave, one group, fewer groups."""
    grid, of_group = launch["grid"], launch["group"]
    for lanes in (1 << n for n in range(11)):
        if lanes < math.prod(of_group):
            yield {"grid": [lanes], "group": [lanes]}
    yield {"grid": of_group, "group": of_group}
    for axis in range(len(grid)):
        half = (grid[axis] // of_group[axis] // 2) * of_group[axis] if axis < len(of_group) else 0
        if half:
            yield {"grid": [half if n == axis else size for n, size in enumerate(grid)], "group": of_group}


def launches(judge, case):
    """With fewer launches, groups, waves and lanes, and nothing else in the description that is not needed."""
    test = case.of_test()
    for key in [key for key in test if key not in STAYS]:
        case = judge.best(case, [without_key(case, key)])
    many = case.of_test().get("launches", [])
    for n in reversed(range(len(many))):
        test = case.of_test()
        if len(test["launches"]) > 1:
            left = [launch for m, launch in enumerate(test["launches"]) if m != n]
            case = judge.best(case, [case.with_test({**test, "launches": left})])
    for place in (("launch",), *(("launches", n) for n in range(len(case.of_test().get("launches", []))))):
        while True:
            launch = at(case.of_test(), place)
            whole = {**case.of_test().get("launch", {}), **launch}
            if not {"grid", "group"} <= whole.keys():
                break
            smaller = [size for size in sizes(whole) if {**whole, **size} != whole]
            found = judge.first([changed(case, place, {**launch, **size}) for size in smaller])[0]
            if found is None:
                break
            case = found
        for key in at(case.of_test(), place):
            if key not in ("grid", "group"):
                launch = at(case.of_test(), place)
                case = judge.best(
                    case, [changed(case, place, {name: value for name, value in launch.items() if name != key})]
                )
    return case


def at(test, place):
    for key in place:
        test = test[key] if isinstance(key, int) else test.get(key, {})
    return test


def changed(case, place, value):
    """The case with this value at a place of its description."""
    test = case.of_test()
    at(test, place[:-1])[place[-1]] = value
    return case.with_test(test)


def without_key(case, key):
    return case.with_test({name: value for name, value in case.of_test().items() if name != key})


def buffers(test):
    return [arg["buffer"] for arg in test.get("args", []) if "buffer" in arg and "same_as" not in arg]


def expecting_little(test):
    """The description with an expectation that any program keeps which does not store to a buffer."""
    if not buffers(test):
        test = {**test, "args": [*test.get("args", []), {"buffer": "unused", "type": "u32", "count": 1}]}
    return {**test, "expect": {"buffers": [{"buffer": buffers(test)[0], "unchanged": True}]}}


def arguments(judge, case):
    """With fewer arguments, shorter buffers and more zeros in them."""
    while buffers({"args": case.of_test()["args"][:-1]}):
        test = case.of_test()
        fewer = judge.failing(case.with_test(expecting_little({**test, "args": test["args"][:-1]})))
        if not fewer:
            break
        case = fewer
    for n, arg in enumerate(case.of_test()["args"]):
        place = ("args", n)
        if "buffer" not in arg or "same_as" in arg:
            continue
        if "init" in arg:
            case = judge.best(case, [changed(case, place, {k: v for k, v in arg.items() if k != "init"})])
        case = data(judge, case, place)
        arg = at(case.of_test(), place)
        values = arg["init"]["values"] if listed(arg) else []
        least = max(1, len(values))
        shorter = [least << bits for bits in range(arg["count"].bit_length())]
        cases = [changed(case, place, {**arg, "count": count}) for count in shorter if count < arg["count"]]
        case = judge.best(case, cases)
    return case


def listed(arg):
    return isinstance(arg.get("init"), dict) and "values" in arg["init"]


def data(judge, case, place):
    """With zeros for the values of a buffer that are not needed."""
    arg = at(case.of_test(), place)
    if not listed(arg):
        return case

    def without(old, gone):
        arg, zero = at(old.of_test(), place), set(gone)
        values = [0 if n in zero else value for n, value in enumerate(arg["init"]["values"])]
        while values and values[-1] == 0:
            values.pop()
        return changed(old, place, {**arg, "init": {"values": values}} if values else dict(arg, init="zero"))

    numbers = [n for n, value in enumerate(arg["init"]["values"]) if value]
    return judge.reduce(case, numbers, without)[0]


def smallest(judge, case, say):
    """The case after all steps, again until none of them finds anything."""
    say(f"{size(case)}; {judge.wanted}")
    case = cut(judge, launches(judge, cut(judge, case)))
    say(f"{size(case)}: cut at the divergence")
    steps = (launches, instructions), (operands,), (arguments,)
    n = 0
    while n < len(steps):
        before = case
        for step in steps[n]:
            case = step(judge, case)
        n = n + 1 if case == before else 0
        if n == 0:
            say(f"{size(case)}: smaller")
    return reduced_lines(judge, case, lambda line: not is_instruction(line))


def size(case):
    many, of = len(case.instructions()), waves(case)
    return f"{many} instruction{'s' * (many != 1)} in {of} wave{'s' * (of != 1)}"


def waves(case):
    test = case.of_test()
    many = 0
    for launch in test.get("launches", [{}]):
        launch = {**test.get("launch", {}), **launch}
        groups = math.prod(-(-size // part) for size, part in zip(launch["grid"], launch["group"]))
        many += groups * -(-math.prod(launch["group"]) // case.language.lanes)
    return many


def description(name, run, roots):
    """The path of the description of a test; run: the folder of the run, where a random program has it too."""
    for path in (name, f"{name}.json", os.path.join(name, "test.json")):
        for folder in ("", *roots):
            if path.endswith(".json") and os.path.isfile(os.path.join(folder, path)):
                return os.path.join(folder, path)
    if os.path.isfile(os.path.join(run, "test.json")):
        return os.path.join(run, "test.json")
    raise Refused(f"{name}: expected a test with a description, whose program is a .s")


def read_description(path):
    try:
        return foreign.read(path, DESCRIPTION)
    except (FileNotFoundError, foreign.Damaged) as error:
        raise Refused(str(error)) from None


def read_case(path, inject, language=GFX9):
    """The case of a description. Where no table says what ends a wave, the last instruction does."""
    test = read_description(path)
    program = descriptions.beside(path, test["program"])
    if not program.endswith(".s"):
        raise Refused(f"{path}: program {test['program']}: expected a program in assembly, a .s")
    try:
        lines = tuple(read_program(program, None if language.own else test.get("isa", "gfx900")))
    except (OSError, ValueError, foreign.Damaged) as error:
        raise Refused(f"{path}: no program can be read: {error}") from None
    test["expect"] = descriptions.elsewhere(path).get("expect", {})
    if not language.end:
        language = dataclasses.replace(language, end=[line for line in lines if is_instruction(line)][-1])
    return Case(lines, json.dumps(expecting_little(test)), inject, language)


def expectation(judge, case):
    """Expects of each buffer that the model leaves as it is that it stays so: what holds once the failure is mended."""
    test = case.of_test()
    expectations = [{"buffers": [{"buffer": name, "unchanged": True}]} for name in buffers(test)]
    cases = [case.with_test({**test, "expect": one}) for one in expectations]
    good = [one for one in cases if judge.alone(one)]
    return good[0] if good else case


@dataclasses.dataclass(frozen=True)
class Small:
    """The result for a failure. others: how many of OTHER_SEEDS other seeds fail in the same way. whole: no step finds
    anything more; else the time was over."""

    case: Case
    size: str
    runs: int
    others: int
    whole: bool


def shrink(path, stored, command, inject, seed, out, jobs, say=print, over=lambda: False):
    """Makes the case of a description small, whose run left the folder `stored`, and writes it to the folder `out`.

    over: called before each run; once it is true the smallest case so far is taken."""
    before = group(stored)
    if before == NEVER:
        result = results.Result.read(stored)
        raise Refused(f"{stored}: {result.headline.rstrip(': ')}: expected one of {', '.join(VERDICTS)}, with a report")
    case = read_case(path, inject, language_of(command(stored, stored, seed, inject)[0]))
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        judge = stack.enter_context(contextlib.closing(Judge(command, seed, folder, jobs, over)))
        judge.wanted, result = judge.run(case)
        if judge.wanted != before:
            raise Refused(f"{stored}: the failure does not repeat: {before}; now {judge.wanted}, {result.headline}")
        judge.limit = ["--max-cycles", str(4 * result["cycles"] + 10000)]
        case = smallest(judge, judge.clean(case) if inject else case, say)
        case = dataclasses.replace(case, lines=with_gaps(case.lines))
        whole = not over()
        case = expectation(judge, case)
        others = [n for n in range(1, OTHER_SEEDS + 2) if str(n) != str(seed)][:OTHER_SEEDS]
        found = list(judge.pool.map(lambda n: judge.run(case, str(n))[0] == judge.wanted, others))
        shutil.rmtree(out, ignore_errors=True)
        test = case.of_test()
        about = f"made small: {judge.wanted}: {test.get('about', '')}"
        judge.write(case.with_test({**test, "about": about[:ABOUT]}), out)
    say("\n".join(case.lines))
    say(f"{out}: {size(case)}, by {judge.runs} runs; {sum(found)} of {len(others)} other seeds fail in the same way")
    return Small(case, size(case), judge.runs, sum(found), whole)
