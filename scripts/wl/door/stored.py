# SPDX-License-Identifier: Apache-2.0
"""make replay, diff and shrink: what is done with the folder that a run left."""
import functools
import json
import os
import re
import shlex
import subprocess
import tempfile

from wl.door import variables
from wl.door.sim import VECTORS, Runs, Terminal, build, outputs
from wl.door.values import VARIABLES, Refused, number, parallel, value
from wl.runs import foreign, results, unit_folder, units


# The variables of the line that repeats a run (tb/cli/options.def, BUILD_VARIABLES of mk/build.mk).
REPEATED = {*variables.REPEATED, *units.VARIABLES}
LONGEST = 8192  # characters of a line that repeats a run
# What a value of such a line looks like, beside NUMBERS and WORDS, where the tool does not judge it: make and Verilator
# may read these.
FORMS = {
    "EXPOSED_HAZARDS": variables.STATES,
    "UNIT": (rf"(?!.*(^|/)\.\.?(/|$))({unit_folder.PATH})", "a folder of this tree, or an absolute path"),
    "PLUS": (
        r"\s*((\+verilator\+(seed|rand\+reset)\+[0-9]+|\+(?!verilator\+)\S*)(\s+|$))*",
        "plus arguments of the unit",
    ),
}


def repeated(line):
    """(target, {variable: value}) of a line that repeats a run. It is data: nothing of it is run or put into an
    environment. Variables that older stored lines had in place of CONFIG are translated. ValueError says what is no
    such line."""
    if not line:
        raise ValueError("no line that repeats the run")
    if len(line) > LONGEST or re.search(r"[\0-\x08\x0b-\x1f\x7f]", line):
        raise ValueError(f"found control characters, or more than {LONGEST} characters; expected a line")
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise ValueError(f"found {foreign.found(line)}, expected words of a shell: {error}") from None
    if words[:1] != ["make"] or words[1:2] not in (["sim"], ["run"]):
        raise ValueError(f"found {foreign.found(line)}, expected make sim or make run")
    given = {}
    for word in words[2:]:
        name, sign, text = word.partition("=")
        old = text in units.OLD.get(name, ())
        if not old and (not sign or name not in REPEATED or words[1] not in variables.USED_BY[name]):
            raise ValueError(f"found {foreign.found(word)}, expected variables that a line of make {words[1]} has")
        if name in given:
            raise ValueError(f"found {name} twice")
        form, expected = FORMS.get(name, ("(?s).*", ""))
        if not old and not re.fullmatch(form, text, re.ASCII):
            raise ValueError(f"{name}: found {foreign.found(text)}, expected {expected}")
        given[name] = text
    for name in ("TEST", "SEED"):
        if not given.get(name):
            raise ValueError(f"found no {name}")
    return words[1], units.renewed(given)


def line_of(target, given):
    """The line that runs a target with these variables."""
    return f"make {target} {' '.join(f'{name}={shlex.quote(text)}' for name, text in given.items())}"


class Stored:
    """The run that left a folder. This call takes over its variables and builds its tool."""

    def __init__(self):
        self.folder = value("RUN")
        if not os.path.isdir(self.folder):
            raise Refused(f'RUN: found "{self.folder}", expected the folder of a run, as runs/fork_join-1')
        path = os.path.join(self.folder, "result.json")
        try:
            self.result = self.whole(path)
            target, given = self.line()
        except foreign.Damaged as error:
            raise Refused(f"RUN: {error}") from None
        except ValueError as error:
            raise Refused(f"RUN: {path}: reproduce: {error}") from None
        for name in set(variables.USED_BY) - {"OUT", "JOBS", "SETUP", "V"}:
            VARIABLES.pop(name, None)
            os.environ.pop(name, None)
        VARIABLES.update(given)
        self.given, line = given, line_of(target, given)
        stored = self.result["reproduce"]  # it stays as it is, but for what is translated
        self.line_again = stored if shlex.split(stored) == shlex.split(line) else line
        try:
            self.runs = Runs(target)
        except Refused as error:
            raise Refused(f"RUN: {path}: reproduce: {error}") from None
        if value("UNIT") and not os.path.exists(self.runs.tool):
            raise Refused(
                f"RUN: {path}: reproduce: UNIT={value('UNIT')} has not been built here. "
                f"Its code runs when it is built: make {shlex.quote(self.runs.tool)} UNIT={shlex.quote(value('UNIT'))}"
            )
        build(self.runs.tool, "which ran it")
        self.same_build()

    @staticmethod
    def whole(path):
        """The result of a run, with all that a run writes."""
        try:
            facts = foreign.read(path, {})
        except FileNotFoundError:
            raise foreign.Damaged(
                f"{os.path.dirname(path)}: found no result.json, expected the folder of a run"
            ) from None
        wrong = results.of_form(facts, "Run", results.schema(), "")
        if wrong:
            raise foreign.Damaged(f"{path}: {wrong[0].lstrip('.: ')}: docs/result.md says what is expected")
        return results.Result(facts)

    def line(self):
        """The line that repeats it, which says what the other keys say."""
        facts = self.result.facts
        if not facts["reproduce"] and facts["why"]:
            raise ValueError(f"no line that repeats the run: {facts['why']}")
        target, given = repeated(facts["reproduce"])
        here = {
            "TEST": (given["TEST"], facts["test"]),
            "SEED": (given["SEED"], str(facts["seed"])),
            "target": (target, "run" if facts["device"] == "model" else "sim"),
        }
        for name, (said, expected) in here.items():
            if said != expected:
                raise ValueError(f"{name}: found {foreign.found(said)}, expected {foreign.found(expected)}")
        return target, given

    def same_build(self):
        """Refuses another build, for it may run otherwise."""
        here = subprocess.run([self.runs.tool, "--version"], capture_output=True, text=True, check=True).stdout.strip()
        # How a tool is laid out, and for which hosts, is no difference: each takes the same cycles.
        then, now = (
            [part for part in text.split(", ") if not part.startswith(("unit by ", "model for "))]
            for text in (self.result["build"], here)
        )
        if then != now:
            was, is_now = (
                ", ".join(part for part in one if part not in other) for one, other in ((then, now), (now, then))
            )
            raise Refused(
                f"RUN: {self.folder}: it was another build: {was or 'one that says less'}, now {is_now or 'less'}"
            )

    def again(self, where, run_dir, quiet=False, more=()):
        """Runs it again: the exit code."""
        command = self.runs.command(self.runs.tool, value("TEST"), value("SEED"), "--run-dir", run_dir, *more)
        return where.execute(command, quiet)


