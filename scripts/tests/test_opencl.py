# SPDX-License-Identifier: Apache-2.0
"""The host programs of tb/opencl/tests, which are OpenCL's text as tests, on the driver and on other OpenCLs.

test_opencl.py [NAME...]                 build/libwavelock-opencl.so with the loader, on the lockstep device
test_opencl.py --device rtl|model        on that device
test_opencl.py --config CONFIG           the driver of this compute unit, as small or "gfx906 rdna"
test_opencl.py --asan, --tsan            the driver without a loader on the model, under the sanitizers. With --asan
                                         each refusal has to have its sentence, and all errors of errors.tsv have to
                                         come
test_opencl.py --pocl, --oclgrind        Debian's, to check the tests
test_opencl.py --page                    writes docs/opencl-differences.md from the tables of tb/opencl/tests

scripts/wavelock door.build opencl-tests (opencl-tests-asan, opencl-tests-tsan) builds what it runs; the RTL alone, the
thread sanitizer, other OpenCLs and other units it builds itself.
NAME...: programs whose names contain one of these. A test of differences.tsv has to fail where it is listed (a row of
`sometimes` may), and only there. Exit code 1 when one is not as expected.
"""
import argparse
import csv
import os
import re
import subprocess
import sys
import tempfile

from wl import ROOT
from wl.runs import units
from wl.runs.runner import Job, Outcome, run


TESTS = os.path.join("tb", "opencl", "tests")
LISTED = os.path.join(TESTS, "differences.tsv")
ERRORS = os.path.join(TESTS, "errors.tsv")
CHANGES = os.path.join(TESTS, "changes.tsv")
HEADER = "/usr/include/CL/cl.h"
PAGE = os.path.join("docs", "opencl-differences.md")
DRIVER = "libwavelock-opencl.so"
POCL = "/etc/OpenCL/vendors/pocl.icd"
LIMIT = 300  # seconds of a program
SHORT = 10  # seconds of a test of which a row says that it does not end
SHOWN = 200  # last lines of what failed
SOMETIMES = {"always": "", "sometimes": "at times "}
IMPLEMENTATIONS = ("pocl", "oclgrind", "loader", "lds256")

REASONS = {
    "host": "only where the host has no memory left",
    "none": "the call takes nothing of the device",
    "later": "memory of the device is taken when the command runs: its event has the error",
    "one": "there is one platform, and each of its devices is there",
    "whole": "a device cannot be divided: CL_INVALID_VALUE",
    "all": "each device has all properties",
    "align": "all devices have one alignment: clCreateSubBuffer refuses other offsets",
    "image": "each device has images",
    "size": "each device has the images that can be made, in all sizes and formats",
    "native": "there are no native kernels: CL_INVALID_OPERATION comes first",
    "built": "there are no built-in kernels: CL_INVALID_VALUE comes first",
    "binary": "a program with binaries has one for each of its devices",
    "tools": "each device has a compiler and a linker",
    "timers": "the platform has timers",
    "queues": "there are no queues on a device: CL_INVALID_OPERATION comes first",
    "pipes": "there are no pipes: CL_INVALID_OPERATION comes first, or there is none to ask",
    "shared": "each device has buffers of shared memory",
    "language": "each device takes SPIR-V",
    "destructors": "no device runs destructors: CL_INVALID_OPERATION comes first",
    "groups": "each device has sub-groups",
}

HEAD = """# Where OpenCL implementations differ

The host programs of `tb/opencl/tests` hold what the text of OpenCL 1.2 says, revision 19. Where 3.0 says something else
they hold that, in revision 3.0.19: its sections are marked. For functions that 1.2 no longer has they hold the text of
1.1 and 1.0.
`scripts/tests/test_opencl.py` runs them on the devices of this tree; with `--pocl` and `--oclgrind` on Debian's PoCL
3.1 and Oclgrind 21.10, to check the tests themselves. Where one of these does something else, the text decides.
`build/libwavelock-opencl.so` does in all of these what the text says. Rows of `loader` are what Debian's ocl-icd does
before a driver is asked. Rows of `lds256` are for units with this fragment, which `CONFIG=small` has: their LDS is
smaller than the text allows.

This page is written by `scripts/wavelock tests.test_opencl --page` from `differences.tsv`, `changes.tsv` and
`errors.tsv` of `tb/opencl/tests`. A test that is listed has to fail there, if it does not say "at times".

| Program | Test | Implementation | What it does | What the text says |
| --- | --- | --- | --- | --- |
"""

ALL_ERRORS = """
## The errors of each function

The text lists the errors of each function. `scripts/wavelock tests.test_opencl --asan` checks that the tests provoke
all of them, that no other comes, and that `WAVELOCK_VERBOSE=1` has a sentence for each. What does not occur has its
reason. Two that nearly all functions have are left out: `CL_OUT_OF_HOST_MEMORY`, which needs a host without memory, and
`CL_OUT_OF_RESOURCES` of calls that take nothing of the device.

| Function | Section | Provoked | Does not occur |
| --- | --- | --- | --- |
"""

