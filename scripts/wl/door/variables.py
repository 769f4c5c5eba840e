# SPDX-License-Identifier: Apache-2.0
"""The variables of the front door: the one table of them, who takes each, and what is refused.

A variable that is an option of the tool is a row of tb/cli/options.def. It has a row here only where that row does not
say which verbs take it, or its help as a variable. The kinds of make check say themselves what they take
(door/kinds.py).
"""
import os
import re

from wl.door import kinds, near, options
from wl.door.values import VARIABLES, Refused, value
from wl.runs import units

UNIT = ("sim", "waves", "cover", "debug")
TESTS = ("sim", "run", "waves", "cover", "debug")
TAKERS = {"BOTH": TESTS, "UNIT": UNIT, "MODEL": ("run", "debug")}  # as options.def says it

# Variable: (verbs that take it, help).
BEFORE = {
    "TEST": (
        TESTS,
        "a test by name (make list) or path (test.json, .s, .cl, .comp); several: names, a folder, a pattern as lds*, "
        "a tag as tag:lds",
    ),
}
# In place of what options.def says; None: as there.
OF_OPTIONS = {
    "SEED": (TESTS, "seed of memory latencies, of inputs and of registers without a reset (1)"),
    "DEVICE": (("debug",), "lockstep | model (lockstep)"),
    "CHECK": ((*UNIT, "random"), "default | every (sweep all state each cycle) | off (the RTL alone)"),
    "PURE": ((*TESTS, "random"), None),
    "INJECT": (
        (*UNIT, "random", "nightly"),
        "fault in the RTL: <state row>[:wave][:index][:lane][:bit]@<cycle>, drop: or repeat:<event>@<cycle>",
    ),
    "EXPOSED_HAZARDS": (
        (*UNIT, "random"),
        "wait states of rows, as 5=6,9=0, of the unit of CONFIG=exposed_hazards (docs/wait-states.md)",
    ),
    "PLUS": (UNIT, None),
    "THREADS": (("run",), None),
    "TRACE": (("sim", "run", "waves", "cover"), None),
    "CONFLICTS": (("sim", "waves", "cover"), None),
    **dict.fromkeys(("STATS", "PIPE", "PERFETTO", "VIEWER"), (("sim", "waves"), None)),
    "GDB": (("debug",), "serve GDB at this port of 127.0.0.1, or at the path of a socket; else there is a prompt"),
}
OF_UNIT = (*TESTS, "random", "tools", "clean")
AFTER = {
    "WAVES": (
        ("sim",),
        "auto[:before,after]: a failing run leaves the waveform of these cycles around its failure (2000,200); 1: it "
        "runs once more for a short one",
    ),
    "SEEDS": (
        ("sim", "run", "waves", "cover", "random", "nightly"),
        "1..20: one run per seed; a number: so many from SEED (random, nightly: from FIRST; random: 20; code-coverage "
        "without TEST: 2 of each profile from FIRST)",
    ),
    "FIRST": (("random", "nightly"), "seed of the first of them (1)"),
    "COUNT": (
        ("random", "nightly"),
        "instructions of random, code-coverage (1000) and exec-unit; accesses of lds-unit; requests of vmem-unit; "
        "cases of fuzz, sass-fuzz, sample-unit; operands of vector-unit; modules of corpus. Mutants of each BLOCK "
        "(300; 0: all), of desk (60)",
    ),
    "PROFILE": (
        ("random", "nightly"),
        "weights of random programs: a name in tb/random/profiles, or a file (default; code-coverage: all)",
    ),
    "CONFIG": (
        (*OF_UNIT, "install"),
        'the unit, as "gfx906 rdna": files of rtl/configs, each of which sets some parameters (none: the default '
        "unit); builds below build/gfx906+rdna",
    ),
    "UNIT": (
        (*UNIT, "run", "random", "nightly", "tools", "clean"),
        "folder of another compute unit, as examples/tiny_cu or ../myunit: built in build/units (docs/your-unit.md)",
    ),
    "GPU": (TESTS, "of a shader (.comp): vega10 | vega20 | raven (by CONFIG): docs/kernels.md"),
    "NOOPT": (TESTS, "1: a shader is compiled without optimizations (0)"),
    "KIND": (("check",), "what to check: make help check (what the change asks for)"),
    "SINCE": ((), "of check without KIND: the commit that the change is told from (HEAD)"),
    "BLOCK": (
        (),
        'of mutation: folders of rtl/, as "lds flow", or blocks of UNIT: mutants are switched on at run time (all)',
    ),
    "HOURS": (("nightly",), "of a nightly run (8 where SEEDS is not given); of random programs of mutation (1)"),
    "KINDS": (
        ("nightly",),
        'of jobs of a nightly run, as "random vectors" (all; random alone with SEEDS, PROFILE, COUNT or INJECT)',
    ),
    "LAUNCHER": (
        ("nightly",),
        "what starts the workers of a nightly run: local | command ... | ssh HOST... | slurm ... | lsf ... (local)",
    ),
    "JOBS": (
        ("sim", "run", "waves", "cover", "random", "nightly", "test", "shrink"),
        "runs at the same time (one a core, of test one more); with LAUNCHER workers, with ssh on each host",
    ),
    "RUN": (
        ("nightly", "replay", "diff", "shrink"),
        "of nightly: its name and folder in runs/nightly (the date; goes on with an unfinished one); of replay, diff "
        "and shrink: the folder of a run, as runs/fork_join-1",
    ),
    "SHRINK": (
        ("nightly", "shrink"),
        "of nightly: seconds in which a failure of each cause is made small (300); 0: none is; of shrink: seconds for "
        "a .cl file (300)",
    ),
    "CLOCK": (("diff",), "the number of a cycle"),
    "FAST": (
        ("random", "nightly", "install"),
        "1: the tool for long runs, build/wavelock-fast; 0: build/wavelock (1 for what is installed and where it pays: "
        "docs/random.md)",
    ),
    "FRESH": (
        ("nightly",),
        "1: throw away what the folder of the nightly run holds; of KIND=causes, the nights of SEED",
    ),
    "OUT": (
        (*TESTS, "random", "nightly", "shrink"),
        "folder for results: each run of sim or waves gets a folder there; random/ and nightly/ lie there (runs)",
    ),
    "ALL": ((), "1: vector-unit runs all 2^32 inputs of rcp, rsq, sqrt, exp, log, sin and cos of f32 too (0)"),
    "RECORD": (
        (),
        "1: exhaustive and vector-unit write what is whole into docs/exhaustive.tsv, docs/vector-unit.tsv (0)",
    ),
    "ONLY": (
        ("test",),
        "of test and cycles: parts with a word that begins so, or all of a block of rtl/; for other kinds: parts "
        "whose name contains this; * and ? as of files",
    ),
    "LISTINGS": (("nightly",), "of sass-listings and nightly: a folder"),
    "CORPUS": (("nightly",), "of corpus and nightly: a folder of LLVM's .ll files"),
    "COVER": (
        ("random", "nightly"),
        "a file of coverage points that the programs shall hit: docs/coverage.md",
    ),
    "RANK": (("nightly",), "1 prints the shortest list of jobs found that reaches the night's coverage"),
    "PREFIX": (("install",), "an absolute path (/usr/local)"),
    "DESTDIR": (("install",), "a folder to put before PREFIX"),
    "BENCH": ((), "options of bench: --pairs N, --builds, --classes"),
}
# Every verb takes these.
OF_ALL = {
    "SETUP": "no: print the line that installs missing Debian packages, and never run it (as root it runs)",
    "V": "1: print the build commands",
}

