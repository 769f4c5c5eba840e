# SPDX-License-Identifier: Apache-2.0
"""Makes mutants of the RTL, one changed line each, and shows that a test and random programs in lockstep notice each.

usage: mutate.py [--only N[,N...]] [--list] [--tests] [--programs MOST] [--count N] [--folder DIR] [--keep]

Mutants are made in a copy of the tree. The tool is built there. Then the mutant's directed test runs, if it has one,
and random programs of all profiles in turn until one fails. It prints what noticed the mutant: the verdict, and the
programs, instructions and cycles until then, the failing program included. Programs for a unit with control words have
300 instructions, and come from scripts/wl/control/control_random.py.

A mutant that leaves every value right and costs cycles is noticed by the baseline of a vector's cycles. No random
program runs for it. TESTS_ALONE has the mutants that random programs cannot notice.

Exit code 1: a mutant was not noticed by its test, or by no program. 6: the text of a mutant is not in the RTL.
"""
import argparse
import collections
import functools
import os
import shutil
import subprocess
import sys
import time

from wl import ROOT
from wl.control import control_random
from wl.runs import cycles, descriptions, programs, results, units
from wl.runs.programs import Program, profiles
from wl.tree import plant
from wl.tree.plant import Failed


COUNT = 1000  # instructions of a program
SEEDS = (1, 0, 2, 3)  # of a directed test: those of make test and of the nightly

TABLE = os.path.join("scripts", "wl", "mutation", "mutants.txt")

# unit: the unit that it changes, as scripts/wl/runs/units.py has it.
Mutant = collections.namedtuple("Mutant", "what changes test unit")
Found = collections.namedtuple("Found", "verdict profile why")  # the program that noticed a mutant

# Directed tests of mutants that random programs do not notice. Random programs expect no messages, and a run that ends
# before the last message has left is no mismatch. None has 63 loads in flight. Programs with control words have no
# single step, no exceptions that trap and no wrong pads. They hardly have a pair at LGKM_CNT 15, or a write to a reuse
# entry. No random program has images.
TESTS_ALONE = {
    "flow/trace_then_fault",
    "waits/vm_deep",
    "control/step",
    "control/exception",
    "control/refused/seconds",
    "control/pair/counter",
    "control/reuse/written",
    "control/reuse/test",
    # Sixty random programs have not noticed these.
    "flow/icache_inv_halves",
    "illegal_smem_align",
    "flow/trace_last",
    "flow/barrier_first",
    "directed_flag_limits",
    "sgpr/load_beside_valu",
    "flow/wakeup_beside_barrier",
    "lds/src2_past_end",
    "vmem/flat_loads_aperture",
    "lds/direct_transfer",
    "lds/st64_far",
    "lds/viol_entry",
    "sgpr/behind_to_scratch",
    "build/wavelock-trace-unit",
    "build/wavelock-sample-unit",
    "build/wavelock",
}

CONTROL = units.with_control_words()
# Units of which nothing is hunted by random programs, but for the one with control words.
NOT_HUNTED = (("vcc_alias",), ("valu_delay3",))

# Programs of build/ that a test feeds and judges: its module, and what it reads.
FED = {
    "build/wavelock-format-unit": ("tests.test_format_unit", "build/format_cases"),
    "build/wavelock-sample-unit": ("tests.test_sample_unit", "build/image_cases"),
    "build/wavelock-trace-unit": ("tests.test_trace_unit",),
    "build/wavelock": ("tests.test_reset",),
}


@functools.cache
def table():
    found = []
    for row in plant.rows(TABLE):
        unknown = sorted(row.keys.keys() - {"test", "unit"})
        if unknown:
            raise Failed(f'{TABLE}: "{row.title}": found {unknown[0]}, expected test or unit')
        unit = units.of(row.keys.get("unit", ""))
        found.append(Mutant(row.title, row.changes, row.keys.get("test", ""), unit))
    return found


def texts(mutant):
    """{path: text} of the files that the mutant changes."""
    return plant.planted(mutant.what, mutant.changes)