CHANGED_HEAD = """
## Where 3.0 changes what 1.2 says

The driver does what 3.0 says, whatever version a program was written for. Programs that are right by 1.2 stay right.
These calls have another result:

| Call | 1.2 | 3.0 |
| --- | --- | --- |
"""

OPEN = """
## What the text leaves open

- Where several errors apply, any of them may be returned (4.1, footnote 3).
- clEnqueueCopyBufferRect refuses regions that share a byte. Appendix E, to which 5.2.2 refers, agrees where the
  regions' rows end within their pitch. Otherwise it reports some overlaps that do not exist, and misses some that do.
- Copies between two sub-buffers that overlap are refused where the regions of the copy do.
- In one buffer both pitches of a rectangular copy have to be the same: the errors of 5.2.2 take both together, its
  note takes each alone.
- Two maps of common bytes are refused where both are for writing (5.4.3). One for reading beside one for writing is
  taken.
- clEnqueueFillBuffer takes a size of 0: 5.2.3 has no error for it.
- A link that fails gives a program with the log, and `CL_LINK_PROGRAM_FAILURE` (5.6.3 has both a program and NULL).
- clBuildProgram links a binary that is a compiled object. 5.6.2 excludes it and names no error.
- clGetKernelArgInfo answers for a binary that was built with -cl-kernel-arg-info, too. 5.7.3 has it of sources alone.
- A launch of 2^32 work-items or more in a dimension is refused with `CL_INVALID_GLOBAL_WORK_SIZE`.
- An argument that is an image of another type than the kernel's is refused with `CL_INVALID_ARG_VALUE`.
- Two maps of an image to be written may share rows, if they do not share elements.
- CL_IMAGE_ROW_PITCH of an image without a host_ptr counts elements without gaps.
- clEnqueueSVMFree refuses an event of another context with `CL_INVALID_CONTEXT`, as all commands do. 5.6.1 of 3.0 has
  no error for it.
- CL_DEVICE_VENDOR_ID is to be a number of PCI or one that Khronos has given (3.0, 4.2). Wavelock has neither. It says
  0x57564c4b: PCI's have 16 bits, and Khronos' lie between 0x10000 and 0x1ffff.
- An image of a buffer with CL_MEM_USE_HOST_PTR has the buffer's CL_MEM_HOST_PTR, as it has its flags.
"""


def programs(parts):
    """The names of the programs of these parts; all without."""
    names = sorted(name[:-2] for name in os.listdir(TESTS) if name.endswith(".c"))
    return [name for name in names if not parts or any(part in name for part in parts)]


def tests_of(name):
    """The tests of a program, as its list names them."""
    with open(os.path.join(TESTS, f"{name}.c"), encoding="utf-8") as file:
        return re.findall(r"(?:TEST|cmocka_unit_test)\((\w+)\)", file.read().split("int main(void)")[1])


def rows():
    with open(LISTED, encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file, delimiter="\t"))
    for row in found:
        if row["test"] not in tests_of(row["program"]) or row["implementation"] not in IMPLEMENTATIONS:
            sys.exit(f'{LISTED}: no test or implementation: {row["program"]} {row["test"]} {row["implementation"]}')
    return found


def page():
    lines = []
    for row in rows():
        cells = (
            row["program"][5:],
            row["test"],
            row["implementation"],
            SOMETIMES[row["when"]] + row["does"],
            row["text"],
        )
        lines.append(f"| {' | '.join(cells)} |\n")
    return HEAD + "".join(lines) + CHANGED_HEAD + "".join(changed_lines()) + ALL_ERRORS + "".join(error_lines()) + OPEN


