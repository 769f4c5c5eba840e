# SPDX-License-Identifier: Apache-2.0
"""The descriptions of the litmus tests, with the outcomes that the specification allows (docs/litmus.md).

Each wave is a list of accesses and waits, as litmus.s and litmus_rdna.s of vectors/litmus have them. Two accesses of a
wave reach memory in their order if they take the same port (D-MEM-40, D-MEM-56, D-MEM-64) or if a wait for the first
stands between them. The outcomes of all orders that keep this are allowed.
"""
import itertools

from wl.vectors import share_vectors


TIMES = 64
# What a wait waits for. In a unit with the memory of RDNA vmcnt waits for loads and vscnt for stores.
WAIT, VMCNT, VSCNT = frozenset(("load", "store")), frozenset(("load",)), frozenset(("store",))


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
# In the order of `kind` in litmus_rdna.s.
RDNA_TESTS = {
    "rdna_mp": (
        "message passing with the two counters: stores are waited for by vscnt, loads by vmcnt",
        [store("x"), VSCNT, store("y")],
        [load("y", 0), VMCNT, load("x", 1)],
    ),
    "rdna_sb": (
        "store buffering with the two counters",
        [store("x"), VSCNT, load("y", 0)],
        [store("y"), VSCNT, load("x", 1)],
    ),
    "rdna_mp_smem": (
        "message passing by vector stores, waited for by vscnt, to scalar loads",
        [store("x"), VSCNT, store("y")],
        [load("y", 0, "scalar"), WAIT, load("x", 1, "scalar")],
    ),
    "rdna_sb_smem": (
        "store buffering to scalar loads: vscnt waits for the store",
        [store("x"), VSCNT, load("y", 0, "scalar")],
        [store("y"), VSCNT, load("x", 1, "scalar")],
    ),
    "rdna_sb_vmcnt": (
        "store buffering to scalar loads behind the wrong counter: vmcnt does not wait for the store",
        [store("x"), VMCNT, load("y", 0, "scalar")],
        [store("y"), VMCNT, load("x", 1, "scalar")],
    ),
}
OVERTAKE = "a load returns long before an older store, or not; a store returns before an older load, or not"


def is_access(step):
    return not isinstance(step, frozenset)


def before(wave):
    """Pairs of accesses, by their numbers without waits, of which the first reaches memory first."""
    accesses = [(i, a) for i, a in enumerate(wave) if is_access(a)]
    for (n, (i, a)), (m, (j, b)) in itertools.combinations(enumerate(accesses), 2):
        kind = "store" if a[2] is None else "load"
        if a[0] == b[0] or any(kind in step for step in wave[i:j] if not is_access(step)):
            yield n, m


def outcomes(waves):
    """All allowed results, sorted."""
    events = [(w, n, a) for w, wave in enumerate(waves) for n, a in enumerate(filter(is_access, wave))]
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


def description(about, kind, allowed, program="litmus.s", unit=None):
    return {
        "about": about,
        "program": program,
        **({"memory_unit": unit} if unit else {}),
        "launch": {"grid": [128], "group": [128]},
        "args": [
            {"buffer": "x", "type": "u32", "count": 64 * TIMES},
            {"buffer": "y", "type": "u32", "count": 64 * TIMES},
            {"buffer": "out", "type": "u32", "count": 128 * TIMES, "init": "0xffffffff"},
            {"scalar": "kind", "type": "u32", "value": kind},
            {"scalar": "times", "type": "u32", "value": TIMES},
        ],
        "expect": {"buffers": [{"buffer": "out", "one_of": allowed}]},
    }


def tests():
    """The descriptions by their names."""
    for kind, (name, (about, *waves)) in enumerate(TESTS.items()):
        yield f"litmus/{name}", description(about, kind, outcomes(waves), unit="gfx9")


def rdna_tests():
    """The tests of a unit with RDNA memory."""
    program, unit = "litmus_rdna.s", "rdna"
    for kind, (name, (about, *waves)) in enumerate(RDNA_TESTS.items()):
        yield f"litmus/{name}", description(about, kind, outcomes(waves), program, unit)
    every = [[a, b] for a in (0, 1) for b in (0, 1)]
    yield "litmus/rdna_overtake", description(OVERTAKE, len(RDNA_TESTS), every, program, unit)


def files():
    """{path below the folder of vectors: its bytes}"""
    return {f"{name}.json": share_vectors.contents(test) for name, test in [*tests(), *rdna_tests()]}
