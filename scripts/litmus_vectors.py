#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the descriptions of the litmus tests, with the outcomes that the specification allows (docs/litmus.md).

usage: litmus_vectors.py            write them to vectors/litmus/
       litmus_vectors.py --check    fail if one differs from what is there

Each wave is a list of accesses and waits, as vectors/litmus/litmus.s has them. Two accesses of a wave reach memory in
their order if they take the same port (D-MEM-40, D-MEM-64) or if a wait stands between them. The allowed outcomes are
those of all orders that keep this.
"""
import itertools
import pathlib
import sys

sys.dont_write_bytecode = True
import share_vectors  # noqa: E402

VECTORS = pathlib.Path(__file__).resolve().parent.parent / "vectors" / "litmus"
TIMES = 64
WAIT = None


def store(place, port="vector"):
    return (port, place, None)


def load(place, result, port="vector"):
    return (port, place, result)


# Name: (what it is, the first wave, the second wave), in the order of `kind` in litmus.s. Results are 0 and 1.
TESTS = {
    "mp": (
        "message passing: x is written before y, and y read before x, with waits",
        [store("x"), WAIT, store("y")],
        [load("y", 0), WAIT, load("x", 1)],
    ),
    "sb": (
        "store buffering: each wave writes its location, waits, and reads the other one's",
        [store("x"), WAIT, load("y", 0)],
        [store("y"), WAIT, load("x", 1)],
    ),
    "corr": (
        "coherence: a location is read twice without a wait between, while it is written",
        [store("x")],
        [load("x", 0), load("x", 1)],
    ),
    "mp_smem": (
        "message passing by vector stores to scalar loads, with waits",
        [store("x"), WAIT, store("y")],
        [load("y", 0, "scalar"), WAIT, load("x", 1, "scalar")],
    ),
    "mp_nowait": (
        "message passing to a vector and a scalar load without a wait between: the scalar load may be first",
        [store("x"), store("y")],
        [load("y", 0), load("x", 1, "scalar")],
    ),
}


def before(wave):
    """Pairs of accesses, by their numbers without waits, of which the first reaches memory first."""
    accesses = [(i, a) for i, a in enumerate(wave) if a is not WAIT]
    for (n, (i, a)), (m, (j, b)) in itertools.combinations(enumerate(accesses), 2):
        if a[0] == b[0] or WAIT in wave[i:j]:
            yield n, m


def outcomes(waves):
    """All allowed results, sorted."""
    events = [(w, n, a) for w, wave in enumerate(waves) for n, a in enumerate(a for a in wave if a is not WAIT)]
    ordered = [((w, n), (w, m)) for w, wave in enumerate(waves) for n, m in before(wave)]
    found = set()
    for order in itertools.permutations(events):
        at = {(w, n): i for i, (w, n, _) in enumerate(order)}
        if any(at[first] > at[second] for first, second in ordered):
            continue
        memory, results = {"x": 0, "y": 0}, [None, None]
        for _, _, (_, place, result) in order:
            if result is None:
                memory[place] = 1
            else:
                results[result] = memory[place]
        found.add(tuple(results))
    return sorted(map(list, found))


def tests():
    """The descriptions by their names."""
    for kind, (name, (about, *waves)) in enumerate(TESTS.items()):
        yield f"litmus/{name}", {
            "about": about,
            "program": "litmus.s",
            "launch": {"grid": [128], "group": [128]},
            "args": [
                {"buffer": "x", "type": "u32", "count": 64 * TIMES},
                {"buffer": "y", "type": "u32", "count": 64 * TIMES},
                {"buffer": "out", "type": "u32", "count": 128 * TIMES, "init": "0xffffffff"},
                {"scalar": "kind", "type": "u32", "value": kind},
                {"scalar": "times", "type": "u32", "value": TIMES},
            ],
            "expect": {"buffers": [{"buffer": "out", "one_of": outcomes(waves)}]},
        }


def main(check):
    differing = 0
    for name, test in tests():
        path = VECTORS.parent / f"{name}.json"
        text = share_vectors.text(test) + "\n"
        if not check:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{path}: not as scripts/litmus_vectors.py writes it")
            differing += 1
    print(f"{len(TESTS) - differing} of {len(TESTS)} descriptions")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
