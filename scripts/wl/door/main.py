# SPDX-License-Identifier: Apache-2.0
"""The front door: judges what was typed, builds what the verb needs, and does it.

make hands on what was typed as one text, WAVELOCK_TYPED, and all its goals, WAVELOCK_GOALS. By hand it is in the words:
scripts/wavelock VERB VARIABLE=value... does the same as make, and has the exit code of the verdict (docs/verdicts.md).
make has 2 for every failure.
"""
import json
import os
import re
import signal
import sys

from wl import ROOT, Error
from wl.door import build, kinds, near, unit, variables, verbs
from wl.door.values import VARIABLES, Refused, value

ERROR = 6  # docs/verdicts.md
USAGE = "usage: scripts/wavelock VERB [VARIABLE=value ...]    (scripts/wavelock help)"
OF_CASES = ("sim", "run", "waves")  # several runs leave a junit.xml


def of_make(text):
    """(variable, value) of what was typed, as make writes it: a backslash before blanks and itself, '$' twice."""
    for word in re.findall(r"(?:\\.|[^\s\\])+", text, re.S):
        name, _, typed = re.sub(r"\\(.)", r"\1", word, flags=re.S).replace("$$", "$").partition("=")
        yield name.rstrip(":+?!"), typed


def take(words):
    """Typed variables go into VARIABLES, and variables of the environment that may come from there."""
    typed = dict(of_make(os.environ.pop("WAVELOCK_TYPED", "")))
    typed.update(word.split("=", 1) for word in words)
    rules = {name: typed.pop(name) for name in build.RULES if name in typed}
    if rules:
        known = json.loads(os.environ.get("WAVELOCK_RULES", "[]"))
        os.environ["WAVELOCK_RULES"] = json.dumps([*known, *(f"{name}={text}" for name, text in rules.items())])
        os.environ.update(rules)
    VARIABLES.update({name: os.environ[name] for name in variables.OF_ENVIRONMENT if name in os.environ})
    VARIABLES.update(typed)
    strays = [name for name in variables.USED_BY if name in os.environ and name not in typed]
    return typed, [name for name in strays if name not in variables.OF_ENVIRONMENT]


def pass_on():
    """Programs that run below get the variables of where and how things run, and no others that were typed."""
    for name in variables.USED_BY:
        if name in VARIABLES and name in (*variables.OF_ENVIRONMENT, *variables.READ_LATER):
            os.environ[name] = VARIABLES[name]
        elif name not in variables.OF_ENVIRONMENT:
            os.environ.pop(name, None)


def judge(verb, typed, strays):
    goals = os.environ.get("WAVELOCK_GOALS", "").split() or [verb]
    asked = [goal for goal in goals if goal in verbs.VERBS]
    if "check" in asked and (value("KIND") or kinds.OF_CHANGE) in kinds.KINDS:
        asked.append(value("KIND") or kinds.OF_CHANGE)
    if "check" in asked and value("KIND") in near.RENAMED_KINDS:
        raise Refused(f"KIND={value('KIND')} is now {near.RENAMED_KINDS[value('KIND')]}")
    variables.judge(asked, typed)
    variables.judge_environment(asked, strays)


def do(verb):
    """Builds for a verb and does it, or makes a file of the build: the exit code."""
    if verb not in (*verbs.VERBS, "") and not verb.startswith("build/"):
        raise Refused(variables.unknown_target(verb))
    is_file = verb not in verbs.VERBS
    of_unit = unit.of_call()
    unit.judge(verb)
    folder = build.folder_of(of_unit)
    targets = [verb] if is_file else verbs.needed(verb, folder)
    pass_on()
    if "LEVELS" not in os.environ:
        at_desk = targets and verb in verbs.AT_DESK
        os.environ["LEVELS"] = build.levels_at_desk(folder, targets, of_unit) if at_desk else "all"
    if targets:
        build.build(folder, targets, of_unit)
    if is_file:
        return 0
    if build.flag("n"):  # the build was shown
        words = verbs.VERBS[verb][2](folder) if verb == "clean" else [verb]
        print(" ".join(words))
        return 0
    done = verbs.VERBS[verb][2](folder)
    if isinstance(done, int):
        return done
    sys.stdout.flush()
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # which Python ignores
    os.execvp(done[0], done)
    return ERROR


def main():
    words = sys.argv[1:]
    if not words or not all(re.match(r"\w+=", word) for word in words[1:]) and words[0] != "help":
        print(USAGE, file=sys.stderr)
        return ERROR
    os.chdir(ROOT)
    verb = words[0]
    if verb == "help" and len(words) > 1:
        os.environ["WAVELOCK_GOALS"] = " ".join(words)
        words = words[:1]
    try:
        typed, strays = take(words[1:])
        judge(verb, typed, strays)
        os.environ.pop("WAVELOCK_GOALS", None) if verb != "help" else None
        return do(verb)
    except Error:
        if verb in OF_CASES:
            from wl.runs import runner

            runner.forget(os.path.join(value("OUT") or "runs", "junit.xml"))
        raise
