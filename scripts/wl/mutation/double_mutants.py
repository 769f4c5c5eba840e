# SPDX-License-Identifier: Apache-2.0
"""Changes the model in one place at a time and shows that a vector notices each change.

Model, RTL and checker could have one wrong reading. Lockstep sees no error then: both sides agree. Only what a vector
expects from the documents shows it. So each changed model runs the vectors of the broken row of the document without
lockstep (docs/vega-flow.md, docs/r700.md). For a decision or an opcode of docs/spec/ the change names the vectors. One
of them must not pass. A vector of gfx906 runs on the changed model of that instruction set. Some changes show in
lockstep alone, as time: RTL, model and checker are then changed alike in a copy of the tree. The unit that the vectors
ask for is built there, with control words or without.
scripts/wl/mutation/double_mutants.txt has the changes.

Prints a line for each change: the vectors of its row that notice. Exit code 1: none does. 6: a change cannot be made.

usage: double_mutants.py [--slice] [--only NAME[,NAME...]] [--list]
       --slice   some changes of the model, in a few seconds
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import functools
import glob
import os
import re
import shutil
import subprocess
import sys

from wl import ROOT
from wl.mutation import changed_model, mutate
from wl.runs import descriptions, programs, units
from wl.tree import plant
from wl.tree.plant import Failed, planted, read, write


TABLE = os.path.join("scripts", "wl", "mutation", "double_mutants.txt")
WORK = os.path.join("build", "double_mutants")
TREE = os.path.join("runs", "double_mutants")
LISTED = 8  # vectors of a line of --list
FOLDERS = (os.path.join("build", "vectors"), "vectors")
MODEL = "build/wavelock-model"
NEEDS = (MODEL, "build/vectors/.written")  # the model's objects, the vectors and their values
UNITS = (units.DEFAULT, mutate.CONTROL)  # that are built with changes
EVERY = 31  # of the changes of the model, the slice has each so many-th
LIMIT = ["--max-instructions", "3000000"]  # a changed model may loop
PURE = ["--pure", "1"]  # floats as fp_*.c computes them: the host's units know nothing of a change
SEEDS = (1, 0, 2, 3)  # in lockstep: those of make test and of the nightly

# sources: the model's sources to compile; none where the unit is changed too. vectors: patterns of their names; none
# where the row of the document names them.
WIDTHS = {"half": ("16", "10"), "single": ("32", "23"), "double": ("64", "52")}  # bits of a float, of its fraction
Mutant = collections.namedtuple("Mutant", "name document row changes sources vectors")

# ---- the table ---------------------------------------------------------------------------------


def source(name):
    """A source of the model by its base name, with its folder where two have one."""
    paths = [path for path, _, _ in plant.definitions().get(os.path.basename(name), ())]
    found = [path for path in paths if path.startswith("refmodel/") and path.endswith("/" + name)]
    if len(found) != 1:
        raise Failed(f"{TABLE}: {len(found)} sources of the model are named {name}, expected one")
    return found[0]


def of_row(row):
    match = re.fullmatch(r"(\w+): (\S+) (.+)", row.title)
    unknown = sorted(row.keys.keys() - {"sources", "vectors"})
    if not match or unknown:
        raise Failed(
            f'{TABLE}: "{row.title}": found {unknown or "no document"}, expected NAME: DOCUMENT ROW, sources, vectors'
        )
    paths = [plant.place(match[1], change)[0] for change in row.changes]
    compiled = [path for path in dict.fromkeys(paths) if path.endswith(".c")]
    compiled += [source(name) for name in row.keys.get("sources", "").split()]
    alone = all(path.startswith("refmodel/") for path in paths)
    if alone and not compiled:
        raise Failed(f"{TABLE}: {match[1]}: {paths[0]} is no source to compile, expected sources that include it")
    return Mutant(*match.groups(), row.changes, compiled if alone else [], row.keys.get("vectors", "").split())


def neutral():
    """It changes nothing, so no vector may notice: the slice looks."""
    change = plant.Change("too_early", "states += states_of(p);", "states = states_of(p) + states;")
    return of_row(plant.Row("nothing: docs/vega-flow.md 4.1 s_nop", [change], {}))


def by_width(row):
    """The rows of a row with keys of widths: one for each, with the vectors of the key."""
    if not WIDTHS.keys() & row.keys.keys():
        yield row
        return
    keys = {key: words for key, words in row.keys.items() if key not in WIDTHS}
    for key, (width, fraction) in WIDTHS.items():
        if key in row.keys:
            changes = [change._replace(new=change.new.replace("FRACTION", fraction)) for change in row.changes]
            yield plant.Row(row.title.replace("WIDTH", width), changes, {**keys, "vectors": row.keys[key]})


@functools.cache
def table():
    return [of_row(one) for row in plant.rows(TABLE) for one in by_width(row)]


# ---- the rows of the documents -----------------------------------------------------------------


def rows(document):
    """(beginning, line) of every row of a table and every item of a list. The beginning is the first cell or the text,
    behind the number of the section. A decision has its id alone."""
    section = ""
    for line in read(document).splitlines():
        heading = re.match(r"## (\d[\d.]*?)\.? ", line)
        if line.startswith("## "):
            section = heading.group(1) + " " if heading else ""
        if line.startswith("| "):
            yield section + line[2:], line
        if line.startswith("* "):
            decision = re.match(r"\* \*\*(D-\w+-\d+)\*\*", line)
            yield decision.group(1) if decision else section + line[2:], line


def named(line):
    """The vectors that a row names: `a/1` to `a/63` with all between, `a_*` and `a_N` with all that there are."""
    names = []
    for folder, low, high in re.findall(r"`([\w/]+/)(\d+)` to `\1(\d+)`", line):
        names += [f"{folder}{n}" for n in range(int(low), int(high) + 1)]
    for quoted in re.findall(r"`([\w/*]+)`", line):
        pattern = re.sub("_N$", "_[0-9]*", quoted)
        if "*" in pattern:
            found = [path for root in descriptions.ROOTS for path in glob.glob(f"{root}/{pattern}/test.json")]
            found = (os.path.dirname(path).removeprefix("build/").removeprefix("vectors/") for path in found)
            names += sorted(name for name in found if not descriptions.directed(name))
        elif descriptions.path(quoted):
            names.append(quoted)
    return list(dict.fromkeys(names))


def matching(patterns):
    """The names of vectors that match; a pattern without a vector is an error.

    `a/*` matches the numbered descriptions of a, and a."""
    names = []
    for pattern in patterns:
        found = []
        for folder in FOLDERS:
            for end in ("/test.json", ".json"):
                paths = glob.glob(os.path.join(folder, pattern + end))
                found += [re.sub(r"(/test)?\.json$", "", os.path.relpath(path, folder)) for path in paths]
        if not found:
            raise Failed(f'no vector is named "{pattern}": {TABLE} is old')
        names += sorted(found)
    return list(dict.fromkeys(names))


def some(names):
    """The names as text; of many names the first ones, and the number of the others."""
    more = [f"{len(names) - LISTED} more"] if len(names) > LISTED else []
    return ", ".join([*names[:LISTED], *more])


def vectors(mutant):
    """The vectors that the change or the broken row names."""
    row = re.compile(re.escape(mutant.row) + r"(?!\d)")
    found = [line for begin, line in rows(mutant.document) if row.match(begin)]
    if len(found) != 1:
        raise Failed(f'{mutant.name}: {mutant.document} has {len(found)} rows "{mutant.row}", expected one')
    names = matching(mutant.vectors) if mutant.vectors else named(found[0])
    if not names:
        raise Failed(f'{mutant.name}: the row "{mutant.row}" of {mutant.document} names no vector')
    other = [name for name in names if not mutant.sources and unit_of(name) not in UNITS]
    if other:
        raise Failed(
            f"{mutant.name}: {other[0]} needs the unit {units.name(unit_of(other[0]))}, which is not built with changes"
        )
    return names


# ---- the model alone ---------------------------------------------------------------------------


def unit_of(vector):
    """The unit that the tool must be built for."""
    path = descriptions.path(vector)
    return units.needed(path) if path else units.DEFAULT


@functools.cache
def passes_unchanged(vector):
    unit = unit_of(vector)
    return passes(os.path.join(WORK, units.name(unit), "wavelock-model") if unit else MODEL, vector)


def passes(tool, vector):
    try:
        command = [tool, "--device", "model", vector, *LIMIT, *PURE]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def noticed_alone(mutant):
    """The vectors of its row that fail with the change and pass without."""
    folder = os.path.join(WORK, mutant.name)
    shutil.rmtree(folder, ignore_errors=True)
    # A copy of the whole model: a quoted include looks beside the source first.
    shutil.copytree("refmodel", os.path.join(folder, "refmodel"), ignore=shutil.ignore_patterns("tests"))
    write(folder, planted(mutant.name, mutant.changes))
    tools = {unit: os.path.join(folder, f"wavelock-model-{units.name(unit)}") for unit in map(unit_of, vectors(mutant))}
    sources = [os.path.join(folder, path) for path in mutant.sources]
    for unit, tool in tools.items():
        changed_model.build(tool, sources, os.path.join(folder, "refmodel"), unit)
    found = [name for name in vectors(mutant) if not passes(tools[unit_of(name)], name) and passes_unchanged(name)]
    shutil.rmtree(folder)
    return found


# ---- in lockstep -------------------------------------------------------------------------------


def verdict(tool, vector):
    """The verdict of the first seed that does not pass, else PASS."""
    for seed in SEEDS:
        command = [tool, "--device", "lockstep", vector, "--seed", str(seed), "--hang-cycles", "100000"]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        if done.returncode:
            known = 0 < done.returncode < len(programs.VERDICTS)
            return programs.VERDICTS[done.returncode] if known else "ERROR"
    return "PASS"


def noticed_in_lockstep(mutant):
    """The vectors of its row that fail in TREE. A finding of the checker shows sides that are not changed alike."""
    texts = planted(mutant.name, mutant.changes)
    write(TREE, texts)
    for unit in dict.fromkeys(map(unit_of, vectors(mutant))):
        mutate.build(TREE, unit=unit)
    found = []
    for vector in vectors(mutant):
        tool = units.path(unit_of(vector))
        said = verdict(os.path.join(TREE, tool), vector)
        if said in ("MISMATCH", "ILLEGAL"):
            raise Failed(f"{mutant.name}: {vector} is {said}: RTL, model and checker are not changed alike")
        if said != "PASS" and verdict(tool, vector) == "PASS":
            found.append(vector)
    for path in texts:
        shutil.copy(path, os.path.join(TREE, path))
    return found


# ---- all ---------------------------------------------------------------------------------------


def chosen(mutants, options):
    if options.slice:
        return [m for m in mutants if m.sources][::EVERY]
    if not options.only:
        return mutants
    names = options.only.split(",")
    some = [m for m in mutants if any(fnmatch.fnmatchcase(m.name, name) for name in names)]
    if not some:
        raise Failed(f'--only: no change is named "{options.only}"; all: --list')
    return some


def tell(mutant, found):
    """Prints its line; true if nothing noticed."""
    shown = ", ".join(found[:4]) + (f" and {len(found) - 4} more" if len(found) > 4 else "")
    print(f"{mutant.name:<34} {shown or 'NOT NOTICED by ' + ', '.join(vectors(mutant))}", flush=True)
    return not found


def run(mutants):
    """The number of mutants that nothing noticed."""
    alone = [m for m in mutants if m.sources]
    both = [m for m in mutants if not m.sources]
    for unit in {unit_of(name) for m in alone for name in vectors(m)} - {units.DEFAULT}:
        changed_model.build(os.path.join(WORK, units.name(unit), "wavelock-model"), [], unit=unit)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        missed = sum(tell(m, found) for m, found in zip(alone, pool.map(noticed_alone, alone)))
    if both:
        for unit in {unit_of(name) for m in both for name in vectors(m)}:
            mutate.build(ROOT, unit=unit)
        mutate.copy_tree(TREE)
        missed += sum(tell(m, noticed_in_lockstep(m)) for m in both)
        shutil.rmtree(TREE)
    return missed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slice", action="store_true", help="some changes of the model")
    parser.add_argument("--only", help="names, with commas; * and ? as in names of files")
    parser.add_argument("--list", action="store_true", help="what there is to change, and the vectors of its row")
    options = parser.parse_args()
    os.chdir(ROOT)
    mutants = table()
    for mutant in mutants:  # an old table is told before anything is built
        planted(mutant.name, mutant.changes)
    if subprocess.run(["scripts/wavelock", "door.build", *NEEDS], close_fds=False, check=False).returncode:
        raise Failed(f"{' '.join(NEEDS)}: not built")
    for mutant in mutants:
        vectors(mutant)
    mutants = chosen(mutants, options)
    if options.list:
        for mutant in mutants:
            print(f"{mutant.name:<34} {mutant.document}: {mutant.row}: {some(vectors(mutant))}")
        return 0
    missed = run(mutants)
    if options.slice and noticed_alone(neutral()):
        print("a change that changes nothing is noticed: what the vectors say is not to be trusted")
        return 1
    print(f"{len(mutants)} changes, {missed} that no vector of its row notices")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
