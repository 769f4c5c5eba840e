# SPDX-License-Identifier: Apache-2.0
"""A compute unit is a set of named fragments: the files of rtl/configs, each of which sets parameters of rtl/cu_pkg.sv.

CONFIG="gfx906 rdna" names them in any order. Here such a unit is a tuple of their names, sorted, and it is built in
build/gfx906+rdna. The default unit has none. A unit in a folder of its own (UNIT) is the tuple of one word,
UNIT=PATH; it has no fragment.

Each unit that is built costs minutes of every make test. So it has two, and the nightly a third, CONTROL. Other units
are jobs of the nightly, of the kind `configs`. Runs on OTHER and CONTROL are short: compiling is what takes time, so
these have -O1.

DEFAULT  what make builds without CONFIG.
OTHER    all that one unit can have together: another instruction set, memory, second names, exposed hazards, another
         latency, and small sizes. The default unit has all that a vector needs more of.
CONTROL  control words. A unit with exposed hazards has none (D-CTRL-31), and most programs with control words are for
         the memory of GFX9. So this is a third unit. Its vector memory has the longest queue; OTHER has the shortest.
"""
import functools
import json
import os
import re
import shlex

from wl import ROOT, Error
from wl.runs import unit_folder


CONFIGS = os.path.join("rtl", "configs")
DEFAULT = ()
OTHER = ("exposed_hazards", "gfx906", "rdna", "small", "valu_delay2", "vcc_alias")
CONTROL = ("control_words", "deep", "valu_delay3", "vcc_alias")
OF_TEST = (OTHER, CONTROL)
VARIABLES = ("UNIT", "CONFIG")  # which unit is built
FOLDER = "UNIT="  # before the path of a unit in a folder of its own


class Refused(Error, ValueError):
    """There is no such unit; the text says why."""


# ---- fragments -------------------------------------------------------------------------------------


@functools.cache
def fragments():
    """Names of all fragments, in order."""
    folder = os.path.join(ROOT, CONFIGS)
    return tuple(sorted(name.removesuffix(".f") for name in os.listdir(folder) if name.endswith(".f")))


@functools.cache
def text_of(fragment):
    with open(os.path.join(ROOT, CONFIGS, fragment + ".f"), encoding="utf-8") as file:
        return file.read()


@functools.cache
def parameters(fragment):
    """{macro: value} of what a fragment sets; the value of a switch is empty."""
    return {macro: value for macro, _, value in re.findall(r"^\+define\+(\w+)(=(\w+))?$", text_of(fragment), re.M)}


@functools.cache
def excluded(fragment):
    """{fragment: reason} of those that this one is not to be with, beside those that set a parameter otherwise."""
    return dict(re.findall(r"^// Not with (\w+): (.*)\.$", text_of(fragment), re.M))


def of(config):
    """The unit of a text of CONFIG. Raises Refused."""
    for name in config.split():
        if name not in fragments():
            import difflib

            near = difflib.get_close_matches(name, fragments(), 1)
            also = f": did you mean {near[0]}?" if near else ""
            raise Refused(f'CONFIG: found "{name}", expected some of {" ".join(fragments())}{also}')
    unit = tuple(sorted(set(config.split())))
    for i, one in enumerate(unit):
        for other in unit[i + 1 :]:
            if other in excluded(one):
                raise Refused(f"CONFIG: {one} and {other}: {excluded(one)[other]}")
            for macro in parameters(one).keys() & parameters(other).keys():
                if parameters(one)[macro] != parameters(other)[macro]:
                    raise Refused(f"CONFIG: {one} and {other} both set {macro}: expected one of them")
    return unit


def has(unit, fragment):
    """Whether a unit is what a fragment says: whether the fragments of the unit set all its parameters so."""
    here = {item for name in unit if not own_folder(unit) for item in parameters(name).items()}
    return fragment in fragments() and parameters(fragment).items() <= here


# ---- units and folders -----------------------------------------------------------------------------


def own_folder(unit):
    """The folder of a unit that has its own; "" of one in rtl/."""
    return unit[0].removeprefix(FOLDER) if unit and unit[0].startswith(FOLDER) else ""


def of_variables(variables):
    """The unit that {variable: value} name. Raises Refused and unit_folder.Refused."""
    path = variables.get("UNIT")
    return (FOLDER + unit_folder.path_of(path),) if path else of(variables.get("CONFIG", ""))


def name(unit):
    """The folder of a unit below build/, as gfx906+rdna; "" of the default unit."""
    return unit_folder.name(own_folder(unit)) if own_folder(unit) else "+".join(unit)


def of_folder(folder):
    """The unit that is built in a folder, as build/gfx906+rdna; DEFAULT for build and for other folders."""
    own = unit_folder.built_in(folder)
    if own:
        return (FOLDER + own,)
    names = tuple(os.path.basename(os.path.normpath(folder)).split("+"))
    return names if set(names) <= set(fragments()) else DEFAULT