def replay():
    stored = Stored()
    with tempfile.TemporaryDirectory() as folder:
        stored.again(Terminal, folder)
        now = results.Result.read(folder)
    then = stored.result
    keys = [key for key in {**then.facts, **now.facts} if key not in results.OWN]
    differ = [key for key in keys if then.facts.get(key) != now.facts.get(key)]
    objects = [result.facts.get("object", "") for result in (then, now)]
    if os.path.basename(objects[0]) != os.path.basename(objects[1]):
        print(f"differs: the program: {objects[0]}, now {objects[1]}")
    for key in differ:
        print(f"differs: {key}: {then.facts.get(key)}, now {now.facts.get(key)}")
    if not differ:
        print(f"replay of {stored.folder}: the same: {then.headline if then['why'] else then['verdict']}")
    return int(bool(differ))


LINE_LANES = 8  # of a VGPR, and SGPRs, in a line of the table


def two_lines(name, dut, expected):
    """Words of a table: one line where DUT and model agree, else one for each, and one of marks."""
    lines = [f"  {name:12} {' '.join(f'{word:08x}' for word in dut)}"]
    if dut != expected:
        lines = [f"{lines[0]}  DUT", f"  {'':12} {' '.join(f'{word:08x}' for word in expected)}  expected"]
        lines.append(f"  {'':12} {' '.join(' ' * 8 if a == b else '^' * 8 for a, b in zip(dut, expected))}".rstrip())
    return lines


def name_of_sgpr(at):
    return f"s{at}"


def name_of_vgpr(number, at):
    return f"v{number}[{at}:{at + LINE_LANES - 1}]"


def table(words, name):
    """Registers with these words of DUT and model, so many in a line. name: of a line, by its first word."""
    for at in range(0, len(words["dut"]), LINE_LANES):
        end = at + LINE_LANES
        yield from two_lines(name(at), words["dut"][at:end], words["expected"][at:end])


def parts(state):
    """{(slot, name of its first word): its lines in the table} of what differs; of the LDS the slot is None."""
    found = {(None, word["dword"]): [lds_text(word)] for word in state["lds"]["differ"]}
    for wave in state["waves"]:
        tables = [(row["row"], [row_text(row)]) for row in wave["rows"] if row["dut"] != row["expected"]]
        registers = [(wave["sgprs"], name_of_sgpr)]
        registers += [(vgpr, functools.partial(name_of_vgpr, n)) for n, vgpr in enumerate(wave["vgprs"])]
        for words, name in registers:
            for at in range(0, len(words["dut"]), LINE_LANES):
                dut, expected = (words[side][at : at + LINE_LANES] for side in ("dut", "expected"))
                if dut != expected:
                    tables.append((name(at), two_lines(name(at), dut, expected)))
        found.update({(wave["slot"], name): lines for name, lines in tables})
    return found


def made_by(before, after):
    """Lines of what differs after a cycle, and did not differ so before it."""
    known, lines, slot = parts(before), [], None
    for (of, name), text in parts(after).items():
        if known.get((of, name)) != text:
            lines += [f"wave {of}"] if of not in (None, slot) else []
            lines += text
            slot = of
    return lines


def row_text(row):
    """A wave state register on both sides, in a line."""
    dut, expected = (f"0x{int(row[side], 16):0{(row['bits'] + 3) // 4}x}" for side in ("dut", "expected"))
    return f"  {row['row']:12} {dut:20} {expected:20} {'' if dut == expected else '<-'}".rstrip()


def lds_text(word):
    return f"LDS dword {word['dword']}: DUT {word['dut']:08x}, expected {word['expected']:08x}"


