# SPDX-License-Identifier: Apache-2.0
"""What scripts/wl/checks/references.py refuses and what it takes: trees with one wrong citation each."""
import os
import subprocess
import tempfile
import unittest

from wl.checks import references


CHAPTER = """# Data share

## 1. Banks
* **D-LDS-1** Four banks.
  *Reason:* as section 1.1 counts.

### 1.1 Entries
- **D-LDS-2** (planned) More of them (D-LDS-1).

## 2. Reads
"""
GAPS = """# Gaps

## 0. Several
| # | Issue |
|---|---|
| X1 | all |
| 0.14 | one |
"""
GOOD = {
    "docs/spec/lds.md": CHAPTER,
    "docs/spec/seed-gaps.md": GAPS,
    "docs/guide.md": "See [lds.md](spec/lds.md) 1.1, `rtl/lds.sv`, seed-gaps.md X1.\n",
    "rtl/lds.sv": "// Banks (docs/spec/lds.md 1.1 and 2,\n// seed-gaps.md 0.14): lds.md\n"
    "// sections 1 and 2, 64 lanes. D-LDS-2.\n",
    "vectors/a/a.s": "// D-LDS-1\n",
}


class References(unittest.TestCase):
    def tree(self, **changes):
        files = dict(GOOD)
        files.update({k.replace("__", "/").replace("_dot_", "."): v for k, v in changes.items()})
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for name, text in files.items():
            path = os.path.join(folder.name, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        subprocess.run(["git", "init", "-q"], cwd=folder.name, check=True)
        subprocess.run(["git", "add", "-A"], cwd=folder.name, check=True)
        check = references.Check(folder.name)
        check.run()
        return check

    def refused(self, name, line, words, **changes):
        errors = self.tree(**changes).errors
        self.assertEqual([(e[0], e[1]) for e in errors], [(name, line)], errors)
        self.assertIn(words, errors[0][2])

    def in_code(self, text, words, line=1):
        self.refused("rtl/x.sv", line, words, rtl__x_dot_sv=text)

    def test_good_tree(self):
        check = self.tree()
        self.assertEqual(check.errors, [])
        self.assertEqual(
            check.summary(),
            "3 files, 5 sections, 2 decisions cited exist; "
            "1 decisions in the unit, each named by a test; 1 planned: D-LDS-2",
        )

    def test_dead_document(self):
        self.in_code("// ok\n// docs/decisions.md says so\n", "no file docs/decisions.md", 2)
        self.in_code('    $display("decisions.md");\n', "no file decisions.md")

    def test_dead_source_in_comment(self):
        self.in_code("// as memory_table.c\n", "no file memory_table.c")

    def test_source_in_code_is_none(self):
        self.assertEqual(self.tree(tb__x_dot_c='#include <stdio.h>\nconst char *a = "none.c";\n').errors, [])

    def test_dead_link(self):
        self.refused("docs/a.md", 1, "leads to no file: ../lds.md", docs__a_dot_md="[there](../lds.md)\n")

    def test_dead_section(self):
        self.in_code("// lds.md 3.2\n", "lds.md has no section 3.2")
        self.in_code("// lds.md sections 1 and 3\n", "lds.md has no section 3")
        self.in_code("// docs/spec/lds.md\n// section 1.2\n", "lds.md has no section 1.2")
        self.in_code("// [lds.md](../docs/spec/lds.md) 1.1, 1.9\n", "lds.md has no section 1.9")

    def test_dead_row(self):
        self.in_code("// seed-gaps.md 0.15\n", "seed-gaps.md has no section 0.15")
        self.in_code("// seed-gaps.md X2\n", "seed-gaps.md has no section X2")

    def test_section_without_file(self):
        self.in_code("// as section 1.1 says\n", "'section 1.1' without the file it is in")

    def test_section_of_a_source_document(self):
        self.assertEqual(self.tree(rtl__x_dot_sv="// R700 ISA, section 2.6.2\n").errors, [])

    def test_dead_section_in_its_chapter(self):
        self.refused("docs/spec/b.md", 2, "no section 4", docs__spec__b_dot_md="## 1. One\nas section 4\n")

    def test_dead_decision(self):
        self.in_code("// D-LDS-3\n", "no decision D-LDS-3")

    def test_decision_twice(self):
        self.refused("docs/spec/z.md", 1, "D-LDS-1 is defined twice", docs__spec__z_dot_md="* **D-LDS-1** Five.\n")

    def test_decision_outside(self):
        self.refused("docs/b.md", 1, "outside docs/spec/", docs__b_dot_md="* **D-LDS-1** Five.\n")

    def test_unnamed_decision(self):
        self.refused("docs/spec/lds.md", 4, "D-LDS-1 is named by no vector", vectors__a__a_dot_s="// none\n")
        self.refused(
            "docs/spec/lds.md", 4, "D-LDS-1 is named by no vector", vectors__a__a_dot_s="", rtl__x_dot_sv="// D-LDS-1\n"
        )

    def test_exit_code(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
            self.assertEqual(references.main([folder]), 0)
            with open(os.path.join(folder, "a.md"), "w", encoding="utf-8") as file:
                file.write("D-LDS-1\n")
            subprocess.run(["git", "add", "-A"], cwd=folder, check=True)
            self.assertEqual(references.main([folder]), 1)


if __name__ == "__main__":
    unittest.main()