def changed_lines():
    with open(CHANGES, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            yield f"| {row['call']} | {row['before']} | {row['now']} |\n"


def error_lines():
    for name, row in sorted(Errors().functions.items()):
        why = {}
        for part in row["never"].split():
            code, reason = part.split(":")
            if reason not in ("host", "none"):
                why.setdefault(REASONS[reason], []).append(code)
        never = " ".join(f"{', '.join(codes)}: {reason}." for reason, codes in why.items())
        yield f"| {name} | {row['section']} | {', '.join(row['tested'].split())} | {never} |\n"


class Errors:
    """The functions of OpenCL with the errors that the text has for them (errors.tsv), and those that came."""

    def __init__(self):
        with open(ERRORS, encoding="utf-8", newline="") as file:
            self.functions = {row["function"]: row for row in csv.DictReader(file, delimiter="\t")}
        self.tested = {(name, code) for name, row in self.functions.items() for code in row["tested"].split()}
        self.never = {(name, *part.split(":")) for name, row in self.functions.items() for part in row["never"].split()}
        with open(HEADER, encoding="utf-8") as file:
            numbers = re.findall(r"#define (CL_\w+) +(-\d+)$", file.read(), re.M)
        self.codes = {int(code): name for name, code in reversed(numbers)}  # the errors come before other numbers
        self.came = set()

    def hear(self, said):
        """What is wrong in what a program said on stderr: each refusal has a sentence, with its code and its function.
        A function that is not there says its name once."""
        wrong, since, sentences = [], [], []
        for line in said.splitlines():
            sentence = re.match(r"wavelock: (cl\w+): (.*) \(error (-\d+)\)$", line)
            told = re.match(r"refused: (-\d+) (.*)$", line)
            if sentence:
                since.append((sentence[1], int(sentence[3])))
                sentences.append(sentence)
            if told:
                name = re.search(r"\bcl[A-Z]\w*$", told[2])
                good = [s for s in since if s[1] == int(told[1]) and (not name or s[0] == name[0])]
                self.came |= {(s[0], self.codes[s[1]]) for s in good[-1:]}
                wrong += [] if good else [f"no sentence: {told[2]}, error {told[1]}"]
                since = []
        absent = re.findall(r"^wavelock: (cl\w+) is not supported$", said, re.M)
        wrong += [f"says its name twice: {name}" for name in sorted(set(absent)) if absent.count(name) > 1]
        silent = {s[1] for s in sentences if s[2] == "the platform does not have it"} - set(absent)
        return wrong + [f"does not say its name: {name}" for name in sorted(silent)]

    def judge(self):
        never = {pair[:2] for pair in self.never}
        listed = self.tested | never
        wrong = [f"{ERRORS}: {name}: {code} did not come" for name, code in sorted(self.tested - self.came)]
        wrong += [f"{ERRORS}: {name}: {code} came" for name, code in sorted(never & self.came)]
        for name, code in sorted(self.came - listed):
            if name in self.functions:
                wrong.append(f"{ERRORS}: {name}: {code} is none of its errors")
        wrong += [f"{ERRORS}: {name}: no such reason: {why}" for name, _, why in self.never if why not in REASONS]
        text = "".join(line + "\n" for line in wrong)
        detail = f"{len(self.tested)} errors of {len(self.functions)} functions came"
        return Outcome(int(not wrong), len(wrong), detail, text, shown=SHOWN)


def verdicts(output):
    """{name: whether it passed or was skipped} for each test that the output names."""
    good = re.findall(r"^\[ +(?:OK|SKIPPED) \] (\w+)", output, re.MULTILINE)
    begun = re.findall(r"^\[ +RUN +\] (\w+)", output, re.MULTILINE)
    return {**dict.fromkeys(begun, False), **dict.fromkeys(set(good) & set(begun), True)}


def lines_of(output, name):
    """What was said between the start of a test and its verdict."""
    found = re.search(rf"^\[ +RUN +\] {name}$(.*?)^\[ +\w+ +\] {name}$", output, re.MULTILINE | re.DOTALL)
    return found.group(1).strip() if found else output[-2000:].strip()


class Place:
    """How a program runs: the folder of its build, its own in there, words before it, variables."""

    def __init__(self, arguments, folder):
        self.build = os.path.join("build", units.name(arguments.config))
        self.own, self.before, self.errors = True, [], None
        self.variables = {
            "OCL_ICD_VENDORS": folder,
            "WAVELOCK_CACHE": os.path.join(folder, "cache"),  # empty: all is compiled
            "WAVELOCK_MEMCHECK": "1",
            "WAVELOCK_OUT": "none",
        }
        self.folder = "tests"
        self.listed = {"loader", *(name for name in units.fragments() if units.has(arguments.config, name))}
        if arguments.asan or arguments.tsan:
            self.folder = "asan" if arguments.asan else "tsan"
            self.variables["WAVELOCK_DEVICE"] = "model"
            self.listed.discard("loader")
            # Verilator keeps a text for each thread.
            with open(os.path.join(folder, "leaks"), "w", encoding="utf-8") as file:
                file.write("leak:Verilated::catName\n")
            self.variables["LSAN_OPTIONS"] = f"print_suppressions=0:suppressions={file.name}"
            if arguments.asan:
                self.errors = Errors()
                self.variables.update({"WAVELOCK_VERBOSE": "1", "WAVELOCK_TEST_TELL": "1"})
        elif arguments.pocl:
            self.own, self.listed = False, {"pocl", "loader"}
            self.variables["OCL_ICD_VENDORS"] = os.path.dirname(POCL)
            self.variables["WAVELOCK_TEST_PLATFORM"] = "Portable Computing Language"
            self.variables["POCL_CACHE_DIR"] = os.path.join(folder, "pocl")
        elif arguments.oclgrind:
            self.own, self.before, self.listed = False, ["oclgrind"], {"oclgrind"}
        else:
            self.variables["WAVELOCK_DEVICE"] = arguments.device
            with open(os.path.join(folder, "wavelock.icd"), "w", encoding="utf-8") as file:
                file.write(os.path.abspath(os.path.join(self.build, DRIVER)) + "\n")

    def start(self, name, only, limit):
        """(exit code or None, what it said, and on stderr where that is apart) of a program, or of one of its tests."""
        keep = {key: value for key, value in os.environ.items() if not key.startswith(("WAVELOCK_", "OCL_", "POCL_"))}
        words = [*self.before, os.path.join(self.build, "opencl", self.folder, name)]
        environment = {**keep, **self.variables, **({"WAVELOCK_TEST_ONLY": only} if only else {})}
        if name == "test_devices":
            environment["POCL_DEVICES"] = "pthread pthread"  # PoCL's way to have two
        apart = subprocess.PIPE if self.errors else subprocess.STDOUT
        try:
            done = subprocess.run(
                words, env=environment, stdout=subprocess.PIPE, stderr=apart, timeout=limit, check=False
            )
        except subprocess.TimeoutExpired as error:
            return None, (error.stdout or b"").decode(errors="replace") + f"\nno end after {limit} seconds\n", ""
        return done.returncode, done.stdout.decode(errors="replace"), (done.stderr or b"").decode(errors="replace")

    def whole(self, name):
        """The verdicts of a program that runs once, and what it said."""
        code, output, said = self.start(name, "", LIMIT)
        found = verdicts(output)
        if self.errors:
            wrong = self.errors.hear(said)
            output += said + "".join(line + "\n" for line in wrong)
            if wrong:
                found["(its refusals)"] = False
        if code != list(verdicts(output).values()).count(False):
            found["(the program)"] = False
        for test in set(tests_of(name)) - set(found):
            found[test] = False
        return found, output

    def rows_of(self, name):
        return [row for row in rows() if row["program"] == name and row["implementation"] in self.listed]

    def one_by_one(self, name):
        """The verdicts of its tests, each in a process of its own: one that ends it, or does not end, is one test."""
        endless = {row["test"] for row in self.rows_of(name) if row["does"].startswith("does not end")}
        found, said = {}, []
        for test in tests_of(name):
            code, output, _ = self.start(name, test, SHORT if test in endless else LIMIT)
            found[test] = code == 0 and verdicts(output).get(test, False)
            said.append(output)
        return found, "".join(said)

    def job(self, name):
        listed = {row["test"]: row["when"] for row in self.rows_of(name)}

        def judge(_):
            found, output = (self.whole if self.own else self.one_by_one)(name)
            wrong = []
            for test, good in found.items():
                if good and listed.get(test) == "always":
                    wrong.append(f"{test}: passes, and is listed in {LISTED}\n")
                elif not good and test not in listed:
                    wrong.append(f"{test}: failed\n{lines_of(output, test)}\n")
            count = len(found) - len(wrong)
            text = "".join(wrong)
            return Outcome(count, len(wrong), f"{count} as expected, {len(listed)} of them listed", text, shown=SHOWN)

        return Job(name, call=judge)


def main():
    os.chdir(ROOT)
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--device", choices=("lockstep", "rtl", "model"), default="lockstep")
    parser.add_argument("--config", type=units.of, default=units.DEFAULT)
    for option in ("asan", "tsan", "pocl", "oclgrind", "page"):
        parser.add_argument(f"--{option}", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    if arguments.page:
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(page())
        return 0
    # make test builds what its parts run. These are jobs of the nightly.
    if arguments.tsan or arguments.pocl or arguments.oclgrind or arguments.device == "rtl" or arguments.config:
        target = "opencl-tests" + ("-tsan" if arguments.tsan else "-asan" if arguments.asan else "")
        words = ["scripts/wavelock", "door.build", f"CONFIG={' '.join(arguments.config)}", target]
        if subprocess.run(words, close_fds=False, check=False).returncode:
            return 2
    with tempfile.TemporaryDirectory() as folder:
        place = Place(arguments, folder)
        names = programs(arguments.names)
        jobs = [place.job(name) for name in names]

        def current(_):
            with open(PAGE, encoding="utf-8") as file:
                good = file.read() == page()
            return Outcome(
                int(good), int(not good), "" if good else "not current: scripts/wavelock tests.test_opencl --page"
            )

        jobs.append(Job(PAGE, call=current))
        if place.errors and not arguments.names:
            jobs.append(Job(ERRORS, call=lambda _: place.errors.judge(), after=names))
        return run(jobs, arguments.jobs)


if __name__ == "__main__":
    sys.exit(main())
