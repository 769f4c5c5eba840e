# SPDX-License-Identifier: Apache-2.0
"""Kernels of a folder of LLVM's .ll files, as llvm/test/CodeGen/AMDGPU: compiled in several ways, run in lockstep.

A module is a file with kernels, and a job is a module in one way. llc compiles it for the unit, also functions that
ask for another processor. Where a module does not compile, its kernels are compiled without the rest, then halves of
them, down to those at fault. Every kernel gets the tool's default arguments (docs/kernels.md), by the seed.

The model runs a kernel first. What it refuses, or does not end in LIMIT instructions, is counted by the reason. The
others must PASS in lockstep. Every other verdict is a finding, and so is a tool that dies. A finding keeps its object
in <runs>/corpus, and has the line that repeats it, also behind the table. Addresses come from made-up arguments, so an
access outside all buffers is no finding: RTL and model must agree on its value and on MEM_VIOL.

Exit code 1 if there are findings. The table at the end counts kernels.
"""
import argparse
import collections
import dataclasses
import fnmatch
import os
import queue
import random
import re
import shlex
import shutil
import sys
import tempfile

from wl import ROOT, Error
from wl.runs import programs, results, runner, units

WAYS = {  # selector and optimization: options of llc
    "sdag-O2": ["-O2"],
    "gisel-O2": ["-O2", "-global-isel"],
    "sdag-O0": ["-O0"],
    "gisel-O0": ["-O0", "-global-isel"],
}
TRIPLE = "-mtriple=amdgcn-amd-amdhsa"
KERNEL = re.compile(r'^define\b[^@]*\bamdgpu_kernel\b[^@]*@("[^"]+"|[\w.$-]+)\(', re.M)
VARIABLE = re.compile(r"^@.*\b(global|constant)\b", re.M)
PROCESSOR = re.compile(r'"target-cpu"="[^"]*"')
NOTE = re.compile(r"\.max_flat_workgroup_size: +(\d+)$|\.symbol: +'?(.*)\.kd'?$", re.M)
LIMIT = 5000  # instructions of a kernel on the model
COMPILING, RUNNING = 60, 120  # seconds
GROUP = 64  # work-items, where the kernel allows them
LONGEST = 100  # characters of a reason
DIED = "died"  # key of the result of a tool that did not end by itself: a finding, on the model, too


@dataclasses.dataclass
class Tally:
    """Numbers of kernels of a way. verdicts: in lockstep. reasons: why kernels did not come so far."""

    modules: int = 0
    kernels: int = 0
    compiled: int = 0
    verdicts: collections.Counter = dataclasses.field(default_factory=collections.Counter)
    reasons: collections.Counter = dataclasses.field(default_factory=collections.Counter)

    def row(self):
        ran = sum(self.verdicts.values())
        numbers = (self.modules, self.kernels, self.compiled, ran, *(self.verdicts[v] for v in results.VERDICTS))
        return "".join(f"{number:9}" for number in numbers)


def modules(folder):
    """{name: path} of the files below a folder that have kernels."""
    found = {}
    for below, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(below, name)
            if name.endswith(".ll"):
                with open(path, encoding="utf-8", errors="replace") as file:
                    if KERNEL.search(file.read()):
                        found[os.path.relpath(path, folder).removesuffix(".ll")] = path
    return dict(sorted(found.items()))


def reason(text, name):
    """What went wrong, without what differs from kernel to kernel."""
    text = re.sub(r"^.*?(?=LLVM ERROR:|error:)|\S*\.co: ", "", text)
    text = re.sub(rf"(?<![\w.]){re.escape(name)}(?![\w.])", "KERNEL", text)
    text = re.sub(r"%\d+.*|: t\d+:.*|0x[0-9a-f]+|(?<=in function ).*?\)\S*: ", "..", text)
    text = re.sub(r"(symbol:? )\S+", r"\1..", text)
    return re.sub(r"(?<![-\w])\d+\b", "N", text)[:LONGEST]


def error_of(text):
    """The line of a tool of LLVM that says why it ended, if there is one."""
    return next((line for line in text.splitlines() if re.search("LLVM ERROR:|error:", line)), "")


