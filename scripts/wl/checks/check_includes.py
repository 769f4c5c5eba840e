# SPDX-License-Identifier: Apache-2.0
"""Architecture apart from policy and reports: what the files of tb/probe and tb/check may include, by folder.

The checker and its observers call a model by its table alone (wavelock/model_ops.h). No file of tb/check or tb/observe
names a function of a model, of a decoder or of LLVM, but for what is made for GFX9 (OF_GFX9). The checker names one
table, its default.

usage: check_includes.py [--test]     --test: shows that a forbidden include or name is found
"""
import os
import re
import subprocess
import sys

# (folder, prefixes of the headers that its files may include beside the C library's). The first folder that fits
# counts.
OWN = "{own}"  # the file's own header
ALLOWED = (
    ("tb/check/tests/", None),
    ("tb/probe/", ("probe/", "events.def", "wavelock/")),  # installed beside probe.h
    ("tb/check/arch/", ("check/arch/", "check/checker.h", "probe/", "wavelock/")),
    ("tb/check/policy/", ("check/arch/", OWN, "wavelock/")),
    ("tb/check/", None),
    ("tb/observe/", None),
)
# The model's interface of one policy: no file of these folders includes it.
OF_POLICY = "wavelock/control.h"
WITHOUT_POLICY = ("tb/probe/", "tb/check/arch/")
# Without a model of its own: no file names what these match.
OF_TABLE = ("tb/check/", "tb/observe/")
# What knows GFX9 and no other model.
OF_GFX9 = ("coverage", "points", "coincidence", "probe_check", "views/folder")
OF_MODEL = re.compile(
    r"\b(wl_model_(?!(?:ops|row|size|wait)\b)\w+|wl_decode\w*|wl_(format|op|isa|word)_(of|is|name)\w*|"
    r"WL_(OP|FMT|GFX\d)\w*|wl_gfx\d\w*|disassemble|LLVM\w*|llvm\w*)\b"
)
DEFAULT = ("tb/check/checker.c", "wl_gfx9_ops")
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)


def wrong(path, text):
    """The includes of a file that its folder does not allow."""
    allowed = next(names for folder, names in ALLOWED if path.startswith(folder))
    if allowed is None:
        return []
    own = os.path.splitext(path.removeprefix("tb/"))[0] + ".h"
    allowed = tuple(own if name == OWN else name for name in allowed)
    bad = (OF_POLICY,) if path.startswith(WITHOUT_POLICY) else ()
    return [name for name in INCLUDE.findall(text) if name in bad or not name.startswith(allowed)]


def code(text):
    """The text without comments and strings."""
    return re.sub(
        r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', "", re.sub(r"^#include.*", "", text, flags=re.M), flags=re.S
    )


def named(path, text):
    """The names of a model in a file that may know its table alone."""
    gfx9 = tuple("tb/observe/" + name for name in OF_GFX9)
    if not path.startswith(OF_TABLE) or path.startswith(gfx9) or "/tests/" in path:
        return []
    names = (match.group() for match in OF_MODEL.finditer(code(text)))
    return sorted({name for name in names if (path, name) != DEFAULT})


def test():
    cases = (
        ("tb/check/arch/cycle.c", "check/policy/arbiter.h", True),
        ("tb/check/arch/cycle.c", "check/internal.h", True),
        ("tb/check/arch/waves.c", "check/report/unmapped.h", True),
        ("tb/check/arch/arch.h", "observe/trace.h", True),
        ("tb/check/arch/waves.c", "wavelock/control.h", True),
        ("tb/check/arch/cycle.c", "check/arch/arch.h", False),
        ("tb/check/policy/control.c", "wavelock/control.h", False),
        ("tb/check/policy/arbiter.c", "check/policy/lds_timing.h", True),
        ("tb/check/policy/arbiter.c", "check/policy/arbiter.h", False),
        ("tb/probe/unit.c", "check/arch/arch.h", True),
        ("tb/probe/unit.c", "check/policy/arbiter.h", True),
        ("tb/check/deliver.c", "check/policy/arbiter.h", False),
    )
    names = (
        ("tb/check/arch/waves.c", "r = wl_model_issue(c->model, slot, tag, e);", True),
        ("tb/check/report/json.c", "wl_decode_words(words, isa, false, 96, 24, true, &d);", True),
        ("tb/check/policy/arbiter.c", "if (op == WL_OP_s_nop) return;", True),
        ("tb/check/report/text.c", "disassemble(isa, pc, words, text, sizeof text);", True),
        ("tb/check/arch/waves.c", "ops = &wl_gfx9_ops;", True),
        ("tb/check/checker.c", "ops = &wl_gfx9_ops;", False),
        ("tb/observe/trace.c", "wl_model_state_regs(m, slot, &now);", True),
        ("tb/observe/coverage.c", "disassemble(isa, 0, words, text, sizeof text);", False),
        ("tb/check/arch/waves.c", "r = c->ops.issue(c->model, slot, tag, e);  // wl_model_issue", False),
        ("tb/check/ops.h", "wl_model_ops ops_complete(const wl_model_ops *ops);", False),
        ("tb/check/tests/schedule.h", "wl_model_issue(m, 0, 0, &e);", False),
    )
    failed = [case for case in cases if bool(wrong(case[0], f'#include "{case[1]}"\n')) != case[2]]
    failed += [case for case in names if bool(named(case[0], case[1])) != case[2]]
    for case in failed:
        print("FAIL", *case)
    print(f"{len(cases)} includes, {len(names)} names, {len(failed)} wrong")
    return 1 if failed else 0


def main():
    if "--test" in sys.argv[1:]:
        return test()
    files = subprocess.check_output(["git", "ls-files", "tb/probe", "tb/check", "tb/observe"], text=True).split()
    found = []
    for path in files:
        if path.endswith((".c", ".h")) and os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                text = file.read()
            found += [f"{path}: includes {name}" for name in wrong(path, text)]
            found += [
                f"{path}: names {name}; the model is a table (wavelock/model_ops.h)" for name in named(path, text)
            ]
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
