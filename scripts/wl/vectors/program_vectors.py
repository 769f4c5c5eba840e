# SPDX-License-Identifier: Apache-2.0
"""The expected values of programs: what they leave in their buffers, and what they export, by the reading of
scripts/wl/reading. A description asks for them: "file" of an expected buffer, or of the exports, ends in .reading. This
writes the file to the same place below build/vectors, where the tool finds it.

usage: program_vectors.py          write those whose program, description or reading has changed
"""
import glob
import hashlib
import json
import os
import struct
import sys

from wl import ROOT
from wl.reading.machine import Machine
from wl.runs import descriptions


STATE = os.path.join(descriptions.MADE, ".read.sums")  # {test: digest of what its values are made of}
READERS = (
    "scripts/wl/vectors/program_vectors.py",
    "scripts/wl/reading/*.py",
    "docs/spec/*.tsv",
    "docs/spec/image_check.py",
)
LETTERS = {1: "B", 2: "H", 4: "I", 8: "Q"}  # of struct


# Tests that reach memory that is not mapped.
WILD = {"unmapped", "vmem/not_canonical", "vmem/store_unmapped", "vmem/viol_entry_again", "vmem/violations_at_once"}


def busy(test):
    """simd_busy, which would take long: 8 * trips times the work-item, and the float that counts 4 * trips."""
    trips = next(a["value"] for a in test["args"] if a.get("scalar") == "trips")
    count = 4 * trips
    exponent = count.bit_length() - 1
    assert exponent < 24
    bits = 127 + exponent << 23 | (count << 23 - exponent) & 0x7FFFFF
    return lambda buffer: [8 * trips * i + bits & 0xFFFFFFFF for i in range(512)]


CLOSED = {"simd_busy": busy}


def contents_after(name, test):
    """A function from a buffer's name to its elements after the run; and the exports of the run."""
    if name in CLOSED:
        return CLOSED[name](test), []
    program = os.path.abspath(descriptions.beside(descriptions.path(name), test["program"]))
    machine = Machine(os.path.dirname(program), test | {"program": program})
    machine.run()
    if machine.memory.wild != (name in WILD):
        raise ValueError(f"by the reading it reaches {'un' if machine.memory.wild else 'only '}mapped memory")
    return machine.contents, machine.exports


def asked(test):
    """The names of the files that a description asks for: [(file, expected buffer, or None for the exports)]."""
    expect = test.get("expect", {})
    found = [(b["file"], b) for b in expect.get("buffers", []) if b.get("file", "").endswith(descriptions.READING)]
    exports = expect.get("exports")
    return found + ([(exports["file"], None)] if isinstance(exports, dict) else [])


def raw(values, kind):
    """Elements as the tool reads them of a file; kind: their type, as u32."""
    return struct.pack(f"<{len(values)}{LETTERS[int(kind[1:]) // 8]}", *values)


def computed(name, test):
    """{file: its bytes}"""
    contents, exports = contents_after(name, test)
    kinds = {a["buffer"]: a["type"] for a in test["args"] if "buffer" in a and "type" in a}
    found = {}
    for file, buffer in asked(test):
        if buffer is None:
            found[file] = (json.dumps({"exports": exports}) + "\n").encode()
            continue
        first = buffer.get("from", 0)
        values = contents(buffer["buffer"])[first:]
        found[file] = raw(values[: buffer.get("count")], kinds[buffer["buffer"]])
    return found


def complete(description, test):
    """The test with the values and exports of its built files in place of their names."""
    for file, buffer in asked(test):
        with open(descriptions.beside(description, file), "rb") as built:
            contents = built.read()
        if buffer is None:
            test["expect"]["exports"] = json.loads(contents)["exports"]
            continue
        kind = next(a["type"] for a in test["args"] if a.get("buffer") == buffer["buffer"])
        size = int(kind[1:]) // 8
        buffer["values"] = list(struct.unpack(f"<{len(contents) // size}{LETTERS[size]}", contents))
        del buffer["file"]
    return test


def tests():
    """{name: description} of those that ask for values."""
    found = {}
    every = [(root, *one) for root in descriptions.ROOTS for one in descriptions.below(root)]
    for root, name, first in every:
        if descriptions.directed(name):
            continue
        with open(descriptions.file_of(root, name, first), encoding="utf-8-sig") as file:
            text = file.read()
        try:
            test = json.loads(text) if descriptions.READING in text else {}
        except ValueError:  # the tool says where it is wrong
            continue
        if asked(test):
            found[name] = test
    return found


def digest(paths, text=""):
    found = hashlib.sha256(text.encode())
    for path in sorted(paths):
        with open(path, "rb") as file:
            found.update(file.read())
    return found.hexdigest()


def digest_of(name, test, readers):
    """The digest of all inputs of a test's values: the reading, the description, the files beside the program."""
    folder = os.path.dirname(descriptions.beside(descriptions.path(name), test["program"]))
    sources = (path for place in (folder, "vectors/include") for path in glob.glob(os.path.join(place, "*.[!j]*")))
    return digest(filter(os.path.isfile, sources), readers + json.dumps(test))


def known():
    try:
        with open(STATE, encoding="utf-8") as file:
            return json.load(file)
    except (FileNotFoundError, ValueError):
        return {}


def main(words):
    if words:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    readers = digest(path for pattern in READERS for path in glob.glob(pattern))
    before, now, made, kept = known(), {}, {}, set()
    for name, test in tests().items():
        path = descriptions.path(name)
        folder = os.path.dirname(path.removeprefix("build" + os.sep).removeprefix("vectors" + os.sep))
        paths = {os.path.join(folder, file) for file, _ in asked(test)}
        state = digest_of(name, test, readers)
        whole = all(os.path.isfile(os.path.join(descriptions.MADE, path)) for path in paths)
        if before.get(name) != state or not whole:
            try:
                found = computed(name, test)
            except Exception as error:  # what the reading does not know. Other tests run; the tool refuses this one.
                print(f"{descriptions.path(name)}: the reading has no values: {error}", file=sys.stderr)
                continue
            made.update({os.path.join(folder, file): contents for file, contents in found.items()})
        now[name] = state
        kept |= paths
    there = [path for path in descriptions.files_below() if path.endswith(descriptions.READING)]
    descriptions.write(made, [path for path in there if path not in kept])
    descriptions.write({os.path.basename(STATE): json.dumps(now).encode()}, [])
    return 0


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main(sys.argv[1:]))
