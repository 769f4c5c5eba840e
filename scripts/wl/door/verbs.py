# SPDX-License-Identifier: Apache-2.0
"""The verbs of the front door: what each builds and does. door/variables.py has the variables that they take.

name: (help, what is built, what it does), as the rows of door/kinds.py. What is built may be a function.
"""
import math
import os

from wl.door import kinds, near, unit
from wl.door.kinds import DIRECTED, script
from wl.door.values import Refused, value


def tested(*programs):
    """What is built for a run of a test: programs, and the tests of vectors/ where they are for the unit."""
    return " ".join((*programs, *(() if unit.has_own_isa() else (DIRECTED,))))


def of_sim():
    traced, bare = value("WAVES").startswith("auto"), value("CHECK") == "off"
    return tested(f"wavelock{'-trace' if traced else '-bare' if bare else ''}")


def of_debug():
    return tested(f"wavelock{'-model' if value('DEVICE') == 'model' else ''}")


def runs(verb):
    def call(_folder):
        from wl.door import sim

        return sim.Runs(verb).run()

    return call


def of_sim_module(name):
    def call(_folder):
        from wl.door import sim

        return getattr(sim, name)()

    return call


def of_stored(name):
    def call(_folder):
        from wl.door import stored

        return getattr(stored, name)()

    return call


def of_night(name):
    def call(folder):
        from wl.door import nights

        return getattr(nights, name)(folder)

    return call


def tool_of_random():
    from wl.door import nights

    return nights.tool_of_random()


def listed(folder):
    return script("door.tags", os.path.join(folder, "wavelock-model"))


def kind():
    """The row of KIND."""
    found = value("KIND") or kinds.OF_CHANGE
    if found not in kinds.KINDS:
        some = ", ".join(near.near(found, kinds.KINDS))
        raise Refused(f'KIND: found "{found}", near names: {some}; make help check has all')
    return kinds.KINDS[found]


def of_check():
    needs = kind()[1]
    return needs() if callable(needs) else needs


def check(folder):
    return kind()[2](folder)


def installed():
    from wl.door import fast

    return fast.tool(math.inf)


def install(folder):
    return ["scripts/install", folder, installed()]


def clean(folder):
    return ["rm", "-rf", folder, *([] if value("UNIT") else ["runs"])]


def helped(_folder):
    from wl.door import help as helping

    return helping.show()


# These build the model for this host alone, where they have to build (build.levels_at_desk), unless a verb above or the
# user says otherwise.
AT_DESK = ("list", "sim", "run", "waves", "debug", "replay", "shrink", "diff")

VERBS = {
    "help": ("this list; make help VERB or KIND: what it takes", "", helped),
    "list": (
        "the tests of vectors/, and those written from tables, with their tags",
        f"wavelock-model {DIRECTED}",
        listed,
    ),
    "sim": ("run TEST on RTL and model in lockstep", of_sim, runs("sim")),
    "run": ("run TEST on the model alone", lambda: tested("wavelock-model"), runs("run")),
    "random": (
        "random programs in lockstep; failures stay in runs/random",
        lambda: f"wavelock {tool_of_random()} wavelock-random",
        of_night("random"),
    ),
    "check": ("what the change asks for; with KIND that check alone: make help check has the kinds", of_check, check),
    "test": (
        "everything that must pass: lint, unit tests, sanitizers, lockstep, faults",
        "",
        lambda _: script("door.test"),
    ),
    "waves": (
        "run TEST in lockstep and leave a waveform, opened where there is a display",
        lambda: tested("wavelock-trace"),
        runs("waves"),
    ),
    "debug": (
        "stop in a run of TEST at a prompt, or serve GDB; steps forward and back: docs/debug.md",
        of_debug,
        of_sim_module("debug"),
    ),
    "replay": ("run the stored run RUN again and say whether it ends the same", "", of_stored("replay")),
    "shrink": ("make the program of the failed run RUN small: docs/shrink.md", "", of_stored("make_small")),
    "diff": (
        "both states of the stored run RUN at the beginning of cycle CLOCK, side by side: docs/replay.md",
        "",
        of_stored("diff"),
    ),
    "cover": (
        "run TEST in lockstep and print what it covers and its holes: docs/coverage.md",
        lambda: "wavelock" if unit.has_own_isa() else f"wavelock points.tsv {DIRECTED}",
        of_sim_module("cover"),
    ),
    "nightly": (
        "a night of jobs for HOURS, goes on after a kill, also on other machines: docs/nightly.md",
        "wavelock wavelock-random points.tsv",
        of_night("nightly"),
    ),
    "tools": ("build everything", "everything", lambda _: 0),
    "install": (
        "copy the command, the libraries of model, device API, checker and bench, the OpenCL driver, headers to PREFIX",
        lambda: f"{installed()} libwavelock.a libwavelock-device.a libwavelock-check.a libwavelock-check.so "
        "libwavelock-bench.so libwavelock-opencl.so",
        install,
    ),
    "clean": ("remove build/ and runs/; with UNIT what is built of it alone", "", clean),
}
# make help has these lines, each before a verb.
HEADINGS = {"help": "every day", "waves": "looking closer", "nightly": "long campaigns", "tools": "the build"}
NAMES = ("tools", "everything")  # of mk/build.mk that are no files


def needed(verb, folder):
    """The targets of a verb."""
    needs = VERBS[verb][1]
    words = (needs() if callable(needs) else needs).split()
    return [word if "/" in word or word in NAMES else os.path.join(folder, word) for word in words]