# Variables that may come from the environment: where and how things run. tcsh exports GROUP, which is ignored there.
OF_ENVIRONMENT = {"DESTDIR", "JOBS", "OUT", "PREFIX", "SETUP", "V"}
# Variables that a script reads by itself.
READ_LATER = {"ONLY", "RECORD"}
ROWS = options.table()
TOOL = {row.variable: row for row in ROWS}
# {variable: option}. The tool gets the values as they were typed; a variable that is not set is not passed on.
OF_TOOL_ALONE = ("DEVICE", "SEED", "CHECK", "GDB")
OPTIONS = {row.variable: row.option for row in ROWS if row.form != "FLAG" and row.variable not in OF_TOOL_ALONE}
FLAGS = {row.variable: row.option for row in ROWS if row.form == "FLAG"}
OF_THE_UNIT = {"CHECK": TOOL["CHECK"].option}
# Values are checked here too, so that a message names the variable. The tool checks ranges.
NUMBERS = tuple(row.variable for row in ROWS if row.form == "NUMBER")
WORDS = {row.variable: row.words for row in ROWS if row.words and row.variable != "DEVICE"}
# An empty value of these variables counts as not set. The tool refuses an empty value of another one.
MAY_BE_EMPTY = {row.variable for row in ROWS if not row.standard and row.variable != "MAX_INSTRUCTIONS"}
# The form of EXPOSED_HAZARDS, and what a message expects.
STATES = (r"\w+=[0-9]+(,\w+=[0-9]+)*", "states of rows, as 5=6,vccz=0")
# The line that repeats a run has these variables and the unit's, and no file to write.
REPEATED = {"TEST", "SEED", *(row.variable for row in ROWS if row.place)}


