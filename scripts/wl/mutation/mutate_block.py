# SPDX-License-Identifier: Apache-2.0
"""Mutants of blocks of the RTL, switched on at run time in one build: docs/mutation.md.

usage: mutate_block.py [BLOCK...] [--seed N] [--count N] [--chunk N] [--hours H] [--programs N] [--jobs N]
                       [--out DIR] [--name NAME] [--list] [--again] [--prove] [--vectors PATTERN]...
                       [--activation SECONDS] [--unit FOLDER]

The unit is built once, with COUNT mutants of each block in it. There are two passes, each with all mutants: the vectors
of the block, and random programs for some hours. A pass is over when every mutant is caught in it. Prints tables
by block and by operator with what each pass caught, and the survivors; DIR/mutants.json has them.
With --again the campaign of DIR/mutants.json goes on, ended or not: each pass has the mutants that it did not catch.
All vectors run again, and further random programs for HOURS. With --prove yosys tries at the end to prove that
survivors are equivalent. The rows for scripts/wl/mutation/equivalent.tsv are printed.
With --activation random programs alone run for so many seconds, without a mutant. They say to how many mutants they
come.
With --unit the mutants are of a unit in a folder of its own, and the vectors are the tests that its unit.json names.

Exit code 0: the campaign ran, whatever survived. 6: it could not.
"""
import argparse
import concurrent.futures
import contextlib
import json
import math
import os
import shlex
import shutil
import subprocess
import sys
import time

from wl import ROOT
from wl.mutation import campaign, equivalents, instrument, prove
from wl.mutation.campaign import Campaign, Failed, Fate, document, random_tests, tests_of, vector_tests
from wl.runs import foreign, programs, unit_folder


COUNT = 300  # mutants of a block
HOURS = 1.0  # of random programs
DIRECTED = "build/vectors/.written"  # the directed vectors are there
EVERY = 20  # seconds between two lines of progress
HOUR = 3600  # seconds
PLACE = ({"test": str, "cycle": foreign.COUNT}, None)
# What --again reads in mutants.json.
FORM = {
    "mutants": [{"id": str, "block": str, "caught_in": {str: foreign.COUNT}}],
    "survivors": [{"id": str, "activated_by": PLACE, "wrong_state": PLACE}],
    "passes": dict.fromkeys(campaign.PASSES, {"programs": foreign.COUNT, "seconds": float}),
}
SEEDS_APART = 1000000  # the first seeds of two threads


def number(least):
    def read(text):
        if not text.isdigit() or int(text) < least:
            raise argparse.ArgumentTypeError(f'found "{text}", expected a number from {least}')
        return int(text)

    return read


def above_zero(text):
    try:
        found = float(text)
    except ValueError:
        found = 0
    if not 0 < found < math.inf:
        raise argparse.ArgumentTypeError(f'found "{text}", expected a number above 0, as 8 or 0.5')
    return found


