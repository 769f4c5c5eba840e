#!/usr/bin/env python3
"""Writes the test.json of the data-share kernels whose inputs and results are listed, from what each computes.

usage: share_vectors.py            write them below vectors/
       share_vectors.py --check    fail if one differs from what is there
"""
import json
import os
import random
import sys
import textwrap

VECTORS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "vectors")


def text(value, indent=0):
    """JSON in the layout of the vectors folder: lists of numbers are filled, short objects stay on a line."""
    flat = json.dumps(value)
    if len(flat) + indent <= 118 and not (indent == 0 and isinstance(value, dict)):
        return flat
    pad = " " * (indent + 2)
    if isinstance(value, dict):
        inner = ",\n".join(f"{pad}{json.dumps(k)}: {text(v, indent + 2)}" for k, v in value.items())
        return "{\n" + inner + "\n" + " " * indent + "}"
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
        "about": about, "program": f"{name}.cl", "kernel": "transpose",
        "launch": {"grid": [n, n], "group": [16, 16]},
        "args": [{"buffer": "in", "type": "u32", "count": n * n, "init": "iota"},
                 {"buffer": "out", "type": "u32", "count": n * n},
                 {"scalar": "n", "type": "u32", "value": n}],
        "expect": {"buffers": [{"buffer": "out", "values": result}]}}


def radix_sort():
    source = random.Random(4)
    # Equal keys among them: the places show that the sort is stable.
    pool = [source.getrandbits(32) for _ in range(150)] + [0, 0xffffffff, 0x80000000]
    keys = [source.choice(pool) for _ in range(256)]
    places = sorted(range(256), key=lambda i: keys[i])
    return {
        "about": "stable radix sort of one group of four waves: or and increment in LDS, a scan over the counts",
        "program": "radix_sort.cl", "kernel": "radix_sort", "launch": {"grid": [256], "group": [256]},
        "args": [buffer("keys", keys), {"buffer": "places", "type": "u32", "count": 256}],
        "expect": {"buffers": [{"buffer": "keys", "values": [keys[i] for i in places]},
                               {"buffer": "places", "values": places}]}}


def bitonic1024():
    source = random.Random(5)
    keys = [source.getrandbits(32) for _ in range(1024)]
    return {
        "about": "bitonic sort of 1024 keys in LDS, one group of 16 waves",
        "program": "bitonic1024.cl", "kernel": "bitonic1024", "launch": {"grid": [1024], "group": [1024]},
        "args": [buffer("keys", keys)],
        "expect": {"buffers": [{"buffer": "keys", "values": sorted(keys)}]}}


def tests():
    return {
        "transpose": transpose("transpose", "matrix transpose by a tile in LDS whose columns meet one bank"),
        "transpose_padded": transpose("transpose_padded", "matrix transpose by a padded tile: no bank conflicts"),
        "radix_sort": radix_sort(),
        "bitonic1024": bitonic1024(),
    }


def main():
    check = sys.argv[1:] == ["--check"]
    different = []
    for name, test in tests().items():
        path = os.path.join(VECTORS, name, "test.json")
        new = text(test) + "\n"
        if not check:
            with open(path, "w", encoding="utf-8") as file:
                file.write(new)
        elif not os.path.exists(path) or open(path, encoding="utf-8").read() != new:
            different.append(name)
    if different:
        print(f"not as scripts/share_vectors.py writes them: {', '.join(different)}")
    elif check:
        print(f"{len(tests())} tests are as the generator writes them")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
