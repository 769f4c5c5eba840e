# SPDX-License-Identifier: Apache-2.0
"""scripts/wl/runs/cycles.py: what a baseline tells, and what is no baseline."""
import os
import tempfile
import unittest

from wl.runs import cycles


A, B, C = ("a", 0), ("a", 10), ("b/c", 1)


class Cycles(unittest.TestCase):
    def test_slower_and_faster(self):
        runs = {A, B, C}
        self.assertEqual(cycles.judge({A: 100, B: 100, C: 5000}, {A: 102, B: 98, C: 5000}, runs), [])
        wrong = cycles.judge({A: 100, B: 100, C: 5000}, {A: 103, B: 97, C: 5101}, runs)
        self.assertEqual(
            [line.split() for line in wrong[1:]],
            [
                ["a", "seed", "0", "100", "103", "+3.0", "%", "slower"],
                ["a", "seed", "10", "100", "97", "-3.0", "%", "faster"],
                ["b/c", "seed", "1", "5000", "5101", "+2.0", "%", "slower"],
            ],
        )

    def test_rows_and_runs(self):
        self.assertEqual(cycles.judge({A: 100}, {A: 100, C: 7}, {A, C}), [])
        self.assertEqual(cycles.unrecorded({A: 100}, {A: 100, B: 9, C: 7}), ["a", "b/c"])
        self.assertEqual(cycles.unrecorded({A: 100}, {A: 100}), [])
        self.assertEqual(cycles.judge({A: 100, C: 7}, {A: 100}, {A})[1:], ["b/c\t1\t7"])
        # One that does not run this time, or that failed, has a row all the same.
        self.assertEqual(cycles.judge({A: 100, C: 7}, {A: 100}, {A, C}), [])

    def test_differences(self):
        lines = cycles.differences({A: 100, B: 100, C: 7}, {A: 101, B: 100, ("d", 1): 9})
        self.assertEqual(lines[0].split(), ["a", "seed", "0", "100", "101", "+1.0", "%", "slower"])
        self.assertEqual(lines[1:], ["new: d\t1\t9", "gone: b/c\t1\t7"])

    def test_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "cycles.tsv")
            cycles.write(path, {C: 7, B: 100, A: 3})
            with open(path, encoding="utf-8") as file:
                self.assertEqual(file.read(), cycles.HEAD + "a\t0\t3\na\t10\t100\nb/c\t1\t7\n")
            self.assertEqual(cycles.read(path), {A: 3, B: 100, C: 7})
            self.assertEqual(os.listdir(folder), ["cycles.tsv"])
            for text, place in (
                ("", ":1: "),
                ("a\t0\t3\n", ":1: "),
                (cycles.HEAD + "a\t0\n", ":2: "),
                (cycles.HEAD + "a\tx\t3\n", ":2: "),
                (cycles.HEAD + "a\t0\t0\n", ":2: "),
                (cycles.HEAD + "a 0 3\n", ":2: "),
                (cycles.HEAD + "<<<<<<< ours\n", ":2: "),
                (cycles.HEAD + "b\t0\t3\na\t0\t3\n", ":3: "),
                (cycles.HEAD + "a\t0\t3\na\t0\t4\n", ":3: "),
                (cycles.HEAD + "a\t0\t3", ":2: "),
            ):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                with self.assertRaises(cycles.Unreadable) as caught:
                    cycles.read(path)
                self.assertIn(path + place, str(caught.exception), text)


if __name__ == "__main__":
    unittest.main()