def options(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("block", nargs="*", help="folders of rtl/, or blocks of the unit (all)")
    parser.add_argument("--seed", type=number(0), default=1, help="which mutants, and of the first programs (1)")
    parser.add_argument("--count", type=number(0), default=COUNT, help="mutants of a block; 0: all (%(default)s)")
    parser.add_argument("--chunk", type=number(0), default=0, help="further slices of so many, of the same seed (0)")
    parser.add_argument("--hours", type=above_zero, default=HOURS, help="of random programs (%(default)g)")
    parser.add_argument("--programs", type=number(0), help="random programs, if the hours have so many")
    parser.add_argument("--jobs", type=number(1), default=os.cpu_count(), help="copies at the same time (one a core)")
    parser.add_argument("--out", help="folder of mutants.json (runs/mutants, of a unit runs/units/NAME-SUM/mutants)")
    parser.add_argument("--name", default="", help="of the folder of the build below build/mutants (the blocks)")
    parser.add_argument("--list", action="store_true", help="the mutants, and nothing runs")
    parser.add_argument("--again", action="store_true", help="go on with the campaign of DIR/mutants.json")
    parser.add_argument("--prove", action="store_true", help="prove that survivors are equivalent")
    parser.add_argument("--vectors", action="append", default=[], help="these in place of the vectors of the blocks")
    parser.add_argument("--activation", type=number(1), help="seconds of random programs without a mutant")
    parser.add_argument("--unit", default="", help="the folder of a unit (rtl/)")
    chosen = parser.parse_args(words)
    chosen.unit = unit_folder.path_of(chosen.unit) if chosen.unit else ""
    chosen.out = chosen.out or os.path.join("runs", unit_folder.name(chosen.unit) if chosen.unit else "", "mutants")
    if chosen.unit and chosen.prove:
        parser.error("--prove is for the unit in rtl/, whose modules yosys reads: not with --unit")
    if chosen.again and chosen.block:
        parser.error(f'found "{chosen.block[0]}" beside --again, which has the blocks of DIR/mutants.json')
    return chosen


def choose(chosen, before):
    if before:
        ids = {row["id"] for row in before["mutants"]}
        chosen.block = list(dict.fromkeys(row["block"] for row in before["mutants"]))
        there = [block for block in chosen.block if block in instrument.blocks(chosen.unit)]
        found = (mutant for block in there for mutant in instrument.mutants_of(block, chosen.unit))
        mutants = [mutant for mutant in found if mutant.id in ids]
        if len(mutants) != len(ids):
            gone, where = len(ids) - len(mutants), chosen.unit or "rtl/"
            raise Failed(
                f"{path_of(chosen)}: {where} has {gone} of its {len(ids)} mutants no more: begin a new campaign"
            )
        return mutants
    known = instrument.blocks(chosen.unit)
    chosen.block = chosen.block or known
    for block in chosen.block:
        if block not in known:
            raise Failed(f'BLOCK: found "{block}", expected one of {", ".join(known)}')
    mutants, skipped = [], []
    for block in chosen.block:
        its = instrument.mutants_of(block, chosen.unit, skipped)
        mutants += instrument.slice_of(its, chosen.count, chosen.seed, chosen.chunk)
    for path, line, why in skipped:
        print(f"{path}:{line}: has no mutants, it is not read: {why}", flush=True)
    if not mutants:
        raise Failed(f"{chosen.unit or 'rtl/'}: no expression of {', '.join(chosen.block)} has a mutant")
    return mutants


def built_in(unit):
    """The folder in which a unit is built."""
    return os.path.join("build", unit_folder.name(unit)) if unit else "build"


def build(name, mutants, unit, others=None):
    """The tool with these mutants. name: of its folder; who builds at the same time has another one. others: what else
    is built; None: the vectors, which a unit with an instruction set of its own has not, and the generator of random
    programs."""
    below = built_in(unit)
    instrument.write_unit(os.path.join(below, "mutants", name, "unit"), mutants, unit)
    tool = os.path.join(below, f"wavelock-mutants-{name}")
    variables = [f"MUTANTS={name}", *([f"UNIT={unit}"] if unit else [])]
    if others is None:
        others = [] if unit_folder.has_own_isa(unit) else [DIRECTED]
        others += [os.path.join(below, "wavelock-random")] * unit_folder.has_random(unit)
    command = ["scripts/wavelock", "door.build", *variables, tool, *others]
    if subprocess.run(command, close_fds=False, check=False).returncode:
        raise Failed("the unit with mutants was not built")
    if unit:
        if unit_folder.has_random(unit):
            unit_folder.write_limits(unit, tool)
        programs.use(tool=os.path.join(below, "wavelock"), generator=os.path.join(below, "wavelock-random"))
    return tool


def path_of(chosen):
    return os.path.join(chosen.out, "mutants.json")


def earlier(chosen):
    """With --again what the campaign before wrote."""
    if not chosen.again:
        return None
    try:
        return foreign.read(path_of(chosen), FORM)
    except FileNotFoundError:
        raise Failed(f"{path_of(chosen)}: no campaign has written it") from None


def run(chosen, mutants, before, say):
    reasons = {} if chosen.unit else equivalents.read()
    fates = []
    for mutant in mutants:
        fate = Fate(instrument.row(mutant))
        fate.equivalent = reasons.get(equivalents.key(mutant), "")
        fates.append(fate)
    name = chosen.name or "-".join(chosen.block)
    tool = build(name, mutants, chosen.unit)
    there = campaign.in_code(os.path.join(built_in(chosen.unit), "mutants", name, "verilated"))
    for fate, mutant in zip(fates, mutants):
        fate.row["number"] = mutant.number
        if mutant.number not in there:
            fate.equivalent = fate.equivalent or "The code that Verilator makes of the unit has nothing of it."
        if before:
            fate.go_on(before)
    work = os.path.join(chosen.out, "work")
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    others = [fate for fate in fates if not fate.equivalent]
    if chosen.activation:
        tests = activate(chosen, tool, work, others, say)
        shutil.rmtree(work)
        print("\n".join(campaign.activated(fates)))
        print(f"\n{tests} random programs")
        return None
    with interruptible(chosen, say):
        return both_passes(chosen, tool, work, mutants, fates, before, say)


def random_of(unit, *what, **more):
    """Random programs, where there are any for the unit."""
    return random_tests(*what, **more) if unit_folder.has_random(unit) else iter(())


def profiles_of(chosen):
    """Profiles of random programs: those that a unit in a folder of its own names, or its table; else the block's."""
    if not chosen.unit:
        return campaign.profiles_of(chosen.block)
    return unit_folder.profiles(chosen.unit) or () if unit_folder.has_random(chosen.unit) else ()


@contextlib.contextmanager
def interruptible(chosen, say):
    """Says what goes on with a campaign that Ctrl-C ends."""
    try:
        yield
    except KeyboardInterrupt:
        again = ["scripts/wavelock", "mutation.mutate_block", "--again", "--out", chosen.out]
        again += ["--unit", chosen.unit] if chosen.unit else []
        say(f"interrupted; this goes on: {shlex.join(again)}")
        raise


def both_passes(chosen, tool, work, mutants, fates, before, say):
    passes = [[fate.fresh(name) for fate in fates] for name in campaign.PASSES]
    spent = before["passes"] if before else {name: {"programs": 0, "seconds": 0.0} for name in campaign.PASSES}
    write(chosen, map(Fate.joined, zip(*passes)), spent)  # from here on the file is this campaign's
    for name, its, some, most in zip(
        campaign.PASSES,
        passes,
        (
            tests_of(chosen.unit, chosen.vectors) if chosen.unit else vector_tests(chosen.block, chosen.vectors),
            random_of(
                chosen.unit,
                work,
                chosen.programs,
                chosen.seed,
                spent["random"]["programs"],
                profiles_of(chosen),
            ),
        ),
        (math.inf, chosen.hours * HOUR),
    ):
        runs = Campaign(tool, work, [fate for fate in its if not fate.equivalent], chosen.jobs)
        begin = said = last = time.monotonic()
        for test in some:
            if not any(runs.count(state) for state in campaign.SURVIVED) or last - begin >= most:
                break
            runs.run(test)
            spent[name]["programs"] += 1
            spent[name]["seconds"] += time.monotonic() - last
            last = time.monotonic()
            write(chosen, map(Fate.joined, zip(*passes)), spent)
            if last - said >= EVERY:
                said = last
                states = ", ".join(f"{runs.count(state)} {state}" for state in (*campaign.SURVIVED, "caught"))
                say(f"{name}: {spent[name]['programs']} programs, {spent[name]['seconds']:.0f} s: {states}")
    fates = [Fate.joined(its) for its in zip(*passes)]
    if chosen.prove:
        prove_all(fates, mutants, work, say)
    shutil.rmtree(work)
    return write(chosen, fates, spent)


def activate(chosen, tool, work, fates, say):
    """Random programs without a mutant, JOBS at a time, each thread with its own seeds. Returns how many ran."""
    start = time.monotonic()
    counts = [0] * chosen.jobs

    def some(thread):
        folder = os.path.join(work, str(thread))
        os.makedirs(folder)
        runs = Campaign(tool, folder, fates, 1)
        for test in random_tests(folder, None, chosen.seed + thread * SEEDS_APART, names=profiles_of(chosen)):
            if time.monotonic() - start >= chosen.activation:
                return
            runs.note(test)
            counts[thread] += 1

    with concurrent.futures.ThreadPoolExecutor(chosen.jobs) as pool:
        threads = [pool.submit(some, thread) for thread in range(chosen.jobs)]
        while concurrent.futures.wait(threads, EVERY).not_done:
            never = sum(not fate.first for fate in fates)
            say(f"{sum(counts)} programs, {time.monotonic() - start:.0f} s: {never} of {len(fates)} never activated")
        for thread in threads:
            thread.result()
    return sum(counts)


def write(chosen, fates, spent):
    """mutants.json: after each program, so that a campaign that is ended can go on with --again."""
    found = {**document(list(fates)), "passes": spent}
    with open(path_of(chosen) + ".part", "w", encoding="utf-8") as file:
        json.dump(found, file, indent=1)
        file.write("\n")
    os.replace(file.name, path_of(chosen))
    return found


def prove_all(fates, mutants, folder, say):
    """Survivors that a proof covers become equivalent."""
    prover = prove.Prover.of_unit(folder)
    for fate in fates:
        if fate.state in campaign.SURVIVED:
            mutant = mutants[fate.row["number"] - 1]
            parts = prover.proved(mutant)
            if parts:
                fate.equivalent = campaign.PROVED + parts
                print("\t".join((*equivalents.key(mutant), fate.equivalent)), flush=True)
            say(f"{mutant.id} {mutant.path}:{mutant.line}: {'proved' if parts else 'not proved'}")


def table(columns, rows):
    cells = [columns] + [tuple(str(row[key]) for key in columns) for row in rows]
    widths = [max(len(row[at]) for row in cells) for at in range(len(columns))]
    for row in cells:
        print("  ".join(cell.ljust(w) if not at else cell.rjust(w) for at, (cell, w) in enumerate(zip(row, widths))))


def by_block(found):
    """Rows: what either pass caught of each operator's mutants in each block that are not equivalent, as `3/4`."""
    counts = {}
    for row in found["mutants"]:
        if row["state"] != "equivalent":
            its = counts.setdefault((row["operator"], row["block"]), [0, 0])
            its[0] += row["state"] == "caught"
            its[1] += 1
    names = [block["block"] for block in found["blocks"]]
    cells = {key: f"{caught}/{count}" for key, (caught, count) in counts.items()}
    for operator in (row["operator"] for row in found["operators"]):
        yield {"operator": operator, **{name: cells.get((operator, name), "") for name in names}}


def show(found):
    table(("block", *campaign.COUNTED, "median_cycles"), found["blocks"])
    print()
    table(("operator", *campaign.OF_OPERATOR), [*found["operators"], campaign.total(found["operators"])])
    if len(found["blocks"]) > 1:
        print()
        table(("operator", *(block["block"] for block in found["blocks"])), list(by_block(found)))
    for state, title in (
        ("silent", "a wrong state and no verdict"),
        ("unchanged", "a wrong expression and never a wrong state"),
        ("never", "never a wrong expression"),
    ):
        its = [s for s in found["survivors"] if s["state"] == state]
        if its:
            print(f"\n{title}:")
        for s in its:
            print(f"{s['file']}:{s['line']}: {s['operator']} [{s['id']}]: {s['before']}  ->  {s['after']}")
            print(f"    would be noticed: {s['kill']}")


def main():
    os.chdir(ROOT)
    chosen = options(sys.argv[1:])
    before = earlier(chosen)
    mutants = choose(chosen, before)
    if before:
        ran = ", ".join(f"{its['programs']} {name}" for name, its in before["passes"].items())
        blocks = ", ".join(chosen.block)
        print(f"{path_of(chosen)}: {len(mutants)} mutants of {blocks}; programs that ran: {ran}", flush=True)
    if chosen.list:
        for m in mutants:
            print(f"{m.id} {m.path}:{m.line}: {m.operator}: {m.short(m.before)}  ->  {m.short(m.after)}")
        return 0
    found = run(chosen, mutants, before, lambda text: print(text, file=sys.stderr, flush=True))
    if found:
        show(found)
        said = (f"{name}: {its['programs']} programs, {its['seconds']:.0f} s" for name, its in found["passes"].items())
        print(f"\n{len(mutants)} mutants; {'; '.join(said)}; {path_of(chosen)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
