# SPDX-License-Identifier: Apache-2.0
"""Directed vectors: test programs made from the tables of what each integer and each float opcode means.

usage: directed_vectors.py --write [DIR]             write the tests (build/vectors)
       directed_vectors.py --list [DIR]              opcode -> its tests. Fails when an opcode of the unit has none.
                                                     DIR: those that --write left there.
       directed_vectors.py --illegal TOOL DEVICE [--unit UNIT]
                                                     run every case that must be an illegal instruction. UNIT: gfx900
                                                     (default), gfx906; gfx9 or rdna: what depends on the memory;
                                                     alias: second names of VCC

The meaning of an opcode is one row of scripts/wl/reading/table.py or float_table.py, in exact numbers. It is read from
the specification and from nothing of the model or the RTL. numerics.md 11.1 and D-ILL-6 name what the unit has. The
modules of scripts/wl/vectors/directed/ choose cases, fetch operands, cut results and compute carries.
`make sim TEST=directed_...` finds the tests in build/vectors.
"""
import argparse
import json
import os
import pathlib
import random
import sys
import tempfile

from wl.reading import words
from wl.reading.table import scalar_rows, vector_rows
from wl.runs import descriptions
from wl.vectors.directed import atomics, buffer, control, direct, divide, exports, far_ties, flat, float_division
from wl.vectors.directed import float_edges, float_flags, float_rules, float_vectors, formats, image_access
from wl.vectors.directed import image_levels, image_rules, image_sampling, int_limits, lanes, rdna
from wl.vectors.directed import readings, refuse, scalar, scalar_memory, segments, share, sramecc, status, transfers
from wl.vectors.directed.program import Program
from wl.vectors.directed.vector import POOL_SGPR, Chooser


# ---- operands --------------------------------------------------------------------------------------
E32 = [
    0,
    1,
    0xFFFFFFFF,
    0x7FFFFFFF,
    0x80000000,
    0x80000001,
    0x7FFF,
    0x8000,
    0xFFFF,
    0x10000,
    0x7F,
    0x80,
    0xFF,
    31,
    32,
    33,
    63,
    64,
    0x55555555,
    0xDEADBEEF,
    0x00800000,
    0x007FFFFF,
]
E16 = [
    0,
    1,
    0xFFFF,
    0x7FFF,
    0x8000,
    0x8001,
    0x7FFE,
    0xFFFE,
    15,
    16,
    17,
    31,
    32,
    0x7F,
    0x80,
    0xFF,
    0x100,
    0x5555,
    0xAAAA,
    0xBEEF,
    2,
    0x4000,
]
E64 = [
    0,
    1,
    2**64 - 1,
    2**63 - 1,
    2**63,
    2**63 + 1,
    2**32 - 1,
    2**32,
    2**31,
    2**31 - 1,
    63,
    64,
    0xFFFFFFFF80000000,
    0x5555555555555555,
    0xDEADBEEF01234567,
    0x8000000080000000,
]
BYTES = [0x00FF7F80, 0x01020304, 0xFF00FF00, 0x80808080, 0x0C0D0706, 0x090A0B08]


