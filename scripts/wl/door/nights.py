# SPDX-License-Identifier: Apache-2.0
"""make random and nightly."""
import collections
import os
import re

from wl.door import build, fast
from wl.door.kinds import script
from wl.door.sim import outputs
from wl.door.values import VARIABLES, Refused, first_and_how_many, flag, folder_of, hours, number, parallel, value
from wl.door.variables import OF_THE_UNIT, OPTIONS, given, judge_values
from wl.runs import descriptions, programs, unit_folder, units

HOURS = 8.0  # of a night that is given neither HOURS nor SEEDS
PROGRAMS, COUNT = 20, 1000  # of make random, and instructions of each


def of_own_folder(folder):
    """The profiles that a unit in a folder of its own names, or its table. The generator gets to know what the unit
    lacks, or that table."""
    if not value("UNIT"):
        return []
    if value("COVER"):
        raise Refused(f"COVER: its points are of the unit in rtl/, found UNIT={value('UNIT')}")
    unit_folder.write_limits(value("UNIT"), os.path.join(folder, "wavelock"))
    return unit_folder.profiles(value("UNIT")) or []


def tool_of_random():
    """The name of the tool that runs the programs of make random."""
    return fast.tool(first_and_how_many(PROGRAMS)[1] * number("COUNT", COUNT) / fast.RATE)


def random(folder):
    if value("CHECK") == "off":
        raise Refused("CHECK=off: random programs have no expectations but the model's")
    judge_values(("PURE", "EXPOSED_HAZARDS", *OF_THE_UNIT))
    first, many = first_and_how_many(PROGRAMS)
    first = first or 1
    profile = (of_own_folder(folder) or ["default"])[0]
    return script(
        "campaigns.random_programs",
        str(first),
        str(first + many - 1),
        "--profile",
        value("PROFILE") or profile,
        "--count",
        str(number("COUNT", COUNT)),
        "--jobs",
        str(parallel()),
        "--tool",
        os.path.join(folder, tool_of_random()),
        "--runs",
        outputs()[0],
        *(["--cover", value("COVER")] if value("COVER") else []),
        "--",
        *given({name: OPTIONS[name] for name in ("INJECT", "PURE", "EXPOSED_HAZARDS")} | OF_THE_UNIT),
    )