class Module:
    """A module in one way, with a folder of its own. tally: of its way; job: runs the tools."""

    def __init__(self, options, name, path, way):
        self.options, self.name, self.path, self.way = options, name, path, way
        self.tally, self.findings, self.made = Tally(modules=1), [], 0

    def call(self, job):
        with tempfile.TemporaryDirectory(dir=self.options.folder) as self.folder:
            by = self.options.servers.get()
            job.on_kill = by.kill
            try:
                for made, kernel, most in self.compiled(job):
                    if job.killed:
                        break
                    self.run(by, made, kernel, most)
            finally:
                self.options.servers.put(by)
        if job.killed:  # with the server: what it ended with says nothing
            return runner.Outcome(0, 0)
        self.options.tallies[self.way].append(self.tally)
        self.options.findings += self.findings
        ran = self.tally.verdicts
        text = " ".join(f"{number} {verdict}" for verdict, number in sorted(ran.items()))
        passed, failed = ran["PASS"], sum(ran.values()) - ran["PASS"]
        left = self.tally.kernels - sum(ran.values())
        detail = f"{text or 'nothing ran'}; {left} of {self.tally.kernels} kernels did not run"
        return runner.Outcome(passed, failed, detail, "\n".join(self.findings), unchecked=left)

    # ---- compiling -------------------------------------------------------------------------------

    def tool(self, job, *words):
        """Runs a tool of LLVM: why it failed, or nothing; what it said."""
        code, text = job.execute(words)
        said = "no end" if code is None else error_of(text) or f"exit code {code}"
        return f"{words[0]}: {said}" if code else "", text

    def objects(self, job):
        """The module as objects: the path of each, and its kernels."""
        with open(self.path, encoding="utf-8", errors="replace") as file:
            text = PROCESSOR.sub(f'"target-cpu"="{self.options.isa}"', file.read())
        source = os.path.join(self.folder, "module.ll")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        names = [name.strip('"') for name in KERNEL.findall(text)]
        self.tally.kernels = len(names)
        made = os.path.join(self.folder, "module")
        if not self.object(job, source, made):
            return [(f"{made}.co", names)]
        variables = ["-rglob=.*"] * bool(VARIABLE.search(text))
        return self.parts(job, source, names, ["-recursive", *variables])

    def parts(self, job, source, names, options):
        """Some kernels of a module as an object, or as the objects of their halves where they do not compile."""
        self.made += 1
        made = os.path.join(self.folder, f"part{self.made}")
        some = [f"-func={name}" for name in names]
        why = self.tool(job, "llvm-extract-16", *some, *options, source, "-o", made)[0] or self.object(job, made, made)
        if not why:
            return [(f"{made}.co", names)]
        if len(names) == 1:
            self.tally.reasons[f"not compiled: {reason(why, names[0])}"] += 1
            return []
        half = len(names) // 2
        halves = (names[:half], names[half:])
        return [found for few in halves for found in self.parts(job, source, few, options)]

    def object(self, job, source, made):
        """Compiles and links a module: why not."""
        options = [TRIPLE, f"-mcpu={self.options.isa}", "-filetype=obj", *WAYS[self.way]]
        why, _ = self.tool(job, "llc-16", *options, source, "-o", f"{made}.o")
        return why or self.tool(job, "ld.lld-16", "-shared", "-Bsymbolic", f"{made}.o", "-o", f"{made}.co")[0]

    def compiled(self, job):
        """(object, kernel, most work-items of a group)"""
        for made, names in self.objects(job):
            _, text = self.tool(job, "llvm-readelf-16", "--notes", made)
            most = GROUP
            sizes = {}
            for size, symbol in NOTE.findall(text):
                if size:
                    most = int(size)
                else:
                    sizes[symbol] = most
            for name in names:
                self.tally.compiled += 1
                yield made, name, sizes.get(name, GROUP)

    # ---- running ---------------------------------------------------------------------------------

    def run(self, by, made, kernel, most):
        chosen = {"SEED": str(self.options.seed), "KERNEL": kernel, "MEMCHECK": "off"}
        if most < GROUP:
            chosen.update(GRID=str(most), GROUP=str(most))
        words = [word for name, text in chosen.items() for word in (f"--{name.lower()}", text)]
        result = self.execute(by, made, ["--device", "model", "--max-instructions", str(LIMIT), *words])
        if result["verdict"] in ("HANG", "ERROR") and DIED not in result.facts:
            self.tally.reasons[f"refused by the model: {reason(result.headline.split(';')[0], kernel)}"] += 1
            return
        if DIED not in result.facts:
            result = self.execute(by, made, ["--device", "lockstep", *words])
        self.tally.verdicts[result["verdict"]] += 1
        if result.passed:
            return
        kept = os.path.join(self.options.folder, self.way, f"{self.name}-{kernel}.co")
        os.makedirs(os.path.dirname(kept), exist_ok=True)
        shutil.copyfile(made, kept)
        unit = units.of_folder(os.path.dirname(self.options.tool))
        typed = [f"{name}={text}" for name, text in chosen.items()]
        again = shlex.join(["make", "sim", f"TEST={kept}", *typed, *units.words(unit)])
        headline = f"{result['verdict']}: {self.name} {self.way} {kernel}: {result['why']}"
        self.findings += [headline, f"again: {again}"]

    def execute(self, by, made, words):
        """The result of a run of the tool."""
        folder = tempfile.mkdtemp(dir=self.folder)
        answer = by.run(None, [made, *words, "--run-dir", folder], os.path.join(folder, "log.txt"), RUNNING)
        if answer["code"] is None:
            return results.Result({"verdict": "HANG", "why": f"no end after {RUNNING} seconds"})
        found = results.Result.read(folder)
        if answer["code"] not in range(len(results.VERDICTS)):
            found = results.Result(
                {"verdict": "ERROR", "why": f"the tool ended with code {answer['code']}", DIED: True}
            )
        shutil.rmtree(folder)
        return found