def crossed(edges, rows):
    """Two lists of rows such that element i of both is pair i of the cross product (then random pairs)."""
    n, r = len(edges), random.Random(rows)
    pairs = [(edges[i // n], edges[i % n]) for i in range(n * n)][: rows * 64]
    pairs += [(r.choice(edges), r.choice(edges)) for _ in range(rows * 64 - len(pairs))]
    return [[p[k] for p in pairs[i * 64 : i * 64 + 64]] for k in (0, 1) for i in range(rows)]


def operand_rows(pool):
    """v8..v43: 8 rows of A, 8 of B, 8 (12 for tuples) of C, 4 of old destination contents from v40."""
    r = random.Random(pool)
    if pool == "64":
        halves = [[v >> s & 0xFFFFFFFF for v in row] for row in crossed(E64, 4) for s in (0, 32)]
    elif pool == "bytes":
        halves = crossed(BYTES + E32[:4] + [r.getrandbits(32) for _ in range(12)], 8)
    elif pool == "16":
        low, high = crossed(E16, 8), crossed(E16[::-1], 8)
        halves = [[a | b << 16 for a, b in zip(x, y)] for x, y in zip(low, high[8:] + high[:8])]
    else:
        halves = crossed(E32, 8)
    thirds = E32 + BYTES + [v | w << 16 for v, w in zip(E16, E16[3:])]
    rows = halves + [[r.choice(thirds) for _ in range(64)] for _ in range(16)]
    return rows + [[r.getrandbits(32) for _ in range(64)] for _ in range(4)]


def vector_program(name, about, pool):
    p = Program(name, about, operand_rows(pool))
    values = E32 + BYTES + [0x3F800000, 0xC3C3C3C3, 0x7FFF8000, 0xFF800000]
    for i, v in enumerate(values[:32]):
        p.set_s(POOL_SGPR + i, v)
    p.set_s(14, 0x0FF0_C3A5)
    p.set_s(15, 0x8000_0001)
    p.set_m0(0x80017FFF)
    p.set_vcc(0xC33C_A55A_0F0F_8001)
    return p


def pool_of(row):
    widths = {s[1:] for s in row.sources} | {row.result[1:] if row.result else ""}
    return "64" if widths & {"64", "128"} else "16" if "16" in widths else "32"


FORMS = {  # suffix of the test -> what it is about, forms, cases of a chooser
    "": ("VOP1, VOP2 and VOPC without and with a literal", ("VOP1", "VOP2", "VOPC"), Chooser.encoded32),
    "vop3": ("VOP3: scalars anywhere, clamp, op_sel, SGPR masks", ("VOP3",), Chooser.encoded64),
    "sdwa": ("SDWA: selects, sign extension, unused bits, scalars", ("VOP1", "VOP2", "VOPC"), Chooser.sub_dword),
    "dpp": ("DPP: controls, masks, bound_ctrl, holes in EXEC", ("VOP1", "VOP2", "VOPC"), Chooser.cross_lane),
}


def vector_programs():
    programs, rows = {}, vector_rows()
    for suffix, (about, forms, cases) in FORMS.items():
        for row in rows:
            pool = pool_of(row)
            if row.packed or (suffix in ("sdwa", "dpp") and pool == "64"):
                continue
            for form in forms:
                if (form, row.name) not in words.NUMBER:
                    continue
                kind = "cmp" if row.compare else "valu"
                name = "_".join(filter(None, ("directed", row.isa, kind, suffix, pool)))
                if name not in programs:
                    programs[name] = vector_program(
                        name, f"integer {kind} opcodes, {pool} bits, edge operands; {about}", pool
                    )
                    programs[name].isa = row.isa
                for case in cases(Chooser(row, pool == "64"), form):
                    case.emit(programs[name])
    programs["directed_packed"] = vector_program(
        "directed_packed", "packed 16-bit integers: op_sel, op_sel_hi, clamp, scalars", "16"
    )
    dots = "dot products of integers: op_sel, op_sel_hi, neg, clamp, scalars; elements of "
    for pool, name in (("16", "directed_gfx906_dot"), ("bytes", "directed_gfx906_dot_bytes")):
        programs[name] = vector_program(name, dots + ("16 bits" if pool == "16" else "4 and 8 bits"), pool)
        programs[name].isa = "gfx906"
    for row in rows:
        if row.packed:
            name = "directed_gfx906_dot" if row.dot else "directed_packed"
            name += "_bytes" if row.dot and row.dot[1:] != "16" else ""
            for case in Chooser(row, False).packed():
                case.emit(programs[name])
    return list(programs.values())


def programs():
    return (
        vector_programs()
        + scalar.programs(scalar_rows(), E32, E64)
        + lanes.programs(vector_program)
        + direct.programs(vector_program)
        + control.programs()
        + divide.programs()
        + float_vectors.programs()
        + float_division.programs()
        + float_edges.programs()
        + float_flags.programs()
        + float_rules.programs()
        + far_ties.programs()
        + int_limits.programs()
        + segments.programs()
        + share.programs(vector_program)
        + buffer.programs()
        + formats.programs()
        + image_access.programs()
        + image_levels.programs()
        + image_rules.programs()
        + image_sampling.programs()
        + status.programs()
        + transfers.programs()
        + atomics.programs()
        + scalar_memory.programs()
        + flat.programs()
        + sramecc.programs()
        + exports.programs()
        + rdna.programs()
        + readings.programs()
    )


COVERED = ".covered"  # what --list says


# ---- commands --------------------------------------------------------------------------------------
def write(folder):
    """Every file is there, old or new, at any time: what another process runs meanwhile finds it whole."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=folder.name, dir=folder.parent) as fresh:
        fresh = pathlib.Path(fresh)
        made = programs()
        for p in made:
            p.write(fresh)
        covered = [[*key, tests] for key, tests in coverage(made).items()]
        (fresh / COVERED).write_text(json.dumps(covered), encoding="utf-8")
        refuse.write(fresh)
        share.write(fresh)
        names = {path.relative_to(fresh) for path in fresh.rglob("*") if path.is_file()}
        for name in names:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            os.replace(fresh / name, folder / name)
    mine = (path for path in folder.rglob("*") if descriptions.directed(str(path.relative_to(folder))))
    for path in sorted(mine, reverse=True):
        if path.is_file() and path.relative_to(folder) not in names and path.parent != folder:
            path.unlink()
        elif path.is_dir() and not any(path.iterdir()):
            path.rmdir()


def coverage(made):
    """(format, opcode) of the integer table -> {test: cases}."""
    found = {key: {"directed_illegal": 1} for key in refuse.OPCODES}
    for p in made:
        for key, cases in p.covered.items():
            found.setdefault(key, {})[p.name] = len(cases)
    return found


def show(folder):
    if folder:
        covered = json.loads((pathlib.Path(folder) / COVERED).read_text(encoding="utf-8"))
        found = {(form, name): tests for form, name, tests in covered}
    else:
        found = coverage(programs())
    missing = []
    for key in sorted(words.NUMBER, key=lambda k: (k[0], words.NUMBER[k])):
        if key in found:
            print(
                f"{key[0]:6} {words.NUMBER[key]:4} {key[1]:24} " + ", ".join(f"{t} {n}" for t, n in found[key].items())
            )
        elif control.required(key):
            missing.append(
                f"{key[0]:6} {words.NUMBER[key]:4} {key[1]:24} none: it needs a row of scripts/wl/reading/table.py"
            )
    print("\n".join(missing + [f"{len(found)} opcodes with vectors, {len(missing)} without"]))
    return 1 if missing else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", nargs="?", const="build/vectors", metavar="DIR")
    parser.add_argument("--list", nargs="?", const="", metavar="DIR")
    parser.add_argument("--illegal", nargs=2, metavar=("TOOL", "DEVICE"))
    parser.add_argument("--unit", choices=refuse.FOLDERS, default="gfx900")
    args = parser.parse_args()
    if args.write:
        write(pathlib.Path(args.write))
    if args.list is not None:
        return show(args.list)
    if args.illegal:
        return refuse.run(*args.illegal, args.unit)
    return 0


if __name__ == "__main__":
    sys.exit(main())