def files(mutant):
    """Their names without folders, as text."""
    return " ".join(f"`{os.path.basename(path)}`" for path in texts(mutant))


def check_table():
    for mutant in table():
        texts(mutant)
        if mutant.test and not is_program(mutant.test) and not descriptions.path(vector(mutant.test)):
            raise Failed(f'{TABLE} is old: there is no test {mutant.test}, which should notice "{mutant.what}"')


def is_program(test):
    return test.startswith("build/")


def by_cycles(test):
    return test.startswith("cycles ")


def by_rules(test):
    return test.startswith("trace ")


def vector(test):
    return test.removeprefix("cycles ").removeprefix("trace ")


def copy_tree(folder):
    """The sources, and what is built of them, so that only the mutant is built. Times are kept, as make needs them."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.split("\n"):
        if name and os.path.exists(name):
            os.makedirs(os.path.join(folder, os.path.dirname(name)), exist_ok=True)
            shutil.copy2(name, os.path.join(folder, name))
    for kind in ("build", *(os.path.join("build", units.name(unit)) for unit in (*NOT_HUNTED, CONTROL))):
        os.makedirs(os.path.join(folder, kind), exist_ok=True)
        for name in ("flags", "levels", "obj", "lockstep", "pch", "setup.mk", "libwavelock.a", "build.c", "sizes.c"):
            if os.path.exists(os.path.join(kind, name)):
                subprocess.run(["cp", "-a", os.path.join(kind, name), os.path.join(folder, kind)], check=True)


def needs_tool(mutant):
    """Whether more than a bench judges the mutant."""
    return not (is_program(mutant.test) and mutant.test in TESTS_ALONE)


def build(folder, test="", unit=units.DEFAULT, with_tool=True):
    targets = [units.path(unit)] * with_tool + [units.path(unit, "wavelock-trace")] * by_rules(test)
    targets += [test] * is_program(test) + [*FED.get(test, ())][1:]
    done = subprocess.run(
        ["nice", "-n", "5", "make", "-j1", *units.words(unit), *targets],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Failed(f"the build failed:\n{done.stdout[-3000:]}")


def directed(tree, test):
    """The finding of the directed test on the mutant's unit, None when it passes."""
    if is_program(test):
        words = ["scripts/wavelock", FED[test][0]] if test in FED else [test]
        words[0] = os.path.join(tree, words[0])
        done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        return "FAIL" if done.returncode else None
    name = vector(test)
    tool_of_test = programs.TOOL + "-trace" * by_rules(test)
    for seed in SEEDS:
        done, result = results.of_run(
            [tool_of_test, "--device", "lockstep", name, "--seed", str(seed), "--hang-cycles", "100000"]
        )
        if done.returncode:
            return f"{results.verdict_of(done.returncode)} (seed {seed})"
        if by_cycles(test):
            old, new = cycles.read(cycles.BASELINE)[name, seed], result["cycles"]
            if cycles.beyond(old, new):
                return f"CYCLES (seed {seed}: {old}, now {new})"
    return None


def hunt(runs, most, length):
    """Runs programs of so many instructions until one fails: (what it says or None, programs, instructions, cycles)."""
    instructions = cycles = 0
    names = profiles()
    for number in range(most):
        program = Program(
            runs, names[number % len(names)], length, 1 + number // len(names), ["--max-cycles", "3000000"]
        )
        program.run(300)
        instructions += program.instructions
        cycles += program.cycles
        if program.verdict != "PASS":
            return Found(program.verdict, program.profile, program.why), number + 1, instructions, cycles
        program.remove()
    return None, most, instructions, cycles


