# SPDX-License-Identifier: Apache-2.0
"""The test.json of the data-share kernels whose inputs and results are listed, from what each computes.
"""
import json
import os
import random
import textwrap

from wl import ROOT


VECTORS = os.path.join(ROOT, "vectors")


def text(value, indent=0):
    """JSON in the layout of the vectors folder: lists of numbers are filled, short objects stay on a line."""
    flat = json.dumps(value)
    if len(flat) + indent <= 118 and not (indent == 0 and isinstance(value, dict)):
        return flat
    pad = " " * (indent + 2)
    if isinstance(value, dict):
        inner = ",\n".join(f"{pad}{json.dumps(k)}: {text(v, indent + 2)}" for k, v in value.items())
        return "{\n" + inner + "\n" + " " * indent + "}"
    if isinstance(value, str):
        return flat
    if value and isinstance(value[0], (int, str)):
        numbers = ", ".join(json.dumps(v) for v in value)
        body = textwrap.fill(numbers, 118, initial_indent=pad, subsequent_indent=pad)
    else:
        body = ",\n".join(pad + text(v, indent + 2) for v in value)
    return "[\n" + body + "\n" + " " * indent + "]"


def buffer(name, values):
    """An argument: a buffer with these contents."""
    return {"buffer": name, "type": "u32", "count": len(values), "init": {"values": values}}


def transpose(name, about):
    n = 32
    result = [x * n + y for y in range(n) for x in range(n)]
    return {
        "about": about,
        "program": f"{name}.cl",
        "kernel": "transpose",
        "launch": {"grid": [n, n], "group": [16, 16]},
        "args": [
            {"buffer": "in", "type": "u32", "count": n * n, "init": "iota"},
            {"buffer": "out", "type": "u32", "count": n * n},
            {"scalar": "n", "type": "u32", "value": n},
        ],
        "expect": {"buffers": [{"buffer": "out", "values": result}]},
    }


def radix_sort():
    source = random.Random(4)
    # Equal keys among them: the places show that the sort is stable.
    pool = [source.getrandbits(32) for _ in range(150)] + [0, 0xFFFFFFFF, 0x80000000]
    keys = [source.choice(pool) for _ in range(256)]
    places = sorted(range(256), key=lambda i: keys[i])
    return {
        "about": "stable radix sort of one group of four waves: or and increment in LDS, a scan over the counts",
        "program": "radix_sort.cl",
        "kernel": "radix_sort",
        "launch": {"grid": [256], "group": [256]},
        "args": [buffer("keys", keys), {"buffer": "places", "type": "u32", "count": 256}],
        "expect": {
            "buffers": [{"buffer": "keys", "values": [keys[i] for i in places]}, {"buffer": "places", "values": places}]
        },
    }


def bitonic1024():
    source = random.Random(5)
    keys = [source.getrandbits(32) for _ in range(1024)]
    return {
        "about": "bitonic sort of 1024 keys in LDS, one group of 16 waves",
        "program": "bitonic1024.cl",
        "kernel": "bitonic1024",
        "launch": {"grid": [1024], "group": [1024]},
        "args": [buffer("keys", keys)],
        "expect": {"buffers": [{"buffer": "keys", "values": sorted(keys)}]},
    }


# ---- R700 (docs/r700.md) ---------------------------------------------------------------------------

# Threads of a group and the dwords that each can own in 16 KiB: R700's capacity, lds.md 1.2.
CAPACITY = {
    1: 64,
    3: 64,
    63: 64,
    64: 64,
    65: 60,
    100: 40,
    128: 32,
    130: 28,
    192: 20,
    200: 20,
    256: 16,
    320: 12,
    512: 8,
    768: 4,
    1000: 4,
    1023: 4,
    1024: 4,
}
PAIRS = [(stride, index) for stride in range(4, 65, 4) for index in range(0, stride, 4)]