def table(tallies):
    lines = [f"{'way':9}" + "".join(f"{h:>9}" for h in ("modules", "kernels", "compiled", "run", *results.VERDICTS))]
    reasons = collections.Counter()
    for way, several in tallies.items():
        total = Tally()
        for one in several:
            total.modules += one.modules
            total.kernels += one.kernels
            total.compiled += one.compiled
            total.verdicts += one.verdicts
            reasons += one.reasons
        lines.append(f"{way:9}{total.row()}")
    return lines + [f"{number:6} kernels {why}" for why, number in reasons.most_common()]


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", help="the folder")
    parser.add_argument("--only", default="", help="modules and ways whose name contains this; * and ? as of files")
    parser.add_argument("--count", type=int, help="so many modules, chosen by the seed (all)")
    parser.add_argument("--seed", type=int, default=1, help="of arguments and memory (1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="modules at the same time (one a core)")
    parser.add_argument("--tool", default=programs.TOOL, help="what runs them (%(default)s)")
    parser.add_argument("--runs", default="runs", help="folder in which corpus/ has what findings leave (%(default)s)")
    return parser.parse_args()


def main():
    options = parse()
    os.chdir(ROOT)
    os.environ["LLVM_DISABLE_SYMBOLIZATION"] = "1"  # a tool that dies does not look for names
    found = modules(options.corpus)
    pairs = [(name, way) for name in found for way in WAYS if fnmatch.fnmatchcase(f"{name} {way}", f"*{options.only}*")]
    names = sorted({name for name, _ in pairs})
    if options.count is not None:
        names = random.Random(options.seed).sample(names, min(options.count, len(names)))
    if not names:
        raise Error(f'{options.corpus}: no .ll file with an amdgpu_kernel and a name as "{options.only}"')
    if not programs.serves(options.tool):
        raise Error(f"{programs.LIBRARY} is missing beside {options.tool}")
    programs.use(options.tool)
    unit = units.of_folder(os.path.dirname(options.tool))
    options.isa = "gfx906" if units.has(unit, "gfx906") else "gfx900"
    options.folder = os.path.join(options.runs, "corpus")
    os.makedirs(options.folder, exist_ok=True)
    options.servers = queue.SimpleQueue()
    for _ in range(options.jobs):
        options.servers.put(programs.server())
    options.tallies, options.findings = {way: [] for way in WAYS}, []
    jobs = []
    for name, way in pairs:
        if name in names:
            typed = [f"CORPUS={options.corpus}", f"ONLY={name} {way}", f"SEED={options.seed}", *units.words(unit)]
            again = shlex.join(["make", "check", "KIND=corpus", *typed])
            call = Module(options, name, found[name], way).call
            jobs.append(runner.Job(f"{name} {way}", call=call, seed=options.seed, again=again, timeout=COMPILING))
    code = runner.run(jobs, options.jobs, junit=os.path.join(options.folder, "junit.xml"), name="corpus")
    print("\n".join(table(options.tallies) + options.findings))
    return code


if __name__ == "__main__":
    sys.exit(main())
