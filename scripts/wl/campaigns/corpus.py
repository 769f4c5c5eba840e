# SPDX-License-Identifier: Apache-2.0
"""Kernels of a folder of LLVM's .ll files, as llvm/test/CodeGen/AMDGPU: compiled in several ways, run in lockstep.

A module is a file with kernels, and a job is a module in one way. llc compiles it for the unit, also functions that
ask for another processor. Where a module does not compile, its kernels are compiled without the rest, then halves of
them, down to those at fault. Every kernel gets the tool's default arguments (docs/kernels.md), by the seed, and runs
in four groups of two waves where its attributes allow it.

The model runs a kernel first, for at most LIMIT instructions. Then the kernel runs in lockstep, if the model does not
refuse to launch it, and for LIMIT cycles if it has no end there.
Another end than PASS of either run is a finding, and so is a tool that dies. A row of corpus_ends.tsv says which ends
are known, with the reason. These are counted, and are no findings. Addresses come from made-up arguments, so an access
outside all buffers is no finding: RTL and model must agree on its value and on MEM_VIOL.

A finding keeps its object in <runs>/corpus/<isa>, and has the line that repeats it. The findings are printed before the
table, which counts kernels. What a killed run has done stays in <runs>/corpus/<isa>, too: the same run goes on there.

Exit code 1 if there are findings.
"""
import argparse
import collections
import dataclasses
import fnmatch
import hashlib
import json
import os
import queue
import random
import re
import shlex
import shutil
import sys
import tempfile
import threading

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
NOTE = re.compile(
    r"\.max_flat_workgroup_size: +(?P<most>\d+)$|\.reqd_workgroup_size:(?P<required>(\n +- +\d+){3})"
    r"|\.symbol: +'?(?P<symbol>.*)\.kd'?$",
    re.M,
)
LIMIT = 20000  # instructions of the waves of a kernel on the model; cycles in lockstep of one that does not end there
# What the model says where a wave still runs, and where waves came to a word that is no instruction.
ENDLESS, ILLEGAL = "HANG: the grid is not done after ", r"ERROR: slot \d+: illegal instruction at "
COMPILING, RUNNING = 60, 120  # seconds
# Two waves a group and four groups, the last in x with fewer work-items.
GROUP, GRID = (64, 2), (127, 2, 2)
TOOLS = ("llc-16", "llvm-extract-16", "ld.lld-16", "llvm-readelf-16")
ENDS = os.path.join(ROOT, "scripts", "wl", "campaigns", "corpus_ends.tsv")
LONGEST = 100  # characters of a reason


@dataclasses.dataclass
class Tally:
    """What became of the kernels of a module in a way, or of several. reasons: why kernels did not compile.
    ends: (device, what it says, isa, module, way and kernel, line that repeats it) of kernels that did not pass."""

    modules: int = 0
    kernels: int = 0
    compiled: int = 0
    passed: int = 0
    reasons: collections.Counter = dataclasses.field(default_factory=collections.Counter)
    ends: list = dataclasses.field(default_factory=list)

    def add(self, other):
        for field in dataclasses.fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))


@dataclasses.dataclass(frozen=True)
class End:
    """A row of corpus_ends.tsv: what kernels that match say on a device is known, and not of the unit."""

    device: str  # model or lockstep
    says: str  # expression that begins what the run says
    kernels: str  # isa, module, way and kernel, with * and ? as of files
    reason: str

    def explains(self, device, says, kernel):
        same = device == self.device and fnmatch.fnmatchcase(kernel, self.kernels)
        return same and bool(re.match(self.says, says))


class Ends:
    """The rows of corpus_ends.tsv."""

    def __init__(self, path=ENDS):
        with open(path, encoding="utf-8") as file:
            self.rows = [End(*line.rstrip("\n").split("\t")) for line in list(file)[1:]]

    def sort(self, tally):
        """(kernels by the reason that is known; kernels by the verdict, of PASS and of findings; lines of findings)."""
        known, verdicts, findings = collections.Counter(), collections.Counter(PASS=tally.passed), []
        for device, says, kernel, again in tally.ends:
            reasons = [end.reason for end in self.rows if end.explains(device, says, kernel)]
            if reasons:
                known[reasons[0]] += 1
            else:
                verdict, why = says.split(": ", 1)
                verdicts[verdict] += 1
                findings += [f"{verdict}: {kernel}: {why}", f"again: {again}"]
        return known, verdicts, findings