def help_of(row):
    """The help of an option, as a variable."""
    if not row.argument:
        return f"1: {row.help}"
    if row.argument in ("N", "0|1"):
        return row.help
    return f"{row.argument.replace('|', ' | ')}: {row.help}"


def described():
    """{variable: its help}, in the order of make help."""
    of_options = {row.variable: OF_OPTIONS.get(row.variable, ((), None))[1] or help_of(row) for row in ROWS}
    return {
        **{name: text for name, (_, text) in BEFORE.items()},
        **of_options,
        **{name: text for name, (_, text) in AFTER.items()},
        **OF_ALL,
    }


def users():
    """{variable: the verbs and kinds that use it}. Every verb takes a variable without any."""
    of_options = {row.variable: OF_OPTIONS.get(row.variable, (TAKERS[row.takers],))[0] for row in ROWS}
    rows = ((name, verbs) for table in (BEFORE, AFTER) for name, (verbs, _) in table.items())
    found = {name: list(verbs) for name, verbs in (*rows, *of_options.items())}
    for kind, (_, _, _, names) in kinds.KINDS.items():
        for name in names.split():
            found[name].append(kind)
    return {**found, **dict.fromkeys(OF_ALL, ())}


USED_BY = users()


def says(name):
    """How a verb or a kind is called."""
    return f"check KIND={name}" if name in kinds.KINDS else name


def unknown_target(name):
    """The message about a name that is no verb."""
    from wl.door import verbs

    if name in kinds.KINDS:
        return f"make {name} is now make check KIND={name}"
    return near.unknown("target", name, (*verbs.VERBS, *kinds.KINDS), says)


# Why a verb or a kind has no UNIT.
NO_UNIT = {
    "list": "unit.json names the tests of a unit",
    **dict.fromkeys(("replay", "shrink", "diff"), "the folder of a run knows its unit"),
    "mutants": "its changes are of rtl/; KIND=mutation makes mutants of a unit",
    "coincidence": "its pairs are events of rtl/",
}


def no_unit(name):
    return NO_UNIT.get(name, "it is about what lies in this tree")


def judge(targets, names):
    """Refuses an unknown variable, and one that none of the verbs and kinds uses. A file of the build takes any."""
    for name in names:
        if units.instead(name, value(name)):
            raise Refused(units.instead(name, value(name)))
        if name not in USED_BY:
            raise Refused(near.unknown("variable", name, USED_BY))
    for name in names:
        takers = USED_BY[name]
        if targets and takers and not set(targets) & set(takers):
            several = [target for target in targets if target != "check" or not set(targets) & set(kinds.KINDS)]
            called = " ".join(map(says, several))
            why = f": {no_unit(several[0])}" if name == "UNIT" else ""
            if name == "SEED" and all(target in USED_BY["SEEDS"] for target in several):
                why = f": it has SEEDS={value(name)}..{value(name)}"
            raise Refused(f"{name} is for make {', '.join(map(says, takers))}; make {called} does not use it{why}")


def judge_environment(targets, names):
    """Refuses variables of the environment that one of them would use: nobody typed them for this run."""
    used = [
        name for name in sorted(names) if set(targets) & set(USED_BY[name]) and name not in ("GROUP", *OF_ENVIRONMENT)
    ]
    if used:
        import shlex

        found = " ".join(f"{name}={shlex.quote(os.environ.get(name, ''))}" for name in used)
        raise Refused(f"found in the environment: {found}; expected on the command line of make, or not at all")


def judge_values(names):
    """Refuses what the tool would refuse by the name of its option."""
    for name in names:
        text = value(name)
        if name not in VARIABLES or (not text and name in MAY_BE_EMPTY):
            continue
        if name == "EXPOSED_HAZARDS" and not re.fullmatch(STATES[0], text, re.ASCII):
            raise Refused(f'{name}: found "{text}", expected {STATES[1]}')
        if name in NUMBERS and not re.fullmatch("0[xX][0-9a-fA-F]+|[0-9]+", text):
            raise Refused(f'{name}: found "{text}", expected a number')
        if name in WORDS and text not in WORDS[name]:
            raise Refused(f'{name}: found "{text}", expected one of {", ".join(WORDS[name])}')


def given(table):
    """The options of a table of which the variable is set."""
    return [
        word
        for name, option in table.items()
        if name in VARIABLES and (value(name) or name not in MAY_BE_EMPTY)
        for word in (option, value(name))
    ]