def owner(relative, threads, largest):
    """Four banks of dwords, written by R700's formulas and read by the formulas of the linear view.

    Decisions: D-R700-1, D-R700-3, D-R700-5, D-R700-6.
    """
    sums = [0] * threads
    pairs = 0
    step = 37 % (threads if relative else 64)
    for number, (stride, index) in enumerate(PAIRS, 1):
        if stride > largest:
            continue
        pairs += 1
        dwords = 1 + (stride + index) // 4 % 4
        for wave in [range(threads)] if relative else [range(w, w + 64) for w in range(0, threads, 64)]:
            bank = [[0] * 1024 for _ in range(4)]
            for t in wave:
                thread = t if relative else t % 64
                offset = (thread >> 2) * stride + index
                for j in range(dwords):
                    bank[thread % 4][offset + j] = (number << 16) + t + (j << 28)
            for t in wave:
                other = (t + step) % threads if relative else (t + step) % 64
                linear = ((((other >> 2) * stride + index) >> 2) << 4) | (other & 3) << 2
                for j in range(dwords):
                    at = linear + j
                    sums[t] += bank[at >> 2 & 3][(at >> 4) << 2 | at & 3]
    result = [0] * threads + [s & 0xFFFFFFFF for s in sums] + [pairs] * threads
    mode = "relative" if relative else "absolute"
    return {
        "about": f"R700 owner writes, {mode}: every stride up to {largest}, every index; threads: {threads}; 16 KiB",
        "program": f"../owner_{mode}.s",
        "launch": {"grid": [threads], "group": [threads], "lds": 16384},
        "args": [
            {"buffer": "out", "type": "u32", "count": 3 * threads},
            {"scalar": "largest", "type": "u32", "value": largest},
            {"scalar": "threads", "type": "u32", "value": threads},
            {"scalar": "step", "type": "u32", "value": step},
        ],
        "expect": {"buffers": [{"buffer": "out", "values": result}]},
    }


def owner_overflow(threads, stride):
    past = [t for t in range(threads) if (t >> 2) * stride + stride - 4 >= 1024]
    # With several waves any may be the first.
    thread = f"{past[0]} writes past the group's LDS" if past[0] // 64 == past[-1] // 64 else ""
    return {
        "about": f"R700 owner write of {threads} threads at stride {stride}: more than 16 KiB",
        "program": "../owner_overflow.s",
        "launch": {"grid": [threads], "group": [threads], "lds": 16384},
        "args": [
            {"buffer": "out", "type": "u32", "count": 4},
            {"scalar": "stride", "type": "u32", "value": stride},
            {"scalar": "threads", "type": "u32", "value": threads},
        ],
        "expect": {"verdict": "HAZARD", "why": f"at {{overflow_{stride}}}: owner_write_b32 of thread {thread}"},
    }


def reduce16():
    source = random.Random(6)
    x = [source.getrandbits(source.choice((4, 16, 32))) for _ in range(1024)]
    sums, spread, counts = [], [], []
    for lane in range(64):
        column = x[lane::64]
        sums.append(sum(column) & 0xFFFFFFFF)
        spread.append(max(column) - min(column))
        counts.append(sum(sum(v & 3 == b for v in column) << 5 * b for b in range(4)))
    result = []
    for wave in range(16):
        result += sums + spread
        result += [(counts[i] + x[64 * wave + i] * (3 * i + 1)) & 0xFFFFFFFF for i in range(64)]
    return {
        "about": "reductions of each lane over 16 waves in global registers, and a software barrier in one of them",
        "program": "../reduce16.s",
        "launch": {"grid": [1024], "group": [1024], "shared_global": 9, "shared_temps": 0},
        "args": [buffer("in", x), {"buffer": "out", "type": "u32", "count": len(result)}],
        "expect": {"buffers": [{"buffer": "out", "values": result}]},
    }


def shared_limit():
    result = []
    for wave in range(2):
        result += (
            [7 + i for i in range(64)] + [64 * wave + i for i in range(64)] + [1000 + 64 * wave + i for i in range(64)]
        )
    return {
        "about": "128 shared VGPRs: 100 global registers and 14 clause temporaries of both parities, the last of each",
        "program": "../shared_limit.s",
        "launch": {"grid": [128], "group": [128], "shared_global": 100, "shared_temps": 14},
        "args": [{"buffer": "out", "type": "u32", "count": len(result)}],
        "expect": {"buffers": [{"buffer": "out", "values": result}]},
    }


def shared_order():
    """lds.md 2: global rows, then the temporaries of even slots, then of odd slots."""
    rows = [7, 1000, 1100, 2000, 2100]
    launch = [
        {
            "group": [128 - 64 * second],
            "grid": [128 - 64 * second],
            "shared_global": (1, 5)[second],
            "shared_temps": (2, 0)[second],
            "args": ["out", {"scalar": "second", "type": "u32", "value": second}],
        }
        for second in (0, 1)
    ]
    return {
        "about": "the order of shared VGPRs: global registers, temporaries of even slots, then of odd ones",
        "program": "../shared_order.s",
        "args": [{"buffer": "out", "type": "u32", "count": 320}],
        "launches": launch,
        "expect": {"buffers": [{"buffer": "out", "values": [row + i for row in rows for i in range(64)]}]},
    }