class Done:
    """What came of the jobs of a run, in a file, so that a run that is killed goes on. The file's name stands for the
    run, with the tool and this script."""

    def __init__(self, options):
        said = repr((os.path.realpath(options.corpus), options.only, options.count, options.seed))
        sums = hashlib.sha256(said.encode())
        for path in (options.tool, __file__):
            with open(path, "rb") as file:
                sums.update(hashlib.file_digest(file, "sha256").digest())
        self.path = os.path.join(options.folder, f"under-way-{sums.hexdigest()[:16]}.jsonl")
        self.lock, self.tallies = threading.Lock(), {}
        try:
            with open(self.path, encoding="utf-8") as file:
                lines = [line for line in file if line.endswith("\n")]  # the last may be half
        except FileNotFoundError:
            return
        for job, facts in map(json.loads, lines):
            self.tallies[job] = Tally(**{**facts, "reasons": collections.Counter(facts["reasons"])})
        with open(self.path, "w", encoding="utf-8") as file:
            file.writelines(lines)

    def add(self, job, tally):
        with self.lock:
            self.tallies[job] = tally
            with open(self.path, "a", encoding="utf-8") as file:
                file.write(json.dumps([job, vars(tally)]) + "\n")

    def over(self):
        """All jobs are."""
        os.remove(self.path)


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
    text = re.sub(r"^.*?(?=LLVM ERROR:|error:)|\S*(\.co|/part\d+): ", "", text)
    text = re.sub(rf"(?<![\w.]){re.escape(name)}(?![\w.])", "KERNEL", text)
    text = re.sub(r"%\d+.*|: t\d+:.*|0x[0-9a-f]+|(?<=in function ).*?\)\S*: ", "..", text)
    text = re.sub(r"(symbol:? )\S+", r"\1..", text)
    return re.sub(r"(?<![-\w])\d+\b", "N", text)[:LONGEST]


def launch(most, required):
    """Variables that launch a kernel, by the most work-items of a group and the group that it requires."""
    if required:
        return {"GRID": ",".join(map(str, (2 * required[0], required[1], 2 * required[2])))}
    group, grid = (GROUP, GRID) if most >= GROUP[0] * GROUP[1] else ((most,), (max(2, 2 * most - 1), 1, 2))
    return {"GRID": ",".join(map(str, grid)), "GROUP": ",".join(map(str, group))}


def error_of(text):
    """The line of a tool of LLVM that says why it ended, if there is one."""
    return next((line for line in text.splitlines() if re.search("LLVM ERROR:|error:", line)), "")


class Module:
    """A module in one way, with a folder of its own. tally: of its way; job: runs the tools."""

    def __init__(self, options, name, path, way):
        self.options, self.name, self.path, self.way = options, name, path, way
        self.tally, self.made = Tally(modules=1), 0

    def call(self, job):
        if job.name in self.options.done.tallies:
            return self.outcome(self.options.done.tallies[job.name])
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
        self.options.done.add(job.name, self.tally)
        return self.outcome(self.tally)

    def outcome(self, tally):
        _, verdicts, findings = self.options.ends.sort(tally)
        passed, failed = tally.passed, sum(verdicts.values()) - tally.passed
        left = tally.kernels - passed - failed
        text = " ".join(f"{number} {verdict}" for verdict, number in sorted(verdicts.items()))
        detail = f"{text}; {left} of {tally.kernels} not compiled, or end as known"
        return runner.Outcome(passed, failed, detail, "\n".join(findings), unchecked=left)

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
            self.tally.reasons[reason(why, names[0])] += 1
            return []
        half = len(names) // 2
        halves = (names[:half], names[half:])
        return [found for few in halves for found in self.parts(job, source, few, options)]

    def object(self, job, source, made):
        """Compiles and links a module: why not."""
        options = [TRIPLE, f"-mcpu={self.options.isa}", "-filetype=obj", *WAYS[self.way]]
        why, _ = self.tool(job, "llc-16", *options, source, "-o", f"{made}.o")
        linking = ["-shared", "-Bsymbolic", "-zdefs", f"{made}.o", "-o", f"{made}.co"]
        return why or self.tool(job, "ld.lld-16", *linking)[0]

    def compiled(self, job):
        """(object, kernel, words that launch it)"""
        for made, names in self.objects(job):
            _, text = self.tool(job, "llvm-readelf-16", "--notes", made)
            launches, most, required = {}, None, None
            for found in NOTE.finditer(text):  # in the order of the alphabet: the name of a kernel is its last
                if found["most"]:
                    most = int(found["most"])
                elif found["required"]:
                    required = [int(number) for number in re.findall(r"\d+", found["required"])]
                else:
                    launches[found["symbol"]] = launch(most, required)
                    most, required = None, None
            for name in names:
                self.tally.compiled += 1
                yield made, name, launches.get(name, {})

    # ---- running ---------------------------------------------------------------------------------

    def run(self, by, made, kernel, launched):
        chosen = {"SEED": str(self.options.seed), "KERNEL": kernel, "MEMCHECK": "off", **launched}
        device, verb, limit = "model", "run", {"MAX_INSTRUCTIONS": str(LIMIT)}
        result = self.execute(by, made, device, {**chosen, **limit})
        endless = result.headline.startswith(ENDLESS)
        if endless or re.match(ILLEGAL, result.headline) or result["verdict"] not in ("HANG", "ERROR"):
            device, verb, limit = "lockstep", "sim", {"MAX_CYCLES": str(LIMIT)} if endless else {}
            result = self.execute(by, made, device, {**chosen, **limit})
        if result.passed:
            self.tally.passed += 1
            return
        kept = os.path.join(self.options.folder, self.way, f"{self.name}-{kernel}.co")
        os.makedirs(os.path.dirname(kept), exist_ok=True)
        shutil.copyfile(made, kept)
        unit = units.of_folder(os.path.dirname(self.options.tool))
        typed = [f"{name}={text}" for name, text in {**chosen, **limit}.items()]
        again = shlex.join(["make", verb, f"TEST={kept}", *typed, *units.words(unit)])
        of = f"{self.options.isa} {self.name} {self.way} {kernel}"
        self.tally.ends.append((device, result.headline.replace(made, kept), of, again))

    def execute(self, by, made, device, chosen):
        """The result of a run of the tool, by variables of make."""
        folder = tempfile.mkdtemp(dir=self.folder)
        words = [word for name, text in chosen.items() for word in (f"--{name.lower().replace('_', '-')}", text)]
        words = [made, "--device", device, *words, "--run-dir", folder]
        answer = by.run(None, words, os.path.join(folder, "log.txt"), RUNNING)
        if answer["code"] is None:
            return results.Result({"verdict": "HANG", "why": f"no end after {RUNNING} seconds"})
        found = results.Result.read(folder)
        if answer["code"] not in range(len(results.VERDICTS)):
            found = results.Result({"verdict": "ERROR", "why": f"the tool ended with code {answer['code']}"})
        shutil.rmtree(folder)
        return found


