# SPDX-License-Identifier: Apache-2.0
"""What every description in vectors/ and build/vectors must expect (vectors/README.md).

usage: test_expectations.py [FOLDER ...]   (default: vectors build/vectors; unit tests of the rules first)

Another behaviour of the unit must fail it. So it expects a value, a message, an export, cycles, faults with kind and
place, or a verdict other than PASS with its reason and place. An unchanged input is none of these, and neither is a
buffer that holds what it held before. A script computes each list of values in vectors/, and what exports send.
"""
import json
import pathlib
import re
import sys
import unittest

from wl import ROOT
from wl.vectors import family_vectors, program_vectors


TREE = pathlib.Path(ROOT)
PLACE = re.compile(r"\{[^{}]+\}")
WAVE = re.compile(r"wave \d+")


def number(value):
    try:
        return int(value, 0) if isinstance(value, str) else value
    except ValueError:
        return value  # "nan"


def contents_before(argument):
    """A function from an element's index to what it holds before the run; None where the seed or a file says it."""
    init = argument.get("init", "zero")
    if isinstance(init, dict) and len(init) == 1:
        ((kind, value),) = init.items()
        if kind == "values":
            return lambda i: number(value[i]) if i < len(value) else 0
        if kind == "constant":
            return lambda i: number(value)
        if kind == "iota":
            return lambda i: value[0] + i * value[1]
        return None
    fixed = {"zero": lambda i: 0, "iota": lambda i: i}
    if isinstance(init, str) and init not in fixed:
        return (lambda i: number(init)) if isinstance(number(init), (int, float)) else None
    return fixed[init] if isinstance(init, str) else lambda i: init


def says_more(expectation, arguments):
    """Whether it can fail when the run stores nothing."""
    if expectation.get("unchanged"):
        return False
    argument = arguments.get(expectation["buffer"], {})
    before, start = contents_before(argument), expectation.get("from", 0)
    if "values" in expectation:
        wanted = [number(v) for v in expectation["values"]]
    elif "constant" in expectation:
        count = expectation.get("count") or argument.get("count", start + 1) - start
        wanted = [number(expectation["constant"])] * count
    elif "one_of" in expectation:
        width = len(expectation["one_of"][0])
        count = expectation.get("count") or argument.get("count", start + width) - start
        held = (
            [[before(i) for i in range(at, at + width)] for at in range(start, start + count, width)] if before else []
        )
        return not before or any(one not in [[number(v) for v in o] for o in expectation["one_of"]] for one in held)
    else:
        return True
    return before is None or any(before(start + i) != v for i, v in enumerate(wanted))


def texels_say_more(expectation, arguments):
    """As above, for an image: components before the run are known where all are equal."""
    if expectation.get("unchanged"):
        return False
    if "constant" not in expectation:
        return True
    init = arguments.get(expectation["image"], {}).get("init", "zero")
    before = {"zero": 0}.get(init, init) if isinstance(init, str) else init
    before = before.get("constant") if isinstance(before, dict) else number(before)
    wanted = expectation["constant"]
    flat = [{number(v) for v in (c if isinstance(c, list) else [c])} for c in (before, wanted)]
    return flat[0] != flat[1]


def missing(test):
    """What a description lacks, "" when nothing."""
    expect = test.get("expect", {})
    verdict, why, fault = expect.get("verdict", "PASS"), expect.get("why", ""), expect.get("fault")
    if verdict != "PASS":
        if not why:
            return f'the verdict {verdict} has no reason: "why"'
        if not PLACE.search(why) and not (verdict == "HANG" and WAVE.search(why)):
            return f'the reason of the verdict {verdict} has no place, as {{label}}: "{why}"'
        if not PLACE.sub("", why).strip(" :;,at"):
            return f'the verdict {verdict} has a place and no reason: "{why}"'
        return ""
    if fault is not None:
        faults = fault if isinstance(fault, list) else [fault]
        if not faults or not all(isinstance(f, dict) and "kind" in f and "at" in f for f in faults):
            return f'the fault has no kind and place, as {{"kind": "illegal", "at": "label"}}: {json.dumps(fault)}'
        return ""
    arguments = {a["buffer"]: a for a in test.get("args", []) if "buffer" in a}
    images = {a["image"]: a for a in test.get("args", []) if "image" in a}
    if (
        expect.get("messages")
        or expect.get("trace")
        or expect.get("exports")
        or expect.get("cycles")
        or expect.get("transactions")
        or any(says_more(b, arguments) for b in expect.get("buffers", []))
        or any(texels_say_more(i, images) for i in expect.get("images", []))
    ):
        return ""
    return "it expects no value, message, export, fault or verdict: a run that stores nothing would pass"