def state_text(state):
    """Both states (docs/replay.md) as lines, and how many registers of a wave and dwords of the LDS differ."""
    count, lines = len(state["lds"]["differ"]), []
    for wave in state["waves"]:
        lines.append(f"wave {wave['slot']}")
        lines.append(f"  {'register':12} {'DUT':20} expected")
        for row in wave["rows"]:
            lines.append(row_text(row))
            count += int(row["dut"], 16) != int(row["expected"], 16)
        lines += table(wave["sgprs"], name_of_sgpr)
        count += sum(a != b for a, b in zip(*wave["sgprs"].values()))
        for n, vgpr in enumerate(wave["vgprs"]):
            count += vgpr["dut"] != vgpr["expected"]
            if vgpr["dut"] == vgpr["expected"] == [vgpr["dut"][0]] * len(vgpr["dut"]):
                lines.append(f"  v{n:<11} {vgpr['dut'][0]:08x} in all lanes")
            else:
                lines += table(vgpr, functools.partial(name_of_vgpr, n))
    lines += [lds_text(word) for word in state["lds"]["differ"]]
    return lines, count


def diff():
    cycle = number("CLOCK", "")
    stored = Stored()
    if stored.result["device"] != "lockstep":
        raise Refused(f"RUN: {stored.folder}: device {stored.result['device']}, which has no two states")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "state.json")
        stored.again(Terminal, folder, quiet=True, more=("--state", f"{path}:{cycle}"))
        now = results.Result.read(folder)
        if not os.path.exists(path):
            why = f": {now.headline}" if now["why"] else ""
            if now["why"] and not now["cycles"]:
                raise Refused(f"RUN: {stored.folder}: {now.headline}")
            raise Refused(f"CLOCK: the run has no cycle {cycle}; it ended after {now['cycles']}{why}")
        with open(path, encoding="utf-8") as file:
            state = json.load(file)
        made = []
        if cycle < now["cycles"]:  # what cycle writes is there at the beginning of the next one
            stored.again(Terminal, folder, quiet=True, more=("--state", f"{path}:{cycle + 1}"))
            with open(path, encoding="utf-8") as file:
                made = made_by(state, json.load(file))
    lines, count = state_text(state)
    print(f"{stored.line_again}\ncycle {cycle}")
    print("\n".join(lines or ["no wave is live"]))
    if made:
        print("\n".join([f"written in cycle {cycle}: at the beginning of cycle {cycle + 1} these differ, too", *made]))
    print(f"{count} registers and dwords of the LDS differ")
    return 0


def make_small():
    from wl.failures import shrink
    from wl.failures import shrink_cl

    jobs = parallel()
    asked, seconds = value("SHRINK"), number("SHRINK", shrink_cl.SECONDS)
    stored = Stored()
    below = os.path.join(outputs()[0], "shrunk")
    out = os.path.join(below, os.path.basename(os.path.abspath(stored.folder)) or "run")
    inject = value("INJECT")
    if stored.result["device"] != "lockstep":
        raise Refused(f"RUN: {stored.folder}: device {stored.result['device']}, expected lockstep")
    kernel = shrink_cl.source(value("TEST"), stored.folder, VECTORS)
    changed = [name for name in shrink.OF_DESCRIPTIONS if value(name)]
    if changed and not kernel:
        raise Refused(f"RUN: {stored.folder}: it has {' '.join(changed)}; make shrink takes that from a description")
    options = stored.runs.options
    if inject:
        at = options.index("--inject")
        options = options[:at] + options[at + 2 :]
    if asked and not kernel:
        raise Refused(f"SHRINK: make shrink uses it for a .cl file, found {value('TEST')}")
    if kernel:
        return small_kernel(shrink_cl, kernel, stored, options, inject, out, jobs, seconds)

    with tempfile.TemporaryDirectory() as cache:

        def command(folder, run_dir, seed, fault):
            words = [stored.runs.tool, "--seed", seed, *options, "--cache", cache, "--run-dir", run_dir]
            return [*words, *(["--inject", fault] if fault else []), "--", folder]

        try:
            test = shrink.description(value("TEST"), stored.folder, VECTORS)
            case = shrink.shrink(test, stored.folder, command, inject, value("SEED"), out, jobs).case
        except shrink.Refused as error:
            raise Refused(f"RUN: {error}") from None
    print(line_of_small(stored, out, case.inject))
    return 0


def line_of_small(stored, test, fault):
    """The line that runs the small test as the failure ran."""
    return line_of("sim", {**stored.given, "TEST": test, **({"INJECT": fault} if fault else {})})


def small_kernel(shrink_cl, kernel, stored, options, inject, out, jobs, seconds):
    """Makes the failure of an OpenCL file small."""
    try:
        over = shrink_cl.until(seconds)
        fault = shrink_cl.make_small(
            kernel, stored.folder, stored.runs.tool, options, value("SEED"), inject, out, jobs, over
        ).fault
    except shrink_cl.Refused as error:
        raise Refused(f"RUN: {error}") from None
    print(line_of_small(stored, out if kernel[1] else os.path.join(out, shrink_cl.PROGRAM), fault))
    return 0