def table(options):
    """The lines at the end: findings, kernels by way and end, and by reason."""
    tallies, total = collections.defaultdict(Tally), Tally()
    for name, tally in options.done.tallies.items():
        tallies[name.split()[-1]].add(tally)
        total.add(tally)
    known, _, lines = options.ends.sort(total)
    columns = ("modules", "kernels", "compiled", "known", *results.VERDICTS)
    lines.append(f"{options.isa} {'way':9}" + "".join(f"{column:>9}" for column in columns))
    for way in filter(tallies.get, WAYS):
        tally = tallies[way]
        of, verdicts, _ = options.ends.sort(tally)
        numbers = (tally.modules, tally.kernels, tally.compiled, sum(of.values()), *map(verdicts.get, results.VERDICTS))
        lines.append(f"{options.isa} {way:9}" + "".join(f"{number or 0:9}" for number in numbers))
    lines += [f"{number:6} known: {why}" for why, number in known.most_common()]
    lines += [f"{number:6} not compiled: {why}" for why, number in total.reasons.most_common()]
    return lines


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
    for tool in TOOLS:
        if not shutil.which(tool):
            raise Error(f"{tool} is missing: packages llvm-16 and lld-16 of Debian")
    if not os.path.isdir(options.corpus):
        raise Error(f"{options.corpus}: expected a folder")
    found = modules(options.corpus)
    if not found:
        raise Error(f"{options.corpus}: no .ll file with an amdgpu_kernel in it or below it")
    pairs = [(name, way) for name in found for way in WAYS if fnmatch.fnmatchcase(f"{name} {way}", f"*{options.only}*")]
    if not pairs:
        raise Error(f'{options.corpus}: no module and way whose name contains "{options.only}"')
    chance = random.Random(options.seed)
    if options.count is not None:
        names = sorted({name for name, _ in pairs})
        names = chance.sample(names, min(options.count, len(names)))
        pairs = [(name, way) for name, way in pairs if name in names]
    chance.shuffle(pairs)  # a run that is stopped early has seen some of everything
    if not programs.serves(options.tool):
        raise Error(f"{programs.LIBRARY} is missing beside {options.tool}")
    programs.use(options.tool)
    unit = units.of_folder(os.path.dirname(options.tool))
    options.isa = "gfx906" if units.has(unit, "gfx906") else "gfx900"
    options.folder = os.path.join(options.runs, "corpus", options.isa)
    os.makedirs(options.folder, exist_ok=True)
    options.servers = queue.SimpleQueue()
    for _ in range(options.jobs):
        options.servers.put(programs.server())
    options.ends, options.done = Ends(), Done(options)
    if options.done.tallies:
        print(f"{len(options.done.tallies)} jobs were over when this run was stopped: {options.done.path}", flush=True)
    jobs = []
    for name, way in pairs:
        typed = [f"CORPUS={options.corpus}", f"ONLY={name} {way}", f"SEED={options.seed}", *units.words(unit)]
        again = shlex.join(["make", "check", "KIND=corpus", *typed])
        call = Module(options, name, found[name], way).call
        jobs.append(runner.Job(f"{name} {way}", call=call, seed=options.seed, again=again, timeout=COMPILING))
    code = runner.run(jobs, options.jobs, junit=os.path.join(options.folder, "junit.xml"), name="corpus")
    print("\n".join(table(options)))
    if code in (0, 1):
        options.done.over()
    return code


if __name__ == "__main__":
    sys.exit(main())
