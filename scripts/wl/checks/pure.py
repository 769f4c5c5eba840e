# SPDX-License-Identifier: Apache-2.0
"""Checks that the model has no float instruction of the host but in the fast levels of its vector arithmetic.

The fast levels are the objects x.LEVEL.o of VECTOR_SRCS in refmodel/rules.mk, for each level but `pure`. The objects
lie in build/obj (make build/libwavelock.a). An instruction that only moves bits does not count: vector registers hold
integers too.

usage: pure.py [OBJECT...]

Prints each finding. Exit code 1 if there are any.
"""
import os
import re
import subprocess
import sys

from wl import ROOT
from wl.tree import sources


MODEL = "refmodel"
# x86-64: SSE and AVX by their suffix, conversions, fused operations, and x87, whose names begin with f. aarch64: names
# that begin with f, and conversions.
FLOAT = re.compile(
    r"v?(add|sub|mul|div|sqrt|rsqrt|rcp|min|max|cmp\w*|addsub|hadd|hsub|dp|round|rndscale|range|scalef|getexp|getmant"
    r"|fixupimm|reduce|fpclass|rsqrt14|rcp14)[sp][sdh]|v?u?comis[sdh]|v?cvt\w+|vf(n?m)\w+|f[a-z]\w*|[su]cvtf"
)
OUTSIDE = ("tests",)  # folders that are no part of the model
FAST = re.compile(r"/vector_\w+\.(?!pure\.)\w+\.o$")


def mnemonics(listing):
    """(function, mnemonic) of each instruction that objdump prints."""
    function = ""
    for line in listing.splitlines():
        label = re.match(r"[0-9a-f]+ <(.*)>:$", line)
        if label:
            function = label.group(1)
            continue
        instruction = re.match(r"\s+[0-9a-f]+:\t(?:(?:lock|rep\w*|data16|notrack|bnd) )*([\w.]+)", line)
        if instruction:
            yield function, instruction.group(1)


def findings(path, listing):
    for function, mnemonic in sorted(set(mnemonics(listing))):
        if FLOAT.fullmatch(mnemonic):
            yield f"{path}: {function} has {mnemonic}"


def listing_of(path):
    return subprocess.check_output(["objdump", "-d", "--no-show-raw-insn", path], text=True)


def main():
    os.chdir(ROOT)
    paths = sys.argv[1:] or sorted(
        path
        for path in sources.objects(f"{MODEL}/*/*.o")
        if not FAST.search(path) and os.path.basename(os.path.dirname(path)) not in OUTSIDE
    )
    found = [line for path in paths for line in findings(path, listing_of(path))]
    pure = [path for path in paths if path.endswith(".pure.o")]
    if not sys.argv[1:]:
        if not pure:
            found.append("no object of the pure level: make build/libwavelock.a")
        fast = [path for path in sources.objects(f"{MODEL}/execute/*.o") if FAST.search(path)]
        if not any(True for path in fast for _ in findings(path, listing_of(path))):
            found.append("no float instruction is found in the fast levels either: this check does not see them")
    print("\n".join(found + [f"pure: {len(paths)} objects, {len(pure)} of the pure level, {len(found)} findings"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