def seconds_by_unit(names, kinds, seeds):
    """{unit: seconds of processor time, about, that these kinds of jobs run its tool}. kinds: the module."""
    found = collections.Counter()
    if seeds is not None:  # the night ends with its jobs; random programs are its long ones
        profiles = value("PROFILE").split(",") if value("PROFILE") else programs.profiles()
        instructions = number("COUNT", sum(kinds.COUNTS) // len(kinds.COUNTS)) * seeds * len(profiles)
        return {units.DEFAULT: instructions / fast.RATE} if kinds.Random.name in names else {}
    several = [kinds.KINDS[name] for name in names]
    whole = sum(kind.share for kind in several)
    for kind in several:
        tools = [name for name in kind.tools if os.path.basename(name) == programs.NAME]
        for name in tools if not getattr(kind, "traced", False) else ():
            of_unit = kind.share / whole / len(tools)
            found[units.of_folder(os.path.dirname(name))] += of_unit * float(hours() or HOURS) * 3600 * parallel()
    return found


def build_for(names, kinds, seeds):
    """Builds what the kinds of jobs need, unit by unit: the tools of which the night has those for long runs. Such a
    night has the tool that counts, too, which says what module is likely wrong."""
    seconds, of_long_runs = seconds_by_unit(names, kinds, seeds), []
    for unit, needed in kinds.targets(names).items():
        variables = {"CONFIG": " ".join(unit)}
        targets = [units.path(unit, name) for name in needed]
        if programs.NAME in needed and fast.pays(seconds.get(unit, 0.0)):
            targets.append(units.path(unit, programs.NAME + programs.FAST))
            targets += [units.path(unit, programs.COUNTED)] * (unit == units.DEFAULT)
            of_long_runs.append(os.path.join(units.name(unit), programs.NAME))
        build.build(build.folder_of(variables), targets, variables)
    return of_long_runs


def of_another_unit(folder, names, kinds, runs):
    """Builds for these kinds of jobs of a unit in a folder of its own: the options of the night. What failed in nights
    of another unit is no concern of this one: it has a folder of nights."""
    unit = value("UNIT")
    needed = [name for several in kinds.targets(names).values() for name in several]
    long_runs = programs.NAME in needed and fast.pays(0)
    needed += [programs.NAME + programs.FAST] * long_runs
    build.build(folder, [os.path.join("build" if "/" in name else folder, name) for name in needed], {"UNIT": unit})
    profiles = of_own_folder(folder) if kinds.Random.name in names else []
    tests = descriptions.of_own_folder(unit)
    if kinds.Vectors.name in names and not tests:
        raise Refused(f"KINDS: {kinds.Vectors.name}: {unit}/{unit_folder.ABOUT} names no tests (docs/your-unit.md)")
    return {
        "--tools": folder,
        "--runs": os.path.join(runs, unit_folder.name(unit)),
        "--profile": value("PROFILE") or ",".join(profiles),
        "--tests": " ".join(tests),
        "--fast": programs.NAME * long_runs,
    }


def nightly(folder):
    from wl.night import kinds, launchers

    name = value("RUN")
    if value("SHRINK") and not re.fullmatch(r"[0-9]+", value("SHRINK")):
        raise Refused(f'SHRINK: found "{value("SHRINK")}", expected seconds, as 300, or 0')
    if name and not re.fullmatch(r"\w[\w.-]*", name):
        raise Refused(f"""RUN: found "{name}", expected a name of letters, digits, '-', '_' and '.'""")
    first, many = first_and_how_many(None)
    for name_of_folder in ("LISTINGS", "CORPUS"):
        if value(name_of_folder):
            folder_of(name_of_folder)
    if kinds.Corpus.name in value("KINDS").split() and not value("CORPUS"):
        raise Refused("KINDS=corpus: of which folder? CORPUS=llvm/test/CodeGen/AMDGPU (docs/kernels.md)")
    # A variable of random programs alone asks for them alone.
    of_random = any(value(name) for name in ("SEEDS", "PROFILE", "COUNT", "INJECT"))
    every = kinds.OF_ANY_UNIT if value("UNIT") else kinds.KINDS
    chosen = value("KINDS") or (kinds.Random.name if of_random else " ".join(every))
    if "KINDS" in VARIABLES and not value("KINDS").strip():  # make takes blanks away
        chosen = ""
    for kind in chosen.split() or [chosen]:
        if kind not in kinds.KINDS:
            raise Refused(f'KINDS: found "{kind}", expected some of {" ".join(kinds.KINDS)}')
        if kind not in every:
            raise Refused(f"KINDS: {kind} is for parts of the unit in rtl/; with UNIT: {' '.join(every)}")
    flags = [option for name, option in (("FRESH", "--fresh"), ("RANK", "--rank")) if flag(name)]
    runs = outputs()[0]
    launchers.launcher(value("LAUNCHER"), runs, 1)  # refuses it before anything is built
    asked = {
        "--name": name,
        "--kinds": chosen,
        "--launcher": value("LAUNCHER"),
        "--listings": value("LISTINGS"),
        "--corpus": value("CORPUS"),
        "--shrink": value("SHRINK"),
        "--cover": value("COVER"),
        "--hours": hours(),
        "--jobs": parallel(),
        "--seeds": many,
        "--first": first,
        "--profile": value("PROFILE"),
        "--count": number("COUNT", 1) if value("COUNT") else None,
        "--inject": value("INJECT"),
        "--runs": runs,
    }
    if value("UNIT"):
        asked |= of_another_unit(folder, chosen.split(), kinds, runs)
    else:
        asked["--fast"] = " ".join(build_for(chosen.split(), kinds, many))
    return script(
        "night.nightly",
        *flags,
        *(f"{option}={text}" for option, text in asked.items() if text),
    )