def path(unit, program="wavelock"):
    """A program of a unit."""
    return os.path.join("build", name(unit), program)


def defines(unit):
    """Its parameters as options of Verilator and of a compiler."""
    found = dict(item for name in unit for item in parameters(name).items())
    return [f"-D{macro}={value}" if value else f"-D{macro}" for macro, value in sorted(found.items())]


def words(unit):
    """The unit as make's variables."""
    return [*unit] if own_folder(unit) else [f"CONFIG={' '.join(unit)}"] if unit else []


def as_typed(unit):
    """The variables as a part of a line for a shell."""
    return unit[0] if own_folder(unit) else f"CONFIG={shlex.quote(' '.join(unit))}" if unit else ""


def with_control_words(delay=0):
    """The unit with control words whose vector ALU takes so many cycles longer. Raises Refused."""
    return of("control_words" + (f" valu_delay{delay}" if delay else ""))


def command(unit, *programs):
    """The command that builds these programs of the unit."""
    optimised = ["VERILATED_OPT=-O1"] if unit in OF_TEST else []
    return ["scripts/wavelock", "door.build", *words(unit), *optimised, *(path(unit, program) for program in programs)]


def build(unit, *programs):
    """Whether make builds them."""
    import subprocess

    return subprocess.run(command(unit, *programs), close_fds=False, check=False).returncode == 0


# ---- what a test needs -----------------------------------------------------------------------------

# {key of a description: {value: (fragment, whether the unit must have it or must not)}}
ASKS = {
    "isa": {"gfx906": ("gfx906", True), "gfx900": ("gfx906", False)},
    "memory_unit": {"rdna": ("rdna", True), "gfx9": ("rdna", False)},
    "vcc_alias": {True: ("vcc_alias", True), False: ("vcc_alias", False)},
    "sramecc": {True: ("sramecc", True), False: ("sramecc", False)},
}


@functools.cache
def needs(description):
    """{fragment: whether the unit must have it, or must not} of the test with this description, a path."""
    with open(description, encoding="utf-8") as file:
        test = json.load(file)
    found = dict(asked[test[key]] for key, asked in ASKS.items() if key in test)
    if any(launch.get("issue", "gfx9") != "gfx9" for launch in (test.get("launch", {}), *test.get("launches", ()))):
        found["control_words"] = True
    if "valu_delay" in test:
        found |= {name: False for name in fragments() if name.startswith("valu_delay")}
        found |= {f"valu_delay{test['valu_delay']}": True} if test["valu_delay"] else {}
    return found


def needed(description):
    """The least unit that has what the test needs."""
    return tuple(sorted(fragment for fragment, wanted in needs(description).items() if wanted))


def fits(description, unit):
    """Whether the unit is what the test needs, but for sizes."""
    return all(has(unit, fragment) == wanted for fragment, wanted in needs(description).items())


# ---- lines of before -------------------------------------------------------------------------------

# The variables of make that a fragment replaces, and of their values the fragment; None: what a unit without it is.
OLD = {
    "ISA": {"gfx906": "gfx906", "gfx900": None},
    "MEMORY": {"rdna": "rdna", "gfx9": None},
    "VCC_ALIAS": {"1": "vcc_alias", "0": None},
    "CONTROL_WORDS": {"1": "control_words", "0": None},
    "VALU_DELAY": {"0": None, **{n: f"valu_delay{n}" for n in "12345"}},
    "LDS_ENTRIES": {"1024": None, **{str(1 << n): f"lds{1 << n}" for n in range(1, 10)}},
    "EXPOSED_HAZARDS": {"1": "exposed_hazards", "0": None},
}


def instead(variable, text):
    """The message about such a variable; None for any other one. EXPOSED_HAZARDS has other values, as an option."""
    if variable not in OLD or (variable == "EXPOSED_HAZARDS" and text not in OLD[variable]):
        return None
    values = OLD[variable]
    if values.get(text):
        return f"{variable}={text} is now CONFIG={values[text]}"
    names = " or ".join(sorted({fragment for fragment in values.values() if fragment in fragments()}))
    return f"{variable}={text} is now CONFIG, with{'out' if text in values else ''} {names}"


def renewed(given):
    """The variables of a line that repeats a run, {name: text}, with CONFIG in place of the former variables. Raises
    Refused where that is no unit."""
    old = [name for name, text in given.items() if text in OLD.get(name, ())]
    names = given.get("CONFIG", "").split() + [OLD[name][given[name]] or "" for name in old]
    if "=" in given.get("EXPOSED_HAZARDS", "") and "UNIT" not in given:  # states of rows said what the unit is, too
        names.append("exposed_hazards")
    unit = of(" ".join(names))
    return {name: text for name, text in given.items() if name not in (*old, "CONFIG")} | (
        {"CONFIG": " ".join(unit)} if unit else {}
    )