def hunt_control(runs, most):
    """As hunt(), with programs that have control words."""
    instructions = cycles = 0
    names = control_random.PROFILES
    for number in range(most):
        profile, seed = names[number % len(names)], 1 + number // len(names)
        folder = control_random.make(runs, control_random.COUNT, profile, seed)
        _, result = results.of_run(control_random.command_of(programs.TOOL, folder, seed), timeout=300)
        instructions += result["instructions"]
        cycles += result["cycles"]
        if not control_random.AGREED.match(result.headline):
            return Found(result["verdict"], profile, result.headline), number + 1, instructions, cycles
        shutil.rmtree(folder)
    return None, most, instructions, cycles


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="numbers of the mutants, from 1, with commas")
    parser.add_argument("--list", action="store_true", help="what there is to plant")
    parser.add_argument("--tests", action="store_true", help="the directed tests alone, of the mutants that have one")
    parser.add_argument("--count", type=int, default=COUNT, help="instructions of a random program (%(default)s)")
    parser.add_argument("--programs", type=int, default=2000, help="after so many a mutant counts as not noticed")
    parser.add_argument("--folder", default="runs/mutate", help="for the copy of the tree")
    parser.add_argument("--keep", action="store_true", help="leave the copy with the last mutant in it")
    options = parser.parse_args()
    os.chdir(ROOT)
    check_table()  # an old one is reported before anything is built
    mutants = dict(enumerate(table(), 1))
    if options.list:
        for number, mutant in mutants.items():
            print(
                f"{number:>3}  {mutant.changes[0].anchor:<20} {mutant.what}" + f"  [{mutant.test}]" * bool(mutant.test)
            )
        return 0
    chosen = {int(n): mutants[int(n)] for n in options.only.split(",")} if options.only else mutants
    if options.tests:
        chosen = {n: mutant for n, mutant in chosen.items() if mutant.test}
    return run(options, chosen)


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def restore(tree, mutant):
    plant.write(tree, {path: plant.read(path) for path in texts(mutant)})


def run(options, chosen):
    tree = os.path.join(options.folder, "tree")
    copy_tree(tree)
    if any(needs_tool(mutant) and not mutant.unit for mutant in chosen.values()):
        build(tree)
    runs = os.path.join(options.folder, "programs")
    missed = 0
    row(
        "mutant",
        "file",
        "directed test",
        "random programs",
        "programs",
        "instructions",
        "cycles",
        "the first line they say",
    )
    row("---", "---", "---", "---", "---:", "---:", "---:", "---")
    for number, mutant in chosen.items():
        plant.write(tree, texts(mutant))
        start = time.monotonic()
        try:
            build(tree, mutant.test, mutant.unit, needs_tool(mutant))
        except Failed as error:  # the others are still worth to know
            missed += 1
            row(mutant.what, files(mutant), "DOES NOT BUILD")
            print(f"  {number}: {error}", file=sys.stderr, flush=True)
            restore(tree, mutant)
            continue
        memory = "rdna" if units.has(mutant.unit, "rdna") else ""
        programs.use(os.path.join(tree, units.path(mutant.unit)), memory=memory)
        built = time.monotonic() - start
        cells = []
        if mutant.test:
            verdict = directed(tree, mutant.test)
            missed += not verdict
            cells.append(f"`{mutant.test}`: {verdict or 'NOT NOTICED'}")
        else:
            cells.append("")
        control = mutant.unit == CONTROL
        alone = mutant.test in TESTS_ALONE or by_cycles(mutant.test) or by_rules(mutant.test)
        if alone or mutant.unit in NOT_HUNTED:
            cells.append("not hunted")
        elif not options.tests:
            most = options.programs
            found, count, *sums = hunt_control(runs, most) if control else hunt(runs, most, options.count)
            missed += not found
            cells += [
                f"{found.verdict} ({found.profile})" if found else "NOT NOTICED",
                count,
                *sums,
                f"`{found.why[:110]}`" if found else "",
            ]
        row(mutant.what, files(mutant), *cells)
        print(
            f"  {number}: built in {built:.0f} s, hunted for {time.monotonic() - start - built:.0f} s",
            file=sys.stderr,
            flush=True,
        )
        restore(tree, mutant)
    if not options.keep:
        shutil.rmtree(options.folder)
    print(f"{len(chosen)} mutants; {missed} times one was not noticed by what should notice it")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