def listed(test):
    """Whether a test lists values. What is written by hand must not."""
    expect = test.get("expect", {})
    exports = expect.get("exports", [])
    lists = [*expect.get("buffers", []), *expect.get("images", [])]
    return any("values" in b or "one_of" in b for b in lists) or (
        isinstance(exports, list) and any(e.get("data") for e in exports)
    )


class Rules(unittest.TestCase):
    OUT = {"buffer": "out", "type": "u32", "count": 4}

    def lacks(self, expect, said, init=None):
        argument = dict(self.OUT, init=init) if init is not None else self.OUT
        found = missing({"args": [argument], "expect": expect})
        self.assertTrue(said in found and bool(said) == bool(found), f"{expect}: {found}")

    def test_images(self):
        image = {"image": "to", "size": [1, 1], "format": "8_8 unorm"}
        for init, wanted, said in (
            (None, {"unchanged": True}, "a run that stores nothing"),
            (None, {"constant": 0}, "a run that stores nothing"),
            (None, {"constant": [0, 0]}, "a run that stores nothing"),
            ({"constant": [3, 4]}, {"constant": [3, 4]}, "a run that stores nothing"),
            ({"constant": [3, 4]}, {"constant": [4, 5]}, ""),
            ("random", {"constant": 0}, ""),
            (None, {"constant": 1}, ""),
            (None, {"file": "to.png"}, ""),
        ):
            argument = image if init is None else {**image, "init": init}
            found = missing({"args": [argument], "expect": {"images": [{"image": "to", **wanted}]}})
            self.assertTrue(said in found and bool(said) == bool(found), f"{init}, {wanted}: {found}")
        self.assertTrue(listed({"expect": {"images": [{"image": "to", "values": [1, 2]}]}}))

    def test_values(self):
        for init in (None, "random", "iota", "0x7", 7, {"constant": 7}, {"values": [7, 7, 7, 7]}):
            self.lacks({"buffers": [{"buffer": "out", "unchanged": True}]}, "a run that stores nothing", init)
            self.lacks({"buffers": [{"buffer": "out", "values": [7, 8, 9, 10]}]}, "", init)
            self.lacks({"buffers": [{"buffer": "out", "formula": "iota", "inputs": ["a", "b"]}]}, "", init)
        for init in ("0x7", 7, {"constant": 7}, {"values": [7, 7, 7, 7]}, {"iota": [7, 0]}):
            self.lacks({"buffers": [{"buffer": "out", "constant": "0x7"}]}, "a run that stores nothing", init)
            self.lacks({"buffers": [{"buffer": "out", "values": [7, 7], "from": 2}]}, "a run that stores nothing", init)
        self.lacks({"buffers": [{"buffer": "out", "values": [2, 3], "from": 2}]}, "a run that stores nothing", "iota")
        self.lacks({"buffers": [{"buffer": "out", "constant": 0}]}, "a run that stores nothing")
        self.lacks({"buffers": [{"buffer": "out", "constant": 0}]}, "", "random")
        self.lacks({"buffers": []}, "a run that stores nothing")
        self.lacks({"messages": []}, "a run that stores nothing")
        self.lacks({"messages": [{"wave": 0, "message": 1}]}, "")
        self.lacks({"trace": [{"wave": 0, "m0": 1}]}, "")
        self.lacks({"exports": []}, "a run that stores nothing")
        self.lacks({"exports": [{"wave": 0, "target": "null", "en": 0, "data": {}}]}, "")
        self.lacks({"transactions": [{"at": "a", "count": 4}]}, "")
        self.lacks({"cycles": []}, "a run that stores nothing")
        self.lacks({"cycles": [{"from": "a", "to": "b", "wave": 0, "least": 1}]}, "")

    def test_one_of(self):
        for init in (None, 1, {"values": [0, 0, 1, 1]}, {"iota": [0, 1]}):
            said = "" if init == {"iota": [0, 1]} else "a run that stores nothing"
            self.lacks({"buffers": [{"buffer": "out", "one_of": [[0, 0], [1, 1]]}]}, said, init)
        self.lacks({"buffers": [{"buffer": "out", "one_of": [["0x2", 3]], "from": 2}]}, "a run that stores", "iota")
        self.lacks({"buffers": [{"buffer": "out", "one_of": [[0, 0]]}]}, "", "random")

    def test_generators(self):
        test = {"expect": {"buffers": [{"buffer": "out", "unchanged": True}, {"buffer": "out", "values": [7]}]}}
        self.assertTrue(listed(test))
        self.assertTrue(listed({"expect": {"buffers": [{"buffer": "out", "one_of": [[7]]}]}}))
        self.assertFalse(listed({"expect": {"buffers": [{"buffer": "out", "constant": 7}]}}))
        self.assertFalse(listed({"expect": {"buffers": [{"buffer": "out", "file": "out.reading"}]}}))
        self.assertFalse(listed({"expect": {"verdict": "HANG"}}))
        self.assertTrue(listed({"expect": {"exports": [{"data": {"0": 64 * [7]}}]}}))
        self.assertFalse(listed({"expect": {"exports": [{"data": {}}]}}))
        self.assertFalse(listed({"expect": {"exports": {"file": "exports.reading"}}}))

    def test_faults(self):
        unchanged = {"buffers": [{"buffer": "out", "unchanged": True}]}
        self.lacks({"fault": True, **unchanged}, "no kind and place")
        self.lacks({"fault": True, "why": "slot 1: "}, "no kind and place")
        self.lacks({"fault": {"kind": "illegal"}}, "no kind and place")
        self.lacks({"fault": [{"kind": "illegal", "at": "x"}, {"at": "y"}]}, "no kind and place")
        self.lacks({"fault": []}, "no kind and place")
        self.lacks({"fault": {"kind": "fetch", "at": "0x7000"}}, "")
        self.lacks({"fault": [{"kind": "illegal", "at": "x"}, {"kind": "illegal", "at": "y"}]}, "")

    def test_verdicts(self):
        self.lacks({"verdict": "HAZARD"}, "no reason")
        self.lacks({"verdict": "HAZARD", "why": "v_mov_b32 at"}, "no place")
        self.lacks({"verdict": "HAZARD", "why": "wave 2: a load"}, "no place")
        self.lacks({"verdict": "HAZARD", "why": "at {x}: "}, "no reason")
        self.lacks({"verdict": "HAZARD", "why": "v_mov_b32 at {x}"}, "")
        self.lacks({"verdict": "HANG", "why": "halted"}, "no place")
        self.lacks({"verdict": "HANG", "why": "wave 2: halted"}, "")


def main(folders):
    rules = unittest.defaultTestLoader.loadTestsFromTestCase(Rules)
    result = unittest.TextTestRunner(stream=sys.stderr, verbosity=0).run(rules)
    bad = count = 0
    by_hand = {TREE / "build" / "vectors" / path for path in family_vectors.files()}
    for folder in folders:
        for path in sorted(folder.rglob("*.json")):
            test = json.loads(path.read_text(encoding="utf-8-sig"))
            listing = (folder == TREE / "vectors" or path in by_hand) and listed(test)
            lacks = missing(program_vectors.complete(str(path), test))
            if not lacks and listing:
                lacks = 'a script computes listed values (write_vectors.py), or "file": "NAME.reading" asks for them'
            count += 1
            bad += bool(lacks)
            if lacks:
                print(f"{path}: {lacks}")
    print(f"{count - bad} of {count} descriptions say what they expect")
    return 0 if result.wasSuccessful() and count and not bad else 1


if __name__ == "__main__":
    sys.exit(main([pathlib.Path(f).resolve() for f in sys.argv[1:]] or [TREE / "vectors", TREE / "build" / "vectors"]))
