# SPDX-License-Identifier: Apache-2.0
"""scripts/wl/tree/plant.py finds a change wherever the source lies, and says what is wrong with one that it cannot
make."""
import os
import subprocess
import tempfile
import unittest
import unittest.mock

from wl.tree import plant, sources
from wl.tree.plant import Change


FILES = {
    "rtl/a/one.sv": "module one (\n);\n  assign x = y\n    && z;\nendmodule\n",
    "rtl/b/two_pkg.sv": "package two_pkg;\n  localparam int X = 1;\nendpackage\n",
    "refmodel/f.c": "enum { LAST = 3 };\n\nstatic bool both(int a) {\n  return a == LAST;\n}\n\n"
    "static int table[2] = {\n    1,\n    2,\n};\n\nbool short_one(int a) { return a; }  // as it is\n",
    "refmodel/g.c": "static bool both(int a,\n                 int b) {\n  return a != b;\n}\n",
    "refmodel/h.def": "ROW(1, a == b)\nROW(2, a != b)\n",
    "refmodel/tests/test_f.c": "static bool both(int a) {\n  return a == LAST;\n}\n",
}
TABLE = "# a comment\n\nfirst: of two\nin one\n- y && z\n+ y\nin table\n- 2,\n+\nnames a b\nnames c\n"


class Planted(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = folder.name
        subprocess.run(["git", "init", "-q"], cwd=self.tree, check=True)
        for name, text in {**FILES, "table.txt": TABLE}.items():
            self.write(name, text)
        subprocess.run(["git", "add", "-A"], cwd=self.tree, check=True)
        self.enterContext(unittest.mock.patch.object(sources, "ROOT", self.tree))
        self.addCleanup(plant.definitions.cache_clear)
        plant.definitions.cache_clear()

    def write(self, name, text):
        path = os.path.join(self.tree, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def one(self, anchor, old, new=""):
        ((path, text),) = plant.planted("x", [Change(anchor, old, new)]).items()
        return path, text

    def refused(self, says, *changes):
        with self.assertRaisesRegex(plant.Failed, says):
            plant.planted("x", [Change(*change) for change in changes])

    def test_anchors(self):
        for anchor, old, path in (
            ("one", "y && z", "rtl/a/one.sv"),
            ("two_pkg", "X = 1", "rtl/b/two_pkg.sv"),
            ("both", "a == LAST", "refmodel/f.c"),
            ("both", "a != b", "refmodel/g.c"),
            ("short_one", "return a;", "refmodel/f.c"),
            ("f.c", "LAST = 3", "refmodel/f.c"),
            ("h.def", "a == b", "refmodel/h.def"),
        ):
            with self.subTest(anchor, old=old):
                found, text = self.one(anchor, old, "NEW")
                self.assertEqual((found, text.count("NEW")), (path, 1))

    def test_moved(self):
        before = self.one("one", "y && z", "y")[1]
        os.makedirs(os.path.join(self.tree, "rtl/c"))
        subprocess.run(["git", "mv", "rtl/a/one.sv", "rtl/c/other.sv"], cwd=self.tree, check=True)
        plant.definitions.cache_clear()
        self.assertEqual(self.one("one", "y && z", "y"), ("rtl/c/other.sv", before))
        self.assertEqual(plant.home("one"), "rtl/c/other.sv")

    def test_refused(self):
        self.refused('^x: module one: "z z" is there 0 times, expected once$', ("one", "z z", ""))
        self.refused('^x: definition both: "return" is there 2 times, expected once$', ("both", "return", ""))
        self.refused('^x: file h.def: "ROW" is there 2 times, expected once$', ("h.def", "ROW", ""))
        self.refused("^x: nothing in .* is named nowhere$", ("nowhere", "a", ""))
        self.refused("two changes are of one text", ("one", "y && z", ""), ("one", "&& z;", ""))

    def test_rows(self):
        changes = [Change("one", "y && z", "y"), Change("table", "2,", "")]
        self.assertEqual(plant.rows("table.txt"), [plant.Row("first: of two", changes, {"names": "a b c"})])
        for wrong in (
            "in one\n- y\n",
            "in one\n+ y\n",
            "- y\n+ z\n",
            "in one\n- y\n- z\n+ z\n",
            "in one\n- y\n+ z\nodd\n",
        ):
            self.write("table.txt", f"title\n{wrong}")
            with self.subTest(wrong), self.assertRaisesRegex(plant.Failed, "^table.txt: title: "):
                plant.rows("table.txt")


if __name__ == "__main__":
    unittest.main()
