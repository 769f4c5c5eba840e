#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/program_vectors.py tells a value that is not the reading's; what scripts/reading makes of edges."""
import copy
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import program_vectors  # noqa: E402  (the path comes first)
from reading.machine import Machine, Memory  # noqa: E402

TEST = {
    "expect": {
        "buffers": [
            {"buffer": "out", "values": [1, "0x2", 3]},
            {"buffer": "out", "from": 3, "values": [4]},
            {"buffer": "in", "unchanged": True},
        ]
    }
}


class Values(unittest.TestCase):
    def found(self, contents, change=None):
        test = copy.deepcopy(TEST)
        if change:
            buffer, at, value = change
            test["expect"]["buffers"][buffer]["values"][at] = value
        return program_vectors.differences(test, lambda name: contents)

    def test_differences(self):
        self.assertEqual(self.found([1, 2, 3, 4]), [])
        self.assertEqual(self.found([1, 2, 3, 4], (0, 1, 7)), ["out[1] is 7, by the reading 2; 1 of 3 differ"])
        self.assertEqual(self.found([1, 2, 3, 4], (1, 0, 5)), ["out[3] is 5, by the reading 4; 1 of 1 differ"])
        self.assertEqual(self.found([1, 2, 3]), ["out[3] is 4, by the reading not there; 1 of 1 differ"])
        self.assertEqual(len(self.found([0, 0, 0, 0])), 2)

    def test_a_program(self):
        """A stored value is seen in the run of a whole program, and so is the address that it goes to."""
        name = "int_forms_c"
        with open(program_vectors.path_of(name), encoding="utf-8") as file:
            test = program_vectors.json.load(file)
        contents = program_vectors.contents_after(name, test)
        self.assertEqual(program_vectors.differences(test, contents), [])
        values = test["expect"]["buffers"][0]["values"]
        values[5], values[6] = values[6], values[5]
        self.assertEqual(len(program_vectors.differences(test, contents)), 1)

    def test_closed_form(self):
        """simd_busy of few trips, by its program and by its closed form."""
        with open(program_vectors.path_of("simd_busy"), encoding="utf-8") as file:
            test = program_vectors.json.load(file)
        test["launch"] = {"grid": [64], "group": [64]}
        for a in test["args"]:
            if "scalar" in a:
                a["value"] = 3
        machine = Machine(os.path.dirname(program_vectors.path_of("simd_busy")), test)
        machine.run()
        self.assertEqual(machine.contents("out")[:64], program_vectors.busy(test)("out")[:64])


class Reading(unittest.TestCase):
    def test_unmapped(self):
        memory = Memory()
        memory.map(0x1000, b"\1" * 0x1000)
        self.assertEqual((memory.read(0x1FFC, 4), memory.wild), (b"\1" * 4, False))
        memory.write(0x1FFE, b"\2" * 4)
        self.assertEqual((memory.read(0x1FFC, 8), memory.wild), (b"\1\1\2\2" + bytes(4), True))
        self.assertEqual(memory.read(0xFFE, 4), bytes(2) + b"\1\1")


if __name__ == "__main__":
    unittest.main(verbosity=0)