def shared_illegal(case, place, about, rows=(4, 2)):
    return {
        "about": f"shared registers: {about}, an illegal instruction",
        "program": "../shared_illegal.s",
        "launch": {"grid": [64], "group": [64], "shared_global": rows[0], "shared_temps": rows[1]},
        "args": [
            {"buffer": "out", "type": "u32", "count": 1},
            {"scalar": "case", "type": "u32", "value": case},
            {"scalar": "none", "type": "u32", "value": 0},
        ],
        "expect": {"fault": {"kind": "illegal", "at": place, "wave": 0}},
    }


# Case of r700/clause_ends: name, label of the clause's end, how many were left.
CLAUSE_ENDS = (
    ("idle", "s_barrier", 1),
    ("skipped", "s_barrier", 1),
    ("loop", "s_barrier", 1),
    ("call", "s_barrier", 1),
    ("no_halt", "s_barrier", 1),
    ("many", "s_barrier", 1),
    ("halt", "s_sethalt", 3),
    ("message", "s_sendmsghalt", 3),
    ("trap", "s_trap", 3),
    ("nested", "clause", 3),
    ("illegal", "", 4),
)
# Case of r700/clause_absolute: name, what reads.
CLAUSE_READS = (
    ("owner_read", ""),
    ("next_clause", ""),
    ("other_wave", "ds_read_b32"),
    ("atomic", "ds_add_u32"),
    ("last_of_four", "ds_read_b128"),
    ("direct", "v_mov_b32"),
    ("second_of_two", "ds_read2_b32"),
    ("byte", "ds_read_u8"),
    ("store_lds", "buffer_store_lds_dword"),
)


def clause_case(program, case, about, why, **launch):
    """lds.md 6.1: D-R700-20, D-R700-22."""
    return {
        "about": about,
        "program": f"{program}.s",
        "launch": {"grid": [128], "group": [128]} | launch,
        "args": [
            {"buffer": "out", "type": "u32", "count": 128},
            {"scalar": "case", "type": "u32", "value": case},
        ],
        "expect": {"verdict": "HAZARD", "why": why},
    }


def clauses():
    """By the path of the description."""
    found = {}
    for case, (name, instruction, left) in enumerate(CLAUSE_ENDS, 1):
        found[f"r700/clause_ends/{name}.json"] = clause_case(
            "clause_ends",
            case,
            f"{instruction or 'an illegal instruction'} ends a clause early, {left} left",
            f"{instruction}{' ' if instruction else ''}at {{bad_{case}}} ends the clause of {{clause_{case}}} "
            f"with {left} left",
            trap_handler="handler",
        )
    for case, (name, instruction) in enumerate(CLAUSE_READS, 1):
        found[f"r700/clause_absolute/{name}.json"] = clause_case(
            "clause_absolute",
            case,
            f"absolute data read outside of its clause: {name.replace('_', ' ')}",
            f"{instruction}{' ' if instruction else ''}at {{read_{case}}} reads dword",
            lds=2048,
        )
    return found


def r700():
    found = {f"r700/capacity_{n}": owner(True, n, largest) for n, largest in CAPACITY.items()}
    for n, largest in CAPACITY.items():
        if largest < 64:
            found[f"r700/overflow_{n}"] = owner_overflow(n, largest + 4)
    found["r700/reduce16"] = reduce16()
    found["r700/shared_limit"] = shared_limit()
    found["r700/shared_order"] = shared_order()
    found["r700/shared_past"] = shared_illegal(0, "past", "a number past the temporaries")
    found["r700/shared_pair"] = shared_illegal(1, "pair", "a pair of a global and a temporary")
    found["r700/shared_indexed"] = shared_illegal(2, "index_past", "an index that leads past the temporaries")
    found["r700/shared_none"] = shared_illegal(3, "absolute", "an absolute operand where there are none", (0, 0))
    found["r700/absolute"] = owner(False, 128, 64)
    return found


def tests():
    return {
        **r700(),
        "transpose": transpose("transpose", "matrix transpose by a tile in LDS whose columns meet one bank"),
        "transpose_padded": transpose("transpose_padded", "matrix transpose by a padded tile: no bank conflicts"),
        "radix_sort": radix_sort(),
        "bitonic1024": bitonic1024(),
    }


def contents(test):
    """The file of a description."""
    return (text(test) + "\n").encode()


def files():
    """{path below the folder of vectors: its bytes}"""
    of_folders = {f"{name}/test.json": contents(test) for name, test in tests().items()}
    return of_folders | {path: contents(test) for path, test in clauses().items()}
